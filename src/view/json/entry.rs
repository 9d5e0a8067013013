//! The form of the entries of a journal for programs. Data only.

use super::{JsonActName, JsonAttribute, JsonLine, JsonPeriod, JsonRule, JsonValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonEntry {
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub moment: String,
    /// The same, with numbers: the repeated phases that run, the outermost first.
    pub at: Vec<JsonPeriod>,
    /// The item of the rules that caused it.
    pub rule: Option<JsonRule>,
    /// Not for the players: it tells of an act that was declared in secret and of which nothing has been carried out yet, or shows a secret value that has not been revealed. Left out where it is not so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What happened.
    #[serde(flatten)]
    pub what: JsonWhat,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JsonWhat {
    /// A phase begins.
    PhaseBegins {
        /// which
        phase: String,
        /// with which number, if it counts
        number: Option<i64>,
        /// the clock, in the smallest unit of time
        now: i64,
    },
    /// A phase (one repetition of it) ends.
    PhaseEnds {
        /// which
        phase: String,
        /// with which number, if it counts
        number: Option<i64>,
    },
    /// Dice are rolled.
    Rolled {
        /// by whom
        who: String,
        /// what for
        purpose: String,
        /// how many sides each has
        sides: u32,
        /// what is made of the faces, if it is not their sum: `7 or more`, `highest 3`
        #[serde(skip_serializing_if = "Option::is_none")]
        tally: Option<String>,
        /// what they show; none where only their result is given
        faces: Vec<i64>,
        /// what comes of them: their sum, or what `tally` says
        total: i64,
    },
    /// Somebody is asked.
    Asked {
        /// who
        who: String,
        /// the name of the question
        question: String,
        /// as put to the person
        text: String,
        /// about whom
        about: Vec<String>,
        /// the answer
        answer: JsonValue,
        /// nobody answered
        by_default: bool,
    },
    /// An act is declared.
    Declared {
        /// which
        act: JsonActName,
        /// not shown to the others
        secret: bool,
    },
    /// A declared act is refused.
    Refused {
        /// which
        act: JsonActName,
        /// why
        because: String,
    },
    /// An act comes into the line.
    Added {
        /// which
        act: JsonActName,
        /// as the very next batch
        next: bool,
    },
    /// The line is worked out anew.
    Arranged {
        /// how it is then
        line: JsonLine,
    },
    /// A batch begins.
    BatchBegins {
        /// its acts
        acts: Vec<JsonActName>,
        /// the named keys of its place
        place: Vec<JsonAttribute>,
    },
    /// A stage of an act is carried out.
    Resolved {
        /// which act
        act: JsonActName,
        /// which stage
        stage: String,
        /// what the transcript says of it
        text: String,
    },
    /// The batch and what it set off are done.
    BatchEnds,
    /// The game master corrects something; what that changes follows.
    Corrected {
        /// what is said of it
        text: String,
    },
    /// An attribute changes.
    Changed {
        /// the kind of the record
        of: String,
        /// which record
        record: String,
        /// which attribute
        attribute: String,
        /// what it was
        old: JsonValue,
        /// what it is
        new: JsonValue,
    },
    /// Two acts of a batch set one attribute to different values.
    Contradiction {
        /// the kind of the record
        of: String,
        /// which record
        record: String,
        /// which attribute
        attribute: String,
        /// the value that counts
        kept: JsonValue,
        /// the value that does not
        dropped: JsonValue,
    },
    /// An act is cancelled.
    Cancelled {
        /// which
        act: JsonActName,
        /// what it is then called
        word: String,
        /// why
        because: Option<String>,
    },
    /// An act is void when its time comes.
    Void {
        /// which
        act: JsonActName,
        /// why
        because: String,
    },
    /// The place of an act had gone by.
    Missed {
        /// which
        act: JsonActName,
    },
    /// An event is raised.
    Raised {
        /// which
        event: String,
        /// with what
        values: Vec<JsonAttribute>,
    },
    /// A trigger responds.
    Responded {
        /// its title
        trigger: String,
    },
    /// A trigger does not respond.
    Withheld {
        /// its title
        trigger: String,
        /// its limit is used up; else its condition is not met
        used_up: bool,
    },
    /// A remark.
    Noted {
        /// what is said
        text: String,
    },
    /// The row of a table is carried out.
    Consulted {
        /// which table
        table: String,
        /// the title of the row
        row: String,
        /// for this key
        key: JsonValue,
    },
    /// The game master says where an act stands whose key is missing.
    Placed {
        /// which act
        act: JsonActName,
        /// which key
        key: String,
        /// first, else last
        first: bool,
        /// nobody answered
        by_default: bool,
    },
    /// A record is made.
    Made {
        /// its kind
        of: String,
        /// its name
        record: String,
    },
    /// The combat is over.
    Ended {
        /// why
        because: Option<String>,
    },
}
