//! Who and what a line names: a command, a combatant, acts without quotes (`why ann strikes orc 1 orc 2 strikes ann`); and what is declared in secret.

use super::entry::NOTED;
use super::need::NeedKind;
use super::replay::Open;
use super::{Refusal, Reply, Session};
use crate::ruleset::{KindId, slot_of};
use crate::suggest::{list, suggest};
use crate::view::{self, Story};

/// The words with which scenarios say what a combatant does at the table, beside its actions.
const INPUTS: [&str; 3] = ["rolls", "answers", "declares"];

/// So many actions are listed where a word is none.
const MOST_LISTED: usize = 6;

impl Session {
    /// Whether a person is asked for something that can be entered in secret.
    pub fn may_enter_secret(&self, who: &str) -> bool {
        let prompt = &self.now.prompt;
        prompt.declarers.iter().any(|one| one == who) || self.is_asked(who)
    }

    /// Whether a person is asked a question, or for dice.
    fn is_asked(&self, who: &str) -> bool {
        self.now.standing.need.as_ref().is_some_and(|need| {
            !matches!(need.kind, NeedKind::Declaration { .. })
                && self.names().written_person(need.who) == who
        })
    }

    /// Takes what a combatant declares in secret: nothing that is told says what, nor what of it was not understood. In the same way what a person answers
    /// or rolls.
    pub fn enter_secret(&mut self, who: &str, line: &str) -> Reply {
        if self.is_asked(who) {
            return self.answer_secret(line);
        }
        let kept = self.secrets.clone();
        let combatants = self.now.scenario.records[KindId::COMBATANT.index()].iter();
        let number = (0..).zip(combatants).find(|(_, one)| one.name == who);
        let name = number.map(|(number, _)| self.names().record(KindId::COMBATANT, number));
        self.secrets.extend(name.clone());
        match self.enter(&format!("{who} {}", line.trim())) {
            Reply::Taken { lines, told } => {
                let told = if told == NOTED { "" } else { told.as_str() };
                let who = name.as_deref().unwrap_or(who);
                let told = format!("{who} has declared.\n{told}");
                Reply::Taken { lines, told }
            }
            Reply::Refused(_) => {
                self.secrets = kept;
                Reply::Refused(unseen(who))
            }
            other => {
                self.secrets = kept;
                other
            }
        }
    }

    fn answer_secret(&mut self, line: &str) -> Reply {
        let Some(who) = self.now.standing.need.as_ref().map(|need| need.who) else {
            return self.enter(line);
        };
        let name = self.names().person(who);
        let story = Story::new(self.names(), &self.now.standing.journal);
        // The question with its answer, and the roll, in the words of the transcript.
        let answered = view::answered(&story, who);
        let mut says = vec![
            format!("{}: ", view::asked(&story, who)),
            format!("{name} roll"),
        ];
        says.extend(self.keeper_asked().map(|kept| format!("{name}: {kept} ")));
        match self.enter(line) {
            Reply::Taken { lines, told } => {
                let shown = told.lines().filter(|line| {
                    let line = line.trim_start();
                    line != NOTED.trim_end() && !says.iter().any(|says| line.starts_with(says))
                });
                let told: Vec<&str> = shown.collect();
                let told = format!("{answered}.\n{}", told.join("\n"));
                let told = format!("{}\n", told.trim_end());
                Reply::Taken { lines, told }
            }
            Reply::Refused(_) => Reply::Refused(unseen(&name)),
            other => other,
        }
    }

    /// The attribute of the person who is asked that is called like the question, in words: what is answered is kept there.
    fn keeper_asked(&self) -> Option<String> {
        let need = self.now.standing.need.as_ref()?;
        let NeedKind::Answer { question, .. } = need.kind else {
            return None;
        };
        let (kind, _) = need.who.record();
        let rules = &self.checked.ruleset;
        let slot = slot_of(&rules.kinds[kind.index()], rules.word(question))?;
        Some(self.names().attribute(kind, slot))
    }

