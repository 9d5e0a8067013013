//! Who looks on while something takes long. Whoever works tells how far it is; nothing that comes out depends on it.

use std::fmt;

/// Is told how far a search is. Whoever wants it to end unwinds (`std::panic::resume_unwind`): nothing is half done when it is told.
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
