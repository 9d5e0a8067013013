//! The course of a run: what the table sees of it, in names that two rule files share, so that two runs can be laid side by side. Reads
//! journals; phases, bookkeeping and prose are left out, for a rule file may tell the same in other words.

use crate::journal::{ActNumber, Journal, What};
use crate::ruleset::{KindId, MISSING, Slot, Throw, Type, Value};
use crate::scenario::Person;
use crate::situation::{Lexicon, LexiconAction, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// What happened at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// Dice are taken up: which. What they show is told by itself, so that the same faces of other dice are the same roll.
    Thrown(Throw),
    /// Dice are rolled: who, what for, in which number of the outermost period, faces.
    Rolled(Person, u32, Value, Vec<Value>),
    /// A person is asked: who, what; the answer if it can be compared.
    Asked(Person, u32, Option<Value>),
    /// A batch: when, and which stages of which acts are carried out in it, sorted.
    Batch(Vec<(u32, Value)>, Vec<TraceStep>),
    /// A change that is for the table to see: kind, record, attribute, new value.
    Changed(usize, u32, usize, Value),
    /// An act comes to an end without being carried out: refused, cancelled, void, missed.
    Lost(ActName, u32),
    /// The combat is over.
    Over,
}

/// An act, in names that both runs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActName {
    /// the combatant
    pub actor: u32,
    /// the number of the action's name
    pub action: u32,
    /// its declaration; or, counted from [`ADDED`], the how-manieth such act that the rules added
    pub number: u32,
}

/// Acts that the rules add are numbered from here.
pub const ADDED: u32 = 1 << 24;

/// A stage of an act.
pub type TraceStep = (ActName, u32);

/// The course of a run.
#[derive(Clone, Debug, Default)]
pub struct RunTrace {
    /// What happened.
    pub events: Vec<TraceEvent>,
    /// For each event, the entry of the journal.
    pub entries: Vec<usize>,
    /// For each event, whether a reader of the run sees it; bookkeeping is compared where nothing else differs.
    pub seen: Vec<bool>,
    /// What the acts of the journal are called here, by their numbers.
    pub acts: Vec<ActName>,
    /// Whether a fault stopped the run.
    pub stopped: bool,
}

/// From the ids of one rule file to what both share.
#[derive(Clone, Debug)]
pub struct Tongue {
    words: Vec<u32>,
    actions: Vec<u32>,
    /// by action: whether all rule files have it
    shared: Vec<bool>,
    phases: Vec<u32>,
    questions: Vec<u32>,
    kinds: Vec<usize>,
    /// by kind and slot: the name of the attribute
    attributes: Vec<Vec<u32>>,
    /// by kind and slot: the attribute of the lexicon, if it is for the table to see
    told: Vec<Vec<Option<usize>>>,
}

/// Numbers for names, the same for all rule files of a lexicon.
#[derive(Debug, Default)]
struct NameInterner<'n>(BTreeMap<&'n str, u32>);

impl<'n> NameInterner<'n> {
    fn of(&mut self, name: &'n str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(name).or_insert(next)
    }
}

/// The tongues of all rule files of a lexicon, and the names by their numbers.
pub fn tongues(lexicon: &Lexicon<'_>) -> (Vec<Tongue>, Vec<String>) {
    let mut interner = NameInterner::default();
    for word in ["refused", "void", "missed"] {
        interner.of(word);
    }
    let shared = lexicon.actions.iter().filter(|action| action.is_shared());
    let shared: BTreeSet<&str> = shared.map(|action| &*action.name).collect();
    let mut tongues = Vec::new();
    for (which, rules) in lexicon.rules.iter().enumerate() {
        let words: Vec<u32> = rules.words.iter().map(|word| interner.of(word)).collect();
        tongues.push(Tongue {
            actions: rules
                .actions
                .iter()
                .map(|action| interner.of(&action.name))
                .collect(),
            shared: rules
                .actions
                .iter()
                .map(|action| shared.contains(&*action.name))
                .collect(),
            phases: rules
                .phases
                .iter()
                .map(|phase| interner.of(&phase.name))
                .collect(),
            questions: rules
                .questions
                .iter()
                .map(|question| words[question.name.index()])
                .collect(),
            kinds: (0..rules.kinds.len())
                .map(|kind| {
                    lexicon
                        .kind(which, KindId::from_index(kind))
                        .unwrap_or(kind)
                })
                .collect(),
            attributes: rules
                .kinds
                .iter()
                .map(|kind| {
                    let names = kind.attributes.iter();
                    names
                        .map(|attribute| interner.of(&attribute.name))
                        .collect()
                })
                .collect(),
            told: (0..rules.kinds.len())
                .map(|kind| reported(lexicon, which, KindId::from_index(kind)))
                .collect(),
            words,
        });
    }
    let mut names = vec![String::new(); interner.0.len()];
    for (name, number) in interner.0 {
        names[number as usize] = name.to_owned();
    }
    (tongues, names)
}

