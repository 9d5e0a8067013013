//! What an action keeps: `keeps stance`. What the act says of it, its actor has as the first stage is carried out, as `set actor.stance = stance` would say; what it does
//! not say stays as it was. An attribute that acts do not have themselves is one of theirs too, of the same type, and can be missing.

use super::Checker;
use super::action_limits::attribute;
use super::by_kind::ByKind;
use super::elaborator::Elaborator;
use super::phases::set;
use super::resolved_names::Meaning;
use super::statement::block::{block, only_if, put};
use super::statement::read_only;
use super::symbol_table::meant;
use super::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Attribute, Block, Expr, KindId, Local, Slot, Statement, Within, slot_of, slots,
};
use crate::syntax::ast::{ActionDef, Name};

/// The act in hand.
const THIS: Local = 0;

/// Gives acts the attributes that they do not have themselves.
pub(super) fn declare(checker: &mut Checker, by_kind: &ByKind<'_>) {
    for (item, def) in &by_kind.actions {
        for name in def.keeps.iter().flat_map(|kept| &kept.names) {
            let Some(of_actor) = kept(checker, name) else {
                continue;
            };
            let rules = &mut checker.rules;
            if slot_of(rules.kind(KindId::ACT), &name.text).is_some() {
                continue;
            }
            let mut attribute = Attribute {
                item: *item,
                span: name.span,
                within: Within::default(),
                ..rules.attribute(KindId::COMBATANT, of_actor).clone()
            };
            attribute.declared.optional = true;
            rules.kinds[KindId::ACT.index()].attributes.push(attribute);
        }
    }
}

/// The attribute of combatants that is kept, if it can be.
fn kept(checker: &mut Checker, name: &Name) -> Option<Slot> {
    let (rules, names, _, diagnostics) = checker.parts();
    let combatant = rules.kind(KindId::COMBATANT);
    let keyed = names.keyed.get(&name.text);
    let is_keyed = keyed.is_some_and(|keyed| keyed.contains_key(&KindId::COMBATANT));
    let Some(slot) = slot_of(combatant, &name.text).filter(|_| !is_keyed) else {
        if names.unkeyed.contains(&name.text) {
            return None;
        }
        let error = match is_keyed {
            true => Diagnostic::error(
                Code::WrongType,
                name.span,
                format!(
                    "`{}` has a value for each key, which is not kept",
                    name.text
                ),
            )
            .help(format!(
                "say in the effect which one is changed, as in `set actor.{}(...) = ...`",
                name.text
            )),
            false => {
                let message = format!("`combatant` has no attribute `{}`", name.text);
                let error = Diagnostic::error(Code::UnknownName, name.span, message);
                let known = combatant.declared().map(|(_, one)| one.name.as_str());
                meant(diagnostics, error, name, known)
            }
        };
        diagnostics.push(error);
        return None;
    };
    if slot < KindId::COMBATANT.built_in() {
        diagnostics.push(read_only(name.span, &name.text));
        return None;
    }
    Some(slot)
}

/// What the first stage does behind what it spends.
pub(super) fn prologue(body: &mut Elaborator<'_>, def: &ActionDef) -> Vec<Statement> {
    let names = def.keeps.iter().flat_map(|kept| &kept.names);
    names
        .flat_map(|name| keep(body, name).unwrap_or_default())
        .collect()
}

/// `set actor.stance = stance`, where the act says it. What it says has a name, so that whether it is there does not count as asked by the author.
fn keep(body: &mut Elaborator<'_>, name: &Name) -> Option<Block> {
    let span = name.span;
    let [own, of_actor] = [KindId::ACT, KindId::COMBATANT].map(|kind| {
        let slot = slot_of(body.rules.kind(kind), &name.text)?;
        (slot >= kind.built_in()).then_some(slot)
    });
    let (own, of_actor) = own.zip(of_actor)?;
    body.out
        .resolved
        .uses(span, Meaning::Attribute(KindId::ACT, own));
    body.out
        .resolved
        .uses(span, Meaning::Attribute(KindId::COMBATANT, of_actor));
    let [given, wanted] = [(KindId::ACT, own), (KindId::COMBATANT, of_actor)]
        .map(|(kind, slot)| body.rules.attribute(kind, slot).declared.clone());
    if given.ty != wanted.ty {
        let told = |ty| types::describe(body.rules, ty);
        let message = format!(
            "`{}` of an act is {}, and of a combatant {}",
            name.text,
            told(&given.ty),
            told(&wanted.ty)
        );
        let error = Diagnostic::error(Code::WrongType, span, message);
        let is_told = given.ty == POISON || wanted.ty == POISON;
        let help = "what is kept has one type; leave it out of `kind act`, and acts have it as combatants do";
        body.diagnostics
            .extend((!is_told).then(|| error.help(help)));
        return None;
    }
    let this = body.push(Expr::Local(THIS), span);
    let actor = attribute(body, (KindId::ACT, slots::ACTOR), this, span);
    let said = attribute(body, (KindId::ACT, own), this, span);
    let local = body.reserve();
    let value = body.push(Expr::Local(local), span);
    let keeps = set(body.rules, (KindId::COMBATANT, of_actor), actor, value);
    let kept = match given.optional {
        true => {
            let is_known = body.is_known(value, span);
            only_if(is_known, block([keeps], span))
        }
        false => keeps,
    };
    Some(block([put(local, said), kept], span))
}
