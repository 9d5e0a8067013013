//! Lines of which the first words have been read as a line by themselves: a stage behind its action, for whom a limit counts, columns behind a word of
//! their own. Each remedy is read before it is proposed.

use super::forms::until_gap;
use super::patterns::line_words;
use super::searches::named_below;
use super::{Misread, without_comment};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Quoted;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// The line that has been read as two.
pub(super) fn half(misread: &Misread<'_>) -> Option<Diagnostic> {
    (staged(misread))
        .or_else(|| limited_for(misread))
        .or_else(|| columns(misread))
}

/// Where the line of the piece begins, behind a brace that opens on it, and the line up to where another one begins.
fn line<'t>(misread: &Misread<'t>) -> Option<(usize, &'t str)> {
    let before = misread.text.get(..misread.start)?;
    let start = before.rfind(['\n', '{']).map_or(0, |newline| newline + 1);
    let blanks = misread.text[start..].len() - misread.text[start..].trim_start().len();
    let start = (start + blanks).min(misread.start);
    let line = without_comment(misread.text[start..].lines().next()?);
    let line = line.split("   ").next().unwrap_or(line);
    Some((start, line.trim_end_matches(['}', ' '])))
}

/// `before cast completes s`: a stage stands behind a dot.
fn staged(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !matches!(misread.place, Place::Happening | Place::TriggerStatement) {
        return None;
    }
    let (start, line) = line(misread)?;
    let words = line_words(line);
    let [lead, action, stage, rest @ ..] = words.as_slice() else {
        return None;
    };
    let is_stage = misread.text.contains(&format!("action {action}"))
        && misread.text.contains(&format!("stage {stage} "));
    if !matches!(*lead, "when" | "before") || !is_stage {
        return None;
    }
    let name = rest.first().copied().filter(|name| is_name(name));
    let name = name.or_else(|| named_below(&misread.text[start + line.len()..]));
    let behind = match (*lead, rest.get(1)) {
        (_, Some(_)) => format!(" {}", rest[1..].join(" ")),
        ("when", None) => " resolves".to_owned(),
        (_, None) => String::new(),
    };
    let with = format!("{lead} {action}.{stage} {}{behind}", name.unwrap_or("a"));
    let message = "a stage of an action stands behind a dot";
    let span = misread.span(start, start + line.len());
    let complaint = misread.error(span, message).label("in another way");
    (misread.reads_as(Place::Happening, &with)).then(|| complaint.write(span, with))
}

/// `limit once per round and c`: for whom it counts stands behind `for`.
fn limited_for(misread: &Misread<'_>) -> Option<Diagnostic> {
    const LEADS: &[&str] = &[
        "and", "or", "per", "of", "by", "with", "each", "every", "on", "to", "from",
    ];
    let ((start, line), at) = match (misread.place, until_gap(misread.piece())) {
        (Place::ActionClause, gap) => {
            let piece = gap.unwrap_or(misread.piece());
            ((misread.start, piece), misread.at)
        }
        _ => (line(misread)?, misread.start),
    };
    let before = line.get(..at.checked_sub(start)?)?;
    let told = &line[before.len()..];
    let lead = first_word(told);
    let named = told[lead.len().min(told.len())..].trim_start();
    let is_here = matches!(misread.place, Place::TriggerStatement | Place::ActionClause);
    if !is_here || first_word(before) != "limit" || !LEADS.contains(&lead) || named.is_empty() {
        return None;
    }
    let who = named.split(' ').next().unwrap_or(named);
    let span = misread.span(at, at + lead.len());
    let message = "for whom a limit counts stands behind `for`";
    let complaint = misread
        .error(span, message)
        .label("this is said in another way");
    // `limit once per combatant per round`: a kind is none of its records.
    let (often, period) = before.trim_end().rsplit_once(' ')?;
    if let Some((kind, period)) = [(who, period), (period, who)]
        .into_iter()
        .find(|(kind, _)| misread.is_kind(kind))
    {
        let often = format!("{often} {period}");
        if misread.place == Place::ActionClause && kind != "combatant" {
            return Some(complaint.help(format!(
                "write `{often}`, which counts for each combatant, or have the action spend an attribute of the {kind}"
            )));
        }
        if misread.place == Place::ActionClause {
            let whole = misread.span(start, at + lead.len() + 1 + who.len());
            let message = "an action is limited for each who does it, which is not said";
            return Some(misread.error(whole, message).write(whole, often));
        }
        return Some(complaint.help(format!(
            "write `{often} for` and the name of the {kind}, as in `{often} for c`, or `{often} for a.actor` with an act `a`"
        )));
    }
    let whole = format!("{before}for {named}");
    let complaint = complaint.help(format!("write `for {}`", Quoted(who)));
    (misread.reads_as(misread.place, &whole)).then(|| complaint.guess(span, "for"))
}

/// `columns c.size: small | large`: the word has been read as the key of a row.
fn columns(misread: &Misread<'_>) -> Option<Diagnostic> {
    const LEADS: &[&str] = &[
        "columns", "column", "cols", "col", "header", "heads", "head", "across",
    ];
    let (start, line) = line(misread)?;
    let lead = line.get(..misread.start.checked_sub(start)?)?.trim_end();
    if misread.place != Place::Row || !LEADS.contains(&lead) {
        return None;
    }
    let by = format!("by {}", misread.piece());
    let span = misread.span(start, start + lead.len());
    let message = "columns begin with `by`";
    let complaint = misread
        .error(span, message)
        .label("this is said in another way");
    (misread.reads(&by)).then(|| complaint.write(span, "by"))
}

/// `foe: combatant?`: what may be missing is `optional`.
pub(super) fn optional(misread: &Misread<'_>, complaint: &Diagnostic) -> Option<Diagnostic> {
    let before = misread.text.get(..misread.at)?;
    let from = before.rfind([' ', ':']).map(|at| at + 1)?;
    let with = format!("optional {}", &before[from..]);
    let help = format!("write `{with}`");
    let span = misread.span(from, misread.at + 1);
    let proposal = (complaint.clone().help(help)).fix(span, with, Applicability::Safe);
    misread.holds(&proposal).then_some(proposal)
}
