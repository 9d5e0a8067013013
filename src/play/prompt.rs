//! What is asked, in words: one line, fit for reading aloud.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use super::need::NeedKind;
use super::replay::Ahead;
use super::stands::{RefusedActions, acts_of};
use super::{Names, Session};
use crate::journal::What;
use crate::ruleset::KindId;
use crate::run::Ending;
use crate::scenario::Person;
use crate::source::english;
use crate::view::Story;

/// What a text is called in which nothing stands.
const EMPTY: &str = "an empty text";

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

/// What is asked, with the period in which it is asked, and before it what is under way.
impl Display for Prompt {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let is_asked = self.wanted != Wanted::Nothing;
        if is_asked && !self.under_way.is_empty() {
            writeln!(to, "Under way: {}.", self.under_way.join("; "))?;
        }
        if is_asked && !self.period.is_empty() {
            write!(to, "{}. ", self.period)?;
        }
        to.write_str(&english::capital(&self.text))
    }
}

impl Session {
    /// How many records of a kind are there.
    pub(super) fn present(&self, kind: KindId) -> u32 {
        let records = self.now.standing.records.get(kind.index());
        records.map_or(0, Vec::len) as u32
    }

    /// What is asked now.
    pub(super) fn put_in_words(&self) -> Prompt {
        let standing = &self.now.standing;
        let prompt = Prompt {
            period: self.period(),
            under_way: self.under_way(),
            ..Prompt::default()
        };
        let Some(need) = &standing.need else {
            return Prompt {
                text: match self.ending() {
                    Some(Ending::Over) => "The fight is over.",
                    Some(Ending::Stopped) => "The fight ends here.",
                    Some(Ending::Played) | None => "The procedure is played to its end.",
                }
                .to_owned(),
                ..prompt
            };
        };
        let text = need.text(&self.names());
        match &need.kind {
            NeedKind::Roll(_) => Prompt {
                wanted: Wanted::Dice,
                text,
                ..prompt
            },
            NeedKind::Answer {
                default,
                choices,
                ty,
                ..
            } => {
                let choices: Vec<String> = choices.iter().map(|one| one.1.clone()).collect();
                let default = default.as_ref().map(|(_, words)| match words.as_str() {
                    "" => EMPTY.to_owned(),
                    words => words.to_owned(),
                });
                let listed = match choices.len() {
                    0 => ty.clone(),
                    _ => choices.join(", "),
                };
                let by_default = match &default {
                    Some(default) => format!("; Enter: {default}"),
                    None => String::new(),
                };
                Prompt {
                    wanted: Wanted::Answer,
                    text: format!("{text} ({listed}{by_default})"),
                    default,
                    choices,
                    ..prompt
                }
            }
            NeedKind::Declaration { proposal, .. } => {
                self.declaration_words(prompt, &text, need.who, proposal.clone())
            }
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

    /// The acts of a person that have been declared and are not over, in words for all.
    pub(super) fn standing_acts(&self, who: Person) -> Vec<String> {
        let Person::Combatant(actor) = who else {
            return Vec::new();
        };
        let journal = &self.now.standing.journal;
        let story = Story::new(self.names(), journal);
        let last = journal.entries.len().saturating_sub(1);
        let acts = acts_of(&story, actor).into_iter();
        acts.map(|act| story.act_for_all(act, last)).collect()
    }

    /// What of the actions is not taken from one whose act stands, if it is most of them.
    fn refused_words(&self) -> String {
        let RefusedActions {
            refused,
            taken,
            because,
        } = &self.now.standing.refused;
        let actions = &self.checked.ruleset.actions;
        let taken: Vec<&str> = (taken.iter())
            .map(|action| actions[action.index()].verb.as_str())
            .collect();
        let because = because.iter().map(|because| format!(": {because}"));
        let because: String = because.collect();
        match taken.as_slice() {
            _ if refused.len() <= taken.len() => String::new(),
            [] => format!("anything else is refused{because}; "),
            taken => format!(
                "anything else than {} is refused{because}; ",
                english::joined(taken, ", ", " or ")
            ),
        }
    }

    fn declaration_words(
        &self,
        prompt: Prompt,
        text: &str,
        who: Person,
        proposal: Option<String>,
    ) -> Prompt {
        let names = self.names();
        let mut silent = match (self.ahead(Ahead::Silence), who) {
            (Ok(ahead), _) => ahead.silent,
            (Err(_), Person::Combatant(actor)) => vec![actor],
            (Err(_), Person::Gm | Person::Side(_)) => Vec::new(),
        };
        let mut known = BTreeSet::new();
        silent.retain(|&actor| known.insert(actor));
        let next: Vec<String> = (silent.iter().skip(1))
            .map(|&next| names.record(KindId::COMBATANT, next))
            .collect();
        let next = match next.is_empty() {
            true => String::new(),
            false => format!("; then: {}", next.join(", ")),
        };
        let standing = self.standing_acts(who);
        let default = match &proposal {
            Some(proposal) => format!("{proposal}, by tactic"),
            None if !standing.is_empty() => "nothing more".to_owned(),
            None => "nothing".to_owned(),
        };
        let stands = match standing.as_slice() {
            [] => String::new(),
            acts => format!("declared: {}; {}", acts.join(", "), self.refused_words()),
        };
        let in_log = |record: &u32| self.now.scenario.record_name(KindId::COMBATANT, *record);
        Prompt {
            wanted: Wanted::Declaration,
            text: format!("{text} ({stands}Enter: {default}{next})"),
            default: proposal,
            declarers: silent
                .iter()
                .filter_map(in_log)
                .map(str::to_owned)
                .collect(),
            ..prompt
        }
    }
}

/// What is called what, for those that show it.
pub(super) fn listed(names: &Names<'_>, kind: KindId) -> Vec<u32> {
    let listed = names.scenario.listed.get(kind.index());
    listed.cloned().unwrap_or_default()
}
