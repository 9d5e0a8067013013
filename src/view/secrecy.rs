//! What players are not to read: what tells of an act that was declared in secret and of which nothing has been carried out yet, and what shows a
//! secret value that has not been revealed.

use super::Story;
use super::names::Names;
use crate::analysis::Reach;
use crate::journal::{ActNumber, Journal, Range, Said, What};
use crate::ruleset::{
    ExprId, KindId, Ruleset, Slot, Template, TemplatePiece, Type, Value, WordId, slot_of,
};
use crate::scenario::{AttributeChange, Deed, Person};
use std::collections::BTreeMap;

/// What is kept from those who read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    /// Secret values.
    Values,
    /// These, and acts that were declared in secret.
    All,
}

/// What was secret in a run, and from which entry on everyone knows of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Secrecy {
    /// The acts that were declared in secret.
    acts: BTreeMap<ActNumber, usize>,
    /// Of secret attributes that have changed or were revealed, where that was, and whether they can be seen from there on.
    values: BTreeMap<RecordAttribute, Vec<(usize, bool)>>,
    /// The records that have secret attributes, and from where on they are there; empty if the rules have no secret attributes.
    records: BTreeMap<(KindId, u32), usize>,
    /// Whether the rules have secret attributes.
    has_values: bool,
}

/// An attribute of a record.
type RecordAttribute = (KindId, u32, Slot);

impl Secrecy {
    /// Reads a journal once.
    pub fn new(names: &Names<'_>, journal: &Journal) -> Self {
        let rules = names.rules;
        let mut secrecy = Secrecy {
            has_values: (rules.kinds.iter())
                .flat_map(|kind| &kind.attributes)
                .any(|attribute| attribute.secret),
            ..Secrecy::default()
        };
        if secrecy.has_values {
            for (kind, records) in (0..).map(KindId).zip(&names.scenario.records) {
                let records = (0..records.len() as u32).map(|record| ((kind, record), 0));
                secrecy.records.extend(records);
            }
            secrecy.records.insert((KindId::COMBAT, 0), 0);
        }
        for (index, entry) in journal.entries.iter().enumerate() {
            secrecy.read(rules, journal, index, entry.what);
        }
        secrecy
    }

    fn read(&mut self, rules: &Ruleset, journal: &Journal, index: usize, what: What) {
        match what {
            What::Declared { act, secret: true } => {
                self.acts.entry(act).or_insert(usize::MAX);
            }
            What::Resolved { act, .. } => self.known(act, index),
            _ => {}
        }
        if !self.has_values {
            // An act can be revealed all the same.
            if let What::Noted { said } = what {
                self.revealed(rules, journal, said, index);
            }
            return;
        }
        match what {
            What::Declared { act, .. } | What::Added { act, .. } => {
                self.records.entry((KindId::ACT, act)).or_insert(index);
            }
            What::Made { kind, record } => _ = self.records.insert((kind, record), index),
            What::Changed {
                kind, record, slot, ..
            } if rules.is_secret(kind, slot) => self.note((kind, record, slot), index, false),
            What::Rolled { who, purpose, .. } => self.kept(rules, (who, purpose), index),
            What::Asked { who, question, .. } => {
                if let Some(question) = rules.questions.get(question.index()) {
                    self.kept(rules, (who, question.name), index);
                }
            }
            What::Noted { said } => self.revealed(rules, journal, said, index),
            _ => {}
        }
    }

    /// What a person gives is kept in a secret attribute, perhaps.
    fn kept(&mut self, rules: &Ruleset, by: (Person, WordId), index: usize) {
        if let Some(attribute) = kept_in(rules, by) {
            self.note(attribute, index, false);
        }
    }

    fn revealed(&mut self, rules: &Ruleset, journal: &Journal, said: Said, index: usize) {
        let template = rules.templates.get(said.template.index());
        let Some(reveals) = template.and_then(|template| template.reveals.as_ref()) else {
            return;
        };
        let record = journal.values(said.values).first();
        let Some(record) = record.and_then(|&record| u32::try_from(record).ok()) else {
            return;
        };
        for &slot in &reveals.slots {
            self.note((reveals.kind, record, slot), index, true);
        }
        if reveals.whole && reveals.kind == KindId::ACT {
            self.known(record, index);
        }
    }

    fn known(&mut self, act: ActNumber, index: usize) {
        if let Some(from) = self.acts.get_mut(&act) {
            *from = index.min(*from);
        }
    }

