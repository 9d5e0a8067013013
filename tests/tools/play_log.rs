//! The log of a fight where writes fail: each step of the writing once, and from it on; and the beginnings of many logs.
#![cfg(feature = "cli")]

use std::fs;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use affray::load::append::{LogDisk, append};
use affray::load::write::LogFile;
use affray::play::Reply;

use crate::play::{DUEL, entered_by_chance, folder, open, try_open};

/// How a disk fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Failing {
    /// One call fails, and those after it do not.
    Once,
    /// One write takes so many bytes, and the call after it fails.
    Short(usize),
    /// From one call on all fail; the first takes so many bytes, if it is a write.
    FromThenOn(usize),
}

/// A disk in memory of which a call fails.
struct Memory {
    bytes: Cursor<Vec<u8>>,
    how: Failing,
    /// The calls until the one that fails.
    left: u32,
    /// A call has failed.
    has_failed: bool,
}

/// What becomes of a call.
enum Fate {
    Done,
    Short(usize),
}

impl Memory {
    fn call(&mut self) -> io::Result<Fate> {
        let full = || Err(io::Error::from(io::ErrorKind::StorageFull));
        let now = self.left == 0;
        self.left = self.left.saturating_sub(1);
        match (self.how, now, self.has_failed) {
            (Failing::Once | Failing::Short(_), true, true) => Ok(Fate::Done),
            (Failing::Short(taken), true, false) => {
                // The call after this one is the one that fails.
                self.how = Failing::Once;
                Ok(Fate::Short(taken))
            }
            (Failing::Once, true, false) => {
                self.has_failed = true;
                full()
            }
            (Failing::FromThenOn(taken), true, false) => {
                self.has_failed = true;
                Ok(Fate::Short(taken))
            }
            (Failing::FromThenOn(_), true, true) => full(),
            (_, false, _) => Ok(Fate::Done),
        }
    }
}

impl Read for Memory {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.call()?;
        self.bytes.read(bytes)
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.call()? {
            Fate::Done => self.bytes.write(bytes),
            Fate::Short(taken) => self.bytes.write(&bytes[..taken.min(bytes.len())]),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Memory {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.call()?;
        self.bytes.seek(to)
    }
}

impl LogDisk for Memory {
    fn end_at(&mut self, length: u64) -> io::Result<()> {
        self.call()?;
        self.bytes.get_mut().truncate(length as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.call().map(|_| ())
    }
}

/// An entry, and the fight around it.
struct Entry {
    /// The log before it.
    before: String,
    lines: Vec<String>,
    closing: String,
    /// The log with it.
    after: String,
    /// What has been told before it, and with it.
    transcripts: [String; 2],
}

/// A fight, entry by entry.
fn entries() -> Vec<Entry> {
    let mut session = open(DUEL, 1);
    let entered = ["4", "2", "ann strikes cid", "bob yells", "done", ""];
    let entry = |line| {
        let (before, told) = (session.text(), session.transcript().to_owned());
        let Reply::Taken { lines, .. } = session.enter(line) else {
            panic!("`{line}` is taken");
        };
        Entry {
            before,
            lines,
            closing: session.closing(),
            after: session.text(),
            transcripts: [told, session.transcript().to_owned()],
        }
    };
    entered.map(entry).into()
}

/// Enters a fight on a disk that fails at a call; whether it did. What was acknowledged is on the disk then.
fn fails(entries: &[Entry], place: &Path, how: Failing, call: u32) -> bool {
    let begun = &entries[0].before;
    let mut length = begun.len() as u64;
    let mut disk = Memory {
        bytes: Cursor::new(begun.clone().into_bytes()),
        how,
        left: call,
        has_failed: false,
    };
    for entry in entries {
        let error = match append(&mut disk, length, &entry.lines, &entry.closing) {
            Ok(after) => {
                length = after;
                assert_eq!(disk.bytes.get_ref(), entry.after.as_bytes());
                continue;
            }
            Err(error) => error,
        };
        let shown = format!("{how:?}, call {call}");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{shown}");
        let left = disk.bytes.into_inner();
        if !matches!(how, Failing::FromThenOn(_)) {
            assert_eq!(String::from_utf8_lossy(&left), entry.before, "{shown}");
            return true;
        }
        // All that was acknowledged can be gone on with; of the last entry there is all or nothing.
        fs::write(place, &left).expect("written");
        let (mut file, found) = LogFile::open(place).expect("it is read");
        assert_eq!(fs::read(place).expect("a log"), left, "{shown}");
        file.mend(&found).expect("it is mended");
        let text = found.text;
        let kept = &entry.before[..entry.before.len() - entry.closing.len()];
        assert!(text.starts_with(kept), "{shown}: {text}");
        let again = try_open(&text, 1).unwrap_or_else(|why| panic!("{shown}: {why}\n{text}"));
        let told = again.transcript().to_owned();
        assert!(entry.transcripts.contains(&told), "{shown}: {text}");
        return true;
    }
    false
}

#[test]
fn each_step_of_writing_fails_once_and_from_then_on() {
    let (entries, place) = (entries(), folder("steps").join("fight.log.affray"));
    let short = [1, 20, 60].map(|taken| [Failing::Short(taken), Failing::FromThenOn(taken)]);
    for how in [Failing::Once]
        .into_iter()
        .chain(short.into_iter().flatten())
    {
        let mut calls = 0;
        while fails(&entries, &place, how, calls) {
            calls += 1;
        }
        // Each of the six entries is six calls: two places, what was there, its end, what is written, the disk.
        assert!(calls >= 6 * 6 - 1, "{how:?}: {calls}");
    }
}

/// Every beginning of a log, or of so many one, can be opened: what is whole of it stays, and what is not is kept beside it.
pub fn every_beginning(name: &str, log: &str, step: usize) {
    let place = folder(name).join("fight.log.affray");
    let beside = place.with_file_name("fight.log.affray.damaged");
    let entered = log.find("  #| rules").expect("the digest");
    for length in (entered..=log.len()).step_by(step) {
        let torn = &log.as_bytes()[..length];
        fs::write(&place, torn).expect("written");
        _ = fs::remove_file(&beside);
        let (mut file, found) = LogFile::open(&place).expect("it is read");
        assert_eq!(fs::read(&place).expect("a log"), torn, "{length}");
        let damaged = file.mend(&found).expect("it is mended");
        let text = found.text;
        drop(file);
        let whole = torn.iter().rposition(|&byte| byte == b'\n');
        let whole = &log[..whole.map_or(0, |last| last + 1)];
        assert!(text.starts_with(whole), "{length}: {text}");
        assert_eq!(fs::read_to_string(&place).expect("text"), text);
        let torn = String::from_utf8_lossy(&torn[whole.len()..]);
        assert_eq!(damaged.is_some(), !torn.trim().is_empty(), "{length}");
        if text.contains("#| rules ") {
            open(&text, 1);
        }
    }
}

/// Some beginnings of a few logs, of entries by chance; all beginnings of `AFFRAY_LOGS` of them.
#[test]
fn beginnings_of_many_logs_can_be_gone_on_with() {
    let logs = std::env::var("AFFRAY_LOGS").ok();
    let (logs, step) = match logs.and_then(|logs| logs.parse().ok()) {
        Some(logs) => (logs, 1),
        None => (4, 23),
    };
    for seed in 0..logs {
        every_beginning("beginnings", &entered_by_chance(seed).0.text(), step);
    }
}
