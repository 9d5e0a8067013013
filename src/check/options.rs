//! Options and their settings: plain values, known before any combat.

use super::Checker;
use super::body::Body;
use super::by_kind::ByKind;
use super::output::Output;
use super::resolved_names::Meaning;
use super::symbol_table::{SymbolTable, meant};
use super::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{Expr, ExprId, Ruleset, Type, Value};
use crate::syntax::ast::{self, OptionDef};

/// Reads the defaults of all options, and what `set option` makes of them.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let Checker {
        rules,
        names,
        out,
        diagnostics,
    } = checker;
    for (index, (_, def)) in by_kind.options.iter().enumerate() {
        check_type(def, &rules.options[index].ty, rules, diagnostics);
        let ty = rules.options[index].ty.clone();
        let value = constant(
            rules,
            names,
            out,
            diagnostics,
            &def.default,
            &ty,
            &format!("the option `{}`", def.name.text),
        );
        rules.options[index].value = value.unwrap_or_default();
    }
    for (name, value) in &by_kind.settings {
        let Some(option) = names.options.get(&name.text) else {
            let complaint = Diagnostic::error(
                Code::UnknownOption,
                name.span,
                format!("there is no option `{}`", name.text),
            );
            diagnostics.push(meant(
                diagnostics,
                complaint,
                name,
                names.options.keys().map(String::as_str),
            ));
            continue;
        };
        let ty = rules.options[option.index()].ty.clone();
        out.resolved.uses(name.span, Meaning::Option(*option));
        let value = constant(
            rules,
            names,
            out,
            diagnostics,
            value,
            &ty,
            &format!("the option `{}`", name.text),
        );
        rules.options[option.index()].value = value.unwrap_or_default();
    }
}

fn check_type(def: &OptionDef, ty: &Type, rules: &Ruleset, diagnostics: &mut Diagnostics) {
    let error = |message: String| Diagnostic::error(Code::WrongType, def.ty.span, message);
    if def.ty.optional {
        diagnostics.push(
            error(format!("the option `{}` cannot be missing", def.name.text))
                .help("leave `optional` out, or add a word for it: `none | ...`"),
        );
    }
    if matches!(ty, Type::Record(_) | Type::Set(_) | Type::Stage) && *ty != POISON {
        diagnostics.push(error(format!(
            "an option cannot be {}",
            types::describe(rules, ty)
        )));
    }
}

/// The value of an expression that must be a plain value.
pub(super) fn constant(
    rules: &Ruleset,
    names: &SymbolTable,
    out: &mut Output,
    diagnostics: &mut Diagnostics,
    ast: &ast::Expr,
    wanted: &Type,
    subject: &str,
) -> Option<Value> {
    let typed = Body::new(rules, names, out, diagnostics).value(ast, wanted, subject);
    if typed.is_poison() {
        return None;
    }
    let value = plain(out, typed.id);
    if value.is_none() {
        diagnostics.push(
            Diagnostic::error(
                Code::WrongPlace,
                ast.span,
                format!("{subject} must be a plain value, known before the combat"),
            )
            .help("write a number, `yes`, `no`, a word or a text"),
        );
    }
    value
}

fn plain(out: &Output, id: ExprId) -> Option<Value> {
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
