//! Reads a journal once, from the beginning to the end, and makes the outline. Judges nothing.

use super::letters::letter;
use super::places::{Phases, PlaceKey};
use super::sheet::PanelSheet;
use super::{
    ActSpan, InterjectionKind, Loss, LossKind, Mark, MarkFate, Outline, RoundPlace, SideRows, Tag,
};
use crate::journal::{ActNumber, Entry, Journal, Line, Range, Ruling, Said, What};
use crate::ruleset::{ItemId, KindId, MISSING, PhaseId, Ruleset, Slot, Value};
use crate::scenario::{Person, Scenario};
use crate::source::Clean;
use crate::view::secrecy::Hidden;
use crate::view::transcript::changes::{RollResult, ValueChange};
use crate::view::transcript::moves::Moves;
use crate::view::transcript::{listed, phrases, side_of};
use crate::view::{Names, Story};
use std::collections::{BTreeMap, BTreeSet};

/// The outline of a run.
pub fn outline(rules: &Ruleset, scenario: &Scenario, journal: &Journal) -> Outline {
    let story = Story::new(Names::new(rules, scenario), journal);
    let mut gatherer = Gatherer::new(&story);
    for index in 0..journal.entries.len() {
        gatherer.entry(index);
    }
    gatherer.finish()
}

pub(super) struct Gatherer<'a, 's> {
    pub(super) story: &'s Story<'a>,
    pub(super) outline: Outline,
    row_of: BTreeMap<u32, usize>,
    pub(super) sheets: Vec<PanelSheet>,
    phases: Phases,
    moves: Moves,
    line: Option<&'s Line>,
    /// The column of the batch in hand, and its marks.
    pub(super) batch: Option<(usize, Vec<ActNumber>)>,
    pub(super) joined: Vec<usize>,
    /// The column of acts that were void as the batch in hand was about to begin.
    void_column: Option<usize>,
    /// Acts that have begun and are not over.
    begun: BTreeSet<ActNumber>,
    /// Acts whose place had gone by, and that have not come since, with the entry that says so.
    missed: BTreeMap<ActNumber, usize>,
    pub(super) rolls: Vec<RollResult>,
    /// What has changed: by acts (of that, it is told too what changes between the batches), or else states, behind the first act.
    pub(super) by_acts: BTreeMap<(KindId, Slot), bool>,
}

impl<'a, 's> Gatherer<'a, 's> {
    fn new(story: &'s Story<'a>) -> Self {
        let scenario = story.names.scenario;
        let mut outline = Outline {
            title: Clean(&scenario.title).to_string(),
            rules: Clean(&story.names.rules.title).to_string(),
            ..Outline::default()
        };
        let mut row_of = BTreeMap::new();
        for side in listed(scenario, KindId::SIDE) {
            let first = outline.rows.len();
            let newcomers = scenario.newcomers(KindId::COMBATANT);
            for combatant in listed(scenario, KindId::COMBATANT).chain(newcomers) {
                if side_of(scenario, combatant) == Value::from(side) {
                    row_of.insert(combatant, outline.rows.len());
                    let name = story.names.record(KindId::COMBATANT, combatant);
                    outline.rows.push(name);
                }
            }
            outline.sides.push(SideRows {
                name: story.names.record(KindId::SIDE, side),
                first,
                count: outline.rows.len() - first,
            });
        }
        Gatherer {
            story,
            outline,
            row_of,
            sheets: Vec::new(),
            phases: Phases::default(),
            moves: Moves::default(),
            line: None,
            batch: None,
            joined: Vec::new(),
            void_column: None,
            begun: BTreeSet::new(),
            missed: BTreeMap::new(),
            rolls: Vec::new(),
            by_acts: BTreeMap::new(),
        }
    }

