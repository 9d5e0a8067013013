//! Callees: parts of the rules that are entered from elsewhere. They are the nodes of the call graph; the calls among their effects are its edges.

use super::{Effect, Location, Update, of_act};
use crate::ruleset::{
    ActMoment, ActionId, Block, EventId, ExceptionId, ExprId, FunctionId, Happening, ItemId,
    KindId, Movement, Parameter, PhaseId, ProcedureId, Ruleset, TableId, TacticId, TriggerId,
    slots,
};

/// The pattern of what is entered, of these sorts: `callees!(apart | clause)`.
macro_rules! callees {
    (@ apart) => { Callee::Defaults(_) | Callee::Tactics | Callee::Titles | Callee::Joins(_) };
    (@ clause) => {
        Callee::Tactic(_) | Callee::Order(_) | Callee::Placement(_) | Callee::Exception(_) | Callee::Void(_)
    };
    (@ line) => { Callee::Line | Callee::Batches };
    (@ values) => { Callee::Function(_) | Callee::Values(_) };
    ($($sort:ident)|+) => { $(callees!(@ $sort))|+ };
}

pub(crate) use callees;

/// A part of the rules that is entered from elsewhere, in a frame of names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Callee {
    /// A definition.
    Function(FunctionId),
    /// The values of a table's rows.
    Values(TableId),
    /// What the rows of a table do.
    Rows(TableId),
    /// A procedure.
    Procedure(ProcedureId),
    /// A stage of an action, with its title.
    Stage(ActionId, u16),
    /// A trigger.
    Trigger(TriggerId),
    /// A phase with all its repetitions.
    Phase(PhaseId),
    /// The defaults of the attributes of a new record.
    Defaults(KindId),
    /// A tactic.
    Tactic(TacticId),
    /// The tactic of a combatant, whichever it is.
    Tactics,
    /// The titles of all stages.
    Titles,
    /// What puts acts in order: all orders, placements, exceptions and voids.
    Line,
    /// The keys of an order, by its index.
    Order(usize),
    /// A placement, by its index.
    Placement(usize),
    /// An exception.
    Exception(ExceptionId),
    /// When an act is void, by the index of the rule.
    Void(usize),
    /// Acts come into the line, of one action or of any. Those `at once` are carried out.
    Joins(Option<ActionId>),
    /// Acts of the line are carried out, batch by batch.
    Batches,
    /// The triggers that wait for something.
    Triggers(Signal),
}

/// What triggers wait for, whichever acts they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signal {
    /// A moment in the life of an act.
    Act(ActMoment),
    /// An event.
    Event(EventId),
    /// A phase begins (`true`) or ends.
    Phase(PhaseId, bool),
}

impl Happening {
    /// What it is, whichever acts are meant.
    pub fn signal(&self) -> Signal {
        match self {
            Happening::Act { acts: _, moment } => Signal::Act(*moment),
            Happening::Event(event) => Signal::Event(*event),
            Happening::Phase(phase, begins) => Signal::Phase(*phase, *begins),
        }
    }
}

