//! Tables and their rows.

use pest::iterators::Pair;

use super::Builder;
use super::parts::Parts;
use super::place::Place;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // table = { kw_table ~ name ~ text? ~ parameters? ~ kw_on ~ table_key ~ result_type? ~ table_body }
    pub(super) fn table(&mut self, mut parts: Parts<'_>) -> Option<TableDef> {
        let name = self.take_name(&mut parts)?;
        let title = self.take_text(&mut parts);
        let parameters = self.take_parameters(&mut parts);
        let key = self.table_key(parts.part(Rule::table_key)?)?;
        let ty = self.take_result_type(&mut parts);
        let mut table = TableDef {
            name,
            title,
            parameters,
            key,
            ty,
            rows: Vec::new(),
            cites: Vec::new(),
        };
        self.sequence(
            parts.part(Rule::table_body)?,
            Place::Row,
            |builder, pair| match pair.as_rule() {
                Rule::cites => table.cites.extend(builder.cites(pair)),
                _ => table.rows.extend(builder.row(pair)),
            },
        );
        Some(table)
    }

    // table_key = { dice | parameter ~ key_range? }
    fn table_key(&mut self, pair: Pair<'_, Rule>) -> Option<TableKey> {
        let mut parts = Parts::of(pair);
        if let Some(dice) = parts.part(Rule::dice) {
            return Some(TableKey::Dice(self.dice(dice)?));
        }
        let parameter = parts
            .part(Rule::parameter)
            .and_then(|pair| self.parameter(pair))?;
        let range = parts.part(Rule::key_range).and_then(|range| {
            let mut parts = Parts::of(range);
            Some((self.take_expr(&mut parts)?, self.take_expr(&mut parts)?))
        });
        Some(TableKey::Parameter { parameter, range })
    }

    // row = { row_key ~ (comma ~ row_key)* ~ text? ~ row_value? ~ block? ~ cites? }
    fn row(&mut self, pair: Pair<'_, Rule>) -> Option<Row> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let keys = parts
            .take_all(Rule::row_key)
            .into_iter()
            .filter_map(|pair| self.row_key(pair))
            .collect();
        let title = self.take_text(&mut parts);
        let value = parts
            .part(Rule::row_value)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        let body = self.take_block(&mut parts);
        Some(Row {
            keys,
            title,
            value,
            body,
            cites: self.take_cites(&mut parts),
            span,
        })
    }

    // row_key = { numbers | name }
    fn row_key(&self, pair: Pair<'_, Rule>) -> Option<RowKey> {
        let inner = Parts::of(pair).next()?;
        if inner.as_rule() == Rule::name {
            return Some(RowKey::Word(self.name(&inner)));
        }
        let mut numbers = Parts::of(inner).map(|pair| self.number(pair));
        Some(RowKey::Numbers {
            from: numbers.next()?,
            to: numbers.next(),
        })
    }
}
