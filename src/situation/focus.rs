//! What a search looks at first: the attributes, actions, options, words and numbers that some stretches of rule files mention, and the pairs
//! of acts that the exceptions there are about.

use super::lexicon::{Attribute, Lexicon, Ty};
use crate::ruleset::{ActPattern, ExceptionId, Ruleset, Value};
use crate::source::{Sources, Span};
use std::collections::BTreeSet;

/// What is mentioned, by its place in the lexicon.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Attributes, by kind.
    pub(super) attributes: Vec<Vec<bool>>,
    /// Actions.
    pub(super) actions: Vec<usize>,
    /// Options.
    pub(super) options: Vec<bool>,
    /// Words and names, whatever they stand for.
    pub(super) words: BTreeSet<String>,
    /// Numbers.
    pub(super) numbers: Vec<Value>,
    /// The two acts of each exception: which actions each of them can be; none: any.
    pub(super) pairs: Vec<[Vec<usize>; 2]>,
    /// The exceptions that stand there, by rule file.
    exceptions: Vec<Vec<ExceptionId>>,
    /// A phase before the main one is mentioned.
    pub(super) early: bool,
}

impl Focus {
    /// What these stretches of rule files mention.
    pub fn on(lexicon: &Lexicon<'_>, spans: &[Span], sources: &Sources) -> Self {
        let mut focus = Focus::default();
        for span in spans {
            for line in sources.snippet(*span).lines() {
                focus.read(line);
            }
        }
        let words = &focus.words;
        let mentions = |attribute: &Attribute| {
            words.contains(&attribute.name)
                || matches!(&attribute.ty, Ty::Words(all) if all.len() > 2 && all.iter().any(|word| words.contains(word)))
        };
        focus.attributes = lexicon
            .kinds
            .iter()
            .map(|kind| kind.attributes.iter().map(mentions).collect())
            .collect();
        focus.options = lexicon.options.iter().map(mentions).collect();
        let is_mentioned = |action: &usize| {
            let action = &lexicon.actions[*action];
            words.contains(&action.name) || words.contains(&action.verb)
        };
        focus.actions = (0..lexicon.actions.len()).filter(is_mentioned).collect();
        focus.early = lexicon
            .rules
            .iter()
            .zip(&lexicon.mains)
            .any(|(rules, main)| {
                let before = rules
                    .procedure
                    .iter()
                    .take_while(|phase| Some(**phase) != *main);
                main.is_some()
                    && before
                        .into_iter()
                        .any(|phase| words.contains(&rules.phases[phase.index()].name))
            });
        focus.exceptions = (lexicon.rules.iter())
            .map(|rules| exceptions(rules, spans))
            .collect();
        focus.pairs = pairs(lexicon, &focus.exceptions);
        focus
    }

    /// Takes in the words and numbers of a line. Texts, comments and citations are for people.
    fn read(&mut self, line: &str) {
        let said = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let said = said.split('#').next().unwrap_or_default();
        for word in said.split(|c: char| !(c == '_' || c.is_alphanumeric())) {
            if word == "cites" {
                return;
            }
            if let Ok(number) = word.parse::<Value>() {
                if !self.numbers.contains(&number) {
                    self.numbers.push(number);
                }
            } else if !word.is_empty() {
                self.words.insert(word.to_owned());
            }
        }
    }

    /// The exceptions among what is mentioned, as the rule file with this number has them.
    pub fn exceptions(&self, which: usize) -> &[ExceptionId] {
        self.exceptions.get(which).map_or(&[], Vec::as_slice)
    }

    pub(super) fn attribute(&self, kind: usize, attribute: usize) -> bool {
        (self.attributes.get(kind)).is_some_and(|all| all.get(attribute).copied().unwrap_or(false))
    }

    pub(super) fn option(&self, option: usize) -> bool {
        self.options.get(option).copied().unwrap_or(false)
    }
}

fn exceptions(rules: &Ruleset, spans: &[Span]) -> Vec<ExceptionId> {
    let stands_there = |place: &usize| {
        let item = rules.exceptions[*place].item;
        spans.contains(&rules.items[item.index()].span)
    };
    let all = (0..rules.exceptions.len()).filter(stands_there);
    all.map(ExceptionId::from_index).collect()
}

/// The acts of these exceptions.
fn pairs(lexicon: &Lexicon<'_>, exceptions: &[Vec<ExceptionId>]) -> Vec<[Vec<usize>; 2]> {
    let mut pairs = Vec::new();
    for (which, exceptions) in exceptions.iter().enumerate() {
        let actions = |pattern: &ActPattern| -> Vec<usize> {
            let can_be = |action: &usize| {
                let id = lexicon.actions[*action].ids[which];
                pattern.kinds.iter().any(|(action, _)| *action == id)
            };
            (0..lexicon.actions.len()).filter(can_be).collect()
        };
        for exception in exceptions {
            let rule = &lexicon.rules[which].exceptions[exception.index()];
            let pair = [actions(&rule.first), actions(&rule.second)];
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs
}
