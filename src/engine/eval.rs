//! Works out expressions. Reads the state and changes nothing: no dice, no decisions, no journal. Marks what it makes use of.

use super::exercised::Exercised;
use super::fault::{Fault, FaultKind, Outcome};
use super::state::World;
use crate::ruleset::{
    Expr, ExprId, FunctionId, MISSING, MOST, Query, QueryKind, Ruleset, TableId, Value,
};
use crate::source::Span;

/// A list of expressions and their places: the ruleset's own, or that of a scenario's expectations.
#[derive(Clone, Copy)]
pub struct Arena<'a> {
    /// the nodes
    pub exprs: &'a [Expr],
    /// their places
    pub spans: &'a [Span],
}

impl<'a> Arena<'a> {
    /// The expressions of a ruleset.
    pub fn of(rules: &'a Ruleset) -> Self {
        Arena {
            exprs: &rules.exprs,
            spans: &rules.expr_spans,
        }
    }
}

/// The names of the bodies that are being carried out: one stack, a frame for each body.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// The values of all frames.
    pub values: Vec<Value>,
}

impl Frames {
    /// Opens a frame with so many locals, all missing; returns its base.
    pub fn open(&mut self, locals: u16) -> usize {
        let base = self.values.len();
        self.values.resize(base + locals as usize, MISSING);
        base
    }

    /// Closes the frame with this base, and all above it.
    pub fn close(&mut self, base: usize) {
        self.values.truncate(base);
    }
}

/// What is needed to work out an expression.
pub struct Eval<'a, W> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// What is looked at.
    pub state: &'a W,
    /// The frames; the names of queries and the arguments of definitions are written here.
    pub frames: &'a mut Frames,
    /// What is made use of is marked here.
    pub exercised: &'a mut Exercised,
    /// How many steps are left.
    pub fuel: &'a mut u64,
    /// How many there were.
    pub steps: u64,
    /// How deep the evaluation has gone.
    pub depth: u32,
}

/// How deep expressions may lead into each other, by nesting, chains and definitions together: far deeper than anyone writes, and
/// shallow enough for the smallest stack.
const DEEPEST: u32 = 500;

impl<'a, W: World> Eval<'a, W> {
    /// The value of an expression of the ruleset, with the names of the frame at `base`.
    pub fn value(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        self.eval(Arena::of(self.rules), id, base)
    }

    /// Whether a condition of the ruleset is true; a missing value is not.
    pub fn holds(&mut self, id: ExprId, base: usize) -> Outcome<bool> {
        Ok(self.value(id, base)? == 1)
    }

    /// The value of an expression.
    pub fn eval(&mut self, arena: Arena<'a>, id: ExprId, base: usize) -> Outcome<Value> {
        match &arena.exprs[id.index()] {
            Expr::Const(value) => Ok(*value),
            Expr::Text(text) => Ok(Value::from(text.0)),
            Expr::Local(local) => Ok(self.frames.values[base + *local as usize]),
            Expr::Option(option) => Ok(self.state.option(*option)),
            Expr::Counter(phase) => Ok(self.state.counter(*phase)),
            Expr::Now => Ok(self.state.now()),
            node => {
                if self.depth == DEEPEST {
                    return Err(FaultKind::TooDeep(DEEPEST)
                        .at(arena.spans[id.index()])
                        .into());
                }
                self.depth += 1;
                let value = self.node(arena, id, node, base);
                self.depth -= 1;
                value
            }
        }
    }

