//! Triggers: what they wait for binds their first locals.

use super::Checker;
use super::by_kind::ByKind;
use super::elaborator::{Elaborator, Owner};
use super::number;
use super::precedence::titles;
use super::requirements;
use super::resolved_names::Meaning;
use super::set_back::no_phase;
use super::turns;
use super::types;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActMoment, ActPattern, ActionId, Declared, Expr, ExprId, Happening, KindId, Limit, Local,
    Parameter, PhaseId, Trigger, Type, slot_of,
};
use crate::source::words;
use crate::syntax::ast::{self, Name, TriggerDef};

/// The value of before and the new one, in a trigger that waits for a change.
const OLD: Local = 1;
const NEW: Local = 2;

/// Reads all triggers, in the order of their titles.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let texts = by_kind.triggers.iter().map(|(_, def)| &def.title);
    let titles = titles("triggers", texts, &mut checker.diagnostics);
    let mut triggers = Vec::new();
    for ((item, def), title) in by_kind.triggers.iter().zip(titles) {
        let def: &TriggerDef = def;
        if let ast::Happening::BeforeTurn { phase, name } = &def.happening {
            turns::read_before(checker, *item, def, (phase, name));
            continue;
        }
        let mut body = checker.body();
        body.owner = Owner::Trigger(matches!(
            def.happening,
            ast::Happening::Act {
                moment: ast::ActMoment::Declared,
                ..
            }
        ));
        let on = happening(&mut body, &def.happening);
        let mut guards = body.scope(|body| meant_change(body, &def.happening, on.as_ref()));
        let guard = def.guard.as_ref();
        guards.extend(guard.map(|guard| body.scope(|body| body.condition(guard))));
        let guard = match guards[..] {
            [] => None,
            [guard] => Some(guard),
            _ => Some(body.push(Expr::And(guards.into()), def.title.span)),
        };
        let limit = def
            .limit
            .as_ref()
            .and_then(|written| body.scope(|body| limit(body, written)));
        let block = body.block(&def.body);
        let locals = body.locals();
        triggers.extend(on.map(|on| Trigger {
            title,
            on,
            locals,
            guard,
            limit,
            body: block,
            item: *item,
        }));
    }
    // What actions themselves say comes before what responds to their acts, whatever that is called.
    let mut all = requirements::triggers(checker, by_kind);
    all.extend(follow_ups(checker, by_kind));
    for triggers in [&mut all, &mut triggers] {
        triggers.sort_by(|a, b| a.title.cmp(&b.title));
    }
    all.extend(triggers);
    checker.rules.triggers = all;
}

/// What follows acts when their batch has been carried out: in all of it the act is local 0 and its attributes stand bare.
fn follow_ups(checker: &mut Checker, by_kind: &ByKind<'_>) -> Vec<Trigger> {
    let mut triggers = Vec::new();
    for (index, &(item, def)) in by_kind.actions.iter().enumerate() {
        let Some(then) = &def.then else { continue };
        let action = ActionId::from_index(index);
        let stages = &checker.rules.actions[index].stages;
        let last = stages.last().filter(|_| stages.len() > 1);
        let kinds = vec![(action, last.map(|stage| stage.name))];
        let mut body = checker.body();
        body.owner = Owner::Trigger(false);
        body.bare_record(KindId::ACT, None);
        let block = body.block(&then.body);
        triggers.push(Trigger {
            title: format!("what follows {}", def.name.text.replace('_', " ")),
            on: Happening::Act {
                acts: ActPattern { kinds },
                moment: ActMoment::Resolves,
            },
            locals: body.locals(),
            guard: None,
            limit: None,
            body: block,
            item,
        });
    }
    triggers
}

fn happening(body: &mut Elaborator<'_>, happening: &ast::Happening) -> Option<Happening> {
    match happening {
        ast::Happening::Act {
            kinds,
            name,
            moment,
        } => {
            let of_turns = names_turn(body, kinds, *moment);
            let kind = if of_turns {
                super::expr::POISON_KIND
            } else {
                KindId::ACT
            };
            body.bind_record(name, kind);
            if let Some(complaint) = turned(body, (kinds, *moment), name) {
                body.diagnostics.push(complaint);
                body.astray = true;
                return None;
            }
            Some(Happening::Act {
                acts: body.pattern(kinds),
                moment: lower(*moment),
            })
        }
        ast::Happening::Signal { event, names } => signal(body, event, names),
        ast::Happening::Phase {
            phase,
            name,
            begins,
        } => {
            let id = body.phase(phase);
            match (id, name) {
                (Some(id), Some(name)) => whose_turn(body, id, phase, name),
                (None, Some(name)) => _ = body.bind_record(name, super::expr::POISON_KIND),
                (_, None) => {}
            }
            Some(Happening::Phase(id?, *begins))
        }
        // Read as a procedure.
        ast::Happening::BeforeTurn { .. } => None,
        ast::Happening::Change {
            attribute,
            kind,
            name,
            way: _,
            to: _,
            from,
        } => change(body, (kind, attribute), name, from.as_ref()),
    }
}

