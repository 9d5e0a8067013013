//! Lines in other words than those of the language: patterns with holes, what stood in these, and texts filled with it. Looks at words only. How patterns
//! are written is said at the head of `grammar/remedies.txt`.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::paraphrases::{is_small, name_of_several, same_as};
use super::phrases::{in_signs, opposite, owned};
use crate::source::english;
use crate::syntax::words::{self, first_word};

/// How many steps are taken to fit one line to one pattern.
const MOST_STEPS: usize = 2048;

/// A pattern of lines, with what is said of a line that fits it.
#[derive(Clone, Debug)]
pub struct LineForm {
    /// What stands before the colon at the head of its paragraph.
    pub head: &'static str,
    /// What is wrong with such a line.
    pub wrong: &'static str,
    /// The words and holes of such a line.
    pub pattern: LinePattern,
    /// The lines that can be meant; none where only help is given.
    pub lines: Vec<&'static str>,
    /// What to do about it, where no line can be worked out.
    pub help: Option<&'static str>,
}

/// The forms that a text lists, such as `grammar/remedies.txt`. A line that is none is passed over.
pub fn line_forms(text: &'static str) -> Vec<LineForm> {
    let lines = || text.lines().filter(|line| !line.starts_with('#'));
    let is_list = |line: &&str| line.starts_with(|c: char| c.is_ascii_uppercase());
    let lists: WordLists = (lines().filter(is_list))
        .filter_map(|line| line.split_once(" = "))
        .collect();
    let (mut head, mut wrong, mut forms) = ("", "", Vec::new());
    for line in lines() {
        let Some(form) = line.strip_prefix("  ") else {
            (head, wrong) = line.split_once(": ").unwrap_or((head, wrong));
            continue;
        };
        let (form, help) = match form.split_once(" :: ") {
            Some((pattern, help)) => (pattern, Some(help)),
            None => (form, None),
        };
        let mut lines = form.split(" => ");
        forms.extend(lines.next().map(|pattern| LineForm {
            head,
            wrong,
            pattern: LinePattern::new(pattern, Arc::clone(&lists)),
            lines: lines.collect(),
            help,
        }));
    }
    forms
}

