//! The laws of the line, one test each, on random acts and exceptions.

use std::cmp::Ordering;

use affray::line::{Arrangement, Exception, Fall, Fallen, Precedence};
use affray::ruleset::Relation;
use proptest::prelude::*;

use super::cases::{Case, agreeing_case, any_case, holds, places, rules_out, times};

fn stable_sort(ranks: &[u32]) -> Vec<Vec<u32>> {
    let mut acts: Vec<u32> = (0..ranks.len() as u32).collect();
    acts.sort_by_key(|&act| ranks[act as usize]);
    acts.chunk_by(|&a, &b| ranks[a as usize] == ranks[b as usize])
        .map(<[u32]>::to_vec)
        .collect()
}

/// The others of the circle through which an exception fell.
fn others(fallen: &Fallen) -> &[Exception] {
    match &fallen.why {
        Fall::Under { above: others }
        | Fall::Weakest { circle: others }
        | Fall::Contradiction { circle: others }
        | Fall::Together { circle: others } => others,
    }
}

/// Whether the reason given for a fall agrees with the order of the rules.
fn is_just(fallen: &Fallen, over: &Precedence) -> bool {
    let own = fallen.exception.rule;
    let mut circle = others(fallen).to_vec();
    circle.push(fallen.exception);
    match &fallen.why {
        Fall::Under { above } => above.iter().all(|other| over.is_over(other.rule, own)),
        Fall::Weakest { circle } => {
            circle.iter().any(|other| over.is_over(other.rule, own))
                && circle.iter().all(|other| !over.is_over(own, other.rule))
        }
        Fall::Contradiction { .. } | Fall::Together { .. } => circle
            .iter()
            .all(|a| circle.iter().all(|b| !over.is_over(a.rule, b.rule))),
    }
}

