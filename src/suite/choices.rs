//! Which conditions of the rules kept a combatant from being asked to declare, and which had it asked: of `if`, `repeat while`, `each ... where`, phases and triggers;
//! the same of acts that rules add. An observer of a run.

use super::asking::AskingWalk;
use super::failing::{Failing, ROOM, is_in_play};
use super::leaves::LeftPhase;
use crate::ruleset::walk::blocks_within;
use crate::ruleset::{
    ActionId, AskedActions, Block, ExprId, KindId, Local, MISSING, PhaseId, Ruleset, Slot,
    Statement, StatementKind, Value, slots, walk,
};
use crate::run::{Observer, Scene};
use crate::scenario::{Declaration, Path, Scenario};
use crate::view::Story;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// An act of which it is asked why its combatant was asked for it, or was not.
#[derive(Clone, Copy, Debug)]
pub struct WantedAct<'w> {
    /// whose
    pub actor: u32,
    /// of which action; any where none is given
    pub action: Option<ActionId>,
    /// rules are to add it; otherwise it is to be declared
    pub added: bool,
    /// records among the attributes with which rules are to add it
    pub aims: &'w [(KindId, u32)],
    /// the declaration that is meant; its period counts then
    pub declared: Option<&'w Declaration>,
    /// otherwise in any period within these repetitions
    pub within: &'w [(PhaseId, Value)],
    /// up to which entry of the journal
    pub until: usize,
}

impl<'w> WantedAct<'w> {
    /// What a declaration says, wherever it belongs.
    pub fn declared(declaration: &'w Declaration) -> Self {
        WantedAct {
            actor: declaration.actor,
            action: declaration.action,
            added: false,
            aims: &[],
            declared: Some(declaration),
            within: &[],
            until: usize::MAX,
        }
    }
}

/// Attributes of records that something has read.
pub type AttributesRead = BTreeSet<(KindId, u32, Slot)>;

/// That a condition settled whether a combatant is asked.
#[derive(Clone, Debug)]
pub struct Choice {
    /// the condition
    pub whole: ExprId,
    /// the part of it that settled it
    pub condition: ExprId,
    /// whether that was so
    pub holds: bool,
    /// it was out of play, and that alone settled it
    pub fell: bool,
    /// when
    pub path: Path,
    /// how many entries there were by then
    pub entry: usize,
    /// what definitions gave that it asked
    pub given: Vec<(ExprId, Value)>,
    /// what it looked at besides: as far as it alone has made the condition what it is
    pub read: AttributesRead,
    /// the same condition has had it asked since then, or had its turn come, so that something else is why it was not asked there
    is_overtaken: bool,
}

