//! What made the condition true under which a statement cancelled an act, or refused it. Plays the run again.

use super::Run;
use super::conditions::VoidSince;
use super::replay::again;
use super::track::Track;
use crate::journal::{ActNumber, What};
use crate::ruleset::walk::blocks_within;
use crate::ruleset::{Block, ExprId, MISSING, Ruleset, Statement, StatementKind, Value};
use crate::run::{Observer, Scene};
use crate::suite::ROOM;
use std::collections::BTreeMap;

/// Of each of these acts that a statement in an `if` has cancelled or refused, what the condition of that looked at, and how many entries there were then.
pub fn since(
    run: &Run<'_>,
    track: &Track<'_>,
    acts: &[ActNumber],
) -> BTreeMap<ActNumber, VoidSince> {
    let is_cancelled = |entry: usize| {
        let entry = track.story.journal.entries.get(entry);
        entry.is_some_and(|entry| {
            matches!(entry.what, What::Cancelled { .. } | What::Refused { .. })
        })
    };
    let ended = acts.iter().filter_map(|&act| {
        let ended = track.life(act).ended?;
        let actor = track.story.journal.act(act).actor;
        is_cancelled(ended).then_some((act, ended, actor))
    });
    let mut probe = CancelProbe {
        branches: branches(run.rules),
        acts: ended.collect(),
        found: BTreeMap::new(),
    };
    if !probe.acts.is_empty() {
        again(run, &mut probe);
    }
    probe.found
}

/// Which act a statement ends.
#[derive(Clone, Copy)]
enum EndedAct {
    /// it cancels this one
    Cancelled(ExprId),
    /// it refuses the one to whose declaration the trigger responds: its first name
    Refused,
    /// it refuses whatever this combatant declares
    Declared(ExprId),
}

/// The conditions of all branches that cancel or refuse acts, with the acts that they end.
fn branches(rules: &Ruleset) -> BTreeMap<ExprId, Vec<EndedAct>> {
    let mut found = BTreeMap::new();
    for callee in rules.callees() {
        for block in callee.blocks(rules) {
            note_branches(block, &mut found);
        }
    }
    found
}

fn note_branches(block: &[Statement], found: &mut BTreeMap<ExprId, Vec<EndedAct>>) {
    for statement in block {
        if let StatementKind::If { branches, .. } = &statement.kind {
            for (condition, block) in branches {
                let acts = ended(block);
                if !acts.is_empty() {
                    found.insert(*condition, acts);
                }
            }
        }
        for within in blocks_within(&statement.kind) {
            note_branches(within, found);
        }
    }
}

/// The acts that statements of a block cancel or refuse; those of blocks within it left out.
fn ended(block: &Block) -> Vec<EndedAct> {
    let acts = block.iter().filter_map(|one| match one.kind {
        StatementKind::Cancel { act, .. } => Some(EndedAct::Cancelled(act)),
        StatementKind::Refuse { .. } => Some(EndedAct::Refused),
        StatementKind::RefuseDeclarations { who, .. } => Some(EndedAct::Declared(who)),
        _ => None,
    });
    acts.collect()
}

struct CancelProbe {
    branches: BTreeMap<ExprId, Vec<EndedAct>>,
    /// the acts, with which entries they were ended, and their actors
    acts: Vec<(ActNumber, usize, u32)>,
    /// the last one before that
    found: BTreeMap<ActNumber, VoidSince>,
}

impl Observer for CancelProbe {
    fn chooses(&mut self, condition: ExprId, scene: &mut Scene<'_>) {
        let Some(ended) = self.branches.get(&condition) else {
            return;
        };
        let mut names = scene.names().to_vec();
        names.resize(names.len() + ROOM, MISSING);
        if scene.value_of(condition, &names) != Ok(1) {
            return;
        }
        let entries = scene.journal().entries.len();
        for &(act, _, actor) in self.acts.iter().filter(|one| one.1 >= entries) {
            let is_it = |one: &EndedAct| match one {
                EndedAct::Cancelled(one) => scene.value_of(*one, &names) == Ok(Value::from(act)),
                EndedAct::Refused => names.first() == Some(&Value::from(act)),
                EndedAct::Declared(who) => scene.value_of(*who, &names) == Ok(Value::from(actor)),
            };
            if ended.iter().any(is_it) {
                let read = scene.reads_of(condition, &names);
                let read = scene.turned_by(condition, &names, read);
                self.found.insert(act, (entries, read));
            }
        }
    }
}
