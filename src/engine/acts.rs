//! The life of an act: made, declared, refused, added, cancelled.

use super::cursor::Entered;
use super::fault::{FaultKind, Outcome};
use super::memory::{ActMemory, Pending};
use super::respond::Happened;
use super::run::{Body, Run};
use crate::journal::{ActRecord, Range, Said, Title, What};
use crate::ruleset::{ActMoment, ActionId, ItemId, KindId, TemplateId, Value, WordId, slots};

/// How many acts may wait in the line at once: more than any table has, and few enough to be ordered anew for each of them.
const MOST_WAITING: u64 = 1_000;

/// On the stack of what is declared: this is an act already, by its number; else a declaration of the scenario.
pub(super) const MADE: u32 = 1 << 31;

impl Run<'_, '_> {
    /// Makes an act that is not in the line yet; its attributes are still to be given.
    pub fn make_act(
        &mut self,
        actor: u32,
        action: ActionId,
        declaration: Option<u32>,
    ) -> Outcome<u32> {
        let limit = u64::from(self.limits.events);
        if self.m.acts.len() as u64 >= limit {
            return Err(FaultKind::TooMuch(limit).into());
        }
        let first = self.rules.actions[action.index()].stages[0].name;
        let acts = &mut self.m.state.records[KindId::ACT.index()];
        let act = acts.count();
        let attributes = acts.fresh();
        attributes[usize::from(slots::ACTOR)] = Value::from(actor);
        attributes[usize::from(slots::ACTION)] = Value::from(action.0);
        attributes[usize::from(slots::STAGE)] = Value::from(first.0);
        attributes[usize::from(slots::BEGUN)] = 0;
        attributes[usize::from(slots::STATE)] = Value::from(self.plan.words.waiting.0);
        self.m.acts.push(ActMemory::default());
        self.m.journal.acts.push(ActRecord {
            actor,
            action,
            attributes: Range::default(),
            declaration,
            tactic: None,
        });
        Ok(act)
    }

    /// Writes down what a stage of an act is called as things are, if that cannot be looked up later.
    pub fn title(&mut self, act: u32, stage: u16) -> Outcome<()> {
        let rules = self.rules;
        if !self.plan.titles_are_worked_out {
            return Ok(());
        }
        let stages = &rules.actions[self.action_of(act).index()].stages;
        let stage_rule = &stages[usize::from(stage)];
        if !self.plan.worked_out[stage_rule.title.index()] {
            return Ok(());
        }
        let base = self.m.frames.open(stage_rule.locals);
        self.m.frames.values[base] = Value::from(act);
        let said = self.say(stage_rule.title, base)?;
        self.m.frames.close(base);
        self.m.journal.titles.push(Title {
            entry: self.m.journal.entries.len() as u32,
            act,
            stage,
            said,
        });
        Ok(())
    }

    /// The action of an act.
    pub fn action_of(&self, act: u32) -> ActionId {
        self.m.journal.acts[act as usize].action
    }

    /// Takes what a combatant declares in this period, or what its tactic says where the scenario holds nothing for it there; `refused` says why
    /// all of it is refused.
    pub fn declare(
        &mut self,
        actor: u32,
        secret: bool,
        refused: Option<TemplateId>,
        body: Body,
    ) -> Outcome<()> {
        self.m.quiet.asks();
        self.show(|observer, scene| observer.asked(actor, refused.is_some(), scene));
        let start = self.m.scratch.len();
        self.decisions
            .declarations(actor, &self.m.path, &mut self.m.scratch);
        if self.m.scratch.len() == start && !self.scenario.tactics.is_empty() {
            self.plan_by_tactic(actor)?;
        }
        if self.m.scratch.len() == start && self.m.queue.is_empty() {
            return self.settle_outside();
        }
        self.take_declarations(start, secret, refused, body)
    }

