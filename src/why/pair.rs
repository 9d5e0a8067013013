//! Two acts: how they came, why the one before the other, and what kept the other from coming first.

use super::came::{Came, came};
use super::conditions::VoidAct;
use super::replay::{self, Doubt, ReplayObservation};
use super::selected::Selector;
use super::track::Track;
use super::turns;
use super::{
    Cause, PairOrder, Reason, Run, absent, answer, cancelled, corrections, counterfactual, ends,
    keys, round, rulings, unasked,
};
use crate::journal::{ActNumber, Line};
use crate::ruleset::{PhaseId, Value};
use std::cmp::Ordering;

/// Two stages of acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// the acts
    pub acts: (ActNumber, ActNumber),
    /// their stages
    pub stages: (u16, u16),
}

impl Pair {
    /// Of each its act and its stage.
    pub fn of([first, second]: [(ActNumber, u16); 2]) -> Pair {
        Pair {
            acts: (first.0, second.0),
            stages: (first.1, second.1),
        }
    }

    /// The same for each.
    pub fn both(self) -> [(ActNumber, u16); 2] {
        [(self.acts.0, self.stages.0), (self.acts.1, self.stages.1)]
    }

    fn swapped(self) -> Pair {
        let [first, second] = self.both();
        Pair::of([second, first])
    }
}

/// The answer for the first two such acts within these repetitions of phases.
pub fn reason(
    run: &Run<'_>,
    track: &mut Track<'_>,
    within: &[(PhaseId, Value)],
    (first, second): (&Selector, &Selector),
    tries: u32,
) -> Reason {
    let (pair, line) = match last_line(track, within, first, second) {
        Some((line, pair)) => (pair, Some(line)),
        None => match apart(track, within, first, second) {
            Ok(pair) => (pair, None),
            Err(missing) => {
                let other = if std::ptr::eq(missing, first) {
                    second
                } else {
                    first
                };
                let other = find(track, within, other, None);
                // Where both questions mean one act, of that.
                if let Some((act, _)) = find(track, within, missing, None) {
                    let ended = round::ended(run, track, &[act]).pop();
                    let ended = ended.map(|(_, reason)| reason);
                    if let Some(reason) = ended.or_else(|| round::of_act(run, track, act)) {
                        return reason;
                    }
                }
                let tries = if track.stopped { 0 } else { tries };
                let beside = other.filter(|_| tries > 0).map(|other| (other, tries));
                let mut reason = absent::reason(run, track, within, missing, beside);
                if let (Reason::Absent { because, .. }, Some(other)) = (&mut reason, other)
                    && let Some(because) = because
                {
                    *because += &format!("; {}", ends::came_to(track, other));
                }
                return reason;
            }
        },
    };
    reason_in(run, track, pair, line, tries)
}

/// The answer for these stages of two acts.
pub fn reason_of(run: &Run<'_>, track: &mut Track<'_>, pair: Pair) -> Reason {
    let lines = (0..track.arranged.len()).skip_while(|&line| !holds(track, line, pair));
    let line = lines.take_while(|&line| holds(track, line, pair)).last();
    reason_in(run, track, pair, line, 0)
}

/// The answer for two acts and the line that counted.
fn reason_in(
    run: &Run<'_>,
    track: &mut Track<'_>,
    pair: Pair,
    line: Option<usize>,
    tries: u32,
) -> Reason {
    track.tell_apart(pair.both());
    PairOutcome::new(track, pair, line).reason(run, track, tries)
}

/// The first pair that stood in one line, and the last line in which it did: the one that counted.
fn last_line(
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    first: &Selector,
    second: &Selector,
) -> Option<(usize, Pair)> {
    let lines =
        (0..track.arranged.len()).filter(|&line| track.is_within(track.arranged[line], within));
    let mut found: Option<(usize, Pair)> = None;
    for line in lines {
        match found {
            None => found = pair_in(track, line, first, second).map(|pair| (line, pair)),
            Some((_, pair)) if holds(track, line, pair) => found = Some((line, pair)),
            Some(_) => break,
        }
    }
    found
}

/// The first pair of such acts in a line, in its order.
fn pair_in(track: &Track<'_>, number: usize, first: &Selector, second: &Selector) -> Option<Pair> {
    let entry = track.arranged[number];
    let journal = track.story.journal;
    let acts = journal.values(journal.lines[number].acts);
    let all = |selector: &Selector| {
        let acts = acts.iter().map(|&act| act as ActNumber);
        let fits = |act: &ActNumber| selector.fits(track, *act, track.stage_at(*act, entry));
        acts.filter(fits).collect::<Vec<_>>()
    };
    let seconds = all(second);
    let (a, b) = all(first).into_iter().find_map(|a| {
        let b = seconds.iter().copied().find(|&b| b != a)?;
        Some((a, b))
    })?;
    Some(Pair::of(
        [a, b].map(|act| (act, track.stage_at(act, entry))),
    ))
}

