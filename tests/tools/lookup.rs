//! What stands at a place of a file: small projects in one text each, with a `¦` before every name that is asked about.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use affray::diagnostic::Diagnostics;
use affray::load::{Loader, ResolvedRules};
use affray::lookup::{NameIndex, complete, context_at, folds, highlight, symbols};
use affray::source::{FileId, Limits, Sources, Span};
use affray::syntax::{self, ast};

const MARK: char = '¦';

/// The files of a case, and the places that are asked about.
struct Case {
    files: BTreeMap<String, String>,
    marks: Vec<(String, usize)>,
}

fn case(text: &str) -> Case {
    let (mut files, mut marks) = (BTreeMap::new(), Vec::new());
    for part in text.split("--- ").skip(1) {
        let (name, marked) = part.split_once('\n').expect("a name");
        let mut plain = String::new();
        for piece in marked.split(MARK) {
            if !plain.is_empty() {
                marks.push((name.to_owned(), plain.len()));
            }
            plain.push_str(piece);
        }
        files.insert(name.to_owned(), plain);
    }
    Case { files, marks }
}

/// All files loaded, and one book of all names in them.
fn book(files: &mut BTreeMap<String, String>) -> (Loader, NameIndex, BTreeMap<String, FileId>) {
    let mut loader = Loader::new(Limits::DEFAULT).resolving();
    let (mut worlds, mut scenarios, mut ids) = (
        Vec::<Arc<ResolvedRules>>::new(),
        Vec::new(),
        BTreeMap::new(),
    );
    for path in files.keys().cloned().collect::<Vec<_>>() {
        let loaded = loader.load(&path, files);
        ids.extend(loaded.file.map(|file| (path, file)));
        worlds.extend(loaded.resolved.0);
        scenarios.extend(loaded.resolved.1);
    }
    (loader, NameIndex::new(worlds, scenarios), ids)
}

/// `base.affray:3:20 hp`
fn shown(span: Span, sources: &Sources) -> String {
    let place = sources.line_col(span);
    let name = sources.name(span.file);
    format!(
        "{name}:{}:{} {}",
        place.line,
        place.column,
        sources.snippet(span)
    )
}

fn told(text: &str) -> String {
    let mut case = case(text);
    let (loader, book, ids) = book(&mut case.files);
    let sources = loader.sources();
    let mut out = String::new();
    for (path, at) in &case.marks {
        let (file, at) = (ids[path], *at as u32);
        let start = Span {
            file,
            start: at,
            end: at,
        };
        let place = sources.line_col(start);
        _ = writeln!(out, "== {path}:{}:{}", place.line, place.column);
        for span in book.definitions(file, at) {
            _ = writeln!(out, "declared: {}", shown(span, sources));
        }
        for place in book.references(file, at) {
            let what = if place.declares { "declares" } else { "uses" };
            _ = writeln!(out, "  {what}: {}", shown(place.span, sources));
        }
        match book.hover(file, at, sources) {
            Some((_, text)) => text
                .lines()
                .for_each(|line| _ = writeln!(out, "  | {line}")),
            None => _ = writeln!(out, "nothing is known of it"),
        }
        match book.rename(file, at, Some("other"), sources) {
            Ok(done) => {
                _ = writeln!(
                    out,
                    "  renamed: {} of {} places of `{}`",
                    done.edits.len(),
                    done.places,
                    done.name
                )
            }
            Err(why) => _ = writeln!(out, "  not renamed: {why}"),
        }
    }
    out
}

#[test]
fn a_question_and_a_roll_are_told_as_a_scenario_gives_them() {
    insta::assert_snapshot!(told(include_str!("../cases/lsp/answers.txt")));
}

#[test]
fn names_mean_what_they_mean_across_files() {
    insta::assert_snapshot!(told(include_str!("../cases/lsp/variant.txt")));
}

/// What a tactic aims at, and what a shuffle goes through, are what they say, and no names of something else.
#[test]
fn what_has_no_name_of_its_own_is_none() {
    insta::assert_snapshot!(told(include_str!("../cases/lsp/unnamed.txt")));
}

