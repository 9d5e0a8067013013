//! The parser that pest makes of `grammar/affray.pest`, and the only place that starts it.
//! Its `Rule` never leaves the syntax layer.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use pest::Parser;
use pest::iterators::Pairs;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/affray.pest"]
struct Grammar;

/// How many steps of the parser one byte may cost; far above what any text needs, it only stops what would never end.
const CALLS_PER_BYTE: usize = 64;
/// What a short text may cost in any case.
const CALLS_AT_LEAST: usize = 10_000;

/// pest keeps its call limit in one place for the whole process and reads it when a parse begins. So a parse holds this
/// lock: parses of this crate never meet the limit of another text, and other users of pest in the process (insta is one)
/// meet none as soon as it ends.
static CALL_LIMIT: Mutex<()> = Mutex::new(());

/// Parses a text with one rule.
pub(super) fn run(
    rule: Rule,
    text: &str,
) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    let _held = CALL_LIMIT.lock().unwrap_or_else(PoisonError::into_inner);
    let calls = text
        .len()
        .saturating_mul(CALLS_PER_BYTE)
        .saturating_add(CALLS_AT_LEAST);
    pest::set_call_limit(NonZeroUsize::new(calls));
    let parsed = Grammar::parse(rule, text).map_err(Box::new);
    pest::set_call_limit(None);
    parsed
}

/// Whether a rule is a token without content: brackets, signs, keywords. They stand at the end of the grammar.
pub(super) fn is_token(rule: Rule) -> bool {
    rule >= Rule::lbrace
}
