//! What a run asks of people where it pauses, looked into by trying answers on copies of the machine. Knows no log and no terminal.

use crate::journal::{ActNumber, What};
use crate::machine::{Machine, Roll};
use crate::ruleset::index::Idx;
use crate::ruleset::{Answerable, AskedActions, KindId, MISSING, MOST, Type, Value, WordId};
use crate::run::fault::FaultKind;
use crate::scenario::{Path, Person};
use crate::source::Span;
use crate::view::{Names, Story};

/// What a run asks of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Who is asked.
    pub who: Person,
    /// When: repeated phases and their numbers, the outermost first.
    pub path: Path,
    /// The statement of the rules that asks.
    pub place: Option<Span>,
    /// What is asked for.
    pub kind: NeedKind,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeedKind {
    /// What dice show.
    Roll(Roll),
    /// An answer to a question.
    Answer {
        /// The name of the question.
        question: WordId,
        /// About which records.
        about: Vec<(KindId, u32)>,
        /// As it is put to the person.
        text: String,
        /// What counts without an answer: as the scenario writes it, and in words; `None`: the question has no default.
        default: Option<(String, String)>,
        /// What can be answered, as far as that can be listed, as the scenario writes it.
        choices: Vec<(Value, String)>,
        /// What an answer is, where its values cannot be listed: `a number of feet`.
        ty: String,
    },
    /// What a combatant declares.
    Declaration {
        /// What its tactic declares for it, in words.
        proposal: Option<String>,
        /// Acts of which actions it is asked for.
        actions: AskedActions,
    },
}

/// How many records are tried out as answers.
const MOST_CHOICES: u32 = 24;

impl Need {
    /// Dice, for which a machine waits.
    pub(super) fn of_roll(machine: &Machine<'_>, roll: Roll) -> Self {
        Need::new(machine, roll.who, NeedKind::Roll(roll))
    }

    /// An answer, for which a machine waits. Tries the default and up to 24 answers, each on a copy of the machine.
    pub(super) fn of_question(
        machine: &Machine<'_>,
        names: &Names<'_>,
        (who, question, about): (Person, WordId, &[(KindId, u32)]),
    ) -> Self {
        let asked = WaitingMachine {
            machine,
            names,
            question,
        };
        let default = asked.put(None);
        let (choices, put) = asked.choices();
        let (text, default) = match default {
            Some(put) => (Some(put.text), Some(put.answer)),
            None => (put.map(|put| put.text), None),
        };
        let kind = NeedKind::Answer {
            question,
            about: about.to_vec(),
            text: text.unwrap_or_else(|| untold(names, question, about)),
            default,
            ty: match choices.is_empty() {
                true => asked.type_words(),
                false => String::new(),
            },
            choices,
        };
        Need::new(machine, who, kind)
    }

    /// A declaration, for which a machine waits. Tries on a copy what a tactic declares.
    pub(super) fn of_declaration(
        machine: &Machine<'_>,
        names: &Names<'_>,
        actor: u32,
        actions: &AskedActions,
    ) -> Self {
        let kind = NeedKind::Declaration {
            proposal: proposal(machine, names, actor),
            actions: actions.clone(),
        };
        Need::new(machine, Person::Combatant(actor), kind)
    }

    fn new(machine: &Machine<'_>, who: Person, kind: NeedKind) -> Self {
        Need {
            who,
            path: machine.path().to_vec(),
            place: machine.statement(),
            kind,
        }
    }

    /// Whether the run cannot go on without it.
    pub fn is_required(&self) -> bool {
        match &self.kind {
            NeedKind::Roll(_) => true,
            NeedKind::Answer { default, .. } => default.is_none(),
            NeedKind::Declaration { .. } => false,
        }
    }

    /// The combatant that is asked what it declares, if one is.
    pub fn declarer(&self) -> Option<u32> {
        match (&self.kind, self.who) {
            (NeedKind::Declaration { .. }, Person::Combatant(actor)) => Some(actor),
            (
                NeedKind::Declaration { .. } | NeedKind::Roll(_) | NeedKind::Answer { .. },
                Person::Combatant(_) | Person::Side(_) | Person::Gm,
            ) => None,
        }
    }

