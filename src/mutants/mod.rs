//! What no scenario would notice: small changes of a rule file, one at a time, played by the scenarios that pass.
//!
//! `changes` says which changes there are, `phrase` says them in words, `company` keeps the scenarios of a rule set and what came of them, `tester`
//! makes one change after the other and plays it, `propose` looks for a scenario that would notice one.
//! Knows trees, rule sets and scenarios; touches no files and no terminal, and nothing of how the machine works.

mod changes;
mod company;
mod name;
mod phrase;
mod propose;
mod tester;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use changes::{Mutation, MutationOperator, changes};
pub use propose::{Proposed, propose};

use crate::check::Checked;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{Files, ItemPlace, Loader};
use crate::ruleset::{Cited, StatementId, ranges};
use crate::source::{FileId, Limits, Sources, Span, on_threads};
use crate::syntax::ast;
use company::Company;
use phrase::{MutationPhrase, PhraseWords, Reworded};
use tester::{MutantTester, MutantVerdict};

/// A scenario that passes, and the rules by which it is played.
#[derive(Clone, Copy, Debug)]
pub struct MutantWitness<'a> {
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
    /// How many scenarios that pass play by it.
    pub scenarios: usize,
    /// In which files they stand.
    pub played: BTreeSet<FileId>,
    /// In the order of the file, those that have changes.
    pub items: Vec<MutatedItem>,
    /// What is said of changes that are allowed for nothing.
    pub idle: Diagnostics,
}

/// What came of the changes of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutatedItem {
    /// Which it is.
    pub place: ItemPlace,
    /// Where it stands.
    pub span: Span,
    /// `exception "G vs D"`
    pub name: String,
    /// What it cites: `DI-5, DI-7..9`.
    pub cites: String,
    /// How many changes a scenario notices.
    pub noticed: usize,
    /// Those that none notices, in the order of the text.
    pub survivors: Vec<Survivor>,
    /// How many more none notices, and the item says why none need.
    pub allowed: usize,
    /// How many were not tried any more.
    pub untried: usize,
}

/// A change that no scenario notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// The change.
    pub change: Mutation,
    /// The change in words, as the item can allow it: `c.hp <= 0 -> c.hp < 0`.
    pub phrase: String,
}

impl Mutated {
    /// How many changes were noticed, of how many that are to be.
    pub fn share(&self) -> (usize, usize) {
        let sum = |of: fn(&MutatedItem) -> usize| self.items.iter().map(of).sum();
        (sum(|item| item.noticed), sum(MutatedItem::tried))
    }
}

impl MutatedItem {
    /// How many of its changes were tried, those that are allowed left out.
    pub fn tried(&self) -> usize {
        self.noticed + self.survivors.len()
    }

    /// Whether no scenario notices that it is taken out.
    pub fn is_missed_by_nobody(&self) -> bool {
        let taken_out = |one: &Survivor| one.change.operator == MutationOperator::Item;
        self.survivors.iter().any(taken_out)
    }
}

/// A change, and the item in which it is made.
struct Mutant {
    place: ItemPlace,
    item: Span,
    change: Mutation,
}

/// All changes of some files, and the scenarios that might notice them.
pub struct MutantPlan<'a> {
    companies: Vec<Company<'a>>,
    mutants: Vec<Mutant>,
    wanted: BTreeSet<FileId>,
    sources: &'a Sources,
    limits: Limits,
}

