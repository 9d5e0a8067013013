//! Answers as people type them, and why something is none.

use super::entry::{Wants, one_entry};
use super::need::NeedKind;
use super::{Refusal, Session};
use crate::ruleset::{Type, WordId, types};
use crate::suggest::suggest;

impl Session {
    /// An answer that was typed.
    pub(super) fn answered(&mut self, typed: &str) -> Result<(), Refusal> {
        let value = match typed.to_lowercase().as_str() {
            "y" | "yes" => "yes",
            "n" | "no" => "no",
            _ => typed,
        };
        let take = |session: &mut Self, value: &str| {
            let line = session.line_giving(value);
            let read = one_entry(&line, Wants::Line, &session.limits);
            let is_written = read.is_ok();
            (
                is_written,
                read.and_then(|()| session.take_in_period(&line)),
            )
        };
        let (is_written, entered) = take(self, value);
        let Err(refusal) = entered else {
            return Ok(());
        };
        let is_answer = is_written && self.is_possible(value);
        // What rules make is meant by its title too, which scenarios have in quotes.
        let is_titled = self.asks_for_titled() && !value.contains('"');
        let titled = is_titled.then(|| take(self, &format!("\"{value}\"")).1);
        match titled {
            Some(Ok(())) => Ok(()),
            _ if is_answer => Err(refusal),
            Some(Err(refusal)) => Err(refusal),
            None => Err(self.no_answer(typed)),
        }
    }

    /// Whether a record is asked for that rules can have given a title.
    fn asks_for_titled(&self) -> bool {
        let need = self.now.standing.need.as_ref().map(|need| &need.kind);
        let Some(NeedKind::Answer { question, .. }) = need else {
            return false;
        };
        self.is_answered_with(*question, |ty| match *ty {
            Type::Record(kind) => self.checked.ruleset.titles(kind).next().is_some(),
            Type::Set(_) | types!(plain) => false,
        })
    }

    /// That what was typed is no answer, and what is one.
    pub(super) fn no_answer(&self, typed: &str) -> Refusal {
        let refusal = Refusal::new(format!("`{typed}` is no answer"));
        let listed = &self.now.prompt.choices;
        if let Some(near) = suggest(typed, listed.iter().map(String::as_str)) {
            return refusal.help(format!("write `{near}`"));
        }
        match self.now.standing.need.as_ref().map(|need| &need.kind) {
            _ if !listed.is_empty() => {
                refusal.help(format!("what can be answered: {}", listed.join(", ")))
            }
            Some(NeedKind::Answer { question, .. }) if self.is_text(*question) => {
                let plain: String = typed.chars().filter(|letter| *letter != '"').collect();
                refusal.help(format!("write it in quotes: `\"{plain}\"`"))
            }
            Some(NeedKind::Answer { ty, .. }) if !ty.is_empty() => {
                refusal.help(format!("what can be answered: {ty}"))
            }
            Some(NeedKind::Answer { .. } | NeedKind::Roll(_) | NeedKind::Declaration { .. })
            | None => refusal,
        }
    }

    /// Whether a question is answered with a text.
    fn is_text(&self, question: WordId) -> bool {
        self.is_answered_with(question, |ty| matches!(ty, Type::Text))
    }

    fn is_answered_with(&self, question: WordId, fits: impl Fn(&Type) -> bool) -> bool {
        let asked = self.checked.ruleset.answerable();
        let mut asked = asked.iter().filter(|asked| asked.name == question);
        asked.any(|asked| fits(&asked.answer.ty))
    }
}
