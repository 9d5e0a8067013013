//! Numbers that the rules only count up and down, and only compare with fixed numbers: hit points, as a rule. Runs that differ in such numbers
//! alone go on alike as long as the numbers stay on the same sides of what they are compared with; so what follows is found out once for many
//! of them. Reads the rules and plays nothing.

use std::collections::BTreeMap;

use super::{OptionLookup, Threshold};
use crate::ruleset::walk::{each_root, parts};
use crate::ruleset::{Effect, Expr, ExprId, KindId, Location, Ruleset, Slot, Type, Update, Value};

/// Such attributes, each with its cuts: a number that is at least a cut is told apart from one that is less, and no other two are.
pub type Counters = BTreeMap<(KindId, Slot), Vec<Value>>;

/// The counters of a ruleset, where an expression beside the rules is evaluated as well.
pub fn counters(
    rules: &Ruleset,
    settings: &OptionLookup<'_>,
    beside: Option<(&[Expr], ExprId)>,
) -> Counters {
    let mut search = CounterSearch {
        rules,
        settings,
        found: candidates(rules),
    };
    let exempt = search.exempt();
    let mut roots = Vec::new();
    each_root(rules, &mut |root| {
        // Of what is only shown, it matters whose it is.
        roots.extend(match exempt[root.index()] {
            true => rules.exprs[root.index()].attribute().map(|(.., of)| of),
            false => Some(root),
        });
    });
    search.judge(&rules.exprs, roots);
    if let Some((exprs, root)) = beside {
        search.judge(exprs, vec![root]);
    }
    for cuts in search.found.values_mut() {
        cuts.sort_unstable();
        cuts.dedup();
    }
    search.found
}

/// The numbers that are there from the beginning, are added to or subtracted from, and never set.
fn candidates(rules: &Ruleset) -> Counters {
    let mut counted = Counters::new();
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| {
            let Effect::Writes(Location::Attribute { kind, slot, .. }, Update::Add) = effect else {
                return;
            };
            let declared = &rules.attribute(kind, slot).declared;
            let is_told = rules.attribute(kind, slot).told_by.is_some();
            let is_number =
                matches!(declared.ty, Type::Number(_)) && !declared.optional && !is_told;
            if is_number && kind != KindId::ACT && slot < 64 {
                counted.insert((kind, slot), Vec::new());
            }
        });
    });
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| {
            if let Effect::Writes(Location::Attribute { kind, slot, .. }, update) = effect
                && matches!(update, Update::Set | Update::AddWithin)
            {
                counted.remove(&(kind, slot));
            }
            if let Effect::Makes(kind) = effect {
                counted.retain(|known, _| known.0 != kind);
            }
        });
    });
    // What bounds another number counts as it is.
    for (kind, declared) in rules.kinds.iter().enumerate() {
        for slot in declared
            .attributes
            .iter()
            .flat_map(|one| one.within.slots())
        {
            counted.remove(&(KindId::from_index(kind), slot));
        }
    }
    counted
}

struct CounterSearch<'a> {
    rules: &'a Ruleset,
    settings: &'a OptionLookup<'a>,
    found: Counters,
}

impl CounterSearch<'_> {
    /// Roots that may be anything: what is only shown in a text, and what records that are there from the beginning are given at first.
    fn exempt(&self) -> Vec<bool> {
        let rules = self.rules;
        let mut exempt = vec![false; rules.exprs.len()];
        for template in &rules.templates {
            for hole in template.holes() {
                exempt[hole.index()] |= rules.exprs[hole.index()].attribute().is_some();
            }
        }
        let mut made = vec![false; rules.kinds.len()];
        made[KindId::ACT.index()] = true;
        rules.each_statement(&mut |statement| {
            statement.effects(&mut |effect| {
                if let Effect::Makes(kind) = effect {
                    made[kind.index()] = true;
                }
            });
        });
        for (kind, _) in rules.kinds.iter().zip(&made).filter(|(_, made)| !**made) {
            for default in kind.attributes.iter().filter_map(|one| one.default) {
                exempt[default.index()] = true;
            }
        }
        exempt
    }

    /// Strikes out all attributes that are read but for a comparison with a fixed number, and notes the cuts of the others.
    fn judge(&mut self, exprs: &[Expr], mut open: Vec<ExprId>) {
        // The value that a statement or a key looks at.
        for &root in &open {
            if let Some(read) = self.attribute(exprs, root) {
                self.found.remove(&read);
            }
        }
        while let Some(id) = open.pop() {
            let expr = &exprs[id.index()];
            for part in parts(expr) {
                open.push(part);
                if let Some(read) = self.attribute(exprs, part) {
                    self.read(exprs, expr, part, read);
                }
            }
        }
    }

    /// The counted number that an expression reads.
    fn attribute(&self, exprs: &[Expr], id: ExprId) -> Option<(KindId, Slot)> {
        let (kind, slot, _) = exprs[id.index()].attribute()?;
        Some((kind, slot)).filter(|attribute| self.found.contains_key(attribute))
    }

    /// A counted number is read as a part of an expression.
    fn read(&mut self, exprs: &[Expr], around: &Expr, part: ExprId, read: (KindId, Slot)) {
        let threshold = Threshold::of(exprs, around, part);
        let cuts = threshold.and_then(|threshold| threshold.cuts(self.settings));
        match (cuts, self.found.get_mut(&read)) {
            (Some(cuts), Some(known)) => known.extend(cuts),
            _ => {
                self.found.remove(&read);
            }
        }
    }
}
