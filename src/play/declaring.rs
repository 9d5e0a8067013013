//! What is declared in the course of a run, in the words of scenarios.

use super::entry::{Wants, one_entry};
use super::log::within;
use super::{Refusal, read_further};
use crate::check::Checked;
use crate::ruleset::index::{to_number, to_value};
use crate::ruleset::{KindId, Slot, Type, Value};
use crate::run::decisions::Declaring;
use crate::scenario::{Declaration, Scenario};
use crate::source::{Limits, Sources};
use crate::view::Names;

/// Reads what combatants declare in the course of a run, and adds it to the scenario that is played.
#[derive(Clone, Debug)]
pub struct DeclarationReader<'a> {
    checked: &'a Checked,
    /// The text of the scenario without the brace that ends it.
    text: &'a str,
    limits: Limits,
}

impl<'a> DeclarationReader<'a> {
    /// A reader for a scenario of these rules. Its text is among `sources`.
    pub fn new(
        checked: &'a Checked,
        scenario: &Scenario,
        sources: &'a Sources,
        limits: Limits,
    ) -> Self {
        let span = scenario.span;
        let text = sources.text(span.file).get(span.range());
        let text = text.unwrap_or_default().trim_end();
        DeclarationReader {
            checked,
            text: text.strip_suffix('}').unwrap_or(text),
            limits,
        }
    }

    /// Adds to `scenario` what a combatant declares where it is asked, and returns its number, for [`Machine::declared`](crate::Machine::declared). The
    /// line is that of a scenario, in which the name of the combatant can be left out: `strikes bob`, `declares nothing`.
    ///
    /// # Errors
    ///
    /// Why the line is no declaration of this combatant. Whether it is legal, the rules say in the run.
    pub fn declare(
        &self,
        scenario: &mut Scenario,
        declaring: &Declaring<'_>,
        line: &str,
    ) -> Result<u32, Refusal> {
        let names = Names::new(&self.checked.ruleset, scenario);
        let who = names.written_record(KindId::COMBATANT, declaring.actor);
        let line = line.trim();
        let is_named = line
            .strip_prefix(&who)
            .is_some_and(|rest| rest.starts_with(' '));
        let line = match is_named {
            true => line.to_owned(),
            false => format!("{who} {line}"),
        };
        one_entry(&line, Wants::Line, &self.limits)?;
        let line = within(&names, declaring.path, None, &line);
        let text = format!("{}\n{line}\n}}\n", self.text);
        let read = read_further(self.checked, &text, self.text.len(), &self.limits)?;
        let is_new = |one: &&Declaration| one.span.range().start >= self.text.len();
        let new: Vec<&Declaration> = read.declarations.iter().filter(is_new).collect();
        let [new] = new[..] else {
            return Err(Refusal::new(format!("this is no declaration of {who}")));
        };
        if !new.is_asked(declaring.actions) {
            let asked = declaring.actions.verb_words(&self.checked.ruleset);
            return Err(Refusal::new(format!("here {who} declares only {asked}")));
        }
        let settings = new.settings.iter();
        let settings =
            settings.map(|&(slot, value)| (slot, self.moved(slot, value, &read, scenario)));
        let declaration = Declaration {
            path: declaring.path.to_vec(),
            // In a later part of the period it would be taken too early otherwise.
            part: (declaring.running.last().copied())
                .filter(|part| !self.checked.ruleset.phases[part.index()].repeats()),
            actor: declaring.actor,
            action: new.action,
            settings: settings.collect(),
            span: scenario.span,
        };
        scenario.declarations.push(declaration);
        Ok(to_number(scenario.declarations.len() - 1))
    }

    /// The value of an attribute of an act in another scenario: there a text has another number.
    fn moved(&self, slot: Slot, value: Value, from: &Scenario, to: &mut Scenario) -> Value {
        let rules = &self.checked.ruleset;
        let attribute = &rules.kinds[KindId::ACT.index()].attributes[usize::from(slot)];
        let known = rules.texts.len();
        let own = value
            .checked_sub(to_value(known))
            .and_then(|at| from.texts.get(usize::try_from(at).ok()?));
        let (Type::Text, Some(text)) = (&attribute.declared.ty, own) else {
            return value;
        };
        let at = to
            .texts
            .iter()
            .position(|one| one == text)
            .unwrap_or_else(|| {
                to.texts.push(text.clone());
                to.texts.len() - 1
            });
        to_value(known + at)
    }
}
