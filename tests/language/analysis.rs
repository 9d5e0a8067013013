//! What the rules say about their own effects: of each statement and each expression, and of all that they lead to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use affray::analysis::{Accesses, Columns, Reach};
use affray::check::Checked;
use affray::load::Loader;
use affray::ruleset::walk::each_statement;
use affray::ruleset::{
    Callee, Effect, Expr, ExprId, KindId, Location, OptionId, PhaseId, Ruleset, Statement,
    StatementKind, TriggerId,
};
use affray::source::{Limits, Sources, Span};

/// Names the forms of an enum, and lists the names of all of them: a new form has to be named here, and to have a case.
macro_rules! forms {
    ($name:ident, $all:ident, $enum:ident { $($form:ident),* $(,)? }) => {
        const $all: &[&str] = &[$(stringify!($form)),*];

        fn $name(of: &$enum) -> &'static str {
            match of {
                $($enum::$form { .. } => stringify!($form),)*
            }
        }
    };
}

forms!(
    statement_form,
    STATEMENTS,
    StatementKind {
        Set,
        Add,
        Subtract,
        If,
        Each,
        Repeat,
        Roll,
        Ask,
        Declare,
        RefuseDeclarations,
        Refuse,
        Does,
        Cancel,
        Resolve,
        Raise,
        Do,
        Result,
        Consult,
        New,
        Phase,
        Leave,
        LeaveRepeat,
        LeaveTurn,
        EndCombat,
        Note,
    }
);

forms!(
    expr_form,
    EXPRESSIONS,
    Expr {
        Const,
        Local,
        Option,
        Counter,
        Now,
        Attribute,
        Not,
        And,
        Or,
        OrElse,
        Negate,
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Plus,
        Minus,
        Times,
        Divide,
        Mod,
        Higher,
        Lower,
        If,
        Missing,
        In,
        Call,
        Lookup,
        Query,
        Text,
    }
);

/// A rule file with the texts that it was made of.
struct Case {
    checked: std::sync::Arc<Checked>,
    loader: Loader,
}

impl Case {
    fn read(name: &str) -> Self {
        let path = format!(
            "{}/tests/cases/analysis/{name}.affray",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let mut files = BTreeMap::from([(name.to_owned(), text)]);
        let mut loader = Loader::new(Limits::DEFAULT);
        let loaded = loader.load(name, &mut files);
        let checked = loaded.rules.first().cloned();
        let checked = checked.unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics));
        Case { checked, loader }
    }

    fn rules(&self) -> &Ruleset {
        &self.checked.ruleset
    }

    fn words(&self) -> Words<'_> {
        Words {
            rules: self.rules(),
            sources: self.loader.sources(),
        }
    }
}

/// Effects in words.
struct Words<'a> {
    rules: &'a Ruleset,
    sources: &'a Sources,
}

