//! The file of a snapshot from outside: its name, its form (which the crate insta reads and writes too), and differences.

use std::fs;
use std::path::{Path, PathBuf};

use affray::snapshot::{LONGEST, LineMark, Snapshot, difference, file_stem};
use proptest::prelude::*;

/// Titles that are hard to write in a head.
const TITLES: &[&str] = &[
    "First blood",
    "with \"quotes\" and \\ strokes",
    "colon: and # sign, 'single', [list] {map}",
    "- a dash first",
    "null",
    "12",
    "龍 é goblin 👩‍👩‍👧‍👦",
    "a\u{85}b\u{2028}c\u{feff}d",
    "tab\tand\nbreak",
    "",
];

/// Transcripts that are hard to tell from a head.
const TRANSCRIPTS: &[&str] = &[
    "First blood\n\nRound 1\n  ann strikes bob\n      bob: hp 5 -> 2\n",
    "---\nsource: other\n---\n---\n",
    "one line\n",
    "龍 strikes \"é\"\n",
];

/// An empty folder of this test alone.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("snapshot")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn snapshots() -> Vec<Snapshot> {
    let mut all = Vec::new();
    for title in TITLES {
        for transcript in TRANSCRIPTS {
            for line in [None, Some(12)] {
                all.push(Snapshot {
                    source: "my fights/the mill.affray".to_owned(),
                    title: (*title).to_owned(),
                    line,
                    transcript: (*transcript).to_owned(),
                });
            }
        }
    }
    all
}

#[test]
fn what_is_written_can_be_read() {
    for snapshot in snapshots() {
        assert_eq!(Snapshot::read(&snapshot.written()), Some(snapshot));
    }
}

#[test]
fn insta_reads_what_is_written() {
    let folder = folder("insta_reads");
    for snapshot in snapshots() {
        let path = folder.join("one.snap");
        fs::write(&path, snapshot.written()).expect("a file");
        let read = insta::Snapshot::from_file(&path).expect("insta reads it");
        let about = read.metadata();
        assert_eq!(about.source(), Some(snapshot.source.as_str()));
        assert_eq!(about.assertion_line(), snapshot.line);
        assert_eq!(about.description().unwrap_or(""), snapshot.title);
        let text = read.as_text().expect("text").to_string();
        assert_eq!(text.trim_end(), snapshot.transcript.trim_end());
    }
}

/// `save` is how insta itself writes a snapshot.
#[test]
fn what_insta_writes_can_be_read() {
    let folder = folder("insta_writes");
    for snapshot in snapshots().into_iter().map(Snapshot::accepted) {
        let path = folder.join("one.snap");
        fs::write(&path, snapshot.written()).expect("a file");
        let read = insta::Snapshot::from_file(&path).expect("insta reads it");
        read.save(&path).expect("insta writes it");
        let written = fs::read_to_string(&path).expect("a file");
        assert_eq!(Snapshot::read(&written), Some(snapshot), "{written}");
    }
}

/// The snapshots of the tests of this project were written by insta, from version to version.
#[test]
fn snapshots_of_other_tests_are_read_as_insta_reads_them() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = ["language", "running", "views", "tools"];
    let entries = folders.iter().flat_map(|folder| {
        fs::read_dir(tests.join(folder).join("snapshots")).expect("a folder of snapshots")
    });
    let mut read = 0;
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "snap") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file");
        let ours = Snapshot::read(&text).expect("a snapshot");
        let theirs = insta::Snapshot::from_file(&path).expect("insta reads it");
        let about = theirs.metadata();
        assert_eq!(ours.source, about.source().unwrap_or(""), "{path:?}");
        assert_eq!(ours.title, about.description().unwrap_or(""), "{path:?}");
        let text = theirs.as_text().expect("text").to_string();
        assert_eq!(ours.transcript.trim_end(), text.trim_end(), "{path:?}");
        read += 1;
    }
    assert!(read > 100, "the snapshots are found");
}

#[test]
fn heads_of_other_hands_are_read_and_what_is_none_is_not() {
    let read = |text: &str| Snapshot::read(text);
    let other = "---\r\nsource: a.affray\r\nexpression: |\r\n  source: no\r\ninfo:\r\n  title: no\r\ndescription: 'ann''s fight'\r\nnew_key: [1]\r\n---\r\nRound 1\r\n\r\n";
    let snapshot = read(other).expect("a snapshot");
    assert_eq!(
        (snapshot.source.as_str(), snapshot.title.as_str()),
        ("a.affray", "ann's fight")
    );
    assert_eq!(snapshot.transcript, "Round 1\n");
    for none in [
        "",
        "---",
        "---\nsource: a",
        "exports[`a`] = 1;\n",
        "Round 1\n---\n---\n",
    ] {
        assert_eq!(read(none), None, "{none:?}");
    }
}