/// A piece of a pattern.
#[derive(Clone, Debug)]
enum PatternPiece {
    /// One of some words.
    Word(Vec<&'static str>),
    /// As many of some words as stand there, from so many to so many.
    Run(Vec<&'static str>, usize, usize),
    /// What has this sign before it, and is read by this name.
    Hole(u8, &'static str),
    /// Any words, at least so many; whether no more of them than must be.
    Several(usize, bool),
}

/// Lists of words, by the names in capitals that stand for them.
type WordLists = Arc<[(&'static str, &'static str)]>;

/// A piece with the name by which what stands there is told; it is empty where nothing is told of it.
type NamedPiece = (&'static str, PatternPiece);

/// Words and holes that a line may consist of.
#[derive(Clone, Debug)]
pub struct LinePattern {
    text: &'static str,
    /// Whether anything may stand behind it.
    is_open: bool,
    lists: WordLists,
    /// The pieces, once a line may fit them.
    pieces: OnceLock<Vec<NamedPiece>>,
}

impl LinePattern {
    pub(super) fn new(text: &'static str, lists: WordLists) -> Self {
        let closed = text.strip_suffix("...");
        LinePattern {
            text: closed.unwrap_or(text),
            is_open: closed.is_some(),
            lists,
            pieces: OnceLock::new(),
        }
    }

    /// The parts of its text; a sign behind a word or a hole stands by itself.
    fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.text.split_whitespace().flat_map(|part| {
            let own = part.trim_end_matches([',', ':']);
            let is_sign = own.len() < 2 && !own.starts_with(char::is_alphanumeric);
            let (own, sign) = match is_sign || own.ends_with('|') {
                true => (part, ""),
                false => part.split_at(own.len()),
            };
            [own, sign].into_iter().filter(|part| !part.is_empty())
        })
    }

    fn pieces(&self) -> &[NamedPiece] {
        let read = || self.parts().map(|part| piece(part, &self.lists)).collect();
        self.pieces.get_or_init(read)
    }

    /// The names of its holes.
    pub(super) fn holes(&self) -> impl Iterator<Item = &'static str> {
        let holes = self.pieces().iter().filter(|(_, piece)| is_hole(piece));
        holes.map(|(name, _)| *name)
    }

    /// The first way in which a line is one of the pattern, the shortest texts in the first holes.
    pub(super) fn fit<'t>(&self, text: &'t str, words: &[&'t str]) -> Option<LineFit<'t>> {
        let first = self.parts().next();
        let is_begun = first.is_none_or(|first| {
            !is_plain(first) || first.split('|').any(|word| words.first() == Some(&word))
        });
        is_begun.then(|| self.first_fit(self.pieces(), (text, words)))?
    }

    /// The same of a line that says nearly the same: small words do not count, and words count as those that mean the same; `words`: without the small
    /// ones; `alike`: the first of them and those that mean the same.
    pub(super) fn near_fit<'t>(
        &self,
        text: &'t str,
        words: &[&'t str],
        alike: &[&str],
    ) -> Option<LineFit<'t>> {
        let is_small = |part: &&str| part.split('|').all(is_small);
        let first = self.parts().find(|part| !is_small(part))?;
        if is_plain(first) && !first.split('|').any(|word| alike.contains(&word)) {
            return None;
        }
        let read = |part| match piece(part, &self.lists) {
            (name, PatternPiece::Word(mut words)) => {
                let same: Vec<&str> = words.iter().copied().flat_map(same_as).collect();
                words.extend(same);
                (name, PatternPiece::Word(words))
            }
            piece => piece,
        };
        let parts = self.parts().filter(|part| !is_small(part));
        let pieces: Vec<NamedPiece> = parts.map(read).collect();
        // What has no words of its own is like too many lines.
        let is_one = pieces.iter().any(|(_, piece)| !is_hole(piece));
        is_one.then(|| self.first_fit(&pieces, (text, words)))?
    }

    fn first_fit<'t>(
        &self,
        pieces: &[NamedPiece],
        (text, words): (&'t str, &[&'t str]),
    ) -> Option<LineFit<'t>> {
        let name = |_: &str, words: &[&str]| {
            let name = words.first().filter(|word| is_word(word))?;
            Some((1, (*name).to_owned()))
        };
        let mut fit = self.fits_of(pieces, (text, words), &name, 1).pop()?;
        // What parts it from the rest is written by the line that is meant.
        for (_, told) in &mut fit.holes {
            let length = told.trim_end_matches([',', ':']).len();
            match told {
                Cow::Borrowed(told) => *told = &told[..length],
                Cow::Owned(told) => told.truncate(length),
            }
        }
        Some(fit)
    }

    /// So many of the ways in which a line is one of the pattern; `read`: how many words a hole of `@` takes from the beginning of some, and what they
    /// say.
    pub fn fits<'t>(
        &self,
        line: (&'t str, &[&'t str]),
        read: ReadHole<'_>,
        most: usize,
    ) -> Vec<LineFit<'t>> {
        self.fits_of(self.pieces(), line, read, most)
    }

    fn fits_of<'t>(
        &self,
        pieces: &[NamedPiece],
        line: (&'t str, &[&'t str]),
        read: ReadHole<'_>,
        most: usize,
    ) -> Vec<LineFit<'t>> {
        let mut search = FitSearch {
            is_open: self.is_open,
            line,
            read,
            steps: MOST_STEPS,
            holes: Vec::new(),
            found: Vec::new(),
            most,
        };
        search.fit(pieces, line.1);
        search.found
    }
}

/// Whether a part of a pattern is one of some words and nothing else.
fn is_plain(part: &str) -> bool {
    let is_own = |c: char| c == '=' || c.is_ascii_uppercase();
    part.starts_with(char::is_alphanumeric) && !part.contains(is_own)
}

/// Whether a piece of a pattern takes what no list of words says.
fn is_hole(piece: &PatternPiece) -> bool {
    match piece {
        PatternPiece::Hole(..) | PatternPiece::Several(..) => true,
        PatternPiece::Word(_) | PatternPiece::Run(..) => false,
    }
}

/// Reads what stands in a hole, by its name, at the beginning of some words.
pub type ReadHole<'r> = &'r dyn Fn(&str, &[&str]) -> Option<(usize, String)>;

