//! Comments as other languages write them, and the quotient that begins with the same sign.

use super::Misread;
use super::values::is_inner;
use crate::diagnostic::Diagnostic;

/// A comment as other languages write it.
pub(super) fn foreign_comment(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let begins = |from: usize| {
        let rest = piece.get(from..)?;
        (rest.starts_with("//") || rest.starts_with("/*")).then_some(from)
    };
    // Two minus signs can stand in a value; a comment has blanks around them.
    let dashes = || {
        let from = match piece.starts_with("-- ") {
            true => 0,
            false => piece.find(" -- ")? + 1,
        };
        (!piece[..from].contains(['"', '\n'])).then_some(from)
    };
    let start = begins(at)
        .or_else(|| begins(at.checked_sub(1)?))
        .or_else(dashes)?;
    let line = piece[start..].lines().next().unwrap_or("").trim_end();
    let stars = line.starts_with("/*");
    let inner = line[2..].trim();
    let inner = match stars {
        true => inner.strip_suffix("*/").unwrap_or(inner).trim_end(),
        false => inner,
    };
    let before = piece[..start].trim();
    let message = format!("`{}` begins no comment", &line[..2]);
    let label = "a comment begins with `#`";
    let is_whole = !stars || line.ends_with("*/");
    if !is_whole {
        let span = misread.span(misread.start + start, misread.start + start + 2);
        let complaint = misread.error(span, message).label(label);
        return Some(complaint.help("begin each line of the comment with `#`"));
    }
    let range = start..start + line.len();
    if line.starts_with("//") && is_divisor(inner) {
        // `c.dexterity // 2` divides and leaves out the rest.
        let message = "`//` does not divide";
        let label = "a quotient is rounded in words";
        let with = format!("/ {inner} rounded down");
        if let Some(edit) = misread.rewriting(range.clone(), &with, message, label) {
            return Some(edit);
        }
    }
    let with = format!("# {inner}");
    let rest = piece[range.end..].trim();
    match before.is_empty() && rest.is_empty() {
        true => Some(misread.proposal(range, &with, message, label)),
        false => misread.rewriting(range, &with, message, label),
    }
}

/// Whether a text is a number, or an attribute of something: no remark.
fn is_divisor(text: &str) -> bool {
    let is_dotted =
        |text: &str| text.contains('.') && text.chars().all(|c| c == '.' || is_inner(c));
    !text.is_empty() && (text.bytes().all(|byte| byte.is_ascii_digit()) || is_dotted(text))
}
