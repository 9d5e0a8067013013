//! A subject and what is said of it: `the orc is surprised`, `the act does not take time`.

use super::words::{self, Manner, manner};
use super::{Speaker, ValueShape, bare_term, linked, pick, spaced};
use crate::document::tree::{Anchor, Inline, Prose, say};
use crate::syntax::ast::{Expr, ExprKind};

impl Speaker<'_> {
    /// Something is given, or not.
    pub(super) fn known(&mut self, value: &Expr, known: bool) -> Prose {
        let noted = match &value.kind {
            ExprKind::Dot(base, name) => Some((&**base, name)),
            _ => super::relative::of_one(value),
        };
        let noted = noted.filter(|(base, _)| !self.kind_of(base).is_empty());
        if let Some((base, term, kind)) = self.done(value) {
            let how = if known { " a " } else { " no " };
            return say![base, " is ", term, how, kind];
        }
        if let Some((base, name)) = noted {
            let kind = self.kind_of(base);
            let term = self.common_term(&kind, name);
            let base = self.value(base);
            // One has a target, but no `called`.
            if !matches!(words::manner(&name.text), Manner::Other(_)) {
                let whose = super::value::of(term, base);
                return say![whose, if known { " is known" } else { " is not known" }];
            }
            let article = format!("{} ", words::article(&name.text));
            return match known {
                true => say![base, " has ", article, term],
                false => say![base, " has no ", term],
            };
        }
        match &value.kind {
            ExprKind::Name(name) if self.is_turn(&name.text) => {
                let head = pick(known, "it is someone’s ", "it is no one’s ");
                say![head, self.phase(&name.text)]
            }
            ExprKind::Name(name) if self.is_spoken_of(&name.text) => {
                let value = self.value(value);
                say![value, if known { " is known" } else { " is not known" }]
            }
            _ => {
                let value = self.value(value);
                let said = value.plain();
                let stripped = match said.strip_prefix("the ") {
                    Some(_) => super::value::without(value, "the "),
                    None => value,
                };
                let article = words::article(&stripped.plain());
                match known {
                    true => say![format!("there is {article} "), stripped],
                    false => say!["there is no ", stripped],
                }
            }
        }
    }

    /// Whether a bare name is said with whom it belongs to, or is that of a record that has been spoken of by its kind.
    fn is_spoken_of(&self, name: &str) -> bool {
        match (self.scope.find(name), self.own_attribute(name)) {
            (Some(local), _) => match &local.sort {
                ValueShape::Record(kind) => local.spoken == format!("the {}", spaced(kind)),
                _ => false,
            },
            (None, Some(ValueShape::Record(_)) | None) => false,
            (None, Some(_)) => self.scope.inside_act,
        }
    }

    /// An attribute that is yes or no, of this record.
    pub(super) fn marked(&self, subject: Prose, name: &str, negative: bool) -> Prose {
        match name {
            "begun" => say![subject, pick(negative, " has not begun", " has begun")],
            "had_turn" => say![
                subject,
                pick(negative, " has not had its turn", " has had its turn")
            ],
            _ => self.predicate(subject, name, None, negative),
        }
    }

    /// A definition that is yes or no, of these values.
    pub fn said_of(&self, name: &str, anchor: Anchor, values: Vec<Prose>, negative: bool) -> Prose {
        let shown = spaced(name);
        let mut values = values.into_iter();
        let Some(first) = values.next() else {
            return say![
                linked(shown, anchor),
                pick(negative, " does not apply", " applies")
            ];
        };
        let others: Vec<Prose> = values.collect();
        let is_phrase = !matches!(
            manner(name),
            Manner::Other(_) | Manner::Part(..) | Manner::Lacks(_)
        );
        // `die hits modifier and needed` is no sentence.
        let of_numbers = matches!(first.0.as_slice(), [Inline::Term(_, None)]) && others.len() > 1;
        let goes_on = is_phrase
            && !of_numbers
            && (words::wants_more(&shown)
                || (!shown.contains(' ') && matches!(manner(name), Manner::Does(..))));
        // Of a number or a word nothing is said but that it applies.
        let of_value = (self.words.functions.get(name)).is_some_and(|function| function.of_value);
        if others.is_empty() && of_value {
            return say![linked(shown, anchor), applies_to(negative), first];
        }
        match (others.is_empty(), goes_on) {
            (true, _) => self.predicate(first, name, Some(anchor), negative),
            (false, true) => {
                let said = self.predicate(first, name, Some(anchor), negative);
                say![said, " ", Prose::list(others, "and")]
            }
            (false, false) => {
                let mut all = vec![first];
                all.extend(others);
                let all = Prose::list(all, "and");
                say![linked(shown, anchor), applies_to(negative), all]
            }
        }
    }

    /// A quality of a subject: `the orc is surprised`, `the act does not take time`. With an anchor it is a term of the rules.
    pub(super) fn predicate(
        &self,
        subject: Prose,
        name: &str,
        anchor: Option<Anchor>,
        negative: bool,
    ) -> Prose {
        let shown = |text: String| -> Prose {
            match (&anchor, text.is_empty()) {
                (_, true) => Prose::default(),
                (Some(anchor), _) => Inline::Term(text, Some(anchor.clone())).into(),
                (None, _) => text.into(),
            }
        };
        match (manner(name), negative) {
            (Manner::Is(words), _) => {
                let is = if negative { " is not " } else { " is " };
                // The one whom the language calls `gm` has a name among people.
                say![
                    subject,
                    is,
                    shown(words.replace(" by gm", " by the game master"))
                ]
            }
            (Manner::Helped(verb, rest), _) => helped(subject, &verb, &rest, negative, shown),
            // A single word with an `s` is a verb where it is a definition, and a noun where it is noted.
            (Manner::Does(verb, rest), _) if rest.is_empty() && anchor.is_none() => {
                say![
                    subject,
                    pick(negative, " is not marked ", " is marked "),
                    bare_term(verb)
                ]
            }
            (Manner::Does(verb, rest), _) => {
                let (verb, link) = match negative {
                    true => (words::base_form(&verb), " does not "),
                    false => (verb, " "),
                };
                say![
                    subject,
                    link,
                    shown(format!("{verb} {rest}").trim().to_owned())
                ]
            }
            _ if anchor.is_some() => say![shown(spaced(name)), applies_to(negative), subject],
            (Manner::Part(part, state), _) => {
                let begun = state == "begun";
                let is = match (begun, negative) {
                    (false, false) => " is ",
                    (false, true) => " is not ",
                    (true, false) => " has ",
                    (true, true) => " has not ",
                };
                match subject.plain().as_str() {
                    "the combat" if part == "combat" => say![subject, is, state],
                    "the combat" => say!["the ", part, is, state],
                    _ => say![super::value::of(part.into(), subject), is, state],
                }
            }
            (Manner::Lacks(rest), false) => say![subject, " has no ", rest],
            (Manner::Lacks(rest), true) => say![subject, " has ", rest],
            (Manner::Other(words), false) => say![subject, " is marked ", bare_term(words)],
            (Manner::Other(words), true) => say![subject, " is not marked ", bare_term(words)],
        }
    }
}

