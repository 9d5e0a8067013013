//! What the tests that play whole files share.
#![allow(dead_code)]

#[cfg(feature = "cli")]
pub mod binary;
#[cfg(feature = "lsp")]
pub mod client;
pub mod luck;
pub mod requests;
pub mod shake;

use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::load::{Disk, Loader, Playable};
use affray::source::{Limits, Sources};
use affray::suite::{Played, play};
use affray::why::Run;
use std::path::{Path, PathBuf};

/// The folder of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All rule and scenario files below a folder of the project, sorted, as paths from the root.
pub fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "affray") {
                found.push(
                    path.strip_prefix(root())
                        .unwrap_or(Path::new(""))
                        .to_string_lossy()
                        .replace('\\', "/"),
                );
            }
        }
    }
    found.sort();
    found
}

/// The rule files and scenarios below a folder but for those that are cases of mistakes.
pub fn playable_files(folder: &str) -> Vec<String> {
    let mut found = files(folder);
    found.retain(|path| !path.contains("/beginners/") && !path.contains("/bad/"));
    found
}

/// Diagnostics as a terminal without colour shows them.
pub fn shown(diagnostics: &Diagnostics, sources: &Sources) -> String {
    render(
        diagnostics,
        sources,
        &RenderStyle {
            width: 100,
            ..RenderStyle::default()
        },
    )
}

/// The scenarios of a file, and everything that is wrong with it.
pub fn load(loader: &mut Loader, path: &str) -> (Vec<Playable>, Diagnostics) {
    let mut disk =
        Disk::below(&root(), &Limits::DEFAULT).expect("the folder of the project can be read");
    let loaded = loader.load(path, &mut disk);
    (loaded.scenarios, loaded.diagnostics)
}

/// The text of a file of the project.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file of the project")
}

/// What `why` looks into.
pub fn run<'a>(playable: &'a Playable, played: &'a Played, sources: &'a Sources) -> Run<'a> {
    Run {
        rules: &playable.rules.ruleset,
        scenario: &playable.scenario,
        seed: None,
        journal: &played.journal,
        sources,
        limits: Limits::DEFAULT,
        watcher: None,
        waits: None,
    }
}

/// Laws that are slow to hold against everything are held against one scenario of so many; against all with `AFFRAY_WHOLE=1`.
pub fn stride() -> usize {
    match std::env::var("AFFRAY_WHOLE").as_deref() {
        Ok("1") => 1,
        _ => 3,
    }
}

/// Plays every scenario of the files below a folder.
pub fn each_run(folder: &str, look: impl FnMut(&str, &Playable, &Played, &Sources)) {
    each_nth_run(folder, 1, look);
}

/// Plays a share of the scenarios of the files below a folder.
pub fn each_run_of_share(folder: &str, look: impl FnMut(&str, &Playable, &Played, &Sources)) {
    each_nth_run(folder, stride(), look);
}

fn each_nth_run(
    folder: &str,
    stride: usize,
    mut look: impl FnMut(&str, &Playable, &Played, &Sources),
) {
    let (mut loader, mut number) = (Loader::new(Limits::DEFAULT), 0);
    for path in files(folder) {
        for playable in load(&mut loader, &path).0 {
            number += 1;
            if number % stride == 0 {
                let rules = &playable.rules.ruleset;
                let played = play(rules, &playable.scenario, None, &Limits::DEFAULT);
                look(&path, &playable, &played, loader.sources());
            }
        }
    }
}
