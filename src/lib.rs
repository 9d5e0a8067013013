//! Affray is a small declarative language for the initiative and combat procedures of tabletop role-playing games. This crate reads rule
//! files and scenarios, checks them, plays them, and answers questions about what happened and about what can happen.
//!
//! `docs/language.md` describes the language, `docs/architecture.md` the inside of the crate. This page is a tour of what other programs
//! need. It plays the file `examples/rust/duel.affray`:
//!
//! ```text
#![doc = include_str!("../examples/rust/duel.affray")]
//! ```
//!
//! # Reading and checking
//!
//! A [`Loader`] reads files by way of [`Files`]: a map from paths to texts, as here, or a `Disk`. [`Loaded::diagnostics`] holds every error and
//! warning, with code and place. A rule set with errors is not among [`Loaded::rules`], a scenario with errors not among
//! [`Loaded::scenarios`].
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use affray::{Limits, Loader, RenderStyle, render_diagnostics};
//!
//! let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! let wrong = text.replace("target.hp", "target.health");
//! let mut files = BTreeMap::from([("duel.affray".to_owned(), text), ("wrong.affray".to_owned(), wrong)]);
//!
//! let mut loader = Loader::new(Limits::DEFAULT);
//! let loaded = loader.load("duel.affray", &mut files);
//! assert!(loaded.diagnostics.is_empty());
//! assert_eq!(loaded.scenarios[0].scenario.title, "Two of them");
//!
//! let wrong = loader.load("wrong.affray", &mut files);
//! assert!(wrong.diagnostics.has_errors() && wrong.scenarios.is_empty());
//! let message = render_diagnostics(&wrong.diagnostics, loader.sources(), &RenderStyle::default());
//! assert!(message.contains("`health`"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Playing
//!
//! A run is a pure function of rules, scenario, dice and decisions. [`play`] takes dice and decisions from the scenario, rolls from its seed what
//! it leaves open, and compares the run with what it expects. [`transcript`] tells the run in prose. The [`Journal`] has it as typed entries, and
//! [`Story`] puts these into words.
//!
//! ```
//! # use affray::Loader;
//! # let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! # let mut files = std::collections::BTreeMap::from([("duel.affray".to_owned(), text)]);
//! # let loaded = Loader::new(Limits::DEFAULT).load("duel.affray", &mut files);
//! use affray::{Limits, Names, Story, TranscriptStyle, What, play, transcript};
//!
//! let (rules, scenario) = (&loaded.scenarios[0].rules.ruleset, &loaded.scenarios[0].scenario);
//! let played = play(rules, scenario, None, &Limits::DEFAULT);
//! assert!(!played.findings.has_errors());
//!
//! let text = transcript(rules, scenario, &played.journal, &TranscriptStyle::default());
//! assert!(text.contains("ann rolls 6 for speed"));
//!
//! let story = Story::new(Names::new(rules, scenario), &played.journal);
//! let mut resolved = Vec::new();
//! for (number, entry) in played.journal.entries.iter().enumerate() {
//!     if let What::Resolved { act, .. } = entry.what {
//!         resolved.push(story.act(act, number));
//!     }
//! }
//! assert_eq!(resolved, ["ann strikes bob"]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! [`runs_digest`] is one number for many seeded runs: two machines on which it is the same play the scenario alike.
//!
//! # Other dice and decisions
//!
//! A [`Machine`] plays with any [`Dice`] and any [`Decisions`]. `examples/rust/table.rs` is a whole program that asks for dice.
//!
//! ```
//! # use affray::Loader;
//! # let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! # let mut files = std::collections::BTreeMap::from([("duel.affray".to_owned(), text)]);
//! # let loaded = Loader::new(Limits::DEFAULT).load("duel.affray", &mut files);
//! use affray::{Dice, Ending, FaultKind, Limits, Machine, RollRequest, ScriptedDecisions, Value, roll_each};
//!
//! /// Every die shows its highest face.
//! struct Highest;
//!
//! impl Dice for Highest {
//!     fn roll(&mut self, request: &RollRequest<'_>, faces: &mut Vec<Value>) -> Result<Value, FaultKind> {
//!         Ok(roll_each(request, faces, |sides| sides))
//!     }
//! }
//!
//! let (rules, scenario) = (&loaded.scenarios[0].rules.ruleset, &loaded.scenarios[0].scenario);
//! let mut machine = Machine::new(rules, Limits::DEFAULT);
//! let mut decisions = ScriptedDecisions::new(scenario);
//! let ending = machine.play(scenario, &mut Highest, &mut decisions, None);
//! assert_eq!(ending, Ok(Ending::Stopped));
//! // Equal speed: both act in one batch.
//! let journal = machine.journal();
//! assert_eq!(journal.values(journal.lines[0].batches), [2]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! It can be stopped at each of them as well: [`Machine::start`] and [`Machine::resume`] run to the next [`Pause`], so that a program can wait for a person
//! or a network. Each pause says which method answers it. A combatant declares by the numbers of declarations of the scenario; those that fit the present
//! period [`ScriptedDecisions`] knows, and a [`DeclarationReader`] adds others, in the words of scenarios. A run ends where its scenario holds nothing more;
//! [`Scenario::endless`] goes on.
//!
//! ```
//! # use affray::Loader;
//! # let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! # let mut files = std::collections::BTreeMap::from([("duel.affray".to_owned(), text)]);
//! # let mut loader = Loader::new(Limits::DEFAULT);
//! # let loaded = loader.load("duel.affray", &mut files);
//! use affray::{DeclarationReader, Declaring, Ending, Limits, Machine, Names, Pause, Person, TranscriptStyle, transcript};
//!
//! let (rules, scenario) = (&loaded.scenarios[0].rules, &loaded.scenarios[0].scenario);
//! let names = Names::new(&rules.ruleset, scenario);
//! let reader = DeclarationReader::new(rules, scenario, loader.sources(), Limits::DEFAULT);
//! let mut played = scenario.clone();
//! played.declarations.clear();
//! let mut machine = Machine::new(&rules.ruleset, Limits::DEFAULT);
//! machine.start(&played).unwrap();
//! let mut asked = Vec::new();
//! let ending = loop {
//!     match machine.resume(&played).unwrap() {
//!         Pause::Roll(roll) => {
//!             asked.push(format!("{} rolls {} for {}", names.person(roll.who), roll.throw, names.word(roll.purpose)));
//!             machine.rolled(3, &[3]).unwrap();
//!         }
//!         Pause::Ask { .. } => machine.answered(None).unwrap(),
//!         Pause::Declare { actor, one, actions, .. } => {
//!             asked.push(format!("{} declares", names.person(Person::Combatant(actor))));
//!             let line = if actor == 0 { "strikes bob" } else { "declares nothing" };
//!             let declaring = Declaring { actor, path: machine.path(), running: machine.running(), one, actions: &actions };
//!             let number = reader.declare(&mut played, &declaring, line).unwrap();
//!             machine.declared(&[number], &played).unwrap();
//!         }
//!         Pause::Rests | Pause::Saw(_) => {}
//!         Pause::Done(ending) => break ending,
//!     }
//! };
//! assert_eq!(ending, Ending::Stopped);
//! assert_eq!(asked, ["ann rolls d6 for speed", "bob rolls d6 for speed", "ann declares", "bob declares"]);
//! let text = transcript(&rules.ruleset, &played, machine.journal(), &TranscriptStyle::default());
//! assert!(text.contains("ann strikes bob") && !text.contains("bob strikes ann"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Why
//!
//! [`why`] tells by which rules one act came before another, and the smallest change that would turn the two. It finds that change by playing
//! again.
//!
//! ```
//! # use affray::Loader;
//! # let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! # let mut files = std::collections::BTreeMap::from([("duel.affray".to_owned(), text)]);
//! # let mut loader = Loader::new(Limits::DEFAULT);
//! # let loaded = loader.load("duel.affray", &mut files);
//! use affray::{Limits, Run, WhyQuestion, WhySubject, play, render_why, why};
//!
//! let (rules, scenario) = (&loaded.scenarios[0].rules.ruleset, &loaded.scenarios[0].scenario);
//! let played = play(rules, scenario, None, &Limits::DEFAULT);
//! let run = Run {
//!     rules,
//!     scenario,
//!     seed: None,
//!     journal: &played.journal,
//!     sources: loader.sources(),
//!     limits: Limits::DEFAULT,
//!     watcher: None,
//!     waits: None,
//! };
//! let about = WhySubject::parse(&run, &["ann strikes", "bob strikes"]);
//! let question = WhyQuestion {
//!     about: about.unwrap_or_default(),
//!     tries: 1_000,
//!     ..WhyQuestion::default()
//! };
//! let reasons = render_why(&why(&run, &question));
//! assert!(reasons.contains("bob has fallen"), "{reasons}");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # How likely
//!
//! [`odds`] answers a question over all that the dice can show: exactly where that is possible, else by playing many times, and says which.
//!
//! ```
//! # use affray::Loader;
//! # let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! # let mut files = std::collections::BTreeMap::from([("duel.affray".to_owned(), text)]);
//! # let loaded = Loader::new(Limits::DEFAULT).load("duel.affray", &mut files);
//! use affray::{Budget, Limits, OddsMethod, odds};
//!
//! let (rules, scenario) = (&loaded.scenarios[0].rules.ruleset, &loaded.scenarios[0].scenario);
//! let method = OddsMethod { budget: Some(Budget::default()), plan: None };
//! let found = odds(rules, scenario, &scenario.questions[0], &Limits::DEFAULT, &method, &()).unwrap();
//! // ann shows a six; bob comes later with 1 to 5.
//! let yes = found.answers.chance(1).map(|chance| chance.share());
//! assert!(yes.is_some_and(|yes| (yes - 5.0 / 6.0).abs() < 1e-12));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Differences, documents and pictures
//!
//! [`differences`] tells what differs between two rule files: item by item, and, if a search is wanted, with the smallest fight that it finds in which they
//! part. [`document_of`] makes a document of a rule file for people, with worked examples. [`picture`] draws a run.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use affray::{
//!     CompareOptions, Extent, Limits, Loader, Pictures, Playing, Scheme, SearchSettings, differences, document_markdown, document_of, outline, picture, play,
//! };
//!
//! let text = std::fs::read_to_string("examples/rust/duel.affray")?;
//! let variant = text.replace("highest first", "lowest first");
//! let mut files = BTreeMap::from([("duel.affray".to_owned(), text), ("variant.affray".to_owned(), variant)]);
//! let mut loader = Loader::new(Limits::DEFAULT);
//!
//! let search = SearchSettings { tries: 100, ..SearchSettings::default() };
//! let wanted = CompareOptions { search: Some(search), ..CompareOptions::default() };
//! let report = differences(&mut loader, &mut files, ["duel.affray", "variant.affray"], &[], wanted).unwrap();
//! assert_eq!(report.structure[0].category, "order");
//! let witness = report.search.and_then(|search| search.witness).unwrap();
//! assert!(witness.scenario.is_some_and(|fight| fight.starts_with("scenario")));
//!
//! let how = Playing { pictures: Pictures::None, limits: Limits::DEFAULT, jobs: 1, watcher: &() };
//! let document = document_of(&mut loader, &mut files, "duel.affray", &[], &how).unwrap();
//! assert_eq!(document.title, "The duel");
//! assert!(document_markdown(&document).contains("has fallen"));
//!
//! let loaded = loader.load("duel.affray", &mut files);
//! let (rules, scenario) = (&loaded.scenarios[0].rules.ruleset, &loaded.scenarios[0].scenario);
//! let played = play(rules, scenario, None, &Limits::DEFAULT);
//! let drawn = picture(&outline(rules, scenario, &played.journal), Extent::Whole, Scheme::Reader);
//! assert!(drawn.starts_with("<svg"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Stability
//!
//! What this page lists is the interface of the crate. The modules that it does not list are reachable for the project's own tests and
//! benchmarks, and change without notice.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod analysis;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod corpus;
#[doc(hidden)]
pub mod diagnostic;
#[doc(hidden)]
pub mod diff;
#[doc(hidden)]
pub mod document;
#[doc(hidden)]
pub mod evaluator;
#[doc(hidden)]
pub mod journal;
#[doc(hidden)]
pub mod line;
#[doc(hidden)]
pub mod load;
#[doc(hidden)]
pub mod lookup;
#[cfg(feature = "lsp")]
#[doc(hidden)]
pub mod lsp;
#[doc(hidden)]
pub mod machine;
#[doc(hidden)]
pub mod monitor;
#[doc(hidden)]
pub mod mutants;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod publish;
#[doc(hidden)]
pub mod ruleset;
#[doc(hidden)]
pub mod run;
#[doc(hidden)]
pub mod scenario;
mod situation;
#[doc(hidden)]
pub mod snapshot;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod starter;
#[doc(hidden)]
pub mod study;
mod suggest;
#[doc(hidden)]
pub mod suite;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod view;
#[doc(hidden)]
pub mod why;

