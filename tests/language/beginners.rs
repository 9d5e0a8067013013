//! Mistakes of beginners, one in each file of `cases/beginners`. The first line of a file says in advance where the mistake is and what
//! the remedy must be: the line as it should read, or words that the help must hold.

use std::collections::BTreeMap;
use std::path::Path;

use affray::diagnostic::{Diagnostic, Diagnostics, Severity};
use affray::load::Loader;
use affray::source::{Limits, Sources};
use affray::suite::play;

use crate::common::shown;

/// What the first line of a case says.
struct Case<'t> {
    line: u32,
    remedy: Remedy<'t>,
}

enum Remedy<'t> {
    /// The line with its mistake mended.
    Becomes(&'t str),
    /// What the help must say.
    Says(&'t str),
}

impl<'t> Case<'t> {
    fn of(text: &'t str) -> Self {
        let head = text.lines().next().expect("a case has a first line");
        let head = head.strip_prefix("# line ").expect("it names the line");
        let end = head
            .find(|c: char| !c.is_ascii_digit())
            .expect("and says more");
        let (line, rest) = head.split_at(end);
        let remedy = match rest.strip_prefix(" becomes: ") {
            Some(line) => Remedy::Becomes(line),
            None => {
                let words = rest.strip_prefix(", the help says: ");
                Remedy::Says(words.expect("it names the remedy"))
            }
        };
        let line = line.parse().expect("a number of a line");
        Case { line, remedy }
    }
}

/// What the program says of a text: `affray check`, and `affray test` where that finds nothing.
fn found(text: &str) -> (Diagnostics, Sources) {
    let mut files = BTreeMap::from([("case.affray".to_owned(), text.to_owned())]);
    let mut loader = Loader::new(Limits::DEFAULT).studying();
    let loaded = loader.load("case.affray", &mut files);
    let mut found = loaded.diagnostics;
    if !found.has_errors() {
        for one in &loaded.scenarios {
            found.extend(play(&one.rules.ruleset, &one.scenario, None, &Limits::DEFAULT).findings);
        }
    }
    (found, loader.sources().clone())
}

fn errors(found: &Diagnostics) -> Vec<&Diagnostic> {
    let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
    found.iter().filter(is_error).collect()
}

/// The text with the edit of a diagnostic.
fn edited(text: &str, one: &Diagnostic) -> Option<String> {
    let fix = one.fix.as_ref()?;
    let mut text = text.to_owned();
    text.replace_range(fix.span.range(), &fix.replacement);
    Some(text)
}

/// Words that only a parser uses, and lists of what it expects.
fn speaks_of_parsing(one: &Diagnostic) -> bool {
    const WORDS: &[&str] = &[
        "a statement",
        "an expression",
        "an operator",
        "an item of the rules",
        "an entry of the scenario",
        "an assignment",
        "cannot stand here",
        "stands where",
        "can stand",
        "expected ",
        "token",
    ];
    let labels = one
        .secondary
        .iter()
        .chain([&one.primary])
        .map(|label| label.text.as_str());
    let mut said = labels
        .chain([one.message.as_str()])
        .chain(one.help.as_deref());
    let lists = |text: &str| text.matches("`, `").count() > 1;
    lists(&one.message) || said.any(|text| WORDS.iter().any(|word| text.contains(word)))
}

/// What is right of what is said about a case: place, remedy, no wrong edit, no words of the parser.
fn judged(text: &str, found: &Diagnostics, sources: &Sources) -> [bool; 4] {
    let case = Case::of(text);
    let errors = errors(found);
    let Some(first) = errors.first() else {
        return [false, false, true, true];
    };
    let is_there = |one: &&Diagnostic| sources.line_col(one.primary.span).line == case.line;
    let edits: Vec<String> = errors.iter().filter_map(|one| edited(text, one)).collect();
    let (remedy, harmless) = match case.remedy {
        Remedy::Becomes(line) => {
            let mended: Vec<String> = (1..)
                .zip(text.lines())
                .map(|(number, old)| match number == case.line {
                    true => format!("{}{line}", &old[..old.len() - old.trim_start().len()]),
                    false => old.to_owned(),
                })
                .collect();
            let mended = mended.join("\n") + "\n";
            (
                edits.contains(&mended),
                edits.iter().all(|edit| *edit == mended),
            )
        }
        Remedy::Says(words) => {
            let says = first.help.as_ref().is_some_and(|help| help.contains(words));
            let holds = |edit: &String| !self::found(edit).0.has_errors();
            (says, edits.iter().all(holds))
        }
    };
    let plain = !errors.iter().any(|one| speaks_of_parsing(one));
    [errors.iter().all(is_there), remedy, harmless, plain]
}

#[test]
fn mistakes_of_beginners_are_explained() {
    let mut all = Vec::new();
    insta::glob!("../cases/beginners", "*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let (found, sources) = found(&text);
        all.push((name(path), judged(&text, &found, &sources)));
        insta::assert_snapshot!(shown(&found, &sources));
    });
    assert_eq!(all.len(), 1851);
    let failing = |figure: usize| -> Vec<&str> {
        let bad = all.iter().filter(|(_, right)| !right[figure]);
        bad.map(|(name, _)| name.as_str()).collect()
    };
    let [place, remedy, wrong, words] = [0, 1, 2, 3].map(failing);
    assert!(place.is_empty(), "shown at another place: {place:?}");
    // Those for which no edit is known yet.
    let without = ["nobody_declares", "roll_on_table", "turn_without_comma"];
    assert_eq!(remedy, without, "another remedy, or none");
    assert!(wrong.is_empty(), "a wrong edit: {wrong:?}");
    assert!(words.is_empty(), "words of the parser: {words:?}");
}

/// A case is what it says: with the line mended, nothing is wrong.
#[test]
#[ignore = "long"]
fn mended_cases_have_no_mistake() {
    insta::glob!("../cases/beginners", "*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let case = Case::of(&text);
        let Remedy::Becomes(line) = case.remedy else {
            return;
        };
        let lines = (1..).zip(text.lines());
        let mended: Vec<&str> = lines
            .map(|(number, old)| if number == case.line { line } else { old })
            .collect();
        let mut files = BTreeMap::from([("case.affray".to_owned(), mended.join("\n"))]);
        let mut loader = Loader::new(Limits::DEFAULT);
        let said = loader.load("case.affray", &mut files).diagnostics;
        assert!(
            !said.has_errors(),
            "{}\n{}",
            name(path),
            shown(&said, loader.sources())
        );
    });
}

fn name(path: &Path) -> String {
    let name = path.file_stem().expect("a case is a file");
    name.to_string_lossy().into_owned()
}
