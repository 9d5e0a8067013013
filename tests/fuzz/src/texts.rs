//! Targets that read texts and play nothing, or little: reading, laying out, checking, editing, documents and differences.

use affray::diagnostic::json::JsonReport;
use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::diff::{self, CompareOptions, ComparedFile, SearchSettings, TextStyle, compare};
use affray::document::{self, ChangedVariant, Document, Example, ExtraSections};
use affray::load::{Loaded, Loader};
use affray::lookup::{NameIndex, complete, context_at, folds, highlight, symbols};
use affray::mutants::changes;
use affray::source::{FileId, Limits, Sources};
use affray::suite::play;
use affray::syntax::parse;
use affray::view::{TranscriptStyle, transcript};

use super::files::{HERE, LIMITS, Overlay, loader};
use super::{hash, parts};

/// Any bytes as a file.
pub fn bytes(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    laid_out(&text);
    let mut loader = loader();
    let loaded = loader.load(HERE, &mut Overlay::of(&text));
    shown(&loaded.diagnostics, loader.sources());
}

/// Places lie in the text. Laying out keeps everything but white space, and is done at once.
pub fn fmt(data: &[u8]) {
    for text in parts(data) {
        laid_out(&text);
    }
}

fn laid_out(text: &str) {
    let (tree, found) = parse(FileId(0), text, &LIMITS);
    for span in found.iter().flat_map(|one| one.spans()) {
        assert!(text.get(span.range()).is_some(), "{span:?} of {text}");
    }
    let after = affray::format(FileId(0), text, &LIMITS);
    assert_eq!(after.is_err(), found.has_errors(), "{text}");
    let Ok(after) = after else { return };
    let (again, wrong) = parse(FileId(0), &after, &LIMITS);
    assert!(
        !wrong.has_errors(),
        "laid out it has errors:\n{text}\n=>\n{after}"
    );
    let twice = affray::format(FileId(0), &after, &LIMITS);
    assert_eq!(twice.ok().as_ref(), Some(&after), "not settled:\n{text}");
    assert_eq!(
        affray::print(&again),
        affray::print(&tree),
        "another tree:\n{text}"
    );
    // A mark of the byte order is left out.
    let words = |text: &str| {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.split_whitespace().collect::<String>()
    };
    assert_eq!(words(text), words(&after), "other words:\n{text}");
    assert_eq!(
        tree.comments.len(),
        again.comments.len(),
        "other comments:\n{text}"
    );
}

/// What is told about a file is told again of the same file, lies in it, and is the same when it is laid out. What extends and uses put
/// together can be read and has no errors.
pub fn check(data: &[u8]) {
    for text in parts(data) {
        let mut loader = loader().studying();
        let loaded = loader.load(HERE, &mut Overlay::of(&text));
        shown(&loaded.diagnostics, loader.sources());
        let codes = |found: &Diagnostics| {
            // What is quoted of the file stands in it with other blanks.
            let words = |text: &str| text.split_whitespace().collect::<String>();
            let mut codes: Vec<_> = found
                .iter()
                .map(|one| (one.code, words(&one.message)))
                .collect();
            codes.sort();
            codes
        };
        if let Ok(after) = affray::format(FileId(0), &text, &LIMITS) {
            let again = super::files::loader()
                .studying()
                .load(HERE, &mut Overlay::of(&after));
            assert_eq!(
                codes(&loaded.diagnostics),
                codes(&again.diagnostics),
                "laid out it is told other things:\n{text}"
            );
        }
        for rules in &loaded.tree.rules {
            for item in &rules.items {
                for change in changes(&text, rules, item) {
                    _ = format!("{change:?}");
                }
            }
        }
        if let (Some((expanded, _)), _) = loader.expand(HERE, &mut Overlay::of(&text)) {
            let printed = affray::print(&expanded.tree());
            let alone = super::files::loader().load(HERE, &mut Overlay::of(&printed));
            assert!(
                !alone.diagnostics.has_errors(),
                "expanded it has errors:\n{text}\n=>\n{printed}\n{:?}",
                alone.diagnostics
            );
        }
    }
}

