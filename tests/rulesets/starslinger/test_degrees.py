"""What the degrees bring, and checks without a DC: harms, boons, the GM who gives one (SLG-6, SLG-8)."""

import pytest

from certamen.rulesets.starslinger.scene import Scene
from tests.rulesets.starslinger.scenes import (
    all_used,
    asked,
    figure,
    last,
    lock,
    next_post,
    one,
    play,
    refused,
    rows,
    state,
)


def test_slg_8_no_dc_ends_the_turn() -> None:
    """SLG-8: a 12 is kept until the GM names 16; with a hidden DC the turn simply goes on."""
    contest = play(one("ann"), one("bo"), dice="20:12", scene=lock(None))
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert last(contest, "awaits_dc").dice[0].face == 12
    assert [(request.who, request.verbs[0]) for request in contest.requests] == [
        ("gm", "rule"),
        ("bo", "react"),
        ("gm", "post"),
    ]
    contest.answer("rule", who="gm", dc=16, skill="shoot", cost=1)
    assert last(contest, "check").values["degree"] == "success"
    assert state(contest).marks == ("open",)
    assert sum(len(event.dice) for event in contest.events) == 1, "each die is told once"
    assert [request.who for request in contest.requests] == ["bo", "gm"]
    hidden = play(one("ann"), one("bo"), dice="20:5", scene=lock(15, hidden=True))
    hidden.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert hidden.state.acting == "ann"
    assert next(part.to for part in last(hidden, "check").parts if part.label == "DC") == ()


def test_slg_8_the_wait_outlasts_the_round() -> None:
    """SLG-8: the GM may post before he rules; the check still waits, with its request's id unchanged in the round."""
    contest = play(one("ann"), one("bo"), dice="20:12", scene=lock(None))
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    before = contest.requests[0].id
    contest.answer("end", who="bo")
    assert contest.requests[0].id == before
    next_post(contest)
    assert contest.requests[0].verbs == ("rule",)
    contest.answer("rule", who="gm", dc=10, skill="shoot", cost=1)
    assert state(contest).marks == ("open",)


def test_slg_3_the_gm_corrects_skill_and_cost() -> None:
    """SLG-3: a deed on no list: melee 4 is corrected to lore 1, and it costs nothing after all: the turn goes on."""
    contest = play(one("ann", skills={"melee": 4, "lore": 1}), one("bo"), dice="20:12")
    contest.answer("deed", who="ann", what="name the statue", reason="gain", skill="melee", text="I know that face.")
    assert last(contest, "attempt").text == "I know that face."
    contest.answer("rule", who="gm", dc=13, skill="lore", cost=0)
    event = last(contest, "check")
    assert event.values["total"] == 13
    assert event.values["degree"] == "success"
    assert rows(event)["lore instead of melee"] == -3
    assert contest.state.order.pending[0].kept
    contest.answer("end", who="ann")
    assert contest.state.participants["ann"].turns == 1
    assert figure(contest, "ann").budget.limits["action"] == 4


def test_slg_29_a_turn_that_goes_on_ends_but_once() -> None:
    """SLG-29, SLG-3: acid for 2 bites when the turn stops for a DC, and not again when it has gone on and is over."""
    contest = play(one("ann"), one("bo"), dice="20:12")
    contest.overrule("effect", who="ann", name="persistent 2", rounds=0)
    contest.answer("deed", who="ann", what="listen", reason="gain", skill="shoot")
    assert figure(contest, "ann").hp == 18
    contest.answer("rule", who="gm", dc=12, skill="shoot", cost=0)
    contest.answer("end", who="ann")
    assert figure(contest, "ann").hp == 18


def test_slg_3_what_the_gm_may_correct_and_until_when() -> None:
    """SLG-3: he may name a skill that nobody tried; an action given back in a later round reopens no turn (SLG-2)."""
    contest = play(one("ann", skills={"melee": 4}), one("bo", skills={"lore": 2}), dice="20:12")
    contest.answer("deed", who="ann", what="name the statue", reason="gain", skill="melee")
    next_post(contest)
    contest.answer("end", who="ann")
    contest.answer("rule", who="gm", dc=12, skill="lore", cost=0)
    event = last(contest, "check")
    assert (rows(event)["lore instead of melee"], event.values["total"], event.values["degree"]) == (-4, 12, "success")
    assert asked(contest) == ["bo", "gm"]


def test_slg_27_a_deed_without_a_roll() -> None:
    """SLG-27: what harms, passes and gains nothing needs no roll; it costs its action (SLG-3)."""
    contest = play(one("ann"), one("bo"))
    contest.answer("deed", who="ann", what="light a cigar")
    assert last(contest, "deed").values["what"] == "light a cigar"
    assert not last(contest, "deed").dice
    assert figure(contest, "ann").budget.spent[0].by == "deed"


