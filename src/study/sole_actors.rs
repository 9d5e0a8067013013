//! Turns of combatants that declare and resolve for themselves: then no acts of two combatants are in the line together, but for those that rules add.

use std::collections::BTreeSet;

use crate::ruleset::walk::{blocks_within, each_effect, each_statement};
use crate::ruleset::{
    ActionId, Effect, Expr, KindId, Phase, Ruleset, Statement, StatementKind, Turns,
};

/// The actions that rules add to the line, if all declarations are those of a combatant in its own turn, and are resolved within it; else `None`.
pub(super) fn added_beside_turns(rules: &Ruleset) -> Option<BTreeSet<ActionId>> {
    let (mut asked, mut added) = (0, BTreeSet::new());
    rules.each_statement(&mut |statement| {
        asked += usize::from(matches!(statement, StatementKind::Declare { .. }));
        if let StatementKind::Does { action, .. } = statement {
            added.insert(*action);
        }
    });
    let in_turns = rules.phases.iter().map(|phase| match &phase.turns {
        Some(turns) if turns.kind == KindId::COMBATANT => own_declarations(rules, phase, turns),
        _ => 0,
    });
    (asked > 0 && asked == in_turns.sum::<usize>()).then_some(added)
}

/// How many declarations a phase of turns has, if all are those of whose turn it is, and all of them are resolved in it; else 0.
fn own_declarations(rules: &Ruleset, phase: &Phase, turns: &Turns) -> usize {
    let (mut asked, mut others, mut exits) = (0, 0, false);
    each_statement(&phase.body, &mut |statement| {
        if let StatementKind::Declare { who, .. } = statement {
            match rules.exprs[who.index()] == Expr::Local(turns.local) {
                true => asked += 1,
                false => others += 1,
            }
        }
    });
    each_effect(&phase.body, &mut |effect| {
        exits |= matches!(effect, Effect::Exits(_));
    });
    let settled = others == 0 && !exits && !leaves_open(&phase.body, false);
    if settled { asked } else { 0 }
}

/// Whether something that has been declared can be in the line still behind a block, if anything was `open` before it.
fn leaves_open(block: &[Statement], mut open: bool) -> bool {
    for statement in block {
        match &statement.kind {
            StatementKind::Declare { .. } => open = true,
            StatementKind::Resolve { condition: None } => open = false,
            kind => {
                for block in blocks_within(kind) {
                    open |= leaves_open(block, open);
                }
            }
        }
    }
    open
}
