//! Value analysis: which values each expression can have in the runs of a scenario, by abstract interpretation over [sets of values](Domain).
//!
//! It begins with what a scenario [gives](Given) and with nothing written, and follows the code that can be reached, with all values found so far, until
//! no more are found: what is written, made, declared and called only grows. Names are told apart by their body, not by the place in it, and parameters
//! hold the values of all calls.

mod domain;
mod expressions;
mod faults;
mod statements;

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::first_values::read_too_early;
use crate::ruleset::{
    ActPattern, ActionId, Callee, ExceptionId, Expr, ExprId, FunctionId, Happening, KindId, Local,
    PhaseId, Ruleset, Signal, Slot, TableId, TacticId, TemplateId, TriggerId, Value, WordId, slots,
};

pub use domain::Domain;

/// What is known of the runs of a scenario before they begin.
#[derive(Clone, Debug, Default)]
pub struct KnownInputs<'a> {
    /// By kind, for each record at the start: the attributes that it is given.
    pub records: Vec<Vec<&'a [(Slot, Value)]>>,
    /// The settings of the options.
    pub options: Vec<Value>,
    /// The acts that people can declare, with their attributes.
    pub declared: Vec<(ActionId, &'a [(Slot, Value)])>,
    /// The tactics in force.
    pub tactics: Vec<TacticId>,
    /// By the name of a question: what may be answered. One that is not named is left to its default. `None`: any question may be answered with anything.
    pub answers: Option<BTreeMap<WordId, Vec<Value>>>,
    /// Expressions beside those of the rules that are evaluated in these runs.
    pub exprs: &'a [Expr],
}

/// The values of all expressions.
#[derive(Debug)]
pub struct Values<'r> {
    rules: &'r Ruleset,
    /// By expression; empty where it cannot be reached.
    exprs: Vec<Domain>,
    /// By kind: whether there can be records.
    kinds: Vec<bool>,
    /// By expression: whether it cannot fault, as far as that has been asked.
    safe: Vec<Option<bool>>,
}

impl Values<'_> {
    /// The values that an expression can have; none if it cannot be reached.
    pub fn of(&self, id: ExprId) -> Domain {
        self.exprs[id.index()]
    }

    /// Whether there can be records of a kind.
    pub fn has_records(&self, kind: KindId) -> bool {
        self.kinds[kind.index()]
    }
}

/// After so many passes the search is given up. Rules that people write need fewer than ten.
const MOST_PASSES: usize = 64;

/// The values of all expressions in the runs of a scenario; `None` where they are not found in a bounded number of passes. Time: proportional to the
/// rules, for each pass.
pub fn values<'r>(rules: &'r Ruleset, given: &KnownInputs<'_>) -> Option<Values<'r>> {
    let mut search = ValueSearch::new(rules);
    for _ in 0..MOST_PASSES {
        search.grown = false;
        search.pass(given);
        if !search.grown {
            return Some(Values {
                rules,
                exprs: search.exprs,
                kinds: search.made,
                safe: vec![None; rules.exprs.len()],
            });
        }
    }
    None
}

/// The values found so far.
struct ValueSearch<'r> {
    rules: &'r Ruleset,
    exprs: Vec<Domain>,
    /// By kind and slot.
    attributes: Vec<Vec<Domain>>,
    /// By body and name.
    names: BTreeMap<Callee, Vec<Domain>>,
    /// What definitions give, and values of tables.
    results: BTreeMap<Callee, Domain>,
    /// By kind: whether there can be records.
    made: Vec<bool>,
    /// By kind: the attributes that are missing where defaults read them too early.
    early: Vec<BTreeSet<Slot>>,
    /// By action: whether there can be acts.
    actions: Vec<bool>,
    /// By option: its setting.
    options: Vec<Value>,
    /// By question: what may be answered; `None`: anything.
    answers: Option<BTreeMap<WordId, Domain>>,
    /// The triggers that wait for acts of an action, or (`None`) of any.
    waiting: BTreeMap<Option<ActionId>, Vec<TriggerId>>,
    /// The triggers that wait for events and phases.
    signals: BTreeMap<Signal, Vec<TriggerId>>,
    /// What has been reached in this pass, and what of it is still to be followed.
    reached: BTreeSet<Callee>,
    open: Vec<Callee>,
    /// How many definitions lead into the one at hand.
    depth: u32,
    /// Whether more values have been found in this pass.
    grown: bool,
}

