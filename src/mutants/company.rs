//! The scenarios that are played by one rule set, and what came of them when nothing was changed.

use std::sync::Arc;

use super::MutantWitness;
use crate::check::Checked;
use crate::load::{Assembly, Files, ItemPlace, Loader};
use crate::source::{FileId, Limits, Span};
use crate::suite::{Player, ScenarioOutcome};
use crate::syntax::ast;

/// A rule set and the scenarios that are played by it.
pub(super) struct Company<'a> {
    pub assembly: Assembly,
    pub rules: Arc<Checked>,
    /// Those that pass; what takes the fewest steps comes first.
    pub witnesses: Vec<PlayedScenario<'a>>,
    /// How many steps a run may take.
    pub limits: Limits,
    /// How long the texts of all items are together, in bytes.
    pub bytes: u64,
}

/// A scenario that was played.
pub(super) struct PlayedScenario<'a> {
    pub tree: &'a ast::Scenario,
    pub outcome: ScenarioOutcome,
    /// The places of what it exercises.
    pub exercises: Vec<Span>,
    pub steps: u64,
}

/// A run that takes so many times the steps of the longest one is not waited for.
const PATIENCE: u64 = 10;

/// So many more steps are always allowed.
const LEAST_STEPS: u64 = 10_000;

impl<'a> Company<'a> {
    /// Plays all scenarios, by rule set.
    pub fn all(
        loader: &mut Loader,
        files: &mut dyn Files,
        witnesses: &[MutantWitness<'a>],
        limits: &Limits,
    ) -> Vec<Self> {
        let mut companies: Vec<Company<'a>> = Vec::new();
        for witness in witnesses {
            let known = (companies.iter()).position(|it| Arc::ptr_eq(&it.rules, witness.rules));
            let number = match known {
                Some(number) => number,
                None => {
                    let Some(assembly) = loader.assembly(witness.rules, files) else {
                        continue;
                    };
                    companies.push(Company {
                        assembly,
                        rules: Arc::clone(witness.rules),
                        witnesses: Vec::new(),
                        limits: *limits,
                        bytes: (witness.rules.ruleset.items.iter().skip(1))
                            .map(|item| item.span.range().len() as u64)
                            .sum(),
                    });
                    companies.len() - 1
                }
            };
            let played = PlayedScenario::of(witness, limits);
            companies[number].witnesses.extend(played);
        }
        for company in &mut companies {
            company.witnesses.sort_by_key(|played| played.steps);
            let longest = company.witnesses.last().map_or(0, |played| played.steps);
            let steps = longest.saturating_mul(PATIENCE).saturating_add(LEAST_STEPS);
            company.limits.steps = limits.steps.min(steps);
        }
        companies
    }
}

impl<'a> PlayedScenario<'a> {
    /// Plays a scenario; nothing if it does not pass.
    fn of(witness: &MutantWitness<'a>, limits: &Limits) -> Option<Self> {
        let scenario = crate::check::scenario::scenario(witness.rules, witness.tree).0?;
        // Another one for each, so that it is known what each exercises.
        let mut player = Player::new(&witness.rules.ruleset, limits);
        let outcome = player.play(&scenario, None);
        outcome.passes().then(|| PlayedScenario {
            tree: witness.tree,
            outcome,
            exercises: player.exercised(),
            steps: player.steps(),
        })
    }
}

impl PlayedScenario<'_> {
    /// Whether a test says of another run what it says of this one.
    pub fn is_like(&self, other: &ScenarioOutcome) -> bool {
        (&self.outcome.findings, &self.outcome.transcript) == (&other.findings, &other.transcript)
    }
}

/// Those whose rule set is made of a file, with their numbers; that of the file itself comes first.
pub(super) fn of<'c, 'a>(
    companies: &'c [Company<'a>],
    file: FileId,
) -> impl Iterator<Item = (usize, &'c Company<'a>)> {
    let made_of = move |company: &Company<'a>| company.assembly.sets(file).next().is_some();
    let mut all: Vec<_> = (companies.iter().enumerate())
        .filter(|(_, company)| made_of(company))
        .collect();
    all.sort_by_key(|(_, company)| company.assembly.file() != file);
    all.into_iter()
}

/// An item.
pub(super) fn item<'c>(companies: &'c [Company<'_>], place: ItemPlace) -> Option<&'c ast::Item> {
    let (_, company) = of(companies, place.file).next()?;
    let mut sets = company.assembly.sets(place.file);
    let (_, rules) = sets.find(|(number, _)| *number == place.set)?;
    rules.items.get(place.item)
}
