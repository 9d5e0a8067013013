//! Why acts came in the order in which they came: read off the journal, with the lines of the rule file that decided.
//!
//! `track` finds out when each act came and went, `twins` tells acts apart that are told alike, `keys` compares two acts by their keys, `rulings`
//! tells what exceptions had to do with it, `corrections` which corrections gave what was looked at its values, `ends` what became of acts that did not
//! come, `cancelled` under which conditions they were cancelled, `absent` why others never came up, `unasked` by what their combatant was not asked, `tried` by what such declarations would be refused, `added` by what rules did not add them, `round`, `pair` and `attribute` answer the questions, `answer` puts it in a sentence, `selected` knows which acts are meant, `typed` how names and periods are typed, `render` and `causes` make a text of the answers.
//!
//! `conditions` takes conditions apart.
//!
//! Two modules play the scenario again, which changes nothing, as a run is a pure function: `replay` to see what expressions read and which part of a
//! condition failed, `stopped` to see what stopped it, `counterfactual` to find the smallest change that makes another order.

mod absent;
mod act_end;
mod added;
mod answer;
mod attribute;
mod came;
mod cancelled;
mod causes;
mod conditions;
mod corrections;
pub mod counterfactual;
mod ends;
mod keyed;
mod keys;
mod model;
mod pair;
mod quote;
mod render;
mod replay;
mod round;
mod rulings;
mod selected;
mod stay;
mod stopped;
mod titles;
mod track;
mod tried;
mod turns;
mod twins;
mod typed;
mod unasked;
mod unknown;

pub use act_end::ActEnd;
pub use attribute::AttributeSelector;
pub use keyed::{EqualKey, Keyed};
pub use model::*;
pub use render::render;
pub use selected::Selector;
pub use stay::{Quote, Stay};
pub use unknown::UnknownSelector;

use crate::journal::{ActNumber, Journal};
use crate::ruleset::{PhaseId, Ruleset, Value};
use crate::scenario::Scenario;
use crate::source::{Limits, Sources, Span, Watcher};
use crate::view::{Names, Story};
use track::Track;

/// The version of the JSON form; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 2;

/// How many changes are tried for another order of two acts, unless something else is asked for.
pub const TRIES: u32 = 50_000;

/// A run, with everything that went into it: so that it can be played again.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The seed that stood in for the scenario's own.
    pub seed: Option<u64>,
    /// What happened.
    pub journal: &'a Journal,
    /// The texts of the rule files.
    pub sources: &'a Sources,
    /// How it was played, and how much work may go into playing it again.
    pub limits: Limits,
    /// Who looks on while it is played again and again.
    pub watcher: Option<&'a dyn Watcher>,
    /// What it waits for, where it is a fight at the table that was left before its end: the journal goes no further.
    pub waits: Option<WaitsFor<'a>>,
}

/// What a fight at the table waits for.
#[derive(Clone, Copy, Debug)]
pub struct WaitsFor<'a> {
    /// What is asked, in one line.
    pub asks: &'a str,
    /// The combatant that is asked what it declares, if one is.
    pub declarer: Option<u32>,
    /// The statement of the rules that asks.
    pub place: Option<Span>,
}

