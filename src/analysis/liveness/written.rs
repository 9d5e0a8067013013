//! What has been written on every way that leads to a place of the rules: attributes of all records, and attributes of a record that a body
//! has a name for. Sets, and the rules by which they grow and shrink; knows no statements.

use std::collections::BTreeSet;

use crate::ruleset::{KindId, Local, Slot};

/// A record that is the same one for as long as a body runs: that of a name, or what attributes that nothing writes lead to from there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AccessPath {
    name: Local,
    then: Vec<(KindId, Slot)>,
}

impl AccessPath {
    /// What an attribute of it leads to.
    pub fn then(mut self, kind: KindId, slot: Slot) -> Self {
        self.then.push((kind, slot));
        self
    }

    /// The same record, reached from another one in place of its name.
    fn from(&self, start: &AccessPath) -> Self {
        let then = start.then.iter().chain(&self.then).copied().collect();
        AccessPath {
            name: start.name,
            then,
        }
    }

    /// What is left of the way from another record to this one.
    fn beyond(&self, start: &AccessPath) -> Option<Vec<(KindId, Slot)>> {
        let rest = self.then.strip_prefix(start.then.as_slice())?;
        (self.name == start.name).then(|| rest.to_vec())
    }
}

/// What the names of an expression stand for.
#[derive(Clone, Debug, Default)]
pub struct NameMeanings {
    /// the records that were handed over; `None`: the names are those of the body itself
    given: Option<Vec<Option<AccessPath>>>,
    /// names that stand for one record after the other
    without: Vec<Local>,
}

impl NameMeanings {
    /// Those of the body.
    pub fn own() -> Self {
        NameMeanings::default()
    }

    /// Nothing is known of them.
    pub fn unknown() -> Self {
        NameMeanings::given(Vec::new())
    }

    /// The first of them stand for these.
    pub fn given(given: Vec<Option<AccessPath>>) -> Self {
        NameMeanings {
            given: Some(given),
            without: Vec::new(),
        }
    }

    /// The same, but of this one nothing is known.
    pub fn without(&self, local: Local) -> Self {
        let mut names = self.clone();
        names.without.push(local);
        names
    }

    /// The record for which a name stands.
    pub fn record(&self, local: Local) -> Option<AccessPath> {
        if self.without.contains(&local) {
            return None;
        }
        match &self.given {
            Some(given) => given.get(usize::from(local)).cloned().flatten(),
            None => Some(AccessPath {
                name: local,
                then: Vec::new(),
            }),
        }
    }
}

/// What has been written.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// of all records
    pub all: BTreeSet<(KindId, Slot)>,
    /// of this record
    pub of: BTreeSet<(AccessPath, KindId, Slot)>,
}

impl Written {
    /// What is written of all records.
    pub fn of_all(&self) -> Self {
        Written {
            all: self.all.clone(),
            of: BTreeSet::new(),
        }
    }

    /// Whether an attribute has been written, of this record at least.
    pub fn has(&self, record: Option<&AccessPath>, kind: KindId, slot: Slot) -> bool {
        self.all.contains(&(kind, slot))
            || record.is_some_and(|record| self.of.contains(&(record.clone(), kind, slot)))
    }

    /// What has been written on this way and on another.
    pub fn meet(&mut self, other: &Written) {
        self.all.retain(|known| other.all.contains(known));
        self.of.retain(|known| other.of.contains(known));
    }

    /// A name stands for another record from now on.
    pub fn unname(&mut self, local: Local) {
        self.of.retain(|(record, ..)| record.name != local);
    }

    /// What is written of the very record of a name.
    pub fn of_name(&self, local: Local) -> impl Iterator<Item = (KindId, Slot)> + '_ {
        let of = self.of.iter();
        of.filter(move |(record, ..)| record.name == local && record.then.is_empty())
            .map(|&(_, kind, slot)| (kind, slot))
    }

    /// What a body knows to which these records are handed over.
    pub fn handed_over(&self, given: &[Option<AccessPath>]) -> Self {
        let mut inner = self.of_all();
        for (local, start) in given.iter().enumerate() {
            for (record, kind, slot) in &self.of {
                let rest = start.as_ref().and_then(|start| record.beyond(start));
                if let Some(then) = rest {
                    let name = local as Local;
                    inner.of.insert((AccessPath { name, then }, *kind, *slot));
                }
            }
        }
        inner
    }

    /// And what such a body has written, but for the names that it has bound anew.
    pub fn take_back(
        &mut self,
        inner: &Written,
        given: &[Option<AccessPath>],
        bound: &BTreeSet<Local>,
    ) {
        self.all.extend(&inner.all);
        for (record, kind, slot) in &inner.of {
            let start = given.get(usize::from(record.name)).and_then(Option::as_ref);
            if let Some(start) = start.filter(|_| !bound.contains(&record.name)) {
                self.of.insert((record.from(start), *kind, *slot));
            }
        }
    }
}
