//! The answer about two acts in one sentence: made of its strongest cause. Looks nothing up.

use super::quote::CORRECTION;
use super::{ActEnd, Cause, Changed, Compared, EqualKey, PairOrder, Quote, Stay};
use crate::ruleset::Relation;
use crate::view::json::JsonFate;

impl PairOrder {
    /// Whether they are of one batch.
    pub fn is_together(self) -> bool {
        matches!(self, PairOrder::Together | PairOrder::WaitsTogether)
    }

    /// Whether an act that did not come is still to come, and the line in which both stood, if they did, says where.
    pub fn waits(self, in_line: bool) -> bool {
        match self {
            PairOrder::WaitsBehind => in_line,
            PairOrder::WaitsBefore | PairOrder::WaitsTogether | PairOrder::WaitsUnordered => true,
            PairOrder::Before | PairOrder::Together | PairOrder::Alone | PairOrder::Neither => {
                false
            }
        }
    }
}

/// `ann strikes bob before bob strikes ann, because ...`
pub fn sentence(order: PairOrder, first: &Stay, second: &Stay, because: &[Cause]) -> String {
    let (a, b) = (&first.act, &second.act);
    let stand = match order {
        PairOrder::Before => format!("{a} came before {b}"),
        PairOrder::Together => format!("{a} came together with {b}"),
        PairOrder::Alone => format!("{a} came, but not {b}"),
        PairOrder::Neither => format!("neither came: not {a}, and not {b}"),
        PairOrder::WaitsBehind => format!("{a} came, and {b} still waits"),
        PairOrder::WaitsBefore => format!("{a} waits before {b}"),
        PairOrder::WaitsTogether => format!("{a} waits together with {b}"),
        PairOrder::WaitsUnordered => {
            format!("{a} and {b} wait, and have not been put in order yet")
        }
    };
    match clause(because) {
        Some(clause) => format!("{stand}, because {clause}"),
        None => stand,
    }
}

/// `; the game master sets speed of ann to 3`: what the game master corrected of what decided, or nothing
fn corrected(because: &[Cause]) -> String {
    let corrections = because.iter().filter_map(|cause| match cause {
        Cause::Corrected { quote } => Some(format!("; {}", named(quote))),
        _ => None,
    });
    corrections.collect()
}

/// `c.initiative is 5 for both, and c.dexterity is 12`
fn for_both(keys: &[EqualKey]) -> String {
    let mut keys = keys
        .iter()
        .map(|EqualKey { key, value }| format!("{key} is {value}"));
    let first = keys.next().map(|first| first + " for both");
    let all: Vec<_> = first.into_iter().chain(keys).collect();
    all.join(", and ")
}

/// The strongest cause as a clause behind `because`, with what the game master corrected.
pub fn clause(because: &[Cause]) -> Option<String> {
    let reason = because.iter().find_map(reason)?;
    Some(reason + &corrected(because))
}

