//! The texts that an author begins with: a small rule file that teaches, or a variant of another rule file with examples drawn from it.
//!
//! Reads through the caller's `Files`, writes nothing. What it hands out has been checked and played.

mod draft;
mod scene;
mod variant;

pub use variant::{Base, Variant, variant};

use crate::load;
use crate::source::{Clean, Limits, Sources};
use crate::syntax;

/// The rule file that teaches.
const FRESH: &str = include_str!("fresh.affray");

/// A small rule file of this name, with a scenario that passes.
pub fn fresh(name: &str) -> String {
    laid_out(&FRESH.replace("NAME", name).replace("TITLE", &title(name)))
}

/// A rule file with another name and title, its scenarios included; `None` if it holds no rules.
pub fn renamed(text: &str, name: &str) -> Option<String> {
    let file = Sources::new().add("", text);
    let (tree, _) = syntax::parse(file, text, &Limits::DEFAULT);
    let rules = tree.rules.first()?;
    let mut renamed = text.to_owned();
    let own = format!("\"{}\"", title(name));
    match &rules.title {
        Some(title) => renamed.replace_range(title.span.range(), &own),
        None => renamed.insert_str(rules.name.span.end as usize, &format!(" {own}")),
    }
    renamed.replace_range(rules.name.span.range(), name);
    Some(laid_out(&renamed))
}

/// The titles of the scenarios of a file, in its order.
pub fn titles(text: &str) -> Vec<String> {
    let file = Sources::new().add("", text);
    let (tree, _) = syntax::parse(file, text, &Limits::DEFAULT);
    let titles = tree.scenarios.iter();
    let titled = titles.filter_map(|scenario| text.get(scenario.title.span.range()));
    titled
        .map(|title| title.trim_matches('"').to_owned())
        .collect()
}

/// The file that a rule file of this name lies in; or why there can be none.
pub fn file_name(name: &str) -> Result<String, String> {
    let file = format!("{name}.affray");
    if !is_name(name) {
        return Err(no_name(name));
    }
    match load::resolve("", &file) {
        Ok(file) => Ok(file),
        Err(why) => Err(format!("no file can be called `{}`: {why}", Clean(&file))),
    }
}

/// Whether a rule file can be called so.
fn is_name(name: &str) -> bool {
    let text = format!("rules {name} {{}}\n");
    let file = Sources::new().add("", text.clone());
    let (tree, found) = syntax::parse(file, &text, &Limits::DEFAULT);
    found.is_empty() && tree.rules.iter().all(|rules| rules.name.text == name)
}

/// What is wrong with a name, and one that would do.
fn no_name(name: &str) -> String {
    let wanted = name.strip_suffix(".affray").unwrap_or(name);
    let mended: String = wanted
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .collect();
    let mended = mended.trim_matches('_').to_lowercase();
    let better = [mended.clone(), format!("rules_{mended}")];
    let better = better.iter().find(|name| is_name(name));
    let name = Clean(name);
    let why = if is_name(wanted) {
        "name the rules, not the file"
    } else if !wanted.is_empty() && is_name(&format!("{wanted}_")) {
        "it is a word of the language"
    } else {
        "names are made of letters, digits and `_`, and begin with no digit"
    };
    match better {
        Some(better) => format!("rules cannot be called `{name}`: {why}; try `{better}`"),
        None => format!("rules cannot be called `{name}`: {why}"),
    }
}

/// `border_wars`: `Border wars`
fn title(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let mut letters = spaced.trim().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => name.to_owned(),
    }
}

/// As `affray fmt` has it.
fn laid_out(text: &str) -> String {
    let file = Sources::new().add("", text);
    syntax::format(file, text, &Limits::DEFAULT).unwrap_or_else(|_| text.to_owned())
}
