//! The house: which room may use which, how long a file may be, and that no game system is known to the program.
//!
//! `docs/architecture.md` says the same in prose; change both together.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of `src`, lowest first, each with the rooms that it may use beside itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("source", BASE),
    ("suggest", BASE),
    ("diagnostic", BASE),
    ("snapshot", &[]),
    ("syntax", BASE),
    ("ruleset", BASE),
    ("analysis", &["source", "ruleset"]),
    ("scenario", &["source", "ruleset"]),
    ("journal", &["source", "ruleset", "scenario"]),
    (
        "check",
        &[
            "source",
            "suggest",
            "diagnostic",
            "syntax",
            "ruleset",
            "scenario",
        ],
    ),
    ("line", &["ruleset"]),
    ("run", &["source", "ruleset", "scenario", "journal"]),
    ("program", &["source", "ruleset", "analysis", "run"]),
    ("evaluator", &["ruleset", "run"]),
    ("monitor", &["ruleset", "scenario", "journal", "run"]),
    (
        "machine",
        &[
            "source", "ruleset", "analysis", "scenario", "journal", "line", "run", "program",
        ],
    ),
    (
        "study",
        &["source", "diagnostic", "ruleset", "analysis", "evaluator"],
    ),
    (
        "load",
        &[
            "source",
            "suggest",
            "diagnostic",
            "syntax",
            "ruleset",
            "scenario",
            "snapshot",
            "check",
            "study",
        ],
    ),
    ("view", VIEWS),
    ("suite", VIEWS),
    (
        "why",
        &[
            "source", "suggest", "ruleset", "analysis", "scenario", "journal", "run", "machine",
            "view", "suite",
        ],
    ),
    ("diff", COMPARING),
    (
        "mutants",
        &[
            "source",
            "diagnostic",
            "syntax",
            "ruleset",
            "check",
            "load",
            "suite",
            "diff",
        ],
    ),
    (
        "document",
        &[
            "source", "syntax", "ruleset", "load", "scenario", "suite", "view", "diff", "odds",
        ],
    ),
    (
        "corpus",
        &["snapshot", "ruleset", "journal", "view", "why", "suite"],
    ),
    (
        "situation",
        &[
            "source", "ruleset", "analysis", "scenario", "journal", "run",
        ],
    ),
    (
        "starter",
        &[
            "source",
            "syntax",
            "ruleset",
            "scenario",
            "journal",
            "load",
            "machine",
            "view",
            "suite",
            "situation",
        ],
    ),
    (
        "odds",
        &[
            "source",
            "suggest",
            "diagnostic",
            "ruleset",
            "analysis",
            "scenario",
            "journal",
            "run",
            "program",
            "machine",
            "monitor",
            "view",
            "suite",
            "why",
        ],
    ),
    (
        "publish",
        &[
            "source",
            "diagnostic",
            "scenario",
            "check",
            "load",
            "view",
            "suite",
            "diff",
            "odds",
            "document",
        ],
    ),
    (
        "play",
        &[
            "source",
            "suggest",
            "diagnostic",
            "syntax",
            "ruleset",
            "scenario",
            "journal",
            "check",
            "run",
            "program",
            "machine",
            "view",
            "suite",
        ],
    ),
    (
        "lookup",
        &[
            "source",
            "suggest",
            "diagnostic",
            "syntax",
            "ruleset",
            "scenario",
            "journal",
            "check",
            "load",
            "view",
        ],
    ),
    (
        "lsp",
        &[
            "source",
            "suggest",
            "diagnostic",
            "snapshot",
            "syntax",
            "load",
            "lookup",
            "view",
            "why",
            "suite",
        ],
    ),
    ("cli", EVERYTHING),
    ("main.rs", &["cli"]),
    ("lib.rs", &[]),
];

/// Texts and what is said about them know each other.
const BASE: &[&str] = &["source", "suggest", "diagnostic"];