/// A file that is edited is read as if it had always been so, and an editor can ask everything at every place.
pub fn edits(data: &[u8]) {
    let parts = parts(data);
    let mut text = parts[0].clone();
    let mut loader = loader().resolving();
    ask(&mut loader, &text, hash(data));
    for edit in &parts[1..] {
        text = edited(&text, edit);
        loader.changed(HERE);
        let loaded = ask(&mut loader, &text, hash(edit.as_bytes()));
        let mut fresh = super::files::loader().resolving();
        let whole = fresh.load(HERE, &mut Overlay::of(&text));
        let told = |loaded: &Loaded, loader: &Loader| {
            JsonReport::new(&loaded.diagnostics, loader.sources())
        };
        assert_eq!(
            told(&loaded, &loader),
            told(&whole, &fresh),
            "read in part it is told other things:\n{text}"
        );
        assert_eq!(
            affray::print(&loaded.tree),
            affray::print(&whole.tree),
            "read in part it is another tree:\n{text}"
        );
    }
}

/// A text with one edit: its first three bytes say where and how much is taken out, the rest is put in.
pub fn edited(text: &str, edit: &str) -> String {
    let mut bytes = edit.bytes().map(usize::from);
    let mut number = || bytes.next().unwrap_or_default();
    let at = (number() * 128 + number()) % (text.len() + 1);
    let end = (at + number()).min(text.len());
    let boundary = |at: usize| {
        (0..=at)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0)
    };
    let put = edit.char_indices().nth(3).map_or("", |(at, _)| &edit[at..]);
    format!("{}{put}{}", &text[..boundary(at)], &text[boundary(end)..])
}

/// What an editor asks at some places of a file.
fn ask(loader: &mut Loader, text: &str, seed: u64) -> Loaded {
    let mut loaded = loader.load(HERE, &mut Overlay::of(text));
    let Some(file) = loaded.file else {
        return loaded;
    };
    let (worlds, scenarios) = std::mem::take(&mut loaded.resolved);
    let book = NameIndex::new(worlds, scenarios);
    let (tree, _) = parse(file, text, &LIMITS);
    (_, _, _) = (folds(text), highlight(&book, file, text), symbols(&tree));
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    for number in 0..8 {
        let at = (seed.rotate_left(number * 8) % (starts.len() as u64 + 1)) as usize;
        let at = starts.get(at).copied().unwrap_or(text.len());
        let rules = loaded.rules.first().map(|rules| &**rules);
        complete(
            &context_at(text, at),
            text,
            file,
            &loaded.diagnostics,
            rules,
        );
        let at = at as u32;
        book.hover(file, at, loader.sources());
        let places = book
            .references(file, at)
            .into_iter()
            .map(|place| place.span);
        for span in places.chain(book.definitions(file, at)) {
            let whole = loader.sources().text(span.file);
            assert!(whole.get(span.range()).is_some(), "{span:?} of {text}");
        }
    }
    loaded
}

/// A document comes alike again, and its pages are closed: what is opened is closed, and nothing of the text is taken for a tag.
pub fn doc(data: &[u8]) {
    for text in parts(data) {
        let mut loader = loader();
        let loaded = loader.load(HERE, &mut Overlay::of(&text));
        let mut forms = Vec::new();
        for playable in loaded.scenarios.iter().take(2) {
            let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
            forms.push(document::for_scenarios(rules, loader.sources()));
            let played = play(rules, scenario, Some(1), &LIMITS);
            let told = transcript(
                rules,
                scenario,
                &played.journal,
                &TranscriptStyle::default(),
            );
            let trees = loaded.tree.scenarios.iter();
            for tree in trees.filter(|tree| tree.span == scenario.span) {
                let example = Example {
                    scenario: tree,
                    transcript: Some(&told),
                    pictures: &[],
                    secret: &[],
                };
                let mut beside = Document::default();
                beside
                    .sections
                    .push(document::example(&example, loader.sources()));
                forms.push(beside);
            }
        }
        if let (Some(rules), _) = loader.expand(HERE, &mut Overlay::of(&text)) {
            forms.push(document::of(
                &rules.0,
                loader.sources(),
                ExtraSections::default(),
            ));
            let again = document::of(&rules.0, loader.sources(), ExtraSections::default());
            assert_eq!(
                forms.last().map(document::html),
                Some(document::html(&again))
            );
            let base = loader.expand("tests/lib/sides.affray", &mut Overlay::of(&text));
            if let (Some(base), _) = base {
                let subject = |file, rules| ComparedFile { file, rules };
                let report = compare(
                    subject("base", &base),
                    subject("here", &rules),
                    &[],
                    CompareOptions::default(),
                    loader.sources(),
                );
                let changed = ChangedVariant {
                    base: &base.0,
                    variant: &rules.0,
                    changes: &report.structure,
                };
                forms.push(changed.document(loader.sources()));
            }
        }
        for form in &forms {
            let page = document::html(form);
            assert_closed(&page);
            for written in [page, document::markdown(form), document::typst(form)] {
                let odd = |c: char| c.is_control() && c != '\n';
                assert!(
                    !written.contains(odd),
                    "a control character of {text:?} is in {written:?}"
                );
            }
        }
    }
}

