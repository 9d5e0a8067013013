//! Names in place of ids: how values, records, persons and moments are called. Knows the ruleset and the scenario, and of the journal what records
//! are called that were made in the run.

use crate::journal::{Journal, What};
use crate::ruleset::index::to_number;
use crate::ruleset::{
    ActionId, Expr, ExprId, ItemId, Key, KindId, MISSING, PhaseId, Ruleset, Slot, TemplatePiece,
    TextId, Type, Value, WordId, records_in,
};
use crate::scenario::{Person, Scenario};
use crate::source::{Clean, Sources, english};

/// How everything of a ruleset and a scenario is called. Ids that neither knows are called `?`, never a panic.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The run, if there is one.
    pub(super) journal: Option<&'a Journal>,
}

/// What stands for something that has no name.
pub(super) const UNKNOWN: &str = "?";

impl<'a> Names<'a> {
    /// The names of a ruleset and a scenario.
    pub fn new(rules: &'a Ruleset, scenario: &'a Scenario) -> Self {
        Names {
            rules,
            scenario,
            journal: None,
        }
    }

    /// A value, shown by its type. An act is called by its number here; [`Story`](super::Story) knows what it does.
    pub fn value(&self, ty: &Type, value: Value) -> String {
        if value == MISSING {
            return "none".to_string();
        }
        match ty {
            Type::YesNo => (if value == 0 { "no" } else { "yes" }).to_string(),
            Type::Number(None) => value.to_string(),
            Type::Number(Some(unit)) => self.quantity(*unit, value),
            Type::Choice(_) | Type::Stage => self.word(WordId(index(value))),
            Type::Text => self.text(TextId(index(value))),
            Type::Action => self.action(ActionId(index(value))),
            Type::Record(kind) => self.record(*kind, index(value)),
            Type::Set(kind) => match records_in(value) {
                records if value != 0 => {
                    let names: Vec<String> = records.map(|one| self.record(*kind, one)).collect();
                    english::listed(&names)
                }
                _ => "none".to_string(),
            },
        }
    }

    /// A word.
    pub fn word(&self, id: WordId) -> String {
        named(self.rules.words.get(id.index()))
    }

    /// A text that is a value; the scenario's own follow those of the ruleset.
    pub fn text(&self, id: TextId) -> String {
        let texts = &self.rules.texts;
        let found = texts.get(id.index()).or_else(|| {
            let own = id.index().checked_sub(texts.len())?;
            self.scenario.texts.get(own)
        });
        found.map_or(UNKNOWN.to_string(), |text| Clean(text).to_string())
    }

    /// An action.
    pub fn action(&self, id: ActionId) -> String {
        let action = self.rules.actions.get(id.index());
        named(action.map(|action| &action.name))
    }

    /// The third person of an action: `casts`.
    pub fn verb(&self, id: ActionId) -> String {
        let action = self.rules.actions.get(id.index());
        named(action.map(|action| &action.verb))
    }

    /// A kind.
    pub fn kind(&self, id: KindId) -> String {
        named(self.rules.kinds.get(id.index()).map(|kind| &kind.name))
    }

    /// An attribute.
    pub fn attribute(&self, kind: KindId, slot: Slot) -> String {
        named(self.attribute_rule(kind, slot).map(|rule| &rule.name))
    }

