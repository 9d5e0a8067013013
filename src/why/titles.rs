//! Acts by the titles of their actions, as transcripts tell them: whole, or up to whom they are aimed at. Knows names, not reasons.

use super::selector::{SelectedDeed, UnknownSelector, behind, spaced};
use crate::ruleset::{ActionId, Ruleset, TemplatePiece};
use crate::view::Names;

/// How many words may be missing of what stands before the first name of a title: `at the`.
const FEW: usize = 2;

/// An act in the words in which transcripts tell it: the title of a stage, with names in place of its holes.
pub(super) fn told(names: &Names<'_>, text: &str) -> Option<SelectedDeed> {
    let rules = names.rules;
    let actions = rules.actions.iter().enumerate();
    let mut stages = actions.flat_map(|(index, action)| {
        action
            .stages
            .iter()
            .map(move |stage| (index, action, stage))
    });
    stages.find_map(|(index, action, stage)| {
        let mut rest = text;
        let mut found = SelectedDeed {
            action: Some(ActionId::from_index(index)),
            stage: (action.stages.len() > 1).then_some(stage.name),
            ..SelectedDeed::default()
        };
        let pieces = &rules.templates[stage.title.index()].pieces;
        matches!(pieces.first(), Some(TemplatePiece::Plain(_))).then_some(())?;
        for piece in pieces {
            if rest.is_empty() {
                break;
            }
            match piece {
                TemplatePiece::Plain(words) if words.trim().is_empty() => {}
                TemplatePiece::Plain(words) => rest = behind(rest, words)?,
                TemplatePiece::Hole(..) => rest = found.thing(names, rest)?,
                TemplatePiece::Holder(..) => {}
            }
        }
        found.aim(names, &rest.replace(',', " and"))?;
        Some(found)
    })
}

/// The one action of which a text is the title up to its first name, a preposition apart: `uses the trick` for `uses the trick on {target}`.
pub(super) fn begun(rules: &Ruleset, text: &str) -> Result<Option<SelectedDeed>, UnknownSelector> {
    let mut found = Vec::new();
    for (index, action) in rules.actions.iter().enumerate() {
        for stage in &action.stages {
            let pieces = &rules.templates[stage.title.index()].pieces;
            let [TemplatePiece::Plain(words), TemplatePiece::Hole(..), ..] = &pieces[..] else {
                continue;
            };
            let title = spaced(words);
            let rest = title.strip_prefix(text).unwrap_or_default();
            if rest.starts_with(' ') && rest.split_whitespace().count() <= FEW {
                let name = (action.stages.len() > 1).then_some(stage.name);
                let deed = SelectedDeed {
                    action: Some(ActionId::from_index(index)),
                    stage: name,
                    ..SelectedDeed::default()
                };
                found.push((deed, words.trim().to_owned()));
            }
        }
    }
    match found.len() {
        0 | 1 => Ok(found.pop().map(|(deed, _)| deed)),
        _ => Err(UnknownSelector::Several {
            text: text.to_owned(),
            titles: found.into_iter().map(|(_, words)| words).collect(),
        }),
    }
}
