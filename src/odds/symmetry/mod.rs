//! Records that can be taken one for the other: several orcs of one kind, in whatever state each of them is. Where a round is about to begin, runs in
//! which such records have changed places go on alike, so that one of them is followed for all. Reads rules and scenario; plays nothing but the
//! beginning of a run, for what everybody is at first.
//!
//! Three things must be so. The scenario and the question must not tell the records apart: `pairs` finds those of which everything is the same
//! that never changes, with those that belong to them, and `question` whom the question names; what the scenario scripts must be over. The rules must
//! come to the same in whatever order they are listed ([`Listing`]). And there must be nothing left of the
//! rounds before but the state, whose records are exchanged then ([`Exchange`]): runs say so when they halt. What exchanges make of the places at which
//! runs stand, and the least of them, is found by `orbits`.

mod orbits;
mod pairs;
mod question;

pub use orbits::Orbits;

use std::collections::BTreeSet;

use crate::analysis::{Listing, Liveness, searches};
use crate::machine::{Exchange, Exchanges};
use crate::ruleset::walk::attributes_written;
use crate::ruleset::{Expr, KindId, QueryKind, Ruleset};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;
use pairs::Records;

/// Records that can be taken one for the other where a repetition of an outermost phase is about to begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symmetry {
    /// What may be exchanged, and where.
    pub exchanges: Exchanges,
    /// It is so only if nothing but the state is left whenever such a repetition begins.
    pub only_at_rest: bool,
}

/// What may be exchanged while this is asked, if anything.
pub fn symmetry(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    limits: &Limits,
    liveness: &Liveness<'_>,
) -> Option<Symmetry> {
    // A set names its records by their numbers.
    let is_of_sets = |expr: &Expr| match expr {
        Expr::In(..) => true,
        Expr::Query(query) => query.ask == QueryKind::All,
        _ => false,
    };
    if rules.exprs.iter().chain(&scenario.exprs).any(is_of_sets) {
        return None;
    }
    let (phase, after) = question::repeated(rules, scenario)?;
    let named = question::named(rules, scenario, asked)?;
    let assigned = attributes_written(rules);
    let records = Records::of(rules, scenario, limits, &assigned);
    let mut exchanges = records.exchanges(&|kind, record| named.has(kind, record));
    let mut moved: BTreeSet<KindId> = kinds(&exchanges).collect();
    if moved.is_empty() {
        return None;
    }
    moved.insert(KindId::ACT);
    let root = asked.expr();
    if root.is_some_and(|root| searches(rules, &scenario.exprs, root, &moved)) {
        return None;
    }
    let unread = liveness.dead_between().into_iter();
    let unread = unread.filter(|one| one.0 == phase);
    let listing = Listing {
        rules,
        moved,
        phase,
        assigned: &assigned,
        unread: unread.map(|(_, kind, slot)| (kind, slot)).collect(),
    };
    let searched = listing.searched()?;
    exchanges.retain(|exchange| {
        let is_searched = |pair: &(KindId, u32, u32)| searched.contains(&pair.0);
        exchange.pairs.len() == 1 || !exchange.pairs.iter().any(is_searched)
    });
    let mut searches = searched.iter();
    let is_sound = searches.all(|&kind| stand_together(&exchanges, kind));
    (is_sound && !exchanges.is_empty()).then_some(Symmetry {
        exchanges: Exchanges {
            all: exchanges,
            before: Some((phase, after)),
            halts: false,
        },
        only_at_rest: !searched.is_empty(),
    })
}

fn kinds(exchanges: &[Exchange]) -> impl Iterator<Item = KindId> + '_ {
    let pairs = exchanges.iter().flat_map(|exchange| &exchange.pairs);
    pairs.map(|pair| pair.0)
}

/// Whether those of a kind that can be exchanged are listed one behind the other, so that of others it is always the same that come first. Each is
/// exchanged with the next.
fn stand_together(exchanges: &[Exchange], kind: KindId) -> bool {
    let pairs = exchanges.iter().flat_map(|exchange| &exchange.pairs);
    let mut own = pairs.filter(|pair| pair.0 == kind);
    own.all(|&(_, one, other)| other == one + 1)
}
