//! Whether statements ask a combatant for an act, or add it, as far as that is known before they are carried out.

use super::choices::{AttributesRead, ChoiceProbe};
use super::failing::ROOM;
use crate::ruleset::walk::{blocks_within, each_name, each_statement};
use crate::ruleset::{
    Destination, Effect, Expr, ExprId, KindId, Local, Location, MISSING, PhaseId, Slot, Statement,
    StatementKind, Type, Value,
};
use crate::run::Scene;
use crate::scenario::Path;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// How deep procedures, phases and blocks are followed into each other.
const DEEPEST: u32 = 32;

/// Whether statements ask the combatant for the wanted act, or add it, as far as that is known before they are carried out.
#[derive(Clone)]
pub(super) struct AskingWalk<'p, 'r> {
    pub probe: &'p ChoiceProbe<'r>,
    pub path: Path,
    pub running: Vec<PhaseId>,
    pub names: Vec<Value>,
    /// the names of which it is not known what they will be
    pub unknown: BTreeSet<Local>,
    /// how much deeper it is looked
    pub deep: u32,
    /// the name of an answer that cannot be the wanted combatant
    pub barred: Option<(Local, Barred)>,
    /// where one is asked that an answer names: that it cannot be the wanted combatant
    pub not_allowed: &'p RefCell<Option<Barred>>,
}

/// A condition of what answers are allowed that is not so, and the names with which it is evaluated.
pub(super) type Barred = (ExprId, Vec<Value>);

/// What settles that it is the wanted combatant that is asked; `None`: it is not asked.
pub(super) type AskedBy = Option<AttributesRead>;

impl<'p, 'r> AskingWalk<'p, 'r> {
    /// A walk that begins where a run is, with the names of its body; `path`: the repetitions that run.
    pub fn new(
        probe: &'p ChoiceProbe<'r>,
        path: Path,
        names: &[Value],
        scene: &Scene<'_>,
        not_allowed: &'p RefCell<Option<Barred>>,
    ) -> Self {
        AskingWalk {
            probe,
            path,
            running: scene.running().to_vec(),
            names: names.to_vec(),
            unknown: BTreeSet::new(),
            deep: DEEPEST,
            barred: None,
            not_allowed,
        }
    }

    /// The value of an expression; missing where it reads a name that is not known.
    fn value(&self, expr: ExprId, scene: &mut Scene<'_>) -> Value {
        let value = (self.is_known(expr)).then(|| scene.value_of(expr, &self.names));
        value.and_then(Result::ok).unwrap_or(MISSING)
    }

    /// The attributes that an expression reads; none where it reads a name that is not known.
    fn reads(&self, expr: ExprId, scene: &mut Scene<'_>) -> AttributesRead {
        let reads = (self.is_known(expr)).then(|| scene.reads_of(expr, &self.names));
        reads.unwrap_or_default()
    }

    /// Whether all names that an expression reads are known: of a name that is not, the machine could not look anything up.
    fn is_known(&self, expr: ExprId) -> bool {
        let mut is_known = true;
        each_name(&self.probe.rules.exprs, expr, &mut |name| {
            is_known &= !self.unknown.contains(&name)
        });
        is_known
    }

    /// Whether an act with these attributes may be aimed as wanted, as far as they are known.
    fn may_aim(&self, settings: &[(Slot, ExprId)], scene: &mut Scene<'_>) -> bool {
        let rules = self.probe.rules;
        let mut aims = self.probe.wanted.aims.iter();
        aims.all(|&(kind, record)| {
            let is_of_kind = |one: &&(Slot, ExprId)| {
                rules.attribute(KindId::ACT, one.0).declared.ty == Type::Record(kind)
            };
            let set: Vec<_> = settings.iter().filter(is_of_kind).collect();
            let is = |value| value == MISSING || value == Value::from(record);
            set.is_empty() || set.iter().any(|one| is(self.value(one.1, scene)))
        })
    }

    /// Gives a name a value; where that is missing, the name is not known.
    fn give(&mut self, local: Local, value: Value) {
        match value {
            MISSING => self.unknown.insert(local),
            _ => self.unknown.remove(&local),
        };
        if let Some(name) = self.names.get_mut(usize::from(local)) {
            *name = value;
        }
    }

    /// The values of the names to which a statement gives values are not known before it is carried out.
    fn lose(&mut self, statement: &StatementKind) {
        statement.effects(&mut |effect| {
            if let Effect::Binds(local) | Effect::Writes(Location::Local(local), _) = effect {
                self.give(local, MISSING);
            }
        });
    }

    /// The same of all statements within one.
    fn forget(&mut self, statement: &'r Statement) {
        for block in blocks_within(&statement.kind) {
            each_statement(block, &mut |one| self.lose(one));
        }
    }

