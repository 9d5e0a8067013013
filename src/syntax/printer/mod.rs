//! A tree as words, for trees that have no text of their own. Only the order of the words is decided here, and which bodies
//! stand on one line; blanks and columns are the layout's.

mod clauses;
mod expressions;
mod items;
mod scenarios;
mod statements;
mod tactics;

use super::ast::{Allow, Allowed, Citation, File, Item, Name, Number, Piece, Question, Text};

/// The words of a tree.
pub(super) fn spell(tree: &File) -> String {
    let mut speller = Speller::default();
    for rules in &tree.rules {
        speller.rules(rules);
        speller.line();
    }
    for scenario in &tree.scenarios {
        speller.scenario(scenario);
        speller.line();
    }
    speller.text
}

/// The words of an item.
pub(super) fn item(item: &Item) -> String {
    let mut speller = Speller::default();
    speller.item(item);
    speller.text
}

/// The words of a question.
pub(super) fn question(question: &Question) -> String {
    let mut speller = Speller::default();
    speller.question(question);
    speller.text.trim().to_owned()
}

/// The words so far.
#[derive(Default)]
struct Speller {
    text: String,
    /// The warnings that the item in hand allows, until they are spelled.
    allows: Vec<Allow>,
}

impl Speller {
    /// A word, with a blank before it.
    fn word(&mut self, word: &str) {
        if !self.text.ends_with(['\n', '(']) {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// A word that belongs to the one before.
    fn glued(&mut self, word: &str) {
        self.text.push_str(word);
    }

    fn line(&mut self) {
        self.text.push('\n');
    }

    fn name(&mut self, name: &Name) {
        self.word(&name.text);
    }

    /// A word and a name, if there is one.
    fn named(&mut self, word: &str, name: Option<&Name>) {
        if let Some(name) = name {
            self.word(word);
            self.name(name);
        }
    }

    fn number(&mut self, number: &Number) {
        self.word(if number.negative { "-" } else { "" });
        self.glued(&number.digits);
    }

    /// Things with commas between.
    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (number, one) in list.iter().enumerate() {
            if number > 0 {
                self.glued(",");
            }
            each(self, one);
        }
    }

    /// Things in braces, each on a line of its own.
    fn lines<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for one in list {
            self.line();
            each(self, one);
        }
    }

    /// Things in braces on one line, with commas between.
    fn settings<T>(&mut self, list: &[T], each: impl FnMut(&mut Self, &T)) {
        self.word("{");
        self.list(list, each);
        self.word("}");
    }

    fn text(&mut self, text: &Text) {
        self.word("\"");
        for piece in &text.pieces {
            match piece {
                Piece::Plain(prose) => self.prose(prose),
                Piece::Hole(value) => {
                    self.glued("{");
                    let mut hole = Speller::default();
                    hole.expr(value);
                    self.glued(hole.text.trim());
                    self.glued("}");
                }
            }
        }
        self.glued("\"");
    }

    fn prose(&mut self, prose: &str) {
        for c in prose.chars() {
            match c {
                '\n' => self.glued("\\n"),
                '"' | '\\' | '{' | '}' => {
                    self.text.push('\\');
                    self.text.push(c);
                }
                c => self.text.push(c),
            }
        }
    }

    /// Prose in quotes.
    fn quoted(&mut self, prose: &str) {
        self.word("\"");
        self.prose(prose);
        self.glued("\"");
    }

    fn texted(&mut self, text: Option<&Text>) {
        if let Some(text) = text {
            self.text(text);
        }
    }

    fn because(&mut self, text: Option<&Text>) {
        if let Some(text) = text {
            self.word("because");
            self.text(text);
        }
    }

    fn cites(&mut self, cites: &[Citation]) {
        if !cites.is_empty() {
            self.word("cites");
            self.citations(cites);
        }
        // The first place where an item can cite is its own.
        for allow in std::mem::take(&mut self.allows) {
            self.word("allow");
            match &allow.what {
                Allowed::Warning { code, with } => {
                    self.name(code);
                    if let Some(with) = with {
                        self.word("with");
                        self.text(with);
                    }
                }
                Allowed::Change(change) => {
                    self.word("change");
                    self.text(change);
                }
            }
            self.because(Some(&allow.because));
        }
    }

    fn citations(&mut self, cites: &[Citation]) {
        self.list(cites, |speller, citation| match &citation.end {
            _ if !is_cite_id(&citation.id) => speller.quoted(&citation.id),
            None => speller.word(&citation.id),
            Some(end) => speller.word(&format!("{}..{end}", citation.id)),
        });
    }

    /// Citations on a line of their own, at the top of a body.
    fn cites_line(&mut self, cites: &[Citation]) {
        if !cites.is_empty() || !self.allows.is_empty() {
            self.line();
            self.cites(cites);
        }
    }
}

/// `OS-12`
fn is_cite_id(id: &str) -> bool {
    id.split_once('-').is_some_and(|(letters, rest)| {
        let all =
            |text: &str, like: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|b| like(&b));
        all(letters, u8::is_ascii_alphabetic) && all(rest, u8::is_ascii_alphanumeric)
    })
}
