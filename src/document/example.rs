//! A worked example: the situation of a scenario, and what came of it. Plays nothing: it is given what was told of the run.

use super::remarks::Remarks;
use super::speak::{plain_text, signed, spaced};
use super::tree::{DocumentBlock, Inline, Prose, Section, paragraph, plain_table, say};
use crate::source::{Sources, english};
use crate::syntax::ast::{EntryKind, Scenario, ScenarioEntry, Setting, ValueKind};

/// A scenario that has been played.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// As its author wrote it.
    pub scenario: &'a Scenario,
    /// What happened, line by line; nothing where its dice are left to chance.
    pub transcript: Option<&'a str>,
    /// Pictures of it that this program has made.
    pub pictures: &'a [Drawing],
    /// Attributes that are secret, each behind its kind: what the scenario sets them to is not told.
    pub secret: &'a [(String, String)],
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// In words.
    pub shows: String,
    /// As the text of an SVG image.
    pub svg: String,
}

/// A worked example as a section.
pub fn example(example: &Example<'_>, sources: &Sources) -> Section {
    let scenario = example.scenario;
    let title = plain_text(&scenario.title);
    let file = scenario.span.file;
    let remarks = Remarks::new(sources, [file]);
    let above = remarks.above(scenario.span).into_iter();
    let mut blocks: Vec<DocumentBlock> = above.map(DocumentBlock::Remark).collect();
    blocks.extend(situation(scenario, example.secret));
    match example.transcript {
        Some(transcript) => {
            // Its first lines say again what the title and the table above have said.
            let body = transcript
                .split_once("\n\n")
                .map_or(transcript, |(_, body)| body);
            blocks.push(paragraph("What happens:"));
            blocks.push(DocumentBlock::Lines(body.trim_end().to_owned()));
        }
        None => {
            let given = given(scenario, sources).filter(|_| example.secret.is_empty());
            let rest = match given {
                Some(given) => {
                    blocks.push(paragraph("This is given:"));
                    blocks.push(DocumentBlock::Lines(given));
                    "All else that happens is left to the dice."
                }
                None => "What happens is left to the dice.",
            };
            blocks.push(paragraph(rest));
        }
    }
    let pictures = example.pictures.iter();
    blocks.extend(pictures.map(|drawing| DocumentBlock::Picture {
        svg: drawing.svg.clone(),
        shows: drawing.shows.clone(),
    }));
    Section::new("example", &title, blocks)
}

/// What is declared, rolled and answered, as the author wrote it; `None`: nothing.
fn given(scenario: &Scenario, sources: &Sources) -> Option<String> {
    let text = sources.text(scenario.span.file);
    let is_given =
        |entry: &&ScenarioEntry| matches!(entry.kind, EntryKind::Period(_) | EntryKind::Line(_));
    let entries = scenario.entries.iter().filter(is_given);
    let written = entries.filter_map(|entry| text.get(entry.span.range()));
    // The lines of a period behind its first are indented as it is.
    let lines = written.flat_map(|entry| {
        let last = entry.lines().last().unwrap_or_default();
        let indent = last.len() - last.trim_start().len();
        let lines = entry.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_start().starts_with('#'));
        lines.map(move |(number, line)| {
            let behind = line.get(if number == 0 { 0 } else { indent }..);
            behind.unwrap_or(line.trim_start()).trim_end().to_owned()
        })
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Who is there and with what, as the scenario says.
fn situation(scenario: &Scenario, secret: &[(String, String)]) -> Vec<DocumentBlock> {
    let settings = |kind: &str, all: &[Setting]| settings(kind, all, secret);
    let mut fighters = Vec::new();
    let mut things = Vec::new();
    let mut terms: Vec<Prose> = Vec::new();
    for entry in &scenario.entries {
        match &entry.kind {
            EntryKind::Side(side) => {
                let name = match settings("side", &side.settings) {
                    said if said.is_empty() => side.name.text.clone(),
                    said => format!("{} ({said})", side.name.text),
                };
                for member in &side.members {
                    let times = member.times.as_ref();
                    let times =
                        times.map_or_else(String::new, |times| format!(" × {}", times.digits));
                    fighters.push(vec![
                        Prose::from(name.clone()),
                        Inline::Strong(format!("{}{times}", member.name.text)).into(),
                        settings("combatant", &member.settings).into(),
                    ]);
                }
            }
            EntryKind::Record {
                kind,
                name,
                settings: own,
            } => {
                things.push(vec![
                    Prose::from(spaced(&kind.text)),
                    Inline::Strong(name.text.clone()).into(),
                    settings(&kind.text, own).into(),
                ]);
            }
            EntryKind::Pair {
                name,
                settings: own,
            } => {
                let both = format!("{}, {}", name.one.text, name.other.text);
                things.push(vec![
                    Prose::from(spaced(&name.kind.text)),
                    Inline::Strong(both).into(),
                    settings(&name.kind.text, own).into(),
                ]);
            }
            EntryKind::Option { name, value } => {
                terms.push(say![
                    "The option ",
                    Inline::Term(spaced(&name.text), None),
                    format!(" is “{}”.", worth(&value.kind))
                ]);
            }
            EntryKind::Seed(seed) => {
                let seed = &seed.digits;
                terms.push(
                    format!("Dice that are not given are rolled from the number {seed}.").into(),
                );
            }
            EntryKind::BeginAt { phase, number } => {
                let number = number.as_ref();
                let number =
                    number.map_or_else(String::new, |number| format!(" {}", number.digits));
                terms.push(format!("It begins with {}{number}.", spaced(&phase.text)).into());
            }
            _ => {}
        }
    }
    let fighters = plain_table(["side", "who", "with"], fighters);
    let things = plain_table(["what", "called", "with"], things);
    let mut blocks: Vec<DocumentBlock> = fighters.into_iter().chain(things).collect();
    if !terms.is_empty() {
        blocks.push(paragraph(Prose::joined(terms, " ")));
    }
    blocks
}

/// `hp 6, surprised, no helmet`
fn settings(kind: &str, settings: &[Setting], secret: &[(String, String)]) -> String {
    let open = settings.iter().filter(|setting| {
        let mut secret = secret.iter();
        !secret.any(|(of, name)| of == kind && *name == setting.name.text)
    });
    let said = open.map(|setting| {
        let name = spaced(&setting.name.text);
        match &setting.value.kind {
            ValueKind::Yes => name,
            ValueKind::No | ValueKind::None => format!("no {name}"),
            value => format!("{name} {}", worth(value)),
        }
    });
    said.collect::<Vec<_>>().join(", ")
}

fn worth(value: &ValueKind) -> String {
    match value {
        ValueKind::Yes => "yes".to_owned(),
        ValueKind::No => "no".to_owned(),
        ValueKind::None => "none".to_owned(),
        ValueKind::Number(one) => signed(one),
        ValueKind::Quantity(one, unit) => format!("{} {}", signed(one), spaced(&unit.text)),
        ValueKind::Text(text) => format!("“{}”", plain_text(text)),
        ValueKind::Thing(thing) => spaced(&thing.text),
        ValueKind::Several(things) => {
            let things: Vec<String> = things.iter().map(|one| spaced(&one.text)).collect();
            english::listed(&things)
        }
    }
}
