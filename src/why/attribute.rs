//! Why an attribute of a record is what it is: what it was at first, and everything that changed it.

use super::answer::at;
use super::quote::writes;
use super::replay::again;

use super::track::Track;
use super::typed::{period, spaced};
use super::unknown::UnknownSelector;
use super::{AttributeStep, Quote, Reason, Run, corrections};
use crate::journal::What;
use crate::ruleset::index::{to_index, to_number, to_short};
use crate::ruleset::walk::{each_block, each_expr};
use crate::ruleset::{
    Attribute, Function, Happening, ItemId, KindId, MISSING, Phase, PhaseId, Slot, Statement,
    Trigger, Type, Value,
};
use crate::run::{Observer, Scene};
use crate::source::Clean;
use crate::suggest::suggest;
use crate::view::{CellChange, Names, Story, roll};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many changes are told at most: the last ones.
const MOST_STEPS: usize = 40;

/// How many statements of one item are quoted for a change; of more than these it is the item.
const MOST_STATEMENTS: usize = 3;

/// An attribute of a record, and the period at whose end it is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSelector {
    /// The kind of the record, the record, and which of its attributes.
    pub attribute: (KindId, u32, Slot),
    /// The period; empty: the whole run.
    pub within: Vec<(PhaseId, Value)>,
    /// The period as it was typed: no run comes to a number that is too large.
    pub typed: String,
}

impl AttributeSelector {
    /// Reads `ann.hp`, `ann's hp` or `hp of ann`, or the name alone of an attribute of the combat, and behind it `in round 2`. `None`: the text is of another
    /// form.
    ///
    /// # Errors
    ///
    /// A record is named, and what stands behind it is none of its attributes.
    pub fn parse(run: &Run<'_>, text: &str) -> Result<Option<Self>, UnknownSelector> {
        let text = spaced(text);
        let names = Story::new(Names::new(run.rules, run.scenario), run.journal).names;
        let (text, within, typed) = period(&names, &text);
        let records = names.records().filter(|(kind, _)| *kind != KindId::ACT);
        let mut records: Vec<(KindId, u32, String)> = records
            .flat_map(|(kind, record)| {
                let called = names.called(kind, record);
                called.map(move |name| (kind, record, spaced(&name)))
            })
            .collect();
        let turned = records.iter().filter_map(|&(kind, record, _)| {
            Some((
                kind,
                record,
                run.scenario.turned_name(run.rules, kind, record)?,
            ))
        });
        records.extend(turned.collect::<Vec<_>>());
        // Of names that begin alike the longest is meant.
        records.sort_by_key(|(.., name)| Reverse(name.len()));
        let of = |kind: KindId, name: &str| slot_of(&names, kind, name.trim());
        for (kind, record, name) in &records {
            let Some(rest) = text.strip_prefix(name.as_str()) else {
                continue;
            };
            let dotted = rest.strip_prefix('.');
            let Some(wanted) = dotted.or_else(|| rest.strip_prefix("'s ")) else {
                continue;
            };
            let Some(slot) = of(*kind, wanted) else {
                return Err(unknown(&names, *kind, name, wanted.trim()));
            };
            let attribute = (*kind, *record, slot);
            return Ok(Some(AttributeSelector {
                attribute,
                within,
                typed,
            }));
        }
        if let Some((kind, record, name)) = records.iter().find(|(.., name)| name == text)
            && *kind != KindId::COMBATANT
            && run.scenario.record_name(*kind, *record).is_some()
        {
            let first = attributes(&names, *kind).iter();
            let first = first
                .skip(usize::from(kind.built_in()))
                .find(|one| !one.is_mark);
            return Err(UnknownSelector::Record {
                text: name.clone(),
                kind: names.written_kind(*kind),
                attribute: first.map(|one| one.name.clone()).unwrap_or_default(),
            });
        }
        let owner = text.split_once(").").map(|(two, _)| format!("{two})"));
        for kind in run
            .rules
            .kinds
            .iter()
            .filter_map(|kind| Some((kind, kind.pair?)))
        {
            let all = records.iter().filter(|(of, ..)| *of == kind.1.of);
            let mut all = all.map(|(.., name)| name);
            let itself = |name: &&String| {
                owner.as_ref() == Some(&format!("{}({name}, {name})", spaced(&kind.0.name)))
            };
            if let Some(name) = all.find(itself) {
                return Err(UnknownSelector::Itself { text: name.clone() });
            }
        }
        // What stands before a dot is a record, and this one is none.
        if let Some((owner, wanted)) = text.split_once('.')
            && !owner.contains(' ')
            && !wanted.is_empty()
        {
            let known = records.iter().map(|(.., name)| name.as_str());
            return Err(UnknownSelector::Thing {
                suggestion: suggest(owner, known).map(str::to_owned),
                text: owner.to_owned(),
            });
        }
        let possessed = text.split_once(" of ").and_then(|(wanted, owner)| {
            let mut named = records.iter().filter(|(.., name)| name == owner.trim());
            named.find_map(|(kind, record, _)| Some((*kind, *record, of(*kind, wanted)?)))
        });
        let combat = || Some((KindId::COMBAT, 0, of(KindId::COMBAT, text)?));
        let found = possessed.or_else(combat);
        Ok(found.map(|attribute| AttributeSelector {
            attribute,
            within,
            typed,
        }))
    }
}

