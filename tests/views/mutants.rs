//! Small changes of rule files: which there are, that each can be read and stays within its item, and which of them the scenarios notice.

use crate::common;

use std::collections::BTreeMap;
use std::fmt::Write;

use affray::load::{Disk, Files, Loader};
use affray::mutants::{MutantPlan, MutantWitness, Mutated, Mutation, MutationOperator, changes};
use affray::source::{FileId, Limits, Sources};
use affray::syntax::{self, ast};

/// The lines of a change before and after it.
fn lines(change: &Mutation, text: &str) -> String {
    let (from, to) = (change.span.start as usize, change.span.end as usize);
    let start = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let end = text[to..].find('\n').map_or(text.len(), |at| to + at);
    let new = format!("{}{}{}", &text[start..from], change.with, &text[to..end]);
    let mut out = String::new();
    for (sign, text) in [('-', &text[start..end]), ('+', &new)] {
        for line in text.trim_end().lines() {
            _ = writeln!(out, "{}", format!("  {sign} {line}").trim_end());
        }
    }
    out
}

/// Every change of a file, item by item.
fn all(text: &str, tree: &ast::File) -> String {
    let mut out = String::new();
    for rules in &tree.rules {
        for item in &rules.items {
            for change in changes(text, rules, item) {
                let line = 1 + text[..change.span.start as usize].matches('\n').count();
                _ = writeln!(out, "{line} {:?}", change.operator);
                match change.operator {
                    MutationOperator::Item => {}
                    _ => out.push_str(&lines(&change, text)),
                }
            }
        }
    }
    out
}

/// What comes of the changes of a file that lies somewhere, by its own scenarios.
fn mutated(path: &str, files: &mut dyn Files, threads: usize) -> (Vec<Mutated>, Sources) {
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load(path, files);
    let shown = common::shown(&loaded.diagnostics, loader.sources());
    assert!(!loaded.diagnostics.has_errors(), "{shown}");
    let scenarios = loaded.scenarios.iter().zip(&loaded.tree.scenarios);
    let witnesses: Vec<MutantWitness<'_>> = scenarios
        .map(|(playable, tree)| MutantWitness {
            rules: &playable.rules,
            tree,
        })
        .collect();
    let wanted: Vec<FileId> = (loaded.scenarios.iter())
        .map(|playable| playable.rules.ruleset.items[0].span.file)
        .collect();
    let plan = MutantPlan::new(&mut loader, files, wanted, &witnesses, &Limits::DEFAULT);
    let mutated = plan.carry_out(threads, &|| true);
    (mutated, loader.sources().clone())
}

/// The share of each item, and what nobody notices.
fn told(all: &[Mutated], sources: &Sources) -> String {
    let mut out = String::new();
    for mutated in all {
        let text = sources.text(mutated.file);
        for item in &mutated.items {
            _ = write!(out, "{}: {} of {}", item.name, item.noticed, item.tried());
            _ = writeln!(out, ", {} allowed; cites {}", item.allowed, item.cites);
            for survivor in &item.survivors {
                _ = writeln!(out, "  {}", survivor.phrase);
                out.push_str(&lines(&survivor.change, text));
            }
        }
        if !mutated.idle.is_empty() {
            out.push_str(&common::shown(&mutated.idle, sources));
        }
    }
    out
}

#[test]
fn cases() {
    insta::glob!("../cases/mutants", "*.affray", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let mut sources = Sources::new();
        let id = sources.add("case", text.clone());
        let (tree, _) = syntax::parse(id, &text, &Limits::DEFAULT);
        let mut said = all(&text, &tree);
        if !tree.scenarios.is_empty() {
            let mut files = BTreeMap::from([("case".to_owned(), text.clone())]);
            let (all, sources) = mutated("case", &mut files, 1);
            said = told(&all, &sources);
        }
        insta::assert_snapshot!(said);
    });
}

/// The rule files of the project, and the cases.
fn rule_files() -> Vec<String> {
    let folders = ["rules", "examples", "tests/cases/mutants"];
    folders.into_iter().flat_map(common::files).collect()
}

/// Every change can be read, and leaves all other items as they are.
#[test]
fn each_change_is_a_change_of_one_item() {
    let mut made = 0;
    for path in rule_files() {
        let text = common::read(&path);
        let id = FileId::default();
        let (tree, found) = syntax::parse(id, &text, &Limits::DEFAULT);
        assert!(found.is_empty(), "{path}");
        // Of large files some.
        let every = 1 + text.len() / 10_000;
        for rules in &tree.rules {
            for item in &rules.items {
                for change in changes(&text, rules, item) {
                    let what = format!("{path}: {:?}\n{}", change.operator, lines(&change, &text));
                    assert_eq!(item.span.to(change.span), item.span, "{what}");
                    made += 1;
                    if change.operator == MutationOperator::Item || made % every != 0 {
                        continue;
                    }
                    let new = syntax::reworded(
                        &text,
                        item.span,
                        change.span,
                        &change.with,
                        &Limits::DEFAULT,
                    );
                    let new = new.unwrap_or_else(|| panic!("this cannot be read: {what}"));
                    assert!(new != *item, "{what}");
                    if made % (every * 29) == 0 {
                        whole_is_alike(&text, &tree, &change, &what);
                    }
                }
            }
        }
    }
    assert!(made > 5_000, "only {made} changes");
}

/// The whole text with a change in it, read anew, has one other item.
fn whole_is_alike(text: &str, tree: &ast::File, change: &Mutation, what: &str) {
    let range = change.span.range();
    let edited = format!(
        "{}{}{}",
        &text[..range.start],
        change.with,
        &text[range.end..]
    );
    let (new, found) = syntax::parse(change.span.file, &edited, &Limits::DEFAULT);
    assert!(found.is_empty(), "{what}");
    let words = |tree: &ast::File, text: &str| -> Vec<String> {
        let items = tree.rules.iter().flat_map(|rules| &rules.items);
        items
            .map(|item| syntax::bare(&text[item.span.range()]))
            .collect()
    };
    let (old, new) = (words(tree, text), words(&new, &edited));
    assert_eq!(old.len(), new.len(), "{what}");
    let others = old.iter().zip(&new).filter(|(old, new)| old != new);
    assert_eq!(others.count(), 1, "{what}");
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let mut disk = Disk::below(&common::root(), &Limits::DEFAULT).expect("the project");
    let path = "tests/cases/mutants/noticed.affray";
    let (one, _) = mutated(path, &mut disk, 1);
    for threads in [2, 5] {
        assert_eq!(one, mutated(path, &mut disk, threads).0);
    }
}

/// Ctrl-C after some changes: what is known by then is told, and the rest counted.
#[test]
fn what_was_tried_before_it_was_stopped_is_told() {
    let mut disk = Disk::below(&common::root(), &Limits::DEFAULT).expect("the project");
    let path = "tests/cases/mutants/noticed.affray";
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load(path, &mut disk);
    let witnesses = [MutantWitness {
        rules: &loaded.scenarios[0].rules,
        tree: &loaded.tree.scenarios[0],
    }];
    let file = loaded.file.expect("it can be read");
    let plan = MutantPlan::new(&mut loader, &mut disk, [file], &witnesses, &Limits::DEFAULT);
    let mutated = plan.carry_out(1, &|| false);
    let tried: usize = mutated[0].items.iter().map(|item| item.tried()).sum();
    let untried: usize = mutated[0].items.iter().map(|item| item.untried).sum();
    assert!(
        tried <= 1 && untried + 1 >= plan.count(),
        "{tried}, {untried}"
    );
}
