//! Expressions outside of the rules: the facts that a scenario expects. They speak of the things of the scenario by name.

use super::Checked;
use super::elaborator::{Elaborator, Scope};
use super::output::CheckOutput;
use super::resolved_names::ResolvedNames;
use crate::diagnostic::Diagnostics;
use crate::ruleset::{Declared, Expr, ExprId};
use crate::source::Span;
use crate::syntax::ast;

/// Where the expressions of a scenario are kept.
#[derive(Debug, Default)]
pub struct FactArena {
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// Their places.
    pub spans: Vec<Span>,
    /// How many expressions lie in each other in each of them.
    heights: Vec<u32>,
    /// Texts that the rules do not have; their ids follow those of the rules.
    pub texts: Vec<String>,
    /// The names in them, and what they stand for.
    pub resolved: ResolvedNames,
}

/// An expression of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Elaborated {
    /// Which.
    pub id: ExprId,
    /// Its type, and whether it may be missing.
    pub declared: Declared,
    /// How many locals it needs.
    pub locals: u16,
}

/// Elaborates an expression of a scenario into `arena`; nothing if it is wrong, which is said. `wanted`: what it must be, with words for
/// it (`what is expected`); without it any type is right.
pub fn expression(
    checked: &Checked,
    ast: &ast::Expr,
    wanted: Option<(&crate::ruleset::Type, &str)>,
    scope: &Scope,
    arena: &mut FactArena,
    diagnostics: &mut Diagnostics,
) -> Option<Elaborated> {
    let mut out = CheckOutput {
        exprs: std::mem::take(&mut arena.exprs),
        spans: std::mem::take(&mut arena.spans),
        heights: std::mem::take(&mut arena.heights),
        texts: std::mem::take(&mut arena.texts),
        ..CheckOutput::default()
    };
    let mut found = Diagnostics::new();
    let mut body = Elaborator::new(&checked.ruleset, &checked.names, &mut out, &mut found);
    body.things = Some(scope);
    let typed = match wanted {
        Some((ty, subject)) => body.value(ast, ty, subject),
        None => body.expr(ast, None),
    };
    let locals = body.locals();
    (arena.exprs, arena.spans, arena.texts) = (out.exprs, out.spans, out.texts);
    arena.heights = out.heights;
    arena.resolved.take(out.resolved);
    let wrong = found.has_errors() || typed.is_poison();
    diagnostics.extend(found);
    (!wrong).then(|| Elaborated {
        id: typed.id,
        declared: typed.declared(),
        locals,
    })
}
