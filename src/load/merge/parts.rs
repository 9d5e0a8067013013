//! Changes of parts of items: finds the part in the item of another file and puts what the change says there. Works on the tree alone.

use super::{part_messages as told, phases, rows};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{
    ActionDef, Beside, Block, Citation, Item, ItemKind, ItemName, ItemPart, Key, NewPart, OrderDef,
    PartChange, PartVerb, PhaseDef, PhaseHead, Row, Stage, Statement, StatementKind, TableDef,
    Text, TypeKind,
};
use crate::syntax::bare;

/// A change of a part, and what is known of the files that are put together.
pub(super) struct PartEdit<'m> {
    pub change: &'m PartChange,
    pub sources: &'m Sources,
    /// Whether the file of the change builds on this one.
    pub is_below: &'m dyn Fn(FileId) -> bool,
    /// Whether a phase of this name has been replaced as a whole.
    pub is_replaced: &'m dyn Fn(&str) -> bool,
    /// Whether what is put there says the same as what stood there.
    pub says_the_same: bool,
}

impl PartEdit<'_> {
    /// Makes the change in the item; `inner`: the name of the phase inside it that is meant.
    pub fn apply(&mut self, item: &mut Item, inner: Option<&str>) -> Result<(), Diagnostic> {
        if self.change.verb == PartVerb::Before || self.change.verb == PartVerb::After {
            let Some(name) = inner else {
                return Err(told::misplaced(self.change));
            };
            if let Some(phase) = phases::find(item, name) {
                phase.cites.extend(self.change.cites.iter().cloned());
            }
            return match phases::place(item, name) {
                Some((block, place)) => self.beside(block, place),
                None => Err(told::misplaced(self.change)),
            };
        }
        let kind = match inner.and_then(|name| phases::find(item, name)) {
            Some(phase) => return self.phase(phase),
            None => &mut item.kind,
        };
        match kind {
            ItemKind::Phase(phase) => self.phase(phase),
            ItemKind::Action(action) => self.action(action),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Order(order) => self.order(order),
            ItemKind::Exception(exception) => {
                self.guards(&mut exception.guards, &mut exception.cites)
            }
            ItemKind::Placement(placement) => {
                self.guards(&mut placement.guards, &mut placement.cites)
            }
            ItemKind::Void(void) => self.guards(&mut void.guards, &mut void.cites),
            ItemKind::Procedure(procedure) => self.body(&mut procedure.body, &mut procedure.cites),
            ItemKind::Trigger(trigger) => match &self.change.part {
                ItemPart::Condition(_) | ItemPart::Alternative => {
                    self.guard(&mut trigger.guard, &mut trigger.cites)
                }
                _ => self.body(&mut trigger.body, &mut trigger.cites),
            },
            ItemKind::Let(definition) => match &self.change.part {
                ItemPart::Condition(_) | ItemPart::Alternative => {
                    if let Some(ty) = definition
                        .ty
                        .as_ref()
                        .filter(|ty| !matches!(ty.kind, TypeKind::YesNo))
                    {
                        return Err(told::no_condition(self.change, ty.span));
                    }
                    self.value(&mut definition.value, &mut definition.cites)
                }
                _ => self.title(&mut definition.text),
            },
            ItemKind::Event(event) => self.title(&mut event.text),
            ItemKind::Option(option) => self.title(&mut option.text),
            ItemKind::Tactic(tactic) => self.title(&mut tactic.text),
            _ => Err(told::misplaced(self.change)),
        }
    }

    /// Whether this file may change what stands there: it belongs to a file on which this one builds.
    pub(super) fn touch(&self, there: impl IntoIterator<Item = Span>) -> Result<(), Diagnostic> {
        for span in there {
            if span.file == self.change.span.file {
                return Err(told::again(self.change, span));
            }
            if !(self.is_below)(span.file) {
                return Err(told::conflict(self.change, span));
            }
        }
        Ok(())
    }

    // ------------------------------------------------------------------ actions

    fn action(&mut self, action: &mut ActionDef) -> Result<(), Diagnostic> {
        let stages = &mut action.stages;
        match (&self.change.part, self.change.verb, &self.change.new) {
            (ItemPart::Stage(name), PartVerb::Add, Some(NewPart::Stage(new))) => {
                if let Some(known) = stages.iter().find(|stage| is_called(stage, &name.text)) {
                    return Err(told::there_already(self.change, known.span));
                }
                if let Some(does) = stages.iter().find(|stage| stage.name.is_none()) {
                    return Err(told::without_stages(self.change, does.span));
                }
                let place = self.beside_place(stages, is_called)?;
                stages.insert(place, new.clone());
            }
            (ItemPart::Title(None), ..) => self.title(&mut action.title)?,
            (ItemPart::Title(Some(name)), ..) => {
                let place = self.stage_place(stages, Some(&name.text))?;
                self.title(&mut stages[place].title)?;
            }
            (ItemPart::Does, PartVerb::Replace, Some(NewPart::Stage(new))) if stages.is_empty() => {
                stages.push(new.clone());
            }
            (part @ (ItemPart::Stage(_) | ItemPart::Does), verb, new) => {
                let name = match part {
                    ItemPart::Stage(name) => Some(name.text.as_str()),
                    _ => None,
                };
                let place = self.stage_place(stages, name)?;
                let stage = &mut stages[place];
                match (verb, new) {
                    (PartVerb::Remove, _) => {
                        self.touch([stage.span])?;
                        stages.remove(place);
                    }
                    (_, Some(NewPart::Stage(new))) => {
                        self.touch([stage.span])?;
                        *stage = new.clone();
                    }
                    _ => self.body(&mut stage.body, &mut stage.cites)?,
                }
            }
            _ => return Err(told::misplaced(self.change)),
        }
        Ok(())
    }

    /// Where the stage of this name stands, or the one without a name.
    fn stage_place(&self, stages: &[Stage], name: Option<&str>) -> Result<usize, Diagnostic> {
        let is_meant = |stage: &Stage| stage.name.as_ref().map(|name| name.text.as_str()) == name;
        let place = stages.iter().position(is_meant);
        place.ok_or_else(|| {
            let known = stages.iter().filter_map(|stage| stage.name.as_ref());
            let known = known.map(|name| name.text.clone()).collect();
            told::unknown(self.change, known)
        })
    }

    // ------------------------------------------------------------------ tables

    fn table(&mut self, table: &mut TableDef) -> Result<(), Diagnostic> {
        let ItemPart::Rows(keys) = &self.change.part else {
            return self.title(&mut table.title);
        };
        let new = match &self.change.new {
            Some(NewPart::Row(row)) => Some(row),
            _ => None,
        };
        let meant = |row: &Row| keys.iter().any(|key| rows::meets(row, key));
        if let (PartVerb::Add, Some(new)) = (self.change.verb, new) {
            if let Some(known) = table.rows.iter().find(|row| meant(row)) {
                return Err(told::there_already(self.change, known.span));
            }
            table.rows.push(new.clone());
            return Ok(());
        }
        if keys.iter().any(|key| !rows::covered(&table.rows, key)) {
            let known = table.rows.iter().flat_map(rows::words);
            return Err(told::unknown(self.change, known.collect()));
        }
        self.touch(
            table
                .rows
                .iter()
                .filter(|row| meant(row))
                .map(|row| row.span),
        )?;
        rows::put(&mut table.rows, keys, new);
        Ok(())
    }

    // ------------------------------------------------------------------ orders

    fn order(&mut self, order: &mut OrderDef) -> Result<(), Diagnostic> {
        let keys = &mut order.keys;
        match (&self.change.part, self.change.verb, &self.change.new) {
            (ItemPart::Key(_), PartVerb::Add, Some(NewPart::Key(new))) => {
                let place = self.beside_place(keys, |key, name| self.is_key(key, name))?;
                keys.insert(place, new.clone());
            }
            (ItemPart::Key(named), verb, new) => {
                let place = self.key_place(keys, named.as_ref())?;
                self.touch([keys[place].span])?;
                match (verb, new) {
                    (_, Some(NewPart::Key(new))) => {
                        self.says_the_same = self.read_alike(keys[place].span, new.span);
                        keys[place] = new.clone();
                    }
                    _ => _ = keys.remove(place),
                }
            }
            _ => return Err(told::misplaced(self.change)),
        }
        Ok(())
    }

    /// Whether a key is meant by this: by its name, its text or its value.
    fn is_key(&self, key: &Key, wanted: &str) -> bool {
        key.name.as_ref().is_some_and(|name| name.text == wanted)
            || key.text.as_ref().is_some_and(|text| text.title() == wanted)
            || self.reads(key.value.span, wanted)
    }

    fn key_place(&self, keys: &[Key], named: Option<&ItemName>) -> Result<usize, Diagnostic> {
        let names = || keys.iter().map(|key| key.name(self.sources)).collect();
        let meant = |(place, key): (usize, &Key)| {
            named
                .is_none_or(|named| self.is_key(key, &named.text))
                .then_some(place)
        };
        let places: Vec<usize> = keys.iter().enumerate().filter_map(meant).collect();
        match places[..] {
            [only] => Ok(only),
            [] => Err(told::unknown(self.change, names())),
            _ => {
                let spans: Vec<Span> = places.iter().map(|place| keys[*place].span).collect();
                Err(told::several(self.change, &spans, names()))
            }
        }
    }

    // ------------------------------------------------------------------ phases, bodies, titles

    fn phase(&mut self, phase: &mut PhaseDef) -> Result<(), Diagnostic> {
        match (&self.change.part, &self.change.new) {
            (ItemPart::Condition(_) | ItemPart::Alternative, _) => {
                self.guard(&mut phase.while_, &mut phase.cites)
            }
            (ItemPart::Title(_), _) => self.title(&mut phase.title),
            (ItemPart::Head, Some(NewPart::Head(head))) => self.head(phase, head),
            _ => self.body(&mut phase.body, &mut phase.cites),
        }
    }

    fn head(&self, phase: &mut PhaseDef, head: &PhaseHead) -> Result<(), Diagnostic> {
        let title = phase.title.iter().map(|title| title.span);
        let counting = phase.counting.iter().map(|counting| counting.from.span);
        let turns = phase.turns.iter().map(|turns| turns.span);
        let rest = [&phase.lasting, &phase.while_].into_iter().flatten();
        self.touch(
            title
                .chain(counting)
                .chain(turns)
                .chain(rest.map(|part| part.span)),
        )?;
        let head = head.clone();
        (phase.title, phase.turns, phase.counting) = (head.title, head.turns, head.counting);
        (phase.lasting, phase.while_) = (head.lasting, head.while_);
        Ok(())
    }

    /// Statements at the beginning or at the end of a body.
    fn body(&self, body: &mut Block, cites: &mut Vec<Citation>) -> Result<(), Diagnostic> {
        let Some(NewPart::Body(new)) = &self.change.new else {
            return Err(told::misplaced(self.change));
        };
        let statements = &mut body.statements;
        let (place, neighbour) = match self.change.verb {
            PartVerb::First => (0, statements.first()),
            _ => (statements.len(), statements.last()),
        };
        self.touch(self.added(neighbour))?;
        statements.splice(place..place, new.statements.iter().cloned());
        cites.extend(self.change.cites.iter().cloned());
        Ok(())
    }

    /// Where a statement stands beside which others come; `None` of a phase that was replaced, which stands where the phase before it stood.
    fn added(&self, neighbour: Option<&Statement>) -> Option<Span> {
        let neighbour = neighbour?;
        match &neighbour.kind {
            StatementKind::Phase(phase) if (self.is_replaced)(&phase.name.text) => None,
            _ => Some(neighbour.span),
        }
    }

    /// Statements before or behind a phase inside an item.
    fn beside(&self, block: &mut Block, phase: usize) -> Result<(), Diagnostic> {
        let Some(NewPart::Body(new)) = &self.change.new else {
            return Err(told::misplaced(self.change));
        };
        let statements = &mut block.statements;
        let (place, neighbour) = match self.change.verb {
            PartVerb::Before => (phase, phase.checked_sub(1)),
            _ => (phase + 1, Some(phase + 1)),
        };
        let neighbour = neighbour.and_then(|place| statements.get(place));
        self.touch(self.added(neighbour))?;
        statements.splice(place..place, new.statements.iter().cloned());
        Ok(())
    }

    fn title(&mut self, title: &mut Option<Text>) -> Result<(), Diagnostic> {
        let Some(NewPart::Title(new)) = &self.change.new else {
            return Err(told::misplaced(self.change));
        };
        self.touch(title.iter().map(|title| title.span))?;
        self.says_the_same = (title.iter()).any(|title| self.read_alike(title.span, new.span));
        *title = Some(new.clone());
        Ok(())
    }

    // ------------------------------------------------------------------ lists

    /// Where something comes that is added to a list: where the change says, else at the end.
    fn beside_place<T: Listed>(
        &self,
        list: &[T],
        is_called: impl Fn(&T, &str) -> bool,
    ) -> Result<usize, Diagnostic> {
        let names = || list.iter().map(|one| one.name(self.sources)).collect();
        let (place, neighbour) = match &self.change.beside {
            None => (list.len(), list.len().checked_sub(1)),
            Some(Beside { before, part }) => {
                let mut places =
                    (0..list.len()).filter(|place| is_called(&list[*place], &part.text));
                let found = match (places.next(), places.next()) {
                    (Some(only), None) => only,
                    (Some(one), Some(other)) => {
                        let both = [list[one].span(), list[other].span()];
                        return Err(told::several(self.change, &both, names()));
                    }
                    (None, _) => return Err(told::unknown_neighbour(self.change, part, names())),
                };
                match before {
                    true => (found, found.checked_sub(1)),
                    false => (found + 1, Some(found + 1)),
                }
            }
        };
        // What a file adds may stand beside other things that it adds.
        let neighbour = neighbour.and_then(|place| list.get(place));
        let neighbour = neighbour.map(Listed::span);
        self.touch(neighbour.filter(|span| span.file != self.change.span.file))?;
        Ok(place)
    }

    /// Whether two texts say the same, however they are laid out.
    fn read_alike(&self, one: Span, other: Span) -> bool {
        self.reads(one, self.sources.snippet(other))
    }

    /// Whether what stands there reads like this.
    pub(super) fn reads(&self, there: Span, wanted: &str) -> bool {
        bare(self.sources.snippet(there)) == bare(wanted)
    }
}

/// What stands in a list in which the place counts.
trait Listed {
    fn span(&self) -> Span;

    /// How it can be named.
    fn name(&self, sources: &Sources) -> String;
}

impl Listed for Stage {
    fn span(&self) -> Span {
        self.span
    }

    fn name(&self, _: &Sources) -> String {
        let name = self.name.as_ref();
        name.map_or(String::new(), |name| name.text.clone())
    }
}

impl Listed for Key {
    fn span(&self) -> Span {
        self.span
    }

    fn name(&self, sources: &Sources) -> String {
        match (&self.name, &self.text) {
            (Some(name), _) => name.text.clone(),
            (None, Some(text)) => text.title().to_owned(),
            (None, None) => sources.snippet(self.value.span).to_owned(),
        }
    }
}

fn is_called(stage: &Stage, name: &str) -> bool {
    stage.name.as_ref().is_some_and(|own| own.text == name)
}
