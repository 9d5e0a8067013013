//! Files with three mistakes in three of their items: all three are found at once.

use std::fs;
use std::path::{Path, PathBuf};

use affray::source::{FileId, Limits};
use affray::syntax::parse;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const FILES: usize = 100;

/// How many of the files must show all three.
const AIM: usize = 95;

/// In how many of the files something may be said of other lines too.
const NOISY: usize = 6;

/// All rule files, examples and worked cases, in order of their paths.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = [
        "rules",
        "examples",
        "tests/conformance",
        "tests/variants",
        "tests/procedures",
    ]
    .map(|folder| root.join(folder))
    .into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "affray")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The numbers of the lines, from 0, on which something is said.
fn complaints(text: &str) -> Vec<usize> {
    let (_, found) = parse(FileId(0), text, &Limits::default());
    found
        .into_iter()
        .map(|one| text[..one.primary.span.range().start].matches('\n').count())
        .collect()
}

/// The lines of each entry of a rule set or scenario that can be spoiled: with something in them besides brackets, texts and comments.
fn entries(lines: &[&str]) -> Vec<Vec<usize>> {
    let mut entries: Vec<Vec<usize>> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let begins = line
            .strip_prefix("  ")
            .is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        if begins {
            entries.push(Vec::new());
        }
        let usable = line.starts_with("  ")
            && !line.contains(['#', '"'])
            && line.contains(char::is_alphabetic);
        if let Some(entry) = entries.last_mut().filter(|_| usable) {
            entry.push(number);
        }
    }
    entries.retain(|entry| !entry.is_empty());
    entries
}

/// Where the words and signs of a line stand.
fn tokens(line: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, c) in line.char_indices() {
        let is_word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if in_word && is_word => last.end = at + c.len_utf8(),
            _ if c.is_whitespace() => {}
            _ => tokens.push(at..at + c.len_utf8()),
        }
        in_word = is_word;
    }
    tokens
}

/// The line with one mistake: signs behind it, or a word or sign left out, doubled, or with two letters exchanged.
fn spoil(line: &str, random: &mut ChaCha8Rng) -> String {
    let tokens = tokens(line);
    let token = tokens.choose(random).expect("the line has a word").clone();
    let (before, word, after) = (
        &line[..token.start],
        &line[token.clone()],
        &line[token.end..],
    );
    match random.random_range(0..4) {
        0 => format!("{line} @@@"),
        1 => format!("{before}{after}"),
        2 => format!("{before}{word} {word}{after}"),
        _ => {
            let mut letters: Vec<char> = word.chars().collect();
            let last = letters.len() - 1;
            letters.swap(last / 2, last);
            let word: String = letters.into_iter().collect();
            format!("{before}{word}{after}")
        }
    }
}

#[test]
fn three_mistakes_in_three_items_are_all_found() {
    let corpus = corpus();
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let (mut all, mut noisy) = (0, 0);
    let mut missed = String::new();
    for _ in 0..FILES {
        // Only what cannot be read counts, so a mistake that leaves the file readable is drawn again.
        let (path, places, text) = loop {
            let path = corpus.choose(&mut random).expect("there are files");
            let text = fs::read_to_string(path).expect("the file can be read");
            let lines: Vec<&str> = text.lines().collect();
            let entries = entries(&lines);
            if entries.len() < 4 {
                continue;
            }
            let chosen: Vec<&Vec<usize>> = entries.sample(&mut random, 3).collect();
            let places: Vec<usize> = chosen
                .iter()
                .filter_map(|entry| entry.choose(&mut random).copied())
                .collect();
            let mut spoiled: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let each_counts = places.iter().all(|place| {
                spoiled[*place] = spoil(lines[*place], &mut random);
                let mut alone = lines.clone();
                alone[*place] = &spoiled[*place];
                !complaints(&alone.join("\n")).is_empty()
            });
            if each_counts {
                break (path, places, spoiled.join("\n"));
            }
        };
        let said = complaints(&text);
        let at_a_mistake = |line: &usize| places.iter().any(|place| line.abs_diff(*place) <= 1);
        noisy += usize::from(!said.iter().all(at_a_mistake));
        if places
            .iter()
            .all(|place| said.iter().any(|line| line.abs_diff(*place) <= 1))
        {
            all += 1;
        } else {
            missed += &format!("{}: {places:?}, said {said:?}\n", path.display());
        }
    }
    assert!(
        all >= AIM,
        "{all} of {FILES} files show all three\n{missed}"
    );
    assert!(
        noisy <= NOISY,
        "in {noisy} files other lines are complained of"
    );
}
