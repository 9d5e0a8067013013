//! The point at which two runs part, in words, with the rule that is responsible. Reads journals.

use super::parting::{Parted, Parting};
use super::report::{FilePlace, Point, PointKind, Rule, RunMoment};
use super::trace::{RunTrace, TraceEvent};
use crate::journal::{ActNumber, Fate, Journal, Line, What};
use crate::ruleset::{ItemId, Ruleset};
use crate::run::Fault;
use crate::scenario::Scenario;
use crate::source::{Clean, Sources, Span};
use crate::view::{self, Names, Stood, Story, fault_diagnostic, moments};

/// One of two runs.
#[derive(Clone, Copy)]
pub struct DivergingRun<'a> {
    /// Its rules.
    pub rules: &'a Ruleset,
    /// Its scenario.
    pub scenario: &'a Scenario,
    /// Its journal.
    pub journal: &'a Journal,
    /// Its course.
    pub course: &'a RunTrace,
    /// What stopped it.
    pub fault: Option<&'a Fault>,
}

/// The point in words.
pub fn point(parting: &Parting, sides: [DivergingRun<'_>; 2], sources: &Sources) -> Point {
    let [left, right] = sides;
    let rival = |side: DivergingRun<'_>, event: Option<usize>| {
        event.map(|event| side.course.events[event].clone())
    };
    let (left_event, right_event) = (rival(left, parting.left), rival(right, parting.right));
    let mut point = Point {
        what: match parting.what {
            Parted::Order => PointKind::Order,
            Parted::Outcome => PointKind::Outcome,
            Parted::Table => PointKind::Table,
            Parted::Stop => PointKind::Stop,
            Parted::Sequence => PointKind::Sequence,
            Parted::Books => PointKind::Books,
        },
        left: match parting.left {
            Some(event) if parting.lacks == Some(0) => Some(left.nothing(event)),
            Some(event) => Some(left.moment(event, right_event.as_ref(), sources)),
            None => left.stop(sources),
        },
        right: match parting.right {
            Some(event) if parting.lacks == Some(1) => Some(right.nothing(event)),
            Some(event) => Some(right.moment(event, left_event.as_ref(), sources)),
            None => right.stop(sources),
        },
    };
    // Stages that are told in the same words are told by their names.
    if let (Some(one), Some(other)) = (&mut point.left, &mut point.right)
        && parting.what != Parted::Stop
        && (&one.when, &one.happens) == (&other.when, &other.happens)
    {
        for (moment, side, event) in [(one, left, parting.left), (other, right, parting.right)] {
            moment.happens += &event.map_or(String::new(), |event| side.stages(event));
        }
    }
    point
}

impl<'a> DivergingRun<'a> {
    fn moment(self, event: usize, rival: Option<&TraceEvent>, sources: &Sources) -> RunMoment {
        let entry = self.course.entries[event];
        let story = Story::new(Names::new(self.rules, self.scenario), self.journal);
        RunMoment {
            when: self.when(entry),
            happens: self.words(&story, entry),
            rule: self.rule(entry, rival, sources),
        }
    }

    /// That what happens in the other run does not happen here, where this run goes on.
    fn nothing(self, event: usize) -> RunMoment {
        RunMoment {
            when: self.when(self.course.entries[event]),
            happens: "nothing of that happens".to_owned(),
            rule: None,
        }
    }

    /// The fault that ended the run, if one did, with the item in which it lies, at its own line.
    fn stop(self, sources: &Sources) -> Option<RunMoment> {
        let fault = self.fault?;
        let what = fault_diagnostic(fault, self.rules, self.scenario, &Stood::default());
        let mut items = self.rules.items.iter();
        let around = fault.span.and_then(|span| {
            let item = items.rfind(|item| item.span.holds(span))?;
            Some(Rule {
                category: item.category.to_owned(),
                name: Clean(&item.name).to_string(),
                place: place(span, sources),
            })
        });
        let last = self.journal.entries.len().checked_sub(1);
        Some(RunMoment {
            when: last.map_or_else(String::new, |entry| self.when(entry)),
            happens: format!("it stops with an error: {}", what.message),
            rule: around,
        })
    }

    /// The die or the answer that is given nowhere, for which the run waits.
    pub(super) fn waits(self) -> Option<String> {
        let fault = self.fault.filter(|fault| fault.is_open_input())?;
        let what = fault_diagnostic(fault, self.rules, self.scenario, &Stood::default());
        Some(what.message)
    }

    fn when(self, entry: usize) -> String {
        let moment = moments(self.journal).into_iter().nth(entry);
        Names::new(self.rules, self.scenario).moment(&moment.unwrap_or_default())
    }

    fn words(self, story: &Story<'_>, entry: usize) -> String {
        let names = &story.names;
        match self.journal.entries[entry].what {
            What::Rolled {
                who,
                purpose,
                throw,
                faces,
                total,
            } => view::roll(story, (who, purpose), throw, faces, total),
            What::Asked { who, said, .. } => {
                format!(
                    "{} is asked: {}",
                    names.person(who),
                    story.said(said, entry)
                )
            }
            What::BatchBegins { .. } => self.batch(story, entry),
            What::Changed {
                kind,
                record,
                slot,
                old,
                new,
            } => {
                let name = names.attribute(kind, slot);
                let of = story.record(kind, record, entry);
                let [old, new] = [old, new].map(|value| story.value_of((kind, slot), value, entry));
                format!("{of}: {name} {old} -> {new}")
            }
            What::Refused { act, .. } => format!("refused: {}", story.act(act, entry)),
            What::Void { act, .. } => format!("void: {}", story.act(act, entry)),
            What::Missed { act } => format!("missed: {}", story.act(act, entry)),
            What::Cancelled { act, word, .. } => {
                format!("{}: {}", names.word(word), story.act(act, entry))
            }
            What::Ended { .. } => "the combat is over".to_owned(),
            _ => String::new(),
        }
    }

