//! Mistakes about sides of a scenario and who belongs to them.

use super::Misread;
use super::scenario::heads;
use super::typed::owner;
use crate::diagnostic::Diagnostic;
use crate::source::Quoted;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// `side goblins: grub { hp 2 }, snag { hp 1 }`, of which the first one was read.
pub(super) fn side_with_list(misread: &Misread<'_>) -> Option<Diagnostic> {
    let before = misread.text.get(..misread.start)?;
    let line = before[before.rfind('\n').map_or(0, |newline| newline + 1)..].trim_start();
    let (head, listed) = line.strip_prefix("side ")?.split_once(':')?;
    let is_list = misread.place == Place::Entry && misread.piece().starts_with(',');
    if !is_list || head != first_word(head) {
        return None;
    }
    let all = format!("{listed} {}", misread.piece()[1..].trim()).replace("},", "}");
    let message = "who belongs to a side stands in its braces";
    let span = misread.span(misread.start - listed.len() - 1, misread.end);
    let complaint = misread.error(span, message).label("in a list");
    Some(complaint.help(format!("write `side {head} {{ {} }}`", Quoted(all.trim()))))
}

/// `ann { hp 3 }` outside of all sides: `ann` has been read as a period.
pub(super) fn setting_outside(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let before = misread
        .text
        .get(..misread.start)?
        .trim_end()
        .strip_suffix('{')?;
    let who = before.rsplit(['\n', '{', '}']).next()?.trim();
    if misread.place != Place::PeriodEntry
        || who.is_empty()
        || who != first_word(who)
        || !misread.reads_as(Place::Setting, piece)
    {
        return None;
    }
    let missing = |word: &str, (start, name): (usize, &str)| {
        let span = misread.span(start, start + name.len());
        let message = format!("`{word}` is missing before `{}`", Quoted(name));
        let with = format!("{word} {name}");
        let complaint = misread.error(span, message).label("read as a period");
        let complaint = complaint.help(format!("write `{} {{`", Quoted(&with)));
        Some(complaint.guess(span, with))
    };
    // `cid { hp 4 } joins side blue`, `cid { hp 4 } enters for blue`
    const JOINS: &[&str] = &["joins", "join", "enters", "enter", "arrives", "comes"];
    const BESIDE: &[&str] = &["side", "the", "on", "for", "in", "to", "with"];
    let behind = misread.text.get(misread.end..)?.trim_start();
    let behind = behind
        .strip_prefix('}')
        .and_then(|line| line.lines().next());
    let mut words = behind.unwrap_or_default().split_whitespace();
    let joins = words.next().is_some_and(|verb| JOINS.contains(&verb));
    let joined = words.find(|word| !BESIDE.contains(word));
    if let Some(side) = joined.map(first_word).filter(|_| joins) {
        let end = misread.end + misread.text[misread.end..].find('}')? + 1;
        let line = misread.text[end..].lines().next()?;
        let until = end + line.find(side)? + side.len();
        let start = before.trim_end().len() - who.len();
        let with = format!("joins side {side}: {who} {{ {} }}", piece.trim());
        let span = misread.span(start, until);
        let message = "who comes in stands behind its side";
        let complaint = misread.error(span, message).label("in another order");
        return Some(complaint.write(span, with));
    }
    let mut heads = heads(misread);
    let own = heads.next();
    let kind = owner(misread.text, first_word(piece));
    let is_other = |kind: &&str| !matches!(*kind, "combatant" | "side" | "act" | "combat");
    let kind = kind.filter(is_other);
    // `goblins { grub { hp 2 } }`
    if let Some((start, side)) = heads.next()
        && side == first_word(side)
        && !side.is_empty()
    {
        let Some(kind) = kind else {
            return missing("side", (start, side));
        };
        // `spells { sparks { casting_time 3 } }`
        let message = format!("each {kind} stands by itself, with its kind before its name");
        let complaint = misread.error(misread.span(start, start + side.len()), message);
        let (who, told) = (Quoted(who), Quoted(piece));
        let help = format!("write `{kind} {who} {{ {told} }}`, and no braces around it");
        return Some(
            complaint
                .label("no record stands in these braces")
                .help(help),
        );
    }
    // `sparks { casting_time 3 }`, `combat { alarm 5 }`
    let combat = own.filter(|head| first_word(head.1) == "combat");
    let kind = kind.or(combat.map(|_| "combat"));
    if let (Some(kind), Some(head)) = (kind, own) {
        return missing(kind, head);
    }
    let message = format!(
        "`{}` belongs to a combatant, and a combatant to a side",
        Quoted(piece)
    );
    let complaint = misread
        .error(misread.span(misread.start, misread.end), message)
        .label("here stands what is done");
    Some(complaint.help(format!(
        "combatants stand inside a side: `side heroes {{ {} {{ {} }} }}`; before a record of another kind stands its kind",
        Quoted(who),
        Quoted(piece)
    )))
}

/// `team red { ann { hp 3 } }`: a side by another word, which has been read as a kind of records.
pub(super) fn side_called_otherwise(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    const WORDS: &[&str] = &[
        "team", "party", "group", "faction", "force", "army", "band", "gang", "crew", "squad",
    ];
    let (start, head) = heads(misread).next()?;
    let word = first_word(head);
    let is_here = misread.place == Place::Setting && found == "{" && WORDS.contains(&word);
    let span = misread.span(start, start + word.len());
    let complaint = misread.error(span, "combatants belong to a side");
    let complaint = complaint
        .label("`side` says this here")
        .help("write `side`");
    let complaint = complaint.guess(span, "side");
    is_here.then(|| Diagnostic {
        unread: Some(misread.span(start, start + head.len())),
        ..complaint
    })
}
