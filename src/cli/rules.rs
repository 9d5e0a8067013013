//! `affray rules`: the rule files that are part of the program: lists them, prints one, or writes one with all that it needs into a folder.

use std::collections::BTreeSet;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Format, RulesArgs};
use super::output::{Output, json_line};
use super::save::write_all;
use super::{Status, Trouble};
use crate::diagnostic::json::SCHEMA_VERSION;
use crate::load::write::Over;
use crate::load::{BUILTIN, Loader, SCHEME, builtin, digest, find_builtin, read, short};
use crate::source::{Clean, FileId, Limits};
use crate::suggest::suggest;
use crate::syntax;

/// The folder into which rule files are written.
const FOLDER: &str = "rules";

/// The answer for programs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RulesReport {
    schema_version: u32,
    files: Vec<BuiltinRules>,
    /// The files that were written, from the working folder.
    wrote: Vec<String>,
}

/// A built-in rule file.
#[derive(Debug, Serialize, JsonSchema)]
struct BuiltinRules {
    /// How other files name it.
    path: String,
    /// The title of the rules.
    title: String,
    /// The built-in files that it is made of beside itself.
    needs: Vec<String>,
    /// The digest of it and of all that it needs.
    digest: String,
    /// Its text, if one file was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(super) fn rules(args: &RulesArgs, output: &mut Output) -> Result<Status, Trouble> {
    let path = args
        .name
        .as_deref()
        .map(|name| find_builtin(name).ok_or_else(|| unknown(name)));
    let path = path.transpose()?;
    let wrote = match &path {
        Some(path) if args.vendor => vendor(path)?,
        _ => Vec::new(),
    };
    let mut loader = Loader::new(Limits::DEFAULT);
    let files = match &path {
        Some(path) => vec![BuiltinRules {
            text: builtin(path).map(str::to_owned),
            ..about(path, &mut loader)
        }],
        None => all(&mut loader),
    };
    let text = match (output.format(), &path) {
        (Format::Json, _) => json_line(&RulesReport {
            schema_version: SCHEMA_VERSION,
            files,
            wrote,
        })?,
        (_, None) => list(&files),
        (_, Some(path)) if args.vendor => vendored(path, &wrote),
        (_, Some(path)) => builtin(path).unwrap_or_default().to_owned(),
    };
    output.print(&text);
    Ok(Status::Fine)
}

fn all(loader: &mut Loader) -> Vec<BuiltinRules> {
    let paths = BUILTIN.iter().map(|file| format!("{SCHEME}{}", file.0));
    paths.map(|path| about(&path, loader)).collect()
}

/// What is told of a built-in rule file.
fn about(path: &str, loader: &mut Loader) -> BuiltinRules {
    let needed = needed(path, loader);
    let texts = needed
        .iter()
        .filter_map(|path| Some((path.as_str(), builtin(path)?)));
    let digest = digest(texts);
    let others = needed.iter().filter(|needed| *needed != path);
    BuiltinRules {
        path: short(path).to_owned(),
        title: title(builtin(path).unwrap_or_default()),
        needs: others.map(|needed| short(needed).to_owned()).collect(),
        digest: format!("{digest:016x}"),
        text: None,
    }
}

/// The paths of all files that a built-in rule file is made of, its own included.
fn needed(path: &str, loader: &mut Loader) -> BTreeSet<String> {
    loader
        .load(path, &mut std::collections::BTreeMap::new())
        .needed
}

/// The title of the first rules in a text.
fn title(text: &str) -> String {
    let (tree, _) = syntax::parse(FileId::default(), text, &Limits::DEFAULT);
    let title = tree.rules.first().and_then(|rules| rules.title.as_ref());
    title.map_or(String::new(), |title| title.plain())
}

fn list(files: &[BuiltinRules]) -> String {
    let width = files.iter().map(|file| file.path.len()).max().unwrap_or(0);
    let (parts, whole): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.path.contains('/'));
    let mut text = String::new();
    for file in whole.into_iter().chain(parts) {
        text += &format!("{:width$}   {}\n", file.path, file.title);
    }
    text += "\naffray rules NAME            prints one of them\n\
             affray rules NAME --vendor   copies it, with all that it needs, into the folder `rules`\n\
             affray new MY --from NAME    begins a variant of it\n";
    text
}

/// Writes a rule file and all that it needs but what is there already, or nothing; returns the paths of what it wrote.
fn vendor(path: &str) -> Result<Vec<String>, Trouble> {
    let mut loader = Loader::new(Limits::DEFAULT);
    let files: Vec<(PathBuf, String)> = needed(path, &mut loader)
        .iter()
        .filter_map(|path| {
            let name = path.strip_prefix(SCHEME)?;
            let place = PathBuf::from(format!("{FOLDER}/{name}"));
            Some((place, builtin(path)?.to_owned()))
        })
        .filter(|(place, text)| {
            let there = read(place, Limits::HARD.file_bytes as u64);
            !there.is_ok_and(|there| there == text.as_bytes())
        })
        .collect();
    write_all(&files, Over::Nothing)?;
    let places = files.iter().map(|(place, _)| place.display().to_string());
    Ok(places.collect())
}

fn vendored(path: &str, wrote: &[String]) -> String {
    let mut text: String = (wrote.iter())
        .map(|file| format!("wrote {file}\n"))
        .collect();
    if text.is_empty() {
        text += "all of it is there already\n";
    }
    let name = path.strip_prefix(SCHEME).unwrap_or(path);
    text += &format!("\nname it by its path from your own file: `extends \"{FOLDER}/{name}\"`\n");
    text
}

fn unknown(name: &str) -> Trouble {
    let names = BUILTIN.iter().map(|file| short(file.0));
    // `turns` for `templates/turns`
    let same = names
        .clone()
        .find(|known| known.rsplit('/').next() == Some(name));
    let meant = same.or_else(|| suggest(name, names));
    let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    Trouble::new(format!(
        "there are no rules `{}` in the program{meant}",
        Clean(name)
    ))
}
