//! Targets that play scenarios: runs and how they are told, why acts came in their order, and how often.

use affray::load::Playable;
use affray::odds::exact::{Budget, Shortcuts};
use affray::odds::simulate::{OddsWatcher, Plan};
use affray::odds::vary::Varied;
use affray::odds::{Chance, Found, Method, ask};
use affray::ruleset::KindId;
use affray::source::Sources;
use affray::suite::{Played, play};
use affray::view::outline::outline;
use affray::view::picture::{Extent, Scheme, TerminalStyle, html, picture, terminal};
use affray::view::recap::{recap, story};
use affray::view::{TranscriptStyle, json, transcript};
use affray::why::counterfactual::defaults;
use affray::why::{Run, Selector, WhyQuestion, WhySubject, render, why as reasons};

use super::files::{HERE, LIMITS, Overlay, loader};
use super::texts::shown;
use super::{hash, parts};

/// Each scenario of an input with its further parts, played with a seed.
fn each(data: &[u8], asking: bool, law: impl Fn(&Playable, &Played, &Sources, u64, &[String])) {
    let parts = parts(data);
    let seed = hash(data);
    let mut loader = loader();
    if asking {
        loader = loader.asking("--of", &parts[1..]);
    }
    let loaded = loader.load(HERE, &mut Overlay::of(&parts[0]));
    shown(&loaded.diagnostics, loader.sources());
    for playable in loaded.scenarios.iter().take(2) {
        let Playable { rules, scenario } = playable;
        let played = play(&rules.ruleset, scenario, Some(seed), &LIMITS);
        law(playable, &played, loader.sources(), seed, &parts[1..]);
    }
}

/// Two runs come alike and within their limits, and whatever they come to can be told and drawn in every way.
pub fn run(data: &[u8]) {
    each(data, false, |playable, played, sources, seed, _| {
        let Playable { rules, scenario } = playable;
        let rules = &rules.ruleset;
        let again = play(rules, scenario, Some(seed), &LIMITS);
        let lines = |played: &Played| {
            json::lines(&json::journal(rules, scenario, &played.journal, sources))
        };
        assert_eq!(lines(played).ok(), lines(&again).ok(), "two runs differ");
        assert!(
            played.journal.entries.len() <= LIMITS.events as usize * 16,
            "a run has {} entries",
            played.journal.entries.len()
        );
        shown(&played.findings, sources);
        for verbose in [false, true] {
            transcript(
                rules,
                scenario,
                &played.journal,
                &TranscriptStyle { verbose },
            );
        }
        let outline = outline(rules, scenario, &played.journal);
        recap(&outline);
        let panels = outline.panels.iter();
        let stories: Vec<String> = panels.map(|panel| story(&outline, panel)).collect();
        html(&outline, &stories);
        picture(&outline, Extent::Whole, Scheme::Reader);
        for width in [20, 80] {
            terminal(
                &outline,
                &TerminalStyle {
                    width,
                    unicode: true,
                },
            );
        }
    });
}

/// Why acts came in their order is told the same each time: of the whole run, of two combatants, and of the two acts that are named.
pub fn why(data: &[u8]) {
    each(data, false, |playable, played, sources, seed, parts| {
        let Playable { rules, scenario } = playable;
        let rules = &rules.ruleset;
        let run = Run {
            rules,
            scenario,
            seed: Some(seed),
            journal: &played.journal,
            sources,
            limits: LIMITS,
            watcher: None,
            waits: None,
        };
        let people = scenario
            .records
            .get(KindId::COMBATANT.index())
            .map_or(0, Vec::len) as u64;
        let actor = |seed: u64| Selector {
            actor: (seed % people.max(1)) as u32,
            action: None,
            stage: None,
            aims: Vec::new(),
            settings: Vec::new(),
            told: None,
            typed: String::new(),
            within: Vec::new(),
        };
        let mut questions = vec![WhyQuestion::default()];
        let mut ask = |about| {
            questions.push(WhyQuestion {
                about,
                tries: 12,
                ..WhyQuestion::default()
            })
        };
        if people > 0 {
            ask(WhySubject::Acts(actor(seed)));
            ask(WhySubject::Pair(actor(seed), actor(seed >> 8)));
        }
        // Of one text acts or an attribute, of two a pair.
        for count in 1..=parts.len().min(2) {
            if let Ok(about) = WhySubject::parse(&run, &parts[..count]) {
                ask(about);
            }
        }
        for question in &questions {
            let told = || {
                let why = reasons(&run, question);
                (render(&why), serde_json::to_string(&why).ok())
            };
            assert_eq!(told(), told(), "told twice it differs");
        }
        if played.ending.is_some() {
            _ = defaults(&run).to_string();
        }
    });
}

