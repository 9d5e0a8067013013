//! What must be so for an act to be declared and carried out: what its action needs, that what it spends is there, and that it has not been done too often. A declaration is refused where it is
//! not so, and the act is void where it is not so by the time of its first stage.

use super::Checker;
use super::action_limits;
use super::by_kind::ByKind;
use super::elaborator::{Elaborator, Owner};
use super::spending;
use super::statement::block::block;
use crate::ruleset::{
    ActMoment, ActPattern, ActionId, Expr, ExprId, Happening, ItemId, KindId,
    StatementKind as Kind, TemplateId, Trigger, VoidRule,
};
use crate::source::Span;
use crate::syntax::ast::{ActionDef, ActionLimit, ActionNeed, Spending};

#[derive(Clone, Copy)]
enum Requirement<'a> {
    Needs(&'a ActionNeed),
    Spends(&'a Spending),
    /// A limit, by its number.
    Limit(&'a ActionLimit, usize),
}

impl Requirement<'_> {
    fn span(self) -> Span {
        match self {
            Requirement::Needs(need) => need.span,
            Requirement::Spends(spending) => spending.span,
            Requirement::Limit(limit, _) => limit.span,
        }
    }

    fn title(self, def: &ActionDef) -> String {
        let action = def.name.text.replace('_', " ");
        match self {
            Requirement::Needs(_) => format!("what {action} needs"),
            Requirement::Spends(_) => format!("what {action} spends"),
            Requirement::Limit(..) => format!("how often {action} can be done"),
        }
    }

    /// When it is not so, and why that refuses the act. The act is local 0, and its attributes stand bare.
    fn refusals(
        self,
        body: &mut Elaborator<'_>,
        (action, def): (ActionId, &ActionDef),
        by_kind: &ByKind<'_>,
        moment: ActMoment,
    ) -> Vec<(ExprId, TemplateId)> {
        match self {
            Requirement::Needs(need) => {
                let condition = body.condition(&need.condition);
                let guard = body.push(Expr::Not(condition), need.condition.span);
                let because = body.scope(|body| body.template(&need.because));
                vec![(guard, because)]
            }
            Requirement::Spends(spending) => {
                let mut refused = spending::refusals(body, def, spending);
                if moment == ActMoment::Declared {
                    refused.extend(spending::beside_others(body, def, spending, by_kind));
                }
                refused
            }
            Requirement::Limit(limit, number) => {
                let refusal = action_limits::refusal(body, action, (limit, number), moment);
                refusal.into_iter().collect()
            }
        }
    }
}

/// All requirements of actions, each with the action and its item.
fn all<'a>(
    by_kind: &'a ByKind<'a>,
) -> impl Iterator<Item = (ActionId, ItemId, &'a ActionDef, Requirement<'a>)> {
    let actions = by_kind.actions.iter().enumerate();
    actions.flat_map(|(index, &(item, def))| {
        let needs = def.needs.iter().map(Requirement::Needs);
        let limits = def.limits.iter().zip(0..);
        let limits = limits.map(|(limit, number)| Requirement::Limit(limit, number));
        let all = needs.chain(def.spends.iter().map(Requirement::Spends));
        let all = all.chain(limits);
        all.map(move |requirement| (ActionId::from_index(index), item, def, requirement))
    })
}

/// The triggers that refuse a declaration.
pub(super) fn triggers(checker: &mut Checker, by_kind: &ByKind<'_>) -> Vec<Trigger> {
    let mut triggers = Vec::new();
    for (action, item, def, requirement) in all(by_kind) {
        let mut body = checker.body();
        body.owner = Owner::Trigger(true);
        body.bare_record(KindId::ACT, None);
        let refusals = requirement.refusals(&mut body, (action, def), by_kind, ActMoment::Declared);
        let locals = body.locals();
        triggers.extend(refusals.into_iter().map(|(guard, because)| Trigger {
            title: requirement.title(def),
            on: Happening::Act {
                acts: ActPattern {
                    kinds: vec![(action, None)],
                },
                moment: ActMoment::Declared,
            },
            locals,
            guard: Some(guard),
            limit: None,
            body: block([Kind::Refuse { because }], requirement.span()),
            item,
        }));
    }
    triggers
}

/// What makes an act void whose first stage cannot be carried out.
pub(super) fn voids(checker: &mut Checker, by_kind: &ByKind<'_>) -> Vec<VoidRule> {
    let mut voids = Vec::new();
    // What is done at once never waits, so no rule can make it void.
    for (action, item, def, requirement) in all(by_kind).filter(|one| !one.2.at_once) {
        let stages = &checker.rules.actions[action.index()].stages;
        let first = stages.first().map(|stage| stage.name);
        let mut body = checker.body();
        body.bare_record(KindId::ACT, None);
        let refusals = requirement.refusals(&mut body, (action, def), by_kind, ActMoment::Void);
        let locals = body.locals();
        voids.extend(refusals.into_iter().map(|(guard, because)| VoidRule {
            title: requirement.title(def),
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