/// A transcript is the same whatever an editor or a version control system does to the ends of its lines.
#[test]
fn ends_of_lines_make_no_difference() {
    let text = "---\nsource: a.affray\n---\nRound 1\n  ann waits\n";
    let windows = Snapshot::read(&text.replace('\n', "\r\n")).expect("a snapshot");
    assert!(windows.keeps("Round 1\n  ann waits\n"));
    assert!(!windows.keeps("Round 1\n ann waits\n"));
}

/// Names that some systems take for devices.
fn is_device(stem: &str) -> bool {
    let port = |name: &str| {
        stem.strip_prefix(name)
            .is_some_and(|number| number.len() == 1)
    };
    ["con", "prn", "aux", "nul"].contains(&stem) || port("com") || port("lpt")
}

proptest! {
    #[test]
    fn names_can_be_used_everywhere(file in ".{0,90}", title in ".{0,120}") {
        if let Some(name) = file_stem(&file, &title) {
            prop_assert!((1..=LONGEST).contains(&name.len()), "{}", name);
            let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
            prop_assert!(name.chars().all(safe), "{}", name);
            prop_assert!(!is_device(&name));
            prop_assert_eq!(name.matches("__").count(), 1);
        }
    }

    /// Files that are called differently, and titles that are, have different snapshots.
    #[test]
    fn plain_names_stay_different(a in "[a-z]{1,9}(_[a-z]{1,9})?", b in "[a-z]{1,9}(_[a-z]{1,9})?", s in "[a-z]{1,9}( [a-z]{1,9})?", t in "[a-z]{1,9}( [a-z]{1,9})?") {
        prop_assert_eq!(file_stem(&a, &s) == file_stem(&b, &t), (a, s) == (b, t));
    }

    #[test]
    fn any_text_is_read_back(title in ".{0,40}", lines in prop::collection::vec("[^\r\n]{0,30}", 0..8)) {
        let mut transcript = lines.join("\n").trim_end_matches(['\n', '\r']).to_owned();
        transcript.push('\n');
        let snapshot = Snapshot { source: "a.affray".to_owned(), title, line: None, transcript };
        prop_assert_eq!(Snapshot::read(&snapshot.written()), Some(snapshot));
    }

    #[test]
    fn nothing_that_is_read_panics(text in "(---\n)?.{0,60}(\n.{0,20}){0,6}") {
        _ = Snapshot::read(&text);
    }

    /// What stayed and what is gone is the old text, what stayed and what has come the new one.
    #[test]
    fn a_difference_tells_both_texts(old in prop::collection::vec("[ab ]{0,3}", 0..7), new in prop::collection::vec("[ab ]{0,3}", 0..7)) {
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let found = difference(&text(&old), &text(&new));
        prop_assert_eq!(found.is_empty(), old == new);
        let side = |not: LineMark| -> Vec<String> {
            let lines = found.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.mark != not);
            lines.map(|line| line.pieces.iter().map(|piece| piece.text.as_str()).collect()).collect()
        };
        // Of seven lines none is so far from a change that it is left out at both sides; what is left out is in both.
        let left_out = old.len() - side(LineMark::Come).len();
        prop_assert_eq!(left_out, new.len() - side(LineMark::Gone).len());
        let is_within = |part: &[String], whole: &[String]| {
            let mut rest = whole.iter();
            part.iter().all(|line| rest.any(|other| other == line))
        };
        prop_assert!(is_within(&side(LineMark::Come), &old));
        prop_assert!(is_within(&side(LineMark::Gone), &new));
    }
}

/// A difference as text: signs before the lines, brackets around the words that make it.
#[test]
fn differences_are_told_by_lines_and_words() {
    insta::glob!("../cases/snapshot", "*.txt", |path| {
        let text = fs::read_to_string(path).expect("a case");
        let (old, new) = text.split_once("=====\n").expect("two texts");
        let mut told = String::new();
        for hunk in difference(old, new).hunks {
            told.push_str(&format!("~ {}\n", hunk.under.join(", ")).replace("~ \n", "~\n"));
            for line in hunk.lines {
                told.push(match line.mark {
                    LineMark::Same => ' ',
                    LineMark::Gone => '-',
                    LineMark::Come => '+',
                });
                for piece in line.pieces {
                    let text = piece.text;
                    told.push_str(&if piece.changed {
                        format!("[{text}]")
                    } else {
                        text
                    });
                }
                told.push('\n');
            }
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("snapshot__difference", told);
        });
    });
}

/// Nothing in common, and many lines: it ends soon, and tells all.
#[test]
fn texts_that_have_nothing_in_common_take_no_time() {
    let text = |word: &str| {
        (0..20_000)
            .map(|n| format!("{word} {n}\n"))
            .collect::<String>()
    };
    let found = difference(&text("old"), &text("new"));
    assert_eq!(found.len(), 40_000);
    assert!(!found.is_empty());
}
