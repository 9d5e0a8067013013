//! Plain English that was read as something of the language, so that only the check stumbles over it: the same in other words, to be tried.

use std::iter::successors;

use super::Loader;
use super::trial::is_of_reading;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Fix, Severity};
use crate::source::{Quoted, Span, english};
use crate::syntax::{self, ast};

/// For how many mistakes of one file other words are looked for.
const MOST: usize = 20;

/// How many bytes a line has at most in which they are looked for.
const LONGEST: usize = 1 << 10;

impl Loader {
    /// The same mistakes, in the same order, with edits where a phrase of the line says something in other words here.
    pub(super) fn rephrased(&self, found: &Diagnostics) -> Vec<Diagnostic> {
        let mut left = MOST;
        let library = self.library_of(found);
        let asked = found.iter().map(|one| {
            let is_meant = one.severity == Severity::Error;
            if left == 0 || !is_meant {
                return one.clone();
            }
            left -= 1;
            if is_of_reading(one.code) {
                let mut readings = successors(Some(one), |said| said.fallback.as_deref());
                let told = readings.find_map(|said| self.as_procedure(said));
                let told = told
                    .or_else(|| self.keys_of_rows(one))
                    .or_else(|| self.spreadsheet(one));
                return told.map_or_else(|| one.clone(), |told| told.or_else(one.clone()));
            }
            let told = self
                .plural_kind(one)
                .or_else(|| self.result_with_let(one))
                .or_else(|| self.article_before_act(one))
                .or_else(|| self.member_in_braces(one))
                .or_else(|| self.untaken(one))
                .or_else(|| self.number_in_comment(one))
                .or_else(|| self.keys_of_rows(one))
                .or_else(|| self.spreadsheet(one))
                .or_else(|| self.in_other_words(one));
            let told = told.or_else(|| self.with_library(one, library?));
            let told = told.or_else(|| self.undeclared(one));
            told.unwrap_or_else(|| one.clone())
        });
        asked.collect()
    }

    /// Where a mistake is, and the text of its file.
    fn place_of(&self, one: &Diagnostic) -> (Span, &str) {
        let place = one.primary.span;
        (place, self.sources().text(place.file))
    }

    /// An attribute that one place alone speaks of may be another one: no line declares it there.
    fn undeclared(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let declares = |said: &&Diagnostic| {
            let edit = said.fix.as_ref().map(|fix| fix.span);
            edit.is_some_and(|edit| edit.end < place.start)
        };
        let name = self.sources().snippet(place);
        let code = text.lines().filter_map(|line| line.split('#').next());
        let mut uses = code.flat_map(|line| syntax::uses_of(line, name));
        let is_once = uses.next().is_some() && uses.next().is_none();
        let is_meant = one.code == Code::UnknownName && is_once && declares(&one);
        let mut readings = successors(Some(one), |said| said.fallback.as_deref());
        readings.find(|said| is_meant && !declares(said)).cloned()
    }

