//! How a run begins, and what is declared, added, refused, raised and answered by triggers, where dice are open. Follows the machine's rooms
//! `setup`, `acts` and `respond`.

use super::Mixed;
use super::course::{Body, Course, Flow, Within};
use super::store::Thing;
use super::worth::{When, Worth};
use crate::ruleset::{
    ActMoment, ActPattern, ActionId, EventId, ExprId, Happening, KindId, MISSING, PhaseId, Slot,
    TemplateId, Trigger, Value, WordId, slots,
};
use crate::run::Decisions as _;

/// What is known of an act beside its attributes.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    pub action: ActionId,
    pub actor: u32,
    /// the stage that comes next, by its index
    pub stage: usize,
}

/// How many acts there may be.
const MOST_ACTS: usize = 500;

/// How many names the default of an attribute may use.
const DEFAULT_NAMES: u16 = 16;

impl<'a> Course<'a> {
    /// The beginning of a run: options, and the records of the scenario with their defaults.
    pub fn set_up(&mut self) -> Result<(), Mixed> {
        let (rules, scenario) = (self.rules, self.scenario);
        let store = &mut self.v.store;
        store.options = rules.options.iter().map(|option| option.value).collect();
        for &(option, value) in &scenario.options {
            store.options[option.index()] = value;
        }
        store.counters = vec![MISSING; rules.phases.len()];
        store.make(KindId::COMBAT);
        let kinds = (0..rules.kinds.len()).map(KindId::from_index);
        let of = |kind: KindId| {
            scenario
                .records
                .get(kind.index())
                .map_or(&[][..], Vec::as_slice)
        };
        for kind in kinds.clone() {
            for (number, record) in of(kind).iter().enumerate() {
                if kind != KindId::COMBAT {
                    self.v.store.make(kind);
                }
                for &(slot, value) in &record.values {
                    let thing = Thing::Attribute(kind, number as u32, slot);
                    self.v.put(thing, Worth::Same(value))?;
                }
            }
        }
        for kind in kinds.filter(|&kind| kind != KindId::ACT) {
            for record in 0..self.v.store.count(kind) {
                let given = of(kind).get(record as usize);
                self.fill_in(kind, record, given.map_or(&[], |given| &given.values))?;
            }
        }
        Ok(())
    }

