//! Scenarios and what they expect. Only data.

use super::*;

macro_rules! scenario_nodes {
    ($make:ident) => { each_node! { $make
        /// `scenario "title" { ... }`
        struct Scenario {
            title: Text,
            /// The title of the one whose setting it has: `as in "day"`.
            like: Option<Text>,
            /// In order.
            entries: Vec<ScenarioEntry>,
            span: Span,
        }

        /// One entry of a scenario.
        struct ScenarioEntry {
            kind: EntryKind,
            span: Span,
        }

        /// What an entry of a scenario is.
        forms EntryKind {
            /// `rules "path"`
            Rules = rules_file "rules" (file: Text),
            /// `proves OS-12`
            Proves = proves "proves" (citations: Vec<Citation> => citations),
            /// `option tie gm_order`
            Option = option_choice "option" {
                name: Name,
                value: Value,
            },
            /// `snapshot`, `snapshot "by night"`
            Snapshot = snapshot "snapshot" (name: Option<Text>),
            /// `seed 5`
            Seed = seed "seed" (number: Number),
            /// `begin at round 1`
            BeginAt = begin_at "begin at" {
                phase: Name,
                /// Its count, if it has one.
                number: Option<Number>,
            },
            /// `stop before round 2`, `stop after segment 4`
            Stop = stop_at "stop" {
                /// After it; otherwise before it.
                after: bool = kw_after => stop_after,
                phase: Name,
                /// Which repetition of it.
                which: Option<Which>,
                "in" moment: Option<Moment> = in_moment,
            },
            /// `tactic brute`, `tactic brute: orc 1, wolves`
            Tactic = in_force "tactic" {
                /// Which.
                name: Name,
                /// Who follows it; whomever it fits, if empty.
                ":" who: Vec<Thing> = fighters,
            },
            /// `side party { ... }`
            Side: Side = side,
            /// `spell sleep { casting_time 2 segments }`
            Record = record {
                /// What it is one of.
                kind: Name,
                name: Thing,
                settings: Vec<Setting> = settings_body => settings,
            },
            /// `gap(ann, orc 1) { width 5 }`
            Pair = pair_record {
                name: PairName,
                settings: Vec<Setting> = settings_body => settings,
            },
            /// `round 1 { ... }`
            Period: Period = period,
            /// What somebody does.
            Line: Line = line,
            /// `gm sets bram.hp = 5 because "misread"`
            Correction = correction "gm sets" {
                /// Of which record.
                whose: RecordName,
                /// Which attribute of it.
                attribute: Name = next => corrected,
                "=" value: Value,
                "because" because: Option<Text> = because,
            },
            /// `gm moves orc 1 before bram because "it is faster"`
            Move = move_acts "gm moves" {
                /// Whose acts.
                mover: Thing,
                /// How they are to stand.
                order: ActOrder = act_order,
                /// To whose acts.
                reference: Thing,
                "because" because: Option<Text> = because,
            },
            /// `joins side orcs: wolf x 2 { hp 4 }`
            Newcomers = newcomers "joins side" {
                /// For which side they fight.
                side: Thing,
                /// Who.
                ":" member: Member,
                "because" because: Option<Text> = because,
            },
            /// `joins spell sleep { casting_time 2 segments }`
            NewThing = new_thing "joins" {
                /// What it is one of.
                kind: Name,
                name: Thing,
                settings: Vec<Setting> = settings_body => settings,
                "because" because: Option<Text> = because,
            },
            /// `before bram declares { ... }`
            Before = before_asked "before" {
                who: Thing,
                /// For what they are asked.
                asked: AskedFor,
                /// Which time; the first if unsaid.
                number: Option<Number>,
                /// The corrections.
                entries: Vec<ScenarioEntry> => before_entries,
            },
            /// `expect ...`
            Expect = expect "expect" (expect: Expect),
            /// `odds "the spell is spoiled": ...`
            Odds = odds "odds" {
                /// What it is called.
                title: Option<Text> = next => odds_title,
                /// What is asked.
                of: Question,
            },
            /// `expect odds "the spell is spoiled" = 1/7`
            Chance = expect_odds "expect odds" {
                /// The title or the words of a question of the scenario.
                asked: Text,
                /// How its chance compares with the number.
                comparator: Comparator = chance_compared,
                /// The number.
                number: Number,
                /// What it is divided by; 1 if unsaid.
                "/" divisor: Option<Number> = chance_of,
            },
        }

        /// What is asked of all runs of a scenario.
        #[allow(clippy::large_enum_variant, reason = "a scenario holds few, and they are read once")]
        forms Question {
            /// `place of ann`: as which of the combatants somebody acts.
            Place = place_of "place of" (who: Thing),
            /// `orc 1 before ann`: whether the one acts before, with or after the other.
            First = who_first (who: Thing, order: ActOrder = act_order, other: Thing),
            /// How often something is so, or how much something is.
            Of => question_of (expect: Expect),
        }

        /// A name in a scenario, with its number: `orc 1`.
        struct Thing {
            /// `orc 1` with one space
            text: String,
            span: Span,
        }

        /// The record of a kind that two others have in common: `gap(ann, orc 1)`.
        struct PairName {
            kind: Name,
            /// The first of the two.
            one: Thing,
            /// The second.
            other: Thing,
            span: Span,
        }

        /// `side orcs: run_by_gm { orc x 3 { hp 5 } }`
        struct Side = side "side" {
            name: Thing,
            ":" settings: Vec<Setting> = inline_settings,
            /// In order.
            members: Vec<Member> => members,
        }

        /// `orc x 3 { hp 5 }`
        struct Member = member {
            name: Thing = member_name,
            /// How often; once if unsaid.
            "x" times: Option<Number>,
            settings: Vec<Setting> = settings_body => member_settings,
            span: Span,
        }

        /// `hp 6`, `hit` (yes), `no hit` (no)
        struct Setting {
            name: Name,
            value: Value,
            span: Span,
        }

        /// A value in a scenario.
        struct Value {
            kind: ValueKind,
            span: Span,
        }

        /// What a value in a scenario is.
        enum ValueKind {
            /// `yes`
            Yes,
            /// `no`
            No,
            /// `none`: missing
            None,
            /// `3`
            Number (number: Number),
            /// `2 segments`
            Quantity (number: Number, unit: Name),
            /// `"..."`
            Text (text: Text),
            /// a word or the name of a thing
            Thing (thing: Thing),
            /// `orc 1 and orc 2`: at least two
            Several (things: Vec<Thing>),
        }

        /// `round 1 { ... }`
        struct Period = period {
            phase: Name,
            /// Which repetition of it.
            which: Option<Which>,
            /// In order.
            entries: Vec<ScenarioEntry> => period_entries,
        }

        /// For what a person is asked.
        nodes AskedFor {
            /// `rolls for initiative`
            Roll = asked_roll "rolls for" (purpose: Name),
            /// `answers to obvious`
            Answer = asked_answer "answers to" (question: Name),
            /// `declares`
            Declaration = asked_declaration "declares",
        }

        /// What somebody does at the table.
        forms Line {
            /// `ann rolls 4 then 2 then 5 for die`
            Roll = roll_tail {
                who: Thing => who,
                /// What the dice show, one roll after the other.
                rolls: Vec<Vec<Number>> => rolls,
                /// Whether the last of them is shown as often as it is asked for.
                "each time" each_time: bool = each_time,
                /// What for.
                "for" purpose: Name,
            },
            /// `gm answers yes to obvious about orc`, `red answers r1 then r2 to names`
            Answer = answer_tail {
                who: Thing => who,
                /// The answers, one after the other.
                values: Vec<Value> = next => answers,
                /// Whether the last of them is given as often as it is asked for.
                "each time" each_time: bool = each_time,
                "to" question: Name,
                "about" about: Vec<AboutThing> = about_things,
            },
            /// `ann declares nothing`
            Nothing = nothing_tail {
                who: Thing => silent,
            },
            /// `ann casts sleep at orc 1: loud`
            Declaration = act_tail {
                who: Thing => who,
                /// What is done.
                verb: Name,
                /// With what.
                object: Option<Thing> = act_what,
                /// With what else, before `at`.
                also: Vec<Thing> = act_also => act_others,
                /// At whom, or when.
                "at" at: Option<Thing> = act_at,
                /// With or at which others beside the one that is named last.
                others: Vec<Thing> = act_others => act_others,
                ":" settings: Vec<Setting> = inline_settings,
            },
            /// `ann uses light on orc: loud`: an act in the words of its title.
            Told = told_tail {
                who: Thing => who,
                /// Names, prepositions and numbers; at least two.
                words: Vec<Name> = next => told,
                ":" settings: Vec<Setting> = inline_settings,
            },
        }

        /// One of those that a question is about.
        #[allow(clippy::large_enum_variant, reason = "questions are about few things, and they are read once")]
        nodes AboutThing {
            /// `orc 1`
            Thing: Thing = thing,
            /// `bram strikes orc 1`
            Act: ActRef = act_ref,
        }

        /// What a record is called.
        nodes RecordName {
            /// `orc 1`
            Thing: Thing = thing,
            /// `gap(ann, orc 1)`
            Pair: PairName = pair_name,
        }

        /// What a scenario expects.
        nodes Expect {
            /// `expect order { a, b then c }`
            Order = expect_order => expect_order (batches: Vec<Vec<ActRef>>),
            /// `expect declared: a, b in round 1`
            Declared = expect_declared "declared:" {
                who: Vec<Thing>,
                "in" moment: Option<Moment> = in_moment,
            },
            /// `expect rolls of morale in round 1 = 0`
            Rolls = expect_count => rolls_of {
                /// What for.
                purpose: Thing,
                moment: Option<Moment>,
                count: Number,
            },
            /// `expect acts of zed in round 2 = 1`
            Acts => acts_of {
                who: Thing,
                moment: Option<Moment>,
                count: Number,
            },
            /// `expect not asked reposte about ben`
            Asked = expect_asked {
                /// Whether it is asked.
                asked: bool => asked,
                question: Name,
                "about" about: Vec<AboutThing> = about_list,
                "in" moment: Option<Moment> = in_moment,
            },
            /// `expect "ann falls"`, `expect not "ann falls" in round 2`
            Said = expect_said {
                /// Whether it is said.
                said: bool => said,
                text: Text,
                "in" moment: Option<Moment> = in_moment,
            },
            /// `expect ann may not act in round 1 segment 3`
            MayNotAct = expect_barred {
                who: Thing,
                "may not act in" moment: Moment = in_moment,
            },
            /// `expect over`, `expect not over`
            Over = expect_over (over: bool => over),
            /// `expect a before b`
            Relation => expect_relation {
                left: ActRef,
                /// How.
                relation: ActOrder,
                right: ActRef,
            },
            /// `expect ann casts sleep is spoiled`, `... does not happen`, or bare: it happens
            Act = expect_act => expect_outcome {
                /// Which act.
                act: ActRef,
                /// What becomes of it.
                outcome: Outcome,
            },
            /// `expect orc.hp = 3 after ann attacks orc`
            Fact = expect_fact {
                /// What must be true.
                fact: Expr = next => fact,
                /// At whom, or when.
                at: FactMoment => fact_moment,
            },
        }

        /// How two acts stand.
        words ActOrder {
            /// `before`: earlier.
            Before = kw_before "before",
            /// `with`: in one batch.
            With = kw_with "with",
            /// `after`: later.
            After = kw_after "after",
        }

        /// What became of an act.
        enum Outcome {
            /// It happens.
            Happens,
            /// `does not happen`
            DoesNotHappen,
            /// `void`, `refused`, `missed`, `cancelled`, or the word of a `cancel ... as WORD`; and why
            Is (word: Name, because: Option<Text>),
        }

        /// When a fact is looked at.
        enum FactMoment {
            /// when the run is over
            End,
            /// when the act and what it set off are done
            After (act: ActRef),
            /// when the period is over, or the phase without numbers in it
            EndOf (moment: Moment),
        }

        /// `orc 1 attacks ann (routine 2) in round 1 segment 4`, `ann begins cast`
        struct ActRef = act_ref {
            /// Who acts.
            actor: Thing,
            /// a verb, or the name of a stage
            word: Name = act_word,
            /// What or whom it is about.
            objects: Vec<Thing> => objects,
            /// What follows in the words of its title, from a preposition on: `on orc 2`.
            told: Vec<Name> = act_told => told,
            settings: Vec<Setting> = act_settings => act_settings,
            "in" moment: Option<Moment>,
            span: Span,
        }

        /// `round 1 segment 4`, `count 8`
        struct Moment = moment {
            /// The longest period first.
            parts: Vec<(Name, Which)> => moment_parts,
            /// A phase without numbers in these.
            part: Option<Name> = unnumbered,
            span: Span,
        }

        /// Which repetition of a phase.
        enum Which {
            /// `4`: the one with this number
            Number (number: Number),
            /// `of orc 1`: its turn
            Of (thing: Thing),
        }
    } };
}
pub(in crate::syntax) use scenario_nodes;

scenario_nodes!(type_node);
