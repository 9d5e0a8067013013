//! Situations: who fights, with what, what everybody would do, and how lucky they are. By names rather than ids, so that several rule files
//! can play the same one. Drawn by chance (small ones first), made into scenarios, made smaller, and told as text that can be saved.
//!
//! Knows rulesets, scenarios and the machine's dice and decisions; it neither reads nor prints, and judges nothing.

mod focus;
mod generator;
mod inputs;
mod kept;
mod lexicon;
mod lower;
mod mutation;
mod numbers;
mod random;
mod shrink;
mod text;
mod value;

pub use focus::{Focus, FocusLines, Stretches};
pub use generator::Generator;
pub use inputs::{Inputs, LexiconNames, RecordedInputs, SharedInputs};
pub use lexicon::{Lexicon, LexiconAction, LexiconAttribute, Ty};
pub use lower::lower;
pub use shrink::{Judged, shrink};
pub use text::scenario_text;

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::Value;
/// A situation. Its parts are named by their places in a [`Lexicon`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// The things of each kind, in the order of their names; of the combat as a whole one or none, of acts none.
    pub things: Vec<Vec<SituationThing>>,
    /// The options that are set.
    pub options: Vec<(usize, Datum)>,
    /// For each combatant, what it declares, one after the other, when the rules ask it.
    pub deeds: Vec<Vec<DeclaredDeed>>,
    /// The last number of the rules' main counting phase that is played.
    pub rounds: Value,
    /// Whether it begins with that phase, and what comes before is left out.
    pub skips: bool,
    /// From this number come all dice and answers that are not written down.
    pub luck: u64,
    /// Numbers that such dice show more often than others.
    pub faces: Vec<Value>,
    /// Dice that are written down.
    pub dice: BTreeMap<SharedOccasion, Vec<Value>>,
    /// Occasions without an answer, or without a declaration.
    pub silent: BTreeSet<SharedOccasion>,
}

/// A thing of a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SituationThing {
    /// What it is called.
    pub name: String,
    /// What is said of it: attributes of its kind.
    pub settings: Vec<(usize, Datum)>,
}

impl SituationThing {
    fn named(name: String) -> Self {
        let settings = Vec::new();
        SituationThing { name, settings }
    }
}

/// What a combatant declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredDeed {
    /// Which action.
    pub action: usize,
    /// What is said of it: attributes of acts.
    pub settings: Vec<(usize, Datum)>,
    /// It is declared along with the one before it.
    pub along: bool,
    /// How often the combatant lets the question pass before it declares this, while no period is said.
    pub waits: u32,
    /// The period in which it is declared; none: when the combatant is next asked.
    pub at: Option<SharedOccasion>,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Datum {
    /// none
    Missing,
    /// yes or no
    YesNo(bool),
    /// a number, counted in the unit of its attribute
    Number(Value),
    /// a word of the attribute's choice, by its place there
    Word(usize),
    /// a thing of the attribute's kind
    Thing(usize),
    /// an action
    Action(usize),
    /// some text
    Text,
}

/// An occasion on which dice are rolled or a person is asked, the same for all rule files: made of the names of who rolls, what for, when,
/// and how often before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SharedOccasion(pub u64);

impl Situation {
    /// How large it is: the smaller, the easier to understand. Things count most, then what they do, then what is said of them, then numbers.
    pub fn size(&self) -> u64 {
        let things = self.things.iter().map(Vec::len).sum::<usize>() as u64;
        let deeds = self.deeds.iter().map(Vec::len).sum::<usize>() as u64;
        let settings = |settings: &[(usize, Datum)]| {
            settings.iter().map(|(_, datum)| datum.size()).sum::<u64>()
        };
        let said = self
            .things
            .iter()
            .flatten()
            .map(|thing| settings(&thing.settings))
            .sum::<u64>()
            + self
                .deeds
                .iter()
                .flatten()
                .map(|deed| settings(&deed.settings))
                .sum::<u64>()
            + settings(&self.options);
        let dice: u64 = self
            .dice
            .values()
            .flatten()
            .map(|face| face.unsigned_abs())
            .sum();
        things * 10_000
            + deeds * 5_000
            + self.rounds.unsigned_abs() * 5_000
            + said
            + dice
            + u64::from(!self.skips) * 50
    }
}

impl Datum {
    fn size(self) -> u64 {
        match self {
            // One is the plainest of numbers: with none of something there is often nothing left to see.
            Datum::Number(number) => 100 + (number - 1).unsigned_abs().min(90),
            Datum::Missing | Datum::YesNo(_) | Datum::Word(_) | Datum::Action(_) | Datum::Text => {
                100
            }
            Datum::Thing(_) => 101,
        }
    }
}
