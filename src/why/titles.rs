//! Acts by the titles of their actions, as transcripts tell them: whole, or up to whom they are aimed at. Knows names, not reasons.

use super::selected::Selector;
use super::selected::selector::SelectedDeed;
use super::track::Track;
use super::typed::{behind, spaced};
use super::unknown::UnknownSelector;
use crate::journal::{ActNumber, What};
use crate::ruleset::{ActionId, KindId, Ruleset, TemplatePiece, Type};
use crate::source::{Clean, english};
use crate::view::Story;

/// How many words may be missing of what stands before the first name of a title: `at the`.
const FEW: usize = 2;

/// An act of a combatant that the run tells in just these words, names of other acts among them: `parries ann strikes grub`.
pub(super) fn in_run(story: &Story<'_>, actor: u32, text: &str) -> Option<SelectedDeed> {
    let acts = (0..).zip(&story.journal.acts);
    let mut own = acts.filter(|(_, act)| act.actor == actor);
    own.find_map(|(number, act)| {
        let stages = &story.action(number)?.stages;
        let stages = (0..).zip(stages);
        let is_it = |entry| move |&(stage, _): &(u16, _)| is_told(story, (number, stage), text, entry);
        let end = story.journal.entries.len();
        let came = story.journal.entries.iter().position(|entry| {
            matches!(entry.what, What::Declared { act, .. } | What::Added { act, .. } if act == number)
        });
        let declared = || stages.clone().find(is_it(came?));
        let (_, stage) = stages.clone().find(is_it(end)).or_else(declared)?;
        let known = told(story, text).unwrap_or_default();
        Some(SelectedDeed {
            action: Some(act.action),
            stage: (story.action(number)?.stages.len() > 1).then_some(stage.name),
            told: Some(text.to_owned()),
            ..known
        })
    })
}

/// Whether the run tells a stage of an act in these words, as it was called when an entry was written.
pub(super) fn is_told(
    story: &Story<'_>,
    (act, stage): (ActNumber, u16),
    text: &str,
    entry: usize,
) -> bool {
    spaced(&story.deed_at(act, stage, entry)) == text
}

/// An act in the words in which transcripts tell it: the title of a stage, with names in place of its holes.
pub(super) fn told(story: &Story<'_>, text: &str) -> Option<SelectedDeed> {
    let rules = story.names.rules;
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
                TemplatePiece::Hole(of, _) => {
                    let number = found.number(rules, *of, rest);
                    rest = number.or_else(|| found.thing(story, rest))?;
                }
                TemplatePiece::Holder(..) => {}
            }
        }
        found.aim(story, &rest.replace(',', " and"))?;
        Some(found)
    })
}

/// The one action of which a text is the title up to its first name, a preposition apart, or begins a title without names: `uses the trick` for `uses the trick on {target}`.
pub(super) fn begun(rules: &Ruleset, text: &str) -> Result<Option<SelectedDeed>, UnknownSelector> {
    let mut found = Vec::new();
    for (index, action) in rules.actions.iter().enumerate() {
        for stage in &action.stages {
            let pieces = &rules.templates[stage.title.index()].pieces;
            let (words, most) = match &pieces[..] {
                [TemplatePiece::Plain(words)] => (words, usize::MAX),
                [TemplatePiece::Plain(words), TemplatePiece::Hole(..), ..] => (words, FEW),
                _ => continue,
            };
            let title = spaced(words);
            let rest = title.strip_prefix(text).unwrap_or_default();
            if rest.starts_with(' ') && rest.split_whitespace().count() <= most {
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

/// What an act is aimed at, in words.
fn aimed_at(track: &Track<'_>, kind: KindId, record: u32) -> String {
    match kind {
        KindId::ACT => track.act_whole(record, track.story.journal.entries.len()),
        kind => track.story.names.record(kind, record),
    }
}

impl Selector {
    /// As it would be written: of an action with one stage by its title, as far as it names that.
    pub(super) fn shown(&self, track: &Track<'_>) -> String {
        let names = &track.story.names;
        let mut words = vec![names.record(KindId::COMBATANT, self.actor)];
        let mut aims = &self.aims[..];
        let deed = self.action.map(|action| match self.stage {
            Some(stage) => format!("{} {}", names.word(stage), names.action(action)),
            None if let Some(told) = &self.told => {
                aims = &[];
                told.clone()
            }
            None => self
                .titled(track, action, &mut aims)
                .unwrap_or_else(|| names.verb(action)),
        });
        words.extend(deed.or_else(|| self.stage.map(|stage| names.word(stage))));
        let mut before = None;
        for &(kind, record) in aims {
            let link = before.map(|before| if before == kind { "and" } else { "at" });
            words.extend(link.map(str::to_owned));
            words.push(aimed_at(track, kind, record));
            before = Some(kind);
        }
        if !self.settings.is_empty() {
            words.push(format!("({})", self.settings.join(", ")));
        }
        if !self.within.is_empty() {
            words.push(match self.typed.as_str() {
                "" => format!("in {}", names.moment(&self.within)),
                typed => format!("in {typed}"),
            });
        }
        words.join(" ")
    }

    /// The title of an action of one stage, up to the first hole that no record of the selector fills; takes those that it names.
    fn titled(
        &self,
        track: &Track<'_>,
        action: ActionId,
        aims: &mut &[(KindId, u32)],
    ) -> Option<String> {
        let rules = track.story.names.rules;
        let [stage] = &rules.actions[action.index()].stages[..] else {
            return None;
        };
        let pieces = &rules.templates[stage.title.index()].pieces;
        let (mut text, mut before) = (String::new(), String::new());
        for piece in pieces {
            match piece {
                TemplatePiece::Plain(words) => before.push_str(&Clean(words).to_string()),
                TemplatePiece::Hole(_, ty) => {
                    let next = aims.split_first();
                    let next = next.filter(|((kind, _), _)| {
                        *ty == Type::Record(*kind) || *ty == Type::Set(*kind)
                    });
                    let Some((&(kind, record), left)) = next else {
                        // Of a title that names more, the words that lead up to that are left out.
                        return Some(text).filter(|text| !text.is_empty());
                    };
                    let more = match ty {
                        Type::Set(_) => left.iter().take_while(|one| one.0 == kind).count(),
                        _ => 0,
                    };
                    let all = std::iter::once(record).chain(left[..more].iter().map(|one| one.1));
                    let all: Vec<String> = all.map(|one| aimed_at(track, kind, one)).collect();
                    text += &format!("{before}{}", english::listed(&all));
                    before.clear();
                    *aims = &left[more..];
                }
                TemplatePiece::Holder(..) => {}
            }
        }
        Some(text + &before)
    }
}
