//! Commands that cannot be understood, with the one that was probably meant. Reads no file but those that the command names, and lists the folder
//! in which it is given.

mod foreign;
mod values;

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use self::foreign::{FOREIGN, FOREIGN_FLAGS, is_code, simulation};
use super::projects::Projects;
use crate::load::{EXTENSION, SCHEME, short};
use crate::source::Clean;
use crate::suggest::{list, suggest};

/// What is said of a command; nothing where help or the version was asked for.
pub(super) fn meant(error: &clap::Error, typed: &[OsString], command: &Command) -> Option<String> {
    let words: Vec<&str> = typed
        .iter()
        .skip(1)
        .filter_map(|word| word.to_str())
        .collect();
    let mistyped = Mistyped::of(error, &words, command);
    Some(match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ErrorKind::DisplayVersion => return None,
        ErrorKind::InvalidSubcommand => mistyped.unknown_verb(),
        ErrorKind::UnknownArgument => mistyped.unknown_argument(),
        ErrorKind::MissingSubcommand => {
            let file = mistyped.file();
            format!("say what to do, as in `affray check {file}`; `affray help` lists all verbs")
        }
        ErrorKind::MissingRequiredArgument => mistyped.missing(),
        ErrorKind::ArgumentConflict => mistyped.conflict(),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => mistyped.value(),
        ErrorKind::NoEquals => mistyped.no_equals(),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            mistyped.number_of_values()
        }
        ErrorKind::InvalidUtf8 => {
            "a word of the command is not written in the letters of Unicode".to_owned()
        }
        // What is new in the parser of commands.
        _ => format!("this command is not understood; {}", mistyped.see_help()),
    })
}

/// A command that is not understood.
struct Mistyped<'e> {
    error: &'e clap::Error,
    /// What was typed behind the name of the program.
    words: &'e [&'e str],
    /// The whole command line, and its verb.
    command: &'e Command,
    verb: Option<&'e Command>,
    /// Where the verb stands.
    at: usize,
}

impl<'e> Mistyped<'e> {
    fn of(error: &'e clap::Error, words: &'e [&'e str], command: &'e Command) -> Self {
        let at = words.iter().position(|word| !word.starts_with('-'));
        let at = at.unwrap_or(words.len());
        let verb = words.get(at).and_then(|word| command.find_subcommand(word));
        Mistyped {
            error,
            words,
            command,
            verb,
            at,
        }
    }

    fn context(&self, kind: ContextKind) -> &'e str {
        match self.error.get(kind) {
            Some(ContextValue::String(word)) => word,
            Some(ContextValue::Strings(words)) => words.first().map_or("", String::as_str),
            _ => "",
        }
    }

    /// `affray run`
    fn name(&self) -> String {
        self.verb.map_or_else(
            || "affray".to_owned(),
            |verb| format!("affray {}", verb.get_name()),
        )
    }

