//! The words of small parts of the tree, as rule files have them.

use crate::source::{Sources, Span};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::plain;

/// What stands before the first opening brace.
pub(super) fn head(text: &str) -> String {
    let mut quoted = false;
    let mut escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let opens = *c == '{' && !quoted;
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
        opens
    });
    plain(&text[..end.map_or(text.len(), |(end, _)| end)])
}

/// The words of an expression. Conditions of several files that have been put together are told one after the other.
pub(super) fn expr(expr: &Expr, sources: &Sources) -> String {
    let lies_in = |part: Span, whole: Span| {
        part.file == whole.file && whole.start <= part.start && part.end <= whole.end
    };
    match &expr.kind {
        ExprKind::And(parts) if !parts.iter().all(|part| lies_in(part.span, expr.span)) => {
            let words = |part: &Expr| match part.kind {
                ExprKind::Or(_) | ExprKind::OrElse(_) => {
                    format!("({})", plain(sources.snippet(part.span)))
                }
                _ => plain(sources.snippet(part.span)),
            };
            let parts: Vec<String> = parts.iter().map(words).collect();
            parts.join(" and ")
        }
        _ => plain(sources.snippet(expr.span)),
    }
}
