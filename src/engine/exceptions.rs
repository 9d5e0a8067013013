//! Exceptions at hand: what every exception asks of every pair of acts in the line, and which of its guards says no. Which of them stand is
//! settled by the line.

use super::arrange::in_line;
use super::fault::Outcome;
use super::line::Exception;
use super::marks::Marks;
use super::run::Run;
use crate::journal::{Fate, Ruling};
use crate::ruleset::{ActPattern, ExceptionId, Movement, Relation, Value};

impl Run<'_, '_> {
    /// What every exception asks for, of every pair of acts that it can mean.
    pub fn exceptions(&mut self, changed: &Marks) -> Outcome<()> {
        if self.rules.exceptions.is_empty() {
            return Ok(());
        }
        let m = &mut *self.m;
        let asked = in_line(&m.waiting, &m.acts);
        if m.line.kept.exceptions_stand(asked.clone(), changed) {
            for ruling in &mut m.line.rulings {
                if !matches!(ruling.fate, Fate::GuardFailed(_)) {
                    ruling.fate = Fate::Held;
                }
            }
            return Ok(());
        }
        m.line.kept.begin_exceptions(asked);
        m.line.exceptions.clear();
        m.line.rulings.clear();
        let rules = self.rules;
        let mut firsts = std::mem::take(&mut self.m.line.firsts);
        let mut seconds = std::mem::take(&mut self.m.line.seconds);
        for (rule, exception) in rules.exceptions.iter().enumerate() {
            self.all_that_fit(&exception.first, &mut firsts);
            self.all_that_fit(&exception.second, &mut seconds);
            for &first in &firsts {
                for &second in seconds.iter().filter(|&&second| second != first) {
                    self.exception(rule, first, second)?;
                }
            }
        }
        self.m.line.firsts = firsts;
        self.m.line.seconds = seconds;
        self.m.line.kept.end_exceptions();
        Ok(())
    }

    /// The acts of the line that a pattern means, by their index.
    fn all_that_fit(&self, pattern: &ActPattern, out: &mut Vec<usize>) {
        out.clear();
        let acts = self.m.line.acts.iter().enumerate();
        out.extend(acts.filter_map(|(index, &act)| {
            let memory = &self.m.acts[act as usize];
            let fits = !memory.suspended && self.fits(pattern, act, memory.stage);
            fits.then_some(index)
        }));
    }

    fn exception(&mut self, rule: usize, first: usize, second: usize) -> Outcome<()> {
        let exception = &self.rules.exceptions[rule];
        let base = self.m.frames.open(exception.locals);
        self.m.frames.values[base] = Value::from(self.m.line.acts[first]);
        self.m.frames.values[base + 1] = Value::from(self.m.line.acts[second]);
        let result = self.ruling(rule, first, second, base);
        self.m.frames.close(base);
        result
    }

    /// What an exception asks of one pair; why not, if one of its guards is false.
    fn ruling(&mut self, rule: usize, first: usize, second: usize, base: usize) -> Outcome<()> {
        let rules = self.rules;
        let exception = &rules.exceptions[rule];
        let mut fate = Fate::Held;
        for (number, &guard) in exception.guards.iter().enumerate() {
            if !self.holds_noted(guard, base)? {
                fate = Fate::GuardFailed(number as u16);
                break;
            }
        }
        let mut compared = None;
        let (first_moves, relation) = match exception.moves {
            Movement::Relation {
                first_moves,
                relation,
            } => (first_moves, relation),
            Movement::Compare { first_moves, .. } if fate != Fate::Held => {
                (first_moves, Relation::Joins)
            }
            Movement::Compare {
                left,
                right,
                first_moves,
            } => {
                let (left, right) = (
                    self.value_noted(left, base)?,
                    self.value_noted(right, base)?,
                );
                compared = Some((left, right));
                let relation = Relation::of_comparison(left.cmp(&right));
                (first_moves, relation)
            }
        };
        let (mover, reference) = if first_moves {
            (first, second)
        } else {
            (second, first)
        };
        let line = &mut self.m.line;
        if fate == Fate::Held {
            self.m.exercised.applied[rule] = true;
            let (mover, reference) = (mover as u32, reference as u32);
            line.exceptions.push(Exception {
                rule: rule as u32,
                mover,
                relation,
                reference,
            });
        }
        line.rulings.push(Ruling {
            exception: ExceptionId::from_index(rule),
            mover: line.acts[mover],
            reference: line.acts[reference],
            relation,
            fate,
            compared,
        });
        Ok(())
    }
}
