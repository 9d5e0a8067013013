//! Tables: what they are looked up by, and their rows. Whether the rows cover every key stands in `coverage`.

use super::Checker;
use super::body::{Body, Owner};
use super::coverage::{self, Domain, Keyed};
use super::resolved_names::{Meaning, Sort};
use super::types::{self, NUMBER, POISON};
use super::{declare, dice, items, number, options};
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::ruleset::{ActionId, Declared, TableRow, Type, Value, WordId};
use crate::source::Span;
use crate::syntax::ast::{self, Row, RowKey, TableDef, TableKey};

/// Reads a table.
pub(super) fn one(checker: &mut Checker, index: usize, def: &TableDef) {
    if let Some(complaint) = def.rows.windows(2).find_map(dash) {
        checker.diagnostics.push(complaint);
        return;
    }
    let domain = domain(checker, index, def);
    let gives_value = declare::gives_value(def);
    let mut rows = Vec::new();
    let mut keyed = Vec::new();
    let mut locals = 0;
    let key = checker.rules.tables[index].key.clone();
    for row in &def.rows {
        let keys = keys(checker, row, &key);
        keyed.extend(keys.iter().map(|(key, span)| Keyed {
            key: *key,
            span: *span,
        }));
        let done = row_body(checker, index, def, row, gives_value, &mut locals);
        rows.push(TableRow {
            keys: keys.into_iter().map(|(key, _)| key).collect(),
            ..done
        });
    }
    if let Some(domain) = domain {
        coverage::check(
            &domain,
            &mut keyed,
            &def.name,
            &checker.rules,
            &mut checker.diagnostics,
        );
    }
    let table = &mut checker.rules.tables[index];
    table.rows = rows;
    table.locals = locals;
}

/// `1-3: "flees"` has been read as a row for 1 and one for -3.
fn dash(rows: &[Row]) -> Option<Diagnostic> {
    let [first, second] = rows else { return None };
    let bare = first.title.is_none() && first.value.is_none() && first.body.is_none();
    let (Some(RowKey::Numbers { from, to: None }), Some(RowKey::Numbers { from: to, .. })) =
        (first.keys.last(), second.keys.first())
    else {
        return None;
    };
    if !bare || !to.negative || from.span.at_end() != to.span.at_start() {
        return None;
    }
    let dash = Span {
        end: to.span.start + 1,
        ..to.span
    };
    let complaint = Diagnostic::error(Code::SyntaxError, dash, "a range is written with `..`");
    let written = format!("{}..{}", from.digits, to.digits);
    Some(
        complaint
            .label("from one key to another?")
            .help(format!("write `{written}`"))
            .fix(dash, "..", Applicability::Unsafe),
    )
}

/// Every key that can be looked up.
fn domain(checker: &mut Checker, index: usize, def: &TableDef) -> Option<Domain> {
    let Checker {
        rules,
        names,
        out,
        diagnostics,
    } = checker;
    let (parameter, range) = match &def.key {
        TableKey::Dice(dice) => {
            let (count, sides) = dice::fixed(dice, diagnostics)?;
            return Some(Domain::Numbers(
                Value::from(count),
                Value::from(count) * Value::from(sides),
            ));
        }
        TableKey::Parameter { parameter, range } => (parameter, range),
    };
    let key = &rules.tables[index].key;
    if range.is_some() && !matches!(key, Type::Number(_)) && *key != POISON {
        let what = types::describe(rules, key);
        diagnostics.push(Diagnostic::error(
            Code::WrongPlace,
            parameter.name.span,
            format!("only numbers run from one to another, but the key is {what}"),
        ));
        return None;
    }
    match (key, range) {
        (Type::Number(unit), Some((from, to))) => {
            if unit.is_some_and(|unit| rules.units[unit.index()].size != 1) {
                let message =
                    "a table is looked up by a plain number or by the smallest of its units";
                diagnostics.push(Diagnostic::error(
                    Code::UnitsDoNotMix,
                    parameter.ty.span,
                    message,
                ));
                return None;
            }
            let key = key.clone();
            let from =
                options::constant(rules, names, out, diagnostics, from, &key, "the lowest key");
            let to = options::constant(rules, names, out, diagnostics, to, &key, "the highest key");
            Some(Domain::Numbers(from?, to?))
        }
        (Type::Number(_), None) => {
            diagnostics.push(
                Diagnostic::error(
                    Code::MissingValue,
                    parameter.name.span,
                    "nothing says from where to where the keys run",
                )
                .help(format!(
                    "add it: `on number {} from 1 to 6`",
                    parameter.name.text
                )),
            );
            None
        }
        (Type::Choice(words), _) => Some(Domain::Words(
            words.iter().map(|word| Value::from(word.0)).collect(),
        )),
        (Type::Action, _) => Some(Domain::Actions(
            (0..rules.actions.len())
                .map(|action| action as Value)
                .collect(),
        )),
        (other, _) => {
            if *other != POISON {
                let message = format!(
                    "a table is looked up by a number, a word or an action, not by {}",
                    types::describe(rules, other)
                );
                diagnostics.push(Diagnostic::error(
                    Code::WrongType,
                    parameter.ty.span,
                    message,
                ));
            }
            None
        }
    }
}

/// The keys of a row, with their places.
fn keys(checker: &mut Checker, row: &Row, key: &Type) -> Vec<((Value, Value), Span)> {
    row.keys
        .iter()
        .filter_map(|row_key| key_of(checker, row_key, key))
        .collect()
}

