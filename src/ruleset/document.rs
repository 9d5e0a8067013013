//! The statements of a document: how they are numbered, and which of them need no rule. What cites them stands with the items.

use std::collections::BTreeSet;
use std::fmt;

/// A statement of a document: `DI-7`. How many zeros stand before the number makes no difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatementId {
    /// `DI`
    pub prefix: String,
    /// `7`
    pub number: u64,
}

impl StatementId {
    /// Reads what is cited; `None` if it has no number at its end.
    pub fn parse(cited: &str) -> Option<Self> {
        let head = cited.trim_end_matches(|c: char| c.is_ascii_digit());
        let prefix = head.strip_suffix('-').unwrap_or(head);
        let number = cited[head.len()..].parse().ok()?;
        (!prefix.is_empty()).then(|| StatementId {
            prefix: prefix.to_owned(),
            number,
        })
    }
}

impl fmt::Display for StatementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.prefix.contains('-') { "" } else { "-" };
        write!(f, "{}{gap}{}", self.prefix, self.number)
    }
}

/// What is cited. A range stays a range: many items can cite long ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cited {
    /// A statement, or a text that names a section.
    One(String),
    /// Statements of one document from a number to a number.
    Range {
        /// What stands before the hyphen.
        prefix: String,
        /// How many digits are written at least.
        digits: usize,
        /// The first.
        from: u64,
        /// The last.
        to: u64,
    },
}

impl Cited {
    /// Each by itself, as one would write it.
    pub fn spelled_out(&self) -> Vec<String> {
        match self {
            Cited::One(id) => vec![id.clone()],
            Cited::Range {
                prefix,
                digits,
                from,
                to,
            } => (*from..=*to)
                .map(|number| format!("{prefix}-{number:0digits$}"))
                .collect(),
        }
    }

    /// The statements among what is cited.
    pub fn statements(&self) -> Vec<StatementId> {
        let ids = self.spelled_out();
        ids.iter().filter_map(|id| StatementId::parse(id)).collect()
    }
}

/// How the statements of a document are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementNumbering {
    /// What stands before the numbers.
    pub prefix: String,
    /// The first number.
    pub first: u64,
    /// The last number.
    pub last: u64,
}

impl StatementNumbering {
    /// All statements, in order.
    pub fn statements(&self) -> impl Iterator<Item = StatementId> + '_ {
        (self.first..=self.last).map(|number| StatementId {
            prefix: self.prefix.clone(),
            number,
        })
    }
}

/// Statements that need no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unruled {
    /// Which.
    pub statements: Vec<StatementId>,
    /// Why.
    pub because: String,
}

/// Statements in few words: `DI-9, DI-28..32`.
pub fn ranges(statements: &BTreeSet<StatementId>) -> String {
    let mut out: Vec<(StatementId, u64)> = Vec::new();
    for id in statements {
        match out.last_mut() {
            Some((first, last)) if first.prefix == id.prefix && *last + 1 == id.number => {
                *last = id.number;
            }
            _ => out.push((id.clone(), id.number)),
        }
    }
    let shown: Vec<String> = out
        .into_iter()
        .map(|(first, last)| stretch(&first, last))
        .collect();
    shown.join(", ")
}

/// Neighbours from one number to another: `DI-9`, `DI-9, DI-10`, `DI-9..11`.
pub fn stretch(first: &StatementId, last: u64) -> String {
    match last - first.number {
        0 => first.to_string(),
        1 => {
            let second = StatementId {
                number: last,
                ..first.clone()
            };
            format!("{first}, {second}")
        }
        _ => format!("{first}..{last}"),
    }
}
