//! Acts that rules add without what their action is aimed at, where they cannot be carried out without that.

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_block;
use crate::ruleset::{KindId, Ruleset, StatementKind};

/// Warnings about all such statements. A name of the act may be there to give it the rest.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let with = rules.carried_out_with();
    let mut findings = Vec::new();
    for callee in rules.callees() {
        let Some((_, item)) = callee.frame(rules) else {
            continue;
        };
        for block in callee.blocks(rules) {
            each_block(block, &mut |block| {
                findings.extend(block.iter().filter_map(|statement| {
                    let StatementKind::Does {
                        action,
                        local: None,
                        settings,
                        ..
                    } = &statement.kind
                    else {
                        return None;
                    };
                    let is_given = |slot| settings.iter().any(|setting| setting.0 == slot);
                    let needed = with.get(action)?.iter();
                    let &(slot, read) = needed.clone().find(|needed| !is_given(needed.0))?;
                    let of = &rules.actions[action.index()];
                    let name = &rules.attribute(KindId::ACT, slot).name;
                    let message = format!(
                        "`{}` is done without its {name}, without which it cannot be carried out",
                        of.name
                    );
                    let warning = Diagnostic::warning(Code::MayBeMissing, statement.span, message);
                    let needed = format!("its {name} is needed here");
                    let warning = warning.also(rules.expr_spans[read.index()], needed);
                    let help = format!(
                        "write `does {} {{ {name} = ... }}`, with whom it is aimed at",
                        of.name
                    );
                    Some(Finding::of(item, warning.help(help)))
                }));
            });
        }
    }
    findings
}
