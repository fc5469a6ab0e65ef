"""Rounds and turns as they are played: posts, initiative, actions, hands (SLG-1 to SLG-3, SLG-26)."""

import pytest
from msgspec.structs import replace

from certamen.kernel.action import Action, Refusal
from certamen.kernel.view import Seat, view
from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import Weapon
from certamen.rulesets.starslinger.turnacts import HAD_TURN
from tests.rulesets.starslinger.scenes import (
    PARRY,
    SWORD,
    TOGETHER,
    all_used,
    asked,
    figure,
    initiative,
    last,
    lock,
    next_post,
    one,
    play,
    refused,
    rows,
    state,
)

# --- SLG-1, SLG-2 ----------------------------------------------------------------------------------------------


def test_slg_2_a_thread() -> None:
    """SLG-2: after the GM's post the players in any order, once each; his next post holds his own characters' turns."""
    contest = play(one("ann"), one("bo"), one("cy", player=""), post=False)
    assert asked(contest) == ["gm"]
    contest.answer("post", who="gm", actions=2, text="Run!")
    assert last(contest, "post").text == "Run!"
    assert asked(contest) == ["ann", "bo", "gm"], "the GM's own are not due in the first round"
    contest.answer("end", who="bo")
    assert asked(contest) == ["ann", "gm"]
    assert "nothing is asked of bo" in refused(contest, "end", "bo"), "a second turn is refused"
    contest.answer("deed", who="ann", what="run")
    assert asked(contest) == ["ann"], "her turn goes on, and nobody interrupts it"
    contest.answer("end", who="ann")
    next_post(contest)
    assert (contest.state.round, asked(contest)) == (2, ["cy"])
    contest.answer("end", who="cy")
    assert asked(contest) == ["ann", "bo", "gm"]


def test_slg_2_a_second_turn_is_refused() -> None:
    """SLG-2: whatever one tries who has had his turn is refused, by this rule, until the GM has posted."""
    contest = play(one("ann"), one("bo"), scene=TOGETHER)
    blow = Action("ann", "attack", {"weapon": "trip", "target": "bo", "skill": "melee"})
    assert contest.refusal(blow) == Refusal("attack is not offered"), "she is asked, and answers nothing here"
    contest.answer("end", who="ann")
    for action in (blow, Action("ann", "end"), Action("ann", "deed", {"what": "run"})):
        reason = contest.refusal(action)
        assert reason is not None
        assert reason.rule == "SLG-2"
        assert "you have had your turn" in reason.reason
    assert {offer.closed for offer in contest.unasked("ann") if offer.verb != "say"} == {HAD_TURN}
    contest.answer("end", who="bo")
    next_post(contest)
    assert asked(contest) == ["ann", "bo", "gm"]
    by_turn = initiative(one("ann"), one("bo"), dice="20:9 20:5")
    by_turn.answer("end", who="ann")
    assert by_turn.refusal(Action("ann", "end")) == Refusal("end is not offered"), "nobody posts there"


def test_slg_2_a_turn_begun_can_be_cut_short() -> None:
    """SLG-2: the GM skips the rest of a turn that its player has left lying, and posts."""
    contest = play(one("ann"), one("bo"))
    contest.answer("deed", who="ann", what="run")
    contest.overrule("skip")
    assert asked(contest) == ["bo", "gm"]
    next_post(contest)
    assert [event.actor for event in contest.events if event.type == "lost_turn"] == ["bo"]


def test_slg_2_what_a_lost_turn_brings() -> None:
    """SLG-2, SLG-29, SLG-25: time goes on: acid bites, what was to end with the turn ends, a reaction lapses."""
    people = (one("ann", weapons=(SWORD,), reactions=(PARRY,)), one("bo", weapons=(SWORD,)))
    contest = play(*people, dice="20:2", scene=TOGETHER)
    contest.answer("attack", who="bo", weapon="sword", target="ann")
    contest.answer("end", who="bo")
    contest.overrule("effect", who="ann", name="persistent 3: acid", rounds=0)
    contest.overrule("effect", who="ann", name="bonus 1", rounds=1)
    assert figure(contest, "ann").provoked
    next_post(contest)
    assert (figure(contest, "ann").hp, figure(contest, "ann").provoked) == (17, ())
    assert [effect.name for effect in contest.state.effects] == ["persistent 3: acid"]
    told = [event.type for event in contest.events[-6:]]
    assert told == ["post", "effect_ended", "turn", "lost_turn", "persistent", "round"]


def test_slg_2_who_bleeds_out_in_a_lost_turn() -> None:
    """SLG-2, SLG-29, ruling `zero_hp: gm`: the GM is asked first; put out of action, she is due no further turn."""
    contest = play(one("ann", hurt=18), one("bo"), one("cy", "bo"), rulings={"zero_hp": "gm"})
    contest.overrule("effect", who="ann", name="persistent 2", rounds=0)
    next_post(contest)
    assert contest.requests[0].verbs == ("fate",)
    contest.answer("fate", who="gm", status="out")
    contest.answer("go-on", who="gm")
    assert asked(contest) == ["bo", "cy", "gm"]


