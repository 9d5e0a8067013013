//! The entries of a journal.

use super::Range;
use crate::ruleset::{
    ActionId, EventId, ExceptionId, ItemId, KindId, PhaseId, QuestionId, Relation, Slot, TableId,
    TacticId, TemplateId, Throw, TriggerId, Value, WordId,
};
use crate::scenario::Person;
use serde::{Deserialize, Serialize};

/// The number of an act in a run.
pub type ActNumber = u32;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The item of the rule file that caused it, if one did.
    pub cause: Option<ItemId>,
    /// What happened.
    pub what: What,
}

impl Entry {
    /// The act of which it tells, where it tells of one.
    pub fn act(&self) -> Option<ActNumber> {
        match self.what {
            What::Declared { act, .. }
            | What::Refused { act, .. }
            | What::Added { act, .. }
            | What::Resolved { act, .. }
            | What::Cancelled { act, .. }
            | What::Void { act, .. }
            | What::Missed { act }
            | What::Placed { act, .. } => Some(act),
            What::PhaseBegins { .. }
            | What::PhaseEnds { .. }
            | What::Rolled { .. }
            | What::Asked { .. }
            | What::Arranged { .. }
            | What::BatchBegins { .. }
            | What::BatchEnds
            | What::Corrected { .. }
            | What::Changed { .. }
            | What::Contradiction { .. }
            | What::Raised { .. }
            | What::Responded { .. }
            | What::Withheld { .. }
            | What::Noted { .. }
            | What::Consulted { .. }
            | What::Made { .. }
            | What::Ended { .. } => None,
        }
    }
}

/// A template and the values of its holes, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// the template
    pub template: TemplateId,
    /// the values of its holes
    pub values: Range,
}

/// What happened. The fields are named for what they hold; ids lead to the ruleset, ranges to the common store.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A phase begins; its number if it counts, else [`MISSING`](crate::ruleset::MISSING); the clock.
    PhaseBegins {
        phase: PhaseId,
        number: Value,
        now: Value,
    },
    /// A phase (one repetition of it) ends.
    PhaseEnds { phase: PhaseId, number: Value },
    /// Dice are rolled; `faces`: nothing where only their result is known.
    Rolled {
        who: Person,
        purpose: WordId,
        throw: Throw,
        faces: Range,
        total: Value,
    },
    /// A person is asked; `about` holds kind and record in turn; `by_default`: the default counts, for want of an answer.
    Asked {
        who: Person,
        question: QuestionId,
        said: Said,
        about: Range,
        answer: Value,
        by_default: bool,
    },
    /// An act is declared.
    Declared { act: ActNumber, secret: bool },
    /// A declared act is refused.
    Refused { act: ActNumber, because: Said },
    /// An act comes into the line; `next`: as the very next batch.
    Added { act: ActNumber, next: bool },
    /// The line is worked out anew: [`Journal::lines`](super::Journal::lines) has it by this number.
    Arranged { line: u32 },
    /// A batch begins: its acts, and the named keys of its place (word and value in turn).
    BatchBegins { acts: Range, place: Range },
    /// A stage of an act is carried out.
    Resolved { act: ActNumber, stage: u16 },
    /// The batch is over: its changes are in force and what they set off is done.
    BatchEnds,
    /// The game master corrects something, by the number of the correction in the scenario. What that changes follows.
    Corrected { correction: u32 },
    /// An attribute changes.
    Changed {
        kind: KindId,
        record: u32,
        slot: Slot,
        old: Value,
        new: Value,
    },
    /// Two acts of a batch set one attribute to different values; `kept` is in force.
    Contradiction {
        kind: KindId,
        record: u32,
        slot: Slot,
        kept: Value,
        dropped: Value,
    },
    /// An act is cancelled, and called so.
    Cancelled {
        act: ActNumber,
        word: WordId,
        because: Option<Said>,
    },
    /// An act is void when its time comes.
    Void { act: ActNumber, because: Said },
    /// The place of an act had gone by.
    Missed { act: ActNumber },
    /// An event is raised.
    Raised { event: EventId, values: Range },
    /// A trigger responds.
    Responded { trigger: TriggerId },
    /// A trigger was looked at and its guard was false, or its limit used up.
    Withheld { trigger: TriggerId, used_up: bool },
    /// A remark.
    Noted { said: Said },
    /// The row of a table is carried out, for this key.
    Consulted {
        table: TableId,
        row: u32,
        key: Value,
    },
    /// The game master says where an act stands whose key (its index) is missing; `by_default`: the default counts, for want of an answer.
    Placed {
        act: ActNumber,
        key: u32,
        first: bool,
        by_default: bool,
    },
    /// A record is made.
    Made { kind: KindId, record: u32 },
    /// The combat is over.
    Ended { because: Option<Said> },
}

