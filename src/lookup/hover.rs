//! The text of a hover over a name: what declares it, what it holds, what it carries out, where it is proved. Prose in Markdown.

use super::{NameIndex, NameKey, NameScope};
use crate::check::{Checked, Meaning, WordUse};
use crate::ruleset::{Cited, Declared, Item, ItemId, KindId, Slot, StatementId, Type, WordId};
use crate::source::{Clean, Markdown, Sources, Span};
use crate::suggest::list_all;

/// How many letters of the head of an item are shown.
const LONGEST: usize = 400;
/// How many scenarios are named.
const MOST: usize = 5;

/// What is known of the name at a place.
pub(super) fn hover(index: &NameIndex, span: Span, sources: &Sources) -> Option<String> {
    let declared = index.links.iter().find(|(from, _)| *from == span);
    let span = match declared {
        Some((_, to)) if index.keys(span).next().is_none() => *to,
        _ => span,
    };
    // A name can be several things at once (a roll, and the attribute that keeps it): the one that says most is told.
    let Some(key) = index.keys(span).min_by_key(|key| rank(&key.meaning)) else {
        // What is gone, or has a title alone.
        let (_, to) = declared?;
        return Some(code(line_of(*to, sources)));
    };
    let writer = HoverWriter {
        index,
        sources,
        rules: rules_of(index, key),
        key,
    };
    let mut parts = writer.parts();
    parts.retain(|part| !part.is_empty());
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

fn rank(meaning: &Meaning) -> u8 {
    match meaning {
        Meaning::Attribute(..) => 0,
        Meaning::Local(_) => 1,
        Meaning::Word(..) => 3,
        _ => 2,
    }
}

fn rules_of<'a>(index: &'a NameIndex, key: &NameKey) -> Option<&'a Checked> {
    let world = match key.home {
        NameScope::World(number) => index.worlds.get(number)?,
        NameScope::Scenario(number) => &index.scenarios.get(number)?.rules,
        NameScope::Anywhere => return None,
    };
    Some(&world.declared)
}

struct HoverWriter<'a> {
    index: &'a NameIndex,
    sources: &'a Sources,
    rules: Option<&'a Checked>,
    key: &'a NameKey,
}

