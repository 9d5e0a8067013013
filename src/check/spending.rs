//! What an action spends: when it cannot be spent, and what its first stage takes. Each is what an author would write; in all of them the act is local 0
//! and its attributes stand bare. A pool that is spent from another one, `spends put from actor.dice`, is spent key by key.

use super::elaborator::Elaborator;
use super::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Expr, ExprId, KindId, Statement, Template, TemplateId, TemplatePiece, Type, slots,
};
use crate::syntax::ast::{self, ActionDef, ExprKind, Name, Number, Spending};

/// What the first stage of an action does before all else.
pub(super) fn prologue(body: &mut Elaborator<'_>, def: &ActionDef) -> Vec<Statement> {
    let mut all = Vec::new();
    for spending in &each_key(body, &def.spends) {
        body.scope(|body| {
            let taken = body.change(&spending.from, &spending.value, false, &mut all);
            all.extend(taken.map(|kind| Statement {
                kind,
                span: spending.span,
            }));
        });
    }
    all
}

/// What is spent, of pools that are spent from others each key by itself.
fn each_key(body: &mut Elaborator<'_>, spends: &[Spending]) -> Vec<Spending> {
    let mut all = Vec::new();
    for spending in spends {
        let mark = body.out.resolved.mark();
        let [keys, there] = [&spending.value, &spending.from].map(|part| keys_of(body, part));
        // What its names stand for is noted where it is spent.
        body.out.resolved.back_to(mark);
        let written = |key: &ast::Expr| key.factor_words();
        match (keys, there) {
            (Some(keys), Some(there)) if keys.iter().map(written).eq(there.iter().map(written)) => {
                all.extend(keys.iter().map(|key| Spending {
                    value: at_key(&spending.value, key),
                    from: at_key(&spending.from, key),
                    span: spending.span,
                }));
            }
            (Some(_), Some(_)) => {
                let message = "what is spent has other keys than what it is spent from";
                let error = Diagnostic::error(Code::WrongType, spending.span, message);
                let help = "give both attributes the same keys, as `from 1 to 6`";
                body.diagnostics.push(error.help(help));
            }
            _ => all.push(spending.clone()),
        }
    }
    all
}

/// The keys of an attribute that stands without one.
fn keys_of(body: &mut Elaborator<'_>, expr: &ast::Expr) -> Option<Vec<ast::Expr>> {
    let (kind, name) = match &expr.kind {
        ExprKind::Name(name) => (KindId::ACT, name),
        ExprKind::Dot(of, name) if body.names.keyed.contains_key(&name.text) => {
            match body.expr(of, None).ty {
                Type::Record(kind) => (kind, name),
                _ => return None,
            }
        }
        _ => return None,
    };
    let keyed = body.names.keyed.get(&name.text)?.get(&kind)?;
    let span = expr.span;
    let number = |digits: &str| ast::Expr {
        kind: ExprKind::Number(Number {
            digits: digits.to_owned(),
            negative: false,
            span,
        }),
        span,
    };
    let keys = keyed.keys.iter().map(|(_, written)| {
        let kind = match (&keyed.key, written.strip_prefix('-')) {
            (Type::Number(_), None) => return number(written),
            (Type::Number(_), Some(digits)) => ExprKind::Minus(Box::new(number(digits))),
            _ => ExprKind::Name(Name {
                text: written.clone(),
                span,
            }),
        };
        ast::Expr { kind, span }
    });
    Some(keys.collect())
}

/// The value of an attribute for a key.
fn at_key(expr: &ast::Expr, key: &ast::Expr) -> ast::Expr {
    let (of, function) = match &expr.kind {
        ExprKind::Dot(of, name) => (Some(&**of), name),
        ExprKind::Name(name) => (None, name),
        _ => return expr.clone(),
    };
    let kind = ExprKind::Call {
        function: function.clone(),
        arguments: of.into_iter().chain([key]).cloned().collect(),
    };
    ast::Expr {
        kind,
        span: expr.span,
    }
}

/// What an action spends before this of the same, which is no longer there.
fn spent_before(body: &mut Elaborator<'_>, before: &[Spending], from: &ast::Expr) -> Vec<ExprId> {
    let place = from.factor_words();
    let mark = body.out.resolved.mark();
    let before = before.iter();
    let before = before.filter(|one| one.from.factor_words() == place);
    let before = before.map(|one| body.expr(&one.value, None).id).collect();
    // What its names stand for is noted where it is spent.
    body.out.resolved.back_to(mark);
    before
}

