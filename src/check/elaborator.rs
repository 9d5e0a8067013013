//! A body: the names that can be seen at a place, and the numbering of its locals. How expressions and statements use them stands elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::locals::{Binding, Locals};
use super::output::CheckOutput;
use super::resolved_names::Meaning;
use super::results::ProcedureResult;
use super::symbol_table::unknown;
use super::symbol_table::{SymbolTable, taken};
use super::turns::EqualTurns;
use super::types::POISON;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::index::Idx;
use crate::ruleset::{
    DEEPEST, Declared, Expr, ExprId, KindId, Local, Parameter, PhaseId, Ruleset, Slot, Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;

/// An expression that is done, with its type.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub id: ExprId,
    pub ty: Type,
    /// The value may be missing.
    pub optional: bool,
}

impl Typed {
    pub fn new(id: ExprId, declared: Declared) -> Self {
        let Declared { ty, optional } = declared;
        Typed { id, ty, optional }
    }

    /// Its type, and whether it may be missing.
    pub fn declared(&self) -> Declared {
        Declared {
            ty: self.ty.clone(),
            optional: self.optional,
        }
    }

    pub fn is_poison(&self) -> bool {
        self.ty == POISON
    }
}

/// A name that stands for one value while something is read.
#[derive(Clone, Debug)]
pub(super) struct NamedConstant {
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    pub ty: Type,
    pub value: Value,
    /// How many locals are seen around it: it hides these, and is hidden by later ones.
    pub locals: usize,
}

/// Whose attributes stand bare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bare {
    pub kind: KindId,
    /// The record; in all bodies that begin with one, local 0.
    pub local: Local,
    /// Only the attributes before this one, in a default.
    pub before: Option<Slot>,
}

/// What a body belongs to, where that decides what may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// a stage of an action, with what it takes
    Action([Option<Slot>; 2]),
    /// a trigger; `true`: one of an act that is being declared
    Trigger(bool),
    /// a procedure, or a row of a table: what may stand in it depends on who calls it
    Called,
    /// anything else
    Other,
}

/// The names of the things of a scenario: kind and index of each.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// By name, with one space before a number: `orc 1`.
    pub things: BTreeMap<String, (KindId, u32)>,
    /// Those that the rules make.
    pub made: MadeRecords,
    /// Whether a record that the rules make is a fault as long as it is not there, rather than missing.
    pub must_be_there: bool,
}

/// The kinds of which rules make records in the course of a run, each with its name and how many records of it there are at the start.
#[derive(Clone, Debug, Default)]
pub struct MadeRecords(pub Vec<(String, KindId, usize)>);

impl MadeRecords {
    /// The record that will be called so if it is made: `card 3`.
    pub fn record(&self, name: &str) -> Option<(KindId, u32)> {
        let (of, number) = name.rsplit_once(' ')?;
        let &(_, kind, at_start) = self.0.iter().find(|made| made.0 == of)?;
        let index = number.parse::<u32>().ok()?.checked_sub(1)?;
        (index.index() >= at_start).then_some((kind, index))
    }
}

