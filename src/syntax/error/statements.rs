//! Mistakes in statements: what changes a value, conditions and the braces behind them, questions.

use super::scenario::heads;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, Span};
use crate::syntax::brackets;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword, is_name};

/// `declares`, `roll d6 as courage`: who does it is missing, and the braces around it name one.
pub(super) fn subject_missing(misread: &Misread<'_>) -> Option<Diagnostic> {
    let verb = first_word(misread.piece());
    let meant = match verb {
        "declare" | "declares" => "declares",
        "roll" | "rolls" => "rolls",
        "draw" | "draws" => "draws",
        "do" | "does" => "does",
        _ => return None,
    };
    let who = heads(misread).find_map(|(_, head)| {
        let named = match head.split_once(" of ") {
            _ if head.starts_with("action ") => return Some("actor"),
            Some((phase, named)) if phase.starts_with("phase ") => named,
            _ => head.strip_prefix("each ")?,
        };
        let mut words = named.split_whitespace();
        let kind = words.next()?;
        // A record without a name gets the first letter of its kind.
        let letter = kind.chars().next().map_or(0, char::len_utf8);
        Some(words.next().map_or(&kind[..letter], first_word))
    })?;
    let with = format!("{who} {meant}");
    let message = format!("`{verb}` does not say who");
    let is_statement = matches!(misread.place, Place::Statement | Place::TriggerStatement);
    let label = format!("`{who}` must stand before this");
    (is_statement && !who.is_empty() && !is_keyword(who))
        .then(|| misread.rewriting(0..verb.len(), &with, message, label))?
}

/// `recoil = roll d6`: the dice of the combatant that the lines around name, or else of `gm`.
pub(super) fn rolled_value(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let (name, value) = piece.split_once(" = ")?;
    let name = name.strip_prefix("let ").unwrap_or(name);
    let leads = ["roll ", "rolls ", "throw ", "throws "].into_iter();
    let dice = leads.filter_map(|lead| value.strip_prefix(lead)).next()?;
    if name.is_empty() || name != first_word(name) {
        return None;
    }
    // What is not within all of the rules.
    let heads: Vec<(usize, &str)> = heads(misread).collect();
    let (start, _) = heads.get(heads.len().checked_sub(2)?)?;
    let around = misread.text.get(*start..misread.start)?;
    let named = around
        .rsplit_once("combatant ")
        .map(|(_, named)| first_word(named));
    let message = "who rolls stands first, then the dice and a name for what they show";
    let told = |who: &str| {
        let with = format!("{who} rolls {dice} as {name}");
        misread.rewriting(
            0..piece.len(),
            &with,
            message,
            "this is said in another way",
        )
    };
    let of_gm = told("gm");
    let is_action = |(_, head): &(usize, &str)| first_word(head) == "action";
    let actor = heads.iter().any(is_action).then_some("actor");
    match actor.or(named.filter(|who| !who.is_empty())).and_then(told) {
        Some(own) => Some(of_gm.map_or(own.clone(), |other| own.or_else(other))),
        None => of_gm,
    }
}

/// Words with which other languages tell something.
const PRINTS: &[&str] = &["print", "say", "log", "echo", "write", "puts", "alert"];

/// `trip(c)`, `print("...")` as a statement.
pub(super) fn bare_call(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let called = first_word(piece);
    if called.is_empty() || !piece[called.len()..].starts_with('(') || !piece.ends_with(')') {
        return None;
    }
    let inner = piece[called.len() + 1..piece.len() - 1].trim();
    if PRINTS.contains(&called) && inner.starts_with('"') {
        let (message, label) = (
            "what is told is written with `note`",
            "`note` says this here",
        );
        return misread.rewriting(0..piece.len(), &format!("note {inner}"), message, label);
    }
    let message = format!("`{}` by itself does nothing", Quoted(called));
    let label = "`do` carries out a procedure";
    let help =
        format!("write `do {called}(...)` for a procedure, `raise {called}(...)` for an event");
    let span = misread.span(misread.start, misread.start + piece.len());
    let plain = misread.error(span, message.clone()).help(help);
    let proposal = misread.rewriting(0..0, "do ", message, label)?;
    Some(proposal.or_else(plain))
}

