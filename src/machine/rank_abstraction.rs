//! Where a run stands at a roll: attributes by which acts are put in order, and which nothing else reads, as ranks: runs in which they stand
//! alike to each other go on alike. Only for those who ask how runs go on, as in `forget`.

use super::Machine;
use crate::analysis::Ranked;
use crate::ruleset::index::to_value;
use crate::ruleset::{MOST, Value};

impl Machine<'_> {
    /// Puts ranks in place of the values of an attribute, of all records and wherever the line has noted them: the higher the value, the higher the
    /// rank; nought stays nought, for keys of acts that are not ordered by it count as that.
    pub(crate) fn rank(&mut self, attribute: &Ranked) {
        let mut values = vec![0];
        self.each_value(attribute, &mut |value| {
            values.push(value);
            value
        });
        values.sort_unstable();
        values.dedup();
        let rank_of = |value: Value| to_value(values.partition_point(|&other| other < value));
        let nought = rank_of(0);
        self.each_value(attribute, &mut |value| rank_of(value) - nought);
    }

    /// Lets every value of an attribute that is there be replaced; values that only stand for a place, before or behind all others, are left out.
    fn each_value(&mut self, attribute: &Ranked, replace: &mut dyn FnMut(Value) -> Value) {
        let is_value = |value: Value| (-MOST..=MOST).contains(&value);
        let table = &mut self.state.tables[attribute.kind.index()];
        for record in 0..table.count() {
            let value = table.get(record, attribute.slot);
            if is_value(value) {
                table.set(record, attribute.slot, replace(value));
            }
        }
        let line = &mut self.state.line;
        let width = line.width;
        if line.order.is_none() || width == 0 {
            return;
        }
        for &(key, highest_first) in &attribute.keys {
            let keys = line.keys.iter_mut().skip(key).step_by(width);
            for value in keys.filter(|value| is_value(**value)) {
                *value = replace(*value);
            }
            let sorted = line.sorted.iter_mut().skip(key + 1).step_by(width + 1);
            let last = line.last.iter_mut().skip(key).step_by(width);
            let clock = line.clock.iter_mut().skip(key).step_by(width);
            let placed = sorted.chain(last).chain(clock);
            for value in placed.filter(|value| is_value(**value)) {
                *value = match highest_first {
                    true => -replace(-*value),
                    false => replace(*value),
                };
            }
        }
    }
}
