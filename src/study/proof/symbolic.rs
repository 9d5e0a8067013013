//! Works an expression out as far as the facts go. Where they do not suffice it stops and says what it depends on.

use std::collections::BTreeMap;

use super::facts::{Facts, UnknownFact};
use super::term::{LinearForm, Reckoned, Sort, Term, TermId, Terms};
use super::{NameBinding, ProofStop};
use crate::ruleset::{
    Expr, ExprId, KindId, MISSING, Ruleset, Slot, TableId, TableRow, Value, slots,
};
use crate::study::supposition::ActionStage;

/// How deep expressions may lead into each other: what leads deeper is not seen through.
const DEEPEST: u32 = 64;

/// No number in a proof goes beyond this.
const LARGEST: Value = 1 << 40;

type Worked<T> = Result<T, ProofStop>;

pub(super) struct Symbolic<'a> {
    pub rules: &'a Ruleset,
    pub given: &'a [NameBinding],
    pub terms: &'a mut Terms,
    pub facts: &'a Facts,
    /// How many steps are left.
    pub left: &'a mut u64,
    pub depth: u32,
}

impl Symbolic<'_> {
    /// Whether a condition is true.
    pub fn holds(&mut self, id: ExprId, mut frame: Vec<TermId>, locals: u16) -> Worked<bool> {
        let missing = self.terms.constant(MISSING);
        frame.resize(frame.len().max(locals.into()), missing);
        self.truth(id, &frame)
    }

    fn truth(&mut self, id: ExprId, frame: &[TermId]) -> Worked<bool> {
        let term = self.term(id, frame)?;
        if self.is_missing(term)? {
            return Ok(false);
        }
        Ok(self.known(term)? == 1)
    }

    /// The value of a term that has one of some values.
    fn known(&mut self, term: TermId) -> Worked<Value> {
        if let Term::Const(value) = self.terms.get(term) {
            return Ok(*value);
        }
        if let Some(value) = self.facts.value(term) {
            return Ok(value);
        }
        match self.terms.sort(self.rules, term) {
            Sort::Finite(values) => Err(ProofStop::Doubt(UnknownFact::Value(term, values))),
            _ => Err(ProofStop::TooMuch),
        }
    }

    fn is_missing(&mut self, term: TermId) -> Worked<bool> {
        if let Term::Const(value) = self.terms.get(term) {
            return Ok(*value == MISSING);
        }
        if !self.terms.can_be_missing(self.rules, term) {
            return Ok(false);
        }
        let unknown = ProofStop::Doubt(UnknownFact::Missing(term));
        self.facts.missing(term).ok_or(unknown)
    }

    fn yes_no(&mut self, yes: bool) -> TermId {
        self.terms.constant(Value::from(yes))
    }

    fn term(&mut self, id: ExprId, frame: &[TermId]) -> Worked<TermId> {
        if self.depth == DEEPEST || *self.left == 0 {
            return Err(ProofStop::TooMuch);
        }
        *self.left -= 1;
        self.depth += 1;
        let term = self.node(id, frame);
        self.depth -= 1;
        term
    }

    fn node(&mut self, id: ExprId, frame: &[TermId]) -> Worked<TermId> {
        let rules = self.rules;
        Ok(match &rules.exprs[id.index()] {
            Expr::Const(value) => self.terms.constant(*value),
            Expr::Text(text) => self.terms.constant(Value::from(text.0)),
            Expr::Local(local) => frame[*local as usize],
            Expr::Option(option) => self.terms.id(Term::Option(*option)),
            Expr::Counter(phase) => self.terms.id(Term::Counter(*phase)),
            Expr::Now => self.terms.id(Term::Now),
            Expr::Attribute { kind, of, slot } => {
                let of = self.term(*of, frame)?;
                self.attribute(*kind, of, *slot)?
            }
            Expr::Not(of) => {
                let yes = self.truth(*of, frame)?;
                self.yes_no(!yes)
            }
            Expr::And(all) => {
                for part in all {
                    if !self.truth(*part, frame)? {
                        return Ok(self.yes_no(false));
                    }
                }
                self.yes_no(true)
            }
            Expr::Or(all) => {
                for part in all {
                    if self.truth(*part, frame)? {
                        return Ok(self.yes_no(true));
                    }
                }
                self.yes_no(false)
            }
            Expr::OrElse(all) => {
                for part in all {
                    let term = self.term(*part, frame)?;
                    if !self.is_missing(term)? {
                        return Ok(term);
                    }
                }
                self.terms.constant(MISSING)
            }
            Expr::If(condition, yes, no) => {
                let branch = if self.truth(*condition, frame)? {
                    yes
                } else {
                    no
                };
                self.term(*branch, frame)?
            }
            Expr::Missing(of) => {
                let term = self.term(*of, frame)?;
                let missing = self.is_missing(term)?;
                self.yes_no(missing)
            }
            Expr::Equal(a, b) => self.equality(*a, *b, true, frame)?,
            Expr::NotEqual(a, b) => self.equality(*a, *b, false, frame)?,
            Expr::Less(a, b) => self.below(*a, *b, -1, frame)?,
            Expr::LessOrEqual(a, b) => self.below(*a, *b, 0, frame)?,
            Expr::Higher(a, b) => self.one_of(*a, *b, true, frame)?,
            Expr::Lower(a, b) => self.one_of(*a, *b, false, frame)?,
            Expr::Plus(a, b) => self.sum(*a, *b, 1, frame)?,
            Expr::Minus(a, b) => self.sum(*a, *b, -1, frame)?,
            Expr::Negate(a) => self.negated(*a, frame)?,
            Expr::Times(a, b) => self.product(*a, *b, frame)?,
            Expr::Divide { left, right, up } => {
                let how = if *up { Reckoned::Up } else { Reckoned::Down };
                self.reckoned(how, *left, *right, frame)?
            }
            Expr::Mod(a, b) => self.reckoned(Reckoned::Mod, *a, *b, frame)?,
            Expr::Call(function, arguments) => {
                let function = &rules.functions[function.index()];
                let inner = self.given_to(function.locals, arguments, frame)?;
                self.term(function.body, &inner)?
            }
            Expr::Lookup(table, arguments) => {
                let inner = self.given_to(0, arguments, frame)?;
                self.row(*table, inner)?
            }
            Expr::In(..) | Expr::Query(_) => self.terms.id(Term::Query(id, frame.to_vec())),
        })
    }

    // What follows stands in frames of its own, so that nesting takes little of the stack.

    fn both(&mut self, a: ExprId, b: ExprId, frame: &[TermId]) -> Worked<(TermId, TermId)> {
        Ok((self.term(a, frame)?, self.term(b, frame)?))
    }

    fn equality(&mut self, a: ExprId, b: ExprId, is: bool, frame: &[TermId]) -> Worked<TermId> {
        let (a, b) = self.both(a, b, frame)?;
        let equal = self.equal(a, b)?;
        Ok(self.yes_no(equal == is))
    }

    fn below(&mut self, a: ExprId, b: ExprId, limit: Value, frame: &[TermId]) -> Worked<TermId> {
        let (a, b) = self.both(a, b, frame)?;
        let below = self.at_most(a, b, limit)?;
        Ok(self.yes_no(below))
    }

    fn one_of(&mut self, a: ExprId, b: ExprId, higher: bool, frame: &[TermId]) -> Worked<TermId> {
        let (a, b) = self.both(a, b, frame)?;
        Ok(if self.at_most(a, b, 0)? == higher {
            b
        } else {
            a
        })
    }

    fn negated(&mut self, a: ExprId, frame: &[TermId]) -> Worked<TermId> {
        let a = self.term(a, frame)?;
        let (form, number) = self.linear(a)?;
        self.scaled(&form, number, -1)
    }

    /// The names of a body to which these are given.
    fn given_to(
        &mut self,
        locals: u16,
        arguments: &[ExprId],
        frame: &[TermId],
    ) -> Worked<Vec<TermId>> {
        let mut inner = Vec::with_capacity(locals.into());
        for argument in arguments {
            inner.push(self.term(*argument, frame)?);
        }
        let missing = self.terms.constant(MISSING);
        inner.resize(inner.len().max(locals.into()), missing);
        Ok(inner)
    }

    fn attribute(&mut self, kind: KindId, of: TermId, slot: Slot) -> Worked<TermId> {
        if self.is_missing(of)? {
            return Ok(self.terms.constant(MISSING));
        }
        let of = self.facts.first(of);
        if kind == KindId::ACT
            && let Term::Given(name, ..) = *self.terms.get(of)
        {
            let (forms, waits) = match &self.given[name as usize] {
                NameBinding::Waiting(forms) => (forms, true),
                NameBinding::Act(forms) => (forms, false),
                NameBinding::Value(_) => return Ok(self.terms.id(Term::Attribute(kind, of, slot))),
            };
            let built_in =
                slot == slots::ACTION || waits && (slot == slots::STAGE || slot == slots::BEGUN);
            if built_in {
                let (action, stage) = self.form(name, forms)?;
                let stages = &self.rules.actions[action.index()].stages;
                return Ok(self.terms.constant(match slot {
                    slots::ACTION => Value::from(action.0),
                    slots::STAGE => Value::from(stages[stage].name.0),
                    _ => Value::from(stage > 0),
                }));
            }
            if waits
                && slot == slots::STATE
                && let Some(waiting) = self.rules.find_word("waiting")
            {
                return Ok(self.terms.constant(Value::from(waiting.0)));
            }
        }
        Ok(self.terms.id(Term::Attribute(kind, of, slot)))
    }

    /// Which action and stage a given act is.
    fn form(&mut self, name: u16, forms: &[ActionStage]) -> Worked<ActionStage> {
        let term = self.terms.id(Term::Form(name));
        let place = match forms {
            [_] => Some(0),
            _ => self.facts.value(term),
        };
        match place {
            Some(place) => Ok(forms[place as usize]),
            None => {
                let places = (0..forms.len() as Value).collect();
                Err(ProofStop::Doubt(UnknownFact::Value(term, places)))
            }
        }
    }

    fn equal(&mut self, a: TermId, b: TermId) -> Worked<bool> {
        if a == b {
            return Ok(true);
        }
        match (self.is_missing(a)?, self.is_missing(b)?) {
            (true, true) => return Ok(true),
            (false, false) => {}
            _ => return Ok(false),
        }
        match [a, b].map(|term| self.terms.sort(self.rules, term)) {
            [Sort::Number, _] | [_, Sort::Number] => {
                Ok(self.at_most(a, b, 0)? && self.at_most(b, a, 0)?)
            }
            [Sort::Finite(_), _] | [_, Sort::Finite(_)] => Ok(self.known(a)? == self.known(b)?),
            _ => self.same(a, b),
        }
    }

    fn same(&mut self, a: TermId, b: TermId) -> Worked<bool> {
        if self.facts.many_pairs() {
            return Err(ProofStop::TooMuch);
        }
        let (a, b) = (self.facts.first(a), self.facts.first(b));
        let apart = match (self.terms.get(a), self.terms.get(b)) {
            (Term::Const(a), Term::Const(b)) => return Ok(a == b),
            // Two acts of one question are two.
            (Term::Given(a, ..), Term::Given(b, ..)) => {
                let waits =
                    |name: &u16| matches!(self.given[*name as usize], NameBinding::Waiting(_));
                waits(a) && waits(b) && a != b
            }
            _ => false,
        };
        if apart {
            return Ok(false);
        }
        let unknown = ProofStop::Doubt(UnknownFact::Same(a.min(b), a.max(b)));
        self.facts.same(a, b).ok_or(unknown)
    }

    /// Whether `a - b` is at most so much.
    fn at_most(&mut self, a: TermId, b: TermId, limit: Value) -> Worked<bool> {
        let (left, number) = self.linear(a)?;
        let (right, other) = self.linear(b)?;
        let form = joined(&left, &right, -1)?;
        let limit = limit - number + other;
        let Some(&(_, first)) = form.first() else {
            return Ok(0 <= limit);
        };
        // Every sum has one form: the first number positive, and no common factor.
        let times = form.iter().map(|(_, times)| times.abs());
        let factor = times.fold(0, gcd);
        let sign = if first < 0 { -1 } else { 1 };
        let form = form.iter();
        let form = form.map(|(term, times)| (*term, times / factor * sign));
        let form: LinearForm = form.collect();
        let (limit, turned) = match sign {
            1 => (limit.div_euclid(factor), false),
            // -f <= n is f >= -n, which is not f <= -n - 1.
            _ => ((-limit + factor - 1).div_euclid(factor) - 1, true),
        };
        match self.facts.at_most(&form, limit) {
            Some(below) => Ok(below != turned),
            None => Err(ProofStop::Doubt(UnknownFact::AtMost(form, limit))),
        }
    }

    /// A number as a sum.
    fn linear(&mut self, term: TermId) -> Worked<(LinearForm, Value)> {
        if self.is_missing(term)? {
            return Err(ProofStop::Fault);
        }
        match self.terms.get(term) {
            Term::Const(value) if value.abs() > LARGEST => Err(ProofStop::TooMuch),
            Term::Const(value) => Ok((LinearForm::new(), *value)),
            Term::Sum(form, number) => Ok((form.clone(), *number)),
            _ => Ok((vec![(term, 1)], 0)),
        }
    }

    fn sum(&mut self, a: ExprId, b: ExprId, times: Value, frame: &[TermId]) -> Worked<TermId> {
        let (a, b) = (self.term(a, frame)?, self.term(b, frame)?);
        let (left, number) = self.linear(a)?;
        let (right, other) = self.linear(b)?;
        let form = joined(&left, &right, times)?;
        self.scaled(&form, number + times * other, 1)
    }

    /// A sum so many times, as a term.
    fn scaled(&mut self, form: &LinearForm, number: Value, times: Value) -> Worked<TermId> {
        let form = joined(&LinearForm::new(), form, times)?;
        let number = times_within(number, times)?;
        Ok(match form.as_slice() {
            [] => self.terms.constant(number),
            [(term, 1)] if number == 0 => *term,
            _ => self.terms.id(Term::Sum(form, number)),
        })
    }

    fn product(&mut self, a: ExprId, b: ExprId, frame: &[TermId]) -> Worked<TermId> {
        let (left, right) = (self.term(a, frame)?, self.term(b, frame)?);
        let ((left_form, left), (right_form, right)) = (self.linear(left)?, self.linear(right)?);
        if left_form.is_empty() {
            self.scaled(&right_form, right, left)
        } else if right_form.is_empty() {
            self.scaled(&left_form, left, right)
        } else {
            self.reckoned(Reckoned::Times, a, b, frame)
        }
    }

    fn reckoned(
        &mut self,
        how: Reckoned,
        a: ExprId,
        b: ExprId,
        frame: &[TermId],
    ) -> Worked<TermId> {
        let (a, b) = (self.term(a, frame)?, self.term(b, frame)?);
        if self.is_missing(a)? || self.is_missing(b)? {
            return Err(ProofStop::Fault);
        }
        Ok(self.terms.id(Term::Reckoned(how, a, b)))
    }

    fn row(&mut self, id: TableId, arguments: Vec<TermId>) -> Worked<TermId> {
        let table = &self.rules.tables[id.index()];
        let Some(&key) = arguments.last() else {
            return Err(ProofStop::TooMuch);
        };
        if self.is_missing(key)? {
            return Err(ProofStop::Fault);
        }
        let is_const = matches!(self.terms.get(key), Term::Const(_));
        if !is_const && !matches!(self.terms.sort(self.rules, key), Sort::Finite(_)) {
            return Ok(self.terms.id(Term::Row(id, arguments)));
        }
        let key = self.known(key)?;
        let covers = |row: &&TableRow| row.stands_for(key);
        let value = table.rows.iter().find(covers).and_then(|row| row.value);
        let value = value.ok_or(ProofStop::Fault)?;
        let missing = self.terms.constant(MISSING);
        let mut inner = arguments;
        inner.resize(inner.len().max(table.locals.into()), missing);
        self.term(value, &inner)
    }
}

/// One sum and so many times another.
fn joined(left: &LinearForm, right: &LinearForm, times: Value) -> Worked<LinearForm> {
    let mut all: BTreeMap<TermId, Value> = left.iter().copied().collect();
    for (term, count) in right {
        let more = times_within(*count, times)?;
        let held = all.entry(*term).or_default();
        *held += more;
        if held.abs() > LARGEST {
            return Err(ProofStop::TooMuch);
        }
    }
    Ok(all.into_iter().filter(|(_, count)| *count != 0).collect())
}

/// A number so many times, unless that is too large.
fn times_within(number: Value, times: Value) -> Worked<Value> {
    let product = number.checked_mul(times);
    product
        .filter(|product| product.abs() <= LARGEST)
        .ok_or(ProofStop::TooMuch)
}

fn gcd(a: Value, b: Value) -> Value {
    if b == 0 { a } else { gcd(b, a % b) }
}
