//! Signs as other languages write them, each with what stands for it here; several of a line are mended in one edit.

use super::Misread;
use super::dice::ends_with_dice;
use super::halves::optional;
use super::rewriting::read_piece;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Quoted;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// How many signs of one line are mended.
const MOST_SIGNS: usize = 12;

/// Signs as other languages write them.
pub(super) fn sign(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let told = one_sign(misread, found)?;
    if let Some(all) = settings(misread, &told) {
        return Some(match misread.holds(&told) {
            true => all.or_else(told),
            false => all,
        });
    }
    if misread.holds(&told) {
        return Some(told);
    }
    let plain = Diagnostic {
        fix: None,
        ..told.clone()
    };
    Some(several(misread, &told).unwrap_or(plain))
}

/// Whether the text before a sign ends with the name of a setting, and nothing behind that.
fn is_bare_setting(before: &str) -> bool {
    let last = before.rsplit(',').next().unwrap_or(before).trim();
    !last.is_empty() && last == first_word(last)
}

/// The complaint about the first sign of a line, with an edit that mends all of them; `None` if the line cannot be read with it.
fn several(misread: &Misread<'_>, first: &Diagnostic) -> Option<Diagnostic> {
    let fix = first.fix.as_ref()?;
    let start = fix.span.range().start;
    let (mut text, mut end) = (misread.text.to_owned(), misread.end);
    let (mut range, mut with) = (fix.span.range(), fix.replacement.clone());
    let mut told = first.clone();
    let mut helps: Vec<(String, String)> = Vec::new();
    for _ in 0..MOST_SIGNS {
        let sign = text.get(range.clone())?.trim().to_owned();
        let meant = with.trim().to_owned();
        if !helps.contains(&(sign.clone(), meant.clone())) {
            helps.push((sign, meant));
        }
        text.replace_range(range.clone(), &with);
        end = end + with.len() - range.len();
        let last = range.start + with.len();
        // What stands behind the edit is as it was.
        let typed = |at: usize| misread.end - (end - at);
        let piece = text.get(misread.start..end)?;
        let Err((at, expected)) = read_piece(misread.place, piece) else {
            let span = misread.span(start, typed(last));
            let edit = text.get(start..last)?;
            let applicability = fix.applicability;
            return Some(told.help(help(&helps)).fix(span, edit, applicability));
        };
        let at = misread.start + at;
        let source = (misread.file, text.as_str());
        let next = Misread::new(source, misread.place, misread.start..end, (at, expected));
        let other = one_sign(&next, next.found())?.fix?;
        let next = other.span.range();
        // One that stands before the edit would be mended over again.
        if next.start < last {
            return None;
        }
        let span = misread.span(typed(next.start), typed(next.end));
        told = told.also(span, "and here");
        (range, with) = (next, other.replacement);
    }
    None
}

/// How far settings are looked at, in bytes.
const LONGEST: usize = 600;

