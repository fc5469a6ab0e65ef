"""Checks as they are played: modifiers, advantage, edges, rerolls, degrees and what they bring (SLG-4 to SLG-13)."""

import pytest

from certamen.kernel.event import Event
from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import Trait
from tests.rulesets.starslinger.scenes import (
    all_used,
    figure,
    last,
    lock,
    one,
    play,
    rows,
)


def pick(dice: str, scene: Scene | None = None, **more: object) -> Event:
    """The check of one try at the lock, all else by default."""
    rulings = more.pop("rulings", None)
    contest = play(one("ann", **more), one("bo"), dice=dice, scene=scene or lock(), rulings=rulings)  # type: ignore[arg-type]
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    return last(contest, "check")


@pytest.mark.parametrize(
    ("face", "degree"),
    [
        (10, "failure"),
        (11, "success"),
        (19, "success"),
        (2, "failure"),
        (1, "critical failure"),
        (20, "critical success"),
    ],
)
def test_slg_4_and_5_a_check_against_15(face: int, degree: str) -> None:
    """SLG-4: d20 + 4 against 15; SLG-5: 24 with a natural 20 is one tier better, 5 is critical by 10 already."""
    event = pick(f"20:{face}")
    assert event.values["degree"] == degree
    assert event.values["total"] == face + 4
    assert rows(event)["margin"] == face + 4 - 15


def test_slg_5_tier_or_critical() -> None:
    """SLG-5, ruling `natural`: 30 against 15 with a natural 1 is a plain success by tiers, or a critical failure."""
    assert pick("20:1", skills={"shoot": 29}).values["degree"] == "success"
    critical = pick("20:1", skills={"shoot": 29}, rulings={"natural": "critical"})
    assert critical.values["degree"] == "critical failure"
    assert critical.rulings == (("natural", "critical"),)


def test_slg_7_checks_not_actions_count() -> None:
    """SLG-7: moving between checks costs nothing of them; under `penalty_counts: actions` it does."""
    spots = {"a": "here", "b": "there"}
    for counts, penalties in (("checks", [None, -5]), ("actions", [-5, -10])):
        contest = play(
            one("ann", at="a"), one("bo", at="a"), dice="20:5 20:5", scene=lock(30, spots=spots),
            rulings={"penalty_counts": counts},
        )  # fmt: skip
        contest.answer("move", who="ann", to="b")
        found = []
        for _ in range(2):
            contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
            found.append(rows(last(contest, "check")).get("further check"))
            if figure(contest, "ann").done:
                break
        assert found == penalties[: len(found)]


