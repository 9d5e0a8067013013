//! What is expected of the answers to the questions of a scenario.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::{Desk, messages};
use crate::check::items;
use crate::check::number::too_large;
use crate::check::resolved_names::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::ExpectedChance;
use crate::source::{Clean, Span};
use crate::suggest;
use crate::syntax::ast::{self, Comparator, EntryKind, Number};

impl Desk<'_> {
    /// Reads all of them, once the questions are known: these may stand behind.
    pub(super) fn chances(&mut self, entries: &[ast::ScenarioEntry]) {
        for entry in entries {
            let EntryKind::Chance {
                asked,
                comparator,
                number,
                divisor,
            } = &entry.kind
            else {
                continue;
            };
            let question = messages::plain(asked)
                .and_then(|title| self.yes_no_question(&title, asked.span, entries));
            let fraction = fraction(number, divisor.as_ref());
            let question = self.or_report(question).flatten();
            let fraction = self.or_report(fraction);
            self.out.chances.extend(question.zip(fraction).map(
                |(question, (numerator, denominator))| ExpectedChance {
                    question,
                    is: orderings(*comparator),
                    numerator,
                    denominator,
                    span: entry.span,
                },
            ));
        }
    }

    /// The question of that title; `None` if there is one that has been complained about.
    fn yes_no_question(
        &self,
        title: &str,
        span: Span,
        entries: &[ast::ScenarioEntry],
    ) -> Result<Option<usize>, Diagnostic> {
        let named = |question: &crate::scenario::Question| question.title == title;
        let Some(index) = self.out.questions.iter().position(named) else {
            let asked = entries
                .iter()
                .filter(|entry| matches!(entry.kind, EntryKind::Odds { .. }));
            if asked.count() > self.out.questions.len() {
                return Ok(None);
            }
            let known = self.out.questions.iter();
            let known = known.map(|question| question.title.as_str());
            let code = Code::UnknownScenarioThing;
            let message = format!("there is no question `{}`", Clean(title));
            let error = Diagnostic::error(code, span, message);
            return Err(match suggest::title(title, known) {
                Some(meant) => {
                    let meant = format!("\"{meant}\"");
                    error.write(span, meant)
                }
                None => error
                    .help("ask it: `odds \"the spell is spoiled\": ann casts sleep is spoiled`"),
            });
        };
        let titles = entries.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Odds { title, .. } => title.as_ref(),
            _ => None,
        });
        for named in titles.filter(|one| items::plain(one) == title) {
            self.note(span, Meaning::Local(named.span));
        }
        let question = &self.out.questions[index];
        if let Some(second) = self.out.questions[index + 1..]
            .iter()
            .find(|other| named(other))
        {
            let message = format!("two questions are called `{}`", Clean(title));
            return Err(Diagnostic::error(Code::DuplicateSetting, span, message)
                .label("which of them is meant?")
                .also(question.span, "this one")
                .also(second.span, "or this one")
                .help("give one of them another title"));
        }
        if !question.of.is_whether() {
            let message = format!("`{}` has many answers, each with a chance", Clean(title));
            return Err(Diagnostic::error(Code::WrongType, span, message)
                .label("which answer is meant?")
                .also(question.span, "it asks for a value")
                .help("ask whether something is so, as in `odds \"unhurt\": ann.hp = 3`"));
        }
        Ok(Some(index))
    }
}

/// Numerator and denominator of a number between 0 and 1.
fn fraction(number: &Number, divisor: Option<&Number>) -> Result<(u64, u64), Diagnostic> {
    let read = |number: &Number| number.digits.parse().map_err(|_| too_large(number.span));
    let (numerator, denominator) = (read(number)?, divisor.map_or(Ok(1), read)?);
    if numerator > denominator || denominator == 0 {
        let last = divisor.map_or(number.span, |divisor| divisor.span);
        let message = "a chance lies between 0 and 1";
        let error = Diagnostic::error(Code::WrongType, number.span.to(last), message);
        return Err(error.help("write it as a fraction, as in `1/7`; 25 percent are `1/4`"));
    }
    Ok((numerator, denominator))
}

/// How numbers stand to another of which this is true.
fn orderings(comparator: Comparator) -> &'static [Ordering] {
    match comparator {
        Comparator::Equal => &[Equal],
        Comparator::NotEqual => &[Less, Greater],
        Comparator::Less => &[Less],
        Comparator::LessOrEqual => &[Less, Equal],
        Comparator::Greater => &[Greater],
        Comparator::GreaterOrEqual => &[Greater, Equal],
        // The grammar has none here.
        Comparator::In => &[],
    }
}
