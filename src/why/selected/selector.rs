//! Which act is meant by "ann", "ann casts" or "ann completes cast". Knows names, not reasons.

use super::Selector;
use crate::journal::ActNumber;
use crate::ruleset::{
    ActionId, Attribute, ExprId, KindId, MISSING, PhaseId, Ruleset, Slot, Type, Value, WordId,
    is_in, types,
};
use crate::scenario::{Declaration, Scenario};
use crate::suggest::suggest;
use crate::view::{Names, Story};
use crate::why::track::Track;
use crate::why::typed::{behind, period, spaced};
use crate::why::unknown::UnknownSelector;
use crate::why::{Run, titles, twins};

impl Selector {
    /// Reads the name of a combatant and, behind it, an action by its name or its third person, with or without a stage before it, and what it is
    /// aimed at; then further attributes in brackets, and when: `ann strikes bob (routine 2) in round 1`.
    ///
    /// Records that the run made are named as it names them. Of several of one name the first is meant.
    ///
    /// # Errors
    ///
    /// The part of the text that names nothing, and what may be meant by it.
    pub fn parse(run: &Run<'_>, text: &str) -> Result<Selector, UnknownSelector> {
        let text = spaced(text);
        let rules = run.rules;
        let story = Story::new(Names::new(rules, run.scenario), run.journal);
        let names = &story.names;
        let is_combatant = |&(kind, _): &(KindId, u32)| kind == KindId::COMBATANT;
        let combatants = names.records().filter(is_combatant);
        let combatants = combatants.flat_map(|(kind, record)| {
            let called = names.called(kind, record);
            called.map(move |name| (record, spaced(&name)))
        });
        let combatants: Vec<(u32, String)> = combatants.collect();
        let begun = combatants
            .iter()
            .filter_map(|(combatant, name)| Some((*combatant, behind(&text, name)?)));
        let Some((actor, rest)) = begun.min_by_key(|(_, rest)| rest.len()) else {
            return Err(UnknownSelector::of_actor(text, &combatants));
        };
        let (rest, within, typed) = period(names, rest);
        let (rest, mut settings) = brackets(rules, rest)?;
        let deed = match by_name(&story, rest) {
            Ok(found) => found,
            Err(unknown) => {
                let whole = titles::in_run(&story, actor, rest);
                match whole.or_else(|| titles::told(&story, rest)) {
                    Some(found) => found,
                    None => titles::begun(rules, rest)?.ok_or(unknown)?,
                }
            }
        };
        settings.extend(deed.words);
        Ok(Selector {
            actor,
            action: deed.action,
            stage: deed.stage,
            aims: deed.aims,
            settings,
            told: deed.told,
            within,
            typed,
        })
    }

    /// Whether an act at a stage is meant.
    pub(in crate::why) fn fits(&self, track: &Track<'_>, act: ActNumber, stage: u16) -> bool {
        let own_stage = || {
            let stages = track.story.action(act).map(|action| &action.stages);
            let stage = stages.and_then(|stages| stages.get(usize::from(stage)));
            stage.map(|stage| stage.name)
        };
        let when = match track.as_declared.contains(self) {
            true => track.seen(act),
            false => track.left(act, stage).unwrap_or(track.seen(act)),
        };
        let record = track.story.journal.act(act);
        record.actor == self.actor
            && self.action.is_none_or(|action| action == record.action)
            && (self.stage.is_none() || self.stage == own_stage())
            && match &self.told {
                Some(told) => titles::is_told(&track.story, (act, stage), told, when),
                None => self.aims.iter().all(|&aim| is_aimed(track, act, aim, when)),
            }
            && (self.settings.iter()).all(|setting| is_set(track, act, when, setting))
            && (track.is_within(when, &self.within)
                || track.is_within(track.seen(act), &self.within))
    }

