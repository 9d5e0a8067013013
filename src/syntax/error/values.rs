//! Mistakes in values and in texts.

use super::forms::form;
use super::read_piece;
use super::typed::last_word;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::{english, words};
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// `number of sides s`, `casting_time: number of segments`
pub(super) fn number_of(misread: &Misread<'_>) -> Option<Diagnostic> {
    const WORDS: &str = "number of ";
    let piece = misread.piece();
    let start = piece.get(..misread.at_in_piece())?.rfind("number")?;
    let rest = piece[start..]
        .starts_with(WORDS)
        .then_some(start + WORDS.len())?;
    let counted = || {
        misread.rewriting(
            start..rest - 1,
            "count",
            "records are counted with `count`",
            "`count` says this here",
        )
    };
    let typed = || {
        misread.rewriting(
            start..rest,
            "",
            "a number of a unit has the unit as its type",
            "not needed",
        )
    };
    counted().or_else(typed)
}

/// `target's hp`
pub(super) fn possessive(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let rest = piece.get(at..)?.strip_prefix("'s")?;
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let owned = piece[..at].ends_with(|c: char| c == '_' || c.is_alphanumeric());
    if found != "'" || !owned || blanks == 0 {
        return None;
    }
    let message = "what belongs to something stands behind a dot";
    misread.rewriting(at..at + 2 + blanks, ".", message, "`.` says this here")
}

/// `note 'hit'`
pub(super) fn single_quotes(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let line = piece.get(at..)?.lines().next()?;
    let end = line.get(1..)?.find('\'')? + 1;
    let inner = line.get(1..end)?;
    if found != "'" || inner.contains(['"', '\\']) {
        return None;
    }
    let message = "texts stand in double quotes";
    let with = format!("\"{inner}\"");
    misread.rewriting(at..at + end + 1, &with, message, "single quotes")
}

/// `note f"{c} has {c.hp}"`
pub(super) fn marked_text(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let at = misread.at_in_piece();
    let is_mark =
        matches!(found, "f" | "F" | "r" | "b" | "u") && misread.behind(found).starts_with('"');
    let message = "a text has no sign before its quotes";
    is_mark.then(|| misread.rewriting(at..at + 1, "", message, "not needed"))?
}

/// `1.5`
pub(super) fn decimal(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (before, behind) = match found {
        "." => (misread.before(), misread.behind(".")),
        _ => (misread.before().strip_suffix('.')?, found),
    };
    if !before.ends_with(is_digit) || !behind.starts_with(is_digit) {
        return None;
    }
    let whole = before.trim_end_matches(is_digit);
    let length = behind.find(|c: char| !is_digit(c));
    let end = misread.at + (found.len() - found.trim_start_matches('.').len());
    let end = end + length.unwrap_or(behind.len());
    let span = misread.span(misread.start + whole.len(), end);
    let complaint = misread.error(span, "there are no decimals");
    let help = "count in something smaller, as in tenths, or divide: `3 / 2 rounded down`";
    Some(complaint.label("a number must be whole").help(help))
}

/// `"{c.name is hit"`: a value in a text that is not closed.
pub(super) fn hole_not_closed(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (mut quoted, mut open) = (false, None);
    let mut signs = piece.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' if quoted => _ = signs.next(),
            '"' if quoted && open.is_some() => break,
            '"' => quoted = !quoted,
            '#' | '\n' if !quoted => return None,
            '{' if quoted => open = Some(at),
            '}' if quoted => open = None,
            _ => {}
        }
    }
    let open = open?;
    let is_inner = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    let value = piece[open + 1..].split(|c| !is_inner(c)).next()?;
    let end = open + 1 + value.len();
    let message = "a `{` in a text is not closed";
    let label = "`}` must stand behind the value";
    let with = format!("{{{value}}}");
    (misread.rewriting(open..end, &with, message, label)).filter(|_| !value.is_empty())
}

