//! Changes that no scenario notices, as people and programs read of them. Prints nothing.

use std::collections::BTreeSet;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gather::Gathered;
use super::kept;
use super::mutants::MutantOutcomes;
use crate::cli::snapshots::{self, DifferenceStyle};
use crate::mutants::{MutatedItem, Mutation, MutationOperator};
use crate::snapshot::{Difference, difference};
use crate::source::{Clean, FileId, Sources, english};

/// What came of small changes of a rule file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonChanged {
    /// The file.
    pub file: String,
    /// How many scenarios that pass play by it.
    pub scenarios: usize,
    /// How many changes are to be noticed, and how many are.
    pub changes: JsonShare,
    /// How many others were not tried, because somebody stopped it or the work ran out.
    pub untried: usize,
    /// In the order of the file.
    pub items: Vec<JsonChangedItem>,
}

/// What came of small changes of an item.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonChangedItem {
    /// The line on which it begins.
    pub line: u32,
    /// What it is: `exception "shields first"`.
    pub name: String,
    /// What it cites.
    pub cites: String,
    /// How many of its changes are to be noticed, and how many are.
    pub changes: JsonShare,
    /// How many need not be noticed, as the item says.
    pub allowed: usize,
    /// Those that no scenario notices, in the order of the text.
    pub unnoticed: Vec<JsonUnnoticed>,
}

/// A share of some changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonShare {
    /// How many there are.
    pub all: usize,
    /// How many of them a scenario notices.
    pub noticed: usize,
}

/// A change that no scenario notices.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonUnnoticed {
    /// The line on which it begins.
    pub line: u32,
    /// What kind of change it is.
    pub operator: MutationOperator,
    /// The change, as the item can allow it: `c.hp <= 0 -> c.hp < 0`.
    pub change: String,
    /// The lines of the change: `-` before how they are, `+` before how they would be; of long lines what stands around it.
    pub difference: String,
    /// A scenario that would notice it, if one was looked for and found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<String>,
}

impl JsonShare {
    pub(super) fn new(changed: &MutantOutcomes) -> Self {
        let (noticed, all) = changed.of.share();
        JsonShare { all, noticed }
    }

    /// Of several together.
    pub(super) fn of_all(all: &[MutantOutcomes]) -> Self {
        let shares = all.iter().map(JsonShare::new);
        shares.fold(JsonShare { all: 0, noticed: 0 }, |sum, one| JsonShare {
            all: sum.all + one.all,
            noticed: sum.noticed + one.noticed,
        })
    }

    /// Whether it is less than so many percent.
    pub(super) fn is_below(self, percent: u8) -> bool {
        self.noticed * 100 < self.all * usize::from(percent)
    }
}

/// `812 of 1033 changes are noticed, 78.6 %`; rounded down, so that only all is 100 %.
impl std::fmt::Display for JsonShare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let JsonShare { all, noticed } = self;
        let are = if *noticed == 1 { "is" } else { "are" };
        write!(
            f,
            "{noticed} of {} {are} noticed",
            english::counted(*all, "change")
        )?;
        match (noticed * 1000).checked_div(*all) {
            Some(tenths) => write!(f, ", {}.{} %", tenths / 10, tenths % 10),
            None => Ok(()),
        }
    }
}

/// Of all files.
pub(super) fn json(gathered: &Gathered, all: &[MutantOutcomes]) -> Vec<JsonChanged> {
    let of_file = |changed: &MutantOutcomes| {
        let sources = gathered.projects.sources(&changed.found);
        let items = changed.of.items.iter().enumerate();
        JsonChanged {
            file: sources.name(changed.of.file).to_owned(),
            scenarios: changed.of.scenarios,
            changes: JsonShare::new(changed),
            untried: changed.of.items.iter().map(|item| item.untried).sum(),
            items: items
                .map(|(number, item)| json_item(changed, number, item, sources))
                .collect(),
        }
    };
    all.iter().map(of_file).collect()
}