/// Nobody looks on.
struct Nobody;

impl OddsWatcher for Nobody {
    fn done(&self, _: u64) -> bool {
        true
    }
}

/// Where it can be known exactly what comes, it is the same without shortcuts, the chances add up to one, and runs come to nothing else.
/// Trials in two lots come to the same as in one.
pub fn odds(data: &[u8]) {
    each(
        data,
        true,
        |Playable { rules, scenario }, _, _, seed, parts| {
            let rules = &rules.ruleset;
            for text in parts {
                let varied = [
                    Varied::option(rules, text),
                    Varied::attribute(rules, scenario, text),
                ];
                for (label, _) in varied
                    .iter()
                    .flatten()
                    .flat_map(|varied| varied.cases(rules, scenario))
                {
                    assert!(!label.is_empty());
                }
            }
            let budget = |shortcuts| Budget {
                states: 300,
                bytes: 4 << 20,
                shortcuts,
            };
            let plan = |trials| Plan {
                seed,
                trials,
                jobs: 1,
                within: None,
            };
            for question in scenario.questions.iter().rev().take(2) {
                let answer = |budget, plan| {
                    ask(
                        rules,
                        scenario,
                        question,
                        &LIMITS,
                        &Method { budget, plan },
                        &Nobody,
                    )
                };
                let counts = |trials| match answer(None, Some(plan(trials))) {
                    Ok(answer) => match answer.found {
                        Found::Played { counts, .. } => Some(counts),
                        Found::Exactly { .. } | Found::Independent { .. } => None,
                    },
                    Err(_) => None,
                };
                let whole = counts(0..12);
                // Each lot may take as much work as the whole, so where the whole is cut they come further.
                let is_cut = whole.as_ref().is_some_and(|whole| whole.cut.is_some());
                if !is_cut && let (Some(mut first), Some(second)) = (counts(0..5), counts(5..12)) {
                    first.add(&second);
                    assert_eq!(whole.as_ref(), Some(&first), "two lots differ from one");
                }
                let [short, long] = [Shortcuts::ALL, Shortcuts::NONE]
                    .map(|shortcuts| answer(Some(budget(shortcuts)), None));
                let Ok(exact) = short else { continue };
                let chances = &exact.answers.answers;
                if let Ok(long) = long {
                    assert_eq!(
                        long.answers.answers.len(),
                        chances.len(),
                        "shortcuts change what can come"
                    );
                    for ((one, share), (other, known)) in chances.iter().zip(&long.answers.answers)
                    {
                        assert!(
                            one == other && (share.share() - known.share()).abs() < 1e-9,
                            "shortcuts change the chances"
                        );
                    }
                }
                let sum: f64 = chances
                    .iter()
                    .map(|(_, chance): &(_, Chance)| chance.share())
                    .sum();
                assert!((sum - 1.0).abs() < 1e-9, "the chances come to {sum}");
                for value in whole.iter().flat_map(|counts| counts.answers.keys()) {
                    let known = exact.answers.chance(*value).is_some();
                    assert!(known, "{value:?} was played but cannot come");
                }
            }
        },
    );
}
