//! Lines of rule files. Reads source texts, knows nothing of runs.

use super::Quote;
use super::answer::at;
use super::track::Track;
use crate::journal::{ActNumber, Said};
use crate::ruleset::index::to_index;
use crate::ruleset::walk::{blocks_within, each_block};
use crate::ruleset::{
    Attribute, ExprId, ItemId, Key, KindId, PhaseId, QuestionId, Slot, Statement, StatementKind,
    collected,
};
use crate::source::{Clean, Sources, Span};
use crate::view::PhaseNumbers;

/// How many lines of an item are quoted at most.
const MOST_LINES: usize = 12;

/// How many acts by tactics are told at most.
const MOST_TACTICS: usize = 3;

/// The category of a correction by the game master. Its name is what the game master does.
pub(super) const CORRECTION: &str = "correction";

impl Track<'_> {
    /// The lines of an item.
    pub fn quote_item(&self, item: ItemId) -> Option<Quote> {
        let item = self.story.names.rules.items.get(item.index())?;
        let name = Clean(&item.name).to_string();
        Some(quote(self.sources, item.category, name, item.span))
    }

    /// The lines of a phase up to its body.
    pub fn quote_head(&self, phase: PhaseId) -> Option<Quote> {
        let rules = self.story.names.rules;
        let item = rules.items.get(rules.phases[phase.index()].item.index())?;
        let mut quote = self.quote_item(rules.phases[phase.index()].item)?;
        let begin = body_begin(self.sources.snippet(item.span))?;
        let head = &self.sources.snippet(item.span)[..begin];
        quote.text.truncate(head.lines().count());
        // Where the body goes on behind it, the brace alone says nothing.
        if let Some(last) = quote.text.last_mut()
            && let Some(before) = last.strip_suffix('{')
        {
            *last = before.trim_end().to_owned();
        }
        Some(quote)
    }

    /// The lines that end the combat for a reason: of a phase those of the statement alone, with the condition around it.
    pub fn quote_end(&self, item: ItemId, because: Option<Said>) -> Option<Quote> {
        let rules = self.story.names.rules;
        let whole = self.quote_item(item)?;
        let mut phases = rules.phases.iter();
        let Some(phase) = phases.find(|phase| phase.item == item) else {
            return Some(whole);
        };
        let because = because.map(|said| said.template);
        // Of several that give no reason it is not known which one did.
        let ends = |kind: &StatementKind| matches!(kind, StatementKind::EndCombat { because: own } if *own == because);
        Some(match places_of(&phase.body, &ends)[..] {
            [span] => quote(self.sources, &whole.category, whole.name, span),
            _ => whole,
        })
    }

    /// The lines by which an act is void or refused for a reason: of a rule that says more than that, those of its clause.
    pub fn quote_clause(&self, item: ItemId, because: Said) -> Option<Quote> {
        let rules = self.story.names.rules;
        let whole = self.quote_item(item)?;
        let clause = rules.templates.get(because.template.index())?.span;
        Some(match whole.category.as_str() {
            "void" | "trigger" | "phase" | "procedure" => whole,
            _ => quote(self.sources, &whole.category, whole.name, clause),
        })
    }

    /// The lines by which an act is cancelled for a reason: of a long item those of the statement alone, with the condition around it.
    pub fn quote_cancel(&self, item: ItemId, because: Option<Said>) -> Option<Quote> {
        let rules = self.story.names.rules;
        let whole = self.quote_item(item)?;
        if self
            .sources
            .snippet(rules.items[item.index()].span)
            .lines()
            .count()
            <= MOST_LINES
        {
            return Some(whole);
        }
        let because = because.map(|said| said.template);
        let cancels = |kind: &StatementKind| matches!(kind, StatementKind::Cancel { because: own, .. } if *own == because);
        let own = (rules.callees().into_iter())
            .filter(|callee| callee.frame(rules).is_some_and(|(_, of)| of == item));
        let blocks = own.flat_map(|callee| callee.blocks(rules));
        let places: Vec<Span> = blocks
            .flat_map(|block| places_of(block, &cancels))
            .collect();
        // Of several that give no reason it is not known which one did.
        Some(match places[..] {
            [span] => quote(self.sources, &whole.category, whole.name, span),
            _ => whole,
        })
    }

    /// The lines of statements, each of an item; lines that are the same once.
    pub fn quote_statements(&self, statements: &[(ItemId, Span)]) -> Vec<Quote> {
        let items = &self.story.names.rules.items;
        let quotes = statements.iter().filter_map(|&(item, span)| {
            let item = items.get(item.index())?;
            let name = Clean(&item.name).to_string();
            Some(quote(self.sources, item.category, name, span))
        });
        let mut quotes: Vec<Quote> = quotes.collect();
        quotes.dedup();
        quotes
    }

    /// The lines of each statement of an item that writes an attribute of a kind, in the order of the file.
    pub fn quote_writes(&self, item: ItemId, attribute: (KindId, Slot)) -> Vec<Quote> {
        let rules = self.story.names.rules;
        let Some(whole) = self.quote_item(item) else {
            return Vec::new();
        };
        let mut spans = Vec::new();
        for callee in rules.callees() {
            if callee.frame(rules).is_none_or(|(_, of)| of != item) {
                continue;
            }
            for block in callee.blocks(rules) {
                each_block(block, &mut |block| {
                    spans.extend(
                        block
                            .iter()
                            .filter(|one| writes(&one.kind, attribute))
                            .map(|one| one.span),
                    );
                });
            }
        }
        spans.sort_by_key(|span| span.start);
        spans.dedup();
        let quotes = spans.into_iter();
        let quotes =
            quotes.map(|span| quote(self.sources, &whole.category, whole.name.clone(), span));
        quotes.collect()
    }

    /// The lines of the action of an act.
    pub fn quote_action(&self, act: ActNumber) -> Option<Quote> {
        self.quote_item(self.story.action(act)?.item)
    }

    /// The line of the tactic that declared an act.
    pub fn quote_tactic(&self, act: ActNumber) -> Option<Quote> {
        let name = Clean(&self.story.tactic(act)?.name).to_string();
        let span = self.story.tactic_line(act)?.span;
        Some(quote(self.sources, "tactic", name, span))
    }

    /// What tactics declared for a combatant in some periods: `tactic fighter declared bob strikes ann (duel.affray:12)`; what is told alike once, and only a few.
    pub fn by_tactics(&self, actor: u32, periods: &[PhaseNumbers]) -> Vec<String> {
        let acts = (0..).take(self.lives.len());
        let is_there = |act: &ActNumber| {
            let is_own = self.story.journal.act(*act).actor == actor;
            is_own && periods.contains(&self.moments[self.seen(*act)])
        };
        let mut told: Vec<String> = Vec::new();
        for act in acts.filter(is_there) {
            let tactic = self.story.tactic(act).zip(self.story.tactic_line(act));
            let one = tactic.map(|(tactic, line)| {
                let (name, place) = (Clean(&tactic.name), self.file_line(line.span));
                let words = self.act_whole(act, self.seen(act));
                format!("tactic {name} declared {words} ({place})")
            });
            told.extend(one.filter(|one| told.len() < MOST_TACTICS && !told.contains(one)));
        }
        told
    }

    /// Who declared an act that came into the line with an entry, and where: `bob declared it there (duel.affray:12)`, or `in round 1` in place of `there`
    /// (or `then`: what `same` says) if it was in another period. `None`: the rules added it.
    pub fn declaration(&self, act: ActNumber, came: usize, same: &str) -> Option<String> {
        let record = self.story.journal.get_act(act)?;
        let who = match self.story.tactic(act) {
            Some(tactic) => format!("tactic {}", Clean(&tactic.name)),
            None => self.story.names.record(KindId::COMBATANT, record.actor),
        };
        let span = match self.story.tactic_line(act) {
            Some(line) => line.span,
            None => {
                let declarations = &self.story.names.scenario.declarations;
                declarations.get(to_index(record.declaration?.into()))?.span
            }
        };
        let seen = self.seen(act);
        let when = match self.moments.get(seen) == self.moments.get(came) {
            true => format!(" {same}"),
            false => at(&self.moment(seen)),
        };
        let place = self.file_line(span);
        Some(format!("{who} declared it{when} ({place})"))
    }

    /// The lines of a key.
    pub fn quote_key(&self, key: &Key) -> Quote {
        let name = self.story.names.key(key, self.sources);
        quote(self.sources, "key", name, key.span)
    }

    /// The lines of a question.
    pub fn quote_question(&self, question: QuestionId) -> Quote {
        let names = &self.story.names;
        let rule = &names.rules.questions[question.index()];
        quote(self.sources, "question", names.word(rule.name), rule.span)
    }

    /// The lines of a correction by the game master.
    pub fn quote_correction(&self, number: u32, entry: usize) -> Option<Quote> {
        let corrections = &self.story.names.scenario.corrections;
        let span = corrections.get(number as usize)?.span;
        let name = self.story.correction(number, entry);
        Some(quote(self.sources, CORRECTION, name, span))
    }

    /// The file and the line of a span: `duel.affray:12`.
    pub fn file_line(&self, span: Span) -> String {
        let line = self.sources.line_col(span.at_start()).line;
        format!("{}:{line}", Clean(self.sources.name(span.file)))
    }

    /// The line in which an attribute is declared.
    pub fn quote_attribute(&self, rule: &Attribute) -> Quote {
        let name = Clean(&rule.name).to_string();
        quote(self.sources, "attribute", name, rule.span)
    }

    /// The lines of a condition.
    pub fn quote_condition(&self, condition: ExprId) -> Quote {
        let names = &self.story.names;
        let name = names.source(condition, self.sources);
        let span = names.rules.expr_spans[condition.index()];
        quote(self.sources, "condition", name, span)
    }
}

