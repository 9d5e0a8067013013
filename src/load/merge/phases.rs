//! Phases inside the items of a rule file: finding, replacing and removing them. Knows blocks of statements, not what they mean.

use std::collections::BTreeSet;

use crate::source::Span;
use crate::syntax::ast::{Block, Item, PhaseDef, StatementKind};

/// The phases inside an item, an outer one before those within it.
pub(super) fn inside(item: &Item) -> Vec<&PhaseDef> {
    let mut found = Vec::new();
    let mut open: Vec<&Block> = item.kind.blocks();
    open.reverse();
    while let Some(block) = open.pop() {
        let mut inner = Vec::new();
        for statement in &block.statements {
            if let StatementKind::Phase(phase) = &statement.kind {
                found.push(&**phase);
            }
            inner.extend(statement.kind.blocks());
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

/// The block in which the phase of this name stands inside an item, and its place there.
pub(super) fn place<'i>(item: &'i mut Item, name: &str) -> Option<(&'i mut Block, usize)> {
    let mut open: Vec<&mut Block> = item.kind.blocks_mut();
    while let Some(block) = open.pop() {
        let place = block.statements.iter().position(
            |statement| matches!(&statement.kind, StatementKind::Phase(phase) if phase.name.text == name),
        );
        if let Some(place) = place {
            return Some((block, place));
        }
        for statement in &mut block.statements {
            open.extend(statement.kind.blocks_mut());
        }
    }
    None
}

/// The phase of this name inside an item.
pub(super) fn find<'i>(item: &'i mut Item, name: &str) -> Option<&'i mut PhaseDef> {
    let (block, place) = place(item, name)?;
    match &mut block.statements[place].kind {
        StatementKind::Phase(phase) => Some(phase),
        _ => None,
    }
}

/// Puts another phase in the place of one inside an item, or nothing.
pub(super) fn replace(item: &mut Item, name: &str, new: Option<&PhaseDef>) {
    let Some((block, place)) = place(item, name) else {
        return;
    };
    match new {
        Some(new) => {
            let statement = &mut block.statements[place];
            statement.kind = StatementKind::Phase(Box::new(new.clone()));
            statement.span = new.span;
        }
        None => _ = block.statements.remove(place),
    }
}
