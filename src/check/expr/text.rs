//! Texts: as values, and with holes.

use crate::check::elaborator::{Elaborator, Typed};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, Template, TemplateId, TemplatePiece, Type};
use crate::source::Span;
use crate::syntax::ast::{Piece, Text};

impl Elaborator<'_> {
    /// A text that is a value.
    pub(super) fn text_value(&mut self, text: &Text) -> Typed {
        let mut whole = String::new();
        for piece in &text.pieces {
            match piece {
                Piece::Plain(prose) => whole.push_str(prose),
                Piece::Hole(hole) => {
                    return self.complain(
                        Diagnostic::error(Code::WrongPlace, hole.span, "a text that is a value cannot have values put in")
                            .help("only texts that are shown (`note`, `because`, questions, titles) can have `{...}` in them"),
                    );
                }
            }
        }
        let id = self.out.text(self.rules, whole);
        self.typed(Expr::Text(id), text.span, Type::Text)
    }

    /// A text that is shown.
    pub fn template(&mut self, text: &Text) -> TemplateId {
        let mut pieces = Vec::new();
        for piece in &text.pieces {
            match piece {
                Piece::Plain(prose) => pieces.push(TemplatePiece::Plain(prose.clone())),
                Piece::Hole(hole) => {
                    let typed = self.expr(hole, None);
                    pieces.extend(self.hole(typed.id, typed.ty));
                }
            }
        }
        self.out.template(Template {
            pieces,
            span: text.span,
            reveals: None,
        })
    }

    /// A text without holes that is shown, made of what stands at this place.
    pub fn plain_template(&mut self, text: String, span: Span) -> TemplateId {
        self.out.template(Template {
            pieces: vec![TemplatePiece::Plain(text)],
            span,
            reveals: None,
        })
    }
}
