//! Tells one entry of the journal after the other. Decides what is worth telling; how it is indented is the business of `pages`.

use super::changes::{Change, Changes, Roll, Told, keeps_roll, matters};
use super::moves::Moves;
use super::pages::Pages;
use super::phrases;
use crate::journal::{ActNumber, Entry, Fate, Range, Said, What};
use crate::ruleset::{EventId, ItemId, Value};
use crate::view::Story;
use crate::view::names::capital;

/// Somebody who reads the journal from the beginning to the end.
#[derive(Debug)]
pub struct Teller<'a, 's> {
    story: &'s Story<'a>,
    verbose: bool,
    pages: Pages,
    changes: Changes,
    moves: Moves,
    /// rolls since the last batch or phase
    rolls: Vec<Roll>,
    /// the order in force
    order: u32,
    batch: Batch,
}

/// The batch in hand.
#[derive(Debug, Default)]
struct Batch {
    acts: Vec<ActNumber>,
    /// how many steps what belongs to it stands in
    steps: usize,
    /// the details of an act stand a step further in
    within_act: bool,
}

impl<'a, 's> Teller<'a, 's> {
    /// Begins to tell.
    pub fn new(story: &'s Story<'a>, verbose: bool, pages: Pages) -> Self {
        Teller {
            story,
            verbose,
            pages,
            changes: Changes::default(),
            moves: Moves::default(),
            rolls: Vec::new(),
            order: 0,
            batch: Batch::default(),
        }
    }

    /// Everything that was told.
    pub fn finish(mut self) -> String {
        self.tell_changes(self.story.journal.entries.len());
        self.pages.finish()
    }

    /// Tells one entry.
    pub fn entry(&mut self, index: usize) {
        let Entry { cause, what } = self.story.journal.entries[index];
        if let What::Changed {
            kind,
            record,
            slot,
            old,
            new,
        } = what
        {
            let change = Change {
                kind,
                record,
                slot,
                old,
                new,
                cause,
            };
            return self.changed(&change, index);
        }
        if self.is_told(&what) {
            self.tell_changes(index);
        }
        // What follows once a batch of several acts is done is of no single one of them.
        if self.batch.acts.len() > 1 && matches!(what, What::Responded { .. } | What::Added { .. })
        {
            self.leave_act();
        }
        match what {
            What::PhaseBegins { phase, number, .. } => {
                self.rolls.clear();
                self.pages.open(self.story.names.heading(phase, number));
            }
            What::PhaseEnds { .. } => self.pages.close(),
            What::BatchBegins { acts, place } => self.batch_begins(acts, place),
            What::Resolved { act, stage } => self.resolved(act, stage, index),
            What::BatchEnds => self.batch_ends(),
            What::Arranged { line } => self.arranged(line, index),
            _ => self.happened(cause, what, index),
        }
    }

    /// Whether an entry may be told, so that what has changed before must be told first.
    fn is_told(&self, what: &What) -> bool {
        self.verbose
            || !matches!(
                what,
                What::Responded { .. }
                    | What::Withheld { .. }
                    | What::Made { .. }
                    | What::Arranged { .. }
            )
    }

