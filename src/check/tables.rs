//! Tables: what they are looked up by, and their rows. Whether the rows cover every key stands in `coverage`.

use super::Checker;
use super::columns::{self, TableColumns};
use super::coverage::{self, KeyDomain, KeyOwner, PlacedKey};
use super::elaborator::{Elaborator, Owner};
use super::resolved_names::{Meaning, WordUse};
use super::symbol_table::meant;
use super::types::{self, NUMBER, POISON};
use super::{declare, dice, items, number, options};
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::ruleset::{Declared, MOST, TableRow, Type, Value};
use crate::source::{Span, words};
use crate::syntax::ast::{self, Row, RowKey, TableDef, TableKey, Towards};

/// Reads a table.
pub(super) fn one(checker: &mut Checker, index: usize, def: &TableDef) {
    let gives_value = declare::gives_value(def);
    if let Some(complaint) = columns::without_by(def) {
        checker.diagnostics.push(complaint);
        return;
    }
    let complaint = def.rows.windows(2).find_map(dash);
    let complaint = complaint.or_else(|| def.rows.windows(2).find_map(|two| cut(two, gives_value)));
    let domain = match complaint {
        Some(_) if gives_value => None,
        _ => domain(checker, index, def),
    };
    // Of a table that gives no values, a row may be for a key alone, and the next one for a key below zero.
    let below_zero = matches!(domain, Some(KeyDomain::Numbers(..0, _)));
    if let Some(complaint) = complaint.filter(|_| !below_zero) {
        checker.diagnostics.push(complaint);
        return;
    }
    let key = checker.rules.tables[index].key.clone();
    let written: Vec<&[RowKey]> = def.rows.iter().map(|row| &*row.keys).collect();
    let owner = (&def.name, KeyOwner::Rows { gives_value });
    let keys = keys(checker, &written, (&key, domain.as_ref()), owner);
    let columns = columns::read(checker, index, def);
    let mut locals = columns.locals;
    let rows = def.rows.iter().zip(keys).map(|(row, keys)| TableRow {
        keys,
        ..row_body(checker, index, def, row, &columns, &mut locals)
    });
    let rows = rows.collect();
    let table = &mut checker.rules.tables[index];
    table.rows = rows;
    table.locals = locals;
}

/// A body in which the parameters and the key of a table have their names.
pub(super) fn body<'a>(checker: &'a mut Checker, index: usize, def: &TableDef) -> Elaborator<'a> {
    // The head only: the rows are many, and each of them comes this way.
    let table = &checker.rules.tables[index];
    let (parameters, key) = (table.parameters.clone(), table.key.clone());
    let mut body = checker.body();
    body.owner = Owner::Called;
    body.bind_parameters(&parameters);
    bind_key(&mut body, &def.key, &key, def.name.span);
    body
}

/// `1-3: "flees"` has been read as a row for 1 and one for -3.
fn dash(rows: &[Row]) -> Option<Diagnostic> {
    let [first, second] = rows else { return None };
    let bare = first.title.is_none() && first.values.is_empty() && first.body.is_none();
    let (Some(RowKey::Numbers { from, to: None }), Some(RowKey::Numbers { from: to, .. })) =
        (first.keys.last(), second.keys.first())
    else {
        return None;
    };
    if !bare || !to.negative {
        return None;
    }
    let dash = Span {
        start: from.span.end,
        end: to.span.start + 1,
        ..to.span
    };
    let complaint = Diagnostic::error(Code::SyntaxError, dash, "a range is written with `..`");
    // Noughts behind a higher number are those of ten or a hundred.
    let is_nought = to.digits.bytes().all(|digit| digit == b'0') && known(from) > Some(0);
    let high = if is_nought { "1" } else { "" };
    let written = format!("{}..{high}{}", from.digits, to.digits);
    Some(
        complaint
            .label("from one key to another?")
            .help(format!("write `{written}`"))
            .guess(dash, format!("..{high}")),
    )
}

