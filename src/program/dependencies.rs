//! What the order of acts and the tactics depend on: each part of the state that they read has a bit of its own, so that what was evaluated for them is
//! evaluated again only if something has changed that it has read.

use crate::analysis::{Accesses, Columns, Reach, Set};
use crate::ruleset::walk::line_roots;
use crate::ruleset::{
    Callee, ExprId, FunctionId, KindId, PhaseId, Ruleset, Slot, TacticId, Type, slots,
};

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

/// The parts of the state on which the order of acts and the tactics depend.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    attributes: Vec<Vec<Option<Part>>>,
    counters: Vec<Option<Part>>,
    /// What the order of acts depends on.
    order: PartSet,
    cached: Vec<bool>,
}

impl Dependencies {
    /// Of a rule file. Time: proportional to its length.
    pub fn of(rules: &Ruleset) -> Self {
        let columns = Columns::of(rules);
        let mut roots = Vec::new();
        line_roots(rules, &mut |root| roots.push(root));
        let mut reach = Reach::new(rules);
        let order = reads(&columns, &mut reach, roots);
        let tactics = (0..rules.tactics.len()).map(TacticId::from_index);
        let roots = tactics.flat_map(|id| Callee::Tactic(id).roots(rules));
        let tactics = reads(&columns, &mut reach, roots.collect());

        let kinds = rules.kinds.iter().enumerate();
        let attributes = kinds.map(|(kind, declared)| {
            let slots = 0..declared.attributes.len() as Slot;
            let columns = slots.map(|slot| columns.attribute(KindId::from_index(kind), slot));
            columns.collect::<Vec<usize>>()
        });
        let attributes: Vec<Vec<usize>> = attributes.collect();
        let phases = (0..rules.phases.len()).map(PhaseId::from_index);
        let counters: Vec<usize> = phases.map(|phase| columns.counter(phase)).collect();
        let tracked = [attributes.concat(), counters.clone()].concat();

        let mut next = FIRST;
        // Those of the order come first, so that they do not share the last bit with those of tactics alone.
        let mut parts = vec![None; columns.now() + 1];
        for set in [&order, &tactics] {
            for &column in &tracked {
                if set.contains(column) && parts[column].is_none() {
                    parts[column] = Some(next);
                    next = LAST.min(next + 1);
                }
            }
        }
        let parts_in = |columns: &[usize]| columns.iter().map(|&column| parts[column]).collect();
        Dependencies {
            attributes: attributes.iter().map(|kind| parts_in(kind)).collect(),
            counters: parts_in(&counters),
            order: parts_of(rules, &columns, &order, &parts),
            cached: cached(rules, &reach),
        }
    }

    /// What a change of an attribute changes.
    #[inline]
    pub fn attribute(&self, kind: KindId, slot: Slot) -> PartSet {
        bit(self.attributes[kind.index()][usize::from(slot)])
    }

    /// The part that an attribute is. One on which nothing depends counts as the last.
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

    /// What the order of acts depends on.
    #[inline]
    pub fn order(&self) -> PartSet {
        self.order
    }

    /// Whether the order depends on lists of records, acts among them, or on how far acts have come.
    pub fn order_on_records(&self) -> bool {
        self.order & 1 << ACTS != 0
    }

    /// Whether the values of a definition are kept: of those that have one record, and are evaluated for the order or a tactic.
    pub fn is_cached(&self, function: FunctionId) -> bool {
        self.cached[function.index()]
    }
}

/// The columns that expressions read, and what they lead to.
fn reads(columns: &Columns, reach: &mut Reach<'_>, roots: Vec<ExprId>) -> Set {
    let mut accesses = Accesses::none(columns);
    for root in roots {
        reach.expr(root, &mut |effect| accesses.add(columns, effect));
    }
    accesses.reads
}

/// The parts that the order reads, which are these columns. It depends on all lists if on one, or on how far acts have come.
fn parts_of(rules: &Ruleset, columns: &Columns, order: &Set, parts: &[Option<Part>]) -> PartSet {
    let of_columns = parts.iter().enumerate();
    let of_columns = of_columns.filter(|&(column, _)| order.contains(column));
    let mut all = of_columns.fold(0, |all, (_, part)| all | bit(*part));
    let mut lists = (0..rules.kinds.len()).map(KindId::from_index);
    let how_far = [slots::STATE, slots::BEGUN].map(|slot| columns.attribute(KindId::ACT, slot));
    let how_far = how_far.into_iter().any(|column| order.contains(column));
    if how_far || lists.any(|kind| order.contains(columns.records(kind))) {
        all |= 1 << RECORDS | 1 << ACTS;
    }
    if order.contains(columns.now()) {
        all |= Dependencies::CLOCK;
    }
    all
}

fn cached(rules: &Ruleset, reach: &Reach<'_>) -> Vec<bool> {
    let functions = rules.functions.iter().enumerate();
    let is_cached = functions.map(|(number, function)| {
        let mut types = function.parameters.iter();
        let types = types.all(|parameter| matches!(parameter.declared.ty, Type::Record(_)));
        let reached = Callee::Function(FunctionId::from_index(number));
        types && function.parameters.len() == 1 && reach.entered().contains(&reached)
    });
    is_cached.collect()
}

fn bit(part: Option<Part>) -> PartSet {
    part.map_or(0, |part| 1 << part)
}
