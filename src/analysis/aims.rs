//! What acts are aimed at that may be left out, but not where the rules look at it: as a declaration is judged, or as an act is carried out.

use std::collections::BTreeMap;

use crate::ruleset::walk::{attributes_written, each_expr, each_root};
use crate::ruleset::{
    ActMoment, ActionId, Effect, Expr, ExprId, Happening, KindId, Location, Ruleset, Slot,
    StatementKind,
};

impl Ruleset {
    /// By action, what its acts are aimed at without which a declaration cannot be judged, and where that is read: it is compared by size, before
    /// anything else. Time: proportional to the triggers.
    pub(crate) fn judged_by(&self) -> BTreeMap<ActionId, Vec<(Slot, ExprId)>> {
        let mut judged: BTreeMap<ActionId, Vec<(Slot, ExprId)>> = BTreeMap::new();
        for trigger in &self.triggers {
            let Happening::Act {
                acts,
                moment: ActMoment::Declared,
            } = &trigger.on
            else {
                continue;
            };
            let read = trigger.guard.and_then(|guard| self.sized_first(guard));
            for (kind, read) in acts.kinds.iter().flat_map(|kind| Some((kind, read?))) {
                let of = &self.actions[kind.0.index()];
                if [of.object, of.at].contains(&Some(read.0)) {
                    judged.entry(kind.0).or_default().push(read);
                }
            }
        }
        judged
    }

    /// By action, what its acts are aimed at without which they cannot be carried out, and where that is looked at: a stage changes a value of it, or compares
    /// one by size before anything else. Nothing that the rules set, or ask whether it is there. Time: proportional to the rules.
    pub(crate) fn carried_out_with(&self) -> BTreeMap<ActionId, Vec<(Slot, ExprId)>> {
        let mut spared = attributes_written(self);
        each_root(self, &mut |root| {
            each_expr(&self.exprs, root, &mut |expr| {
                if let Expr::Missing(asked) = expr
                    && let Expr::Attribute { kind, slot, .. } = self.exprs[asked.index()]
                {
                    spared.insert((kind, slot));
                }
            });
        });
        let actions = (0..).map(ActionId).zip(&self.actions);
        let found = actions.map(|(id, action)| {
            let mut read = Vec::new();
            for statement in action.stages.iter().flat_map(|stage| &stage.body) {
                statement.kind.effects(&mut |effect| {
                    if let Effect::Writes(Location::Attribute { of: Some(of), .. }, _) = effect {
                        read.extend(self.through_act(of).map(|slot| (slot, of)));
                    }
                });
                if let StatementKind::If { branches, .. } = &statement.kind {
                    let first = branches
                        .first()
                        .and_then(|branch| self.sized_first(branch.0));
                    read.extend(first);
                }
            }
            read.retain(|(slot, _)| {
                let is_aim = [action.object, action.at].contains(&Some(*slot));
                is_aim && !spared.contains(&(KindId::ACT, *slot))
            });
            (id, read)
        });
        found.collect()
    }

    /// The attribute of the act (local 0) of which a condition compares something by size, whatever else it asks, and that.
    fn sized_first(&self, id: ExprId) -> Option<(Slot, ExprId)> {
        let of_act = |&side: &ExprId| Some((self.through_act(side)?, side));
        let node = &self.exprs[id.index()];
        if let Expr::Less(a, b) | Expr::LessOrEqual(a, b) = node {
            return [a, b].into_iter().find_map(of_act);
        }
        let (Expr::And(parts) | Expr::Or(parts)) = node else {
            let Expr::Not(part) = node else { return None };
            return self.sized_first(*part);
        };
        self.sized_first(*parts.first()?)
    }

    /// The attribute of the act (local 0) by way of which a value is found.
    fn through_act(&self, id: ExprId) -> Option<Slot> {
        let Expr::Attribute { kind, of, slot } = self.exprs[id.index()] else {
            return None;
        };
        match self.exprs[of.index()] {
            Expr::Local(0) if kind == KindId::ACT => Some(slot),
            _ => self.through_act(of),
        }
    }
}
