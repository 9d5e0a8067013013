//! How much processor time things take as files grow: every verb on files with 1,000, 2,000, 4,000, 8,000 things of one sort. Measures; asserts nothing about time.
//!
//! `cargo bench --bench growth [-- [FILTER] [--sizes 500,1000] [--table]]`: a filter is a part of `family / verb`. Printed are the lowest times of each size, by what the
//! time grows with each doubling, and the exponent from the smallest size to the largest. `!` marks what more than doubles where it takes long
//! enough to be measured well. `--table` prints the table of `docs/performance.md` in place of that.

mod families;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use affray::check::Checked;
use affray::diagnostic::json::JsonReport;
use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::diff::{self, Subject, Wanted};
use affray::document::{self, Beside};
use affray::load::{Expanded, Loaded, Loader};
use affray::lookup::{self, Book};
use affray::odds::exact::Budget;
use affray::odds::{Method, ask, simulate};
use affray::source::{FileId, Limits, Sources};
use affray::suite::{self, Case};
use affray::syntax;
use affray::view::{self, TranscriptStyle};
use affray::why::{self, Question, Run, Selector};

/// How many things of one sort, unless something else is asked for.
const SIZES: [usize; 4] = [1_000, 2_000, 4_000, 8_000];
/// More than this with twice as much is worth a look: n log n stays below it.
const MOST: f64 = 2.3;
/// Whatever is quicker than this is mostly noise.
const LEAST: Duration = Duration::from_micros(500);
/// How often everything is done, unless that takes longer than [`ENOUGH`].
const MOST_ROUNDS: usize = 9;
/// How long one size may take for all its rounds; one is always done.
const ENOUGH: Duration = Duration::from_millis(150);
/// Somebody who has waited for so long for one size asks for no larger one.
const PATIENCE: Duration = Duration::from_secs(8);
/// So many steps are enough for every run here: what is measured is no limit of the engine.
const LIMITS: Limits = Limits {
    steps: Limits::HARD.steps,
    rounds: Limits::HARD.rounds,
    events: Limits::HARD.events,
    ..Limits::DEFAULT
};

/// One size of a family, read and checked as far as it can be.
struct Grown {
    files: BTreeMap<String, String>,
    loader: Loader,
    rules: Loaded,
    scenario: Loaded,
    expanded: Option<(Expanded, Arc<Checked>)>,
    /// A variant of the same size, in the same sources.
    variant: Option<(Expanded, Arc<Checked>)>,
}

impl Grown {
    fn new(make: fn(&mut families::Texts, usize, bool), size: usize) -> Self {
        let made = |varied| {
            let mut texts = families::Texts::default();
            make(&mut texts, size, varied);
            texts.files()
        };
        let mut files = made(false);
        let mut loader = Loader::new(LIMITS).noting();
        let rules = loader.load("rules.affray", &mut files);
        let scenario = loader.load("scenario.affray", &mut files);
        let (expanded, _) = loader.expand("rules.affray", &mut files);
        // The variant lies in a folder of its own, with all that it uses.
        let mut beside: BTreeMap<String, String> = (made(true).into_iter())
            .map(|(path, text)| (format!("variant/{path}"), text))
            .collect();
        let (variant, _) = loader.expand("variant/rules.affray", &mut beside);
        Grown {
            files,
            loader,
            rules,
            scenario,
            expanded,
            variant,
        }
    }

    fn sources(&self) -> &Sources {
        self.loader.sources()
    }

    /// Everything that is wrong.
    fn found(&self) -> Diagnostics {
        let all = self.rules.diagnostics.iter();
        all.chain(&self.scenario.diagnostics).cloned().collect()
    }

    fn files(&self) -> impl Iterator<Item = (FileId, &str)> {
        let ids = [self.rules.file, self.scenario.file].into_iter().flatten();
        ids.map(|id| (id, self.sources().text(id)))
    }
}

/// What is done; `false`: it cannot be done with this one, which has mistakes.
type Verb = fn(&mut Grown) -> bool;

