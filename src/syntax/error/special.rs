//! Mistakes that many make, each with its remedy: signs of other languages, what was left out, words that are no names.

use super::Misread;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Clean;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{self, first_word};

/// Signs as other languages write them.
pub(super) fn sign(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
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
        "!" => ("!", "not ", "`not` denies a condition"),
        "<>" => ("<>", "!=", "`!=` says that two values differ"),
        "=!" => ("=!", "!=", "`!=` says that two values differ"),
        "=>" => ("=>", ">=", "`>=` says: at least"),
        "=<" => ("=<", "<=", "`<=` says: at most"),
        ":=" => (":=", "=", "a value is given with `=`"),
        "%" if misread.expects(Rule::infix) => ("%", "mod", "the rest of a division is `mod`"),
        ";" => (";", "", "lines end without a sign"),
        "×" | "·" => (found, "*", "`*` multiplies"),
        "÷" => (found, "/", "`/` divides"),
        "−" | "–" => (found, "-", "`-` subtracts"),
        "≤" => (found, "<=", "`<=` says: at most"),
        "≥" => (found, ">=", "`>=` says: at least"),
        "≠" => (found, "!=", "`!=` says that two values differ"),
        ":" | "=" if misread.place == Place::Setting && before.trim_end() == first_word(before) => {
            (
                found,
                "",
                "a setting is a name and its value, with nothing between",
            )
        }
        "'" => {
            return Some(strange(
                misread,
                found,
                "texts stand in double quotes, as in `\"hit\"`",
            ));
        }
        "[" | "]" => {
            return Some(strange(
                misread,
                found,
                "put expressions in round brackets, statements in braces",
            ));
        }
        "$" | "@" | "^" | "~" | "`" | "?" | "\\" | "%" | "->" => {
            return Some(strange(misread, found, "delete it"));
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
        ":" | "=" => format!("`{found}` cannot stand here"),
        _ => format!("`{found}` is no sign of the language"),
    };
    let complaint = misread.error(span, message).label(why);
    let spaced = match misread
        .text
        .get(..misread.at)
        .is_some_and(|before| before.ends_with([' ', '\n']))
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
    let proposal = complaint
        .clone()
        .help(help.as_str())
        .fix(span, spaced, applicability);
    Some(match misread.holds(&proposal) {
        true => proposal,
        false => complaint.help(help),
    })
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

/// A word of the language where a name must stand.
pub(super) fn reserved_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let names = [
        Rule::name,
        Rule::thing,
        Rule::words,
        Rule::r#type,
        Rule::parameter,
        Rule::among,
        Rule::act_binding,
        Rule::plural,
    ];
    let starts_with_name = [
        Place::Attribute,
        Place::Unit,
        Place::Row,
        Place::Member,
        Place::Setting,
        Place::Assignment,
    ];
    let at_start = misread.at == misread.start && starts_with_name.contains(&misread.place);
    if !words::is_reserved(found)
        || !at_start && !misread.expected.iter().any(|rule| names.contains(rule))
    {
        return None;
    }
    let error = |message: String| misread.error(misread.here(found), message);
    let label = "a name must stand here";
    if misread.place == Place::Happening {
        let what = Clean(misread.before().trim());
        let complaint =
            error(format!("`{what}` does not say all")).label("something is missing before this");
        return Some(complaint.help(format!(
            "write `{what}(c)` for an event, with a name for each value that it carries, or `{what} a resolves` for an action"
        )));
    }
    let behind = misread.behind(found).trim_start();
    let is_named = behind.starts_with([':', '=', '(', ')', ',', '{', '|']);
    if !is_named && (words::goes_on(found) || words::begins_statement(found)) {
        let complaint = error(format!("a name is missing before `{found}`")).label(label);
        return Some(match misread.usage() {
            Some(usage) => complaint.help(usage),
            None => complaint,
        });
    }
    let complaint = error(format!(
        "`{found}` is a word of the language and cannot be a name"
    ));
    Some(complaint.label(label).help("choose another name"))
}

/// `hp 2d6` in a scenario, where no dice are rolled.
pub(super) fn dice_of_scenario(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let in_scenario = matches!(
        misread.place,
        Place::Setting | Place::Member | Place::Entry | Place::PeriodEntry | Place::Correction
    );
    let before = misread.before();
    let number = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    let (number, sides) = match number {
        "" => found.split_once(['d', 'D'])?,
        number => (number, found.strip_prefix(['d', 'D'])?),
    };
    let are_dice = [number, sides]
        .iter()
        .all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !in_scenario || !are_dice || sides.is_empty() {
        return None;
    }
    let start = misread.at - (number.len() + 1 + sides.len()).saturating_sub(found.len());
    let span = misread.span(start, misread.at + found.len());
    let complaint = misread.error(span, "a scenario rolls no dice");
    let help = "write the number that they show; several dice have a comma between them, as in `ann rolls 3, 5 for courage`";
    Some(complaint.label("dice").help(help))
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
    Some(complaint.help("put a `,` between the two").fix(
        misread.span(at, at),
        ",",
        Applicability::Unsafe,
    ))
}

