//! New records and the attributes that are given to them.

use super::place::{NEVER_MISSING, read_only};
use crate::check::elaborator::Elaborator;
use crate::check::pairs;
use crate::check::resolved_names::Meaning;
use crate::check::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Expr, ExprId, KindId, Local, Slot, Statement, StatementKind as Kind, Template, TemplateId,
    TemplatePiece, Type, slot_of, slots,
};
use crate::source::Span;
use crate::syntax::ast::{self, Comparator, ExprKind, Name, Number, Text};

/// What the attributes are given to.
pub(in crate::check) enum AttributeOwner<'a> {
    /// a new act, by its action
    Act(&'a Name),
    /// a new record, by its kind
    Record(&'a Name),
}

impl Elaborator<'_> {
    /// `new injury as i { owner = c }`, `new token "fire at {c.zone}"`
    pub(super) fn new_record(
        &mut self,
        kind: &Name,
        (name, title): (Option<&Name>, Option<&Text>),
        settings: &[(Name, ast::Expr)],
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let Some(known) = self.kind(kind) else {
            settings
                .iter()
                .for_each(|(_, value)| _ = self.expr(value, Some(&POISON)));
            name.map(|name| self.bind_record(name, crate::check::expr::POISON_KIND));
            title.map(|title| self.template(title));
            return None;
        };
        if let Some(help) = never_new(known) {
            let message = format!("a new `{}` cannot be made", kind.text);
            self.diagnostics
                .push(Diagnostic::error(Code::WrongPlace, kind.span, message).help(help));
        }
        if let Some(refused) = pairs::refused(self.rules, known, kind.span) {
            self.diagnostics.push(refused);
        }
        let settings = self.settings(known, settings, &AttributeOwner::Record(kind));
        let local = name.map(|name| self.bind_record(name, known));
        let local = local.or_else(|| title.map(|_| self.reserve()));
        let made = Kind::New {
            kind: known,
            local,
            settings,
        };
        let Some((title, local)) = title.zip(local) else {
            return Some(made);
        };
        before.push(Statement { kind: made, span });
        Some(Kind::Note(self.title_of_record((known, local), title)))
    }

    /// The title of a record that was just made, behind the record itself.
    fn title_of_record(&mut self, (kind, local): (KindId, Local), title: &Text) -> TemplateId {
        let of = self.push(Expr::Local(local), title.span);
        let mut pieces = vec![
            TemplatePiece::Hole(of, Type::Record(kind)),
            TemplatePiece::Plain(": ".to_owned()),
        ];
        pieces.extend(self.pieces(title));
        let untold = |piece: &TemplatePiece| match piece {
            TemplatePiece::Holder(..) => Some("a secret value"),
            TemplatePiece::Hole(_, Type::Record(KindId::ACT)) => Some("an act"),
            TemplatePiece::Plain(_) | TemplatePiece::Hole(..) => None,
        };
        if let Some(what) = pieces.iter().find_map(untold) {
            let message = format!("a title cannot hold {what}");
            let error = Diagnostic::error(Code::WrongPlace, title.span, message);
            let help = "all see a title, and it stays as it is: put in names, numbers and words";
            self.diagnostics.push(error.help(help));
        }
        self.out.template(Template {
            pieces,
            span: title.span,
            reveals: None,
            titles: true,
        })
    }

    /// The attributes of a new record: each known, each once, none missing that must be there.
    pub(in crate::check) fn settings(
        &mut self,
        kind: KindId,
        settings: &[(Name, ast::Expr)],
        whose: &AttributeOwner<'_>,
    ) -> Box<[(Slot, ExprId)]> {
        let rules = self.rules;
        let known = rules.kind(kind);
        let mut given: Vec<(Slot, ExprId)> = Vec::new();
        let mut places: Vec<(Slot, &Name)> = Vec::new();
        for (name, value) in settings {
            let Some(slot) = slot_of(known, &name.text) else {
                let complaint = self.no_attribute(kind, name);
                self.diagnostics.push(complaint);
                self.expr(value, Some(&POISON));
                continue;
            };
            let declared = known.attributes[usize::from(slot)].keyed.unwrap_or(slot);
            // What a tactic's act is aimed at has no name of the attribute beside it.
            if name.span != value.span || matches!(value.kind, ast::ExprKind::Yes) {
                let meaning = Meaning::Attribute(kind, declared);
                self.out.resolved.uses(name.span, meaning);
            }
            if let Some((_, first)) = places.iter().find(|(other, _)| *other == slot) {
                let message = format!("`{}` is given twice", name.text);
                let error = Diagnostic::error(Code::DuplicateSetting, name.span, message);
                self.diagnostics.push(error.also(first.span, "first here"));
            }
            places.push((slot, name));
            if is_kept(kind, slot) {
                self.diagnostics.push(read_only(name.span, &name.text));
            }
            if let Some((number, next)) = self.next_read_as_unit(kind, value) {
                places.extend(slot_of(known, &next.text).map(|slot| (slot, next)));
                let (digits, unit) = (&number.digits, &next.text);
                let message = format!("`{unit}` is read as the unit of `{digits}`");
                let help = format!("put a comma between them: `{digits}, {unit} = ...`");
                let error = Diagnostic::error(Code::UnknownName, next.span, message).help(help);
                let fixed = error.guess(number.span.at_end(), ",");
                self.diagnostics.push(fixed);
                continue;
            }
            let subject = format!("the value of `{}`", name.text);
            let wanted = &known.attributes[usize::from(slot)].declared;
            let typed = self.value(value, &wanted.ty, &subject);
            let subject = format!("`{}`", name.text);
            self.require_known(&typed, value.span, wanted.optional, &subject, NEVER_MISSING);
            given.push((slot, typed.id));
        }
        self.check_needed(kind, &places, whose);
        given.into()
    }

    /// `hp = 9 side = s`: the number at the end of a value and the next attribute, which is read as its unit.
    fn next_read_as_unit<'e>(
        &self,
        kind: KindId,
        value: &'e ast::Expr,
    ) -> Option<(&'e Number, &'e Name)> {
        let ExprKind::Compare {
            op: Comparator::Equal,
            left,
            right: _,
        } = &value.kind
        else {
            return None;
        };
        let last = match &left.kind {
            ExprKind::Sum { rest, .. } => rest.last().map_or(&**left, |(_, last)| last),
            ExprKind::Product { rest, .. } => rest.last().map_or(&**left, |(_, last)| last),
            _ => left,
        };
        let ExprKind::Quantity(number, unit) = &last.kind else {
            return None;
        };
        let is_unit = self.names.units.contains_key(&unit.text);
        let is_attribute = slot_of(self.rules.kind(kind), &unit.text).is_some();
        (is_attribute && !is_unit).then_some((number, unit))
    }

    fn check_needed(&mut self, kind: KindId, given: &[(Slot, &Name)], whose: &AttributeOwner<'_>) {
        let needed = self.names.needed.get(&kind).into_iter().flatten();
        let missing: Vec<&str> = needed
            .filter(|slot| !given.iter().any(|(other, _)| other == *slot))
            .map(|slot| self.rules.attribute(kind, *slot).name.as_str())
            .collect();
        let [first, ..] = missing.as_slice() else {
            return;
        };
        // What an act of an unknown action needs is not known.
        if matches!(whose, AttributeOwner::Act(name) if !self.names.actions.contains_key(&name.text))
        {
            return;
        }
        let (AttributeOwner::Act(name) | AttributeOwner::Record(name)) = whose;
        let message = format!(
            "nothing says the {} of this `{}`",
            crate::suggest::list_all(missing.iter().copied()),
            name.text
        );
        let error = Diagnostic::error(Code::MissingValue, name.span, message);
        let help = format!("give it: `{{ {first} = ... }}`, or give the attribute a default");
        self.diagnostics.push(error.help(help));
    }
}

/// Whether an attribute is kept by the language, even when a record is new.
fn is_kept(kind: KindId, slot: Slot) -> bool {
    slot < kind.built_in() && (kind, slot) != (KindId::COMBATANT, slots::SIDE)
}

/// Why there cannot be a new record of a kind.
fn never_new(kind: KindId) -> Option<&'static str> {
    match kind {
        KindId::COMBAT => Some("there is one combat, and it is there from the beginning"),
        KindId::ACT => Some("an act is added by its actor: `c does attack { target = x }`"),
        _ => None,
    }
}
