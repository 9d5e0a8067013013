//! How declarations and expectations name acts: a verb or a stage, what it is aimed at, further attributes.

use std::collections::BTreeMap;

use super::Desk;
use super::objects::ToldObjects;
use super::phrases;
use super::settings::GivenAttributes;
use crate::check::resolved_names::{Meaning, WordUse};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Action, ActionId, KindId, Slot, Type, WordId};
use crate::scenario::ActReference;
use crate::source::{Clean, Quoted, Span};
use crate::suggest::{list, stem};
use crate::syntax::ast::{ActRef, Name, Thing};

/// How the end of a combatant is asked for.
const OF_VALUES: &str = "what somebody is like in the end is asked of values, as in `ann.hp > 0`";

/// How many verbs are listed where none of them is meant for sure.
const FEW: usize = 12;

/// What the word of an act stands for.
struct VerbMeaning<'t> {
    action: ActionId,
    stage: Option<u16>,
    /// What is named after it.
    objects: &'t [Thing],
}

impl<'a> Desk<'a> {
    /// The verbs of actions by their stems; none where several have one.
    fn stems(&self) -> &BTreeMap<&'a str, Option<&'a str>> {
        let rules = self.rules;
        self.stems.get_or_init(|| {
            let mut stems = BTreeMap::new();
            for verb in rules.actions.iter().map(|action| action.verb.as_str()) {
                stems
                    .entry(stem(verb))
                    .and_modify(|known| *known = None)
                    .or_insert(Some(verb));
            }
            stems
        })
    }
}

