//! The base rooms from outside: what is refused before parsing, and how diagnostics look.
#![cfg(feature = "cli")]

use std::time::{Duration, Instant};

use proptest::prelude::*;

use affray::diagnostic::json::{JsonReport, to_json};
use affray::diagnostic::{Applicability, Code, Diagnostic, Diagnostics, RenderStyle, render};
use affray::source::guard::{Scan, admit, scan};
use affray::source::{BIDI_CONTROLS, FileId, Limits, Sources, Span, is_hidden};

/// The span of the only occurrence of `word`.
fn find(sources: &Sources, file: FileId, word: &str) -> Span {
    let start = sources.text(file).find(word).expect("the word is there");
    Span::new(file, start, start + word.len())
}

fn look(text: &str) -> Scan {
    scan(FileId(0), text, &Limits::DEFAULT)
}

fn codes(scan: &Scan) -> Vec<Code> {
    scan.found.iter().map(|found| found.code).collect()
}

/// Takes the text in and shows what the guard says about it.
fn guarded(bytes: impl Into<Vec<u8>>) -> String {
    let mut sources = Sources::new();
    let (_, found) = looked_at(&mut sources, "duel.affray", bytes, &Limits::DEFAULT);
    show(&found, &sources)
}

/// Takes a text in and looks at it.
fn looked_at(
    sources: &mut Sources,
    name: &str,
    bytes: impl Into<Vec<u8>>,
    limits: &Limits,
) -> (FileId, Diagnostics) {
    let (file, refused) = admit(sources, name, bytes.into(), limits);
    let found = match refused {
        Some(why) => vec![why],
        None => scan(file, sources.text(file), limits).found,
    };
    (file, found.into_iter().collect())
}

fn show(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let shown = render(diagnostics, sources, &RenderStyle::default());
    assert!(!shown.chars().any(|c| c != '\n' && is_hidden(c)));
    shown
}

/// A duplicate name in two files, with wide text before it.
fn two_files() -> (Diagnostics, Sources) {
    let mut sources = Sources::new();
    let base = sources.add("lib/base.affray", "rules base {\n  action goblin\n}\n");
    let main = sources.add(
        "duel.affray",
        "rules duel {\n\t龍 👩\u{200d}👩\u{200d}👧 é goblin # twice\n  orc\n}\n",
    );
    let again = find(&sources, main, "goblin");
    let mut all = Diagnostics::new();
    all.push(
        Diagnostic::error(
            Code::DuplicateName,
            again,
            "the name `goblin` is declared twice",
        )
        .label("declared again")
        .also(find(&sources, main, "rules"), "while reading these rules")
        .also(
            find(&sources, base, "goblin"),
            "`goblin` is first declared here",
        )
        .help("give one of them another name")
        .fix(again, "goblin_2", Applicability::Unsafe)
        .remark("names are compared without regard to upper and lower case"),
    );
    (all, sources)
}

#[test]
fn labels_in_two_files_after_wide_text() {
    let (all, sources) = two_files();
    insta::assert_snapshot!("two_files", show(&all, &sources));
    let ascii = RenderStyle {
        unicode: false,
        width: 40,
        ..RenderStyle::default()
    };
    insta::assert_snapshot!("two_files_ascii_40", render(&all, &sources, &ascii));
    let plain = RenderStyle {
        plain: true,
        ..RenderStyle::default()
    };
    insta::assert_snapshot!("two_files_plain", render(&all, &sources, &plain));
    let color = RenderStyle {
        color: true,
        ..RenderStyle::default()
    };
    let colored = render(&all, &sources, &color);
    assert!(colored.contains("\u{1b}[31m"));
    assert!(!colored.contains("\u{1b}]"), "no hyperlinks");
}

#[test]
fn json_is_safe_and_fits_its_schema() {
    let (mut all, mut sources) = two_files();
    insta::assert_json_snapshot!("two_files_json", JsonReport::new(&all, &sources));
    let odd = sources.add("a\u{9b}\u{1b}\u{202e}.affray", "x");
    let span = Span::new(odd, 0, 1);
    all.push(Diagnostic::warning(Code::UnusedDie, span, "`\u{9b}31m`"));
    let report = JsonReport::new(&all, &sources);
    let json = to_json(&report).expect("plain data");
    assert!(!json.chars().any(is_hidden));
    let back: JsonReport = serde_json::from_str(&json).expect("our own form");
    assert_eq!(back, report);
    let schema = serde_json::to_value(schemars::schema_for!(JsonReport)).expect("a schema");
    let value = serde_json::from_str(&json).expect("json");
    assert!(jsonschema::is_valid(&schema, &value));
}

