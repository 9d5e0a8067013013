//! Mistakes in what a trigger waits for that are read as something else: an article, how much a value falls, what an act is aimed at.

use std::sync::Arc;

use super::patterns::{LinePattern, line_words};
use super::searches::named_below;
use super::shares::share;
use super::typed::{CHANGES, awaited_as};
use super::{Misread, without_comment};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Quoted;
use crate::syntax::brackets::{body, until_closed};
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// `when hp of combatant c falls by 3`
fn changed_by(misread: &Misread<'_>, happening: &str) -> Option<Diagnostic> {
    let pattern = LinePattern::new("when @a of @k @c falls|drops by $n", Arc::default());
    let found = pattern.fit(happening, &line_words(happening))?;
    let whole = found.fill("when $a of $k $c falls from before")?;
    let message = "by how much a value changes is asked under it";
    let error = misread.error(misread.span(misread.start, misread.end), message);
    let help = found.fill("write `falls from before` for the value that it had, and under it `if before - $c.$a >= $n`")?;
    let is_here = misread.place == Place::TriggerStatement && first_word(misread.piece()) == "by";
    (is_here && misread.reads_as(Place::Happening, &whole))
        .then(|| error.label("not said here").help(help))
}

/// `when hp of combatant c falls below half`, read as a fall with a statement behind it, or not read.
pub(super) fn falls_by_share(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !matches!(misread.place, Place::TriggerStatement | Place::Happening) {
        return None;
    }
    let start = misread.text[..misread.start].rfind('\n')? + 1;
    let line = without_comment(misread.text[start..].lines().next()?).trim_end();
    let opens = match misread.place == Place::Happening {
        true => misread.start.checked_sub(start)?,
        false => line.find("when ")?,
    };
    below_share(misread, start + opens, line.get(opens..)?)
}

/// `when hp of combatant c falls below half`: of what it was at first, which an attribute keeps.
fn below_share(misread: &Misread<'_>, start: usize, happening: &str) -> Option<Diagnostic> {
    const LEADS: &[&str] = &["when", "whenever", "once", "if", "after"];
    const FALLS: &[&str] = &[
        "falls", "drops", "sinks", "goes", "gets", "comes", "is", "down", "or", "less", "lower",
        "than", "a", "one", "the", "its", "their", "below", "under", "beneath", "to", "at", "only",
        "reaches", "hits",
    ];
    const WHOLE: &[&str] = &[
        "of", "its", "their", "the", "full", "max", "maximum", "total", "starting", "original",
        "initial", "normal", "value", "at", "first", "start", "what", "it", "was", "had", "points",
    ];
    let line = happening.split(['{', '}']).next()?.trim_end();
    let words: Vec<&str> = line.split_whitespace().collect();
    let [lead, value, "of", rest @ ..] = words.as_slice() else {
        return None;
    };
    let articles = ["a", "an", "any", "the", "each", "every"];
    let rest = match rest {
        [article, rest @ ..] if articles.contains(article) => rest,
        rest => rest,
    };
    let [kind, name, rest @ ..] = rest else {
        return None;
    };
    let at = rest.iter().position(|word| share(word, false).is_some())?;
    let (before, behind) = rest.split_at(at);
    let (part, behind) = behind.split_first()?;
    let is_fall = !before.is_empty() && before.iter().all(|word| FALLS.contains(word));
    let is_whole = |word: &&&str| WHOLE.contains(*word) || *word == value;
    if !LEADS.contains(lead) || !is_fall || !behind.iter().all(|word| is_whole(&word)) {
        return None;
    }
    let part = share(part, false).filter(|part| part.starts_with('/'))?;
    let is_longer = |word: &&str| {
        let mut parts = word.split('_');
        word.len() > value.len() && parts.any(|part| part == *value)
    };
    let is_declared = |word: &&str| misread.text.contains(&format!(" {word}: "));
    let inner = |sign: char| !(sign == '_' || sign.is_alphanumeric());
    let mut longer: Vec<&str> = (misread.text.split(inner).filter(is_longer)).collect();
    longer.retain(|word| is_declared(word));
    longer.sort_unstable();
    longer.dedup();
    let span = misread.span(start, start + line.len());
    let error = misread
        .error(span, CHANGES)
        .label("this is said in another way");
    let full = longer
        .first()
        .map_or_else(|| format!("full_{value}"), |word| (*word).to_owned());
    let with = format!("when {value} of {kind} {name} falls to {name}.{full} {part}");
    let plain = error.clone().help(format!(
        "behind `falls to` stands a number: keep what `{value}` is at first in an attribute, and write `falls to {name}.{full} {part}`"
    ));
    let [_] = longer.as_slice() else {
        return Some(plain);
    };
    let edit = error.write(span, with);
    Some(edit.or_else(plain))
}