    /// What is asked, in one line: `party: roll d6 for initiative`.
    pub fn text(&self, names: &Names<'_>) -> String {
        let who = names.person(self.who);
        match &self.kind {
            NeedKind::Roll(roll) => {
                format!(
                    "{who}: roll {} for {}",
                    roll.throw,
                    names.word(roll.purpose)
                )
            }
            NeedKind::Answer { text, .. } => format!("{who}: {text}"),
            NeedKind::Declaration { actions, .. } if !actions.are_all() => {
                format!(
                    "What does {who} do, of {}?",
                    actions.verb_words(names.rules)
                )
            }
            NeedKind::Declaration { .. } => format!("What does {who} do?"),
        }
    }

    /// What stands before and behind the value in the line of a scenario that gives this: `party rolls `, ` for initiative`.
    pub fn line(&self, names: &Names<'_>) -> (String, String) {
        let who = names.written_person(self.who);
        match &self.kind {
            NeedKind::Roll(roll) => {
                let purpose = names.rules.word(roll.purpose);
                (format!("{who} rolls "), format!(" for {purpose}"))
            }
            NeedKind::Answer {
                question, about, ..
            } => {
                let question = names.rules.word(*question);
                let named = about
                    .iter()
                    .filter(|&&(kind, record)| names.scenario.record_name(kind, record).is_some());
                let named = named.map(|&(kind, record)| names.written_record(kind, record));
                let about = match named.collect::<Vec<_>>().join(", ") {
                    none if none.is_empty() => none,
                    named => format!(" about {named}"),
                };
                (format!("{who} answers "), format!(" to {question}{about}"))
            }
            NeedKind::Declaration { .. } => (format!("{who} "), String::new()),
        }
    }
}

/// A question of which the journal does not tell how it is put.
fn untold(names: &Names<'_>, question: WordId, about: &[(KindId, u32)]) -> String {
    let records = about
        .iter()
        .map(|&(kind, record)| names.record(kind, record));
    match records.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => format!("{}?", names.word(question)),
        about => format!("{}, about {about}?", names.word(question)),
    }
}

/// A machine that waits for an answer.
struct WaitingMachine<'a> {
    machine: &'a Machine<'a>,
    names: &'a Names<'a>,
    question: WordId,
}

/// A question as it was put, and its answer.
struct PutQuestion {
    text: String,
    /// As the scenario writes it, and in words.
    answer: (String, String),
}

