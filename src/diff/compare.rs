//! Compares two rule files whole: structure, given scenarios, situations found by a search, causes. The one entrance to the rooms around it.

use super::attribute::attribute;
use super::context::around;
use super::dependencies::groups;
use super::divergence::{DivergingRun, place, point};
use super::parting::parting;
use super::pieces::pieces;
use super::players::Players;
use super::report::{
    ItemChange, ItemChangeKind, PairShare, PartDifference, Report, SCHEMA_VERSION, ScenarioDiff,
    SearchReport, Witness,
};
use super::search::{SearchResult, SearchSettings, search};
use super::structure::{self, ChangeKind, ItemDifference};
use super::trials::{TrialInputs, group};
use crate::check::Checked;
use crate::load::Expanded;
use crate::ruleset::Ruleset;
use crate::scenario::Scenario;
use crate::situation::{Focus, Lexicon, scenario_text};
use crate::source::{Limits, Sources};
use crate::suite;
use crate::syntax::ast::Item;
use std::sync::Arc;

/// One of two rule files.
#[derive(Clone, Copy, Debug)]
pub struct ComparedFile<'a> {
    /// Its file, as it is called.
    pub file: &'a str,
    /// Its items and what the check made of them.
    pub rules: &'a (Expanded, Arc<Checked>),
}

impl ComparedFile<'_> {
    pub(super) fn items(&self) -> &[Item] {
        &self.rules.0.items
    }

    pub(super) fn checked(&self) -> &Checked {
        &self.rules.1
    }

    pub(super) fn ruleset(&self) -> &Ruleset {
        &self.checked().ruleset
    }
}

/// A scenario for both rule files.
#[derive(Clone, Debug)]
pub struct GivenScenario {
    /// Its file.
    pub file: String,
    /// Its title.
    pub title: String,
    /// As each of the two has it, or why it cannot be played.
    pub scenarios: Result<[Scenario; 2], String>,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompareOptions<'a> {
    /// A search, and how.
    pub search: Option<SearchSettings<'a>>,
    /// Which change causes what.
    pub attribution: bool,
    /// How the scenarios that were given are played.
    pub limits: Limits,
}

/// All differences of two rule files.
pub fn compare(
    left: ComparedFile<'_>,
    right: ComparedFile<'_>,
    given: &[GivenScenario],
    wanted: CompareOptions<'_>,
    sources: &Sources,
) -> Report {
    let changes = structure::compare(left.items(), right.items(), sources);
    let rules = [left.ruleset(), right.ruleset()];
    let lexicon = Lexicon::new(&rules);
    let all: Vec<&ItemDifference> = changes.iter().collect();
    let near = around([left.items(), right.items()], &all, sources);
    let pieces = pieces(&changes);
    let is_grouped = changes.len() > 1 && (wanted.attribution || wanted.search.is_some());
    let groups = match is_grouped {
        true => groups(&left.rules.0, &right.rules.0, &pieces),
        false => Vec::new(),
    };
    let has_trials = groups.iter().any(|group| !group.trials.is_empty());
    let attributes = wanted.attribution && !groups.is_empty();
    let searches = wanted.search.map(|how| SearchSettings {
        limits: (how.limits).shared_by(1 + usize::from(has_trials) + usize::from(attributes)),
        ..how
    });
    Report {
        schema_version: SCHEMA_VERSION,
        left: left.file.to_owned(),
        right: right.file.to_owned(),
        structure: changes
            .iter()
            .map(|change| item_change(change, sources))
            .collect(),
        scenarios: given
            .iter()
            .map(|given| scenario(&lexicon, given, &wanted.limits, sources))
            .collect(),
        search: searches.map(|how| {
            let focus = Focus::on(&lexicon, &near, sources);
            let found = search(&lexicon, &focus, &how);
            let title = format!("{} against {}", left.file, right.file);
            search_report(
                &lexicon,
                &how,
                found,
                (&title, [left.file, right.file]),
                sources,
            )
        }),
        attribution: match attributes {
            true => attribute(
                [&left.rules.0, &right.rules.0],
                rules,
                (&pieces, &groups),
                (&near, sources),
                &searches.unwrap_or_default(),
            ),
            false => Vec::new(),
        },
        groups: {
            let tried = TrialInputs {
                sides: [left, right],
                pieces: &pieces,
                sources,
            };
            let trials = groups.iter().flat_map(|group| &group.trials);
            let trials = trials
                .map(|trial| 1 + usize::from(trial.without.is_some()))
                .sum();
            let how = searches.map(|how| SearchSettings {
                first: true,
                limits: how.limits.shared_by(trials),
                ..how
            });
            (groups.iter())
                .map(|one| group(&tried, one, how.as_ref()))
                .collect()
        },
    }
}

