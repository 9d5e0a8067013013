//! What is said where nothing is known of the mistake: how far the line is understood, and how it is written.

use super::typed::last_word;
use super::values::is_inner;
use super::verbs::foreign_verb;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, english};
use crate::syntax::place::Place;

/// Whether what can stand at a place is told in words of the language, not in those of the parser.
fn is_telling(name: &str) -> bool {
    !matches!(
        name,
        "an expression" | "an operator" | "the end of the line" | "a statement"
    )
}

/// What is said where nothing is known of the mistake: how far the line is understood, and how it is written.
pub(super) fn plain(misread: &Misread<'_>, found: &str) -> Diagnostic {
    if let Some(told) = foreign_verb(misread, found) {
        return told;
    }
    let list = misread.alternatives();
    let telling: Vec<&String> = list.iter().filter(|name| is_telling(name)).collect();
    let short: Vec<&&String> = telling.iter().filter(|name| !name.contains(", ")).collect();
    let only = match short.as_slice() {
        [only] if short.len() == telling.len() => Some(*only),
        _ => None,
    };
    let written = misread.written();
    let message = match (found, only) {
        _ if misread.at == misread.start => nothing_begins(found),
        ("", Some(only)) => format!("{only} is missing at the end of the line"),
        ("", None) => format!("{written} ends too early"),
        _ if found.starts_with('"') => format!("{written} is not understood from the text on"),
        _ => format!("{written} is not understood from `{}` on", Quoted(found)),
    };
    let missing = only.copied().filter(|only| misread.reads_with(only));
    let label = match (found, missing) {
        ("", _) => "the line ends here".to_owned(),
        (_, Some(only)) => format!("perhaps {only} is missing before this"),
        (_, None) => "not understood".to_owned(),
    };
    let complaint = misread.error(misread.here(found), message).label(label);
    let next = || {
        let lead = match misread.at == misread.start {
            true => "here stands",
            false => "what comes next is",
        };
        (!telling.is_empty()).then(|| format!("{lead} {}", english::joined(&list, ", ", " or ")))
    };
    match misread.usage().or_else(next) {
        Some(help) => complaint.help(help),
        None => complaint,
    }
}

/// `needs target.hp > 0`: why an act is refused is always said.
pub(super) fn reason_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let line = without_comment(misread.before()).trim_end();
    let whole = format!("{line} because \"...\"");
    let is_need = misread.place == Place::ActionClause && line.starts_with("needs ");
    let is_end = found.is_empty() || misread.place.begins_with(found);
    let end = misread.start + line.len();
    let message = "`because` is missing behind what an action needs";
    let help = format!("write `{}`, with the reason for the dots", Quoted(&whole));
    (is_need && is_end && misread.reads(&whole)).then(|| {
        let complaint = misread.error(misread.span(end, end), message);
        complaint.label("no reason is given").help(help)
    })
}

/// `where c.ready and`: a word that joins conditions, with nothing behind it.
pub(super) fn joined_to_nothing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let before = misread.before().trim_end();
    let word = last_word(before);
    let end = misread.start + before.len();
    let span = misread.span(end - word.len(), end);
    let is_end = found.is_empty() || found.starts_with(['{', '}', ')']);
    let message = format!("nothing stands behind `{word}`");
    let complaint = misread.error(span, message).label("what else must be so?");
    let help = format!("write another condition behind it, or delete `{word}`");
    (is_end && matches!(word, "and" | "or")).then(|| complaint.help(help))
}

impl Misread<'_> {
    /// Whether the piece can be read with this at the place where it goes wrong, and what belongs to it.
    fn reads_with(&self, shown: &str) -> bool {
        let word = shown
            .strip_prefix('`')
            .and_then(|rest| rest.strip_suffix('`'));
        let examples = match (word, shown) {
            (Some("{"), _) => return self.opens_here(),
            (Some("("), _) => vec!["()".to_owned()],
            (Some(word), _) => ["", " some_name", " \"\""]
                .iter()
                .map(|more| format!("{word}{more}"))
                .collect(),
            (None, "a text in quotes") => vec!["\"\"".to_owned()],
            (None, "a name") => vec!["some_name".to_owned()],
            (None, "a number") => vec!["1".to_owned()],
            (None, _) => return false,
        };
        let at = self.at_in_piece();
        let reads = |example: &String| {
            let blank = match self.before().ends_with(is_inner) {
                true => " ",
                false => "",
            };
            let with = self.rewritten(&(at..at), &format!("{blank}{example} "));
            with.is_some_and(|with| self.reads(&with))
        };
        self.at > self.start && examples.iter().any(reads)
    }

    /// Whether braces can open at the place, and none opens later on its line.
    fn opens_here(&self) -> bool {
        let rest = self.piece().get(self.at_in_piece()..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("");
        !line.contains('{') && self.reads(&format!("{} {{ }}", self.before()))
    }
}

/// What is said of a word or sign with which no line can begin at its place.
pub(super) fn nothing_begins(found: &str) -> String {
    match found {
        "" => "a line is missing".to_owned(),
        _ if found.starts_with('"') => "nothing here begins with a text".to_owned(),
        _ => format!("nothing here begins with `{}`", Quoted(found)),
    }
}
