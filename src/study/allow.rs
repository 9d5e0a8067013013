//! `allow`: leaves out the warnings that a rule file says are meant, and warns of what it allows in vain.

use super::Finding;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Allow, ItemId, Ruleset};

/// The warnings that nothing allows, and those about idle `allow`s.
pub(super) fn without_those_meant(rules: &Ruleset, findings: Vec<Finding>) -> Diagnostics {
    let mut idle: Vec<(ItemId, &Allow)> = Vec::new();
    for (index, item) in rules.items.iter().enumerate() {
        idle.extend(
            item.allows
                .iter()
                .map(|allow| (ItemId::from_index(index), allow)),
        );
    }
    let allows = idle.clone();
    let mut said = Diagnostics::new();
    for finding in findings {
        let by: Vec<_> = allows
            .iter()
            .filter(|(item, allow)| is_meant(rules, &finding, *item, allow))
            .collect();
        if by.is_empty() {
            said.push(finding.warning);
        }
        idle.retain(|one| !by.contains(&one));
    }
    // What another file allows may be needed elsewhere.
    let own = rules.items[0].span.file;
    idle.retain(|(_, allow)| allow.span.file == own);
    said.extend(idle.into_iter().map(|(_, allow)| {
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
