//! Lines of kinds, actions, orders and heads of phases in other words than those of the language, with the same line in its words: the table of patterns.
//! What a pattern is, `forms` says.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use crate::syntax::place::Place;

const ATTRIBUTE: &[Place] = &[Place::Attribute];
const ACTION: &[Place] = &[Place::ActionClause];
const PHASE: &[Place] = &[Place::Item, Place::Statement];

pub(super) const SECRET: &str = "`secret` stands behind the default, with a comma before it";
const TYPED: &str = "an attribute has a type behind a `:`, then the value that it begins with";
const SET_BACK: &str = "what an attribute is set back by stands behind `each`";
const UNTIL: &str = "until when a value holds is said in other words";
const NEXT_PERIOD: &str = "write `$a: $t = $v each $p` for a value that is set back as each $p begins; what is to count in the next one needs two attributes, `$a` and `next_$a`: the first is set from the other with `first in phase $p`";
const NEEDED: &str = "what must be so for an act stands behind `needs`";
const WITH_A_REASON: &str =
    "write `needs $c because \"...\"`; the reason is told where the act is refused";
const GUARD: &str = "the condition of a trigger stands behind `if`";
const NEXT: &str = "that an act comes before all others is said with `next`";
const ASKED: &str = "who is asked is a record, or `gm`";
const ANSWER: &str = "what kind of answer is wanted stands behind a `:`";
const DUE: &str = "acts are carried out with `resolve acts`";
const TURNS: &str = "a phase of turns is `of` the records whose turns they are";