fn json_item(
    changed: &MutantOutcomes,
    number: usize,
    item: &MutatedItem,
    sources: &Sources,
) -> JsonChangedItem {
    let survivors = item.survivors.iter().enumerate();
    JsonChangedItem {
        line: sources.line_col(item.span).line,
        name: item.name.clone(),
        cites: item.cites.clone(),
        changes: JsonShare {
            all: item.tried(),
            noticed: item.noticed,
        },
        allowed: item.allowed,
        unnoticed: survivors
            .map(|(at, survivor)| JsonUnnoticed {
                line: sources.line_col(survivor.change.span).line,
                operator: survivor.change.operator,
                change: survivor.phrase.clone(),
                difference: kept::plainly(&lines(&survivor.change, sources)),
                proposal: proposal(changed, number, at).map(str::to_owned),
            })
            .collect(),
    }
}

/// The scenario that would notice a change.
fn proposal(changed: &MutantOutcomes, item: usize, survivor: usize) -> Option<&str> {
    let mut proposals = changed.proposals.iter();
    let found = proposals.find(|(at, _)| *at == (item, survivor));
    found.map(|(_, proposal)| proposal.as_str())
}

/// File by file, item by item; nothing where there is none.
pub(super) fn render(
    gathered: &Gathered,
    all: &[MutantOutcomes],
    style: DifferenceStyle,
) -> String {
    let mut out = String::new();
    for changed in all {
        let sources = gathered.projects.sources(&changed.found);
        file(&mut out, changed, sources, style);
    }
    if all.len() > 1 {
        _ = writeln!(out, "\nall files: {}", JsonShare::of_all(all));
    }
    out
}

fn file(out: &mut String, changed: &MutantOutcomes, sources: &Sources, style: DifferenceStyle) {
    let (of, name) = (&changed.of, Clean(sources.name(changed.of.file)));
    if of.scenarios == 0 {
        _ = writeln!(out, "\n{name}: no scenario that passes is played by it");
        return;
    }
    let sum = |count: fn(&MutatedItem) -> usize| of.items.iter().map(count).sum::<usize>();
    _ = write!(out, "\n{name}: {}", JsonShare::new(changed));
    let others = [
        (sum(|item| item.allowed), "allowed"),
        (sum(|item| item.untried), "not tried"),
    ];
    for (count, what) in others.iter().filter(|(count, _)| *count > 0) {
        _ = write!(out, ", {count} {what}");
    }
    out.push('\n');
    if of.played.iter().any(|played| *played != of.file) {
        _ = writeln!(out, "  by the scenarios of {}", played(&of.played, sources));
    }
    let shown = shown(changed);
    for (number, (item, &shown)) in of.items.iter().zip(&shown).enumerate() {
        if shown > 0 {
            told_item(out, (changed, number), (item, shown), sources, style);
        }
    }
    left_out(out, &of.items, &shown);
    let whole = of.items.iter().filter(|item| item.survivors.is_empty());
    let whole = whole.filter(|item| item.noticed > 0).count();
    if whole > 0 {
        let items = english::counted(whole, "item");
        _ = writeln!(out, "  {items}: all changes are noticed");
    }
}

/// The files whose scenarios were played.
fn played(files: &BTreeSet<FileId>, sources: &Sources) -> String {
    let names = files.iter().map(|file| sources.name(*file));
    let mut names: Vec<String> = names.map(|name| Clean(name).to_string()).collect();
    names.sort();
    let more = names.len().saturating_sub(MOST_FILES);
    names.truncate(MOST_FILES);
    names.extend((more > 0).then(|| english::counted(more, "more file")));
    english::listed(&names)
}

/// So many files are named whose scenarios were played.
const MOST_FILES: usize = 5;

/// How many changes of each item are shown: the first [`SHOWN`] in turn over all items, and those with a proposal.
fn shown(changed: &MutantOutcomes) -> Vec<usize> {
    let items = &changed.of.items;
    let mut shown = vec![0; items.len()];
    let (mut left, mut turn, mut all_shown) = (SHOWN, 0, false);
    while left > 0 && !all_shown {
        all_shown = true;
        let deeper = items.iter().zip(&mut shown);
        let deeper = deeper.filter(|(item, _)| item.survivors.len() > turn);
        for (_, shown) in deeper.take(left) {
            (*shown, left, all_shown) = (turn + 1, left - 1, false);
        }
        turn += 1;
    }
    for ((item, survivor), _) in &changed.proposals {
        shown[*item] = shown[*item].max(survivor + 1);
    }
    shown
}

