//! Phrases of plain English and words of other tongues inside of a line, with what stands for them here. Each is read before it is proposed.

use std::ops::Range;

use super::Misread;
use super::forms::difference;
use super::paraphrases::{MISTAKEN, PHRASES, Paraphrase, WITH_VALUES};
use super::rewriting::MOST_BYTES;
use super::searches::{
    as_many, chosen, condition_len, kindless, on_side_at_end, reckoned_over, set_of_all, several,
};
use super::shares::{fraction, share, shared};
use super::typed::of_the_act;
use super::values::{is_inner, operand_len};
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, english};
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword, is_name, is_reserved};

/// Words that are no slip for another one: what they say would be lost with it.
pub(super) fn says_its_own(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "until", "unless", "except", "without", "never", "nor", "neither",
    ];
    WORDS.contains(&word) || share(word, false).is_some()
}

/// Whether a place in a piece stands outside of texts and comments.
fn is_bare(piece: &str, at: usize) -> bool {
    let before = &piece[..at];
    let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
    line.matches('"').count().is_multiple_of(2) && !line.contains('#')
}

/// Whether a phrase of a piece begins and ends with its words there, outside of texts and comments.
fn is_whole(piece: &str, at: usize, phrase: &str) -> bool {
    is_bare(piece, at)
        && !piece[..at].ends_with(is_inner)
        && !piece[at + phrase.len()..].starts_with(is_inner)
}

/// `hp is at most 0`, `half of damage`: a phrase outside of texts and comments that can be read in other words. None is looked for in a long piece.
pub(in crate::syntax) fn phrase(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if piece.len() > MOST_BYTES {
        return None;
    }
    if let Some(told) = shared_in_words(misread) {
        return Some(told);
    }
    let is_whole = |at: usize, phrase: &str| is_whole(piece, at, phrase);
    let plain = phrases(piece).find_map(|(phrase, meant)| {
        let mut found = piece.match_indices(phrase);
        found.find_map(|(at, _)| {
            is_whole(at, phrase).then(|| said(misread, at, phrase.len(), meant))?
        })
    });
    plain
        .or_else(|| numerals(misread, &is_whole))
        .or_else(|| reckoned(misread))
        .or_else(|| {
            // `wenn c.heavy dann 2 sonst 0`: several in one line.
            let (range, with) = without_phrases(piece)?;
            said(misread, range.start, range.len(), &with)
        })
}

/// `if c.hp is below half c.full_hp`: a part of a value, and other phrases besides.
fn shared_in_words(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    starts(piece).find_map(|at| {
        let (length, meant) = shared(piece, at).or_else(|| fraction(piece, at))?;
        let shared = misread.rewritten(&(at..at + length), &meant)?;
        let with = Some(in_signs(&shared)).filter(|with| *with != shared)?;
        let range = difference(piece, &with);
        let end = with.len().checked_sub(piece.len() - range.end)?;
        said(
            misread,
            range.start,
            range.len(),
            with.get(range.start..end)?,
        )
    })
}

/// The phrases that are looked for in a piece: `set c.hp = c.hp + 2 at most 9` bounds a value, `never above 9` looks at all moments.
fn phrases(piece: &str) -> impl Iterator<Item = &'static Paraphrase> {
    let is_set = first_word(piece) == "set";
    let is_always = [" never ", " always "]
        .iter()
        .any(|word| piece.contains(word));
    (PHRASES.iter()).filter(move |(phrase, _)| {
        let is_bound = is_set && phrase.starts_with("at ");
        !(is_bound || is_always && matches!(*phrase, "below" | "above"))
    })
}

