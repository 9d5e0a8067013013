//! From the parts of a rule set to its items: libraries and bases first, then what is added, replaced, removed and set. Works on the
//! tree alone; whether the items make sense together is for the check to say.

use std::borrow::Cow;

use super::gather::Part;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Clean, Sources};
use crate::suggest::{list, suggest};
use crate::syntax::ast::{Category, Expr, Identity, Item, ItemKind, Name};
use crate::syntax::plain;

/// The items of all parts as one list, ready for the check.
pub(super) fn merge<'a>(
    parts: &'a [Part],
    sources: &'a Sources,
    found: &mut Diagnostics,
) -> Vec<Cow<'a, Item>> {
    let mut merging = Merging {
        sources,
        items: Vec::new(),
        found,
    };
    for part in parts {
        for rules in part
            .rules
            .iter()
            .filter_map(|index| part.file.tree.rules.get(*index))
        {
            rules.items.iter().for_each(|item| merging.add(item));
        }
    }
    merging.items
}

struct Merging<'a, 'f> {
    sources: &'a Sources,
    items: Vec<Cow<'a, Item>>,
    found: &'f mut Diagnostics,
}

impl<'a> Merging<'a, '_> {
    fn add(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Uses(_) => {}
            ItemKind::Source(_) => {
                self.items
                    .retain(|known| !matches!(known.kind, ItemKind::Source(_)));
                self.items.push(Cow::Borrowed(item));
            }
            ItemKind::Replace(new) => self.replace(new),
            ItemKind::Remove { category, name } => {
                let target = Identity {
                    category: *category,
                    name: &name.text,
                    span: name.span,
                };
                if let Some(index) = self.find(&target, "removed") {
                    self.items.remove(index);
                }
            }
            ItemKind::SetOption { name, value } => self.set_option(name, value),
            _ => self.items.push(Cow::Borrowed(item)),
        }
    }

    /// The new item takes the place of the old one.
    fn replace(&mut self, new: &'a Item) {
        let Some(target) = new.identity() else { return };
        let Some(index) = self.find(&target, "replaced") else {
            return;
        };
        let old = &self.items[index];
        if plain(self.sources.snippet(old.span)) == plain(self.sources.snippet(new.span)) {
            let message = format!("the {} is replaced by the very same thing", target.shown());
            let warning = Diagnostic::warning(Code::DuplicateSetting, target.span, message)
                .label("says the same")
                .also(old.span, "as this")
                .help("leave it out");
            self.found.push(warning);
        }
        self.items[index] = Cow::Borrowed(new);
    }

    /// The option gets another default.
    fn set_option(&mut self, name: &Name, value: &Expr) {
        let target = Identity {
            category: Category::Option,
            name: &name.text,
            span: name.span,
        };
        if let Some(index) = self.find(&target, "set")
            && let ItemKind::Option(option) = &mut self.items[index].to_mut().kind
        {
            option.default = value.clone();
        }
    }

    /// The only item of that category and name; says so if there is none, or more than one.
    fn find(&mut self, wanted: &Identity<'_>, done: &str) -> Option<usize> {
        let fits = |item: &Item| {
            item.identity()
                .is_some_and(|known| known.category == wanted.category && known.name == wanted.name)
        };
        let places: Vec<usize> = (0..self.items.len())
            .filter(|index| fits(&self.items[*index]))
            .collect();
        match places[..] {
            [only] => return Some(only),
            [] => self.found.push(self.unknown(wanted, done)),
            _ => {
                let message = format!(
                    "there is more than one {} that can be {done} here",
                    wanted.shown()
                );
                let mut error = Diagnostic::error(Code::AmbiguousChoice, wanted.span, message);
                for place in places {
                    error = error.also(self.items[place].span, "one of them");
                }
                self.found.push(error);
            }
        }
        None
    }

    fn unknown(&self, wanted: &Identity<'_>, done: &str) -> Diagnostic {
        let known = self
            .items
            .iter()
            .filter_map(|item| item.identity())
            .filter(|known| known.category == wanted.category);
        let names: Vec<&str> = known.map(|known| known.name).collect();
        let word = wanted.category.noun();
        let code = if wanted.category == Category::Option {
            Code::UnknownOption
        } else {
            Code::UnknownName
        };
        let error = Diagnostic::error(
            code,
            wanted.span,
            format!("there is no {} that can be {done}", wanted.shown()),
        );
        match suggest(wanted.name, names.iter().copied()) {
            Some(near) => error.help(format!("did you mean `{}`?", Clean(near))),
            None if names.is_empty() => error.help(format!(
                "what these rules extend and use has no {word} at all"
            )),
            None if names.len() <= 8 => error.help(format!("it can be {}", list(names))),
            None => error,
        }
    }
}
