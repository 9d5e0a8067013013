//! Where texts come from: the one thing that the loader asks of the world outside.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use super::path::in_base;
use crate::source::hash;

/// How the files of the language end.
pub const EXTENSION: &str = ".affray";

/// A number for rule files by their paths and texts, in whatever order they are given: another one if any of them is another.
pub fn digest<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> u64 {
    let sorted: BTreeMap<&str, &str> = files.into_iter().collect();
    let parts = sorted.into_iter();
    let parts = parts.flat_map(|(path, text)| [path.as_bytes(), &[0], text.as_bytes(), &[0]]);
    hash(parts.flatten().copied())
}

/// Gives the bytes of files. The command line reads a disk, tests and the browser have a map.
pub trait Files {
    /// The whole of a file. The path starts from the root of the project, or behind a `:` from a folder that the project has named, with `/` between
    /// folders, without `.` and `..`.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable>;

    /// What would help an author whose path leads so many folders above the root, and from there to the file `rest`: what the project is, and why.
    /// `None` where there is nothing to say of it, as in memory.
    fn help_outside(&self, _above: usize, _rest: &str) -> Option<String> {
        None
    }

    /// The names of the other rule files and scenarios in the folder of a file, without logs of play, in their order. None where that is not known.
    fn beside(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// The file with the settings of the project, where something in it means nothing. `None` where there is no such file, as in memory.
    fn unknown_settings(&mut self) -> Option<UnknownSettings> {
        None
    }
}

/// A file of settings, and what in it means nothing.
#[derive(Clone, Debug)]
pub struct UnknownSettings {
    /// The path of the file.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What means nothing in it.
    pub found: Vec<UnknownSetting>,
}

/// A setting that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSetting {
    /// Where it stands.
    pub place: Range<usize>,
    /// What is wrong with it.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Whether it is meant for this program, so that something is missing without it.
    pub is_meant: bool,
}

/// Why a file is not given, or not written; in words that go on after "`x.affray` cannot be read: ".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not there, or the system says no.
    Cannot(String),
    /// It is there, but may not be read: it lies outside the project, or is no ordinary file.
    Refused(String),
    /// It has too many bytes.
    TooLarge {
        /// So many it has, or more.
        bytes: u64,
        /// So many are read at most.
        most: u64,
    },
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Cannot(why) | Unreadable::Refused(why) => f.write_str(why),
            Unreadable::TooLarge { bytes, most } => {
                write!(
                    f,
                    "it is too large: {bytes} bytes, and {most} are read at most"
                )
            }
        }
    }
}

/// Whether the name of a file is that of a rule file or a scenario, and not of a log of play.
pub(super) fn is_written_by_hand(name: &str) -> bool {
    let stem = name.strip_suffix(EXTENSION);
    stem.is_some_and(|stem| !stem.is_empty() && !stem.contains(".log"))
}

/// Files held in memory, by their paths.
impl Files for BTreeMap<String, String> {
    fn beside(&self, path: &str) -> Vec<String> {
        let folder = path.rfind('/').map_or("", |end| &path[..=end]);
        let names = self.keys().filter(|other| *other != path);
        let names = names.filter_map(|other| other.strip_prefix(folder));
        let names = names.filter(|name| !name.contains('/') && is_written_by_hand(name));
        names.map(str::to_owned).collect()
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match self.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err(Unreadable::Cannot(match in_base(path) {
                Some(_) => "folders outside of the project are read on a disk alone: put a copy of this file into the project".to_owned(),
                None => "there is no such file".to_owned(),
            })),
        }
    }
}
