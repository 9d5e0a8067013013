//! The command line: the only room that touches files, the terminal and standard input. It decides nothing about rules.
//!
//! One file a verb; `args` says what can be typed, `manual` what is said about it, `output` how the answer looks, `projects` where files come from.
//! Statuses: 0 fine, 1 what was looked at has faults, 2 wrong use, an unreadable file, or a mistake of the program itself.

mod args;
mod check;
mod choose;
mod color;
mod completions;
mod corpus;
mod crash;
mod diff;
mod doc;
mod draw;
mod explain;
mod fight;
mod fmt;
mod folders;
mod interrupt;
mod man;
mod manual;
mod mistyped;
mod new;
mod numbers;
mod odds;
mod output;
mod pending;
mod play;
#[cfg(feature = "png")]
mod png;
mod progress;
mod projects;
mod review;
mod rules;
mod run;
mod save;
mod snapshots;
mod table;
mod test;
mod watch;
mod why;
mod witness;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::builder::styling::Style;
use clap::parser::ValueSource;
use clap::{ColorChoice, FromArgMatches};

pub use crate::view::json::JsonEnding;
pub use pending::{JsonPending, JsonUnowned, PendingReport};
pub use review::ReviewReport;
pub use run::RunReport;
pub use test::{
    JsonChanged, JsonChangedItem, JsonCoverage, JsonGap, JsonOutcome, JsonScenario, JsonShare,
    JsonState, JsonStatements, JsonSummary, JsonUnnoticed, JsonVerdict, TestReport,
};

use args::{Cli, Format, Verb};
use output::Output;

use crate::diagnostic::json::JsonReport;
use crate::source::Clean;
use crate::suggest::suggest;

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

/// What may have been meant by something that is unknown; where nothing is near, something else that helps.
fn meant<'k>(typed: &str, known: impl Iterator<Item = &'k str>, otherwise: &str) -> String {
    match suggest(typed, known) {
        Some(near) => format!("did you mean `{}`?", Clean(near)),
        None => otherwise.to_owned(),
    }
}

/// The schemas of everything that `--format json` prints, by the names of their files in `docs/schemas`. Each has an id, `urn:affray:schema:NAME:VERSION`, with the
/// version that answers have as their `schema_version`.
pub fn schemas() -> Vec<(String, serde_json::Value)> {
    use crate::diagnostic::json::SCHEMA_VERSION as DIAGNOSTICS;
    use crate::{corpus, diff, odds::report, why};
    let all = [
        ("check", DIAGNOSTICS, schema::<JsonReport>()),
        ("corpus", corpus::SCHEMA_VERSION, corpus::schema()),
        ("diff", diff::SCHEMA_VERSION, diff::schema()),
        ("expand", DIAGNOSTICS, schema::<check::ExpandReport>()),
        ("explain", DIAGNOSTICS, schema::<explain::Explanations>()),
        ("fmt", DIAGNOSTICS, schema::<fmt::FmtReport>()),
        ("new", DIAGNOSTICS, schema::<new::NewReport>()),
        (
            "odds",
            report::SCHEMA_VERSION,
            schema::<report::ChecksummedSheet>(),
        ),
        (
            "pending",
            pending::SCHEMA_VERSION,
            schema::<PendingReport>(),
        ),
        ("review", review::SCHEMA_VERSION, schema::<ReviewReport>()),
        ("rules", DIAGNOSTICS, schema::<rules::RulesReport>()),
        ("run", run::SCHEMA_VERSION, schema::<RunReport>()),
        ("test", test::SCHEMA_VERSION, schema::<TestReport>()),
        ("why", why::SCHEMA_VERSION, why::schema()),
    ];
    let identified = all.map(|(name, version, schema)| {
        let mut schema = match name {
            "check" => schema,
            _ => or_mistakes(schema),
        };
        schema["$id"] = format!("urn:affray:schema:{name}:{version}").into();
        (format!("{name}.json"), schema)
    });
    identified.into()
}

fn schema<T: schemars::JsonSchema>() -> serde_json::Value {
    schemars::schema_for!(T).to_value()
}

/// The schema of a verb, which answers as `check` does where files have mistakes, or there is no answer.
fn or_mistakes(mut own: serde_json::Value) -> serde_json::Value {
    let mut mistakes = schema::<JsonReport>();
    let [mut parts, others] = [&mut own, &mut mistakes].map(|schema| schema["$defs"].take());
    if let (Some(parts), serde_json::Value::Object(others)) = (parts.as_object_mut(), others) {
        parts.extend(others);
    }
    let mut all = serde_json::json!({ "$defs": parts });
    for key in ["$schema", "title", "description"] {
        all[key] = own[key].take();
    }
    for one in [&mut own, &mut mistakes]
        .into_iter()
        .filter_map(serde_json::Value::as_object_mut)
    {
        one.retain(|_, value| !value.is_null());
    }
    all["anyOf"] = vec![own, mistakes].into();
    all
}

/// Runs the program.
pub fn main() -> ExitCode {
    let typed: Vec<OsString> = env::args_os().collect();
    match crash::guard(|| answer(&typed)) {
        Ok(code) => code,
        Err(crash) => {
            // Where not even this can be written, there is no way to report it.
            _ = io::stderr().write_all(crash.report(&typed).as_bytes());
            ExitCode::from(2)
        }
    }
}

