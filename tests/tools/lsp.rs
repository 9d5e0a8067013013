#![cfg(feature = "lsp")]
//! The language server over its protocol: the real program, spoken to as an editor speaks to it.

use crate::common;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use affray::source::Limits;
use common::client::{Client, patient, place, range, uri};
use serde_json::{Value, json};

const RULES: &str = r#"# The rules of a duel.
rules duel "A duel" {
  uses "lib/luck.affray"
  time { segment = 6 seconds   round = 10 segments }
  option spoiled_by: attack | hit = hit   "what spoils a casting"
  kind combatant { hp: number "hit points"   delay: segments = 0 segments   cites DU-2 }
  kind act { target: optional combatant   damage: number = 0 }
  action strike {
    takes target
    does { subtract damage from target.hp }
  }
  order of act a { by pace: a.actor.initiative, highest first   shown_later }
  exception "the quick" { for a: strike, b: strike   when a.actor.hp > b.actor.hp   a goes ahead of b }
  phase round counting from 1 {
    each combatant c where c.hp > 0 { c rolls d6 as initiative   c declares }
    resolve acts
  }
}
"#;

const LIBRARY: &str = r#"rules luck {
  # What a combatant rolls.
  kind combatant { initiative: number = 0 }
}
"#;

const FIGHT: &str = r#"scenario "First blood" {
  rules "duel.affray"
  side left { ann { hp 6 } }
  side right { orc x 2 { hp 3 } }
  round 1 {
    ann rolls 5 for initiative
    orc 1 rolls 3 for initiative
    orc 2 rolls 2 for initiative
    ann strikes orc 1: damage 2
    orc 2 strikes ann
  }
  stop after round 1
}
"#;

/// A folder with the rules, their library and a fight.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("lsp-{name}"));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("lib")).expect("a folder");
        let folder = Folder(folder);
        folder.put("affray.toml", "");
        folder.put("duel.affray", &rules());
        folder.put("lib/luck.affray", LIBRARY);
        folder.put("fight.affray", FIGHT);
        folder
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn uri(&self, name: &str) -> String {
        uri(&self.0.join(name))
    }
}

/// The rules without the mistake that one test wants.
fn rules() -> String {
    RULES.replace("   shown_later", "")
}

fn at(uri: &str, text: &str, piece: &str) -> Value {
    let position = range(text, piece)["start"].clone();
    json!({ "textDocument": { "uri": uri }, "position": position })
}

/// The place where a `|` stands in a text, and the text without it.
fn cursor(text: &str, marked: &str) -> (String, Value) {
    let plain = marked.replace('¦', "");
    let start = text.find(&plain).expect("the place");
    let at = start + marked.find('¦').expect("a mark");
    (text.to_owned(), place(text, at))
}

#[test]
fn a_mistake_is_told_and_goes_away_when_it_is_mended() {
    let folder = Folder::new("mistake");
    let mut client = Client::in_folder(&folder.0);
    let uri = folder.uri("duel.affray");
    client.open(&uri, RULES);
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["code"], "A0101");
    assert_eq!(found[0]["source"], "affray");
    let link = found[0]["codeDescription"]["href"]
        .as_str()
        .expect("a link")
        .to_owned();
    client.edit(&uri, 2, range(RULES, "   shown_later"), "");
    assert_eq!(client.diagnostics(&uri, 2), Vec::<Value>::new());
    let made = client.ask("workspace/textDocumentContent", json!({ "uri": link }));
    let text = made.expect("a text")["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert!(text.contains("A0101 syntax-error"), "{text}");
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn what_is_wrong_in_a_file_that_is_used_is_told_with_the_other_place() {
    let folder = Folder::new("related");
    let mut client = Client::in_folder(&folder.0);
    let (own, library) = (folder.uri("duel.affray"), folder.uri("lib/luck.affray"));
    client.open(&own, &rules());
    assert_eq!(client.diagnostics(&own, 1), Vec::<Value>::new());
    let changed = LIBRARY
        .replace("number = 0", "text = \"0\"")
        .replace(" }\n}", "   hp: text = \"\" }\n}");
    client.open(&library, &changed);
    client.diagnostics(&library, 1);
    let found = client.until(&own, |found| !found.is_empty());
    let related = found.iter().find_map(|one| one.get("relatedInformation"));
    let related = related.unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(related[0]["location"]["uri"], library);
    // Without the unsaved text the file on the disk counts again.
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": library } }),
    );
    client.until(&own, <[Value]>::is_empty);
    assert_eq!(client.end().code(), Some(0));
}

