//! What groups of changes do in play: each trial is a search for a situation in which the first rule file parts from itself with these changes made.

use super::compare::{Subject, item_change, search_report};
use super::context::around;
use super::dependencies;
use super::pieces::Piece;
use super::render::{called, headline};
use super::report::{ChangeRef, Group, How, ItemChange, Trial};
use super::search::{Search, search};
use super::structure::Change;
use crate::situation::{Focus, Lexicon};
use crate::source::Sources;
use crate::source::english;

/// How many changes a group is named after.
const MOST_IN_NAME: usize = 2;

/// What trials are made of.
#[derive(Clone, Copy)]
pub struct Tried<'a> {
    /// The two rule files.
    pub sides: [Subject<'a>; 2],
    /// The pieces of what differs.
    pub pieces: &'a [Piece],
    /// Their texts.
    pub sources: &'a Sources,
}

/// A group as a report has it. Its trials are made if it is said how.
pub fn group(tried: &Tried<'_>, group: &dependencies::Group, how: Option<&Search<'_>>) -> Group {
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

impl Tried<'_> {
    fn trial(
        &self,
        trial: &dependencies::Trial,
        about: Vec<ChangeRef>,
        title: &str,
        how: &Search<'_>,
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
        let changes: Vec<&Change> = pieces.map(|piece| &self.pieces[*piece].change).collect();
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
    fn item_change(&self, piece: &Piece) -> ItemChange {
        let mut change = item_change(&piece.change, self.sources);
        if let Some(attribute) = &piece.attribute {
            change.category = "attribute".to_owned();
            change.name = format!("{attribute} of {}", change.name);
            change.change = match change.parts.first() {
                Some(part) if part.left.is_none() => How::Added,
                Some(part) if part.right.is_none() => How::Removed,
                _ => How::Changed,
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
        changes.sort_by_key(|change| change.change != How::Added);
        let named = changes.iter().take(MOST_IN_NAME).map(called);
        let named = named.collect::<Vec<_>>();
        let more = changes.len().saturating_sub(MOST_IN_NAME);
        let more = (more > 0).then(|| format!("{more} more"));
        english::listed(&named.into_iter().chain(more).collect::<Vec<_>>())
    }
}
