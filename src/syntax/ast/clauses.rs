//! Orders, placements, exceptions, voids, triggers and phases. Only data.

use super::*;

macro_rules! clause_nodes {
    ($make:ident) => {
        each_node! { $make
            /// `order NAME during PHASE of act a each PHASE { keys }`
            struct OrderDef = order "order" {
                name: Option<Name> = order_name,
                /// The phase for which it holds.
                "during" during: Option<Name> = during,
                /// The name of the act in it.
                "of act" act: Name,
                /// The phase of which each repetition begins the order at its front.
                "each" each: Option<Name> = order_each,
            } in order_body of OrderClause {
                /// The most important first.
                keys: Vec<Key> = key,
                /// What becomes of circles, if it says so.
                circles: Option<Circles> = circles,
                cites: Vec<Citation> = cites,
            }

            /// Records of which there is one for every two of a kind.
            nodes PairDef {
                /// `between combatant one and combatant other`: one for both.
                Mutual = pair_mutual "between" {
                    /// The first of the two.
                    one: Parameter,
                    /// The second.
                    "and" other: Parameter,
                },
                /// `from combatant holder to combatant foe`: one for each in relation to each other.
                Directed = pair_directed "from" {
                    /// Whose it is.
                    one: Parameter,
                    /// In relation to whom.
                    "to" other: Parameter,
                },
            }

            /// `circles: together when E`: the acts of a circle of exceptions that none of them settles come together.
            struct Circles = circles "circles: together" {
                /// Only where this holds.
                "when" guard: Option<Expr> = guard,
                span: Span,
            }

            /// `by NAME: for strike | shoot: EXPR, lowest first, missing last "label"`
            struct Key {
                name: Option<Name>,
                /// empty: for every act
                for_acts: Vec<ActKind>,
                value: Expr,
                /// Whether the highest comes first; otherwise the lowest.
                highest_first: bool,
                /// Where acts stand that have none.
                missing: Option<MissingPlace>,
                /// Whether the transcript shows it.
                shown: bool,
                text: Option<Text>,
                cites: Vec<Citation>,
                span: Span,
            }

            /// Where an act stands whose key is missing.
            words MissingPlace {
                /// Before all others.
                First = kw_first "first",
                /// After all others.
                Last = kw_last "last",
                /// Where the game master says.
                Ask = kw_ask "ask",
            }

            /// `act`, `cast`, `cast.completes`
            struct ActKind {
                /// `None` for any act
                action: Option<Name>,
                /// The stage, if only one is meant.
                stage: Option<Name>,
                span: Span,
            }

            /// `blow: strike | shoot`
            struct ActBinding = act_binding {
                name: Name,
                /// Any of these.
                ":" kinds: Vec<ActKind> = act_kinds,
            }

            /// `placement "title" over "x" { for a: attack  when E  place KEY = E }`
            struct PlacementDef = placement "placement" {
                title: Text,
                "over" over: Vec<Text> = overs,
            } in placement_body of PlacementClause {
                /// The name of the act in it.
                "for" act: Option<ActBinding> = for_one,
                "when" guards: Vec<Expr> = guard,
                /// Keys and what they become.
                "place" places: Vec<(Name, Expr)> = place_clause,
                cites: Vec<Citation> = cites,
            }

            /// `exception "title" over "x" { for a: strike, b: cast  when E  compare X with Y: a moves }`
            struct ExceptionDef = exception "exception" {
                title: Text,
                "over" over: Vec<Text> = overs,
            } in exception_body of ExceptionClause {
                /// The two acts.
                "for" acts: Option<(ActBinding, ActBinding)> = for_two,
                "when" guards: Vec<Expr> = guard,
                /// What becomes of them.
                moves: Option<Movement> = compare | moves,
                cites: Vec<Citation> = cites,
            }

            /// Which act moves, and how.
            nodes Movement {
                /// `compare X with Y: s moves`: s waits when X > Y, joins when equal, goes ahead when X < Y
                Compare = compare "compare" {
                    left: Expr,
                    "with" right: Expr,
                    /// The act that moves.
                    " :" mover: Name
                    ; "moves"
                },
                /// `a waits for b`
                Relation = moves {
                    /// The act that moves.
                    mover: Name,
                    /// How.
                    relation: Relation = relation,
                    /// The act that it moves in relation to.
                    reference: Name,
                },
            }

            /// The relations that an exception can ask for.
            words Relation {
                /// `a waits for b`
                Waits = waits_for "waits for",
                /// `a goes ahead of b`
                GoesAhead = goes_ahead_of "goes ahead of",
                /// `a joins b`
                Joins = kw_joins "joins",
                /// `a not before b`
                NotBefore = not_before "not before",
                /// `a not after b`
                NotAfter = not_after "not after",
                /// `a leads b`: directly before.
                Leads = kw_leads "leads",
                /// `a trails b`: directly after.
                Trails = kw_trails "trails",
            }

            /// `void "title" { for a: act  when E  because "dead" }`
            struct VoidDef = void "void" {
                title: Text,
            } in void_body of VoidClause {
                /// The name of the act in it.
                "for" act: Option<ActBinding> = for_one,
                "when" guards: Vec<Expr> = guard,
                /// The reason that is told.
                "because" because: Option<Text> = because,
                cites: Vec<Citation> = cites,
            }

            /// `trigger "title" { when ... if E  limit ...  statements }`
            struct TriggerDef {
                title: Text,
                /// What sets it off.
                happening: Happening,
                /// What must hold then.
                guard: Option<Expr>,
                /// How often it can happen.
                limit: Option<Limit>,
                body: Block,
                cites: Vec<Citation>,
            }

            /// What a trigger waits for.
            enum Happening {
                /// `before charge.blow b`, `when attack | shoot a resolves`, `when act a is declared`
                Act {
                    /// Any of these.
                    kinds: Vec<ActKind>,
                    name: Name,
                    moment: ActMoment,
                },
                /// `when damaged(c, a, n)`
                Signal {
                    /// Which.
                    event: Name,
                    /// Names for its values.
                    names: Vec<Name>,
                },
                /// `when phase round begins`
                Phase {
                    phase: Name,
                    /// Whose turn it is.
                    name: Option<Name>,
                    /// When it begins; otherwise when it ends.
                    begins: bool,
                },
                /// `before turn of c`
                BeforeTurn {
                    phase: Name,
                    /// Whose turn it is to be.
                    name: Name,
                },
                /// `when hp of combatant c falls to 0 from before`
                Change {
                    /// Which value.
                    attribute: Name,
                    /// Of which records.
                    kind: Name,
                    name: Name,
                    /// In which way.
                    way: ChangeWay,
                    /// Only where this is reached.
                    to: Option<Expr>,
                    /// A name for the value of before.
                    from: Option<Name>,
                },
            }

            /// How a value becomes another one.
            words ChangeWay {
                /// in any way
                Changes = kw_changes "changes",
                /// to a lower number
                Falls = kw_falls "falls",
                /// to a higher number
                Rises = kw_rises "rises",
            }

            /// The moments in the life of an act that a trigger can wait for.
            words ActMoment {
                /// about to be carried out; its batch has not begun
                Before = kw_before "",
                /// It has been carried out.
                Resolves = kw_resolves "resolves",
                /// Somebody has declared it.
                Declared = kw_declared "is declared",
                /// It has come into the line.
                Added = kw_added "is added",
                /// It has been cancelled.
                Cancelled = kw_cancelled "is cancelled",
                /// It could not be carried out.
                Void = kw_void "is void",
                /// Its place has gone by.
                Missed = kw_missed "is missed",
            }

            /// `limit once per round for c, a.actor`, `limit once per turn of c`
            struct Limit = limit "limit" {
                /// How often; once if unsaid.
                times: Option<Number> = next => times,
                "per" phase: Name,
                /// Until the next turn of which record.
                "of" whose: Option<Expr> = limit_whose,
                /// The most important first.
                "for" keys: Vec<Expr> = limit_keys,
                span: Span,
            }

            /// `counting from A to B`
            struct Counting = counting "counting" {
                /// `counting down`
                "down" down: bool = kw_down,
                /// The first number.
                "from" from: Expr,
                /// The last, if it ends by itself.
                "to" to: Option<Expr>,
            }

            /// `of combatant c where E, next by E, highest first, then E, ties named by gm`, `ties roll d6 as tie`, `ties together`
            struct Turns {
                /// Whose turn it can be.
                kind: Name,
                name: Name,
                /// Those for which it holds.
                filter: Option<Expr>,
                /// Who is next; the most important first.
                keys: Vec<TurnKey>,
                /// Who says which of those that are equal in all keys; or which, if there are no keys.
                named: Option<NextNamed>,
                /// What those roll that are equal in all keys.
                rolled: Option<TieRoll>,
                /// What those do who are equal in all keys comes together.
                together: bool,
                span: Span,
            }

            /// `c.initiative, highest first "initiative"`
            struct TurnKey = turn_key {
                value: Expr,
                /// Otherwise the lowest.
                ", highest first" highest_first: bool = highest_first,
                /// The same said in words.
                ", lowest first" lowest_first: bool = lowest_first,
                /// What it is called.
                text: Option<Text>,
            }

            /// `roll d6 as tie, lowest first`
            struct TieRoll = tie_roll "roll" {
                /// Which.
                dice: DiceExpr,
                /// What for.
                "as" name: Name,
                /// The same as if it is not said.
                ", highest first" highest_first: bool = highest_first,
                /// Who has rolled the lowest is next.
                ", lowest first" lowest_first: bool = lowest_first,
                span: Span,
            }

            /// `named by s "Who of {s} comes next?", default o`
            struct NextNamed = next_named "named by" {
                who: Expr,
                question: Option<Text>,
                /// Who is next when nobody answers.
                ", default" default: Option<Expr> = ask_default,
                span: Span,
            }

            /// `phase NAME "title" counting from A to B lasting E while E { ... }`
            struct PhaseDef {
                name: Name,
                title: Option<Text>,
                /// Whose turn it is, one after the other.
                turns: Option<Box<Turns>>,
                /// From where to where it counts.
                counting: Option<Counting>,
                /// How long one count lasts.
                lasting: Option<Expr>,
                /// What must hold for it to begin again.
                while_: Option<Expr>,
                body: Block,
                cites: Vec<Citation>,
                span: Span,
            }
        }
    };
}
pub(in crate::syntax) use clause_nodes;

clause_nodes!(type_node);
