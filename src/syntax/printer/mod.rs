//! A tree as words, for trees that have no text of their own. Only the order of the words is decided here, and which bodies
//! stand on one line; blanks and columns are the layout's.

#[macro_use]
mod describe;

mod changes;
mod clauses;
mod expressions;
mod items;
mod scenarios;
mod statements;

use self::describe::Print;
use super::ast::{
    ActBinding, Allow, Allowed, Attribute, Citation, Counting, Expr, File, Happening, Item, Key,
    Name, Number, Piece, Question, SetBack, Statement, Text,
};
use super::plain;

/// The words of a tree.
pub(super) fn file(tree: &File) -> String {
    let mut out = Printer::default();
    for rules in &tree.rules {
        rules.print(&mut out);
        out.line();
    }
    for scenario in &tree.scenarios {
        scenario.print(&mut out);
        out.line();
    }
    out.text
}

/// The words of an item.
pub(super) fn item(item: &Item) -> String {
    let mut out = Printer::default();
    item.print(&mut out);
    out.text
}

fn written(node: &impl Print) -> String {
    let mut out = Printer::default();
    node.print(&mut out);
    plain(&out.text)
}

impl Expr {
    /// How it is written where it is multiplied, divided or compared: in brackets if it needs them there.
    pub fn factor_words(&self) -> String {
        let mut out = Printer::default();
        out.factor(self);
        plain(&out.text)
    }
}

impl ActBinding {
    /// How it is written.
    pub fn words(&self) -> String {
        written(self)
    }
}

impl Attribute {
    /// What stands behind its default, as it is written: its bounds, and what sets it back. Each has a blank before it.
    pub fn terms(&self) -> String {
        let within = self.within.as_ref().map(written);
        let back = self.set_back.as_ref().map(written);
        let terms = within.into_iter().chain(back);
        terms.map(|term| format!(" {term}")).collect()
    }
}

impl SetBack {
    /// How it is written.
    pub fn words(&self) -> String {
        written(self)
    }
}

impl Happening {
    /// How it is written.
    pub fn words(&self) -> String {
        written(self)
    }
}

impl Statement {
    /// How it is written.
    pub fn words(&self) -> String {
        written(self)
    }
}

impl Counting {
    /// How it is written.
    pub fn words(&self) -> String {
        written(self)
    }
}

impl Key {
    /// How the acts are written that it is for.
    pub fn acts(&self) -> String {
        written(&self.for_acts)
    }
}

/// The words of a question.
pub(super) fn question(question: &Question) -> String {
    let mut out = Printer::default();
    question.print(&mut out);
    out.text.trim().to_owned()
}

/// The words so far.
#[derive(Default)]
struct Printer {
    text: String,
    /// The warnings that the item in hand allows, until they are printed.
    allows: Vec<Allow>,
}

impl Printer {
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

    /// Names with `and` between.
    fn with_and(&mut self, names: &[Name]) {
        for (number, name) in names.iter().enumerate() {
            if number > 0 {
                self.word("and");
            }
            self.name(name);
        }
    }

    /// Things in braces on one line, with commas between.
    fn settings<T: Print>(&mut self, list: &[T]) {
        self.word("{");
        self.list(list, |out, one| one.print(out));
        self.word("}");
    }

    fn text(&mut self, text: &Text) {
        self.word("\"");
        for piece in &text.pieces {
            match piece {
                Piece::Plain(prose) => self.prose(prose),
                Piece::Hole(value) => {
                    self.glued("{");
                    let mut hole = Printer::default();
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
            self.word("because");
            self.text(&allow.because);
        }
    }

    fn citations(&mut self, cites: &[Citation]) {
        self.list(cites, |out, citation| match &citation.end {
            _ if !is_cite_id(&citation.id) => out.quoted(&citation.id),
            None => out.word(&citation.id),
            Some(end) => out.word(&format!("{}..{end}", citation.id)),
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

impl Print for Name {
    fn print(&self, out: &mut Printer) {
        out.name(self);
    }
}

impl Print for Number {
    fn print(&self, out: &mut Printer) {
        out.number(self);
    }
}

impl Print for Text {
    fn print(&self, out: &mut Printer) {
        out.text(self);
    }
}

impl Print for Vec<Citation> {
    fn print(&self, out: &mut Printer) {
        out.cites(self);
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
