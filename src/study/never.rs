//! What can never apply: conditions that cannot be true, patterns that mean no act of the line, exceptions that are always overruled.

use super::proof::{NameBinding, Prover, WantedCondition};
use super::{Finding, forms};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_expr;
use crate::ruleset::{
    ActPattern, Action, Declared, ExceptionRule, Expr, ExprId, Function, Happening, ItemId,
    Movement, Parameter, Phase, Ruleset, Type, Value, VoidRule,
};
use crate::source::Span;

/// Warnings about all that can never apply.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut prover = Prover::new(rules);
    let mut findings = Vec::new();
    for rule in &rules.exceptions {
        let outside = outside(rules, rule.item, &[&rule.first, &rule.second]);
        findings.extend(outside.or_else(|| exception(rules, &mut prover, rule)));
    }
    findings.extend(overruled(rules, &mut prover));
    for rule in &rules.placements {
        let guards: Vec<ExprId> = rule.guard.into_iter().collect();
        let one = (rule.item, &rule.acts, rule.locals);
        findings.extend(of_one_act(rules, &mut prover, one, &guards));
    }
    for rule in &rules.voids {
        let one = (rule.item, &rule.acts, rule.locals);
        let found = of_one_act(rules, &mut prover, one, &[rule.guard]);
        findings.extend(found.or_else(|| always(rules, &mut prover, rule)));
    }
    for rule in &rules.triggers {
        let given = given_to(rules, &rule.on);
        let guards: Vec<ExprId> = rule.guard.into_iter().collect();
        let (item, locals) = (rule.item, rule.locals);
        findings.extend(guarded(
            rules,
            &mut prover,
            item,
            &given,
            &guards,
            locals,
            &[],
        ));
    }
    findings.extend(definitions(rules, &mut prover));
    findings.extend(keys(rules));
    findings.extend(rules.phases.iter().filter_map(|phase| counts(rules, phase)));
    findings
}

/// Definitions that are never yes. That one is `no` without any condition can be meant.
fn definitions(rules: &Ruleset, prover: &mut Prover<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for function in &rules.functions {
        if is_constant(rules, function.body) || !is_never_yes(prover, function) {
            continue;
        }
        let item = &rules.items[function.item.index()];
        let message = format!("the definition `{}` is never yes", function.name);
        findings.push(Finding::of(
            function.item,
            Diagnostic::warning(Code::NeverApplies, item.name_span, message)
                .also(
                    rules.expr_spans[function.body.index()],
                    "this is never true",
                )
                .help("change the condition, or take this out"),
        ));
    }
    findings
}

/// Whether an expression is a constant.
pub(super) fn is_constant(rules: &Ruleset, id: ExprId) -> bool {
    matches!(rules.exprs[id.index()], Expr::Const(_))
}

/// Whether a definition gives yes or no, and never yes.
pub(super) fn is_never_yes(prover: &mut Prover<'_>, function: &Function) -> bool {
    let given: Vec<NameBinding> = (function.parameters.iter())
        .map(|parameter| NameBinding::Value(parameter.declared.clone()))
        .collect();
    let all = [wanted(function.body, &given, function.locals, true)];
    function.declared.ty == Type::YesNo && !prover.possible(&given, &all)
}

/// A phase whose last number lies before its first. That an option leaves nothing to count, one number before the first, can be meant.
fn counts(rules: &Ruleset, phase: &Phase) -> Option<Finding> {
    let counting = phase.counting?;
    let (from, from_option) = fixed(rules, counting.from)?;
    let (to, to_option) = fixed(rules, counting.to?)?;
    let is_meant = (from_option || to_option) && from.abs_diff(to) == 1;
    if !counting.is_past(from, to) || is_meant {
        return None;
    }
    let (way, help) = match counting.down {
        true => ("down", format!("write `counting from {from} to {to}`")),
        false => ("up", format!("write `counting down from {from} to {to}`")),
    };
    let message = format!(
        "the phase `{}` never begins: it counts {way} from {from} to {to}",
        phase.name
    );
    let place = rules.expr_spans[counting.from.index()];
    let place = Span {
        end: rules.expr_spans[counting.to?.index()].end,
        ..place
    };
    Some(Finding::of(
        phase.item,
        Diagnostic::warning(Code::NeverApplies, place, message).help(help),
    ))
}

