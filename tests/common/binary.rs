//! The binary as its users meet it: called in surroundings that are the same on every machine, with its answer taken whole.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Stdio};

/// What of a machine's surroundings would change what the binary prints or writes.
const SURROUNDINGS: [&str; 6] = [
    "AFFRAY_FORMAT",
    "CI",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "NO_COLOR",
    "NO_GRAPHICS",
];

/// What a call gave.
pub struct Answer {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    /// The status is this one, and both streams are fit for a pipe.
    #[track_caller]
    pub fn is(self, status: i32) -> Self {
        let both = format!("{}{}", self.stdout, self.stderr);
        assert_eq!(self.status, status, "{both}");
        assert!(
            !both.contains('\u{1b}'),
            "no escape codes in a pipe: {both:?}"
        );
        self
    }

    /// As a snapshot has it: the time that it took is left out.
    pub fn shown(&self) -> String {
        let stderr: Vec<&str> = self.stderr.lines().filter(|line| !is_time(line)).collect();
        format!(
            "status {}\n--- standard output\n{}--- standard error\n{}\n",
            self.status,
            self.stdout,
            stderr.join("\n")
        )
    }
}

/// `0.04 s`
pub fn is_time(line: &str) -> bool {
    line.strip_suffix(" s")
        .is_some_and(|number| number.parse::<f64>().is_ok())
}

/// A call of the binary that nothing around it influences.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
    command.args(arguments);
    command.env(
        "XDG_CACHE_HOME",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"),
    );
    for name in SURROUNDINGS {
        command.env_remove(name);
    }
    command
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8");
    command
}

/// Runs a call to its end, with this as its standard input.
pub fn answer(mut command: Command, input: impl AsRef<[u8]>) -> Answer {
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the binary starts");
    // Who reads nothing closes the pipe: no fault.
    _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_ref());
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer {
        status: output.status.code().expect("no signal"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}
