//! The line: the vectors of the reference model, the laws on random input, and the order of rules.

mod cases;
mod laws;
mod listing;
mod over;
mod vectors;
