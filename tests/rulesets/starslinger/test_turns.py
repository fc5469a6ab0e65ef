"""Rounds and turns as they are played: posts, initiative, reactions, hands, the end (SLG-1 to 3, 25 to 29)."""

import pytest

from certamen.kernel.encounter import Objective
from certamen.rulesets.starslinger.scene import Challenge, Scene, Way
from certamen.rulesets.starslinger.sheet import Reaction, Sheet, Weapon
from tests.rulesets.starslinger.scenes import (
    MAUL,
    PISTOL,
    SWORD,
    all_used,
    figure,
    initiative,
    last,
    next_post,
    one,
    play,
    refused,
    rows,
    sheet,
    state,
)

TOGETHER = Scene(melees=(("ann", "bo"),))


def asked(contest) -> list[str]:  # type: ignore[no-untyped-def]  # any contest
    return [request.who for request in contest.requests]


# --- SLG-1, SLG-2 ----------------------------------------------------------------------------------------------


def test_slg_2_a_thread() -> None:
    """SLG-2: after the GM's post the players in any order, once each; his next post holds his own characters' turns."""
    contest = play(one("ann"), one("bo"), one("cy", player=""), post=False)
    assert asked(contest) == ["gm"]
    contest.answer("post", who="gm", kind="chase", actions=2, text="Run!")
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
    assert figure(contest, "ann").turns == 0


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


def test_slg_1_with_a_gm_the_scene_waits_for_his_post() -> None:
    """SLG-1: the GM declares that it starts; then initiative is rolled."""
    contest = play(one("ann"), one("bo"), dice="20:5 20:6", rulings={"order": "initiative"}, post=False)
    assert contest.index == 0
    contest.answer("post", who="gm", kind="brawl", actions=1)
    assert (contest.state.acting, state(contest).actions) == ("bo", 1)


def test_slg_1_late_arrivals() -> None:
    """SLG-1: who comes in later rolls and takes his place; in a thread he may post at once."""
    from msgspec.structs import replace

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


def test_joining_a_thread() -> None:
    """SLG-2: a player's character who joins while posts are due may post; the GM's waits for his next post."""
    contest = play(one("ann"), one("bo"))
    contest.overrule("join", id="cy", name="Cy", side="cy", sheet='{"hp": 9}')
    assert asked(contest) == ["ann", "bo", "gm"]
    next_post(contest)
    assert asked(contest) == ["cy"]


# --- SLG-25 ----------------------------------------------------------------------------------------------------

CUT = Reaction(name="cut", trigger="leaves", weapon="sword")
PARRY = Reaction(name="riposte", trigger="missed", weapon="sword")


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
    people = (one("ann", weapons=(PISTOL,)), one("bo", weapons=(SWORD,), reactions=(PARRY,)))
    contest = play(*people, dice="20:2 20:7 20:2")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert [provoked.reaction for provoked in figure(contest, "bo").provoked] == ["riposte"]
    contest.overrule("effect", who="bo", name="no-reaction", rounds=0)
    contest.overrule("set", path="bo.provoked", value="[]")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert figure(contest, "bo").provoked == ()


# --- SLG-3, SLG-26 ---------------------------------------------------------------------------------------------


def test_slg_3_and_26_hands() -> None:
    """SLG-26: two hands: a maul needs both; drawing, sheathing and picking up are actions, dropping is free."""
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


def test_slg_28_attempt_roll_result() -> None:
    """SLG-28: what the player says he tries stands apart, before the roll and before what comes of it."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:8 6:1")
    contest.answer("attack", who="ann", weapon="pistol", target="bo", text="I shoot at the thug.")
    told = [(event.type, event.text) for event in contest.events[-4:]]
    assert told == [("turn", ""), ("attempt", "I shoot at the thug."), ("check", ""), ("damage", "")]


@pytest.mark.parametrize(("ruling", "status"), [("out", "out"), ("dead", "dead")])
def test_slg_29_out_of_action(ruling: str, status: str) -> None:
    """SLG-29: at 0 hit points out of action, or dead; with one side left the GM is asked to end the scene."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:8 6:3", rulings={"zero_hp": ruling})
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert (figure(contest, "bo").hp, figure(contest, "bo").status) == (0, status)
    assert contest.requests[0].verbs == ("end-scene", "go-on")
    contest.answer("end-scene", who="gm")
    assert contest.outcome is not None
    assert (contest.outcome.winner, contest.outcome.reason) == ("ann", "nobody but ann is left in action")


