//! What gave one of two acts its turn: the last decision, or else the attribute, on which it hung that it was declared and carried out before the other
//! came up; of an act that the rules added, the last decision on which it hung that it came before the other. Found by playing the scenario again
//! with that one thing changed, as far as it goes.

use super::super::came::came;
use super::super::pair::Pair;
use super::super::track::Track;
use super::super::{Cause, Run};
use super::change::ScenarioChange;
use super::interventions::{self, Intervention, InterventionClass};
use super::script::Script;
use super::values::Remoteness;
use super::{ActIdentity, REACH, words};
use crate::journal::{ActNumber, Journal, What};
use crate::ruleset::{KindId, Type, Value};
use crate::scenario::Person;
use crate::source::Limits;
use std::cmp::Reverse;

/// How many steps each change counts for beside those of its run, so that small scenarios are not played again without end.
const TRY: u64 = 25_000;

/// How many steps each entry of the journal that it leads to counts for.
const ENTRY: u64 = 125;

/// What it hung on that the first of two acts had its turn before the second, or that the rules added it and it came before that; or that not everything
/// was tried; `None` if it hung on nothing.
pub fn led(run: &Run<'_>, track: &Track<'_>, pair: Pair) -> Option<Cause> {
    let mut script = Script::new(run);
    let declared = track.seen(pair.acts.0);
    let added = !run.journal.act(pair.acts.0).is_declared();
    let decided = |spot: &Intervention| match spot.class {
        InterventionClass::Die | InterventionClass::Decision => {
            spot.entry.is_some_and(|entry| entry < declared)
        }
        InterventionClass::Attribute | InterventionClass::Act => spot.near && !added,
        InterventionClass::Option => false,
    };
    let spots = interventions::all(
        run,
        track,
        &script,
        (pair, interventions::until(track, pair)),
    );
    let (mut decisions, attributes): (Vec<Intervention>, Vec<Intervention>) = spots
        .into_iter()
        .filter(decided)
        .partition(|spot| spot.entry.is_some());
    decisions.sort_by_key(|spot| Reverse(spot.entry));
    // An answer that names whose act the other is says most.
    let actor = Value::from(run.journal.act(pair.acts.1).actor);
    let whose: Vec<bool> = (script.asked.iter())
        .map(|one| one.declared.ty == Type::Record(KindId::COMBATANT))
        .collect();
    let names_it = |change: &ScenarioChange| matches!(change, ScenarioChange::Answer { asked, to } if whose[*asked] && *to == actor);
    let of = |spot: &Intervention, size| {
        let entry = spot.entry;
        let changes = spot
            .changes(size, Remoteness::Near)
            .map(|(_, change)| change);
        let mut changes: Vec<ScenarioChange> = changes.collect();
        changes.sort_by_key(|change| !names_it(change));
        changes.into_iter().map(move |change| (entry, change))
    };
    let by_decision = decisions
        .iter()
        .flat_map(|spot| (1..=spot.largest()).flat_map(move |size| of(spot, size)));
    let by_size =
        (1..=REACH).flat_map(|size| attributes.iter().flat_map(move |spot| of(spot, size)));
    // By its own answer one may get to declare something, as in `if says_now { w declares }`.
    let own = Person::Combatant(run.journal.act(pair.acts.0).actor);
    let moment = &track.moments[declared];
    let is_own = |change: &ScenarioChange, script: &Script<'_>| {
        let ScenarioChange::Answer { asked, .. } = change else {
            return false;
        };
        let asked = &script.asked[*asked];
        asked.who == own && &track.moments[asked.entry] == moment
    };
    let identities = (
        ActIdentity::of(run.rules, run.journal, pair.acts.0)?,
        ActIdentity::of(run.rules, run.journal, pair.acts.1)?,
    );
    // Of an act that comes behind the other as it is, the question is whether it comes.
    let is_behind = comes_without(run.journal, &identities, pair.stages);
    let (most, mut steps) = (run.limits.work / 10, 0);
    for (entry, change) in by_decision.chain(by_size) {
        if steps > most {
            return Some(words::not_led(track, pair, most));
        }
        steps += TRY;
        let ended = script.play(&change).is_ok();
        let journal = script.journal();
        // What is declared can still be refused.
        let comes = !added
            && comes_up(journal, &identities, ended)
            && (!ended || comes_at_all(journal, &identities.1, pair.stages.1));
        let is_without = || match is_behind {
            // Where an error stopped the run, it is known by the other.
            true => {
                !comes_at_all(journal, &identities.0, pair.stages.0)
                    && (ended || comes_at_all(journal, &identities.1, pair.stages.1))
            }
            false => comes_without(journal, &identities, pair.stages),
        };
        if comes || (added || is_own(&change, &script)) && is_without() {
            return Some(words::led(
                run,
                track,
                &script,
                (pair, !comes, is_behind),
                (entry, &change),
            ));
        }
        let entries = script.journal().entries.len() as u64;
        steps += Limits::work_of(script.steps(), !ended) + ENTRY * entries;
    }
    None
}

/// Whether a stage of an act is carried out.
fn comes_at_all(journal: &Journal, identity: &ActIdentity, stage: u16) -> bool {
    let act = identity.find(journal);
    act.is_some_and(|act| came(journal, act, stage).is_some())
}

/// Whether the second of two acts is carried out, and the first not before it.
fn comes_without(journal: &Journal, acts: &(ActIdentity, ActIdentity), stages: (u16, u16)) -> bool {
    let came = |identity: &ActIdentity, stage| came(journal, identity.find(journal)?, stage);
    let (first, second) = (came(&acts.0, stages.0), came(&acts.1, stages.1));
    second.is_some_and(|second| first.is_none_or(|first| second.0 < first.0))
}

/// Whether the second of two acts comes up before the first is carried out, which comes up too unless an error stops the run before.
fn comes_up(journal: &Journal, acts: &(ActIdentity, ActIdentity), ended: bool) -> bool {
    let Some(second) = acts.1.find(journal) else {
        return false;
    };
    let whats = || journal.entries.iter().map(|entry| entry.what);
    let up = whats().position(|what| matches!(what, What::Declared { act, .. } | What::Added { act, .. } if act == second));
    let done = |first: ActNumber| {
        whats().position(|what| matches!(what, What::Resolved { act, .. } if act == first))
    };
    let before = match acts.0.find(journal) {
        Some(first) => done(first),
        None if ended => return false,
        None => None,
    };
    up.is_some_and(|up| before.is_none_or(|before| up < before))
}