    /// Gives a record the defaults of the attributes that it has not been given.
    pub fn fill_in(
        &mut self,
        kind: KindId,
        record: u32,
        given: &[(Slot, Value)],
    ) -> Result<(), Mixed> {
        let rules = self.rules;
        for (slot, attribute) in rules.kinds[kind.index()].attributes.iter().enumerate() {
            let slot = slot as Slot;
            if given.contains(&(slot, MISSING)) {
                continue;
            }
            let thing = Thing::Attribute(kind, record, slot);
            let worth = self.v.look(thing)?;
            let missing = self.v.when(worth, |value| value == MISSING)?;
            if matches!(missing, When::Never) {
                continue;
            }
            match attribute.default {
                None if attribute.declared.optional => {}
                None => return Err(Mixed::Fault),
                Some(default) => {
                    self.inside(missing, |run| {
                        let base = run.v.store.open(DEFAULT_NAMES);
                        run.v
                            .put(Thing::Name(base), Worth::Same(Value::from(record)))?;
                        let worth = run.v.value(default, base)?;
                        run.close(base);
                        run.v.put(thing, worth)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Makes an act that is not in the line yet; its attributes are still to be given.
    fn make_act(&mut self, actor: u32, action: ActionId) -> Result<u32, Mixed> {
        if self.acts.len() >= MOST_ACTS {
            return Err(Mixed::TooLong);
        }
        let rule = &self.rules.actions[action.index()];
        if rule.at_once {
            return Err(Mixed::Beyond("an act that is carried out at once"));
        }
        let act = self.v.store.make(KindId::ACT);
        self.acts.push(Act {
            action,
            actor,
            stage: 0,
        });
        let outer = self.v.here.take();
        for (slot, value) in [
            (slots::ACTOR, Value::from(actor)),
            (slots::ACTION, Value::from(action.0)),
            (slots::STAGE, Value::from(rule.stages[0].name.0)),
            (slots::BEGUN, 0),
            (slots::STATE, Value::from(self.words.waiting.0)),
        ] {
            let thing = Thing::Attribute(KindId::ACT, act, slot);
            self.v.put(thing, Worth::Same(value))?;
        }
        self.v.put(self.v.store.waits(act), Worth::Same(0))?;
        self.v.here = outer;
        Ok(act)
    }

    /// Takes what a combatant declares in this period; `refused`: all of it is refused.
    pub fn declare(
        &mut self,
        who: ExprId,
        refused: Option<TemplateId>,
        body: Body,
    ) -> Result<(), Mixed> {
        if self.within != Within::Phase || self.window.is_some() {
            return Err(Mixed::Beyond("a declaration in a trigger or an act"));
        }
        let actor = match self.v.fixed(who, body.base)? {
            MISSING => return Err(Mixed::Fault),
            actor => actor as u32,
        };
        // What is declared in some runs only is not open any more in these alone.
        let period = (actor, self.path.clone());
        if self.declared_in_some.contains(&period) {
            return Err(Mixed::Beyond("a declaration of some runs only"));
        }
        if self.v.here.is_some() {
            self.declared_in_some.push(period);
        }
        let mut numbers = Vec::new();
        (self.scripts.decisions).declarations(actor, &self.path, &mut numbers);
        let mut joining = Vec::with_capacity(numbers.len());
        for number in numbers {
            let declaration = &self.scenario.declarations[number as usize];
            let act = self.make_act(declaration.actor, declaration.action)?;
            let outer = self.v.here.take();
            for &(slot, value) in &declaration.settings {
                let thing = Thing::Attribute(KindId::ACT, act, slot);
                self.v.put(thing, Worth::Same(value))?;
            }
            self.v.here = outer;
            self.fill_in(KindId::ACT, act, &declaration.settings)?;
            self.title(act, 0)?;
            if let Some(because) = refused {
                self.v.say(because, body.base)?;
                self.refuse(act)?;
            } else {
                self.of_act(act, 0, ActMoment::Declared)?;
            }
            // It is seen before it joins.
            self.if_it_waits(act, |run| run.enter(act))?;
            joining.push(act);
        }
        for act in joining {
            self.if_it_waits(act, |run| {
                run.v.put(run.v.store.waits(act), Worth::Same(0))?;
                run.join(act)
            })?;
        }
        Ok(())
    }

    /// Adds an act.
    pub fn does(
        &mut self,
        actor: ExprId,
        action: ActionId,
        settings: &[(Slot, ExprId)],
        base: u32,
    ) -> Result<u32, Mixed> {
        if self.within != Within::Phase || self.window.is_some() {
            return Err(Mixed::Beyond("an act that is added by a trigger or an act"));
        }
        let actor = match self.v.fixed(actor, base)? {
            MISSING => return Err(Mixed::Fault),
            actor => actor as u32,
        };
        let act = self.make_act(actor, action)?;
        self.give(KindId::ACT, act, settings, base)?;
        self.fill_in(KindId::ACT, act, &[])?;
        self.join(act)?;
        self.enter(act)?;
        Ok(act)
    }

    /// Refuses an act that is being declared.
    pub fn refuse(&mut self, act: u32) -> Result<(), Mixed> {
        let state = Thing::Attribute(KindId::ACT, act, slots::STATE);
        self.v
            .put(state, Worth::Same(Value::from(self.words.refused.0)))
    }

    /// Does something with an act in those runs in which it is still to happen.
    fn if_it_waits(
        &mut self,
        act: u32,
        what: impl FnOnce(&mut Self) -> Result<(), Mixed>,
    ) -> Result<(), Mixed> {
        let waiting = Value::from(self.words.waiting.0);
        let state = self
            .v
            .look(Thing::Attribute(KindId::ACT, act, slots::STATE))?;
        let when = self.v.when(state, |state| state == waiting)?;
        self.inside(when, what)?;
        Ok(())
    }

    /// An act comes into the line.
    fn join(&mut self, act: u32) -> Result<(), Mixed> {
        self.title(act, 0)?;
        self.of_act(act, 0, ActMoment::Added)?;
        self.v.put(self.v.store.waits(act), Worth::Same(1))
    }

    /// An act gets its place among those of the line, and is seen.
    fn enter(&mut self, act: u32) -> Result<(), Mixed> {
        self.v.put(self.v.store.waits(act), Worth::Same(1))?;
        let of = |act: u32| (self.acts[act as usize].actor, act);
        let line = &mut self.v.store.line;
        let at = line.partition_point(|&other| of(other) < of(act));
        line.insert(at, act);
        Ok(())
    }

    /// What a stage of an act is called, if that has to be worked out.
    pub fn title(&mut self, act: u32, stage: usize) -> Result<(), Mixed> {
        let rules = self.rules;
        let action = self.acts[act as usize].action;
        let stage = &rules.actions[action.index()].stages[stage];
        if rules.templates[stage.title.index()].is_plain(rules) {
            return Ok(());
        }
        let base = self.v.store.open(stage.locals);
        self.v
            .put(Thing::Name(base), Worth::Same(Value::from(act)))?;
        self.v.say(stage.title, base)?;
        self.close(base);
        Ok(())
    }

    /// Whether an act at a stage is meant.
    pub fn fits(&self, pattern: &ActPattern, act: u32, stage: usize) -> bool {
        pattern.means(self.rules, self.acts[act as usize].action, stage)
    }

    /// Whether a trigger waits for this moment of an act.
    pub fn waits_for(&self, act: u32, stage: usize, moment: ActMoment) -> bool {
        self.rules.triggers.iter().any(|trigger| match &trigger.on {
            Happening::Act { acts, moment: own } => *own == moment && self.fits(acts, act, stage),
            _ => false,
        })
    }

    /// Lets triggers respond to a moment of an act.
    pub fn of_act(&mut self, act: u32, stage: usize, moment: ActMoment) -> Result<(), Mixed> {
        for trigger in &self.rules.triggers {
            if let Happening::Act { acts, moment: own } = &trigger.on
                && *own == moment
                && self.fits(acts, act, stage)
            {
                let declared = (moment == ActMoment::Declared).then_some(act);
                self.respond(trigger, &[Worth::Same(Value::from(act))], declared)?;
            }
        }
        Ok(())
    }

    /// Lets triggers respond to the beginning or the end of a phase.
    pub fn of_phase(&mut self, phase: PhaseId, begins: bool) -> Result<(), Mixed> {
        for trigger in &self.rules.triggers {
            if trigger.on == Happening::Phase(phase, begins) {
                self.respond(trigger, &[], None)?;
            }
        }
        Ok(())
    }

    /// Lets triggers respond to an event.
    pub fn of_event(&mut self, event: EventId, given: &[Worth]) -> Result<(), Mixed> {
        for trigger in &self.rules.triggers {
            if trigger.on == Happening::Event(event) {
                self.respond(trigger, given, None)?;
            }
        }
        Ok(())
    }

    /// Raises an event; what a batch raises is answered when all of it has been carried out.
    pub fn raise(&mut self, event: EventId, arguments: &[ExprId], base: u32) -> Result<(), Mixed> {
        let mut given = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let worth = self.v.value(argument, base)?;
            given.push(self.v.fix(worth));
        }
        let waits = |trigger: &Trigger| trigger.on == Happening::Event(event);
        if !self.rules.triggers.iter().any(waits) {
            return Ok(());
        }
        match self.within {
            Within::Phase => self.of_event(event, &given),
            Within::Batch => {
                self.raised.push((event, given, self.v.here));
                Ok(())
            }
            Within::Trigger => Err(Mixed::Beyond("an event that a trigger raises")),
        }
    }

    fn respond(
        &mut self,
        trigger: &'a Trigger,
        given: &[Worth],
        declared: Option<u32>,
    ) -> Result<(), Mixed> {
        self.v.step()?;
        let base = self.v.store.open(trigger.locals);
        for (name, &worth) in given.iter().enumerate() {
            self.v.put(Thing::Name(base + name as u32), worth)?;
        }
        let when = match trigger.guard {
            Some(guard) => self.v.holds(guard, base)?,
            None => When::Always,
        };
        let outer = std::mem::replace(&mut self.within, Within::Trigger);
        self.inside(when, |run| {
            if trigger.limit.is_some() {
                return Err(Mixed::Beyond("a trigger with a limit"));
            }
            match run.block(&trigger.body, Body { base, declared })? {
                Flow::On => Ok(()),
                _ => Err(Mixed::Beyond("a trigger that ends something")),
            }
        })?;
        self.within = outer;
        self.close(base);
        Ok(())
    }
}

/// Words that the machine itself uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words {
    pub waiting: WordId,
    pub resolved: WordId,
    pub void: WordId,
    pub refused: WordId,
}
