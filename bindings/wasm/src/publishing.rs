//! Rules as documents, with worked examples and odds.

use affray::diagnostic::{Code, Diagnostics, Severity};
use affray::diff::{Subject, Wanted, compare};
use affray::document::{self, Beside, Changed, Drawing, Example, Section};
use affray::load::{Loaded, Playable, digest, resolve};
use affray::odds::exact::Budget;
use affray::odds::report::{self, Table};
use affray::odds::simulate::Plan;
use affray::odds::{Method, ask};
use affray::scenario::Question;
use affray::source::Limits;
use affray::suite;
use affray::view::outline::outline;
use affray::view::picture::{Extent, Scheme, picture};
use affray::view::{TranscriptStyle, transcript};

use crate::forms::{Refusal, Written};
use crate::project::{Project, plain};

/// How the odds of a document are found, as `affray doc` does.
const TRIALS: u64 = 10_000;
const SEED: u64 = 1;
const STATES: usize = 20_000;

/// The document of a rule file; `format`: `html` or `markdown`.
pub fn document(
    project: &mut Project,
    path: &str,
    examples: &[String],
    format: &str,
) -> Result<Written, Refusal> {
    let is_html = match format {
        "html" => true,
        "markdown" => false,
        _ => return Err(Refusal::because("documents are `html` or `markdown`")),
    };
    let own = project.load(path, None);
    let rules = project.expand(path)?;
    let base = match base_of(&own, path) {
        None => None,
        Some(base) => Some((project.expand(&base)?, base)),
    };
    let changes = base.as_ref().map(|(base, base_path)| {
        let base = Subject {
            file: base_path,
            rules: base,
        };
        let variant = Subject {
            file: path,
            rules: &rules,
        };
        compare(base, variant, &[], Wanted::default(), project.sources()).structure
    });
    let errata = base
        .as_ref()
        .zip(changes.as_ref())
        .map(|((base, _), changes)| {
            let changed = Changed {
                base: &base.0,
                variant: &rules.0,
                changes,
            };
            document::errata(&changed, project.sources())
        });
    let sources = project.sources();
    let needed = own.needed.iter().filter_map(|path| {
        let text = sources.files().find(|&one| sources.name(one) == path)?;
        Some((path.as_str(), sources.text(text)))
    });
    let digest = Some(digest(needed));
    let mut all = vec![own];
    for example in examples.iter().filter(|example| *example != path) {
        all.push(project.load(example, Some(path)));
    }
    let (examples, odds) = told(project, path, &all, is_html)?;
    let beside = Beside {
        digest,
        errata,
        examples,
        odds,
    };
    let document = document::of(&rules.0, project.sources(), beside);
    Ok(Written {
        text: match is_html {
            true => document::html(&document),
            false => document::markdown(&document),
        },
        unanswered: document.unanswered.clone(),
    })
}

/// The path of the file that the rules of a file extend.
fn base_of(loaded: &Loaded, path: &str) -> Option<String> {
    let extends = loaded.tree.rules.first()?.extends.as_ref()?;
    resolve(path, &plain(extends)).ok()
}

/// The worked examples, and the odds for which they ask.
fn told(
    project: &Project,
    path: &str,
    all: &[Loaded],
    draws: bool,
) -> Result<(Vec<Section>, Vec<Section>), Refusal> {
    if let Some(wrong) = all.iter().find(|loaded| loaded.diagnostics.has_errors()) {
        return Err(project.refusal(path, &wrong.diagnostics));
    }
    let playable = all.iter().flat_map(|loaded| &loaded.scenarios);
    let asked: usize = playable.map(|one| one.scenario.questions.len()).sum();
    let limits = Limits::DEFAULT.shared_by(asked);
    let (mut examples, mut tables) = (Vec::new(), Vec::new());
    for loaded in all {
        for playable in &loaded.scenarios {
            let mut trees = loaded.tree.scenarios.iter();
            let Some(tree) = trees.find(|tree| tree.span == playable.scenario.span) else {
                continue;
            };
            let failed = |found: Diagnostics| project.refusal(path, &found);
            let (transcript, pictures) = example(playable, draws).map_err(failed)?;
            let example = Example {
                scenario: tree,
                transcript: transcript.as_deref(),
                pictures: &pictures,
            };
            examples.push(document::example(&example, project.sources()));
            for question in &playable.scenario.questions {
                tables.push(answered(playable, question, &limits).map_err(failed)?);
            }
        }
    }
    Ok((examples, tables))
}

/// The transcript of an example and its picture. One that asks for odds may leave its dice to chance: then there is nothing to tell.
fn example(
    playable: &Playable,
    draws: bool,
) -> Result<(Option<String>, Vec<Drawing>), Diagnostics> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
    let mut errors = played.findings.iter();
    let no_die = errors.any(|one| one.severity == Severity::Error && one.code == Code::MissingDie);
    if no_die && !scenario.questions.is_empty() {
        return Ok((None, Vec::new()));
    }
    if played.ending.is_none() || played.findings.has_errors() {
        return Err(played.findings);
    }
    let told = transcript(
        rules,
        scenario,
        &played.journal,
        &TranscriptStyle::default(),
    );
    let outline = outline(rules, scenario, &played.journal);
    let drawn = draws.then(|| Drawing {
        shows: format!("The course of “{}”", outline.title),
        svg: picture(&outline, Extent::Whole, Scheme::Reader),
    });
    Ok((Some(told), drawn.into_iter().collect()))
}

/// The answers to one question, as a section.
fn answered(
    playable: &Playable,
    question: &Question,
    limits: &Limits,
) -> Result<Section, Diagnostics> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let method = Method {
        budget: Some(Budget {
            states: STATES,
            ..Budget::default()
        }),
        plan: Some(Plan {
            seed: SEED,
            trials: 0..TRIALS,
            jobs: 1,
            within: None,
        }),
    };
    let answer = ask(rules, scenario, question, limits, &method, &());
    if let Some((_, fault)) = report::fault(rules, scenario, &answer) {
        return Err([fault].into_iter().collect());
    }
    let case = report::case(rules, scenario, question, String::new(), answer);
    let table = Table {
        question: question.title.clone(),
        numbers: report::is_number(question),
        place_of: report::place_of(question, scenario),
        cases: vec![case],
    };
    Ok(document::odds(&table, &scenario.title, SEED))
}
