//! How many blanks stand between two words, and where a line may break: tables by the rules of the grammar. No state.

use pest::iterators::Pair;

use super::tokens::AlignStop;
use crate::syntax::grammar::Rule;

/// How many degrees of looseness there are at one depth.
pub(super) const LEVELS: usize = 8;
/// The blanks between two entries on one line.
const BETWEEN_ENTRIES: usize = 3;
/// The blanks before what stands at the end of a line: a text, `cites`, a comment.
pub(super) const BEFORE_TAIL: usize = 3;

/// A word by its rule and the rule that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    pub rule: Rule,
    pub parent: Rule,
}

/// The blanks between two entries that stand on one line.
pub(super) fn between_entries(before: After, here: After) -> usize {
    let first = before.rule == Rule::lbrace;
    if first || before.rule == Rule::comma || here.parent == Rule::expect_order {
        1
    } else {
        BETWEEN_ENTRIES
    }
}

/// The blanks between two words of one entry.
pub(super) fn blanks(before: After, here: After) -> usize {
    let tight_before = matches!(
        here.rule,
        Rule::comma | Rule::colon | Rule::rparen | Rule::point | Rule::dotdot
    );
    let tight_after = matches!(
        before.rule,
        Rule::lparen | Rule::point | Rule::dotdot | Rule::minus
    );
    let call = here.rule == Rule::lparen
        && match here.parent {
            Rule::arguments | Rule::signal | Rule::group_here | Rule::pair_name => true,
            Rule::parameters => before.rule == Rule::name,
            _ => false,
        };
    let inside = matches!(here.parent, Rule::yes_no) && here.parent == before.parent;
    // `3*d(x)`
    let dice = here.parent == Rule::dice_size && here.rule != Rule::number;
    let dice = dice && !(here.rule == Rule::dice && before.rule != Rule::star);
    // `1/7`
    let fraction = here.parent == Rule::chance_of || before.parent == Rule::chance_of;
    if tight_before || fraction || tight_after || call || inside || dice {
        return 0;
    }
    match (here.parent, here.rule) {
        (Rule::tactic_when, Rule::kw_when) => BEFORE_TAIL,
        (Rule::option | Rule::attribute | Rule::definition | Rule::key, Rule::text)
        | (Rule::cites, Rule::kw_cites)
            if !matches!(before.rule, Rule::lbrace | Rule::rbrace) =>
        {
            BEFORE_TAIL
        }
        _ => 1,
    }
}

/// What can be lined up.
pub(super) fn stop(parent: Rule, part: Rule) -> AlignStop {
    match (parent, part) {
        (
            Rule::option | Rule::attribute | Rule::definition | Rule::key | Rule::event,
            Rule::text,
        ) => AlignStop::Text,
        // The conditions of a tactic stand below each other, as in a table.
        (Rule::tactic_line, Rule::tactic_when) => AlignStop::Text,
        (_, Rule::cites) => AlignStop::Cites,
        _ => AlignStop::Word,
    }
}

/// Whether the lines of a pair that break are indented by themselves.
pub(super) fn is_group(pair: &Pair<'_, Rule>) -> bool {
    match pair.as_rule() {
        Rule::expr => has(pair, Rule::branch),
        Rule::chain | Rule::and_chain | Rule::sum_chain | Rule::product_chain => {
            pair.clone().into_inner().count() > 1
        }
        Rule::arguments | Rule::parameters | Rule::act_settings => true,
        Rule::aggregate
        | Rule::quantifier
        | Rule::count
        | Rule::all
        | Rule::the
        | Rule::where_chain => true,
        _ => false,
    }
}

fn has(pair: &Pair<'_, Rule>, rule: Rule) -> bool {
    pair.clone().into_inner().any(|part| part.as_rule() == rule)
}

/// Whether a line may break before a part: `Some(None)` if only its author breaks it there, else how loose the tie is,
/// 0 the loosest.
pub(super) fn may_break(
    parent: Rule,
    before: Option<Rule>,
    part: &Pair<'_, Rule>,
) -> Option<Option<usize>> {
    if before == Some(Rule::comma) {
        return (!matches!(parent, Rule::plural)).then_some(Some(2));
    }
    let looseness = match (parent, part.as_rule()) {
        (_, Rule::cites) | (Rule::cites, Rule::allow) => 0,
        (
            Rule::option | Rule::attribute | Rule::definition | Rule::key | Rule::event,
            Rule::text,
        ) => 0,
        (Rule::definition | Rule::default | Rule::option, Rule::expr) => 0,
        (Rule::set | Rule::let_statement | Rule::row_value | Rule::key, Rule::expr) => {
            return Some(None);
        }
        (Rule::rules, Rule::extends) | (Rule::order, Rule::during) | (Rule::table, Rule::kw_on) => {
            1
        }
        (Rule::tactic, Rule::tactic_for) | (Rule::tactic_line, Rule::tactic_when) => 1,
        (Rule::tactic_act, Rule::tactic_at) | (Rule::the, Rule::chosen) => 1,
        (Rule::phase, Rule::counting | Rule::lasting | Rule::phase_while) => 1,
        (Rule::each, Rule::where_expr | Rule::in_order) => 1,
        (Rule::part_change, Rule::key | Rule::guard | Rule::if_guard | Rule::phase_while) => 1,
        (Rule::ask, Rule::about | Rule::text) => 1,
        (Rule::ask_among, Rule::where_expr) => 2,
        (_, Rule::overs | Rule::because | Rule::has | Rule::otherwise | Rule::in_moment) => 1,
        (Rule::among, Rule::where_chain) | (Rule::compare | Rule::consult, Rule::kw_with) => 1,
        (Rule::aggregate, Rule::kw_among) => 2,
        (_, Rule::after_act | Rule::at_end_of | Rule::at_end) => 1,
        (Rule::expect_act, Rule::act_order | Rule::not_happening | Rule::outcome) => 1,
        (Rule::words | Rule::act_kinds | Rule::asked_actions, Rule::bar) => 3,
        (Rule::chain | Rule::and_chain | Rule::sum_chain | Rule::product_chain, _) => {
            return operator(part).map(Some);
        }
        _ => return None,
    };
    Some(Some(looseness))
}

/// How loose the tie of an operator is.
fn operator(part: &Pair<'_, Rule>) -> Option<usize> {
    match part.as_rule() {
        Rule::or_else => return Some(0),
        Rule::kw_or => return Some(1),
        Rule::kw_and => return Some(2),
        Rule::comparator => return Some(3),
        Rule::infix | Rule::arithmetic => {}
        _ => return None,
    }
    let sign = part
        .clone()
        .into_inner()
        .find(|part| part.as_rule() != Rule::comment)?;
    Some(match sign.as_rule() {
        Rule::kw_and => 2,
        Rule::plus | Rule::minus_between => 4,
        Rule::star | Rule::slash | Rule::kw_mod => 5,
        _ => 3,
    })
}
