//! What became of an act that did not come, or came late: refused, void, cancelled, missed, held back. Reads it off the journal.

use super::answer::at;
use super::conditions::VoidAct;
use super::keys;
use super::pair::Pair;
use super::replay::{self, ReplayObservation};
use super::track::Track;
use super::{ActEnd, Cause, Failed, Quote, Run, Stay, UnknownSelector, cancelled, turns};
use crate::journal::{ActNumber, Said, What};
use crate::ruleset::{
    ActMoment, Expr, ExprId, Happening, KindId, Ruleset, Statement, StatementKind, Trigger,
    VoidRule,
};
use crate::view::{Names, Story};

/// When an act came into the line and when it left it, by a stage.
pub fn stay(track: &Track<'_>, act: ActNumber, stage: u16) -> Stay {
    let seen = track.seen(act);
    let left = track.left(act, stage);
    let entry = left.unwrap_or(track.story.journal.entries.len());
    Stay {
        act: track.act_at(act, stage, entry.max(seen)),
        came: track.life(act).came.map(|came| track.moment(came)),
        left: left.map(|left| track.moment(left)),
        fate: left.map(|left| fate(track, left)),
        declared: declared(track, (act, stage)),
        tactic: track.quote_tactic(act).map(Box::new),
    }
}

/// What became of an act, in a word.
pub fn fate(track: &Track<'_>, entry: usize) -> String {
    let entry = track.story.journal.entries.get(entry);
    match entry.map(|entry| entry.what) {
        Some(What::Cancelled { word, .. }) => track.story.names.word(word),
        Some(What::Void { .. }) => "void".to_string(),
        Some(What::Refused { .. }) => "refused".to_string(),
        _ => "carried out".to_string(),
    }
}

/// What a stage of an act came to: `ann strikes bob came in round 1`, `ann strikes bob was parried in round 1`.
pub fn came_to(track: &Track<'_>, (act, stage): (ActNumber, u16)) -> String {
    let Some(left) = track.left(act, stage) else {
        let seen = track.seen(act);
        let when = at(&track.moment(seen));
        return format!("{} came up{when}", track.act_at(act, stage, seen));
    };
    let is_resolved = usize::from(stage) < track.life(act).resolved.len();
    let what = match is_resolved {
        true => "came".to_owned(),
        false => format!("was {}", fate(track, left)),
    };
    let when = at(&track.moment(left));
    format!("{} {what}{when}", track.act_at(act, stage, left))
}

/// The act as one that was void, refused or cancelled by a trigger that waits for it, if it was.
pub fn void(track: &Track<'_>, act: ActNumber) -> Option<VoidAct> {
    let entry = track.life(act).ended?;
    let said = track.story.journal.entries.get(entry)?;
    let rules = track.story.names.rules;
    let (condition, refused) = match said.what {
        What::Void { because, .. } => {
            let is_it = |rule: &&VoidRule| {
                rule.because == because.template && Some(rule.item) == said.cause
            };
            let rule = rules.voids.iter().find(is_it)?;
            ((rule.guard, rule.locals), false)
        }
        What::Refused { because, .. } => {
            let says_so = |statement: &Statement| matches!(statement.kind, StatementKind::Refuse { because: one } if one == because.template);
            let is_it = |rule: &&Trigger| rule.body.iter().any(says_so);
            let rule = rules.triggers.iter().find(is_it)?;
            ((rule.guard?, rule.locals), true)
        }
        What::Cancelled { .. } => {
            let is_it =
                |rule: &&Trigger| Some(rule.item) == said.cause && cancels_its_act(rules, rule);
            let rule = rules.triggers.iter().find(is_it)?;
            ((rule.guard?, rule.locals), false)
        }
        _ => return None,
    };
    Some(VoidAct {
        act,
        entry,
        condition,
        refused,
    })
}

