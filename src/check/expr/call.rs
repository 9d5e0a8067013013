//! Calls: of definitions, of tables that give values, of the two that are built in.

use super::given::{WantedValue, wanted};
use crate::check::elaborator::{Elaborator, Typed};
use crate::check::pairs::{self, pair_kind};
use crate::check::resolved_names::Meaning;
use crate::check::symbol_table::unknown;
use crate::check::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, Expr, ExprId, FunctionId, KindId, TableId, Type, slot_of};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::share;

impl Elaborator<'_> {
    /// `f(a, b)`, `f of a`
    pub(super) fn call(&mut self, function: &Name, arguments: &[ast::Expr], span: Span) -> Typed {
        if let Some(keyed) = self.keyed(function, arguments, span) {
            return keyed;
        }
        match function.text.as_str() {
            _ if self.names.functions.contains_key(&function.text) => {
                let id = self.names.functions[&function.text];
                self.call_definition(id, function, arguments, span)
            }
            _ if self.names.tables.contains_key(&function.text) => {
                let id = self.names.tables[&function.text];
                self.look_up(id, function, arguments, span)
            }
            name if let Some((kind, pair)) = pair_kind(self.rules, name) => {
                self.pair((kind, pair), function, arguments, span)
            }
            "higher" | "lower" | "difference" => self.of_two(function, arguments, span),
            _ => self.unknown_call(function, arguments, span),
        }
    }

    fn call_definition(
        &mut self,
        id: FunctionId,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Typed {
        let rules = self.rules;
        let function = &rules.functions[id.index()];
        self.out.resolved.uses(name.span, Meaning::Definition(id));
        let arguments = self.arguments(name, arguments, wanted(&function.parameters));
        let id = self.push(Expr::Call(id, arguments), span);
        Typed::new(id, function.declared.clone())
    }

    fn look_up(&mut self, id: TableId, name: &Name, arguments: &[ast::Expr], span: Span) -> Typed {
        let rules = self.rules;
        let table = &rules.tables[id.index()];
        self.out.resolved.uses(name.span, Meaning::Table(id));
        let Some(gives) = table.gives.clone() else {
            let name = &name.text;
            let message =
                format!("the rows of the table `{name}` do something; they have no value");
            let help = format!("write `consult {name}(...) with ...` as a line of its own");
            let error = Diagnostic::error(Code::WrongPlace, span, message);
            return self.complain(error.help(help));
        };
        let key = Declared::certain(table.key.clone());
        let wanted = wanted(&table.parameters).chain([("", &key)]);
        let arguments = self.arguments(name, arguments, wanted);
        let id = self.push(Expr::Lookup(id, arguments), span);
        Typed::new(id, gives)
    }

    /// Values for parameters: as many as wanted, each of its type.
    pub fn arguments<'d>(
        &mut self,
        of: &Name,
        arguments: &[ast::Expr],
        wanted: impl Iterator<Item = WantedValue<'d>>,
    ) -> Box<[ExprId]> {
        let named: Vec<WantedValue<'_>> = wanted.collect();
        let wanted: Vec<&Declared> = named.iter().map(|(_, declared)| *declared).collect();
        if arguments.len() != wanted.len() {
            let given = arguments.iter();
            let given: Vec<Typed> = given.map(|one| self.expr(one, Some(&POISON))).collect();
            let complaint = self.other_count(of, arguments, &given, &named);
            self.diagnostics.push(complaint);
            return given.iter().map(|typed| typed.id).collect();
        }
        let subject = format!("this value for `{}`", of.text);
        let given = arguments.iter().zip(&wanted);
        let given: Vec<Typed> = given
            .map(|(argument, wanted)| self.as_wanted(argument, &wanted.ty))
            .collect();
        if let Some(complaint) = self.turned(arguments, &given, &wanted) {
            self.diagnostics.push(complaint);
        } else {
            for ((typed, argument), wanted) in given.iter().zip(arguments).zip(&wanted) {
                let place = argument.span;
                let owned = self.owned(&typed.ty, &wanted.ty, argument);
                let owned = owned.filter(|_| typed.ty != wanted.ty).map(str::to_owned);
                match owned {
                    Some(of) => {
                        let complaint =
                            types::mismatch(self.rules, place, &subject, &wanted.ty, &typed.ty);
                        let help = format!("write `{}.{of}`", argument.factor_words());
                        let complaint = complaint.help(help);
                        let edit = complaint.guess(place.at_end(), format!(".{of}"));
                        self.diagnostics.push(edit);
                    }
                    None => self.require(typed, place, &wanted.ty, &subject),
                }
                let help = "give another value, or declare the parameter `optional`";
                self.require_known(typed, argument.span, wanted.optional, &subject, help);
            }
        }
        given.iter().map(|typed| typed.id).collect()
    }

    /// Two values side by side of which each fits in the place of the other alone.
    fn turned(
        &self,
        arguments: &[ast::Expr],
        given: &[Typed],
        wanted: &[&Declared],
    ) -> Option<Diagnostic> {
        let fits = |value: usize, place: usize| {
            let (value, place) = (given.get(value)?, wanted.get(place)?);
            Some(types::fits(self.rules, &value.ty, &place.ty) || value.is_poison())
        };
        let is_turned = |at: &usize| {
            let as_given = fits(*at, *at)? || fits(at + 1, at + 1)?;
            Some(!as_given && fits(*at, at + 1)? && fits(at + 1, *at)?)
        };
        let at = (0..given.len()).find(|at| is_turned(at) == Some(true))?;
        let (one, other) = (&arguments[at], &arguments[at + 1]);
        let with = format!("{}, {}", other.factor_words(), one.factor_words());
        let place = one.span.to(other.span);
        let message = "these values stand in another order";
        let complaint = Diagnostic::error(Code::WrongType, place, message);
        Some(complaint.write(place, with))
    }

    /// `higher(a, b)`, `lower(a, b)`; `difference(a, b)` is how far they are apart, the higher less the lower.
    fn of_two(&mut self, name: &Name, arguments: &[ast::Expr], span: Span) -> Typed {
        let [left, right] = arguments else {
            let message = format!("`{}` needs 2 values, not {}", name.text, arguments.len());
            let complaint = Diagnostic::error(Code::WrongType, name.span, message);
            let first = arguments.first().map(ast::Expr::factor_words);
            let first = first.as_deref().unwrap_or("a");
            let help = format!("both stand in brackets: `{}({first}, ...)`", name.text);
            return self.complain(complaint.help(help));
        };
        let place = left.span;
        let left = self.any_size(left);
        let right = self.size_like(right, &left);
        let ty = self.either(&left, &right);
        let (higher, lower) = (
            Expr::Higher(left.id, right.id),
            Expr::Lower(left.id, right.id),
        );
        let expr = match name.text.as_str() {
            "higher" => higher,
            "lower" => lower,
            _ => {
                if !matches!(ty, Type::Number(_) | POISON) {
                    let what = types::describe(self.rules, &ty);
                    let message = format!("{what} has no difference from another");
                    let complaint = Diagnostic::error(Code::WrongType, place, message);
                    return self.complain(complaint.help("give two numbers"));
                }
                let [higher, lower] = [higher, lower].map(|expr| self.push(expr, span));
                Expr::Minus(higher, lower)
            }
        };
        self.typed(expr, span, ty)
    }

    fn unknown_call(&mut self, function: &Name, arguments: &[ast::Expr], span: Span) -> Typed {
        let told = self.diagnostics.len();
        if let ([of], Some(share)) = (
            arguments,
            share(&function.text, self.rounded_up == Some(span)),
        ) {
            let message = format!("`{}` is said in another way", function.text);
            let with = format!("{} {share}", of.factor_words());
            let complaint = Diagnostic::error(Code::UnknownName, span, message)
                .label(format!("`{with}` says this here"))
                .write(span, with);
            return self.complain(complaint);
        }
        if let [of] | [of, _] = arguments {
            // Of two values each may be a word that is not known without the definition.
            let wanted = (arguments.len() == 2).then_some(&POISON);
            let record = self.expr(of, wanted);
            if let [_, key] = arguments {
                self.expr(key, wanted);
            }
            if let Type::Record(kind) = record.ty
                && let Some(known) = self.rules.kinds.get(kind.index())
                && slot_of(known, &function.text).is_some()
            {
                let what = types::describe(self.rules, &record.ty);
                let said = match arguments {
                    [_] => "not a definition",
                    _ => "and has no key",
                };
                let message = format!("`{}` is an attribute of {what}, {said}", function.text);
                let complaint = Diagnostic::error(Code::UnknownName, function.span, message);
                let with = format!("{}.{}", of.factor_words(), function.text);
                return self.complain(match arguments {
                    [_] if self.things.is_none() => complaint.write(span, with),
                    _ => complaint.help(format!("write `{with}`")),
                });
            }
            if let ([_], Type::Record(KindId::ACT)) = (arguments, &record.ty)
                && slot_of(self.rules.kind(KindId::COMBATANT), &function.text).is_some()
            {
                let (act, name) = (of.factor_words(), &function.text);
                let message = format!("`{name}` belongs to combatants, not to acts");
                let complaint = Diagnostic::error(Code::UnknownName, span, message);
                let help = format!("say whose it is: `{act}.actor.{name}` of who does it");
                return self.complain(complaint.help(help));
            }
        } else {
            arguments
                .iter()
                .for_each(|argument| _ = self.expr(argument, Some(&POISON)));
        }
        if self.local(&function.text).is_some() || self.names.options.contains_key(&function.text) {
            let message = format!("`{}` takes no values", function.text);
            return self.complain(Diagnostic::error(Code::WrongType, function.span, message));
        }
        let names = self.names;
        if let Some(procedure) = names.procedures.get(&function.text) {
            return self.procedure_as_value(function, *procedure);
        }
        let giving = names
            .tables
            .iter()
            .filter(|(_, table)| self.rules.tables[table.index()].gives.is_some());
        let known = names
            .functions
            .keys()
            .chain(giving.map(|(name, _)| name))
            .chain(names.keyed.keys())
            .map(String::as_str)
            .chain(pairs::names(self.rules))
            .chain(["higher", "lower", "difference"]);
        // What stands in the brackets has been told to be no value.
        if matches!(function.text.as_str(), "roll" | "rolls" | "dice")
            && self.diagnostics.len() > told
        {
            return self.poison(span);
        }
        let complaint = unknown(self.diagnostics, function, "definition", known);
        let meant = match function.text.to_lowercase().as_str() {
            "min" | "minimum" => "lower",
            "max" | "maximum" => "higher",
            "abs" | "absolute" | "distance" | "diff" => "difference",
            name if complaint.fix.is_none()
                && self.diagnostics.proposes()
                && self.things.is_none() =>
            {
                return self.complain(complaint.remark(format!(
                    "a new one is defined as in `let {name}(combatant c): yes/no = c.hp > 0`"
                )));
            }
            _ => return self.complain(complaint),
        };
        let complaint = complaint.label(format!("`{meant}` says this here"));
        if let [whole] = arguments
            && let ast::ExprKind::Sum { first, rest } = &whole.kind
            && let [(ast::SumOp::Minus, other)] = rest.as_slice()
        {
            let both = [first, other].map(|one| one.factor_words()).join(", ");
            let with = format!("{meant}({both})");
            return self.complain(complaint.write(span, with));
        }
        self.complain(complaint.write(function.span, meant))
    }
}
