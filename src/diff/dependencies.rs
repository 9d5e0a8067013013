//! Which pieces of a change need which others, and which belong together. What an item declares and uses is read from the references that the check
//! resolved; whether the rules are sound with some of the pieces is for the check to say.

use super::hybrid::hybrid;
use super::pieces::DiffPiece;
use crate::check::Checked;
use crate::load::{Expanded, Reference, Referent};
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Of how many pieces it is looked for what each of them needs.
pub const MOST_PIECES: usize = 64;

/// How often a set of pieces that the check refuses is extended by those that share names with it, before it is extended by all.
const EXTENSIONS: usize = 4;

/// Pieces, by their numbers, that are connected by what they need.
#[derive(Debug)]
pub struct PieceGroup {
    /// In their order.
    pub pieces: Vec<usize>,
    /// What is tried out; first all of them together. Nothing, if there are too many pieces.
    pub trials: Vec<PieceTrial>,
}

/// Pieces that are tried out together.
#[derive(Debug)]
pub struct PieceTrial {
    /// What the trial is about.
    pub about: Vec<usize>,
    /// What these need.
    pub needs: Vec<usize>,
    /// The rules with all of them; nothing if they have errors.
    pub rules: Option<Arc<Checked>>,
    /// The rules with all pieces, and those without what the trial is about and what needs it; nothing if there are no such rules that have no errors,
    /// or if no piece would be left.
    pub without: Option<[Arc<Checked>; 2]>,
}

/// A set of pieces.
type Pieces = BTreeSet<usize>;

/// The groups in the order of their first pieces. With `n` pieces it takes at most `O(n)` checks of a rule set.
pub fn groups(left: &Expanded, right: &Expanded, pieces: &[DiffPiece]) -> Vec<PieceGroup> {
    let mut closing = Closing {
        sides: [left, right],
        pieces,
        graph: PieceGraph::new([left, right], pieces),
        checked: BTreeMap::new(),
    };
    let is_tried = pieces.len() <= MOST_PIECES;
    let closures: Vec<Pieces> = (0..pieces.len())
        .map(|piece| {
            let closure = closing.graph.closure(piece);
            match is_tried && !pieces[piece].is_inert() {
                true => closing.sound(closure),
                false => closure,
            }
        })
        .collect();
    components(&closures)
        .into_iter()
        .map(|group| PieceGroup {
            trials: match is_tried {
                true => closing.trials(&group, &closures),
                false => Vec::new(),
            },
            pieces: group.into_iter().collect(),
        })
        .collect()
}

/// The connected components of pieces and their closures, by their first pieces.
fn components(closures: &[Pieces]) -> Vec<Pieces> {
    let mut found: Vec<Pieces> = Vec::new();
    for (piece, closure) in closures.iter().enumerate() {
        let mut whole = closure.clone();
        whole.insert(piece);
        let (joined, others): (Vec<Pieces>, Vec<Pieces>) =
            (found.into_iter()).partition(|known| !known.is_disjoint(&whole));
        found = others;
        whole.extend(joined.into_iter().flatten());
        found.push(whole);
    }
    found.sort();
    found
}

/// What is known while closures are found.
struct Closing<'a> {
    sides: [&'a Expanded; 2],
    pieces: &'a [DiffPiece],
    graph: PieceGraph,
    /// The rules with some of the pieces, as far as they have been checked.
    checked: BTreeMap<Pieces, Option<Arc<Checked>>>,
}

impl Closing<'_> {
    /// The rules with these pieces.
    fn check(&mut self, chosen: &Pieces) -> &Option<Arc<Checked>> {
        let ([left, right], pieces) = (self.sides, self.pieces);
        self.checked.entry(chosen.clone()).or_insert_with(|| {
            let chosen: Vec<&DiffPiece> = chosen.iter().map(|piece| &pieces[*piece]).collect();
            hybrid(left, right, &chosen).check().map(Arc::new)
        })
    }

    /// The pieces with others, if need be, so that the rules with them have no errors: what a reference does not show, such as that a definition takes
    /// more than before, the check does.
    fn sound(&mut self, mut chosen: Pieces) -> Pieces {
        for _ in 0..EXTENSIONS {
            if self.check(&chosen).is_some() {
                return chosen;
            }
            let related = |piece: &usize| self.graph.related[*piece].iter().copied();
            let more: Pieces = chosen.iter().flat_map(related).collect();
            chosen.extend(more);
        }
        match self.check(&chosen) {
            Some(_) => chosen,
            None => (0..self.pieces.len()).collect(),
        }
    }

    /// What is tried out of a group: all of it, and each piece that can show something with what it needs, if that is less.
    fn trials(&mut self, group: &Pieces, closures: &[Pieces]) -> Vec<PieceTrial> {
        let mut active: Vec<usize> = group.iter().copied().collect();
        active.retain(|piece| !self.pieces[*piece].is_inert());
        if active.is_empty() {
            active.extend(group);
        }
        let mut sets: Vec<(Pieces, Vec<usize>)> = vec![(group.clone(), active.clone())];
        if active.len() > 1 {
            for piece in active {
                match (sets.iter_mut().skip(1)).find(|(known, _)| *known == closures[piece]) {
                    Some((_, about)) => about.push(piece),
                    None if closures[piece] == *group => {}
                    None => sets.push((closures[piece].clone(), vec![piece])),
                }
            }
        }
        sets.into_iter()
            .map(|(chosen, about)| PieceTrial {
                rules: self.check(&chosen).clone(),
                without: self.without(&about, closures),
                needs: (chosen.into_iter())
                    .filter(|piece| !about.contains(piece))
                    .collect(),
                about,
            })
            .collect()
    }
}

