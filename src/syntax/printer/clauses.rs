//! Orders, placements, exceptions, voids, triggers and phases, but for what `describe` prints by itself.

use super::Printer;
use super::describe::{BodyLines, Print};
use crate::syntax::ast::*;

clause_nodes!(print_node);

impl Print for Key {
    fn print(&self, out: &mut Printer) {
        out.word("by");
        if let Some(name) = &self.name {
            out.name(name);
            out.glued(":");
        }
        if !self.for_acts.is_empty() {
            out.word("for");
            self.for_acts.print(out);
            out.glued(":");
        }
        out.expr(&self.value);
        if self.highest_first {
            out.glued(", highest first");
        }
        if let Some(missing) = self.missing {
            out.glued(", missing");
            missing.print(out);
        }
        if self.shown {
            out.glued(", shown");
        }
        self.text.print(out);
        self.cites.print(out);
    }
}

impl Print for Vec<ActKind> {
    fn print(&self, out: &mut Printer) {
        for (number, kind) in self.iter().enumerate() {
            out.word(if number > 0 { "|" } else { "" });
            match &kind.action {
                Some(action) => out.name(action),
                None => out.word("act"),
            }
            if let Some(stage) = &kind.stage {
                out.glued(".");
                out.glued(&stage.text);
            }
        }
    }
}

/// `a: strike, b: cast`
impl Print for (ActBinding, ActBinding) {
    fn print(&self, out: &mut Printer) {
        self.0.print(out);
        out.glued(",");
        self.1.print(out);
    }
}

impl Print for TriggerDef {
    fn print(&self, out: &mut Printer) {
        out.word("trigger");
        out.text(&self.title);
        out.word("{");
        out.cites_line(&self.cites);
        out.line();
        self.happening.print(out);
        self.guard.lines("if", out);
        self.limit.lines("", out);
        self.body.statements.lines("", out);
        out.line();
        out.word("}");
    }
}

impl Print for Happening {
    fn print(&self, out: &mut Printer) {
        match self {
            Happening::Act {
                kinds,
                name,
                moment,
            } => {
                let before = *moment == ActMoment::Before;
                out.word(if before { "before" } else { "when" });
                kinds.print(out);
                out.name(name);
                moment.print(out);
            }
            Happening::Signal { event, names } => {
                out.named("when", Some(event));
                out.glued("(");
                names.print(out);
                out.glued(")");
            }
            Happening::Phase {
                phase,
                name,
                begins,
            } => {
                out.named("when phase", Some(phase));
                if name.is_some() {
                    out.named("of", name.as_ref());
                }
                out.word(if *begins { "begins" } else { "ends" });
            }
            Happening::BeforeTurn { phase, name } => {
                out.named("before", Some(phase));
                out.named("of", Some(name));
            }
            Happening::Change {
                attribute,
                kind,
                name,
                way,
                to,
                from,
            } => {
                out.named("when", Some(attribute));
                out.named("of", Some(kind));
                out.name(name);
                way.print(out);
                if let Some(to) = to {
                    out.word("to");
                    to.print(out);
                }
                if from.is_some() {
                    out.named("from", from.as_ref());
                }
            }
        }
    }
}

impl Print for Turns {
    fn print(&self, out: &mut Printer) {
        out.named("of", Some(&self.kind));
        out.name(&self.name);
        if let Some(filter) = &self.filter {
            out.word("where");
            out.expr(filter);
        }
        out.glued(", next");
        for (number, key) in self.keys.iter().enumerate() {
            match number {
                0 => out.word("by"),
                _ => out.glued(", then"),
            }
            key.print(out);
        }
        let is_settled = self.named.is_some() || self.rolled.is_some() || self.together;
        if !self.keys.is_empty() && is_settled {
            out.glued(", ties");
        }
        self.named.print(out);
        self.rolled.print(out);
        if self.together {
            out.word("together");
        }
    }
}

impl Print for PhaseDef {
    fn print(&self, out: &mut Printer) {
        out.named("phase", Some(&self.name));
        self.title.print(out);
        self.turns.print(out);
        self.counting.print(out);
        for (word, value) in [("lasting", &self.lasting), ("while", &self.while_)] {
            if let Some(value) = value {
                out.word(word);
                out.expr(value);
            }
        }
        out.body(&self.cites, &self.body);
    }
}

impl Printer {
    /// How often.
    fn times(&mut self, times: &Option<Number>) {
        match times {
            Some(times) => {
                self.number(times);
                self.word("times");
            }
            None => self.word("once"),
        }
    }
}
