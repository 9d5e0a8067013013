//! Words that are nearly what can stand at a place.

use super::Misread;
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, Span};
use crate::suggest::suggest;
use crate::syntax::ast::Category;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::usages::usage;
use crate::syntax::{display, words};

/// A word at the start of a line that is nearly one of those that can begin it.
pub(super) fn first_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let text = misread.text.get(misread.start..misread.end)?;
    let word = words::first_word(text);
    if word.is_empty() || misread.place.begins_with(word) {
        return None;
    }
    let second = misread.start
        + word.len()
        + (text[word.len()..].len() - text[word.len()..].trim_start().len());
    let is_far = misread.at > second;
    let span = misread.span(misread.start, misread.start + word.len());
    if let Some(proposal) = near_first_word(misread) {
        let plain = begins_nothing(misread, word, span);
        return Some(match plain {
            Some(plain) => proposal.or_else(plain),
            None => proposal,
        });
    }
    match is_far {
        true => None,
        false => begins_nothing(misread, word, span),
    }
}

/// The same without what else could be said of such a word. `O(n)` in the words that can begin a line there.
pub(super) fn near_first_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let word = words::first_word(misread.piece());
    if word.is_empty() || misread.place.begins_with(word) || words::is_keyword(word) {
        return None;
    }
    let meant = suggest(word, misread.place.words())?;
    let span = misread.span(misread.start, misread.start + word.len());
    let proposal = misread
        .error(span, super::nothing_begins(word))
        .label(format!("did you mean `{meant}`?"))
        .write(span, meant);
    misread.holds(&proposal).then_some(proposal)
}

/// The rule set that ends before the place in the same file: its name, and the line of the brace that closes it.
fn rules_before<'t>(misread: &Misread<'t>) -> Option<(&'t str, usize)> {
    let before = misread.text.get(..misread.start)?;
    let lines = || (1..).zip(before.lines());
    let (begin, name) = lines().find_map(|(number, line)| {
        let rest = line.strip_prefix("rules ")?;
        Some((number, words::first_word(rest.trim_start()))).filter(|(_, name)| !name.is_empty())
    })?;
    let mut ends = lines().filter(|&(number, line)| number > begin && line.starts_with('}'));
    ends.next().map(|(number, _)| (name, number))
}

/// What can stand where a word begins a line that can begin none there.
fn begins_nothing(misread: &Misread<'_>, word: &str, span: Span) -> Option<Diagnostic> {
    let help = match misread.place {
        Place::Top if Place::Item.begins_with(word) => match rules_before(misread) {
            Some((name, line)) => format!(
                "this belongs inside of `rules {} {{ ... }}`: put it before the `}}` in line {line}",
                Quoted(name)
            ),
            None => {
                let error = misread.error(span, "items stand inside a rule set");
                let help = match misread.text[misread.end..].contains("\nrules ") {
                    true => "move it into the braces of the rules, behind their first line",
                    false => "write `rules my_rules {` in a line before it, and `}` in a line behind the last item",
                };
                return Some(error.label("no rule set holds this").help(help));
            }
        },
        Place::Top => {
            "a file holds rule sets, `rules name { ... }`, and scenarios, `scenario \"title\" { ... }`"
                .to_owned()
        }
        Place::Item if Place::Statement.begins_with(word) => {
            "statements stand inside a procedure, a phase, a stage or a trigger".to_owned()
        }
        Place::Item => match usage(Place::Item, misread.piece()[word.len()..].trim_start()) {
            Some(usage) => format!("it is written like this: `{usage}`"),
            None => "each part begins with what it is, such as `kind`, `action`, `order`, `trigger` or `phase`; what changes other rules, with `replace`, `remove`, `add` or `set option`".to_owned(),
        },
        Place::PlacementClause
        | Place::VoidClause
        | Place::TacticClause
        | Place::ActionClause
        | Place::OrderClause
        | Place::Happening => format!("here stands {}", misread.place.noun()),
        _ => return None,
    };
    let unknown = super::nothing_begins(word);
    Some(
        misread
            .error(span, unknown)
            .label("unknown here")
            .help(help),
    )
}

/// The keyword that can stand at the place and is nearly this word.
fn meant(misread: &Misread<'_>, word: &str) -> Option<String> {
    let expected = misread.expected.iter();
    let keywords: Vec<String> = expected.flat_map(|rule| words_of(*rule)).collect();
    suggest(word, keywords.iter().map(String::as_str)).map(str::to_owned)
}

/// A keyword is meant in place of a word.
fn instead(misread: &Misread<'_>, span: Span, word: &str, meant: String) -> Diagnostic {
    misread
        .error(span, format!("`{}` is not understood here", Quoted(word)))
        .label(format!("did you mean `{meant}`?"))
        .write(span, meant)
        .or_else(super::plain(misread, misread.found()))
}

/// A word that is nearly one of the keywords that can stand at the place.
pub(super) fn near_keyword(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if words::first_word(found).is_empty() || words::is_keyword(found) {
        return None;
    }
    let mut meant = meant(misread, found)?;
    if meant == "else" && found.ends_with("if") {
        meant.push_str(" if");
    }
    let span = misread.here(found);
    Some(instead(misread, span, found, meant))
}

/// The same for the word before the place, which has been read as a name: `add 3 too c.hp`.
pub(super) fn near_keyword_before(misread: &Misread<'_>) -> Option<Diagnostic> {
    let before = misread.text.get(misread.start..misread.at)?.trim_end();
    let word = before
        .rsplit(|c: char| !(c == '_' || c.is_alphanumeric()))
        .next()?;
    let spaced = before.strip_suffix(word)?.ends_with([' ', '\t']);
    if !spaced
        || word.chars().count() < 3
        || words::is_reserved(word)
        || !word.starts_with(char::is_alphabetic)
    {
        return None;
    }
    let meant = meant(misread, word)?;
    let end = misread.start + before.len();
    let span = misread.span(end - word.len(), end);
    Some(instead(misread, span, word, meant))
}

/// The words in backticks by which a rule is told: its keywords.
fn words_of(rule: Rule) -> Vec<String> {
    let operators = match rule {
        Rule::infix => &["and", "is", "mod"][..],
        Rule::test => &["is"],
        Rule::or_else | Rule::otherwise => &["or"],
        Rule::rounded => &["rounded"],
        Rule::category => Category::WORDS,
        Rule::relation => &["waits", "goes", "joins", "not", "leads", "trails"],
        Rule::act_moment => &["resolves", "is"],
        _ => &[],
    };
    let shown = display::display(rule).unwrap_or_default();
    let quoted = shown
        .strip_prefix('`')
        .and_then(|rest| rest.split_once('`'))
        .map(|(quoted, _)| quoted);
    let first = quoted.and_then(|quoted| quoted.split(' ').next());
    let word = first.filter(|word| word.chars().all(char::is_alphabetic) && !word.is_empty());
    operators
        .iter()
        .copied()
        .chain(word)
        .map(str::to_owned)
        .collect()
}