/// Every element of a page is closed, in the order in which they were opened.
fn assert_closed(page: &str) {
    const VOID: [&str; 6] = ["br", "col", "hr", "img", "meta", "!DOCTYPE"];
    let mut open: Vec<&str> = Vec::new();
    let style = page.find("<style>").zip(page.find("</style>"));
    let (head, rest) = style.map_or((page, ""), |(from, to)| (&page[..from], &page[to + 8..]));
    for tag in head.split('<').skip(1).chain(rest.split('<').skip(1)) {
        let Some((inside, _)) = tag.split_once('>') else {
            panic!("`<{tag}` does not end in {page}");
        };
        let name = inside
            .split([' ', '\n', '/'])
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{page}");
        } else if !VOID.contains(&name) && !inside.ends_with('/') {
            open.push(name);
        }
        assert!(name != "script", "{page}");
    }
    assert!(open.is_empty(), "{open:?} of {page}");
}

/// A file differs in nothing from itself; two differ in the same number of items whichever comes first, and in the same way each time.
pub fn diff(data: &[u8]) {
    const FILES: [&str; 2] = ["left.affray", "right.affray"];
    let parts = parts(data);
    let [left, right, ..] = &parts[..] else {
        return;
    };
    let mut files = Overlay(vec![(FILES[0], left), (FILES[1], right)]);
    let mut loader = loader();
    let both = FILES.map(|file| loader.expand(file, &mut files).0);
    let subject = |side: usize| {
        both[side].as_ref().map(|rules| ComparedFile {
            file: FILES[side],
            rules,
        })
    };
    let [Some(one), Some(other)] = [0, 1].map(subject) else {
        return;
    };
    let sources = loader.sources();
    let plain = |one, other| compare(one, other, &[], CompareOptions::default(), sources);
    for same in [one, other] {
        let report = plain(same, same);
        assert!(
            !report.differs(),
            "it differs from itself:\n{}",
            diff::text(&report, TextStyle { width: 80 })
        );
    }
    let (there, back) = (plain(one, other), plain(other, one));
    assert_eq!(
        there.structure.is_empty(),
        back.structure.is_empty(),
        "it differs in one direction only:\n{left}\n---\n{right}"
    );
    let wanted = || CompareOptions {
        search: Some(SearchSettings {
            seed: 1,
            tries: 4,
            shrinks: 4,
            limits: LIMITS,
            first: false,
            watcher: None,
        }),
        attribution: false,
        limits: LIMITS,
    };
    let report = compare(one, other, &[], wanted(), sources);
    let again = compare(one, other, &[], wanted(), sources);
    let told = |report| {
        (
            diff::text(report, TextStyle { width: 60 }),
            diff::markdown(report),
            serde_json::to_string(report).ok(),
        )
    };
    assert_eq!(told(&report), told(&again), "two comparisons differ");
}

/// All that is told can be shown, and lies in the texts.
pub fn shown(found: &Diagnostics, sources: &Sources) {
    for span in found.iter().flat_map(|one| one.spans()) {
        let text = sources.text(span.file);
        assert!(text.get(span.range()).is_some(), "{span:?} of {text}");
    }
    render(found, sources, &RenderStyle::default());
    JsonReport::new(found, sources);
    _ = Limits::DEFAULT;
}
