//! Values in English: attributes, reckoning, choices. What holds or does not is in `condition`.

use super::{Dictionary, Sort, Speaker, bare_term, linked, spaced, words};
use crate::document::tree::{Inline, Prose, say};
use crate::syntax::ast::{Category, Expr, ExprKind, Name, ProductOp, SumOp};

impl Speaker<'_> {
    /// A value as a noun.
    pub fn value(&mut self, expr: &Expr) -> Prose {
        match &expr.kind {
            ExprKind::Number(number) => number_text(&number.digits, number.negative).into(),
            ExprKind::Quantity(number, unit) => format!(
                "{} {}",
                number_text(&number.digits, number.negative),
                spaced(&unit.text)
            )
            .into(),
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
            ExprKind::Dot(base, name) => self.attribute(base, name),
            ExprKind::Call {
                function,
                arguments,
            } => self.call(function, arguments),
            ExprKind::Minus(inner) => say!["−", self.part(inner)],
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
            ExprKind::Count(among) => self.count(among),
            ExprKind::The {
                among,
                chosen,
                otherwise,
            } => self.the(among, chosen.as_ref(), otherwise.as_deref()),
            _ => {
                let holds = self.condition(expr);
                say!["whether ", holds]
            }
        }
    }

    /// A value that stands beside signs of reckoning: in brackets where it has some of its own, or goes on with words that could take these in.
    fn part(&mut self, expr: &Expr) -> Prose {
        let value = self.value(expr);
        match &expr.kind {
            ExprKind::Product { rest, .. } if is_conversion(rest) => value,
            ExprKind::If { .. } if self.scope.below == Some(expr.span) => value,
            ExprKind::Sum { .. }
            | ExprKind::Product { .. }
            | ExprKind::If { .. }
            | ExprKind::Count(_)
            | ExprKind::Aggregate { .. } => say!["(", value, ")"],
            ExprKind::Call { arguments, .. } if arguments.len() > 1 => say!["(", value, ")"],
            _ => value,
        }
    }

    /// A value in the middle of a sentence that goes on: in brackets where it is a choice.
    pub(super) fn inside(&mut self, expr: &Expr) -> Prose {
        let value = self.value(expr);
        match &expr.kind {
            ExprKind::If { .. } => say!["(", value, ")"],
            _ => value,
        }
    }

    /// One of several values that stand side by side: in brackets where it has parts itself.
    fn one_of_several(&mut self, expr: &Expr) -> Prose {
        let has_parts = match &expr.kind {
            ExprKind::And(_) | ExprKind::Or(_) => true,
            ExprKind::Call { function, .. } => self
                .words
                .functions
                .get(function.text.as_str())
                .is_some_and(|known| known.sort == Sort::YesNo),
            _ => false,
        };
        match has_parts {
            true => say!["(", self.value(expr), ")"],
            false => self.part(expr),
        }
    }

    /// Values for which something is looked up or done.
    pub(super) fn several(&mut self, values: &[Expr]) -> Vec<Prose> {
        match values {
            [one] => vec![self.inside(one)],
            _ => values
                .iter()
                .map(|value| self.one_of_several(value))
                .collect(),
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
                Sort::Record(_) => local.spoken.clone().into(),
                _ => bare_term(local.spoken.clone()),
            };
        }
        if let Some(sort) = self.own_attribute(text) {
            // Somebody or something is at hand; a number or a word is the act's.
            let whose = match sort {
                Sort::Record(_) => "the ",
                _ if self.scope.inside_act => "this act’s ",
                _ => "the ",
            };
            return say![whose, self.attribute_term(None, text)];
        }
        if text == "none" {
            return "nothing".into();
        }
        if text == "this" {
            return "this act".into();
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
            return say![
                "the current ",
                linked(spaced(text), Dictionary::anchor(Category::Phase, text))
            ];
        }
        format!("“{}”", spaced(text)).into()
    }

    /// An attribute that stands bare: of the act at hand, or of the record whose defaults are spoken of.
    pub(super) fn own_attribute(&self, name: &str) -> Option<Sort> {
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
    fn attribute(&mut self, base: &Expr, name: &Name) -> Prose {
        let kind = match self.sort(base) {
            Sort::Record(kind) => kind,
            _ => String::new(),
        };
        let term = match self.words.functions.contains_key(name.text.as_str())
            && self.words.attribute(&kind, &name.text).is_none()
        {
            // `c.pace` is `pace(c)`
            true => return self.call(name, std::slice::from_ref(base)),
            false => self.attribute_term(Some(&kind), &name.text),
        };
        let base = self.value(base);
        of(term, base)
    }

    /// What is looked up by a definition or a table.
    fn call(&mut self, function: &Name, arguments: &[Expr]) -> Prose {
        if let ([left, right], "higher" | "lower") = (arguments, function.text.as_str()) {
            return self.bounded(&function.text, left, right);
        }
        let Some(known) = self.words.functions.get(function.text.as_str()) else {
            return bare_term(spaced(&function.text));
        };
        let shown = spaced(&function.text);
        let table = known.table.clone();
        if known.sort == Sort::YesNo {
            let said = self.applies(function, arguments, false);
            return say!["whether ", said];
        }
        let term = linked(
            table.clone().unwrap_or_else(|| shown.clone()),
            known.anchor.clone(),
        );
        let names = known.names.clone();
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
            [] => say!["the ", term],
            [_] if words::wants_more(&shown) => say!["the ", term, " ", Prose::list(values, "and")],
            // Nothing belongs to a number.
            [_] if is_reckoned(&arguments[0]) => {
                say!["the ", term, " of ", self.part(&arguments[0])]
            }
            [one] => of(term, one.clone()),
            _ => say!["the ", term, " for ", Prose::list(values, "and")],
        }
    }

    /// What a definition is given: of something that is yes or no, its name.
    pub(super) fn arguments(&mut self, arguments: &[Expr], names: &[&str]) -> Vec<Prose> {
        let several = arguments.len() > 1;
        let said = arguments.iter().zip(names);
        said.map(|(argument, name)| match argument.kind {
            ExprKind::Yes => bare_term(spaced(name)),
            ExprKind::No => say!["not ", bare_term(spaced(name))],
            _ if several => self.one_of_several(argument),
            _ => self.inside(argument),
        })
        .collect()
    }

    /// The higher or lower of two, or of more of them; beside a number, that is a bound.
    fn bounded(&mut self, which: &str, left: &Expr, right: &Expr) -> Prose {
        let is_number =
            |expr: &Expr| matches!(expr.kind, ExprKind::Number(_) | ExprKind::Quantity(..));
        let bound = if which == "higher" { "least" } else { "most" };
        let (number, other) = match (is_number(left), is_number(right)) {
            (true, false) => (left, right),
            (false, true) => (right, left),
            _ => {
                let mut all = Vec::new();
                for expr in [left, right] {
                    compared(which, expr, &mut all);
                }
                let which = match (which, all.len()) {
                    ("higher", 3..) => "highest",
                    (_, 3..) => "lowest",
                    (which, _) => which,
                };
                let all = all.into_iter().map(|one| self.part(one)).collect();
                return say![format!("the {which} of "), Prose::list(all, "and")];
            }
        };
        let (number, other) = (self.value(number), self.inside(other));
        match other.plain().contains(", but at ") {
            true => say![other, format!(" and at {bound} "), number],
            false => say![other, format!(", but at {bound} "), number],
        }
    }

    fn or_else(&mut self, several: &[Expr]) -> Prose {
        let mut values = several.iter();
        let Some(first) = values.next() else {
            return Prose::default();
        };
        let mut said = self.value(first);
        for value in values {
            // `x or else 0` only says what a number is that nobody has given.
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
            let value = match &value.kind {
                ExprKind::If { .. } => say!["(", self.value(value), ")"],
                _ => self.value(value),
            };
            let holds = self.condition(condition);
            said.push(say![value, " if ", holds, ", "]);
        }
        let rest = self.value(otherwise);
        say![said, "otherwise ", rest]
    }

    fn sum(&mut self, first: &Expr, rest: &[(SumOp, Expr)]) -> Prose {
        // `0 - x` is a number with its sign turned.
        let is_zero = matches!(&first.kind, ExprKind::Number(number) if number.digits == "0");
        let mut said = match (is_zero, rest) {
            (true, [(SumOp::Minus, _)]) => Prose::default(),
            _ => self.part(first),
        };
        for (op, value) in rest {
            let value = self.part(value);
            let sign = match op {
                SumOp::Plus => "plus",
                SumOp::Minus => "minus",
            };
            let gap = if said.is_empty() { "" } else { " " };
            said.push(say![format!("{gap}{sign} "), value]);
        }
        said
    }

    fn product(&mut self, first: &Expr, rest: &[(ProductOp, Expr)]) -> Prose {
        let mut said = self.part(first);
        for (number, (op, value)) in rest.iter().enumerate() {
            let one_unit = match &value.kind {
                ExprKind::Quantity(number, unit) if number.digits == "1" => {
                    Some(spaced(&unit.text))
                }
                _ => None,
            };
            let alone = rest.len() == 1 || number + 1 == rest.len();
            match (op, one_unit) {
                (ProductOp::Times, Some(unit)) if alone => {
                    said = say![said, format!(" (in {})", self.words.units(&unit))];
                }
                (ProductOp::Divide { rounded_up }, Some(unit)) => {
                    let how = if *rounded_up == Some(true) {
                        "begun"
                    } else {
                        "full"
                    };
                    said = say![
                        "the number of ",
                        how,
                        " ",
                        self.words.units(&unit),
                        " in ",
                        said
                    ];
                }
                (ProductOp::Times, _) => {
                    let value = self.part(value);
                    said = say![said, " times ", value];
                }
                (ProductOp::Divide { rounded_up }, _) => {
                    let value = self.part(value);
                    let how = if *rounded_up == Some(true) {
                        "up"
                    } else {
                        "down"
                    };
                    said = match value.plain().as_str() {
                        "2" => say!["half of ", said, format!(" (rounded {how})")],
                        _ => say![said, " divided by ", value, format!(" (rounded {how})")],
                    };
                }
                (ProductOp::Mod, _) => {
                    let value = self.part(value);
                    said = say!["the remainder of ", said, " divided by ", value];
                }
            }
        }
        said
    }

    /// What a value is, as far as its sentence needs it.
    pub(super) fn sort(&self, expr: &Expr) -> Sort {
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Quantity(..)
            | ExprKind::Now
            | ExprKind::Sum { .. }
            | ExprKind::Product { .. } => Sort::Number,
            ExprKind::Text(_) => Sort::Text,
            ExprKind::Name(name) => self.sort_of_name(&name.text),
            ExprKind::Dot(base, name) => match self.sort(base) {
                Sort::Record(kind) => self
                    .words
                    .attribute(&kind, &name.text)
                    .or_else(|| Some(self.words.functions.get(name.text.as_str())?.sort.clone()))
                    .unwrap_or_default(),
                _ => Sort::Unknown,
            },
            ExprKind::Call { function, .. }
                if matches!(function.text.as_str(), "higher" | "lower") =>
            {
                Sort::Number
            }
            ExprKind::Call { function, .. } => self
                .words
                .functions
                .get(function.text.as_str())
                .map(|known| known.sort.clone())
                .unwrap_or_default(),
            ExprKind::OrElse(several) => several
                .first()
                .map(|first| self.sort(first))
                .unwrap_or_default(),
            ExprKind::If {
                otherwise,
                branches,
            } => match self.sort(otherwise) {
                Sort::Unknown => branches
                    .first()
                    .map(|(_, value)| self.sort(value))
                    .unwrap_or_default(),
                sort => sort,
            },
            ExprKind::Aggregate { .. } | ExprKind::Count(_) | ExprKind::Minus(_) => Sort::Number,
            ExprKind::The { among, .. } => Sort::Record(among.kind.text.clone()),
            ExprKind::Yes
            | ExprKind::No
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare { .. }
            | ExprKind::Known(..)
            | ExprKind::Quantifier { .. } => Sort::YesNo,
            ExprKind::Gm | ExprKind::Numbered(..) => Sort::Unknown,
        }
    }

    fn sort_of_name(&self, name: &str) -> Sort {
        if let Some(local) = self.scope.find(name) {
            return local.sort.clone();
        }
        if name == "this" {
            return Sort::Record("act".to_owned());
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
        if self.words.phases.contains_key(name) {
            return Sort::Number;
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
            let end = if plain.ends_with('s') {
                "’ "
            } else {
                "’s "
            };
            say![base, end, term]
        }
        false => say!["the ", term, " of ", base],
    }
}

