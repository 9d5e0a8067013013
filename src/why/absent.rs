//! Acts that are asked about and never came up: what the scenario says of them, and what kept them from being declared.

use super::answer::at;
use super::counterfactual::AbsentAct;
use super::replay::again;
use super::selected::Selector;
use super::track::Track;
use super::{Reason, Run, added, corrections, counterfactual, ends, tried, unasked};
use crate::journal::{ActNumber, Entry, What};
use crate::ruleset::{ActionId, KindId, MISSING, PhaseId, Slot, Value};

use crate::run::{Observer, Scene};
use crate::suite::{ROOM, WantedAct, never_declared};
use crate::view::{PhaseNumbers, last_moment};
use std::collections::BTreeSet;

/// The answer where no act is like what is asked for; `beside`: the act before which it was to come, and how many changes may be tried for that.
pub fn reason(
    run: &Run<'_>,
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    wanted: &Selector,
    beside: Option<((ActNumber, u16), u32)>,
) -> Reason {
    let number = wanted.declaration(track);
    answer(run, track, within, (wanted, number), beside)
}

/// Of the declarations of the scenario that are meant and of which no act came, why each came to nothing; of so many at most.
pub fn undeclared(
    run: &Run<'_>,
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    wanted: &Selector,
) -> Vec<Reason> {
    let numbers = wanted.declarations_without_act(track, within);
    let reasons = numbers.into_iter().take(FEW).map(|number| {
        let wanted = Selector::of(&run.scenario.declarations[number], run.rules);
        let mut reason = answer(run, track, within, (&wanted, Some(number)), None);
        if let Reason::Absent { others, .. } = &mut reason {
            others.clear();
        }
        reason
    });
    reasons.collect()
}

/// The answer about what is asked for, and the declaration of the scenario by which it was to come.
fn answer(
    run: &Run<'_>,
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    (wanted, number): (&Selector, Option<usize>),
    beside: Option<((ActNumber, u16), u32)>,
) -> Reason {
    let declared = number.map(|number| &run.scenario.declarations[number]);
    let others = acts_of(track, within, wanted.actor);
    let mut around: Vec<_> = within.iter().chain(&wanted.within).copied().collect();
    // What is aimed at an act belongs to when that came up.
    let acts = wanted.aims.iter().filter(|aim| aim.0 == KindId::ACT);
    for moment in acts.filter_map(|aim| track.moments.get(track.seen(aim.1))) {
        let more = moment.iter().filter(|part| !around.contains(part));
        let more: Vec<_> = more.copied().collect();
        around.extend(more);
    }
    let asking = WantedAct {
        actor: wanted.actor,
        action: wanted.action,
        added: false,
        aims: &wanted.aims,
        declared: None,
        within: &around,
        until: usize::MAX,
    };
    let period = declared.map_or(&around[..], |one| &one.path);
    let because = match (number, declared) {
        _ if let Some(ahead) = not_so_far(run, track, period) => Some(ahead),
        _ if let Some(late) = joined_later(run, track, wanted.actor, period) => Some(late),
        _ if let Some(missing) = never_reached(track, &around) => Some(match &wanted.typed {
            typed if typed.is_empty() || around != wanted.within => missing,
            typed => not_come_to(typed),
        }),
        (Some(number), Some(one)) => {
            let played = (run.rules, run.scenario);
            let asking = WantedAct {
                action: one.action,
                declared: Some(one),
                ..asking
            };
            // Where an error stopped the run in its period, it could still have been asked.
            let around = run.scenario.around_own_turn(one.actor, &one.path);
            let is_open = track.stopped && last_moment(run.journal).starts_with(around);
            let left = unasked::left(run, track, asking).filter(|_| !is_open);
            let not_asked = || unasked::not_asked(run, track, asking).filter(|_| !is_open);
            let lost = unasked::lost_turn(track, &asking);
            lost.or(left).or_else(not_asked).or_else(|| {
                let why = || never_declared(played, number, run.seed, &run.limits);
                let joined = joined(run, track, wanted.actor, &one.path);
                let out = || out_of_play(run, track, wanted.actor, &one.path);
                Some(match (joined, track.stopped) {
                    (Some(joined), true) => format!("{}; {joined}", why()),
                    (Some(joined), false) => format!("{joined}; {}", why()),
                    (None, true) => [Some(why()), out()]
                        .into_iter()
                        .flatten()
                        .collect::<Vec<_>>()
                        .join("; "),
                    // It was out before the run was over.
                    (None, false) => out().unwrap_or_else(why),
                })
            })
        }
        _ => {
            // Where such acts came that differ in their attributes alone, it was declared.
            let plain = Selector {
                settings: Vec::new(),
                ..wanted.clone()
            };
            let mut acts = 0..track.lives.len() as ActNumber;
            let is_like = acts.any(|act| plain.fits(track, act, 0));
            let is_declared = |action: ActionId| !run.rules.actions[action.index()].not_declared;
            let asked = match wanted.action.is_none_or(is_declared) {
                true if is_like => unasked::not_asked(run, track, asking),
                true => tried::refused(run, track, &asking)
                    .or_else(|| unasked::asked_in_vain(run, track, asking))
                    .or_else(|| unasked::not_asked(run, track, asking)),
                false => None,
            };
            let added = added::not_added(run, track, asking);
            let asked: Vec<String> = asked.into_iter().chain(added).collect();
            let asked = (!asked.is_empty()).then(|| asked.join("; "));
            // Of one who acts elsewhere it says something only of a period.
            let out = || out_of_play(run, track, wanted.actor, &around);
            let is_asked_of = others.is_empty() || !around.is_empty();
            let told = asked.or_else(|| over_within(track, &around));
            let told = told.or_else(|| is_asked_of.then(out).flatten());
            told.or_else(|| came_elsewhere(track, wanted))
        }
    };
    let turn = |absent, (other, tries): ((ActNumber, u16), u32)| {
        let mut acts = (0..).zip(&track.story.journal.acts);
        let own = acts.find(|(_, act)| act.actor == wanted.actor);
        let near = own.map_or(other.0, |(act, _)| act);
        let found = counterfactual::search_absent(run, track, (absent, near), other, tries);
        found.describe_as(track, wanted.shown(track))
    };
    let added = || {
        let action = wanted
            .action
            .filter(|&action| added::is_added(track, action))?;
        let aims = match wanted.aims.as_slice() {
            [] => Vec::new(),
            aims => tried::settings(run, action, aims)?,
        };
        Some(AbsentAct::Added(wanted.actor, action, aims, &around))
    };
    let absent = number.map(AbsentAct::Declared).or_else(added);
    let turns = absent
        .zip(beside)
        .map(|(absent, beside)| turn(absent, beside));
    Reason::Absent {
        turns: turns.into_iter().collect(),
        act: wanted.shown(track),
        declared: declared.map(|one| track.file_line(one.span)),
        because,
        others,
    }
}

