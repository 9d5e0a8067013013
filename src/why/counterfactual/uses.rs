//! What attributes are for: what they are at first, and which of them the rules read. Judges nothing.

use super::super::Run;
use crate::machine::Machine;
use crate::ruleset::{Expr, ExprId, KindId, PhaseId, Ruleset, Slot, Value};
use std::collections::{BTreeMap, BTreeSet};

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

/// From where to where numbers are that are those of repetitions of a phase, as far as it is known.
pub type CountedBounds = (Option<Value>, Option<Value>);

/// The attributes that the rules compare with the number of a phase that counts, each with where that begins and ends.
pub fn counted(rules: &Ruleset) -> BTreeMap<(KindId, Slot), CountedBounds> {
    let at = |id: ExprId| &rules.exprs[id.index()];
    let compared = rules.exprs.iter().filter_map(Expr::compared);
    let both = compared.flat_map(|[one, other]| [(at(one), at(other)), (at(other), at(one))]);
    let counted = both.filter_map(|sides| match sides {
        (Expr::Attribute { kind, slot, .. }, Expr::Counter(phase)) => {
            Some(((*kind, *slot), bounds(rules, *phase)?))
        }
        _ => None,
    });
    let mut bounded = BTreeMap::new();
    for (attribute, bounds) in counted {
        let known = bounded.entry(attribute).or_insert(bounds);
        // Of several phases it can be the number of either.
        if *known != bounds {
            *known = (None, None);
        }
    }
    bounded
}

/// From where to where a phase counts.
fn bounds(rules: &Ruleset, phase: PhaseId) -> Option<CountedBounds> {
    let counting = rules.phases[phase.index()].counting?;
    let number = |id: ExprId| match rules.exprs[id.index()] {
        Expr::Const(number) => Some(number),
        _ => None,
    };
    let (first, last) = (number(counting.from), counting.to.and_then(number));
    Some(match counting.down {
        true => (last, first),
        false => (first, last),
    })
}
