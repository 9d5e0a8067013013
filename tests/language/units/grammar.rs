//! `grammar/affray.pest`, `src/syntax/words.rs`, `src/syntax/display.rs`

use affray::syntax::{is_keyword, is_name};

const GRAMMAR: &str = include_str!("../../../grammar/affray.pest");
const DISPLAY: &str = include_str!("../../../src/syntax/display.rs");

/// The names of all rules, in their order.
fn rules() -> Vec<&'static str> {
    let heads = GRAMMAR.lines().filter(|line| {
        let first = line.chars().next();
        first.is_some_and(|first| first.is_alphabetic() || first == '_')
    });
    let names = heads.filter_map(|line| Some(line.split_once('=')?.0.trim()));
    names.collect()
}

/// What the rules of keywords are called behind their `kw_`. The sign for `times` is a name like others.
fn named_by_rules() -> Vec<&'static str> {
    let words = rules().into_iter();
    let words = words.filter_map(|rule| rule.strip_prefix("kw_"));
    words.filter(|word| *word != "times_x").collect()
}

/// The words in the alternatives of the rule `keyword`.
fn kept_from_names() -> Vec<&'static str> {
    let from = GRAMMAR.find("\nkeyword ").unwrap_or_default();
    let rule = GRAMMAR[from..].split("\n}").next().unwrap_or_default();
    rule.split('"').skip(1).step_by(2).collect()
}

#[test]
fn reserved_words_are_tokens_of_their_own() {
    let words = named_by_rules();
    assert!(words.len() > 100, "{words:?}");
    assert!(words.iter().all(|word| is_keyword(word)));
    let mut reserved = words;
    reserved.retain(|word| !is_name(word));
    reserved.sort_unstable();
    let mut kept = kept_from_names();
    kept.sort_unstable();
    assert_eq!(kept, reserved);
    assert!(is_keyword("tactic") && is_name("tactic") && !is_keyword("x"));
}

#[test]
fn no_reserved_word_is_a_name_and_longer_words_are() {
    for word in kept_from_names() {
        assert!(!is_name(word), "{word}");
        assert!(is_name(&format!("{word}x")), "{word}x");
    }
}

/// By this the rules of tokens are told from others.
#[test]
fn tokens_stand_at_the_end_of_the_grammar() {
    let rules = rules();
    let place = |name: &str| rules.iter().position(|rule| *rule == name).expect(name);
    let first = place("lbrace");
    for content in ["file", "name", "keyword", "text", "bad_entry"] {
        assert!(place(content) < first, "{content}");
    }
    for (place, rule) in rules.iter().enumerate() {
        let is_token = rule.starts_with("kw_") || rule.starts_with("op_");
        assert!(!is_token || place > first, "{rule}");
    }
    assert!(place("kw_times_x") > first && place("op_ne") > first);
}

#[test]
fn no_name_of_a_rule_is_told() {
    let from = DISPLAY.find("\nfn noun_of(").expect("the nouns");
    let nouns: Vec<&str> = DISPLAY[from..].split('"').skip(1).step_by(2).collect();
    assert!(nouns.len() > 100, "{nouns:?}");
    // A keyword is told by what its rule is called.
    for told in nouns.into_iter().chain(named_by_rules()) {
        assert!(!told.contains('_') || told.contains(' '), "{told}");
    }
}

#[test]
fn the_guide_lists_the_words_that_cannot_be_names() {
    const GUIDE: &str = include_str!("../../../docs/language.md");
    let from = GUIDE
        .find("These words of the language cannot be names")
        .expect("the list");
    let list = GUIDE[from..].split("\n\n").next().unwrap_or_default();
    let list = list.split_once(":\n").expect("a colon before it").1;
    let listed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let mut kept = kept_from_names();
    kept.sort_unstable();
    kept.dedup();
    assert_eq!(listed, kept);
}
