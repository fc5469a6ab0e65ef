"""Moving in dualaction on all kinds of ground: being stopped, leaping into hazards, getting away, helping friends."""

from typing import Any

import pytest

from certamen.kernel.errors import IllegalAction
from certamen.kernel.space.drawn import Box, Wall
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Hazard, Rough, Scene
from certamen.rulesets.dualaction.sheet import Ability, Item, Weapon
from tests.rulesets.dualaction.ring import act, combat, last, one

BAR = Ability(name="bar", use="stop", target="enemy", range=30)


@pytest.mark.parametrize("grid", ["square", "hex", "free"])
@pytest.mark.parametrize(("to", "at"), [("9,9", 2), ("9,5", 2), ("7,9", 1)])
def test_a_mover_is_stopped_at_the_place_that_was_named(grid: str, to: str, at: int) -> None:
    """DUA-16: on every kind of map, also where a way from place to place is longer than a metre."""
    scene = Scene(grid=grid)  # type: ignore[arg-type]  # the three there are
    contest = combat(one("ann", "5,5", agility=9), one("bo", "20,20", abilities=(BAR,)), dice="20 10", scene=scene)
    act(contest, "move", to=to)
    path = contest.requests[0].about["path"]
    assert isinstance(path, tuple)
    assert path[-1] == to
    act(contest, "interrupt", who="bo", ability="bar", at=path[at])
    told = last(contest, "move")
    assert told.values["to"] == path[at]
    assert 0 < int(str(told.values["way"])) < int(str(told.values["planned"]))
    assert last(contest, "stopped").actor == "bo"


def test_the_first_to_stop_a_mover_does() -> None:
    """DUA-16: of two answers, or of a hazard and an answer, the earlier on the way; the other is not used up."""
    wire = Hazard(name="wire", box="8,5 9,6", damage="1-1")
    people = (one("ann", "5,5"), one("bo", "20,20", abilities=(BAR,)), one("ben", "20,21", abilities=(BAR,)))
    contest = combat(*people, dice="20 10 5", scene=Scene(hazards=(wire,)))
    act(contest, "move", to="10,5")
    act(contest, "interrupt", who="ben", ability="bar", at="7,5")
    act(contest, "interrupt", who="bo", ability="bar", at="9,5")
    assert last(contest, "stopped").actor == "ben"
    assert last(contest, "move").values["way"] == 200
    act(contest, "move", to="10,5")
    assert [request.who for request in contest.requests] == ["bo"]
    act(contest, "interrupt", who="bo", ability="bar", at="9,5")
    assert (last(contest, "stopped").actor, last(contest, "stopped").values) == ("", {"what": "wire"})
    assert last(contest, "damage").values["left"] == 29


def test_who_leaps_into_a_hazard_springs_it() -> None:
    """DUA-6, DUA-16: once, if it works once."""
    pit = Rough(name="pit", box="6,0 7,30", factor=0)
    wire = Hazard(name="wire", box="7,0 8,30", damage="1-6", knocks_down=True, once=True)
    contest = combat(one("ann", "5,5"), one("bo", "20,5"), dice="20 10", scene=Scene(rough=(pit,), hazards=(wire,)))
    act(contest, "leap", "table:d6:3", to="7,5")
    assert [event.type for event in contest.events[-4:]] == ["leap", "stopped", "damage", "knocked_down"]
    assert RULESET.values(contest.state, contest.state.participants["ann"])["place"] == "7,5"
    act(contest, "get-up")
    act(contest, "end", who="bo")
    act(contest, "leap", to="5,5")
    assert contest.events[-1].type == "leap"


