//! Actions of which no act can come about: those that only rules add, and no rule does; those that no statement asks for, and that no rule adds either.

use std::collections::BTreeSet;

use super::{Finding, is_own};
use crate::ruleset::{Action, ActionId, AskedActions, Ruleset, StatementKind};

/// Warnings about actions without acts. A file without a procedure is a library or a piece of one.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    if rules.procedure.is_empty() {
        return Vec::new();
    }
    let mut added = BTreeSet::new();
    let mut asked: Vec<&AskedActions> = Vec::new();
    rules.each_statement(&mut |statement| {
        if let StatementKind::Does { action, .. } = statement {
            added.insert(*action);
        }
        if let StatementKind::Declare { actions, .. } = statement {
            asked.push(actions);
        }
    });
    let actions = (0..).map(ActionId::from_index).zip(&rules.actions);
    let idle = actions.filter(|(id, _)| !added.contains(id));
    let findings = idle.filter_map(|(id, action)| {
        let is_asked = asked.is_empty() || asked.iter().any(|asked| asked.hold(id));
        match action.not_declared {
            true => Some(never_added(rules, action)),
            false if is_asked || !is_own(rules, action.item) => None,
            false => Some(never_asked(rules, action)),
        }
    });
    findings.collect()
}

fn never_added(rules: &Ruleset, action: &Action) -> Finding {
    let name = &action.name;
    let message = format!("no rule adds `{name}`, and it is `not declared`");
    let help =
        format!("add it where it comes about, `c does {name} {{ ... }}`, or let it be declared");
    finding(rules, action, message, help)
}

fn never_asked(rules: &Ruleset, action: &Action) -> Finding {
    let name = &action.name;
    let message = format!("no combatant is ever asked for `{name}`, and no rule adds it");
    let help = format!("ask for it, as in `c declares {name}`, or take it out");
    finding(rules, action, message, help)
}

fn finding(rules: &Ruleset, action: &Action, message: String, help: String) -> Finding {
    let place = rules.items[action.item.index()].name_span;
    Finding::unused(action.item, place, message, help)
}
