//! Plays the run once more and looks on: what a condition had before it when it failed. The journal says which condition it was; a run is a pure
//! function of what goes into it, so the second run says why.

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::{VoidAct, VoidSince, bare, reads_clock, sides};
use super::stopped::UntilWaiting;
use super::track::Track;
use super::{Compared, Failed, Run};
use crate::journal::ActNumber;
use crate::machine::Machine;
use crate::ruleset::{
    Expr, ExprId, IN_PLAY, KindId, MISSING, Parameter, PhaseId, Ruleset, Slot, Turns, Type, Value,
};
use crate::run::{Observer, Scene, decisions, dice};
use crate::suite::{Failing, ROOM};

/// A condition that failed, of the acts in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// in which line, by number
    pub line: usize,
    /// the condition
    pub condition: ExprId,
    /// the acts that are its first names
    pub acts: (ActNumber, ActNumber),
}

/// An expression of which it is asked what it reads.
#[derive(Clone, Debug)]
pub struct Trace {
    /// in which line, by number
    pub line: usize,
    /// the expression
    pub expr: ExprId,
    /// the acts that are its first names
    pub acts: Vec<ActNumber>,
    /// what it is asked for: reads are gathered by this number
    pub question: usize,
}

/// What was seen.
#[derive(Debug, Default)]
pub struct ReplayObservation {
    /// Why the doubtful conditions failed.
    pub failed: Vec<(Doubt, Failed)>,
    /// When the acts that are followed had to wait at the head of the line: the act, the entry before which it was, and why.
    pub waited: Vec<(ActNumber, usize, Failed)>,
    /// The attributes that were read, by the question of the expressions.
    pub read: BTreeMap<usize, BTreeSet<(KindId, u32, Slot)>>,
    /// Since when acts would have been void, by act.
    pub void: BTreeMap<ActNumber, VoidSince>,
}

struct Probe<'t, 'a> {
    track: &'t Track<'a>,
    doubts: &'t [Doubt],
    traces: &'t [Trace],
    followed: &'t [ActNumber],
    voids: &'t [VoidAct],
    seen: ReplayObservation,
}

/// Plays the run again, and looks at these conditions and expressions and at these acts, of which some were void.
pub fn look(
    run: &Run<'_>,
    track: &Track<'_>,
    (doubts, traces): (&[Doubt], &[Trace]),
    (followed, voids): (&[ActNumber], &[VoidAct]),
) -> ReplayObservation {
    let mut probe = Probe {
        track,
        doubts,
        traces,
        followed,
        voids,
        seen: ReplayObservation::default(),
    };
    again(run, &mut probe);
    probe.seen
}

/// Plays the run again for an observer, as far as its journal goes.
pub(super) fn again(run: &Run<'_>, observer: &mut dyn Observer) {
    let mut in_part;
    let observer: &mut dyn Observer = match run.waits {
        Some(waits) => {
            in_part = UntilWaiting::new(observer, waits, run.journal.entries.len());
            &mut in_part
        }
        None => observer,
    };
    let mut machine = Machine::for_observer(run.rules, run.limits);
    let mut dice = dice::ScriptedDice::new(run.scenario, run.seed);
    let mut decisions = decisions::ScriptedDecisions::new(run.scenario);
    // A fault stops this run where it stopped the first one; what was seen until then is true.
    _ = machine.play(run.scenario, &mut dice, &mut decisions, Some(observer));
}

impl Observer for Probe<'_, '_> {
    fn batch_ended(&mut self, scene: &mut Scene<'_>) {
        self.look_at_voids(scene);
    }

    fn phase_ended(&mut self, _phase: PhaseId, scene: &mut Scene<'_>) {
        self.look_at_voids(scene);
    }

    fn arranged(&mut self, scene: &mut Scene<'_>) {
        self.look_at_voids(scene);
        let line = scene.journal().lines.len() - 1;
        for &doubt in self.doubts.iter().filter(|doubt| doubt.line == line) {
            let acts = [doubt.acts.0, doubt.acts.1];
            let types = acts.map(|_| Some(Type::Record(KindId::ACT))).to_vec();
            let names = ConditionScope::new(with_room(&acts), types);
            let failed = self.failed(scene, doubt.condition, names);
            self.seen.failed.push((doubt, failed));
        }
        for trace in self.traces.iter().filter(|trace| trace.line == line) {
            let names = with_room(&trace.acts);
            let read = self.seen.read.entry(trace.question).or_default();
            read.extend(scene.reads_of(trace.expr, &names));
        }
    }

