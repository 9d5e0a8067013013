//! Attributes that are written before they are read, whenever a repetition of an outermost phase begins: what they hold from the repetition
//! before has no bearing on what comes, so runs that differ in it alone can be taken as one.
//!
//! The rules are walked through in the order in which a run carries them out, and at each reading it is asked whether the attribute has been
//! written on every way that leads there: of all records (`each combatant c { c rolls d6 as initiative }`), or of the very record that is read
//! (`set a.actor.hits = ...`, then `if a.actor.hits`). Where that is not sure, the attribute is kept. What only a batch writes, or a body that
//! need not run, counts as not written. Reads the rules and plays nothing.

mod names;
mod points;
mod statements;
mod written;

pub use names::{DeadNames, dead_names};
pub use points::{Loose, Points};

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::walk::attributes_written;
use crate::ruleset::{
    Callee, DEEPEST, Effect, Exit, Expr, ExprId, KindId, Location, PhaseId, Ruleset, Signal, Slot,
    collected, effect,
};
use written::{AccessPath, NameMeanings, Written};

/// So many steps the walk may take; rules that take more forget nothing.
const MOST_STEPS: u32 = 2_000_000;

/// After so many steps the watcher is asked whether to go on; if not, everything counts as live.
const LOOK: u32 = 1 << 16;

/// Which attributes are live in a ruleset: read before they are written.
pub struct Liveness<'a> {
    rules: &'a Ruleset,
    has_tactics: bool,
    /// the attributes that can be read at any time
    read: BTreeSet<(KindId, Slot)>,
    /// the attributes that statements write
    assigned: BTreeSet<(KindId, Slot)>,
    /// the phases that some statement ends in the midst of them
    left_early: BTreeSet<PhaseId>,
    goes_on: Box<dyn Fn() -> bool + 'a>,
}

impl<'a> Liveness<'a> {
    /// Of a ruleset with which combatants may follow tactics, where these attributes can be read at any time. `goes_on` is asked now and then: if
    /// not, no attribute is found dead.
    pub fn new(
        rules: &'a Ruleset,
        has_tactics: bool,
        read: BTreeSet<(KindId, Slot)>,
        goes_on: Box<dyn Fn() -> bool + 'a>,
    ) -> Self {
        let mut left_early = BTreeSet::new();
        rules.each_statement(&mut |statement| {
            statement.effects(&mut |effect| {
                if let Effect::Exits(Exit::Leave(phase) | Exit::Turn(phase)) = effect {
                    left_early.insert(phase);
                }
            });
        });
        Liveness {
            rules,
            has_tactics,
            read,
            assigned: attributes_written(rules),
            left_early,
            goes_on,
        }
    }

    /// The attributes that are dead when a repetition of a phase is about to begin.
    pub fn dead_between(&self) -> Vec<(PhaseId, KindId, Slot)> {
        let mut dead = Vec::new();
        for (number, &phase) in self.rules.procedure.iter().enumerate() {
            if self.rules.phases[phase.index()].counting.is_none() {
                continue;
            }
            let mut walk = self.walk(MOST_STEPS);
            walk.texts();
            // Any of the later phases can be the next to come.
            for &phase in &self.rules.procedure[number..] {
                walk.phase(phase, &mut Written::default());
            }
            let is_dead = |attribute: &&(KindId, Slot)| {
                walk.left > 0 && attribute.0 != KindId::ACT && !walk.read.contains(attribute)
            };
            let of_phase = self.assigned.iter().filter(is_dead);
            dead.extend(of_phase.map(|&(kind, slot)| (phase, kind, slot)));
        }
        dead
    }

    /// A walk that may take so many steps.
    fn walk(&self, left: u32) -> LivenessWalk<'_> {
        LivenessWalk {
            liveness: self,
            rules: self.rules,
            read: self.read.clone(),
            wrote: BTreeSet::new(),
            seen: BTreeMap::new(),
            left,
            deep: 0,
        }
    }
}

struct LivenessWalk<'a> {
    liveness: &'a Liveness<'a>,
    rules: &'a Ruleset,
    /// what is read before it is written
    read: BTreeSet<(KindId, Slot)>,
    /// what is written at all
    wrote: BTreeSet<(KindId, Slot)>,
    /// the parts that have been walked through, each with what had been written
    seen: BTreeMap<Callee, Vec<BTreeSet<(KindId, Slot)>>>,
    /// steps that are left
    left: u32,
    /// how many blocks are being walked through, one within the other
    deep: u32,
}

impl<'a> LivenessWalk<'a> {
    /// Texts that reckon can come to a fault, so what they read counts as read at any time; names and plain values are only shown.
    fn texts(&mut self) {
        let rules = self.rules;
        for template in rules
            .templates
            .iter()
            .filter(|template| !template.is_plain(rules))
        {
            template.holes().for_each(|hole| self.anything(hole));
        }
    }

    /// An expression is read while nothing is known to be written.
    fn anything(&mut self, id: ExprId) {
        self.read(id, &NameMeanings::unknown(), &Written::default(), 0);
    }

    /// An expression of a body is read.
    fn reads(&mut self, id: ExprId, written: &Written) {
        self.read(id, &NameMeanings::own(), written, 0);
    }

