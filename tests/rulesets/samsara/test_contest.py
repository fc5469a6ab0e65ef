"""SAMSARA contests on the kernel: what is told, who may know it, who loses, and what is left."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.event import Part
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from certamen.kernel.view import Seat, cut_event, view
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene, Traits
from tests.rulesets.samsara.arena import actor, contest, entry, strive


def ended(going: Contest) -> bool:
    """Whether it is over."""
    return going.outcome is not None


def told(parts: tuple[Part, ...]) -> list[tuple[str, int | str]]:
    """What counted, row by row."""
    return [(part.label, part.value) for part in parts if part.counted]


def test_the_log_shows_the_sum_term_by_term() -> None:
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
        ("effect rating", 2),
        ("times the rating", "-4/3"),
        ("checks", 2),
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
    """SAM-4 is told beyond the printed rows, SAM-9 with other dice, SAM-8 instead of ratings."""
    going = contest(entry("a/kit", 9), entry("b/bo", 5), dice=(12, 1))
    assert "SAM-4" in strive(going, "bo")[0].rules  # 16
    assert "SAM-4" not in contest_rules(15 - 4 - 12)
    assert "SAM-4" in contest_rules(16 - 4 - 12)
    going = contest(entry("a/kit"), entry("b/bo"), dice=(7,), rulings={"chart_shift": 1})
    assert "SAM-9" in strive(going, "bo")[0].rules
    going = contest(entry("a/kit"), entry("b/bo"), dice=(7,), rulings={"chart": "whole"})
    event = going.answer("strive", goal="strive", target="bo")[0]
    assert "SAM-8" in event.rules
    assert not {"SAM-6", "SAM-7"} & set(event.rules)


def contest_rules(more: int) -> tuple[str, ...]:
    """The rules told when one of 4 + `more` rolls a 12 against one of 0."""
    return strive(contest(entry("a/kit", 4 + more), entry("b/bo", 0), dice=(12,)), "bo")[0].rules


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
    assert not {"modifier of Bo", "contest roll", "checks"} & {part.label for part in kit.parts}
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


def test_the_game_master_sets_a_situation() -> None:
    """SAM-2: all he does is judged by it."""
    going = contest(entry("a/kit"), entry("b/bo"), dice=(4,))
    going.overrule("set", path="kit.situation", value=3)
    assert RULESET.values(going.state, actor(going, "kit"))["modifier"] == 7
    assert strive(going, "bo")[0].values["degree"] == "simple success"


@pytest.mark.parametrize(("ruling", "severe"), [("third", {"physical": 3}), ("none", {"physical": 1})])
def test_what_stays_is_written_to_the_sheet(ruling: str, severe: dict[str, int]) -> None:
    """SAM-20: 7 temporary checks leave 2 severe ones beside the one held before; attributes are as they were."""
    going = contest(entry("a/kit"), entry("b/bo", severe={"physical": 1}), rulings={"severe": ruling})
    going.overrule("set", path="bo.checks.physical", value=7)
    assert going.outcome is not None
    after = RULESET.export(going.state, actor(going, "bo"))
    assert after.severe == severe
    assert after.attributes == {"might": 4, "grace": 0}
    assert RULESET.export(going.state, actor(going, "kit")).severe == {}
    again = contest(entry("a/kit"), entry("b/bo", severe=after.severe))
    assert actor(again, "bo").severe == severe
    assert actor(again, "bo").checks == {"physical": 0}


def test_what_the_game_master_leaves_is_written_too() -> None:
    """SAM-20, ruling `severe: gm`; each who took checks is asked about, and 0 is what he starts from."""
    going = contest(entry("a/kit"), entry("b/bo"), rulings={"severe": "gm"})
    going.overrule("set", path="kit.checks.physical", value=1)
    going.overrule("set", path="bo.checks.physical", value=8)
    assert [request.about["who"] for request in going.requests] == ["kit", "bo"]
    assert not ended(going)
    going.take_default(going.requests[0])
    going.answer("severe", physical=5)
    assert ended(going)
    assert RULESET.export(going.state, actor(going, "bo")).severe == {"physical": 5}
    assert RULESET.export(going.state, actor(going, "kit")).severe == {}


def test_late_comers_come_last_and_are_judged_from_their_own_start() -> None:
    """SAM-16, SAM-18."""
    going = contest(entry("a/kit"), entry("b/bo"), entry("b/late", 6, arrives=2, player=""))
    going.answer("wait")
    going.answer("wait")
    assert going.state.round == 2
    assert actor(going, "late").starting == 6
    assert [slot.who for slot in going.state.order.pending] == ["bo", "late"]
    joined = '{"attributes": {"might": 1, "grace": 1}}'
    going.overrule("join", id="kat", name="Kat", side="a", sheet=joined)
    assert [slot.who for slot in going.state.order.pending] == ["bo", "late", "kat"]
    assert actor(going, "kat").checks == {"physical": 0}


def test_a_joiner_with_one_attribute_still_counts_it() -> None:
    going = contest(entry("a/kit"), entry("b/bo"))
    going.overrule("join", id="kat", name="Kat", side="a", sheet='{"attributes": {"might": 1}}')
    assert RULESET.values(going.state, actor(going, "kat"))["modifier"] == 1


def test_who_is_out_is_asked_nothing_more() -> None:
    """SAM-14: also in the middle of his own turn."""
    going = contest(entry("a/kit"), entry("a/kat"), entry("b/bo"))
    assert going.state.acting == "kit"
    going.overrule("set", path="kit.checks.physical", value=9)
    assert going.state.acting == "bo"
    assert [request.who for request in going.requests] == ["bo"]


def test_nobody_left_in_is_an_end() -> None:
    going = contest(entry("a/kit"), entry("b/bo"))
    going.overrule("status", who="kit", status="waiting")
    going.overrule("status", who="bo", status="waiting")
    assert going.outcome is not None
    assert going.outcome.winner == ""


def test_an_ended_contest_may_be_put_right_and_reopened() -> None:
    """SAM-14: lost stays lost unless the game master overrules it."""
    going = contest(entry("a/kit"), entry("b/bo"), dice=(7,))
    going.overrule("set", path="bo.checks.physical", value=6)
    assert ended(going)
    going.overrule("status", who="bo", status="in")
    going.overrule("reopen")
    assert not ended(going)
    going.answer("wait", who=going.state.acting)
    assert actor(going, "bo").kept_in


def test_undo_of_a_question_to_the_game_master() -> None:
    """SAM-16: the question, the answer and what followed are taken back."""
    going = contest(entry("a/kit"), entry("b/bo", player=""), dice=(10,))
    before = state_hash(going.state)
    strive(going, "bo")
    assert going.requests[0].who == "gm"
    going.answer("let-quit")
    assert going.outcome is not None
    going.pop()
    going.pop()
    assert state_hash(going.state) == before


def test_a_question_about_one_who_has_left_does_nothing() -> None:
    """SAM-16."""
    going = contest(entry("a/kit"), entry("b/bo", player=""), entry("b/bea"), dice=(10,))
    strive(going, "bo")
    going.overrule("remove", who="bo")
    assert going.requests[0].who == "gm"
    going.answer("let-quit")
    assert [request.who for request in going.requests] == ["bea"]


def test_a_turn_put_off_goes_on_with_what_it_has_left() -> None:
    """SAM-18: who has acted does not act again because he changes places."""
    hum = Goal(id="hum", form="simple", power=0, free=True)
    people = (entry("a/kit"), entry("b/bo"), entry("a/kat"))
    going = contest(*people, scene=Scene(goals=(hum, Goal(id="strive"))), dice=(12, 7))
    going.answer("try", goal="hum")
    going.overrule("swap", one="kit", other="kat")
    assert going.state.acting == "kat"
    going.answer("wait")
    going.answer("wait")
    assert (going.state.acting, going.state.round, actor(going, "kit").turns) == ("kit", 1, 1)
    strive(going, "bo")
    assert going.state.round == 2


def test_a_reinforcement_that_is_hopeless_ends_it_at_once() -> None:
    """SAM-14: judged as soon as he comes in."""
    going = contest(entry("a/kit", 9), entry("b/bo", 9), entry("b/wee", 0, arrives=2))
    going.answer("wait")
    going.overrule("status", who="bo", status="yielded")
    assert [event.type for event in going.events][-3:] == ["enters", "lost", "outcome"]
    assert going.outcome is not None
    assert (going.outcome.winner, actor(going, "wee").status) == ("a", "out")


def test_where_no_goal_is_open_a_policy_waits() -> None:
    goals = (Goal(id="door", form="simple", power=9, pursued_by=("a",)), Goal(id="in", after=("door",)))
    going = contest(entry("a/kit"), entry("b/bo"), scene=Scene(goals=goals))
    going.answer("wait")
    run(going, max_rounds=1)
    assert going.entries[2].action == Action("bo", "wait", {}, "bo-1")


def test_checks_are_never_fewer_than_none() -> None:
    going = contest(entry("a/kit"), entry("b/bo"))
    going.overrule("set", path="bo.checks.physical", value=-3)
    assert actor(going, "bo").checks == {"physical": 0}


def test_the_game_master_may_leave_the_default_turn_to_one_who_has_gone() -> None:
    """SAM-18, ruling `turns: free`: the default stays an answer, whoever leaves meanwhile."""
    going = contest(entry("a/kit"), entry("b/bo"), entry("a/kat"), rulings={"turns": "free"})
    going.overrule("status", who="kit", status="yielded")
    going.take_default(going.requests[0])
    assert going.state.acting == "bo"
    going.answer("wait")
    going.overrule("status", who="kat", status="yielded")
    assert ended(going)