/// A piece of a pattern with its name, if it has one.
fn piece(part: &'static str, lists: &WordLists) -> NamedPiece {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase());
    let named = part.split_once('=').filter(|(name, _)| is_name(name));
    let (name, part) = named.unwrap_or(("", part));
    let (sign, behind) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
    let list = |words: &'static str| {
        let list = lists.iter().find(|(name, _)| *name == words);
        list.map_or(words, |(_, words)| *words).split('|').collect()
    };
    let own = match name {
        "" => behind.trim_end_matches(['*', '.']),
        name => name,
    };
    match sign {
        "$" => {
            let least = usize::from(!behind.ends_with('*'));
            (own, PatternPiece::Several(least, behind.ends_with('.')))
        }
        "@" | "#" | "~" | "\"" => (own, PatternPiece::Hole(part.as_bytes()[0], behind)),
        "?" if !behind.is_empty() => (name, PatternPiece::Run(list(behind), 0, 1)),
        "*" if !behind.is_empty() => (name, PatternPiece::Run(list(behind), 0, usize::MAX)),
        "+" if !behind.is_empty() => (name, PatternPiece::Run(list(behind), 1, usize::MAX)),
        // `|` alone is a word.
        _ if part == "|" => (name, PatternPiece::Word(vec![part])),
        _ => (name, PatternPiece::Word(list(part))),
    }
}

/// The search for the ways in which a line is one of a pattern.
struct FitSearch<'r, 't> {
    is_open: bool,
    /// The line, and all of its words.
    line: (&'t str, &'r [&'t str]),
    read: ReadHole<'r>,
    /// How many steps are left.
    steps: usize,
    holes: Vec<(&'static str, Cow<'t, str>)>,
    found: Vec<LineFit<'t>>,
    most: usize,
}

impl<'t> FitSearch<'_, 't> {
    /// Finds them, for the pieces and words that are left.
    fn fit(&mut self, pieces: &[NamedPiece], words: &[&'t str]) {
        if self.steps == 0 || self.found.len() == self.most {
            return;
        }
        self.steps -= 1;
        let Some(((name, piece), rest)) = pieces.split_first() else {
            if words.is_empty() || self.is_open {
                let (text, all) = self.line;
                let (_, end) = range(text, &all[..all.len() - words.len()]);
                let (holes, rest) = (self.holes.clone(), &text[end..]);
                self.found.push(LineFit { holes, end, rest });
            }
            return;
        };
        let (lengths, own) = match (piece, words.first()) {
            (PatternPiece::Word(list), Some(first)) if list.contains(first) => (1..=1, None),
            (PatternPiece::Word(_), _) => return,
            (PatternPiece::Run(list, least, most), _) => {
                let run = words.iter().take(*most);
                let length = run.take_while(|word| list.contains(word)).count();
                (length.max(*least)..=length, None)
            }
            (PatternPiece::Several(least, _), _) if rest.is_empty() => {
                (words.len().max(*least)..=words.len(), None)
            }
            (PatternPiece::Several(least, _), _) => (*least..=words.len(), None),
            (PatternPiece::Hole(b'@', hole), _) => match (self.read)(hole, words) {
                Some((length, own)) => (length..=length, Some(own)),
                None => return,
            },
            (PatternPiece::Hole(sign, _), Some(first)) => match sign {
                b'#' if !first.bytes().all(|byte| byte.is_ascii_digit()) => return,
                b'"' if !first.starts_with('"') => return,
                b'~' if matches!(*first, "," | ":") => return,
                b'~' if matches!(words.get(1), Some(&("," | ":"))) => (1..=2, None),
                _ => (1..=1, None),
            },
            (PatternPiece::Hole(..), None) => return,
        };
        let found = self.found.len();
        for length in lengths {
            if matches!(piece, PatternPiece::Several(_, true)) && self.found.len() > found {
                break;
            }
            let (taken, behind) = words.split_at(length);
            let (start, end) = range(self.line.0, taken);
            let told = Cow::Borrowed(&self.line.0[start..end]);
            self.holes
                .push((name, own.clone().map_or(told, Cow::Owned)));
            self.fit(rest, behind);
            self.holes.pop();
        }
    }
}

/// From where to where such words of a text stand.
fn range(text: &str, words: &[&str]) -> (usize, usize) {
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let ends = words.first().zip(words.last());
    ends.map_or((0, 0), |(first, last)| {
        (offset(first), offset(last) + last.len())
    })
}

/// How a line is one of a pattern.
#[derive(Clone, Debug)]
pub struct LineFit<'t> {
    /// What stood in the holes.
    holes: Vec<(&'static str, Cow<'t, str>)>,
    /// How far the pattern reaches.
    pub(super) end: usize,
    /// What stands behind it.
    rest: &'t str,
}

impl LineFit<'_> {
    /// What stood in a hole.
    fn hole(&self, name: &str) -> Option<&str> {
        let hole = self.holes.iter().find(|(known, _)| *known == name);
        hole.map(|(_, text)| &**text)
    }

