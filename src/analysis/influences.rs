//! On which rolls and answers a statement can hang: those that give names or attributes their values at which it looks, or the conditions around it and around what leads to it.

use std::collections::{BTreeMap, BTreeSet};

use crate::ruleset::walk::{each_expr, parts, statement_roots};
use crate::ruleset::{
    Block, Callee, Destination, Effect, EventId, Expr, ExprId, Happening, KindId, Local,
    QuestionId, Ruleset, Signal, Slot, StatementKind, TriggerId, WordId,
};
use crate::source::Span;

/// A statement, in which callee it stands, and the conditions around it there.
#[derive(Debug)]
struct StatementSite {
    callee: Callee,
    /// the statements around it there, the outermost first, each with the number of the block of it that it stands in
    path: Vec<(usize, usize)>,
    span: Span,
    /// it gives a name the value of an expression
    is_let: bool,
    /// what is within it is carried out again and again
    repeats: bool,
    /// of its blocks that one is carried out whose condition holds
    branches: bool,
    /// the question that it asks, or the purpose of its roll
    input: Option<InputOf>,
    /// what it looks at
    roots: Vec<ExprId>,
    /// the procedure that it carries out for its result
    procedure: Option<Callee>,
    gives_result: bool,
    around: Vec<ExprId>,
    writes: BTreeSet<(KindId, Slot)>,
}

/// What people give in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputOf {
    /// The answer to a question.
    Answer(QuestionId),
    /// What is rolled for a purpose.
    Roll(WordId),
}

/// All statements of the rules, and what leads from one to another.
#[derive(Debug, Default)]
pub struct StatementIndex {
    sites: Vec<StatementSite>,
    by_span: BTreeMap<Span, Vec<usize>>,
    /// by name: the statements that give it a value
    names: BTreeMap<(Callee, Local), Vec<usize>>,
    /// by callee: the statements that lead into it
    calls: BTreeMap<Callee, Vec<usize>>,
    /// by attribute: the statements that write it
    written: BTreeMap<(KindId, Slot), Vec<usize>>,
}

/// What a statement can hang on.
#[derive(Debug, Default)]
pub struct Influences {
    /// Rolls and answers.
    pub inputs: BTreeSet<InputOf>,
    /// What it looks at in its own body: for the values that it writes.
    pub values: BTreeSet<ExprId>,
    /// And for whether it is carried out, and of which records.
    pub conditions: BTreeSet<ExprId>,
    /// The event to which its trigger responds.
    pub event: Option<EventId>,
}

/// What is still to be followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Followed {
    Site(usize),
    Callee(Callee),
    Attribute(KindId, Slot),
}

impl StatementIndex {
    /// Of all rules. `O(n)` in their statements.
    pub fn new(rules: &Ruleset) -> Self {
        let mut index = StatementIndex::default();
        for callee in rules.callees() {
            let guard = callee.roots(rules);
            for block in callee.blocks(rules) {
                index.note(callee, block, (&[], &guard));
            }
        }
        for (number, trigger) in rules.triggers.iter().enumerate() {
            let Happening::Event(event) = trigger.on else {
                continue;
            };
            let raised = index.calls.get(&Callee::Triggers(Signal::Event(event)));
            if let Some(raised) = raised.cloned() {
                let trigger = Callee::Trigger(TriggerId::from_index(number));
                index.calls.insert(trigger, raised);
            }
        }
        index
    }

    fn note(
        &mut self,
        callee: Callee,
        block: &Block,
        (path, around): (&[(usize, usize)], &[ExprId]),
    ) {
        for statement in block {
            let number = self.sites.len();
            let kind = &statement.kind;
            let input = match kind {
                StatementKind::Ask { question, .. } => Some(InputOf::Answer(*question)),
                StatementKind::Roll { purpose, .. } => Some(InputOf::Roll(*purpose)),
                _ => None,
            };
            let procedure = match kind {
                StatementKind::Do { procedure, .. } => Some(Callee::Procedure(*procedure)),
                _ => None,
            };
            self.sites.push(StatementSite {
                callee,
                path: path.to_vec(),
                span: statement.span,
                is_let: matches!(
                    kind,
                    StatementKind::Set {
                        place: Destination::Local(_),
                        ..
                    }
                ),
                repeats: matches!(
                    kind,
                    StatementKind::Each { .. } | StatementKind::Repeat { .. }
                ),
                branches: matches!(kind, StatementKind::If { .. }),
                input,
                roots: statement_roots(kind),
                procedure,
                gives_result: matches!(kind, StatementKind::Result { .. }),
                around: around.to_vec(),
                writes: BTreeSet::new(),
            });
            self.by_span.entry(statement.span).or_default().push(number);
            let mut inner: Vec<(&Block, usize)> = Vec::new();
            let mut looked = 0;
            kind.effects(&mut |effect| {
                if let Some(name) = effect.name_bound() {
                    let all = self.names.entry((callee, name)).or_default();
                    if all.last() != Some(&number) {
                        all.push(number);
                    }
                }
                if let Some(written) = effect.attribute_written() {
                    self.written.entry(written).or_default().push(number);
                    self.sites[number].writes.insert(written);
                }
                match effect {
                    Effect::Evaluates { .. } => looked += 1,
                    Effect::Calls(of, _) => self.calls.entry(of).or_default().push(number),
                    _ => {}
                }
                // Of several branches all conditions up to it are around one.
                inner.extend(effect.block().map(|block| (block, looked)));
            });
            for (index, (block, looked)) in inner.into_iter().enumerate() {
                let own = self.sites[number].roots.iter().take(looked);
                let around: Vec<ExprId> = around.iter().chain(own).copied().collect();
                let path: Vec<_> = path.iter().copied().chain([(number, index)]).collect();
                self.note(callee, block, (&path, &around));
            }
        }
    }

