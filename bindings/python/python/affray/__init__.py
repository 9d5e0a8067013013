"""Rules of initiative and combat: checked, played, explained, compared and published.

    >>> import affray
    >>> fight = affray.scenario("examples/duel.affray")
    >>> print(fight.run().transcript)

`affray.load` reads rules, `affray.scenario` a fight. All objects are immutable and can be pickled.
"""

from ._affray import version as _version
from .errors import AffrayError, CheckError, Diagnostic, RunFault, UsageError
from .fight import Fight, scenario
from .rules import Rules, load
from .run import Run
from .sweep import Sweep, SweepPlan, sweep

__version__ = _version()

__all__ = [
    "AffrayError",
    "CheckError",
    "Diagnostic",
    "Fight",
    "Rules",
    "Run",
    "RunFault",
    "Sweep",
    "SweepPlan",
    "UsageError",
    "load",
    "scenario",
    "sweep",
]
