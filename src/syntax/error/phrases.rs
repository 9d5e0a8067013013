//! Phrases of plain English and words of other tongues inside of a line, with what stands for them here. Each is read before it is proposed.

use std::ops::Range;

use super::Misread;
use super::rewriting::MOST_BYTES;
use super::searches::{set_of_all, several};
use super::values::{is_inner, operand_len};
use crate::diagnostic::Diagnostic;
use crate::source::{Clean, english};
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword, is_reserved};

/// Phrases of plain English anywhere in a line, with what stands for them. One that begins with another stands before it.
const PHRASES: &[(&str, &str)] = &[
    ("is at most", "<="),
    ("is at least", ">="),
    ("is no more than", "<="),
    ("is not more than", "<="),
    ("is no less than", ">="),
    ("is not less than", ">="),
    ("is more than", ">"),
    ("is greater than", ">"),
    ("is higher than", ">"),
    ("is bigger than", ">"),
    ("is less than", "<"),
    ("is lower than", "<"),
    ("is smaller than", "<"),
    ("is fewer than", "<"),
    ("is above", ">"),
    ("is over", ">"),
    ("is below", "<"),
    ("is under", "<"),
    ("falls below", "<"),
    ("drops below", "<"),
    ("rises above", ">"),
    ("is equal to", "="),
    ("is not equal to", "!="),
    ("is different from", "!="),
    ("at most", "<="),
    ("at least", ">="),
    ("more than", ">"),
    ("less than", "<"),
    ("exceeds", ">"),
    ("beats", ">"),
    ("whole number", "number"),
    ("immediately", "at once"),
    ("never declared", "not declared"),
    ("undeclared", "not declared"),
    ("isn't", "is not"),
    ("isnt", "is not"),
    ("ties by", "then"),
    ("yes or no", "yes/no"),
    ("yes|no", "yes/no"),
    ("true/false", "yes/no"),
    ("boolean", "yes/no"),
    ("bool", "yes/no"),
    ("reason", "because"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("und", "and"),
    ("et", "and"),
    ("oder", "or"),
    ("ou", "or"),
    ("nicht", "not"),
    ("wenn", "if"),
    ("dann", "then"),
    ("alors", "then"),
    ("entonces", "then"),
    ("sino", "else"),
    ("si", "if"),
    ("sonst", "else"),
    ("sinon", "else"),
    ("ist", "is"),
];

/// Phrases with values in them, each an `@`, or an `&` where it is a bare name, with what stands for them: `$1` is the first value.
const RECKONED: &[(&str, &str)] = &[
    ("@ is between @ and @", "$1 >= $2 and $1 <= $3"),
    ("@ between @ and @", "$1 >= $2 and $1 <= $3"),
    ("@ is from @ to @", "$1 >= $2 and $1 <= $3"),
    ("@ is not between @ and @", "($1 < $2 or $1 > $3)"),
    ("@ is either @ or @", "($1 = $2 or $1 = $3)"),
    ("@ is neither @ nor @", "$1 != $2 and $1 != $3"),
    (
        "the higher|highest|larger|greater|bigger of @ and @",
        "higher($1, $2)",
    ),
    (
        "the lower|lowest|smaller|lesser of @ and @",
        "lower($1, $2)",
    ),
    ("the sum of @ and @", "$1 + $2"),
    (
        "@ is a|an friend|ally|comrade|companion of @",
        "$1.side is $2.side",
    ),
    (
        "@ is not a|an friend|ally|comrade|companion of @",
        "$1.side is not $2.side",
    ),
    (
        "@ is a|an enemy|foe|opponent of @",
        "$1.side is not $2.side",
    ),
    ("there is a|an @ @ where", "any $1 $2 where"),
    ("there is no @ @ where", "not any $1 $2 where"),
    ("no @ @ where", "not any $1 $2 where"),
    ("no @ @ has", "not any $1 $2 has"),
    ("highest number @ from", "highest $1 among number $1 from"),
    ("lowest number @ from", "lowest $1 among number $1 from"),
    (
        "all @ @ where @ is @ have|has",
        "every $1 $2 where $3 is $4 has",
    ),
    ("all @ @ have|has", "every $1 $2 has"),
    ("two times @", "$1 * 2"),
    ("three times @", "$1 * 3"),
];

/// Phrases that can be read as something else: a number with a unit, a name, one of two conditions.
const MISTAKEN: &[(&str, &str)] = &[
    (
        "@ is @ or more|higher|better|above|greater|over|up",
        "$1 >= $2",
    ),
    ("@ is @ or less|lower|fewer|below|under|down", "$1 <= $2"),
    ("@ is exactly|just @", "$1 = $2"),
    ("@ is even", "$1 mod 2 = 0"),
    ("@ is odd", "$1 mod 2 = 1"),
    ("@ is positive", "$1 > 0"),
    ("@ is negative", "$1 < 0"),
    ("@ is zero", "$1 = 0"),
    ("from @ down to @", "down from $1 to $2"),
    ("from @ to @ down", "down from $1 to $2"),
    ("from @ up to @", "from $1 to $2"),
    (
        "any friend|ally @ where",
        "any combatant $1 where $1.side is actor.side and",
    ),
    (
        "any enemy|foe @ where",
        "any combatant $1 where $1.side is not actor.side and",
    ),
    ("by @ is @", "by if $1.action is $2 then 0 else 1"),
    ("spends @ from &", "spends $1 from actor.$2"),
    ("set @ = @ + @ and @ = @", "set $1 = $2 + $3   set $4 = $5"),
    ("set @ = @ - @ and @ = @", "set $1 = $2 - $3   set $4 = $5"),
    ("falls to @ or less|lower|below|under", "falls to $1"),
    ("rises to @ or more|higher|above|over", "rises to $1"),
    ("set @ = @ and @ = @", "set $1 = $2   set $3 = $4"),
    (
        "each friend|ally @ where",
        "each combatant $1 where $1.side is actor.side and",
    ),
    (
        "each friend|ally @",
        "each combatant $1 where $1.side is actor.side",
    ),
    (
        "each enemy|foe @ where",
        "each combatant $1 where $1.side is not actor.side and",
    ),
    (
        "each enemy|foe @",
        "each combatant $1 where $1.side is not actor.side",
    ),
];

/// Words that multiply or divide what stands behind them, with what stands behind it here.
const SHARES: &[(&str, &str)] = &[
    ("half", "/ 2 rounded down"),
    ("third", "/ 3 rounded down"),
    ("quarter", "/ 4 rounded down"),
    ("twice", "* 2"),
    ("double", "* 2"),
    ("thrice", "* 3"),
    ("triple", "* 3"),
];

/// What stands behind a value in place of such a word before it: `/ 2 rounded down` for `half`.
pub fn share(word: &str) -> Option<&'static str> {
    let known = SHARES.iter().find(|(known, _)| *known == word);
    known.map(|(_, meant)| *meant)
}