    /// A text with what stood in the holes. `None` where something of it is missing.
    pub fn fill(&self, said: &str) -> Option<String> {
        let word = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_lowercase());
            end.unwrap_or(text.len())
        };
        let mut parts = said.split('$');
        let mut out = parts.next()?.to_owned();
        for part in parts {
            let (name, behind) = part.split_at(word(part));
            let text = self.hole(name)?;
            if out.ends_with('"') && text.contains('"') {
                return None;
            }
            let way = behind.strip_prefix('/').map(|way| way.split_at(word(way)));
            let (told, behind) = match way {
                Some((way, behind)) => (self.told(text, way)?, behind),
                None => (text.to_owned(), behind),
            };
            out.extend([told.as_str(), behind]);
        }
        Some(out)
    }

    /// What stood in a hole, told in such a way.
    fn told(&self, text: &str, way: &str) -> Option<String> {
        Some(match way {
            "one" => english::singular(text),
            "many" => english::plural(text),
            "own" => owned(&in_signs(text), self.hole("k")?.chars().next()?),
            "letter" => text.chars().take(1).collect(),
            "bounds" => {
                let (from, to) = text.split_once("..")?;
                format!("from {from} to {}", to.trim_start_matches('='))
            }
            "file" if text.contains(':') || text.ends_with(".affray") => text.to_owned(),
            "file" => format!("{text}.affray"),
            "first" => first_word(text.strip_prefix('"')?).to_owned(),
            "last" => text.rsplit('.').next()?.to_owned(),
            "owner" => {
                let of = text.strip_suffix("'s");
                of.or_else(|| Some(text.rsplit_once('.')?.0))?.to_owned()
            }
            "call" => match text.strip_suffix(')') {
                Some(given) => format!("{given}, "),
                None => format!("{text}("),
            },
            "more" => self.stepped(text, 1)?,
            "less" => self.stepped(text, -1)?,
            "count" => match english::numeral(text) {
                Some(number) => number.to_string(),
                None => text.parse::<u32>().ok()?.to_string(),
            },
            "not" => opposite(text),
            "range" => {
                let (from, to) = text.split_once(['-', '–'])?;
                let is_number = |text: &str| text.parse::<u32>().is_ok();
                (is_number(from) && is_number(to)).then(|| format!("{from}..{to}"))?
            }
            "bars" => {
                let words = text.split([',', ' ', '\n']);
                let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                words.join(" | ")
            }
            "name" => words::name_of(text.trim_matches('"')),
            "least" => format!("{} or more", text.trim_end_matches('+')),
            "bare" => text.trim_matches(['(', ')']).to_owned(),
            "two" => name_of_several(text)?.replace(' ', "_"),
            "acts" => {
                let (verb, rest) = name_of_several(text)?.split_once(' ')?;
                format!("{}_{}", english::plural(verb), rest.replace(' ', "_"))
            }
            "then" => text.replace(", then ", " then ").replace(", ", " then "),
            "lines" => {
                let acts = text.contains('\n').then(|| text.split(['\n', ',']))?;
                let acts = acts.map(str::trim).filter(|act| !act.is_empty());
                acts.collect::<Vec<_>>().join(" then ")
            }
            "nth" => period(text),
            "in" if !text.is_empty() => format!("in {text}"),
            "end" if !text.is_empty() => format!("at end of {text}"),
            "in" | "end" => String::new(),
            _ => format!("{text}/{way}"),
        })
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
}

/// A period with its number behind it: `round 1` for `the 1st round`.
fn period(told: &str) -> String {
    let words: Vec<String> = told.split(' ').map(english::cardinal).collect();
    match &words[..] {
        [number, name] if number.parse::<i64>().is_ok() => format!("{name} {number}"),
        words => words.join(" "),
    }
}

/// The words of a line: commas, colons and braces stand by themselves, texts in quotes are one word.
pub fn line_words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '"' | '{' | '}');
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            ',' | ':' | '{' | '}' => 1,
            _ => rest.find(ends).unwrap_or(rest.len()),
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

/// Words as they are written in a line.
pub fn joined_words<W: AsRef<str>>(words: &[W]) -> String {
    let mut line = String::new();
    for word in words.iter().map(AsRef::as_ref) {
        if !line.is_empty() && !matches!(word, "," | ":") {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Whether a token is a name, or names with dots between them.
fn is_word(token: &str) -> bool {
    let is_inner = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    token.chars().all(is_inner) && !token.starts_with(|c: char| c.is_ascii_digit())
}
