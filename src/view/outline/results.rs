//! What comes of the acts: remarks, events, rows of tables, changes; and how the combat ends.

use super::gather::Gatherer;
use super::{Interjection, InterjectionKind, Note, SideAtEnd};
use crate::analysis::{Reach, read_for_value};
use crate::journal::{Range, Said};
use crate::ruleset::{EventId, Happening, ItemId, KindId, MISSING, Slot, TableId, Type, Value};
use crate::view::transcript::changes::{ValueChange, keeps_roll, matters, shown};
use crate::view::transcript::phrases;

impl Gatherer<'_, '_> {
    /// Whether an event has set something off: then a remark tells what befalls a combatant, not what it does.
    pub fn is_of_event(&self, cause: Option<ItemId>) -> bool {
        let mut triggers = self.story.names.rules.triggers.iter();
        let trigger = triggers.find(|trigger| Some(trigger.item) == cause);
        trigger.is_some_and(|trigger| matches!(trigger.on, Happening::Event(_)))
    }

    /// A remark; if it `stands_alone`, by itself, else of the last actor of the batch with whose name it begins.
    pub fn note(&mut self, text: String, stands_alone: bool) {
        let Some(&(column, _)) = self.batch.as_ref() else {
            return self.say(InterjectionKind::Note(text));
        };
        let joined = self.joined.clone();
        let mut own = joined.into_iter().rev().filter(|_| !stands_alone);
        let of = own.find(|&mark| {
            let row = self.sheet().panel.marks[mark].row;
            let rest = text.strip_prefix(self.outline.rows[row].as_str());
            rest.is_some_and(|rest| rest.starts_with(' '))
        });
        let notes = &mut self.sheet().panel.columns[column].notes;
        notes.push(Note { text, of });
    }

    /// Says something between the columns.
    pub fn say(&mut self, what: InterjectionKind) {
        let panel = &mut self.sheet().panel;
        let behind = panel.columns.len();
        panel.sayings.push(Interjection { behind, what });
    }

    /// An event, if the rules have words for it.
    pub fn raised(&mut self, event: EventId, values: Range, index: usize) {
        if let Some(text) = self.story.raised(event, values, index) {
            self.note(text, false);
        }
    }

    /// The row of a table, if it has a title.
    pub fn consulted(&mut self, table: TableId, row: u32, key: Value, index: usize) {
        let rule = self.story.names.rules.tables.get(table.index());
        let found = rule.and_then(|rule| rule.rows.get(row as usize));
        if found.is_some_and(|found| !found.title.is_empty())
            && let Some(text) = phrases::row(self.story, table, row, key, index)
        {
            self.note(text, true);
        }
    }

    /// A change that people care about: by the batch in hand, or between batches.
    pub fn changed(&mut self, change: &ValueChange, index: usize) {
        if !matters(self.story, change) || keeps_roll(self.story, change, &self.rolls) {
            return;
        }
        let attribute = (change.kind, change.slot);
        let of = self.story.names.record(change.kind, change.record);
        let text = shown(change, self.story, index);
        if let &Some((column, _)) = &self.batch {
            self.by_acts.insert(attribute, true);
            return put(&mut self.sheet().panel.columns[column].changes, of, text);
        }
        let rule = self.story.names.attribute_rule(change.kind, change.slot);
        let is_state = rule.is_some_and(|rule| rule.declared.ty == Type::YesNo);
        let known = self.by_acts.get(&attribute) == Some(&true);
        let behind = self.sheet().panel.columns.len();
        // What is set before anybody acts is preparation: of the combat, or of what comes next, where only what is so at the end is told.
        let is_begun = (self.sheets.iter()).any(|sheet| !sheet.panel.columns.is_empty());
        if is_state && is_begun {
            self.by_acts.entry(attribute).or_insert(false);
        }
        if !(known || is_state && behind > 0) {
            return;
        }
        if is_state {
            self.by_acts.insert(attribute, true);
        }
        match self.sheet().panel.sayings.last_mut() {
            Some(Interjection {
                behind: last,
                what: InterjectionKind::Changes(changes),
            }) if *last == behind => put(changes, of, text),
            _ => self.say(InterjectionKind::Changes(vec![(of, vec![text])])),
        }
    }

    /// How it stands at the end, by side.
    pub fn standing(&self) -> Vec<SideAtEnd> {
        let members = |first: usize, count: usize| {
            let rows = first..first + count;
            let of = rows.map(|row| (self.outline.rows[row].clone(), self.changed_values(row)));
            of.collect::<Vec<_>>()
        };
        let sides = self.outline.sides.iter();
        let standing: Vec<SideAtEnd> = sides
            .map(|side| (side.name.clone(), members(side.first, side.count)))
            .filter(|(_, members)| !members.is_empty())
            .collect();
        let mut all = standing.iter().flat_map(|(_, members)| members);
        match all.any(|(_, values)| !values.is_empty()) {
            true => standing,
            false => Vec::new(),
        }
    }

    /// What is different of a combatant at the end, of what acts have changed.
    fn changed_values(&self, row: usize) -> Vec<String> {
        let story = self.story;
        let last = story.journal.entries.len();
        let Some(combatant) = self.combatant_of(row) else {
            return Vec::new();
        };
        let of_combatants = (self.by_acts.keys()).filter(|(kind, _)| *kind == KindId::COMBATANT);
        let told = of_combatants.filter_map(|&(kind, slot)| {
            let rule = story.names.attribute_rule(kind, slot)?;
            let at = |entry| story.history.changed(kind, combatant, slot, entry);
            let (old, new) = (at(0)?, at(last)?);
            let shown = story.value(&rule.declared.ty, new, last);
            let name = story.names.attribute(kind, slot);
            match rule.declared.ty {
                _ if old == new => None,
                Type::YesNo => (new == 1).then_some(name),
                Type::Number(_) if old == MISSING || new == MISSING => None,
                Type::Number(None) if new < old && self.is_used_up(kind, slot) => {
                    Some(format!("{name} {shown} of {old}"))
                }
                _ => Some(format!("{name} {shown}")),
            }
        });
        told.collect()
    }

    /// Whether a number is one of which there is so much at first, and then less: not what only puts acts or turns in order.
    fn is_used_up(&self, kind: KindId, slot: Slot) -> bool {
        let rules = self.story.names.rules;
        let attribute = (kind, slot);
        let reads = |expr| read_for_value(rules, expr).contains(&attribute);
        let keys = rules.orders.iter().flat_map(|order| &order.keys);
        let turns = rules.phases.iter().filter_map(|phase| phase.turns.as_ref());
        let turns = turns.flat_map(|turns| turns.keys.iter().map(|key| key.0));
        let is_in_order = keys.map(|key| key.value).chain(turns).any(reads);
        let is_vital = rules
            .in_play(kind)
            .is_some_and(|in_play| Reach::reads(rules, in_play.body, attribute));
        is_vital || !is_in_order
    }

    /// The combat is over.
    pub fn ended(&mut self, because: Option<Said>, index: usize) {
        let because = because.map_or(String::new(), |said| self.story.said(said, index));
        let sheet = match self.sheets.last_mut() {
            Some(last) => last,
            None => self.sheet(),
        };
        sheet.panel.ending = Some(because);
    }
}

/// Adds the changes of one record.
fn put(changes: &mut Vec<(String, Vec<String>)>, of: String, text: String) {
    match changes.iter_mut().find(|(other, _)| *other == of) {
        Some((_, parts)) => parts.push(text),
        None => changes.push((of, vec![text])),
    }
}