    fn happened(&mut self, cause: Option<ItemId>, what: What, index: usize) {
        match what {
            What::Rolled {
                who,
                purpose,
                sides,
                faces,
                total,
            } => {
                self.rolls.push((who, purpose, total));
                let roll = phrases::roll(self.story, (who, purpose), sides, faces, total);
                self.line(&roll);
            }
            What::Asked {
                who,
                question,
                said,
                answer,
                by_default,
                ..
            } if self.verbose || !by_default => {
                let who = self.story.names.person(who);
                let said = self.story.said(said, index);
                let answer = phrases::answer(self.story, question, answer, index);
                let how = if by_default { ", by default" } else { "" };
                self.line(&format!("{who} is asked: {said} {}{how}", capital(&answer)));
            }
            What::Placed {
                act,
                first,
                by_default,
                ..
            } if self.verbose || !by_default => {
                let place = if first { "first" } else { "last" };
                let act = self.story.act(act, index);
                self.line(&format!("the game master puts {place}: {act}"));
            }
            What::Declared { act, secret } => self.declared(act, secret, index),
            What::Added { act, next } => self.added(act, next, cause, index),
            What::Refused { act, because } => {
                self.ended("refused", act, Some(because), cause, index)
            }
            What::Void { act, because } => self.ended("void", act, Some(because), cause, index),
            What::Cancelled { act, word, because } => {
                let word = self.story.names.word(word);
                self.ended(&word, act, because, cause, index);
            }
            What::Missed { act } => {
                let act = self.story.act(act, index);
                self.line(&format!("missed: {act}, whose place had gone by"));
            }
            What::Contradiction {
                kind,
                record,
                slot,
                kept,
                dropped,
            } => {
                let names = &self.story.names;
                let of = names.record(kind, record);
                let name = names.attribute(kind, slot);
                let shown = |value: Value| match names.attribute_rule(kind, slot) {
                    Some(rule) => self.story.value(&rule.declared.ty, value, index),
                    None => value.to_string(),
                };
                let (kept, dropped) = (shown(kept), shown(dropped));
                self.line(&format!(
                    "contradiction: {of}: {name} set to {kept} and to {dropped}; {kept} counts"
                ));
            }
            What::Raised { event, values } => self.raised(event, values, index),
            What::Noted { said } => self.line(&self.story.said(said, index)),
            What::Consulted { table, row, key } => {
                if let Some(row) = phrases::row(self.story, table, row, key, index) {
                    self.line(&row);
                }
            }
            What::Ended { because } => self.over(because, index),
            _ if self.verbose => self.bookkeeping(cause, what),
            _ => {}
        }
    }

    /// What only a verbose transcript tells.
    fn bookkeeping(&mut self, cause: Option<ItemId>, what: What) {
        let names = &self.story.names;
        let title = cause.map(|item| names.item(item)).unwrap_or_default();
        let line = match what {
            What::Responded { .. } => format!("trigger: {title}"),
            What::Withheld { used_up: true, .. } => {
                format!("trigger: {title}: not again, its limit is used up")
            }
            What::Withheld { .. } => format!("trigger: {title}: its condition is not met"),
            What::Made { kind, record } => format!("new: {}", names.record(kind, record)),
            _ => return,
        };
        self.line(&line);
    }

    fn declared(&mut self, act: ActNumber, secret: bool, index: usize) {
        let actor = self.story.actor(act);
        let how = if secret { " in secret" } else { "" };
        let deed = self.story.deed(act, index);
        self.line(&format!("{actor} declares{how}: {deed}"));
    }

    /// Only acts that the rules add are told; those that are declared have been.
    fn added(&mut self, act: ActNumber, next: bool, cause: Option<ItemId>, index: usize) {
        let record = self.story.journal.acts.get(act as usize);
        let by_rules = record.is_some_and(|record| record.declaration.is_none());
        if by_rules && self.story.action(act).is_some_and(|action| !action.at_once) {
            let when = if next { "next" } else { "added" };
            let act = self.story.act(act, index);
            let tag = phrases::tag(self.story, cause);
            self.line(&format!("{when}: {act}{tag}"));
        }
    }

    /// An act that does not happen: `spoiled: ann casts sleep, because orc 1 hit ann`.
    fn ended(
        &mut self,
        word: &str,
        act: ActNumber,
        because: Option<Said>,
        cause: Option<ItemId>,
        index: usize,
    ) {
        let act = self.story.act(act, index);
        let because = because.map_or(String::new(), |said| {
            format!(", because {}", self.story.said(said, index))
        });
        let tag = phrases::tag(self.story, cause);
        self.line(&format!("{word}: {act}{because}{tag}"));
    }

    fn raised(&mut self, event: EventId, values: Range, index: usize) {
        let event = self.story.names.rules.events.get(event.index());
        if let Some(text) = event.and_then(|event| event.text) {
            let values = self.story.journal.values(values);
            self.line(&self.story.told(text, values, index));
        }
    }

