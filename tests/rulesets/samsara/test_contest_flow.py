"""SAMSARA contests on the kernel: what stays, who comes and goes, and what the game master changes."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.run import run
from certamen.kernel.state import state_hash
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene
from tests.rulesets.samsara.arena import actor, contest, entry, strive


def ended(going: Contest) -> bool:
    """Whether it is over."""
    return going.outcome is not None


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


@pytest.mark.parametrize("turns", ["alternate", "declared", "free"])
@pytest.mark.parametrize("place", range(5))
def test_a_hidden_one_moves_nobody_s_turn(turns: str, place: int) -> None:
    """SAM-18: those seen come as they would without him, at the same places."""
    seen = [entry("b/bo"), entry("a/kit"), entry("a/kat"), entry("b/bess")]
    orders = []
    for side in ("", "a", "b", "c"):
        hidden = [entry(f"{side}/shade", hidden=True)] if side else []
        going = contest(*seen[:place], *hidden, *seen[place:], rulings={"turns": turns})
        order = going.state.order
        slots = (*([order.current] if order.current else []), *order.pending)
        orders.append([(slot.who, slot.at) for slot in slots if slot.who != "shade"])
        assert len(slots) == len(seen) + len(hidden)
    assert orders == [orders[0]] * 4


def test_who_acts_next_is_asked_about_those_who_may() -> None:
    """SAM-18, ruling `turns: free`: so that a table can keep from players that only one unseen is left."""
    going = contest(entry("a/kit"), entry("b/bo", hidden=True), rulings={"turns": "free"})
    asked = []
    for who in ("kit", "bo"):
        asked.append(going.requests[0].about["next"])
        going.push(Action("gm", "name", {"who": who}, going.requests[0].id))
        going.answer("wait", who=who)
    assert asked == [("kit", "bo"), ("bo",)]


def test_an_actor_may_give_up_at_any_moment() -> None:
    """SAM-15: out of turn too, and it is not undone by anything but undo; the other, alone now, has won."""
    going = contest(entry("a/kit"), entry("b/bo"), entry("b/kat"))
    assert going.state.acting == "kit"
    before = state_hash(going.state)
    assert [offer.verb for offer in going.unasked("bo")] == ["yield", "say", "say"]
    going.push(Action("bo", "yield", text="I have had enough."))
    assert actor(going, "bo").status == "yielded"
    assert going.state.acting == "kit"
    assert not ended(going)
    assert not going.legal(Action("bo", "yield"))
    assert not going.legal(Action("kat", "wait"))
    going.push(Action("kat", "yield"))
    assert going.outcome is not None
    assert going.outcome.winner == "a"
    going.pop()
    going.pop()
    assert state_hash(going.state) == before


def test_no_act_is_called_as_the_terminal_calls_its_own() -> None:
    """SAM-15: `quit` would leave the game."""
    assert not {"quit", "exit", "q", "help", "undo"} & {act.verb for act in RULESET.acts}


def test_where_all_are_on_one_side_it_has_won() -> None:
    """SAM-19: nobody is left on the other, whichever way he went."""
    going = contest(entry("a/kit"), entry("b/bo"))
    going.overrule("side", who="bo", side="a")
    assert going.outcome is not None
    assert going.outcome.winner == "a"


def test_giving_up_by_the_rule_cites_the_ruling() -> None:
    """SAM-16."""
    going = contest(entry("a/kit"), entry("b/bo", player=""), dice=(10,), rulings={"npc_quits": "auto"})
    told = next(event for event in strive(going, "bo") if event.type == "quit")
    assert (told.rules, told.rulings) == (("SAM-16",), (("npc_quits", "auto"),))


def test_giving_up_in_ones_turn_unasked_goes_on_with_the_next() -> None:
    """SAM-15."""
    going = contest(entry("a/kit"), entry("b/bo"), entry("a/kat"))
    going.push(Action("kit", "yield"))
    assert going.state.acting == "bo"
