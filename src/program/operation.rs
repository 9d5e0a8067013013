//! Operands of instructions: places, how two numbers are put together or compared, what is marked as exercised.

use crate::ruleset::{EventId, FunctionId, MISSING, ProcedureId, Value};
pub use crate::run::arithmetic::Arithmetic;
use crate::run::coverage::CoverageData;

/// A place of the present frame.
pub type Register = u16;

/// The index of an instruction.
pub type Address = u32;

/// How the condition of a jump compares two numbers; a fault where one of them is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpComparison {
    /// less
    Less,
    /// less or equal
    AtMost,
}

impl JumpComparison {
    /// Whether two numbers compare so.
    ///
    /// # Errors
    ///
    /// Which of them is missing: 1 or 2.
    #[inline(always)]
    pub(crate) fn holds(self, left: Value, right: Value) -> Result<bool, usize> {
        if left == MISSING || right == MISSING {
            return Err(1 + usize::from(left != MISSING));
        }
        Ok(match self {
            JumpComparison::Less => left < right,
            JumpComparison::AtMost => left <= right,
        })
    }
}

/// What is marked as exercised when code comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// A definition.
    Function(FunctionId),
    /// A procedure.
    Procedure(ProcedureId),
    /// An event.
    Event(EventId),
}

impl Covered {
    /// Marks it.
    #[inline(always)]
    pub(crate) fn mark(self, exercised: &mut CoverageData) {
        match self {
            Covered::Function(id) => exercised.definitions[id.index()] = true,
            Covered::Procedure(id) => exercised.procedures[id.index()] = true,
            Covered::Event(id) => exercised.events[id.index()] = true,
        }
    }
}
