//! Definitions in English: what is so if something else is so, and what something comes to.

use super::Speaker;
use super::statement::small;
use crate::document::tree::{DocumentBlock, ListItem, Prose, paragraph, say};
use crate::syntax::ast::{Expr, ExprKind};

/// Up to how many letters a value with several cases stands in one sentence.
const SHORT: usize = 90;

impl Speaker<'_> {
    /// `A combatant can fight if ...`; of what never holds the head says that it does not.
    pub fn so_if(&mut self, head: Prose, value: &Expr) -> Vec<DocumentBlock> {
        match &value.kind {
            ExprKind::Yes => {
                return vec![paragraph(say![head, ", in any case"].sentence())];
            }
            // The head says already that it is not so.
            ExprKind::No => return vec![paragraph(head.sentence())],
            ExprKind::If {
                branches,
                otherwise,
            } => {
                let mut cases = Vec::new();
                for (condition, value) in branches {
                    let condition = self.condition(condition);
                    let value = self.condition_or_answer(value);
                    cases.push(ListItem::from(
                        say!["where ", condition, ": ", value].sentence(),
                    ));
                }
                let rest = self.condition_or_answer(otherwise);
                cases.push(ListItem::from(say!["otherwise: ", rest].sentence()));
                return vec![
                    paragraph(say![head, " by the first of these that fits:"].capital()),
                    DocumentBlock::List(cases),
                ];
            }
            _ => {}
        }
        let conditions = self.conditions(&[value]);
        match conditions.short() {
            Some(clause) => vec![paragraph(say![head, " if ", clause].sentence())],
            None => {
                let (which, list) = conditions.in_list();
                vec![
                    paragraph(say![head, " if ", which].capital()),
                    DocumentBlock::List(list),
                ]
            }
        }
    }

    fn condition_or_answer(&mut self, value: &Expr) -> Prose {
        match &value.kind {
            ExprKind::Yes => "always".into(),
            ExprKind::No => "never".into(),
            _ => {
                let condition = self.condition(value);
                say!["if ", condition]
            }
        }
    }

    /// `Of a combatant: its hp plus 3`
    pub fn is_worth(&mut self, head: Prose, value: &Expr) -> Vec<DocumentBlock> {
        // A choice in the middle of a reckoning stands below it.
        if let Some(choice) = long_choice(value) {
            self.scope.below = Some(choice.span);
            let reckoned = self.value(value);
            self.scope.below = None;
            let mut blocks = vec![paragraph(say![head, reckoned].sentence())];
            blocks.extend(self.is_worth("The number is ".into(), choice));
            return blocks;
        }
        if let ExprKind::OrElse(several) = &value.kind
            && let Some((last, others)) = several.split_last()
            && let ExprKind::If { .. } = &last.kind
        {
            return self.first_there(head, others, last);
        }
        if let ExprKind::If {
            branches,
            otherwise,
        } = &value.kind
        {
            let mut cases = Vec::new();
            for (condition, value) in branches {
                let condition = self.condition(condition);
                if let ExprKind::If { .. } = &value.kind {
                    let inner = self.is_worth(say!["if ", condition, ": "], value);
                    cases.push((Prose::default(), inner));
                    continue;
                }
                let value = self.inside(value);
                cases.push((say![value, " if ", condition], Vec::new()));
            }
            let whole: usize = cases.iter().map(|(case, _)| case.len()).sum();
            let flat = cases.iter().all(|(_, inner)| inner.is_empty());
            if branches.len() == 1 && whole < SHORT && flat {
                let cases = Prose::joined(cases.into_iter().map(|(case, _)| case), ", ");
                let rest = self.inside(otherwise);
                return vec![paragraph(
                    say![head, cases, ", otherwise ", rest].sentence(),
                )];
            }
            cases.push((say!["otherwise ", self.value(otherwise)], Vec::new()));
            let cases = cases.into_iter().map(|(case, inner)| {
                let mut inner = inner.into_iter();
                match inner.next() {
                    Some(DocumentBlock::Paragraph(head)) => ListItem {
                        prose: head,
                        blocks: inner.collect(),
                        ..ListItem::default()
                    },
                    _ => ListItem::from(case.sentence()),
                }
            });
            let cases = cases.collect();
            return vec![
                paragraph(say![head, "the first of these that fits:"].capital()),
                DocumentBlock::List(cases),
            ];
        }
        let value = self.value(value);
        vec![paragraph(say![head, value].sentence())]
    }

    /// The first of some values that there is; else what a choice gives.
    fn first_there(&mut self, head: Prose, values: &[Expr], choice: &Expr) -> Vec<DocumentBlock> {
        let mut cases = Vec::new();
        for value in values {
            let value = self.value(value);
            cases.push(ListItem::from(say![value, ", if there is one"].sentence()));
        }
        match self.is_worth(Prose::default(), choice).as_mut_slice() {
            [DocumentBlock::Paragraph(_), DocumentBlock::List(others)] => cases.append(others),
            [DocumentBlock::Paragraph(other)] => {
                cases.push(ListItem::from(
                    say!["otherwise: ", small(other.clone())].sentence(),
                ));
            }
            _ => {}
        }
        vec![
            paragraph(say![head, "the first of these that fits:"].capital()),
            DocumentBlock::List(cases),
        ]
    }
}

/// A choice of several cases within a reckoning.
fn long_choice(value: &Expr) -> Option<&Expr> {
    let of_several =
        |expr: &Expr| matches!(&expr.kind, ExprKind::If { branches, .. } if branches.len() > 1);
    fn parts(expr: &Expr) -> Vec<&Expr> {
        match &expr.kind {
            ExprKind::Sum { first, rest } => {
                let rest = rest.iter().map(|(_, one)| one);
                [&**first].into_iter().chain(rest).collect()
            }
            ExprKind::Product { first, rest } => {
                let rest = rest.iter().map(|(_, one)| one);
                [&**first].into_iter().chain(rest).collect()
            }
            _ => Vec::new(),
        }
    }
    let mut open = parts(value);
    while let Some(part) = open.pop() {
        if of_several(part) {
            return Some(part);
        }
        open.extend(parts(part));
    }
    None
}
