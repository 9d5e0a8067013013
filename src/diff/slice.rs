//! What the changed parts turn on, line by line: what they mention and use, the lines that lead to them, who sets what they read and who reads
//! what they set. Narrower than [`around`](super::around): of a long item only the lines that bear on the change. Goes by the words of texts.

use super::structure::{ChangeKind, ItemDifference};
use crate::situation::FocusLines;
use crate::source::Sources;
use crate::syntax::ast::{Category, Item};
use crate::syntax::bare;
use std::collections::{BTreeMap, BTreeSet};

/// How many steps, from definition to definition, lead up to who uses what differs, and down to what is used.
const STEPS_UP: usize = 4;
const STEPS_DOWN: usize = 3;

/// As long as there are fewer lines than these, what leads there is as near as what is led to.
const FEW: usize = 12;

/// How many lines are taken that set what is read, and that read what is set.
const MOST_SETTING: usize = 12;
const MOST_READING: usize = 12;

/// What others name to use it.
pub(super) const DEFINED: &[&str] = &["option", "definition", "table", "procedure", "event"];

/// The lines on which these changes turn.
pub(super) fn aim(
    sides: [&[Item]; 2],
    changes: &[&ItemDifference],
    sources: &Sources,
) -> FocusLines {
    let listing = SlicedLines::new(sides, sources);
    let mut taken = TakenLines::default();
    for change in changes {
        taken.change(change, &listing, sources);
    }
    listing.take_used(&mut taken.near);
    let parts = taken.near.len();
    let mut names = std::mem::take(&mut taken.names);
    let mut known: BTreeSet<usize> = BTreeSet::new();
    for step in 0..STEPS_UP {
        let mut next = BTreeSet::new();
        for index in listing.mentioning(&names) {
            if !known.insert(index) {
                continue;
            }
            next.extend(listing.lines[index].leads_to);
            let lines = listing.with_context(index);
            if step == 0 || taken.near.len() < FEW {
                taken.near.extend(lines);
            } else {
                taken.far.extend(lines);
            }
        }
        names = next.into_iter().map(str::to_owned).collect();
    }
    listing.take_used(&mut taken.near);
    let set = set_by(&taken.near[..parts]);
    let read: BTreeSet<String> = words(&taken.near).map(str::to_owned).collect();
    taken.far.extend(listing.barring(&read));
    for index in listing.setting(&read).into_iter().take(MOST_SETTING) {
        taken.far.extend(listing.with_context(index));
    }
    for index in listing.mentioning(&set).into_iter().take(MOST_READING) {
        taken.far.extend(listing.with_context(index));
    }
    listing.take_used(&mut taken.far);
    FocusLines {
        near: taken.near,
        far: taken.far,
    }
}

/// What has been taken.
#[derive(Default)]
struct TakenLines {
    near: Vec<String>,
    far: Vec<String>,
    /// What the changed parts are known by elsewhere.
    names: BTreeSet<String>,
}

impl TakenLines {
    fn change(&mut self, change: &ItemDifference, listing: &SlicedLines<'_>, sources: &Sources) {
        let is_kind = change.category == "kind";
        if DEFINED.contains(&&*change.category) {
            self.names.insert(change.name.clone());
        }
        let ChangeKind::Changed(details) = &change.kind else {
            let whole = change.spans().map(|span| sources.snippet(span));
            for text in whole.map(bare_of_prose) {
                self.names.extend(event_of(&text).map(str::to_owned));
                self.near.push(text);
            }
            return;
        };
        for detail in details {
            for text in [&detail.left, &detail.right].into_iter().flatten() {
                let text = bare_of_prose(text).trim().to_owned();
                self.near.extend(listing.context_of(&text));
                self.near.push(text);
            }
            self.near.push(detail.what.clone());
            self.names.extend(detail.attribute.clone());
        }
        for span in change.spans().filter(|_| !is_kind) {
            let text = bare_of_prose(sources.snippet(span));
            self.names.extend(event_of(&text).map(str::to_owned));
            self.near.extend(heads(&text).map(str::to_owned));
        }
    }
}

/// All lines of two rule files.
struct SlicedLines<'s> {
    lines: Vec<ItemLine<'s>>,
    /// The numbers of the lines that stand under others, by their words.
    by_words: BTreeMap<String, Vec<usize>>,
    /// Definitions, by name.
    definitions: Vec<(&'s str, String)>,
    voids: Vec<String>,
}

/// A line of an item.
struct ItemLine<'s> {
    text: String,
    /// The lines of the item under which it stands, by their numbers.
    under: Vec<usize>,
    /// By what others lead to it.
    leads_to: Option<&'s str>,
}

