//! Questions about the records of a kind in English: who of them is meant, and what is made of them.

use super::condition::listed;
use super::{Speaker, words};
use crate::document::tree::{Inline, Prose, say};
use crate::syntax::ast::{Aggregate, Among, Comparator, Expr, ExprKind};

/// Parts of a description, in the order in which they stand.
#[derive(Default)]
struct Relative {
    /// directly behind the noun: `on the same side`
    close: Vec<Prose>,
    /// `whose hp is above 0`, `who can fight`, or what else is said of a record.
    whose: Vec<Prose>,
    /// `who can fight`
    who: Vec<Prose>,
    /// `where ...`
    others: Vec<Prose>,
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
        let parts: Vec<&Expr> = match &filter.kind {
            ExprKind::And(parts) => parts.iter().collect(),
            _ => vec![filter],
        };
        let mut relative = Relative::default();
        for part in parts {
            self.relative(name, part, &mut relative);
        }
        let who = if kind == "combatant" { "who " } else { "that " };
        let mut said = Prose::from(noun);
        for close in relative.close {
            said.push(say![" ", close]);
        }
        let mut clauses = relative.whose;
        if !relative.who.is_empty() {
            clauses.push(say![who, listed(relative.who, true)]);
        }
        if !relative.others.is_empty() {
            clauses.push(say!["where ", listed(relative.others, true)]);
        }
        if !clauses.is_empty() {
            said.push(say![" ", listed(clauses, true)]);
        }
        said
    }

    /// One condition about a record, as part of its description.
    fn relative(&mut self, name: &str, part: &Expr, relative: &mut Relative) {
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
                        ("side", true) => say!["on ", other],
                        ("side", false) => say!["not on ", other],
                        (_, true) => say!["of ", other],
                        (_, false) => say!["not of ", other],
                    });
                }
                if is_name(left, name) || is_name(right, name) {
                    let other = self.value(if is_name(left, name) { right } else { left });
                    return relative.close.push(match same {
                        true => say!["that is ", other],
                        false => say!["other than ", other],
                    });
                }
                self.whose(name, part, relative);
            }
            _ => self.whose(name, part, relative),
        }
    }

    /// `whose hp is above 0`, `who can fight`, or what else is said of a record.
    fn whose(&mut self, name: &str, part: &Expr, relative: &mut Relative) {
        let said = self.junct(part, true, false);
        let own = self
            .scope
            .find(name)
            .map(|local| words::possessive(&local.spoken))
            .unwrap_or_default();
        let subject = self
            .scope
            .find(name)
            .map(|local| local.spoken.clone())
            .unwrap_or_default();
        // What begins with the record itself goes on from it.
        match said.0.first() {
            Some(Inline::Text(text)) if text.starts_with(&format!("{own} ")) => {
                let rest = text[own.len() + 1..].to_owned();
                let mut whole = say!["whose ", rest];
                said.0
                    .into_iter()
                    .skip(1)
                    .for_each(|inline| whole.push(inline));
                relative.whose.push(whole);
            }
            Some(Inline::Text(text)) if text.starts_with(&format!("{subject} ")) => {
                let mut whole = Prose::from(&text[subject.len() + 1..]);
                said.0
                    .into_iter()
                    .skip(1)
                    .for_each(|inline| whole.push(inline));
                relative.who.push(whole);
            }
            _ => relative.others.push(said.with_pronoun(&subject)),
        }
    }

    /// `a combatant who can fight`, and what is said while that name stands.
    pub(super) fn among<R>(
        &mut self,
        among: &Among,
        before: &str,
        several: bool,
        look: impl FnOnce(&mut Self, Prose) -> R,
    ) -> R {
        let mark = self.scope.mark();
        let spoken = self.scope.record_within(&among.name.text, &among.kind.text);
        let noun = match several {
            true => self.words.plural(&among.kind.text),
            false => introduced(&spoken, &among.kind.text),
        };
        let before = match before {
            "a" => format!("{} ", words::article(&noun)),
            "" => String::new(),
            other => format!("{other} "),
        };
        let described = self.described(
            &noun,
            &among.name.text,
            &among.kind.text,
            among.filter.as_ref(),
        );
        let described = match several {
            true => in_plural(described),
            false => described,
        };
        let out = look(self, say![before, described]);
        self.scope.back_to(mark);
        out
    }

    pub(super) fn aggregate(
        &mut self,
        op: Aggregate,
        value: &Expr,
        among: &Among,
        otherwise: Option<&Expr>,
    ) -> Prose {
        let word = match op {
            Aggregate::Highest => "the highest",
            Aggregate::Lowest => "the lowest",
            Aggregate::Sum => "the sum of the",
        };
        let own = match &value.kind {
            ExprKind::Dot(base, attribute) if is_name(base, &among.name.text) => {
                Some((&attribute.text, false))
            }
            ExprKind::Call {
                function,
                arguments,
            } if matches!(arguments.as_slice(), [one] if is_name(one, &among.name.text)) => {
                Some((&function.text, true))
            }
            _ => None,
        };
        let said = self.among(among, "", true, |speaker, records| match own {
            Some((name, _)) => {
                let term = match speaker.words.functions.get(name.as_str()) {
                    Some(function) => super::linked(super::spaced(name), function.anchor.clone()),
                    None => speaker.attribute_term(Some(&among.kind.text), name),
                };
                say![word, " ", term, " of the ", records]
            }
            None => {
                let value = speaker.value(value);
                match op {
                    Aggregate::Sum => say!["the sum, over the ", records, ", of ", value],
                    _ => say![word, " value, among the ", records, ", of ", value],
                }
            }
        });
        self.or_this(said, otherwise)
    }

    pub(super) fn count(&mut self, among: &Among) -> Prose {
        self.among(among, "", true, |_, records| {
            say!["the number of ", records]
        })
    }

    pub(super) fn the(
        &mut self,
        among: &Among,
        chosen: Option<&(bool, Box<Expr>)>,
        otherwise: Option<&Expr>,
    ) -> Prose {
        let said = self.among(among, "the", false, |speaker, record| match chosen {
            None => record,
            Some((highest, value)) => {
                let value = speaker.value(value);
                let word = if *highest { "highest" } else { "lowest" };
                say![
                    record,
                    ", of several that with the ",
                    word,
                    " value of ",
                    value
                ]
            }
        });
        self.or_this(said, otherwise)
    }

    fn or_this(&mut self, said: Prose, otherwise: Option<&Expr>) -> Prose {
        match otherwise {
            None => said,
            Some(otherwise) => {
                let otherwise = say![" (", self.value(otherwise), " if there is none)"];
                match said.plain().ends_with(&otherwise.plain()) {
                    true => said,
                    false => say![said, otherwise],
                }
            }
        }
    }

    /// `there is an act that is cast`, `the caster has an act that is cast`
    pub(super) fn any(&mut self, among: &Among, negative: bool) -> Prose {
        if let Some((owner, rest)) = owner(among) {
            let owner = self.value(&owner);
            let has = if negative { " has no " } else { " has " };
            let before = if negative { "" } else { "a" };
            return self.among(&rest, before, false, |_, record| say![owner, has, record]);
        }
        let (head, before) = match negative {
            true => ("there is no ", ""),
            false => ("there is ", "a"),
        };
        self.among(among, before, false, |_, record| say![head, record])
    }

    /// `every side that can fight has ...`
    pub(super) fn every(&mut self, among: &Among, has: Option<&Expr>, negative: bool) -> Prose {
        let head = if negative {
            "it is not so that for every"
        } else {
            "for every"
        };
        self.among(among, head, false, |speaker, record| match has {
            Some(has) => {
                let spoken = speaker
                    .scope
                    .find(&among.name.text)
                    .map(|local| local.spoken.clone())
                    .unwrap_or_default();
                let has = speaker.condition(has);
                match (negative, super::statement::after_subject(&has, &spoken)) {
                    (false, Some(rest)) => say![
                        "every ",
                        super::value::without(record, "for every "),
                        " ",
                        rest
                    ],
                    _ => say![record, ", ", has],
                }
            }
            None => record,
        })
    }

    /// `every combatant who can fight`, for what is done with each; the name stands until the caller goes back.
    pub(super) fn each(&mut self, kind: &str, name: &str, filter: Option<&Expr>) -> Prose {
        let spoken = self.scope.record_within(name, kind);
        let noun = introduced(&spoken, kind);
        self.described(&noun, name, kind, filter)
    }
}

