//! Looking into compiled expressions and statements: their parts, and whether two mean the same.

use std::collections::BTreeSet;

use super::{
    Amount, Block, Expr, ExprId, KindId, Movement, Phase, Place, Ruleset, Slot, Statement,
    StatementKind, TemplateId, TemplatePiece, Who,
};

/// The parts of an expression.
pub fn parts(expr: &Expr) -> Vec<ExprId> {
    places(&mut expr.clone())
        .into_iter()
        .map(|part| *part)
        .collect()
}

/// Where an expression names its parts.
fn places(expr: &mut Expr) -> Vec<&mut ExprId> {
    match expr {
        Expr::Const(_)
        | Expr::Local(_)
        | Expr::Option(_)
        | Expr::Counter(_)
        | Expr::Now
        | Expr::Text(_) => Vec::new(),
        Expr::Attribute { of, .. } => vec![of],
        Expr::Not(a) | Expr::Negate(a) | Expr::Missing(a) => vec![a],
        Expr::And(list)
        | Expr::Or(list)
        | Expr::OrElse(list)
        | Expr::Call(_, list)
        | Expr::Lookup(_, list) => list.iter_mut().collect(),
        Expr::Equal(a, b)
        | Expr::NotEqual(a, b)
        | Expr::Less(a, b)
        | Expr::LessOrEqual(a, b)
        | Expr::Plus(a, b)
        | Expr::Minus(a, b)
        | Expr::Times(a, b)
        | Expr::Mod(a, b)
        | Expr::Higher(a, b)
        | Expr::Lower(a, b)
        | Expr::Divide {
            left: a, right: b, ..
        } => vec![a, b],
        Expr::If(a, b, c) => vec![a, b, c],
        Expr::Query(query) => {
            let query = &mut **query;
            query
                .filter
                .iter_mut()
                .chain(&mut query.value)
                .chain(&mut query.otherwise)
                .collect()
        }
    }
}

/// Whether two expressions are written alike, wherever they stand.
pub fn alike(exprs: &[Expr], one: ExprId, other: ExprId) -> bool {
    let mut pairs = vec![(one, other)];
    while let Some((one, other)) = pairs.pop() {
        if one == other {
            continue;
        }
        let (mut a, mut b) = (exprs[one.index()].clone(), exprs[other.index()].clone());
        let (in_a, in_b) = (blanked(&mut a), blanked(&mut b));
        if a != b || in_a.len() != in_b.len() {
            return false;
        }
        pairs.extend(in_a.into_iter().zip(in_b));
    }
    true
}

/// Takes the parts out of an expression.
fn blanked(expr: &mut Expr) -> Vec<ExprId> {
    places(expr).into_iter().map(std::mem::take).collect()
}

/// Calls `visit` for every expression that an expression is made of, itself included.
pub fn each_expr(exprs: &[Expr], start: ExprId, visit: &mut dyn FnMut(&Expr)) {
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let expr = &exprs[id.index()];
        visit(expr);
        open.extend(parts(expr));
    }
}

/// The same, with what definitions and tables that it uses are made of.
pub fn each_expr_reached(rules: &Ruleset, start: ExprId, visit: &mut dyn FnMut(&Expr)) {
    let (mut open, mut functions, mut tables) = (vec![start], BTreeSet::new(), BTreeSet::new());
    while let Some(id) = open.pop() {
        each_expr(&rules.exprs, id, &mut |expr| {
            visit(expr);
            match expr {
                Expr::Call(function, _) if functions.insert(*function) => {
                    open.push(rules.functions[function.index()].body);
                }
                Expr::Lookup(table, _) if tables.insert(*table) => {
                    let rows = rules.tables[table.index()].rows.iter();
                    open.extend(rows.filter_map(|row| row.value));
                }
                _ => {}
            }
        });
    }
}

/// The blocks within a statement, those of phases left out.
pub fn blocks_within(statement: &StatementKind) -> impl Iterator<Item = &Block> {
    let (branches, body): (&[(ExprId, Block)], Option<&Block>) = match statement {
        StatementKind::If {
            branches,
            otherwise,
        } => (branches, Some(otherwise)),
        StatementKind::Each { body, .. } | StatementKind::Repeat { body, .. } => (&[], Some(body)),
        _ => (&[], None),
    };
    branches.iter().map(|branch| &branch.1).chain(body)
}

/// Calls `visit` for each statement of a block and of the blocks within it, phases left out.
pub fn each_statement(block: &[Statement], visit: &mut dyn FnMut(&StatementKind)) {
    for statement in block {
        visit(&statement.kind);
        blocks_within(&statement.kind).for_each(|block| each_statement(block, visit));
    }
}

