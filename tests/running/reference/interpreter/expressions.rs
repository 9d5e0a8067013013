//! "Expressions" and "Definitions, options, tables".

use affray::ruleset::{Expr, ExprId, KindId, MISSING, MOST, Query, QueryKind, Value};
use affray::run::fault::{FaultKind, RunResult};

use super::Run;

impl Run<'_> {
    /// The value of an expression, with the names of a body.
    pub(super) fn value(&mut self, id: ExprId, names: &[Value]) -> RunResult<Value> {
        self.evaluate(id, &mut names.to_vec())
    }

    /// Whether it is true. A missing value is not.
    fn is_true(&mut self, id: ExprId, names: &mut Vec<Value>) -> RunResult<bool> {
        Ok(self.evaluate(id, names)? == 1)
    }

    /// The number that it is. "Reckoning with a missing value or comparing it by size stops the run with an error."
    fn known(&mut self, id: ExprId, names: &mut Vec<Value>) -> RunResult<Value> {
        match self.evaluate(id, names)? {
            MISSING => Err(FaultKind::Missing.at(self.span(id)).into()),
            value => Ok(value),
        }
    }

    fn evaluate(&mut self, id: ExprId, names: &mut Vec<Value>) -> RunResult<Value> {
        self.works()?;
        let rules = self.rules;
        let reckoned = match &rules.exprs[id.index()] {
            Expr::Const(value) => return Ok(*value),
            Expr::Text(text) => return Ok(text.0.into()),
            Expr::Local(local) => {
                return Ok(names.get(usize::from(*local)).copied().unwrap_or(MISSING));
            }
            Expr::Option(option) => return Ok(self.options[option.index()]),
            Expr::Counter(phase) => return Ok(self.counters[phase.index()]),
            Expr::Now => return Ok(self.now),
            Expr::Attribute { kind, of, slot } => {
                let of = self.evaluate(*of, names)?;
                return Ok(self.attribute(*kind, of, *slot));
            }
            Expr::Not(part) => return Ok((!self.is_true(*part, names)?).into()),
            Expr::And(all) => {
                for part in all {
                    if !self.is_true(*part, names)? {
                        return Ok(0);
                    }
                }
                return Ok(1);
            }
            Expr::Or(all) => {
                for part in all {
                    if self.is_true(*part, names)? {
                        return Ok(1);
                    }
                }
                return Ok(0);
            }
            Expr::OrElse(all) => {
                for part in all {
                    let value = self.evaluate(*part, names)?;
                    if value != MISSING {
                        return Ok(value);
                    }
                }
                return Ok(MISSING);
            }
            Expr::Equal(a, b) => {
                return Ok((self.evaluate(*a, names)? == self.evaluate(*b, names)?).into());
            }
            Expr::NotEqual(a, b) => {
                return Ok((self.evaluate(*a, names)? != self.evaluate(*b, names)?).into());
            }
            Expr::In(a, b) => {
                let (record, set) = (self.evaluate(*a, names)?, self.evaluate(*b, names)?);
                let can_be = (0..60).contains(&record) && set != MISSING;
                return Ok((can_be && set >> record & 1 == 1).into());
            }
            Expr::Less(a, b) => {
                return Ok((self.known(*a, names)? < self.known(*b, names)?).into());
            }
            Expr::LessOrEqual(a, b) => {
                return Ok((self.known(*a, names)? <= self.known(*b, names)?).into());
            }
            Expr::Missing(part) => return Ok((self.evaluate(*part, names)? == MISSING).into()),
            Expr::If(condition, yes, no) => {
                let chosen = match self.is_true(*condition, names)? {
                    true => yes,
                    false => no,
                };
                return self.evaluate(*chosen, names);
            }
            Expr::Call(function, arguments) => {
                self.coverage.definitions[function.index()] = true;
                let mut own = self.all(arguments, names)?;
                return self.evaluate(rules.functions[function.index()].body, &mut own);
            }
            Expr::Lookup(table, arguments) => {
                let mut own = self.all(arguments, names)?;
                let key = own.last().copied().unwrap_or(MISSING);
                let rows = &rules.tables[table.index()].rows;
                let stands_for = |&(from, to): &(Value, Value)| from <= key && key <= to;
                let row = rows.iter().position(|row| row.keys.iter().any(stands_for));
                let found = row.and_then(|row| Some((row, rows[row].value?)));
                let Some((row, value)) = found else {
                    let table = *table;
                    return Err(FaultKind::NoRow { table, key }.at(self.span(id)).into());
                };
                self.coverage.rows[table.index()][row] = true;
                return self.evaluate(value, &mut own);
            }
            Expr::Query(query) => return self.query(id, query, names),
            Expr::Negate(part) => self.known(*part, names)?.checked_neg(),
            Expr::Plus(a, b) => self.known(*a, names)?.checked_add(self.known(*b, names)?),
            Expr::Minus(a, b) => self.known(*a, names)?.checked_sub(self.known(*b, names)?),
            Expr::Times(a, b) => self.known(*a, names)?.checked_mul(self.known(*b, names)?),
            Expr::Higher(a, b) => Some(self.known(*a, names)?.max(self.known(*b, names)?)),
            Expr::Lower(a, b) => Some(self.known(*a, names)?.min(self.known(*b, names)?)),
            Expr::Divide { left, right, up } => {
                let dividend = i128::from(self.known(*left, names)?);
                let divisor = i128::from(self.divisor(*right, names)?);
                let down = floor(dividend, divisor);
                let is_whole = down * divisor == dividend;
                Value::try_from(down + i128::from(*up && !is_whole)).ok()
            }
            Expr::Mod(left, right) => {
                let dividend = i128::from(self.known(*left, names)?);
                let divisor = i128::from(self.divisor(*right, names)?);
                Value::try_from(dividend - divisor * floor(dividend, divisor)).ok()
            }
        };
        within(reckoned).ok_or_else(|| FaultKind::Overflow.at(self.span(id)).into())
    }

    fn divisor(&mut self, id: ExprId, names: &mut Vec<Value>) -> RunResult<Value> {
        match self.known(id, names)? {
            0 => Err(FaultKind::DivisionByZero.at(self.span(id)).into()),
            divisor => Ok(divisor),
        }
    }

    fn all(&mut self, arguments: &[ExprId], names: &mut Vec<Value>) -> RunResult<Vec<Value>> {
        (arguments.iter())
            .map(|argument| self.evaluate(*argument, names))
            .collect()
    }

    /// The records of a kind, in the order of their names. "Over `act`, only acts that can still happen are seen."
    pub(super) fn records_of(&self, kind: KindId) -> Vec<u32> {
        match kind {
            KindId::ACT => self.seen.clone(),
            kind => (0..self.records[kind.index()].len() as u32).collect(),
        }
    }

    /// The values of a record by which it is chosen, the most important first, the better the higher; none if one of them is missing.
    fn values_of(
        &mut self,
        query: &Query,
        names: &mut Vec<Value>,
    ) -> RunResult<Option<Vec<Value>>> {
        let first = query
            .value
            .map(|value| (value, query.ask == QueryKind::TheHighest));
        let mut values = Vec::new();
        for (value, is_highest) in first.into_iter().chain(query.then.iter().copied()) {
            match self.evaluate(value, names)? {
                MISSING => return Ok(None),
                value => values.push(if is_highest { value } else { -value }),
            }
        }
        Ok(Some(values))
    }

    /// "over records": what is asked of those records that pass the filter.
    fn query(&mut self, id: ExprId, query: &Query, names: &mut Vec<Value>) -> RunResult<Value> {
        let mut found = 0;
        let (mut chosen, mut best, mut all) = (MISSING, MISSING, 0);
        // The values by which a record was chosen.
        let mut most: Option<Vec<Value>> = None;
        for record in self.records_of(query.kind) {
            let place = usize::from(query.local);
            if names.len() <= place {
                names.resize(place + 1, MISSING);
            }
            names[place] = record.into();
            if let Some(filter) = query.filter
                && !self.is_true(filter, names)?
            {
                continue;
            }
            found += 1;
            let value = match (query.ask, query.value) {
                (QueryKind::Any, _) => return Ok(1),
                (QueryKind::Every, Some(value)) => {
                    if !self.is_true(value, names)? {
                        return Ok(0);
                    }
                    continue;
                }
                (QueryKind::The, _) => {
                    chosen = record.into();
                    continue;
                }
                (QueryKind::TheHighest | QueryKind::TheLowest, _) => {
                    let values = self.values_of(query, names)?;
                    if values
                        .as_ref()
                        .is_some_and(|own| most.as_ref().is_none_or(|most| own > most))
                    {
                        (chosen, most) = (record.into(), values);
                    }
                    continue;
                }
                (QueryKind::All, _) if record >= 60 => {
                    return Err(FaultKind::BeyondSet.at(self.span(id)).into());
                }
                (QueryKind::All, _) => {
                    all |= 1 << record;
                    continue;
                }
                (QueryKind::Count | QueryKind::Every, _) => continue,
                (_, value) => match value {
                    Some(value) => self.evaluate(value, names)?,
                    None => MISSING,
                },
            };
            if value == MISSING {
                continue;
            }
            let is_first = best == MISSING;
            let better = match query.ask {
                QueryKind::Sum => Some(if is_first { value } else { best + value }),
                QueryKind::Highest => Some(if is_first { value } else { best.max(value) }),
                QueryKind::Lowest => Some(if is_first { value } else { best.min(value) }),
                QueryKind::TheHighest
                | QueryKind::TheLowest
                | QueryKind::The
                | QueryKind::Any
                | QueryKind::Every
                | QueryKind::All
                | QueryKind::Count => continue,
            };
            best = within(better).ok_or_else(|| FaultKind::Overflow.at(self.span(id)))?;
        }
        let none = |given: Value, run: &mut Self, names: &mut Vec<Value>| match query.otherwise {
            Some(otherwise) if given == MISSING => run.evaluate(otherwise, names),
            _ => Ok(given),
        };
        match query.ask {
            QueryKind::Any => Ok(0),
            QueryKind::Every => Ok(1),
            QueryKind::Count => Ok(found.into()),
            QueryKind::All => Ok(all),
            QueryKind::Sum => Ok(if best == MISSING { 0 } else { best }),
            QueryKind::Highest | QueryKind::Lowest => none(best, self, names),
            QueryKind::TheHighest | QueryKind::TheLowest => none(chosen, self, names),
            QueryKind::The if found > 1 || (found == 0 && query.otherwise.is_none()) => {
                Err(FaultKind::NotOne { found }.at(self.span(id)).into())
            }
            QueryKind::The => none(chosen, self, names),
        }
    }
}

/// A number that is not too far from nought.
fn within(value: Option<Value>) -> Option<Value> {
    value.filter(|value| (-MOST..=MOST).contains(value))
}

/// The quotient rounded down.
fn floor(dividend: i128, divisor: i128) -> i128 {
    let toward_nought = dividend / divisor;
    let is_below = dividend % divisor != 0 && (dividend < 0) != (divisor < 0);
    toward_nought - i128::from(is_below)
}
