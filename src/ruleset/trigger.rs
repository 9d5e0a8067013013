//! Triggers, and the events for which they can wait.

use super::{
    ActPattern, Block, EventId, ExprId, ItemId, KindId, MISSING, Parameter, PhaseId, Slot,
    TemplateId, Value,
};

/// An event that rules raise.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// What it carries.
    pub parameters: Vec<Parameter>,
    /// What the transcript says of it (locals as parameters), or nothing.
    pub text: Option<TemplateId>,
    /// The attribute of whose changes it tells: it carries the record, the former value and the new one. No statement raises it.
    pub of: Option<(KindId, Slot)>,
    /// The item.
    pub item: ItemId,
}

/// A trigger: what it waits for binds locals 0, 1, ...
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    /// Its title.
    pub title: String,
    /// What it waits for.
    pub on: Happening,
    /// How many locals it needs.
    pub locals: u16,
    /// Its guard.
    pub guard: Option<ExprId>,
    /// How often it may respond.
    pub limit: Option<Limit>,
    /// Its response.
    pub body: Block,
    /// The item.
    pub item: ItemId,
}

/// What a trigger waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A moment in the life of an act (local 0).
    Act {
        /// which acts
        acts: ActPattern,
        /// which moment
        moment: ActMoment,
    },
    /// An event that rules raise; its values are locals 0, 1, ...
    Event(EventId),
    /// A phase begins (`true`) or ends.
    Phase(PhaseId, bool),
}

/// The moments in the life of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActMoment {
    /// about to be carried out; its batch has not begun
    Before,
    /// a stage has been carried out
    Resolves,
    /// declared; it can still be refused
    Declared,
    /// added to the line
    Added,
    /// cancelled
    Cancelled,
    /// void when its time came
    Void,
    /// its place had gone by when it was added or moved
    Missed,
}

/// How often a trigger may respond.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// so many times
    pub times: u32,
    /// in one run of this phase; `None`: in the whole combat
    pub phase: Option<PhaseId>,
    /// The first of `keys` is a record, and a run of the phase ends at its next turn only.
    pub whose: bool,
    /// for each combination of these values
    pub keys: Vec<ExprId>,
}

impl Limit {
    /// Whether what was counted for some values is forgotten as a phase begins: in the repetition with this number, or in the turn of this record. What
    /// is counted for the turn of none is forgotten in each.
    pub fn begins_anew(&self, values: &[Value], phase: PhaseId, number: Value) -> bool {
        let is_theirs =
            || matches!(values.first(), Some(&whose) if whose == number || whose == MISSING);
        self.phase == Some(phase) && (!self.whose || is_theirs())
    }
}