    fn batch(self, story: &Story<'_>, entry: usize) -> String {
        let carried_out = self.journal.carried_out(entry).into_iter();
        let done = carried_out.map(|(entry, act, stage)| story.act_at(act, stage, entry));
        let done: Vec<String> = done.collect();
        match done.len() {
            0 | 1 => done.concat(),
            _ => format!("at the same time: {}", done.join("; ")),
        }
    }

    /// Which stages a batch carries out, where actions have several: ` (at the stage opens)`.
    fn stages(self, event: usize) -> String {
        let carried_out = self.journal.carried_out(self.course.entries[event]);
        let stages = carried_out.into_iter().filter_map(|(_, act, stage)| {
            let action = self.journal.act(act).action;
            let stages = &self.rules.actions[action.index()].stages;
            let name = self.rules.word(stages.get(usize::from(stage))?.name);
            (stages.len() > 1).then_some(name)
        });
        let stages: Vec<&str> = stages.collect();
        match stages.is_empty() {
            true => String::new(),
            false => format!(" (at its stage {})", stages.join(", ")),
        }
    }

    fn acts(self, entry: usize) -> Vec<ActNumber> {
        match self.journal.entries[entry].what {
            What::BatchBegins { acts, .. } => self.journal.acts_named(acts),
            _ => Vec::new(),
        }
    }

    /// The rule that is responsible: for a batch the one that put it there, else the item that caused it.
    fn rule(self, entry: usize, rival: Option<&TraceEvent>, sources: &Sources) -> Option<Rule> {
        let acts = self.acts(entry);
        if acts.is_empty() {
            return self.item(self.journal.entries[entry].cause?, sources);
        }
        let line = self.line_at(entry)?;
        let rivals = self.rivals(rival);
        let moved = line.rulings.iter().filter(|ruling| {
            matches!(ruling.fate, Fate::Moved | Fate::Together)
                && (acts.contains(&ruling.mover) || acts.contains(&ruling.reference))
        });
        if let Some(exception) = moved.filter_map(|ruling| ruling.by.exception()).next() {
            return self.item(self.rules.exceptions[exception.index()].item, sources);
        }
        let added = acts.iter().find_map(|act| self.added_by(*act));
        let key = acts.iter().find_map(|act| {
            rivals
                .iter()
                .find_map(|rival| self.key(line, *act, *rival, sources))
        });
        key.or_else(|| self.item(added?, sources))
    }

    /// The item that added an act which was not declared.
    fn added_by(self, act: ActNumber) -> Option<ItemId> {
        if self.journal.act(act).is_declared() {
            return None;
        }
        let added = |what: What| matches!(what, What::Added { act: other, .. } if other == act);
        self.journal
            .entries
            .iter()
            .find(|entry| added(entry.what))?
            .cause
    }

    /// The line in which a batch stood.
    fn line_at(self, entry: usize) -> Option<&'a Line> {
        let before = self.journal.entries[..entry].iter().rev();
        let number = before.into_iter().find_map(|entry| match entry.what {
            What::Arranged { line } => Some(line),
            _ => None,
        })?;
        self.journal.get_line(number)
    }

    /// The acts that the other run has at this point.
    fn rivals(self, rival: Option<&TraceEvent>) -> Vec<ActNumber> {
        let Some(TraceEvent::Batch(_, steps)) = rival else {
            return Vec::new();
        };
        let names = self.course.acts.iter().enumerate();
        names
            .filter(|(_, name)| steps.iter().any(|(other, _)| other == *name))
            .map(|(act, _)| act as ActNumber)
            .collect()
    }

    /// The first key in which two acts of a line differ.
    fn key(self, line: &Line, act: ActNumber, other: ActNumber, sources: &Sources) -> Option<Rule> {
        let order = self.rules.orders.get(line.order as usize)?;
        let (own, others) = (
            self.journal.keys_of(line, act)?,
            self.journal.keys_of(line, other)?,
        );
        let number = own
            .iter()
            .zip(others)
            .position(|(own, other)| own != other)?;
        let key = order.keys.get(number)?;
        let name = match (key.text.as_str(), key.name) {
            ("", Some(name)) => self.rules.word(name).to_owned(),
            (text, _) => text.to_owned(),
        };
        Some(Rule {
            category: "key".to_owned(),
            name: Clean(&name).to_string(),
            place: place(key.span, sources),
        })
    }

    fn item(self, item: ItemId, sources: &Sources) -> Option<Rule> {
        let item = self.rules.items.get(item.index())?;
        Some(Rule {
            category: item.category.to_owned(),
            name: Clean(&item.name).to_string(),
            place: place(item.span, sources),
        })
    }
}

/// Where something stands.
pub fn place(span: Span, sources: &Sources) -> FilePlace {
    FilePlace {
        file: Clean(sources.name(span.file)).to_string(),
        line: sources.line_col(span).line,
    }
}
