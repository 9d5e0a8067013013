//! Tells one entry of the journal after the other. Decides what is worth telling; how it is indented is the business of `pages`.

use std::collections::BTreeMap;

use super::changes::{ChangeLine, Changes, MARK, RollResult, ValueChange, keeps_roll, matters};
use super::moves::Moves;
use super::pages::Pages;
use super::phrases;
use crate::journal::{ActNumber, Entry, Fate, Line, Range, What};
use crate::ruleset::ItemId;
use crate::view::Story;
use crate::view::secrecy::Hidden;
/// For whom a transcript is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The game master, who knows all.
    Master,
    /// The players.
    Player,
    /// Those who only are not to learn secret values.
    Other,
    /// Those who read of it later: they learn what came to nothing too.
    Reader,
}

impl Audience {
    /// What is kept from the reader.
    fn hidden(self, what: &What) -> Option<Hidden> {
        let comes_to_nothing = matches!(
            what,
            What::Refused { .. } | What::Void { .. } | What::Cancelled { .. } | What::Missed { .. }
        );
        match self {
            Audience::Master => None,
            Audience::Reader if comes_to_nothing => Some(Hidden::Values),
            Audience::Player | Audience::Reader => Some(Hidden::All),
            Audience::Other => Some(Hidden::Values),
        }
    }
}

/// Reads the journal from the beginning to the end.
#[derive(Debug)]
pub struct Teller<'a, 's> {
    pub(super) story: &'s Story<'a>,
    pub(super) verbose: bool,
    audience: Audience,
    /// the entry that is being told is left out
    is_secret: bool,
    /// the entry that is being told shows a secret value, and is marked for that
    is_marked: bool,
    pages: Pages,
    changes: Changes,
    pub(super) moves: Moves,
    /// acts that the rules have added and that are told as they are carried out, each with the rule that did it
    pub(super) added_by: BTreeMap<ActNumber, String>,
    /// the entry behind the dice of a pool that have been told together
    pub(super) pool_end: usize,
    /// rolls since the last batch or phase
    pub(super) rolls: Vec<RollResult>,
    /// the line in force
    line: Option<&'s Line>,
    batch: CurrentBatch,
}

/// The batch in hand.
#[derive(Debug, Default)]
struct CurrentBatch {
    acts: Vec<ActNumber>,
    /// how many steps what belongs to it stands in
    steps: usize,
    /// the details of an act stand a step further in
    within_act: bool,
}

impl<'a, 's> Teller<'a, 's> {
    /// Begins to tell.
    pub fn new(story: &'s Story<'a>, verbose: bool, audience: Audience, pages: Pages) -> Self {
        Teller {
            story,
            verbose,
            audience,
            is_secret: false,
            is_marked: false,
            pages,
            changes: Changes::default(),
            moves: Moves::default(),
            added_by: BTreeMap::new(),
            pool_end: 0,
            rolls: Vec::new(),
            line: None,
            batch: CurrentBatch::default(),
        }
    }

    /// Everything that was told.
    pub fn finish(mut self) -> String {
        self.tell_changes(self.story.journal.entries.len());
        if let Some(cut) = self.story.journal.cut() {
            self.pages.line(&cut);
        }
        self.pages.finish()
    }

