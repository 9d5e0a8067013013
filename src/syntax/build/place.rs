//! The places where lines stand, and what a line should have been at each of them.

use crate::syntax::grammar::Rule;
use crate::syntax::words;

/// Where a line stands: decides what it should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Place {
    Top,
    Item,
    Unit,
    Attribute,
    Row,
    ActionClause,
    OrderClause,
    PlacementClause,
    ExceptionClause,
    VoidClause,
    TacticClause,
    Happening,
    Statement,
    TriggerStatement,
    Entry,
    PeriodEntry,
    Member,
    Setting,
    Assignment,
}

impl Place {
    /// The rule that a broken line should have been.
    pub(super) fn rule(self, text: &str) -> Rule {
        match self {
            Place::Top => Rule::only_top,
            Place::Item => Rule::only_item,
            Place::Unit => Rule::only_unit_def,
            Place::Attribute => Rule::only_attribute,
            Place::Row => Rule::only_row,
            Place::ActionClause => Rule::only_action_clause,
            Place::OrderClause => Rule::only_order_clause,
            Place::PlacementClause => Rule::only_placement_clause,
            Place::ExceptionClause => Rule::only_exception_clause,
            Place::VoidClause => Rule::only_void_clause,
            Place::TacticClause => Rule::only_tactic_clause,
            Place::Happening => Rule::only_happening,
            Place::TriggerStatement if words::first_word(text) == "limit" => Rule::only_limit,
            Place::Statement | Place::TriggerStatement => Rule::only_statement,
            Place::Entry => entry_rule(text),
            Place::PeriodEntry if words::first_word(text) == "expect" => Rule::only_entry,
            Place::PeriodEntry => Rule::only_period_entry,
            Place::Member => Rule::only_member,
            Place::Setting => Rule::only_setting,
            Place::Assignment => Rule::only_assignment,
        }
    }

    /// How the body of a thing is read whose head is broken, by its first word.
    pub(super) fn body_rule(self, word: &str) -> Option<Rule> {
        let word = words::nearest(word, self);
        Some(match (self, word) {
            (Place::Top, "rules") => Rule::rules_body,
            (Place::Top, "scenario") => Rule::scenario_body,
            (Place::Item, "exception") => Rule::exception_body,
            (Place::Item, "placement") => Rule::placement_body,
            (Place::Item, "void") => Rule::void_body,
            (Place::Item, "tactic") => Rule::tactic_body,
            (Place::Item, "order") => Rule::order_body,
            (Place::Item, "kind") => Rule::kind_body,
            (Place::Item, "time" | "units") => Rule::units_body,
            (Place::Item, "action") => Rule::action_body,
            (Place::Item, "table") => Rule::table_body,
            (Place::Item, "trigger") => Rule::trigger_body,
            (Place::Item | Place::Statement | Place::TriggerStatement, "phase" | "procedure") => {
                Rule::body
            }
            (Place::Statement | Place::TriggerStatement, "if" | "each" | "repeat" | "else") => {
                Rule::block
            }
            (Place::ActionClause, "stage" | "does") => Rule::block,
            (Place::Entry, "side") => Rule::side_body,
            _ => return None,
        })
    }
}

/// An entry that begins with a keyword of its own is read as that and nothing else.
fn entry_rule(text: &str) -> Rule {
    let word = words::first_word(text);
    let second = words::first_word(text[word.len()..].trim_start());
    match (word, second) {
        ("rules", _) => Rule::only_rules_file,
        ("proves", _) => Rule::only_proves,
        ("option", _) => Rule::only_option_choice,
        ("snapshot", _) => Rule::only_snapshot,
        ("seed", _) => Rule::only_seed,
        ("begin", _) => Rule::only_begin_at,
        ("stop", _) => Rule::only_stop_at,
        ("side", _) => Rule::only_side,
        ("odds", _) => Rule::only_odds,
        ("tactic", _) => Rule::only_in_force,
        ("expect", "order") => Rule::only_expect_order,
        ("expect", "declared") => Rule::only_expect_declared,
        ("expect", "rolls") => Rule::only_expect_count,
        ("expect", _) => Rule::only_expect,
        _ => Rule::only_entry,
    }
}
