//! The transcript: a run told for a person at the table, fit for reading aloud and for comparing line by line.
//!
//! A pure function of ruleset, scenario and journal. `pages` keeps headings and indentation, `teller` goes through the entries, `sayings` and `phrases` put them in words, `changes`
//! gathers what became different, `moves` remembers which acts an exception has moved. No file, no terminal, no colour.

pub(super) mod changes;
pub(super) mod moves;
mod pages;
pub(super) mod phrases;
mod sayings;
mod teller;

use std::collections::BTreeMap;

use super::{Names, Story};
use crate::journal::Journal;
use crate::ruleset::{KindId, MISSING, Ruleset, Value};
use crate::scenario::Scenario;
use pages::Pages;
use teller::{Audience, Teller};

/// How much a transcript tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TranscriptStyle {
    /// Everything: answers by default, every change, triggers that did not respond, exceptions that were overruled.
    pub verbose: bool,
}

/// The run as a text. Ends with a newline; no line ends with a space.
pub fn transcript(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    style: &TranscriptStyle,
) -> String {
    tell(rules, scenario, journal, style.verbose, Audience::Master)
}

/// The run as a text for the players: [`transcript`] without the lines that tell of an act that was declared in secret, until a stage of it is carried out,
/// or show a secret value before it is revealed ([`Story::is_secret`]).
pub fn transcript_for_players(rules: &Ruleset, scenario: &Scenario, journal: &Journal) -> String {
    tell(rules, scenario, journal, false, Audience::Player)
}

/// The run as a text for all who are not to learn secret values: [`transcript`] without the lines that show one before it is revealed. Acts that were
/// declared in secret are told.
pub fn transcript_without_values(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
) -> String {
    tell(rules, scenario, journal, false, Audience::Other)
}

/// The run as a text for those who read of it later: [`transcript_for_players`], with the lines that tell that something is declared in secret, and of an act
/// that came to nothing.
pub fn transcript_for_readers(rules: &Ruleset, scenario: &Scenario, journal: &Journal) -> String {
    tell(rules, scenario, journal, false, Audience::Reader)
}

fn tell(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    verbose: bool,
    audience: Audience,
) -> String {
    let names = Names::new(rules, scenario);
    let mut pages = Pages::default();
    title(&mut pages, &names);
    let story = Story::new(names, journal);
    let mut teller = Teller::new(&story, verbose, audience, pages);
    for index in 0..journal.entries.len() {
        teller.entry(index);
    }
    teller.finish()
}

/// What the scenario is called, by which rules it is played, and who fights.
fn title(pages: &mut Pages, names: &Names<'_>) {
    let scenario = names.scenario;
    pages.line(&crate::source::Clean(&scenario.title).to_string());
    let rules = crate::source::Clean(&names.rules.title).to_string();
    if !rules.is_empty() {
        pages.line(&format!("by {rules}"));
    }
    let mut members: BTreeMap<Value, Vec<String>> = BTreeMap::new();
    for combatant in listed(scenario, KindId::COMBATANT) {
        let of_side = members.entry(side_of(scenario, combatant)).or_default();
        of_side.push(names.record(KindId::COMBATANT, combatant));
    }
    for side in listed(scenario, KindId::SIDE) {
        let members = members.remove(&Value::from(side)).unwrap_or_default();
        let side = names.record(KindId::SIDE, side);
        pages.line(&format!("{side}: {}", members.join(", ")));
    }
}

/// The records of a kind in the order of the scenario.
pub(super) fn listed(scenario: &Scenario, kind: KindId) -> impl Iterator<Item = u32> + '_ {
    scenario
        .listed
        .get(kind.index())
        .into_iter()
        .flatten()
        .copied()
}

pub(super) fn side_of(scenario: &Scenario, combatant: u32) -> Value {
    scenario.side_of(combatant).unwrap_or(MISSING)
}
