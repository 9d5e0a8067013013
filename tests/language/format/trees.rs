//! Trees of all shapes, made from a list of choices: the shorter the list and the smaller its numbers, the simpler the tree.

use affray::syntax::ast::*;

/// Choices, taken one after the other; when none are left, always the simplest.
pub struct Choices {
    list: Vec<u32>,
    at: usize,
    /// Inside a text: no other text there.
    in_text: bool,
}

impl Choices {
    pub fn new(list: Vec<u32>) -> Self {
        Choices {
            list,
            at: 0,
            in_text: false,
        }
    }

    fn pick(&mut self, count: usize) -> usize {
        let choice = self.list.get(self.at).copied().unwrap_or(0) as usize;
        self.at += 1;
        choice % count
    }

    fn yes(&mut self) -> bool {
        self.pick(2) == 1
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.pick(list.len())].clone()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.yes().then(|| make(self))
    }

    fn some<T>(&mut self, least: usize, most: usize, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = least + self.pick(most - least + 1);
        (0..count).map(|_| make(self)).collect()
    }

    // ------------------------------------------------------------------ words

    fn name(&mut self) -> Name {
        let names = ["ann", "orc", "hp", "blow", "fire_bolt", "größe"];
        Name {
            text: self.of(&names).to_owned(),
            span: Default::default(),
        }
    }

    fn number(&mut self) -> Number {
        Number {
            digits: self.of(&["0", "1", "12", "007"]).to_owned(),
            negative: false,
            span: Default::default(),
        }
    }

    fn signed(&mut self) -> Number {
        Number {
            negative: self.yes(),
            ..self.number()
        }
    }

    fn thing(&mut self) -> Thing {
        let name = self.name().text;
        let number = self.maybe(|choices| choices.number().digits);
        Thing {
            text: number.map_or(name.clone(), |number| format!("{name} {number}")),
            span: Default::default(),
        }
    }

    fn about_thing(&mut self) -> AboutThing {
        match self.pick(2) {
            0 => AboutThing::Thing(self.thing()),
            _ => AboutThing::Act(self.act_ref()),
        }
    }

    fn text(&mut self) -> Text {
        let prose = [
            "hits",
            "a \"b\" {c} \\",
            "one\ntwo",
            "# no comment",
            "é: 3, x",
        ];
        let mut pieces = Vec::new();
        for number in 0..self.pick(4) {
            pieces.push(if number % 2 == 0 || self.in_text {
                if matches!(pieces.last(), Some(Piece::Plain(_))) {
                    break;
                }
                Piece::Plain(self.of(&prose).to_owned())
            } else {
                self.in_text = true;
                let hole = self.expr(1);
                self.in_text = false;
                Piece::Hole(hole)
            });
        }
        Text {
            pieces,
            span: Default::default(),
        }
    }

    fn cites(&mut self) -> Vec<Citation> {
        self.some(0, 2, |choices| {
            let end = choices.of(&[None, Some("15"), Some("OS-15")]);
            let id = choices.of(&["OS-12", "BI-C03", "Some section", "the \"end\""]);
            Citation {
                id: id.to_owned(),
                end: end.filter(|_| id == "OS-12").map(str::to_owned),
                span: Default::default(),
            }
        })
    }

    fn ty(&mut self) -> Type {
        let kind = match self.pick(3) {
            0 => TypeKind::Named(self.name()),
            1 => TypeKind::YesNo,
            _ => TypeKind::Choice(self.some(2, 3, Self::name)),
        };
        Type {
            optional: self.yes(),
            kind,
            span: Default::default(),
        }
    }

    fn parameter(&mut self) -> Parameter {
        Parameter {
            ty: self.ty(),
            name: self.name(),
        }
    }

    // ------------------------------------------------------------------ expressions

    pub fn expr(&mut self, depth: usize) -> Expr {
        let kind = match self.pick(if depth == 0 { 8 } else { 22 }) {
            0 => ExprKind::Name(self.name()),
            1 => ExprKind::Number(self.number()),
            2 => ExprKind::Quantity(self.number(), self.name()),
            3 => self.of(&[ExprKind::Yes, ExprKind::No, ExprKind::Now, ExprKind::Gm]),
            4 => ExprKind::Numbered(self.name(), self.number()),
            5 if !self.in_text => ExprKind::Text(self.text()),
            5 | 6 => ExprKind::Call {
                function: self.name(),
                arguments: Vec::new(),
            },
            7 => ExprKind::Dot(Box::new(self.expr(0)), self.name()),
            8 => ExprKind::Call {
                function: self.name(),
                arguments: self.some(1, 2, |choices| choices.expr(depth - 1)),
            },
            9 => ExprKind::Dot(self.inner(depth), self.name()),
            10 => ExprKind::Not(self.inner(depth)),
            11 if self.yes() => ExprKind::InPool(self.inner(depth), Box::new(self.tally_of_pool())),
            11 => ExprKind::Minus(self.inner(depth)),
            12 => ExprKind::And(self.some(2, 3, |choices| choices.expr(depth - 1))),
            13 => ExprKind::Or(self.some(2, 3, |choices| choices.expr(depth - 1))),
            14 => ExprKind::OrElse(self.some(2, 3, |choices| choices.expr(depth - 1))),
            15 => ExprKind::If {
                branches: self.some(1, 2, |choices| {
                    (choices.expr(depth - 1), choices.expr(depth - 1))
                }),
                otherwise: self.inner(depth),
            },
            16 => ExprKind::Compare {
                op: self.of(&[
                    Comparator::Equal,
                    Comparator::NotEqual,
                    Comparator::Less,
                    Comparator::LessOrEqual,
                    Comparator::Greater,
                    Comparator::GreaterOrEqual,
                    Comparator::In,
                ]),
                left: self.inner(depth),
                right: self.inner(depth),
            },
            17 if self.yes() => ExprKind::InPlay(self.inner(depth), self.yes()),
            17 => ExprKind::Known(self.inner(depth), self.yes()),
            18 => ExprKind::Sum {
                first: self.inner(depth),
                rest: self.some(1, 2, |choices| {
                    let op = choices.of(&[SumOp::Plus, SumOp::Minus]);
                    (op, choices.expr(depth - 1))
                }),
            },
            19 => ExprKind::Product {
                first: self.inner(depth),
                rest: self.some(1, 2, |choices| {
                    let rounded_up = choices.of(&[None, Some(true), Some(false)]);
                    let divide = ProductOp::Divide { rounded_up };
                    let op = choices.of(&[ProductOp::Times, ProductOp::Mod, divide]);
                    (op, choices.expr(depth - 1))
                }),
            },
            20 => ExprKind::Aggregate {
                op: self.of(&[Aggregate::Highest, Aggregate::Lowest, Aggregate::Sum]),
                value: self.inner(depth),
                among: self.among(depth),
                otherwise: self.maybe(|choices| choices.inner(depth)),
            },
            _ => match self.pick(3) {
                0 if self.yes() => ExprKind::All(self.among(depth)),
                0 => ExprKind::Count(self.among(depth)),
                1 => ExprKind::The {
                    among: self.among(depth),
                    chosen: self.some(0, 2, |choices| (choices.yes(), choices.expr(depth - 1))),
                    otherwise: self.maybe(|choices| choices.inner(depth)),
                },
                _ => ExprKind::Quantifier {
                    every: self.yes(),
                    among: self.among(depth),
                    has: self.maybe(|choices| choices.inner(depth)),
                },
            },
        };
        Expr {
            kind,
            span: Default::default(),
        }
    }

    fn inner(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth - 1))
    }

    fn among(&mut self, depth: usize) -> Box<Among> {
        Box::new(Among {
            kind: self.name(),
            name: self.name(),
            range: self.maybe(|choices| (choices.expr(depth - 1), choices.expr(depth - 1))),
            filter: self.maybe(|choices| choices.expr(depth - 1)),
            span: Default::default(),
        })
    }

    fn value(&mut self) -> Expr {
        let depth = self.pick(3);
        self.expr(depth)
    }

    fn dice(&mut self) -> DiceLiteral {
        let number = |digits: &str| Number {
            digits: digits.to_owned(),
            negative: false,
            span: Default::default(),
        };
        DiceLiteral {
            count: number(self.of(&["1", "3"])),
            sides: number(self.of(&["6", "100"])),
            span: Default::default(),
        }
    }

    // ------------------------------------------------------------------ statements

    fn block(&mut self, depth: usize) -> Block {
        let mut statements = self.some(0, 2, |choices| choices.statement(depth));
        for at in 1..statements.len() {
            if is_led_by_value(&statements[at].kind) {
                let before = &mut statements[at - 1].kind;
                if let StatementKind::New { title, .. } = before {
                    *title = Some(self.text());
                }
            }
        }
        Block { statements }
    }

    fn between(&mut self) -> Between {
        match self.pick(3) {
            0 => Between::AtMost { most: self.value() },
            _ => Between::From {
                least: self.value(),
                most: self.maybe(Self::value),
            },
        }
    }

    fn set_back(&mut self) -> SetBack {
        SetBack {
            when: match self.pick(5) {
                0 => SetBackWhen::Each {
                    phases: self.some(1, 2, Self::name),
                },
                1 => SetBackWhen::Shuffled,
                2 => SetBackWhen::TurnBegins,
                3 => SetBackWhen::TurnOf {
                    whose: self.name(),
                    ends: self.yes(),
                },
                _ => SetBackWhen::TurnEnds,
            },
            span: Default::default(),
        }
    }

    pub fn statement(&mut self, depth: usize) -> Statement {
        let kind = match self.pick(if depth == 0 { 20 } else { 24 }) {
            0 => match self.pick(3) {
                0 => StatementKind::Note { text: self.text() },
                1 => StatementKind::Reveal {
                    shown: self.value(),
                },
                _ => StatementKind::Shuffle {
                    kind: self.name(),
                    which: self.maybe(|choices| (choices.name(), choices.value())),
                },
            },
            1 => StatementKind::Set {
                place: self.value(),
                value: self.value(),
            },
            2 => StatementKind::Add {
                place: self.value(),
                value: self.value(),
            },
            3 => StatementKind::Subtract {
                place: self.value(),
                value: self.value(),
            },
            4 => StatementKind::Let {
                name: self.name(),
                value: self.value(),
            },
            5 => StatementKind::Ask {
                who: self.value(),
                name: self.name(),
                about: self.some(0, 2, Self::value),
                question: self.text(),
                ty: self.ty(),
                among: self.maybe(Self::ask_among),
                default: self.maybe(Self::value).map(Box::new),
                only: self.maybe(Self::value).map(Box::new),
            },
            6 => StatementKind::Cancel {
                act: self.value(),
                word: self.maybe(Self::name),
                because: self.maybe(Self::text),
            },
            7 => StatementKind::Refuse {
                because: self.text(),
            },
            8 => StatementKind::RefuseDeclarations {
                who: self.value(),
                because: self.text(),
            },
            9 => StatementKind::Resolve {
                condition: self.maybe(|choices| (choices.name(), choices.value())),
            },
            10 => StatementKind::Raise {
                event: self.name(),
                arguments: self.some(0, 2, Self::value),
            },
            11 => StatementKind::Do {
                procedure: self.name(),
                arguments: self.some(0, 2, Self::value),
                name: self.maybe(Self::name),
            },
            12 => StatementKind::Consult {
                table: self.name(),
                arguments: self.some(0, 2, Self::value),
                key: self.value(),
            },
            13 => StatementKind::EndCombat {
                because: self.maybe(Self::text),
            },
            14 => match self.pick(4) {
                0 => StatementKind::Leave { phase: self.name() },
                2 => StatementKind::Result {
                    value: self.value(),
                },
                1 => StatementKind::LeaveTurn,
                _ => StatementKind::LeaveRepeat,
            },
            15 => StatementKind::New {
                kind: self.name(),
                title: self.maybe(Self::text),
                name: self.maybe(Self::name),
                settings: self.some(0, 2, |choices| (choices.name(), choices.value())),
            },
            16 => StatementKind::Rolls {
                who: self.value(),
                dice: DiceExpr::Fixed(self.dice()),
                added: self.some(0, 2, Self::added),
                name: self.name(),
                tally: self.maybe(Self::tally),
                while_equal: self.yes(),
                text: self.maybe(Self::text),
            },
            17 => StatementKind::Rolls {
                who: self.value(),
                dice: DiceExpr::Sized {
                    count: self.maybe(|choices| {
                        // A plain number or something in brackets.
                        let kind = ExprKind::Number(choices.number());
                        let number = Expr {
                            kind,
                            span: Default::default(),
                        };
                        Box::new(if choices.pick(2) == 0 {
                            number
                        } else {
                            choices.value()
                        })
                    }),
                    sides: Box::new(self.value()),
                    span: Default::default(),
                },
                added: self.some(0, 2, Self::added),
                name: self.name(),
                tally: None,
                while_equal: self.yes(),
                text: None,
            },
            18 => match self.yes() {
                true if self.yes() => StatementKind::TakesTurn { who: self.value() },
                true => StatementKind::Declares {
                    who: self.value(),
                    acts: AskedActs {
                        one: self.yes(),
                        actions: self.some(0, 2, Self::name),
                    },
                    secret: self.yes(),
                },
                false => StatementKind::Draws {
                    who: self.value(),
                    kind: self.name(),
                    name: self.name(),
                    filter: self.maybe(Self::value),
                    order: self.some(0, 2, |choices| (choices.value(), choices.yes())),
                },
            },
            19 => StatementKind::Does {
                who: self.value(),
                action: self.name(),
                name: self.maybe(Self::name),
                next: self.yes(),
                settings: self.some(0, 2, |choices| (choices.name(), choices.value())),
            },
            20 => StatementKind::If {
                branches: self.some(1, 2, |choices| (choices.value(), choices.block(depth - 1))),
                otherwise: self.maybe(|choices| choices.block(depth - 1)),
            },
            21 => StatementKind::Each {
                kind: self.name(),
                name: self.name(),
                range: self.maybe(|choices| (choices.value(), choices.value())),
                filter: self.maybe(Self::value),
                order: self.some(0, 2, |choices| (choices.value(), choices.yes())),
                body: self.block(depth - 1),
            },
            22 => match self.yes() {
                true => StatementKind::Repeat {
                    condition: self.value(),
                    body: self.block(depth - 1),
                },
                false => StatementKind::RepeatTimes {
                    count: self.value(),
                    name: self.maybe(Self::name),
                    body: self.block(depth - 1),
                },
            },
            _ => StatementKind::Phase(Box::new(self.phase(depth - 1))),
        };
        Statement {
            kind,
            span: Default::default(),
        }
    }

    fn turns(&mut self) -> Turns {
        let keys = self.some(0, 2, |choices| TurnKey {
            value: choices.value(),
            highest_first: choices.yes(),
            lowest_first: false,
            text: choices.maybe(Self::text),
        });
        let named = match keys.is_empty() {
            true => Some(self.next_named()),
            false => self.maybe(Self::next_named),
        };
        let rolled = match named.is_some() {
            true => None,
            false => self.maybe(Self::tie_roll),
        };
        let together = named.is_none() && rolled.is_none() && self.yes();
        Turns {
            kind: self.name(),
            name: self.name(),
            filter: self.maybe(Self::value),
            keys,
            named,
            rolled,
            together,
            span: Default::default(),
        }
    }

    fn tie_roll(&mut self) -> TieRoll {
        TieRoll {
            dice: DiceExpr::Fixed(self.dice()),
            name: self.name(),
            highest_first: false,
            lowest_first: self.yes(),
            span: Default::default(),
        }
    }

    fn next_named(&mut self) -> NextNamed {
        NextNamed {
            who: self.value(),
            question: self.maybe(Self::text),
            default: self.maybe(Self::value),
            span: Default::default(),
        }
    }

    fn phase(&mut self, depth: usize) -> PhaseDef {
        let turns = self.maybe(Self::turns);
        PhaseDef {
            name: self.name(),
            title: self.maybe(Self::text),
            turns: turns.clone().map(Box::new),
            counting: match turns {
                Some(_) => None,
                None => self.maybe(Self::counting),
            },
            lasting: self.maybe(Self::value),
            while_: self.maybe(Self::value),
            body: self.block(depth),
            cites: self.cites(),
            span: Default::default(),
        }
    }

    // ------------------------------------------------------------------ items

    pub fn rules(&mut self) -> Rules {
        Rules {
            name: self.name(),
            title: self.maybe(Self::text),
            extends: self.maybe(Self::text),
            items: self.some(0, 2, Self::item),
            span: Default::default(),
        }
    }

    fn item(&mut self) -> Item {
        let kind = match self.pick(26) {
            0 => ItemKind::Source(self.text()),
            1 => ItemKind::Uses(self.text()),
            2 => ItemKind::Remove {
                category: self.of(&[
                    Category::Option,
                    Category::Let,
                    Category::Void,
                    Category::Trigger,
                    Category::Tactic,
                ]),
                name: self.item_name(),
                uses: self.of(&[true, false]),
            },
            3 => ItemKind::SetOption {
                name: self.name(),
                value: self.value(),
            },
            4 => ItemKind::Time(self.units()),
            5 => ItemKind::Units(self.units()),
            6 => ItemKind::Option(OptionDef {
                name: self.name(),
                ty: self.ty(),
                default: self.value(),
                text: self.maybe(Self::text),
                cites: self.cites(),
            }),
            7 => ItemKind::Kind(KindDef {
                name: self.name(),
                plural: self.maybe(Self::name),
                pair: self.maybe(|choices| {
                    let (one, other) = (choices.parameter(), choices.parameter());
                    match choices.yes() {
                        true => PairDef::Mutual { one, other },
                        false => PairDef::Directed { one, other },
                    }
                }),
                attributes: self.some(0, 3, |choices| Attribute {
                    name: choices.name(),
                    key: choices.maybe(Self::attribute_key),
                    ty: choices.ty(),
                    default: choices.maybe(Self::value),
                    within: choices.maybe(Self::between),
                    set_back: choices.maybe(Self::set_back),
                    kept_secret: choices.yes(),
                    text: choices.maybe(Self::text),
                    cites: choices.cites(),
                }),
                in_play: self.maybe(|choices| InPlay {
                    condition: choices.value(),
                    text: choices.maybe(Self::text),
                    span: Default::default(),
                }),
                cites: self.cites(),
            }),
            8 => ItemKind::Let(LetDef {
                name: self.name(),
                parameters: self.some(0, 2, Self::parameter),
                ty: self.maybe(Self::ty),
                value: self.value(),
                text: self.maybe(Self::text),
                cites: self.cites(),
            }),
            9 => ItemKind::Table(self.table()),
            10 => ItemKind::Procedure(ProcedureDef {
                name: self.name(),
                parameters: self.some(0, 2, Self::parameter),
                ty: self.maybe(Self::ty),
                body: self.block(2),
                cites: self.cites(),
            }),
            11 => ItemKind::Event(EventDef {
                name: self.name(),
                parameters: self.some(0, 2, Self::parameter),
                text: self.maybe(Self::text),
                cites: self.cites(),
            }),
            12 => ItemKind::Action(self.action()),
            13 => ItemKind::Order(OrderDef {
                name: self.maybe(Self::name),
                during: self.maybe(Self::name),
                act: self.name(),
                each: self.maybe(Self::name),
                keys: self.some(0, 2, Self::key),
                circles: self.maybe(|choices| Circles {
                    guard: choices.maybe(Self::value),
                    span: Default::default(),
                }),
                cites: self.cites(),
            }),
            14 => ItemKind::Placement(PlacementDef {
                title: self.text(),
                over: self.some(0, 2, Self::text),
                act: self.maybe(Self::binding),
                guards: self.some(0, 2, Self::value),
                places: self.some(0, 2, |choices| (choices.name(), choices.value())),
                cites: self.cites(),
            }),
            15 => ItemKind::Exception(ExceptionDef {
                title: self.text(),
                over: self.some(0, 2, Self::text),
                acts: self.maybe(|choices| (choices.binding(), choices.binding())),
                guards: self.some(0, 2, Self::value),
                moves: self.maybe(Self::movement),
                cites: self.cites(),
            }),
            16 => ItemKind::Void(VoidDef {
                title: self.text(),
                act: self.maybe(Self::binding),
                guards: self.some(0, 2, Self::value),
                because: self.maybe(Self::text),
                cites: self.cites(),
            }),
            17 => ItemKind::Trigger(self.trigger()),
            18 => ItemKind::Phase(self.phase(2)),
            19 => ItemKind::Choice(ChoiceDef {
                name: self.name(),
                words: self.some(2, 3, Self::name),
                ordered: self.yes(),
                cites: self.cites(),
            }),
            20 => ItemKind::RemoveEvery {
                category: self.of(&[Category::Exception, Category::Choice]),
                uses: self.of(&[true, false]),
            },
            23 | 24 => ItemKind::Part(self.part_change()),
            21 => ItemKind::Document(DocumentDef {
                prefix: Name {
                    text: "HR".to_owned(),
                    span: Default::default(),
                },
                first: self.number(),
                last: self.maybe(Self::number),
            }),
            22 => ItemKind::Tactic(self.tactic()),
            _ => ItemKind::Replace(Box::new(Item {
                allows: Vec::new(),
                kind: ItemKind::Trigger(self.trigger()),
                span: Default::default(),
            })),
        };
        Item {
            allows: Vec::new(),
            kind,
            span: Default::default(),
        }
    }

    fn item_name(&mut self) -> ItemName {
        ItemName {
            text: self.of(&["ann", "G vs D"]).to_owned(),
            span: Default::default(),
        }
    }

    fn part_change(&mut self) -> PartChange {
        let (verb, part, category, new) = match self.pick(9) {
            0 | 1 => {
                let verb = self.of(&[PartVerb::Replace, PartVerb::Add]);
                let name = self.name();
                let new = self.new_stage(Some(name.clone()));
                (verb, ItemPart::Stage(name), Category::Action, Some(new))
            }
            2 => {
                let new = self.new_stage(None);
                let part = ItemPart::Does;
                (PartVerb::Replace, part, Category::Action, Some(new))
            }
            3 => {
                let row = self.row();
                let part = ItemPart::Rows(row.keys.clone());
                let verb = self.of(&[PartVerb::Replace, PartVerb::Add]);
                (verb, part, Category::Table, Some(NewPart::Row(row)))
            }
            4 => {
                let verb = self.of(&[PartVerb::Replace, PartVerb::Add]);
                let named = self.maybe(Self::item_name);
                let part = ItemPart::Key(named.filter(|_| verb == PartVerb::Replace));
                let new = NewPart::Key(self.key());
                (verb, part, Category::Order, Some(new))
            }
            5 => {
                let verb = self.of(&[PartVerb::Replace, PartVerb::Add]);
                let named = self.maybe(Self::item_name);
                let part = ItemPart::Condition(named.filter(|_| verb == PartVerb::Replace));
                let new = NewPart::Condition(self.value());
                let guarded = [
                    Category::Void,
                    Category::Trigger,
                    Category::Phase,
                    Category::Let,
                ];
                (verb, part, self.of(&guarded), Some(new))
            }
            6 => {
                let part = ItemPart::Title(self.maybe(Self::name));
                let new = NewPart::Title(self.text());
                (PartVerb::Replace, part, Category::Action, Some(new))
            }
            7 => {
                let phase = self.phase(1);
                let head = PhaseHead {
                    title: phase.title,
                    turns: phase.turns,
                    counting: phase.counting,
                    lasting: phase.lasting,
                    while_: phase.while_,
                    span: Default::default(),
                };
                let new = NewPart::Head(Box::new(head));
                (
                    PartVerb::Replace,
                    ItemPart::Head,
                    Category::Phase,
                    Some(new),
                )
            }
            _ => {
                let verbs = [
                    PartVerb::First,
                    PartVerb::Last,
                    PartVerb::Before,
                    PartVerb::After,
                ];
                let new = NewPart::Body(self.block(2));
                (self.of(&verbs), ItemPart::Whole, Category::Phase, Some(new))
            }
        };
        let remove = self.pick(4) == 0 && matches!(part, ItemPart::Stage(_) | ItemPart::Rows(_));
        let cites = match &new {
            Some(NewPart::Condition(_) | NewPart::Body(_)) => self.cites(),
            _ => Vec::new(),
        };
        let beside = self.maybe(|choices| Beside {
            before: choices.of(&[true, false]),
            part: choices.item_name(),
        });
        let takes_place = matches!(part, ItemPart::Stage(_) | ItemPart::Key(_));
        let name = match category {
            Category::Order => self.maybe(Self::item_name),
            _ => Some(self.item_name()),
        };
        let text = |name: ItemName| match category.is_titled() {
            true => name,
            false => ItemName {
                text: "ann".to_owned(),
                ..name
            },
        };
        PartChange {
            beside: beside.filter(|_| verb == PartVerb::Add && !remove && takes_place),
            verb: if remove { PartVerb::Remove } else { verb },
            part,
            owner: PartOwner {
                category,
                name: name.map(text),
                span: Default::default(),
            },
            new: new.filter(|_| !remove),
            cites,
            span: Default::default(),
        }
    }

    fn new_stage(&mut self, name: Option<Name>) -> NewPart {
        let does = name.is_none();
        NewPart::Stage(Stage {
            name,
            title: self.maybe(Self::text).filter(|_| !does),
            body: self.block(2),
            cites: if does { Vec::new() } else { self.cites() },
            span: Default::default(),
        })
    }

    fn tactic(&mut self) -> TacticDef {
        TacticDef {
            name: self.name(),
            text: self.maybe(Self::text),
            whom: *self.among(2),
            lines: self.some(0, 3, |choices| TacticLine {
                acts: choices.some(0, 2, |choices| TacticAct {
                    action: choices.name(),
                    object: choices.maybe(Self::value),
                    at: choices.maybe(Self::value),
                    settings: choices.some(0, 2, |choices| (choices.name(), choices.value())),
                }),
                guard: choices.maybe(Self::value),
                cites: choices.cites(),
                span: Default::default(),
            }),
            cites: self.cites(),
        }
    }

    fn units(&mut self) -> Units {
        Units {
            defs: self.some(0, 3, |choices| UnitDef {
                name: choices.name(),
                plural: choices.maybe(Self::name),
                size: choices.maybe(|choices| (choices.number(), choices.name())),
                cites: choices.cites(),
            }),
            cites: self.cites(),
            span: Default::default(),
        }
    }

    fn table(&mut self) -> TableDef {
        TableDef {
            name: self.name(),
            title: self.maybe(Self::text),
            parameters: self.some(0, 1, Self::parameter),
            key: self.attribute_key(),
            ty: self.maybe(Self::ty),
            columns: self.maybe(Self::columns),
            rows: self.some(0, 3, Self::row),
            cites: self.cites(),
        }
    }

    fn ask_among(&mut self) -> AskAmong {
        let range = self.maybe(|choices| (choices.value(), choices.value()));
        AskAmong {
            name: self.name(),
            filter: match range {
                Some(_) => self.maybe(Self::value),
                None => Some(self.value()),
            },
            range,
        }
    }

    fn columns(&mut self) -> ColumnHeads {
        ColumnHeads {
            by: self.before_colon(),
            columns: self.some(1, 3, |choices| ColumnHead {
                keys: choices.some(1, 2, |choices| choices.row_key(false)),
            }),
            span: Default::default(),
        }
    }

    fn table_key(&mut self) -> TableKey {
        match self.yes() {
            true => TableKey::Dice(self.dice()),
            false => TableKey::Parameter {
                parameter: self.parameter(),
                range: self.maybe(|choices| (choices.value(), choices.value())),
            },
        }
    }

    /// A value before a colon: no number with a name or a unit ends it, as none stands there but at the beginning of a row.
    fn before_colon(&mut self) -> Expr {
        let kind = match self.yes() {
            true => ExprKind::Number(self.number()),
            false => ExprKind::Dot(Box::new(self.expr(0)), self.name()),
        };
        Expr {
            kind,
            span: Default::default(),
        }
    }

    fn attribute_key(&mut self) -> TableKey {
        let mut key = self.table_key();
        if let TableKey::Parameter {
            range: Some((_, to)),
            ..
        } = &mut key
        {
            *to = self.before_colon();
        }
        key
    }

    fn row_key(&mut self, below_zero: bool) -> RowKey {
        let number = |choices: &mut Self| match below_zero {
            true => choices.signed(),
            false => choices.number(),
        };
        match self.pick(5) {
            0 | 1 => RowKey::Word(self.name()),
            2 => RowKey::Else(Default::default()),
            3 => RowKey::Open {
                from: number(self),
                towards: self.of(&[Towards::More, Towards::Less]),
            },
            _ => RowKey::Numbers {
                from: number(self),
                to: self.maybe(Self::signed),
            },
        }
    }

    fn row(&mut self) -> Row {
        // A negative number begins a row only where a colon follows.
        let values = self.some(0, 2, Self::value);
        let title = self.maybe(Self::text);
        let below_zero = !values.is_empty() && title.is_none();
        Row {
            keys: self.some(1, 2, |choices| choices.row_key(below_zero)),
            title,
            values,
            body: self.maybe(|choices| choices.block(1)),
            cites: self.cites(),
            span: Default::default(),
        }
    }

    fn action(&mut self) -> ActionDef {
        ActionDef {
            name: self.name(),
            verb: self.maybe(Self::name),
            title: self.maybe(Self::text),
            at_once: self.yes(),
            not_declared: self.yes(),
            takes: self.maybe(|choices| (choices.name(), choices.maybe(Self::name))),
            keeps: self.some(0, 2, |choices| KeepsClause {
                names: choices.some(1, 2, Self::name),
                span: Default::default(),
            }),
            needs: self.some(0, 2, |choices| ActionNeed {
                condition: choices.value(),
                because: choices.text(),
                span: Default::default(),
            }),
            spends: self.some(0, 2, |choices| Spending {
                value: choices.value(),
                from: Expr {
                    kind: ExprKind::Dot(Box::new(choices.expr(0)), choices.name()),
                    span: Default::default(),
                },
                span: Default::default(),
            }),
            limits: self.some(0, 2, |choices| ActionLimit {
                limit: choices.limit(),
                because: choices.maybe(Self::text),
                span: Default::default(),
            }),
            stages: self.some(0, 2, |choices| {
                let name = choices.maybe(Self::name);
                let titled = name.is_some();
                Stage {
                    title: choices.maybe(Self::text).filter(|_| titled),
                    body: choices.block(1),
                    cites: if titled { choices.cites() } else { Vec::new() },
                    name,
                    span: Default::default(),
                }
            }),
            then: self.maybe(|choices| FollowUp {
                body: choices.block(1),
                span: Default::default(),
            }),
            cites: self.cites(),
        }
    }

    fn key(&mut self) -> Key {
        Key {
            name: self.maybe(Self::name),
            for_acts: self.some(0, 2, Self::act_kind),
            value: self.value(),
            highest_first: self.yes(),
            missing: self.of(&[
                None,
                Some(MissingPlace::First),
                Some(MissingPlace::Last),
                Some(MissingPlace::Ask),
            ]),
            shown: self.yes(),
            text: self.maybe(Self::text),
            cites: self.cites(),
            span: Default::default(),
        }
    }

    fn act_kind(&mut self) -> ActKind {
        let action = self.maybe(Self::name);
        ActKind {
            stage: self.maybe(Self::name).filter(|_| action.is_some()),
            action,
            span: Default::default(),
        }
    }

    fn binding(&mut self) -> ActBinding {
        ActBinding {
            name: self.name(),
            kinds: self.some(1, 2, Self::act_kind),
        }
    }

    fn movement(&mut self) -> Movement {
        if self.yes() {
            return Movement::Compare {
                left: self.value(),
                right: self.before_colon(),
                mover: self.name(),
            };
        }
        Movement::Relation {
            mover: self.name(),
            relation: self.of(&[
                Relation::Waits,
                Relation::GoesAhead,
                Relation::Joins,
                Relation::NotBefore,
                Relation::NotAfter,
                Relation::Leads,
                Relation::Trails,
            ]),
            reference: self.name(),
        }
    }

    fn trigger(&mut self) -> TriggerDef {
        let happening = match self.pick(5) {
            2 => Happening::Change {
                attribute: self.name(),
                kind: self.name(),
                name: self.name(),
                way: self.of(&[ChangeWay::Changes, ChangeWay::Falls, ChangeWay::Rises]),
                to: self.maybe(|it| it.expr(1)),
                from: self.maybe(Self::name),
            },
            0 => Happening::Signal {
                event: self.name(),
                names: self.some(0, 2, Self::name),
            },
            1 => Happening::Phase {
                phase: self.name(),
                name: self.maybe(Self::name),
                begins: self.yes(),
            },
            3 => Happening::BeforeTurn {
                phase: self.name(),
                name: self.name(),
            },
            _ => Happening::Act {
                kinds: self.some(1, 2, Self::act_kind),
                name: self.name(),
                moment: self.of(&[
                    ActMoment::Before,
                    ActMoment::Resolves,
                    ActMoment::Declared,
                    ActMoment::Added,
                    ActMoment::Cancelled,
                    ActMoment::Void,
                    ActMoment::Missed,
                ]),
            },
        };
        TriggerDef {
            title: self.text(),
            happening,
            guard: self.maybe(Self::value),
            limit: self.maybe(Self::limit),
            body: self.block(2),
            cites: self.cites(),
        }
    }

    fn limit(&mut self) -> Limit {
        Limit {
            times: self.maybe(Self::number),
            phase: self.name(),
            whose: self.maybe(Self::value),
            keys: self.some(0, 2, Self::value),
            span: Default::default(),
        }
    }

    fn added(&mut self) -> (SumOp, Expr) {
        (self.of(&[SumOp::Plus, SumOp::Minus]), self.value())
    }

    fn tally(&mut self) -> Tally {
        let number = self.value();
        let towards = [Towards::More, Towards::Less];
        match self.pick(3) {
            0 => Tally::Counting {
                number,
                towards: self.maybe(|choices| choices.of(&towards)),
                again: self.maybe(Self::roll_again),
            },
            1 => Tally::Again(self.roll_again()),
            _ => Tally::Keeping {
                which: self.of(&[Extreme::Highest, Extreme::Lowest]),
                number,
            },
        }
    }

    fn tally_of_pool(&mut self) -> Tally {
        match self.tally() {
            Tally::Counting {
                number, towards, ..
            } => Tally::Counting {
                number,
                towards,
                again: None,
            },
            Tally::Again(again) => Tally::Keeping {
                which: Extreme::Highest,
                number: again.number,
            },
            keeping @ Tally::Keeping { .. } => keeping,
        }
    }

    fn roll_again(&mut self) -> RollAgain {
        RollAgain {
            number: self.value(),
            towards: self.maybe(|choices| choices.of(&[Towards::More, Towards::Less])),
            most: self.maybe(Self::value),
        }
    }

    // ------------------------------------------------------------------ scenarios

    pub fn scenario(&mut self) -> Scenario {
        Scenario {
            title: self.text(),
            like: self.maybe(Self::text),
            entries: self.some(0, 3, |choices| choices.entry(true, 2)),
            span: Default::default(),
        }
    }

    fn entry(&mut self, top: bool, depth: usize) -> ScenarioEntry {
        let kind = match self.pick(if top { 16 } else { 6 }) {
            0 if self.pick(3) == 0 => self.correction(),
            0 | 1 => EntryKind::Line(self.line()),
            2 if self.pick(3) == 0 => EntryKind::Pair {
                name: self.pair_name(),
                settings: self.some(0, 2, Self::setting),
            },
            2 => EntryKind::Record {
                kind: self.name(),
                name: self.thing(),
                settings: self.some(0, 2, Self::setting),
            },
            3 | 4 if depth > 0 => EntryKind::Period(Period {
                phase: self.name(),
                which: self.maybe(|choices| choices.which(Self::number)),
                entries: self.some(0, 2, |choices| choices.entry(false, depth - 1)),
            }),
            3..=5 => EntryKind::Line(self.line()),
            6 => EntryKind::Rules(self.text()),
            7 => match self.cites() {
                cites if cites.is_empty() => EntryKind::Seed(self.number()),
                cites => EntryKind::Proves(cites),
            },
            8 => EntryKind::Option {
                name: self.name(),
                value: self.setting().value,
            },
            9 => EntryKind::BeginAt {
                phase: self.name(),
                number: self.maybe(Self::number),
            },
            10 => EntryKind::Stop {
                after: self.yes(),
                phase: self.name(),
                which: self.maybe(|choices| choices.which(Self::number)),
                moment: self.maybe(Self::moment),
            },
            11 => EntryKind::Side(Side {
                name: self.thing(),
                settings: self.some(0, 2, Self::setting),
                members: self.some(0, 3, Self::member),
            }),
            12 => EntryKind::Odds {
                title: self.maybe(Self::text),
                of: match self.pick(4) {
                    0 => Question::Place(self.thing()),
                    1 => Question::First(
                        self.thing(),
                        self.of(&[ActOrder::Before, ActOrder::With, ActOrder::After]),
                        self.thing(),
                    ),
                    _ => Question::Of(self.expect()),
                },
            },
            13 => EntryKind::Tactic {
                name: self.name(),
                who: self.some(0, 2, Self::thing),
            },
            14 if self.pick(2) == 0 => EntryKind::Chance {
                asked: self.text(),
                comparator: self.of(&[
                    Comparator::Equal,
                    Comparator::NotEqual,
                    Comparator::Less,
                    Comparator::LessOrEqual,
                    Comparator::Greater,
                    Comparator::GreaterOrEqual,
                ]),
                number: self.number(),
                divisor: self.maybe(Self::number),
            },
            // No question is put about it.
            _ if self.pick(10) == 0 => EntryKind::Expect(Expect::MayNotAct {
                who: self.thing(),
                moment: self.moment(),
            }),
            _ => EntryKind::Expect(self.expect()),
        };
        ScenarioEntry {
            kind,
            span: Default::default(),
        }
    }

    /// A correction, in a moment or not.
    fn correction(&mut self) -> EntryKind {
        let set = match self.pick(4) {
            0 => self.newcomers(),
            1 => EntryKind::NewThing {
                kind: self.name(),
                name: self.thing(),
                settings: self.some(0, 2, Self::setting),
                because: self.maybe(Self::text),
            },
            _ => self.set_by_gm(),
        };
        if self.yes() {
            return set;
        }
        let asked = match self.pick(3) {
            0 => AskedFor::Roll(self.name()),
            1 => AskedFor::Answer(self.name()),
            _ => AskedFor::Declaration,
        };
        EntryKind::Before {
            who: self.thing(),
            asked,
            number: self.maybe(Self::number),
            entries: vec![ScenarioEntry {
                kind: set,
                span: Default::default(),
            }],
        }
    }

    fn pair_name(&mut self) -> PairName {
        PairName {
            kind: self.name(),
            one: self.thing(),
            other: self.thing(),
            span: Default::default(),
        }
    }

    fn set_by_gm(&mut self) -> EntryKind {
        EntryKind::Correction {
            whose: match self.pick(3) {
                0 => RecordName::Pair(self.pair_name()),
                _ => RecordName::Thing(self.thing()),
            },
            attribute: self.name(),
            value: self.setting().value,
            because: self.maybe(Self::text),
        }
    }

    fn newcomers(&mut self) -> EntryKind {
        EntryKind::Newcomers {
            side: self.thing(),
            member: self.member(),
            because: self.maybe(Self::text),
        }
    }

    fn member(&mut self) -> Member {
        Member {
            name: self.thing(),
            times: self.maybe(Self::number),
            settings: self.some(0, 2, Self::setting),
            span: Default::default(),
        }
    }

    fn setting(&mut self) -> Setting {
        let kind = match self.pick(7) {
            0 => ValueKind::Number(self.signed()),
            1 => ValueKind::Yes,
            2 => ValueKind::No,
            3 => ValueKind::None,
            4 => ValueKind::Quantity(self.signed(), self.name()),
            5 => ValueKind::Text(self.text()),
            _ if self.pick(4) == 0 => ValueKind::Several(self.some(2, 3, Self::thing)),
            _ => ValueKind::Thing(self.thing()),
        };
        Setting {
            name: self.name(),
            value: Value {
                kind,
                span: Default::default(),
            },
            span: Default::default(),
        }
    }

    fn line(&mut self) -> Line {
        let gm = Thing {
            text: "gm".to_owned(),
            span: Default::default(),
        };
        let who = self.maybe(Self::thing).unwrap_or(gm);
        match self.pick(5) {
            3 => Line::Nothing { who },
            0 => Line::Roll {
                who,
                rolls: self.some(1, 3, |choices| choices.some(1, 3, Self::signed)),
                each_time: self.pick(2) == 0,
                purpose: self.name(),
            },
            1 => Line::Answer {
                who,
                values: self.some(1, 3, |choices| choices.setting().value),
                each_time: self.pick(2) == 0,
                question: self.name(),
                about: self.some(0, 2, Self::about_thing),
            },
            2 => Line::Told {
                who,
                words: (0..4).map(|_| self.name()).collect(),
                settings: self.some(0, 2, Self::setting),
            },
            _ => {
                let (object, at) = (self.maybe(Self::thing), self.maybe(Self::thing));
                let most = if object.is_some() || at.is_some() {
                    2
                } else {
                    0
                };
                Line::Declaration {
                    who,
                    verb: self.name(),
                    also: match object.is_some() && at.is_some() {
                        true => self.some(0, 2, Self::thing),
                        false => Vec::new(),
                    },
                    object,
                    at,
                    others: self.some(0, most, Self::thing),
                    settings: self.some(0, 2, Self::setting),
                }
            }
        }
    }

    /// A value that is no text: what is said is asked by itself.
    fn asked_value(&mut self) -> Expr {
        let value = self.value();
        match begins_as_an_act(&value) {
            true => Expr {
                kind: ExprKind::Yes,
                span: Default::default(),
            },
            false => value,
        }
    }

    fn expect(&mut self) -> Expect {
        match self.pick(10) {
            9 => Expect::Said {
                said: self.yes(),
                text: self.text(),
                moment: self.maybe(Self::moment),
            },
            0 => Expect::Fact {
                fact: self.asked_value(),
                at: match self.pick(3) {
                    0 => FactMoment::End,
                    1 => FactMoment::After(self.act_ref()),
                    _ => FactMoment::EndOf(self.moment()),
                },
            },
            1 => Expect::Order(self.some(1, 3, |choices| choices.some(1, 2, Self::act_ref))),
            2 => Expect::Declared {
                who: self.some(1, 2, Self::thing),
                moment: self.maybe(Self::moment),
            },
            3 => Expect::Rolls {
                purpose: self.thing(),
                moment: self.maybe(Self::moment),
                count: self.number(),
            },
            4 => Expect::Acts {
                who: self.thing(),
                moment: self.maybe(Self::moment),
                count: self.number(),
            },
            5 => {
                let (asked, question) = (self.yes(), self.name());
                let about = self.some(0, 2, Self::about_thing);
                // A period behind an act is that of the act.
                let moment = match about.last() {
                    Some(AboutThing::Act(_)) => None,
                    _ => self.maybe(Self::moment),
                };
                Expect::Asked {
                    asked,
                    question,
                    about,
                    moment,
                }
            }
            6 => Expect::Over(self.yes()),
            7 => Expect::Relation {
                left: self.act_ref(),
                relation: self.of(&[ActOrder::Before, ActOrder::With, ActOrder::After]),
                right: self.act_ref(),
            },
            _ => Expect::Act {
                act: self.act_ref(),
                outcome: match self.pick(3) {
                    0 => Outcome::Happens,
                    1 => Outcome::DoesNotHappen,
                    _ => Outcome::Is(self.name(), self.maybe(Self::text)),
                },
            },
        }
    }

    fn counting(&mut self) -> Counting {
        let down = self.pick(3) == 0;
        Counting {
            down,
            from: self.value(),
            to: match down {
                true => Some(self.value()),
                false => self.maybe(Self::value),
            },
        }
    }

    fn act_ref(&mut self) -> ActRef {
        ActRef {
            actor: self.thing(),
            word: self.name(),
            objects: self.some(0, 2, Self::thing),
            told: match self.pick(4) {
                0 => {
                    let mut words = vec![self.name(), self.name()];
                    words[0].text = "on".to_owned();
                    words
                }
                _ => Vec::new(),
            },
            settings: self.some(0, 2, Self::setting),
            moment: self.maybe(Self::moment),
            span: Default::default(),
        }
    }

    fn which(&mut self, number: impl Fn(&mut Self) -> Number) -> Which {
        match self.yes() {
            true => Which::Number(number(self)),
            false => Which::Of(self.thing()),
        }
    }

    fn moment(&mut self) -> Moment {
        let part = self.maybe(Self::name);
        Moment {
            parts: self.some(usize::from(part.is_none()), 2, |choices| {
                (choices.name(), choices.which(Self::signed))
            }),
            part,
            span: Default::default(),
        }
    }
}

/// Whether a statement begins with a value. Where that is a text, it is read as the title of a record that the statement before it makes.
fn is_led_by_value(statement: &StatementKind) -> bool {
    matches!(
        statement,
        StatementKind::Rolls { .. }
            | StatementKind::Draws { .. }
            | StatementKind::TakesTurn { .. }
            | StatementKind::Declares { .. }
            | StatementKind::Does { .. }
    )
}

/// Whether a value begins with what is read as something else in an expectation, behind any `not`: a text, or a bare name and what is made of it.
fn begins_as_an_act(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Text(_) => true,
        ExprKind::InPool(pool, _) if matches!(pool.kind, ExprKind::Name(_)) => true,
        ExprKind::Not(inner)
        | ExprKind::Known(inner, _)
        | ExprKind::InPlay(inner, _)
        | ExprKind::Dot(inner, _)
        | ExprKind::InPool(inner, _)
        | ExprKind::Compare { left: inner, .. }
        | ExprKind::Sum { first: inner, .. }
        | ExprKind::Product { first: inner, .. } => begins_as_an_act(inner),
        ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::OrElse(parts) => {
            parts.first().is_some_and(begins_as_an_act)
        }
        _ => false,
    }
}
