//! The differences of two rule files as data, fit for people and for programs. Data only.

use crate::source::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the JSON form; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 2;

/// What differs between two rule files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of this form.
    pub schema_version: u32,
    /// The first rule file.
    pub left: String,
    /// The second.
    pub right: String,
    /// What differs in structure, item by item.
    pub structure: Vec<ItemChange>,
    /// How given scenarios go by the two.
    pub scenarios: Vec<ScenarioDiff>,
    /// What a search through situations found.
    pub search: Option<SearchReport>,
    /// The changes of structure in groups that can be made apart from each other, if there are several changes and they are looked at in play.
    pub groups: Vec<Group>,
    /// Which group of changes causes what in play.
    pub attribution: Vec<Attribution>,
}

/// An item that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ItemChange {
    /// `exception`, `option`, ...
    pub category: String,
    /// Its name or title; empty if it has none.
    pub name: String,
    /// `added`, `removed`, `changed`, `renamed`, `moved`
    pub change: ItemChangeKind,
    /// Its new name, if it is renamed; the item before or after which it stands now, if it is moved.
    pub other: Option<String>,
    /// Moved: it stands before that item now, else after it.
    pub before: Option<bool>,
    /// The parts that differ.
    pub parts: Vec<PartDifference>,
    /// Where it stands in the first rule file.
    pub left: Option<FilePlace>,
    /// Where it stands in the second.
    pub right: Option<FilePlace>,
}

/// What happened to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "How")]
pub enum ItemChangeKind {
    /// only the second has it
    Added,
    /// only the first has it
    Removed,
    /// it has another name
    Renamed,
    /// it stands at another place among its like
    Moved,
    /// parts of it differ
    Changed,
}

/// A part of an item that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PartChange")]
pub struct PartDifference {
    /// `default`, `key place`, `row 3..6`; empty for a line of what is done.
    pub part: String,
    /// As the first has it.
    pub left: Option<String>,
    /// As the second has it; the same as the first: it has moved.
    pub right: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct FilePlace {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// How one scenario goes by the two rule files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioDiff {
    /// Its file.
    pub file: String,
    /// Its title.
    pub title: String,
    /// Why it cannot be played by one of them.
    pub trouble: Option<String>,
    /// Where the two runs part, if they do.
    pub parting: Option<Point>,
    /// What both runs wait for where they go the same way: a die or an answer that the scenario leaves open. What is open can have other chances.
    pub open: Option<String>,
}

/// The point at which two runs part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// `order`, `outcome`, `table` (dice and questions), `stop` (one of them ends with an error), `sequence` (the same dice and questions, only sooner or later), `books` (only what no transcript shows)
    pub what: PointKind,
    /// By the first rule file; none: nothing more happens.
    pub left: Option<RunMoment>,
    /// By the second.
    pub right: Option<RunMoment>,
}

/// What differs where two runs part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointKind {
    /// who acts, or when
    Order,
    /// what comes of it
    Outcome,
    /// what is rolled or asked
    Table,
    /// one of them ends with an error
    Stop,
    /// only when something is rolled or asked that comes in both
    Sequence,
    /// only what the rules keep, which no transcript shows
    Books,
}

/// What happens at a point of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Moment")]
pub struct RunMoment {
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub when: String,
    /// What.
    pub happens: String,
    /// The rule that is responsible, as far as one is.
    pub rule: Option<Rule>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// `exception`, `key`, `trigger`, ...
    pub category: String,
    /// Its name or title.
    pub name: String,
    /// Where it stands.
    pub place: FilePlace,
}

