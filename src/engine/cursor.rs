//! Where a run stands: for each step of the procedure that is being carried out, how far it has come, the outermost step first.
//!
//! A step that can hold a roll says with [`Cursor::enter`] where it begins, with [`Cursor::set`] how far it has come, and with
//! [`Cursor::leave`] that it is done. A run that stopped at a roll can so be taken up again: [`Cursor::take_up`], and the same steps are entered
//! once more, each told how far it had come, until the roll is reached. Numbers only; knows nothing of rules.

use crate::ruleset::Value;

/// The steps that are being carried out.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// what the steps have said of themselves, the outermost first
    steps: Vec<Value>,
    /// how much of it has been entered again
    entered: usize,
}

/// What a step is told when it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered<const N: usize> {
    /// How far it has come.
    pub at: [Value; N],
    /// It had been begun before the run was taken up again.
    pub again: bool,
}

impl Cursor {
    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.entered = 0;
    }

    /// Whether the step that comes next was begun before the run was taken up again.
    #[inline]
    pub fn again(&self) -> bool {
        self.entered < self.steps.len()
    }

    /// A step is entered: it begins at `first`, or goes on where it was.
    #[inline]
    pub fn enter<const N: usize>(&mut self, first: [Value; N]) -> Entered<N> {
        let again = self.again();
        let mut at = first;
        if again {
            at.copy_from_slice(&self.steps[self.entered..self.entered + N]);
        } else {
            self.steps.extend_from_slice(&first);
        }
        self.entered += N;
        Entered { at, again }
    }

    /// The innermost step has come so far.
    #[inline]
    pub fn set<const N: usize>(&mut self, at: [Value; N]) {
        let start = self.entered - N;
        self.steps[start..].copy_from_slice(&at);
    }

    /// The innermost step, of so many numbers, is done.
    #[inline]
    pub fn leave<const N: usize>(&mut self) {
        self.entered -= N;
        self.steps.truncate(self.entered);
    }

    /// What the steps have said of themselves.
    pub fn steps(&self) -> &[Value] {
        &self.steps
    }

    /// The run is taken up again from its beginning, where the steps that are put here say.
    pub fn take_up(&mut self) -> &mut Vec<Value> {
        self.entered = 0;
        &mut self.steps
    }
}
