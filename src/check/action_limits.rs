//! How often an action can be done: `limit once per round` by each combatant, `limit once per combat for target` to each record that it names. A mark of that
//! record says how often it still can be; the first stage takes 1 from it, and a phase sets it back as it begins. In all of them the act is local 0.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::Elaborator;
use super::output::Looked;
use super::phases::set;
use super::statement::block::{block, only_if};
use super::triggers;
use super::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::index::to_short;
use crate::ruleset::{
    ActMoment, ActionId, Attribute, Expr, ExprId, KindId, Local, QueryKind, Ruleset, Slot,
    Statement, Template, TemplateId, TemplatePiece, Type, slot_of, slots,
};
use crate::source::{Span, english};
use crate::syntax::ast::{ActionDef, ActionLimit, ExprKind, Limit};

/// The act in hand.
const THIS: Local = 0;

/// What is limited: for each record of a kind, which an attribute of the act names.
#[derive(Clone, Copy, Debug)]
pub struct LimitMark {
    kind: KindId,
    named: Slot,
    mark: Slot,
}

/// Gives records the marks.
pub(super) fn declare(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (index, (item, def)) in by_kind.actions.iter().enumerate() {
        for limit in &def.limits {
            let (rules, names, out, _) = checker.parts();
            let span = limit.span;
            let (kind, named) =
                limited(rules, &limit.limit).unwrap_or((KindId::COMBATANT, slots::ACTOR));
            let times = out.push(Expr::Const(times(&limit.limit)), span);
            let attributes = &mut rules.kinds[kind.index()].attributes;
            let mark = to_short(attributes.len());
            let name = format!("{} left per {}", def.name.text, limit.limit.phase.text);
            let (ty, of) = (Type::Number(None), (*item, span));
            attributes.push(Attribute::mark(name, ty, Some(times), of));
            let marks = names.limits.entry(ActionId::from_index(index));
            marks.or_default().push(LimitMark { kind, named, mark });
            if let Some(phase) = names.phases.get(&limit.limit.phase.text) {
                names.set_back.entry(*phase).or_default().push((kind, mark));
            }
        }
    }
}

/// The kind of the records for each of which it is limited, and the attribute of the act that names one. `None` if it names none.
fn limited(rules: &Ruleset, limit: &Limit) -> Option<(KindId, Slot)> {
    let name = match (limit.keys.as_slice(), &limit.whose) {
        ([], None) => return Some((KindId::COMBATANT, slots::ACTOR)),
        ([key], None) => match &key.kind {
            ExprKind::Name(name) => name,
            _ => return None,
        },
        _ => return None,
    };
    let act = rules.kind(KindId::ACT);
    let slot = slot_of(act, &name.text)?;
    match rules.attribute(KindId::ACT, slot).declared.ty {
        // What its type is meant to be is told there.
        POISON => Some((KindId::COMBATANT, slots::ACTOR)),
        Type::Record(kind) => Some((kind, slot)),
        _ => None,
    }
}

/// How often, where that can be read.
fn times(limit: &Limit) -> i64 {
    let digits = limit.times.as_ref().map(|times| times.digits.parse());
    digits.map_or(1, |times| times.unwrap_or(1))
}

/// What the first stage does before all else.
pub(super) fn prologue(
    body: &mut Elaborator<'_>,
    action: ActionId,
    def: &ActionDef,
) -> Vec<Statement> {
    let marks = body.names.limits.get(&action).cloned().unwrap_or_default();
    let all = def.limits.iter().zip(marks);
    all.map(|(limit, mark)| {
        let span = limit.span;
        let (named, left) = left(body, mark, span);
        let one = body.push(Expr::Const(1), span);
        let fewer = body.push(Expr::Minus(left, one), span);
        let takes = set(body.rules, (mark.kind, mark.mark), named, fewer);
        let kind = match is_named(body, mark, named, span) {
            Some(is_named) => only_if(is_named, block([takes], span)),
            None => takes,
        };
        Statement { kind, span }
    })
    .collect()
}

/// The record that the act names, and how often it still can be.
fn left(body: &mut Elaborator<'_>, mark: LimitMark, span: Span) -> (ExprId, ExprId) {
    let this = body.push(Expr::Local(THIS), span);
    let named = attribute(body, (KindId::ACT, mark.named), this, span);
    let left = attribute(body, (mark.kind, mark.mark), named, span);
    (named, left)
}

