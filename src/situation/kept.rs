//! Which attributes rules keep, so that no scenario has to give them.

use std::collections::BTreeSet;

use crate::ruleset::{
    Destination, Effect, Expr, ExprId, KindId, MISSING, Ruleset, Slot, StatementKind,
};

/// The attributes that rules set to something new, put back to what they are at first, or reckon once, by their default. Hit points from which blows
/// take are none of them.
pub(super) fn kept(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let (mut set, mut added_to, mut put_back) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let constant = |id: ExprId| match rules.exprs[id.index()] {
        Expr::Const(value) => Some(value),
        _ => None,
    };
    rules.each_statement(&mut |statement| {
        statement.effects(&mut |effect| match (effect.attribute_written(), effect) {
            (Some(it), Effect::Writes(_, how)) if how.adds() => _ = added_to.insert(it),
            (Some(written), _) => _ = set.insert(written),
            (None, _) => {}
        });
        if let StatementKind::Set {
            place: Destination::Attribute { kind, slot, .. },
            value,
        } = statement
        {
            let first = rules
                .attribute(*kind, *slot)
                .default
                .map_or(Some(MISSING), constant);
            if first.is_some() && constant(*value) == first {
                put_back.insert((*kind, *slot));
            }
        }
    });
    let reckoned = rules.kinds.iter().enumerate().flat_map(|(kind, all)| {
        let all = (0..).zip(&all.attributes);
        let all = all.filter(|(_, one)| one.default.is_some_and(|id| constant(id).is_none()));
        all.map(move |(slot, _)| (KindId::from_index(kind), slot))
    });
    set.extend(reckoned);
    set.retain(|attribute| !added_to.contains(attribute) || put_back.contains(attribute));
    set
}
