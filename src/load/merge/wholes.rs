//! Items that come anew, or take the place of others, though only a part of them is meant: keys of an order, rows of a table, what a phase does.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Clean, Quoted, Sources, Span, english};
use crate::suggest::list_all;
use crate::syntax::ast::{
    ActionDef, Item, ItemKind, Key, OrderDef, PhaseDef, RowKey, Scenario, TableDef,
};
use crate::syntax::{bare, uses_of};

/// Text with one blank in place of several.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines that take the place of an item, each as far from the edge as it.
fn in_place_of(whole: Span, lines: &[String], sources: &Sources) -> String {
    let text = sources.text(whole.file);
    let before = text.get(..whole.range().start).unwrap_or("");
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    let edge = &line[..line.len() - line.trim_start().len()];
    lines.join(&format!("\n{edge}"))
}

/// What is said of an item that is there already, where only a part of it can be meant.
pub(super) fn there_again(
    new: &Item,
    old: Option<&Item>,
    complaint: Diagnostic,
    sources: &Sources,
) -> Diagnostic {
    let complaint = order_again(new, old, complaint, sources);
    effect_again(new, complaint, sources)
}

/// What is said of an action that is there already: where only what it does stands in it, that takes the place of what the other one does.
fn effect_again(new: &Item, complaint: Diagnostic, sources: &Sources) -> Diagnostic {
    let ItemKind::Action(action) = &new.kind else {
        return complaint;
    };
    let Some(effect) = only_effect(action, sources) else {
        return complaint;
    };
    let effect = effect.replace("\n  ", "\n");
    let with = format!("replace does of {}{effect}", action.name.text);
    let help = format!("write `{}`", Quoted(&with));
    let edit = complaint.clone().help(help).guess(new.span, with);
    edit.or_else(complaint)
}

/// What is said of an order that is there already: its keys are added to that one, unless it has some of them.
fn order_again(
    new: &Item,
    old: Option<&Item>,
    complaint: Diagnostic,
    sources: &Sources,
) -> Diagnostic {
    let old = old.map(|old| &old.kind);
    let (ItemKind::Order(again), Some(ItemKind::Order(known))) = (&new.kind, old) else {
        return complaint;
    };
    let written = |key: &Key| words_of(sources.snippet(key.span));
    let is_known = |key: &Key| {
        let mut others = known.keys.iter();
        others.any(|other| {
            written(other) == written(key) || called(other) == called(key) && called(key).is_some()
        })
    };
    if again.keys.is_empty() || again.keys.iter().any(is_known) {
        return complaint;
    }
    let owner = match new.identity() {
        Some(identity) if !identity.name.is_empty() => format!("order {}", identity.name),
        _ => "the order".to_owned(),
    };
    let before = known.keys.iter().find_map(called);
    let place = before
        .as_ref()
        .map_or(String::new(), |named| format!(" before {named}"));
    let gone = known.keys.iter().map(|key| match called(key) {
        Some(named) => named.trim_matches('"').to_owned(),
        None => words_of(sources.snippet(key.value.span)),
    });
    let gone: Vec<String> = gone.collect();
    let gone = match gone.as_slice() {
        [] => String::new(),
        [only] => format!(", and its key `{}` is gone", Clean(only)),
        keys => format!(
            ", and its keys {} are gone",
            list_all(keys.iter().map(String::as_str))
        ),
    };
    let added = format!("add key to {owner}{place}");
    let plain = complaint.clone().help(format!(
        "a key is added with `{} by ...`; `replace order ...` puts this in the place of that one{gone}",
        Quoted(&added)
    ));
    let plain = Diagnostic { fix: None, ..plain };
    let round = |order: &OrderDef| order.each.as_ref().map(|each| each.text.clone());
    let has_more = again.circles.is_some()
        || !again.cites.is_empty()
        || again.each.is_some() && round(again) != round(known)
        || again.during.is_some()
        || again.act.text != known.act.text;
    if has_more || before.is_none() {
        return plain;
    }
    let keys = again.keys.iter();
    let keys = keys.map(|key| format!("{added} {}", sources.snippet(key.span).trim_end()));
    let lines: Vec<String> = keys.collect();
    let with = in_place_of(new.span, &lines, sources);
    let help = format!(
        "add its keys to that one: `{} by ...`; `replace order ...` puts this in the place of that one{gone}",
        Quoted(&added)
    );
    let edit = complaint.help(help);
    edit.guess(new.span, with).or_else(plain)
}

