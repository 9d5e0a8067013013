//! `affray review`, `affray accept`, `affray reject`: what becomes of the transcripts that wait.
//!
//! In a terminal one key is an answer; from a pipe each letter is one.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Read};

use console::Term;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{Format, NamesArgs, ReviewArgs};
use super::output::{Output, json_line};
use super::projects::Projects;
use super::snapshots::{self, PendingTranscript, pending};
use super::{Status, Trouble};
use crate::snapshot::difference;
use crate::source::{Clean, english};
use crate::suggest::list;

/// The version of the form of [`ReviewReport`]; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// The answer for programs, of `affray accept` and `affray reject`.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewReport {
    /// The version of this form.
    pub schema_version: u32,
    /// The snapshots that were written.
    pub accepted: Vec<String>,
    /// The snapshots that stay as they are, or that were not made.
    pub rejected: Vec<String>,
}

/// The decision about a pending transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    /// It is right: it is kept from now on.
    Accept,
    /// It is wrong: it waits no longer.
    Reject,
    /// It goes on waiting.
    Skip,
    /// The next one first; this one comes again.
    Next,
    /// Enough for now.
    Quit,
}

const ASKED: &str = "a accept, r reject, s skip, n next (this one comes again), q quit: ";

impl Decision {
    fn from_key(key: char) -> Option<Decision> {
        Some(match key.to_ascii_lowercase() {
            'a' => Decision::Accept,
            'r' => Decision::Reject,
            's' => Decision::Skip,
            'n' => Decision::Next,
            'q' => Decision::Quit,
            _ => return None,
        })
    }
}

pub(super) fn review(args: &ReviewArgs, output: &mut Output) -> Result<Status, Trouble> {
    snapshots::must_write("`affray review`")?;
    if !matches!(output.format(), Format::Human | Format::Plain) {
        let why = "`affray review` talks with people; programs use `affray pending`, `affray accept` and `affray reject`";
        return Err(Trouble::new(why));
    }
    let mut projects = Projects::default();
    let waiting = pending(&mut projects, &Projects::named(&args.paths)?)?;
    if waiting.is_empty() {
        output.print("nothing is pending\n");
        return Ok(Status::Fine);
    }
    let all = waiting.len();
    let mut queue: VecDeque<PendingTranscript> = waiting.into();
    let (mut accepted, mut rejected, mut skipped) = (0, 0, 0);
    let mut keys = Keys::new();
    while let Some(one) = queue.pop_front() {
        let settled = accepted + rejected + skipped;
        output.print(&shown(&one, settled + 1, all, output));
        match ask(&mut keys, output) {
            Decision::Accept => {
                accept_one(&projects, one)?;
                accepted += 1;
            }
            Decision::Reject => {
                reject_one(&projects, &one)?;
                rejected += 1;
            }
            Decision::Skip => skipped += 1,
            Decision::Next => queue.push_back(one),
            Decision::Quit => break,
        }
        output.print("\n");
    }
    let left = all - accepted - rejected;
    let told = format!("{accepted} accepted, {rejected} rejected, {left} left\n");
    output.print(&told);
    Ok(match left {
        0 => Status::Fine,
        _ => Status::Findings,
    })
}

pub(super) fn accept(args: &NamesArgs, output: &mut Output) -> Result<Status, Trouble> {
    snapshots::must_write("`affray accept`")?;
    let (projects, chosen) = chosen(&args.names)?;
    let mut report = ReviewReport::default();
    for one in chosen {
        report.accepted.push(one.kept_path());
        accept_one(&projects, one)?;
    }
    print_report(report, output)
}

pub(super) fn reject(args: &NamesArgs, output: &mut Output) -> Result<Status, Trouble> {
    snapshots::must_write("`affray reject`")?;
    let (projects, chosen) = chosen(&args.names)?;
    let mut report = ReviewReport::default();
    for one in chosen {
        report.rejected.push(one.kept_path());
        reject_one(&projects, &one)?;
    }
    print_report(report, output)
}

