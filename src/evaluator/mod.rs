//! Evaluates expressions of the rules in a world that may be known in part only. Plays nothing, and tells of no fault what it is.
//!
//! A walk over the expressions, so that the world sees each access. Runs are carried out by the `machine`.

use std::collections::BTreeMap;

use crate::ruleset::walk::names_needed;
use crate::ruleset::{
    DEEPEST, Expr, ExprId, KindId, MISSING, OptionId, PhaseId, Query, QueryKind, Ruleset, Slot,
    Value, is_in,
};
use crate::run::arithmetic::{Arithmetic, better, calculate};

/// What expressions look at.
pub trait World {
    /// The setting of an option.
    fn option(&self, option: OptionId) -> Value;
    /// The number of the present repetition of a phase.
    fn counter(&self, phase: PhaseId) -> Value;
    /// The running clock.
    fn now(&self) -> Value;
    /// An attribute of a record; missing if the record is.
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value;
    /// How many records of a kind there are; of acts, how many can still happen.
    fn count(&self, kind: KindId) -> u32;
    /// One of them, by its place among them.
    fn nth(&self, kind: KindId, place: u32) -> u32;
}

/// How many steps one expression may take.
const STEPS: u64 = 5_000;

/// Evaluates expressions; keeps its working memory from one to the next.
pub struct Evaluator<'a> {
    rules: &'a Ruleset,
    /// The names of all frames, one frame behind the other.
    names: Vec<Value>,
    /// How many names the expressions need that were evaluated before.
    needed: BTreeMap<ExprId, u16>,
    /// How many steps all expressions together may still take.
    left: u64,
}

impl<'a> Evaluator<'a> {
    /// For the expressions of these rules, which may take so many steps together.
    pub fn new(rules: &'a Ruleset, steps: u64) -> Self {
        Evaluator {
            rules,
            names: Vec::new(),
            needed: BTreeMap::new(),
            left: steps,
        }
    }

    /// The value of an expression whose first names stand for these values; `None` where it is a fault, or takes too many steps. An expression is a
    /// step, and so is each call, each table and each record that a query looks at.
    pub fn value<W: World>(&mut self, world: &W, id: ExprId, names: &[Value]) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let rules = self.rules;
        let needed = self.needed.entry(id);
        let needed = *needed.or_insert_with(|| names_needed(&rules.exprs, id));
        self.names.clear();
        self.names.extend_from_slice(names);
        (self.names).resize(names.len().max(needed.into()), MISSING);
        let steps = STEPS.min(self.left);
        let mut evaluation = Evaluation {
            rules,
            world,
            names: &mut self.names,
            base: 0,
            fuel: steps,
            depth: 0,
        };
        let value = evaluation.value(id);
        self.left -= steps - evaluation.fuel;
        value
    }
}

/// An expression that is being evaluated.
struct Evaluation<'e, 'a, W> {
    rules: &'a Ruleset,
    world: &'e W,
    names: &'e mut Vec<Value>,
    /// Where the names of the present frame begin.
    base: usize,
    fuel: u64,
    /// How many expressions lie around this one.
    depth: u32,
}

