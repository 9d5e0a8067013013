//! Looks up what simple expressions give: names, constants, options and attributes. It reckons nothing and knows no definitions, because only
//! the journal is at hand.

use super::Story;
use super::history::given;
use crate::ruleset::{Expr, ExprId, KindId, MISSING, Slot, Value};

impl Story<'_> {
    /// The value of an expression for these names when an entry was written, if it is simple enough.
    pub(super) fn peek(&self, id: ExprId, locals: &[Value], entry: usize) -> Option<Value> {
        match self.names.rules.exprs.get(id.index())? {
            Expr::Const(value) => Some(*value),
            Expr::Text(text) => Some(Value::from(text.0)),
            Expr::Local(local) => locals.get(usize::from(*local)).copied(),
            Expr::Option(option) => Some(self.names.scenario.setting(self.names.rules, *option)),
            Expr::Attribute { kind, of, slot } => match self.peek(*of, locals, entry)? {
                MISSING => Some(MISSING),
                record => self.attribute(*kind, u32::try_from(record).ok()?, *slot, entry),
            },
            Expr::OrElse(several) => {
                for &one in several {
                    match self.peek(one, locals, entry)? {
                        MISSING => {}
                        value => return Some(value),
                    }
                }
                Some(MISSING)
            }
            _ => None,
        }
    }

    /// An attribute of a record when an entry was written, as far as scenario and journal tell.
    pub fn attribute(&self, kind: KindId, record: u32, slot: Slot, entry: usize) -> Option<Value> {
        self.history
            .changed(kind, record, slot, entry)
            .or_else(|| {
                let place = (kind, record, slot);
                given(self.names.rules, self.names.scenario, self.journal, place)
            })
            .or_else(|| {
                let default = self.names.attribute_rule(kind, slot)?.default?;
                self.peek(default, &[Value::from(record)], entry)
            })
    }
}
