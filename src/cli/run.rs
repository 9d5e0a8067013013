//! `affray run`: plays a scenario and tells what happens.

use std::ops::Range;

use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{Format, PlayArgs};
use super::choose::{Chosen, choose, play};
use super::draw::draw;
use super::numbers::seeds;
use super::output::{Output, json_line};
use super::{Status, Trouble};
use crate::diagnostic::json::{JsonDiagnostic, JsonReport};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::odds::report::plays_none;
use crate::play::json::{JsonInsertion, JsonNeed, insertion, needs};
use crate::play::missing;
use crate::ruleset::Ruleset;
use crate::run::Ending;
use crate::scenario::Scenario;
use crate::source::{Clean, Limits, Sources, english};
use crate::suite;
use crate::view::json::{JsonEnding, JsonJournal, JsonRecord, journal, records};
use crate::view::{TranscriptStyle, transcript};
use crate::why::Run;
use crate::why::counterfactual::defaults;

/// The version of the form of [`RunReport`]; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 2;

/// So many entries of the journal are told of a run that a limit stopped, where no other number is wanted.
const TOLD_OF_ENDLESS: usize = 500;

/// The answer for programs. Where errors keep the scenario from being played it has only `schema_version` and `diagnostics`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// The version of this form.
    pub schema_version: u32,
    /// What is wrong with the files and with the run, sorted.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// How the run ended; nothing if a fault stopped it, and of the log of a fight that was left before its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<JsonEnding>,
    /// What the rules ask for and the scenario does not give: dice without which the run stops, answers left to their defaults, combatants that declare
    /// nothing. In the order of the run, which was continued beyond what is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<JsonNeed>,
    /// How many more needs there were, which are not listed.
    #[serde(default, skip_serializing_if = "crate::view::json::is_nothing")]
    pub needs_left_out: usize,
    /// Where the run ended only because the scenario names no further round (or what else the outermost phase counts) and says nothing of where it ends: the edit that
    /// lets it go on, whose value is the number of the last round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<JsonInsertion>,
    /// All records but acts, with their attributes at the beginning and at the end, or where a fault stopped the run, or the fight was left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<JsonRecord>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal: Option<JsonJournal>,
    /// With `--digest`, in place of all others but the diagnostics: the digest of many runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<JsonDigest>,
}

/// The digest of many runs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonDigest {
    /// The title of the scenario.
    pub scenario: String,
    /// The seed of the first run.
    pub first_seed: u64,
    /// How many runs there are, each with the seed that follows.
    pub runs: u64,
    /// Their digest, in 16 hexadecimal digits.
    pub digest: String,
}

/// `affray run`
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub play: PlayArgs,
    /// Tell everything: every change, answers by default, what did not apply
    #[arg(long, short)]
    pub verbose: bool,
    /// Draw who acts when, in the terminal
    #[arg(long, conflicts_with = "verbose")]
    pub timeline: bool,
    /// Draw or retell this round alone
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<i64>,
    /// Print a digest of the runs with these seeds, which is the same wherever they are played: 10000, or 10000..20000
    #[arg(long, value_name = "SEEDS", value_parser = seeds, conflicts_with_all = ["seed", "verbose", "timeline", "round"])]
    pub digest: Option<Range<u64>>,
}

pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<Status, Trouble> {
    let Some(mut chosen) = choose(&args.play, SCHEMA_VERSION, output)? else {
        return Ok(Status::Findings);
    };
    let Chosen {
        projects,
        file,
        playable,
        diagnostics,
    } = &mut chosen;
    let sources = projects.sources(file);
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    if let Some(seeds) = &args.digest {
        return digest(rules, scenario, seeds, diagnostics, sources, output);
    }
    let (played, left) = play(&args.play, playable, sources, output.limits());
    if draw(args, output, rules, scenario, &played.journal)? {
        // It has been drawn.
    } else if output.format() == Format::Json {
        diagnostics.extend(played.findings.clone());
        let text = sources.text(scenario.span.file);
        let missing = missing(rules, scenario, args.play.seed, text, output.limits());
        let rows = [&played.start[..], &played.end];
        let report = RunReport {
            schema_version: SCHEMA_VERSION,
            needs: needs(rules, scenario, &missing, sources),
            needs_left_out: missing.left_out,
            goes_on: missing
                .goes_on
                .as_ref()
                .map(|edit| insertion(edit, sources)),
            records: records(rules, scenario, &played.journal, sources, rows),
            diagnostics: JsonReport::new(diagnostics, sources).diagnostics,
            ending: played.ending.map(JsonEnding::from),
            journal: Some(journal(rules, scenario, &played.journal, sources)),
            digest: None,
        };
        output.print(&json_line(&report)?);
    } else {
        let style = TranscriptStyle {
            verbose: args.verbose,
        };
        // Of what repeats without end, the beginning says it all.
        let is_endless = |finding: &Diagnostic| {
            matches!(
                finding.code,
                Code::OutOfSteps | Code::EndlessChain | Code::TooManyActs
            )
        };
        let is_usual = output.limits().told == Limits::DEFAULT.told;
        let journal = match is_usual && played.findings.iter().any(is_endless) {
            true => &played.journal.truncated(TOLD_OF_ENDLESS),
            false => &played.journal,
        };
        output.print(&transcript(rules, scenario, journal, &style));
        if played.ending.is_some() {
            let run = Run {
                seed: args.play.seed,
                ..Run::new((rules, scenario), &played.journal, sources, output.limits())
            };
            output.print(&defaults(&run).to_string());
        }
        let is_silent = played.ending == Some(Ending::Stopped) && left.is_none();
        if let Some(none) = is_silent.then(|| plays_none(rules, scenario)).flatten() {
            output.print(&format!("\n{}\n", Clean(&english::capital(&none))));
        }
        if let Some(session) = &left {
            let asked = session.prompt();
            output.print(&format!("\nThe fight was left here. {asked}\n"));
            if !projects.is_stdin(file) {
                let log = Clean(&args.play.path);
                output.print(&format!("`affray play {log}` goes on with it.\n"));
            }
        }
    }
    output.report(&played.findings, sources);
    Ok(Status::Fine)
}

/// Prints the digest of the runs with these seeds.
fn digest(
    rules: &Ruleset,
    scenario: &Scenario,
    seeds: &Range<u64>,
    diagnostics: &Diagnostics,
    sources: &Sources,
    output: &mut Output,
) -> Result<Status, Trouble> {
    if !matches!(
        output.format(),
        Format::Human | Format::Plain | Format::Json
    ) {
        let why = "`--digest` is of many runs, and this form shows one; use `plain` or `json`";
        return Err(Trouble::new(why));
    }
    let digest = suite::runs_digest(rules, scenario, seeds.clone(), output.limits());
    let digest = digest.map_err(|why| Trouble::new(why.to_string()))?;
    if output.format() != Format::Json {
        output.print(&format!("{digest}\n"));
        return Ok(Status::Fine);
    }
    output.print(&json_line(&RunReport {
        schema_version: SCHEMA_VERSION,
        diagnostics: JsonReport::new(diagnostics, sources).diagnostics,
        ending: None,
        needs: Vec::new(),
        needs_left_out: 0,
        goes_on: None,
        records: Vec::new(),
        journal: None,
        digest: Some(JsonDigest {
            scenario: scenario.title.clone(),
            first_seed: seeds.start,
            runs: seeds.end - seeds.start,
            digest,
        }),
    })?);
    Ok(Status::Fine)
}
