//! The engine: plays a checked ruleset with a scenario, and writes the journal of the run.
//!
//! It imports no syntax and touches no files and no terminal. It rolls nothing and asks nobody: dice and decisions come from outside
//! ([`Dice`], [`Decisions`]), so that a run is a pure function of rules, scenario, dice and decisions.
//!
//! The rooms: [`fault`] (what stops a run), `state` (records, clock), `program`, `eval` and `reckon` (expressions: compiled, worked out), `memory` (all that
//! a run writes to), `plan` (what is looked up again and again), `quiet` (what would do nothing again), `cursor` (where a run stands), [`exercised`] (what runs made use of), [`line`]
//! (ordering), and the steps of the procedure: `run` (the whole), `phase`, `perform` with `each` and `calls` (statements), `people` (dice and answers), `changes` (of
//! attributes), `acts` (declared, added, cancelled), `tactic` (what is declared where nobody says it), `forget` and `standstill` (a run left and
//! taken up again), `exchange` (of records, where a run rests), `arrange` with `keys`, `exceptions`, `compare`, `rows`, `kept`, `marks` and `worked` (the
//! line of the acts at hand), `batch`, `respond` with `used` (triggers). `suppose` works expressions out in a situation that nobody plays.

mod acts;
mod arrange;
mod batch;
mod calls;
mod changes;
mod compare;
mod cursor;
pub mod decisions;
pub mod dice;
mod each;
mod eval;
mod exceptions;
mod exchange;
pub mod exercised;
pub mod fault;
mod forget;
mod kept;
mod keys;
pub mod line;
mod marks;
pub(crate) mod memory;
pub(crate) mod observe;
mod people;
mod perform;
mod phase;
mod plan;
pub(crate) mod program;
mod quiet;
mod ranked;
pub(crate) mod reckon;
mod respond;
mod rows;
mod run;
mod setup;
mod standstill;
mod state;
mod suppose;
mod tactic;
mod unreached;
pub(crate) mod used;
pub mod words;
mod worked;

pub use crate::analysis::{Watched, watched};
pub use decisions::Decisions;
pub use dice::Dice;
pub use eval::Arena;
pub use exchange::{Exchange, Exchanges};
pub use exercised::Exercised;
pub use fault::{Fault, FaultKind};
pub use forget::{At, Forgetting, UnreadNames, first_by_repetition};
pub use observe::{Blind, Look, Observer, Scene};
pub use ranked::Ranked;
pub use run::{Ending, Engine};
pub use state::World;
pub use suppose::Reckoner;
pub use unreached::ActsNamed;