/// That such an act came, or was declared, in another period than is asked about: `bob strikes ann came in round 2`.
fn came_elsewhere(track: &Track<'_>, wanted: &Selector) -> Option<String> {
    let anywhere = Selector {
        within: Vec::new(),
        ..wanted.clone()
    };
    let acts = (0..).take(track.lives.len());
    let mut stages = acts.flat_map(|act| (0..track.stages(act)).map(move |stage| (act, stage)));
    let (act, stage) = stages.find(|&(act, stage)| anywhere.fits(track, act, stage))?;
    let when = track.left(act, stage);
    let what = if when.is_some() { "came" } else { "came up" };
    let when = when.unwrap_or(track.seen(act));
    let moment = track.moment(when);
    let told = || format!("{} {what}{}", track.act_at(act, stage, when), at(&moment));
    (!moment.is_empty()).then(told)
}

/// That a fight waits for an entry in the course of a period, or before it, so that nothing can be said yet of what does not come there.
fn not_so_far(run: &Run<'_>, track: &Track<'_>, period: &[(PhaseId, Value)]) -> Option<String> {
    run.waits?;
    let is_ahead = last_moment(run.journal).starts_with(period);
    let is_ahead = is_ahead || never_reached(track, period).is_some();
    is_ahead.then(|| "the fight has not come so far".to_owned())
}

/// That the combat was over in the course of a period: `the combat is over because one side is left (round 3, turn of ann)`.
fn over_within(track: &Track<'_>, within: &[(PhaseId, Value)]) -> Option<String> {
    let entries = &track.story.journal.entries;
    let is_end = |entry: &Entry| matches!(entry.what, What::Ended { .. });
    let over = entries.iter().rposition(is_end)?;
    let is_then = !within.is_empty() && track.is_within(over, within);
    let end = ends::run_end(track).filter(|_| is_then)?;
    Some(format!("{end} ({})", track.moment(over)))
}

/// That the run does not come to a period, and in which it ends.
fn never_reached(track: &Track<'_>, within: &[(PhaseId, Value)]) -> Option<String> {
    let entries = track.story.journal.entries.len();
    let is_reached = within.is_empty() || (0..entries).any(|entry| track.is_within(entry, within));
    let names = &track.story.names;
    (!is_reached).then(|| not_come_to(&names.moment(within)))
}

fn not_come_to(period: &str) -> String {
    format!("the run does not come to {period}")
}

/// How many acts of a combatant are named where none is like what was asked for, and of how many that were declared it is told why none came.
const FEW: usize = 6;

/// What a combatant did within these repetitions of phases, or was to do.
fn acts_of(track: &Track<'_>, within: &[(PhaseId, Value)], actor: u32) -> Vec<String> {
    let acts = track.story.journal.acts.iter().enumerate();
    let own = acts.filter(|(_, act)| act.actor == actor);
    let mut told: Vec<String> = Vec::new();
    for act in own.map(|(act, _)| act as ActNumber) {
        let seen = track.seen(act);
        let words = track.act_whole(act, seen);
        if track.is_within(seen, within) && told.len() < FEW && !told.contains(&words) {
            told.push(words);
        }
    }
    told
}