/// A verb that takes `not` behind itself.
fn helped(
    subject: Prose,
    verb: &str,
    rest: &str,
    negative: bool,
    shown: impl Fn(String) -> Prose,
) -> Prose {
    let is_thing = verb == "is"
        && matches!(manner(rest), Manner::Other(_))
        && !rest.contains(' ')
        && !PLACES_ALONE.contains(&rest);
    let rest_shown = match is_thing {
        true => say![format!("{} ", words::article(rest)), shown(rest.to_owned())],
        false => shown(rest.to_owned()),
    };
    match (verb, negative, rest.strip_prefix("not ")) {
        ("can", true, Some(rest)) => say![subject, " can ", shown(rest.to_owned())],
        ("can", false, Some(rest)) => say![subject, " cannot ", shown(rest.to_owned())],
        ("can", true, None) => say![subject, " cannot ", rest_shown],
        (verb, false, _) => say![subject, format!(" {verb} "), rest_shown],
        ("has", true, _) if !is_participle(rest) => say![subject, " has no ", rest_shown],
        (verb, true, _) => say![subject, format!(" {verb} not "), rest_shown],
    }
}

fn applies_to(negative: bool) -> &'static str {
    pick(negative, " does not apply to ", " applies to ")
}

fn is_participle(rest: &str) -> bool {
    let first = rest.split(' ').next().unwrap_or("");
    matches!(manner(first), Manner::Is(_) | Manner::Helped(..))
}

/// Words behind `is` that are no things.
const PLACES_ALONE: &[&str] = &["here", "there", "now", "so", "melee"];
