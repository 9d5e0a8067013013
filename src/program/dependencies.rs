//! What the order of acts and the tactics depend on: each part of the state that they read has a bit of its own, so that what was evaluated for them is
//! evaluated again only if something has changed that it has read.

use crate::analysis::Watched;
use crate::ruleset::index::to_short;
use crate::ruleset::{FunctionId, KindId, PhaseId, Ruleset, Slot, Type};

/// A set of parts of the state.
pub type PartSet = u64;

/// A part of the state, by the number of its bit.
pub type Part = u8;

const NOW: Part = 0;
const RECORDS: Part = 1;
const ACTS: Part = 2;
const FIRST: Part = 3;

/// The last bit of a [`PartSet`]: parts beyond these share it.
const LAST: Part = 63;

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
        let watched = Watched::of(rules);
        let columns = &watched.columns;
        let kinds = rules.kinds.iter().enumerate();
        let attributes = kinds.map(|(kind, declared)| {
            let slots = 0..to_short(declared.attributes.len());
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
        for set in [&watched.order, &watched.tactics] {
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
            order: order(rules, &watched, &parts),
            cached: cached(rules, &watched),
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

/// The parts that the order reads. It depends on all lists if on one, or on how far acts have come.
fn order(rules: &Ruleset, watched: &Watched, parts: &[Option<Part>]) -> PartSet {
    let of_columns = parts.iter().enumerate();
    let of_columns = of_columns.filter(|&(column, _)| watched.order.contains(column));
    let mut all = of_columns.fold(0, |all, (_, part)| all | bit(*part));
    if watched.records(rules) {
        all |= 1 << RECORDS | 1 << ACTS;
    }
    if watched.now() {
        all |= Dependencies::CLOCK;
    }
    all
}

fn cached(rules: &Ruleset, watched: &Watched) -> Vec<bool> {
    let functions = rules.functions.iter().enumerate();
    let is_cached = functions.map(|(number, function)| {
        let mut types = function.parameters.iter();
        let types = types.all(|parameter| matches!(parameter.declared.ty, Type::Record(_)));
        types && function.parameters.len() == 1 && watched.needs(FunctionId::from_index(number))
    });
    is_cached.collect()
}

fn bit(part: Option<Part>) -> PartSet {
    part.map_or(0, |part| 1 << part)
}