impl<'a> Run<'a> {
    /// A run of a scenario without another seed, and without a watcher.
    pub fn new(
        (rules, scenario): (&'a Ruleset, &'a Scenario),
        journal: &'a Journal,
        sources: &'a Sources,
        limits: &Limits,
    ) -> Self {
        Run {
            rules,
            scenario,
            seed: None,
            journal,
            sources,
            limits: *limits,
            watcher: None,
            waits: None,
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct WhyQuestion {
    /// Only within these repetitions of phases: round 1, segment 4. Empty: the whole run.
    pub within: Vec<(PhaseId, Value)>,
    /// About what.
    pub about: WhySubject,
    /// How many changes may be tried to find the smallest that makes another order of the two; 0: none.
    pub tries: u32,
}

/// What is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WhySubject {
    /// Everything that was carried out, refused, void or cancelled.
    #[default]
    Everything,
    /// Only these acts of it.
    Acts(Selector),
    /// Why the first act came before the second.
    Pair(Selector, Selector),
    /// Why an attribute is what it is.
    Attribute(AttributeSelector),
}

impl WhySubject {
    /// The acts that are asked about.
    fn acts(&self) -> Vec<&Selector> {
        match self {
            WhySubject::Everything | WhySubject::Attribute(_) => Vec::new(),
            WhySubject::Acts(acts) => vec![acts],
            WhySubject::Pair(first, second) => vec![first, second],
        }
    }

    /// Reads what is asked about: nothing, an attribute or acts, or two acts.
    ///
    /// # Errors
    ///
    /// The part of a text that names nothing, and what may be meant by it.
    pub fn parse(run: &Run<'_>, texts: &[impl AsRef<str>]) -> Result<Self, UnknownSelector> {
        let act = |text: &str| Selector::parse(run, text);
        match texts {
            [] => Ok(WhySubject::Everything),
            [one] => match AttributeSelector::parse(run, one.as_ref())? {
                Some(attribute) => Ok(WhySubject::Attribute(attribute)),
                None => {
                    let unknown = |unknown| match unknown {
                        UnknownSelector::Combatant { .. } => {
                            let over = || ends::over(run, one.as_ref());
                            let known = attribute::definition(run, one.as_ref());
                            known.or_else(over).unwrap_or(unknown)
                        }
                        _ => unknown,
                    };
                    Ok(WhySubject::Acts(act(one.as_ref()).map_err(unknown)?))
                }
            },
            [first, second, ..] => {
                for text in [first, second] {
                    if AttributeSelector::parse(run, text.as_ref())?.is_some() {
                        return Err(UnknownSelector::NoAct {
                            text: text.as_ref().to_owned(),
                        });
                    }
                }
                let (first, second) = (act(first.as_ref())?, act(second.as_ref())?);
                Ok(WhySubject::Pair(first, second))
            }
        }
    }
}

/// The answer: for a pair of acts or an attribute one reason, else one for each batch.
pub fn why(run: &Run<'_>, question: &WhyQuestion) -> Why {
    let story = Story::new(Names::new(run.rules, run.scenario), run.journal);
    let mut track = Track::new(story, run.sources);
    let stopped = stopped::stopped(run, &mut track);
    track.stopped = stopped.is_some();
    for acts in question.about.acts() {
        if acts.is_as_declared(&mut track) {
            track.as_declared.push(acts.clone());
        }
    }
    let within = &question.within;
    let tries = question.tries;
    let reasons = match &question.about {
        WhySubject::Everything => round::reasons(run, &track, within, None),
        WhySubject::Acts(acts) => match round::reasons(run, &track, within, Some(acts)) {
            reasons if reasons.is_empty() => {
                vec![pair::reason(run, &mut track, within, (acts, acts), tries)]
            }
            mut reasons => {
                if acts.told.is_none() && acts.stage.is_none() {
                    reasons.extend(absent::undeclared(run, &track, within, acts));
                }
                reasons
            }
        },
        WhySubject::Pair(first, second) => {
            vec![pair::reason(
                run,
                &mut track,
                within,
                (first, second),
                tries,
            )]
        }
        WhySubject::Attribute(asked) => vec![attribute::reason(run, &track, asked)],
    };
    Why {
        schema_version: SCHEMA_VERSION,
        scenario: run.scenario.title.clone(),
        reasons,
        stopped,
        cut: run.journal.cut(),
    }
}

/// Why these pairs of stages of acts (act and stage, twice) stand as they do, one reason each. What would have turned them is not looked for.
///
/// # Panics
///
/// Where the journal has no such act.
pub fn why_pairs(run: &Run<'_>, pairs: &[[(ActNumber, u16); 2]]) -> Vec<Reason> {
    let background = stopped::background_of(run);
    let reasons = pairs.iter().map(|&pair| {
        let mut story = Story::new(Names::new(run.rules, run.scenario), run.journal);
        story.background = background.clone();
        let mut track = Track::new(story, run.sources);
        pair::reason_of(run, &mut track, pair::Pair::of(pair))
    });
    reasons.collect()
}

/// The JSON schema of [`Why`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Why).to_value()
}
