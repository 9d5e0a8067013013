//! A word or sign of the language that is missing, or stands where another one belongs: found by trying those that can stand at the place.

use super::Misread;
use super::phrases::says_its_own;
use super::values::is_inner;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Quoted, Span};
use crate::suggest::suggest;
use crate::syntax::display;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword, is_name};

/// How many gaps before the place are tried.
const GAPS: usize = 8;

/// Words that say something of their own, and are not left out by mistake.
const SELDOM: &[&str] = &["secret", "shown", "missing"];

/// Words that join others, which nothing is called by.
const PART_OF_NO_NAME: &[&str] = &["except", "unless", "when", "until", "and", "or"];

/// The words and signs that can stand at the place and are written in one way only.
fn candidates(misread: &Misread<'_>) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for rule in &misread.expected {
        let Some(shown) = display::display(*rule) else {
            continue;
        };
        let word = shown
            .strip_prefix('`')
            .and_then(|rest| rest.strip_suffix('`'));
        let Some(word) = word.filter(|word| !word.contains(['`', '.', '{', '}', '(', ')', '"']))
        else {
            continue;
        };
        let is_new = !list.iter().any(|known| known == word);
        if is_new && !matches!(rule, Rule::kw_not | Rule::kw_and | Rule::kw_or) {
            list.push(word.to_owned());
        }
    }
    list
}

/// The only one of these complaints, or none.
fn only(mut found: impl Iterator<Item = Diagnostic>) -> Option<Diagnostic> {
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The word or sign that is missing, or the one that belongs in the place of what stands there. It is a guess, whatever can be read.
pub(super) fn token(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let words = candidates(misread);
    let at = misread.at_in_piece();
    missing(misread, &words, at)
        .or_else(|| other(misread, &words, found))
        .or_else(|| blank_in_name(misread, found))
        .or_else(|| missing_before(misread, &words))
        .map(|guess| guess.or_else(super::plain(misread, found)))
}

/// The only word or sign that makes the piece one that can be read, put into a gap.
fn missing(misread: &Misread<'_>, words: &[String], gap: usize) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (before, behind) = (piece[..gap].trim_end(), piece[gap..].trim_start());
    if behind.is_empty()
        && misread
            .alternatives()
            .iter()
            .any(|name| !name.starts_with('`'))
    {
        // Something else could follow as well.
        return None;
    }
    let is_neighbour = |word: &str| {
        let last = before.rsplit([' ', '\t', '\n']).next();
        let makes_a_name = word == "as" && is_keyword(first_word(behind));
        // Defaults are more frequent than bounds.
        let is_bound = word == "from" && misread.place == Place::Attribute;
        let is_seldom = is_bound || SELDOM.contains(&word);
        last == Some(word) || first_word(behind) == word || makes_a_name || is_seldom
    };
    only(
        words
            .iter()
            .filter(|word| !is_neighbour(word))
            .filter_map(|word| {
                let is_mark = matches!(word.as_str(), "," | ":");
                let (at, with) = match is_mark {
                    true => (before.len(), word.clone()),
                    false if before.len() == gap => (gap, format!(" {word} ")),
                    false => (gap, format!("{word} ")),
                };
                let message = format!("`{word}` is missing");
                misread.rewriting(at..at, &with, message, format!("`{word}` must stand here"))
            }),
    )
}

/// A word is missing a little before the place.
fn missing_before(misread: &Misread<'_>, words: &[String]) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let gaps = piece[..at].rmatch_indices([' ', '\t']);
    let before = gaps.map(|(blank, _)| blank + 1).filter(|gap| *gap < at);
    let words: Vec<String> = (words.iter())
        .filter(|word| word.as_str() == "," || word.starts_with(char::is_alphabetic))
        .cloned()
        .collect();
    before
        .take(GAPS)
        .find_map(|gap| missing(misread, &words, gap))
}

/// Another word or sign stands where one of the language belongs.
fn other(misread: &Misread<'_>, words: &[String], found: &str) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    // Citations say nothing that a line could mean.
    let words = words.iter().filter(|word| match word.as_str() {
        "as" => !is_keyword(found),
        // Who does something else does not declare it.
        "declares" => suggest(found, ["declares"]).is_some(),
        word => word != "cites" && !SELDOM.contains(&word),
    });
    let replaced = words.filter_map(|word| {
        let message = format!("`{}` is not understood here", Quoted(found));
        let label = format!("`{word}` belongs here");
        let start = match word.as_str() {
            "," | ":" => misread.piece()[..at].trim_end().len(),
            _ => at,
        };
        // `stands(c), c.side`: a sign can stand right behind a word.
        let is_apart = word == "=" || word.starts_with(char::is_alphabetic);
        let is_close = is_apart && !misread.before().ends_with(' ');
        let with = match is_close {
            true => format!(" {word}"),
            false => word.clone(),
        };
        let mut proposal = misread.rewriting(start..at + found.len(), &with, message, label)?;
        proposal.primary.span = misread.here(found);
        Some(proposal)
    });
    let is_other = !found.is_empty() && !found.starts_with('"') && !says_its_own(found);
    only(replaced).filter(|_| is_other)
}

/// A blank is missing between a number and its unit: `2segments`.
pub(super) fn blank_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let digits = found.len() - found.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let unit = &found[digits..];
    let is_dice =
        unit.starts_with(['d', 'D']) && unit[1..].bytes().all(|byte| byte.is_ascii_digit());
    if digits == 0 || unit.is_empty() || is_dice {
        return None;
    }
    let at = misread.at_in_piece() + digits;
    let message = "a blank stands between a number and its unit";
    misread.rewriting(at..at, " ", message, "a blank must stand here")
}

