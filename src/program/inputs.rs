//! Code of what people do: what is said to them, what they answer and declare.

use super::code::{Instruction, Register};
use super::emit::Emitter;
use super::image::{AskSiteId, AskedActionsId};
use crate::ruleset::{ActMoment, AskedActions, ExprId, TemplateId, Who};

impl Emitter<'_, '_> {
    /// The register of the record that rolls or is asked; any for the game master.
    pub(super) fn person(&mut self, who: Who) -> Register {
        match who {
            Who::Gm => 0,
            Who::Side(record) | Who::Combatant(record) => self.present(record),
        }
    }

    /// Says a text: evaluates its holes.
    pub fn say(&mut self, template: TemplateId) {
        let rules = self.rules;
        self.emit(Instruction::SayBegin);
        for hole in rules.holes(template) {
            let next = self.next;
            let of = self.operand(hole);
            self.emit(Instruction::Hole { of });
            self.next = next;
        }
        self.emit(Instruction::SayEnd { template });
    }

    pub(super) fn ask(&mut self, site: AskSiteId, default: Option<ExprId>, local: u16) {
        // The answer is judged before its name stands for it.
        let to = self.fresh(1);
        self.emit(Instruction::Ask { site, to });
        let first = self.next;
        let (unanswered, end) = (self.label(), self.label());
        if default.is_some() {
            self.emit(Instruction::JumpUnanswered {
                target: unanswered.0,
            });
        }
        self.emit(Instruction::CheckAnswer {
            site,
            of: to,
            first,
        });
        if let Some(among) = self.image.asks[site].among {
            let (fits, refused) = (self.label(), self.label());
            self.emit(Instruction::JumpIfMissing {
                of: to,
                when: true,
                target: fits.0,
            });
            let own = self.name(among.name);
            self.emit(Instruction::Copy { to: own, from: to });
            self.condition(among.condition, false, refused);
            self.jump(fits);
            self.place(refused);
            self.emit(Instruction::RefuseAnswer {
                site,
                of: to,
                first,
            });
            self.place(fits);
        }
        if let Some(default) = default {
            self.jump(end);
            self.place(unanswered);
            self.value(default, to);
        }
        self.place(end);
        self.emit(Instruction::Answered { site, of: to });
        let own = self.name(local);
        self.emit(Instruction::Copy { to: own, from: to });
    }

    // These two have frames of their own, as statements lie deep in each other.
    pub(super) fn asks_to_declare(
        &mut self,
        who: ExprId,
        (one, actions, secret): (bool, &AskedActions, bool),
        free: Register,
    ) {
        let who = self.present(who);
        let actions = self.image.asked_for(actions);
        self.declare(who, (one, actions, secret), None, free);
    }

    pub(super) fn refuses_declarations(
        &mut self,
        who: ExprId,
        because: TemplateId,
        free: Register,
    ) {
        let who = self.present(who);
        let all = AskedActionsId::default();
        self.declare(who, (false, all, false), Some(because), free);
    }

    fn declare(
        &mut self,
        who: Register,
        (one, actions, secret): (bool, AskedActionsId, bool),
        refused: Option<TemplateId>,
        free: Register,
    ) {
        let start = self.fresh(4);
        let (end, place, act) = (start + 1, start + 2, start + 3);
        let first = self.next;
        let settle = self.label();
        self.emit(Instruction::Declare {
            who,
            start,
            refused: refused.is_some(),
            one,
            actions,
            first,
        });
        self.emit(Instruction::JumpSilent {
            start,
            target: settle.0,
        });
        self.emit(Instruction::Mark { to: end });
        self.emit(Instruction::Copy {
            to: place,
            from: start,
        });
        let (next, done) = (self.placed(), self.label());
        self.emit(Instruction::NextDeclared {
            place,
            end,
            to: act,
            first,
            done: done.0,
        });
        self.emit(Instruction::Declared { act, secret, first });
        match refused {
            Some(because) => {
                self.say(because);
                self.emit(Instruction::RefuseAct { act });
            }
            None => {
                let stage = self.fresh(1);
                self.emit(Instruction::Constant {
                    to: stage,
                    value: 0,
                });
                let first = self.next;
                self.emit(Instruction::Moment {
                    moment: ActMoment::Declared,
                    act,
                    stage: Some(stage),
                    first,
                });
            }
        }
        self.emit(Instruction::Judged { act });
        self.jump(next);
        self.place(done);
        self.emit(Instruction::AllDeclared { start, end });
        self.emit(Instruction::Release { to: start });
        self.settle_outside(free);
        self.place(settle);
    }
}
