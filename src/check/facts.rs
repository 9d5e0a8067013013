//! Expressions outside of the rules: the facts that a scenario expects. They speak of the things of the scenario by name.

use super::Checked;
use super::body::{Body, Scope};
use super::output::Output;
use crate::diagnostic::Diagnostics;
use crate::ruleset::{Expr, ExprId, Type};
use crate::source::Span;
use crate::syntax::ast;

/// Elaborates a condition over the things of a scenario; nothing if it is wrong, which is said.
/// `texts`: those that the rules do not have; their ids follow those of the rules.
pub fn expression(
    checked: &Checked,
    ast: &ast::Expr,
    scope: &Scope,
    exprs: &mut Vec<Expr>,
    spans: &mut Vec<Span>,
    texts: &mut Vec<String>,
    diagnostics: &mut Diagnostics,
) -> Option<ExprId> {
    let mut out = Output {
        exprs: std::mem::take(exprs),
        spans: std::mem::take(spans),
        texts: std::mem::take(texts),
        ..Output::default()
    };
    let mut found = Diagnostics::new();
    let mut body = Body::new(&checked.ruleset, &checked.names, &mut out, &mut found);
    body.things = Some(scope);
    let typed = body.value(ast, &Type::YesNo, "what is expected");
    (*exprs, *spans, *texts) = (out.exprs, out.spans, out.texts);
    let wrong = found.has_errors() || typed.is_poison();
    diagnostics.extend(found);
    (!wrong).then_some(typed.id)
}
