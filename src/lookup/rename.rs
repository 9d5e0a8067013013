//! Another name for something: everywhere where it is named, in the form that stands there. Whether the new name is free, only reading the
//! changed files again can show.

use super::NameIndex;
use crate::check::{Meaning, WordUse};
use crate::ruleset::KindId;
use crate::source::{Clean, FileId, Sources, Span, english};
use crate::syntax;

/// What a new name changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The name in the form to be given anew, without quotes: as it is declared, or as it stands at the place at hand (`attacks`, `feet`).
    pub name: String,
    /// The place at hand, without quotes.
    pub at: Span,
    /// Every place that changes, and what stands there then. Empty if no new name was given.
    pub edits: Vec<(Span, String)>,
    /// How many places speak of it, those included that stay as they are.
    pub places: usize,
}

/// Whether a text can be a name.
pub fn fits_as_name(text: &str) -> bool {
    syntax::is_name(text)
}

impl NameIndex {
    /// What changes when the thing that is named at a place gets a new name; or why it cannot get it.
    pub fn rename(
        &self,
        file: FileId,
        offset: u32,
        new: Option<&str>,
        sources: &Sources,
    ) -> Result<Renaming, String> {
        let nothing = || "nothing with a name of its own stands here".to_owned();
        let at = self.name_at(file, offset).ok_or_else(nothing)?;
        let titled = |span: Span| sources.snippet(span).starts_with('"');
        let family = self.family(at, true);
        let name = Clean(sources.snippet(at));
        let mut keys = self.keys(at);
        let declared = family.iter().find(|place| place.declares);
        let is_fixed = keys.any(|key| is_of_the_language(&key.meaning, declared.is_none()));
        let is_word = |span| {
            let word = sources.snippet(span);
            syntax::is_keyword(word) && self.keys(span).next().is_none()
        };
        if is_fixed || is_word(at) || declared.is_some_and(|place| is_word(place.span)) {
            return Err(format!(
                "`{name}` belongs to the language and keeps its name"
            ));
        }
        let first = declared.ok_or_else(|| {
            format!("nothing that is at hand declares `{name}`, so it keeps its name")
        })?;
        let base = bare(sources.snippet(first.span)).to_owned();
        let things = self
            .keys(at)
            .any(|key| matches!(key.meaning, Meaning::Thing(..)));
        if let Some(new) = new {
            self.refuse(new, titled(first.span), things)?;
        }
        let text = sources.snippet(at);
        let other = bare(text);
        let form = NameForm::of(other, &base);
        let new = new.map(|new| form.base_of(new));
        let mut edits = Vec::new();
        for place in &family {
            let text = sources.snippet(place.span);
            let changed = new.as_deref().and_then(|new| match form {
                NameForm::Other => (bare(text) == other).then(|| new.to_owned()),
                NameForm::Base | NameForm::Numbered | NameForm::Regular => {
                    in_form(bare(text), &base, new)
                }
            });
            if let Some(changed) = changed {
                edits.push((without_quotes(place.span, text), changed));
            }
        }
        edits.sort();
        edits.dedup();
        Ok(Renaming {
            name: match form {
                NameForm::Base | NameForm::Numbered => base,
                NameForm::Regular | NameForm::Other => bare(text).to_owned(),
            },
            at: without_quotes(at, text),
            edits,
            places: family.len(),
        })
    }

    /// What has a name already, beside those places that have another one: in a few words, and where it is declared.
    pub fn taken_by(
        &self,
        name: &str,
        beside: &[(Span, String)],
        sources: &Sources,
    ) -> Option<(&'static str, Span)> {
        let named = self.index.iter().filter(|(span, _)| {
            bare(sources.snippet(**span)) == name && beside.iter().all(|edit| edit.0 != **span)
        });
        let declared = named.flat_map(|(span, all)| {
            let keys = all.iter().filter(|(_, declares)| *declares);
            keys.map(|(key, _)| (noun(&key.meaning), *span))
        });
        // What all can see comes before names of single bodies, and of these the nearest.
        let distance = |span: Span| {
            let here = beside.iter().filter(|edit| edit.0.file == span.file);
            let apart = here.map(|edit| edit.0.start.abs_diff(span.start));
            apart.min().unwrap_or(u32::MAX)
        };
        declared.min_by_key(|(noun, span)| (*noun == BODY, distance(*span), *span))
    }

