//! Values where dice are open: the same for all falls of the dice, or one for each fall of a lot. Every expression is evaluated by the `evaluator`,
//! fall for fall; whatever it reads is seen, so nothing can depend on dice unnoticed. Knows no statements.

use std::cell::RefCell;
use std::rc::Rc;

use super::Mixed;
use super::lots::{LotId, Lots};
use super::store::{Depends, Holding, Met, Sight, Store, Thing, note};
use crate::evaluator::Evaluator;
use crate::ruleset::walk::each_effect_of_expr;
use crate::ruleset::{
    Effect, Expr, ExprId, Local, Location, MISSING, MOST, Ruleset, TemplateId, Value,
};

/// The values of a thing, one for each fall of a lot.
#[derive(Clone, Copy, Debug)]
pub struct Each {
    pub lot: LotId,
    pub thing: Thing,
}

/// What something comes to.
#[derive(Clone, Copy, Debug)]
pub enum Worth {
    Same(Value),
    Each(Each),
}

/// Where a condition is true.
#[derive(Clone, Copy, Debug)]
pub enum When {
    Never,
    /// in all falls that are looked at
    Always,
    /// in the falls where the value is 1
    Where(Each),
}

/// Works out values. Keeps all that a run holds.
pub struct Values<'a> {
    pub rules: &'a Ruleset,
    pub store: Store,
    pub lots: Lots,
    /// Only these falls are looked at: those where the value is 1; all if not given.
    pub here: Option<Each>,
    /// What is read is noted here, where somebody wants to know.
    pub read: Option<RefCell<Vec<Thing>>>,
    evaluator: Evaluator<'a>,
    /// how many statements may still be carried out
    left: u64,
    /// how many of either there were
    steps: u64,
    /// the interim values there are, and the number of the next
    interims: Vec<Each>,
    next_interim: u32,
    /// for each expression the names it reads, once it is known
    names_read: Vec<Option<Rc<[Local]>>>,
    names: Vec<Value>,
}

impl<'a> Values<'a> {
    /// With an empty store; all expressions together may take so many steps.
    pub fn new(rules: &'a Ruleset, store: Store, steps: u64) -> Self {
        Values {
            rules,
            store,
            lots: Lots::default(),
            here: None,
            read: None,
            evaluator: Evaluator::new(rules, steps),
            left: steps,
            steps,
            interims: Vec::new(),
            next_interim: 0,
            names_read: vec![None; rules.exprs.len()],
            names: Vec::new(),
        }
    }

    /// How many steps have been taken.
    pub fn steps(&self) -> u64 {
        2 * self.steps - self.left - self.evaluator.left()
    }

    /// One step of those that may be taken.
    pub fn step(&mut self) -> Result<(), Mixed> {
        self.left = self.left.checked_sub(1).ok_or(Mixed::TooLong)?;
        Ok(())
    }

    /// The values for each fall.
    pub fn column(&self, each: Each) -> &[Value] {
        self.lots.column(each.lot, each.thing)
    }

    /// Whether each fall of a lot is looked at. Where only some falls are looked at, the lot must be theirs.
    pub fn is_here(&self, fall: usize) -> bool {
        self.here.is_none_or(|here| self.column(here)[fall] == 1)
    }

    /// A new interim value, to be kept until [`Self::forget_since`].
    pub fn interim(&mut self) -> Thing {
        self.next_interim += 1;
        Thing::Interim(self.next_interim)
    }

    /// Keeps values as an interim value.
    pub fn keep(&mut self, lot: LotId, values: Vec<Value>) -> Each {
        let thing = self.interim();
        self.lots.put(lot, thing, values);
        self.kept(lot, thing)
    }

    /// Notes that an interim value is kept in a lot.
    pub fn kept(&mut self, lot: LotId, thing: Thing) -> Each {
        let each = Each { lot, thing };
        self.interims.push(each);
        each
    }

    /// How many interim values there are.
    pub fn mark(&self) -> usize {
        self.interims.len()
    }

