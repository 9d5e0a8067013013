//! Operands of instructions: places, how two numbers are put together or compared, what is marked as exercised.

use crate::ruleset::{EventId, FunctionId, ProcedureId};
pub use crate::run::arithmetic::Arithmetic;

/// A place of the present frame.
pub type Register = u16;

/// The index of an instruction.
pub type Address = u32;

/// How the condition of a jump compares two numbers; a fault where one of them is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// less
    Less,
    /// less or equal
    AtMost,
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
