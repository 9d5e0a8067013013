//! A situation as the text of a scenario, with the dice and answers of a run: ready to be saved and played.

use super::inputs::{NonDefaultAnswer, RecordedInputs};
use super::lexicon::{Lexicon, LexiconAttribute, Ty};
use super::lower::TEXT;
use super::{Datum, DeclaredDeed, SharedOccasion, Situation};
use crate::ruleset::index::{Idx, to_index, to_record};
use crate::ruleset::{KindId, MISSING, Slot, Type, Value, WordId, slots};
use crate::scenario::{Path, Person};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The text of a scenario for the rule file with this number in the lexicon: the situation, and what its run by
/// these rules recorded. What only other rules ask for is not said: these would not take it.
pub fn scenario_text(
    situation: &Situation,
    lexicon: &Lexicon<'_>,
    which: usize,
    inputs: &RecordedInputs,
    title: &str,
    rules: &str,
) -> String {
    let writer = SituationWriter {
        situation,
        lexicon,
        which,
    };
    let mut text = format!("scenario {} {{\n  rules {}\n", quoted(title), quoted(rules));
    writer.limits(&mut text);
    for (option, datum) in &situation.options {
        let option = &lexicon.options[*option];
        if option.slots[which].is_some() {
            _ = writeln!(
                text,
                "  option {} {}",
                option.name,
                writer.value(option, *datum)
            );
        }
    }
    writer.things(&mut text);
    writer.periods(inputs, &mut text);
    text.push_str("}\n");
    text
}

fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('{', "\\{");
    format!("\"{escaped}\"")
}

struct SituationWriter<'a> {
    situation: &'a Situation,
    lexicon: &'a Lexicon<'a>,
    which: usize,
}

const SIDE: usize = KindId::SIDE.0 as usize;
const COMBATANT: usize = KindId::COMBATANT.0 as usize;