    fn waits(&mut self, act: u32, condition: ExprId, scene: &mut Scene<'_>) {
        let entry = scene.journal().entries.len();
        if !self.followed.contains(&act) {
            return;
        }
        let values = scene.names().to_vec();
        let types = vec![None; values.len()];
        let names = ConditionScope::new(values, types);
        let failed = self.failed(scene, condition, names);
        self.seen.waited.push((act, entry, failed));
    }
}

fn with_room(acts: &[ActNumber]) -> Vec<Value> {
    let room = std::iter::repeat_n(MISSING, ROOM);
    acts.iter().copied().map(Value::from).chain(room).collect()
}

/// The names that a condition sees, their types as far as they are known, and the definition that it is part of.
#[derive(Clone)]
struct ConditionScope {
    values: Vec<Value>,
    types: Vec<Option<Type>>,
    definition: Option<String>,
    /// Definitions are followed too; of a condition with several parts each stays as the file has it.
    follows: bool,
}

impl ConditionScope {
    fn new(values: Vec<Value>, types: Vec<Option<Type>>) -> Self {
        ConditionScope {
            values,
            types,
            definition: None,
            follows: true,
        }
    }
}

/// The innermost condition that settled one, and the values that it had before it.
struct Ground {
    condition: ExprId,
    holds: bool,
    definition: Option<String>,
    /// the names that it sees
    names: Vec<Value>,
    values: Vec<(ExprId, Type, Value)>,
}

/// How many values are shown of a condition with several parts.
const MOST_VALUES: usize = 6;

/// How deep conditions are followed into each other.
const DEEPEST: usize = 32;

impl Probe<'_, '_> {
    /// Notes of each act that will be void what its rule looks at, as soon as that says so; the last time before it is void counts.
    fn look_at_voids(&mut self, scene: &mut Scene<'_>) {
        for void in self.voids {
            let journal = scene.journal();
            let is_there = journal.get_act(void.act).is_some();
            let is_over = journal.entries.len() > void.entry;
            let is_seen = void.refused && self.seen.void.contains_key(&void.act);
            if !is_there || is_seen || is_over != void.refused {
                continue;
            }
            let (condition, locals) = void.condition;
            let mut values = vec![MISSING; usize::from(locals.max(1)) + ROOM];
            values[0] = Value::from(void.act);
            if scene.value_of(condition, &values) != Ok(1) {
                self.seen.void.remove(&void.act);
                continue;
            }
            if self.seen.void.contains_key(&void.act) {
                continue;
            }
            let types = vec![None; values.len()];
            let names = ConditionScope::new(values, types);
            let ground = self.ground(scene, condition, names, DEEPEST);
            let read = scene.reads_of(ground.condition, &ground.names);
            let read = scene.turned_by(ground.condition, &ground.names, read);
            let entries = scene.journal().entries.len();
            self.seen.void.insert(void.act, (entries, read));
        }
    }

    fn failed(&self, scene: &mut Scene<'_>, condition: ExprId, names: ConditionScope) -> Failed {
        let entry = scene.journal().entries.len();
        let ground = self.ground(scene, condition, names, DEEPEST);
        let story = &self.track.story;
        let sources = self.track.sources;
        let values = ground.values.iter().map(|(expr, ty, value)| Compared {
            source: story.names.source(*expr, sources),
            value: story.value(ty, *value, entry),
        });
        let inner = (ground.condition != condition)
            .then(|| bare(story.names.source(ground.condition, sources)));
        Failed {
            condition: bare(story.names.source(condition, sources)),
            inner,
            definition: ground.definition,
            inner_holds: ground.holds,
            values: values.collect(),
            quote: self.track.quote_condition(condition),
        }
    }

    /// Whether two values are told in the same words.
    fn told_alike(&self, one: &(ExprId, Type, Value), other: &(ExprId, Type, Value)) -> bool {
        let source = |expr| self.track.story.names.source(expr, self.track.sources);
        one.2 == other.2 && source(one.0) == source(other.0)
    }

