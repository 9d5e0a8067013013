//! What an action spends: when it cannot be spent, and what its first stage takes. Each is what an author would write; in all of them the act is local 0
//! and its attributes stand bare.

use super::elaborator::Elaborator;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Destination, Expr, ExprId, KindId, Statement, StatementKind as Kind, Template, TemplateId,
    TemplatePiece, Type, slots,
};
use crate::syntax::ast::{ActionDef, Spending};

/// What is spent, read in a body of its own.
struct Spent {
    /// What takes it.
    takes: Kind,
    /// When it cannot be spent, and why: `ann has only 1 mana`.
    refused: Vec<(ExprId, TemplateId)>,
}

/// What the first stage of an action does before all else.
pub(super) fn prologue(body: &mut Elaborator<'_>, def: &ActionDef) -> Vec<Statement> {
    let spent = def.spends.iter().filter_map(|spending| {
        let spent = body.scope(|body| read(body, def, spending))?;
        Some(Statement {
            kind: spent.takes,
            span: spending.span,
        })
    });
    spent.collect()
}

/// When it cannot be spent, and why.
pub(super) fn refusals(
    body: &mut Elaborator<'_>,
    def: &ActionDef,
    spending: &Spending,
) -> Vec<(ExprId, TemplateId)> {
    read(body, def, spending).map_or_else(Vec::new, |spent| spent.refused)
}

/// What an action spends before this of the same, which is no longer there.
fn spent_before(body: &mut Elaborator<'_>, def: &ActionDef, spending: &Spending) -> Vec<ExprId> {
    let place = spending.from.factor_words();
    let before = def
        .spends
        .iter()
        .take_while(|one| one.span != spending.span);
    let mark = body.out.resolved.mark();
    let before = before.filter(|one| one.from.factor_words() == place);
    let before = before.map(|one| body.expr(&one.value, None).id).collect();
    // What its names stand for is noted where it is spent.
    body.out.resolved.back_to(mark);
    before
}

fn read(body: &mut Elaborator<'_>, def: &ActionDef, spending: &Spending) -> Option<Spent> {
    let mut before = Vec::new();
    let takes = body.change(&spending.from, &spending.value, false, &mut before)?;
    let Kind::Subtract {
        place: Destination::Attribute { kind, of, slot, .. },
        value,
    } = takes
    else {
        let message =
            "what an action spends is a number of a record, at a key that is written down";
        let place = spending.from.span;
        body.diagnostics
            .push(Diagnostic::error(Code::WrongPlace, place, message));
        return None;
    };
    let span = spending.span;
    let held = body.push(Expr::Attribute { kind, of, slot }, span);
    let mut needed = value;
    for before in spent_before(body, def, spending) {
        needed = body.push(Expr::Plus(needed, before), span);
    }
    let is_less = body.push(Expr::Less(held, needed), span);
    let nothing_there = body.push(Expr::Missing(held), span);
    let is_there = body.push(Expr::Not(nothing_there), span);
    let too_little = body.push(Expr::And([is_there, is_less].into()), span);
    let attribute = body.rules.attribute(kind, slot);
    let what = match attribute.text.as_str() {
        "" => attribute.name.replace('_', " "),
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
    Some(Spent { takes, refused })
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
