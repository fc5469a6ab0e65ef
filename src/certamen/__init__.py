"""Certamen: a referee's engine for the contests of tabletop role-playing games.

>>> import certamen
>>> contest = certamen.load(certamen.examples() / "starcluster" / "alley.yaml", seed=7)
>>> [request.who for request in contest.requests]
['jack', 'heather', 'bad-guy']
>>> outcome = certamen.run(contest, {"travellers": "clever"})
>>> outcome.ended
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from certamen import odds
    from certamen.advice.advise import advise
    from certamen.advice.balance import balance
    from certamen.dice import Keyed, Seeded, Tape
    from certamen.files.examples import examples
    from certamen.kernel.action import Action, Offer, Refusal
    from certamen.kernel.contest import Contest
    from certamen.kernel.encounter import Encounter, Entry
    from certamen.kernel.errors import CertamenError, IllegalAction
    from certamen.kernel.event import Event
    from certamen.kernel.report import markdown, summary
    from certamen.kernel.run import run
    from certamen.kernel.view import Seat, view
    from certamen.library import load, loads, resume
    from certamen.rulesets import find, names
    from certamen.sim.compare import compare
    from certamen.sim.simulate import simulate
    from certamen.sim.sweep import sweep

_FROM = {
    "certamen.advice.advise": ("advise",),
    "certamen.advice.balance": ("balance",),
    "certamen.dice": ("Keyed", "Seeded", "Tape"),
    "certamen.files.examples": ("examples",),
    "certamen.kernel.action": ("Action", "Offer", "Refusal"),
    "certamen.kernel.contest": ("Contest",),
    "certamen.kernel.encounter": ("Encounter", "Entry"),
    "certamen.kernel.errors": ("CertamenError", "IllegalAction"),
    "certamen.kernel.event": ("Event",),
    "certamen.kernel.report": ("markdown", "summary"),
    "certamen.kernel.run": ("run",),
    "certamen.kernel.view": ("Seat", "view"),
    "certamen.library": ("load", "loads", "resume"),
    "certamen.rulesets": ("find", "names"),
    "certamen.sim.compare": ("compare",),
    "certamen.sim.simulate": ("simulate",),
    "certamen.sim.sweep": ("sweep",),
}
_WHERE = {name: module for module, exported in _FROM.items() for name in exported}

__all__ = [
    "Action",
    "CertamenError",
    "Contest",
    "Encounter",
    "Entry",
    "Event",
    "IllegalAction",
    "Keyed",
    "Offer",
    "Refusal",
    "Seat",
    "Seeded",
    "Tape",
    "__version__",
    "advise",
    "balance",
    "compare",
    "examples",
    "find",
    "load",
    "loads",
    "markdown",
    "names",
    "odds",
    "resume",
    "run",
    "simulate",
    "summary",
    "sweep",
    "view",
]


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for, so that `import certamen` is quick."""
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    if name == "odds":
        return import_module("certamen.odds")
    raise AttributeError(f"certamen has no {name}")


def __dir__() -> list[str]:
    """All public names."""
    return __all__
