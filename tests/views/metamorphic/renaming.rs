//! Every name and every word of prose consistently replaced by another one of the same length, so that all places stay where they are. What is told
//! is then the same, place by place, once the names are put back.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use affray::diff::ItemChangeKind;
use affray::syntax::ast::{Category, EntryKind, Item, ItemKind};

use super::Held;
use super::mutant::tree;
use super::structure::{differences, same_but};
use super::told::{Places, World};
use crate::common::luck::Luck;
use crate::common::shake::{Sort, pieces};

pub fn holds(world: &World, luck: &mut Luck) -> Result<Held, String> {
    let Some(names) = Names::of(world, luck) else {
        return Ok(Held::Nothing);
    };
    let mut other = world.clone();
    for text in other.files.values_mut() {
        *text = names.put(text);
    }
    let told = world.told(Places::Kept).in_words(unguessed).unknown_once();
    let told = told.word_by_word();
    let renamed = other
        .told(Places::Kept)
        .in_words(|line| names.back(&unguessed(line)))
        .unknown_once();
    if let Err(difference) = told.difference(&renamed.word_by_word()) {
        // What is spelt almost like a word that stays is taken for a slip of it where it is unknown: `done` beside `none`.
        let may_be_slip = told.play.is_empty() && names.has_slip(&difference);
        return match may_be_slip {
            true => Ok(Held::Nothing),
            false => Err(difference),
        };
    }
    if told.play.is_empty() {
        return Ok(Held::Refused);
    }
    if luck.one_in(6) {
        one_title(world, luck)?;
    }
    Ok(Held::Played)
}

/// A line without what a syntax error guesses from how words are spelt: which of them is a misspelt word of the language.
fn unguessed(line: &str) -> String {
    match line.starts_with("Error A0101") {
        true => "Error A0101".to_owned(),
        false => line.to_owned(),
    }
}

/// One item gets another title, wherever it is named: `affray diff` says that, and nothing else.
fn one_title(world: &World, luck: &mut Luck) -> Result<(), String> {
    let titles = titles(world);
    let titles: Vec<&String> = (titles.keys())
        .filter(|title| !says_its_title(world, title))
        .collect();
    let (Some(title), Some(home)) = (luck.choose(&titles), world.home()) else {
        return Ok(());
    };
    let mut other = world.clone();
    let (old, new) = (format!("\"{title}\""), format!("\"{title}, as before\""));
    for text in other.files.values_mut() {
        *text = text.replace(&old, &new);
    }
    let changes = differences((world, &home), (&other, &home));
    let named =
        |text: &Option<String>, title: &str| text.as_ref().is_some_and(|text| text.contains(title));
    same_but(changes, |change| match change.change {
        ItemChangeKind::Renamed => &change.name == *title,
        // What is over it names it.
        ItemChangeKind::Changed => (change.parts.iter())
            .all(|part| named(&part.left, title) && named(&part.right, ", as before")),
        ItemChangeKind::Added | ItemChangeKind::Removed | ItemChangeKind::Moved => false,
    })
}

/// Whether an item has its title in a text of its own too: then more of it than the title changes.
fn says_its_title(world: &World, title: &str) -> bool {
    let quoted = format!("\"{title}\"");
    world.files.values().any(|text| {
        let (tree, _) = tree(text);
        let mut items = tree.rules.iter().flat_map(|rules| &rules.items);
        items.any(|item| {
            let whole = &text[item.span.range()];
            let is_its = titled(text, item).is_some_and(|one| text[one.0] == quoted);
            is_its && whole.matches(&quoted).count() > 1
        })
    })
}

/// Which word stands for which.
struct Names {
    /// In small letters, without `_`.
    words: BTreeMap<String, String>,
    titles: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
    /// Words that stay as they are.
    kept: BTreeSet<String>,
}

/// What a letter can become. No `s`, which makes plurals and verbs: who has it at the end keeps it.
const CONSONANTS: &[u8] = b"bcfghjklmnpqrtvwz";
const VOWELS: &[u8] = b"eiou";

