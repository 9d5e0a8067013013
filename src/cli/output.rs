//! What is printed, and how it looks. Results go to standard output, everything else to standard error.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use super::args::{Format, OutputArgs};
use super::color::{Surroundings, colored};
use super::progress::Progress;
use super::snapshots::DifferenceStyle;
use super::{Status, Trouble};
use crate::diagnostic::json::{JsonReport, to_json};
use crate::diagnostic::{Diagnostics, RenderStyle, Severity, render};
use crate::source::{Limits, Sources, english};

/// The width of the output by default.
const WIDTH: usize = 80;

/// Clears a terminal, and what has been scrolled away.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// The two streams, and how the caller wants them.
pub(super) struct Output {
    format: Format,
    unicode: bool,
    width: usize,
    stdout: AutoStream<io::Stdout>,
    stdout_colors: bool,
    stderr: AutoStream<io::Stderr>,
    stderr_colors: bool,
    /// Progress is not shown.
    quiet: bool,
    /// Something of the result has been printed.
    printed: bool,
    /// The results are not read any more: the pipe is closed.
    unheard: bool,
    /// Why the results cannot be written, though the pipe is open.
    lost: Option<io::Error>,
    errors: usize,
    warnings: usize,
    limits: Limits,
}

impl Output {
    /// Decides how the output looks.
    pub fn new(look: &OutputArgs) -> Self {
        let stdout_colors = colored(look.color, Surroundings::of_stdout());
        let stderr_colors = colored(look.color, Surroundings::of_stderr());
        let wordy =
            env::var_os("NO_GRAPHICS").is_some_and(|value| !value.is_empty() && value != "0");
        let format = look
            .format
            .unwrap_or(if wordy { Format::Plain } else { Format::Human });
        Output {
            format,
            unicode: has_unicode(),
            width: width(),
            stdout: AutoStream::new(io::stdout(), choice(stdout_colors)),
            stderr: AutoStream::new(io::stderr(), choice(stderr_colors)),
            stdout_colors,
            stderr_colors,
            quiet: look.quiet,
            printed: false,
            unheard: false,
            lost: None,
            errors: 0,
            warnings: 0,
            limits: look.limits(),
        }
    }

