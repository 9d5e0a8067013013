//! `reveal c.bid`: what the players see from then on. To play it makes no difference, so it becomes a text that is said.

use crate::check::elaborator::Elaborator;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Expr, ExprId, KindId, Revealed, Slot, StatementKind as Kind, Template, TemplatePiece, Type,
};
use crate::source::{Span, english};
use crate::syntax::ast;

impl Elaborator<'_> {
    /// `reveal c.bid`, `reveal c`; of an act, that it was declared, and its values by themselves.
    pub(super) fn reveal(&mut self, shown: &ast::Expr, span: Span) -> Option<Kind> {
        if let Some(each) = self.of_all(shown, span) {
            self.diagnostics.push(each);
            return None;
        }
        let typed = self.expr(shown, None);
        if typed.is_poison() {
            return None;
        }
        let attribute = self.out.exprs[typed.id.index()].attribute();
        let (of, reveals) = match (attribute, &typed.ty) {
            (Some((kind, slot, of)), _) if self.rules.is_secret(kind, slot) => {
                let slots = vec![slot];
                (
                    of,
                    Revealed {
                        kind,
                        slots,
                        whole: false,
                    },
                )
            }
            (_, &Type::Record(kind)) => {
                let count = self.rules.kind(kind).attributes.len() as Slot;
                let slots = (0..count)
                    .filter(|&slot| kind != KindId::ACT && self.rules.is_secret(kind, slot));
                (
                    typed.id,
                    Revealed {
                        kind,
                        slots: slots.collect(),
                        whole: true,
                    },
                )
            }
            _ => return self.nothing_secret(shown),
        };
        if reveals.slots.is_empty() && reveals.kind != KindId::ACT {
            return self.nothing_secret(shown);
        }
        let mut pieces = vec![
            TemplatePiece::Plain("revealed: ".to_owned()),
            TemplatePiece::Hole(of, Type::Record(reveals.kind)),
        ];
        for (number, &slot) in reveals.slots.iter().enumerate() {
            let kind = reveals.kind;
            let id = self.push(Expr::Attribute { kind, of, slot }, shown.span);
            let attribute = &self.rules.kind(kind).attributes[usize::from(slot)];
            let between = if number == 0 { ":" } else { "," };
            let name = english::spaced(&attribute.name);
            let ty = attribute.declared.ty.clone();
            pieces.push(TemplatePiece::Plain(format!("{between} {name} ")));
            pieces.extend(self.hole(id, ty));
        }
        Some(Kind::Note(self.out.template(Template {
            pieces,
            span: shown.span,
            reveals: Some(reveals),
            titles: false,
        })))
    }

    /// A hole of a text, behind the record whose secret it shows.
    pub fn hole(&self, id: ExprId, ty: Type) -> impl Iterator<Item = TemplatePiece> + use<> {
        let attribute = self.out.exprs[id.index()].attribute();
        let secret = attribute.filter(|&(kind, slot, _)| self.rules.is_secret(kind, slot));
        let holder = secret.map(|(kind, slot, of)| TemplatePiece::Holder(of, kind, slot));
        holder.into_iter().chain([TemplatePiece::Hole(id, ty)])
    }

    /// `reveal acts`: what is revealed is one record.
    fn of_all(&self, shown: &ast::Expr, span: Span) -> Option<Diagnostic> {
        let ast::ExprKind::Name(name) = &shown.kind else {
            return None;
        };
        let plurals = self.names.plurals.get(name.text.as_str());
        let kind = plurals.or_else(|| self.names.kinds.get(name.text.as_str()))?;
        let kind = &self.rules.kind(*kind).name;
        let letter = kind.get(..1)?;
        let with = format!("each {kind} {letter} {{ reveal {letter} }}");
        let message = "what is revealed is one record, or a value of one";
        let complaint = Diagnostic::error(Code::WrongPlace, shown.span, message);
        Some(complaint.write(span, with))
    }

    fn nothing_secret(&mut self, shown: &ast::Expr) -> Option<Kind> {
        let message = "nothing of this is secret, so there is nothing to reveal";
        self.diagnostics.push(
            Diagnostic::error(Code::WrongPlace, shown.span, message).help(
                "what is revealed is an attribute that is declared `, secret`, as in `bid: number = 0, secret`, a record that has one, or an act",
            ),
        );
        None
    }
}
