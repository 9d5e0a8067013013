//! Members of sides, and what is often written in another way: braces that are left out, `x2`, attributes of the side.

use super::Desk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{KindId, Type, slot_of};
use crate::source::{Quoted, Span};
use crate::syntax::ast::{self, Member, Side};

/// How many of a kind `orc x 100` may make.
pub(super) const MOST_TIMES: i64 = 1000;

impl Desk<'_> {
    /// Whether a combatant of which nothing is said lacks something.
    fn needs_settings(&self) -> bool {
        let needed = self.checked.names.needed.get(&KindId::COMBATANT);
        needed.is_some_and(|slots| !slots.is_empty())
    }

    fn has_attribute(&self, kind: KindId, name: &str) -> bool {
        let slot = slot_of(self.rules.kind(kind), name);
        slot.is_some_and(|slot| slot >= kind.built_in())
    }

    /// `side orcs: orc { hp 4 }`: the combatant stands before the braces of the side. Says so.
    pub(super) fn before_braces<'t>(&mut self, side: &'t Side) -> Option<&'t ast::Name> {
        let last = side.settings.last()?;
        let is_setting = |member: &Member| {
            let word = member.name.text.split(' ').next().unwrap_or_default();
            self.has_attribute(KindId::COMBATANT, word)
        };
        let is_bare = matches!(last.value.kind, ast::ValueKind::Yes);
        if !is_bare
            || self.has_attribute(KindId::SIDE, &last.name.text)
            || side.members.is_empty()
            || !side.members.iter().all(is_setting)
        {
            return None;
        }
        let message = "the members of a side stand in braces";
        let name = Quoted(&last.name.text);
        let help = format!("put braces around it: `{{ {name} {{ ... }} }}`");
        let error = Diagnostic::error(Code::WrongPlace, last.name.span, message);
        self.found
            .push(error.label("`{` must stand before this").help(help));
        Some(&last.name)
    }

    /// `side orcs { leader chief ... }`: what the side is like stands in its braces. Says so.
    pub(super) fn is_of_side(&mut self, member: &Member) -> bool {
        let named = &member.name.text;
        // `edge 1` has a value.
        let (name, behind) = match named.split_once(' ') {
            Some((name, _)) => (name, ""),
            None => (named.as_str(), " ..."),
        };
        let is_one = is_bare(member)
            && self.needs_settings()
            && self.has_attribute(KindId::SIDE, name)
            && !self.has_attribute(KindId::COMBATANT, name);
        if is_one {
            let (name, named) = (Quoted(name), Quoted(named));
            let message = format!("`{name}` is an attribute of the side");
            let help = format!("put it before the brace: `side ...: {named}{behind} {{ ... }}`");
            let error = Diagnostic::error(Code::WrongPlace, member.name.span, message);
            self.found
                .push(error.label("members stand here").help(help));
        }
        is_one
    }

    /// Whether what stands behind a member, `hp 4` behind `orc`, is what it is like.
    pub(super) fn is_setting_of(&self, member: &Member, next: &Member) -> bool {
        let attribute = |name: &str| {
            let kind = self.rules.kind(KindId::COMBATANT);
            let slot = slot_of(kind, name).filter(|&slot| slot >= KindId::COMBATANT.built_in());
            slot.map(|slot| &kind.attributes[usize::from(slot)].declared.ty)
        };
        let is_plain = is_bare(next) && member.settings.is_empty();
        is_plain
            && match (next.name.text.split_once(' '), attribute(&next.name.text)) {
                (Some((word, _)), _) => {
                    let is_numbered = member.name.text.starts_with(&format!("{word} "));
                    !is_numbered && matches!(attribute(word), Some(Type::Number(_)))
                }
                (None, of) => of == Some(&Type::YesNo) && self.needs_settings(),
            }
    }

    /// `orc hp 4`: what a combatant is like stands in braces. Says so.
    pub(super) fn without_braces(&mut self, side: &Side, member: &Member, settings: &[&Member]) {
        let (Some(first), Some(last)) = (settings.first(), settings.last()) else {
            return;
        };
        let name = Quoted(&member.name.text);
        let times = member.times.as_ref();
        let times = times.map_or_else(String::new, |times| format!(" x {}", times.digits));
        let texts: Vec<&str> = settings.iter().map(|one| one.name.text.as_str()).collect();
        let attribute = first.name.text.split(' ').next().unwrap_or_default();
        let message = format!("`{}` is an attribute of combatants", Quoted(attribute));
        let error = Diagnostic::error(Code::WrongPlace, first.name.span, message);
        let braced = format!(" {{ {} }}", texts.join(", "));
        let help = format!(
            "what a combatant is like stands in braces: `{name}{times}{}`",
            Quoted(&braced)
        );
        let error = error.label("members stand here").help(help);
        // Of several, an edit for one would leave the others.
        let others = side.members.iter();
        let others = others.filter(|next| self.is_setting_of(member, next));
        let is_only = others.count() == settings.len();
        let stretch = Span {
            start: member.name.span.end,
            ..last.span
        };
        self.found.push(match is_only && member.times.is_none() {
            true => error.guess(stretch, braced),
            false => error,
        });
    }

    /// `orc { hp 4 } x 2`: how many there are, which behind the braces has been read as a further member. Says so.
    pub(super) fn times_behind_braces(&mut self, member: &Member, next: &Member) -> Option<i64> {
        let times = next.name.text.strip_prefix("x ")?.parse().ok()?;
        let is_meant = is_bare(next) && !member.settings.is_empty() && member.times.is_none();
        if !is_meant || !(1..=MOST_TIMES).contains(&times) {
            return None;
        }
        let message = "how many there are stands behind the name";
        let error = Diagnostic::error(Code::WrongPlace, next.name.span, message);
        let error = error.label("behind the braces this is another combatant");
        let help = format!("write `{} x {times} {{ ... }}`", Quoted(&member.name.text));
        self.found.push(error.help(help));
        Some(times)
    }

    /// `orc x2 { hp 4 }`: how many there are, written as one word. Says so.
    pub(super) fn times_in_one_word(&mut self, member: &Member, next: &Member) -> Option<i64> {
        let times = next.name.text.strip_prefix('x')?.parse().ok()?;
        let beside = next.name.span.start <= member.span.end + 1;
        if !is_bare(member)
            || !beside
            || !self.needs_settings()
            || !(1..=MOST_TIMES).contains(&times)
        {
            return None;
        }
        let with = format!("x {times}");
        let message = "a blank stands between `x` and how many there are";
        let error = Diagnostic::error(Code::WrongPlace, next.name.span, message);
        let error = error.label("a blank is missing");
        self.found.push(error.write(next.name.span, with));
        Some(times)
    }
}

/// Whether nothing is said of a member but its name.
pub(super) fn is_bare(member: &Member) -> bool {
    member.settings.is_empty() && member.times.is_none()
}
