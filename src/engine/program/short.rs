//! The commonest expressions, which need no program: a name, an attribute of a name, the number of a round, such a one compared or reckoned with
//! another, and a few conditions of this sort joined by `and` or `or`.
//!
//! They give what the program of the expression gives, and take as many steps of a run: none. Where there would be a fault they give nothing,
//! and the program says which.

use super::Reckoning;
use crate::engine::marks::Marks;
use crate::engine::reckon::reckoned;
use crate::engine::state::World;
use crate::ruleset::{
    Expr, ExprId, KindId, Local, MISSING, OptionId, PhaseId, Ruleset, Slot, Value,
};

/// An expression in a short form, if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Short {
    /// A value known beforehand.
    Value(Value),
    /// A name of the body.
    Name(Local),
    /// An attribute of what a name stands for.
    Attribute(Local, KindId, Slot),
    /// A value that is farther away.
    Look(Look),
    /// Whether one stands so to a known value.
    Compared(Look, Comparison, Value),
    /// Whether two are the same (`true`), or are not.
    Same(Look, Look, bool),
    /// What two make.
    Reckoned(Reckoning, Look, Look),
    /// Conditions joined by `or` (`true`) or by `and`: that is what one of them settles.
    Joined(bool),
    /// It needs a program.
    None,
}

/// Something to look up: where to begin, and then attributes, each of the record that was found before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    start: Start,
    attributes: [(KindId, Slot); FARTHEST],
    count: u8,
}

/// So many attributes one after the other.
const FARTHEST: usize = 3;

#[derive(Clone, Copy, Debug)]
enum Start {
    Name(Local),
    Known(u32),
    Option(OptionId),
    Counter(PhaseId),
    Now,
}

/// How something is to stand to a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comparison {
    Is,
    IsNot,
    Below,
    NotBelow,
}

impl Look {
    fn of(rules: &Ruleset, id: ExprId) -> Option<Self> {
        Look::with(rules, id, FARTHEST)
    }

    /// With at most so many attributes.
    fn with(rules: &Ruleset, id: ExprId, most: usize) -> Option<Self> {
        let start = match &rules.exprs[id.index()] {
            Expr::Attribute { kind, of, slot } => {
                let mut look = Look::with(rules, *of, most.checked_sub(1)?)?;
                look.attributes[usize::from(look.count)] = (*kind, *slot);
                look.count += 1;
                return Some(look);
            }
            Expr::Local(local) => Start::Name(*local),
            Expr::Const(value) => Start::Known(u32::try_from(*value).ok()?),
            Expr::Option(option) => Start::Option(*option),
            Expr::Counter(phase) => Start::Counter(*phase),
            Expr::Now => Start::Now,
            _ => return None,
        };
        Some(Look {
            start,
            attributes: Default::default(),
            count: 0,
        })
    }

    /// As an expression of its own.
    fn short(self) -> Short {
        match (self.start, self.count) {
            (Start::Name(local), 0) => Short::Name(local),
            (Start::Name(local), 1) => {
                let (kind, slot) = self.attributes[0];
                Short::Attribute(local, kind, slot)
            }
            _ => Short::Look(self),
        }
    }

    #[inline]
    fn value<W: World>(&self, world: &W, names: &[Value]) -> Option<Value> {
        let mut value = match self.start {
            Start::Name(local) => *names.get(usize::from(local))?,
            Start::Known(value) => Value::from(value),
            Start::Option(option) => world.option(option),
            Start::Counter(phase) => world.counter(phase),
            Start::Now => world.now(),
        };
        for &(kind, slot) in self.attributes.iter().take(usize::from(self.count)) {
            value = world.attribute(kind, value, slot);
        }
        Some(value)
    }
}

impl Short {
    /// The short form of an expression.
    pub fn of(rules: &Ruleset, id: ExprId) -> Self {
        let reckoned = |how, a: ExprId, b: ExprId| {
            Some(Short::Reckoned(
                how,
                Look::of(rules, a)?,
                Look::of(rules, b)?,
            ))
        };
        let short = match &rules.exprs[id.index()] {
            Expr::Const(value) => Some(Short::Value(*value)),
            Expr::Text(text) => Some(Short::Value(Value::from(text.0))),
            Expr::And(_) => Some(Short::Joined(false)),
            Expr::Or(_) => Some(Short::Joined(true)),
            Expr::Plus(a, b) => reckoned(Reckoning::Plus, *a, *b),
            Expr::Minus(a, b) => reckoned(Reckoning::Minus, *a, *b),
            Expr::Higher(a, b) => reckoned(Reckoning::Higher, *a, *b),
            Expr::Lower(a, b) => reckoned(Reckoning::Lower, *a, *b),
            _ => Look::of(rules, id)
                .map(Look::short)
                .or_else(|| Short::condition(rules, id, true)),
        };
        short.unwrap_or(Short::None)
    }

