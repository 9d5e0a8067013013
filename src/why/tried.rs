//! What would become of a declaration that the scenario does not have, by runs with it.

use super::answer::at;
use super::track::Track;
use super::{Run, ends, stopped};
use crate::ruleset::{ActionId, KindId, Slot, Type, Value};
use crate::source::english;
use crate::suite::{Ask, WantedAct, asked_for, declared_instead};
use crate::view::{Names, Story, some};

/// In how many periods a declaration is tried at most.
const MOST: usize = 32;

/// How many entries of journals the runs may lead to.
const WORK: usize = 400_000;

/// That a combatant was asked, and that what is wanted of it would have been refused or void wherever it was: `ann was asked in round 2, but it would be refused there: ann is
/// stunned (duel.affray:8); ann.stunned became yes in round 1, when bob hits ann`. `None`: it was not asked, or some such declaration would have stood, or that is not known.
pub fn refused(run: &Run<'_>, track: &Track<'_>, wanted: &WantedAct<'_>) -> Option<String> {
    let action = wanted.action?;
    let played = (run.rules, run.scenario, run.seed, &run.limits);
    let asked = asked_for(played, (wanted.actor, action), wanted.within);
    let is_short = run.journal.entries.len().saturating_mul(asked.len()) <= WORK;
    if asked.is_empty() || asked.len() > MOST || !is_short {
        return None;
    }
    let settings = settings(run, action, wanted.aims);
    let mut reasons: Vec<String> = Vec::new();
    for ask in &asked {
        // What is refused whatever it is needs no aim.
        let settings = settings.clone().or(ask.refused.then(Vec::new))?;
        let reason = tried(run, ask, (action, settings))?;
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let names = &track.story.names;
    let who = names.record(KindId::COMBATANT, wanted.actor);
    let when = match wanted.within {
        [] => some(asked.iter().map(|ask| names.moment(&ask.path)).collect()),
        within => names.moment(within),
    };
    let when = at(&when);
    let why = english::joined(&reasons, ", ", " or ");
    Some(format!(
        "{who} was asked{when}, but such a declaration would be {why}"
    ))
}

/// The attributes that a declaration gives to an act that is aimed so; `None`: an act of this action is aimed at more.
pub fn settings(
    run: &Run<'_>,
    action: ActionId,
    aims: &[(KindId, u32)],
) -> Option<Vec<(Slot, Value)>> {
    let action = &run.rules.actions[action.index()];
    let mut left = aims.to_vec();
    let mut found = Vec::new();
    for slot in [action.object, action.at].into_iter().flatten() {
        let declared = &run.rules.attribute(KindId::ACT, slot).declared;
        let is_it = |aim: &(KindId, u32)| declared.ty == Type::Record(aim.0);
        match left.iter().position(is_it).map(|at| left.remove(at)) {
            // Acts have other numbers in other runs.
            Some((KindId::ACT, _)) => return None,
            Some((_, record)) => found.push((slot, Value::from(record))),
            None if aims.is_empty() => return None,
            None => {}
        }
    }
    left.is_empty().then_some(found)
}

/// What becomes of such a declaration in place of all that its combatant declares there, if it does not stand: `refused: ann is stunned`.
fn tried(
    run: &Run<'_>,
    ask: &Ask,
    (action, settings): (ActionId, Vec<(Slot, Value)>),
) -> Option<String> {
    let played = (run.rules, run.scenario, run.seed, &run.limits);
    let tried = declared_instead(played, ask, action, settings)?;
    let played = Run {
        scenario: &tried.scenario,
        journal: &tried.journal,
        waits: None,
        ..*run
    };
    let mut story = Story::new(Names::new(run.rules, &tried.scenario), &tried.journal);
    story.background = stopped::background_of(&played);
    let track = Track::new(story, run.sources);
    ends::cast_out(
        &track,
        tried.act,
        &ends::look(&played, &track, &[tried.act]),
    )
}
