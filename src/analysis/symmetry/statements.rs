//! What statements do, and what may follow from them: responses of triggers, acts that are carried out at once.

use super::effects::{AccessMode, Bindings, EffectFinder, EffectTarget, Has, OwnerClass};
use super::expressions::is_record_of;
use crate::ruleset::walk::statement_roots;
use crate::ruleset::{
    ActMoment, ActionId, Callee, Effect, Exit, Expr, ExprId, Input, KindId, Local, Location,
    PhaseId, Signal, Statement, StatementKind, Update, WordId, collected,
};

impl EffectFinder<'_> {
    /// Statements.
    pub fn block(&mut self, block: &[Statement], names: &mut Bindings) {
        self.within(|finder| {
            for statement in block {
                finder.statement(statement, names);
            }
        });
    }

    /// One statement, and what may follow from it.
    pub fn statement(&mut self, statement: &Statement, names: &mut Bindings) {
        if !self.may_go_on() {
            return;
        }
        for root in statement_roots(&statement.kind) {
            self.looks(root, names);
        }
        if let Some(word) = self.cancels(&statement.kind) {
            self.called(word);
            return self.happens(Signal::Act(ActMoment::Cancelled), &Bindings::of_act(false));
        }
        let effects = collected(|visit| statement.kind.effects(visit));
        let person = statement_roots(&statement.kind).first().copied();
        let is_own = person.is_some_and(|person| self.whose(person, names) == OwnerClass::Own);
        let makes_acts = effects.contains(&Effect::Makes(KindId::ACT));
        for &effect in &effects {
            match effect {
                Effect::Runs { block, binds, .. } => match binds {
                    Some(local) => {
                        self.binds(local, names);
                        self.block(block, &mut names.without(local));
                    }
                    None => self.block(block, names),
                },
                // What is only added to is not read by itself.
                Effect::Reads(location) => {
                    if !effects.contains(&Effect::Writes(location, Update::Add)) {
                        self.reads(location, names);
                    }
                }
                Effect::Writes(location, update) => {
                    let way = match update {
                        Update::Set => self.becomes(&statement.kind),
                        Update::Add => AccessMode::Add,
                        Update::AddWithin => AccessMode::Write,
                    };
                    self.writes(location, way, names);
                }
                Effect::Binds(local) => {
                    self.binds(local, names);
                    if makes_acts {
                        names.of.insert(local, OwnerClass::Act);
                    }
                }
                Effect::Makes(KindId::ACT) => {}
                Effect::Makes(_) => self.has(Has::Makes),
                Effect::Awaits(Input::Declarations) => {
                    self.has(Has::Declares);
                    self.act(is_own, None, names.by_actor);
                }
                Effect::Calls(Callee::Joins(Some(action)), _) => {
                    self.act(is_own, Some(action), names.by_actor);
                }
                Effect::Calls(callee, arguments) => {
                    self.calls(callee, arguments, makes_acts, names);
                }
                Effect::Exits(Exit::Leave(_) | Exit::Turn(_) | Exit::Repeat) => {
                    self.has(Has::Leaves)
                }
                Effect::Exits(Exit::EndCombat) => self.has(Has::Ends),
                // Expressions have been looked at. Texts, dice and answers depend on no listing.
                Effect::Evaluates { .. }
                | Effect::Says(_)
                | Effect::Awaits(Input::Dice | Input::Answer(_)) => {}
            }
        }
    }

    /// A statement calls something. `makes_acts`: what comes of these is told by [`Self::act`].
    fn calls(&mut self, callee: Callee, arguments: &[ExprId], makes_acts: bool, names: &Bindings) {
        match callee {
            Callee::Procedure(_) | Callee::Rows(_) => {
                let inner = self.handed_over(arguments, names);
                self.enter(callee, &inner);
            }
            Callee::Phase(_) => {
                self.has(Has::Goes);
                self.enter(callee, &Bindings::default());
            }
            Callee::Line | Callee::Batches => {
                self.has(Has::Goes);
                self.enter(callee, &Bindings::of_act(true));
            }
            Callee::Triggers(Signal::Event(_)) => self.enter(callee, &Bindings::default()),
            Callee::Tactics
            | Callee::Titles
            | Callee::Defaults(_)
            | Callee::Joins(_)
            | Callee::Triggers(Signal::Act(_) | Signal::Phase(..))
            | Callee::Function(_)
            | Callee::Values(_)
            | Callee::Stage(..)
            | Callee::Trigger(_)
            | Callee::Tactic(_)
            | Callee::Order(_)
            | Callee::Placement(_)
            | Callee::Exception(_)
            | Callee::Void(_) => {
                if !makes_acts {
                    self.enter(callee, &Bindings::of_act(false));
                }
            }
        }
    }

    /// What becomes of what a statement sets.
    fn becomes(&self, statement: &StatementKind) -> AccessMode {
        if let StatementKind::Set { value, .. } = statement
            && let Some(value) = self.rules.exprs[value.index()].constant()
        {
            return AccessMode::Becomes(value);
        }
        AccessMode::Write
    }

    /// Where all that a statement does is to cancel an act, or each of some acts: what these are called then. Which ones are meant is settled before,
    /// and the result does not depend on which cancels them first.
    fn cancels(&self, statement: &StatementKind) -> Option<WordId> {
        if let StatementKind::Cancel { word, .. } = statement {
            return Some(*word);
        }
        let StatementKind::Each {
            kind: KindId::ACT,
            local,
            body,
            ..
        } = statement
        else {
            return None;
        };
        let [only] = &body[..] else { return None };
        let StatementKind::Cancel { act, word, .. } = &only.kind else {
            return None;
        };
        (self.rules.exprs[act.index()] == Expr::Local(*local)).then_some(*word)
    }

    /// A phase as a whole.
    pub fn phase(&mut self, phase: PhaseId) {
        self.enter(Callee::Phase(phase), &Bindings::default());
    }

    /// What a phase looks at and sets off, but for its body.
    pub fn phase_around(&mut self, phase: PhaseId) {
        let roots = Callee::Phase(phase).roots(self.rules);
        (roots.into_iter()).for_each(|root| self.looks(root, &Bindings::default()));
        let prologue = &self.rules.phases[phase.index()].prologue;
        self.block(prologue, &mut Bindings::default());
        for begins in [true, false] {
            self.happens(Signal::Phase(phase, begins), &Bindings::default());
        }
    }

    /// Carries out a callee, once for each thing that its names can stand for.
    pub fn enter(&mut self, callee: Callee, names: &Bindings) {
        let is_left_out = matches!(callee, Callee::Triggers(_)) && !self.follows;
        if is_left_out || !self.entered.insert((callee, names.clone())) {
            return;
        }
        let rules = self.rules;
        for effect in collected(|visit| callee.effects(rules, visit)) {
            match effect {
                Effect::Evaluates { expr, .. } => self.looks(expr, names),
                Effect::Runs { block, .. } => self.block(block, &mut names.clone()),
                Effect::Calls(callee, _) => self.enter(callee, names),
                Effect::Reads(Location::Responses(_)) => self.has(Has::Limit),
                // What becomes of acts, phases and the clock is told where it is set off. Texts depend on no listing.
                Effect::Reads(_) | Effect::Writes(..) | Effect::Says(_) => {}
                // Statements alone do this.
                Effect::Binds(_) | Effect::Makes(_) | Effect::Awaits(_) | Effect::Exits(_) => {}
            }
        }
    }

    fn writes(&mut self, location: Location, way: AccessMode, names: &Bindings) {
        match location {
            Location::Local(local) => {
                if names.of.contains_key(&local) {
                    self.has(Has::Renames);
                }
                if local < names.floor {
                    self.access(EffectTarget::Name(local), false, way);
                }
            }
            Location::Attribute {
                kind,
                slot,
                of: Some(of),
            } => {
                let whose = self.whose(of, names);
                let ty = &self.rules.attribute(kind, slot).declared.ty;
                if whose != OwnerClass::Act && is_record_of(ty, |of| self.moved.contains(&of)) {
                    self.has(Has::Refers);
                }
                self.access(
                    EffectTarget::Attribute(kind, slot),
                    whose != OwnerClass::Any,
                    way,
                );
            }
            // What becomes of acts, phases and the clock is told where it is set off.
            Location::Attribute { of: None, .. }
            | Location::Records(_)
            | Location::Counter(_)
            | Location::Now
            | Location::Option(_)
            | Location::Responses(_) => {}
        }
    }

    /// A statement brings a name of its own.
    fn binds(&mut self, local: Local, names: &mut Bindings) {
        names.of.remove(&local);
        self.writes(Location::Local(local), AccessMode::Write, names);
    }

    /// Acts are declared, or one of this action is added.
    fn act(&mut self, is_own: bool, added: Option<ActionId>, by_actor: bool) {
        if !is_own {
            self.has(Has::OthersAct);
        }
        self.access(EffectTarget::Acts, false, AccessMode::Add);
        let by_actor = is_own && by_actor;
        let act = Bindings::of_act(by_actor);
        if added.is_none() {
            let whose = [if is_own {
                OwnerClass::Own
            } else {
                OwnerClass::Any
            }];
            self.enter(Callee::Tactics, &Bindings::given(whose, by_actor));
        }
        self.enter(Callee::Defaults(KindId::ACT), &act);
        if added.is_none() {
            self.happens(Signal::Act(ActMoment::Declared), &act);
        }
        if self.follows {
            self.enter(Callee::Joins(added), &act);
        }
    }

    /// Something may happen: triggers that wait for it may respond.
    fn happens(&mut self, what: Signal, names: &Bindings) {
        self.enter(Callee::Triggers(what), names);
    }
}
