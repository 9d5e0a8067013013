//! Rule sets and the items that define words: options, kinds, tables, actions. Only data.

use super::*;

macro_rules! item_nodes {
    ($make:ident) => { each_node! { $make
        /// `rules NAME "title" extends "file" { ... }`
        struct Rules = rules "rules" {
            name: Name,
            title: Option<Text>,
            /// The file that it changes.
            "extends" extends: Option<Text> = extends,
            /// In order.
            items: Vec<Item> => items,
            span: Span,
        }

        /// One item of a rule file.
        struct Item {
            kind: ItemKind,
            /// The warnings about it that are meant to be, wherever in it they stand.
            allows: Vec<Allow>,
            span: Span,
        }

        /// What an item is.
        forms ItemKind {
            /// `source "..."`: the document that is carried out.
            Source = source "source" (text: Text),
            /// `statements DI 1..158`
            Document: DocumentDef = document,
            /// `no rule for DI-1, DI-96 because "a heading"`
            NoRule: NoRuleDef = no_rule,
            /// `uses "lib/x.affray"`
            Uses = uses "uses" (file: Text),
            /// `remove exception "x"`
            Remove = remove => remove {
                /// What kind of item.
                category: Category,
                name: ItemName,
                /// `and what only it uses`
                uses: bool,
            },
            /// `remove every exception`
            RemoveEvery => remove_every {
                /// What kind of item.
                category: Category,
                /// `and what only they use`
                uses: bool,
            },
            /// `replace ITEM`
            Replace = replace "replace" (item: Box<Item> => replaced),
            /// `set option x = y`
            SetOption = set_option "set option" {
                name: Name,
                "=" value: Expr,
            },
            /// `replace stage begins of cast { ... }`, `add key to the order by ...`
            Part: PartChange = part_change,
            /// `time { ... }`
            Time = time "time" (units: Units),
            /// `units { ... }`
            Units = units "units" (units: Units),
            /// `option ...`
            Option: OptionDef = option,
            /// `choice ...`
            Choice: ChoiceDef = choice,
            /// `kind ...`
            Kind: KindDef = kind,
            /// `let f(a x) = e`
            Let: LetDef = definition,
            /// `table ...`
            Table: TableDef = table,
            /// `procedure ...`
            Procedure: ProcedureDef = procedure,
            /// `event ...`
            Event: EventDef = event,
            /// `action ...`
            Action: ActionDef = action,
            /// `order ...`
            Order: OrderDef = order,
            /// `placement ...`
            Placement: PlacementDef = placement,
            /// `exception ...`
            Exception: ExceptionDef = exception,
            /// `void ...`
            Void: VoidDef = void,
            /// `trigger ...`
            Trigger: TriggerDef = trigger,
            /// `phase ...`
            Phase: PhaseDef = phase,
            /// `tactic ...`
            Tactic: TacticDef = tactic,
        }

        /// `statements DI 1..158`: how the statements of a document are numbered.
        struct DocumentDef {
            /// What stands before the numbers: `DI`.
            prefix: Name,
            /// The first number.
            first: Number,
            /// The last number, if there is more than one.
            last: Option<Number>,
        }

        /// `no rule for DI-1, DI-96..98 because "a heading"`
        struct NoRuleDef = no_rule "no rule for" {
            /// The statements that need no rule.
            statements: Vec<Citation> => citations,
            "because" because: Text = because,
        }

        /// The kinds of items that have a name, for `remove` and `replace`.
        #[derive(PartialOrd, Ord)]
        words Category {
            /// `option ...`
            Option = kw_option "option",
            /// `choice ...`
            Choice = kw_choice "choice",
            /// `kind ...`
            Kind = kw_kind "kind",
            /// `let ...`
            Let = kw_let "let",
            /// `table ...`
            Table = kw_table "table",
            /// `procedure ...`
            Procedure = kw_procedure "procedure",
            /// `event ...`
            Event = kw_event "event",
            /// `action ...`
            Action = kw_action "action",
            /// `order ...`
            Order = kw_order "order",
            /// `placement ...`
            Placement = kw_placement "placement",
            /// `exception ...`
            Exception = kw_exception "exception",
            /// `void ...`
            Void = kw_void "void",
            /// `trigger ...`
            Trigger = kw_trigger "trigger",
            /// `phase ...`
            Phase = kw_phase "phase",
            /// `tactic ...`
            Tactic = kw_tactic "tactic",
        }

        /// The name of an item: a name, or the text of its title.
        struct ItemName {
            text: String,
            span: Span,
        }

        /// The units of a `time` or `units` block.
        struct Units {
            /// In order.
            defs: Vec<UnitDef>,
            cites: Vec<Citation>,
            span: Span,
        }

        /// `round, rounds = 10 segments`
        struct UnitDef = unit_def {
            name: Name,
            " ," plural: Option<Name> = plural,
            /// number and unit it is made of
            "=" size: Option<(Number, Name)> = unit_size,
            cites: Vec<Citation>,
        }

        /// A number as written (digits only); the check reads it, within its limits.
        struct Number {
            /// Without sign.
            digits: String,
            /// Whether a minus stands before it.
            negative: bool,
            span: Span,
        }

        /// `option NAME: TYPE = DEFAULT "text"`
        struct OptionDef = option "option" {
            name: Name,
            ":" ty: Type,
            /// What it is unless something else is said.
            "=" default: Expr,
            text: Option<Text>,
            cites: Vec<Citation>,
        }

        /// `choice NAME: a | b | c`, `choice NAME: a < b < c`: a name for a choice of words, to be used as a type.
        struct ChoiceDef {
            name: Name,
            /// Two or more.
            words: Vec<Name>,
            /// Whether each word is more than those before it.
            ordered: bool,
            cites: Vec<Citation>,
        }

        /// `kind weapon, weapons { ... }`; also adds attributes to `combat`, `side`, `combatant`, `act`.
        struct KindDef = kind "kind" {
            name: Name,
            " ," plural: Option<Name> = plural,
            /// Of which two its records are, if there is one for every two.
            pair: Option<PairDef>,
        } in kind_body of Attribute {
            /// In order.
            attributes: Vec<Attribute> = attribute,
            /// When its records take part.
            in_play: Option<InPlay> = in_play,
            cites: Vec<Citation> = cites,
        }

        /// `in play while hp > 0 "down"`
        struct InPlay = in_play "in play while" {
            /// True of those that do.
            condition: Expr,
            /// What it is otherwise: `down`.
            text: Option<Text>,
            span: Span,
        }

        /// `hp: number = 8 "hit points"`, `pips on number face from 1 to 10: number = 0`
        struct Attribute = attribute {
            name: Name,
            /// What tells its values apart, where a record has several.
            "on" key: Option<TableKey> = attribute_key,
            ":" ty: Type,
            /// What it is unless something else is said.
            "=" default: Option<Expr> = default,
            /// What it never goes below or beyond.
            within: Option<Between>,
            /// What sets it back to its default.
            set_back: Option<SetBack>,
            /// Whether the players see its values only once the rules reveal them.
            ", secret" kept_secret: bool = kept_secret,
            text: Option<Text>,
            cites: Vec<Citation>,
        }

        /// Between which numbers changes leave an attribute.
        nodes Between {
            /// `from 0`, `from -6 to 10`
            From = within_from "from" {
                /// The lowest.
                least: Expr => bound,
                /// The highest.
                most: Option<Expr> => last_bound,
            },
            /// `at most full_hp`
            AtMost = within_at_most "at most" {
                /// The highest.
                most: Expr => bound,
            },
        }

        /// `each round`, `until shuffled`
        struct SetBack = set_back {
            when: SetBackWhen,
            span: Span,
        }

        /// When an attribute is set back to its default.
        nodes SetBackWhen {
            /// `each round`, `each ambush and round`: as any of these phases begins
            Each = each_phase "each" {
                /// Any of these.
                phases: Vec<Name> = next => with_and,
            },
            /// `until shuffled`
            Shuffled = until_shuffled "until shuffled",
            /// `until its next turn begins`
            TurnBegins = until_turn_begins "until its next turn begins",
            /// `until its next turn ends`
            TurnEnds = until_turn_ends "until its next turn ends",
            /// `until the next turn of daunted_by ends`
            TurnOf = until_turn_of "until the next turn of" {
                /// The attribute that says whose turn.
                whose: Name,
                /// Whether its end counts, and not its beginning.
                ends: bool => turn_edge,
            },
        }

        /// A type as written.
        struct Type {
            /// Whether it can be missing.
            optional: bool,
            kind: TypeKind,
            span: Span,
        }

        /// What kind of type.
        enum TypeKind {
            /// `yes/no`
            YesNo,
            /// `a | b | c`
            Choice (words: Vec<Name>),
            /// `number`, `text`, `action`, `stage`, a unit, a kind
            Named (name: Name),
        }

        /// `TYPE NAME`
        struct Parameter = parameter {
            ty: Type,
            name: Name,
        }

        /// `let NAME(params): TYPE = EXPR`
        struct LetDef = definition "let" {
            name: Name,
            parameters: Vec<Parameter> => some_parameters,
            ":" ty: Option<Type> = result_type,
            "=" value: Expr,
            text: Option<Text>,
            cites: Vec<Citation>,
        }

        /// `table NAME "title" (params) on KEY: TYPE { rows }`
        struct TableDef = table "table" {
            name: Name,
            title: Option<Text>,
            parameters: Vec<Parameter> => some_parameters,
            /// What it is looked up by.
            "on" key: TableKey = table_key,
            ":" ty: Option<Type> = result_type,
        } in table_body of Row {
            /// What tells the values of a row apart, where each has several.
            columns: Option<ColumnHeads> = columns,
            /// In order.
            rows: Vec<Row> = row,
            cites: Vec<Citation> = cites,
        }

        /// What a table or an attribute is looked up by.
        #[expect(clippy::large_enum_variant, reason = "there are few tables, and each has one key")]
        enum TableKey {
            /// `on d20`: from the lowest to the highest face sum
            Dice (dice: DiceLiteral),
            /// `on number n from 1 to 6`, `on damage_type t`, `on action a`
            Parameter {
                /// What is looked up.
                parameter: Parameter,
                /// From where to where.
                range: Option<(Expr, Expr)>,
            },
        }

        /// `by facing: front | left, right | rear`
        struct ColumnHeads = columns "by" {
            /// Which column counts.
            by: Expr,
            /// In the order of the values of each row.
            columns: Vec<ColumnHead> = next => columns,
            span: Span,
        }

        /// What one column stands for.
        struct ColumnHead = column {
            /// In order.
            keys: Vec<RowKey>,
        }

        /// One row of a table.
        struct Row = row {
            /// The most important first.
            keys: Vec<RowKey>,
            title: Option<Text>,
            /// One, or one for each column.
            values: Vec<Expr> => row_values,
            body: Option<Block>,
            cites: Vec<Citation>,
            span: Span,
        }

        /// What a row stands for.
        enum RowKey {
            /// `3` or `3..6`
            Numbers {
                /// The number, or the first one.
                from: Number,
                /// The last one.
                to: Option<Number>,
            },
            /// `5 or more`, `0 or less`
            Open {
                /// The one at which it begins.
                from: Number,
                /// Which others it stands for.
                towards: Towards,
            },
            /// a word
            Word (word: Name),
            /// `else`: all that no other one stands for
            Else (span: Span),
        }

        /// `procedure NAME(params) { ... }`
        struct ProcedureDef {
            name: Name,
            parameters: Vec<Parameter>,
            /// Of what type its result is, if it has one.
            ty: Option<Type>,
            body: Block,
            cites: Vec<Citation>,
        }

        /// `event NAME(params) "text"`
        struct EventDef = event "event" {
            name: Name,
            parameters: Vec<Parameter> = parameters => parameters,
            text: Option<Text>,
            cites: Vec<Citation>,
        }

        /// `action NAME, verb "title" at once not declared { ... }`
        struct ActionDef = action "action" {
            name: Name,
            /// third person, if it is not the name with an `s`
            " ," verb: Option<Name> = plural,
            /// what the transcript says of it: `"attacks {target}"`
            title: Option<Text>,
            /// Whether it is done at once, outside the line.
            "at once" at_once: bool = at_once,
            /// Whether only rules add it.
            "not declared" not_declared: bool = not_declared,
        } in action_body of ActionClause {
            /// the attributes that a declaration names without saying so: `takes spell at target`
            "takes" takes: Option<(Name, Option<Name>)> = takes,
            /// What the actor has from then on as the act has it.
            keeps: Vec<KeepsClause> = kept,
            /// What must be so for an act to be declared, and still be so when its first stage is carried out.
            needs: Vec<ActionNeed> = needs,
            /// What an act costs, each when its first stage is carried out.
            spends: Vec<Spending> = spends,
            /// how often each combatant can do it
            limits: Vec<ActionLimit> = action_limit,
            /// empty: an act with neither effect nor stage
            stages: Vec<Stage> = stage | does,
            /// what follows when the batch of the act has been carried out
            then: Option<FollowUp> = then,
            cites: Vec<Citation> = cites,
        }

        /// `keeps stance, aim`
        struct KeepsClause = kept "keeps" {
            /// Attributes of combatants, and of acts.
            names: Vec<Name>,
            span: Span,
        }

        /// `needs target.zone is actor.zone because "{target} is out of reach"`
        struct ActionNeed = needs "needs" {
            /// What must be so.
            condition: Expr,
            "because" because: Text = because,
            span: Span,
        }

        /// `spends 2 from actor.mana`
        struct Spending = spends "spends" {
            /// How much.
            value: Expr,
            /// The attribute from which it is taken.
            "from" from: Expr,
            span: Span,
        }

        /// `limit once per round because "{actor} has done so"`
        struct ActionLimit = action_limit {
            /// How often, in what.
            limit: Limit,
            /// Why no further one is declared, if the usual words do not suffice.
            "because" because: Option<Text> = because,
            span: Span,
        }

        /// `then { ... }`: statements that take effect one after the other, as those of a trigger do
        struct FollowUp = then "then" {
            body: Block,
            span: Span,
        }

        /// `stage begins "begins to cast {spell}" { ... }`; a plain `does { ... }` is one stage without a name.
        struct Stage {
            name: Option<Name>,
            title: Option<Text>,
            body: Block,
            cites: Vec<Citation>,
            span: Span,
        }
    } };
}
pub(in crate::syntax) use item_nodes;

item_nodes!(type_node);