def test_slg_6_failure_wastes_critical_failure_ends() -> None:
    """SLG-6: a failure costs its action; a critical failure the turn, with a harm that the GM names or rolls."""
    contest = play(one("ann"), one("bo"), dice="20:5 20:1 6:2", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert contest.state.acting == "ann"
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert contest.requests[0].verbs == ("harm",)
    contest.take_default(contest.requests[0])
    assert [effect.name for effect in contest.state.effects] == ["prone"]
    assert contest.state.acting == ""


@pytest.mark.parametrize(
    ("boon", "dice", "effect"),
    [
        ("edge", "", "edge"),
        ("guard", "", "guard"),
        ("steady", "", "advantage"),
        ("opening", "", "edge"),
        ("second-wind", "4:3", None),
        ("other", "", None),
        ("table", "6:2", "guard"),
    ],
)
def test_slg_6_boons(boon: str, dice: str, effect: str | None) -> None:
    """SLG-6: a critical success brings a helpful effect that the GM names or the table gives."""
    contest = play(one("ann", hurt=2), one("bo"), dice=f"20:20 {dice}", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.answer("boon", who="gm", effect=boon)
    assert [one.name for one in contest.state.effects] == ([effect] if effect else [])
    assert figure(contest, "ann").hp == (20 if boon == "second-wind" else 18)
    assert all_used(contest)


def test_slg_6_a_boon_counts_once() -> None:
    """SLG-6: the edge of a boon is gone after the next check."""
    contest = play(one("ann"), one("bo"), dice="20:20 20:2 4:4 20:2", scene=Scene(challenges=lock(9).challenges))
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.answer("boon", who="gm", effect="edge")
    contest.answer("deed", who="ann", what="a", reason="gain", skill="shoot")
    assert rows(last(contest, "awaits_dc"))["edge die"] == 4
    assert not contest.state.effects


@pytest.mark.parametrize(
    ("face", "effect"), [(1, "prone"), (2, "prone"), (3, ""), (4, "no-reaction"), (5, "flat-footed"), (6, "shaken")]
)
def test_slg_6_the_table_of_harms(face: int, effect: str) -> None:
    """SLG-6: dropped (a fall with empty hands), fall, shot for d6 less armour, no reaction, off balance, shaken."""
    contest = play(one("ann", armour=1), one("bo"), dice=f"20:1 6:{face}" + (" 6:5" if face == 3 else ""), scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.answer("harm", who="gm", effect="table")
    assert [one.name for one in contest.state.effects] == ([effect] if effect else [])
    assert figure(contest, "ann").hp == (16 if face == 3 else 20)
    assert all_used(contest)


def test_slg_3_actions() -> None:
    """SLG-3: with 1 action a turn the second is refused by its end; everything costs one but dropping and ceasing."""
    contest = play(one("ann"), one("bo"), post=False)
    contest.answer("post", who="gm", actions=1)
    assert figure(contest, "ann").budget.limits == {}
    contest.answer("deed", who="ann", what="run")
    assert contest.state.acting == ""
    assert "nothing is asked of ann" in refused(contest, "deed", "ann", what="run")


def test_slg_8_by_initiative_the_gm_is_asked_at_once() -> None:
    """SLG-8: by initiative too the turn ends at the attempt, and the GM gives the DC before the next turn."""
    contest = play(one("ann"), one("bo"), dice="20:9 20:8 20:12", scene=lock(None), rulings={"order": "initiative"})
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert contest.requests[0].verbs == ("rule",)
    contest.answer("rule", who="gm", dc=16, skill="shoot", cost=1)
    assert (state(contest).marks, contest.state.acting) == (("open",), "bo")


def test_slg_3_by_initiative_an_action_given_back_goes_on_at_once() -> None:
    """SLG-3, SLG-8: the GM finds that it cost nothing: the turn that stopped goes on, with all its actions."""
    contest = play(one("ann"), one("bo"), dice="20:9 20:8 20:12", scene=lock(None), rulings={"order": "initiative"})
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.answer("rule", who="gm", dc=16, skill="shoot", cost=0)
    assert (contest.state.acting, asked(contest)) == ("ann", ["ann"])
    assert figure(contest, "ann").budget.limits["action"] - len(figure(contest, "ann").budget.spent) == 3


def test_slg_6_a_harm_of_the_gms_own() -> None:
    """SLG-6: he names something that is on no table, and sets what follows from it himself."""
    contest = play(one("ann"), one("bo"), dice="20:1", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.answer("harm", who="gm", effect="other", text="The lock screams. Lights go on.")
    assert last(contest, "harm").values == {"effect": "other"}
    assert not contest.state.effects


def test_slg_8_without_a_gm_the_scene_has_a_dc() -> None:
    """SLG-8: where nobody can be asked, the scene's own DC of 15 stands for all that have none."""
    scene = lock(None, gm=False)
    contest = play(one("ann"), one("bo"), dice="20:9 20:8 20:11", scene=scene, rulings={"order": "initiative"})
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert last(contest, "check").values["degree"] == "success"
    assert contest.state.acting == "ann"