/// The attribute of a kind of that name, or of that text.
fn slot_of(names: &Names<'_>, kind: KindId, wanted: &str) -> Option<Slot> {
    let slots = || 0..to_short(attributes(names, kind).len());
    let mut named = slots().filter(|&slot| spaced(&names.attribute(kind, slot)) == wanted);
    let texts = slots().zip(attributes(names, kind));
    let mut told = texts.filter(|(_, one)| !one.text.is_empty() && spaced(&one.text) == wanted);
    named.next().or_else(|| told.next().map(|(slot, _)| slot))
}

fn attributes<'a>(names: &Names<'a>, kind: KindId) -> &'a [Attribute] {
    &names.rules.kind(kind).attributes
}

fn unknown(names: &Names<'_>, kind: KindId, owner: &str, wanted: &str) -> UnknownSelector {
    let rules = names.rules;
    let is_of_kind = |one: &&Function| {
        let mut parameters = one
            .parameters
            .iter()
            .map(|one| one.declared.ty == Type::Record(kind));
        spaced(&one.name) == wanted && parameters.next() == Some(true) && parameters.len() == 0
    };
    if let Some(function) = rules.functions.iter().find(is_of_kind) {
        return worked_out(names, function, &|of| {
            (of == kind).then(|| owner.to_owned())
        });
    }
    let known = attributes(names, kind).iter().map(|one| one.name.as_str());
    UnknownSelector::Attribute {
        owner: owner.to_owned(),
        text: wanted.to_owned(),
        suggestion: suggest(wanted, known).map(str::to_owned),
    }
}

/// That a text names a definition, alone or with what it is asked of.
pub fn definition(run: &Run<'_>, text: &str) -> Option<UnknownSelector> {
    let names = Names::new(run.rules, run.scenario);
    let text = spaced(text);
    let name = text.split_once('(').map_or(text.as_str(), |parts| parts.0);
    let mut functions = run.rules.functions.iter();
    let function = functions.find(|one| spaced(&one.name) == name)?;
    let first = |kind: KindId| {
        let any = names
            .records()
            .find(|one| one.0 == kind && kind != KindId::ACT)?;
        Some(names.written_record(any.0, any.1))
    };
    Some(worked_out(&names, function, &first))
}

/// That a definition is asked about, and at which attributes of records it looks; `owner`: the record of a kind of which they can be asked.
fn worked_out(
    names: &Names<'_>,
    function: &Function,
    owner: &dyn Fn(KindId) -> Option<String>,
) -> UnknownSelector {
    let mut reads = BTreeSet::new();
    each_expr(&names.rules.exprs, function.body, &mut |expr| {
        if let Some((of, slot, _)) = expr.attribute()
            && !names.rules.kinds[of.index()].is_of_pair(slot)
            && let Some(owner) = owner(of)
        {
            let attribute = &attributes(names, of)[usize::from(slot)];
            reads.insert(format!("{owner}.{}", attribute.name));
        }
    });
    UnknownSelector::Definition {
        text: function.name.clone(),
        reads: reads.into_iter().collect(),
    }
}

