//! Questions about the records of a kind in English: who of them is meant, and what is made of them.

use super::relative::{is_name, of_one, relation};
use super::{Speaker, conjuncts, pick, words};
use crate::document::tree::{Inline, Prose, say};
use crate::syntax::ast::{Aggregate, Among, Comparator, Expr, ExprKind, Name};

impl Speaker<'_> {
    /// `a combatant who can fight`, and what is said while that name stands.
    pub(super) fn among<R>(
        &mut self,
        among: &Among,
        before: &str,
        several: bool,
        look: impl FnOnce(&mut Self, Prose) -> R,
    ) -> R {
        let mark = self.scope.mark();
        if let Some((from, to)) = &among.range {
            let noun = match (before, several) {
                ("", true) => "numbers ".to_owned(),
                ("", false) => "number ".to_owned(),
                (before, _) => format!("{before} number "),
            };
            let filter = among.filter.as_ref();
            let numbers = self.numbers(&noun, &among.name, (from, to), filter);
            let out = look(self, numbers);
            self.scope.back_to(mark);
            return out;
        }
        let spoken = self.scope.record_within(&among.name.text, &among.kind.text);
        let noun = match several {
            true => self.words.plural(&among.kind.text),
            false => introduced(&spoken, &among.kind.text),
        };
        // Elsewhere only those are found anyway.
        let is_said = self.scope.is_in_play && self.words.in_play.contains(&*among.kind.text);
        let noun = noun + if is_said { " in play" } else { "" };
        let article = words::article(&noun);
        let before = match before {
            "a" => format!("{article} "),
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
        let is_other = described.plain().starts_with("other ");
        let before = match before.trim_end() {
            before if is_other && before == article => "an",
            "the one" if is_other => "the ",
            _ => &before,
        };
        let out = look(self, say![before, described]);
        self.scope.back_to(mark);
        out
    }

    /// `a number n from 1 to 6 for which ...`; the name stands until the caller goes back.
    pub(super) fn numbers(
        &mut self,
        noun: &str,
        name: &Name,
        (from, to): (&Expr, &Expr),
        filter: Option<&Expr>,
    ) -> Prose {
        let spoken = super::spaced(&name.text);
        let [from, to] = [from, to].map(|end| self.inside(end));
        let shape = super::ValueShape::Number;
        self.scope.push(&name.text, spoken.clone(), shape);
        let said = say![
            noun.to_owned(),
            super::bare_term(spoken),
            " from ",
            from,
            " to ",
            to
        ];
        match filter {
            None => said,
            Some(filter) => say![said, " for which ", self.condition(filter)],
        }
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
        let is_itself = is_name(value, &among.name.text);
        let own = of_one(value).filter(|(base, _)| is_name(base, &among.name.text));
        let said = self.among(among, "", true, |speaker, records| match own {
            Some((_, name)) => {
                let term = speaker.common_term(&among.kind.text, name);
                say![word, " ", term, " of the ", records]
            }
            None if is_itself => match op {
                Aggregate::Sum => say![word, " ", records],
                _ => say![word, " of the ", records],
            },
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

    pub(super) fn the(
        &mut self,
        among: &Among,
        chosen: &[(bool, Expr)],
        otherwise: Option<&Expr>,
    ) -> Prose {
        // What has the same kind is no stranger to one that is spoken of: `the one combatant on the combatant's side`.
        let noun = super::spaced(&among.kind.text);
        let the = match self
            .scope
            .others("")
            .any(|other| other == format!("the {noun}"))
        {
            true => "the one",
            false => "the",
        };
        if chosen.is_empty() {
            let said = self.among(among, the, false, |_, record| record);
            return self.or_this(said, otherwise);
        }
        let is_some = among.filter.is_some() || among.range.is_some();
        let said = self.among(among, "", true, |speaker, records| {
            let spoken = speaker.scope.spoken(&among.name.text).unwrap_or_default();
            let noun = introduced(&spoken, &among.kind.text);
            let keys = chosen.iter().map(|(highest, value)| {
                let word = match highest {
                    true => "the highest ",
                    false => "the lowest ",
                };
                let own = of_one(value).filter(|(base, _)| is_name(base, &among.name.text));
                match own {
                    Some((_, name)) => say![word, speaker.common_term(&among.kind.text, name)],
                    None => say![
                        word,
                        "value of ",
                        speaker.inside(value).with_pronoun(&spoken)
                    ],
                }
            });
            let keys: Vec<Prose> = keys.collect();
            let keys = Prose::joined(keys, ", then ");
            let of = match chosen.len() > 1 || keys.plain().contains(" value of ") {
                true => ", of all ",
                false => " of all ",
            };
            let said = say![format!("{the} {noun} with "), keys];
            match is_some {
                true => say![said, of, records],
                false => said,
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
        let head = pick(negative, "it is not so that for every", "for every");
        self.among(among, head, false, |speaker, record| match has {
            Some(has) => {
                let spoken = speaker.scope.spoken(&among.name.text).unwrap_or_default();
                let has = speaker.condition(has);
                match (negative, super::repetition::after_subject(&has, &spoken)) {
                    (false, Some(rest)) => say![
                        "every ",
                        super::value::without(record, "for every "),
                        " ",
                        rest
                    ],
                    _ => {
                        let own = words::possessive(&spoken);
                        match super::repetition::after_subject(&has, &own) {
                            Some(rest) if !negative && among.filter.is_none() => {
                                let noun = super::value::without(record, "for every ").plain();
                                say!["every ", words::possessive(&noun), " ", rest]
                            }
                            _ => say![record, ", ", has],
                        }
                    }
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
            let before = [" who ", " that "].map(|link| text.strip_suffix(link));
            of_several = before.iter().flatten().any(|before| !names_one(before));
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
                (" had its turn", " had their turn"),
                ("who does not", "who do not"),
                ("that does not", "that do not"),
            ] {
                text = turned_to(many, one, &text);
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

/// A text with words for several in the place of those for one, but behind what names only one.
fn turned_to(many: &str, one: &str, text: &str) -> String {
    let is_link = one.starts_with("who ") || one.starts_with("that ");
    let (mut turned, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once(one) {
        turned.push_str(before);
        let stays = is_link && names_one(turned.trim_end());
        turned.push_str(if stays { one } else { many });
        rest = behind;
    }
    turned + rest
}

/// Whether a text ends in a noun for one: `that have a combatant`. `on the side` says where several are.
fn names_one(text: &str) -> bool {
    let mut words = text.rsplit(' ').skip(1);
    let article = words.next();
    article.is_some_and(|word| matches!(word, "a" | "an" | "the" | "one" | "no" | "another"))
        && words.next() != Some("on")
}

/// Whose records are meant, and the rest of the condition: of `act s where s.actor is c and ...`, c.
fn owner(among: &Among) -> Option<(Expr, Among)> {
    let filter = among.filter.as_ref()?;
    let parts = conjuncts(filter);
    let name = among.name.text.as_str();
    let owned = |part: &Expr| match &part.kind {
        ExprKind::Compare {
            op: Comparator::Equal,
            left,
            right,
        } => relation(name, left, right).map(|(_, other)| other.clone()),
        _ => None,
    };
    let mut numbered = parts.iter().enumerate();
    let (at, owner) = numbered.find_map(|(at, part)| Some((at, owned(part)?)))?;
    let mut rest = parts.to_vec();
    rest.remove(at);
    let filter = match rest.len() {
        0 | 1 => rest.pop(),
        _ => Some(Expr {
            kind: ExprKind::And(rest),
            span: filter.span,
        }),
    };
    let rest = Among {
        filter,
        ..among.clone()
    };
    Some((owner, rest))
}
