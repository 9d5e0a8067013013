//! Searches among values that are no records: numbers, `highest n among number n from 1 to 6 where c.pips(n) >= 2`, the words of a choice, actions. What is
//! asked is asked of each value, one after the other, so that all else of the rules knows only the answers.

use crate::check::elaborator::{Elaborator, NamedConstant, Typed};
use crate::check::keyed;
use crate::check::resolved_names::Meaning;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::index::to_value;
use crate::ruleset::{Declared, Expr, ExprId, MISSING, MOST, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Aggregate, Among, Name};

/// What is asked of one value.
struct AskedValue {
    /// The value itself.
    value: Value,
    /// Whether it counts.
    filter: Option<ExprId>,
    /// What is looked at.
    looked: Vec<Typed>,
}

impl Elaborator<'_> {
    /// Whether a search looks at values that are no records.
    pub(super) fn is_among_values(&self, among: &Among) -> bool {
        among.range.is_some() || among.kind.text == "number" || self.listed(&among.kind).is_some()
    }

    /// The words of the choice with this name, in the order of the choice, or all actions.
    pub(in crate::check) fn listed(&self, name: &Name) -> Option<(Type, Vec<Value>)> {
        if self.names.kinds.contains_key(&name.text) {
            return None;
        }
        if name.text == "action" {
            let actions = (0..self.rules.actions.len()).map(to_value);
            return Some((Type::Action, actions.collect()));
        }
        let choice = self.names.named_choices.get(&name.text)?;
        let words = choice.words.iter().map(|word| Value::from(word.0));
        Some((choice.ty.clone(), words.collect()))
    }

    /// `any number n from 1 to 6 where ...`, `every number n from 1 to 6 has ...`
    pub(super) fn quantified_values(
        &mut self,
        every: bool,
        among: &Among,
        has: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        let asked = self.each_value(among, |body| {
            let has =
                has.map(|has| Typed::new(body.condition(has), Declared::certain(Type::YesNo)));
            has.into_iter().collect()
        });
        let Some(asked) = asked else {
            return self.poison(span);
        };
        let mut all = Vec::new();
        for AskedValue { filter, looked, .. } in asked {
            let value = looked.first().map(|looked| looked.id);
            let parts = match (every, filter) {
                (true, Some(filter)) => vec![self.push(Expr::Not(filter), span)],
                (_, filter) => filter.into_iter().collect(),
            };
            let parts: Box<[ExprId]> = parts.into_iter().chain(value).collect();
            all.push(match (&*parts, every) {
                ([], _) => self.push(Expr::Const(1), span),
                ([only], _) => *only,
                (_, true) => self.push(Expr::Or(parts), span),
                (_, false) => self.push(Expr::And(parts), span),
            });
        }
        let all = all.into();
        let said = if every { Expr::And(all) } else { Expr::Or(all) };
        self.typed(said, span, Type::YesNo)
    }

    /// `count number n from 1 to 6 where ...`
    pub(super) fn count_values(&mut self, among: &Among, span: Span) -> Typed {
        let Some(asked) = self.each_value(among, |_| Vec::new()) else {
            return self.poison(span);
        };
        let [none, one] = [0, 1].map(|count| self.push(Expr::Const(count), span));
        let counts = asked.into_iter().map(|asked| match asked.filter {
            Some(filter) => self.push(Expr::If(filter, one, none), span),
            None => one,
        });
        let counts = counts.collect();
        let sum = self.joined(counts, Expr::Plus, span);
        Typed::new(sum, Declared::certain(NUMBER))
    }

    /// `highest c.pips(n) among number n from 1 to 6 where ... or else 0`
    pub(super) fn aggregate_values(
        &mut self,
        op: Aggregate,
        value: &ast::Expr,
        among: &Among,
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        let asked = self.each_value(among, |body| {
            vec![match op {
                Aggregate::Sum => body.any_number(value),
                Aggregate::Highest | Aggregate::Lowest => body.any_size(value),
            }]
        });
        let Some(asked) = asked else {
            return self.poison(span);
        };
        let first = asked
            .first()
            .and_then(|asked| asked.looked.first().cloned());
        let Some(first) = first else {
            return self.poison(span);
        };
        // What does not count: no value is lower, or higher.
        let nothing = match op {
            Aggregate::Highest => -MOST,
            Aggregate::Lowest => MOST,
            Aggregate::Sum => 0,
        };
        let nothing = self.push(Expr::Const(nothing), span);
        let (mut values, mut counted) = (Vec::new(), Vec::new());
        for asked in asked {
            let counts = self.counts(&asked, span);
            let Some(value) = asked.looked.first() else {
                continue;
            };
            values.push(match counts {
                Some(counts) => self.push(Expr::If(counts, value.id, nothing), span),
                None => value.id,
            });
            counted.extend(counts);
        }
        let join = match op {
            Aggregate::Highest => Expr::Higher,
            Aggregate::Lowest => Expr::Lower,
            Aggregate::Sum => Expr::Plus,
        };
        let all = self.joined(values, join, span);
        let otherwise = otherwise.map(|otherwise| self.size_like(otherwise, &first));
        let ty = match &otherwise {
            Some(otherwise) => self.either(&first, otherwise),
            None => first.ty,
        };
        let (id, optional) = match (op, otherwise) {
            (Aggregate::Sum, _) => (all, false),
            (_, None) if counted.is_empty() => (all, false),
            (_, otherwise) => {
                let any = self.push(Expr::Or(counted.into()), span);
                let (otherwise, optional) = match otherwise {
                    Some(otherwise) => (otherwise.id, otherwise.optional),
                    None => (self.push(Expr::Const(MISSING), span), true),
                };
                (self.push(Expr::If(any, all, otherwise), span), optional)
            }
        };
        Typed { id, ty, optional }
    }

    /// `the limb p where ... with lowest c.boxes(p), then ... or else ...`: of equal ones the first.
    pub(super) fn the_value(
        &mut self,
        among: &Among,
        chosen: &[(bool, ast::Expr)],
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        if chosen.is_empty() {
            let name = &among.name.text;
            let help = format!(
                "say which of them: `the {} {name} ... with highest ...`",
                among.kind.text
            );
            return self.no_records(among, &help);
        }
        let asked = self.each_value(among, |body| {
            let keys = chosen.iter();
            keys.map(|(_, value)| body.sort_key(value)).collect()
        });
        let ty = self.listed(&among.kind).map_or(NUMBER, |(ty, _)| ty);
        let otherwise = otherwise.map(|it| self.value(it, &ty, "what stands after `or else`"));
        let Some(asked) = asked else {
            return self.poison(span);
        };
        if !self.few_copies(asked.len() * asked.len(), among.span) {
            return self.poison(span);
        }
        let mut counts = Vec::with_capacity(asked.len());
        for one in &asked {
            counts.push(self.counts(one, span));
        }
        let optional = match &otherwise {
            Some(otherwise) => otherwise.optional,
            None => counts.iter().all(Option::is_some),
        };
        let mut id = match otherwise {
            Some(otherwise) => otherwise.id,
            None => self.push(Expr::Const(MISSING), span),
        };
        for (index, one) in asked.iter().enumerate().rev() {
            let mut wins: Vec<ExprId> = counts[index].into_iter().collect();
            for (number, other) in asked.iter().enumerate() {
                if number == index {
                    continue;
                }
                let beats = self.beats((one, other), chosen, index < number, span);
                wins.push(match counts[number] {
                    None => beats,
                    Some(counts) => {
                        let no = self.push(Expr::Not(counts), span);
                        self.push(Expr::Or([no, beats].into()), span)
                    }
                });
            }
            let value = self.push(Expr::Const(one.value), span);
            id = match *wins {
                [] => value,
                _ => {
                    let wins = self.push(Expr::And(wins.into()), span);
                    self.push(Expr::If(wins, value, id), span)
                }
            };
        }
        Typed { id, ty, optional }
    }

    /// Whether one value comes before another; `first`: also where all that is looked at is equal.
    fn beats(
        &mut self,
        (one, other): (&AskedValue, &AskedValue),
        chosen: &[(bool, ast::Expr)],
        first: bool,
        span: Span,
    ) -> ExprId {
        let mut beats = self.push(Expr::Const(Value::from(first)), span);
        let keys = chosen.iter().zip(one.looked.iter().zip(&other.looked));
        for ((highest, _), (one, other)) in keys.rev() {
            let better = match highest {
                true => Expr::Less(other.id, one.id),
                false => Expr::Less(one.id, other.id),
            };
            let better = self.push(better, span);
            let equal = self.push(Expr::Equal(one.id, other.id), span);
            let later = self.push(Expr::And([equal, beats].into()), span);
            beats = self.push(Expr::Or([better, later].into()), span);
        }
        beats
    }

    /// Whether a value counts: it fits, and nothing of it is missing. `None`: it always does.
    fn counts(&mut self, asked: &AskedValue, span: Span) -> Option<ExprId> {
        let mut parts: Vec<ExprId> = asked.filter.into_iter().collect();
        for looked in &asked.looked {
            if looked.optional {
                parts.push(self.is_known(looked.id, span));
            }
        }
        match *parts {
            [] => None,
            [only] => Some(only),
            _ => Some(self.push(Expr::And(parts.into()), span)),
        }
    }

    /// The complaint about what can be asked of records only.
    pub(super) fn no_records(&mut self, among: &Among, help: &str) -> Typed {
        let message = match self.listed(&among.kind) {
            None => "numbers are no records",
            Some((Type::Action, _)) => "actions are no records",
            Some(_) => "words are no records",
        };
        let complaint = Diagnostic::error(Code::WrongPlace, among.span, message);
        self.complain(complaint.help(help))
    }

    /// Asks of each value whether it counts, and what else is asked. `None` if something was complained about.
    fn each_value(
        &mut self,
        among: &Among,
        asked: impl FnMut(&mut Self) -> Vec<Typed>,
    ) -> Option<Vec<AskedValue>> {
        let (ty, values) = self.values_of(among)?;
        let name = &among.name;
        self.out
            .resolved
            .declares(name.span, Meaning::Local(name.span));
        let declared = Declared::certain(ty.clone());
        self.out.resolved.locals.push((name.span, declared));
        self.each_of(name, (&ty, &values), among.filter.as_ref(), asked)
    }

    /// Whether each of the values fits; the name stands for them in turn. `None` if something was complained about.
    pub(in crate::check) fn each_fits(
        &mut self,
        name: &Name,
        (ty, values): (&Type, &[Value]),
        filter: &ast::Expr,
    ) -> Option<Vec<ExprId>> {
        if !self.few_copies(values.len(), filter.span) {
            return None;
        }
        let asked = self.each_of(name, (ty, values), Some(filter), |_| Vec::new())?;
        Some(asked.iter().filter_map(|asked| asked.filter).collect())
    }

    fn each_of(
        &mut self,
        name: &Name,
        (ty, values): (&Type, &[Value]),
        filter: Option<&ast::Expr>,
        mut asked: impl FnMut(&mut Self) -> Vec<Typed>,
    ) -> Option<Vec<AskedValue>> {
        self.searched.push(name.text.clone());
        let errors = self.diagnostics.len();
        let mut all = Vec::new();
        for &value in values {
            let mark = self.out.resolved.mark();
            self.constants.push(NamedConstant {
                name: name.text.clone(),
                span: name.span,
                ty: ty.clone(),
                value,
                locals: self.local_names().count(),
            });
            all.push(self.scope(|body| AskedValue {
                value,
                filter: filter.map(|filter| body.condition(filter)),
                looked: asked(body),
            }));
            self.constants.pop();
            // A warning is told once, however often it is found.
            if self.diagnostics.len() > errors && self.diagnostics.has_errors() {
                return None;
            }
            // What the names stand for is noted once.
            if all.len() > 1 {
                self.out.resolved.back_to(mark);
            }
        }
        Some(all)
    }

    /// The values that a search looks at, and their type.
    fn values_of(&mut self, among: &Among) -> Option<(Type, Vec<Value>)> {
        let (ty, values) = match (&among.range, self.listed(&among.kind)) {
            (None, Some(listed)) => {
                self.resolves_listed(&among.kind);
                listed
            }
            (range, _) => {
                let name = &among.name;
                let filter = among.filter.as_ref();
                let (from, to) =
                    self.run_of_numbers((&among.kind, name), range.as_ref(), filter)?;
                (NUMBER, keyed::range(name, (from, to), self.diagnostics)?)
            }
        };
        let few = self.few_copies(values.len(), among.span);
        few.then_some((ty, values))
    }

    /// From where to where numbers run; complains where nothing says so, or what runs are no numbers.
    pub(in crate::check) fn run_of_numbers<'e>(
        &mut self,
        (kind, name): (&Name, &Name),
        range: Option<&'e (ast::Expr, ast::Expr)>,
        filter: Option<&ast::Expr>,
    ) -> Option<(&'e ast::Expr, &'e ast::Expr)> {
        let refused = match range {
            Some((from, to)) if kind.text == "number" => return Some((from, to)),
            Some(_) => {
                let message = "only numbers run from one to another";
                let error = Diagnostic::error(Code::WrongPlace, kind.span, message);
                error.help(format!("`number {} from 1 to 6`", name.text))
            }
            None => {
                let message = "nothing says from where to where the numbers run";
                let error = Diagnostic::error(Code::MissingValue, name.span, message);
                match filter.and_then(|filter| keyed::keys_in(self.names, filter)) {
                    Some((first, last, within)) => {
                        let with = format!("{} from {first} to {last}", name.text);
                        let span = name.span.to(within);
                        let error = error.help(format!("write `number {with}`"));
                        error.guess(span, with)
                    }
                    None => error.help(format!("add it: `number {} from 1 to 6`", name.text)),
                }
            }
        };
        self.diagnostics.push(refused);
        None
    }

    /// Notes that a name stands for a choice.
    pub(in crate::check) fn resolves_listed(&mut self, name: &Name) {
        if self.names.named_choices.contains_key(&name.text) {
            let meaning = Meaning::Choice(name.text.clone());
            self.out.resolved.uses(name.span, meaning);
        }
    }

    /// Of several values one, joined in pairs so that they do not lie deep in each other.
    pub(super) fn joined(
        &mut self,
        mut all: Vec<ExprId>,
        join: fn(ExprId, ExprId) -> Expr,
        span: Span,
    ) -> ExprId {
        while all.len() > 1 {
            let pairs = all.chunks(2).map(|pair| match *pair {
                [one, other] => self.push(join(one, other), span),
                _ => pair[0],
            });
            all = pairs.collect();
        }
        all.first().copied().unwrap_or_default()
    }
}