fn names(e: &Exception, act: u32) -> bool {
    e.mover == act || e.reference == act
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1200))]

    #[test]
    fn every_act_is_in_one_batch(case in any_case()) {
        let out = case.arrange();
        prop_assert!(out.batches.iter().all(|batch| !batch.is_empty() && batch.is_sorted()));
        let mut acts = out.batches.concat();
        acts.sort_unstable();
        prop_assert_eq!(acts, case.acts().collect::<Vec<_>>());
    }

    #[test]
    fn everything_that_stands_holds(case in any_case()) {
        let out = case.arrange();
        let places = places(&out.batches, case.ranks.len());
        for exception in case.standing(&out) {
            prop_assert!(holds(&exception, &places), "{:?} in {:?}", exception, out);
        }
    }

    #[test]
    fn an_exception_falls_only_by_a_contradiction(case in any_case()) {
        let (out, over) = (case.arrange(), case.over());
        for fallen in &out.fallen {
            let mut circle = others(fallen).to_vec();
            prop_assert!(!circle.contains(&fallen.exception));
            circle.push(fallen.exception);
            prop_assert!(times(&circle, case.ranks.len()).is_none(), "{:?}", fallen);
            prop_assert!(is_just(fallen, &over), "{:?}", fallen);
        }
    }

    #[test]
    fn a_circle_can_come_together_instead(case in any_case()) {
        let out = case.arrange_together();
        let places = places(&out.batches, case.ranks.len());
        let is_together = |fallen: &&Fallen| matches!(fallen.why, Fall::Together { .. });
        for fallen in out.fallen.iter().filter(is_together) {
            let Exception { mover, reference, .. } = fallen.exception;
            prop_assert_eq!(places[mover as usize], places[reference as usize], "{:?} in {:?}", fallen, out);
        }
        for exception in case.standing(&out) {
            prop_assert!(holds(&exception, &places), "{:?} in {:?}", exception, out);
        }
        let by_falling = case.arrange();
        if by_falling.fallen.iter().all(|fallen| !matches!(fallen.why, Fall::Contradiction { .. })) {
            prop_assert_eq!(out, by_falling);
        }
    }

    #[test]
    fn statements_that_agree_never_cancel(case in agreeing_case()) {
        if times(&case.exceptions, case.ranks.len()).is_some() {
            prop_assert_eq!(case.arrange().fallen, []);
        }
    }

    #[test]
    fn an_exception_never_falls_because_of_the_keys(
        case in any_case(),
        keys in proptest::collection::vec(0..8u32, 24),
    ) {
        let other = Case { ranks: keys[..case.ranks.len()].to_vec(), ..case.clone() };
        prop_assert_eq!(case.arrange().fallen, other.arrange().fallen);
    }

    #[test]
    fn acts_that_no_exception_names_keep_the_relation_of_the_keys(case in any_case()) {
        let out = case.arrange();
        let places = places(&out.batches, case.ranks.len());
        let unnamed = |act: &u32| !out.moved.iter().any(|e| names(e, *act));
        for a in case.acts().filter(unnamed) {
            for b in case.acts().filter(unnamed) {
                prop_assert_eq!(places[a as usize].cmp(&places[b as usize]), case.by_keys(a, b));
            }
        }
    }

    #[test]
    fn acts_only_referred_to_keep_the_relation_of_the_keys_unless_the_exceptions_imply_otherwise(case in any_case()) {
        let out = case.arrange();
        let acts = case.ranks.len();
        let places = places(&out.batches, acts);
        let unmoved: Vec<u32> = case.acts().filter(|&act| out.moved.iter().all(|e| e.mover != act)).collect();
        let pairs = || unmoved.iter().flat_map(|&a| unmoved.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b);
        let implied_otherwise = pairs().any(|(a, b)| rules_out(&out.moved, acts, a, case.by_keys(a, b), b));
        if !implied_otherwise {
            for (a, b) in pairs() {
                prop_assert_eq!(places[a as usize].cmp(&places[b as usize]), case.by_keys(a, b));
            }
        }
    }

    #[test]
    fn exceptions_that_hold_by_the_keys_change_nothing(case in any_case()) {
        let by_keys = stable_sort(&case.ranks);
        let places = places(&by_keys, case.ranks.len());
        let holding = case.exceptions.iter().copied().filter(|e| holds(e, &places)).collect();
        let out = Case { exceptions: holding, ..case }.arrange();
        prop_assert_eq!(out, Arrangement { batches: by_keys, ..Arrangement::default() });
    }

    #[test]
    fn the_exceptions_that_moved_something_alone_give_the_same_line(case in any_case()) {
        let out = case.arrange();
        let without = Case { exceptions: out.moved.clone(), ..case };
        prop_assert_eq!(without.arrange().batches, out.batches);
    }

    #[test]
    fn without_exceptions_the_line_is_a_stable_sort(ranks in proptest::collection::vec(0..20u32, 0..64)) {
        let out = Case { ranks: ranks.clone(), exceptions: vec![], over: vec![] }.arrange();
        prop_assert_eq!(out, Arrangement { batches: stable_sort(&ranks), ..Arrangement::default() });
    }

    #[test]
    fn resolving_the_first_batch_changes_no_relation_among_the_rest(case in any_case()) {
        let out = case.arrange();
        let first = out.batches[0].clone();
        let is_first = |e: &Exception| first.iter().any(|&act| names(e, act));
        // Nothing that moved an act, and nothing that might have made an exception fall, names what is resolved.
        let is_free = !out.moved.iter().any(is_first) && (out.fallen.is_empty() || !case.exceptions.iter().any(is_first));
        if is_free {
            let rest: Vec<u32> = case.acts().filter(|act| !first.contains(act)).collect();
            let new = |act: u32| rest.iter().position(|&old| old == act).unwrap() as u32;
            let remaining = Case {
                ranks: rest.iter().map(|&act| case.ranks[act as usize]).collect(),
                exceptions: case
                    .exceptions
                    .iter()
                    .filter(|e| !is_first(e))
                    .map(|e| Exception { mover: new(e.mover), reference: new(e.reference), ..*e })
                    .collect(),
                ..case.clone()
            };
            let expected: Vec<Vec<u32>> =
                out.batches[1..].iter().map(|batch| batch.iter().map(|&act| new(act)).collect()).collect();
            prop_assert_eq!(remaining.arrange().batches, expected);
        }
    }
}

/// Two acts that must be together, each of which wants to be near another act.
#[test]
fn acts_held_together_find_one_place() {
    let says = |mover, relation, reference| Exception {
        rule: 0,
        mover,
        relation,
        reference,
    };
    let case = Case {
        ranks: vec![5, 5, 3, 0, 1, 2],
        exceptions: vec![
            says(0, Relation::NotBefore, 1),
            says(1, Relation::NotBefore, 0),
            says(0, Relation::Leads, 2),
            says(1, Relation::Trails, 3),
        ],
        over: vec![],
    };
    let out = case.arrange();
    let places = places(&out.batches, 6);
    assert_eq!(out.fallen, []);
    assert_eq!(places[0].cmp(&places[1]), Ordering::Equal);
    assert!(
        case.exceptions.iter().all(|e| holds(e, &places)),
        "{:?}",
        out.batches
    );
}
