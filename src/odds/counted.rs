//! Numbers that the rules only count up and down, and only compare with fixed numbers: hit points, as a rule. Runs that differ in such numbers
//! alone go on alike as long as the numbers stay on the same sides of what they are compared with; so what follows is found out once for many
//! of them. Reads the rules and plays nothing.

use std::collections::BTreeMap;

use crate::analysis::{Constant, Threshold};
use crate::ruleset::walk::{each_root, parts};
use crate::ruleset::{
    Effect, Expr, ExprId, KindId, Location, MOST, Ruleset, Slot, Type, Update, Value,
};
use crate::scenario::{Asked, ExpectationKind, Scenario};

/// Such attributes, each with its cuts: a number that is at least a cut is told apart from one that is less, and no other two are.
pub type Counted = BTreeMap<(KindId, Slot), Vec<Value>>;

/// The counted numbers of a ruleset while something is asked of a scenario.
pub fn counted(rules: &Ruleset, scenario: &Scenario, asked: &Asked) -> Counted {
    let mut search = Search {
        rules,
        scenario,
        found: candidates(rules),
    };
    let exempt = search.exempt();
    let mut roots = Vec::new();
    each_root(rules, &mut |root| {
        match rules.exprs[root.index()] {
            // Of what is only shown, it matters whose it is.
            Expr::Attribute { of, .. } if exempt[root.index()] => roots.push(of),
            _ if exempt[root.index()] => {}
            _ => roots.push(root),
        }
    });
    search.judge(&rules.exprs, roots);
    match asked {
        Asked::Value(root, ..) => search.judge(&scenario.exprs, vec![*root]),
        Asked::Whether(ExpectationKind::Fact(root, _)) => {
            search.judge(&scenario.exprs, vec![*root])
        }
        _ => {}
    }
    for cuts in search.found.values_mut() {
        cuts.sort_unstable();
        cuts.dedup();
    }
    search.found
}

/// The numbers that are there from the beginning, are added to or subtracted from, and never set.
fn candidates(rules: &Ruleset) -> Counted {
    let mut counted = Counted::new();
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| {
            let Effect::Writes(Location::Attribute { kind, slot, .. }, Update::Add) = effect else {
                return;
            };
            let declared = &rules.kinds[kind.index()].attributes[usize::from(slot)].declared;
            let is_number = matches!(declared.ty, Type::Number(_)) && !declared.optional;
            if is_number && kind != KindId::ACT && slot < 64 {
                counted.insert((kind, slot), Vec::new());
            }
        });
    });
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| match effect {
            Effect::Writes(Location::Attribute { kind, slot, .. }, Update::Set) => {
                counted.remove(&(kind, slot));
            }
            Effect::Makes(kind) => counted.retain(|known, _| known.0 != kind),
            _ => {}
        });
    });
    counted
}

struct Search<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    found: Counted,
}

impl Search<'_> {
    /// Roots that may be anything: what is only shown in a text, and what records that are there from the beginning are given at first.
    fn exempt(&self) -> Vec<bool> {
        let rules = self.rules;
        let mut exempt = vec![false; rules.exprs.len()];
        for template in &rules.templates {
            for hole in template.holes() {
                exempt[hole.index()] |= matches!(rules.exprs[hole.index()], Expr::Attribute { .. });
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
        match exprs[id.index()] {
            Expr::Attribute { kind, slot, .. } => Some((kind, slot)),
            _ => None,
        }
        .filter(|attribute| self.found.contains_key(attribute))
    }

    /// A counted number is read as a part of an expression.
    fn read(&mut self, exprs: &[Expr], around: &Expr, part: ExprId, read: (KindId, Slot)) {
        let cuts = cuts(self.rules, self.scenario, exprs, around, part);
        match (cuts, self.found.get_mut(&read)) {
            (Some(cuts), Some(known)) => known.extend(cuts),
            _ => {
                self.found.remove(&read);
            }
        }
    }
}

/// Where the values of an expression are parted by what stands around it, if that compares it with a fixed number.
pub fn cuts(
    rules: &Ruleset,
    scenario: &Scenario,
    exprs: &[Expr],
    around: &Expr,
    part: ExprId,
) -> Option<Vec<Value>> {
    let threshold = Threshold::of(exprs, around, part)?;
    let number = match threshold.constant {
        Constant::Literal(number) => number,
        Constant::Option(option) => {
            let set = scenario.options.iter().rfind(|set| set.0 == option);
            set.map_or(rules.options[option.index()].value, |set| set.1)
        }
        Constant::Negated(_) => return None,
    };
    ((-MOST..=MOST).contains(&number)).then(|| threshold.cuts(number))
}
