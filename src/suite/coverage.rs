//! What scenarios have left untouched of the rules by which they were played: items, and statements of the document.
//!
//! A thing is the same in two rulesets if it stands at the same place of the same file; so what one system exercises of a library counts
//! for all that use it.

use std::collections::{BTreeMap, BTreeSet};

use super::coverage_points::{CoveragePoint, points};
use super::{Results, SuiteCase};
use crate::ruleset::{Cited, Ruleset, StatementId};
use crate::run::CoverageData;
use crate::source::{FileId, Span};

/// How far one ruleset is covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// What the ruleset is called.
    pub title: String,
    /// Its file.
    pub file: FileId,
    /// How many things can be exercised.
    pub items: usize,
    /// Those that never were, in the order of files and places.
    pub gaps: Vec<Gap>,
    /// The statements of its document; `None`: the rules do not say how they are numbered.
    pub statements: Option<Statements>,
}

/// Something that no scenario has exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it stands.
    pub span: Span,
    /// `exception "G vs D"`
    pub name: String,
    /// `never applies`
    pub never: &'static str,
}

/// The statements of a document, those that need no rule left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statements {
    /// How many there are.
    pub all: usize,
    /// How many need no rule.
    pub unruled: usize,
    /// Those that no rule cites.
    pub not_cited: BTreeSet<StatementId>,
    /// Those that no scenario proves which comes as expected.
    pub not_proved: BTreeSet<StatementId>,
}

impl Coverage {
    /// Whether nothing is left untouched.
    pub fn is_complete(&self) -> bool {
        let proved = |it: &Statements| it.not_cited.is_empty() && it.not_proved.is_empty();
        self.gaps.is_empty() && self.statements.as_ref().is_none_or(proved)
    }
}

/// Where a thing stands, and which of those at that place it is.
type PointKey = (Span, String);

/// The coverage of each ruleset that was played, and of those of the others that none of these is made of, in the order of the places at
/// which they begin.
pub fn coverage(
    cases: &[SuiteCase<'_>],
    results: &Results<'_>,
    others: &[&Ruleset],
) -> Vec<Coverage> {
    let mut all: Vec<(&Ruleset, Vec<CoveragePoint>)> = results
        .exercised
        .iter()
        .map(|(rules, exercised)| (*rules, points(rules, exercised)))
        .collect();
    let played: BTreeSet<FileId> = all
        .iter()
        .flat_map(|(rules, _)| &rules.items)
        .map(|item| item.span.file)
        .collect();
    all.extend(
        others
            .iter()
            .filter(|rules| !played.contains(&whole(rules).file))
            .map(|rules| (*rules, points(rules, &CoverageData::nothing_of(rules)))),
    );
    let mut done: BTreeMap<PointKey, Vec<bool>> = BTreeMap::new();
    for point in all.iter().flat_map(|(_, points)| points) {
        let place = (point.span, point.part.clone());
        let known = done.entry(place).or_default();
        known.resize(point.never.len(), false);
        for (known, (_, done)) in known.iter_mut().zip(&point.never) {
            *known |= done;
        }
    }
    let passing = cases.iter().zip(&results.outcomes);
    let proved: BTreeSet<StatementId> = passing
        .filter(|(_, outcome)| outcome.passes())
        .flat_map(|(case, _)| &case.scenario.proves)
        .flat_map(Cited::statements)
        .collect();
    let mut list: Vec<(Span, Coverage)> = all
        .into_iter()
        .map(|(rules, points)| {
            let whole = whole(rules);
            let coverage = Coverage {
                title: rules.title.clone(),
                file: whole.file,
                items: points.len(),
                gaps: points
                    .iter()
                    .filter_map(|point| gap(point, &done))
                    .collect(),
                statements: statements(rules, &proved),
            };
            (whole, coverage)
        })
        .collect();
    list.sort_by_key(|(whole, _)| *whole);
    list.into_iter().map(|(_, coverage)| coverage).collect()
}

/// The place of a ruleset as a whole.
fn whole(rules: &Ruleset) -> Span {
    rules.items[0].span
}

fn gap(point: &CoveragePoint, done: &BTreeMap<PointKey, Vec<bool>>) -> Option<Gap> {
    let done = done.get(&(point.span, point.part.clone()))?;
    let (never, _) = point.never.iter().zip(done).find(|(_, done)| !**done)?.0;
    Some(Gap {
        span: point.span,
        name: point.name.clone(),
        never,
    })
}

fn statements(rules: &Ruleset, proved: &BTreeSet<StatementId>) -> Option<Statements> {
    if rules.documents.is_empty() {
        return None;
    }
    let unruled: BTreeSet<&StatementId> = rules
        .unruled
        .iter()
        .flat_map(|unruled| &unruled.statements)
        .collect();
    // Each once, however many items cite it.
    let cited: BTreeSet<&Cited> = rules.items.iter().flat_map(|item| &item.cites).collect();
    let cited: BTreeSet<StatementId> = cited.into_iter().flat_map(Cited::statements).collect();
    let all: BTreeSet<StatementId> = rules
        .documents
        .iter()
        .flat_map(|document| document.statements())
        .collect();
    let ruled: BTreeSet<StatementId> = all
        .iter()
        .filter(|id| !unruled.contains(id))
        .cloned()
        .collect();
    Some(Statements {
        all: ruled.len(),
        unruled: all.len() - ruled.len(),
        not_cited: ruled.difference(&cited).cloned().collect(),
        not_proved: ruled.difference(proved).cloned().collect(),
    })
}