/// Where a text has such phrases, from the first one to the last, and what stands for this part.
fn without_phrases(text: &str) -> Option<(Range<usize>, String)> {
    let known = phrases(text).flat_map(|(phrase, meant)| {
        let found = text.match_indices(phrase).take(MOST_NUMERALS);
        let found = found.filter(|(at, _)| is_whole(text, *at, phrase));
        found.map(move |(at, _)| (at, at + phrase.len(), *meant))
    });
    let mut known: Vec<(usize, usize, &str)> = known.collect();
    known.sort_by_key(|(at, end, _)| (*at, usize::MAX - end));
    let (start, _, _) = *known.first()?;
    let (mut with, mut end) = (String::new(), start);
    for (at, until, meant) in known {
        if at >= end {
            with.push_str(&text[end..at]);
            with.push_str(meant);
            end = until;
        }
    }
    Some((start..end, with))
}

/// `hp <= 3` for `hp is at most 3`: a text without such phrases.
pub(super) fn in_signs(text: &str) -> String {
    let mut out = text.to_owned();
    if let Some((range, with)) = without_phrases(text) {
        out.replace_range(range, &with);
    }
    out
}

/// How often each of them is looked at.
const MOST_NUMERALS: usize = 8;

/// How often something is done, in words, from once on.
const TIMES: [&str; 3] = ["once", "twice", "thrice"];

/// What is written for a number in words, or for how often; nothing for none.
fn numeral(word: &str) -> Option<String> {
    let often = TIMES.iter().position(|known| *known == word);
    let number = english::numeral(word).filter(|number| *number > 0);
    match often {
        Some(often) => Some(format!("{} times", often + 1)),
        None => number.map(|number| number.to_string()),
    }
}

/// `repeat twice`, `keeping highest two`: a number in words.
fn numerals(misread: &Misread<'_>, is_whole: &dyn Fn(usize, &str) -> bool) -> Option<Diagnostic> {
    let piece = misread.piece();
    // How often a trigger answers is told in words.
    let is_limit = first_word(piece) == "limit";
    let often = TIMES.iter().filter(|_| !is_limit);
    let mut known = often.chain(&english::NUMERALS);
    known.find_map(|word| {
        let number = numeral(word)?;
        let mut found = piece.match_indices(word).take(MOST_NUMERALS);
        found.find_map(|(at, _)| {
            is_whole(at, word).then(|| said(misread, at, word.len(), &number))?
        })
    })
}

/// The complaint that a part of the piece is said in other words here, if it can be read with them.
fn said(misread: &Misread<'_>, at: usize, length: usize, meant: &str) -> Option<Diagnostic> {
    let phrase = misread.piece().get(at..at + length)?;
    let message = format!("`{}` is said in another way", Quoted(phrase));
    let label = format!("`{}` says this here", Quoted(meant));
    let edit = misread.rewriting(at..at + length, meant, message.as_str(), label.as_str());
    edit.or_else(|| {
        // `c.hp / 2, round down`: a comma before it that is not written.
        let before = misread.piece().get(..at)?.strip_suffix(", ")?.len();
        misread.rewriting(before..at + length, &format!(" {meant}"), message, label)
    })
}

/// A phrase with values in it.
fn reckoned(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let known = WITH_VALUES.iter().chain(&*MISTAKEN);
    let known: Vec<_> = known.filter(|(told, _)| has_words(piece, told)).collect();
    let mut starts = starts(piece);
    starts.find_map(|at| {
        let rest = &piece[at..];
        let told = known.iter().copied();
        // `any combatant c of s`: behind the first word stands a kind.
        let is_search = || misread.is_kind(rest.split(' ').nth(1).unwrap_or(""));
        let fits =
            |pattern: &str| !pattern.starts_with('^') || pattern.ends_with(" from") || is_search();
        let told = told
            .filter_map(|(pattern, meant)| filled(pattern, meant, rest).filter(|_| fits(pattern)));
        let told = told.filter(|(_, with)| !with.contains(" number number "));
        let told = told.chain(shared(piece, at)).chain(fraction(piece, at));
        let told = told.chain(key_first(piece, at));
        let told = told.chain(extreme(piece, at)).chain(or_more(rest));
        let told = told.chain(chosen(rest)).chain(as_many(piece, at));
        let told = told.chain(flagged(misread, rest));
        let told = told.chain(several(misread, rest));
        let told = told.chain(kindless(misread, rest));
        let told = told.chain(of_the_act(misread, at));
        let told = told
            .chain(reckoned_over(misread, rest))
            .chain(on_side_at_end(rest));
        let in_scenario = matches!(misread.place, Place::Entry | Place::PeriodEntry);
        let told = told.chain(denied(rest).filter(|_| !in_scenario));
        told.into_iter()
            .find_map(|(length, meant)| said(misread, at, length, &meant))
    })
}