fn reason(cause: &Cause) -> Option<String> {
    Some(match cause {
        Cause::Key {
            key,
            first,
            second,
            against: false,
            ..
        } => {
            let placed = first.placed.as_ref().or(second.placed.as_ref());
            let by = placed.map_or_else(String::new, |by| format!(", by {}", named(by)));
            format!(
                "the key \"{key}\" puts {} before {}{by}",
                first.value, second.value
            )
        }
        Cause::Key { .. } => return None,
        Cause::Equal {
            keys,
            turns: Some(_),
            ..
        } => format!("their turns come together: {}", for_both(keys)),
        Cause::Equal { keys, .. } => match keys.as_slice() {
            [] => "nothing orders them".to_string(),
            _ => "they are equal in all keys".to_string(),
        },
        Cause::Exception {
            mover,
            relation: Some(relation),
            reference,
            fate: JsonFate::Held | JsonFate::Moved,
            compared,
            quote,
            ..
        } => {
            let says = format!("{mover} {} {reference}", verb(*relation));
            match compared {
                Some((left, right)) => {
                    let (left, right) = (side(left), side(right));
                    format!("{} compares {left} with {right}: {says}", named(quote))
                }
                None if quote.category == CORRECTION => format!("{}: {says}", named(quote)),
                None => format!("{} says so: {says}", named(quote)),
            }
        }
        Cause::Exception { .. } => return None,
        Cause::Next { act, by } => {
            format!("{act} was added as the very next batch{}", behind(by))
        }
        Cause::TurnBefore {
            barred: Some(why),
            since,
            ..
        } => match since.first() {
            Some(since) => format!("{why}; {since}"),
            None => why.clone(),
        },
        Cause::TurnBefore {
            named: Some(named), ..
        } => named.clone(),
        Cause::TurnBefore {
            first,
            second,
            key: Some((key, left, right)),
            highest_first,
            ..
        } => {
            let way = if *highest_first { "highest" } else { "lowest" };
            format!(
                "the {first} comes before the {second}: {key} is {left}, not {right}, the {way} first"
            )
        }
        Cause::TurnBefore { first, second, .. } => {
            format!("the {first} comes before the {second} by name")
        }
        Cause::Led {
            what: Changed::Decision,
            fact,
            instead,
            ..
        } => format!("{fact}, not {instead}"),
        Cause::Led { fact, .. } => fact.clone(),
        Cause::Untried { .. } | Cause::Corrected { .. } | Cause::Became { .. } => return None,
        Cause::Later {
            act,
            moment,
            after,
            by,
            declared,
            unasked,
        } => {
            let declared = declared.iter().map(|declared| format!(": {declared}"));
            let unasked = unasked.iter().map(|unasked| format!("; {unasked}"));
            let declared: String = declared.chain(unasked).collect();
            let later = later(moment, after, by);
            format!("{act} came into the line only{later}{declared}")
        }
        Cause::Stage { act, after, .. } => format!("{act} could only follow {after}"),
        Cause::AtOnce { act, .. } => format!("{act} is carried out at once, outside of the line"),
        Cause::Waited { act, failed, .. } => format!(
            "{act} had to wait until this was true: {}",
            failed.condition
        ),
        Cause::Missed {
            act, moment, place, ..
        } => {
            let place = place.iter().map(|place| format!(" ({place})"));
            let place: String = place.collect();
            format!("the place of {act} had gone by{}{place}", at(moment))
        }
        Cause::Ended {
            act,
            end,
            fate,
            because,
            since,
            by,
            ..
        } => {
            let mut why: String = because.iter().map(|why| format!(": {why}")).collect();
            why.extend(since.iter().map(|since| format!(" ({since})")));
            match end {
                ActEnd::Waiting => format!(
                    "{act} was still waiting when the run ended{}{why}",
                    behind(by)
                ),
                ActEnd::Stopped => format!("{act} was still waiting when the run stopped"),
                ActEnd::Void | ActEnd::Refused | ActEnd::Cancelled => {
                    format!("{act} is {fate}{}{why}", behind(by))
                }
            }
        }
    })
}

/// `exception "G vs D"`, `the game master moves bob before ann`
pub fn named(quote: &Quote) -> String {
    if quote.category == CORRECTION {
        return format!("the game master {}", quote.name);
    }
    // An act is void by a rule; `void by void` would say nothing.
    let category = match quote.category.as_str() {
        "void" => "rule",
        category => category,
    };
    format!("{category} \"{}\"", quote.name)
}

/// ` by trigger "a hit spoils the casting"`, or nothing
pub fn behind(by: &Option<Quote>) -> String {
    by.as_ref()
        .map_or_else(String::new, |by| format!(" by {}", named(by)))
}

/// When an act came into the line: ` in round 2 by trigger "a reposte"`, ` after ann strikes bob`
pub fn later(moment: &str, after: &Option<String>, by: &Option<Quote>) -> String {
    let when = match after {
        Some(after) => format!(" after {after}"),
        None => at_then(moment),
    };
    when + &behind(by)
}

/// ` in round 1, segment 4`, ` then` outside of repeated phases
fn at_then(moment: &str) -> String {
    match moment {
        "" => " then".to_string(),
        moment => at(moment),
    }
}

/// ` in round 1, segment 4`, or nothing
pub fn at(moment: &str) -> String {
    match moment {
        "" => String::new(),
        moment => format!(" in {moment}"),
    }
}

/// `2 segments (casting_time)`; a value alone where the file has just that
pub fn side(compared: &Compared) -> String {
    match compared.value == compared.source {
        true => compared.value.clone(),
        false => format!("{} ({})", compared.value, compared.source),
    }
}

/// A relation as people say it.
pub fn verb(relation: Relation) -> &'static str {
    match relation {
        Relation::Waits => "waits for",
        Relation::GoesAhead => "goes ahead of",
        Relation::Joins => "joins",
        Relation::NotBefore => "goes not before",
        Relation::NotAfter => "goes not after",
        Relation::Leads => "goes directly before",
        Relation::Trails => "goes directly after",
    }
}
