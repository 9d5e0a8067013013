//! The line of the acts at hand: has keys and exceptions worked out and the acts ordered, and notices acts whose place has gone by.
//!
//! What has been resolved is a fixed prefix: only acts that wait are ordered. The rest is ordered anew only when acts, keys or exceptions
//! have come out differently.

use super::cursor::Entered;
use super::fault::Outcome;
use super::kept::InLine;
use super::line::Circles;
use super::marks::Marks;
use super::memory::ActMemory;
use super::respond::Happened;
use super::run::Run;
use crate::journal::{Fate, Line, What};
use crate::ruleset::{ActMoment, KindId, Value};

// The steps of a missed act: triggers respond, what follows is settled.
const RESPONDS: Value = 0;
const SETTLES: Value = 1;

impl<'a> Run<'a, '_> {
    /// Brings the line up to date.
    pub fn arrange(&mut self) -> Outcome<()> {
        let mut again = self.m.cursor.again();
        if !again && !self.m.line.stale && self.m.line.order == self.order() {
            return Ok(());
        }
        loop {
            let mut stands = false;
            if !again {
                self.m.line.stale = false;
                if !std::mem::take(&mut self.m.line.kept.sound) {
                    self.m.line.kept.forget();
                }
                let mut changed = self.m.line.kept.changes(&mut self.m.state);
                self.suspend(&mut changed)?;
                stands = self.stands(&changed);
                if !stands {
                    self.arrange_once(&changed)?;
                }
                self.m.line.kept.sound = true;
            }
            again = false;
            if stands || !self.find_missed()? {
                return Ok(());
            }
        }
    }

    /// Whether what is still to come of the line is what it would be if it were worked out anew: the same acts, and nothing has changed that
    /// was read for it. An empty line is always worked out anew, and told.
    fn stands(&self, changed: &Marks) -> bool {
        let line = &self.m.line;
        let acts = &self.m.waiting;
        let still = line.arrangement.batches.get(line.head..);
        let still = still.map_or(0, |batches| batches.iter().map(Vec::len).sum());
        let is_known = |&act: &u32| line.kept.is_known(act, self.m.acts[act as usize].stage);
        !acts.is_empty()
            && line.order == self.order()
            // What has been taken from the line waits no more, or at another stage.
            && still == acts.len()
            && acts.iter().all(is_known)
            && line.kept.columns_stand(line.width, changed)
            && (self.rules.exceptions.is_empty()
                || (line.kept).exceptions_stand_of(in_line(acts, &self.m.acts), changed))
    }

    /// The order in force: the first whose phase is running or that names none.
    fn order(&self) -> Option<usize> {
        self.rules.orders.iter().position(|order| {
            order
                .during
                .is_none_or(|phase| self.m.running.contains(&phase))
        })
    }

    /// Acts that would be void now can still come back, but no exception and no query sees them.
    fn suspend(&mut self, changed: &mut Marks) -> Outcome<()> {
        let all = self.m.line.kept.begin_voids(changed);
        let asked = match self.rules.voids.is_empty() {
            true => 0,
            false => self.m.waiting.len(),
        };
        for index in 0..asked {
            let act = self.m.waiting[index];
            let stage = self.m.acts[act as usize].stage;
            if all || !self.m.line.kept.is_judged(act, stage) {
                let suspended = self.void_now(act)?.is_some();
                self.m.acts[act as usize].suspended = suspended;
                self.m.line.kept.judge(act, stage);
            }
        }
        let m = &mut *self.m;
        let live = m.waiting.iter().copied();
        let live = live.filter(|&act| !m.acts[act as usize].suspended);
        let moved = !live.clone().eq(m.state.live.iter().copied());
        if moved {
            m.state.live.clear();
            m.state.live.extend(live);
            changed.add_list(KindId::ACT);
            m.quiet.acts_change();
        }
        m.line.kept.settle_live(&m.state, moved);
        Ok(())
    }

    /// The rule by which an act would be void now, if there is one.
    pub fn void_now(&mut self, act: u32) -> Outcome<Option<usize>> {
        let rules = self.rules;
        for (index, rule) in rules.voids.iter().enumerate() {
            if !self.fits(&rule.acts, act, self.m.acts[act as usize].stage) {
                continue;
            }
            let base = self.m.frames.open(rule.locals);
            self.m.frames.values[base] = Value::from(act);
            let void = self.holds_noted(rule.guard, base);
            self.m.frames.close(base);
            if void? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn arrange_once(&mut self, changed: &Marks) -> Outcome<()> {
        let order = self.order();
        let line = &mut self.m.line;
        line.remember();
        if line.order != order {
            line.order = order;
            line.kept.forget_keys();
            line.clock.clear();
            line.before.acts.clear();
            line.before.sorted.clear();
            for act in &mut self.m.acts {
                act.seen = false;
            }
        }
        let line = &mut self.m.line;
        line.width = order.map_or(0, |order| self.rules.orders[order].keys.len());
        line.acts.clear();
        line.acts.extend_from_slice(&self.m.waiting);
        self.keys(order, changed)?;
        self.exceptions(changed)?;
        if self.m.line.unchanged() {
            return Ok(());
        }
        self.settle_circles(order)?;
        let line = &mut self.m.line;
        let decided = order.map(|order| &mut *self.m.exercised.keys[order]);
        line.rank(decided.unwrap_or_default());
        line.arranger.arrange(
            &line.ranks,
            &line.exceptions,
            &self.plan.over,
            &mut line.arrangement,
        );
        line.head = 0;
        self.write_line(order)?;
        self.show(|observer, scene| observer.arranged(scene));
        Ok(())
    }

    /// What becomes of circles of exceptions under this order.
    fn settle_circles(&mut self, order: Option<usize>) -> Outcome<()> {
        let order = order.map(|order| &self.rules.orders[order]);
        let together = match order.and_then(|order| order.circles_together.zip(Some(order.locals)))
        {
            Some((guard, locals)) => {
                let base = self.m.frames.open(locals);
                let holds = self.holds(guard, base);
                self.m.frames.close(base);
                holds?
            }
            None => false,
        };
        let circles = if together {
            Circles::Together
        } else {
            Circles::Fall
        };
        self.m.line.arranger.settle_circles(circles);
        Ok(())
    }

    /// Writes the line down, with the fate of every exception and what made it fall.
    fn write_line(&mut self, order: Option<usize>) -> Outcome<()> {
        let m = &mut *self.m;
        let line = &mut m.line;
        line.settle_rulings();
        for ruling in line
            .rulings
            .iter()
            .filter(|ruling| ruling.fate == Fate::Moved)
        {
            m.exercised.moved[ruling.exception.index()] = true;
        }
        let batches = &line.arrangement.batches;
        let width = line.width;
        let journal = &mut m.journal;
        let acts = journal.store_by(|values| {
            for &index in batches.iter().flatten() {
                values.push(Value::from(line.acts[index as usize]));
            }
        });
        let sizes = journal.store(batches.iter().map(|batch| batch.len() as Value));
        let keys = journal.store_by(|values| {
            for &index in batches.iter().flatten() {
                let first = index as usize * width;
                values.extend_from_slice(&line.keys[first..first + width]);
            }
        });
        let placed = journal.store(line.placed.iter().copied());
        let against = journal.store(line.against.iter().copied());
        m.journal.lines.push(Line {
            order: order.unwrap_or(0) as u32,
            width: width as u32,
            acts,
            batches: sizes,
            keys,
            placed,
            rulings: line.rulings.clone(),
            against,
        });
        let number = m.journal.lines.len() as u32 - 1;
        self.write(None, What::Arranged { line: number })
    }

    /// Finds acts that are new in the line, or whose keys have changed, and whose place has gone by: lets triggers put them elsewhere. Says whether
    /// there were any.
    fn find_missed(&mut self) -> Outcome<bool> {
        let Entered { at, mut again } = self.m.cursor.enter([0, 0, RESPONDS]);
        let [mut number, mut any, mut step] = at;
        while let Some(&act) = self.m.line.acts.get(number as usize) {
            if !again && self.has_gone_by(number as usize, act) {
                self.m.acts[act as usize].missed = true;
                self.write(None, What::Missed { act })?;
                any = 1;
                again = true;
                self.m.cursor.set([number, any, step]);
            }
            if again && step == RESPONDS {
                let stage = self.m.acts[act as usize].stage;
                self.happened(Happened::Act(act, stage, ActMoment::Missed))?;
                step = SETTLES;
                self.m.cursor.set([number, any, step]);
            }
            if again {
                self.settle_outside()?;
            }
            again = false;
            step = RESPONDS;
            number += 1;
            self.m.cursor.set([number, any, step]);
        }
        self.m.cursor.leave::<3>();
        // A trigger may have put acts elsewhere; only then is there anything to order anew.
        Ok(any == 1 && self.m.line.stale)
    }

    fn has_gone_by(&mut self, index: usize, act: u32) -> bool {
        let m = &mut *self.m;
        let line = &mut m.line;
        let width = line.width;
        let own = index * (width + 1) + 1;
        let last = act as usize * width;
        if line.last.len() < last + width {
            line.last.resize(last + width, 0);
        }
        let memory = &mut m.acts[act as usize];
        let same = memory.seen && line.last[last..last + width] == line.sorted[own..own + width];
        line.last[last..last + width].copy_from_slice(&line.sorted[own..own + width]);
        memory.seen = true;
        let moved = line
            .arrangement
            .moved
            .iter()
            .any(|exception| exception.mover as usize == index);
        !same
            && !memory.missed
            && memory.urgency == 0
            && !memory.suspended
            && !moved
            && line.clock.len() == width
            && line.sorted[own..own + width] < line.clock[..]
    }

    /// The clock goes on to the place of the batch in hand: of those of its acts that stand where their keys put them. It never goes back.
    pub fn advance_clock(&mut self, batch: &[u32]) {
        let line = &mut self.m.line;
        let width = line.width;
        for &index in batch {
            let own = index as usize * (width + 1);
            let moved = line
                .arrangement
                .moved
                .iter()
                .any(|exception| exception.mover == index);
            let urgent = line.sorted[own] != 0;
            let place = &line.sorted[own + 1..own + 1 + width];
            if !moved && !urgent && (line.clock.len() != width || place > &line.clock[..]) {
                line.clock.clear();
                line.clock.extend_from_slice(place);
            }
        }
    }
}

/// Acts of the line, each with its stage and whether it is suspended.
pub(super) fn in_line<'m>(
    acts: &'m [u32],
    memory: &'m [ActMemory],
) -> impl Iterator<Item = InLine> + Clone + 'm {
    acts.iter().map(|&act| {
        let memory = &memory[act as usize];
        (act, memory.stage, memory.suspended)
    })
}
