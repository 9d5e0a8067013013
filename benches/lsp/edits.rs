//! Random edits of honest and hostile texts, with requests of all kinds between: how long a keystroke takes at worst, and how much memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::common;
use crate::common::client::{Client, place, uri};
use crate::common::requests::{AT_A_PLACE, OF_A_FILE};

/// How many edits are made in a text before the next one is opened.
const EDITS: usize = 60;
/// A keystroke in so many is followed by silence, so that rules are studied.
const SILENCE: usize = 20;
/// A keystroke in so many is followed by a request whose answer is waited for.
const SETTLED: usize = 10;
/// How long that answer may be refused because the server is at work.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is typed or put in the place of a word.
const TOKENS: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "#",
    "=",
    ":",
    ",",
    "..",
    "\\",
    "\n",
    " ",
    "\t",
    "é",
    "👩",
    "\u{202e}",
    "\r\n",
    "rules",
    "scenario",
    "phase",
    "kind",
    "action",
    "when",
    "if",
    "let",
    "each",
    "cites",
    "uses",
    "extends",
    "not",
    "and",
    "1",
    "999999999",
    "d6",
    "x",
    "combatant",
    "order",
];

/// Whole items.
const ITEMS: [&str; 6] = [
    "\nkind extra { hp: number = 1 }\n",
    "\nlet twice(combatant c): number = c.hp + c.hp\n",
    "\nphase more counting from 1 { each combatant c { note \"more\" } }\n",
    "\nexception \"a b\" { for a: act, b: act  when a.x > b.x  a goes ahead of b }\n",
    "\nscenario \"more\" {\n  side left { ann { hp 6 } }\n  round 1 { ann strikes bob }\n}\n",
    "\nrules again \"Again\" {\n  kind combatant { hp: number }\n}\n",
];

/// What is measured.
#[derive(Default)]
struct Figures {
    /// From an edit to its diagnostics or to the answer of the request behind it, whichever comes first; by sort of text.
    keystrokes: BTreeMap<&'static str, Vec<Duration>>,
    /// From an edit to an answer made of the edited text.
    settled: BTreeMap<&'static str, Vec<Duration>>,
    /// How requests ended, by the code of the error; 0: answered.
    outcomes: BTreeMap<i64, usize>,
    /// The most memory so far, and the texts at which it grew.
    peak: u64,
    grown: Vec<(String, u64)>,
}

/// Edits for so long, in texts of at most so many bytes.
pub fn edits(seconds: u64, seed: u64, size: usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp-edits");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("lib")).expect("a folder");
    fs::write(folder.join("affray.toml"), "").expect("a file");
    for name in ["attack", "morale", "sides", "tactics"] {
        let own = common::root().join(format!("rules/lib/{name}.affray"));
        fs::copy(own, folder.join(format!("lib/{name}.affray"))).expect("a file");
    }
    let texts = texts(size);
    let mut client = Client::with(&folder, json!({}), json!({}));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut figures = Figures::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut sitting = 0;
    while Instant::now() < end {
        // Each text in turn, then at random.
        let chosen = match sitting < texts.len() {
            true => sitting,
            false => random.random_range(0..texts.len()),
        };
        let (name, sort, text) = &texts[chosen];
        let path = folder.join(format!("{name}.affray"));
        edit(
            &mut client,
            &uri(&path),
            sort,
            text.clone(),
            size,
            &mut random,
            &mut figures,
            end,
        );
        let peak = client.peak();
        if peak > figures.peak {
            figures.peak = peak;
            figures.grown.push((name.clone(), peak));
        }
        sitting += 1;
    }
    client.end();
    report(&mut figures, sitting);
}

/// One sitting at one text.
#[allow(clippy::too_many_arguments)]
fn edit(
    client: &mut Client,
    uri: &str,
    sort: &'static str,
    mut text: String,
    size: usize,
    random: &mut ChaCha8Rng,
    figures: &mut Figures,
    end: Instant,
) {
    client.open(uri, &text);
    client.told.remove(uri);
    client.diagnostics(uri, 1);
    let mut undo: Vec<(usize, String, String)> = Vec::new();
    for version in 2..EDITS as i64 + 2 {
        if Instant::now() >= end {
            break;
        }
        let (at, old, new) = match undo.pop() {
            Some((at, old, new)) if random.random_range(0..4) == 0 => (at, new, old),
            last => {
                undo.extend(last);
                let change = change(&text, size, random);
                undo.push(change.clone());
                change
            }
        };
        let range = json!({ "start": place(&text, at), "end": place(&text, at + old.len()) });
        text.replace_range(at..at + old.len(), &new);
        let asked = (random.random_range(0..2) == 0).then(|| request(uri, &text, at, random));
        let began = Instant::now();
        client.edit(uri, version, range, &new);
        let asked = asked.map(|(method, params)| client.send_request(method, params));
        wait(client, uri, version, asked, figures);
        figures
            .keystrokes
            .entry(sort)
            .or_default()
            .push(began.elapsed());
        if random.random_range(0..SETTLED) == 0 {
            settle(client, uri, began, sort, figures);
        }
        if random.random_range(0..SILENCE) == 0 {
            std::thread::sleep(Duration::from_millis(300));
        }
    }
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": uri } }),
    );
}

