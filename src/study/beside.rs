//! Keys that can be missing for the acts that they are for, beside acts that they are not for: these count as 0, so what is missing comes before or after
//! them all, which an order hardly means.

use super::Finding;
use super::forms;
use super::supposition::ActionStage;
use crate::analysis::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActPattern, Effect, Key, KindId, Location, MissingPlace, Order, Ruleset, slots,
};

/// Warnings about all such keys behind which stands no key that tells the acts apart.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut findings = Vec::new();
    for order in &rules.orders {
        for (number, key) in order.keys.iter().enumerate() {
            let way = match key.missing {
                Some(MissingPlace::First) => "ahead of",
                Some(MissingPlace::Last) => "behind",
                Some(MissingPlace::Ask) | None => continue,
            };
            let Some((own, other)) = not_told_apart(rules, order, number) else {
                continue;
            };
            let (own, other) = (forms::name(rules, own), forms::name(rules, other));
            let message = format!(
                "`{own}` without this key comes {way} every `{other}`, for which the key is not meant"
            );
            findings.push(Finding::of(
                order.item,
                Diagnostic::warning(Code::MissingBesideOthers, key.span, message).help(format!(
                    "put a key before it that says which comes first: `by for {other}: 1`"
                )),
            ));
        }
    }
    findings
}

/// An act that a key of an order is for, and one that it is not for, that no key before it can tell apart.
fn not_told_apart(
    rules: &Ruleset,
    order: &Order,
    number: usize,
) -> Option<(ActionStage, ActionStage)> {
    let key = &order.keys[number];
    let before = &order.keys[..number];
    if before.iter().any(|key| looks_at_the_act(rules, key)) {
        return None;
    }
    let named = (before.iter().chain([key])).filter_map(|key| key.name);
    let named: Vec<_> = named.collect();
    let placements = (rules.placements.iter()).filter(|placement| {
        let mut places = placement.places.iter();
        places.any(|(name, _)| named.contains(name))
    });
    let patterns: Vec<&ActPattern> = (before.iter().map(|key| &key.acts))
        .chain(placements.map(|placement| &placement.acts))
        .collect();
    let all = forms::waiting(rules, &ActPattern::default());
    let is_own = |form: &&ActionStage| forms::means(rules, &key.acts, **form);
    all.iter().filter(is_own).find_map(|own| {
        let mut others = all.iter().filter(|form| !is_own(form));
        let alike = |other: &&ActionStage| {
            let mut patterns = patterns.iter();
            patterns.all(|pattern| {
                forms::means(rules, pattern, *own) == forms::means(rules, pattern, **other)
            })
        };
        Some((*own, *others.find(alike)?))
    })
}

/// Whether the value of a key depends on more of an act than on who acts.
fn looks_at_the_act(rules: &Ruleset, key: &Key) -> bool {
    let mut found = false;
    Reach::new(rules).expr(key.value, &mut |effect| {
        found |= match effect {
            Effect::Reads(Location::Records(kind)) => kind == KindId::ACT,
            effect => (effect.attribute_read())
                .is_some_and(|(kind, slot)| kind == KindId::ACT && slot != slots::ACTOR),
        };
    });
    found
}
