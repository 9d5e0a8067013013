//! Exact chances: as which of eight each acts, and who wins a duel.

use std::collections::BTreeMap;

use affray::load::Loader;
use affray::odds::exact::{Budget, Refused};
use affray::odds::independence::places as places_of_all;
use affray::odds::simulate::OddsWatcher;
use affray::odds::{Chance, Distribution, Found, Method, NoAnswer, ask};
use affray::scenario::Asked;
use affray::source::Limits;

use crate::harness::Work;
use crate::peer::{Outside, Peer};
use crate::places::Places;

/// As much as may be followed; `PEERS_STATES` sets how many states.
fn budget() -> Budget {
    let states = std::env::var("PEERS_STATES")
        .ok()
        .and_then(|states| states.parse().ok());
    Budget {
        states: states.unwrap_or(10_000_000),
        bytes: 4 << 30,
        ..Budget::default()
    }
}

/// Files that are at hand, and one that is made up here.
type Files = BTreeMap<String, String>;

/// This program, with questions about the first scenario of a file, or the one of that title.
struct Ours {
    name: String,
    file: String,
    title: &'static str,
    questions: Vec<String>,
    files: Files,
    /// Whether reading the file counts.
    from_text: bool,
    /// What is written down of a distribution.
    tell: fn(&Distribution) -> String,
    ready: Option<affray::load::Playable>,
    /// How many states were followed for the last answers.
    states: usize,
}

impl Ours {
    fn load(&mut self) -> affray::load::Playable {
        let mut loaded = Loader::new(Limits::DEFAULT)
            .asking("--of", &self.questions)
            .load(&self.file, &mut self.files);
        assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
        let place = loaded
            .scenarios
            .iter()
            .position(|one| one.scenario.title == self.title);
        loaded
            .scenarios
            .swap_remove(place.expect("the scenario is in the file"))
    }

    /// The exact answers to all questions.
    fn all(&mut self) -> Result<Vec<Distribution>, String> {
        let playable = match (self.from_text, self.ready.take()) {
            (false, Some(playable)) => playable,
            _ => self.load(),
        };
        let method = Method {
            budget: Some(budget()),
            plan: None,
        };
        let questions = playable.scenario.questions.iter();
        let mut followed = 0;
        let of_places = |of: &Asked| matches!(of, Asked::Place(_));
        if questions.clone().all(|question| of_places(&question.of)) {
            let found = places_of_all(
                &playable.rules.ruleset,
                &playable.scenario,
                &Limits::DEFAULT,
            );
            self.ready = Some(playable);
            let found = found.map_err(|why| format!("no exact answer: {why:?}"))?;
            return Ok(found.into_iter().map(|of| of.answers).collect());
        }
        let answers = questions.map(|question| {
            let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
            match ask(rules, scenario, question, &Limits::DEFAULT, &method, &Alone) {
                Ok(answer) => {
                    if let Found::Exactly { states, .. } = answer.found {
                        followed += states;
                    }
                    Ok(answer.answers)
                }
                Err(NoAnswer::Refused(Refused::TooMany(budget))) => {
                    Err(format!("no exact answer within {} states", budget.states))
                }
                Err(why) => Err(format!("no exact answer: {why:?}")),
            }
        });
        let answers = answers.collect();
        self.states = followed;
        self.ready = Some(playable);
        answers
    }
}

impl Peer for Ours {
    fn name(&self) -> &str {
        &self.name
    }

    fn answers(&mut self, _count: usize) -> Result<Vec<String>, String> {
        let answers = self.all()?.iter().map(self.tell).collect();
        if self.states > 0 {
            self.name = format!("{}, {} states", self.name, self.states);
        }
        Ok(answers)
    }

    fn time(&mut self, count: usize) -> Result<std::time::Duration, String> {
        let begun = cpu_time::ThreadTime::now();
        for _ in 0..count {
            std::hint::black_box(self.all()?);
        }
        Ok(begun.elapsed())
    }
}

/// Nobody looks on.
struct Alone;

impl OddsWatcher for Alone {
    fn done(&self, _trials: u64) -> bool {
        true
    }
}

/// With so many digits that twelve of them can be compared.
fn number(chance: &Chance) -> String {
    format!("{:.17e}", chance.share())
}

