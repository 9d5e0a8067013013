//! Placements and voids: statements about one act, which is local 0.

use super::Checker;
use super::by_kind::ByKind;
use super::cycles;
use super::elaborator::Elaborator;
use super::in_play;
use super::precedence::{TitledStatements, titles};
use super::requirements;
use super::resolved_names::{Meaning, WordUse};
use super::symbol_table::unknown;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_expr;
use crate::ruleset::{ActPattern, Expr, ExprId, Key, Placement, VoidRule, WordId};
use crate::source::{Quoted, Span};
use crate::syntax::ast::{self, ActBinding, PlacementDef, VoidDef};

/// Reads all placements; the strongest come first.
pub(super) fn placements(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let placements = by_kind.placements.iter();
    let titled = TitledStatements::new(
        ("placement", "placements"),
        placements.map(|(_, def)| (&def.title, &def.over)),
        "exception",
        by_kind.exceptions.iter().map(|(_, def)| &def.title),
    );
    let (titles, over) = titled.sorted_out(&mut checker.diagnostics);
    let mut done = Vec::new();
    for ((item, def), title) in by_kind.placements.iter().zip(&titles) {
        let mut body = checker.body();
        let acts = one_act(&mut body, def.act.as_ref(), def.title.span);
        let guard = guard(&mut body, &def.guards, def.title.span);
        let places = places(&mut body, def);
        done.push(Placement {
            title: title.clone(),
            acts,
            locals: body.locals(),
            guard,
            places,
            item: *item,
        });
    }
    checker.rules.placements = strongest_first(done, &over);
}

/// Sorts by strength; of those that nothing compares, by title.
fn strongest_first(placements: Vec<Placement>, over: &[(usize, usize)]) -> Vec<Placement> {
    let mut by_title: Vec<usize> = (0..placements.len()).collect();
    by_title.sort_by(|a, b| placements[*a].title.cmp(&placements[*b].title));
    let mut ranks = vec![0; placements.len()];
    for (rank, place) in by_title.iter().enumerate() {
        ranks[*place] = rank;
    }
    let mut above = vec![Vec::new(); placements.len()];
    for (stronger, weaker) in over {
        above[ranks[*weaker]].push(ranks[*stronger]);
    }
    above
        .iter_mut()
        .for_each(|stronger| stronger.sort_unstable());
    cycles::topological_order(&above)
        .into_iter()
        .map(|rank| placements[by_title[rank]].clone())
        .collect()
}

/// The act that a statement is about.
fn one_act(body: &mut Elaborator<'_>, act: Option<&ActBinding>, title: Span) -> ActPattern {
    let Some(act) = act else {
        let message = "this does not say for which acts it is";
        let error = Diagnostic::error(Code::MissingValue, title, message);
        body.diagnostics.push(error.help(
            "add `for a: act` behind the brace, or `for a: NAME | NAME` for some actions alone",
        ));
        body.reserve();
        body.astray = true;
        return ActPattern::default();
    };
    body.act(act)
}

/// All conditions as one.
fn guard(body: &mut Elaborator<'_>, guards: &[ast::Expr], span: Span) -> Option<ExprId> {
    let ids: Vec<ExprId> = guards
        .iter()
        .map(|guard| body.scope(|body| body.condition(guard)))
        .collect();
    match ids.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => Some(body.push(
            Expr::And(ids.into()),
            guards.first().map_or(span, |guard| guard.span),
        )),
    }
}

fn places(body: &mut Elaborator<'_>, def: &PlacementDef) -> Vec<(WordId, ExprId)> {
    if def.places.is_empty() {
        let message = "this placement places nothing";
        let error = Diagnostic::error(Code::MissingValue, def.title.span, message);
        body.diagnostics
            .push(error.help("add `place KEY = ...`, with the name of a key"));
    }
    let mut places = Vec::new();
    let mut names: Vec<&ast::Name> = Vec::new();
    for (name, value) in &def.places {
        if let Some(first) = names.iter().find(|other| other.text == name.text) {
            let message = format!("`{}` is placed twice", name.text);
            let error = Diagnostic::error(Code::DuplicateSetting, name.span, message);
            body.diagnostics.push(error.also(first.span, "first here"));
        }
        names.push(name);
        places.extend(body.scope(|body| place(body, name, value)));
    }
    places
}