#[test]
fn places_at_the_end_and_in_empty_files() {
    let mut sources = Sources::new();
    let mut all = Diagnostics::new();
    for (name, text) in [
        ("newline.affray", "rules a {\n  x\n\n"),
        ("none.affray", "rules é {"),
        ("empty.affray", ""),
    ] {
        let file = sources.add(name, text);
        let end = Span::new(file, text.len(), text.len());
        all.push(
            Diagnostic::error(Code::Unclosed, end, "a bracket is never closed")
                .label("expected `}`"),
        );
    }
    let line = sources.add("middle.affray", "time {}\r\nround 3\r\nturn");
    let point = find(&sources, line, "3").at_end();
    all.push(
        Diagnostic::warning(Code::MissingValue, point, "a unit is missing")
            .label("for instance `segments`")
            .fix(point, " segments", Applicability::Unsafe),
    );
    let whole = Span::new(line, 0, 1_000_000);
    all.push(Diagnostic::note(Code::CannotRead, whole, "all of it"));
    insta::assert_snapshot!("ends", show(&all, &sources));
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let text = "a \u{1b}]52;c;x\u{7} b\r c \u{9b}31m d \u{202e} e \u{61c} f\u{0}g \u{2028}h\n";
    insta::assert_snapshot!("control_characters", guarded(text));

    let mut sources = Sources::new();
    let file = sources.add("\u{1b}]8;;x\u{7}.affray", text);
    let all = Diagnostics::from_iter([Diagnostic::error(
        Code::UnknownName,
        Span::new(file, 0, 1),
        "no `\u{1b}[2J` here",
    )
    .label("\u{9b}31m")
    .help("\u{202e}")
    .fix(Span::new(file, 0, 1), "\u{1b}", Applicability::Unsafe)
    .remark("\u{7}")]);
    insta::assert_snapshot!("control_characters_in_names", show(&all, &sources));
    let plain = RenderStyle {
        plain: true,
        ..RenderStyle::default()
    };
    let told = render(&all, &sources, &plain);
    assert!(!told.chars().any(|c| c != '\n' && is_hidden(c)), "{told:?}");
}

#[test]
fn typographic_quotes() {
    insta::assert_snapshot!(
        "quotes",
        guarded("exception “G vs D” {\n  name ‘a \"b\"’ # “fine”\n  say \"also “fine”\"\n  ’\n}")
    );
    assert_eq!(codes(&look(&"“".repeat(100_000))).len(), 50);
}

#[test]
fn nesting_at_the_limit() {
    for bracket in ["{", "(", "["] {
        for (depth, refused) in [(31, false), (32, false), (33, true), (1_000_000, true)] {
            let start = Instant::now();
            let scan = look(&bracket.repeat(depth));
            assert_eq!(!scan.may_parse, refused, "{depth}");
            assert_eq!(codes(&scan).len(), usize::from(refused));
            assert!(start.elapsed() < Duration::from_secs(60));
        }
    }
    let close = "()[]{}".repeat(1000);
    assert!(look(&close).found.is_empty());
    let quoted = format!("\"{0}\\\"{0}\" # {0}\n", "{".repeat(70));
    assert!(look(&quoted).found.is_empty());
    let after_an_open_quote = format!("\"{0}\n{0}", "{".repeat(65));
    assert_eq!(codes(&look(&after_an_open_quote)), [Code::NestingTooDeep]);
    let behind_many_complaints = format!("{}\n{}", "\u{1}".repeat(60), "{".repeat(65));
    let scan = look(&behind_many_complaints);
    assert_eq!(scan.found.len(), 50);
    assert!(!scan.may_parse);
    insta::assert_snapshot!(
        "nesting",
        guarded(format!("a {{\n  b = {}", "(".repeat(70)))
    );
}