/// Whether a statement itself writes an attribute of a kind.
pub fn writes(statement: &StatementKind, attribute: (KindId, Slot)) -> bool {
    let effects = collected(|visit| statement.effects(visit));
    effects
        .iter()
        .any(|effect| effect.attribute_written() == Some(attribute))
}

/// Where the statements stand of which something is true: the `if` around each, as far as that does nothing else.
fn places_of(block: &[Statement], is_meant: &dyn Fn(&StatementKind) -> bool) -> Vec<Span> {
    let of = |statement: &Statement| match &statement.kind {
        kind if is_meant(kind) => vec![statement.span],
        kind => {
            let within = blocks_within(kind);
            let mut spans: Vec<Span> = (within.iter())
                .flat_map(|block| places_of(block, is_meant))
                .collect();
            let alone = within.iter().map(|block| block.len()).sum::<usize>() == 1;
            let is_if = matches!(kind, StatementKind::If { .. });
            if let ([span], true) = (&mut spans[..], alone && is_if) {
                *span = statement.span;
            }
            spans
        }
    };
    block.iter().flat_map(of).collect()
}

/// Where the body of an item begins: at its first brace outside of texts and remarks.
fn body_begin(text: &str) -> Option<usize> {
    let (mut in_text, mut in_remark, mut is_escaped) = (false, false, false);
    text.char_indices().find_map(|(at, letter)| {
        let escaped = is_escaped;
        is_escaped = in_text && letter == '\\' && !escaped;
        match letter {
            '\n' => in_remark = false,
            '"' if !in_remark && !escaped => in_text = !in_text,
            '#' if !in_text => in_remark = true,
            _ => {}
        }
        (letter == '{' && !in_text && !in_remark).then_some(at + 1)
    })
}

/// The whole lines in which a span lies.
fn quote(sources: &Sources, category: &str, name: String, span: Span) -> Quote {
    let first = sources.line_col(span.at_start()).line;
    let last = sources.line_col(span.at_end()).line;
    let text = sources.text(span.file);
    let skipped = first.saturating_sub(1) as usize;
    let count = (last.saturating_sub(first) as usize + 1).min(MOST_LINES);
    let lines = text.lines().skip(skipped).take(count);
    Quote {
        category: category.to_string(),
        name,
        file: Clean(sources.name(span.file)).to_string(),
        line: first,
        text: lines
            .map(|line| Clean(&line.replace('\t', "  ")).to_string())
            .collect(),
    }
}
