//! What a run needs and its scenario does not give: records worked out by hand, and edits made until nothing is missing.
#![cfg(feature = "cli")]

use std::collections::BTreeMap;

use crate::common::binary;
use affray::play::{MissingInput, NeedKind, missing};
use affray::{Limits, Loader, Severity, play};
use serde_json::{Value, json};

/// The rules roll, ask, and have a tactic; ann alone is told what to do.
const FORD: &str = r#"rules ford "By the ford" {
  kind combatant { hit_points: number   wild: yes/no = no }
  kind side { initiative: number = 0 }
  kind act { target: optional combatant }
  action strike "strikes {target}" {
    takes target
    does { subtract 2 from target.hit_points }
  }
  tactic brute "strikes the first it sees" for combatant c where c.wild {
    declare strike the combatant o where o.side is not c.side with lowest o.hit_points
  }
  phase round counting from 1 {
    each side s { s rolls 2d6 as initiative }
    each combatant c { c declares }
    ask gm as fog "Does fog rise?": yes/no, default no
    ask gm as wind "Whence does the wind blow?": north | south
    resolve acts
  }
  order of act a { by a.actor.side.initiative, highest first }
}
scenario "By the ford" {
  tactic brute
  stop after round 1
  side red_ones { ann { hit_points 5 }   bob { hit_points 3 } }
  side blue     { cid { hit_points 6, wild } }
  round 1 {
    ann strikes cid
    blue rolls 7 for initiative
  }
}
"#;

fn answer(text: &str, status: i32) -> Value {
    let command = binary::command(&["run", "-", "--format", "json"]);
    let answer = binary::answer(command, text.as_bytes()).is(status);
    let json: Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let schemas = affray::cli::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(name, _)| name == "run.json")
        .expect("a schema");
    assert!(jsonschema::is_valid(schema, &json), "{json:#}");
    assert_eq!(json["schema_version"], 2);
    assert_eq!(schema["$id"], "urn:affray:schema:run:2");
    json
}

/// A text with a value inserted as a need says.
fn edited(text: &str, need: &Value, value: &str) -> String {
    let edit = &need["edit"];
    let at = edit["span"]["start"].as_u64().expect("a byte") as usize;
    assert_eq!(edit["span"]["start"], edit["span"]["end"]);
    let part = |name: &str| edit[name].as_str().expect("a text");
    let line = format!("{}{value}{}", part("before"), part("after"));
    format!("{}{line}{}", &text[..at], &text[at..])
}