/// `c.hp = 8`, `c.hp += 2`, `c.hp++`: a value is changed by a statement.
pub(super) fn change_without_set(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !matches!(misread.place, Place::Statement | Place::TriggerStatement) {
        return None;
    }
    let piece = misread.piece();
    let set = match first_word(piece) {
        // Where the name is one by itself, the line is read.
        "set" | "let" if first_word(piece) == "set" || misread.found() == "." => {
            piece.len() - piece[3..].trim_start().len()
        }
        _ => 0,
    };
    let rest = &piece[set..];
    let end = rest.find(|c: char| !(c == '_' || c == '.' || c.is_alphanumeric()))?;
    let (place, behind) = (&rest[..end], rest[end..].trim_start());
    if place.is_empty() || place.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    const CHANGES: &[(&str, &str)] = &[
        ("++", "add 1 to"),
        ("--", "subtract 1 from"),
        ("+=", "add"),
        ("-=", "subtract"),
        (":=", "set"),
        ("=", "set"),
        ("+", "add"),
        ("-", "subtract"),
    ];
    let (sign, change) = CHANGES.iter().find(|(sign, _)| behind.starts_with(sign))?;
    let by = behind[sign.len()..].trim();
    let with = match *change {
        "add" => format!("add {by} to {place}"),
        "subtract" => format!("subtract {by} from {place}"),
        "set" => match changed_by(place, by) {
            Some(("-", less)) => format!("subtract {less} from {place}"),
            Some((_, more)) => format!("add {more} to {place}"),
            None => format!("set {place} = {by}"),
        },
        whole => format!("{whole} {place}"),
    };
    let first = first_word(&with);
    let message = format!("a value is changed with `{first}`");
    let label = format!("`{first}` says this here");
    let proposal = |with: &str| misread.rewriting(0..piece.len(), with, &*message, &*label);
    let told = proposal(&with)?;
    // Where there is no such definition.
    let known = with.replace("max(", "higher(").replace("min(", "lower(");
    let told = match proposal(&known).filter(|_| known != with) {
        Some(other) => told.or_else(other),
        None => told,
    };
    // Where nothing has this name yet.
    let named = format!("let {place} = {by}");
    let message = "a value gets its name with `let`";
    let named = misread.rewriting(0..piece.len(), &named, message, "`let` says this here");
    Some(
        match named.filter(|_| *sign == "=" && !place.contains('.')) {
            Some(named) => told.or_else(named),
            None => told,
        },
    )
}

/// What is taken from a value, or added to it, where it is made of itself: `target.hp - damage` of `target.hp`.
fn changed_by<'t>(place: &str, by: &'t str) -> Option<(&'t str, &'t str)> {
    let rest = by.strip_prefix(place)?.trim_start();
    let (sign, amount) = rest.split_at_checked(1)?;
    let is_one = !amount.contains(['+', '-', '<', '>', '=', '{']) && amount.starts_with(' ');
    let names = ["and", "or", "then", "else"];
    let is_plain = amount.split_whitespace().all(|word| !names.contains(&word));
    (matches!(sign, "+" | "-") && is_one && is_plain).then(|| (sign, amount.trim()))
}

/// `leave figure`, where that is a phase of turns.
pub(super) fn left_turn(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let (verb, phase) = piece.trim_end().split_once(' ')?;
    let has_turns = || misread.text.contains(&format!("phase {phase} of "));
    if !matches!(verb, "leave" | "end" | "exit") || !is_name(phase) || !has_turns() {
        return None;
    }
    let message = "a turn is left with `leave turn`";
    let label = "this is said in another way";
    misread.rewriting(
        0..verb.len() + 1 + phase.len(),
        "leave turn",
        message,
        label,
    )
}

/// `trigger "press"` with its lines below and their `}`: the brace before them is missing.
pub(super) fn unopened(misread: &Misread<'_>) -> Option<Diagnostic> {
    const PLACES: &[Place] = &[Place::Item, Place::Statement, Place::TriggerStatement];
    let piece = misread.piece();
    let line = piece.lines().next()?;
    let head = without_comment(line).trim_end();
    let is_here = PLACES.contains(&misread.place)
        && misread.at_in_piece() >= head.len()
        && misread.expects(Rule::lbrace);
    if !is_here {
        return None;
    }
    let mut whole = format!("{head} {{{}", &piece[line.len()..]);
    let open = |sign| {
        (brackets::brackets(&whole))
            .filter(|(_, one)| *one == sign)
            .count()
    };
    if open('{') > open('}') {
        whole.push_str("\n}");
    }
    let message = "`{` is missing at the end of the line";
    let label = "`{` must stand here";
    let end = head.len()..head.len();
    (misread.reads(&whole)).then(|| misread.proposal(end, " {", message, label))
}

