//! Lines in other words than those of the language, with the same line in its words: a table of patterns. Each remedy is read before it is proposed.

use self::Remedy::{Say, Write};
use super::scenario_forms::SCENARIO_FORMS;
use super::{Misread, plain, without_comment};
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

/// The forms of lines of rules.
///
/// In a pattern `a|b` is one of these words, `@x` one word, `#x` a number, `$x` one word or more, and `...` at the end the rest, which is kept.
/// In a remedy `$x` is what stood there; `$x/one` without the ending of a plural or of a verb, `$x/letter` its first letter, `$x/then` with
/// `then` in place of commas.
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
        "at the start|beginning of phase ...",
        Write("first in phase"),
        "what is done first in a phase is added with `first in`",
    ),
    (
        &[Place::Item],
        "at the end of phase ...",
        Write("last in phase"),
        "what is done last in a phase is added with `last in`",
    ),
    (
        &[Place::Item],
        "option @o = $v",
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
        "a trigger waits for an act, an event or a phase; a condition stands under `if`",
    ),
    (
        &[Place::OrderClause],
        "by $a then $b",
        Say("give each its own line: `by $a`, and under it `by $b`"),
        "each `by` has one value",
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
        &[Place::Top],
        "rules $n extends $f {...",
        Write("rules $n extends \"$f\" {"),
        "the file that is extended stands in quotes",
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
    (
        &[Place::Row],
        "#a or|and #b ...",
        Write("$a, $b"),
        "the keys of a row have commas between them",
    ),
];

/// What is said of the first pattern that the piece fits.
pub(super) fn form(misread: &Misread<'_>) -> Option<Diagnostic> {
    let place = match misread.place {
        Place::TriggerStatement => Place::Statement,
        place => place,
    };
    let piece = without_comment(misread.piece()).trim_end();
    let tokens = tokens(piece);
    let forms = FORMS.iter().chain(SCENARIO_FORMS);
    let mut here = forms.filter(|(places, ..)| places.contains(&place));
    here.find_map(|(_, pattern, remedy, wrong)| {
        let fit = fit(pattern, piece, &tokens)?;
        match remedy {
            Write(line) => {
                let label = "this is said in another way";
                let range = 0..fit.end;
                let proposal = misread.rewriting(range, &fit.fill(line)?, *wrong, label)?;
                let told = plain(misread, misread.found());
                let help = told.help.clone();
                let fallback = Diagnostic {
                    help,
                    fix: None,
                    ..proposal.clone()
                };
                Some(proposal.or_else(fallback))
            }
            Say(help) => {
                let end = without_comment(misread.piece()).trim_end().len();
                let span = misread.span(misread.start, misread.start + end);
                let complaint = misread.error(span, *wrong).label("here");
                Some(complaint.help(fit.fill(help)?))
            }
        }
    })
}

/// The pieces of a text between blanks, and braces by themselves.
fn tokens(text: &str) -> Vec<&str> {
    let words = text.split_whitespace();
    words
        .flat_map(|word| {
            let brace = word.find(['{', '}']).filter(|_| !word.contains('"'));
            match brace {
                Some(at) if word.len() > 1 => {
                    let (before, rest) = word.split_at(at);
                    let (brace, after) = rest.split_at(1);
                    vec![before, brace, after]
                }
                _ => vec![word],
            }
        })
        .filter(|token| !token.is_empty())
        .collect()
}

/// What stood in the holes of a pattern.
struct Fit<'t> {
    holes: Vec<(&'static str, &'t str)>,
    /// How far the pattern reaches.
    end: usize,
}

/// Whether a text is one of a pattern.
fn fit<'t>(pattern: &'static str, text: &'t str, tokens: &[&'t str]) -> Option<Fit<'t>> {
    let offset = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    let (pattern, open) = match pattern.strip_suffix("...") {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut wanted = tokens_of(pattern).into_iter().peekable();
    let mut rest = tokens;
    let mut found = Fit {
        holes: Vec::new(),
        end: 0,
    };
    while let Some(part) = wanted.next() {
        let (first, _) = rest.split_first()?;
        let taken = match part.split_at(1) {
            ("$", _) => {
                // Each part behind it needs a token of its own.
                let most = rest
                    .len()
                    .checked_sub(wanted.len())
                    .filter(|most| *most > 0)?;
                let next = wanted.peek().copied();
                let stops = |token: &str| next.is_some_and(|next| is_one_of(next, token));
                let more = rest[1..most].iter().take_while(|token| !stops(token));
                1 + more.count()
            }
            ("@", _) if is_word(first) => 1,
            ("#", _) if first.bytes().all(|byte| byte.is_ascii_digit()) => 1,
            ("@" | "#", _) => return None,
            _ if is_one_of(part, first) => 1,
            _ => return None,
        };
        let last = rest[taken - 1];
        found.end = offset(last) + last.len();
        if part.starts_with(['$', '@', '#']) {
            let hole = text.get(offset(first)..found.end)?;
            found.holes.push((&part[1..], hole.trim_end_matches(',')));
        }
        rest = &rest[taken..];
    }
    (open || rest.is_empty()).then_some(found)
}

fn tokens_of(pattern: &'static str) -> Vec<&'static str> {
    pattern.split_whitespace().collect()
}

/// Whether a token is a word of a pattern; a hole is none.
fn is_one_of(part: &str, token: &str) -> bool {
    part.split('|').any(|word| word == token)
}

/// Whether a token is a name, or names with dots between them.
fn is_word(token: &str) -> bool {
    let is_inner = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    token.chars().all(is_inner) && !token.starts_with(|c: char| c.is_ascii_digit())
}

impl Fit<'_> {
    /// A remedy with what stood in the holes. `None` where something of it is missing.
    fn fill(&self, remedy: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = remedy;
        while let Some((before, hole)) = rest.split_once('$') {
            out.push_str(before);
            let end = hole.find(|c: char| !c.is_ascii_lowercase());
            let (name, behind) = hole.split_at(end.unwrap_or(hole.len()));
            let (_, text) = self.holes.iter().find(|(known, _)| *known == name)?;
            let ways = ["/one", "/letter", "/then"];
            let way = ways.into_iter().find(|way| behind.starts_with(way));
            rest = &behind[way.map_or(0, str::len)..];
            if out.ends_with('"') && text.contains('"') {
                return None;
            }
            match way {
                Some("/one") => out.push_str(text.strip_suffix('s').unwrap_or(text)),
                Some("/letter") => out.extend(text.chars().next()),
                Some(_) => out.push_str(&text.replace(", ", " then ")),
                None => out.push_str(text),
            }
        }
        out.push_str(rest);
        Some(out)
    }
}
