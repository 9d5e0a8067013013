//! The differences of two rule files as text for a terminal, and the words that every form of them uses. Pure functions of the report.

use super::dependencies::MOST_PIECES;
use super::report::{
    Attribution, Group, ItemChange, ItemChangeKind, PairShare, PartDifference, Point, PointKind,
    Report, RunMoment, ScenarioDiff, SearchReport, Trial, Witness,
};
use super::slice::is_name;
use crate::source::english;
use crate::syntax::ast::Category;
use crate::view::push_within;

/// How the text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// As wide as this at most, as far as words allow.
    pub width: usize,
}

/// How many pairs of acts are listed.
pub(super) const MOST_PAIRS: usize = 12;

/// The report for a terminal.
pub fn text(report: &Report, style: TextStyle) -> String {
    let mut out = DiffWriter {
        text: String::new(),
        width: style.width,
    };
    out.line(0, &format!("{} -> {}", report.left, report.right));
    out.structure(&report.structure);
    if !report.scenarios.is_empty() {
        out.blank();
        out.line(0, "in the scenarios");
        report
            .scenarios
            .iter()
            .for_each(|scenario| out.scenario(scenario));
    }
    if let Some(search) = &report.search {
        out.search(search, report);
    }
    out.attribution(report);
    out.text
}

struct DiffWriter {
    text: String,
    width: usize,
}

impl DiffWriter {
    fn blank(&mut self) {
        self.text.push('\n');
    }

    fn line(&mut self, depth: usize, line: &str) {
        push_within(&mut self.text, depth, line, self.width);
    }

    fn structure(&mut self, changes: &[ItemChange]) {
        self.blank();
        if changes.is_empty() {
            return self.line(0, "no item differs");
        }
        let count = changes.len();
        self.line(
            0,
            &format!(
                "{} {}",
                english::counted(count, "item"),
                if count == 1 { "differs" } else { "differ" }
            ),
        );
        for change in changes {
            self.line(1, &headline(change));
            for part in &change.parts {
                if change.parts.len() > 1 || !is_short(change) {
                    self.part(part);
                }
            }
        }
    }

    fn part(&mut self, part: &PartDifference) {
        let is_named = [&part.left, &part.right]
            .iter()
            .all(|side| side.as_deref() == Some("") || side.is_none());
        let label = match part.part.as_str() {
            "" => String::new(),
            name if is_named => name.to_owned(),
            name => format!("{name}: "),
        };
        match (&part.left, &part.right) {
            (Some(left), Some(right)) if left == right => {
                self.line(2, &format!("{label}stands at another place"))
            }
            (Some(left), Some(right)) => {
                self.line(2, &format!("- {label}{left}"));
                self.line(2, &format!("+ {label}{right}"));
            }
            (Some(left), None) => self.line(2, &format!("- {label}{left}")),
            (None, Some(right)) => self.line(2, &format!("+ {label}{right}")),
            (None, None) => {}
        }
    }

    fn scenario(&mut self, scenario: &ScenarioDiff) {
        let title = &scenario.title;
        match (&scenario.trouble, &scenario.parting) {
            (Some(why), _) => self.line(1, &format!("{title}: cannot be played by both: {why}")),
            (None, None) => self.line(1, &format!("{title}: {}", same_way(scenario))),
            (None, Some(point)) => {
                self.line(1, &format!("{title}: {}", parts(point)));
                self.sides(2, point);
            }
        }
    }

    fn sides(&mut self, depth: usize, point: &Point) {
        for (sign, moment) in [("-", &point.left), ("+", &point.right)] {
            match moment {
                None => self.line(depth, &format!("{sign} nothing more happens")),
                Some(moment) => {
                    self.line(depth, &format!("{sign} {}", happens(moment)));
                    if let Some(rule) = &moment.rule {
                        let place = format!("{}:{}", rule.place.file, rule.place.line);
                        self.line(depth + 1, &format!("by the {}, {place}", rule.called()));
                    }
                }
            }
        }
    }

    fn search(&mut self, search: &SearchReport, report: &Report) {
        self.blank();
        let tried = english::counted(search.tried, "situation");
        let found = match search.parted {
            0 => format!("no difference found in {tried}"),
            parted => {
                let share = percent(parted, search.tried);
                format!("{parted} of {tried} part ({share}")
            }
        };
        let seed = if search.parted == 0 { " (" } else { ", " };
        self.line(0, &format!("in play: {found}{seed}seed {})", search.seed));
        for said in qualifications(search, report) {
            self.line(1, said);
        }
        for said in [search.stops(), search.cut()].into_iter().flatten() {
            self.line(1, &said);
        }
        if !search.pairs.is_empty() {
            self.line(1, OF_PAIRS);
        }
        for pair in search.pairs.iter().take(MOST_PAIRS) {
            self.line(2, &pair_line(pair));
        }
        if search.pairs.len() > MOST_PAIRS {
            self.line(
                2,
                &format!(
                    "and {} more kinds of pairs",
                    search.pairs.len() - MOST_PAIRS
                ),
            );
        }
        match &search.witness {
            Some(witness) if trials(report).all(|trial| trial.witness.is_none()) => {
                self.blank();
                self.line(0, "the smallest situation found that shows it");
                self.witness(witness, report, false);
            }
            _ => {}
        }
        for group in &report.groups {
            self.group(group, report);
        }
        if is_untried(report) {
            self.blank();
            self.line(0, &untried());
        }
    }

