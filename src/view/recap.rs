//! A run retold for the log of a group: a few sentences for each round, in markdown. Made of titles, results and reasons as the rules give them;
//! who rolled what to hit, and the rest of the bookkeeping, is left out. Knows the outline of the run only.

use super::names::capital;
use super::names::{joined, listed};
use super::outline::{Column, LossKind, Mark, Outline, Panel, Said, Tag, change_texts};

/// The run as markdown: a heading, then a paragraph for each round. Ends with a newline.
pub fn recap(outline: &Outline) -> String {
    let mut out = format!("# {}\n", escaped(&outline.title));
    if !outline.rules.is_empty() {
        out += &format!("\n*by {}*\n", escaped(&outline.rules));
    }
    if outline.panels.is_empty() {
        out += "\nNobody does anything.\n";
    }
    for panel in &outline.panels {
        let heading = match panel.heading.as_str() {
            "" => String::new(),
            heading => format!("**{}.** ", escaped(heading)),
        };
        out += &format!("\n{heading}{}\n", escaped(&story(outline, panel)));
    }
    out
}

/// What happens in a panel, in sentences.
pub fn story(outline: &Outline, panel: &Panel) -> String {
    let mut story = Story {
        outline,
        panel,
        sentences: Vec::new(),
    };
    for (index, column) in panel.columns.iter().enumerate() {
        story.sayings(index);
        story.column(index, column);
    }
    story.sayings(panel.columns.len());
    panel.last_words().for_each(|words| story.say(words));
    story.sentences.join(" ")
}

struct Story<'a> {
    outline: &'a Outline,
    panel: &'a Panel,
    sentences: Vec<String>,
}

impl Story<'_> {
    /// Adds a sentence.
    fn say(&mut self, text: String) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let mut sentence = capital(text);
        if !sentence.ends_with(['.', '!', '?', '\u{2026}']) {
            sentence.push('.');
        }
        self.sentences.push(sentence);
    }

    /// What is said behind so many columns. Rolls for one purpose are one sentence.
    fn sayings(&mut self, behind: usize) {
        let mut rolls: Vec<&str> = Vec::new();
        let mut of = None;
        for saying in self
            .panel
            .sayings
            .iter()
            .filter(|saying| saying.behind == behind)
        {
            match &saying.what {
                Said::Roll { text, purpose } => {
                    if of.is_some_and(|of: &String| of != purpose) {
                        self.rolls(&mut rolls, of);
                    }
                    of = Some(purpose);
                    rolls.push(text);
                }
                Said::Note(note) => {
                    self.rolls(&mut rolls, of);
                    self.say(note.clone());
                }
                Said::Changes(changes) => {
                    self.rolls(&mut rolls, of);
                    self.say(change_texts(changes).collect::<Vec<_>>().join("; "));
                }
            }
        }
        self.rolls(&mut rolls, of);
    }

    fn rolls(&mut self, rolls: &mut Vec<&str>, purpose: Option<&String>) {
        let rolls = std::mem::take(rolls);
        if let Some(purpose) = purpose.filter(|_| !rolls.is_empty()) {
            self.say(format!("{} for {purpose}", listed(&rolls)));
        }
    }

    /// What happens at one time, and what comes of it.
    fn column(&mut self, index: usize, column: &Column) {
        let marks: Vec<&Mark> = (self.panel.marks.iter())
            .filter(|mark| mark.column == index)
            .collect();
        let early = |mark: &&&Mark| mark.is_lost_before(column);
        for mark in marks.iter().filter(early) {
            self.lost(mark);
        }
        let clauses: Vec<String> = (marks.iter())
            .filter(|mark| mark.loss().is_none())
            .map(|mark| self.clause(mark, column))
            .collect();
        let mut sentence = match (column.batch, &clauses[..]) {
            (_, []) => String::new(),
            (_, [one]) => one.clone(),
            (true, [one, other]) => format!("{one} while {other}"),
            (true, several) => format!("at the same time, {}", clauses_joined(several)),
            (false, several) => clauses_joined(several),
        };
        if !column.changes.is_empty() {
            let changes: Vec<String> = column.changes_told().collect();
            sentence = format!("{sentence} ({})", changes.join("; "));
        }
        self.say(sentence);
        for note in column.notes.iter().filter(|note| note.of.is_none()) {
            self.say(note.text.clone());
        }
        for mark in marks
            .iter()
            .filter(|mark| mark.loss().is_some() && !early(mark))
        {
            self.lost(mark);
        }
    }

    /// What a combatant does, and what is noted of that.
    fn clause(&self, mark: &Mark, column: &Column) -> String {
        let actor = &self.outline.rows[mark.row];
        let deed = format!("{actor} {}", mark.deed);
        let mut parts = vec![deed.as_str()];
        for note in &column.notes {
            if note.of.is_some_and(|of| &self.panel.marks[of] == mark) {
                let rest = note.text.get(actor.len()..).unwrap_or_default();
                parts.push(rest.trim().trim_end_matches('.'));
            }
        }
        let mut clause = listed(&parts);
        let mut asides = moved(&mark.tags);
        if mark.late {
            asides.push("late, as its place had gone by".to_string());
        }
        if !asides.is_empty() {
            clause = format!("{clause} ({})", asides.join("; "));
        }
        clause
    }

    /// What comes to nothing: the reason first.
    fn lost(&mut self, mark: &Mark) {
        let Some(loss) = mark.loss() else { return };
        let act = format!("{} {}", self.outline.rows[mark.row], mark.deed);
        let reason = loss.reason.trim_end_matches('.');
        let outcome = match loss.kind {
            LossKind::Void => "does not happen".to_string(),
            LossKind::Missed => "comes too late".to_string(),
            LossKind::Cancelled | LossKind::Refused => format!("is {}", loss.word),
        };
        self.say(match (loss.kind, reason) {
            (LossKind::Missed, _) | (_, "") => format!("this {outcome}: {act}"),
            (LossKind::Cancelled, _) => format!("{reason}, and this {outcome}: {act}"),
            _ => format!("{reason}, so this {outcome}: {act}"),
        });
    }
}