/// Who reads rules and journals, and knows no syntax.
const VIEWS: &[&str] = &[
    "source",
    "suggest",
    "diagnostic",
    "ruleset",
    "analysis",
    "scenario",
    "journal",
    "check",
    "run",
    "evaluator",
    "program",
    "machine",
    "monitor",
    "view",
];

/// Who compares whole rule files, in text and in play.
const COMPARING: &[&str] = &[
    "source",
    "syntax",
    "ruleset",
    "scenario",
    "journal",
    "check",
    "load",
    "run",
    "machine",
    "view",
    "suite",
    "situation",
];

/// The rim.
const EVERYTHING: &[&str] = &[
    "source",
    "suggest",
    "diagnostic",
    "snapshot",
    "syntax",
    "ruleset",
    "scenario",
    "journal",
    "check",
    "run",
    "study",
    "load",
    "view",
    "why",
    "suite",
    "situation",
    "diff",
    "mutants",
    "document",
    "publish",
    "corpus",
    "starter",
    "lsp",
    "odds",
    "play",
];

/// How many lines a file may have. What is longer holds two ideas.
const MOST_LINES: usize = 500;

/// Names of game systems and of what belongs to one of them.
const SYSTEMS: &[&str] = &[
    "osric",
    "demon idol",
    "demon_idol",
    "crucible",
    "halvaine",
    "huso",
    "base initiative",
    "base_initiative",
    "group initiative",
    "group_initiative",
];

pub(super) struct Text {
    pub room: String,
    pub path: PathBuf,
    pub text: String,
}

/// Every Rust file of `src`, in sorted order.
pub(super) fn texts() -> Vec<Text> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut texts) = (vec![src.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of src") {
            let path = entry.expect("an entry of src").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&src).expect("below src");
                let room = inside.components().next().expect("a name");
                texts.push(Text {
                    room: room.as_os_str().to_string_lossy().into_owned(),
                    text: fs::read_to_string(&path).expect("text"),
                    path: inside.to_path_buf(),
                });
            }
        }
    }
    texts.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(texts.len() > 40, "src is found");
    texts
}

/// The lines without their comments, with their numbers. (A `//` in a text cuts the line short; that is no harm here.)
pub(super) fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default()))
}

/// The rooms that a line names: `crate::run::Fault`, `affray::cli`, `crate::{run, journal::Entry}`.
fn named_rooms(line: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut rooms = Vec::new();
    for start in ["crate::", "affray::"] {
        for (at, _) in line.match_indices(start) {
            let rest = &line[at + start.len()..];
            match rest.strip_prefix('{') {
                Some(list) => rooms.extend(list.split(',').map(|part| word(part.trim_start()))),
                None => rooms.push(word(rest)),
            }
        }
    }
    rooms
}

