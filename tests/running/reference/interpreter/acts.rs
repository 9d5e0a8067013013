//! "Actions and acts", "What is declared", "Tactics": the life of an act until it stands in the line.

use affray::journal::{ActRecord, Range, Said, Title, What};
use affray::ruleset::{
    ActMoment, ActionId, AskedActions, ItemId, KindId, MISSING, Tactic, TacticAct, TacticId,
    TacticLine, TemplateId, Value, WordId, slots,
};
use affray::run::decisions::Declaring;
use affray::run::fault::{FaultKind, RunResult};
use affray::scenario::Occasion;

use super::triggers::Happened;
use super::{Act, Body, Pending, Run, frame};

/// How many acts may wait in the line at once.
const MOST_WAITING: usize = 1_000;

/// Something that a combatant declares.
#[derive(Clone, Copy, Debug)]
enum Declared {
    /// A declaration of the scenario, by number.
    Scripted(u32),
    /// An act that its tactic has made.
    Planned(u32),
}

impl<'a> Run<'a> {
    /// Makes an act that is not in the line yet; its attributes are still to be given.
    pub(super) fn make_act(
        &mut self,
        actor: u32,
        action: ActionId,
        declaration: Option<u32>,
    ) -> RunResult<u32> {
        let limit = u64::from(self.limits.events);
        if self.acts.len() as u64 >= limit {
            return Err(FaultKind::TooMuch(limit).into());
        }
        let act = self.acts.len() as u32;
        let count = self.rules.kinds[KindId::ACT.index()].attributes.len();
        let mut attributes = vec![MISSING; count];
        let first = self.rules.actions[action.index()].stages[0].name;
        attributes[usize::from(slots::ACTOR)] = actor.into();
        attributes[usize::from(slots::ACTION)] = action.0.into();
        attributes[usize::from(slots::STAGE)] = first.0.into();
        attributes[usize::from(slots::BEGUN)] = 0;
        attributes[usize::from(slots::STATE)] = self.word("waiting").0.into();
        self.records[KindId::ACT.index()].push(attributes);
        self.acts.push(Act::default());
        self.journal.acts.push(ActRecord {
            actor,
            action,
            attributes: Range::default(),
            declaration,
            tactic: None,
        });
        Ok(act)
    }

    pub(super) fn action_of(&self, act: u32) -> ActionId {
        self.journal.acts[act as usize].action
    }

    pub(super) fn state_of(&self, act: u32) -> WordId {
        WordId(self.attribute(KindId::ACT, act.into(), slots::STATE) as u32)
    }

    pub(super) fn is_waiting(&self, act: u32) -> bool {
        self.state_of(act) == self.word("waiting")
    }

    pub(super) fn set_state(&mut self, act: u32, word: WordId) {
        let attributes = &mut self.records[KindId::ACT.index()][act as usize];
        attributes[usize::from(slots::STATE)] = word.0.into();
    }

    /// "The title of a stage is worked out when the act is told." It is kept where it takes more than a look at attributes.
    pub(super) fn title(&mut self, act: u32, stage: usize) -> RunResult<()> {
        let rules = self.rules;
        let rule = &rules.actions[self.action_of(act).index()].stages[stage];
        if rules.templates[rule.title.index()].is_plain(rules) {
            return Ok(());
        }
        let mut names = frame(rule.locals);
        names[0] = act.into();
        let said = self.say(rule.title, &names)?;
        self.journal.titles.push(Title {
            entry: self.journal.entries.len() as u32,
            act,
            stage: stage as u16,
            said,
        });
        Ok(())
    }