/// What is seen of these acts where the run is played again: since when those would have been void that were, or refused or cancelled.
pub fn look(run: &Run<'_>, track: &Track<'_>, acts: &[ActNumber]) -> ReplayObservation {
    let voids: Vec<VoidAct> = acts.iter().filter_map(|&act| void(track, act)).collect();
    let mut seen = replay::look(run, track, (&[], &[]), (acts, &voids));
    for (act, since) in cancelled::since(run, track, acts) {
        seen.void.entry(act).or_insert(since);
    }
    seen
}

/// That rules have changed at whom or what an act was aimed since it was declared, and what last did.
pub fn became(track: &Track<'_>, (act, stage): (ActNumber, u16)) -> Option<Cause> {
    let end = track.story.journal.entries.len();
    let entry = track.left(act, stage).unwrap_or(end);
    let declared = declared(track, (act, stage))?;
    let action = track.story.action(act)?;
    let aims = [action.object, action.at].into_iter().flatten();
    let changed = aims.filter_map(|slot| {
        let aim = (KindId::ACT, act, slot);
        let (at, _) = track.story.last_change(aim, entry)?;
        Some((at, turns::set(track, aim, entry)?))
    });
    let since = changed.max();
    Some(Cause::Became {
        act: track.act_at(act, stage, entry),
        declared,
        since: since.map(|change| change.1),
    })
}

/// What was declared, in words, where rules have changed at whom or what it was aimed since then.
pub fn declared(track: &Track<'_>, (act, stage): (ActNumber, u16)) -> Option<String> {
    let story = &track.story;
    let (seen, end) = (track.seen(act), story.journal.entries.len());
    let entry = track.left(act, stage).unwrap_or(end);
    let action = story.action(act)?;
    let mut aims = [action.object, action.at].into_iter().flatten();
    let aimed = |slot, entry| story.attribute(KindId::ACT, act, slot, entry);
    let is_other = aims.any(|slot| aimed(slot, seen) != aimed(slot, entry));
    let is_declared = story.journal.act(act).is_declared();
    let said = story.act_at(act, stage, seen);
    (is_declared && is_other && said != story.act_at(act, stage, entry)).then_some(said)
}

/// What became of an act that was refused or void: `refused: ann is stunned (duel.affray:8); ann.stunned became yes in round 1, when bob hits ann`.
pub fn cast_out(track: &Track<'_>, act: ActNumber, seen: &ReplayObservation) -> Option<String> {
    let Cause::Ended {
        end: ActEnd::Refused | ActEnd::Void,
        fate,
        because,
        since,
        by,
        ..
    } = cause(track, (act, 0), seen)
    else {
        return None;
    };
    let place = by.map_or_else(String::new, |by| format!(" ({}:{})", by.file, by.line));
    let because = because.map_or_else(String::new, |because| format!(": {because}"));
    let since = since.map_or_else(String::new, |since| format!("; {since}"));
    Some(format!("{fate}{because}{place}{since}"))
}

/// Whether a trigger waits for an act and cancels it.
fn cancels_its_act(rules: &Ruleset, trigger: &Trigger) -> bool {
    let is_own = |act: ExprId| rules.exprs[act.index()] == Expr::Local(0);
    let cancels = |statement: &Statement| matches!(statement.kind, StatementKind::Cancel { act, .. } if is_own(act));
    matches!(trigger.on, Happening::Act { .. }) && trigger.body.iter().any(cancels)
}

