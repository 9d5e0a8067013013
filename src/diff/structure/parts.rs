//! An item as a list of parts, each with the words of its text: what a change of it can be named by. Works on the tree and its text.

use super::items::text;
use super::words::{self, head};
use crate::source::{Sources, Span};
use crate::syntax::ast::{
    ActionDef, Attribute, Block, Citation, Expr, Item, ItemKind, Key, KindDef, Movement, OrderDef,
    Parameter, PhaseDef, Row, RowKey, Statement, StatementKind, TableKey, TacticDef, Text,
    TriggerDef, Type, Units,
};
use crate::syntax::plain;
use std::collections::BTreeMap;

/// A part of an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ComparedPart {
    /// What it is; of a line, what the line belongs to.
    pub what: String,
    /// The attribute to which it belongs.
    pub attribute: Option<String>,
    /// Its words.
    pub text: String,
    /// It is a line of what is done: its place counts, and it has no name of its own.
    pub line: bool,
}

/// The parts of an item, its name or title left out. Only a kind has several blocks.
pub(super) fn parts(blocks: &[&Item], sources: &Sources) -> Vec<ComparedPart> {
    let mut list = PartCollector {
        sources,
        parts: Vec::new(),
        attribute: None,
        numbers: BTreeMap::new(),
    };
    let kinds = blocks.iter().filter_map(|item| match &item.kind {
        ItemKind::Kind(kind) => Some(kind),
        _ => None,
    });
    list.kind(&kinds.collect::<Vec<_>>());
    blocks.iter().for_each(|item| list.item(item));
    list.parts
}

struct PartCollector<'a> {
    sources: &'a Sources,
    parts: Vec<ComparedPart>,
    /// The attribute that is being read.
    attribute: Option<String>,
    /// How many parts have a name.
    numbers: BTreeMap<String, usize>,
}

