//! What must be remembered of a run to answer a question when it is over: a few numbers, brought up to date whenever a batch has ended or a
//! roll is wanted. So the journal can be forgotten on the way, and runs that differ in nothing that matters are alike.

use crate::journal::{Entry, What};
use crate::ruleset::{ExprId, KindId, MISSING, PhaseId, Ruleset, Value, WordId, slots};
use crate::run::varint::{Reader, Writer};
use crate::run::{Arena, Ending, Fault, Observer, Scene};
use crate::scenario::{
    ActOrder, ActReference, Asked, ExpectationKind, FactMoment, Moment, Outcome, Path, Scenario,
};

/// What is remembered of one run.
pub struct Tally<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    form: Form<'a>,
    marks: Marks,
    /// The counting phases that ran when the journal was read last.
    path: Path,
    /// How much of the journal has been read.
    read: usize,
    fault: Option<Fault>,
}

/// The forms of questions that can be answered so.
#[derive(Clone, Copy)]
enum Form<'a> {
    Over(bool),
    Relation(&'a ActReference, ActOrder, &'a ActReference),
    Seen(&'a ActReference, Seen),
    State(&'a ActReference, WordId),
    /// how many acts of a combatant, and how many are wanted
    Acts(u32, Option<&'a Moment>, Value),
    Rolls(WordId, Option<&'a Moment>, Value),
    /// a value and its time; or whether it is so
    Value(ExprId, &'a FactMoment, Sort),
    Place(u32),
    First(u32, ActOrder, u32),
}

/// What is wanted of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// whether it is yes; no, where its time does not come
    Fact,
    /// how much it is; nothing, where its time does not come
    Amount,
}

/// What is looked for of an act.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Done,
    NotDone,
    Missed,
}

/// What is remembered. What the numbers mean depends on the form.
#[derive(Clone, Default)]
struct Marks {
    /// of the acts named (one or two): not seen, seen in the batch in hand, seen before; or a count
    seen: [Value; 2],
    /// the combatants that have acted before the batch in hand, and in it; sorted
    acted: [Vec<u32>; 2],
    /// the answer, once nothing can change it
    answer: Option<Value>,
    /// whether the batch in hand is of the moment of the acts named
    in_moment: [bool; 2],
}

const NOT_YET: Value = 0;
const NOW: Value = 1;
const BEFORE: Value = 2;

impl<'a> Tally<'a> {
    /// Ready for a run; an expectation that can only be judged by the whole journal is given back.
    pub fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        asked: &'a Asked,
    ) -> Result<Self, &'a ExpectationKind> {
        let form = match asked {
            Asked::Value(value, _, at) => Form::Value(*value, at, Sort::Amount),
            Asked::Place(who) => Form::Place(*who),
            Asked::First(who, relation, other) => Form::First(*who, *relation, *other),
            Asked::Whether(expected) => Form::of(expected).ok_or(expected)?,
        };
        Ok(Tally {
            rules,
            scenario,
            form,
            marks: Marks::default(),
            path: Path::new(),
            read: 0,
            fault: None,
        })
    }

    /// Whether the question is about certain acts, so that no act may be forgotten.
    pub fn is_of_acts(&self) -> bool {
        matches!(
            self.form,
            Form::State(..) | Form::Seen(..) | Form::Relation(..)
        )
    }

    /// Whether the question names keys of acts by their values.
    pub fn names_keys(&self) -> bool {
        let mut moments = self.form.references().into_iter().flatten();
        moments.any(|act| {
            act.moment
                .as_ref()
                .is_some_and(|moment| !moment.keys.is_empty())
        })
    }

    /// Forgets the run.
    pub fn clear(&mut self) {
        self.marks = Marks::default();
        self.path.clear();
        self.read = 0;
        self.fault = None;
    }

    /// Writes down what is remembered.
    pub fn write_down(&self, out: &mut Writer) {
        let marks = &self.marks;
        match marks.answer {
            Some(answer) => [1, answer].iter().for_each(|&value| out.put(value)),
            None => {
                let [first, second] = marks.in_moment.map(Value::from);
                let all = [0, marks.seen[0], marks.seen[1], first * 2 + second];
                all.iter().for_each(|&value| out.put(value));
                for acted in &marks.acted {
                    out.all(acted.iter().map(|&who| Value::from(who)));
                }
            }
        }
    }

    /// Remembers what was written down. `path`: the counting phases that run.
    pub fn take_up(&mut self, from: &mut Reader<'_>, path: &[(PhaseId, Value)]) {
        self.marks = Marks::default();
        if from.take() == 1 {
            self.marks.answer = Some(from.take());
        } else {
            self.marks.seen = [from.take(), from.take()];
            let bits = from.take();
            self.marks.in_moment = [bits & 2 != 0, bits & 1 != 0];
            for acted in &mut self.marks.acted {
                from.all(acted, |who| who as u32);
            }
        }
        self.path.clear();
        self.path.extend_from_slice(path);
        self.read = 0;
        self.fault = None;
    }

    /// Reads what the journal holds since it was read last.
    pub fn read(&mut self, scene: &Scene<'_>) {
        let journal = scene.journal();
        for entry in &journal.entries[self.read.min(journal.entries.len())..] {
            self.entry(entry, scene);
        }
        self.read = journal.entries.len();
    }

    fn entry(&mut self, entry: &Entry, scene: &Scene<'_>) {
        match entry.what {
            What::PhaseBegins { phase, number, .. } if number != MISSING => {
                self.path.push((phase, number));
            }
            What::PhaseEnds { number, .. } if number != MISSING => {
                self.path.pop();
            }
            _ if self.marks.answer.is_some() => {}
            What::BatchBegins { place, .. } => {
                self.new_batch();
                self.marks.in_moment = self.form.references().map(|reference| {
                    let moment = reference.and_then(|reference| reference.moment.as_ref());
                    moment.is_none_or(|moment| has_keys(moment, scene.journal().values(place)))
                });
            }
            What::Resolved { act, stage } => {
                let action = scene.journal().acts[act as usize].action;
                if self.rules.actions[action.index()].at_once {
                    self.new_batch();
                }
                self.done(act, stage, scene);
            }
            What::Missed { act } => {
                if let Form::Seen(reference, Seen::Missed) = self.form
                    && is_meant(act, reference, scene)
                    && self.is_now(reference.moment.as_ref())
                {
                    self.marks.answer = Some(1);
                }
            }
            What::Rolled { purpose, .. } => {
                if let Form::Rolls(wanted, moment, _) = self.form
                    && purpose == wanted
                    && self.is_now(moment)
                {
                    self.marks.seen[0] += 1;
                }
            }
            _ => {}
        }
    }

    /// What was seen in the batch in hand was seen before from now on.
    fn new_batch(&mut self) {
        match self.form {
            Form::Relation(..) | Form::First(..) => {
                for seen in &mut self.marks.seen {
                    if *seen == NOW {
                        *seen = BEFORE;
                    }
                }
                if let Form::First(_, relation, _) = self.form
                    && self.marks.seen != [NOT_YET; 2]
                {
                    self.marks.answer = Some(Value::from(stand(self.marks.seen, relation)));
                }
            }
            Form::Place(_) => {
                let [before, now] = &mut self.marks.acted;
                before.append(now);
                before.sort_unstable();
                before.dedup();
            }
            _ => {}
        }
    }

    fn done(&mut self, act: u32, stage: u16, scene: &Scene<'_>) {
        match self.form {
            Form::Relation(left, relation, right) => {
                for (index, reference) in [left, right].into_iter().enumerate() {
                    if self.marks.seen[index] == NOT_YET
                        && self.matches(index, act, stage, reference, scene)
                    {
                        self.marks.seen[index] = NOW;
                    }
                }
                // Both are known once one was there before the other came, or both came together.
                let [a, b] = self.marks.seen;
                if a != NOT_YET && b != NOT_YET {
                    self.marks.answer = Some(Value::from(stand([a, b], relation)));
                }
            }
            Form::First(who, _, other) => {
                let actor = scene.journal().acts[act as usize].actor;
                for (seen, one) in self.marks.seen.iter_mut().zip([who, other]) {
                    if actor == one && *seen == NOT_YET {
                        *seen = NOW;
                    }
                }
            }
            Form::Seen(reference, seen @ (Seen::Done | Seen::NotDone))
                if self.matches(0, act, stage, reference, scene) =>
            {
                self.marks.answer = Some(Value::from(seen == Seen::Done));
            }
            Form::Acts(who, moment, _)
                if scene.journal().acts[act as usize].actor == who && self.is_now(moment) =>
            {
                self.marks.seen[0] += 1;
            }
            Form::Place(who) => {
                let actor = scene.journal().acts[act as usize].actor;
                if actor == who {
                    self.marks.answer = Some(self.marks.acted[0].len() as Value + 1);
                } else if let Err(place) = self.marks.acted[1].binary_search(&actor) {
                    self.marks.acted[1].insert(place, actor);
                }
            }
            Form::Value(_, FactMoment::After(reference), _)
                if self.matches(0, act, stage, reference, scene) =>
            {
                self.marks.seen[0] = NOW;
            }
            _ => {}
        }
    }

    fn matches(
        &self,
        index: usize,
        act: u32,
        stage: u16,
        reference: &ActReference,
        scene: &Scene<'_>,
    ) -> bool {
        self.marks.in_moment[index]
            && is_meant(act, reference, scene)
            && reference.stage.is_none_or(|wanted| wanted == stage)
            && self.is_now(reference.moment.as_ref())
    }

    fn is_now(&self, moment: Option<&Moment>) -> bool {
        moment.is_none_or(|moment| moment.path.iter().all(|part| self.path.contains(part)))
    }

    /// The answer of a run that is over: yes (1), no (0), a value, or nothing where there is none.
    pub fn answer(&mut self, ending: Ending, scene: &mut Scene<'_>) -> Result<Value, Fault> {
        self.read(scene);
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if let Some(answer) = self.marks.answer {
            return Ok(answer);
        }
        Ok(match self.form {
            Form::Over(wanted) => Value::from((ending == Ending::Over) == wanted),
            Form::Relation(..) | Form::Seen(_, Seen::Done | Seen::Missed) => 0,
            Form::Seen(_, Seen::NotDone) => 1,
            Form::State(reference, word) => {
                let state = |act| scene.attribute(KindId::ACT, act, slots::STATE);
                let acts = 0..scene.journal().acts.len() as u32;
                let any = acts
                    .filter(|&act| is_meant(act, reference, scene))
                    .any(|act| state(act) == Value::from(word.0));
                Value::from(any)
            }
            Form::Acts(_, _, wanted) | Form::Rolls(_, _, wanted) => {
                Value::from(self.marks.seen[0] == wanted)
            }
            Form::Value(value, FactMoment::End, sort) => self.work_out(value, sort, scene)?,
            // Its time did not come.
            Form::Value(_, _, Sort::Fact) => 0,
            Form::Value(_, _, Sort::Amount) => MISSING,
            Form::Place(_) => MISSING,
            Form::First(_, relation, _) => {
                let seen = self.marks.seen;
                Value::from(seen != [NOT_YET; 2] && stand(seen, relation))
            }
        })
    }

    fn work_out(&self, id: ExprId, sort: Sort, scene: &mut Scene<'_>) -> Result<Value, Fault> {
        let arena = Arena {
            exprs: &self.scenario.exprs,
            spans: &self.scenario.expr_spans,
        };
        let value = scene.value(arena, id, self.scenario.locals)?;
        Ok(match sort {
            Sort::Fact => Value::from(value == 1),
            Sort::Amount => value,
        })
    }

    fn remember(&mut self, id: ExprId, sort: Sort, scene: &mut Scene<'_>) -> Option<Value> {
        let value = self.work_out(id, sort, scene);
        value.map_err(|fault| self.fault = Some(fault)).ok()
    }
}

