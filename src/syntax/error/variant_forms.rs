//! What variants change, whole items and lines of scenarios in other words than those of the language: a part of the table of patterns. What a pattern is,
//! `forms` says.

use super::flow_forms::OF_TWO;
use super::forms::{LineForm, Remedy::*};
use super::item_forms::NAMES_ACTS;
use crate::syntax::place::Place;

const ITEM: &[Place] = &[Place::Item];
const FOLLOWS: &str = "the tactic stands first, and who follows it behind a colon";
const KEY: &str = "of which order it is a key is said with `of`";
const DENIED: &str = "what is not so stands behind `not`";
const COUNTED: &str = "how often something is told is not expected";
const OF_PROCEDURE: &str = "what a procedure gives stands behind a colon";
const PART: &str = "which part of the action it is stands behind `in`";
const KEYED: &str = "a value for each key is said with `on`";
const OF_UNIT: &str = "what a unit is stands behind `=`";
const FIRST: &str = "the lower number comes first: what is chosen by a condition is said with `if`";
const EQUALS: &str = "what a definition gives stands behind `=`";
const CARRIES: &str = "what an event carries stands in brackets";
const CORRECTED: &str = "the game master changes a value in the middle of a fight";
const TIMED: &str = "when something is done is said by the braces around it";
const ASSIGNED: &str = "what a new record is like is said with `=`";
const PERIODS: &[Place] = &[Place::Entry, Place::PeriodEntry];
const EXCEPTION: &[Place] = &[Place::ExceptionClause];
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
    (
        &[Place::Attribute],
        "in play until|till|unless $c",
        Write("in play while $c/not"),
        "who takes part is said with `while`",
    ),
    (
        &[Place::Attribute],
        "@a for|per|in|by each|every|any @k @p: ...",
        Write("$a on $k $p:"),
        KEYED,
    ),
    (
        &[Place::Attribute],
        "@a for|per|by|of @k @p: ...",
        Write("$a on $k $p:"),
        KEYED,
    ),
    (
        &[Place::Statement],
        "resolve acts until|till $c",
        Write("resolve acts a while $c/not"),
        "acts are resolved while something is so, with a name for them",
    ),
    (
        &[Place::Unit],
        "@u is|are ~n ~m @v is|are $x",
        Write("$u = $n $m   $v = $x"),
        OF_UNIT,
    ),
    (&[Place::Unit], "@u is|are $x", Write("$u = $x"), OF_UNIT),
    (
        &[Place::Unit],
        "@u: ~n ~m @v: $x",
        Write("$u = $n $m   $v = $x"),
        OF_UNIT,
    ),
    (&[Place::Unit], "@u: $x", Write("$u = $x"), OF_UNIT),
    (
        &[Place::ActionClause],
        "stage @n after|at|in|when|if|once|before $x",
        Say(
            "nothing stands between the name of a stage and its text, as in `stage $n \"...\" { ... }`; when it comes is said by a key of the order",
        ),
        "a stage does not say when it comes",
    ),
    (
        &[Place::OrderClause],
        "by $c, first ...",
        Write("by if $c then 0 else 1"),
        FIRST,
    ),
    (
        ITEM,
        "let $h { return|returns|gives|give $v }",
        Write("let $h = $v"),
        EQUALS,
    ),
    (ITEM, "let $h { $v }", Write("let $h = $v"), EQUALS),
    (
        ITEM,
        "exception $t overrides|override|beats|trumps|replaces|supersedes|above $o {...",
        Write("exception $t over $o {"),
        "which exception it goes before is said with `over`",
    ),
    (
        ITEM,
        "tactic $h for each|every|any|a|an|all|the @k @c {...",
        Write("tactic $h for $k $c {"),
        "behind `for` stands the kind, then a name for who follows it",
    ),
    (
        ITEM,
        "statements @d ~n",
        Write("statements $d $n/range"),
        "the numbers run from one to another with `..`",
    ),
    (
        ITEM,
        "statements @d #a to|until|through|-|– #b",
        Write("statements $d $a..$b"),
        "the numbers run from one to another with `..`",
    ),
    (
        EXCEPTION,
        "for a|an @k @n and|versus|vs|against a|an @l @m",
        Write("for $n: $k, $m: $l"),
        NAMES_ACTS,
    ),
    (
        EXCEPTION,
        "compare $x and|to|against|versus $y: ...",
        Write("compare $x with $y"),
        "what is compared has `with` between",
    ),
    (
        &[Place::Statement],
        "raise @e with|for $v",
        Write("raise $e($v)"),
        CARRIES,
    ),
    (
        &[Place::Statement],
        "raise @e $v",
        Write("raise $e($v)"),
        CARRIES,
    ),
    (
        &[Place::Correction],
        "set|sets|change|changes|make|makes @x =|to|into $v",
        Write("gm sets $x = $v"),
        CORRECTED,
    ),
    (PERIODS, "@p #n: $x", Write("$p $n { $x }"), TIMED),
    (
        PERIODS,
        "in|during|at|on @p #n $x",
        Write("$p $n { $x }"),
        TIMED,
    ),
    (
        &[Place::Assignment],
        "@a ~v, @b ~w",
        Write("$a = $v, $b = $w"),
        ASSIGNED,
    ),
    (&[Place::Assignment], "@a ~v", Write("$a = $v"), ASSIGNED),
    (
        PERIODS,
        "$w rolls|roll #a #b #c ...",
        Say(
            "what several dice show has commas between, as in `$w rolls $a, $b, $c`; rolls one after the other have `then` between",
        ),
        "several numbers do not stand side by side",
    ),
];
