//! Tactics: what combatants declare of themselves. Only data.

use super::*;

macro_rules! tactic_nodes {
    ($make:ident) => {
        each_node! { $make
            /// `tactic NAME "text" for combatant c where E { lines }`
            struct TacticDef = tactic "tactic" {
                name: Name,
                /// What it is, in a few words.
                text: Option<Text>,
                /// For whom it is.
                "for" whom: Among = tactic_for,
            } in tactic_body of TacticClause {
                /// The first that holds counts.
                lines: Vec<TacticLine> = tactic_line,
                cites: Vec<Citation> = cites,
            }

            /// `declare draw, attack at E { armed = yes } when E`
            struct TacticLine = tactic_line "declare" {
                /// What is declared; `nothing` if empty.
                acts: Vec<TacticAct> => tactic_acts,
                /// Only where this holds.
                "when" guard: Option<Expr> = tactic_when,
                cites: Vec<Citation>,
                span: Span,
            }

            /// `cast c.spell at E { loud = yes }`
            struct TacticAct = tactic_act {
                /// What is done.
                action: Name,
                /// With what, or whom.
                object: Option<Expr> = tactic_what,
                /// At whom.
                "at" at: Option<Expr> = tactic_at,
                settings: Vec<(Name, Expr)> => assignments,
            }
        }
    };
}
pub(in crate::syntax) use tactic_nodes;

tactic_nodes!(type_node);
