//! A situation at the table: its dice, its answers and what its combatants declare, given when the rules ask, and written down.

use super::lexicon::Lexicon;
use super::random::{below, join, of_name};
use super::{DeclaredDeed, SharedOccasion, Situation};
use crate::ruleset::index::Idx;
use crate::ruleset::{KindId, PhaseId, Ruleset, Type, Value, WordId};
use crate::run::decisions::{Asking, Decisions, Declaring};
use crate::run::dice::{Dice, RollRequest};
use crate::run::fault::FaultKind;
use crate::scenario::{Path, Person};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What was said and rolled at the table, in the ids of one rule file.
#[derive(Clone, Debug, Default)]
pub struct RecordedInputs {
    /// Dice.
    pub rolls: Vec<RolledDice>,
    /// Answers other than the default.
    pub answers: Vec<NonDefaultAnswer>,
    /// Declarations.
    pub taken: Vec<TakenDeclaration>,
}

/// Dice that were rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolledDice {
    /// on which occasion
    pub on: SharedOccasion,
    /// in which period
    pub path: Path,
    /// who
    pub who: Person,
    /// what for
    pub purpose: WordId,
    /// what they show
    pub faces: Vec<Value>,
}

/// An answer other than the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NonDefaultAnswer {
    /// on which occasion
    pub on: SharedOccasion,
    /// in which period
    pub path: Path,
    /// who
    pub who: Person,
    /// the question
    pub question: WordId,
    /// about which records
    pub about: Vec<(KindId, u32)>,
    /// the attributes of the acts among them
    pub acts: Vec<Vec<Value>>,
    /// of which type
    pub ty: Type,
    /// what
    pub value: Value,
}

/// A declaration that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenDeclaration {
    /// the combatant
    pub actor: u32,
    /// which of its deeds
    pub deed: usize,
    /// in which period
    pub path: Path,
}

/// The numbers of the names of a ruleset, and what it asks: worked out once.
#[derive(Clone, Debug)]
pub struct LexiconNames {
    words: Vec<u64>,
    phases: Vec<u64>,
    kinds: Vec<u64>,
    questions: Vec<InputWay>,
}

/// A way in which something is asked.
#[derive(Clone, Debug)]
struct InputWay {
    name: WordId,
    ty: Type,
    /// There is no default.
    must: bool,
}

impl LexiconNames {
    /// The names of a ruleset.
    pub fn of(rules: &Ruleset) -> Self {
        LexiconNames {
            words: rules.words.iter().map(|word| of_name(word)).collect(),
            phases: rules
                .phases
                .iter()
                .map(|phase| of_name(&phase.name))
                .collect(),
            kinds: rules.kinds.iter().map(|kind| of_name(&kind.name)).collect(),
            questions: ways(rules),
        }
    }

    fn path(&self, path: &[(PhaseId, Value)]) -> u64 {
        path.iter().fold(0, |hash, (phase, number)| {
            join(join(hash, self.phases[phase.index()]), *number as u64)
        })
    }
}

fn ways(rules: &Ruleset) -> Vec<InputWay> {
    let mut ways = Vec::new();
    rules.each_statement(&mut |statement| {
        if let crate::ruleset::StatementKind::Ask {
            question, default, ..
        } = statement
        {
            let question = &rules.questions[question.index()];
            ways.push(InputWay {
                name: question.name,
                ty: question.answer.ty.clone(),
                must: default.is_none(),
            });
        }
    });
    ways
}

/// The table at which one rule file plays a situation.
#[derive(Debug)]
pub struct Inputs<'a> {
    lexicon: &'a Lexicon<'a>,
    which: usize,
    names: &'a LexiconNames,
    situation: &'a mut Situation,
    /// how often each occasion has come
    often: BTreeMap<u64, u64>,
    /// by combatant: how often it has let the question for declarations pass since it last declared something
    passed: Vec<u32>,
    /// the number of the first declaration of each combatant, and which of its deeds this rule file knows
    first: Vec<u32>,
    /// what was said
    pub record: RecordedInputs,
}

