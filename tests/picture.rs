//! Pictures of runs: the outline and the drawings of small cases, and what holds for every picture: nothing overlaps, nothing is injected, and the
//! bytes are always the same.

mod common;

use affray::load::{Loader, Memory};
use affray::source::Limits;
use affray::suite::play;
use affray::view::outline::{Outline, outline};
use affray::view::picture::{
    Extent, Ink, Layout, Scheme, TerminalStyle, html, layout, picture, terminal, told,
};
use affray::view::recap::{recap, story};
use common::each_run;
use unicode_width::UnicodeWidthStr;

/// A terminal of this width with block characters.
fn wide(width: usize) -> TerminalStyle {
    TerminalStyle {
        width,
        unicode: true,
    }
}

fn name(title: &str) -> String {
    title
        .to_lowercase()
        .replace([',', '\''], "")
        .replace(' ', "_")
}

/// All outlines below a folder, with the titles of their scenarios.
fn outlines(folder: &str) -> Vec<(String, Outline)> {
    let mut found = Vec::new();
    each_run(folder, |_, playable, played, _| {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        found.push((
            scenario.title.clone(),
            outline(rules, scenario, &played.journal),
        ));
    });
    found
}

fn page(outline: &Outline) -> String {
    let stories: Vec<String> = (outline.panels.iter())
        .map(|panel| story(outline, panel))
        .collect();
    html(outline, &stories)
}

#[test]
fn small_cases_in_the_terminal_and_in_words() {
    for (title, outline) in outlines("tests/cases/picture") {
        let name = name(&title);
        insta::assert_snapshot!(format!("{name}_terminal"), terminal(&outline, &wide(100)));
        let narrow = TerminalStyle {
            width: 40,
            unicode: false,
        };
        insta::assert_snapshot!(format!("{name}_ascii"), terminal(&outline, &narrow));
        insta::assert_snapshot!(format!("{name}_told"), told(&outline));
        insta::assert_snapshot!(format!("{name}_recap"), recap(&outline));
    }
}

#[test]
fn small_cases_in_dots() {
    for (title, outline) in outlines("tests/cases/picture") {
        let name = name(&title);
        let laid_out = layout(&outline, Extent::Whole);
        insta::assert_snapshot!(format!("{name}_layout"), spelled(&laid_out));
    }
    let (_, first) = outlines("tests/cases/picture").swap_remove(0);
    insta::assert_snapshot!("svg", picture(&first, Extent::Whole, Scheme::Reader));
}

/// A layout in lines: texts and arrows with their places, and what is said on wish.
fn spelled(layout: &Layout) -> String {
    let mut out = format!("{} x {}\n", layout.width, layout.height);
    for part in &layout.parts {
        if !part.saying.is_empty() {
            out += &format!("[{}]\n", part.saying.replace('\n', " / "));
        }
        for ink in &part.ink {
            match ink {
                Ink::Text(text) => out += &format!("  {},{} {}\n", text.x, text.y, text.text),
                Ink::Path { points, style } => out += &format!("  {style:?} {points:?}\n"),
                Ink::Frame {
                    x,
                    y,
                    width,
                    height,
                    style,
                } => out += &format!("  {style:?} {x},{y} {width} x {height}\n"),
                Ink::Disc { x, y, style, .. } => out += &format!("  {style:?} {x},{y}\n"),
                Ink::Shape { points, style } => out += &format!("  {style:?} {:?}\n", points[0]),
            }
        }
    }
    out
}

/// Everything that is drawn stands on the picture, and no two texts share a place.
fn hold(title: &str, layout: &Layout) {
    let inks = || layout.parts.iter().flat_map(|part| &part.ink);
    let mut spaces = Vec::new();
    for ink in inks() {
        if let Ink::Text(text) = ink {
            let space = text.space();
            assert!(
                space.0 >= 0 && space.1 >= 0 && space.2 <= layout.width && space.3 <= layout.height,
                "{title}: `{}` stands beside the picture",
                text.text
            );
            spaces.push((space, text.text.as_str()));
        }
        if let Ink::Path { points, .. } | Ink::Shape { points, .. } = ink {
            for &(x, y) in points {
                assert!(
                    (0..=layout.width).contains(&x) && (0..=layout.height).contains(&y),
                    "{title}: a line leaves the picture at {x},{y}"
                );
            }
        }
    }
    spaces.sort_unstable();
    for (index, (space, text)) in spaces.iter().enumerate() {
        for (other, other_text) in spaces[index + 1..]
            .iter()
            .take_while(|(other, _)| other.0 < space.2)
        {
            assert!(
                other.1 >= space.3 || other.3 <= space.1,
                "{title}: `{text}` and `{other_text}` overlap"
            );
        }
    }
    lines_cross_no_text(title, layout, &spaces);
}

type Space = (i32, i32, i32, i32);

/// Arrows, joins and bars run where no text stands.
fn lines_cross_no_text(title: &str, layout: &Layout, spaces: &[(Space, &str)]) {
    use affray::view::picture::Style;
    for ink in layout.parts.iter().flat_map(|part| &part.ink) {
        let Ink::Path {
            points,
            style: Style::Arrow | Style::Join,
        } = ink
        else {
            continue;
        };
        for pair in points.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            assert!(ax == bx || ay == by, "{title}: a way is not straight");
            for (space, text) in spaces {
                let beside = ax.max(bx) <= space.0 || ax.min(bx) >= space.2;
                let above = ay.max(by) <= space.1 || ay.min(by) >= space.3;
                assert!(beside || above, "{title}: a line crosses `{text}`");
            }
        }
    }
}