/// Where a phrase can begin in a text.
pub(super) fn starts(text: &str) -> impl Iterator<Item = usize> {
    let begins = |at: &usize| {
        let is_first = !text[..*at].ends_with(|c| c == '.' || is_inner(c));
        is_first && text[*at..].starts_with(|c| c == '(' || is_inner(c)) && is_bare(text, *at)
    };
    text.char_indices().map(|(at, _)| at).filter(begins)
}

/// What a text begins with that fits a pattern: its length, and how it is said here.
fn filled(pattern: &str, meant: &str, text: &str) -> Option<(usize, String)> {
    let (length, values) = matched(pattern, text)?;
    let mut filled = meant.to_owned();
    for (number, value) in (1..).zip(values) {
        filled = filled.replace(&format!("${number}"), value);
    }
    Some((length, filled))
}

/// The parts of a line that are said in other words here, although they can be read as something else.
pub fn rephrased(line: &str) -> Vec<(Range<usize>, String)> {
    let found = starts(line).filter_map(|at| {
        let word = first_word(&line[at..]);
        let number = numeral(word).map(|number| (word.len(), number));
        let mut told =
            (MISTAKEN.iter()).filter_map(|(pattern, meant)| filled(pattern, meant, &line[at..]));
        let told = told.next().or(number).or_else(|| set_of_all(&line[at..]));
        let told = told.or_else(|| named_key(&line[at..]));
        let told = told.or_else(|| titled_row(&line[at..]));
        let told = told.or_else(|| counted(&line[at..]));
        told.map(|(length, meant)| (at..at + length, meant))
    });
    found.collect()
}

/// `by slot 1`, `by slot = 1`: a key with a name and a number.
fn named_key(text: &str) -> Option<(usize, String)> {
    let named = text.strip_prefix("by ")?;
    let name = first_word(named);
    let value = named[name.len()..].trim_start_matches([' ', '=']);
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let length = text.len() - value.len() + digits;
    (digits > 0 && !name.is_empty()).then(|| (length, format!("by {name}: {}", &value[..digits])))
}

/// `4..6: "Chest" { ... }`: the title of a row has no colon before it.
fn titled_row(text: &str) -> Option<(usize, String)> {
    let (key, title) = text.split_once(": \"")?;
    let (_, behind) = title.split_once('"')?;
    let is_key = key.chars().all(|sign| sign == '.' || is_inner(sign));
    let is_titled = is_key && behind.trim_start().starts_with('{');
    is_titled.then(|| (key.len() + 1, key.to_owned()))
}

/// `count side s where s.ready and s.hp <= 1`: what is counted stands in brackets before it is compared.
fn counted(text: &str) -> Option<(usize, String)> {
    text.strip_prefix("count ")?;
    let line = text[..condition_len(text)].trim_end();
    let signs = [" <= ", " >= ", " != ", " < ", " > ", " = "];
    let at = signs.iter().filter_map(|sign| line.rfind(sign)).max()?;
    let (search, compared) = line.split_at(at);
    Some((line.len(), format!("({search}){compared}")))
}

/// Whether a piece has all words of a pattern, wherever they stand: most patterns are left out by this before they are held against each word.
fn has_words(piece: &str, pattern: &str) -> bool {
    let mut parts = pattern.split(' ').filter(|part| !part.starts_with('?'));
    parts.all(|part| match part.trim_start_matches('^') {
        "" | "@" | "&" => true,
        words => words.split('|').any(|word| piece.contains(word)),
    })
}

