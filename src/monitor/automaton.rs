//! One monitor: what it makes of each entry of the journal, and its verdict.

use super::Verdict;
use super::form::{ActObservation, Form, ValueMeasure};
use super::said::says;
use super::state::MonitorState;
use super::view::MonitorView;
use crate::journal::{Entry, What};
use crate::ruleset::index::{to_index, to_number, to_record, to_value};
use crate::ruleset::{ExprId, KindId, MISSING, Value, slots};
use crate::run::{Arena, Ending, Fault, Scene};
use crate::scenario::{ActOrder, ActReference, FactMoment, Moment, Scenario};

/// What looks for one thing.
pub(super) struct Monitor<'a> {
    pub form: Form<'a>,
    /// The times that batches are held against.
    pub moments: Vec<Option<&'a Moment>>,
    pub state: MonitorState,
    /// How many entries the journal had when a value was worked out.
    at: usize,
    /// The two sides of a comparison that was false, if they are asked for.
    sides: Option<(Value, Value)>,
    explains: bool,
    pub fault: Option<Fault>,
}

const NOT_YET: Value = 0;
pub(super) const NOW: Value = 1;
const BEFORE: Value = 2;

/// A combatant that may not act: its period has begun; it was asked; it has declared.
const BEGUN: Value = 1;
pub(super) const ASKED: Value = 2;
const DECLARED: Value = 4;

impl<'a> Monitor<'a> {
    /// A monitor that has seen nothing yet; `explains`: it keeps the two sides of a comparison that is false.
    pub fn new(form: Form<'a>, explains: bool) -> Self {
        let moments = form.moments();
        Monitor {
            form,
            state: MonitorState::of(&moments),
            moments,
            at: 0,
            sides: None,
            explains,
            fault: None,
        }
    }

    /// Forgets the run.
    pub fn clear(&mut self) {
        self.state.clear(&self.moments);
        self.sides = None;
        self.fault = None;
    }

    /// Whether it names keys of batches by their values.
    pub fn names_keys(&self) -> bool {
        let mut moments = self.moments.iter().flatten();
        moments.any(|moment| !moment.keys.is_empty())
    }

