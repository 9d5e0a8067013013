//! Works out expressions of the rules in a situation that is only supposed. Plays nothing.

use super::eval::{Eval, Frames};
use super::exercised::Exercised;
use super::program::Programs;
use super::state::World;
use crate::ruleset::{ExprId, Ruleset, Value};

/// How many steps one expression may take.
const STEPS: u64 = 5_000;

/// Works out expressions; keeps its working memory from one to the next.
pub struct Reckoner<'a> {
    rules: &'a Ruleset,
    programs: Programs,
    frames: Frames,
    /// What is only supposed exercises nothing; this is written to and never read.
    exercised: Exercised,
    /// How many steps all expressions together may still take.
    left: u64,
}

impl<'a> Reckoner<'a> {
    /// For the expressions of these rules, which may take so many steps together.
    pub fn new(rules: &'a Ruleset, steps: u64) -> Self {
        Reckoner {
            rules,
            programs: Programs::new(rules),
            frames: Frames::default(),
            exercised: Exercised::nothing_of(rules),
            left: steps,
        }
    }

    /// How many steps all expressions together may still take.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The value of an expression whose first names stand for these values, with room for `locals` names; `None` where it is a fault, or takes
    /// too many steps.
    pub fn value<W: World>(
        &mut self,
        world: &W,
        id: ExprId,
        names: &[Value],
        locals: u16,
    ) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let base = self.frames.open(locals.max(names.len() as u16));
        self.frames.values[base..base + names.len()].copy_from_slice(names);
        let steps = STEPS.min(self.left);
        let mut fuel = steps;
        let mut eval = Eval {
            rules: self.rules,
            programs: &self.programs,
            state: world,
            frames: &mut self.frames,
            exercised: &mut self.exercised,
            fuel: &mut fuel,
            steps,
            depth: 0,
        };
        let value = eval.value(id, base).ok();
        self.frames.close(base);
        self.left -= steps - fuel;
        value
    }
}
