//! The checked, compiled form of a rule file: data, and a cache of what is worked out of it ([`Derived`]). Ids and slots stand in place of names, every expression is typed,
//! quantities are counted in the smallest unit of their dimension. Side tables lead from ids back to names, spans and citations.
//! Never imports syntax.

mod asked;
mod derived;
mod document;
mod effects;
mod expr;
mod id;
pub mod index;
mod item;
mod kind;
mod phase;
mod said;
mod set;
mod statement;
mod tactic;
mod throw;
mod trigger;
mod ty;
pub mod walk;
mod within;

pub use asked::AskedActions;
pub use derived::Derived;
pub use document::*;
pub use effects::{Callee, Comparison, Effect, Exit, Input, Location, Signal, Update, collected};
pub(crate) use effects::{callees, effect};
pub use expr::*;
pub use id::*;
pub use item::*;
pub use kind::*;
pub use phase::*;
pub use said::*;
pub use set::{MOST_IN_SET, changed_set, is_in, records_in, set_of};
pub use statement::*;
pub use tactic::*;
pub use throw::{Tally, Throw};
pub use trigger::*;
pub use ty::*;
pub use within::{ValueBound, Within};

use std::collections::BTreeSet;

use crate::source::Span;

/// A value of any type: a number counted in the smallest unit of its dimension, `1` and `0` for yes and no, the id of a word, an action, a
/// text, or the index of a record. [`MISSING`] stands for no value. What it means is known from its [`Type`].
pub type Value = i64;

/// The value of an optional attribute that has none.
pub const MISSING: Value = i64::MIN;

/// No number may go beyond this, in either direction: so sums of two never wrap, and no number is taken for [`MISSING`].
pub const MOST: Value = 1 << 60;

/// A compiled rule file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ruleset {
    /// `osric`
    pub name: String,
    /// `OSRIC combat`; the name where the file gives none
    pub title: String,
    /// The document it carries out, if the file says so.
    pub source: Option<String>,
    /// How the statements of the documents are numbered, if the file says so.
    pub documents: Vec<StatementNumbering>,
    /// The statements that need no rule.
    pub unruled: Vec<Unruled>,
    /// Every unit of time and measure.
    pub units: Vec<Unit>,
    /// How many dimensions the units have; dimension 0 is time.
    pub dimensions: u16,
    /// The words of all choices, purposes of rolls, stages and outcomes: a word is one id wherever it stands.
    pub words: Vec<String>,
    /// Texts that are values.
    pub texts: Vec<String>,
    /// Texts with holes.
    pub templates: Vec<Template>,
    /// Kinds of records; the first four are always [`KindId::COMBAT`], [`KindId::SIDE`], [`KindId::COMBATANT`], [`KindId::ACT`].
    pub kinds: Vec<Kind>,
    /// Options of the rule file.
    pub options: Vec<OptionRule>,
    /// `let` definitions and tables of values.
    pub functions: Vec<Function>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Procedures.
    pub procedures: Vec<Procedure>,
    /// Events that the rules themselves raise.
    pub events: Vec<Event>,
    /// Actions.
    pub actions: Vec<Action>,
    /// Orders; the first whose phase is running (or that names none) counts.
    pub orders: Vec<Order>,
    /// Placements, strongest first.
    pub placements: Vec<Placement>,
    /// Exceptions, by their id.
    pub exceptions: Vec<ExceptionRule>,
    /// Which exception is over which, as declared (stronger, weaker); closed under transitivity by the machine.
    pub over: Vec<(ExceptionId, ExceptionId)>,
    /// When an act is void.
    pub voids: Vec<VoidRule>,
    /// Triggers, in the order of their titles, so that the listing does not matter.
    pub triggers: Vec<Trigger>,
    /// Tactics, in the order of their names, so that the listing does not matter.
    pub tactics: Vec<Tactic>,
    /// Every phase; nested ones too.
    pub phases: Vec<Phase>,
    /// The phases of the combat itself, in the order of the file.
    pub procedure: Vec<PhaseId>,
    /// Questions, by their id: an `ask` statement is one.
    pub questions: Vec<PersonQuestion>,
    /// All expressions.
    pub exprs: Vec<Expr>,
    /// The place of each expression, by the same index.
    pub expr_spans: Vec<Span>,
    /// Where each item stands and what it cites.
    pub items: Vec<Item>,
    /// What has been worked out of all this. Rules are changed in a copy, whose cache is empty.
    pub derived: Derived,
}

