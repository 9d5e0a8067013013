//! Rounds of individual initiative for eight combatants: d10 and a modifier, ties by dexterity, then by side.

use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::Arc;

use affray::journal::What;
use affray::load::Playable;
use affray::machine::Machine;
use affray::run::decisions;
use affray::source::Limits;

use crate::harness::Work;
use crate::peer::{Inside, Outside, Peer};
use crate::places::Places;
use crate::tape::{self, Faces};

/// So many rounds lie on the tape; then it begins again.
const ROUNDS: usize = 10_000;

/// So many rounds are one run of the rule file.
const ROUNDS_OF_A_RUN: usize = 100;

pub fn work(places: &Places) -> Work {
    let faces: &'static [u32] = tape::faces(7, 10, ROUNDS * 8).leak();
    let mut work = Work {
        title: "A round of initiative for eight",
        unit: "round",
        compared: (ROUNDS, None),
        aim: "0.11 of hand-written Rust, then 0.25; 80 times Rhai",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    work.invite("Affray", Ok::<_, String>(ours(places, faces)));
    work.invite("Rust", Ok::<_, String>(by_hand(places.rust(), faces)));
    let tape = tape::file(&places.folder, "initiative.tape", faces);
    let script = places.here.join("scripts/initiative.lua");
    for (name, program) in [("LuaJIT", &places.luajit), ("Lua", &places.lua54)] {
        let tape = tape.as_ref().map_err(ToString::to_string);
        let peer = tape.and_then(|tape| Outside::start(name, program, &[&script, tape]));
        work.invite(name, peer);
    }
    work.invite("Rune", with_rune(places, faces));
    work.invite("Rhai", with_rhai(places, faces));
    work
}

/// The rule file, through the whole pipeline; what came is read off the journal.
fn ours(places: &Places, tape: &'static [u32]) -> impl Peer + use<> {
    let playable: &'static Playable = Box::leak(Box::new(
        places.playable("benches/peers/rules/initiative.affray", &[]),
    ));
    // One run after the other; `each` is told who acts, and whether at the same time as the one before.
    let play = move |machine: &mut Machine<'_>, rounds: usize, each: &mut dyn FnMut(u32, bool)| {
        let mut dice = Faces { tape, at: 0 };
        for _ in 0..rounds.div_ceil(ROUNDS_OF_A_RUN) {
            let scenario = &playable.scenario;
            let mut decisions = decisions::ScriptedDecisions::new(scenario);
            let ending = machine.play(scenario, &mut dice, &mut decisions, None);
            assert!(ending.is_ok(), "{ending:?}");
            let journal = machine.journal();
            for entry in &journal.entries {
                if let What::BatchBegins { acts, .. } = entry.what {
                    for (place, &act) in journal.values(acts).iter().enumerate() {
                        each(journal.acts[act as usize].actor, place > 0);
                    }
                }
            }
        }
    };
    let mut one = Machine::new(&playable.rules.ruleset, Limits::DEFAULT);
    let mut other = Machine::new(&playable.rules.ruleset, Limits::DEFAULT);
    Inside {
        name: places.affray(),
        answers: move |count| {
            let mut words = String::new();
            let mut lines = Vec::new();
            let mut known = 0;
            play(&mut one, count, &mut |actor, with| {
                _ = write!(words, "{}{actor}", if with { '=' } else { ' ' });
                known += 1;
                if known % 8 == 0 {
                    lines.push(std::mem::take(&mut words));
                }
            });
            lines.truncate(count);
            lines
        },
        // A count that is no multiple of a run is played to the end of the run: samples are large, so that hardly counts.
        work: move |count| {
            let mut sum = 0;
            play(&mut other, count, &mut |actor, with| {
                sum = (sum * 31 + u64::from(actor) * 2 + u64::from(with)) % 1_000_003;
            });
            sum
        },
    }
}

struct Fighter {
    dexterity: u32,
    modifier: u32,
    side: u32,
}

const FIGHTERS: [Fighter; 8] = [
    Fighter {
        dexterity: 12,
        modifier: 0,
        side: 1,
    },
    Fighter {
        dexterity: 9,
        modifier: 1,
        side: 1,
    },
    Fighter {
        dexterity: 15,
        modifier: 2,
        side: 1,
    },
    Fighter {
        dexterity: 12,
        modifier: 0,
        side: 1,
    },
    Fighter {
        dexterity: 12,
        modifier: 0,
        side: 2,
    },
    Fighter {
        dexterity: 16,
        modifier: 2,
        side: 2,
    },
    Fighter {
        dexterity: 9,
        modifier: 1,
        side: 2,
    },
    Fighter {
        dexterity: 7,
        modifier: 0,
        side: 2,
    },
];