/// `not stands c` for `not stands(c)`.
pub(super) fn brackets_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let inner = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    let before = piece.get(..at)?;
    let name = before.trim_end().len();
    let value = &piece[at..at + piece[at..].find(|c| !inner(c)).unwrap_or(piece.len() - at)];
    let called = before[..name].rsplit(|c| !inner(c)).next()?;
    let in_scenario = matches!(misread.place, Place::Entry | Place::PeriodEntry);
    if in_scenario
        || called.contains('.')
        || !misread.expects(Rule::infix)
        || first_word(found).is_empty()
        || first_word(called).is_empty()
        || name == at
    {
        return None;
    }
    let message = format!("what `{}` is asked of stands in brackets", Quoted(called));
    let range = name..at + value.len();
    let proposal = misread.rewriting(range, &format!("({value})"), message, "in brackets")?;
    Some(proposal.or_else(super::plain(misread, found)))
}

/// `hp: number   full hp: number`: a blank in the name of an attribute that stands behind others in its line.
pub(super) fn parted_attribute(misread: &Misread<'_>) -> Option<Diagnostic> {
    let found = misread.found();
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let end = at + found.len();
    let behind = piece.get(end..)?;
    let start = piece.len() - behind.trim_start().len();
    let second = first_word(&piece[start..]);
    let is_named = piece[start + second.len()..].starts_with(':');
    let are_names = [found, second]
        .iter()
        .all(|word| is_name(word) && !is_keyword(word));
    let is_apart = &piece[end..start] == " ";
    if misread.place != Place::Attribute || !is_named || !are_names || !is_apart {
        return None;
    }
    let message = "a name is one word";
    misread.rewriting(end..start, "_", message, "a blank ends the name")
}

