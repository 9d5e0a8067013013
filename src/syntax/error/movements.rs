//! Who goes first, in other words than those of an exception: `thrust goes first`, `a acts after b`.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::pairs;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// What is said of an act without another one, or before another one, and the movement that says it here.
const MOVEMENTS: &[(&str, &str)] = &pairs![
    "first" => "goes ahead of",
    "goes before|acts before|comes before|is before|happens before|resolves before|before|precedes" => "goes ahead of",
    "goes ahead|ahead of|is ahead of|acts ahead of|comes ahead of|is faster than" => "goes ahead of",
    "last|second|later|after|waits|behind" => "waits for",
    "goes after|acts after|comes after|is after|happens after|resolves after" => "waits for",
    "goes behind|comes behind|is behind|waits until|waits on|waits to|is slower than|yields to" => "waits for",
    "at the same time as|together with|simultaneous with|simultaneously with" => "joins",
    "goes with|acts with|comes with|happens with|resolves with|is with" => "joins",
    "directly before|immediately before|right before|just before" => "leads",
    "directly after|immediately after|right after|just after" => "trails",
];

/// Verbs that say nothing of their own before such words.
const VERBS: &[&str] = &[
    "goes", "acts", "comes", "is", "happens", "resolves", "strikes", "moves", "attacks",
];

/// The movement that some words say.
fn movement(said: &str) -> Option<&'static str> {
    let known = |said: &str| {
        let mut known = MOVEMENTS.iter();
        let found = known.find(|(ways, _)| ways.split('|').any(|way| way == said));
        found.map(|(_, movement)| *movement)
    };
    known(said).or_else(|| {
        let (verb, rest) = said.split_once(' ')?;
        known(rest).filter(|_| VERBS.contains(&verb))
    })
}

/// The two names of the acts of the exception in whose body a piece stands.
fn names<'t>(misread: &Misread<'t>) -> Option<[&'t str; 2]> {
    let before = misread.text.get(..misread.start)?;
    let body = &before[before.rfind("exception ")?..];
    let clause = &body[body.rfind("for ")? + "for ".len()..];
    let (first, rest) = clause.split_once(':')?;
    let second = rest.lines().next()?.split_once(',')?.1.trim_start();
    let names = [first.trim(), first_word(second)];
    names.iter().all(|name| is_name(name)).then_some(names)
}

/// A movement in other words; of one act alone it is one in relation to the other of the two.
pub(super) fn moves(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let line = piece.lines().next()?.trim_end();
    let mover = first_word(line);
    let words: Vec<&str> = line[mover.len()..].split_whitespace().collect();
    if misread.place != Place::ExceptionClause || mover.is_empty() || line.len() < piece.len() {
        return None;
    }
    let related = || {
        let (other, said) = words.split_last()?;
        let movement = movement(&said.join(" "))?;
        is_name(other).then_some((movement, *other))
    };
    let alone = || {
        let names = names(misread)?;
        let other = names.into_iter().find(|name| *name != mover)?;
        let movement = movement(&words.join(" "))?;
        names.contains(&mover).then_some((movement, other))
    };
    let (movement, other) = alone().or_else(related)?;
    let with = format!("{mover} {movement} {other}");
    let message = "an exception moves one act in relation to the other";
    let label = format!("`{movement}` says this here");
    let start = line.len() - line[mover.len()..].trim_start().len();
    let mut proposal = misread.rewriting(0..line.len(), &with, message, label)?;
    proposal.primary.span = misread.span(misread.start + start, misread.start + line.len());
    Some(proposal)
}