/// How much of a text such a pattern takes from its beginning, and the values in it.
pub(super) fn matched<'t>(pattern: &str, text: &'t str) -> Option<(usize, Vec<&'t str>)> {
    let (mut at, mut values) = (0, Vec::new());
    for (number, part) in pattern.split(' ').enumerate() {
        if let Some(words) = part.strip_prefix('?') {
            let next = text[at..].strip_prefix(' ').map_or("", first_word);
            let is_there = words.split('|').any(|word| word == next);
            at += if is_there { 1 + next.len() } else { 0 };
            continue;
        }
        if number > 0 {
            at += text[at..].strip_prefix(' ').map(|_| 1)?;
        }
        let rest = &text[at..];
        let (is_kept, part) = (part.starts_with('^'), part.trim_start_matches('^'));
        let length = match part {
            "" => 0,
            "@" => value_len(rest),
            "&" if first_word(rest).len() < value_len(rest) => 0,
            "&" => first_word(rest).len(),
            "=" | "+" | "-" | "," if rest.starts_with(part) => 1,
            _ if part.split('|').any(|word| word == first_word(rest)) => first_word(rest).len(),
            _ => return None,
        };
        if length == 0 && !part.is_empty() {
            return None;
        }
        if is_kept || matches!(part, "@" | "&") {
            values.push(&rest[..length]);
        }
        at += length;
    }
    Some((at, values))
}

/// How long the value is with which a text begins: names with dots between, what they are asked of, a number with its unit, brackets. Zero for none.
pub(super) fn value_len(text: &str) -> usize {
    let mut at = 0;
    loop {
        at += operand_len(&text[at..]);
        let Some(closed) = bracketed(&text[at..]) else {
            break;
        };
        at += closed;
    }
    let unit = text[at..].strip_prefix(' ').map_or("", first_word);
    let is_number = at > 0 && text[..at].bytes().all(|byte| byte.is_ascii_digit());
    let is_called = text[at..].trim_start()[unit.len()..].starts_with('(');
    let is_unit = !matches!(unit, "" | "up" | "x") && !is_keyword(unit) && !is_called;
    match is_number && is_unit {
        true => at + 1 + unit.len(),
        false if is_reserved(&text[..at]) => 0,
        false => at,
    }
}

/// How long brackets may be that stand for a value of a phrase, in characters. It is looked for wherever one begins.
const LONGEST_BRACKETS: usize = 200;

