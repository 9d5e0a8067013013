//! What a person does at the table: rolls, answers, declares. Knows what the rules roll for and ask, not when.

use super::objects::ToldObjects;
use super::phrases::{self, Phrase};
use super::settings::GivenAttributes;
use super::{Desk, messages};
use crate::check::actions::not_declared;
use crate::check::resolved_names::{Meaning, WordUse};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ActionId, KindId, Value, WordId, slot_of};
use crate::scenario::{Declaration, Path, Person, ScriptedRoll};
use crate::source::{Quoted, Span};
use crate::suggest;
use crate::syntax::ast::{self, Line, Name, Number, Thing};

/// How a declaration names its act.
enum NamedAct<'t> {
    /// By its verb, with what it takes.
    Settled(&'t Name, ToldObjects<'t>),
    /// By its title.
    Told(Phrase),
}

/// How scenarios name the game master.
const GM: &str = "gm";

/// What to do with an act that is not declared.
const RULES_ADD: &str = "take it out; expectations can name it";

/// What begins the entry that says where a scenario stops.
pub(super) const STOP: &str = "stop";

/// Whether these words go on after `stop`.
fn stops(words: &[Name]) -> bool {
    let [edge, _, ..] = words else {
        return false;
    };
    matches!(edge.text.as_str(), "before" | "after")
}

