//! The same as a picture shows, in words alone: place by place, for logs and for those who do not see it.

use crate::source::english;
use crate::view::outline::{Mark, Outline, Panel};
use crate::view::push_line;

/// The whole run in words.
pub fn description(outline: &Outline) -> String {
    let mut out = String::new();
    push_line(&mut out, 0, &outline.title);
    if !outline.rules.is_empty() {
        push_line(&mut out, 0, &format!("by {}", outline.rules));
    }
    if outline.panels.is_empty() {
        out.push_str("\nNobody does anything.\n");
    }
    for panel in &outline.panels {
        out.push('\n');
        out.push_str(&panel_description(outline, panel));
    }
    out
}

/// One panel in words.
pub fn panel_description(outline: &Outline, panel: &Panel) -> String {
    let mut out = String::new();
    push_line(&mut out, 0, &panel.heading);
    let mut place = None;
    for (index, column) in panel.columns.iter().enumerate() {
        let label = panel.places[column.place].label.as_str();
        if place.replace(column.place) != Some(column.place) && !label.is_empty() {
            push_line(&mut out, 1, label);
        }
        let indent = if label.is_empty() { 1 } else { 2 };
        let marks = || panel.marks.iter().filter(|mark| mark.column == index);
        let done = marks().filter(|mark| mark.loss().is_none()).count();
        let together = column.batch && done > 1;
        for mark in marks().filter(|mark| mark.is_lost_before(column)) {
            push_line(&mut out, indent, &mark_description(outline, mark));
        }
        if together {
            push_line(&mut out, indent, "at the same time:");
        }
        for mark in marks().filter(|mark| mark.loss().is_none()) {
            let indent = indent + usize::from(together);
            push_line(&mut out, indent, &mark_description(outline, mark));
        }
        for mark in marks().filter(|mark| mark.loss().is_some() && !mark.is_lost_before(column)) {
            push_line(&mut out, indent, &mark_description(outline, mark));
        }
    }
    if panel.marks.is_empty() && panel.last_words().next().is_none() {
        push_line(&mut out, 1, "nobody does anything");
    }
    for words in panel.last_words() {
        push_line(&mut out, 1, &words);
    }
    out
}

/// One mark in words: `spoiled: ann casts sleep, because orc 1 hit ann [a hit spoils a spell]`.
pub fn mark_description(outline: &Outline, mark: &Mark) -> String {
    let mut text = deed_description(&outline.rows[mark.row], mark);
    if mark.late {
        text.push_str(", late: its place had gone by");
    }
    for tag in &mark.tags {
        let references = english::listed(&tag.references);
        text.push_str(&format!(", {} {references} [{}]", tag.relation, tag.rule));
    }
    text
}

/// What a mark shows, without what bears on its place.
pub fn deed_description(actor: &str, mark: &Mark) -> String {
    let Some(loss) = mark.loss() else {
        return format!("{actor} {}", mark.deed);
    };
    let mut text = format!("{}: {actor} {}", loss.word, mark.deed);
    if !loss.reason.is_empty() {
        text.push_str(&format!(", because {}", loss.reason));
    }
    if !loss.rule.is_empty() {
        text.push_str(&format!(" [{}]", loss.rule));
    }
    text
}
