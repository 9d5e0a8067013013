//! Scenarios: who fights, and what everybody does, but for what `describe` builds by itself.

use pest::iterators::Pair;

use super::Builder;
use super::describe::{Node, Take, Variants, Word};
use super::parts::Parts;
use super::statements::second_rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Quoted, Span};
use crate::suggest::suggest;
use crate::syntax::ast::*;
use crate::syntax::error::{Misread, form, no_comma, phrase};
use crate::syntax::grammar::{self, Rule};
use crate::syntax::place::Place;
use crate::syntax::usages::usage;
use crate::syntax::words;

scenario_nodes!(build_node);

// scenario = { kw_scenario ~ text ~ as_in? ~ scenario_body }
impl Node for Scenario {
    const RULES: &'static [Rule] = &[Rule::scenario];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        Some(Scenario {
            title: builder.take(parts)?,
            like: builder.take_in(parts, Rule::as_in)?,
            entries: builder.entries(parts.part(Rule::scenario_body)?, Place::Entry),
            span: builder.take(parts)?,
        })
    }
}

impl Builder<'_> {
    // scenario_body = { lbrace ~ (entry | bad_entry)* ~ rbrace }; period_body likewise
    pub(super) fn entries(&mut self, pair: Pair<'_, Rule>, place: Place) -> Vec<ScenarioEntry> {
        let mut entries: Vec<ScenarioEntry> = Vec::new();
        self.sequence(pair, place, |builder, pair| {
            let inner = if pair.as_rule() == Rule::entry {
                Parts::of(pair).next()
            } else {
                Some(pair)
            };
            let Some(entry) = inner.and_then(|inner| builder.entry(inner)) else {
                return;
            };
            if let Some(before) = entries.last() {
                builder.one_line_each(before, &entry);
            }
            entries.push(entry);
        });
        entries
    }

    /// What somebody does begins a line of its own; otherwise a forgotten comma would make two lines out of one.
    fn one_line_each(&mut self, before: &ScenarioEntry, entry: &ScenarioEntry) {
        let between = before.span.end as usize..entry.span.start as usize;
        let free = matches!(
            before.kind,
            EntryKind::Line(_)
                | EntryKind::Correction { .. }
                | EntryKind::Move { .. }
                | EntryKind::Newcomers { .. }
                | EntryKind::NewThing { .. }
                | EntryKind::Expect(_)
                | EntryKind::Odds { .. }
                | EntryKind::Chance { .. }
                | EntryKind::Proves(_)
        );
        if !free
            || !matches!(entry.kind, EntryKind::Line(_))
            || self.text.get(between).is_none_or(|gap| gap.contains('\n'))
        {
            return;
        }
        if self.misspelt_relation(before.span, entry.span)
            || self.denied_act(before.span, entry.span)
            || self.declared_acts(before)
        {
            return;
        }
        let label = "read as something else that is done";
        let complaint = match before.kind {
            EntryKind::Line(_) if let Some(comma) = self.comma_at_end(before.span) => Diagnostic {
                unread: Some(before.span.to(entry.span)),
                ..no_comma(comma)
            },
            EntryKind::Line(_) if let Some(dice) = self.rolled_dice(before.span) => dice,
            EntryKind::Line(_) if let Some(told) = self.whole_line(before.span, entry.span) => told,
            EntryKind::Expect(_) | EntryKind::Odds { .. } => self.not_understood(before, entry),
            _ => {
                let told = Diagnostic::error(Code::SyntaxError, entry.span, "this line goes on where it should have ended")
                    .label(label)
                    .also(before.span, "this is complete")
                    .help("begin a new line here: each act, roll and answer has a line of its own; what is told of an act stands behind a colon, as in `ann attacks orc: hit, damage 3`");
                let gap = Span::new(
                    entry.span.file,
                    before.span.range().end,
                    entry.span.range().start,
                );
                let newline = format!("\n{}", self.indent_of(before.span));
                told.clone().guess(gap, newline).or_else(told)
            }
        };
        if let Some(unread) = complaint.unread {
            self.told = self.told.max(unread.range().end);
        }
        self.report(complaint);
    }

    /// The blanks before a line that stands below another one.
    fn indent_of(&self, above: Span) -> String {
        let before = &self.text[..above.range().start];
        let line = &before[before.rfind('\n').map_or(0, |newline| newline + 1)..];
        let own = line.len() - line.trim_start_matches(' ').len();
        let within = if line.trim().is_empty() { 0 } else { 2 };
        " ".repeat(own + within)
    }

    /// `ann strikes orc: damage 4,`, where the next line has been read as more of the same.
    fn comma_at_end(&self, act: Span) -> Option<Span> {
        let (start, text) = (act.range().start, self.text.get(act.range())?);
        let mut lines = text.split_inclusive('\n').map(|line| line.trim_end().len());
        let last = lines.next().filter(|end| text[..*end].ends_with(','))?;
        Some(Span::new(act.file, start + last - 1, start + last))
    }

    /// `heroes roll d6 for initiative`: `heroes roll d6` has been read as an act.
    fn rolled_dice(&self, act: Span) -> Option<Diagnostic> {
        let (told, dice) = self.text.get(act.range())?.rsplit_once(' ')?;
        let sides = dice.strip_prefix(['d', 'D'])?;
        let is_roll = told.ends_with(" roll") || told.ends_with(" rolls");
        let span = Span::new(act.file, act.range().end - dice.len(), act.range().end);
        let error = Diagnostic::error(Code::SyntaxError, span, "a scenario rolls no dice");
        let help = format!(
            "write the number that they show, as in `{} 4 for ...`",
            Quoted(told)
        );
        let is_dice = is_roll && sides.bytes().all(|byte| byte.is_ascii_digit());
        is_dice.then(|| error.label("dice").help(help))
    }

    /// `expect ann acts before bob`: what is expected or asked is not understood to its end.
    fn not_understood(&self, before: &ScenarioEntry, entry: &ScenarioEntry) -> Diagnostic {
        let text = |span: Span| self.text.get(span.range()).unwrap_or("");
        if let Some(told) = self.whole_line(before.span, entry.span) {
            return told;
        }
        let word = words::first_word(text(before.span));
        let from = text(entry.span).split(' ').next().unwrap_or("");
        let message = format!("this `{word}` is not understood from `{}` on", Quoted(from));
        let usage = usage(Place::Entry, text(before.span));
        let usage = usage.as_deref().unwrap_or(word);
        let asked = text(entry.span);
        let is_start = ["start of", "beginning of"]
            .iter()
            .any(|start| asked.contains(start));
        let number = asked
            .split(' ')
            .next_back()
            .and_then(|last| last.parse::<u32>().ok());
        let earlier = number.and_then(|number| number.checked_sub(1)).unwrap_or(1);
        let help = match is_start {
            true => format!(
                "only the end of a period is asked for, as in `{} at end of round {earlier}`; what is so then is so as the next one begins",
                Quoted(text(before.span))
            ),
            false => format!(
                "it is written like this: `{usage}`; what somebody does begins a line of its own"
            ),
        };
        Diagnostic::error(Code::SyntaxError, entry.span, message)
            .label("not understood")
            .help(help)
    }

    /// A line that goes on, taken as a whole: `odds ann.hp less than 6`.
    fn whole_line(&self, before: Span, after: Span) -> Option<Diagnostic> {
        let start = before.range().start;
        let line = self.text.get(start..)?.lines().next()?;
        // The brace of the period on the same line stays.
        let end = line.find('}').filter(|_| !line.contains('{'));
        let line = line[..end.unwrap_or(line.len())].trim_end();
        let piece = start..start + line.len();
        let at = (after.range().start, Vec::new());
        let misread = Misread::new((self.file, self.text), Place::Entry, piece.clone(), at);
        let unread = Some(Span::new(before.file, piece.start, piece.end));
        let formed = || form(&misread).filter(|told| told.fix.is_some());
        let told = phrase(&misread).or_else(formed);
        told.map(|told| Diagnostic { unread, ..told })
    }

    /// `expect not a attacks b`: `not a` has been read as a condition.
    fn denied_act(&mut self, before: Span, after: Span) -> bool {
        let span = before.to(after);
        let text = self.text.get(span.range()).unwrap_or("");
        let word = words::first_word(text);
        let Some((lead, act)) = text.split_once(" not ") else {
            return false;
        };
        let with = format!("{lead} {act} does not happen");
        let rule = Place::Entry.rule(&with);
        let reads = grammar::run(rule, &with).is_ok();
        if !matches!(word, "expect" | "odds") || !reads {
            return false;
        }
        let message = "that an act does not happen is said behind it";
        let complaint = Diagnostic::error(Code::SyntaxError, span, message)
            .label("this is said in another way")
            .write(span, with);
        self.report(complaint);
        true
    }

    /// `expect declared: a attacks b, c attacks d in round 1`: what is declared, not who declares.
    fn declared_acts(&mut self, before: &ScenarioEntry) -> bool {
        let EntryKind::Expect(Expect::Declared { .. }) = before.kind else {
            return false;
        };
        let start = before.span.range().start;
        let line = self.text.get(start..).unwrap_or("");
        let line = line.split(['\n', '}', '#']).next().unwrap_or("").trim_end();
        let Some((head, list)) = line.split_once(':') else {
            return false;
        };
        let (list, moment) = match list.find(" in ") {
            Some(at) => list.split_at(at),
            None => (list, ""),
        };
        let who = |act: &str| {
            let mut words = act.split_whitespace();
            let name = words.next().unwrap_or_default().to_owned();
            let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
            match words.next().filter(is_number) {
                Some(number) => format!("{name} {number}"),
                None => name,
            }
        };
        let mut names: Vec<String> = list.split(',').map(who).collect();
        names.dedup();
        let with = format!("{head}: {}{moment}", names.join(", "));
        if grammar::run(Place::Entry.rule(&with), &with).is_err() {
            return false;
        }
        let span = Span::new(self.file, start, start + line.len());
        let message = "`expect declared` lists who declares, not what";
        let complaint = Diagnostic::error(Code::SyntaxError, span, message)
            .label("names alone belong here")
            .write(span, with);
        self.report(complaint);
        // The rest of the line is no mistake of its own.
        let quiet = start..start + line.len();
        let at = (self.quiet).partition_point(|other| other.start < quiet.start);
        self.quiet.insert(at, quiet);
        true
    }

    /// `expect a attacks b befor c attacks d`: the word has been read as another name.
    fn misspelt_relation(&mut self, before: Span, after: Span) -> bool {
        let words = [self.text.get(before.range()), self.text.get(after.range())];
        let [Some(before_text), Some(after_text)] = words else {
            return false;
        };
        let last = before_text.rsplit(' ').next().unwrap_or("");
        let first = words::first_word(after_text);
        for (word, start) in [
            (last, before.end as usize - last.len()),
            (first, after.start as usize),
        ] {
            let Some(meant) = suggest(word, ["before", "with", "after", "then"])
                .filter(|_| before_text.starts_with("expect"))
            else {
                continue;
            };
            let span = Span::new(self.file, start, start + word.len());
            let complaint = Diagnostic::error(
                Code::SyntaxError,
                span,
                format!("`{}` is not understood here", Quoted(word)),
            )
            .label(format!("did you mean `{meant}`?"))
            .write(span, meant);
            self.report(complaint);
            return true;
        }
        false
    }

    fn entry(&mut self, pair: Pair<'_, Rule>) -> Option<ScenarioEntry> {
        let span = self.span(&pair);
        let kind = self.or_unreadable(span, |builder| {
            EntryKind::variant(builder, pair.as_rule(), pair)
        })?;
        Some(ScenarioEntry { kind, span })
    }

    // period_body = { lbrace ~ (record | period | line | bad_entry)* ~ rbrace }
    fn period_entries(&mut self, parts: &mut Parts<'_>) -> Option<Vec<ScenarioEntry>> {
        Some(self.entries(parts.part(Rule::period_body)?, Place::PeriodEntry))
    }

    // before_body = { lbrace ~ (correction | move_acts | newcomers | new_thing | bad_entry)* ~ rbrace }
    fn before_entries(&mut self, parts: &mut Parts<'_>) -> Option<Vec<ScenarioEntry>> {
        Some(self.entries(parts.part(Rule::before_body)?, Place::Correction))
    }

    // side_body = { lbrace ~ (member ~ comma? | bad_entry)* ~ rbrace }
    fn members(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        self.sequence(
            parts.part(Rule::side_body)?,
            Place::Member,
            |builder, pair| members.extend(Member::build(builder, pair)),
        );
        Some(members)
    }

    /// Who does something, before what he does.
    // line = ${ (game_master | thing) ~ SPACE+ ~ (roll_tail | answer_tail | nothing_tail | told_tail | act_tail) }
    fn who(&mut self, parts: &mut Parts<'_>) -> Option<Thing> {
        let who = self.take(parts)?;
        parts.enter();
        Some(who)
    }

    fn silent(&mut self, parts: &mut Parts<'_>) -> Option<Thing> {
        self.who(parts)
    }

    // faces ~ (and_then ~ faces)*; faces = ${ signed ~ (more ~ signed)* }
    fn rolls(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Vec<Number>>> {
        let rolls = parts.take_all(Rule::faces).into_iter();
        rolls.map(|pair| self.take(&mut Parts::of(pair))).collect()
    }

    // setting = ${ kw_no ~ SPACE+ ~ name | name ~ (SPACE+ ~ value)? }
    fn setting(&mut self, pair: Pair<'_, Rule>) -> Option<Setting> {
        let parts = &mut Parts::of(pair);
        let no = parts.has(Rule::kw_no);
        let span = parts.span(self);
        let name = self.take(parts)?;
        let value: Option<Value> = self.take(parts)?;
        let value = value.unwrap_or(Value {
            kind: if no { ValueKind::No } else { ValueKind::Yes },
            span,
        });
        Some(Setting { name, value, span })
    }
}