impl<'r> ValueSearch<'r> {
    fn new(rules: &'r Ruleset) -> Self {
        let kinds = rules.kinds.iter();
        let mut waiting: BTreeMap<Option<ActionId>, Vec<TriggerId>> = BTreeMap::new();
        let mut signals: BTreeMap<Signal, Vec<TriggerId>> = BTreeMap::new();
        for (id, trigger) in (0..).map(TriggerId).zip(&rules.triggers) {
            match &trigger.on {
                Happening::Act { acts, moment: _ } if acts.kinds.is_empty() => {
                    waiting.entry(None).or_default().push(id);
                }
                Happening::Act { acts, moment: _ } => {
                    let actions: BTreeSet<ActionId> =
                        acts.kinds.iter().map(|kind| kind.0).collect();
                    for action in actions {
                        waiting.entry(Some(action)).or_default().push(id);
                    }
                }
                Happening::Event(_) | Happening::Phase(..) => {
                    signals.entry(trigger.on.signal()).or_default().push(id);
                }
            }
        }
        ValueSearch {
            waiting,
            signals,
            exprs: vec![Domain::NONE; rules.exprs.len()],
            attributes: kinds
                .map(|kind| vec![Domain::NONE; kind.attributes.len()])
                .collect(),
            names: BTreeMap::new(),
            results: BTreeMap::new(),
            made: vec![false; rules.kinds.len()],
            early: read_too_early(rules),
            actions: vec![false; rules.actions.len()],
            options: Vec::new(),
            answers: None,
            reached: BTreeSet::new(),
            open: Vec::new(),
            depth: 0,
            grown: false,
            rules,
        }
    }

    /// Follows all code that can be reached once.
    fn pass(&mut self, given: &KnownInputs<'_>) {
        self.reached.clear();
        self.options.clone_from(&given.options);
        self.answers = given.answers.as_ref().map(|answers| {
            let one = |values: &Vec<Value>| {
                let values = values.iter().map(|&value| Domain::of(value));
                values.fold(Domain::NONE, Domain::or)
            };
            answers
                .iter()
                .map(|(&name, values)| (name, one(values)))
                .collect()
        });
        self.records(given);
        self.called_from_outside(given.exprs);
        for &(action, settings) in &given.declared {
            let settings: Vec<(Slot, Domain)> = settings
                .iter()
                .map(|&(slot, value)| (slot, Domain::of(value)))
                .collect();
            self.makes_act(action, &settings, true);
        }
        given.tactics.iter().for_each(|&tactic| {
            self.reach(Callee::Tactic(tactic));
        });
        for &phase in &self.rules.procedure {
            self.reach(Callee::Phase(phase));
        }
        self.line();
        self.follow();
        // These only look at acts. What acts there can be is known now.
        self.looked_at();
        self.follow();
    }

    /// Follows what has been reached, and all that it leads to.
    fn follow(&mut self) {
        while let Some(callee) = self.open.pop() {
            self.callee(callee);
        }
    }

    /// The records at the start, with what they are given and the defaults of the rest.
    fn records(&mut self, given: &KnownInputs<'_>) {
        for index in 0..self.rules.kinds.len() {
            let kind = KindId::from_index(index);
            let records = given.records.get(index).map_or(&[][..], Vec::as_slice);
            let of_combat: [&[(Slot, Value)]; 1] = [&[]];
            let records = match kind == KindId::COMBAT && records.is_empty() {
                true => &of_combat[..],
                false => records,
            };
            for settings in records {
                let settings: Vec<(Slot, Domain)> = settings
                    .iter()
                    .map(|&(slot, value)| (slot, Domain::of(value)))
                    .collect();
                self.makes(kind, &settings, true);
            }
        }
    }

