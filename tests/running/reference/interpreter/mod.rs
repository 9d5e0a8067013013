//! A reference interpreter: carries out checked rules as `docs/language.md` says, and nothing else. It has no cache, no index, no fast path, and
//! passes nothing over: the line is worked out anew whenever it is looked at, and an expression whenever it is needed. Each part names the
//! section of the guide that it carries out. It shares the journal, the sources of dice and decisions and the words for faults with the machine, and
//! none of its evaluation.

mod acts;
mod batches;
mod expressions;
mod line;
mod ordering;
mod phases;
mod statements;
mod triggers;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use affray::journal::{Entry, Journal, Range, Said, What};
use affray::ruleset::walk::parts;
use affray::ruleset::{
    ActMoment, EventId, Expr, ExprId, ItemId, KindId, MISSING, PhaseId, Ruleset, Slot, TemplateId,
    TriggerId, Type, Value, WordId,
};
use affray::run::fault::{FaultKind, RunResult};
use affray::run::{CorrectionCounts, CoverageData, Decisions, Dice, Ending, Fault};
use affray::scenario::{AttributeChange, Deed, Occasion, Scenario};
use affray::source::{Limits, Span};

/// The names of a body, by their numbers.
type Frame = Vec<Value>;

/// A frame with so many names, none of which has a value yet.
fn frame(names: u16) -> Frame {
    vec![MISSING; names.into()]
}

/// What a body tells the phase around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// to go on
    On,
    /// to end this phase
    Leave(PhaseId),
    /// to end the innermost repetition
    LeaveRepeat,
    LeaveTurn(PhaseId),
    /// to end the combat
    Over,
    /// to end the run, because the scenario stops here
    Stop,
}

/// To whom what a body does is owed, and the act that is being judged, if one is.
#[derive(Clone, Copy, Debug)]
struct Body {
    cause: Option<ItemId>,
    declared: Option<u32>,
}

/// What is known of an act beside its attributes.
#[derive(Clone, Debug, Default)]
struct Act {
    /// The stage that comes next.
    stage: usize,
    /// Above 0: it comes as the very next batch; the higher, the sooner.
    urgency: u32,
    /// It would be void now: no exception and no query sees it.
    suspended: bool,
    /// The triggers `before` that have been asked at its present stage, and whether each is done with it.
    asked: Vec<(TriggerId, bool)>,
    /// Its place has been found gone by at its present stage.
    missed: bool,
    /// Its keys when it was last looked whether its place has gone by.
    keys: Option<Vec<Value>>,
}

/// Something that waits until triggers can respond.
#[derive(Clone, Debug)]
enum Pending {
    /// A moment in the life of an act, and its stage then.
    Moment(u32, usize, ActMoment),
    /// An event and its values.
    Event(EventId, Vec<Value>),
    /// An act comes into the line, as the very next batch or not; the item that says so.
    Joins(u32, bool, Option<ItemId>),
}

/// A change of an attribute that an act of a batch makes.
#[derive(Clone, Debug)]
struct Change {
    kind: KindId,
    record: u32,
    slot: Slot,
    adds: bool,
    value: Value,
    cause: Option<ItemId>,
}

/// A run, from its beginning to its end.
pub struct Run<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    limits: Limits,
    dice: &'a mut dyn Dice,
    decisions: &'a mut dyn Decisions,
    /// Ends the run when the journal has so many entries, or so much has been done.
    most: Most,
    work: u64,

    /// The record of the run.
    pub journal: Journal,
    /// What of the rules was exercised.
    pub coverage: CoverageData,
    /// The attributes of all records: by kind, record, slot.
    pub records: Vec<Vec<Vec<Value>>>,
    /// An act was suspended by what another one that is suspended too lets be seen: which of them are is then a matter of how often it is asked.
    pub unsettled: bool,
    options: Vec<Value>,
    counters: Vec<Value>,
    now: Value,

    acts: Vec<Act>,
    /// The acts in the line, in the order of their actors and numbers.
    waiting: Vec<u32>,
    /// The acts that queries see, in the same order.
    seen: Vec<u32>,
    line: line::Line,
    /// The keys of the batch in hand, and so where the clock of the line stands; nothing before the first.
    clock: Option<Vec<Value>>,
    /// Where acts stand whose key is missing, as the game master has said: by act and key.
    placed: BTreeMap<(u32, usize), bool>,
    /// The urgency of what comes as the very next batch, until that begins.
    open_urgency: Option<u32>,

    queue: VecDeque<Pending>,
    changes: Vec<Change>,
    in_batch: bool,
    responding: bool,
    /// A trigger or an act has ended the combat.
    over: bool,
    /// How often triggers with a limit have responded, by trigger and what the limit is for.
    used: BTreeMap<(TriggerId, Vec<Value>), u32>,
    /// How long the chain is of what has led to what.
    chain: u64,
    /// How many blocks are being carried out within each other.
    depth: u32,
    /// How often each correction could have been made.
    corrections: CorrectionCounts,
    /// The corrections that move acts and have been made.
    moves: Vec<u32>,
    /// The counting phases that run, with their numbers, and all phases that run.
    path: Vec<(PhaseId, Value)>,
    running: Vec<PhaseId>,
}

