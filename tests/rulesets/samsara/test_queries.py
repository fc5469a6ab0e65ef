"""SAMSARA's questions against figures reckoned by hand, every face of every die counted."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from certamen.dice import Faces
from certamen.kernel.query import Query
from certamen.rulesets.samsara.mechanics import Bones
from certamen.rulesets.samsara.queries import ATTEMPT, CONTEST, QUERIES, SIMPLE


def ask(query: Query, **values: int | str) -> dict[str, dict[int | str, Fraction]]:
    """Each answer of a query with its chances, from every way the dice can fall."""
    given = {key.name: key.default for key in query.keys} | values
    first, stages = query.plan(given)
    rolled: Bones = first.rolled
    found: dict[str, Counter[int | str]] = {answer.name: Counter() for answer in query.answers}
    ways = list(product(range(1, rolled.sides + 1), repeat=rolled.number))
    for faces in ways:
        numbers: Any = first
        with Faces(*((rolled.sides, face) for face in faces)) as dice:
            for stage in stages:
                numbers = stage(numbers, dice)
        for answer in query.answers:
            found[answer.name][answer.read(numbers)] += 1
    return {
        name: {value: Fraction(count, len(ways)) for value, count in counts.items()} for name, counts in found.items()
    }


def twelfths(chances: Mapping[int | str, Fraction]) -> dict[int | str, int]:
    """Chances as how many of the twelve faces."""
    return {value: int(chance * 12) for value, chance in chances.items()}


def test_evenly_matched_each_side_is_as_likely_to_take_checks() -> None:
    """SAM-3, SAM-12, SAM-6: net 0, rating 1: 6/12 for each side; 1/3 to 1 rounds up to 1, 4/3 to 2 rounds up to 2."""
    found = ask(CONTEST)
    assert twelfths(found["success"]) == {"no": 6, "yes": 6}
    assert twelfths(found["checks to the antagonist"]) == {0: 6, 1: 3, 2: 3}
    assert twelfths(found["checks to himself"]) == {0: 6, 1: 3, 2: 3}


def test_three_better_is_nine_of_twelve() -> None:
    """SAM-1, SAM-3: net +3: a 4 or more shown is a 7 or more in all: 9/12."""
    found = ask(CONTEST, net=3)
    assert twelfths(found["success"]) == {"no": 3, "yes": 9}
    assert twelfths(found["checks to the antagonist"]) == {0: 3, 1: 3, 2: 3, 3: 3}
    assert twelfths(found["degree"]) == {
        "simple failure": 3,
        "simple success": 3,
        "full success": 3,
        "spectacular success": 3,
    }


def test_a_rating_of_four() -> None:
    """SAM-6: 4/3, 8/3, 4, 16/3, 20/3, 8 to either side, rounded up."""
    found = ask(CONTEST, rating=4)
    assert twelfths(found["checks to the antagonist"]) == {0: 6, 2: 1, 3: 1, 4: 1, 6: 1, 7: 1, 8: 1}
    assert twelfths(found["checks to himself"]) == {0: 6, 2: 1, 3: 1, 4: 1, 6: 1, 7: 1, 8: 1}


def test_without_fractions_the_rating_is_left_out() -> None:
    """SAM-8: 1, 2 or 3 checks by the descriptor; net +3: 4 to 15."""
    found = ask(CONTEST, net=3, rating=4, chart="whole")
    assert twelfths(found["checks to the antagonist"]) == {0: 3, 1: 3, 2: 3, 3: 3}


@pytest.mark.parametrize(("dice", "shift", "succeeds"), [
    ("2d6", "usual", Fraction(21, 36)),  # 7 or more
    ("2d6", 1, Fraction(15, 36)),  # 8 or more
    ("2d8", "usual", Fraction(36, 64)),  # 9 or more
    ("3d6", "usual", Fraction(135, 216)),  # 10 or more
    ("3d6", 0, Fraction(196, 216)),  # all but 1, 3, 6 and 10 ways of 3, 4, 5 and 6
])  # fmt: skip
def test_other_dice_and_shifts(dice: str, shift: int | str, succeeds: Fraction) -> None:
    """SAM-9."""
    assert ask(CONTEST, dice=dice, shift=shift)["success"]["yes"] == succeeds
    assert ask(SIMPLE, dice=dice, shift=shift)["success"]["yes"] == succeeds


@pytest.mark.parametrize(("given", "rating"), [
    ({}, 1),
    ({"tactic": "fools-rush-in"}, 4),
    ({"tactic": "fools-rush-in", "weapon": "small", "rating_from": "tactic_then_weapon"}, 3),
    ({"tactic": "charge", "weapon": "small", "rating_from": "weapon_then_tactic"}, 2),
    ({"tactic": "defensive", "weapon": "huge", "rating_from": "weapon"}, 4),
    ({"tactic": "fools-rush-in", "weapon": "huge", "rating_from": "tactic_then_weapon"}, 5),
])  # fmt: skip
def test_an_attempt_is_a_roll_with_the_rating_of_tactic_and_weapon(given: dict[str, int | str], rating: int) -> None:
    """SAM-7, SAM-10, SAM-11; and SAM-1: 6 against 4 is net +2."""
    assert ask(ATTEMPT, own=6, against=4, **given) == ask(CONTEST, net=2, rating=rating)
    values = {key.name: key.default for key in ATTEMPT.keys} | {"own": 6, "against": 4} | given
    assert ATTEMPT.notes(values) == ("net +2", f"rated {rating}", "1d12")


def test_a_simple_contest_grants_another_try_after_a_simple_failure_only() -> None:
    """SAM-13, SAM-5: at net 0 a 4, 5 or 6."""
    found = ask(SIMPLE)
    assert twelfths(found["another try may be granted"]) == {"no": 9, "yes": 3}
    assert twelfths(found["degree"]) == {
        "full failure": 3,
        "simple failure": 3,
        "simple success": 3,
        "full success": 3,
    }


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_a_shift_that_prevents_every_success_is_refused(query: Query) -> None:
    """SAM-14: 12 - 6 is no 7."""
    given = {key.name: key.default for key in query.keys} | {"shift": 6}
    with pytest.raises(ValueError, match="lowered by 6, 1d12 can never succeed"):
        query.plan(given)


def test_notes_name_the_shift() -> None:
    """SAM-9: 3 for 3d6."""
    assert CONTEST.notes({"dice": "3d6", "shift": "usual"}) == ("3d6, lowered by 3",)
