//! What did nothing and would do nothing again: statements of a phase that left no trace are passed over as long as nothing has changed that
//! they can read, and nobody has anything to declare in them.
//!
//! Most segments of a round are like that: everybody is asked, and nobody has anything to say. What is passed over is charged the steps that it
//! took, so that nobody can notice. Knows nothing of what statements mean beside what they can read.

use std::collections::BTreeSet;

use super::fault::Outcome;
use super::run::{Body, Flow, Run};
use crate::ruleset::walk::{each_statement, parts, statement_roots};
use crate::ruleset::{
    Expr, ExprId, KindId, Local, PhaseId, Place, ProcedureId, Ruleset, Slot, Statement,
    StatementKind, slots,
};

/// A set of statements that may be passed over, a bit for each.
type Set = u64;

/// More statements than this are not watched; the others are always carried out.
const MOST: usize = Set::BITS as usize;

/// Which statements may be passed over, and what each can read.
#[derive(Debug, Default)]
pub(super) struct Quiet {
    /// by phase, for each statement of its body
    bodies: Vec<Vec<Option<Candidate>>>,
    /// who reads an attribute, by kind and slot
    attributes: Vec<Vec<Set>>,
    /// who reads which records there are, by kind; of acts also how far they have come
    lists: Vec<Set>,
    /// who reads the number of a phase
    counters: Vec<Set>,
    /// who reads the clock
    now: Set,
}

/// A statement that may be passed over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    number: usize,
    /// combatants can be asked in it what they declare
    declares: bool,
}

/// What is known in a run.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// these did nothing, and nothing has changed since that they can read
    quiet: Set,
    /// the steps that each of them took
    steps: Vec<u64>,
    /// nothing is to be known
    wants_all: bool,
}

impl Known {
    /// Whether anything is passed over from now on.
    pub fn pass_over(&mut self, wanted: bool) {
        self.wants_all = !wanted;
        self.forget();
    }

    /// Nothing is known.
    pub fn forget(&mut self) {
        self.quiet = 0;
    }

    /// Something has changed that these can read.
    #[inline]
    pub fn wake(&mut self, readers: Set) {
        self.quiet &= !readers;
    }

    fn is_quiet(&self, number: usize) -> bool {
        self.quiet >> number & 1 == 1
    }

    fn know(&mut self, number: usize, steps: u64) {
        if self.wants_all {
            return;
        }
        if self.steps.len() <= number {
            self.steps.resize(number + 1, 0);
        }
        self.steps[number] = steps;
        self.quiet |= 1 << number;
    }
}

impl Quiet {
    /// What can be passed over by these rules.
    pub fn new(rules: &Ruleset) -> Self {
        let mut quiet = Quiet {
            bodies: Vec::new(),
            attributes: (rules.kinds.iter())
                .map(|kind| vec![0; kind.attributes.len()])
                .collect(),
            lists: vec![0; rules.kinds.len()],
            counters: vec![0; rules.phases.len()],
            now: 0,
        };
        let mut number = 0;
        for phase in &rules.phases {
            let mut candidate = |statement| {
                let reads = Reads::of(rules, statement).filter(|_| number < MOST)?;
                quiet.watch(&reads, number);
                number += 1;
                Some(Candidate {
                    number: number - 1,
                    declares: reads.declares,
                })
            };
            let body = phase.body.iter().map(&mut candidate).collect();
            quiet.bodies.push(body);
        }
        quiet
    }

    fn watch(&mut self, reads: &Reads<'_>, number: usize) {
        let own = 1 << number;
        for &(kind, slot) in &reads.attributes {
            self.attributes[kind.index()][usize::from(slot)] |= own;
        }
        for kind in &reads.lists {
            self.lists[kind.index()] |= own;
        }
        for phase in &reads.counters {
            self.counters[phase.index()] |= own;
        }
        self.now |= Set::from(reads.now) << number;
    }

    /// Those of a phase's body, by its statements.
    pub fn of_phase(&self, phase: PhaseId) -> &[Option<Candidate>] {
        &self.bodies[phase.index()]
    }

