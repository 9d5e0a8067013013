//! Invalidation: of a file that changes, what depends on it is loaded and checked again, and nothing else.

use std::sync::Arc;

use super::{Loader, Parsed, own_study};
use crate::diagnostic::Diagnostics;
use crate::source::Watcher;
use crate::syntax::{self, ast};

impl Loader {
    /// A file may have another text now, or may have come or gone. It is read again when it is needed next, and all that is made of it is
    /// put together again. It keeps its number; places in its old text mean nothing any more.
    pub fn changed(&mut self, path: &str) {
        if let Some(old) = self.parsed.remove(path) {
            self.snapshots.retain(|_, span| span.file != old.id);
            self.stale.insert(path.to_owned(), old);
        }
        self.rules
            .retain(|(own, _), ready| own != path && !ready.made_of.contains(path));
    }

    /// A file is gone. Nothing is kept of it but its number, in case that it comes back.
    pub fn forget(&mut self, path: &str) {
        self.changed(path);
        if let Some(old) = self.stale.get_mut(path) {
            let id = old.id;
            self.sources.replace(id, "");
            *old = Arc::new(Parsed {
                path: path.to_owned(),
                id,
                tree: Arc::default(),
                found: Diagnostics::new(),
            });
        }
    }

    /// What the study says about the rule sets of a file that have no errors.
    pub fn study(&self, path: &str) -> Diagnostics {
        let Some(file) = self.parsed.get(path) else {
            return Diagnostics::new();
        };
        let own = self.rules.iter().filter(|((own, _), _)| own == path);
        let checked =
            own.filter_map(|(_, ready)| Some((ready.checked.as_ref()?, ready.inherited.as_ref())));
        checked
            .flat_map(|(checked, inherited)| {
                let watcher = self.watcher.as_deref();
                let watcher = watcher.map(|one| one as &dyn Watcher);
                own_study(checked, file.id, inherited, watcher)
            })
            .collect()
    }

    /// A file that was read before and has these bytes now.
    pub(super) fn renewed(&mut self, path: &str, bytes: &[u8]) -> Option<Arc<Parsed>> {
        let old = self.stale.remove(path)?;
        let text = std::str::from_utf8(bytes).ok()?;
        let file = if self.sources.text(old.id) == text {
            old
        } else {
            let id = old.id;
            let (tree, found) = self.read_again(old, text);
            self.sources.replace(id, text);
            Arc::new(Parsed {
                path: path.to_owned(),
                id,
                tree: Arc::new(tree),
                found,
            })
        };
        self.parsed.insert(path.to_owned(), Arc::clone(&file));
        Some(file)
    }

    /// Reads the new text of a file: only what has changed where that will do.
    fn read_again(&self, old: Arc<Parsed>, text: &str) -> (ast::File, Diagnostics) {
        let old_text = self.sources.text(old.id);
        let (id, limits) = (old.id, &self.limits);
        // The reference is unique as a rule, so that nothing is copied.
        let old = Arc::try_unwrap(old).unwrap_or_else(|shared| Parsed {
            path: shared.path.clone(),
            id,
            tree: Arc::clone(&shared.tree),
            found: shared.found.clone(),
        });
        if self.mended > 0 {
            return syntax::parse_mended(id, text, limits, (old_text, &old.found, self.mended));
        }
        let tree = Arc::unwrap_or_clone(old.tree);
        if let Some(read) = syntax::reparse(id, old_text, tree, &old.found, text, limits) {
            return read;
        }
        syntax::parse(id, text, limits)
    }
}
