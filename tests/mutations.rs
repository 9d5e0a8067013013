//! Single changes of the five rule files, made by a seed: that `affray diff` names each, and how many of those that change the play it shows.

mod common;
#[path = "mutations/mutator.rs"]
mod mutator;

use affray::check::Checked;
use affray::diff::{Given, Report, Search, Subject, Wanted, compare};
use affray::load::{Disk, Expanded, Files, Loader, Unreadable};
use affray::source::{Limits, Sources};
use affray::syntax::ast::Item;
use mutator::{Edit, edits};
use std::collections::BTreeMap;
use std::sync::Arc;

const SYSTEMS: &[&str] = &[
    "osric",
    "base_initiative",
    "demon_idol",
    "crucible_of_souls",
    "group_initiative",
];

/// One thing changed in a rule file.
struct Mutant {
    /// The place of the item.
    item: usize,
    edit: Edit,
}

/// The changes of a rule file that can be read, by chance and turn about: so many of each kind as there are of any.
fn mutants(
    system: &'static str,
    (rules, sources): (&Expanded, &mut Sources),
    most: usize,
) -> Vec<(Mutant, Option<Item>)> {
    let mut by_operator: BTreeMap<&str, Vec<(u64, Mutant)>> = BTreeMap::new();
    for (item, tree) in rules.items.iter().enumerate() {
        if tree.span.file != rules.span.file {
            continue;
        }
        let category = tree.identity().map_or("", |known| known.category.noun());
        for (number, edit) in edits(category, sources.snippet(tree.span))
            .into_iter()
            .enumerate()
        {
            let luck = luck(&format!("{system} {item} {number}"));
            by_operator
                .entry(edit.operator)
                .or_default()
                .push((luck, Mutant { item, edit }));
        }
    }
    for all in by_operator.values_mut() {
        all.sort_by_key(|(luck, _)| *luck);
    }
    let mut chosen = Vec::new();
    while chosen.len() < most && by_operator.values().any(|all| !all.is_empty()) {
        for all in by_operator.values_mut() {
            let Some((_, mutant)) = all.pop() else {
                continue;
            };
            let item = match &mutant.edit.text {
                None => None,
                Some(text) => match read(text, sources) {
                    Some(item) => Some(item),
                    None => continue,
                },
            };
            chosen.push((mutant, item));
        }
    }
    chosen.truncate(most);
    chosen
}

/// A number for a name (FNV-1a, mixed).
fn luck(name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ (hash >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// The tree of one item, if its text can be read.
fn read(text: &str, sources: &mut Sources) -> Option<Item> {
    let file = format!("rules changed \"changed\" {{\n{text}\n}}\n");
    let id = sources.add("changed", file.clone());
    let (tree, found) = affray::syntax::parse(id, &file, &Limits::DEFAULT);
    let mut items = tree.rules.into_iter().next()?.items;
    (found.iter().next().is_none() && items.len() == 1).then(|| items.remove(0))
}

fn rules(loader: &mut Loader, path: &str, files: &mut dyn Files) -> (Expanded, Arc<Checked>) {
    let (rules, found) = loader.expand(path, files);
    rules.unwrap_or_else(|| panic!("{}", common::shown(&found, loader.sources())))
}

/// Each change of a single item is reported as a change of that one item, whatever it means.
#[test]
fn structure_names_the_one_item_that_differs() {
    let mut disk = Disk::below(&common::root(), &Limits::DEFAULT).expect("the project");
    let mut made = 0;
    for system in SYSTEMS {
        let mut loader = Loader::new(Limits::DEFAULT);
        let (whole, checked) = rules(&mut loader, &format!("rules/{system}.affray"), &mut disk);
        let mut sources = loader.sources().clone();
        let left = (whole, checked);
        for (mutant, item) in mutants(system, (&left.0, &mut sources), 21) {
            let mut changed = left.0.clone();
            let is_other = match item {
                None => {
                    changed.items.remove(mutant.item);
                    true
                }
                Some(item) => {
                    changed.items[mutant.item] = item;
                    false
                }
            };
            // Structure looks at trees alone: what the check makes of them is not needed.
            let right = (changed, Arc::clone(&left.1));
            let report = beside(&left, &right, &[], Wanted::default(), &sources);
            let what = format!("{system}: {}: {:?}", mutant.edit.operator, mutant.edit.text);
            assert_eq!(report.structure.len(), 1, "{what}\n{:?}", report.structure);
            let known = left.0.items[mutant.item].identity();
            let name = known.map_or("", |known| known.name);
            assert!(
                name.is_empty() || report.structure[0].name == name,
                "{what}\n{:?}",
                report.structure
            );
            assert_eq!(report.structure[0].right.is_none(), is_other, "{what}");
            made += 1;
        }
    }
    assert!(made >= 100, "only {made} changes were made");
}

fn beside(
    left: &(Expanded, Arc<Checked>),
    right: &(Expanded, Arc<Checked>),
    given: &[Given],
    wanted: Wanted,
    sources: &Sources,
) -> Report {
    let [left, right] =
        [("left", left), ("right", right)].map(|(file, rules)| Subject { file, rules });
    compare(left, right, given, wanted, sources)
}

/// The files of the project, and one more.
struct With<'d>(&'d mut Disk, String, String);

impl Files for With<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        if path == self.1 {
            return Ok(self.2.clone().into_bytes());
        }
        self.0.read(path)
    }
}

