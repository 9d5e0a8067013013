//! What can be typed. Declares the command line and does nothing.

use std::num::NonZeroUsize;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::color::ColorWish;
use super::completions::CompletionsArgs;
use super::corpus::CorpusArgs;
use super::man::ManArgs;
use super::numbers::{number, percent};
use super::play::FightArgs;
use super::run::RunArgs;
use crate::diff::SearchSettings;
use crate::source::Limits;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "affray",
    version,
    about = "Initiative and combat procedures of tabletop games: check rule files, play scenarios, ask why",
    after_help = "Exit status: 0 fine, 1 faults were found, 2 wrong use or an unreadable file.",
    subcommand_required = true,
    arg_required_else_help = true
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
    #[command(flatten)]
    pub look: OutputArgs,
}

/// How every verb answers.
#[derive(Clone, Debug, Args)]
pub(super) struct OutputArgs {
    /// The form of the answer
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORM",
        env = "AFFRAY_FORMAT"
    )]
    pub format: Option<Format>,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorWish::Auto)]
    pub color: ColorWish,
    /// Warnings count as faults
    #[arg(long, global = true)]
    pub deny_warnings: bool,
    /// The status is 0 even if faults are found
    #[arg(long, global = true)]
    pub exit_zero: bool,
    /// Show neither how far a long work is nor how long it took
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Another limit than usual: `steps`, `rounds` or `events` of a run, `work` (the steps of all runs for one answer), `told` (how many entries of a
    /// run are shown)
    #[arg(long, global = true, value_name = "NAME=NUMBER", value_parser = chosen_limit)]
    pub limit: Vec<String>,
}

impl OutputArgs {
    /// The usual limits, with those that were chosen.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::DEFAULT;
        for chosen in &self.limit {
            // Each was tried when it was read.
            _ = limits.choose(chosen);
        }
        limits
    }
}

/// Reads a limit, and says in plain words what is wrong with it.
fn chosen_limit(text: &str) -> Result<String, String> {
    let mut limits = Limits::DEFAULT;
    limits.choose(text)?;
    Ok(text.to_owned())
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// With drawings, for a terminal
    Human,
    /// In words alone, for screen readers and logs
    Plain,
    /// For programs
    Json,
    /// For the test pages of build servers; only of `affray test`
    Junit,
    /// Annotations of lines in GitHub Actions, of `affray check`, `affray fmt` and `affray test`
    Github,
    /// What code hosts and editors read of a checker; only of `affray check`
    Sarif,
    /// To post: the differences of `affray diff`, the round retold of `affray run`, the document of `affray doc`
    Markdown,
    /// Comma-separated values; only of `affray odds`
    Csv,
    /// A picture, of `affray run` and `affray odds`
    Svg,
    /// A page for a browser or a printer, of `affray run` and `affray doc`
    Html,
    /// A picture in dots; only of `affray run`
    #[cfg(feature = "png")]
    Png,
    /// For the typesetter typst; only of `affray doc`
    Typst,
}

impl Format {
    /// Whether diagnostics are part of the answer, and not told beside it.
    pub fn is_for_programs(self) -> bool {
        matches!(
            self,
            Format::Json | Format::Junit | Format::Github | Format::Sarif
        )
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Begin a rule file: a small one that teaches, or a variant of another
    New(NewArgs),
    /// Look for mistakes in rule files and scenarios
    Check(CheckArgs),
    /// Lay out rule files and scenarios as all of them are laid out
    Fmt(FmtArgs),
    /// Play a scenario and tell what happens
    Run(RunArgs),
    /// Play a fight at the table: people roll and decide, the rules keep the order
    Play(FightArgs),
    /// Play all scenarios of files and folders, and say which do not come as expected
    Test(TestArgs),
    /// Look at each transcript that has changed: accept it, reject it, or leave it
    Review(ReviewArgs),
    /// Keep transcripts that have changed
    Accept(NamesArgs),
    /// Throw transcripts away that have changed, and stay with those that are kept
    Reject(NamesArgs),
    /// List the transcripts that wait to be accepted or rejected
    Pending(PendingArgs),
    /// Say why the acts of a round come in their order
    Why(WhyArgs),
    /// Say what differs between two rule files, in structure and in play
    Diff(DiffArgs),
    /// Say how likely things are, over all that the dice can show
    Odds(OddsArgs),
    /// Write the procedure of a rule file as a document to read and to publish
    Doc(DocArgs),
    /// Write scenarios as data by which other programs can test themselves
    Corpus(CorpusArgs),
    /// List the rule files that are part of the program, print one, or copy one
    Rules(RulesArgs),
    /// Explain the code of a message, or list all codes
    Explain(ExplainArgs),
    /// Print what a shell needs to complete commands of affray
    Completions(CompletionsArgs),
    /// Print a page of the manual, or write all of them into a folder
    Man(ManArgs),
    /// Serve an editor: the language server, on standard input and output
    #[cfg(feature = "lsp")]
    Lsp(LspArgs),
}

/// `affray new`
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// What the rules are called; the file is NAME.affray in this folder
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Begin a variant of this rule file, or of rules that `affray rules` lists
    #[arg(long, value_name = "RULES")]
    pub from: Option<String>,
    /// Begin with a small rule file of this kind, without notes
    #[arg(long, value_name = "KIND", conflicts_with = "from", value_parser = super::new::kinds())]
    pub template: Option<String>,
}

