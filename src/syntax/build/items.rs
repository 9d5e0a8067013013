//! Rule sets and their items, but for those that `describe` builds by itself.

use pest::iterators::Pair;

use super::Builder;
use super::describe::{Clause, Node, Take, Variants, Word};
use super::parts::{Parts, has};
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;

item_nodes!(build_node);
tactic_nodes!(build_node);

impl Builder<'_> {
    // rules_body = { lbrace ~ (item | bad_item)* ~ rbrace }
    pub(super) fn rules_body(&mut self, pair: Pair<'_, Rule>) -> Vec<Item> {
        let mut items = Vec::new();
        self.sequence(pair, Place::Item, |builder, pair| {
            items.extend(builder.item(pair))
        });
        items
    }

    pub(super) fn items(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Item>> {
        Some(self.rules_body(parts.part(Rule::rules_body)?))
    }

    // item = { option | kind | ... }
    fn item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let span = self.span(&pair);
        let kind = self.or_unreadable(span, |builder| {
            let inner = Parts::of(pair).next()?;
            ItemKind::variant(builder, inner.as_rule(), inner)
        });
        let allows = std::mem::take(&mut self.allows);
        kind.map(|kind| Item { kind, allows, span })
    }

    // replace = { kw_replace ~ replaceable }
    fn replaced(&mut self, parts: &mut Parts<'_>) -> Option<Box<Item>> {
        self.item(parts.part(Rule::replaceable)?).map(Box::new)
    }

    // remove = { kw_remove ~ (kw_every ~ category | category ~ (text | name)) ~ what_it_uses? }
    fn remove(&mut self, parts: &mut Parts<'_>) -> Option<ItemKind> {
        let category = self.take_in(parts, Rule::category)?;
        let named = parts.any_of(&[Rule::text, Rule::name]);
        let uses = parts.part(Rule::what_it_uses).is_some();
        let Some(named) = named else {
            return Some(ItemKind::RemoveEvery { category, uses });
        };
        let name = self.item_name(named);
        Some(ItemKind::Remove {
            category,
            name,
            uses,
        })
    }

    // row_value = { colon ~ expr ~ (bar ~ expr)* }
    pub(super) fn row_values(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Expr>> {
        match parts.part(Rule::row_value) {
            Some(values) => self.take(&mut Parts::of(values)),
            None => Some(Vec::new()),
        }
    }

    // (parameters | of_parameter)?; of_parameter = { kw_of ~ parameter }
    fn some_parameters(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Parameter>> {
        match parts.part(Rule::of_parameter) {
            Some(of) => self.take(&mut Parts::of(of)),
            None => self.take_in(parts, Rule::parameters),
        }
    }

    fn tactic_acts(&mut self, parts: &mut Parts<'_>) -> Option<Vec<TacticAct>> {
        let acts = parts.take_all(Rule::tactic_act).into_iter();
        acts.map(|pair| TacticAct::build(self, pair)).collect()
    }
}

// choice = { kw_choice ~ name ~ colon ~ choice_words ~ cites? }; choice_words = { name ~ ((bar ~ name)+ | (below ~ name)+) }
impl Node for ChoiceDef {
    const RULES: &'static [Rule] = &[Rule::choice];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let name = builder.take(parts)?;
        let words = parts.part(Rule::choice_words)?;
        Some(ChoiceDef {
            name,
            ordered: has(&words, Rule::below),
            words: builder.take(&mut Parts::of(words))?,
            cites: builder.take(parts)?,
        })
    }
}

// document = { kw_statements ~ document_id ~ numbers }
impl Node for DocumentDef {
    const RULES: &'static [Rule] = &[Rule::document];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let prefix = builder.take(parts)?;
        let (first, last) = builder.take_in(parts, Rule::numbers)?;
        Some(DocumentDef {
            prefix,
            first,
            last,
        })
    }
}