    fn note(&mut self, attribute: RecordAttribute, index: usize, is_seen: bool) {
        let of = self.values.entry(attribute).or_default();
        of.push((index, is_seen));
    }

    fn hides(&self, act: ActNumber, entry: usize) -> bool {
        self.acts.get(&act).is_some_and(|&from| entry < from)
    }

    /// Whether the value that a secret attribute has at an entry cannot be seen then.
    fn hides_value(&self, attribute: RecordAttribute, entry: usize) -> bool {
        let changes = self.values.get(&attribute).map_or(&[][..], Vec::as_slice);
        let before = changes.partition_point(|&(index, _)| index <= entry);
        before.checked_sub(1).is_none_or(|last| !changes[last].1)
    }

    /// Whether that is so of any record that is there.
    fn hides_any(&self, (kind, slot): (KindId, Slot), entry: usize) -> bool {
        let records = self.records.range((kind, 0)..=(kind, u32::MAX));
        let mut present = records.filter(|&(_, &since)| since <= entry);
        present.any(|(&(_, record), _)| self.hides_value((kind, record, slot), entry))
    }
}

/// Which values the players know at the end of a journal.
pub struct KnownToPlayers<'r> {
    rules: &'r Ruleset,
    secrecy: Secrecy,
    end: usize,
}

impl<'r> KnownToPlayers<'r> {
    /// Reads a journal once.
    pub fn new(names: &Names<'r>, journal: &Journal) -> Self {
        KnownToPlayers {
            rules: names.rules,
            secrecy: Secrecy::new(names, journal),
            end: journal.entries.len(),
        }
    }

    /// Whether they know an attribute of a record.
    pub fn knows(&self, attribute: (KindId, u32, Slot)) -> bool {
        let (kind, _, slot) = attribute;
        !self.rules.is_secret(kind, slot) || !self.secrecy.hides_value(attribute, self.end)
    }
}

/// The secret attribute in which a roll or an answer is kept.
fn kept_in(rules: &Ruleset, (who, name): (Person, WordId)) -> Option<RecordAttribute> {
    let (kind, record) = who.record();
    let word = rules.words.get(name.index())?;
    let slot = slot_of(rules.kinds.get(kind.index())?, word)?;
    rules.is_secret(kind, slot).then_some((kind, record, slot))
}

