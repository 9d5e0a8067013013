//! Values that may be missing, given to definitions, tables, procedures and events that do not expect it, in items that never ask whether they are there
//! and never put anything there.

use std::collections::BTreeSet;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{alike, block_roots, each_expr, each_statement, place_written};
use crate::ruleset::{
    Block, Expr, ExprId, ItemId, KindId, Movement, Parameter, Place, Ruleset, Slot, StatementKind,
};

/// What an item looks at, and what it does.
struct Unit<'r> {
    item: ItemId,
    /// How many parameters it has: whoever uses it may have asked about them.
    given: usize,
    looks: Vec<ExprId>,
    blocks: Vec<&'r Block>,
}

/// Warnings about all such values.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let own = rules.items[0].span.file;
    let units = units(rules).into_iter();
    units
        .filter(|unit| rules.items[unit.item.index()].span.file == own)
        .flat_map(|unit| of_unit(rules, &unit))
        .collect()
}

fn of_unit(rules: &Ruleset, unit: &Unit<'_>) -> Vec<Finding> {
    let (mut open, mut asked, mut given) = (unit.looks.clone(), Vec::new(), Vec::new());
    let mut give = |name: &str, arguments: &[ExprId], parameters: &[Parameter]| {
        let needed = arguments.iter().zip(parameters);
        let needed = needed.filter(|(_, parameter)| !parameter.declared.optional);
        given.extend(needed.map(|(&argument, _)| (argument, name.to_owned())));
    };
    let mut written = BTreeSet::new();
    for block in &unit.blocks {
        block_roots(rules, block, &mut |root| open.push(root));
        each_statement(block, &mut |statement| {
            if let Some(Place::Attribute { kind, slot, .. }) = place_written(statement) {
                written.insert((*kind, *slot));
            }
        });
        each_statement(block, &mut |statement| match statement {
            StatementKind::Do {
                procedure,
                arguments,
            } => {
                let procedure = &rules.procedures[procedure.index()];
                give(&procedure.name, arguments, &procedure.parameters);
            }
            StatementKind::Consult {
                table, arguments, ..
            } => {
                let table = &rules.tables[table.index()];
                give(&table.name, arguments, &table.parameters);
            }
            StatementKind::Raise { event, arguments } => {
                let event = &rules.events[event.index()];
                give(&event.name, arguments, &event.parameters);
            }
            _ => {}
        });
    }
    for root in open {
        each_expr(&rules.exprs, root, &mut |expr| match expr {
            Expr::Call(function, arguments) => {
                let function = &rules.functions[function.index()];
                give(&function.name, arguments, &function.parameters);
            }
            Expr::Lookup(table, arguments) => {
                let table = &rules.tables[table.index()];
                give(&table.name, arguments, &table.parameters);
            }
            Expr::Missing(of) => asked.push(*of),
            Expr::Equal(a, b)
            | Expr::NotEqual(a, b)
            | Expr::Less(a, b)
            | Expr::LessOrEqual(a, b) => asked.extend([*a, *b]),
            Expr::OrElse(parts) => asked.extend(parts),
            _ => {}
        });
    }
    let is_asked = |one: ExprId| {
        let is_written = matches!(&rules.exprs[one.index()], Expr::Attribute { kind, slot, .. }
            if written.contains(&(*kind, *slot)));
        let mut of_a_parameter = false;
        each_expr(&rules.exprs, one, &mut |expr| {
            of_a_parameter |=
                matches!(expr, Expr::Local(local) if usize::from(*local) < unit.given);
        });
        is_written || of_a_parameter || asked.iter().any(|&other| alike(&rules.exprs, one, other))
    };
    let findings = given.into_iter().filter_map(|(argument, of)| {
        let name = may_be_missing(rules, argument).filter(|_| !is_asked(argument))?;
        let message = format!("`{name}` may be missing, and `{of}` does not expect that");
        let place = rules.expr_spans[argument.index()];
        let help = "give another value where it is missing: `... or else ...`, look before: `... is known`, or declare the parameter `optional`";
        Some(Finding {
            warning: Diagnostic::warning(Code::MayBeMissing, place, message).help(help),
            item: unit.item,
            other: None,
        })
    });
    findings.collect()
}

/// The name of an optional attribute or definition, if a value is just that. What an action takes is there when its acts are.
fn may_be_missing(rules: &Ruleset, id: ExprId) -> Option<&str> {
    match &rules.exprs[id.index()] {
        Expr::Attribute { kind, slot, .. } => {
            let attribute = &rules.kinds[kind.index()].attributes[usize::from(*slot)];
            let taken = *kind == KindId::ACT && is_taken(rules, *slot);
            (attribute.declared.optional && !taken).then_some(attribute.name.as_str())
        }
        Expr::Call(function, _) => {
            let function = &rules.functions[function.index()];
            function.declared.optional.then_some(function.name.as_str())
        }
        _ => None,
    }
}

fn is_taken(rules: &Ruleset, slot: Slot) -> bool {
    let takes = |taken: Option<Slot>| taken == Some(slot);
    (rules.actions.iter()).any(|action| takes(action.object) || takes(action.at))
}

fn units(rules: &Ruleset) -> Vec<Unit<'_>> {
    let mut units = Vec::new();
    let mut unit = |item, given, looks, blocks| {
        units.push(Unit {
            item,
            given,
            looks,
            blocks,
        });
    };
    for function in &rules.functions {
        unit(
            function.item,
            function.parameters.len(),
            vec![function.body],
            vec![],
        );
    }
    for table in &rules.tables {
        let values = table.rows.iter().filter_map(|row| row.value).collect();
        let blocks = table.rows.iter().map(|row| &row.body).collect();
        unit(table.item, table.parameters.len(), values, blocks);
    }
    for procedure in &rules.procedures {
        unit(
            procedure.item,
            procedure.parameters.len(),
            vec![],
            vec![&procedure.body],
        );
    }
    for action in &rules.actions {
        let blocks = action.stages.iter().map(|stage| &stage.body).collect();
        unit(action.item, 0, vec![], blocks);
    }
    for trigger in &rules.triggers {
        let keys = trigger.limit.iter().flat_map(|limit| &limit.keys);
        let looks = trigger.guard.iter().chain(keys).copied().collect();
        unit(trigger.item, 0, looks, vec![&trigger.body]);
    }
    for phase in &rules.phases {
        unit(phase.item, 0, phase.looks().collect(), vec![&phase.body]);
    }
    for order in &rules.orders {
        for key in &order.keys {
            unit(order.item, 0, vec![key.value], vec![]);
        }
    }
    for placement in &rules.placements {
        let places = placement.places.iter().map(|place| place.1);
        unit(
            placement.item,
            0,
            placement.guard.into_iter().chain(places).collect(),
            vec![],
        );
    }
    for exception in &rules.exceptions {
        let mut looks = exception.guards.clone();
        if let Movement::Compare { left, right, .. } = exception.moves {
            looks.extend([left, right]);
        }
        unit(exception.item, 0, looks, vec![]);
    }
    for void in &rules.voids {
        unit(void.item, 0, vec![void.guard], vec![]);
    }
    units
}
