//! Words of choices with other signs around or between them.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name, name_of};

/// `choice degree: fumble | failure < success`
pub(super) fn mixed_choice(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let is_mixed = first_word(piece) == "choice" && piece.contains('|') && piece.contains('<');
    let with = piece.replace('|', "<");
    let message = "the words of a choice have `<` between all of them if each is more than the one before, else `|`";
    is_mixed.then(|| misread.rewriting(0..piece.len(), &with, message, "both of them"))?
}

/// Whether words of a choice can stand in a line: in an attribute, an option, a definition, a question.
fn has_choice(place: Place, piece: &str) -> bool {
    place == Place::Attribute || matches!(first_word(piece), "option" | "choice" | "let" | "ask")
}

/// `units { yard/yards }`, `edge: "blunt" | "sharp" = "sharp"`: signs that are others here.
pub(super) fn other_signs(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let (with, message) = match misread.place {
        Place::Unit if piece.contains(['/', '|']) => (
            piece.replace(['/', '|'], ", "),
            "one and several of a unit have a comma between them",
        ),
        place if has_choice(place, piece) => (
            without_quotes(piece)?,
            "the words of a choice stand without quotes",
        ),
        _ => return None,
    };
    misread.rewriting(0..piece.len(), &with, message, "in another way")
}

/// A line without the quotes around the words of a choice, and with `|` between them; `None` if there are none.
fn without_quotes(piece: &str) -> Option<String> {
    const BETWEEN: [&str; 5] = ["\" |", "| \"", "\", \"", "\" or \"", "\"|\""];
    // An apostrophe in a text is no quote.
    let end = piece.find('"').unwrap_or(piece.len());
    let single = ["' |", "| '", "', '", "' or '", "'|'"];
    let (head, rest) = piece.split_at(end);
    let bars = match single.iter().any(|sign| head.contains(sign)) {
        true => head.replace('\'', "\"") + rest,
        false => piece.to_owned(),
    };
    if !BETWEEN.iter().any(|sign| bars.contains(sign)) {
        return None;
    }
    let bars = (bars.replace("\", \"", "\" | \""))
        .replace("\" or \"", "\" | \"")
        .replace("\"|\"", "\" | \"");
    let mut with = String::new();
    for (number, part) in bars.split('"').enumerate() {
        let before = with.trim_end();
        let is_word = before.ends_with([':', '|', '=']) || before.ends_with(", default");
        match number % 2 == 1 {
            true if is_word && is_name(part) => with.push_str(part),
            true if is_word => with.push_str(&name_of(part)),
            true => with.extend(["\"", part, "\""]),
            false => with.push_str(part),
        }
    }
    Some(with)
}