    /// The value of an expression that is made of others.
    fn node(
        &mut self,
        arena: Arena<'a>,
        id: ExprId,
        node: &'a Expr,
        base: usize,
    ) -> Outcome<Value> {
        let result = match node {
            Expr::Const(_)
            | Expr::Text(_)
            | Expr::Local(_)
            | Expr::Option(_)
            | Expr::Counter(_)
            | Expr::Now => return self.eval(arena, id, base),
            Expr::Attribute { kind, of, slot } => {
                let record = self.eval(arena, *of, base)?;
                return Ok(self.state.attribute(*kind, record, *slot));
            }
            Expr::Not(of) => return Ok(Value::from(self.eval(arena, *of, base)? != 1)),
            Expr::And(all) => {
                for &part in all {
                    if self.eval(arena, part, base)? != 1 {
                        return Ok(0);
                    }
                }
                return Ok(1);
            }
            Expr::Or(all) => {
                for &part in all {
                    if self.eval(arena, part, base)? == 1 {
                        return Ok(1);
                    }
                }
                return Ok(0);
            }
            Expr::OrElse(all) => {
                for &part in all {
                    let value = self.eval(arena, part, base)?;
                    if value != MISSING {
                        return Ok(value);
                    }
                }
                return Ok(MISSING);
            }
            Expr::If(condition, yes, no) => {
                let branch = if self.eval(arena, *condition, base)? == 1 {
                    yes
                } else {
                    no
                };
                return self.eval(arena, *branch, base);
            }
            Expr::Missing(of) => return Ok(Value::from(self.eval(arena, *of, base)? == MISSING)),
            Expr::Equal(a, b) => {
                return Ok(Value::from(
                    self.eval(arena, *a, base)? == self.eval(arena, *b, base)?,
                ));
            }
            Expr::NotEqual(a, b) => {
                return Ok(Value::from(
                    self.eval(arena, *a, base)? != self.eval(arena, *b, base)?,
                ));
            }
            Expr::Less(a, b) => self.two(arena, *a, *b, base, |a, b| Some(Value::from(a < b))),
            Expr::LessOrEqual(a, b) => {
                self.two(arena, *a, *b, base, |a, b| Some(Value::from(a <= b)))
            }
            Expr::Plus(a, b) => self.two(arena, *a, *b, base, Value::checked_add),
            Expr::Minus(a, b) => self.two(arena, *a, *b, base, Value::checked_sub),
            Expr::Times(a, b) => self.two(arena, *a, *b, base, Value::checked_mul),
            Expr::Higher(a, b) => self.two(arena, *a, *b, base, |a, b| Some(a.max(b))),
            Expr::Lower(a, b) => self.two(arena, *a, *b, base, |a, b| Some(a.min(b))),
            Expr::Divide { left, right, up } => {
                self.divided(arena, *left, *right, base).map(|(a, b)| {
                    let down = a.div_euclid(b) - Value::from(b < 0 && a.rem_euclid(b) != 0);
                    Some(if *up && a % b != 0 { down + 1 } else { down })
                })
            }
            Expr::Mod(left, right) => self.divided(arena, *left, *right, base).map(|(a, b)| {
                Some(if b > 0 {
                    a.rem_euclid(b)
                } else {
                    -(-a).rem_euclid(-b)
                })
            }),
            Expr::Negate(of) => self.present(arena, *of, base).map(|value| Some(-value)),
            Expr::Call(function, arguments) => return self.call(arena, *function, arguments, base),
            Expr::Lookup(table, arguments) => {
                return self.lookup(arena, id, *table, arguments, base);
            }
            Expr::Query(query) => return self.query(arena, id, query, base),
        };
        match result? {
            Some(value) if (-MOST..=MOST).contains(&value) => Ok(value),
            _ => Err(Fault {
                kind: FaultKind::Overflow,
                span: Some(arena.spans[id.index()]),
            }
            .into()),
        }
    }

    /// A value that must not be missing.
    fn present(&mut self, arena: Arena<'a>, id: ExprId, base: usize) -> Outcome<Value> {
        match self.eval(arena, id, base)? {
            MISSING => Err(FaultKind::Missing.at(arena.spans[id.index()]).into()),
            value => Ok(value),
        }
    }

    fn two(
        &mut self,
        arena: Arena<'a>,
        left: ExprId,
        right: ExprId,
        base: usize,
        reckon: fn(Value, Value) -> Option<Value>,
    ) -> Outcome<Option<Value>> {
        Ok(reckon(
            self.present(arena, left, base)?,
            self.present(arena, right, base)?,
        ))
    }

    fn divided(
        &mut self,
        arena: Arena<'a>,
        left: ExprId,
        right: ExprId,
        base: usize,
    ) -> Outcome<(Value, Value)> {
        let (a, b) = (
            self.present(arena, left, base)?,
            self.present(arena, right, base)?,
        );
        if b == 0 {
            Err(FaultKind::DivisionByZero
                .at(arena.spans[right.index()])
                .into())
        } else {
            Ok((a, b))
        }
    }

    /// One step; a fault when there are no more.
    pub fn step(&mut self) -> Outcome<()> {
        if *self.fuel == 0 {
            return Err(FaultKind::Steps(self.steps).into());
        }
        *self.fuel -= 1;
        Ok(())
    }

