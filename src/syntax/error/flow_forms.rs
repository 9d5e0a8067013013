//! What triggers wait for, and statements that choose, repeat and end, in other words than those of the language: a part of the table of patterns. What a
//! pattern is, `forms` says.

use super::forms::{LineForm, Remedy::*};
use crate::syntax::place::Place;

const HAPPENING: &[Place] = &[Place::Happening];
const STATEMENT: &[Place] = &[Place::Statement];

/// What is said of a happening that is no change, act or period in the words of the language.
pub(super) const AWAITED: &str = "what a trigger waits for is said in another way";

const CONSULTED: &str = "a table is carried out with `consult`, and its value is used by its name";
const FOLLOWS: &str = "the tactic stands first, and who follows it behind a colon";
const KEY: &str = "of which order it is a key is said with `of`";
const DENIED: &str = "what is not so stands behind `not`";
const COUNTED: &str = "how often something is told is not expected";
const OFTEN: &str = "ask for it period by period, as in `expect $t in round 1`; acts and rolls are counted: `expect acts of ann in round 1 = 1`";
const OF_TWO: &str = "of two values one is chosen with `if`";
const OF_PROCEDURE: &str = "what a procedure gives stands behind a colon";
const RESULT: &str = "the result of a procedure gets its name on the line that does it";
const OF_KEYS: &str = "a value for each key is worked out with `if`";
const KEYED_ATTRIBUTE: &str = "$a on $k $p: $t = if $p is $w then $v else $o";