/// Dice where an expression must stand, or dice without a size.
pub(super) fn dice(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let span = misread.here(found);
    let wants_dice = [
        Rule::dice,
        Rule::dice_size,
        Rule::table_key,
        Rule::group_here,
    ]
    .iter()
    .any(|rule| misread.expects(*rule));
    if wants_dice {
        let before = misread.text.get(misread.start..misread.at).unwrap_or("");
        if misread.expects(Rule::group_here) && before.trim_end().ends_with(" d") {
            let at = misread.start + before.trim_end().len();
            let complaint = misread
                .error(
                    misread.span(at - 1, at),
                    "these dice have no number of sides",
                )
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).fix(
                misread.span(at, at),
                "6",
                Applicability::Unsafe,
            ));
        }
        let bare = found.trim_start_matches(|c: char| c.is_ascii_digit());
        if bare.eq_ignore_ascii_case("d") {
            let complaint = misread
                .error(span, "these dice have no number of sides")
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).fix(
                span,
                format!("{found}6"),
                Applicability::Unsafe,
            ));
        }
        return None;
    }
    let digits = found.trim_start_matches(|c: char| c.is_ascii_digit());
    let sides = digits.strip_prefix(['d', 'D'])?;
    if found.len() == digits.len()
        || sides.is_empty()
        || !sides.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let complaint = misread
        .error(
            span,
            "dice are rolled on a line of their own, not inside a value",
        )
        .label("dice");
    Some(complaint.help(format!(
        "roll them first, as in `c rolls {found} as result`, and use `result` here"
    )))
}

/// Dice whose number is worked out, directly behind it: `(c.level)d6`.
pub(super) fn dice_without_star(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let sides = found.strip_prefix(['d', 'D'])?;
    if !misread.expects(Rule::star) || !sides.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let piece = misread.piece();
    let (count, behind) = piece.split_at_checked(misread.at_in_piece())?;
    if !misread.reads(&format!("{}*{behind}", count.trim_end())) {
        return None;
    }
    let end = misread.start + count.trim_end().len();
    let complaint = misread
        .error(
            misread.here(found),
            "how many dice there are is multiplied by one of them",
        )
        .label("a `*` is missing before it");
    let dice = count.rsplit_once(" rolls ").map_or(count, |(_, dice)| dice);
    let die = behind.split_once(" as ").map_or(found, |(die, _)| die);
    let help = format!("write `{}*{}`", Clean(dice.trim()), Clean(die.trim()));
    Some(
        complaint
            .help(help)
            .fix(misread.span(end, misread.at), "*", Applicability::Safe),
    )
}

/// Something added to dice where they are rolled: `2d6+3 as roll`.
pub(super) fn dice_with_more(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let piece = misread.piece();
    let before = piece.get(..misread.at_in_piece())?.trim_end();
    let dice = before.rsplit(' ').next().unwrap_or("");
    let rolled =
        dice.contains(['d', 'D']) && dice.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    if !misread.expects(Rule::kw_as) || !["+", "-"].contains(&found) || !rolled {
        return None;
    }
    let behind = &piece[misread.at_in_piece()..];
    let (more, name) = match behind.split_once(" as ") {
        Some((more, name)) => (more.trim(), first_word(name.trim_start())),
        None => (behind.trim(), "result"),
    };
    let complaint = misread
        .error(misread.here(found), "dice are rolled alone")
        .label("more than dice");
    let more = more[found.len()..].trim_start();
    Some(complaint.help(format!(
        "roll them, as in `{before} as {name}`, and write `{name} {found} {more}` where it is used"
    )))
}

/// Dice that are rolled for nothing: `c rolls d6`.
pub(super) fn dice_without_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let with = format!("{} as result", misread.piece().trim_end());
    if !misread.expects(Rule::kw_as) || !found.is_empty() || !misread.reads(&with) {
        return None;
    }
    let complaint = misread
        .error(misread.here(found), "these dice are rolled for nothing")
        .label("the line ends here");
    Some(complaint.help(format!(
        "keep what they show under a name: `{}`",
        Clean(&with)
    )))
}

/// `if c.armed then 1` without what counts else.
pub(super) fn else_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if !misread.expects(Rule::kw_else) || !found.is_empty() {
        return None;
    }
    let complaint = misread
        .error(
            misread.here(found),
            "`else` is missing at the end of the line",
        )
        .label("what counts otherwise?");
    Some(complaint.help("what counts otherwise stands behind `else`: `if c.armed then 1 else 0`"))
}

/// `if ... then` in place of `if ... {`, where statements stand.
pub(super) fn then_for_brace(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if found != "then" || !misread.expects(Rule::lbrace) {
        return None;
    }
    let complaint = misread
        .error(misread.here(found), "`then` stands in expressions only")
        .label("a `{` is needed here");
    Some(complaint.help("statements stand in braces: `if c.hp > 0 { ... } else { ... }`"))
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
            Some(
                complaint
                    .help("write `\\}`")
                    .fix(span, "\\}", Applicability::Unsafe),
            )
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
    Some(complaint.help("write `=` before the value").fix(
        span.at_start(),
        "= ",
        Applicability::Unsafe,
    ))
}
