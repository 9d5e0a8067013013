//! Tactics with their lines.

use pest::iterators::Pair;

use super::Builder;
use super::parts::Parts;
use super::place::Place;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // tactic = { kw_tactic ~ name ~ text? ~ tactic_for ~ tactic_body }
    pub(super) fn tactic(&mut self, mut parts: Parts<'_>) -> Option<TacticDef> {
        let name = self.take_name(&mut parts)?;
        let text = self.take_text(&mut parts);
        let whom = Parts::of(parts.part(Rule::tactic_for)?).part(Rule::among)?;
        let mut tactic = TacticDef {
            name,
            text,
            whom: self.among(whom)?,
            lines: Vec::new(),
            cites: Vec::new(),
        };
        self.sequence(
            parts.part(Rule::tactic_body)?,
            Place::TacticClause,
            |builder, pair| match pair.as_rule() {
                Rule::cites => tactic.cites.extend(builder.cites(pair)),
                _ => tactic.lines.extend(builder.tactic_line(pair)),
            },
        );
        Some(tactic)
    }

    // tactic_line = { kw_declare ~ (kw_nothing | tactic_act ~ (comma ~ tactic_act)*) ~ tactic_when? ~ cites? }
    fn tactic_line(&mut self, pair: Pair<'_, Rule>) -> Option<TacticLine> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let acts = parts.take_all(Rule::tactic_act).into_iter();
        let acts: Option<Vec<TacticAct>> = acts.map(|pair| self.tactic_act(pair)).collect();
        let guard = self.take_inner(&mut parts, Rule::tactic_when);
        Some(TacticLine {
            acts: acts?,
            guard,
            cites: self.take_cites(&mut parts),
            span,
        })
    }

    // tactic_act = { name ~ tactic_what? ~ tactic_at? ~ assignments? }
    fn tactic_act(&mut self, pair: Pair<'_, Rule>) -> Option<TacticAct> {
        let mut parts = Parts::of(pair);
        Some(TacticAct {
            action: self.take_name(&mut parts)?,
            object: self.take_inner(&mut parts, Rule::tactic_what),
            at: self.take_inner(&mut parts, Rule::tactic_at),
            settings: self.take_assignments(&mut parts),
        })
    }

    /// The expression in the next part, if it is of this rule.
    fn take_inner(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Option<Expr> {
        let inner = parts.part(rule)?;
        self.take_expr(&mut Parts::of(inner))
    }
}