const REFUSED: u32 = 0;
const VOID: u32 = 1;
const MISSED: u32 = 2;

/// Which attributes of a kind the table sees: those with a text; in a kind without any, all; of acts, none. Those of the combat as a whole may count
/// what all acts do, so without a text they are not compared where an action is missing from one of the rule files.
fn reported(lexicon: &Lexicon<'_>, which: usize, id: KindId) -> Vec<Option<usize>> {
    let mut told = vec![None; lexicon.rules[which].kinds[id.index()].attributes.len()];
    let Some(kind) = lexicon.kind(which, id).filter(|_| id != KindId::ACT) else {
        return told;
    };
    let attributes = &lexicon.kinds[kind].attributes;
    let counts_acts = id == KindId::COMBAT && !lexicon.actions.iter().all(LexiconAction::is_shared);
    let any = counts_acts || attributes.iter().any(|attribute| attribute.told);
    for (index, attribute) in attributes.iter().enumerate() {
        let known_to_all = attribute.slots.iter().all(Option::is_some);
        if let Some(slot) = attribute.slots[which]
            && known_to_all
            && (attribute.told || !any)
        {
            told[usize::from(slot)] = Some(index);
        }
    }
    told
}

impl Tongue {
    /// The name of an attribute.
    pub fn attribute(&self, kind: KindId, slot: Slot) -> u32 {
        self.attributes[kind.index()][usize::from(slot)]
    }

    /// The course of a run by the rule file with this number.
    pub fn course(
        &self,
        lexicon: &Lexicon<'_>,
        which: usize,
        journal: &Journal,
        stopped: bool,
    ) -> RunTrace {
        let mut reader = TraceReader {
            tongue: self,
            lexicon,
            which,
            journal,
            path: Vec::new(),
            out: RunTrace {
                stopped,
                ..RunTrace::default()
            },
        };
        reader.name_acts();
        for index in 0..journal.entries.len() {
            reader.entry(index);
        }
        reader.out
    }
}

struct TraceReader<'a> {
    tongue: &'a Tongue,
    lexicon: &'a Lexicon<'a>,
    which: usize,
    journal: &'a Journal,
    path: Vec<(u32, Value)>,
    out: RunTrace,
}

