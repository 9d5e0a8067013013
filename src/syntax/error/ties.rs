//! How those are put in order whose turns are equal, in other words than those of the language.

use super::scenario::heads;
use super::throws::dice_of;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::english::singular;
use crate::source::words;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// Words for those who are equal.
const EQUAL: &[&str] = &words![
    tie ties tied tiebreak tiebreaker draw draws equal equals same
];

/// Words that can stand around what settles it.
const AROUND: &[&str] = &words![
    a an the in on at if when where for of with by to case any all each every they those who it is
    are there be being get gets and then again off out roll rolls rolled rolling reroll rerolls
    throw throws die dice break breaks broken breaker breaking decide decides decided resolve
    resolved settle settles settled use using value values result higher high wins as
];

/// Words that have those act at the same time who are equal.
const TOGETHER: &[&str] = &words![together simultaneous simultaneously once time];

/// Words that can stand around them.
const ACT: &[&str] = &words![
    act acts go goes move moves come comes happen happens both have turn turns their
];

/// Who leads a game.
const LEADS: &[&str] = &["gm", "referee", "dm", "umpire", "keeper", "judge"];

/// Words for what a leader does then.
const NAMES: &[&str] = &[
    "names", "name", "named", "chooses", "chosen", "picks", "picked", "says",
];

/// `phase turn of combatant c, next by c.speed, in a tie roll d6 { ... }`: those who are equal roll for it, or are named.
pub(super) fn settled(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let head = &piece[..piece.find('{')?];
    let keys = head.find("next by ")?;
    if first_word(piece) != "phase" {
        return None;
    }
    let mut words = words(head);
    words.retain(|(at, _)| *at > keys);
    let equal = words.iter().position(|(_, word)| EQUAL.contains(word))?;
    let is_around = |word: &str| AROUND.contains(&word) || EQUAL.contains(&word);
    let before = words[..equal].iter().rev();
    // What stands before a comma belongs to the keys.
    let is_led = |(at, word): &&(usize, &str)| {
        let behind = &head[at + word.len()..];
        let is_leader = LEADS.contains(word) || NAMES.contains(word);
        (is_around(word) || is_leader) && !behind.trim_start().starts_with(',')
    };
    let first = equal - before.take_while(is_led).count();
    let (start, _) = *words.get(first)?;
    let (mut dice, mut name, mut leader) = (None, None, None);
    let (mut is_named, mut is_together) = (false, false);
    for (_, word) in &words[first..] {
        match *word {
            word if LEADS.contains(&word) => leader = Some(word),
            word if is_named && is_name(word) => name = Some(word),
            word if dice_of(word).is_some() && dice.is_none() => dice = Some(word),
            word if TOGETHER.contains(&word) => is_together = true,
            word if is_around(word) || NAMES.contains(&word) || ACT.contains(&word) => {}
            _ => return None,
        }
        is_named = *word == "as";
    }
    let before = head[..start].trim_end();
    let (start, comma) = match before.ends_with(',') {
        true => (start, ""),
        false => (before.len(), ", "),
    };
    let range = start..head.trim_end().len();
    let message = "those who are equal roll for it with `ties roll d6 as tie`";
    match (dice, leader) {
        (None, None) if is_together => {
            let message = "what those do who are equal comes together with `ties together`";
            let with = format!("{comma}ties together");
            misread.rewriting(range, &with, message, "this is said in another way")
        }
        (Some(dice), None) => {
            let with = format!("{comma}ties roll {dice} as {}", name.unwrap_or("tie"));
            misread.rewriting(range, &with, message, "this is said in another way")
        }
        (None, Some(_)) => {
            let message = "those who are equal are named with `ties named by`";
            let with = format!("{comma}ties named by gm");
            misread.rewriting(range, &with, message, "this is said in another way")
        }
        (None, None) => {
            let with = format!("{comma}ties roll d6 as tie");
            let with = misread.rewritten(&range, &with)?;
            let span = misread.span(misread.start + start, misread.start + range.end);
            let complaint = misread.error(span, message).label("not known here");
            let help = "write what they roll, as in `ties roll d6 as tie`, or who names the next, as in `ties named by gm`";
            misread.reads(&with).then(|| complaint.help(help))
        }
        (Some(_), Some(_)) => None,
    }
}

/// Words behind who comes first where acts are equal.
const COMES: &[&str] = &words![
    first last before after ahead behind rest other others go goes come comes act acts have has
    priority precedence win lose loses begin begins start starts favour favours favor favors
];

/// Words that put the greater number first.
const HIGHEST: &[&str] = &[
    "highest", "higher", "most", "biggest", "greatest", "greater",
];

