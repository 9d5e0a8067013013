//! Rule sets and the items that define words.

use super::Speller;
use crate::syntax::ast::*;

impl Speller {
    pub fn rules(&mut self, rules: &Rules) {
        self.named("rules", Some(&rules.name));
        self.texted(rules.title.as_ref());
        if let Some(file) = &rules.extends {
            self.word("extends");
            self.text(file);
        }
        self.word("{");
        for (number, item) in rules.items.iter().enumerate() {
            let above = number.checked_sub(1).map(|above| &rules.items[above].kind);
            if above.is_some_and(|above| !is_short(above) || !is_short(&item.kind)) {
                self.line();
            }
            self.line();
            self.item(item);
        }
        self.line();
        self.word("}");
    }

    pub fn item(&mut self, item: &Item) {
        self.allows.extend(item.allows.iter().cloned());
        match &item.kind {
            ItemKind::Source(text) => {
                self.word("source");
                self.text(text);
            }
            ItemKind::Document(document) => {
                self.named("statements", Some(&document.prefix));
                match &document.last {
                    None => self.number(&document.first),
                    Some(last) => {
                        let (first, last) = (&document.first.digits, &last.digits);
                        self.word(&format!("{first}..{last}"));
                    }
                }
            }
            ItemKind::NoRule(no_rule) => {
                self.word("no rule for");
                self.citations(&no_rule.statements);
                self.word("because");
                self.text(&no_rule.because);
            }
            ItemKind::Uses(text) => {
                self.word("uses");
                self.text(text);
            }
            ItemKind::Remove { category, name } => {
                self.word("remove");
                self.category(*category);
                self.quoted(&name.text);
            }
            ItemKind::RemoveEvery(category) => {
                self.word("remove every");
                self.category(*category);
            }
            ItemKind::Replace(item) => {
                self.word("replace");
                self.item(item);
            }
            ItemKind::SetOption { name, value } => {
                self.named("set option", Some(name));
                self.word("=");
                self.expr(value);
            }
            ItemKind::Time(units) => self.units("time", units),
            ItemKind::Units(units) => self.units("units", units),
            ItemKind::Option(option) => self.option(option),
            ItemKind::Choice(choice) => {
                self.named("choice", Some(&choice.name));
                self.glued(":");
                for (number, word) in choice.words.iter().enumerate() {
                    if number > 0 {
                        self.word("|");
                    }
                    self.name(word);
                }
                self.cites(&choice.cites);
            }
            ItemKind::Kind(kind) => self.kind(kind),
            ItemKind::Let(definition) => self.definition(definition),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Procedure(procedure) => {
                self.named("procedure", Some(&procedure.name));
                self.parameters(&procedure.parameters);
                self.body(&procedure.cites, &procedure.body);
            }
            ItemKind::Event(event) => {
                self.named("event", Some(&event.name));
                self.parameters(&event.parameters);
                self.texted(event.text.as_ref());
                self.cites(&event.cites);
            }
            ItemKind::Action(action) => self.action(action),
            ItemKind::Order(order) => self.order(order),
            ItemKind::Placement(placement) => self.placement(placement),
            ItemKind::Exception(exception) => self.exception(exception),
            ItemKind::Void(void) => self.void(void),
            ItemKind::Trigger(trigger) => self.trigger(trigger),
            ItemKind::Phase(phase) => self.phase(phase),
            ItemKind::Tactic(tactic) => self.tactic(tactic),
        }
    }

    fn category(&mut self, category: Category) {
        self.word(category.keyword());
    }

    fn units(&mut self, word: &str, units: &Units) {
        self.word(word);
        self.word("{");
        self.cites_line(&units.cites);
        self.lines(&units.defs, |speller, unit| {
            speller.name(&unit.name);
            speller.named(",", unit.plural.as_ref());
            if let Some((number, unit)) = &unit.size {
                speller.word("=");
                speller.number(number);
                speller.name(unit);
            }
            speller.cites(&unit.cites);
        });
        self.line();
        self.word("}");
    }

    fn option(&mut self, option: &OptionDef) {
        self.named("option", Some(&option.name));
        self.glued(":");
        self.ty(&option.ty);
        self.word("=");
        self.expr(&option.default);
        self.texted(option.text.as_ref());
        self.cites(&option.cites);
    }

    fn kind(&mut self, kind: &KindDef) {
        self.named("kind", Some(&kind.name));
        self.named(",", kind.plural.as_ref());
        self.word("{");
        self.cites_line(&kind.cites);
        self.lines(&kind.attributes, |speller, attribute| {
            speller.name(&attribute.name);
            speller.glued(":");
            speller.ty(&attribute.ty);
            if let Some(default) = &attribute.default {
                speller.word("=");
                speller.expr(default);
            }
            speller.texted(attribute.text.as_ref());
            speller.cites(&attribute.cites);
        });
        self.line();
        self.word("}");
    }