/// A variant meets the mistakes of its base again, and knows more names that could have been meant.
#[test]
fn a_mistake_is_told_once_whatever_variants_make_of_it() {
    let folder = Folder::new("retold");
    let variant = r#"rules kinder extends "duel.affray" { let mercy(combatant c): number = c.hp }"#;
    folder.put("kinder.affray", variant);
    let text = rules().replace("a.actor.initiative,", "mercies(a.actor),");
    let mut client = Client::in_folder(&folder.0);
    let uri = folder.uri("duel.affray");
    client.open(&uri, &text);
    client.diagnostics(&uri, 1);
    // Until all files have been looked at.
    while client.hear(Duration::from_millis(700)).is_some() {}
    let found = client.diagnostics(&uri, 1);
    let told: Vec<&str> = found
        .iter()
        .filter_map(|one| one["message"].as_str())
        .filter(|message| message.contains("`mercies`"))
        .collect();
    assert_eq!(told.len(), 1, "{found:#?}");
    client.end();
}

#[test]
fn names_are_known_across_files() {
    let folder = Folder::new("names");
    let mut client = Client::in_folder(&folder.0);
    let (own, text) = (folder.uri("duel.affray"), rules());
    client.open(&own, &text);
    let hover = client.ask("textDocument/hover", at(&own, &text, "initiative, highest"));
    let hover = hover.expect("an answer")["contents"]["value"].to_string();
    assert!(
        hover.contains("An attribute of `combatant`: a plain number"),
        "{hover}"
    );
    let found = client.ask(
        "textDocument/definition",
        at(&own, &text, "initiative, highest"),
    );
    let found = found.expect("an answer");
    assert_eq!(found[0]["uri"], folder.uri("lib/luck.affray"));
    assert_eq!(found[0]["range"], range(LIBRARY, "initiative"));
    let found = client.ask("textDocument/definition", at(&own, &text, "lib/luck"));
    assert_eq!(
        found.expect("an answer")[0]["uri"],
        folder.uri("lib/luck.affray")
    );
    let mut params = at(&own, &text, "damage: number");
    params["context"] = json!({ "includeDeclaration": false });
    let found = client
        .ask("textDocument/references", params)
        .expect("an answer");
    let uris: Vec<&Value> = (found.as_array().expect("a list").iter())
        .map(|one| &one["uri"])
        .collect();
    assert_eq!(uris, [&json!(own), &json!(folder.uri("fight.affray"))]);
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn a_new_name_goes_everywhere_or_is_refused() {
    let folder = Folder::new("rename");
    let mut client = Client::in_folder(&folder.0);
    let (own, text) = (folder.uri("duel.affray"), rules());
    client.open(&own, &text);
    let ask = |client: &mut Client, piece: &str, new: &str| {
        let mut params = at(&own, &text, piece);
        params["newName"] = json!(new);
        client.ask("textDocument/rename", params)
    };
    let edit = ask(&mut client, "initiative, highest", "speed").expect("an edit");
    let count = |name: &str| {
        let edits = edit["changes"][folder.uri(name)].as_array();
        edits.map_or(0, Vec::len)
    };
    // The attribute, the roll that it keeps, and the dice of the scenario.
    assert_eq!(
        (
            count("duel.affray"),
            count("lib/luck.affray"),
            count("fight.affray")
        ),
        (2, 1, 3),
        "{edit}"
    );
    for (piece, new, why) in [
        (
            "damage: number",
            "target",
            "is taken by an attribute (`duel.affray`, line 7)",
        ),
        ("damage: number", "2nd", "cannot be a name"),
        ("damage: number", "where", "word of the language"),
        ("actor.initiative", "speed", "keeps its name"),
        (
            "a: strike",
            "b",
            "is taken by a name of a body (`duel.affray`, line ",
        ),
        ("combatant { hp", "fighter", "keeps its name"),
    ] {
        let error = ask(&mut client, piece, new).expect_err(piece);
        let message = error["message"].as_str().expect("words");
        assert!(message.contains(why), "{piece} -> {new}: {message}");
    }
    let ready = client.ask("textDocument/prepareRename", at(&own, &text, "the quick"));
    assert_eq!(ready.expect("an answer")["placeholder"], "the quick");
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn what_is_not_known_for_an_error_in_the_rules_is_said_to_be_so() {
    let folder = Folder::new("unnamed");
    folder.put(
        "duel.affray",
        &rules().replacen("phase ", "phase subtract ", 1),
    );
    let mut client = Client::in_folder(&folder.0);
    let fight = folder.uri("fight.affray");
    client.open(&fight, FIGHT);
    let asked = at(&fight, FIGHT, "initiative");
    let error = client.ask("textDocument/prepareRename", asked);
    let error = error.expect_err("it is refused")["message"].clone();
    let error = error.as_str().expect("words");
    assert!(
        error.contains("before an error in `duel.affray` is mended: "),
        "{error}"
    );
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn what_fits_is_offered() {
    let folder = Folder::new("complete");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("duel.affray");
    let mut version = 1;
    client.open(&own, "");
    let mut offered = |uri: &str, text: &str, marked: &str| -> Vec<String> {
        version += 1;
        let (text, position) = cursor(text, marked);
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "text": text }],
        });
        client.notify("textDocument/didChange", params);
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        let answer = client
            .ask("textDocument/completion", params)
            .expect("an answer");
        let mut items: Vec<(String, String)> = (answer["items"].as_array().expect("items").iter())
            .map(|item| {
                (
                    item["sortText"].to_string(),
                    item["label"].as_str().expect("a label").to_owned(),
                )
            })
            .collect();
        items.sort();
        items.into_iter().map(|(_, label)| label).collect()
    };
    let text = rules();
    let broken = text.replace("when a.actor.hp > b.actor.hp", "when a.actor.hp > b.actor.");
    let found = offered(&own, &broken, "> b.actor.¦");
    assert_eq!(found, ["delay", "hp", "initiative", "side"]);
    // The line is not finished behind the cursor.
    for (begun, marked) in [
        ("set c.", "set c.¦"),
        ("add c. to c.hp", "add c.¦"),
        ("add 1 to c.", "1 to c.¦"),
        ("add c.", "add c.¦"),
        ("if c.hp > 0 and c.", "and c.¦"),
        ("let more = c.", "more = c.¦"),
        ("each side s where c.", "where c.¦"),
    ] {
        let line = format!("phase more {{ each combatant c {{ {begun} }} }}\n  action strike");
        let begun = text.replace("action strike", &line);
        let found = offered(&own, &begun, marked);
        assert_eq!(found, ["delay", "hp", "initiative", "side"], "{line}");
    }
    let found = offered(&own, &text, "hit = ¦hit");
    assert_eq!(found[..2], ["attack", "hit"], "{found:?}");
    let found = offered(&own, &text, "\n  ¦action strike");
    assert!(found.contains(&"exception".to_owned()), "{found:?}");
    let found = offered(&own, &text, "for a: ¦strike");
    assert!(found.contains(&"strike".to_owned()), "{found:?}");
    for asked in ["c declares ", "c declares one ", "c declares strike | "] {
        let begun = text.replace("c declares", asked);
        let found = offered(&own, &begun, &format!("{asked}¦"));
        assert!(found.contains(&"strike".to_owned()), "{asked}: {found:?}");
    }
    // What the grammar allows there, and nothing else; names also where the line is not whole.
    for (begun, marked, wanted) in [
        ("phase more { leave  }", "leave ¦", "phase"),
        ("phase more { resolve  }", "resolve ¦", "acts"),
        ("phase more { each combatant c { c  } }", "{ c ¦", "rolls"),
        ("void \"v\" { for x:  }", "for x: ¦", "strike"),
        ("trigger \"t\" { when strike a  }", "strike a ¦", "resolves"),
        (
            "tactic t \"t\" for combatant c where c. { }",
            "where c.¦",
            "hp",
        ),
        ("exception \"more\" over  { }", "over ¦", "\"the quick\""),
        (
            "exception \"more\" over \"the\" { }",
            "over \"th¦",
            "\"the quick\"",
        ),
    ] {
        let begun = text.replace("action strike", &format!("{begun}\n  action strike"));
        let found = offered(&own, &begun, marked);
        assert!(found.contains(&wanted.to_owned()), "{marked}: {found:?}");
        let is_value = wanted == "rolls";
        assert!(
            is_value || !found.contains(&"mod".to_owned()),
            "{marked}: {found:?}"
        );
    }
    // In a comment and in a text nothing is offered.
    assert_eq!(offered(&own, &text, "# The rules¦"), Vec::<String>::new());

    let fight = folder.uri("fight.affray");
    client.open(&fight, FIGHT);
    let mut ask = |text: &str, marked: &str| -> Vec<String> {
        let (text, position) = cursor(text, marked);
        version += 1;
        let params = json!({
            "textDocument": { "uri": fight, "version": version },
            "contentChanges": [{ "text": text }],
        });
        client.notify("textDocument/didChange", params);
        let params = json!({ "textDocument": { "uri": fight }, "position": position });
        let answer = client
            .ask("textDocument/completion", params)
            .expect("an answer");
        let items = answer["items"].as_array().expect("items").iter();
        items
            .map(|item| item["label"].as_str().expect("a label").to_owned())
            .collect()
    };
    assert!(ask(FIGHT, "ann ¦strikes").contains(&"strikes".to_owned()));
    assert!(ask(FIGHT, "ann strikes ¦orc 1").contains(&"orc 2".to_owned()));
    assert!(ask(FIGHT, "orc 1: ¦damage").contains(&"damage".to_owned()));
    assert!(ask(FIGHT, "5 for ¦initiative").contains(&"initiative".to_owned()));
    assert_eq!(client.end().code(), Some(0));
}