/// A body while it is elaborated.
pub(super) struct Elaborator<'a> {
    pub rules: &'a Ruleset,
    pub names: &'a SymbolTable,
    pub out: &'a mut CheckOutput,
    pub diagnostics: &'a mut Diagnostics,
    pub owner: Owner,
    pub bare: Option<Bare>,
    /// The phases around this place, the outermost first.
    pub inside: Vec<PhaseId>,
    /// The name for the record whose turn begins or ends, and the phase.
    pub whose_turn: Option<(String, PhaseId)>,
    /// The turn that others can take here: of which kind of records, and the attribute that says in which order they come.
    pub next_turn: Option<(KindId, Slot)>,
    /// What holds back the acts of this turn until all have had theirs that are equal.
    pub equals: Option<Rc<EqualTurns>>,
    /// What the procedure whose body this is has to give.
    pub result: Option<ProcedureResult>,
    /// The rolls that can be repeated while they are equal: they stand in the `each` that is read.
    pub equal_rolls: Vec<Span>,
    /// How many repetitions are around this place.
    pub repeats: u32,
    /// The names of the body around a phase, which the phase cannot see, and the phase of turns whose record a name stands for.
    pub beyond: Vec<(String, Option<PhaseId>)>,
    /// The names of the records that searches look at or have looked at.
    pub searched: Vec<String>,
    /// The names of braces that are closed, and where they were given.
    pub closed: Vec<(String, Span)>,
    pub things: Option<&'a Scope>,
    /// The names that stand for one value each: the number that a search looks at, the key of an attribute whose default this is.
    pub constants: Vec<NamedConstant>,
    /// Whether this stands in `x is known` or `x is missing`.
    pub is_asked_whether_known: bool,
    /// The part of a value that is rounded up where nothing says how: what it is compared with is then as it is beside the part itself.
    pub rounded_up: Option<Span>,
    /// The unknown names that were told of without a remedy, each once.
    pub told: BTreeSet<String>,
    /// For how many unknown names it was looked what may be meant, and nothing was told.
    pub in_vain: u32,
    /// What should declare names is not understood: those that are not known may be declared there.
    pub astray: bool,
    /// The value in sight that the statement in hand finds anew, and the local that holds it until then.
    pub found_anew: Option<(Local, Local)>,
    pub(in crate::check) locals: Locals,
    scope_start: usize,
    next: Local,
    most: u16,
    /// All locals that the statement in hand uses are below this one.
    used: u16,
}

