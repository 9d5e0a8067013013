//! In which order records get their defaults when a run begins, and what a default reads before it is there.

use super::Reach;
use crate::ruleset::{ExprId, KindId, Ruleset, Slot};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The order of the kinds of some rules, worked out once.
#[derive(Default)]
struct KeptOrder(OnceLock<Vec<KindId>>);

/// The kinds but acts, in the order in which their records get defaults: first of those that are left the first whose defaults read no other one that is
/// left, by definitions and searches too; where there is none, the first of them.
///
/// Rules that are [specialised](inherit_order) have the order of those that they were made of.
pub fn order_of_defaults(rules: &Ruleset) -> Vec<KindId> {
    let kept = rules.derived.get::<KeptOrder>();
    kept.0.get_or_init(|| ordered(rules)).clone()
}

/// Gives rules that do the same as others the order in which these give records their defaults, whatever reads have become constants.
pub fn inherit_order(rules: &Ruleset, of: &Ruleset) {
    let kept = rules.derived.get::<KeptOrder>();
    // There is none yet: it is asked for when rules are compiled.
    _ = kept.0.set(order_of_defaults(of));
}

fn ordered(rules: &Ruleset) -> Vec<KindId> {
    let all = (0..rules.kinds.len()).map(KindId::from_index);
    let mut left: Vec<(KindId, BTreeSet<KindId>)> = all
        .filter(|kind| *kind != KindId::ACT)
        .map(|kind| (kind, kinds_read(rules, kind)))
        .collect();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let is_free = |(kind, reads): &(KindId, BTreeSet<KindId>)| {
            let mut others = left.iter().map(|(other, _)| other);
            !others.any(|other| other != kind && reads.contains(other))
        };
        let next = left.iter().position(is_free).unwrap_or(0);
        order.push(left.remove(next).0);
    }
    order
}

/// The kinds whose attributes the defaults of a kind read.
fn kinds_read(rules: &Ruleset, kind: KindId) -> BTreeSet<KindId> {
    let mut kinds = BTreeSet::new();
    for (_, default) in reckoned(rules, kind) {
        each_read(rules, default, &mut |(kind, _)| {
            kinds.insert(kind);
        });
    }
    kinds
}

/// The attributes of all kinds, by kind, that a default can read before its record has them: those of its own kind that come later, and itself, and
/// those of kinds that get theirs later. When an act is made, all others have theirs.
pub fn read_too_early(rules: &Ruleset) -> Vec<BTreeSet<Slot>> {
    let mut early = vec![BTreeSet::new(); rules.kinds.len()];
    let mut done = vec![false; rules.kinds.len()];
    for kind in order_of_defaults(rules).into_iter().chain([KindId::ACT]) {
        done[kind.index()] = true;
        for (slot, default) in reckoned(rules, kind) {
            each_read(rules, default, &mut |(of, read)| {
                let is_early = match of == kind {
                    true => read > slot || (read == slot && kind != KindId::ACT),
                    false => !done[of.index()] && of != KindId::ACT,
                };
                if is_early {
                    early[of.index()].insert(read);
                }
            });
        }
    }
    early
}

/// The attributes of a kind whose default is no constant.
fn reckoned(rules: &Ruleset, kind: KindId) -> impl Iterator<Item = (Slot, ExprId)> + '_ {
    let attributes = (0..).zip(&rules.kinds[kind.index()].attributes);
    attributes.filter_map(|(slot, attribute)| {
        let default = attribute.default?;
        let is_reckoned = rules.exprs[default.index()].constant().is_none();
        is_reckoned.then_some((slot, default))
    })
}

/// Visits the attributes that an expression can read, by definitions and in searches too.
fn each_read(rules: &Ruleset, expr: ExprId, visit: &mut dyn FnMut((KindId, Slot))) {
    Reach::new(rules).expr(expr, &mut |effect| {
        if let Some(read) = effect.attribute_read() {
            visit(read);
        }
    });
}
