//! What the order of acts in the line depends on.

use super::{Accesses, Columns, Reach, Set};
use crate::ruleset::walk::line_roots;
use crate::ruleset::{KindId, PhaseId, Ruleset, Slot, slots};

/// What keys, placements, exceptions and voids read, definitions and tables included.
#[derive(Clone, Debug)]
pub struct Watched {
    columns: Columns,
    reads: Set,
    /// the clock
    pub now: bool,
    /// lists of records, acts among them, or how far acts have come
    pub acts: bool,
}

impl Watched {
    /// Whether a change of this attribute can move an act.
    pub fn attribute(&self, kind: KindId, slot: Slot) -> bool {
        self.reads.contains(self.columns.attribute(kind, slot))
    }

    /// Whether the counting of this phase can move an act.
    pub fn counter(&self, phase: PhaseId) -> bool {
        self.reads.contains(self.columns.counter(phase))
    }
}

/// What the line of these rules depends on. Texts, which only tell why, are left out.
pub fn watched(rules: &Ruleset) -> Watched {
    let columns = Columns::of(rules);
    let mut accesses = Accesses::none(&columns);
    let mut reach = Reach::new(rules);
    line_roots(rules, &mut |root| {
        reach.expr(root, &mut |effect| accesses.add(&columns, effect));
    });
    let reads = accesses.reads;
    let is_read = |number| reads.contains(number);
    let mut lists = (0..rules.kinds.len()).map(KindId::from_index);
    let progress = [slots::STATE, slots::BEGUN].map(|slot| columns.attribute(KindId::ACT, slot));
    Watched {
        now: is_read(columns.now()),
        acts: lists.any(|kind| is_read(columns.records(kind))) || progress.into_iter().any(is_read),
        columns,
        reads,
    }
}
