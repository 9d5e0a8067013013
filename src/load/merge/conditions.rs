//! Changes of conditions: what is added, and which of those that are joined by `and` and `or` is meant.

use super::part_messages as told;
use super::parts::PartEdit;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Citation, Expr, ExprKind, ItemName, ItemPart, NewPart, PartVerb};

impl PartEdit<'_> {
    /// The conditions of an item, which all must hold.
    pub(super) fn guards(
        &mut self,
        guards: &mut Vec<Expr>,
        cites: &mut Vec<Citation>,
    ) -> Result<(), Diagnostic> {
        match &self.change.part {
            ItemPart::Condition(named) => self.conditions(guards, named.as_ref())?,
            ItemPart::Alternative => self.alternative(guards)?,
            _ => return Err(told::misplaced(self.change)),
        }
        cites.extend(self.change.cites.iter().cloned());
        Ok(())
    }

    /// The one condition of an item, if it has one.
    pub(super) fn guard(
        &mut self,
        guard: &mut Option<Expr>,
        cites: &mut Vec<Citation>,
    ) -> Result<(), Diagnostic> {
        let mut guards: Vec<Expr> = guard.take().into_iter().collect();
        let done = self.guards(&mut guards, cites);
        *guard = joined(guards);
        done
    }

    /// The condition of a definition, which is its value.
    pub(super) fn value(
        &mut self,
        value: &mut Expr,
        cites: &mut Vec<Citation>,
    ) -> Result<(), Diagnostic> {
        let mut guards = vec![value.clone()];
        self.guards(&mut guards, cites)?;
        *value = joined(guards).ok_or_else(|| told::without_value(self.change, value.span))?;
        Ok(())
    }

    fn conditions(
        &mut self,
        guards: &mut Vec<Expr>,
        named: Option<&ItemName>,
    ) -> Result<(), Diagnostic> {
        let new = match &self.change.new {
            Some(NewPart::Condition(new)) => Some(new),
            _ => None,
        };
        let all = |guards: &[Expr]| guards.iter().flat_map(leaves).collect::<Vec<Span>>();
        if let (PartVerb::Add, Some(new)) = (self.change.verb, new) {
            self.touch(all(guards))?;
            guards.push(new.clone());
            return Ok(());
        }
        let Some(named) = named else {
            if guards.is_empty() {
                return Err(told::unknown(self.change, Vec::new()));
            }
            self.touch(all(guards))?;
            *guards = new.into_iter().cloned().collect();
            return Ok(());
        };
        if self.put(guards, &named.text, new)? {
            return Ok(());
        }
        let known = all(guards).into_iter();
        let known = known.map(|span| self.sources.snippet(span).to_owned());
        Err(told::unknown(self.change, known.collect()))
    }

    /// Puts a condition, or nothing, in the place of the one with these words; `false`: none reads so.
    fn put(
        &self,
        guards: &mut Vec<Expr>,
        words: &str,
        new: Option<&Expr>,
    ) -> Result<bool, Diagnostic> {
        let is_meant = |guard: &Expr| !is_put_together(guard) && self.reads(guard.span, words);
        if let Some(place) = guards.iter().position(is_meant) {
            self.touch(leaves(&guards[place]))?;
            guards.splice(place..=place, new.cloned());
            return Ok(true);
        }
        for guard in guards {
            let was_put_together = is_put_together(guard);
            let (ExprKind::And(parts) | ExprKind::Or(parts)) = &mut guard.kind else {
                continue;
            };
            if self.put(parts, words, new)? {
                match &mut parts[..] {
                    [only] => *guard = only.clone(),
                    [first, ..] if was_put_together => guard.span = first.span,
                    _ => {}
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Joins another condition to those of an item by `or`.
    fn alternative(&self, guards: &mut Vec<Expr>) -> Result<(), Diagnostic> {
        let Some(NewPart::Condition(new)) = &self.change.new else {
            return Err(told::misplaced(self.change));
        };
        self.touch(guards.iter().flat_map(leaves))?;
        let known = joined(std::mem::take(guards));
        let known = known.ok_or_else(|| told::unknown(self.change, Vec::new()))?;
        let span = known.span;
        let mut parts = Vec::new();
        for part in [known, new.clone()] {
            match part.kind {
                ExprKind::Or(inner) => parts.extend(inner),
                _ => parts.push(part),
            }
        }
        guards.push(Expr {
            kind: ExprKind::Or(parts),
            span,
        });
        Ok(())
    }
}

/// The places of all that is joined by `and` and `or`.
fn leaves(expr: &Expr) -> Vec<Span> {
    match &expr.kind {
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().flat_map(leaves).collect(),
        _ => vec![expr.span],
    }
}

/// Whether a condition stands nowhere as a whole: it has the place of its first part.
fn is_put_together(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::And(parts) | ExprKind::Or(parts) => {
            parts.first().is_some_and(|first| first.span == expr.span)
        }
        _ => false,
    }
}

/// All of them as one condition, with the place of the first; `None` if there is none.
fn joined(guards: Vec<Expr>) -> Option<Expr> {
    let span = guards.first()?.span;
    let mut parts = Vec::new();
    for guard in guards {
        match guard.kind {
            ExprKind::And(inner) => parts.extend(inner),
            _ => parts.push(guard),
        }
    }
    match <[Expr; 1]>::try_from(parts) {
        Ok([only]) => Some(only),
        Err(parts) => Some(Expr {
            kind: ExprKind::And(parts),
            span,
        }),
    }
}
