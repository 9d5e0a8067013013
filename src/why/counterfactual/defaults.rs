//! Questions that were left to their defaults and decided something: with another answer, the transcript would tell something else.

use super::change::ScenarioChange;
use super::script::{Answered, Script};
use super::values::{Remoteness, ValueRange};
use crate::journal::{Journal, What};
use crate::ruleset::{KindId, Type, Value, WordId};
use crate::scenario::Person;
use crate::source::Limits;
use crate::view::{Names, Story, TranscriptStyle, transcript};
use crate::why::Run;

/// How many steps each entry of a journal counts for: it is told, too.
const ENTRY: u64 = 500;

/// A question, and the periods in which its default decided something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Default {
    /// The question: `may_reach about ann, bob`.
    pub question: String,
    /// Who was asked.
    pub who: String,
    /// The default.
    pub answer: String,
    /// When it was asked: `round 1 segment 3`; empty outside of all periods.
    pub when: Vec<String>,
    of: DefaultIdentity,
}

/// Who was asked what about which records, and the default.
type DefaultIdentity = (Person, WordId, Vec<(KindId, u32)>, Value);

fn identity(one: &Answered) -> DefaultIdentity {
    (one.who, one.question, one.about.clone(), one.now)
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// In the order of the run.
    pub found: Vec<Default>,
    /// How many questions were left to their defaults and not tried otherwise, because that would have taken too long.
    pub untried: usize,
    /// They were not tried as the runs took this many steps already.
    pub cut: u64,
}

/// Plays a run again with each other answer to each question that was left to its default. Questions for numbers and texts are left out: they have no end of answers.
pub fn defaults(run: &Run<'_>) -> Defaults {
    search(run, None)
}

/// Those that are not known yet from other runs of the same scenario, each in the first period in which its default decides something.
pub fn other_defaults(run: &Run<'_>, known: &[Default]) -> Vec<Default> {
    search(run, Some(known)).found
}

/// All of them, or each that is not among these once.
fn search(run: &Run<'_>, known: Option<&[Default]>) -> Defaults {
    let mut script = Script::new(run);
    let transcript_of = |journal: &Journal| {
        let style = TranscriptStyle::default();
        transcript(run.rules, run.scenario, journal, &style)
    };
    let first = transcript_of(run.journal);
    let (mut found, mut untried, mut steps) = (Vec::new(), 0, 0);
    let cut = run.limits.work / 10;
    for number in 0..script.asked.len() {
        let one = script.asked[number].clone();
        let is_countable = match one.declared.ty {
            Type::YesNo | Type::Choice(_) | Type::Record(_) => true,
            Type::Number(_) | Type::Text | Type::Action | Type::Stage | Type::Set(_) => false,
        };
        // A draw that is not named is left to the dice.
        if one.given.is_some() || !is_countable || one.is_draw {
            continue;
        }
        let of = identity(&one);
        if known.is_some_and(|known| known.iter().chain(&found).any(|one| one.of == of)) {
            continue;
        }
        if steps > cut {
            untried += 1;
            continue;
        }
        let others = ValueRange::answer(run, &one.declared, one.now);
        let decided = others.of_size(1, Remoteness::Near).any(|to| {
            let change = ScenarioChange::Answer { asked: number, to };
            let ended = script.play(&change);
            let entries = script.journal().entries.len() as u64;
            steps += Limits::work_of(script.steps(), ended.is_err()) + ENTRY * entries;
            // An answer that the rules do not allow stops the run.
            ended.is_ok()
                && transcript_of(&by_default(script.journal(), one.entry, run.limits.told)) != first
        });
        if decided {
            note(&mut found, &one, run);
        }
    }
    Defaults {
        found,
        untried,
        cut,
    }
}

/// A journal in which the answer at an entry counts as a default, which transcripts do not tell.
fn by_default(journal: &Journal, entry: usize, told: usize) -> Journal {
    let mut journal = journal.truncated(told);
    if let Some(What::Asked { by_default, .. } | What::Placed { by_default, .. }) =
        journal.entries.get_mut(entry).map(|entry| &mut entry.what)
    {
        *by_default = true;
    }
    journal
}

/// Adds a question; the same question with the same default is told once.
fn note(found: &mut Vec<Default>, one: &Answered, run: &Run<'_>) {
    let names = Names::new(run.rules, run.scenario);
    let of = identity(one);
    let when = names.moment(&one.path);
    if let Some(known) = found.iter_mut().find(|known| known.of == of) {
        if !known.when.contains(&when) {
            known.when.push(when);
        }
        return;
    }
    let story = Story::new(names, run.journal);
    let about = one.about_words(&story);
    found.push(Default {
        question: format!("{}{about}", run.rules.word(one.question)),
        who: names.person(one.who),
        answer: story.names.value(&one.declared.ty, one.now),
        when: vec![when],
        of,
    });
}

impl std::fmt::Display for Defaults {
    /// As lines behind a transcript; nothing if nothing was found.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.found.is_empty() {
            writeln!(
                f,
                "\nLeft to their defaults (with another answer, something else would happen):"
            )?;
        }
        for one in &self.found {
            let when: Vec<&str> = (one.when.iter())
                .filter(|when| !when.is_empty())
                .map(String::as_str)
                .collect();
            let when = match when.is_empty() {
                true => String::new(),
                false => format!(" ({})", when.join("; ")),
            };
            let alike =
                |other: &&Default| (&other.question, &other.answer) == (&one.question, &one.answer);
            // Who was asked is told where others were asked the same.
            let who = match self.found.iter().filter(alike).count() {
                1 => String::new(),
                _ => format!("{}, ", one.who),
            };
            writeln!(f, "  {who}{}: {}{when}", one.question, one.answer)?;
        }
        let untried = match self.untried {
            0 => return Ok(()),
            1 => "1 more question was not tried with other answers".to_owned(),
            many => format!("{many} more questions were not tried with other answers"),
        };
        writeln!(f, "  {}.", Limits::cut(&untried, self.cut))
    }
}
