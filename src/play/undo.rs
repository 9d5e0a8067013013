//! Back over what was entered, and on again: the log without some of its lines, which stay in it as comments.

use super::log::{Item, ItemKind, Log};
use super::{Refusal, Reply, Session};

impl Session {
    /// Takes the last steps back.
    pub(super) fn undo(&mut self, how_many: &str) -> Reply {
        let steps = match how_many {
            "" => 1,
            typed => match typed.parse::<usize>() {
                Ok(steps) if steps > 0 => steps,
                _ => {
                    return Reply::Refused(
                        Refusal::new("`undo` takes a number").help("`undo`, or `undo 3`"),
                    );
                }
            },
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

    /// Takes the step again that was taken back last.
    pub(super) fn redo(&mut self) -> Reply {
        let Some(step) = self.redo.last().copied() else {
            return Reply::Refused(Refusal::new("nothing was taken back since the last entry"));
        };
        let mut log = self.log.clone();
        mark(&mut log.items, step, false);
        let reply = self.rewrite(log, &[step], "taken again");
        if matches!(reply, Reply::Rewritten(_)) {
            self.redo.pop();
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

fn is_entered(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Line(line) => !item.undone && !line.starts_with("seed "),
        ItemKind::Passed(..) => !item.undone,
        ItemKind::Remark(_) => false,
    }
}

fn mark(items: &mut [Item], step: u32, undone: bool) {
    let of_step = items.iter_mut().filter(|item| item.step == step);
    for item in of_step.filter(|item| !matches!(item.kind, ItemKind::Remark(_))) {
        item.undone = undone;
    }
}
