//! Coverage points: everything in a ruleset that can be exercised, each with its place and its words. Reads the ruleset and what was exercised of it.

use crate::ruleset::{Expr, ItemId, MISSING, OptionRule, Ruleset, TableRow, Type, Value};
use crate::run::coverage::{CoverageData, OptionSettings, settings};
use crate::source::Span;

/// Something that scenarios can exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CoveragePoint {
    /// Where it stands.
    pub span: Span,
    /// Which of the things at that place: a setting of an option; else nothing.
    pub part: String,
    /// `exception "G vs D"`
    pub name: String,
    /// What it has never done, the more telling one last: `never applies`, `applies but never moves an act`.
    pub never: Vec<(&'static str, bool)>,
}

/// Everything that can be exercised, as it was.
pub(super) fn points(rules: &Ruleset, exercised: &CoverageData) -> Vec<CoveragePoint> {
    let mut list = PointCollector {
        rules,
        points: Vec::new(),
    };
    list.options(exercised);
    list.tables(exercised);
    list.actions(exercised);
    list.orders(exercised);
    list.tactics(exercised);
    list.items(exercised);
    list.points
        .sort_by(|a, b| (a.span, &a.part).cmp(&(b.span, &b.part)));
    list.points
}

struct PointCollector<'a> {
    rules: &'a Ruleset,
    points: Vec<CoveragePoint>,
}

