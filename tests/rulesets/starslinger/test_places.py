"""Places as they are played: range, melees, unseen targets, doors and challenges (SLG-22, SLG-23, SLG-27, SLG-30)."""

from dataclasses import replace

import pytest

from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import Reaction
from tests.rulesets.starslinger.scenes import (
    PISTOL,
    SWORD,
    TOGETHER,
    figure,
    last,
    next_post,
    notes,
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


# --- SLG-30: range and melees ----------------------------------------------------------------------------------


def test_slg_30_out_of_range() -> None:
    """SLG-30: 60 feet away, and a pistol reaches 50: refused with both figures."""
    contest = play(one("ann", weapons=(PISTOL,), at="roof"), one("bo", at="tower"), scene=ROOFS)
    assert "Bo is 60 feet away; pistol reaches 50 feet (SLG-30)" in refused(
        contest, "attack", "ann", weapon="pistol", target="bo"
    )
    near = play(one("ann", weapons=(PISTOL,), at="street"), one("bo", at="roof"), dice="20:2", scene=ROOFS)
    near.answer("attack", who="ann", weapon="pistol", target="bo")


def test_slg_30_two_weapons_and_guesses_have_their_range_too() -> None:
    """SLG-30: of two pistols and a guess at the tower each is refused with the figures; nearer ones are open."""
    left = replace(PISTOL, name="left")
    people = (one("ann", weapons=(PISTOL, left), at="roof"), one("bo", at="tower"), one("cy", "bo", at="street"))
    contest = play(*people, dice="20:2 20:7", scene=ROOFS)
    for target, second, weapon in (("bo", "cy", "pistol"), ("cy", "bo", "left")):
        reason = refused(contest, "attack-two", "ann", weapons="pistol+left", target=target, second=second)
        assert f"Bo is 60 feet away; {weapon} reaches 50 feet (SLG-30)" in reason
    reason = refused(contest, "attack-unseen", "ann", weapon="pistol", spot="tower")
    assert "the tower is 60 feet away; pistol reaches 50 feet (SLG-30)" in reason
    contest.answer("attack-two", who="ann", weapons="pistol+left", target="cy", second="cy")


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


def test_slg_27_who_is_shoved_away_is_held_no_more() -> None:
    """SLG-27: holds end with the melee: bo, held by ann, is shoved out of it by al."""
    people = (one("ann", "a"), one("al", "a"), one("bo"))
    contest = play(*people, dice="20:8 20:8", scene=Scene(melees=(("ann", "al", "bo"),)))
    contest.answer("attack", who="ann", weapon="grapple", target="bo", skill="melee")
    contest.answer("end", who="ann")
    contest.answer("attack", who="al", weapon="shove", target="bo", skill="melee")
    assert not contest.state.effects


def test_slg_3_letting_go_is_free() -> None:
    """SLG-3: to cease something costs no action: a hold is given up, one of two."""
    people = (one("ann", "a"), one("al", "a"), one("bo"))
    contest = play(*people, dice="20:8 20:8", scene=Scene(melees=(("ann", "al", "bo"),)))
    for who in ("al", "ann"):
        contest.answer("attack", who=who, weapon="grapple", target="bo", skill="melee")
        if who == "al":
            contest.answer("end", who="al")
    spent = len(figure(contest, "ann").budget.spent)
    contest.answer("let-go", who="ann", target="bo")
    assert [effect.source for effect in contest.state.effects] == ["al"]
    assert len(figure(contest, "ann").budget.spent) == spent
    assert last(contest, "let_go").target == "bo"
    assert "let-go is not offered" in refused(contest, "let-go", "ann", target="bo")


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


def test_slg_30_moving_out_of_a_melee() -> None:
    """SLG-30: one leaves a melee before one moves on, and enters one at a time."""
    scene = Scene(spots={"hall": "hall", "yard": "yard"}, melees=(("ann", "bo"),))
    contest = play(one("ann", at="hall"), one("bo", at="hall"), one("cy", "bo", at="hall"), scene=scene)
    assert "leave it first (SLG-30)" in refused(contest, "move", "ann", to="yard")
    assert "leave it first (SLG-30)" in refused(contest, "enter", "ann", target="cy", skill="athletics")
