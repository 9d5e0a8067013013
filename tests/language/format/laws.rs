//! The laws of the layout, for all files of the project, for trees of all shapes, and for files laid out anyhow.

use std::fs;

use affray::source::{FileId, Limits};
use affray::syntax::{ast, parse, print};
use proptest::prelude::*;

use super::common::shake::shaken;
use super::trees::Choices;
use super::{bare, common, formatted, laws_hold, laws_hold_of, parsed, try_format};

#[test]
fn all_files_of_the_project_keep_the_laws() {
    let mut count = 0;
    for folder in [
        "rules",
        "examples",
        "tests/conformance",
        "tests/procedures",
        "tests/cases",
    ] {
        for path in common::files(folder) {
            let text = fs::read_to_string(common::root().join(&path)).expect("a file");
            if let Some(after) = try_format(&text) {
                laws_hold_of(&text, &after);
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} files are laid out");
}

/// A tree comes back from its text as it was, and its text is laid out.
fn comes_back(tree: ast::File) {
    let text = print(&tree);
    let (again, found) = parse(FileId::default(), &text, &Limits::DEFAULT);
    assert!(found.is_empty(), "{found:?}\n{text}");
    assert_eq!(bare(&tree), bare(&again), "{text}");
    assert_eq!(text, formatted(&text));
}

fn choices(most: usize) -> impl Strategy<Value = Choices> {
    prop::collection::vec(any::<u32>(), 0..most).prop_map(Choices::new)
}

// A failing case shows itself by its tree; no files of seeds are kept.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

impl std::fmt::Debug for Choices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("choices")
    }
}

fn with_statement(statement: ast::Statement) -> ast::File {
    let mut tree = parsed("rules r { procedure p() { } }");
    if let ast::ItemKind::Procedure(procedure) = &mut tree.rules[0].items[0].kind {
        procedure.body.statements.push(statement);
    }
    tree
}

proptest! {
    #![proptest_config(config(2500))]

    #[test]
    fn rules_come_back(mut choices in choices(30)) {
        let rules = vec![choices.rules()];
        comes_back(ast::File { rules, ..ast::File::default() });
    }

    #[test]
    fn scenarios_come_back(mut choices in choices(30)) {
        let scenarios = vec![choices.scenario()];
        comes_back(ast::File { scenarios, ..ast::File::default() });
    }
}

proptest! {
    #![proptest_config(config(2500))]

    #[test]
    fn statements_come_back(mut choices in choices(24)) {
        comes_back(with_statement(choices.statement(2)));
    }

    #[test]
    fn expressions_come_back(mut choices in choices(24)) {
        let value = choices.expr(3);
        let place = parsed("rules r { procedure p() { set a = 1 } }");
        let mut tree = place;
        if let ast::ItemKind::Procedure(procedure) = &mut tree.rules[0].items[0].kind
            && let ast::StatementKind::Set { value: old, .. } = &mut procedure.body.statements[0].kind
        {
            *old = value;
        }
        comes_back(tree);
    }
}

/// What can stand in the place of white space: much the same, or something quite different.
fn white(choice: u32, before: &str) -> String {
    let broken = before.contains('\n');
    match choice % 16 {
        0 if !broken => "\n".to_owned(),
        1 => "\n\n\n   ".to_owned(),
        2 => " # a comment\n".to_owned(),
        3 => "\n      # alone\n\n# and another\n ".to_owned(),
        4..=6 if !broken => "  ".to_owned(),
        7 if !broken => "\t".to_owned(),
        8 if broken => " \r\n".to_owned(),
        9 if broken => "    ".to_owned(),
        _ => before.to_owned(),
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// A few words of the sample at a time, so that most shaken texts can still be read.
    #[test]
    fn files_laid_out_anyhow_keep_the_laws(which in 0usize..64, choices in prop::collection::vec(prop_oneof![9 => Just(10u32), 1 => any::<u32>()], 1..400)) {
        let files = common::files("examples").into_iter().chain(["tests/cases/syntax/sample.affray".to_owned()]);
        let files: Vec<String> = files.collect();
        let path = &files[which % files.len()];
        let text = fs::read_to_string(common::root().join(path)).expect("a file");
        let mut turn = choices.iter().cycle();
        let text = shaken(&text, |gap| white(turn.next().copied().unwrap_or(10), gap.white));
        if try_format(&text).is_some() {
            laws_hold(&text);
        }
    }
}

#[test]
fn deep_and_long_texts_are_laid_out_in_time() {
    let deep = format!(
        "rules r {{ let a = {}1{} }}",
        "(".repeat(30),
        ")".repeat(30)
    );
    laws_hold(&deep);
    let blocks = format!(
        "rules r {{ procedure p() {{ {} note \"x\" {} }} }}",
        "if a {".repeat(28),
        "}".repeat(28)
    );
    laws_hold(&blocks);
    let long = format!(
        "rules r {{ let a = {} }}",
        vec!["b + c * d"; 4000].join(" and ")
    );
    laws_hold(&long);
    let ifs = "if a then b else ".repeat(2000);
    laws_hold(&format!("rules r {{ let a = {ifs} c }}"));
    let many = "  option o: a | b = a \"what\" cites OS-1\n".repeat(2000);
    laws_hold(&format!("rules r {{\n{many}}}"));
}
