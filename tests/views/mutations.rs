//! Single changes of the five rule files, made by a seed: that `affray diff` names each, and how many of those that change the play it shows.

use crate::common::{self, luck::number_of};

use affray::check::Checked;
use affray::diff::{CompareOptions, ComparedFile, GivenScenario, Report, SearchSettings, compare};
use affray::load::{Disk, Expanded, Files, Loader, Unreadable};
use affray::mutants::{MutationOperator, changes};
use affray::source::{Limits, Sources};
use affray::suite;
use affray::syntax::ast::Item;
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
    operator: MutationOperator,
    /// The item as it is then; none: it is removed.
    text: Option<String>,
}

/// The changes of a rule file, by chance and turn about: so many of each kind as there are of any.
fn mutants(
    system: &'static str,
    (rules, sources): (&Expanded, &mut Sources),
    most: usize,
) -> Vec<(Mutant, Option<Item>)> {
    let set = std::env::var("AFFRAY_SET").unwrap_or_default();
    let whole = rules.tree().rules.remove(0);
    let mut by_operator: BTreeMap<MutationOperator, Vec<(u64, Mutant)>> = BTreeMap::new();
    for (item, tree) in rules.items.iter().enumerate() {
        if tree.span.file != rules.span.file {
            continue;
        }
        let text = sources.text(tree.span.file);
        for (number, change) in changes(text, &whole, tree).into_iter().enumerate() {
            let luck = number_of(&format!("{set}{system} {item} {number}"));
            let (own, span) = (tree.span.range(), change.span.range());
            let (before, behind) = (&text[own.start..span.start], &text[span.end..own.end]);
            let text = format!("{before}{}{behind}", change.with);
            let mutant = Mutant {
                item,
                operator: change.operator,
                text: (change.operator != MutationOperator::Item).then_some(text),
            };
            let known = by_operator.entry(change.operator).or_default();
            known.push((luck, mutant));
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
            let text = mutant.text.as_ref();
            let item = text.map(|text| read(text, sources).expect("a change can be read"));
            chosen.push((mutant, item));
        }
    }
    chosen.truncate(most);
    chosen
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
            let report = beside(&left, &right, &[], CompareOptions::default(), &sources);
            let what = format!("{system}: {:?}: {:?}", mutant.operator, mutant.text);
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
    given: &[GivenScenario],
    wanted: CompareOptions,
    sources: &Sources,
) -> Report {
    let [left, right] =
        [("left", left), ("right", right)].map(|(file, rules)| ComparedFile { file, rules });
    compare(left, right, given, wanted, sources)
}

/// The files of the project, and some more.
struct With<'d> {
    disk: &'d mut Disk,
    more: BTreeMap<String, String>,
}

impl Files for With<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match self.more.get(path) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => self.disk.read(path),
        }
    }
}

/// A rule file of the project, and its changes that the check finds sound, one after the other.
struct Sound<'d> {
    system: &'static str,
    loader: Loader,
    files: With<'d>,
    left: (Expanded, Arc<Checked>),
    chosen: std::vec::IntoIter<(Mutant, Option<Item>)>,
    made: usize,
}

/// A sound change: its operator, its file, and what it makes of the rule file.
struct Changed {
    operator: MutationOperator,
    path: String,
    rules: (Expanded, Arc<Checked>),
}

impl<'d> Sound<'d> {
    fn of(system: &'static str, most: usize, disk: &'d mut Disk) -> Self {
        let mut loader = Loader::new(Limits::DEFAULT);
        let left = rules(&mut loader, &format!("rules/{system}.affray"), disk);
        let mut spare = loader.sources().clone();
        Sound {
            system,
            chosen: mutants(system, (&left.0, &mut spare), most * 3).into_iter(),
            left,
            loader,
            files: With {
                disk,
                more: BTreeMap::new(),
            },
            made: 0,
        }
    }

    fn path(&self) -> String {
        format!("rules/{}.affray", self.system)
    }

    fn search(&self, right: &Changed, how: SearchSettings) -> Report {
        let wanted = CompareOptions {
            search: Some(how),
            ..CompareOptions::default()
        };
        beside(&self.left, &right.rules, &[], wanted, self.loader.sources())
    }

    /// Whether the scenario of a situation passes by the rule file that was not changed.
    fn passes(&mut self, scenario: &str) -> bool {
        self.made += 1;
        let path = format!("rules/witness_{}.affray", self.made);
        self.files.more.insert(path.clone(), scenario.to_owned());
        let rules = self.path();
        let loaded = (self.loader).load_under(&path, Some(&rules), &mut self.files);
        let plays = loaded.scenarios.iter().all(|one| {
            let played = suite::play(&one.rules.ruleset, &one.scenario, None, &Limits::DEFAULT);
            played.ending.is_some() && !played.findings.has_errors()
        });
        plays && loaded.scenarios.len() == 1 && !loaded.diagnostics.has_errors()
    }
}

