//! What somebody does in a statement, said by a verb: an action of the rules, or a word that is none.

use std::borrow::Cow;

use super::scenario::heads;
use super::values::is_inner;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::suggest::{list, stem};
use crate::syntax::place::Place;
use crate::syntax::words::{self, first_word, is_keyword};

/// The actions of a text, each with what stands behind its `action`.
pub(super) fn actions(text: &str) -> impl Iterator<Item = (Vec<&str>, &str)> {
    let items = text.match_indices("action ").filter_map(|(at, word)| {
        let before = text[..at].trim_end_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with(['\n', '{', '}']);
        let item = &text[at + word.len()..];
        (begins || before.ends_with("replace")).then_some(item)
    });
    items.filter_map(|item| {
        let item = &item[..item.find("action ").unwrap_or(item.len())];
        let head = item.split(['{', '"', '\n']).next()?;
        let names = head.split([',', ' ']).filter(|name| !name.is_empty());
        let names: Vec<&str> = names.take_while(|name| *name != "at").collect();
        words::is_name(names.first()?).then_some((names, item))
    })
}

/// Whether a verb is that of an action with these names; the third person can be told with it.
pub(super) fn is_called(names: &[&str], verb: &str) -> bool {
    names.contains(&verb) || names.len() == 1 && stem(names[0]) == stem(verb)
}

/// `c runs away`, `c casts sleep at o`, `a.actor flees instead of a`: an action of the rules as a verb.
pub(super) fn acted(misread: &Misread<'_>) -> Option<Diagnostic> {
    const LINKS: &[&str] = &["at", "to", "on", "against", "into", "upon"];
    let piece = without_comment(misread.piece()).trim_end();
    let as_line = called(piece);
    let mut words = as_line.split_whitespace();
    let (who, verb) = (words.next()?, words.next()?);
    let (verb, rest) = match verb {
        "does" => (words.next()?, words.collect::<Vec<_>>()),
        verb => (verb, words.collect()),
    };
    let (names, item) = actions(misread.text).find(|(names, _)| is_called(names, verb))?;
    let is_statement = matches!(misread.place, Place::Statement | Place::TriggerStatement);
    // Where it comes as the very next one, that stands before what it is given.
    let rest = rest
        .into_iter()
        .map(|word| word.trim_end_matches([':', ',']));
    let rest: Vec<&str> = rest.collect();
    let (rest, next) = match rest.as_slice() {
        [rest @ .., "next"] | ["next", rest @ ..] => (rest, " next"),
        // What nobody declares answers to something.
        rest if item
            .lines()
            .next()
            .is_some_and(|head| head.contains(" not declared ")) =>
        {
            (rest, " next")
        }
        rest => (rest, ""),
    };
    let with = format!("{who} does {}{next}", names[0]);
    if !is_statement || !misread.reads(&with) {
        return None;
    }
    let propose = |with: &str| {
        let message = DOES;
        let label = "this is said in another way";
        let proposal = misread.rewriting(0..piece.len(), with, message, label)?;
        let told = misread.error(proposal.primary.span, message).label(label);
        Some(proposal.or_else(told.help(format!("write `{}`", Quoted(with)))))
    };
    match rest {
        [] | ["away" | "off" | "back"] => propose(&with),
        ["instead", "of", act] => {
            let span = misread.span(misread.start, misread.start + piece.len());
            let complaint = misread.error(span, "one act in place of another takes two lines");
            Some(complaint.label("two things are done here").help(format!(
                "write `cancel {0} because \"...\"`, and under it `{with}`",
                Quoted(act)
            )))
        }
        objects => {
            let (_, takes) = item.split_once("takes ")?;
            let taken = first_word(takes.strip_prefix("at ").unwrap_or(takes));
            let at = takes[taken.len()..].trim_start().strip_prefix("at ");
            let at = at.map(first_word).filter(|at| !at.is_empty());
            // `blow b`: what it takes may be named before it.
            let is_lead = |word: &str| LINKS.contains(&word) || word == taken && objects.len() > 1;
            let first = objects.iter().position(|word| !is_lead(word));
            let first = first.or_else(|| objects.len().checked_sub(1))?;
            let objects = objects[first..].join(" ");
            let given = match (objects.split_once(" at "), at) {
                (Some((what, aim)), Some(at)) => format!("{taken} = {what}, {at} = {aim}"),
                _ => format!("{taken} = {objects}"),
            };
            propose(&format!("{with} {{ {given} }}"))
        }
    }
}

