//! The columns of a table: `by facing: front | left, right | rear`. A row has a value for each; which of them counts is asked as conditions, the last
//! column being what is left.

use super::Checker;
use super::coverage::{KeyDomain, KeyOwner};
use super::elaborator::Elaborator;
use super::limits::few_columns;
use super::tables;
use super::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Expr, ExprId, MOST, Ruleset, Type, Value, ValueBound, Within};
use crate::source::Span;
use crate::syntax::ast::{ColumnHead, ColumnHeads, Row, RowKey, TableDef};

/// When each column but the last counts.
#[derive(Default)]
pub(super) struct TableColumns {
    conditions: Vec<ExprId>,
    /// How many locals the conditions need.
    pub locals: u16,
}

impl TableColumns {
    /// The value of a row that has these, one for each column. `None` without any.
    pub fn value(
        &self,
        body: &mut Elaborator<'_>,
        values: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let (last, others) = values.split_last()?;
        let columns = self.conditions.iter().zip(others).rev();
        Some(columns.fold(*last, |below, (condition, value)| {
            body.push(Expr::If(*condition, *value, below), span)
        }))
    }
}

/// Reads the columns of a table; a table without any has one value in each row.
pub(super) fn read(checker: &mut Checker, index: usize, def: &TableDef) -> TableColumns {
    let Some(columns) = &def.columns else {
        return TableColumns::default();
    };
    let mut body = tables::body(checker, index, def);
    let by = body.expr(&columns.by, None);
    let domain = domain(&mut body, columns, &by.ty);
    let (from, to) = can_be(body.rules, &body.out.exprs[by.id.index()]);
    if by.optional {
        let message = "what tells the columns apart can be missing, and no column is for that";
        let error = Diagnostic::error(Code::WrongType, columns.by.span, message);
        let error = error.help("say what counts then: `or else` and a value");
        body.diagnostics.push(error);
    }
    let place = |one: &ColumnHead| one.keys.first().map_or(columns.by.span, RowKey::span);
    let heads = few_columns(&columns.columns, place, body.diagnostics);
    let domain = domain.filter(|_| heads.len() == columns.columns.len());
    let written: Vec<&[RowKey]> = heads.iter().map(|one| &*one.keys).collect();
    let locals = body.locals();
    let owner = (&def.name, KeyOwner::Columns { from, to });
    let ty = domain.as_ref().map_or(&POISON, |_| &by.ty);
    let keys = tables::keys(checker, &written, (ty, domain.as_ref()), owner);
    let mut body = checker.body();
    let span = columns.by.span;
    let others = keys.split_last().map_or(&[][..], |(_, others)| others);
    let conditions = others.iter().map(|keys| {
        let each = keys
            .iter()
            .map(|key| is_within(&mut body, by.id, *key, span));
        let each: Box<[ExprId]> = each.collect();
        match *each {
            [only] => only,
            _ => body.push(Expr::Or(each), span),
        }
    });
    TableColumns {
        conditions: conditions.collect(),
        locals,
    }
}

/// All that can be looked up in the columns. `None`, and a complaint, if that is no number, word or action.
fn domain(body: &mut Elaborator<'_>, columns: &ColumnHeads, ty: &Type) -> Option<KeyDomain> {
    match ty {
        ty if *ty == POISON => None,
        Type::Number(None) => Some(KeyDomain::Numbers(-MOST, MOST)),
        Type::Choice(words) => Some(KeyDomain::words(words)),
        Type::Action => Some(KeyDomain::actions(body.rules)),
        Type::Number(Some(_))
        | Type::YesNo
        | Type::Text
        | Type::Stage
        | Type::Record(_)
        | Type::Set(_) => {
            let what = types::describe(body.rules, ty);
            let message =
                format!("columns go by a plain number, a word or an action, not by {what}");
            let error = Diagnostic::error(Code::WrongType, columns.by.span, message);
            body.diagnostics.push(error);
            None
        }
    }
}

/// Between which numbers a value lies: those between which changes leave an attribute.
fn can_be(rules: &Ruleset, value: &Expr) -> (Value, Value) {
    let within = match *value {
        Expr::Attribute { kind, slot, .. } => rules.attribute(kind, slot).within,
        _ => Within::default(),
    };
    let number = |bound: Option<ValueBound>, open: Value| match bound {
        Some(ValueBound::Number(number)) => number,
        Some(ValueBound::Attribute(_)) | None => open,
    };
    (number(within.least, -MOST), number(within.most, MOST))
}

/// Whether a value is one of those from one to another.
fn is_within(
    body: &mut Elaborator<'_>,
    value: ExprId,
    (from, to): (Value, Value),
    span: Span,
) -> ExprId {
    if from == to {
        let only = body.push(Expr::Const(from), span);
        return body.push(Expr::Equal(value, only), span);
    }
    let [from, to] = [from, to].map(|end| body.push(Expr::Const(end), span));
    body.is_within(value, (from, to), span)
}

/// `side_struck: front | left`: columns have been read as a row.
pub(super) fn without_by(def: &TableDef) -> Option<Diagnostic> {
    let row = def.rows.first().filter(|_| def.columns.is_none())?;
    let [RowKey::Word(by)] = &*row.keys else {
        return None;
    };
    let mut parameters = def.parameters.iter();
    let is_given = parameters.any(|given| given.name.text == by.text);
    let message = "columns begin with `by`";
    let start = by.span.at_start();
    let error = Diagnostic::error(Code::MissingValue, by.span, message);
    let error = error.label("read as the key of a row");
    let error = error.help(format!("write `by {}:`", by.text));
    let is_meant = is_given && row.values.len() > 1;
    is_meant.then(|| error.guess(start, "by "))
}

/// Each row has as many values as there are columns.
pub(super) fn as_many(row: &Row, def: &TableDef, diagnostics: &mut Diagnostics) {
    let (many, wanted) = (row.values.len(), def.columns.as_ref());
    let message = match wanted.map_or(1, |columns| columns.columns.len()) {
        wanted if many == 0 || many == wanted => return,
        1 => "this row has several values, but the table has no columns".to_owned(),
        wanted if many == 1 => {
            format!("this row has one value, but the table has {wanted} columns")
        }
        wanted => format!("this row has {many} values, but the table has {wanted} columns"),
    };
    let error = Diagnostic::error(Code::MissingValue, row.span, message);
    diagnostics.push(match wanted {
        Some(_) => error.help("between two values stands `|`"),
        None => {
            error.help("say first what tells the columns apart, as in `by size: small | large`")
        }
    });
}
