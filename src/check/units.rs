//! Units: which belong together, and how many of the smallest each is. Knows nothing of expressions.

use std::collections::BTreeMap;

use super::number;
use super::symbol_table::{SymbolTable, taken};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{MOST, Unit, UnitId};
use crate::source::{Span, english};
use crate::syntax::ast::{Name, UnitDef, Units};

/// No rule file needs more units.
const MOST_UNITS: usize = 500;

/// What is known of a unit while its block is read.
struct Draft {
    name: String,
    plural: String,
    span: Span,
    of_time: bool,
    /// so many of another
    made_of: Option<(i64, usize)>,
}

/// Works out all units; gives how many dimensions they have.
pub(super) fn declare(
    blocks: &[(bool, &Units)],
    units: &mut Vec<Unit>,
    names: &mut SymbolTable,
    diagnostics: &mut Diagnostics,
) -> u16 {
    let mut drafts = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let defs = || {
        blocks
            .iter()
            .flat_map(|(of_time, units)| units.defs.iter().map(move |def| (*of_time, def)))
    };
    if let Some((_, def)) = defs().nth(MOST_UNITS) {
        diagnostics.push(Diagnostic::error(
            Code::NumberTooLarge,
            def.name.span,
            format!("there are more than {MOST_UNITS} units"),
        ));
        return 1;
    }
    let mut places = Vec::new();
    for (of_time, def) in defs() {
        places.push(draft(def, of_time, &mut drafts, &mut known, diagnostics));
    }
    for ((of_time, def), place) in defs().zip(places) {
        let (Some(place), Some((count, other))) = (place, &def.size) else {
            continue;
        };
        let size = number::read(count, diagnostics)
            .filter(|size| positive(*size, count.span, diagnostics));
        let base = known
            .get(&other.text)
            .copied()
            .unwrap_or_else(|| imply(other, of_time, &mut drafts, &mut known));
        drafts[place].made_of = Some((size.unwrap_or(1), base));
    }
    let dimensions = measure(&drafts, units, diagnostics);
    names.units = known
        .into_iter()
        .map(|(name, index)| (name, UnitId::from_index(index)))
        .collect();
    dimensions
}

fn positive(size: i64, span: Span, diagnostics: &mut Diagnostics) -> bool {
    if size < 1 {
        let message = "a unit cannot be made of none of another";
        diagnostics.push(Diagnostic::error(Code::WrongType, span, message));
    }
    size >= 1
}

fn draft(
    def: &UnitDef,
    of_time: bool,
    drafts: &mut Vec<Draft>,
    known: &mut BTreeMap<String, usize>,
    diagnostics: &mut Diagnostics,
) -> Option<usize> {
    let plural = def.plural.as_ref().map_or_else(
        || english::plural(&def.name.text),
        |plural| plural.text.clone(),
    );
    for name in [Some(&def.name), def.plural.as_ref()].into_iter().flatten() {
        if let Some(first) = known.get(&name.text) {
            diagnostics.push(taken(name, "units", drafts[*first].span));
            return None;
        }
    }
    let place = drafts.len();
    known.insert(def.name.text.clone(), place);
    known.entry(plural.clone()).or_insert(place);
    drafts.push(Draft {
        name: def.name.text.clone(),
        plural,
        span: def.name.span,
        of_time,
        made_of: None,
    });
    Some(place)
}

/// Declares the unit that is named only as what another is made of: `second` by `6 seconds`.
fn imply(
    name: &Name,
    of_time: bool,
    drafts: &mut Vec<Draft>,
    known: &mut BTreeMap<String, usize>,
) -> usize {
    let singular = match english::base_form(&name.text) {
        none if none.is_empty() => name.text.clone(),
        singular => singular,
    };
    let plural = if singular == name.text {
        english::plural(&singular)
    } else {
        name.text.clone()
    };
    let place = drafts.len();
    known.entry(singular.clone()).or_insert(place);
    known.entry(plural.clone()).or_insert(place);
    drafts.push(Draft {
        name: singular,
        plural,
        span: name.span,
        of_time,
        made_of: None,
    });
    place
}

/// Follows each unit down to the smallest it is made of.
fn measure(drafts: &[Draft], units: &mut Vec<Unit>, diagnostics: &mut Diagnostics) -> u16 {
    let mut dimensions: BTreeMap<usize, u16> = BTreeMap::new();
    let mut next = 1;
    if let Some((first, _)) = drafts.iter().enumerate().find(|(_, draft)| draft.of_time) {
        dimensions.insert(chain(drafts, first).last().copied().unwrap_or(first), 0);
    }
    let mut reported = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        let chain = chain(drafts, index);
        let last = chain.last().copied().unwrap_or(index);
        if drafts[last].made_of.is_some() && !reported.contains(&last) {
            reported.extend(&chain);
            diagnostics.push(circle(drafts, &chain));
        }
        let size = chain.iter().try_fold(1_i64, |size, unit| {
            let factor = drafts[*unit].made_of.map_or(1, |(factor, _)| factor);
            size.checked_mul(factor).filter(|size| *size <= MOST)
        });
        if size.is_none() && drafts[last].made_of.is_none() {
            diagnostics.push(number::too_large(draft.span));
        }
        let fresh = !dimensions.contains_key(&last);
        if fresh && draft.of_time && drafts[last].made_of.is_none() {
            let message = format!("nothing says how long `{}` is", draft.name);
            let error = Diagnostic::error(Code::MissingValue, draft.span, message)
                .help("say of which other unit of time it is made, as in `round = 10 segments`");
            diagnostics.push(error);
        }
        let dimension = *dimensions.entry(last).or_insert(next);
        next += u16::from(fresh && next < u16::MAX);
        units.push(Unit {
            name: draft.name.clone(),
            plural: draft.plural.clone(),
            dimension,
            size: size.unwrap_or(1),
        });
    }
    next
}

/// The unit, what it is made of, and so on; ends before a unit would come again.
fn chain(drafts: &[Draft], start: usize) -> Vec<usize> {
    let mut chain = vec![start];
    let mut at = start;
    while let Some((_, below)) = drafts[at].made_of {
        if chain.contains(&below) {
            break;
        }
        chain.push(below);
        at = below;
    }
    chain
}

fn circle(drafts: &[Draft], chain: &[usize]) -> Diagnostic {
    let first = &drafts[chain[0]];
    let complaint = Diagnostic::error(
        Code::Recursion,
        first.span,
        format!(
            "the unit `{}` is made of units that are made of it",
            first.name
        ),
    )
    .help("one of them must be the smallest: it is not made of another");
    chain[1..].iter().fold(complaint, |complaint, unit| {
        complaint.also(drafts[*unit].span, "made of")
    })
}
