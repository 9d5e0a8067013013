//! Options and their settings: plain values, known before any combat.

use super::Checker;
use super::by_kind::ByKind;
use super::output::CheckOutput;
use super::resolved_names::Meaning;
use super::symbol_table::meant;
use super::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, ExprId, MISSING, OptionId, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, OptionDef};

/// Reads the defaults of all options, and what `set option` makes of them.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (index, (_, def)) in by_kind.options.iter().enumerate() {
        let id = OptionId::from_index(index);
        check_type(checker, def, id);
        set(checker, id, &def.name, &def.default);
    }
    for (name, value) in &by_kind.settings {
        let options = &checker.names.options;
        let Some(id) = options.get(&name.text).copied() else {
            let message = format!("there is no option `{}`", name.text);
            let complaint = Diagnostic::error(Code::UnknownOption, name.span, message);
            let known = options.keys().map(String::as_str);
            let complaint = meant(&checker.diagnostics, complaint, name, known);
            checker.diagnostics.push(complaint);
            continue;
        };
        let resolved = &mut checker.out.resolved;
        resolved.uses(name.span, Meaning::Option(id));
        set(checker, id, name, value);
    }
}

fn set(checker: &mut Checker, id: OptionId, name: &ast::Name, value: &ast::Expr) {
    let ty = checker.rules.options[id.index()].ty.clone();
    let subject = format!("the option `{}`", name.text);
    let value = constant(checker, value, &ty, &subject);
    checker.rules.options[id.index()].value = value.unwrap_or_default();
}

fn check_type(checker: &mut Checker, def: &OptionDef, id: OptionId) {
    let error = |message: String| Diagnostic::error(Code::WrongType, def.ty.span, message);
    if def.ty.optional {
        let error = error(format!("the option `{}` cannot be missing", def.name.text));
        let help = "leave `optional` out, or add a word for it: `none | ...`";
        checker.diagnostics.push(error.help(help));
    }
    let ty = &checker.rules.options[id.index()].ty;
    if matches!(ty, Type::Record(_) | Type::Set(_) | Type::Stage) && *ty != POISON {
        let what = types::describe(&checker.rules, ty);
        let error = error(format!("an option cannot be {what}"));
        checker.diagnostics.push(error);
    }
}

/// The value of an expression that must be a plain value.
pub(super) fn constant(
    checker: &mut Checker,
    ast: &ast::Expr,
    wanted: &Type,
    subject: &str,
) -> Option<Value> {
    let typed = checker.body().value(ast, wanted, subject);
    if typed.is_poison() {
        return None;
    }
    let value = plain(&checker.out, typed.id);
    if value == Some(MISSING) {
        let error = never_missing(checker, ast.span, wanted, subject);
        checker.diagnostics.push(error);
        return None;
    }
    if value.is_none() {
        let message = format!("{subject} must be a plain value, known before the combat");
        let error = Diagnostic::error(Code::WrongPlace, ast.span, message);
        let help = "write a number, `yes`, `no`, a word or a text";
        checker.diagnostics.push(error.help(help));
    }
    value
}

/// `tie = none`
fn never_missing(checker: &Checker, span: Span, wanted: &Type, subject: &str) -> Diagnostic {
    let error = Diagnostic::error(Code::WrongType, span, format!("{subject} is never missing"));
    match wanted {
        Type::YesNo => error.write(span, "no"),
        Type::Choice(words) => {
            let words = types::list_words(&checker.rules, words);
            error.help(format!("it can be {words}"))
        }
        other => error.help(format!("it is {}", types::describe(&checker.rules, other))),
    }
}

/// The value of an expression that is one.
pub(super) fn plain(out: &CheckOutput, id: ExprId) -> Option<Value> {
    match out.exprs.get(id.index())? {
        Expr::Const(value) => Some(*value),
        Expr::Text(text) => Some(Value::from(text.0)),
        Expr::Negate(inner) => match out.exprs.get(inner.index())? {
            Expr::Const(value) => value.checked_neg(),
            _ => None,
        },
        _ => None,
    }
}
