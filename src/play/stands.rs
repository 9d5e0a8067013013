//! What has become of acts; and of one who is asked to declare and whose act stands, whether it can declare another one.

use crate::journal::{ActNumber, What};
use crate::machine::Machine;
use crate::ruleset::{Action, ActionId, AskedActions, KindId, Slot, Type, Value, types};
use crate::scenario::Declaration;
use crate::source::Span;
use crate::view::{Names, Story};
use std::collections::BTreeSet;

pub(super) const WAITS: &str = "to come";
pub(super) const UNDER_WAY: &str = "under way";

/// Of how many records each action is tried.
const MOST_TRIED: u32 = 3;

/// What has become of an act.
pub(super) fn state(story: &Story<'_>, act: ActNumber) -> Option<&'static str> {
    let stages = story.action(act).map_or(1, |action| action.stages.len());
    let entries = story.journal.entries.iter().rev();
    let mut own = entries.filter(|entry| entry.act() == Some(act));
    own.find_map(|entry| match entry.what {
        What::Declared { .. } | What::Added { .. } => Some(WAITS),
        What::Resolved { stage, .. } if usize::from(stage) + 1 < stages => Some(UNDER_WAY),
        What::Resolved { .. } => Some("done"),
        What::Refused { .. } => Some("refused"),
        What::Cancelled { .. } => Some("cancelled"),
        What::Void { .. } => Some("void"),
        What::Missed { .. } => Some("missed"),
        _ => None,
    })
}

/// The acts of a combatant that have not been carried out, or not in full.
pub(super) fn acts_of(story: &Story<'_>, combatant: u32) -> Vec<ActNumber> {
    let acts = (0..).zip(&story.journal.acts);
    let own = acts.filter(|(_, act)| act.actor == combatant);
    let own = own.map(|(act, _)| act);
    own.filter(|&act| matches!(state(story, act), Some(WAITS | UNDER_WAY)))
        .collect()
}

/// Which actions are refused where a combatant is asked to declare whose act stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RefusedActions {
    /// The actions, whatever they are aimed at.
    pub refused: Vec<ActionId>,
    /// Those that are taken.
    pub taken: Vec<ActionId>,
    /// Why, if the reason is the same for all.
    pub because: Option<String>,
}

/// What is refused where a machine waits for what a combatant declares; nothing if no act of it stands. Tries each action on a copy of the machine, aimed at up
/// to 3 records.
pub(super) fn refused_actions(
    machine: &Machine<'_>,
    names: &Names<'_>,
    actor: u32,
    actions: &AskedActions,
) -> RefusedActions {
    let mut found = RefusedActions::default();
    let mut told = machine.clone();
    told.record_acts();
    if acts_of(&Story::new(*names, told.journal()), actor).is_empty() {
        return found;
    }
    let all = names.rules.actions.iter().enumerate();
    let all = all.map(|(number, action)| (ActionId::from_index(number), action));
    let mut reasons = BTreeSet::new();
    for (id, action) in all.filter(|(id, action)| !action.not_declared && actions.hold(*id)) {
        let aims = aims(names, action).into_iter();
        let refusals = aims.map(|settings| refusal(machine, names, (actor, id), settings));
        match refusals.collect::<Option<Vec<String>>>() {
            Some(because) => {
                reasons.extend(because);
                found.refused.push(id);
            }
            None => found.taken.push(id),
        }
    }
    found.because = reasons.pop_first().filter(|_| reasons.is_empty());
    found
}

/// At what an action can be aimed, as a declaration sets it.
fn aims(names: &Names<'_>, action: &Action) -> Vec<Vec<(Slot, Value)>> {
    let object =
        action.object.and_then(
            |slot| match names.rules.attribute(KindId::ACT, slot).declared.ty {
                Type::Record(kind) => Some((slot, kind)),
                Type::Set(_) | types!(plain) => None,
            },
        );
    match object {
        Some((slot, kind)) => {
            let known = |record: &u32| names.scenario.record_name(kind, *record).is_some();
            let records = (0..MOST_TRIED).take_while(known);
            records
                .map(|record| vec![(slot, Value::from(record))])
                .collect()
        }
        None => vec![Vec::new()],
    }
}

/// Why the rules refuse an act that is declared where a machine waits for it.
fn refusal(
    machine: &Machine<'_>,
    names: &Names<'_>,
    (actor, action): (u32, ActionId),
    settings: Vec<(Slot, Value)>,
) -> Option<String> {
    let mut scenario = names.scenario.clone();
    let number = scenario.declarations.len();
    scenario.declarations.push(Declaration {
        path: machine.path().to_vec(),
        part: None,
        actor,
        action: Some(action),
        settings,
        span: Span::default(),
    });
    let number = u32::try_from(number).ok()?;
    let from = machine.journal().entries.len();
    let mut tried = machine.clone();
    let declared = tried.declared(&[number], &scenario);
    _ = declared.and_then(|()| tried.resume(&scenario));
    tried.record_acts();
    let story = Story::new(Names::new(names.rules, &scenario), tried.journal());
    let mut entries = tried.journal().entries.iter().enumerate().skip(from);
    entries.find_map(|(index, entry)| match entry.what {
        What::Refused { act, because } if story.journal.act(act).declaration == Some(number) => {
            Some(story.said(because, index))
        }
        _ => None,
    })
}
