//! Phrases of the transcript: dice, answers, places in the line. Each is a pure function of one entry.

use crate::journal::{ActNumber, Authority, Line, Range, Ruling};
use crate::ruleset::index::to_number;
use crate::ruleset::{ItemId, MISSING, QuestionId, Relation, TableId, Tally, Throw, Value, WordId};
use crate::scenario::Person;
use crate::source::Clean;
use crate::view::Story;

/// `party rolls 5 for initiative (d6)`, `orcs roll 4 + 5 + 3 = 12 for morale (3d6)`, `ann rolls 9, 3, 8 = 2 for hits (3d10, 7 or more)`.
pub fn roll(
    story: &Story<'_>,
    (who, purpose): (Person, WordId),
    throw: Throw,
    faces: Range,
    total: Value,
) -> String {
    let faces = story.journal.values(faces);
    let rolls = story.names.rolls(who);
    let who = story.names.person(who);
    let purpose = story.names.word(purpose);
    let (shown, dice) = match (faces, throw.tally) {
        ([], _) | ([_], Tally::Sum) => (total.to_string(), throw.to_string()),
        (many, tally) => {
            let between = match tally {
                Tally::Sum => " + ",
                _ => ", ",
            };
            let shown: Vec<String> = many.iter().map(Value::to_string).collect();
            let shown = format!("{} = {total}", shown.join(between));
            (shown, throw.to_string())
        }
    };
    format!("{who} {rolls} {shown} for {purpose} ({dice})")
}

/// `ann rolls 3, 6, 5 for dice (3d6)`: dice that are kept by what they show.
pub fn pool(
    story: &Story<'_>,
    (who, purpose): (Person, WordId),
    throw: Throw,
    shown: &[Value],
) -> String {
    let rolls = story.names.rolls(who);
    let who = story.names.person(who);
    let purpose = story.names.word(purpose);
    let dice = Throw {
        count: to_number(shown.len()),
        ..throw
    };
    let shown: Vec<String> = shown.iter().map(Value::to_string).collect();
    format!("{who} {rolls} {} for {purpose} ({dice})", shown.join(", "))
}

/// `party rolls 5`, without what for.
pub fn rolled(story: &Story<'_>, who: Person, total: Value) -> String {
    format!(
        "{} {} {total}",
        story.names.person(who),
        story.names.rolls(who)
    )
}

/// `the party is asked`, but `the orcs are asked`.
pub fn asked(story: &Story<'_>, who: Person) -> String {
    let is = if story.names.are_several(who) {
        "are"
    } else {
        "is"
    };
    format!("{} {is} asked", story.names.person(who))
}

/// `the party has answered`, but `the orcs have answered`.
pub fn answered(story: &Story<'_>, who: Person) -> String {
    let has = if story.names.are_several(who) {
        "have"
    } else {
        "has"
    };
    format!("{} {has} answered", story.names.person(who))
}

/// An answer by the type of its question.
pub fn answer(story: &Story<'_>, question: QuestionId, answer: Value, entry: usize) -> String {
    match story.names.rules.questions.get(question.index()) {
        Some(question) => story.value(&question.answer.ty, answer, entry),
        None => answer.to_string(),
    }
}

/// The row of a table: `blunt injury 4: Crushed Foot`.
pub fn row(story: &Story<'_>, id: TableId, row: u32, key: Value, entry: usize) -> Option<String> {
    let table = story.names.rules.tables.get(id.index())?;
    let found = table.rows.get(row as usize)?;
    let name = Clean(&table.name).to_string().replace('_', " ");
    let key = story.value(&table.key, key, entry);
    Some(match found.title.as_str() {
        "" => format!("{name} {key}"),
        title => format!("{name} {key}: {}", Clean(title)),
    })
}

/// How a mover stands to its reference, to be followed by the reference.
pub fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Waits => "after",
        Relation::GoesAhead => "before",
        Relation::Joins => "together with",
        Relation::NotBefore => "not before",
        Relation::NotAfter => "not after",
        Relation::Leads => "directly before",
        Relation::Trails => "directly after",
    }
}

/// Why an act stands where it does: `moved: after orc 1 attacks bram ["G vs D"]`.
pub fn moved(story: &Story<'_>, ruling: &Ruling, entry: usize) -> String {
    format!(
        "moved: {} {}{}",
        relation(ruling.relation),
        story.act(ruling.reference, entry),
        in_brackets(authority(story, ruling.by))
    )
}

/// What asks for a ruling: the exception, or the game master.
pub fn authority(story: &Story<'_>, by: Authority) -> Option<String> {
    match by {
        Authority::Exception(id) => {
            let rule = story.names.rules.exceptions.get(id.index())?;
            Some(story.names.item(rule.item))
        }
        Authority::Correction(_) => Some("the game master".to_owned()),
    }
}

/// The title of an item, as it stands behind what the item did.
pub fn tag(story: &Story<'_>, item: Option<ItemId>) -> String {
    in_brackets(item.map(|item| story.names.item(item)))
}

/// A name as it stands behind what was done by it.
pub fn in_brackets(name: Option<String>) -> String {
    name.map_or(String::new(), |name| format!(" [{name}]"))
}

/// The shown keys of an act that stands in a line: `count 8`.
pub fn label(story: &Story<'_>, line: &Line, act: ActNumber) -> Option<String> {
    let order = story.names.rules.orders.get(line.order as usize)?;
    let own = story.journal.keys_of(line, act)?;
    let shown = (order.keys.iter().zip(own)).filter(|(key, value)| key.shown && **value != MISSING);
    let parts: Vec<String> = shown
        .map(|(key, &value)| {
            let value = story.names.value(&key.ty, value);
            let name = key.name.map(|name| story.names.word(name));
            name.map_or_else(|| value.clone(), |name| format!("{name} {value}"))
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
