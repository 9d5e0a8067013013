//! Which records two acts lead to. What is changed there is tried first. Reads ruleset, scenario and journal.

use super::super::Run;
use super::super::pair::Pair;
use crate::ruleset::{KindId, MISSING, Type, Value};
use crate::scenario::Person;
use std::collections::BTreeSet;

/// The records that two acts lead to: who acts, at whom, with what, on which side.
pub struct Near {
    records: BTreeSet<(KindId, u32)>,
}

impl Near {
    /// The records that two acts lead to.
    pub fn new(run: &Run<'_>, pair: Pair) -> Near {
        let mut near = Near {
            records: BTreeSet::from([
                (KindId::ACT, pair.acts.0),
                (KindId::ACT, pair.acts.1),
                (KindId::COMBAT, 0),
            ]),
        };
        for act in [pair.acts.0, pair.acts.1] {
            let values = run.journal.values(run.journal.act(act).attributes);
            near.follow(run, values);
        }
        near
    }

    /// What the attributes of an act lead to, and those of what they lead to.
    fn follow(&mut self, run: &Run<'_>, values: &[Value]) {
        let mut open = vec![(KindId::ACT, values.to_vec())];
        while let Some((kind, values)) = open.pop() {
            let attributes = &run.rules.kinds[kind.index()].attributes;
            for (attribute, &value) in attributes.iter().zip(&values) {
                let (Type::Record(to), Ok(record)) = (&attribute.declared.ty, u32::try_from(value))
                else {
                    continue;
                };
                if *to == KindId::ACT || !self.records.insert((*to, record)) {
                    continue;
                }
                let all = run.scenario.records.get(to.index());
                let given = all.and_then(|all| all.get(record as usize));
                if let Some(given) = given {
                    let mut row = vec![MISSING; run.rules.kinds[to.index()].attributes.len()];
                    for &(slot, value) in &given.values {
                        row[usize::from(slot)] = value;
                    }
                    open.push((*to, row));
                }
            }
        }
    }

    /// Whether a record is one of them.
    pub fn record(&self, kind: KindId, record: u32) -> bool {
        self.records.contains(&(kind, record))
    }

    /// Whether a person who rolls or decides is one of them; the game master always is.
    pub fn person(&self, who: Person) -> bool {
        match who {
            Person::Gm => true,
            Person::Side(side) => self.record(KindId::SIDE, side),
            Person::Combatant(combatant) => self.record(KindId::COMBATANT, combatant),
        }
    }
}
