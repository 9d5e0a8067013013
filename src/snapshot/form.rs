//! The form of the file: a head between two lines `---`, then the transcript. Of the head, which is YAML, only what is written here is read;
//! whatever else another program has put there is passed over.

use std::fmt::Write;

/// The line before and after the head.
const RULER: &str = "---";

/// A transcript as it is kept, and whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The file of the scenario, from the root of the project.
    pub source: String,
    /// The title of the scenario.
    pub title: String,
    /// The line on which the scenario begins; only while it waits to be accepted, so that nothing changes when the scenario moves.
    pub line: Option<u32>,
    /// The transcript. Its lines end with `\n`, also the last one.
    pub transcript: String,
}

impl Snapshot {
    /// The snapshot of a file; `None` if it is none.
    pub fn read(text: &str) -> Option<Snapshot> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
        if lines.next()?.trim_end() != RULER {
            return None;
        }
        let mut snapshot = Snapshot::default();
        loop {
            let line = lines.next()?;
            if line.trim_end() == RULER {
                break;
            }
            // What stands further in belongs to an entry that is passed over.
            let Some((key, value)) = line.split_once(':').filter(|_| !line.starts_with(' ')) else {
                continue;
            };
            match key {
                "source" => snapshot.source = scalar(value),
                "description" => snapshot.title = scalar(value),
                "assertion_line" => snapshot.line = value.trim().parse().ok(),
                _ => {}
            }
        }
        let lines: Vec<&str> = lines.collect();
        snapshot.transcript = ended(lines.join("\n"));
        Some(snapshot)
    }

    /// The text of the file.
    pub fn written(&self) -> String {
        let mut out = format!("{RULER}\nsource: {}\n", quoted(&self.source));
        if let Some(line) = self.line {
            _ = writeln!(out, "assertion_line: {line}");
        }
        let title = quoted(&self.title);
        _ = write!(out, "description: {title}\n{RULER}\n{}", self.transcript);
        ended(out)
    }

    /// The same, accepted: it no longer says where it was found.
    pub fn accepted(self) -> Snapshot {
        Snapshot { line: None, ..self }
    }

    /// Whether this transcript is the one that is kept.
    pub fn keeps(&self, transcript: &str) -> bool {
        self.transcript.trim_end() == transcript.trim_end()
    }

    /// Whether it is one of a scenario. Other programs keep other things in files of this form.
    pub fn is_of_scenario(&self) -> bool {
        self.source.ends_with(".affray")
    }
}

/// With one line break at the end.
fn ended(mut text: String) -> String {
    text.truncate(text.trim_end_matches(['\n', '\r']).len());
    text.push('\n');
    text
}

/// A text in double quotes, as both YAML and JSON have it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Line breaks and marks that readers of YAML may take for something else.
            '\u{2028}' | '\u{2029}' | '\u{feff}' => _ = write!(out, "\\u{:04x}", c as u32),
            c if c.is_control() => _ = write!(out, "\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text as YAML has it on one line: bare, or in either kind of quotes.
fn scalar(value: &str) -> String {
    let value = value.trim();
    let inner = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(inner) = inner('"') {
        unquoted(inner)
    } else if let Some(inner) = inner('\'') {
        inner.replace("''", "'")
    } else {
        value.to_owned()
    }
}

fn unquoted(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let digits = match chars.next() {
            Some('n') => {
                out.push('\n');
                continue;
            }
            Some('t') => {
                out.push('\t');
                continue;
            }
            Some('r') => {
                out.push('\r');
                continue;
            }
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some(c) => {
                out.push(c);
                continue;
            }
            None => break,
        };
        let code: String = chars.by_ref().take(digits).collect();
        let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
        out.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    out
}