/// When it cannot be spent, and why: `ann has only 1 mana`.
pub(super) fn refusals(
    body: &mut Elaborator<'_>,
    def: &ActionDef,
    spending: &Spending,
) -> Vec<(ExprId, TemplateId)> {
    let all = each_key(body, &def.spends);
    let own = (all.iter().enumerate()).filter(|(_, one)| one.span == spending.span);
    own.flat_map(|(place, one)| refusals_of(body, &all[..place], one))
        .collect()
}

/// When this cannot be spent after what is spent `before`.
fn refusals_of(
    body: &mut Elaborator<'_>,
    before: &[Spending],
    spending: &Spending,
) -> Vec<(ExprId, TemplateId)> {
    let span = spending.span;
    let from = body.expr(&spending.from, None);
    let value = body.expr(&spending.value, Some(&from.ty)).id;
    let held = from.id;
    let place = match &body.out.exprs[held.index()] {
        Expr::Attribute { kind, of, slot } => Some((*kind, *of, *slot)),
        Expr::Lookup(table, found) => (body.rules.tables[table.index()].reads)
            .and_then(|(kind, slot)| Some((kind, *found.first()?, slot))),
        _ => None,
    };
    // A key that is not written down is looked for.
    let is_worked_out = matches!(body.out.exprs[held.index()], Expr::Lookup(..));
    let is_number = matches!(from.ty, Type::Number(_));
    if from.is_poison() {
        return Vec::new();
    }
    let Some((kind, of, slot)) = place.filter(|_| is_number) else {
        let message = "what an action spends is a number of a record";
        let place = spending.from.span;
        let error = Diagnostic::error(Code::WrongPlace, place, message);
        body.diagnostics
            .extend((from.ty != POISON).then_some(error));
        return Vec::new();
    };
    let mut needed = value;
    for before in spent_before(body, before, &spending.from) {
        needed = body.push(Expr::Plus(needed, before), span);
    }
    let is_less = body.push(Expr::Less(held, needed), span);
    let nothing_there = body.push(Expr::Missing(held), span);
    let is_there = body.push(Expr::Not(nothing_there), span);
    let too_little = body.push(Expr::And([is_there, is_less].into()), span);
    let attribute = body.rules.attribute(kind, slot);
    let (text, name) = match is_worked_out {
        true => (attribute.declared_text(), attribute.declared_name()),
        false => (attribute.text.as_str(), attribute.name.as_str()),
    };
    let what = match text {
        "" => name.replace('_', " "),
        text => text.to_owned(),
    };
    let ty = attribute.declared.ty.clone();
    let holder = match kind {
        KindId::COMBAT => TemplatePiece::Plain("the combat".to_owned()),
        _ => TemplatePiece::Hole(of, Type::Record(kind)),
    };
    let may_be_missing = is_led_to(&body.out.exprs, of);
    let amount = body.out.exprs[value.index()].constant();
    let mut because = |pieces| {
        body.out.template(Template {
            pieces,
            span,
            reveals: None,
            titles: false,
        })
    };
    let mut refused = vec![(
        too_little,
        because(vec![
            holder,
            TemplatePiece::Plain(" has only ".to_owned()),
            TemplatePiece::Hole(held, ty.clone()),
            TemplatePiece::Plain(format!(" {what}")),
        ]),
    )];
    // The record that holds it may be missing.
    if may_be_missing {
        let missing = because(vec![TemplatePiece::Plain(format!(
            "there is no {what} to spend"
        ))]);
        refused.push((nothing_there, missing));
    }
    let less_than_nothing = because(vec![
        TemplatePiece::Plain("what is spent is less than nothing: ".to_owned()),
        TemplatePiece::Hole(value, ty),
        TemplatePiece::Plain(format!(" {what}")),
    ]);
    match amount {
        Some(amount) if amount < 0 => {
            let message = "an action cannot spend less than nothing";
            let error = Diagnostic::error(Code::WrongPlace, spending.value.span, message);
            let help = "what it brings in is added in `does`, as in `does { add 2 to actor.mana }`";
            body.diagnostics.push(error.help(help));
        }
        Some(_) => {}
        None => {
            let nothing = body.push(Expr::Const(0), span);
            refused.push((
                body.push(Expr::Less(value, nothing), span),
                less_than_nothing,
            ));
        }
    }
    refused
}

/// Whether a record is found by way of attributes or definitions, and is not just named.
fn is_led_to(exprs: &[Expr], record: ExprId) -> bool {
    match &exprs[record.index()] {
        Expr::Attribute { kind, of, slot } => {
            let always_there = [
                (KindId::ACT, slots::ACTOR),
                (KindId::COMBATANT, slots::SIDE),
            ];
            !always_there.contains(&(*kind, *slot)) || is_led_to(exprs, *of)
        }
        expr => !matches!(expr, Expr::Local(_) | Expr::Const(_)),
    }
}