/// That a combatant joined in the course of a period, in which others may have been asked before it: `zoe joined in the course of round 1`.
fn joined(
    run: &Run<'_>,
    track: &Track<'_>,
    actor: u32,
    within: &[(PhaseId, Value)],
) -> Option<String> {
    let entry = corrections::joined(run, track, (KindId::COMBATANT, actor))?;
    let names = &track.story.names;
    let is_then = !within.is_empty() && track.is_within(entry, within);
    is_then.then(|| {
        let who = names.record(KindId::COMBATANT, actor);
        format!("{who} joined in the course of {}", names.moment(within))
    })
}

/// That a combatant joined only when a period was over: `zoe joined only in round 2`.
fn joined_later(
    run: &Run<'_>,
    track: &Track<'_>,
    actor: u32,
    period: &[(PhaseId, Value)],
) -> Option<String> {
    let entry = corrections::joined(run, track, (KindId::COMBATANT, actor))?;
    let mut until = 0..entry;
    let mut since = entry..track.story.journal.entries.len();
    let is_over = !since.any(|entry| track.is_within(entry, period));
    let is_reached = until.any(|entry| track.is_within(entry, period));
    let who = track.story.names.record(KindId::COMBATANT, actor);
    let when = at(&track.moment(entry));
    (is_over && is_reached).then(|| format!("{who} joined only{when}"))
}

/// That a combatant was out of play when a period ended, or the run: `bob is out of play at the end of round 2 (bob.hp became 0 in round 1)`.
fn out_of_play(
    run: &Run<'_>,
    track: &Track<'_>,
    actor: u32,
    within: &[(PhaseId, Value)],
) -> Option<String> {
    let mut probe = PlayProbe {
        run,
        actor,
        within,
        depth: 0,
        since: None,
        found: None,
    };
    again(run, &mut probe);
    // No period ends in which an error stopped the run.
    let stands = probe.since.take().filter(|_| track.stopped);
    let stands = stands.map(|(entry, read)| (None, entry, read));
    let found = (probe.found).map(|(path, entry, read)| (Some(path), entry, read));
    let (path, entry, read) = found.or(stands)?;
    let since = track.story.latest_change(read, entry);
    let since = since.map_or_else(String::new, |change| format!(" ({})", change.1));
    let names = &track.story.names;
    let who = names.record(KindId::COMBATANT, actor);
    let when = match path {
        None => "by then".to_owned(),
        Some(path) if path.is_empty() => "at the end of the run".to_owned(),
        Some(path) => format!("at the end of {}", names.moment(&path)),
    };
    Some(format!("{who} is out of play {when}{since}"))
}

/// Where a combatant was out of play at the end of a period: that period, how many entries there were when it was out for the first time since it was last in play, and
/// what settled it.
type OutOfPlay = (PhaseNumbers, usize, BTreeSet<(KindId, u32, Slot)>);

/// How many entries there were when a combatant was found out of play, and what settled it.
type OutSince = (usize, BTreeSet<(KindId, u32, Slot)>);

/// Looks whether a combatant is in play at the end of a period, or of the innermost around it that came.
struct PlayProbe<'p, 'a> {
    run: &'p Run<'a>,
    actor: u32,
    within: &'p [(PhaseId, Value)],
    /// of the innermost that came
    depth: usize,
    /// as far as it is out of play now: since when, and what settled it then
    since: Option<OutSince>,
    found: Option<OutOfPlay>,
}

impl PlayProbe<'_, '_> {
    fn look(&mut self, scene: &mut Scene<'_>) {
        let Some(in_play) = self.run.rules.in_play(KindId::COMBATANT) else {
            return;
        };
        let mut names = vec![MISSING; usize::from(in_play.locals) + ROOM];
        names[0] = Value::from(self.actor);
        match scene.value_of(in_play.body, &names) == Ok(0) {
            false => self.since = None,
            true if self.since.is_none() => {
                let read = scene.reads_of(in_play.body, &names);
                let read = scene.turned_by(in_play.body, &names, read);
                self.since = Some((scene.journal().entries.len(), read));
            }
            true => {}
        }
    }

    fn find(&mut self, path: PhaseNumbers) {
        let since = self.since.clone();
        self.found = since.map(|(entry, read)| (path, entry, read));
    }
}

impl Observer for PlayProbe<'_, '_> {
    fn phase_ended(&mut self, _phase: PhaseId, scene: &mut Scene<'_>) {
        self.look(scene);
        let path = scene.path().to_vec();
        if path.len() > self.depth && self.within.starts_with(&path) {
            self.depth = path.len();
            self.find(path);
        }
    }

    fn ended(&mut self, scene: &mut Scene<'_>) {
        self.look(scene);
        if self.within.is_empty() {
            self.find(Vec::new());
        }
    }
}
