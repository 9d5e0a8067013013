//! Rule sets and their items, but for what `describe` prints by itself.

use super::Printer;
use super::describe::{BodyLines, Print};
use crate::syntax::ast::*;

item_nodes!(print_node);
tactic_nodes!(print_node);

impl Printer {
    fn items(&mut self, items: &[Item]) {
        self.word("{");
        for (number, item) in items.iter().enumerate() {
            let above = number.checked_sub(1).map(|above| &items[above].kind);
            if above.is_some_and(|above| !is_short(above) || !is_short(&item.kind)) {
                self.line();
            }
            self.line();
            item.print(self);
        }
        self.line();
        self.word("}");
    }

    fn replaced(&mut self, item: &Item) {
        item.print(self);
    }

    fn remove(&mut self, category: &Category, name: &ItemName, uses: &bool) {
        self.word("remove");
        category.print(self);
        self.quoted(&name.text);
        self.word(if *uses { "and what only it uses" } else { "" });
    }

    fn remove_every(&mut self, category: &Category, uses: &bool) {
        self.word("remove every");
        category.print(self);
        self.word(if *uses { "and what only they use" } else { "" });
    }

    /// Things with a sign between.
    fn between<T>(&mut self, sign: &str, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (number, one) in list.iter().enumerate() {
            self.word(if number > 0 { sign } else { "" });
            each(self, one);
        }
    }

    fn columns(&mut self, columns: &[ColumnHead]) {
        self.glued(":");
        self.between("|", columns, |out, column| column.print(out));
    }

    fn row_values(&mut self, values: &[Expr]) {
        if !values.is_empty() {
            self.glued(":");
            self.between("|", values, Printer::expr);
        }
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        self.word("(");
        self.list(parameters, |out, parameter| parameter.print(out));
        self.glued(")");
    }

    fn some_parameters(&mut self, parameters: &[Parameter]) {
        if !parameters.is_empty() {
            self.parameters(parameters);
        }
    }

    fn tactic_acts(&mut self, acts: &Vec<TacticAct>) {
        if acts.is_empty() {
            self.word("nothing");
        }
        acts.print(self);
    }
}

impl Print for Item {
    fn print(&self, out: &mut Printer) {
        out.allows.extend(self.allows.iter().cloned());
        self.kind.print(out);
    }
}

impl Print for DocumentDef {
    fn print(&self, out: &mut Printer) {
        out.named("statements", Some(&self.prefix));
        match &self.last {
            None => out.number(&self.first),
            Some(last) => out.word(&format!("{}..{}", self.first.digits, last.digits)),
        }
    }
}

impl Print for Units {
    fn print(&self, out: &mut Printer) {
        out.word("{");
        out.cites_line(&self.cites);
        self.defs.lines("", out);
        out.line();
        out.word("}");
    }
}

impl Print for Type {
    fn print(&self, out: &mut Printer) {
        if self.optional {
            out.word("optional");
        }
        match &self.kind {
            TypeKind::YesNo => out.word("yes/no"),
            TypeKind::Named(name) => out.name(name),
            TypeKind::Choice(words) => out.between("|", words, Printer::name),
        }
    }
}

impl Print for TableKey {
    fn print(&self, out: &mut Printer) {
        match self {
            TableKey::Dice(dice) => dice.print(out),
            TableKey::Parameter { parameter, range } => {
                parameter.print(out);
                out.bounds(range);
            }
        }
    }
}

impl Print for RowKey {
    fn print(&self, out: &mut Printer) {
        match self {
            RowKey::Word(word) => out.name(word),
            RowKey::Else(_) => out.word("else"),
            RowKey::Open { from, towards } => {
                out.number(from);
                towards.print(out);
            }
            RowKey::Numbers { from, to } => {
                out.number(from);
                if let Some(to) = to {
                    out.glued("..");
                    out.glued(if to.negative { "-" } else { "" });
                    out.glued(&to.digits);
                }
            }
        }
    }
}

impl Print for ChoiceDef {
    fn print(&self, out: &mut Printer) {
        out.named("choice", Some(&self.name));
        out.glued(":");
        out.between(
            if self.ordered { "<" } else { "|" },
            &self.words,
            Printer::name,
        );
        self.cites.print(out);
    }
}

impl Print for ProcedureDef {
    fn print(&self, out: &mut Printer) {
        out.named("procedure", Some(&self.name));
        out.parameters(&self.parameters);
        if let Some(ty) = &self.ty {
            out.glued(":");
            ty.print(out);
        }
        out.body(&self.cites, &self.body);
    }
}

impl Printer {
    /// What stands behind the keys of a row.
    pub(super) fn row_content(&mut self, row: &Row) {
        row.title.print(self);
        self.row_values(&row.values);
        row.body.print(self);
        row.cites.print(self);
    }
}

/// `spell at target`
impl Print for (Name, Option<Name>) {
    fn print(&self, out: &mut Printer) {
        out.name(&self.0);
        out.named("at", self.1.as_ref());
    }
}

/// `10 segments`
impl Print for (Number, Name) {
    fn print(&self, out: &mut Printer) {
        out.number(&self.0);
        out.name(&self.1);
    }
}

impl Print for Stage {
    fn print(&self, out: &mut Printer) {
        match &self.name {
            Some(name) => out.named("stage", Some(name)),
            None => out.word("does"),
        }
        self.title.print(out);
        self.cites.print(out);
        self.body.print(out);
    }
}

/// What is told in a line or two: several stand together without an empty line between.
fn is_short(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Source(_)
            | ItemKind::Document(_)
            | ItemKind::NoRule(_)
            | ItemKind::Uses(_)
            | ItemKind::Remove { .. }
            | ItemKind::RemoveEvery { .. }
            | ItemKind::Part(PartChange { new: None, .. })
            | ItemKind::Choice(_)
            | ItemKind::SetOption { .. }
            | ItemKind::Option(_)
            | ItemKind::Let(_)
            | ItemKind::Event(_)
    )
}
