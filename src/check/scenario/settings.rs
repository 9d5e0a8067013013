//! Settings: which attributes a scenario gives to a record or an act, each once and with a fitting value, and which are lacking.

use std::collections::BTreeMap;

use super::things::NamedThing;
use super::values::Holder;
use super::{Desk, messages};
use crate::check::resolved_names::{Meaning, WordUse};
use crate::check::within::beyond;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActionId, Attribute, ExprId, KindId, MISSING, Slot, Type, Value, WordId, slot_of,
};
use crate::source::{Quoted, Span, english};
use crate::suggest::{list_all, suggest};
use crate::syntax::ast::{self, Setting};
use crate::syntax::is_name;

/// The attributes that are given so far.
pub(super) struct GivenAttributes {
    pub(super) kind: KindId,
    /// ByKind by slot.
    pub(super) values: BTreeMap<Slot, Value>,
    /// All that were named, with or without a good value, and where.
    pub(super) named: BTreeMap<Slot, Span>,
    /// Those whose names were probably misspelt.
    pub(super) meant: Vec<Slot>,
    /// Those that may be missing, but not here, and what asks for them.
    pub(super) asked: Vec<(Slot, ExprId)>,
}

impl GivenAttributes {
    pub(super) fn none(kind: KindId) -> Self {
        GivenAttributes {
            kind,
            values: BTreeMap::new(),
            named: BTreeMap::new(),
            meant: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Whether an attribute has to be given.
    pub(super) fn needs(&self, slot: Slot, attribute: &Attribute) -> bool {
        let is_asked = || self.asked.iter().any(|asked| asked.0 == slot);
        attribute.default.is_none() && (!attribute.declared.optional || is_asked())
    }
}

/// The thing that a setting names in place of an attribute with its value.
fn as_thing(setting: &Setting) -> Option<String> {
    match &setting.value.kind {
        ast::ValueKind::Number(number) => Some(format!("{} {}", setting.name.text, number.digits)),
        ast::ValueKind::Yes => Some(setting.name.text.clone()),
        _ => None,
    }
}

impl Desk<'_> {
    /// The values of a record that the scenario names.
    pub(super) fn record_values(&mut self, named: &NamedThing<'_>) -> Vec<(Slot, Value)> {
        let before = named.repeated.then(|| self.found.clone());
        let mut given = GivenAttributes::none(named.kind);
        self.settings(named.settings, &mut given);
        self.complete(&given, &named.name, named.span, None);
        self.bounded(&given);
        if let Some(before) = before {
            self.found = before;
        }
        given.values.into_iter().collect()
    }

    /// Adds settings to what is given.
    pub(super) fn settings(&mut self, settings: &[Setting], given: &mut GivenAttributes) {
        let mut rest = settings.iter().peekable();
        let mut before: Option<&Setting> = None;
        while let Some(setting) = rest.next() {
            let before = before.replace(setting);
            match self.attribute(&setting.name, &setting.value, given.kind) {
                Ok(slot) => self.give(slot, &setting.value, setting.name.span, given),
                Err(error) => {
                    let kind = given.kind;
                    if let Some((slot, error)) = self.in_two_words(setting, kind) {
                        given.meant.push(slot);
                        self.found.push(error);
                        // The unit of its number.
                        rest.next_if(|next| self.unit(&next.name.text).is_some());
                        continue;
                    }
                    given.meant.extend(self.nearest(&setting.name, kind));
                    if let Some(error) = before.and_then(|one| self.one_more(one, setting, kind)) {
                        self.found.push(error);
                        continue;
                    }
                    let error = match self.aimed_behind_colon(setting, kind) {
                        Some(aimed) => {
                            let attributes = &self.rules.kind(kind).attributes;
                            let all = (0..).zip(attributes);
                            let records = all.filter(|(_, one)| {
                                matches!(one.declared.ty, Type::Record(_) | Type::Set(_))
                            });
                            given.meant.extend(records.map(|(slot, _)| slot));
                            aimed
                        }
                        None => match self.renamed(setting, settings, given) {
                            Some(slot) if error.fix.is_none() => {
                                given.meant.push(slot);
                                let name = &self.rules.attribute(kind, slot).name;
                                let message = error.message.clone();
                                let told =
                                    Diagnostic::error(error.code, setting.name.span, message);
                                told.label(format!("`{}` has no value", Quoted(name)))
                                    .write(setting.name.span, name)
                                    .or_else(error)
                            }
                            _ => error,
                        },
                    };
                    self.found.push(error);
                }
            }
        }
    }

    /// `hp 2` where the attribute is called `life` now: the only one that must have a value and has none, for the only unknown name.
    fn renamed(
        &mut self,
        setting: &Setting,
        settings: &[Setting],
        given: &GivenAttributes,
    ) -> Option<Slot> {
        let about = self.rules.kind(given.kind);
        let mut named: Vec<Slot> = Vec::new();
        for other in settings {
            match slot_of(about, &other.name.text) {
                Some(slot) => named.push(slot),
                None if other.span == setting.span => {}
                None => return None,
            }
        }
        let is_lacking = |slot: &Slot, attribute: &Attribute| {
            *slot >= given.kind.built_in()
                && given.needs(*slot, attribute)
                && !named.contains(slot)
                && !given.named.contains_key(slot)
                && !given.meant.contains(slot)
        };
        let all = (0..).zip(&about.attributes);
        let mut lacking = all.filter(|(slot, attribute)| is_lacking(slot, attribute));
        let (slot, attribute) = lacking.next()?;
        if lacking.next().is_some() {
            return None;
        }
        let holder = Holder::Attribute(&attribute.name, given.kind);
        let value = self.value(&attribute.declared, &setting.value, holder);
        value.is_ok().then_some(slot)
    }

    /// `casting time 2 segments`: the name of an attribute in two words.
    fn in_two_words(&self, setting: &Setting, kind: KindId) -> Option<(Slot, Diagnostic)> {
        let ast::ValueKind::Thing(thing) = &setting.value.kind else {
            return None;
        };
        let second = thing.text.split(' ').next()?;
        let name = format!("{}_{second}", setting.name.text);
        let slot = slot_of(self.rules.kind(kind), &name)?;
        let between = setting.name.span.at_end().to(setting.value.span.at_start());
        let error = Diagnostic::error(Code::UnknownName, between, "a name is one word")
            .label("a blank ends the name")
            .help(format!("write `{}`", Quoted(&name)));
        Some((slot, error.guess(between, "_")))
    }

    /// `foes wolf 1, wolf 2`: one more of those that an attribute holds.
    fn one_more(&self, before: &Setting, setting: &Setting, kind: KindId) -> Option<Diagnostic> {
        let name = as_thing(setting)?;
        let slot = slot_of(self.rules.kind(kind), &before.name.text)?;
        let is_set = matches!(self.rules.attribute(kind, slot).declared.ty, Type::Set(_));
        let is_known = is_set && !self.things.all(&name).is_empty();
        let message = format!("there is no attribute `{}`", Quoted(&name));
        let error = Diagnostic::error(Code::UnknownName, setting.span, message);
        let between = before.span.at_end().to(setting.span.at_start());
        let error = error.help(format!(
            "several are joined with `and`: `{} ... and {}`",
            Quoted(&before.name.text),
            Quoted(&name)
        ));
        is_known.then(|| error.guess(between, " and "))
    }

    /// `ann strikes: orc 2`: whom an act is aimed at, behind the colon.
    fn aimed_behind_colon(&self, setting: &Setting, kind: KindId) -> Option<Diagnostic> {
        let name = as_thing(setting)?;
        if kind != KindId::ACT || self.things.all(&name).is_empty() {
            return None;
        }
        let message = "what an act is aimed at stands before the `:`";
        let error = Diagnostic::error(Code::WrongPlace, setting.span, message);
        let help = format!(
            "put `{}` before the `:`, with a blank before it",
            Quoted(&name)
        );
        Some(error.label("attributes of the act stand here").help(help))
    }

    /// Gives an attribute a value, if it has none yet.
    pub(super) fn give(
        &mut self,
        slot: Slot,
        value: &ast::Value,
        span: Span,
        given: &mut GivenAttributes,
    ) {
        let attribute = self.rules.attribute(given.kind, slot);
        if let Some(first) = given.named.insert(slot, span) {
            return self.found.push(messages::twice(
                &format!("`{}` is given", Quoted(&attribute.name)),
                span,
                first,
            ));
        }
        let value = self.value(
            &attribute.declared,
            value,
            Holder::Attribute(&attribute.name, given.kind),
        );
        if let Some(value) = self.or_report(value) {
            given.values.insert(slot, value);
        }
    }

    /// The attribute of a kind that a scenario may give; `value`: which value it gives.
    pub(super) fn attribute(
        &self,
        name: &ast::Name,
        value: &ast::Value,
        kind: KindId,
    ) -> Result<Slot, Diagnostic> {
        let about = self.rules.kind(kind);
        match slot_of(about, &name.text) {
            Some(slot) if slot >= kind.built_in() => {
                self.note_attribute(name, kind, slot);
                Ok(slot)
            }
            Some(_) => {
                let message = format!(
                    "`{}` of {} is never given: it follows from the rest",
                    Quoted(&name.text),
                    english::a(&about.name)
                );
                Err(Diagnostic::error(Code::WrongPlace, name.span, message).help("leave it out"))
            }
            None => {
                let message = format!(
                    "there is no attribute `{}` of {}",
                    Quoted(&name.text),
                    english::a(&about.name)
                );
                let error = Diagnostic::error(Code::UnknownName, name.span, message);
                let called = name.text.split('(').next().unwrap_or_default();
                let mut keys = about
                    .attributes
                    .iter()
                    .filter(|one| one.declared_name() == called);
                if let Some(first) = keys.next().filter(|one| one.keyed.is_some()) {
                    let last = keys.next_back().unwrap_or(first);
                    let help = format!("say for which key: `{}` to `{}`", first.name, last.name);
                    return Err(error.help(help));
                }
                // A key by itself: `arm 3` for `boxes(arm) 3`.
                let key = format!("({})", name.text);
                let is_key = |one: &&Attribute| one.keyed.is_some() && one.name.ends_with(&key);
                if let Some(keyed) = about.attributes.iter().find(is_key) {
                    let error =
                        error.label(format!("one of the keys of `{}`", keyed.declared_name()));
                    return Err(error.write(name.span, &keyed.name));
                }
                if let Some(denied) = self.denied(&name.text, kind) {
                    let with = format!("no {denied}");
                    let error = error.label("the contrary of an attribute");
                    return Err(error.write(name.span, with));
                }
                if let Some(holder) = self.holder_of(&name.text, kind) {
                    let with = format!("{holder} {}", name.text);
                    let error = error.label(format!("what `{}` can be", Quoted(holder)));
                    return Err(error.write(name.span, with));
                }
                let told = self.meant(error, &name.text, self.attribute_names(kind));
                let is_new = told.fix.is_none() && is_name(&name.text);
                let help = told.help.as_ref().filter(|_| is_new);
                let help = help.map(|known| {
                    let (kind, name) = (&about.name, Quoted(&name.text));
                    let declared = match value.kind {
                        ast::ValueKind::Yes | ast::ValueKind::No => "yes/no = no",
                        _ => "number = 0",
                    };
                    format!("{known}; a new one is declared in the rules: `kind {kind} {{ {name}: {declared} }}`")
                });
                Err(match help {
                    // One of the others is meant only if its name is near.
                    Some(help) => Diagnostic {
                        alternatives: Box::default(),
                        ..told.help(help)
                    },
                    None => told,
                })
            }
        }
    }

    /// Notes what an attribute stands for, and its key if that is a word or an action.
    fn note_attribute(&self, name: &ast::Name, kind: KindId, slot: Slot) {
        let attribute = self.rules.attribute(kind, slot);
        let meaning = Meaning::Attribute(kind, attribute.keyed.unwrap_or(slot));
        self.note(name.span, meaning);
        let written = name.text.split_once('(');
        let Some(written) = written.and_then(|(_, key)| key.strip_suffix(')')) else {
            return;
        };
        let keyed = self.checked.names.keyed.get(attribute.declared_name());
        let Some(keyed) = keyed.and_then(|kinds| kinds.get(&kind)) else {
            return;
        };
        let number = usize::from(slot - keyed.first);
        let key = keyed.keys.get(number).map(|(value, _)| *value);
        let Some(id) = key.and_then(|key| u32::try_from(key).ok()) else {
            return;
        };
        let start = name.span.range().end + 1;
        let key = Span::new(name.span.file, start, start + written.len());
        match keyed.key {
            Type::Choice(_) => self.note(key, Meaning::Word(WordUse::Choice, WordId(id))),
            Type::Action => self.note(key, Meaning::Action(ActionId(id))),
            _ => {}
        }
    }

    /// The only attribute of a kind that can be this word: `style` of `heavy`.
    fn holder_of(&self, word: &str, kind: KindId) -> Option<&str> {
        let about = self.rules.kind(kind);
        let can_be = |words: &[WordId]| words.iter().any(|id| self.rules.word(*id) == word);
        let mut holders = about
            .attributes
            .iter()
            .filter(|one| matches!(&one.declared.ty, Type::Choice(words) if can_be(words)));
        let first = holders.next()?;
        holders.next().is_none().then_some(first.name.as_str())
    }

    /// Complains about numbers beyond their bounds. What bounds a number counts as far as it is given.
    pub(super) fn bounded(&mut self, given: &GivenAttributes) {
        let kind = given.kind;
        for (&slot, &value) in &given.values {
            let within = self.rules.attribute(kind, slot).within;
            let known = |slot| given.values.get(&slot).copied().unwrap_or(MISSING);
            if let Some(message) = beyond(self.rules, (kind, slot), within, value, known) {
                let place = given.named[&slot];
                let error = Diagnostic::error(Code::NumberTooLarge, place, message)
                    .also(
                        self.rules.attribute(kind, slot).span,
                        "its bounds stand here",
                    )
                    .help("give it a number within its bounds, or other bounds");
                self.found.push(error);
            }
        }
    }

    /// The attribute whose contrary a word says: `unarmed` of `armed`.
    fn denied<'n>(&self, name: &'n str, kind: KindId) -> Option<&'n str> {
        const LEADS: [&str; 5] = ["un", "not_", "non_", "non", "no_"];
        const CONTRARIES: [(&str, &str); 3] =
            [("miss", "hit"), ("misses", "hit"), ("missed", "hit")];
        let about = self.rules.kind(kind);
        let contrary = CONTRARIES.iter().find(|(word, _)| *word == name);
        let led = LEADS.iter().filter_map(|lead| name.strip_prefix(lead));
        led.chain(contrary.map(|(_, of)| *of)).find_map(|denied| {
            let slot = slot_of(about, denied).filter(|slot| *slot >= kind.built_in())?;
            let is_yes_no = self.rules.attribute(kind, slot).declared.ty == Type::YesNo;
            is_yes_no.then_some(denied)
        })
    }

    /// The attributes that a scenario may give.
    fn attribute_names(&self, kind: KindId) -> impl Iterator<Item = &str> {
        let of = self.rules.kind(kind);
        let attributes = (0..).zip(&of.attributes).skip(kind.built_in().into());
        attributes
            .filter(|(slot, attribute)| !attribute.is_mark && !of.is_of_pair(*slot))
            .map(|(_, attribute)| attribute.name.as_str())
    }

    /// The attribute whose name was probably meant.
    fn nearest(&self, name: &ast::Name, kind: KindId) -> Option<Slot> {
        slot_of(
            self.rules.kind(kind),
            suggest(&name.text, self.attribute_names(kind))?,
        )
    }

    /// Says which attributes are lacking; `how`: how to give them, where it is more than a setting.
    pub(super) fn complete(
        &mut self,
        given: &GivenAttributes,
        whose: &str,
        span: Span,
        how: Option<String>,
    ) {
        let kind = self.rules.kind(given.kind);
        let from = given.kind.built_in();
        let lacking = (0..).zip(&kind.attributes).filter(|(slot, attribute)| {
            given.needs(*slot, attribute)
                && *slot >= from
                && !given.named.contains_key(slot)
                && !given.meant.contains(slot)
        });
        let lacking: Vec<_> = lacking.collect();
        let Some((_, first)) = lacking.first() else {
            return;
        };
        let names = list_all(lacking.iter().map(|one| one.1.name.as_str()));
        let is_bare = given.kind == KindId::COMBATANT && given.named.is_empty();
        let holder = match is_bare {
            true => Holder::Bare(&first.name, whose),
            false => Holder::Attribute(&first.name, given.kind),
        };
        let example = || {
            let example = self.example(&first.declared.ty, holder);
            match first.declared.ty {
                Type::Record(of) if given.kind == KindId::ACT => format!(
                    "{example}; where some acts have none, it is declared as `{}: optional {}`",
                    first.name,
                    self.rules.kind(of).name
                ),
                _ => example,
            }
        };
        let help = how.unwrap_or_else(example);
        let message = format!("`{}` needs {names}", Quoted(whose));
        let error = Diagnostic::error(Code::MissingValue, span, message).help(help);
        let mut asked = given.asked.iter();
        let asked = asked.find(|asked| lacking.iter().any(|one| one.0 == asked.0));
        self.found.push(match asked {
            Some((_, read)) => error.also(
                self.rules.expr_spans[read.index()],
                "the declaration is judged by this, which is compared by size",
            ),
            None => error,
        });
    }
}
