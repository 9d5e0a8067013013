//! Which actions and stages a pattern of acts means.

use super::supposition::ActionStage;
use crate::ruleset::{ActPattern, ActionId, Ruleset};

/// All forms of the acts that wait in the line and that a pattern means: none that is carried out at once.
pub(super) fn waiting(rules: &Ruleset, pattern: &ActPattern) -> Vec<ActionStage> {
    let mut forms = of(rules, pattern);
    forms.retain(|(action, _)| !rules.actions[action.index()].at_once);
    forms
}

/// All forms of the acts that a pattern means.
pub(super) fn of(rules: &Ruleset, pattern: &ActPattern) -> Vec<ActionStage> {
    let mut actions: Vec<ActionId> = match pattern.kinds.is_empty() {
        true => (0..rules.actions.len()).map(ActionId::from_index).collect(),
        false => pattern.kinds.iter().map(|(action, _)| *action).collect(),
    };
    actions.sort_unstable();
    actions.dedup();
    let stages = |action: ActionId| 0..rules.actions[action.index()].stages.len();
    let forms = actions.into_iter();
    forms
        .flat_map(|action| stages(action).map(move |stage| (action, stage)))
        .filter(|form| means(rules, pattern, *form))
        .collect()
}

/// Whether a pattern means the acts of a form.
pub(super) fn means(rules: &Ruleset, pattern: &ActPattern, (action, stage): ActionStage) -> bool {
    pattern.means(rules, action, stage)
}

/// A form in the words of the file: `cast.begins`.
pub(super) fn name(rules: &Ruleset, (action, stage): ActionStage) -> String {
    let action = &rules.actions[action.index()];
    match action.stages.as_slice() {
        [_] => action.name.clone(),
        stages => format!("{}.{}", action.name, rules.word(stages[stage].name)),
    }
}
