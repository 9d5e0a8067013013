//! The examples of `affray explain`: each wrong one gets its code from the real pipeline, each right one gets nothing.

use crate::common;

use std::collections::BTreeMap;
#[cfg(feature = "cli")]
use std::{fs, path::Path};

use affray::diagnostic::{Code, Diagnostics, RenderStyle, render};
use affray::load::{Files, Loader, Unreadable};
use affray::source::{Limits, Sources};
use affray::suite;

/// What examples have in place of bytes that are no text and of characters that are not shown.
const STAND_INS: &[(&str, &[u8])] = &[
    ("<E9>", b"\xE9"),
    ("<U+202E>", "\u{202E}".as_bytes()),
    ("<U+001B>", b"\x1B"),
];

/// Files, with what `STAND_INS` stand for.
struct Bytes(BTreeMap<String, String>);

impl Files for Bytes {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        let mut text = self.0.read(path)?;
        for (name, bytes) in STAND_INS {
            let mut windows = text.windows(name.len());
            if let Some(at) = windows.position(|window| window == name.as_bytes()) {
                text.splice(at..at + name.len(), bytes.iter().copied());
            }
        }
        Ok(text)
    }
}

/// Checks a text, studies it where that is asked, and plays its scenarios.
fn look(example: &str, studies: bool, limits: Limits) -> (Diagnostics, Sources) {
    let whole = example.starts_with("rules") || example.starts_with("scenario");
    let text = if whole {
        example.to_owned()
    } else {
        format!("rules example {{\n{example}\n}}\n")
    };
    let files = BTreeMap::from([
        ("examples/example.affray".to_owned(), text),
        (
            "examples/duel.affray".to_owned(),
            include_str!("../../examples/duel.affray").to_owned(),
        ),
        (
            "examples/duel_base.affray".to_owned(),
            "rules duel_base {}".to_owned(),
        ),
        (
            "examples/ties.affray".to_owned(),
            "rules ties { option tie: together | apart = together  let at_once: yes/no = tie is together }".to_owned(),
        ),
        (
            "examples/lib/common.affray".to_owned(),
            "rules common {}".to_owned(),
        ),
    ]);
    let mut loader = Loader::new(limits);
    if studies {
        loader = loader.studying();
    }
    let mut loaded = loader.load("examples/example.affray", &mut Bytes(files));
    if !loaded.diagnostics.has_errors() {
        for one in &loaded.scenarios {
            let played = suite::play(&one.rules.ruleset, &one.scenario, None, &limits);
            loaded.diagnostics.extend(played.findings);
        }
    }
    (loaded.diagnostics, loader.sources().clone())
}

/// What `affray test` says of files, each behind its name.
#[cfg(feature = "cli")]
fn test(example: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    fs::write(folder.join("affray.toml"), "").expect("the mark of a project");
    for file in example.split("== ").skip(1) {
        let (name, text) = file.split_once('\n').expect("a name and a text");
        fs::write(folder.join(name), text).expect("a file");
    }
    let mut command = common::binary::command(&["test", "--format", "plain"]);
    // Nothing is written.
    command.current_dir(&folder).env("CI", "1");
    common::binary::answer(command, "").stderr
}

/// All codes that an example gets.
fn codes(code: Code, example: &str) -> (Vec<String>, String) {
    if example.starts_with("== ") {
        #[cfg(feature = "cli")]
        return {
            let said = test(example);
            let codes = said.lines().filter_map(|line| {
                let (number, _) = line.strip_prefix("diagnostic code: ")?.split_once(' ')?;
                Some(number.to_owned())
            });
            (codes.collect(), said)
        };
        #[cfg(not(feature = "cli"))]
        return (vec![code.number().to_owned()], String::new());
    }
    let studies = code.can_be_allowed() || code == Code::IdleAllow;
    let limits = Limits {
        // What the note says.
        file_bytes: match code {
            Code::FileTooLarge => 60,
            _ => Limits::DEFAULT.file_bytes,
        },
        mistakes: match code {
            Code::TooManyMistakes => 0,
            _ => Limits::DEFAULT.mistakes,
        },
        ..Limits::DEFAULT
    };
    let (found, sources) = look(example, studies, limits);
    let codes = found.iter().map(|one| one.code.number().to_owned());
    let shown = render(&found, &sources, &RenderStyle::default());
    (codes.collect(), shown)
}

#[test]
fn the_wrong_example_of_every_code_gets_that_code_alone_and_the_right_one_nothing() {
    let mut failures = String::new();
    for &code in Code::ALL {
        let (wrong, shown) = codes(code, code.wrong());
        if wrong.is_empty() || wrong.iter().any(|found| found != code.number()) {
            let example = code.wrong();
            failures += &format!("\n{code}: the wrong example gets {wrong:?}\n{example}\n{shown}");
        }
        let (right, shown) = codes(code, code.right());
        if !right.is_empty() || code.right().is_empty() {
            let example = code.right();
            failures += &format!("\n{code}: the right example gets {right:?}\n{example}\n{shown}");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn a_limit_that_a_note_names_is_the_one_that_holds() {
    let limit = Limits::DEFAULT.file_bytes.to_string();
    assert!(Code::FileTooLarge.note().contains(&limit));
    let limit = format!(" {} are.", Limits::DEFAULT.mistakes);
    assert!(Code::TooManyMistakes.note().contains(&limit));
}
