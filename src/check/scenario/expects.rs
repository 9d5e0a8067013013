//! What a scenario expects of its run. Knows which acts, words and moments can be named; whether they come about, the run shows.

use super::{Desk, messages};
use crate::check::{self, Elaborated, Meaning, Scope, WordUse, items};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, Type, WordId};
use crate::scenario::{
    ActOrder, Asked, Expectation, ExpectationKind, FactMoment, Moment, Outcome, Question,
};
use crate::source::{Clean, Span};
use crate::syntax;
use crate::syntax::ast::{
    self, AboutThing, ActRef, Comparator, Expect, Expr, ExprKind, Name, Number, Thing,
};

/// The states in which the rules of the language can leave an act.
const ENDS: [&str; 4] = ["void", "refused", "cancelled", CARRIED_OUT];

/// The word for an act that was carried out.
const CARRIED_OUT: &str = "resolved";

/// The word for an act whose place had gone by.
const MISSED: &str = "missed";

/// A text that is asked for.
struct AskedText<'t> {
    text: String,
    span: Span,
    /// Whether it is to be said, and when.
    said: bool,
    moment: Option<&'t ast::Moment>,
    /// It is meant as a text, not as an act: in quotes, or of no combatant.
    is_text: bool,
}

impl Desk<'_> {
    /// One expectation.
    pub(super) fn expect(&mut self, expect: &Expect, span: Span) {
        if let Expect::Said { said, text, moment } = expect
            && let words = items::plain(text)
            && self.sayings(&words).is_empty()
            && self.is_act(&words)
        {
            let error = self.act_in_quotes(&words, text.span);
            let expected = match said {
                true => words,
                false => format!("{words} does not happen"),
            };
            let help = format!("write `expect {}`", Clean(&expected));
            self.found.push(match moment {
                Some(_) => error.help(help),
                None => error.help(help).guess(span, format!("expect {expected}")),
            });
            return;
        }
        let kind = self.expected(expect);
        self.out
            .expectations
            .extend(kind.map(|kind| Expectation { kind, span }));
    }

    /// A question about all runs.
    pub(super) fn odds(&mut self, title: Option<&ast::Text>, of: &ast::Question, span: Span) {
        if let Some(title) = title {
            let mut resolved = self.resolved.borrow_mut();
            resolved.declares(title.span, Meaning::Local(title.span));
        }
        let words = syntax::question_words(of);
        let said = match of {
            ast::Question::Of(expect) => self.asked_text(expect),
            ast::Question::Place(_) | ast::Question::First(..) => None,
        };
        let title = match (title, &said) {
            (Some(title), _) => items::title(title, &mut self.found),
            (None, Some(said)) => said.text.clone(),
            (None, None) => words,
        };
        let told = said.and_then(|said| self.said(&said));
        let of = match (told, of) {
            (Some(told), _) => told.map(Asked::Whether),
            (None, ast::Question::Place(who)) => self.combatant(who).map(Asked::Place),
            (None, ast::Question::First(who, relation, other)) => {
                let both = (self.combatant(who), self.combatant(other));
                let relation = act_order(*relation);
                (both.0.zip(both.1)).map(|(who, other)| Asked::First(who, relation, other))
            }
            (None, ast::Question::Of(Expect::Fact { fact, at })) => self.asked_value(fact, at),
            (None, ast::Question::Of(expect)) => self.expected(expect).map(Asked::Whether),
        };
        let question = of.map(|of| Question { title, of, span });
        self.out.questions.extend(question);
    }

    /// The text that is asked for or expected, if it is one: in quotes, or as an act that these rules do not have.
    fn asked_text<'t>(&self, expect: &'t Expect) -> Option<AskedText<'t>> {
        let (act, said) = match expect {
            Expect::Said { said, text, moment } => {
                return Some(AskedText {
                    text: items::plain(text),
                    span: text.span,
                    said: *said,
                    moment: moment.as_ref(),
                    is_text: true,
                });
            }
            Expect::Act {
                act,
                outcome: outcome @ (ast::Outcome::Happens | ast::Outcome::DoesNotHappen),
            } if self.is_no_act(act) => (act, *outcome == ast::Outcome::Happens),
            _ => return None,
        };
        let (alone, outcome) = (
            ActRef {
                moment: None,
                ..act.clone()
            },
            ast::Outcome::Happens,
        );
        let alone = Expect::Act {
            act: alone,
            outcome,
        };
        let text = syntax::question_words(&ast::Question::Of(alone));
        // What stands side by side is asked for so: `at` is a word of acts.
        let text = match act.objects.as_slice() {
            [one, other] if one.span.range().end + 1 == other.span.range().start => {
                let [with, without] =
                    [" at ", " "].map(|at| format!("{}{at}{}", one.text, other.text));
                text.replacen(&with, &without, 1)
            }
            _ => text,
        };
        Some(AskedText {
            text,
            span: act.span,
            said,
            moment: act.moment.as_ref(),
            is_text: self.thing(&act.actor, &[KindId::COMBATANT]).is_err()
                && !self.checked.names.kinds.contains_key(&act.actor.text),
        })
    }

    /// What is asked by a text; `None` inside where it has been complained about. `None` where it has to be an act.
    fn said(&mut self, asked: &AskedText<'_>) -> Option<Option<ExpectationKind>> {
        let sayings = self.sayings(&asked.text);
        if !sayings.is_empty() {
            let moment = self.within(asked.moment);
            return Some(moment.map(|moment| ExpectationKind::Said {
                said: asked.said,
                sayings,
                moment,
            }));
        }
        let is_meant = asked.is_text || self.near_saying(&asked.text).is_some();
        is_meant.then(|| {
            let mut error = self.never_said(&asked.text, asked.span);
            let mut questions = self.out.questions.iter();
            if questions.any(|question| question.title == asked.text) {
                error.help = Some(
                    "this is the title of a question of the scenario, which is answered without being asked again".to_owned(),
                );
            }
            self.found.push(error);
            None
        })
    }

    /// A value, or whether something is true, at the end of a run or at another time.
    fn asked_value(&mut self, fact: &Expr, at: &ast::FactMoment) -> Option<Asked> {
        if self.expects_odds(fact) {
            return None;
        }
        let at = self.fact_moment(at);
        let by_place = matches!(&at, Some(FactMoment::EndOf(moment)) if !moment.keys.is_empty());
        let wanted = by_place.then_some((&Type::YesNo, "what is asked of a place in the order"));
        let found = self.expression(fact, wanted, false)?;
        let is_fixed = self.arena.exprs[found.id.index()].constant().is_some();
        if is_fixed && matches!(found.declared.ty, Type::Record(_)) {
            let message = "this is the same in all runs";
            let error = Diagnostic::error(Code::WrongPlace, fact.span, message);
            let help = "ask for something of it, as in `ann.hp`, or `ann before bob`";
            self.found.push(error.help(help));
            return None;
        }
        match found.declared.ty {
            Type::YesNo => Some(Asked::Whether(ExpectationKind::Fact(found.id, at?))),
            ty => Some(Asked::Value(found.id, ty, at?)),
        }
    }

    /// What is expected.
    fn expected(&mut self, expect: &Expect) -> Option<ExpectationKind> {
        if let Some(asked) = self.asked_text(expect)
            && (matches!(expect, Expect::Said { .. }) || !self.sayings(&asked.text).is_empty())
        {
            return self.said(&asked).flatten();
        }
        match expect {
            Expect::Order(batches) => self.order(batches),
            Expect::Declared { who, moment } => self.declared(who, moment.as_ref()),
            Expect::Rolls {
                purpose,
                moment,
                count,
            } => self.rolls(purpose, moment.as_ref(), count),
            Expect::Acts { who, moment, count } => self.acts(who, moment.as_ref(), count),
            Expect::Asked {
                asked,
                question,
                about,
                moment,
            } => self.asked(*asked, question, about, moment.as_ref()),
            // Has been read above.
            Expect::Said { .. } => None,
            Expect::MayNotAct { who, moment } => self.may_not_act(who, moment),
            Expect::Over(over) => Some(ExpectationKind::Over(*over)),
            Expect::Relation {
                left,
                relation,
                right,
            } => self.relation(left, *relation, right),
            Expect::Act { act, outcome } => self.outcome(act, outcome),
            Expect::Fact { fact, .. } if self.expects_odds(fact) => None,
            Expect::Fact { fact, at } => {
                let at = self.fact_moment(at);
                let wanted = (&Type::YesNo, "what is expected");
                let found = self.expression(fact, Some(wanted), true)?;
                Some(ExpectationKind::Fact(found.id, at?))
            }
        }
    }

    /// `expect odds of "x" = 1/4`, `odds "x" = 1/4`: odds are no value; `expect "x" in the first round` names no period. Says so.
    fn expects_odds(&mut self, fact: &Expr) -> bool {
        let ExprKind::Compare { left, op, .. } = &fact.kind else {
            return false;
        };
        let is_said = matches!(left.kind, ExprKind::Text(_));
        let is_meant = match &left.kind {
            ExprKind::Call { function, .. } => {
                function.text == "odds" && !self.checked.names.functions.contains_key("odds")
            }
            _ => is_said,
        };
        let error = match is_said && *op == Comparator::In {
            true => {
                let message = "a period is named by its phase and its number";
                let place = Span::new(left.span.file, left.span.range().end, fact.span.range().end);
                Diagnostic::error(Code::UnknownName, place, message)
                    .help("write the number behind it, as in `in round 1`")
            }
            false => {
                let message = "the odds of a question are expected by its title alone";
                Diagnostic::error(Code::UnknownName, left.span, message)
                    .help("ask it, as in `odds \"ann falls\": ann.hp <= 0`, and write `expect odds \"ann falls\" = 1/4`")
            }
        };
        self.found.extend(is_meant.then_some(error));
        is_meant
    }

    fn order(&mut self, batches: &[Vec<ActRef>]) -> Option<ExpectationKind> {
        let read: Vec<Vec<_>> = batches
            .iter()
            .map(|batch| batch.iter().map(|act| self.act_reference(act)).collect())
            .collect();
        let whole: Option<Vec<Vec<_>>> = read
            .into_iter()
            .map(|batch| batch.into_iter().collect())
            .collect();
        whole.map(ExpectationKind::Order)
    }

    fn declared(&mut self, who: &[Thing], moment: Option<&ast::Moment>) -> Option<ExpectationKind> {
        let found: Vec<_> = who.iter().map(|one| self.combatant(one)).collect();
        let moment = self.within(moment);
        let all: Option<Vec<u32>> = found.into_iter().collect();
        Some(ExpectationKind::Declared(all?, moment?))
    }

    fn rolls(
        &mut self,
        purpose: &Thing,
        moment: Option<&ast::Moment>,
        count: &Number,
    ) -> Option<ExpectationKind> {
        let word = self.purpose(&purpose.text, purpose.span);
        let word = self.or_report(word);
        let moment = self.within(moment);
        let count = self.or_report(messages::number(count));
        Some(ExpectationKind::Rolls(word?, moment?, count?))
    }

    fn acts(
        &mut self,
        who: &Thing,
        moment: Option<&ast::Moment>,
        count: &Number,
    ) -> Option<ExpectationKind> {
        let who = self.combatant(who);
        let moment = self.within(moment);
        let count = self.or_report(messages::number(count));
        Some(ExpectationKind::Acts(who?, moment?, count?))
    }

    fn asked(
        &mut self,
        asked: bool,
        question: &Name,
        about: &[AboutThing],
        moment: Option<&ast::Moment>,
    ) -> Option<ExpectationKind> {
        // A period behind an act has been read as that of the act.
        let of_acts = about.iter().rev().find_map(|one| match one {
            AboutThing::Act(act) => act.moment.as_ref(),
            AboutThing::Thing(_) => None,
        });
        let (things, acts) = self.about_things(about, true);
        let question = self.question(question);
        let question = self.or_report(question);
        let moment = self.within(moment.or(of_acts));
        Some(ExpectationKind::Asked {
            asked,
            question: question?.0,
            about: things,
            acts,
            moment: moment?,
        })
    }

    fn may_not_act(&mut self, who: &Thing, moment: &ast::Moment) -> Option<ExpectationKind> {
        let who = self.combatant(who);
        let read = self.moment(moment).and_then(|read| match read.keys[..] {
            [] => Ok(read),
            _ => Err(Diagnostic::error(
                Code::WrongPlace,
                moment.span,
                "combatants declare in a period, not at a place in the order",
            )
            .help("name phases that count, as in `round 1 segment 3`")),
        });
        let moment = self.or_report(read);
        Some(ExpectationKind::MayNotAct(who?, moment?))
    }

    fn relation(
        &mut self,
        left: &ActRef,
        relation: ast::ActOrder,
        right: &ActRef,
    ) -> Option<ExpectationKind> {
        let left = self.act_reference(left);
        let right = self.act_reference(right);
        let (mut left, right) = left.zip(right)?;
        // The round that stands behind the second alone is that of both.
        let round = right.moment.as_ref().and_then(|moment| moment.path.first());
        let rounds = &self.checked.ruleset.procedure;
        let round = round.filter(|(phase, _)| rounds.contains(phase));
        left.moment = left.moment.or(round.map(|&round| Moment {
            path: vec![round],
            ..Moment::default()
        }));
        Some(ExpectationKind::Relation(left, act_order(relation), right))
    }

    fn outcome(&mut self, act: &ActRef, outcome: &ast::Outcome) -> Option<ExpectationKind> {
        let act = self.act_reference(act);
        let outcome = match outcome {
            ast::Outcome::Happens => Ok(Outcome::Happens),
            ast::Outcome::DoesNotHappen => Ok(Outcome::DoesNotHappen),
            ast::Outcome::Is(word, because) => self.end_of_act(word, because.as_ref()),
        };
        let outcome = self.or_report(outcome);
        Some(ExpectationKind::Act(act?, outcome?))
    }

    /// What became of an act, by its word, and why.
    fn end_of_act(&self, word: &Name, because: Option<&ast::Text>) -> Result<Outcome, Diagnostic> {
        if let Some(because) = because
            && [MISSED, CARRIED_OUT].contains(&word.text.as_str())
        {
            let message = format!("no reason is told for what is {}", word.text);
            let error = Diagnostic::error(Code::WrongPlace, because.span, message);
            return Err(error.help("leave `because` out"));
        }
        if word.text == MISSED {
            return Ok(Outcome::Missed);
        }
        let because = because.map(messages::plain).transpose()?;
        let ends = ENDS.iter().filter_map(|end| self.rules.find_word(end));
        let known: Vec<WordId> = ends
            .chain(self.vocabulary.outcomes.iter().copied())
            .collect();
        let found = known.iter().find(|id| self.rules.word(**id) == word.text);
        if let Some(id) = found {
            self.note(word.span, Meaning::Word(WordUse::Outcome, *id));
        }
        found.map(|id| Outcome::Is(*id, because)).ok_or_else(|| {
            let message = format!("no act ends as `{}` by these rules", Clean(&word.text));
            let names = known.iter().map(|id| self.rules.word(*id)).chain([MISSED]);
            self.meant(
                Diagnostic::error(Code::UnknownScenarioThing, word.span, message),
                &word.text,
                names,
            )
        })
    }

    fn fact_moment(&mut self, at: &ast::FactMoment) -> Option<FactMoment> {
        match at {
            ast::FactMoment::End => Some(FactMoment::End),
            ast::FactMoment::After(act) => self.act_reference(act).map(FactMoment::After),
            ast::FactMoment::EndOf(moment) => {
                let moment = self.end_of(moment);
                self.or_report(moment).map(FactMoment::EndOf)
            }
        }
    }

    /// An expression that speaks of the things of the scenario; `must_be_there`: also of records that the rules make.
    fn expression(
        &mut self,
        expr: &Expr,
        wanted: Option<(&Type, &str)>,
        must_be_there: bool,
    ) -> Option<Elaborated> {
        let names = self
            .things
            .names()
            .filter_map(|(name, all)| Some((name.to_owned(), *all.first()?)));
        let scope = Scope {
            things: names.collect(),
            made: self.made.clone(),
            must_be_there,
        };
        let found = check::expression(
            self.checked,
            expr,
            wanted,
            &scope,
            &mut self.arena,
            &mut self.found,
        )?;
        self.out.locals = self.out.locals.max(found.locals);
        Some(found)
    }

    fn combatant(&mut self, who: &Thing) -> Option<u32> {
        let found = self.thing(who, &[KindId::COMBATANT]);
        self.or_report(found).map(|(_, index)| index)
    }

    /// The moment, if one is named; `None` if what is named is wrong.
    fn within(&mut self, moment: Option<&ast::Moment>) -> Option<Option<Moment>> {
        let read = moment.map(|moment| self.moment(moment)).transpose();
        self.or_report(read)
    }
}

pub(super) fn act_order(relation: ast::ActOrder) -> ActOrder {
    match relation {
        ast::ActOrder::Before => ActOrder::Before,
        ast::ActOrder::With => ActOrder::With,
        ast::ActOrder::After => ActOrder::After,
    }
}