/// The answer. Plays the run again.
pub fn reason(run: &Run<'_>, track: &Track<'_>, asked: &AttributeSelector) -> Reason {
    let (kind, record, slot) = asked.attribute;
    let story = &track.story;
    let entries = story.journal.entries.len();
    let all = story.changes(asked.attribute, entries);
    let end = end_of(track, &asked.within);
    // Where the run does not come to the period, of all of it.
    let is_told = |change: &&CellChange| end.is_none_or(|end| change.entry < end);
    let told: Vec<&CellChange> = all.iter().filter(is_told).collect();
    let first = match all.first() {
        Some(change) => change.old,
        None => unchanged(run, asked.attribute),
    };
    let value = told.last().map_or(first, |change| change.new);
    let said = |value, entry| match value {
        MISSING => "missing".to_owned(),
        value => story.value_of((kind, slot), value, entry),
    };
    let omitted = told.len().saturating_sub(MOST_STEPS);
    let steps = told.iter().skip(omitted).map(|change| {
        let how = how(track, change, (kind, slot));
        AttributeStep {
            moment: track.moment(change.entry),
            value: said(change.new, change.entry),
            rolls: given(track, change, &how),
            how,
            quotes: quotes(track, change, (kind, slot)),
        }
    });
    let given = run.scenario.records.get(kind.index());
    let given = given.and_then(|records| records.get(to_index(record.into())));
    let given = given.filter(|one| one.values.iter().any(|(of, _)| *of == slot));
    let reached = asked.within.is_empty() || end.is_some();
    let joined = corrections::joined(run, track, (kind, record));
    let who = story.names.record(kind, record);
    Reason::Attribute {
        joined: joined.map(|entry| format!("as {who} joined only{}", at(&track.moment(entry)))),
        not_yet: joined.is_some_and(|entry| end.is_some_and(|end| end <= entry)),
        attribute: story.attribute_of(asked.attribute, entries),
        value: said(value, entries),
        moment: match asked.within.is_empty() {
            true => String::new(),
            false if !reached => asked.typed.clone(),
            false => story.names.moment(&asked.within),
        },
        reached,
        first: said(first, 0),
        given: given.map(|one| track.file_line(one.span)),
        changes: steps.collect(),
        omitted: to_number(omitted),
    }
}

/// What an attribute is that nothing has changed. Plays the run again.
fn unchanged(run: &Run<'_>, attribute: (KindId, u32, Slot)) -> Value {
    let mut probe = AttributeProbe {
        attribute,
        value: MISSING,
    };
    again(run, &mut probe);
    probe.value
}

/// Sees what an attribute is, also of a record that is made in the course of the run, and where an error stops it.
struct AttributeProbe {
    attribute: (KindId, u32, Slot),
    value: Value,
}

impl AttributeProbe {
    fn look(&mut self, scene: &Scene<'_>) {
        let (kind, record, slot) = self.attribute;
        self.value = scene.attribute(kind, record, slot);
    }
}

impl Observer for AttributeProbe {
    fn began(&mut self, scene: &mut Scene<'_>) {
        self.look(scene);
    }

    fn batch_ended(&mut self, scene: &mut Scene<'_>) {
        self.look(scene);
    }

    fn phase_ended(&mut self, _phase: PhaseId, scene: &mut Scene<'_>) {
        self.look(scene);
    }

    fn ended(&mut self, scene: &mut Scene<'_>) {
        self.look(scene);
    }
}

/// How many entries there were at the end of a period; `None`: the run did not come to it.
fn end_of(track: &Track<'_>, within: &[(PhaseId, Value)]) -> Option<usize> {
    let count = track.story.journal.entries.len();
    if within.is_empty() {
        return Some(count);
    }
    let last = (0..count).rfind(|&entry| track.is_within(entry, within));
    last.map(|last| last + 1)
}

/// In which circumstances something changed; where nothing was going on, by which item of the rules.
fn how(track: &Track<'_>, change: &CellChange, attribute: (KindId, Slot)) -> String {
    if let Some(back) = set_back(track, change, attribute) {
        return back.words();
    }
    if correction(track, change).is_some() {
        return ", by the game master".to_owned();
    }
    let item = cause(track, change);
    let item = item.and_then(|item| track.story.names.rules.items.get(item.index()));
    // A trigger that responds to an act is not that act.
    let item = item.filter(|item| change.how.is_empty() || item.category == "trigger");
    let by = item.map_or_else(String::new, |item| {
        format!(", by {} \"{}\"", item.category, Clean(&item.name))
    });
    let held = if change.held {
        ", held by its bounds"
    } else {
        ""
    };
    format!("{}{by}{held}", change.how)
}

fn cause(track: &Track<'_>, change: &CellChange) -> Option<ItemId> {
    track.story.journal.entries.get(change.entry)?.cause
}

/// The correction of the scenario by which something changed.
fn correction(track: &Track<'_>, change: &CellChange) -> Option<u32> {
    let before = track
        .story
        .journal
        .entries
        .get(change.entry.checked_sub(1)?)?;
    match before.what {
        What::Corrected { correction } => Some(correction),
        _ => None,
    }
}

