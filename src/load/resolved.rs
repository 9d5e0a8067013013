//! Resolved names, kept beside what was loaded; editors ask for them. Data only.

use std::sync::Arc;

use crate::check::{Checked, ResolvedNames};
use crate::ruleset::Cited;
use crate::source::Span;
use crate::syntax::ast;

/// A rule set with the meaning of its names, right or not.
#[derive(Debug)]
pub struct ResolvedRules {
    /// Which of the rule sets of its file it is.
    pub index: usize,
    /// The trees of the files that it is made of; what is extended and used comes first, its own last.
    pub trees: Vec<Arc<ast::File>>,
    /// What is declared, as far as it could be understood.
    pub declared: Arc<Checked>,
    /// What each name stands for.
    pub names: ResolvedNames,
}

/// A scenario with the meaning of its names.
#[derive(Clone, Debug)]
pub struct ResolvedScenario {
    /// Where it stands.
    pub span: Span,
    /// Its title.
    pub title: String,
    /// What it proves; unknown if it has errors.
    pub proves: Vec<Cited>,
    /// The rules by which it is played.
    pub rules: Arc<ResolvedRules>,
    /// What each name stands for.
    pub names: ResolvedNames,
}
