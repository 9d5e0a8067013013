//! The files below a folder. Lists them, and reads none.

use std::fs;
use std::path::{Path, PathBuf};

use super::Trouble;
use super::projects::{cannot, shown};
use crate::load::EXTENSION;

/// Folders that hold nothing that people wrote. Hidden ones are left out too.
const SKIPPED: &str = "target";

/// How far a folder is looked through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Only itself.
    One,
    /// With the folders in it.
    All,
}

/// The files of the language in a folder and the folders in it, sorted; there must be some.
pub(super) fn scenarios_in(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    let found = in_folder(folder, &[EXTENSION], Depth::All)?;
    if found.is_empty() {
        let why = format!("there is no `{EXTENSION}` file in `{}`", shown(folder));
        return Err(Trouble::new(why));
    }
    Ok(found)
}

/// The files in a folder that end in one of these ways, sorted. Links to folders are not followed, hidden files and folders left out.
pub(super) fn in_folder(
    folder: &Path,
    endings: &[&str],
    depth: Depth,
) -> Result<Vec<PathBuf>, Trouble> {
    let (mut folders, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| cannot(&folder, "read", error))?;
        for entry in entries {
            let entry = entry.map_err(|error| cannot(&folder, "read", error))?;
            let kind = entry
                .file_type()
                .map_err(|error| cannot(entry.path(), "read", error))?;
            let name = entry.file_name();
            let left_out = name.to_string_lossy().starts_with('.') || name == SKIPPED;
            if left_out {
                continue;
            }
            if kind.is_dir() {
                folders.extend((depth == Depth::All).then(|| entry.path()));
                continue;
            }
            let name = name.to_string_lossy();
            if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}
