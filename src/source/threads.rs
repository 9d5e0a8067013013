//! Work on several threads.

use std::panic::resume_unwind;
use std::thread;

/// Does work on so many threads, the one at hand among them; what it came to on each. All take the parts of the work from one place, until none is left:
/// where the system gives no further thread, those that there are do it.
///
/// # Panics
///
/// If the work does.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let begun = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads).map_while(begun).collect();
        let mut done = vec![work()];
        let joined = others.into_iter().map(thread::ScopedJoinHandle::join);
        done.extend(joined.map(|other| other.unwrap_or_else(|panic| resume_unwind(panic))));
        done
    })
}
