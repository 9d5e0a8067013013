//! Makes the JSON form of a journal: the run, its acts, values, the line.

use std::collections::BTreeMap;

use super::making_entry;
use super::{
    JsonAct, JsonActName, JsonFate, JsonJournal, JsonLine, JsonPeriod, JsonPlaced, JsonPlacement,
    JsonRecord, JsonRule, JsonRules, JsonRuling, JsonValue, SCHEMA_VERSION,
};
use crate::journal::{ActNumber, Authority, Fate, Journal, Line, Ruling};
use crate::ruleset::{ItemId, KindId, MISSING, Movement, PhaseId, Ruleset, Type, Value};
use crate::scenario::Scenario;
use crate::source::Sources;
use crate::view::{Names, Story, moments};

/// The attributes of all records of a run: by kind and record, there by slot.
pub type AttributeRows = [Vec<Vec<Value>>];

/// The journal of a run for programs. The seed is that of the scenario.
pub fn journal(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    sources: &Sources,
) -> JsonJournal {
    let story = Story::new(Names::new(rules, scenario), journal);
    let builder = JsonBuilder { story, sources };
    let moments = moments(journal);
    let entries = (journal.entries.iter().zip(&moments).enumerate())
        .map(|(index, (entry, moment))| making_entry::entry(&builder, index, entry, moment))
        .collect();
    JsonJournal {
        schema_version: SCHEMA_VERSION,
        scenario: scenario.title.clone(),
        rules: JsonRules {
            name: rules.name.clone(),
            title: rules.title.clone(),
            source: rules.source.clone(),
        },
        seed: scenario.seed,
        acts: (0..journal.acts.len())
            .map(|act| builder.act(act as ActNumber))
            .collect(),
        entries,
        left_out: journal.left_out,
    }
}

/// The repeated phases that run, the outermost first.
pub fn periods(names: &Names<'_>, path: &[(PhaseId, Value)]) -> Vec<JsonPeriod> {
    let period = |&(phase, number): &(PhaseId, Value)| {
        let declared = names.rules.phases.get(phase.index());
        let turns = declared.and_then(|phase| phase.turns.as_ref());
        let turn_of = turns.zip(u32::try_from(number).ok());
        JsonPeriod {
            phase: names.written_phase(phase, MISSING),
            number: (turns.is_none() && number != MISSING).then_some(number),
            turn_of: turn_of.map(|(turns, record)| names.written_record(turns.kind, record)),
        }
    };
    path.iter().map(period).collect()
}

/// All records but acts, with their attributes at the beginning of a run and at its end: by kind, in the order of the scenario.
pub fn records(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    sources: &Sources,
    [start, end]: [&AttributeRows; 2],
) -> Vec<JsonRecord> {
    let story = Story::new(Names::new(rules, scenario), journal);
    let builder = JsonBuilder { story, sources };
    let mut records = Vec::new();
    for (index, rows) in end.iter().enumerate() {
        let kind = KindId::from_index(index);
        if kind == KindId::ACT {
            continue;
        }
        let first = start.get(index).map_or(&[][..], Vec::as_slice);
        for (number, row) in rows.iter().enumerate() {
            records.push(JsonRecord {
                of: builder.story.names.written_kind(kind),
                name: match kind == KindId::COMBAT {
                    true => builder.story.names.written_kind(kind),
                    false => builder.story.names.written_record(kind, number as u32),
                },
                start: first
                    .get(number)
                    .map(|row| builder.attributes(kind, row, 0)),
                end: builder.attributes(kind, row, journal.entries.len()),
            });
        }
    }
    records
}

/// An item of a rule file by its name and place.
pub fn rule(rules: &Ruleset, sources: &Sources, item: ItemId) -> Option<JsonRule> {
    let item = rules.items.get(item.index())?;
    Some(JsonRule {
        category: item.category.to_string(),
        name: item.name.clone(),
        file: sources.name(item.span.file).to_string(),
        line: sources.line_col(item.span).line,
    })
}

/// What is needed to name everything of a run.
pub(super) struct JsonBuilder<'a> {
    pub story: Story<'a>,
    pub sources: &'a Sources,
}

