//! The words of small parts of the tree, as rule files have them.

use crate::source::{Sources, Span};
use crate::syntax::ast::{ActKind, ActMoment, Expr, ExprKind, Happening, Name};
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

pub(super) fn binding(name: &Name, all: &[ActKind]) -> String {
    format!("{}: {}", name.text, kinds(all))
}

pub(super) fn kinds(all: &[ActKind]) -> String {
    let one = |kind: &ActKind| {
        let action = kind
            .action
            .as_ref()
            .map_or("act", |action| action.text.as_str());
        match &kind.stage {
            Some(stage) => format!("{action}.{}", stage.text),
            None => action.to_owned(),
        }
    };
    all.iter().map(one).collect::<Vec<_>>().join(" | ")
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

pub(super) fn happening(happening: &Happening) -> String {
    match happening {
        Happening::Act {
            kinds: all,
            name,
            moment,
        } => {
            let acts = kinds(all);
            match moment {
                ActMoment::Before => format!("before {acts} {}", name.text),
                other => format!("when {acts} {} {}", name.text, other.word()),
            }
        }
        Happening::Signal { event, names } => {
            let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
            format!("when {}({})", event.text, names.join(", "))
        }
        Happening::Phase {
            phase,
            name,
            begins,
        } => {
            let whose = name.as_ref();
            let whose = whose.map_or_else(String::new, |name| format!(" of {}", name.text));
            let end = if *begins { "begins" } else { "ends" };
            format!("when phase {}{whose} {end}", phase.text)
        }
    }
}
