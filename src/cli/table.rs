//! Lines from the people at the table: with line editing in a terminal, plain ones elsewhere.

use std::borrow::Cow;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::Trouble;
use crate::play::Session;

/// No line is longer.
const LONGEST: u64 = 64 * 1024;

/// Where lines come from.
pub(super) enum LineSource {
    /// A person at a terminal.
    Edited(Box<Editor<WordCompleter, MemHistory>>),
    /// Standard input as it is; whether it is no terminal, so that nothing shows what was typed.
    Plain(bool),
}

/// What was entered.
pub(super) enum Entered {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupted,
}

impl LineSource {
    /// Lines with editing if a person types them and wants it.
    pub fn new(is_plain: bool) -> Self {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        if is_plain || !is_terminal {
            return LineSource::Plain(!io::stdin().is_terminal());
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        match Editor::with_history(config, history) {
            Ok(mut editor) => {
                editor.set_helper(Some(WordCompleter::default()));
                LineSource::Edited(Box::new(editor))
            }
            Err(_) => LineSource::Plain(false),
        }
    }

    /// Whether what is read is to be shown.
    pub fn is_unseen(&self) -> bool {
        matches!(self, LineSource::Plain(true))
    }

    /// The next line, which is not shown as it is typed; `None` at the end.
    pub fn read_secret(&self) -> Result<Option<Entered>, Trouble> {
        match self {
            LineSource::Plain(true) => Ok(read_plain()?.map(Entered::Line)),
            LineSource::Edited(_) | LineSource::Plain(false) => {
                let config = Config::builder().build();
                let history = MemHistory::with_config(&config);
                let mut editor = Editor::with_history(config, history).map_err(unreadable)?;
                editor.set_helper(Some(HiddenText));
                entered(editor.readline(""))
            }
        }
    }

    /// The next line; `None` at the end.
    pub fn read(&mut self, session: &Session) -> Result<Option<Entered>, Trouble> {
        match self {
            LineSource::Edited(editor) => {
                editor.set_helper(Some(WordCompleter(Some(session.clone()))));
                entered(editor.readline("> "))
            }
            LineSource::Plain(_) => Ok(read_plain()?.map(Entered::Line)),
        }
    }
}

/// What came of a line that was edited; `None` at the end of the input.
fn entered(read: rustyline::Result<String>) -> Result<Option<Entered>, Trouble> {
    match read {
        Ok(line) => Ok(Some(Entered::Line(line))),
        Err(ReadlineError::Interrupted) => Ok(Some(Entered::Interrupted)),
        Err(ReadlineError::Eof) => Ok(None),
        Err(error) => Err(unreadable(error)),
    }
}

fn unreadable(error: ReadlineError) -> Trouble {
    Trouble::new(format!("the terminal cannot be read: {error}"))
}

/// A line of standard input; `None` at its end.
fn read_plain() -> Result<Option<String>, Trouble> {
    let mut line = Vec::new();
    let mut input = io::stdin().lock().take(LONGEST);
    let read = input.read_until(b'\n', &mut line);
    let read =
        read.map_err(|error| Trouble::new(format!("standard input cannot be read: {error}")))?;
    let line = String::from_utf8_lossy(&line).into_owned();
    Ok((read > 0).then_some(line))
}

/// Completes words from what a session allows.
#[derive(Default)]
pub(super) struct WordCompleter(Option<Session>);

impl Completer for WordCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let start = typed.rfind(' ').map_or(0, |space| space + 1);
        let words = self.0.iter().flat_map(|session| session.completions(typed));
        Ok((start, words.map(|word| word + " ").collect()))
    }
}

impl Hinter for WordCompleter {
    type Hint = String;
}

impl Highlighter for WordCompleter {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Validator for WordCompleter {}

impl Helper for WordCompleter {}

/// Shows blanks in place of what is typed.
struct HiddenText;

impl Completer for HiddenText {
    type Candidate = String;
}

impl Hinter for HiddenText {
    type Hint = String;
}

impl Highlighter for HiddenText {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(" ".repeat(line.chars().count()))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

impl Validator for HiddenText {}

impl Helper for HiddenText {}
