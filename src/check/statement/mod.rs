//! Statements: from the tree to the compiled form. A statement that is wrong is said where it stands and left out.

mod acts;
mod again;
pub(in crate::check) mod block;
mod draws;
mod each_missing;
mod equal;
mod inputs;
mod place;
mod pools;
mod records;
mod repeat;
mod secrets;

pub(super) use place::read_only;
pub(super) use records::AttributeOwner;

use self::block::put;
use super::elaborator::{Elaborator, Owner};
use super::expr::wanted;
use super::limits::few_values;
use super::resolved_names::Meaning;
use super::types::POISON;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    Block, Declared, Destination, Expr, ExprId, KindId, Statement, StatementKind as Kind, Type,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, StatementKind};

impl Elaborator<'_> {
    /// A block with names of its own.
    pub fn block(&mut self, block: &ast::Block) -> Block {
        self.scope(|body| {
            let statements = body.statements(block);
            body.close_braces();
            statements
        })
    }

    /// Statements in the present scope.
    pub fn statements(&mut self, block: &ast::Block) -> Block {
        let mut read = Vec::new();
        for statement in &block.statements {
            let span = statement.span;
            self.one_statement(|body| {
                body.found_anew = None;
                let kind = body.statement(statement, &mut read)?;
                let keeps = body.keep_answer(&statement.kind, &kind);
                let found = body.found_anew.take();
                let found = found.map(|(known, found)| {
                    let found = body.push(Expr::Local(found), span);
                    put(known, found)
                });
                let kinds = [Some(kind), keeps, found].into_iter().flatten();
                read.extend(kinds.map(|kind| Statement { kind, span }));
                Some(())
            });
        }
        read.into_boxed_slice()
    }

    /// One statement. What must be carried out before it is added to `before`.
    fn statement(
        &mut self,
        statement: &ast::Statement,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let span = statement.span;
        if self.diagnostics.proposes()
            && let Some(complaint) = self.each_missing(statement)
        {
            self.diagnostics.push(complaint);
            return None;
        }
        match &statement.kind {
            StatementKind::Set { place, value } => self.set(place, value, before),
            StatementKind::Add { place, value } => self.change(place, value, true, before),
            StatementKind::Subtract { place, value } => self.change(place, value, false, before),
            StatementKind::Let { name, value } => Some(self.let_(name, value)),
            StatementKind::If {
                branches,
                otherwise,
            } => Some(self.if_(branches, otherwise.as_ref())),
            StatementKind::Each {
                kind,
                name,
                range,
                filter,
                order,
                body,
            } => match self.listed(kind) {
                _ if range.is_some() || kind.text == "number" => {
                    self.in_their_order(kind, name, order);
                    self.each_number((kind, name), range.as_ref(), filter.as_ref(), body, before)
                }
                Some(listed) => {
                    self.in_their_order(kind, name, order);
                    Some(self.each_listed(kind, name, listed, filter.as_ref(), body, before))
                }
                None => self.each(kind, name, filter.as_ref(), order, body, before),
            },
            StatementKind::Repeat { condition, body } => Some(self.repeat_while(condition, body)),
            StatementKind::RepeatTimes { count, name, body } => {
                Some(self.repeat_times(count, name.as_ref(), body, before))
            }
            StatementKind::Ask {
                who,
                name,
                about,
                question,
                ty,
                among,
                default,
                only,
            } => {
                let only = only.as_ref().map(|only| (self.condition(only), only.span));
                let ask = self.ask_statement(
                    who,
                    name,
                    about,
                    question,
                    ty,
                    among.as_ref(),
                    default.as_deref(),
                    span,
                )?;
                Some(match only {
                    Some(only) => self.asked_only_if(only, ask, before),
                    None => ask,
                })
            }
            StatementKind::Rolls {
                who,
                dice,
                added,
                name,
                tally,
                while_equal,
                text,
            } => {
                if *while_equal {
                    self.rolls_while_equal(name);
                }
                let roll = inputs::WrittenRoll {
                    who,
                    dice,
                    added,
                    name,
                    tally: tally.as_ref(),
                    text: text.as_ref(),
                };
                self.rolls(&roll, before)
            }
            StatementKind::Draws {
                who,
                kind,
                name,
                filter,
                order,
            } => {
                let draw = draws::Draw {
                    who,
                    kind,
                    name,
                    filter: filter.as_ref(),
                    order,
                    span,
                };
                self.draws(&draw, before)
            }
            StatementKind::TakesTurn { who } => self.takes_turn(who, span),
            StatementKind::Declares { who, acts, secret } => {
                let who = self.combatant(who, "who declares");
                let declare = Kind::Declare {
                    who,
                    one: acts.one,
                    actions: self.asked_actions(&acts.actions)?,
                    secret: *secret,
                };
                Some(self.declare_in_play(who, declare, span))
            }
            StatementKind::RefuseDeclarations { who, because } => {
                let who = self.combatant(who, "whose declarations are refused");
                Some(Kind::RefuseDeclarations {
                    who,
                    because: self.template(because),
                })
            }
            StatementKind::Refuse { because } => self.refuse(because, span),
            StatementKind::Cancel { act, word, because } => {
                self.cancel(act, word.as_ref(), because.as_ref(), span)
            }
            StatementKind::Resolve { condition } => self.resolve(condition.as_ref(), span),
            StatementKind::Does {
                who,
                action,
                name,
                next,
                settings,
            } => self.does(who, action, name.as_ref(), *next, settings),
            StatementKind::New {
                kind,
                title,
                name,
                settings,
            } => {
                let named = (name.as_ref(), title.as_ref());
                self.new_record(kind, named, settings, span, before)
            }
            StatementKind::Raise { event, arguments } => self.raise(event, arguments),
            StatementKind::Do {
                procedure,
                arguments,
                name,
            } => self.do_procedure(procedure, arguments, name.as_ref()),
            StatementKind::Result { value } => self.result(value, span),
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => self.consult(table, arguments, key),
            StatementKind::EndCombat { because } => Some(Kind::EndCombat {
                because: because.as_ref().map(|because| self.template(because)),
            }),
            StatementKind::Leave { phase } => self.leave(phase),
            StatementKind::LeaveRepeat => self.leave_repeat(span),
            StatementKind::LeaveTurn => self.leave_turn(span),
            StatementKind::Note { text } => Some(Kind::Note(self.template(text))),
            StatementKind::Reveal { shown } => self.reveal(shown, span),
            StatementKind::Shuffle { kind, which } => {
                self.shuffle(kind, which.as_ref(), span, before)
            }
            StatementKind::Phase(phase) => self.inner_phase(phase, span),
        }
    }

    fn let_(&mut self, name: &Name, value: &ast::Expr) -> Kind {
        let typed = self.expr(value, None);
        let local = self.bind_variable(name, typed.declared());
        Kind::Set {
            place: Destination::Local(local),
            value: typed.id,
        }
    }

    fn if_(
        &mut self,
        branches: &[(ast::Expr, ast::Block)],
        otherwise: Option<&ast::Block>,
    ) -> Kind {
        let branches = branches
            .iter()
            .map(|(condition, block)| {
                let condition = self.condition(condition);
                (condition, self.block(block))
            })
            .collect();
        let otherwise = otherwise.map(|block| self.block(block)).unwrap_or_default();
        Kind::If {
            branches,
            otherwise,
        }
    }

    fn each(
        &mut self,
        kind: &Name,
        name: &Name,
        filter: Option<&ast::Expr>,
        order: &[(ast::Expr, bool)],
        block: &ast::Block,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let known = self.searched_kind(kind);
        let around = std::mem::replace(&mut self.equal_rolls, equal::places(block));
        let found = self.diagnostics.len();
        let order = few_values(order, "an `each`", |key| key.0.span, self.diagnostics);
        let each = self.scope(|body| {
            let kind = known.unwrap_or(super::expr::POISON_KIND);
            let local = body.bind_each(name, kind);
            let filter = body.filter(kind, (name, local), filter);
            let keys = order.iter();
            let order = keys.map(|(value, highest)| (body.sort_key(value).id, *highest));
            let order = order.collect();
            let block = body.block(block);
            Some(Kind::Each {
                kind: known?,
                local,
                filter,
                order,
                body: block,
            })
        });
        let was_wrong = self.diagnostics.len() > found;
        let among = known.map(|kind| equal::EachRecord { kind, name, filter });
        let repeated = among.map(|among| self.repeated_while_equal(among, block, was_wrong));
        self.equal_rolls = around;
        let mut all = each.into_iter().chain(repeated.into_iter().flatten());
        let mut last = all.next()?;
        for next in all {
            let kind = std::mem::replace(&mut last, next);
            let span = name.span;
            before.push(Statement { kind, span });
        }
        Some(last)
    }

    fn resolve(&mut self, condition: Option<&(Name, ast::Expr)>, span: Span) -> Option<Kind> {
        let within = match self.owner {
            Owner::Action(_) => {
                Some("an action cannot resolve acts: it is one that is being resolved")
            }
            Owner::Trigger(_) => {
                Some("a trigger cannot resolve acts: what it responds to is still going on")
            }
            Owner::Called | Owner::Other => None,
        };
        let condition = condition.map(|(name, condition)| {
            self.scope(|body| {
                let local = body.bind_record(name, KindId::ACT);
                (local, body.condition(condition))
            })
        });
        if let Some(message) = within {
            let error = Diagnostic::error(Code::WrongPlace, span, message);
            let help = "resolve acts in a phase; what is added with `next` comes before all that waits there";
            self.diagnostics.push(error.help(help));
            return None;
        }
        let resolve = Kind::Resolve { condition };
        Some(match self.equals.clone() {
            Some(equals) => equals.last_of_them(self, resolve, span),
            None => resolve,
        })
    }

    fn raise(&mut self, event: &Name, arguments: &[ast::Expr]) -> Option<Kind> {
        let Some(id) = self.named(event, "event", &self.names.events, Meaning::Event) else {
            return self.spoil(arguments);
        };
        let rules = self.rules;
        let carried = &rules.events[id.index()].parameters;
        Some(Kind::Raise {
            event: id,
            arguments: self.arguments(event, arguments, wanted(carried)),
        })
    }

    fn do_procedure(
        &mut self,
        procedure: &Name,
        arguments: &[ast::Expr],
        name: Option<&Name>,
    ) -> Option<Kind> {
        let Some(id) = self.named(
            procedure,
            "procedure",
            &self.names.procedures,
            Meaning::Procedure,
        ) else {
            name.map(|name| self.bind(name, Declared::certain(POISON)));
            return self.spoil(arguments);
        };
        let rules = self.rules;
        let known = &rules.procedures[id.index()];
        let arguments = self.arguments(procedure, arguments, wanted(&known.parameters));
        let local = match name {
            Some(name) => {
                let declared = self.result_of(procedure, known.gives.as_ref(), name);
                Some(self.bind_found(name, declared.unwrap_or(Declared::certain(POISON))))
            }
            None => None,
        };
        Some(Kind::Do {
            procedure: id,
            arguments,
            local,
        })
    }

    fn consult(&mut self, table: &Name, arguments: &[ast::Expr], key: &ast::Expr) -> Option<Kind> {
        let Some(id) = self.named(table, "table", &self.names.tables, Meaning::Table) else {
            self.expr(key, Some(&POISON));
            return self.spoil(arguments);
        };
        let rules = self.rules;
        let known = &rules.tables[id.index()];
        if known.gives.is_some() {
            let message = format!(
                "the rows of the table `{}` have values and do nothing",
                table.text
            );
            self.diagnostics.push(
                Diagnostic::error(Code::WrongPlace, table.span, message)
                    .help(format!("use it like a definition: `{}(...)`", table.text)),
            );
        }
        let arguments = self.arguments(table, arguments, wanted(&known.parameters));
        let key = self.value(key, &known.key, "what is looked up").id;
        Some(Kind::Consult {
            table: id,
            arguments,
            key,
        })
    }

    /// Reads values whose place is wrong, for what is wrong in them.
    fn spoil(&mut self, arguments: &[ast::Expr]) -> Option<Kind> {
        arguments
            .iter()
            .for_each(|argument| _ = self.expr(argument, Some(&POISON)));
        None
    }

    fn leave(&mut self, phase: &Name) -> Option<Kind> {
        let id = self.phase(phase)?;
        if !self.inside.contains(&id) {
            let message = format!(
                "this does not stand in the phase `{}`, so it cannot leave it",
                phase.text
            );
            let error = Diagnostic::error(Code::WrongPlace, phase.span, message);
            let help = "set an attribute of `combat` here and let the phase look at it: `phase ... while ...`";
            self.diagnostics.push(error.help(help));
            return None;
        }
        Some(Kind::Leave(id))
    }

    /// `leave turn`: the innermost around it.
    fn leave_turn(&mut self, span: Span) -> Option<Kind> {
        let turns = &self.names.turns;
        let mut around = self.inside.iter().rev();
        if let Some(phase) = around.find(|phase| turns.contains_key(phase)) {
            return Some(Kind::LeaveTurn(*phase));
        }
        let message =
            "this does not stand in a phase of turns, so there is no turn that it could leave";
        let error = Diagnostic::error(Code::WrongPlace, span, message);
        let help = "where a trigger or an act is to end a turn, set an attribute, and let the turn look at it: `if c.goes_on { ... }`";
        self.diagnostics.push(error.help(help));
        None
    }

    fn inner_phase(&mut self, phase: &ast::PhaseDef, span: Span) -> Option<Kind> {
        if matches!(self.owner, Owner::Action(_)) {
            let message = "a phase cannot stand in an action";
            self.diagnostics
                .push(Diagnostic::error(Code::WrongPlace, span, message));
        }
        let id = super::phases::inner(self, phase)?;
        Some(Kind::Phase(id))
    }

    /// A value that must be a combatant.
    fn combatant(&mut self, who: &ast::Expr, subject: &str) -> ExprId {
        let combatant = Type::Record(KindId::COMBATANT);
        self.value(who, &combatant, subject).id
    }
}
