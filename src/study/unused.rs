//! What is declared and never used. A file without a procedure is a library or a piece of one: its definitions are for others.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, is_own};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{
    attributes_written, block_roots, each_block, each_effect_of_expr, each_root,
};
use crate::ruleset::{
    Callee, Effect, Event, EventId, FunctionId, Happening, Input, ItemId, KindId, Local, Location,
    OptionId, OptionRule, Parameter, ProcedureId, Ruleset, Signal, Slot, Statement, StatementKind,
    TableId, Trigger, Type, collected,
};
use crate::source::Span;

/// What the rules use.
#[derive(Default)]
struct UsedNames {
    options: BTreeSet<OptionId>,
    callees: BTreeSet<Callee>,
}

impl UsedNames {
    fn calls(&self, callee: Callee) -> bool {
        self.callees.contains(&callee)
    }

    fn raises(&self, event: EventId) -> bool {
        self.calls(Callee::Triggers(Signal::Event(event)))
    }

    fn idle_options<'r>(&self, rules: &'r Ruleset) -> impl Iterator<Item = &'r OptionRule> {
        let options = (0..).map(OptionId).zip(&rules.options);
        let idle = options.filter(|(id, _)| !self.options.contains(id));
        idle.map(|(_, option)| option)
    }

    /// Triggers that wait for an event that nothing raises.
    fn idle_triggers<'r>(
        &self,
        rules: &'r Ruleset,
    ) -> impl Iterator<Item = (&'r Trigger, EventId)> {
        let event = |trigger: &'r Trigger| match trigger.on {
            Happening::Event(event) => Some((trigger, event)),
            _ => None,
        };
        let triggers = rules.triggers.iter().filter_map(event);
        triggers.filter(|(_, event)| !self.raises(*event))
    }
}

/// Warnings about all that is not used.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let used = used(rules);
    let mut findings = Vec::new();
    findings.extend(used.idle_options(rules).map(|option| {
        let message = format!("nothing looks at the option `{}`", option.name);
        let help = "use it in a condition, or take it out";
        finding(rules, option.item, message, help.to_owned())
    }));
    findings.extend(used.idle_triggers(rules).map(|(trigger, event)| {
        let (message, help) = never_raised(rules, &rules.events[event.index()]);
        finding(rules, trigger.item, message, help)
    }));
    if !rules.procedure.is_empty() {
        findings.extend(without_use(rules, &used));
        findings.extend(unmatched(rules));
        findings.extend(unread(rules));
    }
    findings.extend(parameters(rules));
    findings.extend(awaited(rules));
    findings
}

/// What is said of a trigger that waits for an event which nothing raises, and the remedy.
fn never_raised(rules: &Ruleset, event: &Event) -> (String, String) {
    let name = &event.name;
    match event.of {
        None => (
            format!("nothing raises the event `{name}`, so this never responds"),
            format!("raise it where it happens: `raise {name}(...)`"),
        ),
        Some((kind, slot)) => {
            let attribute = &rules.attribute(kind, slot).name;
            (
                format!("nothing changes `{attribute}`, so this never responds"),
                format!("change it where it happens: `set ... .{attribute} = ...`"),
            )
        }
    }
}

/// Parameters of definitions, tables and procedures of the file itself that these do not look at. A name that begins with `_` says that this is meant.
fn parameters(rules: &Ruleset) -> Vec<Finding> {
    let mut all: BTreeMap<ItemId, (&[Parameter], BTreeSet<Local>)> = BTreeMap::new();
    for callee in rules.callees() {
        if let (Some((_, item)), Some((_, parameters))) =
            (callee.frame(rules), callee.signature(rules))
        {
            let (_, read) = all.entry(item).or_insert((parameters, BTreeSet::new()));
            read.extend(names_read(rules, callee));
        }
    }
    all.retain(|item, _| is_own(rules, *item));
    let mut findings = Vec::new();
    for (item, (parameters, read)) in all {
        for (local, parameter) in (0..).zip(parameters) {
            if !read.contains(&local) && !parameter.name.starts_with('_') {
                findings.push(without_look(rules, item, parameter));
            }
        }
    }
    findings
}

fn without_look(rules: &Ruleset, item: ItemId, parameter: &Parameter) -> Finding {
    let (of, name) = (&rules.items[item.index()], &parameter.name);
    let message = format!("the {} `{}` does not use `{name}`", of.category, of.name);
    let help = format!("use it, take it out, or write `_{name}` if it is there for others");
    Finding::unused(item, parameter.span, message, help)
}