/// Why a stage of an act never came.
pub fn cause(track: &Track<'_>, (act, stage): (ActNumber, u16), seen: &ReplayObservation) -> Cause {
    let stopped = track.stopped;
    let journal = track.story.journal;
    let Some(ended) = track.life(act).ended else {
        let end = journal.entries.len();
        return Cause::Ended {
            act: track.act_at(act, stage, end),
            end: match stopped {
                true => ActEnd::Stopped,
                false => ActEnd::Waiting,
            },
            fate: if stopped { "stopped" } else { "waiting" }.to_owned(),
            moment: track.moment(end.saturating_sub(1)),
            because: run_end(track).filter(|_| !stopped),
            since: None,
            by: ended_by(track).filter(|_| !stopped),
        };
    };
    let entry = journal.entries[ended];
    let (end, because): (ActEnd, Option<Said>) = match entry.what {
        What::Void { because, .. } => (ActEnd::Void, Some(because)),
        What::Refused { because, .. } => (ActEnd::Refused, Some(because)),
        What::Cancelled { because, .. } => (ActEnd::Cancelled, because),
        _ => (ActEnd::Cancelled, None),
    };
    let fate = fate(track, ended);
    let changed = seen.void.get(&act).and_then(|(since, read)| {
        // What it looked at may have changed further since then.
        let before = ended.min(*since);
        let latest = track.story.latest_change(read.iter().copied(), before);
        latest.map(|change| change.1)
    });
    let cancelled = || {
        let is_cancelled = matches!(entry.what, What::Cancelled { .. });
        let how = is_cancelled.then(|| track.story.circumstances(ended))?;
        let by = track.story.in_hand(ended);
        let answer = by.and_then(|by| track.answer_before(by.0));
        let answer = answer.map_or_else(String::new, |answer| format!(", after {answer}"));
        how.map(|how| format!("{fate} {how}{answer}"))
    };
    Cause::Ended {
        act: track.act_at(act, stage, ended),
        since: changed
            .or_else(cancelled)
            .or_else(|| by_change(track, act, ended)),
        end,
        fate,
        moment: track.moment(ended),
        because: because.map(|said| track.story.said(said, ended)),
        by: entry.cause.and_then(|item| match entry.what {
            What::Void { because, .. } | What::Refused { because, .. } => {
                track.quote_clause(item, because)
            }
            What::Cancelled { because, .. } => track.quote_cancel(item, because),
            _ => track.quote_item(item),
        }),
    }
}

/// What changed that of the combatant of a cancelled act for which the trigger waits that cancelled it, in the batch before that: `mim.hp became 2 in round 1, when orc hits mim`.
fn by_change(track: &Track<'_>, act: ActNumber, ended: usize) -> Option<String> {
    let rules = track.story.names.rules;
    let item = track.story.journal.entries[ended].cause?;
    let trigger = rules.triggers.iter().find(|one| one.item == item)?;
    let Happening::Event(event) = trigger.on else {
        return None;
    };
    let attributes = &rules.kinds[KindId::COMBATANT.index()].attributes;
    let told = (0..)
        .zip(attributes)
        .filter(|one| one.1.told_by == Some(event));
    let actor = track.story.journal.act(act).actor;
    let told = told.map(|(slot, _)| (KindId::COMBATANT, actor, slot));
    let begun = track.batches.iter().rfind(|batch| batch.0 < ended)?.0;
    let (at, became) = track.story.latest_change(told, ended)?;
    (at > begun).then_some(became)
}

/// What ended the run, if it did not play to the end of its procedure: `the combat is over because bob fled`, `the scenario stops the run`.
pub fn run_end(track: &Track<'_>) -> Option<String> {
    let entries = track.story.journal.entries.iter().enumerate();
    let over = entries.rev().find_map(|(index, entry)| match entry.what {
        What::Ended { because } => Some(because.map(|said| track.story.said(said, index))),
        _ => None,
    });
    match over {
        Some(Some(why)) => Some(format!("the combat is over because {why}")),
        Some(None) => Some("the combat is over".to_owned()),
        None => {
            let stop = track.story.names.scenario.stop.as_ref();
            stop.map(|_| "the scenario stops the run".to_owned())
        }
    }
}

/// That `over` is asked about, with what ended the run.
pub fn over(run: &Run<'_>, text: &str) -> Option<UnknownSelector> {
    let is_it = text.trim() == "over";
    is_it.then(|| {
        let story = Story::new(Names::new(run.rules, run.scenario), run.journal);
        let track = Track::new(story, run.sources);
        let told = run_end(&track).unwrap_or_else(|| "nothing ended the combat".to_owned());
        let place = ended_by(&track).map(|by| format!(" ({}:{})", by.file, by.line));
        UnknownSelector::Over {
            told: told + &place.unwrap_or_default(),
        }
    })
}