#[test]
fn needs_are_listed_with_who_what_when_where_and_the_edit() {
    let found = answer(FORD, 1);
    let needs = found["needs"].as_array().expect("needs");
    let round = json!([{ "phase": "round", "number": 1 }]);
    let kinds: Vec<&str> = (needs.iter().filter_map(|need| need["kind"].as_str())).collect();
    assert_eq!(
        kinds,
        ["roll", "declaration", "declaration", "answer", "answer"]
    );
    for need in needs {
        assert_eq!(
            (&need["at"], &need["moment"]),
            (&round, &json!("round 1")),
            "{need:#}"
        );
    }
    let same = |need: &Value, known: &[(&str, Value)]| {
        for (name, value) in known {
            assert_eq!(&need[*name], value, "{name} of {need:#}");
        }
    };
    same(
        &needs[0],
        &[
            ("who", json!("red_ones")),
            ("purpose", json!("initiative")),
            ("count", json!(2)),
            ("sides", json!(6)),
            ("required", json!(true)),
            ("certain", json!(true)),
            ("text", json!("red ones: roll 2d6 for initiative")),
        ],
    );
    // The thirteenth line of the rules rolls.
    assert_eq!(needs[0]["rule"]["start"]["line"], 13);
    same(
        &needs[1],
        &[
            ("who", json!("bob")),
            ("by_tactic", Value::Null),
            ("required", json!(false)),
            ("certain", json!(false)),
        ],
    );
    same(
        &needs[2],
        &[
            ("who", json!("cid")),
            ("by_tactic", json!("strikes bob")),
            ("text", json!("What does cid do?")),
        ],
    );
    same(
        &needs[3],
        &[
            ("who", json!("gm")),
            ("question", json!("fog")),
            ("about", json!([])),
            ("choices", json!(["yes", "no"])),
            ("default", json!("no")),
            ("required", json!(false)),
            ("text", json!("the game master: Does fog rise?")),
        ],
    );
    same(
        &needs[4],
        &[
            ("question", json!("wind")),
            ("choices", json!(["north", "south"])),
            ("default", Value::Null),
            ("required", json!(true)),
        ],
    );
    // The last one first, so that no place moves.
    let values = ["5, 4", "strikes cid", "strikes ann", "yes", "south"];
    let mut text = FORD.to_owned();
    for (need, value) in needs.iter().zip(values).rev() {
        text = edited(&text, need, value);
    }
    assert!(
        text.contains("  round 1 { red_ones rolls 5, 4 for initiative }\n"),
        "{text}"
    );
    let whole = answer(&text, 0);
    assert_eq!(whole.get("needs"), None, "{whole:#}");
    assert_eq!(whole["ending"], "stopped");
    // 9 against 7: ann and bob first, then cid, who is told to strike ann.
    let records = whole["records"].as_array().expect("records");
    let of = |name: &str| {
        let one = records.iter().find(|record| record["name"] == name);
        one.unwrap_or_else(|| panic!("{name} in {records:#?}"))
    };
    assert_eq!(
        of("ann"),
        &json!({ "of": "combatant", "name": "ann",
            "start": { "hit_points": 5, "wild": false, "side": "red_ones" },
            "end": { "hit_points": 3, "wild": false, "side": "red_ones" } })
    );
    assert_eq!(of("cid")["end"]["hit_points"], 2);
    assert_eq!(of("red_ones")["start"]["initiative"], 0);
    assert_eq!(of("red_ones")["end"]["initiative"], 9);
}

/// An edit is found by the roll that it is for, also where an earlier one takes what a period around it gives.
#[test]
fn edits_take_nothing_from_what_is_given() {
    let twice = "each side s { s rolls 2d6 as initiative }";
    let text = FORD
        .replace(twice, &format!("{twice}\n{twice}"))
        .replace("  round 1 {\n", "  red_ones rolls 12 for initiative\n  round 1 {\n    gm answers north to wind\n    blue rolls 8 for initiative\n");
    let found = answer(&text, 1);
    let needs = found["needs"].as_array().expect("needs");
    assert_eq!(needs[0]["kind"], "roll");
    assert_eq!(
        needs[0]["edit"]["before"], "  red_ones rolls ",
        "{:#}",
        needs[0]
    );
    let whole = answer(&edited(&text, &needs[0], "3"), 0);
    let entries = whole["journal"]["entries"].as_array().expect("entries");
    let rolled = entries
        .iter()
        .filter(|entry| entry["kind"] == "rolled" && entry["who"] == "red_ones");
    let totals: Vec<&Value> = rolled.map(|entry| &entry["total"]).collect();
    assert_eq!(totals, [&json!(12), &json!(3)]);
}

