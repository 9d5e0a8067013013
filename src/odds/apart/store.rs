//! What a run holds, where its dice are open: each attribute and each name has one value, or one for each fall of one lot, or is not settled.
//! Also what an expression sees of it in one fall of one lot, and what it meets that it does not see there.

use std::cell::{Cell, OnceCell, RefCell};

use super::lots::{LotId, Lots};
use crate::evaluator::World;
use crate::ruleset::{KindId, MISSING, OptionId, PhaseId, Slot, Value};

/// An attribute of a record, a name of a body, an interim value, or the rank of a combatant's first act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    Attribute(KindId, u32, Slot),
    Name(u32),
    Interim(u32),
    First(u32),
    /// the list of the acts that wait, as a whole
    Line,
}

/// On what a thing depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depends {
    /// on no dice
    Not,
    /// on one lot
    On(LotId),
    /// on several lots or on the order of acts: it may not be read
    Unsettled,
}

/// A value and what it depends on; the value counts where it depends on nothing.
#[derive(Clone, Copy, Debug)]
pub struct Holding {
    pub value: Value,
    pub depends: Depends,
}

const NOTHING: Holding = Holding {
    value: MISSING,
    depends: Depends::Not,
};

/// The records of one kind.
#[derive(Debug, Default)]
struct Records {
    stride: usize,
    cells: Vec<Holding>,
    count: u32,
}

/// All that a run holds.
#[derive(Debug, Default)]
pub struct Store {
    kinds: Vec<Records>,
    names: Vec<Holding>,
    firsts: Vec<Holding>,
    /// The settings of the options.
    pub options: Vec<Value>,
    /// For each phase, the number of its repetition.
    pub counters: Vec<Value>,
    /// The running clock.
    pub now: Value,
    /// The acts that may wait in the line, by actor and number.
    pub line: Vec<u32>,
    /// The attribute, behind all others of an act, that says whether it waits in the line.
    waits: Slot,
}

impl Store {
    /// No records; for each kind how many attributes it has, and how many combatants there are.
    pub fn new(strides: impl Iterator<Item = usize>, combatants: usize) -> Self {
        let mut kinds: Vec<Records> = strides
            .map(|stride| Records {
                stride,
                ..Records::default()
            })
            .collect();
        let acts = &mut kinds[KindId::ACT.index()];
        acts.stride += 1;
        let waits = (acts.stride - 1) as Slot;
        Store {
            kinds,
            firsts: vec![NOTHING; combatants],
            waits,
            ..Store::default()
        }
    }

    /// A new record, all of it missing.
    pub fn make(&mut self, kind: KindId) -> u32 {
        let records = &mut self.kinds[kind.index()];
        let cells = records.cells.len() + records.stride;
        records.cells.resize(cells, NOTHING);
        records.count += 1;
        records.count - 1
    }

    /// How many records of a kind there are.
    pub fn count(&self, kind: KindId) -> u32 {
        self.kinds[kind.index()].count
    }

    /// The thing that says whether an act waits in the line.
    pub fn waits(&self, act: u32) -> Thing {
        Thing::Attribute(KindId::ACT, act, self.waits)
    }

    /// Opens a frame with so many names; gives its base.
    pub fn open(&mut self, names: u16) -> u32 {
        let base = self.names.len();
        self.names.resize(base + usize::from(names), NOTHING);
        base as u32
    }

    /// Closes the frame with this base; what its names depend on, is forgotten.
    pub fn close(&mut self, base: u32, lots: &mut Lots) {
        for name in base..self.names.len() as u32 {
            if let Depends::On(lot) = self.names[name as usize].depends {
                lots.forget(lot, Thing::Name(name));
            }
        }
        self.names.truncate(base as usize);
    }

    /// The names from this one on.
    pub fn names(&self, base: u32) -> &[Holding] {
        &self.names[base as usize..]
    }

