//! Names that a body does not read any more where a run stands in it: what they stand for has no bearing on what comes. From the end of each body
//! back to its beginning, as compilers find out which registers are free. Reads the rules and plays nothing.

use std::collections::BTreeSet;

use crate::engine::{At, UnreadNames};
use crate::ruleset::walk::{parts, statement_roots};
use crate::ruleset::{
    Block, Expr, ExprId, Local, Place, Ruleset, Statement, StatementKind, TemplatePiece,
};

type Names = BTreeSet<Local>;

/// For every statement of the rules, the names of its body that are not read any more once the run stands in it.
pub fn unread_names(rules: &Ruleset) -> UnreadNames {
    let mut search = Search {
        rules,
        locals: 0,
        at_end: Names::new(),
        found: UnreadNames::default(),
    };
    let nothing = Names::new;
    for action in &rules.actions {
        for stage in &action.stages {
            search.body(&stage.body, stage.locals, nothing());
        }
    }
    for table in &rules.tables {
        for row in &table.rows {
            search.body(&row.body, table.locals, nothing());
        }
    }
    for procedure in &rules.procedures {
        search.body(&procedure.body, procedure.locals, nothing());
    }
    for trigger in &rules.triggers {
        search.body(&trigger.body, trigger.locals, nothing());
    }
    for phase in &rules.phases {
        // It may be repeated: what looks at that, and its body, come again.
        let mut again = search.uses(&phase.body);
        for looks in phase.looks() {
            search.reads(looks, &mut again);
        }
        search.body(&phase.body, phase.locals, again);
    }
    search.found
}

struct Search<'a> {
    rules: &'a Ruleset,
    /// how many names the body has
    locals: Local,
    /// what is read when the body is over, however it comes to its end
    at_end: Names,
    found: UnreadNames,
}

impl Search<'_> {
    fn body(&mut self, block: &Block, locals: Local, at_end: Names) {
        self.locals = locals;
        self.at_end = at_end.clone();
        self.block(block, at_end);
    }

    /// Notes what is not read any more in each statement. `after`: what is read behind the block.
    fn block(&mut self, block: &Block, mut after: Names) {
        for statement in block.iter().rev() {
            let stands = self.within(statement, &after);
            let unread = (0..self.locals)
                .filter(|name| !stands.contains(name) && !self.at_end.contains(name));
            let unread = unread.collect();
            self.found.insert(At::of(statement), unread);
            after = self.before(statement, after);
        }
    }

    /// What is read once the run stands in a statement; notes the same for the statements within it.
    fn within(&mut self, statement: &Statement, after: &Names) -> Names {
        let mut read = after.clone();
        match &statement.kind {
            // It is rolled anew, and then written.
            StatementKind::Roll { .. } => return self.before(statement, read),
            // What these look at they have looked at.
            StatementKind::Do { .. }
            | StatementKind::Consult { .. }
            | StatementKind::Does { .. }
            | StatementKind::Raise { .. } => {}
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let blocks = branches.iter().map(|branch| &branch.1).chain([otherwise]);
                blocks.for_each(|block| self.block(block, after.clone()));
            }
            StatementKind::Each { local, body, .. } => {
                let mut again = self.uses(body);
                again.remove(local);
                read.extend(again);
                self.block(body, read.clone());
            }
            StatementKind::Repeat { body, .. } => {
                self.looks_at(statement, &mut read);
                read.extend(self.uses(body));
                self.block(body, read.clone());
            }
            _ => self.looks_at(statement, &mut read),
        }
        read
    }

    /// What is read from the beginning of a block, before the block writes it.
    fn uses(&self, block: &Block) -> Names {
        let statements = block.iter().rev();
        statements.fold(Names::new(), |after, statement| {
            self.before(statement, after)
        })
    }

    /// What is read from the beginning of a statement, where `after` is read behind it.
    fn before(&self, statement: &Statement, mut after: Names) -> Names {
        match &statement.kind {
            StatementKind::Set {
                place: Place::Local(local),
                ..
            }
            | StatementKind::Ask { local, .. }
            | StatementKind::Does {
                local: Some(local), ..
            }
            | StatementKind::New {
                local: Some(local), ..
            } => {
                after.remove(local);
            }
            StatementKind::Roll { local, keep, .. } => {
                after.remove(local);
                if let Some(Place::Local(keep)) = keep {
                    after.remove(keep);
                }
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let blocks = branches.iter().map(|branch| &branch.1).chain([otherwise]);
                blocks.for_each(|block| after.extend(self.uses(block)));
            }
            StatementKind::Each { local, body, .. } => {
                let mut inner = self.uses(body);
                inner.remove(local);
                after.extend(inner);
            }
            StatementKind::Repeat { body, .. } => after.extend(self.uses(body)),
            _ => {}
        }
        self.looks_at(statement, &mut after);
        after
    }

    /// Adds what a statement itself looks at.
    fn looks_at(&self, statement: &Statement, read: &mut Names) {
        let mut own = Names::new();
        statement_roots(&statement.kind, &mut |root| self.reads(root, &mut own));
        for hole in holes(self.rules, &statement.kind) {
            self.reads(hole, &mut own);
        }
        match &statement.kind {
            StatementKind::Add {
                place: Place::Local(local),
                ..
            }
            | StatementKind::Subtract {
                place: Place::Local(local),
                ..
            } => {
                own.insert(*local);
            }
            // These stand for one record after the other, and are bound before they are looked at.
            StatementKind::Each { local, .. }
            | StatementKind::Resolve {
                condition: Some((local, _)),
            } => {
                own.remove(local);
            }
            _ => {}
        }
        if let StatementKind::Ask {
            among: Some((local, _)),
            ..
        } = &statement.kind
        {
            own.remove(local);
        }
        read.extend(own);
    }

    /// Adds the names that an expression reads.
    fn reads(&self, id: ExprId, read: &mut Names) {
        match &self.rules.exprs[id.index()] {
            Expr::Local(local) => {
                read.insert(*local);
            }
            expr => {
                let mut inner = Names::new();
                for part in parts(expr) {
                    self.reads(part, &mut inner);
                }
                if let Expr::Query(query) = expr {
                    inner.remove(&query.local);
                }
                read.extend(inner);
            }
        }
    }
}

/// What the text that a statement says looks at.
pub fn holes(rules: &Ruleset, statement: &StatementKind) -> Vec<ExprId> {
    let said = match statement {
        StatementKind::RefuseDeclarations { because, .. } | StatementKind::Refuse { because } => {
            Some(*because)
        }
        StatementKind::Cancel { because, .. } | StatementKind::EndCombat { because } => *because,
        StatementKind::Note(text) => Some(*text),
        StatementKind::Ask { question, .. } => Some(rules.questions[question.index()].text),
        _ => None,
    };
    let pieces = said.map(|said| &rules.templates[said.index()].pieces);
    let holes = pieces
        .into_iter()
        .flatten()
        .filter_map(|piece| match piece {
            TemplatePiece::Hole(hole, _) => Some(*hole),
            TemplatePiece::Plain(_) => None,
        });
    holes.collect()
}
