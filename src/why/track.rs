//! When each act came into the line, which stages of it were carried out when, and what became of it. Reads the journal once, judges nothing.

use super::selected::Selector;
use super::twins::{self, TwinMark};
use crate::journal::{ActNumber, Line, What};
use crate::ruleset::{ItemId, MISSING, PhaseId, Value};
use crate::source::Sources;
use crate::view::{PhaseNumbers, Story, moments};
use std::collections::BTreeMap;

/// A run, and where everything of it stands in the journal.
pub struct Track<'a> {
    /// How it is told.
    pub story: Story<'a>,
    /// The texts of the rule files.
    pub sources: &'a Sources,
    /// The moment of each entry.
    pub moments: Vec<PhaseNumbers>,
    /// What became of each act.
    pub lives: Vec<Life>,
    /// For each batch the entry with which it begins, and its acts.
    pub batches: Vec<(usize, Vec<ActNumber>)>,
    /// For each line the entry with which it was worked out.
    pub arranged: Vec<usize>,
    /// Where the game master put acts whose key is missing: first or not.
    pub placed: BTreeMap<(ActNumber, u32), bool>,
    /// Something stopped the run before its end.
    pub stopped: bool,
    /// What is asked of acts as they were declared: no act was such when it was carried out or ended.
    pub as_declared: Vec<Selector>,
    /// What tells each act apart from those that are told in the same words.
    marks: Vec<TwinMark>,
    /// What stages of the acts in question are called, in whatever line they stand.
    called: BTreeMap<(ActNumber, u16), String>,
}

/// What became of an act, by entries of the journal.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// It came into the line.
    pub came: Option<usize>,
    /// It came as the very next batch.
    pub next: bool,
    /// The item that added it.
    pub by: Option<ItemId>,
    /// Its stages, one after the other.
    pub resolved: Vec<usize>,
    /// It was cancelled, void or refused.
    pub ended: Option<usize>,
    /// Its place had gone by.
    pub missed: Vec<usize>,
    /// It came up: was declared or added.
    seen: Option<usize>,
}

impl<'a> Track<'a> {
    /// What became of an act.
    pub fn life(&self, act: ActNumber) -> &Life {
        &self.lives[act as usize]
    }

    fn life_mut(&mut self, act: ActNumber) -> &mut Life {
        &mut self.lives[act as usize]
    }

    /// Reads the journal of a story.
    pub fn new(story: Story<'a>, sources: &'a Sources) -> Self {
        let journal = story.journal;
        let mut track = Track {
            sources,
            moments: moments(journal),
            lives: vec![Life::default(); journal.acts.len()],
            batches: Vec::new(),
            arranged: vec![0; journal.lines.len()],
            placed: BTreeMap::new(),
            stopped: false,
            as_declared: Vec::new(),
            marks: Vec::new(),
            called: BTreeMap::new(),
            story,
        };
        for (index, entry) in journal.entries.iter().enumerate() {
            match entry.what {
                What::Added { act, next } => {
                    let declared = journal.act(act).is_declared();
                    let life = track.life_mut(act);
                    life.came = Some(index);
                    life.next = next;
                    life.by = entry.cause.filter(|_| !declared);
                    life.seen.get_or_insert(index);
                }
                What::Declared { act, .. } => {
                    track.life_mut(act).seen.get_or_insert(index);
                }
                What::Missed { act } => track.life_mut(act).missed.push(index),
                What::Resolved { act, .. } => track.life_mut(act).resolved.push(index),
                What::Refused { act, .. }
                | What::Void { act, .. }
                | What::Cancelled { act, .. } => {
                    track.life_mut(act).ended = Some(index);
                }
                What::BatchBegins { acts, .. } => {
                    let acts = journal.values(acts).iter();
                    let acts = acts.map(|&act| act as ActNumber).collect();
                    track.batches.push((index, acts));
                }
                What::Arranged { line } => track.arranged[line as usize] = index,
                What::Placed {
                    act, key, first, ..
                } => {
                    track.placed.insert((act, key), first);
                }
                _ => {}
            }
        }
        let acts = 0..track.lives.len() as ActNumber;
        let seen: Vec<usize> = acts.map(|act| track.seen(act)).collect();
        track.marks = twins::apart(&track.story, &seen, &track.moments);
        track
    }

    /// Calls two stages of acts always as they were called when they were over, and marks those that are told alike by when they came, or came up.
    pub fn tell_apart(&mut self, [one, other]: [(ActNumber, u16); 2]) {
        for (act, stage) in [one, other] {
            let end = self.story.journal.entries.len();
            let entry = self.left(act, stage).unwrap_or(end);
            let called = self.story.act_at(act, stage, entry);
            self.called.insert((act, stage), called);
        }
        let told = |track: &Self, (act, stage): (ActNumber, u16)| {
            let entry = track.left(act, stage).unwrap_or(track.seen(act));
            let moment = track.moments.get(entry).cloned().unwrap_or_default();
            (track.act_at(act, stage, entry), moment)
        };
        let (first, second) = (told(self, one), told(self, other));
        if one.0 == other.0 || first.0 != second.0 || first.1 == second.1 {
            return;
        }
        // Different rounds say enough.
        let parts = match first.1.first() == second.1.first() {
            true => usize::MAX,
            false => 1,
        };
        for (act, moment) in [(one.0, first.1), (other.0, second.1)] {
            let moment = self.story.names.moment(&moment[..parts.min(moment.len())]);
            self.marks[act as usize].text += &format!(" in {moment}");
        }
    }

