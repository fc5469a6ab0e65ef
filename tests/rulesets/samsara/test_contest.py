"""SAMSARA contests on the kernel: what is told, who may know it, and who loses."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.event import Part
from certamen.kernel.view import Seat, cut_event, view
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene, Traits
from tests.rulesets.samsara.arena import actor, contest, entry, strive


def told(parts: tuple[Part, ...]) -> list[tuple[str, int | str]]:
    """What counted, row by row."""
    return [(part.label, part.value) for part in parts if part.counted]


def test_each_term_is_a_row_of_the_reckoning() -> None:
    """SAM-1, SAM-2, SAM-3, SAM-6: each term with its source, the second highest attribute and no third."""
    goal = Goal(
        id="win", attributes=("might", "grace", "wit"), abilities=("blades",), motives=("pride",),
        resist=Traits(attributes=("wit", "grace"), abilities=("blades",)), situation={"kit": 1, "b": 3},
    )  # fmt: skip
    kit = entry("a/kit", attributes={"might": 2, "grace": 4, "wit": 3}, abilities={"blades": 2}, motives={"pride": -1})
    bo = entry("b/bo", attributes={"grace": 2, "wit": 5}, severe={"physical": 1})
    going = contest(kit, bo, scene=Scene(goals=(goal,)), dice=(8,), shown="exact")
    going.overrule("set", path="kit.checks.physical", value=2)
    going.overrule("set", path="kit.situation", value=-1)
    (event, *_) = going.answer("strive", goal="win", target="bo", tactic="charge")
    assert told(event.parts) == [
        ("grace", 4),
        ("wit", 3),
        ("blades", 2),
        ("pride", -1),
        ("temporary checks", -2),
        ("situation", -1),
        ("situation", 1),
        ("modifier of Kit", 6),
        ("wit", -5),
        ("grace", -2),
        ("severe checks", 1),
        ("situation", -3),
        ("modifier of Bo", -9),
        ("1d12", 8),
        ("own", 6),
        ("against it", -9),
        ("contest roll", 5),
        ("descriptor", "simple failure"),
        ("the chart's checks", "-2/3"),
        ("charge", 2),
        ("effect rating", 2),
        ("times the rating", "-4/3"),
        ("checks to Kit", 2),
    ]
    left_out = next(part for part in event.parts if not part.counted)
    assert (left_out.label, left_out.value, left_out.why) == ("might", 2, "the two highest count")
    assert actor(going, "kit").checks == {"physical": 4}


def test_checks_that_do_not_count_are_told_as_such() -> None:
    """SAM-2, ruling `checks_apply`."""
    going = contest(
        entry("a/kit"), entry("b/bo", severe={"physical": 1}), dice=(8,), rulings={"checks_apply": "own_rolls"}
    )
    (event, *_) = strive(going, "bo")
    row = next(part for part in event.parts if part.label == "severe checks")
    assert (row.value, row.counted) == (1, False)
    assert ("checks_apply", "own_rolls") in event.rulings


def test_no_attribute_counts_twice_and_what_is_not_there_counts_nothing() -> None:
    """SAM-2."""
    goal = Goal(id="win", attributes=("might", "might", "wit"), abilities=("blades", "blades"))
    going = contest(
        entry("a/kit", abilities={"blades": 1}),
        entry("b/bo", attributes={"might": 4, "wit": 0}),
        scene=Scene(goals=(goal,)),
    )
    assert RULESET.values(going.state, actor(going, "kit"))["modifier"] == 5


def test_rules_told_are_those_used() -> None:
    """SAM-4 is told by the descriptor alone (rules tell no total), SAM-9 with other dice, SAM-8 instead of ratings."""
    assert ["SAM-4" in contest_rules(total - 4 - 12) for total in (12, 13, 15, 16)] == [False, True, True, True]
    going = contest(entry("a/kit"), entry("b/bo"), dice=(7,), rulings={"chart_shift": 1})
    assert "SAM-9" in strive(going, "bo")[0].rules
    going = contest(entry("a/kit"), entry("b/bo"), dice=(7,), rulings={"chart": "whole"})
    event = going.answer("strive", goal="strive", target="bo")[0]
    assert "SAM-8" in event.rules
    assert not {"SAM-6", "SAM-7"} & set(event.rules)


def contest_rules(more: int) -> tuple[str, ...]:
    """The rules told when one of 4 + `more` rolls a 12 against one of 0."""
    return strive(contest(entry("a/kit", 4 + more), entry("b/bo", 0), dice=(12,)), "bo")[0].rules


BLADES = {"longsword": "usual", "dagger": "usual", "mace": "usual"}


@pytest.mark.parametrize(("source", "tactic", "tool", "rows"), [
    ("tactic", "overbearing", "", [("overbearing", 3), ("effect rating", 3)]),
    ("tactic", "defensive", "", [("defensive", 1), ("effect rating", 1)]),
    ("weapon", "", "longsword", [("large longsword", 3), ("effect rating", 3)]),
    ("tactic_then_weapon", "overbearing", "dagger", [("overbearing", 3), ("small dagger", -1), ("effect rating", 2)]),
    ("tactic_then_weapon", "standard", "dagger", [("standard", 1), ("small dagger", -1), ("effect rating", 1)]),
    ("weapon_then_tactic", "charge", "dagger", [("small dagger", 1), ("charge", 1), ("effect rating", 2)]),
    ("weapon_then_tactic", "standard", "mace", [("medium mace", 2), ("standard", 0), ("effect rating", 2)]),
])  # fmt: skip
def test_the_rating_is_told_term_by_term(source: str, tactic: str, tool: str, rows: list[tuple[str, int]]) -> None:
    """SAM-7, SAM-10, SAM-11: what the effect rating is made of; never below 1, whatever the terms say."""
    going = contest(entry("a/kit", instruments=BLADES), entry("b/bo"), dice=(9,), rulings={"rating_from": source})
    chosen = {"tactic": tactic} if tactic else {}
    chosen |= {"instrument": tool} if tool else {}
    parts = told(going.answer("strive", goal="strive", target="bo", **chosen)[0].parts)
    start = [label for label, _ in parts].index("the chart's checks") + 1
    assert parts[start : start + len(rows)] == rows


def test_a_line_of_story_is_stored_and_where_it_is_missing_asked_for() -> None:
    """SAM-12."""
    going = contest(entry("a/kit"), entry("b/bo"), dice=(3, 3))
    event = strive(going, "bo", text="The lamp blinds him.")[0]
    assert event.text == "The lamp blinds him."
    names = {"kit": "Kit", "bo": "Bo"}
    sentence = "Kit strives to prevail, against Bo (standard): full failure; Kit takes 2 checks, 2 in all."
    assert RULESET.narrate(event, names) == sentence
    assert RULESET.narrate(strive(going, "kit")[0], names).endswith("What went wrong?")


def test_what_an_opponent_may_not_know() -> None:
    """Figures of the other side stay with it and the game master; what one took oneself one knows."""
    going = contest(entry("a/kit"), entry("b/bo"), dice=(12,))
    event = strive(going, "bo", "charge")[0]
    kit, bo = (cut_event(event, Seat("player", (who,))) for who in ("kit", "bo"))
    assert "delivered" not in kit.values
    assert {"modifier of Kit", "1d12", "descriptor"} <= {part.label for part in kit.parts}
    assert not {"modifier of Bo", "contest roll", "checks to Bo"} & {part.label for part in kit.parts}
    assert bo.values["delivered"] == 4
    assert "modifier of Kit" not in {part.label for part in bo.parts}
    figures = {one.id: one for one in view(going, Seat("player", ("kit",))).participants}
    assert figures["bo"].words == "on the brink"
    assert "checks" not in figures["bo"].values
    assert figures["kit"].values["checks"] == 0
    assert RULESET.narrate(kit, {"kit": "Kit", "bo": "Bo"}).endswith("full success; Bo is set back.")


def test_a_hidden_actor_strikes_unseen() -> None:
    """SAM-12 holds for the one who is struck, but he learns of no actor, no die and no act."""
    going = contest(entry("a/kit"), entry("b/bo"), entry("b/shade", hidden=True, player=""), dice=(7,))
    refused = going.refusal(Action("kit", "strive", {"goal": "strive", "target": "shade"}, going.requests[0].id))
    assert refused is not None
    assert "one of bo" in refused.reason
    going.answer("wait")
    going.answer("wait")
    going.answer("strive", goal="strive", target="kit", tactic="charge", who="shade")
    seen = view(going, Seat("player", ("kit",)))
    assert not [event for event in seen.events if "shade" in (event.actor, event.target)]
    struck = next(event for event in seen.events if event.type == "struck")
    assert RULESET.narrate(struck, {"kit": "Kit"}) == "Kit is set back by someone unseen: 1 check."
    assert struck.dice == ()


def test_a_hidden_actor_who_fails_keeps_it_to_his_side() -> None:
    going = contest(entry("b/shade", hidden=True), entry("a/kit"), dice=(6,))
    going.answer("wait", who="kit")
    events = strive(going, "kit")
    assert events[0].to == ("shade",)
    assert "struck" not in [event.type for event in events]


def test_both_out_at_once_is_nobody_s_victory() -> None:
    """SAM-14: possible where checks weigh on own rolls only."""
    worn = {"physical": 6}
    going = contest(entry("a/kit", severe=worn), entry("b/bo", severe=worn), rulings={"checks_apply": "own_rolls"})
    assert going.outcome is not None
    assert (going.outcome.winner, going.outcome.ended) == ("", True)
    assert [event.type for event in going.events] == ["lost", "lost", "outcome"]


@pytest.mark.parametrize(("modifier", "checks"), [(0, 6), (10, 16)])
def test_how_many_checks_put_one_out(modifier: int, checks: int) -> None:
    """SAM-17, against an opponent of 0 without checks, whom the game master keeps in (against +10 he has lost)."""
    going = contest(entry("a/kit", modifier), entry("b/bo", 0), entry("b/big", 15), entry("a/bess", 15))
    going.overrule("status", who="bo", status="in")
    going.overrule("set", path="kit.checks.physical", value=checks - 1)
    assert actor(going, "kit").status == "in"
    going.overrule("set", path="kit.checks.physical", value=checks)
    assert actor(going, "kit").status == "out"


@pytest.mark.parametrize("ruling", ["both", "own_rolls"])
def test_one_who_only_resists_loses_by_what_is_tried_against_him(ruling: str) -> None:
    """SAM-14: a riddle has no contest of its own; at -6 against the easiest who strives at it, it has lost."""
    solve = Goal(id="solve", pursued_by=("a",), attributes=("might", "grace"))
    people = (entry("a/kit", 4), entry("a/kat", 2), entry("b/riddle", 3, player=""))
    going = contest(*people, scene=Scene(goals=(solve,)), rulings={"checks_apply": ruling})
    assert RULESET.words(going.state, actor(going, "riddle")) == "ahead"
    going.overrule("set", path="riddle.checks.physical", value=6)
    assert (actor(going, "riddle").status, RULESET.words(going.state, actor(going, "riddle"))) == ("in", "on the brink")
    going.overrule("set", path="riddle.checks.physical", value=7)
    assert actor(going, "riddle").status == "out"
    assert going.outcome is not None
    assert going.outcome.winner == "a"


def test_what_a_simple_contest_brings_may_be_too_heavy() -> None:
    """SAM-14: judged after every change of modifiers, also one that a simple contest makes."""
    goals = (Goal(id="win"), Goal(id="vow", form="simple", power=0, helps={"win": -6}, pursued_by=("a",)))
    going = contest(entry("a/kit"), entry("b/bo"), scene=Scene(goals=goals), dice=(12,))
    events = going.answer("try", goal="vow")
    assert [event.type for event in events] == ["simple_contest", "lost", "outcome"]
    assert events[1].rulings == (("checks_apply", "both"), ("dice", "1d12"), ("chart_shift", "usual"))


def test_losing_with_other_dice_says_so() -> None:
    """SAM-9, SAM-14: what the highest roll is depends on the dice."""
    going = contest(entry("a/kit"), entry("b/bo"), rulings={"dice": "2d8"})
    going.overrule("set", path="bo.checks.physical", value=8)
    lost = next(event for event in going.events if event.type == "lost")
    assert "SAM-9" in lost.rules
    assert [part.value for part in lost.parts] == [14, -8, 6]


def test_the_game_master_sets_a_situation() -> None:
    """SAM-2: all he does is judged by it."""
    going = contest(entry("a/kit"), entry("b/bo"), dice=(4,))
    going.overrule("set", path="kit.situation", value=3)
    assert RULESET.values(going.state, actor(going, "kit"))["modifier"] == 7
    assert strive(going, "bo")[0].values["degree"] == "simple success"
