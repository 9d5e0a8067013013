//! Somebody who does a piece of work: in this program, or in a child process that is told line by line what to do.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use cpu_time::ThreadTime;

/// One who can do a piece of work so many times.
pub trait Peer {
    /// Name and version.
    fn name(&self) -> &str;
    /// The first so many answers, each written down in the same way by all.
    fn answers(&mut self, count: usize) -> Result<Vec<String>, String>;
    /// The processor time that it takes to work so many answers out: what else runs on the machine does not count.
    fn time(&mut self, count: usize) -> Result<Duration, String>;
}

/// Work that is done in this program.
pub struct Inside<A, W> {
    pub name: String,
    /// The answer of this number.
    pub answers: A,
    /// Works so many answers out, and gives something that hangs on all of them.
    pub work: W,
}

impl<A, W> Peer for Inside<A, W>
where
    A: FnMut(usize) -> Vec<String>,
    W: FnMut(usize) -> u64,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn answers(&mut self, count: usize) -> Result<Vec<String>, String> {
        Ok((self.answers)(count))
    }

    fn time(&mut self, count: usize) -> Result<Duration, String> {
        let begun = ThreadTime::now();
        std::hint::black_box((self.work)(std::hint::black_box(count)));
        Ok(begun.elapsed())
    }
}

/// A child process. It says its version first; to `answers N` it gives lines and a full stop, to `time N` the seconds of processor time, measured by
/// itself.
pub struct Outside {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Outside {
    /// Starts it; `Err`: why it is not here.
    pub fn start(name: &str, program: &Path, args: &[&Path]) -> Result<Self, String> {
        let mut child = (Command::new(program).args(args))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it cannot be spoken to".to_owned());
        };
        let mut outside = Outside {
            name: name.to_owned(),
            child,
            input,
            output: BufReader::new(output),
        };
        let version = outside.line()?;
        outside.name = match version.contains(name) {
            true => version,
            false => format!("{name} {version}"),
        };
        Ok(outside)
    }

    fn tell(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|error| error.to_string())
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => Err("it ended".to_owned()),
            Ok(_) => Ok(line.trim_end_matches('\n').to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // It may have ended by itself.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Peer for Outside {
    fn name(&self) -> &str {
        &self.name
    }

    fn answers(&mut self, count: usize) -> Result<Vec<String>, String> {
        self.tell(&format!("answers {count}"))?;
        let mut lines = Vec::new();
        loop {
            match self.line()? {
                line if line == "." => return Ok(lines),
                line => lines.push(line),
            }
        }
    }

    fn time(&mut self, count: usize) -> Result<Duration, String> {
        self.tell(&format!("time {count}"))?;
        let line = self.line()?;
        let seconds = line.split(' ').next().and_then(|word| word.parse().ok());
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| format!("`{line}` does not begin with seconds"))
    }
}
