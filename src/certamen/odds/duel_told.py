"""What is told of an exact duel, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from certamen.files.vary import Scalar


class Examined(Struct, frozen=True, kw_only=True):
    """What is known of a duel before it is solved.

    sides: the two participants' ids; policies: who decides for each ("" where the best choice is sought);
    exact: whether it can be solved; why: else the rule or the size in the way, `rule` its id ("" where it is none);
    states: how many there are at most; assumed, grid: what else one should know, and which choices are looked at.
    """

    title: str
    ruleset: str
    sides: tuple[str, str]
    policies: tuple[str, str]
    exact: bool
    why: str = ""
    rule: str = ""
    states: int = 0
    assumed: tuple[str, ...] = ()
    grid: str = ""


class DuelOdds(Struct, frozen=True, kw_only=True):
    """How a duel ends.

    win: the chance of each of `sides` to win; nobody: that it ends without a winner; endless: that it goes on for ever;
    rounds: how many are expected (None: without end); lengths: the chances that it ends in round 1, 2, 3 ...; longer:
    what is left after the last of them; residual: how far all chances are from adding up to 1.
    """

    title: str
    ruleset: str
    sides: tuple[str, str]
    policies: tuple[str, str]
    win: tuple[float, float]
    nobody: float
    endless: float
    rounds: float | None
    lengths: tuple[float, ...]
    longer: float
    residual: float
    states: int
    assumed: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The whole as plain dicts, lists, texts and numbers."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def rows(self) -> list[dict[str, Any]]:
        """One flat dict a round: {round, chance, ended_by_then}."""
        return [
            {"round": i, "chance": chance, "ended_by_then": sum(self.lengths[:i])}
            for i, chance in enumerate(self.lengths, 1)
        ]


def decided(examined: Examined, winner: int) -> DuelOdds:
    """The odds of a duel that is over before the first turn: winner is the place among its sides, -1 nobody."""
    return DuelOdds(
        title=examined.title,
        ruleset=examined.ruleset,
        sides=examined.sides,
        policies=examined.policies,
        win=(float(winner == 0), float(winner == 1)),
        nobody=float(winner < 0),
        endless=0.0,
        rounds=0.0,
        lengths=(),
        longer=0.0,
        residual=0.0,
        states=1,
    )


class Cell(Struct, frozen=True):
    """A duel with these values in place of its own."""

    values: dict[str, Scalar]
    odds: DuelOdds


class Advised(Struct, frozen=True):
    """What to choose where one sees this; met: how often that comes up in a duel, on average."""

    sees: tuple[int | str, ...]
    choice: str
    met: float


class BestTactic(Struct, frozen=True, kw_only=True):
    """The best tactic of a side: what it does by what it sees, and what comes of it.

    worth: its chance to win, and half of that nobody does; before: the same by `policy`, the other side doing as it
    does here; gain: the difference.
    """

    side: str
    policy: str
    sees: tuple[str, ...]
    choices: tuple[Advised, ...]
    grid: str
    worth: float
    before: float
    gain: float


class Solved(Struct, frozen=True):
    """A duel's odds where one side, or both, choose as well as they can."""

    odds: DuelOdds
    tactics: tuple[BestTactic, ...]
