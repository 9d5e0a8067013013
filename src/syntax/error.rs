//! Syntax errors in the author's words: what was found, what can stand there, and the line as it may have been meant.
//! Turns what pest says of a place into one diagnostic. Reads no tree.

use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::source::{Clean, FileId, Span};
use crate::suggest::suggest;

use super::build::Place;
use super::grammar::Rule;
use super::words;

/// How many alternatives a message shows.
const SHOWN: usize = 6;

/// The place where pest gave up.
pub(super) fn position(error: &pest::error::Error<Rule>) -> usize {
    match error.location {
        pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
    }
}

/// The rules that could have gone on there.
pub(super) fn expected(error: &pest::error::Error<Rule>) -> Vec<Rule> {
    match &error.variant {
        pest::error::ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        pest::error::ErrorVariant::CustomError { .. } => Vec::new(),
    }
}

/// A piece of text that no rule accepts, and where it goes wrong.
pub(super) struct Misread<'a> {
    /// The file.
    pub file: FileId,
    /// The whole text of the file.
    pub text: &'a str,
    /// Where the piece stands.
    pub place: Place,
    /// Where it begins and ends.
    pub start: usize,
    pub end: usize,
    /// Where it goes wrong.
    pub at: usize,
    /// What could have gone on there.
    pub expected: Vec<Rule>,
}

/// What is to be said about it.
pub(super) fn explain(misread: &Misread<'_>) -> Diagnostic {
    let found = misread.found();
    inside_text(misread)
        .or_else(|| first_word(misread))
        .or_else(|| sign(misread, found))
        .or_else(|| near_keyword(misread, found))
        .or_else(|| near_keyword_before(misread))
        .or_else(|| equals_missing(misread))
        .or_else(|| comma_missing(misread, found))
        .or_else(|| reserved_name(misread, found))
        .or_else(|| then_missing(misread, found))
        .or_else(|| dice(misread, found))
        .unwrap_or_else(|| plain(misread, found))
}

impl<'a> Misread<'a> {
    /// What stands at the place: a word, a number, a text, a sign; empty at the end of the piece.
    fn found(&self) -> &'a str {
        let rest = self.text.get(self.at..self.end).unwrap_or("");
        let word = rest
            .find(|c: char| !(c == '_' || c.is_alphanumeric()))
            .unwrap_or(rest.len());
        if word > 0 {
            return &rest[..word];
        }
        if let Some(inner) = rest.strip_prefix('"') {
            let end = inner
                .find(['"', '\n'])
                .map_or(rest.len(), |quote| quote + 2);
            return rest.get(..end).unwrap_or(rest);
        }
        const SIGNS: &[&str] = &[
            "==", "&&", "||", "=>", "=<", "<>", ":=", "!=", "<=", ">=", "..", "->",
        ];
        let sign = SIGNS
            .iter()
            .find(|sign| rest.starts_with(**sign))
            .map(|sign| sign.len());
        let first = rest
            .chars()
            .next()
            .filter(|first| !matches!(first, '#' | '\n' | '\r'));
        &rest[..sign.or(first.map(char::len_utf8)).unwrap_or(0)]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end.max(start))
    }

    /// The place, or the end of what stands before it when nothing more comes on the line.
    fn here(&self, found: &str) -> Span {
        if found.is_empty() {
            let before = self.text.get(self.start..self.at).unwrap_or("");
            let end = self.start + without_comment(before).trim_end().len();
            return self.span(end, end);
        }
        self.span(self.at, self.at + found.len())
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    fn error(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::SyntaxError, span, message)
    }

    /// What can stand at the place, in words, the most telling first.
    fn alternatives(&self) -> Vec<String> {
        let at_start = self.at == self.start;
        if self
            .text
            .get(self.start..self.at)
            .is_some_and(|before| before.trim_end() == "expect")
        {
            return vec!["what is expected".to_owned()];
        }
        if at_start {
            return vec![words::noun(self.place).to_owned()];
        }
        let mut list: Vec<String> = Vec::new();
        let after_value = [Rule::infix, Rule::arithmetic, Rule::dot]
            .iter()
            .any(|rule| self.expects(*rule));
        for rule in &self.expected {
            let name = match words::display(*rule) {
                _ if after_value && words::goes_on_value(*rule) => "an operator".to_owned(),
                Some(name) => name,
                None => continue,
            };
            if !list.contains(&name) {
                list.push(name);
            }
        }
        if list.is_empty() && self.place == Place::Member {
            list.push("a number".to_owned());
        }
        let last = |name: &String| match name.as_str() {
            "an operator" => 2,
            "the end of the line" => 3,
            _ => 0,
        };
        list.sort_by_key(|name| (last(name), !name.starts_with('`')));
        if list.len() > SHOWN {
            let keep_end = list
                .last()
                .is_some_and(|name| name == "the end of the line");
            list.truncate(SHOWN - usize::from(keep_end));
            if keep_end {
                list.push("the end of the line".to_owned());
            }
        }
        list
    }
}

