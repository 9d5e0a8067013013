//! Expressions: a flat list of nodes that refer to each other by id.

use super::{
    ExprId, FunctionId, KindId, Local, OptionId, PhaseId, Ruleset, Slot, TableId, TextId, Type,
    Value,
};
use crate::source::Span;

/// The pattern of expressions of these sorts: `exprs!(leaf | call)`. A match that names sorts looks at every form all the same.
macro_rules! exprs {
    (@ leaf) => { Expr::Const(_) | Expr::Text(_) | Expr::Local(_) | exprs!(@ kept) };
    (@ kept) => { Expr::Option(_) | Expr::Counter(_) | Expr::Now };
    (@ logic) => { Expr::Not(_) | Expr::And(_) | Expr::Or(_) };
    (@ comparison) => { exprs!(@ equality) | exprs!(@ ordering) };
    (@ equality) => { Expr::Equal(..) | Expr::NotEqual(..) };
    (@ ordering) => { Expr::Less(..) | Expr::LessOrEqual(..) };
    (@ reckoning) => { Expr::Negate(_) | exprs!(@ arithmetic) };
    (@ arithmetic) => {
        Expr::Plus(..) | Expr::Minus(..) | Expr::Times(..) | Expr::Divide { .. } | Expr::Mod(..)
            | Expr::Higher(..) | Expr::Lower(..)
    };
    (@ call) => { Expr::Call(..) | Expr::Lookup(..) };
    ($($sort:ident)|+) => { $(exprs!(@ $sort))|+ };
}

pub(crate) use exprs;

/// How many expressions may lie in each other, and lead into each other by definitions and tables: far more than anyone writes, and few enough
/// for the smallest stack.
pub const DEEPEST: u32 = 128;

/// How many blocks of statements may be carried out within each other: those of procedures, tables, triggers, phases and acts `at once` included.
/// Far more than anyone writes, and few enough for the smallest stack.
pub const DEEPEST_BLOCK: u32 = 64;

/// One node of an expression. Its value is a [`Value`]; a node is evaluated at most once for each evaluation of its parent.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number, yes, no, a word, an action, a text, a record of a scenario, or [`MISSING`](super::MISSING).
    Const(Value),
    /// A name of the body.
    Local(Local),
    /// The setting of an option.
    Option(OptionId),
    /// The number of the repetition of a counting phase that was begun last, missing before the first; the record whose turn it is in a phase of
    /// turns, missing between them.
    Counter(PhaseId),
    /// The running clock, in the smallest unit of time.
    Now,
    /// An attribute of a record; missing if the record is.
    Attribute {
        /// the kind of the record
        kind: KindId,
        /// which record
        of: ExprId,
        /// which attribute
        slot: Slot,
    },
    /// `not`
    Not(ExprId),
    /// All of them, from the left, as far as needed.
    And(Box<[ExprId]>),
    /// Any of them, from the left, as far as needed.
    Or(Box<[ExprId]>),
    /// The first that is not missing.
    OrElse(Box<[ExprId]>),
    /// `- x`
    Negate(ExprId),
    /// Equal; two missing values are equal.
    Equal(ExprId, ExprId),
    /// Not equal.
    NotEqual(ExprId, ExprId),
    /// Less. Comparing a missing value by size is a fault, as is reckoning with one.
    Less(ExprId, ExprId),
    /// Less or equal.
    LessOrEqual(ExprId, ExprId),
    /// Sum.
    Plus(ExprId, ExprId),
    /// Difference.
    Minus(ExprId, ExprId),
    /// Product.
    Times(ExprId, ExprId),
    /// Quotient, rounded up or down.
    Divide {
        /// what is divided
        left: ExprId,
        /// by what
        right: ExprId,
        /// rounded up, else down
        up: bool,
    },
    /// Remainder of the division rounded down.
    Mod(ExprId, ExprId),
    /// The higher of two.
    Higher(ExprId, ExprId),
    /// The lower of two.
    Lower(ExprId, ExprId),
    /// `if a then b else c`
    If(ExprId, ExprId, ExprId),
    /// `is missing`
    Missing(ExprId),
    /// Whether a record is one of several.
    In(ExprId, ExprId),
    /// A definition with its arguments.
    Call(FunctionId, Box<[ExprId]>),
    /// The value of a table's row; the arguments, then the key.
    Lookup(TableId, Box<[ExprId]>),
    /// A question about the records of a kind. Acts are those that can still happen.
    Query(Box<Query>),
    /// A text that is a value.
    Text(TextId),
}