    fn verb_name(&self) -> &'e str {
        self.verb.map_or("", Command::get_name)
    }

    fn see_help(&self) -> String {
        match self.verb {
            Some(verb) => format!("`affray help {}` lists what can be typed", verb.get_name()),
            None => "`affray help` lists all verbs".to_owned(),
        }
    }

    /// The words behind the verb up to the first flag.
    fn plain(&self) -> Vec<&'e str> {
        let rest = self.words.get(self.at + 1..).unwrap_or_default();
        let plain = rest.iter().take_while(|word| !is_flag(word));
        plain.copied().collect()
    }

    /// The command with other words in the place of one.
    fn with(&self, at: usize, with: &str) -> String {
        let words = self.words.iter().enumerate();
        let words = words.map(|(index, word)| match index == at {
            true => with.to_owned(),
            false => quoted(word),
        });
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        format!("affray {}", words.join(" "))
    }

    /// A file of the folder, or a name for one.
    fn file(&self) -> String {
        let listed = std::fs::read_dir(".").into_iter().flatten().flatten();
        let names = listed.filter_map(|entry| entry.file_name().into_string().ok());
        let first = names.filter(|name| name.ends_with(EXTENSION)).min();
        quoted(&first.unwrap_or_else(|| format!("duel{EXTENSION}")))
    }

    /// `affray goblins.affray`, `affray tests a.affray`
    fn unknown_verb(&self) -> String {
        let typed = self.context(ContextKind::InvalidSubcommand);
        let at = self
            .words
            .iter()
            .position(|word| *word == typed)
            .unwrap_or(self.at);
        let shown = Clean(typed);
        let is_path = typed.contains(['.', '/', '\\']) || Path::new(typed).exists();
        if is_path {
            let whole = format!("{typed}{EXTENSION}");
            let file = match Path::new(&whole).exists() {
                true => quoted(&whole),
                false => quoted(typed),
            };
            return format!(
                "say what to do with `{shown}`: `affray check {file}` looks for mistakes in it, `affray run {file}` plays its scenario, `affray test {file}` says whether all comes as expected"
            );
        }
        let verbs: Vec<&str> = self
            .command
            .get_subcommands()
            .map(Command::get_name)
            .collect();
        if typed == "version" {
            return "there is no verb `version`; did you mean `affray --version`?".to_owned();
        }
        if is_code(typed) {
            let command = self.with(at, &format!("explain {typed}"));
            return format!("there is no verb `{shown}`; did you mean `{command}`?");
        }
        if let Some(command) = simulation(self.words, typed) {
            return format!("there is no verb `{shown}`; did you mean `{command}`?");
        }
        let foreign = FOREIGN.iter().find(|(_, foreign)| foreign.contains(&typed));
        let near = suggest(typed, verbs.iter().copied());
        let word = typed.to_lowercase();
        let same = verbs.iter().copied().find(|verb| *verb == word);
        match same.or(foreign.map(|(verb, _)| *verb)).or(near) {
            Some(meant) => format!(
                "there is no verb `{shown}`; did you mean `{}`?",
                self.with(at, meant)
            ),
            None => format!(
                "there is no verb `{shown}`; there are {}: `affray help` says what each does",
                list(verbs)
            ),
        }
    }

    /// A flag that the verb does not have, or a word too many.
    fn unknown_argument(&self) -> String {
        let argument = self.context(ContextKind::InvalidArg);
        match is_flag(argument) {
            true => self.unknown_flag(argument.split('=').next().unwrap_or(argument)),
            false => self.extra(argument),
        }
    }

    fn unknown_flag(&self, flag: &str) -> String {
        let typed = self.words.iter().position(|word| {
            *word == flag
                || word
                    .strip_prefix(flag)
                    .is_some_and(|rest| rest.starts_with('='))
        });
        let at = typed.unwrap_or(self.words.len());
        let value = self.words.get(at).and_then(|word| word.split_once('='));
        let value = value.map_or(String::new(), |(_, value)| format!("={}", quoted(value)));
        let name = self.name();
        let shown = Clean(flag);
        let bare = flag.trim_start_matches('-');
        if bare == "option" {
            return format!("`{name}` has no `{shown}`: {}", self.option(at));
        }
        let known: Vec<String> = self.flags().collect();
        let meant = suggest(bare, known.iter().map(String::as_str));
        // A form of the answer was meant: `--json`.
        let formats = self.flag_values("format");
        if formats.iter().any(|format| format == bare) {
            let command = self.with(at, &format!("--format {bare}"));
            return format!("`{name}` has no `{shown}`; did you mean `{command}`?");
        }
        if let Some(command) = simulation(self.words, self.verb_name()) {
            return format!("`{name}` has no `{shown}`; did you mean `{command}`?");
        }
        let is_meant = |foreign: &(&str, &[&str])| {
            foreign.1.contains(&bare) && known.iter().any(|one| one == foreign.0)
        };
        let foreign = FOREIGN_FLAGS.iter().copied().find(is_meant);
        if let Some(meant) = foreign.map(|foreign| foreign.0).or(meant) {
            let command = self.with(at, &format!("--{meant}{value}"));
            return format!("`{name}` has no `{shown}`; did you mean `{command}`?");
        }
        let has = |verb: &&Command| verb.get_arguments().any(|arg| arg.get_long() == Some(bare));
        let others = self.command.get_subcommands().filter(has);
        let others: Vec<String> = others
            .map(|verb| format!("affray {}", verb.get_name()))
            .collect();
        match others.is_empty() {
            true => format!("`{name}` has no `{shown}`; {}", self.see_help()),
            false => format!(
                "`{name}` has no `{shown}`; it is for {}",
                list(others.iter().map(String::as_str))
            ),
        }
    }

    /// How the option behind `--option` is set.
    fn option(&self, at: usize) -> String {
        let typed = self.words.get(at).copied().unwrap_or("");
        let next = self.words.get(at + 1).copied().unwrap_or("");
        let told = typed.split_once('=').map_or(next, |(_, told)| told);
        let (name, value) = match told.split_once(['=', ':']) {
            Some((name, value)) => (name, value),
            None => (told, self.words.get(at + 2).copied().unwrap_or("")),
        };
        let (name, value) = match (name, value) {
            ("", _) => ("tie", "together"),
            (name, "") => (name, "VALUE"),
            both => both,
        };
        let (name, value) = (Clean(name), Clean(value));
        format!(
            "an option is set in the scenario, as `option {name} {value}`, or in a variant, as `set option {name} = {value}`"
        )
    }

    /// The names of all flags that can be typed here.
    fn flags(&self) -> impl Iterator<Item = String> {
        let of = |command: &Command| -> Vec<String> {
            let flags = command.get_arguments();
            flags
                .filter_map(|arg| arg.get_long().map(str::to_owned))
                .collect()
        };
        let own = self.verb.map(of).unwrap_or_default();
        let standard = ["help", "version"].map(str::to_owned);
        own.into_iter().chain(of(self.command)).chain(standard)
    }

    fn flag(&self, long: &str) -> Option<&'e Arg> {
        let own = self.verb.into_iter().flat_map(Command::get_arguments);
        let mut all = own.chain(self.command.get_arguments());
        all.find(|arg| arg.get_long() == Some(long))
    }

    /// The words that can stand behind a flag, where they are few.
    fn flag_values(&self, long: &str) -> Vec<String> {
        let values = self
            .flag(long)
            .into_iter()
            .flat_map(|arg| arg.get_possible_values());
        values.map(|value| value.get_name().to_owned()).collect()
    }

    /// A word too many.
    fn extra(&self, word: &str) -> String {
        let name = self.name();
        let plain = self.plain();
        let Some((first, more)) = plain.split_first().filter(|(_, more)| more.contains(&word))
        else {
            let at = self.words.iter().rposition(|typed| *typed == word);
            let command = self.with(at.unwrap_or(self.words.len()), "");
            return format!("`{}` is a word too many: `{command}`", Clean(word));
        };
        let said = more.join(" ");
        let file = quoted(first);
        match self.verb_name() {
            "run" | "play" if said.ends_with(EXTENSION) => format!(
                "`{name}` takes one file; the scenarios of several are played by `affray test {}`",
                Clean(&plain.join(" "))
            ),
            "run" | "play" => format!(
                "which scenario is said with `--scenario`: `{name} {file} --scenario {}`",
                quoted(&said)
            ),
            "new" => {
                let rest = self.words[self.at + 1 + plain.len()..].iter();
                let rest: String = rest.map(|word| format!(" {}", quoted(word))).collect();
                format!(
                    "the name is one word: `affray new {}{rest}`",
                    Clean(&plain.join("_"))
                )
            }
            "odds" => asked_behind(first, more),
            _ => {
                let each = plain.iter().map(|word| format!("{name} {}", quoted(word)));
                let each: Vec<String> = each.collect();
                let each = list(each.iter().map(String::as_str));
                format!("`{name}` takes one at a time: {each}")
            }
        }
    }

    /// A word that the verb needs.
    fn missing(&self) -> String {
        let name = self.name();
        let plain = self.plain();
        let file = self.file();
        let needed = self.context(ContextKind::InvalidArg);
        match (self.verb_name(), plain.as_slice()) {
            ("check" | "fmt", _) => format!(
                "name a file or a folder: `{name} {file}`, or `{name} .` for all files of this folder"
            ),
            ("diff", [only]) => base(only),
            ("diff", _) => format!("two rule files are compared: `{name} {file} OTHER{EXTENSION}`"),
            ("new", _) => format!("say what the rules are called: `{name} duel`"),
            ("run" | "play" | "why" | "odds", []) => {
                format!("name the file of the scenario: `{name} {file}`")
            }
            ("doc", []) => format!("name the rule file: `{name} {file}`"),
            ("corpus", []) => format!("name a file or a folder: `{name} {file}`"),
            (_, _) => {
                let needed = needed
                    .split(['<', '>', ' ', '[', '='])
                    .find(|word| !word.is_empty());
                let example = self.example(needed.unwrap_or(""));
                let typed = self.with(self.words.len(), "");
                format!("something is missing: `{typed} {example}`")
            }
        }
    }

    /// What can stand in the place of something that is missing.
    fn example(&self, needed: &str) -> String {
        let bare = needed.trim_start_matches('-');
        let own = self.verb.into_iter().flat_map(Command::get_arguments);
        let mut own = own.filter(|arg| {
            let named = arg.get_value_names().unwrap_or_default();
            arg.get_long() == Some(bare) || named.iter().any(|name| name.as_str() == needed)
        });
        let values = own.next().map(Arg::get_possible_values).unwrap_or_default();
        let takes_value = self.flag(bare).and_then(Arg::get_value_names);
        match (needed.starts_with("--"), values.first(), takes_value) {
            (true, _, Some([name])) if bare != "propose" => format!("{needed} {name}"),
            (false, Some(value), _) => value.get_name().to_owned(),
            (_, _, _) => needed.to_owned(),
        }
    }
}

