//! Documents of rule files: every small file under `cases/document` as its readers see it, that nothing of the five rule files is left out,
//! and that no name and no text can become a sign of a form.

use crate::common;

use affray::document::{self, Document, Example, ExtraSections};
use affray::load::{Disk, Loader};
use affray::source::Limits;
use affray::suite;
use affray::syntax::ast::{Item, Piece, StatementKind};
use affray::view::transcript_for_readers;
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::collections::{BTreeMap, BTreeSet};

/// The document of a file of the project, with the scenarios that stand with it.
fn document_of(path: &str) -> Document {
    let mut disk =
        Disk::below(&common::root(), &Limits::DEFAULT).expect("the folder of the project");
    let mut loader = Loader::new(Limits::DEFAULT);
    let (rules, found) = loader.expand(path, &mut disk);
    let (rules, _) =
        rules.unwrap_or_else(|| panic!("{path}:\n{}", common::shown(&found, loader.sources())));
    let loaded = loader.load(path, &mut disk);
    let examples = loaded.scenarios.iter().map(|playable| {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
        let told = transcript_for_readers(rules, scenario, &played.journal);
        let tree = loaded
            .tree
            .scenarios
            .iter()
            .find(|tree| tree.span == scenario.span)
            .expect("its tree");
        let example = Example {
            scenario: tree,
            transcript: Some(&told),
            pictures: &[],
            secret: &[],
        };
        document::example(&example, loader.sources())
    });
    let beside = ExtraSections {
        examples: examples.collect(),
        ..ExtraSections::default()
    };
    document::of(&rules, loader.sources(), beside)
}

#[test]
fn cases() {
    insta::glob!("../cases/document", "*.affray", |path| {
        let name = path
            .file_name()
            .expect("a case is a file")
            .to_string_lossy();
        let document = document_of(&format!("tests/cases/document/{name}"));
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(document::markdown(&document));
        });
    });
}

#[test]
fn what_scenarios_can_say() {
    let mut disk =
        Disk::below(&common::root(), &Limits::DEFAULT).expect("the folder of the project");
    let mut loader = Loader::new(Limits::DEFAULT);
    let (rules, _) = loader.expand("tests/cases/document/for_scenarios.affray", &mut disk);
    let (_, checked) = rules.expect("rules without mistakes");
    let document = document::for_scenarios(&checked.ruleset, loader.sources());
    insta::assert_snapshot!(document::markdown(&document));
}

/// Nothing that a scenario can name is left out, of any rule file.
#[test]
fn what_scenarios_can_say_is_all_there() {
    let mut disk =
        Disk::below(&common::root(), &Limits::DEFAULT).expect("the folder of the project");
    for path in shipped() {
        let mut loader = Loader::new(Limits::DEFAULT);
        let (rules, _) = loader.expand(&path, &mut disk);
        let Some((_, checked)) = rules else { continue };
        let rules = &checked.ruleset;
        let document = document::for_scenarios(rules, loader.sources());
        let said = document::markdown(&document)
            .replace('\\', "")
            .to_lowercase();
        let kinds = rules.kinds.iter().skip(1);
        let named = (rules.options.iter().map(|option| option.name.as_str()))
            .chain(kinds.flat_map(|kind| {
                let own =
                    &kind.attributes[usize::from(if kind.name == "act" { 5u16 } else { 0 })..];
                own.iter().map(|attribute| attribute.name.as_str())
            }))
            .chain(rules.actions.iter().map(|action| action.verb.as_str()))
            .chain(
                rules
                    .questions
                    .iter()
                    .map(|question| rules.word(question.name)),
            )
            .chain(
                (rules.phases.iter())
                    .filter(|phase| phase.counting.is_some())
                    .map(|phase| phase.name.as_str()),
            )
            .chain(rules.tactics.iter().map(|tactic| tactic.name.as_str()))
            .chain(
                rules
                    .rollable()
                    .into_iter()
                    .map(|roll| rules.word(roll.purpose)),
            );
        for name in named.filter(|name| *name != "side") {
            let name = name.to_lowercase();
            let is_there = said
                .split(|c: char| !(c == '_' || c.is_alphanumeric()))
                .any(|word| word == name);
            assert!(is_there, "{path}: `{name}` is left out");
        }
    }
}