    /// `kind tools { ... }`, where other lines speak of a `tool`.
    fn plural_kind(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, sources) = (one.primary.span, self.sources());
        let name = sources.snippet(place);
        let plural = english::plural(name);
        let file = self.parsed.values().find(|file| file.id == place.file)?;
        let mut items = file.tree.rules.iter().flat_map(|rules| &rules.items);
        let kind = items.find_map(|item| match &item.kind {
            ast::ItemKind::Kind(def) if def.name.text == plural => Some(&def.name),
            _ => None,
        })?;
        let message = "a kind is named as one of its records is";
        let said = Diagnostic::error(one.code, kind.span, message)
            .label("the name of several")
            .write(kind.span, name);
        (one.code == Code::UnknownName).then(|| said.or_else(one.clone()))
    }

    /// `goblin #1`, of which `#1` is a comment.
    fn number_in_comment(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let place = one.primary.span;
        let behind = self.sources().text(place.file).get(place.range().end..)?;
        let number = behind.trim_start_matches(' ').strip_prefix('#')?;
        let sign = place.at_end().to(Span::new(
            place.file,
            place.range().end,
            place.range().end + behind.len() - number.len(),
        ));
        let is_meant = number.starts_with(|c: char| c.is_ascii_digit());
        let message = "`#` begins a comment; a number stands behind a blank";
        let said = Diagnostic::error(one.code, sign, message)
            .label("not read from here on")
            .help("write the number without `#`")
            .guess(sign, " ");
        (is_meant && one.code == Code::UnknownScenarioThing).then(|| said.or_else(one.clone()))
    }

    /// `c heals other`, where `heals` is a procedure: one that is done with those who are named.
    fn as_procedure(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, sources) = (one.primary.span, self.sources());
        let (text, named) = (sources.text(place.file), sources.snippet(place));
        let is_inner = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        if named.is_empty() || !named.chars().all(is_inner) {
            return None;
        }
        let procedure = self.procedure(named)?;
        let (named, takes) = (&procedure.name.text, procedure.parameters.len());
        let (before, behind) = (text.get(..place.range().start)?, &text[place.range().end..]);
        let who = before
            .trim_end()
            .rsplit(|letter| !is_inner(letter))
            .next()?;
        let mut given = vec![who];
        let others = behind
            .split([' ', '\n'])
            .skip(1)
            .take_while(|word| !word.is_empty());
        given.extend(others.take(takes.checked_sub(1)?));
        let is_told = |word: &&str| !word.is_empty() && word.chars().all(is_inner);
        if given.len() != takes || !given.iter().all(is_told) {
            return None;
        }
        let end = place.range().end + given[1..].iter().map(|word| word.len() + 1).sum::<usize>();
        let from = before.trim_end().len() - who.len();
        let with = format!("do {named}({})", given.join(", "));
        let said = Diagnostic::error(one.code, place, format!("`{named}` is a procedure"))
            .label("what is done with a procedure begins with `do`")
            .write(Span::new(place.file, from, end), with);
        Some(Diagnostic {
            unread: one.unread,
            ..said
        })
    }

    /// The procedure of this name, or of this verb.
    fn procedure(&self, named: &str) -> Option<&ast::ProcedureDef> {
        let sets = self.parsed.values().flat_map(|file| &file.tree.rules);
        let mut items = sets.flat_map(|set| &set.items);
        items.find_map(|item| match &item.kind {
            ast::ItemKind::Procedure(def) => {
                let name = &def.name.text;
                (name == named || english::third_person(name) == named).then_some(def)
            }
            _ => None,
        })
    }

    /// `let got = test(c, 1)`, where `test` is a procedure: its result gets the name.
    fn result_with_let(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let (start, line) = line_of(text, place)?;
        let told = |lead: &str| {
            let at = line.find(lead)?;
            let (name, call) = line[at + lead.len()..].split_once(" = ")?;
            let end = line.len() - call.len() + call.find('(')?;
            let named = &line[line.len() - call.len()..end];
            let end = end + syntax::bracketed(&line[end..])?;
            let is_name = name
                .chars()
                .all(|sign| sign == '_' || sign.is_alphanumeric());
            self.procedure(named).filter(|_| is_name)?;
            let (from, call) = (start + at, &line[line.len() - call.len()..end]);
            let span = Span::new(place.file, from, start + end);
            let with = format!("do {call} as {name}");
            let message = format!("`{named}` is a procedure, which is done on a line of its own");
            let said = Diagnostic::error(one.code, span, message).help(format!("write `{with}`"));
            let said = said.guess(span, with);
            Some(said.or_else(one.clone()))
        };
        let is_here = matches!(one.code, Code::WrongPlace | Code::UnknownName);
        (["let ", "set "].into_iter().filter(|_| is_here)).find_map(told)
    }

    /// `before a strike`: the article has been read as the name of an action.
    fn article_before_act(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let article = self.sources().snippet(place);
        let is_article = matches!(article, "a" | "an") && one.code == Code::UnknownName;
        let lead = text.get(..place.range().start)?.trim_end();
        let line = text[place.range().end..].lines().next()?;
        let action = line.trim().split(' ').next()?;
        let end = place.range().end + line.find(action)? + action.len();
        let named = syntax::named_below(&text[end..])?;
        let is_here = is_article && lead.ends_with("before");
        let (span, with) = (
            Span::new(place.file, place.range().start, end),
            format!("{action} {named}"),
        );
        let message = "an act is awaited by its action and a name for it";
        let said =
            Diagnostic::error(one.code, span, message).help(format!("write `before {with}`"));
        let said = said.label("in another way").guess(span, with);
        is_here.then(|| said.or_else(one.clone()))
    }

    /// `side orcs: orc { hp 4 }`: who belongs to the side stands in its braces.
    fn member_in_braces(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let before = text.get(..place.range().start)?.trim_end();
        let head = before.strip_suffix(':')?.trim_end();
        let is_side = head.lines().next_back()?.trim_start().starts_with("side ");
        let line = text[place.range().start..].lines().next()?;
        let count = |sign| line.matches(sign).count();
        let end = line.rfind('}')? + 1;
        let is_here = is_side && one.code == Code::WrongPlace && count('{') == count('}');
        let with = format!(" {{ {} }}", &line[..end]);
        let span = Span::new(place.file, head.len(), place.range().start + end);
        let said = Diagnostic::error(one.code, place, one.message.clone())
            .label("`{` must stand before this, and `}` behind it")
            .help(format!("write `{}`", Quoted(with.trim_start())))
            .guess(span, with);
        is_here.then(|| said.or_else(one.clone()))
    }

    /// `2-7: miss   8-11: graze`: the keys of all rows of a table, for whatever is wrong in it.
    fn keys_of_rows(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let line = text[place.range().end.min(text.len())..].find('\n');
        let before = &text[..line.map_or(text.len(), |end| place.range().end + end)];
        let begins = |at: &usize| {
            let lead = before[..*at].trim_end_matches([' ', '\t']);
            lead.is_empty() || lead.ends_with(['\n', '{', '}'])
        };
        let mut tables = before.rmatch_indices("table ").map(|(at, _)| at);
        let start = tables.find(|at| begins(at) && *at <= place.range().start)?;
        let (open, closed) = syntax::body(&text[start..])?;
        let inner = start + open + 1..start + closed - 1;
        let found = syntax::row_keys(&text[inner.clone()])?;
        let span = Span::new(
            place.file,
            inner.start + found.range.start,
            inner.start + found.range.end,
        );
        let key = text[span.range()].find([':', '"', '{']);
        let end = key.map_or(span.range().end, |key| span.range().start + key);
        let shown = Span::new(place.file, span.range().start, end);
        let is_range = |key: &&String| key.contains("..");
        let ranges = found.keys.iter().filter(is_range).count();
        let (message, label) = match ranges {
            0 => (
                "a range without an end is written with `or more` or `or less`",
                "said in another way",
            ),
            all if all == found.keys.len() => {
                ("a range is written with `..`", "from one key to another?")
            }
            _ => (
                "a range is written with `..`, and one without an end with `or more` or `or less`",
                "said in another way",
            ),
        };
        let help = match found.keys.as_slice() {
            [one] => format!("write `{one}`"),
            [one, other] => format!("write `{one}` and `{other}`"),
            [one, other, ..] => format!("write `{one}`, `{other}` and so on in all rows"),
            [] => return None,
        };
        let said = Diagnostic::error(Code::SyntaxError, shown, message)
            .label(label)
            .help(help)
            .guess(span, found.meant);
        let said = Diagnostic {
            unread: one.unread,
            ..said
        };
        (place.range().start < start + closed).then(|| said.or_else(one.clone()))
    }

    /// `IF(l = hit, 3, 0)`: all such functions of a line.
    fn spreadsheet(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let (start, line) = line_of(text, place)?;
        if line.len() > LONGEST {
            return None;
        }
        let said = |is: bool| {
            let (range, with) = syntax::spreadsheet(line, is)?;
            let span = Span::new(place.file, start + range.start, start + range.end);
            let meets = span.start <= place.end && place.start <= span.end;
            let typed = &line[range.clone()];
            let name = &typed[..typed.find('(')?];
            // One word alone has been told with its edit.
            let alone = |fix: &Fix| format!("{}{}", fix.replacement, &typed[name.len()..]);
            let is_told = one.fix.as_ref().is_some_and(|fix| alone(fix) == with);
            let message = match name.trim_end().to_lowercase().as_str() {
                "if" | "iif" => {
                    "of two values one is chosen with `if`, `then` and `else`".to_owned()
                }
                _ => format!("`{}` is said in another way", Quoted(name.trim_end())),
            };
            let told = Diagnostic::error(one.code, span, message)
                .label("a function of another language")
                .write(span, with);
            let told = Diagnostic {
                unread: one.unread,
                ..told
            };
            (meets && !is_told).then_some(told)
        };
        let other = || said(false).map_or_else(|| one.clone(), |other| other.or_else(one.clone()));
        Some(said(true)?.or_else(other()))
    }

    /// The mistake with the words that say here what its line says at its place.
    fn in_other_words(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let (place, text) = self.place_of(one);
        let (start, line) = line_of(text, place)?;
        if line.len() > LONGEST {
            return None;
        }
        let meets = |from: usize, to: usize| from <= place.range().end && place.range().start <= to;
        let said = syntax::rephrased(line).into_iter();
        let mut said = said.map(|(range, meant)| (start + range.start, start + range.end, meant));
        let (from, to, meant) = said.find(|(from, to, _)| meets(*from, *to))?;
        let span = Span::new(place.file, from, to);
        let typed = text.get(from..to)?;
        let message = format!("`{}` is said in another way", Quoted(typed));
        let complaint = Diagnostic::error(one.code, span, message)
            .label(format!("`{}` says this here", Quoted(&meant)))
            .write(span, meant);
        Some(complaint.or_else(one.clone()))
    }
}

/// The line in which a place begins, and where it starts.
fn line_of(text: &str, place: Span) -> Option<(usize, &str)> {
    let before = text.get(..place.range().start)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Some((start, text[start..].lines().next()?))
}
