//! Searches without a name for the records that they look at, `any combatant with hp > 0`, and types of several records, `list of combatant`. Each is read
//! in other words before it is proposed.

use super::Misread;
use super::patterns::owned;
use super::phrases::{in_signs, starts};
use super::rewriting::MOST_BYTES;
use super::scenario::heads;
use super::typed::is_kind;
use crate::diagnostic::Diagnostic;
use crate::source::english;
use crate::syntax::words::first_word;

/// How a search begins in plain English, and here; the word before what must be so of a record.
const SEARCHES: &[(&str, &str, &str)] = &[
    ("any ", "any", "where"),
    ("some ", "any", "where"),
    ("there is a ", "any", "where"),
    ("there is any ", "any", "where"),
    ("there is no ", "not any", "where"),
    ("no ", "not any", "where"),
    ("count ", "count", "where"),
    ("the number of ", "count", "where"),
    ("number of ", "count", "where"),
    ("how many ", "count", "where"),
    ("every ", "every", "has"),
    ("all ", "every", "has"),
];

/// Words before what must be so of a record.
const LINKS: &[&str] = &[
    "with", "where", "whose", "having", "has", "have", "is", "are",
];

/// `any combatant with hp > 0`, `all combatants have hp <= 0`
pub(super) fn unnamed(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if piece.len() > MOST_BYTES {
        return None;
    }
    starts(piece).find_map(|at| {
        let (lead, search, before) =
            (SEARCHES.iter()).find(|(lead, ..)| piece[at..].starts_with(lead))?;
        let rest = &piece[at + lead.len()..];
        let named = first_word(rest);
        let kind = english::singular(named);
        let rest = rest[named.len()..].trim_start();
        let link = first_word(rest);
        if !LINKS.contains(&link) || !is_kind(misread.text, &kind) {
            return None;
        }
        let rest = &rest[link.len()..];
        let condition = rest[..condition_len(rest)].trim_end();
        let end = at + piece[at..].find(rest)? + condition.len();
        // A letter that stands for another record already is not taken again.
        let letter = kind.chars().next()?;
        let is_taken = |head: &str| {
            head.split([' ', ',', ')'])
                .any(|word| word.chars().eq([letter]))
        };
        let letter = match heads(misread).any(|(_, head)| is_taken(head)) {
            true => 'o',
            false => letter,
        };
        let asked = owned(&in_signs(condition.trim_start()), letter);
        let with = format!("{search} {kind} {letter} {before} {asked}");
        let message = "a name for the records is missing, by which their values are asked for";
        misread.rewriting(at..end, &with, message, "this is said in another way")
    })
}

/// How far a condition reaches: to a brace, a bracket that closes around it, or a word that goes on behind it.
fn condition_len(text: &str) -> usize {
    let mut depth = 0_i32;
    let closes = text.char_indices().find(|(_, sign)| {
        depth += match sign {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth < 0 || matches!(sign, '{' | '}' | '\n' | '"' | ',')
    });
    let end = closes.map_or(text.len(), |(at, _)| at);
    let goes_on = [" then ", " because ", " else "];
    let ends = goes_on.iter().filter_map(|word| text[..end].find(word));
    ends.min().unwrap_or(end)
}

/// `list of combatant`, `combatant[]`: the type of several records is the plural of their kind.
pub(super) fn several(misread: &Misread<'_>, text: &str) -> Option<(usize, String)> {
    const SEVERAL: &[&str] = &[
        "list",
        "set",
        "group",
        "array",
        "collection",
        "many",
        "several",
        "multiple",
        "some",
    ];
    let first = first_word(text);
    let (from, sign) = match text[first.len()..].strip_prefix("[]") {
        Some(_) => (0, "[]"),
        None if SEVERAL.contains(&first.to_lowercase().as_str()) => {
            let rest = text[first.len()..].trim_start_matches([' ', '[', '<', '(']);
            let rest = rest.strip_prefix("of ").unwrap_or(rest);
            (text.len() - rest.len(), "")
        }
        None => return None,
    };
    let kind = first_word(&text[from..]);
    let end = from + kind.len();
    // The whole file is looked through for its plural only where a type stands.
    if kind.is_empty() || text[end..].starts_with(['.', '(']) {
        return None;
    }
    let closed =
        sign.len() + usize::from(text[end + sign.len()..].starts_with([']', '>', ')']) && from > 0);
    let known = format!("kind {kind}, ");
    let plural = match misread.text.split_once(&known) {
        Some((_, rest)) => first_word(rest).to_owned(),
        None if kind.ends_with('s') => kind.to_owned(),
        None => english::plural(kind),
    };
    Some((end + closed, plural))
}

/// How a search is written, where a text ends within one: behind its first word, and no brace since.
pub(super) fn usage(before: &str) -> Option<&'static str> {
    const SEARCHES: &[(&str, &str)] = &[
        ("any", "any combatant c where c.hp > 0 and c.side is s"),
        ("every", "every combatant c where c.side is s has c.hp > 0"),
        ("count", "count combatant c where c.hp > 0"),
        ("all", "all combatant c where c.side is s"),
        ("the", "the combatant c where c.side is s with highest c.hp"),
        (
            "highest",
            "highest c.hp among combatant c where c.side is s",
        ),
        ("lowest", "lowest c.hp among combatant c where c.side is s"),
        ("sum", "sum c.hp among combatant c where c.side is s"),
    ];
    let inside = before.rsplit(['{', '}', '"', '\n']).next()?;
    let words = inside.split(|c: char| !(c == '_' || c.is_alphanumeric()));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.first() == Some(&"remove") {
        return None;
    }
    // `highest first` is the direction of a key.
    let of_word = |at: usize| {
        let is_search = words.get(at + 1).is_none_or(|next| *next != "first");
        let known = SEARCHES.iter().find(|(search, _)| *search == words[at]);
        known.filter(|_| is_search)
    };
    (0..words.len())
        .rev()
        .find_map(of_word)
        .map(|(_, usage)| *usage)
}

/// `set all combatant o where o.hp > 3 .hp = 3`
pub(super) fn set_of_all(text: &str) -> Option<(usize, String)> {
    let all = text.strip_prefix("set all ")?;
    // Laid out, the dot stands right behind a number.
    let of_all = |(dot, _): (usize, &str)| {
        let (before, (name, value)) = (&all[..dot], all[dot + 1..].split_once(" = ")?);
        let is_apart = before.ends_with(|c: char| c == ' ' || c.is_ascii_digit());
        (is_apart && first_word(name) == name).then_some((before.trim_end(), name, value))
    };
    let (searched, name, value) = all.match_indices('.').find_map(of_all)?;
    let end = value.find([' ', '}', '#']).unwrap_or(value.len());
    let record = searched.split(' ').nth(1)?;
    let with = format!(
        "each {searched} {{ set {record}.{name} = {} }}",
        &value[..end]
    );
    Some((text.len() - value.len() + end, with))
}
