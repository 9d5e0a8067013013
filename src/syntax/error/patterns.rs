//! Patterns of lines: what stands in their holes, and remedies filled with it. Looks at words only.

use super::paraphrases::{is_small, mean_the_same};
use super::phrases::in_signs;
use super::values::is_inner;
use crate::source::english;
use crate::syntax::words::{self, first_word};

/// The pieces of a text between blanks, and braces by themselves.
pub(super) fn tokens(text: &str) -> Vec<&str> {
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
pub(super) struct Fit<'t> {
    holes: Vec<(&'static str, &'t str)>,
    /// How far the pattern reaches.
    pub(super) end: usize,
    /// What stands behind it.
    rest: &'t str,
}

/// What stands in the holes of a pattern, if a text is one of it.
pub(super) fn fit<'t>(pattern: &'static str, text: &'t str, tokens: &[&'t str]) -> Option<Fit<'t>> {
    let (pattern, open) = parts_of(pattern);
    fit_by(is_one_of, pattern, open, text, tokens)
}

/// How many words but small ones a pattern must have for a text to be nearly one of it.
const LEAST_WORDS: usize = 1;

/// The same, if the text is nearly one of the pattern: small words do not count, and words count as those that mean the same.
pub(super) fn near_fit<'t>(
    pattern: &'static str,
    text: &'t str,
    tokens: &[&'t str],
) -> Option<Fit<'t>> {
    let (mut pattern, open) = parts_of(pattern);
    pattern.retain(|part| !part.split('|').all(is_small));
    // What has fewer words of its own is like too many lines.
    let is_hole = |part: &&&str| part.starts_with(['$', '@', '#', '~', '"']);
    if pattern.len() < LEAST_WORDS + pattern.iter().filter(is_hole).count() {
        return None;
    }
    let tokens: Vec<&str> = tokens
        .iter()
        .copied()
        .filter(|token| !is_small(token))
        .collect();
    let means = |part: &str, token: &str| {
        is_one_of(part, token) || part.split('|').any(|word| mean_the_same(word, token))
    };
    fit_by(means, pattern, open, text, &tokens)
}

/// The words and holes of a pattern, and whether anything may stand behind it.
fn parts_of(pattern: &'static str) -> (Vec<&'static str>, bool) {
    match pattern.strip_suffix("...") {
        Some(pattern) => (pattern.split_whitespace().collect(), true),
        None => (pattern.split_whitespace().collect(), false),
    }
}

/// Fits a text to a pattern, by whether a token is a word of it.
fn fit_by<'t>(
    is_one_of: impl Fn(&str, &str) -> bool,
    pattern: Vec<&'static str>,
    open: bool,
    text: &'t str,
    tokens: &[&'t str],
) -> Option<Fit<'t>> {
    let offset = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    let mut wanted = pattern.into_iter().peekable();
    let mut rest = tokens;
    let mut found = Fit {
        holes: Vec::new(),
        end: 0,
        rest: text,
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
                // The brace at the end is that which closes the first one.
                let is_to_end = !open && next == Some("}") && wanted.len() == 1;
                let stops =
                    |token: &str| !is_to_end && next.is_some_and(|next| is_one_of(next, token));
                let more = rest[1..most].iter().take_while(|token| !stops(token));
                1 + more.count()
            }
            ("@", name) if let Some(sign) = sign_behind(name) => {
                is_word(first.strip_suffix(sign)?).then_some(1)?
            }
            ("@", _) if is_word(first) => 1,
            ("#", name) => {
                let sign = sign_behind(name);
                let number = sign.map_or(Some(*first), |sign| first.strip_suffix(sign));
                let digits = number?.bytes().all(|byte| byte.is_ascii_digit());
                digits.then_some(1)?
            }
            ("~", _) => 1,
            ("\"", name) => {
                let inner = first.strip_prefix('"')?;
                let closes = |token: &&str| match sign_behind(name) {
                    Some(sign) => token
                        .strip_suffix(sign)
                        .is_some_and(|text| text.ends_with('"')),
                    None => token.ends_with('"'),
                };
                let more = || rest[1..].iter().position(closes).map(|at| at + 2);
                match closes(&inner) {
                    true => 1,
                    false => more()?,
                }
            }
            ("@", _) => return None,
            _ if is_one_of(part, first) => 1,
            _ => return None,
        };
        let last = rest[taken - 1];
        found.end = offset(last) + last.len();
        found.rest = text.get(found.end..)?;
        if part.starts_with(['$', '@', '#', '~', '"']) {
            let hole = text.get(offset(first)..found.end)?;
            let name = part[1..].trim_end_matches([',', ':']);
            found.holes.push((name, hole.trim_end_matches([',', ':'])));
        }
        rest = &rest[taken..];
    }
    (open || rest.is_empty()).then_some(found)
}

