//! Changes of parts of items.

use pest::iterators::Pair;

use super::Builder;
use super::describe::{Node, Take, Word};
use super::parts::{self, Parts};
use super::text;
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

change_nodes!(build_node);

/// The rules of the items to which parts can belong, with their kind where no word says it.
const OWNERS: &[(Rule, Category)] = &[
    (Rule::of_action, Category::Action),
    (Rule::of_table, Category::Table),
    (Rule::of_order, Category::Order),
    (Rule::of_phase, Category::Phase),
    (Rule::of_procedure, Category::Procedure),
    (Rule::of_trigger, Category::Trigger),
    (Rule::of_let, Category::Let),
    (Rule::of_guarded, Category::Exception),
    (Rule::of_titled, Category::Action),
];

// part_change = { replace_part | add_part | remove_part | in_body | beside_phase }
impl Node for PartChange {
    const RULES: &'static [Rule] = &[Rule::part_change];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let span = parts.span(builder);
        let verb = parts.word()?;
        let part = builder.item_part(parts)?;
        // `title of stage begins of cast`
        let part = match (part, parts.part(Rule::part_stage)) {
            (ItemPart::Title(_), Some(stage)) => {
                ItemPart::Title(Some(builder.take(&mut Parts::of(stage))?))
            }
            (part, _) => part,
        };
        let owner = builder.part_owner(parts)?;
        let beside = match parts.part(Rule::beside) {
            Some(beside) => {
                let before = parts::has(&beside, Rule::kw_before);
                let part = builder.item_name(Parts::of(beside).next()?);
                Some(Beside { before, part })
            }
            None => None,
        };
        let mut cites = Vec::new();
        let new = match verb {
            PartVerb::Remove => None,
            _ => Some(builder.new_part(parts, &part, span, &mut cites)?),
        };
        Some(PartChange {
            verb,
            part,
            owner,
            beside,
            new,
            cites,
            span,
        })
    }
}

impl Builder<'_> {
    /// Which part.
    fn item_part(&mut self, parts: &mut Parts<'_>) -> Option<ItemPart> {
        let Some(pair) = parts.any_of(&[
            Rule::part_stage,
            Rule::part_does,
            Rule::part_row,
            Rule::part_key,
            Rule::any_key,
            Rule::part_condition,
            Rule::any_condition,
            Rule::any_alternative,
            Rule::part_title,
            Rule::part_head,
        ]) else {
            return Some(ItemPart::Whole);
        };
        let rule = pair.as_rule();
        let inner = &mut Parts::of(pair);
        Some(match rule {
            Rule::part_stage => ItemPart::Stage(self.take(inner)?),
            Rule::part_does => ItemPart::Does,
            Rule::part_row => ItemPart::Rows(self.take(inner)?),
            Rule::part_title => ItemPart::Title(None),
            Rule::part_head => ItemPart::Head,
            Rule::any_alternative => ItemPart::Alternative,
            Rule::part_key | Rule::any_key => {
                ItemPart::Key(inner.next().map(|name| self.item_name(name)))
            }
            _ => ItemPart::Condition(inner.next().map(|name| self.item_name(name))),
        })
    }

    /// To what it belongs.
    fn part_owner(&mut self, parts: &mut Parts<'_>) -> Option<PartOwner> {
        let pair = parts.next()?;
        let (_, kind) = (OWNERS.iter()).find(|(rule, _)| *rule == pair.as_rule())?;
        let inner = &mut Parts::of(pair);
        Some(PartOwner {
            category: inner.word().unwrap_or(*kind),
            span: inner.span(self),
            name: inner.next().map(|name| self.item_name(name)),
        })
    }

    /// What is put in the place of a part, with what it carries out.
    fn new_part(
        &mut self,
        parts: &mut Parts<'_>,
        part: &ItemPart,
        span: Span,
        cites: &mut Vec<Citation>,
    ) -> Option<NewPart> {
        if let Some(body) = parts.part(Rule::body) {
            let (carried_out, block) = self.body(body);
            *cites = carried_out;
            return Some(NewPart::Body(block));
        }
        Some(match part {
            ItemPart::Stage(_) | ItemPart::Does => NewPart::Stage(Stage {
                name: match part {
                    ItemPart::Stage(name) => Some(name.clone()),
                    _ => None,
                },
                title: self.take(parts)?,
                cites: self.take(parts)?,
                body: self.take(parts)?,
                span,
            }),
            ItemPart::Rows(keys) => NewPart::Row(Row {
                keys: keys.clone(),
                title: self.take(parts)?,
                values: self.row_values(parts)?,
                body: self.take(parts)?,
                cites: self.take(parts)?,
                span,
            }),
            ItemPart::Key(_) => NewPart::Key(self.take(parts)?),
            ItemPart::Condition(_) | ItemPart::Alternative => {
                let condition = parts.next()?;
                let condition = self.take(&mut Parts::of(condition))?;
                *cites = self.take(parts)?;
                NewPart::Condition(condition)
            }
            ItemPart::Title(_) => NewPart::Title(self.take(parts)?),
            ItemPart::Head => NewPart::Head(self.take(parts)?),
            ItemPart::Whole => return None,
        })
    }

    /// A name, or a title in quotes.
    pub(super) fn item_name(&mut self, named: Pair<'_, Rule>) -> ItemName {
        let text = match named.as_rule() {
            Rule::text => text::plain(&named),
            _ => named.as_str().to_owned(),
        };
        let span = self.span(&named);
        ItemName { text, span }
    }
}