/// A change as a report has it.
pub(super) fn item_change(change: &ItemDifference, sources: &Sources) -> ItemChange {
    let mut told = ItemChange {
        category: change.category.clone(),
        name: change.name.clone(),
        change: ItemChangeKind::Changed,
        other: None,
        before: None,
        parts: Vec::new(),
        left: change.left.as_ref().map(|stand| place(stand.at, sources)),
        right: change.right.as_ref().map(|stand| place(stand.at, sources)),
    };
    match &change.kind {
        ChangeKind::Added => told.change = ItemChangeKind::Added,
        ChangeKind::Removed => told.change = ItemChangeKind::Removed,
        ChangeKind::Renamed(other) => {
            (told.change, told.other) = (ItemChangeKind::Renamed, Some(other.clone()))
        }
        ChangeKind::Moved(before, other) => {
            (told.change, told.other, told.before) =
                (ItemChangeKind::Moved, Some(other.clone()), Some(*before));
        }
        ChangeKind::Changed(details) => {
            told.parts = details
                .iter()
                .map(|detail| PartDifference {
                    part: detail.what.clone(),
                    left: detail.left.clone(),
                    right: detail.right.clone(),
                })
                .collect();
        }
    }
    told
}

fn scenario(
    lexicon: &Lexicon<'_>,
    given: &GivenScenario,
    limits: &Limits,
    sources: &Sources,
) -> ScenarioDiff {
    let mut told = ScenarioDiff {
        file: given.file.clone(),
        title: given.title.clone(),
        trouble: None,
        parting: None,
        open: None,
    };
    match &given.scenarios {
        Err(why) => told.trouble = Some(why.clone()),
        Ok(scenarios) => {
            let players = Players::new(lexicon, limits);
            // Whatever happens counts, though only where they part is told.
            let limits = Limits {
                told: Limits::HARD.told,
                ..*limits
            };
            let played = [0, 1]
                .map(|which| suite::play(lexicon.rules[which], &scenarios[which], None, &limits));
            let courses = [0, 1].map(|which| {
                players.course(
                    which,
                    &played[which].journal,
                    played[which].ending.is_none(),
                )
            });
            let side = |which: usize| DivergingRun {
                rules: lexicon.rules[which],
                scenario: &scenarios[which],
                journal: &played[which].journal,
                course: &courses[which],
                fault: played[which].fault.as_ref(),
            };
            told.parting = parting(&courses[0], &courses[1])
                .map(|parting| point(&parting, [side(0), side(1)], sources));
            let [one, other] = [0, 1].map(|which| side(which).waits());
            told.open = match (&told.parting, one, other) {
                (None, Some(one), Some(other)) if one == other => Some(one),
                (None, Some(one), Some(other)) => Some(format!("{one}; by the other file {other}")),
                _ => None,
            };
        }
    }
    told
}

/// The lines behind the first.
fn lines_behind(text: &str) -> String {
    text.split_once('\n')
        .map_or("", |(_, rest)| rest)
        .to_owned()
}

/// So many pairs of acts that do not stand otherwise are added to those that were seen, when shares are put in order.
const FEW: u64 = 10;

/// What a search found, as a report has it.
pub(super) fn search_report(
    lexicon: &Lexicon<'_>,
    how: &SearchSettings<'_>,
    found: SearchResult,
    (title, files): (&str, [&str; 2]),
    sources: &Sources,
) -> SearchReport {
    let mut players = Players::new(lexicon, &how.limits);
    let mut pairs: Vec<PairShare> = found
        .pairs
        .iter()
        .filter(|(_, share)| share.differ > 0)
        .map(|((first, second), share)| PairShare {
            first: players.class(*first),
            second: players.class(*second),
            seen: share.seen,
            differ: share.differ,
        })
        .collect();
    // Of pairs that were seen once or twice a share says little.
    let weight = |pair: &PairShare| pair.seen + FEW;
    pairs.sort_by(|one, other| {
        (other.differ * weight(one), &one.first, &one.second).cmp(&(
            one.differ * weight(other),
            &other.first,
            &other.second,
        ))
    });
    SearchReport {
        seed: how.seed,
        tried: found.tried,
        cut: found.cut,
        unplayable: found.unplayable,
        parted: found.parted,
        without_tactics: found.parted == 0
            && lexicon.rules.iter().any(|rules| !rules.tactics.is_empty()),
        witness: found.witness.and_then(|(mut situation, _)| {
            let both = players.both(&mut situation);
            let scenarios = [0, 1].map(|which| players.scenario(which, &situation));
            let side = |which: usize| DivergingRun {
                rules: lexicon.rules[which],
                scenario: &scenarios[which],
                journal: players.journal(which),
                course: &both.courses[which],
                fault: both.faults[which].as_ref(),
            };
            let parting = point(both.parting.as_ref()?, [side(0), side(1)], sources);
            let titles = [title.to_owned(), format!("{title}, by {}", files[1])];
            let [left, right] = [0, 1].map(|which| {
                let (inputs, title) = (&both.records[which], &titles[which]);
                scenario_text(&situation, lexicon, which, inputs, title, files[which])
            });
            // All but the title and the rules.
            let said = |text: &str| {
                text.split_once("\n  rules ")
                    .map(|(_, said)| lines_behind(said))
            };
            let is_same = said(&left) == said(&right);
            Some(Witness {
                parting,
                scenario: (!both.courses[0].stopped).then_some(left),
                for_right: (!is_same && !both.courses[1].stopped).then_some(right),
            })
        }),
        pairs,
    }
}
