//! Expressions compiled: each one a flat list of steps over registers, made once, when it is first worked out.
//!
//! Data only: `compile` makes it, `eval` carries it out; the commonest expressions need none (`short`). A program does what its expression says and nothing else: the same values, the same
//! faults at the same places, the same steps counted, the same definitions marked. It holds nothing of a run.

mod compile;
mod cost;
mod short;

use std::sync::OnceLock;

use super::fault::FaultKind;
use crate::ruleset::{
    Expr, ExprId, FunctionId, OptionId, PhaseId, QueryKind, Ruleset, Slot, TableId, Value,
};
use crate::source::Span;
use cost::Costs;

use compile::compile;
use short::Short;

pub(super) use crate::ruleset::DEEPEST;

/// A register: a place for a value while a program runs.
pub(super) type Register = u16;

/// A step of a program, by its number.
pub(super) type At = u32;

/// One step. Conditions do not make values: they lead on, or to another step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A value known beforehand.
    Put { to: Register, value: Value },
    /// The same value.
    Copy { to: Register, from: Register },
    /// The setting of an option.
    Option { to: Register, option: OptionId },
    /// The number of a counting phase.
    Counter { to: Register, phase: PhaseId },
    /// The running clock.
    Now { to: Register },
    /// An attribute; missing if the record is.
    Attribute {
        to: Register,
        of: Register,
        kind: u16,
        slot: Slot,
    },
    /// An attribute of what an attribute names.
    Attributes {
        to: Register,
        of: Register,
        first: (u16, Slot),
        second: (u16, Slot),
    },
    /// A sum, and so on; a fault where one of the two is missing.
    Reckon {
        how: Reckoning,
        to: Register,
        left: Register,
        right: Register,
    },
    /// The opposite number.
    Negate { to: Register, of: Register },
    /// A fault where it is missing.
    Present { of: Register },

    /// Goes on elsewhere.
    Jump { target: At },
    /// Goes on elsewhere where it is true (`when`), or where it is anything else.
    If {
        of: Register,
        when: bool,
        target: At,
    },
    /// Where it is missing, or is not.
    IfMissing {
        of: Register,
        when: bool,
        target: At,
    },
    /// Where two are equal, or are not.
    IfEqual {
        left: Register,
        right: Register,
        when: bool,
        target: At,
    },
    /// Where it is this value.
    IfIs {
        of: Register,
        value: i32,
        target: At,
    },
    /// Where it is another value.
    IfIsNot {
        of: Register,
        value: i32,
        target: At,
    },
    /// Where one is less than another; a fault where one of the two is missing.
    IfLess {
        left: Register,
        right: Register,
        when: bool,
        target: At,
    },
    /// Where one is less than another or equal to it; a fault where one of the two is missing.
    IfAtMost {
        left: Register,
        right: Register,
        when: bool,
        target: At,
    },
    /// Where it is below a number; a fault where it is missing.
    IfBelow {
        of: Register,
        value: i32,
        target: At,
    },
    /// Where it is a number or above; a fault where it is missing.
    IfNotBelow {
        of: Register,
        value: i32,
        target: At,
    },
    /// Where an attribute is this value.
    IfAttributeIs {
        of: Register,
        kind: u16,
        slot: Slot,
        value: i32,
        target: At,
    },
    /// Where an attribute is another value.
    IfAttributeIsNot {
        of: Register,
        kind: u16,
        slot: Slot,
        value: i32,
        target: At,
    },
    /// Where an option is set so.
    IfOptionIs { option: u16, value: i32, target: At },
    /// Where it is set otherwise.
    IfOptionIsNot { option: u16, value: i32, target: At },

    /// The next record of a kind, and one step of those that a run may take; where there is no other, it goes on elsewhere.
    Next {
        kind: u16,
        place: Register,
        to: Register,
        done: At,
    },
    /// One more.
    Increase { of: Register },
    /// The highest, lowest or sum so far.
    Best {
        ask: QueryKind,
        best: Register,
        value: Register,
    },
    /// The record with the highest or lowest value so far, and that value; the first of equal ones.
    Choose {
        highest: bool,
        most: Register,
        value: Register,
        best: Register,
        record: Register,
    },
    /// A fault where more than one was found.
    AtMostOne { found: Register },

    /// A definition begins: it is marked, and is one step.
    Begin { function: FunctionId },
    /// The value of a definition, with what begins at `first`.
    Call {
        to: Register,
        first: Register,
        function: FunctionId,
        depth: u16,
    },
    /// A table begins: one step.
    BeginTable,
    /// The value of a table's row.
    Lookup {
        to: Register,
        first: Register,
        table: TableId,
        depth: u16,
    },
    /// Gives a value and ends.
    Give { value: Value },
    /// Gives what a register holds, and ends.
    GiveBack { of: Register },
    /// `the` found none.
    None,
    /// Expressions lead into each other too deep.
    TooDeep,
}

