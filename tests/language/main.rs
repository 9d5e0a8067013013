//! From a text to checked rules: files, syntax, layout, checks, the ruleset and its analyses.

#[path = "../common/mod.rs"]
mod common;

mod analysis;
mod base;
mod beginners;
mod check;
mod expressions;
mod format;
mod load;
mod scenario;
mod study;
mod syntax;
mod syntax_robust;
mod three_mistakes;
mod units;
mod usages;
