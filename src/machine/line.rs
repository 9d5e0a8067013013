//! The line of the acts at hand: evaluates voids, keys and exceptions, has the acts ordered, and notices acts whose place has gone by.

use super::Machine;
use super::cache::JudgedAct;
use crate::journal::{Authority, Fate, Line, Ruling, What};
use crate::line::{CirclePolicy, Exception};
use crate::program::{Dependencies, Image, PartSet, Register};
use crate::ruleset::index::{Idx, to_number, to_record, to_value};
use crate::ruleset::{ActPattern, ExceptionId, KindId, MISSING, Movement, Relation, Value};
use crate::run::fault::RunResult;

impl Machine<'_> {
    /// The order in force: the first whose phase is running or that names none.
    #[inline]
    pub(super) fn order(&self) -> Option<usize> {
        let running = &self.state.running;
        let mut orders = self.rules.orders.iter();
        orders.position(|order| order.during.is_none_or(|phase| running.contains(&phase)))
    }

    /// Begins to order the acts: evaluates those voids and keys of which something has changed. Whether the line stands as it is.
    pub(super) fn begin_line(&mut self, image: &Image, first: usize) -> RunResult<bool> {
        self.settle_waiting()?;
        self.state.line.stale = false;
        let order = self.order();
        let width = order.map_or(0, |order| self.rules.orders[order].keys.len());
        self.cache.grow(self.state.acts.len(), width);
        let changed = self.suspend(image, first)?;
        if self.state.line.order == order {
            for &act in &self.state.waiting {
                self.cache.keys[act].invalidate(changed);
            }
            if self.stands(changed) {
                return Ok(true);
            }
        }
        let line = &mut self.state.line;
        line.remember();
        if line.order != order {
            self.cache.forget_keys();
            line.order = order;
            line.clock.clear();
            line.before.acts.clear();
            line.before.sorted.clear();
            for act in self.state.acts.iter_mut() {
                act.seen = false;
            }
        }
        line.width = width;
        line.reorders = false;
        line.acts.clear();
        line.acts.extend_from_slice(&self.state.waiting);
        if self
            .cache
            .exceptions
            .is_some_and(|reads| reads & changed != 0)
        {
            self.cache.exceptions = None;
        }
        self.evaluate_keys(image, order, first)?;
        Ok(false)
    }

    /// Acts that would be void now can still come back, but no exception and no query sees them. What has changed since this was last asked, the
    /// acts that queries see included.
    fn suspend(&mut self, image: &Image, first: usize) -> RunResult<PartSet> {
        let mut changed = self.cache.begin_epoch();
        if !self.rules.voids.is_empty() {
            for index in 0..self.state.waiting.len() {
                let act = self.state.waiting[index];
                self.cache.voids[act].invalidate(changed);
                let suspended = self.void_now(image, act, first)?.is_some();
                self.state.acts[act].suspended = suspended;
            }
        }
        let state = &mut self.state;
        let acts = &state.acts;
        let live = state.waiting.iter().copied();
        let live = live.filter(|&act| !acts[act].suspended);
        if !live.clone().eq(state.live.iter().copied()) {
            state.live.clear();
            state.live.extend(live);
            let acts = Dependencies::records(KindId::ACT.index());
            changed |= acts;
            // The voids were evaluated with the acts as they were before.
            self.cache.changed |= acts;
        }
        Ok(changed)
    }

    /// Whether what is still to come of the line is what it would be if it were ordered anew: the same acts, whose keys and exceptions have not
    /// changed. An empty line is always ordered, and told.
    fn stands(&self, changed: PartSet) -> bool {
        let state = &self.state;
        let left = state.line.arrangement.batches.get(state.line.head..);
        let left = left.map_or(0, |batches| batches.iter().map(Vec::len).sum());
        let is_known = |&act: &u32| {
            let stage = state.acts[act].stage;
            self.cache.keys[act].stands(stage, 0)
        };
        let exceptions_stand = || {
            let reads = self.cache.exceptions;
            // An act that has left the line may have been named by an exception.
            reads.is_some_and(|reads| reads & changed == 0)
                && self
                    .seen_by_exceptions()
                    .eq(self.cache.judged.iter().copied())
        };
        !state.waiting.is_empty()
            // Where acts are moved, all is evaluated anew.
            && state.moves.is_empty()
            // What has been taken from the line waits no more, or at another stage.
            && left == state.waiting.len()
            && state.waiting.iter().all(is_known)
            && (self.rules.exceptions.is_empty() || exceptions_stand())
    }

    /// The acts that wait, as exceptions see them.
    fn seen_by_exceptions(&self) -> impl Iterator<Item = JudgedAct> + '_ {
        self.state.waiting.iter().map(|&act| {
            let of = &self.state.acts[act];
            JudgedAct {
                act,
                stage: of.stage,
                suspended: of.suspended,
            }
        })
    }

    /// The rule by which an act would be void now, if there is one.
    pub(super) fn void_now(
        &mut self,
        image: &Image,
        act: u32,
        first: usize,
    ) -> RunResult<Option<usize>> {
        if self.rules.voids.is_empty() {
            return Ok(None);
        }
        let of = &self.state.acts[act];
        let (action, stage) = (of.action.index(), of.stage);
        let known = self.cache.voids.get(act);
        if let Some(known) = known.filter(|known| known.stands(stage, self.cache.changed)) {
            return Ok(known.value.map(Idx::index));
        }
        let entry = image.voids[action][usize::from(stage)];
        let rule = self.evaluate_in(image, entry, first, &[Value::from(act)])?;
        let rule = (rule != MISSING).then_some(to_record(rule));
        self.watch.notes.is_void |= rule.is_some();
        if let Some(known) = self.cache.voids.get_mut(act) {
            known.keep(stage, self.reads, rule);
        }
        Ok(rule.map(Idx::index))
    }

    /// Orders the acts, unless the line is what it was; whether they were.
    pub(super) fn order_line(&mut self, image: &Image, first: usize) -> RunResult<bool> {
        let order = self.state.line.order;
        self.evaluate_exceptions(image, first)?;
        self.apply_moves();
        if self.watch.alone.is_some() && self.watch.own.keys.is_empty() {
            let keys = self.state.line.sorted.get(1..);
            self.watch
                .own
                .keys
                .extend_from_slice(keys.unwrap_or_default());
        }
        if self.state.line.unchanged() {
            return Ok(false);
        }
        let together = match order.and_then(|order| image.circles[order]) {
            Some(entry) => {
                let together = self.evaluate_in(image, entry, first, &[])?;
                self.known(together)? == 1
            }
            None => false,
        };
        let line = &mut self.state.line;
        line.arranger.settle_circles(match together {
            true => CirclePolicy::Together,
            false => CirclePolicy::Fall,
        });
        let decided = order.map(|order| &mut *self.coverage.keys[order]);
        line.rank(decided.unwrap_or_default());
        line.arranger.arrange(
            &line.ranks,
            &line.exceptions,
            &self.over,
            &mut line.arrangement,
        );
        line.head = 0;
        self.write_line(order)?;
        Ok(true)
    }

    /// Writes the line down, with the fate of every exception and what made it fall.
    fn write_line(&mut self, order: Option<usize>) -> RunResult<()> {
        let line = &mut self.state.line;
        line.settle_rulings(self.rules.exceptions.len());
        for ruling in &line.rulings {
            if let Some(exception) = ruling.by.exception() {
                self.coverage.moved[exception.index()] |= ruling.fate == Fate::Moved;
            }
        }
        let (batches, width) = (&line.arrangement.batches, line.width);
        let journal = &mut self.journal;
        let acts = batches.iter().flatten();
        let acts = journal.store(acts.map(|&index| Value::from(line.acts[index.index()])));
        let sizes = journal.store(batches.iter().map(|batch| to_value(batch.len())));
        let keys = journal.store_by(|values| {
            for &index in batches.iter().flatten() {
                let first = index.index() * width;
                values.extend_from_slice(&line.keys[first..first + width]);
            }
        });
        let placed = journal.store(line.placed.iter().copied());
        let against = journal.store(line.against.iter().copied());
        journal.lines.push(Line {
            order: to_number(order.unwrap_or(0)),
            width: to_number(width),
            acts,
            batches: sizes,
            keys,
            placed,
            rulings: line.rulings.clone(),
            against,
        });
        let number = to_number(journal.lines.len()) - 1;
        self.write_for(None, What::Arranged { line: number })
    }

    /// What every exception asks for, of every pair of acts that it can mean.
    fn evaluate_exceptions(&mut self, image: &Image, frame: usize) -> RunResult<()> {
        let rules = self.rules;
        if rules.exceptions.is_empty() {
            self.state.line.exceptions.clear();
            self.state.line.rulings.clear();
            return Ok(());
        }
        if self.cache.exceptions.is_some()
            && self.state.moves.is_empty()
            && self
                .seen_by_exceptions()
                .eq(self.cache.judged.iter().copied())
        {
            // What the line has made of them is forgotten.
            self.state.line.rulings.clone_from(&self.cache.rulings);
            return Ok(());
        }
        self.cache.exceptions = None;
        self.state.line.exceptions.clear();
        self.state.line.rulings.clear();
        let mut reads = 0;
        let line = &mut self.state.line;
        let (mut firsts, mut seconds) = (
            std::mem::take(&mut line.firsts),
            std::mem::take(&mut line.seconds),
        );
        for (rule, exception) in rules.exceptions.iter().enumerate() {
            self.all_that_fit(&exception.first, &mut firsts);
            if firsts.is_empty() {
                continue;
            }
            self.all_that_fit(&exception.second, &mut seconds);
            for &first in &firsts {
                for &second in seconds.iter().filter(|&&second| second != first) {
                    self.judge(image, rule, [first, second], frame)?;
                    reads |= self.reads;
                }
            }
        }
        self.state.line.firsts = firsts;
        self.state.line.seconds = seconds;
        self.cache.exceptions = Some(reads);
        let mut judged = std::mem::take(&mut self.cache.judged);
        judged.clear();
        judged.extend(self.seen_by_exceptions());
        self.cache.judged = judged;
        self.cache.rulings.clone_from(&self.state.line.rulings);
        Ok(())
    }

    /// The acts of the line that a pattern means, by their index.
    fn all_that_fit(&self, pattern: &ActPattern, out: &mut Vec<usize>) {
        out.clear();
        let acts = self.state.line.acts.iter().enumerate();
        let fit = acts.filter(|&(_, &act)| {
            let of = &self.state.acts[act];
            !of.suspended && pattern.means(self.rules, of.action, usize::from(of.stage))
        });
        out.extend(fit.map(|(index, _)| index));
    }

    /// What an exception asks of one pair; why not, if one of its guards is false.
    fn judge(
        &mut self,
        image: &Image,
        rule: usize,
        [first, second]: [usize; 2],
        frame: usize,
    ) -> RunResult<()> {
        let acts = [first, second].map(|index| Value::from(self.state.line.acts[index]));
        self.evaluate_in(image, image.exceptions[rule], frame, &acts)?;
        let (failed, left, right) = self.ruling;
        let fate = failed.map_or(Fate::Held, Fate::GuardFailed);
        let (first_moves, relation, compared) = match self.rules.exceptions[rule].moves {
            Movement::Relation {
                first_moves,
                relation,
            } => (first_moves, relation, None),
            Movement::Compare { first_moves, .. } if failed.is_some() => {
                (first_moves, Relation::Joins, None)
            }
            Movement::Compare { first_moves, .. } => {
                let relation = Relation::of_comparison(left.cmp(&right));
                (first_moves, relation, Some((left, right)))
            }
        };
        let (mover, reference) = match first_moves {
            true => (first, second),
            false => (second, first),
        };
        let line = &mut self.state.line;
        if fate == Fate::Held {
            self.coverage.applied[rule] = true;
            line.exceptions.push(Exception {
                rule: to_number(rule),
                mover: to_number(mover),
                relation,
                reference: to_number(reference),
            });
        }
        line.rulings.push(Ruling {
            by: Authority::Exception(ExceptionId::from_index(rule)),
            mover: line.acts[mover],
            reference: line.acts[reference],
            relation,
            fate,
            compared,
        });
        Ok(())
    }

    /// The next act that is new in the line, or whose keys have changed, and whose place has gone by.
    pub(super) fn next_missed(&mut self, place: Register) -> RunResult<Option<u32>> {
        let mut index = self.state.place(place);
        while let Some(&act) = self.state.line.acts.get(index) {
            let has_gone_by = self.has_gone_by(index, act);
            index += 1;
            self.state.put(place, to_value(index));
            if has_gone_by {
                self.state.acts[act].missed = true;
                self.write_for(None, What::Missed { act })?;
                return Ok(Some(act));
            }
        }
        Ok(None)
    }

    fn has_gone_by(&mut self, index: usize, act: u32) -> bool {
        let line = &mut self.state.line;
        let width = line.width;
        let own = index * (width + 1) + 1;
        let last = act.index() * width;
        if line.last.len() < last + width {
            line.last.resize(last + width, 0);
        }
        let memory = &mut self.state.acts[act];
        let same = memory.seen && line.last[last..last + width] == line.sorted[own..own + width];
        line.last[last..last + width].copy_from_slice(&line.sorted[own..own + width]);
        memory.seen = true;
        let mut moved = line.arrangement.moved.iter();
        let moved = moved.any(|exception| exception.mover.index() == index);
        !same
            && !memory.missed
            && memory.urgency == 0
            && !memory.suspended
            && !moved
            && line.clock.len() == width
            && line.sorted[own..own + width] < line.clock[..]
    }
}