    pub fn asks(mut self, block: &'r [Statement], scene: &mut Scene<'_>) -> AskedBy {
        self.deep = self.deep.checked_sub(1)?;
        block.iter().find_map(|one| self.statement(one, scene))
    }

    pub fn asks_in(mut self, phase: PhaseId, scene: &mut Scene<'_>) -> AskedBy {
        let rule = &self.probe.rules.phases[phase.index()];
        self.names = vec![MISSING; usize::from(rule.locals) + ROOM];
        self.unknown.clear();
        self.running.push(phase);
        if rule.repeats() {
            let number = self.probe.number(phase);
            self.path.push((phase, number));
            if let Some(turns) = &rule.turns {
                self.give(turns.local, number);
            }
        }
        self.asks(&rule.body, scene)
    }

    fn statement(&mut self, statement: &'r Statement, scene: &mut Scene<'_>) -> AskedBy {
        let probe = self.probe;
        match &statement.kind {
            StatementKind::Declare { who, actions, .. } => {
                let is_there = !probe.wanted.added
                    && probe.is_asked(actions)
                    && probe.is_place(&self.path, &self.running);
                if is_there
                    && let Some((answer, barred)) = &self.barred
                    && probe.rules.exprs[who.index()] == Expr::Local(*answer)
                {
                    *self.not_allowed.borrow_mut() = Some(barred.clone());
                }
                let is_it = is_there && self.value(*who, scene) == Value::from(probe.wanted.actor);
                is_it.then(|| self.reads(*who, scene))
            }
            StatementKind::Does {
                actor,
                action,
                settings,
                ..
            } => {
                let is_meant = probe.wanted.added && probe.wanted.action == Some(*action);
                let is_it = is_meant
                    && probe.is_place(&self.path, &self.running)
                    && self.value(*actor, scene) == Value::from(probe.wanted.actor)
                    && self.may_aim(settings, scene);
                is_it.then(|| self.reads(*actor, scene))
            }
            StatementKind::Ask {
                question,
                local,
                among: Some(among),
                ..
            } => {
                let mut within = self.clone();
                let own = match probe.rules.questions[question.index()].answer.ty {
                    Type::Record(kind) => probe.own(kind),
                    _ => MISSING,
                };
                within.give(among.name, own);
                let parts = match &probe.rules.exprs[among.condition.index()] {
                    Expr::And(parts) => parts.to_vec(),
                    _ => vec![among.condition],
                };
                let mut parts = parts.into_iter();
                let barred = parts.find(|&part| within.value(part, scene) == 0);
                self.barred = barred.map(|part| (*local, (part, within.names)));
                self.lose(&statement.kind);
                None
            }
            StatementKind::Set {
                place: Destination::Local(local),
                value,
            } => {
                let value = self.value(*value, scene);
                self.give(*local, value);
                None
            }
            StatementKind::If { .. } | StatementKind::Repeat { .. } => {
                let mut within = blocks_within(&statement.kind).into_iter();
                let asked = within.find_map(|block| self.clone().asks(block, scene));
                self.forget(statement);
                asked
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                body,
                ..
            } => {
                let mut within = self.clone();
                within.give(*local, probe.own(*kind));
                let fits = filter.is_none_or(|filter| within.value(filter, scene) != 0);
                fits.then_some(())?;
                within.asks(body, scene)
            }
            StatementKind::Do {
                procedure,
                arguments,
                ..
            } => {
                let rule = &probe.rules.procedures[procedure.index()];
                let given = arguments.iter().map(|&one| self.value(one, scene));
                let mut names: Vec<Value> = given.collect();
                let missing = (0..).zip(&names).filter(|(_, value)| **value == MISSING);
                let unknown = missing.map(|(local, _)| local).collect();
                names.resize(usize::from(rule.locals).max(names.len()) + ROOM, MISSING);
                let within = AskingWalk {
                    names,
                    unknown,
                    ..self.clone()
                };
                let mut read = within.asks(&rule.body, scene)?;
                for &argument in arguments {
                    read.extend(self.reads(argument, scene));
                }
                Some(read)
            }
            StatementKind::Phase(phase) => self.clone().asks_in(*phase, scene),
            StatementKind::Ask { among: None, .. }
            | StatementKind::Roll { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Subtract { .. }
            | StatementKind::RefuseDeclarations { .. }
            | StatementKind::Refuse { .. }
            | StatementKind::Cancel { .. }
            | StatementKind::Resolve { .. }
            | StatementKind::Raise { .. }
            | StatementKind::Result { .. }
            | StatementKind::Consult { .. }
            | StatementKind::New { .. }
            | StatementKind::Leave(_)
            | StatementKind::LeaveRepeat
            | StatementKind::LeaveTurn(_)
            | StatementKind::EndCombat { .. }
            | StatementKind::Note(_) => {
                self.lose(&statement.kind);
                None
            }
        }
    }
}
