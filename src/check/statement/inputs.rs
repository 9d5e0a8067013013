//! What people at the table do: roll dice and answer questions.

use super::again::RolledAgain;
use super::block::{block, only_if, put};
use super::place::read_only;
use crate::check::elaborator::Elaborator;
use crate::check::resolved_names::Meaning;
use crate::check::types::{self, NUMBER};
use crate::check::{dice, types::POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    AllowedAnswers, Amount, Declared, Destination, Expr, ExprId, KindId, Local, MISSING,
    PersonQuestion, Slot, Statement, StatementKind as Kind, Tally, Template, TemplatePiece, Type,
    Who, slot_of,
};
use crate::source::{Span, english::spaced};
use crate::syntax::ast::{self, DiceExpr, ExprKind, Name, SumOp, Text};

/// A roll as it is written.
pub(super) struct WrittenRoll<'a> {
    pub who: &'a ast::Expr,
    pub dice: &'a DiceExpr,
    /// What is added to what the dice make.
    pub added: &'a [(SumOp, ast::Expr)],
    pub name: &'a Name,
    pub tally: Option<&'a ast::Tally>,
    pub text: Option<&'a Text>,
}

impl Elaborator<'_> {
    /// The game master, a side or a combatant.
    pub(in crate::check) fn who(&mut self, who: &ast::Expr, subject: &str) -> Option<Who> {
        if who.kind == ExprKind::Gm {
            return Some(Who::Gm);
        }
        let typed = self.expr(who, None);
        match typed.ty {
            Type::Record(KindId::SIDE) => Some(Who::Side(typed.id)),
            Type::Record(KindId::COMBATANT) => Some(Who::Combatant(typed.id)),
            POISON => None,
            other => {
                let message = format!(
                    "{subject} must be `gm`, a side or a combatant, but this is {}",
                    types::describe(self.rules, &other)
                );
                self.diagnostics
                    .push(Diagnostic::error(Code::WrongType, who.span, message));
                None
            }
        }
    }

    /// `s rolls d6 + s.bonus as initiative "label"`
    pub(super) fn rolls(
        &mut self,
        roll: &WrittenRoll<'_>,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let &WrittenRoll {
            who,
            dice,
            added,
            name,
            tally,
            text,
        } = roll;
        let who = self.who(who, "who rolls");
        let thrown = self.dice(dice);
        let span = name.span;
        // What is added does not see the result.
        let with_added = (!added.is_empty()).then(|| {
            let shown = self.reserve();
            let dice = self.typed(Expr::Local(shown), span, NUMBER);
            (shown, self.added(dice, span, added).id)
        });
        let made = self.tally(tally);
        let again = tally
            .and_then(ast::Tally::again)
            .map(|again| self.rolled_again(again));
        if let Some(text) = text {
            self.template(text);
        }
        let pool = who.and_then(|who| self.pool(who, roll));
        let keep = who.and_then(|who| self.keep(who, name));
        let local = self.bind_found(name, Declared::certain(NUMBER));
        let (count, sides) = thrown?;
        let purpose = self.names.word(&name.text)?;
        let roll = Kind::Roll {
            who: who?,
            count,
            sides,
            tally: made,
            purpose,
            local: with_added.map_or(local, |(shown, _)| shown),
            keep: keep.filter(|_| with_added.is_none()),
        };
        let rolled = match (pool, again) {
            (Some(pool), again) => self.roll_into(&pool, (roll, again), span, before),
            (None, None) => Some(roll),
            (None, Some(again)) if made == Tally::Sum => again.roll(self, roll, before, span),
            (None, Some(again)) => self.roll_counting((roll, again), span, before),
        }?;
        let Some((shown, total)) = with_added else {
            return Some(rolled);
        };
        before.push(Statement { kind: rolled, span });
        let total = put(local, total);
        // Where rules have secrets, what is added may be one.
        let mut attributes = self.rules.kinds.iter().flat_map(|kind| &kind.attributes);
        if keep.is_some() || attributes.any(|attribute| attribute.secret) {
            return Some(self.keep_found(local, keep, total, before, span));
        }
        before.push(Statement { kind: total, span });
        Some(self.note_total(name, local, shown))
    }

    /// Tells the result of a roll that no attribute keeps, where it is not what the dice show.
    fn note_total(&mut self, name: &Name, local: Local, shown: Local) -> Kind {
        let span = name.span;
        let [total, dice] = [local, shown].map(|local| self.push(Expr::Local(local), span));
        let is_same = self.push(Expr::Equal(total, dice), span);
        let differs = self.push(Expr::Not(is_same), span);
        let behind = format!(" for {}, with what is added", spaced(&name.text));
        let pieces = vec![
            TemplatePiece::Hole(total, NUMBER),
            TemplatePiece::Plain(behind),
        ];
        let note = self.out.template(Template::new(pieces, span));
        only_if(differs, block([Kind::Note(note)], span))
    }

    fn rolled_again(&mut self, again: &ast::RollAgain) -> RolledAgain {
        let most = again.most.as_ref();
        RolledAgain {
            on: self.compared(&again.number, again.towards),
            most: most.map(|most| {
                self.value(most, &NUMBER, "how often they are rolled again")
                    .id
            }),
        }
    }

    pub(in crate::check) fn dice(&mut self, dice: &DiceExpr) -> Option<(Amount, Amount)> {
        let (count, sides) = match dice {
            DiceExpr::Fixed(fixed) => {
                let (count, sides) = dice::fixed(fixed, self.diagnostics)?;
                return Some((Amount::Fixed(count), Amount::Fixed(sides)));
            }
            DiceExpr::Sized { count, sides, .. } => (count.as_deref(), sides),
        };
        let count = match count.map(|count| (&count.kind, count)) {
            None => Some(Amount::Fixed(1)),
            Some((ExprKind::Number(number), _)) => {
                dice::count(number, self.diagnostics).map(Amount::Fixed)
            }
            Some((_, count)) => {
                let count = self.value(count, &NUMBER, "the number of dice");
                Some(Amount::Worked(count.id))
            }
        };
        let sides = match &sides.kind {
            ExprKind::Number(number) => dice::sides(number, self.diagnostics).map(Amount::Fixed),
            _ => {
                let sides = self.value(sides, &NUMBER, "the size of a die");
                Some(Amount::Worked(sides.id))
            }
        };
        Some((count?, sides?))
    }

    /// What is made of the faces.
    pub(in crate::check) fn tally(&mut self, tally: Option<&ast::Tally>) -> Tally<Amount> {
        match tally {
            None | Some(ast::Tally::Again(_)) => Tally::Sum,
            Some(ast::Tally::Counting {
                number, towards, ..
            }) => self.compared(number, *towards),
            Some(ast::Tally::Keeping { which, number }) => {
                let number = self.face(number);
                match which {
                    ast::Extreme::Highest => Tally::Highest(number),
                    ast::Extreme::Lowest => Tally::Lowest(number),
                }
            }
        }
    }

    /// Results that are this number, or count like it.
    fn compared(&mut self, number: &ast::Expr, towards: Option<ast::Towards>) -> Tally<Amount> {
        let number = self.face(number);
        match towards {
            None => Tally::Exactly(number),
            Some(ast::Towards::More) => Tally::AtLeast(number),
            Some(ast::Towards::Less) => Tally::AtMost(number),
        }
    }

    fn face(&mut self, number: &ast::Expr) -> Amount {
        match &number.kind {
            ExprKind::Number(number) if let Ok(known) = number.digits.parse() => {
                Amount::Fixed(known)
            }
            _ => Amount::Worked(
                self.value(number, &NUMBER, "what dice are compared with")
                    .id,
            ),
        }
    }

    /// The attribute with this name of who rolls or is asked, and what it holds.
    fn keeper(&self, who: Who, name: &str) -> Option<(KindId, Slot, ExprId, &Declared)> {
        let (kind, of) = who.record()?;
        let known = self.rules.kind(kind);
        let slot = slot_of(known, name)?;
        let declared = &known.attributes[usize::from(slot)].declared;
        Some((kind, slot, of, declared))
    }

    /// Where a roll is kept: the attribute of the roller that has its name.
    pub(in crate::check) fn keep(&mut self, who: Who, name: &Name) -> Option<Destination> {
        let (kind, slot, of, declared) = self.keeper(who, &name.text)?;
        let declared = declared.clone();
        if declared.ty == NUMBER {
            // The roll is called like the attribute because it is kept there.
            self.out
                .resolved
                .uses(name.span, Meaning::Attribute(kind, slot));
        }
        match &declared.ty {
            Type::Number(None) => Some(self.rules.destination(kind, of, slot)),
            Type::Number(Some(_)) => {
                let what = types::describe(self.rules, &declared.ty);
                let message = format!(
                    "the attribute `{}` that would keep this roll holds {what}",
                    name.text
                );
                self.diagnostics.push(
                    Diagnostic::error(Code::UnitsDoNotMix, name.span, message)
                        .help("give the roll another name and set the attribute from it"),
                );
                None
            }
            _ => None,
        }
    }

    /// `ask gm as obvious about m "text": yes/no, default no`
    #[expect(clippy::too_many_arguments, reason = "a question has that many parts")]
    pub(super) fn ask_statement(
        &mut self,
        who: &ast::Expr,
        name: &Name,
        about: &[ast::Expr],
        question: &Text,
        ty: &ast::Type,
        among: Option<&ast::AskAmong>,
        default: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Kind> {
        let who = self.who(who, "who is asked");
        let about: Vec<Option<(KindId, ExprId)>> =
            about.iter().map(|about| self.about(about)).collect();
        let text = self.template(question);
        let answer = types::read(ty, self.names, self.diagnostics);
        if matches!(answer.ty, Type::Stage | Type::Action | Type::Set(_)) {
            let what = types::describe(self.rules, &answer.ty);
            let message = format!("an answer cannot be {what}");
            self.diagnostics.push(
                Diagnostic::error(Code::WrongType, ty.span, message)
                    .help("ask for one of some words: `a | b`"),
            );
        }
        let among = match among {
            Some(among) => self.allowed(&answer.ty, ty.span, among),
            None => self.among_those_in_play(&answer.ty, ty.span),
        };
        let default = default.map(|default| self.value(default, &answer.ty, "the default").id);
        let local = self.bind_found(name, answer.clone());
        let none_by_default =
            default.is_some_and(|id| self.out.exprs[id.index()] == Expr::Const(MISSING));
        let name = self.names.word(&name.text)?;
        let question = self.out.question(PersonQuestion {
            name,
            text,
            answer: Declared {
                optional: answer.optional || none_by_default,
                ..answer
            },
            is_draw: false,
            span,
        });
        let about: Option<Box<[(KindId, ExprId)]>> = about.into_iter().collect();
        Some(Kind::Ask {
            who: who?,
            question,
            about: about?,
            among,
            default,
            local,
        })
    }

    /// A question that is asked only if a condition holds; else its default is the answer.
    pub(super) fn asked_only_if(
        &mut self,
        (condition, span): (ExprId, Span),
        ask: Kind,
        before: &mut Vec<Statement>,
    ) -> Kind {
        let Kind::Ask { default, local, .. } = ask else {
            return ask;
        };
        match default {
            Some(default) => before.extend(block([put(local, default)], span)),
            None => {
                let message = "nothing says what the answer is where nobody is asked";
                let error = Diagnostic::error(Code::MissingValue, span, message);
                let help = "a default stands before it: `: yes/no, default no, only if ...`";
                self.diagnostics.push(error.help(help));
            }
        }
        only_if(condition, block([ask], span))
    }

    /// What keeps the answer to a question in the attribute with its name of who is asked.
    pub(super) fn keep_answer(&mut self, asked: &ast::StatementKind, ask: &Kind) -> Option<Kind> {
        let ast::StatementKind::Ask { name, ty, .. } = asked else {
            return None;
        };
        let ask = match ask {
            Kind::If { branches, .. } => &branches.first()?.1.first()?.kind,
            ask => ask,
        };
        let Kind::Ask { who, local, .. } = *ask else {
            return None;
        };
        let answer = self.local(&name.text)?.declared.clone();
        self.keep_local(who, name, (local, &answer), ty.span)
    }

    /// What keeps a local in the attribute with its name of a person. `span`: what says its type.
    pub(super) fn keep_local(
        &mut self,
        who: Who,
        name: &Name,
        (local, answer): (Local, &Declared),
        span: Span,
    ) -> Option<Kind> {
        let (kind, slot, of, kept) = self.keeper(who, &name.text)?;
        let kept = kept.clone();
        if slot < kind.built_in() {
            self.diagnostics
                .push(read_only(name.span, &name.text).help("give the question another name"));
            return None;
        }
        let fits = types::fits(self.rules, &answer.ty, &kept.ty);
        if !fits || answer.optional && !kept.optional {
            let what = match fits {
                true => "cannot be missing".to_owned(),
                false => format!("holds {}", types::describe(self.rules, &kept.ty)),
            };
            let message = format!(
                "the attribute `{}` that would keep this answer {what}",
                name.text
            );
            self.diagnostics.push(
                Diagnostic::error(Code::WrongType, span, message)
                    .help("give the question another name, or the attribute this type"),
            );
            return None;
        }
        (self.out.resolved).uses(name.span, Meaning::Attribute(kind, slot));
        let place = self.rules.destination(kind, of, slot);
        let value = self.push(Expr::Local(local), name.span);
        Some(Kind::Set { place, value })
    }

    fn about(&mut self, about: &ast::Expr) -> Option<(KindId, ExprId)> {
        let typed = self.expr(about, None);
        match typed.ty {
            POISON => None,
            Type::Record(kind) => Some((kind, typed.id)),
            other => {
                let message = format!(
                    "a question is about records, but this is {}",
                    types::describe(self.rules, &other)
                );
                self.diagnostics.push(
                    Diagnostic::error(Code::WrongType, about.span, message)
                        .help("put the value into the text: `{...}`"),
                );
                None
            }
        }
    }

    /// The answers that a question allows, of those of a type.
    fn allowed(
        &mut self,
        answer: &Type,
        span: Span,
        among: &ast::AskAmong,
    ) -> Option<AllowedAnswers> {
        let ast::AskAmong {
            name,
            range,
            filter,
        } = among;
        let refused = match (answer, range) {
            (Type::Record(_) | Type::Choice(_), None) | (Type::Number(_), _) => None,
            (_, Some((from, _))) => {
                let message = "only numbers run from one to another";
                Some(Diagnostic::error(Code::WrongPlace, from.span, message))
            }
            (_, None) => {
                let what = types::describe(self.rules, answer);
                let message = format!(
                    "`where` chooses among records, numbers and words, but the answer is {what}"
                );
                Some(Diagnostic::error(Code::WrongPlace, span, message))
            }
        };
        if let Some(refused) = refused {
            self.diagnostics.push(refused);
            return None;
        }
        // The ends do not see the name.
        let range = range.as_ref().map(|(from, to)| {
            let subject = "where the numbers begin and end";
            (
                self.value(from, answer, subject).id,
                self.value(to, answer, subject).id,
            )
        });
        self.scope(|body| {
            let (local, condition) = match *answer {
                Type::Record(kind) => {
                    let local = body.bind_record(name, kind);
                    (local, body.filter(kind, (name, local), filter.as_ref()))
                }
                _ => {
                    let local = body.bind_beside(name, Declared::certain(answer.clone()));
                    (local, filter.as_ref().map(|filter| body.condition(filter)))
                }
            };
            let is_between = range.map(|ends| {
                let number = body.push(Expr::Local(local), name.span);
                body.is_within(number, ends, name.span)
            });
            let all: Vec<ExprId> = is_between.into_iter().chain(condition).collect();
            let condition = match all[..] {
                [only] => only,
                _ => body.push(Expr::And(all.into()), span),
            };
            Some(AllowedAnswers {
                name: local,
                condition,
                range,
            })
        })
    }

    fn among_those_in_play(&mut self, answer: &Type, span: Span) -> Option<AllowedAnswers> {
        let Type::Record(kind) = *answer else {
            return None;
        };
        self.scope(|body| {
            let local = body.reserve();
            let of = body.push(Expr::Local(local), span);
            Some(AllowedAnswers {
                name: local,
                condition: body.in_play(kind, of, span)?,
                range: None,
            })
        })
    }
}
