//! What is said of a record behind its noun: `who can fight and whom the act draws, with the same rank`. What is asked about records is in
//! `query`.

use super::condition::listed;
use super::{Speaker, conjuncts, pick, words};
use crate::document::tree::{Inline, Prose, say};
use crate::syntax::ast::{Comparator, Expr, ExprKind, Name};

/// Parts of a description, in the order in which they stand.
#[derive(Default)]
struct Relative {
    /// directly behind the noun: `on the same side`
    close: Vec<Prose>,
    /// `whose hp is above 0`, `who can fight`, or what else is said of a record.
    whose: Vec<Prose>,
    /// `who can fight`
    who: Vec<Prose>,
    /// `whom the act draws`, `to which it applies`
    others: Vec<Prose>,
    /// `where ...`
    places: Vec<Prose>,
    /// What has nothing to do with the record: `while no other is there`.
    besides: Vec<Prose>,
    /// `another`
    is_other: bool,
    /// What is the same as with another record: that, and which record.
    same: Vec<(Prose, Prose)>,
}

impl Speaker<'_> {
    /// `combatant who can fight`: the noun with what is said of it. `before`: what stands before the noun.
    pub(super) fn described(
        &mut self,
        noun: &str,
        name: &str,
        kind: &str,
        filter: Option<&Expr>,
    ) -> Prose {
        let Some(filter) = filter else {
            return noun.into();
        };
        let mut relative = Relative::default();
        for part in conjuncts(filter) {
            self.relative(name, kind, part, &mut relative);
        }
        let who = if kind == "combatant" { "who " } else { "that " };
        let mut said = match relative.is_other {
            true => Prose::from(format!("other {noun}")),
            false => Prose::from(noun),
        };
        for close in relative.close {
            said.push(say![" ", close]);
        }
        let mut clauses = relative.whose;
        if !relative.who.is_empty() {
            clauses.push(say![who, listed(relative.who, true)]);
        }
        clauses.extend(relative.others);
        if !relative.places.is_empty() {
            clauses.push(say!["where ", listed(relative.places, true)]);
        }
        let is_bare = clauses.is_empty();
        if !is_bare {
            said.push(say![" ", listed(clauses, true)]);
        }
        if let Some((_, first)) = relative.same.first() {
            let is_plain = first.plain() == format!("the {}", super::spaced(kind));
            let as_whom = match relative.is_other && is_plain {
                true => Prose::default(),
                false => say![" as ", first.clone()],
            };
            let same = relative.same.into_iter().map(|(term, _)| term);
            let same = Prose::list(same.collect(), "and");
            let with = pick(is_bare, " with the same ", ", with the same ");
            said.push(say![with, same, as_whom]);
        }
        for beside in relative.besides {
            let link = match beside.plain().starts_with("there is ") {
                true => ", while ",
                false => ", provided that ",
            };
            said.push(say![link, beside]);
        }
        said
    }

    /// One condition about a record, as part of its description.
    fn relative(&mut self, name: &str, kind: &str, part: &Expr, relative: &mut Relative) {
        match &part.kind {
            ExprKind::Compare {
                op: op @ (Comparator::Equal | Comparator::NotEqual),
                left,
                right,
            } => {
                let same = *op == Comparator::Equal;
                if let Some((attribute, other)) =
                    relation(name, left, right).or_else(|| relation(name, right, left))
                {
                    let other = self.value(other);
                    return relative.close.push(match (attribute, same) {
                        ("side", same) if other.plain().contains("side") => {
                            say![if same { "on " } else { "not on " }, other]
                        }
                        (_, true) => say!["of ", other],
                        (_, false) => say!["not of ", other],
                    });
                }
                if is_name(left, name) || is_name(right, name) {
                    let other = self.value(if is_name(left, name) { right } else { left });
                    // `another combatant` beside `the combatant`
                    let is_one_of_them = other.plain() == format!("the {}", super::spaced(kind));
                    match (same, is_one_of_them) {
                        (true, _) => relative.close.push(say!["that is ", other]),
                        (false, true) => relative.is_other = true,
                        (false, false) => relative.close.push(say!["other than ", other]),
                    }
                    return;
                }
                if same
                    && let Some((attribute, other)) =
                        in_common(name, left, right).or_else(|| in_common(name, right, left))
                {
                    let term = self.common_term(kind, attribute);
                    let other = self.value(other);
                    if relative.same.iter().all(|(_, known)| *known == other) {
                        return relative.same.push((term, other));
                    }
                }
                self.whose(name, kind, part, relative);
            }
            ExprKind::Or(parts) if is_in_play_or_not(name, parts) => {
                relative.close.push("(in play or not)".into());
            }
            _ => self.whose(name, kind, part, relative),
        }
    }

    /// An attribute that two have in common, or a definition.
    pub(super) fn common_term(&mut self, kind: &str, name: &Name) -> Prose {
        let is_noted = self.words.attribute(kind, &name.text).is_some();
        match self
            .words
            .functions
            .get(name.text.as_str())
            .filter(|_| !is_noted)
        {
            Some(function) => {
                let shown = super::spaced(&name.text);
                let noun = self.words.noted_name(&shown, kind).unwrap_or(&shown);
                super::linked(noun, function.anchor.clone())
            }
            None => self.attribute_term(Some(kind), &name.text),
        }
    }

    /// `whose hp is above 0`, `who can fight`, or what else is said of a record.
    fn whose(&mut self, name: &str, kind: &str, part: &Expr, relative: &mut Relative) {
        let said = self.junct(part, true, false);
        let subject = self.scope.spoken(name).unwrap_or_default();
        let own = words::possessive(&subject);
        // What begins with the record itself goes on from it.
        if let Some(rest) = said.after(&format!("{own} ")) {
            relative.whose.push(say!["whose ", rest]);
        } else if let Some(rest) = said.after(&format!("{subject} "))
            && said.after(&format!("{subject} and ")).is_none()
        {
            relative.who.push(rest);
        } else if !said.plain().contains(&subject) {
            relative.besides.push(said);
        } else {
            match beside(&said, &subject, kind) {
                Some(clause) => relative.others.push(clause),
                None => relative.places.push(said.with_pronoun(&subject)),
            }
        }
    }
}

