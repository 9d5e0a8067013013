//! Acts of two combatants that the keys put into one batch, that no exception parts, and that set one value to different things: then nothing says which
//! counts. Only settings are looked at that depend on nothing but the act and the state: what is rolled, asked or gone through in turn is left alone.

use std::collections::{BTreeMap, BTreeSet};

use super::applied::{Applied, is_not_void};
use super::domain::FileNumbers;
use super::forms;
use super::search::{Goal, Search};
use super::supposition::{ActionStage, Supposition};
use super::{Finding, describe, sole_actors};
use crate::diagnostic::{Code, Diagnostic};
use crate::evaluator::Evaluator;
use crate::ruleset::walk::each_effect_of_expr;
use crate::ruleset::{
    ActionId, Block, Destination, Effect, ExprId, ItemId, Key, KindId, Location, MISSING,
    MissingPlace, Order, Ruleset, Slot, StatementKind, Value, slots,
};
use crate::source::Span;

/// How many conditions may be worked out for one pair of settings, and for all together.
const FOR_A_PAIR: u32 = 300;
const FOR_ALL: u32 = 20_000;
/// How many steps they may take together.
const STEPS: u64 = 1_000_000;

/// An attribute that a stage of an action sets.
struct AttributeSetting {
    form: ActionStage,
    item: ItemId,
    /// What must be the case, and what must not.
    conditions: Vec<(ExprId, bool)>,
    kind: KindId,
    of: ExprId,
    slot: Slot,
    value: ExprId,
    span: Span,
}

/// Warnings about all settings that can contradict each other.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let settings = settings(rules);
    let numbers = FileNumbers::new(rules);
    let mut evaluator = Evaluator::new(rules, STEPS);
    let mut budget = FOR_ALL;
    let mut findings = Vec::new();
    let added = sole_actors::added_beside_turns(rules);
    let is_alone = |one: &AttributeSetting| {
        let added = added.as_ref();
        added.is_some_and(|added| !added.contains(&one.form.0))
    };
    let mut of_one_value: BTreeMap<(KindId, Slot), Vec<&AttributeSetting>> = BTreeMap::new();
    for other in &settings {
        let others = of_one_value.entry((other.kind, other.slot)).or_default();
        others.push(other);
        for one in others.iter().copied() {
            if budget == 0 {
                return findings;
            }
            if is_alone(one) && is_alone(other) {
                continue;
            }
            let found = rules.orders.iter().find_map(|order| {
                budget = budget.saturating_sub(1);
                let goals = goals(rules, order, one, other);
                let mut left = FOR_A_PAIR.min(budget);
                budget -= left;
                let search = Search {
                    evaluator: &mut evaluator,
                    situation: Supposition::new(rules, [vec![one.form], vec![other.form]]),
                    numbers: &numbers,
                    goals: &goals,
                    left: &mut left,
                };
                let found = search.find();
                budget += left;
                found
            });
            findings.extend(found.map(|situation| finding(&situation, one, other)));
        }
    }
    findings
}

/// All settings that depend on the act and the state alone, by the names of their actions: what is found does not depend on how these are listed.
fn settings(rules: &Ruleset) -> Vec<AttributeSetting> {
    let mut settings = Vec::new();
    let actions = rules.actions.iter().enumerate();
    for (index, action) in actions.filter(|(_, action)| !action.at_once) {
        for (stage, of) in action.stages.iter().enumerate() {
            let mut collector = ExceptionCollector {
                rules,
                form: (ActionId::from_index(index), stage),
                item: action.item,
                settings: &mut settings,
            };
            collector.block(&of.body, &[]);
        }
    }
    settings.sort_by_key(|setting| &rules.actions[setting.form.0.index()].name);
    settings
}

struct ExceptionCollector<'a> {
    rules: &'a Ruleset,
    form: ActionStage,
    item: ItemId,
    settings: &'a mut Vec<AttributeSetting>,
}

impl ExceptionCollector<'_> {
    fn block(&mut self, block: &Block, conditions: &[(ExprId, bool)]) {
        for statement in block {
            // What is rolled, asked or gone through in turn is left alone.
            if let StatementKind::Set {
                place: Destination::Attribute { kind, of, slot, .. },
                value,
            } = &statement.kind
                && self.is_plain(*of)
                && self.is_plain(*value)
            {
                self.settings.push(AttributeSetting {
                    form: self.form,
                    item: self.item,
                    conditions: conditions.to_vec(),
                    kind: *kind,
                    of: *of,
                    slot: *slot,
                    value: *value,
                    span: statement.span,
                });
            }
            if let StatementKind::If {
                branches,
                otherwise,
            } = &statement.kind
            {
                let mut so_far = conditions.to_vec();
                for (condition, block) in branches {
                    if !self.is_plain(*condition) {
                        return;
                    }
                    so_far.push((*condition, true));
                    self.block(block, &so_far);
                    so_far.pop();
                    so_far.push((*condition, false));
                }
                self.block(otherwise, &so_far);
            }
        }
    }

    /// Whether an expression names nothing but the act, and what its own questions go through.
    fn is_plain(&self, id: ExprId) -> bool {
        let (mut named, mut own) = (BTreeSet::new(), BTreeSet::from([0]));
        each_effect_of_expr(&self.rules.exprs, id, &mut |effect| {
            own.extend(effect.name_bound());
            if let Effect::Reads(Location::Local(local)) = effect {
                named.insert(local);
            }
        });
        named.is_subset(&own)
    }
}

