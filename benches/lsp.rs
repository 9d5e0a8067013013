//! From a keystroke to the diagnostics: an editor types into a rule file of 2,000 lines, over the real protocol with the real server.
//! Prints figures; asserts nothing about time. It measures the server together with the pipes and the client's own reading of JSON, and beside it,
//! where the system tells, how long the server itself was at work: that is the same on a busy machine.
//!
//! With `--edits SECONDS` (`--seed N`, `--size BYTES`) edits are random, and so are the texts: see `edits`.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "lsp/edits.rs"]
mod edits;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use common::client::{Client, place, uri};
use serde_json::json;

/// How many lines the file has.
const LINES: usize = 2_000;
/// How many places are typed at.
const PLACES: usize = 25;

/// A rule file of the project with more definitions, until it is large enough.
fn rules(is_enough: impl Fn(&str) -> bool) -> String {
    let base = include_str!("../rules/base_initiative.affray");
    let mut text = base[..base.trim_end().len() - 1].to_owned();
    let mut number = 0;
    while !is_enough(&text) {
        text.push_str(&format!(
            "\n  # One more definition, as house rules have them.\n  let extra_{number}(combatant c, combatant other): number =\n    if c is other then 0 else (count combatant d where d is not c and d is not other) + {number}\n",
        ));
        number += 1;
    }
    text + "}\n"
}

/// How long keystrokes took: until the diagnostics came, and of that the server's own work.
#[derive(Default)]
struct Times {
    passed: Vec<Duration>,
    worked: Vec<Duration>,
}

/// Types a text letter by letter, takes it back letter by letter, and times each.
fn type_and_take_back(
    client: &mut Client,
    uri: &str,
    text: &mut String,
    at: usize,
    typed: &str,
    version: &mut i64,
    times: &mut Times,
) {
    let mut steps: Vec<(usize, usize, String)> = Vec::new();
    for (offset, letter) in typed.char_indices() {
        steps.push((at + offset, 0, letter.to_string()));
    }
    for (offset, letter) in typed.char_indices().rev() {
        steps.push((at + offset, letter.len_utf8(), String::new()));
    }
    for (start, length, letter) in steps {
        *version += 1;
        let range = json!({ "start": place(text, start), "end": place(text, start + length) });
        let (began, before) = (Instant::now(), client.worked());
        client.edit(uri, *version, range, &letter);
        client.diagnostics(uri, *version);
        times.passed.push(began.elapsed());
        let worked = client.worked().zip(before);
        times
            .worked
            .extend(worked.map(|(after, before)| after - before));
        text.replace_range(start..start + length, &letter);
    }
}

fn told(what: &str, times: &mut [Duration]) {
    times.sort();
    let Some(slowest) = times.last() else {
        return;
    };
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    println!(
        "{what}: {} keystrokes, median {:.1?}, p95 {:.1?}, slowest {slowest:.1?}",
        times.len(),
        at(50),
        at(95),
    );
}

fn main() {
    match option("--edits") {
        Some(seconds) => edits::edits(
            seconds,
            option("--seed").unwrap_or(1),
            option("--size").unwrap_or(1 << 20) as usize,
        ),
        None => typing(),
    }
}

/// The number behind an option of the command line.
fn option(name: &str) -> Option<u64> {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.next()?;
    let number = words.next().and_then(|word| word.parse().ok());
    Some(number.unwrap_or_else(|| panic!("`{name}` wants a number")))
}

/// Types letter by letter at many places of one file.
fn typing() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lsp-speed");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("affray.toml"), "").expect("a file");
    // What the file uses.
    fs::create_dir_all(folder.join("lib")).expect("a folder");
    for name in ["attack", "morale", "sides"] {
        let own = common::root().join(format!("rules/lib/{name}.affray"));
        fs::copy(own, folder.join(format!("lib/{name}.affray"))).expect("a file");
    }
    let mut text = rules(|text| text.lines().count() >= LINES);
    let path = folder.join("rules.affray");
    fs::write(&path, &text).expect("a file");
    let mut client = Client::in_folder(&folder);
    let uri = uri(&path);
    let began = Instant::now();
    client.open(&uri, &text);
    let found = client.diagnostics(&uri, 1);
    println!(
        "opened {} lines, {} bytes in {:.1?}; {} diagnostics",
        text.lines().count(),
        text.len(),
        began.elapsed(),
        found.len(),
    );
    let mut version = 1;
    for (what, before, typed) in [
        (
            "a condition that is right and wrong in turn",
            "when ",
            "not no and ",
        ),
        ("a comment", "  # ", "a word more "),
        ("a name that is not there yet", "let ", "x"),
        (
            "a definition, closed at once",
            "\n  # One",
            "\n  let z(combatant c): number = c.hp\n",
        ),
    ] {
        let places: Vec<usize> = text.match_indices(before).map(|(at, _)| at).collect();
        let step = (places.len() / PLACES).max(1);
        let mut times = Times::default();
        for at in places.into_iter().step_by(step) {
            let at = if before.starts_with('\n') {
                at
            } else {
                at + before.len()
            };
            type_and_take_back(
                &mut client,
                &uri,
                &mut text,
                at,
                typed,
                &mut version,
                &mut times,
            );
        }
        told(what, &mut times.passed);
        told("  of that the server's own work", &mut times.worked);
    }
    client.end();
}