/// `consult mishap(c, luck)`: what is looked up stands among what the table is given.
pub(super) fn consulted(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let inner = piece.strip_prefix("consult ")?.strip_suffix(')')?;
    let (table, inner) = inner.split_once('(')?;
    let (given, looked_up) = match inner.rsplit_once(',') {
        Some((given, last)) => (format!("({})", given.trim()), last.trim()),
        None => (String::new(), inner.trim()),
    };
    let with = format!("consult {}{given} with {looked_up}", table.trim());
    let message = "what is looked up in a table stands behind `with`";
    let label = "in another way";
    let at = "consult ".len() + table.len();
    let mut proposal = misread.rewriting(0..piece.len(), &with, message, label)?;
    proposal.primary.span = misread.span(misread.start + at, misread.start + piece.len());
    Some(proposal)
}

/// In a trigger, `let ...` or another statement before `if` or `limit`.
pub(super) fn late_condition(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if misread.place != Place::TriggerStatement {
        return None;
    }
    let first = misread.before().split_whitespace().next();
    let (word, span) = match (first, found) {
        (None, "limit") | (Some("let"), "if" | "limit") => (found, misread.here(found)),
        (Some("if"), "" | "set" | "add" | "subtract" | "let" | "note" | "cancel")
            if misread.expects(Rule::block) || misread.expects(Rule::lbrace) =>
        {
            let indent = misread.before().len() - misread.before().trim_start().len();
            let at = misread.start + indent;
            ("if", misread.span(at, at + "if".len()))
        }
        _ => return None,
    };
    if word == "if" && is_indented_behind(misread.text, span.range().start) {
        let condition = without_comment(misread.before()).trim();
        let end = misread.start + misread.before().find(condition)? + condition.len();
        let message = "`{` is missing behind this condition";
        let complaint = misread.error(misread.span(end, end), message);
        return Some(complaint.label("`{` must stand here").help(format!(
            "write `{} {{`, and `}}` behind all that is done then",
            Quoted(condition)
        )));
    }
    if let Some(guard) = condition_before(misread).filter(|_| word == "if") {
        let message = "a trigger has one condition";
        let complaint = misread.error(span, message).label("another condition");
        let joins = !guard.contains(" or ") && !misread.piece().contains(" or ");
        return Some(match joins {
            true => complaint.help("join them with `and`").guess(span, "and"),
            false => complaint.help("join them with `and`, each of them in brackets"),
        });
    }
    let complaint = misread.error(
        span,
        match word {
            "limit" => "`limit` stands before all that a trigger does",
            _ => "the condition of a trigger stands before all that it does",
        },
    );
    let help = match word {
        "limit" => {
            "put it behind `when ...` and the condition, before `let` and all other statements"
        }
        _ => {
            "put it behind `when ...`, before `let` and all other statements; what it needs can be a definition among the items, as in `let foe of act a = a.target`; a condition of some statements only has braces: `if ... { ... }`"
        }
    };
    let complaint = complaint.label("too late here").help(help);
    let start = span.range().start;
    Some(
        match before_limit(misread, start).filter(|_| word == "if") {
            Some((edit, with)) => (complaint.clone().help("put it before `limit`"))
                .guess(edit, with)
                .or_else(complaint),
            None => complaint,
        },
    )
}

/// The lines of `limit` and of the condition at a place behind it, the other way round.
fn before_limit(misread: &Misread<'_>, at: usize) -> Option<(Span, String)> {
    let condition = without_comment(misread.text[at..].lines().next()?).trim_end();
    let (lines, indent) = misread.text.get(..at)?.rsplit_once('\n')?;
    let limit = lines.lines().next_back()?.trim();
    let start = lines.trim_end().len() - limit.len();
    let edit = misread.span(start, at + condition.len());
    (limit.starts_with("limit ") && !limit.contains('#'))
        .then(|| (edit, format!("{condition}\n{indent}{limit}")))
}

/// Whether the next line stands further to the right than the one with this place.
fn is_indented_behind(text: &str, at: usize) -> bool {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let lines = text[start..].lines().filter(|line| !line.trim().is_empty());
    let mut indents = lines.map(|line| line.len() - line.trim_start().len());
    indents.next() < indents.next()
}

/// The condition of a trigger, where a piece stands directly behind it.
fn condition_before<'t>(misread: &Misread<'t>) -> Option<&'t str> {
    let earlier = misread.text.get(..misread.start)?.trim_end();
    let guard = &earlier[earlier.rfind("if ")?..];
    misread.guards(guard).then_some(guard)
}
