//! Why rules did not add an act that they may add: by which condition, or that nothing set them off. Plays the run again.

use super::answer::at;
use super::replay::again;
use super::track::Track;
use super::unasked::failed;
use super::{Run, ends, turns};
use crate::journal::{ActNumber, What};
use crate::ruleset::index::to_index;
use crate::ruleset::walk::{each_name, each_statement};
use crate::ruleset::{
    ActionId, Block, Destination, Expr, ExprId, Happening, ItemId, KindId, QuestionId, Ruleset,
    Slot, StatementKind, Value, slots,
};
use crate::source::{Clean, english};
use crate::suite::{Choice, ChoiceProbe, WantedAct};

/// That no rule added an act of a combatant in a period, by which condition, and what that hung on: `trigger "a parry" did not add it in round 2, turn of grub: not parries
/// (duel.affray:27); ann answered no to parries, by default`. `None`: no rule adds such acts, or they can be declared, too, and no condition kept a rule from adding it.
pub fn not_added(run: &Run<'_>, track: &Track<'_>, wanted: WantedAct<'_>) -> Option<String> {
    let action = wanted.action?;
    let adding = adding(track, action);
    if adding.is_empty() {
        return None;
    }
    let wanted = WantedAct {
        added: true,
        ..wanted
    };
    let told = held_back(run, track, wanted, "it");
    let is_declared = !run.rules.actions[action.index()].not_declared;
    told.or_else(|| {
        let not_set_off = (!is_declared).then(|| not_set_off(track, &wanted, &adding))?;
        let led_to = led_to(run, track, wanted, &adding);
        Some(not_set_off + &led_to.map_or_else(String::new, |led_to| format!("; {led_to}")))
    })
}

/// The condition by which no rule added an act, which is called so.
fn held_back(
    run: &Run<'_>,
    track: &Track<'_>,
    wanted: WantedAct<'_>,
    called: &str,
) -> Option<String> {
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    by_choice(track, &probe, probe.telling(&track.story)?, called)
}

/// Of an act that rules alone add as a response to another one: that no such one came that names its combatant, or, where it follows another one of the same combatant, which
/// rules alone add, why that was not added.
fn led_to(
    run: &Run<'_>,
    track: &Track<'_>,
    wanted: WantedAct<'_>,
    adding: &[ItemId],
) -> Option<String> {
    let rules = run.rules;
    let triggers = rules.triggers.iter();
    let mut triggers = triggers.filter(|trigger| adding.contains(&trigger.item));
    let (trigger, acts, adder) = triggers.find_map(|trigger| {
        let Happening::Act { acts, .. } = &trigger.on else {
            return None;
        };
        let adder = Adder::of(rules, &trigger.body, wanted.action?)?;
        Some((trigger, acts, adder))
    })?;
    let actions: Vec<ActionId> = acts.kinds.iter().map(|kind| kind.0).collect();
    let names = &track.story.names;
    let who = names.record(KindId::COMBATANT, wanted.actor);
    let has = |act: ActNumber, slot: Slot, value: Value| {
        let values = track.story.journal.acts.get(to_index(act.into()));
        let values = values.map(|act| track.story.journal.values(act.attributes));
        values.and_then(|all| all.get(usize::from(slot))) == Some(&value)
    };
    let came = (0..).zip(&track.story.journal.acts);
    let came: Vec<(ActNumber, ActionId)> = came
        .filter(|(act, _)| track.is_within(track.seen(*act), wanted.within))
        .map(|(act, one)| (act, one.action))
        .collect();
    let is_own = |one: &&(ActNumber, ActionId)| {
        actions.contains(&one.1) && has(one.0, adder.who, wanted.actor.into())
    };
    let own: Vec<ActNumber> = came.iter().filter(is_own).map(|one| one.0).collect();
    if adder.who != slots::ACTOR {
        let actions = actions.iter().map(|&action| names.verb(action));
        let actions = english::joined(&actions.collect::<Vec<_>>(), ", ", " or ");
        let attribute = &rules.attribute(KindId::ACT, adder.who).name;
        let trigger = item_named(track, trigger.item);
        let when = at(&names.moment(wanted.within));
        return own.is_empty().then(|| {
            format!("{trigger} waits for `{actions}` with {attribute} {who}, and none came{when}")
        });
    }
    let [action] = actions[..] else {
        return None;
    };
    if let Some(&act) = own.last()
        && track.life(act).resolved.is_empty()
        && track.life(act).ended.is_some()
    {
        return Some(ends::came_to(track, (act, 0)));
    }
    let before = WantedAct {
        action: Some(action),
        aims: &[],
        ..wanted
    };
    let called = format!("{who} {}", names.verb(action));
    if !rules.actions[action.index()].not_declared {
        return None;
    }
    if own.is_empty() {
        return held_back(run, track, before, &called);
    }
    // It answers an act of what is aimed at, by way of the act before it.
    let ([through, of], Some((_, aim))) = (adder.aims?, wanted.aims.first()) else {
        return None;
    };
    let answered = came.iter().rev().map(|one| one.0);
    let mut answered = answered.filter(|&act| {
        has(act, of, (*aim).into()) && !own.iter().any(|&one| has(one, through, act.into()))
    });
    answered.find_map(|act| {
        let aims = [(KindId::ACT, act)];
        let before = WantedAct {
            aims: &aims,
            ..before
        };
        let called = format!("{called} {}", track.act_whole(act, track.seen(act)));
        held_back(run, track, before, &called)
    })
}

