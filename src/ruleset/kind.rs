//! Kinds of records and their attributes.

use std::sync::LazyLock;

use super::{Declared, EventId, ExprId, ItemId, KindId, Slot, Type, Within};
use crate::source::Span;

/// A kind of record.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// `weapon`
    pub name: String,
    /// `weapons`
    pub plural: String,
    /// In the order of their slots; the built-in ones first.
    pub attributes: Vec<Attribute>,
    /// Of which two its records are, if there is one for every two.
    pub pair: Option<PairKind>,
}

/// A kind of which there is a record for every two records of another kind. Its first two attributes hold these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairKind {
    /// The kind of both.
    pub of: KindId,
    /// Whether one record is for both; otherwise there is one for each in relation to the other.
    pub mutual: bool,
}

impl Kind {
    /// Whether an attribute holds one of the two between which a record stands.
    pub fn is_of_pair(&self, slot: Slot) -> bool {
        self.pair.is_some() && slot < 2
    }

    /// Whether rules say in words what an attribute of theirs means. Where they say it of none, transcripts tell changes of all.
    pub(crate) fn has_texts(&self, id: KindId) -> bool {
        let mut own = self.attributes.iter().skip(id.built_in().into());
        own.any(|attribute| !attribute.text.is_empty())
    }
}

/// Stands for a kind that is not known.
pub(super) static UNKNOWN: LazyLock<Kind> = LazyLock::new(|| Kind {
    name: "record".to_owned(),
    plural: "records".to_owned(),
    attributes: Vec::new(),
    pair: None,
});

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// `hp`
    pub name: String,
    /// What it holds.
    pub declared: Declared,
    /// What it holds at first, worked out for the record (local 0) after the attributes before it; `None`: missing if it is optional, else
    /// the scenario must give it.
    pub default: Option<ExprId>,
    /// Between which numbers changes leave it.
    pub within: Within,
    /// What it means, for people.
    pub text: String,
    /// The item that declares it.
    pub item: ItemId,
    /// Where its name stands there.
    pub span: Span,
    /// A phase keeps it: whether a record has had its turn.
    pub of_turns: bool,
    /// Bookkeeping without a name: it is shown nowhere, and no journal tells its changes.
    pub is_mark: bool,
    /// Whether the players see its values only once the rules reveal them.
    pub secret: bool,
    /// The event that tells triggers of its changes, if any wait for them.
    pub told_by: Option<EventId>,
    /// The first of those that come of the same declaration, if that has a key: `pips(1)` for `pips(3)`.
    pub keyed: Option<Slot>,
}

impl Attribute {
    /// An attribute with no more than a name and what it holds. `of`: the item that declares it, and where its name stands there.
    pub fn new(name: String, declared: Declared, (item, span): (ItemId, Span)) -> Self {
        Attribute {
            name,
            declared,
            default: None,
            text: String::new(),
            item,
            span,
            of_turns: false,
            is_mark: false,
            secret: false,
            told_by: None,
            within: Within::default(),
            keyed: None,
        }
    }

    /// A [mark](Attribute::is_mark), which phases keep.
    pub fn mark(name: String, ty: Type, default: Option<ExprId>, of: (ItemId, Span)) -> Self {
        Attribute {
            default,
            of_turns: true,
            is_mark: true,
            ..Attribute::new(name, Declared::certain(ty), of)
        }
    }

    /// That of one key, as it is written; `first`: the slot of the first key.
    pub fn of_key(&self, first: Slot, key: &str) -> Self {
        let mut one = Attribute {
            name: format!("{}({key})", self.name),
            keyed: Some(first),
            ..self.clone()
        };
        one.tell(self.text.clone());
        one
    }

    /// Gives it the text of its declaration, with the key behind it if it has one.
    pub fn tell(&mut self, text: String) {
        let key = self.name.split_once('(').filter(|_| self.keyed.is_some());
        let key = key.map(|(_, key)| key.trim_end_matches(')').replace('_', " "));
        self.text = match key {
            Some(key) if !text.is_empty() => format!("{text} ({key})"),
            _ => text,
        };
    }

    /// Its text as it is declared.
    pub fn declared_text(&self) -> &str {
        match (self.keyed, self.text.rsplit_once(" (")) {
            (Some(_), Some((text, _))) => text,
            _ => &self.text,
        }
    }

    /// What it is called where it is declared: `pips` for `pips(3)`.
    pub fn declared_name(&self) -> &str {
        match (self.keyed, self.name.split_once('(')) {
            (Some(_), Some((name, _))) => name,
            _ => &self.name,
        }
    }
}

impl Kind {
    /// The attributes as they are declared: those of one key stand for all keys; each with its slot. Not the marks.
    pub fn declared(&self) -> impl Iterator<Item = (Slot, &Attribute)> {
        let slots = (0..).zip(&self.attributes);
        let slots = slots.filter(|(_, one)| !one.is_mark);
        slots.filter(|(slot, one)| one.keyed.is_none_or(|first| first == *slot))
    }
}

/// A kind by its name.
pub fn kind_id(kinds: &[Kind], name: &str) -> Option<KindId> {
    kinds
        .iter()
        .position(|kind| kind.name == name)
        .map(KindId::from_index)
}

/// An attribute of a kind by its name.
pub fn slot_of(kind: &Kind, name: &str) -> Option<Slot> {
    kind.attributes
        .iter()
        .position(|attribute| attribute.name == name)
        .map(|index| index as Slot)
}
