//! The description of the tree: how its nodes are written down, and what follows from that here, their types and walks through them.
//!
//! `statement_nodes!`, `item_nodes!` and their like hand each node to a macro: `type_node!` below, `build_node!` of the builder,
//! `print_node!` of the printer. A node is written like this:
//!
//! ```text
//! struct Key = rule "head" { "word" field: Type = part, ... } in body of Place { clause: Type = rule | rule, ... }
//! forms Kind { Variant = rule "head" { ... }, Variant = rule "head" (...), Variant: Node = rule, ... }
//! nodes Kind { Variant = rule "head" { ... }, Variant: Node = rule, ... }
//! enum Kind { Variant { ... }, Variant(...), ... }
//! words Sign { Variant = rule "word", ... }
//! ```
//!
//! - `= rule`: the rule of the grammar of which it is built. A `struct` without one, and an `enum`, are built and printed by hand.
//! - `"head"`: the words with which it begins, `"word"`: those before a field. What is not there has no words: `None`, an empty list, `false`.
//!   A word with a comma, a colon or a blank at its start is printed as it is, any other behind a blank.
//! - `= part`: the field is what stands in a part of this rule; none: it comes next by itself.
//! - `=> name`: builder and printer have a method of this name for it; the printer alone behind `= part`, or behind `= next`: it comes next by itself.
//! - `in body of Place`: lines in braces, in any order; each clause is built of pairs of its rules. An `Option` may stand there once.
//! - `nodes` are `forms` each of which has a pair of its own.
//! - `Variant: Node`: a node of its own. `; "word"`: what ends it.
//! - A field needs a comment, unless `field_doc!` has one for its name.

