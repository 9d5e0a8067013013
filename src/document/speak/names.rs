//! Names that statements give to values, and what they stand for from then on.

use super::{Speaker, ValueShape, emphasised, spaced};
use crate::document::tree::{Prose, say};
use crate::syntax::ast::{self, Expr, ExprKind, Name, Statement, StatementKind};

impl Speaker<'_> {
    /// `rest`: what follows in the block.
    pub(super) fn let_it_be(&mut self, name: &Name, value: &Expr, rest: &[Statement]) -> Prose {
        let sort = self.sort(value);
        if let ValueShape::Record(kind) = &sort {
            let said = self.value(value);
            let is_letter = !super::words::can_be_called(&name.text);
            let spoken = match (is_letter, is_set(&name.text, rest)) {
                (false, _) => format!("the {}", spaced(&name.text)),
                // It becomes another record later, and must not be called what it is at first.
                (true, true) => format!("the {} {}", spaced(kind), name.text.to_uppercase()),
                // A letter for a record: named as what it is.
                (true, false) => {
                    self.scope
                        .push(&name.text, said.plain(), ValueShape::Record(kind.clone()));
                    return Prose::default();
                }
            };
            self.scope
                .push(&name.text, spoken.clone(), ValueShape::Record(kind.clone()));
            return say![spoken, " is ", said];
        }
        let said = match sort {
            ValueShape::YesNo if !matches!(value.kind, ExprKind::Yes | ExprKind::No) => {
                let condition = self.condition(value);
                say!["whether ", condition]
            }
            _ => self.value(value),
        };
        self.scope.push(&name.text, spaced(&name.text), sort);
        say!["let ", emphasised(name), " be ", said]
    }

    /// What the result of a procedure is called from then on.
    pub(super) fn named_result(
        &mut self,
        name: &Name,
        procedure: Option<&ast::ProcedureDef>,
    ) -> Prose {
        let ty = procedure.and_then(|procedure| procedure.ty.as_ref());
        let sort = ty.map_or(ValueShape::Unknown, |ty| self.words.sort(ty));
        let spoken = match &sort {
            ValueShape::Record(_) => format!("the {}", spaced(&name.text)),
            _ => spaced(&name.text),
        };
        self.scope.push(&name.text, spoken, sort);
        say!["; its result is ", emphasised(name)]
    }
}

/// Whether statements, or those within them, give a name another value.
fn is_set(name: &str, statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Set { place, .. } => {
            matches!(&place.kind, ExprKind::Name(place) if place.text == name)
        }
        kind => (kind.blocks().into_iter()).any(|block| is_set(name, &block.statements)),
    })
}
