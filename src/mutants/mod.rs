//! What no scenario would notice: small changes of a rule file, one at a time, played by the scenarios that pass.
//!
//! `changes` says which changes there are, `company` keeps the scenarios of a rule set and what came of them, `trial` plays one change.
//! Knows trees, rule sets and scenarios; touches no files and no terminal, and nothing of how the engine works.

mod changes;
mod company;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub use changes::{Change, Operator, changes};

use crate::check::Checked;
use crate::load::{Files, ItemPlace, Loader};
use crate::source::{FileId, Limits, Sources, Span};
use crate::syntax::ast;
use company::Company;
use trial::{Trial, Verdict};

/// A scenario that passes, and the rules by which it is played.
#[derive(Clone, Copy, Debug)]
pub struct Witness<'a> {
    /// The rules.
    pub rules: &'a Arc<Checked>,
    /// The scenario.
    pub tree: &'a ast::Scenario,
}

/// What came of the changes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutated {
    /// The file.
    pub file: FileId,
    /// How many scenarios play by it.
    pub scenarios: usize,
    /// In the order of the file, those that have changes.
    pub items: Vec<MutatedItem>,
}

/// What came of the changes of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutatedItem {
    /// Where it stands.
    pub span: Span,
    /// `exception "G vs D"`
    pub name: String,
    /// How many changes a scenario notices.
    pub noticed: usize,
    /// Those that none notices, in the order of the text.
    pub survivors: Vec<Change>,
    /// How many were not tried any more.
    pub untried: usize,
}

impl Mutated {
    /// How many changes were noticed, and how many were tried.
    pub fn share(&self) -> (usize, usize) {
        let sum = |of: fn(&MutatedItem) -> usize| self.items.iter().map(of).sum();
        (sum(|item| item.noticed), sum(MutatedItem::tried))
    }
}

impl MutatedItem {
    /// How many of its changes were tried.
    pub fn tried(&self) -> usize {
        self.noticed + self.survivors.len()
    }
}

/// A change, and the item in which it is made.
struct Mutant {
    place: ItemPlace,
    item: Span,
    change: Change,
}

/// All changes of some files, and the scenarios that might notice them.
pub struct Plan<'a> {
    companies: Vec<Company<'a>>,
    mutants: Vec<Mutant>,
    wanted: BTreeSet<FileId>,
    sources: &'a Sources,
    limits: Limits,
}