fn is_flag(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

/// What is asked of a file; the title of one of its scenarios may stand before it.
fn asked_behind(file: &str, said: &[&str]) -> String {
    let (title, asked) = match said {
        [title, asked @ ..] if !asked.is_empty() && is_scenario(file, title) => {
            (format!(" --scenario {}", quoted(title)), asked)
        }
        asked => (String::new(), asked),
    };
    let asked = asked.join(" ");
    let asked = quoted(asked.strip_prefix("odds ").unwrap_or(&asked));
    let file = quoted(file);
    format!(
        "what is asked stands behind `--of`, or behind `odds` in the scenario: `affray odds {file}{title} --of {asked}`"
    )
}

/// Whether a file has a scenario of this title.
pub(super) fn is_scenario(file: &str, title: &str) -> bool {
    let mut projects = Projects::default();
    let found = projects.find_one(file, None);
    found.is_ok_and(|found| {
        let loaded = projects.load(&found, None);
        let mut scenarios = loaded.tree.scenarios.iter();
        scenarios.any(|one| one.title.plain() == title)
    })
}

/// A word as it is typed in a shell.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '=');
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("\"{}\"", Clean(word)),
    }
}

/// A comparison that names one file alone, which may extend another one.
fn base(file: &str) -> String {
    let mut projects = Projects::default();
    let base = projects.find_one(file, None).ok().and_then(|found| {
        let loaded = projects.load(&found, None);
        let written = loaded.tree.rules.first()?.extends.as_ref()?.plain();
        let path = loaded.base()?;
        Some(match (path.starts_with(SCHEME), written.contains(':')) {
            (true, _) => short(&path).to_owned(),
            (_, true) => projects.place(&found, &path).display().to_string(),
            (_, false) => Path::new(file)
                .with_file_name(written)
                .display()
                .to_string(),
        })
    });
    let file = quoted(file);
    match base {
        Some(base) => {
            let base = quoted(&base);
            format!(
                "two rule files are compared; `{file}` extends `{base}`: `affray diff {base} {file}`"
            )
        }
        None => format!("two rule files are compared: `affray diff {file} OTHER`"),
    }
}
