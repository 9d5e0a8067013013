//! Mutants: a scenario of the project, and its rules with a few small changes. Each is made by its number alone.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use affray::load::resolve;
use affray::mutants::changes;
use affray::source::{FileId, Limits};
use affray::syntax::{ast, parse};

use super::told::World;
use crate::common::{
    self,
    luck::{Luck, number_of},
    shake::{Sort, pieces},
};

/// A mutant.
#[derive(Clone)]
pub struct Mutant {
    /// Its files as they are without the changes.
    pub sound: World,
    /// The changes, of one file.
    pub edits: Vec<Edit>,
}

/// Other words for a stretch of a file.
#[derive(Clone)]
pub struct Edit {
    /// The path of the file.
    pub path: String,
    /// The place of the words that go.
    pub range: std::ops::Range<usize>,
    /// The words that come.
    pub with: String,
}

/// A text, read.
pub fn tree(text: &str) -> (ast::File, bool) {
    let (tree, found) = parse(FileId::default(), text, &Limits::DEFAULT);
    (tree, found.is_empty())
}

impl Mutant {
    /// The mutant of a number.
    pub fn of(number: u64) -> Mutant {
        let luck = &mut Luck::of(number);
        let large = if number < CHEAP { 60 } else { 2 };
        let sound = loop {
            if let Some(world) = sound(luck, large) {
                break world;
            }
        };
        let edits = edits(&sound, luck);
        Mutant { sound, edits }
    }

    /// The same scenario with other changes of its rules.
    pub fn otherwise(&self, luck: &mut Luck) -> Mutant {
        Mutant {
            edits: edits(&self.sound, luck),
            sound: self.sound.clone(),
        }
    }

    /// Its files.
    pub fn world(&self) -> World {
        let mut world = self.sound.clone();
        for edit in self.edits.iter().rev() {
            if let Some(text) = world.files.get_mut(&edit.path) {
                text.replace_range(edit.range.clone(), &edit.with);
            }
        }
        world
    }

    /// The same without one of its changes.
    pub fn without(&self, edit: usize) -> Mutant {
        let mut fewer = self.clone();
        fewer.edits.remove(edit);
        fewer
    }

    /// In words: which scenario, and what is changed where.
    pub fn shown(&self) -> String {
        let (tree, _) = tree(&self.sound.files[&self.sound.main]);
        let title = tree.scenarios.first().map_or("", |scenario| {
            &self.sound.files[&self.sound.main][scenario.title.span.range()]
        });
        let mut shown = format!("  {} {title}\n", self.sound.main);
        for edit in &self.edits {
            let text = &self.sound.files[&edit.path];
            let line = text[..edit.range.start].matches('\n').count() + 1;
            let old = &text[edit.range.clone()];
            shown.push_str(&format!(
                "  {}:{line}: {old:?} -> {:?}\n",
                edit.path, edit.with
            ));
        }
        shown
    }
}

/// A few small changes of one file.
fn edits(sound: &World, luck: &mut Luck) -> Vec<Edit> {
    let count = match luck.below(20) {
        0 => 0,
        1..=12 => 1,
        13..=17 => 2,
        _ => 3,
    };
    let paths: Vec<&String> = sound.files.keys().collect();
    let path = match luck.one_in(6) {
        true => sound.main.clone(),
        false => luck
            .choose(&paths)
            .map_or_else(String::new, |path| (*path).clone()),
    };
    let text = &sound.files[&path];
    let (tree, _) = tree(text);
    let mut edits: Vec<Edit> = Vec::new();
    for _ in 0..count {
        let edit = match luck.one_in(4) || tree.rules.is_empty() {
            true => of_tokens(text, &tree, luck),
            false => of_rules(text, &tree, luck),
        };
        edits.extend(edit.map(|(range, with)| Edit {
            path: path.clone(),
            range,
            with,
        }));
    }
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut last = 0;
    edits.retain(|edit| {
        let apart = edit.range.start >= last;
        last = last.max(edit.range.end);
        apart
    });
    edits
}

/// The files with scenarios, in three lots: those of the published systems, examples and libraries, and small cases.
fn lots() -> &'static [Vec<String>; 3] {
    static LOTS: OnceLock<[Vec<String>; 3]> = OnceLock::new();
    let below = |folders: &[&str]| folders.iter().flat_map(|one| common::files(one)).collect();
    LOTS.get_or_init(|| {
        [
            below(&["tests/conformance"]),
            below(&["examples", "tests/variants", "tests/lib"]),
            below(&["tests/cases/engine", "tests/cases/odds"]),
        ]
    })
}

/// Mutants with smaller numbers are mostly of small rule files, so that the suite has its answer soon.
const CHEAP: u64 = 8 * super::MUTANTS;

