//! Dice of which the rules only ask whether they come to fixed numbers, as in `if to_hit > 10`: runs in which they stand on the same sides of all
//! these go on alike, so one of them is followed for all. The result must be a name that nothing else writes, that is passed to no callee, kept in no
//! attribute, and that no expression of its body reads but in such comparisons; texts may show it.
//!
//! Beside that the statement right behind the roll may work out one value from it, or choose one of its branches, in any way: `set c.hits =
//! reaches(to_hit, ...)`. Nothing comes between, so what that gives for each sum can be found out where the run stands. Reads the rules and plays nothing.

use std::collections::BTreeMap;

use super::{Counters, OptionLookup, Threshold};
use crate::analysis::Reach;
use crate::ruleset::walk::{blocks_within, each_expr, each_statement, parts, statement_holes};
use crate::ruleset::{
    At, Block, Callee, Effect, Expr, ExprId, Local, Location, Ruleset, Statement, StatementKind,
    Value, effect,
};

/// What the rules make of each of such rolls.
pub type RollUses = BTreeMap<At, Compare>;

/// What the rules make of the result of a roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Compare {
    /// from which sums on others follow than from those below, sorted
    pub cuts: Vec<Value>,
    /// the name of the result, and what the next statement makes of it
    pub next: Option<(Local, NameUse)>,
}

/// What a statement makes of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum NameUse {
    /// this value
    Value(ExprId),
    /// a choice: the first of these that is true
    First(Vec<ExprId>),
}

impl NameUse {
    /// Of a statement that does nothing but evaluate and write, or choose a block.
    fn of(statement: &StatementKind) -> Option<NameUse> {
        let mut roots = Vec::new();
        let (mut writes, mut chooses, mut does_more) = (false, false, false);
        statement.effects(&mut |effect| match effect {
            Effect::Evaluates { expr, binds: None } => roots.push(expr),
            Effect::Reads(_) => {}
            Effect::Writes(..) => writes = true,
            Effect::Runs { repeats: false, .. } => chooses = true,
            Effect::Evaluates { binds: Some(_), .. }
            | Effect::Runs { repeats: true, .. }
            | Effect::Binds(_)
            | Effect::Makes(_)
            | Effect::Calls(..)
            | Effect::Says(_)
            | Effect::Awaits(_)
            | Effect::Exits(_) => does_more = true,
        });
        match (writes, chooses) {
            (true, false) if !does_more => roots.first().map(|&value| NameUse::Value(value)),
            (false, true) if !does_more => Some(NameUse::First(roots)),
            _ => None,
        }
    }

    /// The expressions that are worked out for it.
    pub fn roots(&self) -> &[ExprId] {
        match self {
            NameUse::Value(root) => std::slice::from_ref(root),
            NameUse::First(roots) => roots,
        }
    }
}

impl Compare {
    /// Whether what the next statement makes of the result depends on one of these attributes.
    pub fn reads(&self, rules: &Ruleset, attributes: &Counters) -> bool {
        let (mut reach, mut found) = (Reach::new(rules), false);
        for root in self.next.iter().flat_map(|(_, next)| next.roots()) {
            reach.expr(*root, &mut |effect| {
                let read = effect.attribute_read();
                found |= read.is_some_and(|read| attributes.contains_key(&read));
            });
        }
        found
    }
}

/// All such rolls of the rules.
pub fn compared(rules: &Ruleset, settings: &OptionLookup<'_>) -> RollUses {
    let mut found = RollUses::new();
    let mut body = |block: &Block, looks: &[ExprId]| {
        let whole = Whole {
            rules,
            settings,
            block,
            looks,
        };
        whole.rolls(block, &BodyNames::of(&whole, None), &mut found);
    };
    for callee in rules.callees() {
        // What a phase looks at may be looked at again behind its body.
        let looks = match matches!(callee, Callee::Phase(_)) {
            true => callee.roots(rules),
            false => Vec::new(),
        };
        for block in callee.blocks(rules) {
            body(block, &looks);
        }
    }
    found
}

/// A body, and what it looks at beside its statements.
struct Whole<'a> {
    rules: &'a Ruleset,
    settings: &'a OptionLookup<'a>,
    block: &'a Block,
    looks: &'a [ExprId],
}