/// Those that are meant by these names; all that wait in the project, if there are no names.
fn chosen(names: &[String]) -> Result<(Projects, Vec<PendingTranscript>), Trouble> {
    let mut projects = Projects::default();
    let mut waiting = pending(&mut projects, &Projects::named(&[])?)?;
    let mut meant = vec![names.is_empty(); waiting.len()];
    for name in names {
        let file = projects.at(name);
        let is_called = |one: &PendingTranscript| one.is_called(name, file.as_ref());
        if !waiting.iter().any(is_called) {
            let titles: Vec<&str> = waiting.iter().map(|one| &*one.snapshot.title).collect();
            let which = match titles.is_empty() {
                true => "nothing is".to_owned(),
                false => format!("there is {}", list(titles)),
            };
            let name = Clean(name);
            let why = format!("nothing called `{name}` is pending; {which}");
            return Err(Trouble::new(why));
        }
        for (one, meant) in waiting.iter().zip(&mut meant) {
            *meant |= is_called(one);
        }
    }
    let mut meant = meant.into_iter();
    waiting.retain(|_| meant.next() == Some(true));
    Ok((projects, waiting))
}

fn accept_one(projects: &Projects, one: PendingTranscript) -> Result<(), Trouble> {
    let kept = one.kept_path();
    projects.shelf(&one.found).accept(&kept, one.snapshot)
}

fn reject_one(projects: &Projects, one: &PendingTranscript) -> Result<(), Trouble> {
    projects.shelf(&one.found).remove(one.found.path())
}

fn print_report(report: ReviewReport, output: &mut Output) -> Result<Status, Trouble> {
    let report = ReviewReport {
        schema_version: SCHEMA_VERSION,
        ..report
    };
    if output.format() == Format::Json {
        output.print(&json_line(&report)?);
        return Ok(Status::Fine);
    }
    let mut told = String::new();
    for (what, files) in [
        ("accepted", &report.accepted),
        ("rejected", &report.rejected),
    ] {
        for file in files {
            told.push_str(&format!("{what}: {}\n", Clean(file)));
        }
    }
    if told.is_empty() {
        told.push_str("nothing is pending\n");
    }
    output.print(&told);
    Ok(Status::Fine)
}

/// A transcript that waits: whose it is, and what is different from what is kept.
fn shown(one: &PendingTranscript, number: usize, all: usize, output: &Output) -> String {
    let (file, title) = (one.scenario_path(), Clean(&one.snapshot.title));
    let file = Clean(&file);
    let line = one
        .snapshot
        .line
        .map_or(String::new(), |line| format!(":{line}"));
    let (kept, how) = match &one.kept {
        Some(kept) => (kept.transcript.as_str(), "- kept, + now"),
        None => ("", "new"),
    };
    let difference = difference(kept, &one.snapshot.transcript);
    let told = snapshots::render(&difference, output.drawing());
    let of = english::counted(all, "transcript");
    format!("{number} of {of}: {file}{line} \"{title}\" ({how})\n{told}\n")
}

/// Asks until there is an answer, or until the input ends.
fn ask(keys: &mut Keys, output: &mut Output) -> Decision {
    output.print(ASKED);
    loop {
        // A question that is not shown is not asked.
        let key = (!output.is_unheard()).then(|| keys.next()).flatten();
        let Some(key) = key else {
            output.print("\n");
            return Decision::Quit;
        };
        let answer = Decision::from_key(key);
        if answer.is_some() || !key.is_whitespace() {
            output.print(&format!("{}\n", Clean(&key.to_string())));
        }
        match answer {
            Some(answer) => return answer,
            None if key.is_whitespace() => {}
            None => output.print(ASKED),
        }
    }
}

/// Where answers come from.
enum Keys {
    /// Keys are heard as they are pressed.
    Terminal(Term),
    /// Letters, each an answer.
    Piped(io::Bytes<io::StdinLock<'static>>),
}

impl Keys {
    fn new() -> Keys {
        let term = Term::stdout();
        match io::stdin().is_terminal() && term.is_term() {
            true => Keys::Terminal(term),
            false => Keys::Piped(io::stdin().lock().bytes()),
        }
    }

    /// The next key; nothing when there will be none any more.
    fn next(&mut self) -> Option<char> {
        match self {
            Keys::Terminal(term) => term.read_char().ok(),
            Keys::Piped(bytes) => Some(char::from(bytes.next()?.ok()?)),
        }
    }
}
