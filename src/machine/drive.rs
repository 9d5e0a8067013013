//! Drivers: a run with sources of dice and decisions.

use super::{Ending, Machine, Pause};
use crate::engine::decisions::{Asking, Decisions};
use crate::engine::dice::{Dice, RollRequest};
use crate::engine::fault::{Fault, Outcome};
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
    ) -> Result<Ending, Fault> {
        let played = self.drive(scenario, dice, decisions);
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
    ) -> Outcome<Ending> {
        self.start(scenario)?;
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
                Pause::Declare { actor, .. } => {
                    declared.clear();
                    decisions.declarations(actor, &self.state.path, &mut declared);
                    self.declared(&declared, scenario)?;
                }
                Pause::Done(ending) => return Ok(ending),
            }
        }
    }

    /// The code of an expression of the rules, with the names of the body to which it belongs.
    pub(super) fn entry(&mut self, id: ExprId) -> Address {
        let (rules, image) = (self.rules, &mut self.image);
        let entry = self.appended.entry(id);
        *entry.or_insert_with(|| append(image, rules, &rules.exprs, &rules.expr_spans, id))
    }
}