impl Words<'_> {
    /// The first line of a place, or of a statement what stands before its block.
    fn source(&self, span: Span) -> String {
        let text = &self.sources.text(span.file)[span.start as usize..span.end as usize];
        text.split(" {")
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned()
    }

    fn expr(&self, id: ExprId) -> String {
        self.source(self.rules.expr_spans[id.index()])
    }

    fn location(&self, location: Location) -> String {
        let rules = self.rules;
        match location {
            Location::Local(local) => format!("name {local}"),
            Location::Attribute { kind, slot, of } => {
                let kind = &rules.kinds[kind.index()];
                let of = of.map(|of| format!(" of `{}`", self.expr(of)));
                let attribute = &kind.attributes[usize::from(slot)].name;
                format!("{}.{attribute}{}", kind.name, of.unwrap_or_default())
            }
            Location::Records(kind) => format!("list of {}", rules.kinds[kind.index()].name),
            Location::Counter(phase) => format!("counter of {}", rules.phases[phase.index()].name),
            Location::Now => "clock".to_owned(),
            Location::Responses(trigger) => {
                format!("responses of {}", rules.triggers[trigger.index()].title)
            }
            Location::Option(option) => format!("option {}", rules.options[option.index()].name),
        }
    }

    fn effect(&self, effect: Effect<'_>) -> String {
        let for_each = |binds: Option<u16>| match binds {
            Some(local) => format!(", for each name {local}"),
            None => String::new(),
        };
        match effect {
            Effect::Evaluates { expr, binds } => {
                format!("evaluates `{}`{}", self.expr(expr), for_each(binds))
            }
            Effect::Runs {
                block,
                binds,
                repeats,
            } => format!(
                "runs {} statements{}{}",
                block.len(),
                for_each(binds),
                if repeats { ", repeats" } else { "" }
            ),
            Effect::Binds(local) => format!("binds name {local}"),
            Effect::Reads(location) => format!("reads {}", self.location(location)),
            Effect::Writes(location, update) => {
                format!("writes {} ({update:?})", self.location(location))
            }
            Effect::Makes(kind) => format!("makes {}", self.rules.kinds[kind.index()].name),
            Effect::Calls(callee, arguments) => match arguments.len() {
                0 => format!("calls {}", self.callee(callee)),
                some => format!("calls {} with {some} arguments", self.callee(callee)),
            },
            Effect::Says(text) => {
                let span = self.rules.templates[text.index()].span;
                format!(
                    "says {}",
                    &self.sources.text(span.file)[span.start as usize..span.end as usize]
                )
            }
            Effect::Awaits(input) => format!("awaits {input:?}"),
            Effect::Exits(exit) => format!("exits {exit:?}"),
        }
    }

    fn callee(&self, callee: Callee) -> String {
        let name = (callee.frame(self.rules)).map(|(_, item)| &self.rules.items[item.index()].name);
        match name {
            Some(name) => format!("{callee:?} `{name}`"),
            None => format!("{callee:?}"),
        }
    }

    fn block(&self, block: &[Statement], indent: usize, said: &mut String) {
        for statement in block {
            let form = statement_form(&statement.kind);
            let source = self.source(statement.span);
            _ = writeln!(said, "{:indent$}{form}: {source}", "");
            statement.kind.effects(&mut |effect| {
                _ = writeln!(said, "{:indent$}    {}", "", self.effect(effect));
                if let Some(block) = effect.block() {
                    self.block(block, indent + 8, said);
                }
            });
        }
    }
}

/// What each callee of a file does itself.
#[test]
fn effects_of_statements() {
    let case = Case::read("statements");
    let (words, mut said) = (case.words(), String::new());
    for callee in case.rules().callees() {
        _ = writeln!(said, "{}", words.callee(callee));
        callee.effects(case.rules(), &mut |effect| {
            _ = writeln!(said, "    {}", words.effect(effect));
            if let Some(block) = effect.block() {
                words.block(block, 8, &mut said);
            }
        });
    }
    insta::assert_snapshot!(said);
    let mut forms = BTreeSet::new();
    case.rules().each_statement(&mut |statement| {
        forms.insert(statement_form(statement));
    });
    assert_eq!(
        forms,
        STATEMENTS.iter().copied().collect(),
        "each has a case"
    );
}

/// What each expression of a file does itself, by its form.
#[test]
fn effects_of_expressions() {
    let case = Case::read("expressions");
    let (words, mut said) = (case.words(), String::new());
    let mut forms = BTreeMap::new();
    for (index, expr) in case.rules().exprs.iter().enumerate() {
        let mut effects = String::new();
        expr.effects(&mut |effect| _ = writeln!(effects, "    {}", words.effect(effect)));
        let source = words.expr(ExprId::from_index(index));
        let line = format!("{}: {source}\n{effects}", expr_form(expr));
        let known: &mut Vec<String> = forms.entry(expr_form(expr)).or_default();
        // Of what there is much, some.
        if known.len() < 10 && !known.contains(&line) {
            known.push(line);
        }
    }
    forms
        .values()
        .flatten()
        .for_each(|line| said.push_str(line));
    insta::assert_snapshot!(said);
    let forms: BTreeSet<&str> = forms.into_keys().collect();
    assert_eq!(
        forms,
        EXPRESSIONS.iter().copied().collect(),
        "each has a case"
    );
}

