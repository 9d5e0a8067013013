//! The parser that pest makes of `grammar/affray.pest`, and the only place that starts it.
//! Its `Rule` never leaves the syntax layer.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError, RwLock};

use pest::Parser;
use pest::iterators::{Pair, Pairs};

#[derive(pest_derive::Parser)]
#[grammar = "grammar/affray.pest"]
struct Grammar;

/// How many steps of the parser one byte may cost; far above what any text needs, it only stops what would never end.
const CALLS_PER_BYTE: usize = 64;
/// What a short text may cost in any case.
const CALLS_AT_LEAST: usize = 10_000;

/// Texts up to this length are read with one limit, several at a time. A longer one has a limit of its own, and waits until it is alone.
const USUAL_BYTES: usize = 256 << 10;

/// Held by those who read a text of usual length; by the one who reads a longer one, alone.
static TURN: RwLock<()> = RwLock::new(());
/// How many texts of usual length are being read.
static READING: Mutex<usize> = Mutex::new(0);

/// Parses a text with one rule.
pub(super) fn run(
    rule: Rule,
    text: &str,
) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    if text.len() <= USUAL_BYTES {
        let _turn = TURN.read().unwrap_or_else(PoisonError::into_inner);
        let _limit = UsualLimit::begin();
        Grammar::parse(rule, text).map_err(Box::new)
    } else {
        let _turn = TURN.write().unwrap_or_else(PoisonError::into_inner);
        set_limit_for(text.len());
        let parsed = Grammar::parse(rule, text).map_err(Box::new);
        pest::set_call_limit(None);
        parsed
    }
}

/// pest keeps its call limit in one place for the whole process and reads it when a parse begins. So all texts that are read at the same time
/// have one limit, and other users of pest in the process (insta is one) meet none as soon as the last of them ends.
struct UsualLimit;

impl UsualLimit {
    fn begin() -> Self {
        let mut reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
        if *reading == 0 {
            set_limit_for(USUAL_BYTES);
        }
        *reading += 1;
        UsualLimit
    }
}

impl Drop for UsualLimit {
    fn drop(&mut self) {
        let mut reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
        *reading -= 1;
        if *reading == 0 {
            pest::set_call_limit(None);
        }
    }
}

fn set_limit_for(bytes: usize) {
    let calls = bytes
        .saturating_mul(CALLS_PER_BYTE)
        .saturating_add(CALLS_AT_LEAST);
    pest::set_call_limit(NonZeroUsize::new(calls));
}

/// Where a comment stands, with the `#` before what the grammar calls so.
pub(super) fn comment(pair: &Pair<'_, Rule>) -> (usize, usize) {
    let span = pair.as_span();
    (span.start() - 1, span.end())
}

/// Whether a rule is a token without content: brackets, signs, keywords. They stand at the end of the grammar.
pub(super) fn is_token(rule: Rule) -> bool {
    rule >= Rule::lbrace
}
