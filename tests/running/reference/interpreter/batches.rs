//! "Batches are simultaneous" and "What comes next": batches are taken from the head of the line and carried out.

use affray::journal::What;
use affray::ruleset::{ActMoment, ExprId, KindId, Local, Value, slots};
use affray::run::fault::{FaultKind, RunResult};

use super::triggers::Happened;
use super::{Body, Flow, Frame, Run, frame};

impl<'a> Run<'a> {
    /// "`resolve acts a while e`: plays batches from the head of the line, as long as e is true of the first act there; what was added with `next`
    /// comes in any case."
    pub(super) fn resolve(
        &mut self,
        condition: Option<(Local, ExprId)>,
        names: &mut Frame,
    ) -> RunResult<Flow> {
        if self.in_batch || self.responding {
            return Err(FaultKind::ResolveInside.into());
        }
        while !self.over {
            self.works()?;
            self.arrange()?;
            if self.over {
                break;
            }
            let Some(&first) = self.line.batches.first().and_then(|batch| batch.first()) else {
                break;
            };
            if let Some((local, condition)) = condition
                && self.acts[first as usize].urgency == 0
            {
                names[usize::from(local)] = first.into();
                if !self.holds(condition, names)? {
                    break;
                }
            }
            self.batch()?;
        }
        Ok(if self.over { Flow::Over } else { Flow::On })
    }

    /// The batch at the head of the line.
    fn batch(&mut self) -> RunResult<()> {
        if self.announce()? {
            return Ok(());
        }
        self.open_urgency = None;
        let mut acts = self.line.batches.remove(0);
        self.advance_clock(&acts);
        let place = self.place_of(acts[0]);
        self.drop_void(&mut acts)?;
        if acts.is_empty() {
            return self.settle();
        }
        let begins = What::BatchBegins {
            acts: (self.journal).store(acts.iter().map(|&act| Value::from(act))),
            place: self.journal.store(place),
        };
        self.write(None, begins)?;
        self.in_batch = true;
        for &act in &acts {
            self.carry_out(act)?;
        }
        self.in_batch = false;
        let changes = std::mem::take(&mut self.changes);
        self.change_all(changes, true)?;
        for &act in &acts {
            self.go_on(act);
        }
        self.settle()?;
        self.write(None, What::BatchEnds)
    }

    /// "All acts of a batch are announced together, before any of what that adds is carried out; one that the response to another has cancelled or made
    /// void is not announced." Says whether it has to be looked again what comes first.
    fn announce(&mut self) -> RunResult<bool> {
        let batch = self.line.batches[0].clone();
        let answered = self.answered(&batch);
        // What comes before this batch comes ahead of what was to come next anyway.
        self.open_urgency = None;
        for &act in &batch {
            if self.still_comes(act)? {
                let stage = self.acts[act as usize].stage;
                self.happened(&Happened::Act(act, stage, ActMoment::Before))?;
            }
        }
        self.settle()?;
        Ok(self.over || self.answered(&batch) > answered)
    }

    /// Whether an act that is announced is still to be carried out.
    pub(super) fn still_comes(&mut self, act: u32) -> RunResult<bool> {
        let is_left = !self.acts[act as usize].suspended && self.is_waiting(act);
        Ok(is_left && self.void_now(act)?.is_none())
    }

    /// How many responses of triggers `before` there were to these acts.
    fn answered(&self, batch: &[u32]) -> usize {
        let asked = batch.iter().flat_map(|&act| &self.acts[act as usize].asked);
        asked.filter(|(_, done)| *done).count()
    }

    /// "An act that is void when its batch begins is not carried out."
    fn drop_void(&mut self, batch: &mut Vec<u32>) -> RunResult<()> {
        let mut left = Vec::new();
        for &act in batch.iter() {
            let Some(number) = self.void_now(act)? else {
                left.push(act);
                continue;
            };
            self.coverage.voids[number] = true;
            let rule = &self.rules.voids[number];
            let mut names = frame(rule.locals);
            names[0] = act.into();
            let because = self.say(rule.because, &names)?;
            let void = self.word("void");
            self.set_state(act, void);
            self.withdraw(act);
            self.write(Some(rule.item), What::Void { act, because })?;
            let stage = self.acts[act as usize].stage;
            self.answer_later(act, stage, ActMoment::Void);
        }
        *batch = left;
        Ok(())
    }

    /// Carries out the present stage of an act.
    pub(super) fn carry_out(&mut self, act: u32) -> RunResult<()> {
        let id = self.action_of(act).index();
        let action = &self.rules.actions[id];
        let number = self.acts[act as usize].stage;
        let stage = &action.stages[number];
        self.coverage.stages[id][number] = true;
        self.title(act, number)?;
        let cause = Some(action.item);
        let resolved = What::Resolved {
            act,
            stage: number as u16,
        };
        self.write(cause, resolved)?;
        let mut names = frame(stage.locals);
        names[0] = act.into();
        let declared = None;
        let flow = self.block(&stage.body, &mut names, Body { cause, declared })?;
        self.over |= flow == Flow::Over;
        Ok(())
    }

    /// "After a stage has been carried out the act goes on to its next stage. After the last it is resolved."
    fn go_on(&mut self, act: u32) {
        let done = self.acts[act as usize].stage;
        self.answer_later(act, done, ActMoment::Resolves);
        let attributes = &mut self.records[KindId::ACT.index()][act as usize];
        attributes[usize::from(slots::BEGUN)] = 1;
        if !self.is_waiting(act) {
            return;
        }
        let stages = &self.rules.actions[self.action_of(act).index()].stages;
        match stages.get(done + 1) {
            Some(next) => {
                let attributes = &mut self.records[KindId::ACT.index()][act as usize];
                attributes[usize::from(slots::STAGE)] = next.name.0.into();
                let own = &mut self.acts[act as usize];
                own.stage += 1;
                // "An act with a further stage goes on to it at its own place."
                own.urgency = 0;
                own.asked.clear();
                own.missed = false;
            }
            None => {
                let resolved = self.word("resolved");
                self.set_state(act, resolved);
                self.withdraw(act);
            }
        }
    }
}
