//! Plain English made from rules: values, conditions, statements, orders. Works on trees and the names in them; makes [`Prose`], and
//! knows no form in which that is written.

mod clauses;
mod compare;
mod condition;
mod deed;
mod definition;
mod dictionary;
mod moves;
mod names;
mod predicate;
mod query;
mod reckon;
mod relative;
mod repetition;
mod rolls;
mod scope;
mod statement;
mod tactic;
mod titles;
mod types;
mod value;
mod words;

pub(super) use dictionary::{Dictionary, ValueShape};
pub(super) use scope::LocalNames;
pub(super) use statement::headed;
pub(super) use words::{article, spaced};

use super::remarks::Remarks;
use super::tree::{Anchor, Inline, Prose, say};
use crate::syntax::ast::{
    Category, Citation, DiceLiteral, Expr, ExprKind, Name, Number, PhaseDef, Piece, Statement,
    StatementKind, Text,
};

/// Who speaks: with the names of the rules, the remarks of their author, and the names of the place at hand.
pub(super) struct Speaker<'a> {
    pub words: &'a Dictionary<'a>,
    pub remarks: &'a Remarks<'a>,
    pub scope: LocalNames,
}

impl<'a> Speaker<'a> {
    pub fn new(words: &'a Dictionary<'a>, remarks: &'a Remarks<'a>) -> Self {
        Speaker {
            words,
            remarks,
            scope: LocalNames::default(),
        }
    }

    /// A name that stands by itself, as a term of the rules.
    fn term(&self, category: Category, name: &str) -> Prose {
        linked(spaced(name), Dictionary::anchor(category, name))
    }

    /// A phase by its name, or by its title.
    fn phase(&self, name: &str) -> Prose {
        let title = (self.words.phases.get(name)).and_then(|phase| phase.title.as_ref());
        let shown = title.map_or_else(|| spaced(name), plain_text);
        linked(shown, Dictionary::anchor(Category::Phase, name))
    }

    /// A text with the values that it puts in.
    pub fn text(&mut self, text: &Text) -> Prose {
        let mut said = Prose::default();
        for piece in &text.pieces {
            match piece {
                Piece::Plain(plain) => said.push(plain.replace('\n', " ")),
                Piece::Hole(value) => {
                    let value = self.hole(value);
                    put_in(&mut said, value);
                }
            }
        }
        said
    }

    /// A value that is put into a text: a name as it is, anything else in square brackets.
    fn hole(&mut self, value: &Expr) -> Prose {
        if let ExprKind::If {
            branches,
            otherwise,
        } = &value.kind
            && let ([(condition, then)], Some(rest)) = (branches.as_slice(), bare_text(otherwise))
            && let Some(then) = bare_text(then)
        {
            let negative = then.is_empty();
            let shown = pick(negative, &rest, &then);
            let condition = self.holds(condition, negative);
            let other = if then.is_empty() || rest.is_empty() {
                String::new()
            } else {
                format!("; else: {rest}")
            };
            let gap = if shown.starts_with(' ') { " " } else { "" };
            return say![format!("{gap}[{} if ", shown.trim()), condition, other, "]"];
        }
        let said = self.value(value);
        match self.sort(value) {
            ValueShape::Record(_) => Prose::from(said.plain()),
            _ => say!["[", said, "]"],
        }
    }

    /// A text in quotes.
    pub fn quoted(&mut self, text: &Text) -> Prose {
        let text = inner_quotes(self.text(text)).capital();
        say!["“", text, "”"]
    }
}

/// With single quotes, as they stand inside others.
fn inner_quotes(said: Prose) -> Prose {
    let single = |text: String| text.replace('“', "‘").replace('”', "’");
    let turned = said.0.into_iter().map(|inline| match inline {
        Inline::Text(text) => Inline::Text(single(text)),
        Inline::Term(text, anchor) => Inline::Term(single(text), anchor),
        other => other,
    });
    Prose(turned.collect())
}

/// A value behind the text before it, with one `the` where both have one.
fn put_in(said: &mut Prose, value: Prose) {
    let has_article = matches!(said.0.last(), Some(Inline::Text(text)) if text.ends_with("the "));
    match has_article {
        true => said.push(value::without(value, "the ")),
        false => said.push(value),
    }
}

/// The text that an expression is.
fn bare_text(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Text(text) => Some(plain_text(text)),
        _ => None,
    }
}

/// A text that has no values in it, or what stands between them.
pub(super) fn plain_text(text: &Text) -> String {
    text.with_holes("…").replace('\n', " ")
}

/// A name as words that stand out.
fn emphasised(name: &Name) -> Prose {
    bare_term(spaced(&name.text))
}

/// A name as a term that is explained nowhere else.
pub(super) fn bare_term(text: impl Into<String>) -> Prose {
    Inline::Term(text.into(), None).into()
}

/// A term that leads somewhere.
pub(super) fn linked(text: impl Into<String>, anchor: Anchor) -> Prose {
    Inline::Term(text.into(), Some(anchor)).into()
}

/// By its title if it has one, else by its name.
pub(super) fn name_of(title: Option<&Text>, name: &Name) -> String {
    title.map_or_else(|| spaced(&name.text), plain_text)
}

/// The dice of a roll: `d6`, `2d6`.
pub(super) fn dice_of(dice: &DiceLiteral) -> String {
    let count = Some(dice.count.digits.as_str()).filter(|count| *count != "1");
    format!("{}d{}", count.unwrap_or_default(), dice.sides.digits)
}

/// A number with its sign.
pub(super) fn signed(number: &Number) -> String {
    format!(
        "{}{}",
        if number.negative { "−" } else { "" },
        number.digits
    )
}

/// One of two wordings.
fn pick<'w>(first: bool, one: &'w str, other: &'w str) -> &'w str {
    if first { one } else { other }
}

/// The conditions of which one is made that holds if all of them do.
fn conjuncts(expr: &Expr) -> &[Expr] {
    match &expr.kind {
        ExprKind::And(parts) => parts,
        _ => std::slice::from_ref(expr),
    }
}

/// The phases directly within statements.
pub(super) fn phases_in(statements: &[Statement]) -> Vec<&PhaseDef> {
    let mut found: Vec<&PhaseDef> = Vec::new();
    for statement in statements {
        match &statement.kind {
            StatementKind::Phase(phase) => found.push(phase),
            kind => {
                let blocks = kind.blocks().into_iter();
                found.extend(blocks.flat_map(|block| phases_in(&block.statements)));
            }
        }
    }
    found
}

/// `OS-12..15, OS-20`
pub(super) fn cited(cites: &[Citation]) -> Option<String> {
    let shown = cites.iter().map(|citation| match &citation.end {
        Some(end) => format!("{}–{end}", citation.id),
        None => citation.id.clone(),
    });
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}