/// Behind `gap(` records are offered, in rules by the names of the body, in scenarios by their own.
#[test]
fn the_two_between_which_a_record_stands_are_offered() {
    let folder = Folder::new("pairs");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("gaps.affray");
    let text = include_str!("../cases/lsp/pairs.txt").replace('¦', "");
    let text = text.split_once('\n').expect("a file").1;
    client.open(&own, text);
    const WHOLE: &str = "needs gap(actor, target).width < 2 because \"it is out of reach\"";
    let wanted = [
        (WHOLE, "needs gap(¦", "actor"),
        (WHOLE, "needs gap(actor, ¦", "target"),
        ("needs gap(actor, target)", "needs gap(¦)", "actor"),
        ("needs gap(actor, target)", "needs gap(¦, target)", "actor"),
        ("needs gap(actor, target)", "needs ¦", "gap"),
        (
            "gap(actor, target).width <",
            "gap(actor, target).¦ <",
            "width",
        ),
        ("add 1 to grudge(target", "add 1 to grudge(¦", "actor"),
        ("  gap(ann, bob) {", "  gap(¦, bob) {", "ann"),
        ("  gap(ann, bob) {", "  gap(ann, ¦) {", "bob"),
        ("  gap(ann, bob) { width 1 }", "  gap(¦", "ann"),
        ("  gap(ann, bob) { width 1 }", "  gap(ann, ¦", "bob"),
        ("  gap(ann, bob) { width 1 }", "  gap(¦)", "ann"),
        ("  gap(ann, bob) { width 1 }", "  gap(ann, ¦)", "bob"),
        (
            "  gap(ann, bob) { width 1 }",
            "  gap(ann, bob) { ¦ }",
            "width",
        ),
        ("bob }\n  gap(ann, bob) { width 1 }", "bob }\n  ¦", "gap"),
        ("sets gap(bob, ann).width", "sets gap(¦, ann).width", "bob"),
        ("sets gap(bob, ann).width", "sets gap(bob, ann).¦", "width"),
        ("expect grudge(bob, ann)", "expect grudge(¦, ann)", "bob"),
        ("expect grudge(bob, ann)", "expect grudge(bob, ¦)", "ann"),
        ("expect grudge(bob, ann).depth = 1", "expect ¦", "grudge"),
    ];
    let mut missing = Vec::new();
    for (version, (piece, marked, wanted)) in (2..).zip(wanted) {
        let begun = text.replacen(piece, &marked.replace('¦', ""), 1);
        let (begun, position) = cursor(&begun, marked);
        let params = json!({
            "textDocument": { "uri": own, "version": version },
            "contentChanges": [{ "text": begun }],
        });
        client.notify("textDocument/didChange", params);
        let params = json!({ "textDocument": { "uri": own }, "position": position });
        let answer = client.ask("textDocument/completion", params);
        let answer = answer.expect("an answer");
        let items = answer["items"].as_array().expect("items").iter();
        let labels: Vec<&str> = items.filter_map(|item| item["label"].as_str()).collect();
        if !labels.contains(&wanted) {
            missing.push(format!("{marked}: {wanted} of {labels:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn a_file_is_laid_out() {
    let folder = Folder::new("format");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("lib/luck.affray");
    let crooked = "rules luck {\n  # Wörter: 𝄞\n      kind combatant {initiative:number=0 }\n}\n";
    client.open(&own, crooked);
    let params = json!({ "textDocument": { "uri": own }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client
        .ask("textDocument/formatting", params.clone())
        .expect("edits");
    let edits = edits.as_array().expect("a list").clone();
    assert_eq!(edits.len(), 1);
    client.edit(
        &own,
        2,
        edits[0]["range"].clone(),
        edits[0]["newText"].as_str().expect("a text"),
    );
    assert_eq!(client.ask("textDocument/formatting", params), Ok(json!([])));
    assert_eq!(client.diagnostics(&own, 2), Vec::<Value>::new());
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn a_mistake_comes_with_its_correction() {
    let folder = Folder::new("fix");
    let mut client = Client::in_folder(&folder.0);
    let (own, text) = (
        folder.uri("duel.affray"),
        rules().replace("where c.hp", "where c.ph"),
    );
    client.open(&own, &text);
    let found = client.diagnostics(&own, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    let params = json!({
        "textDocument": { "uri": own },
        "range": found[0]["range"],
        "context": { "diagnostics": found, "only": ["quickfix"] },
    });
    let actions = client
        .ask("textDocument/codeAction", params)
        .expect("actions");
    let action = &actions[0];
    assert_eq!(action["title"], "write `hp`");
    let edit = &action["edit"]["changes"][&own][0];
    client.edit(
        &own,
        2,
        edit["range"].clone(),
        edit["newText"].as_str().expect("a text"),
    );
    assert_eq!(client.diagnostics(&own, 2), Vec::<Value>::new());
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn the_words_of_a_file_are_told_apart() {
    let folder = Folder::new("colours");
    let mut client = Client::in_folder(&folder.0);
    let (own, text) = (folder.uri("duel.affray"), rules());
    client.open(&own, &text);
    let legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let params = json!({ "textDocument": { "uri": own } });
    let answer = client
        .ask("textDocument/semanticTokens/full", params.clone())
        .expect("tokens");
    let data: Vec<u64> = (answer["data"].as_array().expect("data").iter())
        .map(|number| number.as_u64().expect("a number"))
        .collect();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut start) = (0, 0);
    let mut painted = Vec::new();
    for token in data.chunks(5) {
        start = if token[0] == 0 {
            start + token[1]
        } else {
            token[1]
        };
        line += token[0];
        let word = &lines[line as usize][start as usize..(start + token[2]) as usize];
        painted.push((word, legend[token[3] as usize].as_str().expect("a type")));
    }
    for wanted in [
        ("# The rules of a duel.", "comment"),
        ("rules", "keyword"),
        ("\"A duel\"", "string"),
        ("segments", "type"),
        ("6", "number"),
        ("combatant", "class"),
        ("initiative", "property"),
        ("strike", "method"),
        ("round", "namespace"),
        ("hit", "enumMember"),
        ("spoiled_by", "variable"),
    ] {
        assert!(painted.contains(&wanted), "{wanted:?} in {painted:?}");
    }
    let symbols = client
        .ask("textDocument/documentSymbol", params.clone())
        .expect("symbols");
    let names: Vec<&str> = (symbols[0]["children"].as_array().expect("items").iter())
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "lib/luck.affray",
            "time",
            "spoiled_by",
            "combatant",
            "act",
            "strike",
            "order",
            "the quick",
            "round"
        ]
    );
    let folds = client
        .ask("textDocument/foldingRange", params)
        .expect("folds");
    let first = &folds[0];
    assert_eq!(
        (first["startLine"].as_u64(), first["endLine"].as_u64()),
        (Some(1), Some(16)),
        "{folds}"
    );
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn scenarios_can_be_played() {
    let folder = Folder::new("play");
    let mut client = Client::in_folder(&folder.0);
    let fight = folder.uri("fight.affray");
    let kept = FIGHT.replace("  stop", "  snapshot\n  stop");
    client.open(&fight, &kept);
    let params = json!({ "textDocument": { "uri": fight } });
    let lenses = client.ask("textDocument/codeLens", params).expect("lenses");
    let titles: Vec<&str> = (lenses.as_array().expect("a list").iter())
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["run", "why", "accept snapshot"]);
    let mut told = Vec::new();
    for lens in lenses.as_array().expect("a list") {
        let command = json!({ "command": lens["command"]["command"], "arguments": lens["command"]["arguments"] });
        let text = client
            .ask("workspace/executeCommand", command)
            .expect("a text");
        told.push(text.as_str().expect("a text").to_owned());
    }
    assert!(
        told[0].contains("Round 1") && told[0].contains("strikes"),
        "{}",
        told[0]
    );
    assert!(told[1].contains("ann"), "{}", told[1]);
    assert!(
        folder.0.join("fight__first_blood.snap").exists() || told[2].contains(".snap"),
        "{}",
        told[2]
    );
    let end = place(&kept, kept.len());
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    let params = json!({ "textDocument": { "uri": fight }, "range": whole });
    let hints = client.ask("textDocument/inlayHint", params).expect("hints");
    let labels: Vec<&str> = (hints.as_array().expect("a list").iter())
        .filter_map(|hint| hint["label"].as_str())
        .collect();
    assert_eq!(labels, ["pace 5", "pace 2"]);
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn whatever_is_asked_the_server_goes_on() {
    let folder = Folder::new("odd");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("duel.affray");
    client.open(&own, &rules());
    let code = |answer: Result<Value, Value>| answer.expect_err("an error")["code"].clone();
    assert_eq!(code(client.ask("textDocument/nonsense", json!({}))), -32601);
    assert_eq!(
        code(client.ask("textDocument/hover", json!({ "x": 1 }))),
        -32602
    );
    let nowhere = json!({ "textDocument": { "uri": "file:///nowhere/x.affray" }, "position": { "line": 0, "character": 0 } });
    client
        .ask("textDocument/hover", nowhere)
        .expect_err("no file");
    let far =
        json!({ "textDocument": { "uri": own }, "position": { "line": 9999, "character": 9999 } });
    assert_eq!(client.ask("textDocument/hover", far), Ok(Value::Null));
    client.raw(b"Content-Length: 3\r\n\r\n{]}");
    client.notify("textDocument/didChange", json!({ "textDocument": 5 }));
    // A text that is not on any disk.
    client.open("untitled:Untitled-1", "rules x {");
    assert!(!client.diagnostics("untitled:Untitled-1", 1).is_empty());
    let params = at(&own, &rules(), "strike");
    let asked = client.send_request("textDocument/hover", params.clone());
    let dropped = client.send_request("textDocument/references", params);
    client.notify("$/cancelRequest", json!({ "id": dropped }));
    assert!(client.answer_to(asked).is_ok());
    // Cancelled, or answered already: answered it is.
    _ = client.answer_to(dropped);
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn the_status_tells_whether_the_client_took_leave() {
    let folder = Folder::new("leave");
    assert_eq!(Client::in_folder(&folder.0).vanish().code(), Some(1));
    let mut client = Client::start(&folder.0);
    let error = client
        .ask("textDocument/hover", json!({}))
        .expect_err("too early");
    assert_eq!(error["code"], -32002);
    client.notify("exit", Value::Null);
    assert_eq!(client.vanish().code(), Some(1));
}

#[test]
fn places_are_counted_as_agreed() {
    let folder = Folder::new("places");
    let text = "# 𝄞\nrules x { kind combatant { hp: nmber } }   # 𝄞\n";
    let wide = "rules x { source \"𝄞𝄞\" kind combatant { hp: nmber } }";
    for (encodings, expected) in [
        (json!(["utf-8", "utf-16"]), "utf-8"),
        (json!(["utf-16"]), "utf-16"),
    ] {
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        let mut client = Client::with(
            &folder.0,
            capabilities,
            patient(json!({ "allFiles": false })),
        );
        assert_eq!(client.capabilities["positionEncoding"], expected);
        let own = folder.uri("places.affray");
        client.open(&own, text);
        let found = client.diagnostics(&own, 1);
        assert_eq!(found[0]["range"], range(text, "nmber"));
        let other = folder.uri("wide.affray");
        client.open(&other, wide);
        let found = client.diagnostics(&other, 1);
        let start = wide.find("nmber").expect("it");
        let units = match expected {
            "utf-8" => start,
            _ => wide[..start].encode_utf16().count(),
        };
        let starts: Vec<&Value> = found
            .iter()
            .map(|one| &one["range"]["start"]["character"])
            .collect();
        assert!(starts.contains(&&json!(units)), "{found:?}");
        assert_eq!(client.end().code(), Some(0));
    }
}

/// Of a file with very many mistakes only so many are worked out, and the last diagnostic tells how many there are beside.
#[test]
fn mistakes_beyond_the_limit_are_counted() {
    let folder = Folder::new("many");
    let mut client = Client::in_folder(&folder.0);
    let most = Limits::DEFAULT.mistakes;
    let count = most + 200;
    let lines = |line: &dyn Fn(usize) -> String| {
        let lines: String = (0..count).map(line).collect();
        format!("rules many {{\n{lines}}}\n")
    };
    let number = |number| format!("  let a{number}(number n): number = n + b{number}\n");
    for (name, text) in [
        ("items.affray", lines(&|_| "  kin x {}\n".to_owned())),
        ("quotes.affray", lines(&|_| "  \"open\n".to_owned())),
        ("names.affray", lines(&number)),
    ] {
        let own = folder.uri(name);
        client.open(&own, &text);
        for version in 1..3 {
            let found = client.diagnostics(&own, version);
            let counted = |one: &&Value| one["code"] == "A0110";
            let last = found.iter().find(counted).expect("one that counts");
            let told = last["message"].as_str().expect("a text");
            assert!(told.starts_with("200 mistakes more"), "{told}");
            assert_eq!(found.len(), most + 1, "{name}");
            assert_eq!(last["range"]["start"]["line"], most + version as usize);
            let start = json!({ "start": place(&text, 0), "end": place(&text, 0) });
            client.edit(&own, 2, start, "# One line more.\n");
        }
    }
    assert_eq!(client.end().code(), Some(0));
}

/// What is asked of a text that has been edited since is not answered, nor is what the client takes back.
#[test]
fn what_nobody_wants_any_more_is_stopped() {
    let folder = Folder::new("stop");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("fights.affray");
    let fight = |number| FIGHT.replace("First blood", &format!("Fight {number}"));
    let text: String = (0..600).map(fight).collect();
    let params = json!({ "textDocument": { "uri": own } });
    let start = json!({ "start": place(&text, 0), "end": place(&text, 0) });
    client.open(&own, &text);
    let stale = client.send_request("textDocument/documentSymbol", params.clone());
    client.edit(&own, 2, start, "# An edit.\n");
    let cancelled = client.send_request("textDocument/documentSymbol", params.clone());
    client.notify("$/cancelRequest", json!({ "id": cancelled }));
    let code = |answer: Result<Value, Value>| answer.expect_err("it is stopped")["code"].clone();
    assert_eq!(code(client.answer_to(stale)), -32801);
    assert_eq!(code(client.answer_to(cancelled)), -32800);
    assert_eq!(client.diagnostics(&own, 2), Vec::<Value>::new());
    let symbols = client.ask("textDocument/documentSymbol", params);
    assert_eq!(
        symbols.expect("them").as_array().expect("a list").len(),
        600
    );
    assert_eq!(client.end().code(), Some(0));
}

/// Where the check takes long, what was told is told for the new version, at its new places; and the outcome of the check after it.
#[test]
fn what_was_told_moves_with_the_text() {
    let folder = Folder::new("moves");
    let options = json!({ "patience": 0 });
    let mut client = Client::with(&folder.0, json!({}), options);
    let own = folder.uri("duel.affray");
    client.open(&own, RULES);
    let found = client.diagnostics(&own, 1);
    let mut text = RULES.to_owned();
    for version in 2..22 {
        let start = json!({ "start": place(&text, 0), "end": place(&text, 0) });
        client.edit(&own, version, start, "\n");
        text.insert(0, '\n');
        let now = client.diagnostics(&own, version);
        assert_eq!(now.len(), 1, "{now:?}");
        assert_eq!(now[0]["message"], found[0]["message"]);
        let line = found[0]["range"]["start"]["line"].as_i64().expect("a line");
        assert_eq!(now[0]["range"]["start"]["line"], line + version - 1);
    }
    client.edit(&own, 22, range(&text, "   shown_later"), "");
    client.until(&own, <[Value]>::is_empty);
    assert_eq!(client.end().code(), Some(0));
}

/// Whatever comes over the wire, the server goes on.
#[test]
fn hostile_messages_do_no_harm() {
    let folder = Folder::new("hostile");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("duel.affray");
    client.open(&own, &rules());
    let frame = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let bodies = [
        deep.clone(),
        "{\"a\":".repeat(100_000),
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"textDocument/hover\",\"params\":{deep}}}"
        ),
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"textDocument/hover\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":{\"x\":[]},\"method\":\"textDocument/hover\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"textDocument/hover\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":[]}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":[]}}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"method\":5}".to_owned(),
        "{\"jsonrpc\"".to_owned(),
        "null".to_owned(),
        String::new(),
        "\u{feff}{}".to_owned(),
    ];
    for body in &bodies {
        client.raw(frame(body).as_bytes());
    }
    client.raw(b"Content-Length: 3\r\n\r\n\xff\xfe\x00");
    client.raw(b"Content-Length: -5\r\nX: y\r\n\r\n");
    client.raw(b"Content-Length: 99999999999999999999999\r\n\r\n");
    let long = "x".repeat(50 << 20);
    client.raw(frame(&long).as_bytes());
    client.raw(&long.as_bytes()[..1 << 20]);
    client.raw(b"\r\n");
    let place = |line: u64, character: u64| json!({ "line": line, "character": character });
    let most = u64::from(u32::MAX);
    let edits = [
        (5, place(most, most), place(most, most), ""),
        (4, place(3, 5), place(1, 0), ""),
        (4, place(2, 4), place(2, 4), "# a\n\n"),
        (-7, place(2, most), place(2, 0), "\n"),
        (0, place(0, 0), place(0, 0), ""),
    ];
    for (version, start, end, text) in edits {
        client.edit(&own, version, json!({ "start": start, "end": end }), text);
        let far = json!({ "textDocument": { "uri": own }, "position": place(most, most) });
        for method in [
            "hover",
            "definition",
            "references",
            "documentHighlight",
            "prepareRename",
        ] {
            let mut params = far.clone();
            params["context"] = json!({ "includeDeclaration": true });
            // An error or nothing: an answer.
            _ = client.ask(&format!("textDocument/{method}"), params);
        }
        let reversed = json!({ "start": place(9, 9), "end": place(0, 0) });
        let params = json!({ "textDocument": { "uri": own }, "range": reversed, "context": { "diagnostics": [] } });
        for method in ["inlayHint", "codeAction"] {
            let answer = client.ask(&format!("textDocument/{method}"), params.clone());
            assert!(answer.is_ok(), "{method}: {answer:?}");
        }
    }
    let error = client.ask("no/such", json!({})).expect_err("unknown");
    assert_eq!(error["code"], -32601);
    client.diagnostics(&own, 0);
    assert_eq!(client.end().code(), Some(0));
}

/// Hints are worked out for so many scenarios; the others say that they are left out.
#[test]
fn scenarios_that_are_not_played_for_hints_say_so() {
    let folder = Folder::new("hints");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("fights.affray");
    let fight = |number| FIGHT.replace("First blood", &format!("Fight {number}"));
    let text: String = (0..60).map(fight).collect();
    client.open(&own, &text);
    let whole = json!({ "start": place(&text, 0), "end": place(&text, text.len()) });
    let params = json!({ "textDocument": { "uri": own }, "range": whole });
    let hints = client.ask("textDocument/inlayHint", params).expect("hints");
    let hints = hints.as_array().expect("a list").iter();
    let labels: Vec<&str> = hints.filter_map(|hint| hint["label"].as_str()).collect();
    let left_out = |label: &&&str| **label == "not played for hints";
    let left = labels.iter().filter(left_out).count();
    assert!(left >= 10, "{labels:?}");
    assert_eq!(labels.len(), 2 * (60 - left) + left, "{labels:?}");
    assert_eq!(client.end().code(), Some(0));
}

/// What is asked of a very long line is answered in a time that grows with the line.
#[test]
fn long_lines_are_no_trouble() {
    let folder = Folder::new("line");
    let mut client = Client::in_folder(&folder.0);
    let own = folder.uri("line.affray");
    let item = |number| format!(" let ä{number}(number n): number = n + {number}");
    let items: String = (0..3_000).map(item).collect();
    let text = format!("rules line {{{items} }}\n");
    client.open(&own, &text);
    assert_eq!(client.diagnostics(&own, 1), Vec::<Value>::new());
    let params = json!({ "textDocument": { "uri": own } });
    let symbols = client.ask("textDocument/documentSymbol", params.clone());
    let items = &symbols.expect("symbols")[0]["children"];
    let last = &items.as_array().expect("a list")[2_999];
    assert_eq!(last["selectionRange"], range(&text, "ä2999"));
    let tokens = client.ask("textDocument/semanticTokens/full", params.clone());
    let tokens = tokens.expect("tokens");
    let starts = tokens["data"].as_array().expect("data").chunks(5);
    let along: u64 = starts.filter_map(|token| token[1].as_u64()).sum();
    let number = range(&text, "2999@2")["start"]["character"].as_u64();
    assert_eq!(Some(along), number);
    let folds = client.ask("textDocument/foldingRange", params);
    assert_eq!(folds, Ok(json!([])));
    assert_eq!(client.end().code(), Some(0));
}
