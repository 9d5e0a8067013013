//! Scenarios and what they expect, but for what `describe` prints by itself.

use super::Printer;
use super::describe::{BodyLines, Print};
use crate::syntax::ast::*;

scenario_nodes!(print_node);

impl Print for Scenario {
    fn print(&self, out: &mut Printer) {
        out.word("scenario");
        out.text(&self.title);
        if let Some(like) = &self.like {
            out.word("as in");
            out.text(like);
        }
        out.word("{");
        let mut above = None;
        for entry in &self.entries {
            let place = paragraph(&entry.kind);
            if above.is_some_and(|above| above != place) {
                out.line();
            }
            above = Some(place);
            out.line();
            entry.print(out);
        }
        out.line();
        out.word("}");
    }
}

impl Print for ScenarioEntry {
    fn print(&self, out: &mut Printer) {
        self.kind.print(out);
    }
}

impl Print for Thing {
    fn print(&self, out: &mut Printer) {
        out.word(&self.text);
    }
}

impl Print for PairName {
    fn print(&self, out: &mut Printer) {
        out.word(&self.written());
    }
}

impl Print for Setting {
    fn print(&self, out: &mut Printer) {
        match &self.value.kind {
            ValueKind::Yes => out.name(&self.name),
            ValueKind::No => out.named("no", Some(&self.name)),
            _ => {
                out.name(&self.name);
                self.value.print(out);
            }
        }
    }
}

impl Print for Value {
    fn print(&self, out: &mut Printer) {
        match &self.kind {
            ValueKind::Yes => out.word("yes"),
            ValueKind::No => out.word("no"),
            ValueKind::None => out.word("none"),
            ValueKind::Number(number) => out.number(number),
            ValueKind::Quantity(number, unit) => {
                out.number(number);
                out.name(unit);
            }
            ValueKind::Text(text) => out.text(text),
            ValueKind::Thing(thing) => thing.print(out),
            ValueKind::Several(things) => {
                for (number, thing) in things.iter().enumerate() {
                    if number > 0 {
                        out.word("and");
                    }
                    thing.print(out);
                }
            }
        }
    }
}

impl Print for FactMoment {
    fn print(&self, out: &mut Printer) {
        match self {
            FactMoment::End => {}
            FactMoment::After(act) => {
                out.word("after");
                act.print(out);
            }
            FactMoment::EndOf(moment) => {
                out.word("at end of");
                moment.print(out);
            }
        }
    }
}

impl Printer {
    fn question_of(&mut self, expect: &Expect) {
        expect.print(self);
    }

    fn stop_after(&mut self, after: &bool) {
        self.word(if *after { "after" } else { "before" });
    }

    fn odds_title(&mut self, title: &Option<Text>) {
        if let Some(title) = title {
            self.text(title);
            self.glued(":");
        }
    }

    fn member_settings(&mut self, settings: &[Setting]) {
        if !settings.is_empty() {
            self.settings(settings);
        }
    }

    fn members(&mut self, members: &Vec<Member>) {
        self.word("{");
        match &members[..] {
            [only] => only.print(self),
            _ => {
                members.lines("", self);
                self.line();
            }
        }
        self.word("}");
    }

    fn period_entries(&mut self, entries: &Vec<ScenarioEntry>) {
        self.word("{");
        entries.lines("", self);
        self.line();
        self.word("}");
    }

    fn act_others(&mut self, others: &[Thing]) {
        for other in others {
            self.glued(",");
            other.print(self);
        }
    }

    fn before_entries(&mut self, entries: &Vec<ScenarioEntry>) {
        self.period_entries(entries);
    }

    fn corrected(&mut self, attribute: &Name) {
        self.glued(".");
        self.glued(&attribute.text);
    }

    fn who(&mut self, who: &Thing) {
        who.print(self);
    }

    fn silent(&mut self, who: &Thing) {
        who.print(self);
        self.word("declares nothing");
    }

    fn rolls(&mut self, rolls: &[Vec<Number>]) {
        self.one_after_the_other("rolls", rolls);
    }

    fn answers(&mut self, values: &[Value]) {
        self.one_after_the_other("answers", values);
    }

