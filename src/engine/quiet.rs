//! What did nothing and would do nothing again: statements of a phase that left no trace are passed over as long as nothing has changed that
//! they have read, and nobody has anything to declare in them.
//!
//! Most segments of a round are like that: everybody is asked, and nobody has anything to say. What is passed over is charged the steps that it
//! took, so that nobody can notice. Knows nothing of what statements mean.

use std::collections::BTreeSet;

use super::fault::Outcome;
use super::marks::{Marks, Reading};
use super::run::{Body, Flow, Run};
use crate::ruleset::walk::{each_statement, parts, statement_roots};
use crate::ruleset::{
    Expr, ExprId, KindId, Local, PhaseId, Place, Ruleset, Slot, Statement, StatementKind, slots,
};

/// A set of statements that may be passed over, a bit for each.
type Set = u64;

/// More statements than this are not watched; the others are always carried out.
const MOST: usize = Set::BITS as usize;

/// Which statements may be passed over: by phase, for each statement of its body, by its number.
#[derive(Debug, Default)]
pub(super) struct Quiet {
    bodies: Vec<Vec<Option<usize>>>,
}

impl Quiet {
    /// What may be passed over by these rules.
    pub fn new(rules: &Ruleset) -> Self {
        let leaving = Leaving::of(rules);
        let mut number = 0;
        let mut numbered = |statement| {
            let may = number < MOST && may_be_passed_over(rules, &leaving, statement);
            number += usize::from(may);
            may.then(|| number - 1)
        };
        let phases = rules.phases.iter();
        let bodies = phases.map(|phase| phase.body.iter().map(&mut numbered).collect());
        Quiet {
            bodies: bodies.collect(),
        }
    }

    /// Those of a phase's body, by its statements.
    pub fn of_phase(&self, phase: PhaseId) -> &[Option<usize>] {
        &self.bodies[phase.index()]
    }
}

/// What is known in a run.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// these did nothing, and nothing has changed since that they have read, but for what has `changed`
    quiet: Set,
    /// these did nothing when they were last carried out
    seemed: Set,
    /// in these, somebody was asked for declarations
    declaring: Set,
    /// what each of them has read, and the steps that it took
    reads: Vec<(Marks, u64)>,
    /// what has changed since this was last looked at
    changed: Option<Marks>,
    /// what is being read, while a statement is carried out that did nothing the last time
    noting: bool,
    read: Reading,
    asks: bool,
    /// everything is to be carried out
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
        (self.quiet, self.seemed) = (0, 0);
        self.changed = None;
        self.noting = false;
    }

    /// Whether it is being noted what is read.
    #[inline]
    pub fn is_noting(&self) -> bool {
        self.noting
    }

    /// What has been read, to be added to.
    pub fn read(&self) -> &Reading {
        &self.read
    }

    /// Somebody is asked for declarations.
    pub fn asks(&mut self) {
        self.asks = true;
    }

    /// An attribute is read, to be compared with what is put there.
    pub fn reads_attribute(&self, kind: KindId, slot: Slot) {
        if self.noting {
            self.read.add_attribute(kind, slot);
        }
    }

    /// It is looked which records of a kind there are; of acts, also how far they have come.
    pub fn reads_list(&self, kind: KindId) {
        if self.noting {
            self.read.add_list(kind);
        }
    }

    fn changed(&mut self) -> &mut Marks {
        self.changed.get_or_insert_default()
    }

    /// An attribute has changed.
    #[inline]
    pub fn attribute_changes(&mut self, kind: KindId, slot: Slot) {
        self.changed().add_attribute(kind, slot);
    }

    /// There are other records of a kind.
    pub fn list_changes(&mut self, kind: KindId) {
        self.changed().add_list(kind);
    }

    /// Other acts wait, or they have come further.
    pub fn acts_change(&mut self) {
        let changed = self.changed();
        changed.add_list(KindId::ACT);
        for slot in [slots::STATE, slots::STAGE, slots::BEGUN] {
            changed.add_attribute(KindId::ACT, slot);
        }
    }

    /// The clock goes on.
    pub fn now_changes(&mut self) {
        self.changed().add_now();
    }

    /// A phase has come to another number.
    pub fn counter_changes(&mut self, phase: PhaseId) {
        self.changed().add_counter(phase);
    }

    /// Whether a statement would do nothing again, if nobody has anything to declare (where that is asked); and the steps that it took.
    fn quiet(&mut self, number: usize) -> Option<(bool, u64)> {
        if let Some(changed) = self.changed.take() {
            let mut left = self.quiet;
            while left != 0 {
                let number = left.trailing_zeros();
                let wakes = self.reads[number as usize].0.meet(&changed);
                self.quiet &= !(Set::from(wakes) << number);
                left &= left - 1;
            }
        }
        let is = |set: Set| set >> number & 1 == 1;
        is(self.quiet).then(|| (is(self.declaring), self.reads[number].1))
    }

    /// A statement is about to be carried out.
    fn begin(&mut self, number: usize) {
        self.noting = self.seemed >> number & 1 == 1;
        self.read.take();
        self.asks = false;
    }

    /// It has been carried out in so many steps, or came to a fault; says whether it was noted what it has read.
    fn end(&mut self, number: usize, did_nothing: bool, steps: u64) {
        let noted = std::mem::take(&mut self.noting);
        let own = 1 << number;
        self.seemed &= !own;
        if !did_nothing || self.wants_all {
            return;
        }
        self.seemed |= own;
        if noted {
            if self.reads.len() <= number {
                self.reads.resize_with(number + 1, Default::default);
            }
            self.reads[number] = (self.read.take(), steps);
            self.quiet |= own;
            self.declaring = self.declaring & !own | Set::from(self.asks) << number;
        }
    }
}

