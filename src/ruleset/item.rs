//! Items: what a rule file consists of, compiled.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionId, Block, Cited, Declared, ExprId, ItemId, KindId, Local, MOST, Parameter, PhaseId,
    Ruleset, Slot, TemplateId, Type, Value, WordId, index,
};
use crate::diagnostic::Code;
use crate::source::Span;

/// Where an item stands, what it is called, what it carries out.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// `exception`, `trigger`, `phase`, ...
    pub category: &'static str,
    /// The name, or the title where it has no name.
    pub name: String,
    /// Its place, whole.
    pub span: Span,
    /// The place of its name or title; all of it where it has none.
    pub name_span: Span,
    /// The statements of the document that it carries out, those of its parts included.
    pub cites: Vec<Cited>,
    /// The warnings about it that are meant to be.
    pub allows: Vec<Allow>,
}

/// `allow A0302 with "G vs D" because "the referee decides"`
#[derive(Clone, Debug, PartialEq)]
pub struct Allow {
    /// Which warning.
    pub code: Code,
    /// The title or name of the other item of the warning, if only that is meant.
    pub with: Option<String>,
    /// Why it is meant to be.
    pub because: String,
    /// Its place.
    pub span: Span,
}

/// An option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionRule {
    /// `spoiled_by`
    pub name: String,
    /// What it can be.
    pub ty: Type,
    /// What it is unless a variant or a scenario says otherwise.
    pub value: Value,
    /// What it means, for people.
    pub text: String,
    /// The item.
    pub item: ItemId,
}

/// What the definition is called that says whether a record is in play.
pub const IN_PLAY: &str = "in play";

/// A definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// `place`
    pub name: String,
    /// Locals 0, 1, ...
    pub parameters: Vec<Parameter>,
    /// How many locals its body needs, parameters included.
    pub locals: u16,
    /// What it gives.
    pub declared: Declared,
    /// Its body.
    pub body: ExprId,
    /// The item.
    pub item: ItemId,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// `blunt_injury`
    pub name: String,
    /// Locals 0, 1, ...; the key is the local after them.
    pub parameters: Vec<Parameter>,
    /// What it is looked up by.
    pub key: Type,
    /// How many locals a row needs.
    pub locals: u16,
    /// What its rows give, if they give anything.
    pub gives: Option<Declared>,
    /// In the order of the file.
    pub rows: Vec<TableRow>,
    /// The attribute with a key that it reads, by the kind and the first slot. No author wrote such a table; its only parameter is the record.
    pub reads: Option<(KindId, Slot)>,
    /// The item.
    pub item: ItemId,
}

impl Table {
    /// The row that stands for a key, by its index. Time: proportional to the rows.
    pub fn row_of(&self, key: Value) -> Option<usize> {
        self.rows.iter().position(|row| row.stands_for(key))
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The keys it stands for: from, to (a word or an action twice).
    pub keys: Vec<(Value, Value)>,
    /// `Crushed Foot`, or nothing.
    pub title: String,
    /// Its value.
    pub value: Option<ExprId>,
    /// What is done.
    pub body: Block,
    /// Its place.
    pub span: Span,
}

impl TableRow {
    /// Whether it stands for a key.
    pub fn stands_for(&self, key: Value) -> bool {
        let mut keys = self.keys.iter();
        keys.any(|&(from, to)| from <= key && key <= to)
    }

    /// The keys from one number to another as they are written: `3`, `3..6`; `5 or more` and `0 or less` where they reach as far as numbers do.
    pub fn numbers(from: Value, to: Value) -> String {
        const LEAST: Value = -MOST;
        match (from, to) {
            _ if from == to => from.to_string(),
            (LEAST, _) => format!("{to} or less"),
            (_, MOST) => format!("{from} or more"),
            _ => format!("{from}..{to}"),
        }
    }
}

/// A procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Locals 0, 1, ...
    pub parameters: Vec<Parameter>,
    /// What its [result](Procedure::result) is, if it has one: then each way through its body ends with
    /// [`StatementKind::Result`](super::StatementKind::Result).
    pub gives: Option<Declared>,
    /// How many locals its body needs.
    pub locals: u16,
    /// What is done.
    pub body: Block,
    /// The item.
    pub item: ItemId,
}

impl Procedure {
    /// The local that holds the result where the body of a procedure that has one ends: the first behind the parameters.
    pub fn result(&self) -> Local {
        index::to_short(self.parameters.len())
    }
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// `attack`
    pub name: String,
    /// `attacks`
    pub verb: String,
    /// The attributes of the act that a declaration names without saying so: `ann casts OBJECT at AT`.
    pub object: Option<Slot>,
    /// See `object`.
    pub at: Option<Slot>,
    /// Carried out as soon as it is declared or added; it never stands in the line.
    pub at_once: bool,
    /// Only rules add it: neither scenarios nor tactics declare it.
    pub not_declared: bool,
    /// At least one.
    pub stages: Vec<Stage>,
    /// The item.
    pub item: ItemId,
}

/// A stage of an action; the act itself is local 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its name; `does` for the only stage of a plain action.
    pub name: WordId,
    /// What the transcript says of it: `begins to cast {spell}`.
    pub title: TemplateId,
    /// How many locals its body needs.
    pub locals: u16,
    /// What is done.
    pub body: Block,
    /// Its place.
    pub span: Span,
}

