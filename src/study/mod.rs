//! The study of a rule file: what it says that can never come about, or that can come about in two ways. From the ruleset to warnings; it knows no text and
//! no tree, and plays nothing.
//!
//! Two ways of looking, both bounded and both sure of what they say: `proof` shows that something can never be, for it sees more situations than there are;
//! `search` finds a situation in which something is, by the engine's own reckoning. Where neither comes to an end, nothing is said.

mod allow;
mod applied;
mod beside;
mod disagree;
mod domain;
mod forms;
mod never;
mod passed;
mod proof;
mod ranks;
mod search;
mod situation;
mod tell;
mod together;
mod unseen;
mod unused;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ruleset::{ItemId, Ruleset};

/// A warning, and the items that it is about.
struct Finding {
    warning: Diagnostic,
    item: ItemId,
    other: Option<ItemId>,
}

/// Studies a rule file: all warnings that it does not allow itself, in the order of the text.
pub fn study(rules: &Ruleset) -> Diagnostics {
    let mut findings = unused::all(rules);
    findings.extend(never::all(rules));
    findings.extend(ranks::all(rules));
    findings.extend(beside::all(rules));
    findings.extend(disagree::all(rules));
    findings.extend(together::all(rules));
    findings.extend(unseen::all(rules));
    findings.extend(passed::all(rules));
    let mut said = allow::without_those_meant(rules, findings);
    said.sort();
    said
}
