//! Which thing of the scenario a name means, and what is said where it means none. Names nothing itself.

use std::collections::BTreeSet;

use super::{Desk, messages, natural};
use crate::check::Meaning;
use crate::check::elaborator::MadeRecords;
use crate::check::symbol_table::too_few;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, StatementKind, Type};
use crate::scenario::Record;
use crate::source::{Clean, english};
use crate::suggest::{CURSOR, list, list_all};
use crate::syntax::ast::Thing;

impl Desk<'_> {
    /// The record of one of these kinds that is called so.
    pub(super) fn thing(
        &self,
        thing: &Thing,
        kinds: &[KindId],
    ) -> Result<(KindId, u32), Diagnostic> {
        let all = self.things.all(&thing.text);
        if let Some(found) = all.iter().find(|(kind, _)| kinds.contains(kind)) {
            self.note_thing(thing, found.0);
            return Ok(*found);
        }
        if let Some(made) = self
            .made
            .record(&thing.text)
            .filter(|made| kinds.contains(&made.0))
        {
            self.note_thing(thing, made.0);
            return Ok(made);
        }
        let wanted: Vec<&str> = kinds
            .iter()
            .map(|kind| self.rules.kind(*kind).name.as_str())
            .collect();
        let wanted = english::joined(&wanted, ", ", " or ");
        if let Some((other, index)) = all.first() {
            let is = english::a(&self.rules.kind(*other).name);
            let message = format!(
                "`{}` is {is}, but {} is needed here",
                Clean(&thing.text),
                english::a(&wanted)
            );
            let error = Diagnostic::error(Code::WrongType, thing.span, message);
            let members = self.members(*index);
            let members =
                members.filter_map(|member| self.out.record_name(KindId::COMBATANT, member));
            let members: Vec<&str> = members.take(8).collect();
            let is_group = *other == KindId::SIDE && kinds == [KindId::COMBATANT];
            return Err(match is_group && !members.is_empty() {
                true => error.help(format!("name one of its combatants: {}", list(members))),
                false if kinds == [KindId::ACT] => error.help(
                    "only rules name an act, as in `c does parry { blow = a }`; what is declared can name whose act is meant, with `takes target` in its action",
                ),
                false => error,
            });
        }
        Err(self.no_such_thing(thing, &wanted, |kind| kinds.contains(&kind)))
    }

    /// The only record that is called so, whatever its kind.
    pub(super) fn any_thing(&self, thing: &Thing) -> Result<(KindId, u32), Diagnostic> {
        match self.things.all(&thing.text) {
            [only] => {
                self.note_thing(thing, only.0);
                Ok(*only)
            }
            [] => match self.made.record(&thing.text) {
                Some(made) => {
                    self.note_thing(thing, made.0);
                    Ok(made)
                }
                None => Err(self.no_such_thing(thing, "thing", |_| true)),
            },
            all => {
                let kinds = all
                    .iter()
                    .map(|(kind, _)| self.rules.kind(*kind).name.as_str());
                let message = format!(
                    "`{}` is more than one thing: {}",
                    Clean(&thing.text),
                    list(kinds)
                );
                let help = "give them different names";
                Err(Diagnostic::error(Code::AmbiguousChoice, thing.span, message).help(help))
            }
        }
    }

    /// The kinds of which the rules make records. Where some join besides, nothing says which number a record will have.
    pub(super) fn made_by_rules(&self) -> MadeRecords {
        let mut kinds = BTreeSet::new();
        self.rules.each_statement(&mut |statement| {
            if let StatementKind::New { kind, .. } = statement {
                kinds.insert(*kind);
            }
        });
        let known = kinds.into_iter();
        let known = known.filter(|&kind| self.out.newcomers(kind).is_empty());
        let known = known.map(|kind| {
            let name = self.rules.kind(kind).name.clone();
            (name, kind, self.out.at_start(kind))
        });
        MadeRecords(known.collect())
    }

    /// Notes which thing a name means.
    pub(super) fn note_thing(&self, thing: &Thing, kind: KindId) {
        let meant = Meaning::Thing(kind, thing.text.clone());
        self.note(thing.span, meant);
    }

    fn no_such_thing(
        &self,
        thing: &Thing,
        what: &str,
        fits: impl Fn(KindId) -> bool,
    ) -> Diagnostic {
        // Who has made many mistakes is not told what there is: looking through all of it for each would take too long.
        let all = (self.things.names())
            .filter(|_| self.found.proposes() || thing.text == CURSOR)
            .filter(|(_, all)| all.iter().any(|(kind, _)| fits(*kind)));
        let mut known: Vec<&str> = all.map(|(name, _)| name).collect();
        known.sort_by(|one, other| natural::compare(one, other));
        let family = known
            .iter()
            .copied()
            .filter(|name| name.split(' ').next() == Some(&thing.text));
        let family: Vec<&str> = family.collect();
        let one = english::singular(&thing.text);
        let several: Vec<&str> = known
            .iter()
            .copied()
            .filter(|name| name.split(' ').next() == Some(&one))
            .collect();
        if family.is_empty() && several.len() > 1 && one != thing.text {
            let message = format!("several are called `{}`, each with its number", Clean(&one));
            let each = list_all(several.iter().copied().take(8));
            let help = format!("write a line for each: {each}");
            return Diagnostic::error(Code::UnknownScenarioThing, thing.span, message).help(help);
        }
        if !family.is_empty() {
            let message = format!("no {what} is called just `{}`", Clean(&thing.text));
            let few = family.iter().copied().take(8);
            return Diagnostic::error(Code::UnknownScenarioThing, thing.span, message)
                .help(format!("say which: {}", list(few)));
        }
        // `orc 3` where there are two of them.
        let first = thing.text.split(' ').next().unwrap_or_default();
        let message = format!("there is no {what} `{}`", Clean(&thing.text));
        let error = Diagnostic::error(Code::UnknownScenarioThing, thing.span, message);
        if let Some(error) = too_few(error, &thing.text, known.iter()) {
            return error;
        }
        let named = messages::name(&thing.text, thing.span);
        let is_numbered = first != thing.text;
        let several = is_numbered.then(|| self.in_the_plural(first)).flatten();
        let error = self.unknown(Code::UnknownScenarioThing, what, &named, known);
        if matches!(thing.text.as_str(), "nobody" | "nothing" | "null" | "nil") {
            let message = error.message.clone();
            let none = Diagnostic::error(Code::UnknownScenarioThing, thing.span, message)
                .help("that none is meant is said with `none`");
            return none.guess(thing.span, "none").or_else(error);
        }
        match several {
            Some(several) => several.or_else(error),
            None if error.help.is_none() && error.candidates.is_empty() => {
                self.set_up(error, thing, fits)
            }
            None if error.fix.is_none() && error.candidates.is_empty() => {
                let plain = error.clone();
                let told = self.set_up(
                    Diagnostic {
                        help: None,
                        ..error
                    },
                    thing,
                    |kind| kind != KindId::COMBATANT && fits(kind),
                );
                match (plain.help.as_deref(), told.help.as_deref()) {
                    (Some(known), Some(new)) => {
                        let help = format!("{known}; or {new}");
                        plain.help(help)
                    }
                    _ => plain,
                }
            }
            None => error,
        }
    }

    /// How a record of the only kind that fits is set up in the scenario, with what must be said of it.
    fn set_up(
        &self,
        error: Diagnostic,
        thing: &Thing,
        fits: impl Fn(KindId) -> bool,
    ) -> Diagnostic {
        let kinds = (0..).map(KindId).zip(&self.rules.kinds);
        let mut kinds = kinds.filter(|(id, _)| fits(*id));
        let (Some((id, kind)), None) = (kinds.next(), kinds.next()) else {
            return error;
        };
        if id == KindId::ACT || id == KindId::COMBAT || id == KindId::SIDE {
            return error;
        }
        let own = kind.attributes.iter().skip(id.built_in().into());
        let needed = own.filter(|one| {
            let is_set = one.default.is_some() || one.declared.optional || one.is_mark;
            !is_set && !matches!(one.declared.ty, Type::Set(_))
        });
        let needed: Vec<String> = needed.map(|one| format!("{} ...", one.name)).collect();
        let name = Clean(&thing.text);
        let told = match needed.join(", ") {
            told if told.is_empty() => format!("{name} {{ }}"),
            told => format!("{name} {{ {told} }}"),
        };
        error.help(match id == KindId::COMBATANT {
            true => format!("set it up in the scenario, inside of a side: `{told}`"),
            false => format!("set it up in the scenario: `{} {told}`", kind.name),
        })
    }

    /// `goblins x 2`, where lines tell of `goblin 1`: what is said of the member, once for all of these lines.
    fn in_the_plural(&self, one: &str) -> Option<Diagnostic> {
        let combatants = self.out.records.get(KindId::COMBATANT.index())?;
        let name = |record: &Record| record.name.split(' ').next().map(str::to_owned);
        let mut names = combatants
            .iter()
            .filter_map(|record| Some((name(record)?, record.span)));
        let (many, span) = names.find(|(name, _)| name != one && english::singular(name) == one)?;
        let message = format!(
            "these are called `{} 1` and so on, not `{} 1`",
            Clean(&many),
            Clean(one)
        );
        let error = Diagnostic::error(Code::UnknownScenarioThing, span, message);
        let error = error.label("each has this name with its number");
        Some(error.write(span, one))
    }
}