/// A sign that cannot stand inside a text as it is.
pub(super) fn inside_text(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !misread.expects(Rule::plain) && !misread.expects(Rule::escape) {
        return None;
    }
    let found = misread.text.get(misread.at..misread.end)?.chars().next()?;
    let span = misread.span(misread.at, misread.at + found.len_utf8());
    match found {
        '}' => {
            let complaint = misread
                .error(span, "a `}` in a text needs a `\\` before it")
                .label("no `{` is open here");
            Some(complaint.help("write `\\}`").guess(span, "\\}"))
        }
        '\\' => {
            let complaint = misread
                .error(span, "this `\\` stands before the wrong sign")
                .label("here");
            Some(complaint.help(
                "in a text a `\\` stands before `\"`, `\\`, `{`, `}`, or makes a new line as `\\n`",
            ))
        }
        _ => None,
    }
}

/// `5 + if c.armed then 1 else 0`
pub(super) fn if_in_sum(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let is_within = before.ends_with(['+', '-', '*', '/', '=', '<', '>', ',', ':'])
        || matches!(last_word(before), "where" | "and" | "or" | "mod" | "with");
    if first_word(found) != "if" || !is_within {
        return None;
    }
    let rest = without_comment(piece.get(at..)?).trim_end();
    let ends = [" {", "   "]
        .into_iter()
        .flat_map(|end| rest.match_indices(end));
    let ends = ends.map(|(end, _)| end);
    ends.chain([rest.len()]).find_map(|end| {
        let with = format!("({})", rest[..end].trim_end());
        let message = "an `if` inside of another value stands in brackets";
        misread.rewriting(at..at + end, &with, message, "brackets belong around this")
    })
}

/// `with lowest s is last, then s.points`: what is compared is one value.
pub(super) fn compared_extreme(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    const LEADS: [&str; 4] = [
        "with lowest ",
        "with highest ",
        "then lowest ",
        "then highest ",
    ];
    let before = misread.before();
    let ends = LEADS
        .iter()
        .filter_map(|lead| Some(before.rfind(lead)? + lead.len()));
    let start = ends.max().filter(|_| found == ",")?;
    let value = before[start..].trim_end();
    let with = format!("({value})");
    let message = "a value by which one is chosen stands in brackets where it is compared";
    let range = start..start + value.len();
    misread.rewriting(range, &with, message, "brackets belong around this")
}

/// `if c.armed then 1` without what counts else.
pub(super) fn else_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let message = match found {
        "" if misread.expects(Rule::kw_else) => "`else` is missing at the end of the line",
        "" => return None,
        _ => {
            let (_, value) = misread.before().rsplit_once(" then ")?;
            if value.contains("else") {
                return None;
            }
            let at = misread.before().trim_end().len();
            let with = misread.rewritten(&(at..at), " else 0")?;
            misread
                .reads(&with)
                .then_some("`else` is missing before this")?
        }
    };
    let complaint = misread
        .error(misread.here(found), message)
        .label("what counts otherwise?");
    Some(complaint.help("what counts otherwise stands behind `else`: `if c.armed then 1 else 0`"))
}

/// `where c.ready, c.hp > 0`: conditions with commas between them.
pub(super) fn commas_for_and(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?;
    if found != "," || !before.starts_with("if ") && !before.contains(" where ") {
        return None;
    }
    let mut joined = piece.to_owned();
    let (mut last, mut count) = (at, 0);
    while joined.get(last..)?.starts_with(',') {
        joined.replace_range(last..=last, " and");
        count += 1;
        match read_piece(misread.place, &joined) {
            Err((next, _)) if next > last + 4 => last = next,
            _ => break,
        }
    }
    let end = last + 1 - 3 * (count - 1);
    let message = "conditions that must hold together have `and` between them";
    let label = "`and` says this here";
    misread.rewriting(at..end, joined.get(at..last + 4)?, message, label)
}

/// `the target of rush`
pub(super) fn owner_behind_of(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let name = last_word(before);
    let lead = before[..before.len() - name.len()].trim_end();
    let start = match lead.strip_suffix("the") {
        Some(rest) if !rest.ends_with(is_inner) => rest.len(),
        _ => before.len() - name.len(),
    };
    let rest = piece.get(at + found.len()..)?;
    let from = piece.len() - rest.trim_start_matches(' ').len();
    let owner = &piece[from..from + operand_len(&piece[from..])];
    if found != "of" || name.is_empty() || owner.is_empty() {
        return None;
    }
    let with = format!("{owner}.{name}");
    let message = "what belongs to something stands behind a dot";
    let label = "this is said in another way";
    misread.rewriting(start..from + owner.len(), &with, message, label)
}

