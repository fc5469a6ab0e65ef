"""Places as they are played: range, melees, unseen targets, doors and challenges (SLG-22, SLG-23, SLG-27, SLG-30)."""

import pytest

from certamen.kernel.contest import Contest
from certamen.kernel.view import Seat, view
from certamen.rulesets.starslinger.scene import Challenge, Door, Scene, Way
from certamen.rulesets.starslinger.sheet import Healing, Reaction, Trait
from tests.rulesets.starslinger.scenes import (
    PISTOL,
    SWORD,
    figure,
    last,
    next_post,
    one,
    play,
    refused,
    rows,
    state,
)

ROOFS = Scene(
    spots={"street": "the street", "roof": "the roof", "tower": "the tower"},
    distances={"street/roof": 40, "roof/tower": 60},
)
TOGETHER = Scene(melees=(("ann", "bo"),))


def notes(contest: Contest) -> list[tuple[str, str, bool]]:
    """Why the last check had advantage or disadvantage, and whether that counted."""
    parts = last(contest, "check").parts
    return [(part.label, str(part.value), part.counted) for part in parts if part.kind == "note"]


# --- SLG-30: range and melees ----------------------------------------------------------------------------------


def test_slg_30_out_of_range() -> None:
    """SLG-30: 60 feet away, and a pistol reaches 50: refused with both figures."""
    contest = play(one("ann", weapons=(PISTOL,), at="roof"), one("bo", at="tower"), scene=ROOFS)
    assert "Bo is 60 feet away; pistol reaches 50 feet (SLG-30)" in refused(
        contest, "attack", "ann", weapon="pistol", target="bo"
    )
    near = play(one("ann", weapons=(PISTOL,), at="street"), one("bo", at="roof"), dice="20:2", scene=ROOFS)
    near.answer("attack", who="ann", weapon="pistol", target="bo")


def test_slg_23_melee_attacks_stay_within_a_melee() -> None:
    """SLG-23: a sword reaches those in the same melee only."""
    contest = play(one("ann", weapons=(SWORD,)), one("bo"), one("cy"), scene=TOGETHER)
    assert "SLG-23" in refused(contest, "attack", "ann", weapon="sword", target="cy")


@pytest.mark.parametrize(("dex", "dc"), [(8, 10), (13, 13)])
def test_slg_30_entering(dex: int, dc: int) -> None:
    """SLG-30: an action and a check against the lowest Dex DC of the hostiles, at least 10; failing, one stays out."""
    people = (one("ann", skills={"athletics": 0}), one("bo", saves={"dex": dex}), one("cy", "bo", saves={"dex": 16}))
    contest = play(*people, dice=f"20:{dc - 1} 20:{dc + 5}", scene=Scene(melees=(("bo", "cy"),)))
    contest.answer("enter", who="ann", target="cy", skill="athletics")
    assert (rows(last(contest, "check"))["DC"], "entered" in {event.type for event in contest.events}) == (dc, False)
    contest.answer("enter", who="ann", target="cy", skill="athletics")
    assert state(contest).space.groups["ann"] == "melee-1"  # type: ignore[union-attr]  # melees here


def test_slg_30_leaving() -> None:
    """SLG-30: against the hostiles' highest Dex or Str DC: 16; failing, one stays in."""
    people = (one("ann", skills={"acrobatics": 2}), one("bo", saves={"dex": 12}), one("cy", "bo", saves={"str": 16}))
    contest = play(*people, dice="20:13 20:19", scene=Scene(melees=(("ann", "bo", "cy"),)))
    contest.answer("leave", who="ann", skill="acrobatics")
    assert (rows(last(contest, "check"))["DC"], last(contest, "check").values["degree"]) == (16, "failure")
    contest.answer("leave", who="ann", skill="acrobatics")
    assert "ann" not in state(contest).space.groups  # type: ignore[union-attr]  # melees here


def test_slg_30_rulings_on_melee_dcs() -> None:
    """SLG-30, ruling `melee_dc`: none: no check; gm: the turn waits for his DC (SLG-8)."""
    free = play(one("ann"), one("bo"), rulings={"melee_dc": "none"})
    free.answer("enter", who="ann", target="bo")
    free.answer("leave", who="ann")
    assert len(figure(free, "ann").budget.spent) == 2
    asked = play(one("ann"), one("bo"), dice="20:12", rulings={"melee_dc": "gm"})
    asked.answer("enter", who="ann", target="bo", skill="athletics")
    asked.answer("rule", who="gm", dc=12, skill="athletics", cost=1)
    assert last(asked, "entered").target == "bo"