impl<'a> MutantPlan<'a> {
    /// Finds the changes of the wanted files, and plays the scenarios as they are.
    pub fn new(
        loader: &'a mut Loader,
        files: &mut dyn Files,
        wanted: impl IntoIterator<Item = FileId>,
        witnesses: &[MutantWitness<'a>],
        limits: &Limits,
    ) -> Self {
        let companies = Company::all(loader, files, witnesses, limits);
        let mut plan = MutantPlan {
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

    /// Only the changes of items with this text in their name.
    pub fn only(mut self, text: &str) -> Self {
        let named = |mutant: &Mutant| {
            let item = company::item(&self.companies, mutant.place);
            item.is_some_and(|item| name::called(item).contains(text))
        };
        self.mutants.retain(named);
        self
    }

    /// The names of the items that can be changed, sorted.
    pub fn names(&self) -> BTreeSet<String> {
        let items = self.mutants.iter();
        let items = items.filter_map(|mutant| company::item(&self.companies, mutant.place));
        items.map(name::called).collect()
    }

    /// How many changes there are.
    pub fn count(&self) -> usize {
        self.mutants.len()
    }

    /// Makes all changes, each alone, on so many threads, and plays the scenarios that might notice it. What comes of it is the same for any
    /// number of threads. `goes_on` is called after each and says whether the next is to be tried; none is where the runs have taken more steps than
    /// [`Limits::work`]. A file by which no scenario plays has no items in the answer.
    pub fn carry_out(&self, threads: usize, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<Mutated> {
        let verdicts = self.verdicts(threads, goes_on);
        let pairs: Vec<(&Mutant, MutantVerdict)> = self.mutants.iter().zip(verdicts).collect();
        let of_file = |file: &FileId| {
            let companies = company::of(&self.companies, *file);
            let played: Vec<FileId> = companies
                .flat_map(|(_, company)| &company.witnesses)
                .map(|witness| witness.tree.span.file)
                .collect();
            let own = pairs
                .iter()
                .filter(|(mutant, _)| mutant.place.file == *file);
            let own: Vec<_> = own.copied().collect();
            let items = own.chunk_by(|(one, _), (other, _)| one.place == other.place);
            let mut mutated = Mutated {
                file: *file,
                scenarios: played.len(),
                played: played.into_iter().collect(),
                items: Vec::new(),
                idle: Diagnostics::new(),
            };
            for item in items {
                mutated.items.extend(self.judged(item, &mut mutated.idle));
            }
            mutated
        };
        self.wanted.iter().map(of_file).collect()
    }

    /// What came of the changes of one item; nothing where there is none. Says of its `allow`s that are idle that they are.
    fn judged(
        &self,
        all: &[(&Mutant, MutantVerdict)],
        idle: &mut Diagnostics,
    ) -> Option<MutatedItem> {
        let real = all
            .iter()
            .filter(|(_, verdict)| *verdict != MutantVerdict::Same);
        let real: Vec<_> = real.copied().collect();
        let place = real.first()?.0.place;
        let item = company::item(&self.companies, place)?;
        let words = PhraseWords::new(self.sources.snippet(item.span));
        let reworded: Vec<_> = real
            .iter()
            .map(|(mutant, _)| Reworded::new(&words, item.span, &mutant.change))
            .collect();
        let count = |wanted: MutantVerdict| {
            real.iter()
                .filter(|(_, verdict)| *verdict == wanted)
                .count()
        };
        let mut judged = MutatedItem {
            place,
            span: item.span,
            name: name::called(item),
            cites: self.cites(item.span),
            noticed: count(MutantVerdict::Noticed),
            survivors: Vec::new(),
            allowed: 0,
            untried: count(MutantVerdict::Untried),
        };
        let allows: Vec<(Option<MutationPhrase>, Span)> = (name::allows(item).into_iter())
            .map(|(phrase, span)| (MutationPhrase::parse(&phrase), span))
            .collect();
        let fits = |change: &Reworded<'_>, phrase: &Option<MutationPhrase>| {
            phrase.as_ref().is_some_and(|phrase| change.fits(phrase))
        };
        for ((mutant, verdict), change) in real.iter().zip(&reworded) {
            if *verdict != MutantVerdict::Unnoticed {
                continue;
            }
            if allows.iter().any(|(phrase, _)| fits(change, phrase)) {
                judged.allowed += 1;
                continue;
            }
            judged.survivors.push(Survivor {
                change: mutant.change.clone(),
                phrase: match mutant.change.operator {
                    MutationOperator::Item => phrase::item(&words),
                    _ => change.phrase(&reworded),
                },
            });
        }
        for (phrase, span) in allows.iter().filter(|_| judged.untried == 0) {
            let mut meant = real.iter().zip(&reworded);
            let said = match meant.find(|(_, change)| fits(change, phrase)) {
                None => "no change of this item is like this",
                Some(((_, MutantVerdict::Noticed), _)) => {
                    let unnoticed =
                        |((_, verdict), change): (&(&Mutant, MutantVerdict), &Reworded<'_>)| {
                            *verdict == MutantVerdict::Unnoticed && fits(change, phrase)
                        };
                    match meant.any(unnoticed) {
                        true => continue,
                        false => "a scenario notices this change",
                    }
                }
                Some(_) => continue,
            };
            let warning = Diagnostic::warning(Code::IdleAllow, *span, said);
            idle.push(warning.help("take the `allow` out"));
        }
        Some(judged)
    }

    /// What an item cites, its parts too: the statements, then the other texts.
    fn cites(&self, item: Span) -> String {
        let rules = company::of(&self.companies, item.file).map(|(_, company)| &company.rules);
        let entries = rules.flat_map(|rules| &rules.ruleset.items);
        let own = entries.filter(|it| item.holds(it.span));
        let cites: BTreeSet<&Cited> = own.flat_map(|it| &it.cites).collect();
        let statements = cites.iter().flat_map(|cited| cited.statements()).collect();
        let texts = cites.iter().flat_map(|cited| cited.spelled_out());
        let texts = texts.filter(|text| StatementId::parse(text).is_none());
        let all = Some(ranges(&statements)).filter(|ranges| !ranges.is_empty());
        let all: Vec<String> = all.into_iter().chain(texts).collect();
        all.join(", ")
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

    /// What comes of each change. What a stretch takes hangs on nothing but itself, and where the work runs out is settled by the order of the stretches:
    /// so any number of threads gives the same.
    fn verdicts(&self, threads: usize, goes_on: &(dyn Fn() -> bool + Sync)) -> Vec<MutantVerdict> {
        let most = self.limits.work;
        let stretches: Vec<&[Mutant]> = self.mutants.chunks(STRETCH).collect();
        let next = AtomicUsize::new(0);
        let done = Mutex::new(TriedStretches::default());
        let share = || {
            let mut tester = MutantTester::new(&self.companies, self.sources, &self.limits);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(stretch) = stretches.get(number) else {
                    return;
                };
                tester.begin_anew();
                let mut verdicts = Vec::new();
                let mut stopped = false;
                for mutant in *stretch {
                    verdicts.push(tester.verdict(mutant));
                    stopped = !goes_on();
                    if stopped {
                        break;
                    }
                }
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                if done.add(number, verdicts, tester.steps()) > most || stopped {
                    // No thread takes any more.
                    next.store(stretches.len(), Ordering::Relaxed);
                }
            }
        };
        let useful = stretches.len().min(MOST_THREADS);
        on_threads(threads.min(useful), share);
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut all = vec![MutantVerdict::Untried; self.mutants.len()];
        let mut steps = 0;
        for (number, (verdicts, taken)) in done.stretches {
            if steps > most {
                break;
            }
            steps += taken;
            let first = number * STRETCH;
            all[first..first + verdicts.len()].copy_from_slice(&verdicts);
        }
        all
    }
}

/// The stretches that are tried: what came of their changes, and how many steps each took.
#[derive(Default)]
struct TriedStretches {
    stretches: BTreeMap<usize, (Vec<MutantVerdict>, u64)>,
    /// How many there are without a gap, and the steps that these took.
    whole: (usize, u64),
}

impl TriedStretches {
    /// Adds a stretch; gives how many steps those without a gap took.
    fn add(&mut self, number: usize, verdicts: Vec<MutantVerdict>, steps: u64) -> u64 {
        self.stretches.insert(number, (verdicts, steps));
        while let Some((_, steps)) = self.stretches.get(&self.whole.0) {
            self.whole = (self.whole.0 + 1, self.whole.1 + steps);
        }
        self.whole.1
    }
}

/// How many changes a thread takes at a time: neighbours, which the same scenarios notice.
const STRETCH: usize = 16;

/// The maximum of threads.
const MOST_THREADS: usize = 64;
