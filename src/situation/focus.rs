//! What a search looks at first: the attributes, actions, options, words and numbers that some texts mention.

use super::lexicon::{Attribute, Lexicon, Ty};
use crate::ruleset::Value;
use std::collections::BTreeSet;

/// What is mentioned, by its place in the lexicon.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Attributes, by kind.
    pub(super) attributes: Vec<Vec<bool>>,
    /// Actions.
    pub(super) actions: Vec<bool>,
    /// Options.
    pub(super) options: Vec<bool>,
    /// Words and names, whatever they stand for.
    pub(super) words: BTreeSet<String>,
    /// Numbers.
    pub(super) numbers: Vec<Value>,
}

impl Focus {
    /// What these texts of rule files mention.
    pub fn on<'t>(lexicon: &Lexicon<'_>, texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut focus = Focus::default();
        for text in texts {
            for word in text.split(|c: char| !(c == '_' || c.is_alphanumeric())) {
                if let Ok(number) = word.parse::<Value>() {
                    if !focus.numbers.contains(&number) {
                        focus.numbers.push(number);
                    }
                } else if !word.is_empty() {
                    focus.words.insert(word.to_owned());
                }
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
        focus.actions = lexicon
            .actions
            .iter()
            .map(|action| words.contains(&action.name) || words.contains(&action.verb))
            .collect();
        focus
    }

    pub(super) fn attribute(&self, kind: usize, attribute: usize) -> bool {
        (self.attributes.get(kind)).is_some_and(|all| all.get(attribute).copied().unwrap_or(false))
    }

    pub(super) fn action(&self, action: usize) -> bool {
        self.actions.get(action).copied().unwrap_or(false)
    }

    pub(super) fn option(&self, option: usize) -> bool {
        self.options.get(option).copied().unwrap_or(false)
    }
}