fn without_comment(text: &str) -> &str {
    let line = text.rfind('\n').map_or(0, |newline| newline + 1);
    match text[line..].find('#') {
        Some(comment) if text[line..line + comment].matches('"').count() % 2 == 0 => {
            &text[..line + comment]
        }
        _ => text,
    }
}

/// "`a`, `b` or `c`"
fn either(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn plain(misread: &Misread<'_>, found: &str) -> Diagnostic {
    let span = misread.here(found);
    let list = misread.alternatives();
    let what = match found {
        "" => "the line ends here".to_owned(),
        _ if found.starts_with('"') => "a text stands here".to_owned(),
        _ => format!("`{}` cannot stand here", Clean(found)),
    };
    let message = match (list.as_slice(), found) {
        ([], "") => "the line ends too early".to_owned(),
        ([], _) => what,
        (_, "") => format!("{} is missing at the end of the line", either(&list)),
        (_, _) if found.starts_with('"') => {
            format!("a text stands where {} was expected", either(&list))
        }
        _ => format!("expected {}, found `{}`", either(&list), Clean(found)),
    };
    let complaint = misread.error(span, message).label(if found.is_empty() {
        "the line ends here"
    } else {
        "here"
    });
    let telling = list.iter().any(|name| {
        !matches!(
            name.as_str(),
            "an expression" | "an operator" | "the end of the line"
        )
    });
    match usage(misread).filter(|_| telling) {
        Some(usage) => complaint.help(usage),
        None => complaint,
    }
}

/// A word at the start of a line that is nearly one of those that can begin it.
fn first_word(misread: &Misread<'_>) -> Option<Diagnostic> {
    let text = misread.text.get(misread.start..misread.end)?;
    let word = words::first_word(text);
    let starters = words::starters(misread.place);
    if word.is_empty() || starters.contains(&word) {
        return None;
    }
    let second = misread.start
        + word.len()
        + (text[word.len()..].len() - text[word.len()..].trim_start().len());
    if misread.at > second {
        return None;
    }
    let span = misread.span(misread.start, misread.start + word.len());
    let unknown = format!("`{}` begins nothing that can stand here", Clean(word));
    if let Some(meant) = suggest(word, starters.iter().copied()) {
        let complaint = misread
            .error(span, unknown)
            .label(format!("did you mean `{meant}`?"));
        return Some(complaint.help(format!("write `{meant}`")).fix(
            span,
            meant,
            Applicability::Unsafe,
        ));
    }
    let help = match misread.place {
        Place::Top if words::ITEMS.contains(&word) => {
            "items stand inside a rule set: `rules my_rules { ... }`".to_owned()
        }
        Place::Top => "a file holds rule sets, `rules name { ... }`, and scenarios, `scenario \"title\" { ... }`".to_owned(),
        Place::Item if words::STATEMENTS.contains(&word) => {
            "statements stand inside a procedure, a phase, a stage or a trigger".to_owned()
        }
        Place::Item => format!("an item begins with one of these words: {}", words::ITEMS.join(", ")),
        Place::PlacementClause | Place::VoidClause | Place::ActionClause | Place::OrderClause | Place::Happening => {
            format!("expected {}", words::noun(misread.place))
        }
        _ => return None,
    };
    Some(
        misread
            .error(span, unknown)
            .label("unknown here")
            .help(help),
    )
}

/// Signs as other languages write them.
fn sign(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (found, meant, why) = match found {
        "==" => ("==", "=", "a comparison is written with one `=`"),
        "&&" | "&" => (found, "and", "`and` joins two conditions"),
        "||" => ("||", "or", "`or` joins two conditions"),
        "|" if misread.expects(Rule::infix) => ("|", "or", "`or` joins two conditions"),
        "!" => ("!", "not ", "`not` denies a condition"),
        "<>" => ("<>", "!=", "`!=` says that two values differ"),
        "=>" => ("=>", ">=", "`>=` says: at least"),
        "=<" => ("=<", "<=", "`<=` says: at most"),
        ":=" => (":=", "=", "a value is given with `=`"),
        "%" if misread.expects(Rule::infix) => ("%", "mod", "the rest of a division is `mod`"),
        ";" => (";", "", "lines end without a sign"),
        ":" | "=" if misread.place == Place::Setting => (
            found,
            "",
            "a setting is a name and its value, with nothing between",
        ),
        "'" => {
            return Some(strange(
                misread,
                found,
                "texts stand in double quotes, as in `\"hit\"`",
            ));
        }
        "[" | "]" => {
            return Some(strange(
                misread,
                found,
                "put expressions in round brackets, statements in braces",
            ));
        }
        "$" | "@" | "^" | "~" | "`" | "?" | "\\" | "%" | "->" => {
            return Some(strange(misread, found, "delete it"));
        }
        _ => return None,
    };
    // Where one `=` has been read as a whole, the second stands alone.
    let span = misread.here(found);
    let complaint = misread
        .error(span, format!("`{found}` is no sign of the language"))
        .label(why);
    let spaced = match misread
        .text
        .get(..misread.at)
        .is_some_and(|before| before.ends_with([' ', '\n']))
    {
        true => meant.to_owned(),
        false if meant.starts_with(char::is_alphabetic) => format!(" {meant}"),
        false => meant.to_owned(),
    };
    let help = if meant.is_empty() {
        "delete it".to_owned()
    } else {
        format!("write `{}`", meant.trim())
    };
    Some(complaint.help(help).fix(span, spaced, Applicability::Safe))
}

fn strange(misread: &Misread<'_>, found: &str, help: &str) -> Diagnostic {
    misread
        .error(
            misread.here(found),
            format!("`{found}` is no sign of the language"),
        )
        .label("here")
        .help(help)
}

/// A word that is nearly one of the keywords that can stand at the place.
fn near_keyword(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if words::first_word(found).is_empty() {
        return None;
    }
    let keywords: Vec<String> = misread
        .expected
        .iter()
        .flat_map(|rule| words_of(*rule))
        .collect();
    let meant = suggest(found, keywords.iter().map(String::as_str))?;
    let span = misread.here(found);
    let complaint = misread
        .error(span, format!("`{}` cannot stand here", Clean(found)))
        .label(format!("did you mean `{meant}`?"));
    Some(
        complaint
            .help(format!("write `{meant}`"))
            .fix(span, meant, Applicability::Unsafe),
    )
}

/// The same for the word before the place, which has been read as a name: `add 3 too c.hp`.
fn near_keyword_before(misread: &Misread<'_>) -> Option<Diagnostic> {
    let before = misread.text.get(misread.start..misread.at)?.trim_end();
    let word = before
        .rsplit(|c: char| !(c == '_' || c.is_alphanumeric()))
        .next()?;
    let spaced = before.strip_suffix(word)?.ends_with([' ', '\t']);
    if !spaced
        || word.chars().count() < 3
        || words::is_reserved(word)
        || !word.starts_with(char::is_alphabetic)
    {
        return None;
    }
    let keywords: Vec<String> = misread
        .expected
        .iter()
        .flat_map(|rule| words_of(*rule))
        .collect();
    let meant = suggest(word, keywords.iter().map(String::as_str))?;
    let end = misread.start + before.len();
    let span = misread.span(end - word.len(), end);
    let complaint = misread
        .error(span, format!("`{}` cannot stand here", Clean(word)))
        .label(format!("did you mean `{meant}`?"));
    Some(
        complaint
            .help(format!("write `{meant}`"))
            .fix(span, meant, Applicability::Unsafe),
    )
}

/// `set b 2`: name and number have been read as one name.
fn equals_missing(misread: &Misread<'_>) -> Option<Diagnostic> {
    let before = misread.text.get(misread.start..misread.at)?.trim_end();
    let name = before.trim_end_matches(|c: char| c.is_ascii_digit());
    if !misread.expects(Rule::equals) || name.len() == before.len() || !name.ends_with(' ') {
        return None;
    }
    let start = misread.start + name.len();
    let span = misread.span(start, misread.start + before.len());
    let complaint = misread
        .error(span, "`=` is missing")
        .label("`=` must stand before this");
    Some(complaint.help("write `=` before the value").fix(
        span.at_start(),
        "= ",
        Applicability::Unsafe,
    ))
}

/// The words in backticks by which a rule is told: its keywords.
fn words_of(rule: Rule) -> Vec<String> {
    let operators = match rule {
        Rule::infix => &["and", "is", "mod"][..],
        Rule::test => &["is"],
        Rule::or_else | Rule::otherwise => &["or"],
        Rule::rounded => &["rounded"],
        Rule::category => &words::ITEMS[7..],
        Rule::relation => &["waits", "goes", "joins", "not", "leads", "trails"],
        Rule::act_moment => &["resolves", "is"],
        _ => &[],
    };
    let shown = words::display(rule).unwrap_or_default();
    let quoted = shown
        .strip_prefix('`')
        .and_then(|rest| rest.split_once('`'))
        .map(|(quoted, _)| quoted);
    let first = quoted.and_then(|quoted| quoted.split(' ').next());
    let word = first.filter(|word| word.chars().all(char::is_alphabetic) && !word.is_empty());
    operators
        .iter()
        .copied()
        .chain(word)
        .map(str::to_owned)
        .collect()
}

/// A word of the language where a name must stand.
fn reserved_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let names = [
        Rule::name,
        Rule::thing,
        Rule::words,
        Rule::r#type,
        Rule::parameter,
        Rule::among,
        Rule::act_binding,
        Rule::plural,
    ];
    let starts_with_name = [
        Place::Attribute,
        Place::Unit,
        Place::Row,
        Place::Member,
        Place::Setting,
        Place::Assignment,
    ];
    let at_start = misread.at == misread.start && starts_with_name.contains(&misread.place);
    if !words::is_reserved(found)
        || !at_start && !misread.expected.iter().any(|rule| names.contains(rule))
    {
        return None;
    }
    let span = misread.here(found);
    let complaint = misread
        .error(
            span,
            format!("`{found}` is a word of the language and cannot be a name"),
        )
        .label("a name must stand here");
    let new = format!("the_{found}");
    Some(
        complaint
            .help("choose another name")
            .fix(span, new, Applicability::Unsafe),
    )
}