    fn entry(&mut self, index: usize) {
        let Entry { cause, what } = self.story.journal.entries[index];
        if !matches!(what, What::Void { .. } | What::BatchBegins { .. }) {
            self.void_column = None;
        }
        // What was never revealed by then is in no picture.
        let is_detail = matches!(
            what,
            What::Rolled { .. }
                | What::Asked { .. }
                | What::Changed { .. }
                | What::Contradiction { .. }
                | What::Corrected { .. }
                | What::Noted { .. }
        );
        if is_detail && self.story.is_hidden(index, Hidden::Values) {
            return;
        }
        match what {
            What::PhaseBegins { phase, number, .. } => self.phase_begins(phase, number, index),
            What::PhaseEnds { phase, .. } => self.phase_ends(phase),
            What::Arranged { line } => {
                if let Some(line) = self.story.journal.get_line(line) {
                    self.line = Some(line);
                    self.moves.arranged(line);
                }
            }
            What::Added { act, next: true } => self.moves.comes_next(act),
            What::BatchBegins { acts, .. } => self.batch_begins(acts),
            What::Resolved { act, stage } => self.resolved(act, stage, index),
            What::BatchEnds => self.batch_ends(),
            What::Void { act, because } => {
                self.void_column = Some(self.column_of_void(act));
                self.lost(act, LossKind::Void, "void", Some(because), cause, index);
            }
            What::Refused { act, because } => {
                self.lost(
                    act,
                    LossKind::Refused,
                    "refused",
                    Some(because),
                    cause,
                    index,
                );
            }
            What::Cancelled { act, word, because } => {
                let word = self.story.names.word(word);
                self.lost(act, LossKind::Cancelled, &word, because, cause, index);
            }
            What::Missed { act } => {
                self.missed.insert(act, index);
            }
            What::Rolled {
                who,
                purpose,
                total,
                ..
            } => {
                self.rolls.push((who, purpose, total));
                if let Person::Side(_) = who {
                    let text = phrases::rolled(self.story, who, total);
                    let purpose = self.story.names.word(purpose);
                    self.say(InterjectionKind::Roll { text, purpose });
                }
            }
            What::Noted { said } if self.story.is_title(said) => {}
            What::Noted { said } => {
                let note = self.story.said(said, index);
                self.note(note, self.is_of_event(cause));
            }
            What::Corrected { correction } => {
                let correction = self.story.correction(correction, index);
                self.note(format!("the game master {correction}"), true);
            }
            What::Raised { event, values } => self.raised(event, values, index),
            What::Consulted { table, row, key } => self.consulted(table, row, key, index),
            What::Changed {
                kind,
                record,
                slot,
                old,
                new,
            } => {
                let change = ValueChange {
                    kind,
                    record,
                    slot,
                    old,
                    new,
                    cause,
                };
                self.changed(&change, index);
            }
            What::Ended { because } => self.ended(because, index),
            _ => {}
        }
    }

    fn phase_begins(&mut self, phase: PhaseId, number: Value, index: usize) {
        self.rolls.clear();
        self.phases.begin(phase, number, index);
        let counted = self.phases.counted();
        if number == MISSING || counted.is_empty() {
            return;
        }
        // Where nothing happens is a place too; but not one that is wholly made of others.
        let parent = counted[..counted.len() - 1].to_vec();
        let sheet = self.sheet();
        let is_empty = |place: &RoundPlace| place.columns == 0;
        if sheet.keys.last() == Some(&PlaceKey::Counted(parent))
            && sheet.panel.places.last().is_some_and(is_empty)
        {
            sheet.keys.pop();
            sheet.panel.places.pop();
        }
        self.place(PlaceKey::Counted(counted));
    }

    fn phase_ends(&mut self, phase: PhaseId) {
        let of = self.phases.outermost();
        if of.is_some_and(|(outermost, ..)| outermost == phase) {
            // An act that has missed its place and was not carried out yet is not carried out in this round.
            for (act, index) in std::mem::take(&mut self.missed) {
                let loss = Loss {
                    kind: LossKind::Missed,
                    word: "missed".to_string(),
                    reason: "its place had gone by".to_string(),
                    rule: String::new(),
                };
                self.mark(act, MarkFate::Lost(loss), index, None);
            }
        }
        self.phases.end(phase);
    }

    fn batch_begins(&mut self, acts: Range) {
        self.rolls.clear();
        let acts = self.story.journal.acts_named(acts);
        let place = self.place_of(&acts, true);
        let void = self.void_column.take();
        let sheet = self.sheet();
        let column = match void {
            Some(column) if sheet.panel.columns[column].place == place => {
                sheet.panel.columns[column].batch = true;
                column
            }
            _ => sheet.push_column(place, true),
        };
        self.batch = Some((column, acts));
    }

    fn batch_ends(&mut self) {
        self.rolls.clear();
        self.batch = None;
        let joined = std::mem::take(&mut self.joined);
        if joined.len() > 1 {
            self.sheet().panel.joins.push(joined);
        }
    }

