//! The folders outside of a project whose rule files it may use, as its `affray.toml` names them. Reads text; opens no file.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::UnknownSetting;
use super::path;
use crate::suggest::suggest;

/// The table of `affray.toml` that names folders.
const TABLE: &str = "bases";

/// Folders by their names, as they are written: from the folder of `affray.toml`, with `/` between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bases(pub BTreeMap<String, String>);

/// How a folder is named.
const EXAMPLE: &str = "shared = \"../house_rules\"";

/// What a line does that is wrong, and what to write.
struct BadLine {
    what: String,
    help: Option<String>,
}

impl BadLine {
    fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        BadLine {
            what: what.into(),
            help: Some(help.into()),
        }
    }

    /// Of a heading: it says something else than where folders are named.
    fn heading() -> Self {
        BadLine::new(
            "is no heading of folders",
            format!("it is written so: `[{TABLE}]`"),
        )
    }
}

impl Bases {
    /// The folders that the text of an `affray.toml` names. What else is in it is told by [`unknown`].
    ///
    /// # Errors
    ///
    /// The first line that is no TOML, or that names no folder below `[bases]`, in words that go on after "the file cannot be read: ".
    pub fn read(text: &str) -> Result<Self, String> {
        Self::read_lines(text).map_err(|(place, BadLine { what, help })| {
            let before = text.get(..place).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let help = help.map(|help| format!("; {help}")).unwrap_or_default();
            format!("line {line} of `affray.toml` {what}{help}")
        })
    }

    /// The same; or where the line stands that is none, and what it does that is wrong.
    fn read_lines(text: &str) -> Result<Self, (usize, BadLine)> {
        let told = |place: Range<usize>, bad: BadLine| (place.start, bad);
        let tables = DeTable::parse(text).map_err(|error| {
            let place = error.span().unwrap_or_default();
            let start = text.get(..place.start).and_then(|text| text.rfind('\n'));
            let start = start.map_or(0, |newline| newline + 1);
            let line = text.get(start..).and_then(|text| text.lines().next());
            told(place, unwritten(line.unwrap_or(""), &text[..start]))
        })?;
        let Some((heading, folders)) = tables.get_ref().get_key_value(TABLE) else {
            return Ok(Bases::default());
        };
        let DeValue::Table(folders) = folders.get_ref() else {
            return Err(told(heading.span(), BadLine::heading()));
        };
        let mut bases = Bases::default();
        for (name, folder) in folders {
            let folder = named(name.get_ref(), folder.get_ref());
            let folder = folder.map_err(|bad| told(name.span(), bad))?;
            bases.0.insert(name.get_ref().to_string(), folder);
        }
        Ok(bases)
    }

    /// The name and the path by which rule files can use a file whose path from the root of the project is `above` folders up and then `rest`.
    pub fn path_to(&self, above: usize, rest: &str) -> Option<String> {
        let whole = format!("{}{rest}", "../".repeat(above));
        self.0.iter().find_map(|(name, folder)| {
            let below = whole.strip_prefix(folder.trim_end_matches('/'))?;
            Some(format!("{name}:{}", below.strip_prefix('/')?))
        })
    }
}

