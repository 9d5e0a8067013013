//! "The line: the order of acts": keys, placements, exceptions at hand, voids, acts whose place has gone by.

use std::collections::BTreeSet;

use affray::journal::{Authority, Fate, Ruling, What};
use affray::ruleset::{
    ActMoment, ActPattern, ExceptionId, Key, KindId, MISSING, MissingPlace, Movement, PhaseId,
    Relation, Value,
};
use affray::run::decisions::Asking;
use affray::run::fault::RunResult;
use affray::scenario::{ActOrder, Deed, Person};

use super::ordering::{self, Exception, Fall};
use super::triggers::Happened;
use super::{Run, frame};

/// The line as it was last worked out, as far as it is still to come.
#[derive(Debug, Default)]
pub(super) struct Line {
    order: Option<usize>,
    /// In the order of actors and numbers.
    acts: Vec<Placed>,
    /// Each exception that applies, its acts by their numbers.
    exceptions: Vec<Exception>,
    /// The acts, first to last.
    pub batches: Vec<Vec<u32>>,
    /// The acts that exceptions have moved.
    moved: Vec<u32>,
    /// An empty line has been told, and nothing since.
    told_empty: bool,
}

/// An act and its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Placed {
    act: u32,
    /// As worked out.
    keys: Vec<Value>,
    /// As sorted, lower first.
    sorted: Vec<Value>,
    /// What comes as the very next batch comes before all keys.
    urgency: u32,
}

/// The values that stand for "before all others" and "after all others".
const FIRST: Value = Value::MIN + 1;
const LAST: Value = Value::MAX;