    fn over(&mut self, because: Option<Said>, index: usize) {
        let because = because.map_or(String::new(), |said| {
            format!(": {}", self.story.said(said, index))
        });
        self.line(&format!("the combat is over{because}"));
    }

    fn arranged(&mut self, line: u32, index: usize) {
        let Some(line) = self.story.journal.lines.get(line as usize) else {
            return;
        };
        self.order = line.order;
        self.moves.arranged(line);
        for ruling in &line.rulings {
            let what = match ruling.fate {
                Fate::Contradiction => "contradiction, nothing is moved",
                Fate::Overruled if self.verbose => "overruled",
                Fate::Weakest if self.verbose => "overruled as the weakest of a circle",
                _ => continue,
            };
            let mover = self.story.act(ruling.mover, index);
            let relation = phrases::relation(ruling.relation);
            let reference = self.story.act(ruling.reference, index);
            let tag = phrases::tag(self.story, phrases::exception_item(self.story, ruling));
            self.tell_changes(index);
            self.line(&format!("{what}: {mover} {relation} {reference}{tag}"));
        }
    }

    fn batch_begins(&mut self, acts: Range, place: Range) {
        self.rolls.clear();
        let journal = self.story.journal;
        match phrases::label(self.story, self.order, journal.values(place)) {
            Some(label) => self.pages.label(label),
            None => self.pages.unlabel(),
        }
        let acts: Vec<ActNumber> = (journal.values(acts).iter())
            .filter_map(|&act| u32::try_from(act).ok())
            .collect();
        let together = acts.len() > 1;
        self.batch = Batch {
            acts,
            steps: 0,
            within_act: false,
        };
        if together {
            self.line("at the same time:");
            self.pages.step_in();
            self.batch.steps = 1;
        }
    }

    fn resolved(&mut self, act: ActNumber, stage: u16, index: usize) {
        let of_batch = self.batch.acts.contains(&act);
        if of_batch {
            self.leave_act();
        }
        let shown = self.story.act_at(act, stage, index);
        self.line(&shown);
        let moves = self.moves.resolved(act);
        if of_batch {
            self.pages.step_in();
            self.batch.steps += 1;
            self.batch.within_act = true;
        }
        for ruling in moves {
            let moved = phrases::moved(self.story, &ruling, index);
            self.line(&moved);
        }
    }

    /// Details no longer belong to one act of a batch.
    fn leave_act(&mut self) {
        if std::mem::take(&mut self.batch.within_act) {
            self.pages.step_out(1);
            self.batch.steps -= 1;
        }
    }

    fn batch_ends(&mut self) {
        self.rolls.clear();
        let batch = std::mem::take(&mut self.batch);
        self.pages.step_out(batch.steps);
    }

    fn changed(&mut self, change: &Change, index: usize) {
        // What a batch of several acts changes is of no single one of them.
        if self.batch.acts.len() > 1 {
            self.leave_act();
        }
        let matters = matters(self.story, change.kind, change.slot)
            && !keeps_roll(self.story, change, &self.rolls);
        if (self.verbose || matters)
            && let Some(told) = self.changes.add(change, self.story, index)
        {
            self.tell(&told);
        }
    }

    fn tell_changes(&mut self, index: usize) {
        if let Some(told) = self.changes.take(self.story, index) {
            self.tell(&told);
        }
    }

    /// A change is told with its cause where that is a trigger: nobody else would know why it comes.
    fn tell(&mut self, told: &Told) {
        let items = &self.story.names.rules.items;
        let by_trigger = |item: &ItemId| {
            let item = items.get(item.index());
            item.is_some_and(|item| item.category == "trigger")
        };
        let tag = phrases::tag(self.story, told.cause.filter(by_trigger));
        self.line(&format!("{}{tag}", told.text));
    }

    fn line(&mut self, text: &str) {
        if self.batch.acts.is_empty() {
            self.pages.unlabel();
        }
        self.pages.line(text);
    }
}
