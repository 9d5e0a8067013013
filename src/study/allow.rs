//! `allow`: leaves out the warnings that a rule file says are meant, and warns of what it allows in vain.

use std::collections::BTreeMap;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Allow, ItemId, Ruleset};

/// The warnings that nothing allows, and those about idle `allow`s.
pub(super) fn without_those_meant(rules: &Ruleset, findings: Vec<Finding>) -> Diagnostics {
    let mut idle: BTreeMap<(ItemId, usize), &Allow> = BTreeMap::new();
    for (index, item) in rules.items.iter().enumerate() {
        let item_id = ItemId::from_index(index);
        let own = item.allows.iter().enumerate();
        idle.extend(own.map(|(number, allow)| ((item_id, number), allow)));
    }
    let mut said = Diagnostics::new();
    for finding in findings {
        let mut is_allowed = false;
        for item in [Some(finding.item), finding.other].into_iter().flatten() {
            let own = rules.items[item.index()].allows.iter().enumerate();
            for (number, _) in own.filter(|(_, allow)| is_meant(rules, &finding, item, allow)) {
                idle.remove(&(item, number));
                is_allowed = true;
            }
        }
        if !is_allowed {
            said.push(finding.warning);
        }
    }
    // What another file allows may be needed elsewhere.
    let own = rules.items[0].span.file;
    idle.retain(|_, allow| allow.span.file == own);
    said.extend(idle.into_values().map(|allow| {
        let number = allow.code.number();
        let message = match &allow.with {
            Some(other) => format!("there is no warning {number} about this and `{other}`"),
            None => format!("there is no warning {number} about this"),
        };
        Diagnostic::warning(Code::IdleAllow, allow.span, message).help("take the `allow` out")
    }));
    said
}

/// Whether an item allows a warning: one about itself, with the other item that it names.
fn is_meant(rules: &Ruleset, finding: &Finding, item: ItemId, allow: &Allow) -> bool {
    let other = if finding.item == item {
        finding.other
    } else if finding.other == Some(item) {
        Some(finding.item)
    } else {
        return false;
    };
    let name = other.map(|other| rules.items[other.index()].name.as_str());
    allow.code == finding.warning.code && (allow.with.is_none() || allow.with.as_deref() == name)
}
