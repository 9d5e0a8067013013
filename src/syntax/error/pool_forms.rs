//! Pools of dice, questions with a condition and what follows acts, in other words than those of the language: a part of the table of patterns. What a
//! pattern is, `forms` says.

use super::flow_forms::AWAITED;
use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use crate::syntax::place::Place;

const HOW_OFTEN: &str = "it stands behind `=`, as in `rolls of morale = 2`; whether it is more or less is asked of an attribute in which the rules count it";
const STATEMENT: &[Place] = &[Place::Statement];
const WHILE_EQUAL: &str = "that those who are equal roll again is said behind the name of the roll";
const PERIODS: &[Place] = &[Place::Entry, Place::PeriodEntry];
const ACTION: &[Place] = &[Place::ActionClause];

const OF_COMBAT: &str =
    "what changes is said with its record, `of combat k` for the combat as a whole";
const HAPPENING: &[Place] = &[Place::Happening];

const KEPT: &str = "which dice of a pool count stands behind its name";
const COUNTED: &str = "from which number on dice count is said with `or more`";
const ONLY_IF: &str = "when a question is asked at all stands at its end";
const FOLLOWS: &str = "what follows an act stands behind `then`";

const DONE: &str = "a scenario says what is done";
const NOT_DONE: &str = "leave out what is not done; that somebody does nothing at all is `$w declares nothing`, and a question is answered with no as in `$w answers no to parry`";
const JOINING: &str = "who comes in stands behind its side";
const PERIOD: &str = "a period is named without the word `phase`";
const BACK: &str = "what is set back is said with `each`";
const CORRECTED: &str = "the game master changes a value in the middle of a fight";
const PLACED: &str = "what a placement sets is said with `place`";
const WHEN: &str = "a condition of a line of a tactic stands behind `when`";
const BEFORE: &str = "what comes before an act is said with `before`";
const DECLARED: &str = "who declares is listed behind `declared:`";
const ENDED: &str = "how an act ended is said with `is`";
const LIMIT: &str = "how often a trigger answers is said with `limit`";
const EACH: &str = "records are gone through with `each`";

