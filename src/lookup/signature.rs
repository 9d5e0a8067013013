//! The call that is being written at a place: of what, and which of its parameters comes there. The call is found among the tokens, as the text can seldom be
//! parsed while it is written; what is called, by its name among the rules at hand.

use super::NameIndex;
use super::context::{TokenKind, tokens};
use crate::ruleset::{Parameter, Ruleset};

/// A call that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `best(c: combatant, n: number): number`
    pub label: String,
    /// The stretch of each parameter in the label, in bytes.
    pub parameters: Vec<(usize, usize)>,
    /// Which parameter comes at the place, counted from 0.
    pub active: usize,
}

/// How deep calls are looked at that lie in each other.
const DEEPEST: usize = 64;

/// The innermost call around a place whose name the rules know, if any. `O(n)` for the text.
pub fn signature_at(index: &NameIndex, text: &str, offset: usize) -> Option<Signature> {
    let mut open: Vec<Option<(&str, usize)>> = Vec::new();
    let mut before: Option<&str> = None;
    for token in tokens(text) {
        if token.range.start >= offset {
            break;
        }
        let word = &text[token.range.clone()];
        if token.range.end > offset && matches!(token.kind, TokenKind::Comment | TokenKind::Text) {
            return None;
        }
        match (token.kind, word) {
            (TokenKind::Sign, "(") if open.len() < DEEPEST => {
                open.push(before.map(|name| (name, 0)));
            }
            (TokenKind::Sign, ")") => _ = open.pop(),
            (TokenKind::Sign, ",") => {
                if let Some(Some((_, count))) = open.last_mut() {
                    *count += 1;
                }
            }
            // No call reaches over a brace.
            (TokenKind::Sign, "{" | "}") => open.clear(),
            _ => {}
        }
        before = (token.kind == TokenKind::Word).then_some(word);
    }
    let calls = open.into_iter().rev().flatten();
    let rules: Vec<&Ruleset> = index.rulesets().collect();
    let mut known = calls.filter_map(|(name, active)| {
        let mut found = rules.iter().filter_map(|rules| signature(rules, name));
        found.next().map(|signature| Signature {
            active,
            ..signature
        })
    });
    known.next()
}

/// What has this name in a ruleset and can be called.
fn signature(rules: &Ruleset, name: &str) -> Option<Signature> {
    let function = rules.functions.iter().find(|one| one.name == name);
    if let Some(function) = function {
        let gives = rules.type_words(&function.declared);
        return Some(shown(rules, name, &function.parameters, None, Some(gives)));
    }
    if let Some(table) = rules.tables.iter().find(|one| one.name == name) {
        let key = crate::ruleset::Declared::certain(table.key.clone());
        let key = format!("key: {}", rules.type_words(&key));
        let gives = table.gives.as_ref().map(|gives| rules.type_words(gives));
        return Some(shown(rules, name, &table.parameters, Some(key), gives));
    }
    if let Some(procedure) = rules.procedures.iter().find(|one| one.name == name) {
        let gives = (procedure.gives.as_ref()).map(|gives| rules.type_words(gives));
        return Some(shown(rules, name, &procedure.parameters, None, gives));
    }
    let event = rules.events.iter().find(|one| one.name == name)?;
    Some(shown(rules, name, &event.parameters, None, None))
}

/// `key`: a parameter behind the others.
fn shown(
    rules: &Ruleset,
    name: &str,
    parameters: &[Parameter],
    key: Option<String>,
    gives: Option<String>,
) -> Signature {
    let mut label = format!("{name}(");
    let mut places = Vec::new();
    let described = parameters.iter().map(|parameter| {
        let ty = rules.type_words(&parameter.declared);
        format!("{}: {ty}", parameter.name)
    });
    for parameter in described.chain(key) {
        if !places.is_empty() {
            label.push_str(", ");
        }
        places.push((label.len(), label.len() + parameter.len()));
        label.push_str(&parameter);
    }
    label.push(')');
    label.extend(gives.map(|gives| format!(": {gives}")));
    Signature {
        label,
        parameters: places,
        active: 0,
    }
}