/// How much a run may do before it is given up.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Entries of the journal.
    pub entries: usize,
    /// Statements, records that are looked at, and expressions.
    pub work: u64,
}

impl<'a> Run<'a> {
    /// A run that has not begun.
    pub fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        limits: Limits,
        most: Most,
        dice: &'a mut dyn Dice,
        decisions: &'a mut dyn Decisions,
    ) -> Self {
        Run {
            rules,
            scenario,
            limits,
            dice,
            decisions,
            most,
            work: 0,
            journal: Journal::default(),
            coverage: CoverageData::nothing_of(rules),
            records: vec![Vec::new(); rules.kinds.len()],
            unsettled: false,
            options: rules.options.iter().map(|option| option.value).collect(),
            counters: vec![MISSING; rules.phases.len()],
            now: 0,
            acts: Vec::new(),
            waiting: Vec::new(),
            seen: Vec::new(),
            line: line::Line::default(),
            clock: None,
            placed: BTreeMap::new(),
            open_urgency: None,
            queue: VecDeque::new(),
            changes: Vec::new(),
            in_batch: false,
            responding: false,
            over: false,
            used: BTreeMap::new(),
            chain: 0,
            depth: 0,
            corrections: CorrectionCounts::default(),
            moves: Vec::new(),
            path: Vec::new(),
            running: Vec::new(),
        }
    }

    /// Plays the scenario: sets it up, and carries out the phases of the combat, in their order.
    pub fn play(&mut self) -> Result<Ending, Fault> {
        let ending = self.set_up().and_then(|()| self.procedure());
        for (record, attributes) in (self.journal.acts.iter_mut()).zip(&self.records[3]) {
            let start = self.journal.values.len() as u32;
            self.journal.values.extend(attributes);
            let end = self.journal.values.len() as u32;
            record.attributes = Range { start, end };
        }
        ending.map_err(|fault| *fault)
    }

    /// The clock, and the number of each phase.
    pub fn counted(&self) -> Vec<Value> {
        [self.now]
            .into_iter()
            .chain(self.counters.iter().copied())
            .collect()
    }

    /// "Kinds and attributes", "Scenarios": options as the scenario sets them; all records, what it gives them, then their defaults, those before
    /// others, kind by kind.
    fn set_up(&mut self) -> RunResult<()> {
        let (rules, scenario) = (self.rules, self.scenario);
        self.corrections.begin(scenario.corrections.len());
        for &(option, value) in &scenario.options {
            self.options[option.index()] = value;
        }
        for (index, option) in rules.options.iter().enumerate() {
            let value = self.options[index];
            let settings = &mut self.coverage.settings[index];
            match &option.ty {
                Type::YesNo => settings[value as usize] = true,
                Type::Choice(words) => {
                    let is_it = |word: &WordId| Value::from(word.0) == value;
                    if let Some(place) = words.iter().position(is_it) {
                        settings[place] = true;
                    }
                }
                Type::Number(_)
                | Type::Text
                | Type::Action
                | Type::Stage
                | Type::Record(_)
                | Type::Set(_) => {
                    settings[0] |= value != option.value;
                }
            }
        }
        for (kind, rule) in rules.kinds.iter().enumerate() {
            let given = scenario.records.get(kind).map_or(&[][..], |all| all);
            let given = &given[..scenario.at_start(KindId::from_index(kind))];
            let count = if kind == KindId::COMBAT.index() {
                1
            } else {
                given.len()
            };
            for record in 0..count {
                let mut attributes = vec![MISSING; rule.attributes.len()];
                for &(slot, value) in given.get(record).iter().flat_map(|given| &given.values) {
                    attributes[usize::from(slot)] = value;
                }
                self.records[kind].push(attributes);
            }
        }
        // First those whose defaults read no other kind that is left; where there are none, the first that is left.
        let mut left: Vec<KindId> = (0..rules.kinds.len()).map(KindId::from_index).collect();
        left.retain(|&kind| kind != KindId::ACT);
        while !left.is_empty() {
            let reads_none = |kind: &&KindId| {
                let read = self.kinds_of_defaults(**kind);
                left.iter()
                    .all(|other| other == *kind || !read.contains(other))
            };
            let kind = left.iter().find(reads_none).copied().unwrap_or(left[0]);
            left.retain(|&other| other != kind);
            for record in 0..self.records[kind.index()].len() {
                let given = scenario.records.get(kind.index());
                let given = given.and_then(|all| all.get(record));
                let given = given.map_or(&[][..], |given| &given.values);
                self.fill_in(kind, record as u32, given)?;
            }
        }
        Ok(())
    }

    /// The kinds of which the defaults of a kind read attributes, by definitions and tables too.
    fn kinds_of_defaults(&self, kind: KindId) -> BTreeSet<KindId> {
        let rules = self.rules;
        let attributes = rules.kinds[kind.index()].attributes.iter();
        let mut open: Vec<ExprId> = attributes.filter_map(|one| one.default).collect();
        let (mut seen, mut kinds) = (BTreeSet::new(), BTreeSet::new());
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let expr = &rules.exprs[id.index()];
            open.extend(parts(expr));
            match expr {
                Expr::Attribute { kind, .. } => _ = kinds.insert(*kind),
                Expr::Call(function, _) => open.push(rules.functions[function.index()].body),
                Expr::Lookup(table, _) => {
                    let rows = rules.tables[table.index()].rows.iter();
                    open.extend(rows.filter_map(|row| row.value));
                }
                _ => {}
            }
        }
        kinds
    }

    /// "Kinds and attributes": an attribute that is not given has its default, which sees those before it. One that was given as missing stays so.
    fn fill_in(&mut self, kind: KindId, record: u32, given: &[(Slot, Value)]) -> RunResult<()> {
        let rules = self.rules;
        for (slot, attribute) in (0..).zip(&rules.kinds[kind.index()].attributes) {
            if self.attribute(kind, Value::from(record), slot) != MISSING
                || given.contains(&(slot, MISSING))
            {
                continue;
            }
            let value = match attribute.default {
                Some(default) => {
                    let value = self.value(default, &[Value::from(record)])?;
                    if value == MISSING && !attribute.declared.optional {
                        let span = rules.expr_spans[default.index()];
                        return Err(FaultKind::Unset { kind, slot }.at(span).into());
                    }
                    value
                }
                None if attribute.declared.optional => MISSING,
                None => {
                    let span = rules.items[attribute.item.index()].span;
                    return Err(FaultKind::Unset { kind, slot }.at(span).into());
                }
            };
            self.records[kind.index()][record as usize][usize::from(slot)] = value;
        }
        Ok(())
    }

    /// An attribute of a record; missing if the record is.
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        match record {
            MISSING => MISSING,
            record => self.records[kind.index()][record as usize][usize::from(slot)],
        }
    }

    /// "What is corrected": before a person is asked for something, at once, in a batch too.
    fn correct(&mut self, occasion: Occasion) -> RunResult<()> {
        let corrections = &self.scenario.corrections;
        for correction in self
            .corrections
            .due(corrections, occasion, &self.path, &self.running)
        {
            let deed = &corrections[correction as usize].deed;
            if !self.is_possible(deed) {
                continue;
            }
            self.write(None, What::Corrected { correction })?;
            match deed {
                &Deed::Set(AttributeChange {
                    kind,
                    record,
                    slot,
                    value,
                }) => self.change_all(
                    vec![Change {
                        kind,
                        record,
                        slot,
                        adds: false,
                        value,
                        cause: None,
                    }],
                    false,
                )?,
                Deed::Move(_) => self.moves.push(correction),
                Deed::Join(kind, records) => {
                    for record in records.clone() {
                        self.join_fight(*kind, record)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// "What is corrected": a record can be corrected that is there, to a value that is there; those join that are the next ones.
    fn is_possible(&self, deed: &Deed) -> bool {
        let count = |kind: KindId| self.records[kind.index()].len() as u32;
        match deed {
            Deed::Join(kind, records) => records.start == count(*kind),
            Deed::Move(acts) => [acts.mover, acts.reference]
                .iter()
                .all(|&combatant| combatant < count(KindId::COMBATANT)),
            Deed::Set(change) => {
                let declared = &self.rules.attribute(change.kind, change.slot).declared;
                let is_there = declared.ty.record_beyond(change.value, count).is_none();
                change.record < count(change.kind) && is_there
            }
        }
    }

    /// "Who joins": as a record that is there from the start, but later.
    fn join_fight(&mut self, kind: KindId, record: u32) -> RunResult<()> {
        self.add(kind, record)?;
        // "One for every two": with it come those between it and each of the others.
        let rules = self.rules;
        for (number, between) in rules.kinds.iter().enumerate() {
            let Some(pair) = between.pair.filter(|pair| pair.of == kind) else {
                continue;
            };
            let end = pair.count(self.records[kind.index()].len());
            for record in self.records[number].len()..end {
                self.add(KindId::from_index(number), record as u32)?;
            }
        }
        Ok(())
    }

    /// A record of the scenario is there from now on.
    fn add(&mut self, kind: KindId, record: u32) -> RunResult<()> {
        let given = &self.scenario.records[kind.index()][record as usize].values;
        let count = self.rules.kinds[kind.index()].attributes.len();
        let mut attributes = vec![MISSING; count];
        for &(slot, value) in given {
            attributes[usize::from(slot)] = value;
        }
        self.records[kind.index()].push(attributes);
        self.fill_in(kind, record, given)?;
        self.write(None, What::Made { kind, record })
    }

    /// Writes into the journal.
    fn write(&mut self, cause: Option<ItemId>, what: What) -> RunResult<()> {
        let most = self.limits.events as usize * 16;
        if self.journal.entries.len() >= most || self.journal.values.len() / 16 >= most {
            return Err(FaultKind::TooMuch(most as u64).into());
        }
        if self.journal.entries.len() >= self.most.entries {
            return Err(self.given_up());
        }
        self.journal.entries.push(Entry { cause, what });
        Ok(())
    }

    /// One piece of work is done. The machine's own limit of steps is not counted: what it charges is a matter of what it need not work out.
    fn works(&mut self) -> RunResult<()> {
        self.work += 1;
        match self.work > self.most.work {
            true => Err(self.given_up()),
            false => Ok(()),
        }
    }

    fn given_up(&self) -> Box<Fault> {
        FaultKind::Steps(self.limits.steps).into()
    }

    /// A text with the present values of its holes.
    fn say(&mut self, template: TemplateId, names: &[Value]) -> RunResult<Said> {
        let mut values = Vec::new();
        let rules = self.rules;
        for hole in rules.holes(template) {
            values.push(self.value(hole, names)?);
        }
        let values = self.journal.store(values);
        Ok(Said { template, values })
    }

    /// The value of an expression that may not be missing.
    fn number(&mut self, id: ExprId, names: &[Value]) -> RunResult<Value> {
        match self.value(id, names)? {
            MISSING => Err(FaultKind::Missing.at(self.span(id)).into()),
            value => Ok(value),
        }
    }

    /// The record that an expression names.
    fn record(&mut self, id: ExprId, names: &[Value]) -> RunResult<u32> {
        Ok(self.number(id, names)? as u32)
    }

    /// Whether a guard is true, or there is none. A missing value is not true.
    fn passes(&mut self, guard: Option<ExprId>, names: &[Value]) -> RunResult<bool> {
        guard.map_or(Ok(true), |guard| self.holds(guard, names))
    }

    fn holds(&mut self, id: ExprId, names: &[Value]) -> RunResult<bool> {
        Ok(self.value(id, names)? == 1)
    }

    fn span(&self, id: ExprId) -> Span {
        self.rules.expr_spans[id.index()]
    }

    /// A word that the language itself uses.
    fn word(&self, word: &str) -> WordId {
        self.rules.find_word(word).unwrap_or_default()
    }
}