/// `bob rolls 15 for attack`, `bob answered yes to parries`, of each roll and answer on which a change hung and that its circumstances do not tell.
fn given(track: &Track<'_>, change: &CellChange, how: &str) -> Vec<String> {
    let story = &track.story;
    let told =
        change
            .given
            .iter()
            .filter_map(|&entry| match story.journal.entries.get(entry)?.what {
                What::Rolled {
                    who,
                    purpose,
                    throw,
                    faces,
                    total,
                } => Some(roll(story, (who, purpose), throw, faces, total)),
                _ if story.is_default(entry) => None,
                _ => story.answered(entry).filter(|said| !how.contains(said)),
            });
    told.collect()
}

/// How an attribute is set where no statement of a body does it.
enum SettingBack<'r> {
    /// As a repetition of the phase begins, as is said at the attribute.
    Each(&'r Phase),
    /// As the turn ends that it lasts to.
    TurnEnds,
    /// Whether a record has had its turn: as that begins.
    TurnBegins,
    /// The same: as the turns of the phase begin anew.
    TurnsBegin,
}

impl SettingBack<'_> {
    fn words(&self) -> String {
        match self {
            SettingBack::Each(phase) => format!(", set back each {}", Clean(&phase.name)),
            SettingBack::TurnEnds => ", set back as the turn ends".to_owned(),
            SettingBack::TurnBegins => ", as its turn began".to_owned(),
            SettingBack::TurnsBegin => ", as all turns began anew".to_owned(),
        }
    }

    /// Whether that stands at the attribute.
    fn is_declared(&self) -> bool {
        match self {
            SettingBack::Each(_) | SettingBack::TurnEnds => true,
            SettingBack::TurnBegins | SettingBack::TurnsBegin => false,
        }
    }
}

/// How an attribute was set by no statement of a body, if it was.
fn set_back<'r>(
    track: &Track<'r>,
    change: &CellChange,
    attribute: (KindId, Slot),
) -> Option<SettingBack<'r>> {
    let item = cause(track, change)?;
    let rules = track.story.names.rules;
    let is_until = |trigger: &Trigger| {
        trigger.item == item && matches!(trigger.on, Happening::Phase(_, false))
    };
    if rules.items.get(item.index())?.category == "kind" && rules.triggers.iter().any(is_until) {
        return Some(SettingBack::TurnEnds);
    }
    let phase = rules.phases.iter().find(|phase| phase.item == item)?;
    let is_it = |one: &Statement| {
        let spans = change.statements.iter().map(|statement| statement.1);
        let is_there = change.statements.is_empty() || spans.into_iter().any(|at| at == one.span);
        is_there && writes(&one.kind, attribute)
    };
    let has = |block| {
        let mut found = false;
        each_block(block, &mut |block| found |= block.iter().any(is_it));
        found
    };
    let turns = phase.turns.as_ref();
    let is_had = turns.is_some_and(|turns| (turns.kind, turns.had) == attribute);
    match (has(&phase.body), has(&phase.prologue)) {
        (true, _) => None,
        (false, true) if is_had => Some(SettingBack::TurnBegins),
        (false, true) => Some(SettingBack::Each(phase)),
        (false, false) => {
            let opening = turns.is_some_and(|turns| has(&turns.opening));
            (is_had && opening).then_some(SettingBack::TurnsBegin)
        }
    }
}

/// The statements that write the attribute in the item that changed it; where these are many or none, the item; of what is set back, where the attribute is declared.
fn quotes(track: &Track<'_>, change: &CellChange, attribute: (KindId, Slot)) -> Vec<Quote> {
    if let Some(number) = correction(track, change) {
        let quote = track.quote_correction(number, change.entry);
        return quote.into_iter().collect();
    }
    let Some(item) = cause(track, change) else {
        return Vec::new();
    };
    if set_back(track, change, attribute).is_some_and(|back| back.is_declared()) {
        let rule = track.story.names.attribute_rule(attribute.0, attribute.1);
        return rule
            .map(|rule| track.quote_attribute(rule))
            .into_iter()
            .collect();
    }
    let mut statements = track.quote_statements(&change.statements);
    if statements.is_empty() {
        statements = track.quote_writes(item, attribute);
    }
    match statements.len() {
        1..=MOST_STATEMENTS => statements,
        _ => track.quote_item(item).into_iter().collect(),
    }
}