impl Run<'_> {
    /// Brings the line up to date: again, as long as triggers put acts elsewhere whose place has gone by.
    pub(super) fn arrange(&mut self) -> RunResult<()> {
        loop {
            self.suspend()?;
            self.put_in_order()?;
            if !self.find_missed()? {
                return Ok(());
            }
        }
    }

    /// "While it would be void, no exception refers to it", and no query sees it.
    fn suspend(&mut self) -> RunResult<()> {
        let mut seen = Vec::new();
        for act in self.waiting.clone() {
            let suspended = self.void_now(act)?.is_some();
            self.acts[act as usize].suspended = suspended;
            if !suspended {
                seen.push(act);
            }
        }
        if std::mem::replace(&mut self.seen, seen) != self.seen {
            // Asked again, with what is seen now, the same must come out.
            for act in self.waiting.clone() {
                let void = self.void_now(act).map(|rule| rule.is_some());
                self.unsettled |= void != Ok(self.acts[act as usize].suspended);
            }
        }
        Ok(())
    }

    /// The rule by which an act would be void now, if there is one.
    pub(super) fn void_now(&mut self, act: u32) -> RunResult<Option<usize>> {
        for (number, rule) in self.rules.voids.iter().enumerate() {
            let mut names = frame(rule.locals);
            names[0] = act.into();
            if self.fits(&rule.acts, act) && self.holds(rule.guard, &names)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Whether an act at its present stage is meant.
    fn fits(&self, pattern: &ActPattern, act: u32) -> bool {
        let stage = self.acts[act as usize].stage;
        pattern.means(self.rules, self.action_of(act), stage)
    }

    /// "An `order during PHASE` counts while that phase runs": the first whose phase is running, or that names none.
    fn order_in_force(&self) -> Option<usize> {
        let counts = |phase| self.running.contains(&phase);
        (self.rules.orders.iter()).position(|order| order.during.is_none_or(counts))
    }

    /// The phase that the order names behind the act, as long as the line stands as it put it.
    pub(super) fn begun_anew(&self) -> Option<PhaseId> {
        let order = self.order_in_force()?;
        self.rules.orders[order]
            .each
            .filter(|_| self.line.order == Some(order))
    }

    /// Puts the acts that wait in order. Where acts, keys and exceptions are what was still to come of the line before, that stands.
    fn put_in_order(&mut self) -> RunResult<()> {
        let rules = self.rules;
        let order_number = self.order_in_force();
        let before = std::mem::take(&mut self.line);
        let has_changed = before.order != order_number;
        if has_changed {
            // Places by one order say nothing of places by another.
            self.clock = None;
            self.acts.iter_mut().for_each(|act| act.keys = None);
        }
        let order = order_number.map(|order| &rules.orders[order]);
        let keys = order.map_or(&[][..], |order| &order.keys);
        let mut told_placed = Vec::new();
        let mut acts = Vec::new();
        for act in self.waiting.clone() {
            let mut placed = Placed {
                act,
                keys: Vec::new(),
                sorted: Vec::new(),
                urgency: self.acts[act as usize].urgency,
            };
            for (number, key) in keys.iter().enumerate() {
                let (value, placement) = self.key(act, key, order.map_or(0, |it| it.locals))?;
                let (key, sorted) = match value {
                    None => (MISSING, 0),
                    Some(value) => (value, self.sorted(act, number, key, value)?),
                };
                placed.keys.push(key);
                placed.sorted.push(sorted);
                if let Some(placement) = placement {
                    told_placed.extend([act.into(), number as Value, placement as Value]);
                }
            }
            acts.push(placed);
        }
        let (exceptions, mut rulings) = self.exceptions()?;
        let still = |act: &u32| before.batches.iter().flatten().any(|other| other == act);
        let still_acts = before.acts.iter().filter(|placed| still(&placed.act));
        let still_exceptions =
            (before.exceptions.iter()).filter(|it| still(&it.mover) && still(&it.reference));
        let same = |(one, other): (&Placed, &Placed)| {
            (one.act, one.urgency, &one.sorted) == (other.act, other.urgency, &other.sorted)
        };
        let stands = !has_changed
            && !acts.is_empty()
            && still_acts.clone().count() == acts.len()
            && still_acts.zip(&acts).all(same)
            && still_exceptions.eq(&exceptions);
        if stands {
            self.line = Line {
                acts,
                exceptions,
                ..before
            };
            return Ok(());
        }
        let together = match order.and_then(|order| Some((order, order.circles_together?))) {
            Some((order, guard)) => self.holds(guard, &frame(order.locals))?,
            None => false,
        };
        let ranks = self.ranks(&acts, order_number);
        let number_of = |act: u32| acts.iter().position(|placed| placed.act == act);
        let indexed = |exception: &Exception| Exception {
            mover: number_of(exception.mover).unwrap_or_default() as u32,
            reference: number_of(exception.reference).unwrap_or_default() as u32,
            ..*exception
        };
        let asked: Vec<Exception> = exceptions.iter().map(indexed).collect();
        let ordered = ordering::order(&ranks, &asked, &self.over(), together);
        let named = |index: &u32| acts[*index as usize].act;
        let batches: Vec<Vec<u32>> = (ordered.batches.iter())
            .map(|batch| batch.iter().map(named).collect())
            .collect();
        let against = fates(&mut rulings, &ordered, &named, |by| self.rule_of(by));
        let moved = rulings.iter().filter(|ruling| ruling.fate == Fate::Moved);
        for exception in moved.filter_map(|ruling| ruling.by.exception()) {
            self.coverage.moved[exception.index()] = true;
        }
        self.line = Line {
            order: order_number,
            moved: ordered.moved.iter().map(|it| named(&it.mover)).collect(),
            told_empty: before.told_empty && acts.is_empty(),
            acts,
            exceptions,
            batches,
        };
        match std::mem::replace(&mut self.line.told_empty, self.line.acts.is_empty()) {
            true => Ok(()),
            false => self.tell_line(keys.len(), told_placed, rulings, against),
        }
    }

    /// Equal keys, equal rank. Notes which keys tell neighbours apart.
    fn ranks(&mut self, acts: &[Placed], order: Option<usize>) -> Vec<u32> {
        let row = |placed: &Placed| {
            let urgency = -Value::from(placed.urgency);
            let mut row = vec![urgency];
            row.extend(&placed.sorted);
            row
        };
        let mut rows: Vec<Vec<Value>> = acts.iter().map(row).collect();
        rows.sort();
        rows.dedup();
        for two in rows.windows(2) {
            let differs = (0..two[0].len()).find(|&column| two[0][column] != two[1][column]);
            // The urgency stands before the keys.
            if let (Some(order), Some(key)) = (order, differs.and_then(|it| it.checked_sub(1))) {
                self.coverage.keys[order][key] = true;
            }
        }
        let rank = |placed| rows.iter().position(|known| *known == row(placed));
        let ranks = acts
            .iter()
            .map(|placed| rank(placed).unwrap_or_default() as u32);
        ranks.collect()
    }

    /// The value of a key: by the strongest placement that names it and applies (and which that is), or its own; nothing where it does not order the
    /// act. "A placement overrides named keys of one act."
    fn key(
        &mut self,
        act: u32,
        key: &Key,
        locals: u16,
    ) -> RunResult<(Option<Value>, Option<usize>)> {
        for (number, placement) in self.rules.placements.iter().enumerate() {
            let place = placement
                .places
                .iter()
                .find(|place| key.name == Some(place.0));
            let Some(&(_, place)) = place.filter(|_| self.fits(&placement.acts, act)) else {
                continue;
            };
            let mut names = frame(placement.locals);
            names[0] = act.into();
            if self.passes(placement.guard, &names)? {
                let value = self.value(place, &names)?;
                self.coverage.placements[number] = true;
                return Ok((Some(value), Some(number)));
            }
        }
        if !self.fits(&key.acts, act) {
            return Ok((None, None));
        }
        let mut names = frame(locals);
        names[0] = act.into();
        Ok((Some(self.value(key.value, &names)?), None))
    }

    /// "A key that can be missing must say where such an act stands."
    fn sorted(&mut self, act: u32, number: usize, key: &Key, value: Value) -> RunResult<Value> {
        Ok(match key.missing {
            _ if value != MISSING && key.highest_first => -value,
            _ if value != MISSING => value,
            Some(MissingPlace::First) => FIRST,
            Some(MissingPlace::Last) => LAST,
            Some(MissingPlace::Ask) if self.asked_place(act, number, key)? => FIRST,
            Some(MissingPlace::Ask) => LAST,
            None => 0,
        })
    }

    /// Whether an act without a key comes first, as the game master says; asked once and remembered.
    fn asked_place(&mut self, act: u32, number: usize, key: &Key) -> RunResult<bool> {
        if let Some(&first) = self.placed.get(&(act, number)) {
            return Ok(first);
        }
        let asking = Asking {
            who: Person::Gm,
            question: key.name.unwrap_or_default(),
            about: &[(KindId::COMBATANT, self.journal.acts[act as usize].actor)],
            acts: &[],
            drawable: &[],
            path: &self.path,
            running: &self.running,
            journal: &self.journal,
        };
        let answer = self.decisions.answer(&asking);
        let first = answer == Some(1);
        self.placed.insert((act, number), first);
        let placed = What::Placed {
            act,
            key: number as u32,
            first,
            by_default: answer.is_none(),
        };
        self.write(None, placed)?;
        Ok(first)
    }

    /// What every exception asks of every pair of acts that it can mean; where a guard is false, which one.
    fn exceptions(&mut self) -> RunResult<(Vec<Exception>, Vec<Ruling>)> {
        let (mut exceptions, mut rulings) = (Vec::new(), Vec::new());
        for (number, rule) in self.rules.exceptions.iter().enumerate() {
            let meant = |pattern: &ActPattern| -> Vec<u32> {
                let acts = self.waiting.iter().copied();
                let acts = acts.filter(|&act| !self.acts[act as usize].suspended);
                acts.filter(|&act| self.fits(pattern, act)).collect()
            };
            let (firsts, seconds) = (meant(&rule.first), meant(&rule.second));
            let pairs = (firsts.iter())
                .flat_map(|&first| seconds.iter().map(move |&second| (first, second)));
            for (first, second) in pairs.filter(|(first, second)| first != second) {
                let mut names = frame(rule.locals);
                (names[0], names[1]) = (first.into(), second.into());
                let mut fate = Fate::Held;
                for (guard, &condition) in rule.guards.iter().enumerate() {
                    if !self.holds(condition, &names)? {
                        fate = Fate::GuardFailed(guard as u16);
                        break;
                    }
                }
                let mut compared = None;
                let (first_moves, relation) = match rule.moves {
                    Movement::Relation {
                        first_moves,
                        relation,
                    } => (first_moves, relation),
                    Movement::Compare { first_moves, .. } if fate != Fate::Held => {
                        (first_moves, Relation::Joins)
                    }
                    // "s waits when X > Y, joins when they are equal, goes ahead when X < Y".
                    Movement::Compare {
                        left,
                        right,
                        first_moves,
                    } => {
                        let left = self.value(left, &names)?;
                        let right = self.value(right, &names)?;
                        compared = Some((left, right));
                        let relation = match () {
                            () if left > right => Relation::Waits,
                            () if left == right => Relation::Joins,
                            () => Relation::GoesAhead,
                        };
                        (first_moves, relation)
                    }
                };
                let (mover, reference) = match first_moves {
                    true => (first, second),
                    false => (second, first),
                };
                if fate == Fate::Held {
                    self.coverage.applied[number] = true;
                    exceptions.push(Exception {
                        rule: number,
                        mover,
                        relation,
                        reference,
                    });
                }
                rulings.push(Ruling {
                    by: Authority::Exception(ExceptionId::from_index(number)),
                    mover,
                    reference,
                    relation,
                    fate,
                    compared,
                });
            }
        }
        self.moves(&mut exceptions, &mut rulings);
        Ok((exceptions, rulings))
    }

    /// "What is corrected": while its period runs, a move asks of the acts of the one that wait how they stand to those of the other.
    fn moves(&self, exceptions: &mut Vec<Exception>, rulings: &mut Vec<Ruling>) {
        for &number in &self.moves {
            let correction = &self.scenario.corrections[number as usize];
            let Deed::Move(acts) = correction.deed else {
                continue;
            };
            if !self.path.starts_with(&correction.path) {
                continue;
            }
            let relation = match acts.order {
                ActOrder::Before => Relation::GoesAhead,
                ActOrder::With => Relation::Joins,
                ActOrder::After => Relation::Waits,
            };
            let waiting = || self.waiting.iter().copied();
            let of = |actor: u32| {
                waiting().filter(move |&act| {
                    self.journal.acts[act as usize].actor == actor
                        && !self.acts[act as usize].suspended
                })
            };
            for mover in of(acts.mover) {
                for reference in of(acts.reference) {
                    exceptions.push(Exception {
                        rule: self.rule_of(Authority::Correction(number)),
                        mover,
                        relation,
                        reference,
                    });
                    rulings.push(Ruling {
                        by: Authority::Correction(number),
                        mover,
                        reference,
                        relation,
                        fate: Fate::Held,
                        compared: None,
                    });
                }
            }
        }
    }

    /// Exceptions by their numbers, corrections behind them.
    fn rule_of(&self, by: Authority) -> usize {
        match by {
            Authority::Exception(exception) => exception.index(),
            Authority::Correction(number) => self.rules.exceptions.len() + number as usize,
        }
    }

    /// Which is over which: as the rules say; corrections over all of them, and the later over the earlier.
    fn over(&self) -> BTreeSet<(usize, usize)> {
        let mut over = self.rules.closed_over();
        for &number in &self.moves {
            let own = self.rule_of(Authority::Correction(number));
            over.extend((0..own).map(|weaker| (own, weaker)));
        }
        over
    }

    fn tell_line(
        &mut self,
        width: usize,
        placed: Vec<Value>,
        rulings: Vec<Ruling>,
        against: Vec<Value>,
    ) -> RunResult<()> {
        let line = &self.line;
        let in_order = line.batches.iter().flatten().copied();
        let keys_of = |act: u32| {
            let placed = line.acts.iter().find(|placed| placed.act == act);
            placed.map_or(Vec::new(), |placed| placed.keys.clone())
        };
        let sizes = line.batches.iter().map(|batch| batch.len() as Value);
        let journal = &mut self.journal;
        let told = affray::journal::Line {
            order: line.order.unwrap_or(0) as u32,
            width: width as u32,
            acts: journal.store(in_order.clone().map(Value::from)),
            batches: journal.store(sizes),
            keys: journal.store(in_order.flat_map(keys_of)),
            placed: journal.store(placed),
            rulings,
            against: journal.store(against),
        };
        journal.lines.push(told);
        let line = journal.lines.len() as u32 - 1;
        self.write(None, What::Arranged { line })
    }

    /// "An act is missed when it is added, or its keys change, so that its place has gone by." Says whether there were any.
    fn find_missed(&mut self) -> RunResult<bool> {
        let mut any = false;
        let (acts, moved) = (self.line.acts.clone(), self.line.moved.clone());
        for Placed {
            act,
            sorted,
            urgency: _,
            keys: _,
        } in acts
        {
            let own = &mut self.acts[act as usize];
            let before = own.keys.replace(sorted.clone());
            let is_news = before.as_ref() != Some(&sorted);
            // "To come next is a place like that of a first key", and "nothing of it is ever missed".
            let stands_by_keys = own.urgency == 0 && !own.suspended && !moved.contains(&act);
            let has_gone_by = self.clock.as_ref().is_some_and(|clock| sorted < *clock);
            if !is_news || own.missed || !stands_by_keys || !has_gone_by {
                continue;
            }
            own.missed = true;
            any = true;
            self.write(None, What::Missed { act })?;
            let stage = self.acts[act as usize].stage;
            self.happened(&Happened::Act(act, stage, ActMoment::Missed))?;
            self.settle_outside()?;
        }
        Ok(any)
    }

    /// The clock of the line goes on to the place of the batch in hand: of those of its acts that stand where their keys put them. It never goes
    /// back.
    pub(super) fn advance_clock(&mut self, batch: &[u32]) {
        for placed in &self.line.acts {
            let is_meant = batch.contains(&placed.act) && !self.line.moved.contains(&placed.act);
            if is_meant && placed.urgency == 0 && self.clock.as_ref() < Some(&placed.sorted) {
                self.clock = Some(placed.sorted.clone());
            }
        }
    }

    /// The named keys of the place of an act, as words and values.
    pub(super) fn place_of(&self, act: u32) -> Vec<Value> {
        let order = self.line.order.map(|order| &self.rules.orders[order]);
        let keys = order.map_or(&[][..], |order| &order.keys);
        let placed = self.line.acts.iter().find(|placed| placed.act == act);
        let values = placed.map_or(&[][..], |placed| &placed.keys);
        let named = keys.iter().zip(values);
        let named = named.filter_map(|(key, &value)| Some([key.name?.0.into(), value]));
        named.flatten().collect()
    }
}

/// Gives rulings their fates; returns which made which fall.
fn fates(
    rulings: &mut [Ruling],
    ordered: &ordering::Ordered,
    named: &impl Fn(&u32) -> u32,
    rule_of: impl Fn(Authority) -> usize,
) -> Vec<Value> {
    let ruling_of = |rulings: &[Ruling], exception: &Exception| {
        rulings.iter().position(|ruling| {
            !matches!(ruling.fate, Fate::GuardFailed(_))
                && rule_of(ruling.by) == exception.rule
                && ruling.mover == named(&exception.mover)
                && ruling.reference == named(&exception.reference)
        })
    };
    for exception in &ordered.moved {
        if let Some(ruling) = ruling_of(rulings, exception) {
            rulings[ruling].fate = Fate::Moved;
        }
    }
    let mut against = Vec::new();
    for fallen in &ordered.fallen {
        let Some(ruling) = ruling_of(rulings, &fallen.exception) else {
            continue;
        };
        rulings[ruling].fate = match fallen.why {
            Fall::Under => Fate::Overruled,
            Fall::Weakest => Fate::Weakest,
            Fall::Contradiction => Fate::Contradiction,
            Fall::Together => Fate::Together,
        };
        for other in &fallen.others {
            if let Some(other) = ruling_of(rulings, other) {
                against.extend([ruling as Value, other as Value]);
            }
        }
    }
    against
}