    /// What the rules say of an attribute.
    pub fn attribute_rule(
        &self,
        kind: KindId,
        slot: Slot,
    ) -> Option<&'a crate::ruleset::Attribute> {
        let kind = self.rules.kinds.get(kind.index())?;
        kind.attributes.get(usize::from(slot))
    }

    /// The same where records that were made in the run have no titles.
    pub(super) fn untitled(&self) -> Self {
        Names::new(self.rules, self.scenario)
    }

    /// The title of a record that was made in the run. What it names in turn has none there.
    fn title(&self, kind: KindId, record: u32) -> Option<String> {
        let journal = self.journal?;
        let said = journal.title_of(kind, record)?;
        let template = self.rules.templates.get(said.template.index())?;
        let mut values = journal.values(said.values).iter().skip(1);
        let pieces = template.pieces.iter().skip(2).map(|piece| match piece {
            TemplatePiece::Plain(prose) => Clean(prose).to_string(),
            TemplatePiece::Hole(_, ty) => match values.next() {
                Some(&value) => self.untitled().value(ty, value),
                None => UNKNOWN.to_owned(),
            },
            // Of what is secret there is no title.
            TemplatePiece::Holder(..) => String::new(),
        });
        Some(pieces.collect())
    }

    /// The records that can be named: those of the scenario by kind, then those that the run has made, but for acts.
    pub fn records(&self) -> impl Iterator<Item = (KindId, u32)> + use<'a> {
        let kinds = self.scenario.records.iter().enumerate();
        let declared = kinds.flat_map(|(kind, records)| {
            (0..to_number(records.len())).map(move |record| (KindId::from_index(kind), record))
        });
        let entries = self
            .journal
            .into_iter()
            .flat_map(|journal| &journal.entries);
        let made = entries.filter_map(|entry| match entry.what {
            What::Made { kind, record } => Some((kind, record)),
            _ => None,
        });
        declared.chain(made)
    }

    /// A record: by the name that the scenario gives it; one that was made in the run by its title, or by its kind and number.
    pub fn record(&self, kind: KindId, record: u32) -> String {
        if kind == KindId::COMBAT {
            return "the combat".to_string();
        }
        match self.scenario.record_name(kind, record) {
            Some(name) => spoken(name),
            None => {
                (self.title(kind, record)).unwrap_or_else(|| self.numbered_record(kind, record))
            }
        }
    }

    /// A record by its kind and number: `card 6`.
    pub(crate) fn numbered_record(&self, kind: KindId, record: u32) -> String {
        format!("{} {}", self.kind(kind), record + 1)
    }

    /// All names by which a record can be asked about: of one that was made in the run its kind and number, too, as in expectations; of the combat as in scenarios.
    pub fn called(&self, kind: KindId, record: u32) -> impl Iterator<Item = String> + use<> {
        let is_made = self.scenario.record_name(kind, record).is_none();
        let other = match kind {
            KindId::COMBAT => Some(self.kind(kind)),
            kind => is_made.then(|| self.numbered_record(kind, record)),
        };
        std::iter::once(self.record(kind, record)).chain(other)
    }

    /// Who rolls or decides.
    pub fn person(&self, who: Person) -> String {
        match who {
            Person::Gm => "the game master".to_string(),
            Person::Side(side) => self.record(KindId::SIDE, side),
            Person::Combatant(combatant) => self.record(KindId::COMBATANT, combatant),
        }
    }

    /// Whether it is a side with the name of several: a side is often called by what several are called.
    pub(super) fn are_several(&self, who: Person) -> bool {
        match who {
            Person::Side(side) => english::is_several(&self.record(KindId::SIDE, side)),
            Person::Gm | Person::Combatant(_) => false,
        }
    }

    /// `the party rolls`, but `the orcs roll`.
    pub fn rolls(&self, who: Person) -> &'static str {
        match self.are_several(who) {
            true => "roll",
            false => "rolls",
        }
    }

    /// A value as rules and scenarios write it, where that is not how it is said.
    pub fn written_value(&self, ty: &Type, value: Value) -> Option<String> {
        match (ty, u32::try_from(value)) {
            (_, _) if value == MISSING => None,
            (Type::Choice(_) | Type::Stage, Ok(word)) => Some(self.written_word(WordId(word))),
            (Type::Record(kind), Ok(record)) if *kind != KindId::ACT => {
                Some(self.written_record(*kind, record))
            }
            (Type::Action, Ok(action)) => Some(self.written_action(ActionId(action))),
            _ => None,
        }
    }

    /// A word as rules and scenarios write it.
    pub fn written_word(&self, id: WordId) -> String {
        written(self.rules.words.get(id.index()))
    }

    /// An action as rules write it.
    pub fn written_action(&self, id: ActionId) -> String {
        let action = self.rules.actions.get(id.index());
        written(action.map(|action| &action.name))
    }

    /// A kind as rules write it.
    pub fn written_kind(&self, id: KindId) -> String {
        written(self.rules.kinds.get(id.index()).map(|kind| &kind.name))
    }

    /// An attribute as rules and scenarios write it.
    pub fn written_attribute(&self, kind: KindId, slot: Slot) -> String {
        written(self.attribute_rule(kind, slot).map(|rule| &rule.name))
    }

    /// A record as scenarios and rules write it: by its own name.
    pub fn written_record(&self, kind: KindId, record: u32) -> String {
        match self.scenario.record_name(kind, record) {
            Some(name) => Clean(name).to_string(),
            None => self.untitled().record(kind, record),
        }
    }

    /// Who rolls or decides, as scenarios write it.
    pub fn written_person(&self, who: Person) -> String {
        match who {
            Person::Gm => "gm".to_owned(),
            Person::Side(side) => self.written_record(KindId::SIDE, side),
            Person::Combatant(combatant) => self.written_record(KindId::COMBATANT, combatant),
        }
    }

    /// A phase and its number: `round 1`.
    pub fn phase(&self, id: PhaseId, number: Value) -> String {
        let name = named(self.rules.phases.get(id.index()).map(|phase| &phase.name));
        self.repetition(name, id, number, Self::record)
    }

    /// The same, as scenarios write it.
    pub fn written_phase(&self, id: PhaseId, number: Value) -> String {
        let phase = self.rules.phases.get(id.index());
        let name = written(phase.map(|phase| &phase.name));
        self.repetition(name, id, number, Self::written_record)
    }

    /// A phase and which repetition of it: by its number, or by whose turn it is.
    fn repetition(
        &self,
        name: String,
        id: PhaseId,
        number: Value,
        record_name: fn(&Self, KindId, u32) -> String,
    ) -> String {
        match self.whose_turn(id, number) {
            Some((kind, record)) => format!("{name} of {}", record_name(self, kind, record)),
            None => numbered(name, number),
        }
    }

    /// Which repetition of a phase, without the name of the phase: `4`, `ann`.
    pub fn which(&self, id: PhaseId, number: Value) -> String {
        match self.whose_turn(id, number) {
            Some((kind, record)) => self.record(kind, record),
            None => number.to_string(),
        }
    }

    fn whose_turn(&self, id: PhaseId, number: Value) -> Option<(KindId, u32)> {
        let turns = self.rules.phases.get(id.index())?.turns.as_ref()?;
        Some((turns.kind, u32::try_from(number).ok()?))
    }

    /// A phase as a heading: `Round 1`.
    pub fn heading(&self, id: PhaseId, number: Value) -> String {
        let phase = self.rules.phases.get(id.index());
        let title = match phase {
            Some(phase) if !phase.title.is_empty() => Clean(&phase.title).to_string(),
            _ => named(phase.map(|phase| &phase.name)),
        };
        self.repetition(english::capital(&title), id, number, Self::record)
    }

    /// A moment: `round 1, segment 4`.
    pub fn moment(&self, path: &[(PhaseId, Value)]) -> String {
        let parts: Vec<String> = path
            .iter()
            .map(|&(phase, number)| self.phase(phase, number))
            .collect();
        parts.join(", ")
    }

    /// The periods of a moment as a scenario has them, with room for what stands in them: `round 1 { segment 4 { ... } }`; `round 1` alone.
    pub fn periods(&self, path: &[(PhaseId, Value)]) -> String {
        let parts = path
            .iter()
            .map(|&(phase, number)| self.phase(phase, number));
        let parts: Vec<String> = parts.collect();
        match parts.len() {
            0 | 1 => parts.concat(),
            depth => format!("{} {{ ... {}", parts.join(" { "), "} ".repeat(depth))
                .trim_end()
                .to_owned(),
        }
    }

    /// A key of an order: in the words of the rules, by its name, or as the file has it.
    pub fn key(&self, key: &Key, sources: &Sources) -> String {
        match (key.text.as_str(), key.name) {
            ("", Some(name)) => self.word(name),
            ("", None) => self.source(key.value, sources),
            (text, _) => Clean(text).to_string(),
        }
    }

    /// An expression as the file has it, on one line; an attribute with its own key: `c.pips(3)` for `c.pips(n)`.
    pub fn source(&self, expr: ExprId, sources: &Sources) -> String {
        let span = self.rules.expr_spans.get(expr.index());
        let text = span.map_or(UNKNOWN, |&span| sources.snippet(span));
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let keyed = self.key_of(expr).and_then(|key| {
            let (of, inside) = text.rsplit_once('(')?;
            let is_plain = !inside.contains(',') && of.contains('.');
            is_plain.then(|| format!("{of}{key}"))
        });
        Clean(&keyed.unwrap_or(text)).to_string()
    }

    /// The key of an attribute that has one, in its brackets.
    fn key_of(&self, expr: ExprId) -> Option<&str> {
        let Expr::Attribute { kind, slot, .. } = self.rules.exprs.get(expr.index())? else {
            return None;
        };
        let attribute = self.rules.attribute(*kind, *slot);
        attribute.keyed?;
        attribute.name.get(attribute.declared_name().len()..)
    }

    /// The title of an item, or its name.
    pub fn item(&self, id: ItemId) -> String {
        let item = self.rules.items.get(id.index());
        item.map_or(UNKNOWN.to_string(), |item| Clean(&item.name).to_string())
    }
}

/// A value that is an id or an index; nothing has the last one.
fn index(value: Value) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn named(name: Option<&String>) -> String {
    name.map_or(UNKNOWN.to_string(), |name| spoken(name))
}

fn written(name: Option<&String>) -> String {
    name.map_or(UNKNOWN.to_owned(), |name| Clean(name).to_string())
}

/// A name as people say it.
pub(super) fn spoken(name: &str) -> String {
    english::spaced(&Clean(name).to_string())
}

fn numbered(name: String, number: Value) -> String {
    match number {
        MISSING => name,
        number => format!("{name} {number}"),
    }
}