/// What is drawn is well formed, of known parts alone, and the same each time.
fn well_formed(title: &str, outline: &Outline) {
    let drawn = picture(outline, Extent::Whole, Scheme::Reader);
    let tree = roxmltree::Document::parse(&drawn);
    let tree = tree.unwrap_or_else(|error| panic!("{title}: {error}"));
    known_parts(title, &tree);
    assert_eq!(drawn, picture(outline, Extent::Whole, Scheme::Reader));
    let page = page(outline);
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let tree = roxmltree::Document::parse_with_options(&page, options);
    let tree = tree.unwrap_or_else(|error| panic!("{title}: {error}"));
    known_parts(title, &tree);
}

fn known_parts(title: &str, tree: &roxmltree::Document<'_>) {
    const ELEMENTS: &[&str] = &[
        "svg", "title", "desc", "style", "g", "rect", "circle", "polyline", "polygon", "text",
        "html", "head", "meta", "body", "h1", "h2", "p", "section", "div",
    ];
    const ATTRIBUTES: &[&str] = &[
        "class",
        "role",
        "width",
        "height",
        "viewBox",
        "x",
        "y",
        "cx",
        "cy",
        "r",
        "rx",
        "points",
        "textLength",
        "lengthAdjust",
        "lang",
        "charset",
        "http-equiv",
        "content",
        "name",
    ];
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        let tag = node.tag_name().name();
        assert!(ELEMENTS.contains(&tag), "{title}: <{tag}>");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(ATTRIBUTES.contains(&name), "{title}: {name}");
        }
        let leaf = !matches!(
            tag,
            "svg" | "g" | "html" | "head" | "body" | "section" | "div"
        );
        assert!(
            !leaf || node.children().all(|child| child.is_text()),
            "{title}: <{tag}> holds more than text"
        );
    }
}

/// The drawing for a terminal keeps to its width.
fn narrow_enough(title: &str, outline: &Outline) {
    for width in [24, 40, 80, 132] {
        for unicode in [false, true] {
            let drawn = terminal(outline, &TerminalStyle { width, unicode });
            assert!(unicode || drawn.is_ascii(), "{title}");
            for line in drawn.lines() {
                // A word that is too long for a line of text stays whole.
                let one_word = line.split_whitespace().count() == 1;
                assert!(
                    line.width() <= width || one_word,
                    "{title}: {width}: {line}"
                );
                assert_eq!(line, line.trim_end(), "{title}");
            }
        }
    }
}

#[test]
fn every_run_can_be_drawn() {
    let mut drawn = 0;
    for folder in ["examples", "tests/cases/picture", "tests/cases/engine"] {
        for (title, outline) in outlines(folder) {
            hold(&title, &layout(&outline, Extent::Whole));
            hold(&title, &layout(&outline, Extent::Legend));
            well_formed(&title, &outline);
            narrow_enough(&title, &outline);
            assert!(!recap(&outline).contains("..."), "{title}");
            drawn += 1;
        }
    }
    assert!(drawn > 30, "only {drawn} runs");
}

#[test]
fn every_worked_case_can_be_laid_out() {
    for (title, outline) in outlines("tests/conformance") {
        hold(&title, &layout(&outline, Extent::Whole));
        for panel in &outline.panels {
            let marks = panel.marks.iter().map(|mark| mark.column);
            assert!(
                marks.max().is_none_or(|last| last < panel.columns.len()),
                "{title}"
            );
        }
    }
}

/// A duel of two whose names, title and acts are given.
fn duel(hostile: &str) -> Outline {
    let rules = r#"
rules duel "The duel" {
  kind combatant { hp: number "hit points" }
  kind act { target: optional combatant   what: optional text }
  action strike "strikes {target}: {what}" { takes target   does { subtract 5 from target.hp   note "{actor} says {this.what}" } }
  action cast, casts { stage begins "begins {what}" { } stage completes "completes {what}" { } }
  phase round counting from 1 { each combatant c { c declares }   resolve acts }
  order of act a { by if a.action is strike then 1 else if a.stage is begins then 0 else 2 "strikes come between" }
  void "the fallen do not act" { for a: act   when a.actor.hp <= 0   because "{a.what}" }
}
"#;
    let scenario = r#"
scenario "TITLE" {
  rules "rules.affray"
  side red { ann { hp 5 } }
  side blue { bob { hp 5 } }
  round 1 { ann strikes bob (what "TITLE")   bob casts (what "TITLE") }
}
"#;
    let mut quoted = String::new();
    for c in hostile.chars() {
        match c {
            '"' | '\\' | '{' | '}' => quoted.extend(['\\', c]),
            c => quoted.push(c),
        }
    }
    let mut files = Memory::default();
    files.add("rules.affray", rules);
    files.add("play.affray", &scenario.replace("TITLE", &quoted));
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load("play.affray", &mut files);
    let playable = loaded.scenarios.first().expect("the duel can be played");
    let rules = &playable.rules.ruleset;
    let played = play(rules, &playable.scenario, None, &Limits::DEFAULT);
    outline(rules, &playable.scenario, &played.journal)
}