impl Node for Line {
    const RULES: &'static [Rule] = &[Rule::line];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        Line::variant(builder, second_rule(&pair)?, pair)
    }
}

/// The settings in a part; those that cannot be read are explained.
impl Take for Vec<Setting> {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        let pairs = std::iter::from_fn(|| parts.part(Rule::setting));
        Some(pairs.filter_map(|pair| builder.setting(pair)).collect())
    }

    fn take_in(builder: &mut Builder<'_>, parts: &mut Parts<'_>, rule: Rule) -> Option<Self> {
        let mut settings = Vec::new();
        if let Some(pair) = parts.part(rule) {
            builder.sequence(pair, Place::Setting, |builder, pair| {
                settings.extend(builder.setting(pair))
            });
        }
        Some(settings)
    }
}

// value = ${ measure | text | kw_yes | kw_no | kw_none | several | thing }
impl Node for Value {
    const RULES: &'static [Rule] = &[Rule::value];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let inner = pair.into_inner().next()?;
        let kind = match inner.as_rule() {
            Rule::kw_yes => ValueKind::Yes,
            Rule::kw_no => ValueKind::No,
            Rule::kw_none => ValueKind::None,
            Rule::text => ValueKind::Text(Text::build(builder, inner)?),
            Rule::measure => match builder.take(&mut Parts::of(inner))? {
                (number, Some(unit)) => ValueKind::Quantity(number, unit),
                (number, None) => ValueKind::Number(number),
            },
            Rule::several => ValueKind::Several(builder.take(&mut Parts::of(inner))?),
            _ => ValueKind::Thing(Thing::build(builder, inner)?),
        };
        Some(Value { kind, span })
    }
}

// thing = ${ name ~ (SPACE+ ~ number)? }; game_master = ${ kw_gm }
impl Node for Thing {
    const RULES: &'static [Rule] = &[Rule::thing, Rule::game_master];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let mut text = String::new();
        for word in pair.as_str().split_ascii_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        Some(Thing { text, span })
    }
}

// which = { signed | kw_of ~ thing }; which_told = ${ signed | kw_of ~ SPACE+ ~ thing }
impl Node for Which {
    const RULES: &'static [Rule] = &[Rule::which, Rule::which_told];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        Some(match builder.take(parts)? {
            Some(number) => Which::Number(number),
            None => Which::Of(builder.take(parts)?),
        })
    }
}