    /// What the changes of a group do, together and apart.
    fn group(&mut self, group: &Group, report: &Report) {
        for (number, trial) in group.trials.iter().enumerate() {
            self.blank();
            match trial.about.as_slice() {
                [only] => self.line(0, &only.headline),
                _ if number == 0 => {
                    self.line(0, &heading(group));
                    for change in &trial.about {
                        self.line(1, &change.headline);
                    }
                }
                several => several.iter().for_each(|one| self.line(0, &one.headline)),
            }
            if let Some(setting) = setting(trial, report) {
                self.line(1, &setting);
            }
            match &trial.witness {
                Some(witness) => self.witness(witness, report, trial.shown_without),
                None => self.line(1, &nothing(trial, report)),
            }
            if let Some(cut) = trial.cut() {
                self.line(1, &cut);
            }
        }
    }

    fn witness(&mut self, witness: &Witness, report: &Report, shown_without: bool) {
        self.line(1, &parts(&witness.parting));
        self.sides(1, &witness.parting);
        self.blank();
        let Some(scenario) = &witness.scenario else {
            self.line(1, &no_scenario(report, shown_without));
            return;
        };
        self.indented(scenario);
        if let Some(other) = &witness.for_right {
            self.line(1, &format!("the same for {}", report.right));
            self.indented(other);
        }
    }

    fn indented(&mut self, text: &str) {
        for line in text.lines() {
            self.text.push_str("  ");
            self.text.push_str(line);
            self.blank();
        }
    }

    fn attribution(&mut self, report: &Report) {
        if report.attribution.is_empty() {
            return;
        }
        self.blank();
        self.line(0, "which change causes what in play");
        for one in &report.attribution {
            if let Some(line) = attribution_line(one, report) {
                self.line(1, &line);
            }
        }
        if let Some(cut) = report.attribution.iter().find_map(Attribution::cut) {
            self.line(1, &cut);
        }
    }
}

/// Why a situation is not told as a scenario.
pub(super) fn no_scenario(report: &Report, shown_without: bool) -> String {
    let file = match shown_without {
        true => &report.right,
        false => &report.left,
    };
    format!("no scenario can show it: by {file} it stops with an error")
}

/// All trials of all groups.
pub(super) fn trials(report: &Report) -> impl Iterator<Item = &Trial> {
    report.groups.iter().flat_map(|group| &group.trials)
}

/// What stands over a group of several changes.
pub(super) fn heading(group: &Group) -> String {
    format!(
        "{}: {} changes that belong together",
        group.name,
        group.changes.len()
    )
}

/// What is made along with the changes of a trial, or that the second rule file is held against itself without them.
pub(super) fn setting(trial: &Trial, report: &Report) -> Option<String> {
    if trial.shown_without {
        return Some(format!(
            "without {1} (-) and with {1} (+) in {0}",
            report.right,
            them(trial)
        ));
    }
    let names: Vec<&str> = trial.needs.iter().map(|need| &*need.name).collect();
    (!names.is_empty()).then(|| format!("with {}", english::listed(&names)))
}

/// The changes of a trial, where they have just been named.
fn them(trial: &Trial) -> &'static str {
    match trial.about.len() {
        1 => "it",
        _ => "them",
    }
}

/// What is said of a trial without a situation.
pub(super) fn nothing(trial: &Trial, report: &Report) -> String {
    let without = trial.tried_without.map(|tried| {
        let tried = english::counted(tried, "situation");
        let (file, them) = (&report.right, them(trial));
        format!("in {tried} in which {file} was played with and without {them}")
    });
    if trial.impossible {
        let why = "cannot be made alone: without the other changes the rules have errors";
        return match without {
            Some(without) => format!("{why}; no difference in play found {without}"),
            None => why.to_owned(),
        };
    }
    let without = without.map_or(String::new(), |without| format!(", nor {without}"));
    let tried = english::counted(trial.tried, "situation");
    let how = match (trial.about.len(), trial.needs.len()) {
        (1, 0) => "alone: ",
        (1, _) => "",
        _ => "together: ",
    };
    format!("{how}no difference in play found in {tried}{without}")
}

/// Whether there are too many changes to try each by itself.
pub(super) fn is_untried(report: &Report) -> bool {
    report.search.is_some() && report.structure.len() > 1 && trials(report).next().is_none()
}

/// What is said where no difference was found.
pub(super) fn qualifications<'t>(search: &SearchReport, report: &Report) -> Vec<&'t str> {
    let by_change = search.parted == 0 && trials(report).any(|trial| trial.witness.is_some());
    let without_tactics = search.without_tactics.then_some(WITHOUT_TACTICS);
    let said = without_tactics.into_iter();
    said.chain(by_change.then_some(BY_CHANGE)).collect()
}

