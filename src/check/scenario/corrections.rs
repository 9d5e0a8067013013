//! What the game master corrects: which attribute of which record, and when.

use super::values::Holder;
use super::{Desk, messages};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::KindId;
use crate::scenario::{AttributeChange, Correction, Occasion, Path};
use crate::source::Span;
use crate::syntax::ast::{AskedFor, Entry, EntryKind, Name, Number, Thing, Value};

impl Desk<'_> {
    /// `before bram declares { ... }`
    pub(super) fn before(
        &mut self,
        (who, asked, number): (&Thing, &AskedFor, Option<&Number>),
        entries: &[Entry],
        path: &Path,
    ) {
        let occasion = self.occasion(who, asked);
        let number = number.map_or(Ok(1), time);
        let before = (self.or_report(occasion)).zip(self.or_report(number));
        // Where that is wrong, what stands in it is looked at all the same.
        for entry in entries {
            self.correction(entry, path, before);
        }
    }

    fn occasion(&self, who: &Thing, asked: &AskedFor) -> Result<Occasion, Diagnostic> {
        Ok(match asked {
            AskedFor::Roll(purpose) => {
                let purpose = self.purpose(&purpose.text, purpose.span)?;
                Occasion::Roll(self.person(who)?, purpose)
            }
            AskedFor::Answer(question) => {
                let (question, _) = self.question(question)?;
                Occasion::Answer(self.person(who)?, question)
            }
            AskedFor::Declaration => {
                let (_, combatant) = self.thing(who, &[KindId::COMBATANT])?;
                Occasion::Declaration(combatant)
            }
        })
    }

    /// One correction.
    pub(super) fn correction(
        &mut self,
        entry: &Entry,
        path: &Path,
        before: Option<(Occasion, u32)>,
    ) {
        let EntryKind::Correction {
            whose,
            attribute,
            value,
            because,
        } = &entry.kind
        else {
            return;
        };
        let change = self.attribute_change(whose, attribute, value);
        let because = because.as_ref().map(messages::plain).transpose();
        let because = self.or_report(because);
        if let (Some(change), Some(because)) = (self.or_report(change), because) {
            self.out.corrections.push(Correction {
                path: path.clone(),
                before,
                change,
                because,
                span: entry.span,
            });
        }
    }

    fn attribute_change(
        &mut self,
        whose: &Thing,
        attribute: &Name,
        value: &Value,
    ) -> Result<AttributeChange, Diagnostic> {
        let (kind, record) = self.corrected_record(whose)?;
        let slot = self.attribute(attribute, kind)?;
        let rule = self.rules.attribute(kind, slot);
        let value = self.value(
            &rule.declared,
            value,
            Holder::Attribute(&rule.name, kind),
        )?;
        Ok(AttributeChange {
            kind,
            record,
            slot,
            value,
        })
    }

    /// A record of the scenario, or the combat.
    fn corrected_record(&self, whose: &Thing) -> Result<(KindId, u32), Diagnostic> {
        let combat = &self.rules.kinds[KindId::COMBAT.index()].name;
        match whose.text == *combat && self.things.all(&whose.text).is_empty() {
            true => Ok((KindId::COMBAT, 0)),
            false => self.any_thing(whose),
        }
    }
}

/// Which time: 1 or more.
fn time(number: &Number) -> Result<u32, Diagnostic> {
    let value = messages::number(number)?;
    let time = u32::try_from(value).ok().filter(|time| *time > 0);
    time.ok_or_else(|| not_a_time(number.span))
}

fn not_a_time(span: Span) -> Diagnostic {
    let message = "the first time has the number 1";
    Diagnostic::error(Code::WrongType, span, message).help("leave the number out")
}