impl<'a> Inputs<'a> {
    /// The table for the rule file with this number in the lexicon.
    pub fn new(
        lexicon: &'a Lexicon<'a>,
        which: usize,
        names: &'a LexiconNames,
        situation: &'a mut Situation,
    ) -> Self {
        let mut next = 0;
        let first = situation
            .deeds
            .iter()
            .map(|deeds| {
                let first = next;
                next += deeds.len() as u32;
                first
            })
            .collect();
        Inputs {
            lexicon,
            which,
            names,
            passed: vec![0; situation.deeds.len()],
            situation,
            often: BTreeMap::new(),
            first,
            record: RecordedInputs::default(),
        }
    }

    /// The number of a person, by its name: who else is there does not matter.
    fn person(&self, who: Person) -> u64 {
        match who {
            Person::Gm => 1,
            Person::Side(side) => join(2, self.thing(KindId::SIDE, side)),
            Person::Combatant(combatant) => join(3, self.thing(KindId::COMBATANT, combatant)),
        }
    }

    /// The number of a thing, by its name; of one that was made in the run, by its number.
    fn thing(&self, kind: KindId, record: u32) -> u64 {
        let things = self
            .lexicon
            .kind(self.which, kind)
            .map(|kind| &self.situation.things[kind]);
        match things.and_then(|things| things.get(record as usize)) {
            Some(thing) => of_name(&thing.name),
            None => u64::from(record),
        }
    }

    /// The occasion of these names; coming again it is another one.
    fn occasion(&mut self, names: u64) -> SharedOccasion {
        let often = self.often.entry(names).or_insert(0);
        *often += 1;
        SharedOccasion(join(names, *often))
    }

    fn face(&self, on: SharedOccasion, die: u32, sides: u32) -> Value {
        let luck = join(join(self.situation.luck, on.0), u64::from(die));
        let near = &self.situation.faces;
        if let Some(face) = near.get(below(join(luck, 2), near.len() as u64 * 2) as usize)
            && (1..=Value::from(sides)).contains(face)
        {
            return *face;
        }
        below(luck, u64::from(sides)) as Value + 1
    }

    /// An answer by chance: often none, where there is a default.
    fn by_chance(&self, way: &InputWay, luck: u64) -> Option<Value> {
        let silence = [30, 60, 85][below(join(self.situation.luck, 17), 3) as usize];
        if !way.must && luck % 100 < silence {
            return None;
        }
        let luck = join(luck, 1);
        match &way.ty {
            Type::YesNo => Some((luck % 2) as Value),
            Type::Number(unit) => {
                let size = unit.map_or(1, |unit| {
                    self.lexicon.rules[self.which].units[unit.index()].size
                });
                Some(below(luck, 7) as Value * size)
            }
            Type::Choice(words) => {
                let rules = self.lexicon.rules[self.which];
                let mut words: Vec<WordId> = words.clone();
                words.sort_by_key(|word| rules.word(*word));
                words
                    .get(below(luck, words.len() as u64) as usize)
                    .map(|word| Value::from(word.0))
            }
            Type::Record(kind) => {
                let kind = self.lexicon.kind(self.which, *kind)?;
                let count = self.situation.things[kind].len() as u64;
                (count > 0).then(|| below(luck, count) as Value)
            }
            Type::Text | Type::Action | Type::Stage | Type::Set(_) => None,
        }
    }
}

/// A table that is asked for dice and for decisions.
#[derive(Debug)]
pub struct SharedInputs<'a>(RefCell<Inputs<'a>>);

/// One half of a shared table.
#[derive(Clone, Copy, Debug)]
pub struct Half<'s, 'a>(&'s RefCell<Inputs<'a>>);

impl<'a> SharedInputs<'a> {
    /// Shares a table.
    pub fn new(table: Inputs<'a>) -> Self {
        SharedInputs(RefCell::new(table))
    }

    /// Its dice, or its decisions.
    pub fn half(&self) -> Half<'_, 'a> {
        Half(&self.0)
    }

    /// What was said at it.
    pub fn record(self) -> RecordedInputs {
        self.0.into_inner().record
    }
}

