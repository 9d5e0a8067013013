//! What is told of a scenario and its rules: what the check says, how the run goes, how likely things are. And where two tellings part.

use std::collections::{BTreeMap, BTreeSet};

use affray::check::scenario::scenario as checked;
use affray::diagnostic::{Diagnostic, Diagnostics, Label};
use affray::load::{Loader, Playable};
use affray::odds::exact::Budget;
use affray::odds::simulate::OddsWatcher;
use affray::odds::{Method, ask, report};
use affray::source::{Limits, Sources};
use affray::suite;
use affray::syntax::{ast, bare};
use affray::view::{TranscriptStyle, transcript};

/// A file with one scenario, and all files that it needs.
#[derive(Clone)]
pub struct World {
    /// The texts of the files, by their paths.
    pub files: BTreeMap<String, String>,
    /// The path of the file with the scenario.
    pub main: String,
}

/// How places in diagnostics are told.
#[derive(Clone, Copy, PartialEq)]
pub enum Places {
    /// As they are, in their order.
    Kept,
    /// By the words that stand there, in the order of the words: layout and order may differ.
    ByWords,
}

/// What is asked of a world.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// How places are told.
    pub places: Places,
    /// Whether the rules are studied too.
    pub study: bool,
    /// The rules by which the scenario is played, if not by its own.
    pub under: Option<&'a str>,
}

/// What is told, line by line.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What is wrong with the files.
    pub check: Vec<String>,
    /// How the run goes, if there is one.
    pub play: Vec<String>,
}

/// Enough for a scenario of the project; a change can make a run go on without end.
pub const LIMITS: Limits = Limits {
    steps: 200_000,
    rounds: 60,
    ..Limits::DEFAULT
};

impl World {
    /// What is told of it as it is, by its own rules, which are studied.
    pub fn told(&self, places: Places) -> Told {
        self.asked(Asked {
            places,
            study: true,
            under: None,
        })
    }

    /// What is told of it as it is.
    pub fn asked(&self, asked: Asked<'_>) -> Told {
        self.reworked(asked, &mut ast::Scenario::clone)
    }

    /// What is told of it where another scenario is played in place of its own.
    pub fn reworked(
        &self,
        asked: Asked<'_>,
        instead: &mut dyn FnMut(&ast::Scenario) -> ast::Scenario,
    ) -> Told {
        let mut loader = Loader::new(LIMITS);
        if asked.study {
            loader = loader.studying();
        }
        let mut files = self.files.clone();
        let loaded = loader.load_under(&self.main, asked.under, &mut files);
        let sources = loader.sources();
        let mut play = Vec::new();
        for playable in &loaded.scenarios {
            let span = playable.scenario.span;
            let trees = loaded.tree.scenarios.iter();
            let tree = trees.filter(|tree| tree.span == span).map(|tree| {
                let tree = instead(tree);
                checked(&playable.rules, &tree)
            });
            for (scenario, found) in tree {
                play.extend(diagnostics(&found, sources, asked.places));
                if let Some(scenario) = scenario {
                    let rules = playable.rules.clone();
                    let one = Playable { rules, scenario };
                    play.extend(played(&one, sources, asked.places));
                }
            }
        }
        Told {
            check: diagnostics(&loaded.diagnostics, sources, asked.places),
            play,
        }
    }
}

impl Told {
    /// The same, each line in other words.
    pub fn in_words(self, words: impl Fn(&str) -> String) -> Told {
        let all = |lines: Vec<String>| lines.iter().map(|line| words(line)).collect();
        Told {
            check: all(self.check),
            play: all(self.play),
        }
    }

    /// The same without what is told of a run before it begins: who fights, as the scenario lists them.
    pub fn without_heads(mut self) -> Told {
        let head = self.play.iter().position(String::is_empty).unwrap_or(0);
        self.play.drain(..head);
        self
    }

    /// The same, word by word: lines are broken elsewhere where words are longer.
    pub fn word_by_word(self) -> Told {
        let words = |lines: &[String]| -> Vec<String> {
            let words = lines.iter().flat_map(|line| line.split_whitespace());
            words.map(str::to_owned).collect()
        };
        Told {
            play: words(&self.play),
            ..self
        }
    }