#[test]
fn keys_draws_and_titles_are_names() {
    insta::assert_snapshot!(told(include_str!("../cases/lsp/keys.txt")));
}

#[test]
fn kinds_of_pairs_and_what_they_hold_are_names() {
    insta::assert_snapshot!(told(include_str!("../cases/lsp/pairs.txt")));
}

#[test]
fn what_can_be_known_of_a_broken_file_is_known() {
    insta::assert_snapshot!(told(include_str!("../cases/lsp/broken.txt")));
}

/// Where each item leads to the one before twice, whatever is asked of any name takes no more than once over the file.
#[test]
fn lookups_follow_no_calls() {
    let mut rules = String::from(
        "rules x \"X\" {\n  kind combatant { hp: number }\n  let f0(combatant c, combatant d): yes/no = c.hp > d.hp\n  \
         procedure p0(combatant c) { note \"x\" }\n  table t0 on number k from 1 to 3: number { 1: 1  2: 2  3: 3 }\n",
    );
    for n in 1..60 {
        let m = n - 1;
        _ = writeln!(
            rules,
            "  let f{n}(combatant c, combatant d): yes/no = f{m}(c, d) or f{m}(d, c)\n  procedure p{n}(combatant c) {{ do p{m}(c) do p{m}(c) }}\n  \
             table t{n} on number k from 1 to 3: number {{ 1: t{m}(1) + t{m}(2)  2: t{m}(2)  3: t{m}(t{m}(3)) }}"
        );
    }
    rules.push_str("  phase round counting from 1 { each combatant c { do p59(c) if f59(c, c) and t59(1) > 3 { note \"y\" } } }\n}\n");
    let mut files = BTreeMap::from([("x.affray".to_owned(), rules.clone())]);
    let (loader, book, ids) = book(&mut files);
    let file = ids["x.affray"];
    let names: Vec<usize> = rules
        .match_indices(['f', 'p', 't'])
        .filter(|(at, _)| rules[at + 1..].starts_with(|c: char| c.is_ascii_digit()))
        .map(|(at, _)| at)
        .collect();
    assert!(names.len() > 500);
    for at in names {
        let place = at as u32;
        assert_eq!(book.definitions(file, place).len(), 1);
        assert!(!book.references(file, place).is_empty());
        assert!(book.hover(file, place, loader.sources()).is_some());
        assert!(
            book.rename(file, place, Some("other"), loader.sources())
                .is_ok()
        );
        _ = complete(
            &context_at(&rules, at),
            &rules,
            file,
            &Diagnostics::new(),
            None,
        );
    }
    assert!(!highlight(&book, file, &rules).is_empty());
    let (tree, _) = syntax::parse(file, &rules, &Limits::DEFAULT);
    assert!(!symbols(&tree).is_empty());
}

#[test]
fn a_place_knows_what_it_stands_in() {
    let text = "rules x {\n  exception \"a\" { for a: act\n    when a.b\n    # no\n  }\n  phase p { each combatant c {\n set c.hp = 1 } }\n}\nscenario \"s\" {\n  side a { b { h } }\n}\n";
    let context = |piece: &str, more: usize| context_at(text, text.find(piece).expect("it") + more);
    let here = context("a.b", 3);
    assert_eq!(here.around, ["rules", "exception"]);
    assert!(here.after_dot && !here.begins());
    assert!(context("no", 1).in_prose && context("\"a\"", 1).in_prose);
    assert!(context("when", 0).begins());
    assert_eq!(
        context("when", 2).starters(),
        ["for", "when", "compare", "cites", "allow"]
    );
    let here = context("set", 3);
    assert_eq!(here.around, ["rules", "phase", "each"]);
    assert!(here.starters().contains(&"subtract"));
    assert_eq!(context("h }", 1).around, ["scenario", "side", "b"]);
    assert_eq!(context("side", 0).around, ["scenario"]);
    assert_eq!(context_at(text, 0).starters(), ["rules", "scenario"]);
}

/// The rule files of the project with their libraries.
fn rules() -> BTreeMap<String, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let mut files = BTreeMap::new();
    for folder in ["", "lib/"] {
        for entry in std::fs::read_dir(format!("{root}/{folder}"))
            .expect("a folder")
            .flatten()
        {
            let name = entry.file_name().into_string().expect("a name");
            if name.ends_with(".affray") {
                let text = std::fs::read_to_string(entry.path()).expect("a text");
                files.insert(format!("{folder}{name}"), text);
            }
        }
    }
    files
}