fn files(places: &Places, names: &[&str]) -> Files {
    let read = |name: &&str| {
        let text = std::fs::read_to_string(places.here.join("../..").join(name));
        ((*name).to_owned(), text.expect("the repository is here"))
    };
    names.iter().map(read).collect()
}

/// The chance of yes.
fn yes(distribution: &Distribution) -> String {
    let yes = distribution.answers.iter().find(|(answer, _)| *answer == 1);
    yes.map_or_else(|| "0".to_owned(), |(_, chance)| number(chance))
}

/// As which of eight each acts.
pub fn places_of_eight(places: &Places) -> Work {
    let mut work = Work {
        title: "As which of eight each acts, exactly",
        unit: "table",
        compared: (1, Some(12)),
        aim: "at most 5 ms, then 57 µs",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    let file = "benches/peers/rules/initiative.affray";
    let names = ["ann", "bea", "cid", "dan", "eve", "fay", "gus", "hal"];
    let ours = Ours {
        name: places.affray(),
        file: file.to_owned(),
        title: "one round",
        questions: names.map(|name| format!("place of {name}")).to_vec(),
        files: files(places, &[file]),
        from_text: false,
        tell: |distribution| {
            let chance = |place: i64| {
                let found = distribution
                    .answers
                    .iter()
                    .find(|(answer, _)| *answer == place);
                found.map_or_else(|| "0".to_owned(), |(_, chance)| number(chance))
            };
            (1..=8).map(chance).collect::<Vec<_>>().join(" ")
        },
        ready: None,
        states: 0,
    };
    work.invite("Affray", Ok::<_, String>(ours));
    for name in ["Icepool", "dyce"] {
        let script = places
            .here
            .join(format!("scripts/places_{}.py", name.to_lowercase()));
        work.invite(name, Outside::start(name, &places.python, &[&script]));
    }
    work
}

/// A duel to the death, from the text of a rule file to the chance that ann survives it.
pub fn duel(places: &Places, hp: u32) -> Work {
    let mut work = Work {
        title: match hp {
            30 => "A duel to the death, 30 hit points each, exactly, from a rule file",
            100 => "The same with 100 hit points",
            _ => "The same with 300 hit points",
        },
        unit: "duel",
        compared: (1, Some(12)),
        aim: "20 times Storm's total time, then 50; right to 12 digits",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    let file = "examples/duel_to_the_death.affray";
    let mut files = files(places, &[file, "rules/lib/attack.affray"]);
    for text in files.values_mut() {
        for given in ["hp 12", "hp 15"] {
            *text = text.replace(given, &format!("hp {hp}"));
        }
    }
    let ours = Ours {
        name: places.affray(),
        file: file.to_owned(),
        title: "A duel to the death",
        questions: vec!["ann.hp > 0".to_owned()],
        files,
        from_text: true,
        tell: yes,
        ready: None,
        states: 0,
    };
    work.invite("Affray", Ok::<_, String>(ours));
    let hp_text = hp.to_string();
    for (name, most) in [("Storm", u32::MAX), ("Icepool", 30)] {
        if hp > most {
            work.missing
                .push((name.to_owned(), "it takes too long".to_owned()));
            continue;
        }
        let script = places
            .here
            .join(format!("scripts/duel_{}.py", name.to_lowercase()));
        work.invite(
            name,
            Outside::start(name, &places.python, &[&script, hp_text.as_ref()]),
        );
    }
    work
}

/// Three against three with casting times: how fast states are followed.
pub fn states(places: &Places) -> Work {
    let mut work = Work {
        title: "Three against three with casting times, exactly, from a rule file",
        unit: "fight",
        compared: (1, Some(12)),
        aim: "quicker than Storm, then 3 times; 1.5 million states a second",
        peers: Vec::new(),
        missing: Vec::new(),
    };
    let file = "benches/peers/rules/casting.affray";
    let ours = Ours {
        name: places.affray(),
        file: file.to_owned(),
        title: "three against three",
        questions: Vec::new(),
        files: files(places, &[file]),
        from_text: true,
        tell: yes,
        ready: None,
        states: 0,
    };
    work.invite("Affray", Ok::<_, String>(ours));
    let script = places.here.join("scripts/states_storm.py");
    let hp = ["3", "2"].map(AsRef::as_ref);
    work.invite(
        "Storm",
        Outside::start("Storm", &places.python, &[&script, hp[0], hp[1]]),
    );
    work
}