/// `when hp of combatant c falls`: the record, the value of before and the new one are the first names.
fn change(
    body: &mut Elaborator<'_>,
    (kind, attribute): (&Name, &Name),
    name: &Name,
    from: Option<&Name>,
) -> Option<Happening> {
    let known = body.kind(kind);
    body.bind_record(name, known.unwrap_or(super::expr::POISON_KIND));
    let slot = known.and_then(|kind| slot_of(body.rules.kind(kind), &attribute.text));
    let held = known.zip(slot).map(|(kind, slot)| {
        let meaning = Meaning::Attribute(kind, slot);
        body.out.resolved.uses(attribute.span, meaning);
        &body.rules.attribute(kind, slot).declared
    });
    let held = held.map_or(Declared::certain(super::types::POISON), Declared::clone);
    match from {
        Some(from) => _ = body.bind(from, held),
        None => _ = body.reserve(),
    }
    body.reserve();
    let kind = known?;
    let Some(slot) = slot else {
        let complaint = body.no_attribute(kind, attribute);
        body.diagnostics.push(complaint);
        return None;
    };
    let Some(event) = body.rules.attribute(kind, slot).told_by else {
        let message = format!("`{}` is kept by the language itself", attribute.text);
        let error = Diagnostic::error(Code::WrongPlace, attribute.span, message);
        let help = "a trigger can wait for what happens to an act (`when act a is cancelled`), or for a phase (`when phase round begins`)";
        body.diagnostics.push(error.help(help));
        return None;
    };
    Some(Happening::Event(event))
}

/// What must hold of the values of before and after for a change to be meant.
fn meant_change(
    body: &mut Elaborator<'_>,
    happening: &ast::Happening,
    on: Option<&Happening>,
) -> Vec<ExprId> {
    let (
        ast::Happening::Change {
            attribute, way, to, ..
        },
        Some(Happening::Event(event)),
    ) = (happening, on)
    else {
        return Vec::new();
    };
    let held = &body.rules.events[event.index()].parameters[1].declared;
    let (ty, optional) = (held.ty.clone(), held.optional);
    let span = attribute.span;
    let (before, after) = match way {
        ast::ChangeWay::Changes => {
            let to = to.as_ref().map(|to| body.value(to, &ty, "what it becomes"));
            let new = body.push(Expr::Local(NEW), span);
            return to
                .map(|to| body.push(Expr::Equal(new, to.id), span))
                .into_iter()
                .collect();
        }
        ast::ChangeWay::Falls => (OLD, NEW),
        ast::ChangeWay::Rises => (NEW, OLD),
    };
    if !matches!(ty, Type::Number(_)) {
        let what = types::describe(body.rules, &ty);
        let message = format!(
            "only numbers fall and rise, but `{}` is {what}",
            attribute.text
        );
        let error = Diagnostic::error(Code::WrongType, span, message);
        let help = format!("write `when {} of ... changes`", attribute.text);
        body.diagnostics.push(error.help(help));
        return Vec::new();
    }
    let mut all = Vec::new();
    for local in [OLD, NEW].into_iter().filter(|_| optional) {
        let value = body.push(Expr::Local(local), span);
        all.push(body.is_known(value, span));
    }
    let [higher, lower] = [before, after].map(|local| body.push(Expr::Local(local), span));
    match to {
        None => all.push(body.push(Expr::Less(lower, higher), span)),
        Some(to) => {
            let to = body.value(to, &ty, "what it comes to").id;
            // What falls to a number was above it; what rises to one is at least that now.
            let [above, below] = match way {
                ast::ChangeWay::Rises => [Expr::LessOrEqual(to, higher), Expr::Less(lower, to)],
                ast::ChangeWay::Changes | ast::ChangeWay::Falls => {
                    [Expr::Less(to, higher), Expr::LessOrEqual(lower, to)]
                }
            };
            all.extend([above, below].map(|part| body.push(part, span)));
        }
    }
    all
}

/// `before turn c`
fn names_turn(body: &Elaborator<'_>, kinds: &[ast::ActKind], moment: ast::ActMoment) -> bool {
    let named = match kinds {
        [kind] if moment == ast::ActMoment::Before => kind.action.as_ref(),
        _ => None,
    };
    let named = named.filter(|named| !body.names.actions.contains_key(&named.text));
    let phase = named.and_then(|named| body.names.phases.get(&named.text));
    phase.is_some_and(|phase| body.names.turns.contains_key(phase))
}