pub(super) const FLOW_FORMS: &[LineForm] = &[
    (
        HAPPENING,
        "when|whenever|once before ...",
        Write("before"),
        "`before` stands by itself",
    ),
    (
        HAPPENING,
        "when|before @a @b is announced|begun|started ...",
        Write("before $a $b"),
        "what comes before an act is said with `before`",
    ),
    (
        HAPPENING,
        "when|whenever @k @c loses|drops @a ...",
        Write("when $a of $k $c falls"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever @k @c gains|recovers @a ...",
        Write("when $a of $k $c rises"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever the|a @p begins|starts ...",
        Write("when phase $p begins"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever the|a @p ends|stops ...",
        Write("when phase $p ends"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever @w turn begins|starts ...",
        Write("when turn of $w begins"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever @w turn ends ...",
        Write("when turn of $w ends"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when @c is|gets|was @e by @b ...",
        Write("when $e($c, $b)"),
        "an event is awaited by its name, with its values in brackets",
    ),
    (
        STATEMENT,
        "limit once per @p for each|every|any @k ...",
        Write("limit once per $p for $k/letter"),
        "behind `for` stands the name of one record",
    ),
    (
        STATEMENT,
        "for each|every|any @k",
        Say("behind `for` stands the name of one record, as in `limit once per round for c`"),
        "what is counted by itself has a name",
    ),
    (
        STATEMENT,
        "stop|finish|over combat|fight|battle ...",
        Write("end combat"),
        "the combat ends with `end combat`",
    ),
    (
        STATEMENT,
        "stop|end|finish the combat|fight|battle ...",
        Write("end combat"),
        "the combat ends with `end combat`",
    ),
    (
        STATEMENT,
        "otherwise|elif|elseif if $c {...",
        Write("else if $c {"),
        "what is done else stands behind `else`",
    ),
    (
        STATEMENT,
        "if a|an|any|some @k has|with $c {...",
        Write("if any $k $k/letter where $c/own {"),
        "one of several is searched for with `any`",
    ),
    (
        STATEMENT,
        "let @n = consult ~t with|for|on $v",
        Write("let $n = $t/call$v)"),
        CONSULTED,
    ),
    (
        STATEMENT,
        "set @n = consult ~t with|for|on $v",
        Write("set $n = $t/call$v)"),
        CONSULTED,
    ),
    (
        STATEMENT,
        "set @n = consult ~t with|for|on $v",
        Write("let $n = $t/call$v)"),
        CONSULTED,
    ),
    (
        STATEMENT,
        "let @n = consult $t with $v",
        Say(
            "a table that has values is used by its name, with what is looked up behind all else that it is given: `let $n = TABLE(..., $v)`",
        ),
        CONSULTED,
    ),
    (
        STATEMENT,
        "let @x be|is|as $v",
        Write("let $x = $v"),
        "a value gets its name with `=`",
    ),
    (
        STATEMENT,
        "let @n: @t = ...",
        Write("let $n ="),
        "a name has no type of its own: it follows from the value",
    ),
    (
        STATEMENT,
        "@c rolls $d counting more|higher|above than #n ...",
        Write("$c rolls $d counting $n/more or more"),
        "which dice count is said with `or more`",
    ),
    (
        STATEMENT,
        "@c rolls $d counting over|above #n ...",
        Write("$c rolls $d counting $n/more or more"),
        "which dice count is said with `or more`",
    ),
    (
        STATEMENT,
        "@c draws @k where|with ...",
        Say(
            "give what is drawn a name behind its kind, and say it of that: `$c draws $k x where x.NAME ...`",
        ),
        "what is drawn has a name",
    ),
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
        &[Place::PlacementClause],
        "when $c @k = #n",
        Write("when $c   place $k = $n"),
        "what a placement sets is said with `place`",
    ),
    (
        &[Place::PlacementClause],
        "@k = ...",
        Write("place $k ="),
        "what a placement sets is said with `place`",
    ),
    (
        &[Place::ActionClause],
        "takes act|combatant @n",
        Write("takes $n"),
        "what an action takes is named by an attribute of acts",
    ),
    (
        &[Place::Unit],
        "1|one @u = $x 1|one @v = ...",
        Write("$u = $x   $v ="),
        "a unit stands without a number: it is one of them",
    ),
    (
        &[Place::Unit],
        "1|one @u = ...",
        Write("$u ="),
        "a unit stands without a number: it is one of them",
    ),
    (
        &[Place::Attribute],
        "@a: a|an @k or none|nothing ...",
        Write("$a: optional $k"),
        "what may be missing is `optional`",
    ),
    (
        &[Place::Attribute],
        "@a: ~t = @v once per @p ...",
        Write("$a: $t = $v each $p"),
        "what is set back is said with `each`",
    ),
    (
        &[Place::Attribute],
        "@a: number from #x to #y starts|starting|begins|beginning at|with #v ...",
        Write("$a: number = $v from $x to $y"),
        "the value that it begins with stands behind `=`",
    ),
    (
        &[Place::Row],
        "@k: ...",
        Write("by $k:"),
        "columns begin with `by`",
    ),
    (
        &[Place::Item],
        "statements ~a to|until|- ~b",
        Say("the letters stand once and the numbers behind them, as in `statements HR 1..6`"),
        "the numbers run from one to another with `..`",
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = ~v for|on|if @w, ~o otherwise|else ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = ~v for|on|if @w and ~o otherwise|else ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = ~v for|on|if @w, otherwise|else ~o ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = @w ~v otherwise|else ~o ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = @w: ~v otherwise:|else: ~o ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
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
        Say(OFTEN),
        COUNTED,
    ),
    (
        &[Place::Entry],
        "expect $t once|twice|thrice ...",
        Say(OFTEN),
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
        &[Place::Statement],
        "do @x = $c",
        Write("do $c as $x"),
        RESULT,
    ),
    (
        &[Place::Statement],
        "do $c -> @x",
        Write("do $c as $x"),
        RESULT,
    ),
    (
        &[Place::Statement],
        "$c as @x",
        Write("do $c as $x"),
        RESULT,
    ),
    (&[Place::Statement], "@x = $c", Write("do $c as $x"), RESULT),
    (
        &[Place::Statement],
        "let @x: @t = $c",
        Write("do $c as $x"),
        RESULT,
    ),
    (
        &[Place::Statement],
        "consult ~t with $r as @x",
        Write("let $x = $t/call$r)"),
        CONSULTED,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = ~o, ~v for|on|if @w ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = ~v if @w else ~o ...",
        Write(KEYED_ATTRIBUTE),
        OF_KEYS,
    ),
    (
        &[Place::Attribute],
        "@a on @k @p: @t = ~v if $c else ~o",
        Write("$a on $k $p: $t = if $c then $v else $o"),
        OF_TWO,
    ),
    (
        &[Place::Attribute],
        "@a: @t = ~v if $c else ~o",
        Write("$a: $t = if $c then $v else $o"),
        OF_TWO,
    ),
    (
        &[Place::Item],
        "let $h = ~v if $c else ~o",
        Write("let $h = if $c then $v else $o"),
        OF_TWO,
    ),
    (
        &[Place::Statement],
        "let @x = ~v if $c else ~o",
        Write("let $x = if $c then $v else $o"),
        OF_TWO,
    ),
    (
        &[Place::Statement],
        "set @x = ~v if $c else ~o",
        Write("set $x = if $c then $v else $o"),
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
