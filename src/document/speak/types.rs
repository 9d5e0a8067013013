//! Types in English: what a value can be.

use super::{Dictionary, Speaker, ValueShape, dice_of, linked, spaced, words};
use crate::document::tree::{Prose, say};
use crate::syntax::ast::{Category, Expr, ExprKind, Parameter, TableKey, Type, TypeKind};

impl Speaker<'_> {
    /// What can be chosen or given: `yes or no`, `a number, or nothing`.
    pub fn kind_of_value(&self, ty: &Type) -> Prose {
        let said = match &ty.kind {
            TypeKind::YesNo => "yes or no".into(),
            TypeKind::Choice(several) => {
                let several = several.iter().map(|word| spaced(&word.text).into());
                Prose::list(several.collect(), "or")
            }
            TypeKind::Named(name) => match name.text.as_str() {
                "number" | "action" | "stage" => {
                    format!("{} {}", words::article(&name.text), name.text).into()
                }
                "text" => "words".into(),
                unit if self.words.is_unit(unit) => {
                    format!("a number of {}", self.words.units(unit)).into()
                }
                kind if self.words.kinds.contains_key(kind) => {
                    let shown = spaced(kind);
                    let article = format!("{} ", words::article(&shown));
                    match self.words.is_noted(kind) {
                        true => say![
                            article,
                            linked(shown, Dictionary::anchor(Category::Kind, kind))
                        ],
                        false => say![article, shown],
                    }
                }
                several if let Some(kind) = self.words.kind_of_several(several) => {
                    say!["any number of ", self.words.plural(kind)]
                }
                other => linked(spaced(other), Dictionary::anchor(Category::Choice, other)),
            },
        };
        match ty.optional {
            true => say![said, ", or none"],
            false => said,
        }
    }

    /// What something of a type is unless it is given: a word without quotes.
    pub fn default_of(&mut self, ty: &Type, default: &Expr) -> Prose {
        if let ExprKind::Name(name) = &default.kind
            && (self.words.words_of_type(ty).iter()).any(|word| word.text == name.text)
        {
            return spaced(&name.text).into();
        }
        let said = match self.words.sort(ty) {
            ValueShape::Choice => self.one_of_words(default),
            _ => self.value(default),
        };
        match default.kind {
            ExprKind::Name(_) => said.plain().trim_matches(['“', '”']).to_owned().into(),
            _ => said,
        }
    }

    /// What an attribute is looked up by: `face from 1 to 6`.
    pub fn looked_up_by(&mut self, key: &TableKey) -> Prose {
        match key {
            TableKey::Dice(dice) => {
                let roll = "roll";
                self.scope.push(roll, roll.to_owned(), ValueShape::Number);
                format!("{roll} of {}", dice_of(dice)).into()
            }
            TableKey::Parameter { parameter, range } => {
                let said = self.parameter(parameter);
                match range {
                    None => said,
                    Some((from, to)) => {
                        let (from, to) = (self.value(from), self.value(to));
                        say![said, " from ", from, " to ", to]
                    }
                }
            }
        }
    }

    /// Takes a parameter in; how it is spoken of, with `a`: `a combatant`, `a number (the die)`.
    pub fn parameter(&mut self, parameter: &Parameter) -> Prose {
        let sort = self.words.sort(&parameter.ty);
        let name = parameter.name.text.as_str();
        match sort {
            ValueShape::Record(kind) => {
                let spoken = self.scope.record(name, &kind);
                let noun = spoken.strip_prefix("the ").unwrap_or(&spoken).to_owned();
                let shown = spaced(&kind);
                match noun.strip_prefix("other ") {
                    Some(noun) => format!("another {noun}").into(),
                    None if noun.contains(shown.as_str()) => {
                        format!("{} {noun}", words::article(&noun)).into()
                    }
                    None => format!("{} {shown} ({spoken})", words::article(&shown)).into(),
                }
            }
            sort => {
                // A letter for a word is called by what it is.
                let own = match &parameter.ty.kind {
                    TypeKind::Named(choice)
                        if sort == ValueShape::Choice && !words::can_be_called(name) =>
                    {
                        Some(spaced(&choice.text)).filter(|own| self.scope.is_free(own))
                    }
                    _ => None,
                };
                let spoken = own.unwrap_or_else(|| spaced(name));
                self.scope.push(name, spoken.clone(), sort);
                super::bare_term(spoken)
            }
        }
    }
}