fn then_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if !misread.expects(Rule::kw_then) {
        return None;
    }
    let span = misread.here(found);
    let complaint = misread
        .error(span, "`then` is missing")
        .label("`then` must stand before this");
    Some(complaint.help("write `then` before it").fix(
        span.at_start(),
        "then ",
        Applicability::Unsafe,
    ))
}

fn comma_missing(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let settings = matches!(
        misread.place,
        Place::Setting | Place::Assignment | Place::Member
    );
    let after_comma = matches!(
        found,
        "default" | "highest" | "lowest" | "missing" | "shown"
    );
    let comma = misread.expects(Rule::comma) || misread.expects(Rule::ask_default);
    let read = misread.text.get(misread.start..misread.at).unwrap_or("");
    let settings = settings
        || matches!(misread.place, Place::Entry | Place::PeriodEntry) && read.contains(':');
    let wanted = comma && (settings || after_comma || misread.expects(Rule::rparen));
    if !wanted || found.is_empty() || !found.starts_with(|c: char| c.is_alphanumeric() || c == '"')
    {
        return None;
    }
    let before = misread
        .text
        .get(misread.start..misread.at)?
        .trim_end()
        .len()
        + misread.start;
    let span = misread.span(misread.at, misread.at + found.len());
    let complaint = misread
        .error(span, "a `,` is missing")
        .label("`,` must stand before this");
    // `hp 8 ac 5`: the word before has been read as the unit of the number.
    let so_far = misread.text.get(misread.start..before)?;
    let last_word = so_far.rfind(' ').map(|blank| blank + 1);
    let counted = last_word.is_some_and(|word| {
        so_far[..word]
            .trim_end()
            .ends_with(|c: char| c.is_ascii_digit())
    });
    let at = match last_word {
        Some(word) if counted && settings => misread.start + so_far[..word].trim_end().len(),
        _ => before,
    };
    Some(complaint.help("put a `,` between the two").fix(
        misread.span(at, at),
        ",",
        Applicability::Unsafe,
    ))
}