impl TraceReader<'_> {
    fn name_acts(&mut self) {
        let mut added: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for act in &self.journal.acts {
            let action = self.tongue.actions[act.action.index()];
            let number = act.declaration.unwrap_or_else(|| {
                let next = added.entry((act.actor, action)).or_insert(ADDED);
                *next += 1;
                *next
            });
            self.out.acts.push(ActName {
                actor: act.actor,
                action,
                number,
            });
        }
    }

    fn act(&self, act: ActNumber) -> ActName {
        self.out.acts[act as usize]
    }

    /// An act comes to nothing. That of an action which not all have is none of theirs.
    fn lost(&mut self, index: usize, act: ActNumber, how: u32) {
        if self.is_shared(act) {
            self.add(index, TraceEvent::Lost(self.act(act), how));
        }
    }

    fn is_shared(&self, act: ActNumber) -> bool {
        self.tongue.shared[self.journal.act(act).action.index()]
    }

    fn add(&mut self, index: usize, event: TraceEvent) {
        let is_book = match &event {
            TraceEvent::Thrown(_) => true,
            TraceEvent::Changed(kind, _, attribute, _) => {
                *kind == KindId::COMBAT.index()
                    && !self.lexicon.kinds[*kind].attributes[*attribute].told
            }
            TraceEvent::Rolled(..)
            | TraceEvent::Asked(..)
            | TraceEvent::Batch(..)
            | TraceEvent::Lost(..)
            | TraceEvent::Over => false,
        };
        self.out.seen.push(!is_book);
        self.out.events.push(event);
        self.out.entries.push(index);
    }

    fn entry(&mut self, index: usize) {
        match self.journal.entries[index].what {
            What::PhaseBegins { phase, number, .. } if number != MISSING => {
                self.path.push((self.tongue.phases[phase.index()], number));
            }
            What::PhaseEnds { number, .. } if number != MISSING => _ = self.path.pop(),
            What::Rolled {
                who,
                purpose,
                throw,
                faces,
                ..
            } => {
                let faces = self.journal.values(faces).to_vec();
                let purpose = self.tongue.words[purpose.index()];
                self.add(index, TraceEvent::Thrown(throw));
                let round = self.path.first().map_or(MISSING, |(_, number)| *number);
                self.add(index, TraceEvent::Rolled(who, purpose, round, faces));
            }
            What::Asked {
                who,
                question,
                answer,
                ..
            } => {
                let ty = &self.lexicon.rules[self.which].questions[question.index()]
                    .answer
                    .ty;
                let answer = matches!(ty, Type::YesNo | Type::Record(_)).then_some(answer);
                self.add(
                    index,
                    TraceEvent::Asked(who, self.tongue.questions[question.index()], answer),
                );
            }
            What::BatchBegins { .. } => self.batch(index),
            What::Changed {
                kind,
                record,
                slot,
                new,
                ..
            } => {
                let told = self.tongue.told[kind.index()][usize::from(slot)];
                if let Some(attribute) = told {
                    let kind = self.tongue.kinds[kind.index()];
                    let value = self.value(kind, attribute, new);
                    self.add(index, TraceEvent::Changed(kind, record, attribute, value));
                }
            }
            What::Refused { act, .. } => self.lost(index, act, REFUSED),
            What::Void { act, .. } => self.lost(index, act, VOID),
            What::Missed { act } => self.lost(index, act, MISSED),
            What::Cancelled { act, word, .. } => {
                self.lost(index, act, self.tongue.words[word.index()]);
            }
            What::Ended { .. } => self.add(index, TraceEvent::Over),
            _ => {}
        }
    }

    /// A batch with all stages that are carried out in it, of actions that all rule files have. One in which nothing is carried out is none.
    fn batch(&mut self, index: usize) {
        let carried_out = self.journal.carried_out(index).into_iter();
        let shared = carried_out.filter(|(_, act, _)| self.is_shared(*act));
        let steps = shared.map(|(_, act, stage)| {
            let action = self.journal.act(act).action;
            let stages = &self.lexicon.rules[self.which].actions[action.index()].stages;
            let stage = self.tongue.words[stages[usize::from(stage)].name.index()];
            (self.act(act), stage)
        });
        let mut steps: Vec<TraceStep> = steps.collect();
        if !steps.is_empty() {
            steps.sort_unstable();
            self.add(index, TraceEvent::Batch(self.path.clone(), steps));
        }
    }

    fn value(&self, kind: usize, attribute: usize, value: Value) -> Value {
        let attribute = &self.lexicon.kinds[kind].attributes[attribute];
        match attribute.ty {
            _ if value == MISSING => MISSING,
            Ty::Number => value / attribute.sizes[self.which],
            Ty::Words(_) => Value::from(self.tongue.words[value as usize]),
            Ty::Action => Value::from(self.tongue.actions[value as usize]),
            Ty::Text => 0,
            Ty::YesNo | Ty::Thing(_) => value,
        }
    }
}