/// The forms of these lines. Where several fit, they are tried in this order.
pub(super) const KIND_FORMS: &[LineForm] = &[
    (
        ATTRIBUTE,
        "@a: secret|hidden|private $t = ~v ...",
        Write("$a: $t = $v, secret"),
        SECRET,
    ),
    (
        ATTRIBUTE,
        "@a: secret|hidden|private @t ...",
        Write("$a: $t, secret"),
        SECRET,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v secret|hidden|private ...",
        Write("$a: $t = $v, secret"),
        SECRET,
    ),
    (
        ATTRIBUTE,
        "optional @a: @t ...",
        Write("$a: optional $t"),
        "`optional` stands before the type",
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the end of @i next turn ...",
        Write("$a: $t = $v until its next turn ends"),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until end of next turn ...",
        Write("$a: $t = $v until its next turn ends"),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the start|beginning of @i next turn ...",
        Write("$a: $t = $v until its next turn begins"),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until its|their next turn ...",
        Write("$a: $t = $v until its next turn begins"),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until shuffle|reshuffled|reshuffle ...",
        Write("$a: $t = $v until shuffled"),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the @k are shuffled|reshuffled ...",
        Write("$a: $t = $v until shuffled"),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until next|the @p ...",
        Write("$a: $t = $v each $p"),
        SET_BACK,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the next|end @p ...",
        Write("$a: $t = $v each $p"),
        SET_BACK,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until end of next|the|this @p ...",
        Say(NEXT_PERIOD),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v until the end of next|the|this @p ...",
        Say(NEXT_PERIOD),
        UNTIL,
    ),
    (
        ATTRIBUTE,
        "@a: $t = ~v for|during the next @p ...",
        Say(NEXT_PERIOD),
        UNTIL,
    ),
    (ATTRIBUTE, "@a = @v ...", Write("$a: yes/no = $v"), TYPED),
    (ATTRIBUTE, "@a = #n ...", Write("$a: number = $n"), TYPED),
    (
        ATTRIBUTE,
        "@a: yes|no = @v ...",
        Write("$a: yes/no = $v"),
        TYPED,
    ),
    (ATTRIBUTE, "@a: yes ...", Write("$a: yes/no = yes"), TYPED),
    (ATTRIBUTE, "@a: no ...", Write("$a: yes/no = no"), TYPED),
    (ATTRIBUTE, "@a: #n ...", Write("$a: number = $n"), TYPED),
    (
        ATTRIBUTE,
        "in play until|unless $c",
        Write("in play while not ($c)"),
        "a kind says which of its records are in play",
    ),
    (
        &[Place::OrderClause],
        "by @k, last|first|earlier|later",
        Say(super::item_forms::FIRST_OF),
        super::item_forms::FIRST_SAID,
    ),
    (
        &[Place::OrderClause],
        "by $k descending|desc|down|reversed ...",
        Write("by $k, highest first"),
        "what comes first of a key is said behind a comma",
    ),
    (
        &[Place::OrderClause],
        "by $k lower|lowest|smaller|less is better|first|earlier|quicker ...",
        Write("by $k, lowest first"),
        "what comes first of a key is said behind a comma",
    ),
    (
        &[Place::OrderClause],
        "by $k higher|highest|greater|bigger|more is better|first|earlier|quicker ...",
        Write("by $k, highest first"),
        "what comes first of a key is said behind a comma",
    ),
    (
        &[Place::OrderClause],
        "by $k ascending|asc|up ...",
        Write("by $k"),
        "the lowest comes first where nothing else is said",
    ),
    (
        PHASE,
        "phase @p for|of each|every|all|any @k @c, ...",
        Write("phase $p of $k $c,"),
        TURNS,
    ),
    (
        PHASE,
        "phase @p for|of each|every|all|any @k @c where ...",
        Write("phase $p of $k $c where"),
        TURNS,
    ),
    (
        PHASE,
        "phase @p for @k @c, ...",
        Write("phase $p of $k $c,"),
        TURNS,
    ),
    (
        PHASE,
        "phase @p for @k @c where ...",
        Write("phase $p of $k $c where"),
        TURNS,
    ),
    (
        &[Place::ExceptionClause],
        "for @a and|or|& @b: @s ...",
        Write("for $a: $s, $b: $s"),
        "each act has its kind behind its name",
    ),
    (
        &[Place::ExceptionClause],
        "for @a, @b: @s ...",
        Write("for $a: $s, $b: $s"),
        "each act has its kind behind its name",
    ),
    (
        &[Place::Happening],
        "when @k @c @a falls|drops|sinks ...",
        Write("when $a of $k $c falls"),
        super::item_forms::CHANGES,
    ),
    (
        &[Place::Happening],
        "when @k @c @a rises|grows ...",
        Write("when $a of $k $c rises"),
        super::item_forms::CHANGES,
    ),
    (
        &[Place::Happening],
        "when @k @c @a changes ...",
        Write("when $a of $k $c changes"),
        super::item_forms::CHANGES,
    ),
    (
        &[Place::Statement],
        "@c does @a first|before|immediately|instantly|now {...",
        Write("$c does $a next {"),
        NEXT,
    ),
    (
        &[Place::Statement],
        "@c does @a before @b {...",
        Write("$c does $a next {"),
        NEXT,
    ),
    (
        &[Place::Statement],
        "@c does @a first|immediately|instantly|now",
        Write("$c does $a next"),
        NEXT,
    ),
    (
        &[Place::Statement],
        "@c does @a before @b",
        Write("$c does $a next"),
        NEXT,
    ),
    (
        &[Place::Statement],
        "@c does @a at|on|against|to @t next ...",
        Say("write what the act is given in braces, as in `$c does $a next { target = $t }`"),
        "what an act is given stands in braces",
    ),
    (
        &[Place::Statement],
        "any|some|all|every @k @c where|with $w {...",
        Write("each $k $c where $w {"),
        "what is done for some of all stands behind `each`",
    ),
    (&[Place::Statement], "where $c", Write("if $c"), GUARD),
    (
        &[Place::Statement],
        "where $c",
        Say("write `if $c`, and join it with `and` to the `if` below"),
        GUARD,
    ),
    (
        &[Place::Statement],
        "if @c wants|chooses|decides|agrees|wishes|likes to $v {...",
        Say(
            "ask on a line before, as in `ask $c as chosen \"Does {$c} $v?\": yes/no`, and then write `if chosen { ... }`",
        ),
        "what somebody decides is asked first",
    ),
    (
        &[Place::Statement],
        "ask the|a player|players|owner|user of @c as ...",
        Write("ask $c as"),
        ASKED,
    ),
    (
        &[Place::Statement],
        "ask player|players|owner|user of @c as ...",
        Write("ask $c as"),
        ASKED,
    ),
    (
        &[Place::Statement],
        "ask the gm|dm|referee|judge|master as ...",
        Write("ask gm as"),
        ASKED,
    ),
    (
        &[Place::Statement],
        "ask $a, default yes",
        Write("ask $a: yes/no, default yes"),
        ANSWER,
    ),
    (
        &[Place::Statement],
        "ask $a, default no",
        Write("ask $a: yes/no, default no"),
        ANSWER,
    ),
    (
        &[Place::Statement],
        "resolve act",
        Write("resolve acts"),
        DUE,
    ),
    (
        &[Place::Statement],
        "resolve @s",
        Say(
            "write `resolve acts` by itself, in place of the `each` around it; it carries out all that is due, one act after the other",
        ),
        DUE,
    ),
    (
        &[Place::Statement],
        "for number @n from $a to $b {...",
        Write("each number $n from $a to $b {"),
        "numbers are gone through by a name",
    ),
    (
        &[Place::Statement],
        "spends|spend|costs $n from @x ...",
        Say(
            "write `spends $n from $x` in the action, before its `does`; to take it alone, `subtract $n from $x`",
        ),
        "what an action spends stands outside of its `does`",
    ),
    (
        &[Place::ActionClause],
        "not|never declared",
        Say(
            "write it before the `{`, behind the title: `action parry \"parries {blow}\" not declared { ... }`",
        ),
        "that only rules add an action stands in its head",
    ),
    (
        &[Place::ActionClause],
        "do|resolve|resolves|effect|effects|result|then {...",
        Write("does {"),
        "what an action does stands behind `does`",
    ),
    (
        &[Place::OrderClause],
        "then|first|finally|order|sort|sorted|ordered by ...",
        Write("by"),
        "each key stands behind `by`, the first one first",
    ),
    (
        &[Place::OrderClause],
        "then|finally $k",
        Write("by $k"),
        "each key stands behind `by`, the first one first",
    ),
    (
        &[Place::OrderClause],
        "highest|higher|greatest|largest|best $k first ...",
        Write("by $k, highest first"),
        "the value comes first, then what comes first of it",
    ),
    (
        &[Place::OrderClause],
        "lowest|lower|smallest|least $k first ...",
        Write("by $k, lowest first"),
        "the value comes first, then what comes first of it",
    ),
    (
        &[Place::OrderClause],
        "highest|higher|greatest|largest|best @k ...",
        Write("by $k, highest first"),
        "the value comes first, then what comes first of it",
    ),
    (
        &[Place::OrderClause],
        "lowest|lower|smallest|least @k ...",
        Write("by $k, lowest first"),
        "the value comes first, then what comes first of it",
    ),
    (
        &[Place::OrderClause],
        "@k first|second|third|next ...",
        Write("by $k"),
        "each key stands behind `by`, the first one first",
    ),
    (
        &[Place::Attribute],
        "out of play when|if|while|once $c",
        Write("in play while not ($c)"),
        "a kind says which of its records are in play",
    ),
    (
        &[Place::ActionClause],
        "costs|cost|uses|pays|takes|needs|spends #v @p",
        Write("spends $v from actor.$p"),
        "what an action costs is taken from an attribute",
    ),
    (
        ACTION,
        "takes @x where|if|when $c because $t",
        Write("takes $x needs $c because $t"),
        NEEDED,
    ),
    (
        ACTION,
        "needs|needs:|requires|require|need|if|when|where $c because|else $t",
        Write("needs $c because $t"),
        NEEDED,
    ),
    (
        ACTION,
        "only|allowed|legal|possible if|when|where|while $c because|else $t",
        Write("needs $c because $t"),
        NEEDED,
    ),
    (
        ACTION,
        "unless $c because|else $t",
        Write("needs not ($c) because $t"),
        NEEDED,
    ),
    (
        ACTION,
        "refuse|refused|forbidden if|when|where|while not ~c because $t",
        Write("needs $c because $t"),
        NEEDED,
    ),
    (
        ACTION,
        "refuse|refused|forbidden if|when|where|while $c because $t",
        Write("needs not ($c) because $t"),
        NEEDED,
    ),
    (
        ACTION,
        "takes @x where|if|when $c",
        Say(WITH_A_REASON),
        NEEDED,
    ),
    (
        ACTION,
        "needs:|requires|require|need|if|when|where $c does ...",
        Say(WITH_A_REASON),
        NEEDED,
    ),
    (
        ACTION,
        "needs:|requires|require|need|if|when|where $c",
        Say(WITH_A_REASON),
        NEEDED,
    ),
    (
        ACTION,
        "only|allowed|legal|possible if|when|where|while $c",
        Say(WITH_A_REASON),
        NEEDED,
    ),
    (
        &[Place::Attribute],
        "@a: @t or none|nothing|missing|null|empty|no ...",
        Write("$a: optional $t"),
        "what can be missing is `optional`",
    ),
    (
        &[Place::Attribute],
        "@a: @t default|initially|is|equals|equal|being $v",
        Write("$a: $t = $v"),
        "the value that an attribute begins with stands behind `=`",
    ),
    (
        &[Place::Attribute],
        "@a: @t starts|starting|begins|beginning|defaults|defaulting at|with|as|to $v",
        Write("$a: $t = $v"),
        "the value that an attribute begins with stands behind `=`",
    ),
    (
        &[Place::Attribute],
        "optional @t @a ...",
        Write("$a: optional $t"),
        "the name of an attribute stands before its type",
    ),
    (
        &[Place::Attribute],
        "@t @a ...",
        Write("$a: $t"),
        "the name of an attribute stands before its type",
    ),
];
