//! What statements write, make and call, and which callees lead where.

use super::{Domain, ValueSearch, phase_signal};
use crate::ruleset::{
    Amount, Callee, Destination, ExprId, Movement, Signal, Slot, Statement, StatementKind, Who,
    callees,
};

impl ValueSearch<'_> {
    /// Follows what is entered from elsewhere.
    pub(super) fn callee(&mut self, callee: Callee) {
        let rules = self.rules;
        match callee {
            Callee::Function(id) => {
                let values = self.expr(callee, rules.functions[id.index()].body);
                self.gives(callee, values);
            }
            Callee::Values(id) => {
                for row in &rules.tables[id.index()].rows {
                    let value = row.value.map(|value| self.expr(callee, value));
                    self.gives(callee, value.unwrap_or_default());
                }
            }
            Callee::Rows(id) => {
                for row in &rules.tables[id.index()].rows {
                    self.block(callee, &row.body);
                }
            }
            Callee::Procedure(id) => self.block(callee, &rules.procedures[id.index()].body),
            Callee::Stage(action, stage) => {
                let stage = &rules.actions[action.index()].stages[usize::from(stage)];
                self.bind(callee, 0, Domain::PRESENT);
                self.says(callee, stage.title);
                self.block(callee, &stage.body);
            }
            Callee::Trigger(id) => {
                let trigger = &rules.triggers[id.index()];
                let signal = Callee::Triggers(trigger.on.signal());
                match trigger.on.signal() {
                    Signal::Act(_) => self.bind(callee, 0, Domain::PRESENT),
                    Signal::Event(event) => {
                        let parameters = rules.events[event.index()].parameters.len();
                        for name in 0..parameters as u16 {
                            let values = self.name(signal, name);
                            self.bind(callee, name, values);
                        }
                    }
                    Signal::Phase(..) => {}
                }
                let guard = trigger.guard.map(|guard| self.expr(callee, guard));
                if guard.is_some_and(|guard| !guard.may_hold()) {
                    return;
                }
                if let Some(limit) = &trigger.limit {
                    limit.keys.iter().for_each(|&key| {
                        self.expr(callee, key);
                    });
                }
                self.block(callee, &trigger.body);
            }
            Callee::Phase(id) => {
                let phase = &rules.phases[id.index()];
                if let Some(counting) = phase.counting {
                    self.expr(callee, counting.from);
                    counting.to.map(|to| self.expr(callee, to));
                }
                if let Some(turns) = &phase.turns {
                    self.block(callee, &turns.opening);
                    self.block(callee, &turns.next);
                }
                phase
                    .condition
                    .map(|condition| self.expr(callee, condition));
                phase.lasting.map(|lasting| self.expr(callee, lasting));
                self.block(callee, &phase.prologue);
                self.reach(phase_signal(id, true));
                self.block(callee, &phase.body);
                self.reach(phase_signal(id, false));
            }
            Callee::Tactic(id) => {
                let tactic = &rules.tactics[id.index()];
                self.bind(callee, 0, Domain::PRESENT);
                tactic.guard.map(|guard| self.expr(callee, guard));
                for line in &tactic.lines {
                    let guard = line.guard.map(|guard| self.expr(callee, guard));
                    if guard.is_some_and(|guard| !guard.may_hold()) {
                        continue;
                    }
                    for act in &line.acts {
                        let mut settings: Vec<(Slot, Domain)> = Vec::new();
                        for given in &act.given {
                            let values = self.expr(callee, given.value);
                            self.bind(callee, given.local, values);
                            // An act without what it is aimed at is not declared.
                            let values = match given.aimed {
                                true => values.present(),
                                false => values,
                            };
                            settings.push((given.slot, values));
                        }
                        self.makes_act(act.action, &settings, false);
                    }
                }
            }
            Callee::Order(index) => {
                let order = &rules.orders[index];
                self.bind(callee, 0, Domain::PRESENT);
                for key in &order.keys {
                    self.expr(callee, key.value);
                }
                order.circles_together.map(|guard| self.expr(callee, guard));
            }
            Callee::Placement(index) => {
                let placement = &rules.placements[index];
                self.bind(callee, 0, Domain::PRESENT);
                placement.guard.map(|guard| self.expr(callee, guard));
                for place in &placement.places {
                    self.expr(callee, place.1);
                }
            }
            Callee::Exception(id) => {
                let exception = &rules.exceptions[id.index()];
                for name in 0..2 {
                    self.bind(callee, name, Domain::PRESENT);
                }
                for &guard in &exception.guards {
                    self.expr(callee, guard);
                }
                if let Movement::Compare { left, right, .. } = exception.moves {
                    self.expr(callee, left);
                    self.expr(callee, right);
                }
            }
            Callee::Void(index) => {
                let rule = &rules.voids[index];
                self.bind(callee, 0, Domain::PRESENT);
                self.expr(callee, rule.guard);
                self.says(callee, rule.because);
            }
            Callee::Triggers(signal) => {
                let waiting = self.signals.get(&signal).cloned().unwrap_or_default();
                let waiting = waiting.into_iter().map(Callee::Trigger);
                waiting.for_each(|trigger| self.reach(trigger));
            }
            // What becomes of acts is followed when they are made.
            callees!(apart | line) => {}
        }
    }

    fn block(&mut self, body: Callee, block: &[Statement]) {
        for statement in block {
            self.statement(body, &statement.kind);
        }
    }

    fn statement(&mut self, body: Callee, statement: &StatementKind) {
        let rules = self.rules;
        match statement {
            StatementKind::Set { place, value } => {
                let values = self.expr(body, *value);
                self.write(body, *place, values);
            }
            StatementKind::Add { place, value } | StatementKind::Subtract { place, value } => {
                self.expr(body, *value);
                self.write(body, *place, Domain::PRESENT);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, block) in branches {
                    let condition = self.expr(body, *condition);
                    if condition.may_hold() {
                        self.block(body, block);
                    }
                    if !condition.may_fail() {
                        return;
                    }
                }
                self.block(body, otherwise);
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body: block,
            } => {
                if !self.made[kind.index()] {
                    return;
                }
                self.bind(body, *local, Domain::PRESENT);
                let filter = filter.map(|filter| self.expr(body, filter));
                if filter.is_none_or(|filter| filter.may_hold()) {
                    for key in order {
                        self.expr(body, key.0);
                    }
                    self.block(body, block);
                }
            }
            StatementKind::Repeat {
                condition,
                body: block,
            } => {
                if self.expr(body, *condition).may_hold() {
                    self.block(body, block);
                }
            }
            StatementKind::Roll {
                who,
                count,
                sides,
                tally,
                purpose: _,
                local,
                keep,
            } => {
                self.who(body, *who);
                for &amount in [count, sides].into_iter().chain(tally.number()) {
                    if let Amount::Worked(amount) = amount {
                        self.expr(body, amount);
                    }
                }
                self.bind(body, *local, Domain::PRESENT);
                if let Some(keep) = keep {
                    self.write(body, *keep, Domain::PRESENT);
                }
            }
            StatementKind::Ask {
                who,
                question,
                about,
                among,
                default,
                local,
            } => {
                self.who(body, *who);
                for about in about {
                    self.expr(body, about.1);
                }
                let question = &rules.questions[question.index()];
                self.says(body, question.text);
                let answers = self.answers.as_ref();
                let answers = answers.map(|answers| answers.get(&question.name).copied());
                let mut values = answers.map_or(Domain::ANY, Option::unwrap_or_default);
                if let Some(among) = among {
                    self.bind(body, among.name, Domain::PRESENT);
                    self.expr(body, among.condition);
                }
                if let Some(default) = *default {
                    values.join(self.expr(body, default));
                }
                self.bind(body, *local, values);
            }
            StatementKind::Declare {
                who,
                one: _,
                actions: _,
                secret: _,
            } => {
                self.expr(body, *who);
            }
            StatementKind::RefuseDeclarations { who, because } => {
                self.expr(body, *who);
                self.says(body, *because);
            }
            StatementKind::Refuse { because } => self.says(body, *because),
            StatementKind::Does {
                actor,
                action,
                local,
                next: _,
                settings,
            } => {
                self.expr(body, *actor);
                let settings = self.settings(body, settings);
                self.makes_act(*action, &settings, false);
                local.map(|local| self.bind(body, local, Domain::PRESENT));
            }
            StatementKind::Cancel {
                act,
                word: _,
                because,
            } => {
                self.expr(body, *act);
                because.map(|text| self.says(body, text));
            }
            StatementKind::Resolve { condition } => {
                if let Some((name, condition)) = *condition {
                    self.bind(body, name, Domain::PRESENT);
                    self.expr(body, condition);
                }
            }
            StatementKind::Raise { event, arguments } => {
                let signal = Callee::Triggers(Signal::Event(*event));
                self.arguments(body, signal, arguments);
                if let Some(text) = rules.events[event.index()].text {
                    self.says(signal, text);
                }
                self.reach(signal);
            }
            StatementKind::Do {
                procedure,
                arguments,
                local,
            } => {
                let procedure = Callee::Procedure(*procedure);
                self.arguments(body, procedure, arguments);
                self.reach(procedure);
                if let Some(local) = *local {
                    let result = self.results.get(&procedure).copied();
                    self.bind(body, local, result.unwrap_or_default());
                }
            }
            StatementKind::Result { local: _, value } => {
                let values = self.expr(body, *value);
                self.gives(body, values);
            }
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                let rows = Callee::Rows(*table);
                self.arguments(body, rows, arguments);
                let key = self.expr(body, *key);
                self.bind(rows, arguments.len() as u16, key);
                self.reach(rows);
            }
            StatementKind::New {
                kind,
                local,
                settings,
            } => {
                let settings = self.settings(body, settings);
                self.makes(*kind, &settings, false);
                local.map(|local| self.bind(body, local, Domain::PRESENT));
            }
            StatementKind::Phase(phase) => self.reach(Callee::Phase(*phase)),
            StatementKind::Leave(_) | StatementKind::LeaveRepeat | StatementKind::LeaveTurn(_) => {}
            StatementKind::EndCombat { because } => {
                because.map(|text| self.says(body, text));
            }
            StatementKind::Note(text) => self.says(body, *text),
        }
    }

    fn who(&mut self, body: Callee, who: Who) {
        match who {
            Who::Gm => {}
            Who::Side(id) | Who::Combatant(id) => {
                self.expr(body, id);
            }
        }
    }

    fn write(&mut self, body: Callee, place: Destination, values: Domain) {
        match place {
            Destination::Attribute {
                kind,
                of,
                slot,
                tells,
                within,
            } => {
                self.expr(body, of);
                let values = match within.is_open() {
                    true => values,
                    false => Domain::ANY,
                };
                self.attribute(kind, slot, values);
                if let Some(event) = tells {
                    let signal = Callee::Triggers(Signal::Event(event));
                    self.bind(signal, 0, Domain::PRESENT);
                    for name in 1..3 {
                        let held = self.attributes[kind.index()][usize::from(slot)];
                        self.bind(signal, name, held);
                    }
                    self.reach(signal);
                }
            }
            Destination::Local(name) => self.bind(body, name, values),
        }
    }

    pub(super) fn arguments(&mut self, body: Callee, callee: Callee, arguments: &[ExprId]) {
        for (name, &argument) in (0..).zip(arguments) {
            let values = self.expr(body, argument);
            self.bind(callee, name, values);
        }
    }

    fn settings(&mut self, body: Callee, settings: &[(Slot, ExprId)]) -> Vec<(Slot, Domain)> {
        let mut values = Vec::with_capacity(settings.len());
        for &(slot, value) in settings {
            values.push((slot, self.expr(body, value)));
        }
        values
    }
}
