//! Turns of which the next one is named: who is asked.

use super::{Best, Chooser};
use crate::check::elaborator::Elaborator;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_effect_of_expr;
use crate::ruleset::{
    AllowedAnswers, Block, Declared, Effect, Expr, ExprId, Location, PersonQuestion, Statement,
    StatementKind as Kind, Type, Who,
};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, ExprKind, NextNamed, Text};

impl Chooser<'_> {
    /// Asks who is next; where the first who is to be asked is missing, the one behind `or else`.
    pub(super) fn asked(
        &self,
        body: &mut Elaborator<'_>,
        named: &NextNamed,
        best: &Best,
    ) -> Option<Block> {
        let (first, second) = match &named.who.kind {
            ExprKind::OrElse(parts) => match &parts[..] {
                [first, second] => (first, Some(second)),
                _ => (&named.who, None),
            },
            _ => (&named.who, None),
        };
        let ask = |body: &mut Elaborator<'_>, who: &ast::Expr| -> Option<(Who, Block)> {
            body.scope(|body| {
                let ask = self.ask(body, named, who, best)?;
                let Kind::Ask { who, local, .. } = ask else {
                    return None;
                };
                let answer = body.push(Expr::Local(local), named.span);
                let kinds = [ask, self.found(answer)].into_iter();
                let span = named.span;
                let block = kinds.map(|kind| Statement { kind, span }).collect();
                Some((who, block))
            })
        };
        let (who, block) = ask(body, first)?;
        let known = match who {
            Who::Gm => return Some(block),
            Who::Side(who) | Who::Combatant(who) => who,
        };
        let Some(second) = second else {
            if self.names_last(body, known) {
                body.diagnostics.push(self.no_first(first.span));
            }
            return Some(block);
        };
        let (_, otherwise) = ask(body, second)?;
        let known = body.is_known(known, named.span);
        let kind = Kind::If {
            branches: [(known, block)].into(),
            otherwise,
        };
        let span = named.span;
        Some([Statement { kind, span }].into())
    }

    /// Whether an expression reads whose turn it was last, which is missing before the first turn.
    fn names_last(&self, body: &Elaborator<'_>, who: ExprId) -> bool {
        let mut reads = false;
        each_effect_of_expr(&body.out.exprs, who, &mut |effect| {
            reads |= effect == Effect::Reads(Location::Local(self.local));
        });
        reads
    }

    fn no_first(&self, who: Span) -> Diagnostic {
        let name = Clean(&self.turns.name.text);
        let message = format!(
            "`{name}` is missing before the first turn, and nothing says who names that one"
        );
        Diagnostic::error(Code::UndefinedOrder, who, message)
            .label(format!("`{name}` has had the last turn"))
            .help("say behind it who is asked then: `or else gm`")
    }

    /// The question who is next.
    fn ask(
        &self,
        body: &mut Elaborator<'_>,
        named: &NextNamed,
        who: &ast::Expr,
        best: &Best,
    ) -> Option<Kind> {
        let who = body.who(who, "who names the next one")?;
        let usual = Text {
            pieces: vec![ast::Piece::Plain("Whose turn is it?".to_owned())],
            span: named.span,
        };
        let text = body.template(named.question.as_ref().unwrap_or(&usual));
        let answer = Declared {
            ty: Type::Record(self.kind),
            optional: false,
        };
        let default = named.default.as_ref();
        let default = default.map(|default| body.value(default, &answer.ty, "the default").id);
        let among = body.scope(|body| {
            let local = body.bind_record(&self.turns.name, self.kind);
            Some(AllowedAnswers {
                name: local,
                condition: self.filter(body, local, best),
                range: None,
            })
        });
        let local = body.reserve();
        let name = body.names.word(&self.phase.text)?;
        let question = body.out.question(PersonQuestion {
            name,
            text,
            answer,
            is_draw: false,
            span: named.span,
        });
        Some(Kind::Ask {
            who,
            question,
            about: Box::default(),
            among,
            default,
            local,
        })
    }
}
