//! Triggers, and the events for which they can wait.

use std::collections::BTreeMap;

use super::{
    ActPattern, ActionId, Block, EventId, Expr, ExprId, ItemId, KindId, MISSING, Parameter,
    PhaseId, Ruleset, Slot, TemplateId, Value,
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

impl Ruleset {
    /// By action, what its acts are aimed at without which a declaration cannot be judged, and where that is read: it is compared by size, before
    /// anything else. Time: proportional to the triggers.
    pub(crate) fn judged_by(&self) -> BTreeMap<ActionId, Vec<(Slot, ExprId)>> {
        let mut judged: BTreeMap<ActionId, Vec<(Slot, ExprId)>> = BTreeMap::new();
        for trigger in &self.triggers {
            let Happening::Act {
                acts,
                moment: ActMoment::Declared,
            } = &trigger.on
            else {
                continue;
            };
            let read = trigger.guard.and_then(|guard| self.sized_first(guard));
            for (kind, read) in acts.kinds.iter().flat_map(|kind| Some((kind, read?))) {
                let of = &self.actions[kind.0.index()];
                if [of.object, of.at].contains(&Some(read.0)) {
                    judged.entry(kind.0).or_default().push(read);
                }
            }
        }
        judged
    }

    /// The attribute of the act (local 0) of which a condition compares something by size, whatever else it asks, and that.
    fn sized_first(&self, id: ExprId) -> Option<(Slot, ExprId)> {
        let of_act = |&side: &ExprId| Some((self.through_act(side)?, side));
        let node = &self.exprs[id.index()];
        if let Expr::Less(a, b) | Expr::LessOrEqual(a, b) = node {
            return [a, b].into_iter().find_map(of_act);
        }
        let (Expr::And(parts) | Expr::Or(parts)) = node else {
            let Expr::Not(part) = node else { return None };
            return self.sized_first(*part);
        };
        self.sized_first(*parts.first()?)
    }

    /// The attribute of the act (local 0) by way of which a value is found.
    fn through_act(&self, id: ExprId) -> Option<Slot> {
        let Expr::Attribute { kind, of, slot } = self.exprs[id.index()] else {
            return None;
        };
        match self.exprs[of.index()] {
            Expr::Local(0) if kind == KindId::ACT => Some(slot),
            _ => self.through_act(of),
        }
    }
}
