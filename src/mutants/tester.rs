//! One change after the other: the rule set is put together with it, and the scenarios that might notice it are played.

use std::collections::BTreeMap;

use super::company::{self, Company, PlayedScenario};
use super::{Mutant, MutationOperator};
use crate::check;
use crate::load::{Assembly, ItemPlace};
use crate::source::{Limits, Sources, Span};
use crate::suite::Player;
use crate::syntax;

/// How many steps it is worth to read a byte of the changed item anew.
const READ: u64 = 20;

/// How many steps it is worth to check a byte of all rules anew.
const CHECK: u64 = 1;

/// What comes of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MutantVerdict {
    /// It cannot be read, has errors, or comes to the same rules.
    Same,
    /// A scenario fails.
    Noticed,
    /// None does.
    Unnoticed,
    /// It was not tried.
    Untried,
}

/// Tries changes.
pub(super) struct MutantTester<'t> {
    companies: &'t [Company<'t>],
    sources: &'t Sources,
    limits: &'t Limits,
    /// By company, once it is needed.
    assemblies: Vec<Option<Assembly>>,
    /// By item: which scenario of which company noticed the last change of it.
    noticed: BTreeMap<ItemPlace, (usize, usize)>,
    /// How many steps its runs have taken.
    steps: u64,
}

impl<'t> MutantTester<'t> {
    pub fn new(companies: &'t [Company<'t>], sources: &'t Sources, limits: &'t Limits) -> Self {
        MutantTester {
            companies,
            sources,
            limits,
            assemblies: companies.iter().map(|_| None).collect(),
            noticed: BTreeMap::new(),
            steps: 0,
        }
    }

    /// Forgets what it has seen of other changes, and what they took.
    pub fn begin_anew(&mut self) {
        self.noticed.clear();
        self.steps = 0;
    }

    /// How many steps its runs have taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    pub fn verdict(&mut self, mutant: &Mutant) -> MutantVerdict {
        if self.steps > self.limits.work {
            return MutantVerdict::Untried;
        }
        let (place, change) = (mutant.place, &mutant.change);
        self.steps += READ * mutant.item.range().len() as u64;
        let item = match change.operator {
            MutationOperator::Item => None,
            _ => {
                let text = self.sources.text(place.file);
                let item =
                    syntax::reworded(text, mutant.item, change.span, &change.with, self.limits);
                match item {
                    Some(item) => Some(item),
                    None => return MutantVerdict::Same,
                }
            }
        };
        let mut verdict = MutantVerdict::Same;
        for (number, company) in company::of(self.companies, place.file) {
            let assembly = self.assemblies[number].get_or_insert_with(|| company.assembly.clone());
            self.steps += CHECK * company.bytes;
            let Some(rules) = assembly.with(place, item.as_ref(), self.sources) else {
                // What does not stand by itself is no change; what others cannot build on is noticed.
                match verdict {
                    MutantVerdict::Same => return MutantVerdict::Same,
                    _ => return MutantVerdict::Noticed,
                }
            };
            if rules.ruleset == company.rules.ruleset {
                continue;
            }
            let mut player = Player::new(&rules.ruleset, &company.limits);
            let last = self.noticed.get(&place).filter(|(last, _)| *last == number);
            let order = order(company, mutant.item, last.map(|(_, at)| *at));
            for at in order {
                if self.steps > self.limits.work {
                    return MutantVerdict::Untried;
                }
                let played = &company.witnesses[at];
                let scenario = check::scenario::scenario(&rules, played.tree).0;
                let same = |scenario| played.is_like(&player.play(&scenario, None));
                let same = scenario.is_some_and(same);
                self.steps += player.steps();
                if !same {
                    self.noticed.insert(place, (number, at));
                    return MutantVerdict::Noticed;
                }
            }
            verdict = MutantVerdict::Unnoticed;
        }
        verdict
    }
}

/// The scenarios that might notice a change of an item, by their numbers: the one that noticed the last, then those that exercise it, then
/// the others, for a condition that was never true may be so with the change.
fn order(company: &Company<'_>, item: Span, last: Option<usize>) -> impl Iterator<Item = usize> {
    let exercises = |played: &PlayedScenario<'_>| {
        let mut places = played.exercises.iter();
        places.any(|place| item.holds(*place))
    };
    let all = 0..company.witnesses.len();
    let (near, far): (Vec<usize>, Vec<usize>) =
        all.partition(|at| exercises(&company.witnesses[*at]));
    let rest = near.into_iter().chain(far);
    last.into_iter()
        .chain(rest.filter(move |at| Some(*at) != last))
}
