//! Statements that change values or acts, roll pools and ask, in other words than those of the language: a part of the table of patterns. What a pattern is,
//! `forms` says.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use crate::syntax::place::Place;

const STATEMENT: &[Place] = &[Place::Statement];
const SET: &str = "a value is changed with `set`";
const ADDED: &str = "what is added to a set is said with `add`";
const SET_BACK: &str = "set it back where its time is over, as in `last in phase round { each combatant c { set c.stunned = no } }`; or its attribute says when it is set back: `stunned: yes/no = no each round` or `stunned: yes/no = no until its next turn ends`";
const LASTS: &str = "a value stays until it is set again";
const EACH_ALONE: &str = "each value is changed by itself";
const BARS: &str = "write `refuse declarations of $v because \"...\"` for what would be declared in this period; what holds longer is an attribute, of which a `void` says that acts are not carried out: `void \"the stunned do not act\" { for a: act   when a.actor.stunned   because \"{a.actor} is stunned\" }`";
const BARRED: &str = "that somebody does not act is said of what is declared, or of the acts";
const KIND_FIRST: &str = "what is gone through stands before its name";
const WHICH: &str = "which of them are meant is a condition";
const SIDES: &str = "whose side it is on is a condition";
const CALLED: &str = "what dice are rolled for stands behind `as`, by its bare name";
const NUMBER_OF_DICE: &str =
    "a number of dice that is worked out stands in brackets, with `*` behind it";
const SHOWN: &str = "how many dice show a number is asked for by the number: `c.dice(6)`";
const ANSWER: &str = "behind the `:` stands what can be answered";
const ASKED: &str = "ask on a line before, as in `ask $c as chosen \"Does {$c} dodge?\": yes/no`, and use `chosen` in its place";
const NAMED: &str = "dice stand between `rolls` and `as`, what is kept of them behind the name";

