//! Names of types: one word for one thing. No two types of `src` share a name.
//!
//! Two kinds of definitions may share one. A node of the syntax tree is called like its checked counterpart in the ruleset or the scenario. An
//! associated type has the name that its trait gives it.

use std::collections::BTreeMap;

use super::layers::{Text, code, texts};

/// Words that begin the definition of a type.
const WORDS: &[&str] = &["struct", "enum", "union", "trait", "type"];

/// The folder of the syntax tree.
const TREE: &str = "syntax/ast/";

/// Rooms of the checked counterparts of its nodes.
const CHECKED: &[&str] = &["ruleset/", "scenario/"];

/// The name of the type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1,
        Some(rest) => rest,
        None => line,
    };
    let (word, rest) = line.trim_start().split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_');
    let name = name
        .take(1)
        .find(|name| name.starts_with(char::is_uppercase))?;
    WORDS.contains(&word).then_some(name)
}

/// The types that a text defines, each with the number of its line. Associated types are left out: they are indented below the head of a trait or
/// an implementation.
fn definitions(text: &str) -> Vec<(usize, &str)> {
    let mut in_trait = false;
    let mut found = Vec::new();
    for (number, line) in code(text) {
        let is_head = line.starts_with(char::is_alphabetic) && !line.starts_with("where");
        if is_head {
            let mut words = line.split(|c: char| !c.is_alphanumeric());
            in_trait = words.any(|word| word == "impl" || word == "trait");
        }
        let is_associated = in_trait && !is_head && line.trim_start().starts_with("type ");
        if let Some(name) = defined(line).filter(|_| !is_associated) {
            found.push((number, name));
        }
    }
    found
}

/// Whether the files that define one name may share it: one is of the syntax tree, the other of its checked counterparts.
fn may_share(files: &[&str]) -> bool {
    let is_checked = |file: &str| CHECKED.iter().any(|room| file.starts_with(room));
    match files {
        [one, other] => {
            (one.starts_with(TREE) && is_checked(other))
                || (is_checked(one) && other.starts_with(TREE))
        }
        _ => files.len() < 2,
    }
}

#[test]
fn definitions_are_found() {
    let text = "pub(super) struct Roll<'a> {\n    struct: u32,\n}\ntype Rolls = Vec<u32>;\nimpl<'a> Iterator for Roll<'a>\nwhere\n    \
                Self: Sized,\n{\n    type Item = u32;\n}\nnodes! {\n    enum Node {\n    }\n}\n// enum Old {}\n";
    assert_eq!(definitions(text), [(1, "Roll"), (4, "Rolls"), (12, "Node")]);
}

#[test]
fn only_the_tree_and_what_is_made_of_it_may_share() {
    assert!(may_share(&["line/mod.rs"]));
    assert!(may_share(&["ruleset/item.rs", "syntax/ast/items.rs"]));
    assert!(!may_share(&["line/mod.rs", "syntax/ast/items.rs"]));
    assert!(!may_share(&["ruleset/item.rs", "scenario/mod.rs"]));
    let three = ["ruleset/item.rs", "scenario/mod.rs", "syntax/ast/mod.rs"];
    assert!(!may_share(&three));
}

#[test]
fn no_two_types_share_a_name() {
    let texts = texts();
    let mut types: BTreeMap<&str, Vec<(String, usize)>> = BTreeMap::new();
    for Text { path, text, .. } in &texts {
        let file = path.to_string_lossy().replace('\\', "/");
        for (number, name) in definitions(text) {
            let places = types.entry(name).or_default();
            places.push((file.clone(), number));
        }
    }
    assert!(types.len() > 500, "types are found");
    types.retain(|_, places| {
        let files: Vec<&str> = places.iter().map(|(file, _)| file.as_str()).collect();
        !may_share(&files)
    });
    let shared = types.iter().map(|(name, places)| {
        let places = places
            .iter()
            .map(|(file, number)| format!("{file}:{number}"));
        format!("`{name}`: {}", places.collect::<Vec<_>>().join(", "))
    });
    let shared: Vec<String> = shared.collect();
    assert!(shared.is_empty(), "defined more than once: {shared:#?}");
}
