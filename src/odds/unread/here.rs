//! Attributes that are written before they are read wherever a run goes on from a roll: what they hold there has no bearing on what comes.
//!
//! A run stands within statements: the one with the roll, those around it in its body, the one that carries out this body, and so on, up to one of
//! an outermost phase. What is left of each body is walked through as in `unread`, the innermost first, with what has been written on the way; the
//! statement of the outermost phase is walked through from its beginning, so that everything counts that it could still set off, and then all
//! that comes behind it. What a statement writes in the midst of which the run stands counts as written only where it is walked through from
//! there on. What the line looks at is never left out. Reads the rules and plays nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Ground, MOST_STEPS, Walk};
use crate::machine::Ranked;
use crate::odds::simulate::Watcher;
use crate::odds::written::Written;
use crate::ruleset::walk::each_block;
use crate::ruleset::{
    At, Callee, KindId, PhaseId, Ruleset, Signal, Slot, Statement, StatementKind,
};
use crate::scenario::{Asked, Scenario};

type Attributes = BTreeSet<(KindId, Slot)>;

/// What is not read any more where runs stand.
pub struct Here<'a> {
    ground: Ground<'a>,
    /// what can be read at any time
    always: Attributes,
    lies: BTreeMap<At, Lies<'a>>,
    /// what only orders acts
    ordering: Vec<Ranked>,
    /// in which phase
    ordered: Option<PhaseId>,
    /// for statements of outermost phases
    onward: BTreeMap<At, Rc<Onward>>,
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
struct Onward {
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
    body: Body,
    /// within no other statement of its body
    is_outermost: bool,
}

#[derive(Clone, Copy)]
enum Body {
    /// what it writes is put in force later, or may be
    InBatch,
    Procedure,
    Trigger,
    Phase(PhaseId),
}

impl<'a> Here<'a> {
    /// Ready to be asked.
    pub fn new(
        rules: &'a Ruleset,
        scenario: &Scenario,
        asked: &Asked,
        watcher: &'a dyn Watcher,
    ) -> Self {
        let mut here = Here {
            ground: Ground::new(rules, scenario, watcher),
            always: Attributes::new(),
            lies: lies(rules),
            ordering: Vec::new(),
            ordered: None,
            onward: BTreeMap::new(),
            known: BTreeMap::new(),
            left: MOST_STEPS,
        };
        let mut walk = here.ground.walk(here.left);
        walk.question(scenario, asked);
        walk.texts();
        walk.part(Callee::Line, &Written::default());
        (here.always, here.left) = (walk.read, walk.left);
        here
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
        let mut walk = self.ground.walk(self.left);
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
                .ground
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
    fn onward(&mut self, at: At) -> Option<Rc<Onward>> {
        if let Some(known) = self.onward.get(&at) {
            return Some(known.clone());
        }
        let lies = *self.lies.get(&at)?;
        let Body::Phase(phase) = lies.body else {
            return None;
        };
        let number = self
            .ground
            .rules
            .procedure
            .iter()
            .position(|&one| one == phase)?;
        if !lies.is_outermost {
            return None;
        }
        let mut walk = self.ground.walk(self.left);
        let nothing = Written::default;
        // The run stands in the midst of it: it reads what it reads, but nothing counts as written by it.
        walk.statement(&lies.block[lies.at], &mut nothing(), false);
        walk.block(&lies.block[lies.at + 1..], &mut nothing(), false);
        walk.part(Callee::Triggers(Signal::Phase(phase, false)), &nothing());
        // Any of the later ones can be the next to come, or it comes again.
        for &phase in &walk.rules.procedure[number + 1..] {
            walk.phase(phase, &mut nothing());
        }
        let wrote = walk.wrote.clone();
        walk.phase(phase, &mut nothing());
        let (read, left) = (walk.read, walk.left);
        self.left = left;
        let onward = Rc::new(Onward { read, wrote, phase });
        self.onward.insert(at, onward.clone());
        Some(onward)
    }
}

impl<'a> Walk<'a> {
    /// What is left of the bodies in which a run stands, up to a statement of an outermost phase. Gives what has then been written.
    fn rest(&mut self, within: &[At], lies: &BTreeMap<At, Lies<'a>>) -> Option<Written> {
        let mut written = Written::default();
        for (number, at) in within.iter().enumerate() {
            let here = lies.get(at)?;
            if let Body::Phase(phase) = here.body
                && here.is_outermost
                && self.rules.procedure.contains(&phase)
            {
                return Some(self.behind(phase, written));
            }
            let in_batch = is_in_batch(&within[number..], lies)?;
            let (this, behind) = here.block[here.at..].split_first()?;
            match &this.kind {
                // It is carried out from its beginning.
                _ if number == 0 => self.statement(this, &mut written, in_batch),
                StatementKind::If { .. } => {}
                StatementKind::Do {
                    procedure,
                    arguments,
                } => {
                    let given = self.handed_over(arguments);
                    let inner = std::mem::take(&mut written);
                    self.comes_back(*procedure, &given, &inner, &mut written);
                }
                // It may do more of the same, of which nothing counts as written.
                kind => {
                    written = match kind {
                        StatementKind::Phase(phase) => self.behind(*phase, written),
                        _ => written.of_all(),
                    };
                    self.statement(this, &mut written.clone(), in_batch);
                }
            }
            self.block(behind, &mut written, in_batch);
        }
        None
    }

    /// What has been written behind a phase, of which so much was written to the end of its body.
    fn behind(&self, phase: PhaseId, written: Written) -> Written {
        match self.ground.left_early.contains(&phase) {
            true => Written::default(),
            false => written.of_all(),
        }
    }
}

/// Whether what the innermost of these bodies writes may be put in force later: procedures do as who carries them out.
fn is_in_batch(within: &[At], lies: &BTreeMap<At, Lies<'_>>) -> Option<bool> {
    let mut bodies = within.iter().map(|at| lies.get(at).map(|lies| lies.body));
    bodies.find_map(|body| match body {
        Some(Body::Procedure) => None,
        Some(Body::InBatch) | None => Some(true),
        Some(Body::Trigger | Body::Phase(_)) => Some(false),
    })
}

/// Where all statements lie.
fn lies(rules: &Ruleset) -> BTreeMap<At, Lies<'_>> {
    let mut all = BTreeMap::new();
    for callee in rules.callees() {
        let body = match callee {
            Callee::Stage(..) | Callee::Rows(_) => Body::InBatch,
            Callee::Procedure(_) => Body::Procedure,
            Callee::Trigger(_) => Body::Trigger,
            Callee::Phase(phase) => Body::Phase(phase),
            _ => continue,
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