/// Who adds acts in a response to an act, and at what they are aimed.
struct Adder {
    /// The attribute of that act that holds the combatant.
    who: Slot,
    /// The attribute of that act, and the one of the act in it, that holds what is aimed at.
    aims: Option<[Slot; 2]>,
}

impl Adder {
    /// That of the acts of an action in a body, if it is always the same combatant.
    fn of(rules: &Ruleset, body: &Block, action: ActionId) -> Option<Self> {
        let act = |expr: ExprId| {
            let (kind, slot, of) = rules.exprs[expr.index()].attribute()?;
            (kind == KindId::ACT).then_some((slot, of))
        };
        let own = |expr: ExprId| {
            let (slot, of) = act(expr)?;
            (rules.exprs[of.index()] == Expr::Local(0)).then_some(slot)
        };
        let (mut named, mut adders, mut aims) = (Vec::new(), Vec::new(), None);
        each_statement(body, &mut |one| match one {
            StatementKind::Set {
                place: Destination::Local(local),
                value,
            } => named.extend(own(*value).map(|slot| (*local, slot))),
            StatementKind::Does {
                actor,
                action: does,
                settings,
                ..
            } if *does == action => {
                adders.push(*actor);
                let mut through = settings.iter().filter_map(|(_, value)| {
                    let (slot, of) = act(*value)?;
                    Some([own(of)?, slot])
                });
                aims = aims.or(through.next());
            }
            _ => {}
        });
        let slot = |actor: &ExprId| match rules.exprs[actor.index()] {
            Expr::Local(local) => named.iter().find(|one| one.0 == local).map(|one| one.1),
            _ => own(*actor),
        };
        let who = slot(adders.first()?)?;
        let is_one = adders.iter().all(|actor| slot(actor) == Some(who));
        is_one.then_some(Adder { who, aims })
    }
}

/// Whether rules may add acts of an action.
pub fn is_added(track: &Track<'_>, action: ActionId) -> bool {
    !adding(track, action).is_empty()
}

