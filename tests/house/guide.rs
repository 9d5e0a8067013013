//! Every fenced block of the guide and of the README is run. The word behind the fence says what it is:
//!
//! - `affray`: a whole file; it has no findings, and its scenarios do what they expect
//! - `affray items`: items of a rule file; they can be read
//! - `affray of PATH`: a piece of that file, word for word
//! - `text transcript of PATH`: what `affray run` prints for that file
//! - `text why of PATH: A / B`: what `affray why` prints for these two acts of that file, or for an attribute
//! - `text`, `sh`, `toml`: no Affray; not looked at
//!
//! The `affray items` blocks of `docs/language.md` together, with what they take for granted, are one rule file without errors.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::load::{Disk, Files, Loader, Unreadable};
use affray::source::{Limits, Sources};
use affray::suite;
use affray::syntax;
use affray::view::{TranscriptStyle, transcript};
use affray::why;

/// A fenced block of a document.
struct Block {
    document: &'static str,
    line: usize,
    words: String,
    text: String,
}

const DOCUMENTS: &[&str] = &[
    "README.md",
    "docs/dice.md",
    "docs/how_to_say.md",
    "docs/language.md",
    "docs/pictures.md",
    "docs/turns.md",
    "docs/why.md",
];

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

/// A text that lies at a path of the project, taken through the whole pipeline.
struct Tried {
    findings: Diagnostics,
    sources: Sources,
    /// Of each scenario.
    transcripts: String,
}

fn try_out(path: &str, text: String) -> Tried {
    let disk = Disk::below(root(), &Limits::DEFAULT).expect("the project");
    let texts = BTreeMap::from([(path.to_owned(), text)]);
    let mut shelf = Shelf { texts, disk };
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load(path, &mut shelf);
    let mut findings = loaded.diagnostics;
    let mut transcripts = String::new();
    for one in loaded.scenarios {
        let (rules, scenario) = (&one.rules.ruleset, &one.scenario);
        let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
        findings.extend(played.findings);
        transcripts += &transcript(
            rules,
            scenario,
            &played.journal,
            &TranscriptStyle::default(),
        );
    }
    Tried {
        findings,
        sources: loader.sources().clone(),
        transcripts,
    }
}

fn show(found: &Diagnostics, sources: &Sources) -> String {
    render(found, sources, &RenderStyle::default())
}

fn as_rules(items: &str) -> String {
    format!("rules guide {{\n{items}}}\n")
}

#[test]
fn every_block_says_what_it_is() {
    let known = ["affray", "affray items", "text", "sh", "toml"];
    let begun = ["affray of ", "text transcript of ", "text why of "];
    for Block {
        document,
        line,
        words,
        ..
    } in blocks()
    {
        let known =
            known.contains(&words.as_str()) || begun.iter().any(|start| words.starts_with(start));
        assert!(known, "{document} line {line}: `{words}`");
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

#[test]
fn files_have_no_findings() {
    for block in blocks().iter().filter(|block| block.words == "affray") {
        // Beside the documents, so that `../rules` is the folder of the rules.
        let tried = try_out("docs/block.affray", block.text.clone());
        let shown = show(&tried.findings, &tried.sources);
        assert!(tried.findings.is_empty(), "{}\n{shown}", block.name());
    }
}

#[test]
fn pieces_and_transcripts_are_those_of_the_files() {
    let without_spaces = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for block in blocks() {
        let name = block.name();
        if let Some(path) = block.words.strip_prefix("affray of ") {
            let text = fs::read_to_string(root().join(path)).expect("the file");
            let found = without_spaces(&text).contains(&without_spaces(&block.text));
            assert!(found, "{name} is not in {path}");
        } else if let Some(path) = block.words.strip_prefix("text transcript of ") {
            let text = fs::read_to_string(root().join(path)).expect("the file");
            assert_eq!(try_out(path, text).transcripts, block.text, "{name}");
        }
    }
}

#[test]
fn reasons_are_those_of_the_files() {
    for block in blocks() {
        let Some((path, asked)) =
            (block.words.strip_prefix("text why of ")).and_then(|words| words.split_once(": "))
        else {
            continue;
        };
        let mut disk = Disk::below(root(), &Limits::DEFAULT).expect("the project");
        let mut loader = Loader::new(Limits::DEFAULT);
        let loaded = loader.load(path, &mut disk);
        let one = loaded.scenarios.first().expect("a scenario");
        let (rules, scenario) = (&one.rules.ruleset, &one.scenario);
        let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
        let run = why::Run {
            rules,
            scenario,
            seed: None,
            journal: &played.journal,
            sources: loader.sources(),
            limits: Limits::DEFAULT,
            watcher: None,
            waits: None,
        };
        let asked: Vec<&str> = asked.split(" / ").collect();
        let question = why::WhyQuestion {
            about: why::WhySubject::parse(&run, &asked).expect("acts or an attribute"),
            tries: why::TRIES,
            ..why::WhyQuestion::default()
        };
        let told = why::render(&why::why(&run, &question));
        assert_eq!(told, block.text, "{}", block.name());
    }
}

/// What the items of the guide take for granted: names that its prose leaves to the reader.
const GRANTED: &str = r#"
kind combatant { balance: number = 8   delayed: yes/no = no   surprise_die: number = 0   full_hp: number = 8   memorised: optional spell }
kind act { weapon: optional weapon   due: segments = 0 segments }
kind weapon { speed: segments }
event damaged(combatant victim, act blow, number amount)
let segment_of(combatant c): segments = 1 segment
action flee { does { } }
action strike "strikes {target}" { takes target   does { subtract damage from target.hp } }
placement "fast actions" { for a: strike   when a.actor.hp > 5   place slot = 0 }
exception "reaction" { for a: strike, b: cast   when a.target is b.actor   a goes ahead of b }
"#;

#[test]
fn the_items_of_the_guide_are_one_rule_file() {
    let items: String = blocks()
        .into_iter()
        .filter(|block| block.document == "docs/language.md" && block.words == "affray items")
        .map(|block| block.text)
        .collect();
    let tried = try_out("docs/guide.affray", as_rules(&format!("{items}{GRANTED}")));
    let shown = show(&tried.findings, &tried.sources);
    assert!(!tried.findings.has_errors(), "{shown}");
}
