"""SAM-13: simple contests that take no turn, tried at any moment by whoever may pursue them."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Objective
from certamen.kernel.errors import IllegalAction
from certamen.kernel.state import state_hash
from certamen.rulesets.samsara.sheet import Goal, Scene
from tests.rulesets.samsara.arena import actor, contest, entry, strive

HUM = Goal(id="hum", form="simple", power=4, free=True, helps={"strive": 2}, pursued_by=("b",))
STARE = Goal(id="stare", form="simple", free=True)
DOOR = Goal(id="door", form="simple", power=4, pursued_by=("b",))
SCENE = Scene(goals=(Goal(id="strive"), HUM, STARE, DOOR))


def going(*dice: int, **given: object) -> Contest:
    """Kit's turn; Bo and Bea are on the other side."""
    return contest(entry("a/kit"), entry("b/bo"), entry("b/bea"), scene=SCENE, dice=dice, **given)


def test_one_who_is_not_asked_tries_what_takes_no_turn() -> None:
    """SAM-13: out of turn, for his side; the turn going on goes on, and undo takes it back."""
    one = going(7, 7)
    before = state_hash(one.state)
    tries = [offer for offer in one.unasked("bo") if offer.verb == "try"]
    assert [offer.label for offer in tries] == ["hum", "stare"]
    (event,) = one.push(Action("bo", "try", {"goal": "hum"}, text="Tra la la."))
    assert (event.type, event.actor, event.text, event.dice[0].roller) == ("simple_contest", "bo", "Tra la la.", "bo")
    assert (actor(one, "bea").gained, one.state.acting, one.requests[0].id) == ({"strive": 2}, "kit", "kit-1")
    strive(one, "bo")
    assert one.state.acting == "bo"
    one.pop()
    one.pop()
    assert state_hash(one.state) == before


@pytest.mark.parametrize(
    ("who", "values", "reason"),
    [
        ("bo", {"goal": "door"}, "goal cannot be 'door'"),
        ("bo", {"goal": "strive", "target": "kit"}, "goal cannot be 'strive'"),
        ("kit", {"goal": "hum"}, "goal cannot be 'hum'"),
        ("bo", {"goal": "stare", "target": "bea"}, "target cannot be 'bea'"),
    ],
)
def test_what_takes_a_turn_or_is_not_his_is_refused(who: str, values: dict[str, str], reason: str) -> None:
    """SAM-13, SAM-18."""
    with pytest.raises(IllegalAction, match=reason):
        going().push(Action(who, "try", dict(values)))


def test_it_is_tried_once_like_any_other() -> None:
    """SAM-13: not after a full failure, not once the side has reached it; and not by one who is out."""
    one = going(1, 7)
    one.push(Action("bo", "try", {"goal": "hum"}))
    with pytest.raises(IllegalAction, match="you have tried it and failed"):
        one.push(Action("bo", "try", {"goal": "hum"}))
    one.push(Action("bea", "try", {"goal": "hum"}))
    with pytest.raises(IllegalAction, match="your side has reached it"):
        one.push(Action("bea", "try", {"goal": "hum"}))
    one.overrule("status", who="bo", status="out")
    with pytest.raises(IllegalAction, match="bo takes no part now"):
        one.push(Action("bo", "try", {"goal": "stare", "target": "kit"}))


def test_after_a_simple_failure_the_game_master_s_word_is_waited_for() -> None:
    """SAM-13: he may allow another try, and nobody goes before his answer; then the turn goes on."""
    one = going(6, 7)
    one.push(Action("bo", "try", {"goal": "hum"}))
    assert one.requests[0].about == {"who": "bo", "goal": "hum"}
    for who in ("bo", "bea"):
        with pytest.raises(IllegalAction, match="first whether another try is allowed"):
            one.push(Action(who, "try", {"goal": "hum"}))
    one.answer("allow")
    assert one.requests[0].who == "kit"
    one.push(Action("bo", "try", {"goal": "hum"}))
    assert one.state.marks == ("b:hum",)


def test_an_objective_may_be_reached_so() -> None:
    """SAM-13."""
    one = going(7, objectives=(Objective("song", "b", "be heard", ("b:hum",)),))
    one.push(Action("bea", "try", {"goal": "hum"}))
    assert one.outcome is not None
    assert one.outcome.winner == "b"


def test_while_the_game_master_names_who_acts_it_may_be_tried() -> None:
    """SAM-13, SAM-18, ruling `turns: free`."""
    one = going(7, rulings={"turns": "free"})
    one.push(Action("bo", "try", {"goal": "stare", "target": "kit"}))
    assert (one.requests[0].who, one.state.acting) == ("gm", "")


def test_one_whom_it_puts_out_of_his_own_turn_is_asked_no_more() -> None:
    """SAM-13, SAM-14: what it brings may be too heavy."""
    vow = Goal(id="vow", form="simple", power=0, free=True, helps={"strive": -9}, pursued_by=("kit",))
    people = (entry("a/kit"), entry("b/bo"), entry("a/kat"))
    one = contest(*people, scene=Scene(goals=(Goal(id="strive"), vow)), dice=(12,))
    one.push(Action("kit", "try", {"goal": "vow"}))
    assert {actor(one, who).status for who in ("kit", "kat")} == {"out"}
    assert one.outcome is not None