/// Asks everything about a file in whatever state it is, at the place of its edit and, one kind of question a time, at another place. Nothing
/// may panic, and every place must lie in its text.
fn ask_everything(
    loader: &mut Loader,
    files: &mut BTreeMap<String, String>,
    path: &str,
    at: usize,
) {
    let loaded = loader.load(path, files);
    let sources = loader.sources();
    let fits = |span: Span| {
        let text = sources.text(span.file);
        assert!(
            text.get(span.range()).is_some(),
            "{span:?} of {}",
            sources.name(span.file)
        );
    };
    for one in &loaded.diagnostics {
        one.spans()
            .chain(one.fix.iter().map(|fix| fix.span))
            .for_each(fits);
    }
    let Some(file) = loaded.file else { return };
    let text = sources.text(file);
    let book = NameIndex::new(
        loaded.resolved.0.iter().cloned(),
        loaded.resolved.1.iter().cloned(),
    );
    let ask = |kind: usize, at: usize| {
        let place = at as u32;
        match kind {
            0 => book.definitions(file, place).into_iter().for_each(fits),
            1 => (book.references(file, place).iter()).for_each(|place| fits(place.span)),
            2 => _ = book.hover(file, place, sources),
            3 => _ = book.rename(file, place, Some("other"), sources),
            _ => _ = context_at(text, at).starters(),
        }
    };
    for kind in 0..5 {
        ask(kind, at);
        ask(kind, at.saturating_sub(1));
    }
    // Elsewhere: over all tries that comes to every kind of question at every part of a file.
    ask(at % 5, at.wrapping_mul(7_919) % (text.len() + 1));
    let mut end = 0;
    for piece in highlight(&book, file, text) {
        assert!(piece.range.start >= end, "{piece:?} overlaps");
        assert!(
            !text[piece.range.clone()].contains('\n'),
            "{piece:?} is on several lines"
        );
        end = piece.range.end;
    }
    symbols(&loaded.tree)
        .iter()
        .for_each(|symbol| fits(symbol.span));
    assert!(
        folds(text)
            .iter()
            .all(|fold| fold.range.start <= fold.range.end)
    );
}

/// What is left of a text: all before a place, or all but a word or a sign.
#[derive(Clone, Copy)]
enum Damage {
    Cut(usize),
    Hole(usize, usize),
}

impl Damage {
    fn at(self) -> usize {
        match self {
            Damage::Cut(at) | Damage::Hole(at, _) => at,
        }
    }

    fn done_to(self, whole: &str) -> String {
        match self {
            Damage::Cut(at) => whole[..at].to_owned(),
            Damage::Hole(at, end) => format!("{}{}", &whole[..at], &whole[end..]),
        }
    }
}

/// Where the words and signs of a text stand.
fn tokens(whole: &str) -> Vec<(usize, usize)> {
    let inner = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = 0;
    for (at, c) in whole.char_indices() {
        if at < rest || c.is_whitespace() {
            continue;
        }
        rest = match inner(c) {
            true => whole[at..]
                .find(|c| !inner(c))
                .map_or(whole.len(), |length| at + length),
            false => at + c.len_utf8(),
        };
        found.push((at, rest));
    }
    found
}