    fn refuse(&self, new: &str, titled: bool, things: bool) -> Result<(), String> {
        let shown = Clean(new);
        if titled {
            let odd = |c: char| matches!(c, '"' | '\\' | '{' | '}') || c.is_control();
            return match new.trim().is_empty() || new.contains(odd) {
                true => Err(format!(
                    "`{shown}` cannot be a title: it needs a letter, and may have no quotes, braces or backslashes"
                )),
                false => Ok(()),
            };
        }
        let (name, number) = match new.split_once(' ') {
            Some((name, number)) if things => (name, Some(number)),
            _ => (new, None),
        };
        let numbered = number
            .is_none_or(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        if fits_as_name(name) && numbered {
            return Ok(());
        }
        if syntax::is_keyword(new) {
            return Err(format!(
                "`{shown}` is a word of the language and cannot be a name"
            ));
        }
        Err(format!(
            "`{shown}` cannot be a name: a name is letters, digits and `_`, and does not begin with a digit"
        ))
    }
}

/// What stands for something in a single body.
const BODY: &str = "a name of a body";

/// What has a name, in a few words.
fn noun(meaning: &Meaning) -> &'static str {
    match meaning {
        Meaning::Unit(_) => "a unit",
        Meaning::Kind(_) => "a kind",
        Meaning::Attribute(..) => "an attribute",
        Meaning::Option(_) => "an option",
        Meaning::Definition(_) => "a definition",
        Meaning::Table(_) => "a table",
        Meaning::Procedure(_) => "a procedure",
        Meaning::Event(_) => "an event",
        Meaning::Action(_) => "an action",
        Meaning::Phase(_) => "a phase",
        Meaning::Choice(_) => "a choice",
        Meaning::Titled("tactic", _) => "a tactic",
        Meaning::Titled("order", _) => "an order",
        Meaning::Titled(..) => "a title",
        Meaning::Word(WordUse::Choice, _) => "a word of a choice",
        Meaning::Word(WordUse::Stage, _) => "a stage",
        Meaning::Word(WordUse::Purpose, _) => "a roll",
        Meaning::Word(WordUse::Question, _) => "a question",
        Meaning::Word(WordUse::Outcome, _) => "what a cancelled act is called",
        Meaning::Word(WordUse::Key, _) => "a key of an order",
        Meaning::Local(_) => BODY,
        Meaning::Thing(..) => "a thing of a scenario",
    }
}

/// Whether the language declares what has this meaning. `is_undeclared`: no file does.
fn is_of_the_language(meaning: &Meaning, is_undeclared: bool) -> bool {
    match meaning {
        Meaning::Kind(kind) => {
            [KindId::COMBAT, KindId::SIDE, KindId::COMBATANT, KindId::ACT].contains(kind)
        }
        Meaning::Attribute(kind, slot) => *slot < kind.built_in(),
        Meaning::Word(WordUse::Outcome, _) => is_undeclared,
        Meaning::Unit(_)
        | Meaning::Option(_)
        | Meaning::Definition(_)
        | Meaning::Table(_)
        | Meaning::Procedure(_)
        | Meaning::Event(_)
        | Meaning::Action(_)
        | Meaning::Phase(_)
        | Meaning::Choice(_)
        | Meaning::Titled(..)
        | Meaning::Word(..)
        | Meaning::Local(_)
        | Meaning::Thing(..) => false,
    }
}

/// In which form a name stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameForm {
    /// As it is declared.
    Base,
    /// One of several: `orc 2`.
    Numbered,
    /// With the `s` of a plural or of the third person: `attacks`.
    Regular,
    /// Another word, which the declaration gives for its plural or its third person, and which is renamed alone: `feet`, `oxen`.
    Other,
}

impl NameForm {
    fn of(text: &str, base: &str) -> Self {
        match text.strip_prefix(base) {
            Some("") => NameForm::Base,
            _ if text == english::plural(base) || text == english::third_person(base) => {
                NameForm::Regular
            }
            Some(number) if number.starts_with(' ') => NameForm::Numbered,
            Some(_) | None => NameForm::Other,
        }
    }

    /// The base of a new name that is given in this form. One that is given without its ending is taken for the base.
    fn base_of(self, new: &str) -> String {
        match self {
            NameForm::Regular => english::base_form(new),
            NameForm::Base | NameForm::Numbered | NameForm::Other => new.to_owned(),
        }
    }
}

/// The new name in the form in which the old one stands at a place; nothing where another word stands for it, such as a plural of its own.
fn in_form(text: &str, base: &str, new: &str) -> Option<String> {
    if text == base {
        return Some(new.to_owned());
    }
    if text == english::plural(base) {
        return Some(english::plural(new));
    }
    if text == english::third_person(base) {
        return Some(english::third_person(new));
    }
    match text.strip_prefix(base)? {
        number if number.starts_with(' ') => Some(format!("{new}{number}")),
        _ => None,
    }
}

fn bare(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
}

fn without_quotes(span: Span, text: &str) -> Span {
    if bare(text).len() == text.len() {
        return span;
    }
    Span {
        start: span.start + 1,
        end: span.end - 1,
        ..span
    }
}