impl<'a, W: World> Evaluation<'_, 'a, W> {
    fn step(&mut self) -> Option<()> {
        self.fuel = self.fuel.checked_sub(1)?;
        Some(())
    }

    /// The value of an expression, with the names of the present frame.
    fn value(&mut self, id: ExprId) -> Option<Value> {
        let rules = self.rules;
        // What is deeper was refused; the bound only keeps the recursion from the end of the stack.
        if self.depth > 2 * DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = match &rules.exprs[id.index()] {
            Expr::Const(value) => Some(*value),
            Expr::Text(text) => Some(Value::from(text.0)),
            Expr::Local(local) => Some(self.names[self.base + usize::from(*local)]),
            Expr::Option(option) => Some(self.world.option(*option)),
            Expr::Counter(phase) => Some(self.world.counter(*phase)),
            Expr::Now => Some(self.world.now()),
            Expr::Attribute { kind, of, slot } => {
                let of = self.value(*of);
                of.map(|of| self.world.attribute(*kind, of, *slot))
            }
            Expr::Not(part) => self.is_true(*part).map(|is_true| Value::from(!is_true)),
            Expr::And(all) => self.any(all, false).map(|any| Value::from(!any)),
            Expr::Or(all) => self.any(all, true).map(Value::from),
            Expr::OrElse(all) => self.first_known(all),
            Expr::Equal(a, b) => self.two(*a, *b).map(|(a, b)| Value::from(a == b)),
            Expr::NotEqual(a, b) => self.two(*a, *b).map(|(a, b)| Value::from(a != b)),
            Expr::In(a, b) => self.two(*a, *b).map(|(a, b)| Value::from(is_in(a, b))),
            Expr::Less(a, b) => self.two_known(*a, *b).map(|(a, b)| Value::from(a < b)),
            Expr::LessOrEqual(a, b) => self.two_known(*a, *b).map(|(a, b)| Value::from(a <= b)),
            Expr::Missing(part) => self.value(*part).map(|part| Value::from(part == MISSING)),
            Expr::If(condition, yes, no) => match self.is_true(*condition) {
                Some(true) => self.value(*yes),
                Some(false) => self.value(*no),
                None => None,
            },
            Expr::Negate(part) => match self.value(*part) {
                Some(part) => calculate(Arithmetic::Minus, 0, part).ok(),
                None => None,
            },
            Expr::Plus(a, b) => self.arithmetic(Arithmetic::Plus, *a, *b),
            Expr::Minus(a, b) => self.arithmetic(Arithmetic::Minus, *a, *b),
            Expr::Times(a, b) => self.arithmetic(Arithmetic::Times, *a, *b),
            Expr::Higher(a, b) => self.arithmetic(Arithmetic::Higher, *a, *b),
            Expr::Lower(a, b) => self.arithmetic(Arithmetic::Lower, *a, *b),
            Expr::Mod(a, b) => self.arithmetic(Arithmetic::Mod, *a, *b),
            Expr::Divide { left, right, up } => {
                let how = if *up {
                    Arithmetic::Up
                } else {
                    Arithmetic::Down
                };
                self.arithmetic(how, *left, *right)
            }
            Expr::Call(function, arguments) => {
                let function = &rules.functions[function.index()];
                self.call(arguments, function.locals, |_| Some(function.body))
            }
            Expr::Lookup(table, arguments) => {
                let table = &rules.tables[table.index()];
                self.call(arguments, table.locals, |names| {
                    let key = *names.last()?;
                    table.rows[table.row_of(key)?].value
                })
            }
            Expr::Query(query) => self.query(query),
        };
        self.depth -= 1;
        value
    }

    /// Whether it is true. A missing value is not.
    fn is_true(&mut self, id: ExprId) -> Option<bool> {
        self.value(id).map(|value| value == 1)
    }

    /// Whether any of them is true, or is not; from the left, as far as needed.
    fn any(&mut self, all: &[ExprId], when: bool) -> Option<bool> {
        for &part in all {
            if self.is_true(part)? == when {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The first that is not missing.
    fn first_known(&mut self, all: &[ExprId]) -> Option<Value> {
        for &part in all {
            match self.value(part)? {
                MISSING => {}
                value => return Some(value),
            }
        }
        Some(MISSING)
    }

    fn two(&mut self, a: ExprId, b: ExprId) -> Option<(Value, Value)> {
        Some((self.value(a)?, self.value(b)?))
    }

    /// Two values that are not missing.
    fn two_known(&mut self, a: ExprId, b: ExprId) -> Option<(Value, Value)> {
        let a = self.value(a).filter(|&value| value != MISSING)?;
        let b = self.value(b).filter(|&value| value != MISSING)?;
        Some((a, b))
    }

    fn arithmetic(&mut self, how: Arithmetic, a: ExprId, b: ExprId) -> Option<Value> {
        let (a, b) = self.two_known(a, b)?;
        calculate(how, a, b).ok()
    }

    /// The value of what is chosen by the arguments, with these as the first names of a frame of its own.
    fn call(
        &mut self,
        arguments: &[ExprId],
        locals: u16,
        choose: impl FnOnce(&[Value]) -> Option<ExprId>,
    ) -> Option<Value> {
        self.step()?;
        let own = self.names.len();
        for &argument in arguments {
            let value = self.value(argument)?;
            self.names.push(value);
        }
        let chosen = choose(&self.names[own..])?;
        let end = own + arguments.len().max(locals.into());
        self.names.resize(end, MISSING);
        let caller = std::mem::replace(&mut self.base, own);
        let value = self.value(chosen)?;
        self.base = caller;
        self.names.truncate(own);
        Some(value)
    }

    /// The values by which a record is chosen, so turned that the lowest is the best; of a missing one they end with it.
    fn sort_values(&mut self, query: &Query) -> Option<Vec<Value>> {
        let highest = query.ask == QueryKind::TheHighest;
        let directions = std::iter::once(highest).chain(query.then.iter().map(|key| key.1));
        let mut values = Vec::new();
        for (value, highest) in query.values().zip(directions) {
            let value = self.value(value)?;
            values.push(match highest && value != MISSING {
                true => -value,
                false => value,
            });
            if value == MISSING {
                break;
            }
        }
        Some(values)
    }

    fn query(&mut self, query: &'a Query) -> Option<Value> {
        let mut found = 0_u32;
        // The record that is chosen, and the values by which; or the value alone.
        let (mut chosen, mut best) = (MISSING, MISSING);
        let mut most: Vec<Value> = Vec::new();
        for place in 0..self.world.count(query.kind) {
            self.step()?;
            let record = Value::from(self.world.nth(query.kind, place));
            self.names[self.base + usize::from(query.local)] = record;
            if let Some(filter) = query.filter
                && !self.is_true(filter)?
            {
                continue;
            }
            found += 1;
            match query.ask {
                QueryKind::Any => return Some(1),
                QueryKind::Every => {
                    if !self.is_true(query.value?)? {
                        return Some(0);
                    }
                }
                QueryKind::Count => {}
                QueryKind::All => best = better(query.ask, best, record).ok()?,
                QueryKind::The => chosen = record,
                QueryKind::TheHighest | QueryKind::TheLowest => {
                    let values = self.sort_values(query)?;
                    if !values.contains(&MISSING) && (most.is_empty() || values < most) {
                        (chosen, most) = (record, values);
                    }
                }
                QueryKind::Highest | QueryKind::Lowest | QueryKind::Sum => {
                    let value = self.value(query.value?)?;
                    best = better(query.ask, best, value).ok()?;
                }
            }
        }
        let value = match query.ask {
            QueryKind::Any => return Some(0),
            QueryKind::Every => return Some(1),
            QueryKind::Count => return Some(found.into()),
            QueryKind::Sum | QueryKind::All if best == MISSING => return Some(0),
            QueryKind::The if found > 1 || found == 0 && query.otherwise.is_none() => return None,
            QueryKind::Sum | QueryKind::All | QueryKind::Highest | QueryKind::Lowest => best,
            QueryKind::The | QueryKind::TheHighest | QueryKind::TheLowest => chosen,
        };
        match query.otherwise {
            Some(otherwise) if value == MISSING => self.value(otherwise),
            _ => Some(value),
        }
    }
}