impl JsonBuilder<'_> {
    fn rules(&self) -> &Ruleset {
        self.story.names.rules
    }

    /// An item by its name and place.
    pub fn rule(&self, item: Option<ItemId>) -> Option<JsonRule> {
        rule(self.rules(), self.sources, item?)
    }

    fn act(&self, act: ActNumber) -> JsonAct {
        let end = self.story.journal.entries.len();
        let record = self.story.journal.act(act);
        let values = self.story.journal.values(record.attributes);
        JsonAct {
            number: act,
            text: self.story.act(act, end),
            actor: self
                .story
                .names
                .written_record(KindId::COMBATANT, record.actor),
            action: self.story.names.written_action(record.action),
            declared: record.is_declared(),
            tactic: self.tactic(act),
            attributes: self.attributes(KindId::ACT, values, end),
        }
    }

    /// The tactic that declared an act, at the place of the line that did.
    fn tactic(&self, act: ActNumber) -> Option<JsonRule> {
        let rule = self.rule(Some(self.story.tactic(act)?.item))?;
        let line = self
            .sources
            .line_col(self.story.tactic_line(act)?.span)
            .line;
        Some(JsonRule { line, ..rule })
    }

    /// An act by its number and in words.
    pub fn act_name(&self, act: ActNumber, entry: usize) -> JsonActName {
        JsonActName {
            number: act,
            text: self.story.act(act, entry),
        }
    }

    /// The attributes of a record, each under its own name.
    fn attributes(&self, kind: KindId, row: &[Value], entry: usize) -> BTreeMap<String, JsonValue> {
        let is_mark = |slot| {
            let rule = self.story.names.attribute_rule(kind, slot);
            rule.is_some_and(|rule| rule.is_mark)
        };
        let slots = row.iter().zip(0..).filter(|(_, slot)| !is_mark(*slot));
        slots
            .map(|(&value, slot)| {
                let name = self.story.names.written_attribute(kind, slot);
                (name, self.value_of(kind, slot, value, entry))
            })
            .collect()
    }

    /// A value of an attribute.
    pub fn value_of(&self, kind: KindId, slot: u16, value: Value, entry: usize) -> JsonValue {
        match self.story.names.attribute_rule(kind, slot) {
            Some(rule) => self.value(&rule.declared.ty, value, entry),
            None => JsonValue::Number(value),
        }
    }

    /// A value by its type.
    pub fn value(&self, ty: &Type, value: Value, entry: usize) -> JsonValue {
        match ty {
            _ if value == MISSING => JsonValue::Missing,
            Type::YesNo => JsonValue::YesNo(value != 0),
            Type::Number(None) => JsonValue::Number(value),
            Type::Number(Some(unit)) => {
                let (unit, number) = self.story.names.whole(*unit, value);
                let unit = self.rules().units.get(unit.index());
                JsonValue::Quantity {
                    number,
                    unit: unit.map_or_else(String::new, |unit| unit.name.clone()),
                }
            }
            ty => JsonValue::Text(match self.story.names.written_value(ty, value) {
                Some(written) => written,
                None => self.story.value(ty, value, entry),
            }),
        }
    }

    /// The line as it was worked out at one moment.
    pub fn line(&self, line: &Line, entry: usize) -> JsonLine {
        let order = self.rules().orders.get(line.order as usize);
        let keys = order.map_or(&[][..], |order| &order.keys);
        let journal = self.story.journal;
        let width = line.width as usize;
        let acts = journal.values(line.acts);
        let values = journal.values(line.keys);
        let mut placed = acts.iter().enumerate().map(|(index, &act)| {
            let own = values.get(index * width..(index + 1) * width);
            let own = own.unwrap_or_default().iter().zip(keys);
            JsonPlaced {
                act: self.act_name(act as ActNumber, entry),
                keys: own
                    .map(|(&value, key)| self.value(&key.ty, value, entry))
                    .collect(),
                placements: self.placements(line, act),
            }
        });
        let sizes = journal.values(line.batches);
        let batches = sizes
            .iter()
            .map(|&size| placed.by_ref().take(size as usize).collect())
            .collect();
        JsonLine {
            keys: keys
                .iter()
                .map(|key| self.story.names.key(key, self.sources))
                .collect(),
            batches,
            rulings: (line.rulings.iter().enumerate())
                .map(|(index, ruling)| self.ruling(line, index, ruling, entry))
                .collect(),
        }
    }

    /// The keys of an act that placements gave.
    fn placements(&self, line: &Line, act: Value) -> Vec<JsonPlacement> {
        let placed = self.story.journal.values(line.placed).chunks_exact(3);
        let own = placed.filter(|placed| placed[0] == act);
        own.map(|placed| {
            let placement = self.rules().placements.get(placed[2] as usize);
            JsonPlacement {
                key: placed[1] as u32,
                rule: self.rule(placement.map(|placement| placement.item)),
            }
        })
        .collect()
    }

    fn ruling(&self, line: &Line, index: usize, ruling: &Ruling, entry: usize) -> JsonRuling {
        let against = self.story.journal.values(line.against).chunks_exact(2);
        let fell_to = against.filter(|pair| pair[0] == index as Value);
        let (exception, correction) = match ruling.by {
            Authority::Exception(id) => (self.rules().exceptions.get(id.index()), None),
            Authority::Correction(number) => (None, Some(self.story.correction(number, entry))),
        };
        let guard = match (exception, ruling.fate) {
            (Some(exception), Fate::GuardFailed(number)) => exception
                .guards
                .get(usize::from(number))
                .map(|&guard| self.story.names.source(guard, self.sources)),
            _ => None,
        };
        let sides = match exception.map(|exception| exception.moves) {
            Some(Movement::Compare { left, right, .. }) => Some((left, right)),
            _ => None,
        };
        let compared =
            ruling
                .compared
                .zip(sides)
                .map(|((left, right), (left_expr, right_expr))| {
                    let ty = self.story.names.type_of_either(left_expr, right_expr);
                    (self.value(&ty, left, entry), self.value(&ty, right, entry))
                });
        let unknown = sides.is_some() && ruling.compared.is_none();
        JsonRuling {
            rule: self.rule(exception.map(|exception| exception.item)),
            correction,
            mover: self.act_name(ruling.mover, entry),
            reference: self.act_name(ruling.reference, entry),
            relation: (!unknown).then_some(ruling.relation),
            fate: fate(ruling.fate),
            guard,
            compared,
            fell_to: fell_to.map(|pair| pair[1] as u32).collect(),
        }
    }
}

/// The fate of a ruling.
pub fn fate(fate: Fate) -> JsonFate {
    match fate {
        Fate::Held => JsonFate::Held,
        Fate::Moved => JsonFate::Moved,
        Fate::Overruled => JsonFate::Overruled,
        Fate::Weakest => JsonFate::Weakest,
        Fate::Contradiction => JsonFate::Contradiction,
        Fate::Together => JsonFate::Together,
        Fate::GuardFailed(_) => JsonFate::GuardFailed,
    }
}
