//! Changes of an attribute of a record that has no name at hand: all records of the kind are meant.

use crate::check::elaborator::{Elaborator, Owner};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::KindId;
use crate::source::english;
use crate::syntax::ast::{Expr, ExprKind, Name, Statement, StatementKind};

/// The kind of which all records are meant, and the name that each gets.
struct MeantKind<'e> {
    kind: KindId,
    letter: &'e str,
}

impl Elaborator<'_> {
    /// `set c.dazed = no` where no combatant has a name.
    pub(super) fn each_missing(&self, statement: &Statement) -> Option<Diagnostic> {
        let (StatementKind::Set { place, .. }
        | StatementKind::Add { place, .. }
        | StatementKind::Subtract { place, .. }) = &statement.kind
        else {
            return None;
        };
        let (base, attribute) = named(place)?;
        let MeantKind { kind, letter } = self.meant_kind(base, attribute)?;
        let known = &self.rules.kind(kind).name;
        let words = statement.words();
        let words = match base.text == letter {
            true => words,
            false => {
                let (own, with) = (format!("{}.", base.text), format!("{letter}."));
                words.replace(&own, &with)
            }
        };
        let with = format!("each {known} {letter} {{ {words} }}");
        let complaint = self.told_of_all(base, attribute, kind);
        let plain = complaint.clone().help(format!(
            "say of which, as in `each {known} {letter} {{ ... }}` around this line"
        ));
        let edit = complaint.write(statement.span, with);
        Some(match words.contains('\n') {
            true => plain,
            false => edit.or_else(plain),
        })
    }

    /// `if c.dazed` where no combatant has a name.
    pub(in crate::check) fn asked_of_none(
        &self,
        of: &Expr,
        attribute: &Name,
    ) -> Option<Diagnostic> {
        let ExprKind::Name(base) = &of.kind else {
            return None;
        };
        let MeantKind { kind, letter } = self.meant_kind(base, attribute)?;
        let known = &self.rules.kind(kind).name;
        let complaint = self.told_of_all(base, attribute, kind);
        if self.owner == Owner::Other && self.inside.is_empty() {
            return Some(complaint.help(format!(
                "say of which behind the name that is defined: `let NAME({known} {letter})`, or `let NAME of {known} {letter}`"
            )));
        }
        Some(complaint.help(format!(
            "say of which: `each {known} {letter} {{ ... }}` around the line goes through all of them, and `the {known} {letter} where ...` is one"
        )))
    }

    fn told_of_all(&self, base: &Name, attribute: &Name, kind: KindId) -> Diagnostic {
        let known = &self.rules.kind(kind).name;
        let message = match self.names.kinds.contains_key(&base.text) {
            true => format!("`{}` is a kind, not a value", base.text),
            false => format!("there is no name `{}`", base.text),
        };
        let label = format!(
            "`{}` belongs to {}, and none of them has a name here",
            attribute.text,
            english::plural(known)
        );
        Diagnostic::error(Code::UnknownName, base.span, message).label(label)
    }

    /// The kind that alone has such an attribute, where a letter, or the kind itself, stands before the dot and no record of it is at hand.
    fn meant_kind<'e>(&'e self, base: &'e Name, attribute: &Name) -> Option<MeantKind<'e>> {
        let text = base.text.as_str();
        let named = self.names.kinds.get(text).copied();
        let is_letter = text.chars().count() == 1;
        let is_free =
            self.is_word(text) && !self.is_hidden(text) && self.things.is_none() && !self.astray;
        if !is_free || self.bare.is_some() || !(is_letter || named.is_some()) {
            return None;
        }
        let mut owners = self.owners(&attribute.text);
        let (kind, known) = owners.next().filter(|_| owners.next().is_none())?;
        let letter = match is_letter {
            true => text,
            false => known.name.get(..1)?,
        };
        let is_at_hand = self.path_to(kind).is_some() || self.records_of(kind).next().is_some();
        let is_meant = named.is_none_or(|named| named == kind) && kind != KindId::ACT;
        let is_new = is_letter || self.is_word(letter);
        (is_meant && is_new && !is_at_hand).then_some(MeantKind { kind, letter })
    }
}

/// A name, and the one behind its dot.
fn named(place: &Expr) -> Option<(&Name, &Name)> {
    let ExprKind::Dot(of, attribute) = &place.kind else {
        return None;
    };
    match &of.kind {
        ExprKind::Name(base) => Some((base, attribute)),
        _ => None,
    }
}
