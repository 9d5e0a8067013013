//! Attributes that are written before they are read wherever a run goes on from a roll: what they hold there has no bearing on what comes.
//!
//! A run stands within statements: the one with the roll, those around it in its body, the one that carries out this body, and so on, up to one of
//! an outermost phase. What is left of each body is walked through as in `unread`, the innermost first, with what has been written on the way; the
//! statement of the outermost phase is walked through from its beginning, so that everything counts that it could still set off, and then all
//! that comes behind it. What a statement writes in the midst of which the run stands counts as written only where it is walked through from
//! there on. What the line looks at is never left out. Reads the rules and plays nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::written::Written;
use super::{Liveness, LivenessWalk, MOST_STEPS};
use crate::analysis::Ranked;
use crate::ruleset::walk::{each_block, each_effect};
use crate::ruleset::{
    At, Block, Callee, Effect, Exit, KindId, PhaseId, Ruleset, Signal, Slot, Statement,
    StatementKind, callees, collected, effect,
};

type Attributes = BTreeSet<(KindId, Slot)>;

/// What is dead at the points of a program at which runs stand.
pub struct Points<'a> {
    liveness: Liveness<'a>,
    /// what can be read at any time
    always: Attributes,
    lies: BTreeMap<At, Lies<'a>>,
    /// what only orders acts
    ordering: Vec<Ranked>,
    /// in which phase
    ordered: Option<PhaseId>,
    /// for statements of outermost phases
    onward: BTreeMap<At, Rc<PhaseContinuation>>,
    /// for the statements within which a run stands, the innermost first
    known: BTreeMap<Box<[At]>, Rc<Loose>>,
    /// steps that are left for all of it
    left: u32,
}

/// What does not matter as it is where a run stands.
#[derive(Debug, Default)]
pub struct Loose {
    /// attributes that are not read any more
    pub unread: Vec<(KindId, Slot)>,
    /// attributes of which it matters only which is higher
    pub ranked: Vec<Ranked>,
}

/// What comes from a statement of an outermost phase on.
#[derive(Debug, Default)]
struct PhaseContinuation {
    /// what is read before it is written
    read: Attributes,
    /// what is written before a repetition of the phase begins, if ever one does
    wrote: Attributes,
    phase: PhaseId,
}

/// Where a statement lies.
#[derive(Clone, Copy)]
struct Lies<'a> {
    block: &'a [Statement],
    at: usize,
    body: BodyKind,
    /// within no other statement of its body
    is_outermost: bool,
}

#[derive(Clone, Copy)]
enum BodyKind {
    /// what it writes is put in force later, or may be
    InBatch,
    Procedure,
    Trigger,
    Phase(PhaseId),
}

impl<'a> Points<'a> {
    /// Ready to be asked.
    pub fn new(liveness: Liveness<'a>) -> Self {
        let mut points = Points {
            always: Attributes::new(),
            lies: lies(liveness.rules),
            liveness,
            ordering: Vec::new(),
            ordered: None,
            onward: BTreeMap::new(),
            known: BTreeMap::new(),
            left: MOST_STEPS,
        };
        let mut walk = points.liveness.walk(points.left);
        walk.texts();
        walk.part(Callee::Line, &Written::default());
        (points.always, points.left) = (walk.read, walk.left);
        points
    }

    /// These count as read at any time.
    pub fn keep(&mut self, attributes: impl Iterator<Item = (KindId, Slot)>) {
        self.always.extend(attributes);
    }

    /// In a phase these only order acts, as far as they are not read any more when its next repetition begins, like these.
    pub fn ranks(
        &mut self,
        (phase, ordering): (PhaseId, Vec<Ranked>),
        between: &[(PhaseId, KindId, Slot)],
    ) {
        let is_forgotten = |one: &Ranked| between.contains(&(phase, one.kind, one.slot));
        self.ordering = ordering.into_iter().filter(is_forgotten).collect();
        self.ordered = Some(phase);
    }