/// A blank stands inside of what is meant as one name: `full hp: number`.
fn blank_in_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end().len();
    let last = piece[..before].chars().next_back()?;
    let is_name = found.starts_with(|c: char| c == '_' || c.is_alphabetic());
    let is_told = matches!(
        first_word(piece),
        "secret" | "hidden" | "private" | "optional"
    );
    if before == at || !is_name || is_told || !(last == '_' || last.is_alphanumeric()) {
        return None;
    }
    let start = piece[..before]
        .rfind(|c| !is_inner(c))
        .map_or(0, |at| at + 1);
    let words = [&piece[start..before], found];
    // A word that says something by itself is part of a name only where there is such a name.
    let says =
        |word: &&str| is_keyword(word) || misread.is_kind(word) || PART_OF_NO_NAME.contains(word);
    if words.iter().any(says) && !misread.text.contains(&words.join("_")) {
        return None;
    }
    let message = "a name is one word";
    misread.rewriting(before..at, "_", message, "a blank ends the name")
}

/// `half-orc`: hyphens stand inside of what is meant as one name.
pub(super) fn hyphen_in_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let is_inner = |c: char| c == '_' || c == '-' || c.is_alphanumeric();
    let start = piece
        .get(..at)?
        .rfind(|c| !is_inner(c))
        .map_or(0, |end| end + 1);
    let length = piece[start..].find(|c| !is_inner(c));
    let end = length.map_or(piece.len(), |length| start + length);
    let name = &piece[start..end];
    let are_words = name.split('-').all(|word| !first_word(word).is_empty());
    let is_there = found == "-" || piece[..at].ends_with('-');
    if !is_there || !name.contains('-') || !are_words {
        return None;
    }
    let message = "a name has no hyphens";
    let label = "`_` joins the words of a name";
    let proposal = misread.rewriting(start..end, &name.replace('-', "_"), message, label)?;
    // Where nothing is called so yet, the help is right all the same.
    Some(Diagnostic {
        fallback: None,
        ..proposal
    })
}

/// `source: "OSRIC 2.2"`: a sign without which the line can be read.
pub(super) fn sign_too_many(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    let is_glue =
        || misread.before().ends_with(is_inner) && misread.behind(found).starts_with(is_inner);
    if !matches!(found, ":" | "=" | "," | "." | "{") || found == "." && is_glue() {
        return None;
    }
    let message = format!("`{found}` is a sign too many");
    let behind = misread.behind(found);
    let blanks = match misread.before().ends_with(' ') {
        true => behind.len() - behind.trim_start_matches(' ').len(),
        false => 0,
    };
    let end = at + found.len() + blanks;
    let proposal = misread.rewriting(at..end, "", message, "not needed")?;
    Some(proposal.or_else(super::plain(misread, found)))
}

/// `kind spell { level: number, name: text }`: commas between what stands side by side without them.
pub(super) fn commas_too_many(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let has_no_commas = matches!(misread.place, Place::Attribute | Place::Unit | Place::Row);
    // Behind the comma something else than the next one could have come.
    let at = match misread.before().trim_end().strip_suffix(',') {
        Some(before) => before.len(),
        None => misread.at_in_piece(),
    };
    let rest = misread.piece().get(at..)?;
    let mut is_quoted = false;
    let bare = rest.char_indices().filter(|(_, sign)| {
        is_quoted ^= *sign == '"';
        *sign == ',' && !is_quoted
    });
    let last = bare.map(|(comma, _)| comma).last()?;
    let mut kept = String::new();
    for sign in rest[..=last].chars() {
        is_quoted ^= sign == '"';
        kept.extend(Some(sign).filter(|sign| *sign != ',' || is_quoted));
    }
    if !has_no_commas || !rest.starts_with(',') || misread.at_in_piece() > at && found == "secret" {
        return None;
    }
    let message = "no commas stand between these";
    let proposal = misread.rewriting(at..at + last + 1, &kept, message, "not needed")?;
    Some(proposal.help("leave the commas out"))
}