impl Dice for Half<'_, '_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        let mut table = self.0.borrow_mut();
        let table = &mut *table;
        let purpose = join(
            table.names.words[request.purpose.index()],
            table.names.path(request.path),
        );
        let on = table.occasion(join(join(11, table.person(request.who)), purpose));
        // In one situation of four all rolls for one purpose are equal: ties are where rules differ.
        let alike = table.situation.luck.is_multiple_of(4);
        let from = faces.len();
        let fits = |given: &&Vec<Value>| request.throw.can_show(given);
        match table.situation.dice.get(&on).filter(fits) {
            Some(given) => faces.extend_from_slice(given),
            None => {
                for die in 0..request.throw.count {
                    let of = if alike { SharedOccasion(purpose) } else { on };
                    let face = table.face(of, die, request.throw.sides);
                    faces.push(face);
                }
            }
        }
        let shown = faces[from..].to_vec();
        let sum = request.throw.result(&shown);
        table.record.rolls.push(RolledDice {
            on,
            path: request.path.to_vec(),
            who: request.who,
            purpose: request.purpose,
            faces: shown,
        });
        Ok(sum)
    }
}

impl Decisions for Half<'_, '_> {
    fn declarations(&mut self, declaring: &Declaring<'_>, out: &mut Vec<u32>) {
        let mut table = self.0.borrow_mut();
        let table = &mut *table;
        let Declaring {
            actor,
            path,
            one,
            actions,
            ..
        } = *declaring;
        let known = |deed: &DeclaredDeed| table.lexicon.actions[deed.action].ids[table.which];
        let is_meant = |deed: &DeclaredDeed| {
            actions.are_all() || known(deed).is_some_and(|action| actions.hold(action))
        };
        // Whatever a combatant declares in a period it declares when it is first asked for it.
        let own = table.situation.deeds.get(actor.index());
        let asked = |taken: &TakenDeclaration| {
            let deed = own.and_then(|deeds| deeds.get(taken.deed));
            taken.actor == actor && taken.path == path && deed.is_some_and(is_meant)
        };
        if table.record.taken.iter().any(asked) {
            return;
        }
        let on = SharedOccasion(join(12, table.names.path(path)));
        let silence = SharedOccasion(join(on.0, table.person(Person::Combatant(actor))));
        let Some(deeds) = table.situation.deeds.get_mut(actor as usize) else {
            return;
        };
        let is_open = |deed: &DeclaredDeed| deed.at.is_none() && is_meant(deed);
        let is_here = |deed: &DeclaredDeed| deed.at == Some(on) && is_meant(deed);
        if !deeds.iter().any(is_here)
            && let Some(first) = deeds.iter().position(is_open)
        {
            // What has been let pass once is let pass by all rule files.
            if table.situation.silent.contains(&silence) {
                return;
            }
            let passed = &mut table.passed[actor as usize];
            if *passed < deeds[first].waits {
                *passed += 1;
                table.situation.silent.insert(silence);
                return;
            }
            *passed = 0;
            deeds[first].at = Some(on);
            let along = |deed: &&mut DeclaredDeed| deed.along && is_open(deed) && !one;
            for deed in deeds[first + 1..].iter_mut().take_while(along) {
                deed.at = Some(on);
            }
        }
        let here = deeds.iter().enumerate();
        for (deed, _) in here.filter(|(_, deed)| is_here(deed) && known(deed).is_some()) {
            out.push(table.first[actor as usize] + deed as u32);
            table.record.taken.push(TakenDeclaration {
                actor,
                deed,
                path: path.to_vec(),
            });
        }
    }

    fn answer(&mut self, asking: &Asking<'_>) -> Option<Value> {
        let mut table = self.0.borrow_mut();
        let table = &mut *table;
        let mut names = [
            table.person(asking.who),
            table.names.words[asking.question.index()],
            table.names.path(asking.path),
        ]
        .into_iter()
        .fold(13, join);
        for (kind, record) in asking.about {
            names = join(
                join(names, table.names.kinds[kind.index()]),
                table.thing(*kind, *record),
            );
        }
        let on = table.occasion(names);
        if table.situation.silent.contains(&on) {
            return None;
        }
        let luck = join(table.situation.luck, on.0);
        let way = table
            .names
            .questions
            .iter()
            .find(|way| way.name == asking.question)?;
        let value = table.by_chance(way, luck)?;
        table.record.answers.push(NonDefaultAnswer {
            on,
            path: asking.path.to_vec(),
            who: asking.who,
            question: asking.question,
            about: asking.about.to_vec(),
            acts: asking.acts.to_vec(),
            ty: way.ty.clone(),
            value,
        });
        Some(value)
    }
}