    fn resolved(&mut self, act: ActNumber, stage: u16, index: usize) {
        let stages = self
            .story
            .action(act)
            .map_or(1, |action| action.stages.len());
        let fate = match usize::from(stage) {
            _ if stages < 2 => MarkFate::Done,
            0 => MarkFate::Begins,
            last if last + 1 == stages => MarkFate::Completes,
            _ => MarkFate::GoesOn,
        };
        let of_batch = (self.batch.as_ref()).is_some_and(|(_, acts)| acts.contains(&act));
        // What is carried out at once, and all its stages in one moment, takes no time.
        let fate = if of_batch { fate } else { MarkFate::Done };
        match fate {
            MarkFate::Begins => _ = self.begun.insert(act),
            MarkFate::Completes => _ = self.begun.remove(&act),
            _ => {}
        }
        let mark = self.mark(act, fate, index, Some(stage));
        let moves = self.moves.resolved(act);
        if of_batch {
            self.joined.push(mark);
        }
        self.tags(mark, &moves, index);
    }

    /// Notes on a mark which exceptions have put it there.
    fn tags(&mut self, mark: usize, moves: &[Ruling], index: usize) {
        for ruling in moves {
            let tag = Tag {
                relation: phrases::relation(ruling.relation).to_string(),
                rule: phrases::authority(self.story, ruling.by).unwrap_or_default(),
                references: Vec::new(),
            };
            let reference = self.story.act_for_all(ruling.reference, index);
            let sheet = self.sheet();
            let tags = &mut sheet.panel.marks[mark].tags;
            let same = |other: &Tag| other.rule == tag.rule && other.relation == tag.relation;
            let number = tags.iter().position(same).unwrap_or_else(|| {
                tags.push(tag);
                tags.len() - 1
            });
            tags[number].references.push(reference);
            (sheet.moved).push((mark, number, ruling.reference, ruling.relation));
        }
    }

    fn lost(
        &mut self,
        act: ActNumber,
        kind: LossKind,
        word: &str,
        because: Option<Said>,
        cause: Option<ItemId>,
        index: usize,
    ) {
        let loss = Loss {
            kind,
            word: word.to_string(),
            reason: because
                .filter(|&said| !self.story.says_secret(said, index, Hidden::Values))
                .map_or(String::new(), |said| self.story.said(said, index)),
            rule: (self.story.titled(cause))
                .map_or(String::new(), |item| self.story.names.item(item)),
        };
        self.mark(act, MarkFate::Lost(loss), index, None);
        self.begun.remove(&act);
    }

    /// Puts a mark where we are.
    fn mark(&mut self, act: ActNumber, fate: MarkFate, index: usize, stage: Option<u16>) -> usize {
        let late = self.missed.remove(&act).is_some() && !matches!(fate, MarkFate::Lost(_));
        let action = self.story.journal.get_act(act);
        let letter = action.and_then(|record| letter(self.story.names.rules, record.action));
        if let Some(letter) = &letter
            && !self.outline.letters.contains(letter)
        {
            self.outline.letters.push(letter.clone());
        }
        let played = self.story.action(act);
        let of_several = played.is_some_and(|action| action.stages.len() > 1);
        let (row, column) = (self.row(act), self.column());
        let deed = self.story.deed_for_all(act, stage, index);
        let mark = Mark {
            act,
            row,
            column,
            letter: letter.map(|(letter, _)| letter),
            base: self.story.base_of(act, &deed),
            thing: self.story.thing_for_all(act, index),
            deed,
            late,
            fate,
            tags: Vec::new(),
        };
        let is_span = of_several && (self.begun.contains(&act) || mark.fate == MarkFate::Completes);
        let sheet = self.sheet();
        sheet.panel.marks.push(mark);
        let last = sheet.entries.last().copied().unwrap_or_default();
        sheet.entries.push(index.max(last));
        let number = sheet.panel.marks.len() - 1;
        if is_span || sheet.spans.contains_key(&act) {
            let next = sheet.panel.spans.len();
            let span = *sheet.spans.entry(act).or_insert(next);
            if span == next {
                let span = ActSpan::default();
                sheet.panel.spans.push(ActSpan { row, ..span });
            }
            sheet.panel.spans[span].marks.push(number);
        }
        number
    }

