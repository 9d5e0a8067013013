//! Works out expressions: carries out their programs. Reads the state and changes nothing: no dice, no decisions, no journal. Marks what it
//! makes use of.

use super::exercised::Exercised;
use super::fault::{FaultKind, Outcome};
use super::program::{At, DEEPEST, Program, Programs, Step};
use super::reckon::{better, reckoned, within};
use super::state::World;
use crate::ruleset::{
    Expr, ExprId, FunctionId, KindId, MISSING, OptionId, Ruleset, TableId, Value,
};
use crate::source::Span;

/// A list of expressions and their places: those of a scenario's expectations.
#[derive(Clone, Copy)]
pub struct Arena<'a> {
    /// the nodes
    pub exprs: &'a [Expr],
    /// their places
    pub spans: &'a [Span],
}

/// The names of the bodies that are being carried out: one stack, a frame for each body.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// The values of all frames.
    pub values: Vec<Value>,
    /// Scratch: the registers of programs.
    registers: Vec<Value>,
}

/// How many registers there are to begin with; a program that needs more gets more.
const REGISTERS: usize = 1024;

impl Frames {
    /// Opens a frame with so many locals, all missing; returns its base.
    pub fn open(&mut self, locals: u16) -> usize {
        let base = self.values.len();
        self.values.resize(base + locals as usize, MISSING);
        base
    }

    /// The names of the frame with this base, and those above it.
    #[inline]
    pub fn names(&self, base: usize) -> &[Value] {
        &self.values[base..]
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
    /// Their programs.
    pub programs: &'a Programs,
    /// What is looked at.
    pub state: &'a W,
    /// The frames of the bodies that are being carried out.
    pub frames: &'a mut Frames,
    /// What is made use of is marked here.
    pub exercised: &'a mut Exercised,
    /// How many steps are left.
    pub fuel: &'a mut u64,
    /// How many there were.
    pub steps: u64,
    /// How deep definitions have led into each other.
    pub depth: u32,
}

impl<'a, W: World> Eval<'a, W> {
    /// The value of an expression of the ruleset, with the names of the frame at `base`.
    #[inline]
    pub fn value(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        let names = self.frames.names(base);
        match self.programs.short(self.rules, id, self.state, names) {
            Some(value) => Ok(value),
            None => self.by_program(id, base),
        }
    }

    /// The value of an expression of the ruleset that has no short form.
    pub fn by_program(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        let program = self.programs.of(self.rules, id);
        self.carry_out(program, base)
    }

    /// The value of an expression of another list.
    pub fn other(&mut self, arena: Arena<'_>, id: ExprId, base: usize) -> Outcome<Value> {
        let program = self
            .programs
            .other(self.rules, arena.exprs, arena.spans, id);
        self.carry_out(&program, base)
    }

    /// The value of a program, with the names of the frame at `base`.
    fn carry_out(&mut self, program: &Program, base: usize) -> Outcome<Value> {
        let mut registers = std::mem::take(&mut self.frames.registers);
        if registers.len() < usize::from(program.registers) {
            registers.resize(REGISTERS.max(program.registers.into()), MISSING);
        }
        let names = usize::from(program.names);
        match self.frames.values.get(base..base + names) {
            // Mostly there are too few for it to be worth a call.
            Some(values) => {
                for (register, value) in registers.iter_mut().zip(values) {
                    *register = *value;
                }
            }
            None => {
                // Names that the frame does not have are not read either.
                let values = &self.frames.values[base..];
                registers[..values.len()].copy_from_slice(values);
                registers[values.len()..names].fill(MISSING);
            }
        }
        let value = self.run(program, &mut registers);
        self.frames.registers = registers;
        value
    }

