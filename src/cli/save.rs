//! Saving scenarios that were found: into a new file of the project of their rules.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use super::Trouble;
use super::projects::cannot;
use crate::load::SCHEME;
use crate::load::write::{Over, make_folder, may_write, write};

/// Writes scenarios into a new file of a project. Each names its rules in its second line, from the root; they are named from the folder of the file.
pub(super) fn save_scenarios(file: &str, scenarios: &[&str], root: &Path) -> Result<(), Trouble> {
    let cannot = |why: &dyn Display| cannot(file, "written", why);
    let place = std::path::absolute(file).map_err(|error| cannot(&error))?;
    let folder = place.parent().unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| cannot(&error))?;
    let Ok(inside) = folder.strip_prefix(root) else {
        return Err(cannot(&"it would lie outside the project of the rules"));
    };
    let rules = format!("\n  rules \"{}", "../".repeat(inside.components().count()));
    let scenarios = scenarios.iter();
    let built_in = format!("\n  rules \"{SCHEME}");
    let scenarios: Vec<String> = scenarios
        .map(|scenario| match scenario.contains(&built_in) {
            true => (*scenario).to_owned(),
            false => scenario.replacen("\n  rules \"", &rules, 1),
        })
        .collect();
    write(&place, &scenarios.join("\n"), Over::Nothing, &[]).map_err(|why| cannot(&why))
}

/// Whether scenarios can be saved there, as far as that is known before they are found: that can take long.
pub(super) fn can_save(file: Option<&String>) -> Result<(), Trouble> {
    let Some(file) = file else { return Ok(()) };
    let allowed = may_write(Path::new(file), Over::Nothing, &[]);
    allowed
        .map(drop)
        .map_err(|why| cannot(file, "written", why))
}

/// Writes files into folders, which are made, or none where one of them may not be written.
pub(super) fn write_all(files: &[(PathBuf, String)], over: Over<'_>) -> Result<(), Trouble> {
    for (place, _) in files {
        may_write(place, over, &[]).map_err(|why| cannot(place, "written", why))?;
    }
    for (place, text) in files {
        let failed = |why| cannot(place, "written", why);
        if let Some(folder) = place.parent() {
            make_folder(folder).map_err(failed)?;
        }
        write(place, text, over, &[]).map_err(failed)?;
    }
    Ok(())
}
