//! The types of expressions, as far as they can be told from their parts: the compiled form does not keep them. Only for showing values.

use super::Names;
use crate::ruleset::{Expr, ExprId, QueryKind, Type, UnitId};

impl Names<'_> {
    /// The type of the first of two expressions of one type that tells it; a plain number if neither does.
    pub fn type_of_either(&self, left: ExprId, right: ExprId) -> Type {
        self.type_of(left)
            .or_else(|| self.type_of(right))
            .unwrap_or(Type::Number(None))
    }

    /// The type of an expression, if its parts tell it.
    pub fn type_of(&self, id: ExprId) -> Option<Type> {
        let rules = self.rules;
        match rules.exprs.get(id.index())? {
            Expr::Attribute { kind, slot, .. } => {
                Some(self.attribute_rule(*kind, *slot)?.declared.ty.clone())
            }
            Expr::Call(function, _) => {
                let function = rules.functions.get(function.index())?;
                Some(function.declared.ty.clone())
            }
            Expr::Lookup(table, _) => {
                let table = rules.tables.get(table.index())?;
                Some(table.gives.as_ref()?.ty.clone())
            }
            Expr::Option(option) => Some(rules.options.get(option.index())?.ty.clone()),
            Expr::Now => self.smallest_of_time().map(|unit| Type::Number(Some(unit))),
            Expr::Counter(phase) => Some(match &rules.phases.get(phase.index())?.turns {
                Some(turns) => Type::Record(turns.kind),
                None => Type::Number(None),
            }),
            Expr::Negate(one) => self.type_of(*one),
            Expr::Plus(left, right)
            | Expr::Minus(left, right)
            | Expr::Times(left, right)
            | Expr::Mod(left, right)
            | Expr::Higher(left, right)
            | Expr::Lower(left, right)
            | Expr::If(_, left, right) => self.type_of(*left).or_else(|| self.type_of(*right)),
            Expr::OrElse(several) => several.iter().find_map(|&one| self.type_of(one)),
            Expr::Query(query) => match query.ask {
                QueryKind::Highest | QueryKind::Lowest | QueryKind::Sum => {
                    self.type_of(query.value?)
                }
                QueryKind::Count => Some(Type::Number(None)),
                QueryKind::All => Some(Type::Set(query.kind)),
                QueryKind::Any | QueryKind::Every => Some(Type::YesNo),
                QueryKind::The | QueryKind::TheHighest | QueryKind::TheLowest => {
                    Some(Type::Record(query.kind))
                }
            },
            _ => None,
        }
    }

    fn smallest_of_time(&self) -> Option<UnitId> {
        let units = &self.rules.units;
        (0..units.len())
            .filter(|&unit| units[unit].dimension == 0)
            .min_by_key(|&unit| units[unit].size)
            .map(UnitId::from_index)
    }
}