/// Where a condition stands, and what it settles.
#[derive(Clone, Copy)]
enum ChoicePlace<'r> {
    /// a branch of an `if`, by number
    Branch(&'r [(ExprId, Block)], &'r Block, usize),
    /// `repeat while`
    Loop(&'r Block),
    /// `each ... where`
    Each(KindId, Local, &'r Block),
    /// the `while` of a phase
    Phase(PhaseId),
    /// the guard of a trigger
    Trigger(&'r Block),
}

/// Sees the conditions that settled whether a combatant is asked for an act.
pub struct ChoiceProbe<'r> {
    pub(super) rules: &'r Ruleset,
    pub(super) scenario: &'r Scenario,
    pub(super) wanted: WantedAct<'r>,
    places: BTreeMap<ExprId, ChoicePlace<'r>>,
    /// Those by which it was not asked since it was asked for such an act last.
    pub untaken: Vec<Choice>,
    /// Those by which it came to be asked, each with what settled that it is that combatant.
    pub taken: Vec<(Choice, AttributesRead)>,
    /// When it was asked for such an act.
    pub asked: Vec<Path>,
    /// It was asked there for acts of other actions.
    pub asked_otherwise: bool,
    /// A phase or a turn that was left last before it could be asked there.
    pub left: Option<LeftPhase>,
    /// The repetition that ended last.
    ended: Path,
}

impl<'r> ChoiceProbe<'r> {
    /// A probe that has seen nothing yet.
    pub fn new(rules: &'r Ruleset, scenario: &'r Scenario, wanted: WantedAct<'r>) -> Self {
        let mut places = BTreeMap::new();
        for callee in rules.callees() {
            for block in callee.blocks(rules) {
                note_places(block, &mut places);
            }
        }
        // `repeat 2 times` has no condition that its author wrote: all of it stands where the number does.
        let span = |expr: ExprId| rules.expr_spans[expr.index()];
        let is_counted = |id: ExprId| {
            let mut parts = walk::parts(&rules.exprs[id.index()]).into_iter();
            parts.any(|part| span(part) == span(id))
        };
        places.retain(|&condition, place| match place {
            ChoicePlace::Loop(_) => !is_counted(condition),
            ChoicePlace::Branch(..)
            | ChoicePlace::Each(..)
            | ChoicePlace::Phase(_)
            | ChoicePlace::Trigger(_) => true,
        });
        for (index, phase) in rules.phases.iter().enumerate() {
            let condition = phase.condition.into_iter();
            let id = PhaseId::from_index(index);
            places.extend(condition.map(|condition| (condition, ChoicePlace::Phase(id))));
        }
        for trigger in rules.triggers.iter().filter(|_| wanted.added) {
            let guard = trigger.guard.into_iter();
            places.extend(guard.map(|guard| (guard, ChoicePlace::Trigger(&trigger.body))));
        }
        ChoiceProbe {
            rules,
            scenario,
            wanted,
            places,
            untaken: Vec::new(),
            taken: Vec::new(),
            asked: Vec::new(),
            asked_otherwise: false,
            left: None,
            ended: Path::new(),
        }
    }

    /// The choices that a condition settled so far in a period no longer tell why it was not asked.
    fn overtake(&mut self, whole: ExprId, path: &[(PhaseId, Value)]) {
        if !self.wanted.added {
            let all = self.untaken.iter_mut();
            all.filter(|one| one.whole == whole && one.path == path)
                .for_each(|one| one.is_overtaken = true);
        }
    }

    /// Whether the repetition that begins next in a phase that counts comes behind the one that is wanted; `names`: those of the body around it.
    fn is_behind(&self, phase: PhaseId, names: &[Value], scene: &mut Scene<'_>) -> bool {
        let wanted = self.number(phase);
        let Some(counting) = self.rules.phases[phase.index()].counting else {
            return false;
        };
        let next = match self.ended.split_last() {
            Some((last, around)) if last.0 == phase && around == scene.path() => {
                counting.next(last.1)
            }
            _ => scene.value_of(counting.from, names).unwrap_or(MISSING),
        };
        wanted != MISSING && next != MISSING && counting.is_past(next, wanted)
    }

    /// Whether a choice is that the combatant was out of play.
    pub fn is_out_of_play(&self, choice: &Choice) -> bool {
        is_in_play(self.rules, choice.condition)
    }

    /// Of the choices by which the combatant was not asked while it was in play the one that says most: of those that stand within most others, which held, the last of those
    /// that hang on something that has changed in the run, or the last. Where nothing had changed and it fell in that period, and was to be asked later there: that it was out of play.
    pub fn telling(&self, story: &Story<'_>) -> Option<&Choice> {
        let has_changed = |one: &&Choice| {
            let read = one.read.iter().copied();
            story.latest_change(read, one.entry).is_some()
        };
        let untaken = || self.untaken.iter().filter(|one| !one.is_overtaken);
        let in_play = untaken().filter(|one| !self.is_out_of_play(one));
        let deepest = match self.wanted.added {
            true => in_play.clone().map(|one| self.depth(one)).max(),
            false => None,
        };
        let mut all =
            in_play.filter(|one| deepest.is_none_or(|deepest| self.depth(one) == deepest));
        let changed = all.clone().rfind(has_changed);
        let last = all.next_back();
        let fell = || {
            let period = last?.path.first();
            let is_there = |one: &&Choice| one.fell && one.path.first() == period;
            untaken().find(is_there)
        };
        changed.or_else(fell).or(last)
    }

    /// Within how many statements with conditions a choice stands.
    fn depth(&self, choice: &Choice) -> usize {
        let whole = self.rules.expr_spans[choice.whole.index()];
        let is_around = |place: &&ChoicePlace<'_>| {
            let blocks: Vec<&Block> = match **place {
                ChoicePlace::Branch(branches, otherwise, number) => {
                    vec![&branches[number].1, otherwise]
                }
                ChoicePlace::Loop(block)
                | ChoicePlace::Each(_, _, block)
                | ChoicePlace::Trigger(block) => vec![block],
                ChoicePlace::Phase(phase) => vec![&self.rules.phases[phase.index()].body],
            };
            let mut statements = blocks.into_iter().flatten();
            statements.any(|one| one.span.file == whole.file && whole.within(one.span) == whole)
        };
        self.places.values().filter(is_around).count()
    }

    /// Whether acts of the wanted action can be declared there.
    pub(super) fn is_place(&self, path: &[(PhaseId, Value)], running: &[PhaseId]) -> bool {
        match self.wanted.declared {
            Some(own) => self.scenario.is_declared_at(own, path, running),
            None => {
                let mut parts = self.wanted.within.iter();
                parts.all(|part| path.contains(part))
            }
        }
    }

    pub(super) fn is_asked(&self, actions: &AskedActions) -> bool {
        let action = self.wanted.action;
        action.is_none_or(|action| actions.hold(action))
    }

    /// The number of a repetition that is not known yet: that which is wanted.
    pub(super) fn number(&self, phase: PhaseId) -> Value {
        let own = self.wanted.declared.map(|own| &own.path[..]);
        let mut path = own.unwrap_or(self.wanted.within).iter();
        let known = path.find(|part| part.0 == phase);
        let turns = &self.rules.phases[phase.index()].turns;
        match turns.as_ref().map_or(MISSING, |turns| self.own(turns.kind)) {
            MISSING => known.map_or(MISSING, |part| part.1),
            own => own,
        }
    }

    /// The record of a kind that is the wanted combatant, or its side; missing of other kinds.
    pub(super) fn own(&self, kind: KindId) -> Value {
        match kind {
            KindId::COMBATANT => Value::from(self.wanted.actor),
            KindId::SIDE => self.scenario.side_of(self.wanted.actor).unwrap_or(MISSING),
            _ => MISSING,
        }
    }

    /// Whether the combatant has been made: conditions cannot look at one that is still to come.
    fn is_there(&self, scene: &Scene<'_>) -> bool {
        let side = slots::SIDE;
        scene.attribute(KindId::COMBATANT, self.wanted.actor, side) != MISSING
    }

    /// What settled it, where a condition was so or not.
    fn choice(
        &self,
        (whole, holds): (ExprId, bool),
        names: Vec<Value>,
        scene: &mut Scene<'_>,
    ) -> Choice {
        let mut part = Failing {
            rules: self.rules,
            expr: whole,
            names,
        };
        let fails_in_play = !holds && part.fails_in_play(scene);
        if holds {
            part.narrow_held(scene);
        } else {
            part.narrow(scene);
        }
        let (mut given, mut read) = (Vec::new(), BTreeSet::new());
        let condition = part.expr;
        let fell = !holds && !fails_in_play && is_in_play(self.rules, condition);
        part.looked_at(condition, scene, &mut given, &mut read);
        read.extend(scene.reads_of(condition, &part.names));
        let read = scene.turned_by(condition, &part.names, read);
        Choice {
            whole,
            condition,
            holds,
            fell,
            path: scene.path().to_vec(),
            entry: scene.journal().entries.len(),
            given,
            read,
            is_overtaken: false,
        }
    }

    /// Looks whether the turn that is wanted can come in a phase in which that of a record has been found, or is over.
    fn look_at_turn(&mut self, phase: PhaseId, record: u32, scene: &mut Scene<'_>) {
        let rules = self.rules;
        let Some(turns) = &rules.phases[phase.index()].turns else {
            return;
        };
        let own = u32::try_from(self.number(phase)).ok();
        let own = own.filter(|_| self.is_there(scene));
        let Some((own, condition)) = own.zip(turns.filter) else {
            return;
        };
        let mut path = scene.path().to_vec();
        path.retain(|part| part.0 != phase);
        if own == record {
            self.overtake(condition, &path);
            return;
        }
        let mut names = vec![MISSING; usize::from(turns.local) + 1 + ROOM];
        names[usize::from(turns.local)] = Value::from(own);
        let had = scene.attribute(turns.kind, own, turns.had) == 1;
        let is_late = scene.journal().entries.len() > self.wanted.until;
        if had || is_late || scene.value_of(condition, &names) != Ok(0) {
            return;
        }
        let not_allowed = RefCell::default();
        let asking = AskingWalk::new(self, path.clone(), &names, scene, &not_allowed);
        if asking.asks_in(phase, scene).is_some() {
            let choice = self.choice((condition, false), names, scene);
            self.untaken.push(Choice { path, ..choice });
        }
    }
}

