//! Lines of scenarios in other words than those of the language: the part of the table of patterns that is about them.

use super::forms::LineForm;
use super::forms::Remedy::{Say, Write};
use crate::syntax::place::Place;

const THROUGHOUT: &str = "an expectation looks at one moment, not at the whole fight";
const AT_ONE: &str = "ask for it at the end, or as a period ends: `expect ann.hp <= 9 at end of round 1`; what no change leads beyond is said in the kind: `hp: number from 0 to 9`";
const SHORTER: &str = "the shorter period comes first, then `in` and the longer one";
const PERIOD: &str = "a period is named by its phase and its number";
const EACH_TIME: &str = "`each time` stands behind what is answered or rolled";

/// The forms of lines of scenarios, in the order in which they are tried.
pub(super) const SCENARIO_FORMS: &[LineForm] = &[
    (
        &[Place::Entry],
        "expect @x is|stays|remains|goes|falls|rises never|always ...",
        Say(AT_ONE),
        THROUGHOUT,
    ),
    (
        &[Place::Entry],
        "expect $a at the same time as $b",
        Write("expect $a with $b"),
        "acts that come together have `with` between them",
    ),
    (
        &[Place::Entry],
        "expect $a together|simultaneously|along with $b",
        Write("expect $a with $b"),
        "acts that come together have `with` between them",
    ),
    (
        &[Place::Entry],
        "expect $x at end of turn of $w in @r #n",
        Write("expect $x at end of $r $n turn of $w"),
        "the period around another one stands before it",
    ),
    (
        &[Place::Entry],
        "expect $x at end of @p in @r #n",
        Write("expect $x at end of $r $n $p"),
        "the period around another one stands before it",
    ),
    (
        &[Place::Entry],
        "expect $x at end of @p of @r #n",
        Write("expect $x at end of $r $n $p"),
        "the period around another one stands before it",
    ),
    (
        &[Place::Entry],
        "expect $x in @p",
        Say(
            "only a repetition with its number, or a turn, is named here: `in round 1`, `in turn of ann`",
        ),
        "nothing says which one is meant",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "@w draws|draw|picks|pick|rolls|roll|says|say|chooses|choose @v for @q ...",
        Write("$w answers $v to $q"),
        "what is asked for is answered",
    ),
    (
        &[Place::Entry],
        "odds $t is @x dead|alive|down|out",
        Say("say it of a value, as in `odds $t: $x.hp <= 0`"),
        "a question is asked as a condition, without its first word",
    ),
    (
        &[Place::Entry],
        "expect in @p #n order { $a then $b }",
        Write("expect order { $a in $p $n then $b in $p $n }"),
        "when acts happen is said behind each of them",
    ),
    (
        &[Place::Entry],
        "expect in @p #n order ...",
        Say(
            "write `in $p $n` behind each act, as in `expect order { ann strikes bob in $p $n then ... }`",
        ),
        "when acts happen is said behind each of them",
    ),
    (
        &[Place::Entry],
        "expect order in @p ~n ...",
        Say(
            "write `in $p $n` behind each act, as in `expect order { ann strikes bob in $p $n then ... }`",
        ),
        "when acts happen is said behind each of them",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w always answers $v to @q",
        Write("$w answers $v each time to $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers $v to @q each|every|all time|times",
        Write("$w answers $v each time to $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers $v to @q about $l each|every|all time|times",
        Write("$w answers $v each time to $q about $l"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers $v to @q always",
        Write("$w answers $v each time to $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers $v always to @q ...",
        Write("$w answers $v each time to $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers $v every|all time|times to @q ...",
        Write("$w answers $v each time to $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w always rolls $v for @q",
        Write("$w rolls $v each time for $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls $v for @q each|every|all time|times",
        Write("$w rolls $v each time for $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls each|every time|times $v for @q",
        Write("$w rolls $v each time for $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls $v every|all time|times for @q",
        Write("$w rolls $v each time for $q"),
        EACH_TIME,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w never answers $v to @q ...",
        Say("write what is answered instead: `$w answers ... each time to $q`"),
        EACH_TIME,
    ),
    (
        &[Place::Entry],
        "expect $w loses|lost|takes|gains|gained #n @a ...",
        Say("write what it has then, as in `expect $w.$a = 4`"),
        "what one has in the end is expected, not what has changed",
    ),
    (
        &[Place::Entry],
        "expect order: $l",
        Write("expect order { $l/then }"),
        "acts in an order stand in braces, with `then` between them",
    ),
    (
        &[Place::Entry],
        "expect $a then $b",
        Write("expect order { $a then $b }"),
        "acts in an order stand in braces behind `expect order`",
    ),
    (
        &[Place::Entry],
        "stop @s @p #n @q of $w",
        Write("stop $s $q of $w in $p $n"),
        SHORTER,
    ),
    (
        &[Place::Entry],
        "stop before @p #n @q #m",
        Write("stop before $q $m in $p $n"),
        SHORTER,
    ),
    (
        &[Place::Entry],
        "stop after @p #n @q #m",
        Write("stop after $q $m in $p $n"),
        SHORTER,
    ),
    (
        &[Place::PeriodEntry],
        "stop before|after ...",
        Say("write it outside of all periods, as in `stop after turn of ann in round 2`"),
        "where a scenario stops is said outside of its periods",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers $v to @q then $x",
        Write("$w answers $v then $x to $q"),
        "all answers stand before `to`, one after the other",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers a|an|the|some $x to @q",
        Say(
            "write the answer itself, a number, `yes` or `no`, or a name, as in `$w answers 2 to $q`",
        ),
        "an answer is one value",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls|roll #n and|, $v rolls|roll #m for @p",
        Say("write two lines, `$w rolls $n for $p` and `$v rolls $m for $p`"),
        "each roll has a line of its own",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers @q about @r: $v",
        Write("$w answers $v to $q about $r"),
        "the answer stands before the question",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls|roll $v for @q then $x",
        Write("$w rolls $v then $x for $q"),
        "all rolls stand before `for`, one after the other",
    ),
    (
        &[Place::Entry],
        "seed = #n",
        Write("seed $n"),
        "no sign stands between `seed` and its number",
    ),
    (
        &[Place::Entry],
        "stop after #n @p",
        Write("stop after $p $n"),
        "the number stands behind the name of the period",
    ),
    (
        &[Place::Entry],
        "stop before #n @p",
        Write("stop before $p $n"),
        "the number stands behind the name of the period",
    ),
    (
        &[Place::Entry],
        "expect $w has #n @a",
        Write("expect $w.$a = $n"),
        "what belongs to something stands behind a dot",
    ),
    (
        &[Place::Entry],
        "expect $w has @a #n",
        Write("expect $w.$a = $n"),
        "what belongs to something stands behind a dot",
    ),
    (
        &[Place::Entry],
        "expect $a to be|equal|equals ~v ...",
        Write("expect $a = $v"),
        "an expectation says with `=` what must be so",
    ),
    (
        &[Place::Entry],
        "assert|check|require|verify|ensure|assume|confirm $x",
        Write("expect $x"),
        "what must be so is expected",
    ),
    (
        &[Place::Entry],
        "$a = $b",
        Write("expect $a = $b"),
        "what must be so is expected",
    ),
    (
        &[Place::Entry],
        "side @s @a { @m {...",
        Write("side $s: $a { $m {"),
        "what a side is like stands behind a colon",
    ),
    (
        &[Place::Entry],
        "set option @o = $v",
        Write("option $o $v"),
        "a scenario chooses an option without `set` and `=`",
    ),
    (
        &[Place::PeriodEntry],
        "set option @o = $v",
        Say("write `option $o $v` before the first period"),
        "a scenario chooses an option outside of its periods",
    ),
    (
        &[Place::Entry],
        "set option @o to $v",
        Write("option $o $v"),
        "a scenario chooses an option without `set` and `to`",
    ),
    (
        &[Place::Entry],
        "set option @o $v",
        Write("option $o $v"),
        "a scenario chooses an option without `set`",
    ),
    (
        &[Place::Entry],
        "option @o =|is|to $v",
        Write("option $o $v"),
        "a scenario chooses an option with nothing between it and its value",
    ),
    (
        &[Place::Entry],
        "tactic @t for|of|on|to|with|by $w",
        Write("tactic $t: $w"),
        "who follows a tactic stands behind a colon",
    ),
    (
        &[Place::Entry],
        "tactic @t $w",
        Write("tactic $t: $w"),
        "who follows a tactic stands behind a colon",
    ),
    (
        &[Place::Entry],
        "chance|chances|probability|likelihood of|that $x",
        Write("odds $x"),
        "how likely something is is asked with `odds`",
    ),
    (
        &[Place::Entry],
        "chance|chances|probability|likelihood ...",
        Write("odds"),
        "how likely something is is asked with `odds`",
    ),
    (
        &[Place::Entry],
        "expect chance|chances|probability|likelihood ...",
        Write("expect odds"),
        "how likely something is is asked with `odds`",
    ),
    (
        &[Place::Entry],
        "expect $a not|never $b",
        Write("expect $a $b does not happen"),
        "what must not happen is said with `does not happen` behind it",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls|roll #a #b for $p",
        Say(
            "what two dice show has a comma between, `$a, $b`; two rolls one after the other have `then` between: `$w rolls $a then $b for $p`",
        ),
        "several numbers do not stand side by side",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w rolls|roll #a and|or|plus #b for $p",
        Say(
            "what two dice show has a comma between, `$a, $b`; two rolls one after the other have `then` between: `$w rolls $a then $b for $p`",
        ),
        "several numbers do not stand side by side",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w does|do|did nothing",
        Write("$w declares nothing"),
        "that nothing is done is told with `declares`",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w declares @a ...",
        Write("$w $a"),
        "what is declared is told without `declares`",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w says|decides|replies|chooses|answer|answered $v to $q",
        Write("$w answers $v to $q"),
        "an answer is told with `answers`",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers to @q @v ...",
        Write("$w answers $v to $q"),
        "the answer comes first, then `to` and the question",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers @q with|as|by @v ...",
        Write("$w answers $v to $q"),
        "the answer comes first, then `to` and the question",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "$w answers @q @v ...",
        Write("$w answers $v to $q"),
        "the answer comes first, then `to` and the question",
    ),
    (
        &[Place::Member],
        "#n @o ...",
        Write("$o/one x $n"),
        "how many there are stands behind the name",
    ),
    (
        &[Place::Entry],
        "expect $c acts|acted = #n",
        Write("expect acts of $c = $n"),
        "how often somebody acts is asked with `acts of`",
    ),
    (
        &[Place::Entry],
        "expect $c acts|acted #n times|time",
        Write("expect acts of $c = $n"),
        "how often somebody acts is asked with `acts of`",
    ),
    (
        &[Place::Entry],
        "expect $a fails|failed because $t",
        Say(
            "`expect $a is refused because $t` where it cannot be declared, `expect $a is void because $t` where it comes to nothing when its time has come",
        ),
        "how an act ends is said with `is`",
    ),
    (
        &[Place::Entry],
        "expect $x is the same",
        Say("write the value that it has: `expect $x = ...`"),
        "an expectation names a value",
    ),
    (
        &[Place::Entry],
        "expect $x was|were|got|gets|becomes @w ...",
        Write("expect $x is $w"),
        "how an act ended is said with `is`",
    ),
    (
        &[Place::Entry],
        "expect @w does|did nothing in $m",
        Write("expect acts of $w in $m = 0"),
        "acts are counted",
    ),
    (
        &[Place::Entry],
        "expect @w does|did nothing",
        Write("expect acts of $w = 0"),
        "acts are counted",
    ),
    (
        &[Place::Entry],
        "expect $w declared|declare|declares in $m",
        Write("expect declared: $w in $m"),
        "who declares is listed behind `declared:`",
    ),
    (
        &[Place::Entry],
        "expect @w $x on|in her|his|its|their turn in @r #n",
        Write("expect $w $x in $r $n turn of $w"),
        "a turn is named with `turn of`, behind the period around it",
    ),
    (
        &[Place::Entry],
        "expect $x in the first @p ...",
        Write("expect $x in $p 1"),
        PERIOD,
    ),
    (
        &[Place::Entry],
        "expect $x in the second @p ...",
        Write("expect $x in $p 2"),
        PERIOD,
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "set @x = ...",
        Write("gm sets $x ="),
        "the game master changes a value in the middle of a fight",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "@n joins|join @s { $x } ...",
        Write("joins side $s: $n { $x }"),
        "who comes in stands behind its side",
    ),
    (
        &[Place::Entry, Place::PeriodEntry],
        "@p round|turn|number #n {...",
        Write("$p $n {"),
        PERIOD,
    ),
];
