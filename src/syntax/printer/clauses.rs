//! Orders, placements, exceptions, voids and triggers.

use super::Speller;
use crate::syntax::ast::*;

impl Speller {
    pub fn order(&mut self, order: &OrderDef) {
        self.word("order");
        if let Some(name) = &order.name {
            self.name(name);
        }
        self.named("during", order.during.as_ref());
        self.named("of act", Some(&order.act));
        self.word("{");
        self.cites_line(&order.cites);
        self.lines(&order.keys, Self::key);
        if let Some(circles) = &order.circles {
            self.line();
            self.word("circles: together");
            if let Some(guard) = &circles.guard {
                self.word("when");
                self.expr(guard);
            }
        }
        self.line();
        self.word("}");
    }

    fn key(&mut self, key: &Key) {
        self.word("by");
        if let Some(name) = &key.name {
            self.name(name);
            self.glued(":");
        }
        if !key.for_acts.is_empty() {
            self.word("for");
            self.act_kinds(&key.for_acts);
            self.glued(":");
        }
        self.expr(&key.value);
        if key.highest_first {
            self.glued(", highest first");
        }
        self.glued(match key.missing {
            Some(MissingPlace::First) => ", missing first",
            Some(MissingPlace::Last) => ", missing last",
            Some(MissingPlace::Ask) => ", missing ask",
            None => "",
        });
        if key.shown {
            self.glued(", shown");
        }
        self.texted(key.text.as_ref());
        self.cites(&key.cites);
    }

    fn act_kinds(&mut self, kinds: &[ActKind]) {
        for (number, kind) in kinds.iter().enumerate() {
            self.word(if number > 0 { "|" } else { "" });
            match &kind.action {
                Some(action) => self.name(action),
                None => self.word("act"),
            }
            if let Some(stage) = &kind.stage {
                self.glued(".");
                self.glued(&stage.text);
            }
        }
    }

    fn titled(&mut self, word: &str, title: &Text, over: &[Text], cites: &[Citation]) {
        self.word(word);
        self.text(title);
        if !over.is_empty() {
            self.word("over");
            self.list(over, Self::text);
        }
        self.word("{");
        self.cites_line(cites);
    }

    fn binding(&mut self, binding: &ActBinding) {
        self.name(&binding.name);
        self.glued(":");
        self.act_kinds(&binding.kinds);
    }

    fn for_one(&mut self, act: Option<&ActBinding>) {
        if let Some(act) = act {
            self.line();
            self.word("for");
            self.binding(act);
        }
    }

    fn guards(&mut self, guards: &[Expr]) {
        self.lines(guards, |speller, guard| {
            speller.word("when");
            speller.expr(guard);
        });
    }

    pub fn placement(&mut self, placement: &PlacementDef) {
        self.titled(
            "placement",
            &placement.title,
            &placement.over,
            &placement.cites,
        );
        self.for_one(placement.act.as_ref());
        self.guards(&placement.guards);
        self.lines(&placement.places, |speller, (key, value)| {
            speller.named("place", Some(key));
            speller.word("=");
            speller.expr(value);
        });
        self.line();
        self.word("}");
    }

    pub fn exception(&mut self, exception: &ExceptionDef) {
        self.titled(
            "exception",
            &exception.title,
            &exception.over,
            &exception.cites,
        );
        if let Some((one, other)) = &exception.acts {
            self.for_one(Some(one));
            self.glued(",");
            self.binding(other);
        }
        self.guards(&exception.guards);
        if let Some(movement) = &exception.moves {
            self.line();
            self.movement(movement);
        }
        self.line();
        self.word("}");
    }

    fn movement(&mut self, movement: &Movement) {
        match movement {
            Movement::Compare { left, right, mover } => {
                self.word("compare");
                self.expr(left);
                self.word("with");
                self.expr(right);
                self.named(":", Some(mover));
                self.word("moves");
            }
            Movement::Relation {
                mover,
                relation,
                reference,
            } => {
                self.name(mover);
                let relation = match relation {
                    Relation::Waits => "waits for",
                    Relation::GoesAhead => "goes ahead of",
                    Relation::Joins => "joins",
                    Relation::NotBefore => "not before",
                    Relation::NotAfter => "not after",
                    Relation::Leads => "leads",
                    Relation::Trails => "trails",
                };
                self.named(relation, Some(reference));
            }
        }
    }

    pub fn void(&mut self, void: &VoidDef) {
        self.titled("void", &void.title, &[], &void.cites);
        self.for_one(void.act.as_ref());
        self.guards(&void.guards);
        if void.because.is_some() {
            self.line();
            self.because(void.because.as_ref());
        }
        self.line();
        self.word("}");
    }

    pub fn trigger(&mut self, trigger: &TriggerDef) {
        self.titled("trigger", &trigger.title, &[], &trigger.cites);
        self.line();
        self.happening(&trigger.happening);
        if let Some(guard) = &trigger.guard {
            self.line();
            self.word("if");
            self.expr(guard);
        }
        if let Some(limit) = &trigger.limit {
            self.line();
            self.limit(limit);
        }
        self.lines(&trigger.body.statements, Self::statement);
        self.line();
        self.word("}");
    }

    fn happening(&mut self, happening: &Happening) {
        match happening {
            Happening::Act {
                kinds,
                name,
                moment,
            } => {
                let before = *moment == ActMoment::Before;
                self.word(if before { "before" } else { "when" });
                self.act_kinds(kinds);
                self.name(name);
                self.word(match moment {
                    ActMoment::Before => "",
                    ActMoment::Resolves => "resolves",
                    ActMoment::Declared => "is declared",
                    ActMoment::Added => "is added",
                    ActMoment::Cancelled => "is cancelled",
                    ActMoment::Void => "is void",
                    ActMoment::Missed => "is missed",
                });
            }
            Happening::Signal { event, names } => {
                self.named("when", Some(event));
                self.glued("(");
                self.list(names, Self::name);
                self.glued(")");
            }
            Happening::Phase { phase, begins } => {
                self.named("when phase", Some(phase));
                self.word(if *begins { "begins" } else { "ends" });
            }
        }
    }

    fn limit(&mut self, limit: &Limit) {
        self.word("limit");
        match &limit.times {
            Some(times) => {
                self.number(times);
                self.word("times");
            }
            None => self.word("once"),
        }
        self.named("per", Some(&limit.phase));
        if !limit.keys.is_empty() {
            self.word("for");
            self.list(&limit.keys, Self::expr);
        }
    }
}
