//! Scenarios played: transcript, picture, acts and their rules, reasons.

use std::collections::BTreeMap;

use affray::diagnostic::Diagnostics;
use affray::load::Playable;
use affray::ruleset::{PhaseId, Value};
use affray::run::Ending;
use affray::source::Limits;
use affray::suite::{self, Played};
use affray::view::json::{self, JsonFate, JsonJournal, JsonRule, JsonWhat};
use affray::view::outline::{Outline, outline};
use affray::view::picture::{Extent, Scheme, layout, picture};
use affray::view::{TranscriptStyle, transcript};
use affray::why::counterfactual::defaults;
use affray::why::{self, Selector, TRIES, WhyQuestion, WhySubject, render};

use crate::forms::{Act, Journal, Place, Reasons, Refusal, Run};
use crate::project::Project;

/// A scenario that was played.
struct Course {
    playable: Playable,
    found: Diagnostics,
    played: Played,
    seed: Option<u64>,
}

impl Course {
    fn of(
        project: &mut Project,
        path: &str,
        title: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Self, Refusal> {
        let (playable, mut found) = project.playable(path, title, None)?;
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        let played = suite::play(rules, scenario, seed, &Limits::DEFAULT);
        found.extend(played.findings.clone());
        Ok(Course {
            playable,
            found,
            played,
            seed,
        })
    }

    fn run<'a>(&'a self, project: &'a Project) -> why::Run<'a> {
        why::Run {
            rules: &self.playable.rules.ruleset,
            scenario: &self.playable.scenario,
            seed: self.seed,
            journal: &self.played.journal,
            sources: project.sources(),
            limits: Limits::DEFAULT,
            watcher: None,
            waits: None,
        }
    }

    fn journal(&self, project: &Project) -> JsonJournal {
        let (rules, scenario) = (&self.playable.rules.ruleset, &self.playable.scenario);
        json::journal(rules, scenario, &self.played.journal, project.sources())
    }

    fn outline(&self) -> Outline {
        let (rules, scenario) = (&self.playable.rules.ruleset, &self.playable.scenario);
        outline(rules, scenario, &self.played.journal)
    }
}

fn ending(ending: Option<Ending>) -> Option<&'static str> {
    ending.map(|ending| match ending {
        Ending::Over => "over",
        Ending::Stopped => "stopped",
        Ending::Played => "played",
    })
}

pub fn run(
    project: &mut Project,
    path: &str,
    title: Option<&str>,
    seed: Option<u64>,
) -> Result<Run, Refusal> {
    let course = Course::of(project, path, title, seed)?;
    let (rules, scenario) = (&course.playable.rules.ruleset, &course.playable.scenario);
    let mut text = transcript(
        rules,
        scenario,
        &course.played.journal,
        &TranscriptStyle::default(),
    );
    if course.played.ending.is_some() {
        text += &defaults(&course.run(project)).to_string();
    }
    let outline = course.outline();
    let parts = layout(&outline, Extent::Whole).parts.into_iter();
    let shown = parts
        .filter(|part| !part.saying.is_empty())
        .map(|part| part.act);
    let journal = course.journal(project);
    Ok(Run {
        transcript: text,
        svg: picture(&outline, Extent::Whole, Scheme::Reader),
        shown: shown.collect(),
        acts: acts(project, &course, &journal),
        ending: ending(course.played.ending),
        diagnostics: project.told(&course.found),
        left_out: journal.left_out,
    })
}

/// The same for programs.
pub fn journal(
    project: &mut Project,
    path: &str,
    title: Option<&str>,
    seed: Option<u64>,
) -> Result<Journal, Refusal> {
    let course = Course::of(project, path, title, seed)?;
    Ok(Journal {
        ending: ending(course.played.ending),
        diagnostics: project.told(&course.found),
        journal: course.journal(project),
    })
}

/// The digest of so many runs, with the seeds from the first on.
pub fn digest(
    project: &mut Project,
    path: &str,
    title: Option<&str>,
    first: u64,
    runs: u64,
) -> Result<String, Refusal> {
    let (playable, _) = project.playable(path, title, None)?;
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let seeds = first..first.saturating_add(runs);
    suite::runs_digest(rules, scenario, seeds, &Limits::DEFAULT)
        .map_err(|why| Refusal::because(why.to_string()))
}

