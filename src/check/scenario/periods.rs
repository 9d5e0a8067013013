//! Periods and moments: which phase, and how often it has come. Knows how the phases of the rules stand within each other.

use super::{Desk, messages};
use crate::check::number::too_large;
use crate::check::resolved_names::{Meaning, WordUse};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, ExprId, KindId, MOST, Phase, PhaseId, Type, Value, WordId};
use crate::scenario::{Moment, Path, Stop};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, Name, Number, Period, Which};

/// What stands between one period of a scenario and the lines of another one within it.
enum PeriodStep {
    /// A repeated phase, and which repetition.
    Repetition(PhaseId, Value),
    /// A phase that does not repeat.
    Part(PhaseId),
}

impl Desk<'_> {
    /// `round 1 { ... }`
    pub(super) fn period(&mut self, period: &Period, path: &Path) {
        let step = self.step(period, path);
        match self.or_report(step) {
            Some(PeriodStep::Repetition(phase, number)) => {
                let inner = [path.as_slice(), &[(phase, number)]].concat();
                self.entries(&period.entries, &inner);
            }
            Some(PeriodStep::Part(part)) => {
                let around = self.part.replace(part);
                self.entries(&period.entries, path);
                self.part = around;
            }
            None => {
                let around = std::mem::replace(&mut self.astray, true);
                self.entries(&period.entries, path);
                self.astray = around;
            }
        }
    }

    /// One step into the period around it.
    fn step(&self, period: &Period, path: &Path) -> Result<PeriodStep, Diagnostic> {
        let name = &period.phase;
        let id = self.phase(name)?;
        let step = match &period.which {
            Some(which) => {
                let value = self.which(id, name, which)?;
                self.beyond(id, which, value).map_or(Ok(()), Err)?;
                PeriodStep::Repetition(id, value)
            }
            None if self.repeats(id) => {
                let message = format!("which {} is meant?", Clean(&name.text));
                return Err(Diagnostic::error(Code::MissingValue, name.span, message)
                    .help(format!("write `{} {{ ... }}`", self.form(id))));
            }
            None => PeriodStep::Part(id),
        };
        if self.astray {
            return Ok(step);
        }
        let around: Vec<PhaseId> = path.iter().map(|(phase, _)| *phase).collect();
        let wanted = self.rules.periods_around(id);
        if around != wanted {
            return Err(self.wrong_nesting(name, period.which.as_ref(), &wanted));
        }
        match self.part {
            Some(part) if !self.rules.is_within(id, part) => {
                let (own, outer) = (Clean(&name.text), &self.phase_named(part).name);
                let message = format!("a {own} is no part of a {outer}");
                let help = format!("put it behind the braces of `{outer}`");
                Err(Diagnostic::error(Code::WrongPlace, name.span, message).help(help))
            }
            _ => Ok(step),
        }
    }

    /// Which repetition of a phase: its number, or the record whose turn it is.
    fn which(&self, id: PhaseId, name: &Name, which: &Which) -> Result<Value, Diagnostic> {
        let phase = self.phase_named(id);
        match (which, &phase.turns) {
            (Which::Number(number), None) if phase.counting.is_some() => messages::number(number),
            (Which::Of(thing), Some(turns)) => {
                let index = self.thing(thing, &[turns.kind])?;
                Ok(Value::from(index.1))
            }
            (Which::Number(Number { span, .. }) | Which::Of(ast::Thing { span, .. }), None)
                if phase.counting.is_none() =>
            {
                Err(self.does_not_count(id, name, *span))
            }
            (Which::Number(_) | Which::Of(_), _) => {
                let message = format!("which {} is meant?", Clean(&name.text));
                let help = format!("write `{}`", self.form(id));
                Err(Diagnostic::error(Code::MissingValue, name.span, message).help(help))
            }
        }
    }

    /// What is said of a period that a phase never comes to, where the rules say so in numbers.
    fn beyond(&self, id: PhaseId, which: &Which, value: Value) -> Option<Diagnostic> {
        let phase = self.phase_named(id);
        let (Which::Number(written), Some(counting)) = (which, phase.counting) else {
            return None;
        };
        let number = |id: ExprId| match self.rules.exprs[id.index()] {
            Expr::Const(number) => Some(number),
            _ => None,
        };
        let (from, to) = (number(counting.from)?, number(counting.to?)?);
        let (least, most) = (from.min(to), from.max(to));
        let name = Clean(&phase.name);
        let message = format!("`{name}` counts from {from} to {to}");
        let error = Diagnostic::error(Code::WrongPlace, written.span, message);
        let error = error.label(format!("there is no {name} {value}"));
        let is_one = (least..=most).contains(&value);
        (!is_one).then(|| error.help(format!("write a number from {least} to {most}")))
    }

    /// When an act is carried out: never in a period to which no phase comes.
    pub(super) fn moment_of_act(&self, moment: &ast::Moment) -> Result<Moment, Diagnostic> {
        let read = self.moment(moment)?;
        let beyond = moment.parts.iter().find_map(|(name, which)| {
            let id = self.phase(name).ok()?;
            self.beyond(id, which, self.which(id, name, which).ok()?)
        });
        beyond.map_or(Ok(read), Err)
    }

    /// How a repetition of a phase is named.
    fn form(&self, id: PhaseId) -> String {
        let phase = self.phase_named(id);
        let which = match &phase.turns {
            Some(turns) => format!("of {}", self.someone(turns.kind)),
            None => "1".to_owned(),
        };
        format!("{} {which}", phase.name)
    }

    /// A record of a kind that could be named.
    fn someone(&self, kind: KindId) -> String {
        let record = (self.out.records.get(kind.index())).and_then(|records| records.first());
        record.map_or_else(|| "ann".to_owned(), |record| record.name.clone())
    }

    /// The repetitions of a path, as they are written.
    pub(super) fn said_path(&self, path: &Path) -> String {
        let steps = path.iter().map(|&(id, value)| {
            let phase = self.phase_named(id);
            let which = match &phase.turns {
                Some(turns) => {
                    let records = self.out.records.get(turns.kind.index());
                    let record = records.zip(usize::try_from(value).ok());
                    let record = record.and_then(|(records, index)| records.get(index));
                    record.map_or_else(String::new, |record| format!("of {}", record.name))
                }
                None => value.to_string(),
            };
            format!("{} {which}", phase.name)
        });
        steps.collect::<Vec<_>>().join(" ")
    }

    fn wrong_nesting(&self, name: &Name, which: Option<&Which>, wanted: &[PhaseId]) -> Diagnostic {
        let own = Clean(&name.text);
        let which = which.map_or_else(|| own.to_string(), |which| repetition(name, which));
        let mut help = format!("{which} {{ ... }}");
        for phase in wanted.iter().rev() {
            help = format!("{} {{ {help} }}", self.form(*phase));
        }
        let message = match wanted.last() {
            Some(outer) => format!(
                "a {own} is a part of a {}, and stands within one",
                self.phase_named(*outer).name
            ),
            None => {
                let message =
                    format!("a {own} is a part of no other period, and stands within one");
                let help = format!("move `{help}` out of the braces around it");
                return Diagnostic::error(Code::WrongPlace, name.span, message).help(help);
            }
        };
        Diagnostic::error(Code::WrongPlace, name.span, message).help(format!("write `{help}`"))
    }

    /// A number of a phase that has none. It is left out where other phases follow, which a phase that counts without an end would never come to.
    fn does_not_count(&self, id: PhaseId, name: &Name, number: Span) -> Diagnostic {
        let phase = Clean(&name.text);
        let message = format!("the phase `{phase}` does not count: it has no numbers");
        let help = format!(
            "a phase that comes again and again counts: write `phase {phase} counting from 1 {{ ... }}` in the rules; of one that comes once leave the number out: `{phase} {{ ... }}`"
        );
        let error = Diagnostic::error(Code::WrongPlace, name.span, message).help(help);
        let (known, own) = (&self.rules.phases, self.phase_named(id));
        let is_followed = known[id.index() + 1..]
            .iter()
            .any(|other| other.parent == own.parent);
        match is_followed {
            true => error.guess(name.span.at_end().to(number), ""),
            false => {
                let declared = self.rules.items[own.item.index()].name_span;
                error.guess(declared.at_end(), " counting from 1")
            }
        }
    }

    /// What does not count has a number behind its name, which is left out.
    fn without_number(&self, id: PhaseId, name: &Name, number: Span) -> Diagnostic {
        let error = self.does_not_count(id, name, number);
        let error = error.help("leave the number out");
        error.guess(name.span.at_end().to(number), "")
    }

    /// A phase by its name.
    fn phase(&self, name: &Name) -> Result<PhaseId, Diagnostic> {
        let phases = &self.rules.phases;
        let found = self.checked.names.phases.get(&name.text).copied();
        if let Some(phase) = found {
            self.note(name.span, Meaning::Phase(phase));
        }
        found.ok_or_else(|| {
            let known = phases.iter().map(|phase| phase.name.as_str());
            self.unknown(Code::UnknownScenarioThing, "phase", name, known)
        })
    }

    fn phase_named(&self, id: PhaseId) -> &Phase {
        &self.rules.phases[id.index()]
    }

    fn counts(&self, id: PhaseId) -> bool {
        self.phase_named(id).counting.is_some()
    }

    fn repeats(&self, id: PhaseId) -> bool {
        self.phase_named(id).repeats()
    }

    /// `begin at round 1`
    pub(super) fn begin(&mut self, phase: &Name, number: Option<&Number>, span: Span) {
        if let Some(first) = self.said.begin.replace(span) {
            self.found
                .push(messages::twice("the beginning is given", span, first));
        }
        let found = self.numbered(phase, number);
        let Some((id, number)) = self.or_report(found) else {
            return;
        };
        if !self.rules.procedure.contains(&id) {
            let known = self
                .rules
                .procedure
                .iter()
                .map(|id| self.phase_named(*id).name.as_str());
            let message = format!(
                "no combat can begin at `{}`: it is a part of another phase",
                Clean(&phase.text)
            );
            let error = Diagnostic::error(Code::WrongPlace, phase.span, message);
            self.found.push(self.meant(error, "", known));
        }
        self.out.begin = Some((id, number));
    }

    /// `stop before round 2`, `stop after segment 4`
    pub(super) fn stop(
        &mut self,
        after: bool,
        phase: &Name,
        which: Option<&Which>,
        within: Option<&ast::Moment>,
        span: Span,
    ) {
        if let Some(first) = self.said.stop.replace(span) {
            self.found
                .push(messages::twice("the end is given", span, first));
        }
        let found = self.stop_at(after, phase, which, within);
        self.out.stop = self.or_report(found);
    }

    fn stop_at(
        &self,
        after: bool,
        name: &Name,
        which: Option<&Which>,
        within: Option<&ast::Moment>,
    ) -> Result<Stop, Diagnostic> {
        let phase = self.phase(name)?;
        let number = match which {
            Some(Which::Number(number)) if !self.repeats(phase) => {
                return Err(self.without_number(phase, name, number.span));
            }
            which => which
                .map(|which| self.which(phase, name, which))
                .transpose()?,
        };
        let path = match within {
            Some(moment) => self.periods(moment)?,
            None => Path::new(),
        };
        let around = self.rules.periods_around(phase);
        let is_apart = |(id, _): &&(PhaseId, Value)| !around.contains(id);
        if let (Some((other, _)), Some(moment)) = (path.iter().find(is_apart), within) {
            return Err(self.no_stop_within(after, (phase, name, which), *other, moment));
        }
        Ok(Stop {
            after,
            phase,
            number,
            within: path,
        })
    }

    /// A run is to stop at a period within one that is not around it.
    fn no_stop_within(
        &self,
        after: bool,
        (phase, name, which): (PhaseId, &Name, Option<&Which>),
        other: PhaseId,
        moment: &ast::Moment,
    ) -> Diagnostic {
        let (own, outer) = (Clean(&name.text), Clean(&self.phase_named(other).name));
        let message = format!("a {own} is no part of a {outer}, so a run never stops there");
        let error = Diagnostic::error(Code::WrongPlace, moment.span, message);
        let edge = if after { "after" } else { "before" };
        match (moment.parts.as_slice(), which) {
            ([(inner, of)], Some(which)) if self.rules.periods_around(other).contains(&phase) => {
                let (inner, outer) = (repetition(inner, of), repetition(name, which));
                error.help(format!("write `stop {edge} {inner} in {outer}`"))
            }
            _ => error.help("name behind `in` only what is around it"),
        }
    }

    /// The periods of a moment that names nothing else.
    fn periods(&self, moment: &ast::Moment) -> Result<Path, Diagnostic> {
        let read = self.moment(moment)?;
        if let Some(part) = &moment.part {
            let message = "a run stops in a period with a number, or in a turn";
            let error = Diagnostic::error(Code::WrongPlace, part.span, message);
            return Err(error.help(format!("leave `{}` out", Clean(&part.text))));
        }
        match read.keys.is_empty() {
            true => Ok(read.path),
            false => {
                let message = "a run stops in a period, and a key of an order is none";
                Err(Diagnostic::error(Code::WrongPlace, moment.span, message))
            }
        }
    }

    /// A phase, and its number if it counts and one is given.
    fn numbered(
        &self,
        phase: &Name,
        number: Option<&Number>,
    ) -> Result<(PhaseId, Option<Value>), Diagnostic> {
        let id = self.phase(phase)?;
        match number {
            Some(number) if !self.counts(id) => Err(self.without_number(id, phase, number.span)),
            number => Ok((id, number.map(messages::number).transpose()?)),
        }
    }

    /// `round 1 segment 4`, `count 8`
    pub(super) fn moment(&self, moment: &ast::Moment) -> Result<Moment, Diagnostic> {
        self.moment_at(moment, "in")
    }

    /// A moment; `lead` is what stands before it.
    fn moment_at(&self, moment: &ast::Moment, lead: &str) -> Result<Moment, Diagnostic> {
        let mut out = Moment::default();
        for (name, which) in &moment.parts {
            if let Some(id) = self.checked.names.phases.get(&name.text).copied() {
                self.note(name.span, Meaning::Phase(id));
                if !self.repeats(id) {
                    let (Which::Number(Number { span, .. }) | Which::Of(ast::Thing { span, .. })) =
                        which;
                    return Err(self.without_number(id, name, *span));
                }
                if out.path.iter().any(|(other, _)| *other == id) {
                    let first = moment
                        .parts
                        .iter()
                        .find(|(other, _)| other.text == name.text);
                    let first = first.map_or(name.span, |(first, _)| first.span);
                    return Err(messages::twice(
                        &format!("`{}` is given", name.text),
                        name.span,
                        first,
                    ));
                }
                out.path.push((id, self.which(id, name, which)?));
            } else {
                out.keys.push(self.key_value(name, which)?);
            }
        }
        out.path
            .sort_by_key(|(id, _)| self.rules.periods_around(*id).len());
        for pair in out.path.windows(2) {
            if !self.rules.periods_around(pair[1].0).contains(&pair[0].0) {
                let (outer, inner) = (
                    &self.phase_named(pair[0].0).name,
                    &self.phase_named(pair[1].0).name,
                );
                let message =
                    format!("no {inner} is a part of a {outer}, so nothing happens in both");
                return Err(Diagnostic::error(Code::WrongPlace, moment.span, message));
            }
        }
        match &moment.part {
            Some(part) => self.part_of(out, part, lead),
            None => Ok(out),
        }
    }

    /// The moment at which a period is over, or a phase without numbers in it.
    ///
    /// # Errors
    ///
    /// What is wrong with the names or numbers.
    pub(super) fn end_of(&self, moment: &ast::Moment) -> Result<Moment, Diagnostic> {
        self.moment_at(moment, "at end of")
    }

    /// A phase without numbers, in the periods of a moment.
    fn part_of(&self, around: Moment, name: &Name, lead: &str) -> Result<Moment, Diagnostic> {
        let id = self.phase(name)?;
        if self.repeats(id) {
            let message = format!("which {} is meant?", Clean(&name.text));
            let error = Diagnostic::error(Code::MissingValue, name.span, message);
            return Err(error.help(format!("write `{lead} {}`", self.form(id))));
        }
        let wanted = self.rules.periods_around(id);
        match around.path.iter().all(|part| wanted.contains(&part.0)) && around.keys.is_empty() {
            true => Ok(Moment {
                part: Some(id),
                ..around
            }),
            false => {
                let own = Clean(&name.text);
                let around: String = (wanted.iter())
                    .map(|phase| format!("{} ", self.form(*phase)))
                    .collect();
                let message = format!("no {own} is a part of this");
                let error = Diagnostic::error(Code::WrongPlace, name.span, message);
                Err(error.help(format!("write `{lead} {around}{own}`")))
            }
        }
    }

    /// A named key of an order, and its value in the smallest unit.
    fn key_value(&self, name: &Name, which: &Which) -> Result<(WordId, Value), Diagnostic> {
        let Which::Number(number) = which else {
            let message = format!("`{}` is the turn of no one", Clean(&name.text));
            return Err(Diagnostic::error(Code::WrongType, name.span, message)
                .help("name a phase of turns, or give a number"));
        };
        let keys = self.rules.orders.iter().flat_map(|order| &order.keys);
        let named = keys.filter_map(|key| Some((key.name?, key)));
        let Some((word, key)) = named
            .clone()
            .find(|(word, _)| self.rules.word(*word) == name.text)
        else {
            let counting = self
                .rules
                .phases
                .iter()
                .filter(|phase| phase.repeats())
                .map(|phase| phase.name.as_str());
            let known = counting.chain(named.map(|(word, _)| self.rules.word(word)));
            return Err(self.unknown(
                Code::UnknownScenarioThing,
                "counting phase and no named key",
                name,
                known,
            ));
        };
        self.note(name.span, Meaning::Word(WordUse::Key, word));
        let size = match key.ty {
            Type::Number(Some(unit)) => self.rules.units[unit.index()].size,
            _ => 1,
        };
        let value = messages::number(number)?
            .checked_mul(size)
            .filter(|value| value.abs() <= MOST);
        Ok((word, value.ok_or_else(|| too_large(number.span))?))
    }
}

/// A repetition of a phase, as it is written.
fn repetition(name: &Name, which: &Which) -> String {
    let name = Clean(&name.text);
    match which {
        Which::Number(number) if number.negative => format!("{name} -{}", number.digits),
        Which::Number(number) => format!("{name} {}", number.digits),
        Which::Of(thing) => format!("{name} of {}", Clean(&thing.text)),
    }
}
