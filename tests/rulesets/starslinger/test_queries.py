"""Starslinger's questions, answered by trying every face of every die, against figures reckoned by hand."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from certamen.dice import sum_kept
from certamen.kernel.query import Query
from certamen.rulesets.starslinger.queries import ATTACK, CHECK, CRITICAL_EFFECT, QUERIES, ROLL


class Missing(Exception):
    """So many dice of so many sides are asked for, and have not been given."""


class Given:
    """Dice that show what was given; the first one missing is asked for."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces)

    def roll(self, sides: int, purpose: int = 0) -> int:
        if not self.faces:
            raise Missing(1, sides)
        return self.faces.pop(0)

    def sum(self, count: int, sides: int, purpose: int = 0) -> int:
        return sum(self._several(count, sides))

    def keep(self, count: int, sides: int, kept: int, purpose: int = 0) -> int:
        return sum_kept(list(self._several(count, sides)), kept)

    def _several(self, count: int, sides: int) -> tuple[int, ...]:
        if len(self.faces) < count:
            raise Missing(count - len(self.faces), sides)
        taken, self.faces = tuple(self.faces[:count]), self.faces[count:]
        return taken


def outcomes(stage: Callable[..., Any], numbers: object, given: tuple[int, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
    """All that a stage can come to, with its chance."""
    try:
        yield stage(numbers, Given(given)), Fraction(1)
    except Missing as missing:
        count, sides = missing.args
        for faces in product(range(1, sides + 1), repeat=count):
            for came, chance in outcomes(stage, numbers, (*given, *faces)):
                yield came, chance / sides**count


def ask(query: Query, **given: Any) -> dict[str, dict[int | str, Fraction]]:
    """How likely each answer is."""
    assert set(given) <= {key.name for key in query.keys}
    first, stages = query.plan({key.name: given.get(key.name, key.default) for key in query.keys})
    now: dict[Any, Fraction] = {first: Fraction(1)}
    for stage in stages:
        after: dict[Any, Fraction] = {}
        for numbers, so_far in now.items():
            for came, chance in outcomes(stage, numbers):
                after[came] = after.get(came, Fraction(0)) + so_far * chance
        now = after
    found: dict[str, dict[int | str, Fraction]] = {answer.name: {} for answer in query.answers}
    for numbers, chance in now.items():
        for answer in query.answers:
            told = answer.read(numbers)
            found[answer.name][told] = found[answer.name].get(told, Fraction(0)) + chance
    return found


def degrees(query: Query, **given: Any) -> tuple[int, ...]:
    """The chances of the four outcomes, worst first, in twentieths."""
    told = ask(query, **given)["degree"]
    faces = [20 * told.get(name, Fraction(0)) for name in WORDS]
    assert all(face.denominator == 1 for face in faces)
    return tuple(map(int, faces))


WORDS = ("critical failure", "failure", "success", "critical success")


def test_degrees_of_a_check() -> None:
    """SLG-4, SLG-5: d20 + 5 against 15: 10 to 19 succeed, 20 (25) is critical; 1 (6) is a failure made worse."""
    assert degrees(CHECK, modifier=5, dc=15) == (1, 8, 10, 1)
    assert degrees(CHECK, modifier=5, dc=16) == (1, 9, 9, 1)
    assert degrees(CHECK, modifier=0, dc=20) == (10, 9, 0, 1)  # to 10: by 10 under; 20 is met, and one tier better
    assert degrees(CHECK, modifier=0, dc=25) == (15, 4, 1, 0)  # a natural 20 makes a failure a success, no more


def test_naturals_as_ruled() -> None:
    """SLG-5, ruling `natural`: a 20 is a critical success outright, a 1 a critical failure."""
    assert degrees(CHECK, modifier=0, dc=25, natural="critical") == (15, 4, 0, 1)
    assert degrees(CHECK, modifier=20, dc=15) == (0, 1, 3, 16)  # a 1 comes to 21, a success, and is a failure
    assert degrees(CHECK, modifier=20, dc=15, natural="critical") == (1, 0, 3, 16)


def test_further_checks() -> None:
    """SLG-7: the third check of a turn at -10."""
    assert degrees(CHECK, modifier=5, dc=15, checks=2) == degrees(CHECK, modifier=-5, dc=15)


def test_three_edges_on_a_one() -> None:
    """SLG-10, SLG-11: three edges are a d8; a d20 of 1 stays natural where the d8 shows 1 too: 1 in 8, 1 in 160."""
    assert ask(ROLL, edges=3, d20=1)["natural"] == {face: Fraction(1, 8) for face in range(1, 9)}
    assert ask(ROLL, edges=3)["natural"][1] == Fraction(1, 160)
    assert ask(ROLL, edges=3, d20=1)["total"] == {1 + face: Fraction(1, 8) for face in range(1, 9)}


@pytest.mark.parametrize(("natural", "worst"), [("tier", 1), ("critical", 1)])
def test_what_a_one_with_three_edges_comes_to(natural: str, worst: int) -> None:
    """SLG-5, SLG-11: against DC 2 a d20 of 1 with a d8 makes 2 to 9; only a d8 of 1 leaves the 1 natural."""
    told = ask(CHECK, dc=2, edges=3, d20=1, natural=natural)["degree"]
    name = "failure" if natural == "tier" else "critical failure"
    assert told == {name: Fraction(worst, 8), "success": Fraction(7, 8)}


def test_lost_edges() -> None:
    """SLG-10, SLG-11, ruling `lost_edge_natural`: a d20 of 1 less a d4 is natural 1, or what the d4 shows."""
    assert ask(ROLL, edges=-1, d20=1)["natural"] == {1: 1}
    swapped = ask(ROLL, edges=-1, d20=1, lost_edge_natural="swap")["natural"]
    assert swapped == {1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 4), 4: Fraction(1, 4)}
    assert ask(ROLL, edges=-1, d20=1)["total"][-3] == Fraction(1, 4)


def test_advantage() -> None:
    """SLG-9: the higher of two d20 is 20 in 39 of 400; the lower is 1 in 39 of 400."""
    assert ask(ROLL, advantage=1)["natural"][20] == Fraction(39, 400)
    assert ask(ROLL, advantage=-1)["natural"][1] == Fraction(39, 400)


def test_attack_with_threat_and_damage() -> None:
    """SLG-17, SLG-19, SLG-20: +5 against 15 with threat 19: hits on 10 to 20, critical hits on 19 and 20.

    At level 5 1d8 is 2d8, and half of +5 is 2: a hit does 4 to 18, a critical one 18.
    """
    told = ask(ATTACK, modifier=5, dc=15, threat=19, damage="1d8", level=5)
    assert told["critical hit"]["yes"] == Fraction(2, 20)
    assert told["damage"][0] == Fraction(9, 20)
    assert told["damage"][4] == Fraction(9, 20) / 64
    assert told["damage"][18] == Fraction(2, 20) + Fraction(9, 20) / 64


def test_attack_hits_on_a_twenty() -> None:
    """SLG-19: whatever the total: against DC 50 only a natural 20 hits, and that critically."""
    assert degrees(ATTACK, dc=50) == (19, 0, 0, 1)


def test_two_dcs() -> None:
    """SLG-12, SLG-15: the higher of two, the lower of a flat-footed target; three edges on a DC add 4."""
    assert degrees(ATTACK, dc=12, second_dc=17) == degrees(ATTACK, dc=17)
    assert degrees(ATTACK, dc=12, second_dc=17, flat_footed=1) == degrees(ATTACK, dc=12)
    assert degrees(ATTACK, dc=12, dc_edges=3) == degrees(ATTACK, dc=16)


def test_hands_and_armour() -> None:
    """SLG-16, SLG-17: +5 in two hands adds 5 to a d6, from 6 to 11; armour 8 lets 0 to 3 through."""
    told = ask(ATTACK, modifier=5, dc=15, damage="1d6", hands=2, armour=8)["damage"]
    assert max(told) == 3
    assert told[0] == Fraction(9, 20) + Fraction(10, 20) * Fraction(3, 6)  # missed, or 6 to 8 before armour
    assert ask(ATTACK, modifier=-3, dc=7, damage="1d6", hands=1)["damage"][1] == Fraction(10, 20) * Fraction(4, 6)


def test_halved() -> None:
    """SLG-24: 1d1 + 0 at half damage is 0, but at least 1; 10 to 20 hit."""
    assert ask(ATTACK, modifier=0, dc=10, damage="1d1", twice=1)["damage"][1] == Fraction(11, 20)


def test_critical_effects() -> None:
    """SLG-20: bleeding to 15. With nothing wielded and no petrifying 10 + 8 + 3 faces are rolled again: 15 of 79."""
    assert ask(CRITICAL_EFFECT, items=1, petrifies=1)["effect"]["bleeding"] == Fraction(15, 100)
    bare = ask(CRITICAL_EFFECT, items=0)["effect"]
    assert bare["bleeding"] == Fraction(15, 79)
    assert "drops-item" not in bare
    assert CRITICAL_EFFECT.notes({"items": 0, "petrifies": 0}) == ("21 of 100 faces are rolled again",)


def test_rerolls_of_the_table_are_solved() -> None:
    """SLG-20: rolled again as often as need be comes to the same: a geometric series, summed to one part in 10^9."""
    standing, again = 79, Fraction(21, 100)
    unrolled = sum((again**n * Fraction(15, 100) for n in range(14)), Fraction(0))
    assert 0 < Fraction(15, standing) - unrolled < Fraction(1, 10**9)


def test_unreadable_damage_is_refused() -> None:
    """A question that makes no sense is refused in words."""
    with pytest.raises(ValueError, match="damage '1dx' cannot be rolled: dice such as 1d8"):
        ask(ATTACK, dc=10, damage="1dx")


def test_notes_say_what_was_reckoned() -> None:
    values = {key.name: key.default for key in ATTACK.keys} | {"modifier": 4, "dc": 14, "edges": 3, "damage": "1d8"}
    assert ATTACK.notes(values) == ("d20 +4, edge die d8 added", "DC 14", "damage 1d8 +2")


def test_names_are_unlike() -> None:
    for query in QUERIES:
        names = [key.name for key in query.keys]
        assert len(names) == len(set(names)), query.name
