//! From the tree to the ruleset. A place holder until the check of rule files is merged.

pub mod scenario;

use crate::diagnostic::Diagnostics;
use crate::ruleset::{Expr, ExprId, KindId, Ruleset};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

/// A rule file that was found to be right.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What the engine carries out.
    pub ruleset: Ruleset,
}

/// The names of the things of a scenario: kind and index of each.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// By name.
    pub things: BTreeMap<String, (KindId, u32)>,
}

/// Checks the items of a rule set.
pub fn rules(
    _: &ast::Name,
    _: Option<&ast::Text>,
    _: &[&ast::Item],
    _: Span,
) -> (Option<Checked>, Diagnostics) {
    (Some(Checked::default()), Diagnostics::new())
}

/// Elaborates an expression of a scenario.
pub fn expression(
    _: &Checked,
    _: &ast::Expr,
    _: &Scope,
    _: &mut Vec<Expr>,
    _: &mut Vec<Span>,
    _: &mut Diagnostics,
) -> Option<ExprId> {
    None
}
