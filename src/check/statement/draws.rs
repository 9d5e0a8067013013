//! Draws: one of several records by chance; and shuffles, which put back what has been drawn. A draw becomes a question, which can name the record, and
//! where it is left open the roll of a die with as many sides as there are records.

use super::block::{add_to, block, only_if, put};
use crate::check::elaborator::Elaborator;
use crate::check::expr::POISON_KIND;
use crate::check::limits::few_values;
use crate::check::output::Looked;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    AllowedAnswers, Amount, Declared, Expr, ExprId, KindId, Local, MISSING, PersonQuestion,
    QueryKind, Statement, StatementKind as Kind, Tally, TemplateId, Type, Value, Who, WordId,
};
use crate::source::{Span, english};
use crate::syntax::ast::{self, ExprKind, Name, Piece, Text};

/// `c draws card k where not k.taken in order of k.number`
pub(super) struct Draw<'t> {
    pub who: &'t ast::Expr,
    pub kind: &'t Name,
    pub name: &'t Name,
    pub filter: Option<&'t ast::Expr>,
    pub order: &'t [(ast::Expr, bool)],
    pub span: Span,
}

/// A draw, read.
struct ReadDraw {
    who: Who,
    word: WordId,
    kind: KindId,
    /// What stands for each record in the condition and the order.
    each: Local,
    filter: Option<ExprId>,
    order: Box<[(ExprId, bool)]>,
    /// The record that is drawn.
    drawn: Local,
    span: Span,
}

impl Elaborator<'_> {
    /// What draws. The name stands afterwards for the record that is drawn; it is missing where there is none.
    pub(super) fn draws(&mut self, draw: &Draw<'_>, before: &mut Vec<Statement>) -> Option<Kind> {
        let span = draw.span;
        let who = self.who(draw.who, "who draws");
        let kind = self.kind(draw.kind);
        if kind == Some(KindId::ACT) {
            let error = Diagnostic::error(Code::WrongType, draw.kind.span, "acts are not drawn");
            self.diagnostics
                .push(error.help("an act is found: `the act a where ...`"));
        }
        let answer = Declared {
            ty: Type::Record(kind.unwrap_or(POISON_KIND)),
            optional: true,
        };
        let drawn = self.bind_found(draw.name, answer.clone());
        let chosen = self.scope(|body| {
            let order = few_values(draw.order, "a draw", |key| key.0.span, body.diagnostics);
            let among = kind.unwrap_or(POISON_KIND);
            let each = body.bind_record(draw.name, among);
            let filter = body.filter(among, (draw.name, each), draw.filter);
            let filter = body.not_drawn(among, each, filter, span);
            let keys = order.iter();
            let order = keys.map(|(value, highest)| (body.sort_key(value).id, *highest));
            let order = order.collect();
            let read = ReadDraw {
                who: who?,
                word: body.names.word(&draw.name.text)?,
                kind: kind?,
                each,
                filter,
                order,
                drawn,
                span,
            };
            let text = Text {
                pieces: vec![Piece::Plain(format!("Which {} is drawn?", draw.kind.text))],
                span,
            };
            let text = body.template(&text);
            let ask = read.ask(
                body,
                PersonQuestion {
                    name: read.word,
                    text,
                    // It names one, or is left to the die.
                    answer: Declared::certain(answer.ty.clone()),
                    is_draw: true,
                    span,
                },
            );
            let chance = read.chance(body);
            Some(read.choice(body, [ask, chance]))
        });
        before.push(Statement {
            kind: chosen?,
            span,
        });
        let keeps = self.keep_local(who?, draw.name, (drawn, &answer), draw.kind.span);
        let told = self.told(draw);
        let missing = self.is_missing(drawn, span);
        let is_drawn = self.push(Expr::Not(missing), span);
        let taken = kind.and_then(|kind| self.take(kind, drawn, span));
        let kinds = [Kind::Note(told)].into_iter().chain(keeps).chain(taken);
        Some(only_if(is_drawn, block(kinds, span)))
    }

    /// `shuffle deck`: no kind has this name, and only one is shuffled.
    fn only_shuffled(&self, name: &Name) -> Option<Diagnostic> {
        let mut shuffled = self.names.shuffled.keys();
        let only = shuffled.next().filter(|_| shuffled.next().is_none())?;
        let plural = &self.rules.kinds.get(only.index())?.plural;
        let message = format!("there is no kind `{}`", name.text);
        let complaint = Diagnostic::error(Code::UnknownName, name.span, message)
            .label("what is shuffled is named by its kind")
            .write(name.span, plural);
        (!self.names.kinds.contains_key(&name.text)).then_some(complaint)
    }

    /// `shuffle cards`, `shuffle card k where k.holder is missing`
    pub(super) fn shuffle(
        &mut self,
        name: &Name,
        which: Option<&(Name, ast::Expr)>,
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let known = match self.only_shuffled(name) {
            Some(complaint) => {
                self.diagnostics.push(complaint);
                None
            }
            None => self.kind(name),
        };
        let kind = known.unwrap_or(POISON_KIND);
        let unnamed = Name {
            text: String::new(),
            span: name.span,
        };
        let (each, condition) = match which {
            Some((each, condition)) => (each, Some(condition)),
            None => (&unnamed, None),
        };
        let shuffled = self.scope(|body| {
            let local = body.bind_record(each, kind);
            let filter = body.filter(kind, (each, local), condition);
            Kind::Each {
                kind,
                local,
                filter,
                order: Box::default(),
                body: block(body.put_back(kind, local, span), span),
            }
        });
        let kind = &self.rules.kinds[known?.index()];
        if !self.names.shuffled.contains_key(&known?) {
            let kinds = english::spaced(&kind.plural);
            let message = format!("nothing says what a shuffle of {kinds} sets back");
            let help = format!(
                "say in their kind what a draw changes and a shuffle sets back: `kind {} {{ drawn: yes/no = no until shuffled }}`",
                kind.name
            );
            let error = Diagnostic::error(Code::MissingValue, name.span, message);
            self.diagnostics.push(error.help(help));
            return None;
        }
        let the = if condition.is_none() { "the " } else { "" };
        let told = format!("{the}{} are shuffled", english::spaced(&kind.plural));
        let pieces = vec![Piece::Plain(told)];
        let told = Kind::Note(self.template(&Text { pieces, span }));
        before.push(Statement { kind: told, span });
        Some(shuffled)
    }

    /// `ann draws ace of spades`
    fn told(&mut self, draw: &Draw<'_>) -> TemplateId {
        let span = draw.span;
        let drawn = ast::Expr {
            kind: ExprKind::Name(draw.name.clone()),
            span,
        };
        let who = match draw.who.kind {
            ExprKind::Gm => Piece::Plain("the game master".to_owned()),
            _ => Piece::Hole(draw.who.clone()),
        };
        let pieces = vec![who, Piece::Plain(" draws ".to_owned()), Piece::Hole(drawn)];
        self.template(&Text { pieces, span })
    }

    fn is_missing(&mut self, local: Local, span: Span) -> ExprId {
        let value = self.push(Expr::Local(local), span);
        self.push(Expr::Missing(value), span)
    }
}

