//! What comes from the people at the table: dice and answers. Asks the sources that the caller gave, and writes down what they say.

use super::decisions::Asking;
use super::dice::RollRequest;
use super::fault::{FaultKind, Outcome};
use super::run::{Body, Run};
use crate::journal::What;
use crate::ruleset::{Amount, ExprId, KindId, MISSING, QuestionId, Type, Value, Who, WordId};
use crate::scenario::Person;

impl<'a> Run<'a, '_> {
    fn person(&mut self, who: Who, base: usize) -> Outcome<Person> {
        Ok(match who {
            Who::Gm => Person::Gm,
            Who::Side(side) => Person::Side(self.record(side, base)?),
            Who::Combatant(combatant) => Person::Combatant(self.record(combatant, base)?),
        })
    }

    /// Rolls dice; gives their sum. No dice at all make 0, and nobody has to roll them.
    pub fn roll(
        &mut self,
        who: Who,
        count: Amount,
        sides: Amount,
        purpose: WordId,
        body: Body,
    ) -> Outcome<Value> {
        let who = self.person(who, body.base)?;
        let (count, sides) = (self.amount(count, body)?, self.amount(sides, body)?);
        let within = |amount: Value, least: Value, most: u32| {
            u32::try_from(amount)
                .ok()
                .filter(|_| amount >= least)
                .filter(|known| *known <= most)
        };
        let (Some(count), Some(sides)) = (
            within(count, 0, self.limits.dice),
            within(sides, 2, self.limits.sides),
        ) else {
            return Err(FaultKind::Dice { count, sides }.into());
        };
        if count == 0 {
            return Ok(0);
        }
        // The statement itself was a step; each further die is one.
        for _ in 1..count {
            self.eval().step()?;
        }
        self.m.faces.clear();
        let request = RollRequest {
            who,
            purpose,
            count,
            sides,
            path: &self.m.path,
        };
        let total = self.dice.roll(&request, &mut self.m.faces)?;
        let faces = {
            let m = &mut *self.m;
            m.journal.store(m.faces.iter().copied())
        };
        self.write(
            body.cause,
            What::Rolled {
                who,
                purpose,
                sides,
                faces,
                total,
            },
        )?;
        Ok(total)
    }

    fn amount(&mut self, amount: Amount, body: Body) -> Outcome<Value> {
        match amount {
            Amount::Fixed(known) => Ok(Value::from(known)),
            Amount::Worked(worked) => self.number(worked, body.base),
        }
    }

    /// Puts a question; gives the answer, or the default.
    pub fn ask(
        &mut self,
        who: Who,
        id: QuestionId,
        about: &'a [(KindId, ExprId)],
        among: Option<(u16, ExprId)>,
        default: Option<ExprId>,
        body: Body,
    ) -> Outcome<Value> {
        let question = &self.rules.questions[id.index()];
        let who = self.person(who, body.base)?;
        let said = self.say(question.text, body.base)?;
        let mut records = std::mem::take(&mut self.m.about);
        records.clear();
        for &(kind, record) in about {
            let record = self.record(record, body.base)?;
            records.push((kind, record));
        }
        let asking = Asking {
            who,
            question: question.name,
            about: &records,
            path: &self.m.path,
        };
        let given = self.decisions.answer(&asking);
        let answer = match (given, default) {
            (Some(answer), _) => answer,
            (None, Some(default)) => self.value(default, body.base)?,
            (None, None) => {
                return Err(FaultKind::NoAnswer {
                    who,
                    question: id,
                    about: records,
                }
                .into());
            }
        };
        if given.is_some()
            && !self.allowed(
                &question.answer.ty,
                question.answer.optional,
                answer,
                among,
                body.base,
            )?
        {
            let allowed = self.all_allowed(&question.answer.ty, among, body.base);
            return Err(FaultKind::ImpossibleAnswer {
                question: id,
                answer,
                allowed,
            }
            .into());
        }
        let about = self.m.journal.store(
            records
                .iter()
                .flat_map(|&(kind, record)| [Value::from(kind.0), Value::from(record)]),
        );
        self.m.about = records;
        self.write(
            body.cause,
            What::Asked {
                who,
                question: id,
                said,
                about,
                answer,
                by_default: given.is_none(),
            },
        )?;
        Ok(answer)
    }

    /// Whether a question allows an answer.
    fn allowed(
        &mut self,
        ty: &Type,
        optional: bool,
        answer: Value,
        among: Option<(u16, ExprId)>,
        base: usize,
    ) -> Outcome<bool> {
        if answer == MISSING {
            return Ok(optional);
        }
        Ok(match (ty, among) {
            (Type::YesNo, _) => answer == 0 || answer == 1,
            (Type::Choice(words), _) => words.iter().any(|word| Value::from(word.0) == answer),
            (Type::Record(_), Some((local, filter))) => {
                self.m.frames.values[base + local as usize] = answer;
                self.holds(filter, base)?
            }
            _ => true,
        })
    }

    /// The words or records that a question allows.
    fn all_allowed(&mut self, ty: &Type, among: Option<(u16, ExprId)>, base: usize) -> Vec<Value> {
        match (ty, among) {
            (Type::Choice(words), _) => words.iter().map(|word| Value::from(word.0)).collect(),
            (Type::Record(kind), Some(_)) => {
                let records = 0..Value::from(self.m.state.records[kind.index()].count());
                let is_allowed = |record: &Value| {
                    let allowed = self.allowed(ty, false, *record, among, base);
                    allowed.unwrap_or(false)
                };
                records.filter(is_allowed).collect()
            }
            _ => Vec::new(),
        }
    }
}
