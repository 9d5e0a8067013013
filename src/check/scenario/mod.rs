//! From the tree of a scenario to the scenario as it is run: names become ids of the rules and indices of records, values are typed by
//! the attributes that hold them. Finds all that is wrong at once. Uses the checked rules and the tree; runs nothing, reads no file.

mod acts;
mod answers;
mod chances;
mod corrections;
mod expects;
mod lines;
mod lookup;
mod members;
mod messages;
mod misplaced;
mod natural;
mod objects;
mod pairs;
mod periods;
mod phrases;
mod sayings;
mod settings;
mod tactics;
mod things;
mod values;
mod vocabulary;

pub use vocabulary::Vocabulary;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use super::elaborator::MadeRecords;
use super::{Checked, FactArena, Meaning, ResolvedNames, documents, items};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{ActionId, ExprId, PhaseId, Ruleset, Slot, TacticId};
use crate::scenario::{Path, Scenario};
use crate::source::Span;
use crate::syntax::ast::{self, EntryKind};
use things::Things;

/// Checks a scenario against the rules by which it is played. The scenario is `None` if it has errors; the diagnostics are sorted.
///
/// Which rules those are, its line `rules "..."` says; that line is for the loader and not looked at here.
pub fn scenario(checked: &Checked, tree: &ast::Scenario) -> (Option<Scenario>, Diagnostics) {
    let (scenario, found, _) = examine(checked, tree, Diagnostics::new());
    (scenario, found)
}

/// The same, with what each name stands for. `found`: no diagnostics yet; they say whether those that are added propose anything.
pub fn examine(
    checked: &Checked,
    tree: &ast::Scenario,
    found: Diagnostics,
) -> (Option<Scenario>, Diagnostics, ResolvedNames) {
    let mut desk = Desk::new(checked, tree, found);
    let named = desk.gather(tree);
    desk.fill(&named);
    desk.pairs(tree);
    desk.made = desk.made_by_rules();
    desk.entries(&tree.entries, &Path::new());
    desk.chances(&tree.entries);
    desk.sort_tactics();
    desk.found.sort();
    let Desk {
        arena,
        mut out,
        found,
        resolved,
        ..
    } = desk;
    let mut resolved = resolved.into_inner();
    resolved.take(arena.resolved);
    (out.exprs, out.expr_spans, out.texts) = (arena.exprs, arena.spans, arena.texts);
    ((!found.has_errors()).then_some(out), found, resolved)
}

/// What is at hand while a scenario is checked.
struct Desk<'a> {
    checked: &'a Checked,
    rules: &'a Ruleset,
    vocabulary: Vocabulary,
    /// The actions by the first words of their titles, as soon as one is looked for.
    titles: OnceCell<BTreeMap<&'a str, Vec<(u16, ActionId)>>>,
    /// The verbs of actions by their stems, as soon as one is looked for; nothing where several have one.
    stems: OnceCell<BTreeMap<&'a str, Option<&'a str>>>,
    /// What declarations are judged by, as soon as one lacks what it is aimed at.
    judged: OnceCell<BTreeMap<ActionId, Vec<(Slot, ExprId)>>>,
    /// The same for what acts cannot be carried out without.
    carried_out_with: OnceCell<BTreeMap<ActionId, Vec<(Slot, ExprId)>>>,
    things: Things,
    /// Where that which may be said once was said first.
    said: Settled,
    /// Within a period that is not understood: what may stand in it is not known.
    astray: bool,
    /// The innermost phase without numbers whose lines are checked.
    part: Option<PhaseId>,
    /// What rules make and lines and expectations can name.
    made: MadeRecords,
    /// Expressions and texts of the scenario.
    arena: FactArena,
    out: Scenario,
    found: Diagnostics,
    /// What each name stands for; noted also by those who only look something up.
    resolved: RefCell<ResolvedNames>,
}

/// Places of what a scenario may say once.
#[derive(Default)]
struct Settled {
    snapshot: Option<Span>,
    seed: Option<Span>,
    begin: Option<Span>,
    stop: Option<Span>,
    options: Vec<Option<Span>>,
    /// Whether it was said that nothing asks for declarations.
    unasked: bool,
    /// Tactics for whomever they fit.
    general: BTreeMap<TacticId, Span>,
    /// Combatants, each with the place where its tactic is named.
    followers: BTreeMap<u32, Span>,
}