    /// The numbers of repeated phases that it names.
    pub fn numbers(&self) -> impl Iterator<Item = Value> + '_ {
        let own = match self.form {
            Form::Declared(_, moment)
            | Form::Asked { moment, .. }
            | Form::Rolls(_, moment, _)
            | Form::Said(_, _, moment) => moment,
            Form::MayNotAct(_, moment) => Some(moment),
            // These are among the moments.
            Form::Over(_)
            | Form::Order(_)
            | Form::Relation(..)
            | Form::Seen(..)
            | Form::State(..)
            | Form::Acts(..)
            | Form::Value(..)
            | Form::Place(_)
            | Form::First(..) => None,
        };
        let moments = self.moments.iter().flatten().copied().chain(own);
        moments.flat_map(|moment| moment.path.iter().map(|part| part.1))
    }

    /// Whether nothing that comes can change the answer.
    pub fn is_settled(&self) -> bool {
        let can_change = matches!(self.form, Form::Value(_, FactMoment::EndOf(_), _));
        self.state.answer.is_some() && !can_change
    }

    /// Takes note of an entry of the journal.
    pub fn entry(&mut self, entry: &Entry, view: &MonitorView<'_, '_>) {
        if let Form::Said(said, sayings, moment) = self.form
            && view.is_now(moment)
            && sayings.iter().any(|saying| says(saying, entry, view.scene))
        {
            self.state.answer = Some(said.into());
        }
        match entry.what {
            What::PhaseBegins { phase, number, .. } => {
                if let Form::MayNotAct(_, moment) = self.form
                    && (number != MISSING || moment.part == Some(phase))
                    && view.is_now(Some(moment))
                {
                    self.state.seen[0] |= BEGUN;
                }
            }
            What::BatchBegins { place, .. } => {
                self.new_batch();
                let place = view.scene.journal().values(place);
                let moments = self.moments.iter().zip(&mut self.state.in_moment);
                for (moment, is_in) in moments {
                    *is_in = moment.is_none_or(|moment| has_keys(moment, place));
                }
            }
            What::Resolved { act, stage } => {
                let action = view.scene.journal().act(act).action;
                // It stands in no batch: it is one of its own.
                if view.rules.actions[action.index()].at_once {
                    self.new_batch();
                }
                self.done(act, stage, view);
            }
            What::Missed { act } => {
                if let Form::Seen(reference, ActObservation::Missed) = self.form
                    && is_meant(act, reference, view.scene)
                    && self.state.in_moment[0]
                    && view.is_now(reference.moment.as_ref())
                {
                    self.state.answer = Some(1);
                }
            }
            What::Rolled { purpose, .. } => {
                if let Form::Rolls(wanted, moment, count) = self.form
                    && purpose == wanted
                    && view.is_now(moment)
                {
                    self.counted(count);
                }
            }
            What::Declared { act, .. } => self.declared(act, view),
            What::Refused { act, .. } => {
                if let Form::MayNotAct(who, moment) = self.form
                    && view.actor(act) == who
                    && view.is_now(Some(moment))
                {
                    self.state.seen[1] -= 1;
                }
            }
            What::Asked {
                question, about, ..
            } => {
                if let Form::Asked {
                    question: wanted,
                    about: records,
                    acts,
                    moment,
                    ..
                } = self.form
                    && view.rules.questions[question.index()].name == wanted
                    && view.is_now(moment)
                {
                    let about = view.scene.journal().values(about);
                    let is_named = |&(kind, record): &(KindId, u32)| {
                        let named = [Value::from(kind.0), Value::from(record)];
                        about.chunks_exact(2).any(|pair| pair == named)
                    };
                    let act = Value::from(KindId::ACT.0);
                    let is_about = |named: &ActReference| {
                        let mut acts = about.chunks_exact(2).filter(|pair| pair[0] == act);
                        acts.any(|pair| is_meant(to_record(pair[1]), named, view.scene))
                    };
                    if records.iter().all(is_named) && acts.iter().all(is_about) {
                        self.state.seen[0] = NOW;
                    }
                }
            }
            _ => {}
        }
    }

    fn declared(&mut self, act: u32, view: &MonitorView<'_, '_>) {
        match self.form {
            Form::Declared(who, moment) => {
                let actor = view.actor(act);
                let came = &mut self.state.listed[0];
                if who.contains(&actor) && !came.contains(&actor) && view.is_now(moment) {
                    came.push(actor);
                }
            }
            Form::MayNotAct(who, moment) if view.actor(act) == who && view.is_now(Some(moment)) => {
                self.state.seen[0] |= DECLARED;
                self.state.seen[1] += 1;
            }
            _ => {}
        }
    }

    /// What was seen in the batch in hand was seen before from now on.
    fn new_batch(&mut self) {
        let state = &mut self.state;
        match self.form {
            Form::Relation(..) | Form::First(..) => {
                for seen in &mut state.seen {
                    if *seen == NOW {
                        *seen = BEFORE;
                    }
                }
                if let Form::First(_, relation, _) = self.form
                    && state.seen != [NOT_YET; 2]
                {
                    state.answer = Some(Value::from(stand(state.seen, relation)));
                }
            }
            Form::Place(_) => {
                let [before, now] = &mut state.listed;
                before.append(now);
                before.sort_unstable();
                before.dedup();
            }
            Form::Order(batches) => {
                if let Some(wanted) = batches.get(to_index(state.seen[0]))
                    && comes_together(to_number(wanted.len()), &state.listed[0])
                {
                    state.seen[0] += 1;
                }
                state.listed[0].clear();
                state.seen[1] = 0;
            }
            Form::Over(_)
            | Form::Declared(..)
            | Form::Asked { .. }
            | Form::MayNotAct(..)
            | Form::Seen(..)
            | Form::State(..)
            | Form::Acts(..)
            | Form::Rolls(..)
            | Form::Value(..)
            | Form::Said(..) => {}
        }
    }

    /// One more of what is counted. Beyond the number asked for it is settled, so that what goes on and on has few states.
    fn counted(&mut self, wanted: Value) {
        self.state.seen[0] += 1;
        self.state.answer = (self.state.seen[0] > wanted).then_some(0);
    }

    fn done(&mut self, act: u32, stage: u16, view: &MonitorView<'_, '_>) {
        match self.form {
            Form::Order(batches) => {
                let next = to_index(self.state.seen[0]);
                let before: usize = batches.iter().take(next).map(Vec::len).sum();
                for (number, reference) in batches.get(next).into_iter().flatten().enumerate() {
                    if self.matches(before + number, act, stage, reference, view) {
                        let found = [to_record(self.state.seen[1]), to_number(number)];
                        self.state.listed[0].extend(found);
                    }
                }
                self.state.seen[1] += 1;
            }
            Form::Relation(left, relation, right) => {
                for (index, reference) in [left, right].into_iter().enumerate() {
                    if self.state.seen[index] == NOT_YET
                        && self.matches(index, act, stage, reference, view)
                    {
                        self.state.seen[index] = NOW;
                    }
                }
                // Both are known once one was there before the other came, or both came together.
                let [a, b] = self.state.seen;
                if a != NOT_YET && b != NOT_YET {
                    self.state.answer = Some(Value::from(stand([a, b], relation)));
                }
            }
            Form::First(who, _, other) => {
                let actor = view.actor(act);
                for (seen, one) in self.state.seen.iter_mut().zip([who, other]) {
                    if actor == one && *seen == NOT_YET {
                        *seen = NOW;
                    }
                }
            }
            Form::Seen(reference, seen @ (ActObservation::Done | ActObservation::NotDone)) => {
                if self.matches(0, act, stage, reference, view) {
                    self.state.answer = Some(Value::from(seen == ActObservation::Done));
                }
            }
            Form::Acts(who, moment, count) => {
                if view.actor(act) == who && self.state.in_moment[0] && view.is_now(moment) {
                    self.counted(count);
                }
            }
            Form::Place(who) => {
                let actor = view.actor(act);
                let [before, now] = &mut self.state.listed;
                if actor == who {
                    self.state.answer = Some(to_value(before.len()) + 1);
                } else if let Err(place) = now.binary_search(&actor) {
                    now.insert(place, actor);
                }
            }
            Form::Value(_, FactMoment::After(reference), _) => {
                if self.matches(0, act, stage, reference, view) {
                    self.state.seen[0] = NOW;
                }
            }
            Form::Value(_, FactMoment::End | FactMoment::EndOf(_), _)
            | Form::Seen(_, ActObservation::Missed)
            | Form::Over(_)
            | Form::Declared(..)
            | Form::Asked { .. }
            | Form::MayNotAct(..)
            | Form::State(..)
            | Form::Rolls(..)
            | Form::Said(..) => {}
        }
    }

    /// Whether what was done is the act that is named, the one with this number.
    fn matches(
        &self,
        number: usize,
        act: u32,
        stage: u16,
        reference: &ActReference,
        view: &MonitorView<'_, '_>,
    ) -> bool {
        self.state.in_moment[number]
            && is_meant(act, reference, view.scene)
            && reference.stage.is_none_or(|wanted| wanted == stage)
            && view.is_now(reference.moment.as_ref())
    }

    /// What the run has come to.
    pub fn verdict(
        &mut self,
        ending: Ending,
        scenario: &Scenario,
        scene: &mut Scene<'_>,
    ) -> Verdict {
        if let Form::Value(value, FactMoment::End, sort) = self.form {
            self.evaluate(value, sort, scenario, scene);
        }
        let came = self.state.answer.is_some() || self.fault.is_some();
        Verdict {
            answer: match self.fault.take() {
                Some(fault) => Err(fault),
                None => Ok(self.answer(ending, scene)),
            },
            came,
            at: self.at,
            sides: self.sides,
        }
    }

    fn answer(&mut self, ending: Ending, scene: &Scene<'_>) -> Value {
        if let Some(answer) = self.state.answer {
            return answer;
        }
        let seen = self.state.seen;
        match self.form {
            Form::Over(wanted) => Value::from((ending == Ending::Over) == wanted),
            Form::Order(batches) => {
                self.new_batch();
                Value::from(to_index(self.state.seen[0]) == batches.len())
            }
            Form::Declared(who, _) => Value::from(self.state.listed[0] == who),
            Form::Asked { asked, .. } => Value::from((seen[0] == NOW) == asked),
            Form::MayNotAct(..) => {
                let is = |flag| seen[0] & flag != 0;
                let refused = is(DECLARED) && seen[1] == 0;
                Value::from(is(BEGUN) && (!is(ASKED) || refused))
            }
            Form::Relation(..) | Form::Seen(_, ActObservation::Done | ActObservation::Missed) => 0,
            Form::Said(said, ..) => Value::from(!said),
            Form::Seen(_, ActObservation::NotDone) => 1,
            Form::State(reference, word) => {
                let state = |act| scene.attribute(KindId::ACT, act, slots::STATE);
                let acts = 0..to_number(scene.journal().acts.len());
                let any = acts
                    .filter(|&act| is_meant(act, reference, scene))
                    .any(|act| state(act) == Value::from(word.0));
                Value::from(any)
            }
            Form::Acts(_, _, wanted) | Form::Rolls(_, _, wanted) => Value::from(seen[0] == wanted),
            // Its time did not come.
            Form::Value(_, _, ValueMeasure::Fact) => 0,
            Form::Value(_, _, ValueMeasure::Amount) | Form::Place(_) => MISSING,
            Form::First(_, relation, _) => {
                Value::from(seen != [NOT_YET; 2] && stand(seen, relation))
            }
        }
    }

    /// Evaluates what is asked for, as its time has come.
    pub fn evaluate(
        &mut self,
        id: ExprId,
        sort: ValueMeasure,
        scenario: &Scenario,
        scene: &mut Scene<'_>,
    ) {
        let arena = Arena {
            exprs: &scenario.exprs,
            spans: &scenario.expr_spans,
        };
        self.at = scene.journal().entries.len();
        let mut value = |id| scene.value(arena, id, scenario.locals);
        let found = value(id).map(|value| match sort {
            ValueMeasure::Fact => Value::from(value == 1),
            ValueMeasure::Amount => value,
        });
        let sides = match found {
            Ok(0) if self.explains => scenario.exprs[id.index()].compared(),
            _ => None,
        };
        self.sides = sides.and_then(|[a, b]| value(a).ok().zip(value(b).ok()));
        (self.state.answer, self.fault) = match found {
            Ok(answer) => (Some(answer), None),
            Err(fault) => (None, Some(fault)),
        };
    }
}

