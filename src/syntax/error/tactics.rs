//! Lines of tactics that say what is done as scenarios do: `c strikes foe of c`. Each is read in other words before it is proposed.

use super::patterns::{joined_words, line_words};
use super::scenario::heads;
use super::verbs::{actions, is_called};
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::english;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword, is_name};

/// Words before what is done, which say nothing by themselves.
const HELPERS: &[&str] = &[
    "will", "shall", "must", "should", "always", "then", "it", "they", "tries", "to", "declares",
    "declare", "does", "do", ":", ",",
];

/// Words before whom an act is aimed at.
const AIMS: &[&str] = &["at", "on", "against", "to", "the"];

/// `c strikes foe of c`, `c: strikes foe of c`, `strike foe of c`
pub(super) fn declared(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::TacticClause {
        return None;
    }
    let line = without_comment(misread.piece().lines().next()?).trim_end();
    let (_, head) = heads(misread).find(|(_, head)| first_word(head) == "tactic")?;
    let who = head.split_whitespace().next_back();
    let mut words = line_words(line);
    let is_named = words.first().copied() == who;
    words.drain(..usize::from(is_named));
    let helpers = words.iter().take_while(|word| HELPERS.contains(word));
    let helpers = helpers.count();
    words.drain(..helpers);
    let (verb, rest) = words.split_first()?;
    let action = actions(misread.text).find(|(names, _)| is_called(names, verb));
    let action = action.map(|(names, _)| names[0]);
    let is_act = is_named || helpers > 0 || action.is_some();
    if !is_act || !is_name(verb) || is_keyword(verb) {
        return None;
    }
    let action = action.map_or_else(|| english::base_form(verb), str::to_owned);
    let aims = rest.iter().take_while(|word| AIMS.contains(word)).count();
    let whole = |rest: &[&str]| joined_words(&[&["declare", action.as_str()], rest].concat());
    let message = "what a tactic does is told by `declare` and the action";
    let label = "told as in a scenario";
    let range = 0..line.len();
    let tried = [whole(rest), whole(&rest[aims..])].into_iter();
    let tried = tried.filter_map(|with| misread.rewriting(range.clone(), &with, message, label));
    tried.reduce(|one, other| one.or_else(other))
}
