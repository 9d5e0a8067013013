//! The line of the acts at hand, and the working memory of ordering them, which is kept from one ordering to the next.

use crate::journal::Ruling;
use crate::line::{Arrangement, Arranger, Exception, Rows};
use crate::ruleset::Value;
use crate::ruleset::index::Idx;

/// The line as it stands.
#[derive(Debug, Default)]
pub struct LineMemory {
    /// another order is in force than the one in which the acts were put last
    pub reorders: bool,
    /// does the ordering
    pub arranger: Arranger,
    /// its result; acts are indices into `acts`
    pub arrangement: Arrangement,
    /// the acts that were ordered, by number
    pub acts: Vec<u32>,
    /// how many batches have been taken
    pub head: usize,
    /// which order was in force
    pub order: Option<usize>,
    /// the number of keys of each act
    pub width: usize,
    /// the keys as worked out, `width` for each act of `acts`
    pub keys: Vec<Value>,
    /// the keys as sorted (lower first), with the urgency before them: `width + 1` for each act
    pub sorted: Vec<Value>,
    /// the sorted keys (without urgency) that each act had when last looked at, by act number
    pub last: Vec<Value>,
    /// the sorted keys (without urgency) of the batch in hand; empty before the first
    pub clock: Vec<Value>,
    /// the rank of each act
    pub ranks: Vec<u32>,
    /// the exceptions that were put in
    pub exceptions: Vec<Exception>,
    /// scratch: the acts by their keys
    pub rows: Rows,
    /// what they asked for, and what became of them
    pub rulings: Vec<Ruling>,
    /// the keys that placements gave: act, key and placement, in turn
    pub placed: Vec<Value>,
    /// what made rulings fall: the index of one and of another that it contradicts, in turn
    pub against: Vec<Value>,
    /// answers to where an act without a key stands: act, key, first
    pub asked: Vec<(u32, u16, bool)>,
    /// something has changed on which places depend
    pub stale: bool,
    /// scratch for comparing with the line before
    pub before: Before,
    /// scratch: the acts that an exception can mean, by their index
    pub firsts: Vec<usize>,
    /// scratch: those that it can mean besides
    pub seconds: Vec<usize>,
}

/// The line as it was before it was worked out anew.
#[derive(Debug, Default)]
pub struct Before {
    /// of each act of the line its place among those that were still to come, if it was one
    pub place: Vec<Option<u32>>,
    /// the acts that were still to come
    pub acts: Vec<u32>,
    /// their sorted keys
    pub sorted: Vec<Value>,
    /// the exceptions among them, by act number
    pub exceptions: Vec<Exception>,
}

impl Clone for LineMemory {
    /// The line without its working memory.
    fn clone(&self) -> Self {
        LineMemory {
            reorders: self.reorders,
            arrangement: self.arrangement.clone(),
            acts: self.acts.clone(),
            head: self.head,
            order: self.order,
            width: self.width,
            keys: self.keys.clone(),
            sorted: self.sorted.clone(),
            last: self.last.clone(),
            clock: self.clock.clone(),
            exceptions: self.exceptions.clone(),
            asked: self.asked.clone(),
            stale: self.stale,
            ..LineMemory::default()
        }
    }
}

impl LineMemory {
    /// The acts of the batch at the head, by their index.
    pub fn head_batch(&self) -> Option<&[u32]> {
        self.arrangement.batches.get(self.head).map(Vec::as_slice)
    }

    /// The first act of the line.
    pub fn first_act(&self) -> Option<u32> {
        let first = self.head_batch()?.first()?;
        self.acts.get(first.index()).copied()
    }
}