    /// What does not matter where a run stands within these statements.
    pub fn loose(&mut self, within: &[At]) -> Rc<Loose> {
        if let Some(known) = self.known.get(within) {
            return known.clone();
        }
        let found = self.find(within);
        let loose = Rc::new(match self.left {
            0 => Loose::default(),
            _ => found.unwrap_or_default(),
        });
        self.known.insert(within.into(), loose.clone());
        loose
    }

    /// Nothing where it is not known what comes.
    fn find(&mut self, within: &[At]) -> Option<Loose> {
        let onward = self.onward(*within.last()?)?;
        let mut walk = self.liveness.walk(self.left);
        let written = walk.rest(within, &self.lies)?;
        let (read, left) = (walk.read, walk.left);
        let is_unread = |attribute: &&(KindId, Slot)| {
            let is_read = self.always.contains(attribute)
                || read.contains(attribute)
                || onward.read.contains(attribute) && !written.all.contains(attribute);
            attribute.0 != KindId::ACT && !is_read
        };
        let stays = |one: &&Ranked| {
            self.ordered == Some(onward.phase) && !onward.wrote.contains(&(one.kind, one.slot))
        };
        let loose = Loose {
            unread: self
                .liveness
                .assigned
                .iter()
                .filter(is_unread)
                .copied()
                .collect(),
            ranked: self.ordering.iter().filter(stays).cloned().collect(),
        };
        self.left = left;
        Some(loose)
    }

    /// What comes from a statement of an outermost phase on.
    fn onward(&mut self, at: At) -> Option<Rc<PhaseContinuation>> {
        if let Some(known) = self.onward.get(&at) {
            return Some(known.clone());
        }
        let lies = *self.lies.get(&at)?;
        let BodyKind::Phase(phase) = lies.body else {
            return None;
        };
        let number = self
            .liveness
            .rules
            .procedure
            .iter()
            .position(|&one| one == phase)?;
        if !lies.is_outermost {
            return None;
        }
        let mut walk = self.liveness.walk(self.left);
        let nothing = Written::default;
        // The run stands in the midst of it: it reads what it reads, but nothing counts as written by it.
        walk.statement(&lies.block[lies.at], &mut nothing(), false);
        walk.further_turns(&lies.block[lies.at]);
        walk.block(&lies.block[lies.at + 1..], &mut nothing(), false);
        walk.part(Callee::Triggers(Signal::Phase(phase, false)), &nothing());
        // Any of the later ones can be the next to come, or it comes again.
        for &phase in &walk.rules.procedure[number + 1..] {
            walk.phase(phase, &mut nothing());
        }
        let wrote = walk.wrote.clone();
        walk.again(phase);
        let (read, left) = (walk.read, walk.left);
        self.left = left;
        let onward = Rc::new(PhaseContinuation { read, wrote, phase });
        self.onward.insert(at, onward.clone());
        Some(onward)
    }
}

impl<'a> LivenessWalk<'a> {
    /// What is left of the bodies in which a run stands, up to a statement of an outermost phase. Gives what has then been written.
    fn rest(&mut self, within: &[At], lies: &BTreeMap<At, Lies<'a>>) -> Option<Written> {
        let mut written = Written::default();
        for (number, at) in within.iter().enumerate() {
            let here = lies.get(at)?;
            if let BodyKind::Phase(phase) = here.body
                && here.is_outermost
                && self.rules.procedure.contains(&phase)
            {
                return Some(self.behind(phase, written));
            }
            let in_batch = is_in_batch(&within[number..], lies)?;
            let (this, behind) = here.block[here.at..].split_first()?;
            // It is carried out from its beginning.
            if number == 0 {
                self.statement(this, &mut written, in_batch);
            } else {
                self.around(this, &mut written, in_batch);
            }
            self.block(behind, &mut written, in_batch);
        }
        None
    }