/// Calls `visit` for each statement of a block, of the blocks within it, and of the procedures and tables that these lead to, each of them once;
/// phases left out.
pub fn each_statement_reached<'r>(
    rules: &'r Ruleset,
    block: &'r [Statement],
    visit: &mut dyn FnMut(&'r Statement),
) {
    let (mut open, mut procedures, mut tables) = (vec![block], BTreeSet::new(), BTreeSet::new());
    while let Some(block) = open.pop() {
        for statement in block {
            visit(statement);
            match &statement.kind {
                StatementKind::Do { procedure, .. } if procedures.insert(*procedure) => {
                    open.push(&rules.procedures[procedure.index()].body);
                }
                StatementKind::Consult { table, .. } if tables.insert(*table) => {
                    let rows = rules.tables[table.index()].rows.iter();
                    open.extend(rows.map(|row| &*row.body));
                }
                kind => open.extend(blocks_within(kind).map(|block| &**block)),
            }
        }
    }
}

/// Calls `visit` for a block and for each block within it, phases left out.
pub fn each_block<'a>(block: &'a [Statement], visit: &mut dyn FnMut(&'a [Statement])) {
    visit(block);
    let within = block
        .iter()
        .flat_map(|statement| blocks_within(&statement.kind));
    within.for_each(|block| each_block(block, visit));
}

/// Where a statement itself puts a value.
pub fn place_written(statement: &StatementKind) -> Option<&Place> {
    match statement {
        StatementKind::Set { place, .. }
        | StatementKind::Add { place, .. }
        | StatementKind::Subtract { place, .. } => Some(place),
        StatementKind::Roll { keep, .. } => keep.as_ref(),
        _ => None,
    }
}

/// The attributes that statements write, of whatever record.
pub fn attributes_written(rules: &Ruleset) -> BTreeSet<(KindId, Slot)> {
    let mut written = BTreeSet::new();
    rules.each_statement(&mut |statement| {
        if let Some(Place::Attribute { kind, slot, .. }) = place_written(statement) {
            written.insert((*kind, *slot));
        }
    });
    written
}

/// Calls `visit` for each expression that the rules look at as a whole: of statements, of clauses, of definitions, of texts. Where a value is put
/// is no expression that is looked at; whose it is, is.
pub fn each_root(rules: &Ruleset, visit: &mut dyn FnMut(ExprId)) {
    rules.each_statement(&mut |statement| statement_roots(statement, visit));
    let attributes = rules.kinds.iter().flat_map(|kind| &kind.attributes);
    let defaults = attributes.filter_map(|attribute| attribute.default);
    let functions = rules.functions.iter().map(|function| function.body);
    let rows = rules.tables.iter().flat_map(|table| &table.rows);
    let values = rows.filter_map(|row| row.value);
    defaults
        .chain(functions)
        .chain(values)
        .for_each(&mut *visit);
    line_roots(rules, visit);
    for trigger in &rules.triggers {
        let keys = trigger.limit.iter().flat_map(|limit| &limit.keys);
        trigger.guard.iter().chain(keys).for_each(|&id| visit(id));
    }
    for tactic in &rules.tactics {
        tactic.guard.into_iter().for_each(&mut *visit);
        for line in &tactic.lines {
            line.guard.into_iter().for_each(&mut *visit);
            let given = line.acts.iter().flat_map(|act| &act.given);
            given.for_each(|given| visit(given.value));
        }
    }
    let looks = rules.phases.iter().flat_map(Phase::looks);
    looks.for_each(&mut *visit);
    for template in &rules.templates {
        for piece in &template.pieces {
            if let TemplatePiece::Hole(hole, _) = piece {
                visit(*hole);
            }
        }
    }
}

/// Calls `visit` for each expression that the line looks at when acts are put in order: of keys, placements, exceptions, voids.
pub fn line_roots(rules: &Ruleset, visit: &mut dyn FnMut(ExprId)) {
    for order in &rules.orders {
        order.keys.iter().for_each(|key| visit(key.value));
        order.circles_together.into_iter().for_each(&mut *visit);
    }
    for placement in &rules.placements {
        placement.places.iter().for_each(|place| visit(place.1));
        placement.guard.into_iter().for_each(&mut *visit);
    }
    for exception in &rules.exceptions {
        exception.guards.iter().for_each(|&guard| visit(guard));
        if let Movement::Compare { left, right, .. } = exception.moves {
            [left, right].into_iter().for_each(&mut *visit);
        }
    }
    rules.voids.iter().for_each(|void| visit(void.guard));
}

