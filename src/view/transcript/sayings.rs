//! What is said of single entries: dice, answers, declarations, acts that do not happen, remarks. Knows nothing of headings and batches.

use super::changes::pool_roll;
use super::phrases;
use super::teller::Teller;
use crate::journal::{ActNumber, Range, Said, What};
use crate::ruleset::{EventId, ItemId, QuestionId, TriggerId, Value};

impl Teller<'_, '_> {
    /// Says what happened, if it is worth saying.
    pub(super) fn happened(&mut self, cause: Option<ItemId>, what: What, index: usize) {
        match what {
            What::Rolled {
                who,
                purpose,
                throw,
                faces,
                total,
            } => {
                self.rolls.push((who, purpose, total));
                if index < self.pool_end {
                    return;
                }
                let roll = match pool_roll(self.story, index) {
                    Some((shown, end)) => {
                        self.pool_end = end;
                        phrases::pool(self.story, (who, purpose), throw, &shown)
                    }
                    None => phrases::roll(self.story, (who, purpose), throw, faces, total),
                };
                self.line(&roll);
            }
            What::Asked {
                who,
                question,
                said,
                about,
                answer,
                by_default,
            } if self.verbose || !(by_default || self.is_draw(question)) => {
                let asked = phrases::asked(self.story, who);
                let said = self.story.question(said, about, index);
                let answer = phrases::answer(self.story, question, answer, index);
                let how = if by_default { ", by default" } else { "" };
                self.line(&format!("{asked}: {said} Answer: {answer}{how}"));
            }
            What::Placed {
                act,
                first,
                by_default,
                ..
            } if self.verbose || !by_default => {
                let place = if first { "first" } else { "last" };
                let act = self.story.act(act, index);
                self.line(&format!("the game master puts {place}: {act}"));
            }
            What::Declared { act, secret } => self.declared(act, secret, index),
            What::Added { act, next } => self.added(act, next, cause, index),
            What::Refused { act, because } => {
                self.ended("refused", act, Some(because), cause, index)
            }
            What::Void { act, because } => self.ended("void", act, Some(because), cause, index),
            What::Cancelled { act, word, because } => {
                let word = self.story.names.word(word);
                self.ended(&word, act, because, cause, index);
            }
            What::Missed { act } => {
                let act = self.story.act(act, index);
                self.line(&format!("missed: {act}, whose place had gone by"));
            }
            What::Contradiction {
                kind,
                record,
                slot,
                kept,
                dropped,
            } => {
                let names = &self.story.names;
                let of = names.record(kind, record);
                let name = names.attribute(kind, slot);
                let [kept, dropped] =
                    [kept, dropped].map(|value| self.story.value_of((kind, slot), value, index));
                self.line(&format!(
                    "contradiction: {of}: {name} set to {kept} and to {dropped}; {kept} counts"
                ));
            }
            What::Corrected { correction } => {
                let correction = self.story.correction(correction, index);
                self.line(&format!("the game master {correction}"));
            }
            What::Raised { event, values } => self.raised(event, values, index),
            What::Noted { said } if self.story.is_title(said) && !self.verbose => {}
            What::Noted { said } => self.line(&self.story.said(said, index)),
            What::Consulted { table, row, key } => {
                if let Some(row) = phrases::row(self.story, table, row, key, index) {
                    self.line(&row);
                }
            }
            What::Ended { because } => self.over(because, index),
            _ if self.verbose => self.bookkeeping(cause, what),
            _ => {}
        }
    }

    /// Whether a question is a draw: what is drawn is told by itself.
    fn is_draw(&self, question: QuestionId) -> bool {
        let question = self.story.names.rules.questions.get(question.index());
        question.is_some_and(|question| question.is_draw)
    }