/// The attributes at which rules look.
pub(super) fn attributes_read(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let mut read = BTreeSet::new();
    let mut reads = |effect: Effect<'_>| read.extend(effect.attribute_read());
    // Where a value is put is an expression too, but none that is looked at.
    each_root(rules, &mut |root| {
        each_effect_of_expr(&rules.exprs, root, &mut reads)
    });
    rules.each_statement(&mut |statement| statement.effects(&mut reads));
    read
}

/// Attributes that rules set, that no rule looks at, and of which no transcript tells; of those with a key the first one, if that is so of all keys.
pub(super) fn attributes_unread(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let declared = |(kind, slot): (KindId, Slot)| {
        let first = rules.attribute(kind, slot).keyed;
        (kind, first.unwrap_or(slot))
    };
    let read: BTreeSet<(KindId, Slot)> = attributes_read(rules).into_iter().map(declared).collect();
    let told = |kind: KindId| kind != KindId::ACT && !rules.kinds[kind.index()].has_texts(kind);
    let written = attributes_written(rules).into_iter();
    let mut idle: BTreeSet<(KindId, Slot)> = written.map(declared).collect();
    idle.retain(|&(kind, slot)| {
        let attribute = rules.attribute(kind, slot);
        let is_told = !attribute.text.is_empty() || attribute.of_turns || told(kind);
        !read.contains(&(kind, slot)) && !is_told
    });
    idle
}

/// The same of the file itself.
fn unread(rules: &Ruleset) -> Vec<Finding> {
    let idle = attributes_unread(rules).into_iter();
    let idle = idle.map(|(kind, slot)| (kind, rules.attribute(kind, slot)));
    idle.filter(|(_, attribute)| is_own(rules, attribute.item))
        .map(|(kind, attribute)| {
            let of = &rules.kinds[kind.index()].name;
            let message = format!("`{}` of `{of}` is set, and nothing looks at it", attribute.declared_name());
            let help = "use it, give it a text so that transcripts tell it, or take it out; if scenarios ask for it, allow this";
            let warning = Diagnostic::warning(Code::Unused, attribute.span, message);
            Finding::of(attribute.item, warning.help(help))
        })
        .collect()
}

/// Rolls, questions and procedures of the file itself whose result is kept in no attribute, and under a name at which nothing looks.
fn awaited(rules: &Ruleset) -> Vec<Finding> {
    let own = rules.items[0].span.file;
    let mut findings = Vec::new();
    for callee in rules.callees() {
        let Some((_, item)) = callee.frame(rules) else {
            continue;
        };
        let mut idle: Vec<(Local, Span, BoundTo)> = Vec::new();
        for block in callee.blocks(rules) {
            each_block(block, &mut |block| {
                idle.extend(block.iter().filter_map(named))
            });
        }
        // The answer to a question for a text is told, and need not be looked at.
        let is_told = |bound: &BoundTo| match bound {
            BoundTo::Given(Input::Answer(question)) => {
                rules.questions[question.index()].answer.ty == Type::Text
            }
            BoundTo::Given(Input::Dice | Input::Declarations) | BoundTo::Result => false,
        };
        idle.retain(|(_, span, input)| span.file == own && !is_told(input));
        if idle.is_empty() {
            continue;
        }
        let read = names_read(rules, callee);
        idle.retain(|(name, ..)| !read.contains(name));
        findings.extend(idle.into_iter().filter_map(|(_, span, bound)| {
            let (message, help) = match bound {
                BoundTo::Given(Input::Dice) => (
                    "nothing looks at what these dice show",
                    "use the result, keep it in an attribute, or take the roll out",
                ),
                BoundTo::Given(Input::Answer(_)) => (
                    "nothing looks at the answer to this question",
                    "use the answer by the name of the question, or take the question out",
                ),
                BoundTo::Result => (
                    "nothing looks at the result that has a name here",
                    "use it by that name, or leave the name out",
                ),
                BoundTo::Given(Input::Declarations) => return None,
            };
            let of_act = attribute_of_act(rules, callee, span);
            let of_act = of_act.map(|name| {
                format!(
                    "an act has an attribute `{name}`, which this does not change: \
                     `set a.{name} = {name}`, with the name of the act for `a`"
                )
            });
            let help = of_act.unwrap_or_else(|| help.to_owned());
            Some(Finding::unused(item, span, message, help))
        }));
    }
    findings
}