// Reading and checking.
pub use check::Checked;
#[cfg(feature = "native")]
pub use load::Disk;
pub use load::{Files, Loaded, Loader, Playable, Unreadable};
pub use source::{FileId, Limits, Position, Sources, Span};
pub use syntax::{format, print};

// Messages.
pub use diagnostic::{
    Applicability, Code, Diagnostic, Diagnostics, Fix, Label, Severity, json::JsonReport,
};
#[cfg(feature = "native")]
pub use diagnostic::{RenderStyle, render as render_diagnostics};

// Rules and scenarios.
pub use ruleset::{
    ActionId, AskedActions, EventId, ExceptionId, ItemId, KindId, MISSING, OptionId, PhaseId,
    QuestionId, Relation, Ruleset, Slot, TableId, TacticId, Tally, TemplateId, Throw, TriggerId,
    Type, Value, WordId,
};
pub use scenario::{Declaration, Person, Question, Record, Scenario};

// Playing.
pub use machine::{Machine, Pause, Roll, Sight};
pub use run::decisions::{Asking, Decisions, Declaring, ScriptedDecisions};
pub use run::dice::{
    Dice, RollRequest, ScriptedDice, Seeded as SeededDice, one_by_one as roll_each,
};
pub use run::{Ending, Fault, FaultKind};
pub use suite::{DigestTooLong, Played, play, runs_digest};