/// All that can be read and written.
fn locations(rules: &Ruleset) -> Vec<Location> {
    let mut all = vec![Location::Now];
    for (kind, rule) in (0..).map(KindId).zip(&rules.kinds) {
        all.push(Location::Records(kind));
        let slots = 0..rule.attributes.len() as u16;
        all.extend(slots.map(|slot| Location::Attribute {
            kind,
            slot,
            of: None,
        }));
    }
    all.extend((0..rules.phases.len() as u32).map(|phase| Location::Counter(PhaseId(phase))));
    all.extend((0..rules.triggers.len() as u32).map(|id| Location::Responses(TriggerId(id))));
    all.extend((0..rules.options.len() as u32).map(|option| Location::Option(OptionId(option))));
    all
}

/// What each callee reads and writes, by itself and by all that it leads to.
#[test]
fn accesses_by_way_of_others() {
    let mut said = String::new();
    for name in ["statements", "expressions"] {
        let case = Case::read(name);
        let (rules, words) = (case.rules(), case.words());
        let columns = Columns::of(rules);
        let dispatch = [Callee::Line, Callee::Batches, Callee::Joins(None)];
        for callee in rules.callees().into_iter().chain(dispatch) {
            let mut accesses = Accesses::none(&columns);
            Reach::new(rules).callee(callee, &mut |effect| accesses.add(&columns, effect));
            let listed = |set: &affray::analysis::Set| {
                let all = locations(rules).into_iter();
                let of =
                    all.filter(|&one| columns.number(one).is_some_and(|one| set.contains(one)));
                of.map(|one| words.location(one))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            _ = writeln!(said, "{}", words.callee(callee));
            _ = writeln!(said, "    reads: {}", listed(&accesses.reads));
            _ = writeln!(said, "    writes: {}", listed(&accesses.writes));
        }
    }
    insta::assert_snapshot!(said);
}

/// No two locations share a number.
#[test]
fn locations_have_numbers_of_their_own() {
    let case = Case::read("statements");
    let columns = Columns::of(case.rules());
    let all = locations(case.rules());
    let numbers: BTreeSet<_> = all.iter().map(|one| columns.number(*one)).collect();
    assert_eq!(numbers.len(), all.len());
    assert!(!numbers.contains(&None));
    assert_eq!(columns.number(Location::Local(0)), None);
}

/// Every expression and every statement is reached from the callees, and each callee is entered once.
#[test]
fn all_code_is_reached_from_the_callees() {
    for name in ["statements", "expressions"] {
        let case = Case::read(name);
        let rules = case.rules();
        let (mut evaluated, mut entered) = (BTreeSet::new(), 0);
        let mut reach = Reach::new(rules);
        for callee in rules.callees() {
            reach.callee(callee, &mut |effect| match effect {
                Effect::Evaluates { expr, .. } => _ = evaluated.insert(expr),
                Effect::Runs { .. } => entered += 1,
                _ => {}
            });
        }
        let all = (0..rules.exprs.len()).map(ExprId::from_index);
        let holes = (rules.templates.iter()).flat_map(affray::ruleset::Template::holes);
        evaluated.extend(holes);
        let mut missed: Vec<ExprId> = all.filter(|id| !evaluated.contains(id)).collect();
        // Where a value is put is not evaluated.
        let mut places = 0;
        rules.each_statement(&mut |statement| match statement {
            StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Subtract { .. } => statement.effects(&mut |effect| {
                places += usize::from(effect.attribute_written().is_some());
            }),
            _ => {}
        });
        // The keys of tables are numbers.
        missed.retain(|id| !matches!(rules.exprs[id.index()], Expr::Const(_)));
        let is_place = |id: &ExprId| matches!(rules.exprs[id.index()], Expr::Attribute { .. });
        let others = missed.iter().filter(|id| !is_place(id));
        let others: Vec<&Expr> = others.map(|id| &rules.exprs[id.index()]).collect();
        assert!(others.is_empty(), "{name}: {others:?}");
        // An answer is kept where no expression says so.
        assert!(missed.len() <= places, "{name}");
        let mut blocks = 0;
        for callee in rules.callees() {
            for block in callee.blocks(rules) {
                blocks += 1;
                each_statement(block, &mut |statement| {
                    statement
                        .effects(&mut |effect| blocks += usize::from(effect.block().is_some()));
                });
            }
        }
        assert_eq!(entered, blocks, "{name}");
    }
}