impl HoverWriter<'_> {
    fn parts(&self) -> Vec<String> {
        match &self.key.meaning {
            Meaning::Local(bound) => vec![self.local(*bound)],
            Meaning::Thing(kind, name) => vec![self.thing(*kind, name)],
            Meaning::Attribute(kind, slot) => self.attribute(*kind, *slot).unwrap_or_default(),
            Meaning::Unit(unit) => vec![self.unit(unit.index()).unwrap_or_default()],
            Meaning::Word(sort, word) => vec![self.word(*sort, *word)],
            Meaning::Kind(kind) => self.kind(*kind).unwrap_or_default(),
            Meaning::Choice(_) => self.declared_here(),
            _ => self.item().unwrap_or_default(),
        }
    }

    /// The item, from its own lines.
    fn item(&self) -> Option<Vec<String>> {
        let rules = &self.rules?.ruleset;
        let by_name = |category: &str, name: &str| {
            let known = rules.items.iter();
            known
                .rev()
                .find(|item| item.category == category && item.name == name)
        };
        let by_id = |id: ItemId| rules.items.get(id.index());
        let item = match &self.key.meaning {
            Meaning::Option(id) => by_id(rules.options.get(id.index())?.item),
            Meaning::Definition(id) => by_id(rules.functions.get(id.index())?.item),
            Meaning::Table(id) => by_id(rules.tables.get(id.index())?.item),
            Meaning::Procedure(id) => by_id(rules.procedures.get(id.index())?.item),
            Meaning::Event(id) => by_id(rules.events.get(id.index())?.item),
            Meaning::Action(id) => by_id(rules.actions.get(id.index())?.item),
            Meaning::Phase(id) => by_id(rules.phases.get(id.index())?.item),
            Meaning::Titled(category, title) => by_name(category, title),
            _ => None,
        }?;
        let mut parts = vec![self.head(item.span), self.comment_above(item.span)];
        if let Meaning::Option(id) = &self.key.meaning {
            let option = rules.options.get(id.index())?;
            parts.push(Markdown(&option.text).to_string());
            parts.push(format!("An option: {}.", self.described(&option.ty)));
        }
        let gives = match &self.key.meaning {
            Meaning::Definition(id) => Some(&rules.functions.get(id.index())?.declared),
            Meaning::Procedure(id) => rules.procedures.get(id.index())?.gives.as_ref(),
            Meaning::Table(id) => rules.tables.get(id.index())?.gives.as_ref(),
            _ => None,
        };
        parts.extend(gives.map(|gives| format!("Gives {}.", self.holds(gives))));
        parts.push(self.citations(item));
        parts.push(self.uses());
        Some(parts)
    }

    fn attribute(&self, kind: KindId, slot: Slot) -> Option<Vec<String>> {
        let rules = &self.rules?.ruleset;
        let known = rules.kinds.get(kind.index())?;
        let attribute = known.attributes.get(usize::from(slot))?;
        let mut parts = Vec::new();
        let place = self.declaration();
        match place {
            Some(place) => {
                let line = line_of(place, self.sources);
                parts.push(code(&match line.starts_with("kind ") {
                    true => line.to_owned(),
                    false => format!("kind {} {{ {line} }}", known.name),
                }));
            }
            None => parts.push(code(&format!("{}.{}", known.name, attribute.name))),
        }
        parts.push(Markdown(attribute.declared_text()).to_string());
        let kept = match place {
            Some(_) => "",
            None => " The language keeps it.",
        };
        parts.push(format!(
            "An attribute of `{}`{}: {}.{kept}",
            known.name,
            if attribute.secret {
                ", secret until the rules reveal it"
            } else {
                ""
            },
            self.holds(&attribute.declared)
        ));
        if place.is_some() {
            let item = rules.items.get(attribute.item.index());
            parts.push(item.map_or_else(String::new, |item| self.citations(item)));
        }
        parts.push(self.uses());
        Some(parts)
    }

    fn kind(&self, kind: KindId) -> Option<Vec<String>> {
        let rules = &self.rules?.ruleset;
        let known = rules.kinds.get(kind.index())?;
        let two = match (known.pair, &known.attributes[..]) {
            (Some(pair), [one, other, ..]) => {
                let of = &rules.kinds.get(pair.of.index())?.name;
                let [between, and] = match pair.mutual {
                    true => ["between", "and"],
                    false => ["from", "to"],
                };
                format!(" {between} {of} {} {and} {of} {}", one.name, other.name)
            }
            (_, _) => String::new(),
        };
        let mut lines = vec![format!("kind {}{two} {{", known.name)];
        let declared = || (known.declared()).filter(|(slot, _)| !known.is_of_pair(*slot));
        for (_, attribute) in declared().take(24) {
            let ty = self.described_short(&attribute.declared);
            let key = if attribute.keyed.is_some() {
                "(...)"
            } else {
                ""
            };
            lines.push(format!("  {}{key}: {ty}", attribute.declared_name()));
        }
        if declared().count() > 24 {
            lines.push("  # ...".to_owned());
        }
        lines.push("}".to_owned());
        Some(vec![code(&lines.join("\n")), self.uses()])
    }

    fn declared_here(&self) -> Vec<String> {
        let place = self.declaration();
        place
            .map(|place| vec![code(line_of(place, self.sources)), self.uses()])
            .unwrap_or_default()
    }

    fn local(&self, bound: Span) -> String {
        let name = self.sources.snippet(bound);
        if name.starts_with('"') {
            return code(line_of(bound, self.sources));
        }
        for world in &self.index.worlds {
            let known = world.names.locals.iter().find(|(span, _)| *span == bound);
            if let Some((_, declared)) = known {
                let writer = HoverWriter {
                    rules: Some(&world.declared),
                    ..*self
                };
                let holds = writer.holds(declared);
                return format!("`{}`: {holds}", Clean(name));
            }
        }
        format!("`{}`", Clean(name))
    }

    fn thing(&self, kind: KindId, name: &str) -> String {
        let kinds = self.rules.map(|rules| &rules.ruleset.kinds);
        let kind = kinds.and_then(|kinds| kinds.get(kind.index()));
        let noun = kind.map_or("thing", |kind| kind.name.as_str());
        let line = match self.declaration() {
            Some(place) => code(line_of(place, self.sources)),
            None => String::new(),
        };
        format!("`{}`: a {noun} of this scenario\n\n{line}", Clean(name))
    }

    fn unit(&self, unit: usize) -> Option<String> {
        let rules = &self.rules?.ruleset;
        let known = rules.units.get(unit)?;
        let same = rules.units.iter();
        let smallest = same
            .filter(|other| other.dimension == known.dimension)
            .min_by_key(|other| other.size)?;
        let made_of = match known.size / smallest.size.max(1) {
            1 => String::new(),
            many => format!(" = {many} {}", smallest.plural),
        };
        let what = if known.dimension == 0 {
            "a unit of time"
        } else {
            "a unit"
        };
        Some(format!("`{}`{made_of}: {what}", known.name))
    }

    fn word(&self, sort: WordUse, id: WordId) -> String {
        let words = self.rules.map(|rules| &rules.ruleset.words);
        let word = words.and_then(|words| words.get(id.index()));
        let word = word.map_or("", String::as_str);
        let what = match sort {
            WordUse::Choice => "a word that can be chosen",
            WordUse::Stage => "a stage of an act",
            WordUse::Purpose => "what dice are rolled for",
            WordUse::Question => "a question that is asked",
            WordUse::Outcome => "what a cancelled act is called",
            WordUse::Key => "a key of an order",
        };
        let line = match self.declaration() {
            Some(place) => format!("\n\n{}", code(line_of(place, self.sources))),
            None => String::new(),
        };
        format!("`{word}`: {what}{line}{}", self.in_scenarios(sort, id))
    }

    /// How a scenario answers a question or gives a roll.
    fn in_scenarios(&self, sort: WordUse, word: WordId) -> String {
        let Some(rules) = self.rules.map(|rules| &rules.ruleset) else {
            return String::new();
        };
        let lines: Vec<String> = match sort {
            WordUse::Question => {
                let all = rules.answerable().into_iter();
                let named = all.filter(|question| question.name == word);
                named
                    .map(|question| rules.answer_words(&question))
                    .collect()
            }
            WordUse::Purpose => {
                let all = rules.rollable().into_iter();
                let named = all.filter(|roll| roll.purpose == word);
                named.map(|roll| rules.roll_words(&roll)).collect()
            }
            WordUse::Choice | WordUse::Stage | WordUse::Outcome | WordUse::Key => Vec::new(),
        };
        match lines.is_empty() {
            true => String::new(),
            false => format!("\n\nIn a scenario:\n\n{}", code(&lines.join("\n"))),
        }
    }

    /// The first place where it is declared.
    fn declaration(&self) -> Option<Span> {
        let wanted = [self.key].into_iter().collect();
        let places = self.index.places_of(&wanted);
        let first = places.into_iter().find(|place| place.declares);
        first.map(|place| place.span)
    }

    /// An item up to its first brace; the whole of a short one.
    fn head(&self, span: Span) -> String {
        let text = self.sources.snippet(span);
        let lines = text.lines().count();
        if lines <= 6 && text.len() <= LONGEST {
            return code(text);
        }
        let quoted = |at: usize| text[..at].matches('"').count() % 2 == 1;
        let brace = text
            .match_indices('{')
            .map(|(at, _)| at)
            .find(|at| !quoted(*at));
        let head = &text[..brace.unwrap_or(text.len())];
        code(cut(head.trim_end()))
    }

    /// The comment in the lines directly above.
    fn comment_above(&self, span: Span) -> String {
        let text = self.sources.text(span.file);
        let before = text.get(..span.start as usize).unwrap_or_default();
        let above = before.rfind('\n').map_or("", |newline| &before[..newline]);
        let mut lines: Vec<&str> = above
            .lines()
            .rev()
            .map(str::trim)
            .take_while(|line| line.starts_with('#'))
            .map(|line| line.trim_start_matches('#').trim())
            .collect();
        lines.reverse();
        Markdown(&lines.join(" ")).to_string()
    }

    /// What an item carries out, and which scenarios prove that.
    fn citations(&self, item: &Item) -> String {
        if item.cites.is_empty() {
            return String::new();
        }
        let told: Vec<String> = item.cites.iter().map(cited).collect();
        let carries = format!("Carries out {}.", Markdown(&told.join(", ")));
        let statements: Vec<StatementId> = item.cites.iter().flat_map(Cited::statements).collect();
        let mut proving: Vec<String> = Vec::new();
        for scenario in self.index.all_scenarios() {
            let proved = scenario.proves.iter().flat_map(Cited::statements);
            if statements
                .iter()
                .any(|one| proved.clone().any(|other| other == *one))
            {
                proving.push(scenario.title.clone());
            }
        }
        proving.sort();
        proving.dedup();
        match proving.len() {
            0 => carries,
            many => {
                let named = list_all(proving.iter().take(MOST).map(String::as_str));
                let more = match many.saturating_sub(MOST) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                format!("{carries} Proved by {named}{more}.")
            }
        }
    }

    /// In how many scenarios it is named.
    fn uses(&self) -> String {
        let named = self.index.all_scenarios().filter(|scenario| {
            let own = self.key.home;
            let world = self.index.worlds.iter();
            let mut numbered = world.enumerate();
            let same = numbered.any(|(number, world)| {
                own == NameScope::World(number) && std::sync::Arc::ptr_eq(world, &scenario.rules)
            });
            let names = &scenario.names.names;
            same && names.iter().any(|name| name.meaning == self.key.meaning)
        });
        match named.count() {
            0 => String::new(),
            1 => "Named in 1 scenario that is at hand.".to_owned(),
            many => format!("Named in {many} scenarios that are at hand."),
        }
    }

    fn holds(&self, declared: &Declared) -> String {
        let what = self.described(&declared.ty);
        if declared.optional {
            format!("{what}, or missing")
        } else {
            what
        }
    }

    fn described(&self, ty: &Type) -> String {
        self.rules.map_or_else(String::new, |rules| {
            crate::check::describe(&rules.ruleset, ty)
        })
    }

    fn described_short(&self, declared: &Declared) -> String {
        self.rules
            .map_or_else(String::new, |rules| rules.ruleset.type_words(declared))
    }
}

fn cited(cited: &Cited) -> String {
    match cited {
        Cited::One(id) => id.clone(),
        Cited::Range {
            prefix,
            digits,
            from,
            to,
        } => format!("{prefix}-{from:0digits$}..{to}"),
    }
}

/// The line around a place, without the blanks at its ends.
fn line_of(span: Span, sources: &Sources) -> &str {
    let text = sources.text(span.file);
    let start = text
        .get(..span.start as usize)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |newline| newline + 1);
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    cut(line.trim())
}

/// A piece of a file, shown as it is.
fn code(text: &str) -> String {
    let text = Clean(text).to_string().replace("\\u{a}", "\n");
    let fence = if text.contains("```") { "~~~~" } else { "```" };
    format!("{fence}affray\n{text}\n{fence}")
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST);
    &text[..end.map_or(text.len(), |(at, _)| at)]
}
