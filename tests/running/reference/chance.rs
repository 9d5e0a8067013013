//! Rule files made by chance, with dice and decisions by chance.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use affray::check::scenario::Vocabulary;
use affray::load::{Loader, Playable};
use affray::machine::{Answers, specialized};
use affray::program::{Marks, compile};
use affray::ruleset::{KindId, MISSING, PhaseId, Ruleset, Slot, Type, Value, WordId};
use affray::run::decisions::{Asking, Declaring};
use affray::run::dice::Seeded;
use affray::run::{Decisions, decisions};
use affray::scenario::{
    ActMove, ActOrder, AttributeChange, Correction, Deed, Occasion, Person, Scenario,
};
use affray::source::{Limits, Span};

use super::made::program;
use super::pair::{Compared, Pair};
use crate::common::luck::Luck;

/// So small that runs without end are soon over.
const LIMITS: Limits = Limits {
    steps: 20_000,
    events: 40,
    rounds: 12,
    dice: 40,
    ..Limits::DEFAULT
};

/// How many dice each program is played with.
const DICE: u64 = 8;

/// Decisions by chance: what the scenario holds for the period, or any of what it holds for the combatant at all; answers that are allowed, mostly.
struct Whims<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    scripted: Option<decisions::ScriptedDecisions<'a>>,
    luck: Luck,
}

impl<'a> Whims<'a> {
    fn of(rules: &'a Ruleset, scenario: &'a Scenario, seed: u64) -> Self {
        let mut luck = Luck::of(seed);
        let scripted = luck
            .one_in(2)
            .then(|| decisions::ScriptedDecisions::new(scenario));
        Whims {
            rules,
            scenario,
            scripted,
            luck,
        }
    }
}

impl Decisions for Whims<'_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        if let Some(scripted) = &mut self.scripted {
            return scripted.declarations(declaring, out);
        }
        let all = self.scenario.declarations.iter().zip(0..);
        let own: Vec<u32> = all
            .filter(|it| it.0.actor == declaring.actor && it.0.is_asked(declaring.actions))
            .map(|it| it.1)
            .collect();
        let most = if declaring.one { 1 } else { 2 };
        for _ in 0..[0, 1, 1, 2][self.luck.below(4)].min(most) {
            out.extend(self.luck.choose(&own));
        }
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        if self.luck.one_in(3) {
            return None;
        }
        let mut questions = self.rules.questions.iter();
        let question = questions.find(|question| question.name == asking.question);
        let impossible = self.luck.one_in(60);
        let many = |kind: usize| self.scenario.records[kind].len();
        Some(match question.map(|question| &question.answer.ty) {
            Some(_) if impossible => MISSING,
            // Where an act without a key stands.
            None | Some(Type::YesNo) => self.luck.below(2) as Value,
            Some(Type::Choice(words)) => self.luck.choose(words)?.0.into(),
            Some(Type::Record(kind)) => self.luck.below(many(kind.index()).max(1)) as Value,
            Some(Type::Number(_) | Type::Text | Type::Action | Type::Stage | Type::Set(_)) => {
                self.luck.below(5) as Value
            }
        })
    }
}

/// The scenario of one pair in three with corrections by chance.
fn corrected(rules: &Ruleset, scenario: &Scenario, seed: u64) -> Option<Scenario> {
    let mut luck = Luck::of(seed ^ 0xc0_44ec);
    if !luck.one_in(3) {
        return None;
    }
    let mut scenario = scenario.clone();
    scenario.joining.resize(rules.kinds.len(), 0);
    for _ in 0..=luck.below(3) {
        let deed = match luck.below(4) {
            0 => newcomer(rules, &mut scenario, &mut luck),
            1 => act_move(&scenario, &mut luck),
            _ => change(rules, &scenario, &mut luck).map(Deed::Set),
        };
        let correction = deed.map(|deed| correction(rules, &scenario, deed, &mut luck));
        scenario.corrections.extend(correction);
    }
    Some(scenario)
}

/// A record of some kind that no rule makes, as one that is there from the start.
fn newcomer(rules: &Ruleset, scenario: &mut Scenario, luck: &mut Luck) -> Option<Deed> {
    let made = compile(rules, Marks::Nothing).fixed.clone();
    let kinds: Vec<KindId> = (0..rules.kinds.len())
        .map(KindId::from_index)
        .filter(|&kind| kind != KindId::COMBAT && made[kind.index()])
        .filter(|&kind| rules.kinds[kind.index()].pair.is_none())
        .filter(|&kind| !scenario.records[kind.index()].is_empty())
        .collect();
    let &kind = luck.choose(&kinds)?;
    let records = &mut scenario.records[kind.index()];
    let mut joining = luck.choose(&*records)?.clone();
    joining.name.push_str("_anew");
    records.push(joining);
    let number = records.len() as u32;
    scenario.joining[kind.index()] += 1;
    scenario.add_pairs(rules, rules.items[0].span);
    Some(Deed::Join(kind, number - 1..number))
}

