//! The answers as data, fit for programs too. Everything is named; places are quoted. Data only.

use super::act_end::ActEnd;
use super::keyed::{EqualKey, Keyed};
use super::stay::{Quote, Stay};
use crate::ruleset::Relation;
use crate::view::json::{JsonFate, is_nothing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// The version of this form.
    pub schema_version: u32,
    /// The title of the scenario.
    pub scenario: String,
    /// The reasons, in the order of the run.
    pub reasons: Vec<Reason>,
    /// What stopped the run before its end: an error, or a fight at the table waits for an entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedRun>,
    /// What is said of the rest of the run, where only its beginning was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// What stopped a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoppedRun {
    /// When; empty outside of repeated phases.
    pub moment: String,
    /// What is wrong, or what it waits for.
    pub error: String,
    /// The line in which it arose, or that asks: `duel.affray:12`.
    pub at: String,
}

/// Why something came where it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// A batch, and why it came after the one before it.
    Batch {
        /// when it came
        moment: String,
        /// its acts
        acts: Vec<String>,
        /// the acts of the batch before; none if it is the first
        after: Vec<String>,
        /// where nothing came before it in the outermost period that counts: that period; empty outside of repeated phases
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first_of: Option<String>,
        /// why it came after that
        because: Vec<Cause>,
        /// why its acts came together
        together: Vec<Cause>,
    },
    /// An act that was refused, void or cancelled.
    Ended {
        /// when
        moment: String,
        /// which
        act: String,
        /// why
        because: Vec<Cause>,
    },
    /// Two acts.
    Pair {
        /// the answer in one sentence
        answer: String,
        /// the act that came before the other; of two that came together, or not at all, the one that was asked for first
        first: Stay,
        /// the other
        second: Stay,
        /// how they stand
        order: PairOrder,
        /// it is the other way round than was asked
        reversed: bool,
        /// why
        because: Vec<Cause>,
        /// what could have made it otherwise, and why it did not
        but: Vec<Cause>,
        /// what would have made it otherwise, if that was looked for: of two that came together for each of them
        turns: Vec<Turn>,
        /// nothing of that was looked for, as an error stopped the run before it was settled how the two stand
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unsettled: bool,
    },
    /// An attribute of a record.
    Attribute {
        /// which: `ann.hp`
        attribute: String,
        /// what it is at the end of the run, or of the period that was asked about
        value: String,
        /// that period: `round 2`; empty: the whole run
        moment: String,
        /// the run came to that period
        reached: bool,
        /// what it was at first
        first: String,
        /// when its record joined, if it did so in the course of the run: `sniper joined in round 2`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joined: Option<String>,
        /// that was only later
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        not_yet: bool,
        /// the line of the scenario that gives it at first, if it does: `duel.affray:12`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        given: Option<String>,
        /// what changed it, in the order of the run
        changes: Vec<AttributeStep>,
        /// how many changes before these are left out
        #[serde(default, skip_serializing_if = "is_nothing")]
        omitted: u32,
    },
    /// There is no such act in what was looked at.
    Absent {
        /// the act that was asked for
        act: String,
        /// the first few acts of its actor there
        others: Vec<String>,
        /// the line of the scenario that declares it, if it just never came up: `duel.affray:12`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        declared: Option<String>,
        /// why that came to nothing, or nothing of its actor came up: `bob has no turn in round 2`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
        /// what would have let it come up, if the scenario declares it and that was looked for
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        turns: Vec<Turn>,
    },
}

/// A change of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttributeStep {
    /// When; empty outside of repeated phases.
    pub moment: String,
    /// What it was then.
    pub value: String,
    /// In which circumstances: `, when bob strikes ann`.
    pub how: String,
    /// The rolls that belong to it, and the answers that its circumstances do not tell: `bob rolls 15 for attack (d20)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<String>,
    /// The lines of the rules that changed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<Quote>,
}

/// How two acts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PairOrder {
    /// the first came before the second
    Before,
    /// both came together
    Together,
    /// only the first came
    Alone,
    /// none of them came
    Neither,
    /// the first came, and the second was still waiting when the run stopped
    WaitsBehind,
    /// both were waiting when the run stopped, the first before the second in the line
    WaitsBefore,
    /// both were waiting when the run stopped, in one batch
    WaitsTogether,
    /// both were waiting when the run stopped, and had not been put in order
    WaitsUnordered,
}

