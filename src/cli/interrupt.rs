//! Ctrl-C while something long is done: what is known by then is told.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);

/// From now on there is something to keep, and Ctrl-C only stops the work; the second one ends the program.
pub(super) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        _ = ctrlc::set_handler(|| {
            if PRESSED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether Ctrl-C was pressed.
pub(super) fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}
