//! Lines of items in other words than those of the language, with the same line in its words: the table of patterns. What a pattern is, `forms` says.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use super::statement_forms::{GONE, REPLACED};
use crate::syntax::place::Place;

const CLAUSES: &[Place] = &[Place::PlacementClause, Place::VoidClause];
const HAPPENING: &[Place] = &[Place::Happening];

const IS_RESOLVED: &str = "a trigger waits for an act as in `when attack a resolves`";
const HAS_EDGES: &str = "a trigger waits for a phase as in `when phase round begins`";
pub(super) const CHANGES: &str =
    "a trigger waits for a change as in `when hp of combatant c falls to 0`";
pub(super) const NAMES_ACTS: &str = "a name for each act stands before the kinds of acts it can be";

const CHOSEN: &str = "of two values one is chosen with `then` and `else`, without braces";
pub(super) const FIRST_OF: &str =
    "write `by $k, lowest first`, or `by $k, highest first`; of yes and no, no is the lower";
pub(super) const FIRST_SAID: &str = "what comes first of a key is its highest or its lowest value";

pub(super) const AWAITED: &str = "what a trigger waits for stands inside of its braces";

const SETTING: &str = "a scenario can have the setting of another one";

/// The forms of lines of items. Where several fit, they are tried in this order.
pub(super) const ITEM_FORMS: &[LineForm] = &[
    (
        &[Place::Happening],
        "when @a @b hits|lands|succeeds|connects|strikes|happens",
        Write("when $a $b resolves"),
        "that an act is carried out is said with `resolves`",
    ),
    (
        &[Place::Happening],
        "when|before @v is|was|gets|has|becomes @e",
        Say(
            "write `when $e($v)` for an event, with a name for each value that it carries, or `when ACTION a resolves` for an action, with a name for the act",
        ),
        "a trigger waits for an event or for an act, by its name",
    ),
    (
        &[Place::Item, Place::Statement],
        "phase @p repeat|repeats|repeated|repeating|loop|loops|forever {...",
        Write("phase $p counting from 1 {"),
        "a phase is repeated by a count",
    ),
    (
        &[Place::Item],
        "option @o = @a or|/|,|| @b ...",
        Write("option $o: $a | $b = $a"),
        "an option has all of its values, then the one that it begins with",
    ),
    (
        &[Place::Item],
        "add key $w by @k, last|first|earlier|later",
        Say(FIRST_OF),
        FIRST_SAID,
    ),
    (
        &[Place::Item],
        "add key $w by @k, last|first|earlier|later $t",
        Say(FIRST_OF),
        FIRST_SAID,
    ),
    (
        &[Place::Item],
        "add key $w by if $c then ~v $t",
        Say("what counts otherwise stands behind `else`: `by if $c then $v else 0`"),
        "`else` is missing before the text",
    ),
    (
        &[Place::Attribute],
        "@x: number = max|maximum|full|starting|initial|own @y ...",
        Write("$x: number = $y"),
        "what an attribute begins with is the name of another one, or a number",
    ),
    (
        &[Place::Item],
        "trigger $t when $h {...",
        Write("trigger $t { when $h"),
        AWAITED,
    ),
    (
        &[Place::Item],
        "trigger $t before $h {...",
        Write("trigger $t { before $h"),
        AWAITED,
    ),
    (
        &[Place::Item],
        "rule|reaction|reflex|ability|effect|feat $t {...",
        Write("trigger $t {"),
        "what answers to something that happens is a trigger",
    ),
    (
        &[Place::Item],
        "first in phase $t {...",
        Write("first in phase $t/name {"),
        "a phase is meant by its name, not by its title",
    ),
    (
        &[Place::Item],
        "last in phase $t {...",
        Write("last in phase $t/name {"),
        "a phase is meant by its name, not by its title",
    ),
    (
        &[Place::Item],
        "at start|beginning of phase ...",
        Write("first in phase"),
        "what is done first in a phase is added with `first in`",
    ),
    (
        &[Place::Item],
        "at end of phase ...",
        Write("last in phase"),
        "what is done last in a phase is added with `last in`",
    ),
    (
        &[Place::Item],
        "add key $w { $k }",
        Write("add key $w $k"),
        "a key that is added has no braces",
    ),
    (
        &[Place::Item, Place::Statement],
        "let $h = if $c { $x } else { $y }",
        Write("let $h = if $c then $x else $y"),
        CHOSEN,
    ),
    (
        &[Place::Item],
        "replace let $h = if $c { $x } else { $y }",
        Write("replace let $h = if $c then $x else $y"),
        CHOSEN,
    ),
    (
        &[Place::Statement],
        "set $h = if $c { $x } else { $y }",
        Write("set $h = if $c then $x else $y"),
        CHOSEN,
    ),
    (
        &[Place::OrderClause],
        "by if $c { $x } else { $y } ...",
        Write("by if $c then $x else $y"),
        CHOSEN,
    ),
    (
        &[Place::Top],
        "scenario $t extends|like|uses|from|in $u {...",
        Write("scenario $t as in $u {"),
        SETTING,
    ),
    (
        &[Place::Top],
        "scenario $t based|same|as on|as $u {...",
        Write("scenario $t as in $u {"),
        SETTING,
    ),
    (
        &[Place::Top],
        "rules $n extends $f {...",
        Write("rules $n extends \"$f/file\" {"),
        "the file that is extended stands in quotes",
    ),
    (
        &[Place::Item],
        "uses $f",
        Write("uses \"$f/file\""),
        "a file that is used stands in quotes",
    ),
    (
        &[Place::Entry],
        "rules @f",
        Write("rules \"$f/file\""),
        "the file of the rules stands in quotes",
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n falls|drops|sinks|goes|is below|under|beneath ~v ...",
        Write("when $a of $k $n falls to $v/less"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n rises|grows|climbs|goes|is above|over|past|beyond ~v ...",
        Write("when $a of $k $n rises to $v/more"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n is|hits|reaches|becomes 0|zero ...",
        Write("when $a of $k $n falls to 0"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n drops|sinks|decreases|shrinks ...",
        Write("when $a of $k $n falls"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n grows|increases|climbs ...",
        Write("when $a of $k $n rises"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a of @k @n becomes|turns|reaches ...",
        Write("when $a of $k $n changes to"),
        CHANGES,
    ),
    (
        HAPPENING,
        "when|whenever|once|if @a falls|rises|changes|drops ...",
        Say(
            "name the value, the kind of records that have it, and one of these: `when hp of combatant c falls to 0`",
        ),
        CHANGES,
    ),
    (
        HAPPENING,
        "at the end of the|each|every|a @p",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "at the|each end of @p",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "at end of @p",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "at the start|beginning of the|each|every|a @p",
        Write("when phase $p begins"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "at the|each start|beginning of @p",
        Write("when phase $p begins"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "at start|beginning of @p",
        Write("when phase $p begins"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once the|a|an|each @p begins|starts",
        Write("when phase $p begins"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once the|a|an|each @p ends|finishes",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once @p begins|starts",
        Write("when phase $p begins"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once @p ends|finishes",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once phase @p starts",
        Write("when phase $p begins"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once phase @p finishes",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|after|once phase @p is over|done|finished|ended",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "after|once|on|upon|whenever|if $a",
        Write("when $a"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "after|once|on|upon|whenever|if $a",
        Write("when $a resolves"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "after|once phase @p",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "after|once @p",
        Write("when phase $p ends"),
        HAS_EDGES,
    ),
    (
        HAPPENING,
        "when|whenever|after|once|if|on $a is|was|has|gets resolved|done",
        Write("when $a resolves"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "when|whenever|after|once|if|on $a happens|occurs",
        Write("when $a resolves"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "when|after|once @k resolves",
        Write("when $k a resolves"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "when|after|once @k is declared",
        Write("when $k a is declared"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "when|after|once @k is cancelled",
        Write("when $k a is cancelled"),
        IS_RESOLVED,
    ),
    (
        HAPPENING,
        "when|after|once @k is missed",
        Write("when $k a is missed"),
        IS_RESOLVED,
    ),
    (
        &[Place::ExceptionClause],
        "for @a @b, @c @d ...",
        Write("for $b: $a, $d: $c"),
        NAMES_ACTS,
    ),
    (
        &[Place::ExceptionClause],
        "for @a @b, @c @d ...",
        Write("for $a: $b, $c: $d"),
        NAMES_ACTS,
    ),
    (
        &[Place::ExceptionClause],
        "for @a @b and|versus|vs|against @c @d ...",
        Write("for $b: $a, $d: $c"),
        NAMES_ACTS,
    ),
    (
        &[Place::ExceptionClause],
        "for @a as @b, @c as @d ...",
        Write("for $b: $a, $d: $c"),
        NAMES_ACTS,
    ),
    (
        &[Place::ExceptionClause],
        "for @a, @b ...",
        Write("for a: $a, b: $b"),
        NAMES_ACTS,
    ),
    (
        &[Place::ExceptionClause],
        "for @a and|versus|vs|against @b ...",
        Write("for a: $a, b: $b"),
        NAMES_ACTS,
    ),
    (CLAUSES, "for @a as @b ...", Write("for $b: $a"), NAMES_ACTS),
    (
        CLAUSES,
        "for each|every|any|all|a|an @a @b ...",
        Write("for $b: $a"),
        NAMES_ACTS,
    ),
    (CLAUSES, "for @a @b ...", Write("for $b: $a"), NAMES_ACTS),
    (CLAUSES, "for @a @b ...", Write("for $a: $b"), NAMES_ACTS),
    (
        CLAUSES,
        "for each|every|any|all|a|an @a ...",
        Write("for a: $a"),
        NAMES_ACTS,
    ),
    (CLAUSES, "for @a ...", Write("for a: $a"), NAMES_ACTS),
    (
        &[Place::Item],
        "replace let $h = base|super|old|inherited ...",
        Say(REPLACED),
        GONE,
    ),
    (
        &[Place::Item],
        "let $h = base|super|old|inherited ...",
        Say(
            "write `replace let $h = ...`, with the old value written out; `affray check --expand` prints it",
        ),
        "what is in the rules that are extended is replaced",
    ),
    (
        &[Place::Item],
        "order {...",
        Write("order of act a {"),
        "an order names the acts that it compares",
    ),
    (
        &[Place::Item],
        "@k has|have|gets|get|gains $r",
        Write("kind $k { $r }"),
        "what each of a kind has stands in the braces of its kind",
    ),
    (
        &[Place::Item],
        "each|every|all|a|the @k has|have|gets|get|gains $r",
        Write("kind $k/one { $r }"),
        "what each of a kind has stands in the braces of its kind",
    ),
    (
        &[Place::Item],
        "table @t { @r: $v }",
        Write("add row $r to $t: $v"),
        "a row is added to a table with `add row`",
    ),
    (
        &[Place::Item],
        "@t { @r: $v }",
        Write("add row $r to $t: $v"),
        "a row is added to a table with `add row`",
    ),
    (
        &[Place::Item],
        "by $k",
        Say(
            "a key is added to an order of the rules that are extended: `add key to the order by $k`, or with `before` and the name of another key before `by`",
        ),
        "a key stands in an order",
    ),
    (
        &[Place::Item],
        "option @o: @a or|, @b, usually|normally|mostly|default|otherwise @d ...",
        Write("option $o: $a | $b = $d"),
        "words to choose from have a `|` between them, and `=` before the usual one",
    ),
    (
        &[Place::Item],
        "set @x =|to|as|is $v",
        Write("set option $x = $v"),
        "only an option is set among the items",
    ),
    (
        &[Place::Item],
        "option @x = $v",
        Write("set option $x = $v"),
        "an option of the rules that are extended is set with `set option`",
    ),
];