/// One cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum Cause {
    /// The first key in which two acts differ.
    Key {
        /// the keys before it, in which they are equal, with their values
        equal: Vec<EqualKey>,
        /// in words, by its name, or as the file has it
        key: String,
        /// the act that the key puts first, and its value
        first: Keyed,
        /// the other
        second: Keyed,
        /// the highest comes first
        highest_first: bool,
        /// they came the other way round: something else was stronger than the key
        against: bool,
        /// what last changed what it looks at: `mor.dazed became yes in round 1, when hex dazes mor`
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        since: Vec<String>,
        /// where it stands
        quote: Quote,
        /// definitions that it asks and that a variant of its file has replaced: what its name says can be true of those before
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaced: Vec<Quote>,
    },
    /// All keys are equal.
    Equal {
        /// the acts
        acts: Vec<String>,
        /// the keys and their values, the same for all
        keys: Vec<EqualKey>,
        /// the phase, if it is the turns in which they were declared that are equal, whose acts come together
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<Quote>,
    },
    /// An exception that names two acts, or a correction by the game master that moves one of them.
    Exception {
        /// the act that it moves
        mover: String,
        /// how it is to stand to the other; of one that compares and does not apply nothing is known
        relation: Option<Relation>,
        /// the other
        reference: String,
        /// what became of it
        fate: JsonFate,
        /// the values compared, as the file has them and as they were
        compared: Option<(Compared, Compared)>,
        /// the first condition that failed
        failed: Option<Failed>,
        /// the exceptions that made it fall: those over it that said otherwise, or the others of the circle
        fell_to: Vec<Ruled>,
        /// where it stands
        quote: Quote,
    },
    /// The game master gave an attribute the value that it had where a key or an exception above has read it.
    Corrected {
        /// what the game master did, and where it stands
        quote: Quote,
    },
    /// An act came as the very next batch.
    Next {
        /// which
        act: String,
        /// the item that added it
        by: Option<Quote>,
    },
    /// Two acts were declared in turns of one phase, and the turn of one came before that of the other.
    TurnBefore {
        /// the earlier turn: `turn of ann`
        first: String,
        /// the later one
        second: String,
        /// the key that decides between them as the earlier turn begins, as the file has it, and its values; of one that is equal none
        key: Option<(String, String, String)>,
        /// the highest value of that key comes first
        highest_first: bool,
        /// what last set its values, of those that were set in the run: `ann.place became 2, by phase "muster" (duel.affray:12)`
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        since: Vec<String>,
        /// the keys in which they were equal then
        equal: Vec<EqualKey>,
        /// who named the earlier one (`bob named ann`), or what the two rolled as they were tied: `ann rolled 4 for tie, bob 2, the highest first`
        named: Option<String>,
        /// what kept the other from a turn then: its condition, or that it had had one
        barred: Option<String>,
        /// the phase
        quote: Option<Quote>,
    },
    /// Which of two acts came first hung on this: had it been otherwise, the other would have come up before it, or it would not have been added.
    Led {
        /// what it is
        what: Changed,
        /// as it was: `party answered ada to next_member`
        fact: String,
        /// what it could have been: `bo`
        instead: String,
        /// the line of the scenario that says so, if one does: `duel.affray:12`
        given: Option<String>,
        /// the act that came first
        first: String,
        /// the other; empty where the first would not have come at all
        second: String,
        /// the first was added to acts that were in the line already, and had not come before the other then
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        added: bool,
        /// where it is asked or rolled
        quote: Option<Quote>,
    },
    /// Which of two acts was declared first may have hung on something: it was looked for, and the search was cut.
    Untried {
        /// the act that was declared first
        first: String,
        /// the other
        second: String,
        /// where the search was cut, and what allows more
        cut: String,
    },
    /// An act came into the line only after the batch before had begun.
    Later {
        /// which
        act: String,
        /// when
        moment: String,
        /// the act that had been carried out by then, where the moment does not say as much
        after: Option<String>,
        /// the item that added it, if it was not declared
        by: Option<Quote>,
        /// who declared it, and where, if it was: `bob declared it there (duel.affray:12)`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        declared: Option<String>,
        /// that its combatant was not asked for it when others were, and what changed that: `grub was not asked in round 1: not c.attacking`
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unasked: Vec<String>,
    },
    /// An act came into the line again, for its next stage, only after the batch before had begun.
    Stage {
        /// which
        act: String,
        /// the stage before it
        after: String,
        /// when that was carried out
        moment: String,
    },
    /// An act is carried out as soon as it is declared or added; it never stands in the line.
    AtOnce {
        /// which
        act: String,
        /// when
        moment: String,
        /// its action
        quote: Option<Quote>,
    },
    /// An act stood at the head of the line and had to wait: acts were resolved only as long as something is true.
    Waited {
        /// which
        act: String,
        /// when it first had to wait
        moment: String,
        /// what was not true of it
        failed: Failed,
    },
    /// The place of an act had gone by when it came into the line, or when its keys changed.
    Missed {
        /// which
        act: String,
        /// when
        moment: String,
        /// the key by which it had, with its value of the act and of what had come last: `initiative: 8, behind 13`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
        /// the trigger that answered
        by: Option<Quote>,
    },
    /// An act was declared as another one, and rules have changed at whom or what it was aimed.
    Became {
        /// which
        act: String,
        /// what was declared
        declared: String,
        /// what changed it: `target of ann strikes bob became cid in round 1`
        since: Option<String>,
    },
    /// An act never came.
    Ended {
        /// which
        act: String,
        /// what became of it
        end: ActEnd,
        /// the same in a word: `void`, `refused`, `spoiled`
        fate: String,
        /// when
        moment: String,
        /// why, in the words of the rules
        because: Option<String>,
        /// the change that made it void: `bob.grip became 1 in round 1, when ann hits bob`; of an act that was cancelled, what was going on then: `spoiled when
        /// bob strikes ann`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<String>,
        /// the item that says so
        by: Option<Quote>,
    },
}

