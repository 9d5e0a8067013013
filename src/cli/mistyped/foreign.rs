//! Verbs and flags of other programs, with those that are meant by them.

use super::quoted;

/// Verbs of other programs, with those that do the same here.
pub(super) const FOREIGN: &[(&str, &[&str])] = &[
    (
        "check",
        &["lint", "validate", "verify", "parse", "compile", "build"],
    ),
    ("fmt", &["format", "layout", "pretty"]),
    (
        "run",
        &[
            "execute",
            "exec",
            "start",
            "simulate",
            "sim",
            "show",
            "retell",
            "transcript",
        ],
    ),
    ("play", &["table", "fight", "game", "gm"]),
    (
        "odds",
        &[
            "chance",
            "chances",
            "probability",
            "probabilities",
            "stats",
            "roll",
            "likelihood",
            "distribution",
        ],
    ),
    ("new", &["init", "create", "begin", "add"]),
    ("diff", &["compare"]),
    ("doc", &["docs", "document", "print", "export"]),
    (
        "rules",
        &["list", "ls", "templates", "examples", "games", "systems"],
    ),
    ("explain", &["error", "code"]),
    ("help", &["usage", "commands", "?"]),
];

/// Flags of other programs, by the flag that is meant; a verb has some of these.
pub(super) const FOREIGN_FLAGS: &[(&str, &[&str])] = &[
    (
        "trials",
        &[
            "n",
            "runs",
            "count",
            "samples",
            "iterations",
            "times",
            "games",
            "simulations",
            "number",
        ],
    ),
    (
        "filter",
        &["only", "name", "match", "grep", "k", "pattern", "t"],
    ),
    ("roll", &["dice", "auto", "rolls", "autoroll"]),
    ("seed", &["rng", "random", "random-seed"]),
    ("out", &["output", "o", "file", "save", "to"]),
    ("format", &["f", "type", "output-format"]),
    ("scenario", &["title", "s", "which"]),
    ("tries", &["attempts", "limit", "max"]),
    ("timeline", &["picture", "draw", "graph", "chart"]),
];

/// Verbs of other programs that play one scenario many times where they are told how often.
const SIMULATES: [&str; 3] = ["simulate", "sim", "run"];

/// The command that plays a scenario as often as is told: `simulate duel.affray -n 1000`.
pub(super) fn simulation(words: &[&str], verb: &str) -> Option<String> {
    let trials = &FOREIGN_FLAGS.first()?.1;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let at = words.iter().position(|word| {
        let bare = word.trim_start_matches('-');
        word.starts_with('-') && (bare == "trials" || trials.contains(&bare))
    })?;
    let times = words.get(at + 1).filter(|word| is_number(word))?;
    let others = words.iter().enumerate().filter(|(index, word)| {
        ![at, at + 1].contains(index) && !word.starts_with('-') && **word != verb
    });
    let others: String = others
        .map(|(_, word)| format!(" {}", quoted(word)))
        .collect();
    (SIMULATES.contains(&verb)).then(|| format!("affray odds{others} --trials {times}"))
}

/// Whether a word is the code of a diagnostic: `A0305`.
pub(super) fn is_code(word: &str) -> bool {
    let digits = word.strip_prefix(['A', 'a']).unwrap_or_default();
    digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}
