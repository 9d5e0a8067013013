//! The project's own small files, and all changes of one of them that a few bytes can stand for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Files that are changed, and those that they import.
pub struct Corpus {
    /// By their paths from the root of the project.
    pub files: BTreeMap<String, String>,
    /// Which of them are changed.
    pub chosen: Vec<String>,
    /// Words and signs of all of them.
    tokens: Vec<String>,
}

/// Read once.
pub fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let mut files = BTreeMap::new();
        for folder in ["tests/cases", "examples", "rules", "benches/guard"] {
            gather(&root().join(folder), &mut files);
        }
        let small = files.iter().filter(|(_, text)| text.len() < 12_000);
        let chosen: Vec<String> = small.map(|(path, _)| path.clone()).collect();
        let mut tokens: Vec<String> = (chosen.iter())
            .flat_map(|path| pieces(&files[path]))
            .map(str::to_owned)
            .collect();
        tokens.sort();
        tokens.dedup();
        Corpus {
            files,
            chosen,
            tokens,
        }
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn gather(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|end| end == "affray")
            && let Ok(text) = std::fs::read_to_string(&path)
            && let Ok(name) = path.strip_prefix(root())
        {
            files.insert(name.to_string_lossy().into_owned(), text);
        }
    }
}

/// Words, runs of blanks, and single signs: together they are the text.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut last) = (0, ' ');
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    for (at, c) in text.char_indices() {
        if at > start && (kind(c) != kind(last) || kind(c) == 2) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = c;
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// Numbers, taken one by one from bytes; noughts when there are no more.
pub struct Draw<'d>(pub &'d [u8]);

impl Draw<'_> {
    /// The next number below this one, which is not nought.
    pub fn below(&mut self, most: usize) -> usize {
        let taken = self.0.len().min(2);
        let (head, rest) = self.0.split_at(taken);
        self.0 = rest;
        let number = head
            .iter()
            .fold(0, |number, &byte| number << 8 | usize::from(byte));
        number % most.max(1)
    }
}

/// A file of the corpus with up to four changes: a piece is left out, said twice, exchanged with another of the file, or replaced by one of all files
/// or by a number at an edge.
pub fn changed(data: &[u8]) -> (&'static str, String) {
    const EDGES: [&str; 10] = [
        "0",
        "-1",
        "1",
        "2147483647",
        "-2147483648",
        "9223372036854775807",
        "99999999999999999999",
        "1000000",
        "\"\"",
        "\"{x}\"",
    ];
    let corpus = corpus();
    let mut draw = Draw(data);
    let path = &corpus.chosen[draw.below(corpus.chosen.len())];
    let mut now: Vec<&str> = pieces(&corpus.files[path]);
    for _ in 0..draw.below(4) + 1 {
        if now.is_empty() {
            break;
        }
        let (at, other) = (draw.below(now.len()), draw.below(now.len()));
        match draw.below(6) {
            0 => _ = now.remove(at),
            1 => now.insert(at, now[other]),
            2 => now.swap(at, other),
            3 => now[at] = EDGES[draw.below(EDGES.len())],
            4 => now[at] = &corpus.tokens[draw.below(corpus.tokens.len())],
            _ => now[at] = now[other],
        }
    }
    (path, now.concat())
}