impl<'a> Desk<'a> {
    fn new(checked: &'a Checked, tree: &ast::Scenario, mut found: Diagnostics) -> Self {
        let rules = &checked.ruleset;
        let title = items::title(&tree.title, &mut found);
        Desk {
            checked,
            rules,
            vocabulary: Vocabulary::new(rules),
            titles: OnceCell::new(),
            stems: OnceCell::new(),
            judged: OnceCell::new(),
            carried_out_with: OnceCell::new(),
            things: Things::default(),
            astray: false,
            part: None,
            made: MadeRecords::default(),
            arena: FactArena::default(),
            said: Settled {
                options: vec![None; rules.options.len()],
                ..Settled::default()
            },
            out: Scenario {
                title,
                span: tree.span,
                turns: rules.phases_of_turns(),
                ..Scenario::default()
            },
            found,
            resolved: RefCell::default(),
        }
    }

    /// What stands in the scenario, or in a period of it.
    fn entries(&mut self, entries: &[ast::ScenarioEntry], path: &Path) {
        for entry in entries {
            match &entry.kind {
                EntryKind::Rules(_)
                | EntryKind::Side(_)
                | EntryKind::Record { .. }
                | EntryKind::Pair { .. } => {}
                EntryKind::Proves(citations) => self.proves(citations),
                EntryKind::Option { name, value } => self.option(name, value),
                EntryKind::Snapshot(_) => self.snapshot(entry.span),
                EntryKind::Seed(number) => self.seed(number),
                EntryKind::BeginAt { phase, number } => {
                    self.begin(phase, number.as_ref(), entry.span)
                }
                EntryKind::Stop {
                    after,
                    phase,
                    which,
                    moment,
                } => {
                    self.stop(*after, phase, which.as_ref(), moment.as_ref(), entry.span);
                }
                EntryKind::Tactic { name, who } => self.tactic(name, who),
                EntryKind::Period(period) => self.period(period, path),
                EntryKind::Line(line) => self.line(line, path, entry.span),
                EntryKind::Correction { .. }
                | EntryKind::Move { .. }
                | EntryKind::Newcomers { .. }
                | EntryKind::NewThing { .. } => self.correction(entry, path, None),
                EntryKind::Before {
                    who,
                    asked,
                    number,
                    entries,
                } => self.before((who, asked, number.as_ref()), entries, path),
                EntryKind::Expect(expect) => self.expect(expect, entry.span),
                EntryKind::Odds { title, of } => self.odds(title.as_ref(), of, entry.span),
                // Its question may stand behind it.
                EntryKind::Chance { .. } => {}
            }
        }
    }

    fn proves(&mut self, citations: &[ast::Citation]) {
        for citation in citations {
            self.out
                .proves
                .extend(items::cited(citation, &mut self.found));
            self.found
                .extend(documents::unknown(&self.rules.documents, citation));
        }
    }

    /// Notes what a name stands for.
    fn note(&self, span: Span, meaning: Meaning) {
        self.resolved.borrow_mut().uses(span, meaning);
    }

    fn option(&mut self, name: &ast::Name, value: &ast::Value) {
        let options = &self.rules.options;
        let Some(option) = self.checked.names.options.get(&name.text).copied() else {
            let known = options.iter().map(|option| option.name.as_str());
            let error = self.unknown(Code::UnknownOption, "option", name, known);
            return self.found.push(error);
        };
        let index = option.index();
        self.note(name.span, Meaning::Option(option));
        if let Some(first) = self.said.options[index].replace(name.span) {
            return self.found.push(messages::twice(
                &format!("the option `{}` is set", name.text),
                name.span,
                first,
            ));
        }
        let wanted = crate::ruleset::Declared::certain(options[index].ty.clone());
        let value = self.value(&wanted, value, values::Holder::Option(&name.text));
        if let Some(value) = self.or_report(value) {
            self.out.options.push((option, value));
        }
    }

    fn snapshot(&mut self, span: Span) {
        self.out.snapshot = true;
        if let Some(first) = self.said.snapshot.replace(span) {
            self.found
                .push(messages::twice("a snapshot is wanted", span, first));
        }
    }

    fn seed(&mut self, number: &ast::Number) {
        if let Some(first) = self.said.seed.replace(number.span) {
            self.found
                .push(messages::twice("the seed is given", number.span, first));
        }
        match number.digits.parse() {
            Ok(seed) => self.out.seed = Some(seed),
            Err(_) => {
                let error =
                    Diagnostic::error(Code::NumberTooLarge, number.span, "this seed is too large");
                self.found
                    .push(error.help(format!("the largest is {}", u64::MAX)));
            }
        }
    }

    /// The value, or else its error among the others.
    fn or_report<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|error| self.found.push(error)).ok()
    }
}
