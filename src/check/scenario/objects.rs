//! What acts are aimed at, as declarations and expectations name it behind the verb.

use std::iter::Peekable;

use super::Desk;
use super::phrases;
use super::settings::GivenAttributes;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Action, ActionId, KindId, Slot, Type, slot_of};
use crate::source::{Clean, english};
use crate::syntax::ast::{self, Name, Thing, ValueKind};

/// What a declaration or an expectation names behind the verb.
#[derive(Clone, Copy)]
pub(super) struct ToldObjects<'t> {
    /// With what.
    pub object: Option<&'t Thing>,
    /// With what else.
    pub also: &'t [Thing],
    /// At what.
    pub at: Option<&'t Thing>,
    /// What else with or at the one that is named last.
    pub others: &'t [Thing],
}

impl Desk<'_> {
    /// What an act is aimed at, as its action takes it.
    pub(super) fn objects(
        &mut self,
        action: ActionId,
        told: ToldObjects<'_>,
        given: &mut GivenAttributes,
    ) {
        let ToldObjects { object, at, .. } = told;
        let rules = self.rules;
        let action = &rules.actions[action.index()];
        let by_title = object.is_none() && action.at.is_none();
        let is_told_so = |slot| phrases::says_at(rules, action, slot);
        let (object, at) = match by_title && action.object.is_some_and(is_told_so) {
            true => (at, None),
            false => (object, at),
        };
        if let Some(error) = self.lacks_object(action, (object, at), given) {
            self.found.push(error);
            return;
        }
        let with_object = if at.is_none() { told.others } else { told.also };
        for (thing, slot, place, others) in [
            (object, action.object, "after it", with_object),
            (at, action.at, "after `at`", told.others),
        ] {
            match (thing, slot) {
                (Some(thing), Some(slot)) => {
                    let error = self.too_many(action, slot, thing, others);
                    let others = if error.is_some() { &[] } else { others };
                    self.found.extend(error);
                    self.aim(slot, thing, others, given);
                }
                (Some(thing), None) => {
                    let verb = Clean(&action.verb);
                    let message = match object {
                        Some(object) if at.is_some() => {
                            format!("`{verb}` takes nothing behind `{}`", Clean(&object.text))
                        }
                        _ if action.object.is_none() => format!("`{verb}` takes nothing after it"),
                        _ => format!("`{verb}` takes nothing {place}"),
                    };
                    let error = Diagnostic::error(Code::WrongPlace, thing.span, message)
                        .help(self.how_to_say(action));
                    self.found.push(error);
                }
                (None, _) => {}
            }
        }
    }

    /// Where only what an act is aimed at is named, in the place of what it takes. What it takes does not count as left out then, wherever it is named.
    fn lacks_object(
        &self,
        action: &Action,
        (object, at): (Option<&Thing>, Option<&Thing>),
        given: &mut GivenAttributes,
    ) -> Option<Diagnostic> {
        let (thing, slots) = (object?, [action.object?, action.at?]);
        let kinds = slots.map(
            |slot| match self.rules.attribute(KindId::ACT, slot).declared.ty {
                Type::Record(kind) => Some(kind),
                _ => None,
            },
        );
        let [Some(taken), Some(aimed)] = kinds else {
            return None;
        };
        let of = taken;
        let is = |kind| self.things.find(&thing.text, kind).is_some();
        if at.is_some() || is(taken) || !is(aimed) {
            return None;
        }
        given.meant.extend(slots);
        let [taken, aimed] = [taken, aimed].map(|kind| Clean(&self.rules.kind(kind).name));
        let (verb, name) = (Clean(&action.verb), Clean(&thing.text));
        let [is, needed] = [&aimed, &taken].map(|kind| english::a(&kind.to_string()));
        let message = format!("`{name}` is {is}, but {needed} is needed here");
        // What only rules make is called by its number.
        let given = self.out.records.get(of.index()).and_then(|all| all.first());
        let one = given.map_or_else(|| format!("{taken} 1"), |one| Clean(&one.name).to_string());
        let help = format!("name the {taken} first, as in `{verb} {one} at {name}`");
        Some(Diagnostic::error(Code::WrongType, thing.span, message).help(help))
    }

    /// Where more is named than an action takes.
    fn too_many(
        &self,
        action: &Action,
        slot: Slot,
        thing: &Thing,
        others: &[Thing],
    ) -> Option<Diagnostic> {
        let other = others.first()?;
        let kind = self.rules.kind(KindId::ACT);
        let told = others
            .iter()
            .find(|other| slot_of(kind, &other.text).is_some());
        let before = |told: &Thing| others.iter().rfind(|one| one.span.end < told.span.start);
        if let Some(told) = told {
            let before = before(told).unwrap_or(thing).span;
            let between = before.at_end().to(told.span.at_start());
            let message = "what is told of an act stands behind a `:`";
            let error = Diagnostic::error(Code::SyntaxError, between, message);
            return Some(error.label("`:` belongs here").write(between, ": "));
        }
        let attribute = self.rules.attribute(KindId::ACT, slot);
        if matches!(attribute.declared.ty, Type::Set(_)) {
            return None;
        }
        let (verb, name) = (Clean(&action.verb), Clean(&attribute.name));
        let message = format!("`{verb}` takes only one {name}");
        let error = Diagnostic::error(Code::WrongPlace, other.span, message);
        Some(
            error.label("this is another one").help(
                "begin a new line for another act; what is told of an act stands behind a colon",
            ),
        )
    }

    pub(super) fn aim(
        &mut self,
        slot: Slot,
        thing: &Thing,
        others: &[Thing],
        given: &mut GivenAttributes,
    ) {
        let all = std::iter::once(thing).chain(others);
        let kind = match others {
            [] => ValueKind::Thing(thing.clone()),
            _ => ValueKind::Several(all.cloned().collect()),
        };
        let span = others
            .last()
            .map_or(thing.span, |last| thing.span.to(last.span));
        let value = ast::Value { kind, span };
        self.give(slot, &value, thing.span, given);
    }

    /// What an act has beside its first objects, if it can have several: `and orc 2 and orc 3`, `and cid at ritual`. `None` if something else is told.
    pub(super) fn further(
        &self,
        action: ActionId,
        objects: &[Thing],
        told: &[Name],
    ) -> Option<FurtherObjects> {
        let action = &self.rules.actions[action.index()];
        let is_set = |slot: Option<Slot>| {
            let declared = slot.map(|slot| &self.rules.attribute(KindId::ACT, slot).declared);
            declared.is_some_and(|declared| matches!(declared.ty, Type::Set(_)))
        };
        let mut words = told.iter().peekable();
        let first = things_joined(&mut words)?;
        if words.peek().is_none() {
            let fits = first.is_empty() || is_set(action.at.or(action.object));
            return fits.then_some(FurtherObjects {
                others: first,
                ..FurtherObjects::default()
            });
        }
        let at = words.next().filter(|word| word.text == "at");
        let at = at.and_then(|_| thing_told(&mut words))?;
        let others = things_joined(&mut words)?;
        let is_one = objects.len() == 1 && action.at.is_some() && words.peek().is_none();
        let fits = is_one && is_set(action.object) && (others.is_empty() || is_set(action.at));
        fits.then_some(FurtherObjects {
            also: first,
            at: Some(at),
            others,
        })
    }
}

/// What stands behind the first objects of an act that an expectation names.
#[derive(Default)]
pub(super) struct FurtherObjects {
    pub also: Vec<Thing>,
    pub at: Option<Thing>,
    pub others: Vec<Thing>,
}

/// A thing of a name and, perhaps, a number.
fn thing_told<'n>(words: &mut Peekable<impl Iterator<Item = &'n Name>>) -> Option<Thing> {
    let name = words.next()?;
    let is_number = |word: &&Name| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let (text, span) = match words.next_if(is_number) {
        Some(number) => (
            format!("{} {}", name.text, number.text),
            name.span.to(number.span),
        ),
        None => (name.text.clone(), name.span),
    };
    Some(Thing { text, span })
}

/// The things that follow, each behind `and`. `None` where nothing stands behind one.
fn things_joined<'n>(words: &mut Peekable<impl Iterator<Item = &'n Name>>) -> Option<Vec<Thing>> {
    let mut things = Vec::new();
    while words.next_if(|word| word.text == "and").is_some() {
        things.push(thing_told(words)?);
    }
    Some(things)
}
