//! Why a combatant was not asked what it declares, or not once more: its turn or the period was left before that. Plays the run again.

use super::Run;
use super::answer::at;
use super::conditions::bare;
use super::replay::{again, denied};
use super::track::Track;
use super::turns;
use crate::journal::{ActNumber, What};
use crate::ruleset::{KindId, MISSING, Value};
use crate::source::each_once;
use crate::suite::{Choice, ChoiceProbe, WantedAct};
use crate::view::some;
use std::collections::BTreeSet;

/// That a turn in a period, or a phase there, was left before the combatant that is wanted could be asked: `the turn of ann was left in round 2, as ann.stunned (duel.affray:8):
/// ann.stunned became yes in round 1, when bob hits ann`.
pub fn left(run: &Run<'_>, track: &Track<'_>, wanted: WantedAct<'_>) -> Option<String> {
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let left = probe.left?;
    let names = &track.story.names;
    let condition = left.condition;
    let condition = condition.map(|one| format!(", as {}", names.source(one, track.sources)));
    let condition = condition.unwrap_or_default();
    let place = track.file_line(left.span);
    let since = track.story.latest_change(left.read.clone(), left.entry);
    let since = since.map_or_else(String::new, |change| format!(": {}", change.1));
    Some(format!("{}{condition} ({place}){since}", left.words(names)))
}

/// That a combatant, or its side, had no turn in a period, as the rules had it that it has had it: `bob had no turn in round 1: bob.had_turn became yes in round 1, when ann trips bob`.
pub fn lost_turn(track: &Track<'_>, wanted: &WantedAct<'_>) -> Option<String> {
    let names = &track.story.names;
    let path = wanted.declared.map_or(wanted.within, |one| &one.path);
    names
        .rules
        .phases_of_turns()
        .into_iter()
        .find_map(|(phase, kind)| {
            let turns = names.rules.phases[phase.index()].turns.as_ref()?;
            let own = match kind {
                KindId::COMBATANT => wanted.actor,
                KindId::SIDE => u32::try_from(names.scenario.side_of(wanted.actor)?).ok()?,
                _ => return None,
            };
            let around: Vec<_> = path
                .iter()
                .take_while(|part| part.0 != phase)
                .copied()
                .collect();
            let entries = track.story.journal.entries.iter().enumerate();
            let mut there = entries.filter(|(entry, _)| track.moments[*entry].starts_with(&around));
            let begins = |what: What| match what {
                What::PhaseBegins {
                    phase: other,
                    number,
                    ..
                } => other == phase && number == Value::from(own),
                _ => false,
            };
            if there.clone().any(|(_, entry)| begins(entry.what)) {
                return None;
            }
            let had = (kind, own, turns.had);
            let is_lost = |what: What| match what {
                What::Changed {
                    kind,
                    record,
                    slot,
                    new,
                    ..
                } => (kind, record, slot) == had && new == 1,
                _ => false,
            };
            let (entry, _) = there.find(|(_, entry)| is_lost(entry.what))?;
            let (_, change) = track.story.latest_change([had], entry + 1)?;
            let who = names.record(kind, own);
            Some(format!(
                "{who} had no turn{}: {change}",
                at(&names.moment(&around))
            ))
        })
}

/// That a combatant was not asked for an act that it was to declare, by which condition, and what changed that last: `ann was not asked in round 2, turn of ann: not
/// (c.steps > 0) (duel.affray:14); ann.steps became 0 in round 1, when ann walks`. `None`: no condition kept it from being asked.
pub fn not_asked(run: &Run<'_>, track: &Track<'_>, wanted: WantedAct<'_>) -> Option<String> {
    if let Some(lost) = lost_turn(track, &wanted) {
        return Some(lost);
    }
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let choice = probe.telling(&track.story)?;
    let mut told = not_asked_by(track, &wanted, &probe, choice);
    let place = run.rules.expr_spans[choice.condition.index()];
    told += &format!(" ({})", track.file_line(place));
    let names = &track.story.names;
    let given = choice.given.iter().filter_map(|&(call, value)| {
        let ty = names.type_of(call)?;
        let value = match value {
            MISSING => "missing".to_owned(),
            value => track.story.value(&ty, value, choice.entry),
        };
        let source = bare(names.source(call, track.sources));
        Some(format!("{source} was {value}"))
    });
    let latest = track.story.latest_change(choice.read.clone(), choice.entry);
    let since = match latest {
        Some(change) => vec![change.1],
        None => turns::stood(track, choice.read.clone(), choice.entry),
    };
    for said in given.chain(since) {
        told += &format!("; {said}");
    }
    Some(told)
}