impl<'a> Run<'a, '_> {
    /// Carries out a statement of a phase that may be passed over.
    pub fn perform_unless_quiet(
        &mut self,
        number: usize,
        statement: &'a Statement,
        body: Body,
    ) -> Outcome<Flow> {
        let m = &*self.m;
        if m.responding || m.in_batch || m.cursor.again() || !m.queue.is_empty() {
            return self.perform(statement, body);
        }
        if let Some((declares, steps)) = self.m.quiet.quiet(number)
            && (!declares || self.decisions.is_silent(&self.m.path))
            && let Some(left) = self.m.fuel.checked_sub(steps)
        {
            self.m.fuel = left;
            return Ok(Flow::On);
        }
        let (before, fuel) = (self.traces(), self.m.fuel);
        self.m.quiet.begin(number);
        let performed = self.perform(statement, body);
        let did_nothing = matches!(performed, Ok(Flow::On))
            && self.traces() == before
            && (!self.m.quiet.asks || self.decisions.is_silent(&self.m.path));
        let steps = fuel - self.m.fuel;
        self.m.quiet.end(number, did_nothing, steps);
        performed
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

/// Whether a statement of a phase may be passed over: it is not done at once, neither resolves nor plays or leaves a phase, and has to do with no
/// names of the body around it.
fn may_be_passed_over(rules: &Ruleset, leaving: &Leaving, statement: &Statement) -> bool {
    let is_long = matches!(
        statement.kind,
        StatementKind::Each { .. } | StatementKind::Do { .. } | StatementKind::If { .. }
    );
    let block = std::slice::from_ref(statement);
    is_long && leaving.stays_here(block) && stands_alone(rules, block)
}

/// Which procedures and tables resolve acts or play, leave or end anything, by themselves or by what they carry out: procedures first.
struct Leaving {
    procedures: usize,
    leave: Vec<bool>,
}

impl Leaving {
    /// Goes once over each body, and then from those that leave to those that carry them out.
    fn of(rules: &Ruleset) -> Self {
        let procedures = rules.procedures.len();
        let mut leaving = Leaving {
            procedures,
            leave: vec![false; procedures + rules.tables.len()],
        };
        let mut callers = vec![Vec::new(); leaving.leave.len()];
        let mut open = Vec::new();
        let mut body = |number: usize, body: &[Statement]| {
            each_statement(body, &mut |statement| {
                match leaving.called(statement) {
                    Some(called) => callers[called].push(number),
                    None if leaves(statement) => open.push(number),
                    None => {}
                };
            });
        };
        for (number, procedure) in rules.procedures.iter().enumerate() {
            body(number, &procedure.body);
        }
        for (number, table) in rules.tables.iter().enumerate() {
            (table.rows.iter()).for_each(|row| body(procedures + number, &row.body));
        }
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut leaving.leave[number], true) {
                open.append(&mut callers[number]);
            }
        }
        leaving
    }

    /// The procedure or table that a statement carries out, by number.
    fn called(&self, statement: &StatementKind) -> Option<usize> {
        match statement {
            StatementKind::Consult { table, .. } => Some(self.procedures + table.index()),
            StatementKind::Do { procedure, .. } => Some(procedure.index()),
            _ => None,
        }
    }

    /// Whether statements, and what they carry out, neither resolve acts nor play, leave or end anything.
    fn stays_here(&self, block: &[Statement]) -> bool {
        let mut stays = true;
        each_statement(block, &mut |statement| {
            let called = self.called(statement);
            stays &= !leaves(statement) && called.is_none_or(|called| !self.leave[called]);
        });
        stays
    }
}

/// Whether a statement by itself resolves acts, or plays, leaves or ends anything.
fn leaves(statement: &StatementKind) -> bool {
    matches!(
        statement,
        StatementKind::Resolve { .. }
            | StatementKind::Phase(_)
            | StatementKind::Leave(_)
            | StatementKind::EndCombat { .. }
    )
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
