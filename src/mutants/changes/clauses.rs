//! The changes of orders, placements, exceptions, voids, triggers, phases and tactics.

use super::{MutationOperator, Mutations};
use crate::source::Span;
use crate::syntax::ast::*;

impl Mutations<'_> {
    pub(super) fn order(&mut self, order: &OrderDef) {
        for key in &order.keys {
            if order.keys.len() > 1 {
                self.cut(MutationOperator::Key, key.span);
            }
            self.kinds(&key.for_acts);
            self.expr(&key.value);
            let tail = key.value.span.at_end().to(key.span.at_end());
            self.turn(
                MutationOperator::Turned,
                &key.value,
                tail,
                key.highest_first,
            );
            if let Some(MissingPlace::First | MissingPlace::Last) = key.missing
                && let Some(missing) = self.word(tail, "missing")
            {
                let tail = missing.at_end().to(tail.at_end());
                self.swap(MutationOperator::Missing, tail, ("first", "last"));
            }
        }
        if let Some(circles) = &order.circles {
            self.cut(MutationOperator::Condition, circles.span);
            self.guards(circles.guard.as_ref());
        }
    }

    /// The highest first becomes the lowest first, and the other way round; said in the tail behind the value, or not at all.
    pub(super) fn turn(
        &mut self,
        operator: MutationOperator,
        value: &Expr,
        tail: Span,
        highest: bool,
    ) {
        let words = ("highest", "lowest");
        match self.word(tail, if highest { words.0 } else { words.1 }) {
            Some(_) => self.swap(operator, tail, words),
            None => self.put(operator, value.span.at_end(), ", highest first"),
        }
    }

    pub(super) fn placement(&mut self, placement: &PlacementDef) {
        self.over(&placement.title, &placement.over);
        self.binding(placement.act.as_ref());
        self.guards(&placement.guards);
        self.settings(&placement.places);
    }

    pub(super) fn exception(&mut self, exception: &ExceptionDef) {
        self.over(&exception.title, &exception.over);
        if let Some((first, second)) = &exception.acts {
            self.binding(Some(first));
            self.binding(Some(second));
        }
        self.guards(&exception.guards);
        match &exception.moves {
            None => {}
            Some(Movement::Compare { left, right, .. }) => {
                let (head, tail) = (self.snippet(left.span), self.snippet(right.span));
                let with = self.snippet(left.span.at_end().to(right.span.at_start()));
                let turned = format!("{tail}{with}{head}");
                self.put(
                    MutationOperator::Direction,
                    left.span.to(right.span),
                    turned,
                );
                self.exprs([left, right]);
            }
            Some(Movement::Relation {
                mover,
                relation,
                reference,
            }) => {
                let words = self.between(mover.span, reference.span);
                let others: &[&str] = match relation {
                    Relation::Waits => &["goes ahead of", "joins"],
                    Relation::GoesAhead => &["waits for", "joins"],
                    Relation::Joins => &["waits for", "goes ahead of"],
                    Relation::NotBefore => &["not after", "waits for"],
                    Relation::NotAfter => &["not before", "goes ahead of"],
                    Relation::Leads => &["trails", "goes ahead of"],
                    Relation::Trails => &["leads", "waits for"],
                };
                for other in others {
                    self.put(MutationOperator::Direction, words, *other);
                }
            }
        }
    }

    pub(super) fn void(&mut self, void: &VoidDef) {
        self.binding(void.act.as_ref());
        self.guards(&void.guards);
    }

    pub(super) fn trigger(&mut self, trigger: &TriggerDef) {
        match &trigger.happening {
            Happening::Act { kinds, .. } => self.kinds(kinds),
            Happening::Change { to, .. } => self.exprs(to),
            Happening::Signal { .. } | Happening::BeforeTurn { .. } | Happening::Phase { .. } => {}
        }
        self.guards(trigger.guard.as_ref());
        if let Some(limit) = &trigger.limit {
            self.cut(MutationOperator::Limit, limit.span);
            if let Some(times) = &limit.times {
                self.number(MutationOperator::Number, times);
            }
            self.exprs(&limit.whose);
            self.leave_out(
                MutationOperator::Limit,
                &super::expressions::spans(&limit.keys),
            );
            self.exprs(&limit.keys);
        }
        self.block(&trigger.body);
    }

    fn turns(&mut self, turns: &Turns) {
        self.guards(turns.filter.as_ref());
        for key in &turns.keys {
            self.expr(&key.value);
        }
        if let Some(rolled) = &turns.rolled {
            self.dice_expr(&rolled.dice);
        }
    }

    pub(super) fn phase(&mut self, phase: &PhaseDef) {
        phase.turns.iter().for_each(|turns| self.turns(turns));
        if let Some(Counting { down, from, to }) = &phase.counting {
            self.expr(from);
            self.exprs(to);
            let head = phase.name.span.at_end().to(from.span.at_start());
            if let (Some(to), Some(word)) = (to, self.word(head, "counting")) {
                let (first, last) = (self.snippet(to.span), self.snippet(from.span));
                let way = if *down { "" } else { "down " };
                let turned = format!(" {way}from {first} to {last}");
                let stretch = word.at_end().to(to.span);
                self.put(MutationOperator::Turned, stretch, turned);
            }
        }
        self.exprs(&phase.lasting);
        self.guards(phase.while_.as_ref());
        self.block(&phase.body);
    }

    pub(super) fn tactic(&mut self, tactic: &TacticDef) {
        self.among(&tactic.whom);
        for line in &tactic.lines {
            if tactic.lines.len() > 1 {
                self.cut(MutationOperator::Line, line.span);
            }
            for act in &line.acts {
                self.exprs(act.object.iter().chain(&act.at));
                self.settings(&act.settings);
            }
            self.guards(line.guard.as_ref());
        }
    }

    fn guards<'e>(&mut self, guards: impl IntoIterator<Item = &'e Expr>) {
        guards.into_iter().for_each(|guard| self.condition(guard));
    }

    fn binding(&mut self, binding: Option<&ActBinding>) {
        if let Some(binding) = binding {
            self.kinds(&binding.kinds);
        }
    }

    fn kinds(&mut self, kinds: &[ActKind]) {
        let spans: Vec<Span> = kinds.iter().map(|kind| kind.span).collect();
        self.leave_out(MutationOperator::Kinds, &spans);
    }

    fn over(&mut self, title: &Text, over: &[Text]) {
        match over {
            [] => {}
            [only] => self.put(
                MutationOperator::Over,
                title.span.at_end().to(only.span),
                "",
            ),
            several => {
                let spans: Vec<Span> = several.iter().map(|text| text.span).collect();
                self.leave_out(MutationOperator::Over, &spans);
            }
        }
    }
}
