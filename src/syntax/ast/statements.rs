//! Statements. Only data.

use super::*;

macro_rules! statement_nodes {
    ($make:ident) => {
        each_node! { $make
            /// Statements in braces.
            #[derive(Default)]
            struct Block {
                /// In order.
                statements: Vec<Statement>,
            }

            /// One statement.
            struct Statement {
                kind: StatementKind,
                span: Span,
            }

            /// What a statement does.
            #[allow(clippy::large_enum_variant, reason = "rules ask few questions, and they are read once")]
            forms StatementKind {
                /// `set c.hp = e`
                Set = set "set" {
                    place: Expr => place,
                    "=" value: Expr,
                },
                /// `add e to c.hp`
                Add = add => add {
                    place: Expr,
                    value: Expr,
                },
                /// `subtract e from c.hp`
                Subtract = subtract => subtract {
                    place: Expr,
                    value: Expr,
                },
                /// `let x = e`
                Let = let_statement "let" {
                    name: Name,
                    "=" value: Expr,
                },
                /// `if .. { } else if .. { } else { }`
                If = if_statement {
                    /// Conditions, each with what it leads to.
                    branches: Vec<(Expr, Block)> => branches,
                    "else" otherwise: Option<Block> = else_block,
                },
                /// `each combatant c where e in order of e, highest first { }`
                Each = each => each {
                    /// What it is one of.
                    kind: Name,
                    name: Name,
                    /// From where to where numbers go.
                    range: Option<(Expr, Expr)>,
                    /// Those for which it holds.
                    filter: Option<Expr>,
                    /// In order of which values, each with whether the highest comes first; none: by name.
                    order: Vec<(Expr, bool)>,
                    body: Block,
                },
                /// `repeat while e { }`
                Repeat = repeat "repeat while" {
                    /// While it holds.
                    condition: Expr,
                    body: Block,
                },
                /// `repeat n times as i { }`
                RepeatTimes = repeat_times "repeat" {
                    count: Expr,
                    /// What the number of the present repetition is called.
                    name: Option<Name> = next => counted_as,
                    body: Block,
                },
                /// `ask gm as obvious about m "text": yes/no, default no`
                Ask = ask "ask" {
                    who: Expr,
                    "as" name: Name,
                    "about" about: Vec<Expr> = about,
                    question: Text,
                    /// What can be answered.
                    ":" ty: Type,
                    /// Which of that.
                    among: Option<AskAmong>,
                    /// The answer when nobody answers.
                    ", default" default: Option<Box<Expr>> = ask_default,
                    /// When it is asked at all; else the default holds.
                    ", only if" only: Option<Box<Expr>> = ask_only,
                },
                /// `cancel a as spoiled because "..."`
                Cancel = cancel "cancel" {
                    /// Which act.
                    act: Expr,
                    /// What it is called then.
                    "as" word: Option<Name>,
                    "because" because: Option<Text> = because,
                },
                /// `refuse because "..."`: the act that is being declared
                Refuse = refuse => refuse {
                    because: Text,
                },
                /// `refuse declarations of c because "..."`
                RefuseDeclarations => refuse_declarations {
                    who: Expr,
                    because: Text,
                },
                /// `resolve acts a while e`
                Resolve = resolve "resolve acts" {
                    /// While it holds.
                    condition: Option<(Name, Expr)> = resolved => resolved,
                },
                /// `raise damaged(c, a, n)`
                Raise = raise "raise" {
                    /// Which.
                    event: Name,
                    arguments: Vec<Expr> = arguments => arguments,
                },
                /// `do procedure(a)`, `do procedure(a) as got`
                Do = do_call "do" {
                    /// Which.
                    procedure: Name,
                    arguments: Vec<Expr> = arguments => arguments,
                    /// What its result is called.
                    "as" name: Option<Name>,
                },
                /// `the result is e`
                Result = result "the result is" {
                    value: Expr,
                },
                /// `consult table(a) with roll`
                Consult = consult => consult {
                    /// Which.
                    table: Name,
                    arguments: Vec<Expr>,
                    /// What is looked up.
                    key: Expr,
                },
                /// `end combat because "..."`
                EndCombat = end_combat "end combat" {
                    "because" because: Option<Text> = because,
                },
                /// `leave phase round`
                Leave = leave "leave phase" {
                    phase: Name,
                },
                /// `leave repeat`
                LeaveRepeat = leave_repeat "leave repeat",
                /// `leave turn`
                LeaveTurn = leave_turn "leave turn",
                /// `note "..."`
                Note = note "note" {
                    /// What is told.
                    text: Text,
                },
                /// `reveal c.bid`
                Reveal = reveal "reveal" {
                    /// What the players see from now on.
                    shown: Expr,
                },
                /// `shuffle cards`, `shuffle card k where e`
                Shuffle = shuffle "shuffle" {
                    /// What is put back.
                    kind: Name,
                    /// Those for which it holds; all if nothing is said.
                    which: Option<(Name, Expr)> = shuffled => shuffled,
                },
                /// `new injury as i { owner = c }`, `new token "fire at {c.zone}"`
                New = new "new" {
                    /// What it is one of.
                    kind: Name,
                    /// What transcripts call it.
                    title: Option<Text>,
                    "as" name: Option<Name>,
                    settings: Vec<(Name, Expr)> => assignments,
                },
                /// a phase inside a phase
                Phase: Box<PhaseDef> = phase,
                /// `s rolls d6 as initiative "label"`
                Rolls = rolls {
                    who: Expr => actor,
                    /// Which dice.
                    "rolls" dice: DiceExpr,
                    /// What is added to the dice or taken from them.
                    added: Vec<(SumOp, Expr)> => added,
                    "as" name: Name,
                    /// What is made of the faces; their sum if nothing is said.
                    tally: Option<Tally>,
                    /// Whether those who are equal roll again.
                    "again while equal" while_equal: bool = while_equal,
                    /// What is told.
                    text: Option<Text>,
                },
                /// `gm draws card k where e in order of e`
                Draws = draws {
                    who: Expr => actor,
                    /// What is drawn.
                    "draws" kind: Name,
                    /// What stands for it: for each in the condition and the order, then for the one that is drawn.
                    name: Name,
                    /// Those for which it holds.
                    "where" filter: Option<Expr> = where_expr,
                    /// In order of which values the dice count them, each with whether the highest comes first.
                    order: Vec<(Expr, bool)> => in_order,
                },
                /// `c takes the turn`
                TakesTurn = takes_turn {
                    /// Whose turn comes before the one that is about to begin.
                    who: Expr => taker,
                },
                /// `c declares`, `c declares one act in secret`, `c declares strike | shoot`
                Declares = declares {
                    who: Expr => actor,
                    /// Which acts.
                    acts: AskedActs => asked_acts,
                    /// Whether the others do not learn it.
                    secret: bool = kw_secret => secret,
                },
                /// `c does reposte as r next { target = a.actor }`
                Does = acts {
                    who: Expr => actor,
                    /// What.
                    "does" action: Name,
                    "as" name: Option<Name>,
                    /// Whether as the very next batch.
                    "next" next: bool = does_next,
                    settings: Vec<(Name, Expr)> => assignments,
                },
            }

            /// `one act`, `one strike | shoot`: which acts a combatant is asked for
            struct AskedActs {
                /// Not all that there are, but the next one.
                one: bool,
                /// Acts of which actions alone; empty: of all.
                actions: Vec<Name>,
            }

            /// `combatant o where e`, `number n from 0 to c.gold`: which answers a question allows
            struct AskAmong = ask_among {
                name: Name,
                /// From where to where numbers go.
                range: Option<(Expr, Expr)> = bounds => bounds,
                /// Those for which it holds.
                "where" filter: Option<Expr> = where_expr,
            }

            /// What is made of the faces of a roll.
            nodes Tally {
                /// `counting 7 or more again on 10`
                Counting = counts "counting" {
                    /// The face.
                    number: Expr => tally_number,
                    /// Which others count like it.
                    towards: Option<Towards>,
                    /// Which of the dice are rolled once more.
                    again: Option<RollAgain> => counted_again,
                },
                /// `keeping highest 3`
                Keeping = keeps "keeping" {
                    /// Which dice.
                    which: Extreme,
                    /// So many of them.
                    number: Expr => tally_number,
                },
                /// `again on 6 or more at most 3 times`: the same dice are rolled again and added
                Again: RollAgain = again,
            }

            /// `again on 6 or more at most 3 times`
            struct RollAgain = again "again on" {
                /// The result.
                number: Expr => tally_number,
                /// Which others count like it.
                towards: Option<Towards>,
                /// How often at most.
                most: Option<Expr> => again_times,
            }

            /// Which faces count beside the one that is named.
            words Towards {
                /// `or more`
                More = or_more "or more",
                /// `or less`
                Less = or_less "or less",
            }

            /// The ends of a row of values.
            words Extreme {
                /// `highest`
                Highest = kw_highest "highest",
                /// `lowest`
                Lowest = kw_lowest "lowest",
            }
        }
    };
}
pub(in crate::syntax) use statement_nodes;

statement_nodes!(type_node);
