//! Tests that stand in source files. Cargo does not run them: `tests/internals` compiles their files, and has to name each.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::layers::{Text, code, texts};

/// The module that a line begins, and whether it lies in another file.
fn module(line: &str) -> Option<(&str, bool)> {
    let line = line.trim();
    let name = line.split_once("mod ").filter(|(before, _)| {
        before.is_empty() || before.starts_with("pub") && before.ends_with([' ', ')'])
    })?;
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (name, is_elsewhere) = match name.1.strip_suffix(';') {
        Some(name) => (name, true),
        None => (name.1.strip_suffix(" {")?, false),
    };
    Some(name).filter(is_name).map(|name| (name, is_elsewhere))
}

/// The files below `src` that a text names by its modules, itself in a folder of `src`; and those that they name.
fn reached(text: &str, folder: &str, found: &mut BTreeSet<String>) {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut inside: Vec<&str> = Vec::new();
    for (_, line) in code(text) {
        let depth = line.len() - line.trim_start().len();
        match module(line) {
            Some((name, false)) => {
                inside.truncate(depth / 4);
                inside.push(name);
            }
            Some((name, true)) => {
                inside.truncate(depth / 4);
                let parts = [folder].into_iter().chain(inside.iter().copied());
                let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
                let below = [parts.as_slice(), &[name]].concat().join("/");
                for file in [format!("{below}.rs"), format!("{below}/mod.rs")] {
                    if let Ok(text) = fs::read_to_string(src.join(&file)) {
                        reached(&text, &below, found);
                        found.insert(file);
                    }
                }
            }
            None => {}
        }
    }
}

#[test]
fn modules_are_found() {
    assert_eq!(module("    mod rows;"), Some(("rows", true)));
    assert_eq!(module("pub(crate) mod rows;"), Some(("rows", true)));
    assert_eq!(module("mod line {"), Some(("line", false)));
    assert_eq!(module("use mod_of::x;"), None);
    let mut found = BTreeSet::new();
    let text =
        "mod odds {\n    mod render {\n        mod csv;\n    }\n\n    mod ask;\n}\nmod suggest;\n";
    reached(text, "", &mut found);
    let files: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(
        files,
        ["odds/ask.rs", "odds/render/csv.rs", "suggest/mod.rs"]
    );
}

#[test]
fn each_test_in_a_source_file_is_run() {
    let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/internals/main.rs");
    let main = fs::read_to_string(main).expect("the program that runs them");
    let mut run = BTreeSet::new();
    reached(&main, "", &mut run);
    let mut lost = Vec::new();
    let mut count = 0;
    for Text { path, text, .. } in texts() {
        let file = path.to_string_lossy().replace('\\', "/");
        let has_tests = code(&text).any(|(_, line)| {
            let line = line.trim();
            line == "#[test]" || line.starts_with("#[cfg(") && line.contains("test")
        });
        count += usize::from(has_tests);
        if has_tests && !run.contains(&file) {
            lost.push(file);
        }
    }
    assert!(count > 20, "{count}");
    assert!(lost.is_empty(), "tests/internals does not run: {lost:#?}");
}