/// Dice where an expression must stand, or dice without a size.
fn dice(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let span = misread.here(found);
    let wants_dice = [
        Rule::dice,
        Rule::dice_size,
        Rule::table_key,
        Rule::group_here,
    ]
    .iter()
    .any(|rule| misread.expects(*rule));
    if wants_dice {
        let before = misread.text.get(misread.start..misread.at).unwrap_or("");
        if misread.expects(Rule::group_here) && before.trim_end().ends_with(" d") {
            let at = misread.start + before.trim_end().len();
            let complaint = misread
                .error(
                    misread.span(at - 1, at),
                    "these dice have no number of sides",
                )
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).fix(
                misread.span(at, at),
                "6",
                Applicability::Unsafe,
            ));
        }
        let bare = found.trim_start_matches(|c: char| c.is_ascii_digit());
        if bare.eq_ignore_ascii_case("d") {
            let complaint = misread
                .error(span, "these dice have no number of sides")
                .label("how many sides?");
            let help = "name the sides, as in `2d6` or `d%`";
            return Some(complaint.help(help).fix(
                span,
                format!("{found}6"),
                Applicability::Unsafe,
            ));
        }
        return None;
    }
    let digits = found.trim_start_matches(|c: char| c.is_ascii_digit());
    let sides = digits.strip_prefix(['d', 'D'])?;
    if found.len() == digits.len()
        || sides.is_empty()
        || !sides.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let complaint = misread
        .error(
            span,
            "dice are rolled by a statement, not inside an expression",
        )
        .label("dice");
    Some(complaint.help(format!(
        "roll them first, as in `c rolls {found} as result`, and use `result` here"
    )))
}

