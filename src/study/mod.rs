//! The study of a rule file: what it says that can never come about, or that can come about in two ways. From the ruleset to warnings; it knows no text and
//! no tree, and plays nothing.
//!
//! Two ways of looking, both bounded and both sure of what they say: `proof` shows that something can never be, for it sees more situations than there are;
//! `search` finds a situation in which something is, by the evaluator. Where neither comes to an end, nothing is said.

mod aimless;
mod allow;
mod applied;
mod beside;
mod conditions;
mod describe;
mod disagree;
mod domain;
mod early;
mod endless;
mod forms;
mod idle_actions;
mod late;
mod never;
mod orphaned;
mod passed;
mod periods;
mod proof;
mod ranks;
mod repeated;
mod search;
mod sole_actors;
mod supposition;
mod together;
mod unseen;
mod unused;

pub use orphaned::{ChangedItem, Inherited};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{ItemId, Ruleset};
use crate::source::{Span, Watcher};

/// A warning, and the items that it is about.
struct Finding {
    warning: Diagnostic,
    item: ItemId,
    other: Option<ItemId>,
}

impl Finding {
    /// About one item.
    fn of(item: ItemId, warning: Diagnostic) -> Finding {
        Finding {
            warning,
            item,
            other: None,
        }
    }

    /// That something of an item is of no use.
    fn unused(
        item: ItemId,
        place: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Finding {
        let warning = Diagnostic::warning(Code::Unused, place, message);
        Finding::of(item, warning.help(help))
    }
}

/// Whether an item stands in the file itself.
fn is_own(rules: &Ruleset, item: ItemId) -> bool {
    rules.items[item.index()].span.file == rules.items[0].span.file
}

/// All that is looked for.
const STUDIES: [fn(&Ruleset) -> Vec<Finding>; 16] = [
    unused::all,
    idle_actions::all,
    never::all,
    repeated::all,
    conditions::all,
    ranks::all,
    beside::all,
    disagree::all,
    together::all,
    unseen::all,
    passed::all,
    aimless::all,
    periods::all,
    endless::all,
    early::all,
    late::all,
];

/// Studies a rule file: all warnings that it does not allow itself, in the order of the text.
pub fn study(rules: &Ruleset) -> Diagnostics {
    watched(rules, None, None)
}

/// The same of a variant, seen from the rules that it extends, and with a watcher.
pub fn watched(
    rules: &Ruleset,
    inherited: Option<&Inherited>,
    watcher: Option<&dyn Watcher>,
) -> Diagnostics {
    let mut findings = Vec::new();
    for (done, look) in STUDIES.iter().enumerate() {
        if let Some(watcher) = watcher {
            watcher.tried(done as u64, STUDIES.len() as u64);
        }
        findings.extend(look(rules));
    }
    if let Some(inherited) = inherited {
        orphaned::all(rules, inherited, &mut findings);
    }
    let mut said = allow::without_those_meant(rules, findings);
    said.sort();
    said
}
