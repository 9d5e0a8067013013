//! Affray for JavaScript: a project in memory, fights at the table, and the language server. Thin: what is asked is handed to the library, and what
//! it answers is given on as data. Nothing throws but mistakes of the program itself; `types.ts` has the forms.
#![forbid(unsafe_code)]

mod chances;
mod comparing;
mod forms;
mod project;
mod publishing;
mod running;
mod table;
mod testing;

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use affray::lsp::Conversation;
use affray::odds::simulate;
use affray::source::{Limits, Watcher};
use affray::syntax;
use js_sys::{Function, JSON};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use forms::{DiffWish, OddsWish, Refusal};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = include_str!("types.ts");

/// An answer as data: `{ ok: true, value }` or `{ ok: false, message, diagnostics }`.
fn answer<T: Serialize>(answer: Result<T, Refusal>) -> JsValue {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Form<T> {
        Good {
            ok: bool,
            value: T,
        },
        Bad {
            ok: bool,
            #[serde(flatten)]
            why: Refusal,
        },
    }
    data(&match answer {
        Ok(value) => Form::Good { ok: true, value },
        Err(why) => Form::Bad { ok: false, why },
    })
}

/// A value as JavaScript has it.
fn data<T: Serialize>(value: &T) -> JsValue {
    // What has texts as keys can be written.
    let json = serde_json::to_string(value).unwrap_or_default();
    JSON::parse(&json).unwrap_or(JsValue::NULL)
}

/// What the caller wishes, given as an object; the usual, if nothing.
fn wish<T: Default + for<'a> serde::Deserialize<'a>>(given: &JsValue) -> Result<T, Refusal> {
    if given.is_undefined() || given.is_null() {
        return Ok(T::default());
    }
    let json = JSON::stringify(given).map(String::from).unwrap_or_default();
    serde_json::from_str(&json).map_err(|why| Refusal::because(why.to_string()))
}