pub(super) fn comma_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let settings = matches!(
        misread.place,
        Place::Setting | Place::Assignment | Place::Member
    );
    let after_comma = matches!(
        found,
        "default" | "highest" | "lowest" | "missing" | "shown"
    );
    let comma = misread.expects(Rule::comma) || misread.expects(Rule::ask_default);
    let read = misread.text.get(misread.start..misread.at).unwrap_or("");
    let settings = settings
        || matches!(misread.place, Place::Entry | Place::PeriodEntry) && read.contains(':');
    let wanted = comma && (settings || after_comma || misread.expects(Rule::rparen));
    if !wanted || found.is_empty() || !found.starts_with(|c: char| c.is_alphanumeric() || c == '"')
    {
        return None;
    }
    let before = misread
        .text
        .get(misread.start..misread.at)?
        .trim_end()
        .len()
        + misread.start;
    let span = misread.span(misread.at, misread.at + found.len());
    if matches!(found, "and" | "or" | "then") {
        let message = "the parts of this list have commas between them";
        let complaint = misread.error(span, message).label("a `,` belongs here");
        let typed = misread.span(before, misread.at + found.len());
        return Some(complaint.write(typed, ","));
    }
    let complaint = misread
        .error(span, "a `,` is missing")
        .label("`,` must stand before this");
    // `hp 8 ac 5`: the word before has been read as the unit of the number.
    let so_far = misread.text.get(misread.start..before)?;
    let last_word = so_far.rfind(' ').map(|blank| blank + 1);
    let counted = last_word.is_some_and(|word| {
        so_far[..word]
            .trim_end()
            .ends_with(|c: char| c.is_ascii_digit())
    });
    let at = match last_word {
        Some(word) if counted && settings => misread.start + so_far[..word].trim_end().len(),
        _ => before,
    };
    Some(
        complaint
            .help("put a `,` between the two")
            .guess(misread.span(at, at), ","),
    )
}

/// `set b 2`: name and number have been read as one name.
pub(super) fn equals_missing(misread: &Misread<'_>) -> Option<Diagnostic> {
    let before = misread.text.get(misread.start..misread.at)?.trim_end();
    let name = before.trim_end_matches(|c: char| c.is_ascii_digit());
    if !misread.expects(Rule::equals) || name.len() == before.len() || !name.ends_with(' ') {
        return None;
    }
    let start = misread.start + name.len();
    let span = misread.span(start, misread.start + before.len());
    let complaint = misread
        .error(span, "`=` is missing")
        .label("`=` must stand before this");
    Some(
        complaint
            .help("write `=` before the value")
            .guess(span.at_start(), "= "),
    )
}

/// `ann strikes orc: damage 4,` with the next line behind it.
pub(super) fn comma_at_end(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let before = piece.get(..misread.at_in_piece())?;
    let line = super::without_comment(piece).trim_end();
    if let Some(whole) = line
        .strip_suffix(',')
        .filter(|_| before.len() >= line.len())
        && misread.reads(whole)
    {
        let comma = misread.start + whole.len();
        return Some(no_comma(misread.span(comma, comma + 1)));
    }
    let mut commas = before.match_indices(',').map(|(comma, _)| comma);
    let comma = commas.find(|comma| {
        let behind = &piece[comma + 1..];
        let next = behind.trim_start();
        let gap = &behind[..behind.len() - next.len()];
        gap.contains('\n')
            && misread.reads_as(misread.place, &piece[..*comma])
            && misread.reads_as(misread.place, next.trim_end())
    })?;
    let comma = misread.start + comma;
    let is_line = matches!(misread.place, Place::Entry | Place::PeriodEntry);
    is_line.then(|| no_comma(misread.span(comma, comma + 1)))
}

/// What is said of a comma at the end of a line with which the next one does not go on.
pub(in crate::syntax) fn no_comma(comma: Span) -> Diagnostic {
    let message = "no `,` stands at the end of this line";
    let error = Diagnostic::error(Code::SyntaxError, comma, message);
    let error = error.label("the next line is one of its own");
    error.help("delete it").guess(comma, "")
}
