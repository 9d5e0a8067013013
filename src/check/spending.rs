//! What an action spends: when it cannot be spent, and what its first stage takes. Each is what an author would write; in all of them the act is local 0
//! and its attributes stand bare. A pool that is spent from another one, `spends put from actor.dice`, is spent key by key.

use super::action_limits;
use super::by_kind::ByKind;
use super::elaborator::{Bare, Elaborator, Typed};
use super::output::Looked;
use super::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActionId, Expr, ExprId, KindId, QueryKind, Slot, Statement, Template, TemplateId,
    TemplatePiece, Type, slots,
};
use crate::source::Span;
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

/// What is spent: how much, of which attribute of which record.
struct SpentNumber {
    kind: KindId,
    of: ExprId,
    slot: Slot,
    /// The attribute itself, as it is written.
    held: ExprId,
    value: ExprId,
}

impl SpentNumber {
    /// Whether its key is looked for, as it is not written down.
    fn is_worked_out(&self, body: &Elaborator<'_>) -> bool {
        matches!(body.out.exprs[self.held.index()], Expr::Lookup(..))
    }

    /// What is spent, in words: `mana`.
    fn what(&self, body: &Elaborator<'_>) -> String {
        let attribute = body.rules.attribute(self.kind, self.slot);
        let (text, name) = match self.is_worked_out(body) {
            true => (attribute.declared_text(), attribute.declared_name()),
            false => (attribute.text.as_str(), attribute.name.as_str()),
        };
        match text {
            "" => name.replace('_', " "),
            text => text.to_owned(),
        }
    }

    /// `ann has only 4`
    fn has_only(&self, body: &Elaborator<'_>) -> Vec<TemplatePiece> {
        let holder = match self.kind {
            KindId::COMBAT => TemplatePiece::Plain("the combat".to_owned()),
            kind => TemplatePiece::Hole(self.of, Type::Record(kind)),
        };
        vec![
            holder,
            TemplatePiece::Plain(" has only ".to_owned()),
            TemplatePiece::Hole(self.held, self.ty(body)),
        ]
    }

    fn ty(&self, body: &Elaborator<'_>) -> Type {
        let attribute = body.rules.attribute(self.kind, self.slot);
        attribute.declared.ty.clone()
    }
}

/// What is spent, where it is a number of a record.
fn spent(body: &mut Elaborator<'_>, spending: &Spending) -> Result<SpentNumber, Typed> {
    let held = body.expr(&spending.from, None);
    let value = body.expr(&spending.value, Some(&held.ty)).id;
    let place = match &body.out.exprs[held.id.index()] {
        Expr::Attribute { kind, of, slot } => Some((*kind, *of, *slot)),
        Expr::Lookup(table, found) => (body.rules.tables[table.index()].reads)
            .and_then(|(kind, slot)| Some((kind, *found.first()?, slot))),
        _ => None,
    };
    match place {
        Some((kind, of, slot)) if matches!(held.ty, Type::Number(_)) => Ok(SpentNumber {
            kind,
            of,
            slot,
            held: held.id,
            value,
        }),
        _ => Err(held),
    }
}

