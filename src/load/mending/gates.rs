//! What must be so of an act before rules look at its numbers: `hit` for `damage`, where they say `if hit { subtract damage from target.hp }`.

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::walk::{each_effect, parts};
use crate::ruleset::{Effect, Expr, ExprId, KindId, Ruleset, Slot, StatementKind, Type};

/// How many expressions are looked at for one condition.
const MOST: usize = 256;

/// The attributes of acts that are yes or no, by the numbers of acts that are read only where they are so.
pub(super) fn gates(rules: &Ruleset) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<Slot, BTreeSet<Slot>> = BTreeMap::new();
    let mut gated = BTreeSet::new();
    let mut note = |condition: ExprId, numbers: &BTreeMap<ExprId, Slot>| {
        let gates = needed(rules, condition);
        for (place, number) in numbers.iter().filter(|_| !gates.is_empty()) {
            gated.insert(*place);
            found.entry(*number).or_default().extend(&gates);
        }
    };
    for expr in &rules.exprs {
        if let Expr::If(condition, then, _) = expr {
            let mut numbers = BTreeMap::new();
            read(rules, *then, &mut numbers);
            note(*condition, &numbers);
        }
    }
    rules.each_statement(&mut |statement| {
        if let StatementKind::If { branches, .. } = statement {
            for (condition, block) in branches {
                let mut numbers = BTreeMap::new();
                each_effect(block, &mut |effect| {
                    if let Effect::Evaluates { expr, .. } = effect {
                        read(rules, expr, &mut numbers);
                    }
                });
                note(*condition, &numbers);
            }
        }
    });
    // What is read elsewhere too counts without them.
    for index in 0..rules.exprs.len() {
        let place = ExprId::from_index(index);
        if let Some(number) = number(rules, place).filter(|_| !gated.contains(&place)) {
            found.remove(&number);
        }
    }
    let named = found.into_iter().map(|(number, gates)| {
        let gates = gates.into_iter().map(|gate| name(rules, gate));
        (name(rules, number), gates.collect())
    });
    named.collect()
}

fn name(rules: &Ruleset, slot: Slot) -> String {
    rules.attribute(KindId::ACT, slot).name.clone()
}

/// The attributes of acts without which a condition cannot be true.
fn needed(rules: &Ruleset, condition: ExprId) -> BTreeSet<Slot> {
    let mut needed = BTreeSet::new();
    let mut open = vec![condition];
    for _ in 0..MOST {
        let Some(expr) = open.pop() else { break };
        let expr = &rules.exprs[expr.index()];
        if let Expr::And(parts) = expr {
            open.extend(parts.iter());
        } else if let Expr::Call(function, _) = expr {
            open.push(rules.functions[function.index()].body);
        } else if let Expr::Attribute {
            kind: KindId::ACT,
            slot,
            ..
        } = expr
            && rules.attribute(KindId::ACT, *slot).declared.ty == Type::YesNo
        {
            needed.insert(*slot);
        }
    }
    needed
}

/// Notes where an expression reads numbers of acts.
fn read(rules: &Ruleset, expr: ExprId, numbers: &mut BTreeMap<ExprId, Slot>) {
    let mut open = vec![expr];
    while let Some(place) = open.pop() {
        numbers.extend(number(rules, place).map(|slot| (place, slot)));
        open.extend(parts(&rules.exprs[place.index()]));
    }
}

/// The number of an act that an expression is.
fn number(rules: &Ruleset, place: ExprId) -> Option<Slot> {
    let Expr::Attribute {
        kind: KindId::ACT,
        slot,
        ..
    } = rules.exprs[place.index()]
    else {
        return None;
    };
    let is_number = matches!(
        rules.attribute(KindId::ACT, slot).declared.ty,
        Type::Number(_)
    );
    is_number.then_some(slot)
}