/// The forms of these statements. Where several fit, they are tried in this order.
pub(super) const CHANGE_FORMS: &[LineForm] = &[
    (
        STATEMENT,
        "clear|empty|reset @x",
        Write("set $x = none"),
        SET,
    ),
    (STATEMENT, "clear|unset|reset @x", Write("set $x = no"), SET),
    (STATEMENT, "set @x = {|[ }|]", Write("set $x = none"), SET),
    (STATEMENT, "set @x = {}|[]|()", Write("set $x = none"), SET),
    (
        STATEMENT,
        "append|push|insert|put $v to|into|in|onto @x",
        Write("add $v to $x"),
        ADDED,
    ),
    (
        STATEMENT,
        "remove|delete|discard @s",
        Say(
            "an act is taken out of the line with `cancel $s as dropped`, with a word of your own for how it ends; what a set holds is taken out with `subtract $s from ...`",
        ),
        "nothing says what this is taken out of",
    ),
    (
        STATEMENT,
        "@v is|gets|turns not @e",
        Write("set $v.$e = no"),
        SET,
    ),
    (
        STATEMENT,
        "@v is|gets|turns @e",
        Write("set $v.$e = yes"),
        SET,
    ),
    (
        STATEMENT,
        "set @x = @v until|for|during|till ...",
        Say(SET_BACK),
        LASTS,
    ),
    (
        STATEMENT,
        "$c rolls|roll $d twice as @n ...",
        Write("$c rolls 2$d as $n"),
        NAMED,
    ),
    (
        STATEMENT,
        "$c rolls|roll $d twice as @n ...",
        Write("$c rolls (2)*$d as $n"),
        NAMED,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n, keep|keeping|keeps|take|takes|use the better|best|higher|highest",
        Write("$c rolls $d as $n keeping highest 1"),
        NAMED,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n keep|keeping|keeps|take|takes|use the better|best|higher|highest",
        Write("$c rolls $d as $n keeping highest 1"),
        NAMED,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n, keep|keeping|keeps|take|takes|use the worse|worst|lower|lowest",
        Write("$c rolls $d as $n keeping lowest 1"),
        NAMED,
    ),
    (
        STATEMENT,
        "each friend|ally|comrade|companion @f of @c {...",
        Write("each combatant $f where $f.side is $c.side {"),
        SIDES,
    ),
    (
        STATEMENT,
        "each enemy|foe|opponent|opponents @f of @c {...",
        Write("each combatant $f where $f.side is not $c.side {"),
        SIDES,
    ),
    (
        STATEMENT,
        "each @c in @k where $x {...",
        Write("each $k/one $c where $x {"),
        KIND_FIRST,
    ),
    (
        STATEMENT,
        "for each|every @c in @k {...",
        Write("each $k/one $c {"),
        KIND_FIRST,
    ),
    (
        STATEMENT,
        "each @c in @k {...",
        Write("each $k/one $c {"),
        KIND_FIRST,
    ),
    (
        STATEMENT,
        "reveal all|every|each @a",
        Write("each combatant c { reveal c.$a/one }"),
        "a value is revealed of each who has it",
    ),
    (
        STATEMENT,
        "each other @k @c {...",
        Write("each $k $c where $c is not actor {"),
        WHICH,
    ),
    (
        STATEMENT,
        "each|every|all @k @c of|in|on|from ~s where $x {...",
        Write("each $k $c where $c.side is $s and $x {"),
        SIDES,
    ),
    (
        STATEMENT,
        "each|every|all @k @c of|in|on|from ~s {...",
        Write("each $k $c where $c.side is $s {"),
        SIDES,
    ),
    (
        STATEMENT,
        "set @x = ~v, @y = ~w, and @z = $u",
        Write("set $x = $v   set $y = $w   set $z = $u"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = ~v, @y = ~w, @z = $u",
        Write("set $x = $v   set $y = $w   set $z = $u"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = ~v, @y = ~w and @z = $u",
        Write("set $x = $v   set $y = $w   set $z = $u"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = ~v, @y = $w",
        Write("set $x = $v   set $y = $w"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = ~v and|, set @y = $w",
        Write("set $x = $v   set $y = $w"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = ~v, and|set @y = $w",
        Write("set $x = $v   set $y = $w"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x and @y =|to $v",
        Write("set $x = $v   set $y = $v"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x, @y =|to $v",
        Write("set $x = $v   set $y = $v"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "add ~n to @x and @y",
        Write("add $n to $x   add $n to $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "add ~n to @x and|, ~m to @y",
        Write("add $n to $x   add $m to $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "subtract ~n from @x and @y",
        Write("subtract $n from $x   subtract $n from $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "subtract ~n from @x and|, ~m from @y",
        Write("subtract $n from $x   subtract $m from $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "subtract ~n from @x and add ~m to @y",
        Write("subtract $n from $x   add $m to $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "resolve acts in order of|by ...",
        Say(
            "an order says which act comes first, by keys: `order of act a { by a.actor.initiative, highest first }`; here stands `resolve acts`",
        ),
        "acts are resolved in the order that the rules say",
    ),
    (
        STATEMENT,
        "$c rolls $d into|to|in|for @p ...",
        Write("$c rolls $d as $p/last"),
        CALLED,
    ),
    (
        STATEMENT,
        "@c rolls a|one ~d as ...",
        Write("$c rolls $d as"),
        "so many dice are written as `2d6`",
    ),
    (
        STATEMENT,
        "@c rolls two ~d as ...",
        Write("$c rolls 2$d as"),
        "so many dice are written as `2d6`",
    ),
    (
        STATEMENT,
        "@c rolls three ~d as ...",
        Write("$c rolls 3$d as"),
        "so many dice are written as `2d6`",
    ),
    (
        STATEMENT,
        "@c rolls four ~d as ...",
        Write("$c rolls 4$d as"),
        "so many dice are written as `2d6`",
    ),
    (
        STATEMENT,
        "@c rolls @n ~d as @x ...",
        Write("$c rolls ($n)*$d as $x"),
        NUMBER_OF_DICE,
    ),
    (
        STATEMENT,
        "@c rolls a|the|its|their pool of @n ~d as @x ...",
        Write("$c rolls ($n)*$d as $x"),
        NUMBER_OF_DICE,
    ),
    (
        STATEMENT,
        "if @p has|shows|contains|includes a|an ~n {...",
        Write("if $p($n) > 0 {"),
        SHOWN,
    ),
    (
        STATEMENT,
        "if any @p =|is|shows ~n {...",
        Write("if $p($n) > 0 {"),
        SHOWN,
    ),
    (
        STATEMENT,
        "if @p has|shows|contains|includes ~n {...",
        Write("if $p($n) > 0 {"),
        SHOWN,
    ),
    (
        STATEMENT,
        "set|let @x = highest|lowest|best|worst of @p ...",
        Say(
            "what the dice show is gone through by its numbers: `highest n among number n from 1 to 6 where $p(n) > 0 or else 0`; of one roll, `c rolls 3d6 as result keeping highest 1`",
        ),
        SHOWN,
    ),
    (
        STATEMENT,
        "set|let @x = highest|lowest|best|worst @p ...",
        Say(
            "what the dice show is gone through by its numbers: `highest n among number n from 1 to 6 where $p(n) > 0 or else 0`; of one roll, `c rolls 3d6 as result keeping highest 1`",
        ),
        SHOWN,
    ),
    (
        STATEMENT,
        "set|let @x = sum|total|count|number of @p ...",
        Say(
            "what the dice show is gone through by its numbers: `sum $p(n) among number n from 5 to 6` is how many show 5 or 6; of one roll, `c rolls 3d6 as hits counting 5 or more`",
        ),
        SHOWN,
    ),
    (
        STATEMENT,
        "set|let @x = sum|total|count|number @p ...",
        Say(
            "what the dice show is gone through by its numbers: `sum $p(n) among number n from 5 to 6` is how many show 5 or 6; of one roll, `c rolls 3d6 as hits counting 5 or more`",
        ),
        SHOWN,
    ),
    (
        STATEMENT,
        "ask $a one|some|any of @k ...",
        Say(
            "name the kind of what can be answered, and one of them, as in `combatant o where o.side is not c.side`",
        ),
        ANSWER,
    ),
    (
        STATEMENT,
        "ask $a number ~x to ~y",
        Write("ask $a: number n from $x to $y"),
        ANSWER,
    ),
    (STATEMENT, "ask $a @p, @q", Write("ask $a: $p | $q"), ANSWER),
    (
        STATEMENT,
        "if|repeat ask @c ...",
        Say(ASKED),
        "a question stands on a line of its own",
    ),
    (
        STATEMENT,
        "set|let @x = ask @c ...",
        Say(ASKED),
        "a question stands on a line of its own",
    ),
    (
        STATEMENT,
        "each @k except|but|besides @c {...",
        Write("each $k o where o is not $c {"),
        WHICH,
    ),
    (
        STATEMENT,
        "each @k @o except|but|besides @c {...",
        Write("each $k $o where $o is not $c {"),
        WHICH,
    ),
    (
        STATEMENT,
        "each @k @o other than @c {...",
        Write("each $k $o where $o is not $c {"),
        WHICH,
    ),
    (
        STATEMENT,
        "set @x to|as ~v and @y to|as $w",
        Write("set $x = $v   set $y = $w"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = ~v ~o ~u, @y = $w",
        Write("set $x = $v $o $u   set $y = $w"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "add ~n to @x, @y",
        Write("add $n to $x   add $n to $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "subtract ~n from @x, @y",
        Write("subtract $n from $x   subtract $n from $y"),
        EACH_ALONE,
    ),
    (
        STATEMENT,
        "set @x = roll|rolls ~d",
        Write("$x/owner rolls $d as $x/last"),
        "dice are rolled on a line of their own, and kept under a name",
    ),
    (STATEMENT, "set @x", Write("set $x = yes"), SET),
    (STATEMENT, "set @v @e", Write("set $v.$e = yes"), SET),
    (STATEMENT, "double @x", Write("set $x = $x * 2"), SET),
    (STATEMENT, "triple @x", Write("set $x = $x * 3"), SET),
    (
        STATEMENT,
        "halve|half @x",
        Write("set $x = $x / 2 rounded down"),
        SET,
    ),
    (
        STATEMENT,
        "multiply @x by|with ~n",
        Write("set $x = $x * $n"),
        SET,
    ),
    (
        STATEMENT,
        "divide @x by ~n",
        Write("set $x = $x / $n rounded down"),
        SET,
    ),
    (
        STATEMENT,
        "increase|raise|reduce|lower|decrease|change @x to $n",
        Write("set $x = $n"),
        SET,
    ),
    (
        STATEMENT,
        "swap|exchange @x and|with|for @y",
        Write("let before = $x   set $x = $y   set $y = before"),
        "two values are set one after the other",
    ),
    (
        STATEMENT,
        "@x - ~n",
        Write("subtract $n from $x"),
        "a value is changed with `subtract`",
    ),
    (
        STATEMENT,
        "@x + ~n",
        Write("add $n to $x"),
        "a value is changed with `add`",
    ),
    (
        STATEMENT,
        "add ~n to @x until|for|during|till ...",
        Say(SET_BACK),
        LASTS,
    ),
    (
        STATEMENT,
        "subtract ~n from @x until|for|during|till ...",
        Say(SET_BACK),
        LASTS,
    ),
    (
        STATEMENT,
        "@v is|gets @e until|for|during|till ...",
        Say(SET_BACK),
        LASTS,
    ),
    (
        STATEMENT,
        "@v can|may|does|must not act|move|attack ...",
        Say(BARS),
        BARRED,
    ),
    (
        STATEMENT,
        "@v cannot act|move|attack ...",
        Say(BARS),
        BARRED,
    ),
    (
        STATEMENT,
        "set @v @e to|as|=|: $n",
        Write("set $v.$e = $n"),
        SET,
    ),
    (STATEMENT, "set @v @e #n", Write("set $v.$e = $n"), SET),
];
