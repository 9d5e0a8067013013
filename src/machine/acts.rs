//! The life of an act: made, declared, refused, added, carried out, cancelled.

use std::sync::Arc;

use super::Machine;
use super::state::{Act, Pending};
use crate::journal::{ActInHand, ActRecord, Range, Said, Title, What};
use crate::program::{AskedActionsId, AskedSite, Dependencies, PartSet, Register};
use crate::ruleset::index::{Idx, IndexVec, to_amount, to_number, to_place, to_record, to_short};
use crate::ruleset::{ActMoment, ActionId, ItemId, KindId, TacticId, Value, WordId, slots};
use crate::run::fault::{FaultKind, RunResult};
use crate::scenario::Scenario;

/// How many acts may wait in the line at once: more than any table has, and few enough to be ordered anew for each of them.
const MOST_WAITING: u64 = 1_000;

/// On the stack of what is declared: this is an act already, by its number; else a declaration of the scenario.
pub(super) const MADE: u32 = 1 << 31;

const ACT: usize = KindId::ACT.index();

impl Machine<'_> {
    /// Makes an act that is not in the line yet; its attributes are still to be given.
    pub(super) fn make_act(
        &mut self,
        actor: u32,
        action: ActionId,
        declaration: Option<u32>,
    ) -> RunResult<u32> {
        let limit = u64::from(self.limits.events);
        if to_amount(self.state.acts.len()) >= limit {
            return Err(FaultKind::TooMuch(limit).into());
        }
        let first = self.rules.actions[action.index()].stages[0].name;
        let act = self.number_of_act(actor, action)?;
        let built_in = [
            (slots::ACTOR, Value::from(actor)),
            (slots::ACTION, Value::from(action.0)),
            (slots::STAGE, Value::from(first.0)),
            (slots::BEGUN, 0),
            (slots::STATE, Value::from(self.image.words.waiting.0)),
        ];
        for (slot, value) in built_in {
            self.state.tables[ACT].set(act, slot, value);
        }
        let made = Act {
            actor,
            action,
            ..Act::default()
        };
        match self.state.acts.get_mut(act) {
            // Only where acts are numbered by outcome.
            Some(known) => *known = made,
            None => self.state.acts.push(made),
        }
        self.journal.acts.push(ActRecord {
            actor,
            action,
            attributes: Range::default(),
            declaration,
            tactic: None,
        });
        Ok(act)
    }

    /// The word of the state of an act.
    #[inline]
    pub(super) fn state_of(&mut self, act: u32) -> RunResult<WordId> {
        let word = self.state.tables[ACT].get(act, slots::STATE);
        Ok(WordId(to_record(self.known(word)?)))
    }

    /// Makes a record.
    pub(super) fn make_record(&mut self, kind: KindId) -> RunResult<u32> {
        let limit = u64::from(self.limits.events);
        let table = &mut self.state.tables[kind.index()];
        if u64::from(table.count()) >= limit {
            return Err(FaultKind::TooMuch(limit).into());
        }
        let record = table.push();
        self.changed(Dependencies::records(kind.index()));
        Ok(record)
    }

    /// Writes down what a stage of an act is called as things are, if that cannot be looked up later.
    pub(super) fn title(&mut self, act: u32, stage: u16, first: usize) -> RunResult<()> {
        let action = self.state.acts[act].action.index();
        let Some(entry) = self.image.titles[action][usize::from(stage)] else {
            return Ok(());
        };
        self.evaluate(entry, first, &[Value::from(act)])?;
        if let Some(said) = self.state.said {
            let entry = to_number(self.journal.entries.len());
            self.journal.titles.push(Title {
                entry,
                act,
                stage,
                said,
            });
        }
        Ok(())
    }

    /// The act at this place of the stack of what is declared; one that is only a declaration of the scenario is made.
    pub(super) fn declared_act(
        &mut self,
        at: usize,
        scenario: &Scenario,
        first: usize,
    ) -> RunResult<u32> {
        let number = self.state.records[at];
        if number & MADE != 0 {
            return Ok(number & !MADE);
        }
        let declaration = &scenario.declarations[number.index()];
        if !scenario.joining.is_empty() {
            self.check_named(&declaration.settings)
                .map_err(|kind| kind.at(declaration.span))?;
        }
        let action = declaration.action;
        let action = action.ok_or_else(|| FaultKind::Missing.at(declaration.span))?;
        let act = self.make_act(declaration.actor, action, Some(number))?;
        for &(slot, value) in &declaration.settings {
            self.give(KindId::ACT, act, slot, value);
        }
        self.defaults(KindId::ACT, act, &declaration.settings, first)?;
        self.state.records[at] = act | MADE;
        Ok(act)
    }

    /// Makes the acts that the tactic of a combatant declares.
    pub(super) fn declare_by_tactic(
        &mut self,
        (actor, one, actions): (u32, bool, AskedActionsId),
        scenario: &Scenario,
        first: usize,
    ) -> RunResult<()> {
        let image = Arc::clone(&self.image);
        let AskedSite {
            actions: asked,
            tactics,
        } = &image.asked[actions];
        if self.cache.is_silent(actor)
            || scenario.speaks_for(actor, &self.state.path, &self.state.running, asked)
        {
            return Ok(());
        }
        let (id, mut reads) = self.tactic_of(actor, scenario, first)?;
        let Some(id) = id else {
            self.cache.keep_silent(actor, reads);
            return Ok(());
        };
        let line = self.evaluate(tactics[id.index()], first, &[Value::from(actor)])?;
        reads |= self.reads;
        let Ok(line) = usize::try_from(line) else {
            // Asked for acts of other actions, it may declare something.
            if asked.are_all() {
                self.cache.keep_silent(actor, reads);
            }
            return Ok(());
        };
        self.coverage.tactics[id.index()][line] = true;
        let rules = self.rules;
        let tactic = &rules.tactics[id.index()];
        // The frame of the tactic holds what its acts are given; the frames of defaults begin behind it.
        let behind = first + usize::from(tactic.locals);
        let acts = &tactic.lines[line].acts;
        if acts.is_empty() {
            if asked.are_all() {
                self.cache.keep_silent(actor, reads);
            }
            return Ok(());
        }
        let most = if one { 1 } else { acts.len() };
        let acts = acts.iter().filter(|planned| asked.hold(planned.action));
        for planned in acts.take(most) {
            let act = self.make_act(actor, planned.action, None)?;
            self.journal.acts[act.index()].tactic = Some((id, to_short(line)));
            for given in &planned.given {
                let value = self.state.registers[first + usize::from(given.local)];
                self.give(KindId::ACT, act, given.slot, value);
            }
            self.defaults(KindId::ACT, act, &[], behind)?;
            self.state.records.push(act | MADE);
        }
        Ok(())
    }

    /// The tactic that a combatant follows, and what that depends on: the one that is named for it, else the first that fits it.
    fn tactic_of(
        &mut self,
        actor: u32,
        scenario: &Scenario,
        first: usize,
    ) -> RunResult<(Option<TacticId>, PartSet)> {
        let mut reads = 0;
        if let Some(named) = scenario.tactics.of(actor) {
            return Ok((Some(named), reads));
        }
        for &id in &scenario.tactics.general {
            let guard = self.image.guards[id.index()];
            let fits = self.evaluate(guard, first, &[Value::from(actor)])? == 1;
            reads |= self.reads;
            if fits {
                return Ok((Some(id), reads));
            }
        }
        Ok((None, reads))
    }

    /// The act that was declared is seen from now on, and comes into the line when all that is declared with it has been judged.
    pub(super) fn judged(&mut self, act: u32) -> RunResult<()> {
        if self.state_of(act)? != self.image.words.waiting {
            return Ok(());
        }
        let cause = self.cause();
        let action = self.state.acts[act].action;
        if !self.rules.actions[action.index()].at_once {
            insert(&mut self.state.live, &self.state.acts, act);
            self.acts_changed();
        }
        self.state
            .queue
            .push_back(Pending::Joins(act, false, cause));
        Ok(())
    }

    /// Lets no query see an act.
    pub(super) fn hide(&mut self, act: u32) {
        let live = &mut self.state.live;
        if let Some(place) = live.iter().position(|&other| other == act) {
            live.remove(place);
            self.acts_changed();
        }
    }

    /// Sets the word of the state of an act. It is the machine's own, and stands in the journal as what was done.
    pub(super) fn set_state(&mut self, act: u32, word: WordId) {
        self.state.tables[ACT].set(act, slots::STATE, Value::from(word.0));
        self.note_own(act, slots::STATE);
        self.changed(self.image.dependencies.attribute(KindId::ACT, slots::STATE));
        self.state.line.stale = true;
    }

    /// An act of the batch in hand is done with, and called so. It has been taken from the line: what is left of that stands, unless places
    /// depend on what acts there are. That nothing is left is told.
    pub(super) fn done_with(&mut self, act: u32, word: WordId) {
        let stale = self.state.line.stale || self.image.dependencies.order_on_records();
        self.set_state(act, word);
        self.withdraw(act);
        self.state.line.stale = stale || self.state.waiting.is_empty();
    }

    /// Refuses an act that is being declared.
    pub(super) fn refuse(&mut self, act: u32, because: Option<Said>) -> RunResult<()> {
        let refused = self.image.words.refused;
        let is_refused = self.state_of(act)? == refused;
        let Some(because) = because.filter(|_| !is_refused) else {
            return Ok(());
        };
        self.set_state(act, refused);
        // Of what is always refused, that is all that can be shown.
        let action = self.state.acts[act].action;
        self.coverage.stages[action.index()][0] = true;
        self.write(What::Refused { act, because })
    }

    /// An act comes into the line, or is carried out at once; `false`: it does not wait any more.
    pub(super) fn begin_join(
        &mut self,
        act: u32,
        next: bool,
        cause: Option<ItemId>,
        first: usize,
    ) -> RunResult<bool> {
        if self.state_of(act)? != self.image.words.waiting {
            return Ok(false);
        }
        self.hide(act);
        self.title(act, 0, first)?;
        self.write_for(cause, What::Added { act, next })?;
        Ok(true)
    }

    /// Carries out the next stage of an act that never stands in the line; `false`: there is none, or the act stands in the line.
    pub(super) fn next_at_once(
        &mut self,
        act: u32,
        stage: Register,
        first: Register,
    ) -> RunResult<bool> {
        let action = self.state.acts[act].action;
        if !self.rules.actions[action.index()].at_once {
            return Ok(false);
        }
        let number = to_place(self.state.get(stage));
        if let Some(done) = number.checked_sub(1) {
            self.answer_later(act, done, ActMoment::Resolves);
        }
        if usize::from(number) == self.rules.actions[action.index()].stages.len() {
            return Ok(false);
        }
        self.state.put(stage, Value::from(number) + 1);
        self.state.acts[act].stage = number;
        self.carry_out(act, first)?;
        Ok(true)
    }

    /// An act that was carried out at once is resolved; another stands in the line now.
    pub(super) fn end_join(&mut self, act: u32, next: bool) -> RunResult<()> {
        let action = self.state.acts[act].action;
        if self.rules.actions[action.index()].at_once {
            self.set_state(act, self.image.words.resolved);
            self.state.at_once = true;
            return Ok(());
        }
        if next {
            // All that answers one batch (or comes before one) comes together.
            let acts = self.state.waiting.iter();
            let urgencies = acts.map(|&act| self.state.acts[act].urgency);
            let urgency = self.state.urgency;
            let urgency = urgency.unwrap_or_else(|| urgencies.max().unwrap_or(0) + 1);
            self.state.urgency = Some(urgency);
            self.state.acts[act].urgency = urgency;
        }
        if to_amount(self.state.waiting.len()) >= MOST_WAITING {
            return Err(FaultKind::TooMuch(MOST_WAITING).into());
        }
        let state = &mut self.state;
        for acts in [&mut state.waiting, &mut state.live] {
            insert(acts, &state.acts, act);
        }
        self.acts_changed();
        Ok(())
    }

    /// Calls the present stage of an act.
    pub(super) fn carry_out(&mut self, act: u32, first: Register) -> RunResult<()> {
        let Act { action, stage, .. } = self.state.acts[act];
        let (id, number) = (action.index(), usize::from(stage));
        self.coverage.stages[id][number] = true;
        if self.watch.alone == Some(act) {
            self.watch.own.acted = 1;
        }
        let behind = self.state.base + usize::from(first);
        self.title(act, stage, behind)?;
        let item = self.rules.actions[id].item;
        self.write_for(Some(item), What::Resolved { act, stage })?;
        let entry = self.image.stages[id][number];
        self.takes_in_hand(Some(ActInHand {
            act,
            stage,
            moment: None,
        }));
        self.call(entry, first, &[Value::from(act)])
    }

    /// After a stage: the act comes into the line for its next one, or is resolved.
    pub(super) fn next_stage(&mut self, act: u32) -> RunResult<()> {
        let Act { action, stage, .. } = self.state.acts[act];
        self.answer_later(act, stage, ActMoment::Resolves);
        self.state.tables[ACT].set(act, slots::BEGUN, 1);
        self.cache.changed |= self.image.dependencies.attribute(KindId::ACT, slots::BEGUN);
        self.note_own(act, slots::BEGUN);
        if self.state_of(act)? != self.image.words.waiting {
            return Ok(());
        }
        let stages = &self.rules.actions[action.index()].stages;
        match stages.get(usize::from(stage) + 1) {
            Some(next) => {
                self.state.tables[ACT].set(act, slots::STAGE, Value::from(next.name.0));
                self.note_own(act, slots::STAGE);
                let memory = &mut self.state.acts[act];
                memory.stage += 1;
                memory.urgency = 0;
                memory.announced.clear();
                memory.missed = false;
                self.changed(self.image.dependencies.attribute(KindId::ACT, slots::STAGE));
                self.state.line.stale = true;
            }
            None => self.done_with(act, self.image.words.resolved),
        }
        Ok(())
    }

    /// Takes an act out of the line.
    fn withdraw(&mut self, act: u32) {
        let state = &mut self.state;
        for acts in [&mut state.waiting, &mut state.live] {
            if let Some(place) = acts.iter().position(|&other| other == act) {
                acts.remove(place);
            }
        }
        self.cache.forget_act(act);
        self.acts_changed();
    }

    /// Cancels an act that can still happen, and calls it so.
    pub(super) fn cancel(
        &mut self,
        act: u32,
        word: WordId,
        because: Option<Said>,
    ) -> RunResult<()> {
        if self.state_of(act)? != self.image.words.waiting {
            return Ok(());
        }
        self.set_state(act, word);
        self.withdraw(act);
        self.write(What::Cancelled { act, word, because })?;
        let stage = self.state.acts[act].stage;
        self.answer_later(act, stage, ActMoment::Cancelled);
        Ok(())
    }
}

/// Puts an act into a list in the order of actors and numbers.
fn insert(list: &mut Vec<u32>, acts: &IndexVec<u32, Act>, act: u32) {
    let place = |act: u32| (acts[act].actor, act);
    // Mostly they come in that order.
    let at = match list.last() {
        Some(&last) if place(last) > place(act) => {
            list.partition_point(|&other| place(other) < place(act))
        }
        _ => list.len(),
    };
    list.insert(at, act);
}