impl Observer for Tally<'_> {
    fn batch_ended(&mut self, scene: &mut Scene<'_>) {
        self.read(scene);
        if let Form::Value(value, FactMoment::After(_), sort) = self.form
            && self.marks.seen[0] == NOW
            && self.marks.answer.is_none()
        {
            self.marks.answer = self.remember(value, sort, scene);
        }
    }

    fn phase_ended(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        // Whatever comes later replaces it, so the answer is kept where it can still change.
        if let Form::Value(value, FactMoment::EndOf(moment), sort) = self.form
            && moment.path.last().is_some_and(|last| last.0 == phase)
            && moment.path.iter().all(|part| scene.path().contains(part))
        {
            self.marks.answer = self.remember(value, sort, scene);
        }
    }
}

impl<'a> Form<'a> {
    fn of(expected: &'a ExpectationKind) -> Option<Self> {
        Some(match expected {
            ExpectationKind::Over(over) => Form::Over(*over),
            ExpectationKind::Relation(left, relation, right) => {
                Form::Relation(left, *relation, right)
            }
            ExpectationKind::Act(act, Outcome::Happens) => Form::Seen(act, Seen::Done),
            ExpectationKind::Act(act, Outcome::DoesNotHappen) => Form::Seen(act, Seen::NotDone),
            // When it was missed is not known once its batch is forgotten.
            ExpectationKind::Act(act, Outcome::Missed) => {
                only_periods(act.moment.as_ref())?;
                Form::Seen(act, Seen::Missed)
            }
            // When it was declared, and why it did not happen, is not known at the end.
            ExpectationKind::Act(act, Outcome::Is(_, because))
                if act.moment.is_some() || because.is_some() =>
            {
                return None;
            }
            ExpectationKind::Act(act, Outcome::Is(word, _)) => Form::State(act, *word),
            ExpectationKind::Acts(who, moment, count) => {
                Form::Acts(*who, only_periods(moment.as_ref())?, *count)
            }
            ExpectationKind::Rolls(purpose, moment, count) => {
                Form::Rolls(*purpose, only_periods(moment.as_ref())?, *count)
            }
            ExpectationKind::Fact(_, FactMoment::EndOf(moment)) if !moment.keys.is_empty() => {
                return None;
            }
            ExpectationKind::Fact(fact, moment) => Form::Value(*fact, moment, Sort::Fact),
            ExpectationKind::Order(_)
            | ExpectationKind::Declared(..)
            | ExpectationKind::MayNotAct(..)
            | ExpectationKind::Asked { .. } => return None,
        })
    }

    /// The acts that are named.
    fn references(self) -> [Option<&'a ActReference>; 2] {
        match self {
            Form::Relation(left, _, right) => [Some(left), Some(right)],
            Form::Seen(act, _) | Form::Value(_, FactMoment::After(act), _) => [Some(act), None],
            _ => [None, None],
        }
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

/// A moment without keys, or none; nothing if it names keys.
fn only_periods(moment: Option<&Moment>) -> Option<Option<&Moment>> {
    match moment {
        Some(moment) if !moment.keys.is_empty() => None,
        moment => Some(moment),
    }
}

fn has_keys(moment: &Moment, place: &[Value]) -> bool {
    moment.keys.iter().all(|key| {
        place
            .chunks_exact(2)
            .any(|pair| pair[0] == Value::from(key.0.0) && pair[1] == key.1)
    })
}

/// Whether an act is the one that is named, whatever its stage and time.
fn is_meant(act: u32, reference: &ActReference, scene: &Scene<'_>) -> bool {
    let record = &scene.journal().acts[act as usize];
    record.actor == reference.actor
        && record.action == reference.action
        && (reference.settings.iter())
            .all(|&(slot, value)| scene.attribute(KindId::ACT, act, slot) == value)
}
