//! From one rule set to all that it is made of: the files that it extends and uses, each once, what is needed before what needs it.
//! Knows which files name which, not what their items mean.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Files, Loader, Parsed, messages, path};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Clean, FileId, Span};
use crate::syntax::ast;

/// The rule sets of one file that take part.
#[derive(Clone)]
pub(super) struct RuleSetPart {
    pub(super) file: Arc<Parsed>,
    /// Their indices in the file.
    pub(super) rules: Vec<usize>,
    /// The file that it extends, and all that this is made of.
    pub(super) extended: BTreeSet<FileId>,
    /// All files on which it builds.
    pub(super) below: BTreeSet<FileId>,
}

impl RuleSetPart {
    /// Its items, as they are written.
    pub(super) fn items(&self) -> impl Iterator<Item = &ast::Item> {
        let rules = (self.rules.iter()).filter_map(|index| self.file.tree.rules.get(*index));
        rules.flat_map(|rules| &rules.items)
    }
}

/// What a rule set is made of.
#[derive(Default)]
pub(super) struct GatheredRules {
    /// In the order in which their items count: what is extended, then what is used, then the rule set itself.
    pub(super) parts: Vec<RuleSetPart>,
    /// The paths of all files that were looked for, found or not.
    pub(super) paths: BTreeSet<String>,
    /// What is wrong with how the files name each other. Mistakes inside the files are kept with the files.
    pub(super) found: Diagnostics,
}

/// Gathers all that one rule set of a file is made of.
pub(super) fn gather(
    loader: &mut Loader,
    files: &mut dyn Files,
    file: &Arc<Parsed>,
    rules: usize,
) -> GatheredRules {
    let mut gatherer = RulesGatherer {
        loader,
        files,
        seen: BTreeSet::new(),
        made_of: BTreeMap::new(),
        way: Vec::new(),
        bytes: 0,
        full: false,
        out: GatheredRules::default(),
    };
    gatherer.take(file, vec![rules]);
    gatherer.out.paths.insert(file.path.clone());
    gatherer.out
}

/// How a file names another one.
#[derive(Clone, Copy, PartialEq)]
enum FileLink {
    Extends,
    Uses,
}

struct RulesGatherer<'a> {
    loader: &'a mut Loader,
    files: &'a mut dyn Files,
    /// The files that were begun.
    seen: BTreeSet<String>,
    /// Of each complete file: itself, and all on which it builds.
    made_of: BTreeMap<String, BTreeSet<FileId>>,
    /// The files that are not yet complete, each with the place where it names the next.
    way: Vec<(String, Span)>,
    bytes: usize,
    /// A limit is reached, and that has been said.
    full: bool,
    out: GatheredRules,
}