def test_slg_2_the_gm_need_not_rule_before_he_posts() -> None:
    """SLG-2, SLG-8, ruling `gm_post: when_all_have`: all have had their turns: a check that waits holds up nobody."""
    contest = play(one("ann"), one("bo"), dice="20:12", scene=lock(None), rulings={"gm_post": "when_all_have"})
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert [request.verbs[0] for request in contest.requests] == ["rule", "react"]
    contest.answer("end", who="bo")
    assert [request.verbs[0] for request in contest.requests] == ["rule", "post"]


def test_slg_2_one_turn_for_each_character() -> None:
    """SLG-2: a player with two characters has a turn for each."""
    contest = play(one("ann", "a", player="peter"), one("bo", "a", player="peter"), one("cy"))
    contest.answer("end", who="ann")
    contest.answer("end", who="bo")
    assert asked(contest) == ["cy", "gm"]


def test_slg_2_turns_not_taken_are_lost() -> None:
    """SLG-2, ruling `gm_post: any_time`: the GM posts, and ann's turn is lost."""
    contest = play(one("ann"), one("bo"))
    contest.answer("end", who="bo")
    next_post(contest)
    assert last(contest, "lost_turn").actor == "ann"
    assert (contest.state.round, asked(contest)) == (2, ["ann", "bo", "gm"])
    assert figure(contest, "ann").turns == 1, "it counts as hers all the same"


def test_slg_2_the_gm_waits_for_all() -> None:
    """SLG-2, ruling `gm_post: when_all_have`: his post is asked for when all have had their turn."""
    contest = play(one("ann"), one("bo"), rulings={"gm_post": "when_all_have"})
    assert asked(contest) == ["ann", "bo"]
    contest.answer("end", who="ann")
    contest.answer("end", who="bo")
    assert asked(contest) == ["gm"]
    contest.answer("post", who="gm")
    assert (contest.state.round, asked(contest)) == (2, ["ann", "bo"])


def test_slg_1_initiative() -> None:
    """SLG-1: 11 + 4 before 14 + 0; the same order each round."""
    contest = initiative(one("ann"), one("bo", initiative=4), dice="20:14 20:11")
    assert contest.state.order.sequence == ("bo", "ann")
    assert rows(last(contest, "initiative"))["total"] == 15
    for who in ("bo", "ann", "bo", "ann"):
        assert contest.state.acting == who
        contest.answer("end", who=who)
    assert contest.state.round == 3


def test_slg_1_ties() -> None:
    """SLG-1: equal totals go by modifier; equal modifiers roll again, among those who tie alone."""
    people = (one("ann"), one("bo", initiative=3), one("cy"), one("dee"))
    contest = initiative(*people, dice="20:13 20:10 20:13 20:20 20:5 20:5 20:7 20:9")
    assert contest.state.order.sequence == ("dee", "bo", "cy", "ann")
    assert all_used(contest)


def test_slg_1_a_tie_with_a_hidden_one() -> None:
    """SLG-1: ann and the hidden bo tie: both roll again in secret: she sees no tie, and her next die is the same."""
    people = (one("ann"), one("bo", player="", hidden=True), one("cy", "bo", player=""))
    contest = play(*people, dice="20:10 20:10 20:1 20:3 20:5", rulings={"order": "initiative"})
    assert contest.state.order.sequence == ("bo", "ann", "cy")
    seen = view(contest, Seat("player", ("ann",))).events
    assert [event.actor for event in seen if event.type in ("initiative", "tie")] == ["ann", "cy"]
    ties = [event for event in contest.events if event.type == "tie"]
    assert [(event.actor, event.dice[0].kind, event.to) for event in ties] == [
        ("ann", "secret", ()),
        ("bo", "secret", ("bo", "cy")),
    ]
    assert contest.counts["ann", "open"] == 1


def test_slg_1_a_tie_of_three_with_one_hidden() -> None:
    """SLG-1: ann and cy roll again openly, as they would without the hidden bo, who rolls in secret between them."""
    people = (one("ann"), one("bo", player="", hidden=True), one("cy"), one("dee"))
    contest = play(*people, dice="20:10 20:10 20:10 20:1 20:5 20:7 20:9", rulings={"order": "initiative"})
    assert contest.state.order.sequence == ("cy", "bo", "ann", "dee")
    kinds = {event.actor: (event.dice[0].kind, event.to) for event in contest.events if event.type == "tie"}
    assert kinds == {"ann": ("open", ("*",)), "bo": ("secret", ("bo",)), "cy": ("open", ("*",))}
    assert rows(last(contest, "tie")) == {"d20": 9}


def test_slg_1_with_a_gm_the_scene_waits_for_his_post() -> None:
    """SLG-1: the GM declares that it starts; then initiative is rolled."""
    contest = play(one("ann"), one("bo"), dice="20:5 20:6", rulings={"order": "initiative"}, post=False)
    assert contest.index == 0
    contest.answer("post", who="gm", actions=1)
    assert (contest.state.acting, state(contest).actions) == ("bo", 1)