/// The forms of these lines. Where several fit, they are tried in this order.
pub(super) const POOL_FORMS: &[LineForm] = &[
    (
        HAPPENING,
        "when @a rises to ~v ...",
        Write("when $a of combat k rises to $v"),
        OF_COMBAT,
    ),
    (
        HAPPENING,
        "when @a falls to ~v ...",
        Write("when $a of combat k falls to $v"),
        OF_COMBAT,
    ),
    (
        HAPPENING,
        "when @a of combat rises to ~v ...",
        Write("when $a of combat k rises to $v"),
        OF_COMBAT,
    ),
    (
        HAPPENING,
        "when @a of combat falls to ~v ...",
        Write("when $a of combat k falls to $v"),
        OF_COMBAT,
    ),
    (
        HAPPENING,
        "when @a of combat changes ...",
        Write("when $a of combat k changes"),
        OF_COMBAT,
    ),
    (
        HAPPENING,
        "when @a changes ...",
        Write("when $a of combat k changes"),
        OF_COMBAT,
    ),
    (
        PERIODS,
        "$w joins|join|enters side @s {...",
        Write("joins side $s: $w {"),
        JOINING,
    ),
    (
        &[Place::PeriodEntry],
        "$w does|do|did|will not ...",
        Say(NOT_DONE),
        DONE,
    ),
    (
        &[Place::PeriodEntry],
        "$w doesn't|don't|didn't|won't|cannot|can't ...",
        Say(NOT_DONE),
        DONE,
    ),
    (PERIODS, "phase @p of $w {...", Write("$p of $w {"), PERIOD),
    (PERIODS, "phase @p {...", Write("$p {"), PERIOD),
    (PERIODS, "phase @p #n {...", Write("$p $n {"), PERIOD),
    (
        &[Place::PlacementClause],
        "when $c place last|first|behind|before|ahead ...",
        Say(
            "write which key of the order counts otherwise for these acts, as in `place slot = 2` with a key `by slot: 1`",
        ),
        "a placement gives a key of the order another value",
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
        "$c rolls $d exploding|explodes|explode|open-ended as @n ...",
        Say("write behind the name on what it is rolled again: `$c rolls $d as $n again on 6`"),
        "what is rolled again stands behind the name",
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
    (
        STATEMENT,
        "$c rolls $d as @n counting $x or higher|above|up|better|greater ...",
        Write("$c rolls $d as $n counting $x or more"),
        COUNTED,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n counting $x or lower|below|under|fewer|worse ...",
        Write("$c rolls $d as $n counting $x or less"),
        COUNTED,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n again if|until|on|when|for|where|unless equal|equals|tied|ties|tie|same|different|unequal ...",
        Write("$c rolls $d as $n again while equal"),
        WHILE_EQUAL,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n reroll|rerolls|rerolling|rerolled|repeat|repeated tie|ties|tied|equal|equals ...",
        Write("$c rolls $d as $n again while equal"),
        WHILE_EQUAL,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n, again|reroll|rerolls|rerolling|rerolled if|on|until|while|when|tie|ties|tied|equal|equals ...",
        Write("$c rolls $d as $n again while equal"),
        WHILE_EQUAL,
    ),
    (
        STATEMENT,
        "$c rolls $d as @n until different|unequal|distinct|untied|unique ...",
        Write("$c rolls $d as $n again while equal"),
        WHILE_EQUAL,
    ),
    (
        STATEMENT,
        "again while|if|until|on equal|equals|tied|ties ...",
        Say(
            "it stands in the braces of `each`, behind the name of the roll: `each side s { s rolls d6 as initiative again while equal }`",
        ),
        WHILE_EQUAL,
    ),
    (
        ACTION,
        "remember|remembers|store|stores|save|saves|retain|retains|keep @a ...",
        Write("keeps $a"),
        "what the actor has from then on is said with `keeps`",
    ),
    (
        &[Place::Entry],
        "expect rolls|acts of $x >=|<=|<|>|!= ...",
        Say(HOW_OFTEN),
        "how often something is done is expected as one number",
    ),
    (
        &[Place::Entry],
        "odds $t rolls|acts of $x >=|<=|<|>|!= ...",
        Say(HOW_OFTEN),
        "how often something is done is asked for as one number",
    ),
    (
        &[Place::Statement],
        "@c rolls $d counting at least #n ...",
        Write("$c rolls $d counting $n or more"),
        COUNTED,
    ),
    (
        &[Place::Statement],
        "@c rolls $d counting >= #n ...",
        Write("$c rolls $d counting $n or more"),
        COUNTED,
    ),
    (
        &[Place::Statement],
        "@c rolls $d counting <= #n ...",
        Write("$c rolls $d counting $n or less"),
        COUNTED,
    ),
    (
        &[Place::Attribute],
        "@a: ~t = @v every|once @p ...",
        Write("$a: $t = $v each $p"),
        BACK,
    ),
    (
        &[Place::PeriodEntry, Place::Correction],
        "@x = $v because $t",
        Write("gm sets $x = $v because $t"),
        CORRECTED,
    ),
    (
        &[Place::PeriodEntry],
        "gm changes|puts|corrects|makes @x to|into $v",
        Write("gm sets $x = $v"),
        CORRECTED,
    ),
    (
        &[Place::PlacementClause],
        "when $c set @k = #n",
        Write("when $c   place $k = $n"),
        PLACED,
    ),
    (
        &[Place::PlacementClause],
        "set @k = ...",
        Write("place $k ="),
        PLACED,
    ),
    (
        &[Place::TacticClause],
        "declare $a if $c",
        Write("declare $a when $c"),
        WHEN,
    ),
    (
        &[Place::Happening],
        "when|before @a @b begins|starts",
        Write("before $a $b"),
        BEFORE,
    ),
    (
        &[Place::Happening],
        "at|on|when the end of each|every|a|the @p ...",
        Write("when phase $p ends"),
        AWAITED,
    ),
    (
        &[Place::Happening],
        "at|on|when the start|beginning of each|every|a|the @p ...",
        Write("when phase $p begins"),
        AWAITED,
    ),
    (
        &[Place::Happening],
        "when|whenever a|an|any @k loses|drops @a ...",
        Write("when $a of $k $k/letter falls"),
        AWAITED,
    ),
    (
        &[Place::Happening],
        "when|whenever a|an|any @k gains|wins @a ...",
        Write("when $a of $k $k/letter rises"),
        AWAITED,
    ),
    (
        &[Place::Entry],
        "expect $a and $b declared|declare|declares in $m",
        Write("expect declared: $a, $b in $m"),
        DECLARED,
    ),
    (
        &[Place::Entry],
        "expect $x has|have been @w ...",
        Write("expect $x is $w"),
        ENDED,
    ),
    (
        &[Place::Statement],
        "1|one time per|each|every|a|in @p ...",
        Write("limit once per $p"),
        LIMIT,
    ),
    (
        &[Place::Statement],
        "for each @c in @x where $w {...",
        Say(
            "write `each KIND $c in $x where $w { ... }`, with the kind of what `$x` holds for KIND",
        ),
        EACH,
    ),
];