/// The acts of a combatant by chance, moved in relation to those of another.
fn act_move(scenario: &Scenario, luck: &mut Luck) -> Option<Deed> {
    let combatants: Vec<u32> = (0..)
        .take(scenario.records[KindId::COMBATANT.index()].len())
        .collect();
    let &mover = luck.choose(&combatants)?;
    let others: Vec<u32> = combatants
        .into_iter()
        .filter(|&other| other != mover)
        .collect();
    let &reference = luck.choose(&others)?;
    let order = *luck.choose(&[ActOrder::Before, ActOrder::With, ActOrder::After])?;
    Some(Deed::Move(ActMove {
        mover,
        order,
        reference,
    }))
}

/// A change by chance of an attribute that rules can set.
fn change(rules: &Ruleset, scenario: &Scenario, luck: &mut Luck) -> Option<AttributeChange> {
    let kinds: Vec<(KindId, u32)> = (0..rules.kinds.len())
        .map(KindId::from_index)
        .filter(|&kind| kind != KindId::ACT)
        .flat_map(|kind| {
            let given = scenario.records.get(kind.index()).map_or(0, Vec::len);
            let count = if kind == KindId::COMBAT { 1 } else { given };
            (0..count as u32).map(move |record| (kind, record))
        })
        .collect();
    let &(kind, record) = luck.choose(&kinds)?;
    let slots = kind.built_in()..rules.kinds[kind.index()].attributes.len() as Slot;
    let &slot = luck.choose(&slots.collect::<Vec<_>>())?;
    let declared = &rules.attribute(kind, slot).declared;
    let value = match &declared.ty {
        _ if declared.optional && luck.one_in(4) => MISSING,
        Type::Number(_) => luck.below(9) as Value - 2,
        Type::YesNo => luck.below(2) as Value,
        Type::Choice(words) => luck.choose(words)?.0.into(),
        Type::Record(of) => {
            let count = scenario.records.get(of.index()).map_or(0, Vec::len);
            (count > 0).then(|| luck.below(count))? as Value
        }
        Type::Set(of) => {
            let count = scenario.records.get(of.index()).map_or(0, Vec::len);
            luck.below(1 << count.min(6)) as Value
        }
        Type::Text | Type::Action | Type::Stage => return None,
    };
    Some(AttributeChange {
        kind,
        record,
        slot,
        value,
    })
}

/// A deed of the game master at a moment by chance.
fn correction(rules: &Ruleset, scenario: &Scenario, deed: Deed, luck: &mut Luck) -> Correction {
    let count = |kind: KindId| scenario.records[kind.index()].len().max(1);
    let person = match luck.below(3) {
        0 => Person::Gm,
        1 => Person::Side(luck.below(count(KindId::SIDE)) as u32),
        _ => Person::Combatant(luck.below(count(KindId::COMBATANT)) as u32),
    };
    let purposes: Vec<WordId> = Vocabulary::new(rules).purposes.into_iter().collect();
    let questions: Vec<WordId> = rules.questions.iter().map(|it| it.name).collect();
    let occasion = match luck.below(4) {
        0 => None,
        1 => (luck.choose(&purposes)).map(|&purpose| Occasion::Roll(person, purpose)),
        2 => (luck.choose(&questions)).map(|&question| Occasion::Answer(person, question)),
        _ => Some(Occasion::Declaration(
            luck.below(count(KindId::COMBATANT)) as u32
        )),
    };
    let counting: Vec<usize> = (0..rules.phases.len())
        .filter(|&phase| rules.phases[phase].counting.is_some())
        .collect();
    let path = match luck.choose(&counting).filter(|_| luck.one_in(2)) {
        Some(&phase) => vec![(PhaseId::from_index(phase), 1 + luck.below(2) as Value)],
        None => Vec::new(),
    };
    Correction {
        path,
        part: None,
        before: occasion.map(|occasion| (occasion, 1 + luck.below(3) as u32)),
        deed,
        because: None,
        span: Span::default(),
    }
}

