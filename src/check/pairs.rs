//! Kinds of which there is a record for every two records of another kind: `kind gap between combatant one and combatant other`, and `gap(ann, orc)`, which
//! finds it.

use super::by_kind::ByKind;
use super::elaborator::{Elaborator, Typed};
use super::output::Looked;
use super::resolved_names::Meaning;
use super::symbol_table::{SymbolTable, taken};
use super::types::{self, POISON};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{
    Attribute, Declared, Expr, ItemId, KindId, PairKind, QueryKind, Ruleset, Slot, Type,
};
use crate::source::Span;
use crate::syntax::ast::{self, KindDef, Name, Parameter};

/// Declares the two attributes of each such kind, before all others of it.
pub(super) fn attributes(
    by_kind: &ByKind<'_>,
    rules: &mut Ruleset,
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) {
    for (item, def) in &by_kind.kinds {
        if let (Some(pair), Some(kind)) = (&def.pair, names.kinds.get(&def.name.text)) {
            let (two, mutual) = pair.parts();
            declare((*item, def, *kind), two, mutual, rules, names, diagnostics);
        }
    }
    // Of records that come in pairs there are no pairs: they are made once what is listed is there.
    for (_, def) in &by_kind.kinds {
        let Some(pair) = names
            .kinds
            .get(&def.name.text)
            .and_then(|kind| rules.kind(*kind).pair)
        else {
            continue;
        };
        if let (Some(of), Some(written)) = (&rules.kinds.get(pair.of.index()), &def.pair)
            && of.pair.is_some()
        {
            let message = format!("a `{}` itself stands between two records", of.name);
            let place = written.parts().0[0].ty.span;
            diagnostics.push(Diagnostic::error(Code::WrongType, place, message));
        }
    }
}

fn declare(
    (item, def, kind): (ItemId, &KindDef, KindId),
    [one, other]: [&Parameter; 2],
    mutual: bool,
    rules: &mut Ruleset,
    names: &SymbolTable,
    diagnostics: &mut Diagnostics,
) {
    let of = [one, other].map(|one| types::read(&one.ty, names, diagnostics));
    if of.iter().any(|of| of.ty == POISON) {
        return;
    }
    let refused = |span: Span, message: String| Diagnostic::error(Code::WrongType, span, message);
    let complaint = match (&of[0].ty, &of[1].ty) {
        _ if kind.index() <= KindId::ACT.index() => {
            let message = format!(
                "`{}` is always there, so it cannot stand between two records",
                def.name.text
            );
            Some(refused(def.name.span, message).help("give the kind a name of its own"))
        }
        _ if one.name.text == other.name.text => {
            Some(taken(&other.name, "attributes", one.name.span))
        }
        (Type::Record(KindId::ACT | KindId::COMBAT), _) => {
            let message = "of acts and of the combat there are no pairs".to_owned();
            Some(
                refused(one.ty.span, message).help("combatants, sides, or what the scenario lists"),
            )
        }
        (Type::Record(first), Type::Record(second)) if first == second && *first != kind => None,
        (Type::Record(first), Type::Record(second)) if first != second => {
            let help = "what stands between records of two kinds is a record that names both: `kind watch { who: combatant   where: place }`";
            Some(refused(other.ty.span, "both must be of one kind".to_owned()).help(help))
        }
        (_, ty) => {
            let message = format!(
                "two records are named here, not {}",
                types::describe(rules, ty)
            );
            Some(
                refused(other.ty.span, message)
                    .help("as in `between combatant one and combatant other`"),
            )
        }
    };
    if let Some(complaint) = complaint {
        return diagnostics.push(complaint);
    }
    let Type::Record(of) = of[0].ty else { return };
    let pair = PairKind { of, mutual };
    let known = &mut rules.kinds[kind.index()];
    if known.pair.is_some() {
        let same = known.pair == Some(pair)
            && [one, other]
                .iter()
                .zip(&known.attributes)
                .all(|(one, known)| one.name.text == known.name);
        if !same {
            let message = format!(
                "another file says in another way between what a `{}` stands",
                def.name.text
            );
            diagnostics.push(Diagnostic::error(
                Code::DuplicateName,
                one.name.span,
                message,
            ));
        }
        return;
    }
    known.pair = Some(pair);
    let declared = Declared::certain(Type::Record(of));
    known.attributes.extend([one, other].map(|one| {
        let of = (item, one.name.span);
        Attribute::new(one.name.text.clone(), declared.clone(), of)
    }));
}

/// The kind of that name, if there is a record of it for every two of another one.
pub(super) fn pair_kind(rules: &Ruleset, name: &str) -> Option<(KindId, PairKind)> {
    let kinds = (0..).map(KindId::from_index).zip(&rules.kinds);
    let mut kinds = kinds.filter(|(_, kind)| kind.name == name);
    kinds.find_map(|(id, kind)| Some((id, kind.pair?)))
}

/// Why rules can make no record of a kind, if there is one for every two others, or for every two of it.
pub(super) fn refused(rules: &Ruleset, kind: KindId, span: Span) -> Option<Diagnostic> {
    let error = |message| Diagnostic::error(Code::WrongPlace, span, message);
    let name = &rules.kind(kind).name;
    if rules.kind(kind).pair.is_some() {
        let message = format!("there is a `{name}` for every two already");
        let help = format!("it is found as `{name}(a, b)`");
        return Some(error(message).help(help));
    }
    let of = |pair: PairKind| pair.of == kind;
    let between = rules
        .kinds
        .iter()
        .find(|other| other.pair.is_some_and(of))?;
    let (between, plural) = (&between.name, &rules.kind(kind).plural);
    let message =
        format!("there is a `{between}` for every two {plural}, so rules make none of these");
    Some(error(message).help("let the scenario list it, or let it join"))
}

/// The names of the kinds of which there is a record for every two others.
pub(super) fn names(rules: &Ruleset) -> impl Iterator<Item = &str> {
    let kinds = rules.kinds.iter().filter(|kind| kind.pair.is_some());
    kinds.map(|kind| kind.name.as_str())
}

impl Elaborator<'_> {
    /// `gap(a, b)`: the record that two others have in common. Of a record with itself there is none, which is a fault.
    pub(super) fn pair(
        &mut self,
        (kind, pair): (KindId, PairKind),
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Typed {
        self.out.resolved.uses(name.span, Meaning::Kind(kind));
        let of = Declared::certain(Type::Record(pair.of));
        let attributes = &self.rules.kind(kind).attributes;
        let wanted = attributes
            .iter()
            .take(2)
            .map(|one| (one.name.as_str(), &of));
        let given = self.arguments(name, arguments, wanted);
        let &[one, other] = &given[..] else {
            return self.poison(span);
        };
        let local = self.reserve();
        let mut holds = |slot: Slot, value| {
            let of = self.push(Expr::Local(local), span);
            let held = self.push(Expr::Attribute { kind, of, slot }, span);
            self.push(Expr::Equal(held, value), span)
        };
        let in_order = [holds(0, one), holds(1, other)];
        let turned = [holds(0, other), holds(1, one)];
        let both = |sides: [_; 2]| Expr::And(Box::new(sides));
        let in_order = self.push(both(in_order), span);
        let filter = match pair.mutual {
            true => {
                let turned = self.push(both(turned), span);
                self.push(Expr::Or(Box::new([in_order, turned])), span)
            }
            false => in_order,
        };
        let looked = Looked::at(kind, local, Some(filter));
        let id = self.ask(QueryKind::The, &looked, None, None, span);
        Typed::new(id, Declared::certain(Type::Record(kind)))
    }
}
