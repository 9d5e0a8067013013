//! From ranks to places: each component settles the ranks of some combatants, the components are independent, and so the number of those who come
//! before a combatant is a sum over components. Whole numbers only; knows nothing of rules.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::{AddAssign, Mul};

use dashu_int::UBig;

use super::components::{ComponentId, Components};
use crate::machine::column_of;
use crate::ruleset::index::Idx;
use crate::ruleset::{MISSING, Value};

/// The rank of one who never acts.
const NEVER: Value = Value::MAX;

/// Combatants whose ranks one component settles.
struct RankGroup {
    members: Vec<u32>,
    /// the ranks of all members, row for row, lowest first, each row once
    ranks: Vec<Value>,
    /// in how many ways each row comes
    ways: Vec<u128>,
    /// of so many ways
    of: u128,
    /// of a single member: in how many ways it has a lower rank than that of each row
    below: Vec<u128>,
}

/// The ranks of the first acts of all combatants.
pub struct Ranks {
    groups: Vec<RankGroup>,
    combatants: usize,
}

/// A number that ways are counted with.
trait WayCount: Clone + PartialEq + From<u128> + for<'a> AddAssign<&'a Self> {
    fn times(&self, other: &Self) -> Self;
}

impl WayCount for u128 {
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl WayCount for UBig {
    fn times(&self, other: &Self) -> Self {
        Mul::mul(self, other)
    }
}

impl Ranks {
    /// Of these ranks, one for each combatant; nothing if there are too many ways to count.
    pub fn of(firsts: &[Value], components: &mut Components) -> Option<Self> {
        let mut by_component: Vec<(ComponentId, u32)> = Vec::new();
        let mut groups = Vec::new();
        for (combatant, &first) in (0..).zip(firsts) {
            match components.component_of(first).ok()? {
                Some(component) => by_component.push((component, combatant)),
                None => groups.push(RankGroup::new(vec![combatant], vec![(0, 1)], &[&[first]])),
            }
        }
        by_component.sort_unstable();
        for members in by_component.chunk_by(|one, other| one.0 == other.0) {
            let outcomes = components.outcomes(members[0].0);
            let mut all = outcomes.iter();
            let of = all.try_fold(1, |all, outcome| common(all, outcome.of))?;
            let outcomes = outcomes.iter().enumerate();
            let outcomes =
                outcomes.map(|(number, outcome)| (number, outcome.ways * (of / outcome.of)));
            let members: Vec<u32> = members.iter().map(|member| member.1).collect();
            let firsts = members.iter().map(|&member| firsts[member.index()]);
            let columns = firsts.map(|first| components.values(column_of(first)));
            let columns: Vec<&[Value]> = columns.collect();
            groups.push(RankGroup::new(members, outcomes.collect(), &columns));
        }
        let combatants = firsts.len();
        Some(Ranks { groups, combatants })
    }

    /// In how many ways all dice fall.
    pub fn ways(&self) -> UBig {
        let ways = self.groups.iter().map(|group| UBig::from(group.of));
        ways.fold(UBig::ONE, |all, ways| all * ways)
    }

    /// In how many ways a combatant acts as the first, the second and so on, and behind them in how many it never acts.
    pub fn places(&self, who: u32) -> Vec<UBig> {
        let mut groups = self.groups.iter();
        match groups.try_fold(1_u128, |all, group| all.checked_mul(group.of)) {
            Some(_) => {
                let places = self.counted::<u128>(who);
                places.into_iter().map(UBig::from).collect()
            }
            None => self.counted::<UBig>(who),
        }
    }

    fn counted<N: WayCount>(&self, who: u32) -> Vec<N> {
        let nought = N::from(0);
        let mut places = vec![nought.clone(); self.combatants + 1];
        let Some((own, member)) = self.group_of(who) else {
            return places;
        };
        let mut before: BTreeMap<Value, Vec<N>> = BTreeMap::new();
        for (row, ways) in self.groups[own].rows() {
            let rank = row[member];
            let others = before.entry(rank).or_insert_with(|| self.before(rank, own));
            let ways = N::from(ways);
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
    fn before<N: WayCount>(&self, rank: Value, own: usize) -> Vec<N> {
        let mut counts = vec![N::from(0); self.combatants];
        counts[0] = N::from(1);
        let mut so_far = 0;
        for (index, group) in self.groups.iter().enumerate() {
            if index == own {
                continue;
            }
            if group.members.len() == 1 {
                let below = group.below(rank);
                let (ahead, not) = (N::from(below), N::from(group.of - below));
                for number in (0..=so_far).rev() {
                    let one_more = counts[number].times(&ahead);
                    counts[number] = counts[number].times(&not);
                    counts[number + 1] += &one_more;
                }
            } else {
                let mut next = vec![N::from(0); self.combatants];
                for (row, ways) in group.rows() {
                    let ahead = row.iter().filter(|&&other| other < rank).count();
                    let ways = N::from(ways);
                    for number in 0..=so_far {
                        next[number + ahead] += &counts[number].times(&ways);
                    }
                }
                counts = next;
            }
            so_far += group.members.len();
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
            for (row, count) in self.groups[first].rows() {
                ways[place(row[at], row[beside])] += UBig::from(count);
            }
        } else {
            let others = self.groups[second].ranks_of(beside);
            for (a, count) in self.groups[first].ranks_of(at) {
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

impl RankGroup {
    /// The outcomes of a component, by their numbers, with the ways in which they come; and for each member its rank in each outcome.
    fn new(members: Vec<u32>, mut outcomes: Vec<(usize, u128)>, columns: &[&[Value]]) -> Self {
        let known = |rank: Value| if rank == MISSING { NEVER } else { rank };
        let row = |outcome: usize| columns.iter().map(move |column| known(column[outcome]));
        let of = outcomes.iter().map(|outcome| outcome.1).sum();
        match columns {
            [column] => outcomes.sort_unstable_by_key(|outcome| known(column[outcome.0])),
            _ => outcomes.sort_unstable_by(|one, other| row(one.0).cmp(row(other.0))),
        }
        let mut group = RankGroup {
            ranks: Vec::with_capacity(members.len() * outcomes.len()),
            ways: Vec::with_capacity(outcomes.len()),
            of,
            below: Vec::with_capacity(outcomes.len()),
            members,
        };
        let mut sum = 0;
        for rows in outcomes.chunk_by(|one, other| row(one.0).eq(row(other.0))) {
            let ways = rows.iter().map(|outcome| outcome.1).sum();
            group.ranks.extend(row(rows[0].0));
            group.ways.push(ways);
            group.below.push(sum);
            sum += ways;
        }
        group
    }

    /// The ranks of all members, and in how many ways it comes so.
    fn rows(&self) -> impl Iterator<Item = (&[Value], u128)> {
        let rows = self.ranks.chunks_exact(self.members.len());
        rows.zip(self.ways.iter().copied())
    }

    /// The ranks of a member, and in how many ways it has each.
    fn ranks_of(&self, member: usize) -> BTreeMap<Value, u128> {
        let mut ranks = BTreeMap::new();
        for (row, ways) in self.rows() {
            *ranks.entry(row[member]).or_default() += ways;
        }
        ranks
    }

    /// In how many ways the only member has a lower rank.
    fn below(&self, rank: Value) -> u128 {
        let at = self.ranks.partition_point(|&own| own < rank);
        self.below.get(at).copied().unwrap_or(self.of)
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