    pub fn ty(&mut self, ty: &Type) {
        if ty.optional {
            self.word("optional");
        }
        match &ty.kind {
            TypeKind::YesNo => self.word("yes/no"),
            TypeKind::Named(name) => self.name(name),
            TypeKind::Choice(words) => {
                for (number, word) in words.iter().enumerate() {
                    self.word(if number > 0 { "|" } else { "" });
                    self.name(word);
                }
            }
        }
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        self.word("(");
        self.list(parameters, Self::parameter);
        self.glued(")");
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.ty(&parameter.ty);
        self.name(&parameter.name);
    }

    fn definition(&mut self, definition: &LetDef) {
        self.named("let", Some(&definition.name));
        if !definition.parameters.is_empty() {
            self.parameters(&definition.parameters);
        }
        self.result_type(definition.ty.as_ref());
        self.word("=");
        self.expr(&definition.value);
        self.texted(definition.text.as_ref());
        self.cites(&definition.cites);
    }

    fn result_type(&mut self, ty: Option<&Type>) {
        if let Some(ty) = ty {
            self.glued(":");
            self.ty(ty);
        }
    }

    fn table(&mut self, table: &TableDef) {
        self.named("table", Some(&table.name));
        self.texted(table.title.as_ref());
        if !table.parameters.is_empty() {
            self.parameters(&table.parameters);
        }
        self.word("on");
        match &table.key {
            TableKey::Dice(dice) => self.dice(dice),
            TableKey::Parameter { parameter, range } => {
                self.parameter(parameter);
                if let Some((from, to)) = range {
                    self.word("from");
                    self.expr(from);
                    self.word("to");
                    self.expr(to);
                }
            }
        }
        self.result_type(table.ty.as_ref());
        self.word("{");
        self.cites_line(&table.cites);
        self.lines(&table.rows, Self::row);
        self.line();
        self.word("}");
    }

    fn row(&mut self, row: &Row) {
        self.list(&row.keys, |speller, key| match key {
            RowKey::Word(word) => speller.name(word),
            RowKey::Numbers { from, to } => {
                speller.number(from);
                if let Some(to) = to {
                    speller.glued("..");
                    speller.glued(if to.negative { "-" } else { "" });
                    speller.glued(&to.digits);
                }
            }
        });
        self.texted(row.title.as_ref());
        if let Some(value) = &row.value {
            self.glued(":");
            self.expr(value);
        }
        if let Some(body) = &row.body {
            self.block(body);
        }
        self.cites(&row.cites);
    }

    fn action(&mut self, action: &ActionDef) {
        self.named("action", Some(&action.name));
        self.named(",", action.verb.as_ref());
        self.texted(action.title.as_ref());
        if action.at_once {
            self.word("at once");
        }
        self.word("{");
        self.cites_line(&action.cites);
        if let Some((object, at)) = &action.takes {
            self.line();
            self.named("takes", Some(object));
            self.named("at", at.as_ref());
        }
        self.lines(&action.stages, |speller, stage| {
            match &stage.name {
                Some(name) => speller.named("stage", Some(name)),
                None => speller.word("does"),
            }
            speller.texted(stage.title.as_ref());
            speller.cites(&stage.cites);
            speller.block(&stage.body);
        });
        self.line();
        self.word("}");
    }

    pub fn phase(&mut self, phase: &PhaseDef) {
        self.named("phase", Some(&phase.name));
        self.texted(phase.title.as_ref());
        if let Some(Counting { down, from, to }) = &phase.counting {
            self.word("counting");
            if *down {
                self.word("down");
            }
            self.word("from");
            self.expr(from);
            if let Some(to) = to {
                self.word("to");
                self.expr(to);
            }
        }
        for (word, value) in [("lasting", &phase.lasting), ("while", &phase.while_)] {
            if let Some(value) = value {
                self.word(word);
                self.expr(value);
            }
        }
        self.body(&phase.cites, &phase.body);
    }
}

/// What is told in a line or two: several stand together without an empty line between.
fn is_short(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Source(_)
            | ItemKind::Document(_)
            | ItemKind::NoRule(_)
            | ItemKind::Uses(_)
            | ItemKind::Remove { .. }
            | ItemKind::RemoveEvery(_)
            | ItemKind::Choice(_)
            | ItemKind::SetOption { .. }
            | ItemKind::Option(_)
            | ItemKind::Let(_)
            | ItemKind::Event(_)
    )
}