thread_local! {
    /// Is told how far the present work is.
    static PROGRESS: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Hands on how far the present work is.
#[derive(Default)]
struct Progress {
    /// Trials that have been played.
    played: AtomicU64,
    /// Trials that there are to play.
    of: AtomicU64,
}

fn tell(done: u64, total: u64) {
    PROGRESS.with_borrow(|progress| {
        if let Some(progress) = progress {
            let (done, total) = (done as f64, total as f64);
            _ = progress.call2(&JsValue::NULL, &done.into(), &total.into());
        }
    });
}

impl Watcher for Progress {
    fn tried(&self, done: u64, total: u64) {
        tell(done, total);
    }
}

impl simulate::OddsWatcher for Progress {
    fn followed(&self, states: u64) -> bool {
        tell(states, 0);
        true
    }

    fn begins(&self, trials: u64) {
        self.of.fetch_add(trials, Ordering::Relaxed);
    }

    fn done(&self, trials: u64) -> bool {
        let played = self.played.fetch_add(trials, Ordering::Relaxed) + trials;
        tell(played, self.of.load(Ordering::Relaxed));
        true
    }
}

/// Calls `progress(done, total)` now and then while odds and differences are looked for; `total` is 0 where it is not known.
#[wasm_bindgen(js_name = onProgress)]
pub fn on_progress(progress: Option<Function>) {
    PROGRESS.set(progress);
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The rule files that are part of the library.
#[wasm_bindgen(js_name = builtIn, unchecked_return_type = "BuiltIn[]")]
pub fn built_in() -> JsValue {
    data(&project::built_in())
}

/// A text in the layout that all files have; itself where it cannot be read.
#[wasm_bindgen]
pub fn format(text: &str) -> String {
    let file = affray::source::Sources::new().add("", text);
    syntax::format(file, text, &Limits::DEFAULT).unwrap_or_else(|_| text.to_owned())
}

/// A project: files in memory, by their paths from its root, such as `rules/mine.affray`.
#[wasm_bindgen]
#[derive(Default)]
pub struct Project(project::Project);

#[wasm_bindgen]
impl Project {
    /// A project without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Project {
        Project(project::Project::new())
    }

    /// Puts a file in, in place of the one of this path.
    #[wasm_bindgen(js_name = setFile)]
    pub fn set_file(&mut self, path: &str, text: String) {
        self.0.set_file(path, Some(text));
    }

    /// Takes a file away.
    #[wasm_bindgen(js_name = removeFile)]
    pub fn remove_file(&mut self, path: &str) {
        self.0.set_file(path, None);
    }

    /// What is in a file.
    #[wasm_bindgen(unchecked_return_type = "Contents")]
    pub fn contents(&mut self, path: &str) -> JsValue {
        data(&self.0.contents(path))
    }

    /// What is wrong with a file and with all that it needs.
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn check(&mut self, path: &str) -> JsValue {
        let found = self.0.load(path, None).diagnostics;
        data(&self.0.told(&found))
    }

    /// Plays a scenario: the one of this title, or the first.
    #[wasm_bindgen(unchecked_return_type = "Answer<Run>")]
    pub fn run(&mut self, path: &str, title: Option<String>, seed: Option<u64>) -> JsValue {
        answer(running::run(&mut self.0, path, title.as_deref(), seed))
    }

    /// Plays a scenario, and tells all that happened.
    #[wasm_bindgen(unchecked_return_type = "Answer<JournalOfRun>")]
    pub fn journal(&mut self, path: &str, title: Option<String>, seed: Option<u64>) -> JsValue {
        answer(running::journal(&mut self.0, path, title.as_deref(), seed))
    }

    /// The digest of so many runs of a scenario, with the seeds from `first` on: that of `affray run --digest`.
    #[wasm_bindgen(unchecked_return_type = "Answer<string>")]
    pub fn digest(&mut self, path: &str, title: Option<String>, first: u64, runs: u64) -> JsValue {
        let title = title.as_deref();
        answer(running::digest(&mut self.0, path, title, first, runs))
    }

    /// Why two acts came in their order, by their numbers; why all did, if none are given.
    #[wasm_bindgen(unchecked_return_type = "Answer<Reasons>")]
    pub fn why(
        &mut self,
        path: &str,
        title: Option<String>,
        seed: Option<u64>,
        first: Option<u32>,
        second: Option<u32>,
    ) -> JsValue {
        let (title, pair) = (title.as_deref(), first.zip(second));
        answer(running::reasons(&mut self.0, path, title, seed, pair))
    }

    /// Plays all scenarios of these files.
    #[wasm_bindgen(unchecked_return_type = "Tested")]
    pub fn test(&mut self, paths: Vec<String>) -> JsValue {
        data(&testing::test(&mut self.0, &paths))
    }

    /// What differs between two rule files.
    #[wasm_bindgen(unchecked_return_type = "Answer<Difference>")]
    pub fn diff(
        &mut self,
        left: &str,
        right: &str,
        #[wasm_bindgen(unchecked_param_type = "DiffWish | undefined")] how: JsValue,
    ) -> JsValue {
        let how = wish::<DiffWish>(&how);
        answer(how.and_then(|how| comparing::diff(&mut self.0, left, right, &how, Some(&Progress::default()))))
    }

    /// How likely things are in a scenario.
    #[wasm_bindgen(unchecked_return_type = "Answer<Odds>")]
    pub fn odds(
        &mut self,
        path: &str,
        title: Option<String>,
        #[wasm_bindgen(unchecked_param_type = "OddsWish | undefined")] how: JsValue,
    ) -> JsValue {
        let how = wish::<OddsWish>(&how);
        answer(
            how.and_then(|how| chances::odds(&mut self.0, path, title.as_deref(), &how, &Progress::default())),
        )
    }

    /// The document of a rule file, `html` or `markdown`, with the scenarios of other files as worked examples.
    #[wasm_bindgen(unchecked_return_type = "Answer<Written>")]
    pub fn document(&mut self, path: &str, examples: Vec<String>, format: &str) -> JsValue {
        answer(publishing::document(&mut self.0, path, &examples, format))
    }

    /// A new rule file, which is not put in: a variant of a rule file, one of a kind (`template`), or one with notes to learn from.
    #[wasm_bindgen(unchecked_return_type = "Answer<Begun>")]
    pub fn begin(&mut self, name: &str, base: Option<String>, template: Option<String>) -> JsValue {
        answer(self.0.begin(name, base.as_deref(), template.as_deref()))
    }

    /// Begins a fight at the table, or goes on with its log. Returns a `Fight`, or throws the reason why there is none.
    pub fn play(
        &mut self,
        path: &str,
        title: Option<String>,
        seed: u64,
        rolls: bool,
        afresh: bool,
    ) -> Result<Fight, JsError> {
        let how = (seed, rolls, afresh);
        let fight = table::Fight::open(&mut self.0, path, title.as_deref(), how);
        fight.map(Fight).map_err(|why| {
            let first = why.diagnostics.first();
            let first = first.map_or(String::new(), |first| format!(": {}", first.message));
            JsError::new(&format!("{}{first}", why.message))
        })
    }
}

/// A fight that people play.
#[wasm_bindgen]
pub struct Fight(table::Fight);

#[wasm_bindgen]
impl Fight {
    /// How it stands, and what is asked.
    #[wasm_bindgen(unchecked_return_type = "Table")]
    pub fn table(&self) -> JsValue {
        data(&self.0.table())
    }

    /// Takes an entry, in the words of `affray play`.
    #[wasm_bindgen(unchecked_return_type = "Entered")]
    pub fn enter(&mut self, line: &str) -> JsValue {
        data(&self.0.enter(line))
    }

    /// The words with which the last word of a line can be completed.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        self.0.completions(typed)
    }
}

/// The language server: messages of the Language Server Protocol as JSON texts, without headers. Files that the client has not opened are put in;
/// their addresses begin with `file:///`.
#[wasm_bindgen]
pub struct LanguageServer(Conversation);

#[wasm_bindgen]
impl LanguageServer {
    /// A server that has heard nothing yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> LanguageServer {
        LanguageServer(Conversation::new(&Limits::DEFAULT))
    }

    /// Puts a file in, or takes it away. Returns whether it has changed; then the client says so with `workspace/didChangeWatchedFiles`.
    #[wasm_bindgen(js_name = setFile)]
    pub fn set_file(&mut self, path: &str, text: Option<String>) -> bool {
        self.0.set_file(path, text)
    }

    /// Takes a message. Returns the messages for the client.
    pub fn hear(&mut self, message: &str) -> Vec<String> {
        self.0.hear(message)
    }

    /// Whether there is work that can wait until the client is silent.
    #[wasm_bindgen(js_name = hasWork)]
    pub fn has_work(&self) -> bool {
        self.0.has_work()
    }

    /// Does a piece of it. Returns the messages for the client.
    pub fn work(&mut self) -> Vec<String> {
        self.0.work()
    }
}