/// Short words that the program itself says: those that begin with a vowel, and those that another short word has become.
const SAID: &[&str] = &[
    "all", "an", "ann", "are", "ends", "go", "goes", "it", "its", "on", "one", "other", "out",
    "own", "up", "us", "use", "who",
];

/// Names that every rule file has, part by part (`had_turn`), and words of the language that the grammar does not spell out.
const GIVEN: &[&str] = &[
    "actor",
    "a",
    "act",
    "action",
    "begun",
    "cancelled",
    "combat",
    "combatant",
    "d",
    "had",
    "higher",
    "i",
    "lower",
    "difference",
    "missed",
    "number",
    "refused",
    "resolved",
    "s",
    "side",
    "state",
    "text",
    "this",
    "tie",
    "turn",
    "void",
    "waiting",
];

/// The words that keep their meaning only as they are.
fn kept() -> BTreeSet<String> {
    let grammar = include_str!("../../../grammar/affray.pest");
    let quoted = grammar.split('"').skip(1).step_by(2);
    let words = quoted.filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
    let words = words.map(str::to_owned);
    let words = words.chain(GIVEN.iter().map(|word| (*word).to_owned()));
    words.filter(|word| !word.is_empty()).collect()
}

/// The titles of items, and whether their order has a meaning: "Several triggers of one happening respond in the order of their titles", and of
/// several exceptions that have moved an act, the transcript tells the first by title first.
fn titles(world: &World) -> BTreeMap<String, bool> {
    let mut titles = BTreeMap::new();
    for text in world.files.values() {
        let (tree, _) = tree(text);
        for item in tree.rules.iter().flat_map(|rules| &rules.items) {
            if let Some((title, has_order)) = titled(text, item) {
                let title = text[title].trim_matches('"');
                if !title.contains(['{', '\\', '"']) && title.is_ascii() {
                    *titles.entry(title.to_owned()).or_default() |= has_order;
                }
            }
        }
    }
    titles
}

/// The place of the title of an item, with its quotes, and whether the order of such titles has a meaning.
fn titled(text: &str, item: &Item) -> Option<(Range<usize>, bool)> {
    let item = match &item.kind {
        ItemKind::Replace(new) => new,
        _ => item,
    };
    let identity = item.identity()?;
    let place = identity.span.range();
    let is_title = text[place.clone()].starts_with('"');
    let has_order = matches!(identity.category, Category::Trigger | Category::Exception);
    is_title.then_some((place, has_order))
}

/// The names whose order has a meaning: of records ("for each record, by name or by a value"), tactics ("of several that fit, the first by
/// name") and exceptions (of several that have moved an act, the transcript tells the first by title first).
fn ordered(world: &World) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in world.files.values() {
        let (tree, _) = tree(text);
        for item in tree.rules.iter().flat_map(|rules| &rules.items) {
            match &item.kind {
                ItemKind::Tactic(tactic) => _ = names.insert(tactic.name.text.clone()),
                ItemKind::Exception(exception) => {
                    let title = &text[exception.title.span.range()];
                    names.insert(title.trim_matches('"').to_owned());
                }
                _ => {}
            }
        }
        let mut entries: Vec<_> = (tree.scenarios.iter())
            .flat_map(|scenario| &scenario.entries)
            .collect();
        while let Some(entry) = entries.pop() {
            match &entry.kind {
                EntryKind::Side(side) => {
                    names.insert(side.name.text.clone());
                    names.extend(side.members.iter().map(|one| one.name.text.clone()));
                }
                EntryKind::Record { name, .. } => {
                    names.insert(name.text.clone());
                }
                EntryKind::Newcomers { member, .. } => {
                    names.insert(member.name.text.clone());
                }
                EntryKind::NewThing { name, .. } => {
                    names.insert(name.text.clone());
                }
                EntryKind::Before { entries: own, .. } => entries.extend(own),
                EntryKind::Period(period) => entries.extend(&period.entries),
                EntryKind::Rules(_)
                | EntryKind::Pair { .. }
                | EntryKind::Proves(_)
                | EntryKind::Option { .. }
                | EntryKind::Snapshot(_)
                | EntryKind::Seed(_)
                | EntryKind::BeginAt { .. }
                | EntryKind::Stop { .. }
                | EntryKind::Tactic { .. }
                | EntryKind::Line(_)
                | EntryKind::Correction { .. }
                | EntryKind::Move { .. }
                | EntryKind::Expect(_)
                | EntryKind::Odds { .. }
                | EntryKind::Chance { .. } => {}
            }
        }
    }
    names
}

