//! A scenario as a case by which other programs can be tested: all that goes into its run, all that comes of it, and why. Made from ruleset,
//! scenario, journal and reasons; reads no files and prints nothing.
//!
//! `model` is the form that is published as a JSON schema.

mod model;

pub use model::*;

use std::collections::BTreeSet;

use crate::journal::{Entry, What};
use crate::ruleset::{Cited, KindId, MISSING};
use crate::snapshot::file_stem;
use crate::suite::{Course, ExecutedStage, Played, course};
use crate::view::Names;
use crate::view::json::{
    JsonAttribute, JsonEnding, JsonEntry, JsonJournal, JsonWhat, journal, options, periods,
    records, settings, values as values_of,
};
use crate::why::{Run, why_pairs};

/// The version of the form; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// The case of a scenario that has been played: `run` has its journal, `file` is its path, `rule_files` those of its rules with their digest. Titles
/// of one file that differ in no letter and no digit have one id; the caller tells them apart.
pub fn case(
    run: &Run<'_>,
    played: &Played,
    file: &str,
    (rule_files, digest): (&BTreeSet<String>, u64),
) -> CorpusCase {
    let (rules, scenario, sources) = (run.rules, run.scenario, run.sources);
    let told = journal(rules, scenario, run.journal, sources);
    let course = course(rules, scenario, run.journal);
    let names = Names::new(rules, scenario);
    let rows = [&played.start[..], &played.end];
    let period = |phase, number| periods(&names, &[(phase, number)]).pop();
    CorpusCase {
        schema_version: SCHEMA_VERSION,
        id: id(file, &scenario.title),
        file: file.to_owned(),
        title: scenario.title.clone(),
        proves: (scenario.proves.iter())
            .flat_map(Cited::spelled_out)
            .collect(),
        rules: CaseRules {
            name: told.rules.name.clone(),
            title: told.rules.title.clone(),
            source: told.rules.source.clone(),
            files: rule_files.iter().cloned().collect(),
            digest: format!("{digest:016x}"),
        },
        options: options(rules, scenario, run.journal, sources),
        begins: (scenario.begin)
            .and_then(|(phase, number)| period(phase, number.unwrap_or(MISSING))),
        stops: scenario.stop.as_ref().and_then(|stop| {
            let number = stop.number.unwrap_or(MISSING);
            Some(CaseStop {
                after: stop.after,
                period: period(stop.phase, number)?,
            })
        }),
        seed: run.seed.or(scenario.seed),
        records: records(rules, scenario, run.journal, sources, rows),
        inputs: inputs(run, &told),
        order: order(&told, &course),
        not_done: told
            .entries
            .iter()
            .filter_map(|entry| not_done(&told, entry))
            .collect(),
        changes: changes(run, &told),
        ending: played.ending.map(JsonEnding::from),
        expects: (scenario.expectations.iter())
            .map(|expected| one_line(sources.snippet(expected.span)))
            .collect(),
        reasons: reasons(run, &course),
        acts: told.acts,
    }
}

/// The id of the scenario of this title in a file.
pub fn id(file: &str, title: &str) -> String {
    let path = file.strip_suffix(".affray").unwrap_or(file);
    let (folder, name) = match path.rsplit_once('/') {
        Some((folder, name)) => (format!("{folder}/"), name),
        None => (String::new(), path),
    };
    match file_stem(name, title) {
        Some(stem) => format!("{folder}{stem}"),
        None => format!("{folder}{name}"),
    }
}

/// The JSON schema of [`Corpus`]; that of [`CorpusCase`] is among its definitions.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Corpus).to_value()
}

/// A text on one line, with one blank where it has several.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What people gave, in the order of the run.
fn inputs(run: &Run<'_>, told: &JsonJournal) -> Vec<CorpusInput> {
    let entries = run.journal.entries.iter().zip(&told.entries);
    let declared = entries.clone().enumerate();
    let declared = declared.filter_map(|(index, (entry, _))| match entry.what {
        What::Declared { act, .. } => Some((act, index)),
        _ => None,
    });
    let declared: Vec<(u32, usize)> = declared.collect();
    let mut settings = settings(run.rules, run.scenario, run.journal, run.sources, &declared);
    settings.reverse();
    let inputs = entries.filter_map(|(entry, json)| {
        Some(CorpusInput {
            moment: json.moment.clone(),
            at: json.at.clone(),
            what: match &json.what {
                JsonWhat::Declared { act, secret } => {
                    let (targets, settings) = settings.pop()?;
                    let declared = told.acts.get(act.number as usize)?;
                    InputKind::Declaration {
                        act: act.number,
                        text: act.text.clone(),
                        actor: declared.actor.clone(),
                        action: declared.action.clone(),
                        targets,
                        settings,
                        secret: *secret,
                        tactic: declared.tactic.as_ref().map(|rule| rule.name.clone()),
                    }
                }
                other => given(entry, other)?,
            },
        })
    });
    inputs.collect()
}