/// By every system of the program, one edit after the other gives what a round needs, and each gives what it says and nothing else.
#[test]
fn edits_give_what_a_round_needs_by_every_system() {
    let systems = [
        ("osric", "hp"),
        ("base_initiative", "hd"),
        ("demon_idol", "hp"),
        ("crucible_of_souls", "hp"),
        ("group_initiative", "hp"),
    ];
    for (system, points) in systems {
        let mut text = format!(
            "scenario \"In the hall\" {{\n  rules \"affray:{system}\"\n  stop after round 1\n  side party {{ ann {{ {points} 6 }}   \
             bob {{ {points} 7 }} }}\n  side wolves {{ wolf x 2 {{ {points} 5 }} }}\n}}\n"
        );
        let mut loader = Loader::new(Limits::DEFAULT);
        let mut edits = 0;
        let (mut needs, mut errors) = look(&mut loader, &text);
        let is_open = |input: &&MissingInput| {
            let is_answer = matches!(input.need.kind, NeedKind::Answer { .. });
            input.need.is_required() || is_answer
        };
        while let Some(first) = needs.iter().find(is_open) {
            assert!(first.is_certain, "{system}: {first:?}");
            assert!(
                errors
                    .iter()
                    .all(|error| error.starts_with("no die is given")
                        || error.starts_with("nobody answers")),
                "{system}: {errors:?}\n{text}"
            );
            let value = match &first.need.kind {
                NeedKind::Roll(roll) => roll.throw.count.to_string(),
                NeedKind::Answer {
                    default, choices, ..
                } => match (default, choices.last()) {
                    (Some(default), _) => default.0.clone(),
                    (None, Some(last)) => last.1.clone(),
                    (None, None) => "1".to_owned(),
                },
                NeedKind::Declaration { .. } => unreachable!("none is open"),
            };
            let at = first.edit.at.start as usize;
            let line = format!("{}{value}{}", first.edit.before, first.edit.behind);
            text.insert_str(at, &line);
            edits += 1;
            assert!(edits < 200, "{system}: {text}");
            let given = first.need.clone();
            let asked = |needs: &[MissingInput]| {
                let same = needs.iter().filter(|input| input.need == given);
                same.count()
            };
            let before = asked(&needs);
            (needs, errors) = look(&mut loader, &text);
            // The first that is open is given now, whatever else has come to be asked.
            assert_eq!(asked(&needs) + 1, before, "{system}: {line}");
        }
        assert_eq!(errors, [""; 0], "{system}: {text}");
        assert!(edits > 2, "{system}: {edits}");
    }
}

/// What is missing of a scenario, and the errors of its run.
fn look(loader: &mut Loader, text: &str) -> (Vec<MissingInput>, Vec<String>) {
    let mut files = BTreeMap::from([("fight.affray".to_owned(), text.to_owned())]);
    loader.changed("fight.affray");
    let loaded = loader.load("fight.affray", &mut files);
    let errors = loaded.diagnostics.iter();
    let errors = errors.filter(|one| one.severity == Severity::Error);
    let mut errors: Vec<String> = errors.map(|one| one.message.clone()).collect();
    let Some(one) = loaded.scenarios.first() else {
        panic!("{errors:?}\n{text}")
    };
    let (rules, scenario) = (&one.rules.ruleset, &one.scenario);
    let played = play(rules, scenario, None, &Limits::DEFAULT);
    let failed = played.findings.iter();
    let failed = failed.filter(|one| one.severity == Severity::Error);
    errors.extend(failed.map(|one| one.message.clone()));
    let found = missing(rules, scenario, None, text, &Limits::DEFAULT);
    assert_eq!(found.left_out, 0);
    (found.inputs, errors)
}

#[test]
fn a_run_that_ends_as_no_round_is_named_says_what_lets_it_go_on() {
    let start = FORD.find("  stop after").expect("a stop");
    let end = FORD.find("  side red_ones").expect("a side");
    let text = format!("{}{}", &FORD[..start], &FORD[end..]);
    let begun = text.find("  round 1 {").expect("a round");
    let text = format!("{}}}\n", &text[..begun]).replace("  tactic brute\n", "");
    let found = answer(&text, 0);
    assert!(found.get("needs").is_none(), "{found:#}");
    let goes_on = json!({ "edit": found["goes_on"] });
    let found = answer(&edited(&text, &goes_on, "1"), 1);
    assert!(found.get("goes_on").is_none(), "{found:#}");
    assert_eq!(found["needs"][0]["kind"], "roll");
}
