//! Analyses of the rules, over the effects that `ruleset` tells: the call graph, and what code reads and writes by itself and by what it calls.
//!
//! Analyses here know no run, no scenario and no question; they never look at the form of an expression or a statement where an effect says the same.

mod accesses;
mod columns;
mod costs;
mod reach;
mod thresholds;
mod watched;

pub use accesses::Accesses;
pub use columns::{Columns, Set};
pub use costs::{Costs, is_leaf};
pub use reach::Reach;
pub use thresholds::{Constant, Threshold, each_threshold};
pub use watched::Watched;
