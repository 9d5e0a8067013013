//! Whether the rows of a table have every key, and no key twice; the same of its columns.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Ruleset, TableRow, Value, WordId};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::Name;

/// Every key that can be looked up.
pub(super) enum KeyDomain {
    /// from, to
    Numbers(Value, Value),
    /// these words
    Words(Vec<Value>),
    /// these actions
    Actions(Vec<Value>),
}

impl KeyDomain {
    /// The words of a choice.
    pub fn words(words: &[WordId]) -> Self {
        KeyDomain::Words(words.iter().map(|word| Value::from(word.0)).collect())
    }

    /// All actions.
    pub fn actions(rules: &Ruleset) -> Self {
        let actions = (0..).zip(&rules.actions);
        KeyDomain::Actions(actions.map(|(action, _)| action).collect())
    }
}

/// A key of a row, and where it stands.
pub(super) struct PlacedKey {
    pub key: (Value, Value),
    pub span: Span,
}

/// What has the keys of a table.
#[derive(Clone, Copy)]
pub(super) enum KeyOwner {
    /// Its rows; whether they give values.
    Rows { gives_value: bool },
    /// Its columns, and between which numbers what tells them apart can lie.
    Columns { from: Value, to: Value },
}

impl KeyOwner {
    /// `row`
    pub fn one(self) -> &'static str {
        match self {
            KeyOwner::Rows { .. } => "row",
            KeyOwner::Columns { .. } => "column",
        }
    }
}

/// Says which keys stand twice, or can never be looked up; gives those that are missing, in order.
pub(super) fn check(
    domain: &KeyDomain,
    keyed: &mut [PlacedKey],
    owner: KeyOwner,
    rules: &Ruleset,
    diagnostics: &mut Diagnostics,
) -> Vec<(Value, Value)> {
    keyed.sort_by_key(|keyed| (keyed.key, keyed.span));
    overlaps(domain, keyed, owner, (rules, diagnostics));
    match domain {
        KeyDomain::Numbers(from, to) => {
            outside((*from, *to), keyed, owner, diagnostics);
            gaps(*from, *to, keyed)
        }
        KeyDomain::Words(values) | KeyDomain::Actions(values) => values
            .iter()
            .filter(|value| !keyed.iter().any(|keyed| keyed.key.0 == **value))
            .map(|value| (*value, *value))
            .collect(),
    }
}

/// What is said of a table in which keys are missing.
pub(super) fn missing(
    domain: &KeyDomain,
    missing: &[(Value, Value)],
    keyed: &[PlacedKey],
    (table, owner): (&Name, KeyOwner),
    rules: &Ruleset,
) -> Diagnostic {
    let names: Vec<String> = missing
        .iter()
        .take(SHOWN)
        .map(|key| show(domain, *key, rules))
        .collect();
    let more = if missing.len() > SHOWN { ", ..." } else { "" };
    let list = suggest::list_all(names.iter().map(String::as_str));
    let (one, name) = (owner.one(), &table.text);
    let message = format!("the table `{name}` has no {one} for {list}{more}");
    let mut error = Diagnostic::error(Code::TableGap, table.span, message);
    let is_before = |one: &&PlacedKey| match domain {
        KeyDomain::Numbers(..) => missing.iter().any(|gap| one.key.1 < gap.0),
        KeyDomain::Words(_) | KeyDomain::Actions(_) => true,
    };
    let last = keyed.iter().filter(is_before).max_by_key(|one| one.span);
    if let Some(last) = last {
        error = error.also(last.span, "behind this");
    }
    let written = names.iter().map(|key| match owner {
        KeyOwner::Rows { gives_value: true } => format!("{key}: ..."),
        KeyOwner::Rows { gives_value: false } => format!("{key} {{ ... }}"),
        KeyOwner::Columns { .. } => key.clone(),
    });
    let written: Vec<String> = written.collect();
    let written = suggest::list_all(written.iter().map(String::as_str));
    let help = match missing.len() {
        1 => format!("add the {one} {written}"),
        _ => format!("add the {one}s {written}{more}"),
    };
    error.help(match (owner, last, names.as_slice()) {
        (KeyOwner::Columns { .. }, Some(last), [only]) => {
            let last = show(domain, last.key, rules);
            format!("{help}, or have it go with another, as in `{last}, {only}`")
        }
        _ => help,
    })
}

/// No more keys than these are named.
const SHOWN: usize = 8;

fn overlaps(
    domain: &KeyDomain,
    keyed: &[PlacedKey],
    owner: KeyOwner,
    (rules, diagnostics): (&Ruleset, &mut Diagnostics),
) {
    let mut widest: Option<&PlacedKey> = None;
    for this in keyed {
        if let Some(before) = widest.filter(|before| before.key.1 >= this.key.0) {
            let common = show(domain, (this.key.0, this.key.1.min(before.key.1)), rules);
            let (first, second) = if before.span <= this.span {
                (before, this)
            } else {
                (this, before)
            };
            let message = format!("two {}s are for `{common}`", owner.one());
            let error = Diagnostic::error(Code::TableOverlap, second.span, message);
            diagnostics.push(error.label("once more here").also(first.span, "first here"));
        }
        if widest.is_none_or(|before| this.key.1 > before.key.1) {
            widest = Some(this);
        }
    }
}

fn outside(
    (from, to): (Value, Value),
    keyed: &[PlacedKey],
    owner: KeyOwner,
    diagnostics: &mut Diagnostics,
) {
    for PlacedKey {
        key: (low, high),
        span,
    } in keyed
    {
        if *low < from || *high > to {
            let message = format!(
                "this {} is for keys that never occur: they run from {from} to {to}",
                owner.one()
            );
            diagnostics.push(Diagnostic::error(Code::WrongPlace, *span, message));
        }
    }
}

/// The stretches of numbers that no row is for; the rows are in order.
fn gaps(from: Value, to: Value, keyed: &[PlacedKey]) -> Vec<(Value, Value)> {
    let mut gaps = Vec::new();
    let mut next = from;
    for PlacedKey {
        key: (low, high), ..
    } in keyed
    {
        if *low > next && next <= to {
            gaps.push((next, (*low - 1).min(to)));
        }
        next = next.max(high.saturating_add(1));
    }
    if next <= to {
        gaps.push((next, to));
    }
    gaps
}

fn show(domain: &KeyDomain, (low, high): (Value, Value), rules: &Ruleset) -> String {
    let index = usize::try_from(low).unwrap_or_default();
    match domain {
        KeyDomain::Numbers(..) => TableRow::numbers(low, high),
        KeyDomain::Words(_) => rules.word(WordId::from_index(index)).to_owned(),
        KeyDomain::Actions(_) => rules.actions[index].name.clone(),
    }
}

#[cfg(test)]
#[path = "../../tests/internals/check_coverage.rs"]
mod tests;