    /// The form that is wanted.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How much may be played and told.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether lines and blocks beyond ASCII can be shown.
    pub fn unicode(&self) -> bool {
        self.unicode
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Prints a result. A closed pipe is no error.
    pub fn print(&mut self, text: &str) {
        self.printed |= !text.is_empty();
        let written = self.stdout.write_all(text.as_bytes());
        let written = written.and_then(|()| self.stdout.flush());
        self.note(written);
    }

    /// Records the outcome of writing results. A closed pipe is no error.
    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.unheard = true;
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.lost.get_or_insert(error);
            }
        }
    }

    /// Prints a result that is no text, as it is.
    #[cfg(feature = "png")]
    pub fn print_bytes(&mut self, bytes: &[u8]) {
        let mut stdout = io::stdout();
        let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
        self.note(written);
    }

    /// Whether the pipe of the results is closed.
    pub fn is_unheard(&self) -> bool {
        self.unheard
    }

    /// Whether results go to a terminal.
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Begins anew, as if nothing had been said; a terminal is cleared.
    pub fn start_over(&mut self) {
        (self.errors, self.warnings) = (0, 0);
        if self.is_terminal() && !is_dumb() {
            let written = io::stdout().write_all(CLEAR.as_bytes());
            self.note(written.and_then(|()| io::stdout().flush()));
        }
    }

    /// How differences are drawn on standard output.
    pub fn drawing(&self) -> DifferenceStyle {
        DifferenceStyle {
            width: self.width,
            color: self.stdout_colors,
            marks: self.format == Format::Human,
        }
    }

    /// Says why the command cannot be carried out.
    pub fn complain(&mut self, why: &str) {
        _ = writeln!(self.stderr, "affray: {why}");
    }

    /// Shows on standard error how far a work is that can take long: `word` says of what there are so many. Only a person at a terminal
    /// sees it, and nothing of it stays.
    pub fn progress(&self, total: u64, word: &'static str) -> Progress {
        let seen =
            !self.quiet && self.format != Format::Plain && io::stderr().is_terminal() && !is_dumb();
        match seen {
            true => Progress::start(total, word, self.unicode),
            false => Progress::hidden(),
        }
    }

    /// Says how long something took, to people who look on.
    pub fn took(&mut self, time: Duration) {
        if self.format == Format::Human && !self.quiet {
            self.aside(&format!("{:.2} s", time.as_secs_f64()));
        }
    }

    /// Says something that is no part of the result.
    pub fn aside(&mut self, text: &str) {
        _ = writeln!(self.stderr, "{text}");
    }

    /// Counts diagnostics, and shows them unless the form is one for programs: then they are part of the result.
    pub fn report(&mut self, diagnostics: &Diagnostics, sources: &Sources) {
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => {}
            }
        }
        if self.format.is_for_programs() || diagnostics.is_empty() {
            return;
        }
        let style = RenderStyle {
            color: self.stderr_colors,
            unicode: self.unicode,
            width: self.width,
            plain: self.format == Format::Plain,
            shown: Limits::DEFAULT.shown,
        };
        let text = render(diagnostics, sources, &style);
        _ = writeln!(self.stderr, "{}", text.trim_end());
    }

    /// Reports what there is instead of a result: for programs with the version of the form of the answer.
    pub fn report_alone(
        &mut self,
        diagnostics: &Diagnostics,
        sources: &Sources,
        schema_version: u32,
    ) -> Result<(), Trouble> {
        self.report(diagnostics, sources);
        if self.format == Format::Json {
            self.print(&json_line(&JsonReport {
                schema_version,
                ..JsonReport::new(diagnostics, sources)
            })?);
        }
        Ok(())
    }

    /// Says why there is no result: for programs also in the form of one.
    pub fn refuse(&mut self, why: &str) {
        self.complain(why);
        if self.format == Format::Json
            && !self.printed
            && let Ok(line) = json_line(&JsonReport::without_answer(why))
        {
            self.print(&line);
        }
    }

    /// Reports what has no place in the result: as JSON on standard error, if that is the form.
    pub fn report_aside(
        &mut self,
        diagnostics: &Diagnostics,
        sources: &Sources,
    ) -> Result<(), Trouble> {
        self.report(diagnostics, sources);
        if self.format == Format::Json && !diagnostics.is_empty() {
            let line = json_line(&JsonReport::new(diagnostics, sources))?;
            _ = self.stderr.write_all(line.as_bytes());
        }
        Ok(())
    }

    /// How many errors and warnings were reported: `no findings`, `2 errors, 1 warning`.
    pub fn count(&self) -> String {
        let parts: Vec<String> = [(self.errors, "error"), (self.warnings, "warning")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| english::counted(count, noun))
            .collect();
        match parts.is_empty() {
            true => "no findings".to_owned(),
            false => parts.join(", "),
        }
    }

    /// The final status: what the verb found out, what was reported, and what the caller wants of it. Results that could not be written are told.
    pub fn judge(&mut self, status: Status, exit_zero: bool, deny_warnings: bool) -> Status {
        if let Some(error) = self.lost.take() {
            self.complain(&lost(&error));
            return Status::Trouble;
        }
        let faulty = self.errors > 0 || deny_warnings && self.warnings > 0;
        let found = status.max(if faulty {
            Status::Findings
        } else {
            Status::Fine
        });
        match found {
            Status::Findings if exit_zero => Status::Fine,
            found => found,
        }
    }
}

/// Why results do not arrive.
pub(super) fn lost(error: &io::Error) -> String {
    format!("standard output cannot be written: {error}")
}

/// An answer for programs: JSON on one line.
pub(super) fn json_line<T: Serialize>(answer: &T) -> Result<String, Trouble> {
    let json = to_json(answer).map_err(|error| Trouble::new(error.to_string()))?;
    Ok(json + "\n")
}

/// How many columns there are: as COLUMNS says, as the terminal says, else 80.
pub(super) fn width() -> usize {
    let said = env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    said.or_else(terminal)
        .filter(|width| *width > 0)
        .unwrap_or(WIDTH)
}

/// Whether lines and arrows beyond ASCII can be shown.
fn has_unicode() -> bool {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    let bare = matches!(locale.as_deref(), Some("C" | "POSIX"));
    !bare && !is_dumb()
}

/// Whether the terminal can do nothing but print.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// anstream takes out escape codes as a second net where there are to be none.
fn choice(colors: bool) -> ColorChoice {
    if colors {
        ColorChoice::Always
    } else {
        ColorChoice::Never
    }
}
