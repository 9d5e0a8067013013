//! Scenarios and what they expect.

use super::Speller;
use crate::syntax::ast::*;

impl Speller {
    pub fn scenario(&mut self, scenario: &Scenario) {
        self.word("scenario");
        self.text(&scenario.title);
        self.word("{");
        let mut above = None;
        for entry in &scenario.entries {
            let place = paragraph(&entry.kind);
            if above.is_some_and(|above| above != place) {
                self.line();
            }
            above = Some(place);
            self.line();
            self.entry(entry);
        }
        self.line();
        self.word("}");
    }

    fn entry(&mut self, entry: &Entry) {
        match &entry.kind {
            EntryKind::Rules(file) => {
                self.word("rules");
                self.text(file);
            }
            EntryKind::Proves(citations) => {
                self.word("proves");
                self.citations(citations);
            }
            EntryKind::Option { name, value } => {
                self.named("option", Some(name));
                self.value(value);
            }
            EntryKind::Snapshot(name) => {
                self.word("snapshot");
                if let Some(name) = name {
                    self.text(name);
                }
            }
            EntryKind::Seed(number) => {
                self.word("seed");
                self.number(number);
            }
            EntryKind::BeginAt { phase, number } => {
                self.named("begin at", Some(phase));
                self.counted(number.as_ref());
            }
            EntryKind::Stop {
                after,
                phase,
                number,
            } => {
                let word = if *after { "stop after" } else { "stop before" };
                self.named(word, Some(phase));
                self.counted(number.as_ref());
            }
            EntryKind::Tactic { name, who } => {
                self.named("tactic", Some(name));
                if !who.is_empty() {
                    self.glued(":");
                    self.list(who, Self::thing);
                }
            }
            EntryKind::Side(side) => self.side(side),
            EntryKind::Record {
                kind,
                name,
                settings,
            } => {
                self.name(kind);
                self.thing(name);
                self.settings(settings, Self::setting);
            }
            EntryKind::Period(period) => {
                self.name(&period.phase);
                self.counted(period.number.as_ref());
                self.word("{");
                self.lines(&period.entries, Self::entry);
                self.line();
                self.word("}");
            }
            EntryKind::Line(line) => self.act_line(line),
            EntryKind::Expect(expect) => {
                self.word("expect");
                self.expect(expect);
            }
            EntryKind::Odds { title, of } => {
                self.word("odds");
                if let Some(title) = title {
                    self.text(title);
                    self.glued(":");
                }
                self.question(of);
            }
        }
    }

    pub(super) fn question(&mut self, question: &Question) {
        match question {
            Question::Place(who) => {
                self.word("place of");
                self.thing(who);
            }
            Question::First(who, relation, other) => {
                self.thing(who);
                self.act_order(*relation);
                self.thing(other);
            }
            Question::Of(expect) => self.expect(expect),
        }
    }

    fn act_order(&mut self, relation: ActOrder) {
        self.word(match relation {
            ActOrder::Before => "before",
            ActOrder::With => "with",
            ActOrder::After => "after",
        });
    }

    fn counted(&mut self, number: Option<&Number>) {
        if let Some(number) = number {
            self.number(number);
        }
    }

    fn thing(&mut self, thing: &Thing) {
        self.word(&thing.text);
    }

    fn side(&mut self, side: &Side) {
        self.word("side");
        self.thing(&side.name);
        self.inline(&side.settings);
        self.word("{");
        match &side.members[..] {
            [only] => self.member(only),
            members => {
                self.lines(members, Self::member);
                self.line();
            }
        }
        self.word("}");
    }

    fn member(&mut self, member: &Member) {
        self.thing(&member.name);
        if let Some(times) = &member.times {
            self.word("x");
            self.number(times);
        }
        if !member.settings.is_empty() {
            self.settings(&member.settings, Self::setting);
        }
    }

    /// `: hit, damage 3`
    fn inline(&mut self, settings: &[Setting]) {
        if !settings.is_empty() {
            self.glued(":");
            self.list(settings, Self::setting);
        }
    }

