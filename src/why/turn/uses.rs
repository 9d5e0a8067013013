//! What attributes are for: what they are at first, which of them the rules read, which of them the rules write. Judges nothing.

use super::super::Run;
use crate::engine::{Engine, Observer, Scene, decisions, dice};
use crate::ruleset::{Block, Expr, KindId, Place, Ruleset, Slot, StatementKind, Value};
use crate::source::Limits;
use std::collections::BTreeSet;

/// Looks at the records when the first phase begins: before that nothing but the scenario and the defaults has set them.
struct AtFirst<'r> {
    rules: &'r Ruleset,
    counts: Vec<usize>,
    rows: Vec<Vec<Vec<Value>>>,
}

impl Observer for AtFirst<'_> {
    fn began(&mut self, scene: &mut Scene<'_>) {
        for (kind, &count) in self.counts.iter().enumerate() {
            let id = KindId::from_index(kind);
            let width = self.rules.kinds[kind].attributes.len() as Slot;
            let row = |record| {
                (0..width)
                    .map(|slot| scene.attribute(id, record, slot))
                    .collect()
            };
            self.rows.push((0..count as u32).map(row).collect());
        }
    }
}

/// The attributes of the records of a scenario as they are at first, defaults included.
pub fn first_values(run: &Run<'_>) -> Vec<Vec<Vec<Value>>> {
    let mut first = AtFirst {
        rules: run.rules,
        counts: run.scenario.records.iter().map(Vec::len).collect(),
        rows: Vec::new(),
    };
    let mut engine = Engine::new(run.rules, Limits::DEFAULT);
    let mut dice = dice::Scripted::new(run.scenario, run.seed);
    let mut decisions = decisions::Scripted::new(run.scenario);
    _ = engine.play(run.scenario, &mut dice, &mut decisions, &mut first);
    first.rows.resize_with(run.scenario.records.len(), Vec::new);
    first.rows
}

/// The attributes that the rules read anywhere.
pub fn read(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let read = |expr: &Expr| match expr {
        Expr::Attribute { kind, slot, .. } => Some((*kind, *slot)),
        _ => None,
    };
    rules.exprs.iter().filter_map(read).collect()
}

/// The attributes that the rules write.
pub fn kept(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let mut kept = BTreeSet::new();
    let stages = rules.actions.iter().flat_map(|action| &action.stages);
    let blocks = (rules.phases.iter().map(|phase| &phase.body))
        .chain(rules.procedures.iter().map(|procedure| &procedure.body))
        .chain(rules.triggers.iter().map(|trigger| &trigger.body))
        .chain(stages.map(|stage| &stage.body))
        .chain(
            rules
                .tables
                .iter()
                .flat_map(|table| table.rows.iter().map(|row| &row.body)),
        );
    for block in blocks {
        written(block, &mut kept);
    }
    kept
}

fn written(block: &Block, kept: &mut BTreeSet<(KindId, Slot)>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Set { place, .. }
            | StatementKind::Add { place, .. }
            | StatementKind::Subtract { place, .. }
            | StatementKind::Roll {
                keep: Some(place), ..
            } => {
                if let Place::Attribute { kind, slot, .. } = place {
                    kept.insert((*kind, *slot));
                }
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, branch) in branches {
                    written(branch, kept);
                }
                written(otherwise, kept);
            }
            StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => {
                written(body, kept);
            }
            _ => {}
        }
    }
}
