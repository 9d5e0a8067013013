//! Analyses of the rules, over the effects that `ruleset` tells: the call graph ([`Reach`]), what code reads ([`Accesses`], [`Watched`]), [`Costs`],
//! [thresholds](Threshold), [`Liveness`], what statements hang on ([`StatementIndex`]), in which order records get defaults ([`order_of_defaults`]), and symmetry of records ([`Listing`]).
//!
//! Analyses here know no run, no scenario and no question; they never look at the form of an expression or a statement where an effect says the same.

mod accesses;
mod acts;
mod aims;
mod columns;
mod costs;
mod first_values;
mod influences;
mod liveness;
mod ordering;
mod reach;
mod symmetry;
mod thresholds;
mod values;
mod watched;

pub use accesses::Accesses;
pub use acts::{ActsNamed, acts_named, attributes_of_acts};
pub use columns::{Columns, Set};
pub use costs::{Costs, is_leaf};
pub use first_values::{inherit_order, order_of_defaults};
pub use influences::{Influences, InputOf, StatementIndex, names_read, read_for_value};
pub use liveness::{DeadNames, Liveness, Loose, Points, dead_names};
pub use ordering::{Ranked, first_by_repetition, ordering};
pub use reach::Reach;
pub use symmetry::{Listing, searches};
pub use thresholds::{
    Compare, Constant, Counters, NameUse, RollUses, Threshold, compared, counters, each_threshold,
};
pub use values::{Domain, KnownInputs, Values, values};
pub use watched::Watched;
