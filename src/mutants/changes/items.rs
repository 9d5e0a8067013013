//! The changes of items, and of those that define words.

use super::{MutationOperator, Mutations};
use crate::source::Span;
use crate::syntax::ast::*;

impl Mutations<'_> {
    pub(super) fn item(&mut self, item: &Item) {
        self.kind(item, item.span);
    }

    /// What changes within an item; `whole`: what goes with it where it can be taken out.
    fn kind(&mut self, item: &Item, whole: Span) {
        match &item.kind {
            ItemKind::Time(units) | ItemKind::Units(units) => {
                let sizes = units.defs.iter().filter_map(|unit| unit.size.as_ref());
                sizes.for_each(|(number, _)| self.number(MutationOperator::Number, number));
            }
            ItemKind::Option(option) => self.default(&option.ty, &option.default),
            ItemKind::Kind(kind) => {
                for attribute in &kind.attributes {
                    if let Some(default) = &attribute.default {
                        self.default(&attribute.ty, default);
                    }
                }
                if let Some(clause) = &kind.in_play {
                    self.expr(&clause.condition);
                }
            }
            ItemKind::Let(definition) => self.expr(&definition.value),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Procedure(procedure) => self.block(&procedure.body),
            ItemKind::Action(action) => {
                let needs = action.needs.iter();
                needs.for_each(|need| self.expr(&need.condition));
                let spends = action.spends.iter();
                spends.for_each(|spending| self.expr(&spending.value));
                let stages = action.stages.iter();
                stages.for_each(|stage| self.block(&stage.body));
                action.then.iter().for_each(|then| self.block(&then.body));
            }
            ItemKind::Order(order) => self.order(order),
            ItemKind::Placement(placement) => {
                self.put(MutationOperator::Item, whole, "");
                self.placement(placement);
            }
            ItemKind::Exception(exception) => {
                self.put(MutationOperator::Item, whole, "");
                self.exception(exception);
            }
            ItemKind::Void(void) => {
                self.put(MutationOperator::Item, whole, "");
                self.void(void);
            }
            ItemKind::Trigger(trigger) => {
                self.put(MutationOperator::Item, whole, "");
                self.trigger(trigger);
            }
            ItemKind::Phase(phase) => self.phase(phase),
            ItemKind::Tactic(tactic) => self.tactic(tactic),
            ItemKind::Replace(new) => {
                self.put(MutationOperator::Item, whole, "");
                self.kind(new, whole);
            }
            ItemKind::Part(change) => {
                self.put(MutationOperator::Item, whole, "");
                change.new.iter().for_each(|new| self.new_part(new));
            }
            ItemKind::Remove { .. } | ItemKind::RemoveEvery { .. } | ItemKind::SetOption { .. } => {
                self.put(MutationOperator::Item, whole, "");
            }
            // What is said of the document, what is taken in, and names alone.
            ItemKind::Source(_)
            | ItemKind::Document(_)
            | ItemKind::NoRule(_)
            | ItemKind::Uses(_)
            | ItemKind::Choice(_)
            | ItemKind::Event(_) => {}
        }
    }

    /// What changes within what is put in the place of a part.
    fn new_part(&mut self, new: &NewPart) {
        match new {
            NewPart::Stage(stage) => self.block(&stage.body),
            NewPart::Row(row) => {
                self.exprs(&row.values);
                row.body.iter().for_each(|body| self.block(body));
            }
            NewPart::Key(key) => self.expr(&key.value),
            NewPart::Condition(condition) => self.expr(condition),
            NewPart::Title(_) => {}
            NewPart::Head(head) => {
                let counting = head.counting.iter();
                counting.for_each(|counting| {
                    self.expr(&counting.from);
                    self.exprs(&counting.to);
                });
                self.exprs(&head.lasting);
                self.exprs(&head.while_);
            }
            NewPart::Body(body) => self.block(body),
        }
    }

    /// The next word of a choice, or whatever else can become of a value.
    fn default(&mut self, ty: &Type, default: &Expr) {
        let words = match &ty.kind {
            TypeKind::Choice(words) => Some(&words[..]),
            TypeKind::Named(name) => (self.choices.iter())
                .find(|choice| choice.name.text == name.text)
                .map(|choice| &choice.words[..]),
            TypeKind::YesNo => None,
        };
        if let (Some(words), ExprKind::Name(name)) = (words, &default.kind)
            && let Some(place) = words.iter().position(|word| word.text == name.text)
        {
            let next = words[(place + 1) % words.len()].text.clone();
            self.put(MutationOperator::Default, default.span, next);
            return;
        }
        self.expr(default);
    }

    fn table(&mut self, table: &TableDef) {
        match &table.key {
            // Other dice, or another range, would not fit the rows.
            TableKey::Dice(_) | TableKey::Parameter { .. } => {}
        }
        for pair in table.rows.windows(2) {
            self.without_row(&pair[0], &pair[1]);
            self.border(&pair[0], &pair[1]);
        }
        for row in &table.rows {
            self.exprs(&row.values);
            row.body.iter().for_each(|body| self.block(body));
        }
    }

    /// The second row goes; the first stands for its keys too.
    fn without_row(&mut self, first: &Row, second: &Row) {
        let (Some(keys), Some(end)) = (keys(second), keys(first).map(Span::at_end)) else {
            return;
        };
        let rest = self.snippet(end.to(first.span.at_end())).trim_end();
        let with = format!(", {}{rest}", self.snippet(keys));
        let stretch = end.to(second.span.at_end());
        self.put(MutationOperator::Row, stretch, with);
    }

    /// The border between two rows of numbers that follow each other is one farther up or down.
    fn border(&mut self, first: &Row, second: &Row) {
        let (
            Some(RowKey::Numbers { from, to }),
            Some(RowKey::Numbers {
                from: next,
                to: last,
            }),
        ) = (first.keys.last(), second.keys.first())
        else {
            return;
        };
        let [low, high] = [from, to.as_ref().unwrap_or(from)].map(value);
        let [next_low, next_high] = [next, last.as_ref().unwrap_or(next)].map(value);
        let (Some(low), Some(high), Some(next_low), Some(next_high)) =
            (low, high, next_low, next_high)
        else {
            return;
        };
        if high + 1 != next_low {
            return;
        }
        let upper = key(first.keys.last()).at_start();
        let lower = key(second.keys.first());
        let middle = key(first.keys.last()).at_end().to(lower.at_start());
        let middle = self.snippet(middle);
        for border in [high - 1, high + 1] {
            if low <= border && border < next_high {
                let with = format!(
                    "{}{middle}{}",
                    range(low, border),
                    range(border + 1, next_high)
                );
                self.put(MutationOperator::RowBorder, upper.to(lower), with);
            }
        }
    }
}

/// The place of all keys of a row.
fn keys(row: &Row) -> Option<Span> {
    let first = row.keys.first()?;
    Some(key(Some(first)).to(key(row.keys.last())))
}

fn key(key: Option<&RowKey>) -> Span {
    key.map_or_else(Span::default, RowKey::span)
}

fn value(number: &Number) -> Option<i64> {
    let value: i64 = number.digits.parse().ok()?;
    let value = if number.negative { -value } else { value };
    // So that one more or less is a number too.
    (value.abs() < i64::MAX / 2).then_some(value)
}

fn range(from: i64, to: i64) -> String {
    match from == to {
        true => from.to_string(),
        false => format!("{from}..{to}"),
    }
}
