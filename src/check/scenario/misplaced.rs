//! Lines that have been read as acts, and are meant as something else.

use super::Desk;
use super::lines::STOP;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, kind_id};
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
        if let Some((kind, name)) = self.bare_record(line) {
            let message = "a record has braces, even where nothing is said of it";
            let error = Diagnostic::error(Code::SyntaxError, name.span, message);
            let with = format!("{} {} {{ }}", Clean(&kind.text), Clean(&name.text));
            let error = error.label("`{ }` is missing behind it");
            let fixed = error.help(format!("write `{with}`"));
            return Some(fixed.guess(name.span.at_end(), " { }"));
        }
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
        misplaced
            .or_else(|| self.unconjugated(verb, next))
            .or_else(|| self.without_actor(who, &verb.text))
    }

    /// `turn of ann { strikes grub }`
    fn without_actor(&self, verb: &Thing, target: &str) -> Option<Diagnostic> {
        let is_act = self.checked.names.verbs.contains_key(&verb.text);
        let first = self.out.record_name(KindId::COMBATANT, 0)?;
        let message = format!("nothing says who {}", Clean(&verb.text));
        let error = Diagnostic::error(Code::UnknownScenarioThing, verb.span, message);
        let (verb, target) = (Clean(&verb.text), Clean(target));
        is_act.then(|| {
            error.help(format!(
                "begin the line with who does it, as in `{first} {verb} {target}`"
            ))
        })
    }

    /// `spell sparks`: a record without braces has been read as an act. Its kind and its name.
    pub(super) fn bare_record<'t>(&self, line: &'t Line) -> Option<(&'t Thing, &'t Name)> {
        let Line::Declaration {
            who,
            verb,
            object: None,
            at: None,
            settings,
            ..
        } = line
        else {
            return None;
        };
        let kind = kind_id(&self.rules.kinds, &who.text)?;
        let is_record = !matches!(kind, KindId::COMBATANT | KindId::SIDE | KindId::ACT);
        let is_act = || self.find_action(&verb.text).is_some();
        (is_record && settings.is_empty() && !is_act()).then_some((who, verb))
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
                .guess(verb.span, DECLARES),
        )
    }
}
