//! Prefetching: parses many files on several threads before they are needed. The result is the same for any number of threads.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Files, Loader, Parsed};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, on_threads};

/// The maximum of threads.
const MOST_THREADS: usize = 64;
/// How many files a thread must have to do to be worth its beginning.
const FILES_FOR_ONE: usize = 4;

/// A file that was taken in, and why it may not be read.
type Admitted<'p> = (&'p str, (FileId, Option<Diagnostic>));

impl Loader {
    /// Reads these files now, on so many threads, as far as they are of use. One that cannot be read is passed over: who needs it hears why.
    pub fn prefetch(&mut self, paths: &[&str], threads: usize, files: &mut dyn Files) {
        let mut admitted: Vec<Admitted<'_>> = Vec::new();
        let mut seen = BTreeSet::new();
        for &path in paths {
            let is_known = self.parsed.contains_key(path)
                || self.stale.contains_key(path)
                || !seen.insert(path);
            if !is_known && let Ok(bytes) = files.read(path) {
                admitted.push((path, self.admit(path, bytes)));
            }
        }
        for file in self.parse_all(&admitted, threads) {
            self.parsed.insert(file.path.clone(), Arc::new(file));
        }
    }

    fn parse_all(&self, admitted: &[Admitted<'_>], threads: usize) -> Vec<Parsed> {
        let next = AtomicUsize::new(0);
        let useful = admitted.len().div_ceil(FILES_FOR_ONE).min(MOST_THREADS);
        let shares = on_threads(threads.min(useful), || self.share(admitted, &next));
        shares.into_iter().flatten().collect()
    }

    /// Parses files that no thread has taken, until there are none.
    fn share(&self, admitted: &[Admitted<'_>], next: &AtomicUsize) -> Vec<Parsed> {
        let untaken = || admitted.get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(untaken)
            .map(|(path, admitted)| self.parse(path, admitted))
            .collect()
    }
}
