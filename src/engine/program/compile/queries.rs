//! Queries: a record after the other, in their order, as far as needed.

use super::{Label, Maker};
use crate::engine::program::{Register, Step};
use crate::ruleset::{ExprId, MISSING, Query, QueryKind};

impl<'a> Maker<'a> {
    /// Begins to go through the records; returns the label to which to come back for each.
    fn records(&mut self, query: &Query, done: Label) -> Label {
        let place = self.fresh(1);
        self.step(Step::Put {
            to: place,
            value: 0,
        });
        let next = self.label();
        self.here(next);
        let (kind, to) = (self.small(query.kind.0), self.name(query.local));
        self.step(Step::Next {
            kind,
            place,
            to,
            done: done.0,
        });
        next
    }

    /// `any` and `every`.
    pub(super) fn any_or_every(&mut self, query: &'a Query, when: bool, label: Label) {
        let end = self.label();
        let any = query.ask == QueryKind::Any;
        // Where there is nothing more to look at: `any` has found none, `every` has found none against it.
        let done = if when == any { end } else { label };
        let next = self.records(query, done);
        if any {
            match (query.filter, when) {
                (Some(filter), true) => {
                    self.condition(filter, true, label);
                    self.jump(next);
                }
                (Some(filter), false) => self.condition(filter, false, next),
                (None, true) => self.jump(label),
                (None, false) => {}
            }
        } else {
            if let Some(filter) = query.filter {
                self.condition(filter, false, next);
            }
            match (query.value, when) {
                (Some(value), true) => self.condition(value, true, next),
                (Some(value), false) => {
                    self.condition(value, false, label);
                    self.jump(next);
                }
                (None, _) => self.jump(next),
            }
        }
        self.here(end);
    }

    /// All others.
    pub(super) fn query(&mut self, id: ExprId, query: &'a Query, to: Register) {
        let (done, end) = (self.label(), self.label());
        let counts = query.ask == QueryKind::Count;
        self.step(Step::Put {
            to,
            value: if counts { 0 } else { MISSING },
        });
        let found = self.fresh(1);
        match query.ask {
            QueryKind::The => self.step(Step::Put {
                to: found,
                value: 0,
            }),
            QueryKind::TheHighest | QueryKind::TheLowest => self.step(Step::Put {
                to: found,
                value: MISSING,
            }),
            _ => {}
        }
        let next = self.records(query, done);
        if let Some(filter) = query.filter {
            self.condition(filter, false, next);
        }
        match (query.ask, query.value) {
            (QueryKind::Count, _) => self.step(Step::Increase { of: to }),
            (QueryKind::The, _) => {
                let from = self.name(query.local);
                self.step(Step::Increase { of: found });
                self.step(Step::Copy { to, from });
            }
            (ask @ (QueryKind::TheHighest | QueryKind::TheLowest), Some(value)) => {
                let value = self.operand(value);
                let record = self.name(query.local);
                self.step(Step::Choose {
                    highest: ask == QueryKind::TheHighest,
                    most: found,
                    value,
                    best: to,
                    record,
                });
            }
            (ask, Some(value)) => {
                let value = self.operand(value);
                let step = Step::Best {
                    ask,
                    best: to,
                    value,
                };
                self.step_at(step, [id; 3]);
            }
            (_, None) => {}
        }
        self.jump(next);
        self.here(done);
        if query.ask == QueryKind::The {
            self.step_at(Step::AtMostOne { found }, [id; 3]);
        }
        if !counts {
            self.step(Step::IfMissing {
                of: to,
                when: false,
                target: end.0,
            });
            match (query.ask, query.otherwise) {
                (QueryKind::Sum, _) => self.step(Step::Put { to, value: 0 }),
                (_, Some(otherwise)) => self.value(otherwise, to),
                (QueryKind::The, None) => self.step_at(Step::None, [id; 3]),
                (_, None) => {}
            }
        }
        self.here(end);
    }
}