/// Every `step`-th prefix of each rule file, up to the end of a word or sign or into the middle of it, and every `step`-th word or sign left
/// out, each asked everything; on all threads there are.
fn cut_and_holed(step: usize) {
    /// How many tries a thread takes at a time.
    const LOT: usize = 400;
    let files = rules();
    let mut lots: Vec<(&str, Vec<Damage>)> = Vec::new();
    for (path, whole) in files.iter().filter(|(path, _)| !path.contains('/')) {
        let tokens = tokens(whole);
        let cuts = tokens.iter().enumerate().map(|(number, &(at, end))| {
            // Every second one leaves half a word.
            let mut cut = if number % 2 == 0 {
                at
            } else {
                at + (end - at) / 2
            };
            while !whole.is_char_boundary(cut) {
                cut -= 1;
            }
            Damage::Cut(cut)
        });
        let cuts: Vec<Damage> = cuts.step_by(step).collect();
        let holes = tokens.iter().skip(step / 2).step_by(step);
        let holes: Vec<Damage> = holes.map(|&(at, end)| Damage::Hole(at, end)).collect();
        for some in [cuts, holes] {
            lots.extend(some.chunks(LOT).map(|lot| (path.as_str(), lot.to_vec())));
        }
    }
    let paths: BTreeSet<&str> = lots.iter().map(|(path, _)| *path).collect();
    assert_eq!(paths.len(), 5);
    let next = AtomicUsize::new(0);
    let take_on = || {
        let mut files = files.clone();
        let mut loader = Loader::new(Limits::DEFAULT).resolving();
        while let Some((path, lot)) = lots.get(next.fetch_add(1, Ordering::Relaxed)) {
            let whole = files[*path].clone();
            for damage in lot {
                files.insert((*path).to_owned(), damage.done_to(&whole));
                loader.changed(path);
                ask_everything(&mut loader, &mut files, path, damage.at());
            }
            // And mended again, with nothing left of all that.
            files.insert((*path).to_owned(), whole);
            loader.changed(path);
            assert!(
                loader.load(path, &mut files).diagnostics.is_empty(),
                "{path}"
            );
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(take_on);
        }
    });
}

#[test]
fn no_prefix_and_no_missing_word_is_too_much() {
    cut_and_holed(5_003);
}

/// An edited file, read by way of what was read before, is what the whole text gives.
fn read_again(old: &str, new: &str, reread: &mut usize) {
    let (file, limits) = (FileId(0), Limits::DEFAULT);
    let (tree, found) = syntax::parse(file, old, &limits);
    let Some((tree, found)) = syntax::reparse(file, old, tree, &found, new, &limits) else {
        return;
    };
    *reread += 1;
    let (whole, all) = syntax::parse(file, new, &limits);
    assert_eq!(found.as_slice(), all.as_slice(), "\n{new}");
    assert_eq!(tree, whole, "\n{new}");
}

#[test]
fn an_edited_file_is_read_as_a_whole_one() {
    let sample = include_str!("../cases/syntax/sample.affray");
    let scenario = include_str!("../../examples/halvaine.affray");
    let mut reread = 0;
    for text in [sample, scenario] {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (number, at) in ends
            .iter()
            .copied()
            .enumerate()
            .filter(|(number, _)| number % 127 == 0)
        {
            let add = [
                "x",
                " ",
                "and ",
                "# c\n",
                "1",
                "\n",
                "option z: a | b = a\n",
                "(",
            ][number / 127 % 8];
            let added = format!("{}{add}{}", &text[..at], &text[at..]);
            read_again(text, &added, &mut reread);
            read_again(&added, text, &mut reread);
            let end = text[at..]
                .char_indices()
                .nth(number % 5)
                .map_or(text.len(), |(more, _)| at + more);
            let less = format!("{}{}", &text[..at], &text[end..]);
            read_again(text, &less, &mut reread);
            // A mistake that is there already, and an edit beside it.
            read_again(
                &less,
                &format!("{}y{}", &less[..at], &less[at..]),
                &mut reread,
            );
        }
    }
    assert!(reread > 50, "only {reread} times was it possible");
}

/// What is typed into rule files: while it is, brackets and quotes stand open.
const TYPED: [&str; 8] = [
    "let z(combatant c): number = c.hp\n",
    "note \"{c} says \\\"no\\\"\"\n",
    "if a { set b = (1 + 2) }\n",
    "option z: a | b = a\n",
    "  # one \"more\" { remark (\n",
    "void \"x\" { for a: act }\n",
    "}{)(",
    "round(",
];

/// Numbers that look as if by chance, the same each time.
struct Chance(usize);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// Where a letter of a text begins.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// A text that is edited, read each time by way of the one before: what comes of it is what the whole text gives.
struct Edited {
    text: String,
    read: (ast::File, Diagnostics),
    steps: usize,
    /// How many steps there were without reading the whole text.
    reread: usize,
}

