//! A run that is written down and taken up again at every roll tells the same as one that goes through.

use affray::journal::{Journal, What};
use affray::load::Playable;
use affray::machine::Machine;
use affray::program::{Marks, compile};
use affray::ruleset::Value;
use affray::run::dice::{RollRequest, ScriptedDice};
use affray::run::varint::{VarintReader, VarintWriter};
use affray::run::{Dice, Ending, Fault, FaultKind, decisions};
use affray::source::Limits;

use crate::common;

/// Dice that stop the run at every roll before they fall.
struct Halting<'a> {
    dice: ScriptedDice<'a>,
    falls: bool,
}

impl Dice for Halting<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        if std::mem::replace(&mut self.falls, false) {
            return self.dice.roll(request, faces);
        }
        Err(FaultKind::NoDie {
            who: request.who,
            purpose: request.purpose,
            throw: request.throw,
        })
    }
}

/// What a journal tells, without the numbers of its stores: each entry with the values that it names.
fn facts(journal: &Journal, out: &mut Vec<String>) {
    for entry in &journal.entries {
        let cause = entry.cause;
        let fact = match entry.what {
            What::Rolled {
                who,
                purpose,
                throw,
                faces,
                total,
            } => {
                format!(
                    "{who:?} {purpose:?} {throw} {:?} {total}",
                    journal.values(faces)
                )
            }
            What::Asked {
                who,
                question,
                about,
                answer,
                by_default,
                ..
            } => {
                format!(
                    "{who:?} {question:?} {:?} {answer} {by_default}",
                    journal.values(about)
                )
            }
            What::BatchBegins { acts, place } => {
                format!(
                    "batch {:?} {:?}",
                    journal.values(acts),
                    journal.values(place)
                )
            }
            What::Raised { event, values } => format!("{event:?} {:?}", journal.values(values)),
            What::Refused { act, because } | What::Void { act, because } => {
                format!("not {act} {:?}", journal.values(because.values))
            }
            What::Cancelled { act, word, because } => {
                format!(
                    "{act} {word:?} {:?}",
                    because.map(|said| journal.values(said.values))
                )
            }
            What::Noted { said } => {
                format!("{:?} {:?}", said.template, journal.values(said.values))
            }
            What::Ended { because } => {
                format!("over {:?}", because.map(|said| journal.values(said.values)))
            }
            What::Arranged { line } => {
                let line = &journal.lines[line as usize];
                let values = [line.acts, line.batches, line.keys, line.placed]
                    .map(|range| journal.values(range));
                format!("{values:?} {:?}", line.rulings)
            }
            what => format!("{what:?}"),
        };
        out.push(format!("{cause:?} {fact}"));
    }
}

/// What is told of a run, and how it ended.
type Told = (Vec<String>, Result<Ending, Fault>);

fn machine(playable: &Playable) -> Machine<'_> {
    let rules = &playable.rules.ruleset;
    Machine::with_image(rules, compile(rules, Marks::Nothing), Limits::DEFAULT)
}

fn through(playable: &Playable, seed: u64) -> Told {
    let mut machine = machine(playable);
    let mut dice = ScriptedDice::new(&playable.scenario, Some(seed));
    let mut decisions = decisions::ScriptedDecisions::new(&playable.scenario);
    let ended = machine.play(&playable.scenario, &mut dice, &mut decisions, None);
    let mut told = Vec::new();
    facts(machine.journal(), &mut told);
    (told, ended)
}

/// Two machines take turns: what the one has written down at a roll, the other takes up.
fn by_turns(playable: &Playable, seed: u64) -> (Told, usize) {
    let scenario = &playable.scenario;
    let (mut runs, mut waits) = (machine(playable), machine(playable));
    let mut dice = Halting {
        dice: ScriptedDice::new(scenario, Some(seed)),
        falls: false,
    };
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    // A machine can take up a run of a scenario that it has begun.
    _ = waits.start(scenario);
    let mut told = Vec::new();
    let mut rolls = 0;
    let mut ended = match runs.start(scenario) {
        Ok(()) => runs.go_on(scenario, &mut dice, &mut decisions, None),
        Err(fault) => Err(*fault),
    };
    facts(runs.journal(), &mut told);
    while let Err(Fault {
        kind: FaultKind::NoDie { .. },
        ..
    }) = ended
    {
        let mut row = VarintWriter::default();
        runs.write_down(&mut row);
        std::mem::swap(&mut runs, &mut waits);
        runs.take_up(&mut VarintReader::new(row.bytes(), row.apart()));
        dice.falls = true;
        rolls += 1;
        ended = runs.go_on(scenario, &mut dice, &mut decisions, None);
        facts(runs.journal(), &mut told);
    }
    let ended = ended.map(|ending| ending.expect("nobody lets it rest"));
    ((told, ended), rolls)
}

#[test]
#[ignore = "long"]
fn runs_that_are_taken_up_tell_the_same() {
    let (mut runs, mut rolls) = (0, 0);
    for folder in [
        "tests/conformance",
        "tests/cases/engine",
        "tests/cases/odds",
        "examples",
    ] {
        common::each_run(folder, |path, playable, _, _| {
            if path.contains("endless_peace") {
                return;
            }
            // What has been corrected is not written down: such runs are never taken up (`Refused::Corrected`).
            if !playable.scenario.corrections.is_empty() {
                return;
            }
            let title = &playable.scenario.title;
            let whole = through(playable, 5);
            let (parts, halts) = by_turns(playable, 5);
            for (number, (one, other)) in whole.0.iter().zip(&parts.0).enumerate() {
                assert_eq!(one, other, "{path}: {title}: entry {number}");
            }
            assert_eq!(whole.1, parts.1, "{path}: {title}");
            assert_eq!(whole.0.len(), parts.0.len(), "{path}: {title}");
            runs += 1;
            rolls += halts;
        });
    }
    assert!(runs > 500 && rolls > 1_000, "{runs} runs, {rolls} rolls");
}