/// Waits for the diagnostics of a version or for an answer.
fn wait(client: &mut Client, uri: &str, version: i64, asked: Option<i64>, figures: &mut Figures) {
    loop {
        let message = client
            .hear(Duration::from_secs(120))
            .expect("the server says something");
        if note(&message, figures) && asked.is_some_and(|id| message["id"] == json!(id)) {
            return;
        }
        let told = client
            .told
            .get(uri)
            .and_then(|told| told["version"].as_i64());
        if told.is_some_and(|told| told >= version) {
            return;
        }
    }
}

/// Waits until the outline of the text can be had.
fn settle(
    client: &mut Client,
    uri: &str,
    began: Instant,
    sort: &'static str,
    figures: &mut Figures,
) {
    while began.elapsed() < PATIENCE {
        let params = json!({ "textDocument": { "uri": uri } });
        let id = client.send_request("textDocument/documentSymbol", params);
        loop {
            let message = client
                .hear(Duration::from_secs(120))
                .expect("the server says something");
            if note(&message, figures) && message["id"] == json!(id) {
                if message.get("error").is_none() {
                    figures
                        .settled
                        .entry(sort)
                        .or_default()
                        .push(began.elapsed());
                    return;
                }
                break;
            }
        }
    }
}

/// Counts an answer; whether it is one.
fn note(message: &Value, figures: &mut Figures) -> bool {
    let is_answer = message.get("id").is_some() && message.get("method").is_none();
    if is_answer {
        let code = message["error"]["code"].as_i64().unwrap_or(0);
        *figures.outcomes.entry(code).or_default() += 1;
    }
    is_answer
}

/// A change of a text: where, what stood there, what takes its place.
fn change(text: &str, size: usize, random: &mut ChaCha8Rng) -> (usize, String, String) {
    let at = boundary(text, random.random_range(0..=text.len()));
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[at..]
        .find('\n')
        .map_or(text.len(), |newline| at + newline + 1);
    let word_end = text[at..]
        .find(|letter: char| !letter.is_alphanumeric())
        .map_or(text.len(), |length| at + length);
    let one = text[at..]
        .chars()
        .next()
        .map_or(at, |letter| at + letter.len_utf8());
    let token = TOKENS[random.random_range(0..TOKENS.len())];
    let (start, end, new) = match random.random_range(0..10) {
        0..3 if text.len() + token.len() <= size => (at, at, token.to_owned()),
        3 => (at, one, String::new()),
        4 => (at, word_end, String::new()),
        5 => (at, word_end, token.to_owned()),
        6 => (line, line_end, String::new()),
        7 if text.len() + line_end - line <= size => (line, line, text[line..line_end].to_owned()),
        8 => match text[at..].find(['{', '}', '(', ')', '"']) {
            Some(bracket) => (at + bracket, at + bracket + 1, String::new()),
            None => (at, one, String::new()),
        },
        _ => {
            let item = ITEMS[random.random_range(0..ITEMS.len())];
            (line, line, item.to_owned())
        }
    };
    (start, text[start..end].to_owned(), new)
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// Something that an editor asks of a file.
fn request(uri: &str, text: &str, at: usize, random: &mut ChaCha8Rng) -> (&'static str, Value) {
    let document = json!({ "uri": uri });
    let number = random.random_range(0..AT_A_PLACE.len() + OF_A_FILE.len());
    if let Some(method) = AT_A_PLACE.get(number) {
        let at = boundary(text, at.min(text.len()));
        let params = json!({
            "textDocument": document,
            "position": place(text, at),
            "context": { "includeDeclaration": true, "triggerKind": 1 },
            "newName": "another",
        });
        return (method, params);
    }
    let params = json!({
        "textDocument": document,
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 1000, "character": 0 } },
        "context": { "diagnostics": [] },
        "options": { "tabSize": 2, "insertSpaces": true },
    });
    (OF_A_FILE[number - AT_A_PLACE.len()], params)
}

