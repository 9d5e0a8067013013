//! What attributes are for: what they are at first, and which of them the rules read. Judges nothing.

use super::super::Run;
use crate::machine::Machine;
use crate::ruleset::{KindId, Ruleset, Slot, Value};
use std::collections::BTreeSet;

/// The attributes of the records of a scenario as they are when the first phase begins, by kind and record: as the scenario and the defaults have set them.
pub fn first_values(run: &Run<'_>) -> Vec<Vec<Vec<Value>>> {
    let mut machine = Machine::new(run.rules, run.limits);
    match machine.start(run.scenario) {
        Ok(()) => machine.records(),
        Err(_) => vec![Vec::new(); run.rules.kinds.len()],
    }
}

/// The attributes that the rules read anywhere.
pub fn read(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let mut read = BTreeSet::new();
    for expr in &rules.exprs {
        expr.effects(&mut |effect| read.extend(effect.attribute_read()));
    }
    read
}