impl Closing<'_> {
    /// The rules with all pieces, and with those that need none of these.
    fn without(&mut self, about: &[usize], closures: &[Pieces]) -> Option<[Arc<Checked>; 2]> {
        if about.iter().all(|piece| self.pieces[*piece].is_inert()) {
            return None;
        }
        let all: Pieces = (0..self.pieces.len()).collect();
        let needs_none = |piece: &usize| {
            !about
                .iter()
                .any(|removed| closures[*piece].contains(removed))
        };
        let left: Pieces = all.iter().copied().filter(needs_none).collect();
        if left.is_empty() {
            return None;
        }
        let whole = self.check(&all).clone()?;
        Some([whole, self.check(&left).clone()?])
    }
}

/// What the pieces need and what they share.
struct PieceGraph {
    /// By piece: those without which it cannot be made, one step far.
    needs: Vec<Pieces>,
    /// By piece: those that declare a name which it mentions, or mention a name which it declares.
    related: Vec<Pieces>,
}

/// The names of one side, and the pieces in which they stand.
#[derive(Default)]
struct SideNames {
    /// By name: the pieces that declare it, and those that use it. Names that other items declare are there too.
    declared: BTreeMap<Referent, Pieces>,
    used: BTreeMap<Referent, Pieces>,
}

impl PieceGraph {
    fn new(sides: [&Expanded; 2], pieces: &[DiffPiece]) -> Self {
        let sides = [0, 1].map(|which| SideNames::new(sides[which], which, pieces));
        let mut needs = vec![Pieces::new(); pieces.len()];
        let [left, right] = &sides;
        // Who uses what only the second rule set has needs what declares it.
        for (name, users) in &right.used {
            let declarers = right.declared.get(name);
            if !left.declared.contains_key(name)
                && let Some(declarers) = declarers
            {
                for user in users.difference(declarers) {
                    needs[*user].extend(declarers);
                }
            }
        }
        // What only the first has cannot go before who used it there.
        for (name, declarers) in &left.declared {
            if !right.declared.contains_key(name)
                && let Some(users) = left.used.get(name)
            {
                for declarer in declarers.difference(users) {
                    needs[*declarer].extend(users);
                }
            }
        }
        PieceGraph {
            needs,
            related: related(&sides, pieces.len()),
        }
    }

    /// A piece with all that it needs, and what these need.
    fn closure(&self, piece: usize) -> Pieces {
        let mut closure = Pieces::from([piece]);
        let mut open = vec![piece];
        while let Some(next) = open.pop() {
            let new = self.needs[next]
                .iter()
                .filter(|need| closure.insert(**need));
            open.extend(new);
        }
        closure
    }
}

/// Which pieces share a name that one of them declares.
fn related(sides: &[SideNames; 2], count: usize) -> Vec<Pieces> {
    let mut related = vec![Pieces::new(); count];
    let mut declared: BTreeMap<&str, Pieces> = BTreeMap::new();
    let mut mentioned: BTreeMap<&str, Pieces> = BTreeMap::new();
    for side in sides {
        for (name, pieces) in &side.declared {
            declared.entry(&name.name).or_default().extend(pieces);
            mentioned.entry(&name.name).or_default().extend(pieces);
        }
        for (name, pieces) in &side.used {
            mentioned.entry(&name.name).or_default().extend(pieces);
        }
    }
    for (name, declarers) in &declared {
        let mentioners = &mentioned[name];
        for declarer in declarers {
            related[*declarer].extend(mentioners);
        }
        for mentioner in mentioners {
            related[*mentioner].extend(declarers);
        }
    }
    related
}

impl SideNames {
    /// The names of the first rule set (0) or the second (1).
    fn new(rules: &Expanded, which: usize, pieces: &[DiffPiece]) -> Self {
        let places = PiecePlaces::new(which, pieces);
        let mut side = SideNames::default();
        for reference in rules.references() {
            let piece = places.piece(&rules.items[reference.item], &reference);
            let names = match reference.declares {
                true => &mut side.declared,
                false => &mut side.used,
            };
            names.entry(reference.to).or_default().extend(piece);
        }
        side
    }
}

/// Where the pieces stand in one of the rule sets.
struct PiecePlaces<'p> {
    items: BTreeMap<Span, usize>,
    attributes: BTreeMap<(&'p str, &'p str), usize>,
}

impl<'p> PiecePlaces<'p> {
    fn new(which: usize, pieces: &'p [DiffPiece]) -> Self {
        let mut places = PiecePlaces {
            items: BTreeMap::new(),
            attributes: BTreeMap::new(),
        };
        for (number, piece) in pieces.iter().enumerate() {
            let change = &piece.change;
            if let Some(attribute) = &piece.attribute {
                let name = (change.name.as_str(), attribute.as_str());
                places.attributes.insert(name, number);
            }
            let stand = match which {
                0 => &change.left,
                _ => &change.right,
            };
            let spans = stand.iter().flat_map(|stand| &stand.spans);
            places.items.extend(spans.map(|span| (*span, number)));
        }
        places
    }

    /// The piece to which a name in this item belongs.
    fn piece(&self, item: &Item, reference: &Reference) -> Option<usize> {
        let ItemKind::Kind(kind) = &item.kind else {
            return self.items.get(&item.span).copied();
        };
        let around = kind.attributes.iter().find(|attribute| {
            let mut stretches = [attribute.name.span, attribute.ty.span]
                .into_iter()
                .chain(attribute.clauses());
            stretches.any(|outer| outer.holds(reference.span))
        });
        let attribute = around.and_then(|attribute| {
            let name = (kind.name.text.as_str(), attribute.name.text.as_str());
            self.attributes.get(&name)
        });
        attribute.or_else(|| self.items.get(&item.span)).copied()
    }
}
