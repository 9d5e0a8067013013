//! Observers of long computations. They are told the progress; no result depends on them.

use std::fmt;

/// Is told the progress of a search. An observer stops the search by unwinding (`std::panic::resume_unwind`); at each call all state is consistent.
pub trait Watcher {
    /// So many of at most `total` have been tried. With none of them, another search begins.
    fn tried(&self, done: u64, total: u64);
}

impl fmt::Debug for dyn Watcher + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl fmt::Debug for dyn Watcher + Send + Sync + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}
