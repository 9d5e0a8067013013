//! Files with lines longer than any terminal: what is shown of them is short, and says the place in the file.
#![cfg(feature = "cli")]

use crate::common;

use common::binary::{answer, command};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr;

/// A folder with one rule file in it; the statements stand on its fifth line, from column 13 on.
fn folder(name: &str, statements: &str, newline: &str) -> PathBuf {
    let text = format!(
        "rules r \"R\" {{\n  kind combatant {{ hp: number = 1 }}\n  action wait {{ does {{ }} }}\n  order of act a {{ by a.actor.hp }}\n\
         \x20 phase p {{ {statements} }}\n}}\nscenario \"s\" {{ side one {{ ann }} }}\n"
    );
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("long_lines")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("affray.toml"), "").expect("a file");
    std::fs::write(folder.join("f.affray"), text.replace('\n', newline)).expect("a file");
    folder
}

/// What is said to a person or a program, wherever it is said, and the status.
fn asked(folder: &PathBuf, arguments: &[&str]) -> (String, i32) {
    let mut call = command(arguments);
    call.current_dir(folder);
    let answer = answer(call, "");
    (format!("{}{}", answer.stdout, answer.stderr), answer.status)
}

/// The findings of a check.
#[track_caller]
fn found(folder: &PathBuf, form: &str) -> String {
    let (said, status) = asked(folder, &["check", "f.affray", "--format", form]);
    assert_eq!(status, 1, "{said}");
    said
}

fn widest(shown: &str) -> usize {
    let widths = shown.lines().map(UnicodeWidthStr::width);
    widths.max().unwrap_or(0)
}

/// The words that are underlined: those of each line above the marks.
fn underlined(shown: &str) -> Vec<String> {
    let lines: Vec<&str> = shown.lines().collect();
    let mut found = Vec::new();
    for pair in lines.windows(2) {
        let Some(marks) = pair[1].strip_prefix("   ·") else {
            continue;
        };
        let Some((_, text)) = pair[0].split_once('│') else {
            continue;
        };
        let mut word = String::new();
        for (at, letter) in text.char_indices() {
            let column = text[..at].width();
            let mark = marks.chars().nth(column).unwrap_or(' ');
            if "─┬▲".contains(mark) && letter != ' ' {
                word.push(letter);
            } else if !word.is_empty() {
                found.push(std::mem::take(&mut word));
            }
        }
    }
    found
}

#[test]
fn the_place_is_shown_wherever_it_stands_in_a_long_line() {
    let long = "x".repeat(70_000);
    let longer = "x".repeat(1_000_000);
    let note = |text: &str| format!("note \"{text}\"");
    let cases = [
        ("begin", format!("set hq = 3 {}", note(&long)), "5:17"),
        (
            "middle",
            format!("{} set hq = 3 {}", note(&long), note(&long)),
            "5:70025",
        ),
        ("end", format!("{} set hq = 3", note(&longer)), "5:1000025"),
        (
            "wide",
            format!("{} set hq = 3", note(&"漢".repeat(70_000))),
            "5:70025",
        ),
        (
            "marks",
            format!(
                "{} set hq = 3",
                note(&format!("e{}", "\u{301}".repeat(70_000)))
            ),
            "5:26",
        ),
        (
            "tabs",
            format!("{}set hq = 3", "\t".repeat(70_000)),
            "5:70017",
        ),
    ];
    for (name, statements, place) in &cases {
        for newline in ["\n", "\r\n"] {
            let folder = folder(name, statements, newline);
            let shown = found(&folder, "human");
            assert!(
                shown.contains(&format!("[f.affray:{place}]")),
                "{name} {shown}"
            );
            assert_eq!(underlined(&shown), ["hq"], "{name} {shown}");
            assert!(widest(&shown) < 300, "{name} {shown}");
            let column = place.trim_start_matches("5:");
            let plain = found(&folder, "plain");
            let told = plain.contains(&format!("(column {column})"));
            assert_eq!(told, *name != "begin", "{name} {plain}");
            let json: serde_json::Value =
                serde_json::from_str(&found(&folder, "json")).expect("JSON");
            let start = &json["diagnostics"][0]["labels"][0]["start"];
            assert_eq!(start["column"].to_string(), column, "{name} {json}");
        }
    }
}

/// What takes no place in the file is shown as a sign that does.
#[test]
fn signs_without_a_width_are_cut_as_others_are() {
    for (name, sign) in [("turned", "\u{202e}"), ("marked", "\u{feff}")] {
        let statements = format!("note \"{}\" set hq = 3", sign.repeat(2_000));
        let folder = folder(name, &statements, "\n");
        let shown = found(&folder, "human");
        assert!(widest(&shown) < 300, "{shown}");
        assert!(shown.len() < 100_000, "{}", shown.len());
    }
}

#[test]
fn every_command_quotes_a_long_line() {
    let open = folder("open", &format!("note \"{}", "x".repeat(70_000)), "\n");
    for arguments in [
        &["check", "f.affray"][..],
        &["fmt", "f.affray"],
        &["run", "f.affray"],
        &["test", "f.affray"],
        &["why", "f.affray"],
        &["odds", "f.affray"],
        &["doc", "f.affray"],
        &["diff", "f.affray", "f.affray"],
        &["check", "f.affray", "--format", "plain"],
    ] {
        let (said, status) = asked(&open, arguments);
        assert!(matches!(status, 1 | 2), "{arguments:?} {said}");
        assert!(
            said.contains("this text is never closed"),
            "{arguments:?} {said}"
        );
        assert!(
            !said.contains("a mistake of its own"),
            "{arguments:?} {said}"
        );
        assert!(said.len() < 5_000, "{arguments:?} {said}");
    }
}

#[test]
fn labels_far_apart_on_one_line_are_shown_together() {
    let apart = format!(
        "}} kind side {{ a: number = 1 }} kind thing {{ a: number = 1 {} a: number = 2",
        " ".repeat(70_000)
    );
    let shown = found(&folder("apart", &apart, "\n"), "human");
    assert_eq!(underlined(&shown), ["a", "a"], "{shown}");
    assert!(shown.contains("first here"), "{shown}");
    assert!(shown.contains("once more here (column 70071)"), "{shown}");
    let blanks = " ".repeat(70_000);
    let lines = format!("note \"{}\" set\n hp = (1 + \n{blanks}", "x".repeat(70_000));
    let shown = found(&folder("over_lines", &lines, "\n"), "human");
    assert!(widest(&shown) < 300, "{shown}");
}

#[test]
fn a_thousand_mistakes_on_one_line_are_shown_soon() {
    let text = "x".repeat(1_000);
    let all = (0..1_000).map(|number| format!("set hq_{number} = 3 note \"{text}\" "));
    let folder = folder("many", &all.collect::<String>(), "\n");
    let start = Instant::now();
    let shown = found(&folder, "human");
    assert!(start.elapsed() < Duration::from_secs(120));
    assert!(shown.contains("... and 950 more"), "{shown}");
    assert!(shown.len() < 50 * 1_000, "{}", shown.len());
    let name = format!("set {} = 3", "q".repeat(1_000_000));
    let shown = found(&self::folder("name", &name, "\n"), "human");
    assert!(shown.len() < 3_000, "{}", shown.len());
}
