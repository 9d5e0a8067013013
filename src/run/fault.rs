//! What stops a run: a fault of the rules or of the scenario, with its place. Data only; the words for people are made of it elsewhere.

use crate::ruleset::{KindId, PhaseId, QuestionId, Slot, TableId, Throw, Value, WordId};
use crate::scenario::Person;
use crate::source::Span;

/// A fault and the place in the file where it arose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The expression or statement; `None` where no place of a file is to blame.
    pub span: Option<Span>,
}

/// What can go wrong in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A missing value was reckoned with, compared by size, or put where a value must be.
    Missing,
    /// A number went beyond [`MOST`](crate::ruleset::MOST).
    Overflow,
    /// Something was divided by zero.
    DivisionByZero,
    /// `the` found more than one, or none.
    NotOne {
        /// how many it found
        found: u32,
    },
    /// The run took more steps than the limit.
    Steps(u64),
    /// Expressions or procedures lead into each other deeper than this.
    TooDeep(u32),
    /// A phase repeated more often than the limit.
    Repetitions {
        /// which
        phase: PhaseId,
        /// the limit
        limit: u64,
    },
    /// One thing led to another more often than the limit.
    Chain {
        /// the limit
        limit: u64,
        /// the titles of the triggers that responded last
        triggers: Vec<String>,
    },
    /// More acts, records or journal entries than the limit.
    TooMuch(u64),
    /// More acts wait at once than this.
    Waiting(u64),
    /// More dice, or dice with more sides, than the limit; or none.
    Dice {
        /// how many
        count: i64,
        /// with how many sides
        sides: i64,
    },
    /// A record is beyond those that one value can hold several of.
    BeyondSet,
    /// No die is given for a roll.
    NoDie {
        /// who rolls
        who: Person,
        /// what for
        purpose: WordId,
        /// which dice
        throw: Throw,
    },
    /// A scripted die shows what this die cannot show.
    ImpossibleDie {
        /// which roll of the scenario
        roll: u32,
        /// which dice
        throw: Throw,
    },
    /// There is no answer and no default.
    NoAnswer {
        /// who was asked
        who: Person,
        /// what
        question: QuestionId,
        /// about which records
        about: Vec<(KindId, u32)>,
    },
    /// An answer that the question does not allow.
    ImpossibleAnswer {
        /// which question
        question: QuestionId,
        /// what was answered
        answer: Value,
        /// what it allows, as far as that can be listed
        allowed: Vec<Value>,
        /// from where to where numbers go of which too many are allowed to be listed
        ends: Option<(Value, Value)>,
    },
    /// A declaration names a record that has not joined yet.
    NotThere {
        /// the kind
        kind: KindId,
        /// which
        record: u32,
    },
    /// No row of a table stands for the key.
    NoRow {
        /// the table
        table: TableId,
        /// the key
        key: Value,
    },
    /// A required attribute of a record or an act has no value.
    Unset {
        /// the kind
        kind: KindId,
        /// the attribute
        slot: Slot,
    },
    /// Batches cannot be resolved from within a batch or a trigger.
    ResolveInside,
}

impl Fault {
    /// Whether it comes of dice, answers or declarations that are missing or do not fit the run, and of nothing else.
    pub fn is_of_input(&self) -> bool {
        match self.kind {
            FaultKind::NoDie { .. }
            | FaultKind::ImpossibleDie { .. }
            | FaultKind::NoAnswer { .. }
            | FaultKind::ImpossibleAnswer { .. }
            | FaultKind::NotThere { .. } => true,
            FaultKind::Missing
            | FaultKind::Overflow
            | FaultKind::DivisionByZero
            | FaultKind::NotOne { .. }
            | FaultKind::Steps(_)
            | FaultKind::TooDeep(_)
            | FaultKind::Repetitions { .. }
            | FaultKind::Chain { .. }
            | FaultKind::TooMuch(_)
            | FaultKind::Waiting(_)
            | FaultKind::Dice { .. }
            | FaultKind::BeyondSet
            | FaultKind::NoRow { .. }
            | FaultKind::Unset { .. }
            | FaultKind::ResolveInside => false,
        }
    }

    /// Whether nothing was wrong but that a die or an answer is given nowhere.
    pub fn is_open_input(&self) -> bool {
        matches!(
            self.kind,
            FaultKind::NoDie { .. } | FaultKind::NoAnswer { .. }
        )
    }
}

impl FaultKind {
    /// The fault, at a place.
    pub fn at(self, span: Span) -> Fault {
        Fault {
            kind: self,
            span: Some(span),
        }
    }
}

/// A result of the machine.
pub type RunResult<T> = Result<T, Box<Fault>>;

impl From<FaultKind> for Box<Fault> {
    fn from(kind: FaultKind) -> Self {
        Box::new(Fault { kind, span: None })
    }
}