/// A sign that cannot stand inside a text as it is.
fn inside_text(misread: &Misread<'_>) -> Option<Diagnostic> {
    if !misread.expects(Rule::plain) && !misread.expects(Rule::escape) {
        return None;
    }
    let found = misread.text.get(misread.at..misread.end)?.chars().next()?;
    let span = misread.span(misread.at, misread.at + found.len_utf8());
    match found {
        '}' => {
            let complaint = misread
                .error(span, "a `}` in a text needs a `\\` before it")
                .label("no `{` is open here");
            Some(
                complaint
                    .help("write `\\}`")
                    .fix(span, "\\}", Applicability::Unsafe),
            )
        }
        '\\' => {
            let complaint = misread
                .error(span, "this `\\` stands before the wrong sign")
                .label("here");
            Some(complaint.help(
                "in a text a `\\` stands before `\"`, `\\`, `{`, `}`, or makes a new line as `\\n`",
            ))
        }
        _ => None,
    }
}

/// How the thing in hand is written.
fn usage(misread: &Misread<'_>) -> Option<String> {
    let text = misread.text.get(misread.start..misread.end)?;
    let word = words::first_word(text);
    let pattern = match (misread.place, word) {
        (Place::Top, "rules") => "rules name \"title\" extends \"file\" { ... }",
        (Place::Top, "scenario") => "scenario \"title\" { ... }",
        (Place::Item, "option") => "option tie: gm_order | together = together",
        (Place::Item, "kind") => "kind weapon, weapons { speed: number }",
        (Place::Item, "let") => "let half(number n): number = n / 2 rounded up",
        (Place::Item, "table") => "table morale on 2d6: text { 2..7: \"holds\" }",
        (Place::Item, "procedure") => "procedure check(side s) { ... }",
        (Place::Item, "event") => "event damaged(combatant c, number n)",
        (Place::Item, "action") => "action cast, casts \"casts {spell}\" { takes spell at target }",
        (Place::Item, "order") => "order name during phase of act a { by ... }",
        (Place::Item, "placement") => {
            "placement \"title\" over \"other\" { for a: attack  place key = 1 }"
        }
        (Place::Item, "exception") => {
            "exception \"title\" over \"other\" { for a: strike, b: cast  a waits for b }"
        }
        (Place::Item, "void") => "void \"title\" { for a: act  when ...  because \"...\" }",
        (Place::Item, "trigger") => "trigger \"title\" { when attack a resolves  ... }",
        (Place::Item, "replace") => "replace option tie: together | apart = apart",
        (Place::Item, "remove") => "remove exception \"title\"",
        (Place::Item, "set") => "set option tie = together",
        (_, "phase") => "phase round counting from 1 to 10 lasting 1 segment while ... { ... }",
        (Place::OrderClause, "by") => "by name: value, highest first, missing last \"label\"",
        (_, "compare") => "compare x with y: a moves",
        (Place::ExceptionClause, "for") => "for a: strike, b: cast.completes",
        (_, "for") => "for a: strike | shoot",
        (Place::PlacementClause, "place") => "place key = value",
        (Place::Statement | Place::TriggerStatement, "limit") => "limit once per round for c",
        (Place::Happening, _) => "when attack a resolves",
        (Place::Statement | Place::TriggerStatement, word) => statement_usage(word)?,
        (Place::Attribute, _) => "hp: number = 8 \"hit points\"",
        (Place::Unit, _) => "round, rounds = 10 segments",
        (Place::Row, _) => "2..5: value",
        (Place::Entry, "expect") => "expect ann attacks orc before orc attacks ann",
        (Place::Entry, "side") => "side party { ann { hp 8 } }",
        (Place::Entry, "begin") => "begin at round 1",
        (Place::Entry, "stop") => "stop after round 3",
        (Place::Entry, "seed") => "seed 5",
        (Place::Entry, "proves") => "proves OS-12, OS-14..16",
        (Place::Entry, "rules") => "rules \"../rules/duel.affray\"",
        (Place::Entry, "option") => "option tie together",
        (Place::Entry | Place::PeriodEntry, _) => "ann attacks orc: hit, damage 3",
        (Place::Member, _) => "orc x 3 { hp 5 }",
        (Place::Setting, _) => "hp 6",
        (Place::Assignment, _) => "owner = c",
        _ => return None,
    };
    Some(format!("it is written like this: `{pattern}`"))
}

fn statement_usage(word: &str) -> Option<&'static str> {
    Some(match word {
        "set" => "set c.hp = 8",
        "add" => "add 2 to c.hp",
        "subtract" => "subtract 2 from c.hp",
        "let" => "let x = 8",
        "if" => "if c.hp > 0 { ... } else { ... }",
        "each" => "each combatant c where c.hp > 0 { ... }",
        "repeat" => "repeat while c.hp > 0 { ... }",
        "ask" => "ask gm as obvious about c \"is it obvious to {c}?\": yes/no, default no",
        "cancel" => "cancel a as spoiled because \"...\"",
        "refuse" => "refuse because \"...\"",
        "resolve" => "resolve acts a while a.segment <= now",
        "raise" => "raise damaged(c, 3)",
        "do" => "do check(s)",
        "consult" => "consult morale(s) with roll",
        "end" => "end combat because \"...\"",
        "leave" => "leave phase round",
        "note" => "note \"...\"",
        "new" => "new injury as i { owner = c }",
        _ => "c rolls 2d6 as result",
    })
}
