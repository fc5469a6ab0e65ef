"""What a simulation tells, as plain data: who wins how often, how long it takes, who stands, what is left of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from certamen import __version__
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.ruleset import Ruleset
from certamen.sim import intervals
from certamen.sim.tally import UNDECIDED, Count, Tally, quantile
from certamen.sim.trial import NOBODY, sides_of

MOST_BINS = 24  # of the values of a figure that are told together
NO_WINNER, NO_DECISION = "nobody", "undecided"


class Share(Struct, frozen=True):
    """How often something came up: in `count` trials, a share of 0 to 1, and the 95% interval of the true one."""

    name: str
    count: int
    share: float
    low: float
    high: float


class Spread(Struct, frozen=True):
    """The values of a figure: their mean with its 95% interval, the least, the greatest, and between which most lie.

    p5, median, p95: 5%, half and 95% of trials do not pass these. bins: (from, to, in how many trials).
    """

    name: str
    mean: float
    low: float
    high: float
    least: int
    p5: int
    median: int
    p95: int
    greatest: int
    bins: tuple[tuple[int, int, int], ...]


class SideEstimate(Struct, frozen=True):
    """A side: of how many, and how many of them stand at the end."""

    name: str
    of: int
    standing: Spread


class PersonEstimate(Struct, frozen=True):
    """A participant: how often he stands at the end, in which rounds he falls (round, trials), what is left of him."""

    id: str
    name: str
    side: str
    standing: Share
    falls: tuple[tuple[int, int], ...]
    left: tuple[Spread, ...]


class Estimate(Struct, frozen=True, kw_only=True):
    """What so many trials of an encounter came to.

    trials: those counted, the first ones of this seed; complete: whether they are all that were asked for;
    precision: what was asked for (None: a number of trials); way: "compiled loop" or "contest", and why not the loop;
    winners: for each side, then for "nobody" and "undecided" where that came up; policies: who decided for each.
    """

    title: str
    ruleset: str
    ruleset_version: str
    version: str
    seed: int
    trials: int
    complete: bool
    precision: float | None
    max_rounds: int
    way: str
    why: str
    policies: dict[str, str]
    winners: tuple[Share, ...]
    rounds: Spread
    dice: Spread
    sides: tuple[SideEstimate, ...]
    people: tuple[PersonEstimate, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One flat dict a figure: {of, figure, value, low, high, trials}: what a data-frame library takes as it is."""
        rows = [_row(one.name, "wins", one.share, one) for one in self.winners]
        rows += [_row("", one.name, one.mean, one) for one in (self.rounds, self.dice)]
        rows += [_row(side.name, "standing", side.standing.mean, side.standing) for side in self.sides]
        for person in self.people:
            rows.append(_row(person.id, "stands", person.standing.share, person.standing))
            rows += [_row(person.id, one.name, one.mean, one) for one in person.left]
        return [{**row, "trials": self.trials} for row in rows]

    def data(self) -> dict[str, Any]:
        """The whole as plain dicts, lists, texts and numbers: what `--json` prints."""
        return plain(self)


def plain(one: Struct) -> dict[str, Any]:
    """A record as dicts, lists, texts and numbers, as they come back from JSON."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(one))
    return found


def _row(of: str, figure: str, value: float, interval: Share | Spread) -> dict[str, Any]:
    return {"of": of, "figure": figure, "value": value, "low": interval.low, "high": interval.high}


def winners_of(encounter: Encounter, one: Tally, prefix: str = "") -> tuple[Share, ...]:
    """How often each side won; and nobody, or a limit stopped it, where that came up."""
    often = one.counts[f"{prefix}winner"].often
    names = dict(enumerate(sides_of(encounter)))
    names |= {code: name for code, name in ((NOBODY, NO_WINNER), (UNDECIDED, NO_DECISION)) if code in often}
    return tuple(share_of(name, often.get(code, 0), one.trials) for code, name in names.items())


def share_of(name: str, count: int, trials: int) -> Share:
    """A share with its interval."""
    return Share(name, count, *intervals.share(count, trials))


def spread_of(name: str, one: Count, trials: int) -> Spread:
    """The values of a figure."""
    low, middle, high = (quantile(one, trials, share) for share in (0.05, 0.5, 0.95))
    values = list(one.often)
    least, greatest = (values[0] << one.coarse, values[-1] << one.coarse) if values else (0, 0)
    return Spread(name, *intervals.mean(trials, one.total, one.squares), least, low, middle, high, greatest, bins(one))


def bins(one: Count) -> tuple[tuple[int, int, int], ...]:
    """The values as (from, to, how often): each apart where they are few, else in steps of one width."""
    if not one.often:
        return ()
    low, high = min(one.often), max(one.often)
    width = -(-(high - low + 1) // MOST_BINS)
    found: dict[int, int] = {}
    for value, times in one.often.items():
        at = (value - low) // width
        found[at] = found.get(at, 0) + times
    step = width << one.coarse
    return tuple(
        ((low << one.coarse) + at * step, (low << one.coarse) + at * step + step - 1, found[at]) for at in found
    )


def estimate_of(
    ruleset: Ruleset,
    encounter: Encounter,
    one: Tally,
    prefix: str = "",
    **told: Any,  # noqa: ANN401 - the fields of `Estimate` that the tally does not give
) -> Estimate:
    """The estimate a tally comes to; `prefix` stands before the names of its counts."""
    counts = {name.removeprefix(prefix): found for name, found in one.counts.items() if name.startswith(prefix)}
    many = one.trials
    return Estimate(
        title=encounter.title,
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        version=__version__,
        trials=many,
        winners=winners_of(encounter, one, prefix),
        rounds=spread_of("rounds", counts["rounds"], many),
        dice=spread_of("dice", counts["dice"], many),
        sides=tuple(_side(side, encounter, counts, many) for side in sides_of(encounter)),
        people=tuple(_person(entry, ruleset, counts, many) for entry in encounter.participants),
        **told,
    )


def _side(side: str, encounter: Encounter, counts: Mapping[str, Count], many: int) -> SideEstimate:
    of = sum(entry.side == side for entry in encounter.participants)
    return SideEstimate(side, of, spread_of("standing", counts[f"standing.{side}"], many))


def _person(entry: Entry, ruleset: Ruleset, counts: Mapping[str, Count], many: int) -> PersonEstimate:
    who = entry.id
    standing = share_of("standing", counts[f"{who}.standing"].often.get(1, 0), many)
    falls = tuple((at, times) for at, times in counts[f"{who}.fell"].often.items() if at)
    left = tuple(spread_of(name, counts[f"{who}.{name}"], many) for name in ruleset.left)
    return PersonEstimate(who, entry.name, entry.side, standing, falls, left)