def test_slg_29_the_scene_may_go_on() -> None:
    """SLG-29: the GM lets it go on; he is asked again in the next round."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:8 6:3")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.answer("go-on", who="gm")
    assert contest.state.acting == "ann"
    contest.answer("end", who="ann")
    next_post(contest)
    assert contest.requests[0].verbs == ("end-scene", "go-on")


def test_slg_29_the_gm_decides_a_fate() -> None:
    """SLG-29, ruling `zero_hp: gm`: asked each time; one who stays in action is not asked about again."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:8 6:3", rulings={"zero_hp": "gm"})
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.answer("fate", who="gm", status="in")
    assert (figure(contest, "bo").status, contest.state.acting) == ("in", "ann")
    contest.overrule("set", path="bo.hp", value=-1)
    assert figure(contest, "bo").status == "in"


def test_slg_29_without_a_gm_it_ends() -> None:
    """SLG-29: no GM: with one side in action it is over at once."""
    contest = initiative(one("ann", weapons=(PISTOL,)), one("bo", hurt=15), dice="20:20 20:1 20:8 6:3")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert contest.outcome is not None
    assert contest.outcome.winner == "ann"


def test_slg_29_persistent_damage() -> None:
    """SLG-29, SLG-16: 3 at the end of each of the sufferer's turns, past armour 5, until ended; it may fell him."""
    acid = Weapon(name="acid", skill="shoot", range=50, hands=0, persistent=3)
    contest = play(one("ann", weapons=(acid,)), one("bo", armour=5), one("cy", "bo"), dice="20:8")
    contest.answer("attack", who="ann", weapon="acid", target="bo")
    contest.answer("end", who="ann")
    assert figure(contest, "bo").hp == 20
    contest.answer("end", who="bo")
    assert figure(contest, "bo").hp == 17
    contest.overrule("set", path="bo.hp", value=3)
    next_post(contest)
    contest.answer("end", who="bo")
    assert figure(contest, "bo").status == "out"
    contest.overrule("end-effect", who="bo", name="persistent")
    assert not contest.state.effects


def test_slg_29_a_fate_at_a_turns_end_comes_before_the_next_turn() -> None:
    """SLG-29: by initiative too the GM is asked about one who bleeds out before the next one acts."""
    contest = play(
        one("ann"), one("bo"), one("cy", "bo"), dice="20:3 20:2 20:1", rulings={"order": "initiative", "zero_hp": "gm"}
    )
    contest.overrule("set", path="ann.hp", value=2)
    contest.overrule("effect", who="ann", name="persistent 2", rounds=0)
    contest.answer("end", who="ann")
    assert (contest.requests[0].verbs, contest.state.acting) == (("fate",), "bo")
    contest.answer("fate", who="gm", status="dead")
    assert asked(contest) == ["gm"], "one side is left"
    contest.answer("go-on", who="gm")
    assert asked(contest) == ["bo"]


def test_objectives_end_a_scene() -> None:
    """SLG-1: an objective decides it as well."""
    ways = (Way(id="run", dc=5),)
    scene = Scene(challenges=(Challenge(id="gate", name="the gate", ways=ways, gives="gone", leaves=True),))
    away = Objective("away", "ann", "get away", ("gone",))
    contest = play(one("ann"), one("bo"), dice="20:5", scene=scene, objectives=(away,))
    contest.answer("challenge", who="ann", challenge="gate", way="run", skill="shoot")
    assert figure(contest, "ann").status == "fled"
    assert contest.outcome is not None
    assert contest.outcome.winner == "ann"


def test_the_sheet_for_the_next_evening() -> None:
    """SLG-29, SLG-14: hit points lost, what is in hand, and jams are written back."""
    from certamen.rulesets.starslinger.ruleset import RULESET

    contest = play(one("ann", weapons=(PISTOL, SWORD)), one("bo"), dice="20:1")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    contest.overrule("set", path="ann.hp", value=13)
    written = RULESET.export(contest.state, figure(contest, "ann"))
    assert isinstance(written, Sheet)
    assert (written.hurt, [weapon.jammed for weapon in written.weapons]) == (7, [True, False])
    assert written.skills == sheet().skills


def test_overrules_find_the_scene_in_order() -> None:
    """SLG-1: the GM skips, swaps and removes; the next one is asked in either order."""
    for contest in (
        initiative(one("ann"), one("bo"), one("cy"), dice="20:9 20:8 20:7"),
        play(one("ann"), one("bo"), one("cy")),
    ):
        contest.answer("deed", who="ann", what="run")
        contest.overrule("skip")
        assert "bo" in asked(contest)
        assert "ann" not in asked(contest)
        contest.overrule("remove", who="bo")
        assert asked(contest)[0] == "cy"


def test_maul_is_two_handed() -> None:
    """SLG-26: more in hand than two hands hold is refused when the encounter is read."""
    from certamen.kernel.errors import EncounterError

    with pytest.raises(EncounterError, match="two hands"):
        play(one("ann", weapons=(MAUL, SWORD)), one("bo"))