impl Iterator for Sound<'_> {
    type Item = Changed;

    fn next(&mut self) -> Option<Changed> {
        loop {
            let (mutant, _) = self.chosen.next()?;
            let span = self.left.0.items[mutant.item].span;
            let before = self.loader.sources().text(span.file);
            let with = mutant.text.as_deref().unwrap_or("");
            let range = span.range();
            let after = format!("{}{with}{}", &before[..range.start], &before[range.end..]);
            self.made += 1;
            let path = format!("rules/changed_{}.affray", self.made);
            self.files.more.insert(path.clone(), after);
            if let (Some(rules), _) = self.loader.expand(&path, &mut self.files) {
                return Some(Changed {
                    operator: mutant.operator,
                    path,
                    rules,
                });
            }
        }
    }
}

/// Of the first changes of each system that show in a worked case the search finds most with few tries, and what it shows of them is a scenario
/// that passes. The measurement below looks at many.
#[test]
#[ignore = "long"]
fn search_shows_a_sample_of_what_changes_the_play() {
    let mut disk = Disk::below(&common::root(), &Limits::DEFAULT).expect("the project");
    let how = SearchSettings {
        tries: 200,
        shrinks: 20,
        first: true,
        ..SearchSettings::default()
    };
    let (mut tried, mut shown) = (0, 0);
    for system in SYSTEMS {
        let mut sound = Sound::of(system, 12, &mut disk);
        let mut sample = 0;
        while sample < SAMPLE {
            let changed = sound.next().expect("enough sound changes");
            if !parts_in_cases(&mut sound, &changed) {
                continue;
            }
            sample += 1;
            let report = sound.search(&changed, how);
            let what = format!("{system}: {:?}: {:?}", changed.operator, report.structure);
            let witness = report.search.and_then(|search| search.witness);
            tried += 1;
            println!(
                "{} {what}",
                if witness.is_some() {
                    "shown"
                } else {
                    "not shown"
                }
            );
            if let Some(scenario) = witness.and_then(|witness| witness.scenario) {
                assert!(sound.passes(&scenario), "{what}\n{scenario}");
                shown += 1;
            }
        }
    }
    assert!(shown >= SHOWN, "{shown} of {tried}");
}

/// How many changes of each system are looked at, and of how many of all the search shows the difference.
const SAMPLE: usize = 2;
const SHOWN: usize = 6;

/// In no run of all tests: `cargo test --release --test views -- --ignored mutations::by_the_hour --nocapture`.
mod by_the_hour {
    use super::*;

    /// How many of the changes that show in play the search finds: a measurement. `AFFRAY_MUTANTS` says how many of each
    /// system, `AFFRAY_TRIES` how many situations are tried, `AFFRAY_SET` (any word) takes changes by other luck.
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
        let how = SearchSettings {
            tries: number("AFFRAY_TRIES", SearchSettings::default().tries),
            shrinks: 0,
            first: true,
            ..SearchSettings::default()
        };
        let mut disk = Disk::below(&common::root(), &Limits::DEFAULT).expect("the project");
        let only = std::env::var("AFFRAY_SYSTEM").unwrap_or_default();
        let (mut all_shown, mut all_found) = (0, 0);
        for system in SYSTEMS.iter().filter(|system| system.contains(&only)) {
            let mut sound = Sound::of(system, most, &mut disk);
            let (mut looked_at, mut shown, mut found) = (0, 0, 0);
            while looked_at < most
                && let Some(changed) = sound.next()
            {
                looked_at += 1;
                let by_cases = parts_in_cases(&mut sound, &changed);
                let begun = std::time::Instant::now();
                let report = sound.search(&changed, how);
                let search = report.search.expect("a search");
                let by_search = search.parted > 0;
                shown += u32::from(by_cases || by_search);
                found += u32::from(by_search);
                println!(
                    "{} {system} {:?}: {} {} ({} tries, {:?}){}",
                    match (by_cases, by_search) {
                        (true, true) => "both  ",
                        (true, false) => "MISSED",
                        (false, true) => "search",
                        (false, false) => "none  ",
                    },
                    changed.operator,
                    report.structure[0].category,
                    report.structure[0].name,
                    search.tried,
                    begun.elapsed(),
                    if by_search {
                        String::new()
                    } else {
                        format!("\n   {:?}", report.structure[0].parts)
                    },
                );
            }
            println!(
                "{system}: {looked_at} changes, {shown} show in play, the search finds {found} of them\n"
            );
            (all_shown, all_found) = (all_shown + shown, all_found + found);
        }
        println!("all: {all_shown} show in play, the search finds {all_found} of them");
    }
}

/// Whether a change shows in one of the worked cases of its system.
fn parts_in_cases(sound: &mut Sound<'_>, changed: &Changed) -> bool {
    let mut given = Vec::new();
    for file in common::files(&format!("tests/conformance/{}", sound.system)) {
        let [one, other] = [&sound.path(), &changed.path].map(|rules| {
            let loaded = (sound.loader).load_under(&file, Some(rules), &mut sound.files);
            loaded.scenarios
        });
        for one in one {
            let same = |other: &&affray::load::Playable| other.scenario.span == one.scenario.span;
            let Some(other) = other.iter().find(same) else {
                continue;
            };
            given.push(GivenScenario {
                file: file.clone(),
                title: one.scenario.title.clone(),
                scenarios: Ok([one.scenario.clone(), other.scenario.clone()]),
            });
        }
    }
    let sources = sound.loader.sources();
    let report = beside(
        &sound.left,
        &changed.rules,
        &given,
        CompareOptions::default(),
        sources,
    );
    report.scenarios.iter().any(|one| one.parting.is_some())
}
