//! Acts that are told with something that their action uses but does not take: the line that the action lacks.

use super::Loader;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, english};
use crate::syntax::{self, ast};

impl Loader {
    /// `tern boards pike`, where `action board "boards {target}"` has no `takes target`.
    pub(super) fn untaken(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, sources) = (one.primary.span, self.sources());
        if one.code != Code::WrongPlace {
            return None;
        }
        let before = sources.text(place.file).get(..place.range().start)?;
        let mut words = before.split_whitespace().rev();
        let verb = words.find(|word| *word != "at")?;
        let (item, def) = self.items().find_map(|item| match &item.kind {
            ast::ItemKind::Action(def) if is_called(def, verb) => Some((item, def)),
            _ => None,
        })?;
        let text = sources.snippet(item.span);
        let mentioned = |name: &&ast::Name| mentions(text, &name.text);
        let attribute = self.aims().find(mentioned)?;
        if def.takes.is_some() {
            return None;
        }
        let clause = format!("takes {}", attribute.text);
        let message = format!(
            "`{}` does not take `{}`, of which it speaks",
            def.name.text, attribute.text
        );
        let said = Diagnostic::error(one.code, def.name.span, message)
            .label(format!("`{clause}` is missing in this action"))
            .also(place, "told with it here")
            .help(format!("write `{clause}` in the action, before its `does`"));
        let start = item.span.range().start;
        let indent = {
            let whole = sources.text(item.span.file);
            let line = whole.get(..start)?.rsplit('\n').next()?;
            line.len() - line.trim_start_matches(' ').len()
        };
        let (at, with) = match syntax::body(text) {
            Some((open, end)) if text[open..end].contains('\n') => {
                (open + 1, format!("\n{}{clause}", " ".repeat(indent + 2)))
            }
            Some((open, end)) => {
                let inner = &text[open + 1..end];
                let blanks = inner.len() - inner.trim_start().len();
                let behind = if inner.trim_start() == "}" {
                    " "
                } else {
                    "   "
                };
                (open + 1 + blanks, format!("{clause}{behind}"))
            }
            None => (text.trim_end().len(), format!(" {{ {clause} }}")),
        };
        let at = start + at;
        // An edit of another file is told in words alone.
        let is_here = item.span.file == place.file;
        let told = match is_here {
            true => {
                let span = Span::new(item.span.file, at, at);
                let fixed = said.clone().guess(span, with);
                fixed.or_else(one.clone())
            }
            false => {
                let help = said.help.unwrap_or_default();
                one.clone().also(def.name.span, "by this action").help(help)
            }
        };
        Some(told)
    }

    /// All items of the rules that have been read.
    fn items(&self) -> impl Iterator<Item = &ast::Item> {
        let sets = self.parsed.values().flat_map(|file| &file.tree.rules);
        sets.flat_map(|set| &set.items)
    }

    /// The attributes of acts that are records: at what they are aimed.
    fn aims(&self) -> impl Iterator<Item = &ast::Name> {
        let kinds = self.items().filter_map(|item| match &item.kind {
            ast::ItemKind::Kind(def) if def.name.text == "act" => Some(&def.attributes),
            _ => None,
        });
        kinds.flatten().filter_map(|attribute| {
            let ast::TypeKind::Named(name) = &attribute.ty.kind else {
                return None;
            };
            let is_record = matches!(
                name.text.as_str(),
                "combatant" | "combatants" | "side" | "sides"
            ) || self.items().any(|item| match &item.kind {
                ast::ItemKind::Kind(def) => def.name.text == name.text,
                _ => false,
            });
            is_record.then_some(&attribute.name)
        })
    }
}

/// Whether a word is the verb or the name of an action.
fn is_called(def: &ast::ActionDef, word: &str) -> bool {
    let is_verb = match &def.verb {
        Some(verb) => verb.text == word,
        None => english::third_person(&def.name.text) == word,
    };
    is_verb || def.name.text == word
}

/// Whether a name stands in a text as a word of its own, and behind no dot.
fn mentions(text: &str, name: &str) -> bool {
    syntax::uses_of(text, name).any(|at| !text[..at].ends_with('.'))
}
