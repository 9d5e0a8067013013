//! Lists the rule files in `rules/`, so that the program holds their texts and names none of them itself.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=rules");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let folder = root.join("rules");
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    let mut names: Vec<(String, &PathBuf)> = files
        .iter()
        .map(|path| (name(&folder, path), path))
        .collect();
    names.sort();
    let mut list = String::from("&[\n");
    for (name, path) in names {
        let path = path.display().to_string();
        let _ = writeln!(list, "    ({name:?}, include_str!({path:?})),");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("builtin.rs"), list)
}

/// The rule files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "affray") {
            files.push(path);
        }
    }
    Ok(())
}

/// The path of a file from a folder, with `/` on every system.
fn name(folder: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    let parts = parts.map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.collect::<Vec<_>>().join("/")
}