/// A clause about a record that is not its subject, behind that record: `whom the act draws`, `to which it applies`, `for whom there is`.
fn beside(said: &Prose, subject: &str, kind: &str) -> Option<Prose> {
    let whom = match kind {
        "combatant" => "whom",
        _ => "which",
    };
    let plain = said.plain();
    if plain.starts_with("there is ") {
        return Some(say![format!("for {whom} "), said.clone()]);
    }
    let mut rest = said.clone();
    let Some(Inline::Text(last)) = rest.0.pop() else {
        return None;
    };
    if plain.matches(subject).count() != 1 {
        return None;
    }
    let applies = last.strip_suffix(&format!(" to {subject}"));
    match applies.filter(|verb| matches!(*verb, " applies" | " does not apply")) {
        Some(verb) => Some(say![format!("to {whom} "), rest, verb]),
        None => (last == format!(" {subject}")).then(|| say![format!("{whom} "), rest]),
    }
}

/// `a.round = b.round`, `place of a = place of b`: what they have in common, and the other record.
fn in_common<'e>(name: &str, left: &'e Expr, right: &'e Expr) -> Option<(&'e Name, &'e Expr)> {
    let ((own, attribute), (other, same)) = (of_one(left)?, of_one(right)?);
    (is_name(own, name) && attribute.text == same.text).then_some((attribute, other))
}

/// `a.place`, `place of a`: of what, and what.
pub(super) fn of_one(expr: &Expr) -> Option<(&Expr, &Name)> {
    let (base, name) = match &expr.kind {
        ExprKind::Dot(base, name) => (&**base, name),
        ExprKind::Call {
            function,
            arguments,
        } => (
            arguments.first().filter(|_| arguments.len() == 1)?,
            function,
        ),
        _ => return None,
    };
    matches!(base.kind, ExprKind::Name(_)).then_some((base, name))
}

/// `c.side is s`, `a.actor is c`: the attribute and the other record.
pub(super) fn relation<'e>(
    name: &str,
    left: &'e Expr,
    right: &'e Expr,
) -> Option<(&'e str, &'e Expr)> {
    let ExprKind::Dot(base, attribute) = &left.kind else {
        return None;
    };
    let attribute = attribute.text.as_str();
    (is_name(base, name) && matches!(attribute, "side" | "actor")).then_some((attribute, right))
}

/// `c in play or c out of play`: all are meant.
fn is_in_play_or_not(name: &str, parts: &[Expr]) -> bool {
    let state = |part: &Expr| match &part.kind {
        ExprKind::InPlay(of, in_play) if is_name(of, name) => Some(*in_play),
        _ => None,
    };
    matches!(parts, [one, other] if state(one).zip(state(other)).is_some_and(|(one, other)| one != other))
}

pub(super) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(own) if own.text == name)
}
