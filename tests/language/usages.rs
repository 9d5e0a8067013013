//! The examples of lines that messages show: each can be read.

use affray::source::{Limits, Sources};
use affray::syntax::parse;

/// What stands around a line of a place.
const AROUND: &[(&str, &str)] = &[
    ("Top", "@"),
    ("Item", "rules r { @ }"),
    ("Unit", "rules r { time { @ } }"),
    ("Attribute", "rules r { kind k { @ } }"),
    ("Row", "rules r { table t on d6: text { @ } }"),
    ("ActionClause", "rules r { action a { @ } }"),
    ("OrderClause", "rules r { order of act a { @ } }"),
    ("PlacementClause", "rules r { placement \"p\" { @ } }"),
    ("ExceptionClause", "rules r { exception \"e\" { @ } }"),
    ("VoidClause", "rules r { void \"v\" { @ } }"),
    ("TacticClause", "rules r { tactic t for combatant c { @ } }"),
    ("Happening", "rules r { trigger \"t\" { @ } }"),
    ("Statement", "rules r { procedure p() { @ } }"),
    (
        "TriggerStatement",
        "rules r { trigger \"t\" { when phase p begins  @ } }",
    ),
    ("Entry", "scenario \"s\" { @ }"),
    ("PeriodEntry", "scenario \"s\" { round 1 { @ } }"),
    (
        "Correction",
        "scenario \"s\" { round 1 { before ann declares { @ } } }",
    ),
    ("Member", "scenario \"s\" { side s { @ } }"),
    ("Setting", "scenario \"s\" { side s { c { @ } } }"),
    ("Assignment", "rules r { procedure p() { new k { @ } } }"),
];

/// An example with something in place of its dots.
fn filled(line: &str) -> String {
    let mut text = line.replace("\"...\"", "\"x\"");
    for word in ["when", "while", "if", "by"] {
        text = text.replace(&format!("{word} ..."), &format!("{word} yes"));
    }
    text.replace("...", "")
}

#[test]
fn each_example_can_be_read() {
    let text = include_str!("../../grammar/usages.txt");
    let (mut places, mut unread, mut count) = (Vec::new(), Vec::new(), 0);
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        // What stands at every place is an item, too, but for some.
        let Some(example) = ["  ", "+ ", "* "]
            .iter()
            .find_map(|sign| line.strip_prefix(sign))
        else {
            places = line.split(", ").collect();
            continue;
        };
        for place in &places {
            let around = AROUND.iter().find(|(known, _)| known == place);
            let Some((_, around)) = around else {
                assert_eq!(*place, "*", "no place has this name");
                continue;
            };
            // A trigger is an item; a statement shows it.
            let is_item = example.starts_with("trigger") && *place == "Statement";
            let around = if is_item { "rules r { @ }" } else { around };
            let mut sources = Sources::new();
            let text = around.replace('@', &filled(example));
            let file = sources.add("example", text.as_str());
            let (_, found) = parse(file, &text, &Limits::default());
            count += 1;
            unread.extend(found.has_errors().then_some((*place, example)));
        }
    }
    assert!(count > 150, "{count} examples");
    assert!(unread.is_empty(), "{unread:#?}");
}