    /// What only a verbose transcript tells.
    fn bookkeeping(&mut self, cause: Option<ItemId>, what: What) {
        let names = &self.story.names;
        let is_of_action = |trigger: TriggerId| {
            let item = names.rules.triggers[trigger.index()].item;
            names.rules.actions.iter().any(|action| action.item == item)
        };
        // What an action or a kind sets off has a title of its own.
        let own = match what {
            What::Responded { trigger } | What::Withheld { trigger, .. } => {
                names.rules.triggers.get(trigger.index())
            }
            _ => None,
        };
        let item = cause.and_then(|item| names.rules.items.get(item.index()));
        let own = own.filter(|_| item.is_some_and(|item| item.category != "trigger"));
        let title = match own.map(|own| own.title.as_str()) {
            Some(title) if !title.is_empty() => title.to_owned(),
            _ => cause.map(|item| names.item(item)).unwrap_or_default(),
        };
        let line = match what {
            What::Responded { .. } => format!("trigger: {title}"),
            What::Withheld { used_up: true, .. } => {
                format!("trigger: {title}: not again, its limit is used up")
            }
            // What an action needs is there.
            What::Withheld { trigger, .. } if is_of_action(trigger) => return,
            What::Withheld { .. } => format!("trigger: {title}: its condition is not met"),
            // It came with one of the two between which it stands.
            What::Made { kind, .. } if names.rules.kinds[kind.index()].pair.is_some() => return,
            What::Made { kind, record } => format!("new: {}", names.record(kind, record)),
            _ => return,
        };
        self.line(&line);
    }

    fn declared(&mut self, act: ActNumber, secret: bool, index: usize) {
        let tactic = self.story.tactic(act).map(|tactic| tactic.item);
        let tag = phrases::tag(self.story, tactic);
        if !self.verbose && self.follows_at_once(act, index) {
            self.added_by.insert(act, tag);
            return;
        }
        let actor = self.story.actor(act);
        if self.keeps_declared(&actor) {
            return;
        }
        let how = if secret { " in secret" } else { "" };
        let deed = self.story.deed(act, index);
        self.line(&format!("{actor} declares{how}: {deed}{tag}"));
    }

    /// Only acts that the rules add are told; those that are declared have been.
    fn added(&mut self, act: ActNumber, next: bool, cause: Option<ItemId>, index: usize) {
        if next {
            self.moves.comes_next(act);
        }
        let record = self.story.journal.get_act(act);
        let by_rules = record.is_some_and(|record| !record.is_declared());
        if !by_rules || self.story.action(act).is_none_or(|action| action.at_once) {
            return;
        }
        let tag = self.tag(cause);
        if !self.verbose && self.is_in_next_batch(act, index) {
            self.added_by.insert(act, tag);
            return;
        }
        let when = if next { "next" } else { "added" };
        let act = self.story.act(act, index);
        self.line(&format!("{when}: {act}{tag}"));
    }

    /// Whether an act that is declared is carried out on the spot, and told with that.
    fn follows_at_once(&self, act: ActNumber, index: usize) -> bool {
        if !self.story.action(act).is_some_and(|action| action.at_once) {
            return false;
        }
        let after = &self.story.journal.entries[index + 1..];
        let first = after.iter().find_map(|entry| match entry.what {
            What::Resolved { act: other, .. } => Some(other == act),
            What::Refused { act: other, .. } if other == act => Some(false),
            What::PhaseBegins { .. } | What::PhaseEnds { .. } | What::BatchBegins { .. } => {
                Some(false)
            }
            _ => None,
        });
        first == Some(true)
    }

    /// Whether the batch that comes next has this act in it.
    fn is_in_next_batch(&self, act: ActNumber, index: usize) -> bool {
        let after = &self.story.journal.entries[index + 1..];
        let acts = after.iter().find_map(|entry| match entry.what {
            What::BatchBegins { acts, .. } => Some(acts),
            _ => None,
        });
        acts.is_some_and(|acts| self.story.journal.values(acts).contains(&Value::from(act)))
    }

    /// An act that does not happen: `spoiled: ann casts sleep, because orc 1 hit ann`.
    fn ended(
        &mut self,
        word: &str,
        act: ActNumber,
        because: Option<Said>,
        cause: Option<ItemId>,
        index: usize,
    ) {
        let act = self.story.act(act, index);
        let because = because.map_or(String::new(), |said| {
            format!(", because {}", self.story.said(said, index))
        });
        let tag = self.tag(cause);
        self.line(&format!("{word}: {act}{because}{tag}"));
    }

    fn raised(&mut self, event: EventId, values: Range, index: usize) {
        if let Some(text) = self.story.raised(event, values, index) {
            self.line(&text);
        }
    }

    fn over(&mut self, because: Option<Said>, index: usize) {
        let because = because.map_or(String::new(), |said| {
            format!(": {}", self.story.said(said, index))
        });
        self.line(&format!("the combat is over{because}"));
    }
}
