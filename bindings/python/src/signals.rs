//! Long work that Ctrl-C can stop: done on another thread, while this one looks for signals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use affray::odds::simulate::OddsWatcher;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// So often signals are looked for.
const OFTEN: Duration = Duration::from_millis(50);
/// As much as a main thread has.
const STACK: usize = 8 << 20;

/// Whether the work is to stop.
#[derive(Default)]
pub struct Stop(AtomicBool);

impl Stop {
    fn goes_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl OddsWatcher for Stop {
    fn followed(&self, _: u64) -> bool {
        self.goes_on()
    }

    fn done(&self, _: u64) -> bool {
        self.goes_on()
    }
}

/// Does the work without the lock of the interpreter.
///
/// # Errors
///
/// What a signal handler raised, such as `KeyboardInterrupt`; then the work was told to stop.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let stop = &Stop::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (give, take) = channel();
            let worker = thread::Builder::new().stack_size(STACK);
            let spawned = worker.spawn_scoped(scope, move || {
                // Nothing takes it any more where a signal handler has raised something.
                _ = give.send(work(stop));
            });
            spawned.map_err(|why| PyRuntimeError::new_err(why.to_string()))?;
            loop {
                match take.recv_timeout(OFTEN) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the work was not done"));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(raised) = Python::attach(|py| py.check_signals()) {
                            stop.0.store(true, Ordering::Relaxed);
                            return Err(raised);
                        }
                    }
                }
            }
        })
    })
}
