//! Tactics: what a combatant declares where the scenario holds nothing for it. A tactic reads the state and changes nothing; it has no memory,
//! so what it says follows from the rules, the scenario, the state and the period alone.

use super::fault::Outcome;
use super::run::Run;
use crate::ruleset::{KindId, MISSING, Tactic, TacticId, TacticLine, Value};

impl<'a> Run<'a, '_> {
    /// Makes the acts that the tactic of a combatant declares, to be judged as if somebody had said them.
    pub fn plan_by_tactic(&mut self, actor: u32) -> Outcome<()> {
        if self.scenario.speaks_for(actor, &self.m.path) {
            return Ok(());
        }
        let Some(id) = self.tactic_of(actor)? else {
            return Ok(());
        };
        let rules = self.rules;
        let tactic = &rules.tactics[id.index()];
        let base = self.begin_tactic(tactic, actor);
        if let Some(number) = self.line_of(tactic, base)? {
            self.m.exercised.tactics[id.index()][number] = true;
            self.make_acts(actor, &tactic.lines[number], (id, number as u16), base)?;
        }
        self.m.frames.close(base);
        Ok(())
    }

    /// The tactic that a combatant follows: the one that is named for it, else the first that fits it.
    fn tactic_of(&mut self, actor: u32) -> Outcome<Option<TacticId>> {
        let (rules, scenario) = (self.rules, self.scenario);
        if let Some(named) = scenario.tactics.of(actor) {
            return Ok(Some(named));
        }
        for &id in &scenario.tactics.general {
            let tactic = &rules.tactics[id.index()];
            let base = self.begin_tactic(tactic, actor);
            let fits = self.passes(tactic.guard, base)?;
            self.m.frames.close(base);
            if fits {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    fn begin_tactic(&mut self, tactic: &Tactic, actor: u32) -> usize {
        let base = self.m.frames.open(tactic.locals);
        self.m.frames.values[base] = Value::from(actor);
        base
    }

    /// The first line whose condition is true and whose acts are all aimed at somebody or something.
    fn line_of(&mut self, tactic: &'a Tactic, base: usize) -> Outcome<Option<usize>> {
        for (number, line) in tactic.lines.iter().enumerate() {
            self.eval().step()?;
            if self.passes(line.guard, base)? && self.can_be_declared(line, base)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Works out what the acts of a line are given; whether none of them is aimed at nothing.
    fn can_be_declared(&mut self, line: &'a TacticLine, base: usize) -> Outcome<bool> {
        for given in line.acts.iter().flat_map(|act| &act.given) {
            let value = self.value(given.value, base)?;
            if given.aimed && value == MISSING {
                return Ok(false);
            }
            self.m.frames.values[base + usize::from(given.local)] = value;
        }
        Ok(true)
    }

    /// Makes the acts of a line, in their order.
    fn make_acts(
        &mut self,
        actor: u32,
        line: &'a TacticLine,
        mark: (TacticId, u16),
        base: usize,
    ) -> Outcome<()> {
        for planned in &line.acts {
            let act = self.make_act(actor, planned.action, None)?;
            self.m.journal.acts[act as usize].tactic = Some(mark);
            for given in &planned.given {
                let value = self.m.frames.values[base + usize::from(given.local)];
                self.m.state.records[KindId::ACT.index()].set(act, given.slot, value);
            }
            self.fill_in(KindId::ACT, act, &[])?;
            self.stack(act);
        }
        Ok(())
    }
}
