//! Rolls of several in one line of a scenario: `initiative: ann 2, bob 1`, `ann rolls 2, bob rolls 1 for initiative`. Each has a line of its own.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::english;
use crate::syntax::place::Place;
use crate::syntax::words::{is_keyword, is_name};

/// Words and signs between those who roll and what their dice show.
const BETWEEN: &[&str] = &[
    "=", ":", "->", "=>", "rolls", "roll", "rolled", "has", "have", "gets", "got", "get", "with",
    "is", "on", "and", "shows", "for", "{", "}",
];

/// What several roll, told in one line.
struct ListedRolls<'t> {
    /// For what they roll.
    purpose: &'t str,
    /// Who rolls, and what the dice show.
    rolls: Vec<(String, &'t str)>,
}

/// `initiative: ann 2, bob 1, cid 6`
pub(super) fn listed_rolls(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !matches!(misread.place, Place::Entry | Place::PeriodEntry) {
        return None;
    }
    let piece = without_comment(misread.piece()).trim_end();
    let (start, end) = (misread.start, misread.start + piece.len());
    if let Some(listed) = ListedRolls::read(piece) {
        return told(misread, &listed, start, end);
    }
    // `initiative { ann 2, bob 1 }`
    let before = misread.text.get(..start)?.trim_end();
    let head = before.strip_suffix('{')?.trim_end();
    let behind = misread.text.get(end..)?;
    let purpose = head.rsplit(|c: char| c.is_whitespace()).next()?;
    let is_phase = misread.text.contains(&format!("phase {purpose} "));
    let blanks = behind.len() - behind.trim_start().len();
    let closes = behind.trim_start().starts_with('}') && !is_phase && is_name(purpose);
    let rolls = rolls_in(piece).filter(|_| closes)?;
    let listed = ListedRolls { purpose, rolls };
    told(
        misread,
        &listed,
        head.len() - purpose.len(),
        end + blanks + 1,
    )
}

/// The complaint, with a line for each roll in place of a stretch of the text.
fn told(
    misread: &Misread<'_>,
    listed: &ListedRolls<'_>,
    start: usize,
    end: usize,
) -> Option<Diagnostic> {
    let singular = english::singular(listed.purpose);
    let is_rolled = |name: &str| misread.text.contains(&format!(" as {name}"));
    let purpose = match is_rolled(&singular) && !is_rolled(listed.purpose) {
        true => singular.as_str(),
        false => listed.purpose,
    };
    // Of rules in another file it is not known what they roll.
    let is_here = is_rolled(purpose) || !misread.text.contains("kind ");
    let mut who = listed.rolls.iter().map(|(who, _)| who.as_str());
    if !is_here || !who.all(|who| takes_part(misread, who)) {
        return None;
    }
    let lines = listed.rolls.iter();
    let lines = lines.map(|(who, shown)| format!("{who} rolls {shown} for {purpose}"));
    let lines: Vec<String> = lines.collect();
    if !lines.iter().all(|line| misread.reads(line)) {
        return None;
    }
    let before = &misread.text[..start];
    let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
    let indent = line.len() - line.trim_start_matches(' ').len();
    let within = if line.trim().is_empty() { 0 } else { 2 };
    let with = lines.join(&format!("\n{}", " ".repeat(indent + within)));
    let help = match lines.as_slice() {
        [first] => format!("write `{first}`"),
        [first, second] => format!("write two lines, `{first}` and `{second}`"),
        [first, second, ..] => format!("write `{first}`, on the next line `{second}`, and so on"),
        [] => return None,
    };
    let span = misread.span(start, end);
    let told = misread.error(
        span,
        "each roll has a line of its own, which says who rolls",
    );
    let told = told.label("rolls of several").help(help);
    Some(told.clone().guess(span, with).or_else(told))
}

/// Whether a name is that of a side or a combatant, as far as the text tells.
fn takes_part(misread: &Misread<'_>, who: &str) -> bool {
    let name = who.split(' ').next().unwrap_or(who);
    let sides = [" ", ":", " {"].map(|behind| format!("side {name}{behind}"));
    let members = [" {", " x ", ",", "  ", " }", "\n"].map(|behind| format!(" {name}{behind}"));
    let before = &misread.text[..misread.start];
    let mut named = sides.iter().chain(&members);
    named.any(|named| before.contains(named.as_str()))
}

impl<'t> ListedRolls<'t> {
    /// Reads a line. `None` where it is something else.
    fn read(line: &'t str) -> Option<Self> {
        // `ann 2, bob 1 for initiative`
        if let Some((list, purpose)) = line.rsplit_once(" for ")
            && is_name(purpose)
        {
            let rolls = rolls_in(list).filter(|rolls| rolls.len() > 1);
            return rolls.map(|rolls| ListedRolls { purpose, rolls });
        }
        // `rolls for initiative: ann 2, bob 1`
        let words = ["rolls for ", "roll for ", "rolls ", "roll "];
        let lead = words.iter().find(|lead| line.starts_with(**lead));
        let rest = &line[lead.map_or(0, |lead| lead.len())..];
        let end = rest.find(|c: char| !(c == '_' || c.is_alphanumeric()))?;
        let (purpose, list) = rest.split_at(end);
        let list = list.trim_start();
        let list = ["rolls", "roll"]
            .iter()
            .find_map(|word| list.strip_prefix(word))
            .unwrap_or(list);
        let rolls = rolls_in(list).filter(|rolls| rolls.len() > 1);
        let is_purpose = is_name(purpose) && !is_keyword(purpose);
        rolls
            .filter(|_| is_purpose)
            .map(|rolls| ListedRolls { purpose, rolls })
    }
}

/// Who rolls, and what the dice show, one after the other; `None` where something else stands between them.
fn rolls_in(list: &str) -> Option<Vec<(String, &str)>> {
    let mut words = Vec::new();
    for word in list.split([' ', ',', ';', '\t', '\n']) {
        let word = word
            .trim_start_matches(['=', ':', '{'])
            .trim_end_matches([':', '=', '}']);
        if !word.is_empty() && !BETWEEN.contains(&word) {
            words.push(word);
        }
    }
    let is_number =
        |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut rolls = Vec::new();
    let mut rest = words.as_slice();
    while let Some((who, behind)) = rest.split_first() {
        if !is_name(who) || is_keyword(who) {
            return None;
        }
        let numbers = behind.iter().take_while(|word| is_number(word)).count();
        let (who, shown) = match behind.get(..numbers)? {
            [shown] => ((*who).to_owned(), *shown),
            // `orc 1 4`: the first of them belongs to the name.
            [number, shown] => (format!("{who} {number}"), *shown),
            _ => return None,
        };
        rolls.push((who, shown));
        rest = &behind[numbers..];
    }
    (!rolls.is_empty()).then_some(rolls)
}
