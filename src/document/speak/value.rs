//! Values in English: attributes, definitions, choices. Reckoning is in `reckon`, what holds or does not in `condition`.

use super::{Dictionary, Speaker, ValueShape, bare_term, linked, signed, spaced, words};
use crate::document::tree::{Inline, Prose, say};
use crate::syntax::ast::{Category, Expr, ExprKind, Name, Number};

impl Speaker<'_> {
    /// A value as a noun.
    pub fn value(&mut self, expr: &Expr) -> Prose {
        match &expr.kind {
            ExprKind::Number(number) => number_text(number).into(),
            ExprKind::Quantity(number, unit) => {
                format!("{} {}", number_text(number), spaced(&unit.text)).into()
            }
            ExprKind::Text(text) => match super::plain_text(text).is_empty() {
                true => "nothing".into(),
                false => self.quoted_as_is(text),
            },
            ExprKind::Yes => "yes".into(),
            ExprKind::No => "no".into(),
            ExprKind::Now => "the present moment".into(),
            ExprKind::Gm => "the game master".into(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Numbered(name, number) => {
                format!("{} {}", spaced(&name.text), number.digits).into()
            }
            ExprKind::Dot(base, name) => match self.done(expr) {
                Some((base, term, kind)) => say!["the ", kind, " that ", base, " is ", term],
                None => self.attribute(base, name),
            },
            ExprKind::Call {
                function,
                arguments,
            } => match self.limited(expr) {
                Some((within, limits)) => say![self.inside(within), ", but ", limits],
                None => self.call(function, arguments),
            },
            ExprKind::Minus(inner) => {
                let sign = match inner.kind {
                    ExprKind::Number(_) | ExprKind::Quantity(..) => "−",
                    _ => "minus ",
                };
                say![sign, self.part(inner)]
            }
            ExprKind::InPool(pool, tally) => self.in_pool(pool, tally),
            ExprKind::OrElse(several) => self.or_else(several),
            ExprKind::If { .. } if self.scope.below == Some(expr.span) => "the number below".into(),
            ExprKind::If {
                branches,
                otherwise,
            } => self.choice(branches, otherwise),
            ExprKind::Sum { first, rest } => self.sum(first, rest),
            ExprKind::Product { first, rest } => self.product(first, rest),
            ExprKind::Aggregate {
                op,
                value,
                among,
                otherwise,
            } => self.aggregate(*op, value, among, otherwise.as_deref()),
            ExprKind::Count(among) => self.among(among, "", true, |_, records| {
                say!["the number of ", records]
            }),
            ExprKind::All(among) => self.among(among, "", true, |_, records| say!["all ", records]),
            ExprKind::The {
                among,
                chosen,
                otherwise,
            } => self.the(among, chosen, otherwise.as_deref()),
            _ => {
                let holds = self.condition(expr);
                say!["whether ", holds]
            }
        }
    }

    fn quoted_as_is(&mut self, text: &crate::syntax::ast::Text) -> Prose {
        let text = super::inner_quotes(self.text(text));
        say!["“", text, "”"]
    }

    /// A bare name, whatever it stands for here.
    fn name(&mut self, name: &Name) -> Prose {
        let text = name.text.as_str();
        if let Some(local) = self.scope.find(text) {
            return match local.sort {
                ValueShape::Record(_) => local.spoken.clone().into(),
                _ => bare_term(local.spoken.clone()),
            };
        }
        if let Some(sort) = self.own_attribute(text) {
            // A record is at hand; a number or a word is the act's.
            let whose = match sort {
                ValueShape::Record(_) => "the ",
                _ if self.scope.inside_act => "this act’s ",
                _ => "the ",
            };
            return say![whose, self.attribute_term(None, text)];
        }
        if text == "none" {
            return "nothing".into();
        }
        if text == "this" {
            return match &self.scope.record {
                Some(kind) => format!("the {}", spaced(kind)).into(),
                None => "this act".into(),
            };
        }
        if self.words.options.contains_key(text) {
            return say!["the option ", self.term(Category::Option, text)];
        }
        if self.words.functions.contains_key(text) {
            return self.call(name, &[]);
        }
        if self.words.of_the_combat(text).is_some() {
            return say!["the ", self.attribute_term(Some("combat"), text)];
        }
        if self.words.actions.contains_key(text) {
            return self.term(Category::Action, text);
        }
        if self.words.phases.contains_key(text) {
            let phase = linked(spaced(text), Dictionary::anchor(Category::Phase, text));
            return match self.is_turn(text) {
                true => say!["the one whose ", phase, " it is"],
                false => say!["the current ", phase],
            };
        }
        format!("“{}”", spaced(text)).into()
    }

    /// Whether a bare name stands for the one whose turn it is.
    pub(super) fn is_turn(&self, name: &str) -> bool {
        let phase = self.words.phases.get(name);
        self.scope.find(name).is_none() && phase.is_some_and(|phase| phase.turns.is_some())
    }

    /// An attribute that stands bare: of the act at hand, or of the record whose defaults are spoken of.
    pub(super) fn own_attribute(&self, name: &str) -> Option<ValueShape> {
        if self.scope.inside_act
            && let Some(sort) = self.words.attribute("act", name)
        {
            return Some(sort);
        }
        self.words.attribute(self.scope.record.as_deref()?, name)
    }

    /// An attribute as a term that leads to its kind.
    pub(super) fn attribute_term(&self, kind: Option<&str>, name: &str) -> Prose {
        let kind = kind
            .map(str::to_owned)
            .or_else(|| self.scope.record.clone())
            .unwrap_or_else(|| "act".to_owned());
        match self.words.declared(&kind, name) {
            Some(_) => linked(spaced(name), Dictionary::anchor(Category::Kind, &kind)),
            None => spaced(name).into(),
        }
    }

    /// `the target’s hp`, `the hp of the act’s target`
    pub(super) fn attribute(&mut self, base: &Expr, name: &Name) -> Prose {
        let kind = self.kind_of(base);
        // `c.pace` is `pace(c)`
        if self.is_definition(base, name) && self.words.functions.contains_key(name.text.as_str()) {
            return self.call(name, std::slice::from_ref(base));
        }
        let term = self.attribute_term(Some(&kind), &name.text);
        let base = self.value(base);
        of(term, base)
    }

    /// Of `c.pips(3)`, or `pips(3)` of the record at hand: what the attribute is, the record where it is named, and the key.
    pub(super) fn keyed<'e>(
        &self,
        name: &Name,
        arguments: &'e [Expr],
    ) -> Option<(ValueShape, Option<&'e Expr>, &'e Expr)> {
        let (base, key) = match arguments {
            [key] => (None, key),
            [base, key] => (Some(base), key),
            _ => return None,
        };
        let sort = match base.map(|base| self.sort(base)) {
            Some(ValueShape::Record(kind)) => self.words.keyed(&kind, &name.text),
            Some(_) => None,
            None if self.words.functions.contains_key(name.text.as_str()) => None,
            None => self.own_attribute(&name.text),
        };
        Some((sort?, base, key))
    }

    /// What is looked up by a definition or a table.
    fn call(&mut self, function: &Name, arguments: &[Expr]) -> Prose {
        if let ([_, _], which @ ("higher" | "lower")) = (arguments, function.text.as_str()) {
            return self.extreme(which, arguments);
        }
        if let ([one, other], "difference") = (arguments, function.text.as_str()) {
            let both = vec![self.part(one), self.part(other)];
            return say!["the difference between ", Prose::list(both, "and")];
        }
        if let Some((_, base, key)) = self.keyed(function, arguments) {
            let value = match base {
                Some(base) => self.attribute(base, function),
                None => self.name(function),
            };
            return say![value, " for ", self.part(key)];
        }
        if let (Some(pair), [one, other]) = (self.words.pairs.get(&*function.text), arguments) {
            let (from, to) = match pair.parts() {
                (_, true) => (" between ", " and "),
                (_, false) => (" from ", " to "),
            };
            let term = bare_term(spaced(&function.text));
            return say!["the ", term, from, self.part(one), to, self.part(other)];
        }
        let Some(known) = self.words.functions.get(function.text.as_str()) else {
            return bare_term(spaced(&function.text));
        };
        let shown = spaced(&function.text);
        let table = known.table.clone();
        if known.sort == ValueShape::YesNo {
            let said = self.applies(function, arguments, false);
            return say!["whether ", said];
        }
        let term = linked(
            table.clone().unwrap_or_else(|| shown.clone()),
            known.anchor.clone(),
        );
        let (names, anchor) = (known.names.clone(), known.anchor.clone());
        let of_value = known.of_value;
        let values = self.arguments(arguments, &names);
        if table.is_some() {
            return say![
                "what the table ",
                term,
                " gives for ",
                Prose::list(values, "and")
            ];
        }
        match values.as_slice() {
            [] if words::is_determined(&shown) => term,
            [] => say!["the ", term],
            [one]
                if self
                    .words
                    .noted_name(&shown, &self.kind_of(&arguments[0]))
                    .is_some() =>
            {
                of(linked(shown.trim_end_matches(" of"), anchor), one.clone())
            }
            [_] if words::wants_more(&shown) => say!["the ", term, " ", Prose::list(values, "and")],
            // Nothing belongs to a number or a word.
            [_] if of_value || super::reckon::is_reckoned(&arguments[0]) => {
                say!["the ", term, " of ", self.part(&arguments[0])]
            }
            [one] => of(term, one.clone()),
            _ if words::wants_more(&shown) => say!["the ", term, " ", Prose::list(values, "and")],
            _ => say!["the ", term, " for ", Prose::list(values, "and")],
        }
    }

    fn or_else(&mut self, several: &[Expr]) -> Prose {
        let mut values = several.iter();
        let Some(first) = values.next() else {
            return Prose::default();
        };
        let mut said = self.inside(first);
        for value in values {
            // `x or else 0` only says what a number is that is not given.
            let is_choice = matches!(value.kind, ExprKind::If { .. });
            let value = self.value(value);
            said.push(match is_choice {
                true => say![" (if there is none: ", value, ")"],
                false => say![" (", value, " if there is none)"],
            });
        }
        said
    }

    /// `a if c, b if d, otherwise e`
    fn choice(&mut self, branches: &[(Expr, Expr)], otherwise: &Expr) -> Prose {
        let mut said = Prose::default();
        for (condition, value) in branches {
            let value = self.inside(value);
            let holds = self.condition(condition);
            said.push(say![value, " if ", holds, ", "]);
        }
        let rest = match otherwise.kind {
            ExprKind::If { .. } => self.value(otherwise),
            _ => self.inside(otherwise),
        };
        say![said, "otherwise ", rest]
    }

    /// What a value is, as far as its sentence needs it.
    pub(super) fn sort(&self, expr: &Expr) -> ValueShape {
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Quantity(..)
            | ExprKind::Now
            | ExprKind::Sum { .. }
            | ExprKind::Product { .. } => ValueShape::Number,
            ExprKind::Text(_) => ValueShape::Text,
            ExprKind::Name(name) => self.sort_of_name(&name.text),
            ExprKind::Dot(base, name) => match self.sort(base) {
                ValueShape::Record(kind) => self
                    .words
                    .attribute(&kind, &name.text)
                    .or_else(|| Some(self.words.functions.get(name.text.as_str())?.sort.clone()))
                    .unwrap_or_default(),
                _ => ValueShape::Unknown,
            },
            ExprKind::Call { function, .. }
                if matches!(function.text.as_str(), "higher" | "lower" | "difference") =>
            {
                ValueShape::Number
            }
            ExprKind::Call {
                function,
                arguments,
            } => match self.words.functions.get(function.text.as_str()) {
                Some(known) => known.sort.clone(),
                None if self.words.pairs.contains_key(&*function.text) => {
                    ValueShape::Record(function.text.clone())
                }
                None => (self.keyed(function, arguments))
                    .map(|(sort, ..)| sort)
                    .unwrap_or_default(),
            },
            ExprKind::OrElse(several) => several
                .first()
                .map(|first| self.sort(first))
                .unwrap_or_default(),
            ExprKind::If {
                otherwise,
                branches,
            } => match self.sort(otherwise) {
                ValueShape::Unknown => branches
                    .first()
                    .map(|(_, value)| self.sort(value))
                    .unwrap_or_default(),
                sort => sort,
            },
            ExprKind::Aggregate { .. }
            | ExprKind::Count(_)
            | ExprKind::Minus(_)
            | ExprKind::InPool(..) => ValueShape::Number,
            ExprKind::The { among, .. } => ValueShape::Record(among.kind.text.clone()),
            ExprKind::Yes
            | ExprKind::No
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare { .. }
            | ExprKind::Known(..)
            | ExprKind::InPlay(..)
            | ExprKind::Quantifier { .. } => ValueShape::YesNo,
            ExprKind::Gm | ExprKind::Numbered(..) | ExprKind::All(_) => ValueShape::Unknown,
        }
    }

    fn sort_of_name(&self, name: &str) -> ValueShape {
        if let Some(local) = self.scope.find(name) {
            return local.sort.clone();
        }
        if name == "this" {
            let kind = self.scope.record.as_deref();
            return ValueShape::Record(kind.unwrap_or("act").to_owned());
        }
        if let Some(sort) = self.own_attribute(name) {
            return sort;
        }
        if let Some(option) = self.words.options.get(name) {
            return self.words.sort(&option.ty);
        }
        if let Some(function) = self.words.functions.get(name) {
            return function.sort.clone();
        }
        if let Some(phase) = self.words.phases.get(name) {
            let turns = phase.turns.as_ref();
            return turns.map_or(ValueShape::Number, |turns| {
                ValueShape::Record(turns.kind.text.clone())
            });
        }
        self.words.of_the_combat(name).unwrap_or_default()
    }
}

/// `the target’s hp`; where the possessor is itself said so, `the hp of the act’s target`.
pub(super) fn of(term: Prose, base: Prose) -> Prose {
    let plain = base.plain();
    let simple = !plain.contains(['’', '(', ','])
        && plain.split(' ').count() <= 4
        && !plain.contains(" of ");
    match simple {
        true => {
            let end = words::possessive(&plain).split_off(plain.len());
            say![base, end, " ", term]
        }
        false => say!["the ", term, " of ", base],
    }
}

/// Prose without these words at its beginning.
pub(super) fn without(said: Prose, head: &str) -> Prose {
    said.after(head).unwrap_or(said)
}

fn number_text(number: &Number) -> String {
    let digits = match number.digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    signed(&Number {
        digits: digits.to_owned(),
        ..number.clone()
    })
}

/// A word that stands out.
pub(super) fn strong(text: impl Into<String>) -> Prose {
    Inline::Strong(text.into()).into()
}