/// The sign that a hole of a pattern has behind it.
fn sign_behind(hole: &str) -> Option<char> {
    hole.chars()
        .next_back()
        .filter(|last| matches!(last, ',' | ':'))
}

/// Whether a token is a word of a pattern; a hole is none.
fn is_one_of(part: &str, token: &str) -> bool {
    part == token || part.split('|').any(|word| word == token)
}

/// Whether a token is a name, or names with dots between them.
fn is_word(token: &str) -> bool {
    let is_inner = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    token.chars().all(is_inner) && !token.starts_with(|c: char| c.is_ascii_digit())
}

/// A condition in which bare names belong to a record: `c.hp > 0 and not c.ran` for `hp > 0 and not ran`. Where it names the record already, other names with a dot behind them are those of others.
pub(super) fn owned(text: &str, record: char) -> String {
    let names_it = |at: usize| !text[..at].ends_with(is_inner);
    let own = format!("{record}.");
    let is_named = text.match_indices(&own).any(|(at, _)| names_it(at));
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = first_word(rest);
        let is_record = word.len() == 1 && word.starts_with(record);
        let is_own = word == "side" || !words::is_keyword(word);
        let is_bare = words::is_name(word) && is_own && !out.ends_with('.');
        let behind = &rest[word.len()..];
        let is_other = is_named && behind.starts_with('.');
        // `edge is sharp`: a word, not a value.
        let before = out.trim_end();
        let is_word = before.ends_with(" is") || before.ends_with(" is not");
        let is_other = is_other || is_word || behind.starts_with('(');
        if is_bare && !is_record && !is_other {
            out.extend([record, '.']);
        }
        let taken = rest.chars().next().map_or(0, char::len_utf8);
        out.push_str(&rest[..word.len().max(taken)]);
        rest = &rest[word.len().max(taken)..];
    }
    out
}

/// `hp > 0` for `hp <= 0`: the opposite of a condition, with the text behind it.
fn opposite(text: &str) -> String {
    const SIGNS: &[(&str, &str)] = &[
        (" <= ", " > "),
        (" >= ", " < "),
        (" < ", " >= "),
        (" > ", " <= "),
        (" != ", " = "),
        (" = ", " != "),
        (" is missing", " is known"),
        (" is known", " is missing"),
    ];
    let end = text.find(" \"").unwrap_or(text.len());
    let (condition, behind) = text.split_at(text[..end].trim_end().len());
    let condition = in_signs(condition);
    let mut words = condition.split(' ');
    let is_joined = words.any(|word| matches!(word, "and" | "or" | "if" | "where" | "has"));
    let sign = SIGNS.iter().find(|(sign, _)| condition.contains(sign));
    let with = match (sign, condition.strip_prefix("not ")) {
        _ if is_joined => format!("not ({condition})"),
        (Some((sign, other)), None) => condition.replace(sign, other),
        (None, Some(denied)) => denied.to_owned(),
        (None, None) if !condition.contains(' ') => format!("not {condition}"),
        _ => format!("not ({condition})"),
    };
    with + behind
}