    /// Who reads an attribute.
    #[inline]
    pub fn attribute(&self, kind: KindId, slot: Slot) -> Set {
        self.attributes[kind.index()][usize::from(slot)]
    }

    /// Who reads which records of a kind there are; of acts also how far they have come.
    pub fn list(&self, kind: KindId) -> Set {
        self.lists[kind.index()]
    }

    /// Who reads the number of a phase.
    pub fn counter(&self, phase: PhaseId) -> Set {
        self.counters[phase.index()]
    }

    /// Who reads the clock.
    pub fn now(&self) -> Set {
        self.now
    }
}

impl<'a> Run<'a, '_> {
    /// Carries out a statement of a phase that may be passed over.
    pub fn perform_unless_quiet(
        &mut self,
        candidate: Candidate,
        statement: &'a Statement,
        body: Body,
    ) -> Outcome<Flow> {
        let Candidate { number, declares } = candidate;
        let may_be_quiet = !self.m.responding
            && !self.m.cursor.again()
            && self.m.queue.is_empty()
            && (!declares || self.decisions.is_silent(&self.m.path));
        if !may_be_quiet {
            return self.perform(statement, body);
        }
        if self.m.quiet.is_quiet(number)
            && let Some(left) = self.m.fuel.checked_sub(self.m.quiet.steps[number])
        {
            self.m.fuel = left;
            return Ok(Flow::On);
        }
        let (before, fuel) = (self.traces(), self.m.fuel);
        let flow = self.perform(statement, body)?;
        if flow == Flow::On && self.traces() == before {
            self.m.quiet.know(number, fuel - self.m.fuel);
        }
        Ok(flow)
    }

    /// What grows as soon as anything happens: whatever is rolled, asked, made or changed stands in the journal.
    fn traces(&self) -> [usize; 3] {
        let journal = &self.m.journal;
        [
            journal.entries.len(),
            journal.values.len(),
            journal.acts.len(),
        ]
    }
}

/// What a statement can read, whatever way it goes.
struct Reads<'a> {
    rules: &'a Ruleset,
    attributes: BTreeSet<(KindId, Slot)>,
    lists: BTreeSet<KindId>,
    counters: BTreeSet<PhaseId>,
    now: bool,
    declares: bool,
    /// definitions, procedures and tables that have been looked through
    seen: BTreeSet<ExprId>,
    seen_procedures: BTreeSet<ProcedureId>,
}

impl<'a> Reads<'a> {
    /// What this one can read; nothing if it cannot be passed over: it is done at once, resolves, plays or leaves a phase, always happens, or has
    /// to do with names of the body around it.
    fn of(rules: &'a Ruleset, statement: &'a Statement) -> Option<Self> {
        let is_long = matches!(
            statement.kind,
            StatementKind::Each { .. } | StatementKind::Do { .. } | StatementKind::If { .. }
        );
        let mut reads = Reads {
            rules,
            attributes: BTreeSet::new(),
            lists: BTreeSet::new(),
            counters: BTreeSet::new(),
            now: false,
            declares: false,
            seen: BTreeSet::new(),
            seen_procedures: BTreeSet::new(),
        };
        let block = std::slice::from_ref(statement);
        (is_long && stands_alone(rules, block) && reads.block(block)).then_some(reads)
    }

    /// Whether these statements may be passed over.
    fn block(&mut self, block: &'a [Statement]) -> bool {
        let mut may = true;
        each_statement(block, &mut |statement| may &= self.statement(statement));
        may
    }