/// A question about the records of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// What is asked.
    pub ask: QueryKind,
    /// Which records.
    pub kind: KindId,
    /// The name that stands for each in turn.
    pub local: Local,
    /// Only those.
    pub filter: Option<ExprId>,
    /// What is looked at: the value of highest, lowest, sum, and of what is chosen by it; the condition of every.
    pub value: Option<ExprId>,
    /// Of records equal in this value, what chooses among them: the next values, each with whether the highest is chosen. All of them are
    /// evaluated for each record.
    pub then: Box<[(ExprId, bool)]>,
    /// What counts when there is none (highest, lowest, the).
    pub otherwise: Option<ExprId>,
}

/// What a query makes of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKind {
    /// The highest value; missing ones do not count.
    Highest,
    /// The lowest value; missing ones do not count.
    Lowest,
    /// The sum; missing ones do not count.
    Sum,
    /// How many there are.
    Count,
    /// Whether there is one.
    Any,
    /// Whether all of them have the value.
    Every,
    /// The only one; more than one is a fault, none too unless `otherwise` says what then.
    The,
    /// The record with the highest value, of those equal in all values the first; those for which a value is missing do not count.
    TheHighest,
    /// The record with the lowest value, likewise.
    TheLowest,
    /// All of them, as one value.
    All,
}

/// A text with holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// In order.
    pub pieces: Vec<TemplatePiece>,
    /// Its place.
    pub span: Span,
    /// What the players see from now on, where it tells that something is revealed: of the record that its first hole names.
    pub reveals: Option<Revealed>,
    /// Whether it is the title of a record that was just made: that is its first hole, and behind a colon stands the title.
    pub titles: bool,
}

/// What is revealed of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Revealed {
    /// The kind of the record.
    pub kind: KindId,
    /// Its attributes of which the present values are.
    pub slots: Vec<Slot>,
    /// Whether all of it is: of an act, that it was declared.
    pub whole: bool,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplatePiece {
    /// Prose.
    Plain(String),
    /// The value of an expression, shown by its type.
    Hole(ExprId, Type),
    /// The record whose secret attribute the next hole shows; evaluated, and not shown.
    Holder(ExprId, KindId, Slot),
}

impl Query {
    /// What is evaluated for each record that passes the filter, in order.
    pub fn values(&self) -> impl Iterator<Item = ExprId> + '_ {
        let then = self.then.iter().map(|key| key.0);
        self.value.into_iter().chain(then)
    }
}

impl Template {
    /// A text that reveals nothing and gives no title.
    pub fn new(pieces: Vec<TemplatePiece>, span: Span) -> Self {
        Template {
            pieces,
            span,
            reveals: None,
            titles: false,
        }
    }

    /// The expressions in it.
    pub fn holes(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Plain(_) => None,
            TemplatePiece::Hole(hole, _) | TemplatePiece::Holder(hole, ..) => Some(*hole),
        })
    }

    /// Whether its values are names, options and attributes without reckoning, which can be looked up in the record of a run.
    pub fn is_plain(&self, rules: &Ruleset) -> bool {
        self.pieces.iter().all(|piece| match piece {
            TemplatePiece::Plain(_) => true,
            TemplatePiece::Hole(hole, _) | TemplatePiece::Holder(hole, ..) => {
                rules.is_plain(*hole, 0)
            }
        })
    }
}

/// How many defaults of attributes are followed.
const MOST_DEFAULTS: u32 = 4;

impl Ruleset {
    fn is_plain(&self, id: ExprId, depth: u32) -> bool {
        match &self.exprs[id.index()] {
            Expr::Const(_) | Expr::Text(_) | Expr::Local(_) | Expr::Option(_) => true,
            Expr::Attribute { kind, of, slot } => {
                let default = self.attribute(*kind, *slot).default;
                self.is_plain(*of, depth)
                    && depth < MOST_DEFAULTS
                    && default.is_none_or(|default| self.is_plain(default, depth + 1))
            }
            Expr::OrElse(all) => all.iter().all(|part| self.is_plain(*part, depth)),
            Expr::Counter(_)
            | Expr::Now
            | Expr::If(..)
            | Expr::Missing(_)
            | Expr::In(..)
            | Expr::Query(_)
            | exprs!(reckoning | comparison | logic | call) => false,
        }
    }
}
