//! Acts in the words in which transcripts tell them: the title of an action, with values in place of its holes.

use super::Desk;
use super::settings::GivenAttributes;
use crate::check::resolved_names::Meaning;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Action, ActionId, Expr, KindId, Ruleset, Slot, TemplatePiece, Type};
use crate::source::{Clean, Span};
use crate::suggest::{CURSOR, suggest};
use crate::syntax::ast::{self, Name, Number, Thing, ValueKind};
use std::collections::BTreeMap;

/// An act that has been recognised by its title.
pub(super) struct Phrase {
    pub(super) action: ActionId,
    /// The stage of which it is the title, where it is not the first.
    pub(super) stage: Option<u16>,
    /// Where its first word stands.
    pub(super) verb: Span,
    /// What stands in the holes of the title.
    pub(super) values: Vec<(Slot, ast::Value)>,
}

/// A piece of a title.
enum TitlePiece<'r> {
    Word(&'r str),
    /// An attribute of the act.
    Attribute(Slot, &'r Type),
    /// What no words can be read back into.
    Opaque,
}

/// The words of an act that was read as a verb with what it takes.
pub(super) fn words<'t>(
    verb: &Name,
    objects: impl IntoIterator<Item = &'t Thing>,
    told: &[Name],
) -> Vec<Name> {
    let objects = objects.into_iter().flat_map(|thing| {
        thing.text.split(' ').map(|word| Name {
            text: word.to_owned(),
            span: thing.span,
        })
    });
    let verb = std::iter::once(verb.clone());
    verb.chain(objects).chain(told.iter().cloned()).collect()
}

impl Desk<'_> {
    /// The action that is told in these words. Where several are, the first of the file.
    pub(super) fn phrase(&self, words: &[Name]) -> Option<Phrase> {
        self.phrase_of(words, false)
    }

    /// The same, or the later stage of an action.
    pub(super) fn stage_phrase(&self, words: &[Name]) -> Option<Phrase> {
        self.phrase_of(words, true)
    }

    fn phrase_of(&self, words: &[Name], later: bool) -> Option<Phrase> {
        let first = words.first()?;
        let titles = self.titles.get_or_init(|| by_first_words(self.rules));
        let of = |word: &str| titles.get(word).into_iter().flatten().copied();
        // `at` is not among the words that were read.
        let mut near: Vec<(u16, ActionId)> = of(&first.text).chain(of("at")).collect();
        near.sort_unstable();
        near.retain(|(stage, _)| later || *stage == 0);
        let (stage, action, values) = near.into_iter().find_map(|(stage, id)| {
            let action = &self.rules.actions[id.index()];
            Some((stage, id, fit(&title(self.rules, action, stage), words)?))
        })?;
        let phrase = Phrase {
            action,
            stage: Some(stage).filter(|stage| *stage > 0),
            verb: first.span,
            values,
        };
        self.note(phrase.verb, Meaning::Action(phrase.action));
        Some(phrase)
    }

    /// Gives an act what stands in its title.
    pub(super) fn fill_in(&mut self, phrase: &Phrase, given: &mut GivenAttributes) {
        for (slot, value) in &phrase.values {
            self.give(*slot, value, value.span, given);
        }
    }

    /// Where a second act begins in these words: `waits bob waits`.
    fn second_act(&self, words: &[Name]) -> Option<usize> {
        let mut verbs = (2..words.len()).filter(|at| self.find_action(&words[*at].text).is_some());
        verbs.find_map(|verb| {
            let start = verb - 1 - usize::from(number(&words[verb - 1]).is_some());
            let who: Vec<&str> = words[start..verb]
                .iter()
                .map(|word| word.text.as_str())
                .collect();
            let known = self.things.find(&who.join(" "), KindId::COMBATANT);
            known.and((start > 0).then_some(start))
        })
    }

    /// Says of words that they tell no act.
    pub(super) fn no_phrase(&mut self, words: &[Name]) -> Diagnostic {
        let rest = |from: usize| words[from].span.to(words[words.len() - 1].span);
        if let Some(second) = self.second_act(words) {
            let message = "this line goes on where it should have ended";
            return Diagnostic::error(Code::WrongPlace, rest(second), message)
                .label("read as something else that is done")
                .help("begin a new line here: each act, roll and answer has a line of its own");
        }
        // A misspelt relation has been read as one of the words.
        let is_phase = |word: &Name| self.rules.phases.iter().any(|one| one.name == word.text);
        for (index, word) in words.iter().enumerate().skip(1) {
            if !is_phase(word)
                && !["the", "a", "an"].contains(&word.text.as_str())
                && let Some(meant) = suggest(&word.text, ["before", "with", "after", "then"])
            {
                let message = format!("`{}` is not understood here", Clean(&word.text));
                return Diagnostic::error(Code::WrongPlace, rest(index), message)
                    .label(format!("did you mean `{meant}`?"))
                    .help(format!("write `{meant}`"));
            }
        }
        let verb = &words[0];
        let Some(action) = self.find_action(&verb.text) else {
            let message = format!("these rules have no action `{}`", Clean(&verb.text));
            let error = Diagnostic::error(Code::UnknownScenarioThing, verb.span, message);
            return self.meant_verb(error, &verb.text, std::iter::empty());
        };
        let rules = self.rules;
        let action = &rules.actions[action.index()];
        // Where completion asks what can stand behind the verb, what follows is not part of the line yet.
        if let (Some(slot), Some(asked)) = (action.object.or(action.at), words.get(1))
            && asked.text == CURSOR
        {
            let (text, span) = (asked.text.clone(), asked.span);
            self.aim(
                slot,
                &Thing { text, span },
                &[],
                &mut GivenAttributes::none(KindId::ACT),
            );
        }
        let numbered = |at: usize| words.get(at).is_some_and(|word| number(word).is_some());
        let mut end = 1;
        for (taken, lead) in [(action.object, None), (action.at, Some("at"))] {
            let leads =
                lead.is_none_or(|lead| words.get(end).is_some_and(|word| word.text == lead));
            if taken.is_some() && leads {
                end += 1 + usize::from(lead.is_some());
                end += usize::from(numbered(end));
            }
        }
        let message = "this line goes on where it should have ended";
        Diagnostic::error(Code::WrongPlace, rest(end.min(words.len() - 1)), message)
            .label(format!("this is not how `{}` is told", Clean(&action.verb)))
            .help(format!(
                "{}; what else is told of an act stands behind a colon, and each act has a line of its own",
                self.how_to_say(action)
            ))
    }
}