/// Hands each node to a macro, its parts in brackets.
macro_rules! each_node {
    ($make:ident) => {};
    ($make:ident $(#[$meta:meta])* struct $name:ident $(= $rule:ident)? $($head:literal)? { $($fields:tt)* }
        in $body:ident of $place:ident { $($clauses:tt)* } $($rest:tt)*) => {
        $make! { struct [$(#[$meta])*] $name [$($rule)?] [$($head)?] { $($fields)* } [$body $place] { $($clauses)* } }
        each_node! { $make $($rest)* }
    };
    ($make:ident $(#[$meta:meta])* struct $name:ident $(= $rule:ident)? $($head:literal)? { $($fields:tt)* } $($rest:tt)*) => {
        $make! { struct [$(#[$meta])*] $name [$($rule)?] [$($head)?] { $($fields)* } [] {} }
        each_node! { $make $($rest)* }
    };
    ($make:ident $(#[$meta:meta])* enum $name:ident { $($variants:tt)* } $($rest:tt)*) => {
        $make! { enum [$(#[$meta])*] $name { $($variants)* } }
        each_node! { $make $($rest)* }
    };
    ($make:ident $(#[$meta:meta])* forms $name:ident { $($variants:tt)* } $($rest:tt)*) => {
        $make! { forms [$(#[$meta])*] $name { $($variants)* } }
        each_node! { $make $($rest)* }
    };
    ($make:ident $(#[$meta:meta])* nodes $name:ident { $($variants:tt)* } $($rest:tt)*) => {
        $make! { forms [$(#[$meta])*] $name { $($variants)* } }
        $make! { nodes $name { $($variants)* } }
        each_node! { $make $($rest)* }
    };
    ($make:ident $(#[$meta:meta])* words $name:ident { $($variants:tt)* } $($rest:tt)*) => {
        $make! { words [$(#[$meta])*] $name { $($variants)* } }
        each_node! { $make $($rest)* }
    };
}

pub(in crate::syntax) use each_node;

/// What a field says without a comment of its own: those that are called the same mean the same.
#[rustfmt::skip]
macro_rules! field_doc {
    (name) => { "Its name." };
    (because) => { "Why." };
    (cites) => { "What it carries out." };
    (span) => { "Where." };
    (who) => { "Who." };
    (value) => { "The value." };
    (title) => { "What it is called in the transcript." };
    (text) => { "What it means, in a few words." };
    (kind) => { "What it is." };
    (settings) => { "What is said of it." };
    (body) => { "What it does." };
    (moment) => { "When." };
    (when) => { "When." };
    (phase) => { "Which." };
    (ty) => { "Its type." };
    (otherwise) => { "What is left when nothing else holds." };
    (among) => { "What is searched." };
    (arguments) => { "In order." };
    (parameters) => { "In order." };
    (count) => { "How many." };
    (guards) => { "All of them must hold." };
    (left) => { "Left of the sign or word." };
    (right) => { "Right of it." };
    (place) => { "What changes." };
    (about) => { "What it is about." };
    (question) => { "What is asked." };
    (over) => { "What it outweighs." };
    (plural) => { "Its name for several." };
    ($field:ident $($own:tt)+) => { "" };
}

/// A type with nothing to visit.
macro_rules! leaf {
    ($name:ident) => {
        impl Walk for $name {
            fn each_block<'a>(&'a self, _: &mut dyn FnMut(&'a Block)) {}

            fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, _: &mut V) {}
        }
    };
}

/// What is visited of a node in search of blocks: itself, nothing, or its fields.
macro_rules! hook {
    (Block $visit:ident $node:ident $fields:block) => {
        $visit($node)
    };
    (Expr $visit:ident $node:ident $fields:block) => {
        _ = $visit
    };
    (Item $visit:ident $node:ident $fields:block) => {
        _ = $visit
    };
    ($other:ident $visit:ident $node:ident $fields:block) => {
        $fields
    };
}

/// The same where a visitor changes a node.
macro_rules! hook_mut {
    (Block $visitor:ident $node:ident) => {
        $visitor.block($node)
    };
    (Expr $visitor:ident $node:ident) => {
        $visitor.expr($node)
    };
    (Item $visitor:ident $node:ident) => {
        $visitor.item($node)
    };
    ($other:ident $visitor:ident $node:ident) => {
        $node.fields_mut($visitor)
    };
}

/// The type of a node, and what of it is visited in a walk.
macro_rules! type_node {
    (struct [$(#[$meta:meta])*] $name:ident $rule:tt $head:tt {
        $($(#[$doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $part:ident)? $(=> $by:ident)?),* $(,)?
    } $body:tt {
        $($(#[$clause_doc:meta])* $($clause_word:literal)? $clause:ident: $clause_ty:ty = $($clause_rule:ident)|+),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$doc])* #[doc = field_doc!($field $(#[$doc])*)] pub $field: $ty,)*
            $($(#[$clause_doc])* #[doc = field_doc!($clause $(#[$clause_doc])*)] pub $clause: $clause_ty,)*
        }

        impl $name {
            pub(in crate::syntax::ast) fn fields_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
                let $name { $($field,)* $($clause,)* } = self;
                $($field.walk_mut(visitor);)*
                $($clause.walk_mut(visitor);)*
            }
        }

        impl Walk for $name {
            fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
                hook!($name visit self {
                    let $name { $($field,)* $($clause,)* } = self;
                    $($field.each_block(visit);)*
                    $($clause.each_block(visit);)*
                });
            }

            fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
                hook_mut!($name visitor self);
            }
        }
    };
    (forms $($rest:tt)*) => {
        type_node! { enum $($rest)* }
    };
    (nodes $($rest:tt)*) => {};
    (enum [$(#[$meta:meta])*] $name:ident { $(
        $(#[$doc:meta])* $variant:ident $(: $node:ty = $node_rule:ident)? $(= $rule:ident)? $(=> $by:ident)? $($head:literal)?
        $(($($($part_word:literal)? $part:ident: $part_ty:ty $(= $part_in:ident)? $(=> $part_by:ident)?),*))?
        $({
            $($(#[$field_doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $field_in:ident)? $(=> $field_by:ident)?),* $(,)?
            $(; $end:literal)?
        })?
    ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name { $(
            $(#[$doc])*
            $variant $(($node))? $(($($part_ty),*))? $({ $($(#[$field_doc])* #[doc = field_doc!($field $(#[$field_doc])*)] $field: $ty),* })?,
        )* }

        impl Walk for $name {
            fn each_block<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
                match self { $(
                    $name::$variant $(($node_rule))? $(($($part),*))? $({ $($field),* })? => {
                        $($node_rule.each_block(visit);)?
                        $($($part.each_block(visit);)*)?
                        $($($field.each_block(visit);)*)?
                    }
                )* }
            }

            fn walk_mut<'a, V: VisitorMut<'a>>(&'a mut self, visitor: &mut V) {
                match self { $(
                    $name::$variant $(($node_rule))? $(($($part),*))? $({ $($field),* })? => {
                        $($node_rule.walk_mut(visitor);)?
                        $($($part.walk_mut(visitor);)*)?
                        $($($field.walk_mut(visitor);)*)?
                    }
                )* }
            }
        }
    };
    (words [$(#[$meta:meta])*] $name:ident {
        $($(#[$doc:meta])* $variant:ident = $($rule:ident)|+ $word:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// How all of them are written, in order.
            pub const WORDS: &[&str] = &[$($word),*];

            /// How it is written.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        leaf! { $name }
    };
}