def test_slg_9_advantage_and_a_reroll() -> None:
    """SLG-9: 3 and 9 with advantage; the 3 is rolled again and shows 14, which counts: 14 + 4."""
    eye = Trait(name="eye", advantage=1)
    contest = play(one("ann", traits=(eye,), rerolls=1), one("bo"), dice="20:3 20:9 20:14", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert contest.requests[0].kind == "react"
    contest.answer("reroll", who="ann", which="first")
    event = last(contest, "check")
    assert event.values["total"] == 18
    assert [(part.value, part.counted) for part in event.parts if part.label == "d20"] == [(14, True), (9, False)]
    assert last(contest, "reroll").values == {"which": "first", "before": 3}
    assert figure(contest, "ann").rerolls == 0
    contest.answer("deed", who="ann", what="breathe")
    assert all_used(contest)


def test_slg_9_keeping_the_dice() -> None:
    """SLG-9: who has a reroll may keep what fell, and keeps the reroll."""
    contest = play(one("ann", rerolls=1), one("bo"), dice="20:11", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.answer("keep", who="ann")
    assert last(contest, "check").values["degree"] == "success"
    assert figure(contest, "ann").rerolls == 1


def test_slg_9_they_cancel_out() -> None:
    """SLG-9: two advantages and one disadvantage are a single die."""
    traits = (Trait(name="a", advantage=1), Trait(name="b", advantage=1), Trait(name="c", advantage=-1))
    event = pick("20:8", traits=traits)
    assert event.values["total"] == 12
    assert [part.why for part in event.parts if part.kind == "note"] == ["advantage and disadvantage cancel out"] * 3


def test_slg_10_and_11_edges() -> None:
    """SLG-10: three edges are a d8. SLG-11: 7 on it over a d20 of 4 is a natural 7; the sum is 11, with 4 more 15."""
    traits = tuple(Trait(name=name, edge=1) for name in ("tools", "light", "luck"))
    event = pick("20:4 8:7", traits=traits)
    assert event.values["natural"] == 7
    assert event.values["total"] == 15
    same = pick("20:4 4:1", traits=(traits[0], traits[0]))
    assert same.values["total"] == 9, "one edge per thing"


def test_slg_10_lost_edges_cancel() -> None:
    """SLG-10: one gained and two lost are one lost: a d4 taken off; its natural roll by ruling (SLG-11)."""
    traits = (Trait(name="tools", edge=1), Trait(name="dark", edge=-1), Trait(name="rain", edge=-1))
    assert pick("20:2 4:4", traits=traits).values["total"] == 2
    assert pick("20:2 4:4", traits=traits).values["natural"] == 2
    swapped = pick("20:2 4:4", traits=traits, rulings={"lost_edge_natural": "swap"})
    assert (swapped.values["natural"], swapped.values["total"]) == (4, 2)


def test_slg_13_stacking_in_play() -> None:
    """SLG-13: three +1, two +2 and one +3 add 6; a row of the reckoning takes 4 off. Skill is outside, unless `all`."""
    traits = tuple(Trait(name=f"t{index}", bonus=bonus) for index, bonus in enumerate((1, 1, 1, 2, 2, 3)))
    event = pick("20:5", traits=traits)
    assert event.values["total"] == 15
    assert rows(event)["more than stacks"] == -4
    everything = pick("20:5", traits=traits, rulings={"stacking_scope": "all"})
    assert everything.values["total"] == 5 + 8, "of 4 and 10 at most twice 4"


def test_slg_13_effects_that_the_gm_gives() -> None:
    """SLG-13, SLG-10: the GM's words count: "bonus 2: high ground", "penalty 1: smoke", "edge: friends"."""
    contest = play(one("ann"), one("bo"), dice="20:10 4:3", scene=lock())
    for name in ("bonus 2: high ground", "penalty 1: smoke", "edge: friends"):
        contest.overrule("effect", who="ann", name=name, rounds=0)
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    event = last(contest, "check")
    assert event.values["total"] == 10 + 3 + 4 + 2 - 1
    assert (rows(event)["high ground"], rows(event)["smoke"], rows(event)["edge gained"]) == (2, -1, "friends")


def test_slg_12_an_edge_on_dcs() -> None:
    """SLG-12: on guard, a Dex DC of 10 is 12; exposed, it is 8."""
    for name, dc in (("guard", 12), ("exposed", 8)):
        contest = play(one("ann"), one("bo"), dice="20:9", scene=Scene(melees=(("ann", "bo"),)))
        contest.overrule("effect", who="bo", name=name, rounds=0)
        contest.answer("attack", who="ann", weapon="trip", target="bo", skill="melee")
        assert rows(last(contest, "check"))["DC"] == dc


def test_slg_5_what_made_the_outcome_is_told() -> None:
    """SLG-5: a natural 20 or 1 has a row of its own, and the ruling that applied is named."""
    event = pick("20:20")
    assert rows(event)["natural 20"] == "counts by itself"
    assert event.rulings == (("natural", "tier"),)
    assert "natural 19" not in rows(pick("20:19"))


def test_slg_13_all_the_rows_add_up() -> None:
    """SLG-13, ruling `stacking_scope: all`: what the cap takes off an edge die is a row too: 10 + 4 + 1 + 4 is 18."""
    traits = (Trait(name="tools", edge=1), Trait(name="light", bonus=1))
    event = pick("20:10 4:4", traits=traits, rulings={"stacking_scope": "all"})
    found = rows(event)
    assert (event.values["total"], found.get("more than stacks")) == (18, -1)
