//! What follows for the printer from the description of the tree (`ast/describe`): nodes are printed word by word and field by field.

use super::Printer;
use crate::source::Span;
use crate::syntax::ast::*;

/// What can be printed.
pub(super) trait Print {
    /// Adds its words.
    fn print(&self, out: &mut Printer);

    /// Whether it has any, so that those before it are printed too.
    fn is_there(&self) -> bool {
        true
    }
}

/// What stands in a body on lines of its own.
pub(super) trait BodyLines {
    /// Adds the lines, each with a word before it.
    fn lines(&self, word: &str, out: &mut Printer);
}

impl Print for Span {
    fn print(&self, _: &mut Printer) {}
}

/// Told by the words before it.
impl Print for bool {
    fn print(&self, _: &mut Printer) {}

    fn is_there(&self) -> bool {
        *self
    }
}

impl<T: Print> Print for Box<T> {
    fn print(&self, out: &mut Printer) {
        (**self).print(out);
    }
}

impl<T: Print> Print for Option<T> {
    fn print(&self, out: &mut Printer) {
        self.iter().for_each(|one| one.print(out));
    }

    fn is_there(&self) -> bool {
        self.is_some()
    }
}

/// With commas between.
impl<T: Print> Print for Vec<T> {
    fn print(&self, out: &mut Printer) {
        out.list(self, |out, one| one.print(out));
    }

    fn is_there(&self) -> bool {
        !self.is_empty()
    }
}

impl<T: Print> BodyLines for Option<T> {
    fn lines(&self, word: &str, out: &mut Printer) {
        self.iter().for_each(|one| out.own_line(word, one));
    }
}

impl<T: Print> BodyLines for Vec<T> {
    fn lines(&self, word: &str, out: &mut Printer) {
        self.iter().for_each(|one| out.own_line(word, one));
    }
}

/// They stand at the top of a body.
impl BodyLines for Vec<Citation> {
    fn lines(&self, _: &str, _: &mut Printer) {}
}

impl Printer {
    fn own_line(&mut self, word: &str, one: &impl Print) {
        self.line();
        self.head(word);
        one.print(self);
    }

    /// Words of the description; what begins with a sign belongs to the word before.
    pub(super) fn head(&mut self, words: &str) {
        match words.starts_with([' ', ',', ':']) {
            true => self.glued(words),
            false if words.is_empty() => {}
            false => self.word(words),
        }
    }
}

/// A field with the words before it, or by a method of the printer.
macro_rules! print_field {
    ($out:ident $field:expr, [] []) => {
        $field.print($out)
    };
    ($out:ident $field:expr, [$word:literal] []) => {
        if $field.is_there() {
            $out.head($word);
            $field.print($out);
        }
    };
    ($out:ident $field:expr, [] [$by:ident]) => {
        $out.$by($field)
    };
}

/// A form of a node: by its fields, or by a method of the printer.
macro_rules! print_variant {
    ($out:ident [$by:ident] [] [$([$word:tt $field:ident $field_by:tt])*] []) => {
        $out.$by($($field),*)
    };
    ($out:ident [] [$($head:literal)?] [$([$word:tt $field:ident $field_by:tt])*] [$($end:literal)?]) => {{
        $($out.head($head);)?
        $(print_field!($out $field, $word $field_by);)*
        $($out.head($end);)?
    }};
}

/// How a node is printed.
macro_rules! print_node {
    // Those without a rule are printed by hand.
    (struct $meta:tt $name:ident [] $($rest:tt)*) => {};
    (enum $($rest:tt)*) => {};
    (nodes $($rest:tt)*) => {};
    (struct $meta:tt $name:ident [$rule:ident] [$($head:literal)?] {
        $($(#[$doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $part:ident)? $(=> $by:ident)?),* $(,)?
    } $body:tt {
        $($(#[$clause_doc:meta])* $($clause_word:literal)? $clause:ident: $clause_ty:ty = $($clause_rule:ident)|+),* $(,)?
    }) => {
        impl Print for $name {
            fn print(&self, out: &mut Printer) {
                $(out.head($head);)?
                $(print_field!(out &self.$field, [$($word)?] [$($by)?]);)*
                print_node!(@ self out $body $($clause concat!($($clause_word)?),)*);
            }
        }
    };
    (@ $node:ident $out:ident []) => {};
    (@ $node:ident $out:ident $body:tt $($clause:ident $word:expr,)*) => {
        $out.word("{");
        $out.cites_line(&$node.cites);
        $($node.$clause.lines($word, $out);)*
        $out.line();
        $out.word("}");
    };
    (forms $meta:tt $name:ident { $(
        $(#[$doc:meta])* $variant:ident $(: $node:ty = $node_rule:ident)? $(= $rule:ident)? $(=> $by:ident)? $($head:literal)?
        $(($($($part_word:literal)? $part:ident: $part_ty:ty $(= $part_in:ident)? $(=> $part_by:ident)?),*))?
        $({
            $($(#[$field_doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $field_in:ident)? $(=> $field_by:ident)?),* $(,)?
            $(; $end:literal)?
        })?
    ),* $(,)? }) => {
        impl Print for $name {
            fn print(&self, out: &mut Printer) {
                match self { $(
                    $name::$variant $(($node_rule))? $(($($part),*))? $({ $($field),* })? => print_variant! {
                        out [$($by)?] [$($head)?] [
                            $([[] $node_rule []])?
                            $($([[$($part_word)?] $part [$($part_by)?]])*)?
                            $($([[$($word)?] $field [$($field_by)?]])*)?
                        ] [$($($end)?)?]
                    },
                )* }
            }
        }
    };
    (words $meta:tt $name:ident $variants:tt) => {
        impl Print for $name {
            fn print(&self, out: &mut Printer) {
                out.word(self.word());
            }
        }
    };
}
