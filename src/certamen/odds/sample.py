"""An act tried many times, where its dice part into too many ways to follow: counts, for an estimate."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from certamen.dice import Seeded
from certamen.kernel.action import Action, Value
from certamen.kernel.draws import Counts
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.state import State
from certamen.odds.action import ENDED, NO, YES, Key, check, figures, follow, tells
from certamen.odds.answers import DEFAULT, answering, named
from certamen.odds.forked import ActDraws

Counted = Mapping[Value | None, int]


class ActSample(Struct, frozen=True):
    """What an act changed in so many trials: as `ActOdds`, with counts in place of chances."""

    act: Action
    assumed: tuple[str, ...]
    figures: Mapping[str, Mapping[str, Counted]]
    results: Mapping[str, Counted]
    outcome: Counted
    trials: int
    seed: int


def act_sample(
    ruleset: Ruleset,
    state: State,
    act: Action,
    reactions: str = DEFAULT,
    *,
    trials: int,
    seed: int = 0,
    counts: Counts | None = None,
) -> ActSample:
    """Do a legal act so many times, each time from the same state with other dice. Raises IllegalAction."""
    check(ruleset, state, act)
    assumed: dict[str, None] = {}
    answers = named(answering(ruleset, reactions), assumed, "" if reactions == DEFAULT else reactions)
    before = figures(ruleset, state)
    tally: dict[Key, dict[Value | None, int]] = {}
    for trial in range(trials):
        found = follow(ruleset, state, act, ActDraws(Seeded(seed, trial), counts or {}), answers)
        for key, value in {**dict.fromkeys(before), **found}.items():
            spread = tally.setdefault(key, {})
            spread[value] = spread.get(value, 0) + 1
    made: dict[str, dict[str, Counted]] = {}
    for key, spread in tally.items():
        rest = trials - sum(spread.values())
        if rest:
            spread[NO if YES in spread else None] = rest
        if spread.keys() - {before[key]} if key in before else key == ENDED or tells(spread):
            made.setdefault(key[0], {})[key[1]] = MappingProxyType(spread)
    told = made.pop("", {})
    ended = told.pop("", {})
    return ActSample(act, tuple(assumed), MappingProxyType(made), MappingProxyType(told), ended, trials, seed)
