//! Who goes first, said of one act alone: `thrust goes first`.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

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

/// A movement of one act alone: it is one in relation to the other of the two.
pub(super) fn moves(misread: &Misread<'_>) -> Option<Diagnostic> {
    let line = without_comment(misread.piece()).trim_end();
    let mover = first_word(line);
    let said = line[mover.len()..].split_whitespace().next_back()?;
    let movement = match said {
        "first" => "goes ahead of",
        "last" | "second" | "later" | "after" | "waits" | "behind" => "waits for",
        _ => return None,
    };
    if misread.place != Place::ExceptionClause || line.contains('\n') {
        return None;
    }
    let names = names(misread).filter(|names| names.contains(&mover))?;
    let other = names.into_iter().find(|name| *name != mover)?;
    let with = format!("{mover} {movement} {other}");
    let message = "an exception moves one act in relation to the other";
    let label = format!("`{movement}` says this here");
    let start = line.len() - line[mover.len()..].trim_start().len();
    let mut proposal = misread.rewriting(0..line.len(), &with, message, label)?;
    proposal.primary.span = misread.span(misread.start + start, misread.start + line.len());
    Some(proposal)
}