    /// What is left of a statement when something that it carries out is over, behind which so much has been written.
    fn around(&mut self, statement: &'a Statement, written: &mut Written, in_batch: bool) {
        let mut behind = None;
        let mut is_left_early = false;
        for effect in collected(|visit| statement.kind.effects(visit)) {
            match effect {
                // Of its blocks one was carried out.
                Effect::Runs { repeats: false, .. } => return,
                Effect::Calls(Callee::Procedure(procedure), arguments) => {
                    let given = self.handed_over(arguments);
                    let inner = std::mem::take(written);
                    return self.comes_back(procedure, &given, &inner, written);
                }
                Effect::Calls(Callee::Phase(phase), _) => behind = Some(phase),
                Effect::Runs {
                    block,
                    repeats: true,
                    ..
                } => is_left_early |= leaves_repeat(block),
                Effect::Calls(..)
                | Effect::Evaluates { .. }
                | Effect::Binds(_)
                | Effect::Makes(_)
                | effect!(aside | access) => {}
            }
        }
        self.further_turns(statement);
        *written = match behind {
            Some(phase) => self.behind(phase, std::mem::take(written)),
            // What has been written is written on the way to the end of the block only.
            None if is_left_early => Written::default(),
            None => written.of_all(),
        };
        // It may do more of the same, of which nothing counts as written.
        self.statement(statement, &mut written.clone(), in_batch);
    }

    /// If the statement is a phase of turns, in the midst of which the run stands: its further turns, before which nothing is done that comes before the
    /// first one.
    fn further_turns(&mut self, statement: &'a Statement) {
        if let StatementKind::Phase(phase) = statement.kind
            && self.rules.phases[phase.index()].turns.is_some()
        {
            self.again(phase);
        }
    }

    /// What has been written behind a phase, of which so much was written to the end of its body.
    fn behind(&self, phase: PhaseId, written: Written) -> Written {
        match self.liveness.left_early.contains(&phase) {
            true => Written::default(),
            false => written.of_all(),
        }
    }
}

/// Whether control may leave a repetition from within a block.
fn leaves_repeat(block: &Block) -> bool {
    let mut leaves = false;
    each_effect(block, &mut |effect| {
        leaves |= matches!(effect, Effect::Exits(Exit::Repeat));
    });
    leaves
}

/// Whether what the innermost of these bodies writes may be put in force later: procedures do as who carries them out.
fn is_in_batch(within: &[At], lies: &BTreeMap<At, Lies<'_>>) -> Option<bool> {
    let mut bodies = within.iter().map(|at| lies.get(at).map(|lies| lies.body));
    bodies.find_map(|body| match body {
        Some(BodyKind::Procedure) => None,
        Some(BodyKind::InBatch) | None => Some(true),
        Some(BodyKind::Trigger | BodyKind::Phase(_)) => Some(false),
    })
}

/// Where all statements lie.
fn lies(rules: &Ruleset) -> BTreeMap<At, Lies<'_>> {
    let mut all = BTreeMap::new();
    for callee in rules.callees() {
        let body = match callee {
            Callee::Stage(..) | Callee::Rows(_) => BodyKind::InBatch,
            Callee::Procedure(_) => BodyKind::Procedure,
            Callee::Trigger(_) => BodyKind::Trigger,
            Callee::Phase(phase) => BodyKind::Phase(phase),
            // These carry out no statements themselves.
            Callee::Triggers(_) | callees!(apart | clause | line | values) => continue,
        };
        for whole in callee.blocks(rules) {
            each_block(whole, &mut |block| {
                for (at, statement) in block.iter().enumerate() {
                    let lies = Lies {
                        block,
                        at,
                        body,
                        is_outermost: std::ptr::eq(block, &**whole),
                    };
                    all.insert(At::of(statement), lies);
                }
            });
        }
    }
    all
}
