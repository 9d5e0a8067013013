//! What follows for the builder from the description of the tree (`ast/describe`): nodes are built of the pairs of their rules, field by field.

use pest::iterators::Pair;

use super::Builder;
use super::parts::Parts;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::grammar::{Rule, is_token};
use crate::syntax::words;

/// What has pairs of its own.
pub(super) trait Node: Sized {
    /// Their rules.
    const RULES: &'static [Rule];

    /// Builds it of such a pair. `None` if the pair does not hold what it should; that has been reported, or is by [`Builder::or_unreadable`].
    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self>;
}

/// What can come next among the parts of a pair.
pub(super) trait Take: Sized {
    /// Takes it. `None` if it does not come next, and must.
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self>;

    /// Takes it from a pair that holds it, or that is its own.
    fn inside(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        Self::take(builder, &mut Parts::of(pair))
    }

    /// Takes it from the next part, which is of this rule.
    fn take_in(builder: &mut Builder<'_>, parts: &mut Parts<'_>, rule: Rule) -> Option<Self> {
        let pair = parts.part(rule)?;
        Self::inside(builder, pair)
    }
}

/// What has several forms.
pub(super) trait Variants: Sized {
    /// Builds the form of this rule.
    fn variant(builder: &mut Builder<'_>, rule: Rule, pair: Pair<'_, Rule>) -> Option<Self>;
}

/// A word, by the rules that stand for it.
pub(super) trait Word: Sized {
    /// The word of a rule, if it is one.
    fn of(rule: Rule) -> Option<Self>;
}

/// What the lines of a body put together.
pub(super) trait Clause {
    /// Adds what a line says.
    fn add(&mut self, builder: &mut Builder<'_>, pair: Pair<'_, Rule>);
}

impl<T: Node> Node for Box<T> {
    const RULES: &'static [Rule] = T::RULES;

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        T::build(builder, pair).map(Box::new)
    }
}

impl<T: Node> Take for T {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        let pair = parts.any_of(T::RULES)?;
        T::build(builder, pair)
    }

    fn inside(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        match T::RULES.contains(&pair.as_rule()) {
            true => T::build(builder, pair),
            false => T::take(builder, &mut Parts::of(pair)),
        }
    }
}

impl<T: Take> Take for Option<T> {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        Some(T::take(builder, parts))
    }

    fn take_in(builder: &mut Builder<'_>, parts: &mut Parts<'_>, rule: Rule) -> Option<Self> {
        Some(T::take_in(builder, parts, rule))
    }
}

/// All that come next, or stand in a part.
impl<T: Node> Take for Vec<T> {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        let pairs = std::iter::from_fn(|| parts.any_of(T::RULES));
        Some(pairs.filter_map(|pair| T::build(builder, pair)).collect())
    }

    fn take_in(builder: &mut Builder<'_>, parts: &mut Parts<'_>, rule: Rule) -> Option<Self> {
        let list = parts.part(rule).map(Parts::of);
        list.map_or(Some(Vec::new()), |mut list| Self::take(builder, &mut list))
    }
}

impl<A: Take, B: Take> Take for (A, B) {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        Some((A::take(builder, parts)?, B::take(builder, parts)?))
    }
}

impl Take for Span {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        Some(parts.span(builder))
    }
}

/// Whether a part or a token comes next.
impl Take for bool {
    fn take(_: &mut Builder<'_>, _: &mut Parts<'_>) -> Option<Self> {
        None
    }

    fn take_in(_: &mut Builder<'_>, parts: &mut Parts<'_>, rule: Rule) -> Option<Self> {
        Some(match is_token(rule) {
            true => parts.has(rule),
            false => parts.part(rule).is_some(),
        })
    }
}

impl<T: Take> Clause for Option<T> {
    fn add(&mut self, builder: &mut Builder<'_>, pair: Pair<'_, Rule>) {
        let span = builder.span(&pair);
        let what = match pair.as_rule() {
            Rule::compare | Rule::moves => "a movement".to_owned(),
            _ => format!("`{}`", words::first_word(pair.as_str())),
        };
        let Some(new) = T::inside(builder, pair) else {
            return;
        };
        if self.is_some() {
            let message = format!("{what} stands here a second time");
            let complaint = Diagnostic::error(Code::SyntaxError, span, message);
            builder.report(complaint.help("keep one of them"));
        } else {
            *self = Some(new);
        }
    }
}

impl<T: Take> Clause for Vec<T> {
    fn add(&mut self, builder: &mut Builder<'_>, pair: Pair<'_, Rule>) {
        self.extend(T::inside(builder, pair));
    }
}

impl Clause for Vec<Citation> {
    fn add(&mut self, builder: &mut Builder<'_>, pair: Pair<'_, Rule>) {
        self.extend(builder.cites(pair));
    }
}

impl Builder<'_> {
    /// What comes next.
    pub(super) fn take<T: Take>(&mut self, parts: &mut Parts<'_>) -> Option<T> {
        T::take(self, parts)
    }

    /// What stands in the next part, which is of this rule.
    pub(super) fn take_in<T: Take>(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Option<T> {
        T::take_in(self, parts, rule)
    }
}

/// A field: what comes next, what stands in a part, or what a method of the builder takes.
macro_rules! build_field {
    ($builder:ident $parts:ident [] []) => {
        $builder.take($parts)?
    };
    ($builder:ident $parts:ident [$part:ident] []) => {
        $builder.take_in($parts, Rule::$part)?
    };
    ($builder:ident $parts:ident [] [$by:ident]) => {
        $builder.$by($parts)?
    };
    // The printer alone has a method for these.
    ($builder:ident $parts:ident [next] [$by:ident]) => {
        $builder.take($parts)?
    };
    ($builder:ident $parts:ident [$part:ident] [$by:ident]) => {
        $builder.take_in($parts, Rule::$part)?
    };
}

