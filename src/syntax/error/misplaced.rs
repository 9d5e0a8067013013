//! Mistakes of authors who say the right thing at another place or in another form, each with how it is said.

use super::Misread;
use crate::diagnostic::Diagnostic;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;

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

/// `expect declared: ann strikes grub`
pub(super) fn declared_acts(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let mut words = misread.before().split_whitespace();
    let is_list = words.next() == Some("expect")
        && words
            .next()
            .is_some_and(|word| word.starts_with("declared"));
    if !is_list || !misread.expects(Rule::comma) || !found.starts_with(char::is_alphabetic) {
        return None;
    }
    let complaint = misread.error(
        misread.here(found),
        "`expect declared` lists who declares, not what",
    );
    let help = "write the names with commas between them, as in `expect declared: ann, grub`; what somebody does is expected by itself, as in `expect ann strikes grub`";
    let label = "neither a `,` nor the end of the list";
    Some(complaint.label(label).help(help))
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
    let complaint = misread.error(
        span,
        match word {
            "limit" => "`limit` comes before the statements of a trigger",
            _ => "`if` without braces comes before the statements of a trigger",
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
    Some(complaint.label("too late here").help(help))
}

/// `ask gm as obvious: yes/no`
pub(super) fn question_without_text(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let asks = misread.before().split_whitespace().next() == Some("ask");
    let wants_text = misread.expects(Rule::text) || misread.expects(Rule::quote);
    if !asks || !wants_text || found != ":" {
        return None;
    }
    let complaint = misread.error(misread.here(found), "this question has no text");
    let help = "write what is asked in quotes before the `:`, as in `ask gm as obvious \"Is it plain?\": yes/no`";
    Some(complaint.label("a text must stand before this").help(help))
}

/// `side reds ann, bob`
pub(super) fn members_without_braces(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let is_side = misread.before().split_whitespace().next() == Some("side");
    let wants_braces = misread.expects(Rule::side_body) || misread.expects(Rule::lbrace);
    if !is_side || !wants_braces || !found.starts_with(char::is_alphabetic) {
        return None;
    }
    let complaint = misread.error(misread.here(found), "the members of a side stand in braces");
    let help = format!("write `{{ {found} }}`, as in `side party {{ ann, bob {{ hp 8 }} }}`");
    Some(complaint.label("`{` must stand before this").help(help))
}