impl Names {
    /// Whether a text quotes a word that is spelt almost like one that stays.
    fn has_slip(&self, text: &str) -> bool {
        let quoted = |word: &&String| text.contains(&format!("`{word}`"));
        let mut words = self.words.keys().filter(quoted);
        words.any(|word| self.kept.iter().any(|other| is_near(word, other)))
    }

    /// New words by luck; nothing if there are too few.
    fn of(world: &World, luck: &mut Luck) -> Option<Names> {
        let kept = kept();
        let mut all = BTreeSet::new();
        for text in world.files.values() {
            let mut take = |run: &str| {
                if changes(run) {
                    all.insert(run.to_lowercase());
                }
                run.to_owned()
            };
            in_runs(text, &mut take);
        }
        // A word of the language may be what somebody does: `waits` of `wait`.
        let stays = |word: &str| kept.contains(word) || kept.contains(&format!("{word}s"));
        all.retain(|word| !stays(word) && !word.strip_suffix('s').is_some_and(stays));
        let mut used: BTreeSet<String> = kept.clone();
        used.extend(SAID.iter().map(|word| (*word).to_owned()));
        let mut names = Names {
            words: BTreeMap::new(),
            titles: BTreeMap::new(),
            back: BTreeMap::new(),
            kept,
        };
        // What ends with an `s` behind another word is made of it: a plural, or what somebody does.
        let derived = |word: &str| {
            let stems = [word.strip_suffix('s').map(str::to_owned), stem_of(word)];
            stems.into_iter().flatten().find(|stem| all.contains(stem))
        };
        let ordered = ordered(world);
        let in_order: BTreeSet<String> = (ordered.iter())
            .flat_map(|name| name.split(['_', ' ']))
            .filter(|word| all.contains(*word) && derived(word).is_none())
            .map(str::to_owned)
            .collect();
        for (word, image) in monotone(&in_order, &used, luck)? {
            used.insert(image.clone());
            names.words.insert(word, image);
        }
        for word in all.iter().filter(|word| derived(word).is_none()) {
            if !names.words.contains_key(word) {
                let image = fresh(word, &used, luck)?;
                // Nothing may seem to be made of a word that is not.
                used.extend(image.strip_suffix('s').map(str::to_owned));
                used.insert(image.clone());
                names.words.insert(word.clone(), image);
            }
        }
        for word in &all {
            if let Some(stem) = derived(word) {
                names.derive(word, &stem);
            }
        }
        names.name_titles(world, &mut used, luck)?;
        names.back = names
            .words
            .iter()
            .map(|(a, b)| (b.clone(), a.clone()))
            .collect();
        if names.back.len() != names.words.len() {
            return None;
        }
        // What somebody does is told with an `s`, also where no file says it so.
        for (word, image) in &names.words {
            for (image, word) in [
                (format!("{image}s"), format!("{word}s")),
                (several(image), several(word)),
            ] {
                names.back.entry(image).or_insert(word);
            }
        }
        let images: Vec<String> = ordered.iter().map(|name| names.words_in(name)).collect();
        let rises = images.windows(2).all(|two| two[0] < two[1]);
        rises.then_some(names)
    }

    /// A word that is another one with an `s`.
    fn derive(&mut self, word: &str, stem: &str) {
        if self.words.contains_key(word) {
            return;
        }
        if let Some(further) = stem.strip_suffix('s')
            && !self.words.contains_key(stem)
        {
            self.derive(stem, further);
        }
        let image = self.words.get(stem).cloned().unwrap_or(stem.to_owned());
        let image = match word == several(stem) {
            true => several(&image),
            false => format!("{image}s"),
        };
        self.words.insert(word.to_owned(), image);
    }

