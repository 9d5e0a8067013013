//! Whether the rows of a table have every key, and no key twice.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Ruleset, Value, WordId};
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

/// A key of a row, and where it stands.
pub(super) struct PlacedKey {
    pub key: (Value, Value),
    pub span: Span,
}

/// Says which keys are missing, stand twice, or can never be looked up.
pub(super) fn check(
    domain: &KeyDomain,
    keyed: &mut [PlacedKey],
    (table, gives_value): (&Name, bool),
    rules: &Ruleset,
    diagnostics: &mut Diagnostics,
) {
    keyed.sort_by_key(|keyed| (keyed.key, keyed.span));
    overlaps(domain, keyed, rules, diagnostics);
    let missing = match domain {
        KeyDomain::Numbers(from, to) => {
            outside(*from, *to, keyed, diagnostics);
            gaps(*from, *to, keyed)
        }
        KeyDomain::Words(values) | KeyDomain::Actions(values) => values
            .iter()
            .filter(|value| !keyed.iter().any(|keyed| keyed.key.0 == **value))
            .map(|value| (*value, *value))
            .collect(),
    };
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> = missing
        .iter()
        .take(SHOWN)
        .map(|key| show(domain, *key, rules))
        .collect();
    let more = if missing.len() > SHOWN { ", ..." } else { "" };
    let list = suggest::list_all(names.iter().map(String::as_str));
    let message = format!("the table `{}` has no row for {list}{more}", table.text);
    let error = Diagnostic::error(Code::TableGap, table.span, message);
    let rows = names.iter().map(|key| match gives_value {
        true => format!("{key}: ..."),
        false => format!("{key} {{ ... }}"),
    });
    let rows: Vec<String> = rows.collect();
    let rows = suggest::list_all(rows.iter().map(String::as_str));
    let help = match missing.len() {
        1 => format!("add the row {rows}"),
        _ => format!("add the rows {rows}{more}"),
    };
    diagnostics.push(error.help(help));
}

/// No more keys than these are named.
const SHOWN: usize = 8;

fn overlaps(
    domain: &KeyDomain,
    keyed: &[PlacedKey],
    rules: &Ruleset,
    diagnostics: &mut Diagnostics,
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
            let message = format!("two rows are for `{common}`");
            let error = Diagnostic::error(Code::TableOverlap, second.span, message);
            diagnostics.push(error.label("once more here").also(first.span, "first here"));
        }
        if widest.is_none_or(|before| this.key.1 > before.key.1) {
            widest = Some(this);
        }
    }
}

fn outside(from: Value, to: Value, keyed: &[PlacedKey], diagnostics: &mut Diagnostics) {
    for PlacedKey {
        key: (low, high),
        span,
    } in keyed
    {
        if *low < from || *high > to {
            let message =
                format!("this row is for keys that never occur: they run from {from} to {to}");
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
        KeyDomain::Numbers(..) if low == high => low.to_string(),
        KeyDomain::Numbers(..) => format!("{low}..{high}"),
        KeyDomain::Words(_) => rules.word(WordId::from_index(index)).to_owned(),
        KeyDomain::Actions(_) => rules.actions[index].name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(keys: &[(Value, Value)]) -> Vec<PlacedKey> {
        keys.iter()
            .map(|key| PlacedKey {
                key: *key,
                span: Span::default(),
            })
            .collect()
    }

    #[test]
    fn gaps_are_found_at_both_ends_and_within() {
        assert_eq!(
            gaps(1, 10, &keyed(&[(2, 3), (6, 8)])),
            [(1, 1), (4, 5), (9, 10)]
        );
        assert_eq!(gaps(1, 3, &keyed(&[(1, 3)])), []);
        assert_eq!(gaps(-2, 2, &keyed(&[])), [(-2, 2)]);
        assert_eq!(gaps(1, 3, &keyed(&[(9, 9)])), [(1, 3)]);
    }
}
