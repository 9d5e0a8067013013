//! The outline of a run: who acts when, as a grid with a row for each combatant and a column for each batch. Names and texts only; what draws
//! it needs neither the rules nor the journal. Knows nothing of shapes, sizes and colours.
//!
//! `gather` reads the journal and fills a `sheet` for each panel, `results` notes what comes of it, `places` knows to which place of a round something belongs, `letters` finds the letters of an action list.

mod gather;
mod letters;
mod places;
mod results;
mod sheet;

pub use gather::outline;

use crate::ruleset::PhaseId;

/// How a side stands at the end: its name, and each of its members with the values that have changed.
pub type SideAtEnd = (String, Vec<(String, Vec<String>)>);

/// A run as a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// What the scenario is called.
    pub title: String,
    /// By which rules it is played.
    pub rules: String,
    /// The sides, in the order of the scenario.
    pub sides: Vec<SideRows>,
    /// The combatants, side by side.
    pub rows: Vec<String>,
    /// The letters that marks bear, with what the action list says of them.
    pub letters: Vec<(String, String)>,
    /// One for each repetition of an outermost counting phase in which anything is done.
    pub panels: Vec<Panel>,
    /// How it stands at the end: by side, its combatants, each with what acts have changed of it (`hp 3 of 9`). Nothing where no act has changed anything.
    pub standing: Vec<SideAtEnd>,
}

/// A side, and which rows are of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideRows {
    /// Its name.
    pub name: String,
    /// The first of its rows.
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

/// One repetition of an outermost counting phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// `Round 1`
    pub heading: String,
    /// Which phase.
    pub phase: Option<PhaseId>,
    /// The number of the repetition.
    pub number: Option<i64>,
    /// The places of the round, in their order: segments, counts, values of a shown key.
    pub places: Vec<RoundPlace>,
    /// The columns, in the order of the run.
    pub columns: Vec<Column>,
    /// What the combatants do, in the order of the run.
    pub marks: Vec<Mark>,
    /// Acts that take time.
    pub spans: Vec<ActSpan>,
    /// Marks that happen at once, as they are one batch.
    pub joins: Vec<Vec<usize>>,
    /// From the act that an exception has moved to the one that it refers to.
    pub arrows: Vec<Arrow>,
    /// What is said between the columns.
    pub sayings: Vec<Interjection>,
    /// How the combat ended, if it did so here.
    pub ending: Option<String>,
    /// Where the telling of the run was cut, if it was so here.
    pub cut: Option<String>,
}

impl Panel {
    /// The remarks of the rules, those on batches first.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        let on_batches = self.columns.iter().flat_map(|column| &column.notes);
        let on_batches = on_batches.map(|note| note.text.as_str());
        let between = self.sayings.iter().filter_map(|saying| match &saying.what {
            InterjectionKind::Note(note) => Some(note.as_str()),
            InterjectionKind::Roll { .. } | InterjectionKind::Changes(_) => None,
        });
        on_batches.chain(between)
    }

    /// What changes in it: of whom, and what.
    pub fn changes(&self) -> impl Iterator<Item = &(String, Vec<String>)> {
        let by_batches = self.columns.iter().flat_map(|column| &column.changes);
        let between = self.sayings.iter().filter_map(|saying| match &saying.what {
            InterjectionKind::Changes(changes) => Some(changes),
            InterjectionKind::Roll { .. } | InterjectionKind::Note(_) => None,
        });
        by_batches.chain(between.flatten())
    }

    /// What is said behind everything else: how the combat ended, or where its telling was cut.
    pub fn last_words(&self) -> impl Iterator<Item = String> {
        let ending = self.ending.as_ref().map(|because| match because.as_str() {
            "" => "the combat is over".to_owned(),
            because => format!("the combat is over: {because}"),
        });
        ending.into_iter().chain(self.cut.clone())
    }
}

/// A place of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundPlace {
    /// `Segment 4`
    pub label: String,
    /// `4`, or nothing if it has no number.
    pub number: String,
    /// How many columns it has; none where nothing is done.
    pub columns: usize,
}

/// A batch, or what else happens at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its place.
    pub place: usize,
    /// A batch; else what happens between batches.
    pub batch: bool,
    /// What is noted about it.
    pub notes: Vec<Note>,
    /// What changes by it: of whom, and what.
    pub changes: Vec<(String, Vec<String>)>,
}

impl Column {
    /// What changes, with whom: `ann: hp 6 -> 3, prone`, with a real arrow.
    pub fn changes_told(&self) -> impl Iterator<Item = String> + '_ {
        change_texts(&self.changes)
    }
}

