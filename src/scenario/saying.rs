//! The ways in which a run can come to say the words of an expectation or a question.

use crate::ruleset::{EventId, ItemId, KindId, TemplateId, Value};

/// A way in which a run can come to say a text: what says it, and which values it has then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// What says it.
    pub by: Sayer,
    /// The values that are told in it, with what holds each.
    pub values: Vec<(SaidValue, Value)>,
    /// Whether one of them is a number, or stands in the title of a record that rules make: states of runs that are followed do not tell these.
    pub of_whole_runs: bool,
}

/// What says a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sayer {
    /// A remark or a reason, by its text.
    Text(TemplateId),
    /// An event.
    Event(EventId),
    /// A trigger that responds, or a rule by which an act is void.
    Item(ItemId),
}

/// What holds a value that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaidValue {
    /// What was recorded at this place: the value of a hole, or what the event carries.
    At(usize),
    /// The actor of the act that was recorded at this place.
    ActorOf(usize),
    /// A value in the title of the record that was recorded at a place, by its number there; 0: the record has this title.
    Titled {
        at: usize,
        kind: KindId,
        title: TemplateId,
        hole: usize,
    },
}

impl Saying {
    /// The text by which it is said.
    pub fn template(&self) -> Option<TemplateId> {
        match self.by {
            Sayer::Text(template) => Some(template),
            Sayer::Event(_) | Sayer::Item(_) => None,
        }
    }
}
