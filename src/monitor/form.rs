//! The forms of expectations and questions, as far as a few numbers are enough to judge them.

use crate::ruleset::{ExprId, KindId, Value, WordId};
use crate::scenario::{
    ActOrder, ActReference, Asked, ExpectationKind, FactMoment, Moment, Outcome, Saying,
};

/// What a monitor looks for.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    /// whether the rules have ended the combat
    Over(bool),
    /// acts in these batches, one after the other
    Order(&'a [Vec<ActReference>]),
    /// who declares in which order
    Declared(&'a [u32], Option<&'a Moment>),
    /// whether a question was put about these
    Asked {
        asked: bool,
        question: WordId,
        about: &'a [(KindId, u32)],
        acts: &'a [ActReference],
        moment: Option<&'a Moment>,
    },
    /// whether a combatant may not act
    MayNotAct(u32, &'a Moment),
    /// how two acts stand
    Relation(&'a ActReference, ActOrder, &'a ActReference),
    /// whether an act was carried out or missed
    Seen(&'a ActReference, ActObservation),
    /// in which state an act ends
    State(&'a ActReference, WordId),
    /// how many acts of a combatant, and how many are wanted
    Acts(u32, Option<&'a Moment>, Value),
    /// how many rolls, and how many are wanted
    Rolls(WordId, Option<&'a Moment>, Value),
    /// a value and its time
    Value(ExprId, &'a FactMoment, ValueMeasure),
    /// as which a combatant acts
    Place(u32),
    /// which of two combatants acts first
    First(u32, ActOrder, u32),
    /// whether a text is said, and whether that is wanted
    Said(bool, &'a [Saying], Option<&'a Moment>),
}

/// What is wanted of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueMeasure {
    /// whether it is yes; no, where its time does not come
    Fact,
    /// how much it is; nothing, where its time does not come
    Amount,
}

/// What is looked for of an act.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ActObservation {
    Done,
    NotDone,
    Missed,
}

/// The state in which an act ends, with the period in which it was declared or with the reason: only the whole journal tells these.
#[derive(Clone, Copy, Debug)]
pub struct ActFate<'a> {
    /// The act.
    pub act: &'a ActReference,
    /// The state.
    pub word: WordId,
    /// The text of the reason.
    pub because: Option<&'a str>,
}

impl<'a> Form<'a> {
    /// What is looked for to answer a question.
    pub fn of(asked: &'a Asked) -> Result<Self, ActFate<'a>> {
        match asked {
            Asked::Value(value, _, at) => Ok(Form::Value(*value, at, ValueMeasure::Amount)),
            Asked::Place(who) => Ok(Form::Place(*who)),
            Asked::First(who, relation, other) => Ok(Form::First(*who, *relation, *other)),
            Asked::Whether(expected) => Form::of_expectation(expected),
        }
    }

    /// What is looked for to judge an expectation.
    pub fn of_expectation(expected: &'a ExpectationKind) -> Result<Self, ActFate<'a>> {
        Ok(match expected {
            ExpectationKind::Over(over) => Form::Over(*over),
            ExpectationKind::Order(batches) => Form::Order(batches),
            ExpectationKind::Declared(who, moment) => Form::Declared(who, moment.as_ref()),
            ExpectationKind::Asked {
                asked,
                question,
                about,
                acts,
                moment,
            } => Form::Asked {
                asked: *asked,
                question: *question,
                about,
                acts,
                moment: moment.as_ref(),
            },
            ExpectationKind::Said {
                said,
                sayings,
                moment,
            } => Form::Said(*said, sayings, moment.as_ref()),
            ExpectationKind::MayNotAct(who, moment) => Form::MayNotAct(*who, moment),
            ExpectationKind::Relation(left, relation, right) => {
                Form::Relation(left, *relation, right)
            }
            ExpectationKind::Act(act, Outcome::Happens) => Form::Seen(act, ActObservation::Done),
            ExpectationKind::Act(act, Outcome::DoesNotHappen) => {
                Form::Seen(act, ActObservation::NotDone)
            }
            ExpectationKind::Act(act, Outcome::Missed) => Form::Seen(act, ActObservation::Missed),
            ExpectationKind::Act(act, Outcome::Is(word, because)) => {
                let (word, because) = (*word, because.as_deref());
                if act.moment.is_some() || because.is_some() {
                    return Err(ActFate { act, word, because });
                }
                Form::State(act, word)
            }
            ExpectationKind::Acts(who, moment, count) => Form::Acts(*who, moment.as_ref(), *count),
            ExpectationKind::Rolls(purpose, moment, count) => {
                Form::Rolls(*purpose, moment.as_ref(), *count)
            }
            ExpectationKind::Fact(fact, moment) => Form::Value(*fact, moment, ValueMeasure::Fact),
        })
    }

    /// The acts that are named, in the order in which they are.
    pub fn references(self) -> Vec<&'a ActReference> {
        match self {
            Form::Order(batches) => batches.iter().flatten().collect(),
            Form::Relation(left, _, right) => vec![left, right],
            Form::Seen(act, _)
            | Form::State(act, _)
            | Form::Value(_, FactMoment::After(act), _) => vec![act],
            Form::Value(_, FactMoment::End | FactMoment::EndOf(_), _)
            | Form::Over(_)
            | Form::Declared(..)
            | Form::Asked { .. }
            | Form::MayNotAct(..)
            | Form::Acts(..)
            | Form::Rolls(..)
            | Form::Place(_)
            | Form::First(..)
            | Form::Said(..) => Vec::new(),
        }
    }

    /// The times that batches are held against: those of the acts that are named, or the one of which the form speaks.
    pub fn moments(self) -> Vec<Option<&'a Moment>> {
        match self {
            Form::Acts(_, moment, _) => vec![moment],
            Form::Value(_, FactMoment::EndOf(moment), _) => vec![Some(moment)],
            Form::Over(_)
            | Form::Order(_)
            | Form::Declared(..)
            | Form::Asked { .. }
            | Form::MayNotAct(..)
            | Form::Relation(..)
            | Form::Seen(..)
            | Form::State(..)
            | Form::Rolls(..)
            | Form::Value(_, FactMoment::End | FactMoment::After(_), _)
            | Form::Place(_)
            | Form::First(..)
            | Form::Said(..) => {
                let references = self.references().into_iter();
                references.map(|act| act.moment.as_ref()).collect()
            }
        }
    }
}