/// `when hp of combatant c falls below 0`: read as a fall, and a statement behind it.
fn beyond(misread: &Misread<'_>, start: usize, line: &str) -> Option<Diagnostic> {
    const BEYOND: &[&str] = &[
        "above", "over", "past", "beyond", "below", "under", "beneath", "to", "at",
    ];
    let word = first_word(misread.piece());
    let is_here = misread.place == Place::TriggerStatement && BEYOND.contains(&word);
    let lead = line.find("when ").filter(|_| is_here)?;
    let happening = &line[lead..];
    // The brace of the trigger on the same line stays.
    let closes = happening.ends_with('}') && !happening.contains('{');
    let happening = happening[..happening.len() - usize::from(closes)].trim_end();
    let with = awaited_as(Place::Happening, happening)?;
    let from = start + lead;
    let span = misread.span(misread.start, misread.start + word.len());
    let error = misread
        .error(span, CHANGES)
        .label("this is said in another way");
    let edit = misread.span(from, from + happening.len());
    (misread.reads_as(Place::Happening, &with)).then(|| error.write(edit, with))
}

/// `before an attack a`: the article has been read as the name of an action, and the name of the act as a statement.
pub(super) fn article_in_happening(misread: &Misread<'_>) -> Option<Diagnostic> {
    let start = misread.text[..misread.start].rfind('\n')? + 1;
    let line = without_comment(misread.text[start..].lines().next()?).trim_end();
    let happening = line.trim_start();
    if let Some(told) = changed_by(misread, happening) {
        return Some(told);
    }
    if let Some(told) = beyond(misread, start, line) {
        return Some(told);
    }
    let (start, happening) = match misread.place {
        Place::TriggerStatement => (start + line.len() - happening.len(), happening),
        Place::Happening => (misread.start, without_comment(misread.piece())),
        _ => return None,
    };
    let happening = happening
        .split(['\n', '{'])
        .next()?
        .split("   ")
        .next()?
        .trim_end();
    let lead = first_word(happening);
    let rest = happening[lead.len()..].trim_start();
    let article = first_word(rest);
    let is_article = matches!(article, "a" | "an" | "the" | "each" | "every" | "any");
    let told = rest[if is_article { article.len() } else { 0 }..].trim_start();
    let is_action = misread
        .text
        .contains(&format!("action {}", first_word(told)));
    if !matches!(lead, "when" | "before") || !is_action {
        return None;
    }
    let at = start + happening.len() - rest.len();
    let end = start + happening.len();
    if let Some(with) = act_and_name(lead, told, &misread.text[end..], is_article) {
        let message = "an act is awaited by its action and a name for it";
        let complaint = misread.error(misread.span(at, end), message);
        let whole = format!("{lead} {with}");
        let complaint =
            (complaint.label("in another way")).help(format!("write `{}`", Quoted(&whole)));
        let is_read = misread.reads_as(Place::Happening, &whole);
        return is_read.then(|| complaint.guess(misread.span(at, end), with));
    }
    let whole = format!("{lead} {told}");
    if !is_article || !misread.reads_as(Place::Happening, &whole) {
        return None;
    }
    let next = at + rest.len() - told.len();
    let message = format!("`{article}` is a word too many");
    let error = misread.error(misread.span(at, at + article.len()), message);
    let edit = (misread.span(at, next), Applicability::Unsafe);
    Some((error.label("not needed").help("delete it")).fix(edit.0, "", edit.1))
}

/// `strike blow` for `strike on target`, `strike blow on target` and, behind an article, `strike`: a name is that by which the lines below ask.
fn act_and_name(lead: &str, told: &str, below: &str, is_article: bool) -> Option<String> {
    let is_aim = |text: &str| matches!(first_word(text), "on" | "at" | "against");
    let action = first_word(told);
    let behind = told[action.len()..].trim_start();
    let named = first_word(behind);
    let named = match behind {
        "" if is_article => None,
        _ if is_aim(behind) => None,
        _ if is_aim(behind[named.len()..].trim_start()) => Some(named),
        _ => return None,
    };
    let named = named.or_else(|| named_below(below)).unwrap_or("a");
    let ends = if lead == "when" { " resolves" } else { "" };
    Some(format!("{action} {named}{ends}"))
}

