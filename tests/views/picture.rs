//! Pictures of runs: the outline and the drawings of small cases, and what holds for every picture: nothing overlaps, nothing is injected, and the
//! bytes are always the same.

use crate::common;

use affray::ruleset::TemplatePiece;
use affray::view::outline::{Outline, outline};
use affray::view::picture::{
    Extent, Ink, Layout, Scheme, TerminalStyle, description, html, layout, picture, terminal,
};
use affray::view::recap::{recap, story};
use common::{each_run, files};
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

/// Those of the small cases, of which each file has one that runs.
fn small_cases() -> Vec<(String, Outline)> {
    let found = outlines("tests/cases/picture");
    assert_eq!(found.len(), files("tests/cases/picture").len());
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
    for (title, outline) in small_cases() {
        let name = name(&title);
        insta::assert_snapshot!(format!("{name}_terminal"), terminal(&outline, &wide(100)));
        let narrow = TerminalStyle {
            width: 40,
            unicode: false,
        };
        insta::assert_snapshot!(format!("{name}_ascii"), terminal(&outline, &narrow));
        insta::assert_snapshot!(format!("{name}_told"), description(&outline));
        insta::assert_snapshot!(format!("{name}_recap"), recap(&outline));
    }
}

#[test]
fn small_cases_in_dots() {
    for (title, outline) in small_cases() {
        let name = name(&title);
        let laid_out = layout(&outline, Extent::Whole);
        insta::assert_snapshot!(format!("{name}_layout"), spelled(&laid_out));
    }
    let (_, first) = small_cases().swap_remove(0);
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
            let points = text.size.points();
            let (right, bottom) = (text.x + text.width, text.y + points * 15 / 100);
            let space = (text.x, text.y - points * 85 / 100, right, bottom);
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
    use affray::view::picture::StyleClass;
    for ink in layout.parts.iter().flat_map(|part| &part.ink) {
        let Ink::Path {
            points,
            style: StyleClass::Arrow | StyleClass::Join,
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

/// Who does nothing in its turn has a narrow place, under its name.
#[test]
fn a_turn_is_headed_by_whose_it_is() {
    let all = outlines("tests/cases/engine");
    let found = all.iter().find(|(title, _)| title == "turns in pictures");
    let (_, outline) = found.expect("the case");
    let told = |panel: usize| {
        let places = outline.panels[panel].places.iter();
        let told = places.map(|place| (&place.label[..], &place.number[..], place.columns));
        told.collect::<Vec<_>>()
    };
    let first = [
        ("Turn of ann", "ann", 1),
        ("Turn of bob", "bob", 0),
        ("Turn of dee", "dee", 1),
        ("Turn of cay", "cay", 1),
    ];
    let second = [
        ("Turn of ann", "ann", 0),
        ("Turn of bob", "bob", 1),
        ("Turn of dee", "dee", 1),
    ];
    assert_eq!(told(0), first);
    assert_eq!(told(1), second);
}

#[test]
#[ignore = "long"]
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

/// Names that try to be something else: several hundred, short and long.
fn hostile() -> Vec<String> {
    let seeds = [
        "<script>alert(1)</script>",
        "</title><script>alert(1)</script>",
        "</style><style>*{display:none}",
        "</text></g></svg><img src=x onerror=alert(1)>",
        "\"><svg onload=alert(1)>",
        "' onmouseover='alert(1)",
        "&lt;b&gt; &amp; &#60; &quot;",
        "]]>",
        "<![CDATA[x]]>",
        "<!-- x -->",
        "<?xml version=\"1.0\"?>",
        "<!ENTITY x \"y\">",
        "&x;",
        "javascript:alert(1)",
        "http://example.org/",
        "www.example.org",
        "a@example.org",
        "# heading",
        "- list",
        "1. list",
        "> quote",
        "| a | b |",
        "```",
        "**bold** _it_ ~~no~~",
        "[link](http://example.org)",
        "![image](x)",
        "{color:red}",
        "a\u{202e}b\u{2066}c\u{200f}",
        "a\0b\u{1}c\u{7f}d\u{85}e\u{9b}31m",
        "a\nb\r\nc\td",
        "a\u{2028}b\u{2029}c",
        "\u{feff}x\u{fffe}\u{ffff}",
        "\u{1b}[31mred\u{1b}]8;;http://x\u{7}",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        "\u{fdfd}\u{12031}\u{1f9d9}\u{200d}\u{2642}\u{fe0f}",
        "\u{9f8d}\u{9f8d}\u{9f8d}",
        "",
        " ",
        "\u{3000}",
    ];
    let mut all = Vec::new();
    for (index, seed) in seeds.iter().enumerate() {
        all.push(seed.to_string());
        all.push(seed.repeat(if index % 8 == 0 { 200 } else { 10 }));
        all.push(format!("{seed} {}", "long ".repeat(30)));
        all.push(format!("{}{seed}", "x".repeat(150)));
        for other in [3, 7, 11, 17] {
            all.push(format!("{seed}{}", seeds[(index + other) % seeds.len()]));
            all.push(format!(
                "a {} b {seed} c",
                seeds[(index * other) % seeds.len()]
            ));
        }
    }
    all
}

/// Whatever a rule file or a scenario calls its things, it is shown and does nothing.
#[test]
#[ignore = "long"]
fn hostile_names_inject_nothing() {
    let names = hostile();
    assert!(names.len() > 400);
    let cases = outlines("tests/cases/picture").len();
    let (mut tried, mut case) = (0, 0);
    each_run("tests/cases/picture", |_, playable, played, _| {
        case += 1;
        // Each name in one of the cases.
        for (number, name) in names
            .iter()
            .enumerate()
            .filter(|(number, _)| number % cases == case % cases)
        {
            let mut rules = playable.rules.ruleset.clone();
            let mut scenario = playable.scenario.clone();
            let other = &names[(number + 31) % names.len()];
            scenario.title = name.clone();
            rules.title = other.clone();
            scenario
                .records
                .iter_mut()
                .flatten()
                .for_each(|record| record.name = name.clone());
            rules
                .items
                .iter_mut()
                .for_each(|item| item.name = other.clone());
            rules.words.iter_mut().for_each(|word| *word = name.clone());
            rules
                .phases
                .iter_mut()
                .for_each(|phase| phase.title = other.clone());
            rules
                .actions
                .iter_mut()
                .for_each(|action| action.verb = name.clone());
            for row in rules.tables.iter_mut().flat_map(|table| &mut table.rows) {
                row.title = format!("D. {other}");
            }
            for piece in rules
                .templates
                .iter_mut()
                .flat_map(|template| &mut template.pieces)
            {
                if let TemplatePiece::Plain(prose) = piece {
                    *prose = format!(" {other} ");
                }
            }
            let outline = outline(&rules, &scenario, &played.journal);
            let title = format!("{name:?}");
            well_formed(&title, &outline);
            hold(&title, &layout(&outline, Extent::Whole));
            for text in [
                description(&outline),
                terminal(&outline, &wide(80)),
                recap(&outline),
            ] {
                let hidden = text
                    .chars()
                    .any(|c| c != '\n' && affray::source::is_hidden(c));
                assert!(!hidden, "{title}");
            }
            tried += 1;
        }
    });
    assert_eq!(tried, names.len());
}

/// A terminal that can show little gets what it can show, and loses no act.
#[test]
fn no_act_is_lost_in_a_drawing() {
    for (title, outline) in outlines("examples") {
        let drawn = terminal(&outline, &wide(200));
        for mark in outline.panels.iter().flat_map(|panel| &panel.marks) {
            let first = mark.deed.split_whitespace().next().unwrap_or_default();
            assert!(drawn.contains(first), "{title}: {}", mark.deed);
        }
        let laid_out = layout(&outline, Extent::Whole);
        let marks: usize = outline.panels.iter().map(|panel| panel.marks.len()).sum();
        let chips = laid_out
            .parts
            .iter()
            .flat_map(|part| &part.ink)
            .filter(|ink| {
                use affray::view::picture::StyleClass;
                matches!(
                    ink,
                    Ink::Frame {
                        style: StyleClass::Chip(_) | StyleClass::Lost,
                        ..
                    }
                )
            });
        assert_eq!(chips.count(), marks, "{title}");
    }
}