fn holds(track: &Track<'_>, number: usize, pair: Pair) -> bool {
    let entry = track.arranged[number];
    let line = &track.story.journal.lines[number];
    let (a, b) = pair.acts;
    track.place(line, a).is_some()
        && track.place(line, b).is_some()
        && pair.stages == (track.stage_at(a, entry), track.stage_at(b, entry))
}

/// Two such acts that never stood in one line: of each, the first stage that was carried out, else the first.
fn apart<'s>(
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    first: &'s Selector,
    second: &'s Selector,
) -> Result<Pair, &'s Selector> {
    let one = find(track, within, first, None).ok_or(first)?;
    let other = find(track, within, second, Some(one)).ok_or(second)?;
    Ok(Pair::of([one, other]))
}

/// Of the acts that are meant, but for one, the first stage that was carried out, else the first.
fn find(
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    selector: &Selector,
    taken: Option<(ActNumber, u16)>,
) -> Option<(ActNumber, u16)> {
    let stages = |act: ActNumber| 0..track.stages(act);
    let fits = |&(act, stage): &(ActNumber, u16)| {
        Some((act, stage)) != taken
            && selector.fits(track, act, stage)
            && track.is_within(track.left(act, stage).unwrap_or(track.seen(act)), within)
    };
    let acts = 0..track.lives.len() as ActNumber;
    let all: Vec<_> = acts
        .flat_map(|act| stages(act).map(move |stage| (act, stage)))
        .filter(fits)
        .collect();
    let carried_out =
        |&&(act, stage): &&(ActNumber, u16)| usize::from(stage) < track.life(act).resolved.len();
    all.iter().find(carried_out).or(all.first()).copied()
}

/// When a stage was carried out, and by which entry.
type Carried = Option<(Came, usize)>;

/// How two acts came, with the one that came first as the first.
struct PairOutcome {
    pair: Pair,
    line: Option<usize>,
    order: PairOrder,
    reversed: bool,
    /// when they were carried out
    came: (Carried, Carried),
}

impl PairOutcome {
    fn new(track: &Track<'_>, pair: Pair, line: Option<usize>) -> PairOutcome {
        let journal = track.story.journal;
        let [first, second] = pair.both().map(|(act, stage)| came(journal, act, stage));
        let (order, reversed) = match (first, second) {
            (Some(a), Some(b)) => match a.0.cmp(&b.0) {
                Ordering::Less => (PairOrder::Before, false),
                Ordering::Equal => (PairOrder::Together, false),
                Ordering::Greater => (PairOrder::Before, true),
            },
            (Some(_), None) if track.is_open(pair.acts.1) => (PairOrder::WaitsBehind, false),
            (None, Some(_)) if track.is_open(pair.acts.0) => (PairOrder::WaitsBehind, true),
            (Some(_), None) => (PairOrder::Alone, false),
            (None, Some(_)) => (PairOrder::Alone, true),
            (None, None) => waiting(track, pair, line),
        };
        let (pair, came) = match reversed {
            true => (pair.swapped(), (second, first)),
            false => (pair, (first, second)),
        };
        PairOutcome {
            pair,
            line,
            order,
            reversed,
            came,
        }
    }

