//! From ranks to places: each lot settles the ranks of some combatants, the lots know nothing of each other, and so the number of those who come
//! before somebody is a sum over lots. Whole numbers only; knows nothing of rules.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::{AddAssign, Mul};

use dashu_int::UBig;

use super::lots::{LotId, Lots};
use super::store::{Depends, Store, Thing};
use crate::ruleset::{MISSING, Value};

/// The rank of one who never acts.
const NEVER: Value = Value::MAX;

/// Combatants whose ranks one lot settles.
struct Group {
    members: Vec<u32>,
    /// their ranks, and in how many ways it comes so
    rows: Vec<(Vec<Value>, u128)>,
    /// of so many ways
    of: u128,
    /// of a single member: its ranks in order, and in how many ways it has a lower one
    below: Vec<(Value, u128)>,
}

/// The ranks of the first acts of all combatants.
pub struct Ranks {
    groups: Vec<Group>,
    combatants: usize,
}

/// A number that ways are counted with.
trait Count: Clone + PartialEq + From<u128> + for<'a> AddAssign<&'a Self> {
    fn times(&self, other: &Self) -> Self;
}

impl Count for u128 {
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Count for UBig {
    fn times(&self, other: &Self) -> Self {
        Mul::mul(self, other)
    }
}

impl Ranks {
    /// The ranks that a run has come to; nothing if there are too many ways to count.
    pub fn of(store: &Store, lots: &Lots, combatants: usize) -> Option<Self> {
        let mut by_lot: BTreeMap<LotId, Vec<u32>> = BTreeMap::new();
        let mut groups = Vec::new();
        for combatant in 0..combatants as u32 {
            let first = store.holding(Thing::First(combatant));
            match first.depends {
                Depends::On(lot) => by_lot.entry(lots.now(lot)).or_default().push(combatant),
                Depends::Not => {
                    groups.push(Group::new(
                        vec![combatant],
                        [(vec![first.value], 1)].into(),
                        1,
                    ));
                }
                Depends::Unsettled => return None,
            }
        }
        for (lot, members) in by_lot {
            let columns: Vec<&[Value]> = (members.iter())
                .map(|&member| lots.column(lot, Thing::First(member)))
                .collect();
            let falls = &lots.lot(lot).falls;
            let of = falls.iter().try_fold(1, |all, fall| common(all, fall.of))?;
            let mut rows: BTreeMap<Vec<Value>, u128> = BTreeMap::new();
            for (number, fall) in falls.iter().enumerate() {
                let row = columns.iter().map(|column| column[number]).collect();
                *rows.entry(row).or_default() += fall.ways * (of / fall.of);
            }
            groups.push(Group::new(members, rows, of));
        }
        Some(Ranks { groups, combatants })
    }

    /// In how many ways all dice fall.
    pub fn ways(&self) -> UBig {
        let ways = self.groups.iter().map(|group| UBig::from(group.of));
        ways.fold(UBig::ONE, |all, ways| all * ways)
    }

    /// In how many ways a combatant acts as the first, the second and so on, and behind them in how many it never acts.
    pub fn places(&self, who: u32) -> Vec<UBig> {
        let all = self
            .groups
            .iter()
            .try_fold(1_u128, |all, group| all.checked_mul(group.of));
        match all {
            Some(_) => {
                let places = self.counted::<u128>(who);
                places.into_iter().map(UBig::from).collect()
            }
            None => self.counted::<UBig>(who),
        }
    }

    fn counted<N: Count>(&self, who: u32) -> Vec<N> {
        let nought = N::from(0);
        let mut places = vec![nought.clone(); self.combatants + 1];
        let Some((own, member)) = self.group_of(who) else {
            return places;
        };
        let mut before: BTreeMap<Value, Vec<N>> = BTreeMap::new();
        for (row, ways) in &self.groups[own].rows {
            let rank = row[member];
            let others = before.entry(rank).or_insert_with(|| self.before(rank, own));
            let ways = N::from(*ways);
            let ahead = row.iter().filter(|&&other| other < rank).count();
            for (number, count) in others.iter().enumerate() {
                let place = match rank {
                    NEVER => self.combatants,
                    _ => ahead + number,
                };
                if *count != nought {
                    places[place] += &ways.times(count);
                }
            }
        }
        places
    }