impl PartCollector<'_> {
    fn add(&mut self, what: impl Into<String>, text: impl Into<String>) {
        let mut what = what.into();
        let same = self.numbers.entry(what.clone()).or_default();
        *same += 1;
        if *same > 1 {
            what = format!("{what} #{same}");
        }
        self.parts.push(ComparedPart {
            what,
            attribute: self.attribute.clone(),
            text: text.into(),
            line: false,
        });
    }

    /// A line of what is done. A part that has its name is the next of that name.
    fn add_line(&mut self, what: &str, text: String) {
        *self.numbers.entry(what.to_owned()).or_default() += 1;
        self.parts.push(ComparedPart {
            what: what.to_owned(),
            attribute: self.attribute.clone(),
            text,
            line: true,
        });
    }

    fn words(&self, span: Span) -> String {
        plain(self.sources.snippet(span))
    }

    fn expr(&self, expr: &Expr) -> String {
        words::expr(expr, self.sources)
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Source(source) | ItemKind::Uses(source) => self.add("text", text(source)),
            ItemKind::Time(units) | ItemKind::Units(units) => self.units(units),
            ItemKind::Option(option) => {
                self.add("type", self.words(option.ty.span));
                self.add("default", self.expr(&option.default));
                self.text("text", option.text.as_ref());
                self.cites(&option.cites);
            }
            ItemKind::Choice(choice) => {
                let words: Vec<&str> = choice.words.iter().map(|word| word.text.as_str()).collect();
                self.add(
                    "words",
                    words.join(if choice.ordered { " < " } else { " | " }),
                );
                self.cites(&choice.cites);
            }
            // Its blocks have been told together.
            ItemKind::Kind(_) => {}
            ItemKind::Let(definition) => {
                self.parameters(&definition.parameters);
                self.gives(definition.ty.as_ref());
                self.add("value", self.expr(&definition.value));
                self.text("text", definition.text.as_ref());
                self.cites(&definition.cites);
            }
            ItemKind::Table(table) => {
                self.text("title", table.title.as_ref());
                self.parameters(&table.parameters);
                let key = self.looked_up_by(&table.key);
                self.add("key", key);
                self.gives(table.ty.as_ref());
                if let Some(columns) = &table.columns {
                    self.add("columns", self.words(columns.span));
                }
                table.rows.iter().for_each(|row| self.row(row));
                self.cites(&table.cites);
            }
            ItemKind::Procedure(procedure) => {
                self.parameters(&procedure.parameters);
                self.gives(procedure.ty.as_ref());
                self.block("", &procedure.body, 0);
                self.cites(&procedure.cites);
            }
            ItemKind::Event(event) => {
                self.parameters(&event.parameters);
                self.text("text", event.text.as_ref());
                self.cites(&event.cites);
            }
            ItemKind::Action(action) => self.action(action),
            ItemKind::Order(order) => self.order(order),
            ItemKind::Placement(placement) => {
                self.over(&placement.over);
                if let Some(act) = &placement.act {
                    self.add("for", act.words());
                }
                self.guards(&placement.guards);
                for (name, value) in &placement.places {
                    self.add(format!("place {}", name.text), self.expr(value));
                }
                self.cites(&placement.cites);
            }
            ItemKind::Exception(exception) => {
                self.over(&exception.over);
                if let Some((first, second)) = &exception.acts {
                    self.add("for", format!("{}, {}", first.words(), second.words()));
                }
                self.guards(&exception.guards);
                if let Some(moves) = &exception.moves {
                    self.add("movement", self.movement(moves));
                }
                self.cites(&exception.cites);
            }
            ItemKind::Void(void) => {
                if let Some(act) = &void.act {
                    self.add("for", act.words());
                }
                self.guards(&void.guards);
                self.text("because", void.because.as_ref());
                self.cites(&void.cites);
            }
            ItemKind::Trigger(trigger) => self.trigger(trigger),
            ItemKind::Phase(phase) => self.phase(phase),
            ItemKind::Tactic(tactic) => self.tactic(tactic),
            ItemKind::Document(_) | ItemKind::NoRule(_) => self.add("text", self.words(item.span)),
            ItemKind::Remove { .. }
            | ItemKind::RemoveEvery { .. }
            | ItemKind::Replace(_)
            | ItemKind::Part(_)
            | ItemKind::SetOption { .. } => {
                self.add("text", self.words(item.span));
            }
        }
    }

    fn tactic(&mut self, tactic: &TacticDef) {
        self.text("text", tactic.text.as_ref());
        self.add("for", self.words(tactic.whom.span));
        for line in &tactic.lines {
            self.add_line("", self.words(line.span));
        }
        self.cites(&tactic.cites);
    }

    fn units(&mut self, units: &Units) {
        for unit in &units.defs {
            let name = &unit.name.text;
            let mut words = name.clone();
            if let Some(plural) = &unit.plural {
                words += &format!(", {}", plural.text);
            }
            if let Some((number, of)) = &unit.size {
                words += &format!(" = {} {}", number.digits, of.text);
            }
            self.add(format!("unit {name}"), words);
        }
        self.cites(&units.cites);
    }

    fn kind(&mut self, blocks: &[&KindDef]) {
        let sources = self.sources;
        let plurals = blocks.iter().filter_map(|kind| kind.plural.as_ref());
        self.listed("plural", plurals.map(|plural| plural.text.clone()));
        let pairs = blocks.iter().filter_map(|kind| kind.pair.as_ref());
        self.listed("of two", pairs.map(|pair| words::pair(pair, sources)));
        for attribute in blocks.iter().flat_map(|kind| &kind.attributes) {
            self.attribute(attribute);
        }
        for clause in blocks.iter().filter_map(|kind| kind.in_play.as_ref()) {
            let mut words = self.expr(&clause.condition);
            if let Some(text) = &clause.text {
                words.push_str(&format!(" {}", self.words(text.span)));
            }
            self.add("in play while", words);
        }
        let cites: Vec<Citation> = blocks.iter().flat_map(|kind| kind.cites.clone()).collect();
        self.cites(&cites);
    }

    /// What a table or an attribute is looked up by.
    fn looked_up_by(&self, key: &TableKey) -> String {
        match key {
            TableKey::Dice(dice) => self.words(dice.span),
            TableKey::Parameter { parameter, range } => {
                let range = range.as_ref().map_or(String::new(), |(from, to)| {
                    format!(" from {} to {}", self.expr(from), self.expr(to))
                });
                format!("{}{range}", self.parameter(parameter))
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let mut words = self.words(attribute.ty.span);
        if let Some(key) = &attribute.key {
            words = format!("on {}: {words}", self.looked_up_by(key));
        }
        if let Some(default) = &attribute.default {
            words.push_str(&format!(" = {}", self.expr(default)));
        }
        words.push_str(&attribute.terms());
        if attribute.kept_secret {
            words.push_str(", secret");
        }
        if let Some(text) = &attribute.text {
            words.push_str(&format!(" {}", self.words(text.span)));
        }
        let what = format!("attribute {}", attribute.name.text);
        self.attribute = Some(attribute.name.text.clone());
        self.add(what.as_str(), words);
        self.cited_by(&what, &attribute.cites);
        self.attribute = None;
    }

    fn row(&mut self, row: &Row) {
        let what = format!("row {}", RowKey::list(&row.keys));
        let title = row.title.as_ref();
        let title = title.map_or(String::new(), |title| self.words(title.span));
        let values: Vec<String> = row.values.iter().map(|value| self.expr(value)).collect();
        let value = values.join(" | ");
        self.add(what.clone(), [title, value].join(" ").trim().to_owned());
        let body = row.body.iter();
        body.for_each(|body| self.block(&what, body, 0));
        self.cited_by(&what, &row.cites);
    }

    fn action(&mut self, action: &ActionDef) {
        let verb = action.verb.iter();
        verb.for_each(|verb| self.add("verb", verb.text.clone()));
        self.text("title", action.title.as_ref());
        let [at_once, by_rules] = [action.at_once, action.not_declared];
        at_once.then(|| self.add("when", "at once"));
        by_rules.then(|| self.add("comes about", "by rules alone"));
        if let Some((object, at)) = &action.takes {
            let at = at.iter().map(|at| format!(" at {}", at.text));
            self.add("takes", object.text.clone() + &at.collect::<String>());
        }
        for need in &action.needs {
            self.value("needs", Some(&need.condition));
            self.text("because", Some(&need.because));
        }
        for one in &action.spends {
            let [value, from] = [&one.value, &one.from].map(|part| self.expr(part));
            self.add("spends", format!("{value} from {from}"));
        }
        let keeps = action.keeps.iter().map(|kept| ("keeps", kept.span));
        let limits = action.limits.iter().map(|limit| ("limit", limit.span));
        (keeps.chain(limits)).for_each(|(what, span)| self.add(what, self.words(span)));
        for stage in &action.stages {
            let name = stage.name.as_ref().map(|name| &name.text);
            let what = name.map_or(String::new(), |name| format!("stage {name}"));
            if !what.is_empty() {
                let title = stage.title.as_ref().map(|title| self.words(title.span));
                self.add(what.clone(), title.unwrap_or_default());
            }
            self.block(&what, &stage.body, 0);
            self.cited_by(&what, &stage.cites);
        }
        let then = action.then.iter();
        then.for_each(|then| self.block("then", &then.body, 0));
        self.cites(&action.cites);
    }

    fn order(&mut self, order: &OrderDef) {
        for (what, phase) in [("during", &order.during), ("each", &order.each)] {
            phase
                .iter()
                .for_each(|phase| self.add(what, phase.text.clone()));
        }
        for key in &order.keys {
            let name = match (&key.name, &key.text) {
                (Some(name), _) => name.text.clone(),
                (None, Some(text)) => self.words(text.span),
                (None, None) => self.expr(&key.value),
            };
            let what = format!("key {name}");
            self.add(what.as_str(), self.key(key));
            self.cited_by(&what, &key.cites);
        }
        self.cites(&order.cites);
    }

    fn key(&self, key: &Key) -> String {
        let kinds = if key.for_acts.is_empty() {
            String::new()
        } else {
            format!("for {}: ", key.acts())
        };
        let first = if key.highest_first {
            ", highest first"
        } else {
            ", lowest first"
        };
        let missing = key.missing.map_or(String::new(), |missing| {
            format!(", missing {}", missing.word())
        });
        let shown = if key.shown { ", shown" } else { "" };
        // A key without a name is called by its text.
        let text = key.text.as_ref().filter(|_| key.name.is_some());
        let text = text.map_or(String::new(), |text| format!(" {}", self.words(text.span)));
        format!(
            "{kinds}{}{first}{missing}{shown}{text}",
            self.expr(&key.value)
        )
    }

    fn trigger(&mut self, trigger: &TriggerDef) {
        self.add("when", trigger.happening.words());
        self.value("if", trigger.guard.as_ref());
        self.spot("limit", trigger.limit.as_ref().map(|limit| limit.span));
        self.block("", &trigger.body, 0);
        self.cites(&trigger.cites);
    }

    fn phase(&mut self, phase: &PhaseDef) {
        self.text("title", phase.title.as_ref());
        self.spot("turns", phase.turns.as_ref().map(|turns| turns.span));
        if let Some(counting) = &phase.counting {
            self.add("counting", words::counting(counting, self.sources));
        }
        self.value("lasting", phase.lasting.as_ref());
        self.value("while", phase.while_.as_ref());
        self.block("", &phase.body, 0);
        self.cites(&phase.cites);
    }

    fn movement(&self, movement: &Movement) -> String {
        match movement {
            Movement::Compare { left, right, mover } => {
                format!(
                    "compare {} with {}: {} moves",
                    self.expr(left),
                    self.expr(right),
                    mover.text
                )
            }
            Movement::Relation {
                mover,
                relation,
                reference,
            } => {
                format!("{} {} {}", mover.text, relation.word(), reference.text)
            }
        }
    }

    fn guards(&mut self, guards: &[Expr]) {
        for guard in guards {
            self.add_line("when", self.expr(guard));
        }
    }

    /// Parts of one name, if there are any.
    fn listed(&mut self, what: impl Into<String>, all: impl Iterator<Item = String>) {
        let all: Vec<String> = all.collect();
        if !all.is_empty() {
            self.add(what, all.join(", "));
        }
    }

    fn over(&mut self, over: &[Text]) {
        let sources = self.sources;
        let words = |over: &Text| plain(sources.snippet(over.span));
        self.listed("over", over.iter().map(words));
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        let all: Vec<String> = parameters.iter().map(|one| self.parameter(one)).collect();
        self.listed("for", all.into_iter());
    }

    fn parameter(&self, parameter: &Parameter) -> String {
        format!("{} {}", self.words(parameter.ty.span), parameter.name.text)
    }

    /// The type of what is given, which may be left to its body.
    fn gives(&mut self, ty: Option<&Type>) {
        self.add("type", ty.map_or(String::new(), |ty| self.words(ty.span)));
    }

    fn spot(&mut self, what: &str, span: Option<Span>) {
        span.iter()
            .for_each(|&span| self.add(what, self.words(span)));
    }

    fn text(&mut self, what: &str, text: Option<&Text>) {
        self.spot(what, text.map(|text| text.span));
    }

    fn value(&mut self, what: &str, value: Option<&Expr>) {
        value
            .iter()
            .for_each(|value| self.add(what, self.expr(value)));
    }

    fn cites(&mut self, cites: &[Citation]) {
        self.cited_by("", cites);
    }

    fn cited_by(&mut self, what: &str, cites: &[Citation]) {
        let sources = self.sources;
        let words = |citation: &Citation| plain(sources.snippet(citation.span));
        let what = match what {
            "" => "cites".to_owned(),
            what => format!("cites of {what}"),
        };
        self.listed(what, cites.iter().map(words));
    }

    fn line(&mut self, what: &str, depth: usize, text: String) {
        self.add_line(what, format!("{}{text}", "  ".repeat(depth)));
    }

    /// The lines of what is done; what stands in braces further in.
    fn block(&mut self, what: &str, block: &Block, depth: usize) {
        for statement in &block.statements {
            self.statement(what, statement, depth);
        }
    }

    fn statement(&mut self, what: &str, statement: &Statement, depth: usize) {
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (index, (condition, body)) in branches.iter().enumerate() {
                    let word = ["else if", "if"][usize::from(index == 0)];
                    self.line(what, depth, format!("{word} {}", self.expr(condition)));
                    self.block(what, body, depth + 1);
                }
                if let Some(body) = otherwise {
                    self.line(what, depth, "else".to_owned());
                    self.block(what, body, depth + 1);
                }
            }
            StatementKind::Each { body, .. }
            | StatementKind::Repeat { body, .. }
            | StatementKind::RepeatTimes { body, .. } => {
                self.line(what, depth, head(self.sources.snippet(statement.span)));
                self.block(what, body, depth + 1);
            }
            StatementKind::Phase(phase) => {
                self.line(what, depth, words::phase_head(phase, self.sources));
                self.block(what, &phase.body, depth + 1);
            }
            _ => self.line(what, depth, self.words(statement.span)),
        }
    }
}