    /// Titles become one word each: those whose order has a meaning in it, the others in any.
    fn name_titles(
        &mut self,
        world: &World,
        used: &mut BTreeSet<String>,
        luck: &mut Luck,
    ) -> Option<()> {
        let titles = titles(world);
        let count = titles.len();
        let mut others: Vec<usize> = (0..count).collect();
        luck.shuffle(&mut others);
        for (number, (title, has_order)) in titles.into_iter().enumerate() {
            if title.len() < 5 {
                return None;
            }
            let rank = match has_order {
                true => number,
                false => count + others[number],
            };
            let letter = |place: u32| {
                let base = CONSONANTS.len();
                char::from(CONSONANTS[rank / base.pow(place) % base])
            };
            let mut image: String = "y".chars().chain((0..3).rev().map(letter)).collect();
            while image.len() < title.len() {
                image.push(char::from(*luck.choose(CONSONANTS)?));
            }
            used.insert(image.clone()).then_some(())?;
            self.titles.insert(title, image);
        }
        Some(())
    }

    /// A file in the new words. Paths, comments and what the language itself says stay.
    fn put(&self, text: &str) -> String {
        let mut out = String::new();
        let mut last = "";
        for (sort, range) in pieces(text) {
            let piece = &text[range];
            match sort {
                Sort::Comment => out.push_str(piece),
                Sort::Quoted => {
                    let is_path = last == "snapshot" || piece.contains(".affray");
                    match self.titles.get(piece.trim_matches('"')) {
                        _ if is_path => out.push_str(piece),
                        Some(title) => out.push_str(&format!("\"{title}\"")),
                        None => out.push_str(&self.words_in(piece)),
                    }
                    last = "";
                }
                Sort::Code => {
                    out.push_str(&self.words_in(piece));
                    last = piece.split_whitespace().next_back().unwrap_or(last);
                }
            }
        }
        out
    }

    fn words_in(&self, text: &str) -> String {
        in_runs(text, &mut |run| recased(run, &self.words))
    }

    /// A word that is told, as it was: of two that are told without a blank between them, each.
    fn word_back(&self, run: &str) -> String {
        let is_known = |word: &str| self.back.contains_key(&word.to_lowercase());
        let mut places = (1..run.len()).filter(|&at| run.is_char_boundary(at));
        let parted = places.find(|&at| is_known(&run[..at]) && is_known(&run[at..]));
        match parted.filter(|_| !is_known(run) && !self.kept.contains(run)) {
            Some(at) => [&run[..at], &run[at..]]
                .map(|part| recased(part, &self.back))
                .concat(),
            None => recased(run, &self.back),
        }
    }

    /// What is told, in the old words.
    fn back(&self, told: &str) -> String {
        let mut told = in_runs(told, &mut |run| self.word_back(run));
        for (title, image) in &self.titles {
            if told.contains(image) {
                told = told.replace(image, title);
            }
        }
        told
    }
}

