//! The dice of all peers: numbers drawn beforehand, the same for each of them.

use std::path::{Path, PathBuf};

use affray::ruleset::Value;
use affray::run::FaultKind;
use affray::run::dice::{Dice, RollRequest, Seeded, one_by_one};

/// Faces of one sort of die, drawn from a seed by the engine's own stream.
pub fn faces(seed: u64, sides: u32, count: usize) -> Vec<u32> {
    let mut dice = Seeded::new(seed, 0);
    (0..count).map(|_| dice.die(sides)).collect()
}

/// A tape as a file for the child processes: words of 32 bits, the lowest byte first.
pub fn file(folder: &Path, name: &str, words: &[u32]) -> std::io::Result<PathBuf> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let path = folder.join(name);
    std::fs::write(&path, bytes)?;
    Ok(path)
}

/// Dice for the engine: the faces on the tape, one after the other and round again.
pub struct Faces<'a> {
    pub tape: &'a [u32],
    pub at: usize,
}

impl Dice for Faces<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        Ok(one_by_one(request, faces, |_| {
            let face = self.tape[self.at];
            self.at = if self.at + 1 == self.tape.len() {
                0
            } else {
                self.at + 1
            };
            face
        }))
    }
}
