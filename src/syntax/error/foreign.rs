//! Words and signs of other languages, or of plain English, with what stands for them here.

use super::parameters::parameter;
use super::values::is_inner;
use super::{Misread, nothing_begins, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// Words with which lines of other languages begin: where, what is typed, what stands for it.
const FIRST: &[(Place, &[&str], &str)] = &[
    (Place::Statement, &["while"], "repeat while"),
    (
        Place::Statement,
        &["print", "say", "log", "echo", "write"],
        "note",
    ),
    (
        Place::Statement,
        &["var", "const", "local", "define"],
        "let",
    ),
    (Place::Statement, &["elseif", "elif", "elsif"], "else if"),
    (Place::Statement, &["foreach"], "each"),
    (Place::Statement, &["unless"], "if not"),
    (
        Place::Item,
        &["import", "include", "use", "require"],
        "uses",
    ),
    (
        Place::Item,
        &["function", "func", "def", "fn", "sub", "method", "routine"],
        "procedure",
    ),
    (
        Place::Item,
        &["class", "struct", "record", "entity"],
        "kind",
    ),
    (Place::Item, &["enum"], "choice"),
    (
        Place::Item,
        &["var", "const", "define", "definition", "formula"],
        "let",
    ),
    (Place::Item, &["function", "func", "def", "fn"], "let"),
    (Place::Item, &["delete", "drop", "without"], "remove"),
    (Place::Statement, &["when"], "if"),
    (Place::ExceptionClause, &["if"], "when"),
    (Place::PlacementClause, &["if"], "when"),
    (Place::VoidClause, &["if"], "when"),
];

/// `def dead(c): return c.hp <= 0`, `function dead(c) { return c.hp <= 0; }`: a definition.
pub(super) fn foreign_definition(misread: &Misread<'_>) -> Option<Diagnostic> {
    const WORDS: &[&str] = &["def", "function", "func", "fn"];
    let piece = without_comment(misread.piece()).trim_end();
    let rest = piece.strip_prefix(first_word(piece))?.trim_start();
    let (head, value) = rest.split_once("return ")?;
    let (name, given) = head.split_once('(')?;
    let given = given.split_once(')')?.0.split(',');
    let given = given.filter(|part| !part.trim().is_empty());
    let given = given.map(|part| parameter(misread, part.trim()));
    let given: Vec<String> = given.collect::<Option<Vec<String>>>()?;
    let value = value.trim_end_matches(['}', ';', ' ', '\n']);
    let with = format!("let {}({}) = {value}", name.trim(), given.join(", "));
    let is_meant = WORDS.contains(&first_word(piece)) && misread.place == Place::Item;
    let message = "a value with a name is defined with `let`";
    let label = "this is said in another way";
    is_meant.then(|| misread.rewriting(0..piece.len(), &with, message, label))?
}

/// The words that can be meant by the one with which a line of another language begins.
pub(super) fn words_meant<'a>(misread: &Misread<'a>) -> impl Iterator<Item = &'a str> {
    let word = first_word(misread.piece());
    let place = match misread.place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    let known = FIRST.iter();
    let known = known.filter(move |(at, typed, _)| *at == place && typed.contains(&word));
    known.map(|(.., meant)| *meant)
}

/// A word with which lines of other languages begin.
pub(super) fn foreign_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let word = first_word(piece);
    let place = match misread.place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    let message = nothing_begins(word);
    if place == Place::Statement && word == "for" {
        let rest = piece[word.len()..].trim_start();
        let meant = (first_word(rest) == "each").then_some(piece.len() - rest.len())?;
        return misread.rewriting(0..meant, "", message, "`each` alone says it");
    }
    // `resolves` for `resolve`
    let verb = word
        .strip_suffix('s')
        .filter(|verb| place.begins_with(verb) && !place.begins_with(word));
    words_meant(misread).chain(verb).find_map(|meant| {
        let label = format!("`{meant}` says this here");
        // A file is named behind it, which may not be there: the help shows the whole line.
        let (end, with) = match meant == "uses" {
            true => (piece.len(), format!("{meant}{}", &piece[word.len()..])),
            false => (word.len(), meant.to_owned()),
        };
        let proposal = misread.rewriting(0..end, &with, message.clone(), label);
        proposal.map(|proposal| match meant == "uses" {
            true => Diagnostic {
                fallback: None,
                ..proposal
            },
            false => proposal,
        })
    })
}

/// Words and signs inside of a line: what is typed, and what stands for it.
const INSIDE: &[(&str, &str)] = &[
    ("with", "where"),
    ("to", "="),
    ("declare", "declares"),
    ("roll", "rolls"),
    ("before", "then"),
    ("before", "ahead of"),
    ("descending", "highest first"),
    ("desc", "highest first"),
    ("ascending", "lowest first"),
    ("asc", "lowest first"),
    ("equals", "="),
    ("x", "*"),
    ("xor", "!="),
    ("*", "x"),
];

