//! How the acts of a journal are told: "ann casts sleep", and texts with the values that were recorded for them.

use super::secrecy::Secrecy;
use super::transcript::{phrases, side_of};
use super::{History, Names};
use crate::analysis::StatementIndex;
use crate::journal::{ActNumber, Background, Journal, Range, Ruling, Said, Title};
use crate::ruleset::{
    Action, EventId, ExprId, ItemId, KindId, MISSING, Slot, Stage, Tactic, TacticLine, Template,
    TemplateId, TemplatePiece, Type, Value,
};
use crate::scenario::{AttributeChange, Deed};
use crate::source::{Clean, english};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Names, a journal, and what it tells of attributes.
#[derive(Debug)]
pub struct Story<'a> {
    /// What everything is called.
    pub names: Names<'a>,
    /// The run.
    pub journal: &'a Journal,
    /// What attributes were at any moment of it.
    pub history: History,
    /// Of which acts and values the players do not know.
    pub(super) secrecy: Secrecy,
    /// What was kept beside the journal.
    pub background: Background,
    /// What each stage of an act was called, in the order of the entries.
    titles: BTreeMap<(ActNumber, u16), Vec<Title>>,
    /// The statements of the rules, once something has asked for them.
    pub(super) statements: OnceCell<StatementIndex>,
}

/// What stands for a value that the journal alone does not tell.
const UNTOLD: &str = "...";

impl<'a> Story<'a> {
    /// The story of a run.
    pub fn new(names: Names<'a>, journal: &'a Journal) -> Self {
        let mut titles: BTreeMap<_, Vec<Title>> = BTreeMap::new();
        for title in &journal.titles {
            let of_it = titles.entry((title.act, title.stage)).or_default();
            of_it.push(*title);
        }
        let names = Names {
            journal: Some(journal),
            ..names
        };
        Story {
            names,
            journal,
            history: History::new(journal),
            secrecy: Secrecy::new(&names, journal),
            titles,
            background: Background::default(),
            statements: OnceCell::new(),
        }
    }

