//! What statements do, and what may follow from them: responses of triggers, acts that are carried out at once.

use super::effects::{Finder, Has, Names, Part, Target, Way, Whose};
use super::expressions::is_record_of;
use crate::ruleset::walk::{line_roots, statement_roots};
use crate::ruleset::{
    ActMoment, Expr, Happening, KindId, Local, Place, Statement, StatementKind, WordId,
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
        statement_roots(&statement.kind, &mut |root| self.looks(root, names));
        let rules = self.rules;
        match &statement.kind {
            StatementKind::Set { place, value } => {
                let way = match rules.exprs[value.index()] {
                    Expr::Const(value) => Way::Becomes(value),
                    _ => Way::Write,
                };
                self.puts(place, way, names);
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
                    self.happens(&moment(ActMoment::Cancelled), &Names::of_act(false));
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
                self.act(is_own, true, names.by_actor);
            }
            StatementKind::Does { actor, local, .. } => {
                let is_own = self.whose(*actor, names) == Whose::Own;
                self.act(is_own, false, names.by_actor);
                if let Some(local) = local {
                    self.binds(*local, names);
                    names.of.insert(*local, Whose::Act);
                }
            }
            StatementKind::Cancel { word, .. } => {
                self.called(*word);
                self.happens(&moment(ActMoment::Cancelled), &Names::of_act(false));
            }
            StatementKind::Resolve { .. } => {
                self.has(Has::Goes);
                self.resolves();
            }
            StatementKind::Raise { event, .. } => {
                let is_it = |on: &Happening| *on == Happening::Event(*event);
                self.happens(&is_it, &Names::default());
            }
            StatementKind::Do {
                procedure,
                arguments,
            } => {
                let mut inner = self.handed_over(arguments, names);
                let part = Part::Procedure(procedure.index(), inner.clone());
                if self.seen.insert(part) {
                    self.block(&rules.procedures[procedure.index()].body, &mut inner);
                }
            }
            StatementKind::Consult {
                table, arguments, ..
            } => {
                let inner = self.handed_over(arguments, names);
                if self.seen.insert(Part::Table(table.index(), inner.clone())) {
                    for row in &rules.tables[table.index()].rows {
                        self.block(&row.body, &mut inner.clone());
                    }
                }
            }
            StatementKind::New { local, .. } => {
                self.has(Has::Makes);
                local.iter().for_each(|&local| self.binds(local, names));
            }
            StatementKind::Phase(phase) => {
                self.has(Has::Goes);
                self.phase(phase.index());
            }
            StatementKind::Leave(_) => self.has(Has::Leaves),
            StatementKind::EndCombat { .. } => self.has(Has::Ends),
            StatementKind::Refuse { .. } | StatementKind::Note(_) => {}
        }
    }

    /// A phase as a whole.
    pub fn phase(&mut self, phase: usize) {
        if !self.seen.insert(Part::Phase(phase)) {
            return;
        }
        self.phase_around(phase);
        self.block(&self.rules.phases[phase].body, &mut Names::default());
    }

    /// What a phase looks at and sets off, but for its body.
    pub fn phase_around(&mut self, phase: usize) {
        let rule = &self.rules.phases[phase];
        rule.looks()
            .for_each(|root| self.looks(root, &Names::default()));
        let is_it = |on: &Happening| matches!(on, Happening::Phase(of, _) if of.index() == phase);
        self.happens(&is_it, &Names::default());
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

    /// An act is declared or added.
    fn act(&mut self, is_own: bool, declared: bool, by_actor: bool) {
        if !is_own {
            self.has(Has::OthersAct);
        }
        self.access(Target::Acts, false, Way::Add);
        let by_actor = is_own && by_actor;
        let act = Names::of_act(by_actor);
        if declared && self.seen.insert(Part::Tactics(act.clone())) {
            let whose = [if is_own { Whose::Own } else { Whose::Any }];
            self.tactics(&Names::given(whose, by_actor));
        }
        if self.seen.insert(Part::Acts(act.clone())) {
            let attributes = &self.rules.kinds[KindId::ACT.index()].attributes;
            for default in attributes.iter().filter_map(|attribute| attribute.default) {
                self.looks(default, &act);
            }
        }
        if declared {
            self.happens(&moment(ActMoment::Declared), &act);
        }
        self.happens(&moment(ActMoment::Added), &act);
        if self.follows && self.rules.actions.iter().any(|action| action.at_once) {
            self.stages(true, &act);
        }
    }

    fn tactics(&mut self, names: &Names) {
        for tactic in &self.rules.tactics {
            tactic
                .guard
                .iter()
                .for_each(|&root| self.looks(root, names));
            for line in &tactic.lines {
                let given = line.acts.iter().flat_map(|act| &act.given);
                let roots = line.guard.into_iter().chain(given.map(|given| given.value));
                roots.for_each(|root| self.looks(root, names));
            }
        }
    }

    /// The stages of all actions, or of those that are carried out at once.
    pub fn stages(&mut self, only_at_once: bool, names: &Names) {
        for (number, action) in self.rules.actions.iter().enumerate() {
            if only_at_once && !action.at_once {
                continue;
            }
            for (stage, rule) in action.stages.iter().enumerate() {
                if self.seen.insert(Part::Stage(number, stage, names.clone())) {
                    self.block(&rule.body, &mut names.clone());
                }
            }
        }
        self.happens(&moment(ActMoment::Resolves), names);
    }

    /// Something may happen: triggers that wait for it may respond.
    pub fn happens(&mut self, what: &dyn Fn(&Happening) -> bool, names: &Names) {
        if !self.follows {
            return;
        }
        for number in 0..self.rules.triggers.len() {
            if what(&self.rules.triggers[number].on) {
                self.trigger(number, names);
            }
        }
    }

    /// A trigger responds.
    pub fn trigger(&mut self, number: usize, names: &Names) {
        if !self.seen.insert(Part::Trigger(number, names.clone())) {
            return;
        }
        let trigger = &self.rules.triggers[number];
        if let Some(limit) = &trigger.limit {
            self.has(Has::Limit);
            limit.keys.iter().for_each(|&key| self.looks(key, names));
        }
        (trigger.guard.iter()).for_each(|&guard| self.looks(guard, names));
        self.block(&trigger.body, &mut names.clone());
    }

    /// Acts are put in order and carried out.
    fn resolves(&mut self) {
        let act = Names::of_act(true);
        if self.seen.insert(Part::Line) {
            line_roots(self.rules, &mut |root| self.looks(root, &act));
        }
        self.stages(false, &act);
        for one in [ActMoment::Before, ActMoment::Void, ActMoment::Missed] {
            self.happens(&moment(one), &act);
        }
    }
}

/// Whether something is a moment in the life of an act.
fn moment(wanted: ActMoment) -> impl Fn(&Happening) -> bool {
    move |on| matches!(on, Happening::Act { moment, .. } if *moment == wanted)
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
    match &only.kind {
        StatementKind::Cancel { act, word, .. } if kind == KindId::ACT => {
            (*expr(*act) == Expr::Local(local)).then_some(*word)
        }
        _ => None,
    }
}
