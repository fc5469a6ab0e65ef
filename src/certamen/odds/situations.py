"""What can happen in a duel by phase and bands alone, whatever the values: each looked up in its model once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from certamen.dice import Dice
from certamen.kernel.duel import Ask, Go, Model, Over, Phase, Roll
from certamen.kernel.duel import Step as ModelStep
from certamen.kernel.errors import CertamenError
from certamen.odds.fork import chain as follow

MOST_GOES = 1_000
OVER, ROUND, ROLL, ASK = range(4)
WON = (-1, -2)
NOBODY_WON = -3
LOST = -4

# `Any` stands for a float, or a Fraction where the chain is exact.
Number = Any
Edge = tuple[Number, int]
Sees = tuple[int | str, ...]
Losses = tuple[tuple[int, int], ...]


class Situation(NamedTuple):
    """What happens at a phase (`Go` is followed to where something does) while two values lie in certain bands.

    kind: OVER (with its `end`: WON[side] or NOBODY_WON), ROUND, ROLL or ASK; to: the phases it leads to, by number;
    losses: for a roll, to each of them: whose loss (side), and the losses with their weights out of `whole`; `cut` of
    it was not followed to its end; side, sees, labels: for an ask.
    """

    kind: int
    phase: int
    to: tuple[int, ...] = ()
    losses: tuple[tuple[int, Losses], ...] = ()
    whole: int = 1
    cut: int = 0
    end: int = 0
    side: int = 0
    sees: Sees = ()
    labels: tuple[str, ...] = ()


class Fallen(NamedTuple):
    """All that a roll can bring: what came, whose loss, the losses with their weights out of `whole`; what was cut."""

    parts: tuple[tuple[Any, int, Losses], ...]
    whole: int
    cut: int


@lru_cache(maxsize=8192)
def fallen(first: Any, stages: tuple[Callable[[Any, Dice], Any], ...]) -> Fallen:  # noqa: ANN401  # numbers of any shape
    """What the stages of a roll bring, losses of one side with one consequence put together."""
    found = follow(first, stages)
    parts: dict[tuple[Any, int], list[tuple[int, int]]] = {}
    for (side, loss, came), weight in found.weights.items():
        parts.setdefault((came, side if loss else 0), []).append((loss, weight))
    return Fallen(
        tuple((came, side, tuple(sorted(losses))) for (came, side), losses in parts.items()), found.whole, found.cut
    )


class Situations:
    """A model's situations, each asked for once; phases have numbers, the opening one `first`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.bands = tuple([model.band(side, value) for value in range(model.left[side] + 1)] for side in (0, 1))
        self._phases: list[Phase] = []
        self._numbers: dict[tuple[type, Phase], int] = {}
        self._known: dict[tuple[int, int, int], Situation] = {}
        self.first = self.number(model.first)

    def number(self, phase: Phase) -> int:
        """The number of a phase: equal ones have the same, unless they are of different types."""
        key = (type(phase), phase)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._phases)
            self._phases.append(phase)
        return number

    def at(self, phase: int, first: int, second: int) -> Situation:
        """What happens at a phase, the values lying in these bands."""
        key = (phase, first, second)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._look(phase, first, second)
        return found

    def _look(self, phase: int, first: int, second: int) -> Situation:
        step: ModelStep = Go(self._phases[phase])
        for _ in range(MOST_GOES):
            if not isinstance(step, Go):
                break
            phase = self.number(step.phase)
            step = self.model.step(step.phase, first, second)
        if isinstance(step, Roll):
            parts, whole, cut = fallen(step.first, step.stages)
            to = tuple([self.number(step.after(came)) for came, _, _ in parts])
            return _merged(phase, to, tuple([(side, losses) for _, side, losses in parts]), whole, cut)
        if isinstance(step, Over):
            return Situation(OVER, phase, end=WON[step.winner] if step.winner >= 0 else NOBODY_WON)
        if isinstance(step, Ask):
            to = tuple([self.number(way.phase) for way in step.ways])
            labels = tuple([way.label for way in step.ways])
            return Situation(ASK, phase, to, side=step.side, sees=step.sees, labels=labels)
        if isinstance(step, Go):
            raise CertamenError(f"the duel's model goes in a circle at {step.phase!r}")
        return Situation(ROUND, phase, (self.number(step.phase),))


def _merged(phase: int, to: tuple[int, ...], losses: tuple[tuple[int, Losses], ...], whole: int, cut: int) -> Situation:
    """A roll; where different results lead to one phase, they are one."""
    if len({(target, side) for target, (side, _) in zip(to, losses, strict=True)}) == len(to):
        return Situation(ROLL, phase, to, losses, whole, cut)
    found: dict[tuple[int, int], dict[int, int]] = {}
    for target, (side, some) in zip(to, losses, strict=True):
        weights = found.setdefault((target, side), {})
        for loss, weight in some:
            weights[loss] = weights.get(loss, 0) + weight
    targets = tuple([target for target, _ in found])
    kept = tuple([(side, tuple(sorted(weights.items()))) for (_, side), weights in found.items()])
    return Situation(ROLL, phase, targets, kept, whole, cut)
