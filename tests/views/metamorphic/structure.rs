//! What `affray diff` says of the rules of two worlds.

use std::collections::BTreeMap;

use affray::diff::{CompareOptions, ComparedFile, ItemChange, compare};
use affray::load::{Loader, resolve};
use affray::syntax::ast::{EntryKind, Piece};

use super::Held;
use super::mutant::tree;
use super::told::{LIMITS, World};
use crate::common::luck::Luck;

impl World {
    /// The path of the file with the rules by which its scenario is played.
    pub fn home(&self) -> Option<String> {
        let (tree, _) = tree(&self.files[&self.main]);
        let scenario = tree.scenarios.first()?;
        let named = scenario.entries.iter().find_map(|entry| match &entry.kind {
            EntryKind::Rules(path) => Some(path),
            _ => None,
        });
        let Some(path) = named else {
            return Some(self.main.clone());
        };
        match &path.pieces[..] {
            [Piece::Plain(path)] => resolve(&self.main, path).ok(),
            _ => None,
        }
    }

    /// Its files below a folder.
    fn below(&self, folder: &str) -> impl Iterator<Item = (String, String)> {
        let files = self.files.iter();
        files.map(move |(path, text)| (format!("{folder}/{path}"), text.clone()))
    }
}

/// How the items of two rule files differ; nothing where one of them does not check.
pub fn differences(
    (one, left): (&World, &str),
    (other, right): (&World, &str),
) -> Option<Vec<ItemChange>> {
    let mut files: BTreeMap<String, String> = one.below("left").collect();
    files.extend(other.below("right"));
    let mut loader = Loader::new(LIMITS);
    let left = loader.expand(&format!("left/{left}"), &mut files).0?;
    let right = loader.expand(&format!("right/{right}"), &mut files).0?;
    let subject = |file, rules| ComparedFile { file, rules };
    let (left, right) = (subject("left", &left), subject("right", &right));
    let report = compare(
        left,
        right,
        &[],
        CompareOptions::default(),
        loader.sources(),
    );
    Some(report.structure)
}

/// Nothing may differ but what may.
pub fn same_but(
    changes: Option<Vec<ItemChange>>,
    may: impl Fn(&ItemChange) -> bool,
) -> Result<(), String> {
    let first = changes.into_iter().flatten().find(|change| !may(change));
    first.map_or(Ok(()), |change| {
        Err(format!("    affray diff says: {change:?}\n"))
    })
}

/// That a scenario is played alike by the rules of two worlds; of some it is looked at too that nothing differs between the rules but what may.
pub fn played_alike(
    world: &World,
    other: &World,
    luck: &mut Luck,
    may: impl Fn(&ItemChange) -> bool,
) -> Result<Held, String> {
    if luck.one_in(6)
        && let Some(home) = world.home()
    {
        same_but(differences((world, &home), (other, &home)), may)?;
    }
    Ok(Held::Played)
}