impl Rule {
    /// `key "reach"`; what it is alone, where it has no name.
    pub(super) fn called(&self) -> String {
        match self.name.as_str() {
            "" => self.category.clone(),
            name => format!("{} \"{name}\"", self.category),
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchReport {
    /// Where its luck came from.
    pub seed: u64,
    /// How many situations were tried.
    pub tried: u64,
    /// No more were tried, as their runs took this many steps already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u64>,
    /// How many of them could not be played to their end.
    pub unplayable: u64,
    /// In how many the two part.
    pub parted: u64,
    /// They do not part, and have tactics, which situations are drawn without.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_tactics: bool,
    /// The smallest situation in which they part.
    pub witness: Option<Witness>,
    /// How pairs of acts stand, by what they are; those that differ most first.
    pub pairs: Vec<PairShare>,
}

impl SearchReport {
    /// What is said where the search was cut short.
    pub fn cut(&self) -> Option<String> {
        cut(self.tried, self.cut)
    }

    /// What is said where many situations stop with an error by both rule files: more than one of ten.
    pub fn stops(&self) -> Option<String> {
        (self.unplayable > self.tried / 10).then(|| {
            let stopped = self.unplayable;
            format!("{stopped} of these situations stop with an error by both, and show only what comes before it")
        })
    }
}

/// A change of structure; of a kind that both rule files have, the change of one attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeRef {
    /// The change, by its number in the structure, counted from 0.
    pub change: usize,
    /// The attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// What it is called: `exception "G vs D"`, `attribute speed of combatant`
    pub name: String,
    /// What happened to it, in a line.
    pub headline: String,
}

/// Changes that are connected by what they need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// Its name, made of those of its changes.
    pub name: String,
    /// Its changes.
    pub changes: Vec<ChangeRef>,
    /// What they do in play: all together, then, if that is less, each with what it needs. Empty if nothing is tried.
    pub trials: Vec<Trial>,
}

/// What some changes of structure do in play when they are made with all that they need, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trial {
    /// The changes.
    pub about: Vec<ChangeRef>,
    /// The changes that these need: without them the rules would have errors, or nothing would use what they add.
    pub needs: Vec<ChangeRef>,
    /// They cannot be made: the rules would have errors.
    pub impossible: bool,
    /// How many situations were tried, up to the first that shows it.
    pub tried: u64,
    /// No more were tried, as their runs took this many steps already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u64>,
    /// How many situations were tried by the second rule file and the same without the changes and what needs them. That is done where the changes alone
    /// show nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried_without: Option<u64>,
    /// The situation shows the second rule file without the changes and what needs them (left) and whole (right).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shown_without: bool,
    /// The smallest situation found that shows it.
    pub witness: Option<Witness>,
}

/// A situation in which two rule files part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    /// Where they part.
    pub parting: Point,
    /// A scenario that shows it, with all dice; for the first rule file, of a trial that is `shown_without` for the second. None if that stops with an
    /// error whenever the two part.
    pub scenario: Option<String>,
    /// The same for the second, where it must be said otherwise.
    pub for_right: Option<String>,
}

/// How many pairs of acts of two kinds stand otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairShare {
    /// One kind: an action, or one stage of it.
    pub first: String,
    /// The other.
    pub second: String,
    /// How many such pairs were seen.
    pub seen: u64,
    /// How many of them stand otherwise.
    pub differ: u64,
}

/// What one group of changes, or two together, cause in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attribution {
    /// The groups, by their numbers, counted from 0.
    pub groups: Vec<usize>,
    /// It cannot be made alone: the rules would have errors.
    pub impossible: bool,
    /// In how many of the situations that part the two rule files this alone gives what the second gives.
    pub explains: u64,
    /// Of how many.
    pub of: u64,
    /// In how many of all situations tried this alone makes a difference.
    pub differs: u64,
    /// Of how many.
    pub tried: u64,
    /// No more were tried, as their runs took this many steps already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u64>,
}

impl Witness {
    /// The same with the sides exchanged; the scenario stays that of the rule file that was first.
    #[must_use]
    pub(super) fn reversed(self) -> Self {
        let Point { what, left, right } = self.parting;
        Witness {
            parting: Point {
                what,
                left: right,
                right: left,
            },
            scenario: self.scenario,
            for_right: None,
        }
    }
}

impl Trial {
    /// What is said where the search for it was cut short.
    pub fn cut(&self) -> Option<String> {
        cut(self.tried + self.tried_without.unwrap_or(0), self.cut)
    }
}

impl Attribution {
    /// What is said where no more situations were tried.
    pub fn cut(&self) -> Option<String> {
        cut(self.tried, self.cut)
    }
}

fn cut(tried: u64, cut: Option<u64>) -> Option<String> {
    cut.map(|work| {
        Limits::cut(
            &format!("the search was cut after {tried} situations"),
            work,
        )
    })
}

impl Report {
    /// Whether any difference was found.
    pub fn differs(&self) -> bool {
        let parts =
            |scenario: &ScenarioDiff| scenario.parting.is_some() || scenario.trouble.is_some();
        !self.structure.is_empty()
            || self.scenarios.iter().any(parts)
            || self.search.as_ref().is_some_and(|search| search.parted > 0)
    }
}