/// The number that an expression always gives, or gives unless a scenario sets an option: then `true`.
fn fixed(rules: &Ruleset, id: ExprId) -> Option<(Value, bool)> {
    match rules.exprs[id.index()] {
        Expr::Const(value) => Some((value, false)),
        Expr::Negate(of) => fixed(rules, of).map(|(value, option)| (-value, option)),
        Expr::Option(option) => Some((rules.options[option.index()].value, true)),
        _ => None,
    }
}

/// A placement or a void.
fn of_one_act(
    rules: &Ruleset,
    prover: &mut Prover<'_>,
    (item, acts, locals): (ItemId, &ActPattern, u16),
    guards: &[ExprId],
) -> Option<Finding> {
    let given = [NameBinding::Waiting(forms::waiting(rules, acts))];
    outside(rules, item, &[acts]).or_else(|| {
        let found = guarded(rules, prover, item, &given, guards, locals, &[])?;
        Some(of_stages(rules, prover, found, &[acts], guards, locals))
    })
}

/// A void for actions or stages that is true of all their acts, so that these are never carried out. That it is so without any condition can be meant.
fn always(rules: &Ruleset, prover: &mut Prover<'_>, rule: &VoidRule) -> Option<Finding> {
    let forms = forms::waiting(rules, &rule.acts);
    if is_constant(rules, rule.guard) || rule.acts.kinds.is_empty() || forms.is_empty() {
        return None;
    }
    let given = [NameBinding::Waiting(forms)];
    let all = [wanted(rule.guard, &given, rule.locals, false)];
    if prover.possible(&given, &all) {
        return None;
    }
    let (item, place) = (rule.item, rules.items[rule.item.index()].name_span);
    let message = format!("`{}` makes all acts void that it is for", rule.title);
    let guard = rules.expr_spans[rule.guard.index()];
    let warning = Diagnostic::warning(Code::NeverApplies, place, message)
        .also(guard, "this is always true of them")
        .help("change the condition; if these acts are never to be carried out, take their action or stage out");
    Some(Finding::of(item, warning))
}

/// Adds why a condition is never true, where that comes of the stages with which acts stand in the line.
fn of_stages(
    rules: &Ruleset,
    prover: &mut Prover<'_>,
    mut finding: Finding,
    patterns: &[&ActPattern],
    guards: &[ExprId],
    locals: u16,
) -> Finding {
    let is_of_a_stage =
        |pattern: &&ActPattern| pattern.kinds.iter().any(|(_, stage)| stage.is_some());
    let mut one_act = false;
    for guard in guards {
        each_expr(&rules.exprs, *guard, &mut |expr| {
            if let Expr::Equal(a, b) = expr {
                let sides = [a, b].map(|side| &rules.exprs[side.index()]);
                one_act |= sides.iter().all(|side| matches!(side, Expr::Local(0 | 1)));
            }
        });
    }
    let at_any_stage = patterns.iter().map(|pattern| {
        let kinds = pattern.kinds.iter().map(|&(action, _)| (action, None));
        let kinds = kinds.collect();
        NameBinding::Waiting(forms::waiting(rules, &ActPattern { kinds }))
    });
    let at_any_stage: Vec<NameBinding> = at_any_stage.collect();
    let waiting = |pattern: &&ActPattern| NameBinding::Waiting(forms::waiting(rules, pattern));
    let given: Vec<NameBinding> = patterns.iter().map(waiting).collect();
    let all = guards
        .iter()
        .map(|guard| wanted(*guard, &given, locals, true));
    let all: Vec<WantedCondition> = all.collect();
    let why = if one_act && patterns.len() == 2 {
        "an act stands in the line once, with its next stage: the two acts are never the same one"
    } else if patterns.iter().any(is_of_a_stage)
        && !prover.possible(&given, &all)
        && prover.possible(&at_any_stage, &all)
    {
        "an act stands in the line with its next stage only: name the stage at which this can be true"
    } else {
        return finding;
    };
    finding.warning = finding.warning.help(why);
    finding
}

