//! Whether to use colours: one decision for everything that is printed. Looks at nothing but what it is given.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

use clap::ValueEnum;

/// When colours are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorWish {
    /// In a terminal that can show them
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What decides about colours beside the wish of the caller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    /// NO_COLOR is set to something.
    no_color: bool,
    /// CLICOLOR_FORCE is set to something but 0.
    force: bool,
    /// TERM is `dumb`.
    dumb: bool,
    /// The text goes to a terminal.
    terminal: bool,
}

impl Surroundings {
    /// Of a text that goes to standard output.
    pub fn of_stdout() -> Self {
        Surroundings::now(io::stdout().is_terminal())
    }

    /// Of a text that goes to standard error.
    pub fn of_stderr() -> Self {
        Surroundings::now(io::stderr().is_terminal())
    }

    fn now(terminal: bool) -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        Surroundings {
            no_color: set("NO_COLOR").is_some(),
            force: set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            dumb: set("TERM").is_some_and(|value| value == "dumb"),
            terminal,
        }
    }
}

/// The decision: the flag first, then NO_COLOR, CLICOLOR_FORCE, TERM=dumb, and whether there is a terminal at all.
pub(super) fn colored(wish: ColorWish, around: Surroundings) -> bool {
    match wish {
        ColorWish::Always => true,
        ColorWish::Never => false,
        ColorWish::Auto if around.no_color => false,
        ColorWish::Auto if around.force => true,
        ColorWish::Auto => around.terminal && !around.dumb,
    }
}

/// The same decision for the messages of clap, which are made before the command line is understood.
pub(super) fn for_clap(typed: &[OsString]) -> clap::ColorChoice {
    let mut wish = ColorWish::Auto;
    for (index, word) in typed.iter().enumerate() {
        let word = word.to_string_lossy();
        let next = typed.get(index + 1).map(|next| next.to_string_lossy());
        let value = match word.strip_prefix("--color") {
            Some("") => next.as_deref().map(str::to_owned),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        match value.as_deref() {
            Some("always") => wish = ColorWish::Always,
            Some("never") => wish = ColorWish::Never,
            _ => {}
        }
    }
    match colored(wish, Surroundings::of_stderr()) {
        true => clap::ColorChoice::Always,
        false => clap::ColorChoice::Never,
    }
}

#[cfg(test)]
#[path = "../../tests/internals/cli_color.rs"]
mod tests;