impl Edited {
    fn new(text: &str) -> Self {
        Edited {
            text: text.to_owned(),
            read: syntax::parse(FileId(0), text, &Limits::DEFAULT),
            steps: 0,
            reread: 0,
        }
    }

    fn becomes(&mut self, new: String) {
        let (file, limits) = (FileId(0), Limits::DEFAULT);
        let (tree, found) = std::mem::take(&mut self.read);
        let whole = syntax::parse(file, &new, &limits);
        let again = syntax::reparse(file, &self.text, tree, &found, &new, &limits);
        self.steps += 1;
        if let Some((tree, found)) = again {
            self.reread += 1;
            let both = || format!("--- before\n{}\n--- now\n{new}", self.text);
            assert_eq!(found.as_slice(), whole.1.as_slice(), "{}", both());
            assert!(tree == whole.0, "{}", both());
        }
        (self.text, self.read) = (new, whole);
    }
}

/// Types into the five rule files, so many times each, at places that differ, and takes it back, so many letters at a time. How many steps there
/// were, and how many without reading the whole text.
fn typed(times: usize, letters: usize) -> (usize, usize) {
    let (mut steps, mut reread, mut chance) = (0, 0, Chance(7));
    for (_, whole) in rules().iter().filter(|(path, _)| !path.contains('/')) {
        let mut edited = Edited::new(whole);
        for number in 0..times {
            let at = chance.place(whole);
            let typed = TYPED[number % TYPED.len()];
            let up: Vec<usize> = (0..=typed.len()).step_by(letters).collect();
            for &length in up.iter().chain(up.iter().rev()) {
                edited.becomes(format!(
                    "{}{}{}",
                    &whole[..at],
                    &typed[..length],
                    &whole[at..]
                ));
            }
        }
        steps += edited.steps;
        reread += edited.reread;
    }
    (steps, reread)
}

/// Leaves out and puts in at several places at once, and takes it back in another order.
fn tampered(times: usize) {
    let mut chance = Chance(11);
    for (_, whole) in rules().iter().filter(|(path, _)| !path.contains('/')) {
        let mut edited = Edited::new(whole);
        // By the place: up to where something is left out, and what stands there instead.
        let mut edits: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        for _ in 0..times {
            let at = chance.place(whole);
            let inserted = TYPED[chance.below(TYPED.len())];
            let inserted = &inserted[..chance.below(inserted.len() + 1)];
            let left_out = whole[at..].chars().take(chance.below(4) * chance.below(9));
            let end = at + left_out.map(char::len_utf8).sum::<usize>();
            let known: Vec<usize> = edits.keys().copied().collect();
            if known.len() > 3 || !known.is_empty() && chance.below(3) == 0 {
                edits.remove(&known[chance.below(known.len())]);
            } else if edits.range(..=end).all(|(_, (before, _))| *before < at) {
                edits.insert(at, (end, inserted));
            }
            let (mut new, mut from) = (String::new(), 0);
            for (at, (end, inserted)) in &edits {
                new += &whole[from..*at];
                new += inserted;
                from = *end;
            }
            edited.becomes(new + &whole[from..]);
        }
    }
}

#[test]
#[ignore = "long"]
fn what_is_typed_is_read_as_the_whole_text() {
    let (steps, reread) = typed(2, 5);
    assert!(reread * 2 > steps, "{reread} of {steps}");
    tampered(10);
}

/// In no run of all tests: `cargo test --release --test tools -- --ignored lookup::by_the_hour`.
mod by_the_hour {
    /// All of them, 140,000.
    #[test]
    #[ignore = "takes a quarter of an hour on two cores"]
    fn not_one_prefix_and_not_one_missing_word_is_too_much() {
        super::cut_and_holed(1);
    }

    /// Letter by letter, at many places.
    #[test]
    #[ignore = "takes many minutes"]
    fn what_is_typed_letter_by_letter_is_read_as_the_whole_text() {
        super::tampered(1_500);
        let (steps, reread) = super::typed(40, 1);
        println!("{reread} of {steps} steps without reading the whole text");
        assert!(reread * 4 > steps * 3, "{reread} of {steps}");
    }
}
