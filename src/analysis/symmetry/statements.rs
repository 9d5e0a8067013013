//! What statements do, and what may follow from them: responses of triggers, acts that are carried out at once.

use super::effects::{Finder, Has, Names, Target, Way, Whose};
use super::expressions::is_record_of;
use crate::ruleset::walk::statement_roots;
use crate::ruleset::{
    ActMoment, ActionId, Callee, Effect, Expr, KindId, Local, Location, PhaseId, Place, Signal,
    Statement, StatementKind, WordId, collected,
};

impl Finder<'_> {
    /// Statements.
    pub fn block(&mut self, block: &[Statement], names: &mut Names) {
        self.within(|finder| {
            for statement in block {
                finder.statement(statement, names);
            }
        });
    }

    /// One statement, and what may follow from it.
    pub fn statement(&mut self, statement: &Statement, names: &mut Names) {
        if !self.may_go_on() {
            return;
        }
        for root in statement_roots(&statement.kind) {
            self.looks(root, names);
        }
        let rules = self.rules;
        match &statement.kind {
            StatementKind::Set { place, value } => {
                let value = rules.exprs[value.index()].constant();
                self.puts(place, value.map_or(Way::Write, Way::Becomes), names);
            }
            StatementKind::Add { place, .. } | StatementKind::Subtract { place, .. } => {
                self.puts(place, Way::Add, names);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let blocks = branches.iter().map(|branch| &branch.1).chain([otherwise]);
                blocks.for_each(|block| self.block(block, names));
            }
            StatementKind::Each {
                kind, local, body, ..
            } => match struck(*kind, *local, body, |id| &rules.exprs[id.index()]) {
                Some(word) => {
                    self.called(word);
                    self.happens(Signal::Act(ActMoment::Cancelled), &Names::of_act(false));
                }
                None => {
                    if *kind == KindId::ACT {
                        self.access(Target::Acts, false, Way::Read);
                    }
                    self.binds(*local, names);
                    self.block(body, &mut names.without(*local));
                }
            },
            StatementKind::Repeat { body, .. } => self.block(body, names),
            StatementKind::Roll { local, keep, .. } => {
                self.binds(*local, names);
                keep.iter()
                    .for_each(|keep| self.puts(keep, Way::Write, names));
            }
            StatementKind::Ask { local, .. } => self.binds(*local, names),
            StatementKind::Declare { who, .. } | StatementKind::RefuseDeclarations { who, .. } => {
                let is_own = self.whose(*who, names) == Whose::Own;
                self.has(Has::Declares);
                self.act(is_own, None, names.by_actor);
            }
            StatementKind::Does {
                actor,
                action,
                local,
                ..
            } => {
                let is_own = self.whose(*actor, names) == Whose::Own;
                self.act(is_own, Some(*action), names.by_actor);
                if let Some(local) = local {
                    self.binds(*local, names);
                    names.of.insert(*local, Whose::Act);
                }
            }
            StatementKind::Cancel { word, .. } => {
                self.called(*word);
                self.happens(Signal::Act(ActMoment::Cancelled), &Names::of_act(false));
            }
            StatementKind::Resolve { .. } => {
                self.has(Has::Goes);
                let act = Names::of_act(true);
                self.enter(Callee::Line, &act);
                self.enter(Callee::Batches, &act);
            }
            StatementKind::Raise { event, .. } => {
                self.happens(Signal::Event(*event), &Names::default());
            }
            StatementKind::Do {
                procedure,
                arguments,
            } => {
                let inner = self.handed_over(arguments, names);
                self.enter(Callee::Procedure(*procedure), &inner);
            }
            StatementKind::Consult {
                table, arguments, ..
            } => {
                let inner = self.handed_over(arguments, names);
                self.enter(Callee::Rows(*table), &inner);
            }
            StatementKind::New { local, .. } => {
                self.has(Has::Makes);
                local.iter().for_each(|&local| self.binds(local, names));
            }
            StatementKind::Phase(phase) => {
                self.has(Has::Goes);
                self.phase(*phase);
            }
            StatementKind::Leave(_) => self.has(Has::Leaves),
            StatementKind::EndCombat { .. } => self.has(Has::Ends),
            StatementKind::Refuse { .. } | StatementKind::Note(_) => {}
        }
    }

    /// A phase as a whole.
    pub fn phase(&mut self, phase: PhaseId) {
        self.enter(Callee::Phase(phase), &Names::default());
    }

    /// What a phase looks at and sets off, but for its body.
    pub fn phase_around(&mut self, phase: PhaseId) {
        let roots = Callee::Phase(phase).roots(self.rules);
        (roots.into_iter()).for_each(|root| self.looks(root, &Names::default()));
        for begins in [true, false] {
            self.happens(Signal::Phase(phase, begins), &Names::default());
        }
    }

    /// Carries out a callee, once for each thing that its names can stand for.
    pub fn enter(&mut self, callee: Callee, names: &Names) {
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

    fn puts(&mut self, place: &Place, way: Way, names: &Names) {
        match *place {
            Place::Local(local) => {
                if names.of.contains_key(&local) {
                    self.has(Has::Renames);
                }
                if local < names.floor {
                    self.access(Target::Name(local), false, way);
                }
            }
            Place::Attribute { kind, of, slot } => {
                let whose = self.whose(of, names);
                let ty = &self.rules.kinds[kind.index()].attributes[usize::from(slot)]
                    .declared
                    .ty;
                if whose != Whose::Act && is_record_of(ty, |of| self.moved.contains(&of)) {
                    self.has(Has::Refers);
                }
                self.access(Target::Attribute(kind, slot), whose != Whose::Any, way);
            }
        }
    }

    /// A statement brings a name of its own.
    fn binds(&mut self, local: Local, names: &mut Names) {
        names.of.remove(&local);
        self.puts(&Place::Local(local), Way::Write, names);
    }

    /// Acts are declared, or one of this action is added.
    fn act(&mut self, is_own: bool, added: Option<ActionId>, by_actor: bool) {
        if !is_own {
            self.has(Has::OthersAct);
        }
        self.access(Target::Acts, false, Way::Add);
        let by_actor = is_own && by_actor;
        let act = Names::of_act(by_actor);
        if added.is_none() {
            let whose = [if is_own { Whose::Own } else { Whose::Any }];
            self.enter(Callee::Tactics, &Names::given(whose, by_actor));
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
    fn happens(&mut self, what: Signal, names: &Names) {
        self.enter(Callee::Triggers(what), names);
    }
}

/// Where all that is done for each of some acts is to cancel it: what it is called then. Which ones are meant is settled before, and it comes to
/// the same whoever cancels them first.
fn struck<'e>(
    kind: KindId,
    local: Local,
    body: &[Statement],
    expr: impl Fn(crate::ruleset::ExprId) -> &'e Expr,
) -> Option<WordId> {
    let [only] = body else { return None };
    let StatementKind::Cancel { act, word, .. } = &only.kind else {
        return None;
    };
    (kind == KindId::ACT && *expr(*act) == Expr::Local(local)).then_some(*word)
}