    /// What a thing is.
    #[inline]
    pub fn holding(&self, thing: Thing) -> Holding {
        match thing {
            Thing::Attribute(kind, record, slot) => {
                let records = &self.kinds[kind.index()];
                records.cells[record as usize * records.stride + usize::from(slot)]
            }
            Thing::Name(name) => self.names[name as usize],
            Thing::First(combatant) => self.firsts[combatant as usize],
            Thing::Interim(_) | Thing::Line => NOTHING,
        }
    }

    /// Lets a thing be something else.
    pub fn hold(&mut self, thing: Thing, holding: Holding) {
        let place = match thing {
            Thing::Attribute(kind, record, slot) => {
                let records = &mut self.kinds[kind.index()];
                &mut records.cells[record as usize * records.stride + usize::from(slot)]
            }
            Thing::Name(name) => &mut self.names[name as usize],
            Thing::First(combatant) => &mut self.firsts[combatant as usize],
            Thing::Interim(_) | Thing::Line => return,
        };
        *place = holding;
    }
}

/// How many of the things that were read last are looked through for one that is read again.
const LATELY: usize = 16;

/// Notes that a thing is read, where somebody wants to know.
pub fn note(read: Option<&RefCell<Vec<Thing>>>, thing: Thing) {
    if let Some(read) = read {
        let mut read = read.borrow_mut();
        let lately = read.len().saturating_sub(LATELY);
        if !read[lately..].contains(&thing) {
            read.push(thing);
        }
    }
}

/// What an expression meets that it does not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Met {
    #[default]
    Nothing,
    /// something that depends on another lot
    Lot(LotId),
    /// something that is not settled
    Unsettled,
}

/// What an expression sees in one fall of one lot, or of what depends on no dice at all.
pub struct Sight<'a> {
    pub store: &'a Store,
    pub lots: &'a Lots,
    pub fall: Option<(LotId, usize)>,
    /// What it met.
    pub met: Cell<Met>,
    /// What it has read, where somebody wants to know.
    pub read: Option<&'a RefCell<Vec<Thing>>>,
    live: OnceCell<Vec<u32>>,
}

impl<'a> Sight<'a> {
    pub fn new(
        store: &'a Store,
        lots: &'a Lots,
        fall: Option<(LotId, usize)>,
        read: Option<&'a RefCell<Vec<Thing>>>,
    ) -> Self {
        Sight {
            store,
            lots,
            fall,
            met: Cell::new(Met::Nothing),
            read,
            live: OnceCell::new(),
        }
    }

    /// The value of a thing; what is not seen is missing, and noted.
    #[inline]
    pub fn look(&self, thing: Thing) -> Value {
        note(self.read, thing);
        let holding = self.store.holding(thing);
        match (holding.depends, self.fall) {
            (Depends::Not, _) => return holding.value,
            (Depends::On(lot), Some((own, fall))) if self.lots.now(lot) == own => {
                return self.lots.column(own, thing)[fall];
            }
            (Depends::On(lot), _) if self.met.get() == Met::Nothing => {
                self.met.set(Met::Lot(lot));
            }
            (Depends::On(_), _) => {}
            (Depends::Unsettled, _) => self.met.set(Met::Unsettled),
        }
        MISSING
    }

    fn live(&self) -> &[u32] {
        self.live.get_or_init(|| {
            note(self.read, Thing::Line);
            let acts = self.store.line.iter().copied();
            acts.filter(|&act| self.look(self.store.waits(act)) == 1)
                .collect()
        })
    }
}

impl World for Sight<'_> {
    fn option(&self, option: OptionId) -> Value {
        self.store.options[option.index()]
    }

    fn counter(&self, phase: PhaseId) -> Value {
        self.store.counters[phase.index()]
    }

    fn now(&self) -> Value {
        self.store.now
    }

    #[inline]
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        match record {
            MISSING => MISSING,
            record => self.look(Thing::Attribute(kind, record as u32, slot)),
        }
    }

    fn count(&self, kind: KindId) -> u32 {
        match kind {
            KindId::ACT => self.live().len() as u32,
            kind => self.store.count(kind),
        }
    }

    fn nth(&self, kind: KindId, place: u32) -> u32 {
        match kind {
            KindId::ACT => self.live()[place as usize],
            _ => place,
        }
    }
}