/// `when struck(combatant c, act a)`, `when struck(c: combatant)`: of which types its values are has been said where it is declared.
pub(super) fn typed_values(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece());
    let (head, rest) = piece.split_once('(')?;
    let (values, _) = rest.split_once(')')?;
    let is_here = misread.place == Place::Happening && head.starts_with("when ");
    let name = |value: &str| match value.split_once(':') {
        Some((name, _)) => name.trim().to_owned(),
        None => (value.split_whitespace().next_back().unwrap_or("")).to_owned(),
    };
    let with = values.split(',').map(name).collect::<Vec<_>>().join(", ");
    let start = head.len() + 1;
    let message = "of which types these are is said where the event is declared";
    let label = "names alone stand here";
    (is_here && with != values)
        .then(|| misread.rewriting(start..start + values.len(), &with, message, label))?
}

/// `before cast s completes`: the stage behind the name of the act, where it is no statement.
pub(super) fn stage_behind(misread: &Misread<'_>) -> Option<Diagnostic> {
    let line = misread.piece().lines().next()?;
    let stage = first_word(line);
    let before = misread.text.get(..misread.start)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let mut words = before[start..].split_whitespace();
    let (lead, action, act) = (words.next()?, words.next()?, words.next()?);
    let is_happening = matches!(lead, "before" | "when") && words.next().is_none();
    if !is_happening || stage.is_empty() || without_comment(line).trim() != stage {
        return None;
    }
    let from = start + before[start..].find(action)?;
    let span = misread.span(from, misread.start + stage.len());
    let with = format!("{action}.{stage} {act}");
    let complaint = misread.error(span, "a stage of an action stands behind a dot");
    let complaint = complaint.label("in another order");
    let complaint = complaint.help(format!("write `{lead} {with}`"));
    Some(complaint.guess(span, with))
}

/// `when strike blow`, where what is done about it comes too late once the blow has been carried out: it is cancelled or changed, or something is done
/// that cancels it.
pub(super) fn before_act(misread: &Misread<'_>) -> Option<Diagnostic> {
    let line = without_comment(misread.piece().lines().next()?).trim_end();
    let words = line_words(line);
    let [lead, action, act] = words[..] else {
        return None;
    };
    let is_here =
        misread.place == Place::Happening && matches!(lead, "when" | "whenever" | "if" | "on");
    if !is_here || !(action == "act" || misread.text.contains(&format!("action {action}"))) {
        return None;
    }
    let below = until_closed(misread.text.get(misread.start + line.len()..)?);
    let is_early = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["cancel", named, ..] => named == act,
            ["set", place, ..] => place
                .strip_prefix(act)
                .is_some_and(|of| of.starts_with('.')),
            ["add" | "subtract", .., place] => place
                .strip_prefix(act)
                .is_some_and(|of| of.starts_with('.')),
            [_, "does", done, "next", ..] => {
                passes(line, act).any(|given| cancels(misread.text, done, given))
            }
            _ => false,
        }
    };
    let mut lines = below
        .lines()
        .flat_map(|line| line.split(['{', '}', ';']).zip(std::iter::repeat(line)));
    let is_early = lines.any(|(part, line)| is_early(part.trim()) || is_early(line.trim()));
    let message = "what is to come before an act is carried out waits for it with `before`";
    is_early.then(|| {
        let with = format!("before {action} {act}");
        misread.rewriting(0..line.len(), &with, message, "this is said in another way")
    })?
}

/// The attributes by which an act is given to what is done: `{ blow = a }`, `{ blow a }`.
fn passes<'t>(line: &'t str, act: &'t str) -> impl Iterator<Item = &'t str> {
    let given = line.split_once('{').map_or("", |(_, given)| given);
    let given = given.split([',', '}']).map(str::trim);
    given.filter_map(move |one| {
        let name = one
            .strip_suffix(act)?
            .trim_end()
            .trim_end_matches(['=', ' ']);
        (!name.is_empty() && name == first_word(name)).then_some(name)
    })
}

/// Whether an action of the file cancels what it is given by an attribute.
fn cancels(text: &str, action: &str, given: &str) -> bool {
    let mut heads = text.match_indices("action ");
    let action = heads.find(|(at, lead)| first_word(&text[at + lead.len()..]) == action);
    let action = action.map_or("", |(at, _)| &text[at..]);
    body(action).is_some_and(|(open, close)| {
        let body = &action[open..close];
        let mut cancelled = body.match_indices("cancel ");
        cancelled.any(|(at, lead)| first_word(&body[at + lead.len()..]) == given)
    })
}
