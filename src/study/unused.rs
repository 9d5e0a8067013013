//! What is declared and never used. A file without a procedure is a library or a piece of one: its definitions are for others.

use std::collections::BTreeSet;

use super::Finding;
use super::domain::blocks;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{block_roots, each_expr, each_statement};
use crate::ruleset::{
    Block, Expr, ExprId, Happening, ItemId, Local, Parameter, Ruleset, StatementKind,
};

/// What the rules use, by index.
#[derive(Default)]
struct Used {
    options: BTreeSet<usize>,
    functions: BTreeSet<usize>,
    tables: BTreeSet<usize>,
    procedures: BTreeSet<usize>,
    raised: BTreeSet<usize>,
}

/// Warnings about all that is not used.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let used = used(rules);
    let mut findings = Vec::new();
    for (index, option) in rules.options.iter().enumerate() {
        if !used.options.contains(&index) {
            let message = format!("nothing looks at the option `{}`", option.name);
            let help = "use it in a condition, or take it out";
            findings.push(finding(rules, option.item, message, help.to_owned()));
        }
    }
    for trigger in &rules.triggers {
        if let Happening::Event(event) = trigger.on
            && !used.raised.contains(&event.index())
        {
            let event = &rules.events[event.index()].name;
            let message = format!("nothing raises the event `{event}`, so this never responds");
            let help = format!("raise it where it happens: `raise {event}(...)`");
            findings.push(finding(rules, trigger.item, message, help));
        }
    }
    if !rules.procedure.is_empty() {
        findings.extend(without_use(rules, &used));
    }
    findings.extend(parameters(rules));
    findings
}

/// Parameters of definitions, tables and procedures of the file itself that these do not look at. A name that begins with `_` says that this is meant.
fn parameters(rules: &Ruleset) -> Vec<Finding> {
    let mut findings = Vec::new();
    let own = rules.items[0].span.file;
    let mut look = |item: ItemId, all: &[Parameter], values: Vec<ExprId>, blocks: Vec<&Block>| {
        if all.is_empty() || rules.items[item.index()].span.file != own {
            return;
        }
        let read = names_read(rules, values, &blocks);
        for (local, parameter) in (0..).zip(all) {
            if !read.contains(&local) && !parameter.name.starts_with('_') {
                findings.push(without_look(rules, item, parameter));
            }
        }
    };
    for function in &rules.functions {
        look(
            function.item,
            &function.parameters,
            vec![function.body],
            vec![],
        );
    }
    for table in &rules.tables {
        let values = table.rows.iter().filter_map(|row| row.value);
        let blocks = table.rows.iter().map(|row| &row.body);
        look(
            table.item,
            &table.parameters,
            values.collect(),
            blocks.collect(),
        );
    }
    for procedure in &rules.procedures {
        look(
            procedure.item,
            &procedure.parameters,
            vec![],
            vec![&procedure.body],
        );
    }
    findings
}

fn without_look(rules: &Ruleset, item: ItemId, parameter: &Parameter) -> Finding {
    let (of, name) = (&rules.items[item.index()], &parameter.name);
    let message = format!("the {} `{}` does not use `{name}`", of.category, of.name);
    let help = format!("use it, take it out, or write `_{name}` if it is there for others");
    Finding {
        warning: Diagnostic::warning(Code::Unused, parameter.span, message).help(help),
        item,
        other: None,
    }
}

/// The names at which a body looks.
fn names_read(rules: &Ruleset, values: Vec<ExprId>, blocks: &[&Block]) -> BTreeSet<Local> {
    let (mut read, mut open) = (BTreeSet::new(), values);
    for block in blocks {
        block_roots(rules, block, &mut |root| open.push(root));
    }
    for root in open {
        each_expr(&rules.exprs, root, &mut |expr| {
            if let Expr::Local(local) = expr {
                read.insert(*local);
            }
        });
    }
    read
}

/// Definitions, tables, procedures and events of the file itself that nothing mentions.
fn without_use(rules: &Ruleset, used: &Used) -> Vec<Finding> {
    let awaited: BTreeSet<usize> = (rules.triggers.iter())
        .filter_map(|trigger| match trigger.on {
            Happening::Event(event) => Some(event.index()),
            Happening::Act { .. } | Happening::Phase(..) => None,
        })
        .collect();
    let mut idle: Vec<ItemId> = Vec::new();
    for (index, function) in rules.functions.iter().enumerate() {
        // What carries out a statement of the document may be there for scenarios to ask for.
        let cites = &rules.items[function.item.index()].cites;
        if !used.functions.contains(&index) && cites.is_empty() {
            idle.push(function.item);
        }
    }
    for (index, table) in rules.tables.iter().enumerate() {
        if !used.tables.contains(&index) {
            idle.push(table.item);
        }
    }
    for (index, procedure) in rules.procedures.iter().enumerate() {
        if !used.procedures.contains(&index) {
            idle.push(procedure.item);
        }
    }
    for (index, event) in rules.events.iter().enumerate() {
        if !used.raised.contains(&index) && !awaited.contains(&index) {
            idle.push(event.item);
        }
    }
    let own = rules.items[0].span.file;
    idle.retain(|item| rules.items[item.index()].span.file == own);
    idle.into_iter()
        .filter(|item| item.index() > 0)
        .map(|item| {
            let of = &rules.items[item.index()];
            let message = format!("nothing uses the {} `{}`", of.category, of.name);
            let help = "use it or take it out; if scenarios ask for it, allow this";
            finding(rules, item, message, help.to_owned())
        })
        .collect()
}

fn finding(rules: &Ruleset, item: ItemId, message: String, help: String) -> Finding {
    let place = rules.items[item.index()].name_span;
    Finding {
        warning: Diagnostic::warning(Code::Unused, place, message).help(help),
        item,
        other: None,
    }
}

fn used(rules: &Ruleset) -> Used {
    let mut used = Used::default();
    for expr in &rules.exprs {
        match expr {
            Expr::Option(option) => _ = used.options.insert(option.index()),
            Expr::Call(function, _) => _ = used.functions.insert(function.index()),
            Expr::Lookup(table, _) => _ = used.tables.insert(table.index()),
            _ => {}
        }
    }
    for block in blocks(rules) {
        each_statement(block, &mut |statement| match statement {
            StatementKind::Consult { table, .. } => _ = used.tables.insert(table.index()),
            StatementKind::Do { procedure, .. } => {
                used.procedures.insert(procedure.index());
            }
            StatementKind::Raise { event, .. } => _ = used.raised.insert(event.index()),
            _ => {}
        });
    }
    used
}