/// `{ reach: 3, speed: 7 }`: signs behind the names of several settings of one line, or of the same braces.
fn settings(misread: &Misread<'_>, first: &Diagnostic) -> Option<Diagnostic> {
    let fix = first
        .fix
        .as_ref()
        .filter(|fix| fix.replacement.is_empty())?;
    let start = fix.span.range().start;
    if misread.place != Place::Setting {
        return None;
    }
    let rest = &misread.text[start..];
    let mut depth = 0_usize;
    let (mut quoted, mut is_left) = (false, false);
    // Where a name can begin: behind a brace, a comma, a line. The first one stands before the sign.
    let mut name = None;
    let mut signs: Vec<usize> = Vec::new();
    for (at, sign) in rest.char_indices().take_while(|(at, _)| *at < LONGEST) {
        if sign == '"' {
            quoted = !quoted;
        }
        if quoted {
            continue;
        }
        match sign {
            '#' => break,
            '\n' if is_left => break,
            '{' => depth += 1,
            '}' => {
                is_left |= depth == 0;
                depth = depth.saturating_sub(1);
            }
            ':' | '=' => {
                let word = name.take().map(|from: usize| rest[from..at].trim());
                let is_name = word.is_some_and(|word| !word.is_empty() && word == first_word(word));
                signs.extend(Some(at).filter(|at| is_name || *at == 0));
            }
            _ => {}
        }
        if matches!(sign, '{' | '}' | ',' | ';' | '\n') {
            name = Some(at + 1);
        }
    }
    let (mut with, mut kept) = (String::new(), 0);
    let mut told = first.clone();
    for at in &signs {
        let behind = &rest[at + 1..];
        let is_apart = misread.text[..start + at].ends_with(' ');
        let (sign, blank) = match (is_apart, behind.starts_with(' ')) {
            (true, true) => ("", 1),
            (false, false) => (" ", 0),
            (true, false) | (false, true) => ("", 0),
        };
        with.extend([&rest[kept..*at], sign]);
        kept = at + 1 + blank;
        if *at > 0 {
            told = told.also(misread.span(start + at, start + at + 1), "nor here");
        }
    }
    let span = misread.span(start, start + kept);
    let holds = |sign: &str| signs.iter().any(|at| rest[*at..].starts_with(sign));
    let help = match (holds(":"), holds("=")) {
        (true, true) => "delete each `:` and `=` behind a name",
        (true, false) => "delete each `:` behind a name",
        (false, _) => "delete each `=` behind a name",
    };
    (signs.len() > 1).then(|| told.help(help).fix(span, with, fix.applicability))
}

/// What is written for several signs.
fn help(signs: &[(String, String)]) -> String {
    let each = signs.iter().map(|(sign, meant)| match meant.as_str() {
        "" => format!("delete each `{}`", Quoted(sign)),
        meant => format!("write `{}` for each `{}`", Quoted(meant), Quoted(sign)),
    });
    each.collect::<Vec<_>>().join("; ")
}