// What a run needs.
pub use play::{
    DeclarationReader, Insertion, Missing, MissingInput, Need, NeedKind, Refusal, missing,
};

// What happened.
pub use journal::{
    ActNumber, ActRecord, Authority, Entry, Fate, Journal, Line, Range, Ruling, Said, What,
};
pub use view::{
    Names, Stood, Story, TranscriptStyle, fault_diagnostic, transcript, transcript_for_players,
    transcript_for_readers, transcript_without_values,
};

// Why.
pub use why::{
    Reason, Run, Selector, UnknownSelector, Why, WhyQuestion, WhySubject, render as render_why, why,
};

// How likely.
pub use odds::distribution::{Chance, Distribution};
pub use odds::exact::{Budget, Refused};
pub use odds::simulate::{OddsWatcher, Plan};
pub use odds::{Found, Method as OddsMethod, NoAnswer as NoOdds, Odds, ask as odds};

// What differs between two rule files.
pub use diff::{
    CompareOptions, FilePlace, GivenScenario, ItemChange, ItemChangeKind, PairShare,
    PartDifference, Point, PointKind, Report, RunMoment, ScenarioDiff, SearchReport,
    SearchSettings, TextStyle, Witness, markdown as diff_markdown, text as diff_text,
};
pub use publish::differences;

// Documents.
pub use document::{
    Document, html as document_html, markdown as document_markdown, typst as document_typst,
};
pub use publish::{Pictures, Playing, document_of};

// Pictures, and a run retold.
pub use view::outline::{Outline, outline};
pub use view::picture::{Extent, Scheme, picture};
pub use view::recap::recap;