    /// Whether no act is meant as acts were when they were carried out or ended, and one is as it was declared.
    pub(in crate::why) fn is_as_declared(&self, track: &mut Track<'_>) -> bool {
        let fits = |track: &Track<'_>| {
            let mut acts = (0..).take(track.lives.len());
            acts.any(|act| (0..track.stages(act)).any(|stage| self.fits(track, act, stage)))
        };
        if fits(track) {
            return false;
        }
        track.as_declared.push(self.clone());
        let is_found = fits(track);
        track.as_declared.pop();
        is_found
    }

    /// What a declaration of a scenario declares.
    pub(in crate::why) fn of(one: &Declaration, rules: &Ruleset) -> Selector {
        let attributes = of_acts(rules);
        let aims = one.settings.iter().filter_map(|&(slot, value)| {
            let attribute = attributes.get(usize::from(slot))?;
            match attribute.declared.ty {
                Type::Record(kind) => Some((kind, u32::try_from(value).ok()?)),
                _ => None,
            }
        });
        Selector {
            actor: one.actor,
            action: one.action,
            stage: None,
            aims: aims.collect(),
            settings: Vec::new(),
            told: None,
            within: one.path.clone(),
            typed: String::new(),
        }
    }

    /// The number of the first declaration of the scenario that is meant and of which no act came, if there is one.
    pub(in crate::why) fn declaration(&self, track: &Track<'_>) -> Option<usize> {
        let rules = track.story.names.rules;
        let mut numbers = self.settings.iter();
        match numbers.find_map(|setting| numbered(rules, setting)) {
            // Of all that are declared alike.
            Some(number) => {
                let one = *self.declarations(track).get(number.checked_sub(1)?)?;
                (!has_act(track, one)).then_some(one)
            }
            None => self.declarations_without_act(track, &[]).first().copied(),
        }
    }

    /// The numbers of the declarations of the scenario within a period that are meant and of which no act came.
    pub(in crate::why) fn declarations_without_act(
        &self,
        track: &Track<'_>,
        within: &[(PhaseId, Value)],
    ) -> Vec<usize> {
        let mut all = self.declarations(track);
        let declarations = &track.story.names.scenario.declarations;
        all.retain(|&one| {
            let path = &declarations[one].path;
            !has_act(track, one) && within.iter().all(|part| path.contains(part))
        });
        all
    }

    /// The numbers of the declarations of the scenario that are meant.
    fn declarations(&self, track: &Track<'_>) -> Vec<usize> {
        let names = &track.story.names;
        let fits = |one: &Declaration| {
            let has = |aim| {
                let mut settings = one.settings.iter();
                settings.any(|&(slot, value)| {
                    let rule = names.attribute_rule(KindId::ACT, slot);
                    rule.is_some_and(|rule| holds(&rule.declared.ty, value, aim))
                })
            };
            let is_set = |wanted: &String| {
                if numbered(names.rules, wanted).is_some() {
                    return true;
                }
                let mut settings = one.settings.iter();
                settings.any(|&(slot, value)| {
                    spaced(&twins::setting(&track.story, slot, value, 0)) == *wanted
                })
            };
            one.actor == self.actor
                && one.action.is_some()
                && (self.action.is_none() || one.action == self.action)
                && self.aims.iter().all(|&aim| has(aim))
                && self.settings.iter().all(is_set)
                && self.within.iter().all(|part| one.path.contains(part))
        };
        let all = names.scenario.declarations.iter().enumerate();
        let all = all.filter(|(_, one)| fits(one));
        all.map(|(number, _)| number).collect()
    }
}

/// Whether an act came of a declaration of the scenario.
fn has_act(track: &Track<'_>, declaration: usize) -> bool {
    let declaration = u32::try_from(declaration).ok();
    let mut acts = track.story.journal.acts.iter();
    acts.any(|act| act.declaration.is_some() && act.declaration == declaration)
}

/// Whether an attribute of an act is set so at an entry; of `number 2`, whether it is told with that.
fn is_set(track: &Track<'_>, act: ActNumber, entry: usize, wanted: &str) -> bool {
    if let Some(number) = numbered(track.story.names.rules, wanted) {
        return track.number(act) == number;
    }
    let count = of_acts(track.story.names.rules).len() as Slot;
    let quantity = quantity(track.story.names.rules, wanted);
    (0..count).any(|slot| {
        let Some(value) = track.story.attribute(KindId::ACT, act, slot, entry) else {
            return false;
        };
        let name = || spaced(&track.story.names.attribute(KindId::ACT, slot));
        quantity.is_some_and(|(named, size)| value == size && named == name())
            || spaced(&twins::setting(&track.story, slot, value, entry)) == wanted
    })
}

/// The number of `number 2`, by which acts are told apart that nothing else does; where acts have an attribute of that name, it is meant.
fn numbered(rules: &Ruleset, text: &str) -> Option<usize> {
    const NAME: &str = "number";
    let number = behind(text, NAME)?.parse().ok()?;
    let mut attributes = of_acts(rules).iter();
    (!attributes.any(|one| spaced(&one.name) == NAME)).then_some(number)
}

/// What `distance 3 yards` names, and the quantity.
fn quantity<'t>(rules: &Ruleset, text: &'t str) -> Option<(&'t str, Value)> {
    let mut words = text.rsplitn(3, ' ');
    let (unit, number, name) = (words.next()?, words.next()?, words.next()?);
    let is_named = |known: &str| spaced(known) == unit;
    let mut units = rules.units.iter();
    let unit = units.find(|known| is_named(&known.name) || is_named(&known.plural))?;
    let number: Value = number.parse().ok()?;
    Some((name, number.checked_mul(unit.size)?))
}

