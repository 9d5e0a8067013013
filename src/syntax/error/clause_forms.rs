//! Phases of turns, what triggers wait for, attributes and their bounds, what an action may do how often, keys of orders and of rows, in other words than those of the language: a part
//! of the table of patterns. What a pattern is, `forms` says.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use super::item_forms::CHANGES;
use crate::syntax::place::Place;

const PHASE: &[Place] = &[Place::Item, Place::Statement];
const ACTION: &[Place] = &[Place::ActionClause];
pub(super) const OFTEN: &[Place] = &[Place::Statement, Place::ActionClause];
const ATTRIBUTE: &[Place] = &[Place::Attribute];
const NEXT: &str = "nothing says whose turn is next";
const NEXT_IS: &str = "who is next stands behind it: `phase $p of $k $c, next by $c.initiative, highest first {`, or `phase $p of $k $c, next named by gm {`";
const DONE: &str = "what an action does stands behind `does`, in braces";
const SPENT: &str =
    "what is spent is said as in `spends 2 from actor.mana`, each in a line of its own";
const KEYED: &str = "an attribute with a value for each number is written as in `dice on number face from 1 to 6: number = 0`";
const KEYS: &str = "who is next is said with `next by`, and which value comes first behind a comma";
const TIES: &str = "those who are equal roll for it with `ties roll d6 as tie`";
const HAPPENING: &[Place] = &[Place::Happening];
const ORDER: &[Place] = &[Place::OrderClause];
const BEGINS_ANEW: &str =
    "an order that begins anew in each repetition of a phase says so behind the act";
const ONE_KEY: &str = "each `by` has one value";
const BY_ACTION: &str = "which actions come first is told by numbers, the lowest first";
const ONE_BOUND: &str = "a number has one bound on each side";
const LOWER: &str = "keep the lower one of both in an attribute before it, as `most: number = lower($y, $z)`, and write `from $x to most`";