    /// Carries out a program. Its names are in the first registers.
    fn run(&mut self, program: &Program, registers: &mut [Value]) -> Outcome<Value> {
        let (own, rest) = registers.split_at_mut(program.registers.into());
        let steps = &program.steps[..];
        let mut at: At = 0;
        macro_rules! own {
            ($register:expr) => {
                own[usize::from($register)]
            };
        }
        macro_rules! fault {
            ($part:expr, $kind:expr) => {
                return Err(program.fault(at, $part, $kind))
            };
        }
        macro_rules! both {
            ($left:expr, $right:expr) => {{
                let (left, right) = (own!($left), own!($right));
                if left == MISSING || right == MISSING {
                    fault!(1 + usize::from(left != MISSING), FaultKind::Missing);
                }
                (left, right)
            }};
        }
        macro_rules! lead {
            ($leads:expr, $target:expr) => {
                if $leads {
                    at = $target;
                    continue;
                }
            };
        }
        loop {
            match steps[at as usize] {
                Step::Put { to, value } => own!(to) = value,
                Step::Copy { to, from } => own!(to) = own!(from),
                Step::Option { to, option } => own!(to) = self.state.option(option),
                Step::Counter { to, phase } => own!(to) = self.state.counter(phase),
                Step::Now { to } => own!(to) = self.state.now(),
                Step::Attribute { to, of, kind, slot } => {
                    own!(to) = self.state.attribute(kind_of(kind), own!(of), slot);
                }
                Step::Attributes {
                    to,
                    of,
                    first,
                    second,
                } => {
                    let named = self.state.attribute(kind_of(first.0), own!(of), first.1);
                    own!(to) = self.state.attribute(kind_of(second.0), named, second.1);
                }
                Step::Reckon {
                    how,
                    to,
                    left,
                    right,
                } => match reckoned(how, own!(left), own!(right)) {
                    Ok(value) => own!(to) = value,
                    Err((part, kind)) => fault!(part, kind),
                },
                Step::Negate { to, of } => match own!(of) {
                    MISSING => fault!(1, FaultKind::Missing),
                    value => match within(-value) {
                        Some(value) => own!(to) = value,
                        None => fault!(0, FaultKind::Overflow),
                    },
                },
                Step::Present { of } => {
                    if own!(of) == MISSING {
                        fault!(0, FaultKind::Missing);
                    }
                }
                Step::Jump { target } => lead!(true, target),
                Step::If { of, when, target } => lead!((own!(of) == 1) == when, target),
                Step::IfMissing { of, when, target } => {
                    lead!((own!(of) == MISSING) == when, target);
                }
                Step::IfEqual {
                    left,
                    right,
                    when,
                    target,
                } => lead!((own!(left) == own!(right)) == when, target),
                Step::IfIs { of, value, target } => lead!(own!(of) == Value::from(value), target),
                Step::IfIsNot { of, value, target } => {
                    lead!(own!(of) != Value::from(value), target);
                }
                Step::IfLess {
                    left,
                    right,
                    when,
                    target,
                } => {
                    let (left, right) = both!(left, right);
                    lead!((left < right) == when, target);
                }
                Step::IfAtMost {
                    left,
                    right,
                    when,
                    target,
                } => {
                    let (left, right) = both!(left, right);
                    lead!((left <= right) == when, target);
                }
                Step::IfBelow { of, value, target } => match own!(of) {
                    MISSING => fault!(0, FaultKind::Missing),
                    known => lead!(known < Value::from(value), target),
                },
                Step::IfNotBelow { of, value, target } => match own!(of) {
                    MISSING => fault!(0, FaultKind::Missing),
                    known => lead!(known >= Value::from(value), target),
                },
                Step::IfAttributeIs {
                    of,
                    kind,
                    slot,
                    value,
                    target,
                } => {
                    let known = self.state.attribute(kind_of(kind), own!(of), slot);
                    lead!(known == Value::from(value), target);
                }
                Step::IfAttributeIsNot {
                    of,
                    kind,
                    slot,
                    value,
                    target,
                } => {
                    let known = self.state.attribute(kind_of(kind), own!(of), slot);
                    lead!(known != Value::from(value), target);
                }
                Step::IfOptionIs {
                    option,
                    value,
                    target,
                } => {
                    let known = self.state.option(OptionId(option.into()));
                    lead!(known == Value::from(value), target);
                }
                Step::IfOptionIsNot {
                    option,
                    value,
                    target,
                } => {
                    let known = self.state.option(OptionId(option.into()));
                    lead!(known != Value::from(value), target);
                }
                Step::Next {
                    kind,
                    place,
                    to,
                    done,
                } => {
                    let (kind, number) = (kind_of(kind), own!(place) as u32);
                    lead!(number >= self.state.count(kind), done);
                    self.step()?;
                    own!(to) = Value::from(self.state.nth(kind, number));
                    own!(place) += 1;
                }
                Step::Increase { of } => own!(of) += 1,
                Step::Best { ask, best, value } => {
                    match better(ask, own!(best), own!(value)) {
                        Some(value) => own!(best) = value,
                        None => fault!(0, FaultKind::Overflow),
                    };
                }
                Step::Choose {
                    highest,
                    most,
                    value,
                    best,
                    record,
                } => {
                    let (known, value) = (own!(most), own!(value));
                    let is_better = match highest {
                        _ if value == MISSING => false,
                        _ if known == MISSING => true,
                        true => value > known,
                        false => value < known,
                    };
                    if is_better {
                        let record = own!(record);
                        own!(most) = value;
                        own!(best) = record;
                    }
                }
                Step::AtMostOne { found } => {
                    let found = own!(found) as u32;
                    if found > 1 {
                        fault!(0, FaultKind::NotOne { found });
                    }
                }
                Step::Begin { function } => {
                    self.step()?;
                    self.exercised.definitions[function.index()] = true;
                }
                Step::Call {
                    to,
                    first,
                    function,
                    depth,
                } => {
                    let arguments = &own[usize::from(first)..];
                    match self.call(function, arguments, rest, depth)? {
                        Some(value) => own!(to) = value,
                        None => fault!(0, FaultKind::TooDeep(DEEPEST)),
                    }
                }
                Step::BeginTable => self.step()?,
                Step::Lookup {
                    to,
                    first,
                    table,
                    depth,
                } => {
                    let arguments = &own[usize::from(first)..];
                    match self.lookup(table, arguments, rest, depth)? {
                        Ok(value) => own!(to) = value,
                        Err(kind) => fault!(0, kind),
                    }
                }
                Step::Give { value } => return Ok(value),
                Step::GiveBack { of } => return Ok(own!(of)),
                Step::None => fault!(0, FaultKind::NotOne { found: 0 }),
                Step::TooDeep => fault!(0, FaultKind::TooDeep(DEEPEST)),
            }
            at = at.wrapping_add(1);
        }
    }

