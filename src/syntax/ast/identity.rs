//! By what an item is known: its category and its name or title. Only words of the tree.

use super::*;

/// By what an item is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    /// What kind of item.
    pub category: Category,
    /// Its name or title; empty for the order that has no name.
    pub name: &'a str,
    /// Where that stands.
    pub span: Span,
}

impl Identity<'_> {
    /// For messages: ``exception `G vs D` ``.
    pub fn shown(&self) -> String {
        match self.name {
            "" => self.category.noun().to_owned(),
            name => format!("{} `{}`", self.category.noun(), Clean(name)),
        }
    }
}

impl Item {
    /// The category and the name by which it can be replaced; nothing for what has none.
    pub fn identity(&self) -> Option<Identity<'_>> {
        match &self.kind {
            ItemKind::Option(option) => named(Category::Option, &option.name),
            ItemKind::Choice(choice) => named(Category::Choice, &choice.name),
            ItemKind::Kind(kind) => named(Category::Kind, &kind.name),
            ItemKind::Let(definition) => named(Category::Let, &definition.name),
            ItemKind::Table(table) => named(Category::Table, &table.name),
            ItemKind::Procedure(procedure) => named(Category::Procedure, &procedure.name),
            ItemKind::Event(event) => named(Category::Event, &event.name),
            ItemKind::Action(action) => named(Category::Action, &action.name),
            ItemKind::Phase(phase) => named(Category::Phase, &phase.name),
            ItemKind::Tactic(tactic) => named(Category::Tactic, &tactic.name),
            ItemKind::Order(order) => match order.name.as_ref().or(order.during.as_ref()) {
                Some(name) => named(Category::Order, name),
                None => Some(Identity {
                    category: Category::Order,
                    name: "",
                    span: self.span,
                }),
            },
            ItemKind::Placement(placement) => titled(Category::Placement, &placement.title),
            ItemKind::Exception(exception) => titled(Category::Exception, &exception.title),
            ItemKind::Void(void) => titled(Category::Void, &void.title),
            ItemKind::Trigger(trigger) => titled(Category::Trigger, &trigger.title),
            _ => None,
        }
    }
}

impl Category {
    /// The word for it in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Category::Let => "definition",
            other => other.word(),
        }
    }
}

fn named(category: Category, name: &Name) -> Option<Identity<'_>> {
    Some(Identity {
        category,
        name: &name.text,
        span: name.span,
    })
}

/// Titles have no holes: their first piece is all of them.
fn titled(category: Category, title: &Text) -> Option<Identity<'_>> {
    let name = match title.pieces.first() {
        Some(Piece::Plain(plain)) => plain,
        _ => "",
    };
    Some(Identity {
        category,
        name,
        span: title.span,
    })
}