    /// Tells one entry.
    pub fn entry(&mut self, index: usize) {
        let Entry { cause, what } = self.story.journal.entries[index];
        let is_hidden = |hidden| self.story.is_hidden(index, hidden);
        self.is_secret = self.audience.hidden(&what).is_some_and(is_hidden);
        self.is_marked = self.audience == Audience::Master && is_hidden(Hidden::All);
        if let What::Changed {
            kind,
            record,
            slot,
            old,
            new,
        } = what
        {
            let change = ValueChange {
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
        if self.batch.acts.len() > 1
            && matches!(
                what,
                What::Responded { .. } | What::Added { .. } | What::Contradiction { .. }
            )
        {
            self.leave_act();
        }
        match what {
            What::PhaseBegins { phase, number, .. } => {
                self.rolls.clear();
                self.pages.open(self.story.names.heading(phase, number));
            }
            What::PhaseEnds { .. } => self.pages.close(),
            What::BatchBegins { acts, .. } => self.batch_begins(acts, index),
            What::Resolved { act, stage } => self.resolved(act, stage, index),
            What::BatchEnds => self.batch_ends(),
            What::Arranged { line } => self.arranged(line, index),
            _ => self.happened(cause, what, index),
        }
    }

    /// Whether an entry may be told, so that what has changed before must be told first.
    fn is_told(&self, what: &What) -> bool {
        let is_title = matches!(what, What::Noted { said } if self.story.is_title(*said));
        self.verbose
            || !is_title
                && !matches!(
                    what,
                    What::Responded { .. }
                        | What::Withheld { .. }
                        | What::Made { .. }
                        | What::Arranged { .. }
                )
    }

    fn arranged(&mut self, line: u32, index: usize) {
        let Some(line) = self.story.journal.get_line(line) else {
            return;
        };
        let before = self.line.replace(line);
        self.moves.arranged(line);
        for ruling in self.story.in_order(&line.rulings) {
            let what = match ruling.fate {
                Fate::Contradiction => "contradiction, nothing is moved",
                Fate::Together => "a circle, all of it at once",
                Fate::Overruled if self.verbose => "overruled",
                Fate::Weakest if self.verbose => "overruled as the weakest of a circle",
                _ => continue,
            };
            // What was so in the line before and still is need not be told again.
            if !self.verbose && before.is_some_and(|before| before.rulings.contains(ruling)) {
                continue;
            }
            let mover = self.story.act(ruling.mover, index);
            let relation = phrases::relation(ruling.relation);
            let reference = self.story.act(ruling.reference, index);
            let tag = phrases::in_brackets(phrases::authority(self.story, ruling.by));
            self.tell_changes(index);
            let is_secret = self.names_secret(ruling.mover, index)
                || self.names_secret(ruling.reference, index);
            self.write(
                &format!("{what}: {mover} {relation} {reference}{tag}"),
                is_secret,
            );
        }
    }

    fn batch_begins(&mut self, acts: Range, index: usize) {
        self.rolls.clear();
        let acts = self.story.journal.acts_named(acts);
        self.label(&acts, index);
        let together = acts.len() > 1;
        self.batch = CurrentBatch {
            acts,
            steps: 0,
            within_act: false,
        };
        if together {
            self.write("at the same time:", false);
            self.pages.step_in();
            self.batch.steps = 1;
        }
    }

    /// Puts a batch beneath the shown keys of an act that stands where its keys put it; a batch without one stays where we are.
    fn label(&mut self, acts: &[ActNumber], index: usize) {
        let mut by_keys = acts.iter().filter(|&&act| self.moves.stands_by_keys(act));
        if let (Some(&act), Some(line)) = (by_keys.next(), self.line) {
            let is_kept = self.audience != Audience::Master && self.keys_are_secret(line, index);
            match phrases::label(self.story, line, act).filter(|_| !is_kept) {
                Some(label) => self.pages.label(label),
                None => self.pages.unlabel(),
            }
        }
    }

    /// Whether the shown keys of a line tell secret values.
    fn keys_are_secret(&self, line: &Line, index: usize) -> bool {
        let order = self.story.names.rules.orders.get(line.order as usize);
        let keys = order.map_or(&[][..], |order| order.keys.as_slice());
        let mut shown = keys.iter().filter(|key| key.shown);
        self.story.has_secret_values() && shown.any(|key| self.story.reads_secret(key.value, index))
    }

    fn resolved(&mut self, act: ActNumber, stage: u16, index: usize) {
        let of_batch = self.batch.acts.contains(&act);
        if of_batch {
            self.leave_act();
        }
        let added_by = self.added_by.remove(&act).unwrap_or_default();
        let hides = self.is_secret && self.story.is_hidden(index, Hidden::Values);
        if hides {
            // It cannot be left out: what comes of it is told below it.
            let deed = self.story.deed_for_all(act, Some(stage), index);
            let actor = self.story.actor(act);
            self.write(&format!("{actor} {deed}{added_by}"), false);
        } else {
            let shown = self.story.act_at(act, stage, index);
            self.line(&format!("{shown}{added_by}"));
        }
        let mut moves = self.moves.resolved(act);
        // The strongest first, then by their titles, so that it does not depend on the listing of the rules.
        moves.sort_by_cached_key(|ruling| {
            let over = self.story.names.rules.over.iter();
            let stronger = ruling.by.exception().map(|exception| {
                let above = over.filter(|(_, weaker)| *weaker == exception);
                above.count()
            });
            (stronger, phrases::authority(self.story, ruling.by))
        });
        if of_batch {
            self.pages.step_in();
            self.batch.steps += 1;
            self.batch.within_act = true;
        }
        for ruling in moves {
            let moved = phrases::moved(self.story, &ruling, index);
            let is_secret = self.names_secret(ruling.reference, index);
            self.write(&moved, is_secret);
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

    fn changed(&mut self, change: &ValueChange, index: usize) {
        // What a batch of several acts changes is of no single one of them.
        if self.batch.acts.len() > 1 {
            self.leave_act();
        }
        let keeps = index < self.pool_end || keeps_roll(self.story, change, &self.rolls);
        let matters = matters(self.story, change) && !keeps;
        if (self.verbose || matters)
            && let Some(told) =
                (self.changes).add(change, (self.is_secret, self.is_marked), self.story, index)
        {
            self.tell(&told);
        }
    }

    fn tell_changes(&mut self, index: usize) {
        if let Some(told) = self.changes.take(self.story, index) {
            self.tell(&told);
        }
    }

    fn tell(&mut self, told: &ChangeLine) {
        let tag = self.tag(told.cause);
        self.write(&format!("{}{tag}", told.text), told.is_secret);
    }

    /// The title of the trigger, exception or rule of void acts that caused something: of others the text around it tells.
    pub(super) fn tag(&self, cause: Option<ItemId>) -> String {
        phrases::tag(self.story, self.story.titled(cause))
    }

    /// Writes a line of the entry that is being told.
    pub(super) fn line(&mut self, text: &str) {
        match self.is_marked {
            true => self.write(&format!("{text}{MARK}"), self.is_secret),
            false => self.write(text, self.is_secret),
        }
    }

    fn names_secret(&self, act: ActNumber, index: usize) -> bool {
        let what = &self.story.journal.entries[index].what;
        let hidden = self.audience.hidden(what);
        hidden.is_some_and(|hidden| self.story.names_secret(act, index, hidden))
    }

    /// Tells readers that something is declared that they do not learn yet.
    pub(super) fn keeps_declared(&mut self, actor: &str) -> bool {
        let keeps = self.audience == Audience::Reader && self.is_secret;
        if keeps {
            self.write(&format!("{actor} declares in secret"), false);
        }
        keeps
    }

    fn write(&mut self, text: &str, is_secret: bool) {
        if self.batch.acts.is_empty() {
            self.pages.unlabel();
        }
        if !is_secret {
            self.pages.line(text);
        }
    }
}