    /// "`c declares` takes all that the scenario (or a tactic) holds for c in the period in which it stands." `refused` says why all of it is refused.
    pub(super) fn declare(
        &mut self,
        (actor, one, actions): (u32, bool, &AskedActions),
        secret: bool,
        refused: Option<TemplateId>,
        names: &[Value],
        body: Body,
    ) -> RunResult<()> {
        self.correct(Occasion::Declaration(actor))?;
        let mut numbers = Vec::new();
        let declaring = Declaring {
            actor,
            path: &self.path,
            running: &self.running,
            one,
            actions,
        };
        (self.decisions).declarations(&declaring, &mut numbers);
        let mut declared: Vec<Declared> = numbers.into_iter().map(Declared::Scripted).collect();
        // "Where a period holds it for her, her tactic says nothing there."
        if declared.is_empty() && !self.scenario.tactics.is_empty() {
            declared = self.planned(actor, one, actions)?;
        }
        let mut acts = Vec::new();
        for one in declared {
            let act = match one {
                Declared::Planned(act) => act,
                Declared::Scripted(number) => match self.scripted(number)? {
                    Some(act) => act,
                    // "Where it is taken, she declares nothing."
                    None => continue,
                },
            };
            acts.push(act);
            self.title(act, 0)?;
            self.write(body.cause, What::Declared { act, secret })?;
            match refused {
                Some(because) => {
                    let because = self.say(because, names)?;
                    self.refuse(act, because, body.cause)?;
                }
                None => self.happened(&Happened::Act(act, 0, ActMoment::Declared))?,
            }
            // "From then on, an act that was not refused is seen."
            if self.is_waiting(act) {
                if !self.rules.actions[self.action_of(act).index()].at_once {
                    insert(&mut self.seen, &self.journal.acts, act);
                }
                self.queue.push_back(Pending::Joins(act, false, body.cause));
            }
        }
        // "Only in a batch nothing is seen that was not there when it began."
        if self.in_batch {
            self.seen.retain(|act| !acts.contains(act));
        }
        self.settle_outside()
    }

    /// The act of a declaration of the scenario; `None` if it declares nothing.
    fn scripted(&mut self, number: u32) -> RunResult<Option<u32>> {
        let declaration = &self.scenario.declarations[number as usize];
        let Some(action) = declaration.action else {
            return Ok(None);
        };
        for &(slot, value) in &declaration.settings {
            let ty = &self.rules.attribute(KindId::ACT, slot).declared.ty;
            let count = |kind: KindId| self.records[kind.index()].len() as u32;
            if let Some((kind, record)) = ty.record_beyond(value, count) {
                return Err(FaultKind::NotThere { kind, record }
                    .at(declaration.span)
                    .into());
            }
        }
        let act = self.make_act(declaration.actor, action, Some(number))?;
        for &(slot, value) in &declaration.settings {
            self.records[KindId::ACT.index()][act as usize][usize::from(slot)] = value;
        }
        self.fill_in(KindId::ACT, act, &declaration.settings)?;
        Ok(Some(act))
    }

    pub(super) fn refuse(
        &mut self,
        act: u32,
        because: Said,
        cause: Option<ItemId>,
    ) -> RunResult<()> {
        let refused = self.word("refused");
        if self.state_of(act) == refused {
            return Ok(());
        }
        self.set_state(act, refused);
        let action = self.action_of(act);
        self.coverage.stages[action.index()][0] = true;
        self.write(cause, What::Refused { act, because })
    }

    /// "When all that c declares with it has been judged, they come into the line." "`at once`: carried out when it is declared or added, never in the
    /// line."
    pub(super) fn join(&mut self, act: u32, next: bool, cause: Option<ItemId>) -> RunResult<()> {
        if !self.is_waiting(act) {
            return Ok(());
        }
        self.seen.retain(|&other| other != act);
        self.title(act, 0)?;
        self.write(cause, What::Added { act, next })?;
        self.happened(&Happened::Act(act, 0, ActMoment::Added))?;
        if !self.is_waiting(act) {
            return Ok(());
        }
        let action = &self.rules.actions[self.action_of(act).index()];
        if action.at_once {
            for stage in 0..action.stages.len() {
                self.acts[act as usize].stage = stage;
                self.carry_out(act)?;
                self.answer_later(act, stage, ActMoment::Resolves);
            }
            let resolved = self.word("resolved");
            self.set_state(act, resolved);
            return Ok(());
        }
        if next {
            // "What one batch sets off so, before it begins or after it," comes together, and "before what was to come next already".
            let urgencies = self.waiting.iter();
            let highest = urgencies.map(|&act| self.acts[act as usize].urgency).max();
            let urgency = self.open_urgency.unwrap_or(highest.unwrap_or(0) + 1);
            self.open_urgency = Some(urgency);
            self.acts[act as usize].urgency = urgency;
        }
        if self.waiting.len() >= MOST_WAITING {
            return Err(FaultKind::TooMuch(MOST_WAITING as u64).into());
        }
        insert(&mut self.waiting, &self.journal.acts, act);
        insert(&mut self.seen, &self.journal.acts, act);
        Ok(())
    }