def test_slg_1_late_arrivals() -> None:
    """SLG-1: who comes in later rolls and takes his place; in a thread he may post at once."""
    late = replace(one("cy"), arrives=2)
    contest = initiative(one("ann"), one("bo"), late, dice="20:5 20:15 20:10")
    contest.answer("end", who="bo")
    contest.answer("end", who="ann")
    assert contest.state.order.sequence == ("bo", "cy", "ann")
    assert contest.state.acting == "bo"
    thread = play(one("ann"), one("bo"), late)
    next_post(thread)
    assert asked(thread) == ["ann", "bo", "cy", "gm"]


@pytest.mark.parametrize(("face", "order"), [(20, ["ann"]), (12, ["cy", "ann"]), (1, ["ann", "cy"])])
def test_slg_1_joining_in_mid_round(face: int, order: list[str]) -> None:
    """SLG-1: a newcomer has a turn this round unless its time is past; nobody else loses or repeats one."""
    contest = initiative(one("ann"), one("bo"), dice=f"20:5 20:15 20:{face}")
    contest.overrule("join", id="cy", name="Cy", side="cy", sheet='{"hp": 9}')
    assert [slot.who for slot in contest.state.order.pending] == order
    assert contest.state.acting == "bo"


def test_slg_2_who_comes_in_before_the_gm_posts_has_a_turn() -> None:
    """SLG-2: whether the others have had theirs or not, in either ruling; the GM waits for the newcomer."""
    for ruling, rest in (("any_time", ["cy", "gm"]), ("when_all_have", ["cy"])):
        contest = play(one("ann"), one("bo"), replace(one("cy"), arrives=9), rulings={"gm_post": ruling})
        contest.answer("end", who="ann")
        contest.answer("end", who="bo")
        contest.overrule("enter", who="cy")
        assert asked(contest) == rest


def test_slg_2_the_fallen_hold_up_nobody() -> None:
    """SLG-2, SLG-29: whoever falls before his turn has none, and none to lose: the thread goes on without him."""
    contest = play(one("ann"), one("bo"), one("cy", player=""), rulings={"gm_post": "when_all_have"})
    contest.answer("end", who="ann")
    contest.overrule("set", path="bo.hp", value=0)
    next_post(contest)
    assert "lost_turn" not in {event.type for event in contest.events}
    assert asked(contest) == ["cy"]
    contest.overrule("set", path="cy.hp", value=0)
    assert asked(contest) == ["gm"], "one side is left"
    contest.answer("go-on", who="gm")
    assert asked(contest) == ["ann"]


def test_slg_8_a_check_that_waits_does_not_hold_up_the_players() -> None:
    """SLG-8, SLG-2: the GM's own have had their turns: the players follow, though he has not ruled yet."""
    contest = play(one("ann"), one("bo"), one("cy", player=""), dice="20:12", scene=lock(None))
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    next_post(contest)
    assert asked(contest) == ["gm", "cy"]
    contest.answer("end", who="cy")
    assert asked(contest) == ["gm", "ann", "bo", "gm"]


def test_joining_a_thread() -> None:
    """SLG-2: a player's character who joins while posts are due may post; the GM's waits for his next post."""
    contest = play(one("ann"), one("bo"))
    contest.overrule("join", id="cy", name="Cy", side="cy", sheet='{"hp": 9}')
    assert asked(contest) == ["ann", "bo", "gm"]
    next_post(contest)
    assert asked(contest) == ["cy"]


def test_slg_3_and_26_hands() -> None:
    """SLG-26: a maul needs both hands; draw, sheathe and pick-up take an action each, drop none."""
    maul = Weapon(name="maul", skill="melee", damage="1d10", hands=2, held=False)
    contest = play(one("ann", weapons=(SWORD, maul)), one("bo"))
    assert "2 hands, 1 free (SLG-26)" in refused(contest, "draw", "ann", item="maul")
    contest.answer("drop", who="ann", item="sword")
    assert len(figure(contest, "ann").budget.spent) == 0
    contest.answer("draw", who="ann", item="maul")
    assert "SLG-26" in refused(contest, "pick-up", "ann", item="sword")
    contest.answer("sheathe", who="ann", item="maul")
    contest.answer("pick-up", who="ann", item="sword")
    assert [item.held for item in figure(contest, "ann").carried] == [False, True]
    assert contest.state.acting == "", "draw, sheathe and pick up: three actions"


def test_slg_3_refused_when_all_are_spent() -> None:
    """SLG-3: stunned with one action a turn, ann has none: the offers say so, and dropping is still free."""
    contest = play(one("ann", weapons=(SWORD,)), one("bo"), scene=Scene(actions=1))
    contest.overrule("effect", who="ann", name="stunned", rounds=0)
    assert "all 0 actions of this turn are spent (SLG-3)" in refused(contest, "deed", "ann", what="run")
    assert "SLG-3" in refused(contest, "sheathe", "ann", item="sword")
    contest.answer("drop", who="ann", item="sword")
    assert contest.state.acting == ""


# --- SLG-28, SLG-29 --------------------------------------------------------------------------------------------
