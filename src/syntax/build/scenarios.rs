//! Scenarios: who fights, and what everybody does. What is expected of the run is in `expectations`.

use pest::iterators::Pair;

use super::Builder;
use super::parts::{self, Parts};
use super::place::Place;
use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::source::{Clean, Span};
use crate::suggest::suggest;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;
use crate::syntax::words;

impl Builder<'_> {
    // scenario = { kw_scenario ~ text ~ scenario_body }
    pub(super) fn scenario(&mut self, pair: Pair<'_, Rule>) -> Option<Scenario> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let title = self.take_text(&mut parts)?;
        let entries = self.entries(parts.part(Rule::scenario_body)?, Place::Entry);
        Some(Scenario {
            title,
            entries,
            span,
        })
    }

    // scenario_body = { lbrace ~ (entry | bad_entry)* ~ rbrace }; period_body likewise
    pub(super) fn entries(&mut self, pair: Pair<'_, Rule>, place: Place) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        self.sequence(pair, place, |builder, pair| {
            let inner = if pair.as_rule() == Rule::entry {
                Parts::of(pair).next()
            } else {
                Some(pair)
            };
            let Some(entry) = inner.and_then(|inner| builder.entry(inner)) else {
                return;
            };
            if let Some(before) = entries.last() {
                builder.one_line_each(before, &entry);
            }
            entries.push(entry);
        });
        entries
    }

    /// What somebody does begins a line of its own; otherwise a forgotten comma would make two lines out of one.
    fn one_line_each(&mut self, before: &Entry, entry: &Entry) {
        let between = before.span.end as usize..entry.span.start as usize;
        let free = matches!(
            before.kind,
            EntryKind::Line(_)
                | EntryKind::Expect(_)
                | EntryKind::Odds { .. }
                | EntryKind::Proves(_)
        );
        if !free
            || !matches!(entry.kind, EntryKind::Line(_))
            || self.text.get(between).is_none_or(|gap| gap.contains('\n'))
        {
            return;
        }
        if self.misspelt_relation(before.span, entry.span) {
            return;
        }
        let help = match before.kind {
            EntryKind::Expect(_) | EntryKind::Odds { .. } => {
                "begin a new line here, or say when: `at end`, `at end of round 1` or `after ann attacks orc`"
            }
            _ => {
                "begin a new line here: each act, roll and answer has a line of its own; what is told of an act stands behind a colon, as in `ann attacks orc: hit, damage 3`"
            }
        };
        let message = "this line goes on where it should have ended";
        let complaint = Diagnostic::error(Code::SyntaxError, entry.span, message)
            .label("read as something else that is done")
            .also(before.span, "this is complete")
            .help(help);
        self.report(complaint);
    }

    /// `expect a attacks b befor c attacks d`: the word has been read as another name.
    fn misspelt_relation(&mut self, before: Span, after: Span) -> bool {
        let words = [self.text.get(before.range()), self.text.get(after.range())];
        let [Some(before_text), Some(after_text)] = words else {
            return false;
        };
        let last = before_text.rsplit(' ').next().unwrap_or("");
        let first = words::first_word(after_text);
        for (word, start) in [
            (last, before.end as usize - last.len()),
            (first, after.start as usize),
        ] {
            let Some(meant) = suggest(word, ["before", "with", "after", "then"])
                .filter(|_| before_text.starts_with("expect"))
            else {
                continue;
            };
            let span = Span::new(self.file, start, start + word.len());
            let complaint = Diagnostic::error(
                Code::SyntaxError,
                span,
                format!("`{}` cannot stand here", Clean(word)),
            )
            .label(format!("did you mean `{meant}`?"))
            .help(format!("write `{meant}`"))
            .fix(span, meant, Applicability::Unsafe);
            self.report(complaint);
            return true;
        }
        false
    }

    fn entry(&mut self, pair: Pair<'_, Rule>) -> Option<Entry> {
        let span = self.span(&pair);
        let kind = self.or_unreadable(span, |builder| builder.entry_kind(pair))?;
        Some(Entry { kind, span })
    }

    fn entry_kind(&mut self, pair: Pair<'_, Rule>) -> Option<EntryKind> {
        let rule = pair.as_rule();
        let after = parts::has(&pair, Rule::kw_after);
        let mut parts = Parts::of(pair);
        Some(match rule {
            Rule::rules_file => EntryKind::Rules(self.take_text(&mut parts)?),
            Rule::proves => {
                EntryKind::Proves(parts.filter_map(|pair| self.citation(pair)).collect())
            }
            Rule::option_choice => EntryKind::Option {
                name: self.take_name(&mut parts)?,
                value: self.take_value(&mut parts)?,
            },
            Rule::snapshot => EntryKind::Snapshot(self.take_text(&mut parts)),
            Rule::seed => EntryKind::Seed(self.take_number(&mut parts)?),
            Rule::begin_at => EntryKind::BeginAt {
                phase: self.take_name(&mut parts)?,
                number: self.take_number(&mut parts),
            },
            Rule::stop_at => EntryKind::Stop {
                after,
                phase: self.take_name(&mut parts)?,
                number: self.take_number(&mut parts),
            },
            Rule::in_force => EntryKind::Tactic {
                name: self.take_name(&mut parts)?,
                who: self.take_things(&mut parts, Rule::fighters),
            },
            Rule::side => EntryKind::Side(self.side(parts)?),
            Rule::expect => EntryKind::Expect(self.expect(parts.next()?)?),
            Rule::odds => EntryKind::Odds {
                title: self.take_text(&mut parts),
                of: self.question(parts.next()?)?,
            },
            Rule::record => EntryKind::Record {
                kind: self.take_name(&mut parts)?,
                name: self.take_thing(&mut parts)?,
                settings: self.take_settings(&mut parts, Rule::settings_body),
            },
            Rule::period => EntryKind::Period(Period {
                phase: self.take_name(&mut parts)?,
                number: self.take_number(&mut parts),
                entries: self.entries(parts.part(Rule::period_body)?, Place::PeriodEntry),
            }),
            Rule::line => EntryKind::Line(self.line(parts)?),
            _ => return None,
        })
    }

    // side = { kw_side ~ thing ~ inline_settings? ~ side_body }
    fn side(&mut self, mut parts: Parts<'_>) -> Option<Side> {
        let name = self.take_thing(&mut parts)?;
        let settings = self.take_settings(&mut parts, Rule::inline_settings);
        let mut members = Vec::new();
        let body = parts.part(Rule::side_body)?;
        self.sequence(body, Place::Member, |builder, pair| {
            members.extend(builder.member(pair))
        });
        Some(Side {
            name,
            settings,
            members,
        })
    }

    // member = { thing ~ (kw_times_x ~ number)? ~ settings_body? }
    fn member(&mut self, pair: Pair<'_, Rule>) -> Option<Member> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let name = parts
            .part(Rule::member_name)
            .and_then(|pair| self.take_thing(&mut Parts::of(pair)))?;
        let times = self.take_number(&mut parts);
        Some(Member {
            name,
            times,
            settings: self.take_settings(&mut parts, Rule::settings_body),
            span,
        })
    }

    // line = ${ thing ~ SPACE+ ~ (roll_tail | answer_tail | act_tail | told_tail) }
    fn line(&mut self, mut parts: Parts<'_>) -> Option<Line> {
        let gm = parts.part(Rule::game_master).map(|gm| Thing {
            text: "gm".to_owned(),
            span: self.span(&gm),
        });
        let who = gm.or_else(|| self.take_thing(&mut parts))?;
        let tail = parts.next()?;
        let rule = tail.as_rule();
        let mut parts = Parts::of(tail);
        Some(match rule {
            Rule::roll_tail => {
                let faces = parts
                    .take_all(Rule::signed)
                    .into_iter()
                    .map(|pair| self.number(pair))
                    .collect();
                Line::Roll {
                    who,
                    faces,
                    purpose: self.take_name(&mut parts)?,
                }
            }
            Rule::answer_tail => {
                let value = self.take_value(&mut parts)?;
                let question = self.take_name(&mut parts)?;
                Line::Answer {
                    who,
                    value,
                    question,
                    about: self.take_things(&mut parts, Rule::about_things),
                }
            }
            Rule::told_tail => {
                let mut words = vec![self.take_name(&mut parts)?];
                words.extend(self.take_told(&mut parts));
                let settings = self.take_settings(&mut parts, Rule::inline_settings);
                Line::Told {
                    who,
                    words,
                    settings,
                }
            }
            _ => {
                let verb = self.take_name(&mut parts)?;
                let object = parts
                    .part(Rule::act_what)
                    .and_then(|pair| self.take_thing(&mut Parts::of(pair)));
                let at = parts
                    .part(Rule::act_at)
                    .and_then(|pair| self.take_thing(&mut Parts::of(pair)));
                let settings = self.take_settings(&mut parts, Rule::inline_settings);
                Line::Declaration {
                    who,
                    verb,
                    object,
                    at,
                    settings,
                }
            }
        })
    }

    /// The words of a title in the next parts.
    pub(super) fn take_told(&self, parts: &mut Parts<'_>) -> Vec<Name> {
        let told = parts.take_all(Rule::told_word).into_iter();
        told.map(|pair| Name {
            text: pair.as_str().to_owned(),
            span: self.span(&pair),
        })
        .collect()
    }

    /// The settings in the next part, if it is of this rule.
    pub(super) fn take_settings(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Vec<Setting> {
        let mut settings = Vec::new();
        if let Some(pair) = parts.part(rule) {
            self.sequence(pair, Place::Setting, |builder, pair| {
                settings.extend(builder.setting(pair))
            });
        }
        settings
    }

    // setting = ${ kw_no ~ SPACE+ ~ name | name ~ (SPACE+ ~ value)? }
    fn setting(&mut self, pair: Pair<'_, Rule>) -> Option<Setting> {
        let span = self.span(&pair);
        let no = parts::has(&pair, Rule::kw_no);
        let mut parts = Parts::of(pair);
        let name = self.take_name(&mut parts)?;
        let value = self.take_value(&mut parts).unwrap_or(Value {
            kind: if no { ValueKind::No } else { ValueKind::Yes },
            span,
        });
        Some(Setting { name, value, span })
    }

    /// The value, if it comes next.
    // value = ${ measure | text | kw_yes | kw_no | kw_none | thing }
    fn take_value(&mut self, parts: &mut Parts<'_>) -> Option<Value> {
        let pair = parts.part(Rule::value)?;
        let span = self.span(&pair);
        let inner = pair.into_inner().next()?;
        let kind = match inner.as_rule() {
            Rule::kw_yes => ValueKind::Yes,
            Rule::kw_no => ValueKind::No,
            Rule::kw_none => ValueKind::None,
            Rule::text => ValueKind::Text(self.text(inner)),
            Rule::measure => match self.amount(Parts::of(inner.clone())) {
                Some((number, unit)) => ValueKind::Quantity(number, unit),
                None => ValueKind::Number(self.number(Parts::of(inner).next()?)),
            },
            _ => ValueKind::Thing(self.thing(inner)?),
        };
        Some(Value { kind, span })
    }

    /// The thing, if it comes next.
    pub(super) fn take_thing(&self, parts: &mut Parts<'_>) -> Option<Thing> {
        parts.part(Rule::thing).and_then(|pair| self.thing(pair))
    }

    /// The things in the next part, if it is of this rule.
    pub(super) fn take_things(&self, parts: &mut Parts<'_>, rule: Rule) -> Vec<Thing> {
        let list = parts.part(rule).map(Parts::of);
        list.into_iter()
            .flatten()
            .filter_map(|pair| self.thing(pair))
            .collect()
    }

    // thing = ${ name ~ (SPACE+ ~ number)? }
    pub(super) fn thing(&self, pair: Pair<'_, Rule>) -> Option<Thing> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let mut text = parts.part(Rule::name)?.as_str().to_owned();
        if let Some(number) = parts.part(Rule::number) {
            text.push(' ');
            text.push_str(number.as_str());
        }
        Some(Thing { text, span })
    }

    /// The number, if it comes next.
    pub(super) fn take_number(&self, parts: &mut Parts<'_>) -> Option<Number> {
        parts.part(Rule::number).map(|pair| self.number(pair))
    }
}