impl Callee {
    /// Visits its effects. Of one that only leads to others, these are calls.
    pub fn effects<'r>(self, rules: &'r Ruleset, visit: &mut dyn FnMut(Effect<'r>)) {
        match self {
            Callee::Function(id) => evaluates([rules.functions[id.index()].body], visit),
            Callee::Values(id) => {
                let rows = rules.tables[id.index()].rows.iter();
                evaluates(rows.filter_map(|row| row.value), visit);
            }
            Callee::Rows(id) => {
                let rows = rules.tables[id.index()].rows.iter();
                rows.for_each(|row| runs(&row.body, visit));
            }
            Callee::Procedure(id) => runs(&rules.procedures[id.index()].body, visit),
            Callee::Stage(action, stage) => {
                let stage = &rules.actions[action.index()].stages[usize::from(stage)];
                visit(Effect::Says(stage.title));
                runs(&stage.body, visit);
            }
            Callee::Trigger(id) => {
                let trigger = &rules.triggers[id.index()];
                evaluates(trigger.guard, visit);
                if let Some(limit) = &trigger.limit {
                    evaluates(limit.keys.iter().copied(), visit);
                    visit(Effect::Reads(Location::Responses(id)));
                    visit(Effect::Writes(Location::Responses(id), Update::Add));
                }
                runs(&trigger.body, visit);
            }
            Callee::Phase(id) => phase(rules, id, visit),
            Callee::Defaults(kind) => {
                let attributes = rules.kinds[kind.index()].attributes.iter();
                evaluates(attributes.filter_map(|attribute| attribute.default), visit);
            }
            Callee::Tactic(id) => {
                let tactic = &rules.tactics[id.index()];
                evaluates(tactic.guard, visit);
                for line in &tactic.lines {
                    evaluates(line.guard, visit);
                    let given = line.acts.iter().flat_map(|act| &act.given);
                    evaluates(given.map(|given| given.value), visit);
                }
            }
            Callee::Tactics => {
                let tactics = (0..rules.tactics.len()).map(TacticId::from_index);
                calls(tactics.map(Callee::Tactic), visit);
            }
            Callee::Titles => {
                let stages = rules.actions.iter().flat_map(|action| &action.stages);
                stages.for_each(|stage| visit(Effect::Says(stage.title)));
            }
            Callee::Line => {
                // Patterns look at actions, which never change, and at stages.
                visit(Effect::Reads(Location::Records(KindId::ACT)));
                visit(Effect::Reads(of_act(slots::STAGE, None)));
                let exceptions = (0..rules.exceptions.len()).map(ExceptionId::from_index);
                calls((0..rules.orders.len()).map(Callee::Order), visit);
                calls((0..rules.placements.len()).map(Callee::Placement), visit);
                calls(exceptions.map(Callee::Exception), visit);
                calls((0..rules.voids.len()).map(Callee::Void), visit);
            }
            Callee::Order(index) => {
                let order = &rules.orders[index];
                evaluates(order.keys.iter().map(|key| key.value), visit);
                evaluates(order.circles_together, visit);
            }
            Callee::Placement(index) => {
                let placement = &rules.placements[index];
                evaluates(placement.guard, visit);
                evaluates(placement.places.iter().map(|place| place.1), visit);
            }
            Callee::Exception(id) => {
                let exception = &rules.exceptions[id.index()];
                evaluates(exception.guards.iter().copied(), visit);
                match exception.moves {
                    Movement::Compare { left, right, .. } => evaluates([left, right], visit),
                    Movement::Relation { .. } => {}
                }
            }
            Callee::Void(index) => {
                evaluates([rules.voids[index].guard], visit);
                visit(Effect::Says(rules.voids[index].because));
            }
            Callee::Joins(action) => {
                calls([Callee::Titles, triggers(ActMoment::Added)], visit);
                visit(Effect::Writes(Location::Records(KindId::ACT), Update::Set));
                carries_out(
                    rules,
                    &|id| action.is_none_or(|action| action == id),
                    true,
                    visit,
                );
            }
            Callee::Batches => {
                let before = [ActMoment::Missed, ActMoment::Before, ActMoment::Void];
                calls(before.map(triggers), visit);
                carries_out(rules, &|_| true, false, visit);
            }
            Callee::Triggers(signal) => {
                let triggers = rules.triggers.iter().enumerate();
                let waiting = triggers.filter(|(_, trigger)| trigger.on.signal() == signal);
                let ids = waiting.map(|(index, _)| TriggerId::from_index(index));
                calls(ids.map(Callee::Trigger), visit);
            }
        }
    }

    /// The expressions that it evaluates itself, its statements left out.
    pub fn roots(self, rules: &Ruleset) -> Vec<ExprId> {
        Effect::evaluated(|visit| self.effects(rules, visit))
    }

    /// The blocks that it carries out.
    pub fn blocks(self, rules: &Ruleset) -> Vec<&Block> {
        let mut blocks = Vec::new();
        self.effects(rules, &mut |effect| blocks.extend(effect.block()));
        blocks
    }

