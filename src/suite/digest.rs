//! One number for many seeded runs, by which two machines can tell that they play alike.

use std::fmt;
use std::ops::Range;

use crate::machine::Machine;
use crate::ruleset::Ruleset;
use crate::run::{Ending, decisions, dice};
use crate::scenario::Scenario;
use crate::source::{Limits, hash, hash_on};
use crate::view::{Stood, fault_diagnostic};

/// So many bytes of what is written down of a run take as long as one step.
const BYTES_OF_A_STEP: usize = 5;

/// Plays a scenario once with each of these seeds and returns a digest of all runs, in 16 hexadecimal digits.
///
/// The run of a seed is that of [`play`](super::play) with this seed. Its digest covers everything that the journal tells (dice, answers, declarations,
/// orders, batches, changes), the attributes of all records at the end, and how it ended. The digest is that of the digests of the runs in the
/// order of their seeds. It depends on neither the machine nor the names of files; another release may have another one. No seeds have the digest of nothing.
///
/// # Errors
///
/// [`DigestTooLong`]: to play the runs and to write them down takes more steps together than [`Limits::work`].
pub fn runs_digest(
    rules: &Ruleset,
    scenario: &Scenario,
    seeds: Range<u64>,
    limits: &Limits,
) -> Result<String, DigestTooLong> {
    let mut machine = Machine::new(rules, *limits);
    let mut dice = dice::ScriptedDice::without_seed(scenario);
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    let (first, mut work) = (seeds.start, 0u64);
    let (mut digest, mut told) = (hash([]), Vec::new());
    for seed in seeds {
        dice.begin_anew(seed, 0);
        decisions.begin_anew();
        let ended = machine.play(scenario, &mut dice, &mut decisions, None);
        let steps = Limits::work_of(machine.steps(), ended.is_err());
        let ending = match &ended {
            Ok(Ending::Over) => "over".to_owned(),
            Ok(Ending::Stopped) => "stopped".to_owned(),
            Ok(Ending::Played) => "played".to_owned(),
            Err(fault) => {
                let found = fault_diagnostic(fault, rules, scenario, &Stood::default());
                format!("{}: {}", found.code, found.message)
            }
        };
        told.clear();
        // Numbers and texts alone: they can be written, and memory does not refuse.
        _ = serde_json::to_writer(&mut told, &(machine.journal(), machine.records(), ending));
        let written = (told.len() / BYTES_OF_A_STEP) as u64;
        work = work.saturating_add(steps.saturating_add(written));
        if work > limits.work {
            return Err(DigestTooLong {
                runs: seed - first,
                work: limits.work,
            });
        }
        let run = hash(told.iter().copied());
        digest = hash_on(digest, run.to_le_bytes());
    }
    Ok(format!("{:016x}", digest))
}

/// The runs of a digest take more steps together than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestTooLong {
    /// How many runs were played within it.
    pub runs: u64,
    /// The limit, [`Limits::work`].
    pub work: u64,
}

impl fmt::Display for DigestTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = format!("there is no digest, only {} runs were played", self.runs);
        f.write_str(&Limits::cut(&what, self.work))
    }
}

impl std::error::Error for DigestTooLong {}
