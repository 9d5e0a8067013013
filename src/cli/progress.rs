//! How far a long work is: a bar on standard error that comes after a moment and leaves nothing behind.
//!
//! Work starts it by [`super::output::Output::progress`] and reports each step; whether it is shown is decided there. What the library
//! searches by itself tells [`Bars`].

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::output::Output;
use crate::source::Watcher;

/// What is done by then needs no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// `[=====>    ] 120 of 417 scenarios, 57/s, 5s left`: short enough for 80 columns, so that it never takes two lines.
const FORM: &str = "[{bar:20}] {pos} of {len} {msg}, {rate}/s, {eta} left";

/// The bar. It is gone when this is dropped, even by a panic; several threads may tell their steps at once.
pub(super) struct Progress {
    bar: ProgressBar,
    began: Instant,
    shown: AtomicBool,
}

impl Progress {
    /// A bar for so many of what `word` says; `unicode`: whether it may be drawn with blocks.
    pub fn start(total: u64, word: &'static str, unicode: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template(FORM).unwrap_or_else(|_| ProgressStyle::default_bar());
        let rate =
            |state: &ProgressState, out: &mut dyn Write| _ = write!(out, "{:.0}", state.per_sec());
        let style = style.with_key("rate", rate);
        bar.set_style(style.progress_chars(if unicode { "█▌ " } else { "=> " }));
        bar.set_message(word);
        Progress {
            bar,
            began: Instant::now(),
            shown: AtomicBool::new(false),
        }
    }

    /// Nothing that anybody sees.
    pub fn hidden() -> Self {
        Progress {
            bar: ProgressBar::hidden(),
            began: Instant::now(),
            // It needs no showing any more.
            shown: AtomicBool::new(true),
        }
    }

    /// So many more are done.
    pub fn step(&self, by: u64) {
        self.bar.inc(by);
        self.show();
    }

    /// So many are done by now.
    pub fn reach(&self, done: u64) {
        self.bar.set_position(done);
        self.show();
    }

    /// Takes the bar away.
    pub fn done(self) {}

    /// Puts the bar on the terminal once it has been worked for long enough.
    fn show(&self) {
        if !self.shown.load(Ordering::Relaxed)
            && self.began.elapsed() >= PATIENCE
            && !self.shown.swap(true, Ordering::Relaxed)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for each of several searches, one after the other.
pub(super) struct Bars<'a> {
    output: &'a Output,
    word: &'static str,
    bar: RefCell<Option<Progress>>,
}

impl<'a> Bars<'a> {
    /// `word` says what is tried.
    pub fn new(output: &'a Output, word: &'static str) -> Self {
        Bars {
            output,
            word,
            bar: RefCell::new(None),
        }
    }
}

impl Watcher for Bars<'_> {
    fn tried(&self, done: u64, total: u64) {
        let mut bar = self.bar.borrow_mut();
        if done == 0 {
            // The one before it goes first.
            *bar = None;
        }
        bar.get_or_insert_with(|| self.output.progress(total, self.word))
            .reach(done);
    }
}