def test_slg_30_no_check_without_hostiles() -> None:
    """SLG-30: joining an ally whose opponents are down takes the action alone."""
    contest = play(one("ann", "a"), one("al", "a"), one("abe", "a"), one("bo"), scene=Scene(melees=(("al", "abe"),)))
    contest.answer("enter", who="ann", target="al")
    assert last(contest, "entered").actor == "ann"
    contest.answer("leave", who="ann")


def test_slg_27_grapple_trip_and_shove() -> None:
    """SLG-27, SLG-15: who is held escapes first, against the holder's Dex or Str; the fallen stand up first."""
    people = (one("ann"), one("bo", saves={"str": 12}, skills={"brawn": 1}))
    contest = play(*people, dice="20:8 20:12 20:16 20:12 20:13", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="grapple", target="bo", skill="melee")
    contest.answer("attack", who="ann", weapon="trip", target="bo", skill="melee")
    assert [effect.name for effect in contest.state.effects] == ["grappled", "prone"]
    contest.answer("end", who="ann")
    assert "stand up first" in refused(contest, "leave", "bo", skill="athletics")
    contest.answer("stand", who="bo")
    assert "escape first" in refused(contest, "leave", "bo", skill="athletics")
    contest.answer("escape", who="bo", skill="brawn")
    assert rows(last(contest, "check"))["DC"] == 10
    assert not contest.state.effects
    contest.answer("end", who="bo")
    next_post(contest)
    contest.answer("attack", who="ann", weapon="shove", target="bo", skill="melee")
    assert not state(contest).space.groups  # type: ignore[union-attr]  # melees here


def test_slg_27_a_hold_ends_with_the_holder() -> None:
    """SLG-27: nobody is held by one who is out of action."""
    contest = play(one("ann"), one("bo"), one("cy", "ann"), dice="20:8", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="grapple", target="bo", skill="melee")
    contest.overrule("set", path="ann.hp", value=0)
    assert not contest.state.effects


def test_slg_25_entering_provokes() -> None:
    """SLG-25, SLG-30: a reaction to those who enter one's melee."""
    stop = Reaction(name="stop", trigger="enters")
    contest = play(one("ann", skills={"athletics": 4}), one("bo", reactions=(stop,)), dice="20:9")
    contest.answer("enter", who="ann", target="bo", skill="athletics")
    assert figure(contest, "bo").provoked[0].by == "ann"


# --- SLG-23: shooting and melees -------------------------------------------------------------------------------


def test_slg_23_shots_into_and_out_of_melees() -> None:
    """SLG-23: disadvantage with an ally in the target's melee, and with a hostile in one's own."""
    people = (one("ann", "a", weapons=(PISTOL,)), one("al", "a", weapons=(PISTOL,)), one("bo"))
    contest = play(*people, dice="20:9 20:5 20:5 20:9", scene=Scene(melees=(("al", "bo"),)))
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert notes(contest) == [("disadvantage", "an ally is in the target's melee", True)]
    assert last(contest, "check").values["total"] == 9
    contest.answer("end", who="ann")
    contest.answer("attack", who="al", weapon="pistol", target="bo")
    assert notes(contest) == [("disadvantage", "a hostile is close by", True)]


@pytest.mark.parametrize(("near", "blind", "dice"), [(5, False, 2), (6, False, 1), (5, True, 1)])
def test_slg_23_a_hostile_within_5_feet(near: int, blind: bool, dice: int) -> None:
    """SLG-23: disadvantage within 5 feet of a hostile who sees one and is not incapacitated, even in no melee."""
    people = (one("ann", "a", weapons=(PISTOL,), at="street"), one("bo", at="street"), one("cy", "bo", at="roof"))
    contest = play(
        *people, dice="20:5 20:5"[: 5 * dice], scene=Scene(spots=ROOFS.spots, distances=ROOFS.distances, near=near)
    )
    if blind:
        contest.overrule("effect", who="bo", name="blinded", rounds=0)
    contest.answer("attack", who="ann", weapon="pistol", target="cy")
    assert len(last(contest, "check").dice) == dice
    out = play(
        *people, dice="20:5", scene=Scene(spots=ROOFS.spots, distances=ROOFS.distances, near=5)
    )  # fmt: skip
    out.overrule("set", path="bo.hp", value=0)
    out.answer("attack", who="ann", weapon="pistol", target="cy")
    assert len(last(out, "check").dice) == 1


# --- SLG-22: the unseen ----------------------------------------------------------------------------------------


def hidden_bo(dice: str) -> Contest:
    """Ann in the street, bo hidden on the roof, cy in the open."""
    people = (
        one("ann", "a", weapons=(PISTOL,), at="street"),
        one("bo", "b", at="roof", hidden=True, player="", weapons=(PISTOL,)),
        one("cy", "b", at="street", player=""),
    )
    return play(*people, dice=dice, scene=ROOFS)


