//! Every file under `cases/check` is checked; its snapshot shows what is said about it, or the ruleset it gives.

use affray::check::{self, Checked};
use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::source::{Limits, Sources};
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

/// The file name of a case.
fn name(path: &std::path::Path) -> String {
    let name = path.file_name().expect("a case is a file");
    name.to_string_lossy().into_owned()
}

#[test]
fn bad_files_are_explained() {
    insta::glob!("cases/check/bad/*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let mut sources = Sources::new();
        let (ruleset, said) = checked(&mut sources, &name(path), &text);
        assert!(ruleset.is_none(), "{} is not bad", path.display());
        insta::assert_snapshot!(told(&said, &sources));
    });
}

#[test]
fn good_files_are_understood() {
    insta::glob!("cases/check/good/*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let mut sources = Sources::new();
        let (ruleset, said) = checked(&mut sources, &name(path), &text);
        assert!(ruleset.is_some(), "{}", told(&said, &sources));
        insta::assert_snapshot!(told(&said, &sources));
    });
}

/// Ten mistakes are ten diagnostics: nothing follows from a mistake but its own.
#[test]
fn mistakes_have_no_followers() {
    let text = include_str!("cases/check/bad/ten_mistakes.affray");
    let (_, said) = checked(&mut Sources::new(), "ten_mistakes.affray", text);
    assert_eq!(said.len(), 10);
}