/// `tie is players_first ? 1 : 0`
pub(super) fn choice_of_values(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let (one, other) = piece.get(at + 1..)?.split_once(':')?;
    if found != "?" {
        return None;
    }
    let behind = format!("then {} else {}", one.trim(), other.trim_start());
    let starts = piece[..at].match_indices([' ', '(']).map(|(at, _)| at + 1);
    let mut starts = starts.filter(|start| !piece[*start..].starts_with(' '));
    starts.find_map(|start| {
        let condition = piece[start..at].trim();
        let with = format!("if {condition} {behind}");
        let message = "of two values one is chosen with `if`";
        let label = "`if ... then ... else ...` says this here";
        let is_plain = !condition.is_empty() && !with.contains('\n');
        is_plain.then(|| misread.rewriting(start..piece.len(), &with, message, label))?
    })
}

/// `because a.actor + " has fallen"`
pub(super) fn joined_text(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let joins = |word: &str| {
        let start = piece.find(word)? + word.len();
        if !piece[start..].contains('+') {
            return None;
        }
        let mut text = String::new();
        for part in piece[start..].split('+').map(str::trim) {
            let quoted = part
                .strip_prefix('"')
                .and_then(|part| part.strip_suffix('"'));
            match quoted {
                Some(quoted) if !quoted.contains('"') => text.push_str(quoted),
                _ if part.starts_with('(') && part.ends_with(')') => {
                    text.extend(["{", &part[1..part.len() - 1], "}"]);
                }
                _ if part.len() == operand_len(part) => text.extend(["{", part, "}"]),
                _ => return None,
            }
        }
        let message = "a value stands in a text in braces";
        let label = "one text says this";
        misread.rewriting(start..piece.len(), &format!("\"{text}\""), message, label)
    };
    ["because ", "note "].into_iter().find_map(joins)
}

/// `bonus: number = 0 until used`, `for 2 rounds`, `this turn`: few things set an attribute back by themselves.
pub(super) fn lasting_attribute(misread: &Misread<'_>) -> Option<Diagnostic> {
    const LASTS: &[&str] = &["until", "till", "for", "during", "this"];
    let piece = misread.piece();
    let said = |word: &&str| {
        let at = piece.find(&format!(" {word} "))? + 1;
        let next = piece[at + word.len()..].split_whitespace().next()?;
        let is_time = match *word {
            "for" => {
                let is_number = next.starts_with(|c: char| c.is_ascii_digit());
                is_number || english::numeral(next).is_some() || ["the", "a"].contains(&next)
            }
            "this" => {
                let is_known = ["turn", "fight", "combat"].contains(&next);
                is_known || misread.text.contains(&format!("phase {next}"))
            }
            _ => true,
        };
        is_time.then_some((at, word.len()))
    };
    let (at, length) = LASTS.iter().find_map(said)?;
    // `0 until` has been read as a quantity.
    let is_here = misread.place == Place::Attribute && misread.at_in_piece() >= at;
    if !is_here || piece[..at].contains(['"', '#', '\n']) {
        return None;
    }
    let (name, default) = (first_word(piece), piece[..at].rsplit_once("= "));
    let default = default.map_or("0", |(_, default)| default.trim());
    let help = format!(
        "behind its value stands `each round` or another phase, `each turn`, `until its next turn begins`, `until its next turn ends` or `until shuffled`; at any other time a trigger sets it back, as in `when strike a resolves   set a.actor.{name} = {default}`"
    );
    let start = misread.start + at;
    let message = "an attribute is not set back by this";
    let complaint = misread.error(misread.span(start, start + length), message);
    let complaint = complaint.label("not known here").help(help);
    Some(match form(misread) {
        Some(told)
            if told
                .fallback
                .as_ref()
                .is_some_and(|last| last.fix.is_none()) =>
        {
            told.or_else(complaint)
        }
        told => told.unwrap_or(complaint),
    })
}

