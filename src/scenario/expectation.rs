//! What a scenario expects of its run.

use super::{Path, Saying};
use crate::ruleset::{ActionId, ExprId, KindId, MISSING, PhaseId, Slot, Value, WordId, slots};
use crate::source::Span;

/// One expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What.
    pub kind: ExpectationKind,
    /// Its place.
    pub span: Span,
}

/// What can be expected.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectationKind {
    /// The named acts are carried out in these batches, one after the other; other acts may come between.
    Order(Vec<Vec<ActReference>>),
    /// These declare in this order (each by its first declaration in the period).
    Declared(Vec<u32>, Option<Moment>),
    /// So many rolls for a purpose.
    Rolls(WordId, Option<Moment>, Value),
    /// So many stages of acts of a combatant are carried out.
    Acts(u32, Option<Moment>, Value),
    /// A question was asked (or not) about these records (all of those named are among those it was about).
    Asked {
        /// or not
        asked: bool,
        /// its name
        question: WordId,
        /// about whom
        about: Vec<(KindId, u32)>,
        /// about which acts
        acts: Vec<ActReference>,
        /// when
        moment: Option<Moment>,
    },
    /// A text is said (or not), in any of these ways.
    Said {
        /// or not
        said: bool,
        /// the ways
        sayings: Vec<Saying>,
        /// when
        moment: Option<Moment>,
    },
    /// A combatant is not asked to declare within this period, or what it declares there is refused.
    MayNotAct(u32, Moment),
    /// The combat has ended by its rules (or not).
    Over(bool),
    /// How two acts stand.
    Relation(ActReference, ActOrder, ActReference),
    /// What became of an act.
    Act(ActReference, Outcome),
    /// A condition over the state of the run.
    Fact(ExprId, FactMoment),
}

/// How two acts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActOrder {
    /// in an earlier batch
    Before,
    /// in the same batch
    With,
    /// in a later batch
    After,
}

/// What became of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// it was carried out (the stage that is named)
    Happens,
    /// it was not
    DoesNotHappen,
    /// its state at the end is this word: `refused`, `void`, `cancelled`, `spoiled`; if a reason is given, for this reason
    Is(WordId, Option<String>),
    /// its place had gone by when it was added
    Missed,
}

/// When a fact is looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum FactMoment {
    /// when the run is over
    End,
    /// when the act, its batch and what they set off are done
    After(ActReference),
    /// when the period is over
    EndOf(Moment),
}

/// An act as an expectation names it.
#[derive(Clone, Debug, PartialEq)]
pub struct ActReference {
    /// The combatant.
    pub actor: u32,
    /// What it is.
    pub action: ActionId,
    /// The stage (its index); `None`: the last of a plain action, any of one with several.
    pub stage: Option<u16>,
    /// Attributes that the act must have: object, at, settings.
    pub settings: Vec<(Slot, Value)>,
    /// Attributes that are sets, and the records that must be among them.
    pub among: Vec<(Slot, Value)>,
    /// When it is carried out.
    pub moment: Option<Moment>,
    /// Its place.
    pub span: Span,
}

impl ActReference {
    /// Whether an act with this row of attributes is the one that is named; its stage and time are not looked at.
    pub fn is_of(&self, row: &[Value]) -> bool {
        let value_of = |slot: Slot| row.get(usize::from(slot)).copied().unwrap_or(MISSING);
        value_of(slots::ACTOR) == Value::from(self.actor)
            && value_of(slots::ACTION) == Value::from(self.action.0)
            && self.has_attributes(value_of)
    }

    /// Whether an act with these attributes is the one that is named; its actor, action, stage and time are not looked at.
    pub fn has_attributes(&self, value_of: impl Fn(Slot) -> Value) -> bool {
        let among = |&(slot, wanted): &(Slot, Value)| value_of(slot) & wanted == wanted;
        let is_so = |&(slot, wanted): &(Slot, Value)| value_of(slot) == wanted;
        self.settings.iter().all(is_so) && self.among.iter().all(among)
    }
}

/// A moment as an expectation names it: numbers of phases and values of named keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Phases and their numbers.
    pub path: Path,
    /// A phase without numbers in these.
    pub part: Option<PhaseId>,
    /// Keys of the order by their names, and their values in the unit in which they are shown.
    pub keys: Vec<(WordId, Value)>,
}

impl Moment {
    /// Whether its phases that have numbers are among these.
    pub(crate) fn has(&self, path: &[(PhaseId, Value)]) -> bool {
        self.path.iter().all(|part| path.contains(part))
    }
}

impl Expectation {
    /// The period that it speaks of, if it speaks of one alone.
    pub fn path(&self) -> Option<&Path> {
        self.kind.path()
    }
}

impl ExpectationKind {
    /// The period that it speaks of, if it speaks of one alone.
    pub fn path(&self) -> Option<&Path> {
        let moment = match self {
            ExpectationKind::Declared(_, moment)
            | ExpectationKind::Rolls(_, moment, _)
            | ExpectationKind::Acts(_, moment, _)
            | ExpectationKind::Asked { moment, .. }
            | ExpectationKind::Said { moment, .. } => moment.as_ref(),
            ExpectationKind::MayNotAct(_, moment) => Some(moment),
            ExpectationKind::Act(act, _) => act.moment.as_ref(),
            ExpectationKind::Fact(_, FactMoment::EndOf(moment)) => Some(moment),
            ExpectationKind::Fact(_, FactMoment::After(act)) => act.moment.as_ref(),
            ExpectationKind::Order(_)
            | ExpectationKind::Over(_)
            | ExpectationKind::Relation(..)
            | ExpectationKind::Fact(_, FactMoment::End) => None,
        };
        moment.map(|moment| &moment.path)
    }
}