/// What stands before `(routine 2, no hit)`, and these settings.
fn brackets<'t>(rules: &Ruleset, text: &'t str) -> Result<(&'t str, Vec<String>), UnknownSelector> {
    let Some((before, inside)) = text.strip_suffix(')').and_then(|text| text.split_once('('))
    else {
        return Ok((text, Vec::new()));
    };
    let attributes = of_acts(rules);
    let mut settings = Vec::new();
    for setting in inside.split(',').map(str::trim) {
        let named = setting.strip_prefix("no ").unwrap_or(setting);
        let mut known = attributes.iter();
        if numbered(rules, setting).is_none()
            && !known.any(|attribute| behind(named, &attribute.name).is_some())
        {
            let known = attributes.iter().map(|attribute| attribute.name.as_str());
            let name = named.split(' ').next().unwrap_or_default();
            return Err(UnknownSelector::Setting {
                suggestion: suggest(name, known).map(str::to_string),
                text: setting.to_string(),
            });
        }
        // What is yes or no is called by its name alone, and in answers too.
        let yes = setting
            .strip_suffix(" yes")
            .filter(|name| is_flag(attributes, name));
        let no = setting
            .strip_suffix(" no")
            .filter(|name| is_flag(attributes, name));
        settings.push(match (yes, no) {
            (Some(name), _) => name.to_owned(),
            (None, Some(name)) => format!("no {name}"),
            (None, None) => setting.to_owned(),
        });
    }
    Ok((before.trim(), settings))
}

/// Whether an attribute of that name is yes or no.
fn is_flag(attributes: &[Attribute], name: &str) -> bool {
    let mut flags = attributes
        .iter()
        .filter(|one| one.declared.ty == Type::YesNo);
    flags.any(|one| spaced(&one.name) == name)
}

/// The attributes of acts.
pub(in crate::why) fn of_acts(rules: &Ruleset) -> &[Attribute] {
    &rules.kind(KindId::ACT).attributes
}

/// Whether a record was among the attributes of an act, beside its actor, when an entry was written.
fn is_aimed(track: &Track<'_>, act: ActNumber, aim: (KindId, u32), entry: usize) -> bool {
    let attributes = of_acts(track.story.names.rules);
    let mut attributes = (0..).zip(attributes).skip(1);
    attributes.any(|(slot, attribute)| {
        let value = track.story.attribute(KindId::ACT, act, slot, entry);
        value.is_some_and(|value| holds(&attribute.declared.ty, value, aim))
    })
}

/// Whether a value is a record, or a set with it.
fn holds(ty: &Type, value: Value, (kind, record): (KindId, u32)) -> bool {
    let record = Value::from(record);
    match *ty {
        Type::Record(of) => of == kind && value == record,
        Type::Set(of) => of == kind && value != MISSING && is_in(record, value),
        types!(plain) => false,
    }
}

/// What an act does.
#[derive(Default)]
pub(in crate::why) struct SelectedDeed {
    pub action: Option<ActionId>,
    /// At which stage.
    pub stage: Option<WordId>,
    /// At which records it is aimed.
    pub aims: Vec<(KindId, u32)>,
    /// The words of choices that stand in their place, as settings: `zone waist`.
    pub words: Vec<String>,
    /// The words in which the run tells it, where nothing else names it.
    pub told: Option<String>,
}

impl SelectedDeed {
    /// Takes what is named one after the other, with or without `at` or `and` before it.
    pub(in crate::why) fn aim(&mut self, story: &Story<'_>, text: &str) -> Option<()> {
        let mut rest = text;
        while !rest.is_empty() {
            for link in ["and", "at"] {
                rest = behind(rest, link).unwrap_or(rest);
            }
            rest = self.thing(story, rest)?;
        }
        Some(())
    }

    /// Takes the number, or the quantity, that a text begins with and that an attribute of the act is; what comes behind it.
    pub(in crate::why) fn number<'t>(
        &mut self,
        rules: &Ruleset,
        attribute: ExprId,
        text: &'t str,
    ) -> Option<&'t str> {
        let (KindId::ACT, slot, _) = rules.exprs[attribute.index()].attribute()? else {
            return None;
        };
        let rule = rules.attribute(KindId::ACT, slot);
        let Type::Number(unit) = rule.declared.ty else {
            return None;
        };
        let mut words = text.splitn(if unit.is_some() { 3 } else { 2 }, ' ');
        let number = words.next().filter(|one| one.parse::<Value>().is_ok())?;
        let unit = unit.and_then(|_| words.next()).into_iter();
        let name = spaced(&rule.name);
        let setting = [name.as_str(), number].into_iter().chain(unit);
        self.words.push(setting.collect::<Vec<_>>().join(" "));
        Some(words.next().unwrap_or_default())
    }

    /// Takes the record that a text begins with, or the word that the action takes, by the longest of the names that fit; what comes behind it.
    pub(in crate::why) fn thing<'t>(
        &mut self,
        story: &Story<'_>,
        text: &'t str,
    ) -> Option<&'t str> {
        if let Some((aim, left)) = thing(story, text) {
            self.aims.push(aim);
            return Some(left);
        }
        let rules = story.names.rules;
        let action = &rules.actions[self.action?.index()];
        let taken = [action.object, action.at].into_iter().flatten();
        let words = taken.flat_map(|slot| {
            let attribute = rules.attribute(KindId::ACT, slot);
            let words = match &attribute.declared.ty {
                Type::Choice(words) => &words[..],
                _ => &[],
            };
            words.iter().map(move |word| (&attribute.name, *word))
        });
        let found = words.filter_map(|(name, word)| {
            let word = rules.word(word);
            Some((
                format!("{} {}", spaced(name), spaced(word)),
                behind(text, word)?,
            ))
        });
        let (setting, left) = found.min_by_key(|(_, left)| left.len())?;
        self.words.push(setting);
        Some(left)
    }
}