def test_slg_22_a_wrong_guess_misses() -> None:
    """SLG-22: two 20s at the wrong place miss; ann learns no more than that, and sees two dice in either case."""
    contest = hidden_bo("20:20 20:20")
    assert "'bo'" not in str(contest.offers(contest.requests[0]))
    contest.answer("attack-unseen", who="ann", weapon="pistol", spot="street")
    event = last(contest, "check")
    assert (event.target, event.values["hit"]) == ("", "missed")
    assert (event.values["degree"], rows(event).get("DC")) == ("failure", None)
    seen = view(contest, Seat("player", ("ann",))).events[-1]
    assert "degree" not in seen.values
    assert "outcome" not in {part.label for part in seen.parts}


def test_slg_22_a_right_guess_hits_at_disadvantage() -> None:
    """SLG-22: at the right place the lower of two dice counts: 7 + 4 against 10; 4 + 2 damage; he stays hidden."""
    contest = hidden_bo("20:7 20:15 6:4")
    contest.answer("attack-unseen", who="ann", weapon="pistol", spot="roof")
    assert figure(contest, "bo").hp == 14
    seen = view(contest, Seat("player", ("ann",)))
    assert seen.events[-1].values["hit"] == "hit"
    assert "bo" not in {event.target for event in seen.events}
    assert contest.ruleset.narrate(seen.events[-1], {"ann": "Ann"}) == "Ann rolls 11: hit."


def test_slg_22_a_natural_1_is_worse() -> None:
    """SLG-22, SLG-5: a sure miss with a natural 1 is a critical failure: the pistol jams."""
    contest = hidden_bo("20:1 20:15")
    contest.answer("attack-unseen", who="ann", weapon="pistol", spot="street")
    assert figure(contest, "ann").carried[0].jammed


def test_slg_22_attacking_gives_ones_place_away() -> None:
    """SLG-22: bo shoots from hiding, with advantage, and is hidden no longer."""
    contest = hidden_bo("20:3 20:9 6:1 20:2")
    next_post(contest)
    contest.answer("attack", who="bo", weapon="pistol", target="ann")
    assert notes(contest) == [("advantage", "the target does not see the attacker", True)]
    assert not figure(contest, "bo").hidden
    assert last(contest, "revealed").actor == "bo"
    contest.answer("attack", who="bo", weapon="pistol", target="ann")
    assert notes(contest) == []


def test_slg_22_heard_but_not_seen() -> None:
    """SLG-22: an invisible opponent one knows of is attacked at disadvantage; who attacks the blinded has advantage."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:9 20:5 20:7")
    contest.overrule("effect", who="bo", name="unseen", rounds=0)
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert notes(contest) == [("disadvantage", "the target is unseen", True)]
    contest.overrule("effect", who="bo", name="blinded", rounds=0)
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert notes(contest) == [
        ("advantage", "the target does not see the attacker", False),
        ("disadvantage", "the target is unseen", False),
    ]


def test_slg_22_the_hidden_attacker_guesses() -> None:
    """SLG-22: a hidden attacker's guess at the wrong place rolls one die, as a right one would: they cancel out."""
    people = (
        one("ann", "a", weapons=(PISTOL,), at="street", hidden=True),
        one("bo", "b", at="roof", hidden=True),
        one("cy", "b", at="street"),
    )
    for spot in ("tower", "roof"):
        scene = Scene(spots=ROOFS.spots, distance=40)
        contest = play(*people, dice="20:2", scene=scene)
        contest.answer("attack-unseen", who="ann", weapon="pistol", spot=spot)
        assert len(last(contest, "check").dice) == 1


# --- doors, challenges, healing --------------------------------------------------------------------------------


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


def test_slg_30_moving_out_of_a_melee() -> None:
    """SLG-30: one leaves a melee before one moves on, and enters one at a time."""
    scene = Scene(spots={"hall": "hall", "yard": "yard"}, melees=(("ann", "bo"),))
    contest = play(one("ann", at="hall"), one("bo", at="hall"), one("cy", "bo", at="hall"), scene=scene)
    assert "leave it first (SLG-30)" in refused(contest, "move", "ann", to="yard")
    assert "leave it first (SLG-30)" in refused(contest, "enter", "ann", target="cy", skill="athletics")


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
    """SLG-30: a healing power has its range too."""
    kit = Healing(name="kit", skill="shoot", range=20)
    people = (one("ann", "a", healing=(kit,), at="street"), one("al", "a", hurt=3, at="roof"), one("bo", at="roof"))
    contest = play(*people, scene=ROOFS)
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
