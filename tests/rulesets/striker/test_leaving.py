"""Striker's warnings on the map: whom a move may provoke, from what the mover can know alone (STR-24, STR-29)."""

from typing import Any

import pytest

from certamen.kernel.action import Places
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Entry
from certamen.rulesets.striker.scene import Map, Scene
from tests.rulesets.striker.contests import AXE, contest, entry, skills


def notes(one: Contest, who: str = "ann", mode: str = "walk") -> dict[str, str]:
    """What stands beside each place that `who` may move to."""
    request = next(request for request in one.requests if request.who == who)
    for offer in one.offers(request):
        if offer.verb == "move" and any(option.id == mode for field in offer.fields[:1] for option in field.options):  # type: ignore[union-attr]  # the first is the mode
            places = offer.fields[1]
            assert isinstance(places, Places)
            return {option.id: option.note for option in places.options}
    raise AssertionError("no move by this mode")


def fight(
    *foes: Entry, faces: tuple[str, ...] = ("d20:2", "d20:19"), rulings: dict[str, Any] | None = None, **ann: Any
) -> Contest:
    """Ann, first to act, at 4,3 on a map of squares."""
    people = (entry("ann", at="4,3", **{"speed": {"walk": 3}, **ann}), *foes)
    return contest(*people, faces=faces, scene=Scene(map=Map()), rulings=rulings or {})


def bob(**more: Any) -> Entry:
    return entry("bob", "pirates", "", at="5,3", **more)


def test_leaving_an_opponent_is_told_whatever_he_holds() -> None:
    """STR-24: his weapons are his side's to know, so the warning is the same whether or not he has any."""
    armed, bare = fight(bob(skills=skills(Cbt_Melee=(3, 1)), weapons=(AXE,))), fight(bob())
    assert notes(armed) == notes(bare)
    assert notes(armed)["3,3"] == "1 m; may provoke Bob"
    assert notes(armed)["4,4"] == "1 m; may provoke Bob"


def test_only_a_step_out_of_reach() -> None:
    """STR-24 ruling aoo_trigger."""
    one = fight(bob(), rulings={"aoo_trigger": "leave_reach"})
    assert notes(one)["4,4"] == "1 m"  # beside him still
    assert notes(one)["7,3"] == "3 m; may provoke Bob"  # around him, and away


def test_two_opponents_are_both_named_and_one_far_off_is_not() -> None:
    """STR-24."""
    eve = entry("eve", "pirates", "", at="5,4")
    far = entry("far", "pirates", "", at="20,15")
    faces = ("d20:2", "d20:19", "d20:5", "d20:4", "d20:3")  # those of three who tie come last
    assert notes(fight(bob(), eve, far, faces=faces))["3,2"] == "1 m; may provoke Bob and Eve"


def test_nobody_is_named_of_whom_the_mover_does_not_know() -> None:
    """STR-32: a hidden opponent beside him."""
    assert notes(fight(bob(hidden=True)))["3,3"] == "1 m"


def test_none_once_disengaged() -> None:
    """STR-29."""
    one = fight(bob())
    one.answer("disengage", who="ann")
    assert "; " not in "".join(notes(one).values())


@pytest.mark.parametrize("mode", ["walk", "fly"])
def test_where_one_has_several_modes_each_is_named(mode: str) -> None:
    """STR-20."""
    one = fight(bob(), speed={"walk": 3, "fly": 2})
    assert notes(one, mode=mode)["3,3"] == f"{mode} 1 m; may provoke Bob"