/// How two stand of which these were seen; what was not seen comes last.
fn stand([a, b]: [Value; 2], relation: ActOrder) -> bool {
    match relation {
        ActOrder::Before => a > b,
        ActOrder::With => a == b,
        ActOrder::After => a < b,
    }
}

/// Whether a batch has carried out so many acts that are named, each by something done of its own. `found`: what was done and which of them it is, in
/// turn.
fn comes_together(wanted: u32, found: &[u32]) -> bool {
    let mut taken: Vec<u32> = Vec::new();
    (0..wanted).all(|number| {
        let mut pairs = found.chunks_exact(2);
        let pair = pairs.find(|pair| pair[1] == number && !taken.contains(&pair[0]));
        taken.extend(pair.map(|pair| pair[0]));
        pair.is_some()
    })
}

fn has_keys(moment: &Moment, place: &[Value]) -> bool {
    moment.keys.iter().all(|key| {
        let wanted = [Value::from(key.0.0), key.1];
        place.chunks_exact(2).any(|pair| pair == wanted)
    })
}

/// Whether an act is the one that is named, whatever its stage and time.
fn is_meant(act: u32, reference: &ActReference, scene: &Scene<'_>) -> bool {
    let record = scene.journal().act(act);
    record.actor == reference.actor
        && record.action == reference.action
        && reference.has_attributes(|slot| scene.attribute(KindId::ACT, act, slot))
}