fn goals<'a>(
    rules: &'a Ruleset,
    order: &'a Order,
    one: &'a AttributeSetting,
    other: &'a AttributeSetting,
) -> Vec<Goal<'a>> {
    let mut goals: Vec<Goal<'a>> = vec![Box::new(|_, situation| {
        actor(situation, 0) != actor(situation, 1)
    })];
    for (act, setting) in [(0, one), (1, other)] {
        for &(condition, is) in &setting.conditions {
            goals.push(Box::new(move |evaluator, situation| {
                evaluator
                    .value(situation, condition, &[act])
                    .is_some_and(|value| (value == 1) == is)
            }));
        }
    }
    goals.push(Box::new(move |evaluator, situation| {
        let mut both = |of: fn(&AttributeSetting) -> ExprId| {
            let first = evaluator.value(situation, of(one), &[0])?;
            Some((first, evaluator.value(situation, of(other), &[1])?))
        };
        both(|setting| setting.of)
            .is_some_and(|(first, second)| first == second && first != MISSING)
            && both(|setting| setting.value).is_some_and(|(first, second)| first != second)
    }));
    goals.push(Box::new(move |evaluator, situation| {
        let mut keys = order.keys.iter();
        keys.all(|key| are_level(rules, evaluator, situation, key))
    }));
    goals.push(Box::new(move |evaluator, situation| {
        (0..2).all(|act| is_not_void(rules, evaluator, situation, act))
    }));
    goals.push(Box::new(move |evaluator, situation| {
        Applied::all(rules).all(|applied| applied.agrees(&[0], evaluator, situation))
    }));
    goals
}

fn actor(situation: &Supposition<'_>, act: u32) -> Value {
    use crate::evaluator::World;
    situation.attribute(KindId::ACT, Value::from(act), slots::ACTOR)
}

/// Whether a key does not tell the two acts apart. Where the game master is asked, it does.
fn are_level<'a>(
    rules: &'a Ruleset,
    evaluator: &mut Evaluator<'a>,
    situation: &Supposition<'a>,
    key: &'a Key,
) -> bool {
    let mut of = |act| value(rules, evaluator, situation, key, act);
    match (of(0), of(1)) {
        (Some(MISSING), Some(MISSING)) => key.missing != Some(MissingPlace::Ask),
        (Some(first), Some(second)) => first == second,
        _ => false,
    }
}

/// The value of a key of an act: by the first placement whose guard is true, or its own; nothing where that is a fault.
fn value<'a>(
    rules: &'a Ruleset,
    evaluator: &mut Evaluator<'a>,
    situation: &Supposition<'a>,
    key: &'a Key,
    act: u32,
) -> Option<Value> {
    let form = situation.form(act);
    let names = [Value::from(act)];
    for placement in &rules.placements {
        let mut places = placement.places.iter();
        let place = places.find(|place| Some(place.0) == key.name);
        let Some((_, place)) = place.filter(|_| forms::means(rules, &placement.acts, form)) else {
            continue;
        };
        let applies = match placement.guard {
            Some(guard) => evaluator.value(situation, guard, &names)? == 1,
            None => true,
        };
        if applies {
            return evaluator.value(situation, *place, &names);
        }
    }
    match forms::means(rules, &key.acts, form) {
        true => evaluator.value(situation, key.value, &names),
        false => Some(0),
    }
}

fn finding(
    situation: &Supposition<'_>,
    one: &AttributeSetting,
    other: &AttributeSetting,
) -> Finding {
    let rules = situation.rules;
    let [first, second] = [one, other].map(|setting| forms::name(rules, setting.form));
    let attribute = &rules.attribute(one.kind, one.slot).name;
    let message = match first == second {
        true => format!(
            "two acts of `{first}` can happen together and set `{attribute}` to different values"
        ),
        false => format!(
            "`{first}` and `{second}` can happen together and set `{attribute}` to different values"
        ),
    };
    let mut warning = Diagnostic::warning(Code::CanContradictTogether, other.span, message)
        .help("say which comes first, by a key or an exception, or gather with `add`; if it is meant, allow it")
        .remark(format!("for example, {}", describe::situation(situation)));
    if one.span != other.span {
        warning = warning.also(one.span, "it is set here too");
    }
    Finding {
        warning,
        item: other.item,
        other: (one.item != other.item).then_some(one.item),
    }
}