/// When this cannot be spent after what is spent `before`.
fn refusals_of(
    body: &mut Elaborator<'_>,
    before: &[Spending],
    spending: &Spending,
) -> Vec<(ExprId, TemplateId)> {
    let span = spending.span;
    let found = match spent(body, spending) {
        Ok(found) => found,
        Err(from) => {
            let message = "what an action spends is a number of a record";
            let place = spending.from.span;
            let error = Diagnostic::error(Code::WrongPlace, place, message);
            body.diagnostics
                .extend((from.ty != POISON).then_some(error));
            return Vec::new();
        }
    };
    let (held, value) = (found.held, found.value);
    let needed = needed(body, before, spending, value);
    let is_less = body.push(Expr::Less(held, needed), span);
    let nothing_there = body.push(Expr::Missing(held), span);
    let is_there = body.push(Expr::Not(nothing_there), span);
    let too_little = body.push(Expr::And([is_there, is_less].into()), span);
    let (what, ty) = (found.what(body), found.ty(body));
    let may_be_missing = is_led_to(&body.out.exprs, found.of);
    let amount = body.out.exprs[value.index()].constant();
    let mut only = found.has_only(body);
    only.push(TemplatePiece::Plain(format!(" {what}")));
    let mut because = |pieces| because(body, pieces, span);
    let mut refused = vec![(too_little, because(only))];
    // Of all that is there, there is never too little.
    let is_all = spending.value.factor_words() == spending.from.factor_words();
    if is_all && before.is_empty() {
        refused.clear();
    }
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

/// How much there must be for this to be spent after what is spent `before`.
fn needed(
    body: &mut Elaborator<'_>,
    before: &[Spending],
    spending: &Spending,
    value: ExprId,
) -> ExprId {
    let before = spent_before(body, before, &spending.from).into_iter();
    before.fold(value, |sum, one| {
        body.push(Expr::Plus(sum, one), spending.span)
    })
}

/// A reason.
fn because(body: &mut Elaborator<'_>, pieces: Vec<TemplatePiece>, span: Span) -> TemplateId {
    body.out.template(Template::new(pieces, span))
}

/// When it could be spent, but not beside what other acts will spend that have been declared and have not begun, and why:
/// `ann has only 4 mana, of which 3 go to other acts`.
pub(super) fn beside_others(
    body: &mut Elaborator<'_>,
    def: &ActionDef,
    spending: &Spending,
    by_kind: &ByKind<'_>,
) -> Vec<(ExprId, TemplateId)> {
    let all = each_key(body, &def.spends);
    let own = (all.iter().enumerate()).filter(|(_, one)| one.span == spending.span);
    let own = own.filter_map(|(place, one)| beside_others_of(body, &all[..place], one, by_kind));
    own.collect()
}

fn beside_others_of(
    body: &mut Elaborator<'_>,
    before: &[Spending],
    spending: &Spending,
    by_kind: &ByKind<'_>,
) -> Option<(ExprId, TemplateId)> {
    let span = spending.span;
    let found = spent(body, spending).ok()?;
    if found.is_worked_out(body) {
        return None;
    }
    let mut sums = promised(body, by_kind, &found, span);
    // In pairs, so that few lie in each other.
    while sums.len() > 1 {
        let pairs = sums.chunks(2).map(|pair| match *pair {
            [one, other] => body.push(Expr::Plus(one, other), span),
            _ => pair[0],
        });
        sums = pairs.collect();
    }
    let promised = sums.pop()?;
    let needed = needed(body, before, spending, found.value);
    let too_little = body.push(Expr::Less(found.held, needed), span);
    let is_enough = body.push(Expr::Not(too_little), span);
    let is_there = body.is_known(found.held, span);
    let of_all = body.push(Expr::Plus(needed, promised), span);
    let is_less = body.push(Expr::Less(found.held, of_all), span);
    let guard = body.push(Expr::And([is_there, is_enough, is_less].into()), span);
    let mut pieces = found.has_only(body);
    pieces.extend([
        TemplatePiece::Plain(format!(" {}, of which ", found.what(body))),
        TemplatePiece::Hole(promised, found.ty(body)),
        TemplatePiece::Plain(" go to other acts".to_owned()),
    ]);
    Some((guard, because(body, pieces, span)))
}

/// What all other acts that have not begun will spend of an attribute of a record: a sum for each action, and each time that it spends some.
fn promised(
    body: &mut Elaborator<'_>,
    by_kind: &ByKind<'_>,
    from: &SpentNumber,
    span: Span,
) -> Vec<ExprId> {
    let mark = body.out.resolved.mark();
    let mut sums = Vec::new();
    for (number, &(_, def)) in by_kind.actions.iter().enumerate() {
        for one in each_key(body, &def.spends) {
            // As many as there are pairs of what actions spend.
            if !body.few_copies(1, span) {
                body.out.resolved.back_to(mark);
                return sums;
            }
            body.scope(|body| {
                let local = body.reserve();
                let own = Bare {
                    kind: KindId::ACT,
                    local,
                    before: None,
                };
                let around = body.bare.replace(own);
                let found = spent(body, &one);
                body.bare = around;
                let Ok(found) = found else { return };
                if (found.kind, found.slot) != (from.kind, from.slot) || found.is_worked_out(body) {
                    return;
                }
                let [act, this] = [local, 0].map(|local| body.push(Expr::Local(local), span));
                let [its_action, begun] = [slots::ACTION, slots::BEGUN]
                    .map(|slot| action_limits::attribute(body, (KindId::ACT, slot), act, span));
                let action = i64::from(ActionId::from_index(number).0);
                let action = body.push(Expr::Const(action), span);
                let filter = [
                    body.push(Expr::Equal(its_action, action), span),
                    body.push(Expr::NotEqual(act, this), span),
                    body.push(Expr::Not(begun), span),
                    body.push(Expr::Equal(found.of, from.of), span),
                ];
                let filter = Some(body.push(Expr::And(filter.into()), span));
                let looked = Looked::at(KindId::ACT, local, filter);
                sums.push(body.ask(QueryKind::Sum, &looked, Some(found.value), None, span));
            });
        }
    }
    // What their names stand for is noted where it is spent.
    body.out.resolved.back_to(mark);
    sums
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
