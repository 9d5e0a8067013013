//! A run that is followed from one roll to the next: taken up where it stands, with the sum that the dice show there.

use super::bounds::Bounds;
use super::{Refused, Shortcuts};
use crate::engine::dice::{self, RollRequest};
use crate::engine::words::{Reader, Writer};
use crate::engine::{At, Dice, Ending, Engine, Fault, FaultKind, decisions};
use crate::journal::What;
use crate::odds::counted::{Counted, counted};
use crate::odds::past::forgetting;
use crate::odds::tally::Tally;
use crate::odds::unread::{Compared, compared, unread, unread_names};
use crate::ruleset::{KindId, Ruleset, Slot, Value};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;

/// The dice of a scenario, and for the roll at which the run stands the sum that is being tried.
struct Tried<'a> {
    scripted: dice::Scripted<'a>,
    next: Option<Value>,
}

impl Dice for Tried<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        match self.next.take() {
            Some(sum) => Ok(sum),
            None => self.scripted.roll(request, faces),
        }
    }
}

/// A run that is being followed.
pub struct Follower<'a> {
    scenario: &'a Scenario,
    engine: Engine<'a>,
    dice: Tried<'a>,
    decisions: decisions::Scripted<'a>,
    tally: Tally<'a>,
    row: Writer,
    counted: Numbers,
    compared: Compared,
}

/// The counted numbers of a scenario, as they are written down: by kind, record and attribute.
#[derive(Debug, Default)]
struct Numbers {
    /// by kind: the first of its numbers, and its counted attributes
    kinds: Vec<(usize, Vec<Slot>)>,
    /// the cuts of each number
    cuts: Vec<Vec<Value>>,
}

impl Numbers {
    /// The place of one of them.
    fn place(&self, kind: KindId, record: u32, slot: Slot) -> Option<usize> {
        let (first, slots) = self.kinds.get(kind.index())?;
        let place = slots.iter().position(|&counted| counted == slot)?;
        Some(first + record as usize * slots.len() + place)
    }
}

/// A roll at which a run stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roll {
    /// How many dice.
    pub count: u32,
    /// With how many sides.
    pub sides: u32,
    /// Where it stands in the rules.
    at: At,
}

/// Where a run came to.
#[derive(Clone, Copy, Debug)]
pub enum Came {
    /// It stands at a roll; where, lies in the follower's row.
    Stands(Roll),
    /// It is over, with this answer.
    Over(Value),
}