    /// One step of those that a run may take; a fault when there are no more.
    #[inline]
    pub fn step(&mut self) -> Outcome<()> {
        match self.fuel.checked_sub(1) {
            Some(left) => {
                *self.fuel = left;
                Ok(())
            }
            None => Err(FaultKind::Steps(self.steps).into()),
        }
    }

    /// The value of a definition with registers of its own; nothing if that would lead too deep.
    fn call(
        &mut self,
        function: FunctionId,
        arguments: &[Value],
        registers: &mut [Value],
        depth: u16,
    ) -> Outcome<Option<Value>> {
        let inner = self.depth + u32::from(depth);
        if !self.programs.may_begin(function, inner) {
            return Ok(None);
        }
        let definition = &self.rules.functions[function.index()];
        let argument = match *definition.parameters {
            [] => Some(MISSING),
            [_] => Some(arguments[0]),
            _ => None,
        };
        if let Some(argument) = argument
            && let Some((value, steps)) = self.state.known(function, argument)
            && let Some(left) = self.fuel.checked_sub(steps)
        {
            *self.fuel = left;
            return Ok(Some(value));
        }
        let (before, fuel) = (self.state.begin(), *self.fuel);
        let outer = std::mem::replace(&mut self.depth, inner);
        let value = self.inner(definition.body, arguments, registers)?;
        self.depth = outer;
        let steps = fuel - *self.fuel;
        self.state.keep(function, argument, value, steps, before);
        Ok(Some(value))
    }

    /// The value of the row that stands for the last argument, or why there is none.
    fn lookup(
        &mut self,
        table: TableId,
        arguments: &[Value],
        registers: &mut [Value],
        depth: u16,
    ) -> Outcome<Result<Value, FaultKind>> {
        let inner = self.depth + u32::from(depth);
        let number = table.index();
        let rows = &self.rules.tables[number].rows;
        let key = arguments[self.rules.tables[number].parameters.len()];
        let row = rows
            .iter()
            .position(|row| row.keys.iter().any(|&(from, to)| from <= key && key <= to));
        let Some((row, body)) = row.and_then(|row| Some((row, rows[row].value?))) else {
            return Ok(Err(FaultKind::NoRow(key)));
        };
        if !self.programs.may_look_up(table, inner) {
            return Ok(Err(FaultKind::TooDeep(DEEPEST)));
        }
        self.exercised.rows[number][row] = true;
        let outer = std::mem::replace(&mut self.depth, inner);
        let value = self.inner(body, arguments, registers)?;
        self.depth = outer;
        Ok(Ok(value))
    }

    /// The value of an expression whose names stand for these values.
    fn inner(
        &mut self,
        body: ExprId,
        arguments: &[Value],
        registers: &mut [Value],
    ) -> Outcome<Value> {
        let program = self.programs.of(self.rules, body);
        let names = usize::from(program.names).min(arguments.len());
        if registers.len() < usize::from(program.registers) {
            let mut more = vec![MISSING; REGISTERS.max(program.registers.into())];
            more[..names].copy_from_slice(&arguments[..names]);
            return self.run(program, &mut more);
        }
        registers[..names].copy_from_slice(&arguments[..names]);
        self.run(program, registers)
    }
}

#[inline]
fn kind_of(kind: u16) -> KindId {
    KindId(kind.into())
}