impl Fit<'_> {
    /// The first letter of what stood in the hole `k`, a kind.
    fn letter(&self) -> Option<char> {
        let (_, kind) = self.holes.iter().find(|(name, _)| *name == "k")?;
        kind.chars().next()
    }

    /// A whole number, or a value of something, with one more or one less. `None` where it is reckoned with.
    fn stepped(&self, text: &str, by: i64) -> Option<String> {
        let sign = if by < 0 { '-' } else { '+' };
        let behind = self.rest.trim_start();
        let goes_on = behind.starts_with(['+', '-', '*', '/']) || first_word(behind) == "mod";
        let stepped = match text.parse::<i64>() {
            Ok(number) => Some(number.checked_add(by)?.to_string()),
            Err(_) => (is_word(text) && text.contains('.')).then(|| format!("{text} {sign} 1")),
        };
        stepped.filter(|_| !goes_on)
    }

    /// A remedy with what stood in the holes. `None` where something of it is missing.
    pub(super) fn fill(&self, remedy: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = remedy;
        while let Some((before, hole)) = rest.split_once('$') {
            out.push_str(before);
            let end = hole.find(|c: char| !c.is_ascii_lowercase());
            let (name, behind) = hole.split_at(end.unwrap_or(hole.len()));
            let (_, text) = self.holes.iter().find(|(known, _)| *known == name)?;
            let ways = [
                "/one", "/first", "/owner", "/own", "/letter", "/then", "/file", "/bounds",
                "/name", "/more", "/less", "/last", "/call", "/not", "/range", "/many", "/bars",
                "/count", "/lines",
            ];
            let way = ways.into_iter().find(|way| behind.starts_with(way));
            rest = &behind[way.map_or(0, str::len)..];
            if out.ends_with('"') && text.contains('"') {
                return None;
            }
            match way {
                Some("/one") => out.push_str(&english::singular(text)),
                Some("/many") => out.push_str(&english::plural(text)),
                Some("/own") => out.push_str(&owned(&in_signs(text), self.letter()?)),
                Some("/letter") => out.extend(text.chars().next()),
                Some("/bounds") => {
                    let (from, to) = text.split_once("..")?;
                    out.push_str(&format!("from {from} to {}", to.trim_start_matches('=')));
                }
                Some("/file") => {
                    let is_named = text.contains(':') || text.ends_with(".affray");
                    out.push_str(text);
                    out.push_str(if is_named { "" } else { ".affray" });
                }
                Some("/first") => out.push_str(first_word(text.strip_prefix('"')?)),
                Some("/last") => out.extend(text.rsplit('.').next()),
                Some("/owner") => {
                    let of = text.strip_suffix("'s");
                    out.push_str(of.or_else(|| Some(text.rsplit_once('.')?.0))?);
                }
                Some("/call") => match text.strip_suffix(')') {
                    Some(given) => out.extend([given, ", "]),
                    None => out.extend([text, "("]),
                },
                Some("/more") => out.push_str(&self.stepped(text, 1)?),
                Some("/less") => out.push_str(&self.stepped(text, -1)?),
                Some("/count") => match english::numeral(text) {
                    Some(number) => out.push_str(&number.to_string()),
                    None => out.push_str(text.parse::<u32>().is_ok().then_some(text)?),
                },
                Some("/not") => out.push_str(&opposite(text)),
                Some("/range") => {
                    let (from, to) = text.split_once(['-', '–'])?;
                    let is_number = |text: &str| text.parse::<u32>().is_ok();
                    (is_number(from) && is_number(to)).then_some(())?;
                    out.push_str(&format!("{from}..{to}"));
                }
                Some("/bars") => {
                    let words = text.split([',', ' ', '\n']).filter(|word| !word.is_empty());
                    out.push_str(&words.collect::<Vec<_>>().join(" | "));
                }
                Some("/name") => out.push_str(&words::name_of(text.trim_matches('"'))),
                Some("/lines") => {
                    let acts = text.contains('\n').then(|| text.split(['\n', ',']))?;
                    let acts = acts.map(str::trim).filter(|act| !act.is_empty());
                    out.push_str(&acts.collect::<Vec<_>>().join(" then "));
                }
                Some(_) => out.push_str(&text.replace(", ", " then ")),
                None => out.push_str(text),
            }
        }
        out.push_str(rest);
        Some(out)
    }
}
