//! What is asked, in words: one line, fit for reading aloud.

use super::replay::{Ahead, Open, Standing};
use super::{Names, Session};
use crate::journal::{ActNumber, What};
use crate::machine::Roll;
use crate::ruleset::{KindId, MISSING, Type, Value, WordId};
use crate::run::Ending;
use crate::scenario::{Person, Scenario};
use crate::view::Story;

/// What kind of entry is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// What dice show.
    Dice,
    /// An answer.
    Answer,
    /// What a combatant declares.
    Declaration,
    /// Nothing: the fight is over.
    #[default]
    Nothing,
}

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// What kind of entry is wanted.
    pub wanted: Wanted,
    /// The phases that run: `Round 1, Segment 4`; empty outside of all.
    pub period: String,
    /// What is asked, in one line.
    pub text: String,
    /// What an empty entry means, if it means something: the default answer, or what a tactic declares.
    pub default: Option<String>,
    /// What can be answered, as far as that can be listed, in the words of the log.
    pub choices: Vec<String>,
    /// The acts that have begun and are not completed.
    pub under_way: Vec<String>,
    /// Who may declare now, in the order of the rules, in the words of the log.
    pub declarers: Vec<String>,
}

/// How many records are tried out as answers.
const MOST_CHOICES: u32 = 24;

impl Session {
    /// What is asked now.
    pub(super) fn put_in_words(&self) -> Prompt {
        let standing = &self.now.standing;
        let prompt = Prompt {
            period: self.period(),
            under_way: self.under_way(),
            ..Prompt::default()
        };
        match &standing.open {
            Open::Roll(roll) => Prompt {
                wanted: Wanted::Dice,
                text: self.roll_words(roll),
                ..prompt
            },
            Open::Ask {
                who,
                question,
                about,
            } => self.question_words(prompt, *who, *question, about),
            Open::Declare(actor) => self.declaration_words(prompt, *actor),
            Open::Done(ending) => Prompt {
                text: match ending {
                    Ending::Over => "The fight is over.",
                    Ending::Stopped => "The fight ends here.",
                    Ending::Played => "The procedure is played to its end.",
                }
                .to_owned(),
                ..prompt
            },
        }
    }

    /// The phases that run, the outermost first.
    fn period(&self) -> String {
        let mut running = Vec::new();
        for entry in &self.now.standing.journal.entries {
            match entry.what {
                What::PhaseBegins { phase, number, .. } => running.push((phase, number)),
                What::PhaseEnds { .. } => _ = running.pop(),
                _ => {}
            }
        }
        let names = self.names();
        let headings = running.into_iter();
        let headings = headings.map(|(phase, number)| names.heading(phase, number));
        headings.collect::<Vec<_>>().join(", ")
    }

    /// `party: roll d6 for initiative`
    fn roll_words(&self, roll: &Roll) -> String {
        let names = self.names();
        let (who, purpose) = (names.person(roll.who), names.word(roll.purpose));
        format!("{who}: roll {} for {purpose}", roll.throw)
    }

    fn question_words(
        &self,
        prompt: Prompt,
        who: Person,
        question: WordId,
        about: &[(KindId, u32)],
    ) -> Prompt {
        let default = self.ahead(Ahead::Answer(None)).ok();
        let asked = default.as_ref().and_then(|after| self.put(after));
        let (choices, tried) = self.choices(question);
        let default = asked.as_ref().and_then(|asked| asked.answer.clone());
        let text = asked.and_then(|asked| asked.text);
        let text = text.or_else(|| self.put(&tried?)?.text);
        let text = text.unwrap_or_else(|| {
            let names = self.names();
            let records = about.iter();
            let records = records.map(|&(kind, record)| names.record(kind, record));
            let about = records.collect::<Vec<_>>().join(", ");
            match about.is_empty() {
                true => format!("{}?", names.word(question)),
                false => format!("{}, about {about}?", names.word(question)),
            }
        });
        let who = self.names().person(who);
        let listed = match choices.len() {
            0 => self.answer_type(question),
            _ => choices.join(", "),
        };
        let by_default = match &default {
            Some(default) => format!("; Enter: {default}"),
            None => String::new(),
        };
        Prompt {
            wanted: Wanted::Answer,
            text: format!("{who}: {text} ({listed}{by_default})"),
            default,
            choices,
            ..prompt
        }
    }

    /// The question that was put first after where the fight stands.
    fn put(&self, after: &Standing) -> Option<Put> {
        let journal = &after.journal;
        let story = Story::new(self.names(), journal);
        let entries = journal.entries.iter().enumerate();
        let mut entries = entries.skip(self.now.standing.journal.entries.len());
        entries.find_map(|(index, entry)| match entry.what {
            What::Asked {
                question,
                said,
                answer,
                ..
            } => {
                let ty = &self.checked.ruleset.questions[question.index()].answer.ty;
                Some(Put {
                    text: Some(story.said(said, index)),
                    answer: Some(story.value(ty, answer, index)),
                })
            }
            What::Placed { act, first, .. } => Some(Put {
                text: Some(format!("where does \"{}\" stand?", story.act(act, index))),
                answer: Some(if first { "first" } else { "last" }.to_owned()),
            }),
            _ => None,
        })
    }

