//! Syntax errors in the author's words: what was found, what can stand there, and the line as it may have been meant.
//! Turns what pest says of a place into one diagnostic. Reads no tree. An edit is proposed only if the line can be read with it.

mod between_two;
mod chances;
mod choices;
mod clauses;
mod comments;
mod dice;
mod edits;
mod fallback;
mod foreign;
mod forms;
mod halves;
mod happenings;
mod heads_of_blocks;
mod homes;
mod items;
mod listed_rolls;
mod movements;
mod parameters;
mod paraphrases;
mod patterns;
mod periods;
mod phrases;
mod pools;
mod ranges;
mod rewriting;
mod rolled_sums;
mod row_keys;
mod scenario;
mod searched_sides;
mod searches;
mod several_slips;
mod shares;
mod sides;
mod signs;
mod spelling;
mod spreadsheet;
mod statements;
mod tactics;
mod taken;
mod throws;
mod ties;
mod tokens;
mod typed;
mod values;
mod variants;
mod verbs;
mod whole_combat;

pub use self::chances::rounded_from;
pub(super) use self::forms::form;
pub use self::forms::{until_gap, without_reason};
pub use self::items::NO_NAME;
pub(super) use self::items::no_name;
pub use self::patterns::{
    LineFit, LineForm, LinePattern, ReadHole, joined_words, line_forms, line_words,
};
pub(super) use self::phrases::phrase;
pub use self::phrases::{bracketed, rephrased};
pub(super) use self::rewriting::read_piece;
pub use self::row_keys::row_keys;
pub use self::scenario::heads_around;
pub use self::searches::named_below;
pub use self::shares::{part_of, share};
pub use self::spreadsheet::spreadsheet;
pub use self::throws::dice_of;
pub(super) use self::tokens::no_comma;

use std::cell::OnceCell;

use self::fallback::{joined_to_nothing, nothing_begins, plain, reason_missing};
use self::parameters::untyped_value;
use self::rewriting::Allowance;
use self::typed::FileKinds;
use self::{
    choices::*,
    comments::*,
    dice::*,
    foreign::*,
    happenings::{article_in_happening, typed_values},
    homes::elsewhere,
    items::*,
    scenario::*,
    sides::*,
    signs::sign,
    spelling::*,
};
use self::{statements::*, tokens::*, typed::*, values::*, verbs::*};
use super::display;
use super::grammar::Rule;
use super::place::Place;
use super::usages::usage;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// How many alternatives a message shows.
const SHOWN: usize = 6;

/// The place where pest gave up.
pub(super) fn position(error: &pest::error::Error<Rule>) -> usize {
    match error.location {
        pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
    }
}

/// The rules that could have gone on there; none where nothing was read, since the place alone says what could have begun.
pub(super) fn expected(error: &pest::error::Error<Rule>) -> Vec<Rule> {
    match &error.variant {
        _ if position(error) == 0 => Vec::new(),
        pest::error::ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        pest::error::ErrorVariant::CustomError { .. } => Vec::new(),
    }
}

