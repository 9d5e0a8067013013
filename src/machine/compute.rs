//! The inner loop: expressions, jumps, calls and loops over records. It writes to registers only; what else there is, `execute` carries out.
//! The loop is one function without calls of others that are not inlined, so that the address, the frame and the code stay in machine registers.

use super::calls::is_too_deep;
use super::execute::LoopExit;
use super::state::{Flow, Frame, Pending, State};
use super::{Machine, cache::KeyValue};
use crate::program::{Dependencies, Image, Instruction, PartSet};
use crate::ruleset::index::{Idx, to_index, to_number, to_record, to_value};
use crate::ruleset::{DEEPEST_BLOCK, KindId, MISSING, Value, is_in};
use crate::run::{arithmetic, fault::FaultKind};

impl Machine<'_> {
    /// Carries out instructions up to one that is not of its own. `WATCHED`: [watched](super::watch), and as far as the next boundary.
    #[inline(always)]
    #[rustfmt::skip]
    pub(super) fn compute<const WATCHED: bool>(
        &mut self,
        image: &Image,
        code: &[Instruction],
        depth: usize,
        returns: bool,
    ) -> LoopExit {
        let State {
            tables,
            options,
            counters,
            now,
            live,
            records,
            frames,
            registers,
            queue,
            acts,
            line,
            flow,
            over,
            responding,
            in_batch,
            at_once,
            chain,
            said,
            body: present,
            at: address,
            base,
            ..
        } = &mut self.state;
        use Instruction::*;
        let mut at = address.index();
        let mut reads: PartSet = self.reads;
        let mut frame: &mut [Value] = &mut registers[*base..];
        macro_rules! exit {
            ($exit:expr) => {{
                *address = to_number(at);
                self.reads = reads;
                return $exit;
            }};
        }
        macro_rules! own {
            ($register:expr) => {
                *match frame.get_mut(usize::from($register)) {
                    Some(own) => own,
                    None => beyond(),
                }
            };
        }
        macro_rules! put {
            ($to:expr, $result:expr) => {
                match $result {
                    Ok(value) => own!($to) = value,
                    Err((part, kind)) => exit!(LoopExit::Fault(part, kind)),
                }
            };
        }
        // What is known where a run is watched; else it pauses.
        macro_rules! known {
            ($answer:expr) => {
                match $answer {
                    Some(known) => known,
                    None => exit!(LoopExit::Paused),
                }
            };
        }
        macro_rules! see {
            ($register:expr) => {
                known!(self.watch.value::<WATCHED>(own!($register)))
            };
        }
        macro_rules! cell {
            ($kind:expr, $record:expr, $slot:expr) => {
                match tables.get($kind).and_then(|table| table.find($record, $slot)) {
                    Some(value) => value,
                    None => beyond(),
                }
            };
        }
        macro_rules! attribute {
            ($of:expr, $kind:expr, $part:expr, $slot:expr) => {{
                reads |= 1 << ($part & 63);
                match $of {
                    MISSING => MISSING,
                    record => {
                        (self.watch).reads::<WATCHED>($kind.into(), to_record(record), $slot);
                        cell!(usize::from($kind), to_record(record), $slot)
                    }
                }
            }};
        }
        macro_rules! combat {
            ($part:expr, $slot:expr) => {{
                reads |= 1 << ($part & 63);
                self.watch.reads::<WATCHED>(KindId::COMBAT.index(), 0, $slot);
                cell!(KindId::COMBAT.index(), 0, $slot)
            }};
        }
        macro_rules! record {
            ($kind:expr, $number:expr) => {
                if $kind == KindId::ACT.index() {
                    self.watch.reads_line::<WATCHED>();
                    live.get($number).copied()
                } else {
                    ($number < tables[$kind].count().index()).then_some(to_number($number))
                }
            };
        }
        macro_rules! step {
            () => {{
                if self.fuel == 0 {
                    exit!(LoopExit::Fault(0, FaultKind::Steps(self.limits.steps)));
                }
                self.fuel -= 1;
            }};
        }
        macro_rules! jump {
            ($if:expr, $target:expr) => {
                if $if {
                    at = $target.index();
                    // Keeps this a branch, which can be predicted: a conditional move would make each instruction wait for the one before.
                    if at >= code.len() {
                        exit!(LoopExit::Other);
                    }
                }
            };
        }
        // Of a watched run, what is passed over are boundaries.
        macro_rules! flows_on {
            ($on:expr, $steps:expr) => {
                if !WATCHED {
                    at = $on.index();
                    if $steps {
                        step!();
                    }
                }
            };
        }
        // A body begins, of which the first instruction is at hand.
        macro_rules! begin {
            ($enter:expr) => {
                if let Enter { body, registers, given, names } = $enter {
                    if frame.len() < usize::from(registers) + 8 {
                        exit!(LoopExit::Grow);
                    }
                    at += 1;
                    *present = body;
                    for own in &mut frame[usize::from(given)..usize::from(names)] {
                        *own = MISSING;
                    }
                }
            };
        }
        macro_rules! enter {
            ($target:expr, $first:expr) => {{
                step!(); // Definitions can need each other more often than there is time for.
                frames.push(Frame::of(to_number(at), *base, *present, records.len()));
                *base += usize::from($first);
                frame = &mut registers[*base..];
                at = $target.index();
                begin!(code[at]);
            }};
        }
        macro_rules! leave {
            ($($last:expr)?) => {{
                $($last;)?
                if let Some(caller) = frames.pop() {
                    at = caller.at.index();
                    *base = caller.base.index();
                    *present = caller.body;
                    // Mostly there is nothing to be taken away, which need not be called for.
                    if records.len() > caller.records.index() {
                        records.truncate(caller.records.index());
                    }
                    frame = &mut registers[*base..];
                }
                if returns && frames.len() == depth {
                    exit!(LoopExit::Returned);
                }
            }};
        }
        loop {
            let Some(instruction) = code.get(at) else { beyond() };
            at = at.wrapping_add(1);
            // In place: what is not copied need not be read back.
            match *instruction {
                Constant { to, value } => own!(to) = value,
                Copy { to, from } => own!(to) = own!(from),
                Option { to, option } => own!(to) = options[option.index()],
                Counter { to, phase } => {
                    reads |= image.dependencies.counter(phase);
                    own!(to) = counters[phase.index()];
                }
                Now { to } => {
                    reads |= Dependencies::CLOCK;
                    own!(to) = *now;
                }
                Attribute { to, of, kind, part, slot } => own!(to) = attribute!(see!(of), kind, part, slot),
                Combat { to, part, slot } => own!(to) = combat!(part, slot),
                Path { to, of, kinds, parts, slots } => {
                    let through = attribute!(see!(of), kinds[0], parts[0], slots[0]);
                    let through = known!(self.watch.value::<WATCHED>(through));
                    own!(to) = attribute!(through, kinds[1], parts[1], slots[1]);
                }
                Arithmetic { operation, to, left, right } => put!(to, arithmetic::calculate(operation, see!(left), see!(right))),
                Contains { to, record, set } => {
                    own!(to) = Value::from(is_in(see!(record), see!(set)));
                }
                Present { of } => {
                    if known!(self.watch.is_missing::<WATCHED>(own!(of))) {
                        exit!(LoopExit::Fault(0, FaultKind::Missing));
                    }
                }
                Increment { of } => own!(of) += 1,
                Accumulate { query, best, value } => {
                    put!(best, arithmetic::better(query, see!(best), see!(value)));
                }
                Select { highest, most, value, best, record } => {
                    let (known, value) = (see!(most), see!(value));
                    if arithmetic::is_better(highest, value, known) {
                        own!(most) = value;
                        own!(best) = own!(record);
                    }
                }
                AtMostOne { found } => match to_record(see!(found)) {
                    0 | 1 => {}
                    found => exit!(LoopExit::Fault(0, FaultKind::NotOne { found })),
                },
                NoRecord => exit!(LoopExit::Fault(0, FaultKind::NotOne { found: 0 })),
                Cover { what } => what.mark(&mut self.coverage),
                Between { to, one, other, pair } => own!(to) = pair.record(see!(one), see!(other)),

                Jump { target } => at = target.index(),
                JumpIf { of, when, target } => jump!((see!(of) == 1) == when, target),
                JumpIfMissing { of, when, target } => {
                    let is_missing = known!(self.watch.is_missing::<WATCHED>(own!(of)));
                    jump!(is_missing == when, target);
                }
                JumpIfEqual { left, right, when, target } => jump!((see!(left) == see!(right)) == when, target),
                JumpIfIs { of, when, value, target } => jump!((see!(of) == Value::from(value)) == when, target),
                JumpIfOrdered { order, left, right, when, target } => match order.holds(see!(left), see!(right)) {
                    Ok(holds) => jump!(holds == when, target),
                    Err(part) => exit!(LoopExit::Fault(part, FaultKind::Missing)),
                },
                JumpIfBelow { of, when, value, target } => match see!(of) {
                    MISSING => exit!(LoopExit::Fault(0, FaultKind::Missing)),
                    known => jump!((known < Value::from(value)) == when, target),
                },
                JumpIfAttribute { of, kind, part, when, slot, value, target } => {
                    let known = attribute!(see!(of), kind, part, slot);
                    let known = known!(self.watch.value::<WATCHED>(known));
                    jump!((known == Value::from(value)) == when, target);
                }
                JumpIfAttributeEqual { of, kind, part, when, slot, right, target } => {
                    let known = attribute!(see!(of), kind, part, slot);
                    let known = known!(self.watch.value::<WATCHED>(known));
                    jump!((known == see!(right)) == when, target);
                }
                JumpIfAttributeBelow { of, kind, part, when, slot, value, target } => {
                    let known = attribute!(see!(of), kind, part, slot);
                    match known!(self.watch.value::<WATCHED>(known)) {
                        MISSING => exit!(LoopExit::Fault(0, FaultKind::Missing)),
                        known => jump!((known < Value::from(value)) == when, target),
                    }
                }
                JumpIfAttributeMissing { of, kind, part, when, slot, target } => {
                    let known = attribute!(see!(of), kind, part, slot);
                    let is_missing = known!(self.watch.is_missing::<WATCHED>(known));
                    jump!(is_missing == when, target);
                }
                JumpIfCombat { part, when, slot, value, target } => {
                    let known = combat!(part, slot);
                    let known = known!(self.watch.value::<WATCHED>(known));
                    jump!((known == Value::from(value)) == when, target);
                }
                NextRecord { kind, place, to, done } => {
                    known!(self.watch.begins::<WATCHED>(image, at));
                    let (kind, number) = (usize::from(kind), to_index(see!(place)));
                    reads |= Dependencies::records(kind);
                    match record!(kind, number) {
                        Some(record) => {
                            step!();
                            own!(place) = to_value(number) + 1;
                            own!(to) = Value::from(record);
                            at -= usize::from(known!(self.watch.skips::<WATCHED>(kind, record)));
                        }
                        None => at = done.index(),
                    }
                }
                NextWhere { kind, part, when, slot, right, place, to, done } => {
                    let (kind, right) = (usize::from(kind), see!(right));
                    let mut number = to_index(see!(place));
                    reads |= Dependencies::records(kind) | 1 << (part & 63);
                    loop {
                        let Some(record) = record!(kind, number) else {
                            at = done.index();
                            break;
                        };
                        step!();
                        number += 1;
                        if known!(self.watch.skips::<WATCHED>(kind, record)) {
                            continue;
                        }
                        (self.watch).reads::<WATCHED>(kind, record, slot);
                        let known = self.watch.value::<WATCHED>(cell!(kind, record, slot));
                        if (known!(known) == right) == when {
                            own!(to) = Value::from(record);
                            own!(place) = to_value(number);
                            break;
                        }
                    }
                }
                NextEither { kind, left, right, place, to, done } => {
                    let (kind, from) = (usize::from(kind), see!(place));
                    reads |= Dependencies::records(kind);
                    let record = arithmetic::next_of(from, see!(left), see!(right));
                    if record >= from && record < Value::from(tables[kind].count()) {
                        step!();
                        own!(to) = record;
                        own!(place) = record + 1;
                    } else {
                        at = done.index();
                    }
                }
                NextOf { place, end, to, done } => {
                    known!(self.watch.passes::<WATCHED>(at));
                    let number = see!(place);
                    if number >= see!(end) {
                        at = done.index();
                    } else {
                        own!(to) = Value::from(records[to_index(number)]);
                        own!(place) = number + 1;
                        at -= usize::from(known!(self.watch.passes_over::<WATCHED>(number)));
                    }
                }

                Call { first, target } => enter!(target, first),
                CallBody { first, target } => {
                    if frames.len() >= image.shallow && is_too_deep(image, frames, at, target) {
                        exit!(LoopExit::Fault(0, FaultKind::TooDeep(DEEPEST_BLOCK)));
                    }
                    enter!(target, first);
                }
                Recall { first, of, function, target } => {
                    let record = own!(of);
                    if let Some((value, read)) = self.cache.recall::<WATCHED>(function, record) {
                        reads |= read;
                        own!(first) = value;
                        at = target.index();
                    } else {
                        own!(first) = record;
                        (self.cache).begin(function, record, std::mem::take(&mut reads));
                    }
                }
                Keep { first } => {
                    reads |= self.cache.end(own!(first), reads);
                }
                Lookup { first, key, table } => {
                    let key = see!(key);
                    let number = table.index();
                    let row = self.rules.tables[number].row_of(key);
                    let entry = row.and_then(|row| Some((row, image.values[number][row]?)));
                    let Some((row, entry)) = entry else {
                        exit!(LoopExit::Fault(0, FaultKind::NoRow { table, key }));
                    };
                    self.coverage.rows[number][row] = true;
                    enter!(entry, first);
                }
                // Called from outside of the loop, or anew when there are more registers.
                Enter { .. } => {
                    at -= 1;
                    begin!(*instruction);
                }
                ReturnConstant { value } => leave!(own!(0_u16) = value),
                Return { of } => leave!(own!(0_u16) = own!(of)),
                ReturnBody => leave!(),

                Step => {
                    known!(self.watch.passes::<WATCHED>(at));
                    step!();
                }
                // A tactic that is known to declare nothing.
                Declare { who, start, .. }
                    if self.unprompted && self.cache.is_silent(to_record(see!(who))) =>
                {
                    own!(start) = to_value(records.len());
                }
                JumpSilent { start, target } => {
                    let is_silent = to_value(records.len()) == see!(start) && queue.is_empty();
                    let is_within = *responding || *in_batch;
                    if is_silent && !is_within {
                        *chain = 0;
                    }
                    jump!(is_silent && (is_within || !*at_once), target);
                }
                JumpUnlessOn { target, on, steps } => match *flow {
                    Flow::On => flows_on!(on, steps),
                    _ => at = target.index(),
                },
                JumpIfOver { target, on, steps } => {
                    known!(self.watch.passes::<WATCHED>(at));
                    if *over && !*responding && !*in_batch {
                        *flow = Flow::Over;
                        at = target.index();
                    } else {
                        flows_on!(on, steps);
                    }
                }
                Absorb => {
                    *over |= *flow == Flow::Over;
                    *flow = Flow::On;
                }
                Mark { to } => own!(to) = to_value(records.len()),
                Push { of } => {
                    self.watch.pushes::<WATCHED>(records.len());
                    records.push(to_record(see!(of)));
                }
                Release { to } => records.truncate(to_index(see!(to))),
                Key { of, placement } => {
                    if placement != u32::MAX {
                        self.coverage.placements[placement.index()] = true;
                    }
                    self.keys.push(KeyValue::of(see!(of), placement));
                }
                NoKey => self.keys.push(KeyValue::NONE),
                Ruling { failed, left, right } => {
                    let failed = (failed != u16::MAX).then_some(failed);
                    self.ruling = (failed, see!(left), see!(right));
                }
                SettleOutside { .. } if *in_batch || *responding => {}
                // Nothing has happened that is still to be answered.
                SettleOutside { .. } | Settle { .. }
                    if queue.is_empty() && (*responding || *in_batch || !*at_once) =>
                {
                    if !*responding {
                        *chain = 0;
                    }
                }
                Arrange { .. } if !line.stale && !line.reorders => {}
                // Nothing is resolved within a batch or a trigger; watched runs pause here.
                BeginResolving if !WATCHED && !*in_batch && !*responding => {}
                First { to, none, next } => match line.first_act() {
                    Some(act) => {
                        own!(to) = Value::from(act);
                        jump!(acts[act].urgency > 0, next);
                    }
                    None => at = none.index(),
                },
                Link { .. } if *chain < u64::from(self.limits.events) => *chain += 1,
                SayBegin => self.saying = to_number(self.journal.values.len()),
                Hole { of } => self.journal.values.push(own!(of)),
                SayEnd { template } => *said = Some(self.journal.said_since(self.saying, template)),
                // An act is not visible before it has all its attributes.
                Give { kind, slot, record, value } if usize::from(kind) == KindId::ACT.index() => {
                    tables[usize::from(kind)].set(to_record(see!(record)), slot, own!(value));
                }
                Join { act, next } => {
                    let cause = image.bodies[*present].item;
                    queue.push_back(Pending::Joins(to_record(see!(act)), next, cause));
                }
                TooDeep | Leave { .. } | LeaveTurn { .. } | EndCombat { .. } | AddTo { .. } | Set { .. }
                | Add { .. } | Give { .. } | Defaults { .. } | SortKey { .. } | Sort { .. } | Roll { .. } | Ask { .. } | JumpUnanswered { .. }
                | CheckAnswer { .. } | RefuseAnswer { .. } | Answered { .. } | Declare { .. } | NextDeclared { .. } | Declared { .. }
                | RefuseAct { .. } | Judged { .. } | AllDeclared { .. } | Refuse | MakeAct { .. } | Cancel { .. } | Raise { .. } | Consult { .. }
                | Make { .. } | Made { .. } | Note | JumpIfStopped { .. } | BeginCounting { .. } | NextRepetition { .. } | NextTurn { .. }
                | SetCounter { .. } | Repeat { .. } | Elapse { .. } | BeginPhase { .. } | EndPhase { .. } | Repeated { .. } | SaveFlow { .. }
                | RestoreFlow { .. } | Arrive { .. } | ArriveTurn { .. } | JumpBeforeBegin { .. } | Finish | SettleOutside { .. } | Settle { .. }
                | BeginSettling { .. } | NextPending { .. } | EndSettling { .. } | Moment { .. } | Link { .. } | JumpIfAnnounced { .. }
                | Limit { .. } | Respond { .. } | Withhold { .. } | BeginResponse { .. } | EndResponse { .. } | BeginResolving | Arrange { .. }
                | BeginLine { .. } | AskPlace { .. } | OrderLine { .. } | NextMissed { .. } | JumpIfStale { .. } | Waits { .. } | Chooses { .. }
                | TakeBatch { .. } | NextAnnounced { .. } | JumpIfAnnouncedAnew { .. } | BeginBatch { .. } | NextAct { .. } | EndBatch
                | BeginJoin { .. } | JumpUnlessWaiting { .. } | NextAtOnce { .. } | EndJoin { .. } => exit!(LoopExit::Other),
            }
        }
    }
}

/// The code names a place that there is not, which its compiler rules out. What is not called with a place keeps all of them in machine registers.
#[cold]
fn beyond() -> ! {
    unreachable!("code names a place that there is not")
}