/// The item that ended the run.
fn ended_by(track: &Track<'_>) -> Option<Quote> {
    let mut entries = track.story.journal.entries.iter().rev();
    let ended = entries.find(|entry| matches!(entry.what, What::Ended { .. }))?;
    let What::Ended { because } = ended.what else {
        return None;
    };
    track.quote_end(ended.cause?, because)
}

/// That an act had to wait at the head of the line in a repetition of a phase between those in which these two entries were written.
pub fn waited(
    track: &Track<'_>,
    act: ActNumber,
    (after, before): (usize, usize),
    seen: &ReplayObservation,
) -> Option<Cause> {
    let is_between = |entry: usize| {
        let moment = |entry: usize| track.moments.get(entry);
        let waited = moment(entry.saturating_sub(1));
        (after..before).contains(&entry) && waited != moment(after) && waited != moment(before)
    };
    let mut waited = seen.waited.iter();
    let waited = waited.find(|one| one.0 == act && is_between(one.1))?;
    Some(had_to_wait(track, waited))
}

/// Whether an act never came as it was left waiting: it still waited at the end, or a phase cancelled it then.
pub fn is_left_waiting(track: &Track<'_>, act: ActNumber) -> bool {
    let Some(ended) = track.life(act).ended else {
        return true;
    };
    let entry = track.story.journal.entries[ended];
    let mut phases = track.story.names.rules.phases.iter();
    let is_of_phase = phases.any(|phase| Some(phase.item) == entry.cause);
    is_of_phase && matches!(entry.what, What::Cancelled { .. })
}

/// That an act stood at the head of the line at last and had to wait, if it did.
pub fn kept_waiting(track: &Track<'_>, act: ActNumber, seen: &ReplayObservation) -> Option<Cause> {
    let waited = seen.waited.iter().rfind(|one| one.0 == act)?;
    Some(had_to_wait(track, waited))
}

fn had_to_wait(track: &Track<'_>, (act, entry, failed): &(ActNumber, usize, Failed)) -> Cause {
    Cause::Waited {
        act: track.act(*act, *entry),
        moment: track.moment(entry.saturating_sub(1)),
        failed: failed.clone(),
    }
}

/// That the place of either act had gone by while it waited for its stage.
pub fn missed<'t>(track: &'t Track<'_>, pair: Pair) -> impl Iterator<Item = Cause> + 't {
    let both = pair.both().into_iter();
    both.filter_map(move |(act, stage)| missed_at(track, act, stage))
}

/// That the place of an act had gone by before a stage of it, the first time.
pub fn missed_at(track: &Track<'_>, act: ActNumber, stage: u16) -> Option<Cause> {
    let mut missed = track.life(act).missed.iter().copied();
    let entry = missed.find(|&entry| track.stage_at(act, entry) == stage)?;
    Some(Cause::Missed {
        act: track.act(act, entry),
        moment: track.moment(entry),
        place: keys::gone_by(track, act, entry),
        by: answered(track, entry),
    })
}

/// The trigger that responded to an act whose place had gone by, as an entry says, if the next thing that happened is that one did.
fn answered(track: &Track<'_>, entry: usize) -> Option<Quote> {
    let entries = track.story.journal.entries.get(entry + 1..)?;
    let mut entries = entries.iter().map(|entry| entry.what);
    match entries.find(|what| !matches!(what, What::Withheld { .. }))? {
        What::Responded { trigger } => {
            let trigger = track.story.names.rules.triggers.get(trigger.index())?;
            let is_to_it = matches!(
                trigger.on,
                Happening::Act {
                    moment: ActMoment::Missed,
                    ..
                }
            );
            is_to_it.then(|| track.quote_item(trigger.item))?
        }
        _ => None,
    }
}
