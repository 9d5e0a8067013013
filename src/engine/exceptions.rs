//! Exceptions at hand: what every exception asks of every pair of acts in the line, and which of its guards says no. Which of them stand is
//! settled by the line.

use super::fault::Outcome;
use super::line::{Exception, Relation};
use super::run::Run;
use crate::journal::{Fate, Ruling, RulingRelation};
use crate::ruleset::{self, ExceptionId, Movement, Value};

impl Run<'_, '_> {
    /// What every exception asks for, of every pair of acts that it can mean.
    pub fn exceptions(&mut self) -> Outcome<()> {
        self.m.line.exceptions.clear();
        self.m.line.rulings.clear();
        let rules = self.rules;
        for rule in 0..rules.exceptions.len() {
            for first in 0..self.m.line.acts.len() {
                for second in 0..self.m.line.acts.len() {
                    if first != second {
                        self.exception(rule, first, second)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn exception(&mut self, rule: usize, first: usize, second: usize) -> Outcome<()> {
        let rules = self.rules;
        let exception = &rules.exceptions[rule];
        for (index, pattern) in [(first, &exception.first), (second, &exception.second)] {
            let act = self.m.line.acts[index];
            let memory = self.m.acts[act as usize];
            if memory.suspended || !self.fits(pattern, act, memory.stage) {
                return Ok(());
            }
        }
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
            if !self.holds(guard, base)? {
                fate = Fate::GuardFailed(number as u16);
                break;
            }
        }
        let mut compared = None;
        let (first_moves, relation) = match exception.moves {
            Movement::Relation {
                first_moves,
                relation,
            } => (first_moves, line_relation(relation)),
            Movement::Compare { first_moves, .. } if fate != Fate::Held => {
                (first_moves, Relation::Joins)
            }
            Movement::Compare {
                left,
                right,
                first_moves,
            } => {
                let (left, right) = (self.value(left, base)?, self.value(right, base)?);
                compared = Some((left, right));
                let relation = ruleset::Relation::of_comparison(left.cmp(&right));
                (first_moves, line_relation(relation))
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
            relation: ruling_relation(relation),
            fate,
            compared,
        });
        Ok(())
    }
}

fn line_relation(relation: ruleset::Relation) -> Relation {
    match relation {
        ruleset::Relation::Waits => Relation::Waits,
        ruleset::Relation::GoesAhead => Relation::GoesAhead,
        ruleset::Relation::Joins => Relation::Joins,
        ruleset::Relation::NotBefore => Relation::NotBefore,
        ruleset::Relation::NotAfter => Relation::NotAfter,
        ruleset::Relation::Leads => Relation::Leads,
        ruleset::Relation::Trails => Relation::Trails,
    }
}

fn ruling_relation(relation: Relation) -> RulingRelation {
    match relation {
        Relation::Waits => RulingRelation::Waits,
        Relation::GoesAhead => RulingRelation::GoesAhead,
        Relation::Joins => RulingRelation::Joins,
        Relation::NotBefore => RulingRelation::NotBefore,
        Relation::NotAfter => RulingRelation::NotAfter,
        Relation::Leads => RulingRelation::Leads,
        Relation::Trails => RulingRelation::Trails,
    }
}