/// Says how many items are not shown, and how what is left out can be seen.
fn left_out(out: &mut String, items: &[MutatedItem], shown: &[usize]) {
    let all = || items.iter().zip(shown);
    if all().all(|(item, shown)| item.survivors.len() == *shown) {
        return;
    }
    let hidden = || all().filter(|(item, shown)| **shown == 0 && !item.survivors.is_empty());
    let changes: usize = hidden().map(|(item, _)| item.survivors.len()).sum();
    if changes > 0 {
        let (items, changes) = (hidden().count(), english::counted(changes, "change"));
        _ = writeln!(out, "  ... and {items} more items with {changes}");
    }
    out.push_str(
        "  `--mutants=TEXT` shows more of the items with this text in their name, `--format json` shows all\n",
    );
}

fn told_item(
    out: &mut String,
    (changed, number): (&MutantOutcomes, usize),
    (item, shown): (&MutatedItem, usize),
    sources: &Sources,
    style: DifferenceStyle,
) {
    let (line, name) = (sources.line_col(item.span).line, Clean(&item.name));
    _ = write!(
        out,
        "  {line}  {name}: {} of {}",
        item.noticed,
        item.tried()
    );
    let missed_by_nobody = item.is_missed_by_nobody();
    if missed_by_nobody {
        out.push_str(", nobody would miss it");
    }
    if (missed_by_nobody || item.noticed == 0) && !item.cites.is_empty() {
        _ = write!(out, "; it cites {}", Clean(&item.cites));
    }
    out.push('\n');
    for (at, survivor) in item.survivors.iter().enumerate().take(shown) {
        let line = sources.line_col(survivor.change.span).line;
        _ = writeln!(out, "    {line}  {}", Clean(&survivor.phrase));
        let style = DifferenceStyle {
            width: style.width.saturating_sub(INDENT.len()),
            ..style
        };
        let shown = snapshots::render(&lines(&survivor.change, sources), style);
        for line in shown.lines() {
            _ = writeln!(out, "{INDENT}{line}");
        }
        if let Some(proposal) = proposal(changed, number, at) {
            _ = writeln!(out, "      this scenario would notice it:");
            for line in proposal.lines() {
                _ = writeln!(out, "{INDENT}{line}");
            }
        }
    }
    let more = item.survivors.len() - shown;
    if more > 0 {
        _ = writeln!(out, "    ... and {more} more");
    }
}

const INDENT: &str = "      ";

/// So many changes of a file are shown.
const SHOWN: usize = 100;

/// So many characters of a line are shown before a change, and behind it.
const AROUND: usize = 200;

/// The lines of a change, before and after it, without the blanks before all of them. Of long lines only what stands around the change.
fn lines(change: &Mutation, sources: &Sources) -> Difference {
    let text = sources.text(change.span.file);
    let (start, end) = (change.span.start as usize, change.span.end as usize);
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = match start == from && text[..end].ends_with('\n') {
        // Whole lines go.
        true => end,
        false => text[end..].find('\n').map_or(text.len(), |at| end + at + 1),
    };
    let (before, behind) = (&text[from..start], &text[end..to]);
    let before = match before.char_indices().nth_back(AROUND) {
        Some((cut, _)) => format!("...{}", before[cut..].trim_start()),
        None => before.to_owned(),
    };
    let behind = match behind.char_indices().nth(AROUND) {
        Some((cut, _)) => format!("{}...", behind[..cut].trim_end()),
        None => behind.to_owned(),
    };
    let old = format!("{before}{}{behind}", &text[start..end]);
    let new = format!("{before}{}{behind}", change.with);
    let both = old.lines().chain(new.lines());
    let blanks = both.filter(|line| !line.trim().is_empty());
    let margin = blanks
        .map(|line| line.len() - line.trim_start().len())
        .min();
    let shifted = |text: &str| {
        let lines = text.lines().map(|line| line.get(margin.unwrap_or(0)..));
        let lines: Vec<&str> = lines.map(Option::unwrap_or_default).collect();
        lines.join("\n")
    };
    let new = match new.trim().is_empty() {
        true => String::new(),
        false => shifted(&new),
    };
    difference(&shifted(&old), &new)
}