impl<'a> Follower<'a> {
    /// Ready to begin; with a question that only whole journals answer, nothing can be followed.
    pub fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        asked: &'a Asked,
        limits: &Limits,
        shortcuts: Shortcuts,
    ) -> Result<Self, Refused> {
        let tally = Tally::new(rules, scenario, asked).map_err(|_| Refused::NeedsJournal)?;
        let mut follower = Follower {
            scenario,
            engine: Engine::new(rules, *limits),
            dice: Tried {
                scripted: dice::Scripted::without_seed(scenario),
                next: None,
            },
            decisions: decisions::Scripted::new(scenario),
            row: Writer::default(),
            tally,
            counted: Numbers::default(),
            compared: Compared::new(),
        };
        let mut forgetting = forgetting(rules, scenario, asked, &follower.tally);
        if shortcuts.unread {
            forgetting.unread = unread(rules, scenario, asked);
        }
        if shortcuts.names {
            forgetting.names = unread_names(rules);
        }
        follower.engine.forget(forgetting);
        if shortcuts.compared {
            follower.compared = compared(rules, scenario);
        }
        if shortcuts.counted {
            follower.keep_apart(counted(rules, scenario, asked));
        }
        Ok(follower)
    }

    fn keep_apart(&mut self, counted: Counted) {
        let attributes: Vec<(KindId, Slot)> = counted.keys().copied().collect();
        self.engine.keep_apart(&attributes);
        let numbers = &mut self.counted;
        for kind in (0..self.scenario.records.len().max(1)).map(KindId::from_index) {
            let own = attributes.iter().filter(|one| one.0 == kind);
            let slots: Vec<Slot> = own.map(|one| one.1).collect();
            let records = match kind {
                KindId::COMBAT => 1,
                kind => self.scenario.records.get(kind.index()).map_or(0, Vec::len),
            };
            numbers.kinds.push((numbers.cuts.len(), slots.clone()));
            for _ in 0..records {
                let cuts = slots.iter().map(|&slot| counted[&(kind, slot)].clone());
                numbers.cuts.extend(cuts);
            }
        }
    }

    /// How many numbers are counted.
    pub fn width(&self) -> usize {
        self.counted.cuts.len()
    }

    /// Where the run stands, as a row and counted numbers.
    pub fn place(&self) -> (&[u8], &[Value]) {
        (self.row.bytes(), self.row.apart())
    }

    /// From this sum on, may others follow than from the sum below?
    pub fn parts(&self, roll: Roll, sum: Value) -> bool {
        let cuts = self.compared.get(&roll.at);
        cuts.is_none_or(|cuts| cuts.binary_search(&sum).is_ok())
    }

    /// Whether a repetition of an outermost phase has begun on the way.
    pub fn has_begun_anew(&self) -> bool {
        self.engine.has_begun_anew()
    }

    /// From the beginning to the first roll.
    pub fn begin(&mut self) -> Result<Came, Refused> {
        let ended = (self.engine).play(
            self.scenario,
            &mut self.dice,
            &mut self.decisions,
            &mut self.tally,
        );
        self.came(ended)
    }

    /// Goes on from a place, where the dice show this sum; draws the bounds within which runs that stand alike but for the counted numbers go
    /// on alike.
    pub fn go_on(
        &mut self,
        row: &[u8],
        numbers: &[Value],
        sum: Value,
        bounds: &mut Bounds,
    ) -> Result<Came, Refused> {
        let mut from = Reader::new(row, numbers);
        self.engine.take_up(&mut from);
        self.dice.scripted.take_up(&mut from);
        self.decisions.take_up(&mut from);
        self.tally.take_up(&mut from, self.engine.scene().path());
        self.dice.next = Some(sum);
        let ended = (self.engine).go_on(
            self.scenario,
            &mut self.dice,
            &mut self.decisions,
            &mut self.tally,
        );
        if !numbers.is_empty() {
            self.draw(numbers, bounds);
        }
        self.came(ended)
    }

    /// Draws the bounds of what has just been carried out. Whatever looked at a number saw it as it was at first, or after a change.
    fn draw(&self, numbers: &[Value], bounds: &mut Bounds) {
        for (place, &number) in numbers.iter().enumerate() {
            bounds.keep_side(place, number, number, &self.counted.cuts[place]);
        }
        for entry in &self.engine.journal().entries {
            if let What::Changed {
                kind,
                record,
                slot,
                new,
                ..
            } = entry.what
                && let Some(place) = self.counted.place(kind, record, slot)
            {
                bounds.keep_side(place, numbers[place], new, &self.counted.cuts[place]);
            }
        }
    }

    fn came(&mut self, ended: Result<Ending, Fault>) -> Result<Came, Refused> {
        let refused = |fault| Refused::Fault(Box::new(fault));
        match ended {
            Ok(ending) => {
                let answer = self.tally.answer(ending, &mut self.engine.scene());
                answer.map(Came::Over).map_err(refused)
            }
            Err(Fault {
                kind: FaultKind::NoDie { count, sides, .. },
                ..
            }) => {
                self.tally.read(&self.engine.scene());
                self.row.clear();
                self.engine.write_down(&mut self.row);
                self.dice.scripted.write_down(&mut self.row);
                self.decisions.write_down(&mut self.row);
                self.tally.write_down(&mut self.row);
                let at = self.engine.stands_at();
                Ok(Came::Stands(Roll { count, sides, at }))
            }
            Err(fault) => Err(refused(fault)),
        }
    }
}