/// `affray check`
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Files, folders (all `.affray` files in them), or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// The name of the text from standard input; its folder is where other files are looked for
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
    /// Print each rule file as one that needs no other: with all that it extends and uses put into it
    #[arg(long)]
    pub expand: bool,
    /// Check again whenever a file changes
    #[arg(long)]
    pub watch: bool,
}

/// `affray fmt`
#[derive(Debug, Args)]
pub(super) struct FmtArgs {
    /// Files, folders (all `.affray` files in them), or `-`: standard input, laid out on standard output
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Change nothing; name the files that would change, with status 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Change nothing; show what would change, with status 1 if anything would
    #[arg(long)]
    pub diff: bool,
    /// The name of the text from standard input, for messages
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
}

/// Which scenario, by which rules, with which dice.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// The file of the scenario, or `-` for standard input
    #[arg(value_name = "SCENARIO")]
    pub path: String,
    /// Play by the rules of another file
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Which scenario, by its title, if the file has several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// Roll the dice that the scenario does not give, from this number
    #[arg(long, value_name = "NUMBER", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// The name of the text from standard input; its folder is where other files are looked for
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
    /// The text of the file, where it is not the one on the disk.
    #[arg(skip)]
    pub text: Option<String>,
}

/// `affray test`
#[derive(Debug, Args)]
pub(super) struct TestArgs {
    /// Files and folders (all `.affray` files in them); without any, the folder of the project
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Only the scenarios with this text in their title or in the path of their file
    #[arg(long, visible_alias = "scenario", value_name = "TEXT")]
    pub filter: Option<String>,
    /// On how many threads; as many as the machine has, if not given
    #[arg(long, value_name = "NUMBER", value_parser = number::<NonZeroUsize>, allow_negative_numbers = true)]
    pub jobs: Option<NonZeroUsize>,
    /// Tell what of the rules no scenario has exercised, cited or proved
    #[arg(long)]
    pub coverage: bool,
    /// As `--coverage`, and anything that is not covered is a fault
    #[arg(long)]
    pub deny_uncovered: bool,
    /// Make small changes of the rule files, one at a time, and list those that no scenario notices; only of the items with this text in their name
    #[arg(long, value_name = "TEXT", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "watch")]
    pub mutants: Option<String>,
    /// As `--mutants`, and it is a fault if less than this share of the changes is noticed, in percent
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "watch")]
    pub min_caught: Option<u8>,
    /// As `--mutants`, and look for a scenario that would notice, for each of the first so many changes that none notices
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, require_equals = true, default_missing_value = "10", value_parser = number::<usize>, conflicts_with = "watch")]
    pub propose: Option<usize>,
    /// Save the proposed scenarios in a new file, for you to say what they expect
    #[arg(long, value_name = "FILE", requires = "propose")]
    pub save: Option<String>,
    /// Keep transcripts that are new or have changed, unless their scenario fails
    #[arg(long)]
    pub accept: bool,
    /// Test again whenever a file changes
    #[arg(long)]
    pub watch: bool,
}

/// `affray review`
#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// Files and folders with scenarios; without any, the folder of the project
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
}

/// `affray accept`, `affray reject`
#[derive(Debug, Args)]
pub(super) struct NamesArgs {
    /// Titles of scenarios, their files, or the names of snapshots; without any, all that wait in the project
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
}

/// `affray pending`
#[derive(Debug, Args)]
pub(super) struct PendingArgs {
    /// Files and folders with scenarios; without any, the folder of the project
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
}

/// `affray diff`
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// The first rule file
    #[arg(value_name = "A")]
    pub left: String,
    /// The second rule file: a variant of the first, or another
    #[arg(value_name = "B")]
    pub right: String,
    /// Scenarios to play by both: files, or folders with all that is in them
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Say which change causes what in play
    #[arg(long)]
    pub attribute: bool,
    /// Do not look for situations in which the two part
    #[arg(long)]
    pub no_search: bool,
    /// Where the luck of the search comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many situations the search tries
    #[arg(long, value_name = "NUMBER", default_value_t = SearchSettings::default().tries, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub tries: u64,
    /// Save the situations found as scenarios in a new file
    #[arg(long, value_name = "FILE")]
    pub save: Option<String>,
}