    /// In how many ways so many of the other groups' members have a lower rank.
    fn before<N: Count>(&self, rank: Value, own: usize) -> Vec<N> {
        let mut counts = Vec::with_capacity(self.combatants);
        counts.push(N::from(1));
        for (index, group) in self.groups.iter().enumerate() {
            if index == own {
                continue;
            }
            let more = group.before(rank);
            let mut next = vec![N::from(0); counts.len() + more.len() - 1];
            for (so_far, count) in counts.iter().enumerate() {
                for (number, &ways) in more.iter().enumerate().filter(|more| *more.1 != 0) {
                    next[so_far + number] += &count.times(&N::from(ways));
                }
            }
            counts = next;
        }
        counts
    }

    /// In how many ways the first act of the one comes before, with and after that of the other, one who never acts after one who does; and
    /// behind them in how many neither acts.
    pub fn pair(&self, one: u32, other: u32) -> [UBig; 4] {
        let mut ways = [const { UBig::ZERO }; 4];
        let (Some((first, at)), Some((second, beside))) =
            (self.group_of(one), self.group_of(other))
        else {
            return ways;
        };
        let place = |a: Value, b: Value| match a.cmp(&b) {
            Ordering::Less => 0,
            Ordering::Equal if a == NEVER => 3,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        if first == second {
            for (row, count) in &self.groups[first].rows {
                ways[place(row[at], row[beside])] += UBig::from(*count);
            }
        } else {
            let others = self.groups[second].ranks(beside);
            for (a, count) in self.groups[first].ranks(at) {
                for (&b, &more) in &others {
                    ways[place(a, b)] += UBig::from(count) * UBig::from(more);
                }
            }
        }
        ways
    }

    /// Of how many ways [`Self::pair`] speaks.
    pub fn ways_of_pair(&self, one: u32, other: u32) -> UBig {
        let of = |who| self.group_of(who).map(|group| group.0);
        let (first, second) = (of(one), of(other));
        let ways =
            |group: Option<usize>| group.map_or(UBig::ONE, |group| self.groups[group].of.into());
        match first == second {
            true => ways(first),
            false => ways(first) * ways(second),
        }
    }

    /// The group of a combatant, and its place in it.
    fn group_of(&self, who: u32) -> Option<(usize, usize)> {
        self.groups.iter().enumerate().find_map(|(index, group)| {
            let member = group.members.iter().position(|&member| member == who)?;
            Some((index, member))
        })
    }
}

impl Group {
    fn new(members: Vec<u32>, rows: BTreeMap<Vec<Value>, u128>, of: u128) -> Self {
        let known = |(mut row, ways): (Vec<Value>, u128)| {
            for rank in row.iter_mut().filter(|rank| **rank == MISSING) {
                *rank = NEVER;
            }
            (row, ways)
        };
        let mut group = Group {
            members,
            rows: rows.into_iter().map(known).collect(),
            of,
            below: Vec::new(),
        };
        if group.members.len() == 1 {
            let mut sum = 0;
            for (rank, ways) in group.ranks(0) {
                group.below.push((rank, sum));
                sum += ways;
            }
            group.below.push((NEVER, sum));
        }
        group
    }

    /// The ranks of a member, lowest first, and in how many ways it has each.
    fn ranks(&self, member: usize) -> BTreeMap<Value, u128> {
        let mut ranks = BTreeMap::new();
        for (row, ways) in &self.rows {
            *ranks.entry(row[member]).or_default() += ways;
        }
        ranks
    }

    /// In how many ways so many members have a lower rank.
    fn before(&self, rank: Value) -> Vec<u128> {
        if self.members.len() == 1 {
            // The first whose rank is not lower knows how many are.
            let at = self.below.partition_point(|below| below.0 < rank);
            let ways = self.below.get(at).map_or(self.of, |below| below.1);
            return vec![self.of - ways, ways];
        }
        let mut ways = vec![0; self.members.len() + 1];
        for (row, count) in &self.rows {
            ways[row.iter().filter(|&&other| other < rank).count()] += count;
        }
        ways
    }
}

/// The lowest number that both divide.
fn common(a: u128, b: u128) -> Option<u128> {
    let (mut one, mut other) = (a, b);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    (a / one).checked_mul(b)
}
