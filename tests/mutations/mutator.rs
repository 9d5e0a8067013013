//! Small mistakes and changes of mind, made in the text of one item of a rule file: one at each place where it can be made.

/// One change of an item.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What kind of change it is.
    pub operator: &'static str,
    /// The item as it is then; none: it is removed.
    pub text: Option<String>,
}

/// All changes of one item of this category.
pub fn edits(category: &str, text: &str) -> Vec<Edit> {
    let mut edits = Edits {
        text,
        code: code(text),
        all: Vec::new(),
    };
    if ["exception", "trigger", "void", "placement"].contains(&category) {
        edits.all.push(Edit {
            operator: "item removed",
            text: None,
        });
    }
    edits.words(category == "option");
    edits.lines();
    edits.all
}

/// Changes of other kinds, at each place of an item where they can be made: what was not thought of when the search was written.
pub fn other_edits(text: &str) -> Vec<Edit> {
    let mut edits = Edits {
        text,
        code: code(text),
        all: Vec::new(),
    };
    edits.other_words();
    edits.all
}

/// The text with all quotes, comments and citations blanked, byte for byte.
fn code(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let (mut quoted, mut skipped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => skipped = false,
            b'#' if !quoted => skipped = true,
            b'"' if !skipped => quoted = !quoted,
            _ if !quoted && text.as_bytes()[at..].starts_with(b"cites ") => skipped = true,
            _ => {}
        }
        let is_code = byte == b'\n' || !(quoted || skipped || byte == b'"') && byte.is_ascii();
        out.push(if is_code { byte } else { b' ' });
    }
    String::from_utf8_lossy(&out).into_owned()
}

struct Edits<'t> {
    text: &'t str,
    code: String,
    all: Vec<Edit>,
}

