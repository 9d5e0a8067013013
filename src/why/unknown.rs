//! What is wrong with a text that is to name an act or an attribute.

use crate::source::{Clean, english};
use crate::suggest::suggest;
use std::fmt::{self, Display};

/// An unknown part of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownSelector {
    /// No combatant is called so.
    Combatant {
        /// the text
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
    /// The combatant is known, what follows is no action or stage.
    Action {
        /// the text behind the name
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
    /// What stands in brackets is no attribute of acts.
    Setting {
        /// the setting
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
    /// What the combatant does begins the words of several actions.
    Several {
        /// the text behind the name
        text: String,
        /// these words, up to what is named there
        titles: Vec<String>,
    },
    /// A record is named, and what stands behind it is none of its attributes.
    Attribute {
        /// the record
        owner: String,
        /// the text behind its name
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
    /// A record is named, and what stands behind it is a definition: nothing has set it.
    Definition {
        /// the definition
        text: String,
        /// the attributes of the record that it looks at
        reads: Vec<String>,
    },
    /// Why the combat is over is no question of its own.
    Over {
        /// what ended the run
        told: String,
    },
    /// What stands between a record and itself.
    Itself {
        /// the record
        text: String,
    },
    /// A record that does not act is named alone.
    Record {
        /// its name
        text: String,
        /// of which kind it is
        kind: String,
        /// an attribute of it
        attribute: String,
    },
    /// An attribute stands where an act is asked for.
    NoAct {
        /// the text
        text: String,
    },
    /// Combatant and action are known, what follows is no name of the scenario.
    Thing {
        /// the text behind the action
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
}

impl UnknownSelector {
    /// That a text names none of these combatants; of one that is near to its beginning, as much of the text as that name has words.
    pub(super) fn of_actor(text: String, combatants: &[(u32, String)]) -> UnknownSelector {
        let near = combatants.iter().find_map(|(_, name)| {
            let words = text.split(' ').take(name.split(' ').count());
            let begun = words.collect::<Vec<_>>().join(" ");
            let suggestion = suggest(&begun, [name.as_str()])?.to_owned();
            Some((begun, Some(suggestion)))
        });
        let (text, suggestion) = near.unwrap_or((text, None));
        UnknownSelector::Combatant { text, suggestion }
    }
}

impl Display for UnknownSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, text, suggestion) = match self {
            UnknownSelector::Combatant { text, suggestion } => (
                "no combatant of this scenario is meant by",
                text,
                suggestion,
            ),
            UnknownSelector::Action { text, suggestion } => {
                ("the rules have no action or stage", text, suggestion)
            }
            UnknownSelector::Setting { text, suggestion } => {
                ("acts have no attribute", text, suggestion)
            }
            UnknownSelector::Several { text, titles } => {
                let titles: Vec<String> = (titles.iter())
                    .map(|title| format!("`{} ...`", Clean(title)))
                    .collect();
                let (text, titles) = (Clean(text), english::joined(&titles, ", ", " or "));
                return write!(f, "`{text}` can be {titles}: say which, and at whom");
            }
            UnknownSelector::Attribute {
                owner,
                text,
                suggestion,
            } => {
                write!(f, "{} has no attribute `{}`", Clean(owner), Clean(text))?;
                return near(f, suggestion.as_deref());
            }
            UnknownSelector::Definition { text, reads } => {
                write!(f, "`{}` is worked out by a definition", Clean(text))?;
                let reads: Vec<String> = reads
                    .iter()
                    .map(|one| format!("`{}`", Clean(one)))
                    .collect();
                return match reads.as_slice() {
                    [] => Ok(()),
                    reads => write!(
                        f,
                        "; ask about what it looks at: {}",
                        english::joined(reads, ", ", " or ")
                    ),
                };
            }
            UnknownSelector::Over { told } => {
                return write!(f, "`over` is no act and no attribute; {told}");
            }
            UnknownSelector::Itself { text } => {
                return write!(f, "between `{}` and itself there is none", Clean(text));
            }
            UnknownSelector::Record {
                text,
                kind,
                attribute,
            } => {
                let (text, kind, attribute) = (Clean(text), Clean(kind), Clean(attribute));
                write!(f, "`{text}` is no combatant, but of the kind {kind}")?;
                return match attribute.to_string().as_str() {
                    "" => Ok(()),
                    attribute => {
                        write!(f, ": ask about an attribute, such as `{text}.{attribute}`")
                    }
                };
            }
            UnknownSelector::NoAct { text } => {
                let text = Clean(text);
                return write!(
                    f,
                    "`{text}` is no act; ask about it alone, or name two acts"
                );
            }
            UnknownSelector::Thing { text, suggestion } => {
                ("nothing in this scenario is called", text, suggestion)
            }
        };
        write!(f, "{what} `{}`", Clean(text))?;
        near(f, suggestion.as_deref())
    }
}

fn near(f: &mut fmt::Formatter<'_>, suggestion: Option<&str>) -> fmt::Result {
    match suggestion {
        Some(near) => write!(f, "; did you mean `{}`?", Clean(near)),
        None => Ok(()),
    }
}
