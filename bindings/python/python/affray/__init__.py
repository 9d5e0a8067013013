"""Rules of initiative and combat: checked, played, explained, compared and published.

    >>> import affray
    >>> fight = affray.scenario("examples/duel.affray")
    >>> print(fight.run().transcript)

`affray.load` reads rules, `affray.scenario` a fight. All objects are immutable. Rules and fights can be pickled and hashed.
"""

from ._affray import version as _version
from .errors import AffrayError, CheckError, Diagnostic, RunFault, UsageError
from .fight import Fight, scenario
from .odds import Odds, merge
from .rules import Difference, Rules, load
from .run import Act, Declaring, Event, Question, Reasons, Roll, Run
from .sweep import Sweep, SweepPlan, sweep

__version__ = _version()

__all__ = [
    "Act",
    "AffrayError",
    "CheckError",
    "Declaring",
    "Diagnostic",
    "Difference",
    "Event",
    "Fight",
    "Odds",
    "Question",
    "Reasons",
    "Roll",
    "Rules",
    "Run",
    "RunFault",
    "Sweep",
    "SweepPlan",
    "UsageError",
    "load",
    "merge",
    "scenario",
    "sweep",
]
