//! What attributes are for: what they are at first, and which of them the rules read. Judges nothing.

use super::super::Run;
use crate::engine::{Engine, Observer, Scene, decisions, dice};
use crate::ruleset::{KindId, Ruleset, Slot, Value};
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
    let mut engine = Engine::new(run.rules, run.limits);
    let mut dice = dice::Scripted::new(run.scenario, run.seed);
    let mut decisions = decisions::Scripted::new(run.scenario);
    _ = engine.play(run.scenario, &mut dice, &mut decisions, &mut first);
    first.rows.resize_with(run.scenario.records.len(), Vec::new);
    first.rows
}

/// The attributes that the rules read anywhere.
pub fn read(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let mut read = BTreeSet::new();
    for expr in &rules.exprs {
        expr.effects(&mut |effect| read.extend(effect.attribute_read()));
    }
    read
}