/// How a key is named where another is put before it.
fn called(key: &Key) -> Option<String> {
    let text = key.text.as_ref().map(|text| text.title());
    let text = text.filter(|text| !text.is_empty());
    let text = text.map(|text| format!("\"{text}\""));
    text.or_else(|| key.name.as_ref().map(|name| name.text.clone()))
}

/// What is said of a replacement of a whole that can only be meant as one of its parts. `whole`: the item with the word `replace`.
pub(super) fn part_meant(
    old: &Item,
    new: &Item,
    whole: Span,
    scenarios: &[Scenario],
    sources: &Sources,
) -> Option<Diagnostic> {
    match (&old.kind, &new.kind) {
        (ItemKind::Table(known), ItemKind::Table(table)) => {
            rows_alone((old.span, known), (new.span, table), whole, sources)
        }
        (ItemKind::Phase(known), ItemKind::Phase(phase)) => {
            counting_missing(known, phase, scenarios, sources)
        }
        (ItemKind::Action(known), ItemKind::Action(action)) => {
            does_alone((known, action), whole, scenarios, sources)
        }
        _ => None,
    }
}

/// `replace table fire on d10: number { 7..10: 8 }`: the same head, and only some of the rows.
fn rows_alone(
    (old_span, old): (Span, &TableDef),
    (new_span, new): (Span, &TableDef),
    whole: Span,
    sources: &Sources,
) -> Option<Diagnostic> {
    let head = |span: Span| {
        let text = bare(sources.snippet(span));
        words_of(text.split('{').next().unwrap_or_default())
    };
    let keys = |table: &TableDef| -> Vec<String> {
        let rows = table.rows.iter();
        rows.map(|row| RowKey::list(&row.keys)).collect()
    };
    let (known, given) = (keys(old), keys(new));
    let are_some = given.len() < known.len() && given.iter().all(|key| known.contains(key));
    let has_more = new.columns.is_some() || old.columns.is_some() || !new.cites.is_empty();
    if given.is_empty() || !are_some || has_more || head(old_span) != head(new_span) {
        return None;
    }
    let name = &new.name.text;
    let lines = new.rows.iter().map(|row| {
        let text = sources.snippet(row.span).trim_end();
        let rest = &text[text.find([':', '{', '"'])?..];
        let keys = RowKey::list(&row.keys);
        let blank = if rest.starts_with(':') { "" } else { " " };
        Some(format!("replace row {keys} of {name}{blank}{rest}"))
    });
    let lines: Vec<String> = lines.collect::<Option<_>>()?;
    let with = in_place_of(whole, &lines, sources);
    let missing = known.iter().filter(|key| !given.contains(key));
    let missing = list_all(missing.map(String::as_str));
    let rows = match given.len() {
        1 => "row",
        _ => "rows",
    };
    let message = format!(
        "this takes the place of the whole table `{}`: nothing stands for {missing} any more",
        Clean(name)
    );
    let error = Diagnostic::error(Code::TableGap, new.name.span, message);
    let first = lines.first().map_or("", String::as_str);
    let help = match lines.len() {
        1 => format!("replace the {rows} alone: write `{}`", Quoted(first)),
        _ => format!(
            "replace the {rows} alone, one after the other, as in `{}`",
            Quoted(first)
        ),
    };
    let error = error
        .also(old.name.span, "the table in whose place it stands")
        .help(help);
    Some(error.guess(whole, with))
}