/// What the names of a trigger stand for.
fn given_to(rules: &Ruleset, on: &Happening) -> Vec<NameBinding> {
    match on {
        Happening::Act { acts, .. } => vec![NameBinding::Act(forms::of(rules, acts))],
        Happening::Phase(..) => Vec::new(),
        Happening::Event(event) => {
            let parameters = rules.events[event.index()].parameters.iter();
            let value = |parameter: &Parameter| {
                NameBinding::Value(Declared {
                    optional: true,
                    ..parameter.declared.clone()
                })
            };
            parameters.map(value).collect()
        }
    }
}

/// Keys that are only for acts that never stand in the line.
fn keys(rules: &Ruleset) -> Vec<Finding> {
    let mut findings = Vec::new();
    for order in &rules.orders {
        for key in &order.keys {
            let action = done_at_once(rules, &key.acts);
            findings.extend(action.map(|action| {
                let what = "this key orders no act";
                never_in_the_line(rules, order.item, action, key.span, what)
            }));
        }
    }
    findings
}

/// An item one of whose patterns means no act of the line.
fn outside(rules: &Ruleset, item: ItemId, patterns: &[&ActPattern]) -> Option<Finding> {
    let mut patterns = patterns.iter();
    let action = patterns.find_map(|pattern| done_at_once(rules, pattern))?;
    let named = &rules.items[item.index()];
    let what = format!("the {} `{}` can never apply", named.category, named.name);
    let place = named.name_span;
    Some(never_in_the_line(rules, item, action, place, &what))
}

/// The action of a pattern that means no act of the line.
fn done_at_once<'a>(rules: &'a Ruleset, pattern: &ActPattern) -> Option<&'a Action> {
    let (action, _) = pattern.kinds.first()?;
    let none_waits = forms::waiting(rules, pattern).is_empty();
    none_waits.then(|| &rules.actions[action.index()])
}

fn never_in_the_line(
    rules: &Ruleset,
    item: ItemId,
    action: &Action,
    place: Span,
    what: &str,
) -> Finding {
    let name = &action.name;
    let message = format!("{what}: `{name}` is done at once and never stands in the line");
    Finding::of(
        item,
        Diagnostic::warning(Code::NeverApplies, place, message)
            .also(rules.items[action.item.index()].name_span, "done at once")
            .help("leave `at once` out, or take this out"),
    )
}

pub(super) fn wanted(
    expr: ExprId,
    given: &[NameBinding],
    locals: u16,
    is: bool,
) -> WantedCondition {
    WantedCondition {
        expr,
        names: [0, 1],
        given: given.len(),
        locals,
        is,
    }
}

/// An exception whose conditions can never be true of two acts that are not void.
fn exception(rules: &Ruleset, prover: &mut Prover<'_>, rule: &ExceptionRule) -> Option<Finding> {
    let acts = [&rule.first, &rule.second].map(|pattern| forms::waiting(rules, pattern));
    let given = acts.clone().map(NameBinding::Waiting);
    let mut beside = Vec::new();
    for void in &rules.voids {
        for (act, forms) in acts.iter().enumerate() {
            let mut forms = forms.iter();
            if forms.all(|form| forms::means(rules, &void.acts, *form)) {
                beside.push(WantedCondition {
                    expr: void.guard,
                    names: [act as u16, 0],
                    given: 1,
                    locals: void.locals,
                    is: false,
                });
            }
        }
    }
    let (item, guards, locals) = (rule.item, &rule.guards, rule.locals);
    let found = guarded(rules, prover, item, &given, guards, locals, &beside)?;
    let patterns = [&rule.first, &rule.second];
    Some(of_stages(rules, prover, found, &patterns, guards, locals))
}

