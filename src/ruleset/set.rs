//! Sets: several records of a kind as one value, a bit for each.

use super::{MISSING, Value};

/// How many records of a kind can be in a set: those with the lowest numbers. Any set is a number that is not too large.
pub const MOST_IN_SET: u32 = 60;

/// The set of one record; nothing where its number is too high.
pub fn set_of(record: Value) -> Option<Value> {
    (0..Value::from(MOST_IN_SET))
        .contains(&record)
        .then(|| 1 << record)
}

/// Whether a record is in a set. A missing record is in none, and nothing in a missing set.
#[inline]
pub fn is_in(record: Value, set: Value) -> bool {
    set != MISSING && set_of(record).is_some_and(|one| set & one != 0)
}

/// The records of a set, by number.
pub fn records_in(set: Value) -> impl Iterator<Item = u32> {
    (0..MOST_IN_SET).filter(move |&record| is_in(record.into(), set))
}

/// A set with the records of another one or, where that is negative, without those of its opposite.
pub fn changed_set(set: Value, added: Value) -> Value {
    match added {
        0.. => set | added,
        _ => set & !-added,
    }
}