    /// The entry with which an act came up.
    pub fn seen(&self, act: ActNumber) -> usize {
        self.life(act).seen.unwrap_or(usize::MAX)
    }

    /// The entry by which a stage of an act was over: carried out, or ended before.
    pub fn left(&self, act: ActNumber, stage: u16) -> Option<usize> {
        let life = self.life(act);
        let carried_out = life.resolved.get(usize::from(stage)).copied();
        carried_out.or(life.ended)
    }

    /// Whether an entry was written within these repetitions of phases.
    pub fn is_within(&self, entry: usize, within: &[(PhaseId, Value)]) -> bool {
        let moment = self.moments.get(entry);
        moment.is_some_and(|moment| within.iter().all(|part| moment.contains(part)))
    }

    /// The moment of an entry in words.
    pub fn moment(&self, entry: usize) -> String {
        let moment = self.moments.get(entry);
        moment.map_or_else(String::new, |moment| self.story.names.moment(moment))
    }

    /// The innermost phase that ran when an entry was written, if it has no numbers. `O(n)` in the entries before it.
    pub fn part(&self, entry: usize) -> Option<PhaseId> {
        let mut running = Vec::new();
        for entry in self.story.journal.entries.iter().take(entry + 1) {
            match entry.what {
                What::PhaseBegins { phase, number, .. } => running.push((phase, number)),
                What::PhaseEnds { .. } => drop(running.pop()),
                _ => {}
            }
        }
        let innermost = running.last().filter(|(_, number)| *number == MISSING);
        innermost.map(|(phase, _)| *phase)
    }

    /// How many stages of an act had been carried out when an entry was written.
    pub fn stage_at(&self, act: ActNumber, entry: usize) -> u16 {
        let resolved = &self.life(act).resolved;
        resolved.partition_point(|&done| done < entry) as u16
    }

    /// An act at the stage that came next when an entry was written, in words.
    pub fn act(&self, act: ActNumber, entry: usize) -> String {
        let last = self.stages(act).saturating_sub(1);
        self.act_at(act, self.stage_at(act, entry).min(last), entry)
    }

    /// An act as a whole in words, told apart from acts that are told alike.
    pub fn act_whole(&self, act: ActNumber, entry: usize) -> String {
        self.story.act(act, entry) + &self.marks[act as usize].text
    }

    /// The entry that says that the trigger responded that added an act.
    pub fn responded(&self, act: ActNumber) -> Option<usize> {
        let life = self.life(act);
        let (came, by) = (life.came?, life.by?);
        let rules = self.story.names.rules;
        let entries = self.story.journal.entries.get(..came)?;
        entries.iter().rposition(|entry| match entry.what {
            What::Responded { trigger } => rules.triggers[trigger.index()].item == by,
            _ => false,
        })
    }

    /// The answer after which a trigger added an act: `grub answered yes to parries`.
    pub fn answer_before(&self, act: ActNumber) -> Option<String> {
        let (responded, came) = (self.responded(act)?, self.life(act).came?);
        let mut between = (responded..came).rev();
        between.find_map(|entry| self.story.answered(entry))
    }

    /// A stage of an act in words, told apart from acts that are told alike.
    pub fn act_at(&self, act: ActNumber, stage: u16, entry: usize) -> String {
        let called = self.called.get(&(act, stage)).cloned();
        let called = called.unwrap_or_else(|| self.story.act_at(act, stage, entry));
        called + &self.marks[act as usize].text
    }

    /// Which an act is of several that are told alike in one repetition of the outermost phase: `2` of `ann strikes bob (number 2)`.
    pub fn number(&self, act: ActNumber) -> usize {
        self.marks[act as usize].number.max(1)
    }

    /// How many stages an act has.
    pub fn stages(&self, act: ActNumber) -> u16 {
        let action = self.story.action(act);
        action.map_or(1, |action| action.stages.len() as u16)
    }

    /// Whether an act was not over when the run stopped.
    pub fn is_open(&self, act: ActNumber) -> bool {
        self.stopped && self.life(act).ended.is_none()
    }

    /// Whether an act never stands in the line.
    pub fn is_at_once(&self, act: ActNumber) -> bool {
        self.story.action(act).is_some_and(|action| action.at_once)
    }

    /// Several acts in words.
    pub fn acts(&self, acts: &[ActNumber], entry: usize) -> Vec<String> {
        acts.iter().map(|&act| self.act(act, entry)).collect()
    }

    /// The line that was in force when an entry was written, by number.
    pub fn line_at(&self, entry: usize) -> Option<usize> {
        let arranged = &self.arranged;
        arranged.partition_point(|&at| at < entry).checked_sub(1)
    }

    /// The place of an act in a line: the number of its batch, and its index among the acts.
    pub fn place(&self, line: &Line, act: ActNumber) -> Option<(usize, usize)> {
        let journal = self.story.journal;
        let acts = journal.values(line.acts);
        let index = acts.iter().position(|&other| other == Value::from(act))?;
        let mut behind = 0;
        let sizes = journal.values(line.batches);
        let batch = sizes.iter().position(|&size| {
            behind += size;
            (index as Value) < behind
        })?;
        Some((batch, index))
    }
}
