//! Units, kinds, attributes, types and parameters.

use pest::iterators::Pair;

use super::Builder;
use super::parts::{self, Parts};
use super::place::Place;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // time = { kw_time ~ units_body }; units = { kw_units ~ units_body }
    pub(super) fn units(&mut self, pair: Pair<'_, Rule>) -> Option<Units> {
        let span = self.span(&pair);
        let mut units = Units {
            defs: Vec::new(),
            cites: Vec::new(),
            span,
        };
        let body = Parts::of(pair).part(Rule::units_body)?;
        self.sequence(body, Place::Unit, |builder, pair| match pair.as_rule() {
            Rule::cites => units.cites.extend(builder.cites(pair)),
            _ => units.defs.extend(builder.unit_def(pair)),
        });
        Some(units)
    }

    // unit_def = { name ~ plural? ~ (equals ~ unit_size)? ~ cites? }
    fn unit_def(&mut self, pair: Pair<'_, Rule>) -> Option<UnitDef> {
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts)?;
        let plural = self.take_plural(&mut parts);
        let size = parts
            .part(Rule::unit_size)
            .and_then(|pair| self.amount(Parts::of(pair)));
        Some(UnitDef {
            name,
            plural,
            size,
            cites: self.take_cites(&mut parts),
        })
    }

    // number ~ unit
    pub(super) fn amount(&self, mut parts: Parts<'_>) -> Option<(Number, Name)> {
        let number = parts.next().map(|pair| self.number(pair))?;
        let unit = parts.part(Rule::unit)?;
        Some((number, self.name(&unit)))
    }

    // plural = { comma ~ name }
    pub(super) fn take_plural(&self, parts: &mut Parts<'_>) -> Option<Name> {
        let plural = parts.part(Rule::plural)?;
        self.take_name(&mut Parts::of(plural))
    }

    // choice = { kw_choice ~ name ~ colon ~ choice_words ~ cites? }
    pub(super) fn choice(&mut self, mut parts: Parts<'_>) -> Option<ChoiceDef> {
        let name = self.take_name(&mut parts)?;
        let words = Parts::of(parts.part(Rule::choice_words)?);
        Some(ChoiceDef {
            name,
            words: words.map(|pair| self.name(&pair)).collect(),
            cites: self.take_cites(&mut parts),
        })
    }

    // kind = { kw_kind ~ name ~ plural? ~ kind_body }
    pub(super) fn kind(&mut self, mut parts: Parts<'_>) -> Option<KindDef> {
        let name = self.take_name(&mut parts)?;
        let plural = self.take_plural(&mut parts);
        let mut kind = KindDef {
            name,
            plural,
            attributes: Vec::new(),
            cites: Vec::new(),
        };
        self.sequence(
            parts.part(Rule::kind_body)?,
            Place::Attribute,
            |builder, pair| match pair.as_rule() {
                Rule::cites => kind.cites.extend(builder.cites(pair)),
                _ => kind.attributes.extend(builder.attribute(pair)),
            },
        );
        Some(kind)
    }

    // attribute = { name ~ colon ~ type ~ default? ~ text? ~ cites? }
    fn attribute(&mut self, pair: Pair<'_, Rule>) -> Option<Attribute> {
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts)?;
        let ty = self.take_type(&mut parts)?;
        let default = parts
            .part(Rule::default)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        let text = self.take_text(&mut parts);
        Some(Attribute {
            name,
            ty,
            default,
            text,
            cites: self.take_cites(&mut parts),
        })
    }

    /// The type, if it comes next.
    // type = { kw_optional? ~ (yes_no | words) }
    pub(super) fn take_type(&self, parts: &mut Parts<'_>) -> Option<Type> {
        let pair = parts.part(Rule::r#type)?;
        let span = self.span(&pair);
        let optional = parts::has(&pair, Rule::kw_optional);
        let inner = Parts::of(pair).next()?;
        let kind = match inner.as_rule() {
            Rule::yes_no => TypeKind::YesNo,
            _ => {
                let mut words: Vec<Name> = Parts::of(inner).map(|pair| self.name(&pair)).collect();
                if words.len() == 1 {
                    TypeKind::Named(words.pop()?)
                } else {
                    TypeKind::Choice(words)
                }
            }
        };
        Some(Type {
            optional,
            kind,
            span,
        })
    }

    /// The parameters, if they come next.
    // parameters = { lparen ~ (parameter ~ (comma ~ parameter)*)? ~ rparen }
    pub(super) fn take_parameters(&self, parts: &mut Parts<'_>) -> Vec<Parameter> {
        let parameters = parts.part(Rule::parameters).map(Parts::of);
        parameters
            .into_iter()
            .flatten()
            .filter_map(|pair| self.parameter(pair))
            .collect()
    }

    // parameter = { type ~ name }
    pub(super) fn parameter(&self, pair: Pair<'_, Rule>) -> Option<Parameter> {
        let mut parts = Parts::of(pair);
        Some(Parameter {
            ty: self.take_type(&mut parts)?,
            name: self.take_name(&mut parts)?,
        })
    }

    // result_type = { colon ~ type }
    pub(super) fn take_result_type(&self, parts: &mut Parts<'_>) -> Option<Type> {
        let result = parts.part(Rule::result_type)?;
        self.take_type(&mut Parts::of(result))
    }
}
