//! Shows that conditions can never all be true. It sees more situations than there are: what it cannot see through can be anything. So what it says can
//! never be, never is; where it says nothing, it is not known.

mod facts;
mod symbolic;
mod term;

pub(super) use term::Sort;

use facts::{Facts, UnknownFact};
use symbolic::Symbolic;
use term::{TermId, Terms};

use super::supposition::ActionStage;
use crate::ruleset::{Declared, ExprId, Ruleset};

/// What a name of a question stands for.
#[derive(Clone, Debug)]
pub(super) enum NameBinding {
    /// An act that waits in the line, of one of these forms.
    Waiting(Vec<ActionStage>),
    /// An act of one of these forms at some moment of its life.
    Act(Vec<ActionStage>),
    /// A value.
    Value(Declared),
}

/// A condition that is to be true, or is to be false.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedCondition {
    pub expr: ExprId,
    /// Its first names stand for the things of the question with these numbers.
    pub names: [u16; 2],
    /// How many of its names are given.
    pub given: usize,
    pub locals: u16,
    pub is: bool,
}

/// How many steps one question may take, and all together.
const FOR_A_QUESTION: u64 = 100_000;
const FOR_ALL: u64 = 3_000_000;

/// Answers questions about the conditions of a rule file, as long as the steps suffice.
pub(super) struct Prover<'a> {
    rules: &'a Ruleset,
    left: u64,
}

impl<'a> Prover<'a> {
    /// For the conditions of these rules.
    pub fn new(rules: &'a Ruleset) -> Self {
        Prover {
            rules,
            left: FOR_ALL,
        }
    }

    /// Whether all of these can be true together: `false` only if they never can.
    pub fn possible(&mut self, given: &[NameBinding], wanted: &[WantedCondition]) -> bool {
        let steps = FOR_A_QUESTION.min(self.left);
        let mut proof = Proof {
            rules: self.rules,
            given,
            wanted,
            terms: Terms::default(),
            left: steps,
        };
        proof.names();
        let possible = proof.open(0, &Facts::default(), 0);
        self.left -= steps - proof.left;
        possible
    }
}

/// How many suppositions a proof may make one upon the other.
const MOST_DOUBTS: u32 = 100;

struct Proof<'a> {
    rules: &'a Ruleset,
    given: &'a [NameBinding],
    wanted: &'a [WantedCondition],
    terms: Terms,
    /// How many steps are left.
    left: u64,
}

/// Why a condition could not be worked out.
enum ProofStop {
    /// It depends on this.
    Doubt(UnknownFact),
    /// It is a fault, whatever else is the case.
    Fault,
    /// It is too much.
    TooMuch,
}

impl Proof<'_> {
    /// The given things come first among the terms.
    fn names(&mut self) {
        for (name, given) in self.given.iter().enumerate() {
            let (sort, optional) = match given {
                NameBinding::Waiting(_) | NameBinding::Act(_) => (Sort::Other, false),
                NameBinding::Value(declared) => {
                    (term::sort(self.rules, &declared.ty), declared.optional)
                }
            };
            self.terms.given(name as u16, sort, optional);
        }
    }

    /// Whether the conditions from this one on can be true, with these facts. What would take too many suppositions one upon the other can be.
    fn open(&mut self, first: usize, facts: &Facts, deep: u32) -> bool {
        if deep == MOST_DOUBTS {
            return true;
        }
        for (index, wanted) in self.wanted.iter().enumerate().skip(first) {
            match self.holds(wanted, facts) {
                Ok(true) => {}
                Ok(false) | Err(ProofStop::Fault) => return false,
                Err(ProofStop::TooMuch) => return true,
                Err(ProofStop::Doubt(doubt)) => {
                    let cases = facts.cases(&doubt);
                    return cases.iter().any(|facts| self.open(index, facts, deep + 1));
                }
            }
        }
        true
    }

    fn holds(&mut self, wanted: &WantedCondition, facts: &Facts) -> Result<bool, ProofStop> {
        let names = wanted.names.iter().take(wanted.given);
        let mut frame: Vec<TermId> = names.map(|name| TermId::from(*name)).collect();
        // A trigger for an event can have more names than two: they are given in order.
        frame.extend((frame.len()..wanted.given).map(|name| name as TermId));
        let mut symbolic = Symbolic {
            rules: self.rules,
            given: self.given,
            terms: &mut self.terms,
            facts,
            left: &mut self.left,
            depth: 0,
        };
        Ok(symbolic.holds(wanted.expr, frame, wanted.locals)? == wanted.is)
    }
}