impl ReadDraw {
    /// Names the record.
    fn ask(&self, body: &mut Elaborator<'_>, question: PersonQuestion) -> Kind {
        let missing = body.push(Expr::Const(MISSING), self.span);
        Kind::Ask {
            who: self.who,
            question: body.out.question(question),
            about: Box::default(),
            among: self.filter.map(|condition| AllowedAnswers {
                name: self.each,
                condition,
                range: None,
            }),
            default: Some(missing),
            local: self.drawn,
        }
    }

    /// Where none is named, the only one is drawn, or the dice say the how manyth it is.
    fn chance(&self, body: &mut Elaborator<'_>) -> Kind {
        let span = self.span;
        let [face, passed] = [body.reserve(), body.reserve()];
        let [zero, one] = [0, 1].map(|value| body.push(Expr::Const(value), span));
        let [is_face, is_passed, each] =
            [face, passed, self.each].map(|local| body.push(Expr::Local(local), span));
        let roll = Kind::Roll {
            who: self.who,
            count: Amount::Fixed(1),
            sides: Amount::Worked(self.query(body, QueryKind::Count, None)),
            tally: Tally::Sum,
            purpose: self.word,
            local: face,
            keep: None,
        };
        let next = add_to(passed, one);
        let is_it = body.push(Expr::Equal(is_passed, is_face), span);
        let found = only_if(is_it, block([put(self.drawn, each)], span));
        let each = Kind::Each {
            kind: self.kind,
            local: self.each,
            filter: self.filter,
            order: self.order.clone(),
            body: block([next, found], span),
        };
        let several = self.more_than(body, 1);
        let none = body.push(Expr::Const(MISSING), span);
        let only = self.query(body, QueryKind::The, Some(none));
        let drawn = Kind::If {
            branches: [(several, block([roll, put(passed, zero), each], span))].into(),
            otherwise: block([put(self.drawn, only)], span),
        };
        let missing = body.is_missing(self.drawn, span);
        only_if(missing, block([drawn], span))
    }

    /// One of those there are as these statements say, or none.
    fn choice(&self, body: &mut Elaborator<'_>, among_some: [Kind; 2]) -> Kind {
        let span = self.span;
        let missing = body.push(Expr::Const(MISSING), span);
        let some = self.more_than(body, 0);
        Kind::If {
            branches: [(some, block(among_some, span))].into(),
            otherwise: block([put(self.drawn, missing)], span),
        }
    }

    /// Whether more than so many can be drawn.
    fn more_than(&self, body: &mut Elaborator<'_>, number: Value) -> ExprId {
        let number = body.push(Expr::Const(number), self.span);
        let count = self.query(body, QueryKind::Count, None);
        body.push(Expr::Less(number, count), self.span)
    }

    fn query(
        &self,
        body: &mut Elaborator<'_>,
        ask: QueryKind,
        otherwise: Option<ExprId>,
    ) -> ExprId {
        let looked = Looked::at(self.kind, self.each, self.filter);
        body.ask(ask, &looked, None, otherwise, self.span)
    }
}