    /// What a question can be answered with, in the words of the log, and the fight after one of these answers.
    fn choices(&self, question: WordId) -> (Vec<String>, Option<Standing>) {
        let rules = &self.checked.ruleset;
        let asked = rules.answerable();
        let Some(asked) = asked.iter().find(|asked| asked.name == question) else {
            return (Vec::new(), None);
        };
        let values: Vec<(Value, String)> = match &asked.answer.ty {
            Type::YesNo => vec![(1, "yes".to_owned()), (0, "no".to_owned())],
            Type::Choice(words) => words
                .iter()
                .map(|&word| (Value::from(word.0), rules.word(word).to_owned()))
                .collect(),
            Type::Record(kind) => (0..self.present(*kind).min(MOST_CHOICES))
                .map_while(|record| {
                    let name = self.now.scenario.record_name(*kind, record)?;
                    Some((Value::from(record), name.to_owned()))
                })
                .collect(),
            Type::Number(_) | Type::Text | Type::Action | Type::Stage | Type::Set(_) => {
                return (Vec::new(), self.ahead(Ahead::Answer(Some(1))).ok());
            }
        };
        let none = asked.answer.optional.then(|| (MISSING, "none".to_owned()));
        let mut after = None;
        let possible = values.into_iter().chain(none).filter(|(value, _)| {
            let tried = self.ahead(Ahead::Answer(Some(*value)));
            let is_possible = match &tried {
                Ok(_) => true,
                Err(stuck) => !stuck.is_impossible_answer(),
            };
            after = after.take().or(tried.ok());
            is_possible
        });
        let possible = possible.map(|(_, name)| name).collect();
        (possible, after)
    }

    /// How many records of a kind are there.
    pub(super) fn present(&self, kind: KindId) -> u32 {
        let records = self.now.standing.records.get(kind.index());
        records.map_or(0, Vec::len) as u32
    }

    /// `number`, `feet`: what an answer is, where its values cannot be listed.
    fn answer_type(&self, question: WordId) -> String {
        let rules = &self.checked.ruleset;
        let asked = rules.answerable();
        let asked = asked.iter().find(|asked| asked.name == question);
        asked.map_or_else(String::new, |asked| {
            let (article, words) = ("a", rules.type_words(&asked.answer));
            match asked.answer.ty {
                Type::Number(Some(_)) => format!("a number of {words}"),
                Type::Text => "a text in quotes".to_owned(),
                _ => format!("{article} {words}"),
            }
        })
    }

    fn declaration_words(&self, prompt: Prompt, actor: u32) -> Prompt {
        let names = self.names();
        let who = names.record(KindId::COMBATANT, actor);
        let after = self.ahead(Ahead::Pass).ok();
        let proposal = after.and_then(|after| self.proposal(&after, actor));
        let silent = self.ahead(Ahead::Silence).map(|ahead| ahead.silent);
        let silent = silent.unwrap_or_else(|_| vec![actor]);
        let next: Vec<String> = (silent.iter().skip(1))
            .map(|&next| names.record(KindId::COMBATANT, next))
            .collect();
        let next = match next.is_empty() {
            true => String::new(),
            false => format!("; next: {}", next.join(", ")),
        };
        let default = match &proposal {
            Some(proposal) => format!("{proposal}, by tactic"),
            None => "nothing".to_owned(),
        };
        let in_log = |record: &u32| self.now.scenario.record_name(KindId::COMBATANT, *record);
        Prompt {
            wanted: Wanted::Declaration,
            text: format!("What does {who} do? (Enter: {default}{next})"),
            default: proposal,
            declarers: silent
                .iter()
                .filter_map(in_log)
                .map(str::to_owned)
                .collect(),
            ..prompt
        }
    }

    /// What a tactic declares for a combatant that declares nothing itself.
    fn proposal(&self, after: &Standing, actor: u32) -> Option<String> {
        let journal = &after.journal;
        let story = Story::new(self.names(), journal);
        let from = self.now.standing.journal.entries.len();
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
}

/// A question as it was put, and its answer.
struct Put {
    text: Option<String>,
    answer: Option<String>,
}

/// A person as the log names it.
pub(super) fn person_in_log(scenario: &Scenario, who: Person) -> String {
    let named = match who {
        Person::Gm => Some("gm"),
        Person::Side(side) => scenario.record_name(KindId::SIDE, side),
        Person::Combatant(combatant) => scenario.record_name(KindId::COMBATANT, combatant),
    };
    named.unwrap_or("nobody").to_owned()
}

/// What is called what, for those that show it.
pub(super) fn listed(names: &Names<'_>, kind: KindId) -> Vec<u32> {
    let listed = names.scenario.listed.get(kind.index());
    listed.cloned().unwrap_or_default()
}
