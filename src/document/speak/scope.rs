//! What the names of a place are called in English, and what they stand for. Knows no expressions.

use super::{ValueShape, words};
use crate::source::Span;

/// A name of the place at hand.
#[derive(Clone, Debug)]
pub(in crate::document) struct LocalName {
    name: String,
    /// How it is spoken of: `the blow`.
    pub spoken: String,
    pub sort: ValueShape,
}

/// The names of the place at hand; the last one of a name counts.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct LocalNames {
    locals: Vec<LocalName>,
    /// Inside an action: its attributes stand bare.
    pub inside_act: bool,
    /// A choice that is told in a list below the sentence.
    pub below: Option<Span>,
    /// What is said of a record stands in a list: a pronoun there would be that of the record.
    pub names_all: bool,
    /// It is spoken of who is in play.
    pub is_in_play: bool,
    /// The record whose defaults are spoken of: its attributes stand bare.
    pub record: Option<String>,
}

impl LocalNames {
    pub fn find(&self, name: &str) -> Option<&LocalName> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// How what has a name is spoken of.
    pub fn spoken(&self, name: &str) -> Option<String> {
        self.find(name).map(|local| local.spoken.clone())
    }

    /// Whether nothing at hand is spoken of so.
    pub fn is_free(&self, spoken: &str) -> bool {
        self.locals.iter().all(|local| local.spoken != spoken)
    }

    /// How everybody else at hand is spoken of.
    pub fn others<'s>(&'s self, spoken: &'s str) -> impl Iterator<Item = &'s str> {
        let records = self.locals.iter();
        records
            .filter(|local| matches!(local.sort, ValueShape::Record(_)))
            .map(|local| local.spoken.as_str())
            .filter(move |other| *other != spoken)
    }

    /// How many names there are, for going back to.
    pub fn mark(&self) -> usize {
        self.locals.len()
    }

    /// Forgets what came after a mark.
    pub fn back_to(&mut self, mark: usize) {
        self.locals.truncate(mark);
    }

    /// A record of a kind: spoken of by its kind if its name is but a letter or two, else by its name.
    pub fn record(&mut self, name: &str, kind: &str) -> String {
        self.one_of(name, kind, kind)
    }

    /// A record that is looked for or gone through: another of its kind may be spoken of already.
    pub fn record_within(&mut self, name: &str, kind: &str) -> String {
        self.named(name, kind, kind, ["the", "that"])
    }

    /// A record that stands beside others, where its kind has a better noun here.
    pub fn one_of(&mut self, name: &str, kind: &str, noun: &str) -> String {
        self.named(name, kind, noun, ["the", "the other"])
    }

    fn named(&mut self, name: &str, kind: &str, noun: &str, articles: [&str; 2]) -> String {
        let noun = words::spaced(noun);
        let named = words::spaced(name);
        let spoken = if words::can_be_called(name) && words::is_adjective(name) {
            format!("the {named} {noun}")
        } else if words::can_be_called(name) {
            format!("the {named}")
        } else {
            let by_letter = format!("the {noun} {}", named.to_uppercase());
            let tries = articles.map(|article| format!("{article} {noun}"));
            let free = |spoken: &&String| {
                self.locals
                    .iter()
                    .all(|local| local.spoken != **spoken || local.name == name)
            };
            tries.iter().find(free).cloned().unwrap_or(by_letter)
        };
        self.push(name, spoken.clone(), ValueShape::Record(kind.to_owned()));
        spoken
    }

    /// Any other value.
    pub fn push(&mut self, name: &str, spoken: String, sort: ValueShape) {
        self.locals.push(LocalName {
            name: name.to_owned(),
            spoken,
            sort,
        });
    }
}
