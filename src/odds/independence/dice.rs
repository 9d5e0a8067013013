//! Dice and answers: what the scenario gives, what is open, and what is counted through run for run. An open roll is a component of its own; one that is
//! made in some outcomes of a component only refines that.

use std::collections::BTreeSet;

use super::Mixed;
use super::components::Share;
use super::course::{RunInProgress, RunPosition};
use crate::machine::{Pause, Roll, abstract_value};
use crate::odds::distribution::{has_too_many_results, results};
use crate::ruleset::index::{Idx, to_number};
use crate::ruleset::{Throw, Value};
use crate::run::Dice as _;
use crate::run::FaultKind;
use crate::run::dice::RollRequest;
use crate::scenario::Person;

/// Sums that dice can show, each with the number of ways in which they do.
pub type Sums = Vec<(Value, u128)>;

/// Rolls that are not taken as components but counted through, run for run, like the wheels of a counter.
#[derive(Debug, Default)]
pub struct Counted {
    /// Whether rolls of sides and of the game master are counted through.
    pub on: bool,
    /// Whether there was one that could be.
    pub could_be: bool,
    /// each roll: at which of its sums it stands
    wheels: Vec<(usize, Sums)>,
    at: usize,
}

impl Counted {
    /// All rolls of sides and of the game master are to be counted through.
    pub fn through() -> Self {
        Counted {
            on: true,
            ..Counted::default()
        }
    }

    fn next(&mut self, sums: Sums) -> Value {
        if self.at == self.wheels.len() {
            self.wheels.push((0, sums));
        }
        self.at += 1;
        let (at, sums) = &self.wheels[self.at - 1];
        sums[*at].0
    }

    /// Ready for the next run; `false` if there is none.
    pub fn turn(&mut self) -> bool {
        self.wheels.truncate(self.at);
        self.at = 0;
        while let Some((at, sums)) = self.wheels.last_mut() {
            if *at + 1 < sums.len() {
                *at += 1;
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    /// In how many ways of how many the dice fall that are counted through as they stand.
    pub fn share(&self) -> Option<(u128, u128)> {
        self.wheels[..self.at]
            .iter()
            .try_fold((1_u128, 1_u128), |(ways, of), (at, sums)| {
                let all = sums.iter().map(|sum| sum.1).sum();
                Some((ways.checked_mul(sums[*at].1)?, of.checked_mul(all)?))
            })
    }
}

pub const GIVEN_IN_SOME: Mixed = Mixed::Beyond("dice that are given for a roll of some runs only");

/// How many different sums one roll may come to.
const MOST_SUMS: u64 = 4_000;

/// In how many ways the dice come to each result.
pub fn sums(throw: &Throw) -> Result<Sums, Mixed> {
    if has_too_many_results(throw, MOST_SUMS) {
        return Err(Mixed::Together);
    }
    let results = results(throw).into_iter().map(|(result, ways)| {
        let ways = u128::try_from(ways).map_err(|_| Mixed::Together)?;
        Ok((result, ways))
    });
    results.collect()
}

/// The share of each of these sums, in their order.
pub fn shares(sums: &Sums) -> impl Iterator<Item = Share> + '_ {
    let of = sums.iter().map(|sum| sum.1).sum();
    sums.iter().map(move |&(_, ways)| Share { ways, of })
}

impl RunInProgress<'_> {
    /// Whether the scenario gives dice for rolls like this one.
    pub fn is_given(&self, roll: &Roll) -> bool {
        let mut given = self.scenario.dice.iter();
        given.any(|given| given.who == roll.who && given.purpose == roll.purpose)
    }

    /// Rolls dice that are rolled in all runs: their sum.
    pub fn roll(&mut self, roll: &Roll) -> Result<Value, Mixed> {
        let everywhere = self.window.is_none();
        if everywhere {
            let request = RollRequest {
                who: roll.who,
                purpose: roll.purpose,
                throw: roll.throw,
                path: self.machine.path(),
                running: self.machine.running(),
            };
            match self.dice.roll(&request, &mut Vec::new()) {
                Ok(sum) => return Ok(sum),
                Err(FaultKind::NoDie { .. }) => {}
                Err(_) => return Err(Mixed::Fault),
            }
        } else if self.is_given(roll) {
            return Err(GIVEN_IN_SOME);
        }
        self.rolls += 1;
        let is_shared = everywhere && !matches!(roll.who, Person::Combatant(_));
        self.counted.could_be |= is_shared;
        let sums = sums(&roll.throw)?;
        if is_shared && self.counted.on {
            return Ok(self.counted.next(sums));
        }
        let component = self.components.add(shares(&sums).collect())?;
        let column = self.add_column(component, sums.iter().map(|sum| sum.0).collect());
        Ok(abstract_value(column))
    }

    /// Answers what a run pauses for, but for dice. `asked`: by declaration of the scenario, whether it was asked for.
    pub fn answer(&mut self, pause: &Pause, asked: &mut [bool]) -> Result<(), Mixed> {
        match pause {
            Pause::Ask { question, .. } => {
                let mut answers = self.scenario.answers.iter();
                if answers.any(|answer| answer.question == *question) {
                    return Err(Mixed::Beyond("a question that the scenario answers"));
                }
                self.machine.answered(None).map_err(|_| Mixed::Fault)
            }
            Pause::Declare { one: true, .. } => Err(Mixed::Beyond("one act declared of several")),
            Pause::Declare { actor, actions, .. } => {
                let (path, running) = (self.machine.path(), self.machine.running());
                let mut numbers = Vec::new();
                for number in self.scenario.declared_in(*actor, path, running) {
                    if !self.scenario.declarations[number].is_asked(actions) {
                        continue;
                    }
                    if self.asked_in_some.contains(&number) {
                        return Err(Mixed::Beyond("a declaration of some runs only"));
                    }
                    if !asked[number] {
                        numbers.push(to_number(number));
                    }
                }
                self.scenario.take(&mut numbers, actions);
                for number in &numbers {
                    asked[number.index()] = true;
                }
                let declared = self.machine.declared(&numbers, self.scenario);
                declared.map_err(|_| Mixed::Fault)
            }
            Pause::Roll(_) | Pause::Rests | Pause::Saw(_) | Pause::Done(_) => {
                Err(Mixed::Beyond("a pause that is not answered"))
            }
        }
    }

    /// Notes what was asked for in the outcomes of a component: what was in some of them only cannot be asked for again.
    pub fn note_asked<'p>(
        &mut self,
        points: impl Iterator<Item = &'p RunPosition> + Clone,
    ) -> Vec<bool> {
        let count = self.scenario.declarations.len();
        let mut some = BTreeSet::new();
        let asked = (0..count).map(|number| {
            let any = points.clone().any(|point| point.asked[number]);
            if any && !points.clone().all(|point| point.asked[number]) {
                some.insert(number);
            }
            any
        });
        let asked = asked.collect();
        self.asked_in_some.extend(some);
        asked
    }
}
