//! Definitions in English: what is so if something else is so, and what something comes to.

use super::Speaker;
use crate::document::tree::{Block, Prose, Step, say};
use crate::syntax::ast::{Expr, ExprKind};

/// Up to how many letters a value with several cases stands in one sentence.
const SHORT: usize = 90;

impl Speaker<'_> {
    /// `A combatant can fight if ...`
    pub fn so_if(&mut self, head: Prose, value: &Expr) -> Vec<Block> {
        match &value.kind {
            ExprKind::Yes => return vec![Block::Paragraph(say![head, ", always"].sentence())],
            ExprKind::No => return vec![Block::Paragraph(say![head, ", never"].sentence())],
            ExprKind::If { branches, otherwise } => {
                let mut cases = Vec::new();
                for (condition, value) in branches {
                    let condition = self.condition(condition);
                    let value = self.condition_or_answer(value);
                    cases.push(Step::from(say!["if ", condition, ": ", value].sentence()));
                }
                let rest = self.condition_or_answer(otherwise);
                cases.push(Step::from(say!["otherwise: ", rest].sentence()));
                return vec![Block::Paragraph(say![head, " as the first of these says that fits:"].capital()), Block::List(cases)];
            }
            _ => {}
        }
        let conditions = self.conditions(&[value]);
        match conditions.short() {
            Some(clause) => vec![Block::Paragraph(say![head, " if ", clause].sentence())],
            None => {
                let which = if conditions.all { " if all of this holds:" } else { " if any of this holds:" };
                let parts = conditions.parts.into_iter().map(Step::from).collect();
                vec![Block::Paragraph(say![head, which].capital()), Block::List(parts)]
            }
        }
    }

    fn condition_or_answer(&mut self, value: &Expr) -> Prose {
        match &value.kind {
            ExprKind::Yes => "yes".into(),
            ExprKind::No => "no".into(),
            _ => {
                let condition = self.condition(value);
                say!["yes, if ", condition]
            }
        }
    }

    /// `Of a combatant: its hp plus 3`
    pub fn is_worth(&mut self, head: Prose, value: &Expr) -> Vec<Block> {
        if let ExprKind::If { branches, otherwise } = &value.kind {
            let mut cases = Vec::new();
            for (condition, value) in branches {
                let value = self.value(value);
                let condition = self.condition(condition);
                cases.push(say![value, " if ", condition]);
            }
            let rest = self.value(otherwise);
            let whole: usize = cases.iter().map(Prose::len).sum();
            if branches.len() == 1 && whole < SHORT {
                let cases = Prose::joined(cases, ", ");
                return vec![Block::Paragraph(say![head, cases, ", otherwise ", rest].sentence())];
            }
            cases.push(say!["otherwise ", rest]);
            let cases = cases.into_iter().map(|case| Step::from(case.sentence())).collect();
            return vec![Block::Paragraph(say![head, "the first of these that fits:"].capital()), Block::List(cases)];
        }
        let value = self.value(value);
        vec![Block::Paragraph(say![head, value].sentence())]
    }
}