/// The items that add acts of an action.
fn adding(track: &Track<'_>, action: ActionId) -> Vec<ItemId> {
    let rules = track.story.names.rules;
    let mut found = Vec::new();
    for callee in rules.callees() {
        let Some((_, item)) = callee.frame(rules) else {
            continue;
        };
        let mut adds = false;
        for block in callee.blocks(rules) {
            each_statement(block, &mut |one| {
                adds |= matches!(one, StatementKind::Does { action: does, .. } if *does == action);
            });
        }
        if adds && !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// `trigger "a parry"`
fn item_named(track: &Track<'_>, item: ItemId) -> String {
    let items = &track.story.names.rules.items;
    let item = items.get(item.index());
    item.map_or_else(String::new, |item| {
        format!("{} \"{}\"", item.category, Clean(&item.name))
    })
}

fn by_choice(
    track: &Track<'_>,
    probe: &ChoiceProbe<'_>,
    choice: &Choice,
    called: &str,
) -> Option<String> {
    let story = &track.story;
    let rules = story.names.rules;
    let place = rules.expr_spans[choice.condition.index()];
    let whole = rules.expr_spans[choice.whole.index()];
    let around = (0..)
        .zip(&rules.items)
        .filter(|(_, item)| item.span.holds(whole));
    // The innermost.
    let item = around.min_by_key(|(_, item)| item.span.end - item.span.start);
    let item = ItemId::from_index(item?.0);
    let when = at(&story.names.moment(&choice.path));
    let why = failed(track, probe, choice);
    let place = track.file_line(place);
    let told = format!(
        "{} did not add {called}{when}: {why} ({place})",
        item_named(track, item)
    );
    let since = answer(track, item, choice).or_else(|| {
        let latest = story.latest_change(choice.read.clone(), choice.entry);
        latest.map(|change| change.1)
    });
    let since = match since {
        Some(since) => vec![since],
        None => {
            // How acts are aimed is said by their names.
            let is_of_act = |cell: &&(KindId, u32, Slot)| cell.0 == KindId::ACT;
            let others = choice.read.iter().filter(|cell| !is_of_act(cell));
            turns::stood(track, others.copied().collect(), choice.entry)
        }
    };
    let since = since.iter().map(|since| format!("; {since}"));
    Some(told + &since.collect::<String>())
}

/// The answer that a condition hangs on: `ann answered no to parries, by default`.
fn answer(track: &Track<'_>, item: ItemId, choice: &Choice) -> Option<String> {
    let questions = questions(track, item, choice.condition);
    let entries = track.story.journal.entries.get(..choice.entry)?;
    let asked = entries.iter().rposition(
        |entry| matches!(entry.what, What::Asked { question, .. } if questions.contains(&question)),
    );
    track.story.answered(asked?)
}

/// The questions of an item whose answers a condition looks at.
fn questions(track: &Track<'_>, item: ItemId, condition: ExprId) -> Vec<QuestionId> {
    let rules = track.story.names.rules;
    let mut names = Vec::new();
    each_name(&rules.exprs, condition, &mut |name| names.push(name));
    let mut found = Vec::new();
    for callee in rules.callees() {
        if callee.frame(rules).is_none_or(|frame| frame.1 != item) {
            continue;
        }
        for block in callee.blocks(rules) {
            each_statement(block, &mut |one| {
                if let StatementKind::Ask {
                    local, question, ..
                } = one
                    && names.contains(local)
                {
                    found.push(*question);
                }
            });
        }
    }
    found
}

/// That no combatant declares such acts, which items add them, and that they did not respond in the period, or had responded as often as they may.
fn not_set_off(track: &Track<'_>, wanted: &WantedAct<'_>, adding: &[ItemId]) -> String {
    let names = &track.story.names;
    let items = adding.iter().map(|&item| {
        let span = names.rules.items.get(item.index()).map(|item| item.span);
        let place = span.map_or_else(String::new, |span| format!(" ({})", track.file_line(span)));
        item_named(track, item) + &place
    });
    let items: Vec<String> = items.collect();
    let entries = track.story.journal.entries.iter().enumerate();
    let mut entries = entries.filter(|(at, _)| track.is_within(*at, wanted.within));
    let is_used_up = entries.any(|(_, entry)| match entry.what {
        What::Withheld { trigger, used_up } => {
            used_up && adding.contains(&names.rules.triggers[trigger.index()].item)
        }
        _ => false,
    });
    let when = at(&names.moment(wanted.within));
    let acts = (0..).zip(&track.story.journal.acts);
    let own = acts.filter(|(_, act)| {
        act.actor == wanted.actor && Some(act.action) == wanted.action && !act.is_declared()
    });
    let own = own.filter(|(act, _)| track.is_within(track.seen(*act), wanted.within));
    let mut others: Vec<String> = own
        .map(|(act, _)| track.act_whole(act, track.seen(act)))
        .collect();
    others.dedup();
    let why = match is_used_up {
        false if !others.is_empty() && !wanted.aims.is_empty() => {
            format!("which added only {}{when}", english::listed(&others))
        }
        true => format!("which had responded as often as it may{when}"),
        false => format!("and nothing had it added{when}"),
    };
    format!(
        "only {} adds such acts, {why}",
        english::joined(&items, ", ", " or ")
    )
}