impl<'s> SlicedLines<'s> {
    fn new(sides: [&'s [Item]; 2], sources: &'s Sources) -> Self {
        let mut listing = SlicedLines {
            lines: Vec::new(),
            by_words: BTreeMap::new(),
            definitions: Vec::new(),
            voids: Vec::new(),
        };
        let mut known = BTreeSet::new();
        for item in sides.into_iter().flatten() {
            if !known.insert(sources.snippet(item.span)) {
                continue;
            }
            let text = bare_of_prose(sources.snippet(item.span));
            let identity = item.identity();
            let name = identity.map(|identity| identity.name);
            match identity.map(|identity| identity.category) {
                Some(Category::Let | Category::Table) => {
                    listing
                        .definitions
                        .push((name.unwrap_or_default(), text.clone()));
                    listing.add(text, Vec::new(), name);
                }
                Some(Category::Void) => {
                    listing.voids.push(text.clone());
                    listing.add(text, Vec::new(), None);
                }
                Some(Category::Exception | Category::Placement) => {
                    listing.add(text, Vec::new(), None);
                }
                Some(Category::Kind | Category::Option | Category::Event) => {}
                Some(Category::Procedure) => listing.body(&text, name),
                Some(Category::Trigger) => {
                    let event = event_of(sources.snippet(item.span));
                    listing.body(&text, event);
                }
                _ => listing.body(&text, None),
            }
        }
        listing
    }

    fn add(&mut self, text: String, under: Vec<usize>, leads_to: Option<&'s str>) {
        if !under.is_empty() {
            let words = bare(&text).trim_end_matches('{').to_owned();
            let same = self.by_words.entry(words).or_default();
            same.push(self.lines.len());
        }
        self.lines.push(ItemLine {
            text,
            under,
            leads_to,
        });
    }

    /// The lines of an item, each under those whose braces are open, and under its heads.
    fn body(&mut self, text: &str, leads_to: Option<&'s str>) {
        let mut heads: Vec<usize> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let number = self.lines.len();
            let line = match line.trim_start().strip_prefix('}') {
                Some(rest) => {
                    open.pop();
                    rest
                }
                None => line,
            };
            let under = heads.iter().chain(&open).copied().collect();
            self.add(line.to_owned(), under, leads_to);
            if is_head(line) {
                heads.push(number);
            }
            for brace in line.matches(['{', '}']) {
                match brace {
                    "{" => open.push(number),
                    _ => _ = open.pop(),
                }
            }
        }
    }

    fn with_context(&self, index: usize) -> impl Iterator<Item = String> + '_ {
        let line = &self.lines[index];
        let under = line
            .under
            .iter()
            .map(|above| self.lines[*above].text.clone());
        under.chain([line.text.clone()])
    }

    /// The lines under which a line with these words stands.
    fn context_of(&self, words: &str) -> impl Iterator<Item = String> + '_ {
        let same = self.by_words.get(&bare(words)).into_iter().flatten();
        let under = same.flat_map(|line| &self.lines[*line].under);
        under.map(|above| self.lines[*above].text.clone())
    }

    fn mentioning(&self, names: &BTreeSet<String>) -> Vec<usize> {
        let all = self.lines.iter().enumerate();
        let found = all.filter(|(_, line)| split(&line.text).any(|word| names.contains(word)));
        found.map(|(index, _)| index).collect()
    }

    /// What can make acts void that these words name.
    fn barring(&self, words: &BTreeSet<String>) -> Vec<String> {
        let bars = |void: &&String| {
            let whom = void
                .lines()
                .find(|line| line.trim_start().starts_with("for "));
            whom.is_some_and(|whom| {
                let named = whom.split(':').skip(1).flat_map(split);
                named.into_iter().any(|word| words.contains(word))
            })
        };
        self.voids.iter().filter(bars).cloned().collect()
    }

    /// The lines that set one of these attributes.
    fn setting(&self, names: &BTreeSet<String>) -> Vec<usize> {
        let all = self.lines.iter().enumerate();
        let found = all.filter(|(_, line)| {
            let set = set_by(std::slice::from_ref(&line.text));
            set.iter().any(|name| names.contains(name))
        });
        found.map(|(index, _)| index).collect()
    }

    /// Adds the definitions that these lines use.
    fn take_used(&self, texts: &mut Vec<String>) {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for _ in 0..STEPS_DOWN {
            let said: BTreeSet<String> = words(texts).map(str::to_owned).collect();
            for (name, text) in &self.definitions {
                if said.contains(*name) && known.insert(text) {
                    texts.push(text.clone());
                }
            }
        }
    }
}

/// The lines of an item that say when it counts.
fn heads(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| is_head(line))
}

fn is_head(line: &str) -> bool {
    let first = split(line).find(|word| !word.is_empty()).unwrap_or("");
    // Of a trigger the guard stands by itself; what an `if` of a body says ends with a brace.
    matches!(first, "when" | "before" | "action" | "for" | "limit")
        || first == "if" && !line.contains('{')
}

/// The event to which a trigger responds.
fn event_of(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once("when ")?;
    let name = split(behind).next()?;
    behind[name.len()..].starts_with('(').then_some(name)
}

/// The text without quotes, comments and citations, which are for people.
fn bare_of_prose(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for line in text.lines() {
        for (number, piece) in line.split('"').enumerate() {
            if number > 0 {
                quoted = !quoted;
            }
            if quoted {
                continue;
            }
            match piece.find(['#']).or_else(|| piece.find("cites ")) {
                Some(end) => {
                    out.push_str(&piece[..end]);
                    break;
                }
                None => out.push_str(piece),
            }
        }
        out.push('\n');
    }
    out
}

/// The words of a text.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c == '_' || c.is_alphanumeric()))
}

fn words(texts: &[String]) -> impl Iterator<Item = &str> {
    texts.iter().flat_map(|text| split(text))
}

pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c == '_' || c.is_alphanumeric())
}

/// The attributes that lines set: `hp` of `set c.hp = 3`, `subtract 2 from c.hp`, `c rolls d6 as hp`, `act { hp = 3 }`.
fn set_by(texts: &[String]) -> BTreeSet<String> {
    let mut set = BTreeSet::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let mut before = "";
        let all: Vec<&str> = line.split_whitespace().collect();
        for (index, word) in all.iter().enumerate() {
            let name = word.rsplit('.').next().unwrap_or(word);
            let name = name.trim_end_matches([',', '}']);
            let is_set = matches!(before, "set" | "to" | "from" | "as")
                || all.get(index + 1) == Some(&"=") && (before == "{" || before.ends_with(','));
            if is_set && is_name(name) {
                set.insert(name.to_owned());
            }
            before = word;
        }
    }
    set
}