    fn one_after_the_other<T: Print>(&mut self, mut word: &str, all: &[T]) {
        for one in all {
            self.word(word);
            one.print(self);
            word = "then";
        }
    }

    fn told(&mut self, words: &[Name]) {
        words.iter().for_each(|word| self.name(word));
    }

    // ------------------------------------------------------------------ what is expected

    fn expect_order(&mut self, batches: &[Vec<ActRef>]) {
        self.word("order {");
        let several = batches.len() > 2;
        for (number, batch) in batches.iter().enumerate() {
            if several {
                self.line();
            }
            if number > 0 {
                self.word("then");
            }
            batch.print(self);
        }
        if several {
            self.line();
        }
        self.word("}");
    }

    fn rolls_of(&mut self, purpose: &Thing, moment: &Option<Moment>, count: &Number) {
        self.word("rolls of");
        self.counted(purpose, moment, count);
    }

    fn acts_of(&mut self, who: &Thing, moment: &Option<Moment>, count: &Number) {
        self.word("acts of");
        self.counted(who, moment, count);
    }

    fn counted(&mut self, thing: &Thing, moment: &Option<Moment>, count: &Number) {
        thing.print(self);
        if let Some(moment) = moment {
            self.word("in");
            moment.print(self);
        }
        self.word("=");
        self.number(count);
    }

    fn said(&mut self, said: &bool) {
        if !said {
            self.word("not");
        }
    }

    fn asked(&mut self, asked: &bool) {
        self.word(if *asked { "asked" } else { "not asked" });
    }

    fn over(&mut self, over: &bool) {
        self.word(if *over { "over" } else { "not over" });
    }

    fn expect_relation(&mut self, left: &ActRef, relation: &ActOrder, right: &ActRef) {
        left.print(self);
        relation.print(self);
        right.print(self);
    }

    fn expect_outcome(&mut self, act: &ActRef, outcome: &Outcome) {
        act.print(self);
        match outcome {
            Outcome::Happens => {}
            Outcome::DoesNotHappen => self.word("does not happen"),
            Outcome::Is(word, because) => {
                self.named("is", Some(word));
                if let Some(because) = because {
                    self.word("because");
                    self.text(because);
                }
            }
        }
    }

    fn fact(&mut self, fact: &Expr) {
        let mut printed = Printer::default();
        printed.expr(fact);
        let printed = printed.text.trim();
        // `count orc o` would be read as what orcs do.
        match printed.starts_with("count ") {
            true => self.word(&format!("({printed})")),
            false => self.word(printed),
        }
    }

    fn fact_moment(&mut self, moment: &FactMoment) {
        moment.print(self);
    }

    fn objects(&mut self, objects: &[Thing]) {
        for (number, object) in objects.iter().enumerate() {
            if number > 0 {
                self.word("at");
            }
            object.print(self);
        }
    }

    fn act_settings(&mut self, settings: &Vec<Setting>) {
        if !settings.is_empty() {
            self.word("(");
            settings.print(self);
            self.glued(")");
        }
    }

    fn moment_parts(&mut self, parts: &[(Name, Which)]) {
        for (phase, which) in parts {
            self.name(phase);
            which.print(self);
        }
    }
}

impl Print for Which {
    fn print(&self, out: &mut Printer) {
        match self {
            Which::Number(number) => out.number(number),
            Which::Of(thing) => {
                out.word("of");
                thing.print(out);
            }
        }
    }
}

/// Entries of one paragraph stand together: what it is about, who fights, what happens, what is expected.
fn paragraph(kind: &EntryKind) -> u8 {
    match kind {
        EntryKind::Record { .. } | EntryKind::Pair { .. } | EntryKind::Side(_) => 1,
        EntryKind::Line(_)
        | EntryKind::Period(_)
        | EntryKind::Correction { .. }
        | EntryKind::Move { .. }
        | EntryKind::Newcomers { .. }
        | EntryKind::NewThing { .. }
        | EntryKind::Before { .. } => 2,
        EntryKind::Expect(_) | EntryKind::Odds { .. } | EntryKind::Chance { .. } => 3,
        _ => 0,
    }
}
