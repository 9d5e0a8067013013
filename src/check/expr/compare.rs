//! Conditions: joining, comparing, and what is said of missing values.

use super::unknown::other_word;
use crate::check::elaborator::{Elaborator, Typed};
use crate::check::types;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, ExprId, KindId, Type, slot_of};
use crate::source::{Quoted, Span};
use crate::syntax::ast::{self, Comparator, ExprKind, Piece};

impl Elaborator<'_> {
    /// `not e`
    pub(super) fn not(&mut self, inner: &ast::Expr, span: Span) -> Typed {
        let inner = self.condition(inner);
        self.typed(Expr::Not(inner), span, Type::YesNo)
    }

    /// `a and b`
    pub(super) fn all_of(&mut self, parts: &[ast::Expr], span: Span) -> Typed {
        if let Some(complaint) = parts.windows(2).find_map(|pair| self.between(pair)) {
            return self.complain(complaint);
        }
        let parts = parts.iter().map(|part| self.condition(part)).collect();
        self.typed(Expr::And(parts), span, Type::YesNo)
    }

    /// `a or b`
    pub(super) fn any_of(&mut self, parts: &[ast::Expr], span: Span) -> Typed {
        if let Some(complaint) = (1..parts.len()).find_map(|at| self.once_more(parts, at)) {
            return self.complain(complaint);
        }
        let wanted = Type::YesNo;
        let typed: Vec<Typed> = (parts.iter())
            .map(|part| self.expr(part, Some(&wanted)))
            .collect();
        let fits = |one: &Typed, ty: &Type| types::fits(self.rules, &one.ty, ty);
        if let ([value, otherwise], [first, second]) = (parts, &typed[..])
            && !fits(second, &wanted)
            && (!fits(first, &wanted) && fits(second, &first.ty)
                || matches!(otherwise.kind, ExprKind::Number(_)))
        {
            let between = Span {
                start: value.span.end,
                end: otherwise.span.start,
                ..span
            };
            let message = "what counts where a value is missing stands behind `or else`";
            let complaint = Diagnostic::error(Code::WrongType, otherwise.span, message)
                .label("this is neither yes nor no")
                .help("write `or else`, or compare both with something");
            return self.complain(complaint.guess(between, " or else "));
        }
        for (typed, part) in typed.iter().zip(parts) {
            self.fitting(typed, part, &wanted, "a condition");
        }
        let parts = typed.iter().map(|typed| typed.id).collect();
        self.typed(Expr::Or(parts), span, Type::YesNo)
    }

    /// `c.hp is between 1 and 30`
    fn between(&self, pair: &[ast::Expr]) -> Option<Diagnostic> {
        let [lower, upper] = pair else {
            return None;
        };
        let ExprKind::Compare { op, left, right } = &lower.kind else {
            return None;
        };
        let ExprKind::Numbered(between, number) = &right.kind else {
            return None;
        };
        let thing = format!("between {}", number.digits);
        let is_thing = (self.things).is_some_and(|scope| scope.things.contains_key(&thing));
        if between.text != "between" || is_thing {
            return None;
        }
        let message = "`between` is said in another way";
        let value = left.factor_words();
        let (from, to) = (&number.digits, upper.factor_words());
        let with = match op {
            Comparator::NotEqual => format!("({value} < {from} or {value} > {to})"),
            _ => format!("{value} >= {from} and {value} <= {to}"),
        };
        let place = lower.span.to(upper.span);
        let complaint = Diagnostic::error(Code::WrongPlace, place, message);
        Some(complaint.write(place, with))
    }

    /// `c.hp = 5 or 6`, with values from this place on.
    fn once_more(&self, parts: &[ast::Expr], at: usize) -> Option<Diagnostic> {
        let first = parts.get(at - 1)?;
        let ExprKind::Compare { op, left, right } = &first.kind else {
            return None;
        };
        let (sign, joined) = match op {
            Comparator::Equal => ("=", "or"),
            Comparator::NotEqual => ("!=", "and"),
            Comparator::Less
            | Comparator::LessOrEqual
            | Comparator::Greater
            | Comparator::GreaterOrEqual
            | Comparator::In => return None,
        };
        let is_value = |part: &&ast::Expr| match &part.kind {
            ExprKind::Number(_) | ExprKind::Quantity(..) | ExprKind::Text(_) => true,
            ExprKind::Name(name) => match self.local(&name.text) {
                Some(local) => local.declared.ty != Type::YesNo,
                None => self.is_word(&name.text) && self.means_something(&name.text),
            },
            _ => false,
        };
        let values: Vec<&ast::Expr> = parts[at..].iter().take_while(is_value).collect();
        let owner = left.factor_words();
        let each = values.iter().map(|value| {
            let value = value.factor_words();
            format!(" {joined} {owner} {sign} {value}")
        });
        let mut with: String = each.collect();
        let last = values.last()?.span;
        let mut place = first.span.at_end().to(last);
        // `c.hp is either 5 or 6`
        if let ExprKind::Numbered(either, number) = &right.kind
            && either.text == "either"
        {
            with = format!("{owner} {sign} {}{with}", number.digits);
            place = first.span.to(last);
        }
        let message = "each value is compared by itself";
        let complaint = Diagnostic::error(Code::WrongType, values.first()?.span.to(last), message)
            .label("compared with nothing");
        Some(complaint.write(place, with))
    }

    /// Whether a text is a word of some choice, a stage or an action.
    fn means_something(&self, text: &str) -> bool {
        self.names.word(text).is_some() || self.names.actions.contains_key(text)
    }

    /// `e is known`, `e is missing`
    pub(super) fn known(&mut self, inner: &ast::Expr, known: bool, span: Span) -> Typed {
        let asked_before = std::mem::replace(&mut self.is_asked_whether_known, true);
        let inner = self.expr(inner, None);
        self.is_asked_whether_known = asked_before;
        let missing = self.typed(Expr::Missing(inner.id), span, Type::YesNo);
        if known {
            self.typed(Expr::Not(missing.id), span, Type::YesNo)
        } else {
            missing
        }
    }

    /// `a or else b`
    pub(super) fn or_else(
        &mut self,
        parts: &[ast::Expr],
        span: Span,
        expected: Option<&Type>,
    ) -> Typed {
        let parts: Vec<&ast::Expr> = parts.iter().collect();
        let (values, ty) = self.alike(&parts, expected);
        let optional = values.iter().all(|value| value.optional);
        let ids: Box<[ExprId]> = values.iter().map(|value| value.id).collect();
        let id = self.push(Expr::OrElse(ids), span);
        Typed { id, ty, optional }
    }

    /// `if a then b else c`
    pub(super) fn if_else(
        &mut self,
        branches: &[(ast::Expr, ast::Expr)],
        otherwise: &ast::Expr,
        span: Span,
        expected: Option<&Type>,
    ) -> Typed {
        let conditions: Vec<ExprId> = branches
            .iter()
            .map(|(condition, _)| self.condition(condition))
            .collect();
        let results: Vec<&ast::Expr> = branches
            .iter()
            .map(|(_, result)| result)
            .chain([otherwise])
            .collect();
        let (values, ty) = self.alike(&results, expected);
        let optional = values.iter().any(|value| value.optional);
        let mut ids = values.iter().map(|value| value.id).rev();
        let last = ids.next().unwrap_or_default();
        let id = conditions
            .into_iter()
            .rev()
            .zip(ids)
            .fold(last, |below, (condition, value)| {
                self.push(Expr::If(condition, value, below), span)
            });
        Typed { id, ty, optional }
    }

    /// Values that must be of one type: words take their meaning from the others.
    fn alike(&mut self, parts: &[&ast::Expr], expected: Option<&Type>) -> (Vec<Typed>, Type) {
        let first = match expected {
            Some(_) => None,
            None => parts
                .iter()
                .position(|part| !self.is_wordy(part))
                .map(|index| (index, self.expr(parts[index], None))),
        };
        let lead = first.as_ref().map(|(_, typed)| typed.ty.clone());
        let mut values = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            match &first {
                Some((done, typed)) if *done == index => values.push(typed.clone()),
                _ => values.push(self.expr(part, expected.or(lead.as_ref()))),
            }
        }
        let mut ty = lead
            .or_else(|| values.first().map(|value| value.ty.clone()))
            .unwrap_or(types::POISON);
        for (value, part) in values.iter().zip(parts) {
            match types::join(self.rules, &ty, &value.ty) {
                Some(joined) => ty = joined,
                None => {
                    let (one, other) = (
                        types::describe(self.rules, &ty),
                        types::describe(self.rules, &value.ty),
                    );
                    let message = format!("one of these is {one}, but another is {other}");
                    let complaint = Diagnostic::error(mixed(&ty, &value.ty), part.span, message)
                        .label(format!("this is {other}"));
                    self.diagnostics.push(match value.ty {
                        Type::Number(None) => {
                            types::of_units(complaint, self.rules, part.span, &ty, &value.ty)
                        }
                        _ => complaint,
                    });
                    ty = types::POISON;
                    break;
                }
            }
        }
        (values, ty)
    }

    /// Whether an expression is nothing but words, which have no type of their own.
    fn is_wordy(&self, ast: &ast::Expr) -> bool {
        match &ast.kind {
            ExprKind::Name(name) => self.is_word(&name.text),
            ExprKind::OrElse(parts) => parts.iter().all(|part| self.is_wordy(part)),
            ExprKind::If {
                branches,
                otherwise,
            } => {
                self.is_wordy(otherwise) && branches.iter().all(|(_, result)| self.is_wordy(result))
            }
            _ => false,
        }
    }

    /// `a < b`, `a is b`
    pub(super) fn compare(
        &mut self,
        op: Comparator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Typed {
        match op {
            Comparator::Equal | Comparator::NotEqual => {
                self.equal(op == Comparator::Equal, left, right, span)
            }
            Comparator::In => self.is_in(left, right, span),
            _ => self.by_rounded_size(op, left, right, span),
        }
    }

    fn equal(&mut self, equal: bool, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed {
        let (a, b) = if self.is_wordy(left) && !self.is_wordy(right) {
            let b = self.expr(right, None);
            (self.expr(left, Some(&b.ty)), b)
        } else {
            let a = self.expr(left, None);
            let said_of_one = self.asked_by_itself(&a.ty, left, right);
            if let Some(complaint) = said_of_one.or_else(|| self.no_value(equal, left, right)) {
                return self.complain(complaint);
            }
            if let Some(complaint) = self.quality(equal, &a.ty, left, right) {
                return self.complain(complaint);
            }
            let b = self.expr(right, Some(&a.ty));
            (a, b)
        };
        if let (Type::YesNo, Type::Number(None), "0" | "1") =
            (&a.ty, &b.ty, right.factor_words().as_str())
        {
            let with = match (right.factor_words() == "0") == equal {
                true => format!("not {}", left.factor_words()),
                false => left.factor_words(),
            };
            let message = "yes or no is asked without a number";
            let complaint = Diagnostic::error(Code::WrongType, span, message);
            return self.complain(complaint.write(span, with));
        }
        if !types::comparable(self.rules, &a.ty, &b.ty) {
            let (one, other) = (
                types::describe(self.rules, &a.ty),
                types::describe(self.rules, &b.ty),
            );
            let message = format!("{one} is never the same as {other}");
            let said = [(&one, left), (&other, right)];
            let ways = [(&a.ty, &b.ty, said), (&b.ty, &a.ty, [said[1], said[0]])];
            let owned = ways.into_iter().find_map(|(wanted, owner, said)| {
                let of = self.owned(owner, wanted, said[1].1)?;
                Some((of, [said[1], said[0]]))
            });
            let [(what, first), (what_else, second)] = owned.map_or(said, |(_, said)| said);
            let complaint = Diagnostic::error(mixed(&a.ty, &b.ty), first.span, message)
                .label(format!("this is {what}"))
                .also(second.span, format!("this is {what_else}"));
            let others = [(&a.ty, right), (&b.ty, left)];
            let word = others
                .iter()
                .find_map(|(ty, side)| self.quoted_word(ty, side));
            self.diagnostics.push(match (word, owned) {
                (Some((word, span)), _) => complaint
                    .help(format!(
                        "words stand without quotes: write `{}`",
                        Quoted(word)
                    ))
                    .guess(span, word),
                (None, Some((of, _))) => {
                    let with = format!("{}.{of}", first.factor_words());
                    complaint.write(first.span, with)
                }
                (None, None) => match unit_too_many(&a.ty, right).or(unit_too_many(&b.ty, left)) {
                    Some((number, span)) => complaint
                        .help(format!("write `{number}`, without a unit"))
                        .guess(span, number),
                    None => types::of_units(complaint, self.rules, second.span, &a.ty, &b.ty),
                },
            });
        }
        let expr = if equal {
            Expr::Equal(a.id, b.id)
        } else {
            Expr::NotEqual(a.id, b.id)
        };
        self.typed(expr, span, Type::YesNo)
    }

    /// `k != null`
    fn no_value(&self, equal: bool, left: &ast::Expr, right: &ast::Expr) -> Option<Diagnostic> {
        let ExprKind::Name(name) = &right.kind else {
            return None;
        };
        let is_said = !equal && other_word(&name.text) == Some("missing") && name.text != "none";
        let message = format!("there is no name `{}`", name.text);
        let complaint = Diagnostic::error(Code::UnknownName, name.span, message)
            .help("whether a value is there is asked with `is known`");
        let place = left.span.at_end().to(right.span);
        (is_said && !self.visible().any(|seen| *seen == name.text))
            .then(|| complaint.guess(place, " is known"))
    }

    /// The attribute of a record that stands where a record of another kind, an action or a word is meant, by which it is one of these: `actor` of an act.
    pub(super) fn owned(&self, owner: &Type, wanted: &Type, said: &ast::Expr) -> Option<&str> {
        let (Type::Record(kind), Type::Record(_) | Type::Action | Type::Choice(_)) =
            (owner, wanted)
        else {
            return None;
        };
        let is_any = |ty: &Type| *ty == types::POISON;
        let is_plain =
            matches!(said.kind, ExprKind::Name(_) | ExprKind::Dot(..)) && !is_any(wanted);
        let attributes = self.rules.kinds.get(kind.index())?.attributes.iter();
        let fits = |one: &Type| !is_any(one) && types::fits(self.rules, wanted, one);
        let mut fitting = attributes.filter(|one| fits(&one.declared.ty));
        // Of an act the one who acts comes first.
        let first = fitting.next().filter(|_| is_plain)?;
        (*kind == KindId::ACT || fitting.next().is_none()).then_some(first.name.as_str())
    }

    /// `a.stage is begun`, where `begun` is asked of the act itself.
    fn asked_by_itself(
        &self,
        ty: &Type,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Option<Diagnostic> {
        let (ExprKind::Dot(_, asked), ExprKind::Name(said)) = (&left.kind, &right.kind) else {
            return None;
        };
        let is_stage = *ty == Type::Stage && self.word_of(ty, &said.text).is_none();
        let act = self.rules.kind(KindId::ACT);
        slot_of(act, &said.text).filter(|_| is_stage && self.is_word(&said.text))?;
        let (message, said) = (format!("`{}` is no stage", said.text), &said.text);
        let complaint = Diagnostic::error(Code::UnknownName, right.span, message)
            .label("asked of the act itself")
            .help(format!(
                "write `.{said}` in place of `.{} is {said}`",
                asked.text
            ));
        Some(complaint.guess(asked.span.to(right.span), said))
    }

    /// `o in a.targets`
    fn is_in(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed {
        let set = self.expr(right, None);
        let wanted = match set.ty {
            Type::Set(kind) => Type::Record(kind),
            types::POISON => types::POISON,
            ref other => {
                let what = types::describe(self.rules, other);
                let message =
                    format!("what stands behind `in` must be several records, but this is {what}");
                let complaint = Diagnostic::error(Code::WrongType, right.span, message);
                let complaint = complaint.help("an attribute holds several if its type is the plural of a kind: `targets: combatants`");
                return self.complain(complaint);
            }
        };
        let one = self.expr(left, Some(&wanted));
        if !types::comparable(self.rules, &one.ty, &wanted) {
            self.diagnostics.push(types::mismatch(
                self.rules,
                left.span,
                "what stands before `in`",
                &wanted,
                &one.ty,
            ));
        }
        self.typed(Expr::In(one.id, set.id), span, Type::YesNo)
    }

    /// A text that says a word of a type whose words stand without quotes, or a thing of the scenario.
    fn quoted_word<'t>(&self, ty: &Type, text: &'t ast::Expr) -> Option<(&'t str, Span)> {
        let ExprKind::Text(said) = &text.kind else {
            return None;
        };
        let [Piece::Plain(word)] = said.pieces.as_slice() else {
            return None;
        };
        let is_bare = match ty {
            Type::Choice(_) | Type::Stage | Type::Action => true,
            Type::Record(_) => (self.things).is_some_and(|all| all.things.contains_key(word)),
            Type::YesNo | Type::Number(_) | Type::Text | Type::Set(_) => false,
        };
        is_bare.then_some((word, text.span))
    }

    pub(super) fn by_size(
        &mut self,
        op: Comparator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Typed {
        let (a, b) = if self.is_wordy(left) && !self.is_wordy(right) {
            let b = self.any_size(right);
            (self.size_like(left, &b), b)
        } else {
            let a = self.any_size(left);
            let b = self.size_like(right, &a);
            (a, b)
        };
        let expr = match op {
            Comparator::Less => Expr::Less(a.id, b.id),
            Comparator::LessOrEqual => Expr::LessOrEqual(a.id, b.id),
            Comparator::Greater => Expr::Less(b.id, a.id),
            _ => Expr::LessOrEqual(b.id, a.id),
        };
        self.typed(expr, span, Type::YesNo)
    }
}

/// What kind of mistake it is to put values of these types together.
fn mixed(one: &Type, other: &Type) -> Code {
    match (one, other) {
        (Type::Number(_), Type::Number(_)) => Code::UnitsDoNotMix,
        _ => Code::WrongType,
    }
}

/// A number with a unit that is compared with a plain one.
fn unit_too_many(ty: &Type, side: &ast::Expr) -> Option<(String, Span)> {
    match (ty, &side.kind) {
        (Type::Number(None), ExprKind::Quantity(number, _)) => {
            let sign = if number.negative { "-" } else { "" };
            Some((format!("{sign}{}", number.digits), side.span))
        }
        _ => None,
    }
}