/// How many of the changes that show in play the search finds: a measurement. `AFFRAY_MUTANTS` says how many of each
/// system, `AFFRAY_TRIES` how many situations are tried.
#[test]
#[ignore = "a measurement of some minutes, for an optimised build"]
fn search_finds_what_changes_the_play() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(otherwise)
    };
    let most = number("AFFRAY_MUTANTS", 26) as usize;
    let tries = number("AFFRAY_TRIES", 2_000);
    let mut disk = Disk::below(&common::root(), &Limits::DEFAULT).expect("the project");
    let only = std::env::var("AFFRAY_SYSTEM").unwrap_or_default();
    for system in SYSTEMS.iter().filter(|system| system.contains(&only)) {
        let mut loader = Loader::new(Limits::DEFAULT);
        let path = format!("rules/{system}.affray");
        let left = rules(&mut loader, &path, &mut disk);
        let mut spare = loader.sources().clone();
        let chosen = mutants(system, (&left.0, &mut spare), most * 3);
        let (mut sound, mut shown, mut found) = (0, 0, 0);
        for (index, (mutant, _)) in chosen.iter().enumerate() {
            if sound == most {
                break;
            }
            let span = left.0.items[mutant.item].span;
            let before = loader.sources().text(span.file).to_owned();
            let with = mutant.edit.text.as_deref().unwrap_or("");
            let after = format!(
                "{}{with}{}",
                &before[..span.range().start],
                &before[span.range().end..]
            );
            let changed = format!("rules/changed_{index}.affray");
            let mut files = With(&mut disk, changed.clone(), after);
            let (Some(right), _) = loader.expand(&changed, &mut files) else {
                continue;
            };
            sound += 1;
            let mut given = Vec::new();
            for file in common::files(&format!("tests/conformance/{system}")) {
                let [one, other] = [&path, &changed].map(|rules| {
                    loader
                        .load_under(&file, Some(rules.as_str()), &mut files)
                        .scenarios
                });
                for one in one {
                    let same = other
                        .iter()
                        .find(|other| other.scenario.span == one.scenario.span);
                    let Some(other) = same else { continue };
                    given.push(Given {
                        file: file.clone(),
                        title: one.scenario.title.clone(),
                        scenarios: Ok([one.scenario, other.scenario.clone()]),
                    });
                }
            }
            let report = beside(&left, &right, &given, Wanted::default(), loader.sources());
            let by_cases = report.scenarios.iter().any(|one| one.parting.is_some());
            let begun = std::time::Instant::now();
            let wanted = Wanted {
                search: Some(Search {
                    tries,
                    shrinks: 0,
                    first: true,
                    ..Search::default()
                }),
                attribution: false,
            };
            let report = beside(&left, &right, &[], wanted, loader.sources());
            let search = report.search.expect("a search");
            shown += u32::from(by_cases || search.parted > 0);
            found += u32::from(search.parted > 0);
            println!(
                "{} {system} {}: {} {} ({} tries, {:?}){}",
                match (by_cases, search.parted > 0) {
                    (true, true) => "both  ",
                    (true, false) => "MISSED",
                    (false, true) => "search",
                    (false, false) => "none  ",
                },
                mutant.edit.operator,
                report.structure[0].category,
                report.structure[0].name,
                search.tried,
                begun.elapsed(),
                if search.parted > 0 {
                    String::new()
                } else {
                    format!("\n   {:?}", report.structure[0].parts)
                },
            );
        }
        println!(
            "{system}: {sound} changes, {shown} show in play, the search finds {found} of them\n"
        );
    }
}