/// `when a strike resolves`: the action stands where the name of the act belongs.
fn turned(
    body: &Elaborator<'_>,
    (kinds, moment): (&[ast::ActKind], ast::ActMoment),
    name: &Name,
) -> Option<Diagnostic> {
    let [kind] = kinds else { return None };
    let actions = &body.names.actions;
    let typed = (kind.action.as_ref()).filter(|typed| !actions.contains_key(&typed.text))?;
    if names_turn(body, kinds, moment) {
        let whose = format!("{} of {}", typed.text, name.text);
        let message = format!("`{}` is a phase of turns", typed.text);
        let complaint = Diagnostic::error(Code::UnknownName, typed.span, message);
        let complaint = complaint.help(format!("write `before {whose}`"));
        return Some(complaint.guess(typed.span.to(name.span), whose));
    }
    let mut all = body.rules.actions.iter();
    let action = all.find(|one| one.name == name.text || one.verb == name.text)?;
    let turned = format!("{} {}", action.name, typed.text);
    let message = format!("there is no action `{}`", typed.text);
    let complaint = Diagnostic::error(Code::UnknownName, typed.span, message)
        .label("the action comes first, then a name for the act");
    Some(complaint.write(typed.span.to(name.span), turned))
}

/// `when turn of c begins`
fn whose_turn(body: &mut Elaborator<'_>, id: PhaseId, phase: &Name, name: &Name) {
    if !body.names.turns.contains_key(&id) {
        let message = format!("the phase `{}` is the turn of no one", phase.text);
        let help = format!("write `when phase {} begins`", phase.text);
        let error = Diagnostic::error(Code::WrongType, phase.span, message).help(help);
        body.diagnostics.push(error);
    }
    body.whose_turn = Some((name.text.clone(), id));
}

fn signal(body: &mut Elaborator<'_>, event: &Name, names: &[Name]) -> Option<Happening> {
    let rules = body.rules;
    let Some(id) = body.named(event, "event", &body.names.events, Meaning::Event) else {
        names
            .iter()
            .for_each(|name| _ = body.bind_record(name, super::expr::POISON_KIND));
        return None;
    };
    let carried = &rules.events[id.index()].parameters;
    if carried.len() != names.len() {
        other_number(body, event, names, carried);
        return Some(Happening::Event(id));
    }
    for (name, parameter) in names.iter().zip(carried) {
        body.bind(name, parameter.declared.clone());
    }
    Some(Happening::Event(id))
}

/// Complains that an event carries more values than are named, or fewer.
fn other_number(body: &mut Elaborator<'_>, event: &Name, names: &[Name], carried: &[Parameter]) {
    let (said, count) = (&event.text, super::expr::values(carried.len()));
    let message = format!("`{said}` carries {count}, not {}", names.len());
    let error = Diagnostic::error(Code::WrongType, event.span, message);
    let with_help = |all: &str| error.clone().help(format!("write `{said}({all})`"));
    let own: Vec<&str> = carried.iter().map(|own| own.name.as_str()).collect();
    let meant = meant_names(carried, names);
    let proposed = meant.iter().take(MOST_PROPOSED).rev().filter_map(|meant| {
        let called = meant.iter().zip(&own);
        let called = called.map(|(name, own)| name.map_or(*own, |name| &name.text));
        let with = called.collect::<Vec<_>>().join(", ");
        let given = names.first()?.span.to(names.last()?.span);
        Some(with_help(&with).guess(given, with))
    });
    let plain = with_help(&own.join(", "));
    let told = proposed.fold(plain, |told, proposed| proposed.or_else(told));
    body.diagnostics.push(told);
    // What follows may speak of those that are not named here.
    let is_left = |own: &&Parameter| names.iter().all(|name| name.text != own.name);
    for parameter in carried.iter().filter(is_left) {
        let (text, span) = (parameter.name.clone(), event.span);
        body.bind(&Name { text, span }, parameter.declared.clone());
    }
    for name in names {
        let stands = |(at, _): &(usize, &Parameter)| {
            let is_here = |meant: &Vec<Option<&Name>>| meant[*at] == Some(name);
            !meant.is_empty() && meant.iter().all(is_here)
        };
        let known = carried.iter().enumerate().find(stands);
        let poison = || Declared::certain(super::types::POISON);
        let declared = known.map_or_else(poison, |(_, known)| known.declared.clone());
        body.bind(name, declared);
    }
}

/// How many ways are proposed in which names can stand for what an event carries, and how many values it carries at most for that.
const MOST_PROPOSED: usize = 3;
const MOST_CARRIED: usize = 6;

