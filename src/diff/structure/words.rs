//! The words of small parts of the tree, as rule files have them.

use crate::source::{Sources, Span};
use crate::syntax::ast::{Counting, Expr, PhaseDef};
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

/// The words of an expression: its text; of one that a variant has put together of several texts, or taken a part from, those of the tree.
pub(super) fn expr(expr: &Expr, sources: &Sources) -> String {
    let text = plain(sources.snippet(expr.span));
    let words = expr.words();
    // Only brackets and blanks can differ where the text says the same.
    let is_said = |c: &char| !c.is_whitespace() && !matches!(c, '(' | ')');
    match words
        .chars()
        .filter(is_said)
        .eq(text.chars().filter(is_said))
    {
        true => text,
        false => words,
    }
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
