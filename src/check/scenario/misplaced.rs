//! Lines that have been read as acts, and are meant as something else.

use super::Desk;
use super::lines::STOP;
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::source::Clean;
use crate::syntax::ast::{Line, Name, Thing};
use crate::syntax::starters_within;

/// What a line says that leaves it to the rules what is done.
const NOTHING: &str = "nothing";

/// The verb of those who are asked to declare.
const DECLARES: &str = "declares";

impl Desk<'_> {
    /// What is wrong with a line whose first words are no combatant and no action.
    pub(super) fn no_line(&self, line: &Line) -> Option<Diagnostic> {
        let stops = matches!(line, Line::Told { who, .. } if who.text == STOP);
        let (who, verb, next) = match line {
            Line::Declaration {
                who, verb, object, ..
            } => (
                who,
                verb,
                object.as_ref().map(|object| object.text.as_str()),
            ),
            Line::Told { who, words, .. } => {
                let (verb, rest) = words.split_first()?;
                (who, verb, rest.first().map(|word| word.text.as_str()))
            }
            Line::Roll { .. } | Line::Answer { .. } | Line::Nothing { .. } => return None,
        };
        // Where a scenario stops is told with the period around it.
        let misplaced = (!stops).then(|| self.entry_in_period(who)).flatten();
        misplaced.or_else(|| self.unconjugated(verb, next))
    }

    /// `tactic fighter` inside of a round.
    fn entry_in_period(&self, who: &Thing) -> Option<Diagnostic> {
        let begins = |around: &[&str]| starters_within(around).contains(&who.text.as_str());
        let is_entry = begins(&["scenario"]) && !begins(&["scenario", "round"]);
        if !is_entry || !self.things.all(&who.text).is_empty() {
            return None;
        }
        let message = format!("`{}` stands outside of all periods", Clean(&who.text));
        let error = Diagnostic::error(Code::WrongPlace, who.span, message);
        Some(
            error
                .label("inside of a period")
                .help("move it before the first period"),
        )
    }

    /// `bob declare nothing`
    fn unconjugated(&self, verb: &Name, next: Option<&str>) -> Option<Diagnostic> {
        let is_meant = matches!(verb.text.as_str(), "declare" | "does" | "do" | "declared");
        if !is_meant || next != Some(NOTHING) || self.find_action(&verb.text).is_some() {
            return None;
        }
        let message = format!("`{}` is not understood here", Clean(&verb.text));
        let error = Diagnostic::error(Code::SyntaxError, verb.span, message);
        let help = format!("write `{DECLARES}`");
        Some(
            error
                .label(format!("did you mean `{DECLARES}`?"))
                .help(help)
                .fix(verb.span, DECLARES, Applicability::Unsafe),
        )
    }
}