/// `c.hp * 3 / 4 rounded down`: three of four parts of a value.
pub fn part_of(value: &str, part: &str, of: &str) -> String {
    let times = match part {
        "1" => String::new(),
        part => format!(" * {part}"),
    };
    format!("{value}{times} / {of} rounded down")
}

/// Words that are no slip for another one: what they say would be lost with it.
pub(super) fn says_its_own(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "until", "unless", "except", "without", "never", "nor", "neither",
    ];
    WORDS.contains(&word) || share(word).is_some()
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
pub(super) fn phrase(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if piece.len() > MOST_BYTES {
        return None;
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

/// The phrases that are looked for in a piece: `set c.hp = c.hp + 2 at most 9` bounds a value.
fn phrases(piece: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let is_set = first_word(piece) == "set";
    (PHRASES.iter()).filter(move |(phrase, _)| !is_set || !phrase.starts_with("at "))
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
    let message = format!("`{}` is said in another way", Clean(phrase));
    let label = format!("`{}` says this here", Clean(meant));
    misread.rewriting(at..at + length, meant, message, label)
}

/// A phrase with values in it.
fn reckoned(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let mut starts = starts(piece);
    starts.find_map(|at| {
        let rest = &piece[at..];
        let told = RECKONED.iter().chain(MISTAKEN);
        let told = told.filter_map(|(pattern, meant)| filled(pattern, meant, rest));
        let told = told.chain(shared(rest)).chain(fraction(rest));
        let told = told.chain(extreme(piece, at));
        let told = told.chain(several(misread, rest));
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
        told.map(|(length, meant)| (at..at + length, meant))
    });
    found.collect()
}

/// How much of a text such a pattern takes from its beginning, and the values in it.
fn matched<'t>(pattern: &str, text: &'t str) -> Option<(usize, Vec<&'t str>)> {
    let (mut at, mut values) = (0, Vec::new());
    for (number, part) in pattern.split(' ').enumerate() {
        if number > 0 {
            at += text[at..].strip_prefix(' ').map(|_| 1)?;
        }
        let rest = &text[at..];
        let length = match part {
            "@" => value_len(rest),
            "&" if first_word(rest).len() < value_len(rest) => 0,
            "&" => first_word(rest).len(),
            "=" | "+" | "-" | "," if rest.starts_with(part) => 1,
            _ if part.split('|').any(|word| word == first_word(rest)) => first_word(rest).len(),
            _ => return None,
        };
        if length == 0 {
            return None;
        }
        if matches!(part, "@" | "&") {
            values.push(&rest[..length]);
        }
        at += length;
    }
    Some((at, values))
}

/// How long the value is with which a text begins: names with dots between, what they are asked of, a number with its unit, brackets. Zero for none.
fn value_len(text: &str) -> usize {
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
    match is_number && !matches!(unit, "" | "up") && !is_keyword(unit) {
        true => at + 1 + unit.len(),
        false if is_reserved(&text[..at]) => 0,
        false => at,
    }
}

/// How long brackets may be that stand for a value of a phrase, in characters. It is looked for wherever one begins.
const LONGEST_BRACKETS: usize = 200;

/// How long the brackets are with which a text begins.
fn bracketed(text: &str) -> Option<usize> {
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

/// `half of damage`, `twice c.speed`
fn shared(text: &str) -> Option<(usize, String)> {
    let articles = ["a ", "one ", "the "];
    let lead = articles.iter().find(|article| text.starts_with(**article));
    let lead = lead.map_or(0, |article| article.len());
    let word = first_word(&text[lead..]);
    let meant = share(word)?;
    let mut from = lead + word.len();
    from += text[from..].strip_prefix(" of").map_or(0, |_| " of".len());
    from += text[from..].strip_prefix(' ').map(|_| 1)?;
    from += text[from..]
        .strip_prefix("the ")
        .map_or(0, |_| "the ".len());
    let length = value_len(&text[from..]);
    let value = &text[from..from + length];
    (length > 0).then(|| (from + length, format!("{value} {meant}")))
}

/// `1/4 c.hp`, `3/4 of c.hp`
fn fraction(text: &str) -> Option<(usize, String)> {
    let (part, rest) = text.split_once('/')?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let of = digits(rest);
    if part.is_empty() || digits(part) < part.len() || of == 0 {
        return None;
    }
    let value = rest[of..].strip_prefix(" of").unwrap_or(&rest[of..]);
    let value = value.strip_prefix(' ')?;
    let value = value.strip_prefix("the ").unwrap_or(value);
    let length = value_len(value);
    let with = part_of(&value[..length], part, &rest[..of]);
    (length > 0).then(|| (text.len() - value.len() + length, with))
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
