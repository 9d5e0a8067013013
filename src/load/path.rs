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
pub enum PathRefusal {
    /// The path leads out of the project.
    Outside {
        /// So many folders above its root,
        above: usize,
        /// and from there to this file.
        rest: String,
    },
    /// The path is not spelled as paths must be.
    Misspelt(String),
}

impl fmt::Display for PathRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathRefusal::Outside { .. } => f.write_str("it leads out of the project"),
            PathRefusal::Misspelt(why) => f.write_str(why),
        }
    }
}

/// The name of a folder outside of the project and the path of a file in it, of a path that begins with such a name: `shared:lib/a.affray`.
pub fn in_base(path: &str) -> Option<(&str, &str)> {
    let parts = path.split_once(':');
    parts.filter(|(name, _)| is_base_name(name))
}

/// Whether a folder outside of the project can be called so; a single letter is that of a drive.
pub(super) fn is_base_name(name: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(inner)
        && name != SCHEME.trim_end_matches(':')
}

/// What a path begins with that does not start from the root of the project: [`SCHEME`], or the name of a folder outside with its `:`; and the rest.
fn rooted(path: &str) -> Option<(&str, &str)> {
    let colon = match path.strip_prefix(SCHEME) {
        Some(_) => SCHEME.len(),
        None => in_base(path)?.0.len() + 1,
    };
    Some(path.split_at(colon))
}

/// Whether a path starts from the root of the project.
pub fn is_inside(path: &str) -> bool {
    rooted(path).is_none()
}

/// Where the file lies that another one names, from the root of the project, or why it may not be named so. A built-in rule file is named with the
/// [scheme](SCHEME), one of a folder outside with the name of that folder, and both may be named without their ending; what such a file names lies
/// beside it.
///
/// `from` is the naming file, as this function or the caller of the loader spelled it.
pub fn resolve(from: &str, named: &str) -> Result<String, PathRefusal> {
    let path = match (rooted(named), rooted(from)) {
        (Some((root, name)), _) if name.ends_with(EXTENSION) => (root, within("", name)),
        (Some((root, name)), _) => (root, within("", &format!("{name}{EXTENSION}"))),
        (None, Some((root, from))) => (root, within(from, named)),
        (None, None) => return within(from, named),
    };
    match path {
        (root, Ok(path)) => Ok(format!("{root}{path}")),
        (root, Err(PathRefusal::Outside { .. })) => {
            let why = format!("it leads out of the folder `{root}`");
            Err(PathRefusal::Misspelt(why))
        }
        (_, refused) => refused,
    }
}

/// The same within one root.
fn within(from: &str, named: &str) -> Result<String, PathRefusal> {
    well_spelled(named).map_err(PathRefusal::Misspelt)?;
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
    let path = parts.join("/");
    match above {
        0 => Ok(path),
        _ => Err(PathRefusal::Outside { above, rest: path }),
    }
}

/// Whether the path of a rule file is written in the one way that means the same on every system.
pub(super) fn well_spelled(path: &str) -> Result<(), String> {
    spelled(path, "this file")?;
    path.split('/').try_for_each(well_named)?;
    rule_file(path)
}

/// Whether the path of a folder, from that of `affray.toml`, is written so.
#[cfg(feature = "native")]
pub(super) fn folder(path: &str) -> Result<(), String> {
    spelled(path, "`affray.toml`")?;
    let path = path.strip_suffix('/').unwrap_or(path);
    path.split('/').try_for_each(well_named)
}

/// The same of its signs alone.
fn spelled(path: &str, start: &str) -> Result<(), String> {
    let refused = if path.trim().is_empty() {
        "it is empty"
    } else if path.len() > LONGEST {
        "it is too long"
    } else if path.chars().any(is_hidden) {
        "it holds a hidden character"
    } else if path.contains('\\') {
        "folders are divided by `/`, not by a backslash"
    } else if path.starts_with('/') {
        return Err(format!(
            "it must start from the folder of {start}, not from the root of the disk"
        ));
    } else if path.starts_with('~') {
        return Err(format!(
            "it must start from the folder of {start}, not from a home folder"
        ));
    } else if path.contains(':') {
        "it may have no drive letter, no address of a net and no `:`"
    } else if path.contains('%') {
        "it may not contain `%`"
    } else if path.contains(['<', '>', '"', '|', '?', '*']) {
        "it may contain none of `< > \" | ? *`"
    } else {
        return Ok(());
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
