//! The items of a file by what they are, each list in the order of the file: the index in a list is the id. Judges nothing.

use super::symbol_table::SymbolTable;
use crate::ruleset::{ItemId, KindId, PhaseId};
use crate::syntax::ast::{self, Block, ItemKind, StatementKind};

/// The items by what they are.
#[derive(Default)]
pub(super) struct ByKind<'a> {
    pub sources: Vec<&'a ast::Text>,
    pub documents: Vec<&'a ast::DocumentDef>,
    pub unruled: Vec<&'a ast::NoRuleDef>,
    /// `true`: of time
    pub units: Vec<(bool, &'a ast::Units)>,
    pub settings: Vec<(&'a ast::Name, &'a ast::Expr)>,
    pub options: Vec<(ItemId, &'a ast::OptionDef)>,
    pub choices: Vec<&'a ast::ChoiceDef>,
    pub kinds: Vec<(ItemId, &'a ast::KindDef)>,
    pub lets: Vec<(ItemId, &'a ast::LetDef)>,
    pub tables: Vec<(ItemId, &'a ast::TableDef)>,
    pub procedures: Vec<(ItemId, &'a ast::ProcedureDef)>,
    pub events: Vec<(ItemId, &'a ast::EventDef)>,
    pub actions: Vec<(ItemId, &'a ast::ActionDef)>,
    pub orders: Vec<(ItemId, &'a ast::OrderDef)>,
    pub placements: Vec<(ItemId, &'a ast::PlacementDef)>,
    pub exceptions: Vec<(ItemId, &'a ast::ExceptionDef)>,
    pub voids: Vec<(ItemId, &'a ast::VoidDef)>,
    pub triggers: Vec<(ItemId, &'a ast::TriggerDef)>,
    pub tactics: Vec<(ItemId, &'a ast::TacticDef)>,
    /// Every phase, an outer one before those within it.
    pub phases: Vec<PhaseEntry<'a>>,
    /// Every block of statements.
    pub blocks: Vec<&'a Block>,
}

/// A phase, and where it stands.
pub(super) struct PhaseEntry<'a> {
    pub item: ItemId,
    pub def: &'a ast::PhaseDef,
    pub parent: Option<PhaseId>,
    /// It is a phase of the combat itself, not within another body.
    pub top: bool,
}

/// An attribute, and where it stands.
pub(super) struct AttributeEntry<'a> {
    pub item: ItemId,
    pub kind: KindId,
    /// The kind, or an addition to it.
    pub of: &'a ast::KindDef,
    pub def: &'a ast::Attribute,
}

impl<'a> ByKind<'a> {
    /// The attributes of all kinds that are known.
    pub fn attributes(&self, names: &SymbolTable) -> Vec<AttributeEntry<'a>> {
        let kinds = self.kinds.iter().filter_map(|&(item, of)| {
            let kind = *names.kinds.get(&of.name.text)?;
            let entry = move |def| AttributeEntry {
                item,
                kind,
                of,
                def,
            };
            Some(of.attributes.iter().map(entry))
        });
        kinds.flatten().collect()
    }

    /// The triggers of what comes before a turn, each with the names of the phase and of the record.
    pub fn before_turns(
        &self,
    ) -> impl Iterator<Item = (ItemId, &'a ast::TriggerDef, &'a ast::Name, &'a ast::Name)> {
        let triggers = self.triggers.iter();
        triggers.filter_map(|&(item, def)| match &def.happening {
            ast::Happening::BeforeTurn { phase, name } => Some((item, def, phase, name)),
            _ => None,
        })
    }

    /// Sorts the items. `add` lists an item (of a phase within a body: `None`, and the phase) and gives its id.
    pub fn new(items: &[&'a ast::Item], mut add: impl FnMut(ItemEntry<'a>) -> ItemId) -> Self {
        let mut by_kind = ByKind::default();
        for item in items {
            let listed = !matches!(
                item.kind,
                ItemKind::Source(_)
                    | ItemKind::Document(_)
                    | ItemKind::NoRule(_)
                    | ItemKind::Uses(_)
                    | ItemKind::Remove { .. }
                    | ItemKind::RemoveEvery { .. }
                    | ItemKind::Replace(_)
                    | ItemKind::Part(_)
                    | ItemKind::SetOption { .. }
            );
            let id = if listed {
                add(ItemEntry::Item(item))
            } else {
                ItemId::default()
            };
            by_kind.take(id, item);
            let parent = matches!(item.kind, ItemKind::Phase(_))
                .then(|| PhaseId::from_index(by_kind.phases.len() - 1));
            for block in item.kind.blocks() {
                by_kind.blocks.push(block);
                by_kind.inner_phases(block, parent, &mut add);
            }
        }
        by_kind
    }

    fn take(&mut self, id: ItemId, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Source(text) => self.sources.push(text),
            ItemKind::Document(def) => self.documents.push(def),
            ItemKind::NoRule(def) => self.unruled.push(def),
            ItemKind::Uses(_)
            | ItemKind::Remove { .. }
            | ItemKind::RemoveEvery { .. }
            | ItemKind::Replace(_)
            | ItemKind::Part(_) => {}
            ItemKind::SetOption { name, value } => self.settings.push((name, value)),
            ItemKind::Time(units) => self.units.push((true, units)),
            ItemKind::Units(units) => self.units.push((false, units)),
            ItemKind::Option(def) => self.options.push((id, def)),
            ItemKind::Choice(def) => self.choices.push(def),
            ItemKind::Kind(def) => self.kinds.push((id, def)),
            ItemKind::Let(def) => self.lets.push((id, def)),
            ItemKind::Table(def) => self.tables.push((id, def)),
            ItemKind::Procedure(def) => self.procedures.push((id, def)),
            ItemKind::Event(def) => self.events.push((id, def)),
            ItemKind::Action(def) => self.actions.push((id, def)),
            ItemKind::Order(def) => self.orders.push((id, def)),
            ItemKind::Placement(def) => self.placements.push((id, def)),
            ItemKind::Exception(def) => self.exceptions.push((id, def)),
            ItemKind::Void(def) => self.voids.push((id, def)),
            ItemKind::Trigger(def) => self.triggers.push((id, def)),
            ItemKind::Tactic(def) => self.tactics.push((id, def)),
            ItemKind::Phase(def) => self.phases.push(PhaseEntry {
                item: id,
                def,
                parent: None,
                top: true,
            }),
        }
    }

    fn inner_phases(
        &mut self,
        block: &'a Block,
        parent: Option<PhaseId>,
        add: &mut impl FnMut(ItemEntry<'a>) -> ItemId,
    ) {
        for statement in &block.statements {
            let mut around = parent;
            if let StatementKind::Phase(def) = &statement.kind {
                let item = add(ItemEntry::Phase(def));
                self.phases.push(PhaseEntry {
                    item,
                    def,
                    parent,
                    top: false,
                });
                around = Some(PhaseId::from_index(self.phases.len() - 1));
            }
            for inner in statement.kind.blocks() {
                self.inner_phases(inner, around, add);
            }
        }
    }
}

/// What is listed as an item of the ruleset.
pub(super) enum ItemEntry<'a> {
    /// An item of the file.
    Item(&'a ast::Item),
    /// A phase within a body.
    Phase(&'a ast::PhaseDef),
}