/// The five rule files, generated ones, and hostile ones, each with its name and its sort.
fn texts(size: usize) -> Vec<(String, &'static str, String)> {
    let mut texts: Vec<(String, &'static str, String)> = Vec::new();
    for system in [
        "base_initiative",
        "crucible_of_souls",
        "demon_idol",
        "group_initiative",
        "osric",
    ] {
        let text = common::read(&format!("rules/{system}.affray"));
        texts.push((system.to_owned(), "rule files", text));
    }
    for share in [8, 2, 1] {
        let text = crate::rules(|text| text.len() + 300 > size / share);
        texts.push((format!("generated_{share}"), "generated", text));
    }
    let whole = |head: &str, piece: &dyn Fn(usize) -> String, tail: &str, most: usize| {
        let mut text = head.to_owned();
        for number in 0..most {
            let piece = piece(number);
            if text.len() + piece.len() + tail.len() > size {
                break;
            }
            text += &piece;
        }
        text + tail
    };
    const FIGHT: &str = "rules small \"Small\" {\n  kind combatant { hp: number = 1 }\n  phase round counting from 1 { each combatant c { note \"on\" } }\n}\n";
    let endless = FIGHT.replace("note \"on\"", "repeat while c.hp > 0 { note \"on\" }");
    let hostile: [(&str, String); 9] = [
        (
            "mistakes",
            whole(
                "rules m {\n",
                &|_| "  kin x {}\n".to_owned(),
                "}\n",
                usize::MAX,
            ),
        ),
        (
            "open_quotes",
            whole(
                "rules m {\n",
                &|_| "  \"open\n".to_owned(),
                "}\n",
                usize::MAX,
            ),
        ),
        (
            "one_line",
            whole(
                "rules m {",
                &|number| format!(" let a{number}(number n): number = n + {number}"),
                "}\n",
                usize::MAX,
            ),
        ),
        (
            "brackets",
            whole(
                "rules m { let a(number n): number = ",
                &|_| "(".to_owned(),
                "",
                10_000,
            ),
        ),
        (
            "braces",
            whole("rules m ", &|_| "{\n".to_owned(), "", 100_000),
        ),
        (
            "one_text",
            whole(
                "rules m \"",
                &|_| "a long text ".to_owned(),
                "\" {}\n",
                usize::MAX,
            ),
        ),
        (
            "scenarios",
            whole(
                FIGHT,
                &|number| {
                    format!(
                        "scenario \"s{number}\" {{\n  side left {{ ann {{ hp 6 }} }}\n  stop after round 1\n}}\n"
                    )
                },
                "",
                5_000,
            ),
        ),
        (
            "endless",
            endless
                + "scenario \"on and on\" {\n  side left { ann { hp 1 } }\n  stop after round 1\n}\n",
        ),
        (
            "procedures",
            whole(
                "rules m {\n  kind combatant { hp: number }\n  procedure p0(combatant c) { note \"p\" }\n",
                &|number| {
                    format!(
                        "  procedure p{}(combatant c) {{ do p{number}(c)  do p{number}(c) }}\n",
                        number + 1
                    )
                },
                "  phase round counting from 1 { each combatant c { do p60(c) } }\n}\nscenario \"deep\" {\n  side left { ann { hp 6 } }\n  stop after round 1\n}\n",
                60,
            ),
        ),
    ];
    texts.extend(hostile.map(|(name, text)| (name.to_owned(), "hostile", text)));
    texts
}

fn report(figures: &mut Figures, sittings: usize) {
    let told = |what: &str, times: &mut Vec<Duration>| {
        times.sort();
        let at = |share: usize| {
            times.get((times.len() * share / 1000).min(times.len().saturating_sub(1)))
        };
        let shown = |share| at(share).map_or("-".to_owned(), |time| format!("{time:.1?}"));
        println!(
            "{what}: {} times, p50 {}, p95 {}, p99 {}, max {}",
            times.len(),
            shown(500),
            shown(950),
            shown(990),
            shown(1000),
        );
    };
    println!("{sittings} sittings");
    for (sort, times) in &mut figures.keystrokes {
        told(&format!("a keystroke in {sort} texts"), times);
    }
    let mut all: Vec<Duration> = figures.keystrokes.values().flatten().copied().collect();
    told("a keystroke in all texts", &mut all);
    for (sort, times) in &mut figures.settled {
        told(&format!("until all of it is known in {sort} texts"), times);
    }
    println!(
        "requests by the code of their error (0: answered): {:?}",
        figures.outcomes
    );
    println!(
        "peak of memory: {} MB; it grew at {:?}",
        figures.peak >> 20,
        figures.grown
    );
}
