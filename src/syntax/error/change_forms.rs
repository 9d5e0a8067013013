//! Statements that change values or acts, questions with a condition, what follows acts, and phases of turns, in other words than those of the language: a part of the table of patterns. What a pattern is, `forms` says.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use crate::syntax::place::Place;

const STATEMENT: &[Place] = &[Place::Statement];
const PHASE: &[Place] = &[Place::Item, Place::Statement];

const ACTION: &[Place] = &[Place::ActionClause];
const KEPT: &str = "which dice of a pool count stands behind its name";
const COUNTED: &str = "from which number on dice count is said with `or more`";
const ONLY_IF: &str = "when a question is asked at all stands at its end";
const FOLLOWS: &str = "what follows an act stands behind `then`";

const SET: &str = "a value is changed with `set`";
const ADDED: &str = "what is added to a set is said with `add`";
const LASTS: &str = "a value stays until it is set again";
const NEXT: &str = "nothing says whose turn is next";
const NEXT_IS: &str = "who is next stands behind it: `phase $p of $k $c, next by $c.initiative, highest first {`, or `phase $p of $k $c, next named by gm {`";
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
    (PHASE, "phase @p of @k @c {...", Say(NEXT_IS), NEXT),
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
        Say(
            "set it back where its time is over, as in `last in phase round { each combatant c { set c.stunned = no } }`; or its attribute says when it is set back: `stunned: yes/no = no each round` or `stunned: yes/no = no until its next turn ends`",
        ),
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
        "each|every|all @k @c of|in|on|from ~s where $x {...",
        Write("each $k $c where $c.side is $s and $x {"),
        "whose side it is on is a condition",
    ),
    (
        STATEMENT,
        "each|every|all @k @c of|in|on|from ~s {...",
        Write("each $k $c where $c.side is $s {"),
        "whose side it is on is a condition",
    ),
    (
        STATEMENT,
        "set @x = $p keep|keeps|taking|take highest|best|top $n",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p keep|keeps|taking|take lowest|worst $n",
        Write("set $x = $p keeping lowest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p keeping the|best|top|highest best|top|highest|two|three #n",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p keeping best|top|the #n",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p keeping #n highest|best",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = highest|best|top #n of|in|from|among @p",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = lowest|worst #n of|in|from|among @p",
        Write("set $x = $p keeping lowest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = the #n highest|best of|in|from|among @p",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = the highest|best|top #n of|in|from|among @p",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = sum of highest|best|top #n of|in|from|among @p",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = sum of the highest|best|top #n of|in|from|among @p",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = sum of the #n highest|best of|in|from|among @p",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p keeping the #n highest|best",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p keeping #n",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p, keeping highest|best $n",
        Write("set $x = $p keeping highest $n"),
        KEPT,
    ),
    (
        STATEMENT,
        "set @x = $p counting at least #n",
        Write("set $x = $p counting $n or more"),
        COUNTED,
    ),
    (
        STATEMENT,
        "set @x = $p counting >= #n",
        Write("set $x = $p counting $n or more"),
        COUNTED,
    ),
    (
        STATEMENT,
        "set @x = $p counting at most #n",
        Write("set $x = $p counting $n or less"),
        COUNTED,
    ),
    (
        STATEMENT,
        "ask $a, default $d, only|but when|where $c",
        Write("ask $a, default $d, only if $c"),
        ONLY_IF,
    ),
    (
        STATEMENT,
        "ask $a, default $d, if|when|where $c",
        Write("ask $a, default $d, only if $c"),
        ONLY_IF,
    ),
    (
        STATEMENT,
        "ask $a, default $d only if $c",
        Write("ask $a, default $d, only if $c"),
        ONLY_IF,
    ),
    (
        STATEMENT,
        "ask $a, default $d if|when|where $c",
        Write("ask $a, default $d, only if $c"),
        ONLY_IF,
    ),
    (
        STATEMENT,
        "ask $a: yes/no only if $c",
        Write("ask $a: yes/no, default no, only if $c"),
        ONLY_IF,
    ),
    (
        STATEMENT,
        "ask $a: yes/no, only if $c",
        Write("ask $a: yes/no, default no, only if $c"),
        ONLY_IF,
    ),
    (
        STATEMENT,
        "ask $a: yes/no if|when $c",
        Write("ask $a: yes/no, default no, only if $c"),
        ONLY_IF,
    ),
    (
        ACTION,
        "afterwards|after|finally|follows|next {...",
        Write("then {"),
        FOLLOWS,
    ),
    (ACTION, "and then {...", Write("then {"), FOLLOWS),
    (ACTION, "then does|do {...", Write("then {"), FOLLOWS),
    (
        ACTION,
        "when resolved|resolves|done {...",
        Write("then {"),
        FOLLOWS,
    ),
    (
        ACTION,
        "when|after it|this resolves|resolved {...",
        Write("then {"),
        FOLLOWS,
    ),
    (ACTION, "then: $s", Write("then { $s }"), FOLLOWS),
];
