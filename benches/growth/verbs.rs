//! What is done with one size of a family: every verb, without a command line.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;

use affray::check::Checked;
use affray::diagnostic::json::JsonReport;
use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::diff::{self, CompareOptions, ComparedFile};
use affray::document::{self, ExtraSections};
use affray::load::{Expanded, Loaded, Loader};
use affray::lookup::{self, NameIndex};
use affray::odds::exact::Budget;
use affray::odds::{Method, ask, simulate};
use affray::source::{FileId, Limits, Sources};
use affray::suite::{self, SuiteCase};
use affray::syntax;
use affray::view::{self, TranscriptStyle};
use affray::why::{self, Run, Selector, WhyQuestion, WhySubject};

use super::families::Make;

/// So many steps are enough for every run here: what is measured is no limit of the machine.
const LIMITS: Limits = Limits {
    steps: Limits::HARD.steps,
    rounds: Limits::HARD.rounds,
    events: Limits::HARD.events,
    ..Limits::DEFAULT
};

/// One size of a family, read and checked as far as it can be.
pub struct Grown {
    files: BTreeMap<String, String>,
    loader: Loader,
    rules: Loaded,
    scenario: Loaded,
    expanded: Option<(Expanded, Arc<Checked>)>,
    /// A variant of the same size, in the same sources.
    variant: Option<(Expanded, Arc<Checked>)>,
}

impl Grown {
    /// This size of a family.
    pub fn new(make: Make, size: usize) -> Self {
        let made = |varied| {
            let mut texts = super::families::Texts::default();
            make(&mut texts, size, varied);
            texts.files()
        };
        let mut files = made(false);
        let mut loader = Loader::new(LIMITS).resolving();
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
    pub fn found(&self) -> Diagnostics {
        let all = self.rules.diagnostics.iter();
        all.chain(&self.scenario.diagnostics).cloned().collect()
    }

    fn files(&self) -> impl Iterator<Item = (FileId, &str)> {
        let ids = [self.rules.file, self.scenario.file].into_iter().flatten();
        ids.map(|id| (id, self.sources().text(id)))
    }
}

/// What is done; `false`: it cannot be done with this one, which has mistakes.
pub type Verb = fn(&mut Grown) -> bool;

/// All verbs, by name.
pub const VERBS: &[(&str, Verb)] = &[
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
        let cases: Vec<SuiteCase<'_>> = (grown.scenario.scenarios.iter())
            .map(|one| SuiteCase {
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
        let document = document::of(rules, grown.sources(), ExtraSections::default());
        black_box(document::markdown(&document));
        black_box(document::html(&document));
        true
    }),
    ("diff", |grown| {
        let (Some(one), Some(other)) = (&grown.expanded, &grown.variant) else {
            return false;
        };
        let [left, right] = [("rules.affray", one), ("variant/rules.affray", other)]
            .map(|(file, rules)| ComparedFile { file, rules });
        let report = diff::compare(left, right, &[], CompareOptions::default(), grown.sources());
        black_box(diff::text(&report, diff::TextStyle { width: 80 }));
        true
    }),
    ("lookup", |grown| {
        let (rules, scenario) = (&grown.rules, &grown.scenario);
        let worlds = rules.resolved.0.iter().cloned();
        let index = NameIndex::new(worlds, scenario.resolved.1.iter().cloned());
        for loaded in [rules, scenario] {
            black_box(lookup::symbols(&loaded.tree));
        }
        for (file, text) in grown.files() {
            black_box(lookup::folds(text));
            black_box(lookup::highlight(&index, file, text));
            for offset in [text.find("hp"), text.rfind("ann")].into_iter().flatten() {
                let offset = offset as u32;
                black_box(index.references(file, offset));
                black_box(index.hover(file, offset, grown.sources()));
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
        waits: None,
    };
    let [ann, bob] = ["ann strikes bob", "bob strikes ann"]
        .map(|text| Selector::parse(&run, text).expect("an act"));
    let question = WhyQuestion {
        within: Vec::new(),
        about: match pair {
            true => WhySubject::Pair(ann, bob),
            false => WhySubject::Everything,
        },
        tries: 20,
    };
    black_box(why::render(&why::why(&run, &question)));
    true
}

/// Nobody looks on.
struct Alone;

impl simulate::OddsWatcher for Alone {
    fn done(&self, _: u64) -> bool {
        true
    }
}
