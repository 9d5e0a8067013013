//! Changes of attributes: which of them people care about, and several of one record in one line.

use crate::journal::What;
use crate::ruleset::{Attribute, ItemId, KindId, MISSING, Slot, Type, Value, WordId};
use crate::scenario::Person;
use crate::view::Story;

/// How a line ends for the game master that shows a secret value.
pub const MARK: &str = " (hidden)";

/// Changes of one record, by one cause, that are still to be told.
#[derive(Debug, Default)]
pub struct Changes {
    of: Option<(KindId, u32, Option<ItemId>, bool)>,
    parts: Vec<String>,
}

/// One change of an attribute.
#[derive(Clone, Copy, Debug)]
pub struct ValueChange {
    /// the kind of the record
    pub kind: KindId,
    /// which record
    pub record: u32,
    /// which attribute
    pub slot: Slot,
    /// what it was
    pub old: Value,
    /// what it is
    pub new: Value,
    /// the item that says so
    pub cause: Option<ItemId>,
}

impl Changes {
    /// Adds a change: whether it is left out, and whether it is marked as a secret. Gives back what is to be told before, if it is of another record or
    /// cause, or not left out as this is.
    pub fn add(
        &mut self,
        change: &ValueChange,
        (is_secret, is_marked): (bool, bool),
        story: &Story<'_>,
        entry: usize,
    ) -> Option<ChangeLine> {
        let of = Some((change.kind, change.record, change.cause, is_secret));
        let before = if self.of == of {
            None
        } else {
            self.take(story, entry)
        };
        self.of = of;
        let mark = if is_marked { MARK } else { "" };
        self.parts
            .push(format!("{}{mark}", shown(change, story, entry)));
        before
    }

    /// What is to be told, and nothing is left.
    pub fn take(&mut self, story: &Story<'_>, entry: usize) -> Option<ChangeLine> {
        let (kind, record, cause, is_secret) = self.of.take()?;
        let parts = std::mem::take(&mut self.parts).join(", ");
        let of = story.record(kind, record, entry);
        Some(ChangeLine {
            text: format!("{of}: {parts}"),
            cause,
            is_secret,
        })
    }
}

/// A line about changes, and the item that caused them.
#[derive(Debug)]
pub struct ChangeLine {
    /// `ann: hp 6 -> 3`
    pub text: String,
    /// By which item.
    pub cause: Option<ItemId>,
    /// Whether the players are not to read it.
    pub is_secret: bool,
}

/// `hp 6 -> 3`, `surprise 2` where it had none, `surprise none` where it has none now, `prone` and `no longer prone`.
pub fn shown(change: &ValueChange, story: &Story<'_>, entry: usize) -> String {
    let name = story.names.attribute(change.kind, change.slot);
    let Some(rule) = story.names.attribute_rule(change.kind, change.slot) else {
        return name;
    };
    let ty = &rule.declared.ty;
    let [old, new] = [change.old, change.new].map(|value| story.value(ty, value, entry));
    match (ty, change.old, change.new) {
        (Type::YesNo, _, 1) => name,
        (Type::YesNo, 1, 0) => format!("no longer {name}"),
        (Type::YesNo, _, 0) => format!("not {name}"),
        (_, MISSING, _) | (_, _, MISSING) => format!("{name} {new}"),
        _ => format!("{name} {old} -> {new}"),
    }
}

/// Whether people care about a change: not of an act, and not that a number is forgotten. Of the attributes of a kind those matter of which the
/// rules say in words what they mean; where they say that of none, all matter, but those of the combat as a whole.
pub fn matters(story: &Story<'_>, change: &ValueChange) -> bool {
    let kinds = &story.names.rules.kinds;
    let Some(rules) = kinds.get(change.kind.index()) else {
        return false;
    };
    let Some(attribute) = rules.attributes.get(usize::from(change.slot)) else {
        return false;
    };
    let forgotten = change.new == MISSING && matches!(attribute.declared.ty, Type::Number(_));
    if change.kind == KindId::ACT || forgotten {
        return false;
    }
    if attribute.of_turns {
        return false;
    }
    match rules.has_texts(change.kind) {
        true => !attribute.text.is_empty(),
        false => change.kind != KindId::COMBAT,
    }
}

/// A roll: who, what for, and what came of it.
pub type RollResult = (Person, WordId, Value);

/// Whether a change only keeps what has just been rolled.
pub fn keeps_roll(story: &Story<'_>, change: &ValueChange, rolls: &[RollResult]) -> bool {
    let rule = story.names.attribute_rule(change.kind, change.slot);
    let own = |who: Person| who.record() == (change.kind, change.record);
    // A record that is drawn has a number, too, and it is not what the die shows.
    let is_number = |rule: &Attribute| matches!(rule.declared.ty, Type::Number(_));
    rule.is_some_and(is_number)
        && rolls.iter().any(|&(who, purpose, total)| {
            let word = story.names.rules.words.get(purpose.index());
            total == change.new && own(who) && word.is_some() && word == rule.map(|rule| &rule.name)
        })
}

/// The dice of a pool that are rolled one by one from an entry on, each with the change that keeps it: what they show, and the entry behind them. `None` if
/// the entry is no roll whose dice the roller counts by what they show.
pub fn pool_roll(story: &Story<'_>, first: usize) -> Option<(Vec<Value>, usize)> {
    let entries = &story.journal.entries;
    let rolled = |index: usize| match entries.get(index)?.what {
        What::Rolled {
            who,
            purpose,
            throw,
            total,
            ..
        } => Some(((who, purpose, throw), total)),
        _ => None,
    };
    let (roll, _) = rolled(first)?;
    let (who, purpose, _) = roll;
    let (kind, record) = who.record();
    let word = story.names.rules.words.get(purpose.index())?;
    let counts = |one: &Attribute| one.keyed.is_some() && one.declared_name() == word;
    let is_kept = |index: usize| match entries.get(index).map(|entry| entry.what) {
        Some(What::Changed {
            kind: of,
            record: whose,
            slot,
            ..
        }) => {
            let rule = story.names.attribute_rule(of, slot);
            (of, whose) == (kind, record) && rule.is_some_and(counts)
        }
        _ => false,
    };
    let attributes = &story.names.rules.kind(kind).attributes;
    if !attributes.iter().any(counts) {
        return None;
    }
    let (mut shown, mut end) = (Vec::new(), first);
    while let Some((_, total)) = rolled(end).filter(|(other, _)| *other == roll) {
        shown.push(total);
        end += 1 + usize::from(is_kept(end + 1));
    }
    Some((shown, end))
}
