//! The command line: the only room that touches files, the terminal and standard input. It decides nothing about rules.
//!
//! One file a verb; `args` says what can be typed, `output` how the answer looks, `projects` where files come from.
//! Statuses: 0 fine, 1 what was looked at has faults, 2 wrong use, an unreadable file, or a mistake of the program itself.

mod args;
mod check;
mod choose;
mod color;
mod crash;
mod diff;
mod explain;
mod fmt;
mod new;
mod output;
mod pending;
mod projects;
mod review;
mod run;
mod snapshots;
mod test;
mod watch;
mod why;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

pub use pending::{JsonPending, JsonUnowned, PendingReport};
pub use review::ReviewReport;
pub use run::{JsonEnding, RunReport};
pub use test::{
    JsonCoverage, JsonGap, JsonOutcome, JsonScenario, JsonState, JsonStatements, JsonSummary,
    JsonVerdict, TestReport,
};

use args::{Cli, Format, Verb};
use output::Output;

use crate::diagnostic::json::JsonReport;

/// What a verb found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Nothing is wrong.
    Fine,
    /// What was looked at has faults.
    Findings,
    /// The command is wrong, or a file cannot be read.
    Trouble,
}

/// Why a verb cannot do its work, in one sentence; the status is 2.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Trouble(String);

impl Trouble {
    fn new(why: impl Into<String>) -> Self {
        Trouble(why.into())
    }
}

/// The schemas of everything that `--format json` prints, by the names of their files in `docs/schemas`.
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        ("diff.json", crate::diff::schema()),
        ("check.json", schemars::schema_for!(JsonReport).to_value()),
        (
            "explain.json",
            schemars::schema_for!(explain::Explanations).to_value(),
        ),
        ("fmt.json", schemars::schema_for!(fmt::FmtReport).to_value()),
        ("new.json", schemars::schema_for!(new::NewReport).to_value()),
        (
            "pending.json",
            schemars::schema_for!(PendingReport).to_value(),
        ),
        (
            "review.json",
            schemars::schema_for!(ReviewReport).to_value(),
        ),
        ("run.json", schemars::schema_for!(RunReport).to_value()),
        ("test.json", schemars::schema_for!(TestReport).to_value()),
        ("why.json", crate::why::schema()),
    ]
}

/// Runs the program.
pub fn main() -> ExitCode {
    let typed: Vec<OsString> = env::args_os().collect();
    match crash::guard(|| answer(&typed)) {
        Ok(code) => code,
        Err(crash) => {
            eprint!("{}", crash.report(&typed));
            ExitCode::from(2)
        }
    }
}

/// Serves an editor. It must say that it is done before it leaves.
#[cfg(feature = "lsp")]
fn serve(args: &args::LspArgs) -> Result<Status, Trouble> {
    let args::LspArgs { stdio: _ } = args;
    match crate::lsp::serve() {
        Ok(true) => Ok(Status::Fine),
        Ok(false) => Ok(Status::Findings),
        Err(error) => Err(Trouble::new(format!("the server cannot start: {error}"))),
    }
}

/// Reads the command and carries it out.
fn answer(typed: &[OsString]) -> ExitCode {
    let command = Cli::command()
        .color(color::for_clap(typed))
        .term_width(output::width());
    let cli = command
        .try_get_matches_from(typed)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => {
            _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut output = Output::new(&cli.look);
    let status = match &cli.verb {
        Verb::Test(args) => test::test(args, &mut output),
        _ if output.format() == Format::Junit => {
            Err(Trouble::new("`--format junit` is for `affray test` only"))
        }
        Verb::Diff(args) => diff::diff(args, &mut output),
        _ if output.format() == Format::Markdown => Err(Trouble::new(
            "`--format markdown` is for `affray diff` only",
        )),
        Verb::New(args) => new::new(args, &mut output),
        Verb::Check(args) => check::check(args, &mut output),
        Verb::Fmt(args) => fmt::fmt(args, &mut output),
        Verb::Run(args) => run::run(args, &mut output),
        Verb::Review(args) => review::review(args, &mut output),
        Verb::Accept(args) => review::accept(args, &mut output),
        Verb::Reject(args) => review::reject(args, &mut output),
        Verb::Pending(args) => pending::pending(args, &mut output),
        Verb::Why(args) => why::why(args, &mut output),
        Verb::Explain(args) => explain::explain(args, &mut output),
        #[cfg(feature = "lsp")]
        Verb::Lsp(args) => serve(args),
    };
    let status = status.unwrap_or_else(|Trouble(why)| {
        output.complain(&why);
        Status::Trouble
    });
    match output.judge(status, cli.look.exit_zero, cli.look.deny_warnings) {
        Status::Fine => ExitCode::SUCCESS,
        Status::Findings => ExitCode::from(1),
        Status::Trouble => ExitCode::from(2),
    }
}
