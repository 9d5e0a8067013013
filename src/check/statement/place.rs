//! Places where values are put: attributes and names of the body. Options, definitions and what the machine keeps cannot be set.

use crate::check::elaborator::Elaborator;
use crate::check::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Destination, Expr, ExprId, Statement, StatementKind as Kind, TableId, Type};
use crate::source::{Clean, Span};
use crate::suggest;
use crate::syntax::ast;

/// What can be done where nothing is put into an attribute that is not optional.
pub(super) const NEVER_MISSING: &str = "declare the attribute `optional`, or give another value";

/// Where a value is put.
enum WrittenPlace {
    /// At one place.
    One(Destination),
    /// At that of a key that is worked out: the table that finds its value, and what that is given.
    Keyed(TableId, Box<[ExprId]>),
}

/// A place, and what may be put there.
struct AssignmentTarget {
    place: WrittenPlace,
    ty: Type,
    optional: bool,
    name: String,
}

impl Elaborator<'_> {
    /// `set place = value`
    pub(super) fn set(
        &mut self,
        place: &ast::Expr,
        value: &ast::Expr,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let at = place.span.to(value.span);
        let Some(target) = self.place(place) else {
            self.expr(value, Some(&POISON));
            return None;
        };
        let subject = format!("the value of `{}`", target.name);
        let typed = self.value(value, &target.ty, &subject);
        let subject = format!("`{}`", target.name);
        self.require_known(&typed, value.span, target.optional, &subject, NEVER_MISSING);
        self.set_to_itself(&target, place.span, typed.id);
        let how = |place, value| Kind::Set { place, value };
        self.put(target.place, typed.id, how, at, before)
    }

    /// Warns of a name that is set to its own value, mostly because it hides an attribute.
    fn set_to_itself(&mut self, target: &AssignmentTarget, span: Span, value: ExprId) {
        let value = self.out.exprs.get(value.index());
        let (WrittenPlace::One(Destination::Local(local)), Some(Expr::Local(own))) =
            (&target.place, value)
        else {
            return;
        };
        if local != own {
            return;
        }
        let name = Clean(&target.name);
        let message = format!("`{name}` is set to itself");
        let warning = Diagnostic::warning(Code::Unused, span, message);
        let hidden = self
            .bare
            .and_then(|bare| self.bare_slot(bare, &target.name));
        self.diagnostics.push(match hidden {
            Some(_) => {
                let help =
                    format!("the name hides the attribute `{name}`: write `set this.{name}`");
                let written = format!("this.{}", target.name);
                warning.help(help).guess(span, written)
            }
            None => warning.help("take it out, or set it to something else"),
        });
    }

    /// Puts a value at a place, in one way.
    fn put(
        &mut self,
        place: WrittenPlace,
        value: ExprId,
        how: fn(Destination, ExprId) -> Kind,
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        match place {
            WrittenPlace::One(place) => Some(how(place, value)),
            WrittenPlace::Keyed(table, found) => {
                self.put_by_key((table, &found), (value, how), span, before)
            }
        }
    }

    /// `add value to place`, `subtract value from place`
    pub(in crate::check) fn change(
        &mut self,
        place: &ast::Expr,
        value: &ast::Expr,
        add: bool,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let at = place.span.to(value.span);
        let Some(target) = self.place(place) else {
            self.expr(value, Some(&POISON));
            return None;
        };
        let is_set = matches!(target.ty, Type::Set(_));
        let can_be = is_set || matches!(target.ty, Type::Number(_)) || target.ty == POISON;
        let refused = match (can_be, &target.place) {
            (false, _) => {
                let what = types::describe(self.rules, &target.ty);
                let message = format!(
                    "`{}` is {what}; only numbers and several records can be added to",
                    target.name
                );
                let complaint = Diagnostic::error(Code::WrongType, place.span, message);
                Some(self.of_attributes(complaint, place, &target.ty))
            }
            (true, WrittenPlace::One(Destination::Local(_))) if is_set => {
                let message = format!(
                    "`{}` is a name; only an attribute of several records can be added to",
                    target.name
                );
                let help =
                    "set it anew, as in `set x = all combatant c where (c in x or c is other)`";
                Some(Diagnostic::error(Code::WrongType, place.span, message).help(help))
            }
            (true, _) => None,
        };
        if let Some(refused) = refused {
            self.diagnostics.push(refused);
            self.expr(value, Some(&POISON));
            return None;
        }
        let subject = format!("what changes `{}`", target.name);
        let value = self.value(value, &target.ty, &subject).id;
        let how = match add {
            true => |place, value| Kind::Add { place, value },
            false => |place, value| Kind::Subtract { place, value },
        };
        self.put(target.place, value, how, at, before)
    }

    /// Adds the numbers that a record has, where it stands in place of one of them.
    pub(in crate::check) fn of_attributes(
        &self,
        complaint: Diagnostic,
        place: &ast::Expr,
        ty: &Type,
    ) -> Diagnostic {
        let Type::Record(kind) = *ty else {
            return complaint;
        };
        // Of a kind that there is not nothing is known.
        let Some(known) = self.rules.kinds.get(kind.index()) else {
            return complaint;
        };
        let all = known.attributes.iter().skip(usize::from(kind.built_in()));
        let numbers = all.filter(|one| matches!(one.declared.ty, Type::Number(_)));
        let owner = place.factor_words();
        let numbers: Vec<String> = numbers.map(|one| format!("{owner}.{}", one.name)).collect();
        match numbers.as_slice() {
            [] => complaint,
            [only] => complaint.write(place.span, only),
            _ => complaint.help(format!(
                "name one of its attributes: {}",
                suggest::list(numbers.iter().map(String::as_str))
            )),
        }
    }

    /// Reads a place; says why it is none.
    fn place(&mut self, place: &ast::Expr) -> Option<AssignmentTarget> {
        let errors = self.diagnostics.len();
        let typed = self.expr(place, None);
        let is_told = base(place).is_some_and(|name| self.told.contains(&name.text));
        if typed.is_poison() && (self.astray || is_told || self.diagnostics.len() > errors) {
            return None;
        }
        let name = last_name(place);
        match self.out.exprs.get(typed.id.index())?.clone() {
            Expr::Local(local) if name != "this" => Some(AssignmentTarget {
                place: WrittenPlace::One(Destination::Local(local)),
                ty: typed.ty,
                optional: true,
                name,
            }),
            Expr::Attribute { kind, of, slot } => {
                if slot < kind.built_in() || self.rules.kinds[kind.index()].is_of_pair(slot) {
                    self.diagnostics.push(read_only(place.span, &name));
                    return None;
                }
                let declared = &self.rules.attribute(kind, slot).declared;
                Some(AssignmentTarget {
                    place: WrittenPlace::One(self.rules.destination(kind, of, slot)),
                    ty: typed.ty,
                    optional: declared.optional,
                    name,
                })
            }
            Expr::Lookup(table, found) if self.rules.tables[table.index()].reads.is_some() => {
                let gives = self.rules.tables[table.index()].gives.as_ref();
                Some(AssignmentTarget {
                    place: WrittenPlace::Keyed(table, found),
                    ty: typed.ty,
                    optional: gives.is_some_and(|gives| gives.optional),
                    name,
                })
            }
            other => {
                let complaint = no_place(place.span, &name, &other);
                let complaint = match other {
                    Expr::Query(_) => self.of_attributes(complaint, place, &typed.ty),
                    _ => complaint,
                };
                self.diagnostics.push(complaint);
                None
            }
        }
    }
}

