//! What must hold for every text, however wrong: nothing panics, nothing takes for ever, and a few laws of reading, laying out and playing.

mod corpus;

use std::collections::BTreeMap;

use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::document::{self, Beside};
use affray::load::{Loader, Playable};
use affray::lookup::{Book, complete, folds, paint, shape_at, symbols};
use affray::odds::exact::Budget;
use affray::odds::simulate::{Plan, Watcher};
use affray::odds::{Method, ask};
use affray::source::{FileId, Limits, Sources, Span};
use affray::suite::{Played, play};
use affray::syntax::parse;
use affray::view::outline::outline;
use affray::view::picture::{Extent, Scheme, TerminalStyle, html, picture, terminal};
use affray::view::recap::{recap, story};
use affray::view::{TranscriptStyle, json, transcript};
use affray::why::{Question, Run, render as render_why, why};
use corpus::{Draw, changed, corpus};

/// Every target by its name.
pub const TARGETS: [(&str, fn(&[u8])); 3] =
    [("bytes", bytes), ("mutated", mutated), ("edits", edits)];

/// Small enough that no text takes long.
const LIMITS: Limits = Limits {
    steps: 20_000,
    rounds: 12,
    events: 4_000,
    dice: 200,
    ..Limits::DEFAULT
};

/// Any bytes as a file.
pub fn bytes(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    reading(&text);
    whole("any.affray", &text, 0);
}

/// A file of the project with a few changes, through all that can be done with it.
pub fn mutated(data: &[u8]) {
    let (path, text) = changed(data);
    reading(&text);
    whole(path, &text, data.len());
}

/// What an editor asks at places of a changed file.
pub fn edits(data: &[u8]) {
    let (path, text) = changed(data);
    let mut draw = Draw(data);
    let mut files = files_with(path, &text);
    let mut loader = Loader::new(LIMITS).noting();
    let loaded = loader.load(path, &mut files);
    let Some(file) = loaded.file else { return };
    let (worlds, scenarios) = loaded.noted;
    let book = Book::new(worlds, scenarios);
    let (tree, _) = parse(file, &text, &LIMITS);
    let (_, _, _) = (folds(&text), paint(&book, file, &text), symbols(&tree));
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    for _ in 0..8 {
        let at = starts.get(draw.below(starts.len())).copied().unwrap_or(0);
        let shape = shape_at(&text, at);
        complete(
            &shape,
            file,
            &loaded.diagnostics,
            loaded.rules.first().map(|rules| &**rules),
        );
        let at = at as u32;
        book.tell(file, at, loader.sources());
        let places = book.references(file, at);
        for span in places
            .iter()
            .map(|place| place.span)
            .chain(book.definitions(file, at))
        {
            inside(span, loader.sources());
        }
    }
}

/// Reading: places lie in the text, and laying out changes no meaning and is done at once.
fn reading(text: &str) {
    let (tree, found) = parse(FileId(0), text, &LIMITS);
    for span in found.iter().flat_map(|one| one.spans()) {
        assert!(text.get(span.range()).is_some(), "{span:?} of {text}");
    }
    if found.has_errors() {
        return;
    }
    let Ok(laid_out) = affray::format(FileId(0), text, &LIMITS) else {
        panic!("it has no errors and cannot be laid out:\n{text}");
    };
    let (again, wrong) = parse(FileId(0), &laid_out, &LIMITS);
    assert!(
        !wrong.has_errors(),
        "laid out it has errors:\n{text}\n---\n{laid_out}"
    );
    let twice = affray::format(FileId(0), &laid_out, &LIMITS);
    assert_eq!(twice.ok().as_ref(), Some(&laid_out), "{text}");
    assert_eq!(affray::print(&again), affray::print(&tree), "{text}");
}

