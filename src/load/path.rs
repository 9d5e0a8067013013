//! Paths as rule files write them: checked and made normal as text. Touches no files and knows no tree.

use std::fmt;

use super::builtin::SCHEME;
use crate::source::is_hidden;

/// No path may be longer than this; no system takes longer ones.
const LONGEST: usize = 1024;

/// What every rule file is called at the end.
pub(super) const EXTENSION: &str = ".affray";

/// Names that some systems take for devices, whatever the folder and whatever follows after a dot.
const DEVICES: [&str; 7] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

/// Why a file may not be named so; in words that go on after "`x.affray` may not be used: ".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The path leads this many folders above the root of the project.
    Outside(usize),
    /// The path is not spelled as paths must be.
    Misspelt(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Outside(_) => f.write_str("it leads out of the project"),
            Refusal::Misspelt(why) => f.write_str(why),
        }
    }
}

/// Where the file lies that another one names, from the root of the project, or why it may not be named so. A built-in rule file is named with the
/// [scheme](SCHEME) and may be named without its ending; what such a file names lies beside it.
///
/// `from` is the naming file, as this function or the caller of the loader spelled it.
pub fn resolve(from: &str, named: &str) -> Result<String, Refusal> {
    if let Some(name) = named.strip_prefix(SCHEME) {
        let name = match name.ends_with(EXTENSION) {
            true => name.to_owned(),
            false => format!("{name}{EXTENSION}"),
        };
        return Ok(format!("{SCHEME}{}", within("", &name)?));
    }
    match from.strip_prefix(SCHEME) {
        Some(from) => Ok(format!("{SCHEME}{}", within(from, named)?)),
        None => within(from, named),
    }
}

/// The same within one root.
fn within(from: &str, named: &str) -> Result<String, Refusal> {
    well_spelled(named).map_err(Refusal::Misspelt)?;
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    let mut above = 0;
    for part in named.split('/') {
        match part {
            "." => {}
            ".." => above += usize::from(parts.pop().is_none()),
            _ => parts.push(part),
        }
    }
    match above {
        0 => Ok(parts.join("/")),
        _ => Err(Refusal::Outside(above)),
    }
}

/// Whether a path is written in the one way that means the same on every system.
fn well_spelled(path: &str) -> Result<(), String> {
    let refused = if path.trim().is_empty() {
        "it is empty"
    } else if path.len() > LONGEST {
        "it is too long"
    } else if path.chars().any(is_hidden) {
        "it holds a hidden character"
    } else if path.contains('\\') {
        "folders are divided by `/`, not by a backslash"
    } else if path.starts_with('/') {
        "it must start from the folder of this file, not from the root of the disk"
    } else if path.starts_with('~') {
        "it must start from the folder of this file, not from a home folder"
    } else if path.contains(':') {
        "it may have no drive letter, no address of a net and no `:`"
    } else if path.contains('%') {
        "it may not contain `%`"
    } else if path.contains(['<', '>', '"', '|', '?', '*']) {
        "it may contain none of `< > \" | ? *`"
    } else {
        return path
            .split('/')
            .try_for_each(well_named)
            .and_then(|()| rule_file(path));
    };
    Err(refused.to_owned())
}

/// Whether a folder or a file can be called so.
fn well_named(part: &str) -> Result<(), String> {
    let stem = part
        .split('.')
        .next()
        .unwrap_or("")
        .trim_end()
        .to_lowercase();
    if part.is_empty() {
        Err("it has a `/` too many".to_owned())
    } else if part == "." || part == ".." {
        Ok(())
    } else if part.ends_with(['.', ' ']) || part.starts_with(' ') {
        Err(format!(
            "`{part}` begins or ends with a space or ends with a full stop"
        ))
    } else if DEVICES.contains(&stem.as_str()) || is_port(&stem) {
        Err(format!("`{part}` is the name of a device"))
    } else {
        Ok(())
    }
}

/// `com1`, `lpt9`, and the raised digits that count as digits there.
fn is_port(stem: &str) -> bool {
    let number = stem
        .strip_prefix("com")
        .or_else(|| stem.strip_prefix("lpt"));
    let mut digits = number.unwrap_or("").chars();
    let digit = digits
        .next()
        .is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c));
    digit && digits.next().is_none()
}

/// Only rule files are ever read.
fn rule_file(path: &str) -> Result<(), String> {
    if path.ends_with(EXTENSION) && !path.ends_with(&format!("/{EXTENSION}")) && path != EXTENSION {
        Ok(())
    } else {
        Err(format!("rule files end in `{EXTENSION}`"))
    }
}
