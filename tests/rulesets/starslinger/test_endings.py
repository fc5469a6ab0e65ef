"""Hit points, the end of a scene, and what the GM may overrule (SLG-1, SLG-26, SLG-28, SLG-29)."""

import pytest
from msgspec.structs import replace

from certamen.kernel.action import Action
from certamen.kernel.encounter import Objective
from certamen.rulesets.starslinger.scene import Challenge, Scene, Way
from certamen.rulesets.starslinger.sheet import Sheet, Weapon
from tests.rulesets.starslinger.scenes import (
    MAUL,
    PARRY,
    PISTOL,
    SWORD,
    asked,
    figure,
    initiative,
    next_post,
    one,
    play,
    sheet,
    state,
)


def test_slg_28_attempt_roll_result() -> None:
    """SLG-28: what the player says he tries stands apart, before the roll and before what comes of it."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:8 6:1")
    contest.answer("attack", who="ann", weapon="pistol", target="bo", text="I shoot at the thug.")
    told = [(event.type, event.text) for event in contest.events[-4:]]
    assert told == [("turn", ""), ("attempt", "I shoot at the thug."), ("check", ""), ("damage", "")]


@pytest.mark.parametrize(("ruling", "status"), [("out", "out"), ("dead", "dead")])
def test_slg_29_out_of_action(ruling: str, status: str) -> None:
    """SLG-29: at 0 hit points out of action, or dead; with one side left the GM may end it."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:8 6:3", rulings={"zero_hp": ruling})
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert (figure(contest, "bo").hp, figure(contest, "bo").status) == (0, status)
    assert contest.requests[0].verbs == ("end-scene", "go-on")
    contest.answer("end-scene", who="gm")
    assert contest.outcome is not None
    assert (contest.outcome.winner, contest.outcome.reason) == ("ann", "nobody but ann is left in action")


def test_slg_29_the_scene_may_go_on() -> None:
    """SLG-29: the GM lets it go on; he is asked again in the next round."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:8 6:3")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.answer("go-on", who="gm")
    assert contest.state.acting == "ann"
    contest.answer("end", who="ann")
    next_post(contest)
    assert contest.requests[0].verbs == ("end-scene", "go-on")


def test_slg_29_the_gm_decides_a_fate() -> None:
    """SLG-29, ruling `zero_hp: gm`: asked each time; one who stays in action is not asked about again."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:8 6:3", rulings={"zero_hp": "gm"})
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.answer("fate", who="gm", status="in")
    assert (figure(contest, "bo").status, contest.state.acting) == ("in", "ann")
    contest.overrule("set", path="bo.hp", value=-1)
    assert figure(contest, "bo").status == "in"