/// What is said of somebody who does something in a statement.
const DOES: &str = "what one does by itself is said with `does` and the name of the action";

/// `c attack o` for `c.attack(o)`; any other line as it is.
fn called(piece: &str) -> Cow<'_, str> {
    let parts = || {
        let (called, given) = piece.strip_suffix(')')?.split_once('(')?;
        let (who, verb) = called.rsplit_once('.')?;
        let is_plain = |part: &str| part.split('.').all(words::is_name);
        (is_plain(who) && is_plain(verb)).then(|| format!("{who} {verb} {given}"))
    };
    parts().map_or(Cow::Borrowed(piece), Cow::Owned)
}

/// `c attacks o`, `goblin flees`, `kill c`, `c.attack(o)`: a verb that is no action of this text.
pub(super) fn foreign_verb(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    const OWN: &[&str] = &[
        "roll", "rolls", "declare", "declares", "do", "draw", "draws",
    ];
    const FILLERS: &[&str] = &["the", "all", "every"];
    let piece = without_comment(misread.piece()).trim_end();
    let as_line = called(piece);
    let words = as_line.split_whitespace();
    let words: Vec<&str> = words.filter(|word| !FILLERS.contains(word)).collect();
    let [first, second, ..] = words[..] else {
        return None;
    };
    let is_word = |word: &str| words::is_name(word) && !OWN.contains(&word);
    if is_keyword(first) && !first.contains('.') {
        return None;
    }
    let is_alone = found.is_empty() && words.len() == 2 && !piece.starts_with(first);
    let is_here = found == second || is_alone || matches!(as_line, Cow::Owned(_));
    let is_statement = matches!(misread.place, Place::Statement | Place::TriggerStatement);
    if !is_statement || !is_here || !is_word(second) || !first.split('.').all(is_word) {
        return None;
    }
    let known = |word: &str| {
        let of_act = matches!(word, "actor" | "target" | "this");
        let is_named = |head: &str| head.split(|c| !is_inner(c)).any(|one| one == word);
        of_act || heads(misread).any(|(_, head)| is_named(head))
    };
    let is_turned = !first.contains('.') && !known(first) && known(second);
    let (who, verb) = match is_turned {
        true => (second, first),
        false => (first, second),
    };
    let at = misread.start + misread.piece().find(verb)?;
    let span = misread.span(at, at + verb.len());
    let action = actions(misread.text).find(|(names, _)| is_called(names, verb));
    if let Some((names, _)) = action {
        let help = format!("write `{} does {}`", Quoted(who), names[0]);
        return Some(misread.error(span, DOES).label("an action").help(help));
    }
    // What all of them do is said of each, by a name.
    let is_one = piece.starts_with(first) || is_turned;
    let message = format!("no action of this file is called `{}`", Quoted(verb));
    let complaint = misread.error(span, message).label("not known");
    let help = said_otherwise(misread.text, if is_one { who } else { "c" });
    let aim = words
        .get(2)
        .filter(|aim| is_one && aim.split('.').all(is_word));
    Some(complaint.help(match aim.filter(|_| words.get(3) == Some(&"next")) {
        Some(aim) => format!("{help}; what is done next is given in braces, as in `{} does NAME next {{ target = {} }}`", Quoted(who), Quoted(aim)),
        None => help,
    }))
}

/// How it is said what one does, and what comes of it.
fn said_otherwise(text: &str, who: &str) -> String {
    let (who, names) = (Quoted(who), actions(text).map(|(names, _)| names[0]));
    let does = match list(names.take(MOST_ACTIONS)) {
        none if none.is_empty() => format!("`{who} does NAME`, with the name of an action"),
        actions => format!("`{who} does NAME`, where NAME is an action: {actions}"),
    };
    format!(
        "for an act write {does}; what comes of something is said of values, as in `subtract 2 from {who}.hp`"
    )
}

/// So many actions are named.
const MOST_ACTIONS: usize = 6;
