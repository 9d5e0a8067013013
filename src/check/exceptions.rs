//! Exceptions: two acts (locals 0 and 1), conditions, and which of the two moves how.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::Elaborator;
use super::limits::few;
use super::precedence::TitledStatements;
use super::resolved_names::Meaning;
use super::symbol_table::meant;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ActPattern, ExceptionId, ExceptionRule, ExprId, Movement, Relation};
use crate::syntax::ast::{self, ActBinding, ExceptionDef, ExprKind, Name};

/// Reads all exceptions, and which is over which.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let what = ("a rule file", "exceptions");
    let written = few(
        &by_kind.exceptions,
        what,
        |one| one.1.title.span,
        &mut checker.diagnostics,
    );
    let titled = TitledStatements::new(
        ("exception", "exceptions"),
        written.iter().map(|(_, def)| (&def.title, &def.over)),
        "placement",
        by_kind.placements.iter().map(|(_, def)| &def.title),
    );
    let (titles, over) = titled.sorted_out(&mut checker.diagnostics);
    checker.rules.over = over
        .into_iter()
        .map(|(a, b)| (ExceptionId::from_index(a), ExceptionId::from_index(b)))
        .collect();
    let mut exceptions = Vec::new();
    for ((item, def), title) in written.iter().zip(titles) {
        let def: &ExceptionDef = def;
        let mut body = checker.body();
        let (first, second) = two_acts(&mut body, def);
        let guards = guards(&mut body, &def.guards);
        let Some(moves) = movement(&mut body, def) else {
            continue;
        };
        let locals = body.locals();
        exceptions.push(ExceptionRule {
            title,
            first,
            second,
            locals,
            guards,
            moves,
            item: *item,
        });
    }
    checker.rules.exceptions = exceptions;
}

fn two_acts(body: &mut Elaborator<'_>, def: &ExceptionDef) -> (ActPattern, ActPattern) {
    match &def.acts {
        Some((first, second)) => (body.act(first), body.act(second)),
        None => {
            let message = "this exception does not say which two acts it is about";
            let error = Diagnostic::error(Code::MissingValue, def.title.span, message);
            let named = match &def.moves {
                Some(ast::Movement::Relation {
                    mover, reference, ..
                }) if [mover, reference]
                    .iter()
                    .all(|name| body.names.actions.contains_key(&name.text)) =>
                {
                    [&mover.text, &reference.text].map(String::as_str)
                }
                _ => ["attack", "cast"],
            };
            let help = format!(
                "add `for a: {}, b: {}`, and say what is asked of `a` and `b`",
                named[0], named[1]
            );
            body.diagnostics.push(error.help(help));
            body.astray = true;
            (ActPattern::default(), ActPattern::default())
        }
    }
}

/// The conditions; `a and b` is two of them, so that it can be said which one failed.
fn guards(body: &mut Elaborator<'_>, guards: &[ast::Expr]) -> Vec<ExprId> {
    let single = guards.iter().flat_map(|guard| match &guard.kind {
        ExprKind::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(guard),
    });
    single
        .map(|guard| body.scope(|body| body.condition(guard)))
        .collect()
}

fn movement(body: &mut Elaborator<'_>, def: &ExceptionDef) -> Option<Movement> {
    let acts = def.acts.as_ref();
    match &def.moves {
        None => {
            let message = "this exception moves nothing";
            let error = Diagnostic::error(Code::MissingValue, def.title.span, message);
            let help = "add what it asks for: `a waits for b`, `a goes ahead of b`, `compare x with y: a moves`";
            body.diagnostics.push(error.help(help));
            None
        }
        Some(ast::Movement::Compare { left, right, mover }) => {
            let (left, right) = body.scope(|body| compared(body, left, right));
            let first_moves = is_first(body, acts, mover)?;
            Some(Movement::Compare {
                left,
                right,
                first_moves,
            })
        }
        Some(ast::Movement::Relation {
            mover,
            relation,
            reference,
        }) => {
            let first_moves = is_first(body, acts, mover);
            let first_stays = is_first(body, acts, reference);
            let (first_moves, first_stays) = (first_moves?, first_stays?);
            if first_moves == first_stays {
                let message = format!("`{}` cannot be moved in relation to itself", mover.text);
                let error = Diagnostic::error(Code::WrongPlace, reference.span, message);
                body.diagnostics.push(error.help("name the other act"));
            }
            Some(Movement::Relation {
                first_moves,
                relation: lower(*relation),
            })
        }
    }
}

/// Two values of one dimension, neither of which can be missing.
fn compared(body: &mut Elaborator<'_>, left: &ast::Expr, right: &ast::Expr) -> (ExprId, ExprId) {
    let a = body.any_size(left);
    let b = body.size_like(right, &a);
    for (typed, ast) in [(&a, left), (&b, right)] {
        if typed.optional {
            let message = "this can be missing, and then nothing says who goes first";
            let error = Diagnostic::error(Code::UndefinedOrder, ast.span, message);
            body.diagnostics
                .push(error.help("say what counts then: `... or else ...`"));
        }
    }
    (a.id, b.id)
}

/// Whether a name is that of the first act, else of the second.
fn is_first(
    body: &mut Elaborator<'_>,
    acts: Option<&(ActBinding, ActBinding)>,
    name: &Name,
) -> Option<bool> {
    let (first, second) = acts?;
    if name.text == first.name.text {
        let bound = Meaning::Local(first.name.span);
        body.out.resolved.uses(name.span, bound);
        Some(true)
    } else if name.text == second.name.text {
        let bound = Meaning::Local(second.name.span);
        body.out.resolved.uses(name.span, bound);
        Some(false)
    } else {
        let (one, other) = (first.name.text.as_str(), second.name.text.as_str());
        let message = format!("`{}` is neither `{one}` nor `{other}`", name.text);
        let complaint = Diagnostic::error(Code::UnknownName, name.span, message)
            .label("the names that stand behind `for` are needed here");
        let is_of = |act: &ActBinding| {
            let actions = act.kinds.iter().filter_map(|kind| kind.action.as_ref());
            { actions }.any(|action| action.text == name.text)
        };
        let mut by_action = [first, second].into_iter().filter(|act| is_of(act));
        let complaint = match (by_action.next(), by_action.next()) {
            (Some(act), None) => complaint.write(name.span, act.name.text.as_str()),
            _ => meant(body.diagnostics, complaint, name, [one, other]),
        };
        body.diagnostics.push(complaint);
        None
    }
}

fn lower(relation: ast::Relation) -> Relation {
    match relation {
        ast::Relation::Waits => Relation::Waits,
        ast::Relation::GoesAhead => Relation::GoesAhead,
        ast::Relation::Joins => Relation::Joins,
        ast::Relation::NotBefore => Relation::NotBefore,
        ast::Relation::NotAfter => Relation::NotAfter,
        ast::Relation::Leads => Relation::Leads,
        ast::Relation::Trails => Relation::Trails,
    }
}