/// The ways in which names that are too few can stand for the values of an event, in their order: one of the same name stands for that.
fn meant_names<'n>(carried: &[Parameter], names: &'n [Name]) -> Vec<Vec<Option<&'n Name>>> {
    let Some((first, rest)) = carried.split_first() else {
        return if names.is_empty() {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    if carried.len() > MOST_CARRIED || carried.len() < names.len() {
        return Vec::new();
    }
    let with = |name: Option<&'n Name>, names: &'n [Name]| {
        let ways = meant_names(rest, names).into_iter();
        ways.map(move |way| [vec![name], way].concat())
    };
    let mut ways = Vec::new();
    let is_later = |name: &Name| rest.iter().any(|other| other.name == name.text);
    if let Some((name, others)) = names.split_first().filter(|(name, _)| !is_later(name)) {
        ways.extend(with(Some(name), others));
    }
    if names.first().is_none_or(|name| name.text != first.name) {
        ways.extend(with(None, names));
    }
    ways
}

/// What else the whole combat is called.
const COMBATS: &[&str] = &words![
    fight battle encounter scenario game scene session
];

/// How often, in which phase, for whom.
pub(super) fn limit(body: &mut Elaborator<'_>, limit: &ast::Limit) -> Option<Limit> {
    let combat = &body.rules.kind(KindId::COMBAT).name;
    let is_unknown = !body.names.phases.contains_key(&limit.phase.text);
    let is_whole = limit.phase.text == *combat && is_unknown;
    let phase = match is_whole {
        true => None,
        false if COMBATS.contains(&&*limit.phase.text) && is_unknown => {
            let message = format!("there is no phase `{}`", limit.phase.text);
            let error = Diagnostic::error(Code::UnknownName, limit.phase.span, message);
            let help = "the whole of it is the combat: write `combat`";
            let fix = (limit.phase.span, "combat".to_owned());
            (body.diagnostics).push(error.help(help).guess(fix.0, fix.1));
            return None;
        }
        false if is_unknown && body.names.kinds.contains_key(&limit.phase.text) => {
            let message = format!("`{}` is a kind, and no phase", limit.phase.text);
            let error = Diagnostic::error(Code::UnknownName, limit.phase.span, message);
            let help = "an action is limited for each who does it, a trigger for whom is named behind `for`: `limit once per combat`, `limit once per combat for c`";
            body.diagnostics.push(error.help(help));
            return None;
        }
        false if is_unknown => {
            let complaint = no_phase(body.names, body.diagnostics, &limit.phase);
            body.diagnostics.push(complaint);
            return None;
        }
        false => Some(body.phase(&limit.phase)?),
    };
    let whose = match (&limit.whose, phase) {
        (Some(whose), None) => {
            let message = "a combat is nobody's";
            let error = Diagnostic::error(Code::WrongPlace, whose.span, message);
            body.diagnostics
                .push(error.help("write `per combat for ...`"));
            return None;
        }
        (Some(whose), Some(phase)) => Some(until_turn(body, limit, whose, phase)?),
        _ => None,
    };
    let keys = limit.keys.iter().map(|key| body.expr(key, None).id);
    let keys = whose.into_iter().chain(keys).collect();
    let times = match &limit.times {
        None => 1,
        Some(times) => {
            let value = number::read(times, body.diagnostics)?;
            match u32::try_from(value) {
                Ok(0) | Err(_) => {
                    let message = "a limit is at least 1, and not absurdly large";
                    body.diagnostics
                        .push(Diagnostic::error(Code::WrongType, times.span, message));
                    return None;
                }
                Ok(times) => times,
            }
        }
    };
    Some(Limit {
        times,
        phase,
        whose: whose.is_some(),
        keys,
    })
}

/// The record of `per turn of c`.
fn until_turn(
    body: &mut Elaborator<'_>,
    limit: &ast::Limit,
    whose: &ast::Expr,
    phase: PhaseId,
) -> Option<ExprId> {
    let Some(&kind) = body.names.turns.get(&phase) else {
        let name = &limit.phase.text;
        let message = format!("the phase `{name}` is the turn of no one");
        let error = Diagnostic::error(Code::WrongType, limit.phase.span, message);
        let help = format!("write `per {name} for ...`, or name a phase `turn of combatant c`");
        body.diagnostics.push(error.help(help));
        return None;
    };
    let subject = "whose turn ends the limit";
    Some(body.value(whose, &Type::Record(kind), subject).id)
}

fn lower(moment: ast::ActMoment) -> ActMoment {
    match moment {
        ast::ActMoment::Before => ActMoment::Before,
        ast::ActMoment::Resolves => ActMoment::Resolves,
        ast::ActMoment::Declared => ActMoment::Declared,
        ast::ActMoment::Added => ActMoment::Added,
        ast::ActMoment::Cancelled => ActMoment::Cancelled,
        ast::ActMoment::Void => ActMoment::Void,
        ast::ActMoment::Missed => ActMoment::Missed,
    }
}
