//! Back over what was entered, and on again: the log without some of its lines, which stay in it as comments.

use super::log::{ItemKind, Log, LogLine};
use super::{Refusal, Reply, Session};

impl Session {
    /// Takes the last steps back.
    pub(super) fn undo(&mut self, how_many: &str) -> Reply {
        let steps = match steps("undo", how_many) {
            Ok(steps) => steps,
            Err(refusal) => return Reply::Refused(refusal),
        };
        let mut log = self.log.clone();
        let mut undone = Vec::new();
        for _ in 0..steps {
            // The seed is no entry of a person.
            let Some(step) = log.last_step().filter(|_| log.items.iter().any(is_entered)) else {
                break;
            };
            mark(&mut log.items, step, true);
            undone.push(step);
        }
        if undone.is_empty() {
            return Reply::Refused(Refusal::new("nothing has been entered"));
        }
        let reply = self.rewrite(log, &undone, "taken back");
        if matches!(reply, Reply::Rewritten(_)) {
            self.redo.extend(undone);
        }
        reply
    }

    /// Takes the steps again that were taken back last.
    pub(super) fn redo(&mut self, how_many: &str) -> Reply {
        let steps = match steps("redo", how_many) {
            Ok(steps) => steps,
            Err(refusal) => return Reply::Refused(refusal),
        };
        let left = self.redo.len().saturating_sub(steps);
        let again = self.redo[left..].to_vec();
        if again.is_empty() {
            return Reply::Refused(Refusal::new("nothing was taken back since the last entry"));
        }
        let mut log = self.log.clone();
        for &step in &again {
            mark(&mut log.items, step, false);
        }
        let reply = self.rewrite(log, &again, "taken again");
        if matches!(reply, Reply::Rewritten(_)) {
            self.redo.truncate(left);
        }
        reply
    }

    fn rewrite(&mut self, log: Log, steps: &[u32], what: &str) -> Reply {
        let of_steps = log.items.iter().filter(|item| steps.contains(&item.step));
        let lines = of_steps.map(|item| format!("{what}: {}\n", item.words()));
        let told: String = lines.collect();
        match self.tried(&log) {
            Ok((scenario, standing)) => {
                self.log = log;
                self.now.scenario = scenario;
                self.now.standing = standing;
                self.show();
                Reply::Rewritten(told)
            }
            Err(refusal) => Reply::Refused(refusal),
        }
    }
}

/// How many steps are meant: one, where no number was typed.
fn steps(command: &str, typed: &str) -> Result<usize, Refusal> {
    match typed.parse::<usize>() {
        Ok(steps) if steps > 0 => Ok(steps),
        _ if typed.is_empty() => Ok(1),
        _ => Err(Refusal::new(format!("`{command}` takes a number"))
            .help(format!("`{command}`, or `{command} 3`"))),
    }
}

fn is_entered(item: &LogLine) -> bool {
    match &item.kind {
        ItemKind::Line(line) => !item.undone && !line.starts_with("seed "),
        ItemKind::Passed(..) => !item.undone,
        ItemKind::Remark(_) => false,
    }
}

fn mark(items: &mut [LogLine], step: u32, undone: bool) {
    let of_step = items.iter_mut().filter(|item| item.step == step);
    for item in of_step.filter(|item| !matches!(item.kind, ItemKind::Remark(_))) {
        item.undone = undone;
    }
}
