"""The dice of a contest, forked: what a step draws is undecided until the rules look at it."""

from certamen.dice import Dice, Kind
from certamen.kernel.draws import Counts, Draws, PolicyDice, kind_of, label
from certamen.kernel.event import Die
from certamen.kernel.state import State
from certamen.odds.fork import Face, kept_dice, one_die
from certamen.odds.undecided import Undecided, Way


class Beyond(Exception):
    """Dice are thrown in another's turn, or in another round, than the act that is looked at."""


class ActDraws(Draws):
    """The dice of one act.

    `within` is (round, whose turn): once it is set, dice thrown at another time raise Beyond.
    """

    within: tuple[int, str] | None = None

    def of(self, state: State, who: str, *, secret: bool = False) -> Dice:
        """The dice of a participant. Raises Beyond."""
        if self.within not in (None, (state.round, state.acting)):
            raise Beyond
        return self.bound(who, "secret" if secret else kind_of(state, who))

    def policy(self, who: str) -> Dice:
        """The dice with which a policy decides for a participant."""
        return PolicyDice(self._source, who, self.counts.get((who, "policy"), 0))


class ForkedDraws(ActDraws):
    """All dice of one act, on the way that is followed."""

    def __init__(self, way: Way, counts: Counts) -> None:
        super().__init__(_Nothing(), counts)
        self.way = way

    def bound(self, roller: str, kind: Kind) -> Dice:
        """The dice of one stream."""
        return ForkedDice(self, roller, kind)

    def policy(self, who: str) -> Dice:
        """The dice with which a policy decides for a participant."""
        return ForkedDice(self, who, "policy")

    def record(self, roller: str, kind: Kind, sides: int, face: int, purpose: int) -> None:
        """One die that fell."""
        n = self.counts.get((roller, kind), 0)
        self.counts[roller, kind] = n + 1
        if kind != "policy":
            self.drawn.append(Die(roller, kind, n, sides, face, label(purpose)))


class _Nothing:
    """The source of dice that nothing is asked of."""

    name = "forking"

    def face(self, ask: object) -> int:
        """Nothing."""
        raise AssertionError(ask)


class ForkedDice:
    """The dice of one roller, as mechanics and policies draw them: sums and pools are one draw."""

    __slots__ = ("_draws", "_kind", "_roller")

    def __init__(self, draws: ForkedDraws, roller: str, kind: Kind) -> None:
        self._draws = draws
        self._roller = roller
        self._kind: Kind = kind

    def roll(self, sides: int, purpose: int = 0, /) -> int:
        """One die, 1 to `sides`."""
        face = self._fall(one_die(int(sides)), purpose)
        self._record(int(sides), face, purpose)
        return face  # type: ignore[return-value]  # it passes for a whole number

    def sum(self, count: int, sides: int, purpose: int = 0, /) -> int:
        """The sum of `count` dice."""
        return self.keep(count, sides, count, purpose)

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0, /) -> int:
        """The sum of the `kept` highest, or of the `-kept` lowest, of `count` dice.

        Each die is recorded, with a face such that those that count make up the sum.
        """
        count, sides, kept = int(count), int(sides), int(kept)
        total = self._fall(kept_dice(count, sides, kept), purpose)
        left = total.of
        for others in reversed(range(abs(kept))):
            shown = tuple(min(sides, max(1, rest - others)) for rest in left)
            left = tuple(rest - face for rest, face in zip(left, shown, strict=True))
            self._record(sides, Undecided(total.fallen, shown), purpose)
        for _ in range(count - abs(kept)):
            self._record(sides, 1 if kept > 0 else sides, purpose)
        return total  # type: ignore[return-value]  # it passes for a whole number

    def _fall(self, face: Face, purpose: int) -> Undecided:
        return self._draws.way.draw(face, f"{label(purpose) or 'die'} of {self._roller}")

    def _record(self, sides: int, face: "int | Undecided", purpose: int) -> None:
        self._draws.record(self._roller, self._kind, sides, face, purpose)  # type: ignore[arg-type]  # as above