/// How the acts are ordered; the act is local 0 in every key.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Its name, or nothing.
    pub name: String,
    /// Only while this phase runs.
    pub during: Option<PhaseId>,
    /// No place has gone by when a repetition of this phase begins, or of one around it, or when one of this phase is over.
    pub each: Option<PhaseId>,
    /// How many locals a key needs.
    pub locals: u16,
    /// Most important first.
    pub keys: Vec<Key>,
    /// Where this holds, the acts of a circle of exceptions that none of them settles come together; else the exceptions fall.
    pub circles_together: Option<ExprId>,
    /// The item.
    pub item: ItemId,
}

/// One key.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name, for placements and moments, or nothing.
    pub name: Option<WordId>,
    /// Which acts it orders; the others count as 0.
    pub acts: ActPattern,
    /// What it looks at.
    pub value: ExprId,
    /// The type of it, for showing.
    pub ty: Type,
    /// The highest first, else the lowest.
    pub highest_first: bool,
    /// Where an act stands whose key is missing; `None`: it cannot be missing.
    pub missing: Option<MissingPlace>,
    /// Shown beside each batch in the transcript.
    pub shown: bool,
    /// In words, for people.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// Where an act stands whose key is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPlace {
    /// Before all others.
    First,
    /// After all others.
    Last,
    /// The game master says: by the question with this name, first (yes) or last (no, the default).
    Ask,
}

/// Which acts are meant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActPattern {
    /// Actions with a stage (or any of their stages); empty: every act.
    pub kinds: Vec<(ActionId, Option<WordId>)>,
}

impl ActPattern {
    /// Whether it means the acts of an action at a stage, by its index.
    pub fn means(&self, rules: &Ruleset, action: ActionId, stage: usize) -> bool {
        let stages = &rules.actions[action.index()].stages;
        let word = stages.get(stage).map(|stage| stage.name);
        self.kinds.is_empty()
            || (self.kinds.iter())
                .any(|&(kind, stage)| kind == action && (stage.is_none() || stage == word))
    }
}

/// A placement: overrides keys of one act (local 0) where its guard is true.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Its title.
    pub title: String,
    /// Which acts.
    pub acts: ActPattern,
    /// How many locals it needs.
    pub locals: u16,
    /// Its guard.
    pub guard: Option<ExprId>,
    /// The keys by their names, and their new values.
    pub places: Vec<(WordId, ExprId)>,
    /// The item.
    pub item: ItemId,
}

/// An exception: the first act is local 0, the second local 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ExceptionRule {
    /// Its title.
    pub title: String,
    /// Which acts the first can be.
    pub first: ActPattern,
    /// Which acts the second can be.
    pub second: ActPattern,
    /// How many locals it needs.
    pub locals: u16,
    /// Its conditions, each with its own place; all must be true.
    pub guards: Vec<ExprId>,
    /// What it asks for.
    pub moves: Movement,
    /// The item.
    pub item: ItemId,
}

/// What an exception asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Movement {
    /// The mover waits when `left > right`, joins when they are equal, goes ahead when `left < right`.
    Compare {
        /// one value
        left: ExprId,
        /// the other
        right: ExprId,
        /// the mover is the first act, else the second
        first_moves: bool,
    },
    /// The mover is put in relation to the other.
    Relation {
        /// the mover is the first act, else the second
        first_moves: bool,
        /// how
        relation: Relation,
    },
}

/// How a mover stands to its reference.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// after it
    Waits,
    /// before it
    GoesAhead,
    /// together with it
    Joins,
    /// together or after
    NotBefore,
    /// together or before
    NotAfter,
    /// before it, as near to it as allowed
    Leads,
    /// after it, as near to it as allowed
    Trails,
}

impl Relation {
    /// What a mover does whose value is less than, equal to or greater than that with which it is compared.
    pub fn of_comparison(comparison: Ordering) -> Self {
        match comparison {
            Ordering::Greater => Relation::Waits,
            Ordering::Equal => Relation::Joins,
            Ordering::Less => Relation::GoesAhead,
        }
    }

    /// Where it lets the first of two acts stand: before (-1), together with (0) or after (1) the second.
    pub fn allowed(self, first_moves: bool) -> Vec<i8> {
        let of_mover: &[i8] = match self {
            Relation::Waits | Relation::Trails => &[1],
            Relation::GoesAhead | Relation::Leads => &[-1],
            Relation::Joins => &[0],
            Relation::NotBefore => &[0, 1],
            Relation::NotAfter => &[-1, 0],
        };
        let of_first = |place: &i8| if first_moves { *place } else { -place };
        of_mover.iter().map(of_first).collect()
    }
}

/// When an act (local 0) is void.
#[derive(Clone, Debug, PartialEq)]
pub struct VoidRule {
    /// Its title.
    pub title: String,
    /// Which acts.
    pub acts: ActPattern,
    /// How many locals it needs.
    pub locals: u16,
    /// Its condition.
    pub guard: ExprId,
    /// Why, for people.
    pub because: TemplateId,
    /// The item.
    pub item: ItemId,
}
