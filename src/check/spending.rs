//! What an action spends: its declaration is refused where there is too little, or less than nothing is spent, its act is void where that is so by
//! then, and its first stage takes it. Each of the three is what an author would write; in all of them the act is local 0 and its attributes stand bare.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::{Elaborator, Owner};
use super::statement::block::block;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActMoment, ActPattern, ActionId, Destination, Expr, ExprId, Happening, ItemId, KindId,
    Statement, StatementKind as Kind, Template, TemplateId, TemplatePiece, Trigger, Type, VoidRule,
};
use crate::syntax::ast::{ActionDef, Spending};

/// What is spent, read in a body of its own.
struct Spent {
    /// What takes it.
    takes: Kind,
    /// When it cannot be spent, and why: `ann has only 1 mana`.
    refused: Vec<(ExprId, TemplateId)>,
}

/// All that actions spend, each with the action and its item.
fn all<'a>(
    by_kind: &'a ByKind<'a>,
) -> impl Iterator<Item = (ActionId, ItemId, &'a ActionDef, &'a Spending)> {
    let actions = by_kind.actions.iter().enumerate();
    actions.flat_map(|(index, &(item, def))| {
        let spends = def.spends.iter();
        spends.map(move |spending| (ActionId::from_index(index), item, def, spending))
    })
}

/// What the first stage of an action does before all else.
pub(super) fn prologue(body: &mut Elaborator<'_>, def: &ActionDef) -> Vec<Statement> {
    let spent = def.spends.iter().filter_map(|spending| {
        let spent = body.scope(|body| read(body, spending))?;
        Some(Statement {
            kind: spent.takes,
            span: spending.span,
        })
    });
    spent.collect()
}

/// The triggers that refuse a declaration.
pub(super) fn triggers(checker: &mut Checker, by_kind: &ByKind<'_>) -> Vec<Trigger> {
    let mut triggers = Vec::new();
    for (action, item, def, spending) in all(by_kind) {
        let mut body = checker.body();
        body.owner = Owner::Trigger(true);
        body.bare_record(KindId::ACT, None);
        let Some(spent) = read(&mut body, spending) else {
            continue;
        };
        let locals = body.locals();
        let refused = spent.refused.into_iter();
        triggers.extend(refused.map(|(guard, because)| Trigger {
            title: title(def),
            on: Happening::Act {
                acts: ActPattern {
                    kinds: vec![(action, None)],
                },
                moment: ActMoment::Declared,
            },
            locals,
            guard: Some(guard),
            limit: None,
            body: block([Kind::Refuse { because }], spending.span),
            item,
        }));
    }
    triggers
}

/// What makes an act void whose first stage cannot be paid.
pub(super) fn voids(checker: &mut Checker, by_kind: &ByKind<'_>) -> Vec<VoidRule> {
    let mut voids = Vec::new();
    // What is done at once never waits, so no rule can make it void.
    for (action, item, def, spending) in all(by_kind).filter(|one| !one.2.at_once) {
        let stages = &checker.rules.actions[action.index()].stages;
        let first = stages.first().map(|stage| stage.name);
        let mut body = checker.body();
        body.bare_record(KindId::ACT, None);
        let Some(spent) = read(&mut body, spending) else {
            continue;
        };
        let locals = body.locals();
        let refused = spent.refused.into_iter();
        voids.extend(refused.map(|(guard, because)| VoidRule {
            title: title(def),
            acts: ActPattern {
                kinds: vec![(action, first)],
            },
            locals,
            guard,
            because,
            item,
        }));
    }
    voids
}

fn title(def: &ActionDef) -> String {
    format!("what {} spends", def.name.text.replace('_', " "))
}

fn read(body: &mut Elaborator<'_>, spending: &Spending) -> Option<Spent> {
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
    let too_little = body.push(Expr::Less(held, value), span);
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
    let less_than_nothing = because(vec![
        TemplatePiece::Plain("what is spent is less than nothing: ".to_owned()),
        TemplatePiece::Hole(value, ty),
        TemplatePiece::Plain(format!(" {what}")),
    ]);
    match body.out.exprs[value.index()].constant() {
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
