//! Every kind of name in an editor: renamed, found and explained through a real session of the language server.
#![cfg(feature = "lsp")]

use crate::common;

use std::fs;
use std::path::PathBuf;

use common::client::{Client, place, uri};
use serde_json::{Value, json};

const RULES: &str = "all_names.affray";
const FIGHT: &str = "fight.affray";

/// A folder with the rules that have every kind of name, and a fight by them.
fn folder(name: &str) -> (PathBuf, Client) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("names-{name}"));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("affray.toml"), "").expect("a file");
    for file in [RULES, FIGHT] {
        fs::write(folder.join(file), text_of(file)).expect("a file");
    }
    let mut client = Client::in_folder(&folder);
    for file in [RULES, FIGHT] {
        client.open(&uri(&folder.join(file)), &text_of(file));
    }
    (folder, client)
}

fn text_of(file: &str) -> String {
    common::read(&format!("tests/cases/lsp/names/{file}"))
}

/// The text with other words for some of its words; a word with blanks stands for a title.
fn reworded(text: &str, words: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_inner = |c: char| c.is_alphanumeric() || c == '_';
        let title = words
            .iter()
            .find(|(old, _)| old.contains(' ') && rest.starts_with(&format!("\"{old}\"")));
        let length = match (title, is_inner(c)) {
            (Some((old, new)), _) => {
                out.push_str(&format!("\"{new}\""));
                old.len() + 2
            }
            (None, true) => {
                let length = rest.find(|c| !is_inner(c)).unwrap_or(rest.len());
                let word = &rest[..length];
                let other = words.iter().find(|(old, _)| *old == word);
                out.push_str(other.map_or(word, |(_, new)| new));
                length
            }
            (None, false) => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    out
}

/// A text with edits.
fn edited(text: &str, edits: &Value) -> String {
    let at = |place: &Value| {
        let line = place["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        // The texts are plain ASCII.
        start + place["character"].as_u64().expect("a column") as usize
    };
    let mut edits: Vec<(usize, usize, &str)> = (edits.as_array().into_iter().flatten())
        .map(|edit| {
            let new = edit["newText"].as_str().expect("a text");
            (at(&edit["range"]["start"]), at(&edit["range"]["end"]), new)
        })
        .collect();
    edits.sort_unstable();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

/// Where the cursor stands (`¦` in a piece of a file), the name to be given anew, the new one, and the words that change.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const CASES: &[Case] = &[
    (
        RULES,
        "time { ti¦ck",
        "tick",
        "beat",
        &[("tick", "beat"), ("ticks", "beats")],
    ),
    (
        RULES,
        "pause: ¦ticks",
        "ticks",
        "beats",
        &[("tick", "beat"), ("ticks", "beats")],
    ),
    (
        FIGHT,
        "2 t¦icks",
        "ticks",
        "beats",
        &[("tick", "beat"), ("ticks", "beats")],
    ),
    (RULES, "units { ¦foot", "foot", "hand", &[("foot", "hand")]),
    (RULES, "span: ¦feet", "feet", "hands", &[("feet", "hands")]),
    (
        FIGHT,
        "2 ¦yards",
        "yards",
        "ells",
        &[("yard", "ell"), ("yards", "ells")],
    ),
    (
        FIGHT,
        "option ¦hardness",
        "hardness",
        "ground",
        &[("hardness", "ground")],
    ),
    (
        FIGHT,
        "hardness ¦rough",
        "rough",
        "uneven",
        &[("rough", "uneven")],
    ),
    (
        RULES,
        "choice ¦weather",
        "weather",
        "climate",
        &[("weather", "climate")],
    ),
    (FIGHT, "sky ¦foggy", "foggy", "misty", &[("foggy", "misty")]),
    (FIGHT, "¦herb mint", "herb", "plant", &[("herb", "plant")]),
    (
        RULES,
        "herb, ¦herbage",
        "herbage",
        "greens",
        &[("herbage", "greens")],
    ),
    (
        RULES,
        "add 1 to sleeper.¦vigour",
        "vigour",
        "grit",
        &[("vigour", "grit")],
    ),
    (
        FIGHT,
        "orc 1: ¦harm",
        "harm",
        "wounds",
        &[("harm", "wounds")],
    ),
    (
        FIGHT,
        "parries ann: ¦posture",
        "posture",
        "footing",
        &[("posture", "footing")],
    ),
    (
        RULES,
        "keeps ¦posture",
        "posture",
        "footing",
        &[("posture", "footing")],
    ),
    (
        RULES,
        "a.actor.¦posture",
        "posture",
        "footing",
        &[("posture", "footing")],
    ),
    (
        RULES,
        "wards {¦victim}",
        "victim",
        "prey",
        &[("victim", "prey")],
    ),
    (
        RULES,
        "by pace: best¦_of",
        "best_of",
        "finest",
        &[("best_of", "finest")],
    ),
    (
        RULES,
        "¦bonus): number",
        "bonus",
        "extra",
        &[("bonus", "extra")],
    ),
    (
        RULES,
        "subtract ¦wound",
        "wound",
        "gash",
        &[("wound", "gash")],
    ),
    (
        RULES,
        "1: ¦hurt_one",
        "hurt_one",
        "bleeder",
        &[("hurt_one", "bleeder")],
    ),
    (
        RULES,
        "raise ¦stung_by",
        "stung_by",
        "bitten_by",
        &[("stung_by", "bitten_by")],
    ),
    (
        RULES,
        "\"{¦sufferer}",
        "sufferer",
        "bitten",
        &[("sufferer", "bitten")],
    ),
    (
        RULES,
        "do ¦rest_up",
        "rest_up",
        "nap",
        &[("rest_up", "nap")],
    ),
    (
        RULES,
        "a: ¦strike",
        "strike",
        "hit",
        &[("strike", "hit"), ("strikes", "hits")],
    ),
    (
        FIGHT,
        "ann str¦ikes",
        "strikes",
        "hits",
        &[("strike", "hit"), ("strikes", "hits")],
    ),
    (
        RULES,
        "declare ¦parry",
        "parry",
        "block",
        &[("parry", "block"), ("parries", "blocks")],
    ),
    (
        FIGHT,
        "orc 2 ¦parries ann",
        "parries",
        "wards",
        &[("parry", "ward"), ("parries", "wards")],
    ),
    (
        RULES,
        "parry, ¦parries",
        "parries",
        "wards",
        &[("parry", "ward"), ("parries", "wards")],
    ),
    (FIGHT, "ann ¦lands", "lands", "falls", &[("lands", "falls")]),
    (
        RULES,
        "order ¦bravely",
        "bravely",
        "boldly",
        &[("bravely", "boldly")],
    ),
    (RULES, "place ¦pace", "pace", "tempo", &[("pace", "tempo")]),
    (
        RULES,
        "\"ear¦ly birds\"",
        "early birds",
        "the early ones",
        &[("early birds", "the early ones")],
    ),
    (
        RULES,
        "over \"¦the quick\"",
        "the quick",
        "the swift",
        &[("the quick", "the swift")],
    ),
    (
        RULES,
        "\"the ¦fallen\"",
        "the fallen",
        "the dead",
        &[("the fallen", "the dead")],
    ),
    (
        RULES,
        "\"stings ¦back\"",
        "stings back",
        "bites back",
        &[("stings back", "bites back")],
    ),
    (
        FIGHT,
        "tactic ¦brute",
        "brute",
        "thug",
        &[("brute", "thug")],
    ),
    (
        RULES,
        "tactic ¦brute",
        "brute",
        "thug",
        &[("brute", "thug")],
    ),
    (
        FIGHT,
        "stop after ¦round",
        "round",
        "bout",
        &[("round", "bout")],
    ),
    (
        RULES,
        "phase ¦evening",
        "evening",
        "dusk",
        &[("evening", "dusk")],
    ),
    (
        FIGHT,
        "3 for ¦luck",
        "luck",
        "chance",
        &[("luck", "chance")],
    ),
    (
        FIGHT,
        "yes to ¦fair_day",
        "fair_day",
        "bright_day",
        &[("fair_day", "bright_day")],
    ),
    (
        RULES,
        "as ¦spoiled_act",
        "spoiled_act",
        "wasted",
        &[("spoiled_act", "wasted")],
    ),
    (FIGHT, "expect ¦mint", "mint", "sage", &[("mint", "sage")]),
    (
        FIGHT,
        "gm answers yes to fair_day\n    ¦ann",
        "ann",
        "bea",
        &[("ann", "bea")],
    ),
    (
        FIGHT,
        "strikes ¦orc 1",
        "orc",
        "goblin",
        &[("orc", "goblin")],
    ),
    (
        FIGHT,
        "side ¦reds",
        "reds",
        "crimson",
        &[("reds", "crimson")],
    ),
    (
        RULES,
        "¦sleeper.vigour",
        "sleeper",
        "dozer",
        &[("sleeper", "dozer")],
    ),
];

#[test]
fn every_kind_of_name_is_renamed_where_it_stands_and_nowhere_else() {
    let (folder, mut client) = folder("rename");
    for &(file, marked, old, new, words) in CASES {
        let text = text_of(file);
        let plain = marked.replace('¦', "");
        let start = text.find(&plain).unwrap_or_else(|| panic!("`{plain}`"));
        let at = start + marked.find('¦').expect("a mark");
        let mut params = json!({
            "textDocument": { "uri": uri(&folder.join(file)) },
            "position": place(&text, at),
        });
        let ready = client.ask("textDocument/prepareRename", params.clone());
        let ready = ready.unwrap_or_else(|error| panic!("{marked}: {error}"));
        assert_eq!(ready["placeholder"], old, "{marked}");
        params["newName"] = json!(new);
        let edit = client.ask("textDocument/rename", params);
        let edit = edit.unwrap_or_else(|error| panic!("{marked}: {error}"));
        for file in [RULES, FIGHT] {
            let edits = &edit["changes"][uri(&folder.join(file))];
            let text = text_of(file);
            let (made, wanted) = (edited(&text, edits), reworded(&text, words));
            let parts = made.lines().zip(wanted.lines());
            let first = parts.into_iter().find(|(made, wanted)| made != wanted);
            assert_eq!(first, None, "{marked} -> {new} in {file}");
        }
    }
    assert_eq!(client.end().code(), Some(0));
}

fn at(folder: &std::path::Path, file: &str, piece: &str) -> Value {
    let text = text_of(file);
    let start = text.find(piece).unwrap_or_else(|| panic!("`{piece}`"));
    let at = start + piece.len() - 1;
    json!({ "textDocument": { "uri": uri(&folder.join(file)) }, "position": place(&text, at) })
}

#[test]
fn what_a_tactic_declares_is_known_as_any_action() {
    let (folder, mut client) = folder("declare");
    let declared = at(&folder, RULES, "declare parry");
    let hover = client.ask("textDocument/hover", declared.clone());
    let hover = hover.expect("an answer")["contents"]["value"].clone();
    let hover = hover.as_str().expect("prose");
    assert!(hover.contains("action parry, parries"), "{hover}");
    let found = client.ask("textDocument/definition", declared.clone());
    let line = |text: &str, piece: &str| place(text, text.find(piece).expect("it"))["line"].clone();
    let rules = text_of(RULES);
    assert_eq!(
        found.expect("an answer")[0]["range"]["start"]["line"],
        line(&rules, "action parry")
    );
    let mut params = declared;
    params["context"] = json!({ "includeDeclaration": true });
    let found = client
        .ask("textDocument/references", params)
        .expect("an answer");
    // Name and verb where it is declared, an exception, the tactic; two lines of the fight.
    assert_eq!(found.as_array().map(Vec::len), Some(6), "{found:#}");
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn symbols_of_all_files_are_found_by_their_letters() {
    let (folder, mut client) = folder("symbols");
    let found = |client: &mut Client, query: &str| -> Vec<String> {
        let answer = client.ask("workspace/symbol", json!({ "query": query }));
        let answer = answer.expect("an answer");
        let list = answer.as_array().expect("a list").iter();
        let names = list.map(|one| {
            let uri = one["location"]["uri"].as_str().expect("an address");
            let file = uri.rsplit('/').next().expect("a file");
            format!(
                "{} in {} of {file}",
                one["name"].as_str().unwrap_or("?"),
                one["containerName"].as_str().unwrap_or("?")
            )
        });
        names.collect()
    };
    assert_eq!(
        found(&mut client, "BestOf"),
        [format!("best_of in all_names of {RULES}")]
    );
    assert_eq!(
        found(&mut client, "mint"),
        [format!("mint in All names of {FIGHT}")]
    );
    assert_eq!(
        found(&mut client, "vigou"),
        [format!("vigour in combatant of {RULES}")]
    );
    assert_eq!(found(&mut client, "fobest"), [""; 0]);
    assert!(found(&mut client, "").len() > 30);
    drop(folder);
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn a_call_that_is_being_written_shows_its_parameters() {
    let (folder, mut client) = folder("signature");
    let own = uri(&folder.join(RULES));
    let text = text_of(RULES);
    let mut version = 1;
    let mut shown = |marked: &str| {
        // What is written stands in a definition that is not finished.
        let written =
            format!("  let half_done(combatant c): number = {marked}\n  procedure rest_up");
        let at = text.find("  procedure rest_up").expect("it");
        let mark = written.find('¦').expect("a mark");
        let whole = text.replace("  procedure rest_up", &written.replace('¦', ""));
        version += 1;
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": own, "version": version }, "contentChanges": [{ "text": whole }] }),
        );
        let params =
            json!({ "textDocument": { "uri": own }, "position": place(&whole, at + mark) });
        let answer = client.ask("textDocument/signatureHelp", params);
        let answer = answer.expect("an answer");
        let label = answer["signatures"][0]["label"].as_str()?.to_owned();
        let active = answer["activeParameter"].as_u64().expect("a number") as usize;
        let part = &answer["signatures"][0]["parameters"][active]["label"];
        let bound = |place: usize| part[place].as_u64().map(|unit| unit as usize);
        let part = bound(0)
            .zip(bound(1))
            .map(|(from, to)| label[from..to].to_owned());
        Some((label, part.unwrap_or_default()))
    };
    let both = |label: &str, part: &str| Some((label.to_owned(), part.to_owned()));
    let best = "best_of(whose: combatant, bonus: number): number";
    assert_eq!(shown("best_of(¦"), both(best, "whose: combatant"));
    assert_eq!(shown("best_of(c, ¦"), both(best, "bonus: number"));
    assert_eq!(
        shown("best_of(c, wound(c, ¦)"),
        both(
            "wound(hurt_one: combatant, key: number): number",
            "key: number"
        )
    );
    assert_eq!(
        shown("best_of(c, (1 + 2) * ¦3)"),
        both(best, "bonus: number")
    );
    assert_eq!(shown("unheard_of(¦"), None);
    assert_eq!(shown("best_of(c, 1) + ¦1"), None);
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn a_selection_grows_to_the_file() {
    let (folder, mut client) = folder("selection");
    let text = text_of(RULES);
    let at = text.find("vigour + bonus").expect("it") + 2;
    let params = json!({
        "textDocument": { "uri": uri(&folder.join(RULES)) },
        "positions": [place(&text, at), place(&text, 0)],
    });
    let answer = client.ask("textDocument/selectionRange", params);
    let answer = answer.expect("an answer");
    assert_eq!(answer.as_array().map(Vec::len), Some(2));
    let mut one = &answer[0];
    let mut lines = Vec::new();
    while !one.is_null() {
        let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
        lines.push((start["line"].as_u64(), end["line"].as_u64()));
        one = &one["parent"];
    }
    let last = text.lines().count() as u64;
    // The word, its line, the rules without and with their braces, with their head, the file.
    let line = Some(8);
    assert_eq!(lines[0], (line, line));
    assert_eq!(lines[1], (line, line));
    assert_eq!(lines.last(), Some(&(Some(0), Some(last))));
    assert!(lines.len() >= 5, "{lines:?}");
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn what_the_program_brings_along_can_be_opened_and_keeps_its_names() {
    let (folder, mut client) = folder("builtin");
    let path = folder.join("own.affray");
    let text = "scenario \"s\" {\n  rules \"affray:osric\"\n  side a { ann { hp 3 } }\n  side b { orc { hp 4 } }\n}\n";
    fs::write(&path, text).expect("a file");
    client.open(&uri(&path), text);
    let mut jump = |piece: &str| {
        let at = text.find(piece).expect("it") + 1;
        let params = json!({ "textDocument": { "uri": uri(&path) }, "position": place(text, at) });
        let found = client.ask("textDocument/definition", params.clone());
        let found = found.expect("an answer")[0].clone();
        let address = found["uri"].as_str().expect("an address").to_owned();
        let file = address.strip_prefix("file://").expect("a file").to_owned();
        let opened = fs::read_to_string(&file).expect("it can be read");
        let line = found["range"]["start"]["line"].as_u64().expect("a line");
        let line = opened.lines().nth(line as usize).expect("it is there");
        (params, address, file, line.to_owned(), opened)
    };
    let (_, _, file, _, opened) = jump("affray:osric");
    assert_eq!(opened, common::read("rules/osric.affray"));
    assert!(fs::metadata(&file).expect("it").permissions().readonly());
    let (params, address, _, line, opened) = jump("hp 3");
    assert!(line.contains("hp"), "{line}");
    // A name of the program's own files stays as it is.
    let mut renaming = params.clone();
    renaming["newName"] = json!("vigour");
    let error = client.ask("textDocument/rename", renaming);
    let error = error.expect_err("it is refused")["message"].clone();
    let error = error.as_str().expect("words");
    assert!(
        error.contains("affray rules ") && error.contains("--vendor"),
        "{error}"
    );
    assert!(client.ask("textDocument/prepareRename", params).is_err());
    // What was opened is a project of its own, in which names lead on.
    client.open(&address, &opened);
    assert_eq!(client.diagnostics(&address, 1), Vec::<Value>::new());
    let used = opened.find("uses \"").map(|at| at + "uses \"".len() + 1);
    if let Some(at) = used {
        let params = json!({ "textDocument": { "uri": address }, "position": place(&opened, at) });
        let found = client.ask("textDocument/definition", params);
        let found = found.expect("an answer")[0]["uri"].clone();
        let file = found.as_str().and_then(|uri| uri.strip_prefix("file://"));
        let file = file.expect("a file").to_owned();
        assert!(fs::read_to_string(&file).is_ok(), "{file}");
    }
    let made = client.ask(
        "workspace/textDocumentContent",
        json!({ "uri": "affray:/rules/osric.affray" }),
    );
    assert_eq!(
        made.expect("a text")["text"],
        json!(common::read("rules/osric.affray"))
    );
    assert_eq!(client.end().code(), Some(0));
}
