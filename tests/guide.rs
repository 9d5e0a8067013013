//! Every fenced block of the guide and of the README is run. The word behind the fence says what it is:
//!
//! - `affray`: a whole file; it has no findings, and its scenarios do what they expect
//! - `affray items`: items of a rule file; they can be read
//! - `text`, `sh`: no Affray; not looked at
//!
//! All `affray items` blocks of `docs/language.md` together, with what they take for granted, are one rule file without findings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::load::{Disk, Files, Loader, Unreadable};
use affray::source::{Limits, Sources};
use affray::syntax;

/// A fenced block of a document.
struct Block {
    document: &'static str,
    line: usize,
    words: String,
    text: String,
}

const DOCUMENTS: &[&str] = &["README.md", "docs/language.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn blocks() -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).expect("the document");
        let mut inside = false;
        for (index, line) in text.lines().enumerate() {
            match line.trim_start().strip_prefix("```") {
                Some(_) if inside => inside = false,
                Some(words) => {
                    inside = true;
                    blocks.push(Block {
                        document,
                        line: index + 1,
                        words: words.trim().to_owned(),
                        text: String::new(),
                    });
                }
                None if inside => {
                    let block = blocks.last_mut().expect("a block is open");
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                None => {}
            }
        }
        assert!(!inside, "{document}: a block is not closed");
    }
    blocks
}

impl Block {
    fn name(&self) -> String {
        format!("{} line {}", self.document, self.line)
    }
}

/// The texts of the test, laid over the files of the project.
struct Shelf {
    texts: BTreeMap<String, String>,
    disk: Disk,
}

impl Files for Shelf {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match self.texts.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => self.disk.read(path),
        }
    }
}

/// What the whole pipeline says about a text that lies at a path of the project.
fn findings(path: &str, text: &str) -> String {
    let disk = Disk::below(root(), &Limits::DEFAULT).expect("the project");
    let texts = BTreeMap::from([(path.to_owned(), text.to_owned())]);
    let mut shelf = Shelf { texts, disk };
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load(path, &mut shelf);
    show(&loaded.diagnostics, loader.sources())
}

fn show(found: &Diagnostics, sources: &Sources) -> String {
    render(found, sources, &RenderStyle::default())
}

fn as_rules(items: &str) -> String {
    format!("rules guide {{\n{items}}}\n")
}

#[test]
fn every_block_says_what_it_is() {
    let known = ["affray", "affray items", "text", "sh"];
    for block in blocks() {
        let name = block.name();
        assert!(
            known.contains(&block.words.as_str()),
            "{name}: `{}`",
            block.words
        );
    }
}

#[test]
fn items_can_be_read() {
    for block in blocks()
        .iter()
        .filter(|block| block.words == "affray items")
    {
        let text = as_rules(&block.text);
        let mut sources = Sources::new();
        let file = sources.add(block.name(), text.clone());
        let (_, found) = syntax::parse(file, &text, &Limits::DEFAULT);
        assert!(found.is_empty(), "{}", show(&found, &sources));
    }
}
