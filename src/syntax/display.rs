//! What each rule of the grammar is called in a message: never by its own name.

use super::grammar::Rule;

/// The keyword that a rule stands for, if it is one.
pub(super) fn keyword(rule: Rule) -> Option<String> {
    format!("{rule:?}").strip_prefix("kw_").map(|word| {
        if word == "times_x" {
            "x".to_owned()
        } else {
            word.to_owned()
        }
    })
}

/// Whether a rule only makes a longer value of a value that stands before it: told as an operator.
pub(super) fn goes_on_value(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::arguments
            | Rule::lparen
            | Rule::kw_of
            | Rule::of
            | Rule::number
            | Rule::unit
            | Rule::kw_or
            | Rule::kw_is
            | Rule::kw_mod
            | Rule::kw_and
            | Rule::dot
            | Rule::point
            | Rule::otherwise
            | Rule::where_chain
            | Rule::kw_rounded
    )
}

/// What a rule is called in a message. `None`: not worth telling.
pub(super) fn display(rule: Rule) -> Option<String> {
    if let Some(word) = keyword(rule) {
        return Some(format!("`{word}`"));
    }
    Some(noun_of(rule)?.to_owned())
}

fn noun_of(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::lbrace | Rule::block | Rule::body | Rule::assignments | Rule::settings_body => "`{`",
        Rule::rules_body
        | Rule::units_body
        | Rule::kind_body
        | Rule::table_body
        | Rule::action_body => "`{`",
        Rule::order_body | Rule::placement_body | Rule::exception_body | Rule::void_body => "`{`",
        Rule::tactic_body => "`{`",
        Rule::trigger_body | Rule::scenario_body | Rule::side_body | Rule::period_body => "`{`",
        Rule::rbrace => "`}`",
        Rule::lparen | Rule::parameters | Rule::arguments | Rule::act_settings => "`(`",
        Rule::rparen => "`)`",
        Rule::comma | Rule::plural | Rule::ask_default | Rule::about_things => "`,`",
        Rule::colon
        | Rule::result_type
        | Rule::row_value
        | Rule::inline_settings
        | Rule::key_name => "`:`",
        Rule::equals | Rule::default => "`=`",
        Rule::slash => "`/`",
        Rule::quote | Rule::text => "a text in quotes",
        Rule::EOI => "the end of the line",
        Rule::name | Rule::act_word | Rule::order_name => "a name",
        Rule::thing | Rule::act_what | Rule::act_object | Rule::member | Rule::member_name => {
            "a name"
        }
        Rule::number | Rule::signed | Rule::numbers => "a number",
        Rule::unit | Rule::measure => "a number with its unit",
        Rule::unit_size => "a number and a unit, as in `10 segments`",
        Rule::unit_def => "a unit",
        Rule::dice | Rule::dice_size | Rule::dice_count | Rule::group_here | Rule::die => {
            "dice, as in `2d6`"
        }
        Rule::tie_roll => "`roll`",
        Rule::r#type | Rule::words | Rule::yes_no => "a type",
        Rule::choice_words => "two words or more, as in `slow | fast`",
        Rule::parameter => "a parameter, as in `combatant c`",
        Rule::of_parameter => "`of`",
        Rule::table_key => "dice or a parameter",
        Rule::expr
        | Rule::operand
        | Rule::primary
        | Rule::chain
        | Rule::and_chain
        | Rule::sum_chain
        | Rule::product_chain
        | Rule::place
        | Rule::group
        | Rule::named
        | Rule::quantity => "an expression",
        Rule::infix
        | Rule::comparator
        | Rule::or_else
        | Rule::test
        | Rule::rounded
        | Rule::arithmetic
        | Rule::plus
        | Rule::minus_between
        | Rule::star
        | Rule::op_le
        | Rule::op_ge
        | Rule::op_lt
        | Rule::op_gt
        | Rule::op_ne
        | Rule::is_not
        | Rule::is_known
        | Rule::is_missing
        | Rule::is_in_play
        | Rule::is_out_of_play
        | Rule::minus => "an operator",
        Rule::among => "a kind and a name, as in `combatant c`",
        Rule::where_expr | Rule::where_chain => "`where`",
        Rule::has => "`has`",
        Rule::otherwise => "`or else`",
        Rule::in_order => "`in order of`",
        Rule::about | Rule::about_list => "`about`",
        Rule::because => "`because`",
        Rule::item => "an item of the rules",
        Rule::replaceable => "an item that has a name",
        Rule::what_it_uses => "`and what only it uses`",
        Rule::soft_what => "`what`",
        Rule::soft_only => "`only`",
        Rule::soft_it => "`it`",
        Rule::soft_they => "`they`",
        Rule::soft_use => "`use`",
        Rule::part_change => "a change of a part",
        Rule::part_stage => "`stage`",
        Rule::part_does => "`does`",
        Rule::part_row => "`row`",
        Rule::part_key | Rule::any_key => "`key`",
        Rule::part_condition | Rule::any_condition => "`condition`",
        Rule::any_alternative => "`alternative`",
        Rule::part_title => "`title`",
        Rule::part_head => "`head`",
        Rule::of_action => "an action",
        Rule::of_table => "a table",
        Rule::of_order => "`the order`, or `order` and its name",
        Rule::of_phase => "`phase` and its name",
        Rule::of_procedure => "`procedure` and its name",
        Rule::of_trigger => "`trigger` and its title",
        Rule::of_let => "`let` and a name",
        Rule::of_guarded => "`exception`, `placement` or `void`, and its title",
        Rule::of_titled => "an item with a title, as in `action cast`",
        Rule::beside => "`before` or `after`",
        Rule::category => "the kind of an item, as in `exception`",
        Rule::statement | Rule::statements => "a statement",
        Rule::entry => "an entry of the scenario",
        Rule::row | Rule::row_key | Rule::open_end | Rule::column => "a number or a word",
        Rule::columns => "`by` and a parameter",
        Rule::attribute => "an attribute",
        Rule::document_id => "what stands before the numbers, as in `statements OS 1..120`",
        Rule::citation | Rule::cite_id | Rule::numbered => "a citation, as in `OS-12`",
        Rule::cite_end => "the end of a range, as in `OS-12..15`",
        Rule::cites => "`cites`",
        Rule::allow => "`allow`",
        Rule::extends => "`extends`",
        Rule::overs => "`over`",
        Rule::at_once => "`at once`",
        Rule::not_declared => "`not declared`",
        Rule::during => "`during`",
        Rule::key => "`by`",
        Rule::circles => "`circles: together`",
        Rule::key_acts | Rule::for_one | Rule::for_two | Rule::limit_keys => "`for`",
        Rule::act_kind | Rule::act_kinds => "an action, as in `cast` or `cast.completes`, or `act`",
        Rule::act_binding => "a name and its actions, as in `a: strike`",
        Rule::bar => "`|`",
        Rule::highest_first => "`highest first`",
        Rule::lowest_first => "`lowest first`",
        Rule::missing_place => "`missing first`, `missing last` or `missing ask`",
        Rule::guard | Rule::tactic_when => "`when`",
        Rule::tactic_line => "`declare`",
        Rule::tactic_act => "an action",
        Rule::tactic_for => "`for`, as in `for combatant c`",
        Rule::tactic_at => "`at`",
        Rule::tactic_what => "an expression",
        Rule::chosen => "`with`",
        Rule::faces => "a number",
        Rule::extreme => "`highest` or `lowest`",
        Rule::fighters => "`:`",
        Rule::compare => "`compare`",
        Rule::relation => {
            "`waits for`, `goes ahead of`, `joins`, `not before`, `not after`, `leads` or `trails`"
        }
        Rule::waits_for => "`waits for`",
        Rule::goes_ahead_of => "`goes ahead of`",
        Rule::not_before => "`not before`",
        Rule::not_after => "`not after`",
        Rule::happening => "`when ...` or `before ...`",
        Rule::act_happening | Rule::signal => "an act or an event",
        Rule::act_moment => "`resolves` or `is declared`",
        Rule::if_guard => "`if`",
        Rule::limit => "`limit`",
        Rule::counting => "`counting from`",
        Rule::lasting => "`lasting`",
        Rule::phase_while => "`while`",
        Rule::bounds => "`from`",
        Rule::attribute_key => "`on`",
        Rule::resolved => "an act and `while`",
        Rule::refused => "`declarations of`",
        Rule::rolls => "`rolls`",
        Rule::declares => "`declares`",
        Rule::one_act | Rule::asked_acts => "`one act`",
        Rule::asked_actions => "actions, as in `strike | shoot`",
        Rule::acts => "`does`",
        Rule::does_next => "`next`",
        Rule::kept_secret => "`, secret`",
        Rule::roll_tail => "`rolls`",
        Rule::act_tail => "a verb",
        Rule::answer_tail => "`answers`",
        Rule::nothing_tail => "`declares nothing`",
        Rule::act_at => "`at`",
        Rule::setting => "a setting, as in `hp 6`",
        Rule::assignment => "an assignment, as in `owner = c`",
        Rule::value => "a value",
        Rule::together | Rule::act_ref => "an act, as in `orc 1 attacks ann`",
        Rule::moment | Rule::moment_part => "a moment, as in `round 1 segment 4`",
        Rule::in_moment => "`in`",
        Rule::act_order => "`before`, `with` or `after`",
        Rule::not_happening => "`does not happen`",
        Rule::outcome => "`is`",
        Rule::after_act => "`after`",
        Rule::at_end_of => "`at end of`",
        Rule::at_end => "`at end`",
        Rule::stage => "`stage`",
        Rule::does => "`does`",
        Rule::takes => "`takes`",
        Rule::else_if | Rule::else_block => "`else`",
        Rule::branch => "`if`",
        Rule::rules => "`rules`",
        Rule::scenario => "`scenario`",
        _ => return None,
    })
}
