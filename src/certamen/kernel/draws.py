"""The dice of one step: bound to rollers for the mechanics, counted by stream, recorded for the events."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from certamen.dice import Ask, Dice, Kind, Source
from certamen.dice import sum_kept as sum_of_kept
from certamen.kernel.errors import JournalError
from certamen.kernel.event import Die
from certamen.kernel.state import Participant, State

TABLE = "table"

Counts = Mapping[tuple[str, str], int]


class Draws:
    """All dice that one step draws.

    `counts` says how many dice of each stream fell before, and goes on counting in a copy; `index` says how many open
    and secret ones fell in all.
    `given` are faces already known (redo, replay, typed by hand): they are taken first and must fit.
    """

    def __init__(self, source: Source, counts: Counts, index: int = 0, given: Sequence[Die] = ()) -> None:
        self._source = source
        self.counts = dict(counts)
        self._index = index
        self._given = given
        self._untaken = 0
        self.drawn: list[Die] = []

    def of(self, state: State, who: str, *, secret: bool = False) -> Dice:
        """The dice of a participant: secret where he is hidden, or the game master's who keeps his rolls secret."""
        return BoundDice(self, who, "secret" if secret else kind_of(state, who))

    def table(self) -> Dice:
        """The dice of nobody."""
        return self.bound(TABLE, "open")

    def gm(self, *, secret: bool = True) -> Dice:
        """The game master's own dice."""
        return self.bound("gm", "secret" if secret else "open")

    def bound(self, roller: str, kind: Kind) -> Dice:
        """The dice of one stream."""
        return BoundDice(self, roller, kind)

    def take(self) -> tuple[Die, ...]:
        """The dice drawn since this was last asked: those of the event about to be told."""
        start, self._untaken = self._untaken, len(self.drawn)
        return tuple(self.drawn[start:])

    def leftover(self) -> tuple[Die, ...]:
        """The given dice that nothing asked for."""
        return tuple(self._given[len(self.drawn) :])

    def draw(self, roller: str, kind: Kind, sides: int, purpose: int) -> int:
        """One die of a stream; its face."""
        n = self.counts.get((roller, kind), 0)
        name = label(purpose)
        position = len(self.drawn)
        if position < len(self._given):
            face = _given_face(self._given[position], roller, sides)
        else:
            face = self._source.face(Ask(roller, kind, n, sides, name, self._index + position))
        self.counts[roller, kind] = n + 1
        self.drawn.append(Die(roller, kind, n, sides, face, name))
        return face


def kind_of(state: State, who: str) -> Kind:
    """The class of a participant's dice: secret where he is hidden, or the game master's who keeps his rolls secret."""
    one: Participant = state.participants[who]
    return "secret" if one.hidden or (not one.player and state.gm_dice == "secret") else "open"


@lru_cache(typed=True)
def label(purpose: int) -> str:
    """What a die is for, in words; `typed`, since the purposes of two rulesets may be equal as numbers."""
    return str(getattr(purpose, "name", "")).lower().replace("_", " ")


def _given_face(die: Die, roller: str, sides: int) -> int:
    if die.sides != sides or die.roller != roller:
        raise JournalError(f"the rules ask for a d{sides} of {roller}, the record holds a d{die.sides} of {die.roller}")
    if not 1 <= die.face <= sides:
        raise JournalError(f"a d{sides} cannot show {die.face}")
    return die.face


class RolledDice:
    """Dice that are rolled one by one, whatever is made of them."""

    __slots__ = ()

    def roll(self, sides: int, purpose: int = 0) -> int:
        """One die, 1 to `sides`."""
        raise NotImplementedError

    def sum(self, count: int, sides: int, purpose: int = 0) -> int:
        """The sum of `count` dice."""
        return sum(self.roll(sides, purpose) for _ in range(count))

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0) -> int:
        """The sum of the `kept` highest, or of the `-kept` lowest, of `count` dice."""
        return sum_of_kept([self.roll(sides, purpose) for _ in range(count)], kept)


class BoundDice(RolledDice):
    """The dice of one roller, as mechanics draw them (`certamen.dice.Dice`)."""

    __slots__ = ("_draws", "_kind", "_roller")

    def __init__(self, draws: Draws, roller: str, kind: Kind) -> None:
        self._draws = draws
        self._roller = roller
        self._kind: Kind = kind

    def roll(self, sides: int, purpose: int = 0) -> int:
        """One die, 1 to `sides`."""
        return self._draws.draw(self._roller, self._kind, sides, purpose)


class PolicyDice(RolledDice):
    """The dice of a policy: a stream of its own, so that they never shift a die of play. `n` is how many fell."""

    def __init__(self, source: Source, roller: str, n: int) -> None:
        self._source = source
        self._roller = roller
        self.n = n

    def roll(self, sides: int, purpose: int = 0) -> int:
        """One die, 1 to `sides`."""
        del purpose
        face = self._source.face(Ask(self._roller, "policy", self.n, sides))
        self.n += 1
        return face
