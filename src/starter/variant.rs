//! A variant of another rule file: it changes nothing yet, shows what could be changed, and plays a first scenario.

use super::draft::Drafts;
use super::scene::scenes;
use super::{laid_out, title};
use crate::load::{Expanded, Files};
use crate::ruleset::{OptionRule, Ruleset, Type, Value};
use crate::source::{Clean, Sources};
use crate::syntax::ast::{Item, ItemKind, Text};

/// The rule file that a variant begins from.
#[derive(Clone, Copy, Debug)]
pub struct Base<'a> {
    /// Its path, from the folder of the variant.
    pub named: &'a str,
    /// Its items.
    pub expanded: &'a Expanded,
    /// What the check made of them.
    pub rules: &'a Ruleset,
    /// The texts in which the items stand.
    pub sources: &'a Sources,
}

/// A variant, ready to be written.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its text.
    pub text: String,
    /// Whether there is a scenario in it.
    pub plays: bool,
}

/// A variant of this name, for a file that will lie at this path.
pub fn variant(name: &str, place: &str, base: &Base<'_>, files: &mut dyn Files) -> Variant {
    let mut drafts = Drafts::new(place, files);
    let head = head(name, base);
    let mut with = |item: &str| drafts.is_sound(&format!("{head}\n{item}\n}}\n"));
    let examples: String = [option(base.rules, &mut with), change(base, &mut with)]
        .into_iter()
        .flatten()
        .collect();
    let rules = format!("{}{head}{}}}\n", heading(name, base), commented(&examples));
    let scenes = scenes(base.rules);
    let candidates = scenes
        .iter()
        .map(|scene| laid_out(&format!("{rules}\n{SCENE}{scene}")));
    let playing = { candidates }.find(|draft| drafts.passes(draft));
    Variant {
        plays: playing.is_some(),
        text: playing.unwrap_or_else(|| laid_out(&rules)),
    }
}

const SCENE: &str = "#- A fight to see the rules at work. The names, numbers and dice are made up: put your own in their place.\n";

fn heading(name: &str, base: &Base<'_>) -> String {
    format!(
        "#- A variant of \"{}\". All that `{}` says holds here too, but for what you change between the braces below.\n\
         #-\n\
         #-   affray diff {2} {name}.affray    says what your changes come to\n\
         #-   affray test {name}.affray{3}    plays the scenario at the end of this file\n\n",
        Clean(&base.rules.title),
        base.named,
        base.named,
        " ".repeat(base.named.len() + 1),
    )
}

fn head(name: &str, base: &Base<'_>) -> String {
    let title = title(name);
    format!("rules {name} \"{title}\" extends \"{}\" {{\n", base.named)
}

/// An option, set to something else.
fn option(rules: &Ruleset, is_sound: &mut dyn FnMut(&str) -> bool) -> Option<String> {
    rules.options.iter().find_map(|option| {
        let value = another(option, rules)?;
        let example = format!("set option {} = {value}", option.name);
        let text = match option.text.as_str() {
            "" => String::new(),
            text => format!(": {}", Clean(text)),
        };
        is_sound(&example).then(|| {
            format!("> To try a change, take the `#` before it away.\n\n> An option, set otherwise{text}\n{example}\n\n")
        })
    })
}

/// A value that the option does not have.
fn another<'r>(option: &OptionRule, rules: &'r Ruleset) -> Option<&'r str> {
    match &option.ty {
        Type::YesNo if option.value == 1 => Some("no"),
        Type::YesNo => Some("yes"),
        Type::Choice(words) => {
            let other = words
                .iter()
                .find(|word| Value::from(word.0) != option.value);
            other.map(|word| rules.word(*word))
        }
        _ => None,
    }
}

/// An item, left out, and the same said otherwise: the shortest of those that the rest can do without. Exceptions before all others.
fn change(base: &Base<'_>, is_sound: &mut dyn FnMut(&str) -> bool) -> Option<String> {
    let mut items: Vec<(usize, usize, TitledItem<'_>)> = (base.expanded.items.iter())
        .filter_map(titled)
        .map(|titled| {
            let lines = base.sources.snippet(titled.item.span).lines().count();
            (titled.rank, lines, titled)
        })
        .collect();
    items.sort_by_key(|(rank, lines, _)| (*rank, *lines));
    items.iter().find_map(|(_, _, titled)| {
        let word = titled.word;
        let name = base.sources.snippet(titled.title.span);
        let text = dedented(base.sources.snippet(titled.item.span));
        let (remove, replace) = (format!("remove {word} {name}"), format!("replace {text}"));
        (is_sound(&remove) && is_sound(&replace)).then(|| {
            format!(
                "> {} {word}, left out\n{remove}\n\n> The same one, to be said otherwise: change what stands in it\n{replace}\n",
                if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" }
            )
        })
    })
}

/// An item with a title.
struct TitledItem<'a> {
    rank: usize,
    word: &'static str,
    title: &'a Text,
    item: &'a Item,
}

fn titled(item: &Item) -> Option<TitledItem<'_>> {
    let (rank, word, title) = match &item.kind {
        ItemKind::Exception(exception) => (0, "exception", &exception.title),
        ItemKind::Void(void) => (1, "void", &void.title),
        ItemKind::Trigger(trigger) => (2, "trigger", &trigger.title),
        ItemKind::Placement(placement) => (3, "placement", &placement.title),
        _ => return None,
    };
    Some(TitledItem {
        rank,
        word,
        title,
        item,
    })
}

/// A piece of a file without the indentation that it has there.
fn dedented(text: &str) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let rest = || text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let common = rest().map(|line| indent(&line)).min().unwrap_or(0);
    let lines = text.lines().enumerate().map(|(index, line)| match index {
        0 => line,
        _ => line.get(common..).unwrap_or_default(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Examples as comments; a line that begins with `>` is one already.
fn commented(examples: &str) -> String {
    let lines = examples.lines().map(|line| match line.strip_prefix("> ") {
        Some(comment) => format!("  #- {comment}\n"),
        None if line.is_empty() => "\n".to_owned(),
        None => format!("  # {line}\n"),
    });
    lines.collect()
}
