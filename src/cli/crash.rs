//! The last net: a mistake of the program itself becomes a short report, not a page of addresses.

use std::any::Any;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::source::Clean;

/// A mistake of the program itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Crash {
    message: String,
    place: String,
}

/// Carries something out; if it panics, says what is known about it.
pub(super) fn guard<T>(work: impl FnOnce() -> T) -> Result<T, Crash> {
    let seen = Arc::new(Mutex::new(Crash::default()));
    let keep = Arc::clone(&seen);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let crash = Crash {
            message: said(info.payload()).to_owned(),
            place: info.location().map(ToString::to_string).unwrap_or_default(),
        };
        *keep.lock().unwrap_or_else(PoisonError::into_inner) = crash;
    }));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(before);
    done.map_err(|_| seen.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

/// The message of a panic.
fn said(payload: &dyn Any) -> &str {
    let fixed = payload.downcast_ref::<&str>().copied();
    let made = || payload.downcast_ref::<String>().map(String::as_str);
    fixed.or_else(made).unwrap_or("no message")
}

impl Crash {
    /// What to tell, with the command that shows it again.
    pub fn report(&self, typed: &[OsString]) -> String {
        let words: Vec<String> = typed.iter().skip(1).map(quoted).collect();
        format!(
            "affray made a mistake of its own and had to stop: this is not your fault.\n  \
             what:    {} (affray {})\n  where:   {}\n  command: affray {}\n\
             Please report these lines together with the files that the command names.\n",
            Clean(&self.message),
            env!("CARGO_PKG_VERSION"),
            Clean(&self.place),
            words.join(" "),
        )
    }
}

/// A word as one would type it in a shell.
fn quoted(word: &OsString) -> String {
    let word = Clean(&word.to_string_lossy()).to_string();
    let simple = |c: char| c.is_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(simple) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
#[path = "../../tests/internals/cli_crash.rs"]
mod tests;