impl RulesGatherer<'_> {
    /// Takes a file in, after all that it names.
    fn take(&mut self, file: &Arc<Parsed>, rules: Vec<usize>) {
        self.seen.insert(file.path.clone());
        self.bytes += self.loader.sources.text(file.id).len();
        let (mut extended, mut below) = (BTreeSet::new(), BTreeSet::new());
        for set in rules.iter().filter_map(|index| file.tree.rules.get(*index)) {
            if let Some(base) = &set.extends {
                extended.extend(self.follow(file, base, FileLink::Extends));
            }
            for item in &set.items {
                if let ast::ItemKind::Uses(library) = &item.kind {
                    below.extend(self.follow(file, library, FileLink::Uses));
                }
            }
        }
        below.extend(&extended);
        let all = below.iter().copied().chain([file.id]).collect();
        self.made_of.insert(file.path.clone(), all);
        self.out.parts.push(RuleSetPart {
            file: Arc::clone(file),
            rules,
            extended,
            below,
        });
    }

    /// Takes in the file that another one names here, unless it is there already. Gives what that is made of.
    fn follow(&mut self, from: &Parsed, named: &ast::Text, link: FileLink) -> BTreeSet<FileId> {
        if self.full {
            return BTreeSet::new();
        }
        let path = match messages::plain(named).and_then(|named| path::resolve(&from.path, &named))
        {
            Ok(path) => path,
            Err(why) => {
                self.out
                    .found
                    .push(messages::misnamed(named, &why, self.files));
                return BTreeSet::new();
            }
        };
        self.out.paths.insert(path.clone());
        self.way.push((from.path.clone(), named.span));
        if let Some(start) = self.way.iter().position(|(open, _)| *open == path) {
            let ring = circle(&self.way[start..]);
            self.out.found.push(ring);
        } else if !self.seen.contains(&path) && self.has_room(named) {
            match self.loader.file(&path, self.files) {
                Ok(file) => self.admit(&file, named, link),
                Err(why) => {
                    let told = messages::unreadable(&path, &why, named.span);
                    let plain = messages::plain(named).unwrap_or_default();
                    self.out
                        .found
                        .push(match messages::in_base(&from.path, &plain, self.files) {
                            Some(based) => told.write(named.span, format!("\"{based}\"")),
                            None => told,
                        });
                }
            }
        }
        self.way.pop();
        self.made_of.get(&path).cloned().unwrap_or_default()
    }

    /// Takes in the rule sets of a file that can be meant.
    fn admit(&mut self, file: &Arc<Parsed>, named: &ast::Text, link: FileLink) {
        let limit = self.loader.limits.total_bytes;
        if self.bytes + self.loader.sources.text(file.id).len() > limit {
            let why = format!("with it these rules would have more than the {limit} bytes allowed");
            return self.stop(named, &why);
        }
        let all = 0..file.tree.rules.len();
        if link == FileLink::Extends
            && let Err(mistake) = messages::only_rules(file, named.span)
        {
            self.out.found.extend(mistake);
        }
        self.take(file, all.collect());
    }

    /// Whether one file more is allowed here; if not, says so.
    fn has_room(&mut self, named: &ast::Text) -> bool {
        let limits = self.loader.limits;
        if self.way.len() > limits.import_depth {
            let depth = limits.import_depth;
            let why = format!(
                "more than {depth} files name each other in a row, from the first to this one"
            );
            self.stop(named, &why);
        } else if self.seen.len() >= limits.files {
            let why = format!(
                "these rules are made of more than the {} files allowed",
                limits.files
            );
            self.stop(named, &why);
        }
        !self.full
    }

    /// Refuses a file, and all that would come after it.
    fn stop(&mut self, named: &ast::Text, why: &str) {
        self.full = true;
        self.out.found.push(messages::refused(named, why));
    }
}

/// The message about a ring of files. It begins with the file that comes first in the alphabet, wherever the ring was entered.
fn circle(ring: &[(String, Span)]) -> Diagnostic {
    let first = (0..ring.len())
        .min_by_key(|index| &ring[*index].0)
        .unwrap_or(0);
    let turned: Vec<&(String, Span)> = ring[first..].iter().chain(&ring[..first]).collect();
    let names: Vec<String> = turned
        .iter()
        .chain(turned.first())
        .map(|(path, _)| format!("`{}`", Clean(path)))
        .collect();
    let message = match turned.len() {
        1 => format!("{} needs itself", names[0]),
        _ => format!(
            "these files need each other in a circle: {}",
            names.join(" -> ")
        ),
    };
    let help = match turned.len() {
        1 => "name another file here, or leave this out",
        _ => "put what they share into a file of its own that needs none of them",
    };
    let mut found = Diagnostic::error(Code::ImportCircle, turned[0].1, message).help(help);
    for (index, (path, span)) in turned.iter().enumerate() {
        let text = format!("`{}` needs {} here", Clean(path), names[index + 1]);
        found = if index == 0 {
            found.label(text)
        } else {
            found.also(*span, text)
        };
    }
    found
}
