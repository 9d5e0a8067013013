//! One run that shows why what was asked comes always, or never. Plays it; decides nothing.

use crate::diagnostic::Code;
use crate::odds::{Chance, Odds, asking};
use crate::ruleset::Ruleset;
use crate::scenario::{Question, Scenario};
use crate::source::{Clean, Limits};
use crate::suite;
use crate::view::{TranscriptStyle, transcript};

/// So many lines of the run are shown.
const MOST_LINES: usize = 40;

/// A run of a question of yes or no that has one answer whatever the dice show: with what it finds where the answer is no, and its transcript; `label`: in which case. `None` for all
/// other questions, and where the run meets a fault.
pub(super) fn witness(
    rules: &Ruleset,
    scenario: &Scenario,
    (question, label): (&Question, &str),
    answer: &Odds,
    seed: u64,
    limits: &Limits,
) -> Option<String> {
    let is_shown = question.of.as_expectation().is_some() || !question.of.sayings().is_empty();
    if !is_shown || !question.of.is_whether() {
        return None;
    }
    let is_all = |value| {
        let chance = answer.answers.chance(value);
        // What came in all runs that were played need not come always.
        chance.is_some_and(|chance| {
            !matches!(chance, Chance::Counted { .. }) && chance.share() >= 1.0
        })
    };
    let comes = match (is_all(1), is_all(0)) {
        (true, _) => true,
        (false, true) => false,
        (false, false) => return None,
    };
    let alone = Scenario {
        expectations: Vec::new(),
        snapshot: false,
        ..scenario.clone()
    };
    let seed = scenario.seed.unwrap_or(seed);
    let run = suite::play(rules, &asking(&alone, &question.of), Some(seed), limits);
    run.ending?;
    let how = if comes { "comes always" } else { "never comes" };
    let title = Clean(&question.title);
    let of_case = match label {
        "" => String::new(),
        label => format!(" ({})", Clean(label)),
    };
    let mut text = format!("\n\"{title}\"{of_case} {how}. One run (seed {seed}):\n");
    let mut found = run.findings.iter();
    let found = found.find(|one| one.code == Code::ExpectationFailed);
    if let Some(found) = found.filter(|_| !comes) {
        let said = match found.primary.text.is_empty() {
            true => &found.message,
            false => &found.primary.text,
        };
        let lines = [said].into_iter().chain(&found.notes);
        lines.for_each(|line| text.push_str(&format!("  {}\n", Clean(line))));
    }
    let told = transcript(rules, &alone, &run.journal, &TranscriptStyle::default());
    // The title and who fights are known.
    let mut lines = told.lines().skip_while(|line| !line.is_empty());
    for line in lines.by_ref().take(MOST_LINES) {
        text.push_str(format!("  {line}").trim_end());
        text.push('\n');
    }
    match lines.count() {
        0 => {}
        more => text.push_str(&format!(
            "  ... and {more} more lines: `affray run` with `--seed {seed}` tells all\n"
        )),
    }
    Some(text)
}
