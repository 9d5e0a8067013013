//! Changes of parts of items.

use super::Printer;
use super::describe::Print;
use crate::syntax::ast::*;

change_nodes!(print_node);

impl Print for PartChange {
    fn print(&self, out: &mut Printer) {
        self.verb.print(out);
        let joined = match (&self.part, self.verb) {
            (ItemPart::Whole, _) => None,
            (_, PartVerb::Add) => Some("to"),
            _ => Some("of"),
        };
        self.part.print(out);
        if let Some(joined) = joined {
            out.word(joined);
        }
        self.owner.print(out);
        if let Some(beside) = &self.beside {
            out.word(if beside.before { "before" } else { "after" });
            out.quoted(&beside.part.text);
        }
        match &self.new {
            None => {}
            Some(NewPart::Stage(stage)) => {
                stage.title.print(out);
                stage.cites.print(out);
                stage.body.print(out);
            }
            Some(NewPart::Row(row)) => out.row_content(row),
            Some(NewPart::Key(key)) => key.print(out),
            Some(NewPart::Condition(condition)) => {
                out.word(match self.owner.category {
                    Category::Phase => "while",
                    Category::Trigger => "if",
                    _ => "when",
                });
                out.expr(condition);
                self.cites.print(out);
            }
            Some(NewPart::Title(title)) => title.print(out),
            Some(NewPart::Head(head)) => head.print(out),
            Some(NewPart::Body(body)) => out.body(&self.cites, body),
        }
    }
}

impl Print for ItemPart {
    fn print(&self, out: &mut Printer) {
        let (word, named) = match self {
            ItemPart::Stage(name) => return out.named("stage", Some(name)),
            ItemPart::Does => ("does", None),
            ItemPart::Rows(keys) => {
                out.word("row");
                return keys.print(out);
            }
            ItemPart::Key(key) => ("key", key.as_ref()),
            ItemPart::Condition(condition) => ("condition", condition.as_ref()),
            ItemPart::Title(stage) => {
                out.word("title");
                if stage.is_some() {
                    out.word("of");
                }
                return out.named("stage", stage.as_ref());
            }
            ItemPart::Alternative => ("alternative", None),
            ItemPart::Head => ("head", None),
            ItemPart::Whole => return,
        };
        out.word(word);
        if let Some(name) = named {
            out.quoted(&name.text);
        }
    }
}

impl Print for PartOwner {
    fn print(&self, out: &mut Printer) {
        match &self.name {
            None => out.word("the order"),
            Some(name) => {
                self.category.print(out);
                match self.category.is_titled() {
                    true => out.quoted(&name.text),
                    false => out.word(&name.text),
                }
            }
        }
    }
}
