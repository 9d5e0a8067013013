//! The syntax layer under texts that nobody means: cut off, with holes, too deep, too long. It never panics, never loops.

use std::fs;

use crate::common;
use affray::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
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

/// The sample cut into files that hold one item or entry each.
fn pieces() -> Vec<String> {
    let text = sample();
    let (tree, _) = read(&text);
    let rules = &tree.rules[0];
    let items = rules.items.iter().map(|item| ("rules r {", item.span));
    let entries = tree.scenarios[0]
        .entries
        .iter()
        .map(|entry| ("scenario \"s\" {", entry.span));
    items
        .chain(entries)
        .map(|(head, span)| format!("{head}\n  {}\n}}\n", &text[span.range()]))
        .collect()
}

#[test]
#[ignore = "long"]
fn every_prefix_is_read() {
    let mut texts = pieces();
    texts.push(sample());
    for text in texts {
        let step = if text.len() > 2_000 {
            101
        } else {
            common::stride()
        };
        for end in (0..text.len())
            .filter(|end| text.is_char_boundary(*end))
            .step_by(step)
        {
            let (_, found) = read(&text[..end]);
            places_fit(&text[..end], &found);
        }
    }
}

#[test]
fn every_piece_with_one_token_less_is_read() {
    for text in pieces() {
        for token in tokens(&text) {
            let cut = format!("{}{}", &text[..token.start], &text[token.end..]);
            let (_, found) = read(&cut);
            places_fit(&cut, &found);
            assert!(found.len() <= 6, "too much is said of\n{cut}\n{found:?}");
        }
    }
}

#[test]
fn one_token_less_spoils_only_its_item() {
    let text = sample();
    let (whole, _) = read(&text);
    let items = whole.rules[0].items.len();
    for token in tokens(&text).into_iter().step_by(23) {
        let cut = format!("{}{}", &text[..token.start], &text[token.end..]);
        let (tree, found) = read(&cut);
        places_fit(&cut, &found);
        let read: usize = tree.rules.iter().map(|rules| rules.items.len()).sum();
        let gone = &text[token];
        if !tree.rules.is_empty() {
            assert!(
                read + 2 >= items,
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
        for depth in [33, 65, 1_000, 1_000_000] {
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
        let depth = if open.len() > 2 { 14 } else { 28 };
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
        "note \"{x\"",
        "c . d",
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

/// Nesting up to the hard limit is read and dropped on a stack of 512 KiB, deeper nesting is refused there.
#[test]
fn a_small_stack_suffices() {
    let limits = Limits::HARD;
    assert_eq!(limits.nesting, 32, "the depths here go up to the limit");
    let deep = |open: &str, close: &str, depth: usize| {
        format!(
            "rules r {{ procedure p() {{ {}{} }} }}",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    let texts = move |depth: usize| {
        [
            deep("if x { ", "}", depth),
            deep("phase x { ", "}", depth),
            deep("each a b { set x = 3 } if x { ", "}", depth),
            format!(
                "rules r {{ let a = {}x{} }}",
                "(".repeat(depth),
                ")".repeat(depth)
            ),
            format!(
                "rules r {{ let a = {}x{} }}",
                "f(1 + ".repeat(depth),
                ")".repeat(depth)
            ),
            format!(
                "rules r {{ let a = {}x }}",
                "count a b where ".repeat(depth)
            ),
            format!(
                "rules r {{ let a = {}x{} }}",
                "(if x then 1 else ".repeat(depth),
                ")".repeat(depth)
            ),
        ]
    };
    let small = std::thread::Builder::new().stack_size(512 << 10);
    let work = move || {
        for text in texts(14) {
            let (_, found) = parse(FileId(0), &text, &limits);
            assert!(found.is_empty(), "{text} {found:?}");
        }
        for text in [texts(30), texts(200)].as_flattened() {
            drop(parse(FileId(0), text, &limits));
        }
        for text in texts(200) {
            let (tree, found) = parse(FileId(0), &text, &limits);
            assert!(found.has_errors(), "{tree:?}");
        }
    };
    small
        .spawn(work)
        .expect("a thread starts")
        .join()
        .expect("no crash");
}

#[test]
fn depth_within_the_default_limit_is_read_on_a_small_stack() {
    let text = format!(
        "rules r {{ let a = {}x{} }}",
        "f(1 + ".repeat(29),
        ")".repeat(29)
    );
    let small = std::thread::Builder::new().stack_size(512 << 10);
    let found = small
        .spawn(move || read(&text).1)
        .expect("a thread starts")
        .join()
        .expect("no crash");
    assert!(found.is_empty(), "{found:?}");
}

/// Of very many mistakes only so many are worked out; the others are counted, whoever finds them, and nothing is read where they reach.
#[test]
fn mistakes_beyond_the_limit_are_counted() {
    let limits = Limits {
        mistakes: 20,
        ..Limits::DEFAULT
    };
    for (line, code) in [
        ("kin x {}", Code::SyntaxError),
        ("let a: number = (1 +", Code::SyntaxError),
        ("\"open", Code::Unclosed),
        ("}", Code::SyntaxError),
    ] {
        let text = format!("rules many {{\n{}}}\n", format!("  {line}\n").repeat(100));
        let (_, found) = parse(FileId(0), &text, &limits);
        let of = |code| found.iter().filter(move |one| one.code == code);
        assert!(of(code).count() <= 2 * limits.mistakes, "{line}: {found:?}");
        let counts: Vec<&Diagnostic> = of(Code::TooManyMistakes).collect();
        assert!(
            !counts.is_empty() || of(code).count() < 20,
            "{line}: {found:?}"
        );
        for count in counts {
            assert_eq!(count.severity, Severity::Error);
            assert!(
                count
                    .unread
                    .is_some_and(|unread| unread.end as usize <= text.len())
            );
        }
    }
}