/// What stands behind `does` of an action of which nothing else is said.
fn only_effect<'s>(action: &ActionDef, sources: &'s Sources) -> Option<&'s str> {
    let [does] = &action.stages[..] else {
        return None;
    };
    let has_head = action.verb.is_some() || action.title.is_some() || action.takes.is_some();
    let clauses = [action.keeps.len(), action.needs.len(), action.spends.len()];
    let rest = [action.limits.len(), action.cites.len()];
    let has_clauses = clauses.into_iter().chain(rest).sum::<usize>() > 0 || action.then.is_some();
    let has_words = action.at_once || action.not_declared;
    if does.name.is_some() || has_head || has_words || has_clauses {
        return None;
    }
    sources.snippet(does.span).trim_end().strip_prefix("does")
}

/// `replace action strike { does { ... } }` of an action that takes a target, where what it does and a scenario of the file name that.
fn does_alone(
    (old, new): (&ActionDef, &ActionDef),
    whole: Span,
    scenarios: &[Scenario],
    sources: &Sources,
) -> Option<Diagnostic> {
    let (taken, _) = old.takes.as_ref()?;
    let text = only_effect(new, sources)?;
    let verb = match &old.verb {
        Some(verb) => verb.text.clone(),
        None => english::third_person(&old.name.text),
    };
    let is_aimed = || is_before(&verb, char::is_alphanumeric, scenarios, sources);
    if uses_of(text, &taken.text).next().is_none() || !is_aimed() {
        return None;
    }
    let name = Clean(&new.name.text);
    let body = text.replace("\n  ", "\n");
    let message =
        format!("this takes the place of the whole action `{name}`: nothing is taken any more");
    let error = Diagnostic::error(Code::WrongPlace, new.name.span, message)
        .label(format!("without `takes {}`", Clean(&taken.text)))
        .also(old.name.span, "the action in whose place it stands")
        .help(format!(
            "replace what it does alone: `replace does of {name} {{ ... }}`"
        ));
    let with = format!("replace does of {name}{body}");
    Some(error.guess(whole, with))
}

/// `replace phase round {` of a phase that counts, where a scenario of the file asks for one of its numbers.
fn counting_missing(
    old: &PhaseDef,
    new: &PhaseDef,
    scenarios: &[Scenario],
    sources: &Sources,
) -> Option<Diagnostic> {
    let counting = old.counting.as_ref()?;
    if new.counting.is_some() || new.turns.is_some() || new.while_.is_some() {
        return None;
    }
    let name = &new.name.text;
    if !is_before(name, |sign| sign.is_ascii_digit(), scenarios, sources) {
        return None;
    }
    let words = counting.words();
    let message = format!(
        "the phase `{0}` counts where it is declared, and this one in its place does not",
        Clean(name)
    );
    let error = Diagnostic::error(Code::WrongPlace, new.name.span, message);
    let error = error.label("its numbers are missing behind this");
    let error = error.also(old.name.span, "it counts here");
    let named = new.title.as_ref().map_or(new.name.span, |text| text.span);
    let here = named.at_end();
    let named = sources.snippet(new.name.span.to(named));
    let help = format!("write `replace phase {} {}`", Quoted(named), Quoted(&words));
    Some(error.help(help).guess(here, format!(" {words}")))
}

/// Whether a scenario has a word before one that begins so.
fn is_before(
    word: &str,
    begins: fn(char) -> bool,
    scenarios: &[Scenario],
    sources: &Sources,
) -> bool {
    let mut texts = scenarios.iter().map(|one| sources.snippet(one.span));
    texts.any(|text| {
        let behind = |at: usize| text[at + word.len()..].strip_prefix(' ');
        uses_of(text, word).any(|at| behind(at).is_some_and(|next| next.starts_with(begins)))
    })
}