impl Story<'_> {
    /// Whether an entry is to be kept from the players: it names an act that was declared in secret and of which no stage has been carried out by
    /// then, or an act that refers to one; or it shows a secret value that has not been revealed by then.
    pub fn is_secret(&self, index: usize) -> bool {
        self.is_hidden(index, Hidden::All)
    }

    /// Whether an entry is to be kept from those from whom so much is kept.
    pub(super) fn is_hidden(&self, index: usize, hidden: Hidden) -> bool {
        if self.secrecy.acts.is_empty() && !self.secrecy.has_values {
            return false;
        }
        let names = |act: ActNumber| self.names_secret(act, index, hidden);
        let says = |said: Said| self.says_secret(said, index, hidden);
        let shows = |ty: &Type, value: Value| self.shows_secret(ty, value, index, hidden);
        let is_of = |kind: KindId, record: u32| kind == KindId::ACT && names(record);
        let rules = self.names.rules;
        match self.journal.entries[index].what {
            What::PhaseBegins { .. }
            | What::PhaseEnds { .. }
            | What::BatchEnds
            | What::Responded { .. }
            | What::Withheld { .. } => false,
            What::Rolled { who, purpose, .. } => kept_in(rules, (who, purpose)).is_some(),
            What::Asked {
                who,
                question,
                said,
                about,
                answer,
                ..
            } => {
                let question = rules.questions.get(question.index());
                let mut about = self.journal.pairs(about);
                let kept = question.and_then(|question| kept_in(rules, (who, question.name)));
                kept.is_some()
                    || says(said)
                    || about.any(|(kind, record)| is_of(KindId(kind as u32), record as u32))
                    || question.is_some_and(|question| shows(&question.answer.ty, answer))
            }
            What::Declared { act, .. }
            | What::Added { act, .. }
            | What::Resolved { act, .. }
            | What::Missed { act }
            | What::Placed { act, .. } => names(act),
            What::Refused { act, because } | What::Void { act, because } => {
                names(act) || says(because)
            }
            What::Cancelled { act, because, .. } => names(act) || because.is_some_and(says),
            What::Arranged { line } => {
                let line = self.journal.get_line(line);
                line.is_some_and(|line| self.lists_secret(line.acts, index, hidden))
            }
            What::BatchBegins { acts, .. } => self.lists_secret(acts, index, hidden),
            What::Corrected { correction } => {
                let corrections = &self.names.scenario.corrections;
                let correction = corrections.get(correction as usize);
                correction.is_some_and(|correction| match &correction.deed {
                    &Deed::Set(AttributeChange {
                        kind,
                        record,
                        slot,
                        value,
                    }) => {
                        rules.is_secret(kind, slot)
                            || is_of(kind, record)
                            || self.holds_secret((kind, slot), value, index, hidden)
                    }
                    Deed::Join(kind, records) => records.clone().any(|record| is_of(*kind, record)),
                    // It names combatants, not what they do.
                    Deed::Move(_) => false,
                })
            }
            What::Changed {
                kind,
                record,
                slot,
                old: one,
                new: other,
            }
            | What::Contradiction {
                kind,
                record,
                slot,
                kept: one,
                dropped: other,
            } => {
                let holds = |value| self.holds_secret((kind, slot), value, index, hidden);
                rules.is_secret(kind, slot) || is_of(kind, record) || holds(one) || holds(other)
            }
            What::Raised { event, values } => {
                let event = rules.events.get(event.index());
                let parameters = event.iter().flat_map(|event| &event.parameters);
                let mut carried = parameters.zip(self.journal.values(values));
                carried.any(|(parameter, &value)| shows(&parameter.declared.ty, value))
            }
            What::Noted { said } => says(said),
            What::Consulted { table, key, .. } => {
                let table = rules.tables.get(table.index());
                table.is_some_and(|table| shows(&table.key, key))
            }
            What::Made { kind, record } => is_of(kind, record),
            What::Ended { because } => because.is_some_and(says),
        }
    }

    /// Whether the words for an act tell of one that is a secret at this entry: of itself, or of one that its attributes or titles name; or show a
    /// secret value.
    pub(super) fn names_secret(&self, act: ActNumber, entry: usize, hidden: Hidden) -> bool {
        if self.secrecy.has_values && self.shows_values(act, entry) {
            return true;
        }
        if hidden == Hidden::Values || self.secrecy.acts.is_empty() {
            return false;
        }
        let hides = |value: Value| {
            let act = ActNumber::try_from(value);
            act.is_ok_and(|act| self.secrecy.hides(act, entry))
        };
        let mut slots = (0..).zip(&self.names.rules.kind(KindId::ACT).attributes);
        let mut titles = self.titles_of(act);
        hides(Value::from(act))
            || slots.any(|(slot, attribute)| {
                let value = || self.attribute(KindId::ACT, act, slot, entry);
                attribute.declared.ty == Type::Record(KindId::ACT) && value().is_some_and(hides)
            })
            || titles.any(|said| self.acts_said(said).any(hides))
    }

    /// An act as a whole, in words that show no secret value.
    pub fn act_for_all(&self, act: ActNumber, entry: usize) -> String {
        format!(
            "{} {}",
            self.actor(act),
            self.deed_for_all(act, None, entry)
        )
    }

    /// A stage of an act, or an act as a whole, without its actor and in words that show no secret value: those, or the verb alone.
    pub(super) fn deed_for_all(&self, act: ActNumber, stage: Option<u16>, entry: usize) -> String {
        let record = self.journal.get_act(act);
        match (record, stage) {
            (Some(record), _) if self.names_secret(act, entry, Hidden::Values) => {
                self.names.verb(record.action)
            }
            (_, Some(stage)) => self.deed_at(act, stage, entry),
            (_, None) => self.deed(act, entry),
        }
    }

    /// [`Story::thing`], unless the words for the act show a secret value.
    pub(super) fn thing_for_all(&self, act: ActNumber, entry: usize) -> Option<String> {
        match self.names_secret(act, entry, Hidden::Values) {
            true => None,
            false => self.thing(act, entry),
        }
    }

    /// Whether the words for an act show a secret value: those for what it takes, or the title of a stage.
    fn shows_values(&self, act: ActNumber, entry: usize) -> bool {
        let Some(action) = self.action(act) else {
            return false;
        };
        let mut taken = [action.object, action.at].into_iter().flatten();
        let mut stages = action.stages.iter();
        let locals = [Value::from(act)];
        taken.any(|slot| {
            self.names.rules.is_secret(KindId::ACT, slot)
                && self.secrecy.hides_value((KindId::ACT, act, slot), entry)
        }) || stages.any(|stage| {
            let value_of = |of| self.peek(of, &locals, entry);
            self.text_shows(self.template(stage.title), value_of, entry)
        }) || self
            .titles_of(act)
            .any(|said| self.text_of_said_shows(said, entry))
    }

    fn text_of_said_shows(&self, said: Said, entry: usize) -> bool {
        let mut values = self.journal.values(said.values).iter().copied();
        self.text_shows(self.template(said.template), |_| values.next(), entry)
    }

    /// Whether a text shows a secret value. `value_of` is asked for one hole after the other; of what it does not know, any record may be meant.
    fn text_shows(
        &self,
        template: Option<&Template>,
        mut value_of: impl FnMut(ExprId) -> Option<Value>,
        entry: usize,
    ) -> bool {
        let secrecy = &self.secrecy;
        let mut is_told = false;
        template
            .into_iter()
            .flat_map(|template| &template.pieces)
            .any(|piece| match piece {
                TemplatePiece::Plain(_) => false,
                &TemplatePiece::Holder(of, kind, slot) => {
                    is_told = true;
                    let hides = match value_of(of).map(u32::try_from) {
                        Some(Ok(record)) => secrecy.hides_value((kind, record, slot), entry),
                        Some(Err(_)) => false,
                        None => secrecy.hides_any((kind, slot), entry),
                    };
                    hides || self.reads_secret(of, entry)
                }
                TemplatePiece::Hole(hole, _) => {
                    value_of(*hole);
                    !std::mem::take(&mut is_told) && self.reads_secret(*hole, entry)
                }
            })
    }

    /// Whether an expression reads an attribute of which a value is hidden.
    pub(super) fn reads_secret(&self, expr: ExprId, entry: usize) -> bool {
        let mut reads = false;
        Reach::new(self.names.rules).expr(expr, &mut |effect| {
            if let Some((kind, slot)) = effect.attribute_read() {
                reads |= self.names.rules.is_secret(kind, slot)
                    && self.secrecy.hides_any((kind, slot), entry);
            }
        });
        reads
    }

    /// Whether the rules have secret values.
    pub(super) fn has_secret_values(&self) -> bool {
        self.secrecy.has_values
    }

    fn lists_secret(&self, acts: Range, entry: usize, hidden: Hidden) -> bool {
        let mut acts = self.journal.values(acts).iter();
        acts.any(|&act| self.shows_secret(&Type::Record(KindId::ACT), act, entry, hidden))
    }

    fn holds_secret(
        &self,
        (kind, slot): (KindId, u16),
        value: Value,
        entry: usize,
        hidden: Hidden,
    ) -> bool {
        let rule = self.names.attribute_rule(kind, slot);
        rule.is_some_and(|rule| self.shows_secret(&rule.declared.ty, value, entry, hidden))
    }

    fn shows_secret(&self, ty: &Type, value: Value, entry: usize, hidden: Hidden) -> bool {
        let act = ActNumber::try_from(value);
        *ty == Type::Record(KindId::ACT)
            && act.is_ok_and(|act| self.names_secret(act, entry, hidden))
    }

    pub(super) fn says_secret(&self, said: Said, entry: usize, hidden: Hidden) -> bool {
        let ty = Type::Record(KindId::ACT);
        self.secrecy.has_values && self.text_of_said_shows(said, entry)
            || self
                .acts_said(said)
                .any(|act| self.shows_secret(&ty, act, entry, hidden))
    }

    /// The acts that a text names, by their numbers.
    fn acts_said(&self, said: Said) -> impl Iterator<Item = Value> + '_ {
        let template = self.template(said.template);
        let pieces = template.into_iter().flat_map(|template| &template.pieces);
        let holes = pieces.filter_map(|piece| match piece {
            TemplatePiece::Plain(_) => None,
            // It is not shown.
            TemplatePiece::Holder(..) => Some(&Type::YesNo),
            TemplatePiece::Hole(_, ty) => Some(ty),
        });
        let values = self.journal.values(said.values).iter();
        let filled = holes.zip(values);
        filled.filter_map(|(ty, &value)| (*ty == Type::Record(KindId::ACT)).then_some(value))
    }
}
