//! What must hold for every input, however wrong: nothing panics, nothing takes for ever, and the laws of each target.
//!
//! An input is one or more parts with a zero byte between them. The first is a text as a rule: the whole of a file. `README.md` says what
//! the targets hold it to. The ordinary suite takes this in by its path (`tests/fuzz.rs`), so it uses nothing that the crate does not.

pub mod files;
mod language;
mod messages;
pub mod mutate;
mod plain;
mod play;
#[path = "../../common/requests.rs"]
mod requests;
pub mod seeds;
mod texts;

/// A target.
pub struct Target {
    /// What it is called; its corpus is in the folder of this name.
    pub name: &'static str,
    /// What its inputs are.
    pub input: Input,
    /// Puts an input through what it checks; panics where a law does not hold.
    pub run: fn(&[u8]),
}

/// What the inputs of a target are: how they are changed, and where the first ones come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Rule texts, each followed by so many further parts of a few bytes.
    Rules,
    /// Two rule texts, the second a change of the first.
    TwoRules,
    /// Other texts, changed byte by byte: from the files of the project that end in this.
    Other(&'static str),
}

/// All targets.
pub const TARGETS: [Target; 13] = [
    target("bytes", Input::Other("affray"), texts::bytes),
    target("check", Input::Rules, texts::check),
    target("fmt", Input::Rules, texts::fmt),
    target("edits", Input::Rules, texts::edits),
    target("run", Input::Rules, play::run),
    target("why", Input::Rules, play::why),
    target("odds", Input::Rules, play::odds),
    target("doc", Input::Rules, texts::doc),
    target("diff", Input::TwoRules, texts::diff),
    target("merge", Input::Other("json"), plain::merge),
    target("snapshot", Input::Other("snap"), plain::snapshot),
    target("lsp", Input::Rules, language::lsp),
    target("messages", Input::Other("rpc"), messages::messages),
];

const fn target(name: &'static str, input: Input, run: fn(&[u8])) -> Target {
    Target { name, input, run }
}

/// The target with this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The parts of an input as texts; what is no UTF-8 is replaced.
fn parts(data: &[u8]) -> Vec<String> {
    (data.split(|byte| *byte == 0))
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect()
}

/// A number for an input (Fowler, Noll and Vo, FNV-1a): what it decides need not be written in it.
fn hash(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