    /// The combatant of a row.
    pub(super) fn combatant_of(&self, row: usize) -> Option<u32> {
        let mut rows = self.row_of.iter();
        rows.find(|(_, other)| **other == row).map(|(who, _)| *who)
    }

    /// The row of the actor.
    fn row(&mut self, act: ActNumber) -> usize {
        let actor = self.story.journal.get_act(act);
        let actor = actor.map_or(u32::MAX, |record| record.actor);
        if let Some(&row) = self.row_of.get(&actor) {
            return row;
        }
        // A combatant that belongs to no side of the scenario.
        let row = self.outline.rows.len();
        self.row_of.insert(actor, row);
        self.outline.rows.push(self.story.actor(act));
        self.outline.sides.push(SideRows {
            name: "others".to_string(),
            first: row,
            count: 1,
        });
        row
    }

    /// The column of what happens now: of the batch in hand, of what was void just now, or one between batches.
    fn column(&mut self) -> usize {
        if let Some((column, _)) = self.batch {
            return column;
        }
        if let Some(column) = self.void_column {
            return column;
        }
        let place = self.place_of(&[], false);
        self.column_between(place)
    }

    fn column_of_void(&mut self, act: ActNumber) -> usize {
        let place = self.place_of(&[act], true);
        let before = self.void_column;
        match before {
            Some(column) if self.sheet().panel.columns[column].place == place => column,
            _ => self.column_between(place),
        }
    }

    fn column_between(&mut self, place: usize) -> usize {
        let sheet = self.sheet();
        match sheet.panel.columns.last() {
            Some(last) if last.place == place && !last.batch => sheet.panel.columns.len() - 1,
            _ => sheet.push_column(place, false),
        }
    }

    /// The place of these acts, or of what is no act of the line.
    fn place_of(&mut self, acts: &[ActNumber], of_line: bool) -> usize {
        let by_keys = (acts.iter().copied()).find(|&act| self.moves.stands_by_keys(act));
        let shown = self.line.zip(by_keys).filter(|_| of_line);
        let inside = self.phases.inside();
        let sheet = self.sheet();
        // What happens between two batches of one phase stands where the first of them does.
        let standing = match sheet.keys.last() {
            Some(PlaceKey::Shown(label, of)) if of_line || *of == inside => Some(label.clone()),
            _ => None,
        };
        let batch = of_line.then_some(sheet.panel.columns.len() + 1);
        let key = (self.phases).key(self.story, shown, standing.as_deref(), batch);
        self.place(key)
    }

    /// The last place, if it is known by this, or a new one.
    fn place(&mut self, key: PlaceKey) -> usize {
        let (label, number) = key.label(self.story);
        let sheet = self.sheet();
        if sheet.keys.last() != Some(&key) {
            sheet.keys.push(key);
            sheet.panel.places.push(RoundPlace {
                label,
                number,
                columns: 0,
            });
        }
        sheet.keys.len() - 1
    }

    /// The panel that we are in.
    pub(super) fn sheet(&mut self) -> &mut PanelSheet {
        let outermost = self.phases.outermost();
        let of = outermost.map(|(.., entry)| entry);
        if self.sheets.last().is_none_or(|sheet| sheet.of != of) {
            let names = &self.story.names;
            let mut sheet = PanelSheet {
                of,
                ..PanelSheet::default()
            };
            if let Some((phase, number, _)) = outermost {
                sheet.panel.heading = names.heading(phase, number);
                sheet.panel.phase = Some(phase);
                sheet.panel.number = Some(number).filter(|&number| number != MISSING);
            }
            for &act in &self.begun {
                let actor = self.story.journal.act(act).actor;
                sheet.spans.insert(act, sheet.panel.spans.len());
                sheet.panel.spans.push(ActSpan {
                    row: self.row_of.get(&actor).copied().unwrap_or_default(),
                    from_before: true,
                    ..ActSpan::default()
                });
            }
            self.sheets.push(sheet);
        }
        let last = self.sheets.len() - 1;
        &mut self.sheets[last]
    }

    fn finish(mut self) -> Outline {
        self.outline.letters.sort();
        self.outline.standing = self.standing();
        let panels = self.sheets.into_iter().filter_map(PanelSheet::finish);
        self.outline.panels = panels.collect();
        if let Some(cut) = self.story.journal.cut() {
            let mut last = self.outline.panels.pop().unwrap_or_default();
            last.cut = Some(cut);
            self.outline.panels.push(last);
        }
        self.outline
    }
}
