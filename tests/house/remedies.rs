//! The lists of lines and phrases in other words, `grammar/remedies.txt`, `grammar/entries.txt` and `grammar/phrases.txt`: every line of them can be read, and can be reached.

use std::collections::BTreeSet;
use std::fs;

#[test]
fn every_line_is_a_form_of_places_that_there_are() {
    let known = places();
    let text = fs::read_to_string("grammar/remedies.txt").unwrap();
    let mut here: Vec<&str> = Vec::new();
    let mut seen = BTreeSet::new();
    let is_list = |line: &str| {
        let list = line.split_once(" = ");
        list.is_some_and(|(name, _)| name.chars().all(char::is_uppercase))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines.filter(|line| !line.is_empty() && !is_list(line)) {
        let Some(form) = line.strip_prefix("  ") else {
            let (places, wrong) = line.split_once(": ").expect(line);
            assert!(!wrong.is_empty(), "{line}");
            here = places.split(", ").collect();
            let unknown = here.iter().find(|place| !known.contains(**place));
            assert_eq!(unknown, None, "no place of `syntax::Place`: {line}");
            continue;
        };
        let (pattern, said) =
            (form.split_once(" => ").or_else(|| form.split_once(" :: "))).expect(line);
        for place in &here {
            // What has the same pattern is tried only where an edit did not help.
            assert!(seen.insert((*place, pattern, said)), "twice: {line}");
        }
    }
}

#[test]
fn every_line_of_a_scenario_says_what_stood_there() {
    const SORTS: [&str; 9] = [
        "Moment",
        "Answer",
        "Expectation",
        "Act",
        "Told",
        "Entry",
        "Line",
        "Head",
        "Rule",
    ];
    let text = fs::read_to_string("grammar/entries.txt").unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let (mut wrong, mut seen) = ("", BTreeSet::new());
    for line in lines.filter(|line| line.starts_with("  ") || line.contains(": ")) {
        let Some(form) = line.strip_prefix("  ") else {
            let (sort, said) = line.split_once(": ").expect(line);
            assert!(SORTS.contains(&sort), "no sort: {line}");
            wrong = said;
            continue;
        };
        let (pattern, said) = form.split_once(" => ").expect(line);
        assert!(seen.insert(form), "twice: {line}");
        let holes = pattern.split(' ').map(|part| {
            let named = part.split_once('=').map(|(name, _)| name);
            named.unwrap_or_else(|| part.trim_matches(['$', '@', '*', '.', ',']))
        });
        let holes: BTreeSet<&str> = holes.collect();
        for hole in [wrong, said].concat().split('$').skip(1) {
            let end = hole.find(|letter: char| !letter.is_ascii_lowercase());
            let name = &hole[..end.unwrap_or(hole.len())];
            assert!(holes.contains(name), "nothing stood in ${name}: {line}");
        }
    }
}

#[test]
fn every_phrase_stands_under_a_heading() {
    let text = fs::read_to_string("grammar/phrases.txt").unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let (phrases, headings): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with("  "));
    let all = ["plain", "with values", "mistaken", "the same", "small"];
    assert_eq!(headings, all);
    let (phrases, words): (Vec<&str>, Vec<&str>) =
        phrases.into_iter().partition(|line| line.contains(" => "));
    assert!(phrases.len() > words.len());
    let mut seen = BTreeSet::new();
    for word in words.iter().flat_map(|line| line.trim().split(", ")) {
        assert!(!word.contains(' '), "no word: {word}");
        assert!(seen.insert(word), "twice: {word}");
    }
}

/// The names of the places, as their list in the source has them.
fn places() -> BTreeSet<String> {
    let source = fs::read_to_string("src/syntax/place.rs").unwrap();
    let (_, list) = source.split_once("\nplaces! {\n").unwrap();
    let lines = list.lines().take_while(|line| *line != "}");
    let names = lines.filter_map(|line| line.trim().split_once(": \""));
    names.map(|(name, _)| name.to_owned()).collect()
}
