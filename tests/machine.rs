//! The machine against the engine: every scenario gives the same journal.

mod common;

use affray::engine::{Blind, Ending, Engine, Fault, decisions, dice};
use affray::journal::Journal;
use affray::load::{Loader, Playable};
use affray::machine::Machine;
use affray::program::compile;
use affray::source::Limits;

type Played = (Result<Ending, Fault>, Journal);

fn by_engine(playable: &Playable) -> Played {
    let scenario = &playable.scenario;
    let mut engine = Engine::new(&playable.rules.ruleset, Limits::DEFAULT);
    let mut dice = dice::Scripted::new(scenario, Some(7));
    let mut decisions = decisions::Scripted::new(scenario);
    let ending = engine.play(scenario, &mut dice, &mut decisions, &mut Blind);
    (ending, engine.journal().clone())
}

fn by_machine(playable: &Playable) -> Played {
    let scenario = &playable.scenario;
    let rules = &playable.rules.ruleset;
    let mut machine = Machine::new(rules, compile(rules).into(), Limits::DEFAULT);
    let mut dice = dice::Scripted::new(scenario, Some(7));
    let mut decisions = decisions::Scripted::new(scenario);
    let ending = machine.play(scenario, &mut dice, &mut decisions, None);
    (ending, machine.journal().clone())
}

/// The entries with their values: where these lie in the journal is no matter.
fn told(played: &Played) -> Vec<String> {
    let journal = &played.1;
    let values = |text: String| {
        // Ranges are put in place of what they hold.
        let mut out = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find("Range { start: ") {
            out.push_str(&rest[..at]);
            let end = rest[at..].find('}').expect("a range") + at;
            let numbers = rest[at + 15..end].trim();
            let (start, end_of) = numbers.split_once(", end: ").expect("two numbers");
            let range = affray::journal::Range {
                start: start.parse().expect("a number"),
                end: end_of.parse().expect("a number"),
            };
            out.push_str(&format!("{:?}", journal.values(range)));
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        out
    };
    let entries = journal.entries.iter().map(|entry| format!("{entry:?}"));
    let lines = journal.lines.iter().map(|line| format!("{line:?}"));
    let acts = journal.acts.iter().map(|act| format!("{act:?}"));
    let titles = journal.titles.iter().map(|title| format!("{title:?}"));
    let all = entries.chain(lines).chain(acts).chain(titles);
    all.map(values).chain([format!("{:?}", played.0)]).collect()
}

fn play_alike(folder: &str, differ: &mut Vec<String>) -> usize {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut played = 0;
    for path in common::files(folder) {
        for playable in common::load(&mut loader, &path).0 {
            played += 1;
            let one = told(&by_engine(&playable));
            let title = &playable.scenario.title;
            let other = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                told(&by_machine(&playable))
            }));
            let Ok(other) = other else {
                differ.push(format!("{path}: {title}: panic"));
                continue;
            };
            if one != other {
                let at = one.iter().zip(&other).position(|(a, b)| a != b);
                let at = at.unwrap_or(one.len().min(other.len()));
                differ.push(format!(
                    "{path}: {title}: entry {at}\n  {:?}\n  engine:  {:?}\n  machine: {:?}",
                    at.checked_sub(1).map(|before| &one[before]),
                    one.get(at),
                    other.get(at)
                ));
            }
        }
    }
    played
}

#[test]
fn all_scenarios_are_played_alike() {
    let mut differ = Vec::new();
    let mut played = 0;
    for folder in [
        "tests/conformance",
        "tests/cases",
        "examples",
        "tests/variants",
    ] {
        played += play_alike(folder, &mut differ);
    }
    let few = &differ[..differ.len().min(5)];
    assert!(
        differ.is_empty(),
        "{} of {played} differ:\n{}",
        differ.len(),
        few.join("\n")
    );
    assert!(played > 1_500, "{played}");
}