/// A condition that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failed {
    /// As the file has it.
    pub condition: String,
    /// The condition within it that settled it, as the file has it, if there is one.
    pub inner: Option<String>,
    /// The definition in which that stands.
    pub definition: Option<String>,
    /// Whether that was true (behind a `not`).
    pub inner_holds: bool,
    /// What was compared, and what it was.
    pub values: Vec<Compared>,
    /// The lines of the condition.
    pub quote: Quote,
}

/// What an exception demanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ruled {
    /// The act that it moves.
    pub mover: String,
    /// How that is to stand to the other.
    pub relation: Relation,
    /// The other.
    pub reference: String,
    /// Where it stands.
    pub quote: Quote,
}

/// What would have made it otherwise: found by playing the scenario again with one thing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// The act that was to come first.
    pub act: String,
    /// The smallest changes: for each aim that costs less than the next at most one.
    pub ways: Vec<Way>,
    /// How many changes were tried.
    pub tried: u32,
    /// How many of them stop the run with an error, and so turn nothing.
    pub stopped: u32,
    /// How many of the others need dice that the scenario does not give: of those one result was tried.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub assuming: u32,
    /// All changes of one thing were tried that could have been smaller.
    pub complete: bool,
    /// No more were tried, as their runs took this many steps already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<u64>,
    /// It was given up before so many were tried, as it takes too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
    /// Of what not all changes were tried.
    pub untried: Vec<Changed>,
}

/// One change of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Way {
    /// What it brings about.
    pub aim: Aim,
    /// What is changed.
    pub what: Changed,
    /// The change in words: `party rolls 3 for initiative, not 5`.
    pub change: String,
    /// How large it is: faces of a die, steps of a number; another word or answer is 1.
    pub size: u32,
    /// Dice that the changed run asks for beyond those of the first, and what was taken for them.
    pub assumed: Vec<String>,
    /// What stops the changed run once that is settled, if something of the scenario no longer fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<String>,
    /// An act that the rules refuse then, and did not refuse before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses: Option<String>,
    /// Another act of the words of the one that does not come comes all the same; of `another`: the other act does not come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beside: bool,
}

/// What a change brings about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// the act comes at all
    AtAll,
    /// both come together
    Together,
    /// the act comes before the other
    First,
    /// the act comes, and the other does not: only where no change brings both in the wanted order
    Instead,
    /// the act does not come, and another of the same words comes before the other: only where no change does more
    Another,
}

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Changed {
    /// what a die shows
    Die,
    /// an answer
    Decision,
    /// an attribute of a record or of a declared act
    Attribute,
    /// an option of the rules
    Option,
}

/// An expression and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compared {
    /// As the file has it.
    pub source: String,
    /// What it gave.
    pub value: String,
}
