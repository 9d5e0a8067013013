//! How those are put in order whose turns are equal, in other words than those of the language.

use super::Misread;
use super::throws::dice_of;
use crate::diagnostic::Diagnostic;
use crate::syntax::words::{first_word, is_name};

/// Words for those who are equal.
const EQUAL: &[&str] = &[
    "tie",
    "ties",
    "tied",
    "tiebreak",
    "tiebreaker",
    "draw",
    "draws",
    "equal",
    "equals",
    "same",
];

/// Words that can stand around what settles it.
const AROUND: &[&str] = &[
    "a", "an", "the", "in", "on", "at", "if", "when", "where", "for", "of", "with", "by", "to",
    "case", "any", "all", "each", "every", "they", "those", "who", "it", "is", "are", "there",
    "be", "being", "get", "gets", "and", "then", "again", "off", "out", "roll", "rolls", "rolled",
    "rolling", "reroll", "rerolls", "throw", "throws", "die", "dice", "break", "breaks", "broken",
    "breaker", "breaking", "decide", "decides", "decided", "resolve", "resolved", "settle",
    "settles", "settled", "use", "using", "value", "values", "result", "higher", "high", "wins",
    "as",
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
    let mut is_named = false;
    for (_, word) in &words[first..] {
        match *word {
            word if LEADS.contains(&word) => leader = Some(word),
            word if is_named && is_name(word) => name = Some(word),
            word if dice_of(word).is_some() && dice.is_none() => dice = Some(word),
            word if is_around(word) || NAMES.contains(&word) => {}
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