/// A sign as other languages write it, with what stands for it: an edit that may not be all that the line needs.
fn one_sign(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let before = misread.text.get(misread.start..misread.at).unwrap_or("");
    let found = match found {
        "!" if before.ends_with('=') => "=!",
        _ => found,
    };
    let (found, meant, why) = match found {
        "==" => ("==", "=", "a comparison is written with one `=`"),
        "&&" | "&" => (found, "and", "`and` joins two conditions"),
        "||" => ("||", "or", "`or` joins two conditions"),
        "|" if misread.expects(Rule::infix) => ("|", "or", "`or` joins two conditions"),
        "!" if misread.behind("!").starts_with(' ') => ("!", "not", "`not` denies a condition"),
        "!" => ("!", "not ", "`not` denies a condition"),
        "<>" => ("<>", "!=", "`!=` says that two values differ"),
        "=!" => ("=!", "!=", "`!=` says that two values differ"),
        "=>" => ("=>", ">=", "`>=` says: at least"),
        "=<" => ("=<", "<=", "`<=` says: at most"),
        ":=" => (":=", "=", "a value is given with `=`"),
        "%" if misread.expects(Rule::infix) && !misread.behind(found).starts_with(" of ") => {
            ("%", "mod", "the rest of a division is `mod`")
        }
        ";" if misread.place == Place::Setting => (";", ",", "values have a `,` between them"),
        ";" if matches!(misread.place, Place::Entry | Place::PeriodEntry)
            && !misread.behind(";").trim().is_empty() =>
        {
            let help = "begin a new line here: each act, roll and answer has a line of its own";
            return Some(strange(misread, found, help));
        }
        ";" => (";", "", "lines end without a sign"),
        "/" if misread.place == Place::Setting => {
            let (at, behind) = (misread.at_in_piece(), misread.behind(found));
            let other = behind.len()
                - behind
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .len();
            let message = "a setting is one number";
            let label = "the highest it can be is an attribute of its own, or a bound of this one";
            return misread.rewriting(at..at + found.len() + other, "", message, label);
        }
        "×" | "·" => (found, "*", "`*` multiplies"),
        "÷" => (found, "/", "`/` divides"),
        "−" | "–" => (found, "-", "`-` subtracts"),
        "≤" => (found, "<=", "`<=` says: at most"),
        "≥" => (found, ">=", "`>=` says: at least"),
        "≠" => (found, "!=", "`!=` says that two values differ"),
        ":" | "=" if misread.place == Place::Setting && is_bare_setting(before) => (
            found,
            "",
            "a setting is a name and its value, with nothing between",
        ),
        "'" => {
            return Some(strange(
                misread,
                found,
                "texts stand in double quotes, as in `\"hit\"`",
            ));
        }
        "[" | "]" => {
            let help = "put expressions in round brackets, statements in braces";
            let complaint = strange(misread, found, help);
            return Some(round_brackets(misread, &complaint).unwrap_or(complaint));
        }
        "?" if misread.place == Place::Attribute => {
            let help = "what may be missing is `optional`: write it before the type";
            let complaint = strange(misread, found, help);
            return Some(optional(misread, &complaint).unwrap_or(complaint));
        }
        "?" => {
            let help = "of two values one is chosen as in `if c.armed then 1 else 0`";
            return Some(strange(misread, found, help));
        }
        "%" if ends_with_dice(before) => (found, "", "dice are named by their sides alone"),
        "%" if misread.place == Place::TacticClause => {
            let help = "a tactic leaves nothing to chance: what it does hangs on values, as in `declare flee when c.hp < 3`";
            return Some(strange(misread, found, help));
        }
        "%" => {
            let help = "a chance is a fraction, as in `1/2`; a part of a value is divided, as in `c.hp * 50 / 100 rounded down`";
            return Some(strange(misread, found, help));
        }
        "$" | "@" | "^" | "~" | "`" | "\\" | "->" => {
            let help = "leave it out, or write in words what it is to say";
            return Some(strange(misread, found, help));
        }
        _ => return None,
    };
    let span = match found {
        // The `=` before it has been read already.
        "=!" if !misread.text[misread.at..].starts_with(found) => {
            misread.span(misread.at - 1, misread.at + 1)
        }
        _ => misread.here(found),
    };
    let message = match found {
        ":" | "=" => format!("`{found}` is a sign too many"),
        _ => format!("`{found}` is no sign of the language"),
    };
    let complaint = misread.error(span, message).label(why);
    let spaced = match misread
        .text
        .get(..misread.at)
        .is_some_and(|before| before.ends_with([' ', '\n', '(']))
    {
        true => meant.to_owned(),
        false if meant.starts_with(char::is_alphabetic) => format!(" {meant}"),
        false => meant.to_owned(),
    };
    let help = if meant.is_empty() {
        "delete it".to_owned()
    } else {
        format!("write `{}`", meant.trim())
    };
    // Where settings have been read before on the line, it may be another line altogether.
    let before = misread.text.get(..misread.start).unwrap_or("");
    let is_alone = before
        .trim_end_matches([' ', '\t'])
        .ends_with(['{', ',', '\n']);
    let applicability = match misread.place {
        Place::Setting if !is_alone => Applicability::Unsafe,
        _ => Applicability::Safe,
    };
    Some(complaint.help(help).fix(span, spaced, applicability))
}

/// `c.pips[3]`: a key stands in round brackets.
fn round_brackets(misread: &Misread<'_>, complaint: &Diagnostic) -> Option<Diagnostic> {
    let group = misread.text.get(misread.at..)?.strip_prefix('[')?;
    let (key, _) = group.split_once(']')?;
    let with = format!("({key})");
    let span = misread.span(misread.at, misread.at + with.len());
    let help = format!("write `{with}`");
    let proposal = (complaint.clone().help(help)).fix(span, with, Applicability::Safe);
    misread.holds(&proposal).then_some(proposal)
}

fn strange(misread: &Misread<'_>, found: &str, help: &str) -> Diagnostic {
    misread
        .error(
            misread.here(found),
            format!("`{found}` is no sign of the language"),
        )
        .label("here")
        .help(help)
}
