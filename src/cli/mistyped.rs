//! Commands that cannot be understood, with the one that was probably meant. Reads no file but those that the command names.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::projects::Projects;
use crate::load::{EXTENSION, SCHEME, short};
use crate::source::Clean;

/// What is said of a command in place of what the parser of commands says.
pub(super) fn meant(error: &clap::Error, typed: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = typed.get(1..)?.iter().map(|word| word.to_str()).collect();
    let words = words?;
    let (verb, words) = words.split_first()?;
    let is_plain = |word: &&&str| !word.starts_with('-');
    let plain: Vec<&str> = words.iter().take_while(is_plain).copied().collect();
    let (first, more) = plain.split_first()?;
    let said = more.join(" ");
    let asked = said.strip_prefix("odds ").unwrap_or(&said);
    let file = quoted(first);
    match (*verb, error.kind()) {
        ("run" | "play", ErrorKind::UnknownArgument) if said.ends_with(EXTENSION) => Some(format!(
            "`affray {verb}` takes one file; the scenarios of several are played by `affray test {}`",
            Clean(&plain.join(" "))
        )),
        ("run" | "play", ErrorKind::UnknownArgument) if is_extra(error, more) => Some(format!(
            "which scenario is said with `--scenario`: `affray {verb} {file} --scenario {}`",
            quoted(&said)
        )),
        ("why", ErrorKind::WrongNumberOfValues) => Some(match more {
            [act] => format!(
                "two acts are compared; name the other too: `affray why {file} {} \"...\"`",
                quoted(act)
            ),
            _ => format!(
                "two acts are compared, and each stands in quotes, as in `affray why {file} {} \"...\"`",
                quoted(&said)
            ),
        }),
        ("diff", ErrorKind::MissingRequiredArgument) if more.is_empty() => Some(base(first)),
        ("new", ErrorKind::UnknownArgument) if is_extra(error, more) => {
            let rest = words[plain.len()..]
                .iter()
                .map(|word| format!(" {}", quoted(word)));
            Some(format!(
                "the name is one word: `affray new {}{}`",
                Clean(&plain.join("_")),
                rest.collect::<String>()
            ))
        }
        ("odds", ErrorKind::ArgumentConflict | ErrorKind::UnknownArgument) if !more.is_empty() => {
            Some(format!(
                "what is asked stands behind `--of`, or behind `odds` in the scenario: `affray odds {file} --of {}`",
                quoted(asked)
            ))
        }
        _ => None,
    }
}

/// Whether what is not understood is one of these words.
fn is_extra(error: &clap::Error, words: &[&str]) -> bool {
    matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(word)) if words.contains(&word.as_str()))
}

/// A word as it is typed in a shell.
fn quoted(word: &str) -> String {
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
