//! The question that is asked, and what the scenario scripts: whom they name.

use std::collections::BTreeSet;

use crate::ruleset::walk::parts;
use crate::ruleset::{
    Expr, ExprId, KindId, Local, Parameter, PhaseId, QueryKind, Ruleset, Type, Value, exprs, types,
};
use crate::scenario::{Asked, ExpectationKind, FactMoment, Moment, Path, Scenario};

/// What a constant can be.
#[derive(Clone, Copy, Debug)]
enum ConstantKind {
    /// no record
    Plain,
    /// a record of this kind
    Record(KindId),
    /// a record of whatever kind, or none
    Unknown,
}

impl ConstantKind {
    fn of(ty: &Type) -> ConstantKind {
        match ty {
            Type::Record(kind) => ConstantKind::Record(*kind),
            // Where the rules know such values, there is no symmetry.
            Type::Set(_) | types!(plain) => ConstantKind::Plain,
        }
    }
}

/// The records that a question names; of those of which the kind is not known, only the number.
#[derive(Debug, Default)]
pub struct NamedRecords(BTreeSet<(Option<KindId>, Value)>);

impl NamedRecords {
    /// Whether a record is named.
    pub fn has(&self, kind: KindId, record: u32) -> bool {
        let record = Value::from(record);
        self.0.contains(&(Some(kind), record)) || self.0.contains(&(None, record))
    }
}

/// Whom a question names; nothing where it looks at runs in a way in which it matters more than that who is who.
pub fn named(rules: &Ruleset, scenario: &Scenario, asked: &Asked) -> Option<NamedRecords> {
    let mut naming = Naming {
        rules,
        scenario,
        named: NamedRecords::default(),
    };
    let is_plain = |moment: &Moment| moment.keys.is_empty();
    let sort = match asked {
        Asked::Value(_, ty, _) => ConstantKind::of(ty),
        _ => ConstantKind::Plain,
    };
    match asked {
        Asked::Value(_, Type::Record(_), _) => return None,
        Asked::Value(root, _, FactMoment::End)
        | Asked::Whether(ExpectationKind::Fact(root, FactMoment::End)) => {
            naming.expr(*root, sort, &[]);
        }
        Asked::Value(root, _, FactMoment::EndOf(moment))
        | Asked::Whether(ExpectationKind::Fact(root, FactMoment::EndOf(moment)))
            if is_plain(moment) =>
        {
            naming.expr(*root, sort, &[]);
        }
        Asked::Whether(ExpectationKind::Over(_)) => {}
        Asked::Whether(ExpectationKind::Rolls(_, moment, _)) if moment.iter().all(is_plain) => {}
        Asked::Whether(ExpectationKind::Acts(who, moment, _)) if moment.iter().all(is_plain) => {
            let who = (Some(KindId::COMBATANT), Value::from(*who));
            naming.named.0.insert(who);
        }
        _ => return None,
    }
    Some(naming.named)
}

struct Naming<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    named: NamedRecords,
}