/// A text with each of its words as `word` has it. `_` parts words, and so does what is escaped.
fn in_runs(text: &str, word: &mut dyn FnMut(&str) -> String) -> String {
    let mut out = String::new();
    let mut run = String::new();
    let mut escaped = false;
    for c in text.chars() {
        if c.is_alphanumeric() && !escaped {
            run.push(c);
        } else {
            if !run.is_empty() {
                out.push_str(&word(&std::mem::take(&mut run)));
            }
            out.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    if !run.is_empty() {
        out.push_str(&word(&run));
    }
    out
}

/// Whether a word can be another one: not what is written in capitals (statements of a document), has digits (dice, codes), or other letters.
fn changes(run: &str) -> bool {
    run.chars().all(|c| c.is_ascii_alphabetic()) && run.chars().any(|c| c.is_ascii_lowercase())
}

/// The word that stands for one, capitals where it has them.
fn recased(run: &str, words: &BTreeMap<String, String>) -> String {
    let image = words.get(&run.to_lowercase()).filter(|_| changes(run));
    let Some(image) = image else {
        return run.to_owned();
    };
    let cased = run.chars().zip(image.chars());
    cased
        .map(|(old, new)| match old.is_ascii_uppercase() {
            true => new.to_ascii_uppercase(),
            false => new,
        })
        .collect()
}

/// Endings behind which several are told with `es` or `ies`, before them those with which a `y` stays: `sways`, but `parries`.
const HISSING: &[&str] = &["ay", "ey", "iy", "oy", "uy", "x", "z", "ch", "sh", "o", "y"];

/// The word with the ending of another one, if that decides how several of it are told; nothing if it has such an ending by itself.
fn ended_like(word: &str, mut image: String) -> Option<String> {
    let ending = HISSING.iter().find(|ending| word.ends_with(**ending));
    match ending {
        Some(ending) if image.len() > ending.len() => {
            image.replace_range(image.len() - ending.len().., ending);
            Some(image)
        }
        Some(_) => Some(word.to_owned()),
        None => {
            let other = HISSING.iter().any(|ending| image.ends_with(ending));
            (image.len() == 1 || !other).then_some(image)
        }
    }
}

/// Several of what a word names, or what somebody does, where that is not told with an `s` alone: `parries`, `inches`.
fn several(word: &str) -> String {
    match word.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{word}es"),
    }
}

/// The word of which another one tells several, by its ending.
fn stem_of(word: &str) -> Option<String> {
    match word.strip_suffix("ies") {
        Some(stem) => Some(format!("{stem}y")),
        None => {
            let stem = word.strip_suffix("es")?;
            let hissing = HISSING.iter().any(|ending| stem.ends_with(ending));
            (hissing || stem.ends_with('s')).then(|| stem.to_owned())
        }
    }
}

/// Whether two words differ in one letter.
fn is_near(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).filter(|(a, b)| a != b);
    one.len() == other.len() && one.len() > 3 && differing.count() == 1
}

/// Another word of the same length, which begins with a vowel and ends with an `s` if the first does.
fn fresh(word: &str, used: &BTreeSet<String>, luck: &mut Luck) -> Option<String> {
    let first = match word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => VOWELS,
        false => CONSONANTS,
    };
    (0..400).find_map(|_| {
        let mut image = vec![*luck.choose(first)?];
        while image.len() < word.len() {
            image.push(*luck.choose(CONSONANTS)?);
        }
        if word.len() > 1 && word.ends_with('s') {
            *image.last_mut()? = b's';
        }
        let image = ended_like(word, String::from_utf8(image).ok()?)?;
        let stem = image
            .strip_suffix('s')
            .is_some_and(|stem| used.contains(stem));
        (!stem && !used.contains(&image)).then_some(image)
    })
}

/// Other words in the same order: each keeps its first letter, and the second ones rise. Nothing if they would have to be words that are `used`.
fn monotone(
    words: &BTreeSet<String>,
    used: &BTreeSet<String>,
    luck: &mut Luck,
) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let words: Vec<&String> = words.iter().collect();
    for like in words.chunk_by(|one, other| one[..1] == other[..1]) {
        let long: Vec<_> = like.iter().filter(|word| word.len() > 1).collect();
        let mut seconds: Vec<u8> = CONSONANTS.to_vec();
        while seconds.len() > long.len().max(1) {
            seconds.remove(luck.below(seconds.len()));
        }
        found.extend(like.iter().filter(|word| word.len() == 1).map(|word| {
            let word = (*word).clone();
            (word.clone(), word)
        }));
        for (word, second) in long.iter().zip(seconds) {
            let image = (0..400).find_map(|_| {
                let mut image = format!("{}{}", &word[..1], char::from(second));
                while image.len() < word.len() {
                    image.push(char::from(CONSONANTS[luck.below(CONSONANTS.len())]));
                }
                if word.len() > 2 && word.ends_with('s') {
                    image.replace_range(image.len() - 1.., "s");
                }
                ended_like(word, image).filter(|image| !used.contains(image))
            })?;
            found.push(((**word).clone(), image));
        }
    }
    Some(found)
}
