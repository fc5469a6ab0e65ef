"""Reactions as they are played: provoked, resolved before the own next turn, lapsed (SLG-25)."""

from dataclasses import replace

import pytest

from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import Weapon
from tests.rulesets.starslinger.scenes import (
    CUT,
    PARRY,
    PISTOL,
    SWORD,
    TOGETHER,
    asked,
    figure,
    last,
    one,
    play,
    refused,
)


def test_slg_25_a_reaction_waits_for_ones_turn() -> None:
    """SLG-25: ann leaves the melee; bo's cut is made just before his own turn, though she is out of reach by then."""
    people = (one("ann", skills={"athletics": 4}), one("bo", weapons=(SWORD,), reactions=(CUT,)))
    contest = play(*people, dice="20:10 20:10 8:3 20:10", scene=TOGETHER)
    contest.answer("leave", who="ann", skill="athletics")
    assert figure(contest, "bo").provoked[0].by == "ann"
    assert contest.state.acting == "ann", "nothing interrupts her"
    contest.answer("end", who="ann")
    contest.answer("react", who="bo", reaction="cut")
    assert figure(contest, "ann").hp == 15
    assert figure(contest, "bo").checks == 0, "outside the penalty of SLG-7"
    assert len(figure(contest, "bo").budget.spent) == 0
    assert "SLG-25" in refused(contest, "react", "bo")


def test_slg_25_it_lapses_with_the_first_other_act() -> None:
    """SLG-25: reactions come first in the post."""
    people = (one("ann", skills={"athletics": 4}), one("bo", weapons=(SWORD,), reactions=(CUT,)))
    contest = play(*people, dice="20:10", scene=TOGETHER)
    contest.answer("leave", who="ann", skill="athletics")
    contest.answer("end", who="ann")
    contest.answer("deed", who="bo", what="shrug")
    assert "SLG-25" in refused(contest, "react", "bo")


def test_slg_25_even_when_out_of_action() -> None:
    """SLG-25: bo is put out of action after ann provoked him: his reaction is still resolved, and nothing else."""
    people = (one("ann", skills={"athletics": 4}), one("bo", weapons=(SWORD,), reactions=(CUT,)), one("cy", "bo"))
    contest = play(*people, dice="20:10 20:10 8:3", scene=TOGETHER)
    contest.answer("leave", who="ann", skill="athletics")
    contest.answer("end", who="ann")
    contest.overrule("set", path="bo.hp", value=0)
    assert figure(contest, "bo").status == "out"
    request = next(request for request in contest.requests if request.who == "bo")
    assert [offer.verb for offer in contest.offers(request)] == ["react", "end"]
    contest.answer("react", who="bo", reaction="cut")
    assert figure(contest, "ann").hp == 15
    assert asked(contest) == ["cy", "gm"]


def test_slg_25_a_second_wind_for_the_fallen() -> None:
    """SLG-25, SLG-6, SLG-29: a critical reaction of one who is out heals d4: he had no hit points, and is back."""
    people = (one("ann", skills={"athletics": 4}), one("bo", weapons=(SWORD,), reactions=(CUT,)), one("cy", "bo"))
    contest = play(*people, dice="20:10 20:20 100:1 4:3", scene=TOGETHER, rulings={"attack_bonus": "both"})
    contest.answer("leave", who="ann", skill="athletics")
    contest.answer("end", who="ann")
    contest.overrule("set", path="bo.hp", value=0)
    contest.answer("react", who="bo", reaction="cut")
    contest.answer("boon", who="gm", effect="second-wind")
    assert (figure(contest, "bo").hp, figure(contest, "bo").status) == (3, "in")


@pytest.mark.parametrize(("ruling", "goes_on"), [("harm_only", True), ("ends_turn", False)])
def test_slg_25_a_fumbled_reaction(ruling: str, goes_on: bool) -> None:
    """SLG-25, ruling `reaction_fumble`: it jams the sword; the turn that follows goes on, or is lost."""
    people = (one("ann", skills={"athletics": 4}), one("bo", weapons=(SWORD,), reactions=(CUT,)))
    contest = play(*people, dice="20:10 20:1", scene=TOGETHER, rulings={"reaction_fumble": ruling})
    contest.answer("leave", who="ann", skill="athletics")
    contest.answer("end", who="ann")
    contest.answer("react", who="bo", reaction="cut")
    assert figure(contest, "bo").carried[0].jammed
    assert (contest.state.acting == "bo") is goes_on


def test_slg_25_one_a_round_and_none_without_it() -> None:
    """SLG-25: two misses provoke one riposte; who has lost his reaction (SLG-6) is not provoked at all."""
    people = (one("ann", weapons=(SWORD,)), one("bo", weapons=(SWORD,), reactions=(PARRY,)))
    contest = play(*people, dice="20:2 20:7 20:2", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="sword", target="bo")
    contest.answer("attack", who="ann", weapon="sword", target="bo")
    assert [provoked.reaction for provoked in figure(contest, "bo").provoked] == ["riposte"]
    contest.overrule("effect", who="bo", name="no-reaction", rounds=0)
    contest.overrule("set", path="bo.provoked", value="[]")
    contest.answer("attack", who="ann", weapon="sword", target="bo")
    assert figure(contest, "bo").provoked == ()


# --- SLG-3, SLG-26 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sword", "scene"),
    [
        (replace(SWORD, jammed=True), TOGETHER),
        (replace(SWORD, held=False), TOGETHER),
        (SWORD, Scene()),
    ],
)
def test_slg_25_only_what_could_be_done_is_provoked(sword: Weapon, scene: Scene) -> None:
    """SLG-25, SLG-14, SLG-23: a jammed or sheathed sword ripostes nothing, nor does one that does not reach."""
    people = (one("ann", weapons=(PISTOL,)), one("bo", weapons=(sword,), reactions=(PARRY,)))
    contest = play(*people, dice="20:2 20:2" if scene is TOGETHER else "20:2", scene=scene)
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert figure(contest, "bo").provoked == ()


def test_slg_25_the_rules_of_a_reaction_are_cited() -> None:
    """SLG-25, ruling `reaction_fumble`: the check names the rule, and the ruling where it was a critical failure."""
    people = (one("ann", weapons=(SWORD,)), one("bo", weapons=(SWORD,), reactions=(PARRY,)))
    contest = play(*people, dice="20:2 20:1", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="sword", target="bo")
    contest.answer("end", who="ann")
    contest.answer("react", who="bo", reaction="riposte")
    event = last(contest, "check")
    assert "SLG-25" in event.rules
    assert ("reaction_fumble", "harm_only") in event.rulings
