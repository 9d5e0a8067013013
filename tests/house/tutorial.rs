//! `docs/tutorial.md` and `docs/play.md`, walked from the first line to the last, each in an empty folder. The words behind a fence say what is done with a block:
//!
//! - `sh`: lines that begin with `$ affray` are typed; what stands below them is what is answered, word for word (but for the time it took)
//! - `text`: is as it is
//! - `affray shows FILE`: a piece of that file
//! - `affray find FILE`, then `affray make it`: in that file, the first block is put in the place of the second
//! - `affray add to FILE`: put at the end of that file, or a new file
//! - `play`: the first line is typed as in `sh`; what is typed at the table stands behind `> `
//!
//! `AFFRAY_WRITE_TUTORIAL=1 cargo test --test house tutorial::` writes the answers anew.
#![cfg(feature = "cli")]

use crate::common;

use std::fs;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use common::binary::{self, is_time};

const DOCUMENTS: [&str; 2] = ["docs/tutorial.md", "docs/play.md"];

/// An empty folder, in which there is no project yet.
struct Table {
    folder: PathBuf,
    /// What is to be replaced: the file and the text.
    found: Option<(PathBuf, String)>,
}

impl Table {
    fn new() -> Self {
        // Outside of every project: `affray new` is to make one.
        let folder = std::env::temp_dir().join(format!("affray-tutorial-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Table {
            folder,
            found: None,
        }
    }

    /// Does what a block says; gives the block as it should read.
    fn block(&mut self, words: &str, text: &str) -> String {
        if words == "sh" {
            let typed = text.lines().filter(|line| line.starts_with("$ "));
            return typed.map(|line| self.type_in(line, "")).collect();
        }
        if words == "play" {
            let call = text.lines().next().expect("a call of affray");
            let typed = text.lines().filter_map(|line| line.strip_prefix('>'));
            let typed: String = typed.map(|line| format!("{}\n", line.trim())).collect();
            return self.type_in(call, &typed);
        }
        if words == "text" {
            return text.to_owned();
        }
        let file = |named: &str| self.folder.join(named);
        let read = |file: &Path| fs::read_to_string(file).expect("the file of a block");
        if let Some(file) = words.strip_prefix("affray shows ").map(file) {
            assert!(
                read(&file).contains(text),
                "it is not so in the file:\n{text}"
            );
        } else if let Some(file) = words.strip_prefix("affray find ").map(file) {
            let times = read(&file).matches(text).count();
            assert_eq!(times, 1, "how often it stands in the file:\n{text}");
            self.found = Some((file, text.to_owned()));
        } else if words == "affray make it" {
            let (file, found) = self.found.take().expect("what to replace");
            let edited = read(&file).replacen(&found, text, 1);
            fs::write(&file, edited).expect("the file can be written");
        } else if let Some(file) = words.strip_prefix("affray add to ").map(file) {
            let before = match file.exists() {
                true => read(&file) + "\n",
                false => String::new(),
            };
            fs::write(&file, before + text).expect("the file can be written");
        } else {
            panic!("a block says `{words}`");
        }
        text.to_owned()
    }

    /// Types a line; gives it with the answer, as a terminal shows both.
    fn type_in(&self, line: &str, input: &str) -> String {
        let typed = line.strip_prefix("$ affray ").expect("a call of affray");
        let (mut answer, writer) = io::pipe().expect("a pipe");
        let typed = words(typed);
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let mut command = binary::command(&typed);
        command
            .current_dir(&self.folder)
            .env("COLUMNS", "100")
            .stdin(std::process::Stdio::piped())
            .stdout(writer.try_clone().expect("a pipe"))
            .stderr(writer);
        let mut child = command.spawn().expect("it starts");
        // The command holds the ends of the pipe on this side.
        drop(command);
        let mut typed = child.stdin.take().expect("a pipe");
        typed.write_all(input.as_bytes()).expect("it listens");
        drop(typed);
        let mut text = String::new();
        answer.read_to_string(&mut text).expect("text");
        child.wait().expect("it ends");
        let answer = text.lines().filter(|line| !is_time(line));
        let lines: Vec<&str> = std::iter::once(line).chain(answer).collect();
        lines.join("\n").trim_end().to_owned() + "\n"
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.folder);
    }
}

/// The words of a line; what stands in quotes is one word.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// The tutorial as it should read.
fn walked(tutorial: &str) -> String {
    let mut table = Table::new();
    let mut out = String::new();
    let mut lines = tutorial.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(words) = line.strip_prefix("```") else {
            continue;
        };
        let mut text = String::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            text += &format!("{line}\n");
        }
        out += &table.block(words, &text);
        out += "```\n";
    }
    out
}

#[test]
fn everything_in_the_tutorial_is_so() {
    DOCUMENTS.into_iter().for_each(is_so);
}

fn is_so(document: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let tutorial = fs::read_to_string(&path).expect("the tutorial");
    let walked = walked(&tutorial);
    if std::env::var_os("AFFRAY_WRITE_TUTORIAL").is_some() {
        fs::write(&path, walked).expect("the tutorial can be written");
        return;
    }
    let pairs = tutorial.lines().zip(walked.lines()).enumerate();
    for (index, (written, true_line)) in pairs {
        assert_eq!(written, true_line, "{document} line {}", index + 1);
    }
    assert_eq!(tutorial, walked);
}

#[test]
fn a_line_is_taken_apart_as_a_shell_does() {
    assert_eq!(words("why a.x \"b c\" d"), ["why", "a.x", "b c", "d"]);
}