impl Edits<'_> {
    fn add(&mut self, operator: &'static str, from: usize, to: usize, with: &str) {
        let text = format!("{}{with}{}", &self.text[..from], &self.text[to..]);
        self.all.push(Edit {
            operator,
            text: Some(text),
        });
    }

    fn words(&mut self, is_option: bool) {
        let code = self.code.clone();
        let tokens = tokens(&code);
        for (index, &(at, word)) in tokens.iter().enumerate() {
            let end = at + word.len();
            let next = tokens.get(index + 1).map_or("", |(_, next)| next);
            let last = index.checked_sub(1).map_or("", |last| tokens[last].1);
            if is_option && last == "=" {
                self.option(&tokens[..index], at, word);
                continue;
            }
            if let Ok(number) = word.parse::<i64>() {
                self.add("number", at, end, &(number + 1).to_string());
            }
            let swapped = match word {
                "<" => "<=",
                "<=" => "<",
                ">" => ">=",
                ">=" => ">",
                "highest" => "lowest",
                "lowest" => "highest",
                "higher" => "lower",
                "lower" => "higher",
                "yes" if next != "/" => "no",
                "no" if last != "/" => "yes",
                "is" if !["not", "known", "missing"].contains(&next) => "is not",
                "+" => "-",
                "-" if code.as_bytes().get(end) == Some(&b' ') => "+",
                _ => "",
            };
            if !swapped.is_empty() {
                let operator = match word {
                    "<" | "<=" | ">" | ">=" => "comparison",
                    "highest" | "lowest" | "higher" | "lower" => "highest and lowest",
                    "yes" | "no" => "yes and no",
                    "is" => "is not",
                    _ => "sign",
                };
                self.add(operator, at, end, swapped);
            }
            if (word, next) == ("waits", "for") {
                let until = tokens[index + 1].0 + next.len();
                self.add("direction", at, until, "goes ahead of");
            }
            if (word, next) == ("goes", "ahead")
                && let Some((of, "of")) = tokens.get(index + 2)
            {
                self.add("direction", at, of + 2, "waits for");
            }
            if word == "and" {
                self.add("guard dropped", at, clause(&code, end), "");
            }
        }
    }

    /// Words for their opposites, numbers for others.
    fn other_words(&mut self) {
        let code = self.code.clone();
        let tokens = tokens(&code);
        for (index, &(at, word)) in tokens.iter().enumerate() {
            let end = at + word.len();
            let last = index.checked_sub(1).map_or("", |last| tokens[last].1);
            if let Ok(number @ 1..) = word.parse::<i64>() {
                self.add("number less", at, end, &(number - 1).to_string());
                self.add("number doubled", at, end, &(number * 2).to_string());
            }
            let (operator, with) = match word {
                "and" => ("and to or", "or"),
                "or" if tokens.get(index + 1).is_none_or(|next| next.1 != "else") => {
                    ("or to and", "and")
                }
                "<" => ("comparison turned", ">"),
                ">" => ("comparison turned", "<"),
                "known" => ("known and missing", "missing"),
                "missing" if last == "is" => ("known and missing", "known"),
                "not" if last != "is" => ("not dropped", ""),
                "any" if last != "remove" => ("any to no", "not any"),
                "actor" if last == "." => ("whom", "target"),
                "target" if last == "." => ("whom", "actor"),
                _ => continue,
            };
            self.add(operator, at, end, with);
        }
        self.conditions(&code);
    }

    /// Conditions of statements that are no longer asked.
    fn conditions(&mut self, code: &str) {
        for (at, _) in code.match_indices(" if ") {
            let from = at + " if ".len();
            if let Some(length) = code[from..].find(" {")
                && !code[from..from + length].contains('\n')
            {
                self.add("condition dropped", from, from + length, "1 = 1");
            }
        }
    }

    /// Another default: the next of its words, the other of yes and no, one more.
    fn option(&mut self, before: &[(usize, &str)], at: usize, word: &str) {
        let choices: Vec<&str> = before
            .iter()
            .map(|(_, word)| *word)
            .skip_while(|word| *word != ":")
            .filter(|word| word.chars().all(|c| c == '_' || c.is_alphanumeric()))
            .collect();
        let with = match (word, choices.iter().position(|choice| *choice == word)) {
            ("yes", _) => "no".to_owned(),
            ("no", _) => "yes".to_owned(),
            (_, Some(place)) => choices[(place + 1) % choices.len()].to_owned(),
            _ => match word.parse::<i64>() {
                Ok(number) => (number + 1).to_string(),
                Err(_) => return,
            },
        };
        self.add("default", at, at + word.len(), &with);
    }

    /// Lines that can go, and keys that can change places.
    fn lines(&mut self) {
        const LINES: &[&str] = &[
            "set", "add", "subtract", "do", "cancel", "refuse", "raise", "if", "by", "repeat",
        ];
        let code = self.code.clone();
        let mut at = 0;
        let mut keys: Vec<(usize, usize)> = Vec::new();
        for line in code.split_inclusive('\n') {
            let (from, to) = (at, at + line.len());
            at = to;
            let first = line.split_whitespace().next().unwrap_or("");
            let depth = |c: char| line.matches(c).count();
            if from == 0 || !LINES.contains(&first) || depth('{') != depth('}') {
                continue;
            }
            let operator = if first == "by" {
                "key removed"
            } else {
                "line removed"
            };
            self.add(operator, from, to, "");
            if first == "by" {
                keys.push((from, to));
            }
        }
        for pair in keys.windows(2) {
            let [(from, middle), (next, to)] = [pair[0], pair[1]];
            if middle == next {
                let with = format!("{}{}", &self.text[next..to], &self.text[from..middle]);
                self.add("keys swapped", from, to, &with);
            }
        }
    }
}

/// Words, and signs of one or two characters, each with its place.
fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let word = rest
            .find(|c: char| !(c == '_' || c.is_ascii_alphanumeric()))
            .unwrap_or(rest.len());
        let length = match word {
            0 if rest.starts_with("<=") || rest.starts_with(">=") || rest.starts_with("!=") => 2,
            0 => 1,
            length => length,
        };
        if !rest.starts_with(char::is_whitespace) {
            tokens.push((at, &rest[..length]));
        }
        at += length;
    }
    tokens
}

/// Where the condition that begins here ends.
fn clause(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[from..].char_indices() {
        let rest = &code[from + at..];
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return from + at,
            ')' => depth -= 1,
            '\n' | '{' | ',' if depth == 0 => return from + at,
            ' ' if depth == 0
                && [" and ", " or ", " then ", " has "]
                    .iter()
                    .any(|word| rest.starts_with(word)) =>
            {
                return from + at;
            }
            _ => {}
        }
    }
    code.len()
}