/// `head 4` has been read as a row for `head` and one for 4.
fn cut(rows: &[Row], gives_value: bool) -> Option<Diagnostic> {
    let [first, second] = rows else { return None };
    let is_bare = |row: &&Row| row.title.is_none() && row.values.is_empty() && row.body.is_none();
    let keys = (first.keys.as_slice(), second.keys.as_slice());
    let ([RowKey::Word(word)], [RowKey::Numbers { from, to: None }]) = keys else {
        return None;
    };
    // In lines of their own too: no table has keys of both kinds.
    let are_of_one_file = first.span.file == second.span.file;
    if !gives_value || !are_of_one_file || ![first, second].iter().all(is_bare) {
        return None;
    }
    let sign = if from.negative { "-" } else { "" };
    let written = format!("{}: {sign}{}", word.text, from.digits);
    let span = first.span.to(second.span);
    let complaint = Diagnostic::error(Code::SyntaxError, span, "a value stands behind a colon");
    Some(complaint.write(span, written))
}

/// Every key that can be looked up.
fn domain(checker: &mut Checker, index: usize, def: &TableDef) -> Option<KeyDomain> {
    let (parameter, range) = match &def.key {
        TableKey::Dice(dice) => {
            let (count, sides) = dice::fixed(dice, &mut checker.diagnostics)?;
            let (count, sides) = (Value::from(count), Value::from(sides));
            return Some(KeyDomain::Numbers(count, count * sides));
        }
        TableKey::Parameter { parameter, range } => (parameter, range),
    };
    let (rules, name) = (&checker.rules, &parameter.name);
    let key = rules.tables[index].key.clone();
    let error = match (&key, range) {
        (key, _) if *key == POISON => return None,
        (Type::Number(unit), Some((from, to))) => {
            if unit.is_none_or(|unit| rules.units[unit.index()].size == 1) {
                let from = options::constant(checker, from, &key, "the lowest key");
                let to = options::constant(checker, to, &key, "the highest key");
                return Some(KeyDomain::Numbers(from?, to?));
            }
            let message = "a table is looked up by a plain number or by the smallest of its units";
            Diagnostic::error(Code::UnitsDoNotMix, parameter.ty.span, message)
        }
        (key, Some(_)) => {
            let what = types::describe(rules, key);
            let message = format!("only numbers run from one to another, but the key is {what}");
            Diagnostic::error(Code::WrongPlace, name.span, message)
        }
        (Type::Number(None), None) if reaches_all(def) => {
            return Some(KeyDomain::Numbers(-MOST, MOST));
        }
        (Type::Number(_), None) => {
            let message = "nothing says from where to where the keys run";
            let error = Diagnostic::error(Code::MissingValue, name.span, message);
            let numbers = def.rows.iter().flat_map(|row| &row.keys);
            let numbers = numbers.flat_map(|key| match key {
                RowKey::Numbers { from, to } => {
                    [Some(from), to.as_ref()].map(|one| one.and_then(known))
                }
                RowKey::Open { from, .. } => [known(from), None],
                RowKey::Word(_) | RowKey::Else(_) => [None; 2],
            });
            let numbers: Vec<Value> = numbers.flatten().collect();
            let lowest = numbers.iter().min().copied().unwrap_or(1);
            let highest = numbers.iter().max().copied().unwrap_or(6);
            error.help(format!(
                "add it: `on number {} from {lowest} to {highest}`",
                name.text
            ))
        }
        (Type::Choice(words), None) => return Some(KeyDomain::words(words)),
        (Type::Action, None) => return Some(KeyDomain::actions(rules)),
        (other, None) => {
            let what = types::describe(rules, other);
            let message =
                format!("a table is looked up by a number, a word or an action, not by {what}");
            Diagnostic::error(Code::WrongType, parameter.ty.span, message)
        }
    };
    checker.diagnostics.push(error);
    None
}

/// Whether rows are open at an end, or stand for all that is left: then it need not be said from where to where the keys run.
fn reaches_all(def: &TableDef) -> bool {
    let mut keys = def.rows.iter().flat_map(|row| &row.keys);
    keys.any(|key| match key {
        RowKey::Open { .. } | RowKey::Else(_) => true,
        RowKey::Numbers { .. } | RowKey::Word(_) => false,
    })
}

/// A number as it is written, where it can be read.
fn known(number: &ast::Number) -> Option<Value> {
    let value: Value = number.digits.parse().ok()?;
    Some(if number.negative { -value } else { value })
}