/// The acts, each with the rules that put it where it stands.
fn acts(project: &Project, course: &Course, journal: &JsonJournal) -> Vec<Act> {
    let mut by_act: BTreeMap<u32, Vec<(u8, &JsonRule)>> = BTreeMap::new();
    let mut note = |act: u32, strength: u8, rule: Option<_>| {
        let Some(rule) = rule else { return };
        let rules = by_act.entry(act).or_default();
        if !rules.iter().any(|(_, known)| *known == rule) {
            rules.push((strength, rule));
        }
    };
    for entry in &journal.entries {
        let rule = entry.rule.as_ref();
        match &entry.what {
            JsonWhat::Arranged { line } => {
                for ruling in &line.rulings {
                    if matches!(ruling.fate, JsonFate::Moved | JsonFate::Held) {
                        note(ruling.mover.number, 0, ruling.rule.as_ref());
                    }
                }
            }
            JsonWhat::Cancelled { act, .. }
            | JsonWhat::Void { act, .. }
            | JsonWhat::Refused { act, .. }
            | JsonWhat::Missed { act } => note(act.number, 1, rule),
            JsonWhat::Added { act, .. } => note(act.number, 2, rule),
            JsonWhat::Resolved { act, .. } => note(act.number, 3, rule),
            JsonWhat::Declared { act, .. } => note(act.number, 4, rule),
            JsonWhat::PhaseBegins { .. }
            | JsonWhat::PhaseEnds { .. }
            | JsonWhat::Rolled { .. }
            | JsonWhat::Asked { .. }
            | JsonWhat::BatchBegins { .. }
            | JsonWhat::BatchEnds
            | JsonWhat::Corrected { .. }
            | JsonWhat::Changed { .. }
            | JsonWhat::Contradiction { .. }
            | JsonWhat::Raised { .. }
            | JsonWhat::Responded { .. }
            | JsonWhat::Withheld { .. }
            | JsonWhat::Noted { .. }
            | JsonWhat::Consulted { .. }
            | JsonWhat::Placed { .. }
            | JsonWhat::Made { .. }
            | JsonWhat::Ended { .. } => {}
        }
    }
    let declared = |number: u32| {
        let record = course.played.journal.acts.get(number as usize)?;
        let declarations = &course.playable.scenario.declarations;
        let span = declarations.get(record.declaration? as usize)?.span;
        Some(Place {
            file: project.sources().name(span.file).to_owned(),
            line: project.line(span),
        })
    };
    let shown = journal.acts.iter().map(|act| {
        let mut rules = by_act.remove(&act.number).unwrap_or_default();
        rules.sort_by_key(|(strength, _)| *strength);
        Act {
            number: act.number,
            text: act.text.clone(),
            declared: declared(act.number),
            rules: rules.into_iter().map(|(_, rule)| rule.clone()).collect(),
        }
    });
    shown.collect()
}

/// Why two acts came in their order; of all, if none are named.
pub fn reasons(
    project: &mut Project,
    path: &str,
    title: Option<&str>,
    seed: Option<u64>,
    pair: Option<(u32, u32)>,
) -> Result<Reasons, Refusal> {
    let course = Course::of(project, path, title, seed)?;
    let outline = course.outline();
    let journal = course.journal(project);
    let run = course.run(project);
    let selector = |number: u32| {
        let act = journal.acts.iter().find(|act| act.number == number);
        let act = act.ok_or_else(|| Refusal::because("there is no such act"))?;
        let parsed = Selector::parse(&run, &act.text);
        let mut selector = parsed.or_else(|_| Selector::parse(&run, &act.actor));
        if let Ok(selector) = &mut selector {
            selector.within = within(&outline, number);
        }
        selector.map_err(|_| Refusal::because("the act cannot be named"))
    };
    let about = match pair {
        Some((one, other)) => WhySubject::Pair(selector(one)?, selector(other)?),
        None => WhySubject::Everything,
    };
    let question = WhyQuestion {
        within: Vec::new(),
        about,
        tries: TRIES,
    };
    let reasons = why::why(&run, &question);
    Ok(Reasons {
        text: render(&reasons),
        reasons,
    })
}

/// The round in which an act is first shown.
fn within(outline: &Outline, act: u32) -> Vec<(PhaseId, Value)> {
    let holds =
        |panel: &&affray::view::outline::Panel| panel.marks.iter().any(|mark| mark.act == act);
    let panel = outline.panels.iter().find(holds);
    let period = panel.and_then(|panel| panel.phase.zip(panel.number));
    period.into_iter().collect()
}
