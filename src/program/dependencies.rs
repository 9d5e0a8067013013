//! What the order of acts depends on: each part of the state that keys, placements, voids and exceptions read has a bit of its own, so that what was
//! evaluated for them is evaluated again only if something has changed that it has read.

use std::collections::BTreeSet;

use crate::analysis::watched;
use crate::ruleset::walk::{each_expr, line_roots};
use crate::ruleset::{Expr, FunctionId, KindId, PhaseId, Ruleset, Slot, Type};

/// A set of parts of the state.
pub type PartSet = u64;

/// A part of the state, by the number of its bit.
pub type Part = u8;

const NOW: Part = 0;
const RECORDS: Part = 1;
const ACTS: Part = 2;
const FIRST: Part = 3;

/// Parts beyond these share the last bit.
const LAST: Part = PartSet::BITS as Part - 1;

/// The parts of the state on which the order of acts depends.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    attributes: Vec<Vec<Option<Part>>>,
    counters: Vec<Option<Part>>,
    now: bool,
    acts: bool,
    cached: Vec<bool>,
}

impl Dependencies {
    /// Of a rule file. Time: proportional to its length.
    pub fn of(rules: &Ruleset) -> Self {
        let watched = watched(rules);
        let mut next = FIRST;
        let mut number = |is_read: bool| {
            let part = next.min(LAST);
            next = part.saturating_add(u8::from(is_read));
            is_read.then_some(part)
        };
        let kinds = rules.kinds.iter().enumerate();
        let attributes = kinds.map(|(kind, declared)| {
            let slots = 0..declared.attributes.len() as Slot;
            let slots = slots.map(|slot| watched.attribute(KindId::from_index(kind), slot));
            slots.map(&mut number).collect()
        });
        let attributes = attributes.collect();
        let phases = (0..rules.phases.len()).map(PhaseId::from_index);
        let counters = phases.map(|phase| watched.counter(phase));
        Dependencies {
            attributes,
            counters: counters.map(&mut number).collect(),
            now: watched.now,
            acts: watched.acts,
            cached: cached(rules),
        }
    }

    /// What a change of an attribute changes.
    #[inline]
    pub fn attribute(&self, kind: KindId, slot: Slot) -> PartSet {
        bit(self.attributes[kind.index()][usize::from(slot)])
    }

    /// The part that an attribute is. One on which no order depends counts as the last.
    pub fn part(&self, kind: KindId, slot: Slot) -> Part {
        self.attributes[kind.index()][usize::from(slot)].unwrap_or(LAST)
    }

    /// What a new number of a phase changes, and what reading it reads.
    #[inline]
    pub fn counter(&self, phase: PhaseId) -> PartSet {
        bit(self.counters[phase.index()])
    }

    /// The records that there are of a kind; of acts, those that queries see.
    #[inline]
    pub fn records(kind: usize) -> PartSet {
        match kind == KindId::ACT.index() {
            true => 1 << ACTS,
            false => 1 << RECORDS,
        }
    }

    /// The clock.
    pub const CLOCK: PartSet = 1 << NOW;

    /// Whether the values of a definition are kept: those that are evaluated for the order, of one record each.
    pub fn is_cached(&self, function: FunctionId) -> bool {
        self.cached[function.index()]
    }

    /// Whether the order depends on the clock.
    pub fn on_clock(&self) -> bool {
        self.now
    }

    /// Whether the order depends on lists of records, acts among them, or on how far acts have come.
    pub fn on_records(&self) -> bool {
        self.acts
    }
}

fn cached(rules: &Ruleset) -> Vec<bool> {
    let (mut reached, mut tables, mut open) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    line_roots(rules, &mut |root| open.push(root));
    while let Some(root) = open.pop() {
        each_expr(&rules.exprs, root, &mut |expr| match expr {
            Expr::Call(function, _) if reached.insert(function.index()) => {
                open.push(rules.functions[function.index()].body);
            }
            Expr::Lookup(table, _) if tables.insert(*table) => {
                let rows = rules.tables[table.index()].rows.iter();
                open.extend(rows.filter_map(|row| row.value));
            }
            _ => {}
        });
    }
    let functions = rules.functions.iter().enumerate();
    let is_cached = functions.map(|(number, function)| {
        let mut types = function.parameters.iter();
        let types = types.all(|parameter| matches!(parameter.declared.ty, Type::Record(_)));
        types && function.parameters.len() == 1 && reached.contains(&number)
    });
    is_cached.collect()
}

fn bit(part: Option<Part>) -> PartSet {
    part.map_or(0, |part| 1 << part)
}
