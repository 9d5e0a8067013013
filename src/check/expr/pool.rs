//! What is made of the dice that lie in a pool: `c.dice keeping highest 2`, `c.dice counting 7 or more`. It is reckoned with how many dice show each
//! number, so all else of the rules knows only the numbers.

use std::collections::BTreeMap;

use crate::check::elaborator::{Elaborator, Typed};
use crate::check::keyed::KeyedAttribute;
use crate::check::resolved_names::Meaning;
use crate::check::types::{self, NUMBER};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Amount, Declared, Expr, ExprId, KindId, Tally, Type, Value, slot_of};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, Name};

/// The faces of a pool, each with how many dice show it.
type Faces = Vec<(Value, ExprId)>;

impl Elaborator<'_> {
    /// `c.dice keeping highest 2`
    pub(super) fn in_pool(&mut self, pool: &ast::Expr, tally: &ast::Tally, span: Span) -> Typed {
        let faces = self.faces(pool);
        if let Some(again) = tally.again() {
            let message = "dice that lie in a pool are not rolled again";
            let error = Diagnostic::error(Code::WrongPlace, again.number.span, message);
            let help = "`again on` stands behind a roll: `c rolls 3d6 as dice again on 6`";
            return self.complain(error.help(help));
        }
        let made = self.tally(Some(tally));
        let Some(faces) = faces else {
            return self.poison(span);
        };
        let number = match made {
            Tally::Highest(number) => self.kept(faces.into_iter().rev(), number, span),
            Tally::Lowest(number) => self.kept(faces.into_iter(), number, span),
            Tally::Exactly(_) | Tally::AtLeast(_) | Tally::AtMost(_) | Tally::Sum => {
                Some(self.counted_in(faces, made, span))
            }
        };
        match number {
            Some(number) => Typed::new(number, Declared::certain(NUMBER)),
            None => self.poison(span),
        }
    }

    /// How many dice show what counts.
    fn counted_in(&mut self, faces: Faces, made: Tally<Amount>, span: Span) -> ExprId {
        let none = self.push(Expr::Const(0), span);
        let counts = faces.into_iter().map(|(face, dice)| {
            let face = self.push(Expr::Const(face), span);
            let counts = self.is_counted(face, made, span);
            self.push(Expr::If(counts, dice, none), span)
        });
        let counts = counts.collect();
        self.joined(counts, Expr::Plus, span)
    }

    /// The sum of so many dice, those of the first faces first: of each face as many as there are, or as are still to come.
    fn kept(
        &mut self,
        faces: impl ExactSizeIterator<Item = (Value, ExprId)>,
        number: Amount,
        span: Span,
    ) -> Option<ExprId> {
        if !self.few_copies(faces.len() * faces.len(), span) {
            return None;
        }
        let nothing = self.push(Expr::Const(0), span);
        let most = match number {
            Amount::Fixed(number) => self.push(Expr::Const(Value::from(number)), span),
            Amount::Worked(number) => self.push(Expr::Higher(nothing, number), span),
        };
        let mut before: Vec<ExprId> = Vec::new();
        let mut parts = Vec::new();
        for (face, dice) in faces {
            let left = match before.is_empty() {
                true => most,
                false => {
                    let taken = self.joined(before.clone(), Expr::Plus, span);
                    let left = self.push(Expr::Minus(most, taken), span);
                    self.push(Expr::Higher(nothing, left), span)
                }
            };
            let counting = self.push(Expr::Lower(dice, left), span);
            let face = self.push(Expr::Const(face), span);
            parts.push(self.push(Expr::Times(face, counting), span));
            before.push(dice);
        }
        Some(self.joined(parts, Expr::Plus, span))
    }

    /// How many dice of a pool show each number, the lowest first. `None` if something was complained about.
    fn faces(&mut self, pool: &ast::Expr) -> Option<Faces> {
        let (of, name): (Option<&ast::Expr>, &Name) = match &pool.kind {
            ExprKind::Dot(of, name) => (Some(of), name),
            ExprKind::Call {
                function,
                arguments,
            } if let [of] = &arguments[..] => (Some(of), function),
            ExprKind::Name(name) => (None, name),
            _ => return self.no_pool(pool.span, "this is no pool of dice"),
        };
        let record = of.map(|of| self.expr(of, None));
        if record.as_ref().is_some_and(Typed::is_poison) {
            return None;
        }
        let names = self.names;
        let Some(kinds) = names.keyed.get(&name.text) else {
            if let Some(Type::Record(kind)) = record.map(|record| record.ty)
                && slot_of(self.rules.kind(kind), &name.text).is_none()
            {
                let error = self.no_attribute(kind, name);
                self.diagnostics.push(error);
                return None;
            }
            let message = format!("`{}` is no pool of dice", name.text);
            return self.no_pool(name.span, &message);
        };
        let Some(record) = record.or_else(|| self.bare_holder(kinds, name.span)) else {
            let message = format!("nothing says whose `{}` this is", name.text);
            return self.no_pool(name.span, &message);
        };
        let (kind, keyed) = self.keyed_of(&record, kinds, name)?;
        let holds = &self.rules.attribute(kind, keyed.first).declared.ty;
        if keyed.key != NUMBER || *holds != Type::Number(None) {
            let message = format!("`{}` does not count dice by what they show", name.text);
            return self.no_pool(name.span, &message);
        }
        let of = record.id;
        let mut faces: Faces = (keyed.keys.iter().zip(keyed.slots()))
            .map(|(&(face, _), slot)| {
                let dice = Expr::Attribute { kind, of, slot };
                (face, self.push(dice, pool.span))
            })
            .collect();
        faces.sort_by_key(|(face, _)| *face);
        Some(faces)
    }

    /// The attribute with keys of a record, of the kinds that have one of this name. `None` if that was complained about.
    pub(in crate::check) fn keyed_of<'n>(
        &mut self,
        record: &Typed,
        kinds: &'n BTreeMap<KindId, KeyedAttribute>,
        name: &Name,
    ) -> Option<(KindId, &'n KeyedAttribute)> {
        let known = match record.ty {
            Type::Record(kind) => kinds.get(&kind).map(|keyed| (kind, keyed)),
            _ => None,
        };
        match known {
            Some((kind, keyed)) => {
                let meaning = Meaning::Attribute(kind, keyed.first);
                self.out.resolved.uses(name.span, meaning);
            }
            None => {
                let what = types::describe(self.rules, &record.ty);
                let message = format!("{what} has no attribute `{}`", name.text);
                let error = Diagnostic::error(Code::WrongType, name.span, message);
                self.diagnostics.push(error);
            }
        }
        known
    }

    fn no_pool(&mut self, span: Span, message: &str) -> Option<Faces> {
        let error = Diagnostic::error(Code::WrongType, span, message);
        let help = "a pool is an attribute with how many dice show each number: `dice on number face from 1 to 6: number = 0`";
        self.diagnostics.push(error.help(help));
        None
    }
}