/// What one would write: tuples that are sorted.
fn by_hand(name: String, tape: &'static [u32]) -> impl Peer {
    type Place = (Reverse<u32>, Reverse<u32>, u32, usize);
    let play =
        move |round: usize, order: &mut Vec<Place>| {
            let faces = &tape[round % ROUNDS * 8..][..8];
            order.clear();
            order.extend(FIGHTERS.iter().zip(faces).enumerate().map(
                |(number, (fighter, face))| {
                    (
                        Reverse(face + fighter.modifier),
                        Reverse(fighter.dexterity),
                        fighter.side,
                        number,
                    )
                },
            ));
            order.sort_unstable();
        };
    let with = |order: &[Place], place: usize| {
        place > 0 && {
            let (left, right) = (&order[place - 1], &order[place]);
            (left.0, left.1, left.2) == (right.0, right.1, right.2)
        }
    };
    Inside {
        name,
        answers: move |count| {
            let mut order = Vec::new();
            let line = |round| {
                play(round, &mut order);
                let mut words = String::new();
                for (place, &(.., number)) in order.iter().enumerate() {
                    _ = write!(
                        words,
                        "{}{number}",
                        if with(&order, place) { '=' } else { ' ' }
                    );
                }
                words
            };
            (0..count).map(line).collect()
        },
        work: move |count| {
            let mut order = Vec::new();
            let mut sum = 0;
            for round in 0..count {
                play(round, &mut order);
                for (place, &(.., number)) in order.iter().enumerate() {
                    sum =
                        (sum * 31 + number as u64 * 2 + u64::from(with(&order, place))) % 1_000_003;
                }
            }
            sum
        },
    }
}

fn with_rune(places: &Places, tape: &'static [u32]) -> Result<impl Peer + use<>, String> {
    use rune::{Context, Source, Sources, Vm};
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let context = Context::with_default_modules().map_err(|error| text(&error))?;
    let runtime = context.runtime().map_err(|error| text(&error))?;
    let mut sources = Sources::new();
    let source = Source::from_path(places.here.join("scripts/initiative.rn"))
        .map_err(|error| text(&error))?;
    sources.insert(source).map_err(|error| text(&error))?;
    let unit = rune::prepare(&mut sources)
        .with_context(&context)
        .build()
        .map_err(|error| text(&error))?;
    let (runtime, unit) = (Arc::new(runtime), Arc::new(unit));
    let faces: Vec<i64> = tape.iter().map(|&face| i64::from(face)).collect();
    let faces = rune::to_value(faces).map_err(|error| text(&error))?;
    let call = move |function: &str, count: usize| {
        let mut vm = Vm::new(runtime.clone(), unit.clone());
        vm.call([function], (faces.clone(), count as i64))
            .expect("the script runs")
    };
    let answers = call.clone();
    Ok(Inside {
        name: places.crate_version("Rune"),
        answers: move |count| rune::from_value(answers("answers", count)).expect("answers"),
        work: move |count| rune::from_value::<i64>(call("work", count)).expect("a checksum") as u64,
    })
}

fn with_rhai(places: &Places, tape: &'static [u32]) -> Result<impl Peer + use<>, String> {
    use rhai::{Array, Dynamic, Engine, OptimizationLevel, Scope};
    let mut engine = Engine::new();
    engine.set_optimization_level(OptimizationLevel::Full);
    engine.set_max_expr_depths(0, 0);
    let ast = engine
        .compile_file(places.here.join("scripts/initiative.rhai"))
        .map_err(|error| error.to_string())?;
    let engine = std::rc::Rc::new(engine);
    let faces: Array = tape
        .iter()
        .map(|&face| Dynamic::from(i64::from(face)))
        .collect();
    let mut scope = Scope::new();
    scope
        .push("tape", faces)
        .push("count", 0_i64)
        .push("in_words", false);
    let begun = scope.len();
    let mut run = move |count: usize, in_words: bool| {
        scope.rewind(begun);
        scope
            .set_value("count", count as i64)
            .set_value("in_words", in_words);
        engine
            .eval_ast_with_scope::<Dynamic>(&mut scope, &ast)
            .expect("the script runs")
    };
    let run = std::rc::Rc::new(std::cell::RefCell::new(move |count, in_words| {
        run(count, in_words)
    }));
    let answers = run.clone();
    Ok(Inside {
        name: places.crate_version("Rhai"),
        answers: move |count| {
            let lines = (answers.borrow_mut())(count, true).into_typed_array::<String>();
            lines.expect("answers")
        },
        work: move |count| (run.borrow_mut())(count, false).as_int().unwrap_or(0) as u64,
    })
}
