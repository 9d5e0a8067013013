//! Orders, phases, triggers, events in English.

use super::{Speaker, ValueShape, bare_term, emphasised, name_of, pick, plain_text, spaced, words};
use crate::document::tree::{DocumentBlock, ListItem, Prose, paragraph, say};
use crate::syntax::ast::{
    ActBinding, ActKind, ActMoment, Category, ChangeWay, Counting, ExprKind, Happening, Key, Limit,
    MissingPlace, Name, OrderDef, Parameter, PhaseDef, TriggerDef, Turns,
};

impl Speaker<'_> {
    // ------------------------------------------------------------------ acts

    /// `attack or shoot`: which acts; without any, `act`.
    pub(super) fn act_kinds(&self, kinds: &[ActKind]) -> Option<Prose> {
        let named: Vec<Prose> = kinds
            .iter()
            .filter_map(|kind| {
                let action = self.term(Category::Action, &kind.action.as_ref()?.text);
                Some(match &kind.stage {
                    Some(stage) => say![action, " at its stage ", bare_term(spaced(&stage.text))],
                    None => action,
                })
            })
            .collect();
        (!named.is_empty()).then(|| Prose::list(named, "or"))
    }

    /// Takes an act in: `a blow (strike or shoot)`, `an act (cast)`. `paired`: an act of one kind is called by that, so that two can be told apart.
    pub(super) fn act_bound(&mut self, binding: &ActBinding, paired: bool) -> Prose {
        let kinds = self.act_kinds(&binding.kinds);
        let own = match binding.kinds.as_slice() {
            [
                ActKind {
                    action: Some(action),
                    ..
                },
            ] if paired => Some(spaced(&action.text)),
            _ => None,
        };
        let noun = own.as_deref().unwrap_or("act");
        let spoken = self.scope.one_of(&binding.name.text, "act", noun);
        let noun = spoken.strip_prefix("the ").unwrap_or(&spoken).to_owned();
        let is_several = words::is_several(&noun);
        let shown = match noun.strip_prefix("other ") {
            Some(noun) => format!("another {noun}"),
            None if is_several => noun.clone(),
            None => format!("{} {noun}", words::article(&noun)),
        };
        let has_stage = binding.kinds.iter().any(|kind| kind.stage.is_some());
        match kinds {
            Some(kinds) if has_stage || own.is_none_or(|own| !noun.ends_with(own.as_str())) => {
                say![shown, " (", kinds, ")"]
            }
            _ => shown.into(),
        }
    }

    // ------------------------------------------------------------------ phases

    /// The title of a phase, with how it repeats.
    pub fn phase_heading(&mut self, phase: &PhaseDef) -> Prose {
        let title = name_of(phase.title.as_ref(), &phase.name);
        let mut said = say![super::value::strong(title).capital()];
        if let Some(how) = self.repeats(phase) {
            said.push(say![" (", how, ")"]);
        }
        if let Some(cited) = super::cited(&phase.cites) {
            said.push(crate::document::tree::Inline::Cite(cited));
        }
        said
    }

    /// How a phase repeats, how long it lasts, and on what condition; nothing if it simply comes.
    pub fn repeats(&mut self, phase: &PhaseDef) -> Option<Prose> {
        let mut parts = Vec::new();
        if let Some(turns) = &phase.turns {
            parts.push(self.turns(turns));
        }
        if let Some(Counting { down, from, to }) = &phase.counting {
            let how = pick(
                *down,
                "repeated, counting down from ",
                "repeated, counting from ",
            );
            let from = self.inside(from);
            parts.push(match to {
                Some(to) => say![how, from, " to ", self.inside(to)],
                None => say![how, from, ", until something ends it"],
            });
        }
        if let Some(lasting) = &phase.lasting {
            let lasting = self.inside(lasting);
            parts.push(say![
                pick(
                    phase.counting.is_some() || phase.turns.is_some(),
                    "each time lasting ",
                    "lasting "
                ),
                lasting
            ]);
        }
        if let Some(condition) = &phase.while_ {
            let condition = self.condition(condition);
            parts.push(say![
                pick(
                    phase.counting.is_some() || phase.turns.is_some(),
                    "as long as ",
                    "only if "
                ),
                condition
            ]);
        }
        (!parts.is_empty()).then(|| Prose::joined(parts, ", "))
    }

    /// Whose turns a phase is made of, and who is next. The record stays known for the body.
    fn turns(&mut self, turns: &Turns) -> Prose {
        let who = self.each(&turns.kind.text, &turns.name.text, turns.filter.as_ref());
        let mut said = say!["each ", who, ", one after the other"];
        for (number, key) in turns.keys.iter().enumerate() {
            let link = if number == 0 { ", by " } else { ", then by " };
            let way = pick(key.highest_first, "highest", "lowest");
            let value = self.inside(&key.value);
            let value = match &key.text {
                Some(text) => say![super::value::strong(plain_text(text)), " (", value, ")"],
                None => value,
            };
            said.push(say![link, value, format!(", the {way} first")]);
        }
        if let Some(named) = &turns.named {
            // Here the name is that of the one who has just had a turn.
            let mark = self.scope.mark();
            let kind = &turns.kind.text;
            let last = format!("the {} whose turn was the last", spaced(kind));
            self.scope
                .push(&turns.name.text, last, ValueShape::Record(kind.clone()));
            let asked = self.value(&named.who);
            self.scope.back_to(mark);
            said.push(match turns.keys.is_empty() {
                true => say!["; ", asked, " names who is next"],
                false => say!["; of those that are equal, ", asked, " names who is next"],
            });
            if let Some(question) = &named.question {
                said.push(say![": ", self.quoted(question)]);
            }
            if let Some(default) = &named.default {
                said.push(say!["; unless said otherwise, ", self.value(default)]);
            }
        }
        if let Some(rolled) = &turns.rolled {
            let way = pick(rolled.lowest_first, "lowest", "highest");
            let dice = self.dice(&rolled.dice);
            said.push(say![
                "; those that are equal roll ",
                dice,
                " for ",
                emphasised(&rolled.name),
                format!(", the {way} first, and again while they are tied")
            ]);
        }
        if turns.together {
            said.push(
                "; what those do who are equal is carried out together, in the last of their turns",
            );
        }
        said
    }

    /// Whose turn begins or ends: `a combatant`. The record is known from here on.
    fn whose_turn(&mut self, phase: &str, name: &Name) -> String {
        let phase = self.words.phases.get(phase);
        let Some(turns) = phase.and_then(|phase| phase.turns.as_ref()) else {
            return name.text.clone();
        };
        self.some_record(name, &turns.kind)
    }

    /// Takes a record in: `a combatant`.
    fn some_record(&mut self, name: &Name, kind: &Name) -> String {
        let spoken = self.scope.record(&name.text, &kind.text);
        let noun = spoken.strip_prefix("the ").unwrap_or(&spoken);
        format!("{} {noun}", words::article(noun))
    }

    /// What is done in a phase.
    pub fn phase_body(&mut self, phase: &PhaseDef) -> Vec<DocumentBlock> {
        let title = phase.title.as_ref();
        let from = title.map_or(phase.name.span, |title| title.span);
        let steps = self.steps(&phase.body, Some(from));
        match steps.is_empty() {
            true => Vec::new(),
            false => vec![DocumentBlock::Steps(steps)],
        }
    }

    // ------------------------------------------------------------------ the order

    /// An order: its keys as numbered steps.
    pub fn order(&mut self, order: &OrderDef) -> Vec<DocumentBlock> {
        let mark = self.scope.mark();
        let mut blocks = Vec::new();
        let mut head = match &order.during {
            Some(phase) => say![
                "While ",
                self.phase(&phase.text),
                " runs, acts come in this order"
            ],
            None => "Acts come in this order".into(),
        };
        if let Some(phase) = &order.each {
            head.push(say![", anew in each ", self.phase(&phase.text)]);
        }
        blocks.push(paragraph(say![head, ":"]));
        self.scope.record(&order.act.text, "act");
        let mut before = order.act.span;
        let keys = order.keys.iter().map(|key| {
            let remarks = self.remarks.between(before.at_end(), key.span);
            before = key.span;
            ListItem {
                remarks,
                ..self.key(key).into()
            }
        });
        let keys = keys.collect();
        blocks.push(DocumentBlock::Steps(keys));
        let circle = order.circles.as_ref().map(|circles| match &circles.guard {
            Some(guard) => {
                let guard = self.condition(guard);
                say![" Where exceptions contradict each other in a circle that none of them settles, their acts come together if ", guard, "."]
            }
            None => " Where exceptions contradict each other in a circle that none of them settles, their acts come together.".into(),
        });
        let ties = "What comes first in the list decides; what follows decides only between acts that are equal so far. Acts that are equal in all of it come together, at the same time.";
        blocks.push(paragraph(say![ties, circle.unwrap_or_default()]));
        self.scope.back_to(mark);
        blocks
    }

    fn key(&mut self, key: &Key) -> Prose {
        let value = self.key_value(key);
        let which = pick(key.highest_first, "highest", "lowest");
        let head = match &key.text {
            Some(text) => {
                let text = plain_text(text);
                say![super::value::strong(text).capital(), ": "]
            }
            None => Prose::default(),
        };
        let for_acts = match self.act_kinds(&key.for_acts) {
            Some(kinds) => say!["for ", kinds, " alone, "],
            None => Prose::default(),
        };
        let missing = match key.missing {
            Some(MissingPlace::First) => "; acts that have none come first",
            Some(MissingPlace::Last) => "; acts that have none come last",
            Some(MissingPlace::Ask) => {
                "; where an act has none, the game master says whether it comes first or last"
            }
            None => "",
        };
        let phase = match &key.value.kind {
            ExprKind::Name(name) => self.words.phases.get(name.text.as_str()),
            _ => None,
        };
        let is_round = phase.is_some_and(|phase| phase.counting.is_some());
        let which = match is_round && !key.highest_first {
            true => ", which is the same for all acts: as a new one begins, the order begins again at its front".to_owned(),
            false => format!(", {which} first"),
        };
        let mut said = say![head, for_acts, value, which, missing].sentence();
        if let Some(cited) = super::cited(&key.cites) {
            said.push(crate::document::tree::Inline::Cite(cited));
        }
        said
    }

    fn key_value(&mut self, key: &Key) -> Prose {
        let named = key.name.as_ref().filter(|name| {
            // `by place of a` is told by its definition.
            !self.words.functions.contains_key(name.text.as_str())
        });
        let value = self.inside(&key.value);
        match named {
            // `by slot: a.slot` names what it looks at.
            Some(name) if value.plain().ends_with(&spaced(&name.text)) => say!["by ", value],
            Some(name) => say!["by ", bare_term(spaced(&name.text)), ", which is ", value],
            None => say!["by ", value],
        }
    }

    // ------------------------------------------------------------------ events and triggers

    /// That an event comes about; `handed`: for whom, and with what.
    pub(super) fn event(&self, event: &str, handed: Prose) -> Prose {
        let term = self.term(Category::Event, event);
        say!["this counts as “", term, "”", handed]
    }

    /// How often at most, and in what.
    pub fn how_often(&self, limit: &Limit) -> (String, Prose) {
        let times = limit.times.as_ref().map_or("1", |times| &times.digits);
        let phase = match limit.phase.text.as_str() {
            combat @ "combat" if !self.words.phases.contains_key(combat) => combat.into(),
            phase => self.phase(phase),
        };
        (words::counted(times), phase)
    }

    /// When a trigger responds, how often, and under what condition: the names stay until the caller goes back.
    pub fn when(&mut self, trigger: &TriggerDef) -> Prose {
        let mut said = self.happening(&trigger.happening);
        if let Some(guard) = &trigger.guard {
            let conditions = self.conditions(&[guard]);
            said.push(say![", if ", conditions.clause()]);
        }
        if let Some(limit) = &trigger.limit {
            let (times, phase) = self.how_often(limit);
            let keys: Vec<Prose> = limit.keys.iter().map(|key| self.value(key)).collect();
            match &limit.whose {
                None => said.push(say![format!(" (at most {times} in each "), phase]),
                Some(whose) => {
                    let whose = self.value(whose);
                    said.push(say![
                        format!(" (at most {times} between two turns of "),
                        whose
                    ]);
                }
            }
            if !keys.is_empty() {
                said.push(say![" for ", Prose::list(keys, "and")]);
            }
            said.push(")");
        }
        said
    }

    fn happening(&mut self, happening: &Happening) -> Prose {
        match happening {
            Happening::Act {
                kinds,
                name,
                moment,
            } => {
                let binding = ActBinding {
                    name: name.clone(),
                    kinds: kinds.clone(),
                };
                let act = self.act_bound(&binding, false);
                match moment {
                    ActMoment::Before => say!["just before ", act, " is carried out"],
                    ActMoment::Resolves => say!["when ", act, " has been carried out"],
                    ActMoment::Declared => say!["when ", act, " is declared"],
                    ActMoment::Added => say!["when ", act, " comes into the line"],
                    ActMoment::Cancelled => say!["when ", act, " is cancelled"],
                    ActMoment::Void => say!["when ", act, " cannot be carried out"],
                    ActMoment::Missed => say!["when the place of ", act, " has gone by"],
                }
            }
            Happening::Signal { event, names } => {
                let parameters = self.words.events.get(event.text.as_str());
                let parameters = parameters.copied().unwrap_or_default();
                let values = parameters.iter().zip(names).map(|(parameter, name)| {
                    self.parameter(&Parameter {
                        name: name.clone(),
                        ..parameter.clone()
                    })
                });
                let values: Vec<Prose> = values.collect();
                let term = self.term(Category::Event, &event.text);
                match values.is_empty() {
                    true => say!["when something counts as “", term, "”"],
                    false => say![
                        "when something counts as “",
                        term,
                        "” for ",
                        Prose::list(values, "and")
                    ],
                }
            }
            Happening::BeforeTurn { phase, name } => {
                let whose = self.whose_turn(&phase.text, name);
                say![format!("before the turn of {whose} begins")]
            }
            Happening::Phase {
                phase: phase_name,
                name,
                begins,
            } => {
                let end = if *begins { " begins" } else { " ends" };
                let known = self.words.phases.get(phase_name.text.as_str());
                let is_titled = known.is_none_or(|phase| phase.title.is_some());
                let counts = known.is_some_and(|phase| phase.counting.is_some());
                let whose = name.as_ref();
                let whose = whose.map(|name| self.whose_turn(&phase_name.text, name));
                let when = match (is_titled, &whose) {
                    (false, Some(_)) => "when the ".to_owned(),
                    (false, None) if counts => {
                        format!("when {} ", words::article(&phase_name.text))
                    }
                    _ => "when ".to_owned(),
                };
                let whose = whose.map(|whose| format!(" of {whose}"));
                say![
                    when,
                    self.phase(&phase_name.text),
                    whose.unwrap_or_default(),
                    end
                ]
            }
            Happening::Change {
                attribute,
                kind,
                name,
                way,
                to,
                from,
            } => {
                let whose = self.some_record(name, kind);
                let term = self.attribute_term(Some(&kind.text), &attribute.text);
                let to = to.as_ref().map(|to| self.value(to));
                if let Some(from) = from {
                    let former = format!("the former {}", spaced(&attribute.text));
                    let sort = self.words.attribute(&kind.text, &attribute.text);
                    self.scope
                        .push(&from.text, former, sort.unwrap_or(ValueShape::Number));
                }
                let (verb, most) = match (way, to.is_some()) {
                    (ChangeWay::Changes, true) => (" becomes ", ""),
                    (ChangeWay::Changes, false) => (" changes", ""),
                    (ChangeWay::Falls, true) => (" falls to ", " or less"),
                    (ChangeWay::Falls, false) => (" falls", ""),
                    (ChangeWay::Rises, true) => (" rises to ", " or more"),
                    (ChangeWay::Rises, false) => (" rises", ""),
                };
                say![
                    "when the ",
                    term,
                    " of ",
                    whose,
                    verb,
                    to.unwrap_or_default(),
                    most
                ]
            }
        }
    }
}
