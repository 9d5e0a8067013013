//! What statements do.

use super::{Callee, Effect, Exit, Input, Location, Signal, Update, evaluates, of_act};
use crate::ruleset::{
    ActMoment, Amount, Block, Destination, ExprId, KindId, Local, Slot, StatementKind, Who, slots,
};

impl StatementKind {
    /// Visits the effects of the statement itself; those of the blocks within it are effects of their statements.
    pub fn effects<'r>(&'r self, visit: &mut dyn FnMut(Effect<'r>)) {
        match self {
            StatementKind::Set { place, value } => {
                visit(evaluates(*value));
                writes(*place, Update::Set, visit);
            }
            StatementKind::Add { place, value } | StatementKind::Subtract { place, value } => {
                visit(evaluates(*value));
                writes(*place, Update::Add, visit);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, block) in branches {
                    visit(evaluates(*condition));
                    visit(branch(block));
                }
                visit(branch(otherwise));
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body,
            } => {
                let binds = Some(*local);
                visit(Effect::Reads(Location::Records(*kind)));
                let order = order.iter().map(|key| key.0);
                for expr in filter.iter().copied().chain(order) {
                    visit(Effect::Evaluates { expr, binds });
                }
                visit(Effect::Runs {
                    block: body,
                    binds,
                    repeats: true,
                });
            }
            StatementKind::Repeat { condition, body } => {
                visit(evaluates(*condition));
                visit(Effect::Runs {
                    block: body,
                    binds: None,
                    repeats: true,
                });
            }
            StatementKind::Roll {
                who,
                count,
                sides,
                tally,
                purpose: _,
                local,
                keep,
            } => {
                person(*who, visit);
                for &amount in [count, sides].into_iter().chain(tally.number()) {
                    match amount {
                        Amount::Fixed(_) => {}
                        Amount::Worked(amount) => visit(evaluates(amount)),
                    }
                }
                visit(Effect::Awaits(Input::Dice));
                visit(Effect::Binds(*local));
                keep.iter()
                    .for_each(|keep| writes(*keep, Update::Set, visit));
            }
            StatementKind::Ask {
                who,
                question,
                about,
                among,
                default,
                local,
            } => {
                person(*who, visit);
                about.iter().for_each(|about| visit(evaluates(about.1)));
                visit(Effect::Awaits(Input::Answer(*question)));
                default
                    .iter()
                    .for_each(|default| visit(evaluates(*default)));
                let among = among.map(|among| (among.name, among.condition));
                asks(among).into_iter().for_each(&mut *visit);
                visit(Effect::Binds(*local));
            }
            StatementKind::Declare {
                who,
                one: _,
                actions: _,
                secret: _,
            } => {
                visit(evaluates(*who));
                declared(visit);
                visit(Effect::Calls(
                    Callee::Triggers(Signal::Act(ActMoment::Declared)),
                    &[],
                ));
                visit(Effect::Calls(Callee::Joins(None), &[]));
            }
            StatementKind::RefuseDeclarations { who, because } => {
                visit(evaluates(*who));
                declared(visit);
                visit(Effect::Says(*because));
                visit(Effect::Writes(of_act(slots::STATE, None), Update::Set));
            }
            StatementKind::Refuse { because } => {
                visit(Effect::Says(*because));
                visit(Effect::Writes(of_act(slots::STATE, None), Update::Set));
            }
            StatementKind::Does {
                actor,
                action,
                local,
                next: _,
                settings,
            } => {
                visit(evaluates(*actor));
                makes(KindId::ACT, settings, *local, visit);
                visit(Effect::Calls(Callee::Joins(Some(*action)), &[]));
            }
            StatementKind::Cancel {
                act,
                word: _,
                because,
            } => {
                visit(evaluates(*act));
                because.iter().for_each(|&text| visit(Effect::Says(text)));
                let state = of_act(slots::STATE, Some(*act));
                visit(Effect::Reads(state));
                visit(Effect::Writes(state, Update::Set));
                visit(Effect::Writes(Location::Records(KindId::ACT), Update::Set));
                visit(Effect::Calls(
                    Callee::Triggers(Signal::Act(ActMoment::Cancelled)),
                    &[],
                ));
            }
            StatementKind::Resolve { condition } => {
                visit(Effect::Reads(Location::Records(KindId::ACT)));
                visit(Effect::Calls(Callee::Line, &[]));
                asks(*condition).into_iter().for_each(&mut *visit);
                visit(Effect::Calls(Callee::Batches, &[]));
            }
            StatementKind::Raise { event, arguments } => {
                arguments.iter().for_each(|&one| visit(evaluates(one)));
                visit(Effect::Calls(
                    Callee::Triggers(Signal::Event(*event)),
                    arguments,
                ));
            }
            StatementKind::Do {
                procedure,
                arguments,
                local,
            } => {
                arguments.iter().for_each(|&one| visit(evaluates(one)));
                visit(Effect::Calls(Callee::Procedure(*procedure), arguments));
                local.iter().for_each(|&local| visit(Effect::Binds(local)));
            }
            StatementKind::Result { local: _, value } => visit(evaluates(*value)),
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                let looked_up = arguments.iter().chain([key]);
                looked_up.for_each(|&one| visit(evaluates(one)));
                visit(Effect::Calls(Callee::Rows(*table), arguments));
            }
            StatementKind::New {
                kind,
                local,
                settings,
            } => makes(*kind, settings, *local, visit),
            StatementKind::Phase(phase) => visit(Effect::Calls(Callee::Phase(*phase), &[])),
            StatementKind::Leave(phase) => visit(Effect::Exits(Exit::Leave(*phase))),
            StatementKind::LeaveTurn(phase) => visit(Effect::Exits(Exit::Turn(*phase))),
            StatementKind::LeaveRepeat => visit(Effect::Exits(Exit::Repeat)),
            StatementKind::EndCombat { because } => {
                because.iter().for_each(|&text| visit(Effect::Says(text)));
                visit(Effect::Exits(Exit::EndCombat));
            }
            StatementKind::Note(text) => visit(Effect::Says(*text)),
        }
    }
}

