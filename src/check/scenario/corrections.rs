//! What the game master corrects: which attribute of which record, whose acts are moved, who joins, and when.

use super::expects::act_order;
use super::values::Holder;
use super::{Desk, messages};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Effect, KindId, kind_id};
use crate::scenario::{ActMove, AttributeChange, Correction, Deed, Occasion, Path};
use crate::source::{Clean, Span};
use crate::syntax::ast::{
    self, AskedFor, EntryKind, Name, Number, RecordName, ScenarioEntry, Thing, Value,
};

impl Desk<'_> {
    /// `before bram declares { ... }`
    pub(super) fn before(
        &mut self,
        (who, asked, number): (&Thing, &AskedFor, Option<&Number>),
        entries: &[ScenarioEntry],
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
        entry: &ScenarioEntry,
        path: &Path,
        before: Option<(Occasion, u32)>,
    ) {
        let (deed, because) = match &entry.kind {
            EntryKind::Correction {
                whose,
                attribute,
                value,
                because,
            } => {
                let change = self.attribute_change(whose, attribute, value);
                (change.map(Deed::Set), because)
            }
            EntryKind::Move {
                mover,
                order,
                reference,
                because,
            } => {
                let moved = self.act_move(mover, *order, reference);
                (moved.map(Deed::Move), because)
            }
            EntryKind::Newcomers {
                side,
                member,
                because,
            } => {
                let side = self.thing(side, &[KindId::SIDE]);
                self.or_report(side);
                (self.joining(KindId::COMBATANT, &member.name), because)
            }
            EntryKind::NewThing {
                kind,
                name,
                because,
                ..
            } => {
                let known = kind_id(&self.rules.kinds, &kind.text);
                (self.joining(known.unwrap_or_default(), name), because)
            }
            _ => return,
        };
        let because = because.as_ref().map(messages::plain).transpose();
        let because = self.or_report(because);
        if let (Some(deed), Some(because)) = (self.or_report(deed), because) {
            self.out.corrections.push(Correction {
                path: path.clone(),
                part: self.part,
                before,
                deed,
                because,
                span: entry.span,
            });
        }
    }

    /// `gm moves orc 1 before bram`
    fn act_move(
        &mut self,
        mover: &Thing,
        order: ast::ActOrder,
        reference: &Thing,
    ) -> Result<ActMove, Diagnostic> {
        let (_, moved) = self.thing(mover, &[KindId::COMBATANT])?;
        let (_, other) = self.thing(reference, &[KindId::COMBATANT])?;
        if moved == other {
            let message = "the acts of a combatant cannot be moved in relation to themselves";
            let help = "name another combatant";
            return Err(Diagnostic::error(Code::WrongPlace, reference.span, message).help(help));
        }
        Ok(ActMove {
            mover: moved,
            order: act_order(order),
            reference: other,
        })
    }

    /// The records of a kind that an entry has join, all of which stand at the same place of the file.
    fn joining(&self, kind: KindId, name: &Thing) -> Result<Deed, Diagnostic> {
        let kind_name = &self.rules.kind(kind).name;
        if kind == KindId::COMBAT {
            let message = "there is one combat, and it is there from the beginning";
            return Err(Diagnostic::error(Code::WrongPlace, name.span, message));
        }
        if self.is_made(kind) {
            let message = format!(
                "these rules make records of the kind `{}` themselves, so none can join",
                Clean(kind_name)
            );
            let help = "let it be there from the start";
            return Err(Diagnostic::error(Code::WrongPlace, name.span, message).help(help));
        }
        let records = self.out.records[kind.index()].iter();
        let own = (0..).zip(records).filter(|(_, one)| one.span == name.span);
        let numbers: Vec<u32> = own.map(|(number, _)| number).collect();
        let first = numbers.first().copied().unwrap_or_default();
        Ok(Deed::Join(kind, first..first + numbers.len() as u32))
    }

    /// Whether some rule makes records of a kind.
    fn is_made(&self, kind: KindId) -> bool {
        let mut made = false;
        self.rules.each_statement(&mut |statement| {
            statement.effects(&mut |effect| made |= effect == Effect::Makes(kind));
        });
        made
    }

    fn attribute_change(
        &mut self,
        whose: &RecordName,
        attribute: &Name,
        value: &Value,
    ) -> Result<AttributeChange, Diagnostic> {
        let (kind, record) = self.corrected_record(whose)?;
        let slot = self.attribute(attribute, value, kind)?;
        if self.rules.kind(kind).is_of_pair(slot) {
            let message = format!(
                "`{}` is one of the two between which it stands",
                attribute.text
            );
            let error = Diagnostic::error(Code::WrongPlace, attribute.span, message);
            return Err(error.help("name another record"));
        }
        let rule = self.rules.attribute(kind, slot);
        let value = self.value(&rule.declared, value, Holder::Attribute(&rule.name, kind))?;
        Ok(AttributeChange {
            kind,
            record,
            slot,
            value,
        })
    }

    /// A record of the scenario, or the combat.
    fn corrected_record(&self, whose: &RecordName) -> Result<(KindId, u32), Diagnostic> {
        let whose = match whose {
            RecordName::Thing(thing) => thing,
            RecordName::Pair(pair) => return self.pair_record(pair),
        };
        let combat = &self.rules.kind(KindId::COMBAT).name;
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
