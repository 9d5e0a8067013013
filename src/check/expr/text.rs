//! Texts: as values, and with holes.

use crate::check::elaborator::{Elaborator, Typed};
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::ruleset::{Expr, Template, TemplateId, TemplatePiece, Type};
use crate::source::Span;
use crate::syntax::ast::{Piece, Text};

impl Elaborator<'_> {
    /// A text that is a value.
    pub(super) fn text_value(&mut self, text: &Text) -> Typed {
        let whole = match text.whole() {
            Ok(whole) => whole,
            Err(hole) => {
                return self.complain(
                    Diagnostic::error(Code::WrongPlace, hole.span, "a text that is a value cannot have values put in")
                        .help("only texts that are shown (`note`, `because`, questions, titles) can have `{...}` in them"),
                );
            }
        };
        let id = self.out.text(self.rules, whole);
        self.typed(Expr::Text(id), text.span, Type::Text)
    }

    /// A text that is shown.
    pub fn template(&mut self, text: &Text) -> TemplateId {
        let pieces = self.pieces(text);
        self.out.template(Template::new(pieces, text.span))
    }

    /// The pieces of a text.
    pub fn pieces(&mut self, text: &Text) -> Vec<TemplatePiece> {
        let mut pieces = Vec::new();
        for piece in &text.pieces {
            match piece {
                Piece::Plain(prose) => {
                    let is_whole = text.pieces.len() == 1;
                    self.names_in_brackets(prose, text.span, is_whole);
                    pieces.push(TemplatePiece::Plain(prose.clone()));
                }
                Piece::Hole(hole) => {
                    let typed = self.expr(hole, None);
                    pieces.extend(self.hole(typed.id, typed.ty));
                }
            }
        }
        pieces
    }

    /// Warns of names that can be seen here and stand in a text in other brackets than braces: `(c) falls`. The edit needs the whole text.
    fn names_in_brackets(&mut self, prose: &str, span: Span, is_whole: bool) {
        let is_name = |inner: &str| {
            inner
                .chars()
                .all(|c| c == '_' || c == '.' || c.is_alphanumeric())
        };
        for (open, close) in [('(', ')'), ('[', ']')] {
            for (at, _) in prose.match_indices(open) {
                let Some((inner, _)) = prose[at + 1..].split_once(close) else {
                    continue;
                };
                let name = inner.split('.').next().unwrap_or_default();
                let is_bare = |bare| self.bare_slot(bare, name).is_some();
                let is_seen = self.local(name).is_some() || self.bare.is_some_and(is_bare);
                if !is_name(inner) || !is_seen {
                    continue;
                }
                let message = format!("`{open}{inner}{close}` is shown as it is written");
                let warning = Diagnostic::warning(Code::NotPutIn, span, message)
                    .help(format!("a value is put in with braces: `{{{inner}}}`"));
                // Without escapes, the text stands between its quotes as it is.
                let is_plain = is_whole && span.range().len() == prose.len() + 2;
                let start = span.range().start + 1 + at;
                let place = Span::new(span.file, start, start + inner.len() + 2);
                self.diagnostics.push(match is_plain {
                    true => Diagnostic {
                        primary: Label {
                            span: place,
                            text: "a name in brackets".to_owned(),
                        },
                        ..warning
                    }
                    .guess(place, format!("{{{inner}}}")),
                    false => warning,
                });
            }
        }
    }

    /// A text without holes that is shown, made of what stands at this place.
    pub fn plain_template(&mut self, text: String, span: Span) -> TemplateId {
        self.out
            .template(Template::new(vec![TemplatePiece::Plain(text)], span))
    }
}