/// A sign or a number before a line, as in a list: `- each combatant c { c declares }`.
pub(super) fn bullet(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let number = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let signs: &[&str] = match number {
        0 => &["- ", "* ", "+ ", "• ", "– ", "> "],
        _ => &[". ", ") "],
    };
    let mut signs = signs.iter();
    let sign = signs.find(|sign| piece[number..].starts_with(**sign))?;
    let rest = piece[number + sign.len()..].trim_start();
    let message = "a line begins without a sign or a number before it";
    misread.rewriting(0..piece.len() - rest.len(), "", message, "not needed")
}

/// How many words a sentence has at least that is taken for a remark.
const WORDS_OF_PROSE: usize = 3;

/// A sentence among the lines of the language: a remark without its sign.
pub(super) fn prose(misread: &Misread<'_>) -> Option<Diagnostic> {
    let line = misread.piece().lines().next()?.trim_end();
    let is_plain = |c: char| c.is_alphanumeric() || " ,.;:'’-–!?/".contains(c);
    let is_sentence = line.ends_with(['.', '!', '?', ':']) && line.chars().all(is_plain);
    let begins = line.starts_with(char::is_uppercase);
    // A file that is all prose holds no rules.
    let mut lines = misread.text.lines();
    let is_file = lines.any(|line| matches!(first_word(line), "rules" | "scenario"));
    let count = line.split_whitespace().count();
    if !is_sentence || !begins || !is_file || count < WORDS_OF_PROSE {
        return None;
    }
    let message = "a remark begins with `#`";
    let span = misread.span(misread.start, misread.start + line.len());
    let complaint = misread.error(span, message).label("plain prose");
    let help = "write `#` before it".to_owned();
    let at = span.at_start();
    Some(complaint.help(help).guess(at, "# "))
}

/// The same word twice: `phase phase round { ... }`.
pub(super) fn doubled_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let starts = piece.char_indices().map(|(at, _)| at);
    let first = starts.filter(|at| !piece[..*at].ends_with(is_inner));
    first.into_iter().find_map(|at| {
        let word = first_word(&piece[at..]);
        let rest = piece[at + word.len()..].trim_start_matches([' ', '\t']);
        let next = piece.len() - rest.len();
        if word.is_empty() || first_word(rest) != word || next > misread.at_in_piece() + word.len()
        {
            return None;
        }
        let end = next + (rest.len() - rest[word.len()..].trim_start().len());
        let message = format!("`{}` stands here twice", Quoted(word));
        misread.rewriting(next..end, "", message, "not needed")
    })
}

/// Words that say nothing here.
pub(super) const FILLERS: &[&str] = &[
    "the", "a", "an", "of", "then", "do", "is", "by", "with", "event", "at",
];

pub(super) fn foreign_inside(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    let message = || format!("`{}` is said in another way", Quoted(found));
    let range = at..at + found.len();
    let known = INSIDE.iter().filter(|(typed, _)| *typed == found);
    let mut meant = known.filter_map(|(_, meant)| {
        let label = format!("`{meant}` says this here");
        misread.rewriting(range.clone(), meant, message(), label)
    });
    meant
        .next()
        .or_else(|| comma_before_then(misread))
        .or_else(|| filler(misread))
}

/// Blanks that are no blanks of the language, as web pages and word processors put them between words.
pub(super) fn strange_blanks(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let is_strange = |c: char| c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n' | '\r');
    let (first, last) = (piece.find(is_strange)?, piece.rfind(is_strange)?);
    if !misread.found().starts_with(is_strange) {
        return None;
    }
    let end = last + piece[last..].chars().next()?.len_utf8();
    let message = "this blank is none of the language, such as a non-breaking blank";
    let with = piece[first..end].replace(is_strange, " ");
    let span = misread.span(misread.start + first, misread.start + end);
    let plain = misread
        .error(span, message)
        .label("a blank of another kind")
        .help("delete it, and type an ordinary blank");
    Some(
        match misread.reads(&[&piece[..first], &with, &piece[end..]].concat()) {
            true => plain.guess(span, with),
            false => plain,
        },
    )
}

/// `expect order { ann strikes orc, then orc strikes ann }`
fn comma_before_then(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let comma = piece.find(", then ")?;
    let message = "`then` says it alone: with a `,` they would be together";
    let (with, end) = match piece[comma + 1..].find(", then ") {
        Some(_) => (piece[comma..].replace(", then ", " then "), piece.len()),
        None => (String::new(), comma + 1),
    };
    misread.rewriting(comma..end, &with, message, "not needed")
}

/// How many words before the place can be one too many.
const WORDS_BEFORE: usize = 3;

/// A word too many, at the place or a little before it.
fn filler(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let starts = before
        .rmatch_indices([' ', '\t'])
        .map(|(blank, _)| blank + 1);
    [at].into_iter()
        .chain(starts.take(WORDS_BEFORE))
        .find_map(|start| {
            let word = first_word(piece.get(start..)?);
            let behind = piece.get(start + word.len()..)?;
            let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
            if !FILLERS.contains(&word) {
                return None;
            }
            let message = format!("`{word}` is a word too many");
            misread.rewriting(
                start..start + word.len() + blanks,
                "",
                message,
                "not needed",
            )
        })
}