#[test]
fn no_room_uses_what_stands_above_it() {
    let mut wrong = Vec::new();
    for Text { room, path, text } in texts() {
        let path = path.display();
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            wrong.push(format!("{path}: the room `{room}` has no layer yet"));
            continue;
        };
        for (number, line) in code(&text) {
            for used in named_rooms(line) {
                let is_room = ROOMS.iter().any(|(name, _)| *name == used);
                if is_room && used != room && !allowed.contains(&used.as_str()) {
                    wrong.push(format!("{path}:{number}: `{room}` may not use `{used}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What changes something on a disk, as the standard library calls it.
const CHANGES: &[&str] = &[
    "fs::write",
    "write(true)",
    "append(true)",
    "OpenOptions",
    "File::options",
    "File::create",
    "create_new",
    "create_dir",
    "DirBuilder",
    "remove_file",
    "remove_dir",
    "fs::rename",
    "fs::copy",
    "hard_link",
    "symlink(",
    "set_permissions",
    "set_len",
    "set_times",
    "set_modified",
];

#[test]
fn one_file_alone_changes_the_disk() {
    let mut wrong = Vec::new();
    for Text { path, text, .. } in texts() {
        let file = path.to_string_lossy().replace('\\', "/");
        for (number, line) in code(&text) {
            for change in CHANGES.iter().filter(|change| line.contains(**change)) {
                wrong.push((file.clone(), format!("{file}:{number}: `{change}`")));
            }
        }
    }
    let is_writer = |(file, _): &(String, String)| file == "load/write.rs";
    assert!(wrong.iter().any(is_writer), "the words are those in use");
    wrong.retain(|one| !is_writer(one));
    assert!(wrong.is_empty(), "only `load/write.rs` may: {wrong:#?}");
}

/// Whoever shows or explains a run reads its journal; only these play.
#[test]
fn few_of_the_views_play() {
    // `view/fault.rs` tells of faults, whose data `run` has.
    let players = [
        "why/replay.rs",
        "why/stopped.rs",
        "why/attribute.rs",
        "why/absent.rs",
        "why/unasked.rs",
        "why/cancelled.rs",
        "why/counterfactual/",
        "suite/",
        "view/fault.rs",
    ];
    let mut wrong = Vec::new();
    for Text { room, path, text } in texts() {
        let file = path.to_string_lossy().replace('\\', "/");
        let is_view = ["view", "why", "suite"].contains(&room.as_str());
        let may = players.iter().any(|known| file.starts_with(known));
        let plays = code(&text).any(|(_, line)| {
            let used = named_rooms(line);
            used.iter().any(|room| room == "run" || room == "machine")
        });
        if is_view && plays && !may {
            wrong.push(file);
        }
    }
    assert!(wrong.is_empty(), "these may not play: {wrong:?}");
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = texts()
        .iter()
        .filter(|text| text.text.lines().count() > MOST_LINES)
        .map(|text| text.path.to_string_lossy().replace('\\', "/"))
        .collect();
    assert!(
        long.is_empty(),
        "files of more than {MOST_LINES} lines: {long:?}"
    );
}

/// Examples in comments may name a system; the program may not.
#[test]
fn no_game_system_is_known_to_the_program() {
    let mut wrong = Vec::new();
    for Text { path, text, .. } in texts() {
        for (number, line) in code(&text) {
            let line = line.to_lowercase();
            for system in SYSTEMS.iter().filter(|system| line.contains(**system)) {
                wrong.push(format!("{}:{number}: `{system}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Documents for those who change the program.
const DOCUMENTS: &[&str] = &["docs/architecture.md", "docs/rooms.md", "CONTRIBUTING.md"];

/// A path in these may begin here.
const FOLDERS: &[&str] = &["", "src", "docs"];

#[test]
fn paths_that_documents_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_path = |word: &str| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_./".contains(c);
        let named = word.contains('/') || word.ends_with(".rs") || word.ends_with(".md");
        named && word.chars().all(plain)
    };
    let is_there = |word: &str| {
        let mut places = FOLDERS.iter().map(|folder| root.join(folder).join(word));
        places.any(|place| place.exists() || place.with_extension("rs").exists())
    };
    let mut missing = Vec::new();
    let mut found = 0;
    for document in DOCUMENTS {
        let text = fs::read_to_string(root.join(document)).expect("the document");
        // Between backticks, on one line.
        let quoted = text
            .lines()
            .flat_map(|line| line.split('`').skip(1).step_by(2));
        for word in quoted.filter(|word| is_path(word)) {
            found += 1;
            if !is_there(word) {
                missing.push(format!("{document}: `{word}`"));
            }
        }
    }
    assert!(found > 100, "{found}");
    assert!(missing.is_empty(), "these are not there: {missing:#?}");
}

/// The document with the table of lines; `AFFRAY_WRITE_LINES=1 cargo test --test layers` writes the table anew.
const LINES_DOCUMENT: &str = "docs/rooms.md";

/// Between these lines of the document stands the table.
const LINES_BEGIN: &str = "| room | lines |\n| --- | ---: |\n";
const LINES_END: &str = "\n\n";

/// The lines of each room in the order of the layers, and of all together.
fn room_lines() -> Vec<(String, usize)> {
    let texts = texts();
    let lines = |text: &Text| text.text.lines().count();
    let of_room = |room: &str| {
        texts
            .iter()
            .filter(|text| text.room == room)
            .map(lines)
            .sum()
    };
    let mut rows: Vec<(String, usize)> = (ROOMS.iter().map(|(room, _)| *room))
        .map(|room| (format!("`{room}`"), of_room(room)))
        .collect();
    rows.push(("all".to_owned(), texts.iter().map(lines).sum()));
    rows
}

#[test]
fn the_table_of_lines_is_right_within_a_tenth() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(LINES_DOCUMENT);
    let document = fs::read_to_string(&path).expect("the document");
    let (before, rest) = document.split_once(LINES_BEGIN).expect("a table of lines");
    let (table, after) = rest.split_once(LINES_END).expect("an end of the table");
    let rows = room_lines();
    if std::env::var_os("AFFRAY_WRITE_LINES").is_some() {
        let rows = rows
            .iter()
            .map(|(room, lines)| format!("| {room} | {lines} |"));
        let table = rows.collect::<Vec<_>>().join("\n");
        let written = format!("{before}{LINES_BEGIN}{table}{LINES_END}{after}");
        fs::write(&path, written).expect("the document can be written");
        return;
    }
    let mut wrong = Vec::new();
    let mut written = table.lines();
    for (room, lines) in &rows {
        let row = written.next().unwrap_or_default();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let is_near = |told: usize| told.abs_diff(*lines) * 10 <= *lines;
        let told = cells.get(2).and_then(|cell| cell.parse().ok());
        if cells.get(1) != Some(&room.as_str()) || !told.is_some_and(is_near) {
            wrong.push(format!(
                "{room} has {lines} lines, but the table says `{row}`"
            ));
        }
    }
    wrong.extend(written.map(|row| format!("no such room: `{row}`")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Names that files had before they were called by the words of their field.
const FORMER: &str = "ahead aim alike around arrivals colours draw exercised forget gaps gone hold knots left luck many noted \
     onward over paint people point points probe promise ranked reach renew respond ring say seen shape sorted spell \
     spots standing tell told turn unreached unsaid used";

/// Files that are called so for another reason.
const KEPT: &[&str] = &[
    // It draws.
    "cli/draw.rs",
    // Program points.
    "analysis/liveness/points.rs",
    // What is reached by calls.
    "analysis/reach.rs",
    // What a kind keeps a note of, as the document says it.
    "document/items/noted.rs",
];

#[test]
fn former_names_do_not_come_back() {
    let former: Vec<&str> = FORMER.split_whitespace().collect();
    let mut back = Vec::new();
    for Text { path, .. } in texts() {
        let file = path.to_string_lossy().replace('\\', "/");
        let mut parts = file.split('/').map(|part| part.trim_end_matches(".rs"));
        if parts.any(|part| former.contains(&part)) && !KEPT.contains(&file.as_str()) {
            back.push(file);
        }
    }
    assert!(back.is_empty(), "{back:?}");
}

/// Words for people, which comments do not use of programs.
const PEOPLE: &[&str] = &["whoever", "nobody", "somebody"];

/// Where they still stand; and files whose comments are part of a published schema.
const STILL: &[&str] = &[
    "cli/test/unnoticed.rs",
    "odds/apart/",
    "syntax/",
    "view/json/entry.rs",
];

#[test]
fn comments_speak_of_programs_as_of_programs() {
    let mut wrong = Vec::new();
    for Text { path, text, .. } in texts() {
        let file = path.to_string_lossy().replace('\\', "/");
        if STILL.iter().any(|place| file.starts_with(place)) {
            continue;
        }
        let comments = text.lines().enumerate().filter_map(|(index, line)| {
            let comment = line.trim_start().strip_prefix("//")?;
            Some((index + 1, comment.to_lowercase()))
        });
        for (number, comment) in comments {
            let words = comment.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| PEOPLE.contains(word)) {
                wrong.push(format!("{file}:{number}: `{word}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