    /// Forgets the interim values made since then.
    pub fn forget_since(&mut self, mark: usize) {
        while self.interims.len() > mark {
            if let Some(Each { lot, thing }) = self.interims.pop() {
                self.lots.forget(lot, thing);
            }
        }
    }

    fn join(&mut self, one: LotId, other: LotId) -> Result<LotId, Mixed> {
        self.lots.join(one, other).map_err(|_| Mixed::Together)
    }

    /// A lot, taken together with that of the falls that are looked at.
    pub fn lot_here(&mut self, lot: LotId) -> Result<LotId, Mixed> {
        match self.here {
            Some(here) => self.join(here.lot, lot),
            None => Ok(self.lots.now(lot)),
        }
    }

    /// Notes that a thing is read.
    fn note(&self, thing: Thing) {
        note(self.read.as_ref(), thing);
    }

    /// The acts that may wait in the line.
    pub fn line(&self) -> Vec<u32> {
        self.note(Thing::Line);
        self.store.line.clone()
    }

    /// What a thing comes to.
    pub fn look(&mut self, thing: Thing) -> Result<Worth, Mixed> {
        self.note(thing);
        self.look_unnoted(thing)
    }

    /// What a thing comes to, where that changes nothing but the thing itself.
    pub fn look_unnoted(&mut self, thing: Thing) -> Result<Worth, Mixed> {
        let holding = self.store.holding(thing);
        match holding.depends {
            Depends::Not => Ok(Worth::Same(holding.value)),
            Depends::On(lot) => {
                self.lot_here(lot)?;
                Ok(Worth::Each(Each { lot, thing }))
            }
            Depends::Unsettled => Err(Mixed::Together),
        }
    }

    /// Puts a value in the place of what a thing was, in the falls that are looked at.
    pub fn put(&mut self, thing: Thing, worth: Worth) -> Result<(), Mixed> {
        let old = self.store.holding(thing);
        let Some(here) = self.here else {
            self.put_everywhere(thing, old, worth);
            return Ok(());
        };
        let mut lot = match worth {
            Worth::Same(_) => self.lots.now(here.lot),
            Worth::Each(each) => self.lot_here(each.lot)?,
        };
        let everywhere = self.column(here).iter().all(|&is| is == 1);
        match old.depends {
            Depends::On(own) if everywhere && self.lots.now(own) != lot => {
                self.lots.forget(own, thing);
            }
            Depends::On(own) => lot = self.join(lot, own)?,
            Depends::Unsettled if !everywhere => return Ok(()),
            Depends::Unsettled | Depends::Not => {}
        }
        let flags = self.column(here).to_vec();
        let values = match worth {
            Worth::Same(value) => vec![value; flags.len()],
            Worth::Each(each) => self.column(each).to_vec(),
        };
        let column = self.lots.column_mut(lot, thing, old.value);
        for (fall, value) in values.into_iter().enumerate() {
            if flags[fall] == 1 {
                column[fall] = value;
            }
        }
        let depends = Depends::On(lot);
        self.store.hold(thing, Holding { depends, ..old });
        Ok(())
    }

    fn put_everywhere(&mut self, thing: Thing, old: Holding, worth: Worth) {
        let (value, depends) = match worth {
            Worth::Same(value) => (value, Depends::Not),
            Worth::Each(each) if each.thing == thing => return,
            Worth::Each(each) => (MISSING, Depends::On(self.lots.now(each.lot))),
        };
        if let Depends::On(lot) = old.depends {
            self.lots.forget(lot, thing);
        }
        if let Worth::Each(each) = worth {
            let values = self.column(each).to_vec();
            self.lots.put(each.lot, thing, values);
        }
        self.store.hold(thing, Holding { value, depends });
    }