/// The complaint that an attribute is kept by the language itself.
pub(in crate::check) fn read_only(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(
        Code::WrongPlace,
        span,
        format!("`{name}` cannot be set: it is kept for the rules, not by them"),
    )
}

fn no_place(span: Span, name: &str, what: &Expr) -> Diagnostic {
    let (why, help) = match what {
        Expr::Option(_) => (
            "is an option; options do not change during a combat",
            "keep what changes in an attribute of `combat`",
        ),
        Expr::Counter(_) => (
            "tells the repetitions of a phase apart",
            "only the phase gives it a value; `leave phase` ends a phase and its repetitions",
        ),
        Expr::Call(..) => (
            "is a definition; its value is worked out",
            "set what it is worked out from",
        ),
        Expr::Local(_) => ("is the act itself", "set one of its attributes"),
        Expr::Const(_) => (
            "is not a place for values",
            "set an attribute of a record, or a name made by `let`",
        ),
        _ => {
            return Diagnostic::error(Code::WrongPlace, span, "nothing can be put here")
                .help("set an attribute of a record, or a name made by `let`");
        }
    };
    Diagnostic::error(Code::WrongPlace, span, format!("`{name}` {why}")).help(help)
}

/// The name with which a place begins.
fn base(place: &ast::Expr) -> Option<&ast::Name> {
    match &place.kind {
        ast::ExprKind::Name(name) => Some(name),
        ast::ExprKind::Dot(of, _) => base(of),
        _ => None,
    }
}

fn last_name(place: &ast::Expr) -> String {
    match &place.kind {
        ast::ExprKind::Name(name)
        | ast::ExprKind::Dot(_, name)
        | ast::ExprKind::Call { function: name, .. } => name.text.clone(),
        _ => "this".to_owned(),
    }
}
