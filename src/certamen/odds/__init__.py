"""Exact odds, from the very rules that are played by: nothing here holds a formula of its own.

- `ask("starcluster", "attack", target=65)` answers one of a ruleset's questions; `questions` lists them;
- `outcomes` and `then` answer any procedure that draws from `certamen.dice.Dice`;
- `exact` is the distribution of a dice expression.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from certamen.dice.distribution import Distribution, exact
    from certamen.odds.asking import Odds, QuestionError, answer, ask, questions
    from certamen.odds.fork import ForkingDice, Outcomes, chain, outcomes, then

_WHERE = {
    "Distribution": "certamen.dice.distribution",
    "ForkingDice": "certamen.odds.fork",
    "Odds": "certamen.odds.asking",
    "Outcomes": "certamen.odds.fork",
    "QuestionError": "certamen.odds.asking",
    "answer": "certamen.odds.asking",
    "ask": "certamen.odds.asking",
    "chain": "certamen.odds.fork",
    "exact": "certamen.dice.distribution",
    "outcomes": "certamen.odds.fork",
    "questions": "certamen.odds.asking",
    "then": "certamen.odds.fork",
}

__all__ = [
    "Distribution",
    "ForkingDice",
    "Odds",
    "Outcomes",
    "QuestionError",
    "answer",
    "ask",
    "chain",
    "exact",
    "outcomes",
    "questions",
    "then",
]


def __getattr__(name: str) -> object:
    """Import what is asked for: the fewest modules for each."""
    if name in _WHERE:
        found = getattr(import_module(_WHERE[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"certamen.odds has no {name}")
