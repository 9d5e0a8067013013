//! From the parts of a rule set to its items: libraries and bases first, then what is added, replaced, removed and set. Works on the
//! tree alone; whether the items make sense together is for the check to say.

use std::borrow::Cow;

use super::gather::Part;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Clean, Sources, Span};
use crate::suggest::{list, suggest};
use crate::syntax::ast::{Category, Expr, Item, ItemKind, Name, Piece, Text};

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
                let target = Target {
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
        let Some(target) = target(new) else { return };
        let Some(index) = self.find(&target, "replaced") else {
            return;
        };
        let old = &self.items[index];
        if words(self.sources.snippet(old.span)) == words(self.sources.snippet(new.span)) {
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
        let target = Target {
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
    fn find(&mut self, wanted: &Target<'_>, done: &str) -> Option<usize> {
        let fits = |item: &Item| {
            target(item)
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

    fn unknown(&self, wanted: &Target<'_>, done: &str) -> Diagnostic {
        let known = self
            .items
            .iter()
            .filter_map(|item| target(item))
            .filter(|known| known.category == wanted.category);
        let names: Vec<&str> = known.map(|known| known.name).collect();
        let word = noun(wanted.category);
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

/// Which item is meant.
struct Target<'a> {
    category: Category,
    name: &'a str,
    span: Span,
}

impl Target<'_> {
    fn shown(&self) -> String {
        match self.name {
            "" => noun(self.category).to_owned(),
            name => format!("{} `{}`", noun(self.category), Clean(name)),
        }
    }
}

/// The category and the name by which an item can be replaced.
fn target(item: &Item) -> Option<Target<'_>> {
    match &item.kind {
        ItemKind::Option(option) => named(Category::Option, &option.name),
        ItemKind::Kind(kind) => named(Category::Kind, &kind.name),
        ItemKind::Let(definition) => named(Category::Let, &definition.name),
        ItemKind::Table(table) => named(Category::Table, &table.name),
        ItemKind::Procedure(procedure) => named(Category::Procedure, &procedure.name),
        ItemKind::Event(event) => named(Category::Event, &event.name),
        ItemKind::Action(action) => named(Category::Action, &action.name),
        ItemKind::Phase(phase) => named(Category::Phase, &phase.name),
        ItemKind::Order(order) => match order.name.as_ref().or(order.during.as_ref()) {
            Some(name) => named(Category::Order, name),
            None => Some(Target {
                category: Category::Order,
                name: "",
                span: item.span,
            }),
        },
        ItemKind::Placement(placement) => titled(Category::Placement, &placement.title),
        ItemKind::Exception(exception) => titled(Category::Exception, &exception.title),
        ItemKind::Void(void) => titled(Category::Void, &void.title),
        ItemKind::Trigger(trigger) => titled(Category::Trigger, &trigger.title),
        _ => None,
    }
}

fn named(category: Category, name: &Name) -> Option<Target<'_>> {
    Some(Target {
        category,
        name: &name.text,
        span: name.span,
    })
}

/// Titles have no holes: their first piece is all of them.
fn titled(category: Category, title: &Text) -> Option<Target<'_>> {
    let name = match title.pieces.first() {
        Some(Piece::Plain(plain)) => plain,
        _ => "",
    };
    Some(Target {
        category,
        name,
        span: title.span,
    })
}

/// The word for it in rule files.
fn noun(category: Category) -> &'static str {
    match category {
        Category::Option => "option",
        Category::Kind => "kind",
        Category::Let => "definition",
        Category::Table => "table",
        Category::Procedure => "procedure",
        Category::Event => "event",
        Category::Action => "action",
        Category::Order => "order",
        Category::Placement => "placement",
        Category::Exception => "exception",
        Category::Void => "void",
        Category::Trigger => "trigger",
        Category::Phase => "phase",
    }
}

/// The text of an item without comments and without the spaces that mean nothing.
fn words(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    let (mut quoted, mut gap) = (false, false);
    while let Some(c) = chars.next() {
        match c {
            '#' if !quoted => {
                chars.by_ref().find(|c| *c == '\n');
                gap = true;
            }
            _ if !quoted && c.is_whitespace() => gap = true,
            _ => {
                if std::mem::take(&mut gap) && !out.is_empty() {
                    out.push(' ');
                }
                out.push(c);
                match c {
                    '"' => quoted = !quoted,
                    '\\' if quoted => out.extend(chars.next()),
                    _ => {}
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn comments_and_line_breaks_mean_nothing() {
        assert_eq!(
            words("void \"a  # b\" { # c\n  when x }"),
            words("void \"a  # b\"  {\twhen x\n} # d")
        );
        assert_ne!(words("note \"a b\""), words("note \"a  b\""));
    }
}