    fn statement(&mut self, statement: &StatementKind) -> bool {
        let rules = self.rules;
        statement_roots(statement, &mut |root| self.expr(root));
        match statement {
            // What is put where it is already is no change.
            StatementKind::Set { place, .. }
            | StatementKind::Add { place, .. }
            | StatementKind::Subtract { place, .. }
            | StatementKind::Roll {
                keep: Some(place), ..
            } => {
                if let Place::Attribute { kind, slot, .. } = *place {
                    self.attributes.insert((kind, slot));
                }
            }
            StatementKind::Each { kind, .. } => _ = self.lists.insert(*kind),
            StatementKind::Declare { .. } | StatementKind::RefuseDeclarations { .. } => {
                self.declares = true;
                for tactic in &rules.tactics {
                    tactic.guard.into_iter().for_each(|guard| self.expr(guard));
                    for line in &tactic.lines {
                        line.guard.into_iter().for_each(|guard| self.expr(guard));
                        let given = line.acts.iter().flat_map(|act| &act.given);
                        given.for_each(|given| self.expr(given.value));
                    }
                }
            }
            StatementKind::Cancel { .. } => _ = self.lists.insert(KindId::ACT),
            StatementKind::Do { procedure, .. } => {
                let is_new = self.seen_procedures.insert(*procedure);
                let procedure = &rules.procedures[procedure.index()];
                return !is_new || self.block(&procedure.body);
            }
            StatementKind::Resolve { .. }
            | StatementKind::Phase(_)
            | StatementKind::Leave(_)
            | StatementKind::EndCombat { .. }
            | StatementKind::Consult { .. } => return false,
            _ => {}
        }
        true
    }

    fn expr(&mut self, id: ExprId) {
        if !self.seen.insert(id) {
            return;
        }
        let rules = self.rules;
        let expr = &rules.exprs[id.index()];
        parts(expr).into_iter().for_each(|part| self.expr(part));
        match expr {
            Expr::Now => self.now = true,
            Expr::Counter(phase) => _ = self.counters.insert(*phase),
            Expr::Query(query) => _ = self.lists.insert(query.kind),
            Expr::Attribute { kind, slot, .. } => {
                self.attributes.insert((*kind, *slot));
                // How far an act has come is the engine's own.
                if *kind == KindId::ACT && [slots::STATE, slots::STAGE, slots::BEGUN].contains(slot)
                {
                    self.lists.insert(KindId::ACT);
                }
            }
            Expr::Call(function, _) => self.expr(rules.functions[function.index()].body),
            Expr::Lookup(table, _) => {
                let rows = &rules.tables[table.index()].rows;
                let values = rows.iter().filter_map(|row| row.value);
                values.for_each(|value| self.expr(value));
            }
            _ => {}
        }
    }
}

/// Whether these statements have to do with no names but those that they bind themselves, each for as long as it is read.
fn stands_alone(rules: &Ruleset, block: &[Statement]) -> bool {
    let (mut bound, mut used) = (BTreeSet::new(), BTreeSet::new());
    let mut puts = false;
    each_statement(block, &mut |statement| {
        match statement {
            StatementKind::Set { place, .. }
            | StatementKind::Add { place, .. }
            | StatementKind::Subtract { place, .. }
            | StatementKind::Roll {
                keep: Some(place), ..
            } => puts |= matches!(place, Place::Local(_)),
            StatementKind::Each { local, .. } => _ = bound.insert(*local),
            StatementKind::Does { local, .. } | StatementKind::New { local, .. } => {
                bound.extend(*local);
            }
            _ => {}
        }
        match statement {
            StatementKind::Roll { local, .. } => _ = bound.insert(*local),
            StatementKind::Ask { local, among, .. } => {
                bound.insert(*local);
                bound.extend(among.map(|among| among.0));
            }
            _ => {}
        }
        statement_roots(statement, &mut |root| {
            names_used(rules, root, &mut bound, &mut used);
        });
    });
    !puts && used.is_subset(&bound)
}

/// The names that an expression reads, and those that its queries bind.
fn names_used(
    rules: &Ruleset,
    id: ExprId,
    bound: &mut BTreeSet<Local>,
    used: &mut BTreeSet<Local>,
) {
    let expr = &rules.exprs[id.index()];
    match expr {
        Expr::Local(local) => _ = used.insert(*local),
        Expr::Query(query) => _ = bound.insert(query.local),
        _ => {}
    }
    for part in parts(expr) {
        names_used(rules, part, bound, used);
    }
}