    /// An expression is read that lies so deep in others, by way of definitions and tables too; those that lie deeper forget nothing.
    fn read(&mut self, id: ExprId, names: &NameMeanings, written: &Written, depth: u32) {
        self.left = match depth > DEEPEST {
            true => 0,
            false => self.left.saturating_sub(1),
        };
        if self.left % LOOK == 1 && !(self.liveness.goes_on)() {
            self.left = 0;
        }
        if self.left == 0 {
            return;
        }
        let (rules, depth) = (self.rules, depth + 1);
        for effect in collected(|visit| rules.exprs[id.index()].effects(visit)) {
            match effect {
                Effect::Evaluates { expr, binds: None } => self.read(expr, names, written, depth),
                Effect::Evaluates {
                    expr,
                    binds: Some(local),
                } => self.read(expr, &names.without(local), written, depth),
                Effect::Calls(callee, arguments) => {
                    let inner = self.arguments(arguments, names);
                    for root in callee.roots(rules) {
                        self.read(root, &inner, written, depth);
                    }
                }
                Effect::Reads(Location::Attribute { kind, slot, of }) => {
                    let record = of.and_then(|of| self.record(of, names));
                    self.read_attribute((kind, slot), record.as_ref(), written);
                }
                // Names and records stand for themselves, and an expression does nothing else.
                Effect::Binds(_)
                | Effect::Runs { .. }
                | Effect::Makes(_)
                | effect!(aside | access) => {}
            }
        }
    }

    fn arguments(&self, arguments: &[ExprId], names: &NameMeanings) -> NameMeanings {
        NameMeanings::given(
            arguments
                .iter()
                .map(|&argument| self.record(argument, names))
                .collect(),
        )
    }

    /// The record for which an expression stands, if it is the same one for as long as the body runs: a name of the body, or an attribute, that
    /// nothing ever writes, of such a record.
    fn record(&self, id: ExprId, names: &NameMeanings) -> Option<AccessPath> {
        let expr = &self.rules.exprs[id.index()];
        if let Expr::Local(local) = expr {
            return names.record(*local);
        }
        let (kind, slot, of) = expr.attribute()?;
        let is_fixed = !self.liveness.assigned.contains(&(kind, slot));
        Some(
            self.record(of, names)
                .filter(|_| is_fixed)?
                .then(kind, slot),
        )
    }

    /// A phase, with all its repetitions. `written`: of all records; what the bodies around it know by name is not known in it.
    fn phase(&mut self, id: PhaseId, written: &mut Written) {
        let rules = self.rules;
        let phase = &rules.phases[id.index()];
        let mut inner = written.of_all();
        let roots = Callee::Phase(id).roots(rules).into_iter();
        roots.for_each(|root| self.reads(root, &inner));
        if let Some(turns) = &phase.turns {
            self.block(&turns.opening, &mut inner, false);
        }
        self.repetition(id, &mut inner);
        if !phase.repeats() && phase.condition.is_none() && !self.liveness.left_early.contains(&id)
        {
            *written = Written {
                all: inner.all,
                ..std::mem::take(written)
            };
        }
    }

    /// A repetition of a phase.
    fn repetition(&mut self, id: PhaseId, written: &mut Written) {
        let phase = &self.rules.phases[id.index()];
        if let Some(turns) = &phase.turns {
            self.block(&turns.next, &mut written.clone(), false);
        }
        self.block(&phase.prologue, written, false);
        // A phase can end in the midst of its body.
        for begins in [true, false] {
            self.part(Callee::Triggers(Signal::Phase(id, begins)), written);
        }
        self.block(&phase.body, written, false);
    }

    /// What can come of a phase behind one of its repetitions.
    fn again(&mut self, id: PhaseId) {
        match self.rules.phases[id.index()].turns {
            // What is done before the first turn is not done again.
            Some(_) => self.repetition(id, &mut Written::default()),
            None => self.phase(id, &mut Written::default()),
        }
    }

    /// A callee with names of its own; what it writes counts for nothing, for it need not run.
    fn part(&mut self, callee: Callee, written: &Written) {
        // No scenario names a tactic then.
        if callee == Callee::Tactics && !self.liveness.has_tactics {
            return;
        }
        let seen = self.seen.entry(callee).or_default();
        if seen.iter().any(|before| before.is_subset(&written.all)) {
            return;
        }
        seen.push(written.all.clone());
        let (rules, inner) = (self.rules, written.of_all());
        let in_batch = matches!(callee, Callee::Stage(..) | Callee::Rows(_));
        for effect in collected(|visit| callee.effects(rules, visit)) {
            match effect {
                Effect::Evaluates { expr, .. } => self.reads(expr, &inner),
                Effect::Runs { block, .. } => self.block(block, &mut inner.clone(), in_batch),
                Effect::Calls(callee, _) => self.part(callee, &inner),
                // Texts have been read, and what becomes of acts, phases and the clock is no attribute that is forgotten.
                Effect::Says(_) | Effect::Reads(_) | Effect::Writes(..) => {}
                // Statements alone do this.
                Effect::Binds(_) | Effect::Makes(_) | Effect::Awaits(_) | Effect::Exits(_) => {}
            }
        }
    }

    /// An attribute is read.
    fn read_attribute(
        &mut self,
        (kind, slot): (KindId, Slot),
        record: Option<&AccessPath>,
        written: &Written,
    ) {
        if !written.has(record, kind, slot) {
            self.read.insert((kind, slot));
        }
    }
}