impl Naming<'_> {
    fn expr(&mut self, id: ExprId, sort: ConstantKind, names: &[(Local, KindId)]) {
        let scenario = self.scenario;
        let expr = &scenario.exprs[id.index()];
        let all = |naming: &mut Self, sort| {
            for part in parts(expr) {
                naming.expr(part, sort, names);
            }
        };
        match expr {
            Expr::Const(value) => {
                self.named.0.extend(match sort {
                    ConstantKind::Plain => None,
                    ConstantKind::Record(kind) => Some((Some(kind), *value)),
                    ConstantKind::Unknown => Some((None, *value)),
                });
            }
            Expr::Attribute { kind, of, .. } => self.expr(*of, ConstantKind::Record(*kind), names),
            Expr::Equal(a, b) | Expr::NotEqual(a, b) => {
                let sort = self.sort(*a, names).or_else(|| self.sort(*b, names));
                all(self, sort.unwrap_or(ConstantKind::Unknown));
            }
            Expr::If(condition, a, b) => {
                self.expr(*condition, ConstantKind::Plain, names);
                self.expr(*a, sort, names);
                self.expr(*b, sort, names);
            }
            Expr::OrElse(_) => all(self, sort),
            Expr::Missing(_) => all(self, ConstantKind::Unknown),
            Expr::Call(function, arguments) => {
                let parameters = &self.rules.functions[function.index()].parameters;
                for (argument, ty) in arguments.iter().zip(Parameter::types(parameters)) {
                    self.expr(*argument, ConstantKind::of(ty), names);
                }
            }
            Expr::Lookup(table, arguments) => {
                let table = &self.rules.tables[table.index()];
                let types = Parameter::types(&table.parameters).chain([&table.key]);
                for (argument, ty) in arguments.iter().zip(types) {
                    self.expr(*argument, ConstantKind::of(ty), names);
                }
            }
            Expr::Query(query) => {
                let mut names = names.to_vec();
                names.insert(0, (query.local, query.kind));
                let values = query.filter.into_iter().chain(query.values());
                values.for_each(|part| self.expr(part, ConstantKind::Plain, &names));
                (query.otherwise.iter())
                    .for_each(|&part| self.expr(part, ConstantKind::Unknown, &names));
            }
            Expr::Local(_)
            | Expr::In(..)
            | Expr::Text(_)
            | exprs!(reckoning | kept | logic | ordering) => all(self, ConstantKind::Plain),
        }
    }

    /// What an expression gives, where that is known without looking at what is around.
    fn sort(&self, id: ExprId, names: &[(Local, KindId)]) -> Option<ConstantKind> {
        match &self.scenario.exprs[id.index()] {
            Expr::Const(_) | Expr::OrElse(_) | Expr::If(..) | Expr::Lookup(..) => None,
            Expr::Local(local) => {
                let known = names.iter().find(|known| known.0 == *local);
                known.map(|known| ConstantKind::Record(known.1))
            }
            Expr::Attribute { kind, slot, .. } => {
                let attribute = self.rules.attribute(*kind, *slot);
                Some(ConstantKind::of(&attribute.declared.ty))
            }
            Expr::Call(function, _) => {
                let declared = &self.rules.functions[function.index()].declared;
                Some(ConstantKind::of(&declared.ty))
            }
            Expr::Query(query) => match query.ask {
                QueryKind::The | QueryKind::TheHighest | QueryKind::TheLowest => {
                    Some(ConstantKind::Record(query.kind))
                }
                QueryKind::Highest
                | QueryKind::Lowest
                | QueryKind::Sum
                | QueryKind::Count
                | QueryKind::Any
                | QueryKind::All
                | QueryKind::Every => Some(ConstantKind::Plain),
            },
            Expr::Counter(phase) => Some(match &self.rules.phases[phase.index()].turns {
                Some(turns) => ConstantKind::Record(turns.kind),
                None => ConstantKind::Plain,
            }),
            Expr::Option(_)
            | Expr::Now
            | Expr::Missing(_)
            | Expr::In(..)
            | Expr::Text(_)
            | exprs!(reckoning | comparison | logic) => Some(ConstantKind::Plain),
        }
    }
}

/// The first outermost phase that is repeated, and the last repetition of it for which the scenario scripts anything; nothing if something is
/// scripted for other times, or if it counts down.
pub fn repeated(rules: &Ruleset, scenario: &Scenario) -> Option<(PhaseId, Value)> {
    let counts = |phase: &PhaseId| rules.phases[phase.index()].counting.is_some();
    let phase = rules.procedure.iter().copied().find(counts)?;
    if rules.phases[phase.index()].counting?.down {
        return None;
    }
    let paths = (scenario.declarations.iter().map(|one| &one.path))
        .chain(scenario.dice.iter().map(|one| &one.path))
        .chain(scenario.answers.iter().map(|one| &one.path));
    let mut last = Value::MIN;
    for path in paths {
        last = last.max(last_of(path, phase)?);
        // A turn names its record.
        let mut phases = path.iter().map(|part| &rules.phases[part.0.index()]);
        if phases.any(|phase| phase.turns.is_some()) {
            return None;
        }
    }
    Some((phase, last))
}

fn last_of(path: &Path, phase: PhaseId) -> Option<Value> {
    let first = path.first()?;
    (first.0 == phase).then_some(first.1)
}