    fn reason(&self, run: &Run<'_>, track: &Track<'_>, tries: u32) -> Reason {
        let journal = track.story.journal;
        let (a, b) = self.pair.acts;
        let line = self.line.map(|number| (number, &journal.lines[number]));
        let doubtful: Vec<_> = line
            .into_iter()
            .flat_map(|(_, line)| rulings::on_pair(line, a, b))
            .filter(|ruling| match self.order.is_together() {
                true => rulings::could_have_parted(track, ruling),
                false => rulings::could_have_reversed(track, ruling, b),
            })
            .collect();
        let doubts = doubtful.iter();
        let doubts = doubts.filter_map(|ruling| rulings::doubt(track, line?.0, ruling));
        let doubts: Vec<Doubt> = doubts.collect();
        const DECIDED: usize = 0;
        const COULD_HAVE: usize = 1;
        const KEY: usize = 2;
        let mut traces = line.map_or_else(Vec::new, |line| {
            corrections::traces(track, line, (a, b), [DECIDED, COULD_HAVE])
        });
        traces.extend(
            line.into_iter()
                .flat_map(|line| keys::traces(track, line, (a, b), KEY)),
        );
        let voids = [a, b].into_iter().filter_map(|act| ends::void(track, act));
        let voids: Vec<VoidAct> = voids.collect();
        let mut seen = replay::look(run, track, (&doubts, &traces), (&[a, b], &voids));
        for (act, since) in cancelled::since(run, track, &[a, b]) {
            seen.void.entry(act).or_insert(since);
        }
        let corrected = |question| {
            let entry = line.map_or(0, |(number, _)| track.arranged[number]);
            corrections::causes(track, seen.read.get(&question), entry)
        };
        let mut because = self.because(run, track, line, &seen);
        if let (Some((number, _)), Some(read)) = (line, seen.read.get(&KEY)) {
            let entry = track.arranged[number];
            for cause in &mut because {
                if let Cause::Key { since, .. } = cause {
                    *since = keys::since(track, read, entry);
                }
            }
        }
        because.extend(corrected(DECIDED));
        let mut but = line.map_or_else(Vec::new, |(number, line)| {
            let entry = track.arranged[number];
            let all = doubtful.iter();
            all.filter_map(|ruling| {
                let cause = rulings::cause(track, line, ruling, entry)?;
                let doubt = rulings::doubt(track, number, ruling);
                Some(rulings::with_failed(cause, doubt, &seen))
            })
            .collect()
        });
        but.extend(corrected(COULD_HAVE));
        let [first, second] = (self.pair.both()).map(|(act, stage)| ends::stay(track, act, stage));
        let wanted = match self.order {
            PairOrder::Neither | PairOrder::WaitsUnordered => vec![self.pair],
            PairOrder::Together | PairOrder::WaitsTogether => {
                vec![self.pair, self.pair.swapped()]
            }
            PairOrder::Before
            | PairOrder::Alone
            | PairOrder::WaitsBehind
            | PairOrder::WaitsBefore => vec![self.pair.swapped()],
        };
        // A run that stopped before both were over says nothing of their order.
        let open = |(act, came): (ActNumber, Carried)| came.is_none() && track.is_open(act);
        let unsettled = open((a, self.came.0)) || open((b, self.came.1));
        let tries = if unsettled { 0 } else { tries };
        let wanted = wanted.into_iter().filter(|_| tries > 0);
        let turns = wanted
            .map(|pair| counterfactual::search_of(run, track, pair, tries).describe(track, pair));
        let turns = turns.collect();
        Reason::Pair {
            answer: answer::sentence(self.order, &first, &second, &because),
            first,
            second,
            order: self.order,
            reversed: self.reversed,
            because,
            but,
            turns,
            unsettled,
        }
    }