/// `hp: number = 5 at least 0`, `stress: number between 0 and 9 = 3`: bounds in other words, or before the default.
pub(super) fn bounds_otherwise(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::Attribute {
        return None;
    }
    let piece = misread.piece();
    let (name, of) = piece.split_once(": ")?;
    let of = of.strip_prefix("optional ").unwrap_or(of);
    let head = piece.len() - of.len() + first_word(of).len();
    let said = &piece[head..];
    let ends = ["\"", " each ", " until ", ", secret", " cites "];
    let end = ends.iter().filter_map(|end| said.find(end)).min();
    let said = &said[..end.unwrap_or(said.len())];
    let (mut default, mut least, mut most, mut other) = (None, None, None, None);
    let mut next = if said.contains("..") {
        &mut least
    } else {
        &mut other
    };
    for word in said
        .replace("..", " to ")
        .replace(',', " ")
        .split_whitespace()
    {
        match word {
            "at" | "never" | "not" | "than" | "of" => {}
            "=" => next = &mut default,
            "least" | "min" | "minimum" | "below" | "less" | "between" | "within" | "in"
            | "from" => {
                next = &mut least;
            }
            "most" | "max" | "maximum" | "above" | "more" | "to" | "and" | "up" => next = &mut most,
            value if operand_len(value.trim_start_matches('-')) + 1 >= value.len() => {
                if next.replace(value.to_owned()).is_some() {
                    return None;
                }
            }
            _ => return None,
        }
    }
    // `= max hp` is no bound.
    if other.is_some() || default.is_none() && said.contains('=') {
        return None;
    }
    // `= 0 to 9` begins with the least.
    if least.is_none() && said.contains(" to ") && !said.contains(" up ") {
        least = default.clone();
    }
    let default = default.map_or(String::new(), |value| format!(" = {value}"));
    let bounds = match (least, most) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (Some(least), None) => format!(" from {least}"),
        (None, Some(most)) => format!(" at most {most}"),
        (None, None) => return None,
    };
    let with = format!("{default}{bounds}");
    let message = format!("the bounds of `{}` are written in another way", name.trim());
    let label = "behind the default: `from 0 to 9`, `from 0`, `at most 9`";
    let end = head + said.trim_end().len();
    let mut proposal = misread.rewriting(head..end, &with, message, label)?;
    proposal.primary.span.start += u32::from(said.starts_with(' '));
    Some(proposal)
}

/// `expect note "ann falls"`, `expect it never says "ann falls"`: other words around those that are said.
pub(super) fn said_otherwise(misread: &Misread<'_>) -> Option<Diagnostic> {
    const AROUND: &[&str] = &words![
        it journal line log message note notes remark said say says tells text that the to told
        transcript
    ];
    const NO: &[&str] = &["no", "not", "never", "nothing"];
    let piece = misread.piece();
    let (around, rest) = piece.strip_prefix("expect ")?.split_once('"')?;
    let (text, behind) = rest.split_once('"')?;
    let mut words = around.split_whitespace();
    if !words
        .clone()
        .all(|word| AROUND.contains(&word) || NO.contains(&word))
    {
        return None;
    }
    let not = if words.any(|word| NO.contains(&word)) {
        "not "
    } else {
        ""
    };
    let range = "expect ".len()..piece.len() - behind.len();
    let message = "words that are said stand alone";
    misread.rewriting(
        range,
        &format!("{not}\"{text}\""),
        message,
        "in quotes, alone",
    )
}

/// A letter of a name.
pub(super) fn is_inner(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// How long the names with dots between them are with which a text begins.
pub(super) fn operand_len(text: &str) -> usize {
    let end = text.find(|c| !(c == '.' || is_inner(c)));
    end.unwrap_or(text.len())
}

/// `rob (hp 4)`
pub(super) fn values_in_brackets(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (name, told) = piece.split_once('(')?;
    let (values, _) = told.split_once(')')?;
    let with = format!("{{ {values} }}");
    let range = name.len()..name.len() + values.len() + 2;
    let message = "what a combatant has stands in braces";
    let is_member = misread.place == Place::Member && misread.at_in_piece() == name.len();
    is_member.then(|| misread.rewriting(range, &with, message, "brackets of another sort"))?
}
