"""Doors, challenges, healing within reach, and where the GM puts people (SLG-3, SLG-27, SLG-30)."""

from certamen.kernel.contest import Contest
from certamen.rulesets.starslinger.scene import Challenge, Door, Scene, Way
from certamen.rulesets.starslinger.sheet import Healing, Trait
from tests.rulesets.starslinger.scenes import (
    TOGETHER,
    figure,
    last,
    next_post,
    one,
    play,
    refused,
    state,
)

ROOFS = Scene(
    spots={"street": "the street", "roof": "the roof", "tower": "the tower"},
    distances={"street/roof": 40, "roof/tower": 60},
)


def test_slg_3_doors() -> None:
    """SLG-3: opening and closing a door is an action each; a shut one stops those who move."""
    scene = Scene(spots={"hall": "hall", "yard": "yard"}, doors=(Door(id="gate", between="hall/yard"),))
    contest = play(one("ann", at="hall"), one("bo", at="hall"), scene=scene)
    assert "gate is shut" in refused(contest, "move", "ann", to="yard")
    contest.answer("open", who="ann", door="gate")
    assert contest.state.marks == ("gate:open",)
    contest.answer("close", who="ann", door="gate")
    contest.answer("open", who="ann", door="gate")
    contest.answer("move", who="bo", to="yard")
    assert figure(contest, "bo").at == "yard"
    contest.answer("end", who="bo")
    assert "Bo is at yard: move there first" in _next_refusal(contest)


def _next_refusal(contest: Contest) -> str:
    next_post(contest)
    return refused(contest, "enter", "ann", target="bo", skill="athletics")


def test_slg_30_challenges_in_reach() -> None:
    """SLG-30: a challenge 40 feet away that can be tried from 30 is refused with the figures; one from 40 is not."""
    ways = (Way(id="shoot", dc=5),)
    far = Challenge(id="far", name="the far lamp", ways=ways, at="roof", reach=30)
    near = Challenge(id="near", name="the near lamp", ways=ways, at="roof", reach=40)
    scene = Scene(spots=ROOFS.spots, distances=ROOFS.distances, challenges=(far, near))
    contest = play(one("ann", at="street"), one("bo", at="street"), dice="20:2", scene=scene)
    reason = refused(contest, "challenge", "ann", challenge="far", way="shoot", skill="shoot")
    assert "the far lamp is 40 feet away: it can be tried from 30 feet (SLG-30)" in reason
    contest.answer("challenge", who="ann", challenge="near", way="shoot", skill="shoot")


def test_slg_30_healing_in_reach() -> None:
    """SLG-30: a healing power has its range too, also where another of the hurt is within it."""
    kit = Healing(name="kit", skill="shoot", range=20)
    hurt = (one("al", "a", hurt=3, at="roof"), one("abe", "a", hurt=3, at="street"))
    contest = play(one("ann", "a", healing=(kit,), at="street"), *hurt, one("bo", at="roof"), scene=ROOFS)
    assert "Al is 40 feet away; kit reaches 20 feet (SLG-30)" in refused(
        contest, "heal", "ann", power="kit", target="al"
    )


def test_the_gm_places_people() -> None:
    """SLG-30: the GM puts people at spots and into melees."""
    contest = play(one("ann", at="street"), one("bo", at="roof"), one("cy", at="roof"), scene=ROOFS)
    contest.overrule("place", who="ann", at="with bo")
    assert figure(contest, "ann").at == "roof"
    assert state(contest).space.groups == {"ann": "melee-1", "bo": "melee-1"}  # type: ignore[union-attr]  # melees here
    contest.overrule("place", who="ann", at="tower")
    assert (figure(contest, "ann").at, state(contest).space.groups) == ("tower", {})  # type: ignore[union-attr]


def test_traits_hold_for_their_skills() -> None:
    """SLG-9: a trait named for one skill leaves the others alone."""
    eye = Trait(name="eye", skills=("shoot",), advantage=1)
    contest = play(one("ann", traits=(eye,)), one("bo"), dice="20:9", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="trip", target="bo", skill="melee")
    assert len(last(contest, "check").dice) == 1


def test_slg_30_ways_out_begin_on_ones_feet() -> None:
    """SLG-30, SLG-3: out of a window only when one stands, is not held, and has left the melee."""
    out = Challenge(id="out", name="the window", ways=(Way(id="jump", dc=5),), moves_to="roof")
    scene = Scene(spots=ROOFS.spots, challenges=(out,), melees=(("ann", "bo"),))
    contest = play(one("ann", at="street"), one("bo", at="street"), scene=scene)
    assert "leave it first (SLG-30)" in refused(contest, "challenge", "ann", challenge="out", way="jump", skill="shoot")
    contest.overrule("effect", who="ann", name="prone", rounds=0)
    assert "stand up first" in refused(contest, "challenge", "ann", challenge="out", way="jump", skill="shoot")