/// How two numbers make a third.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reckoning {
    Plus,
    Minus,
    Times,
    Higher,
    Lower,
    Down,
    Up,
    Mod,
}

/// The places to which the fault of a step is owed: the expression, and the two that it is made of.
pub(super) type Places = [Span; 3];

/// An expression compiled.
#[derive(Debug)]
pub(super) struct Program {
    pub steps: Box<[Step]>,
    /// The places of the steps that can be at fault, in their order.
    pub places: Box<[(At, Places)]>,
    /// How many names are read, from the first on; they stand in the first registers.
    pub names: Register,
    /// How many registers it uses.
    pub registers: Register,
}

impl Program {
    /// The place of a step that is at fault.
    #[cold]
    pub fn place(&self, at: At, part: usize) -> Option<Span> {
        let found = self.places.binary_search_by_key(&at, |place| place.0);
        found.ok().map(|index| self.places[index].1[part])
    }

    /// The fault of a step.
    #[cold]
    pub fn fault(&self, at: At, part: usize, kind: FaultKind) -> Box<super::fault::Fault> {
        Box::new(super::fault::Fault {
            kind,
            span: self.place(at, part),
        })
    }
}

/// The programs of a ruleset's expressions, each made when it is first asked for.
#[derive(Debug)]
pub(super) struct Programs {
    programs: Box<[OnceLock<Box<Program>>]>,
    /// the short forms of the expressions that need no program
    shorts: Box<[Short]>,
    costs: Costs,
}

impl Programs {
    /// None yet.
    pub fn new(rules: &Ruleset) -> Self {
        Programs {
            programs: rules.exprs.iter().map(|_| OnceLock::new()).collect(),
            shorts: (0..rules.exprs.len())
                .map(|index| Short::of(rules, ExprId::from_index(index)))
                .collect(),
            costs: Costs::of(rules),
        }
    }

    /// The program of an expression.
    #[inline]
    pub fn of(&self, rules: &Ruleset, id: ExprId) -> &Program {
        self.programs[id.index()].get_or_init(|| {
            let made = compile(rules, &rules.exprs, &rules.expr_spans, &self.costs, id);
            Box::new(made)
        })
    }

    /// The program of an expression that is not of the ruleset, but sees it.
    pub fn other(&self, rules: &Ruleset, exprs: &[Expr], spans: &[Span], id: ExprId) -> Program {
        compile(rules, exprs, spans, &self.costs, id)
    }

    /// Whether a definition may be begun so deep.
    #[inline]
    pub fn may_begin(&self, function: FunctionId, depth: u32) -> bool {
        depth + self.costs.functions[function.index()].height <= DEEPEST
    }

    /// Whether a table may be looked up so deep.
    pub fn may_look_up(&self, table: TableId, depth: u32) -> bool {
        depth + self.costs.tables[table.index()].height <= DEEPEST
    }
}