impl Observer for ChoiceProbe<'_> {
    fn asked(
        &mut self,
        combatant: u32,
        refused: bool,
        actions: &AskedActions,
        scene: &mut Scene<'_>,
    ) {
        // What would be refused there is as good as not asked for.
        let is_refused = refused && self.wanted.declared.is_none();
        let is_it = combatant == self.wanted.actor
            && !self.wanted.added
            && !is_refused
            && scene.journal().entries.len() < self.wanted.until
            && self.is_place(scene.path(), scene.running());
        if is_it && self.is_asked(actions) {
            self.untaken.clear();
            self.asked.push(scene.path().to_vec());
        } else if is_it {
            self.asked_otherwise = true;
        }
    }

    fn phase_ended(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        self.ended = scene.path().to_vec();
        // Where no record is left, no further turn is found.
        let last = self.ended.last().filter(|last| last.0 == phase);
        if let Some(record) = last.and_then(|last| u32::try_from(last.1).ok()) {
            self.look_at_turn(phase, record, scene);
        }
    }

    fn left(&mut self, phase: PhaseId, scene: &mut Scene<'_>) {
        let is_meant = !self.wanted.added && scene.journal().entries.len() <= self.wanted.until;
        let left = is_meant.then(|| self.left_before(phase, scene)).flatten();
        self.left = left.or_else(|| self.left.take());
    }

    fn turn_found(&mut self, phase: PhaseId, record: u32, scene: &mut Scene<'_>) {
        self.look_at_turn(phase, record, scene);
    }

    fn chooses(&mut self, condition: ExprId, scene: &mut Scene<'_>) {
        let Some(&place) = self.places.get(&condition) else {
            return;
        };
        if scene.journal().entries.len() > self.wanted.until || !self.is_there(scene) {
            return;
        }
        let mut names = scene.names().to_vec();
        names.resize(names.len() + ROOM, MISSING);
        if let ChoicePlace::Each(kind, local, _) = place {
            let own = Some(self.own(kind)).filter(|own| *own != MISSING);
            let Some((name, own)) = names.get_mut(usize::from(local)).zip(own) else {
                return;
            };
            *name = own;
        }
        let holds = match scene.value_of(condition, &names) {
            Ok(value) => value == 1,
            Err(_) => return,
        };
        if let ChoicePlace::Phase(phase) = place
            && self.is_behind(phase, &names, scene)
        {
            return;
        }
        let not_allowed = RefCell::default();
        let path = scene.path().to_vec();
        let asking = AskingWalk::new(self, path, &names, scene, &not_allowed);
        let asks = |block: &Block, scene: &mut Scene<'_>| asking.clone().asks(block, scene);
        let settled = (condition, holds);
        let (there, instead) = match place {
            ChoicePlace::Branch(branches, otherwise, number) => {
                let own = asks(&branches[number].1, scene);
                let later = branches[number + 1..].iter().map(|branch| &branch.1);
                let mut later = later.chain(std::iter::once(otherwise));
                match holds {
                    true if own.is_some() => (own, false),
                    true => (None, later.any(|block| asks(block, scene).is_some())),
                    false if number + 1 < branches.len() => (None, own.is_some()),
                    false => (asks(otherwise, scene), own.is_some()),
                }
            }
            ChoicePlace::Loop(block)
            | ChoicePlace::Each(_, _, block)
            | ChoicePlace::Trigger(block) => {
                let own = asks(block, scene);
                let is_own = own.is_some();
                (own.filter(|_| holds), is_own && !holds)
            }
            ChoicePlace::Phase(phase) => {
                let own = asking.clone().asks_in(phase, scene);
                let is_own = own.is_some();
                (own.filter(|_| holds), is_own && !holds)
            }
        };
        if let Some(read) = there {
            // What has come again begins anew, with all that was within it.
            let again = self.taken.iter().position(|one| one.0.whole == condition);
            self.taken.truncate(again.unwrap_or(self.taken.len()));
            self.overtake(condition, scene.path());
            let choice = self.choice(settled, names, scene);
            self.taken.push((choice, read));
        } else if instead {
            self.untaken.push(self.choice(settled, names, scene));
        } else if let Some((condition, names)) = not_allowed.take() {
            self.untaken
                .push(self.choice((condition, false), names, scene));
        }
    }
}

/// Notes where the conditions of a block stand, and of the blocks within it.
fn note_places<'r>(block: &'r [Statement], places: &mut BTreeMap<ExprId, ChoicePlace<'r>>) {
    for statement in block {
        if let StatementKind::If {
            branches,
            otherwise,
        } = &statement.kind
        {
            let numbered = branches.iter().enumerate();
            places.extend(numbered.map(|(number, branch)| {
                (branch.0, ChoicePlace::Branch(branches, otherwise, number))
            }));
        }
        if let StatementKind::Repeat { condition, body } = &statement.kind {
            places.insert(*condition, ChoicePlace::Loop(body));
        }
        if let StatementKind::Each {
            kind,
            local,
            filter: Some(filter),
            body,
            ..
        } = &statement.kind
        {
            places.insert(*filter, ChoicePlace::Each(*kind, *local, body));
        }
        for within in blocks_within(&statement.kind) {
            note_places(within, places);
        }
    }
}
