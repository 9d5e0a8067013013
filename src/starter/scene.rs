//! A first scenario for any rule file: a small situation drawn by chance, played once, and told with what came of it as expectations.

use std::cmp::Reverse;

use crate::journal::{Journal, What};
use crate::machine::Machine;
use crate::ruleset::{KindId, Ruleset};
use crate::scenario::Scenario;
use crate::situation::{
    Datum, Focus, Generator, Inputs, Lexicon, LexiconNames, RecordedInputs, SharedInputs,
    Situation, lower, scenario_text,
};
use crate::source::Limits;
use crate::view;

/// How many situations are drawn.
const DRAWN: u64 = 120;
/// How many of them are told.
const TOLD: usize = 12;
/// How many batches are expected at most.
const EXPECTED: usize = 4;
/// What the scenario is called.
const TITLE: &str = "A first fight";

/// How long a run may go on.
const LIMITS: Limits = Limits {
    steps: 200_000,
    events: 2_000,
    ..Limits::DEFAULT
};

/// Scenarios for a rule file, the most telling first; each is to stand in the file of the rules. The last ones expect less.
pub(super) fn scenes(rules: &Ruleset) -> Vec<String> {
    let lexicon = Lexicon::new(&[rules]);
    let focus = Focus::default();
    let drawer = Generator::new(&lexicon, &focus, 1);
    let mut player = ScenePlayer {
        lexicon: &lexicon,
        names: LexiconNames::of(rules),
        machine: Machine::new(rules, LIMITS),
    };
    let mut scenes: Vec<DraftScene> = (0..DRAWN)
        .filter_map(|number| player.scene(drawer.draw(number)))
        .collect();
    // Those that say as much stand in the order in which they were drawn: the smallest first.
    scenes.sort_by_key(|scene| Reverse(scene.worth()));
    scenes.truncate(TOLD);
    let all = scenes.iter().map(|scene| scene.text(&scene.expected()));
    let bare = scenes.iter().map(|scene| scene.text(&[]));
    all.chain(bare).collect()
}

/// A situation that was played to its end.
struct DraftScene {
    told: String,
    /// What was carried out, batch by batch: who, and the act.
    batches: Vec<Vec<(u32, String)>>,
    /// How many declarations name what their action takes, with which device, at whom; none of them if one leaves that open.
    named: usize,
}

impl DraftScene {
    /// Two who fight, one after the other, are worth most; then two who fight; then any act; among equals those that say
    /// at whom and leave nothing open.
    fn worth(&self) -> (bool, bool, bool, usize) {
        let actors = || self.batches.iter().flatten().map(|(actor, _)| actor);
        let two = actors().any(|one| actors().any(|other| one != other));
        let several = self.batches.len() > 1;
        (
            two && several,
            two,
            !self.batches.is_empty(),
            self.named.min(2),
        )
    }

    /// That the acts are carried out as they were.
    fn expected(&self) -> Vec<String> {
        let together = |batch: &Vec<(u32, String)>| {
            let acts: Vec<&str> = batch.iter().map(|(_, act)| act.as_str()).collect();
            acts.join(", ")
        };
        let batches: Vec<String> = self.batches.iter().take(EXPECTED).map(together).collect();
        match batches.as_slice() {
            [] => Vec::new(),
            [only] if !only.contains(',') => vec![format!("expect {only}")],
            _ => vec![format!("expect order {{ {} }}", batches.join(" then "))],
        }
    }

    fn text(&self, expected: &[String]) -> String {
        let body = self.told.trim_end().trim_end_matches('}');
        let mut text = body.to_owned();
        for line in expected {
            text.push_str(&format!("\n  {line}\n"));
        }
        text + "}\n"
    }
}

struct ScenePlayer<'r> {
    lexicon: &'r Lexicon<'r>,
    names: LexiconNames,
    machine: Machine<'r>,
}

impl ScenePlayer<'_> {
    /// Plays a situation; `None` if it cannot be played to its end.
    fn scene(&mut self, mut situation: Situation) -> Option<DraftScene> {
        self.play(&mut situation)?;
        situation.forget_undeclared();
        let (scenario, record) = self.play(&mut situation)?;
        let rules_line = format!("  rules \"{TITLE}\"\n");
        let told = scenario_text(&situation, self.lexicon, 0, &record, TITLE, TITLE);
        Some(DraftScene {
            // It stands with its rules in one file, and need not name them.
            told: told.replacen(&rules_line, "", 1),
            batches: batches(self.lexicon.rules[0], &scenario, self.machine.journal()),
            named: self.named(&situation),
        })
    }

    fn named(&self, situation: &Situation) -> usize {
        let mut named = 0;
        for deed in situation.deeds.iter().flatten() {
            let action = &self.lexicon.actions[deed.action];
            let mut taken = [action.object, action.at].into_iter().flatten().peekable();
            named += usize::from(taken.peek().is_some());
            let is_given = |attribute: usize| {
                let mut settings = deed.settings.iter();
                settings.any(|(given, datum)| *given == attribute && *datum != Datum::Missing)
            };
            if !taken.all(is_given) {
                return 0;
            }
        }
        named
    }

    fn play(&mut self, situation: &mut Situation) -> Option<(Scenario, RecordedInputs)> {
        let scenario = lower(situation, self.lexicon, 0);
        let table = SharedInputs::new(Inputs::new(self.lexicon, 0, &self.names, situation));
        let (mut dice, mut decisions) = (table.half(), table.half());
        let ended = (self.machine).play(&scenario, &mut dice, &mut decisions, None);
        ended.ok()?;
        Some((scenario, table.record()))
    }
}

/// What was carried out, batch by batch, as scenarios name it.
fn batches(rules: &Ruleset, scenario: &Scenario, journal: &Journal) -> Vec<Vec<(u32, String)>> {
    let names = view::Names::new(rules, scenario);
    let mut batches: Vec<Vec<(u32, String)>> = Vec::new();
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => batches.push(Vec::new()),
            What::Resolved { act, stage } => {
                let act = journal.act(act);
                let action = &rules.actions[act.action.index()];
                let who = names.record(KindId::COMBATANT, act.actor);
                let does = match action.stages.as_slice() {
                    [_] => action.verb.clone(),
                    stages => {
                        let stage = rules.word(stages[usize::from(stage)].name);
                        format!("{stage} {}", action.name)
                    }
                };
                if let Some(batch) = batches.last_mut() {
                    batch.push((act.actor, format!("{who} {does}")));
                }
            }
            _ => {}
        }
    }
    batches.retain(|batch| !batch.is_empty());
    batches
}
