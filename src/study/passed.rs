//! Values that may be missing, given to definitions, tables, procedures and events that do not expect it, in items that never ask whether they are there
//! and never put anything there.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, is_own};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{alike, block_roots, each_effect, each_effect_of_expr, each_expr};
use crate::ruleset::{
    Block, Callee, Effect, Expr, ExprId, ItemId, KindId, Location, Parameter, Ruleset, Slot,
};

/// What an item looks at, and what it does.
#[derive(Default)]
struct ItemFootprint<'r> {
    /// How many parameters it has: its callers may have asked about them.
    given: usize,
    looks: Vec<ExprId>,
    blocks: Vec<&'r Block>,
}

/// Warnings about all such values.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let units = units(rules).into_iter();
    units
        .filter(|((item, _), _)| is_own(rules, *item))
        .flat_map(|((item, _), unit)| of_unit(rules, item, &unit))
        .collect()
}

fn of_unit(rules: &Ruleset, item: ItemId, unit: &ItemFootprint<'_>) -> Vec<Finding> {
    let (mut open, mut asked, mut given) = (unit.looks.clone(), Vec::new(), Vec::new());
    let mut give = |effect: Effect<'_>| {
        let Effect::Calls(callee, arguments) = effect else {
            return;
        };
        let Some((name, parameters)) = callee.signature(rules) else {
            return;
        };
        let needed = arguments.iter().zip(parameters);
        let needed = needed.filter(|(_, parameter)| !parameter.declared.optional);
        given.extend(needed.map(|(&argument, _)| (argument, name.to_owned(), false)));
        // What a table of values is looked up by is always there.
        let key = arguments.get(parameters.len());
        let key = key.filter(|_| matches!(callee, Callee::Values(_)));
        given.extend(key.map(|&key| (key, name.to_owned(), true)));
    };
    let mut written = BTreeSet::new();
    for block in &unit.blocks {
        block_roots(rules, block, &mut |root| open.push(root));
        each_effect(block, &mut |effect| {
            written.extend(effect.attribute_written());
            give(effect);
        });
    }
    for root in open {
        each_expr(&rules.exprs, root, &mut |expr| {
            expr.effects(&mut give);
            match expr {
                Expr::Missing(of) => asked.push(*of),
                Expr::OrElse(parts) => asked.extend(parts),
                expr => asked.extend(expr.compared().into_iter().flatten()),
            }
        });
    }
    let is_asked = |one: ExprId| {
        let is_written = matches!(&rules.exprs[one.index()], Expr::Attribute { kind, slot, .. }
            if written.contains(&(*kind, *slot)));
        let mut of_a_parameter = false;
        each_effect_of_expr(&rules.exprs, one, &mut |effect| {
            of_a_parameter |= matches!(effect, Effect::Reads(Location::Local(local))
                if usize::from(local) < unit.given);
        });
        is_written || of_a_parameter || asked.iter().any(|&other| alike(&rules.exprs, one, other))
    };
    let findings = given.into_iter().filter_map(|(argument, of, is_key)| {
        let (name, optional) = may_be_missing(rules, argument)?;
        if is_asked(argument) || is_asked(optional) {
            return None;
        }
        let message = format!("`{name}` may be missing, and `{of}` does not expect that");
        let place = rules.expr_spans[argument.index()];
        let help = match is_key {
            true => "give another value where it is missing, `... or else ...`, or look before: `if ... is known then ...`",
            false => "give another value where it is missing: `... or else ...`, look before: `... is known`, or declare the parameter `optional`",
        };
        Some(Finding::of(item, Diagnostic::warning(Code::MayBeMissing, place, message).help(help)))
    });
    findings.collect()
}

/// The name of an optional attribute or definition, and where it stands, if a value is that, or an attribute of it. What an action takes is there when
/// its acts are.
fn may_be_missing(rules: &Ruleset, id: ExprId) -> Option<(&str, ExprId)> {
    match &rules.exprs[id.index()] {
        Expr::Attribute { kind, slot, of } => {
            let attribute = rules.attribute(*kind, *slot);
            let taken = *kind == KindId::ACT && is_taken(rules, *slot);
            match attribute.declared.optional && !taken {
                true => Some((attribute.name.as_str(), id)),
                false => may_be_missing(rules, *of),
            }
        }
        Expr::Call(function, _) => {
            let function = &rules.functions[function.index()];
            (function.declared.optional).then_some((function.name.as_str(), id))
        }
        _ => None,
    }
}

fn is_taken(rules: &Ruleset, slot: Slot) -> bool {
    let takes = |taken: Option<Slot>| taken == Some(slot);
    (rules.actions.iter()).any(|action| takes(action.object) || takes(action.at))
}

/// The units by their items; each key of an order is one.
fn units(rules: &Ruleset) -> BTreeMap<(ItemId, usize), ItemFootprint<'_>> {
    let mut units: BTreeMap<_, ItemFootprint<'_>> = BTreeMap::new();
    for callee in rules.callees() {
        let Some((_, item)) = callee.frame(rules) else {
            continue;
        };
        let roots = callee.roots(rules);
        match callee {
            // What a tactic declares is judged when it is declared.
            Callee::Tactic(_) => {}
            Callee::Order(_) => {
                for (number, root) in roots.into_iter().enumerate() {
                    units.entry((item, number)).or_default().looks.push(root);
                }
            }
            _ => {
                let unit = units.entry((item, 0)).or_default();
                let parameters = callee.signature(rules).map(|(_, parameters)| parameters);
                unit.given = parameters.map_or(0, <[Parameter]>::len);
                unit.looks.extend(roots);
                unit.blocks.extend(callee.blocks(rules));
            }
        }
    }
    units
}