/// A form of a node, if the rule is that of the form. Its fields have a frame of their own, so that nesting takes little of the stack.
macro_rules! build_variant {
    ($builder:ident $rule:ident $pair:ident [] $($rest:tt)*) => {};
    ($builder:ident $rule:ident $pair:ident [$own:ident] [$by:ident] $($rest:tt)*) => {
        if $rule == Rule::$own {
            return $builder.$by(&mut Parts::of($pair));
        }
    };
    ($builder:ident $rule:ident $pair:ident [$own:ident] [] $name:ident $variant:ident ($([$in:tt $by:tt])*)) => {
        build_variant!(@ $builder $rule $pair $own parts $name ($name::$variant($(build_field!($builder parts $in $by)),*)));
    };
    ($builder:ident $rule:ident $pair:ident [$own:ident] [] $name:ident $variant:ident {$([$field:ident $in:tt $by:tt])*}) => {
        build_variant!(@ $builder $rule $pair $own parts $name ($name::$variant { $($field: build_field!($builder parts $in $by)),* }));
    };
    ($builder:ident $rule:ident $pair:ident [$own:ident] [] $name:ident $variant:ident) => {
        if $rule == Rule::$own {
            return Some($name::$variant);
        }
    };
    (@ $builder:ident $rule:ident $pair:ident $own:ident $parts:ident $name:ident $made:tt) => {
        if $rule == Rule::$own {
            #[inline(never)]
            fn fields($builder: &mut Builder<'_>, $parts: &mut Parts<'_>) -> Option<$name> {
                Some($made)
            }
            return fields($builder, &mut Parts::of($pair));
        }
    };
}

/// How a node is built.
macro_rules! build_node {
    // Those without a rule are built by hand.
    (struct $meta:tt $name:ident [] $($rest:tt)*) => {};
    (enum $($rest:tt)*) => {};
    (struct $meta:tt $name:ident [$rule:ident] $head:tt {
        $($(#[$doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $part:ident)? $(=> $by:ident)?),* $(,)?
    } [] {}) => {
        impl Node for $name {
            const RULES: &'static [Rule] = &[Rule::$rule];

            fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
                let parts = &mut Parts::of(pair);
                Some($name { $($field: build_field!(builder parts [$($part)?] [$($by)?])),* })
            }
        }
    };
    (struct $meta:tt $name:ident [$rule:ident] $head:tt {
        $($(#[$doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $part:ident)? $(=> $by:ident)?),* $(,)?
    } [$body:ident $place:ident] {
        $($(#[$clause_doc:meta])* $($clause_word:literal)? $clause:ident: $clause_ty:ty = $($clause_rule:ident)|+),* $(,)?
    }) => {
        impl Node for $name {
            const RULES: &'static [Rule] = &[Rule::$rule];

            fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
                let parts = &mut Parts::of(pair);
                let mut node = $name {
                    $($field: build_field!(builder parts [$($part)?] [$($by)?]),)*
                    $($clause: Default::default(),)*
                };
                let body = parts.part(Rule::$body)?;
                builder.sequence(body, Place::$place, |builder, pair| match pair.as_rule() {
                    $($(Rule::$clause_rule)|+ => node.$clause.add(builder, pair),)*
                    _ => {}
                });
                Some(node)
            }
        }
    };
    (forms $meta:tt $name:ident { $(
        $(#[$doc:meta])* $variant:ident $(: $node:ty = $node_rule:ident)? $(= $rule:ident)? $(=> $by:ident)? $($head:literal)?
        $(($($($part_word:literal)? $part:ident: $part_ty:ty $(= $part_in:ident)? $(=> $part_by:ident)?),*))?
        $({
            $($(#[$field_doc:meta])* $($word:literal)? $field:ident: $ty:ty $(= $field_in:ident)? $(=> $field_by:ident)?),* $(,)?
            $(; $end:literal)?
        })?
    ),* $(,)? }) => {
        impl Variants for $name {
            fn variant(builder: &mut Builder<'_>, rule: Rule, pair: Pair<'_, Rule>) -> Option<Self> {
                $(
                    $(if rule == Rule::$node_rule {
                        return <$node as Node>::build(builder, pair).map($name::$variant);
                    })?
                    build_variant! {
                        builder rule pair [$($rule)?] [$($by)?] $name $variant
                        $(($([[$($part_in)?] [$($part_by)?]])*))?
                        $({$([$field [$($field_in)?] [$($field_by)?]])*})?
                    }
                )*
                None
            }
        }
    };
    (nodes $name:ident { $(
        $(#[$doc:meta])* $variant:ident $(: $node:ty = $node_rule:ident)? $(= $rule:ident)? $(=> $by:ident)? $($head:literal)?
        $(($($parts:tt)*))? $({ $($fields:tt)* })?
    ),* $(,)? }) => {
        impl Node for $name {
            const RULES: &'static [Rule] = &[$($(Rule::$node_rule,)? $(Rule::$rule,)?)*];

            fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
                $name::variant(builder, pair.as_rule(), pair)
            }
        }
    };
    (words $meta:tt $name:ident {
        $($(#[$doc:meta])* $variant:ident = $($rule:ident)|+ $word:literal),* $(,)?
    }) => {
        impl Word for $name {
            fn of(rule: Rule) -> Option<Self> {
                match rule {
                    $($(Rule::$rule)|+ => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl Take for $name {
            fn take(_: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
                parts.word()
            }
        }
    };
}