impl SituationWriter<'_> {
    fn limits(&self, text: &mut String) {
        let rules = self.lexicon.rules[self.which];
        let Some(main) = self.lexicon.mains[self.which] else {
            return;
        };
        let phase = &rules.phases[main.index()].name;
        if self.situation.skips {
            _ = writeln!(text, "  begin at {phase}");
        }
        _ = writeln!(text, "  stop before {phase} {}", self.situation.rounds + 1);
    }

    fn things(&self, text: &mut String) {
        for (index, (kind, things)) in self
            .lexicon
            .kinds
            .iter()
            .zip(&self.situation.things)
            .enumerate()
        {
            if matches!(index, SIDE | COMBATANT) || kind.ids[self.which].is_none() {
                continue;
            }
            for thing in things {
                let settings = self.settings(&kind.attributes, &thing.settings, &[]);
                _ = writeln!(text, "  {} {} {}", kind.name, thing.name, braced(&settings));
            }
        }
        let kinds = &self.lexicon.kinds;
        for (number, side) in self.situation.things[SIDE].iter().enumerate() {
            let settings = self.settings(&kinds[SIDE].attributes, &side.settings, &[]);
            let colon = if settings.is_empty() { "" } else { ": " };
            let members: Vec<String> = self.situation.things[COMBATANT]
                .iter()
                .filter(|fighter| fighter.settings.contains(&(0, Datum::Thing(number))))
                .map(|fighter| {
                    let settings =
                        self.settings(&kinds[COMBATANT].attributes, &fighter.settings, &[0]);
                    if settings.is_empty() {
                        fighter.name.clone()
                    } else {
                        format!("{} {}", fighter.name, braced(&settings))
                    }
                })
                .collect();
            _ = writeln!(
                text,
                "  side {}{colon}{settings} {}",
                side.name,
                braced(&members.join("   "))
            );
        }
    }

    /// What is said of something, without the attributes in `said`.
    fn settings(
        &self,
        attributes: &[LexiconAttribute],
        settings: &[(usize, Datum)],
        said: &[usize],
    ) -> String {
        let told = settings.iter().filter_map(|(index, datum)| {
            let attribute = &attributes[*index];
            let is_known = attribute.slots[self.which].is_some()
                && !matches!(datum, Datum::Action(action) if !self.knows(*action));
            if said.contains(index) || !is_known {
                return None;
            }
            let name = &attribute.name;
            Some(match datum {
                Datum::YesNo(true) => name.clone(),
                Datum::YesNo(false) => format!("no {name}"),
                _ => format!("{name} {}", self.value(attribute, *datum)),
            })
        });
        told.collect::<Vec<_>>().join(", ")
    }

    /// Whether the rule file has this action.
    fn knows(&self, action: usize) -> bool {
        self.lexicon.actions[action].ids[self.which].is_some()
    }

    fn value(&self, attribute: &LexiconAttribute, datum: Datum) -> String {
        match (datum, &attribute.ty) {
            (Datum::YesNo(yes), _) => (if yes { "yes" } else { "no" }).to_owned(),
            (Datum::Number(number), _) => match &attribute.unit {
                Some(unit) => format!("{number} {unit}"),
                None => number.to_string(),
            },
            (Datum::Word(word), Ty::Words(words)) => words[word].clone(),
            (Datum::Thing(thing), Ty::Thing(kind)) => {
                self.situation.things[*kind][thing].name.clone()
            }
            (Datum::Action(action), _) => self.lexicon.actions[action].name.clone(),
            (Datum::Text, _) => quoted(TEXT),
            _ => "none".to_owned(),
        }
    }

    /// Dice, answers and declarations in their periods.
    fn periods(&self, inputs: &RecordedInputs, text: &mut String) {
        let mut lines: Vec<(Path, String)> = Vec::new();
        let mut said: BTreeSet<SharedOccasion> = BTreeSet::new();
        let mut declared: BTreeSet<(u32, usize)> = BTreeSet::new();
        for roll in inputs.rolls.iter().filter(|roll| said.insert(roll.on)) {
            let faces: Vec<String> = roll.faces.iter().map(Value::to_string).collect();
            let (who, purpose) = (self.person(roll.who), self.word(roll.purpose));
            let line = format!("{who} rolls {} for {purpose}", faces.join(", "));
            lines.push((roll.path.clone(), line));
        }
        for answer in &inputs.answers {
            if said.insert(answer.on) {
                lines.push((answer.path.clone(), self.answered(answer)));
            }
        }
        for taken in &inputs.taken {
            let deed = &self.situation.deeds[taken.actor as usize][taken.deed];
            if self.knows(deed.action) && declared.insert((taken.actor, taken.deed)) {
                lines.push((taken.path.clone(), self.deed(taken.actor, deed)));
            }
        }
        let all: Vec<(&[_], &str)> = lines
            .iter()
            .map(|(path, line)| (path.as_slice(), line.as_str()))
            .collect();
        self.nested(&all, 1, text);
    }

    fn answered(&self, answer: &NonDefaultAnswer) -> String {
        // What has no name, as records that rules make, is left out: a scenario cannot say it.
        let records = answer.about.iter();
        let records = records.filter_map(|&(kind, record)| self.named(kind, record));
        let acts = answer.acts.iter().filter_map(|row| self.act(row));
        let about = match acts.chain(records).collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => none,
            named => format!(" about {named}"),
        };
        let value = self.answer(&answer.ty, answer.value);
        let question = self.word(answer.question);
        format!(
            "{} answers {value} to {question}{about}",
            self.person(answer.who)
        )
    }

    /// Lines that stand at this level, then the periods within it.
    fn nested(
        &self,
        lines: &[(&[(crate::ruleset::PhaseId, Value)], &str)],
        level: usize,
        text: &mut String,
    ) {
        let indent = "  ".repeat(level);
        for (_, line) in lines.iter().filter(|(path, _)| path.is_empty()) {
            _ = writeln!(text, "{indent}{line}");
        }
        let mut periods: Vec<_> = lines
            .iter()
            .filter_map(|(path, _)| path.first())
            .copied()
            .collect();
        periods.sort_unstable();
        periods.dedup();
        for period in periods {
            let inside: Vec<_> = lines
                .iter()
                .filter(|(path, _)| path.first() == Some(&period))
                .map(|(path, line)| (&path[1..], *line))
                .collect();
            let phase = &self.lexicon.rules[self.which].phases[period.0.index()];
            let which = match (&phase.turns, u32::try_from(period.1)) {
                (Some(turns), Ok(record)) => format!("of {}", self.thing(turns.kind, record)),
                _ => period.1.to_string(),
            };
            _ = writeln!(text, "{indent}{} {which} {{", phase.name);
            self.nested(&inside, level + 1, text);
            _ = writeln!(text, "{indent}}}");
        }
    }

    fn deed(&self, actor: u32, deed: &DeclaredDeed) -> String {
        let action = &self.lexicon.actions[deed.action];
        let mut text = format!("{} {}", self.thing(KindId::COMBATANT, actor), action.verb);
        let mut said = Vec::new();
        let named = |attribute: Option<usize>| {
            let (index, datum) = deed
                .settings
                .iter()
                .find(|(index, _)| Some(*index) == attribute)?;
            let attribute = &self.lexicon.of_acts()[*index];
            let is_name = matches!(datum, Datum::Thing(_) | Datum::Word(_) | Datum::Action(_));
            (is_name && attribute.slots[self.which].is_some())
                .then(|| (*index, self.value(attribute, *datum)))
        };
        let object = named(action.object);
        if let Some((index, name)) = &object {
            _ = write!(text, " {name}");
            said.push(*index);
        }
        if (object.is_some() || action.object.is_none())
            && let Some((index, name)) = named(action.at)
        {
            _ = write!(text, " at {name}");
            said.push(index);
        }
        let settings = self.settings(self.lexicon.of_acts(), &deed.settings, &said);
        if settings.is_empty() {
            text
        } else {
            format!("{text}: {settings}")
        }
    }

    fn word(&self, word: WordId) -> &str {
        self.lexicon.rules[self.which].word(word)
    }

    fn person(&self, who: Person) -> String {
        match who {
            Person::Gm => "gm".to_owned(),
            Person::Side(side) => self.thing(KindId::SIDE, side),
            Person::Combatant(combatant) => self.thing(KindId::COMBATANT, combatant),
        }
    }

    fn thing(&self, kind: KindId, record: u32) -> String {
        let named = self.named(kind, record);
        named.unwrap_or_else(|| "nobody".to_owned())
    }

    /// The name of what the situation lists.
    fn named(&self, kind: KindId, record: u32) -> Option<String> {
        let things = &self.situation.things[self.lexicon.kind(self.which, kind)?];
        Some(things.get(record.index())?.name.clone())
    }

    /// An act with these attributes, as expectations name it: `ann strikes bob`.
    fn act(&self, row: &[Value]) -> Option<String> {
        let rules = self.lexicon.rules[self.which];
        let value = |slot: Slot| row.get(usize::from(slot)).copied();
        let actor = self.named(KindId::COMBATANT, to_record(value(slots::ACTOR)?))?;
        let action = rules.actions.get(to_index(value(slots::ACTION)?))?;
        let mut text = format!("{actor} {}", action.verb);
        let attributes = &rules.kinds[KindId::ACT.index()].attributes;
        for (before, slot) in [("", action.object), (" at", action.at)] {
            let value = slot.and_then(value).filter(|&value| value != MISSING);
            let said = slot.zip(value).and_then(|(slot, value)| {
                match &attributes[usize::from(slot)].declared.ty {
                    Type::Record(kind) => self.named(*kind, to_record(value)),
                    ty @ Type::Choice(_) => Some(self.answer(ty, value)),
                    _ => None,
                }
            });
            if let Some(said) = said {
                _ = write!(text, "{before} {said}");
            }
        }
        Some(text)
    }

    fn answer(&self, ty: &Type, value: Value) -> String {
        let rules = self.lexicon.rules[self.which];
        match ty {
            _ if value == MISSING => "none".to_owned(),
            Type::YesNo => (if value == 1 { "yes" } else { "no" }).to_owned(),
            Type::Number(Some(unit)) => {
                let unit = &rules.units[unit.index()];
                format!("{} {}", value / unit.size, unit.plural)
            }
            Type::Choice(_) => self.word(WordId(value as u32)).to_owned(),
            Type::Record(kind) => self.thing(*kind, value as u32),
            _ => value.to_string(),
        }
    }
}

fn braced(settings: &str) -> String {
    if settings.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {settings} }}")
    }
}