impl Ruleset {
    /// The definition of one record that says whether it is in play, if its kind says that.
    pub fn in_play(&self, kind: KindId) -> Option<&Function> {
        let takes = |one: &&Function| {
            let mut types = Parameter::types(&one.parameters);
            types.next() == Some(&Type::Record(kind))
        };
        let mut all = self.functions.iter().filter(|one| one.name == IN_PLAY);
        all.find(takes)
    }

    /// The text of a word.
    pub fn word(&self, id: WordId) -> &str {
        &self.words[id.index()]
    }

    /// The id of a word, if the rules know it.
    pub fn find_word(&self, text: &str) -> Option<WordId> {
        self.words
            .iter()
            .position(|word| word == text)
            .map(WordId::from_index)
    }

    /// A kind; one without attributes for an id that is not known, as of what was complained about.
    pub(crate) fn kind(&self, id: KindId) -> &Kind {
        self.kinds.get(id.index()).unwrap_or(&kind::UNKNOWN)
    }

    /// Whether the players see the values of an attribute only once the rules reveal them.
    pub(crate) fn is_secret(&self, kind: KindId, slot: Slot) -> bool {
        let attribute = self.kind(kind).attributes.get(usize::from(slot));
        attribute.is_some_and(|attribute| attribute.secret)
    }

    /// An attribute of the records of a kind.
    pub fn attribute(&self, kind: KindId, slot: Slot) -> &Attribute {
        &self.kinds[kind.index()].attributes[usize::from(slot)]
    }

    /// A number of this type in words: in its own unit if it is a whole number of it, else in the smallest.
    pub(crate) fn amount(&self, ty: &Type, value: Value) -> String {
        let Type::Number(Some(unit)) = ty else {
            return value.to_string();
        };
        let own = &self.units[unit.index()];
        let fits = |unit: &&Unit| unit.dimension == own.dimension && value % unit.size == 0;
        let smallest = || self.units.iter().filter(fits).min_by_key(|unit| unit.size);
        let Some(unit) = Some(own).filter(fits).or_else(smallest) else {
            return value.to_string();
        };
        let count = value / unit.size;
        let name = if count == 1 { &unit.name } else { &unit.plural };
        format!("{count} {name}")
    }

    /// An attribute of a record as a place for values.
    pub fn destination(&self, kind: KindId, of: ExprId, slot: Slot) -> Destination {
        Destination::Attribute {
            kind,
            of,
            slot,
            tells: self.attribute(kind, slot).told_by,
            within: self.attribute(kind, slot).within,
        }
    }

    /// Visits every statement of the rules, those inside others included.
    pub fn each_statement<'r>(&'r self, visit: &mut dyn FnMut(&'r StatementKind)) {
        for callee in self.callees() {
            let blocks = callee.blocks(self);
            (blocks.into_iter()).for_each(|block| walk::each_statement(block, visit));
        }
    }

    /// Which exception is over which, directly or by way of others: (stronger, weaker), by their places in the list.
    pub fn closed_over(&self) -> BTreeSet<(usize, usize)> {
        let mut below = vec![Vec::new(); self.exceptions.len()];
        for (stronger, weaker) in &self.over {
            below[stronger.index()].push(weaker.index());
        }
        let mut closed = BTreeSet::new();
        for start in 0..below.len() {
            let mut open = below[start].clone();
            while let Some(weaker) = open.pop() {
                if closed.insert((start, weaker)) {
                    open.extend(&below[weaker]);
                }
            }
        }
        closed
    }
}
