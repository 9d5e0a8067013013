//! What groups of changes do in play: each trial is a search for a situation in which the first rule file parts from itself with these changes made or,
//! where none is found, the second from itself without them.

use super::compare::{ComparedFile, item_change, search_report};
use super::context::around;
use super::dependencies;
use super::pieces::DiffPiece;
use super::render::{called, headline};
use super::report::{ChangeRef, Group, ItemChange, ItemChangeKind, SearchReport, Trial, Witness};
use super::search::{SearchSettings, search};
use super::structure::ItemDifference;
use crate::check::Checked;
use crate::check::scenario::scenario;
use crate::ruleset::Ruleset;
use crate::situation::{Focus, Lexicon};
use crate::source::{FileId, Sources, english};
use crate::suite;
use crate::syntax::parse;

/// How many changes a group is named after.
const MOST_IN_NAME: usize = 2;

/// What trials are made of.
#[derive(Clone, Copy)]
pub struct TrialInputs<'a> {
    /// The two rule files.
    pub sides: [ComparedFile<'a>; 2],
    /// The pieces of what differs.
    pub pieces: &'a [DiffPiece],
    /// Their texts.
    pub sources: &'a Sources,
}

/// A group as a report has it. Its trials are made if it is said how.
pub fn group(
    tried: &TrialInputs<'_>,
    group: &dependencies::PieceGroup,
    how: Option<&SearchSettings<'_>>,
) -> Group {
    let changes = tried.refs(&group.pieces);
    let about = group.trials.first().map_or(&group.pieces, |all| &all.about);
    let name = tried.name(about);
    let trials = group.trials.iter().zip(0..).filter_map(|(trial, number)| {
        let about = tried.refs(&trial.about);
        let title = match about.as_slice() {
            [only] => only.headline.clone(),
            _ if number == 0 => name.clone(),
            _ => tried.name(&trial.about),
        };
        Some(tried.trial(trial, about, &title, how?))
    });
    Group {
        trials: trials.collect(),
        changes,
        name,
    }
}

/// Whether a scenario comes to its end by these rules.
fn plays(rules: &Checked, text: &str, how: &SearchSettings<'_>) -> bool {
    let (tree, _) = parse(FileId::default(), text, &how.limits);
    let checked = |tree| scenario(rules, tree).0;
    let scenario = tree.scenarios.first().and_then(checked);
    scenario.is_some_and(|scenario| {
        let played = suite::play(&rules.ruleset, &scenario, None, &how.limits);
        played.ending.is_some() && !played.findings.has_errors()
    })
}

impl TrialInputs<'_> {
    fn trial(
        &self,
        trial: &dependencies::PieceTrial,
        about: Vec<ChangeRef>,
        title: &str,
        how: &SearchSettings<'_>,
    ) -> Trial {
        let mut made = Trial {
            about,
            needs: self.refs(&trial.needs),
            impossible: true,
            tried: 0,
            cut: None,
            witness: None,
            tried_without: None,
            shown_without: false,
        };
        let [left, right] = self.sides;
        if let Some(checked) = &trial.rules {
            let pieces: Vec<usize> = trial.about.iter().chain(&trial.needs).copied().collect();
            let rules = [left.ruleset(), &checked.ruleset];
            let report = self.search(rules, &pieces, (title, [left.file, right.file]), how);
            made.impossible = false;
            (made.tried, made.cut) = (report.tried, report.cut);
            made.witness = report.witness;
            // It was found by the change alone, and stands there for the whole second file.
            let second = made.witness.as_mut().map(|found| &mut found.for_right);
            if let Some(second) = second {
                second.take_if(|text| !plays(right.checked(), text, how));
            }
        }
        if made.witness.is_none()
            && let Some([whole, without]) = &trial.without
        {
            // The second file comes first, so that the situation is one of its own.
            let rules = [&whole.ruleset, &without.ruleset];
            let report = self.search(rules, &trial.about, (title, [right.file; 2]), how);
            made.tried_without = Some(report.tried);
            made.cut = report.cut.or(made.cut);
            made.witness = report.witness.map(Witness::reversed);
            made.shown_without = made.witness.is_some();
        }
        made
    }

    /// What a search finds with an eye on these pieces.
    fn search(
        &self,
        rules: [&Ruleset; 2],
        pieces: &[usize],
        title: (&str, [&str; 2]),
        how: &SearchSettings<'_>,
    ) -> SearchReport {
        let [left, right] = self.sides;
        let lexicon = Lexicon::new(&rules);
        let changes = pieces.iter().map(|piece| &self.pieces[*piece].change);
        let changes: Vec<&ItemDifference> = changes.collect();
        let near = around([left.items(), right.items()], &changes, self.sources);
        let focus = Focus::on(&lexicon, &near, self.sources);
        let found = search(&lexicon, &focus, how);
        search_report(&lexicon, how, found, title, self.sources)
    }

    fn refs(&self, pieces: &[usize]) -> Vec<ChangeRef> {
        let refer = |number: &usize| {
            let piece = &self.pieces[*number];
            let change = self.item_change(piece);
            ChangeRef {
                change: piece.of,
                attribute: piece.attribute.clone(),
                name: called(&change),
                headline: headline(&change),
            }
        };
        pieces.iter().map(refer).collect()
    }

    /// A piece as if it were an item.
    fn item_change(&self, piece: &DiffPiece) -> ItemChange {
        let mut change = item_change(&piece.change, self.sources);
        if let Some(attribute) = &piece.attribute {
            change.category = "attribute".to_owned();
            change.name = format!("{attribute} of {}", change.name);
            change.change = match change.parts.first() {
                Some(part) if part.left.is_none() => ItemChangeKind::Added,
                Some(part) if part.right.is_none() => ItemChangeKind::Removed,
                _ => ItemChangeKind::Changed,
            };
            if let [only] = change.parts.as_mut_slice() {
                only.part = "value".to_owned();
            }
        }
        change
    }

    /// What a group is called: after the changes that it is about, what is added first.
    fn name(&self, about: &[usize]) -> String {
        let mut changes: Vec<ItemChange> = about
            .iter()
            .map(|piece| self.item_change(&self.pieces[*piece]))
            .collect();
        changes.sort_by_key(|change| change.change != ItemChangeKind::Added);
        let named = changes.iter().take(MOST_IN_NAME).map(called);
        let named = named.collect::<Vec<_>>();
        let more = changes.len().saturating_sub(MOST_IN_NAME);
        let more = (more > 0).then(|| format!("{more} more"));
        english::listed(&named.into_iter().chain(more).collect::<Vec<_>>())
    }
}
