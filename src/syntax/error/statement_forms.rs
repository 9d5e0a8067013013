//! Statements in other words than those of the language, with the same line in its words: the table of patterns. What a pattern is, `forms` says.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use crate::syntax::place::Place;

const STATEMENT: &[Place] = &[Place::Statement];

const WHILE: &str = "acts are resolved while something is so";
const LIMIT: &str = "how often a trigger answers is said as in `limit 2 times per round`";
const BOUNDS: &str = "a question for a number names it, and says from where to where";
const UNNAMED: &str =
    "the answers have a name only where something is asked of them, with `where` or `from`";
const AGAIN: &str = "what is rolled again stands behind the name, and behind what is counted";
const ONCE_MORE: &str = "`again on 6` behind the name rolls once more and adds up; one that takes the place of another has the same name: `if $n = 1 { $c rolls d6 as $n }`";
const WHO: &str = "it is written like this: `ask c as parry about s \"Does {c} parry?\": yes/no`; behind `ask` stands who is asked, a record or `gm`, and behind `as` a name for the answer";
const NAMED: &str = "a name for the records is missing, by which their values are asked for";
const FIRST: &str = "a condition stands before what is done";
const ENDS: &str = "ask for values before it: `if ... { end combat because \"...\" }`";
const CHANCE: &str =
    "roll first, as in `c rolls d100 as luck`, and ask what the die shows: `if luck <= 50 { ... }`";
pub(super) const GONE: &str = "what is replaced is gone as a whole";
pub(super) const REPLACED: &str =
    "write those of its lines here that are to stay; `affray check --expand` prints them";
const DICE: &str = "chance is left to dice here";
const NUMBERS: &str = "numbers are gone through by a name";

