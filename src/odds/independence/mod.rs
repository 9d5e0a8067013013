//! Exact places where dice are independent: the dice of one combatant say when it acts, and nothing about the others. Then the ways in which all dice fall
//! together need not be followed: for each component, dice that belong together, all outcomes are looked at, and how many come before a combatant follows
//! from component to component.
//!
//! Whether dice are independent is not guessed. The machine carries out one run, in which what depends on dice is abstract: a column of values, one for
//! each outcome of one component. Whatever looks at two components takes them together; what cannot be followed so makes this method give up, and says
//! why. Then runs are followed from roll to roll, or played.
//!
//! The rooms: `components` (dice that are taken together, columns), `course` (the run), `branches` (the run followed in each outcome
//! where that matters), `dice` (rolls and
//! answers), `window` (acts are resolved), `ranks` (from ranks to places).

mod branches;
mod components;
mod course;
mod dice;
mod ranks;
mod window;

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::distribution::{Chance, Distribution};
use crate::machine::Machine;
use crate::ruleset::index::{Idx, to_number, to_value};
use crate::ruleset::{KindId, MISSING, Ruleset, Value};
use crate::scenario::{ActOrder, Asked, Scenario};
use crate::source::Limits;
use course::RunInProgress;
use ranks::Ranks;

/// Why dice cannot be taken as independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixed {
    /// The question is not about the first acts of combatants.
    OtherQuestion,
    /// Too many dice would have to be taken together.
    Together,
    /// The run does something that is not followed here.
    Beyond(&'static str),
    /// Some run may meet a fault.
    Fault,
    /// It would take too long.
    TooLong,
}

/// Exact answers, and what was looked at for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Independent {
    /// The answers.
    pub answers: Distribution,
    /// How many open rolls there were.
    pub rolls: usize,
}

/// How many ways rolls that all depend on may be counted through.
const MOST_COUNTED: usize = 2_000;
/// The place of every combatant: how likely it is that it acts as the first, the second and so on; the missing place: never.
pub fn places(
    rules: &Ruleset,
    scenario: &Scenario,
    limits: &Limits,
) -> Result<Vec<Independent>, Mixed> {
    let combatants = combatants(scenario);
    answers(rules, scenario, limits, combatants, &mut |ranks, add| {
        for who in 0..to_number(combatants) {
            add_places(ranks, who, &mut |answer, chance| {
                add(who.index(), answer, chance)
            });
        }
    })
}

/// Adds the chances of all places of a combatant.
fn add_places(ranks: &Ranks, who: u32, add: &mut dyn FnMut(Value, RBig)) {
    let (of, places) = (ranks.ways(), ranks.places(who));
    let never = places.len() - 1;
    for (place, ways) in places.into_iter().enumerate() {
        let answer = match place == never {
            true => MISSING,
            false => to_value(place) + 1,
        };
        add(answer, RBig::from_parts(ways.into(), of.clone()));
    }
}

/// The answer to a question for the place of a combatant, or which of two acts first.
pub fn first_acts(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    limits: &Limits,
) -> Result<Independent, Mixed> {
    let mut answers = match *asked {
        Asked::Place(who) => answers(rules, scenario, limits, 1, &mut |ranks, add| {
            add_places(ranks, who, &mut |answer, chance| add(0, answer, chance));
        }),
        Asked::First(one, relation, other) => {
            answers(rules, scenario, limits, 1, &mut |ranks, add| {
                let of = ranks.ways_of_pair(one, other);
                let wanted = match relation {
                    ActOrder::Before => 0,
                    ActOrder::With => 1,
                    ActOrder::After => 2,
                };
                for (number, ways) in ranks.pair(one, other).into_iter().enumerate() {
                    let answer = Value::from(number == wanted);
                    add(0, answer, RBig::from_parts(ways.into(), of.clone()));
                }
            })
        }
        Asked::Whether(_) | Asked::Value(..) => return Err(Mixed::OtherQuestion),
    }?;
    answers.pop().ok_or(Mixed::OtherQuestion)
}

fn combatants(scenario: &Scenario) -> usize {
    let all = scenario.records.get(KindId::COMBATANT.index());
    all.map_or(0, Vec::len)
}

/// Adds a chance to an answer to one of the questions.
type Add<'a> = &'a mut dyn FnMut(usize, Value, RBig);

/// Answers so many questions from the ranks of the first acts. Where too much depends on the rolls of sides or of the game master, each way in
/// which these fall is looked at by itself.
fn answers(
    rules: &Ruleset,
    scenario: &Scenario,
    limits: &Limits,
    questions: usize,
    read: &mut dyn FnMut(&Ranks, Add<'_>),
) -> Result<Vec<Independent>, Mixed> {
    let machine = || Machine::new(rules, *limits);
    let mut course = RunInProgress::new(rules, scenario, limits, machine());
    let mut found: Vec<BTreeMap<Value, RBig>> = vec![BTreeMap::new(); questions];
    let mut rolls = 0;
    let mut counted = 0;
    loop {
        match course.ranks() {
            Ok(ranks) => {
                let (ways, of) = course.counted.share().ok_or(Mixed::Together)?;
                let share = (of > 1).then(|| RBig::from_parts(ways.into(), of.into()));
                read(&ranks, &mut |question, answer, chance| {
                    let chance = share.iter().fold(chance, |chance, share| chance * share);
                    if chance != RBig::ZERO {
                        *found[question].entry(answer).or_insert(RBig::ZERO) += chance;
                    }
                });
                rolls = rolls.max(course.rolls);
                if !course.counted.turn() {
                    break;
                }
                counted += 1;
                if counted > MOST_COUNTED {
                    return Err(Mixed::Together);
                }
            }
            Err(Mixed::Together) if course.counted.could_be && !course.counted.on => {
                course.counted = dice::Counted::through();
            }
            Err(mixed) => return Err(mixed),
        }
        let counted = std::mem::take(&mut course.counted);
        course = RunInProgress::new(rules, scenario, limits, machine());
        course.counted = counted;
    }
    let independent = |answers: BTreeMap<Value, RBig>| {
        let answers = answers.into_iter();
        let answers = answers.map(|(answer, chance)| (answer, Chance::Exact(chance)));
        let answers = Distribution {
            answers: answers.collect(),
        };
        Independent { answers, rolls }
    };
    Ok(found.into_iter().map(independent).collect())
}

impl RunInProgress<'_> {
    /// Follows the run, and gives the ranks to which it has come.
    fn ranks(&mut self) -> Result<Ranks, Mixed> {
        self.whole()?;
        Ranks::of(&self.firsts, &mut self.components).ok_or(Mixed::Together)
    }
}