/// How long the brackets are with which a text begins.
pub fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0;
    let text = text.strip_prefix('(').map(|_| text)?;
    let mut signs = text.char_indices().take(LONGEST_BRACKETS);
    let end = signs.find(|(_, sign)| {
        depth += match sign {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    end.map(|(at, _)| at + 1)
}

/// `counting 7+`
fn or_more(text: &str) -> Option<(usize, String)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = text[digits..].strip_prefix('+')?;
    let is_whole = !behind.starts_with(|c| c == '(' || is_inner(c));
    (digits > 0 && is_whole).then(|| (digits + 1, format!("{} or more", &text[..digits])))
}

/// `c does not stand`
fn denied(text: &str) -> Option<(usize, String)> {
    let (length, values) = matched("@ does|do not @", text)?;
    let (who, verb) = (values.first()?, values.get(1)?);
    Some((
        length,
        format!("not {}({who})", english::third_person(verb)),
    ))
}

/// `next by highest c.speed`: which comes first stands behind a key.
fn key_first(piece: &str, at: usize) -> Option<(usize, String)> {
    let is_key = ["by ", "then ", "order of "]
        .iter()
        .any(|lead| piece[..at].ends_with(lead));
    let lead = piece[at..].strip_prefix("the ").unwrap_or(&piece[at..]);
    let (length, values) = matched("^highest|lowest ?of @", lead)?;
    let length = piece.len() - at - lead.len() + length;
    is_key.then(|| (length, format!("{}, {} first", values[1], values[0])))
}

/// `a hits`, where `hit` is yes or no.
fn flagged(misread: &Misread<'_>, text: &str) -> Option<(usize, String)> {
    let (length, values) = matched("& &", text)?;
    let forms = [values[1].to_owned(), english::singular(values[1])];
    // What is extended may declare it.
    let is_flag = |flag: &&String| misread.text.contains(&format!(" {flag}: yes/no"));
    let is_condition = matches!(first_word(misread.piece()), "if" | "when");
    let is_open = is_condition && misread.text.contains("extends ");
    let extended = forms.get(1).filter(|_| is_open);
    let flag = forms.iter().find(is_flag).or(extended)?;
    let are_names = !is_keyword(values[0]) && !misread.is_kind(values[0]);
    are_names.then(|| (length, format!("{}.{flag}", values[0])))
}

/// `with the lowest hp`, of what is searched before it.
fn extreme(piece: &str, at: usize) -> Option<(usize, String)> {
    let rest = &piece[at..];
    let (length, values) = matched("with the lowest|highest|least|most @", rest)?;
    let way = match first_word(&rest["with the ".len()..]) {
        "lowest" | "least" => "lowest",
        _ => "highest",
    };
    let value = *values.first()?;
    let searched = piece[..at].rsplit_once("the ").map(|(_, search)| search);
    let name = searched.and_then(|search| search.split_whitespace().nth(1));
    let owned = match name {
        Some(name) if !value.contains('.') => format!("{name}.{value}"),
        _ => value.to_owned(),
    };
    Some((length, format!("with {way} {owned}")))
}

/// A condition in which bare names belong to a record: `c.hp > 0 and not c.ran` for `hp > 0 and not ran`. Where it names the record already, other names with a dot behind them are those of others.
pub(super) fn owned(text: &str, record: char) -> String {
    let names_it = |at: usize| !text[..at].ends_with(is_inner);
    let own = format!("{record}.");
    let is_named = text.match_indices(&own).any(|(at, _)| names_it(at));
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = first_word(rest);
        let is_record = word.len() == 1 && word.starts_with(record);
        let is_own = word == "side" || !is_keyword(word);
        let is_bare = is_name(word) && is_own && !out.ends_with('.');
        let behind = &rest[word.len()..];
        let is_other = is_named && behind.starts_with('.');
        // `edge is sharp`: a word, not a value.
        let before = out.trim_end();
        let is_word = before.ends_with(" is") || before.ends_with(" is not");
        let is_other = is_other || is_word || behind.starts_with('(');
        if is_bare && !is_record && !is_other {
            out.extend([record, '.']);
        }
        let taken = rest.chars().next().map_or(0, char::len_utf8);
        out.push_str(&rest[..word.len().max(taken)]);
        rest = &rest[word.len().max(taken)..];
    }
    out
}

/// `hp > 0` for `hp <= 0`: the opposite of a condition, with the text behind it.
pub(super) fn opposite(text: &str) -> String {
    const SIGNS: &[(&str, &str)] = &[
        (" <= ", " > "),
        (" >= ", " < "),
        (" < ", " >= "),
        (" > ", " <= "),
        (" != ", " = "),
        (" = ", " != "),
        (" is missing", " is known"),
        (" is known", " is missing"),
    ];
    let end = text.find(" \"").unwrap_or(text.len());
    let (condition, behind) = text.split_at(text[..end].trim_end().len());
    let condition = in_signs(condition);
    let mut words = condition.split(' ');
    let is_joined = words.any(|word| matches!(word, "and" | "or" | "if" | "where" | "has"));
    let sign = SIGNS.iter().find(|(sign, _)| condition.contains(sign));
    let with = match (sign, condition.strip_prefix("not ")) {
        _ if is_joined => format!("not ({condition})"),
        (Some((sign, other)), None) => condition.replace(sign, other),
        (None, Some(denied)) => denied.to_owned(),
        (None, None) if !condition.contains(' ') => format!("not {condition}"),
        _ => format!("not ({condition})"),
    };
    with + behind
}