impl WaitingMachine<'_> {
    /// The question with an answer, or with its default; `None` if the rules do not allow it.
    fn put(&self, answer: Option<Value>) -> Option<PutQuestion> {
        let from = self.machine.journal().entries.len();
        let mut tried = self.machine.clone();
        // What stops the run behind the answer is no fault of the answer.
        let answered = tried.answered(answer);
        _ = answered.and_then(|()| tried.resume(self.names.scenario));
        tried.record_acts();
        let story = Story::new(*self.names, tried.journal());
        let entries = tried.journal().entries.iter().enumerate().skip(from);
        let mut puts = entries.filter_map(|(index, entry)| match entry.what {
            What::Asked {
                question,
                said,
                about,
                answer,
                ..
            } => {
                let asked = &self.names.rules.questions[question.index()];
                let ty = &asked.answer.ty;
                Some(PutQuestion {
                    text: story.question(said, about, index),
                    answer: {
                        let said = match asked.is_draw && answer == MISSING {
                            true => "by chance".to_owned(),
                            false => story.value(ty, answer, index),
                        };
                        let written = match ty {
                            Type::Text => Some(format!("\"{said}\"")),
                            ty => self.names.written_value(ty, answer),
                        };
                        (written.unwrap_or_else(|| said.clone()), said)
                    },
                })
            }
            What::Placed { act, first, .. } => {
                let place = if first { "first" } else { "last" };
                Some(PutQuestion {
                    text: format!("where does \"{}\" stand?", story.act(act, index)),
                    answer: (place.to_owned(), place.to_owned()),
                })
            }
            _ => None,
        });
        puts.next()
    }

    /// What the question can be answered with, and the question with the first of these answers.
    fn choices(&self) -> (Vec<(Value, String)>, Option<PutQuestion>) {
        let rules = self.names.rules;
        let asked = rules.answerable();
        let Some(asked) = asked.iter().find(|asked| asked.name == self.question) else {
            return (Vec::new(), None);
        };
        let values: Vec<(Value, String)> = match &asked.answer.ty {
            Type::YesNo => vec![(1, "yes".to_owned()), (0, "no".to_owned())],
            Type::Choice(words) => words
                .iter()
                .map(|&word| (Value::from(word.0), rules.word(word).to_owned()))
                .collect(),
            Type::Record(kind) => (0..MOST_CHOICES)
                .map_while(|record| {
                    let name = self.names.scenario.record_name(*kind, record)?;
                    Some((Value::from(record), name.to_owned()))
                })
                .collect(),
            Type::Number(_) if asked.is_chosen => {
                let (numbers, ends) = self.allowed_numbers();
                if !(1..=MOST_CHOICES.index()).contains(&numbers.len()) {
                    let first = numbers.first().copied().or(ends.map(|ends| ends.0));
                    return (Vec::new(), self.put(first.or(Some(1))));
                }
                let numbers = numbers.iter();
                numbers
                    .map(|&number| (number, self.written_number(asked, number)))
                    .collect()
            }
            Type::Number(_) | Type::Text | Type::Action | Type::Stage | Type::Set(_) => {
                return (Vec::new(), self.put(Some(1)));
            }
        };
        let none = asked.answer.optional.then(|| (MISSING, "none".to_owned()));
        let mut first = None;
        let possible = values.into_iter().chain(none).filter(|(value, _)| {
            let put = self.put(Some(*value));
            let is_possible = put.is_some();
            first = first.take().or(put);
            is_possible
        });
        let possible = possible.collect();
        (possible, first)
    }

    /// The numbers that a question allows which does not allow all, and their ends, as it tells them where it refuses one.
    fn allowed_numbers(&self) -> (Vec<Value>, Option<(Value, Value)>) {
        let mut tried = self.machine.clone();
        let answered = tried.answered(Some(-MOST));
        let played = answered.and_then(|()| tried.resume(self.names.scenario));
        match played.map_err(|fault| fault.kind) {
            Err(FaultKind::ImpossibleAnswer { allowed, ends, .. }) => (allowed, ends),
            _ => (Vec::new(), None),
        }
    }

    /// A number as a scenario writes it for an answer.
    fn written_number(&self, asked: &Answerable, number: Value) -> String {
        let written = self.names.written_value(&asked.answer.ty, number);
        written.unwrap_or_else(|| number.to_string())
    }

    /// `a number`, `a number of feet`: what an answer is, where its values cannot be listed.
    fn type_words(&self) -> String {
        let rules = self.names.rules;
        let asked = rules.answerable();
        let asked = asked.iter().find(|asked| asked.name == self.question);
        asked.map_or_else(String::new, |asked| {
            let words = rules.type_words(&asked.answer);
            let ends = match asked.is_chosen {
                true => match self.allowed_numbers() {
                    (_, Some(ends)) => Some(ends),
                    (numbers, None) => numbers.first().copied().zip(numbers.last().copied()),
                },
                false => None,
            };
            match (&asked.answer.ty, ends) {
                (Type::Number(_), Some((from, to))) => {
                    let [from, to] = [from, to].map(|end| self.written_number(asked, end));
                    format!("{from} to {to}")
                }
                (Type::Number(Some(_)), _) => format!("a number of {words}"),
                (Type::Text, _) => "a text in quotes".to_owned(),
                _ => format!("a {words}"),
            }
        })
    }
}

/// What a tactic declares for a combatant that declares nothing itself.
fn proposal(machine: &Machine<'_>, names: &Names<'_>, actor: u32) -> Option<String> {
    if names.scenario.tactics.is_empty() {
        return None;
    }
    let from = machine.journal().entries.len();
    let mut tried = machine.clone();
    let declared = tried.declared(&[], names.scenario);
    _ = declared.and_then(|()| tried.resume(names.scenario));
    tried.record_acts();
    let journal = tried.journal();
    let story = Story::new(*names, journal);
    let entries = journal.entries.iter().enumerate().skip(from);
    let is_proposed = |act: ActNumber| {
        let record = journal.act(act);
        record.actor == actor && record.tactic.is_some()
    };
    let deeds = entries.filter_map(|(index, entry)| match entry.what {
        What::Declared { act, .. } if is_proposed(act) => Some(story.deed(act, index)),
        _ => None,
    });
    let deeds: Vec<String> = deeds.collect();
    (!deeds.is_empty()).then(|| deeds.join(", "))
}
