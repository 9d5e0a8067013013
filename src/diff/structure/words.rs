//! The words of small parts of the tree, as rule files have them.

use crate::source::{Sources, Span};
use crate::syntax::ast::{Counting, Expr, ExprKind, PairDef, PhaseDef};
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

/// The words of an expression: its text. Conditions that a variant has put together of several texts, or taken a part from, are told one after the other.
pub(super) fn expr(expr: &Expr, sources: &Sources) -> String {
    match &expr.kind {
        ExprKind::And(parts) if !is_as_written(expr, sources) => {
            let words = |part: &Expr| match part.kind {
                ExprKind::Or(_) | ExprKind::OrElse(_) => format!("({})", self::expr(part, sources)),
                _ => self::expr(part, sources),
            };
            parts.iter().map(words).collect::<Vec<_>>().join(" and ")
        }
        ExprKind::Or(parts) if !is_as_written(expr, sources) => {
            let words = parts.iter().map(|part| self::expr(part, sources));
            words.collect::<Vec<_>>().join(" or ")
        }
        _ => plain(sources.snippet(expr.span)),
    }
}

/// Whether the parts of a condition stand in its text as they are joined, with nothing else between them.
fn is_as_written(expr: &Expr, sources: &Sources) -> bool {
    let (parts, joint) = match &expr.kind {
        ExprKind::And(parts) => (parts, "and"),
        ExprKind::Or(parts) => (parts, "or"),
        _ => return true,
    };
    let (mut at, mut before) = (expr.span.start, "");
    let mut stands = |part: Span, between: &str| {
        let gap = Span {
            start: at,
            end: part.start,
            ..expr.span
        };
        at = part.end;
        let is_inside = part.file == gap.file && gap.start <= gap.end && part.end <= expr.span.end;
        let is_bracket = |sign: char| sign.is_whitespace() || matches!(sign, '(' | ')');
        is_inside && plain(sources.snippet(gap)).trim_matches(is_bracket) == between
    };
    parts.iter().all(|part| {
        let between = std::mem::replace(&mut before, joint);
        stands(part.span, between) && is_as_written(part, sources)
    }) && stands(expr.span.at_end(), "")
}

/// From where to where a phase counts.
pub(super) fn counting(counting: &Counting, sources: &Sources) -> String {
    let Counting { down, from, to } = counting;
    let down = if *down { "down " } else { "" };
    let to = to.as_ref();
    let to = to.map_or(String::new(), |to| format!(" to {}", expr(to, sources)));
    format!("{down}from {}{to}", expr(from, sources))
}

/// What stands before the braces of a phase. A variant may have put parts of it in the place of others, so that no stretch of text has it.
pub(super) fn phase_head(phase: &PhaseDef, sources: &Sources) -> String {
    let words = |span: Span| plain(sources.snippet(span));
    let title = phase.title.as_ref().map(|title| words(title.span));
    let turns = phase.turns.as_ref().map(|turns| words(turns.span));
    let counted = phase.counting.as_ref();
    let counted = counted.map(|one| format!("counting {}", counting(one, sources)));
    let value = |word: &str, value: Option<&Expr>| {
        value.map(|value| format!("{word} {}", expr(value, sources)))
    };
    let lasting = value("lasting", phase.lasting.as_ref());
    let condition = value("while", phase.while_.as_ref());
    let named = Some(format!("phase {}", phase.name.text));
    let parts = [named, title, turns, counted, lasting, condition];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Between which two records a kind has one of its own, as it is written: `between combatant one and combatant other`.
pub(super) fn pair(pair: &PairDef, sources: &Sources) -> String {
    let (two, mutual) = pair.parts();
    let two = two.map(|one| format!("{} {}", plain(sources.snippet(one.ty.span)), one.name.text));
    let [one, other] = two;
    match mutual {
        true => format!("between {one} and {other}"),
        false => format!("from {one} to {other}"),
    }
}
