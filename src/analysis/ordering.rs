//! Attributes by which acts are put in order, and which nothing else reads: of them it matters only which is higher. Reads the rules and plays
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::walk::{each_effect_of_expr, each_root};
use crate::ruleset::{
    Effect, Expr, ExprId, Key, KindId, Order, PhaseId, Ruleset, Slot, TemplateId,
};

/// An attribute that is read as keys of the one order of the rules, and by nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// whose
    pub kind: KindId,
    /// which
    pub slot: Slot,
    /// the keys that are this attribute, by number, each with whether the highest comes first
    pub keys: Vec<(usize, bool)>,
}

/// Such attributes, where these expressions are evaluated beside the rules, of a ruleset with one order, which puts the repetitions of a phase one behind the other, and that phase: nothing that the line has
/// noted in one repetition is compared with what it notes in another.
pub fn ordering(rules: &Ruleset, beside: &[Expr]) -> Option<(PhaseId, Vec<Ranked>)> {
    let [order] = &rules.orders[..] else {
        return None;
    };
    let first = first_by_repetition(rules, order)?;
    let Expr::Counter(phase) = rules.exprs[first.index()] else {
        return None;
    };
    if !is_plain(rules, &order.keys[0]) {
        return None;
    }
    let mut found = candidates(rules, order);
    let shown = shown(rules);
    each_root(rules, &mut |root| {
        let is_key = order.keys.iter().any(|key| key.value == root);
        let is_left_out = is_key || shown.contains(&root);
        let attribute = rules.exprs[root.index()].attribute();
        // Whose it is, is read.
        let looked_at = attribute
            .filter(|_| is_left_out)
            .map_or(root, |(.., of)| of);
        each_effect_of_expr(&rules.exprs, looked_at, &mut |effect| {
            effect.attribute_read().map(|read| found.remove(&read));
        });
    });
    for expr in beside {
        expr.effects(&mut |effect| {
            effect.attribute_read().map(|read| found.remove(&read));
        });
    }
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| {
            // What is added to reads what it was.
            effect.attribute_read().map(|read| found.remove(&read));
            if let Effect::Makes(kind) = effect {
                found.retain(|known, _| known.0 != kind);
            }
        });
    });
    let ranked = found.into_iter();
    let ranked = ranked.map(|((kind, slot), keys)| Ranked { kind, slot, keys });
    Some((phase, ranked.collect()))
}

/// The attributes that are keys as they are, with these keys; none of acts, which are made with values of their own at any time.
fn candidates(rules: &Ruleset, order: &Order) -> BTreeMap<(KindId, Slot), Vec<(usize, bool)>> {
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut placed = BTreeSet::new();
    for (number, key) in order.keys.iter().enumerate() {
        let Expr::Attribute { kind, slot, .. } = rules.exprs[key.value.index()] else {
            continue;
        };
        let keys = found.entry((kind, slot)).or_default();
        keys.push((number, key.highest_first));
        if is_placed(rules, key) {
            placed.insert((kind, slot));
        }
    }
    found.retain(|attribute, _| attribute.0 != KindId::ACT && !placed.contains(attribute));
    found
}

/// Whether the lowest comes first of all acts, wherever they are put.
fn is_plain(rules: &Ruleset, key: &Key) -> bool {
    !key.highest_first && key.acts.kinds.is_empty() && !is_placed(rules, key)
}

/// Whether placements give other values for a key.
fn is_placed(rules: &Ruleset, key: &Key) -> bool {
    let mut places = rules.placements.iter().flat_map(|rule| &rule.places);
    key.name
        .is_some_and(|name| places.any(|place| place.0 == name))
}

/// What is only shown in a text.
fn shown(rules: &Ruleset) -> BTreeSet<ExprId> {
    let texts = (0..rules.templates.len()).map(TemplateId::from_index);
    texts.flat_map(|text| rules.holes(text)).collect()
}

/// The expression by which an order puts the repetitions of an outermost phase one behind the other, if that is its first key.
pub fn first_by_repetition(rules: &Ruleset, order: &Order) -> Option<ExprId> {
    let first = order.keys.first()?;
    let Expr::Counter(phase) = rules.exprs[first.value.index()] else {
        return None;
    };
    rules.procedure.contains(&phase).then_some(first.value)
}
