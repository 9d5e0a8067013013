//! Drivers: a run with sources of dice and decisions.

use std::sync::Arc;

use super::{Ending, Machine, Pause, Sight};
use crate::engine::decisions::{Asking, Decisions};
use crate::engine::dice::{Dice, RollRequest};
use crate::engine::fault::{Fault, Outcome};
use crate::engine::{Observer, Scene};
use crate::program::{Address, append};
use crate::ruleset::ExprId;
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

    fn drive(
        &mut self,
        scenario: &Scenario,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
        mut observer: Option<&mut dyn Observer>,
    ) -> Outcome<Ending> {
        self.observed = observer.is_some();
        self.start(scenario)?;
        if let Some(observer) = &mut observer {
            observer.began(&mut Scene::of(self));
        }
        let (mut faces, mut declared) = (Vec::new(), Vec::new());
        loop {
            match self.resume(scenario)? {
                Pause::Roll(roll) => {
                    faces.clear();
                    let request = RollRequest {
                        who: roll.who,
                        purpose: roll.purpose,
                        count: roll.count,
                        sides: roll.sides,
                        path: &self.state.path,
                    };
                    let total = dice.roll(&request, &mut faces);
                    let total = total.map_err(|kind| self.placed(kind.into()))?;
                    self.rolled(total, &faces)?;
                }
                Pause::Ask {
                    who,
                    question,
                    about,
                } => {
                    let answer = decisions.answer(&Asking {
                        who,
                        question,
                        about: &about,
                        path: &self.state.path,
                    });
                    self.answered(answer)?;
                }
                Pause::Declare { actor, refused } => {
                    if let Some(observer) = &mut observer {
                        observer.asked(actor, refused, &mut Scene::of(self));
                    }
                    declared.clear();
                    decisions.declarations(actor, &self.state.path, &mut declared);
                    self.declared(&declared, scenario)?;
                }
                Pause::Saw(sight) => {
                    if let Some(observer) = &mut observer {
                        let scene = &mut Scene::of(self);
                        match sight {
                            Sight::BatchEnded => observer.batch_ended(scene),
                            Sight::Arranged => observer.arranged(scene),
                            Sight::Waits(act, condition) => observer.waits(act, condition, scene),
                            Sight::PhaseEnded(phase) => observer.phase_ended(phase, scene),
                        }
                    }
                }
                Pause::Done(ending) => {
                    if let Some(observer) = &mut observer {
                        observer.ended(&mut Scene::of(self));
                    }
                    return Ok(ending);
                }
            }
        }
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
