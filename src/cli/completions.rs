//! `affray completions`: what a shell needs to complete commands, and what comes when it asks. The script asks the program itself, so that files that fit, titles
//! of scenarios, options, attributes and codes are completed from what is there. Of commands it knows what `args` declares.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Arg, Args, Command};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::output::Output;
use super::projects::Projects;
use super::{Status, Trouble, manual};
use crate::diagnostic::Code;
use crate::load::{BUILTIN, EXTENSION, Playable, SCHEME, short};
use crate::ruleset::{KindId, Type};

/// Set by the scripts where they ask: the name of the shell.
const ASKED: &str = "AFFRAY_COMPLETE";
/// So many are offered of what a scenario has.
const MOST: usize = 1_000;

/// `affray completions`
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// For which shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

pub(super) fn completions(args: &CompletionsArgs, output: &mut Output) -> Result<Status, Trouble> {
    let failed = |why: &dyn std::fmt::Display| Trouble::new(format!("no script: {why}"));
    let shell = args.shell.to_string();
    let shells = Shells::builtins();
    let completer = shells.completer(&shell).ok_or_else(|| failed(&shell))?;
    let mut script = Vec::new();
    let written = completer.write_registration(ASKED, "affray", "affray", &program(), &mut script);
    written.map_err(|why| failed(&why))?;
    let script = String::from_utf8_lossy(&script);
    output.print(&match args.shell {
        // So that bash puts quotes around titles, and takes `affray:osric` for one word.
        Shell::Bash => format!(
            "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}\n{}",
            script.replace("complete -o nospace", "complete -o filenames -o nospace")
        ),
        _ => script.into_owned(),
    });
    Ok(Status::Fine)
}

/// How scripts call the program: by its name, or by its whole path if it was called by a path.
fn program() -> String {
    let typed = env::args_os().next().unwrap_or_default();
    let is_path = Path::new(&typed).components().count() > 1;
    let path = env::current_exe().ok().filter(|_| is_path);
    path.and_then(|path| path.to_str().map(str::to_owned))
        .unwrap_or_else(|| "affray".to_owned())
}

/// Answers a shell that asks for completions; `false`: none asks.
pub(super) fn answered(typed: &[OsString]) -> bool {
    let folder = env::current_dir().ok();
    let asked = CompleteEnv::with_factory(|| completing(typed)).var(ASKED);
    // A shell shows nothing where there is no answer.
    asked
        .try_complete(typed, folder.as_deref())
        .unwrap_or(env::var_os(ASKED).is_some())
}

/// The command, with what its arguments are completed by. What values there are, the names of the values say.
fn completing(typed: &[OsString]) -> Command {
    let files: Vec<String> = (typed.iter().filter_map(|word| word.to_str()))
        .filter(|word| word.ends_with(EXTENSION))
        .map(str::to_owned)
        .collect();
    manual::command().mut_subcommands(|verb| {
        let name = verb.get_name().to_owned();
        verb.mut_args(|arg| match completer(&name, &arg, &files) {
            Some(completer) => arg.add(completer),
            None => arg,
        })
    })
}

fn completer(verb: &str, arg: &Arg, files: &[String]) -> Option<ArgValueCompleter> {
    let names = arg.get_value_names().unwrap_or_default();
    let name = names.first().map_or("", |name| name.as_str());
    let files = files.to_vec();
    let of_scenarios = |offer: fn(&Playable, &mut Vec<String>)| {
        ArgValueCompleter::new(move |current: &OsStr| {
            let mut offered = Vec::new();
            let scenarios = files.iter().flat_map(|file| scenarios(file));
            scenarios.for_each(|one| offer(&one, &mut offered));
            starting(current, offered)
        })
    };
    match (verb, arg.get_id().as_str(), name) {
        (_, _, "SCENARIO" | "PATH" | "FIGHT") | ("doc", "example", _) => {
            Some(ArgValueCompleter::new(rule_files))
        }
        ("new", _, "RULES") | ("rules", "name", _) => {
            Some(ArgValueCompleter::new(|current: &OsStr| rules(current, "")))
        }
        (_, "rules", "FILE" | "RULES") | ("diff", _, "A" | "B") => {
            Some(ArgValueCompleter::new(|current: &OsStr| {
                rules(current, SCHEME)
            }))
        }
        (_, _, "TITLE") => Some(of_scenarios(|one, offered| {
            offered.push(one.scenario.title.clone());
        })),
        (_, _, "OPTION") => Some(of_scenarios(|one, offered| {
            let options = &one.rules.ruleset.options;
            offered.extend(options.iter().map(|option| option.name.clone()));
        })),
        (_, _, "ATTRIBUTE") => Some(of_scenarios(attributes)),
        (_, _, "CODE") => Some(ArgValueCompleter::new(codes)),
        _ => None,
    }
}

/// Built-in rules, with this before their names, then what [`rule_files`] offers.
fn rules(current: &OsStr, before: &str) -> Vec<CompletionCandidate> {
    let names = BUILTIN
        .iter()
        .map(|file| format!("{before}{}", short(file.0)));
    let mut offered = starting(current, names.collect());
    offered.extend(rule_files(current));
    offered
}

/// Rule files and scenarios, and folders in which there may be some.
fn rule_files(current: &OsStr) -> Vec<CompletionCandidate> {
    let fits = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_dir() || name.ends_with(EXTENSION)
    };
    PathCompleter::any().filter(fits).complete(current)
}

/// The scenarios of a file, as far as they have no errors.
fn scenarios(file: &str) -> Vec<Playable> {
    let mut projects = Projects::default();
    let found = projects.find_one(file, None);
    found.map_or_else(
        |_| Vec::new(),
        |found| projects.load(&found, None).scenarios,
    )
}

/// The numbers that combatants and sides have: `ann.hp=`.
fn attributes(one: &Playable, offered: &mut Vec<String>) {
    for kind in [KindId::COMBATANT, KindId::SIDE] {
        let rules = &one.rules.ruleset.kinds[kind.index()];
        let numbers = rules.attributes.iter();
        let numbers = numbers.filter(|one| matches!(one.declared.ty, Type::Number(_)));
        let records = one.scenario.records.get(kind.index());
        for record in records.into_iter().flatten() {
            let names = numbers.clone().map(|one| &one.name);
            offered.extend(names.map(|name| format!("{}.{name}=", record.name)));
        }
    }
}

fn codes(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy().to_uppercase();
    let all = Code::ALL.iter();
    let fitting = all.filter(|code| {
        let name = code.name().to_uppercase();
        code.number().starts_with(&typed) || name.starts_with(&typed)
    });
    let offered = fitting.map(|code| match code.number().starts_with(&typed) {
        true => CompletionCandidate::new(code.number()).help(Some(code.name().into())),
        false => CompletionCandidate::new(code.name()).help(Some(code.number().into())),
    });
    offered.collect()
}

/// Those of some texts that begin with what was typed, each once, sorted.
fn starting(current: &OsStr, mut texts: Vec<String>) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    texts.retain(|text| text.starts_with(&*typed));
    texts.sort();
    texts.dedup();
    texts.truncate(MOST);
    texts.into_iter().map(CompletionCandidate::new).collect()
}