    /// Follows a condition down to what settled it.
    fn ground(
        &self,
        scene: &mut Scene<'_>,
        id: ExprId,
        frame: ConditionScope,
        deep: usize,
    ) -> Ground {
        let rules = self.track.story.names.rules;
        let node = &rules.exprs[id.index()];
        let mut is = |id: ExprId| scene.value_of(id, &frame.values).unwrap_or(MISSING);
        let holds = is(id) == 1;
        if deep == 0 {
            return self.leaf(id, holds, vec![id], &mut is, frame.clone());
        }
        match node {
            // One part settled it: of several that all have to be so one that is not, and of several of which one has to be one that is.
            Expr::And(all) | Expr::Or(all) if matches!(node, Expr::Or(_)) == holds => {
                match all.iter().find(|&&part| (is(part) == 1) == holds) {
                    Some(&part) => self.ground(scene, part, frame, deep - 1),
                    None => self.leaf(id, holds, vec![id], &mut is, frame.clone()),
                }
            }
            Expr::And(all) | Expr::Or(all) => {
                let mut values: Vec<_> = Vec::new();
                let parts = ConditionScope {
                    follows: false,
                    ..frame.clone()
                };
                for &part in all {
                    for value in self.ground(scene, part, parts.clone(), deep - 1).values {
                        if !values.iter().any(|known| self.told_alike(known, &value)) {
                            values.push(value);
                        }
                    }
                }
                values.truncate(MOST_VALUES);
                Ground {
                    condition: id,
                    holds,
                    definition: frame.definition,
                    names: frame.values,
                    values,
                }
            }
            // `x is known` says nothing more than what x is.
            Expr::Not(part) if matches!(rules.exprs.get(part.index()), Some(Expr::Missing(_))) => {
                let parts = sides(rules.exprs.get(part.index()), *part);
                self.leaf(id, holds, parts, &mut is, frame.clone())
            }
            Expr::Not(part) => self.ground(scene, *part, frame, deep - 1),
            Expr::If(condition, yes, no) => {
                let branch = if is(*condition) == 1 { yes } else { no };
                match rules.exprs.get(branch.index()) {
                    // A branch that says yes or no itself has nothing to show: the condition settled it.
                    Some(Expr::Const(_)) => self.ground(scene, *condition, frame, deep - 1),
                    _ => self.ground(scene, *branch, frame, deep - 1),
                }
            }
            Expr::Call(function, arguments) if frame.follows => {
                let function = &rules.functions[function.index()];
                let mut values: Vec<Value> = arguments.iter().map(|&one| is(one)).collect();
                let locals = usize::from(function.locals).max(values.len());
                values.resize(locals + ROOM, MISSING);
                let types = Parameter::types(&function.parameters).cloned().map(Some);
                let inner = ConditionScope {
                    definition: Some(function.name.clone()),
                    ..ConditionScope::new(values, types.collect())
                };
                self.ground(scene, function.body, inner, deep - 1)
            }
            node => {
                let parts = sides(Some(node), id);
                self.leaf(id, holds, parts, &mut is, frame.clone())
            }
        }
    }

    fn leaf(
        &self,
        condition: ExprId,
        holds: bool,
        parts: Vec<ExprId>,
        is: &mut dyn FnMut(ExprId) -> Value,
        scope: ConditionScope,
    ) -> Ground {
        let rules = self.track.story.names.rules;
        let node = |part: ExprId| rules.exprs.get(part.index());
        let is_plain = |part: &ExprId| matches!(node(*part), Some(Expr::Const(_) | Expr::Text(_)));
        let ty = |part: ExprId| match rules.exprs.get(part.index()) {
            Some(Expr::Local(local)) => scope.types.get(usize::from(*local)).cloned().flatten(),
            _ => self.track.story.names.type_of(part),
        };
        let is_now = |part: &ExprId| reads_clock(rules, *part);
        let common = parts.iter().find_map(|&part| ty(part));
        // The clock is shown in the unit of what it is compared with.
        let beside = parts.iter().find(|part| !is_now(part));
        let beside = beside.and_then(|&part| ty(part));
        let fallback = |part: ExprId| match rules.exprs.get(part.index()) {
            Some(
                Expr::Not(_)
                | Expr::And(_)
                | Expr::Or(_)
                | Expr::Equal(..)
                | Expr::NotEqual(..)
                | Expr::Less(..)
                | Expr::LessOrEqual(..)
                | Expr::Missing(_),
            ) => Type::YesNo,
            _ => common.clone().unwrap_or(Type::Number(None)),
        };
        let values = parts.iter().filter(|part| !is_plain(part)).map(|&part| {
            let own = if is_now(&part) { beside.clone() } else { None };
            let ty = own.or_else(|| ty(part)).unwrap_or_else(|| fallback(part));
            (part, ty, is(part))
        });
        Ground {
            condition,
            holds,
            values: values.collect(),
            definition: scope.definition,
            names: scope.values,
        }
    }
}

/// Two turns of one phase: in one repetition of what is around it, or [apart](Meeting::is_apart).
pub struct Meeting<'r> {
    /// the phase
    pub phase: PhaseId,
    /// its turns
    pub turns: &'r Turns,
    /// whose turn was the earlier one, and whose the later
    pub records: (u32, u32),
    /// the entry with which the earlier turn begins
    pub entry: usize,
    /// the later one is in a later repetition; in that of the earlier one its record had none
    pub is_apart: bool,
}