/// A value is put somewhere, or added to what is there.
fn writes<'r>(place: Destination, update: Update, visit: &mut dyn FnMut(Effect<'r>)) {
    let location = Location::from(place);
    match place {
        Destination::Attribute {
            kind, of, within, ..
        } => {
            visit(evaluates(of));
            let of = Some(of);
            let bounds = within.slots();
            bounds.for_each(|slot| visit(Effect::Reads(Location::Attribute { kind, slot, of })));
        }
        Destination::Local(_) => {}
    }
    // What triggers are told of a change are the value of before and the new one.
    if matches!(update, Update::Add) || place.tells().is_some() {
        visit(Effect::Reads(location));
    }
    let is_bounded =
        |place| matches!(place, Destination::Attribute { within, .. } if !within.is_open());
    let update = match update {
        Update::Add if is_bounded(place) => Update::AddWithin,
        Update::Add | Update::AddWithin | Update::Set => update,
    };
    visit(Effect::Writes(location, update));
    if let Some(event) = place.tells() {
        visit(Effect::Calls(Callee::Triggers(Signal::Event(event)), &[]));
    }
}

/// A person rolls or is asked.
fn person<'r>(who: Who, visit: &mut dyn FnMut(Effect<'r>)) {
    match who {
        Who::Gm => {}
        Who::Side(id) | Who::Combatant(id) => visit(evaluates(id)),
    }
}

/// A record is made, and given its attributes.
fn makes<'r>(
    kind: KindId,
    settings: &[(Slot, ExprId)],
    local: Option<Local>,
    visit: &mut dyn FnMut(Effect<'r>),
) {
    visit(Effect::Makes(kind));
    settings
        .iter()
        .for_each(|setting| visit(evaluates(setting.1)));
    visit(Effect::Calls(Callee::Defaults(kind), &[]));
    local
        .into_iter()
        .for_each(|local| visit(Effect::Binds(local)));
}

/// Acts are declared, by people or by a tactic; what becomes of them is still to be told.
fn declared<'r>(visit: &mut dyn FnMut(Effect<'r>)) {
    visit(Effect::Awaits(Input::Declarations));
    visit(Effect::Calls(Callee::Tactics, &[]));
    visit(Effect::Makes(KindId::ACT));
    visit(Effect::Calls(Callee::Defaults(KindId::ACT), &[]));
    visit(Effect::Calls(Callee::Titles, &[]));
}

fn branch(block: &Block) -> Effect<'_> {
    Effect::Runs {
        block,
        binds: None,
        repeats: false,
    }
}

/// The condition of which one record after the other is asked.
fn asks<'r>(condition: Option<(Local, ExprId)>) -> Option<Effect<'r>> {
    condition.map(|(local, expr)| Effect::Evaluates {
        expr,
        binds: Some(local),
    })
}
