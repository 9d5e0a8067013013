//! The command line of Affray.
fn main() {}