    /// What the statements at a place hang on that write an attribute; `at_last`: also by way of other attributes.
    pub fn influences(
        &self,
        rules: &Ruleset,
        (span, written): (Span, (KindId, Slot)),
        at_last: bool,
    ) -> Influences {
        let there = self.by_span.get(&span).into_iter().flatten().copied();
        let writing: Vec<usize> = (there.clone())
            .filter(|&site| self.sites[site].writes.contains(&written))
            .collect();
        let start = if writing.is_empty() {
            there.collect()
        } else {
            writing
        };
        let own: BTreeSet<Callee> = start.iter().map(|&site| self.sites[site].callee).collect();
        let mut found = Influences::default();
        let mut open: Vec<Followed> = start.into_iter().map(Followed::Site).collect();
        let mut seen: BTreeSet<Followed> = open.iter().copied().collect();
        while let Some(next) = open.pop() {
            let mut more = Vec::new();
            match next {
                Followed::Site(number) => {
                    let site = &self.sites[number];
                    found.inputs.extend(site.input);
                    // What may be answered is not what is answered.
                    let is_answer = matches!(site.input, Some(InputOf::Answer(_)));
                    let roots = site.roots.iter().filter(|_| !is_answer);
                    let mut asked = self.inputs_at(site.span);
                    let is_asked = asked.any(|of| matches!(of, InputOf::Answer(_)));
                    if own.contains(&site.callee) && !is_asked {
                        let roots = roots.clone().copied();
                        match site.repeats {
                            true => found.conditions.extend(roots),
                            false => found.values.extend(roots),
                        }
                        found.conditions.extend(&site.around);
                    }
                    for &root in roots.chain(&site.around) {
                        look(rules, root, true, &mut |expr| {
                            if let Expr::Attribute { kind, slot, .. } = expr {
                                let attribute = Followed::Attribute(*kind, *slot);
                                more.extend(at_last.then_some(attribute));
                            }
                        });
                        for name in names_read(rules, root) {
                            let giving = self.giving(name, number);
                            more.extend(giving.into_iter().map(Followed::Site));
                        }
                    }
                    more.push(Followed::Callee(site.callee));
                }
                Followed::Callee(callee) => {
                    if let Callee::Trigger(trigger) = callee
                        && let Happening::Event(event) = rules.triggers[trigger.index()].on
                        && own.contains(&callee)
                    {
                        found.event = Some(event);
                    }
                    let calls = self.calls.get(&callee).into_iter().flatten();
                    more.extend(calls.copied().map(Followed::Site));
                }
                Followed::Attribute(kind, slot) => {
                    let sites = self.written.get(&(kind, slot)).into_iter().flatten();
                    more.extend(sites.copied().map(Followed::Site));
                }
            }
            open.extend(more.into_iter().filter(|one| seen.insert(*one)));
        }
        found
    }

