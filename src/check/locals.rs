//! The names of the body in hand that stand for values, each found without a look at the others.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::ruleset::{Declared, Local};
use crate::source::Span;

/// A name of a body.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub name: String,
    pub declared: Declared,
    pub local: Local,
    pub span: Span,
    /// Whether it stands for what a statement has found, which another one can find anew.
    pub is_variable: bool,
    /// Whether it stands for each record of an `each` or a search in turn.
    pub is_each: bool,
}

/// The names in sight, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Locals {
    list: Vec<Binding>,
    /// The places of each name in the list.
    places: BTreeMap<String, Vec<usize>>,
}

impl Locals {
    /// One more, in the innermost scope.
    pub fn push(&mut self, binding: Binding) {
        let places = self.places.entry(binding.name.clone()).or_default();
        places.push(self.list.len());
        self.list.push(binding);
    }

    /// Only the first ones are left.
    pub fn truncate(&mut self, length: usize) {
        for gone in self.list.drain(length.min(self.list.len())..) {
            if let Some(places) = self.places.get_mut(&gone.name) {
                places.pop();
            }
        }
    }

    /// The innermost one with this name.
    pub fn innermost(&self, name: &str) -> Option<&Binding> {
        self.list.get(*self.places.get(name)?.last()?)
    }

    /// The outermost one with this name, from a place of the list on.
    pub fn first_from(&self, start: usize, name: &str) -> Option<&Binding> {
        let places = self.places.get(name)?;
        let first = places.partition_point(|place| *place < start);
        self.list.get(*places.get(first)?)
    }
}

impl Deref for Locals {
    type Target = [Binding];

    fn deref(&self) -> &[Binding] {
        &self.list
    }
}

impl DerefMut for Locals {
    fn deref_mut(&mut self) -> &mut [Binding] {
        &mut self.list
    }
}
