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

impl PartOwner {
    /// The category and the name of the item to which a part belongs.
    pub fn identity(&self) -> Identity<'_> {
        let (name, span) = match &self.name {
            Some(name) => (name.text.as_str(), name.span),
            None => ("", self.span),
        };
        Identity {
            category: self.category,
            name,
            span,
        }
    }
}

impl AboutThing {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            AboutThing::Thing(thing) => thing.span,
            AboutThing::Act(act) => act.span,
        }
    }
}

impl RowKey {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            RowKey::Numbers { from, to } => {
                to.as_ref().map_or(from.span, |to| from.span.to(to.span))
            }
            RowKey::Open { from, towards: _ } => from.span,
            RowKey::Word(word) => word.span,
            RowKey::Else(span) => *span,
        }
    }

    /// How several are written: `2, 4..6`.
    pub fn list(keys: &[RowKey]) -> String {
        let keys: Vec<String> = keys.iter().map(RowKey::words).collect();
        keys.join(", ")
    }

    /// How it is written: `3..6`.
    pub fn words(&self) -> String {
        let number = |number: &Number| {
            let sign = if number.negative { "-" } else { "" };
            format!("{sign}{}", number.digits)
        };
        match self {
            RowKey::Numbers { from, to: Some(to) } => format!("{}..{}", number(from), number(to)),
            RowKey::Numbers { from, to: None } => number(from),
            RowKey::Open { from, towards } => {
                let way = match towards {
                    Towards::More => "or more",
                    Towards::Less => "or less",
                };
                format!("{} {way}", number(from))
            }
            RowKey::Word(word) => word.text.clone(),
            RowKey::Else(_) => "else".to_owned(),
        }
    }
}

impl PartChange {
    /// What it does in a few words: `replace stage begins of action cast`.
    pub fn called(&self) -> String {
        let name = |name: &Option<ItemName>| {
            name.as_ref()
                .map_or(String::new(), |name| format!(" \"{}\"", name.text))
        };
        let stage = |name: &Name| format!("stage {}", name.text);
        let part = match &self.part {
            ItemPart::Stage(own) => stage(own),
            ItemPart::Does => "does".to_owned(),
            ItemPart::Rows(_) => "row".to_owned(),
            ItemPart::Key(key) => format!("key{}", name(key)),
            ItemPart::Condition(condition) => format!("condition{}", name(condition)),
            ItemPart::Alternative => "alternative".to_owned(),
            ItemPart::Title(None) => "title".to_owned(),
            ItemPart::Title(Some(own)) => format!("title of {}", stage(own)),
            ItemPart::Head => "head".to_owned(),
            ItemPart::Whole => String::new(),
        };
        let joined = match (&self.part, self.verb) {
            (ItemPart::Whole, _) => "",
            (_, PartVerb::Add) => " to ",
            _ => " of ",
        };
        let owner = match &self.owner.name {
            None => "the order".to_owned(),
            Some(name) if self.owner.category.is_titled() => {
                format!("{} \"{}\"", self.owner.category.word(), name.text)
            }
            Some(name) => format!("{} {}", self.owner.category.word(), name.text),
        };
        format!("{} {part}{joined}{owner}", self.verb.word())
    }
}

impl Between {
    /// The lowest number and the highest, as far as they are said.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        let (least, most) = match self {
            Between::From { least, most } => (Some(least), most.as_ref()),
            Between::AtMost { most } => (None, Some(most)),
        };
        least.into_iter().chain(most)
    }
}

impl Attribute {
    /// Where its default, its bounds and what sets it back stand.
    pub fn clauses(&self) -> impl Iterator<Item = Span> {
        let bounds = self.within.iter().flat_map(Between::bounds);
        let values = self.default.iter().chain(bounds).map(|value| value.span);
        values.chain(self.set_back.iter().map(|back| back.span))
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

    /// Whether its items are known by a title in quotes.
    pub fn is_titled(self) -> bool {
        matches!(
            self,
            Category::Placement | Category::Exception | Category::Void | Category::Trigger
        )
    }
}

fn named(category: Category, name: &Name) -> Option<Identity<'_>> {
    Some(Identity {
        category,
        name: &name.text,
        span: name.span,
    })
}

fn titled(category: Category, title: &Text) -> Option<Identity<'_>> {
    Some(Identity {
        category,
        name: title.title(),
        span: title.span,
    })
}
