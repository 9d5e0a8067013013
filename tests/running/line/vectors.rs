//! The vectors of the reference model: the same batches and the same fallen exceptions.

use std::collections::{BTreeMap, BTreeSet};

use affray::line::{Arrangement, Arranger, Exception, Fall, Precedence};
use affray::ruleset::Relation;
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    acts: BTreeMap<String, Vec<u32>>,
    exceptions: Vec<Said>,
    over: Vec<(String, String)>,
    batches: Vec<BTreeSet<String>>,
    fallen: Vec<SaidFallen>,
}

#[derive(Deserialize)]
struct Said {
    rule: String,
    moves: String,
    how: String,
    to: String,
}

#[derive(Deserialize)]
struct SaidFallen {
    #[serde(flatten)]
    exception: Said,
    why: String,
}

#[test]
fn vectors_give_the_batches_and_the_fallen_of_the_model() {
    let vectors: Vec<Vector> =
        serde_json::from_str(include_str!("../../vectors/ordering.json")).unwrap();
    assert_eq!(vectors.len(), 600);
    let mut arranger = Arranger::new();
    let mut out = Arrangement::default();
    for (number, vector) in vectors.iter().enumerate() {
        vector.check(number, &mut arranger, &mut out);
    }
}

impl Vector {
    fn check(&self, number: usize, arranger: &mut Arranger, out: &mut Arrangement) {
        let acts: Vec<&String> = self.acts.keys().collect();
        let keys: BTreeSet<&Vec<u32>> = self.acts.values().collect();
        let ranks: Vec<u32> = self
            .acts
            .values()
            .map(|own| keys.iter().filter(|other| **other < own).count() as u32)
            .collect();
        let rules = self.rules();
        let mut over = Precedence::new(rules.len());
        for (stronger, weaker) in &self.over {
            over.declare(index(&rules, stronger), index(&rules, weaker))
                .unwrap();
        }
        let exception = |said: &Said| Exception {
            rule: index(&rules, &said.rule),
            mover: index(&acts, &said.moves),
            relation: relation(&said.how),
            reference: index(&acts, &said.to),
        };
        let exceptions: Vec<Exception> = self.exceptions.iter().map(exception).collect();

        arranger.arrange(&ranks, &exceptions, &over, out);

        let names = |batch: &Vec<u32>| {
            batch
                .iter()
                .map(|&act| acts[act as usize].clone())
                .collect()
        };
        let batches: Vec<BTreeSet<String>> = out.batches.iter().map(names).collect();
        assert_eq!(batches, self.batches, "vector {number}");
        let fallen: BTreeSet<(Exception, &str)> = out
            .fallen
            .iter()
            .map(|f| (f.exception, why(&f.why)))
            .collect();
        let expected = self
            .fallen
            .iter()
            .map(|f| (exception(&f.exception), f.why.as_str()))
            .collect();
        assert_eq!(fallen, expected, "vector {number}");
    }

    fn rules(&self) -> Vec<&String> {
        let said = self.exceptions.iter().map(|e| &e.rule);
        let ordered = self
            .over
            .iter()
            .flat_map(|(stronger, weaker)| [stronger, weaker]);
        said.chain(ordered)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }
}

fn index(sorted: &[&String], name: &String) -> u32 {
    sorted.binary_search(&name).unwrap() as u32
}

fn relation(how: &str) -> Relation {
    match how {
        "waits" => Relation::Waits,
        "jumps" => Relation::GoesAhead,
        "joins" => Relation::Joins,
        "not_before" => Relation::NotBefore,
        "not_after" => Relation::NotAfter,
        "leads" => Relation::Leads,
        "trails" => Relation::Trails,
        other => panic!("unknown relation {other}"),
    }
}

fn why(fall: &Fall) -> &'static str {
    match fall {
        Fall::Under { .. } => "under",
        Fall::Weakest { .. } => "weakest",
        Fall::Contradiction { .. } | Fall::Together { .. } => "contradiction",
    }
}
