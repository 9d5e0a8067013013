//! What transcripts say of an act, for those who read the rules: titles without what only a run can put in.

use super::{Speaker, ValueShape, bare_text, spaced, words};
use crate::document::tree::{Prose, say};
use crate::source::english;
use crate::syntax::ast::{ActionDef, Expr, ExprKind, Name, Piece, Text};

impl Speaker<'_> {
    /// What is told of an action, as one stage after the other: `begins to cast the spell, then completes the spell`.
    pub fn told_as(&mut self, action: &ActionDef) -> Prose {
        if let Some(title) = &action.title {
            return self.title(title, action);
        }
        let titles = action
            .stages
            .iter()
            .filter_map(|stage| stage.title.as_ref());
        let titles: Vec<Prose> = titles.map(|title| self.title(title, action)).collect();
        match titles.is_empty() {
            true => by_its_verb(action).into(),
            false => Prose::joined(titles, ", then "),
        }
    }

    /// A title. What an act of this action need not have is left out, as in a transcript where it is missing: with the words that lead up to it,
    /// unless they begin the title.
    pub fn title(&mut self, text: &Text, action: &ActionDef) -> Prose {
        let mut said = Prose::default();
        let mut before = String::new();
        for (number, piece) in text.pieces.iter().enumerate() {
            match piece {
                Piece::Plain(plain) => before.push_str(&plain.replace('\n', " ")),
                // `{hexes} hexes`
                Piece::Hole(Expr {
                    kind: ExprKind::Name(name),
                    ..
                }) if self.own_attribute(&name.text) == Some(ValueShape::Number)
                    && matches!(text.pieces.get(number + 1), Some(Piece::Plain(plain))
                            if plain.trim_start().starts_with(&spaced(&name.text))) =>
                {
                    said.push(std::mem::take(&mut before) + "so many");
                }
                Piece::Hole(value) => {
                    match self.hole_of(value, action, (said.is_empty(), before.trim().is_empty())) {
                        Hole::Said(value) => {
                            said.push(std::mem::take(&mut before));
                            super::put_in(&mut said, value);
                        }
                        Hole::Nothing => said.push(std::mem::take(&mut before)),
                        Hole::Missing => {
                            let words = std::mem::take(&mut before);
                            if said.is_empty() {
                                let words = words.trim_end_matches([' ', ',', ':', ';']);
                                said.push(english::without_link(words));
                            }
                        }
                    }
                }
            }
        }
        said.push(before);
        match said.is_empty() {
            true => self.text(text),
            false => said,
        }
    }

    /// `first`: nothing but words stands before it; `bare`: no words lead up to it.
    fn hole_of(&mut self, value: &Expr, action: &ActionDef, (first, bare): (bool, bool)) -> Hole {
        let taken = |name: &Name| takes(action).contains(&name.text.as_str());
        match &value.kind {
            ExprKind::If {
                branches,
                otherwise,
            } => {
                // What is named with the action is there.
                if let [(condition, then)] = branches.as_slice()
                    && let ExprKind::Known(known, true) = &condition.kind
                    && matches!(&known.kind, ExprKind::Name(name) if taken(name))
                {
                    return bare_text(then).map_or(Hole::Nothing, |then| Hole::Said(then.into()));
                }
                let cases = branches.iter().map(|(_, case)| case);
                let words: Option<Vec<String>> =
                    cases.chain([&**otherwise]).map(bare_text).collect();
                match words {
                    Some(words) if words.iter().all(|word| !word.is_empty()) => {
                        let words = words.into_iter().map(Prose::from).collect();
                        Hole::Said(Prose::list(words, "or"))
                    }
                    _ => Hole::Nothing,
                }
            }
            ExprKind::Name(name) => {
                let declared = self.words.declared("act", &name.text);
                let optional = declared.is_some_and(|attribute| attribute.ty.optional);
                match self.own_attribute(&name.text) {
                    _ if optional && !taken(name) && !first => Hole::Missing,
                    Some(ValueShape::Record(_)) | None => Hole::Said(self.hole(value)),
                    Some(_) if first && bare => {
                        Hole::Said(say!["[", self.attribute_term(None, &name.text), "]"])
                    }
                    Some(_) => Hole::Said(say!["the ", self.attribute_term(None, &name.text)]),
                }
            }
            ExprKind::Call { .. } if self.sort(value) == ValueShape::Text => Hole::Missing,
            _ => Hole::Said(self.hole(value)),
        }
    }
}

/// What stands in the place of a value in a title.
enum Hole {
    Said(Prose),
    /// The words around it stand by themselves.
    Nothing,
    /// The words that lead up to it mean nothing without it.
    Missing,
}

/// The attributes that the declaration of an action names.
fn takes(action: &ActionDef) -> Vec<&str> {
    let takes = action.takes.iter();
    takes
        .flat_map(|(first, second)| std::iter::once(first).chain(second))
        .map(|name| name.text.as_str())
        .collect()
}

/// `casts the spell at the target`
fn by_its_verb(action: &ActionDef) -> String {
    let name = spaced(&action.name.text);
    let verb = action.verb.as_ref();
    let mut said = verb.map_or_else(|| words::plural(&name), |verb| spaced(&verb.text));
    for (taken, link) in takes(action).iter().zip([" the ", " at the "]) {
        said += link;
        said += &spaced(taken);
    }
    said
}