/// How many bytes the files may have that a scenario in a file of its own needs, if they are small.
const SMALL: usize = 24 << 10;

/// One scenario of the project, with the files that it needs. The other scenarios of its file are left out. Of those that need much, one in so
/// many is taken.
fn sound(luck: &mut Luck, large: usize) -> Option<World> {
    let main = {
        let lot = luck.below(lots().len());
        let salt = luck.below(1 << 30);
        // By the paths, not by their places: a new file leaves nearly all mutants as they are.
        let paths = lots()[lot].iter();
        paths.min_by_key(|path| number_of(&format!("{salt} {path}")))?
    }
    .clone();
    let text = common::read(&main);
    let mut files = BTreeMap::new();
    let mut open: Vec<String> = needed(&main, &text).collect();
    while let Some(path) = open.pop() {
        if path != main && !files.contains_key(&path) && common::root().join(&path).is_file() {
            let text = common::read(&path);
            open.extend(needed(&path, &text));
            files.insert(path, text);
        }
    }
    let size: usize = files.values().map(String::len).sum();
    if size > SMALL && !luck.one_in(large) {
        return None;
    }
    let (tree, _) = tree(&text);
    let scenario = luck.choose(&tree.scenarios)?;
    let kept = tree.rules.iter().map(|rules| rules.span);
    let kept: Vec<&str> = kept
        .chain([scenario.span])
        .map(|span| &text[span.range()])
        .collect();
    files.insert(main.clone(), kept.join("\n\n") + "\n");
    Some(World { files, main })
}

/// The paths of the files that the text of a file names.
fn needed(path: &str, text: &str) -> impl Iterator<Item = String> {
    let named = text.split('"').filter(|part| part.ends_with(".affray"));
    named.filter_map(move |named| resolve(path, named).ok())
}

/// One of the changes of an item that the program itself makes.
fn of_rules(
    text: &str,
    tree: &ast::File,
    luck: &mut Luck,
) -> Option<(std::ops::Range<usize>, String)> {
    let rules = luck.choose(&tree.rules)?;
    for _ in 0..8 {
        let item = luck.choose(&rules.items)?;
        if let Some(change) = luck.choose(&changes(text, rules, item)) {
            return Some((change.span.range(), change.with.clone()));
        }
    }
    None
}

/// A word or a sign of an item or an entry put in the place of another one, taken out, doubled, or before its neighbour.
fn of_tokens(
    text: &str,
    tree: &ast::File,
    luck: &mut Luck,
) -> Option<(std::ops::Range<usize>, String)> {
    let items = tree.rules.iter().flat_map(|rules| &rules.items);
    let entries = tree
        .scenarios
        .iter()
        .flat_map(|scenario| &scenario.entries)
        .filter(|entry| !matches!(entry.kind, ast::EntryKind::Rules(_)));
    let spans: Vec<_> = items
        .map(|item| item.span)
        .chain(entries.map(|entry| entry.span))
        .collect();
    let span = luck.choose(&spans)?.range();
    let own = tokens(&text[span.clone()]);
    let at = luck.below(own.len().max(2) - 1);
    let place = |token: &std::ops::Range<usize>| span.start + token.start..span.start + token.end;
    let one = place(own.get(at)?);
    let old = &text[one.clone()];
    match luck.below(8) {
        0 => Some((one, String::new())),
        1 => Some((one, format!("{old} {old}"))),
        2 => {
            let next = place(own.get(at + 1)?);
            let both = one.start..next.end;
            Some((both, format!("{} {old}", &text[next])))
        }
        // Of what follows the same word or sign elsewhere, so that much of it can still be read.
        _ => {
            let word = |c: char| c.is_alphabetic();
            let all = tokens(text);
            let before = all.iter().take_while(|token| token.end <= one.start);
            let lead = &text[before.last()?.clone()];
            let like = all.windows(2).filter(|two| {
                &text[two[0].clone()] == lead
                    && text[two[1].clone()].starts_with(word) == old.starts_with(word)
            });
            let like: Vec<&str> = like.map(|two| &text[two[1].clone()]).collect();
            let with = *luck.choose(&like)?;
            (with != old).then(|| (one, with.to_owned()))
        }
    }
}

/// Where the words, numbers and signs of a text stand, but those in comments and in quotes.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let code = pieces(text)
        .into_iter()
        .filter(|(sort, _)| *sort == Sort::Code);
    for (_, range) in code {
        let mut word = false;
        for (at, c) in text[range.clone()].char_indices() {
            let (at, part) = (range.start + at, c == '_' || c.is_alphanumeric());
            match tokens.last_mut() {
                Some(last) if word && part => last.end = at + c.len_utf8(),
                _ if c.is_whitespace() => {}
                _ => tokens.push(at..at + c.len_utf8()),
            }
            word = part;
        }
    }
    tokens
}