/// Something whose conditions can never all be true; `beside`: what has to be true as well.
fn guarded(
    rules: &Ruleset,
    prover: &mut Prover<'_>,
    item: ItemId,
    given: &[NameBinding],
    guards: &[ExprId],
    locals: u16,
    beside: &[WantedCondition],
) -> Option<Finding> {
    let own = guards
        .iter()
        .map(|guard| wanted(*guard, given, locals, true));
    let own: Vec<WantedCondition> = own.collect();
    let all: Vec<WantedCondition> = own.iter().chain(beside).copied().collect();
    let nobody = |one: &NameBinding| matches!(one, NameBinding::Waiting(forms) | NameBinding::Act(forms) if forms.is_empty());
    // A file without actions is a piece of one.
    if guards.is_empty() || given.iter().any(nobody) || prover.possible(given, &all) {
        return None;
    }
    let named = &rules.items[item.index()];
    // What an action needs is a void of it where it is not so.
    let (message, never) = match named.category {
        "action" => (
            format!("what `{}` needs is always so", named.name),
            "this is always true",
        ),
        category => (
            format!("the {category} `{}` can never apply", named.name),
            "this is never true",
        ),
    };
    let warning = Diagnostic::warning(Code::NeverApplies, named.name_span, message);
    let span = |index: usize| rules.expr_spans[guards[index].index()];
    let alone = (0..own.len()).find(|index| !prover.possible(given, &own[*index..=*index]));
    let together = (1..=own.len()).find(|end| !prover.possible(given, &own[..*end]));
    let warning = match (alone, together) {
        (Some(index), _) => warning.also(span(index), never),
        (None, Some(end)) => warning.also(
            span(end - 1),
            "this is never true where the conditions before it are",
        ),
        (None, None) => warning.also(span(0), "where this is true, one of the acts would be void"),
    };
    Some(Finding::of(
        item,
        warning.help("change the condition, or take this out"),
    ))
}

/// Exceptions that the one over them contradicts whenever they apply.
fn overruled(rules: &Ruleset, prover: &mut Prover<'_>) -> Vec<Finding> {
    let over = rules.closed_over();
    let above = |rule: usize| -> Vec<usize> {
        let own = over.iter().filter(|pair| pair.1 == rule);
        own.map(|pair| pair.0).collect()
    };
    let mut findings = Vec::new();
    for (index, rule) in rules.exceptions.iter().enumerate() {
        // Where more have a say, the stronger one may itself have fallen.
        let [stronger] = above(index)[..] else {
            continue;
        };
        let strong = &rules.exceptions[stronger];
        let always = [false, true]
            .into_iter()
            .any(|turned| contradicts(rules, prover, strong, rule, turned));
        if !above(stronger).is_empty() || !always {
            continue;
        }
        let place = |rule: &ExceptionRule| rules.items[rule.item.index()].name_span;
        let message = format!("`{}` is always overruled by `{}`", rule.title, strong.title);
        findings.push(Finding {
            warning: Diagnostic::warning(Code::NeverApplies, place(rule), message)
                .label("whenever this applies")
                .also(
                    place(strong),
                    "this applies too, asks for the opposite and is over it",
                )
                .help("take the weaker one out, or put it over the other"),
            item: rule.item,
            other: Some(strong.item),
        });
    }
    findings
}

/// Whether one exception applies and asks for the opposite wherever another applies; `turned`: with the acts the other way round.
fn contradicts(
    rules: &Ruleset,
    prover: &mut Prover<'_>,
    strong: &ExceptionRule,
    weak: &ExceptionRule,
    turned: bool,
) -> bool {
    let (
        Movement::Relation {
            first_moves,
            relation,
        },
        Movement::Relation {
            first_moves: others_first,
            relation: others,
        },
    ) = (weak.moves, strong.moves)
    else {
        return false;
    };
    let asked = relation.allowed(first_moves);
    let opposite = others.allowed(others_first != turned);
    if asked.iter().any(|place| opposite.contains(place)) {
        return false;
    }
    let acts = [&weak.first, &weak.second].map(|pattern| forms::waiting(rules, pattern));
    let patterns = if turned {
        [&strong.second, &strong.first]
    } else {
        [&strong.first, &strong.second]
    };
    let means_them = |(forms, pattern): (&Vec<_>, _)| {
        forms.iter().all(|form| forms::means(rules, pattern, *form))
    };
    let given = acts.clone().map(NameBinding::Waiting);
    let own = weak.guards.iter();
    let own = own.map(|guard| wanted(*guard, &given, weak.locals, true));
    let own: Vec<WantedCondition> = own.collect();
    acts.iter().zip(patterns).all(means_them)
        && strong.guards.iter().all(|guard| {
            let mut all = own.clone();
            all.push(WantedCondition {
                names: if turned { [1, 0] } else { [0, 1] },
                ..wanted(*guard, &given, strong.locals, false)
            });
            !prover.possible(&given, &all)
        })
}
