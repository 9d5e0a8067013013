//! What stopped a run before its end: an error, or a fight at the table waits for an entry. Of such a fight an observer sees what the journal tells, and
//! nothing of what would come if nothing further was entered.

use super::track::Track;
use super::{Run, StoppedRun, WaitsFor};
use crate::journal::Background;
use crate::machine::{Machine, background};
use crate::ruleset::{AskedActions, ExprId, PhaseId};
use crate::run::{Observer, Scene, decisions, dice};
use crate::view::{Stood, fault_diagnostic, last_moment};

/// What stopped the run, if an error did, or what it waits for; gives the story what is kept beside its journal.
pub fn stopped(run: &Run<'_>, track: &mut Track<'_>) -> Option<StoppedRun> {
    let mut decisions = decisions::ScriptedDecisions::new(run.scenario);
    let mut machine = Machine::new(run.rules, run.limits);
    machine.keep_background();
    let mut dice = dice::ScriptedDice::new(run.scenario, run.seed);
    let played = machine.play(run.scenario, &mut dice, &mut decisions, None);
    track.story.background = machine.take_background();
    if let Some(waits) = run.waits {
        let path = last_moment(run.journal);
        return Some(StoppedRun {
            moment: track.story.names.moment(&path),
            error: format!("it waits for an entry: {}", waits.asks),
            at: waits
                .place
                .map(|place| track.file_line(place))
                .unwrap_or_default(),
        });
    }
    let fault = played.err()?;
    let path = last_moment(machine.journal());
    let stood = Stood {
        path: &path,
        answer: decisions.latest(),
        acts: None,
        journal: Some(machine.journal()),
    };
    let found = fault_diagnostic(&fault, run.rules, run.scenario, &stood);
    Some(StoppedRun {
        moment: track.story.names.moment(&path),
        error: found.message,
        at: track.file_line(fault.span.unwrap_or(found.primary.span)),
    })
}

/// What is kept beside the journal of a run.
pub fn background_of(run: &Run<'_>) -> Background {
    background(run.rules, run.scenario, run.seed, &run.limits)
}

/// Passes on what happens until the fight waits.
pub struct UntilWaiting<'a> {
    observer: &'a mut dyn Observer,
    waits: WaitsFor<'a>,
    /// how many entries the journal has there
    entries: usize,
    is_there: bool,
}

impl<'a> UntilWaiting<'a> {
    pub fn new(observer: &'a mut dyn Observer, waits: WaitsFor<'a>, entries: usize) -> Self {
        UntilWaiting {
            observer,
            waits,
            entries,
            is_there: false,
        }
    }

    /// Whether the fight came so far.
    fn came(&mut self, scene: &Scene<'_>) -> bool {
        self.is_there |= scene.journal().entries.len() > self.entries;
        !self.is_there
    }
}

/// Methods of an observer that pass on what happens as long as the fight did not come to where it waits.
macro_rules! passed_on {
    ($($name:ident($($given:ident: $ty:ty),*);)+) => {$(
        fn $name(&mut self, $($given: $ty,)* scene: &mut Scene<'_>) {
            if self.came(scene) {
                self.observer.$name($($given,)* scene);
            }
        }
    )+};
}

impl Observer for UntilWaiting<'_> {
    passed_on! {
        began();
        batch_ended();
        arranged();
        waits(act: u32, condition: ExprId);
        chooses(condition: ExprId);
        turn_found(phase: PhaseId, record: u32);
        left(phase: PhaseId);
        phase_ended(phase: PhaseId);
        ended();
    }

    fn asked(
        &mut self,
        combatant: u32,
        refused: bool,
        actions: &AskedActions,
        scene: &mut Scene<'_>,
    ) {
        let is_last = scene.journal().entries.len() == self.entries;
        self.is_there |= is_last && self.waits.declarer == Some(combatant);
        if self.came(scene) {
            self.observer.asked(combatant, refused, actions, scene);
        }
    }
}