impl Whole<'_> {
    /// Notes the rolls of a block of the body whose results are only compared.
    fn rolls(&self, block: &[Statement], names: &BodyNames<'_>, found: &mut RollUses) {
        for (index, statement) in block.iter().enumerate() {
            if let StatementKind::Roll {
                local, keep: None, ..
            } = &statement.kind
            {
                let next = block.get(index + 1).map(|next| &next.kind);
                let compare = self.compare(*local, names, next);
                found.extend(compare.map(|compare| (At::of(statement), compare)));
            }
            for block in blocks_within(&statement.kind) {
                self.rolls(block, names, found);
            }
        }
    }

    /// What the body makes of a name, with this statement behind the roll.
    fn compare(
        &self,
        local: Local,
        names: &BodyNames<'_>,
        next: Option<&StatementKind>,
    ) -> Option<Compare> {
        if let Some(cuts) = names.cuts(local) {
            return Some(Compare { cuts, next: None });
        }
        let decides = NameUse::of(next?)?;
        let cuts = BodyNames::of(self, next).cuts(local)?;
        let next = Some((local, decides));
        Some(Compare { cuts, next })
    }
}

/// What a body does with its names.
struct BodyNames<'a> {
    rules: &'a Ruleset,
    settings: &'a OptionLookup<'a>,
    /// a statement that may do with them what it likes, as far as it is told in [`NameUse`]
    beside: Option<&'a StatementKind>,
    /// the cuts of each name; nothing where it is more than compared
    cuts: BTreeMap<Local, Option<Vec<Value>>>,
}

impl<'a> BodyNames<'a> {
    fn of(whole: &Whole<'a>, beside: Option<&'a StatementKind>) -> Self {
        let mut names = BodyNames {
            rules: whole.rules,
            settings: whole.settings,
            beside,
            cuts: BTreeMap::new(),
        };
        (whole.looks.iter()).for_each(|&look| names.looks_at(look, false));
        each_statement(whole.block, &mut |statement| names.statement(statement));
        names
    }

    /// Where the values of a name are parted, if that is all that is done with it.
    fn cuts(&self, local: Local) -> Option<Vec<Value>> {
        let known = self.cuts.get(&local).cloned();
        let mut cuts = known.unwrap_or(Some(Vec::new()))?;
        cuts.sort_unstable();
        cuts.dedup();
        Some(cuts)
    }

    fn statement(&mut self, statement: &StatementKind) {
        let is_beside = self
            .beside
            .is_some_and(|beside| std::ptr::eq(beside, statement));
        let decides = is_beside.then(|| NameUse::of(statement)).flatten();
        let left_out = decides.as_ref().map_or(&[][..], NameUse::roots);
        statement.effects(&mut |effect| match effect {
            Effect::Evaluates { expr, .. } if left_out.contains(&expr) => {}
            Effect::Evaluates { expr, .. } => self.looks_at(expr, false),
            Effect::Writes(Location::Local(local), _) => _ = self.cuts.insert(local, None),
            // A result that another roll binds anew is told apart by the rolls.
            Effect::Binds(_) | Effect::Runs { .. } => {}
            Effect::Makes(_) | Effect::Calls(..) | effect!(aside | access) => {}
        });
        for hole in statement_holes(self.rules, statement) {
            self.looks_at(hole, true);
        }
    }

    /// An expression as a whole; one that is only shown may be a name.
    fn looks_at(&mut self, root: ExprId, shown: bool) {
        let exprs = &self.rules.exprs;
        if let Expr::Local(local) = exprs[root.index()]
            && !shown
        {
            self.cuts.insert(local, None);
        }
        each_expr(exprs, root, &mut |around| {
            for part in parts(around) {
                let Expr::Local(local) = exprs[part.index()] else {
                    continue;
                };
                let threshold = Threshold::of(exprs, around, part);
                let cuts = threshold.and_then(|threshold| threshold.cuts(self.settings));
                let known = self.cuts.entry(local).or_insert_with(|| Some(Vec::new()));
                match (cuts, &mut *known) {
                    (Some(cuts), Some(so_far)) => so_far.extend(cuts),
                    _ => *known = None,
                }
            }
        });
    }
}
