//! Walks through a tree: what each node hands to a visitor follows from the description of the tree (`describe`).

use super::*;

/// What a tree is made of.
pub(in crate::syntax) trait Walk {
    /// Hands the blocks of statements directly within to a visitor, in the order of the fields. An item within another keeps its own.
    fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block));

    /// Hands what lies directly within to a visitor that may change it.
    fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V);
}

/// What changes a tree: what it is handed and does not walk through by itself is left alone.
pub(in crate::syntax) trait VisitorMut<'a>: Sized {
    fn span(&mut self, span: &'a mut Span);
    fn block(&mut self, block: &'a mut Block);
    fn expr(&mut self, expr: &'a mut Expr);
    fn item(&mut self, item: &'a mut Item);
}

impl Walk for Span {
    fn each_block<'a>(&'a self, _: &mut dyn FnMut(&'a Block)) {}

    fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
        visitor.span(self);
    }
}

impl<T: Walk> Walk for Box<T> {
    fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
        (**self).each_block(visit);
    }

    fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
        (**self).walk_mut(visitor);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
        self.iter().for_each(|one| one.each_block(visit));
    }

    fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
        self.iter_mut().for_each(|one| one.walk_mut(visitor));
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
        self.iter().for_each(|one| one.each_block(visit));
    }

    fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
        self.iter_mut().for_each(|one| one.walk_mut(visitor));
    }
}

impl<A: Walk, B: Walk> Walk for (A, B) {
    fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
        self.0.each_block(visit);
        self.1.each_block(visit);
    }

    fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
        self.0.walk_mut(visitor);
        self.1.walk_mut(visitor);
    }
}

leaf! { bool }
leaf! { String }

// ------------------------------------------------------------------ blocks of statements

impl ItemKind {
    /// The blocks directly within.
    pub fn blocks(&self) -> Vec<&Block> {
        blocks(self)
    }

    /// The same, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        blocks_mut(self)
    }
}

impl StatementKind {
    /// The blocks directly within.
    pub fn blocks(&self) -> Vec<&Block> {
        blocks(self)
    }

    /// The same, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        blocks_mut(self)
    }
}

fn blocks(node: &impl Walk) -> Vec<&Block> {
    let mut blocks = Vec::new();
    node.each_block(&mut |block| blocks.push(block));
    blocks
}

fn blocks_mut(node: &mut impl Walk) -> Vec<&mut Block> {
    let mut blocks = Blocks(Vec::new());
    node.walk_mut(&mut blocks);
    blocks.0
}

/// Gathers the blocks directly within a node.
struct Blocks<'a>(Vec<&'a mut Block>);

impl<'a> VisitorMut<'a> for Blocks<'a> {
    fn span(&mut self, _: &'a mut Span) {}

    fn block(&mut self, block: &'a mut Block) {
        self.0.push(block);
    }

    fn expr(&mut self, _: &'a mut Expr) {}

    fn item(&mut self, _: &'a mut Item) {}
}

// ------------------------------------------------------------------ places

/// How places move, because the text before them, or some words among them, have become longer or shorter.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct PlaceShift {
    /// Places from here on move.
    pub from: u32,
    /// By so many bytes, but not beyond the start of a file.
    pub by: i64,
    /// Places before that come to stand here at most.
    pub most: u32,
}

impl<'a> VisitorMut<'a> for PlaceShift {
    fn span(&mut self, span: &'a mut Span) {
        let moved = |at: u32| match at >= self.from {
            true => (i64::from(at) + self.by).clamp(0, i64::from(u32::MAX)) as u32,
            false => at.min(self.most),
        };
        (span.start, span.end) = (moved(span.start), moved(span.end));
    }

    fn block(&mut self, block: &'a mut Block) {
        block.fields_mut(self);
    }

    fn expr(&mut self, expr: &'a mut Expr) {
        expr.fields_mut(self);
    }

    fn item(&mut self, item: &'a mut Item) {
        item.fields_mut(self);
    }
}

/// What has places that can move.
pub(in crate::syntax) trait Shift: Walk {
    /// Moves places.
    fn step(&mut self, mut step: PlaceShift) {
        self.walk_mut(&mut step);
    }

    /// Moves all places by so many bytes.
    fn shift(&mut self, by: i64) {
        self.step(PlaceShift {
            from: 0,
            by,
            most: 0,
        });
    }
}

impl<T: Walk> Shift for T {}
