//! Snapshots as the command line deals with them: on the disk (`shelf`), not yet accepted or rejected (`pending`), without a scenario (`unowned`), and
//! shown (`told`). What a snapshot is and what is different in one, the room `snapshot` says.

mod pending;
mod render;
mod shelf;
mod unowned;

use std::env;

pub(super) use pending::{PendingTranscript, pending};
pub(super) use render::{DifferenceStyle, render};
pub(super) use shelf::Shelf;
pub(super) use unowned::{Source, Unowned, unowned};

use super::Trouble;

/// Whether snapshots may be written: on a build server (where `CI` is set) they would be lost.
pub(super) fn may_write() -> bool {
    let said = env::var_os("CI").unwrap_or_default();
    let said = said.to_string_lossy().to_lowercase();
    matches!(said.as_str(), "" | "false" | "0")
}

/// Refuses a command that writes snapshots where none may be written.
pub(super) fn must_write(command: &str) -> Result<(), Trouble> {
    match may_write() {
        true => Ok(()),
        false => Err(Trouble::new(format!(
            "{command} writes snapshots, and where `CI` is set nothing is written: accept them on your own machine, \
             and hand in the `.snap` files with the rest"
        ))),
    }
}