/// A record that is spoken of for the first time: `act`, `long act`, `act (the blow)`.
fn introduced(spoken: &str, kind: &str) -> String {
    let kind = super::spaced(kind);
    match spoken
        .strip_prefix("the ")
        .or_else(|| spoken.strip_prefix("that "))
    {
        Some(noun) if noun == kind => kind,
        Some(noun) if noun.ends_with(&format!(" {kind}")) => noun.to_owned(),
        _ => format!("{kind} ({spoken})"),
    }
}

/// Verbs of a description of several: `that are`, `who have`, `who fight`.
fn in_plural(said: Prose) -> Prose {
    let mut of_several = false;
    let turned = said.0.into_iter().map(|inline| match inline {
        Inline::Text(text) => {
            of_several = text.ends_with(" who ") || text.ends_with(" that ");
            let mut text = text;
            for (one, many) in [
                ("that is ", "that are "),
                ("who is ", "who are "),
                ("that has ", "that have "),
                (" at its stage ", " at their stage "),
                (" and is ", " and are "),
                (", is ", ", are "),
                (" and has ", " and have "),
                (", has ", ", have "),
                (" and does not ", " and do not "),
                (", does not ", ", do not "),
                ("who has ", "who have "),
                ("who does not", "who do not"),
                ("that does not", "that do not"),
            ] {
                text = text.replace(one, many);
            }
            Inline::Text(text)
        }
        Inline::Term(term, anchor) if of_several => match words::manner(&term) {
            words::Manner::Does(verb, rest) => {
                let verb = words::base_form(&verb);
                Inline::Term(format!("{verb} {rest}").trim_end().to_owned(), anchor)
            }
            _ => Inline::Term(term, anchor),
        },
        other => other,
    });
    Prose(turned.collect())
}