    fn because(
        &self,
        run: &Run<'_>,
        track: &Track<'_>,
        line: Option<(usize, &Line)>,
        seen: &ReplayObservation,
    ) -> Vec<Cause> {
        let (a, b) = self.pair.acts;
        let mut causes = Vec::new();
        let came = [self.came.0, self.came.1];
        let absent = self.pair.both().into_iter().zip(came);
        let absent = absent.filter(|one| one.1.is_none() && !self.order.waits(line.is_some()));
        for ((act, stage), _) in absent {
            causes.push(ends::cause(track, (act, stage), seen));
            if ends::is_left_waiting(track, act) {
                causes.extend(ends::kept_waiting(track, act, seen));
            }
        }
        match (line, self.order) {
            (Some((number, line)), order) => {
                let entry = track.arranged[number];
                let batch = |act| track.place(line, act).map(|place| place.0);
                match order {
                    PairOrder::Together | PairOrder::WaitsTogether => {
                        causes.extend(side_by_side(run, track, line, self.pair, entry));
                    }
                    PairOrder::Before => {
                        let life = track.life(a);
                        if life.next && track.stage_at(a, entry) == 0 && life.by.is_some() {
                            causes.extend(counterfactual::led::led(run, track, self.pair));
                        }
                        causes.extend(round::between(track, line, (a, b), entry));
                    }
                    PairOrder::Alone
                    | PairOrder::Neither
                    | PairOrder::WaitsBehind
                    | PairOrder::WaitsBefore
                    | PairOrder::WaitsUnordered => {
                        if batch(a) < batch(b) {
                            causes.extend(round::between(track, line, (a, b), entry));
                        }
                    }
                }
            }
            (None, PairOrder::Before) => {
                let (first, second) = (self.came.0, self.came.1);
                if let (Some((_, before)), Some((_, entry))) = (first, second) {
                    let at_once = track.is_at_once(a);
                    if at_once {
                        causes.push(round::came_later(track, a, (before, None), before));
                    }
                    // Otherwise it stood in the line all the while.
                    if !at_once || track.life(b).came > Some(before) {
                        let moment = |act| &track.moments[track.seen(act)];
                        let added = Some(before).filter(|_| moment(a) == moment(b));
                        causes.extend(added.and_then(|entry| round::came_next(track, a, entry)));
                        causes.extend(turns::cause(run, track, self.pair));
                        let is_round = moment(a).first() == moment(b).first();
                        let is_added = !track.story.journal.act(a).is_declared();
                        if added.is_none() && is_round && is_added {
                            causes.extend(round::came_next(track, a, before));
                        }
                        if self.were_led(track, before) {
                            causes.extend(counterfactual::led::led(run, track, self.pair));
                        }
                        let mut later = round::came_later(track, b, (before, Some(a)), entry);
                        let is_told = |cause: &Cause| {
                            matches!(
                                cause,
                                Cause::TurnBefore {
                                    barred: Some(_),
                                    ..
                                }
                            )
                        };
                        // What kept it from its turn kept it from being asked.
                        let is_barred = causes.iter().any(is_told);
                        if let Cause::Later { unasked, .. } = &mut later
                            && !is_barred
                            && track.story.journal.act(b).is_declared()
                        {
                            *unasked = unasked::passed_over(run, track, (a, b));
                        }
                        causes.push(later);
                    }
                }
            }
            (None, _) => {}
        }
        let became = self.pair.both();
        causes.extend(
            became
                .into_iter()
                .filter_map(|one| ends::became(track, one)),
        );
        causes.extend(ends::missed(track, self.pair));
        if let (PairOrder::Before, Some(_), Some((_, before)), Some((_, entry))) =
            (self.order, line, self.came.0, self.came.1)
        {
            causes.extend(ends::waited(track, b, (before, entry), seen));
        }
        causes
    }

    /// Whether both acts come up in one period, and the second is declared only after the first had been carried out, by another one than declared the first: the rules,
    /// and no period of the scenario and no actor, led from one to the other.
    fn were_led(&self, track: &Track<'_>, done: usize) -> bool {
        let (a, b) = self.pair.acts;
        let declared = |act: ActNumber| track.story.journal.act(act).is_declared();
        let (first, second) = (track.seen(a), track.seen(b));
        let actor = |act: ActNumber| track.story.journal.act(act).actor;
        let by_one = declared(a) && actor(a) == actor(b);
        let is_same = track.moments[first] == track.moments[second];
        declared(b) && second > done && is_same && !by_one
    }
}

/// How two acts that did not come stood in the line, and whether the second stood before the first.
fn waiting(track: &Track<'_>, pair: Pair, line: Option<usize>) -> (PairOrder, bool) {
    let (a, b) = pair.acts;
    if !track.is_open(a) || !track.is_open(b) {
        return (PairOrder::Neither, false);
    }
    let batch = |act| {
        track
            .place(&track.story.journal.lines[line?], act)
            .map(|place| place.0)
    };
    match batch(a).zip(batch(b)).map(|(a, b)| a.cmp(&b)) {
        Some(Ordering::Less) => (PairOrder::WaitsBefore, false),
        Some(Ordering::Equal) => (PairOrder::WaitsTogether, false),
        Some(Ordering::Greater) => (PairOrder::WaitsBefore, true),
        None => (PairOrder::WaitsUnordered, false),
    }
}

/// Why two acts stood in one batch.
fn side_by_side(
    run: &Run<'_>,
    track: &Track<'_>,
    line: &Line,
    pair: Pair,
    entry: usize,
) -> Vec<Cause> {
    let (first, second) = pair.acts;
    let standing = rulings::on_pair(line, first, second).filter(|ruling| rulings::stands(ruling));
    let mut causes: Vec<Cause> = standing
        .filter_map(|ruling| rulings::cause(track, line, ruling, entry))
        .collect();
    match keys::compare(track, line, first, second).ordering {
        Ordering::Equal => {
            causes.extend(turns::equal(run, track, line, &[first, second], entry));
        }
        _ => {
            let mut parts = keys::cause(track, line, (first, second), entry);
            if let Some(Cause::Key { against, .. }) = &mut parts {
                *against = true;
            }
            causes.extend(parts);
        }
    }
    causes
}
