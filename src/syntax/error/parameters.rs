//! What a definition, a procedure, a table or an event is given: values without a type, and what they must be by their use and by the lines that call it.

use std::ops::Range;

use super::Misread;
use super::typed::{MOST_NAMES, last_word, owner, places};
use super::values::is_inner;
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::suggest::list_all;
use crate::syntax::brackets::body;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// The type that other lines of the file give to a name: one before it, or that of an attribute called so.
fn type_of<'t>(misread: &Misread<'t>, name: &'t str) -> Option<&'t str> {
    let text = misread.text;
    let named = || {
        places(text, name).find_map(|at| {
            let before = text[..at].strip_suffix(' ')?;
            let is_named = !text[at + name.len()..].starts_with(':') && before.ends_with(is_inner);
            Some(last_word(before)).filter(|word| is_named && misread.is_type(word))
        })
    };
    let attribute = || {
        places(text, name).find_map(|at| {
            let ty = text[at + name.len()..].strip_prefix(':')?.trim_start();
            let ty = ty.strip_prefix("optional ").unwrap_or(ty);
            let end = ty.find(|c: char| !(c == '/' || is_inner(c)));
            Some(&ty[..end.unwrap_or(ty.len())]).filter(|ty| misread.is_type(ty))
        })
    };
    named().or_else(attribute)
}

/// What a name of the head of an item must be by its use in the body of that: `combatant` for `who.hp`, `number` for `subtract amount from`.
fn used_as<'t>(misread: &Misread<'t>, name: &'t str) -> Option<&'t str> {
    const SIGNS: &[char] = &['+', '-', '*', '/', '<', '>'];
    let below = misread.text.get(misread.at..)?;
    let below = &below[below.find(['{', '='])?..];
    let body = match below.starts_with('{') {
        true => &below[..body(below)?.1],
        false => below.lines().next()?,
    };
    places(body, name).take(MOST_NAMES).find_map(|at| {
        let (before, behind) = (body[..at].trim_end(), &body[at + name.len()..]);
        if let Some(attribute) = behind.strip_prefix('.') {
            let attribute = first_word(attribute);
            return match attribute {
                "side" => Some("combatant"),
                "actor" | "action" | "stage" => Some("act"),
                _ => owner(misread.text, attribute),
            };
        }
        let is_reckoned = matches!(last_word(before), "add" | "subtract")
            || before.ends_with(SIGNS)
            || behind.trim_start().starts_with(SIGNS);
        is_reckoned.then_some("number")
    })
}

/// The brackets around a place of a text, as the range between them.
fn brackets(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text.get(..at)?;
    let open = before
        .rfind('(')
        .filter(|open| !before[*open..].contains(')'))?;
    let close = at + text[at..].find(')')?;
    Some(open + 1..close)
}

/// One of the values that something is given, with its type before its name. `None` where its type is not known.
pub(super) fn parameter(misread: &Misread<'_>, typed: &str) -> Option<String> {
    let (one, other) = match typed.split_once(':') {
        Some((one, other)) => (one.trim(), other.trim()),
        None if typed.contains(' ') => return Some(typed.to_owned()),
        None if misread.is_type(typed) => return Some(format!("{typed} {}", &typed[..1])),
        None => {
            let ty = used_as(misread, typed).or_else(|| type_of(misread, typed))?;
            return Some(format!("{ty} {typed}"));
        }
    };
    Some(match misread.is_type(one) && !misread.is_type(other) {
        true => format!("{one} {other}"),
        false => format!("{other} {one}"),
    })
}

/// `let stands(c: combatant)`, `each c: combatant where ...`, `event hurt(c, amount)`: the type stands before the name.
pub(super) fn untyped_value(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    const DECLARING: &[&str] = &["let", "procedure", "event", "table"];
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let value = last_word(before);
    let start = before.len() - value.len();
    let head = piece.strip_prefix("replace").map_or(piece, str::trim_start);
    let declares = DECLARING.contains(&first_word(head)) && misread.place == Place::Item;
    if !is_name(value) || ![")", ",", ":", "="].contains(&found) {
        return None;
    }
    let list = brackets(piece, at).filter(|_| declares);
    let is_alone = list.is_some() && before[..start].trim_end().ends_with(['(', ','])
        || before[..start].trim_end().ends_with(" of") && declares;
    let turned = || {
        const LEADS: &[&str] = &["of", "for", "each", "any", "every", "the", "all", "count"];
        let rest = piece[at + 1..].trim_start();
        let rest = rest.strip_prefix("optional ").unwrap_or(rest);
        let end = rest.find(|c: char| !(c == '/' || is_inner(c)));
        let (ty, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let is_led = LEADS.contains(&last_word(&before[..start]));
        let is_result = is_alone && !behind.trim_start().starts_with(':');
        let is_turned = !ty.is_empty() && (is_led || misread.is_type(ty)) && !is_result;
        is_turned.then(|| start..piece.len() - behind.len())
    };
    let range = match (list, found) {
        (Some(list), _) => list,
        (None, ":") if let Some(turned) = turned() => turned,
        (None, _) if is_alone => start..before.len(),
        (None, _) => return None,
    };
    let is_turned = piece[range.clone()].contains(':');
    let parts = piece[range.clone()].split(',').map(str::trim);
    if parts.clone().count() > MOST_NAMES {
        return None;
    }
    let with = parts.clone().map(|part| parameter(misread, part));
    let with: Option<Vec<String>> = with.collect();
    let message = match () {
        _ if is_turned => format!("the type of `{}` stands before it", Quoted(value)),
        _ if misread.is_type(value) => format!("a name is missing behind `{value}`"),
        _ => {
            let parts = parts.clone().filter(|part| is_name(part));
            match parts.clone().nth(1).filter(|_| is_alone) {
                Some(_) => format!("{} have no types", list_all(parts)),
                None => format!("`{}` has no type", Quoted(value)),
            }
        }
    };
    let label = match () {
        _ if is_turned => "in another order",
        _ if misread.is_type(value) => "what is it called?",
        _ => "what is it?",
    };
    let proposal = with.and_then(|with| {
        let with = with.join(", ");
        misread.rewriting(range, &with, message.clone(), label)
    });
    if !is_alone || misread.is_type(value) {
        return proposal;
    }
    let span = misread.span(misread.start + start, misread.start + before.len());
    let help = format!(
        "write before it what it is: `combatant {0}`, `act {0}`, `number {0}`",
        Quoted(value)
    );
    let plain = misread.error(span, message).label(label).help(help);
    Some(match proposal {
        Some(proposal) => proposal.or_else(plain),
        None => plain,
    })
}