    /// Expressions beside those of the rules can call definitions and tables with any values.
    fn called_from_outside(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            let callee = match expr {
                Expr::Call(function, _) => Callee::Function(*function),
                Expr::Lookup(table, _) => Callee::Values(*table),
                _ => continue,
            };
            let parameters = callee
                .signature(self.rules)
                .map_or(0, |known| known.1.len());
            for name in 0..=parameters as Local {
                self.bind(callee, name, Domain::ANY);
            }
            self.reach(callee);
        }
    }

    /// What puts acts in order.
    fn line(&mut self) {
        let rules = self.rules;
        (0..rules.orders.len()).for_each(|index| self.reach(Callee::Order(index)));
    }

    /// What becomes of the acts of an action: their stages, and the triggers that wait for them.
    fn acts_of(&mut self, action: ActionId) {
        if self.reached.contains(&Callee::Stage(action, 0)) {
            return;
        }
        let stages = self.rules.actions[action.index()].stages.len();
        (0..stages).for_each(|stage| self.reach(Callee::Stage(action, stage as u16)));
        for wanted in [Some(action), None] {
            let waiting = self.waiting.get(&wanted).map_or(0, Vec::len);
            for index in 0..waiting {
                let trigger = self.waiting[&wanted][index];
                self.reach(Callee::Trigger(trigger));
            }
        }
    }

    /// What looks at acts without making any: placements, voids, exceptions.
    fn looked_at(&mut self) {
        let rules = self.rules;
        for (index, rule) in rules.placements.iter().enumerate() {
            self.reach_if(&[&rule.acts], Callee::Placement(index));
        }
        for (index, rule) in rules.voids.iter().enumerate() {
            self.reach_if(&[&rule.acts], Callee::Void(index));
        }
        for (id, rule) in (0..).map(ExceptionId).zip(&rules.exceptions) {
            self.reach_if(&[&rule.first, &rule.second], Callee::Exception(id));
        }
    }

    /// Reaches something if there can be acts that fit each of these patterns.
    fn reach_if(&mut self, patterns: &[&ActPattern], callee: Callee) {
        let fits = |pattern: &&ActPattern| {
            let mut kinds = pattern.kinds.iter();
            match pattern.kinds.is_empty() {
                true => self.actions.contains(&true),
                false => kinds.any(|(action, _)| self.actions[action.index()]),
            }
        };
        if patterns.iter().all(fits) {
            self.reach(callee);
        }
    }

    fn reach(&mut self, callee: Callee) {
        if self.reached.insert(callee) {
            self.open.push(callee);
        }
    }

    /// Whether something has been reached in this pass or, as all that is found grows, could be in the next.
    fn is_reached(&self, callee: Callee) -> bool {
        self.reached.contains(&callee)
    }

    /// A name can hold these values.
    fn bind(&mut self, body: Callee, name: Local, values: Domain) {
        let names = self.names.entry(body).or_default();
        let index = usize::from(name);
        if names.len() <= index {
            names.resize(index + 1, Domain::NONE);
        }
        self.grown |= names[index].join(values);
    }

    fn name(&self, body: Callee, name: Local) -> Domain {
        let names = self.names.get(&body);
        let known = names.and_then(|names| names.get(usize::from(name)));
        known.copied().unwrap_or_default()
    }

    /// An attribute can hold these values.
    fn attribute(&mut self, kind: KindId, slot: Slot, values: Domain) {
        self.grown |= self.attributes[kind.index()][usize::from(slot)].join(values);
    }

    /// There can be a record of a kind with these attributes, and the defaults of the others. `stays`: one that is given as missing stays so.
    fn makes(&mut self, kind: KindId, settings: &[(Slot, Domain)], stays: bool) {
        self.grown |= !std::mem::replace(&mut self.made[kind.index()], true);
        for &(slot, values) in settings {
            self.attribute(kind, slot, values);
        }
        let rules = self.rules;
        let body = Callee::Defaults(kind);
        self.bind(body, 0, Domain::PRESENT);
        let attributes = rules.kinds[kind.index()].attributes.iter().enumerate();
        for (slot, attribute) in attributes.skip(usize::from(built_in(kind))) {
            let slot = slot as Slot;
            let mut set = settings.iter();
            let is_set = set.any(|one| one.0 == slot && (stays || !one.1.may_be_missing()));
            if is_set {
                continue;
            }
            let values = match attribute.default {
                Some(default) => self.expr(body, default),
                None => Domain::ABSENT,
            };
            self.attribute(kind, slot, values);
        }
        for slot in self.early[kind.index()].clone() {
            self.attribute(kind, slot, Domain::ABSENT);
        }
    }

    /// There can be an act of an action with these attributes.
    fn makes_act(&mut self, action: ActionId, settings: &[(Slot, Domain)], stays: bool) {
        self.grown |= !std::mem::replace(&mut self.actions[action.index()], true);
        self.acts_of(action);
        self.makes(KindId::ACT, settings, stays);
        self.attribute(KindId::ACT, slots::ACTOR, Domain::PRESENT);
        self.attribute(KindId::ACT, slots::ACTION, Domain::of(action.0.into()));
        self.attribute(KindId::ACT, slots::BEGUN, Domain::yes_no(true, true));
        self.attribute(KindId::ACT, slots::STATE, Domain::PRESENT);
        for stage in &self.rules.actions[action.index()].stages {
            self.attribute(KindId::ACT, slots::STAGE, Domain::of(stage.name.0.into()));
        }
    }

    /// Says a text: evaluates its holes.
    fn says(&mut self, body: Callee, text: TemplateId) {
        let rules = self.rules;
        for hole in rules.holes(text) {
            self.expr(body, hole);
        }
    }

    /// The value of a definition, whose parameters hold what they are called with.
    fn result_of(&mut self, callee: Callee) -> Domain {
        // Each once in a pass; too deep in others, when all others are done.
        if !self.is_reached(callee) {
            match self.depth < DEEPEST_CALLS {
                true => {
                    self.reached.insert(callee);
                    self.depth += 1;
                    self.callee(callee);
                    self.depth -= 1;
                }
                false => self.reach(callee),
            }
        }
        self.results.get(&callee).copied().unwrap_or_default()
    }

    fn gives(&mut self, callee: Callee, values: Domain) {
        self.grown |= self.results.entry(callee).or_default().join(values);
    }
}

/// How many definitions are followed into each other at once.
const DEEPEST_CALLS: u32 = 16;

/// How many attributes come first that the machine itself sets. The side of a combatant is given as others are.
fn built_in(kind: KindId) -> Slot {
    match kind == KindId::ACT {
        true => slots::ACT_BUILT_IN,
        false => 0,
    }
}

/// What a table and a definition are as callees.
fn function(id: FunctionId) -> Callee {
    Callee::Function(id)
}

fn table(id: TableId) -> Callee {
    Callee::Values(id)
}

fn phase_signal(id: PhaseId, begins: bool) -> Callee {
    Callee::Triggers(Signal::Phase(id, begins))
}
