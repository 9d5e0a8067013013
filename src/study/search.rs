//! Looks for a situation in which all of some conditions are true. Values are supposed only for what the conditions look at, one after the other;
//! where a condition is false, it goes back to the last value on which that depended. What it finds is true by the evaluator.

use std::collections::BTreeSet;

use super::domain::FileNumbers;
use super::supposition::{OpenFact, Supposition};
use crate::evaluator::Evaluator;

/// A condition: true, false or (as a fault would be) not true.
pub(super) type Goal<'a> = Box<dyn Fn(&mut Evaluator<'a>, &Supposition<'a>) -> bool + 'a>;

/// A search in progress.
pub(super) struct Search<'a, 's> {
    pub evaluator: &'s mut Evaluator<'a>,
    pub situation: Supposition<'a>,
    pub numbers: &'s FileNumbers,
    pub goals: &'s [Goal<'a>],
    /// How many conditions may still be worked out.
    pub left: &'s mut u32,
}

/// How many values may be supposed one upon the other.
const MOST_SUPPOSED: usize = 150;

/// Why there is no situation.
enum Failure {
    /// Because of the values of these.
    Because(BTreeSet<OpenFact>),
    /// Unknown: the search was given up.
    GivenUp,
}

impl<'a> Search<'a, '_> {
    /// The situation, if one was found.
    pub fn find(mut self) -> Option<Supposition<'a>> {
        self.from(0).is_ok().then_some(self.situation)
    }

    /// Fulfils the conditions from this one on.
    fn from(&mut self, first: usize) -> Result<(), Failure> {
        let goals = self.goals;
        for (index, goal) in goals.iter().enumerate().skip(first) {
            if *self.left == 0 || self.situation.known.len() > MOST_SUPPOSED {
                return Err(Failure::GivenUp);
            }
            *self.left -= 1;
            self.situation.watch();
            let met = goal(self.evaluator, &self.situation);
            if let Some(unknown) = self.situation.missed() {
                return self.suppose(unknown, index);
            }
            if !met {
                return Err(Failure::Because(self.situation.read()));
            }
        }
        Ok(())
    }

    /// Tries every value of an unknown thing.
    fn suppose(&mut self, unknown: OpenFact, goal: usize) -> Result<(), Failure> {
        let mut because = BTreeSet::new();
        for value in self.numbers.values(&self.situation, unknown) {
            self.situation.known.insert(unknown, value);
            match self.from(goal) {
                Ok(()) => return Ok(()),
                Err(Failure::GivenUp) => return Err(Failure::GivenUp),
                Err(Failure::Because(these)) => {
                    if !these.contains(&unknown) {
                        self.situation.known.remove(&unknown);
                        return Err(Failure::Because(these));
                    }
                    because.extend(these);
                }
            }
        }
        self.situation.known.remove(&unknown);
        because.remove(&unknown);
        Err(Failure::Because(because))
    }
}