/// Prose without these words at its beginning.
pub(super) fn without(said: Prose, head: &str) -> Prose {
    let mut inlines = said.0;
    if let Some(Inline::Text(text)) = inlines.first_mut()
        && let Some(rest) = text.strip_prefix(head)
    {
        *text = rest.to_owned();
    }
    inlines.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    Prose(inlines)
}

/// Those that are compared: of `higher(higher(a, b), c)` three.
fn compared<'e>(which: &str, expr: &'e Expr, all: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Call {
            function,
            arguments,
        } if function.text == which => {
            arguments.iter().for_each(|one| compared(which, one, all));
        }
        _ => all.push(expr),
    }
}

/// A number that is given or reckoned.
fn is_reckoned(expr: &Expr) -> bool {
    use ExprKind::{Number, Product, Quantity, Sum};
    matches!(
        expr.kind,
        Number(_) | Quantity(..) | Sum { .. } | Product { .. }
    )
}

/// `x * 1 segment`: a number is made a quantity, and stays what it is.
fn is_conversion(rest: &[(ProductOp, Expr)]) -> bool {
    matches!(rest, [(ProductOp::Times, Expr { kind: ExprKind::Quantity(number, _), .. })] if number.digits == "1")
}

fn number_text(digits: &str, negative: bool) -> String {
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    format!("{}{digits}", if negative { "−" } else { "" })
}

/// A word that stands out.
pub(super) fn strong(text: impl Into<String>) -> Prose {
    Inline::Strong(text.into()).into()
}
