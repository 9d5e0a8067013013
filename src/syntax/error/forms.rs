//! Lines in other words than those of the language, with the same line in its words: a table of patterns. Each remedy is read before it is proposed.

use std::ops::Range;

use self::Remedy::{Say, Write};
use super::change_forms::CHANGE_FORMS;
use super::clause_forms::{CLAUSE_FORMS, OFTEN};
use super::edits::is_general;
use super::flow_forms::FLOW_FORMS;
use super::item_forms::ITEM_FORMS;
use super::kind_forms::KIND_FORMS;
use super::patterns::{fit, tokens};
use super::pool_forms::POOL_FORMS;
use super::scenario_forms::SCENARIO_FORMS;
use super::statement_forms::STATEMENT_FORMS;
use super::{Misread, besides_forms, plain, variant_forms::VARIANT_FORMS, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;

/// What is said of a line that fits a pattern.
pub(super) enum Remedy {
    /// The line as it is written in the language. Nothing else is read here that fits the pattern.
    Write(&'static str),
    /// What to do about it.
    Say(&'static str),
}

/// The places where a pattern stands, the pattern, what to do, and what is wrong with it.
pub(super) type LineForm = (&'static [Place], &'static str, Remedy, &'static str);

const HOW_OFTEN: &str = "how often is said with `limit`";
/// The forms of lines of rules.
///
/// In a pattern `a|b` is one of these words, `@x` one word, `@x,` or `@x:` one before such a sign, `#x` a number, `~x` anything without blanks, `$x` one word or more, and `...` at the end the rest, which is kept.
/// In a remedy `$x` is what stood there; `$x/one` without the ending of a plural or of a verb, `$x/letter` its first letter, `$x/then` with
/// `then` in place of commas, `$x/own` with the letter of `$k` before bare names, `$x/bounds` what runs from one number to another (`1..6`), `$x/name` the name of a title, `$x/file` the name of a file, `$x/more` and `$x/less` one more and one less, `$x/first` the first word of a text in quotes, `$x/last` the last of names with dots between them, `$x/owner` those before it, `$x/call` what is called, open for one more value.
const FORMS: &[LineForm] = &[
    (
        &[Place::Top],
        "rules @n @t {...",
        Write("rules $n \"$t\" {"),
        "the title of rules stands in quotes",
    ),
    (
        &[Place::Top],
        "rules @n @t @u {...",
        Write("rules $n \"$t $u\" {"),
        "the title of rules stands in quotes",
    ),
    (
        &[Place::Item],
        "remove @c $t",
        Write("remove $c \"$t\""),
        "a title stands in quotes",
    ),
    (
        &[Place::Item],
        "trigger @n ...",
        Write("tactic $n"),
        "what a combatant declares by itself is a tactic",
    ),
    (
        &[Place::Item],
        "@c $t {...",
        Write("$c \"$t\" {"),
        "a title stands in quotes",
    ),
    (
        &[Place::Item],
        "order of acts|act {...",
        Write("order of act a {"),
        "an order names the acts that it compares",
    ),
    (
        &[Place::Item],
        "order @n of acts|act {...",
        Write("order $n of act a {"),
        "an order names the acts that it compares",
    ),
    (
        &[Place::Item],
        "@p counting ...",
        Write("phase $p counting"),
        "what is repeated is a phase",
    ),
    (
        &[Place::Item],
        "@p $t counting ...",
        Write("phase $p $t counting"),
        "what is repeated is a phase",
    ),
    (
        &[Place::Item],
        "each|every @p {...",
        Write("phase $p counting from 1 {"),
        "what is repeated is a phase",
    ),
    (
        &[Place::Item, Place::Statement],
        "phase $h until $c {...",
        Write("phase $h while not ($c) {"),
        "a phase is repeated while something is so",
    ),
    (
        &[Place::Item],
        "at the start|beginning of phase ...",
        Write("first in phase"),
        "what is done first in a phase is added with `first in`",
    ),
    (
        &[Place::Happening],
        "at|on|when the end of $p",
        Write("when $p ends"),
        "that something ends is said with `when` and `ends`",
    ),
    (
        &[Place::Happening],
        "at|on|when the start|beginning of $p",
        Write("when $p begins"),
        "that something begins is said with `when` and `begins`",
    ),
    (
        &[Place::Item],
        "at the end of phase ...",
        Write("last in phase"),
        "what is done last in a phase is added with `last in`",
    ),
    (
        &[Place::Item],
        "option @o = @v ...",
        Say(
            "an option is declared as in `option tie: gm_order | together = together`; one of the rules that are extended is set with `set option $o = $v`",
        ),
        "this option has no values to choose from",
    ),
    (
        &[Place::Item],
        "set @x = $v",
        Say(
            "an option is set with `set option`; the value that an attribute begins with stands behind it in its kind, as in `hp: number = 8`",
        ),
        "only an option is set among the items",
    ),
    (
        &[Place::Statement],
        "subtract|decrease|reduce|lower $a by $b",
        Write("subtract $b from $a"),
        "what is taken away comes first, then `from` what",
    ),
    (
        &[Place::Statement],
        "add|increase|raise $a by $b",
        Write("add $b to $a"),
        "what is added comes first, then `to` what",
    ),
    (
        &[Place::Statement],
        "$w loses $n @a",
        Write("subtract $n from $w.$a"),
        "a value is changed with `subtract`",
    ),
    (
        &[Place::Statement],
        "$w gains $n @a",
        Write("add $n to $w.$a"),
        "a value is changed with `add`",
    ),
    (
        &[Place::Statement],
        "$s is @w because $t",
        Write("cancel $s as $w because $t"),
        "an act is cancelled with `cancel`",
    ),
    (
        &[Place::Statement],
        "resolve acts while $c",
        Write("resolve acts a while $c"),
        "a name for the acts is missing",
    ),
    (
        &[Place::Statement],
        "each @k where ...",
        Write("each $k $k/letter where"),
        "a name for the records is missing",
    ),
    (
        &[Place::Statement],
        "combat|fight|battle ends ...",
        Write("end combat"),
        "the combat is ended with `end combat`",
    ),
    (
        &[Place::Statement],
        "the combat|fight|battle ends ...",
        Write("end combat"),
        "the combat is ended with `end combat`",
    ),
    (
        &[Place::Statement],
        "acts are resolved",
        Write("resolve acts"),
        "acts are carried out with `resolve acts`",
    ),
    (
        &[Place::Statement],
        "all|the acts are resolved",
        Write("resolve acts"),
        "acts are carried out with `resolve acts`",
    ),
    (
        &[Place::Statement],
        "resolve all|the acts ...",
        Write("resolve acts"),
        "acts are carried out with `resolve acts`",
    ),
    (
        &[Place::Statement],
        "deal|deals|inflict|inflicts $n to|on $t",
        Say("subtract it from the value that becomes less, as in `subtract $n from $t.hp`"),
        "a value is changed with `subtract`",
    ),
    (
        &[Place::Statement],
        "declares ...",
        Say("who declares stands before it, as in `c declares`"),
        "`declares` does not say who",
    ),
    (
        &[Place::Statement],
        "and $c",
        Write("if $c"),
        "a condition stands behind `if`",
    ),
    (
        &[Place::Statement],
        "roll|rolls $d for each|every @k as @n",
        Write("each $k $k/letter { $k/letter rolls $d as $n }"),
        "who rolls stands before `rolls`",
    ),
    (
        &[Place::Statement],
        "each|every @k rolls|roll $d as @n",
        Write("each $k $k/letter { $k/letter rolls $d as $n }"),
        "what each one does stands in braces",
    ),
    (
        &[Place::Statement],
        "all @k rolls|roll $d as @n",
        Write("each $k/one $k/letter { $k/letter rolls $d as $n }"),
        "what each one does stands in braces",
    ),
    (
        &[Place::Statement],
        "each|every @k declares|declare",
        Write("each $k $k/letter { $k/letter declares }"),
        "what each one does stands in braces",
    ),
    (
        &[Place::Statement],
        "all @k declares|declare",
        Write("each $k/one $k/letter { $k/letter declares }"),
        "what each one does stands in braces",
    ),
    (
        &[Place::Statement],
        "repeat until $c {...",
        Write("repeat while not ($c) {"),
        "lines are repeated while something is so",
    ),
    (
        &[Place::Statement],
        "until $c {...",
        Write("repeat while not ($c) {"),
        "lines are repeated while something is so",
    ),
    (
        &[Place::Statement],
        "resolve acts @a until $c",
        Write("resolve acts $a while not ($c)"),
        "acts are resolved while something is so",
    ),
    (
        OFTEN,
        "once per|each|every|a|in @p ...",
        Write("limit once per $p"),
        HOW_OFTEN,
    ),
    (
        OFTEN,
        "only|just once per|each|every|a|in @p ...",
        Write("limit once per $p"),
        HOW_OFTEN,
    ),
    (
        OFTEN,
        "limit once each|every|a|in @p ...",
        Write("limit once per $p"),
        "a period stands behind `per`",
    ),
    (
        OFTEN,
        "limit twice per|each|every|a|in @p ...",
        Write("limit 2 times per $p"),
        "more than once is a number of `times`",
    ),
    (
        OFTEN,
        "limit thrice per|each|every|a|in @p ...",
        Write("limit 3 times per $p"),
        "more than once is a number of `times`",
    ),
    (
        OFTEN,
        "twice per|each|every|a|in @p ...",
        Write("limit 2 times per $p"),
        HOW_OFTEN,
    ),
    (
        OFTEN,
        "#n times per|each|every|a|in @p ...",
        Write("limit $n times per $p"),
        HOW_OFTEN,
    ),
    (
        &[Place::Happening],
        "when @a @v",
        Write("when $v/one $a resolves"),
        "the action comes first, then a name for the act and `resolves`",
    ),
    (
        &[Place::Happening],
        "when @e",
        Say(
            "write `when $e(c)` for an event, with a name for each value that it carries, or `when $e a resolves` for an action",
        ),
        "this does not say all of what the trigger waits for",
    ),
    (
        &[Place::Happening],
        "when $a =|!=|<|>|<=|>= ...",
        Say(
            "say what happens first, as in `when attack a resolves`, and under it the condition: `if $a ...`",
        ),
        "a trigger waits for an act, an event, a phase or a change of a value; a condition stands under `if`",
    ),
    (
        &[Place::ExceptionClause],
        "@a goes ahead of @b by ...",
        Say(
            "leave it out; how much earlier an act comes is told by its values in the order, not by an exception",
        ),
        "an exception says which act comes first, not by how much",
    ),
    (
        &[Place::Item],
        "order of act @a during @p {...",
        Write("order during $p of act $a {"),
        "during which phase an order counts is said before `of act`",
    ),
    (
        &[Place::Item],
        "let $h = yes if $c",
        Write("let $h = $c"),
        "a condition by itself is yes or no",
    ),
    (
        &[Place::Item],
        "table @n $t on @d $p {...",
        Write("table $n $t $p on $d {"),
        "what a table is given stands before its dice",
    ),
    (
        &[Place::Item],
        "change|modify|override|overwrite|redefine|alter|update|edit|rewrite ...",
        Write("replace"),
        "what takes the place of something is written with `replace`",
    ),
    (
        &[Place::Item],
        "insert|append|put ...",
        Write("add"),
        "what is new is written with `add`",
    ),
    (
        &[Place::Statement],
        "roll|rolls on the|table @t ...",
        Say(
            "roll first, as in `c rolls d6 as result`, and look it up: `consult $t(...) with result`, or `$t(result)` for a value",
        ),
        "dice are rolled by themselves, and what they show is looked up",
    ),
    (
        &[Place::Statement],
        "roll|rolls on @t ...",
        Say(
            "roll first, as in `c rolls d6 as result`, and look it up: `consult $t(...) with result`, or `$t(result)` for a value",
        ),
        "dice are rolled by themselves, and what they show is looked up",
    ),
    (
        &[Place::Statement],
        "$w rolls on @t ...",
        Say(
            "roll first, as in `$w rolls d6 as result`, and look it up: `consult $t(...) with result`, or `$t(result)` for a value",
        ),
        "dice are rolled by themselves, and what they show is looked up",
    ),
];

/// How many patterns that a piece fits are tried one after the other.
const MOST_TRIED: usize = 3;

/// From the first word of a text that differs from another one to the last; the word behind it where only something is missing.
fn difference(old: &str, new: &str) -> Range<usize> {
    let is_edge = |at: usize| old[..at].ends_with(' ') || at == 0;
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b);
    let same = same.count();
    let start = (0..=same)
        .rev()
        .find(|at| old.is_char_boundary(*at) && is_edge(*at));
    let start = start.unwrap_or_default();
    let most = (old.len() - start).min(new.len() - start);
    let ends = old.bytes().rev().zip(new.bytes().rev());
    let same = ends.take(most).take_while(|(a, b)| a == b).count();
    let is_end = |at: &usize| old.is_char_boundary(*at) && old[*at..].starts_with(' ');
    let end = (old.len() - same..old.len()).find(is_end);
    match end.filter(|end| *end > start) {
        Some(end) => start..end,
        None => start..old.len(),
    }
}

/// What is said of the first pattern that the piece fits, and where its edit does not mend the text, of the next.
pub(super) fn form(misread: &Misread<'_>) -> Option<Diagnostic> {
    let place = match misread.place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    let piece = without_comment(misread.piece()).trim_end();
    let tokens = tokens(piece);
    let narrow = [KIND_FORMS, ITEM_FORMS, STATEMENT_FORMS, CHANGE_FORMS].into_iter();
    let first = FLOW_FORMS.iter().chain(VARIANT_FORMS).chain(POOL_FORMS);
    let narrow = first.chain(narrow.flatten());
    let narrow = narrow.chain(CLAUSE_FORMS).map(|form| (form, true));
    let wide = FORMS.iter().chain(SCENARIO_FORMS);
    let forms = narrow.chain(wide.map(|form| (form, false)));
    let here = forms.filter(|((places, ..), _)| places.contains(&place));
    let found = here.filter_map(|((_, pattern, remedy, wrong), is_narrow)| {
        let fit = fit(pattern, piece, &tokens)?;
        match remedy {
            Write(line) => {
                let label = "this is said in another way";
                let range = 0..fit.end;
                let with = fit.fill(line)?;
                let mut proposal = misread.rewriting(range, &with, *wrong, label)?;
                if is_narrow {
                    let differs = difference(&piece[..fit.end], &with);
                    let (from, to) = (misread.start + differs.start, misread.start + differs.end);
                    proposal.primary.span = misread.span(from, to);
                }
                Some(proposal)
            }
            Say(help) => {
                let end = match piece.contains('\n') {
                    true => fit.end,
                    false => piece.len(),
                };
                let span = misread.span(misread.start, misread.start + end);
                let complaint = misread.error(span, *wrong).label("here");
                Some(complaint.help(fit.fill(help)?))
            }
        }
    });
    let found: Vec<Diagnostic> = found.take(MOST_TRIED).collect();
    let first = found.first()?.clone();
    // What is said without an edit is said in the end.
    let last = found.iter().position(|one| one.fix.is_none());
    let (edits, last) = match last {
        Some(last) => (&found[..last], found[last].clone()),
        None => {
            let later = besides_forms(misread);
            let told = match is_general(misread, &later) {
                true => Diagnostic {
                    // A file that is named may not be there: the help shows the line all the same.
                    help: match first.help.as_ref().filter(|help| help.contains(".affray")) {
                        Some(shown) => Some(shown.clone()),
                        None => plain(misread, misread.found()).help,
                    },
                    fix: None,
                    fallback: None,
                    ..first
                },
                false => later,
            };
            (&found[..], told)
        }
    };
    let chained = (edits.iter().rev()).fold(last, |told, edit| edit.clone().or_else(told));
    Some(chained)
}
