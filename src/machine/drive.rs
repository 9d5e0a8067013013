//! Drivers: a run with sources of dice and decisions.

use std::sync::Arc;

use super::state::Waits;
use super::{Machine, Pause, Roll, Sight};
use crate::program::{Address, append};
use crate::ruleset::{ExprId, Value};
use crate::run::decisions::{Asking, Decisions, Declaring};
use crate::run::dice::{Dice, RollRequest};
use crate::run::fault::{Fault, RunResult};
use crate::run::{Ending, Observer, Scene};
use crate::scenario::Scenario;

impl Machine<'_> {
    /// Plays a scenario. The journal can be read afterwards, after a fault too.
    ///
    /// # Errors
    ///
    /// The fault that stopped the run.
    pub fn play(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Ending, Fault> {
        let played = self.drive(scenario, dice, decisions, observer);
        if played.is_err() {
            self.record_acts();
        }
        played.map_err(|fault| *fault)
    }

    /// Goes on with a run: to its end, or (`None`) to where it [rests](Pause::Rests). One that stood at a roll rolls it now.
    ///
    /// # Errors
    ///
    /// The fault that stopped the run, or a roll for which there is no die; the run stands there then.
    pub fn go_on(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Option<Ending>, Fault> {
        let ended = self.serve(scenario, dice, decisions, observer);
        ended.map_err(|fault| *fault)
    }

    fn drive(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        mut observer: Option<&mut dyn Observer>,
    ) -> RunResult<Ending> {
        self.start(scenario)?;
        if let Some(observer) = &mut observer {
            observer.began(&mut Scene::of(self));
        }
        let ended = self.serve(scenario, dice, decisions, observer)?;
        // Only those who follow runs let them rest.
        Ok(ended.unwrap_or(Ending::Stopped))
    }

    fn serve(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        mut observer: Option<&mut dyn Observer>,
    ) -> RunResult<Option<Ending>> {
        self.observed = observer.is_some();
        self.unprompted =
            !self.observed && decisions.declares_nothing() && scenario.corrections.is_empty();
        let (mut faces, mut declared) = (Vec::new(), Vec::new());
        match self.state.waits_for {
            Waits::Roll { roll, .. } => self.roll_dice(roll, dice, &mut faces)?,
            // The repetition begins.
            Waits::Rest => self.state.at -= 1,
            Waits::Nothing
            | Waits::Answer { .. }
            | Waits::Declarations { .. }
            | Waits::Place { .. } => {}
        }
        // An observer may have code appended to the image.
        let image = match observer {
            Some(_) => None,
            None => Some(Arc::clone(&self.image)),
        };
        loop {
            let pause = match &image {
                Some(image) => self.resume_in(image, scenario)?,
                None => self.resume(scenario)?,
            };
            match pause {
                Pause::Roll(roll) => self.roll_dice(roll, dice, &mut faces)?,
                Pause::Ask {
                    who,
                    question,
                    about,
                    drawable,
                } => {
                    let acts = self.acts_among(&about);
                    let answer = decisions.answer(&Asking {
                        who,
                        question,
                        about: &about,
                        acts: &acts,
                        drawable: &drawable,
                        path: &self.state.path,
                        running: &self.state.running,
                        journal: &self.journal,
                    });
                    self.answered(answer)?;
                }
                Pause::Declare {
                    actor,
                    refused,
                    one,
                    actions,
                } => {
                    if let Some(observer) = &mut observer {
                        observer.asked(actor, refused, &actions, &mut Scene::of(self));
                    }
                    declared.clear();
                    let declaring = Declaring {
                        actor,
                        path: &self.state.path,
                        running: &self.state.running,
                        one,
                        actions: &actions,
                    };
                    decisions.declarations(&declaring, &mut declared);
                    self.declared(&declared, scenario)?;
                }
                Pause::Saw(sight) => {
                    if let Some(observer) = &mut observer {
                        show(sight, *observer, &mut Scene::of(self));
                    }
                }
                Pause::Rests => return Ok(None),
                Pause::Done(ending) => {
                    if let Some(observer) = &mut observer {
                        observer.ended(&mut Scene::of(self));
                    }
                    return Ok(Some(ending));
                }
            }
        }
    }

    fn roll_dice(
        &mut self,
        roll: Roll,
        dice: &mut dyn Dice,
        faces: &mut Vec<Value>,
    ) -> RunResult<()> {
        faces.clear();
        let request = RollRequest {
            who: roll.who,
            purpose: roll.purpose,
            throw: roll.throw,
            path: &self.state.path,
            running: &self.state.running,
        };
        let total = dice.roll(&request, faces);
        let total = total.map_err(|kind| self.placed(kind.into()))?;
        self.rolled(total, faces)
    }

    /// The code of an expression of the rules, with the names of the body to which it belongs.
    pub(super) fn entry(&mut self, id: ExprId) -> Address {
        let (rules, image) = (self.rules, &mut self.image);
        let entry = self.appended.entry(id);
        *entry.or_insert_with(|| {
            let image = Arc::make_mut(image);
            append(image, rules, &rules.exprs, &rules.expr_spans, id)
        })
    }
}

/// Shows an observer what there is to see.
fn show(sight: Sight, observer: &mut dyn Observer, scene: &mut Scene<'_>) {
    match sight {
        Sight::BatchEnded => observer.batch_ended(scene),
        Sight::Arranged => observer.arranged(scene),
        Sight::Waits(act, condition) => observer.waits(act, condition, scene),
        Sight::Chooses(condition) => observer.chooses(condition, scene),
        Sight::Left(phase) => observer.left(phase, scene),
        Sight::PhaseEnded(phase) => observer.phase_ended(phase, scene),
        Sight::TurnFound(phase, record) => observer.turn_found(phase, record, scene),
    }
}