    /// The statements that can have given a name the value that a statement reads, those included that give the result of a procedure. Names stand for others in other blocks.
    fn giving(&self, name: Local, user: usize) -> Vec<usize> {
        let used = &self.sites[user];
        let all = self.names.get(&(used.callee, name));
        let all = || all.into_iter().flatten().copied();
        let mut found = Vec::new();
        // Of `each ... where` the record stands for each in turn.
        if used.repeats && all().any(|site| site == user) {
            return found;
        }
        // The innermost block around it in which something before it does.
        for depth in (0..=used.path.len()).rev() {
            let block = &used.path[..depth];
            let inside = |site: &usize| *site < user && self.sites[*site].path.starts_with(block);
            let is_direct = |site: &usize| self.sites[*site].path.len() == depth;
            let Some(last) = all().filter(inside).max() else {
                continue;
            };
            let start = match all().filter(inside).filter(is_direct).max() {
                Some(start) => start,
                // All of a draw is one statement of the file; of others it is not known whether they give a value.
                None => {
                    let mut around = all().filter(inside).map(|site| {
                        let outer = self.sites[site].path[depth].0;
                        (self.sites[outer].span == self.sites[site].span, outer)
                    });
                    let first = around.clone().next().unwrap_or((true, last));
                    around.rfind(|one| one.0).unwrap_or(first).1
                }
            };
            found.extend(all().filter(|site| *site >= start && inside(site)));
            // Or else an earlier repetition has.
            let mut again = used.path.iter().map(|part| part.0);
            let again = again.find(|&site| site > start && self.sites[site].repeats);
            let is_within = |site: &usize| {
                let mut path = self.sites[*site].path.iter();
                path.any(|part| Some(part.0) == again) && *site >= user
            };
            found.extend(all().filter(is_within));
            break;
        }
        let procedures: Vec<Callee> = found
            .iter()
            .filter_map(|&site| self.sites[site].procedure)
            .collect();
        let results = (0..).zip(&self.sites);
        let results =
            results.filter(|(_, site)| site.gives_result && procedures.contains(&site.callee));
        found.extend(results.map(|(number, _)| number));
        found
    }

    /// Where the names get their values that the statements at a place read themselves, `let net = hits - cover`, with the conditions under which such a
    /// statement is carried out there and whether each must hold.
    pub fn worked_out(
        &self,
        rules: &Ruleset,
        (span, written): (Span, (KindId, Slot)),
    ) -> Vec<(Span, Vec<(ExprId, bool)>)> {
        let there = self.by_span.get(&span).into_iter().flatten().copied();
        let writing = there.filter(|&site| self.sites[site].writes.contains(&written));
        let mut found = Vec::new();
        for site in writing {
            let names = self.sites[site].roots.iter();
            let names = names.flat_map(|&root| names_read(rules, root));
            let giving = names.flat_map(|name| self.giving(name, site));
            let giving = giving.map(|giving| &self.sites[giving]);
            let own = giving.filter(|one| one.is_let && one.callee == self.sites[site].callee);
            let own = own.filter(|one| one.span != span);
            found.extend(own.map(|one| (one.span, self.conditions(one))));
        }
        found
    }

    /// The conditions of the branches in which a statement stands, and whether each must hold for it to be carried out.
    fn conditions(&self, site: &StatementSite) -> Vec<(ExprId, bool)> {
        let branches = site
            .path
            .iter()
            .map(|(outer, block)| (&self.sites[*outer], *block));
        let conditions = branches
            .filter(|(outer, _)| outer.branches)
            .flat_map(|(outer, block)| {
                let all = outer.roots.iter().enumerate().take(block + 1);
                all.map(move |(number, &root)| (root, number == block))
            });
        conditions.collect()
    }

    /// What people give in the statements at a place.
    pub fn inputs_at(&self, span: Span) -> impl Iterator<Item = InputOf> + '_ {
        let there = self.by_span.get(&span).into_iter().flatten();
        there.filter_map(|&number| self.sites[number].input)
    }
}

/// The attributes that an expression reads for its value, and not for which records its queries look at; those of definitions that it calls included.
pub fn read_for_value(rules: &Ruleset, root: ExprId) -> BTreeSet<(KindId, Slot)> {
    let mut found = BTreeSet::new();
    look(rules, root, false, &mut |expr| {
        found.extend(expr.attribute().map(|(kind, slot, _)| (kind, slot)));
    });
    found
}

/// The names of the body that an expression reads, those of its queries left out.
pub fn names_read(rules: &Ruleset, root: ExprId) -> BTreeSet<Local> {
    let (mut read, mut own) = (BTreeSet::new(), BTreeSet::new());
    each_expr(&rules.exprs, root, &mut |expr| match expr {
        Expr::Local(name) => drop(read.insert(*name)),
        Expr::Query(query) => drop(own.insert(query.local)),
        _ => {}
    });
    &read - &own
}

/// Visits an expression and its parts, definitions that it calls included, and if it is wanted the conditions of queries.
fn look(rules: &Ruleset, start: ExprId, filters: bool, visit: &mut dyn FnMut(&Expr)) {
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let expr = &rules.exprs[id.index()];
        visit(expr);
        if let Expr::Call(function, _) = expr {
            open.push(rules.functions[function.index()].body);
        }
        if let Expr::Lookup(table, _) = expr {
            let rows = rules.tables[table.index()].rows.iter();
            open.extend(rows.filter_map(|row| row.value));
        }
        let filter = match expr {
            Expr::Query(query) if !filters => query.filter,
            _ => None,
        };
        open.extend(parts(expr).into_iter().filter(|part| Some(*part) != filter));
    }
}
