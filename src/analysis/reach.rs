//! Reachability in the call graph: the effects of some code and of all that it leads to, each callee once.

use std::collections::BTreeSet;

use crate::ruleset::{Callee, Effect, Expr, ExprId, KindId, Ruleset, Slot, Statement, effect};

/// A walk through the call graph. Callees that it has entered are not entered again, so that several roots can share one walk.
pub struct Reach<'r> {
    rules: &'r Ruleset,
    follows: fn(Callee) -> bool,
    entered: BTreeSet<Callee>,
    open: Vec<WorklistItem<'r>>,
}

/// Code that is still to be walked through.
enum WorklistItem<'r> {
    Expr(&'r [Expr], ExprId),
    Block(&'r [Statement]),
    Callee(Callee),
}

impl<'r> Reach<'r> {
    /// A walk that follows all calls.
    pub fn new(rules: &'r Ruleset) -> Self {
        Reach::following(rules, |_| true)
    }

    /// A walk that follows these calls only.
    pub fn following(rules: &'r Ruleset, follows: fn(Callee) -> bool) -> Self {
        Reach {
            rules,
            follows,
            entered: BTreeSet::new(),
            open: Vec::new(),
        }
    }

    /// Visits the effects of an expression, and of all that it is made of and leads to.
    pub fn expr(&mut self, root: ExprId, visit: &mut dyn FnMut(Effect<'r>)) {
        self.expr_of(&self.rules.exprs, root, visit);
    }

    /// The same for an expression of a scenario.
    pub fn expr_of(&mut self, exprs: &'r [Expr], root: ExprId, visit: &mut dyn FnMut(Effect<'r>)) {
        self.open.push(WorklistItem::Expr(exprs, root));
        self.walk(visit);
    }

    /// Visits the effects of statements, and of all that they lead to, texts included.
    pub fn block(&mut self, block: &'r [Statement], visit: &mut dyn FnMut(Effect<'r>)) {
        self.open.push(WorklistItem::Block(block));
        self.walk(visit);
    }

    /// Visits the effects of a callee, and of all that it leads to.
    pub fn callee(&mut self, callee: Callee, visit: &mut dyn FnMut(Effect<'r>)) {
        if self.entered.insert(callee) {
            self.open.push(WorklistItem::Callee(callee));
        }
        self.walk(visit);
    }

    /// The callees that have been entered.
    pub fn entered(&self) -> &BTreeSet<Callee> {
        &self.entered
    }

    /// Whether an expression reads an attribute, itself or by what it leads to.
    pub fn reads(rules: &'r Ruleset, root: ExprId, attribute: (KindId, Slot)) -> bool {
        let mut reads = false;
        Reach::new(rules).expr(root, &mut |effect| {
            reads |= effect.attribute_read() == Some(attribute);
        });
        reads
    }

    fn walk(&mut self, visit: &mut dyn FnMut(Effect<'r>)) {
        let rules = self.rules;
        while let Some(code) = self.open.pop() {
            match code {
                WorklistItem::Expr(exprs, id) => exprs[id.index()].effects(&mut |effect| {
                    visit(effect);
                    self.follow(effect, exprs);
                }),
                WorklistItem::Block(block) => {
                    for statement in block {
                        statement.kind.effects(&mut |effect| {
                            visit(effect);
                            self.follow(effect, &rules.exprs);
                        });
                    }
                }
                WorklistItem::Callee(callee) => callee.effects(rules, &mut |effect| {
                    visit(effect);
                    self.follow(effect, &rules.exprs);
                }),
            }
        }
    }

    /// Leaves to be walked through what an effect leads to.
    fn follow(&mut self, effect: Effect<'r>, exprs: &'r [Expr]) {
        let rules = self.rules;
        match effect {
            Effect::Evaluates { expr, .. } => self.open.push(WorklistItem::Expr(exprs, expr)),
            Effect::Runs { block, .. } => self.open.push(WorklistItem::Block(block)),
            Effect::Calls(callee, _) => {
                if (self.follows)(callee) && self.entered.insert(callee) {
                    self.open.push(WorklistItem::Callee(callee));
                }
            }
            Effect::Says(_) | Effect::Awaits(_) => {
                let text = rules.text_said(effect).into_iter();
                let holes = text.flat_map(|text| rules.holes(text));
                (self.open).extend(holes.map(|hole| WorklistItem::Expr(&rules.exprs, hole)));
            }
            Effect::Binds(_) | Effect::Makes(_) | Effect::Exits(_) | effect!(access) => {}
        }
    }
}
