//! What triggers wait for, and statements that choose, repeat and end, in other words than those of the language: a part of the table of patterns. What a
//! pattern is, `forms` says.

use super::forms::{LineForm, Remedy::*};
use crate::syntax::place::Place;

const HAPPENING: &[Place] = &[Place::Happening];
const STATEMENT: &[Place] = &[Place::Statement];
const ATTRIBUTE: &[Place] = &[Place::Attribute];
/// What is said of a happening that is no change, act or period in the words of the language.
pub(super) const AWAITED: &str = "what a trigger waits for is said in another way";
const CONSULTED: &str = "a table is carried out with `consult`, and its value is used by its name";
pub(super) const OF_TWO: &str = "of two values one is chosen with `if`";
const RESULT: &str = "the result of a procedure gets its name on the line that does it";
const OF_KEYS: &str = "a value for each key is worked out with `if`";
const KEYED_ATTRIBUTE: &str = "$a on $k $p: $t = if $p is $w then $v else $o";
/// What is said of a turn that is taken in other words.
const TAKEN: &str = "who acts before the one whose turn is next takes the turn";
/// What is said of a value that lasts in other words.
const LASTS: &str = "until when a value holds is said in other words";
const DECLARES: &str = "who declares stands before `declares`";
const WHO_DRAWS: &str = "who draws stands before `draws`";
const DRAWN: &str = "behind `draws` stands a kind, then a name for what is drawn";

pub(super) const FLOW_FORMS: &[LineForm] = &[
    (
        STATEMENT,
        "@w takes|gets|has turn|a|its|the ...",
        Write("$w takes the turn"),
        TAKEN,
    ),
    (
        STATEMENT,
        "@w goes|acts|comes|moves first|next|now|before|ahead ...",
        Write("$w takes the turn"),
        TAKEN,
    ),
    (
        HAPPENING,
        "before @c has|takes its|their|a|the turn ...",
        Write("before turn of $c"),
        AWAITED,
    ),
    (
        STATEMENT,
        "per ~x ...",
        Say("write `for $x` in place of `per $x`"),
        "for whom a limit counts stands behind `for`",
    ),
    (
        STATEMENT,
        "show|shows|uncover|unveil $x",
        Write("reveal $x"),
        "what was hidden is shown with `reveal`",
    ),
    (
        STATEMENT,
        "roll ~d for @c as @n ...",
        Write("$c rolls $d as $n"),
        "who rolls stands first",
    ),
    (
        HAPPENING,
        "before @p of combatant|side @c ...",
        Write("before $p of $c"),
        "a name is enough for whose turn it is",
    ),
    (
        HAPPENING,
        "before @p of @c begins|starts ...",
        Write("before $p of $c"),
        "`before` says all",
    ),
    (
        HAPPENING,
        "before phase @p ...",
        Say(
            "before a turn it is `before $p of c`, with a name for whose turn it is; what comes before another phase stands before it",
        ),
        AWAITED,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the end of the next turn of @x ...",
        Write("$a: $t = $v until the next turn of $x ends"),
        LASTS,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the start|beginning of the next turn of @x ...",
        Write("$a: $t = $v until the next turn of $x begins"),
        LASTS,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the next turn of @x is over",
        Write("$a: $t = $v until the next turn of $x ends"),
        LASTS,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the next turn ends|begins ...",
        Say(
            "write `until its next turn ends` or `until its next turn begins`; of another record, `until the next turn of ATTRIBUTE ends`",
        ),
        LASTS,
    ),
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
        "when|whenever a|an|any|the @k declares|declare act|action @a ...",
        Write("when act $a is declared"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever a|an|any|the @k declares|declare a|an|the @v @a ...",
        Write("when $v $a is declared"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever a|an|any|the @k declares|declare @v @a ...",
        Write("when $v $a is declared"),
        AWAITED,
    ),
    (
        HAPPENING,
        "when|whenever @v @a declares|declared ...",
        Write("when $v $a is declared"),
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
        "ask|tell|let|have|make @c to declare|act ...",
        Write("$c declares"),
        DECLARES,
    ),
    (
        STATEMENT,
        "let|have|make @c declare|act ...",
        Write("$c declares"),
        DECLARES,
    ),
    (
        STATEMENT,
        "@c draws a|an|one @k as @n ...",
        Write("$c draws $k $n"),
        DRAWN,
    ),
    (
        STATEMENT,
        "draw|draws a|an|one @k as @n for|by @c ...",
        Write("$c draws $k $n"),
        WHO_DRAWS,
    ),
    (
        STATEMENT,
        "draw|draws @k @n for|by @c ...",
        Write("$c draws $k $n"),
        WHO_DRAWS,
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
];
