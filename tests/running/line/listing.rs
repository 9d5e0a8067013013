//! The line depends on no listing: not on that of acts, exceptions or rules, nor on what was arranged before.

use std::collections::BTreeSet;

use affray::line::{Arrangement, Arranger, Exception, Fallen};
use proptest::prelude::*;

use super::cases::{Case, RULES, any_case, places};

fn as_set(fallen: &[Fallen]) -> BTreeSet<Exception> {
    fallen.iter().map(|f| f.exception).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1200))]

    #[test]
    fn the_listing_of_acts_does_not_matter(
        (case, new) in any_case().prop_flat_map(|case| {
            let acts = case.acts().collect::<Vec<_>>();
            (Just(case), Just(acts).prop_shuffle())
        }),
    ) {
        let renamed = |e: &Exception| Exception { mover: new[e.mover as usize], reference: new[e.reference as usize], ..*e };
        let mut other = Case { exceptions: case.exceptions.iter().map(renamed).collect(), ..case.clone() };
        for act in case.acts() {
            other.ranks[new[act as usize] as usize] = case.ranks[act as usize];
        }
        let (out, other) = (case.arrange(), other.arrange());
        let old_places = places(&out.batches, case.ranks.len());
        let new_places = places(&other.batches, case.ranks.len());
        for act in case.acts() {
            prop_assert_eq!(old_places[act as usize], new_places[new[act as usize] as usize]);
        }
        prop_assert_eq!(out.fallen.iter().map(|f| renamed(&f.exception)).collect::<BTreeSet<_>>(), as_set(&other.fallen));
    }

    #[test]
    fn the_listing_of_exceptions_does_not_matter(
        (case, shuffled) in any_case().prop_flat_map(|case| {
            let exceptions = case.exceptions.clone();
            (Just(case), Just(exceptions).prop_shuffle())
        }),
    ) {
        let mut twice = shuffled.clone();
        twice.extend(case.exceptions.first());
        let expected = case.arrange();
        prop_assert_eq!(&Case { exceptions: shuffled, ..case.clone() }.arrange(), &expected);
        prop_assert_eq!(&Case { exceptions: twice, ..case }.arrange(), &expected);
    }

    #[test]
    fn the_numbering_of_rules_does_not_matter(case in any_case(), turn in 1..RULES) {
        let turned = |rule: u32| (rule + turn) % RULES;
        let renamed = |e: &Exception| Exception { rule: turned(e.rule), ..*e };
        let other = Case {
            exceptions: case.exceptions.iter().map(renamed).collect(),
            over: case.over.iter().map(|&(a, b)| (turned(a), turned(b))).collect(),
            ..case.clone()
        };
        let (out, other) = (case.arrange(), other.arrange());
        prop_assert_eq!(&out.batches, &other.batches);
        prop_assert_eq!(out.fallen.iter().map(|f| renamed(&f.exception)).collect::<BTreeSet<_>>(), as_set(&other.fallen));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn an_arranger_used_again_gives_what_a_fresh_one_gives(cases in proptest::collection::vec(any_case(), 2..10)) {
        let mut arranger = Arranger::new();
        let mut out = Arrangement::default();
        for case in &cases {
            arranger.arrange(&case.ranks, &case.exceptions, &case.over(), &mut out);
            prop_assert_eq!(&out, &case.arrange());
        }
    }
}