    /// What an expression of the rules comes to, with the names of the frame at `base`.
    pub fn value(&mut self, id: ExprId, base: u32) -> Result<Worth, Mixed> {
        match self.rules.exprs[id.index()] {
            Expr::Const(value) => return Ok(Worth::Same(value)),
            Expr::Local(local) => return self.look(Thing::Name(base + u32::from(local))),
            // Of one record it is what it is, for all falls at once; of several, or of none, it is looked for fall by fall.
            Expr::Attribute { kind, of, slot } => {
                self.step()?;
                if let Worth::Same(record) = self.value(of, base)?
                    && let Ok(record) = u32::try_from(record)
                {
                    return self.look(Thing::Attribute(kind, record, slot));
                }
            }
            Expr::Plus(one, other) => {
                self.step()?;
                let (one, other) = (self.value(one, base)?, self.value(other, base)?);
                return self.sum(one, other);
            }
            Expr::Option(_)
            | Expr::Counter(_)
            | Expr::Now
            | Expr::Not(_)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::OrElse(_)
            | Expr::Negate(_)
            | Expr::Equal(..)
            | Expr::NotEqual(..)
            | Expr::Less(..)
            | Expr::LessOrEqual(..)
            | Expr::Minus(..)
            | Expr::Times(..)
            | Expr::Divide { .. }
            | Expr::Mod(..)
            | Expr::Higher(..)
            | Expr::Lower(..)
            | Expr::If(..)
            | Expr::Missing(_)
            | Expr::Call(..)
            | Expr::Lookup(..)
            | Expr::Query(_)
            | Expr::Text(_) => {}
        }
        let read = self.names_read(id);
        let mut lot = None;
        for &local in read.iter() {
            // A name that only a question inside the expression gives is not in the frame.
            let Some(holding) = self.store.names(base).get(usize::from(local)).copied() else {
                continue;
            };
            match holding.depends {
                Depends::Not => {}
                Depends::Unsettled => return Err(Mixed::Together),
                Depends::On(other) => {
                    let own = lot.unwrap_or(other);
                    lot = Some(self.join(own, other)?);
                }
            }
        }
        loop {
            let met = match lot {
                None => match self.of_fall(id, base, &read, None) {
                    (Some(value), Met::Nothing) => return Ok(Worth::Same(value)),
                    (None, Met::Nothing) => return Err(Mixed::Fault),
                    (_, met) => met,
                },
                Some(own) => {
                    let own = self.lot_here(own)?;
                    lot = Some(own);
                    let mut values = Vec::with_capacity(self.lots.falls(own));
                    let mut met = Met::Nothing;
                    for fall in 0..self.lots.falls(own) {
                        if !self.is_here(fall) {
                            values.push(MISSING);
                            continue;
                        }
                        match self.of_fall(id, base, &read, Some((own, fall))) {
                            (Some(value), Met::Nothing) => values.push(value),
                            (None, Met::Nothing) => return Err(Mixed::Fault),
                            (_, other) => {
                                met = other;
                                break;
                            }
                        }
                    }
                    if met == Met::Nothing {
                        return Ok(Worth::Each(self.keep(own, values)));
                    }
                    met
                }
            };
            lot = match (met, lot) {
                (Met::Lot(other), None) => Some(other),
                (Met::Lot(other), Some(own)) => Some(self.join(own, other)?),
                _ => return Err(Mixed::Together),
            };
        }
    }

    /// The value of an expression in one fall of a lot, and what it met besides.
    fn of_fall(
        &mut self,
        id: ExprId,
        base: u32,
        read: &[Local],
        fall: Option<(LotId, usize)>,
    ) -> (Option<Value>, Met) {
        self.names.clear();
        let frame = self.store.names(base);
        self.names.extend(frame.iter().map(|name| name.value));
        if let Some((lot, fall)) = fall {
            for &local in read {
                if let Some(Depends::On(_)) = frame.get(usize::from(local)).map(|it| it.depends) {
                    let thing = Thing::Name(base + u32::from(local));
                    self.names[usize::from(local)] = self.lots.column(lot, thing)[fall];
                }
            }
        }
        let sight = Sight::new(&self.store, &self.lots, fall, self.read.as_ref());
        let value = self.evaluator.value(&sight, id, &self.names);
        (value, sight.met.get())
    }

    /// The names that an expression reads.
    fn names_read(&mut self, id: ExprId) -> Rc<[Local]> {
        if let Some(known) = &self.names_read[id.index()] {
            return Rc::clone(known);
        }
        let mut names = Vec::new();
        each_effect_of_expr(&self.rules.exprs, id, &mut |effect| {
            if let Effect::Reads(Location::Local(local)) = effect {
                names.push(local);
            }
        });
        names.sort_unstable();
        names.dedup();
        let names: Rc<[Local]> = names.into();
        self.names_read[id.index()] = Some(Rc::clone(&names));
        names
    }

