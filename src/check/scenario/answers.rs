//! Answers to what the rules ask: by whom, to which question, about whom or which act. Knows what the rules ask, not when.

use super::Desk;
use super::values::Holder;
use crate::check::resolved_names::{Meaning, WordUse};
use crate::check::types;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, KindId, Type, WordId};
use crate::scenario::{ActReference, Answer, AnswerValue, Path, TitledRecord};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, AboutThing, ActRef, Name, Thing, ValueKind};

/// What leaves a question to its default.
const NOTHING: &str = "nothing";

const NAME_AN_ACT: &str =
    "name an act by who does what, as expectations do: `about ann strikes bob`";

impl Desk<'_> {
    /// `gm answers no to obvious about orc 1`, `red answers r1 then r2 to names`
    pub(super) fn scripted_answers(
        &mut self,
        who: &Thing,
        (values, each_time): (&[ast::Value], bool),
        (question, about): (&Name, &[AboutThing]),
        path: &Path,
        span: Span,
    ) {
        let who = self.person(who);
        let who = self.or_report(who);
        let (things, acts) = self.about_things(about, false);
        let are_known = things.len() + acts.len() == about.len();
        let mut kinds = things.iter().map(|thing| thing.0);
        let kinds = about.iter().map(|one| match one {
            AboutThing::Thing(_) => kinds.next().unwrap_or(KindId::ACT),
            AboutThing::Act(_) => KindId::ACT,
        });
        let kinds: Vec<KindId> = kinds.filter(|_| are_known).collect();
        let found = self.question_about(question, about, &kinds);
        let Some((question, ways)) = self.or_report(found) else {
            return;
        };
        let last = values.len().saturating_sub(1);
        for (number, value) in values.iter().enumerate() {
            let own = match values {
                [_, _, ..] => value.span,
                _ => span,
            };
            let value = match (self.one_of_the_ways(&ways, value, question), &value.kind) {
                (Ok(value), _) => Ok(AnswerValue::Value(value)),
                (Err(_), ValueKind::Thing(thing)) if thing.text == NOTHING => {
                    Ok(AnswerValue::Default)
                }
                (Err(error), ValueKind::Text(text)) => self.answer_titled(&ways, text, error),
                (Err(error), _) => Err(error),
            };
            if let (Some(who), Some(value)) = (who, self.or_report(value)) {
                self.out.answers.push(Answer {
                    path: path.clone(),
                    part: self.part,
                    who,
                    question,
                    about: things.clone(),
                    acts: acts.clone(),
                    value,
                    each_time: each_time && number == last,
                    span: own,
                });
            }
        }
    }

    /// Things of any kind and acts that a question is about. `expected`: a period behind an act is that in which it is asked.
    pub(super) fn about_things(
        &mut self,
        about: &[AboutThing],
        expected: bool,
    ) -> (Vec<(KindId, u32)>, Vec<ActReference>) {
        let (mut things, mut acts) = (Vec::new(), Vec::new());
        for one in about {
            match one {
                AboutThing::Thing(thing) => {
                    let found = self.any_thing(thing).map_err(|error| {
                        let is_act = thing.text.split(' ').next() == Some("act");
                        match is_act {
                            true => error.help(NAME_AN_ACT),
                            false => error,
                        }
                    });
                    things.extend(self.or_report(found));
                }
                AboutThing::Act(act) => match &act.moment {
                    Some(moment) if !expected => {
                        let message = "when it is asked is said by where an answer stands";
                        let error = Diagnostic::error(Code::WrongPlace, moment.span, message);
                        let help = "write the answer in the braces of this period";
                        self.found.push(error.help(help));
                    }
                    _ => {
                        let moment = None;
                        let act = act.clone();
                        acts.extend(self.act_reference(&ActRef { moment, ..act }));
                    }
                },
            }
        }
        (things, acts)
    }

    /// A question by its name, and the ways in which it is asked. Complains where something is named that it is not about; `kinds`: those of what is
    /// named, if it is known.
    fn question_about(
        &mut self,
        name: &Name,
        about: &[AboutThing],
        kinds: &[KindId],
    ) -> Result<(WordId, Vec<Declared>), Diagnostic> {
        let (word, ways) = self.question(name)?;
        let asked = self.vocabulary.asked_about.iter();
        let asked = asked.filter(|asked| asked.0 == word).map(|asked| asked.1);
        let asked: Vec<KindId> = asked.collect();
        let mut named = about.iter().zip(kinds);
        let text = Clean(&name.text);
        if let (Some(first), Some(last)) = (about.first(), about.last())
            && asked.is_empty()
            && !kinds.is_empty()
        {
            let message = format!("`{text}` is asked about nothing");
            let span = first.span().to(last.span());
            let help = format!(
                "take `about` out here, or have the rules say what the question is about: `ask ... as {text} about ...`"
            );
            let error = Diagnostic::error(Code::WrongPlace, span, message).help(help);
            let holds_period = matches!(last, AboutThing::Act(act) if act.moment.is_some());
            let clause = Span {
                start: name.span.end,
                ..span
            };
            self.found.push(match holds_period {
                true => error,
                false => error.guess(clause, ""),
            });
        } else if let Some((one, &kind)) = named.find(|(_, kind)| !asked.contains(kind)) {
            let describe = |kind| types::describe(self.rules, &Type::Record(kind));
            let wanted: Vec<String> = asked.iter().copied().map(describe).collect();
            let message = format!(
                "`{text}` is asked about {}, not about {}",
                wanted.join(" or "),
                describe(kind)
            );
            let error = Diagnostic::error(Code::WrongType, one.span(), message);
            self.found.push(match asked.contains(&KindId::ACT) {
                true => error.help(NAME_AN_ACT),
                false => error,
            });
        }
        Ok((word, ways))
    }

    /// A question by its name, and the ways in which it is asked.
    pub(super) fn question(&self, name: &Name) -> Result<(WordId, Vec<Declared>), Diagnostic> {
        let asked = self
            .vocabulary
            .questions
            .iter()
            .filter(|(word, _)| self.rules.word(*word) == name.text);
        let ways: Vec<_> = asked.cloned().collect();
        match ways.first() {
            Some((word, _)) => {
                self.note(name.span, Meaning::Word(WordUse::Question, *word));
                Ok((*word, ways.into_iter().map(|(_, way)| way).collect()))
            }
            None => {
                let known = self
                    .vocabulary
                    .questions
                    .iter()
                    .map(|(word, _)| self.rules.word(*word));
                let message = format!("these rules never ask `{}`", Clean(&name.text));
                let error = Diagnostic::error(Code::UnknownScenarioThing, name.span, message);
                Err(self.meant(error, &name.text, known))
            }
        }
    }

    /// The answer, read as the first of the ways in which its question is asked that it fits.
    fn one_of_the_ways(
        &mut self,
        ways: &[Declared],
        value: &ast::Value,
        question: WordId,
    ) -> Result<i64, Diagnostic> {
        let rules = self.rules;
        let holder = Holder::Question(rules.word(question));
        if matches!(value.kind, ValueKind::None) && !ways.iter().any(|way| way.optional) {
            return Err(self.never_none(value, question));
        }
        let mut first = None;
        for way in ways {
            match self.value(way, value, holder) {
                Ok(value) => return Ok(value),
                Err(error) => _ = first.get_or_insert(error),
            }
        }
        Err(first.unwrap_or_else(|| {
            Diagnostic::error(Code::WrongType, value.span, "this question has no answers")
        }))
    }

    /// `gm answers "3 of cups" to k`: a record that rules make, by its title. `error`: what is said of a text where none is wanted.
    fn answer_titled(
        &self,
        ways: &[Declared],
        text: &ast::Text,
        error: Diagnostic,
    ) -> Result<AnswerValue, Diagnostic> {
        let kinds = ways.iter().filter_map(|way| match way.ty {
            Type::Record(kind) => Some(kind),
            _ => None,
        });
        let kinds: Vec<KindId> = kinds.collect();
        let plain = text.plain();
        let plain = plain.trim();
        let titled = kinds.iter().flat_map(|&kind| self.titled(kind, plain));
        let titled: Vec<TitledRecord> = titled.collect();
        if !titled.is_empty() {
            let text = plain.into();
            return Ok(AnswerValue::Titled { text, ways: titled });
        }
        let mut told = kinds.iter();
        Err(told
            .find_map(|&kind| self.no_title(kind, plain, text.span))
            .unwrap_or(error))
    }

    /// `gm answers none to friend`, where the answer is never missing.
    fn never_none(&self, value: &ast::Value, question: WordId) -> Diagnostic {
        let asked = self.rules.answerable().into_iter();
        let mut asked = asked.filter(|asked| asked.name == question);
        let name = Clean(self.rules.word(question));
        let error = |message| Diagnostic::error(Code::WrongType, value.span, message);
        match asked.find(|asked| asked.is_draw || asked.default.is_some()) {
            Some(asked) if asked.is_draw => error(format!(
                "`{name}` is a draw: one is drawn wherever there is one"
            ))
            .help("name what is drawn, or take this line out, and it is left to the die"),
            Some(_) => error(format!("`{name}` is never answered with none")).help(format!(
                "to leave it to its default, write `answers {NOTHING} to {name}`"
            )),
            None => error(format!("`{name}` is never answered with none")),
        }
    }
}