/// Words that put the smaller number first.
const LOWEST: &[&str] = &["lowest", "lower", "least", "smallest", "smaller", "fewest"];

/// Those of them that put what is named behind the rest.
const BEHIND: &[&str] = &["last", "after", "behind", "lose", "loses"];

/// `in a tie, players first` among the keys of an order: one more key, which puts what has this quality first.
pub(super) fn key(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::OrderClause {
        return None;
    }
    let line = without_comment(misread.piece().lines().next()?).trim_end();
    let told = line.split('"').next().unwrap_or("").trim_end();
    let words: Vec<&str> = words(told).into_iter().map(|(_, word)| word).collect();
    let is_equal = |word: &str| EQUAL.contains(&word);
    let is_known = |word: &str| {
        let lists = [AROUND, EQUAL, COMES, HIGHEST, LOWEST];
        lists.iter().any(|list| list.contains(&word))
    };
    // What is equal has been a key already.
    let lead = |at: usize| at.checked_sub(1).and_then(|at| words.get(at));
    let is_compared = |at| lead(at).is_some_and(|word| matches!(*word, "equal" | "same"));
    let named = words.iter().copied().enumerate();
    let mut named = named.filter(|(at, word)| !is_known(word) && !is_compared(*at));
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let (_, subject) = named.next().filter(|(_, word)| is_name(word))?;
    // The other of two is what comes behind.
    let others = named.count();
    let is_pair = words.contains(&"before") && others == 1;
    if !words.iter().any(|word| is_equal(word)) || !has(COMES) || others > 0 && !is_pair {
        return None;
    }
    let is_last = has(BEHIND);
    let act = heads(misread).find_map(|(_, head)| {
        let mut words = head.split_whitespace().skip_while(|word| *word != "act");
        words.nth(1).map(str::to_owned)
    })?;
    let (first, second) = if is_last { (1, 0) } else { (0, 1) };
    let single = singular(subject);
    let names = [subject, single.as_str()];
    let names = names.iter().take(if single == subject { 1 } else { 2 });
    let own = line[told.len()..].trim();
    let lines: Vec<String> = match (has(HIGHEST), has(LOWEST)) {
        (false, false) => {
            let place = if is_last { "last" } else { "first" };
            let text = match own {
                "" => format!("\"{} {place}\"", subject.replace('_', " ")),
                text => text.to_owned(),
            };
            let ways = names.flat_map(|name| {
                [
                    format!("{act}.action is {name}"),
                    format!("{act}.actor.side.{name}"),
                    format!("{act}.actor.{name}"),
                ]
            });
            ways.map(|way| format!("by if {way} then {first} else {second} {text}"))
                .collect()
        }
        (is_high, _) => {
            let way = if is_high != is_last {
                ", highest first"
            } else {
                ""
            };
            let values = names.flat_map(|name| {
                [
                    format!("{act}.actor.{name}"),
                    format!("{act}.actor.side.{name}"),
                    format!("{act}.{name}"),
                ]
            });
            values
                .map(|value| format!("by {value}{way} {own}").trim_end().to_owned())
                .collect()
        }
    };
    let message = "where acts are equal by a key, the next one decides";
    let span = misread.span(misread.start, misread.start + line.len());
    let help = match (has(HIGHEST) || has(LOWEST), is_last) {
        (true, _) => format!(
            "write what they are put in order by, as in `by {act}.actor.speed, highest first`"
        ),
        (false, true) => format!(
            "write a key that puts them last, as in `by if {act}.actor.ready then 1 else 0 \"the ready last\"`"
        ),
        (false, false) => format!(
            "write a key that puts them first, as in `by if {act}.actor.ready then 0 else 1 \"the ready first\"`"
        ),
    };
    let plain = misread
        .error(span, message)
        .label("said in another way")
        .help(help);
    let edits: Vec<Diagnostic> = lines
        .iter()
        .filter_map(|with| misread.rewriting(0..line.len(), with, message, "said in another way"))
        .collect();
    let chained = edits
        .into_iter()
        .rev()
        .fold(plain, |told, edit| edit.or_else(told));
    Some(chained)
}

/// The words of a text, and where they begin.
fn words(text: &str) -> Vec<(usize, &str)> {
    let parts = |sign: char| sign.is_whitespace() || matches!(sign, ',' | ':' | '(' | ')');
    let (mut words, mut from) = (Vec::new(), 0);
    for word in text.split(parts) {
        if !word.is_empty() {
            words.push((from, word));
        }
        let sign = text[from + word.len()..].chars().next();
        from += word.len() + sign.map_or(0, char::len_utf8);
    }
    words
}
