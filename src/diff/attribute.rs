//! Which group of changes causes what in play: each group is made alone, and each pair together, and plays the situations in which
//! the two rule files part.

use super::dependencies::PieceGroup;
use super::hybrid::hybrid;
use super::parting::parting;
use super::pieces::DiffPiece;
use super::players::Players;
use super::report::Attribution;
use super::search::SearchSettings;
use crate::check::Checked;
use crate::load::Expanded;
use crate::ruleset::Ruleset;
use crate::situation::{Focus, Generator, Lexicon, Stretches};
use crate::source::Sources;

/// How many groups are tried in pairs; of more, each alone.
const MOST_IN_PAIRS: usize = 8;

/// How many situations are played by each.
const TRIES: u64 = 400;

/// What each group of changes causes alone, and what only two together cause.
pub fn attribute(
    [left, right]: [&Expanded; 2],
    whole: [&Ruleset; 2],
    (pieces, groups): (&[DiffPiece], &[PieceGroup]),
    (near, sources): (&Stretches, &Sources),
    how: &SearchSettings<'_>,
) -> Vec<Attribution> {
    let mut all: Vec<Vec<usize>> = (0..groups.len()).map(|one| vec![one]).collect();
    if groups.len() <= MOST_IN_PAIRS {
        let pairs = (0..groups.len())
            .flat_map(|one| (one + 1..groups.len()).map(move |other| vec![one, other]));
        all.extend(pairs);
    }
    let hybrids: Vec<Option<Checked>> = all
        .iter()
        .map(|chosen| {
            let chosen = chosen.iter().flat_map(|group| &groups[*group].pieces);
            let chosen: Vec<&DiffPiece> = chosen.map(|piece| &pieces[*piece]).collect();
            hybrid(left, right, &chosen).check()
        })
        .collect();
    let sound: Vec<&Ruleset> = hybrids
        .iter()
        .flatten()
        .map(|checked| &checked.ruleset)
        .collect();
    let rules: Vec<&Ruleset> = whole.into_iter().chain(sound).collect();
    let lexicon = Lexicon::new(&rules);
    let focus = Focus::on(&lexicon, near, sources);
    let drawer = Generator::new(&lexicon, &focus, how.seed);
    let mut players = Players::new(&lexicon, &how.limits);
    let with_none = |(groups, hybrid): (Vec<usize>, &Option<Checked>)| Attribution {
        groups,
        impossible: hybrid.is_none(),
        ..Attribution::default()
    };
    let mut found: Vec<Attribution> = all.into_iter().zip(&hybrids).map(with_none).collect();
    let mut steps = 0;
    for number in 0..TRIES {
        if steps > how.limits.work {
            let possible = found.iter_mut().filter(|one| !one.impossible);
            possible.for_each(|one| one.cut = Some(how.limits.work));
            break;
        }
        how.progress(number, TRIES);
        let mut situation = drawer.draw(number);
        let [from, to] = [0, 1].map(|which| players.play(which, &mut situation).0);
        let parted = parting(&from, &to).is_some();
        let possible = found.iter_mut().filter(|one| !one.impossible);
        for (which, one) in (2..).zip(possible) {
            let (own, _) = players.play(which, &mut situation);
            one.tried += 1;
            one.differs += u64::from(parting(&from, &own).is_some());
            if parted {
                one.of += 1;
                one.explains += u64::from(parting(&own, &to).is_none());
            }
        }
        steps += (0..rules.len())
            .map(|which| players.steps(which))
            .sum::<u64>();
    }
    found
}