const BY_CHANGE: &str = "changes that were tried by themselves do show some: by the whole file these are rare, or another change undoes them";
const WITHOUT_TACTICS: &str = "situations are drawn without tactics: what these change shows in a scenario that names one, as in `tactic fighter`";

/// What is said where no change is tried by itself.
pub(super) fn untried() -> String {
    format!("no change was tried by itself: there are more than {MOST_PIECES}")
}

/// What happened to an item, in one line.
pub fn headline(change: &ItemChange) -> String {
    let name = called(change);
    match (change.change, &change.other) {
        (ItemChangeKind::Added, _) => format!("{name}: added"),
        (ItemChangeKind::Removed, _) => format!("{name}: removed"),
        (ItemChangeKind::Renamed, Some(other)) => format!("{name}: now called \"{other}\""),
        (ItemChangeKind::Moved, Some(other)) => {
            format!(
                "{name}: moved {} \"{other}\"",
                if change.before == Some(true) {
                    "before"
                } else {
                    "behind"
                }
            )
        }
        _ => match change.parts.as_slice() {
            [
                PartDifference {
                    part,
                    left: Some(left),
                    right: Some(right),
                },
            ] if is_short(change) => {
                let part = if part == "default" || part == "value" {
                    String::new()
                } else {
                    format!(" {part}")
                };
                format!("{name}{part}: {left} -> {right}")
            }
            _ => format!("{name}: changed"),
        },
    }
}

/// Whether a change fits into its headline.
pub(super) fn is_short(change: &ItemChange) -> bool {
    match change.parts.as_slice() {
        [
            PartDifference {
                left: Some(left),
                right: Some(right),
                part,
            },
        ] => left != right && !part.is_empty() && left.len() + right.len() < 60,
        _ => false,
    }
}

/// `exception "G vs D"`, `option tie`, `attribute hp of combatant`: titles in quotes, names bare.
pub(super) fn called(change: &ItemChange) -> String {
    let (category, name) = (change.category.as_str(), change.name.as_str());

    const TITLED: [Category; 4] = [
        Category::Exception,
        Category::Placement,
        Category::Void,
        Category::Trigger,
    ];
    let is_titled = TITLED.iter().any(|titled| titled.noun() == category);
    match name {
        "" => category.to_owned(),
        _ if category == "attribute" => format!("{category} {name}"),
        _ if is_name(name) && !is_titled => {
            format!("{category} {name}")
        }
        _ => format!("{category} \"{name}\""),
    }
}

/// What is said of a scenario in which nothing parts the two runs.
pub(super) fn same_way(scenario: &ScenarioDiff) -> String {
    match &scenario.open {
        None => "goes the same way".to_owned(),
        Some(open) => format!(
            "goes the same way as far as nothing is open ({open}); behind that, and in its chances, the two can differ"
        ),
    }
}

fn parts(point: &Point) -> String {
    match point.what {
        PointKind::Order => "another order",
        PointKind::Outcome => "another outcome",
        PointKind::Table => "other dice or questions",
        PointKind::Stop => "one of them stops with an error",
        PointKind::Sequence => "the same dice and questions, only sooner or later",
        PointKind::Books => "only in what the rules keep, which no transcript shows",
    }
    .to_owned()
}

pub(super) fn happens(moment: &RunMoment) -> String {
    if moment.when.is_empty() {
        moment.happens.clone()
    } else {
        format!("{}: {}", moment.when, moment.happens)
    }
}

/// A share, in hundredths with one digit; integers only, so that it is the same everywhere.
pub(super) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0 %".to_owned();
    }
    let tenths = (part * 1000 + whole / 2) / whole;
    if tenths.is_multiple_of(10) || tenths >= 100 {
        format!("{} %", (tenths + 5) / 10)
    } else {
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

/// What the lines about pairs of acts say.
pub(super) const OF_PAIRS: &str =
    "pairs of acts that stand otherwise to each other, by share (rare ones lower):";

pub(super) fn pair_line(pair: &PairShare) -> String {
    format!(
        "{} and {}: {} ({} of {})",
        pair.first,
        pair.second,
        percent(pair.differ, pair.seen),
        pair.differ,
        pair.seen
    )
}

/// What a group of changes causes in play, or two do; nothing where two do no more than one of them.
pub(super) fn attribution_line(one: &Attribution, report: &Report) -> Option<String> {
    let name = |number: &usize| report.groups[*number].name.as_str();
    let names: Vec<&str> = one.groups.iter().map(name).collect();
    let names = names.join(" with ");
    if one.impossible {
        return (one.groups.len() == 1).then(|| format!("{names}: cannot be changed alone"));
    }
    // Two together are worth a line where they do more than the better of them alone.
    let alone = |number: &usize| {
        let single = report
            .attribution
            .iter()
            .find(|other| other.groups == [*number]);
        single.map_or(0, |single| single.explains)
    };
    let best = one.groups.iter().map(alone).max().unwrap_or(0);
    if one.groups.len() > 1 && one.explains <= best {
        return None;
    }
    Some(format!(
        "{names}: explains {} of {} partings, makes a difference in {} of {} situations",
        one.explains, one.of, one.differs, one.tried
    ))
}
