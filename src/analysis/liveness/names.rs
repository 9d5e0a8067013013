//! Names that a body does not read any more where a run stands in it: what they stand for has no bearing on what comes. From the end of each body
//! back to its beginning, as compilers find out which registers are free. Reads the rules and plays nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::walk::blocks_within;
use crate::ruleset::{
    At, Block, Callee, Effect, Exit, ExprId, Input, Local, Location, Ruleset, Signal, Statement,
    Update, collected,
};

type LiveNames = BTreeSet<Local>;

/// For statements, the names of their bodies that are not read any more where a run stands in them.
pub type DeadNames = BTreeMap<At, Box<[Local]>>;

/// For every statement of the rules, the names of its body that are not read any more once the run stands in it.
pub fn dead_names(rules: &Ruleset) -> DeadNames {
    let mut search = NameSearch {
        rules,
        locals: 0,
        at_end: LiveNames::new(),
        behind_repeat: LiveNames::new(),
        found: DeadNames::default(),
    };
    for callee in rules.callees() {
        let Some((locals, _)) = callee.frame(rules) else {
            continue;
        };
        for block in callee.blocks(rules) {
            let mut at_end = LiveNames::new();
            // A phase may be repeated: what looks at that, and its body, come again.
            if let Callee::Phase(_) = callee {
                at_end.extend(search.uses(block));
                for root in callee.roots(rules) {
                    search.reads(root, &mut at_end);
                }
            }
            search.body(block, locals, at_end);
        }
    }
    search.found
}

struct NameSearch<'a> {
    rules: &'a Ruleset,
    /// how many names the body has
    locals: Local,
    /// what is read when the body is over, however it comes to its end
    at_end: LiveNames,
    /// what is read behind the innermost repetition around the statement at hand, where control can leave it
    behind_repeat: LiveNames,
    found: DeadNames,
}

impl NameSearch<'_> {
    fn body(&mut self, block: &Block, locals: Local, at_end: LiveNames) {
        self.locals = locals;
        self.at_end = at_end.clone();
        self.block(block, at_end);
    }

    /// Notes what is not read any more in each statement. `after`: what is read behind the block.
    fn block(&mut self, block: &Block, mut after: LiveNames) {
        for statement in block.iter().rev() {
            let stands = self.within(statement, &after);
            let unread = (0..self.locals)
                .filter(|name| !stands.contains(name) && !self.at_end.contains(name));
            let unread = unread.collect();
            self.found.insert(At::of(statement), unread);
            after = self.before(statement, after);
        }
    }

    /// What is read once the run stands in a statement; notes the same for the statements within it.
    fn within(&mut self, statement: &Statement, after: &LiveNames) -> LiveNames {
        let effects = collected(|visit| statement.kind.effects(visit));
        // It is rolled anew, and then written.
        if effects.contains(&Effect::Awaits(Input::Dice)) {
            return self.before(statement, after.clone());
        }
        let mut read = after.clone();
        let blocks = blocks_within(&statement.kind);
        if blocks.is_empty() {
            if !effects.iter().any(|&effect| has_looked(effect)) {
                read.extend(self.before(statement, LiveNames::new()));
            }
            return read;
        }
        for effect in &effects {
            if let Effect::Runs {
                block,
                binds,
                repeats: true,
            } = effect
            {
                let mut again = self.uses(block);
                binds.map(|local| again.remove(&local));
                read.extend(again);
                // Of what is asked of one record after the other, all is asked before.
                for effect in &effects {
                    if let Effect::Evaluates { expr, binds: None } = effect {
                        self.reads(*expr, &mut read);
                    }
                }
            }
        }
        let is_repeat = effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Runs {
                    binds: None,
                    repeats: true,
                    ..
                }
            )
        });
        let outer = is_repeat.then(|| std::mem::replace(&mut self.behind_repeat, after.clone()));
        blocks
            .into_iter()
            .for_each(|block| self.block(block, read.clone()));
        if let Some(outer) = outer {
            self.behind_repeat = outer;
        }
        read
    }

    /// What is read from the beginning of a block, before the block writes it.
    fn uses(&self, block: &Block) -> LiveNames {
        let statements = block.iter().rev();
        statements.fold(LiveNames::new(), |after, statement| {
            self.before(statement, after)
        })
    }

    /// What is read from the beginning of a statement, where `after` is read behind it: its effects from the last to the first.
    fn before(&self, statement: &Statement, after: LiveNames) -> LiveNames {
        let effects = collected(|visit| statement.kind.effects(visit));
        let effects = effects.into_iter().rev();
        effects.fold(after, |live, effect| self.before_effect(effect, live))
    }

    fn before_effect(&self, effect: Effect<'_>, mut live: LiveNames) -> LiveNames {
        let (mut own, mut bound) = (LiveNames::new(), None);
        match effect {
            Effect::Evaluates { expr, binds } => {
                self.reads(expr, &mut own);
                bound = binds;
            }
            // It may be passed over.
            Effect::Runs { block, binds, .. } => {
                own = self.uses(block);
                bound = binds;
            }
            Effect::Says(_) | Effect::Awaits(_) => {
                let text = self.rules.text_said(effect).into_iter();
                for hole in text.flat_map(|text| self.rules.holes(text)) {
                    self.reads(hole, &mut own);
                }
            }
            Effect::Reads(Location::Local(local)) => _ = own.insert(local),
            Effect::Binds(local) | Effect::Writes(Location::Local(local), Update::Set) => {
                live.remove(&local);
            }
            Effect::Exits(Exit::Repeat) => own.extend(&self.behind_repeat),
            Effect::Writes(..)
            | Effect::Reads(_)
            | Effect::Makes(_)
            | Effect::Calls(..)
            | Effect::Exits(Exit::Leave(_) | Exit::Turn(_) | Exit::EndCombat) => {}
        }
        if let Some(bound) = bound {
            own.remove(&bound);
        }
        live.extend(own);
        live
    }

    /// Adds the names that an expression reads.
    fn reads(&self, id: ExprId, read: &mut LiveNames) {
        let expr = &self.rules.exprs[id.index()];
        for effect in collected(|visit| expr.effects(visit)) {
            read.extend(self.before_effect(effect, LiveNames::new()));
        }
    }
}

/// Whether a statement that does this has looked at all that it looks at when a run stands in it.
fn has_looked(effect: Effect<'_>) -> bool {
    let Effect::Calls(callee, _) = effect else {
        return false;
    };
    matches!(
        callee,
        Callee::Procedure(_)
            | Callee::Rows(_)
            | Callee::Joins(Some(_))
            | Callee::Triggers(Signal::Event(_))
    )
}