impl<'a> Elaborator<'a> {
    pub fn new(
        rules: &'a Ruleset,
        names: &'a SymbolTable,
        out: &'a mut CheckOutput,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Elaborator {
            rules,
            names,
            out,
            diagnostics,
            owner: Owner::Other,
            bare: None,
            inside: Vec::new(),
            whose_turn: None,
            next_turn: None,
            equals: None,
            result: None,
            equal_rolls: Vec::new(),
            repeats: 0,
            beyond: Vec::new(),
            searched: Vec::new(),
            closed: Vec::new(),
            things: None,
            constants: Vec::new(),
            is_asked_whether_known: false,
            rounded_up: None,
            told: BTreeSet::new(),
            in_vain: 0,
            astray: false,
            found_anew: None,
            locals: Locals::default(),
            scope_start: 0,
            next: 0,
            most: 0,
            used: 0,
        }
    }

    /// The names of records of a kind that can be seen here, apart from those of a scenario.
    pub fn records_of(&self, kind: KindId) -> impl Iterator<Item = &str> {
        let ty = Type::Record(kind);
        let fitting = self
            .locals
            .iter()
            .filter(move |local| local.declared.ty == ty);
        let turn = self
            .whose_turn
            .iter()
            .filter(move |(_, phase)| self.names.turns.get(phase) == Some(&kind));
        (fitting.map(|local| local.name.as_str())).chain(turn.map(|(name, _)| name.as_str()))
    }

    /// The names of the body that stand for a value of a type, which is never missing.
    pub fn values_that_fit(&self, ty: &Type) -> impl Iterator<Item = &str> {
        let fits = |local: &&Binding| {
            let declared = &local.declared;
            let is_known = declared.ty != POISON && !declared.optional;
            is_known && super::types::fits(self.rules, &declared.ty, ty)
        };
        self.locals
            .iter()
            .filter(fits)
            .map(|local| local.name.as_str())
    }

    /// How many locals the body needs.
    pub fn locals(&self) -> u16 {
        self.most
    }

    /// Gives local 0 to a record whose attributes stand bare.
    pub fn bare_record(&mut self, kind: KindId, before: Option<Slot>) {
        let local = self.reserve();
        self.bare = Some(Bare {
            kind,
            local,
            before,
        });
    }

    /// What a name stands for in the table of its kind; one that is not there is reported.
    pub fn named<I: Copy>(
        &mut self,
        name: &ast::Name,
        what: &str,
        known: &BTreeMap<String, I>,
        meaning: impl Fn(I) -> Meaning,
    ) -> Option<I> {
        let id = known.get(&name.text).copied();
        match id {
            Some(id) => self.out.resolved.uses(name.span, meaning(id)),
            None => {
                let candidates = known.keys().map(String::as_str);
                let complaint = unknown(self.diagnostics, name, what, candidates);
                self.diagnostics.push(match (what, &complaint.help) {
                    ("procedure", _) if self.names.tables.contains_key(&name.text) => {
                        complaint.help(format!(
                            "`{0}` is a table: its value is used as in `let x = {0}(..., roll)`, and rows that do something are carried out with `consult {0}(...) with roll`",
                            name.text
                        ))
                    }
                    ("event", known) if complaint.fix.is_none() => {
                        let known = known.as_deref().map_or(String::new(), |known| format!("{known}; "));
                        let help = format!(
                            "{known}an event is declared among the items, with what it carries: `event {}(combatant c, number n)`",
                            name.text
                        );
                        Diagnostic { alternatives: Box::default(), ..complaint.help(help) }
                    }
                    _ => complaint,
                });
            }
        }
        id
    }

    /// The phase of this name.
    pub fn phase(&mut self, name: &ast::Name) -> Option<PhaseId> {
        self.named(name, "phase", &self.names.phases, Meaning::Phase)
    }

    /// A new local.
    pub fn bind(&mut self, name: &ast::Name, declared: Declared) -> Local {
        if let Some(first) = self.locals.first_from(self.scope_start, &name.text) {
            self.diagnostics
                .push(taken(name, "things here", first.span));
        }
        if self.next == Local::MAX {
            let message = "there are too many names in one body";
            self.diagnostics
                .push(Diagnostic::error(Code::NumberTooLarge, name.span, message));
        }
        let local = self.next_local();
        // What has no name of its own stands at the place of another one.
        if !name.text.is_empty() {
            let meaning = Meaning::Local(name.span);
            self.out.resolved.declares(name.span, meaning);
            self.out.resolved.locals.push((name.span, declared.clone()));
        }
        self.locals.push(Binding {
            name: name.text.clone(),
            declared,
            local,
            span: name.span,
            is_variable: false,
            is_each: false,
        });
        local
    }

    /// A new local for what a statement finds, under a name that stands for it from then on. Where the name stands for such a value already, that one
    /// is found anew.
    pub fn bind_found(&mut self, name: &ast::Name, declared: Declared) -> Local {
        self.next = self.next.max(self.used);
        let known = self.local(&name.text);
        let known = known.filter(|known| known.is_variable && known.declared == declared);
        if let Some((first, local)) = known.map(|known| (known.span, known.local)) {
            self.out.resolved.uses(name.span, Meaning::Local(first));
            let found = self.next_local();
            self.found_anew = Some((local, found));
            return found;
        }
        self.bind_variable(name, declared)
    }

    /// A new local that other statements can find anew.
    pub fn bind_variable(&mut self, name: &ast::Name, declared: Declared) -> Local {
        let local = self.bind(name, declared);
        if let Some(binding) = self.locals.last_mut() {
            binding.is_variable = true;
        }
        local
    }

    /// A new local that holds a value while parts of the statement that were read before it are evaluated.
    pub fn bind_beside(&mut self, name: &ast::Name, declared: Declared) -> Local {
        self.next = self.next.max(self.used);
        self.bind(name, declared)
    }

    /// A new local for a record of a kind.
    pub fn bind_record(&mut self, name: &ast::Name, kind: KindId) -> Local {
        self.bind(name, Declared::certain(Type::Record(kind)))
    }

    /// The same of the record that an `each` or a search looks at.
    pub fn bind_each(&mut self, name: &ast::Name, kind: KindId) -> Local {
        let local = self.bind_record(name, kind);
        if let Some(bound) = self.locals.last_mut() {
            bound.is_each = true;
        }
        local
    }

    /// The innermost record of a kind that has a name, where an `each` or a search looks at it.
    pub fn looked_at(&self, kind: KindId) -> Option<&str> {
        let of_kind = |local: &&Binding| local.declared.ty == Type::Record(kind);
        let innermost = self.locals.iter().rev().find(of_kind)?;
        innermost.is_each.then_some(innermost.name.as_str())
    }

    /// The parameters of something: locals 0, 1, ...
    pub fn bind_parameters(&mut self, parameters: &[Parameter]) {
        for Parameter {
            name,
            declared,
            span,
        } in parameters
        {
            let name = ast::Name {
                text: name.clone(),
                span: *span,
            };
            self.bind(&name, declared.clone());
        }
    }

    /// A local without a name. What was read of the statement so far does not use it, and can be evaluated while it holds a value.
    pub fn reserve(&mut self) -> Local {
        self.next = self.next.max(self.used);
        self.next_local()
    }

    /// The first local that no name in sight has; what was read in scopes that are over may use it.
    fn next_local(&mut self) -> Local {
        let local = self.next;
        self.next = self.next.saturating_add(1);
        self.used = self.used.max(self.next);
        self.most = self.most.max(self.next);
        local
    }

    /// Reads one statement: what others use says nothing about it.
    pub fn one_statement<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let around = std::mem::replace(&mut self.used, self.next);
        let result = read(self);
        self.used = self.used.max(around);
        result
    }

    /// Names that are bound in `inner` cannot be seen after it.
    pub fn scope<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        let (length, start, next) = (self.locals.len(), self.scope_start, self.next);
        self.scope_start = length;
        let result = inner(self);
        self.locals.truncate(length);
        (self.scope_start, self.next) = (start, next);
        result
    }

    /// Notes the names of the scope in hand, which are those of braces that close.
    pub fn close_braces(&mut self) {
        let own = self.locals[self.scope_start..].iter();
        (self.closed).extend(own.map(|binding| (binding.name.clone(), binding.span)));
    }

    /// The innermost local with this name.
    pub fn local(&self, name: &str) -> Option<&Binding> {
        self.locals.innermost(name)
    }

    /// The innermost constant with this name, unless a local hides it.
    pub fn constant(&self, name: &str) -> Option<&NamedConstant> {
        let mut constants = self.constants.iter().rev();
        let found = constants.find(|constant| constant.name == name)?;
        (self.locals.first_from(found.locals, name).is_none()).then_some(found)
    }

    /// The names of all locals.
    pub fn local_names(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().map(|binding| binding.name.as_str())
    }

    /// A body of its own for a phase that stands in this one.
    pub fn for_phase(&mut self) -> Elaborator<'_> {
        let around = self.inside.last().copied();
        let turns = around.filter(|phase| self.names.turns.contains_key(phase));
        // A phase of turns names the record before all else.
        let first = self.locals.first().map(|binding| binding.local);
        let own = self.locals.iter().map(|binding| {
            let is_turn = Some(binding.local) == first;
            (binding.name.clone(), turns.filter(|_| is_turn))
        });
        let beyond = own.chain(self.beyond.iter().cloned()).collect();
        Elaborator {
            inside: self.inside.clone(),
            beyond,
            ..Elaborator::new(self.rules, self.names, self.out, self.diagnostics)
        }
    }

    /// Adds an expression; complains of the first one that is too deep.
    pub fn push(&mut self, expr: Expr, span: Span) -> ExprId {
        let id = self.out.push(expr, span);
        if self.out.height(id) == DEEPEST + 1 {
            let message = format!("more than {DEEPEST} expressions lie in each other here");
            let refused = Diagnostic::error(Code::NestingTooDeep, span, message).help(
                "break a long chain into parts, and give the parts names of their own with `let`",
            );
            self.diagnostics.push(refused);
        }
        id
    }

    /// Adds the question whether a value is there.
    pub fn is_known(&mut self, value: ExprId, span: Span) -> ExprId {
        let missing = self.push(Expr::Missing(value), span);
        self.push(Expr::Not(missing), span)
    }

    /// Adds an expression that is always there.
    pub fn typed(&mut self, expr: Expr, span: Span, ty: Type) -> Typed {
        Typed::new(self.push(expr, span), Declared::certain(ty))
    }

    /// Stands for an expression that was complained about.
    pub fn poison(&mut self, span: Span) -> Typed {
        self.typed(Expr::Const(0), span, POISON)
    }

    /// Complains, and goes on.
    pub fn complain(&mut self, diagnostic: Diagnostic) -> Typed {
        let span = diagnostic.primary.span;
        self.diagnostics.push(diagnostic);
        self.poison(span)
    }
}
