//! Searches that name no kind: `any c in heroes where stands(c)`. Each is read in other words before it is proposed.

use super::phrases::{in_signs, starts, value_len};
use super::rewriting::MOST_BYTES;
use super::searches::{SEARCHES, condition_len};
use super::{Misread, words};
use crate::diagnostic::Diagnostic;
use crate::source::english;
use crate::syntax::words::{first_word, is_name};

/// `each`, which is no search of values, as the others begin.
const EACH: (&str, &str, &str) = ("each ", "each", "where");

/// Words before those among which is searched.
const WITHIN: &[&str] = &["in", "of", "on", "from", "among", "within"];

/// Words before what must be so of a record.
const LINKS: &[&str] = &[
    "where", "has", "have", "with", "whose", "having", "if", "that",
];

/// `any c in heroes where stands(c)`, `count c of s`: the kind is missing, and a side is a condition.
pub(super) fn without_kind(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if piece.len() > MOST_BYTES {
        return None;
    }
    starts(piece).find_map(|at| {
        let mut known = SEARCHES.iter().chain(std::iter::once(&EACH));
        let begins = |lead: &str| !lead.is_empty() && piece[at..].starts_with(lead);
        let (lead, search, before) = known.find(|(lead, ..)| begins(lead))?;
        let rest = &piece[at + lead.len()..];
        let name = first_word(rest);
        let rest = rest[name.len()..].strip_prefix(' ')?;
        let within = first_word(rest);
        let group = rest[within.len()..].strip_prefix(' ')?;
        let group = group.strip_prefix("side ").unwrap_or(group);
        let length = value_len(group);
        let (group, rest) = group.split_at(length);
        let is_free = is_name(name) && !misread.is_kind(&english::singular(name));
        // `the spear of c` is a value.
        let is_value = *lead == "the " && within == "of";
        if !is_free
            || is_value
            || !WITHIN.contains(&within)
            || length == 0
            || words::is_keyword(group)
        {
            return None;
        }
        let several = group.rsplit_once('.').map(|(_, several)| several);
        let several = several.and_then(|several| misread.kind_of_several(several));
        let one = english::singular(group);
        let is_plural = one != group && misread.is_kind(&one);
        let (kind, among, side) = match several {
            Some(kind) => (kind.to_owned(), format!(" in {group}"), None),
            None if is_plural => (one, String::new(), None),
            None => {
                let side = format!("{name}.side is {group}");
                ("combatant".to_owned(), String::new(), Some(side))
            }
        };
        let link = first_word(rest.trim_start());
        let behind = &rest[rest.len() - rest.trim_start().len() + link.len()..];
        let (condition, end) = match LINKS.contains(&link) {
            true => {
                let condition = behind[..condition_len(behind)].trim_end();
                let end = piece.len() - behind.len() + condition.len();
                (in_signs(condition.trim_start()), end)
            }
            false => (String::new(), piece.len() - rest.len()),
        };
        let condition = match side.is_some() && condition.contains(" or ") {
            true => format!("({condition})"),
            false => condition,
        };
        let conditions = side.into_iter().chain([condition]);
        let conditions: Vec<String> = conditions.filter(|one| !one.is_empty()).collect();
        // Of all of one side something must be so.
        let (side, asked) = match (*before, &conditions[..]) {
            ("has", [side, asked]) => (format!(" where {side}"), format!(" has {asked}")),
            ("has", [only]) if LINKS.contains(&link) => (String::new(), format!(" has {only}")),
            (_, []) => (String::new(), String::new()),
            (_, all) => (String::new(), format!(" where {}", all.join(" and "))),
        };
        let with = format!("{search} {kind} {name}{among}{side}{asked}");
        let message =
            "a search names the kind of its records; on which side they are is a condition";
        misread.rewriting(at..end, &with, message, "this is said in another way")
    })
}