impl Builder<'_> {
    fn bound(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        self.chain(parts.part(Rule::sum_chain)?)
    }

    fn turn_edge(&mut self, parts: &mut Parts<'_>) -> Option<bool> {
        Some(has(&parts.part(Rule::turn_edge)?, Rule::kw_ends))
    }

    fn last_bound(&mut self, parts: &mut Parts<'_>) -> Option<Option<Expr>> {
        Some(self.bound(parts))
    }
}

// time = { kw_time ~ units_body }; units = { kw_units ~ units_body }
impl Take for Units {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        let mut units = Units {
            defs: Vec::new(),
            cites: Vec::new(),
            span: parts.span(builder),
        };
        let body = parts.part(Rule::units_body)?;
        builder.sequence(body, Place::Unit, |builder, pair| match pair.as_rule() {
            Rule::cites => units.cites.add(builder, pair),
            _ => units.defs.add(builder, pair),
        });
        Some(units)
    }
}

// type = { kw_optional? ~ (yes_no | words) }
impl Node for Type {
    const RULES: &'static [Rule] = &[Rule::r#type];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let optional = parts.has(Rule::kw_optional);
        let inner = parts.next()?;
        let kind = match inner.as_rule() {
            Rule::yes_no => TypeKind::YesNo,
            _ => {
                let mut words: Vec<Name> = builder.take(&mut Parts::of(inner))?;
                match words.len() {
                    1 => TypeKind::Named(words.pop()?),
                    _ => TypeKind::Choice(words),
                }
            }
        };
        let span = parts.span(builder);
        Some(Type {
            optional,
            kind,
            span,
        })
    }
}

// table_key = { dice | parameter ~ bounds? }
impl Take for TableKey {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        if let Some(dice) = builder.take(parts)? {
            return Some(TableKey::Dice(dice));
        }
        Some(TableKey::Parameter {
            parameter: builder.take(parts)?,
            range: builder.take_in(parts, Rule::bounds)?,
        })
    }
}

// row_key = { kw_else | open_end | numbers | name }
impl Node for RowKey {
    const RULES: &'static [Rule] = &[Rule::row_key];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let parts = &mut Parts::of(pair);
        if parts.has(Rule::kw_else) {
            return Some(RowKey::Else(span));
        }
        if let Some(word) = builder.take(parts)? {
            return Some(RowKey::Word(word));
        }
        if let Some((from, towards)) = builder.take_in(parts, Rule::open_end)? {
            return Some(RowKey::Open { from, towards });
        }
        let (from, to) = builder.take_in(parts, Rule::numbers)?;
        Some(RowKey::Numbers { from, to })
    }
}

// procedure = { kw_procedure ~ name ~ parameters ~ result_type? ~ body }
impl Node for ProcedureDef {
    const RULES: &'static [Rule] = &[Rule::procedure];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let name = builder.take(parts)?;
        let parameters = builder.take_in(parts, Rule::parameters)?;
        let ty = builder.take_in(parts, Rule::result_type)?;
        let (cites, body) = builder.body(parts.part(Rule::body)?);
        Some(ProcedureDef {
            name,
            parameters,
            ty,
            body,
            cites,
        })
    }
}

// stage = { kw_stage ~ name ~ text? ~ cites? ~ block }; does = { kw_does ~ block }
impl Node for Stage {
    const RULES: &'static [Rule] = &[Rule::stage, Rule::does];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let name = builder.take(parts)?;
        let title = builder.take(parts)?;
        let cites = builder.take(parts)?;
        Some(Stage {
            name,
            title,
            body: builder.take(parts)?,
            cites,
            span: builder.take(parts)?,
        })
    }
}

// pair_name = ${ name ~ lparen ~ SPACE* ~ thing ~ more ~ thing ~ SPACE* ~ rparen }
impl Node for PairName {
    const RULES: &'static [Rule] = &[Rule::pair_name];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let parts = &mut Parts::of(pair);
        Some(PairName {
            kind: builder.take(parts)?,
            one: builder.take(parts)?,
            other: builder.take(parts)?,
            span,
        })
    }
}
