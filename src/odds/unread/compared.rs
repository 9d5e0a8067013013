//! Dice of which the rules only ask whether they come to fixed numbers, as in `if to_hit > 10`: runs in which they stand on the same sides of all
//! these go on alike, so one of them is followed for all. The result must be a name that nothing else writes, that is handed to nobody, kept in no
//! attribute, and that no expression of its body reads but in such comparisons; texts may show it. Reads the rules and plays nothing.

use std::collections::BTreeMap;

use super::names::holes;
use crate::engine::At;
use crate::odds::counted::cuts;
use crate::ruleset::walk::{each_expr, each_statement, parts, statement_roots};
use crate::ruleset::{Block, Expr, ExprId, Local, Place, Ruleset, Statement, StatementKind, Value};
use crate::scenario::Scenario;

/// For rolls, from which sums on others follow than from those below, sorted.
pub type Compared = BTreeMap<At, Vec<Value>>;

/// All such rolls of the rules.
pub fn compared(rules: &Ruleset, scenario: &Scenario) -> Compared {
    let mut found = Compared::new();
    let mut body = |block: &Block, looks: &[ExprId]| {
        Body::of(rules, scenario, block, looks).rolls(block, &mut found);
    };
    for stage in rules.actions.iter().flat_map(|action| &action.stages) {
        body(&stage.body, &[]);
    }
    for row in rules.tables.iter().flat_map(|table| &table.rows) {
        body(&row.body, &[]);
    }
    for procedure in &rules.procedures {
        body(&procedure.body, &[]);
    }
    for trigger in &rules.triggers {
        body(&trigger.body, &[]);
    }
    for phase in &rules.phases {
        let counting = phase.counting.into_iter();
        let counting = counting.flat_map(|(from, to)| [Some(from), to]);
        let others = [phase.lasting, phase.condition];
        let looks: Vec<ExprId> = counting.chain(others).flatten().collect();
        body(&phase.body, &looks);
    }
    found
}

/// What a body does with its names.
struct Body<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    /// the cuts of each name; nothing where it is more than compared
    names: BTreeMap<Local, Option<Vec<Value>>>,
}

impl<'a> Body<'a> {
    fn of(rules: &'a Ruleset, scenario: &'a Scenario, block: &Block, looks: &[ExprId]) -> Self {
        let mut body = Body {
            rules,
            scenario,
            names: BTreeMap::new(),
        };
        looks.iter().for_each(|&look| body.looks_at(look, false));
        each_statement(block, &mut |statement| body.statement(statement));
        body
    }

    fn statement(&mut self, statement: &StatementKind) {
        statement_roots(statement, &mut |root| self.looks_at(root, false));
        for hole in holes(self.rules, statement) {
            self.looks_at(hole, true);
        }
        match statement {
            StatementKind::Set { place, .. }
            | StatementKind::Add { place, .. }
            | StatementKind::Subtract { place, .. }
            | StatementKind::Roll {
                keep: Some(place), ..
            } => {
                if let Place::Local(local) = place {
                    self.names.insert(*local, None);
                }
            }
            _ => {}
        }
    }

    /// An expression as a whole; one that is only shown may be a name.
    fn looks_at(&mut self, root: ExprId, shown: bool) {
        let exprs = &self.rules.exprs;
        if let Expr::Local(local) = exprs[root.index()]
            && !shown
        {
            self.names.insert(local, None);
        }
        each_expr(exprs, root, &mut |around| {
            for part in parts(around) {
                let Expr::Local(local) = exprs[part.index()] else {
                    continue;
                };
                let cuts = cuts(self.rules, self.scenario, exprs, around, part);
                let known = self.names.entry(local).or_insert_with(|| Some(Vec::new()));
                match (cuts, &mut *known) {
                    (Some(cuts), Some(so_far)) => so_far.extend(cuts),
                    _ => *known = None,
                }
            }
        });
    }

    /// Notes the rolls of the body whose results are only compared.
    fn rolls(&self, block: &[Statement], found: &mut Compared) {
        for statement in block {
            match &statement.kind {
                StatementKind::Roll {
                    local, keep: None, ..
                } => {
                    let cuts = self.names.get(local).cloned();
                    if let Some(mut cuts) = cuts.unwrap_or(Some(Vec::new())) {
                        cuts.sort_unstable();
                        cuts.dedup();
                        found.insert(At::of(statement), cuts);
                    }
                }
                StatementKind::If {
                    branches,
                    otherwise,
                } => {
                    let blocks = branches.iter().map(|branch| &branch.1).chain([otherwise]);
                    blocks.for_each(|block| self.rolls(block, found));
                }
                StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => {
                    self.rolls(body, found);
                }
                _ => {}
            }
        }
    }
}