    /// What an expression comes to, which must not be missing in any fall.
    pub fn number(&mut self, id: ExprId, base: u32) -> Result<Worth, Mixed> {
        let worth = self.value(id, base)?;
        self.present(worth)?;
        Ok(worth)
    }

    /// A fault if a value is missing in some fall that is looked at.
    pub fn present(&mut self, worth: Worth) -> Result<(), Mixed> {
        match self.largest(worth, |value| value == MISSING)? {
            Some(true) => Err(Mixed::Fault),
            _ => Ok(()),
        }
    }

    /// What an expression comes to, if that depends on no dice.
    pub fn fixed(&mut self, id: ExprId, base: u32) -> Result<Value, Mixed> {
        match self.value(id, base)? {
            Worth::Same(value) => Ok(value),
            Worth::Each(_) => Err(Mixed::Beyond("what is done next depends on dice")),
        }
    }

    /// In which of the falls that are looked at a value is as wanted.
    pub fn when(&mut self, worth: Worth, wanted: impl Fn(Value) -> bool) -> Result<When, Mixed> {
        let each = match worth {
            Worth::Same(value) if wanted(value) => return Ok(When::Always),
            Worth::Same(_) => return Ok(When::Never),
            Worth::Each(each) => each,
        };
        let lot = self.lot_here(each.lot)?;
        let is = |fall: usize, value: Value| self.is_here(fall) && wanted(value);
        let values = self.column(each).iter().enumerate();
        let flags: Vec<Value> = values
            .map(|(fall, &value)| Value::from(is(fall, value)))
            .collect();
        let all = (0..flags.len()).all(|fall| flags[fall] == 1 || !self.is_here(fall));
        Ok(match flags.contains(&1) {
            false => When::Never,
            true if all => When::Always,
            true => When::Where(self.keep(lot, flags)),
        })
    }

    /// In which falls a condition of the rules is true; a missing value is not.
    pub fn holds(&mut self, id: ExprId, base: u32) -> Result<When, Mixed> {
        let worth = self.value(id, base)?;
        self.when(worth, |value| value == 1)
    }

    /// Two numbers added; neither may be missing, and the result must be one that numbers can have.
    pub fn sum(&mut self, one: Worth, other: Worth) -> Result<Worth, Mixed> {
        self.present(one)?;
        self.present(other)?;
        self.zip(one, other, |a, b| match a.checked_add(b) {
            Some(sum) if (-MOST..=MOST).contains(&sum) => Ok(sum),
            _ => Err(Mixed::Fault),
        })
    }

    /// A lot taken together with that of a value, if there are such.
    pub fn together(&mut self, lot: Option<LotId>, worth: Worth) -> Result<Option<LotId>, Mixed> {
        match (lot, worth) {
            (lot, Worth::Same(_)) => Ok(lot),
            (None, Worth::Each(each)) => Ok(Some(self.lots.now(each.lot))),
            (Some(lot), Worth::Each(each)) => self.join(lot, each.lot).map(Some),
        }
    }

    /// A value as it is now, whatever becomes of that from which it was taken.
    pub fn fix(&mut self, worth: Worth) -> Worth {
        match worth {
            Worth::Each(each) if !matches!(each.thing, Thing::Interim(_)) => {
                let values = self.column(each).to_vec();
                Worth::Each(self.keep(each.lot, values))
            }
            known => known,
        }
    }

    /// The opposite number.
    pub fn opposite(&mut self, worth: Worth) -> Result<Worth, Mixed> {
        self.present(worth)?;
        self.each_value(worth, |value| -value)
    }

    /// Works out the values in a text, for their faults alone.
    pub fn say(&mut self, template: TemplateId, base: u32) -> Result<(), Mixed> {
        for hole in self.rules.holes(template) {
            self.value(hole, base)?;
        }
        Ok(())
    }
}