const VERBS: &[(&str, Verb)] = &[
    ("parse", |grown| {
        for (file, text) in grown.files() {
            black_box(syntax::parse(file, text, &LIMITS));
        }
        true
    }),
    ("check", |grown| {
        let mut loader = Loader::new(LIMITS).studying();
        black_box(loader.load("rules.affray", &mut grown.files));
        black_box(loader.load("scenario.affray", &mut grown.files));
        true
    }),
    ("report", |grown| {
        let mut found = grown.found();
        found.drop_retold();
        found.sort();
        black_box(render(&found, grown.sources(), &RenderStyle::default()));
        black_box(JsonReport::new(&found, grown.sources()));
        true
    }),
    ("run", |grown| {
        let Some(one) = grown.scenario.scenarios.first() else {
            return false;
        };
        let rules = &one.rules.ruleset;
        let played = suite::play(rules, &one.scenario, None, &LIMITS);
        let style = TranscriptStyle::default();
        black_box(view::transcript(
            rules,
            &one.scenario,
            &played.journal,
            &style,
        ));
        true
    }),
    ("why", |grown| asked_why(grown, true)),
    ("why all", |grown| asked_why(grown, false)),
    ("odds", |grown| {
        let Some(one) = grown.scenario.scenarios.first() else {
            return false;
        };
        let method = Method {
            budget: Some(Budget {
                states: 100,
                ..Budget::default()
            }),
            plan: None,
        };
        let question = &one.scenario.questions[0];
        let rules = &one.rules.ruleset;
        _ = black_box(ask(
            rules,
            &one.scenario,
            question,
            &LIMITS,
            &method,
            &Alone,
        ));
        true
    }),
    ("test", |grown| {
        if grown.scenario.scenarios.is_empty() {
            return false;
        }
        let cases: Vec<Case<'_>> = (grown.scenario.scenarios.iter())
            .map(|one| Case {
                rules: &one.rules.ruleset,
                scenario: &one.scenario,
            })
            .collect();
        let results = suite::play_all(&cases, 1, &LIMITS, &|| ());
        black_box(suite::coverage(&cases, &results, &[]));
        true
    }),
    ("fmt", |grown| {
        for (file, text) in grown.files() {
            _ = black_box(syntax::format(file, text, &LIMITS));
        }
        true
    }),
    ("doc", |grown| {
        let Some((rules, _)) = &grown.expanded else {
            return false;
        };
        let document = document::of(rules, grown.sources(), Beside::default());
        black_box(document::markdown(&document));
        black_box(document::html(&document));
        true
    }),
    ("diff", |grown| {
        let (Some(one), Some(other)) = (&grown.expanded, &grown.variant) else {
            return false;
        };
        let [left, right] = [("rules.affray", one), ("variant/rules.affray", other)]
            .map(|(file, rules)| Subject { file, rules });
        let report = diff::compare(left, right, &[], Wanted::default(), grown.sources());
        black_box(diff::text(&report, diff::Style { width: 80 }));
        true
    }),
    ("lookup", |grown| {
        let (rules, scenario) = (&grown.rules, &grown.scenario);
        let worlds = rules.noted.0.iter().cloned();
        let book = Book::new(worlds, scenario.noted.1.iter().cloned());
        for loaded in [rules, scenario] {
            black_box(lookup::symbols(&loaded.tree));
        }
        for (file, text) in grown.files() {
            black_box(lookup::folds(text));
            black_box(lookup::paint(&book, file, text));
            for offset in [text.find("hp"), text.rfind("ann")].into_iter().flatten() {
                let offset = offset as u32;
                black_box(book.references(file, offset));
                black_box(book.tell(file, offset, grown.sources()));
            }
        }
        true
    }),
];

/// Why ann struck before bob, or why everything came as it did.
fn asked_why(grown: &mut Grown, pair: bool) -> bool {
    let Some(one) = grown.scenario.scenarios.first() else {
        return false;
    };
    let (rules, scenario) = (&one.rules.ruleset, &one.scenario);
    let played = suite::play(rules, scenario, None, &LIMITS);
    let run = Run {
        rules,
        scenario,
        seed: None,
        journal: &played.journal,
        sources: grown.sources(),
        limits: LIMITS,
        watcher: None,
    };
    let [ann, bob] = ["ann strikes bob", "bob strikes ann"]
        .map(|text| Selector::parse(rules, scenario, text).expect("an act"));
    let question = Question {
        within: Vec::new(),
        pair: pair.then_some((ann, bob)),
        tries: 20,
    };
    black_box(why::render(&why::why(&run, &question)));
    true
}