    /// The command of a line, in lower case, and what stands behind it; `None` for an answer that is allowed now, and for a line that begins with a
    /// combatant and what that does.
    pub fn command<'l>(&self, line: &'l str) -> Option<(String, &'l str)> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_answer = self.now.prompt.choices.iter().any(|choice| choice == line);
        let is_entry = |verb: &str| self.is_verb(verb) || INPUTS.contains(&verb);
        if is_answer || self.begins_with(&words, is_entry) {
            return None;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some((word.to_lowercase(), rest.trim()))
    }

    /// Why a line cannot be a declaration, if that is because of its name: it names no combatant before what it does, or only a combatant.
    pub(super) fn misnamed(&self, line: &str) -> Option<Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let names = || self.combatants();
        if let Some(refusal) = self.in_capitals(&words) {
            return Some(refusal);
        }
        let Some(at) = words.iter().position(|word| self.is_verb(word)) else {
            let is_asked = matches!(self.now.standing.open, Open::Declare(..));
            let Some(name) = names()
                .find(|name| *name == words.join(" "))
                .filter(|_| is_asked)
            else {
                return is_asked.then(|| self.no_action(&words));
            };
            let mut actions = self.checked.ruleset.actions.iter();
            let acts = actions.next().map(|action| {
                let act = self.checked.ruleset.act_words(action);
                format!("write it behind the name, as in `{name} {act}`")
            });
            return Some(Refusal {
                reason: format!("this does not say what {name} does"),
                help: acts,
            });
        };
        let name = words[..at].join(" ");
        if at == 0 || names().any(|known| known == name) {
            return None;
        }
        let same = names().find(|known| known.to_lowercase() == name.to_lowercase());
        let help = match same.or_else(|| suggest(&name, names())) {
            Some(near) => format!("write `{near} {}`", words[at..].join(" ")),
            None => format!("it can be {}", list(names())),
        };
        Some(Refusal::new(format!("there is no combatant `{name}`")).help(help))
    }

    /// That the word of a line that is to be an action is none.
    fn no_action(&self, words: &[&str]) -> Refusal {
        let named = self
            .combatants()
            .map(|name| name.split(' ').collect::<Vec<_>>());
        let named = named.filter(|name| words.starts_with(name) && words.len() > name.len());
        let at = named.map(|name| name.len()).max().unwrap_or(0);
        let (before, behind) = words.split_at(at);
        let word = behind.first().copied().unwrap_or_default();
        let actions = self.checked.ruleset.actions.iter();
        let offered = actions.filter(|action| !action.not_declared);
        let help = match suggest(word, offered.map(|action| action.verb.as_str())) {
            Some(near) => {
                let meant = [before, &[near], behind.get(1..).unwrap_or_default()].concat();
                format!("write `{}`", meant.join(" "))
            }
            None => self.declarable(),
        };
        Refusal::new(format!("these rules have no action `{word}`")).help(help)
    }

    /// What can be declared where a combatant is asked, if that is short.
    fn declarable(&self) -> String {
        let rules = &self.checked.ruleset;
        let asked = match self.now.standing.open {
            Open::Declare(actor, _) => self.names().written_record(KindId::COMBATANT, actor),
            Open::Roll(_) | Open::Ask { .. } | Open::Done(_) => String::new(),
        };
        let acts = self.offered(&asked).map(|action| rules.act_words(action));
        let acts: Vec<String> = acts.collect();
        match acts.len() {
            1..=MOST_LISTED => {
                let acts = acts.iter().map(|act| format!("`{act}`"));
                let acts: Vec<String> = acts.collect();
                format!("what can be declared: {}", acts.join(", "))
            }
            _ => "`?` lists what can be declared".to_owned(),
        }
    }

    /// That a line begins with a combatant and what it does, in other capitals than they have.
    fn in_capitals(&self, words: &[&str]) -> Option<Refusal> {
        let mut names = self.combatants();
        names.find_map(|name| {
            let count = name.split(' ').count();
            let typed = words.get(..count)?.join(" ");
            let word = *words.get(count)?;
            let verb = word.to_lowercase();
            if typed.to_lowercase() != name.to_lowercase() || !self.is_verb(&verb) {
                return None;
            }
            let reason = match (typed == name, word == verb) {
                (true, true) => return None,
                (false, _) => format!("there is no combatant `{typed}`"),
                (true, false) => format!("these rules have no action `{word}`"),
            };
            let rest = words[count + 1..].iter().map(|word| format!(" {word}"));
            let rest: String = rest.collect();
            Some(Refusal::new(reason).help(format!("write `{name} {verb}{rest}`")))
        })
    }

    /// The names of all combatants, in the words of the log.
    pub(super) fn combatants(&self) -> impl Iterator<Item = &str> {
        let records = self.now.scenario.records.get(KindId::COMBATANT.index());
        let records = records.into_iter().flatten();
        records.map(|record| record.name.as_str())
    }

    /// Whether a word is that of an action, or of a stage of one.
    pub(super) fn is_verb(&self, word: &str) -> bool {
        let word = word.trim_end_matches([':', ',']);
        let rules = &self.checked.ruleset;
        rules.actions.iter().any(|action| {
            let mut stages = action.stages.iter();
            let is_named = action.verb == word || action.name == word;
            is_named || stages.any(|stage| rules.word(stage.name) == word)
        })
    }

    /// What is told, without the lines that say what was declared in secret; each is told once.
    pub(super) fn without_secrets(&mut self, told: &str) -> String {
        let mut hidden = Vec::new();
        let lines = told.lines().filter(|line| {
            let secret = self.secrets.iter().find(|name| {
                let rest = line.trim_start().strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.starts_with(" declares"))
            });
            hidden.extend(secret.cloned());
            secret.is_none()
        });
        let shown = lines.map(|line| format!("{line}\n")).collect();
        self.secrets.retain(|name| !hidden.contains(name));
        shown
    }

    /// The two acts of a line: each begins with a combatant and what that does; or the line, where it does not name two. `None` where it can be read in
    /// several ways.
    pub fn acts_named(&self, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let begins = |&at: &usize| self.begins_act(&words[at..]);
        let begins: Vec<usize> = (0..words.len()).filter(begins).collect();
        match begins[..] {
            [] | [_] => Some(vec![words.join(" ")]),
            [0, second] => Some(vec![words[..second].join(" "), words[second..].join(" ")]),
            _ => None,
        }
    }

    /// Whether words begin with the name of a combatant and an action or a stage of one.
    fn begins_act(&self, words: &[&str]) -> bool {
        self.begins_with(words, |verb| self.is_verb(verb))
    }

    /// Whether words begin with the name of a combatant and a word of which this is true.
    fn begins_with(&self, words: &[&str], is_meant: impl Fn(&str) -> bool) -> bool {
        self.combatants().any(|name| {
            let name = name.split(' ');
            let count = name.clone().count();
            let begins = words.len() > count && name.eq(words[..count].iter().copied());
            begins && is_meant(words[count])
        })
    }
}

/// Says that what a person typed in secret is not taken, and nothing of what it was.
fn unseen(who: &str) -> Refusal {
    Refusal::new(format!("what was typed cannot be taken from {who} now")).help(format!(
        "type `secret {who}` and try again; typed without `secret`, behind `{who}`, it is shown, and told what is wrong with it"
    ))
}