/// `affray why`
#[derive(Debug, Args)]
pub(super) struct WhyArgs {
    #[command(flatten)]
    pub play: PlayArgs,
    /// Two acts, as scenarios or answers name them: "ann attacks orc" "orc attacks
    /// ann (number 2)"; or one, or all of a combatant; or an attribute: "ann.hp in round 2"
    #[arg(num_args = 1..=2, value_names = ["A", "B"])]
    pub about: Vec<String>,
    /// Of this round alone
    #[arg(long, value_name = "NUMBER", value_parser = number::<i64>, allow_negative_numbers = true)]
    pub round: Option<i64>,
    /// How many changes of a die, an answer, an attribute or an option to try for another order of A and B; 0: none
    #[arg(long, value_name = "NUMBER", default_value_t = crate::why::TRIES, value_parser = number::<u32>, allow_negative_numbers = true)]
    pub tries: u32,
}

/// `affray odds`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct OddsArgs {
    /// Something else than asking
    #[command(subcommand)]
    pub verb: Option<OddsVerb>,
    /// The file of the scenario, or `-` for standard input
    #[arg(value_name = "SCENARIO", required = true)]
    pub path: Option<String>,
    /// Ask this, as in `odds` of a scenario: "ann casts sleep is spoiled", "ann.hp", "place of ann"
    #[arg(long, value_name = "QUESTION")]
    pub of: Vec<String>,
    /// As which of the combatants each of them acts first
    #[arg(long)]
    pub order: bool,
    /// Ask once for each alternative of this option
    #[arg(long, value_name = "OPTION", conflicts_with = "vary")]
    pub by: Option<String>,
    /// Ask once for each number of an attribute: ann.hp=4..9
    #[arg(long, value_name = "ATTRIBUTE")]
    pub vary: Option<String>,
    /// Play by the rules of another file; several stand side by side
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<String>,
    /// Which scenario, by its title, if the file has several
    #[arg(long, value_name = "TITLE")]
    pub scenario: Option<String>,
    /// Play at once, without looking for exact chances first
    #[arg(long, conflicts_with = "exact")]
    pub play: bool,
    /// Look for exact chances only, and play nothing
    #[arg(long)]
    pub exact: bool,
    /// Which trials to play: 20000, or 20000..40000
    #[arg(long, value_name = "TRIALS", default_value = "20000")]
    pub trials: String,
    /// Stop when every chance is known this closely: 0.5%
    #[arg(long, value_name = "SHARE")]
    pub within: Option<String>,
    /// The seed of all trials
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many states to follow at most before runs are played instead
    #[arg(long, value_name = "NUMBER", default_value_t = 200_000, value_parser = number::<usize>, allow_negative_numbers = true)]
    pub states: usize,
    /// On how many threads to play; as many as the machine has, if not given
    #[arg(long, value_name = "NUMBER", value_parser = number::<NonZeroUsize>, allow_negative_numbers = true)]
    pub jobs: Option<NonZeroUsize>,
    /// The name of the text from standard input; its folder is where other files are looked for
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
}

/// `affray doc`
#[derive(Debug, Args)]
pub(super) struct DocArgs {
    /// The rule file, or `-` for standard input
    #[arg(value_name = "RULES")]
    pub rules: String,
    /// Write the document into this file; its ending says the form: `.md`, `.html`, `.typ`
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Write the document over a file that `affray doc` has not made
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Tell the scenarios of this file as worked examples, beside those that stand with the rules
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub example: Vec<String>,
    /// Of a variant: only what it changes in the rules that it extends, or in those that are named
    #[arg(long, value_name = "RULES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub errata: Option<String>,
    /// What can be written in scenarios by these rules, in place of the procedure
    #[arg(long, conflicts_with_all = ["errata", "example"])]
    pub for_scenarios: bool,
    /// Write it again whenever a file changes
    #[arg(long)]
    pub watch: bool,
    /// The name of the text from standard input; its folder is where other files are looked for
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
}

/// What `affray odds` does beside asking.
#[derive(Debug, Subcommand)]
pub(super) enum OddsVerb {
    /// Put answers together that were printed with `--trials A..B --format json`, as if all trials had been played in one go
    Merge {
        /// The files of the answers
        #[arg(value_name = "FILE", required = true)]
        files: Vec<String>,
    },
}

/// `affray rules`
#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// The rules to print, as they are listed; without it, all are listed
    pub name: Option<String>,
    /// Copy them, with all that they need, into the folder `rules`
    #[arg(long, requires = "name")]
    pub vendor: bool,
}

/// `affray explain`
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The number or the name of a code; without it, all are listed
    pub code: Option<String>,
}

/// `affray lsp`
#[cfg(feature = "lsp")]
#[derive(Debug, Args)]
pub(super) struct LspArgs {
    /// Speak on standard input and output, as the server always does; many editors say so
    #[arg(long)]
    pub stdio: bool,
}
