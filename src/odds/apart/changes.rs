//! What is changed where dice are open: at once, or when the batch in hand has been carried out; and, while acts are resolved, what they read and
//! change. Where nothing that one changes is read by another, their order does not matter. Follows the machine's room `changes`.

use hashbrown::HashMap;

use super::Mixed;
use super::course::{Change, Course, Within};
use super::store::{Depends, Holding, Thing};
use super::worth::{Each, When, Worth};
use crate::ruleset::{MISSING, MOST, Value};

/// Acts that are being resolved.
#[derive(Default)]
pub struct Window {
    /// which of them is looked at; nothing: several
    pub act: Option<u32>,
    /// what was read, and for which act
    pub read: Vec<(Thing, Option<u32>)>,
    /// some act may be void
    pub any_void: bool,
    /// what was changed
    changed: HashMap<Thing, Changed, foldhash::fast::FixedState>,
}

/// A change that acts have made.
struct Changed {
    by: u32,
    /// others have changed it too
    shared: bool,
    sets: bool,
    adds: bool,
    /// as large it can be, whatever order they come in
    most: i128,
}

/// Larger than any number.
const TOO_LARGE: i128 = 1 << 100;

impl Course<'_> {
    /// Changes an attribute, or adds to it: at once, or when the batch in hand has been carried out.
    pub fn change(&mut self, thing: Thing, worth: Worth, adds: bool) -> Result<(), Mixed> {
        if self.within == Within::Batch {
            let worth = self.v.fix(worth);
            let here = self.v.here;
            self.changes.push(Change {
                thing,
                worth,
                adds,
                here,
            });
            return Ok(());
        }
        self.apply(thing, worth, adds)
    }

    /// Puts a change in force.
    pub fn apply(&mut self, thing: Thing, worth: Worth, adds: bool) -> Result<(), Mixed> {
        if self.is_shared(thing, worth, adds)? {
            return Ok(());
        }
        let worth = match adds {
            true => {
                let old = self.v.look_unnoted(thing)?;
                self.v.sum(old, worth)?
            }
            false => worth,
        };
        if !self.is_optional(thing) {
            self.v.present(worth)?;
        }
        self.v.put(thing, worth)
    }

    /// Whether a thing may be missing.
    pub fn is_optional(&self, thing: Thing) -> bool {
        let Thing::Attribute(kind, _, slot) = thing else {
            return true;
        };
        let attributes = &self.rules.kinds[kind.index()].attributes;
        attributes
            .get(usize::from(slot))
            .is_none_or(|known| known.declared.optional)
    }

    /// Puts in force what a body has changed: the settings first, then what is added.
    pub fn apply_changes(&mut self) -> Result<(), Mixed> {
        let changes = std::mem::take(&mut self.changes);
        for (index, one) in changes.iter().enumerate() {
            let same = |other: &&Change| other.thing == one.thing && !other.adds;
            for other in changes[index + 1..].iter().filter(same) {
                if !one.adds && self.overlap(one.here, other.here)? {
                    return Err(Mixed::Beyond("an act that sets one value twice"));
                }
            }
        }
        let outer = self.v.here;
        for adds in [false, true] {
            for change in changes.iter().filter(|change| change.adds == adds) {
                self.v.here = change.here;
                self.apply(change.thing, change.worth, change.adds)?;
            }
        }
        self.v.here = outer;
        Ok(())
    }

    /// Whether there is a fall in both.
    pub fn overlap(&mut self, one: Option<Each>, other: Option<Each>) -> Result<bool, Mixed> {
        let (Some(one), Some(other)) = (one, other) else {
            return Ok(true);
        };
        let when = self.inside(When::Where(one), |run| {
            run.v.when(Worth::Each(other), |is| is == 1)
        })?;
        Ok(!matches!(when, None | Some(When::Never)))
    }

    /// Notes a change that an act makes. Where others change the same, it is not settled any more what it is, and nothing else is to be done.
    pub fn is_shared(&mut self, thing: Thing, worth: Worth, adds: bool) -> Result<bool, Mixed> {
        if self.window.is_none() {
            return Ok(false);
        }
        // What may be missing is too large to be added to.
        let size = |value: Value| match value {
            MISSING => TOO_LARGE,
            value => i128::from(value).abs(),
        };
        let own = self.v.largest(worth, size)?.unwrap_or(0);
        let unsettled = self.v.store.holding(thing).depends == Depends::Unsettled;
        let old = match unsettled {
            true => self.bounds.get(&thing).copied().unwrap_or(TOO_LARGE),
            false => {
                let old = self.v.look_unnoted(thing)?;
                self.v.largest(old, size)?.unwrap_or(0)
            }
        };
        let Some(window) = &mut self.window else {
            return Ok(false);
        };
        let Some(most) = window.note_change(thing, old, own, adds, unsettled)? else {
            return Ok(false);
        };
        if adds {
            // What is added to must be there, and stays there.
            if !unsettled {
                let old = self.v.look_unnoted(thing)?;
                self.v.present(old)?;
            }
        } else if !self.is_optional(thing) {
            self.v.present(worth)?;
        }
        self.bounds.insert(thing, most);
        if let Depends::On(lot) = self.v.store.holding(thing).depends {
            self.v.lots.forget(lot, thing);
        }
        let depends = Depends::Unsettled;
        let value = MISSING;
        self.v.store.hold(thing, Holding { value, depends });
        Ok(true)
    }
}

impl Window {
    /// Notes that the act that is looked at changes a thing by so much, which was so large: gives how large it can be if others change it too.
    fn note_change(
        &mut self,
        thing: Thing,
        old: i128,
        own: i128,
        adds: bool,
        unsettled: bool,
    ) -> Result<Option<i128>, Mixed> {
        let by = self.act.unwrap_or(u32::MAX);
        let changed = self.changed.entry(thing).or_insert(Changed {
            by,
            shared: unsettled,
            sets: false,
            adds: false,
            most: old,
        });
        changed.shared |= changed.by != by;
        changed.adds |= adds;
        changed.sets |= !adds;
        changed.most = match adds {
            true => changed.most + own,
            false => changed.most.max(own),
        };
        match changed.shared {
            false => Ok(None),
            true if changed.adds && changed.sets => Err(Mixed::Together),
            true if adds && changed.most > i128::from(MOST) => Err(Mixed::Fault),
            true => Ok(Some(changed.most)),
        }
    }

    /// Nothing that an act changes may have been read for another; nor may the line have been looked at, for it changes with every act.
    pub fn is_apart(&self) -> Result<(), Mixed> {
        for (thing, by) in &self.read {
            let changed = self.changed.get(thing);
            let by_others =
                changed.is_some_and(|changed| changed.shared || Some(changed.by) != *by);
            // An act that is void waits, and is not seen.
            let line_moves = self.any_void || !self.changed.is_empty();
            if by_others || *thing == Thing::Line && line_moves {
                return Err(Mixed::Beyond("acts that look at each other"));
            }
        }
        Ok(())
    }
}