    /// Takes what is declared, which lies on the stack from `start` on, or goes on with it.
    pub fn take_declarations(
        &mut self,
        start: usize,
        secret: bool,
        refused: Option<TemplateId>,
        body: Body,
    ) -> Outcome<()> {
        let end = self.m.scratch.len() as Value;
        let start = start as Value;
        let Entered { at, again } = self.m.cursor.enter([start, end, start]);
        let [start, end, mut at] = at;
        let mut responding = again;
        while at < end {
            let act = self.declared_act(at as usize)?;
            if !responding {
                self.title(act, 0)?;
                self.write(body.cause, What::Declared { act, secret })?;
            }
            if let Some(because) = refused {
                let because = self.say(because, body.base)?;
                self.refuse(act, because, body.cause)?;
            } else {
                self.happened(Happened::Act(act, 0, ActMoment::Declared))?;
            }
            responding = false;
            // It joins when all that is declared with it has been judged; from now on it is seen.
            if self.state_of(act) == self.plan.words.waiting {
                self.show_declared(act);
                self.m
                    .queue
                    .push_back(Pending::Joins(act, false, body.cause));
            }
            at += 1;
            self.m.cursor.set([start, end, at]);
        }
        if self.m.in_batch {
            // The acts of a batch see what there was when it began.
            for at in start..end {
                self.hide(self.m.scratch[at as usize] & !MADE);
            }
        }
        self.settle_outside()?;
        self.m.cursor.leave::<3>();
        self.m.scratch.truncate(start as usize);
        Ok(())
    }

    /// Lets queries see a declared act that is still to come into the line, if it ever comes there.
    fn show_declared(&mut self, act: u32) {
        if !self.rules.actions[self.action_of(act).index()].at_once {
            insert(&mut self.m.state.live, &self.m.journal.acts, act);
            self.acts_change();
        }
    }

    /// Lets no query see an act.
    fn hide(&mut self, act: u32) {
        if remove(&mut self.m.state.live, &self.m.journal.acts, act) {
            self.acts_change();
        }
    }

    /// Puts an act on the stack of what is declared.
    pub fn stack(&mut self, act: u32) {
        self.m.scratch.push(act | MADE);
    }

    /// The act at this place of the stack of what is declared; one that is only a declaration of the scenario is made.
    fn declared_act(&mut self, at: usize) -> Outcome<u32> {
        let number = self.m.scratch[at];
        if number & MADE != 0 {
            return Ok(number & !MADE);
        }
        let scenario = self.scenario;
        let declaration = &scenario.declarations[number as usize];
        let act = self.make_act(declaration.actor, declaration.action, Some(number))?;
        for &(slot, value) in &declaration.settings {
            self.m.state.records[KindId::ACT.index()].set(act, slot, value);
        }
        self.fill_in(KindId::ACT, act, &declaration.settings)?;
        self.m.scratch[at] = act | MADE;
        Ok(act)
    }

    fn is_refused(&self, act: u32) -> bool {
        self.state_of(act) == self.plan.words.refused
    }

    /// The word of the state of an act.
    pub fn state_of(&self, act: u32) -> WordId {
        WordId(self.m.state.records[KindId::ACT.index()].get(act, slots::STATE) as u32)
    }

    /// Sets the word of the state of an act. It is the engine's own, and stands in the journal as what was done.
    pub fn set_state(&mut self, act: u32, word: WordId) {
        self.m.state.records[KindId::ACT.index()].set(act, slots::STATE, Value::from(word.0));
        self.acts_change();
    }

    /// Other acts wait, or they have come further.
    pub fn acts_change(&mut self) {
        self.m.line.stale = true;
        self.m.quiet.acts_change();
    }

    /// An act of the batch in hand is done with, and called so. It has been taken from the line: what is left of that stands, unless places
    /// depend on what acts there are. That nothing is left is told.
    pub fn done_with(&mut self, act: u32, word: WordId) {
        let stale = self.m.line.stale || self.plan.watched.acts;
        self.set_state(act, word);
        self.withdraw(act);
        self.m.line.stale = stale || self.m.waiting.is_empty();
    }

    /// Refuses an act that is being declared.
    pub fn refuse(&mut self, act: u32, because: Said, cause: Option<ItemId>) -> Outcome<()> {
        if self.is_refused(act) {
            return Ok(());
        }
        self.set_state(act, self.plan.words.refused);
        // Of what is always refused, that is all that can be shown.
        let action = self.action_of(act);
        self.m.exercised.stages[action.index()][0] = true;
        self.write(cause, What::Refused { act, because })
    }

