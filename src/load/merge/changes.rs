//! Changes of parts: the item that is meant is found and taken out, changed, and put back.

use std::borrow::Cow;

use super::parts::PartEdit;
use super::{DeclarationSite, Gone, MergeAction, RulesMerger, key, part_messages, phases};
use crate::diagnostic::Code;
use crate::source::{Limits, Span};
use crate::syntax::ast::{
    Category, Item, ItemKind, ItemPart, NewPart, PartChange, PartVerb, StatementKind,
};

impl<'a> RulesMerger<'a> {
    /// A part of an item gets another form.
    pub(super) fn change_part(&mut self, change: &'a PartChange, new: &'a Item) {
        let wanted = change.owner.identity();
        let Some(spot) = self.find(&wanted, MergeAction::Changed) else {
            return;
        };
        let changed = self.parts_changed.entry(spot.slot).or_default();
        *changed += 1;
        if *changed > Limits::OF_ONE_SORT {
            return self.found.push(part_messages::too_many(change));
        }
        if change.part == ItemPart::Whole
            && matches!(change.verb, PartVerb::Before | PartVerb::After)
            && !spot.inside
        {
            return self.add_phases(change, new, spot);
        }
        let Some(mut item) = self.empty(spot.slot) else {
            return;
        };
        let before = phases::names(&item);
        let mut edit = PartEdit {
            change,
            sources: self.sources,
            is_below: &|file| self.is_below(file),
            is_replaced: &|name| {
                let changes = self.changes.get(&(Category::Phase, name.to_owned()));
                let mut changes = changes.into_iter().flatten();
                changes.any(|change| change.done == MergeAction::Replaced)
            },
            says_the_same: false,
        };
        let done = edit.apply(item.to_mut(), spot.inside.then_some(wanted.name));
        let says_the_same = edit.says_the_same;
        let part = (key(&wanted), change.part_shown());
        match done {
            Ok(()) => {
                if says_the_same {
                    self.found.push(part_messages::changes_nothing(change));
                }
                self.parts.push((change.span, item.span));
                item.to_mut().allows.extend(new.allows.iter().cloned());
                match change.verb {
                    PartVerb::Remove => _ = self.parts_gone.insert(part, change.span),
                    _ => _ = self.parts_gone.remove(&part),
                }
                self.note_parts_gone(change);
                for name in before.difference(&phases::names(&item)) {
                    self.note_gone(Category::Phase, name, change.span, true);
                }
            }
            Err(complaint) => {
                let removed = self.parts_gone.get(&part);
                let removed = removed.filter(|_| complaint.code == Code::UnknownName);
                self.found.push(match removed {
                    Some(removed) => part_messages::removed_below(change, *removed),
                    None => complaint,
                });
            }
        }
        self.fill(spot.slot, item);
    }

    /// Phases come before or behind a phase that stands in no other.
    fn add_phases(&mut self, change: &PartChange, new: &Item, spot: DeclarationSite) {
        let Some(NewPart::Body(body)) = &change.new else {
            return;
        };
        let Some(beside) = self.order.iter().position(|slot| *slot == spot.slot) else {
            return;
        };
        let (place, neighbour) = match change.verb {
            PartVerb::Before => (beside, beside.checked_sub(1)),
            _ => (beside + 1, Some(beside + 1)),
        };
        let neighbour = neighbour.and_then(|place| self.slots[*self.order.get(place)?].as_ref());
        let neighbour = neighbour.filter(|item| matches!(item.kind, ItemKind::Phase(_)));
        let neighbour = neighbour.map(|item| item.span);
        let is_foreign = |span: &Span| span.file != change.span.file && !self.is_below(span.file);
        if let Some(span) = neighbour.filter(is_foreign) {
            return self.found.push(part_messages::conflict(change, span));
        }
        let mut allows = new.allows.clone();
        for (place, statement) in (place..).zip(&body.statements) {
            let StatementKind::Phase(phase) = &statement.kind else {
                return self.found.push(part_messages::misplaced(change));
            };
            let mut phase = (**phase).clone();
            phase.cites.extend(change.cites.iter().cloned());
            let item = Item {
                kind: ItemKind::Phase(phase),
                allows: std::mem::take(&mut allows),
                span: statement.span,
            };
            self.put_at(place, Cow::Owned(item));
        }
    }

    /// Lists what a removed part has declared.
    fn note_parts_gone(&mut self, change: &PartChange) {
        let (noun, name) = match (&change.part, change.verb) {
            (ItemPart::Stage(name), PartVerb::Remove) => ("stage", &name.text),
            (ItemPart::Key(Some(name)), PartVerb::Remove) => ("key", &name.text),
            _ => return,
        };
        self.gone.push(Gone {
            noun,
            name: name.clone(),
            category: None,
            span: change.span,
            inside: false,
            replace: None,
        });
    }

    pub(super) fn note_gone(&mut self, category: Category, name: &str, span: Span, inside: bool) {
        self.gone.push(Gone {
            noun: category.noun(),
            name: name.to_owned(),
            category: Some(category),
            span,
            inside,
            replace: None,
        });
    }
}