/// Whether the act names a record, where it need not.
fn is_named(
    body: &mut Elaborator<'_>,
    mark: LimitMark,
    named: ExprId,
    span: Span,
) -> Option<ExprId> {
    let attribute = body.rules.attribute(KindId::ACT, mark.named);
    attribute
        .declared
        .optional
        .then(|| body.is_known(named, span))
}

/// An attribute of a record.
pub(super) fn attribute(
    body: &mut Elaborator<'_>,
    (kind, slot): (KindId, Slot),
    of: ExprId,
    span: Span,
) -> ExprId {
    body.push(Expr::Attribute { kind, of, slot }, span)
}

/// When it has been done often enough, and why that refuses the act. Declared are no more than can still be done, with those that have not begun.
pub(super) fn refusal(
    body: &mut Elaborator<'_>,
    action: ActionId,
    (written, number): (&ActionLimit, usize),
    moment: ActMoment,
) -> Option<(ExprId, TemplateId)> {
    let (limit, span) = (&written.limit, written.span);
    if limited(body.rules, limit).is_none() {
        let other = limit.whose.iter().chain(&limit.keys).next()?;
        let message = "an action is limited for who does it, or for a record that it names";
        let error = Diagnostic::error(Code::WrongPlace, other.span, message);
        body.diagnostics.push(error.help(
            "write `limit once per round`, or `limit once per round for target`; what is counted otherwise is an attribute that the action spends",
        ));
        return None;
    }
    triggers::limit(body, limit)?;
    let mark = *body.names.limits.get(&action)?.get(number)?;
    let (named, left) = left(body, mark, span);
    let needed = match moment {
        ActMoment::Declared => needed(body, (action, mark), named, span),
        _ => body.push(Expr::Const(1), span),
    };
    let mut guard = body.push(Expr::Less(left, needed), span);
    if let Some(is_named) = is_named(body, mark, named, span) {
        guard = body.push(Expr::And([is_named, guard].into()), span);
    }
    let because = match &written.because {
        Some(because) => body.scope(|body| body.template(because)),
        None => usual_words(body, limit, (mark.kind, named)),
    };
    Some((guard, because))
}

/// `ann can do so only once per round`
fn usual_words(
    body: &mut Elaborator<'_>,
    limit: &Limit,
    (kind, named): (KindId, ExprId),
) -> TemplateId {
    let often = match times(limit) {
        1 => "once".to_owned(),
        times => english::counted(times, "time"),
    };
    let can = match limit.keys.as_slice() {
        [] => " can do so only ",
        _ => " can be named so only ",
    };
    let phase = english::spaced(&limit.phase.text);
    body.out.template(Template::new(
        vec![
            TemplatePiece::Hole(named, Type::Record(kind)),
            TemplatePiece::Plain(format!("{can}{often} per {phase}")),
        ],
        limit.span,
    ))
}

/// One more than how many other acts of this action that name the same record have not begun.
fn needed(
    body: &mut Elaborator<'_>,
    (action, mark): (ActionId, LimitMark),
    named: ExprId,
    span: Span,
) -> ExprId {
    body.scope(|body| {
        let local = body.reserve();
        let [of, this] = [local, THIS].map(|local| body.push(Expr::Local(local), span));
        let [its, its_action, begun] = [mark.named, slots::ACTION, slots::BEGUN]
            .map(|slot| attribute(body, (KindId::ACT, slot), of, span));
        let action = body.push(Expr::Const(i64::from(action.0)), span);
        let filter = [
            body.push(Expr::Equal(its, named), span),
            body.push(Expr::Equal(its_action, action), span),
            body.push(Expr::Not(begun), span),
            body.push(Expr::NotEqual(of, this), span),
        ];
        let filter = Some(body.push(Expr::And(filter.into()), span));
        let looked = Looked::at(KindId::ACT, local, filter);
        let others = body.ask(QueryKind::Count, &looked, None, None, span);
        let one = body.push(Expr::Const(1), span);
        body.push(Expr::Plus(one, others), span)
    })
}
