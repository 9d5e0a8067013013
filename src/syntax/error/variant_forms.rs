//! What variants change, whole items and lines of scenarios in other words than those of the language: a part of the table of patterns. What a pattern is,
//! `forms` says.

use super::flow_forms::OF_TWO;
use super::forms::{LineForm, Remedy::*};
use crate::syntax::place::Place;

const ITEM: &[Place] = &[Place::Item];
const FOLLOWS: &str = "the tactic stands first, and who follows it behind a colon";
const KEY: &str = "of which order it is a key is said with `of`";
const DENIED: &str = "what is not so stands behind `not`";
const COUNTED: &str = "how often something is told is not expected";
const OF_PROCEDURE: &str = "what a procedure gives stands behind a colon";
const PART: &str = "which part of the action it is stands behind `in`";
const TITLE: &str = "what it is called is its title";

const PERIOD_BY_PERIOD: &str = "ask for it period by period, as in `expect $t in round 1`; acts and rolls are counted: `expect acts of ann in round 1 = 1`";

/// The forms of these lines. Where several fit, they are tried in this order.
pub(super) const VARIANT_FORMS: &[LineForm] = &[
    (
        &[Place::TacticClause],
        "when|if $c declare @a",
        Write("declare $a when $c"),
        "the condition stands behind what is declared",
    ),
    (
        &[Place::TacticClause],
        "else|otherwise declare ...",
        Write("declare"),
        "lines of a tactic are looked at from the top: the last needs no `else`",
    ),
    (
        &[Place::Row],
        "@k: ...",
        Write("by $k:"),
        "columns begin with `by`",
    ),
    (
        ITEM,
        "first in action @a {...",
        Write("first in does of $a {"),
        PART,
    ),
    (
        ITEM,
        "last in action @a {...",
        Write("last in does of $a {"),
        PART,
    ),
    (
        ITEM,
        "first|last in action @a {...",
        Say(
            "name the part, as in `last in does of $a { ... }` or `last in stage begins of $a { ... }`",
        ),
        PART,
    ),
    (
        ITEM,
        "rename|retitle @k @n to|as $t",
        Write("replace title of $k $n $t"),
        TITLE,
    ),
    (
        ITEM,
        "rename|retitle @k @n $t",
        Write("replace title of $k $n $t"),
        TITLE,
    ),
    (
        ITEM,
        "add condition to trigger $t unless ~c",
        Write("add condition to trigger $t if not $c"),
        DENIED,
    ),
    (
        ITEM,
        "add condition to trigger $t unless $c",
        Write("add condition to trigger $t if not ($c)"),
        DENIED,
    ),
    (
        ITEM,
        "add condition to $t unless ~c",
        Write("add condition to $t when not $c"),
        DENIED,
    ),
    (
        ITEM,
        "add condition to $t unless $c",
        Write("add condition to $t when not ($c)"),
        DENIED,
    ),
    (
        ITEM,
        "statements ~a to|until|- ~b",
        Say("the letters stand once and the numbers behind them, as in `statements HR 1..6`"),
        "the numbers run from one to another with `..`",
    ),
    (
        &[Place::Entry],
        "tactic $w and @l: @t",
        Write("tactic $t: $w, $l"),
        FOLLOWS,
    ),
    (
        &[Place::Entry],
        "tactic $w @l: @t",
        Write("tactic $t: $w, $l"),
        FOLLOWS,
    ),
    (
        &[Place::Entry],
        "tactic $w use|uses|follow|follows|play|plays @t",
        Write("tactic $t: $w"),
        FOLLOWS,
    ),
    (
        &[Place::Entry],
        "expect $t #n times ...",
        Say(PERIOD_BY_PERIOD),
        COUNTED,
    ),
    (
        &[Place::Entry],
        "expect $t once|twice|thrice ...",
        Say(PERIOD_BY_PERIOD),
        COUNTED,
    ),
    (
        &[Place::Item],
        "replace key $k in|from the order by ...",
        Write("replace key $k of the order by"),
        KEY,
    ),
    (
        &[Place::Item],
        "replace key $k by ...",
        Write("replace key $k of the order by"),
        KEY,
    ),
    (
        &[Place::Item],
        "procedure $h -> @t {...",
        Write("procedure $h: $t {"),
        OF_PROCEDURE,
    ),
    (
        &[Place::Item],
        "procedure $h returns|gives @t {...",
        Write("procedure $h: $t {"),
        OF_PROCEDURE,
    ),
    (
        &[Place::Item],
        "@t procedure $h {...",
        Write("procedure $h: $t {"),
        OF_PROCEDURE,
    ),
    (
        &[Place::Item],
        "let $h = ~v if $c else ~o",
        Write("let $h = if $c then $v else $o"),
        OF_TWO,
    ),
    (
        &[Place::Entry],
        "tactic @t for|of $a and @b",
        Write("tactic $t: $a, $b"),
        FOLLOWS,
    ),
    (
        &[Place::Entry],
        "$w use|uses|follow|follows|play|plays tactic @t",
        Write("tactic $t: $w"),
        FOLLOWS,
    ),
    (
        &[Place::Entry],
        "expect $t never",
        Write("expect not $t"),
        DENIED,
    ),
    (
        &[Place::Item],
        "replace key $k of|in|from order by ...",
        Write("replace key $k of the order by"),
        KEY,
    ),
    (
        &[Place::Item],
        "change|modify|alter key $k to|by|into ...",
        Write("replace key $k of the order by"),
        KEY,
    ),
    (
        &[Place::Item],
        "replace order key $k by ...",
        Write("replace key $k of the order by"),
        KEY,
    ),
];