/// Loading, checking, studying, and all that can be done with what has no errors.
fn whole(path: &str, text: &str, seed: usize) {
    let mut files = files_with(path, text);
    let mut loader = Loader::new(LIMITS).studying();
    let loaded = loader.load(path, &mut files);
    shown(&loaded.diagnostics, loader.sources());
    for playable in loaded.scenarios.iter().take(3) {
        playing(playable, loader.sources(), seed as u64);
    }
    let (expanded, _) = loader.expand(path, &mut files);
    if let Some((expanded, _)) = expanded {
        let document = document::of(&expanded, loader.sources(), Beside::default());
        document::html(&document);
        document::markdown(&document);
        document::typst(&document);
        let (_, found) = parse(FileId(0), &affray::print(&expanded.tree()), &LIMITS);
        assert!(!found.has_errors(), "expanded it cannot be read:\n{text}");
    }
}

fn files_with(path: &str, text: &str) -> BTreeMap<String, String> {
    let mut files = corpus().files.clone();
    files.insert(path.to_owned(), text.to_owned());
    files
}

/// Two runs come alike, and whatever they come to can be told in every way.
fn playing(playable: &Playable, sources: &Sources, seed: u64) {
    let Playable { rules, scenario } = playable;
    let rules = &rules.ruleset;
    let played = play(rules, scenario, Some(seed), &LIMITS);
    let again = play(rules, scenario, Some(seed), &LIMITS);
    let lines =
        |played: &Played| json::lines(&json::journal(rules, scenario, &played.journal, sources));
    assert_eq!(lines(&played).ok(), lines(&again).ok(), "two runs differ");
    shown(&played.findings, sources);
    for verbose in [false, true] {
        transcript(
            rules,
            scenario,
            &played.journal,
            &TranscriptStyle { verbose },
        );
    }
    let outline = outline(rules, scenario, &played.journal);
    recap(&outline);
    let stories: Vec<String> = outline
        .panels
        .iter()
        .map(|panel| story(&outline, panel))
        .collect();
    html(&outline, &stories);
    picture(&outline, Extent::Whole, Scheme::Reader);
    for width in [20, 80] {
        terminal(
            &outline,
            &TerminalStyle {
                width,
                unicode: true,
            },
        );
    }
    let run = Run {
        rules,
        scenario,
        seed: Some(seed),
        journal: &played.journal,
        sources,
        watcher: None,
    };
    render_why(&why(
        &run,
        &Question {
            tries: 20,
            ..Question::default()
        },
    ));
    odds(playable);
}

/// Nobody looks on.
struct Nobody;

impl Watcher for Nobody {
    fn done(&self, _: u64) -> bool {
        true
    }
}

/// Where it can be known exactly what comes, runs come to nothing else.
fn odds(Playable { rules, scenario }: &Playable) {
    let rules = &rules.ruleset;
    let plan = Plan {
        seed: 1,
        trials: 0..12,
        jobs: 1,
        within: None,
    };
    let budget = Budget {
        states: 200,
        bytes: 4 << 20,
        shortcuts: true,
    };
    for question in scenario.questions.iter().take(2) {
        let answer = |budget, plan| {
            ask(
                rules,
                scenario,
                question,
                &LIMITS,
                &Method { budget, plan },
                &Nobody,
            )
        };
        let Ok(played) = answer(None, Some(plan.clone())) else {
            continue;
        };
        if let Ok(exact) = answer(Some(budget), None) {
            for (value, _) in &played.answers.answers {
                let known = exact
                    .answers
                    .answers
                    .iter()
                    .any(|(known, _)| known == value);
                assert!(known, "{value:?} was played but cannot come");
            }
        }
    }
}

fn shown(found: &Diagnostics, sources: &Sources) {
    for span in found.iter().flat_map(|one| one.spans()) {
        inside(span, sources);
    }
    render(found, sources, &RenderStyle::default());
}

fn inside(span: Span, sources: &Sources) {
    sources.line_col(span);
    sources.snippet(span);
}