/// The attribute of acts that has the name of a roll.
fn attribute_of_act(rules: &Ruleset, callee: Callee, roll: Span) -> Option<&str> {
    let mut named = None;
    for block in callee.blocks(rules) {
        each_block(block, &mut |block| {
            named = named.or(block.iter().find_map(|statement| match &statement.kind {
                StatementKind::Roll { purpose, .. } if statement.span == roll => Some(*purpose),
                _ => None,
            }));
        });
    }
    let name = rules.word(named?);
    let mut attributes = rules.kinds[KindId::ACT.index()].attributes.iter();
    attributes.any(|known| known.name == name).then_some(name)
}

/// What a name stands for that a statement binds.
#[derive(Clone, Copy)]
enum BoundTo {
    /// what the people at the table give
    Given(Input),
    /// the result of a procedure
    Result,
}

/// The name of what a statement rolls, asks or has as its result, unless an attribute keeps it.
fn named(statement: &Statement) -> Option<(Local, Span, BoundTo)> {
    let effects = collected(|visit| statement.kind.effects(visit));
    let input = effects.iter().find_map(|effect| match effect {
        Effect::Awaits(input) => Some(BoundTo::Given(*input)),
        Effect::Calls(Callee::Procedure(_), _) => Some(BoundTo::Result),
        _ => None,
    })?;
    let mut written = effects.iter().map(|effect| effect.attribute_written());
    let kept = written.any(|attribute| attribute.is_some());
    let name = effects.iter().find_map(|effect| match effect {
        Effect::Binds(name) => Some(*name),
        _ => None,
    });
    name.filter(|_| !kept)
        .map(|name| (name, statement.span, input))
}

/// Acts that are declared and never resolved, or resolved and never declared or added. Rules without actions are a piece of others.
fn unmatched(rules: &Ruleset) -> Option<Finding> {
    let own = rules.items[0].span.file;
    let (mut asks, mut resolves): (Option<StatementPlace>, Option<StatementPlace>) = (None, None);
    let mut makes = false;
    for callee in rules.callees() {
        let item = callee.frame(rules).map(|(_, item)| item);
        for block in callee.blocks(rules) {
            each_block(block, &mut |block| {
                for statement in block {
                    let place = item.map(|item| (item, statement.span));
                    statement.kind.effects(&mut |effect| match effect {
                        Effect::Awaits(Input::Declarations) => asks = asks.or(place),
                        Effect::Calls(Callee::Batches, _) => resolves = resolves.or(place),
                        Effect::Makes(KindId::ACT) => makes = true,
                        _ => {}
                    });
                }
            });
        }
    }
    let (place, message, help) = match (asks, resolves) {
        (Some(asks), None) => (
            asks,
            "what is declared here is never resolved",
            "write `resolve acts` where the acts are carried out",
        ),
        (_, Some(resolves)) if !makes && !rules.actions.is_empty() => (
            resolves,
            "no act is ever resolved here: no combatant is asked, and no act is added",
            "ask before: `each combatant c { c declares }`",
        ),
        _ => return None,
    };
    let (item, span) = place;
    (span.file == own).then(|| Finding::unused(item, span, message, help))
}

/// A statement, and the item in which it stands.
type StatementPlace = (ItemId, Span);

/// The names at which a body looks.
fn names_read(rules: &Ruleset, callee: Callee) -> BTreeSet<Local> {
    let (mut read, mut open) = (BTreeSet::new(), callee.roots(rules));
    for block in callee.blocks(rules) {
        block_roots(rules, block, &mut |root| open.push(root));
    }
    for root in open {
        each_effect_of_expr(&rules.exprs, root, &mut |effect| {
            if let Effect::Reads(Location::Local(local)) = effect {
                read.insert(local);
            }
        });
    }
    read
}

/// All definitions, tables, procedures, events and options that nothing mentions, and triggers that never respond.
pub(super) fn idle(rules: &Ruleset) -> Vec<ItemId> {
    let used = used(rules);
    let mut idle = unmentioned(rules, &used);
    idle.extend(used.idle_options(rules).map(|option| option.item));
    idle.extend(used.idle_triggers(rules).map(|(trigger, _)| trigger.item));
    idle
}

