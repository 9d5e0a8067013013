//! Rules compiled to one flat program: a list of instructions for phases, statements, expressions, keys, guards, triggers and tactics.
//!
//! [`compile`](fn@compile) emits it; [`machine`](crate::machine) carries it out. An [`Image`] holds nothing of a run, so any number of machines can share it.
//!
//! A frame of a body is a range of registers: first its names, then temporaries. A callee's frame begins where the caller has put its arguments.

mod bodies;
mod code;
mod compile;
mod conditions;
mod dependencies;
mod each;
mod emit;
mod expressions;
mod filters;
mod image;
mod inputs;
mod line;
mod operands;
mod operation;
mod queries;
mod routines;
mod specialize;
mod statements;
mod targets;
mod triggers;

pub use code::{Address, Instruction, Register};
pub use compile::{append, compile, compile_for};
pub use dependencies::{Dependencies, Part, PartSet};
pub use image::{
    AskSite, AskSiteId, AskedActionsId, AskedSite, Body, BodyId, BuiltinWords, FirstValue, Image,
    Marks, RollSite, RollSiteId, StatementCode,
};
pub use operands::LooksAt;
pub use operation::{Arithmetic, Covered, JumpComparison};
pub use specialize::specialize;
pub(crate) use triggers::MOMENTS;