/// The forms of statements. Where several fit, they are tried in this order.
pub(super) const STATEMENT_FORMS: &[LineForm] = &[
    (
        STATEMENT,
        "ask $a number from $r",
        Write("ask $a: number n from $r"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number between $x and $y",
        Write("ask $a: number n from $x to $y"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number @n between $x and $y",
        Write("ask $a: number $n from $x to $y"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number up to $y",
        Write("ask $a: number n from 0 to $y"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number <= $y",
        Write("ask $a: number n from 0 to $y"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number @n <= $y",
        Write("ask $a: number $n from 0 to $y"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number ~r",
        Write("ask $a: number n $r/bounds"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a number ~r, default $d",
        Write("ask $a: number n $r/bounds, default $d"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a ~r",
        Write("ask $a: number n $r/bounds"),
        BOUNDS,
    ),
    (
        STATEMENT,
        "ask $a @k @n, default $d",
        Write("ask $a: $k, default $d"),
        UNNAMED,
    ),
    (STATEMENT, "ask $a @k @n", Write("ask $a: $k"), UNNAMED),
    (
        STATEMENT,
        "ask $a @k where $c",
        Say(
            "give the answer a name by which the condition asks, as in `ask c as chosen \"Which?\": effect e where e is trip or c.critical`",
        ),
        "the answers to choose from need a name",
    ),
    (
        STATEMENT,
        "ask @q about ...",
        Say(WHO),
        "who is asked and what the answer is called stand behind `ask`",
    ),
    (
        STATEMENT,
        "each|every|all @k with|having|where|whose $c { declares|declare }",
        Write("each $k $k/letter where $c/own { $k/letter declares }"),
        NAMED,
    ),
    (
        STATEMENT,
        "each|every|all @k with|having|where|whose $c {...",
        Write("each $k $k/letter where $c/own {"),
        NAMED,
    ),
    (
        STATEMENT,
        "end combat when|if|once|as $c",
        Write("if $c { end combat }"),
        FIRST,
    ),
    (STATEMENT, "end combat when|if|once|as $c", Say(ENDS), FIRST),
    (
        STATEMENT,
        "set @x = $v at most|maximum ~n ...",
        Write("set $x = lower($v, $n)"),
        "the lower one of two values is `lower(..., ...)`",
    ),
    (
        STATEMENT,
        "set @x = $v at least|minimum ~n ...",
        Write("set $x = higher($v, $n)"),
        "the higher one of two values is `higher(..., ...)`",
    ),
    (
        STATEMENT,
        "interrupt|stop|prevent|abort|block @a because $t",
        Say(
            "write `cancel $a as ... because $t`, with a word of your own for how it ends, such as `spoiled`",
        ),
        "an act is cancelled with `cancel`",
    ),
    (
        STATEMENT,
        "$c rolls|roll #n dice|die as @p ...",
        Say("say which dice, as in `$c rolls 2d6 as $p`"),
        "nothing says how many sides these dice have",
    ),
    (
        STATEMENT,
        "$c rolls|roll a|the die|dice as @p ...",
        Say("say which die, as in `$c rolls d6 as $p`"),
        "nothing says how many sides this die has",
    ),
    (
        STATEMENT,
        "base|super|inherited|original ...",
        Say(REPLACED),
        GONE,
    ),
    (
        STATEMENT,
        "do base|super|inherited|original ...",
        Say(REPLACED),
        GONE,
    ),
    (STATEMENT, "if $n chance {...", Say(CHANCE), DICE),
    (STATEMENT, "if|with a $n chance {...", Say(CHANCE), DICE),
    (STATEMENT, "with $n chance {...", Say(CHANCE), DICE),
    (
        STATEMENT,
        "each number from ~a to ~b {...",
        Write("each number n from $a to $b {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "each|for|every @n from ~a to ~b {...",
        Write("each number $n from $a to $b {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "for @n in ~r {...",
        Write("each number $n $r/bounds {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "for @c in @x where $w {...",
        Say(
            "write `each KIND $c in $x where $w { ... }`, with the kind of what `$x` holds for KIND",
        ),
        "records are gone through with `each`",
    ),
    (
        STATEMENT,
        "for @c in ~x ...",
        Say(
            "write `each combatant $c { ... }`, with the kind of them behind `each` and what is done in braces",
        ),
        "records are gone through with `each`",
    ),
    (
        STATEMENT,
        "for each|every @n from ~a to ~b {...",
        Write("each number $n from $a to $b {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "each|for number @n in ~r {...",
        Write("each number $n $r/bounds {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "each @n in ~r {...",
        Write("each number $n $r/bounds {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "repeat @n from ~a to ~b {...",
        Write("each number $n from $a to $b {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "repeat from ~a to ~b {...",
        Write("each number n from $a to $b {"),
        NUMBERS,
    ),
    (
        STATEMENT,
        "resolve acts of side @s",
        Write("resolve acts a while a.actor.side is $s"),
        WHILE,
    ),
    (
        STATEMENT,
        "resolve acts of|by|from @c",
        Write("resolve acts a while a.actor is $c"),
        WHILE,
    ),
    (
        STATEMENT,
        "resolve acts of|by|from @c",
        Write("resolve acts a while a.actor.side is $c"),
        WHILE,
    ),
    (
        STATEMENT,
        "resolve acts @a where|if|when $c",
        Write("resolve acts $a while $c"),
        WHILE,
    ),
    (
        STATEMENT,
        "resolve acts where|if|when $c",
        Write("resolve acts a while $c"),
        WHILE,
    ),
    (
        STATEMENT,
        "all|the acts resolve|resolves|happen|follow",
        Write("resolve acts"),
        "acts are carried out with `resolve acts`",
    ),
    (
        STATEMENT,
        "acts resolve|resolves|happen|follow",
        Write("resolve acts"),
        "acts are carried out with `resolve acts`",
    ),
    (
        STATEMENT,
        "consult|use @t for|of|to $g with|using|by $r",
        Write("consult $t($g) with $r"),
        "what a table is given stands in brackets",
    ),
    (
        STATEMENT,
        "set @x to|as be|equal|become $v",
        Write("set $x = $v"),
        "a value is given with `=`",
    ),
    (
        STATEMENT,
        "set @x equal|equals to $v",
        Write("set $x = $v"),
        "a value is given with `=`",
    ),
    (
        STATEMENT,
        "limit once",
        Write("limit once per combat"),
        LIMIT,
    ),
    (
        STATEMENT,
        "limit once ever",
        Write("limit once per combat"),
        LIMIT,
    ),
    (
        STATEMENT,
        "limit once per @p per|of each|every|a @k",
        Write("limit once per $p for $k"),
        LIMIT,
    ),
    (
        STATEMENT,
        "limit once per @p per @k",
        Write("limit once per $p for $k"),
        LIMIT,
    ),
    (
        STATEMENT,
        "resolve acts in order",
        Write("resolve acts"),
        "acts are resolved in their order as it is",
    ),
    (
        STATEMENT,
        "end|exit|finish|break turn",
        Write("leave turn"),
        "a turn is left with `leave turn`",
    ),
    (
        STATEMENT,
        "end|exit|leave|finish the|this turn",
        Write("leave turn"),
        "a turn is left with `leave turn`",
    ),
    (
        STATEMENT,
        "leave|end|exit|finish turn of|by @c",
        Write("leave turn"),
        "a turn is left with `leave turn`",
    ),
    (
        STATEMENT,
        "leave|exit|quit|finish|stop combat|fight|battle",
        Write("end combat"),
        "the combat is ended with `end combat`",
    ),
    (
        STATEMENT,
        "end phase @p",
        Write("leave phase $p"),
        "a phase is left with `leave phase`",
    ),
    (
        STATEMENT,
        "end|exit|break|leave the|this @p",
        Write("leave phase $p"),
        "a phase is left with `leave phase`",
    ),
    (
        STATEMENT,
        "end|exit|leave @p",
        Write("leave phase $p"),
        "a phase is left with `leave phase`",
    ),
    (
        STATEMENT,
        "let @x = do $c",
        Write("do $c as $x"),
        "the result of a procedure gets its name on the line that does it",
    ),
    (
        STATEMENT,
        "@x = do $c",
        Write("do $c as $x"),
        "the result of a procedure gets its name on the line that does it",
    ),
    (
        STATEMENT,
        "set $x = do $c",
        Say("write `do $c as got`, and behind it `set $x = got`"),
        "the result of a procedure gets its name on the line that does it",
    ),
    (
        STATEMENT,
        "if|repeat do ...",
        Say(
            "do it on a line before and give its result a name, as in `do test(c) as got`; then ask for that: `if got > 3 { ... }`",
        ),
        "a procedure is done on a line of its own",
    ),
    (
        STATEMENT,
        "$s return|returns $v",
        Write("$s   the result is $v"),
        "a procedure ends with its result",
    ),
    (
        STATEMENT,
        "return|returns|give|gives|result|yield $v",
        Write("the result is $v"),
        "a procedure ends with its result",
    ),
    (
        STATEMENT,
        "return|returns|give|gives|yield $v",
        Say(
            "only a procedure has a result, says so in its head, and ends with it: `procedure test(combatant c): number { c rolls d6 as got   the result is got }`",
        ),
        "nothing has a result here",
    ),
    (
        STATEMENT,
        "the result|outcome =|is $v",
        Write("the result is $v"),
        "a procedure ends with its result",
    ),
    (
        STATEMENT,
        "result:|outcome: $v",
        Write("the result is $v"),
        "a procedure ends with its result",
    ),
    (
        STATEMENT,
        "the result:|outcome: $v",
        Write("the result is $v"),
        "a procedure ends with its result",
    ),
    (
        STATEMENT,
        "result =|is $v",
        Write("the result is $v"),
        "a procedure ends with its result",
    ),
    (
        STATEMENT,
        "@x becomes $v",
        Write("set $x = $v"),
        "a value is changed with `set`",
    ),
    (
        STATEMENT,
        "take|remove|deduct $n from $x",
        Write("subtract $n from $x"),
        "a value is changed with `subtract`",
    ),
    (
        STATEMENT,
        "give|grant|restore $n to $x",
        Write("add $n to $x"),
        "a value is changed with `add`",
    ),
    (
        STATEMENT,
        "limit 1|one per|a|each|every @p ...",
        Write("limit once per $p"),
        LIMIT,
    ),
    (
        STATEMENT,
        "limit to #n per|a|each|every @p ...",
        Write("limit $n times per $p"),
        LIMIT,
    ),
    (
        STATEMENT,
        "limit #n per|a|each|every @p ...",
        Write("limit $n times per $p"),
        LIMIT,
    ),
    (
        STATEMENT,
        "$c rolls $d as $n exploding|explodes|explode|open-ended on|with ~m ...",
        Write("$c rolls $d as $n again on $m"),
        AGAIN,
    ),
    (
        STATEMENT,
        "$c rolls $d as $n exploding|explodes|explode|open-ended",
        Say("write on what: `$c rolls $d as $n again on 6`"),
        AGAIN,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n rerolling|reroll|rerolls ...",
        Say(ONCE_MORE),
        AGAIN,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n counting $k rerolling|reroll|rerolls ...",
        Say(ONCE_MORE),
        AGAIN,
    ),
];