impl<'a> Plan<'a> {
    /// Finds the changes of the wanted files, and plays the scenarios as they are.
    pub fn new(
        loader: &'a mut Loader,
        files: &mut dyn Files,
        wanted: impl IntoIterator<Item = FileId>,
        witnesses: &[Witness<'a>],
        limits: &Limits,
    ) -> Self {
        let companies = Company::all(loader, files, witnesses, limits);
        let mut plan = Plan {
            companies,
            mutants: Vec::new(),
            wanted: wanted.into_iter().collect(),
            sources: loader.sources(),
            limits: *limits,
        };
        let files = plan.wanted.iter();
        plan.mutants = files.flat_map(|file| plan.mutants_of(*file)).collect();
        plan
    }

    /// How many changes there are.
    pub fn count(&self) -> usize {
        self.mutants.len()
    }

    /// Makes all changes, each alone, on so many threads, and plays the scenarios that might notice it. What comes of it is the same for any
    /// number of threads. `goes_on` is called after each and says whether the next is to be tried. A file by which no scenario plays has
    /// no items in the answer.
    pub fn carry_out(self, threads: usize, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<Mutated> {
        let verdicts = self.verdicts(threads, goes_on);
        let empty = |file: &FileId| {
            let companies = company::of(&self.companies, *file);
            let mutated = Mutated {
                file: *file,
                scenarios: companies.map(|(_, company)| company.witnesses.len()).sum(),
                items: Vec::new(),
            };
            (*file, mutated)
        };
        let mut all: BTreeMap<FileId, Mutated> = self.wanted.iter().map(empty).collect();
        for (mutant, verdict) in self.mutants.into_iter().zip(verdicts) {
            let Some(mutated) = all.get_mut(&mutant.place.file) else {
                continue;
            };
            if verdict == Verdict::Same {
                continue;
            }
            if mutated.items.last().map(|last| last.span) != Some(mutant.item) {
                let item = company::item(&self.companies, mutant.place);
                mutated.items.push(MutatedItem {
                    span: mutant.item,
                    name: item.map(called).unwrap_or_default(),
                    noticed: 0,
                    survivors: Vec::new(),
                    untried: 0,
                });
            }
            let Some(item) = mutated.items.last_mut() else {
                continue;
            };
            match verdict {
                Verdict::Same => {}
                Verdict::Untried => item.untried += 1,
                Verdict::Noticed => item.noticed += 1,
                Verdict::Unnoticed => item.survivors.push(mutant.change),
            }
        }
        all.into_values().collect()
    }

    /// All changes of a file, in the order of its text.
    fn mutants_of(&self, file: FileId) -> Vec<Mutant> {
        let text = self.sources.text(file);
        let mut sets = BTreeMap::new();
        for (_, company) in company::of(&self.companies, file) {
            sets.extend(company.assembly.sets(file));
        }
        let mut mutants = Vec::new();
        for (set, rules) in sets {
            for (number, item) in rules.items.iter().enumerate() {
                let place = ItemPlace {
                    file,
                    set,
                    item: number,
                };
                let changes = changes(text, rules, item).into_iter();
                mutants.extend(changes.map(|change| Mutant {
                    place,
                    item: item.span,
                    change,
                }));
            }
        }
        mutants
    }

    fn verdicts(&self, threads: usize, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<Verdict> {
        let next = AtomicUsize::new(0);
        let all = self.mutants.len();
        let share = || {
            let mut trial = Trial::new(&self.companies, self.sources, &self.limits);
            let mut done = Vec::new();
            loop {
                let first = next.fetch_add(STRETCH, Ordering::Relaxed);
                if first >= all {
                    return done;
                }
                for number in first..all.min(first + STRETCH) {
                    done.push((number, trial.verdict(&self.mutants[number])));
                    if !goes_on() {
                        // Nobody takes any more.
                        next.store(all, Ordering::Relaxed);
                        return done;
                    }
                }
            }
        };
        let useful = all.div_ceil(STRETCH).clamp(1, MOST_THREADS);
        let mut verdicts = vec![Verdict::Untried; all];
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.clamp(1, useful))
                .map(|_| scope.spawn(share))
                .collect();
            for worker in workers {
                let panicked = |panic| std::panic::resume_unwind(panic);
                for (number, verdict) in worker.join().unwrap_or_else(panicked) {
                    verdicts[number] = verdict;
                }
            }
        });
        verdicts
    }
}

/// How many changes a thread takes at a time: neighbours, which the same scenarios notice.
const STRETCH: usize = 16;

/// More threads than this serve nobody.
const MOST_THREADS: usize = 64;

/// `exception "G vs D"`
fn called(item: &ast::Item) -> String {
    match &item.kind {
        ast::ItemKind::Replace(new) => format!("replace {}", called(new)),
        ast::ItemKind::SetOption { name, .. } => format!("set option {}", name.text),
        ast::ItemKind::Remove { category, name } => {
            format!("remove {} {}", category.keyword(), name.text)
        }
        ast::ItemKind::RemoveEvery(category) => format!("remove every {}", category.keyword()),
        ast::ItemKind::Time(_) => "time".to_owned(),
        ast::ItemKind::Units(_) => "units".to_owned(),
        ast::ItemKind::Exception(_)
        | ast::ItemKind::Placement(_)
        | ast::ItemKind::Void(_)
        | ast::ItemKind::Trigger(_) => item.identity().map_or_else(String::new, |identity| {
            format!("{} \"{}\"", identity.category.keyword(), identity.name)
        }),
        _ => item.identity().map_or_else(String::new, |identity| {
            let words = format!("{} {}", identity.category.keyword(), identity.name);
            words.trim_end().to_owned()
        }),
    }
}