#[test]
fn the_other_forms() {
    let document = document_of("tests/cases/document/remarks.affray");
    insta::assert_snapshot!("html", document::html(&document));
    insta::assert_snapshot!("typst", document::typst(&document));
}

const SYSTEMS: [&str; 5] = [
    "base_initiative",
    "crucible_of_souls",
    "demon_idol",
    "group_initiative",
    "osric",
];

/// All rule files that the project ships.
fn shipped() -> Vec<String> {
    common::files("rules")
}

/// The words of a document: what a reader sees, in one line.
fn words(document: &Document) -> String {
    let html = document::html(document);
    let body = html.split_once("<body>").expect("a page has a body").1;
    let mut out = String::new();
    let mut inside = false;
    for c in body.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
            }
            c if !inside => out.push(if c == '\n' { ' ' } else { c }),
            _ => {}
        }
    }
    let out = out
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    out.to_lowercase()
}

/// The names and titles of an item that its reader must find.
fn names(item: &Item) -> Vec<String> {
    use affray::syntax::ast::ItemKind;
    let plain = |text: &affray::syntax::ast::Text| -> String {
        let pieces = text.pieces.iter().map(|piece| match piece {
            Piece::Plain(plain) => plain.as_str(),
            Piece::Hole(_) => "",
        });
        pieces.collect()
    };
    let mut names = Vec::new();
    if let Some(identity) = item.identity() {
        names.push(identity.name.replace('_', " "));
    }
    match &item.kind {
        ItemKind::Kind(kind) => {
            for attribute in &kind.attributes {
                names.push(attribute.name.text.replace('_', " "));
                names.extend(attribute.text.as_ref().map(plain));
            }
        }
        ItemKind::Option(option) => names.extend(option.text.as_ref().map(plain)),
        ItemKind::Table(table) => {
            // A table is found by its title, where it has one.
            if let Some(title) = &table.title {
                names = vec![plain(title)];
            }
            names.extend(
                table
                    .rows
                    .iter()
                    .filter_map(|row| row.title.as_ref())
                    .map(plain),
            );
        }
        ItemKind::Phase(phase) => {
            names = vec![
                phase
                    .title
                    .as_ref()
                    .map_or_else(|| phase.name.text.replace('_', " "), plain),
            ];
            for statement in &phase.body.statements {
                if let StatementKind::Phase(inner) = &statement.kind {
                    names.extend(inner.title.as_ref().map(plain));
                }
            }
        }
        ItemKind::Order(order) => names.extend(
            order
                .keys
                .iter()
                .filter_map(|key| key.text.as_ref())
                .map(plain),
        ),
        _ => {}
    }
    names
}