/// Nobody looks on.
struct Alone;

impl simulate::Watcher for Alone {
    fn done(&self, _: u64) -> bool {
        true
    }
}

/// How long this thread has had a processor, where the system tells: on a busy machine less than the time that has passed. The system brings its books
/// up to date when the thread gives way.
fn worked() -> Option<Duration> {
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

/// The lowest of several times; `None` where it cannot be done.
fn lowest(grown: &mut Grown, verb: Verb) -> Option<Duration> {
    let began = Instant::now();
    let mut lowest = Duration::MAX;
    for round in 1.. {
        let (start, before) = (Instant::now(), worked());
        if !verb(grown) {
            return None;
        }
        let passed = start.elapsed();
        let worked = worked().zip(before).map(|(after, before)| after - before);
        lowest = lowest.min(worked.unwrap_or(passed));
        if round == MOST_ROUNDS || began.elapsed() > ENOUGH {
            break;
        }
    }
    Some(lowest)
}

/// By what each time is larger than the one before it.
fn ratios(times: &[Duration]) -> Vec<f64> {
    let ratio = |pair: &[Duration]| pair[1].as_secs_f64() / pair[0].as_secs_f64();
    times.windows(2).map(ratio).collect()
}

fn told(family: &str, verb: &str, sizes: &[usize], times: &[Duration], table: bool) {
    let ratios = ratios(times);
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return;
    };
    let growth = sizes[times.len() - 1] as f64 / sizes[0] as f64;
    let exponent = (last.as_secs_f64() / first.as_secs_f64()).ln() / growth.ln();
    let marked =
        (times.iter().skip(1).zip(&ratios)).any(|(time, ratio)| *time > LEAST && *ratio > MOST);
    let mark = if marked { " !" } else { "" };
    let list = |all: Vec<String>, between: &str| all.join(between);
    let shown = times
        .iter()
        .map(|time| format!("{:.2}", time.as_secs_f64() * 1e3));
    let ratios = ratios.iter().map(|ratio| format!("{ratio:.1}"));
    if table {
        let (shown, ratios) = (list(shown.collect(), " | "), list(ratios.collect(), ", "));
        println!("| {family} | {verb} | {shown} | {ratios} |{mark}");
    } else {
        let (shown, ratios) = (list(shown.collect(), " "), list(ratios.collect(), " "));
        println!("{family} / {verb}: {shown} ms; {ratios}; exponent {exponent:.2}{mark}");
    }
}

fn main() {
    let mut sizes = SIZES.to_vec();
    let (mut filter, mut table) = (String::new(), false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--bench" => {}
            "--table" => table = true,
            "--sizes" => {
                let list = args.next().expect("sizes behind `--sizes`");
                sizes = (list.split(','))
                    .map(|size| size.parse().expect("a size"))
                    .collect();
            }
            _ => filter = arg,
        }
    }
    for (family, make) in families::FAMILIES {
        let wanted: Vec<_> = (VERBS.iter())
            .filter(|(verb, _)| format!("{family} / {verb}").contains(&filter))
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); wanted.len()];
        let mut waited = vec![false; wanted.len()];
        for size in &sizes {
            if waited.iter().all(|waited| *waited) {
                break;
            }
            let mut grown = Grown::new(*make, *size);
            if size == &sizes[0]
                && let Some(first) = grown
                    .found()
                    .iter()
                    .find(|one| one.severity == affray::diagnostic::Severity::Error)
            {
                eprintln!("{family}: {}", first.message);
            }
            for (index, (_, verb)) in wanted.iter().enumerate() {
                if !waited[index]
                    && let Some(time) = lowest(&mut grown, *verb)
                {
                    times[index].push(time);
                    waited[index] = time > PATIENCE;
                }
            }
        }
        for ((verb, _), times) in wanted.iter().zip(&times) {
            told(family, verb, &sizes, times, table);
        }
    }
}
