"""Exact odds, from the very rules that are played by: nothing here holds a formula of its own.

- `ask("starcluster", "attack", target=65)` answers one of a ruleset's questions; `questions` lists them;
- `act_odds` follows an act in a contest: all it can change, exactly; `each_reaction` for whatever others may answer,
  `act_sample` by trying where there is too much to follow;
- `outcomes` and `then` answer any procedure that draws from `certamen.dice.Dice`;
- `duel` solves one against one, `duel_table` over other values, `best_tactic` looks for what to do;
- `exact` is the distribution of a dice expression.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from certamen.dice.distribution import Distribution, exact
    from certamen.odds.action import ActOdds, act_odds
    from certamen.odds.asking import Odds, QuestionError, answer, ask, questions
    from certamen.odds.duel_told import DuelOdds
    from certamen.odds.duels import CannotSolve, best_tactic, duel, duel_table, examine
    from certamen.odds.fork import ForkingDice, Outcomes, chain, outcomes, then
    from certamen.odds.reactions import Reaction, each_reaction
    from certamen.odds.sample import ActSample, act_sample

_WHERE = {
    "CannotSolve": "certamen.odds.duels",
    "ActOdds": "certamen.odds.action",
    "ActSample": "certamen.odds.sample",
    "Distribution": "certamen.dice.distribution",
    "DuelOdds": "certamen.odds.duel_told",
    "ForkingDice": "certamen.odds.fork",
    "Odds": "certamen.odds.asking",
    "Outcomes": "certamen.odds.fork",
    "QuestionError": "certamen.odds.asking",
    "Reaction": "certamen.odds.reactions",
    "act_odds": "certamen.odds.action",
    "act_sample": "certamen.odds.sample",
    "answer": "certamen.odds.asking",
    "ask": "certamen.odds.asking",
    "best_tactic": "certamen.odds.duels",
    "chain": "certamen.odds.fork",
    "each_reaction": "certamen.odds.reactions",
    "duel": "certamen.odds.duels",
    "duel_table": "certamen.odds.duels",
    "examine": "certamen.odds.duels",
    "exact": "certamen.dice.distribution",
    "outcomes": "certamen.odds.fork",
    "questions": "certamen.odds.asking",
    "then": "certamen.odds.fork",
}

__all__ = [
    "ActOdds",
    "ActSample",
    "CannotSolve",
    "Distribution",
    "DuelOdds",
    "ForkingDice",
    "Odds",
    "Outcomes",
    "QuestionError",
    "Reaction",
    "act_odds",
    "act_sample",
    "answer",
    "ask",
    "best_tactic",
    "chain",
    "duel",
    "duel_table",
    "each_reaction",
    "exact",
    "examine",
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
