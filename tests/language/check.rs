//! Every file under `cases/check` is checked; its snapshot shows what is said about it, or the ruleset it gives.

use std::fmt::Write;

use affray::check::{self, Checked};
use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::ruleset::{Cited, Ruleset};
use affray::source::{FileId, Limits, Sources};
use affray::syntax::parse;

/// What the check says about a text with one rule set.
fn checked(sources: &mut Sources, name: &str, text: &str) -> (Option<Checked>, Diagnostics) {
    let file = sources.add(name, text);
    let (tree, said) = parse(file, text, &Limits::DEFAULT);
    assert!(said.is_empty(), "{}", told(&said, sources));
    let [set] = tree.rules.as_slice() else {
        panic!("a case has one rule set");
    };
    let items: Vec<_> = set.items.iter().collect();
    check::rules(&set.name, set.title.as_ref(), &items, set.span)
}

/// Diagnostics as a person sees them.
fn told(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let style = RenderStyle {
        width: 100,
        ..RenderStyle::default()
    };
    render(diagnostics, sources, &style)
}

/// What a ruleset consists of; of a small one, every expression too.
fn compiled(rules: &Ruleset) -> String {
    const SMALL: usize = 60;
    let mut out = String::new();
    for item in &rules.items {
        let cites: Vec<String> = item.cites.iter().flat_map(Cited::spelled_out).collect();
        let cites = cites.join(" ");
        _ = writeln!(out, "{} {} {cites}", item.category, item.name);
    }
    for unit in &rules.units {
        _ = writeln!(out, "unit {} {} {}", unit.name, unit.dimension, unit.size);
    }
    for function in &rules.functions {
        let (name, locals, gives) = (&function.name, function.locals, &function.declared);
        _ = writeln!(out, "let {name} {locals} {gives:?} {:?}", function.body);
    }
    let placements = rules.placements.iter().map(|rule| &rule.title);
    let orders = rules.orders.iter().map(|order| order.keys.len());
    let triggers = rules.triggers.iter().map(|rule| &rule.title);
    _ = writeln!(out, "placements {:?}", placements.collect::<Vec<_>>());
    _ = writeln!(out, "orders {:?}", orders.collect::<Vec<_>>());
    _ = writeln!(out, "triggers {:?}", triggers.collect::<Vec<_>>());
    _ = writeln!(out, "over {:?}", rules.over);
    for tactic in &rules.tactics {
        let (name, locals) = (&tactic.name, tactic.locals);
        _ = writeln!(out, "tactic {name} {locals} {:?}", tactic.guard);
        for line in &tactic.lines {
            _ = writeln!(out, "  {:?} {:?}", line.guard, line.acts);
        }
    }
    if rules.exprs.len() <= SMALL {
        for (index, expr) in rules.exprs.iter().enumerate() {
            _ = writeln!(out, "{index}: {expr:?}");
        }
        for phase in &rules.phases {
            _ = writeln!(out, "{} {}: {:#?}", phase.name, phase.locals, phase.body);
        }
    }
    out
}

/// The file name of a case.
fn name(path: &std::path::Path) -> String {
    let name = path.file_name().expect("a case is a file");
    name.to_string_lossy().into_owned()
}

#[test]
fn bad_files_are_explained() {
    insta::glob!("../cases/check/bad", "*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let mut sources = Sources::new();
        let (ruleset, said) = checked(&mut sources, &name(path), &text);
        assert!(ruleset.is_none(), "{} is not bad", path.display());
        insta::assert_snapshot!(told(&said, &sources));
    });
}

#[test]
fn good_files_are_understood() {
    insta::glob!("../cases/check/good", "*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let mut sources = Sources::new();
        let (ruleset, said) = checked(&mut sources, &name(path), &text);
        let ruleset = ruleset
            .unwrap_or_else(|| panic!("{}", told(&said, &sources)))
            .ruleset;
        let told = told(&said, &sources);
        insta::assert_snapshot!(format!("{told}{}", compiled(&ruleset)));
    });
}

/// Ten mistakes are ten diagnostics: nothing follows from a mistake but its own.
#[test]
fn mistakes_have_no_followers() {
    let text = include_str!("../cases/check/bad/ten_mistakes.affray");
    let (_, said) = checked(&mut Sources::new(), "ten_mistakes.affray", text);
    assert_eq!(said.len(), 10);
}

/// A word left out or put in another's place may be a mistake, but never stops the check.
#[test]
fn no_damage_stops_the_check() {
    let text = include_str!("../cases/check/good/guide.affray");
    let words: Vec<&str> = text.split_inclusive([' ', '\n', '.', '(']).collect();
    let others = ["", "c", "1", "completes", "spell", "is missing"];
    for (place, other) in (0..words.len()).step_by(23).zip(others.iter().cycle()) {
        let replacement = format!("{other} ");
        let mut damaged = words.clone();
        damaged[place] = &replacement;
        let (tree, _) = parse(FileId::default(), &damaged.concat(), &Limits::DEFAULT);
        for set in &tree.rules {
            let items: Vec<_> = set.items.iter().collect();
            check::rules(&set.name, set.title.as_ref(), &items, set.span);
        }
    }
}