def test_slg_29_without_a_gm_it_ends() -> None:
    """SLG-29: no GM: with one side in action it is over at once."""
    contest = initiative(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:20 20:1 20:8 6:3")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert contest.outcome is not None
    assert contest.outcome.winner == "ann"


def test_slg_29_persistent_damage() -> None:
    """SLG-29, SLG-16: acid for 3 bites when bo's turn is over, whatever his armour of 5, and may fell him."""
    acid = Weapon(name="acid", skill="shoot", range=50, hands=0, persistent=3)
    contest = play(one("ann", weapons=(acid,)), one("bo", armour=5), one("cy", "bo"), dice="20:8")
    contest.answer("attack", who="ann", weapon="acid", target="bo")
    contest.answer("end", who="ann")
    assert figure(contest, "bo").hp == 20
    contest.answer("end", who="bo")
    assert figure(contest, "bo").hp == 17
    contest.overrule("set", path="bo.hp", value=3)
    next_post(contest)
    contest.answer("end", who="bo")
    assert figure(contest, "bo").status == "out"
    contest.overrule("end-effect", who="bo", name="persistent")
    assert not contest.state.effects


def test_slg_29_a_fate_at_a_turns_end_comes_before_the_next_turn() -> None:
    """SLG-29: by initiative too the GM is asked about one who bleeds out before the next one acts."""
    contest = play(
        one("ann"), one("bo"), one("cy", "bo"), dice="20:3 20:2 20:1", rulings={"order": "initiative", "zero_hp": "gm"}
    )
    contest.overrule("set", path="ann.hp", value=2)
    contest.overrule("effect", who="ann", name="persistent 2", rounds=0)
    contest.answer("end", who="ann")
    assert (contest.requests[0].verbs, contest.state.acting) == (("fate",), "bo")
    contest.answer("fate", who="gm", status="dead")
    assert asked(contest) == ["gm"], "one side is left"
    contest.answer("go-on", who="gm")
    assert asked(contest) == ["bo"]


def test_slg_1_the_gm_ends_a_scene_that_nobody_has_won() -> None:
    """SLG-1: his post may declare it over with both sides in action; nobody wins."""
    contest = play(one("ann"), one("bo"))
    request = next(request for request in contest.requests if "end-scene" in request.verbs)
    contest.push(Action("gm", "end-scene", {}, request.id))
    assert contest.outcome is not None
    assert (contest.outcome.winner, contest.outcome.reason) == ("", "the scene is over")


def test_slg_29_nobody_is_left() -> None:
    """SLG-29, SLG-1: by initiative, all out of action, the GM is asked once a round until he ends it."""
    contest = play(one("ann"), one("bo"), dice="20:9 20:5", rulings={"order": "initiative"})
    contest.overrule("set", path="bo.hp", value=0)
    contest.overrule("set", path="ann.hp", value=0)
    contest.answer("go-on", who="gm")
    assert (contest.state.round, asked(contest)) == (2, ["gm"])
    contest.answer("end-scene", who="gm")
    assert contest.outcome is not None
    assert contest.outcome.reason == "nobody is left in action"


def test_slg_29_nobody_is_left_but_some_are_away() -> None:
    """SLG-29, SLG-1: rounds go by until one comes in who was to come; for those whom the GM sent away he is asked."""
    people = (one("ann"), one("bo"), replace(one("cy"), arrives=4))
    late = initiative(*people, dice="20:9 20:5 20:7")
    for who in ("ann", "bo"):
        late.overrule("status", who=who, status="yielded")
    assert (late.state.round, late.state.acting) == (4, "cy")
    away = play(one("ann"), one("bo"), dice="20:9 20:5", rulings={"order": "initiative"})
    for who in ("ann", "bo"):
        away.overrule("status", who=who, status="waiting")
    assert (asked(away), away.requests[0].cause) == (["gm"], "nobody is in action: end the scene?")


def test_slg_23_who_is_gone_is_in_no_melee() -> None:
    """SLG-23: whom the GM lets flee leaves the melee; whom he puts alone, too, and is held no more."""
    people = (one("ann"), one("bo"), one("cy", "bo"), one("dee", "bo"))
    contest = play(*people, dice="20:12", scene=Scene(melees=(("ann", "bo", "cy", "dee"),)))
    contest.answer("attack", who="ann", weapon="grapple", target="bo", skill="melee")
    contest.overrule("status", who="cy", status="fled")
    contest.overrule("place", who="bo", at="alone")
    assert sorted(state(contest).space.groups) == ["ann", "dee"]  # type: ignore[union-attr]  # melees here
    assert not contest.state.effects


def test_objectives_end_a_scene() -> None:
    """SLG-1: an objective decides it as well."""
    ways = (Way(id="run", dc=5),)
    scene = Scene(challenges=(Challenge(id="gate", name="the gate", ways=ways, gives="gone", leaves=True),))
    away = Objective("away", "ann", "get away", ("gone",))
    contest = play(one("ann"), one("bo"), dice="20:5", scene=scene, objectives=(away,))
    contest.answer("challenge", who="ann", challenge="gate", way="run", skill="shoot")
    assert figure(contest, "ann").status == "fled"
    assert contest.outcome is not None
    assert contest.outcome.winner == "ann"


def test_the_sheet_for_the_next_evening() -> None:
    """SLG-29, SLG-14: hit points lost, what is in hand, and jams are written back."""
    from certamen.rulesets.starslinger.ruleset import RULESET

    contest = play(one("ann", weapons=(PISTOL, SWORD)), one("bo"), dice="20:1")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.overrule("set", path="ann.hp", value=13)
    written = RULESET.export(contest.state, figure(contest, "ann"))
    assert isinstance(written, Sheet)
    assert (written.hurt, [weapon.jammed for weapon in written.weapons]) == (7, [True, False])
    assert written.skills == sheet().skills


def test_the_sheet_of_one_who_dropped_something() -> None:
    """SLG-26: what lies on the ground is his again, sheathed; what another took is gone, with the reaction it made."""
    from certamen.rulesets.starslinger.ruleset import RULESET

    contest = play(one("ann", weapons=(SWORD, PISTOL), reactions=(PARRY,)), one("bo"))
    contest.answer("drop", who="ann", item="sword")
    contest.answer("end", who="ann")
    written = RULESET.export(contest.state, figure(contest, "ann"))
    assert {weapon.name: weapon.held for weapon in written.weapons} == {"pistol": True, "sword": False}
    assert written.reactions == (PARRY,)
    contest.answer("pick-up", who="bo", item="sword")
    written = RULESET.export(contest.state, figure(contest, "ann"))
    assert ([weapon.name for weapon in written.weapons], written.reactions) == (["pistol"], ())
    assert [weapon.name for weapon in RULESET.export(contest.state, figure(contest, "bo")).weapons] == ["sword"]


def test_overrules_find_the_scene_in_order() -> None:
    """SLG-1: the GM skips, swaps and removes; the next one is asked in either order."""
    for contest in (
        initiative(one("ann"), one("bo"), one("cy"), dice="20:9 20:8 20:7"),
        play(one("ann"), one("bo"), one("cy")),
    ):
        contest.answer("deed", who="ann", what="run")
        contest.overrule("skip")
        assert "bo" in asked(contest)
        assert "ann" not in asked(contest)
        contest.overrule("remove", who="bo")
        assert asked(contest)[0] == "cy"


def test_maul_is_two_handed() -> None:
    """SLG-26: more in hand than two hands hold is refused when the encounter is read."""
    from certamen.kernel.errors import EncounterError

    with pytest.raises(EncounterError, match="two hands"):
        play(one("ann", weapons=(MAUL, SWORD)), one("bo"))