    /// The value of a definition: its arguments become the first names of a new frame.
    fn call(
        &mut self,
        arena: Arena<'a>,
        function: FunctionId,
        arguments: &'a [ExprId],
        base: usize,
    ) -> Outcome<Value> {
        self.step()?;
        self.exercised.definitions[function.index()] = true;
        let function = &self.rules.functions[function.index()];
        let frame = self.frames.open(function.locals);
        for (index, &argument) in arguments.iter().enumerate() {
            self.frames.values[frame + index] = self.eval(arena, argument, base)?;
        }
        let value = self.value(function.body, frame);
        self.frames.close(frame);
        value
    }

    /// The value of the row that stands for the last argument.
    fn lookup(
        &mut self,
        arena: Arena<'a>,
        id: ExprId,
        table: TableId,
        arguments: &'a [ExprId],
        base: usize,
    ) -> Outcome<Value> {
        self.step()?;
        let (number, table) = (table.index(), &self.rules.tables[table.index()]);
        let frame = self.frames.open(table.locals);
        let mut key = MISSING;
        for (index, &argument) in arguments.iter().enumerate() {
            key = self.eval(arena, argument, base)?;
            self.frames.values[frame + index] = key;
        }
        let row = table
            .rows
            .iter()
            .position(|row| row.keys.iter().any(|&(from, to)| from <= key && key <= to));
        let value = match row.and_then(|row| Some((row, table.rows[row].value?))) {
            Some((row, value)) => {
                self.exercised.rows[number][row] = true;
                self.value(value, frame)
            }
            None => Err(FaultKind::NoRow(key).at(arena.spans[id.index()]).into()),
        };
        self.frames.close(frame);
        value
    }

    fn query(
        &mut self,
        arena: Arena<'a>,
        id: ExprId,
        query: &'a Query,
        base: usize,
    ) -> Outcome<Value> {
        let mut found: u32 = 0;
        let mut best = MISSING;
        let mut most = MISSING;
        for place in 0..self.state.count(query.kind) {
            self.step()?;
            let record = Value::from(self.state.nth(query.kind, place));
            self.frames.values[base + query.local as usize] = record;
            if let Some(filter) = query.filter
                && self.eval(arena, filter, base)? != 1
            {
                continue;
            }
            found += 1;
            match query.ask {
                QueryKind::Any => return Ok(1),
                QueryKind::Count => {}
                QueryKind::The => best = record,
                QueryKind::Every => {
                    let Some(value) = query.value else { continue };
                    if self.eval(arena, value, base)? != 1 {
                        return Ok(0);
                    }
                }
                QueryKind::TheHighest | QueryKind::TheLowest => {
                    let Some(value) = query.value else { continue };
                    let value = self.eval(arena, value, base)?;
                    let better = match query.ask {
                        _ if value == MISSING => false,
                        _ if most == MISSING => true,
                        QueryKind::TheHighest => value > most,
                        _ => value < most,
                    };
                    if better {
                        (best, most) = (record, value);
                    }
                }
                QueryKind::Highest | QueryKind::Lowest | QueryKind::Sum => {
                    let Some(value) = query.value else { continue };
                    let value = self.eval(arena, value, base)?;
                    if value != MISSING {
                        best = match query.ask {
                            _ if best == MISSING => value,
                            QueryKind::Highest => best.max(value),
                            QueryKind::Lowest => best.min(value),
                            _ => best + value,
                        };
                        if !(-MOST..=MOST).contains(&best) {
                            return Err(FaultKind::Overflow.at(arena.spans[id.index()]).into());
                        }
                    }
                }
            }
        }
        match query.ask {
            QueryKind::Any => Ok(0),
            QueryKind::Every => Ok(1),
            QueryKind::Count => Ok(Value::from(found)),
            QueryKind::Sum if best == MISSING => Ok(0),
            QueryKind::The if found > 1 => Err(FaultKind::NotOne { found }
                .at(arena.spans[id.index()])
                .into()),
            _ if best == MISSING => match query.otherwise {
                Some(otherwise) => self.eval(arena, otherwise, base),
                None if query.ask == QueryKind::The => Err(FaultKind::NotOne { found: 0 }
                    .at(arena.spans[id.index()])
                    .into()),
                None => Ok(MISSING),
            },
            _ => Ok(best),
        }
    }
}
