//! Rule sets and their items. What stands inside orders, exceptions and their like is in `clauses`.

use pest::iterators::Pair;

use super::parts::{self, Parts};
use super::place::Place;
use super::{Builder, text};
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // rules = { kw_rules ~ name ~ text? ~ extends? ~ rules_body }
    pub(super) fn rules(&mut self, pair: Pair<'_, Rule>) -> Option<Rules> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts)?;
        let title = self.take_text(&mut parts);
        let extends = parts
            .part(Rule::extends)
            .and_then(|pair| self.take_text(&mut Parts::of(pair)));
        let items = self.rules_body(parts.part(Rule::rules_body)?);
        Some(Rules {
            name,
            title,
            extends,
            items,
            span,
        })
    }

    // rules_body = { lbrace ~ (item | bad_item)* ~ rbrace }
    pub(super) fn rules_body(&mut self, pair: Pair<'_, Rule>) -> Vec<Item> {
        let mut items = Vec::new();
        self.sequence(pair, Place::Item, |builder, pair| {
            items.extend(builder.item(pair))
        });
        items
    }

    // item = { option | kind | ... }
    fn item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let span = self.span(&pair);
        let kind = self.or_unreadable(span, |builder| builder.item_kind(Parts::of(pair).next()?));
        let allows = std::mem::take(&mut self.allows);
        kind.map(|kind| Item { kind, allows, span })
    }

    fn item_kind(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let whole = pair.clone();
        let mut parts = Parts::of(pair);
        Some(match whole.as_rule() {
            Rule::source => ItemKind::Source(self.take_text(&mut parts)?),
            Rule::document => ItemKind::Document(self.document(parts)?),
            Rule::no_rule => ItemKind::NoRule(self.no_rule(parts)?),
            Rule::uses => ItemKind::Uses(self.take_text(&mut parts)?),
            Rule::remove => self.remove(parts)?,
            Rule::replace => {
                ItemKind::Replace(Box::new(self.item(parts.part(Rule::replaceable)?)?))
            }
            Rule::set_option => {
                let name = self.take_name(&mut parts)?;
                ItemKind::SetOption {
                    name,
                    value: self.take_expr(&mut parts)?,
                }
            }
            Rule::time => ItemKind::Time(self.units(whole)?),
            Rule::units => ItemKind::Units(self.units(whole)?),
            Rule::option => ItemKind::Option(self.option(parts)?),
            Rule::choice => ItemKind::Choice(self.choice(parts)?),
            Rule::kind => ItemKind::Kind(self.kind(parts)?),
            Rule::definition => ItemKind::Let(self.definition(parts)?),
            Rule::table => ItemKind::Table(self.table(parts)?),
            Rule::procedure => ItemKind::Procedure(self.procedure(parts)?),
            Rule::event => ItemKind::Event(self.event(parts)?),
            Rule::action => ItemKind::Action(self.action(whole)?),
            Rule::order => ItemKind::Order(self.order(parts)?),
            Rule::placement => ItemKind::Placement(self.placement(parts)?),
            Rule::exception => ItemKind::Exception(self.exception(parts)?),
            Rule::void => ItemKind::Void(self.void(parts)?),
            Rule::trigger => ItemKind::Trigger(self.trigger(parts)?),
            Rule::phase => ItemKind::Phase(self.phase(whole)?),
            Rule::tactic => ItemKind::Tactic(self.tactic(parts)?),
            _ => return None,
        })
    }

    // document = { kw_statements ~ document_id ~ numbers }
    fn document(&mut self, mut parts: Parts<'_>) -> Option<DocumentDef> {
        let prefix = self.name(&parts.part(Rule::document_id)?);
        let mut numbers = Parts::of(parts.part(Rule::numbers)?).map(|pair| self.number(pair));
        Some(DocumentDef {
            prefix,
            first: numbers.next()?,
            last: numbers.next(),
        })
    }

    // no_rule = { kw_no ~ kw_rule ~ kw_for ~ numbered ~ (comma ~ numbered)* ~ because }
    fn no_rule(&mut self, mut parts: Parts<'_>) -> Option<NoRuleDef> {
        let statements = parts.take_all(Rule::numbered).into_iter();
        let statements = statements.filter_map(|pair| self.citation(pair)).collect();
        Some(NoRuleDef {
            statements,
            because: self.take_because(&mut parts)?,
        })
    }

    // remove = { kw_remove ~ (kw_every ~ category | category ~ (text | name)) }
    fn remove(&mut self, mut parts: Parts<'_>) -> Option<ItemKind> {
        let category = parts::token(&parts.part(Rule::category)?, category)?;
        let Some(named) = parts.next() else {
            return Some(ItemKind::RemoveEvery(category));
        };
        let span = self.span(&named);
        let text = if named.as_rule() == Rule::text {
            text::plain(&named)
        } else {
            named.as_str().to_owned()
        };
        Some(ItemKind::Remove {
            category,
            name: ItemName { text, span },
        })
    }

    // option = { kw_option ~ name ~ colon ~ type ~ equals ~ expr ~ text? ~ cites? }
    fn option(&mut self, mut parts: Parts<'_>) -> Option<OptionDef> {
        Some(OptionDef {
            name: self.take_name(&mut parts)?,
            ty: self.take_type(&mut parts)?,
            default: self.take_expr(&mut parts)?,
            text: self.take_text(&mut parts),
            cites: self.take_cites(&mut parts),
        })
    }

    // definition = { kw_let ~ name ~ (parameters | of_parameter)? ~ result_type? ~ equals ~ expr ~ text? ~ cites? }
    fn definition(&mut self, mut parts: Parts<'_>) -> Option<LetDef> {
        let name = self.take_name(&mut parts)?;
        let mut parameters = self.take_parameters(&mut parts);
        if let Some(of) = parts.part(Rule::of_parameter) {
            parameters.extend(Parts::of(of).next().and_then(|pair| self.parameter(pair)));
        }
        let ty = self.take_result_type(&mut parts);
        let value = self.take_expr(&mut parts)?;
        let text = self.take_text(&mut parts);
        Some(LetDef {
            name,
            parameters,
            ty,
            value,
            text,
            cites: self.take_cites(&mut parts),
        })
    }

    // procedure = { kw_procedure ~ name ~ parameters ~ body }
    fn procedure(&mut self, mut parts: Parts<'_>) -> Option<ProcedureDef> {
        let name = self.take_name(&mut parts)?;
        let parameters = self.take_parameters(&mut parts);
        let (cites, body) = self.body(parts.part(Rule::body)?);
        Some(ProcedureDef {
            name,
            parameters,
            body,
            cites,
        })
    }

    // event = { kw_event ~ name ~ parameters ~ text? ~ cites? }
    fn event(&mut self, mut parts: Parts<'_>) -> Option<EventDef> {
        let name = self.take_name(&mut parts)?;
        let parameters = self.take_parameters(&mut parts);
        let text = self.take_text(&mut parts);
        Some(EventDef {
            name,
            parameters,
            text,
            cites: self.take_cites(&mut parts),
        })
    }

    // action = { kw_action ~ name ~ plural? ~ text? ~ at_once? ~ action_body }
    fn action(&mut self, pair: Pair<'_, Rule>) -> Option<ActionDef> {
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts)?;
        let verb = self.take_plural(&mut parts);
        let title = self.take_text(&mut parts);
        let at_once = parts.pass(Rule::at_once);
        let body = parts.part(Rule::action_body)?;
        let mut action = ActionDef {
            name,
            verb,
            title,
            at_once,
            takes: None,
            stages: Vec::new(),
            cites: Vec::new(),
        };
        self.sequence(body, Place::ActionClause, |builder, pair| {
            match pair.as_rule() {
                Rule::cites => action.cites.extend(builder.cites(pair)),
                Rule::takes => {
                    let span = builder.span(&pair);
                    let mut parts = Parts::of(pair);
                    let Some(object) = builder.take_name(&mut parts) else {
                        return;
                    };
                    let takes = (object, builder.take_name(&mut parts));
                    builder.only_once(&mut action.takes, takes, span, "`takes`");
                }
                _ => action.stages.extend(builder.stage(pair)),
            }
        });
        Some(action)
    }

    // stage = { kw_stage ~ name ~ text? ~ cites? ~ block }; does = { kw_does ~ block }
    fn stage(&mut self, pair: Pair<'_, Rule>) -> Option<Stage> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts);
        let title = self.take_text(&mut parts);
        let cites = self.take_cites(&mut parts);
        Some(Stage {
            name,
            title,
            body: self.take_block(&mut parts)?,
            cites,
            span,
        })
    }

    // phase = { kw_phase ~ name ~ text? ~ counting? ~ lasting? ~ phase_while? ~ body }
    pub(super) fn phase(&mut self, pair: Pair<'_, Rule>) -> Option<PhaseDef> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts)?;
        let title = self.take_text(&mut parts);
        let counting = parts.part(Rule::counting).and_then(|counting| {
            let down = parts::has(&counting, Rule::kw_down);
            let mut parts = Parts::of(counting);
            Some(Counting {
                down,
                from: self.take_expr(&mut parts)?,
                to: self.take_expr(&mut parts),
            })
        });
        let lasting = parts
            .part(Rule::lasting)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        let while_ = parts
            .part(Rule::phase_while)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        let (cites, body) = self.body(parts.part(Rule::body)?);
        Some(PhaseDef {
            name,
            title,
            counting,
            lasting,
            while_,
            body,
            cites,
            span,
        })
    }
}

fn category(rule: Rule) -> Option<Category> {
    Some(match rule {
        Rule::kw_option => Category::Option,
        Rule::kw_choice => Category::Choice,
        Rule::kw_kind => Category::Kind,
        Rule::kw_let => Category::Let,
        Rule::kw_table => Category::Table,
        Rule::kw_procedure => Category::Procedure,
        Rule::kw_event => Category::Event,
        Rule::kw_action => Category::Action,
        Rule::kw_order => Category::Order,
        Rule::kw_placement => Category::Placement,
        Rule::kw_exception => Category::Exception,
        Rule::kw_void => Category::Void,
        Rule::kw_trigger => Category::Trigger,
        Rule::kw_phase => Category::Phase,
        Rule::kw_tactic => Category::Tactic,
        _ => return None,
    })
}
