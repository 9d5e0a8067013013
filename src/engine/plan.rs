//! What the engine looks up again and again, worked out once for a ruleset: which triggers wait for what, which exception is over which,
//! and which changes can move an act in the line. Data only.

use super::line::Over;
use super::marks::Marks;
use super::program::Programs;
use super::quiet::Quiet;
use crate::analysis::{Watched, watched};
use crate::ruleset::{
    ActMoment, Attribute, EventId, Expr, ExprId, Happening, Key, Kind, MissingPlace, Order,
    PhaseId, Ruleset, Slot, Template, TriggerId, Value, WordId,
};

/// The plan of a ruleset.
#[derive(Debug)]
pub struct Plan {
    /// The expressions, compiled.
    pub(super) programs: Programs,
    /// Which exception is over which.
    pub over: Over,
    /// The triggers of each moment of an act, by [`ActMoment`] as a number.
    moments: [Vec<TriggerId>; 7],
    /// The triggers of each event.
    events: Vec<Vec<TriggerId>>,
    /// The triggers of the beginning and of the end of each phase.
    phases: Vec<[Vec<TriggerId>; 2]>,
    /// What the line depends on.
    pub watched: Watched,
    /// By order, of each key that is only looked up, for all acts alike, what it reads.
    pub(super) looked_up: Vec<Vec<Option<Marks>>>,
    /// By kind, what its attributes are where nobody gives them a value; those that are then missing are left out.
    pub first_values: Vec<Vec<FirstValue>>,
    /// For each text with holes: whether its values cannot be looked up later and must be written down.
    pub worked_out: Vec<bool>,
    /// Whether that is so of the title of any stage.
    pub titles_are_worked_out: bool,
    /// Which statements may be passed over.
    pub(super) quiet: Quiet,
    /// Words that the engine itself uses.
    pub words: Words,
}

/// What an attribute is where nobody gives it a value.
#[derive(Clone, Copy, Debug)]
pub struct FirstValue {
    pub slot: Slot,
    pub default: Unsaid,
}

/// A value that nobody gives.
#[derive(Clone, Copy, Debug)]
pub enum Unsaid {
    /// known beforehand
    Known(Value),
    /// to be worked out
    Worked(ExprId),
    /// there is none, and there must be one
    None,
}

/// Words that the engine itself uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words {
    /// in the line, or about to be
    pub waiting: WordId,
    /// all stages carried out
    pub resolved: WordId,
    /// void when its time came
    pub void: WordId,
    /// refused when declared
    pub refused: WordId,
}

impl Plan {
    /// The plan of a ruleset.
    pub fn new(rules: &Ruleset) -> Self {
        let mut over = Over::new(rules.exceptions.len());
        for &(stronger, weaker) in &rules.over {
            // The check has refused circles; one that came by another way is left out rather than obeyed.
            let _ = over.declare(stronger.0, weaker.0);
        }
        let programs = Programs::new(rules);
        let is_worked_out = |template: &Template| !template.is_plain(rules);
        let worked_out: Vec<bool> = rules.templates.iter().map(is_worked_out).collect();
        let mut stages = rules.actions.iter().flat_map(|action| &action.stages);
        let mut plan = Plan {
            first_values: (rules.kinds.iter())
                .map(|kind| first_values(rules, kind))
                .collect(),
            looked_up: (rules.orders.iter())
                .map(|order| looked_up(rules, &programs, order))
                .collect(),
            programs,
            over,
            moments: [const { Vec::new() }; 7],
            events: vec![Vec::new(); rules.events.len()],
            phases: vec![[const { Vec::new() }; 2]; rules.phases.len()],
            watched: watched(rules),
            titles_are_worked_out: stages.any(|stage| worked_out[stage.title.index()]),
            worked_out,
            quiet: Quiet::new(rules),
            words: Words {
                waiting: rules.find_word("waiting").unwrap_or_default(),
                resolved: rules.find_word("resolved").unwrap_or_default(),
                void: rules.find_word("void").unwrap_or_default(),
                refused: rules.find_word("refused").unwrap_or_default(),
            },
        };
        for (index, trigger) in rules.triggers.iter().enumerate() {
            let list = match &trigger.on {
                Happening::Act { moment, .. } => &mut plan.moments[*moment as usize],
                Happening::Event(event) => &mut plan.events[event.index()],
                Happening::Phase(phase, begins) => {
                    &mut plan.phases[phase.index()][usize::from(*begins)]
                }
            };
            list.push(TriggerId::from_index(index));
        }
        plan
    }

    /// The triggers that wait for a moment in the life of an act.
    pub fn of_moment(&self, moment: ActMoment) -> &[TriggerId] {
        &self.moments[moment as usize]
    }

    /// The triggers that wait for an event.
    pub fn of_event(&self, event: EventId) -> &[TriggerId] {
        &self.events[event.index()]
    }

    /// The triggers that wait for the beginning (or end) of a phase.
    pub fn of_phase(&self, phase: PhaseId, begins: bool) -> &[TriggerId] {
        &self.phases[phase.index()][usize::from(begins)]
    }
}

/// What the attributes of a kind are where nobody gives them a value.
fn first_values(rules: &Ruleset, kind: &Kind) -> Vec<FirstValue> {
    let default = |attribute: &Attribute| match attribute.default {
        Some(id) => match rules.exprs[id.index()] {
            Expr::Const(value) => Some(Unsaid::Known(value)),
            _ => Some(Unsaid::Worked(id)),
        },
        None => (!attribute.declared.optional).then_some(Unsaid::None),
    };
    let attributes = kind.attributes.iter().zip(0..);
    attributes
        .filter_map(|(attribute, slot)| {
            default(attribute).map(|default| FirstValue { slot, default })
        })
        .collect()
}

/// Of each key of an order that is only looked up, for all acts alike, what it reads.
fn looked_up(rules: &Ruleset, programs: &Programs, order: &Order) -> Vec<Option<Marks>> {
    let is_placed = |name: WordId| {
        let mut places = rules.placements.iter().flat_map(|rule| &rule.places);
        places.any(|place| place.0 == name)
    };
    let reads = |key: &Key| {
        let differs = !key.acts.kinds.is_empty()
            || key.missing == Some(MissingPlace::Ask)
            || key.name.is_some_and(is_placed);
        (!differs).then(|| programs.reads(key.value)).flatten()
    };
    order.keys.iter().map(reads).collect()
}
