//! What groups of changes do in play: each trial is a search for a situation in which the first rule file parts from itself with these changes made.

use super::compare::{ComparedFile, item_change, search_report};
use super::context::around;
use super::dependencies;
use super::pieces::DiffPiece;
use super::render::{called, headline};
use super::report::{ChangeRef, Group, ItemChange, ItemChangeKind, Trial};
use super::search::{SearchSettings, search};
use super::structure::ItemDifference;
use crate::situation::{Focus, Lexicon};
use crate::source::Sources;
use crate::source::english;

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
        };
        let Some(checked) = &trial.rules else {
            return made;
        };
        let [left, right] = self.sides;
        let lexicon = Lexicon::new(&[left.ruleset(), &checked.ruleset]);
        let pieces = trial.about.iter().chain(&trial.needs);
        let changes: Vec<&ItemDifference> =
            pieces.map(|piece| &self.pieces[*piece].change).collect();
        let near = around([left.items(), right.items()], &changes, self.sources);
        let focus = Focus::on(&lexicon, &near, self.sources);
        let found = search(&lexicon, &focus, how);
        let files = [left.file, right.file];
        let report = search_report(&lexicon, how, found, (title, files), self.sources);
        made.impossible = false;
        (made.tried, made.cut) = (report.tried, report.cut);
        made.witness = report.witness;
        made
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
