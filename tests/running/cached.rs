//! What a machine keeps from one ordering to the next, and from run to run, never shows: a run by a machine that has played before is the same.

use crate::common;

use std::collections::BTreeMap;

use affray::journal::{Journal, What};
use affray::load::{Loader, Playable};
use affray::machine::Machine;
use affray::run::{Ending, Fault, decisions, dice};
use affray::source::Limits;

type Played = (Result<Ending, Fault>, Journal);

/// A run with so many steps by a new machine, and two by a machine that has played the scenario with other dice before.
fn runs(playable: &Playable, steps: u64) -> [Played; 3] {
    let limits = Limits {
        steps,
        ..Limits::DEFAULT
    };
    let scenario = &playable.scenario;
    let play = |machine: &mut Machine<'_>, seed: u64| {
        let mut dice = dice::ScriptedDice::new(scenario, Some(seed));
        let mut decisions = decisions::ScriptedDecisions::new(scenario);
        let ending = machine.play(scenario, &mut dice, &mut decisions, None);
        (ending, machine.journal().clone())
    };
    let mut fresh = Machine::new(&playable.rules.ruleset, limits);
    let mut used = fresh.another();
    let _ = play(&mut used, 8);
    [play(&mut fresh, 7), play(&mut used, 7), play(&mut used, 7)]
}

/// Plays all scenarios below a folder; says how many there are.
fn play_alike(folder: &str) -> usize {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut played = 0;
    for path in common::playable_files(folder) {
        for playable in common::load(&mut loader, &path).0 {
            for steps in [Limits::DEFAULT.steps, 1_000] {
                let [all, once, again] = runs(&playable, steps);
                assert_eq!(all, once, "{path}: {}", playable.scenario.title);
                assert_eq!(all, again, "{path}: {}", playable.scenario.title);
            }
            played += 1;
        }
    }
    played
}

#[test]
fn all_worked_cases_are_played_alike() {
    let systems = std::fs::read_dir(common::root().join("tests/conformance"));
    let systems = systems.expect("the worked cases").flatten();
    let folders = systems.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let played = std::thread::scope(|scope| {
        let play =
            |name: String| scope.spawn(move || play_alike(&format!("tests/conformance/{name}")));
        let running: Vec<_> = names.map(play).collect();
        let played = running.into_iter().map(|one| one.join().expect("played"));
        played.sum::<usize>()
    });
    assert!(played > 1_000, "{played}");
}

#[test]
fn all_other_scenarios_are_played_alike() {
    assert!(play_alike("tests/cases") + play_alike("examples") > 100);
}

/// In each of nine rounds the same questions: whoever is `awake` says so. In round 3 an attribute changes, in round 5 the clock comes to what is
/// waited for, in round 6 a number of a phase, in round 7 a record is made, in round 8 somebody declares something, in round 9 an act waits.
const ROUNDS: &str = r#"
rules r "R" {
  time { second   minute = 60 seconds }
  kind combatant { awake: yes/no = no   by_declaration: yes/no = no }
  kind act { }
  kind omen { }

  action wake { does { set actor.by_declaration = yes } }
  action wait { does { } }
  order of act a { by a.actor.awake }

  procedure greet(combatant c) { if c.awake { note "{c} is awake" } }

  phase round counting from 1 to 9 lasting 1 minute {
    each combatant c { do greet(c) }
    if now = 5 minutes { note "the clock" }
    if round >= 6 { note "the number" }
    each omen o { note "an omen" }
    each combatant c { c declares }
    each act a { note "{a.actor} waits" }
    if any combatant c where c.by_declaration { note "declared" }
    if round = 2 { each combatant c { set c.awake = yes } }
    if round = 3 { each combatant c { set c.awake = no } }
    if round = 6 { new omen }
    if round < 9 { resolve acts }
  }
}
scenario "nine rounds" {
  side one { ann }
  round 8 { ann wakes }
  round 9 { ann waits }
}
"#;

#[test]
fn whatever_can_change_wakes() {
    let mut files = BTreeMap::from([("main.affray".to_owned(), ROUNDS.to_owned())]);
    let mut loaded = Loader::new(Limits::DEFAULT).load("main.affray", &mut files);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
    let playable = loaded.scenarios.remove(0);
    let [without, with, again] = runs(&playable, Limits::DEFAULT.steps);
    assert_eq!(without, with);
    assert_eq!(without, again);
    let mut round = 0;
    let mut notes = Vec::new();
    for entry in &with.1.entries {
        match entry.what {
            What::PhaseBegins { number, .. } => round = number,
            What::Noted { said } => {
                let pieces = &playable.rules.ruleset.templates[said.template.index()].pieces;
                notes.push((round, format!("{:?}", pieces.last())));
            }
            _ => {}
        }
    }
    let told = |words: &str| -> Vec<i64> {
        let told = notes.iter().filter(|note| note.1.contains(words));
        told.map(|note| note.0).collect()
    };
    assert_eq!(told("is awake"), [3]);
    assert_eq!(told("the clock"), [5]);
    assert_eq!(told("the number"), [6, 7, 8, 9]);
    assert_eq!(told("an omen"), [7, 8, 9]);
    assert_eq!(told("waits"), [8, 9]);
    assert_eq!(told("declared"), [9]);
}
