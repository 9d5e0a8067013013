//! `docs/gallery.md` and `README.md`: every line that begins with `$ affray` is typed in the folder of the project, and what stands below it must be what
//! it answers.
//!
//! - `sh`: a line that begins with `$ affray` is typed; what stands below it is what is answered. `> FILE` at its end: that file holds the answer
//! - `<!-- piece ANCHOR of affray ... -->` to `<!-- end -->`: what the document that this call writes says at that place
//!
//! `AFFRAY_WRITE_GALLERY=1 cargo test --test house gallery::` writes answers, pieces and files anew.
#![cfg(feature = "cli")]

use crate::common;

use std::fs;

use common::binary;

const GALLERY: &str = "docs/gallery.md";

const DOCUMENTS: [&str; 2] = [GALLERY, "README.md"];

/// What a call answers.
fn answer(words: &[&str]) -> String {
    let mut command = binary::command(words);
    command.current_dir(common::root()).env("COLUMNS", "100");
    let answer = binary::answer(command, "");
    let differs = words.first() == Some(&"diff");
    assert_eq!(
        answer.status,
        i32::from(differs),
        "{words:?}: {}",
        answer.stderr
    );
    answer.stdout
}

fn is_written() -> bool {
    std::env::var_os("AFFRAY_WRITE_GALLERY").is_some()
}

/// Types a line; gives it with its answer, or holds that against the file into which it goes.
fn typed(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().skip(2).collect();
    let [words @ .., ">", file] = words.as_slice() else {
        return format!("{line}\n{}", answer(&words));
    };
    let path = common::root().join(file);
    let found = answer(words);
    match is_written() {
        true => fs::write(&path, found).expect("the file can be written"),
        false => {
            let kept = fs::read_to_string(&path).expect("the file is there");
            assert!(kept == found, "{file} is not what `{line}` makes");
        }
    }
    format!("{line}\n")
}

/// What a document says at a place: up to the next place, heading or remark.
fn piece(words: &str) -> String {
    let (anchor, call) = words.split_once(" of affray ").expect("a call");
    let words: Vec<&str> = call.split_whitespace().collect();
    let document = answer(&words);
    let place = format!("<a id=\"{anchor}\"></a>");
    let begins = |line: &&str| !line.starts_with(&place);
    let mut lines = document.lines().skip_while(begins);
    let first = lines.next().expect("the place is in the document");
    let ends = |line: &&str| {
        !["<a id=", "#", ">"]
            .iter()
            .any(|sign| line.starts_with(sign))
    };
    let lines: Vec<&str> = [first.trim_start_matches(place.as_str())]
        .into_iter()
        .chain(lines.take_while(ends))
        .collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// A document as it should read.
fn walked(gallery: &str) -> String {
    let mut out = String::new();
    let mut lines = gallery.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line == "```sh" {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let block: Vec<&str> = block.collect();
            let is_typed = |line: &&&str| line.starts_with("$ affray ");
            // A block without answers stays as it is.
            match block.iter().any(|line| is_typed(&line)) {
                true => out.extend(block.iter().filter(is_typed).map(|line| typed(line))),
                false => out.extend(block.iter().map(|line| format!("{line}\n"))),
            }
            out += "```\n";
        } else if let Some(words) = line.strip_prefix("<!-- piece ") {
            let words = words.strip_suffix(" -->").expect("the comment ends");
            lines.by_ref().find(|line| *line == "<!-- end -->");
            out += &format!("\n{}\n<!-- end -->\n", piece(words));
        }
    }
    out
}

#[test]
fn everything_that_is_typed_is_answered_so() {
    for document in DOCUMENTS {
        let path = common::root().join(document);
        let text = fs::read_to_string(&path).expect("the document");
        let walked = walked(&text);
        if is_written() {
            fs::write(&path, walked).expect("the document can be written");
            continue;
        }
        for (index, (written, found)) in text.lines().zip(walked.lines()).enumerate() {
            assert_eq!(written, found, "{document} line {}", index + 1);
        }
        assert_eq!(text, walked);
    }
}

/// One picture, one piece of a document, one comparison and one table of odds for each of the five rule files.
#[test]
fn no_system_is_left_out() {
    let gallery = fs::read_to_string(common::root().join(GALLERY)).expect("the gallery");
    let rules = common::files("rules").into_iter();
    let systems: Vec<String> = rules
        .filter_map(|path| {
            Some(
                path.strip_prefix("rules/")?
                    .strip_suffix(".affray")?
                    .to_owned(),
            )
        })
        .filter(|name| !name.contains('/'))
        .collect();
    assert_eq!(systems.len(), 5, "{systems:?}");
    for system in systems {
        for wanted in [
            format!("](gallery/{system}.svg)"),
            format!("of affray doc rules/{system}.affray -->"),
            format!("$ affray diff rules/{system}.affray rules/variants/{system}_"),
            format!("$ affray odds docs/gallery/{system}.affray"),
        ] {
            assert!(gallery.contains(&wanted), "{wanted}");
        }
    }
}
