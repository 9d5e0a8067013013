//! The same fight with declarations left open: no tactic is in force, and who may declare is asked, as at the table. What is declared then is worked out
//! beforehand by the program by hand.

use affray::ruleset::{ActionId, KindId, PhaseId, Ruleset, Slot, Value};
use affray::run::decisions::{Asking, Decisions, Declaring};
use affray::scenario::{Declaration, Scenario, Stop, Tactics};

use super::by_hand::{Act, Dice, Period, play};
use super::{FIGHTS, WORDS, named, slot};

/// What is declared, as a number of the scenario's declarations: when and by whom.
pub struct Declared {
    period: (PhaseId, Value),
    actor: u32,
    number: u32,
}

/// Gives what is declared when it is asked for.
pub struct Given<'a>(pub std::slice::Iter<'a, Declared>);

impl Decisions for Given<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        let Declaring { actor, path, .. } = *declaring;
        if let Some(next) = self.0.as_slice().first()
            && next.actor == actor
            && path == [next.period]
        {
            out.push(next.number);
            self.0.next();
        }
    }

    fn answer(&mut self, _asking: &Asking<'_>) -> Option<Value> {
        None
    }
}

/// The scenario without tactics, with all that is ever declared, and what of it is declared in each fight.
pub fn opened(
    rules: &Ruleset,
    scenario: &Scenario,
    words: &[u32],
) -> (Scenario, Vec<Vec<Declared>>) {
    let mut known: Vec<(usize, Act)> = Vec::new();
    let phase = |name| PhaseId::from_index(named(&rules.phases, name, |phase| &phase.name));
    let (surprise, round) = (phase("surprise_segment"), phase("round"));
    let fight = |fight| {
        let mut declared = Vec::new();
        let at = fight * WORDS;
        play(&mut Dice { words, at }, |period, c, act| {
            let number = known.iter().position(|&one| one == (c, act));
            let number = number.unwrap_or_else(|| {
                known.push((c, act));
                known.len() - 1
            });
            declared.push(Declared {
                period: match period {
                    Period::Surprise(number) => (surprise, number.into()),
                    Period::Round(number) => (round, number.into()),
                },
                actor: c as u32,
                number: number as u32,
            });
        });
        declared
    };
    let declared = (0..FIGHTS).map(fight).collect();
    let scenario = Scenario {
        declarations: (known.into_iter())
            .map(|(c, act)| declaration(rules, scenario, c, act))
            .collect(),
        tactics: Tactics::default(),
        // A scenario that does not say where it stops does so where it holds nothing any more.
        stop: Some(Stop {
            after: true,
            phase: round,
            number: Some(Value::MAX),
            within: Vec::new(),
        }),
        ..scenario.clone()
    };
    (scenario, declared)
}

fn declaration(rules: &Ruleset, scenario: &Scenario, c: usize, act: Act) -> Declaration {
    let (name, target) = match act {
        Act::Attack(target) => ("attack", Some(target)),
        Act::Shoot(target) => ("shoot", Some(target)),
        Act::Cast(target) => ("cast", Some(target)),
        Act::Flee => ("flee", None),
    };
    let of_act = |name| slot(rules, KindId::ACT, name);
    let mut settings: Vec<(Slot, Value)> = Vec::new();
    settings.extend(target.map(|target| (of_act("target"), target as Value)));
    if name == "cast" {
        let memorised = slot(rules, KindId::COMBATANT, "memorised");
        let given = &scenario.records[KindId::COMBATANT.index()][c].values;
        let spell = given.iter().find(|(slot, _)| *slot == memorised);
        settings.push((of_act("spell"), spell.expect("it casts").1));
    }
    Declaration {
        path: Vec::new(),
        part: None,
        actor: c as u32,
        action: Some(ActionId::from_index(named(
            &rules.actions,
            name,
            |action| &action.name,
        ))),
        settings,
        span: scenario.span,
    }
}