/// The keys of all rows, or of all columns, from where to where, with what `else` stands for.
pub(super) fn keys(
    checker: &mut Checker,
    written: &[&[RowKey]],
    (key, domain): (&Type, Option<&KeyDomain>),
    (table, owner): (&ast::Name, KeyOwner),
) -> Vec<Vec<(Value, Value)>> {
    let mut placed = Vec::new();
    let mut rest: Option<(usize, Span)> = None;
    let mut keys = Vec::new();
    for (place, written) in written.iter().enumerate() {
        let mut own = Vec::new();
        for one in *written {
            if let Some(span) = left_over(checker, one, key) {
                if let Some((_, first)) = rest.replace((place, span)) {
                    let message = format!("two {}s are for all that is left", owner.one());
                    let error = Diagnostic::error(Code::TableOverlap, span, message);
                    let error = error.label("once more here").also(first, "first here");
                    checker.diagnostics.push(error);
                }
            } else if let Some((key, span)) = key_of(checker, one, (key, domain)) {
                own.push(key);
                placed.push(PlacedKey { key, span });
            }
        }
        keys.push(own);
    }
    let Some(domain) = domain else {
        return keys;
    };
    let (rules, diagnostics) = (&checker.rules, &mut checker.diagnostics);
    let mut missing = coverage::check(domain, &mut placed, owner, rules, diagnostics);
    if let (KeyOwner::Columns { from, to }, KeyDomain::Numbers(..), None) = (owner, domain, rest) {
        missing.retain(|gap| gap.0 <= to && gap.1 >= from);
    }
    match rest {
        Some((_, span)) if missing.is_empty() => {
            let message = format!("the other {}s leave nothing for `else`", owner.one());
            diagnostics.push(Diagnostic::error(Code::WrongPlace, span, message));
        }
        Some((place, _)) => keys[place].extend(missing),
        None if missing.is_empty() => {}
        None => diagnostics.push(coverage::missing(
            domain,
            &missing,
            &placed,
            (table, owner),
            rules,
        )),
    }
    keys
}

/// Where `else` stands, or another word for it, which is told.
fn left_over(checker: &mut Checker, row_key: &RowKey, key: &Type) -> Option<Span> {
    match row_key {
        RowKey::Else(span) => Some(*span),
        RowKey::Word(word) if matches!(key, Type::Number(_)) => {
            const OTHERS: &[&str] = &words![
                otherwise default rest others other anything
            ];
            if !OTHERS.contains(&word.text.as_str()) {
                return None;
            }
            let message = "all that is left is `else`";
            let error = Diagnostic::error(Code::UnknownName, word.span, message);
            let error = error.write(word.span, "else");
            checker.diagnostics.push(error);
            Some(word.span)
        }
        RowKey::Word(_) | RowKey::Numbers { .. } | RowKey::Open { .. } => None,
    }
}

fn key_of(
    checker: &mut Checker,
    row_key: &RowKey,
    (key, domain): (&Type, Option<&KeyDomain>),
) -> Option<((Value, Value), Span)> {
    if *key == POISON {
        return None;
    }
    match row_key {
        RowKey::Else(_) => None,
        RowKey::Numbers { from, to } => numbers(checker, (from, to.as_ref()), (key, domain)),
        RowKey::Open { from, towards } => {
            let ((from, _), span) = numbers(checker, (from, None), (key, None))?;
            let (lowest, highest) = match domain {
                Some(KeyDomain::Numbers(lowest, highest)) => (*lowest, *highest),
                _ => (-MOST, MOST),
            };
            let range = match towards {
                Towards::More => (from, highest.max(from)),
                Towards::Less => (lowest.min(from), from),
            };
            Some((range, span))
        }
        RowKey::Word(word) => {
            let names = &checker.names;
            let meaning = match key {
                Type::Choice(words) => {
                    let word = names.word(&word.text).filter(|id| words.contains(id));
                    word.map(|id| (id.0, Meaning::Word(WordUse::Choice, id)))
                }
                Type::Action => {
                    let action = names.actions.get(&word.text);
                    action.map(|&id| (id.0, Meaning::Action(id)))
                }
                _ => None,
            };
            let Some((value, meaning)) = meaning else {
                let complaint = no_key(checker, word, key);
                checker.diagnostics.push(complaint);
                return None;
            };
            checker.out.resolved.uses(word.span, meaning);
            Some(((value.into(), value.into()), word.span))
        }
    }
}