fn place(
    body: &mut Elaborator<'_>,
    name: &ast::Name,
    value: &ast::Expr,
) -> Option<(WordId, ExprId)> {
    let rules = body.rules;
    let word = body.names.word(&name.text);
    let keys: Vec<_> = rules
        .orders
        .iter()
        .flat_map(|order| &order.keys)
        .filter(|key| word.is_some() && key.name == word)
        .collect();
    let Some(first) = keys.first() else {
        let known = rules
            .orders
            .iter()
            .flat_map(|order| &order.keys)
            .filter_map(|key| key.name)
            .map(|word| rules.word(word));
        let complaint = unknown(body.diagnostics, name, "key", known);
        let nameless = rules.orders.iter().flat_map(|order| &order.keys);
        let nameless = nameless.filter(|key| key.name.is_none());
        let said = nameless.clone().find(|key| key.text == name.text);
        // What was not understood may be the key.
        let mut unread = nameless
            .clone()
            .filter(|key| key.ty == super::types::POISON);
        if said.is_some() || unread.next().is_none() {
            let nameless: Vec<&Key> = nameless.collect();
            let complaint = match (said, by_attribute(body, &nameless, name)) {
                (Some(key), _) => named(
                    body,
                    complaint.also(key.span, "this is a text for readers"),
                    key,
                    name,
                ),
                (None, Some(key)) => named(
                    body,
                    complaint.also(key.span, "this key has no name"),
                    key,
                    name,
                ),
                (None, None) => complaint,
            };
            body.diagnostics.push(complaint);
        }
        body.expr(value, Some(&super::types::POISON));
        return None;
    };
    if let Some(word) = word {
        body.out
            .resolved
            .uses(name.span, Meaning::Word(WordUse::Key, word));
    }
    let typed = body.value(value, &first.ty, &format!("the key `{}`", name.text));
    if typed.optional && keys.iter().any(|key| key.missing.is_none()) {
        let message = format!("this can be missing, but the key `{}` cannot", name.text);
        let error = Diagnostic::error(Code::UndefinedOrder, value.span, message)
            .also(first.span, "the key");
        body.diagnostics
            .push(error.help("say what counts then: `... or else 0`"));
    }
    Some((word?, typed.id))
}

/// Reads when acts are void.
pub(super) fn voids(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let texts = by_kind.voids.iter().map(|(_, def)| &def.title);
    let titles = titles("voids", texts, &mut checker.diagnostics);
    let mut voids = Vec::new();
    for ((item, def), title) in by_kind.voids.iter().zip(titles) {
        let def: &VoidDef = def;
        let mut body = checker.body();
        let acts = one_act(&mut body, def.act.as_ref(), def.title.span);
        let guard = guard(&mut body, &def.guards, def.title.span);
        let because = def
            .because
            .as_ref()
            .map(|because| body.scope(|body| body.template(because)));
        let locals = body.locals();
        if guard.is_none() {
            let message = "this does not say when an act is void";
            let error = Diagnostic::error(Code::MissingValue, def.title.span, message);
            body.diagnostics.push(error.help("add `when ...`"));
        }
        if because.is_none() {
            let message = "this does not say why an act is void";
            let error = Diagnostic::error(Code::MissingValue, def.title.span, message);
            let help = "add `because \"...\"`; it is shown in the journal";
            let ends = def.guards.iter().map(|guard| guard.span.at_end());
            let told = match ends.max() {
                Some(end) => {
                    let title = format!("   because \"{}\"", Quoted(&title));
                    error.help(help).guess(end, title)
                }
                None => error.help(help),
            };
            body.diagnostics.push(told);
        }
        if let (Some(guard), Some(because)) = (guard, because) {
            voids.push(VoidRule {
                title,
                acts,
                locals,
                guard,
                because,
                item: *item,
            });
        }
    }
    voids.extend(requirements::voids(checker, by_kind));
    voids.extend(in_play::void(checker, by_kind));
    checker.rules.voids = voids;
}

/// The complaint with the name put before a key that has none.
fn named(body: &Elaborator<'_>, complaint: Diagnostic, key: &Key, name: &ast::Name) -> Diagnostic {
    let before = body.out.spans[key.value.index()].at_start();
    let named = format!("{}: ", name.text);
    let complaint = complaint.help(format!("give it the name: `by {named}...`"));
    complaint.guess(before, named)
}

/// Of keys without a name the one that is an attribute of this name, or else the only one that looks at such an attribute.
fn by_attribute<'k>(
    body: &Elaborator<'_>,
    nameless: &[&'k Key],
    name: &ast::Name,
) -> Option<&'k Key> {
    let (rules, exprs) = (body.rules, &body.out.exprs);
    let is_own = |expr: &Expr| {
        let attribute = expr.attribute();
        attribute.is_some_and(|(kind, slot, _)| rules.attribute(kind, slot).name == name.text)
    };
    let keys = || nameless.iter().copied();
    let looks_at = |key: &&Key| {
        let mut found = false;
        each_expr(exprs, key.value, &mut |expr| found |= is_own(expr));
        found
    };
    let is_it = |key: &&Key| exprs.get(key.value.index()).is_some_and(is_own);
    let mut looking = keys().filter(looks_at);
    let only = looking.next().filter(|_| looking.next().is_none());
    keys().find(is_it).or(only)
}