    /// Rulings by their acts; of one pair the corrections first, then by the titles of their exceptions: however these are listed. `O(n log n)`.
    pub fn in_order<'l>(&self, rulings: impl IntoIterator<Item = &'l Ruling>) -> Vec<&'l Ruling> {
        let exceptions = &self.names.rules.exceptions;
        let mut rulings: Vec<&Ruling> = rulings.into_iter().collect();
        rulings.sort_by_key(|one| {
            let exception = one.by.exception();
            let rule = exception.and_then(|id| exceptions.get(id.index()));
            (one.mover, one.reference, rule.map(|rule| &rule.title))
        });
        rulings
    }

    /// A value, shown by its type, as it was called when an entry was written.
    pub fn value(&self, ty: &Type, value: Value, entry: usize) -> String {
        match (ty, u32::try_from(value)) {
            (Type::Record(KindId::ACT), Ok(act)) => self.act(act, entry),
            _ => self.names.value(ty, value),
        }
    }

    /// A value of an attribute, shown in the same way.
    pub(crate) fn value_of(
        &self,
        (kind, slot): (KindId, Slot),
        value: Value,
        entry: usize,
    ) -> String {
        match self.names.attribute_rule(kind, slot) {
            Some(rule) => self.value(&rule.declared.ty, value, entry),
            None => value.to_string(),
        }
    }

    /// A record by its name, an act as it is told.
    pub(crate) fn record(&self, kind: KindId, record: u32, entry: usize) -> String {
        match kind {
            KindId::ACT => self.act(record, entry),
            kind => self.names.record(kind, record),
        }
    }

    /// The item behind what it did: the trigger, exception or rule of void acts; of others the text around tells.
    pub(crate) fn titled(&self, cause: Option<ItemId>) -> Option<ItemId> {
        let items = &self.names.rules.items;
        cause.filter(|item| {
            let item = items.get(item.index());
            item.is_some_and(|item| matches!(item.category, "trigger" | "exception" | "void"))
        })
    }

    /// A text with the values that were recorded for it.
    pub fn said(&self, said: Said, entry: usize) -> String {
        let Some(template) = self.template(said.template) else {
            return UNTOLD.to_string();
        };
        let mut values = self.journal.values(said.values).iter();
        let mut text = String::new();
        for piece in &template.pieces {
            match piece {
                TemplatePiece::Plain(prose) => text.push_str(&Clean(prose).to_string()),
                TemplatePiece::Holder(..) => _ = values.next(),
                TemplatePiece::Hole(_, ty) => match values.next() {
                    Some(&value) if template.titles => {
                        text.push_str(&self.names.untitled().value(ty, value));
                    }
                    Some(&value) => text.push_str(&self.value(ty, value, entry)),
                    None => text.push_str(UNTOLD),
                },
            }
        }
        text
    }

    /// Whether a text is the title of a record that was just made.
    pub(super) fn is_title(&self, said: Said) -> bool {
        self.template(said.template).is_some_and(|one| one.titles)
    }

    /// A text for these names, as far as simple look-ups give it. A value that is missing takes with it the words that lead up to it; of those that
    /// begin the text, the last if it only joins: `casts {spell} at {target}` without target is `casts sleep`, `shoots at {target}` is `shoots`.
    pub fn fill(&self, template: TemplateId, locals: &[Value], entry: usize) -> String {
        self.filled(template, entry, |hole| self.peek(hole, locals, entry))
    }

    /// The words of an event, if the rules have some for it.
    pub(super) fn raised(&self, event: EventId, values: Range, entry: usize) -> Option<String> {
        let text = self.names.rules.events.get(event.index())?.text?;
        Some(self.fill(text, self.journal.values(values), entry))
    }

    /// A text with a value for each of its holes. A value that is not known is shown as such.
    fn filled(
        &self,
        template: TemplateId,
        entry: usize,
        mut value_of: impl FnMut(ExprId) -> Option<Value>,
    ) -> String {
        let Some(template) = self.template(template) else {
            return UNTOLD.to_string();
        };
        let mut text = String::new();
        let mut before = 0;
        for piece in &template.pieces {
            match piece {
                TemplatePiece::Plain(prose) => {
                    before = text.len();
                    text.push_str(&Clean(prose).to_string());
                }
                TemplatePiece::Holder(of, ..) => _ = value_of(*of),
                TemplatePiece::Hole(hole, ty) => {
                    let value = match (value_of(*hole), ty) {
                        // A set without records is left out, too.
                        (Some(0), Type::Set(_)) => Some(MISSING),
                        (value, _) => value,
                    };
                    match value {
                        Some(MISSING) if before > 0 => text.truncate(before),
                        Some(MISSING) => text.truncate(english::without_link(&text).len()),
                        Some(value) => text.push_str(&self.value(ty, value, entry)),
                        None => text.push_str(UNTOLD),
                    }
                    // What comes now leads up to no value before it.
                    before = text.len();
                }
            }
        }
        text
    }

    /// What the game master does: `sets hp of bram to 5, because it was misread`, `moves orc 1 before bram`, `has wolf 1 and wolf 2 join orcs`.
    pub fn correction(&self, number: u32, entry: usize) -> String {
        let names = &self.names;
        let Some(correction) = names.scenario.corrections.get(number as usize) else {
            return UNTOLD.to_string();
        };
        let deed = match &correction.deed {
            &Deed::Set(AttributeChange {
                kind,
                record,
                slot,
                value,
            }) => {
                let attribute = names.attribute(kind, slot);
                let of = names.record(kind, record);
                let value = self.value_of((kind, slot), value, entry);
                format!("sets {attribute} of {of} to {value}")
            }
            Deed::Move(acts) => {
                let order = phrases::relation(acts.relation());
                let [mover, reference] = [acts.mover, acts.reference]
                    .map(|combatant| names.record(KindId::COMBATANT, combatant));
                format!("moves {mover} {order} {reference}")
            }
            Deed::Join(kind, records) => {
                let joining = records.clone().map(|record| names.record(*kind, record));
                let joining = joining.collect::<Vec<_>>().join(", ");
                match (*kind, u32::try_from(side_of(names.scenario, records.start))) {
                    (KindId::COMBATANT, Ok(side)) => {
                        format!("has {joining} join {}", names.record(KindId::SIDE, side))
                    }
                    (kind, _) => format!("adds the {} {joining}", names.kind(kind)),
                }
            }
        };
        let because = correction.because.as_ref();
        let because = because.map_or(String::new(), |text| format!(", because {}", Clean(text)));
        format!("{deed}{because}")
    }

    pub(super) fn template(&self, id: TemplateId) -> Option<&'a Template> {
        self.names.rules.templates.get(id.index())
    }

    /// Who carries an act out.
    pub fn actor(&self, act: ActNumber) -> String {
        match self.journal.get_act(act) {
            Some(record) => self.names.record(KindId::COMBATANT, record.actor),
            None => self.names.record(KindId::ACT, act),
        }
    }

    /// The action of an act.
    pub fn action(&self, act: ActNumber) -> Option<&'a Action> {
        let record = self.journal.get_act(act)?;
        self.names.rules.actions.get(record.action.index())
    }

    /// The tactic that declared an act, if one did.
    pub fn tactic(&self, act: ActNumber) -> Option<&'a Tactic> {
        let (tactic, _) = self.journal.get_act(act)?.tactic?;
        self.names.rules.tactics.get(tactic.index())
    }

    /// The line of it that did.
    pub fn tactic_line(&self, act: ActNumber) -> Option<&'a TacticLine> {
        let (_, line) = self.journal.get_act(act)?.tactic?;
        self.tactic(act)?.lines.get(usize::from(line))
    }

    /// A question as it was put; with the acts that it is about and does not name: `Which height? (about ann strikes bob)`.
    pub fn question(&self, said: Said, about: Range, entry: usize) -> String {
        let said = self.said(said, entry);
        let pairs = self.journal.pairs(about);
        let acts = pairs.filter(|(kind, _)| *kind == Value::from(KindId::ACT.0));
        let acts = acts.filter_map(|(_, act)| ActNumber::try_from(act).ok());
        let acts = acts.map(|act| self.act(act, entry));
        let acts: Vec<String> = acts.filter(|act| !said.contains(act.as_str())).collect();
        match acts.is_empty() {
            true => said,
            false => format!("{said} (about {})", acts.join(", ")),
        }
    }

    /// An act as a whole: `ann casts sleep at orc 1`.
    pub fn act(&self, act: ActNumber, entry: usize) -> String {
        format!("{} {}", self.actor(act), self.deed(act, entry))
    }

    /// One stage of an act: `ann begins to cast sleep`.
    pub fn act_at(&self, act: ActNumber, stage: u16, entry: usize) -> String {
        format!("{} {}", self.actor(act), self.deed_at(act, stage, entry))
    }

    /// An act as a whole, without its actor: `casts sleep at orc 1`. Of an action with one stage it is the title of that.
    pub fn deed(&self, act: ActNumber, entry: usize) -> String {
        match self.action(act) {
            Some(action) if action.stages.len() > 1 => self.verb_and_objects(act, action, entry),
            _ => self.deed_at(act, 0, entry),
        }
    }

    /// One stage of an act, without its actor.
    pub fn deed_at(&self, act: ActNumber, number: u16, entry: usize) -> String {
        let found: Option<&Stage> = self
            .action(act)
            .and_then(|action| action.stages.get(usize::from(number)));
        match found {
            Some(stage) => match self.title(act, number, entry) {
                Some(said) => {
                    let mut values = self.journal.values(said.values).iter().copied();
                    self.filled(said.template, entry, |_| values.next())
                }
                None => self.fill(stage.title, &[Value::from(act)], entry),
            },
            None => UNTOLD.to_string(),
        }
    }

    /// What a stage of an act was called last before an entry (or first after it), if that was written down.
    fn title(&self, act: ActNumber, stage: u16, entry: usize) -> Option<Said> {
        let titles = self.titles.get(&(act, stage))?;
        let by_then = titles.partition_point(|title| title.entry as usize <= entry);
        let found = titles.get(by_then.saturating_sub(1))?;
        Some(found.said)
    }

    /// What the stages of an act were called, wherever that was written down.
    pub(super) fn titles_of(&self, act: ActNumber) -> impl Iterator<Item = Said> + '_ {
        let titles = self.titles.range((act, 0)..=(act, u16::MAX));
        titles.flat_map(|(_, titles)| titles.iter().map(|title| title.said))
    }

    fn verb_and_objects(&self, act: ActNumber, action: &Action, entry: usize) -> String {
        let mut text = Clean(&action.verb).to_string().replace('_', " ");
        for (slot, link) in [(action.object, " "), (action.at, " at ")] {
            if let Some(shown) = slot.and_then(|slot| self.object(act, slot, entry)) {
                text.push_str(link);
                text.push_str(&shown);
            }
        }
        text
    }

    /// A deed behind `does not`: `cast sleep at orc 1`.
    pub(super) fn base_of(&self, act: ActNumber, deed: &str) -> String {
        let action = self.action(act);
        let known = action.and_then(|action| {
            let rest = deed.strip_prefix(english::spaced(&action.verb).as_str())?;
            let is_verb = rest.is_empty() || rest.starts_with(' ');
            let is_word = !action.verb.contains('_') && !action.name.contains('_');
            (is_verb && is_word).then(|| format!("{}{rest}", Clean(&action.name)))
        });
        let base = known.unwrap_or_else(|| match deed.split_once(' ') {
            Some((verb, rest)) => format!("{} {rest}", english::base_form(verb)),
            None => english::base_form(deed),
        });
        // How it would have been done does not matter any more.
        base.split(", ").next().unwrap_or_default().to_owned()
    }

    /// What an act is done with, if that is no combatant.
    pub(super) fn thing(&self, act: ActNumber, entry: usize) -> Option<String> {
        let slot = self.action(act)?.object?;
        let rule = self.names.attribute_rule(KindId::ACT, slot)?;
        let is_thing = matches!(rule.declared.ty, Type::Record(kind) if kind != KindId::COMBATANT);
        is_thing.then(|| self.object(act, slot, entry)).flatten()
    }

    /// An attribute of an act, if it has a value.
    fn object(&self, act: ActNumber, slot: Slot, entry: usize) -> Option<String> {
        let rule = self.names.attribute_rule(KindId::ACT, slot)?;
        match self.attribute(KindId::ACT, act, slot, entry)? {
            MISSING => None,
            value => Some(self.value(&rule.declared.ty, value, entry)),
        }
    }
}
