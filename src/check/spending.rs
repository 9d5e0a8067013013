//! What an action spends: its declaration is refused where there is too little, its act is void where there is too little by then, and its first
//! stage takes it. Each of the three is what an author would write; in all of them the act is local 0 and its attributes stand bare.

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
    /// Whether there is too little of it.
    too_little: ExprId,
    /// `ann has only 1 mana`
    because: TemplateId,
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
        let because = spent.because;
        triggers.push(Trigger {
            title: title(def),
            on: Happening::Act {
                acts: ActPattern {
                    kinds: vec![(action, None)],
                },
                moment: ActMoment::Declared,
            },
            locals: body.locals(),
            guard: Some(spent.too_little),
            limit: None,
            body: block([Kind::Refuse { because }], spending.span),
            item,
        });
    }
    triggers
}

/// What makes an act void whose first stage cannot be paid.
pub(super) fn voids(checker: &mut Checker, by_kind: &ByKind<'_>) -> Vec<VoidRule> {
    let mut voids = Vec::new();
    for (action, item, def, spending) in all(by_kind) {
        let stages = &checker.rules.actions[action.index()].stages;
        let first = stages.first().map(|stage| stage.name);
        let mut body = checker.body();
        body.bare_record(KindId::ACT, None);
        let Some(spent) = read(&mut body, spending) else {
            continue;
        };
        voids.push(VoidRule {
            title: title(def),
            acts: ActPattern {
                kinds: vec![(action, first)],
            },
            locals: body.locals(),
            guard: spent.too_little,
            because: spent.because,
            item,
        });
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
    let because = body.out.template(Template {
        pieces: vec![
            holder,
            TemplatePiece::Plain(" has only ".to_owned()),
            TemplatePiece::Hole(held, ty),
            TemplatePiece::Plain(format!(" {what}")),
        ],
        span,
        reveals: None,
    });
    Some(Spent {
        takes,
        too_little,
        because,
    })
}