impl Desk<'_> {
    /// One line of a scenario, in its period.
    pub(super) fn line(&mut self, line: &Line, path: &Path, span: Span) {
        if let Some(error) = self.no_line(line) {
            return self.found.push(error);
        }
        match line {
            Line::Declaration { who, verb, .. } if who.text == GM => {
                self.found.push(no_deed(verb));
            }
            Line::Told { who, words, .. } if who.text == GM && !words.is_empty() => {
                self.found.push(no_deed(&words[0]));
            }
            Line::Told { who, words, .. } if who.text == STOP && stops(words) => {
                let error = self.stop_in_period(words, path, span);
                self.found.push(error);
            }
            Line::Roll {
                who,
                rolls,
                each_time,
                purpose,
            } => self.scripted_rolls(who, (rolls, *each_time), purpose, path, span),
            Line::Answer {
                who,
                values,
                each_time,
                question,
                about,
            } => self.scripted_answers(who, (values, *each_time), (question, about), path, span),
            Line::Nothing { who } => {
                self.asks_for_acts(span);
                let who = self.thing(who, &[KindId::COMBATANT]);
                if let Some((_, actor)) = self.or_report(who) {
                    self.out.declarations.push(Declaration {
                        path: path.clone(),
                        part: self.part,
                        actor,
                        action: None,
                        settings: Vec::new(),
                        span,
                    });
                }
            }
            Line::Declaration {
                who,
                verb,
                object,
                also,
                at,
                others,
                settings,
            } => {
                let takes_no_at = |action: ActionId| {
                    let action = &self.rules.actions[action.index()];
                    let is_one = others.is_empty() && also.is_empty();
                    at.is_some() && object.is_some() && is_one && action.at.is_none()
                };
                let act = match self.find_action(&verb.text) {
                    Some(action) if !takes_no_at(action) => None,
                    _ => self.phrase(&phrases::words(verb, object.iter().chain(at), &[])),
                };
                let act = act.map_or_else(
                    || {
                        let told = ToldObjects {
                            object: object.as_ref(),
                            also,
                            at: at.as_ref(),
                            others,
                        };
                        NamedAct::Settled(verb, told)
                    },
                    NamedAct::Told,
                );
                self.declaration(who, act, settings, path, span);
            }
            Line::Told {
                who,
                words,
                settings,
            } => match self.phrase(words) {
                Some(phrase) => self.declaration(who, NamedAct::Told(phrase), settings, path, span),
                None => {
                    let action = words.first().and_then(|verb| self.find_action(&verb.text));
                    let action = action.map(|action| &self.rules.actions[action.index()]);
                    let error = match action.filter(|action| action.not_declared) {
                        Some(action) => not_declared(action, words[0].span, RULES_ADD),
                        None => {
                            let roll = self.untold_roll(who, words, span);
                            roll.unwrap_or_else(|| self.no_phrase(words))
                        }
                    };
                    self.found.push(error);
                }
            },
        }
    }

    /// `party rolls 5 for initiative`, `ann rolls 4 then 2 then 5 for die`
    fn scripted_rolls(
        &mut self,
        who: &Thing,
        (rolls, each_time): (&[Vec<Number>], bool),
        purpose: &Name,
        path: &Path,
        span: Span,
    ) {
        let person = self.person(who);
        let said = &purpose.text;
        let purpose = self
            .purpose(said, purpose.span)
            .map_err(|told| match self.vocabulary.purposes.is_empty() {
                true => told.guess(span, ""),
                false => told,
            })
            .and_then(|word| match &person {
                Ok(person) => self.rolled_by(who, *person, word).map(|()| word),
                Err(_) => Ok(word),
            });
        // The dice of a pool are rolled one after the other.
        let is_pool = person.as_ref().is_ok_and(|person| {
            let attributes = &self.rules.kinds[person.record().0.index()].attributes;
            let mut keyed = attributes.iter().filter(|one| one.keyed.is_some());
            keyed.any(|one| one.declared_name() == said)
        });
        let who = person;
        let mut read = Vec::new();
        let together = rolls.iter().filter(|_| !is_pool).map(Vec::as_slice);
        let each = rolls.iter().filter(|_| is_pool).flatten();
        for faces in together.chain(each.map(std::slice::from_ref)) {
            let purpose = purpose.as_ref().ok();
            let tallied = purpose.is_some_and(|of| self.vocabulary.tallied.contains(of));
            let least = if tallied && faces.len() == 1 { 0 } else { 1 };
            let read_face = |face| self.face(face, least);
            let values: Vec<_> = faces.iter().filter_map(read_face).collect();
            let own = match (rolls, faces) {
                ([_, _, ..], [first, .., last]) => first.span.to(last.span),
                ([_, _, ..], [only]) => only.span,
                (_, [only]) if is_pool => only.span,
                _ => span,
            };
            read.push((values, own));
        }
        if let (Some(who), Some(purpose)) = (self.or_report(who), self.or_report(purpose)) {
            let last = read.len().saturating_sub(1);
            for (number, (faces, span)) in read.into_iter().enumerate() {
                self.out.dice.push(ScriptedRoll {
                    path: path.clone(),
                    part: self.part,
                    who,
                    purpose,
                    faces,
                    each_time: each_time && number == last,
                    span,
                });
            }
        }
    }

    /// `heroes rolled 2 for initiative`, `initiative heroes 2`: a roll in other words than a scenario tells it in.
    fn untold_roll(&self, who: &Thing, words: &[Name], span: Span) -> Option<Diagnostic> {
        let purpose = |word: &str| {
            let word = self.rules.find_word(word)?;
            self.vocabulary.purposes.contains(&word).then_some(())
        };
        let is_face = |word: &Name| word.text.bytes().all(|digit| digit.is_ascii_digit());
        let message = "a roll is told with `rolls`, what the dice show, and `for`";
        let error = |span| Diagnostic::error(Code::WrongPlace, span, message);
        match words {
            [verb, face, lead, word] if is_face(face) && lead.text == "for" => {
                purpose(&word.text)?;
                let error = error(verb.span).label("`rolls` belongs here");
                Some(error.write(verb.span, "rolls"))
            }
            [named @ .., face] if is_face(face) && !named.is_empty() => {
                purpose(&who.text)?;
                let named: Vec<&str> = named.iter().map(|word| word.text.as_str()).collect();
                let with = format!("{} rolls {} for {}", named.join(" "), face.text, who.text);
                let help = format!("write `{}`", Quoted(&with));
                let fixed = error(span).help(help);
                Some(fixed.guess(span, with))
            }
            _ => None,
        }
    }

    /// `round 2 { stop after turn of ann }`
    fn stop_in_period(&self, words: &[Name], path: &Path, span: Span) -> Diagnostic {
        let message = "where a scenario stops is said outside of its periods";
        let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let within = self.said_path(path);
        let help = format!(
            "write `{STOP} {} in {within}` outside of all periods",
            Quoted(&words.join(" "))
        );
        Diagnostic::error(Code::WrongPlace, span, message).help(help)
    }

    /// Whether the rules have such a one roll for it at all.
    fn rolled_by(&self, who: &Thing, person: Person, purpose: WordId) -> Result<(), Diagnostic> {
        let named = |kind: KindId| match kind {
            KindId::COMBAT => "the game master",
            KindId::SIDE => "a side",
            _ => "a combatant",
        };
        let (kind, record) = person.record();
        let rollers = self.vocabulary.rollers.iter();
        let mut rollers = rollers.filter(|(word, _)| *word == purpose);
        if rollers.clone().any(|(_, roller)| *roller == kind) {
            return Ok(());
        }
        let Some((_, roller)) = rollers.next() else {
            return Ok(());
        };
        let purpose = Quoted(self.rules.word(purpose));
        let message = format!("it is not {} who rolls for `{purpose}`", named(kind));
        let error = Diagnostic::error(Code::UnknownScenarioThing, who.span, message)
            .label(format!("the rules let {} roll", named(*roller)));
        let other = match (kind, *roller) {
            (KindId::COMBATANT, KindId::SIDE) => {
                self.side_of(record).map(|side| (KindId::SIDE, side))
            }
            (KindId::SIDE, KindId::COMBATANT) => {
                let mut members = self.members(record);
                let only = members.next().filter(|_| members.next().is_none());
                only.map(|only| (KindId::COMBATANT, only))
            }
            _ => None,
        };
        let other = other.and_then(|(kind, other)| self.out.record_name(kind, other));
        if let Some(other) = other {
            let plain = error.clone().help(format!(
                "name {} in place of `{}`",
                named(*roller),
                Quoted(&who.text)
            ));
            let help = format!("write `{} rolls ... for {purpose}`", Quoted(other));
            let edit = error.help(help).guess(who.span, other);
            return Err(edit.or_else(plain));
        }
        Err(match *roller {
            KindId::COMBAT => error.help(format!("write `gm rolls ... for {purpose}`")),
            _ => error.help(format!(
                "name {} in place of `{}`",
                named(*roller),
                Quoted(&who.text)
            )),
        })
    }

    /// What one die shows, or several together; not less than this.
    fn face(&mut self, face: &Number, least: Value) -> Option<Value> {
        let value = messages::number(face).and_then(|value| match value >= least {
            true => Ok(value),
            false => Err(no_face(face)),
        });
        self.or_report(value)
    }

    /// `ann casts sleep at orc 1: loud`
    fn declaration(
        &mut self,
        who: &Thing,
        act: NamedAct<'_>,
        settings: &[ast::Setting],
        path: &Path,
        span: Span,
    ) {
        let named = &who.text;
        self.asks_for_acts(span);
        let who = self.thing(who, &[KindId::COMBATANT]);
        let who = self.or_report(who.map_err(|error| match &error.help {
            Some(help) if error.code == Code::WrongType => {
                let help = format!("{help}; each act has a line of its own");
                error.help(help)
            }
            _ => error,
        }));
        let mut given = GivenAttributes::none(KindId::ACT);
        let (action, verb) = match act {
            NamedAct::Settled(verb, told) => {
                let action = self.action(verb);
                let Some(action) = self.or_report(action) else {
                    return;
                };
                let about = &self.rules.actions[action.index()];
                if about.not_declared {
                    self.found.push(not_declared(about, verb.span, RULES_ADD));
                    return;
                }
                self.objects(action, told, &mut given);
                (action, verb.span)
            }
            NamedAct::Told(phrase) => {
                self.fill_in(&phrase, &mut given);
                (phrase.action, phrase.verb)
            }
        };
        self.settings(settings, &mut given);
        let action_read = &self.rules.actions[action.index()];
        if action_read.not_declared {
            self.found.push(not_declared(action_read, verb, RULES_ADD));
        }
        let aims = [action_read.object, action_read.at];
        if (aims.iter().flatten()).any(|slot| !given.named.contains_key(slot)) {
            let judged = self.judged.get_or_init(|| self.rules.judged_by());
            given.asked = judged.get(&action).cloned().unwrap_or_default();
        }
        let name = &action_read.verb;
        let how = self.aimless(named, action, &given);
        self.complete(&given, name, verb, how);
        self.aimed_at_nothing(named, action, verb, &mut given);
        if let Some((_, actor)) = who {
            let settings = given.values.into_iter().collect();
            self.out.declarations.push(Declaration {
                path: path.clone(),
                part: self.part,
                actor,
                action: Some(action),
                settings,
                span,
            });
        }
    }

    /// Warns once of declarations for which no rule asks.
    fn asks_for_acts(&mut self, span: Span) {
        if !self.vocabulary.asks_for_acts && !std::mem::replace(&mut self.said.unasked, true) {
            let message = "nothing in these rules asks anybody to declare";
            let help = "let those be asked who can act, as in `each combatant c { c declares }` in a phase of the rules";
            let warning = Diagnostic::warning(Code::UnusedDeclaration, span, message);
            self.found
                .push(warning.label("this is never asked for").help(help));
        }
    }

    /// The game master, a side or a combatant.
    pub(super) fn person(&self, who: &Thing) -> Result<Person, Diagnostic> {
        if who.text == GM {
            return Ok(Person::Gm);
        }
        let (kind, index) = self.thing(who, &[KindId::SIDE, KindId::COMBATANT])?;
        Ok(if kind == KindId::SIDE {
            Person::Side(index)
        } else {
            Person::Combatant(index)
        })
    }

    /// What dice are rolled for.
    pub(super) fn purpose(&self, name: &str, span: Span) -> Result<WordId, Diagnostic> {
        let word = self
            .rules
            .find_word(name)
            .filter(|word| self.vocabulary.purposes.contains(word));
        if let Some(word) = word {
            self.note(span, Meaning::Word(WordUse::Purpose, word));
        }
        word.ok_or_else(|| {
            let known = self
                .vocabulary
                .purposes
                .iter()
                .map(|word| self.rules.word(*word));
            let message = format!("these rules never roll for `{}`", Quoted(name));
            let complaint = Diagnostic::error(Code::UnknownScenarioThing, span, message);
            let kinds = [KindId::COMBATANT, KindId::SIDE].into_iter();
            let mut owners = kinds.map(|kind| self.rules.kind(kind));
            let Some(owner) = owners.find(|kind| slot_of(kind, name).is_some()) else {
                let mut complaint = self.meant(complaint, name, known);
                if let (None, Some(help)) = (&complaint.fix, &mut complaint.help) {
                    help.push_str("; where the rules do not roll for it any more, take the line out");
                }
                return complaint;
            };
            if self.vocabulary.purposes.is_empty() {
                return complaint.help(format!(
                    "nothing is rolled any more, and `{name}` of `{}` keeps no dice: take the line out",
                    owner.name
                ));
            }
            let rolled = suggest::list_all(known);
            complaint.help(format!(
                "`{}` has an attribute `{name}`: a roll `as {name}` in the rules is kept there; what is rolled for is {rolled}; where the rules do not roll for it any more, take the line out",
                owner.name
            ))
        })
    }
}

fn no_face(face: &Number) -> Diagnostic {
    Diagnostic::error(Code::ImpossibleDie, face.span, "no die shows less than 1")
        .help("say what the dice show, before anything is added")
}

/// `gm moves ann bob`: the game master declares no acts.
fn no_deed(verb: &Name) -> Diagnostic {
    let (message, help) = match verb.text.as_str() {
        "moves" => (
            "it is not said where these acts are moved".to_owned(),
            "name two combatants and how: `gm moves ann before bob`, `with bob` or `after bob`",
        ),
        "sets" => (
            "it is not said which value is set to what".to_owned(),
            "name an attribute and its value: `gm sets ann.hp = 5`",
        ),
        "draws" => (
            "what is drawn is answered to the name of the draw".to_owned(),
            "as in `gm answers ace to k`",
        ),
        verb => (
            format!("`gm` does nothing that is called `{}`", Quoted(verb)),
            "the game master rolls, answers, sets and moves: `gm rolls 4 for luck`, `gm answers yes to hidden`, `gm sets ann.hp = 5`, `gm moves ann before bob`",
        ),
    };
    Diagnostic::error(Code::WrongPlace, verb.span, message).help(help)
}