    /// An act comes into the line when all is answered that has happened before; at once, where that is all and nothing can follow from it.
    pub fn joins(&mut self, act: u32, next: bool, cause: Option<ItemId>) -> Outcome<()> {
        let m = &*self.m;
        let waits = m.in_batch || m.responding || !m.queue.is_empty();
        let leads_on = !self.plan.of_moment(ActMoment::Added).is_empty()
            || self.rules.actions[self.action_of(act).index()].at_once;
        if waits || leads_on {
            self.m.queue.push_back(Pending::Joins(act, next, cause));
            return self.settle_outside();
        }
        self.join(act, next, cause)?;
        self.settled();
        Ok(())
    }

    /// An act comes into the line; one of an action `at once` is carried out instead.
    pub fn join(&mut self, act: u32, next: bool, cause: Option<ItemId>) -> Outcome<()> {
        let again = self.m.cursor.again();
        if !again {
            if self.state_of(act) != self.plan.words.waiting {
                return Ok(());
            }
            self.hide(act);
            self.title(act, 0)?;
            self.write(cause, What::Added { act, next })?;
        }
        // Nobody has responded to it, or it is being carried out at once.
        let responded = self.m.cursor.enter([0]).at[0];
        if responded == 0 {
            self.happened(Happened::Act(act, 0, ActMoment::Added))?;
            if self.state_of(act) != self.plan.words.waiting {
                self.m.cursor.leave::<1>();
                return Ok(());
            }
            self.m.cursor.set([1]);
        }
        let at_once = self.rules.actions[self.action_of(act).index()].at_once;
        if at_once {
            self.carry_out_at_once(act)?;
        }
        self.m.cursor.leave::<1>();
        if at_once {
            return Ok(());
        }
        if next {
            // All that answers one batch (or comes before one) comes together.
            let urgency = match self.m.open_urgency {
                Some(urgency) => urgency,
                None => self.m.next_urgency(),
            };
            self.m.open_urgency = Some(urgency);
            self.m.acts[act as usize].urgency = urgency;
        }
        self.enter(act)
    }

    /// Puts an act among those that wait, in the order of actors and numbers.
    fn enter(&mut self, act: u32) -> Outcome<()> {
        if self.m.waiting.len() as u64 >= MOST_WAITING {
            return Err(FaultKind::Waiting(MOST_WAITING).into());
        }
        let m = &mut *self.m;
        for acts in [&mut m.waiting, &mut m.state.live] {
            insert(acts, &m.journal.acts, act);
        }
        self.acts_change();
        Ok(())
    }

    /// Takes an act out of the line.
    pub fn withdraw(&mut self, act: u32) {
        let m = &mut *self.m;
        for acts in [&mut m.waiting, &mut m.state.live] {
            remove(acts, &m.journal.acts, act);
        }
        self.acts_change();
    }

    /// Cancels an act that can still happen, and calls it so.
    pub fn cancel(
        &mut self,
        act: u32,
        word: WordId,
        because: Option<Said>,
        cause: Option<ItemId>,
    ) -> Outcome<()> {
        self.m.quiet.reads_list(KindId::ACT);
        if self.state_of(act) != self.plan.words.waiting {
            return Ok(());
        }
        self.set_state(act, word);
        self.withdraw(act);
        self.write(cause, What::Cancelled { act, word, because })?;
        let stage = self.m.acts[act as usize].stage;
        self.answer_later(act, stage, ActMoment::Cancelled);
        self.settle_outside()
    }
}

/// Where an act stands in a list in the order of actors and numbers, or else where it would.
fn place(list: &[u32], acts: &[ActRecord], act: u32) -> Result<usize, usize> {
    let place = |act: u32| (acts[act as usize].actor, act);
    // Mostly they come in that order.
    match list.last() {
        Some(&last) if place(last) < place(act) => Err(list.len()),
        _ => list.binary_search_by_key(&place(act), |&other| place(other)),
    }
}

/// Puts an act into such a list.
fn insert(list: &mut Vec<u32>, acts: &[ActRecord], act: u32) {
    if let Err(at) = place(list, acts, act) {
        list.insert(at, act);
    }
}

/// Takes an act out of such a list; whether it stood there.
fn remove(list: &mut Vec<u32>, acts: &[ActRecord], act: u32) -> bool {
    let at = place(list, acts, act);
    at.map(|at| list.remove(at)).is_ok()
}