    /// Whether a run reached a limit, which another way of saying the same may reach a little sooner or later.
    pub fn reaches_a_limit(&self) -> bool {
        let says = |line: &String| line.contains("limit") && line.contains("A05");
        self.play.iter().any(says)
    }

    /// The same with each unknown name told once, without its place: where one edit declares a name, all uses of it are told with the first, and whether it
    /// is a slip of another name instead depends on how both are spelt.
    pub fn unknown_once(mut self) -> Told {
        let (unknown, mut others): (Vec<String>, Vec<String>) =
            (self.check.into_iter()).partition(|line| line.starts_with("Error A0201"));
        let words = unknown.iter().filter_map(|line| line.split(" [").next());
        let once: BTreeSet<&str> = words.collect();
        others.extend(once.into_iter().map(str::to_owned));
        self.check = others;
        self
    }

    /// The first line in which two tellings differ, with those before it.
    pub fn difference(&self, other: &Told) -> Result<(), String> {
        lines_differ(&self.check, &other.check)?;
        lines_differ(&self.play, &other.play)
    }
}

/// How many lines are shown before a difference.
const BEFORE: usize = 4;

/// The first line in which two lists differ, with some lines before it.
pub fn lines_differ(one: &[String], other: &[String]) -> Result<(), String> {
    let both = one.iter().zip(other);
    let place = both.take_while(|(one, other)| one == other).count();
    if one.len() == place && other.len() == place {
        return Ok(());
    }
    let mut said = String::new();
    let mut say = |sign: &str, line: Option<&String>| {
        let line = line.map_or("(nothing more)", String::as_str);
        let short: String = line.chars().take(400).collect();
        said.push_str(&format!("    {sign} {short}\n"));
    };
    for before in place.saturating_sub(BEFORE)..place {
        say(" ", one.get(before));
    }
    say("-", one.get(place));
    say("+", other.get(place));
    Err(said)
}

/// Diagnostics, each in one line. What helps (which known name is meant, say) is left out: it depends on how names are spelt.
fn diagnostics(found: &Diagnostics, sources: &Sources, places: Places) -> Vec<String> {
    let mut lines: Vec<String> = (found.iter())
        .map(|one| diagnostic(one, sources, places))
        .collect();
    if places == Places::ByWords {
        lines.sort();
    }
    lines
}

fn diagnostic(one: &Diagnostic, sources: &Sources, places: Places) -> String {
    let label = |label: &Label| {
        let helps = label.text.starts_with("did you mean") || label.text == "unknown";
        let text = if helps { "" } else { &label.text };
        match places {
            Places::Kept => {
                let (file, range) = (sources.name(label.span.file), label.span.range());
                format!("{file} {range:?} {text}")
            }
            Places::ByWords => format!("`{}` {text}", bare(sources.snippet(label.span))),
        }
    };
    let mut labels: Vec<String> = std::iter::once(&one.primary)
        .chain(&one.secondary)
        .map(label)
        .collect();
    if places == Places::ByWords {
        labels.sort();
    }
    let (severity, code, message) = (one.severity, one.code, &one.message);
    format!("{severity:?} {code}: {message} [{}]", labels.join("; "))
}

/// The run of a scenario: its transcript, how it ends, what is found, and how likely it is what it asks for.
fn played(playable: &Playable, sources: &Sources, places: Places) -> Vec<String> {
    let rules = &playable.rules.ruleset;
    let scenario = &playable.scenario;
    let played = suite::play(rules, scenario, None, &LIMITS);
    let style = TranscriptStyle { verbose: true };
    let text = transcript(rules, scenario, &played.journal, &style);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("ends: {:?}", played.ending));
    lines.extend(diagnostics(&played.findings, sources, places));
    let mut questions: Vec<_> = scenario.questions.iter().collect();
    questions.sort_by_key(|question| question.span);
    for question in questions.into_iter().take(1) {
        let method = Method {
            budget: Some(Budget {
                states: 40,
                ..Budget::default()
            }),
            plan: None,
        };
        let answer = ask(rules, scenario, question, &LIMITS, &method, &Nobody);
        let case = report::case(rules, scenario, question, question.title.clone(), &answer);
        lines.push(format!("odds {}: {:?}", question.title, case.lines));
    }
    lines
}

/// Nobody looks on.
struct Nobody;

impl OddsWatcher for Nobody {
    fn done(&self, _: u64) -> bool {
        true
    }
}
