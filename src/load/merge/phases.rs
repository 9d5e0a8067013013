//! Phases inside the items of a rule file: finding, replacing and removing them. Knows blocks of statements, not what they mean.

use std::collections::BTreeSet;

use crate::source::Span;
use crate::syntax::ast::{Block, Item, ItemKind, PhaseDef, StatementKind};

/// The phases inside an item, an outer one before those within it.
pub(super) fn inside(item: &Item) -> Vec<&PhaseDef> {
    let mut found = Vec::new();
    let mut open: Vec<&Block> = blocks(&item.kind);
    open.reverse();
    while let Some(block) = open.pop() {
        let mut inner = Vec::new();
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Phase(phase) => {
                    found.push(&**phase);
                    inner.push(&phase.body);
                }
                StatementKind::If {
                    branches,
                    otherwise,
                } => inner.extend(branches.iter().map(|(_, block)| block).chain(otherwise)),
                StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => {
                    inner.push(body);
                }
                _ => {}
            }
        }
        open.extend(inner.into_iter().rev());
    }
    found
}

/// Their names.
pub(super) fn names(item: &Item) -> BTreeSet<String> {
    inside(item)
        .into_iter()
        .map(|phase| phase.name.text.clone())
        .collect()
}

/// The name of the phase that stands at a place.
pub(super) fn name_at(item: &Item, span: Span) -> Option<String> {
    let found = inside(item).into_iter().find(|phase| phase.span == span)?;
    Some(found.name.text.clone())
}

/// Puts another phase in the place of one inside an item, or nothing.
pub(super) fn replace(item: &mut Item, name: &str, new: Option<&PhaseDef>) {
    let mut open: Vec<&mut Block> = blocks_mut(&mut item.kind);
    while let Some(block) = open.pop() {
        let place = block.statements.iter().position(
            |statement| matches!(&statement.kind, StatementKind::Phase(phase) if phase.name.text == name),
        );
        if let Some(place) = place {
            match new {
                Some(new) => {
                    let statement = &mut block.statements[place];
                    statement.kind = StatementKind::Phase(Box::new(new.clone()));
                    statement.span = new.span;
                }
                None => _ = block.statements.remove(place),
            }
            return;
        }
        for statement in &mut block.statements {
            match &mut statement.kind {
                StatementKind::Phase(phase) => open.push(&mut phase.body),
                StatementKind::If {
                    branches,
                    otherwise,
                } => open.extend(branches.iter_mut().map(|(_, block)| block).chain(otherwise)),
                StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => {
                    open.push(body);
                }
                _ => {}
            }
        }
    }
}

/// The blocks directly within an item.
fn blocks(kind: &ItemKind) -> Vec<&Block> {
    match kind {
        ItemKind::Table(def) => def
            .rows
            .iter()
            .filter_map(|row| row.body.as_ref())
            .collect(),
        ItemKind::Procedure(def) => vec![&def.body],
        ItemKind::Action(def) => def.stages.iter().map(|stage| &stage.body).collect(),
        ItemKind::Trigger(def) => vec![&def.body],
        ItemKind::Phase(def) => vec![&def.body],
        _ => Vec::new(),
    }
}

/// The same, to be changed.
fn blocks_mut(kind: &mut ItemKind) -> Vec<&mut Block> {
    match kind {
        ItemKind::Table(def) => def
            .rows
            .iter_mut()
            .filter_map(|row| row.body.as_mut())
            .collect(),
        ItemKind::Procedure(def) => vec![&mut def.body],
        ItemKind::Action(def) => def.stages.iter_mut().map(|stage| &mut stage.body).collect(),
        ItemKind::Trigger(def) => vec![&mut def.body],
        ItemKind::Phase(def) => vec![&mut def.body],
        _ => Vec::new(),
    }
}
