//! Records of which there is one for every two of another kind: they are there without being listed.

use super::{Record, Scenario};
use crate::ruleset::index::{Idx, to_number, to_record};
use crate::ruleset::{KindId, MISSING, PairKind, Ruleset, Value};
use crate::source::Span;

impl PairKind {
    /// How many records there are for so many of the kind that they stand between.
    pub fn count(self, of: usize) -> usize {
        let ordered = of.saturating_mul(of.saturating_sub(1));
        if self.mutual { ordered / 2 } else { ordered }
    }

    /// Of which two each record is, in the order of their [numbers](Self::number), for so many of the kind that they stand between. Takes time as
    /// there are such records.
    fn of_each(self, of: u32) -> Vec<[u32; 2]> {
        let ordered = (0..of).flat_map(|one| (0..of).map(move |other| [one, other]));
        let is_own = |[one, other]: &[u32; 2]| one < other || one > other && !self.mutual;
        let mut all: Vec<[u32; 2]> = ordered.filter(is_own).collect();
        all.sort_by_key(|two| self.number(*two));
        all
    }

    /// The record that stands between two values of the kind; missing if one of them is, or if both are the same.
    pub fn record(self, one: Value, other: Value) -> Value {
        match one == other || one == MISSING || other == MISSING {
            true => MISSING,
            false => Value::from(self.number([one, other].map(to_record))),
        }
    }

    /// The number of the record that stands between two. Records of later ones follow those of earlier ones, so newcomers change no number.
    pub fn number(self, [one, other]: [u32; 2]) -> u32 {
        let (earlier, later) = (one.min(other).index(), one.max(other).index());
        let place = match self.mutual {
            true => earlier,
            false => earlier * 2 + usize::from(one > other),
        };
        to_number(self.count(later) + place)
    }
}

impl Scenario {
    /// The other name of a record that is for both of the two between which it stands: `gap(bob, ann)` of `gap(ann, bob)`. `None`: it has only one.
    pub fn turned_name(&self, rules: &Ruleset, kind: KindId, record: u32) -> Option<String> {
        let rule = &rules.kinds[kind.index()];
        let pair = rule.pair.filter(|pair| pair.mutual)?;
        let two = &self.records.get(kind.index())?.get(record.index())?.values;
        let mut names = two
            .iter()
            .map(|&(_, of)| self.record_name(pair.of, to_record(of)));
        let (one, other) = (names.next()??, names.next()??);
        Some(format!("{}({other}, {one})", rule.name))
    }

    /// Adds the records of the kinds of which there is one for every two others, with these two as their only values. `span`: where they are said to
    /// stand. Takes time as there are such records.
    pub fn add_pairs(&mut self, rules: &Ruleset, span: Span) {
        for (number, kind) in rules.kinds.iter().enumerate() {
            let Some(pair) = kind.pair else { continue };
            let of = pair.of.index();
            let (start, all) = (self.at_start(pair.of), self.records[of].len());
            let joining = pair.count(all) - pair.count(start);
            if joining > 0 {
                self.joining.resize(rules.kinds.len(), 0);
                self.joining[number] = to_number(joining);
            }
            let between = |two: [u32; 2]| {
                let [one, other] = two.map(|one| self.records[of][one.index()].name.as_str());
                Record {
                    name: format!("{}({one}, {other})", kind.name),
                    values: (0..).zip(two.map(Value::from)).collect(),
                    span,
                }
            };
            let made = pair.of_each(to_number(all)).into_iter().map(between);
            self.records[number] = made.collect();
            self.listed[number] = (0..to_number(pair.count(start))).collect();
        }
    }
}