    /// The name and the parameters of what rules call with arguments.
    pub fn signature(self, rules: &Ruleset) -> Option<(&str, &[Parameter])> {
        match self {
            Callee::Function(id) => {
                let function = &rules.functions[id.index()];
                Some((&function.name, &function.parameters))
            }
            Callee::Values(id) | Callee::Rows(id) => {
                let table = &rules.tables[id.index()];
                Some((&table.name, &table.parameters))
            }
            Callee::Procedure(id) => {
                let procedure = &rules.procedures[id.index()];
                Some((&procedure.name, &procedure.parameters))
            }
            Callee::Triggers(Signal::Event(id)) => {
                let event = &rules.events[id.index()];
                Some((&event.name, &event.parameters))
            }
            Callee::Stage(..)
            | Callee::Trigger(_)
            | Callee::Phase(_)
            | Callee::Defaults(_)
            | Callee::Tactic(_)
            | Callee::Tactics
            | Callee::Titles
            | Callee::Line
            | Callee::Order(_)
            | Callee::Placement(_)
            | Callee::Exception(_)
            | Callee::Void(_)
            | Callee::Joins(_)
            | Callee::Batches
            | Callee::Triggers(Signal::Act(_) | Signal::Phase(..)) => None,
        }
    }

    /// How many names its frame has, and the item that it belongs to; `None` where it has no code of its own, or that of several items.
    pub fn frame(self, rules: &Ruleset) -> Option<(u16, ItemId)> {
        match self {
            Callee::Function(id) => {
                let function = &rules.functions[id.index()];
                Some((function.locals, function.item))
            }
            Callee::Values(id) | Callee::Rows(id) => {
                let table = &rules.tables[id.index()];
                Some((table.locals, table.item))
            }
            Callee::Procedure(id) => {
                let procedure = &rules.procedures[id.index()];
                Some((procedure.locals, procedure.item))
            }
            Callee::Stage(id, stage) => {
                let action = &rules.actions[id.index()];
                Some((action.stages[usize::from(stage)].locals, action.item))
            }
            Callee::Trigger(id) => {
                let trigger = &rules.triggers[id.index()];
                Some((trigger.locals, trigger.item))
            }
            Callee::Phase(id) => {
                let phase = &rules.phases[id.index()];
                Some((phase.locals, phase.item))
            }
            Callee::Tactic(id) => {
                let tactic = &rules.tactics[id.index()];
                Some((tactic.locals, tactic.item))
            }
            Callee::Order(index) => {
                let order = &rules.orders[index];
                Some((order.locals, order.item))
            }
            Callee::Placement(index) => {
                let placement = &rules.placements[index];
                Some((placement.locals, placement.item))
            }
            Callee::Exception(id) => {
                let exception = &rules.exceptions[id.index()];
                Some((exception.locals, exception.item))
            }
            Callee::Void(index) => {
                let void = &rules.voids[index];
                Some((void.locals, void.item))
            }
            Callee::Triggers(_) | callees!(apart | line) => None,
        }
    }
}

fn evaluates<'r>(roots: impl IntoIterator<Item = ExprId>, visit: &mut dyn FnMut(Effect<'r>)) {
    for expr in roots {
        visit(Effect::Evaluates { expr, binds: None });
    }
}

fn runs<'r>(block: &'r Block, visit: &mut dyn FnMut(Effect<'r>)) {
    visit(Effect::Runs {
        block,
        binds: None,
        repeats: false,
    });
}

fn calls<'r>(callees: impl IntoIterator<Item = Callee>, visit: &mut dyn FnMut(Effect<'r>)) {
    for callee in callees {
        visit(Effect::Calls(callee, &[]));
    }
}

fn triggers(moment: ActMoment) -> Callee {
    Callee::Triggers(Signal::Act(moment))
}