/// What a phase asked as a turn was found.
#[derive(Debug, Default)]
pub struct FoundTurn {
    /// By key: its values for the two records.
    pub values: Vec<(Value, Value)>,
    /// By key: the attributes that it read of the one and of the other.
    pub read: Vec<[BTreeSet<(KindId, u32, Slot)>; 2]>,
    /// What kept the later one from a turn then.
    pub barred: Option<String>,
    /// What the definitions gave that the condition which did asked.
    pub given: Vec<String>,
    /// The attributes that it read besides.
    pub barred_by: BTreeSet<(KindId, u32, Slot)>,
}

/// Plays the run again up to the earlier turn of two.
pub fn turn(run: &Run<'_>, track: &Track<'_>, met: &Meeting<'_>) -> FoundTurn {
    let mut probe = TurnProbe {
        met,
        track,
        found: FoundTurn::default(),
    };
    again(run, &mut probe);
    probe.found
}

/// What holds where a condition does not, in the words of the file: `not (c.steps > 0)`, of `not c.tired` what is behind the `not`.
pub fn denied(rules: &Ruleset, condition: ExprId, source: &dyn Fn(ExprId) -> String) -> String {
    let is_missing = |part: ExprId| matches!(rules.exprs[part.index()], Expr::Missing(_));
    match &rules.exprs[condition.index()] {
        // `x is known` has no `not` of its own.
        Expr::Not(part) if !is_missing(*part) => source(*part),
        Expr::Call(..) | Expr::Attribute { .. } | Expr::Local(_) => {
            format!("not {}", source(condition))
        }
        _ => format!("not ({})", source(condition)),
    }
}

struct TurnProbe<'t, 'a> {
    met: &'t Meeting<'t>,
    track: &'t Track<'a>,
    found: FoundTurn,
}

impl Observer for TurnProbe<'_, '_> {
    fn turn_found(&mut self, phase: PhaseId, record: u32, scene: &mut Scene<'_>) {
        let met = self.met;
        let is_it = (phase, record) == (met.phase, met.records.0)
            && scene.journal().entries.len() == met.entry;
        if !is_it {
            return;
        }
        let local = usize::from(met.turns.local);
        let named = |record: u32| {
            let mut names = vec![MISSING; local + 1 + ROOM];
            names[local] = Value::from(record);
            names
        };
        let (first, second) = met.records;
        for &(key, _) in &met.turns.keys {
            let read = [first, second].map(|record| scene.reads_of(key, &named(record)));
            self.found.read.push(read);
        }
        let mut value =
            |expr: ExprId, record: u32| scene.value_of(expr, &named(record)).unwrap_or(MISSING);
        for &(key, _) in &met.turns.keys {
            let values = (value(key, first), value(key, second));
            self.found.values.push(values);
        }
        let failed = met.turns.filter.filter(|&all| value(all, second) != 1);
        let names = &self.track.story.names;
        let rules = names.rules;
        let who = names.record(met.turns.kind, second);
        if scene.attribute(met.turns.kind, second, met.turns.had) == 1 {
            self.found.barred = Some(format!("{who} had had its turn by then"));
            self.found.barred_by = [(met.turns.kind, second, met.turns.had)].into();
        } else if let Some(all) = failed {
            let mut condition = Failing {
                rules,
                expr: all,
                names: named(second),
            };
            condition.narrow(scene);
            let source = |id| bare(names.source(id, self.track.sources));
            let failed = condition.expr;
            let said = match &rules.exprs[failed.index()] {
                Expr::Call(id, _) if rules.functions[id.index()].name == IN_PLAY => None,
                _ => Some(denied(rules, failed, &source)),
            };
            self.found.barred = Some(match said {
                Some(said) => format!("{who} could have no turn then: {said}"),
                None => format!("{who} was out of play then"),
            });
            condition.enter(scene);
            let (mut given, mut read) = (Vec::new(), BTreeSet::new());
            condition.looked_at(condition.expr, scene, &mut given, &mut read);
            let told = given.into_iter().filter_map(|(call, value)| {
                let ty = names.type_of(call)?;
                let value = match value {
                    MISSING => "missing".to_owned(),
                    value => self.track.story.value(&ty, value, met.entry),
                };
                Some(format!("{} was {value}", source(call)))
            });
            self.found.given = told.collect();
            self.found.barred_by = scene.turned_by(condition.expr, &condition.names, read);
        }
    }
}