/// Which items use each of those that can be [`idle`], as far as they are more than texts. Of a trigger: who raises its event.
pub(super) fn used_by(rules: &Ruleset) -> BTreeMap<ItemId, BTreeSet<ItemId>> {
    let mut users: BTreeMap<ItemId, BTreeSet<ItemId>> = BTreeMap::new();
    each_use(rules, &mut |user, effect| {
        let used = match effect {
            Effect::Reads(Location::Option(option)) => rules.options[option.index()].item,
            Effect::Calls(Callee::Triggers(Signal::Event(event)), _) => {
                rules.events[event.index()].item
            }
            Effect::Calls(called, _) => match called.frame(rules) {
                Some((_, item)) => item,
                None => return,
            },
            _ => return,
        };
        if used != user {
            users.entry(used).or_default().insert(user);
        }
    });
    for trigger in &rules.triggers {
        if let Happening::Event(event) = trigger.on {
            let event = rules.events[event.index()].item;
            users.insert(trigger.item, users.get(&event).cloned().unwrap_or_default());
        }
    }
    users
}

/// Which items look at attributes or set them.
pub(super) fn users_of_attributes(rules: &Ruleset) -> BTreeMap<(KindId, Slot), BTreeSet<ItemId>> {
    let mut users: BTreeMap<_, BTreeSet<ItemId>> = BTreeMap::new();
    each_use(rules, &mut |user, effect| {
        let touched = [effect.attribute_read(), effect.attribute_written()];
        for attribute in touched.into_iter().flatten() {
            users.entry(attribute).or_default().insert(user);
        }
    });
    users
}

/// Visits the effects of all that items carry out and look at, each with its item.
fn each_use(rules: &Ruleset, visit: &mut dyn FnMut(ItemId, Effect<'_>)) {
    for callee in rules.callees() {
        let Some((_, user)) = callee.frame(rules) else {
            continue;
        };
        let mut open = callee.roots(rules);
        for block in callee.blocks(rules) {
            each_block(block, &mut |block| {
                for statement in block {
                    (statement.kind).effects(&mut |effect| visit(user, effect));
                }
            });
            block_roots(rules, block, &mut |root| open.push(root));
        }
        for root in open {
            each_effect_of_expr(&rules.exprs, root, &mut |effect| visit(user, effect));
        }
    }
}

/// Definitions, tables, procedures and events of the file itself that nothing mentions.
fn without_use(rules: &Ruleset, used: &UsedNames) -> Vec<Finding> {
    let mut idle = unmentioned(rules, used);
    idle.retain(|item| item.index() > 0 && is_own(rules, *item));
    idle.into_iter()
        .map(|item| {
            let of = &rules.items[item.index()];
            let message = format!("nothing uses the {} `{}`", of.category, of.name);
            let help = "use it or take it out; if scenarios ask for it, allow this";
            finding(rules, item, message, help.to_owned())
        })
        .collect()
}

/// Definitions, tables, procedures and events that nothing mentions.
fn unmentioned(rules: &Ruleset, used: &UsedNames) -> Vec<ItemId> {
    let awaited: BTreeSet<Signal> = (rules.triggers.iter())
        .map(|trigger| trigger.on.signal())
        .collect();
    let mut idle: Vec<ItemId> = Vec::new();
    for (id, function) in (0..).map(FunctionId).zip(&rules.functions) {
        // What carries out a statement of the document may be there for scenarios to ask for.
        let cites = &rules.items[function.item.index()].cites;
        if !used.calls(Callee::Function(id)) && cites.is_empty() {
            idle.push(function.item);
        }
    }
    for (id, table) in (0..).map(TableId).zip(&rules.tables) {
        let is_used = used.calls(Callee::Values(id)) || used.calls(Callee::Rows(id));
        if table.reads.is_none() && !is_used {
            idle.push(table.item);
        }
    }
    for (id, procedure) in (0..).map(ProcedureId).zip(&rules.procedures) {
        if !used.calls(Callee::Procedure(id)) {
            idle.push(procedure.item);
        }
    }
    for (id, event) in (0..).map(EventId).zip(&rules.events) {
        if event.of.is_none() && !used.raises(id) && !awaited.contains(&Signal::Event(id)) {
            idle.push(event.item);
        }
    }
    idle
}

fn finding(rules: &Ruleset, item: ItemId, message: String, help: String) -> Finding {
    let place = rules.items[item.index()].name_span;
    Finding::unused(item, place, message, help)
}

fn used(rules: &Ruleset) -> UsedNames {
    let mut used = UsedNames::default();
    let mut uses = |effect: Effect<'_>| match effect {
        Effect::Reads(Location::Option(option)) => _ = used.options.insert(option),
        Effect::Calls(callee, _) => _ = used.callees.insert(callee),
        _ => {}
    };
    rules.exprs.iter().for_each(|expr| expr.effects(&mut uses));
    rules.each_statement(&mut |statement| statement.effects(&mut uses));
    used
}