impl PointCollector<'_> {
    fn add(&mut self, span: Span, name: String, never: &'static str, done: bool) {
        self.points.push(CoveragePoint {
            span,
            part: String::new(),
            name,
            never: vec![(never, done)],
        });
    }

    /// A thing that is one item.
    fn item(&mut self, item: ItemId, never: &'static str, done: bool) {
        let item = &self.rules.items[item.index()];
        let name = called(item.category, &item.name);
        self.add(item.span, name, never, done);
    }

    /// Options: each setting that is worth telling apart.
    fn options(&mut self, exercised: &CoverageData) {
        for (option, done) in self.rules.options.iter().zip(&exercised.settings) {
            let span = self.rules.items[option.item.index()].span;
            let parts = match settings(option) {
                OptionSettings::Each(values) => values
                    .into_iter()
                    .map(|value| self.setting(option, value))
                    .collect(),
                OptionSettings::OtherThan(_) => vec!["another value than its default".to_owned()],
            };
            for (part, done) in parts.into_iter().zip(done) {
                self.points.push(CoveragePoint {
                    span,
                    name: format!("option {} as {part}", option.name),
                    part,
                    never: vec![("never played with", *done)],
                });
            }
        }
    }

    fn setting(&self, option: &OptionRule, value: Value) -> String {
        match (&option.ty, value) {
            (Type::YesNo, 0) => "no".to_owned(),
            (Type::YesNo, _) => "yes".to_owned(),
            _ => self.rules.words[value as usize].clone(),
        }
    }

    fn tables(&mut self, exercised: &CoverageData) {
        let tables = self.rules.tables.iter().zip(&exercised.rows);
        for (table, rows) in tables.filter(|(table, _)| table.reads.is_none()) {
            for (row, done) in table.rows.iter().zip(rows) {
                let keys: Vec<String> = row
                    .keys
                    .iter()
                    .map(|&(from, to)| self.key(&table.key, from, to))
                    .collect();
                let title = if row.title.is_empty() {
                    String::new()
                } else {
                    format!(" \"{}\"", row.title)
                };
                let name = format!("table {}, row {}{title}", table.name, keys.join(", "));
                self.add(row.span, name, "never used", *done);
            }
        }
    }

    fn key(&self, ty: &Type, from: Value, to: Value) -> String {
        match ty {
            Type::Number(_) => TableRow::numbers(from, to),
            Type::YesNo => if from == 0 { "no" } else { "yes" }.to_owned(),
            Type::Action => self.rules.actions[from as usize].name.clone(),
            _ if from == MISSING => "none".to_owned(),
            _ => self.rules.words[from as usize].clone(),
        }
    }

    /// Actions: each stage that is carried out.
    fn actions(&mut self, exercised: &CoverageData) {
        for (action, stages) in self.rules.actions.iter().zip(&exercised.stages) {
            if let ([_], [done]) = (&action.stages[..], &stages[..]) {
                self.item(action.item, "never carried out", *done);
                continue;
            }
            for (stage, done) in action.stages.iter().zip(stages) {
                let name = format!(
                    "action {}, stage {}",
                    action.name,
                    self.rules.word(stage.name)
                );
                self.add(stage.span, name, "never carried out", *done);
            }
        }
    }

    /// Orders: each key.
    fn orders(&mut self, exercised: &CoverageData) {
        for (order, keys) in self.rules.orders.iter().zip(&exercised.keys) {
            for (index, (key, done)) in order.keys.iter().zip(keys).enumerate() {
                // What is the same for all acts, and cannot be placed, is there to say that they come together.
                let value = &self.rules.exprs[key.value.index()];
                if key.name.is_none() && matches!(value, Expr::Const(_)) {
                    continue;
                }
                let key_name = match key.name {
                    _ if !key.text.is_empty() => format!("\"{}\"", key.text),
                    Some(name) => self.rules.word(name).to_owned(),
                    None => (index + 1).to_string(),
                };
                let order = called("order", &order.name);
                let name = format!("{order}, key {key_name}");
                self.add(key.span, name, "never decides between two acts", *done);
            }
        }
    }

    /// Tactics: each line.
    fn tactics(&mut self, exercised: &CoverageData) {
        for (tactic, lines) in self.rules.tactics.iter().zip(&exercised.tactics) {
            for (index, (line, done)) in tactic.lines.iter().zip(lines).enumerate() {
                let name = format!("tactic {}, line {}", tactic.name, index + 1);
                self.add(line.span, name, "never declared", *done);
            }
        }
    }

    /// What is one item each.
    fn items(&mut self, exercised: &CoverageData) {
        let rules = self.rules;
        // Definitions that the check has made of defaults belong to attributes.
        let written = |item: ItemId| rules.items[item.index()].category == "definition";
        for (rule, done) in rules.functions.iter().zip(&exercised.definitions) {
            if written(rule.item) {
                self.item(rule.item, "never worked out", *done);
            }
        }
        for (rule, done) in rules.procedures.iter().zip(&exercised.procedures) {
            self.item(rule.item, "never carried out", *done);
        }
        let events = rules.events.iter().zip(&exercised.events);
        for (rule, done) in events.filter(|(rule, _)| rule.of.is_none()) {
            self.item(rule.item, "never raised", *done);
        }
        for (rule, done) in rules.placements.iter().zip(&exercised.placements) {
            self.item(rule.item, "never applies", *done);
        }
        // Nor are those counted that the check has made of kinds and of what actions need and spend.
        let is_its_own =
            |item: ItemId| matches!(rules.items[item.index()].category, "void" | "trigger");
        let voids = rules.voids.iter().zip(&exercised.voids);
        for (rule, done) in voids.filter(|(rule, _)| is_its_own(rule.item)) {
            self.item(rule.item, "never applies", *done);
        }
        let triggers = rules.triggers.iter().zip(&exercised.triggers);
        for (rule, done) in triggers.filter(|(rule, _)| is_its_own(rule.item)) {
            self.item(rule.item, "never responds", *done);
        }
        for (rule, done) in rules.phases.iter().zip(&exercised.phases) {
            self.item(rule.item, "never begins", *done);
        }
        let both = exercised.applied.iter().zip(&exercised.moved);
        for (rule, (applied, moved)) in rules.exceptions.iter().zip(both) {
            self.item(rule.item, "never applies", *applied);
            if let Some(point) = self.points.last_mut() {
                point.never.push(("applies but never moves an act", *moved));
            }
        }
    }
}

/// `phase round`, `exception "G vs D"`, `order`
fn called(category: &str, name: &str) -> String {
    match category {
        _ if name.is_empty() => category.to_owned(),
        "placement" | "exception" | "void" | "trigger" => format!("{category} \"{name}\""),
        _ => format!("{category} {name}"),
    }
}