@pytest.mark.parametrize(
    ("sheet", "held"),
    [
        ({"weapons": ()}, False),
        ({"weapons": (Weapon(name="spear", skill="melee", damage="1-4", reach=9),)}, False),
        ({"weapons": (Weapon(name="spear", skill="melee", damage="1-4", reach=10),)}, True),
        ({"weapons": (Weapon(name="axe", skill="melee", damage="1-4", thrown=4),)}, True),
        ({"weapons": (Weapon(name="axe", skill="melee", damage="1-4", thrown=3),)}, False),
        ({"weapons": (), "abilities": (Ability(name="bolt", target="enemy", range=10, damage="1-2"),)}, True),
        ({"weapons": (), "abilities": (Ability(name="bolt", target="enemy", range=9, damage="1-2"),)}, False),
        ({"weapons": (), "abilities": (Ability(name="shout", target="enemy", range=99),)}, False),
    ],
)
def test_nobody_leaves_who_could_still_be_hit(sheet: dict[str, Any], held: bool) -> None:
    """DUA-1, DUA-10: at 10 m, by reach, by a throw at 6 + 2 a stretch with skill 0, by an ability that harms."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5", **sheet), dice="20 10")
    if held:
        with pytest.raises(IllegalAction, match="within reach of Bo"):
            act(contest, "flee")
    else:
        act(contest, "flee")
        assert contest.outcome is not None


def test_an_ability_used_up_holds_nobody() -> None:
    """DUA-1."""
    bolt = Ability(name="bolt", target="enemy", range=30, damage="1-1", uses=1)
    contest = combat(one("ann", "5,5"), one("bo", "15,5", weapons=(), abilities=(bolt,)), dice="20 10")
    act(contest, "end")
    act(contest, "ability", ability="bolt", target="ann")
    with pytest.raises(IllegalAction, match="used up"):
        act(contest, "ability", ability="bolt", target="ann")
    act(contest, "end")
    act(contest, "flee")
    assert contest.state.participants["ann"].status == "fled"


def test_a_friend_behind_a_wall_cannot_be_helped() -> None:
    """DUA-6: next to each other, with a wall between; around it he can."""
    kit = Item(name="kit", heals=5)
    people = (one("ann", "5,5", items=(kit,)), one("al", "6,5", wounds=9), one("bo", "30,5"))
    for walls, there in (((Wall(line="6,4 6,8"),), False), ((), True)):
        contest = combat(*people, dice="20 10 5", scene=Scene(walls=walls))
        if there:
            act(contest, "use", item="kit", target="al")
            assert last(contest, "use").values["healed"] == 5
        else:
            with pytest.raises(IllegalAction, match="nobody within reach is hurt"):
                act(contest, "use", item="kit", target="al")


def test_an_exit_is_for_who_stands_in_it() -> None:
    """DUA-1: its border included; not for who is knocked down."""
    scene = Scene(exits=(Box(name="door", box="0,0 6,30"),))
    contest = combat(one("ann", "6,5"), one("bo", "7,5"), dice="20 10", scene=scene)
    with pytest.raises(IllegalAction, match="no way out here"):
        act(contest, "flee")
    act(contest, "move", to="5,5")
    contest.overrule("set", path="ann.knocked_down", value="true")
    with pytest.raises(IllegalAction, match="get up first"):
        act(contest, "flee")
    contest.overrule("set", path="ann.knocked_down", value="false")
    act(contest, "flee")
    assert contest.outcome is not None


@pytest.mark.parametrize(("limit", "far"), [(1, "11,5"), (3, "23,5")])
def test_the_most_one_moves_is_the_tables_to_say(limit: int, far: str) -> None:
    """DUA-7: AG 6 times 1 or 3; a metre more is refused."""
    contest = combat(one("ann", "5,5"), one("bo", "5,25"), dice="20 10", rulings={"long_move_limit": limit})
    column, row = far.split(",")
    with pytest.raises(IllegalAction, match="moving reach no such place"):
        act(contest, "move", to=f"{int(column) + 1},{row}")
    act(contest, "move", to=far)
    assert last(contest, "move").values["way"] == 600 * limit


def test_one_may_crawl_where_the_table_allows_it() -> None:
    """DUA-5: down_moves."""
    for ruling, moves in (("no", False), ("yes", True)):
        contest = combat(one("ann", "5,5"), one("bo", "20,5"), dice="20 10", rulings={"down_moves": ruling})
        contest.overrule("set", path="ann.knocked_down", value="true")
        if moves:
            act(contest, "move", to="6,5")
        else:
            with pytest.raises(IllegalAction, match="get up first"):
                act(contest, "move", to="6,5")


@pytest.mark.parametrize(("ruling", "acting"), [("no", "bo"), ("yes", "ann")])
def test_the_way_left_is_nothing_to_one_who_is_down(ruling: str, acting: str) -> None:
    """DUA-5, DUA-6: both actions are spent, 4 of 6 m are left; who may not crawl has had his turn."""
    contest = combat(one("ann", "5,5"), one("bo", "20,5", hp=90), dice="20 10", rulings={"down_moves": ruling})
    act(contest, "move", to="7,5")
    contest.overrule("set", path="ann.knocked_down", value="true")
    act(contest, "attack", "1", target="bo", weapon="pistol")
    assert contest.state.acting == acting
