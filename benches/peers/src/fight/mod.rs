//! A fight of four against four to the death: `examples/to_the_death.affray`, by a complete published system.

mod by_hand;
mod open;

use std::fmt::Write;
use std::time::{Duration, Instant};

use affray::journal::What;
use affray::load::Playable;
use affray::machine::Machine;
use affray::odds::simulate::{Counts, OddsWatcher, Plan, simulate};
use affray::ruleset::{KindId, Ruleset, Slot, Value};
use affray::run::FaultKind;
use affray::run::decisions::{Decisions, ScriptedDecisions};
use affray::run::dice::{Dice, RollRequest, Seeded, one_by_one};
use affray::scenario::Scenario;
use affray::source::Limits;
use rand::rand_core::{Rng as _, SeedableRng as _};
use rand::rngs::ChaCha8Rng;

use open::{Declared, Given};

use crate::harness::Work;
use crate::peer::{Inside, Outside, Peer};
use crate::places::Places;
use crate::tape;

/// So many fights lie on the tape; then it begins again.
const FIGHTS: usize = 1_000;

/// Fight after fight has so many words of its own; one that needs more goes on with those of the next.
const WORDS: usize = 1_024;

const SEED: u64 = 7;

pub fn work(places: &Places) -> Work {
    let words: &'static [u32] = words().leak();
    let mut work = Work {
        title: "OSRIC, four against four to the death",
        unit: "fight",
        compared: (FIGHTS, None),
        aim: "0.10 of hand-written Rust and 3 times CPython, then 0.18 and quicker than LuaJIT; left open 0.07, then 0.12",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    work.invite("Affray", Ok::<_, String>(ours(places, words, false)));
    work.invite("Affray", Ok::<_, String>(ours(places, words, true)));
    work.invite("Rust", Ok::<_, String>(by_hand(places.rust(), words)));
    let tape = tape::file(&places.folder, "fight.tape", words);
    let tape = tape.as_ref().map_err(ToString::to_string);
    let (lua, python) = (
        places.here.join("scripts/fight.lua"),
        places.here.join("scripts/fight.py"),
    );
    for (name, program, script) in [
        ("LuaJIT", &places.luajit, &lua),
        ("Lua", &places.lua54, &lua),
        ("CPython", &places.python, &python),
    ] {
        work.invite(
            name,
            tape.clone()
                .and_then(|tape| Outside::start(name, program, &[script, tape])),
        );
    }
    work
}

/// The words from which the engine's own stream makes its dice: each fight is a trial of one seed.
fn words() -> Vec<u32> {
    let mut words = Vec::with_capacity(FIGHTS * WORDS);
    for trial in 0..FIGHTS as u64 {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&SEED.to_le_bytes());
        bytes[31] = affray::run::dice::STREAM_VERSION;
        let mut stream = ChaCha8Rng::from_seed(bytes);
        stream.set_stream(trial);
        let start = words.len();
        words.extend((0..WORDS).map(|_| stream.next_u32()));
        let mut known = Seeded::new(SEED, trial);
        let mut taped = by_hand::Dice {
            words: &words[start..],
            at: 0,
        };
        assert!(
            (0..20).all(|_| known.die(20) as i32 == taped.die(20)),
            "the tape is the engine's stream"
        );
    }
    words
}

impl Dice for by_hand::Dice<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        Ok(one_by_one(request, faces, |sides| self.die(sides) as u32))
    }
}

/// What all tell of a fight: its rounds, the hit points of the eight, who fled, and how many words were drawn.
fn line(rounds: i64, hp: [i64; 8], fled: [bool; 8], drawn: usize) -> String {
    let mut line = rounds.to_string();
    for (hp, fled) in hp.iter().zip(fled) {
        _ = write!(line, " {hp}{}", if fled { " fled" } else { "" });
    }
    _ = write!(line, " {drawn}");
    line
}

/// How many words were drawn since `start`, on a tape that goes round.
fn drawn(start: usize, at: usize) -> usize {
    (at + FIGHTS * WORDS - start) % (FIGHTS * WORDS)
}

/// Affray: the fight, and what all of it is read from.
struct Ours {
    rules: &'static Ruleset,
    scenario: &'static Scenario,
    machine: Machine<'static>,
    words: &'static [u32],
    /// Where hit points stand, and who fled.
    slots: [Slot; 2],
    /// What is declared in each fight, if no tactic says it.
    declared: Option<Vec<Vec<Declared>>>,
}

impl Ours {
    /// Gives the hit points of the eight, who fled, and how many words were drawn.
    fn play(&mut self, fight: usize) -> ([i64; 8], [bool; 8], usize) {
        let start = fight % FIGHTS * WORDS;
        let words = self.words;
        let mut dice = by_hand::Dice { words, at: start };
        let (mut scripted, mut given);
        let decisions: &mut dyn Decisions = match &self.declared {
            None => {
                scripted = ScriptedDecisions::new(self.scenario);
                &mut scripted
            }
            Some(declared) => {
                given = Given(declared[fight % FIGHTS].iter());
                &mut given
            }
        };
        let ending = (self.machine).play(self.scenario, &mut dice, decisions, None);
        assert!(ending.is_ok(), "{ending:?}");
        let scene = self.machine.scene();
        let each =
            |slot| std::array::from_fn(|c| scene.attribute(KindId::COMBATANT, c as u32, slot));
        let [hp, fled]: [[i64; 8]; 2] = self.slots.map(each);
        (hp, fled.map(|fled| fled == 1), drawn(start, dice.at))
    }