/// `c.side is s`, `a.actor is c`: the attribute and the other record.
fn relation<'e>(name: &str, left: &'e Expr, right: &'e Expr) -> Option<(&'e str, &'e Expr)> {
    let ExprKind::Dot(base, attribute) = &left.kind else {
        return None;
    };
    let attribute = attribute.text.as_str();
    (is_name(base, name) && matches!(attribute, "side" | "actor")).then_some((attribute, right))
}

/// Whose records are meant, and the rest of the condition: of `act s where s.actor is c and ...`, c.
fn owner(among: &Among) -> Option<(Expr, Among)> {
    let filter = among.filter.as_ref()?;
    let parts: Vec<&Expr> = match &filter.kind {
        ExprKind::And(parts) => parts.iter().collect(),
        _ => vec![filter],
    };
    let name = among.name.text.as_str();
    let owned = |part: &&Expr| match &part.kind {
        ExprKind::Compare {
            op: Comparator::Equal,
            left,
            right,
        } => relation(name, left, right).map(|(_, other)| other.clone()),
        _ => None,
    };
    let (at, owner) = parts
        .iter()
        .enumerate()
        .find_map(|(at, part)| Some((at, owned(part)?)))?;
    let rest: Vec<Expr> = parts
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at)
        .map(|(_, part)| (*part).clone())
        .collect();
    let filter = match rest.len() {
        0 => None,
        1 => rest.into_iter().next(),
        _ => Some(Expr {
            kind: ExprKind::And(rest),
            span: filter.span,
        }),
    };
    Some((
        owner,
        Among {
            filter,
            ..among.clone()
        },
    ))
}

pub(super) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(own) if own.text == name)
}
