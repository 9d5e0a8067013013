//! The syntax layer from outside: small files, one idea each, with the tree or the diagnostics that come of them.

use std::fs;

use affray::diagnostic::{RenderStyle, render};
use affray::source::{Limits, Sources};
use affray::syntax::{ast, parse};

/// A text, read: the tree, how many complaints there are, and the complaints as they are shown.
fn read(text: &str) -> (ast::File, usize, String) {
    let mut sources = Sources::new();
    let file = sources.add("case.affray", text);
    let (tree, found) = parse(file, text, &Limits::default());
    let style = RenderStyle {
        color: false,
        width: 100,
        ..RenderStyle::default()
    };
    (tree, found.len(), render(&found, &sources, &style))
}

/// The tree without places, a line for each item, entry and statement.
fn dump(tree: &ast::File) -> String {
    let whole = format!("{tree:?}");
    let mut out = String::new();
    let mut rest = whole.as_str();
    let mut closers: Vec<&str> = Vec::new();
    let mut depth = 0;
    let hidden = |rest: &str| {
        [
            "span: Span {",
            ", span: Span {",
            "comments: [",
            ", comments: [",
        ]
        .iter()
        .any(|s| rest.starts_with(s))
    };
    while let Some(first) = rest.chars().next() {
        let names = [
            ("Name { text: ", "}"),
            ("Number { digits: ", "}"),
            ("Thing { text: ", "}"),
            ("ItemName { text: ", "}"),
        ];
        let bare = [
            "Expr { kind: ",
            "Text { pieces: ",
            "Type { optional: false, kind: ",
            "Value { kind: ",
            "Block { statements: ",
        ];
        let lines = [
            "Item { kind: ",
            "ScenarioEntry { kind: ",
            "Statement { kind: ",
        ];
        if hidden(rest) {
            let inner = rest.find(['{', '[']).unwrap_or(0);
            let end = if rest.as_bytes()[inner] == b'{' {
                "}"
            } else {
                "]"
            };
            rest = rest[inner..].split_once(end).map_or("", |(_, after)| after);
            rest = rest
                .strip_prefix(" ")
                .filter(|after| after.starts_with(", "))
                .unwrap_or(rest);
        } else if let Some((start, _)) = names.iter().find(|(start, _)| rest.starts_with(start)) {
            rest = &rest[start.len()..];
            closers.push("");
        } else if let Some(start) = lines.iter().find(|start| rest.starts_with(**start)) {
            rest = &rest[start.len()..];
            depth += 1;
            out.push('\n');
            out.push_str(&"  ".repeat(depth));
            closers.push("-");
        } else if let Some(start) = bare.iter().find(|start| rest.starts_with(**start)) {
            rest = &rest[start.len()..];
            closers.push(" ");
        } else if first == '"' {
            let end = rest[1..].match_indices('"').find(|(at, _)| {
                !rest[1..*at + 1].ends_with('\\') || rest[1..*at + 1].ends_with("\\\\")
            });
            let end = end.map_or(rest.len(), |(at, _)| at + 2);
            let bare = closers.last() == Some(&"");
            out.push_str(if bare {
                rest[..end].trim_matches('"')
            } else {
                &rest[..end]
            });
            rest = &rest[end..];
        } else {
            match first {
                '{' => closers.push("}"),
                '}' => {
                    let closer = closers.pop().unwrap_or("}");
                    depth -= usize::from(closer == "-");
                    out.truncate(out.trim_end_matches([' ', ',']).len());
                    if closer == "}" {
                        out.push_str(" }");
                    }
                    rest = &rest[1..];
                    continue;
                }
                _ => {}
            }
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    let noise = [
        (", each_time: false", ""),
        (", not_declared: false", ""),
        (", negative: false", ""),
        (", cites: []", ""),
        (", kept_secret: false", ""),
        (", in_play: None", ""),
        (", needs: []", ""),
        (", like: None", ""),
        (", spends: []", ""),
        (", keeps: []", ""),
        (", each: None", ""),
        (", while_equal: false", ""),
        (", together: false", ""),
        ("acts: AskedActs { one: false, actions: [] }", "one: false"),
        ("acts: AskedActs { one: true, actions: [] }", "one: true"),
        (", limits: []", ""),
        (", allows: []", ""),
        (": None", ": -"),
        ("ExprKind::", ""),
    ];
    let mut out = noise
        .iter()
        .fold(out, |out, (from, to)| out.replace(from, to));
    for field in [
        "title",
        "text",
        "extends",
        "plural",
        "pair",
        "verb",
        "takes",
        "body",
        "filter",
        "order",
        "moment",
        "object",
        "at",
        "number",
        "size",
        "otherwise",
        "has",
        "to",
        "end",
        "lasting",
        "while_",
        "counting",
        "guard",
        "limit",
        "because",
        "word",
        "name",
        "missing",
        "range",
        "ty",
        "stage",
    ] {
        out = out
            .replace(&format!(", {field}: -"), "")
            .replace(&format!("{{ {field}: - }}"), "{}");
    }
    out.replace(", told: []", "")
}

#[test]
fn good() {
    insta::glob!("../cases/syntax/good", "*.affray", |path| {
        let text = fs::read_to_string(path).expect("the case can be read");
        let (tree, count, shown) = read(&text);
        assert_eq!(count, 0, "{}\n{shown}", path.display());
        insta::assert_snapshot!(format!("{text}\n=>\n{}", dump(&tree)));
    });
}

#[test]
fn bad() {
    insta::glob!("../cases/syntax/bad", "*.affray", |path| {
        let text = fs::read_to_string(path).expect("the case can be read");
        let (_, count, shown) = read(&text);
        assert_ne!(count, 0, "{}", path.display());
        let parser_words = ["EOI", "kw_", "only_", "bad_", "this could not be read"];
        assert!(
            !parser_words.iter().any(|word| shown.contains(word)),
            "{shown}"
        );
        insta::assert_snapshot!(format!("{text}\n=>\n{shown}"));
    });
}