    /// How many rounds the last fight took.
    fn rounds(&self) -> i64 {
        let round = named(&self.rules.phases, "round", |phase| &phase.name);
        let entries = self.machine.journal().entries.iter();
        let numbers = entries.filter_map(|entry| match &entry.what {
            What::PhaseBegins { phase, number, .. } if phase.index() == round => Some(*number),
            _ => None,
        });
        numbers.last().unwrap_or(0)
    }
}

/// The place of what has this name.
fn named<T>(all: &[T], name: &str, name_of: impl Fn(&T) -> &str) -> usize {
    let place = all.iter().position(|one| name_of(one) == name);
    place.expect("the rules know it")
}

/// The slot of an attribute.
fn slot(rules: &Ruleset, kind: KindId, name: &str) -> Slot {
    let attributes = &rules.kinds[kind.index()].attributes;
    named(attributes, name, |attribute| &attribute.name) as Slot
}

/// With the tactics of the scenario, or with all declarations given when the rules ask for them.
fn ours(places: &Places, words: &'static [u32], is_open: bool) -> impl Peer + use<> {
    let playable: &'static Playable = Box::leak(Box::new(
        places.playable("examples/to_the_death.affray", &[]),
    ));
    let rules = &playable.rules.ruleset;
    let slots = ["hp", "fled"].map(|name| slot(rules, KindId::COMBATANT, name));
    let new = || {
        let mut ours = Ours {
            rules,
            scenario: &playable.scenario,
            machine: Machine::new(rules, Limits::DEFAULT),
            words,
            slots,
            declared: None,
        };
        if is_open {
            let (scenario, declared) = open::opened(rules, ours.scenario, words);
            ours.scenario = Box::leak(Box::new(scenario));
            ours.declared = Some(declared);
        }
        ours
    };
    let (mut one, mut other) = (new(), new());
    Inside {
        name: match is_open {
            true => format!("{}, declarations left open", places.affray()),
            false => places.affray(),
        },
        answers: move |count| {
            let fight = |number| {
                let (hp, fled, drawn) = one.play(number);
                line(one.rounds(), hp, fled, drawn)
            };
            (0..count).map(fight).collect()
        },
        work: move |count| {
            let fight = |number| {
                let (hp, _, drawn) = other.play(number);
                (drawn as i64 + hp.iter().sum::<i64>()) as u64
            };
            (0..count).map(fight).fold(0, u64::wrapping_add)
        },
    }
}

fn by_hand(name: String, words: &'static [u32]) -> impl Peer {
    let play = move |fight: usize| {
        let start = fight % FIGHTS * WORDS;
        let mut dice = by_hand::Dice { words, at: start };
        let outcome = by_hand::play(&mut dice, |_, _, _| ());
        (outcome, drawn(start, dice.at))
    };
    Inside {
        name,
        answers: move |count| {
            let fight = |number| {
                let (outcome, drawn) = play(number);
                line(
                    i64::from(outcome.rounds),
                    outcome.hp.map(i64::from),
                    outcome.fled,
                    drawn,
                )
            };
            (0..count).map(fight).collect()
        },
        work: move |count| {
            let fight = |number| {
                let (outcome, drawn) = play(number);
                (drawn as i64 + i64::from(outcome.hp.iter().sum::<i32>())) as u64
            };
            (0..count).map(fight).fold(0, u64::wrapping_add)
        },
    }
}

/// One and two threads, as `affray odds --play` plays: with the dice of each trial from its own stream, and a question that is answered.
pub fn on_two_cores(places: &Places) -> Work {
    let ask = r#"any combatant c where c.side is party and c.hp > 0"#.to_owned();
    let playable: &'static Playable = Box::leak(Box::new(
        places.playable("examples/to_the_death.affray", &[ask]),
    ));
    let mut work = Work {
        title: "The same by `affray odds --play`, on two cores and on one",
        unit: "thousand fights",
        compared: (1, None),
        aim: "two cores 1.9 times as quick as one",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    for (jobs, name) in [(2, "two threads"), (1, "one thread")] {
        let play = move |count: usize| {
            let plan = Plan {
                seed: SEED,
                trials: 0..count as u64,
                jobs,
                within: None,
            };
            let asked = &playable.scenario.questions[0].of;
            let mut all = simulate(
                &playable.rules.ruleset,
                &playable.scenario,
                &[asked],
                &Limits::DEFAULT,
                &plan,
                &Onward,
            );
            all.pop().unwrap_or_default()
        };
        work.invite(
            name,
            Ok::<_, String>(Threads {
                name: format!("{}, {name}", places.affray()),
                play,
            }),
        );
    }
    work
}

/// What is done on several threads is measured by the clock on the wall.
struct Threads<P> {
    name: String,
    /// Plays so many fights.
    play: P,
}

impl<P: FnMut(usize) -> Counts> Peer for Threads<P> {
    fn name(&self) -> &str {
        &self.name
    }

    fn answers(&mut self, _count: usize) -> Result<Vec<String>, String> {
        Ok(vec![format!("{:?}", (self.play)(1_000).answers)])
    }

    fn time(&mut self, count: usize) -> Result<Duration, String> {
        let begun = Instant::now();
        (self.play)(count * 1_000);
        Ok(begun.elapsed())
    }
}

/// Nobody stops anything.
struct Onward;

impl OddsWatcher for Onward {
    fn done(&self, _trials: u64) -> bool {
        true
    }
}
