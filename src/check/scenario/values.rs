//! Values as a scenario writes them, typed by what is to hold them. Knows types, units, words and things, not who holds what.

use super::{Desk, messages, natural};
use crate::check::resolved_names::{Meaning, WordUse};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Declared, KindId, MISSING, MOST, MOST_IN_SET, Type, UnitId, Value, WordId, set_of,
};
use crate::source::{Quoted, english};
use crate::suggest::list;
use crate::syntax;
use crate::syntax::ast::{self, Name, Number, ValueKind};

/// What is to hold a value.
#[derive(Clone, Copy)]
pub(super) enum Holder<'t> {
    /// An attribute of a kind.
    Attribute(&'t str, KindId),
    /// An attribute of a combatant for which nothing is given yet, and its name.
    Bare(&'t str, &'t str),
    /// An option of the rules.
    Option(&'t str),
    /// A question that the rules ask.
    Question(&'t str),
}

impl<'t> Holder<'t> {
    fn name(self) -> &'t str {
        match self {
            Holder::Attribute(name, _)
            | Holder::Bare(name, _)
            | Holder::Option(name)
            | Holder::Question(name) => name,
        }
    }
}

impl Desk<'_> {
    /// A value of the wanted type.
    pub(super) fn value(
        &mut self,
        wanted: &Declared,
        value: &ast::Value,
        holder: Holder<'_>,
    ) -> Result<Value, Diagnostic> {
        match (&wanted.ty, &value.kind) {
            (_, ValueKind::None) if wanted.optional => Ok(MISSING),
            (Type::Set(_), ValueKind::None) => Ok(0),
            (_, ValueKind::None) => {
                let message = format!("`{}` is never missing", Quoted(holder.name()));
                Err(Diagnostic::error(Code::WrongType, value.span, message)
                    .help(self.example(&wanted.ty, holder)))
            }
            (ty, ValueKind::No) if wanted.optional && *ty != Type::YesNo => {
                let name = Quoted(holder.name());
                let message = format!("`{name}` is {}, not no", self.described(ty));
                let error = Diagnostic::error(Code::WrongType, value.span, message);
                Err(match holder {
                    Holder::Attribute(name, _) => {
                        let with = format!("{name} none");
                        let help = format!("what is missing is `none`: write `{}`", Quoted(&with));
                        error.help(help).guess(value.span, with)
                    }
                    _ => error.help("what is missing is `none`"),
                })
            }
            (Type::YesNo, ValueKind::Yes) => Ok(1),
            (Type::YesNo, ValueKind::No) => Ok(0),
            (Type::Number(None), ValueKind::Number(number)) => messages::number(number),
            (Type::Number(Some(unit)), ValueKind::Number(number)) => {
                Err(self.no_unit(*unit, number, holder))
            }
            (Type::Number(unit), ValueKind::Quantity(number, name)) => {
                self.quantity(*unit, number, name, holder)
            }
            (_, ValueKind::Quantity(number, name)) if self.unit(&name.text).is_none() => {
                Err(self.no_such_unit(number, name, holder))
            }
            (Type::Text, ValueKind::Text(text)) => Ok(self.text(messages::plain(text)?)),
            (Type::Choice(words), ValueKind::Thing(thing)) => {
                self.word((WordUse::Choice, words), thing, holder)
            }
            (Type::Stage, ValueKind::Thing(thing)) => {
                let stages: Vec<WordId> = self
                    .rules
                    .actions
                    .iter()
                    .flat_map(|action| &action.stages)
                    .map(|stage| stage.name)
                    .collect();
                self.word((WordUse::Stage, &stages), thing, holder)
            }
            (Type::Action, ValueKind::Thing(thing)) => self.action_name(thing),
            (Type::Record(kind), ValueKind::Thing(thing)) => self
                .thing(thing, &[*kind])
                .map(|(_, index)| Value::from(index)),
            (Type::Set(kind), ValueKind::Thing(thing)) => {
                let found = self.thing(thing, &[*kind]);
                let (_, index) = found.map_err(|error| self.all_of(*kind, thing, error))?;
                self.in_set(*kind, index, thing)
            }
            (Type::Set(_), ValueKind::Several(things)) => {
                let (mut set, ty) = (0, &wanted.ty);
                for thing in things {
                    let (kind, span) = (ValueKind::Thing(thing.clone()), thing.span);
                    let declared = Declared::certain(ty.clone());
                    set |= self.value(&declared, &ast::Value { kind, span }, holder)?;
                }
                Ok(set)
            }
            _ => Err(self.wrong_type(&wanted.ty, value, holder)),
        }
    }

    /// Where several are wanted, those that are called alike by their plural are named: `orc 1, orc 2` for `orcs`.
    fn all_of(&self, kind: KindId, thing: &ast::Thing, error: Diagnostic) -> Diagnostic {
        let one = english::singular(&thing.text);
        let is_one = |name: &str| name.split(' ').next() == Some(&one);
        let all = self
            .things
            .names()
            .filter(|(_, all)| all.iter().any(|other| other.0 == kind));
        let mut all: Vec<&str> = all
            .map(|(name, _)| name)
            .filter(|name| is_one(name))
            .collect();
        all.sort_by(|one, other| natural::compare(one, other));
        match error.fix.is_none() && one != thing.text && all.len() > 1 {
            true => error.write(thing.span, english::listed(&all)),
            false => error,
        }
    }

    /// A set of one record.
    fn in_set(&self, kind: KindId, index: u32, thing: &ast::Thing) -> Result<Value, Diagnostic> {
        set_of(index.into()).ok_or_else(|| {
            let plural = &self.rules.kind(kind).plural;
            let message = format!("`{}` is beyond what several {plural} can be", Quoted(&thing.text));
            Diagnostic::error(Code::NumberTooLarge, thing.span, message)
                .help(format!("one value holds some of the first {MOST_IN_SET} {plural}, in the order of their names"))
        })
    }

    /// A unit by its singular or plural.
    pub(super) fn unit(&self, name: &str) -> Option<UnitId> {
        self.checked.names.units.get(name).copied()
    }

    fn quantity(
        &self,
        wanted: Option<UnitId>,
        number: &Number,
        name: &Name,
        holder: Holder<'_>,
    ) -> Result<Value, Diagnostic> {
        let Some(given) = self.unit(&name.text) else {
            return Err(self.no_such_unit(number, name, holder));
        };
        self.note(name.span, Meaning::Unit(given));
        let span = number.span.to(name.span);
        let Some(wanted) = wanted else {
            let message = format!(
                "`{}` is a plain number, without a unit",
                Quoted(holder.name())
            );
            let error = Diagnostic::error(Code::UnitsDoNotMix, span, message)
                .help(format!("write `{}`", number.digits));
            return Err(error.guess(span, shown(number)));
        };
        let (given, unit) = (
            &self.rules.units[given.index()],
            &self.rules.units[wanted.index()],
        );
        if given.dimension != unit.dimension {
            let message = format!(
                "`{}` is counted in {}, not in {}",
                Quoted(holder.name()),
                unit.plural,
                given.plural
            );
            return Err(Diagnostic::error(Code::UnitsDoNotMix, span, message)
                .help(format!("write it so: `2 {}`", unit.plural)));
        }
        let value = messages::number(number)?
            .checked_mul(given.size)
            .filter(|value| value.abs() <= MOST);
        value.ok_or_else(|| {
            Diagnostic::error(Code::NumberTooLarge, span, "this quantity is too large")
        })
    }

    fn no_unit(&self, unit: UnitId, number: &Number, holder: Holder<'_>) -> Diagnostic {
        let unit = &self.rules.units[unit.index()];
        let written = format!(
            "{} {}",
            shown(number),
            if number.digits == "1" {
                &unit.name
            } else {
                &unit.plural
            }
        );
        let message = format!(
            "`{}` is counted in {}, and this number has no unit",
            Quoted(holder.name()),
            unit.plural
        );
        let error = Diagnostic::error(Code::UnitsDoNotMix, number.span, message);
        error.write(number.span, written)
    }

    /// A number with a word after it that is no unit: perhaps a comma is missing.
    fn no_such_unit(&self, number: &Number, name: &Name, holder: Holder<'_>) -> Diagnostic {
        let attributes = match holder {
            Holder::Attribute(_, kind) => &self.rules.kind(kind).attributes[..],
            _ => &[],
        };
        if attributes
            .iter()
            .any(|attribute| attribute.name == name.text)
        {
            let message = format!(
                "`{}` is read as the unit of `{}`",
                Quoted(&name.text),
                shown(number)
            );
            let help = format!(
                "put a comma between them: `{} {}, {}`",
                Quoted(holder.name()),
                shown(number),
                Quoted(&name.text)
            );
            return Diagnostic::error(Code::UnknownName, name.span, message)
                .help(help)
                .guess(number.span.at_end(), ",");
        }
        let known = self.rules.units.iter().map(|unit| unit.plural.as_str());
        self.unknown(Code::UnknownName, "unit", name, known)
    }

    /// The id of a text of the scenario; they follow those of the rules.
    fn text(&mut self, text: String) -> Value {
        let known = self
            .rules
            .texts
            .iter()
            .chain(&self.arena.texts)
            .position(|other| *other == text);
        let index = known.unwrap_or_else(|| {
            self.arena.texts.push(text);
            self.rules.texts.len() + self.arena.texts.len() - 1
        });
        index as Value
    }

    fn word(
        &self,
        (sort, words): (WordUse, &[WordId]),
        thing: &ast::Thing,
        holder: Holder<'_>,
    ) -> Result<Value, Diagnostic> {
        let found = words
            .iter()
            .find(|word| self.rules.word(**word) == thing.text);
        let id = found.ok_or_else(|| {
            let known = words.iter().map(|word| self.rules.word(*word));
            let message = format!(
                "`{}` cannot be `{}`",
                Quoted(holder.name()),
                Quoted(&thing.text)
            );
            self.meant(
                Diagnostic::error(Code::UnknownName, thing.span, message),
                &thing.text,
                known,
            )
        })?;
        self.note(thing.span, Meaning::Word(sort, *id));
        Ok(Value::from(id.0))
    }

    fn action_name(&self, thing: &ast::Thing) -> Result<Value, Diagnostic> {
        let found = self.checked.names.actions.get(&thing.text).copied();
        if let Some(action) = found {
            self.note(thing.span, Meaning::Action(action));
        }
        found.map(|action| Value::from(action.0)).ok_or_else(|| {
            let known = self.rules.actions.iter().map(|action| action.name.as_str());
            self.unknown(
                Code::UnknownName,
                "action",
                &messages::name(&thing.text, thing.span),
                known,
            )
        })
    }

    fn wrong_type(&self, wanted: &Type, value: &ast::Value, holder: Holder<'_>) -> Diagnostic {
        let given = match &value.kind {
            ValueKind::Yes => "yes".to_owned(),
            ValueKind::No => "no".to_owned(),
            ValueKind::None => "nothing".to_owned(),
            ValueKind::Number(_) => "a number".to_owned(),
            ValueKind::Quantity(_, name) => format!("a number of {}", Quoted(&name.text)),
            ValueKind::Text(_) => "a text".to_owned(),
            ValueKind::Thing(thing) => format!("the word `{}`", Quoted(&thing.text)),
            ValueKind::Several(_) => "several names".to_owned(),
        };
        let (name, what) = (Quoted(holder.name()), self.described(wanted));
        if let (Type::Set(_), ValueKind::Yes) = (wanted, &value.kind) {
            let message = format!("`{name}` is {what}, and none is named");
            let help = format!("{}, or `{name} none`", self.example(wanted, holder));
            return Diagnostic::error(Code::WrongType, value.span, message).help(help);
        }
        let message = format!("`{name}` is {what}, not {given}");
        let complaint = Diagnostic::error(Code::WrongType, value.span, message);
        // `die d8`: how many sides it has.
        let sides = match &value.kind {
            ValueKind::Thing(thing) => syntax::dice_of(&thing.text),
            _ => None,
        };
        let sides = sides.and_then(|(number, die)| die.get(1..).filter(|_| number == 1));
        let is_of_dice = ["die", "dice", "side"]
            .iter()
            .any(|word| name.0.contains(word));
        match (wanted, sides) {
            (Type::Number(None), Some(sides)) if is_of_dice => {
                (complaint.help(format!("write `{name} {sides}`"))).guess(value.span, sides)
            }
            (Type::Number(None), Some(_)) => complaint.help(format!(
                "give the number that the die shows, as in `{name} 3`; dice are rolled where the rules say so"
            )),
            _ => complaint.help(self.example(wanted, holder)),
        }
    }

    /// What values of a type are, for people.
    fn described(&self, ty: &Type) -> String {
        match ty {
            Type::YesNo => "yes or no".to_owned(),
            Type::Number(None) => "a number".to_owned(),
            Type::Number(Some(unit)) => {
                format!("a number of {}", self.rules.units[unit.index()].plural)
            }
            Type::Choice(words) => list(words.iter().map(|word| self.rules.word(*word))),
            Type::Text => "a text".to_owned(),
            Type::Action => "an action".to_owned(),
            Type::Stage => "a stage".to_owned(),
            Type::Record(kind) => english::a(&self.rules.kind(*kind).name),
            Type::Set(kind) => self.rules.kind(*kind).plural.clone(),
        }
    }

    /// How a value of a type is written, for a help.
    pub(super) fn example(&self, ty: &Type, holder: Holder<'_>) -> String {
        let name = Quoted(holder.name());
        if let (Type::YesNo, Holder::Attribute(..)) = (ty, holder) {
            return format!("write `{name}` for yes, `no {name}` for no");
        }
        if let (Type::YesNo, Holder::Question(_)) = (ty, holder) {
            return format!("write `answers yes to {name}` or `answers no to {name}`");
        }
        let value = match ty {
            Type::YesNo => "yes".to_owned(),
            Type::Number(None) => "5".to_owned(),
            Type::Number(Some(unit)) => format!("2 {}", self.rules.units[unit.index()].plural),
            Type::Choice(words) => words
                .first()
                .map_or("", |word| self.rules.word(*word))
                .to_owned(),
            Type::Text => "\"...\"".to_owned(),
            Type::Action => self
                .rules
                .actions
                .first()
                .map_or("", |action| &action.name)
                .to_owned(),
            Type::Stage => {
                let stages = self.rules.actions.iter().flat_map(|action| &action.stages);
                stages
                    .map(|stage| self.rules.word(stage.name))
                    .next()
                    .unwrap_or("")
                    .to_owned()
            }
            Type::Record(kind) | Type::Set(kind) => {
                let first = self
                    .out
                    .records
                    .get(kind.index())
                    .and_then(|records| records.first());
                // Those that rules make have numbers.
                first.map_or_else(
                    || format!("{} 1", self.rules.kind(*kind).name),
                    |record| record.name.clone(),
                )
            }
        };
        let value = Quoted(&value);
        match holder {
            Holder::Attribute(..) => format!("write it so: `{name} {value}`"),
            Holder::Bare(_, whose) => {
                format!("write it so: `{} {{ {name} {value} }}`", Quoted(whose))
            }
            Holder::Option(_) => format!("write it so: `option {name} {value}`"),
            Holder::Question(_) => format!("write it so: `answers {value} to {name}`"),
        }
    }
}

/// A number as it was written.
fn shown(number: &Number) -> String {
    format!(
        "{}{}",
        if number.negative { "-" } else { "" },
        number.digits
    )
}