impl Desk<'_> {
    /// An action by its name, or as a verb.
    pub(super) fn action(&self, verb: &Name) -> Result<ActionId, Diagnostic> {
        let found = self.find_action(&verb.text);
        if let Some(action) = found {
            self.note(verb.span, Meaning::Action(action));
        }
        found.ok_or_else(|| {
            let message = format!("these rules have no action `{}`", Quoted(&verb.text));
            let error = Diagnostic::error(Code::UnknownScenarioThing, verb.span, message);
            self.meant_verb(error, &verb.text, std::iter::empty())
        })
    }

    /// Adds the verb that was probably meant, or says which there are; `stages`: what else could be meant.
    pub(super) fn meant_verb<'a>(
        &'a self,
        error: Diagnostic,
        word: &str,
        stages: impl Iterator<Item = &'a str>,
    ) -> Diagnostic {
        let purpose = self.rules.find_word(word);
        if purpose.is_some_and(|purpose| self.vocabulary.purposes.contains(&purpose))
            && error.candidates.is_empty()
        {
            let help = "what dice show is told so: `... rolls 4 for";
            return error.help(format!("{help} {}`", Quoted(word)));
        }
        let verbs = self.rules.actions.iter().map(|action| action.verb.as_str());
        let same = self.stems().get(stem(word)).copied().flatten();
        if let (Some(verb), true) = (same, error.candidates.is_empty()) {
            let span = error.primary.span;
            return error
                .label(format!("did you mean `{verb}`?"))
                .write(span, verb);
        }
        let error = self.meant(error, word, verbs.clone().chain(stages));
        if error.help.is_some() || !error.candidates.is_empty() || self.rules.actions.is_empty() {
            return error;
        }
        match self.rules.actions.len() {
            ..=FEW => error.help(format!("it can be {}", list(verbs))),
            _ => error
                .help("`affray doc --for-scenarios` with the rule file lists what can be declared"),
        }
    }

    pub(super) fn find_action(&self, word: &str) -> Option<ActionId> {
        let names = &self.checked.names;
        let found = [names.actions.get(word), names.verbs.get(word)];
        found.into_iter().flatten().copied().min()
    }

    /// How to write a declaration that lacks what its action must be aimed at.
    pub(super) fn aimless(
        &self,
        who: &str,
        action: ActionId,
        given: &GivenAttributes,
    ) -> Option<String> {
        let action = &self.rules.actions[action.index()];
        let lacks = |slot: &Slot| {
            let attribute = self.rules.attribute(KindId::ACT, *slot);
            given.needs(*slot, attribute) && !given.named.contains_key(slot)
        };
        let (slot, at) = match (action.object.filter(lacks), action.at.filter(lacks)) {
            (Some(slot), _) => (slot, ""),
            (None, Some(slot)) => (slot, "at "),
            (None, None) => return None,
        };
        let Type::Record(kind) = self.rules.attribute(KindId::ACT, slot).declared.ty else {
            return None;
        };
        let mut records = self.out.records.get(kind.index())?.iter();
        let other = records.find(|record| record.name != who)?;
        let (verb, name) = (Quoted(&action.verb), Quoted(&other.name));
        // What it is done with is named already.
        let with = action.object.filter(|_| !at.is_empty());
        let with = with.and_then(|slot| {
            let Type::Record(kind) = self.rules.attribute(KindId::ACT, slot).declared.ty else {
                return None;
            };
            let index = usize::try_from(*given.values.get(&slot)?).ok()?;
            let named = self.out.records.get(kind.index())?.get(index)?;
            Some(format!("{} ", Quoted(&named.name)))
        });
        Some(format!(
            "say whom or what: `{} {verb} {}{at}{name}`",
            Quoted(who),
            with.unwrap_or_default()
        ))
    }

    /// Warns of a declaration without what its action is aimed at, if that may be left out but the act cannot be carried out so.
    pub(super) fn aimed_at_nothing(
        &mut self,
        who: &str,
        action: ActionId,
        verb: Span,
        given: &mut GivenAttributes,
    ) {
        let of = &self.rules.actions[action.index()];
        let is_left_out = |slot: &Slot| {
            let attribute = self.rules.attribute(KindId::ACT, *slot);
            let is_open = attribute.declared.optional && attribute.default.is_none();
            let is_told = given.named.contains_key(slot) || given.meant.contains(slot);
            is_open && !is_told && !given.needs(*slot, attribute)
        };
        let aims = [of.object, of.at].into_iter().flatten();
        let lacking: Vec<Slot> = aims.filter(is_left_out).collect();
        if lacking.is_empty() {
            return;
        }
        let with = self
            .carried_out_with
            .get_or_init(|| self.rules.carried_out_with());
        let read = with.get(&action).into_iter().flatten();
        let Some(&(slot, read)) = read.into_iter().find(|read| lacking.contains(&read.0)) else {
            return;
        };
        given.asked.push((slot, read));
        let name = Clean(&self.rules.attribute(KindId::ACT, slot).name);
        let message = format!(
            "`{}` does not say its {name}, without which it cannot be carried out",
            Quoted(&of.verb)
        );
        let warning = Diagnostic::warning(Code::MissingValue, verb, message).also(
            self.rules.expr_spans[read.index()],
            format!("its {name} is needed here"),
        );
        let how = self.aimless(who, action, given);
        self.found.push(match how {
            Some(how) => warning.help(how),
            None => warning.help(self.how_to_say(of)),
        });
    }

    /// How the action is said, for a help.
    pub(super) fn how_to_say(&self, action: &Action) -> String {
        format!("write it so: `{}`", Quoted(&self.rules.act_words(action)))
    }

    /// `expect orc strikes ann fails`, `... to be void`: how an act ended, without `is`.
    fn outcome_meant(&self, act: &ActRef) -> Option<Diagnostic> {
        const NOTHING: &[&str] = &["fail", "fails", "failed", "void"];
        self.find_action(&act.word.text)?;
        let mut told = act.told.iter().map(|word| (&word.text, word.span));
        let object = act.objects.last();
        let object = object.map(|thing| (&thing.text, thing.span));
        let (word, span) = told.next_back().or(object)?;
        let outcome = self.rules.find_word(word);
        let is_outcome = outcome.is_some_and(|word| self.vocabulary.outcomes.contains(&word));
        let meant = match NOTHING.contains(&word.as_str()) {
            true => "void",
            false if is_outcome && act.objects.len() + act.told.len() > 1 => word,
            false => return None,
        };
        let words = phrases::words(&act.word, &act.objects, &act.told);
        let phrase = self.stage_phrase(&words);
        // In a hole of a title it would be something of the scenario.
        let is_title =
            phrase.is_some_and(|phrase| !phrase.values.iter().any(|one| one.1.span == span));
        if !self.things.all(word).is_empty() || is_title {
            return None;
        }
        let lead = act.told.iter().find(|lead| lead.text == "to");
        let span = lead.map_or(span, |lead| lead.span.to(span));
        let with = format!("is {meant}");
        let message = "what has become of an act stands behind `is`";
        let error = Diagnostic::error(Code::WrongPlace, span, message);
        let outcomes = self
            .vocabulary
            .outcomes
            .iter()
            .map(|word| self.rules.word(*word));
        let mut ways: Vec<String> = outcomes.map(|word| format!("is {word}")).collect();
        if word != meant && !ways.is_empty() {
            ways.insert(0, with);
            let ways = list(ways.iter().map(String::as_str));
            return Some(error.help(format!("say how it ended: {ways}")));
        }
        Some(error.write(span, with))
    }

    /// An act as an expectation names it. Reports what is wrong with it.
    pub(super) fn act_reference(&mut self, act: &ActRef) -> Option<ActReference> {
        let actor = self.thing(&act.actor, &[KindId::COMBATANT]);
        if (actor.as_ref()).is_err_and(|error| error.code == Code::WrongType) && self.is_no_act(act)
        {
            // What is told of a side is no act, even of its combatants.
            self.found.extend(self.verb(act).err());
            return None;
        }
        let actor = self.or_report(actor);
        if let Some(error) = self.outcome_meant(act) {
            self.found.push(error);
            return None;
        }
        let moment = act
            .moment
            .as_ref()
            .map(|moment| self.moment_of_act(moment))
            .transpose();
        let moment = self.or_report(moment);
        let mut given = GivenAttributes::none(KindId::ACT);
        let words = phrases::words(&act.word, &act.objects, &act.told);
        // `throws cid at ann`, where only the title has the second.
        let is_phrase = |action: ActionId, objects: &[Thing]| {
            let takes_at = self.rules.actions[action.index()].at.is_some();
            objects.len() > 1 && !takes_at && self.stage_phrase(&words).is_some()
        };
        let (action, stage) = match self.verb(act) {
            Ok(VerbMeaning {
                action,
                stage,
                objects,
            }) if !is_phrase(action, objects)
                && let Some(further) = self.further(action, objects, &act.told) =>
            {
                let takes_only_at = self.rules.actions[action.index()].object.is_none();
                let (object, at) = match objects {
                    [at] if takes_only_at => (None, Some(at)),
                    _ => (objects.first(), objects.get(1)),
                };
                let told = ToldObjects {
                    object,
                    also: &further.also,
                    at: at.or(further.at.as_ref()),
                    others: &further.others,
                };
                self.objects(action, told, &mut given);
                (action, stage)
            }
            verb => {
                let phrase = self.stage_phrase(&words);
                let phrase = phrase.ok_or_else(|| match verb {
                    Ok(_) => self.no_phrase(&words),
                    Err(error) => error,
                });
                let phrase = self.or_report(phrase)?;
                self.fill_in(&phrase, &mut given);
                (phrase.action, phrase.stage)
            }
        };
        self.settings(&act.settings, &mut given);
        let is_set = |slot: Slot| {
            let declared = &self.rules.attribute(KindId::ACT, slot).declared;
            matches!(declared.ty, Type::Set(_))
        };
        let (among, settings) = given.values.into_iter().partition(|given| is_set(given.0));
        Some(ActReference {
            actor: actor?.1,
            action,
            stage,
            settings,
            among,
            moment: moment?,
            span: act.span,
        })
    }

    /// Whether an act is named that these rules do not have.
    pub(super) fn is_no_act(&self, act: &ActRef) -> bool {
        let words = phrases::words(&act.word, &act.objects, &act.told);
        self.verb(act).is_err() && self.phrase(&words).is_none()
    }

    /// `casts`, or `begins` with the name of an action after it.
    fn verb<'t>(&self, act: &'t ActRef) -> Result<VerbMeaning<'t>, Diagnostic> {
        if let Some(named) = act.objects.first()
            && let Some(action) = self.find_action(&named.text)
            && let Some(stage) = self.stage(action, &act.word.text)
        {
            let word = self.rules.actions[action.index()].stages[usize::from(stage)].name;
            self.note(act.word.span, Meaning::Word(WordUse::Stage, word));
            self.note(named.span, Meaning::Action(action));
            return Ok(VerbMeaning {
                action,
                stage: Some(stage),
                objects: &act.objects[1..],
            });
        }
        if let Some(action) = self.find_action(&act.word.text) {
            self.note(act.word.span, Meaning::Action(action));
            return Ok(VerbMeaning {
                action,
                stage: None,
                objects: &act.objects,
            });
        }
        Err(self.no_verb(act))
    }

    /// The stage of an action by its name; the only stage of a plain action has none that anybody says.
    fn stage(&self, action: ActionId, name: &str) -> Option<u16> {
        let stages = &self.rules.actions[action.index()].stages;
        stages
            .iter()
            .position(|stage| self.rules.word(stage.name) == name)
            .map(|index| index as u16)
    }

    fn no_verb(&self, act: &ActRef) -> Diagnostic {
        let word = &act.word;
        let with_stage: Vec<&Action> = self
            .rules
            .actions
            .iter()
            .filter(|action| self.stage_names(action).any(|name| name == word.text))
            .collect();
        if with_stage.is_empty() {
            let message = format!(
                "these rules have no action and no stage `{}`",
                Quoted(&word.text)
            );
            let stages = self
                .rules
                .actions
                .iter()
                .flat_map(|action| self.stage_names(action));
            let error = Diagnostic::error(Code::UnknownScenarioThing, word.span, message);
            if matches!(word.text.as_str(), "cannot" | "mustnt") {
                let error = error.help("write `may not`");
                return error.guess(word.span, "may not");
            }
            let mut said = act
                .objects
                .iter()
                .map(|object| &object.text)
                .chain([&word.text]);
            if said.any(|word| matches!(word.as_str(), "win" | "wins" | "lose" | "loses")) {
                return error.help(self.who_wins("..."));
            }
            let error = self.meant_verb(error, &word.text, stages);
            return match error.fix.is_none() && act.objects.is_empty() {
                true => error.remark(OF_VALUES),
                false => error,
            };
        }
        let known = with_stage.iter().map(|action| action.name.as_str());
        let message = format!(
            "`{}` is a stage: the name of an action that has it comes next",
            Quoted(&word.text)
        );
        match act.objects.first() {
            Some(named) => {
                let error = Diagnostic::error(Code::UnknownScenarioThing, named.span, message);
                self.meant(error, &named.text, known)
            }
            None => self.meant(
                Diagnostic::error(Code::MissingValue, word.span, message),
                "",
                known,
            ),
        }
    }

    fn stage_names<'s>(&'s self, action: &'s Action) -> impl Iterator<Item = &'s str> {
        let several = action.stages.len() > 1;
        let names = action
            .stages
            .iter()
            .map(|stage: &crate::ruleset::Stage| -> WordId { stage.name });
        names
            .map(|word| self.rules.word(word))
            .filter(move |name| several || *name != "does")
    }
}