/// A program ready to be played; nothing if it does not check.
fn ready(text: &str) -> Result<Playable, String> {
    let mut files = BTreeMap::from([("made.affray".to_owned(), text.to_owned())]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut loaded = loader.load("made.affray", &mut files);
    match (loaded.diagnostics.has_errors(), loaded.scenarios.pop()) {
        (false, Some(playable)) => Ok(playable),
        _ => Err(crate::common::shown(&loaded.diagnostics, loader.sources())),
    }
}

/// What came of the pairs so far.
#[derive(Debug, Default)]
struct Count {
    programs: u64,
    unchecked: u64,
    same: u64,
    unsettled: u64,
    endings: BTreeMap<String, u64>,
}

/// Plays a program with some dice; says how the first run differs that does.
fn play(
    playable: &Playable,
    dice: std::ops::Range<u64>,
    count: &mut Count,
) -> Option<(u64, String)> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let specialized = specialized(rules, scenario, Answers::Any);
    let mut pair = Pair::new(rules, &specialized, LIMITS);
    let mut corrected_pair = Pair::new(rules, rules, LIMITS);
    for number in dice {
        let corrected = corrected(rules, scenario, number);
        let (pair, scenario) = match &corrected {
            Some(corrected) => (&mut corrected_pair, corrected),
            None => (&mut pair, scenario),
        };
        let source = || (Seeded::new(number, 0), Whims::of(rules, scenario, number));
        match pair.compare(scenario, source) {
            Compared::Same(how) => {
                count.same += 1;
                *count.endings.entry(how).or_default() += 1;
            }
            Compared::Unsettled => count.unsettled += 1,
            Compared::Differ(how) => return Some((number, how)),
        }
    }
    None
}

/// The program without all the lines that are not needed for it to differ.
fn shrunk(text: &str, dice: u64) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let differs = |lines: &[&str]| {
        let playable = ready(&lines.join("\n"));
        let mut count = Count::default();
        playable.is_ok_and(|it| play(&it, dice..dice + 1, &mut count).is_some())
    };
    // A line goes with what stands in the braces that it opens; again, as long as any goes.
    let mut any = true;
    while std::mem::take(&mut any) {
        let mut at = 0;
        while at < lines.len() {
            let mut open = 0_i32;
            let length = lines[at..].iter().position(|line| {
                open += line.matches('{').count() as i32 - line.matches('}').count() as i32;
                open <= 0
            });
            let mut fewer = lines.clone();
            fewer.drain(at..=at + length.unwrap_or(0));
            match differs(&fewer) {
                true => (lines, any) = (fewer, true),
                false => at += 1,
            }
        }
    }
    lines.join("\n")
}

fn number(name: &str) -> Option<u64> {
    let word = std::env::var(name).ok()?;
    Some(word.parse().expect("a number"))
}

/// `AFFRAY_REFERENCE` pairs of a program and dice instead of the usual 10,000, from program `AFFRAY_REFERENCE_SEED` on; `AFFRAY_REFERENCE_DICE` dice for each.
#[test]
fn programs_made_by_chance_are_played_as_the_guide_says() {
    let pairs = number("AFFRAY_REFERENCE").unwrap_or(10_000);
    let first = number("AFFRAY_REFERENCE_SEED").unwrap_or(0);
    let dice = number("AFFRAY_REFERENCE_DICE").unwrap_or(DICE);
    let (next, done) = (AtomicU64::new(first), AtomicU64::new(0));
    let (all, differing) = (Mutex::new(Count::default()), Mutex::new(Vec::new()));
    let work = || {
        let mut count = Count::default();
        while done.load(Ordering::Relaxed) < pairs && differing.lock().expect("sound").is_empty() {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let text = program(seed);
            let playable = match ready(&text) {
                Ok(playable) => playable,
                Err(why) => {
                    count.unchecked += 1;
                    if number("AFFRAY_REFERENCE_SHOW").is_some() {
                        eprintln!("{text}\n{why}");
                    }
                    continue;
                }
            };
            count.programs += 1;
            let from = seed * 1_000;
            if let Some(found) = play(&playable, from..from + dice, &mut count) {
                differing.lock().expect("sound").push((seed, text, found));
            }
            done.fetch_add(dice, Ordering::Relaxed);
        }
        let mut all = all.lock().expect("sound");
        all.programs += count.programs;
        all.unchecked += count.unchecked;
        all.same += count.same;
        all.unsettled += count.unsettled;
        for (how, often) in count.endings {
            *all.endings.entry(how).or_default() += often;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let all = all.into_inner().expect("sound");
    println!("{all:?}; programs {first}..{}", next.into_inner());
    let mut differing = differing.into_inner().expect("sound");
    differing.sort();
    if let Some((seed, text, (dice, how))) = differing.first() {
        let small = shrunk(text, *dice);
        let mut count = Count::default();
        let how = ready(&small)
            .ok()
            .and_then(|small| play(&small, *dice..dice + 1, &mut count))
            .map_or(how.clone(), |found| found.1);
        panic!("program {seed} with dice {dice} differs:\n{small}\n\n{how}");
    }
    assert!(all.unchecked * 4 < all.programs, "{all:?}");
}