/// A phase: it counts, time passes, and triggers respond to its beginning and its end.
fn phase<'r>(rules: &'r Ruleset, id: PhaseId, visit: &mut dyn FnMut(Effect<'r>)) {
    let phase = &rules.phases[id.index()];
    if let Some(counting) = phase.counting {
        evaluates([counting.from], visit);
        evaluates(counting.to, visit);
        visit(Effect::Writes(Location::Counter(id), Update::Set));
    }
    if let Some(turns) = &phase.turns {
        runs(&turns.opening, visit);
        visit(Effect::Runs {
            block: &turns.next,
            binds: None,
            repeats: true,
        });
        visit(Effect::Writes(Location::Counter(id), Update::Set));
    }
    evaluates(phase.condition, visit);
    if let Some(lasting) = phase.lasting {
        evaluates([lasting], visit);
        visit(Effect::Writes(Location::Now, Update::Add));
    }
    for (trigger, rule) in (0..).map(TriggerId).zip(&rules.triggers) {
        if let Some(limit) = rule.limit.as_ref().filter(|limit| limit.phase == Some(id)) {
            // What is counted for other records stays.
            let update = match limit.whose {
                true => Update::Add,
                false => Update::Set,
            };
            visit(Effect::Writes(Location::Responses(trigger), update));
        }
    }
    let edge = |begins| Callee::Triggers(Signal::Phase(id, begins));
    let repeated = |block| Effect::Runs {
        block,
        binds: None,
        repeats: phase.repeats(),
    };
    if !phase.prologue.is_empty() {
        visit(repeated(&phase.prologue));
    }
    calls([edge(true)], visit);
    visit(repeated(&phase.body));
    calls([edge(false)], visit);
}

/// Acts of some actions are carried out, of those `at once` or of the others.
fn carries_out<'r>(
    rules: &'r Ruleset,
    is_meant: &dyn Fn(ActionId) -> bool,
    at_once: bool,
    visit: &mut dyn FnMut(Effect<'r>),
) {
    let mut any = false;
    for (index, action) in rules.actions.iter().enumerate() {
        let id = ActionId::from_index(index);
        if action.at_once == at_once && is_meant(id) {
            any = true;
            calls(
                (0..action.stages.len()).map(|stage| Callee::Stage(id, stage as u16)),
                visit,
            );
        }
    }
    if any {
        for slot in [slots::STAGE, slots::BEGUN, slots::STATE] {
            visit(Effect::Writes(of_act(slot, None), Update::Set));
        }
        visit(Effect::Writes(Location::Records(KindId::ACT), Update::Set));
        calls([triggers(ActMoment::Resolves)], visit);
    }
}

impl Ruleset {
    /// All callees that have code of their own: every expression and every statement of the rules belongs to one of them, but for texts.
    pub fn callees(&self) -> Vec<Callee> {
        // What is added to the rules has to be thought of here.
        let Ruleset {
            name: _,
            title: _,
            source: _,
            documents: _,
            unruled: _,
            units: _,
            dimensions: _,
            words: _,
            texts: _,
            templates: _,
            kinds,
            options: _,
            functions,
            tables,
            procedures,
            events: _,
            actions,
            orders,
            placements,
            exceptions,
            over: _,
            voids,
            triggers,
            tactics,
            phases,
            procedure: _,
            questions: _,
            exprs: _,
            expr_spans: _,
            items: _,
            derived: _,
        } = self;
        let stages = actions.iter().enumerate().flat_map(|(index, action)| {
            let id = ActionId::from_index(index);
            (0..action.stages.len()).map(move |stage| Callee::Stage(id, stage as u16))
        });
        let all = (0..kinds.len()).map(|index| Callee::Defaults(KindId::from_index(index)));
        all.chain(indexed(functions, FunctionId::from_index, Callee::Function))
            .chain(indexed(tables, TableId::from_index, Callee::Values))
            .chain(indexed(tables, TableId::from_index, Callee::Rows))
            .chain(indexed(
                procedures,
                ProcedureId::from_index,
                Callee::Procedure,
            ))
            .chain(stages)
            .chain(indexed(triggers, TriggerId::from_index, Callee::Trigger))
            .chain(indexed(phases, PhaseId::from_index, Callee::Phase))
            .chain((0..orders.len()).map(Callee::Order))
            .chain((0..placements.len()).map(Callee::Placement))
            .chain(indexed(
                exceptions,
                ExceptionId::from_index,
                Callee::Exception,
            ))
            .chain((0..voids.len()).map(Callee::Void))
            .chain(indexed(tactics, TacticId::from_index, Callee::Tactic))
            .collect()
    }
}

fn indexed<T, Id>(
    list: &[T],
    id: impl Fn(usize) -> Id,
    callee: impl Fn(Id) -> Callee,
) -> impl Iterator<Item = Callee> {
    (0..list.len()).map(move |index| callee(id(index)))
}