/// What people gave beside declarations.
fn given(entry: &Entry, told: &JsonWhat) -> Option<InputKind> {
    Some(match told.clone() {
        JsonWhat::Rolled {
            who,
            purpose,
            sides,
            tally,
            faces,
            total,
        } => InputKind::Roll {
            count: match entry.what {
                What::Rolled { throw, .. } => throw.count,
                _ => return None,
            },
            who,
            purpose,
            sides,
            tally,
            faces,
            total,
        },
        JsonWhat::Asked {
            who,
            question,
            text,
            about,
            answer,
            by_default,
        } => InputKind::Answer {
            who,
            question,
            text,
            about,
            answer,
            by_default,
        },
        JsonWhat::Placed {
            act,
            key,
            first,
            by_default,
        } => InputKind::Placement {
            act: act.number,
            key,
            first,
            by_default,
        },
        JsonWhat::Corrected { text } => InputKind::Correction { text },
        JsonWhat::Declared { .. }
        | JsonWhat::PhaseBegins { .. }
        | JsonWhat::PhaseEnds { .. }
        | JsonWhat::Refused { .. }
        | JsonWhat::Added { .. }
        | JsonWhat::Arranged { .. }
        | JsonWhat::BatchBegins { .. }
        | JsonWhat::Resolved { .. }
        | JsonWhat::BatchEnds
        | JsonWhat::Changed { .. }
        | JsonWhat::Contradiction { .. }
        | JsonWhat::Cancelled { .. }
        | JsonWhat::Void { .. }
        | JsonWhat::Missed { .. }
        | JsonWhat::Raised { .. }
        | JsonWhat::Responded { .. }
        | JsonWhat::Withheld { .. }
        | JsonWhat::Noted { .. }
        | JsonWhat::Consulted { .. }
        | JsonWhat::Made { .. }
        | JsonWhat::Ended { .. } => return None,
    })
}

/// The batches, with the acts that were carried out in each.
fn order(told: &JsonJournal, course: &Course) -> Vec<CorpusBatch> {
    let mut batches: Vec<(usize, CorpusBatch)> = Vec::new();
    for (number, step) in course.steps.iter().enumerate() {
        let Some(entry) = told.entries.get(step.entry) else {
            continue;
        };
        if batches.last().is_none_or(|(of, _)| *of != step.batch) {
            let batch = CorpusBatch {
                batch: batches.len() + 1,
                moment: entry.moment.clone(),
                at: entry.at.clone(),
                keys: keys(told, step),
                acts: Vec::new(),
            };
            batches.push((step.batch, batch));
        }
        if let (JsonWhat::Resolved { act, stage, text }, Some((_, batch))) =
            (&entry.what, batches.last_mut())
        {
            let of = told.acts.get(act.number as usize);
            batch.acts.push(CorpusStep {
                place: number + 1,
                act: act.number,
                text: text.clone(),
                actor: of.map_or_else(String::new, |of| of.actor.clone()),
                action: of.map_or_else(String::new, |of| of.action.clone()),
                stage: stage.clone(),
            });
        }
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}

/// The named keys of the batch in which something was carried out; none of what was carried out at once, outside of the line.
fn keys(told: &JsonJournal, step: &ExecutedStage) -> Vec<JsonAttribute> {
    let before = told.entries.get(..step.entry).unwrap_or_default();
    let begun = before.iter().rev().find_map(|entry| match &entry.what {
        JsonWhat::BatchBegins { acts, place } => Some((acts, place)),
        _ => None,
    });
    match begun {
        Some((acts, place)) if acts.iter().any(|act| act.number == step.act) => place.clone(),
        _ => Vec::new(),
    }
}

/// An act that is not carried out to its end, if an entry tells of one.
fn not_done(told: &JsonJournal, entry: &JsonEntry) -> Option<NotDone> {
    let (act, how, because) = match &entry.what {
        JsonWhat::Refused { act, because } => (act, "refused", Some(because.clone())),
        JsonWhat::Void { act, because } => (act, "void", Some(because.clone())),
        JsonWhat::Cancelled { act, word, because } => (act, word.as_str(), because.clone()),
        JsonWhat::Missed { act } => (act, "missed", None),
        _ => return None,
    };
    Some(NotDone {
        act: act.number,
        text: act.text.clone(),
        actor: told.acts.get(act.number as usize)?.actor.clone(),
        how: how.to_owned(),
        because,
        moment: entry.moment.clone(),
        at: entry.at.clone(),
    })
}

/// The attributes of records but acts that changed.
fn changes(run: &Run<'_>, told: &JsonJournal) -> Vec<CorpusChange> {
    let entries = run.journal.entries.iter().zip(&told.entries);
    let values = entries.clone().filter_map(|(entry, _)| match entry.what {
        What::Changed {
            kind,
            slot,
            old,
            new,
            ..
        } if kind != KindId::ACT => Some([(kind, slot, old), (kind, slot, new)]),
        _ => None,
    });
    let values: Vec<_> = values.flatten().collect();
    let mut values =
        values_of(run.rules, run.scenario, run.journal, run.sources, &values).into_iter();
    let changes = entries.filter_map(|(entry, json)| match (entry.what, &json.what) {
        (
            What::Changed { kind, .. },
            JsonWhat::Changed {
                of,
                record,
                attribute,
                ..
            },
        ) if kind != KindId::ACT => Some(CorpusChange {
            of: of.clone(),
            record: record.clone(),
            attribute: attribute.clone(),
            old: values.next()?,
            new: values.next()?,
            moment: json.moment.clone(),
            at: json.at.clone(),
        }),
        _ => None,
    });
    changes.collect()
}

/// Why the pairs stand so whose order is expected; each pair once.
fn reasons(run: &Run<'_>, course: &Course) -> Vec<PairReason> {
    let pairs: BTreeSet<(usize, usize)> = course.pairs.iter().copied().collect();
    let pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
    let of = |step: usize| (course.steps[step].act, course.steps[step].stage);
    let asked: Vec<_> = pairs
        .iter()
        .map(|&(one, other)| [of(one), of(other)])
        .collect();
    let found = why_pairs(run, &asked);
    let reasons = pairs
        .into_iter()
        .zip(found)
        .map(|((one, other), why)| PairReason {
            first: one + 1,
            second: other + 1,
            together: course.steps[one].batch == course.steps[other].batch,
            why,
        });
    reasons.collect()
}