/// The stages of actions by the first words of their titles; those whose titles begin with no word are told in no words.
pub(super) fn by_first_words(rules: &Ruleset) -> BTreeMap<&str, Vec<(u16, ActionId)>> {
    let mut actions: BTreeMap<&str, Vec<(u16, ActionId)>> = BTreeMap::new();
    for (index, action) in rules.actions.iter().enumerate() {
        for (stage, _) in (0..).zip(&action.stages) {
            if let Some(TitlePiece::Word(word)) = title(rules, action, stage).first() {
                let of_word = actions.entry(word).or_default();
                of_word.push((stage, ActionId::from_index(index)));
            }
        }
    }
    actions
}

/// Whether `at` stands before an attribute in the title of an action: `feints at {target}`.
pub(super) fn says_at(rules: &Ruleset, action: &Action, slot: Slot) -> bool {
    let title = title(rules, action, 0);
    title.windows(2).any(|pair| match pair {
        [TitlePiece::Word("at"), TitlePiece::Attribute(of, _)] => *of == slot,
        _ => false,
    })
}

/// The title of a stage of an action, word by word.
fn title<'r>(rules: &'r Ruleset, action: &Action, stage: u16) -> Vec<TitlePiece<'r>> {
    let template = &rules.templates[action.stages[usize::from(stage)].title.index()];
    let mut pieces = Vec::new();
    for piece in &template.pieces {
        match piece {
            TemplatePiece::Plain(text) => {
                pieces.extend(text.split_whitespace().map(TitlePiece::Word))
            }
            TemplatePiece::Holder(..) => {}
            TemplatePiece::Hole(expr, ty) => pieces.push(match &rules.exprs[expr.index()] {
                Expr::Attribute {
                    kind: KindId::ACT,
                    of,
                    slot,
                } if matches!(rules.exprs[of.index()], Expr::Local(0)) => {
                    TitlePiece::Attribute(*slot, ty)
                }
                _ => TitlePiece::Opaque,
            }),
        }
    }
    pieces
}

/// What stands in the holes of a title, if these words are that title or its beginning.
fn fit(title: &[TitlePiece<'_>], words: &[Name]) -> Option<Vec<(Slot, ast::Value)>> {
    let mut values = Vec::new();
    let mut rest = words;
    for piece in title {
        let Some((next, after)) = rest.split_first() else {
            break;
        };
        match piece {
            TitlePiece::Word(word) if *word == next.text => rest = after,
            // It is not among the words of an act that was read as a verb with what it takes.
            TitlePiece::Word("at") | TitlePiece::Opaque => {}
            TitlePiece::Word(_) => return None,
            TitlePiece::Attribute(slot, ty) => {
                let (kind, taken) = value(ty, next, after.first())?;
                let span = next.span.to(rest[taken - 1].span);
                values.push((*slot, ast::Value { kind, span }));
                rest = &rest[taken..];
            }
        }
    }
    rest.is_empty().then_some(values)
}

/// The value of a type that one or two words stand for, and how many.
fn value(ty: &Type, word: &Name, next: Option<&Name>) -> Option<(ValueKind, usize)> {
    match ty {
        Type::Number(unit) => {
            let number = number(word)?;
            match (unit, next) {
                (Some(_), Some(unit)) => Some((ValueKind::Quantity(number, unit.clone()), 2)),
                _ => Some((ValueKind::Number(number), 1)),
            }
        }
        Type::Record(_) | Type::Set(_) => {
            let numbered = next.filter(|next| number(next).is_some());
            let text = match numbered {
                Some(number) => format!("{} {}", word.text, number.text),
                None => word.text.clone(),
            };
            let span = numbered.map_or(word.span, |number| word.span.to(number.span));
            let taken = 1 + usize::from(numbered.is_some());
            Some((ValueKind::Thing(Thing { text, span }), taken))
        }
        Type::Choice(_) | Type::Action | Type::Stage => {
            let (text, span) = (word.text.clone(), word.span);
            Some((ValueKind::Thing(Thing { text, span }), 1))
        }
        Type::YesNo | Type::Text => None,
    }
}

/// The number that a word is.
fn number(word: &Name) -> Option<Number> {
    let digits = word.text.trim_start_matches('-');
    digits
        .starts_with(|c: char| c.is_ascii_digit())
        .then(|| Number {
            digits: digits.to_owned(),
            negative: digits.len() < word.text.len(),
            span: word.span,
        })
}
