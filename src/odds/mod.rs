//! How often: the chances of what a scenario asks, over all that its dice can show. Exactly, by following every run and taking those that
//! stand alike as one, or by playing many of them.
//!
//! A caller of the machine; it touches no files and no terminal.
//!
//! The rooms: [`distribution`] (answers and their chances), [`exact`],
//! [`simulate`], `abstraction` (what a run may forget), `symmetry` (who can be taken for whom), [`vary`] (the same with one thing different), [`survey`] (the same questions in several cases), [`expected`] (what a scenario expects of them), `both` (in how many runs two acts both come), `unused` (what a scenario gives that no run uses), `defaults` (what it leaves to defaults), [`report`], [`merge`] and [`render`]
//! (answers as they are shown, put together from several sheets, and in their forms).

mod abstraction;
mod ask;
mod both;
mod defaults;
pub mod distribution;
pub mod exact;
pub mod expected;
pub mod independence;
pub mod merge;
pub mod render;
pub mod report;
pub mod simulate;
pub mod survey;
mod symmetry;
mod unused;
pub mod vary;

pub use ask::{Found, Method, NoAnswer, Odds, all_places, ask, ask_each, asking};
pub use both::both_come;
pub use defaults::{DefaultTaken, left_to_defaults, told_together};
pub use distribution::{Chance, Distribution};
pub use unused::Unused;
