//! The syntax layer under texts that nobody means: cut off, with holes, too deep, too long. It never panics, never loops.

use std::fs;

use affray::diagnostic::{Code, Diagnostics};
use affray::source::{FileId, Limits};
use affray::syntax::{ast, parse};

fn read(text: &str) -> (ast::File, Diagnostics) {
    parse(FileId(0), text, &Limits::default())
}

fn sample() -> String {
    fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/cases/syntax/sample.affray"
    ))
    .expect("the sample can be read")
}

/// Every place that a diagnostic names lies in the text.
fn places_fit(text: &str, found: &Diagnostics) {
    for one in found {
        let labels = one
            .secondary
            .iter()
            .chain([&one.primary])
            .map(|label| label.span);
        for span in labels.chain(one.fix.iter().map(|fix| fix.span)) {
            assert!(
                text.get(span.range()).is_some(),
                "{span:?} of {} in {text}",
                one.message
            );
        }
    }
}

/// Where the words and signs of a text begin and end.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let mut word = false;
    for (at, c) in text.char_indices() {
        let joins = word && (c.is_alphanumeric() || c == '_');
        word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if joins => last.end = at + c.len_utf8(),
            _ if c.is_whitespace() => {}
            _ => tokens.push(at..at + c.len_utf8()),
        }
    }
    tokens
}

#[test]
fn the_sample_is_right() {
    let (tree, found) = read(&sample());
    assert!(found.is_empty(), "{found:?}");
    assert_eq!((tree.rules.len(), tree.scenarios.len()), (1, 1));
}

#[test]
fn every_prefix_is_read() {
    let text = sample();
    for end in (0..text.len())
        .filter(|end| text.is_char_boundary(*end))
        .step_by(11)
    {
        let (_, found) = read(&text[..end]);
        places_fit(&text[..end], &found);
    }
}

#[test]
fn every_text_with_one_token_less_is_read() {
    let text = sample();
    let (whole, _) = read(&text);
    let items = whole.rules[0].items.len();
    for token in tokens(&text) {
        let cut = format!("{}{}", &text[..token.start], &text[token.end..]);
        let (tree, found) = read(&cut);
        places_fit(&cut, &found);
        let read: usize = tree.rules.iter().map(|rules| rules.items.len()).sum();
        let gone = &text[token];
        if !matches!(gone, "{" | "}" | "rules" | "osric" | "\"") && !tree.rules.is_empty() {
            assert!(
                read + 3 >= items,
                "{read} of {items} items without a `{gone}`\n{found:?}"
            );
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("f(", ")"),
        ("if x { ", "}"),
        ("\"{", "}\""),
    ] {
        for depth in [65, 1_000, 1_000_000] {
            let inner = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let text = format!("rules r {{ let a = {inner} }}");
            let (_, found) = read(&text);
            assert!(found.has_errors(), "{open} {depth}");
        }
    }
}

#[test]
fn chains_without_brackets_are_read_or_refused() {
    let text = |chain: String| format!("rules r {{\n  let a = {chain}\n}}\n");
    let refused = [
        "not ",
        "- ",
        "f of ",
        "count a b where ",
        "any a b where ",
        "the a b or else ",
        "highest the a b among c d or else ",
    ];
    for link in refused {
        let (_, found) = read(&text(format!("{}x", link.repeat(20_000))));
        assert_eq!(
            found.iter().map(|one| one.code).collect::<Vec<_>>(),
            [Code::NestingTooDeep],
            "{link}"
        );
    }
    let (_, found) = read(&text(format!("x{}", ".x".repeat(20_000))));
    assert_eq!(
        found.iter().map(|one| one.code).collect::<Vec<_>>(),
        [Code::NestingTooDeep]
    );
    for link in [
        "1 + ",
        "2 * ",
        "x and ",
        "x or ",
        "x or else ",
        "if x then 1 else ",
    ] {
        let (tree, found) = read(&text(format!("{}x", link.repeat(2_000))));
        assert!(found.is_empty(), "{link} {found:?}");
        assert_eq!(tree.rules[0].items.len(), 1, "{link}");
    }
    let branches = format!(
        "rules r {{ procedure p() {{ if x {{}}{} }} }}",
        " else if x {}".repeat(2_000)
    );
    assert!(read(&branches).1.is_empty());
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    for (open, close) in [("(", ")"), ("f(", ")"), ("count a b where f(", ")")] {
        let depth = if open.len() > 2 { 30 } else { 60 };
        let text = format!(
            "rules r {{ let a = {}x{} }}",
            open.repeat(depth),
            close.repeat(depth)
        );
        let (tree, found) = read(&text);
        assert!(found.is_empty(), "{open} {found:?}");
        assert_eq!(tree.rules[0].items.len(), 1);
    }
}

/// What is long is read within the step limit of the parser, which grows with the text: so no construct takes
/// more than its share, in a text that is right, one that is wrong everywhere, and one that never closes.
#[test]
fn work_grows_with_the_text() {
    let statements = [
        "set x = (1 + f(2, 3)) * y.z",
        "if x > 3 { note \"{x}\" } else if y {} else { refuse because \"no\" }",
        "c rolls 2d6 as x",
        "each a b where c in order of d, highest first {}",
    ];
    let wrong = [
        "set x == 3",
        "sett x = 3",
        "add 3 too x",
        "if x >> 3 { note x }",
        "c rolls as x",
        "note f(1 + 2",
        "note \"{x\"",
        "c . d",
        "else {}",
    ];
    for line in statements.iter().chain(&wrong) {
        for count in [100, 400] {
            let body = format!("    {line}\n").repeat(count);
            for text in [
                format!("rules r {{\n  procedure p() {{\n{body}  }}\n}}\n"),
                format!("rules r {{\n  procedure p() {{\n{body}"),
            ] {
                let (_, found) = read(&text);
                let expected = if wrong.contains(line) { count } else { 0 };
                assert!(found.len() >= expected, "{line}: {}", found.len());
                assert!(
                    !found.iter().any(|one| one.message.contains("from here on")),
                    "{line}"
                );
            }
        }
    }
}
