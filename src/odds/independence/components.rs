//! Components: dice that have to be taken together, and all their outcomes. A column has a value for each outcome of one component; different components
//! are independent. Numbers only; knows nothing of rules.

use crate::machine::{UNSETTLED, column_of, is_abstract};
use crate::ruleset::index::{Idx, IndexVec, to_number};
use crate::ruleset::{MISSING, Value};

/// How many outcomes the dice of one component may have.
pub const MOST_OUTCOMES: usize = 4_000;

/// A component, by its number.
pub type ComponentId = u32;

/// The dice would have to be taken together, and have too many outcomes.
#[derive(Debug)]
pub struct TooMany;

/// How likely an outcome is: so many of so many equal ways.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub ways: u128,
    pub of: u128,
}

impl Share {
    /// Of an outcome together with an independent one.
    pub fn and(self, other: Share) -> Result<Share, TooMany> {
        Ok(Share {
            ways: self.ways.checked_mul(other.ways).ok_or(TooMany)?,
            of: self.of.checked_mul(other.of).ok_or(TooMany)?,
        })
    }
}

/// Dice that are taken together.
#[derive(Debug, Default)]
struct Component {
    outcomes: Vec<Share>,
    /// the component into which it has gone, and for each outcome of that its own
    part_of: Option<(ComponentId, Vec<u32>)>,
}

/// What depends on a component.
#[derive(Debug)]
struct ComponentColumn {
    component: ComponentId,
    values: Vec<Value>,
}

/// All components and columns.
#[derive(Debug)]
pub struct Components {
    all: IndexVec<ComponentId, Component>,
    columns: Vec<ComponentColumn>,
}

impl Default for Components {
    /// No component, and no column but that of what is not settled, which has no values.
    fn default() -> Self {
        let unsettled = ComponentColumn {
            component: ComponentId::MAX,
            values: Vec::new(),
        };
        Components {
            all: IndexVec::default(),
            columns: vec![unsettled],
        }
    }
}

impl Components {
    /// Whether nothing depends on dice.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// A new component with these outcomes.
    pub fn add(&mut self, outcomes: Vec<Share>) -> Result<ComponentId, TooMany> {
        if outcomes.len() > MOST_OUTCOMES {
            return Err(TooMany);
        }
        self.all.push(Component {
            outcomes,
            part_of: None,
        });
        Ok(to_number(self.all.len()) - 1)
    }

    /// A component in place of another: for each outcome that of the other from which it comes.
    pub fn refine(
        &mut self,
        component: ComponentId,
        from: Vec<u32>,
        outcomes: Vec<Share>,
    ) -> Result<ComponentId, TooMany> {
        let refined = self.add(outcomes)?;
        self.all[component].part_of = Some((refined, from));
        Ok(refined)
    }

    /// A new column; its number.
    pub fn add_column(&mut self, component: ComponentId, values: Vec<Value>) -> usize {
        self.columns.push(ComponentColumn { component, values });
        self.columns.len() - 1
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The outcomes of a component.
    pub fn outcomes(&self, component: ComponentId) -> &[Share] {
        &self.all[component].outcomes
    }

    /// The component into which one has gone in the end.
    fn root(&mut self, component: ComponentId) -> ComponentId {
        while let Some((next, from)) = &self.all[component].part_of {
            let next = *next;
            let Some((root, onward)) = &self.all[next].part_of else {
                return next;
            };
            let (root, from) = (*root, onward.iter().map(|&outcome| from[outcome.index()]));
            self.all[component].part_of = Some((root, from.collect()));
        }
        component
    }

    /// The component of a column, for whose outcomes it has its values from now on.
    pub fn component(&mut self, column: usize) -> ComponentId {
        let own = self.columns[column].component;
        let root = self.root(own);
        if let Some((_, from)) = self.all[own].part_of.as_ref().filter(|_| root != own) {
            let column = &mut self.columns[column];
            let values = from.iter().map(|outcome| column.values[outcome.index()]);
            column.values = values.collect();
            column.component = root;
        }
        root
    }

    /// The values of a column, for the outcomes of its [component](Self::component).
    pub fn values(&self, column: usize) -> &[Value] {
        &self.columns[column].values
    }

    /// The columns of a component.
    pub fn columns_of(&mut self, component: ComponentId) -> Vec<usize> {
        let columns = 1..self.columns.len();
        columns
            .filter(|&column| self.component(column) == component)
            .collect()
    }

    /// Takes two components together.
    pub fn join(&mut self, one: ComponentId, other: ComponentId) -> Result<ComponentId, TooMany> {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return Ok(one);
        }
        let (a, b) = (self.outcomes(one), self.outcomes(other));
        let (first, second) = (to_number(a.len()), to_number(b.len()));
        if a.len() * b.len() > MOST_OUTCOMES {
            return Err(TooMany);
        }
        let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| a.and(b)));
        let outcomes = pairs.collect::<Result<Vec<Share>, TooMany>>()?;
        let joined = self.add(outcomes)?;
        let numbers = 0..first * second;
        let of_first = numbers.clone().map(|outcome| outcome / second);
        self.all[one].part_of = Some((joined, of_first.collect()));
        self.all[other].part_of = Some((joined, numbers.map(|outcome| outcome % second).collect()));
        Ok(joined)
    }

    /// The component of a value: nothing if it depends on no dice.
    pub fn component_of(&mut self, value: Value) -> Result<Option<ComponentId>, TooMany> {
        match value {
            UNSETTLED => Err(TooMany),
            value if is_abstract(value) => Ok(Some(self.component(column_of(value)))),
            _ => Ok(None),
        }
    }

    /// Takes together all on which these values depend: nothing if that is no dice.
    pub fn join_all(&mut self, values: &[Value]) -> Result<Option<ComponentId>, TooMany> {
        let mut joined = None;
        for &value in values {
            joined = match (joined, self.component_of(value)?) {
                (Some(one), Some(other)) => Some(self.join(one, other)?),
                (one, other) => one.or(other),
            };
        }
        // All of them are looked up from now on.
        for &value in values {
            self.component_of(value)?;
        }
        Ok(joined)
    }

    /// What a value is in an outcome of its component.
    #[inline]
    pub fn at(&self, value: Value, outcome: usize) -> Value {
        match is_abstract(value) {
            true => {
                let values = self.values(column_of(value));
                values.get(outcome).copied().unwrap_or(MISSING)
            }
            false => value,
        }
    }
}
