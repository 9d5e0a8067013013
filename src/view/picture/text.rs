//! How wide a text is, and how it is broken into lines or shortened. The fonts of a reader are not known: widths are those of the widest common
//! ones, so that no text is ever wider than what is kept free for it.

use unicode_segmentation::UnicodeSegmentation;

/// The sizes of letters in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Titles.
    Title,
    /// Headings of panels.
    Heading,
    /// What is done.
    Body,
    /// The same, bold.
    Word,
    /// Reasons and rules.
    Small,
}

impl Size {
    /// The height of its letters.
    pub fn points(self) -> i32 {
        match self {
            Size::Title => 18,
            Size::Heading => 15,
            Size::Body | Size::Word => 12,
            Size::Small => 10,
        }
    }

    /// From one line to the next.
    pub fn line(self) -> i32 {
        match self {
            Size::Title => 25,
            Size::Heading => 21,
            Size::Body | Size::Word => 15,
            Size::Small => 13,
        }
    }

    /// Whether it is bold.
    pub fn bold(self) -> bool {
        matches!(self, Size::Title | Size::Heading | Size::Word)
    }
}

/// What a text measures: pictures measure in dots, terminals in cells.
pub trait Measure {
    /// How wide a text is.
    fn width(&self, text: &str) -> i32;
}

impl Measure for Size {
    fn width(&self, text: &str) -> i32 {
        let milli: i64 = text.chars().map(advance).sum();
        let bold = if self.bold() { 113 } else { 100 };
        let width = milli * i64::from(self.points()) * bold;
        i32::try_from(width.div_euclid(100_000) + 1).unwrap_or(i32::MAX)
    }
}

/// Whether the widths of all its characters are known. Others are made to fit.
pub fn is_common(text: &str) -> bool {
    text.chars()
        .all(|c| c <= '\u{24f}' || matches!(c, '\u{2010}'..='\u{2026}' | '\u{2190}'..='\u{2193}'))
}

/// How far a character goes, in thousandths of its size.
fn advance(c: char) -> i64 {
    match c {
        ' ' | 'i' | 'j' | 'l' | '\'' => 360,
        'I' | 'J' | 'f' | 't' | 'r' | '!' | '.' | ',' | ':' | ';' | '|' | '(' | ')' | '[' | ']'
        | '-' | '/' | '\\' => 470,
        's' | 'c' | 'z' | '"' => 540,
        'm' | 'M' | 'W' | '%' | '@' => 1100,
        'w' | 'G' | 'O' | 'Q' | 'D' | 'H' | 'N' | 'U' | '#' | '&' | '+' | '<' | '=' | '>' | '^'
        | '~' => 850,
        'a'..='z' | '0'..='9' | '$' | '_' | '?' | '*' | '`' | '{' | '}' => 650,
        'A'..='Z' => 750,
        '\u{a0}'..='\u{24f}' | '\u{2190}'..='\u{2193}' => 1000,
        '\u{2010}'..='\u{2026}' => 1050,
        // Scripts that no font of ours has: made to fit.
        _ => 1300,
    }
}

/// How many marks may stand above and below one letter.
const MOST_ACCENTS: usize = 2;

/// A text without towers of accents, which would reach into the lines around it.
fn level(text: &str) -> String {
    let mut accents = 0;
    let keep = |c: &char| {
        let accent = matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}');
        accents = if accent { accents + 1 } else { 0 };
        accents <= MOST_ACCENTS
    };
    text.chars().filter(keep).collect()
}

/// A text in lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLines {
    /// The lines; none is empty.
    pub lines: Vec<String>,
    /// Not all of the text is there.
    pub shortened: bool,
}

/// Breaks a text between words into at most so many lines of this width; a word that is too long is broken. What does not fit is left out, which a
/// point of omission says.
pub fn wrap(text: &str, measure: &impl Measure, width: i32, most: usize) -> TextLines {
    let text = level(text);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words(&text, measure, width) {
        let longer = match line.is_empty() {
            true => word.to_string(),
            false => format!("{line} {word}"),
        };
        if measure.width(&longer) <= width {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        if lines.len() > most {
            break;
        }
        for letter in word.graphemes(true) {
            let longer = format!("{line}{letter}");
            if line.is_empty() || measure.width(&longer) <= width {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, letter.to_string()));
                if lines.len() > most {
                    break;
                }
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    let shortened = lines.len() > most;
    lines.truncate(most);
    if let Some(last) = lines.last_mut().filter(|_| shortened) {
        *last = with_dots(last, measure, width);
    }
    // One letter alone can be wider than a line.
    lines.retain(|line| measure.width(line) <= width);
    TextLines { lines, shortened }
}

/// The words of a text; a number stays with the word before it (`orc 1`), if there is room for both.
fn words<'t>(text: &'t str, measure: &impl Measure, width: i32) -> Vec<&'t str> {
    let mut words: Vec<&str> = Vec::new();
    let start_of = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    for word in text.split_whitespace() {
        let is_number = word
            .trim_end_matches([',', '.', ':'])
            .bytes()
            .all(|b| b.is_ascii_digit());
        if let Some(before) = words.last_mut().filter(|_| is_number) {
            let both = &text[start_of(before)..start_of(word) + word.len()];
            if measure.width(both) <= width {
                *before = both;
                continue;
            }
        }
        words.push(word);
    }
    words
}

/// A text with a point of omission at its end, within this width.
fn with_dots(text: &str, measure: &impl Measure, width: i32) -> String {
    let mut letters: Vec<&str> = text.graphemes(true).collect();
    loop {
        let shown = format!("{}\u{2026}", letters.concat().trim_end());
        if letters.is_empty() || measure.width(&shown) <= width {
            return shown;
        }
        letters.pop();
    }
}

#[cfg(test)]
#[path = "../../../tests/internals/view_picture_text.rs"]
mod tests;