/// `ann: hp 6 -> 3, prone`, with a real arrow, for each of whom something changes.
pub fn change_texts(changes: &[(String, Vec<String>)]) -> impl Iterator<Item = String> + '_ {
    changes.iter().map(|(of, parts)| {
        let parts = in_chains(parts).join(", ").replace(" -> ", " \u{2192} ");
        format!("{of}: {parts}")
    })
}

/// What changes more than once, told once: `stress 9 -> 5` and `stress 5 -> 1` as `stress 9 -> 5 -> 1`.
fn in_chains(parts: &[String]) -> Vec<String> {
    let mut chains: Vec<String> = Vec::new();
    for part in parts {
        let chain = part.split_once(" -> ").and_then(|(before, to)| {
            let (name, from) = before.rsplit_once(' ')?;
            let (head, tail) = (format!("{name} "), format!(" -> {from}"));
            let mut of_it = chains.iter_mut();
            let chain = of_it.find(|one| one.starts_with(&head) && one.ends_with(&tail))?;
            Some((chain, to))
        });
        match chain {
            Some((chain, to)) => *chain += &format!(" -> {to}"),
            None => chains.push(part.clone()),
        }
    }
    chains
}

/// A remark of the rules on a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it says.
    pub text: String,
    /// The mark that it belongs to, if it is about an actor.
    pub of: Option<usize>,
}

/// What is said between the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interjection {
    /// Behind so many columns.
    pub behind: usize,
    /// What.
    pub what: InterjectionKind,
}

/// What is said between the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterjectionKind {
    /// A side rolls dice: `orcs roll 4`, for `initiative`.
    Roll {
        /// who, and what came of it
        text: String,
        /// what for
        purpose: String,
    },
    /// A remark of the rules.
    Note(String),
    /// What changes without any act, of what acts have changed before: at the end of a round, say.
    Changes(Vec<(String, Vec<String>)>),
}

/// What a combatant does, or does not come to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the act.
    pub act: u32,
    /// Whose row.
    pub row: usize,
    /// In which column.
    pub column: usize,
    /// What becomes of it.
    pub fate: MarkFate,
    /// The letter of its action, if the rules give it one.
    pub letter: Option<String>,
    /// `attacks orc 1`
    pub deed: String,
    /// The same behind `does not`, without particulars: `attack orc 1`
    pub base: String,
    /// What it is done with, if that is no combatant: the spell of `casts sleep at orc 1`.
    pub thing: Option<String>,
    /// Its place had gone by when it came into the line.
    pub late: bool,
    /// Where exceptions have put it.
    pub tags: Vec<Tag>,
}

/// What becomes of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkFate {
    /// It is carried out.
    Done,
    /// The first of several stages is carried out.
    Begins,
    /// A stage between the first and the last.
    GoesOn,
    /// The last of several stages.
    Completes,
    /// It comes to nothing.
    Lost(Loss),
}

/// Why an act comes to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// In which way.
    pub kind: LossKind,
    /// `void`, `refused`, `missed`, or what a cancelled act is called.
    pub word: String,
    /// Why.
    pub reason: String,
    /// The rule that says so.
    pub rule: String,
}

/// In which way an act comes to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// Taken out of the line.
    Cancelled,
    /// Not possible any more when its time comes.
    Void,
    /// Not accepted when it is declared.
    Refused,
    /// Its place had gone by, and it does not come in this round.
    Missed,
}

/// An exception that has moved an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// `before`, `after`, `together with`
    pub relation: String,
    /// The title of the exception.
    pub rule: String,
    /// The acts that it refers to.
    pub references: Vec<String>,
}

/// An act that takes time: from its first mark to its last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActSpan {
    /// Whose row.
    pub row: usize,
    /// Its marks in this panel, in their order.
    pub marks: Vec<usize>,
    /// It began in an earlier panel.
    pub from_before: bool,
    /// It goes on in a later panel, or is never completed.
    pub goes_on: bool,
}

/// From the act that moved to the one that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The mark of the act that moved.
    pub from: usize,
    /// Which of its tags.
    pub tag: usize,
    /// The mark of the other act.
    pub to: usize,
}

impl Outline {
    /// One repetition of a phase alone: round 2.
    pub fn only(mut self, phase: PhaseId, number: i64) -> Self {
        let is_it = |panel: &Panel| panel.phase == Some(phase) && panel.number == Some(number);
        self.panels.retain(is_it);
        self.standing.clear();
        self
    }
}

impl Mark {
    /// Whether the act comes to nothing, and why.
    pub fn loss(&self) -> Option<&Loss> {
        match &self.fate {
            MarkFate::Lost(loss) => Some(loss),
            _ => None,
        }
    }

    /// Whether it comes to nothing before what is carried out in its column: what is cancelled there is so by that.
    pub fn is_lost_before(&self, column: &Column) -> bool {
        let before = |loss: &Loss| !column.batch || loss.kind != LossKind::Cancelled;
        self.loss().is_some_and(before)
    }
}
