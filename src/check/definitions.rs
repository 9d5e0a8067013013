//! Definitions: each is read after those it uses, so that their types are known.

use super::Checker;
use super::by_kind::ByKind;
use super::cycles;
use super::declare::gives_value;
use super::tables;
use super::types::POISON;
use super::visit::{self, VisitedQuery};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Expr, ExprKind, LetDef, Parameter};

/// Reads all definitions, and all tables; last the tables whose rows do something, which may use all of them.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let lets = by_kind.lets.len();
    for node in cycles::topological_order(&needs(checker, by_kind)) {
        match node.checked_sub(lets) {
            None => one(checker, node, by_kind.lets[node].1),
            Some(table) if gives_value(by_kind.tables[table].1) => {
                tables::one(checker, table, by_kind.tables[table].1)
            }
            Some(_) => {}
        }
    }
    for (table, (_, def)) in by_kind.tables.iter().enumerate() {
        if !gives_value(def) {
            tables::one(checker, table, def);
        }
    }
}

/// After everything else: a definition whose type stayed unknown although nothing was complained about.
pub(super) fn untyped(checker: &mut Checker, by_kind: &ByKind<'_>) {
    if checker.diagnostics.has_errors() {
        return;
    }
    for ((_, def), function) in by_kind.lets.iter().zip(&checker.rules.functions) {
        if function.declared.ty == POISON {
            let message = format!("the type of `{}` cannot be found out", def.name.text);
            let error = Diagnostic::error(Code::Recursion, def.name.span, message);
            let help = format!("write it down: `let {}(...): number = ...`", def.name.text);
            checker.diagnostics.push(error.help(help));
        }
    }
}

fn one(checker: &mut Checker, index: usize, def: &LetDef) {
    let mut body = checker.body();
    let function = &body.rules.functions[index];
    body.bind_parameters(&function.parameters);
    let (declared, value) = if let Some(ty) = &def.ty {
        let subject = format!("the value of `{}`", def.name.text);
        let declared = function.declared.clone();
        let value = body.value_of_type(&def.value, &declared.ty, (&subject, ty.span));
        (declared, value)
    } else {
        let value = body.expr(&def.value, None);
        (value.declared(), value)
    };
    let locals = body.locals();
    let function = &mut checker.rules.functions[index];
    function.locals = locals;
    function.declared = declared;
    function.body = value.id;
}

/// For each definition and then each table, which others it names.
fn needs(checker: &Checker, by_kind: &ByKind<'_>) -> Vec<Vec<usize>> {
    let lets = by_kind
        .lets
        .iter()
        .map(|(_, def)| needs_of(checker, &def.parameters, [&def.value], by_kind.lets.len()));
    let tables = by_kind.tables.iter().map(|(_, def)| {
        let by = def.columns.iter().map(|columns| &columns.by);
        let values = by.chain(def.rows.iter().flat_map(|row| &row.values));
        needs_of(checker, &def.parameters, values, by_kind.lets.len())
    });
    lets.chain(tables).collect()
}

fn needs_of<'a>(
    checker: &Checker,
    parameters: &'a [Parameter],
    values: impl IntoIterator<Item = &'a Expr>,
    lets: usize,
) -> Vec<usize> {
    let mut gather = Gather {
        checker,
        bound: parameters.iter().map(|one| &*one.name.text).collect(),
        found: Vec::new(),
        lets,
    };
    values.into_iter().for_each(|value| gather.expr(value));
    gather.found
}

struct Gather<'a> {
    checker: &'a Checker,
    bound: Vec<&'a str>,
    found: Vec<usize>,
    lets: usize,
}

impl<'a> Gather<'a> {
    fn expr<'b: 'a>(&mut self, expr: &'b Expr) {
        let names = &self.checker.names;
        let function = |name: &str| names.functions.get(name).map(|id| id.index());
        match &expr.kind {
            ExprKind::Name(name) if !self.bound.contains(&name.text.as_str()) => {
                self.found.extend(function(&name.text));
            }
            ExprKind::Dot(_, name) => self.found.extend(function(&name.text)),
            ExprKind::Call { function: name, .. } => {
                self.found.extend(function(&name.text));
                let table = names.tables.get(&name.text);
                self.found.extend(table.map(|id| self.lets + id.index()));
            }
            _ => {}
        }
        let (parts, asked) = visit::parts_of(expr);
        parts.into_iter().for_each(|part| self.expr(part));
        if let Some(VisitedQuery { among, values }) = asked {
            self.bound.push(&among.name.text);
            let parts = among.filter.iter().chain(values);
            parts.for_each(|part| self.expr(part));
            self.bound.pop();
        }
    }
}
