//! What the order of acts and the tactics depend on.

use super::{Accesses, Columns, Reach, Set};
use crate::ruleset::walk::line_roots;
use crate::ruleset::{Callee, ExprId, FunctionId, KindId, Ruleset, Slot, TacticId, slots};
use std::collections::BTreeSet;

/// What the line and the tactics of some rules read, definitions and tables included. Texts, which only tell why, are left out.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The numbers of all locations.
    pub columns: Columns,
    /// What keys, placements, exceptions and voids read.
    pub order: Set,
    /// What tactics read, but for what is only read by callees that the order leads to as well.
    pub tactics: Set,
    entered: BTreeSet<Callee>,
}

impl Watched {
    /// What those of a ruleset read.
    pub fn of(rules: &Ruleset) -> Self {
        let columns = Columns::of(rules);
        let mut reach = Reach::new(rules);
        let mut roots = Vec::new();
        line_roots(rules, &mut |root| roots.push(root));
        let order = reads(&columns, &mut reach, roots);
        let tactics = (0..rules.tactics.len()).map(TacticId::from_index);
        let roots = tactics.flat_map(|id| Callee::Tactic(id).roots(rules));
        let tactics = reads(&columns, &mut reach, roots.collect());
        Watched {
            order,
            tactics,
            columns,
            entered: reach.entered().clone(),
        }
    }

    /// Whether a change of this attribute can move an act.
    pub fn attribute(&self, kind: KindId, slot: Slot) -> bool {
        self.order.contains(self.columns.attribute(kind, slot))
    }

    /// Whether the order reads the clock.
    pub fn now(&self) -> bool {
        self.order.contains(self.columns.now())
    }

    /// Whether the order depends on lists of records, acts among them, or on how far acts have come.
    pub fn records(&self, rules: &Ruleset) -> bool {
        let mut lists = (0..rules.kinds.len()).map(KindId::from_index);
        let mut progress = [slots::STATE, slots::BEGUN].into_iter();
        progress.any(|slot| self.attribute(KindId::ACT, slot))
            || lists.any(|kind| self.order.contains(self.columns.records(kind)))
    }

    /// Whether the order or a tactic leads to a definition.
    pub fn needs(&self, function: FunctionId) -> bool {
        self.entered.contains(&Callee::Function(function))
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