/// Serves an editor. It must say that it is done before it leaves.
#[cfg(feature = "lsp")]
fn serve(args: &args::LspArgs, output: &Output) -> Result<Status, Trouble> {
    let args::LspArgs { stdio: _ } = args;
    match crate::lsp::serve(output.limits()) {
        Ok(true) => Ok(Status::Fine),
        Ok(false) => Ok(Status::Findings),
        Err(error) => Err(Trouble::new(format!("the server had to stop: {error}"))),
    }
}

/// Reads the command and carries it out.
fn answer(typed: &[OsString]) -> ExitCode {
    if completions::answered(typed) {
        return ExitCode::SUCCESS;
    }
    let command = manual::command()
        .color(color::for_clap(typed))
        .term_width(output::width());
    let cli = command
        .clone()
        .try_get_matches_from(typed)
        .and_then(|matches| {
            let mut cli = Cli::from_arg_matches(&matches)?;
            // What the surroundings say of all verbs is for those that have that form.
            let source = matches
                .subcommand()
                .and_then(|(_, verb)| verb.value_source("format"));
            let format = &mut cli.look.format;
            format.take_if(|format| {
                source == Some(ValueSource::EnvVariable) && unsuited(*format, &cli.verb).is_some()
            });
            Ok(cli)
        });
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(meant) = mistyped::meant(&error, typed, &command) {
                let style = match command.get_color() {
                    ColorChoice::Always => *command.get_styles().get_error(),
                    ColorChoice::Auto | ColorChoice::Never => Style::new(),
                };
                _ = writeln!(io::stderr(), "{style}affray:{style:#} {meant}");
                return ExitCode::from(2);
            }
            if let Err(why) = error.print().and_then(|()| io::stdout().flush())
                && !error.use_stderr()
                && why.kind() != io::ErrorKind::BrokenPipe
            {
                _ = writeln!(io::stderr(), "affray: {}", output::lost(&why));
                return ExitCode::from(2);
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut output = Output::new(&cli.look);
    let status = match unsuited(output.format(), &cli.verb) {
        Some(why) => Err(Trouble::new(why)),
        None => carry_out(&cli.verb, &mut output),
    };
    let status = status.unwrap_or_else(|Trouble(why)| {
        output.refuse(&why);
        Status::Trouble
    });
    match output.judge(status, cli.look.exit_zero, cli.look.deny_warnings) {
        Status::Fine => ExitCode::SUCCESS,
        Status::Findings => ExitCode::from(1),
        Status::Trouble => ExitCode::from(2),
    }
}

fn carry_out(verb: &Verb, output: &mut Output) -> Result<Status, Trouble> {
    match verb {
        Verb::New(args) => new::new(args, output),
        Verb::Check(args) => check::check(args, output),
        Verb::Fmt(args) => fmt::fmt(args, output),
        Verb::Run(args) => run::run(args, output),
        Verb::Play(args) => play::play(args, output),
        Verb::Test(args) => test::test(args, output),
        Verb::Review(args) => review::review(args, output),
        Verb::Accept(args) => review::accept(args, output),
        Verb::Reject(args) => review::reject(args, output),
        Verb::Pending(args) => pending::pending(args, output),
        Verb::Why(args) => why::why(args, output),
        Verb::Diff(args) => diff::diff(args, output),
        Verb::Odds(args) => odds::odds(args, output),
        Verb::Doc(args) => doc::doc(args, output),
        Verb::Corpus(args) => corpus::corpus(args, output),
        Verb::Rules(args) => rules::rules(args, output),
        Verb::Explain(args) => explain::explain(args, output),
        Verb::Completions(args) => completions::completions(args, output),
        Verb::Man(args) => man::man(args, output),
        #[cfg(feature = "lsp")]
        Verb::Lsp(args) => serve(args, output),
    }
}

/// Why a verb cannot answer in a form, if it cannot.
fn unsuited(format: Format, verb: &Verb) -> Option<&'static str> {
    let (suits, why) = match format {
        Format::Human | Format::Plain => (true, ""),
        Format::Json if matches!(verb, Verb::Doc(_)) => (false, doc::FORMS),
        Format::Json => (
            !matches!(verb, Verb::Play(_)),
            "`affray play` speaks with people: in the forms `human` and `plain`",
        ),
        Format::Junit => (
            matches!(verb, Verb::Test(_)),
            "`--format junit` is for `affray test` only",
        ),
        Format::Github => (
            matches!(verb, Verb::Check(_) | Verb::Fmt(_) | Verb::Test(_)),
            "`--format github` is for `affray check`, `affray fmt` and `affray test` only",
        ),
        Format::Sarif => (
            matches!(verb, Verb::Check(_)),
            "`--format sarif` is for `affray check` only",
        ),
        Format::Markdown => (
            matches!(verb, Verb::Diff(_) | Verb::Run(_) | Verb::Doc(_)),
            "`--format markdown` is for `affray diff`, `affray run` and `affray doc` only",
        ),
        Format::Csv => (
            matches!(verb, Verb::Odds(_)),
            "`--format csv` is for `affray odds` only",
        ),
        Format::Svg => (
            matches!(verb, Verb::Run(_) | Verb::Odds(_)),
            "pictures (`--format svg`) are for `affray run` and `affray odds` only",
        ),
        Format::Html => (
            matches!(verb, Verb::Run(_) | Verb::Doc(_)),
            "pages (`--format html`) are for `affray run` and `affray doc` only",
        ),
        Format::Typst => (
            matches!(verb, Verb::Doc(_)),
            "`--format typst` is for `affray doc` only",
        ),
        #[cfg(feature = "png")]
        Format::Png => (
            matches!(verb, Verb::Run(_)),
            "pictures (`--format png`) are for `affray run` only",
        ),
    };
    (!suits).then_some(why)
}