/// A game master finds every rule by its name, every attribute, option and row by its words, and every statement that is cited.
#[test]
fn nothing_of_the_rule_files_is_left_out() {
    let mut missing = Vec::new();
    for path in shipped() {
        let mut disk =
            Disk::below(&common::root(), &Limits::DEFAULT).expect("the folder of the project");
        let mut loader = Loader::new(Limits::DEFAULT);
        let (rules, _) = loader.expand(&path, &mut disk);
        let (rules, _) = rules.expect("the rule files have no errors");
        let document = document::of(&rules, loader.sources(), ExtraSections::default());
        let words = words(&document);
        assert!(!rules.items.is_empty(), "{path} has items");
        for name in rules.items.iter().flat_map(names) {
            if !words.contains(&name.to_lowercase()) {
                missing.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Every comment of the author that is a sentence for readers stands in the document.
#[test]
fn the_authors_prose_stands_beside() {
    let words = words(&document_of("rules/osric.affray"));
    for said in [
        "The die of one side is the segment of the other.",
        "Its own segment has come, or that of a later routine.",
        "its foes gave themselves away, as by a round of noise at a door; being wary is not enough",
        "What was held and not used is lost.",
        "segments of surprise",
    ] {
        assert!(words.contains(&said.to_lowercase()), "{said}");
    }
}

/// What the author says in lines of comments, paragraph by paragraph; headings are such, too.
fn comments(text: &str) -> Vec<String> {
    let mut said = vec![String::new()];
    for line in text.lines() {
        let words = line.trim().strip_prefix('#').unwrap_or("");
        let bare = words.trim_matches([' ', '=', '-']);
        let is_heading = words.trim().starts_with("----") || words.trim().starts_with("====");
        let is_left_out = words.starts_with('-') || words.starts_with("   ");
        if is_heading || is_left_out || bare.is_empty() {
            said.push(String::new());
        }
        if !is_left_out {
            let open = said.last_mut().expect("a paragraph");
            let gap = if open.is_empty() { "" } else { " " };
            open.push_str(&format!("{gap}{}", bare.replace('`', "")));
        }
        if is_heading {
            said.push(String::new());
        }
    }
    said.retain(|paragraph| !paragraph.is_empty() && !paragraph.starts_with("odds \""));
    said
}

/// Every heading and every comment of the five rule files stands in the document.
#[test]
fn no_heading_and_no_comment_is_left_out() {
    let mut missing = Vec::new();
    for system in SYSTEMS {
        let path = format!("rules/{system}.affray");
        let words = words(&document_of(&path));
        let text = std::fs::read_to_string(common::root().join(&path)).expect("a text");
        let said = comments(&text);
        assert!(said.len() > 20, "{path} has comments");
        missing.extend(
            (said.into_iter())
                .filter(|said| !words.contains(&said.to_lowercase()))
                .map(|said| format!("{path}: {said}")),
        );
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// A sentence is a sentence: no code, no half a word, no gap.
#[test]
fn sentences_are_whole() {
    for path in shipped() {
        let text = document::markdown(&document_of(&path));
        let mut fence = false;
        for line in text.lines() {
            fence ^= line.starts_with("```");
            // What the author wrote stays as it is.
            if line.starts_with('>') {
                continue;
            }
            for sign in [
                "  whether",
                "whether whether",
                " ,",
                "( ",
                " )",
                "**:**",
                "the the ",
                "none none",
                " is is ",
                "??",
            ] {
                assert!(
                    fence || !line.trim_start().contains(sign) || line.starts_with("    "),
                    "{path}: `{sign}` in {line}"
                );
            }
            for sign in [" != ", " >= ", " <= ", " == ", "&lt;=", "&gt;="] {
                assert!(
                    !line.contains(sign) || line.starts_with('>'),
                    "{path}: `{sign}` in {line}"
                );
            }
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for path in shipped() {
        let html = document::html(&document_of(&path));
        let places: Vec<&str> = html
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let once: BTreeSet<&str> = places.iter().copied().collect();
        assert_eq!(places.len(), once.len(), "{path}: two places of one name");
        for link in html
            .split("href=\"#")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            assert!(once.contains(link), "{path}: nothing is at {link}");
        }
    }
}

#[test]
fn a_document_is_the_same_each_time() {
    for system in SYSTEMS {
        let path = format!("rules/{system}.affray");
        let (one, other) = (document_of(&path), document_of(&path));
        assert_eq!(document::markdown(&one), document::markdown(&other));
        assert_eq!(document::html(&one), document::html(&other));
        assert_eq!(document::typst(&one), document::typst(&other));
    }
}

/// The page asks for nothing and runs nothing.
#[test]
fn a_page_needs_nothing_else() {
    let html = document::html(&document_of("rules/osric.affray"));
    for sign in [
        "<script",
        "src=",
        "http://",
        "https://",
        "@import",
        "url(",
        "<link",
        "<iframe",
        "javascript:",
    ] {
        assert!(!html.contains(sign), "{sign}");
    }
}

// ------------------------------------------------------------------ hostile text

const PIECES: &[&str] = &[
    "<script>alert(1)</script>",
    "</style><script>",
    "<!--",
    "-->",
    "]]>",
    "<img src=x onerror=alert(1)>",
    "\" onload=\"x",
    "' onclick='x",
    "&lt;b&gt;",
    "&#x3c;",
    "</a></p></main>",
    "<svg/onload=x>",
    "javascript:alert(1)",
    "[a](javascript:alert(1))",
    "![a](http://x.example/y.png)",
    "[a][b]",
    "[b]: http://x.example",
    "<http://x.example>",
    "http://x.example/",
    "www.x.example",
    "a@x.example",
    "`code`",
    "```",
    "~~~",
    "**bold**",
    "__bold__",
    "*a*",
    "_a_",
    "~~a~~",
    "# head",
    "## head",
    "---",
    "***",
    "===",
    "- item",
    "+ item",
    "* item",
    "1. item",
    "2) item",
    "> quote",
    "| a | b |",
    "|---|---|",
    "a | b",
    "\\",
    "\\\\*a*",
    "\t indented",
    "    code",
    "a\\nb",
    "[^1]",
    "[^1]: note",
    "$x$",
    "$$x$$",
    "\\(x\\)",
    "#let x = 1",
    "#eval(\"1\")",
    "#read(\"/etc/passwd\")",
    "#import \"x\"",
    "\\\"; #panic()",
    "]#panic()[",
    "<label>",
    "@ref",
    "= Head",
    "/ term: x",
    "// comment",
    "/* comment */",
    "#{",
    "#[",
    "];",
    "\u{202e}evil",
    "\u{7}",
    "\u{200b}",
    ":::",
    "{{x}}",
    "{%x%}",
    "<br>",
    "&nbsp;",
    "&copy;",
    "~",
    "^a^",
    "a\\",
    "::",
    "$",
    "@",
    "#",
    "<",
    ">",
    "&",
    "\"",
    "'",
    "*",
    "_",
    "[",
    "]",
    "|",
    "!",
    "=",
    "-",
    "+",
];

/// 500 texts, each of one to three pieces.
fn hostile() -> Vec<String> {
    let count = PIECES.len();
    let texts = (0..500).map(|number| {
        let first = PIECES[number % count];
        match number / count {
            0 => first.to_owned(),
            1 => format!("{first}{}", PIECES[(number * 7 + 3) % count]),
            2 => format!("x {first} {}", PIECES[(number * 13 + 5) % count]),
            _ => format!(
                "{}{first}{}",
                PIECES[(number * 17 + 1) % count],
                PIECES[(number * 29 + 11) % count]
            ),
        }
    });
    texts.collect()
}

/// A text as it stands in quotes in a rule file.
fn in_quotes(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '\\' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c.is_control() || ('\u{200b}'..='\u{202e}').contains(&c) => {}
            c => out.push(c),
        }
    }
    // What is left of hidden signs alone.
    if out.is_empty() { "x".to_owned() } else { out }
}

/// The document of a rule file in which a text stands wherever a text can stand.
fn full_of(text: &str) -> Document {
    let quoted = in_quotes(text);
    // In a comment, backticks mean something: what stands between them is a word of the rules.
    let plain = text.replace(['\n', '\u{7}', '\u{202e}', '\u{200b}', '\t', '`'], " ");
    let comment = format!("{plain} `y{plain}`");
    let rules = format!(
        "# x {comment}\nrules hostile \"{quoted}\" {{\n  source \"{quoted}\"\n  # ==== x {plain}\n\
         kind combatant {{ hp: number = 3 \"{quoted}\" }}   # x {comment}\n  kind act {{ note_of: text = \"{quoted}\" }}\n\
         option o: yes/no = no \"{quoted}\" cites \"{quoted}\"\n  let l: number = 1 \"{quoted}\"\n\
         # x {comment}\n  table t \"{quoted}\" on d2 {{ 1 \"{quoted}\" {{ note \"{quoted}\" }} 2 {{ }} }}\n\
         action go \"{quoted}\" {{ does {{ note \"{quoted}\" }} }}\n  event e(combatant c) \"{quoted}\"\n\
         trigger \"t{quoted}\" {{ when e(c)   if o   note \"{quoted}\" }}\n  void \"v{quoted}\" {{ for a: act   when o   because \"{quoted}\" }}\n\
         order of act a {{ by l \"{quoted}\" }}\n\
         phase p \"p{quoted}\" {{ ask gm as q \"{quoted}\": yes/no, default no   if q {{ end combat because \"{quoted}\" }} }}\n\
         no rule for XX-1 because \"{quoted}\"\n}}\n"
    );
    let mut files = BTreeMap::from([("hostile.affray".to_owned(), rules.clone())]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let (expanded, found) = loader.expand("hostile.affray", &mut files);
    let (expanded, _) = expanded.unwrap_or_else(|| {
        panic!(
            "{text}\n{}\n{rules}",
            common::shown(&found, loader.sources())
        )
    });
    document::of(&expanded, loader.sources(), ExtraSections::default())
}

/// The tags of a page, without the names of places.
fn tags(html: &str) -> Vec<String> {
    let mut tags = Vec::new();
    for rest in html.split('<').skip(1) {
        let tag = rest.split('>').next().unwrap_or_default();
        let named = ["id=\"", "href=\"#"]
            .iter()
            .fold(tag.to_owned(), |tag, start| match tag.split_once(start) {
                Some((before, rest)) => {
                    let (name, after) = rest.split_once('"').expect("an attribute ends");
                    assert!(
                        name.chars()
                            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                        "{name}"
                    );
                    format!("{before}{start}\"{after}")
                }
                None => tag,
            });
        tags.push(named);
    }
    tags
}

/// What markdown makes of a text, without its words and the names of places.
fn structure(markdown: &str) -> Vec<String> {
    let mut structure = Vec::new();
    for event in Parser::new_ext(markdown, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        let shown = match event {
            Event::Text(_) | Event::SoftBreak => continue,
            Event::InlineHtml(html) | Event::Html(html) => {
                let place = html
                    .strip_prefix("<a id=\"")
                    .and_then(|rest| rest.strip_suffix("\">"));
                let is_place = place.is_some_and(|place| {
                    place
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                });
                assert!(is_place || html.as_ref() == "</a>", "{html}");
                "html".to_owned()
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert!(dest_url.starts_with('#'), "{dest_url}");
                "link".to_owned()
            }
            other => format!("{other:?}")
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned(),
        };
        structure.push(shown);
    }
    structure
}

/// A file for typst without what stands in its strings, and without the names of places.
fn skeleton(typst: &str) -> String {
    let mut out = String::new();
    let mut chars = typst.chars();
    let mut inside = false;
    while let Some(c) = chars.next() {
        match (inside, c) {
            (true, '\\') => {
                chars.next();
            }
            (_, '"') => inside = !inside,
            (false, '<') => {
                let name: String = chars.by_ref().take_while(|c| *c != '>').collect();
                assert!(
                    name.chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                    "{name}"
                );
            }
            (false, c) => out.push(c),
            (true, '\n') => panic!("a string goes over a line"),
            _ => {}
        }
    }
    assert!(!inside, "a string has no end");
    out
}

/// Each hostile text, in each form, leaves the form as a harmless word leaves it.
#[test]
fn nothing_hostile_gets_into_a_form() {
    let body = |typst: String| {
        typst
            .split_once("#set document")
            .map(|(_, body)| body.to_owned())
            .expect("a body")
    };
    let forms = |text: &str| {
        let document = full_of(text);
        let markdown = document::markdown(&document);
        (
            tags(&document::html(&document)),
            structure(&markdown),
            skeleton(&body(document::typst(&document))),
        )
    };
    let (html, markdown, typst) = forms("word");
    let texts = hostile();
    assert_eq!(texts.len(), 500);
    for text in texts {
        let found = forms(&text);
        assert_eq!(found.0, html, "in HTML: {text}");
        assert_eq!(found.1, markdown, "in markdown: {text}");
        assert_eq!(found.2, typst, "in typst: {text}");
    }
}

// ------------------------------------------------------------------ calls of the binary

#[cfg(feature = "cli")]
mod calls {
    use super::common::{self, binary};
    use std::fs;
    use std::path::PathBuf;

    fn call(arguments: &[&str]) -> binary::Answer {
        let mut command = binary::command(arguments);
        command.current_dir(common::root());
        binary::answer(command, "")
    }

    /// An empty folder of a test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("document-{name}"));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn the_form_follows_the_name_of_the_file() {
        let folder = folder("forms");
        for (name, begins) in [
            ("a.md", "# Headings and remarks\n"),
            ("a.html", "<!DOCTYPE html>\n"),
            ("a.typ", "#set page("),
        ] {
            let out = folder.join(name);
            let path = out.to_str().expect("UTF-8");
            let answer = call(&["doc", "tests/cases/document/remarks.affray", "--out", path]).is(0);
            assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), ("", ""));
            let written = fs::read_to_string(&out).expect("the document");
            assert!(written.starts_with(begins), "{name}: {written}");
        }
        let left: Vec<_> = fs::read_dir(&folder)
            .expect("the folder")
            .flatten()
            .collect();
        assert_eq!(left.len(), 3, "nothing else is left behind: {left:?}");
        let answer = call(&[
            "doc",
            "tests/cases/document/remarks.affray",
            "--format",
            "html",
        ])
        .is(0);
        assert!(answer.stdout.starts_with("<!DOCTYPE html>\n"));
    }

    #[test]
    fn what_is_given_of_an_example_left_to_the_dice_is_told() {
        let answer = call(&["doc", "tests/cases/document/odds/left_to_the_dice.affray"]).is(0);
        let (_, told) = answer
            .stdout
            .split_once("| b | **cid** |  |\n\n")
            .expect("who is there");
        let wanted = "This is given:\n\n    round 1 {\n      ann strikes cid   # at last\n    }\n\nAll else that happens is left to the dice.\n";
        assert!(told.starts_with(wanted), "{told}");
    }

    #[test]
    fn examples_are_told() {
        let answer = call(&[
            "doc",
            "rules/osric.affray",
            "--example",
            "examples/halvaine.affray",
        ])
        .is(0);
        assert!(
            answer
                .stdout
                .contains("### <a id=\"example-halvaine-the-arcane\"></a>Halvaine the Arcane")
        );
        assert!(
            answer
                .stdout
                .contains("halvaine begins to cast sparks at orc")
        );
        assert!(answer.stdout.contains("| party | **halvaine** | hp 6 |"));
    }

    /// What a variant has removed is named in its errata, and nothing leads to it.
    #[test]
    fn links_of_errata_lead_somewhere() {
        let variant = "tests/cases/document/variant_remarks.affray";
        let page = call(&["doc", variant, "--format", "html"]).is(0).stdout;
        assert!(page.contains("<i>last</i>"), "{page}");
        assert!(!page.contains("href=\"#option-last\""), "{page}");
    }

    #[test]
    fn errata_of_a_variant() {
        let errata = call(&["doc", "tests/cases/document/variant.affray", "--errata"]).is(0);
        insta::assert_snapshot!("errata", errata.stdout);
        let steps = call(&[
            "doc",
            "tests/cases/document/variant_steps.affray",
            "--errata",
        ])
        .is(0);
        insta::assert_snapshot!("errata_steps", steps.stdout);
        let whole = call(&["doc", "tests/cases/document/variant.affray"]).is(0);
        assert!(whole.stdout.contains("What this variant changes"));
        assert!(whole.stdout.contains("At a glance"));
        let none = call(&["doc", "tests/cases/document/tables.affray", "--errata"]).is(2);
        assert!(
            none.stderr.contains("extends no other rules"),
            "{}",
            none.stderr
        );
    }

    #[test]
    fn what_goes_wrong_is_said() {
        let folder = folder("wrong");
        let bad = folder.join("bad.affray");
        fs::write(&bad, "rules bad { let a: number = b }\n").expect("a file");
        let out = folder.join("bad.md");
        fs::write(&out, "old").expect("a file");
        let (bad, path) = (bad.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
        let answer = call(&["doc", bad, "--out", path]).is(1);
        assert!(
            answer.stderr.contains("A02") && answer.stdout.is_empty(),
            "{}",
            answer.stderr
        );
        assert_eq!(
            fs::read_to_string(&out).expect("the old one"),
            "old",
            "nothing is written over"
        );
        call(&["doc", "rules/there_is_no_such_file.affray"]).is(2);
        call(&[
            "doc",
            "rules/osric.affray",
            "--out",
            folder.join("no/such/folder/a.md").to_str().expect("UTF-8"),
        ])
        .is(2);
        let answer = call(&["doc", "rules/osric.affray", "--format", "json"]).is(2);
        assert!(answer.stderr.contains("markdown"), "{}", answer.stderr);
        call(&["check", "rules/osric.affray", "--format", "html"]).is(2);
        let scenario = folder.join("fails.affray");
        fs::write(
            &scenario,
            "rules r { kind combatant { hp: number = 1 }   action go { does { } }\n  order of act a { by a.actor.hp }\n  \
             phase round counting from 1 { each combatant c { c declares }   resolve acts } }\n\
             scenario \"x\" { side a { ann { } }   round 1 { ann goes }   expect ann.hp = 2 }\n",
        )
        .expect("a file");
        let answer = call(&["doc", scenario.to_str().expect("UTF-8")]).is(1);
        assert!(
            answer.stdout.is_empty(),
            "an example that fails is not handed out"
        );
    }

    /// Who names a file of scenarios is told which file has their rules.
    #[test]
    fn a_file_without_rules_is_answered_with_that_of_its_rules() {
        for more in [&["--for-scenarios"][..], &[]] {
            let answer = call(&[&["doc", "examples/halvaine.affray"][..], more].concat()).is(2);
            assert!(
                answer.stderr.contains("holds scenarios and no rules")
                    && answer.stderr.contains("rules/osric.affray`"),
                "{}",
                answer.stderr
            );
        }
    }

    const STONES: &str = "rules stones \"Thrown stones\" {
  kind combatant { hp: number = 3 }
  kind act { target: optional combatant }
  # Whoever throws a 5 or a 6 hits.
  # odds \"the stone hits\"
  action throw \"throws a stone at {target}\" {
    takes target
    does { actor rolls d6 as aim   if aim >= 5 { subtract 1 from target.hp } }
  }
  order of act a { by round }
  phase round counting from 1 { each combatant c { c declares }   resolve acts }
}
";

    const ONE_STONE: &str = "scenario \"One stone\" {
  side a { ann }
  side b { bob }
  round 1 { ann throws bob }
  odds \"the stone hits\": bob.hp = 2
  odds bob.hp
  odds \"she waits\": ann throws bob is void because \"she waits\"
}
";

    /// Odds stand where the prose asks for them by their titles, the others together; each says how sure it is.
    #[test]
    fn odds_stand_where_the_author_asks_for_them() {
        let folder = folder("odds");
        let path = folder.join("stones.affray");
        fs::write(&path, format!("{STONES}{ONE_STONE}")).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let told = call(&["doc", path]).is(0);
        assert_eq!(told.stderr, "");
        let text = told.stdout;
        let (rule, rest) = text.split_once("**Throw**").expect("the action");
        let (rule_and_table, others) = rest
            .split_once("## <a id=\"section-odds\"></a>Odds")
            .expect("the odds");
        assert!(
            rule.contains("> Whoever throws a 5 or a 6 hits.\n"),
            "{rule}"
        );
        assert!(
            !text.contains("odds \""),
            "what asks for them is no prose: {text}"
        );
        // 2 of 6 faces hit.
        let table = "**The stone hits**: Asked of “*One stone*”, over all that its dice can show. Exact: every run was followed.\n\n\
                     | answer | chance | exactly |\n| --- | --- | --- |\n| yes | 33.33 % | 1/3 |";
        assert!(rule_and_table.contains(table), "{rule_and_table}");
        assert!(!others.contains("The stone hits"), "{others}");
        // 3 hit points, less one in a third of all runs.
        for said in [
            "Bob’s hp at the end",
            "| 2 | 33.33 % | 1/3 |\n| 3 | 66.67 % | 2/3 |",
            "On average 2.667.",
            "10000 were played, with the seed 1.",
            "| answer | chance | within |",
        ] {
            assert!(others.contains(said), "{said}: {others}");
        }
        assert!(
            text.contains("All else that happens is left to the dice."),
            "{text}"
        );
        for (form, said) in [
            ("html", "<td>33.33 %</td><td>1/3</td>"),
            ("typst", "[#\"33.33 %\";], [#\"1/3\";]"),
        ] {
            let text = call(&["doc", path, "--format", form]).is(0).stdout;
            assert!(text.contains(said), "{text}");
        }
    }

    /// Odds that nobody has asked are not left out in silence; naming the example mends it.
    #[test]
    fn odds_that_are_not_there_are_said_to_be_missing() {
        let folder = folder("no-odds");
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).expect("a file");
            path.to_str().expect("UTF-8").to_owned()
        };
        let rules = file("stones.affray", STONES);
        let example = file(
            "one.affray",
            &ONE_STONE.replace("  side a", "  rules \"stones.affray\"\n  side a"),
        );
        let bare = call(&["doc", &rules]).is(0);
        let said = "> The odds “the stone hits” are asked of no example that is told here.";
        assert!(bare.stdout.contains(said), "{}", bare.stdout);
        assert!(
            bare.stderr.contains("asks for the odds \"the stone hits\""),
            "{}",
            bare.stderr
        );
        let full = call(&["doc", &rules, "--example", &example]).is(0);
        assert!(
            full.stdout.contains("| yes | 33.33 % | 1/3 |"),
            "{}",
            full.stdout
        );
        assert_eq!(full.stderr, "");
        // A run that meets a fault has no odds: then nothing is written.
        let wrong = file(
            "wrong.affray",
            &STONES
                .replace("if aim >= 5", "if 6 / (aim - 1) rounded up >= 5")
                .replace("  # odds \"the stone hits\"\n", ""),
        );
        let fault = file(
            "fault.affray",
            &ONE_STONE.replace("  side a", "  rules \"wrong.affray\"\n  side a"),
        );
        let answer = call(&["doc", &wrong, "--example", &fault]).is(1);
        assert!(
            answer.stdout.is_empty() && answer.stderr.contains("zero"),
            "{}",
            answer.stderr
        );
    }

    /// With `--watch` the document follows its rules, and stays as it was while they are wrong.
    #[test]
    fn watching_writes_it_again() {
        let folder = folder("watched");
        let (path, out) = (folder.join("stones.affray"), folder.join("stones.md"));
        fs::write(&path, STONES).expect("a file");
        let mut command = binary::command(&[
            "doc",
            path.to_str().expect("UTF-8"),
            "--watch",
            "--out",
            out.to_str().expect("UTF-8"),
        ]);
        let quiet = std::process::Stdio::null;
        command
            .stdin(quiet())
            .stdout(std::process::Stdio::piped())
            .stderr(quiet());
        let mut child = command.spawn().expect("it starts");
        let written = |said: &str| {
            let found = (0..600).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(100));
                fs::read_to_string(&out).is_ok_and(|text| text.contains(said))
            });
            assert!(found, "`{said}` is not written");
        };
        written("Whoever throws a 5 or a 6 hits.");
        fs::write(&path, STONES.replace("aim >= 5", "aim >= none_such")).expect("a file");
        std::thread::sleep(std::time::Duration::from_secs(1));
        written("Whoever throws a 5 or a 6 hits.");
        fs::write(&path, STONES.replace("a 5 or a 6", "at least a 5")).expect("a file");
        written("Whoever throws at least a 5 hits.");
        child.kill().expect("it still runs");
        _ = child.wait();
    }
}