/// What is said of a whole file when the parser gave up on it: it has run out of stack, or of steps.
pub(super) fn gave_up(file: FileId, text: &str, error: &pest::error::Error<Rule>) -> Diagnostic {
    let at = position(error).min(text.len());
    let span = Span::new(file, at, at);
    match &error.variant {
        pest::error::ErrorVariant::CustomError { message } if message.contains("stack") => {
            Diagnostic::error(
                Code::NestingTooDeep,
                span,
                "this is nested too deep to be read",
            )
            .label("the file is not read from here on")
            .help("give the inner parts names of their own and use the names")
        }
        _ => Diagnostic::error(
            Code::SyntaxError,
            span,
            "the file cannot be read from here on",
        ),
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
    /// A text counts as read from which at most so many bytes at the end are not read; `None` if all of it must be.
    unread: Option<usize>,
    /// How much may still be read to try remedies.
    allowance: Allowance,
    /// What the file declares, once it has been asked for.
    declared: OnceCell<FileKinds>,
}

/// What is to be said about it, with small edits that are searched for where nothing is known of the mistake.
pub(super) fn explain(misread: &Misread<'_>) -> Diagnostic {
    edits::edited(misread, known(misread))
}

/// What is said of one mistake of very many: the word that is probably meant at the beginning of the line, or how far the line is understood. Takes time for
/// a reading of the piece or two.
pub(super) fn briefly(misread: &Misread<'_>) -> Diagnostic {
    near_first_word(misread).unwrap_or_else(|| plain(misread, misread.found()))
}

/// The mistake that is known by what stands there, or how far the line is understood.
pub(super) fn known(misread: &Misread<'_>) -> Diagnostic {
    inside_text(misread)
        .or_else(|| own_rules(misread))
        .or_else(|| hole_not_closed(misread))
        .or_else(|| left_turn(misread))
        .or_else(|| bounds_otherwise(misread))
        .or_else(|| listed_rolls::listed_rolls(misread))
        .or_else(|| said_otherwise(misread))
        .or_else(|| secret_before(misread))
        .or_else(|| lasting_attribute(misread))
        .or_else(|| around_settings(misread))
        .or_else(|| strange_blanks(misread))
        .or_else(|| two_on_one_line(misread))
        .or_else(|| parted_attribute(misread))
        .or_else(|| halves::half(misread))
        .or_else(|| typed_values(misread))
        .or_else(|| variants::variant(misread))
        .or_else(|| heads_of_blocks::head_of_block(misread))
        .or_else(|| searches::unnamed(misread))
        .or_else(|| happenings::falls_by_share(misread))
        .or_else(|| clauses::extreme_with_and(misread))
        .or_else(|| phrase(misread))
        .or_else(|| searched_sides::without_kind(misread))
        .or_else(|| doubled_word(misread))
        .or_else(|| table_without_key(misread))
        .or_else(|| mixed_choice(misread))
        .or_else(|| other_signs(misread))
        .or_else(|| side_with_list(misread))
        .or_else(|| comma_at_end(misread))
        .or_else(|| period_with_colon(misread))
        .unwrap_or_else(|| {
            let told = || forms::form(misread).unwrap_or_else(|| besides_forms(misread));
            let edits = [
                between_two::without_braces(misread),
                whole_combat::given_at_first(misread),
                happenings::before_act(misread),
                pools::counted_faces(misread),
                change(misread),
                unnamed_turn(misread),
                unnamed_act(misread),
                subject_missing(misread),
                rolled_value(misread),
                happenings::stage_behind(misread),
                other_bars(misread),
                event_values(misread),
                has_values(misread),
                values_in_brackets(misread),
                awaited(misread),
                unopened(misread),
            ];
            (edits.into_iter().flatten().rev()).fold(told(), |told, edit| edit.or_else(told))
        })
}

/// The same where the line is none of those that are known as a whole.
fn besides_forms(misread: &Misread<'_>) -> Diagnostic {
    let found = misread.found();
    let holds = |complaint: &Diagnostic| misread.holds(complaint);
    let comma = || match comma_missing(misread, found) {
        None => brackets_missing(misread, found),
        Some(_) => None,
    };
    reason_missing(misread, found)
        .or_else(|| ties::settled(misread))
        .or_else(|| ties::key(misread))
        .or_else(|| pools::pool(misread))
        .or_else(|| ranges::range_otherwise(misread))
        .or_else(|| else_missing(misread, found))
        .or_else(|| searches::in_brackets(misread))
        .or_else(comma)
        .or_else(|| remedy(misread, found))
        .or_else(|| tactics::declared(misread))
        .or_else(|| elsewhere(misread))
        .or_else(|| prose(misread))
        .or_else(|| consulted(misread))
        .or_else(|| movements::moves(misread))
        .or_else(|| throws::throw(misread))
        .or_else(|| rolled_sums::rolled_sum(misread))
        .or_else(|| roll_into(misread, found))
        .or_else(|| first_word(misread))
        .or_else(|| decimal(misread, found))
        .or_else(|| late_condition(misread, found))
        .or_else(|| dice_of_scenario(misread, found))
        .or_else(|| sign(misread, found))
        .or_else(|| near_keyword(misread, found).filter(holds))
        .or_else(|| near_keyword_before(misread).filter(holds))
        .or_else(|| equals_missing(misread).filter(holds))
        .or_else(|| declared_acts(misread, found))
        .or_else(|| members_without_braces(misread, found))
        .or_else(|| comma_missing(misread, found).filter(holds))
        .or_else(|| blank_missing(misread, found))
        .or_else(|| token(misread, found))
        .or_else(|| dice(misread, found))
        .or_else(|| pools::dice_without_star(misread, found))
        .or_else(|| pools::counted_dice(misread))
        .or_else(|| dice_without_name(misread, found))
        .or_else(|| joined_to_nothing(misread, found))
        .or_else(|| commas_too_many(misread, found))
        .or_else(|| sign_too_many(misread, found))
        .or_else(|| reserved_name(misread, found))
        .unwrap_or_else(|| plain(misread, found))
}

/// The first of the remedies that are read before they are proposed.
fn remedy(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    foreign_comment(misread)
        .or_else(|| article_in_happening(misread))
        .or_else(|| taken::takes_more(misread))
        .or_else(|| bullet(misread))
        .or_else(|| untyped_value(misread, found))
        .or_else(|| keys_turned(misread))
        .or_else(|| on_faces(misread))
        .or_else(|| foreign_dice(misread, found))
        .or_else(|| if_in_sum(misread, found))
        .or_else(|| possessive(misread, found))
        .or_else(|| owner_behind_of(misread, found))
        .or_else(|| clauses::owner_before_has(misread, found))
        .or_else(|| choice_of_values(misread, found))
        .or_else(|| commas_for_and(misread, found))
        .or_else(|| compared_extreme(misread, found))
        .or_else(|| joined_text(misread))
        .or_else(|| single_quotes(misread, found))
        .or_else(|| marked_text(misread, found))
        .or_else(|| foreign_definition(misread))
        .or_else(|| foreign_word(misread))
        .or_else(|| bare_call(misread))
        .or_else(|| acted(misread))
        .or_else(|| number_of(misread))
        .or_else(|| change_without_set(misread))
        .or_else(|| heading(misread))
        .or_else(|| scenario_line(misread, found))
        .or_else(|| clauses::denied_behind(misread, found))
        .or_else(|| not_for_no(misread, found))
        .or_else(|| hyphen_in_name(misread, found))
        .or_else(|| setting_outside(misread))
        .or_else(|| side_called_otherwise(misread, found))
        .or_else(|| clauses::keyed_in_brackets(misread, found))
        .or_else(|| foreign_inside(misread, found))
}

/// Whether a piece begins with a word of another language, and can be read with the one that is meant.
pub(super) fn is_foreign(misread: &Misread<'_>) -> bool {
    // Without braces behind it, a condition belongs to what stands before it.
    let is_condition = matches!(words::first_word(misread.piece()), "when" | "unless");
    foreign_word(misread).is_some() && (!is_condition || misread.piece().contains('{'))
}

impl<'a> Misread<'a> {
    /// A piece of a text that goes wrong at a place, counted from its beginning.
    pub(super) fn new(
        (file, text): (FileId, &'a str),
        place: Place,
        piece: std::ops::Range<usize>,
        (at, expected): (usize, Vec<Rule>),
    ) -> Self {
        Misread {
            file,
            text,
            place,
            start: piece.start,
            end: piece.end,
            at,
            expected,
            unread: None,
            allowance: Allowance::default(),
            declared: OnceCell::new(),
        }
    }

    /// What the file declares.
    fn declared(&self) -> &FileKinds {
        self.declared.get_or_init(|| FileKinds::of(self.text))
    }

    /// How a line is written that begins as this one does, or the search in it that goes wrong.
    fn usage(&self) -> Option<String> {
        let searched = searches::usage(self.before()).map(str::to_owned);
        let usage = searched.or_else(|| usage(self.place, self.piece()))?;
        Some(format!("it is written like this: `{usage}`"))
    }

    /// What stands at the place: a word, a number, a text, a sign; empty at the end of the piece.
    pub(super) fn found(&self) -> &'a str {
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
            "=!", "==", "&&", "||", "=>", "=<", "<>", ":=", "!=", "<=", ">=", "..", "->",
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

    /// What stands before the place.
    fn before(&self) -> &'a str {
        self.text.get(self.start..self.at).unwrap_or("")
    }

    /// What stands behind something that is found at the place.
    fn behind(&self, found: &str) -> &'a str {
        let from = self.at + found.len();
        self.text.get(from..self.end).unwrap_or("")
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

    /// What is being written, by its first word or by its place.
    fn written(&self) -> String {
        let word = words::first_word(self.piece());
        match self.place.begins_with(word) {
            true => format!("this `{word}`"),
            false => self.place.line().to_owned(),
        }
    }

    /// What can stand at the place, in words, the most telling first.
    fn alternatives(&self) -> Vec<String> {
        let at_start = self.at == self.start;
        if self.before().trim_end() == "expect" {
            return vec!["what is expected".to_owned()];
        }
        if at_start {
            return vec![self.place.noun().to_owned()];
        }
        let mut list: Vec<String> = Vec::new();
        let after_value = [Rule::infix, Rule::arithmetic, Rule::dot]
            .iter()
            .any(|rule| self.expects(*rule));
        for rule in &self.expected {
            let name = match display::display(*rule) {
                // A result is said by few procedures and tables, but each has a body.
                _ if *rule == Rule::colon && self.expects(Rule::lbrace) => continue,
                _ if after_value && display::goes_on_value(*rule) => "an operator".to_owned(),
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
        Some(comment)
            if text[line..line + comment]
                .matches('"')
                .count()
                .is_multiple_of(2) =>
        {
            &text[..line + comment]
        }
        _ => text,
    }
}