/// That a combatant was asked for an act that nothing declared, and when.
pub fn asked_in_vain(run: &Run<'_>, track: &Track<'_>, wanted: WantedAct<'_>) -> Option<String> {
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let names = &track.story.names;
    let who = names.record(KindId::COMBATANT, wanted.actor);
    let times = each_once(probe.asked.iter().map(|path| names.moment(path)));
    let there = match times.len() {
        0 => return None,
        1 => " there",
        _ => "",
    };
    let when = at(&some(times));
    let tactics = track.by_tactics(wanted.actor, &probe.asked);
    let instead = match tactics.is_empty() {
        true => String::new(),
        false => format!(": {}", tactics.join(", ")),
    };
    Some(format!(
        "{who} was asked{when}, and no such act was declared{there}{instead}"
    ))
}

/// `ann was not asked in round 2, turn of ann: not (c.steps > 0)`
fn not_asked_by(
    track: &Track<'_>,
    wanted: &WantedAct<'_>,
    probe: &ChoiceProbe<'_>,
    choice: &Choice,
) -> String {
    let names = &track.story.names;
    let why = failed(track, probe, choice);
    let who = names.record(KindId::COMBATANT, wanted.actor);
    let action = wanted.action.filter(|_| probe.asked_otherwise);
    let action = action.map_or_else(String::new, |action| {
        format!(" for {}", names.action(action))
    });
    let when = at(&names.moment(&choice.path));
    format!("{who} was not asked{action}{when}: {why}")
}

/// What held where a condition settled it, in the words of the file: `not (c.steps > 0)`.
pub fn failed(track: &Track<'_>, probe: &ChoiceProbe<'_>, choice: &Choice) -> String {
    let names = &track.story.names;
    let source = |id| bare(names.source(id, track.sources));
    match choice.holds {
        _ if probe.is_out_of_play(choice) => "it was out of play".to_owned(),
        true => source(choice.condition),
        false => denied(names.rules, choice.condition, &source),
    }
}

/// That the combatant that declares the second act was not asked for it where the first was declared, and what changed that, or who is asked: `grub was not asked in round 1: not
/// c.attacking`, `grub.attacking became yes in round 1, when ann strikes grub`.
pub fn passed_over(
    run: &Run<'_>,
    track: &Track<'_>,
    (first, second): (ActNumber, ActNumber),
) -> Vec<String> {
    let act = track.story.journal.act(second);
    let seen = track.seen(second);
    let wanted = WantedAct {
        actor: act.actor,
        action: Some(act.action),
        added: false,
        aims: &[],
        declared: None,
        within: &[],
        until: seen,
    };
    let mut probe = ChoiceProbe::new(run.rules, run.scenario, wanted);
    again(run, &mut probe);
    let moment = |act| &track.moments[track.seen(act)];
    // Behind all turns it is asked in the period around them.
    let is_around =
        |one: &Choice| one.entry <= track.seen(first) && one.path.len() < moment(first).len();
    let is_before = |one: &&Choice| one.path != *moment(second) || is_around(one);
    let is_then = |one: &&Choice| is_before(one) && moment(first).starts_with(&one.path);
    let is_since = |one: &&Choice| is_before(one) && one.entry >= track.seen(first);
    let all = probe.untaken.iter();
    let choice = (all.clone().rfind(is_then)).or_else(|| all.clone().rfind(is_since));
    // Where others were asked in its place, what settles which is asked may have changed since then.
    let since = choice.map_or(track.seen(first), |choice| choice.entry);
    let chosen_by = probe.taken.iter().flat_map(|one| one.1.iter().copied());
    let change = |read: BTreeSet<_>| {
        let latest = track.story.latest_change(read, seen);
        // What had changed before has not made the condition hold.
        latest.filter(|change| change.0 >= since)
    };
    let chosen = change(chosen_by.collect());
    let Some(choice) = choice else {
        return chosen.into_iter().map(|change| change.1).collect();
    };
    let mut told = vec![not_asked_by(track, &wanted, &probe, choice)];
    // By another condition than it was not asked by it may have come to be asked.
    let is_by_it = probe.taken.iter().any(|one| one.0.whole == choice.whole);
    let changed = match is_by_it {
        true => change(choice.read.clone()),
        false => chosen.or_else(|| {
            let read = probe.taken.iter().flat_map(|one| one.0.read.iter());
            change(read.copied().collect())
        }),
    };
    // Where nothing has changed since, what it looked at then is why.
    let stood = || turns::stood(track, choice.read.clone(), choice.entry);
    told.extend(changed.map_or_else(stood, |change| vec![change.1]));
    told
}