/// The tables and names of an `affray.toml` that mean nothing in it: where each stands, what is wrong with it, and what to do about it.
/// Of a text that cannot be read, the line at which that ends.
pub fn unknown(text: &str) -> Vec<UnknownSetting> {
    if let Err((place, BadLine { what, help })) = Bases::read_lines(text) {
        let before = text.get(..place).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[start..].lines().next().unwrap_or("");
        return vec![UnknownSetting {
            place: start..start + line.trim_end().len(),
            message: format!("this line {what}"),
            help: help.unwrap_or_else(|| format!("a folder is named so: `{EXAMPLE}`")),
            is_meant: true,
        }];
    }
    let Ok(tables) = DeTable::parse(text) else {
        return Vec::new();
    };
    let tables = tables.get_ref().iter();
    let unknown = tables.filter(|(name, _)| *name.get_ref() != TABLE);
    unknown
        .map(|(name, value)| {
            let (place, name) = (name.span(), name.get_ref());
            let called = short(name);
            let names_folder = |folder: &str| folder.contains('/') || folder.starts_with('.');
            let is_folder = value.get_ref().as_str().is_some_and(names_folder);
            let is_table = matches!(value.get_ref(), DeValue::Table(_));
            let names = [TABLE, "base", "folders", "paths"];
            let is_near = names.contains(&&**name) || suggest(name, names).is_some();
            let (message, help) = match (is_table, is_near, is_folder) {
                (true, true, _) => (
                    format!("there is no table `[{called}]`"),
                    format!("write `[{TABLE}]`"),
                ),
                (true, false, _) => (
                    format!("there is no table `[{called}]`"),
                    format!("leave it out; the only table is `[{TABLE}]`, which names folders"),
                ),
                (false, _, true) => (
                    format!("`{called}` stands in no table"),
                    format!("folders are named below `[{TABLE}]`: write that line before this one"),
                ),
                (false, _, false) => (
                    format!("there is no setting `{called}`"),
                    format!("leave it out; the only table is `[{TABLE}]`, which names folders"),
                ),
            };
            let is_meant = is_folder || is_table && is_near;
            UnknownSetting {
                place,
                message,
                help,
                is_meant,
            }
        })
        .collect()
}

/// How many letters of a name or a path are shown.
const SHOWN: usize = 80;

/// A name or a path as it is shown: a text that is none can be as long as the file.
fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// What is wrong with a line that is no TOML; `before`: the text before it.
fn unwritten(line: &str, before: &str) -> BadLine {
    let line = line.split(" #").next().unwrap_or(line).trim();
    if line.starts_with('[') {
        return BadLine::heading();
    }
    let Some((name, value)) = line.split_once('=') else {
        let help = format!("a folder is named so: `{EXAMPLE}`");
        return BadLine::new("has a name and no value", help);
    };
    let (name, value) = (name.trim(), value.trim());
    let names = before.lines().filter_map(|line| line.split_once('='));
    let mut names = names.map(|(name, _)| name.trim());
    let inner = value.trim_matches(['"', '\'']);
    let (inner, behind) = inner.split_once(['"', '\'']).unwrap_or((inner, ""));
    let is_quoted = value.starts_with(['"', '\'']);
    let is_closed = value.len() > 1 && value.ends_with(['"', '\'']);
    let why = match () {
        () if names.any(|known| known == name) => {
            let what = format!("calls a second folder `{}`", short(name));
            return BadLine::new(what, "give one of the two another name");
        }
        () if !is_quoted => "has a path that does not stand in quotes",
        () if !behind.is_empty() => "goes on behind the path",
        () if !is_closed => "has quotes that are not closed",
        () if value.contains('\\') => "divides folders by a backslash and not by `/`",
        () => {
            let help = format!("a folder is named so: `{EXAMPLE}`");
            return BadLine::new("is not as TOML is written", help);
        }
    };
    let (name, path) = (short(name), short(&inner.replace('\\', "/")));
    BadLine::new(why, format!("a folder is named so: `{name} = \"{path}\"`"))
}

/// The folder of a name, or what the line does that is wrong.
fn named(name: &str, folder: &DeValue<'_>) -> Result<String, BadLine> {
    let Some(folder) = folder.as_str() else {
        let help = format!("it is written so: `{EXAMPLE}`");
        return Err(BadLine::new("names no folder", help));
    };
    let what = match path::folder(folder) {
        _ if !path::is_base_name(name) => format!(
            "calls a folder `{}`: its name begins with a letter and has letters, digits, `_` and `-`, two of them at least, and is not `affray`",
            short(name)
        ),
        Ok(_) => return Ok(folder.to_owned()),
        Err(why) => format!("calls the folder `{}` `{name}`, and {why}", short(folder)),
    };
    Err(BadLine { what, help: None })
}

#[cfg(test)]
#[path = "../../tests/internals/load_bases.rs"]
mod tests;
