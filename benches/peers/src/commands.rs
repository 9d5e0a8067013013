//! Whole commands, from the start of the process to its end: nobody else does this work, so they are measured alone.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::Work;
use crate::peer::Peer;
use crate::places::Places;

/// `affray diff` of a system and a variant of it, whose situations are searched through.
pub fn diff(places: &Places) -> Work {
    work(
        places,
        "`affray diff` of OSRIC with a variant, 4,000 situations",
        "0.25 s, then 0.1 s",
        &[
            "diff",
            "rules/osric.affray",
            "rules/variants/osric_weapon_speed.affray",
            "--tries",
            "4000",
        ],
    )
}

/// `affray test` of all worked cases.
pub fn suite(places: &Places) -> Work {
    work(
        places,
        "`affray test tests/conformance`",
        "0.28 s, then 0.15 s",
        &["test", "tests/conformance"],
    )
}

fn work(
    places: &Places,
    title: &'static str,
    aim: &'static str,
    words: &'static [&'static str],
) -> Work {
    let mut work = Work {
        title,
        unit: "command",
        compared: (1, None),
        aim,
        peers: Vec::new(),
        missing: Vec::new(),
    };
    let program = places.folder.join("affray");
    let whole = Whole {
        name: places.affray(),
        program,
        root: places.here.join("../.."),
        words,
    };
    work.invite("Affray", Ok(whole));
    work
}

/// A command, started anew each time. Its time is that on the wall: it may use all processors.
struct Whole {
    name: String,
    program: std::path::PathBuf,
    root: std::path::PathBuf,
    words: &'static [&'static str],
}

impl Whole {
    fn run(&self) -> Result<(), String> {
        let status = Command::new(&self.program)
            .args(self.words)
            .current_dir(&self.root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        // 1: there are differences.
        match status.code() {
            Some(0 | 1) => Ok(()),
            _ => Err(format!("it ends with {status}")),
        }
    }
}

impl Peer for Whole {
    fn name(&self) -> &str {
        &self.name
    }

    fn answers(&mut self, _: usize) -> Result<Vec<String>, String> {
        self.run()?;
        Ok(Vec::new())
    }

    fn time(&mut self, count: usize) -> Result<Duration, String> {
        let begun = Instant::now();
        for _ in 0..count {
            self.run()?;
        }
        Ok(begun.elapsed())
    }
}
