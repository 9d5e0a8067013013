//! What is done several times, in English: for each record or number, or so many times.

use super::statement::{headed, small};
use super::{Speaker, ValueShape, emphasised, pick, spaced};
use crate::document::tree::{ListItem, Prose, say};
use crate::source::{Span, english};
use crate::syntax::ast::{self, Expr, ExprKind, Name};

impl Speaker<'_> {
    /// `Three times`, `As many times as the number says`, and what is done each time.
    pub(super) fn repeat_times(
        &mut self,
        count: &Expr,
        name: Option<&Name>,
        body: &ast::Block,
        span: Span,
    ) -> ListItem {
        let count = match &count.kind {
            ExprKind::Number(number) => say![number.digits.as_str(), " times"],
            _ => say!["As many times as the value of ", self.inside(count)],
        };
        let mark = self.scope.mark();
        let head = match name {
            None => count,
            Some(name) => {
                self.scope
                    .push(&name.text, spaced(&name.text), ValueShape::Number);
                say![
                    count,
                    ", ",
                    emphasised(name),
                    " being 1 the first time, then 2, and so on"
                ]
            }
        };
        let step = self.with_body(head, body, span);
        self.scope.back_to(mark);
        step
    }

    pub(super) fn for_each(
        &mut self,
        (kind, name): (&Name, &Name),
        range: Option<&(Expr, Expr)>,
        filter: Option<&Expr>,
        order: &[(Expr, bool)],
        body: &ast::Block,
    ) -> ListItem {
        let mark = self.scope.mark();
        let who = match range {
            Some((from, to)) => self.numbers("number ", name, (from, to), filter),
            None => self.each(&kind.text, &name.text, filter),
        };
        let order = order.iter().enumerate().map(|(number, (value, highest))| {
            let head = pick(number == 0, ", in order of ", ", then of ");
            let which = if *highest { "highest" } else { "lowest" };
            say![head, self.inside(value), format!(", the {which} first")]
        });
        let order: Vec<Prose> = order.collect();
        let spoken = self.scope.spoken(&name.text).unwrap_or_default();
        let steps = self.steps(body, Some(kind.span));
        self.scope.back_to(mark);
        // `Each side rolls`: the record itself is the subject of the one sentence.
        if let ([step], []) = (steps.as_slice(), &order[..])
            && let Some(rest) = after_subject(&step.prose, &spoken)
            && step.remarks.is_empty()
            && who.len() < 70
        {
            let inserted = [", while ", ", provided that ", ", with the same "];
            let plain = who.plain();
            let gap = match inserted.iter().any(|link| plain.contains(link)) {
                true => ", ",
                false => " ",
            };
            return ListItem {
                prose: say!["Each ", who, gap, rest],
                ..step.clone()
            };
        }
        let steps = match steps.as_slice() {
            [step] if step.blocks.is_empty() => vec![ListItem {
                prose: step
                    .prose
                    .clone()
                    .with_pronoun(&english::capital(&spoken))
                    .with_pronoun(&spoken)
                    .capital(),
                ..step.clone()
            }],
            _ => steps,
        };
        headed(say!["For each ", who, Prose::joined(order, "")], steps)
    }
}

/// What a sentence says of this subject.
pub(super) fn after_subject(said: &Prose, subject: &str) -> Option<Prose> {
    small(said.clone()).after(&format!("{subject} "))
}