fn key_of(checker: &mut Checker, row_key: &RowKey, key: &Type) -> Option<((Value, Value), Span)> {
    let Checker {
        rules,
        names,
        out,
        diagnostics,
        ..
    } = checker;
    if *key == POISON {
        return None;
    }
    match row_key {
        RowKey::Numbers { from, to } => {
            let span = to.as_ref().map_or(from.span, |to| from.span.to(to.span));
            if !matches!(key, Type::Number(_)) {
                let message = format!(
                    "the key of this row must be {}",
                    types::describe(rules, key)
                );
                diagnostics.push(Diagnostic::error(Code::WrongType, span, message));
                return None;
            }
            let low = number::read(from, diagnostics);
            let high = to.as_ref().map_or(low, |to| number::read(to, diagnostics));
            let (low, high) = (low?, high?);
            if low > high {
                diagnostics.push(
                    Diagnostic::error(
                        Code::TableGap,
                        span,
                        format!("`{low}..{high}` runs backwards, so the row has no key"),
                    )
                    .help(format!("write `{high}..{low}`"))
                    .fix(span, format!("{high}..{low}"), Applicability::Safe),
                );
                return Some(((high, low), span));
            }
            Some(((low, high), span))
        }
        RowKey::Word(word) => {
            let found = match key {
                Type::Choice(words) => names
                    .word(&word.text)
                    .filter(|id| words.contains(id))
                    .map(|id| Value::from(id.0)),
                Type::Action => names.actions.get(&word.text).map(|id| Value::from(id.0)),
                _ => None,
            };
            let Some(value) = found else {
                let what = types::describe(rules, key);
                let complaint = Diagnostic::error(
                    Code::UnknownName,
                    word.span,
                    format!("the key `{}` is not {what}", word.text),
                );
                let known: Vec<&str> = match key {
                    Type::Choice(words) => words.iter().map(|id| rules.word(*id)).collect(),
                    Type::Action => names.actions.keys().map(String::as_str).collect(),
                    _ => Vec::new(),
                };
                diagnostics.push(super::symbol_table::meant(
                    diagnostics,
                    complaint,
                    word,
                    known,
                ));
                return None;
            };
            let id = WordId(u32::try_from(value).unwrap_or_default());
            let meaning = match key {
                Type::Action => Meaning::Action(ActionId(id.0)),
                _ => Meaning::Word(Sort::Choice, id),
            };
            out.resolved.uses(word.span, meaning);
            Some(((value, value), word.span))
        }
    }
}

/// The value or the body of a row, without its keys.
fn row_body(
    checker: &mut Checker,
    index: usize,
    def: &TableDef,
    row: &Row,
    gives_value: bool,
    locals: &mut u16,
) -> TableRow {
    let Checker {
        rules,
        names,
        out,
        diagnostics,
    } = checker;
    let title = row
        .title
        .as_ref()
        .map(|title| items::title(title, diagnostics))
        .unwrap_or_default();
    one_of_both(row, gives_value, diagnostics);
    // The head only: the rows are many, and each of them comes this way.
    let table = &rules.tables[index];
    let (parameters, key) = (table.parameters.clone(), table.key.clone());
    let gives = table.gives.clone();
    let mut body = Body::new(rules, names, out, diagnostics);
    body.owner = Owner::Called;
    body.bind_parameters(&parameters);
    bind_key(&mut body, &def.key, &key, def.name.span);
    let mut inferred = None;
    let value = row.value.as_ref().map(|value| {
        let wanted = gives
            .as_ref()
            .map(|gives| gives.ty.clone())
            .filter(|ty| *ty != POISON);
        let typed = match &wanted {
            Some(ty) => body.value(value, ty, "the value of a row"),
            None => body.expr(value, None),
        };
        inferred = Some(Declared {
            ty: typed.ty.clone(),
            optional: typed.optional,
        });
        typed.id
    });
    let done = row
        .body
        .as_ref()
        .map(|block| body.block(block))
        .unwrap_or_default();
    *locals = (*locals).max(body.locals());
    let first = rules.tables[index]
        .gives
        .as_mut()
        .filter(|gives| gives.ty == POISON && def.ty.is_none());
    if let (Some(gives), Some(inferred)) = (first, inferred) {
        *gives = inferred;
    }
    TableRow {
        keys: Vec::new(),
        title,
        value,
        body: done,
        span: row.span,
    }
}

fn one_of_both(row: &Row, gives_value: bool, diagnostics: &mut crate::diagnostic::Diagnostics) {
    let error = |message: &str| Diagnostic::error(Code::WrongPlace, row.span, message);
    match (&row.value, &row.body) {
        (None, _) if gives_value => {
            diagnostics.push(
                error("this row has no value, but the table gives values")
                    .help("write it after a colon: `1: 5`"),
            );
        }
        (Some(_), _) if !gives_value => {
            diagnostics.push(
                error("this row has a value, but the first row has none")
                    .help("give every row of a table a value, or none"),
            );
        }
        (Some(_), Some(_)) => {
            diagnostics.push(error("a row has a value or does something, not both"));
        }
        _ => {}
    }
}

/// The key: the local after the parameters, named as its parameter, or `roll`.
fn bind_key(body: &mut Body<'_>, key: &TableKey, ty: &Type, span: Span) {
    match key {
        TableKey::Parameter { parameter, .. } => {
            body.bind(
                &parameter.name,
                Declared {
                    ty: ty.clone(),
                    optional: false,
                },
            );
        }
        TableKey::Dice(_) => {
            let name = ast::Name {
                text: "roll".to_owned(),
                span,
            };
            body.bind(
                &name,
                Declared {
                    ty: NUMBER,
                    optional: false,
                },
            );
        }
    }
}
