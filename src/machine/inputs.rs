//! What comes from the people at the table: dice, answers, declarations. The run pauses for each, and goes on when it is given.

use super::state::Waits;
use super::{Machine, Pause, Roll};
use crate::journal::What;
use crate::program::{AskSite, AskSiteId, AskedActionsId, Register, RollSiteId};
use crate::ruleset::index::Idx;
use crate::ruleset::{Amount, ExprId, KindId, MISSING, Throw, Type, Value, Who};
use crate::run::fault::{FaultKind, RunResult};
use crate::scenario::{Person, Scenario};

/// So many numbers are told of those that a question allows.
const MOST_ALLOWED: Value = 1000;

impl Machine<'_> {
    fn person(&self, who: Who, record: Register) -> Person {
        let record = || self.state.record(record);
        match who {
            Who::Gm => Person::Gm,
            Who::Side(_) => Person::Side(record()),
            Who::Combatant(_) => Person::Combatant(record()),
        }
    }

    /// Dice are to be rolled. No dice at all make 0, and need not be rolled.
    pub(super) fn roll(
        &mut self,
        site: RollSiteId,
        to: Register,
        [who, count, sides, number]: [Register; 4],
    ) -> RunResult<Option<Pause>> {
        let site = self.image.rolls[site];
        let who = self.person(site.who, who);
        let amount = |amount: Amount, worked: Register| match amount {
            Amount::Fixed(known) => Value::from(known),
            Amount::Worked(_) => self.state.get(worked),
        };
        let (count, sides) = (amount(site.count, count), amount(site.sides, sides));
        let tally = (site.tally).map(|of| Throw::number(amount(of, number)));
        let within = |amount: Value, least: Value, most: u32| {
            let known = u32::try_from(amount).ok();
            known.filter(|&known| amount >= least && known <= most)
        };
        let (Some(dice), Some(faces)) = (
            within(count, 0, self.limits.dice),
            within(sides, 2, self.limits.sides),
        ) else {
            return Err(FaultKind::Dice { count, sides }.into());
        };
        if dice == 0 {
            self.state.put(to, 0);
            return Ok(None);
        }
        // The statement itself was a step; each further die is one.
        for _ in 1..dice {
            self.step()?;
        }
        let throw = Throw {
            count: dice,
            sides: faces,
            tally,
        };
        let roll = Roll {
            who,
            purpose: site.purpose,
            throw,
        };
        let to = self.state.base + usize::from(to);
        self.state.waits_for = Waits::Roll { roll, to };
        Ok(Some(Pause::Roll(roll)))
    }

    /// Gives the dice for which the run waits: their result, and the faces if they are known.
    ///
    /// # Errors
    ///
    /// The journal is full.
    pub fn rolled(&mut self, total: Value, faces: &[Value]) -> RunResult<()> {
        if let Waits::Roll { roll, to } = std::mem::take(&mut self.state.waits_for) {
            let faces = self.journal.store(faces.iter().copied());
            self.write(What::Rolled {
                who: roll.who,
                purpose: roll.purpose,
                throw: roll.throw,
                faces,
                total,
            })?;
            self.state.registers[to] = total;
        }
        Ok(())
    }

    pub(super) fn ask(&mut self, site: AskSiteId, to: Register) -> Pause {
        let of = &self.image.asks[site];
        let who = self.asked_person(site);
        let question = self.rules.questions[of.question.index()].name;
        let about = self.asked_about(site);
        let drawable = self.drawable(site, to + 1);
        let to = self.state.base + usize::from(to);
        self.state.waits_for = Waits::Answer { to };
        Pause::Ask {
            who,
            question,
            about,
            drawable,
        }
    }

    /// What can be drawn, where a draw is asked for. The registers from `first` on are free.
    fn drawable(&mut self, site: AskSiteId, first: Register) -> Vec<Value> {
        let rules = self.rules;
        let question = &rules.questions[self.image.asks[site].question.index()];
        let Type::Record(kind) = question.answer.ty else {
            return Vec::new();
        };
        if !question.is_draw {
            return Vec::new();
        }
        let ask = self.image.asks[site].clone();
        let count = Value::from(self.state.tables[kind.index()].count());
        match ask.among {
            Some(_) => self.allowed(&ask, &question.answer.ty, first).0,
            None => (0..count).collect(),
        }
    }

    /// The attributes of the acts among records.
    pub fn acts_among(&self, records: &[(KindId, u32)]) -> Vec<Vec<Value>> {
        let table = &self.state.tables[KindId::ACT.index()];
        let acts = records.iter().filter(|(kind, _)| *kind == KindId::ACT);
        acts.map(|&(_, act)| table.row(act).to_vec()).collect()
    }

    /// Gives the answer for which the run waits; `None` leaves it to its default.
    ///
    /// # Errors
    ///
    /// The journal is full.
    pub fn answered(&mut self, answer: Option<Value>) -> RunResult<()> {
        match std::mem::take(&mut self.state.waits_for) {
            Waits::Answer { to } => {
                self.state.answered = answer.is_some();
                self.state.registers[to] = answer.unwrap_or(MISSING);
                Ok(())
            }
            Waits::Place { act, key } => self.placed_by_answer(act, key, answer),
            other => {
                self.state.waits_for = other;
                Ok(())
            }
        }
    }

    /// A fault unless there is an answer and the question allows it, as far as that is known without looking at the state.
    pub(super) fn check_answer(
        &mut self,
        site: AskSiteId,
        of: Register,
        first: Register,
    ) -> RunResult<()> {
        let ask = self.image.asks[site].clone();
        let question = &self.rules.questions[ask.question.index()];
        if !self.state.answered {
            return Err(FaultKind::NoAnswer {
                who: self.asked_person(site),
                question: ask.question,
                about: self.asked_about(site),
            }
            .into());
        }
        let answer = self.state.get(of);
        let is_allowed = match &question.answer.ty {
            _ if answer == MISSING => question.answer.optional,
            Type::YesNo => answer == 0 || answer == 1,
            Type::Choice(words) => words.iter().any(|word| Value::from(word.0) == answer),
            Type::Record(kind) => answer < Value::from(self.state.tables[kind.index()].count()),
            Type::Number(_) | Type::Text | Type::Action | Type::Stage | Type::Set(_) => true,
        };
        match is_allowed {
            true => Ok(()),
            false => self.refuse_answer(site, of, first),
        }
    }

    /// A fault: the question does not allow the answer.
    pub(super) fn refuse_answer(
        &mut self,
        site: AskSiteId,
        of: Register,
        first: Register,
    ) -> RunResult<()> {
        let ask = self.image.asks[site].clone();
        let answer = self.state.get(of);
        let rules = self.rules;
        let ty = &rules.questions[ask.question.index()].answer.ty;
        let (allowed, ends) = self.allowed(&ask, ty, first);
        Err(FaultKind::ImpossibleAnswer {
            question: ask.question,
            answer,
            allowed,
            ends,
        }
        .into())
    }

    /// The words, records and numbers that a question allows; of numbers that are too many to be listed the ends.
    fn allowed(
        &mut self,
        ask: &AskSite,
        ty: &Type,
        first: Register,
    ) -> (Vec<Value>, Option<(Value, Value)>) {
        let base = self.state.base;
        let names = usize::from(self.image.bodies[self.state.body].names);
        let mut names = self.state.registers[base..base + names].to_vec();
        let behind = base + usize::from(first);
        let range = ask.among.and_then(|among| among.range);
        let ends = range.and_then(|(from, to)| {
            let [from, to] = [from, to].map(|end| self.evaluate_with(end, behind, &names).ok());
            from.zip(to)
        });
        let too_many = ends.filter(|(from, to)| to.saturating_sub(*from) >= MOST_ALLOWED);
        let mut allowed: Vec<Value> = match (ty, ends) {
            (Type::Choice(words), _) => words.iter().map(|word| Value::from(word.0)).collect(),
            (Type::Record(kind), _) if ask.among.is_some() => {
                (0..Value::from(self.state.tables[kind.index()].count())).collect()
            }
            (_, Some((from, to))) if too_many.is_none() => (from..=to).collect(),
            _ => Vec::new(),
        };
        if let Some(among) = ask.among {
            allowed.retain(|&answer| {
                names[usize::from(among.name)] = answer;
                self.evaluate_with(among.condition, behind, &names) == Ok(1)
            });
        }
        (allowed, too_many)
    }

    /// Evaluates an expression of the body in hand, with these names.
    fn evaluate_with(&mut self, id: ExprId, behind: usize, names: &[Value]) -> RunResult<Value> {
        let entry = self.entry(id);
        self.evaluate(entry, behind, names)
    }

    fn asked_person(&self, site: AskSiteId) -> Person {
        let site = &self.image.asks[site];
        self.person(site.who, site.registers[0])
    }

    fn asked_about(&self, site: AskSiteId) -> Vec<(KindId, u32)> {
        let site = &self.image.asks[site];
        let kinds = site.about.iter().zip(site.registers[1]..);
        kinds
            .map(|(&kind, register)| (kind, self.state.record(register)))
            .collect()
    }

    /// Writes down the answer; nothing of a draw of the only one, where that is not named.
    pub(super) fn write_answer(&mut self, site: AskSiteId, of: Register) -> RunResult<()> {
        if !self.state.answered && self.drawable(site, of + 1).len() == 1 {
            return Ok(());
        }
        let who = self.asked_person(site);
        let records = self.asked_about(site);
        let values = records.iter();
        let values = values.flat_map(|&(kind, record)| [Value::from(kind.0), Value::from(record)]);
        let about = self.journal.store(values);
        let question = self.image.asks[site].question;
        let (answer, by_default) = (self.state.get(of), !self.state.answered);
        let Some(said) = self.state.said else {
            return Ok(());
        };
        self.write(What::Asked {
            who,
            question,
            said,
            about,
            answer,
            by_default,
        })
    }

    /// A combatant may declare.
    pub(super) fn declare(
        &mut self,
        actor: u32,
        [refused, one]: [bool; 2],
        actions: AskedActionsId,
        first: Register,
    ) -> Pause {
        let first = self.state.base + usize::from(first);
        self.state.waits_for = Waits::Declarations {
            actor,
            one,
            actions,
            first,
        };
        Pause::Declare {
            actor,
            refused,
            one,
            actions: self.image.asked[actions].actions.clone(),
        }
    }

    /// Gives the declarations for which the run waits, by their numbers in [`Scenario::declarations`]. Where there are none, the combatant's tactic
    /// declares; those that declare nothing are passed over.
    ///
    /// # Errors
    ///
    /// A fault of a tactic.
    #[inline]
    pub fn declared(&mut self, declarations: &[u32], scenario: &Scenario) -> RunResult<()> {
        if let Waits::Declarations {
            actor,
            one,
            actions,
            first,
        } = std::mem::take(&mut self.state.waits_for)
        {
            let is_act = |number: &&u32| scenario.declarations[number.index()].action.is_some();
            self.state
                .records
                .extend(declarations.iter().filter(is_act));
            if declarations.is_empty() && !scenario.tactics.is_empty() {
                let declared = self.declare_by_tactic((actor, one, actions), scenario, first);
                return declared.map_err(|fault| self.placed(fault));
            }
        }
        Ok(())
    }
}