/// How exceptions have moved an act: `ahead by "G vs D"`.
fn moved(tags: &[Tag]) -> Vec<String> {
    let way = |tag: &Tag| match tag.relation.as_str() {
        "before" | "directly before" | "not after" => "ahead",
        "after" | "directly after" | "not before" => "held back",
        _ => "moved",
    };
    let of = |how| {
        let rules: Vec<String> = (tags.iter())
            .filter(|tag| way(tag) == how)
            .map(|tag| format!("\u{201c}{}\u{201d}", tag.rule))
            .collect();
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        (!rules.is_empty()).then(|| format!("{how} by {}", listed(&rules)))
    };
    ["ahead", "held back", "moved"]
        .into_iter()
        .filter_map(of)
        .collect()
}

/// Several acts of one combatant: with commas, where there are no others.
fn clauses_joined(clauses: &[String]) -> String {
    let several: Vec<&str> = clauses.iter().map(String::as_str).collect();
    let plain = (several.iter()).all(|clause| !clause.contains(',') && !clause.contains(" and "));
    match plain {
        true => listed(&several),
        false => joined(&several, "; ", "; and "),
    }
}

/// Text that means nothing to markdown, nor to HTML inside it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // As long as there have been only blanks and digits, a sign can begin a list.
    let (mut blank, mut digits) = (true, true);
    for (at, c) in text.char_indices() {
        let special = matches!(
            c,
            '\\' | '`'
                | '*'
                | '_'
                | '['
                | ']'
                | '<'
                | '>'
                | '&'
                | '#'
                | '|'
                | '~'
                | '@'
                | '$'
                | '^'
        );
        // Addresses become links by themselves.
        let link = match c {
            ':' => text[at..].starts_with("://"),
            '.' => at >= 3 && text.as_bytes()[at - 3..at].eq_ignore_ascii_case(b"www"),
            _ => false,
        };
        let list = match c {
            '-' | '+' | '=' => blank,
            '.' | ')' => digits && !blank,
            _ => false,
        };
        if special || link || list {
            out.push('\\');
        }
        out.push(c);
        digits &= c.is_ascii_digit() || c.is_whitespace();
        blank &= c.is_whitespace();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_is_left_of_markdown() {
        assert_eq!(
            escaped("- a *b* [c](d) <e> & #f"),
            r"\- a \*b\* \[c\](d) \<e\> \& \#f"
        );
        assert_eq!(escaped("12. orc 1. falls"), r"12\. orc 1. falls");
        assert_eq!(escaped("http://a www.b x@y"), r"http\://a www\.b x\@y");
    }
}
