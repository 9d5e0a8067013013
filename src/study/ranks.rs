//! Actions at which no key of any order looks: their acts stand where the keys put nothing.

use super::Finding;
use super::forms;
use super::supposition::ActionStage;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ActPattern, ActionId, Ruleset};

/// Warnings about all actions, or stages of them, that no order ranks.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    if rules.orders.iter().all(|order| order.keys.is_empty()) {
        return without_keys(rules).into_iter().collect();
    }
    let mut findings = Vec::new();
    for (index, action) in rules.actions.iter().enumerate() {
        let mut unranked = waiting(rules, ActionId::from_index(index));
        unranked.retain(|form| !is_ranked(rules, *form));
        let Some(first) = unranked.first() else {
            continue;
        };
        let what = if unranked.len() == action.stages.len() {
            action.name.clone()
        } else {
            forms::name(rules, *first)
        };
        let place = rules.items[action.item.index()].name_span;
        let message =
            format!("no key of any order looks at `{what}`, so its acts count as 0 everywhere");
        let mut warning = Diagnostic::warning(Code::Unranked, place, message).help(format!(
            "give it a key, `by for {what}: ...`, or put one for all acts before the others"
        ));
        for order in &rules.orders {
            let item = &rules.items[order.item.index()];
            warning = warning.also(item.name_span, "an order without it");
        }
        findings.push(Finding::of(action.item, warning));
    }
    findings
}

/// The forms in which acts of an action wait in the line.
fn waiting(rules: &Ruleset, action: ActionId) -> Vec<ActionStage> {
    let kinds = vec![(action, None)];
    forms::waiting(rules, &ActPattern { kinds })
}

/// An order without a single key.
fn without_keys(rules: &Ruleset) -> Option<Finding> {
    let order = rules.orders.first()?;
    let mut actions = (0..rules.actions.len()).map(ActionId::from_index);
    let waits = actions.any(|action| !waiting(rules, action).is_empty());
    let place = rules.items[order.item.index()].name_span;
    let message = "this order has no key, so all acts that wait count the same";
    let warning = Diagnostic::warning(Code::Unranked, place, message)
        .help("say what comes first, as in `by a.actor.speed, highest first`; if all of them are to come together, say `by 0`");
    (waits && rules.placements.is_empty()).then_some(Finding::of(order.item, warning))
}

/// Whether a key orders the acts of a form, or a placement gives them one.
fn is_ranked(rules: &Ruleset, form: ActionStage) -> bool {
    let mut keys = rules.orders.iter().flat_map(|order| &order.keys);
    let mut placements = rules.placements.iter();
    keys.any(|key| forms::means(rules, &key.acts, form))
        || placements.any(|placement| forms::means(rules, &placement.acts, form))
}