    /// Takes an act out of the line.
    pub(super) fn withdraw(&mut self, act: u32) {
        self.waiting.retain(|&other| other != act);
        self.seen.retain(|&other| other != act);
    }

    /// "`cancel a as spoiled`: takes an act out of the line and calls it so."
    pub(super) fn cancel(
        &mut self,
        act: u32,
        word: WordId,
        because: Option<Said>,
        cause: Option<ItemId>,
    ) -> RunResult<()> {
        if !self.is_waiting(act) {
            return Ok(());
        }
        self.set_state(act, word);
        self.withdraw(act);
        self.write(cause, What::Cancelled { act, word, because })?;
        let stage = self.acts[act as usize].stage;
        self.answer_later(act, stage, ActMoment::Cancelled);
        self.settle_outside()
    }

    /// "When the rules say `c declares` and the scenario holds nothing for `c` in exactly that period, the lines are looked at from the top."
    fn planned(
        &mut self,
        actor: u32,
        one: bool,
        actions: &AskedActions,
    ) -> RunResult<Vec<Declared>> {
        let (path, running) = (&self.path, &self.running);
        if self.scenario.speaks_for(actor, path, running, actions) {
            return Ok(Vec::new());
        }
        let Some((id, tactic)) = self.tactic_of(actor)? else {
            return Ok(Vec::new());
        };
        for (number, line) in tactic.lines.iter().enumerate() {
            // "A line that holds acts, and none of the actions that are asked for, is passed over."
            let asked =
                |act: &&TacticAct| actions.are_all() || actions.names().contains(&act.action);
            let acts: Vec<TacticAct> = line.acts.iter().filter(asked).cloned().collect();
            if acts.is_empty() && !line.acts.is_empty() {
                continue;
            }
            self.works()?;
            let mut names = frame(tactic.locals);
            names[0] = actor.into();
            if self.passes(line.guard, &names)? && self.can_be_declared(line, &mut names)? {
                self.coverage.tactics[id.index()][number] = true;
                let most = acts.len().min(if one { 1 } else { usize::MAX });
                return self.line_of(actor, &acts[..most], (id, number as u16), &names);
            }
        }
        Ok(Vec::new())
    }

    /// "for all combatants whom its `where` fits and who are not named with a tactic; of several that fit, the first by name".
    fn tactic_of(&mut self, actor: u32) -> RunResult<Option<(TacticId, &'a Tactic)>> {
        let (rules, tactics) = (self.rules, &self.scenario.tactics);
        if let Some(named) = tactics.named.iter().find(|named| named.0 == actor) {
            return Ok(Some((named.1, &rules.tactics[named.1.index()])));
        }
        for &id in &tactics.general {
            let tactic = &rules.tactics[id.index()];
            let mut names = frame(tactic.locals);
            names[0] = actor.into();
            if self.passes(tactic.guard, &names)? {
                return Ok(Some((id, tactic)));
            }
        }
        Ok(None)
    }

    /// "in which nothing that the action takes is missing: a line that aims at nobody is passed over".
    fn can_be_declared(&mut self, line: &TacticLine, names: &mut [Value]) -> RunResult<bool> {
        for given in line.acts.iter().flat_map(|act| &act.given) {
            let value = self.value(given.value, names)?;
            if given.aimed && value == MISSING {
                return Ok(false);
            }
            names[usize::from(given.local)] = value;
        }
        Ok(true)
    }

    fn line_of(
        &mut self,
        actor: u32,
        acts: &[TacticAct],
        tactic: (TacticId, u16),
        names: &[Value],
    ) -> RunResult<Vec<Declared>> {
        let mut declared = Vec::new();
        for planned in acts {
            let act = self.make_act(actor, planned.action, None)?;
            self.journal.acts[act as usize].tactic = Some(tactic);
            for given in &planned.given {
                self.records[KindId::ACT.index()][act as usize][usize::from(given.slot)] =
                    names[usize::from(given.local)];
            }
            self.fill_in(KindId::ACT, act, &[])?;
            declared.push(Declared::Planned(act));
        }
        Ok(declared)
    }
}

/// Puts an act into a list in the order of actors and numbers, so that nothing depends on the order in which acts came.
fn insert(list: &mut Vec<u32>, acts: &[ActRecord], act: u32) {
    list.push(act);
    list.sort_by_key(|&act| (acts[act as usize].actor, act));
}