/// The forms of these lines. Where several fit, they are tried in this order.
pub(super) const CLAUSE_FORMS: &[LineForm] = &[
    (PHASE, "phase @p of @k @c {...", Say(NEXT_IS), NEXT),
    (
        ATTRIBUTE,
        "@a: @t from ~x to ~y at most ~z ...",
        Say(LOWER),
        ONE_BOUND,
    ),
    (
        ATTRIBUTE,
        "@a: @t = ~v from ~x to ~y at most ~z ...",
        Say(LOWER),
        ONE_BOUND,
    ),
    (
        ACTION,
        "stage $t {...",
        Write("stage $t/first $t {"),
        "a stage has a name before its title",
    ),
    (
        ACTION,
        "spends ~n from @x because $t",
        Write("spends $n from $x"),
        "where less is there than is spent, that is the reason by itself",
    ),
    (
        ACTION,
        "spends ~n from @x and|, ~m from @y",
        Write("spends $n from $x   spends $m from $y"),
        SPENT,
    ),
    (
        ACTION,
        "spends ~n from @x, ~m from @y",
        Write("spends $n from $x   spends $m from $y"),
        SPENT,
    ),
    (ACTION, "spends @x", Write("spends 1 from $x"), SPENT),
    (
        ATTRIBUTE,
        "@a on number from ...",
        Write("$a on number n from"),
        "what tells the values of an attribute apart has a name",
    ),
    (
        ATTRIBUTE,
        "@a on @f from ...",
        Write("$a on number $f from"),
        "what tells the values of an attribute apart has a type",
    ),
    (
        ATTRIBUTE,
        "@a from ~x to ~y @t ...",
        Say(
            "bounds stand behind the default: `$a: number = $x from $x to $y`; with a value for each of these numbers it is `$a on number n from $x to $y: number = 0`",
        ),
        "what runs from one number to another stands at another place",
    ),
    (
        ATTRIBUTE,
        "@a for|per|of each|every|a @f from ~x to ~y @t ...",
        Write("$a on number $f from $x to $y: $t"),
        KEYED,
    ),
    (
        ATTRIBUTE,
        "@a: @t on|for|per @f from ~x to ~y ...",
        Write("$a on number $f from $x to $y: $t"),
        KEYED,
    ),
    (
        ATTRIBUTE,
        "@a on number @f ~r @t ...",
        Write("$a on number $f $r/bounds: $t"),
        KEYED,
    ),
    (
        PHASE,
        "phase @p of @k @c, next highest|most|best ~v {...",
        Write("phase $p of $k $c, next by $v, highest first {"),
        KEYS,
    ),
    (
        PHASE,
        "phase @p of @k @c, next lowest|least ~v {...",
        Write("phase $p of $k $c, next by $v, lowest first {"),
        KEYS,
    ),
    (
        PHASE,
        "phase @p of @k @c, in order of|by ...",
        Write("phase $p of $k $c, next by"),
        KEYS,
    ),
    (
        PHASE,
        "phase @p of @k @c in order of|by ...",
        Write("phase $p of $k $c, next by"),
        KEYS,
    ),
    (
        PHASE,
        "phase @p of @k, next by $v {...",
        Write("phase $p of $k/one $k/letter, next by $v/own {"),
        "a name for those who have turns is missing, by which their values are asked for",
    ),
    (
        PHASE,
        "phase $h, next by $v, ties are|by|with|broken|rolled|decided by|with|roll|rolling|rolled|a ~d {...",
        Write("phase $h, next by $v, ties roll $d as tie {"),
        TIES,
    ),
    (
        PHASE,
        "phase $h, next by $v, ties roll|rolls|by|rolled ~d {...",
        Write("phase $h, next by $v, ties roll $d as tie {"),
        TIES,
    ),
    (ORDER, "by @x, @y", Write("by $x   by $y"), ONE_KEY),
    (ORDER, "by @x then @y ...", Write("by $x   by $y"), ONE_KEY),
    (ORDER, "by @x, then @y ...", Write("by $x   by $y"), ONE_KEY),
    (
        ORDER,
        "by @x, highest first, @y ...",
        Write("by $x, highest first   by $y"),
        ONE_KEY,
    ),
    (
        ORDER,
        "by @x, highest first, then @y ...",
        Write("by $x, highest first   by $y"),
        ONE_KEY,
    ),
    (ORDER, "@s then @o", Write("by $s   by $o"), ONE_KEY),
    (
        ORDER,
        "@s before|then @o",
        Write("by if a.action is $s then 0 else 1"),
        BY_ACTION,
    ),
    (
        ORDER,
        "by @s first",
        Write("by if a.action is $s then 0 else 1"),
        BY_ACTION,
    ),
    (
        ORDER,
        "by @s last",
        Write("by if a.action is $s then 1 else 0"),
        BY_ACTION,
    ),
    (
        ORDER,
        "by @s: ~n @o: ~m",
        Write("by if a.action is $s then $n else $m"),
        BY_ACTION,
    ),
    (
        ORDER,
        "ties|tie|equal|equals together|simultaneous|simultaneously|are ...",
        Say("leave it out: acts that are equal in all keys come at the same time"),
        "acts that are equal are together as it is",
    ),
    (
        ORDER,
        "ties|tie by|roll|rolled|broken ...",
        Say(
            "roll before, where the phase rolls, as in `each combatant c { c rolls d6 as tie }` with an attribute `tie: number = 0`, and write `by a.actor.tie, highest first` as the last key",
        ),
        "a key reads values; it rolls no dice",
    ),
    (
        &[Place::Item],
        "order of act @a anew|new|in|per|for|during each|every @p {...",
        Write("order of act $a each $p {"),
        BEGINS_ANEW,
    ),
    (
        &[Place::Item],
        "order of act @a anew|again|per|every|in @p {...",
        Write("order of act $a each $p {"),
        BEGINS_ANEW,
    ),
    (
        &[Place::Item],
        "order each|every|per @p of act @a {...",
        Write("order of act $a each $p {"),
        BEGINS_ANEW,
    ),
    (
        &[Place::Item],
        "order in|for|during|anew each|every @p of act @a {...",
        Write("order of act $a each $p {"),
        BEGINS_ANEW,
    ),
    (
        &[Place::Item],
        "order of combatant|combatants|side|sides|turns ...",
        Say(
            "acts have an order, as in `order of act a { by a.actor.initiative, highest first }`; whose turn is next is said by the phase: `phase turn of combatant c, next by c.initiative, highest first { ... }`",
        ),
        "an order is one of acts",
    ),
    (
        &[Place::Row],
        "#a or|and #b ...",
        Write("$a, $b"),
        "the keys of a row have commas between them",
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n <= ~v ...",
        Write("when $a of $k $n falls to $v"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n < ~v ...",
        Write("when $a of $k $n falls to $v/less"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n >= ~v ...",
        Write("when $a of $k $n rises to $v"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n > ~v ...",
        Write("when $a of $k $n rises to $v/more"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n is|becomes less|lower|smaller|fewer than ~v ...",
        Write("when $a of $k $n falls to $v/less"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n is|becomes more|higher|greater than ~v ...",
        Write("when $a of $k $n rises to $v/more"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n falls|drops|sinks to|at or below|under ~v ...",
        Write("when $a of $k $n falls to $v"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n rises|grows|climbs to|at or above|over ~v ...",
        Write("when $a of $k $n rises to $v"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n becomes|turns|is true|yes ...",
        Write("when $a of $k $n changes to yes"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n becomes|turns|is false|no ...",
        Write("when $a of $k $n changes to no"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of any|every|each|some @k falls|drops ...",
        Write("when $a of $k $k/letter falls"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of any|every|each|some @k rises|grows ...",
        Write("when $a of $k $k/letter rises"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @c loses @a ...",
        Write("when $a of combatant $c falls"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @c gains @a ...",
        Write("when $a of combatant $c rises"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @k @c becomes|turns|gets|is @e ...",
        Write("when $e of $k $c changes to yes"),
        CHANGES,
    ),
    (ACTION, "add $x", Write("does { add $x }"), DONE),
    (ACTION, "subtract $x", Write("does { subtract $x }"), DONE),
    (ACTION, "set $x", Write("does { set $x }"), DONE),
    (
        ACTION,
        "effect:|effects:|does:|do:|result:|then: $x",
        Write("does { $x }"),
        DONE,
    ),
];
