//! The instructions of the procedure: what people, acts, phases, triggers and the line do.

use super::acts::MADE;
use super::state::{Flow, Pending, Waits};
use super::{Machine, Pause, Sight};
use crate::journal::What;
use crate::program::{Address, Image, Instruction, Register};
use crate::ruleset::index::{to_index, to_number, to_record, to_value};
use crate::ruleset::{ActMoment, DEEPEST, ExprId, ItemId, MISSING, Value};
use crate::run::fault::{Fault, FaultKind, RunResult};
use crate::scenario::Scenario;

/// What an instruction leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// the next instruction
    On,
    /// the pause that is kept in the machine
    Pause,
}

impl Machine<'_> {
    /// The instructions of the procedure: what people, acts, phases, triggers and the line do.
    #[inline(never)]
    pub(super) fn perform(
        &mut self,
        image: &Image,
        instruction: &Instruction,
        scenario: Option<&Scenario>,
    ) -> RunResult<Next> {
        let absolute = |register: Register, base: usize| base + usize::from(register);
        let base = self.state.base;
        match *instruction {
            Instruction::TooDeep => {
                let span = image.place(self.state.at - 1, 0);
                let kind = FaultKind::TooDeep(DEEPEST);
                return Err(Box::new(Fault { kind, span }));
            }
            Instruction::Roll {
                site,
                to,
                who,
                count,
                sides,
                number,
            } => {
                if let Some(pause) = self.roll(site, to, [who, count, sides, number])? {
                    return self.pause(pause);
                }
            }
            Instruction::Ask { site, to } => {
                let pause = self.ask(site, to);
                return self.pause(pause);
            }
            Instruction::JumpUnanswered { target } => self.jump_if(!self.state.answered, target),
            Instruction::CheckAnswer { site, of, first } => self.check_answer(site, of, first)?,
            Instruction::RefuseAnswer { site, of, first } => self.refuse_answer(site, of, first)?,
            Instruction::Answered { site, of } => self.write_answer(site, of)?,
            Instruction::Declare {
                who,
                start,
                refused,
                one,
                actions,
                first,
            } => {
                let pushed = to_value(self.state.records.len());
                self.state.put(start, pushed);
                let actor = self.state.record(who);
                let pause = self.declare(actor, [refused, one], actions, first);
                match scenario.filter(|_| self.unprompted) {
                    Some(scenario) => self.declared(&[], scenario)?,
                    None => return self.pause(pause),
                }
            }
            Instruction::NextDeclared {
                place,
                end,
                to,
                first,
                done,
            } => {
                let at = self.state.get(place);
                match scenario.filter(|_| at < self.state.get(end)) {
                    Some(scenario) => {
                        let behind = absolute(first, base);
                        let act = self.declared_act(to_index(at), scenario, behind)?;
                        self.state.put(to, Value::from(act));
                        self.state.put(place, at + 1);
                    }
                    None => self.state.at = done,
                }
            }
            Instruction::Declared { act, secret, first } => {
                let act = self.state.record(act);
                self.title(act, 0, absolute(first, base))?;
                self.write(What::Declared { act, secret })?;
            }
            Instruction::RefuseAct { act } => {
                let act = self.state.record(act);
                self.refuse(act, self.state.said)?;
            }
            Instruction::Judged { act } => self.judged(self.state.record(act))?,
            Instruction::AllDeclared { start, end } => {
                if self.state.in_batch {
                    // The acts of a batch see what there was when it began.
                    for at in self.state.get(start)..self.state.get(end) {
                        self.hide(self.state.records[to_index(at)] & !MADE);
                    }
                }
            }
            Instruction::Refuse => {
                if let Some(act) = self.state.declared {
                    self.refuse(act, self.state.said)?;
                }
            }
            Instruction::MakeAct { to, actor, action } => {
                let actor = self.state.record(actor);
                let act = self.make_act(actor, action, None)?;
                self.state.put(to, Value::from(act));
            }
            Instruction::Cancel {
                act,
                word,
                has_reason,
            } => {
                let because = self.state.said.filter(|_| has_reason);
                self.cancel(self.state.record(act), word, because)?;
            }
            Instruction::Raise { event, first } => {
                let count = self.rules.events[event.index()].parameters.len();
                let first = absolute(first, base);
                let given = &self.state.registers[first..first + count];
                let values = self.journal.store(given.iter().copied());
                let pending = Pending::Event(event, given.into());
                self.write(What::Raised { event, values })?;
                if self.background.is_some() {
                    self.keep_raised();
                }
                self.state.queue.push_back(pending);
            }
            Instruction::Consult { table, first, key } => {
                let key = self.state.get(key);
                let id = table.index();
                let Some(row) = self.rules.tables[id].row_of(key) else {
                    return Err(FaultKind::NoRow { table, key }.into());
                };
                self.coverage.rows[id][row] = true;
                let consulted = What::Consulted {
                    table,
                    row: to_number(row),
                    key,
                };
                let item = self.rules.tables[id].item;
                self.write_for(Some(item), consulted)?;
                let entry = self.image.rows[id][row];
                self.enter(entry, absolute(first, base))?;
            }
            Instruction::Make { kind, to } => {
                let record = self.make_record(kind)?;
                self.state.put(to, Value::from(record));
            }
            Instruction::Made { kind, record } => {
                let record = self.state.record(record);
                self.write(What::Made { kind, record })?;
            }
            Instruction::Note => {
                if let Some(said) = self.state.said {
                    self.write(What::Noted { said })?;
                    self.journal.keep_title(self.rules, said);
                }
            }
            Instruction::JumpIfStopped { phase, target } => {
                let stops = scenario.is_some_and(|scenario| self.stops_before(phase, scenario));
                self.jump_if(stops, target);
            }
            Instruction::BeginCounting {
                phase,
                number,
                target,
            } => {
                let given =
                    scenario.is_some_and(|scenario| self.begin_counting(phase, number, scenario));
                self.jump_if(given, target);
            }
            Instruction::NextRepetition {
                phase,
                number,
                done,
            } => {
                let comes =
                    scenario.is_some_and(|scenario| self.next_repetition(phase, number, scenario));
                self.jump_if(!comes, done);
            }
            Instruction::NextTurn {
                phase,
                number,
                done,
            } => {
                let comes =
                    scenario.is_some_and(|scenario| self.next_turn(phase, number, scenario));
                self.jump_if(!comes, done);
                if comes {
                    let record = self.state.record(number);
                    return self.saw(Sight::TurnFound(phase, record));
                }
            }
            Instruction::SetCounter { phase, of } => self.count(phase, self.state.get(of)),
            Instruction::Repeat {
                phase,
                number,
                done,
            } => {
                let begins = self.repeat(phase, number)?;
                self.jump_if(!begins, done);
                if self.state.waits_for == Waits::Rest {
                    return self.pause(Pause::Rests);
                }
            }
            Instruction::Elapse { of } => self.elapse(self.state.get(of)),
            Instruction::BeginPhase { phase, number } => self.begin_phase(phase, number)?,
            Instruction::EndPhase { phase, number } => {
                if let Some(scenario) = scenario {
                    self.end_phase(phase, number, scenario)?;
                    return self.saw(Sight::PhaseEnded(phase));
                }
            }
            Instruction::Repeated {
                phase,
                number,
                target,
            } => {
                let again = self.repeated(phase, number);
                self.jump_if(again, target);
            }
            Instruction::SaveFlow { to, over } => {
                let flow = self.state.flow;
                match flow {
                    Flow::Over => self.state.at = over,
                    Flow::On | Flow::Leave(_) | Flow::LeaveTurn(_) | Flow::Stop => {
                        self.state.put(to, flow.to_value());
                        self.state.flow = Flow::On;
                    }
                }
            }
            Instruction::RestoreFlow { of } => {
                self.state.flow = Flow::from_value(self.state.get(of));
            }
            Instruction::Arrive { phase } => {
                if self.state.flow == Flow::Leave(phase) {
                    self.state.flow = Flow::On;
                }
            }
            Instruction::ArriveTurn { phase } => {
                if self.state.flow == Flow::LeaveTurn(phase) {
                    self.state.flow = Flow::On;
                }
            }
            Instruction::JumpBeforeBegin { phase, target } => {
                let later = scenario.is_some_and(|scenario| self.begins_later(phase, scenario));
                self.jump_if(later, target);
            }
            Instruction::BeginSettling { outer } => self.begin_settling(outer),
            Instruction::EndSettling { outer } => {
                if self.end_settling(outer) {
                    return self.saw(Sight::BatchEnded);
                }
            }
            Instruction::NextPending { first, done } => {
                let any = self.next_pending(first)?;
                self.jump_if(!any, done);
            }
            Instruction::Link { trigger } => self.link(trigger)?,
            Instruction::JumpIfAnnounced {
                trigger,
                act,
                first,
                target,
            } => {
                let act = self.state.record(act);
                let done = self.is_announced(trigger, act)
                    || !self.still_comes(image, act, absolute(first, base))?;
                self.jump_if(done, target);
            }
            Instruction::Limit { trigger, first, to } => {
                let used_up = self.use_up(trigger, first);
                self.state.put(to, Value::from(used_up));
            }
            Instruction::Respond { trigger, act } => self.respond(trigger, act)?,
            Instruction::Withhold {
                trigger,
                act,
                used_up,
            } => self.withhold(trigger, act, used_up)?,
            Instruction::BeginResponse { keep, declared } => self.begin_response(keep, declared),
            Instruction::EndResponse { keep } => self.end_response(keep),
            Instruction::BeginResolving => self.begin_resolving()?,
            Instruction::Arrange { first } => {
                if self.state.line.stale || self.state.line.reorders {
                    self.call(self.image.arrange, first, &[])?;
                }
            }
            Instruction::BeginLine { first, stands } => {
                if self.begin_line(image, absolute(first, base))? {
                    self.state.at = stands;
                }
            }
            Instruction::AskPlace { done } => match self.ask_place()? {
                Some(pause) => return self.pause(pause),
                None => self.state.at = done,
            },
            Instruction::OrderLine { first } => {
                if self.order_line(image, absolute(first, base))? {
                    return self.saw(Sight::Arranged);
                }
            }
            Instruction::NextMissed { place, act, done } => match self.next_missed(place)? {
                Some(missed) => self.state.put(act, Value::from(missed)),
                None => self.state.at = done,
            },
            Instruction::JumpIfStale { any, target } => {
                let again = self.state.get(any) == 1 && self.state.line.stale;
                self.jump_if(again, target);
            }
            Instruction::Waits { act, condition } => {
                let act = self.state.record(act);
                return self.saw(Sight::Waits(act, ExprId(condition)));
            }
            Instruction::Chooses { condition } => {
                return self.saw(Sight::Chooses(ExprId(condition)));
            }
            Instruction::TakeBatch { count } => {
                self.take_batch();
                let announced = self.announced();
                self.state.put(count, announced);
            }
            Instruction::NextAnnounced {
                place,
                act,
                first,
                done,
            } => match self.next_announced(image, place, absolute(first, base))? {
                Some(announced) => {
                    self.state.put(act, Value::from(announced));
                    let stage = self.state.acts[announced].stage;
                    self.moment(ActMoment::Before, announced, stage, first)?;
                }
                None => self.state.at = done,
            },
            Instruction::JumpIfAnnouncedAnew { count, target } => {
                let anew = self.is_announced_anew(self.state.get(count));
                self.jump_if(anew, target);
            }
            Instruction::BeginBatch { first, target } => {
                let any = self.begin_batch(image, absolute(first, base))?;
                self.jump_if(!any, target);
            }
            Instruction::NextAct { place, first, done } => {
                let index = self.state.get(place);
                match self.state.batch.get(to_index(index)) {
                    Some(&act) => {
                        self.state.put(place, index + 1);
                        self.carry_out(act, first)?;
                    }
                    None => {
                        self.end_acts()?;
                        self.state.at = done;
                    }
                }
            }
            Instruction::EndBatch => {
                self.write_for(None, What::BatchEnds)?;
                return self.saw(Sight::BatchEnded);
            }
            Instruction::BeginJoin {
                act,
                cause,
                next,
                first,
                target,
            } => {
                let cause = self.state.get(cause);
                let cause = (cause != MISSING).then_some(ItemId(to_record(cause)));
                let (act, next) = (self.state.record(act), self.state.get(next) == 1);
                let joins = self.begin_join(act, next, cause, absolute(first, base))?;
                self.jump_if(!joins, target);
            }
            Instruction::JumpUnlessWaiting { act, target } => {
                let state = self.state_of(self.state.record(act))?;
                self.jump_if(state != self.image.words.waiting, target);
            }
            Instruction::NextAtOnce {
                act,
                stage,
                first,
                done,
            } => {
                let act = self.state.record(act);
                let any = self.next_at_once(act, stage, first)?;
                if !any {
                    self.state.at = done;
                }
            }
            Instruction::EndJoin { act, next } => {
                let next = self.state.get(next) == 1;
                self.end_join(self.state.record(act), next)?;
            }
            Instruction::Leave { .. }
            | Instruction::LeaveTurn { .. }
            | Instruction::EndCombat { .. }
            | Instruction::AddTo { .. }
            | Instruction::Set { .. }
            | Instruction::Add { .. }
            | Instruction::Give { .. }
            | Instruction::Defaults { .. }
            | Instruction::SortKey { .. }
            | Instruction::Sort { .. }
            | Instruction::SettleOutside { .. }
            | Instruction::Settle { .. }
            | Instruction::Moment { .. } => return self.carry_on(instruction),
            // Carried out by the loop itself.
            Instruction::First { .. }
            | Instruction::SayBegin
            | Instruction::Hole { .. }
            | Instruction::SayEnd { .. }
            | Instruction::Constant { .. }
            | Instruction::Copy { .. }
            | Instruction::Option { .. }
            | Instruction::Counter { .. }
            | Instruction::Now { .. }
            | Instruction::Attribute { .. }
            | Instruction::Path { .. }
            | Instruction::Arithmetic { .. }
            | Instruction::Contains { .. }
            | Instruction::Present { .. }
            | Instruction::Increment { .. }
            | Instruction::Accumulate { .. }
            | Instruction::Select { .. }
            | Instruction::AtMostOne { .. }
            | Instruction::NoRecord
            | Instruction::Cover { .. }
            | Instruction::Between { .. }
            | Instruction::Key { .. }
            | Instruction::NoKey
            | Instruction::Ruling { .. }
            | Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpIfMissing { .. }
            | Instruction::JumpIfEqual { .. }
            | Instruction::JumpIfIs { .. }
            | Instruction::JumpIfOrdered { .. }
            | Instruction::JumpIfBelow { .. }
            | Instruction::JumpIfAttribute { .. }
            | Instruction::JumpIfAttributeEqual { .. }
            | Instruction::JumpIfAttributeBelow { .. }
            | Instruction::JumpIfAttributeMissing { .. }
            | Instruction::JumpIfCombat { .. }
            | Instruction::Combat { .. }
            | Instruction::NextRecord { .. }
            | Instruction::NextWhere { .. }
            | Instruction::NextEither { .. }
            | Instruction::Call { .. }
            | Instruction::Recall { .. }
            | Instruction::Keep { .. }
            | Instruction::Lookup { .. }
            | Instruction::Enter { .. }
            | Instruction::CallBody { .. }
            | Instruction::ReturnConstant { .. }
            | Instruction::Return { .. }
            | Instruction::ReturnBody
            | Instruction::Step
            | Instruction::JumpUnlessOn { .. }
            | Instruction::JumpSilent { .. }
            | Instruction::JumpIfOver { .. }
            | Instruction::Absorb
            | Instruction::Mark { .. }
            | Instruction::Push { .. }
            | Instruction::NextOf { .. }
            | Instruction::Release { .. }
            | Instruction::Finish
            | Instruction::Join { .. } => {}
        }
        Ok(Next::On)
    }

    fn jump_if(&mut self, condition: bool, target: Address) {
        if condition {
            self.state.at = target;
        }
    }
}