    /// The short form of a condition, or of its opposite.
    fn condition(rules: &Ruleset, id: ExprId, is: bool) -> Option<Self> {
        let constant = |id: ExprId| match &rules.exprs[id.index()] {
            Expr::Const(value) => Some(*value),
            Expr::Text(text) => Some(Value::from(text.0)),
            _ => None,
        };
        // Nothing is less or more than something missing: that is a fault.
        let known = |id: ExprId| constant(id).filter(|&value| value != MISSING);
        let compared = |of: ExprId, how: [Comparison; 2], is: bool, value: Value| {
            Some(Short::Compared(
                Look::of(rules, of)?,
                how[usize::from(is)],
                value,
            ))
        };
        let equal = [Comparison::IsNot, Comparison::Is];
        let below = [Comparison::NotBelow, Comparison::Below];
        match &rules.exprs[id.index()] {
            Expr::Not(part) if is => Short::condition(rules, *part, false),
            Expr::Missing(part) => compared(*part, equal, is, MISSING),
            expr @ (Expr::Equal(a, b) | Expr::NotEqual(a, b)) => {
                let is = is == matches!(expr, Expr::Equal(..));
                match (constant(*a), constant(*b)) {
                    (_, Some(value)) => compared(*a, equal, is, value),
                    (Some(value), None) => compared(*b, equal, is, value),
                    (None, None) => {
                        Some(Short::Same(Look::of(rules, *a)?, Look::of(rules, *b)?, is))
                    }
                }
            }
            Expr::Less(a, b) => match (known(*a), known(*b)) {
                (_, Some(value)) => compared(*a, below, is, value),
                (Some(value), None) => compared(*b, below, !is, value.checked_add(1)?),
                (None, None) => None,
            },
            Expr::LessOrEqual(a, b) => match (known(*a), known(*b)) {
                (_, Some(value)) => compared(*a, below, is, value.checked_add(1)?),
                (Some(value), None) => compared(*b, below, !is, value),
                (None, None) => None,
            },
            // Of something missing neither is true.
            _ => compared(id, equal, is, 1),
        }
    }

    /// The value of an expression that is not joined of several. Apart, so that those that are met most stay short.
    #[inline(never)]
    fn value<W: World>(&self, world: &W, names: &[Value]) -> Option<Value> {
        match self {
            Short::Value(value) => Some(*value),
            Short::Name(local) => names.get(usize::from(*local)).copied(),
            Short::Attribute(local, kind, slot) => {
                let record = *names.get(usize::from(*local))?;
                Some(world.attribute(*kind, record, *slot))
            }
            Short::Look(look) => look.value(world, names),
            Short::Compared(look, how, value) => {
                let known = look.value(world, names)?;
                let is = match how {
                    Comparison::Is => known == *value,
                    Comparison::IsNot => known != *value,
                    _ if known == MISSING => return None,
                    Comparison::Below => known < *value,
                    Comparison::NotBelow => known >= *value,
                };
                Some(Value::from(is))
            }
            Short::Same(one, other, is) => {
                let same = one.value(world, names)? == other.value(world, names)?;
                Some(Value::from(same == *is))
            }
            Short::Reckoned(how, left, right) => {
                let (left, right) = (left.value(world, names)?, right.value(world, names)?);
                reckoned(*how, left, right).ok()
            }
            Short::Joined(_) | Short::None => None,
        }
    }
}

impl super::Programs {
    /// What an expression of one name reads that is looked up and nothing else: always the same, without fault and without a step.
    pub fn reads(&self, id: ExprId) -> Option<Marks> {
        let look = match &self.shorts[id.index()] {
            Short::Value(_) | Short::Name(0) => return Some(Marks::default()),
            Short::Attribute(0, kind, slot) => {
                let mut marks = Marks::default();
                marks.add_attribute(*kind, *slot);
                return Some(marks);
            }
            Short::Look(look) => look,
            _ => return None,
        };
        let mut marks = Marks::default();
        match look.start {
            Start::Name(0) | Start::Known(_) | Start::Option(_) => {}
            Start::Name(_) => return None,
            Start::Counter(phase) => marks.add_counter(phase),
            Start::Now => marks.add_now(),
        }
        for &(kind, slot) in &look.attributes[..usize::from(look.count)] {
            marks.add_attribute(kind, slot);
        }
        Some(marks)
    }

    /// The values of such an expression where its name stands for these records, one after the other.
    pub fn look_up<'v, W: World>(
        &self,
        id: ExprId,
        world: &W,
        records: &[u32],
        values: impl Iterator<Item = &'v mut Value>,
    ) {
        let records = records.iter().map(|&record| Value::from(record));
        let pairs = records.zip(values);
        match &self.shorts[id.index()] {
            Short::Value(known) => pairs.for_each(|(_, value)| *value = *known),
            Short::Attribute(_, kind, slot) => {
                pairs.for_each(|(record, value)| *value = world.attribute(*kind, record, *slot));
            }
            Short::Look(look) => pairs.for_each(|(record, value)| {
                *value = look.value(world, &[record]).unwrap_or(MISSING);
            }),
            _ => pairs.for_each(|(record, value)| *value = record),
        }
    }

    /// The value of an expression that needs no program; nothing of any other, and where there would be a fault. The first of `names` is the
    /// first of the body.
    #[inline]
    pub fn short<W: World>(
        &self,
        rules: &Ruleset,
        id: ExprId,
        world: &W,
        names: &[Value],
    ) -> Option<Value> {
        match &self.shorts[id.index()] {
            Short::Value(value) => Some(*value),
            Short::Name(local) => names.get(usize::from(*local)).copied(),
            Short::Attribute(local, kind, slot) => {
                let record = *names.get(usize::from(*local))?;
                Some(world.attribute(*kind, record, *slot))
            }
            Short::None => None,
            Short::Joined(settles) => self.joined(rules, id, *settles, world, names),
            short => short.value(world, names),
        }
    }

    /// Conditions from the left, as far as one of them settles the whole.
    #[inline(never)]
    fn joined<W: World>(
        &self,
        rules: &Ruleset,
        id: ExprId,
        settles: bool,
        world: &W,
        names: &[Value],
    ) -> Option<Value> {
        let (Expr::And(parts) | Expr::Or(parts)) = &rules.exprs[id.index()] else {
            return None;
        };
        for part in parts {
            let holds = self.shorts[part.index()].value(world, names)? == 1;
            if holds == settles {
                return Some(Value::from(settles));
            }
        }
        Some(Value::from(!settles))
    }
}
