"""certamen.balance: an encounter looked at before the evening: who wins, how surely, how long, and what to change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from certamen.advice.levers import Lever, levers
from certamen.charts import number
from certamen.kernel.encounter import Encounter
from certamen.kernel.run import MAX_ROUNDS
from certamen.sim.estimate import NO_DECISION, NO_WINNER, Estimate, Share, plain
from certamen.sim.player import packed, players_of
from certamen.sim.simulate import encounter_of, job_of, simulate

COMPILED, PLAYED = (20_000, 1_000, 4_000), (500, 25, 150)
"""Trials of the whole, pairs to find the figures that matter, pairs to measure them: by compiled loop, by contest."""

Progress = Callable[[str, float], object]


class Balance(Struct, frozen=True):
    """What was found: the estimate, the figures that matter most for `favourite`, and how many were looked at."""

    estimate: Estimate
    favourite: str
    levers: tuple[Lever, ...]
    looked_at: int

    @property
    def verdict(self) -> str:
        """The whole in a sentence."""
        return f"{_who_wins(self.estimate, self.favourite)}, {_how_long(self.estimate)}."

    def rows(self) -> list[dict[str, Any]]:
        """One flat dict a changed figure: {path, value, changed, difference, low, high}, of `favourite` winning."""
        return [
            {
                "path": lever.path,
                "value": lever.value,
                "changed": changed,
                "difference": told.difference,
                "low": told.low,
                "high": told.high,
            }
            for lever in self.levers
            for changed, told in ((lever.less, lever.lower), (lever.more, lever.higher))
            if told is not None
        ]

    def data(self) -> dict[str, Any]:
        """The whole as plain dicts, lists, texts and numbers."""
        return plain(self)


def balance(
    encounter: Encounter | Path | str,
    n: int | None = None,
    *,
    policies: Mapping[str, str] | None = None,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Balance:
    """Play an encounter many times over and vary each of its figures by a little.

    n: how many trials (20,000 where a compiled loop plays, else 500); the rest as for `simulate`; progress: called with
    what is done at present and the share of it done. Raises what `simulate` raises; an interruption ends it.
    """
    one = encounter_of(encounter)
    usual, screen, pairs = _effort(one, policies, seed)
    n = usual if n is None else n

    def playing(share: float) -> None:
        if progress is not None:
            progress("playing", share)

    def varying(share: float) -> None:
        if progress is not None:
            progress("varying", share)

    found = simulate(
        one, n, policies=policies, seed=seed, workers=workers, progress=lambda now: playing(now.trials / now.of)
    )
    if not found.complete:
        raise KeyboardInterrupt
    favourite = max(_sides(found), key=lambda side: side.count).name
    many = min(n, screen), min(n, pairs)
    most, looked_at = levers(
        one,
        favourite,
        screen=many[0],
        trials=many[1],
        policies=policies or {},
        seed=seed,
        workers=workers,
        progress=varying,
    )
    return Balance(found, favourite, most, looked_at)


def _effort(one: Encounter, policies: Mapping[str, str] | None, seed: int) -> tuple[int, int, int]:
    """How many trials, by how they would be played."""
    player = players_of(packed(job_of((one,), policies, seed, MAX_ROUNDS)))[0]
    return COMPILED if player.way == "compiled loop" else PLAYED


def _sides(one: Estimate) -> list[Share]:
    return [share for share in one.winners if share.name not in (NO_WINNER, NO_DECISION)]


def _who_wins(one: Estimate, favourite: str) -> str:
    likeliest = max(one.winners, key=lambda share: share.count)
    if likeliest.name in (NO_WINNER, NO_DECISION):
        end = "it ends without a winner" if likeliest.name == NO_WINNER else "it does not end"
        return f"Most likely {end}: {share(likeliest.share)} of the time"
    won = next(share for share in one.winners if share.name == favourite)
    sure = f"{share(won.share)} of the time (between {share(won.low)} and {share(won.high)})"
    if won.low <= 0.5 <= won.high and len(_sides(one)) == 2:
        return f"An even fight: {favourite} wins {sure}"
    words = ("will hardly lose", "will most likely win", "will rather win", "is ahead")
    bounds = (0.95, 0.75, 0.6)
    how = next((word for word, bound in zip(words, bounds, strict=False) if won.share >= bound), words[-1])
    return f"{favourite} {how}: {sure}"


def share(value: float) -> str:
    """A share as people say it: to a tenth of a hundredth, and never quite 0 or 1 where it is not.

    >>> share(0.5049), share(0.25), share(0.99999), share(1)
    ('50.5%', '25%', '> 99.9%', '100%')
    """
    if 0 < value < 0.0005:
        return "< 0.1%"
    return "> 99.9%" if 0.9995 <= value < 1 else f"{value:.1%}".replace(".0%", "%")


def _how_long(one: Estimate) -> str:
    rounds = one.rounds
    if rounds.p5 == rounds.p95:
        return f"nearly always in {number(rounds.p5)} round{'s' if rounds.p5 != 1 else ''}"
    return f"nine times out of ten in {number(rounds.p5)} to {number(rounds.p95)} rounds"
