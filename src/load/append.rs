//! Adds lines before the end of a log, on whatever it is written.

use std::io::{self, SeekFrom};

/// What a log is written on: a file, or what stands for one where writes are made to fail.
pub trait LogDisk: io::Read + io::Write + io::Seek {
    /// Makes it end after so many bytes.
    ///
    /// # Errors
    ///
    /// That of the system.
    fn end_at(&mut self, length: u64) -> io::Result<()>;

    /// Returns when all that was written is on the disk.
    ///
    /// # Errors
    ///
    /// That of the system.
    fn sync(&mut self) -> io::Result<()>;
}

/// Adds lines before the end of a log of so many bytes, which becomes another one of the same length: in one write, and on the disk when this returns.
/// The new length of the log.
///
/// # Errors
///
/// That of the first step that failed. Then the log is as it was, as far as the disk allows that, and no more may be added.
pub fn append(
    disk: &mut impl LogDisk,
    length: u64,
    lines: &[String],
    closing: &str,
) -> io::Result<u64> {
    let text = format!("{}{closing}", lines.concat());
    let from = length.saturating_sub(closing.len() as u64);
    let mut before = vec![0; (length - from) as usize];
    disk.seek(SeekFrom::Start(from))?;
    disk.read_exact(&mut before)?;
    let Err(error) = put(disk, from, text.as_bytes()) else {
        return Ok(from + text.len() as u64);
    };
    // So that a part of it that came to the disk is not taken for an entry.
    _ = put(disk, from, &before);
    Err(error)
}

/// Writes in place of all behind a place, and waits until it is on the disk. What was there is taken away first: a part of what is written, with the end
/// of what was there behind it, could pass for a whole line.
fn put(disk: &mut impl LogDisk, from: u64, bytes: &[u8]) -> io::Result<()> {
    disk.end_at(from)?;
    disk.seek(SeekFrom::Start(from))?;
    disk.write_all(bytes)?;
    disk.sync()
}