/// An act, as the journal knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActRecord {
    /// Who acts.
    pub actor: u32,
    /// What it is.
    pub action: ActionId,
    /// Its attributes as they stood at the end of the run, all slots of the kind act.
    pub attributes: Range,
    /// The declaration of the scenario it comes from, by number.
    pub declaration: Option<u32>,
    /// The tactic and the number of its line that declared it.
    #[serde(default)]
    pub tactic: Option<(TacticId, u16)>,
}

impl ActRecord {
    /// Whether it was declared, by the scenario or by a tactic; else the rules added it.
    pub fn is_declared(&self) -> bool {
        self.declaration.is_some() || self.tactic.is_some()
    }
}

/// What a stage of an act was called at one moment. Kept for titles that take more than a look at attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The entry with which it was so called.
    pub entry: u32,
    /// The act.
    pub act: ActNumber,
    /// Its stage.
    pub stage: u16,
    /// The title, with its values.
    pub said: Said,
}

/// What a record that was made in the run is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordTitle {
    /// The kind of the record.
    pub kind: KindId,
    /// The record.
    pub record: u32,
    /// Its title, behind the record itself.
    pub said: Said,
}

/// The line as it was worked out at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Which order was in force (its index in the ruleset).
    pub order: u32,
    /// How many keys each act has.
    pub width: u32,
    /// The acts in the line, as the line has them: first to last.
    pub acts: Range,
    /// The size of each batch, in the same order.
    pub batches: Range,
    /// The keys of each act in the same order, `width` each, as worked out (before turning `highest first` round).
    pub keys: Range,
    /// The keys that placements gave: act, key (its index) and placement (its index) in turn.
    pub placed: Range,
    /// What exceptions and corrections bore on the acts.
    pub rulings: Vec<Ruling>,
    /// What made rulings fall: a fallen ruling and one that it contradicts, by their index in `rulings`, in turn. Of one that was overruled
    /// the stronger ones; of one that fell in a circle the others of the circle.
    pub against: Range,
}

/// What an exception, or a correction by the game master, asks for of one pair of acts, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// By whose authority.
    pub by: Authority,
    /// The act that it moves.
    pub mover: ActNumber,
    /// The act in relation to which it moves.
    pub reference: ActNumber,
    /// What it asks for.
    pub relation: Relation,
    /// What became of it.
    pub fate: Fate,
    /// The values compared, left and right, if it compares.
    pub compared: Option<(Value, Value)>,
}

/// What asks for the order of two acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Authority {
    /// An exception of the rules.
    Exception(ExceptionId),
    /// A correction by the game master, by its number in the scenario.
    Correction(u32),
}

impl Authority {
    /// The exception, if it is one.
    pub fn exception(self) -> Option<ExceptionId> {
        match self {
            Authority::Exception(id) => Some(id),
            Authority::Correction(_) => None,
        }
    }

    /// Its number in the [`Precedence`](crate::line::Precedence) of rules with so many exceptions: corrections stand behind these.
    pub fn number(self, exceptions: usize) -> u32 {
        match self {
            Authority::Exception(id) => id.0,
            Authority::Correction(number) => (exceptions as u32).saturating_add(number),
        }
    }
}

/// What became of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It stands, and the keys gave the same already.
    Held,
    /// It stands, and moved its act.
    Moved,
    /// It fell: something over it said otherwise.
    Overruled,
    /// It fell as the weakest of a circle.
    Weakest,
    /// It fell with the whole circle.
    Contradiction,
    /// It fell with the whole circle, whose acts come together.
    Together,
    /// It does not apply: this guard (its index) was false.
    GuardFailed(u16),
}