/// The keys of a row from one number to another.
fn numbers(
    checker: &mut Checker,
    (from, to): (&ast::Number, Option<&ast::Number>),
    (key, domain): (&Type, Option<&KeyDomain>),
) -> Option<((Value, Value), Span)> {
    let diagnostics = &mut checker.diagnostics;
    let span = to.map_or(from.span, |to| from.span.to(to.span));
    if !matches!(key, Type::Number(_)) {
        let what = types::describe(&checker.rules, key);
        let message = format!("the key of this row must be {what}");
        diagnostics.push(Diagnostic::error(Code::WrongType, span, message));
        return None;
    }
    let low = number::read(from, diagnostics);
    let high = to.map_or(low, |to| number::read(to, diagnostics));
    let (low, high) = (low?, high?);
    // On dice that show ten or a hundred as noughts.
    if let Some(KeyDomain::Numbers(1, most @ (10 | 100))) = domain
        && high == 0
    {
        let last = to.unwrap_or(from);
        let message = format!(
            "`{}` stands for {most}: these keys run from 1 to {most}",
            last.digits
        );
        let right = to.map_or(most.to_string(), |_| format!("{low}..{most}"));
        let error = Diagnostic::error(Code::TableGap, span, message);
        diagnostics.push(error.write(span, right));
        return Some(((if low == 0 { *most } else { low }, *most), span));
    }
    if low > high {
        let message = format!("`{low}..{high}` runs backwards, so the row has no key");
        let right = format!("{high}..{low}");
        let error = Diagnostic::error(Code::TableGap, span, message);
        let error = error.help(format!("write `{right}`"));
        diagnostics.push(error.fix(span, right, Applicability::Safe));
    }
    Some(((low.min(high), low.max(high)), span))
}

/// A word is none of the keys.
fn no_key(checker: &Checker, word: &ast::Name, key: &Type) -> Diagnostic {
    let Checker { rules, names, .. } = checker;
    let what = types::describe(rules, key);
    let message = format!("the key `{}` is not {what}", word.text);
    let complaint = Diagnostic::error(Code::UnknownName, word.span, message);
    let known: Vec<&str> = match key {
        Type::Choice(words) => words.iter().map(|id| rules.word(*id)).collect(),
        Type::Action => names.actions.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    meant(&checker.diagnostics, complaint, word, known)
}

/// The value or the body of a row, without its keys.
fn row_body(
    checker: &mut Checker,
    index: usize,
    def: &TableDef,
    row: &Row,
    columns: &TableColumns,
    locals: &mut u16,
) -> TableRow {
    let diagnostics = &mut checker.diagnostics;
    let title = row.title.as_ref();
    let title = title.map(|title| items::title(title, diagnostics));
    one_of_both(row, declare::gives_value(def), diagnostics);
    columns::as_many(row, def, diagnostics);
    let gives = checker.rules.tables[index].gives.clone();
    let mut body = self::body(checker, index, def);
    let mut inferred = gives.filter(|gives| gives.ty != POISON);
    let mut values = Vec::new();
    for value in &row.values {
        let typed = match &inferred {
            Some(gives) => body.value(value, &gives.ty, "the value of a row"),
            None => body.expr(value, None),
        };
        values.push(typed.id);
        inferred = Some(match inferred {
            Some(gives) => Declared {
                optional: gives.optional || typed.optional,
                ..gives
            },
            None => typed.declared(),
        });
    }
    let value = columns.value(&mut body, &values, row.span);
    let done = row
        .body
        .as_ref()
        .map(|block| body.block(block))
        .unwrap_or_default();
    *locals = (*locals).max(body.locals());
    let first = checker.rules.tables[index]
        .gives
        .as_mut()
        .filter(|gives| gives.ty == POISON && def.ty.is_none());
    if let (Some(gives), Some(inferred)) = (first, inferred) {
        *gives = inferred;
    }
    TableRow {
        keys: Vec::new(),
        title: title.unwrap_or_default(),
        value,
        body: done,
        span: row.span,
    }
}

fn one_of_both(row: &Row, gives_value: bool, diagnostics: &mut crate::diagnostic::Diagnostics) {
    let error = |message: &str| Diagnostic::error(Code::WrongPlace, row.span, message);
    match (row.values.first(), &row.body) {
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

/// What the key is called where dice are rolled for it.
pub(super) const ROLL: &str = "roll";

/// The key: the local after the parameters, named as its parameter, or `roll`.
fn bind_key(body: &mut Elaborator<'_>, key: &TableKey, ty: &Type, span: Span) {
    let (name, ty) = match key {
        TableKey::Parameter { parameter, .. } => (parameter.name.clone(), ty.clone()),
        TableKey::Dice(_) => {
            let text = ROLL.to_owned();
            (ast::Name { text, span }, NUMBER)
        }
    };
    body.bind(&name, Declared::certain(ty));
}