/// An act by the name of its action or stage.
fn by_name(story: &Story<'_>, text: &str) -> Result<SelectedDeed, UnknownSelector> {
    let names = &story.names;
    let unknown = || unknown_action(names.rules, text);
    let (action, stage, rest) = deed(names.rules, text).ok_or_else(unknown)?;
    let mut found = SelectedDeed {
        action,
        stage,
        ..SelectedDeed::default()
    };
    let aimed = found.aim(story, &rest.replace(',', " and"));
    aimed.ok_or_else(|| unknown_thing(names.scenario, rest))?;
    Ok(found)
}

/// The action and the stage that a text begins with, and what comes behind them.
fn deed<'t>(rules: &Ruleset, text: &'t str) -> Option<(Option<ActionId>, Option<WordId>, &'t str)> {
    if text.is_empty() {
        return Some((None, None, text));
    }
    let stages = rules.actions.iter().flat_map(|action| &action.stages);
    let stages =
        stages.filter_map(|stage| Some((stage.name, behind(text, rules.word(stage.name))?)));
    let of_action = |(stage, rest)| {
        let (action, rest) = action(rules, rest)?;
        Some((Some(action), Some(stage), rest))
    };
    (stages.clone().find_map(of_action))
        .or_else(|| action(rules, text).map(|(action, rest)| (Some(action), None, rest)))
        // What is behind a stage is what it is aimed at.
        .or_else(|| {
            let mut stages = stages;
            stages.next().map(|(stage, rest)| (None, Some(stage), rest))
        })
}

/// The action that a text begins with, by the longest of its names, and what comes behind it.
fn action<'t>(rules: &Ruleset, text: &'t str) -> Option<(ActionId, &'t str)> {
    let actions = rules.actions.iter().enumerate();
    actions
        .flat_map(|(index, action)| [(index, &action.name), (index, &action.verb)])
        .filter_map(|(index, name)| Some((index, behind(text, name)?)))
        .min_by_key(|(_, rest)| rest.len())
        .map(|(index, rest)| (ActionId::from_index(index), rest))
}

/// The record that a text begins with, by the longest of the names that fit, and what comes behind it; acts by the words in which the run tells them.
fn thing<'t>(story: &Story<'_>, text: &'t str) -> Option<((KindId, u32), &'t str)> {
    let names = &story.names;
    let named = names.records().flat_map(|(kind, record)| {
        let called = names.called(kind, record);
        called.filter_map(move |name| Some(((kind, record), behind(text, &name)?)))
    });
    let end = story.journal.entries.len();
    let acts = (0..)
        .zip(&story.journal.acts)
        .filter_map(|(act, _)| Some(((KindId::ACT, act), behind(text, &story.act(act, end))?)));
    named.chain(acts).min_by_key(|(_, left)| left.len())
}

fn unknown_thing(scenario: &Scenario, text: &str) -> UnknownSelector {
    let known = (scenario.records.iter().flatten()).map(|record| record.name.as_str());
    UnknownSelector::Thing {
        suggestion: suggest(text, known).map(str::to_string),
        text: text.to_string(),
    }
}

fn unknown_action(rules: &Ruleset, text: &str) -> UnknownSelector {
    let actions = rules.actions.iter();
    let known = actions.flat_map(|action| [&action.name, &action.verb]);
    let known: Vec<&str> = known.map(String::as_str).collect();
    // What it is aimed at may follow.
    let first = text.split(' ').next().unwrap_or(text);
    let near = |text| suggest(text, known.iter().copied());
    let text = match near(text) {
        None if near(first).is_some() => first,
        _ => text,
    };
    UnknownSelector::Action {
        suggestion: near(text).map(str::to_string),
        text: text.to_string(),
    }
}