/// Calls `visit` for each expression that a statement looks at itself, in their order; the statements within it are left out.
pub fn statement_roots(statement: &StatementKind, visit: &mut dyn FnMut(ExprId)) {
    let mut of_place = |place: &Place| match place {
        Place::Attribute { of, .. } => visit(*of),
        Place::Local(_) => {}
    };
    match statement {
        StatementKind::Set { place, value }
        | StatementKind::Add { place, value }
        | StatementKind::Subtract { place, value } => {
            of_place(place);
            visit(*value);
        }
        StatementKind::If { branches, .. } => branches.iter().for_each(|branch| visit(branch.0)),
        StatementKind::Each { filter, order, .. } => {
            let order = order.map(|order| order.0);
            filter.iter().chain(&order).for_each(|&id| visit(id));
        }
        StatementKind::Repeat { condition, .. } => visit(*condition),
        StatementKind::Roll {
            who,
            count,
            sides,
            keep,
            ..
        } => {
            keep.iter().for_each(of_place);
            who_root(*who, visit);
            for amount in [count, sides] {
                if let Amount::Worked(worked_out) = amount {
                    visit(*worked_out);
                }
            }
        }
        StatementKind::Ask {
            who,
            about,
            among,
            default,
            ..
        } => {
            who_root(*who, visit);
            about.iter().for_each(|about| visit(about.1));
            let among = among.map(|among| among.1);
            among.iter().chain(default).for_each(|&id| visit(id));
        }
        StatementKind::Declare { who, .. } | StatementKind::RefuseDeclarations { who, .. } => {
            visit(*who);
        }
        StatementKind::Does {
            actor, settings, ..
        } => {
            visit(*actor);
            settings.iter().for_each(|setting| visit(setting.1));
        }
        StatementKind::Cancel { act, .. } => visit(*act),
        StatementKind::Resolve { condition } => {
            condition.iter().for_each(|condition| visit(condition.1));
        }
        StatementKind::Raise { arguments, .. } | StatementKind::Do { arguments, .. } => {
            arguments.iter().for_each(|&argument| visit(argument));
        }
        StatementKind::Consult { arguments, key, .. } => {
            arguments.iter().chain([key]).for_each(|&id| visit(id));
        }
        StatementKind::New { settings, .. } => {
            settings.iter().for_each(|setting| visit(setting.1));
        }
        StatementKind::Refuse { .. }
        | StatementKind::Phase(_)
        | StatementKind::Leave(_)
        | StatementKind::EndCombat { .. }
        | StatementKind::Note(_) => {}
    }
}

/// Calls `visit` for each text that a statement says itself; the statements within it are left out.
pub fn statement_templates(
    rules: &Ruleset,
    statement: &StatementKind,
    visit: &mut dyn FnMut(TemplateId),
) {
    match statement {
        StatementKind::Ask { question, .. } => visit(rules.questions[question.index()].text),
        StatementKind::RefuseDeclarations { because, .. }
        | StatementKind::Refuse { because }
        | StatementKind::Note(because) => visit(*because),
        StatementKind::Cancel { because, .. } | StatementKind::EndCombat { because } => {
            because.iter().for_each(|&because| visit(because));
        }
        StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Subtract { .. }
        | StatementKind::If { .. }
        | StatementKind::Each { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Declare { .. }
        | StatementKind::Does { .. }
        | StatementKind::Resolve { .. }
        | StatementKind::Raise { .. }
        | StatementKind::Do { .. }
        | StatementKind::Consult { .. }
        | StatementKind::New { .. }
        | StatementKind::Phase(_)
        | StatementKind::Leave(_) => {}
    }
}

/// Calls `visit` for each expression that the statements of a block look at as a whole, texts and the blocks within it included, phases left out.
pub fn block_roots(rules: &Ruleset, block: &[Statement], visit: &mut dyn FnMut(ExprId)) {
    each_statement(block, &mut |statement| {
        statement_roots(statement, visit);
        statement_templates(rules, statement, &mut |template| {
            for piece in &rules.templates[template.index()].pieces {
                if let TemplatePiece::Hole(hole, _) = piece {
                    visit(*hole);
                }
            }
        });
    });
}

fn who_root(who: Who, visit: &mut dyn FnMut(ExprId)) {
    match who {
        Who::Gm => {}
        Who::Side(id) | Who::Combatant(id) => visit(id),
    }
}