    fn setting(&mut self, setting: &Setting) {
        match &setting.value.kind {
            ValueKind::Yes => self.name(&setting.name),
            ValueKind::No => self.named("no", Some(&setting.name)),
            _ => {
                self.name(&setting.name);
                self.value(&setting.value);
            }
        }
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Yes => self.word("yes"),
            ValueKind::No => self.word("no"),
            ValueKind::None => self.word("none"),
            ValueKind::Number(number) => self.number(number),
            ValueKind::Quantity(number, unit) => {
                self.number(number);
                self.name(unit);
            }
            ValueKind::Text(text) => self.text(text),
            ValueKind::Thing(thing) => self.thing(thing),
        }
    }

    fn act_line(&mut self, line: &Line) {
        match line {
            Line::Roll {
                who,
                faces,
                purpose,
            } => {
                self.thing(who);
                self.word("rolls");
                self.list(faces, Self::number);
                self.named("for", Some(purpose));
            }
            Line::Answer {
                who,
                value,
                question,
                about,
            } => {
                self.thing(who);
                self.word("answers");
                self.value(value);
                self.named("to", Some(question));
                self.about(about);
            }
            Line::Declaration {
                who,
                verb,
                object,
                at,
                settings,
            } => {
                self.thing(who);
                self.name(verb);
                if let Some(object) = object {
                    self.thing(object);
                }
                if let Some(at) = at {
                    self.word("at");
                    self.thing(at);
                }
                self.inline(settings);
            }
            Line::Told {
                who,
                words,
                settings,
            } => {
                self.thing(who);
                for word in words {
                    self.name(word);
                }
                self.inline(settings);
            }
        }
    }

    fn about(&mut self, about: &[Thing]) {
        if !about.is_empty() {
            self.word("about");
            self.list(about, Self::thing);
        }
    }

    // ------------------------------------------------------------------ what is expected

    fn expect(&mut self, expect: &Expect) {
        match expect {
            Expect::Order(batches) => {
                self.word("order {");
                let several = batches.len() > 2;
                for (number, batch) in batches.iter().enumerate() {
                    if several {
                        self.line();
                    }
                    if number > 0 {
                        self.word("then");
                    }
                    self.list(batch, Self::act_ref);
                }
                if several {
                    self.line();
                }
                self.word("}");
            }
            Expect::Declared { who, moment } => {
                self.word("declared:");
                self.list(who, Self::thing);
                self.moment(moment.as_ref());
            }
            Expect::Rolls {
                purpose: thing,
                moment,
                count,
            }
            | Expect::Acts {
                who: thing,
                moment,
                count,
            } => {
                let rolls = matches!(expect, Expect::Rolls { .. });
                self.word(if rolls { "rolls of" } else { "acts of" });
                self.thing(thing);
                self.moment(moment.as_ref());
                self.word("=");
                self.number(count);
            }
            Expect::Asked {
                asked,
                question,
                about,
                moment,
            } => {
                let word = if *asked { "asked" } else { "not asked" };
                self.named(word, Some(question));
                self.about(about);
                self.moment(moment.as_ref());
            }
            Expect::MayNotAct { who, moment } => {
                self.thing(who);
                self.word("may not act");
                self.moment(Some(moment));
            }
            Expect::Over(over) => self.word(if *over { "over" } else { "not over" }),
            Expect::Relation {
                left,
                relation,
                right,
            } => {
                self.act_ref(left);
                self.act_order(*relation);
                self.act_ref(right);
            }
            Expect::Act { act, outcome } => {
                self.act_ref(act);
                match outcome {
                    Outcome::Happens => {}
                    Outcome::DoesNotHappen => self.word("does not happen"),
                    Outcome::Is(word, because) => {
                        self.named("is", Some(word));
                        self.because(because.as_ref());
                    }
                }
            }
            Expect::Fact { fact, at } => self.fact(fact, at),
        }
    }

    fn fact(&mut self, fact: &Expr, at: &FactMoment) {
        let mut spelled = Speller::default();
        spelled.expr(fact);
        let spelled = spelled.text.trim();
        // `count orc o` would be read as what orcs do.
        match spelled.starts_with("count ") {
            true => self.word(&format!("({spelled})")),
            false => self.word(spelled),
        }
        match at {
            FactMoment::End => {}
            FactMoment::After(act) => {
                self.word("after");
                self.act_ref(act);
            }
            FactMoment::EndOf(moment) => {
                self.word("at end of");
                self.moment_parts(moment);
            }
        }
    }

    fn moment(&mut self, moment: Option<&Moment>) {
        if let Some(moment) = moment {
            self.word("in");
            self.moment_parts(moment);
        }
    }

    fn moment_parts(&mut self, moment: &Moment) {
        for (phase, number) in &moment.parts {
            self.name(phase);
            self.number(number);
        }
    }

    fn act_ref(&mut self, act: &ActRef) {
        self.thing(&act.actor);
        self.name(&act.word);
        for (number, object) in act.objects.iter().enumerate() {
            if number > 0 {
                self.word("at");
            }
            self.thing(object);
        }
        for word in &act.told {
            self.name(word);
        }
        if !act.settings.is_empty() {
            self.word("(");
            self.list(&act.settings, Self::setting);
            self.glued(")");
        }
        self.moment(act.moment.as_ref());
    }
}

/// Entries of one paragraph stand together: what it is about, who fights, what happens, what is expected.
fn paragraph(kind: &EntryKind) -> u8 {
    match kind {
        EntryKind::Record { .. } | EntryKind::Side(_) => 1,
        EntryKind::Line(_) | EntryKind::Period(_) => 2,
        EntryKind::Expect(_) | EntryKind::Odds { .. } => 3,
        _ => 0,
    }
}
