//! The words of the language: which are kept from being names, which begin what, which only go on. The list of them is the grammar's.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::display;
use super::grammar::{Rule, run};

/// The words of the language, and whether each is kept from being a name.
static KEYWORDS: LazyLock<BTreeMap<String, bool>> = LazyLock::new(|| {
    // The sign for `times` is a name like others.
    let rules = Rule::all_rules()
        .iter()
        .filter(|rule| **rule != Rule::kw_times_x);
    let words = rules.filter_map(|rule| display::keyword(*rule));
    words
        .map(|word| {
            let is_reserved = !is_name(&word);
            (word, is_reserved)
        })
        .collect()
});

/// Whether a text can be a name.
pub fn is_name(text: &str) -> bool {
    run(Rule::name, text).is_ok_and(|pairs| pairs.as_str() == text)
}

/// Where a text has a name as a word of its own.
pub fn uses_of<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_inner = |letter: char| letter == '_' || letter.is_alphanumeric();
    let found = text.match_indices(name).map(|(at, _)| at);
    found.filter(move |at| {
        !text[..*at].ends_with(is_inner) && !text[at + name.len()..].starts_with(is_inner)
    })
}

/// Whether a word is one of the language.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains_key(word)
}

/// The words of the language, each with whether it is kept from being a name.
pub(super) fn keywords() -> impl Iterator<Item = (&'static str, bool)> {
    KEYWORDS
        .iter()
        .map(|(word, reserved)| (word.as_str(), *reserved))
}

/// Whether a word is kept from being a name.
pub(super) fn is_reserved(word: &str) -> bool {
    KEYWORDS.get(word).copied().unwrap_or_default()
}

/// The word at the start of a text; empty if it starts otherwise.
pub(super) fn first_word(text: &str) -> &str {
    let end = text
        .find(|c: char| !(c == '_' || c.is_alphanumeric()))
        .unwrap_or(text.len());
    if text.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
        &text[..end]
    } else {
        ""
    }
}

/// Whether a word at the start of a line can only go on with what began before.
pub(super) fn goes_on(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "about", "among", "and", "as", "because", "counting", "default", "else", "from", "has",
        "in", "is", "lasting", "mod", "of", "or", "rounded", "then", "to", "where", "while",
    ];
    WORDS.contains(&word)
}

/// Whether a word begins a statement or an item and can stand nowhere inside an expression.
// Asked of every word of a text, as the next one is: a `match` looks at the length first.
#[rustfmt::skip]
pub(super) fn begins_statement(word: &str) -> bool {
    matches!(
        word,
        "add" | "ask" | "cancel" | "cites" | "consult" | "do" | "each" | "end" | "expect" | "leave" | "let" | "limit" | "new" | "note"
            | "phase" | "raise" | "refuse" | "repeat" | "resolve" | "reveal" | "set" | "subtract" | "when"
    )
}

/// Whether a word cannot stand inside an expression, so that a new one begins after it.
#[rustfmt::skip]
pub(super) fn ends_chain(word: &str) -> bool {
    let goes_on = matches!(
        word,
        "about" | "as" | "because" | "by" | "counting" | "declares" | "default" | "does" | "from" | "in" | "lasting" | "rolls" | "to"
            | "while"
    );
    goes_on || begins_statement(word)
}

/// The name that is made of a title.
pub(in crate::syntax) fn name_of(title: &str) -> String {
    let inner = |c: char| if c.is_alphanumeric() { c } else { '_' };
    title.to_lowercase().chars().map(inner).collect()
}