#[test]
fn bidi_controls_are_found_everywhere() {
    for (bidi, _) in BIDI_CONTROLS {
        for place in [
            format!("{bidi}rules a {{}}"),
            format!("rules a{bidi}b {{}}"),
            format!("rules a {{}} # note {bidi}"),
            format!("rules \"a{bidi}\" {{}}"),
            format!("rules a {{}}\n{bidi}"),
        ] {
            assert_eq!(codes(&look(&place)), [Code::BidiControl], "{place:?}");
            assert!(guarded(place).contains(&format!("U+{:04X}", bidi as u32)));
        }
    }
    let family = "rules \"👩\u{200d}👩\u{200d}👧\u{200d}👦 e\u{301} שלום\" {}";
    assert!(look(family).found.is_empty());
}

#[test]
fn bytes_that_are_no_rule_file() {
    insta::assert_snapshot!("not_utf8", guarded(*b"name \"\x93Hi\x94\"\n"));
    insta::assert_snapshot!("utf16", guarded(*b"\xff\xfer\0u\0"));
    assert!(guarded("\u{feff}rules a {}\r\n\t").is_empty());
    let stray = look("rules \u{feff}a {}");
    assert_eq!(codes(&stray), [Code::ControlCharacter]);

    let small = Limits {
        file_bytes: 10,
        total_bytes: 15,
        ..Limits::DEFAULT
    };
    let mut sources = Sources::new();
    for (size, fits) in [(10, true), (11, false), (6, false), (5, true)] {
        let (file, refused) = admit(&mut sources, "a", vec![b'x'; size], &small);
        assert_eq!(refused.is_none(), fits);
        assert_eq!(sources.text(file).len(), if fits { size } else { 0 });
    }
    let (_, found) = looked_at(&mut sources, "big.affray", vec![b'x'; 11], &small);
    let shown = show(&found, &sources);
    insta::assert_snapshot!("too_large", shown);
}

#[test]
fn many_diagnostics_and_long_lines_stay_short() {
    let mut sources = Sources::new();
    let text = "é x ".repeat(250_000);
    let file = sources.add("long.affray", text.as_str());
    let mut all = Diagnostics::new();
    for number in 0..200 {
        let span = Span::new(file, number * 5000, number * 5000 + 2);
        all.push(Diagnostic::error(Code::SyntaxError, span, "unknown word"));
    }
    let start = Instant::now();
    let shown = show(&all, &sources);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(shown.ends_with("\n... and 150 more in `long.affray`\n"));
    assert!(shown.len() < 50 * 4_000, "{}", shown.len());
    let last = "[long.affray:1:196001]";
    assert!(shown.contains(last));
}

proptest! {
    #[test]
    fn nothing_harmful_is_ever_shown(
        text in "([a-z \n\r\t\"#{}()“”’龍é]|\u{1b}|\u{9b}|\u{202e}|\u{feff}|\u{200d}|\u{1f469}|\u{301}){0,120}",
        spans in prop::collection::vec((0u32..300, 0u32..300), 1..6),
        plain: bool,
    ) {
        let mut sources = Sources::new();
        let (file, mut all) = looked_at(&mut sources, "a", text.clone(), &Limits::DEFAULT);
        prop_assert!(all.len() <= Limits::DEFAULT.shown);
        let other = sources.add("b", text);
        let span = |number: usize, (start, end)| Span {
            file: [file, other][number % 2],
            start,
            end,
        };
        let mut made = Diagnostic::error(Code::SyntaxError, span(0, spans[0]), "made up").label("a");
        for (number, place) in spans.iter().enumerate() {
            made = made.also(span(number, *place), "b");
        }
        all.push(made.fix(span(0, spans[0]), "c", Applicability::Unsafe));
        let style = RenderStyle { plain, ..RenderStyle::default() };
        let shown = render(&all, &sources, &style);
        let harmless = |c| c == '\n' || c == '\t' && plain || !is_hidden(c);
        prop_assert!(shown.chars().all(harmless), "{shown:?}");
        prop_assert!(!shown.contains("Failed to read"), "{shown}");
        let json = to_json(&JsonReport::new(&all, &sources)).expect("plain data");
        prop_assert!(!json.chars().any(is_hidden));
    }
}
