"""dualaction as a contest: turns, tasks, latecomers, overrules, objectives, sheets for the next evening."""

import pytest

from certamen.dice import Seeded
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Objective
from certamen.kernel.errors import IllegalAction
from certamen.kernel.run import run
from certamen.kernel.state import effects_on
from certamen.rulesets.dualaction.mechanics import BOTH, FREE, PRIMARY, SECONDARY
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Door, Scene, Task
from certamen.rulesets.dualaction.sheet import Ability, Item, Modifier, Weapon
from certamen.rulesets.dualaction.state import Combat, cost_of, spent
from tests.rulesets.dualaction.ring import KNIFE, act, combat, last, one


def state_of(contest: Contest) -> Combat:
    assert isinstance(contest.state, Combat)
    return contest.state


def winner(contest: Contest) -> str | None:
    return contest.outcome.winner if contest.outcome else None


# --- turns -----------------------------------------------------------------------------------------------------


def test_abilities_only_in_ones_own_turn() -> None:
    """DUA-17: nobody else is asked, and answering for him is refused."""
    contest = combat(one("ann"), one("bo", abilities=(Ability(name="appraise", use="other"),)), dice="20 10")
    request = contest.requests[0]
    assert request.who == "ann"
    with pytest.raises(IllegalAction):
        contest.push(Action("bo", "ability", {"ability": "appraise", "target": "bo"}, request.id))
    act(contest, "end")
    act(contest, "ability", ability="appraise", target="bo")
    assert last(contest, "ability").rules == ("DUA-17",)


@pytest.mark.parametrize(
    ("economy", "shown"), [("primary_secondary", (("primary", 1), ("secondary", 1))), ("single", (("turn", 1),))]
)
def test_costs_as_offers_show_them(economy: str, shown: tuple[tuple[str, int], ...]) -> None:
    """DUA-5, DUA-6, DUA-8."""
    state = state_of(combat(one("ann"), one("bo"), rulings={"economy": economy}))
    assert cost_of(state, BOTH) == shown
    assert cost_of(state, FREE) == ()
    assert cost_of(state, PRIMARY) == shown[:1]
    assert cost_of(state, SECONDARY) == shown[-1:]
    assert spent(state, state.participants["ann"]) == FREE


def test_an_aimed_shot_is_by_default_a_shot_like_any_other() -> None:
    """DUA-19: the source gives it no figures: no bonus, and the primary action alone."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5", hp=90), dice="20 10")
    act(contest, "aim", "5", target="bo", weapon="pistol")
    assert last(contest, "attack").values["hits"] == 0, "5 misses 6"
    ann = state_of(contest).participants["ann"]
    assert (contest.state.acting, spent(state_of(contest), ann)) == ("ann", PRIMARY)


def test_a_free_task_states_its_length() -> None:
    """DUA-2: 10 seconds are 4 turns, which most likely outlast the fight; knocked out, it is lost."""
    contest = combat(one("ann", "5,5"), one("bo", "9,5", skills={"infantry": 9}), dice="20 10")
    act(contest, "task", what="hot-wire the van", seconds=10)
    ann = state_of(contest).participants["ann"]
    assert ann.task is not None
    assert (ann.task.turns, ann.task.worked) == (4, 0)
    with pytest.raises(IllegalAction, match="in hand"):
        act(contest, "task", what="something else", seconds=10)
    act(contest, "end")
    contest.overrule("set", path="ann.hp", value=3)
    act(contest, "attack", "1 8", target="ann", weapon="pistol")
    assert state_of(contest).participants["ann"].task is None
    assert winner(contest) == "b"


def test_a_free_task_sets_no_mark_of_the_scenes() -> None:
    """DUA-2: whatever one calls it: only the scene's own task, done in its place, opens the gate."""
    scene = Scene(
        doors=(Door(id="gate", line="8,5 9,5", locked=True),),
        tasks=(Task(id="crack", seconds=300, at="30,20", side="b", opens="gate"),),
    )
    aim = Objective(id="x", side="a", title="it is open", needs=("crack",))
    contest = combat(one("ann", "5,5"), one("bo", "20,5"), dice="20 10", scene=scene, objectives=(aim,))
    act(contest, "task", what="crack", seconds=4)
    for _ in range(3):
        act(contest, "end")
    assert last(contest, "task_done").values["task"] == "crack"
    assert contest.state.marks == ()
    assert not state_of(contest).space.ground.doors[0].open
    assert contest.outcome is None


def test_the_way_of_a_turn_can_be_made_in_parts() -> None:
    """DUA-6, DUA-7: 2 m, a shot, 4 m more."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5", hp=90), dice="20 10")
    act(contest, "move", to="7,5")
    act(contest, "attack", "1", target="bo", weapon="pistol")
    act(contest, "move", to="3,5")
    assert state_of(contest).acting == "bo"
    assert [spend.by for spend in state_of(contest).participants["ann"].budget.spent] == ["move", "pistol"]


def test_the_move_offers_say_what_they_cost() -> None:
    """DUA-6, DUA-7: near places for the secondary action, the others for both, none beyond 2 x AG."""
    contest = combat(one("ann", "5,5", agility=3), one("bo", "15,5"), dice="20 10")
    moves = [offer for offer in contest.offers() if offer.verb == "move"]
    assert [offer.cost for offer in moves] == [(("secondary", 1),), (("primary", 1), ("secondary", 1)), ()]
    near, far = ({option.id: option.note for option in offer.fields[0].options} for offer in moves[:2])  # type: ignore[union-attr]  # a place to choose
    assert near["8,5"] == "3 m"
    assert far["11,5"] == "6 m"
    assert "12,5" not in near | far
    assert moves[2].closed is not None
    assert moves[2].closed.rule == "DUA-7"


def test_rounds_pass_until_those_who_are_awaited_arrive() -> None:
    """DUA-1: nobody is up, and both sides expect someone: it is not over; who comes acts in that round."""
    contest = combat(one("ann"), one("bill"), one("bo", arrives=4), one("al", arrives=6), dice="20 10")
    contest.source = Seeded(3)
    contest.overrule("set", path="bill.hp", value=0)
    contest.overrule("set", path="ann.hp", value=0)
    assert [(contest.state.round, contest.state.acting)] == [(4, "bo")]
    act(contest, "end")
    assert contest.state.round == 5
    act(contest, "end")
    assert contest.state.round == 6
    assert winner(contest) is None
    assert {one.id for one in contest.state.participants.values() if one.status == "in"} == {"al", "bo"}


def test_who_is_awaited_alone_has_won() -> None:
    """DUA-1."""
    contest = combat(one("ann"), one("bill"), one("bo", arrives=4), dice="20 10")
    contest.overrule("set", path="ann.hp", value=0)
    assert winner(contest) == "b"


def test_who_comes_late_stands_behind_those_he_ties_with() -> None:
    """DUA-3."""
    contest = combat(one("ann"), one("bo"), one("cy", arrives=2), dice="20 10")
    act(contest, "end")
    act(contest, "end", "cy:d20:10")
    assert contest.state.order.sequence == ("ann", "bo", "cy")
    contest = combat(one("ann"), one("bo"), one("cy", arrives=2), dice="20 10")
    act(contest, "end")
    act(contest, "end", "cy:d20:11")
    assert contest.state.order.sequence == ("ann", "cy", "bo")


def test_an_objective_decides() -> None:
    """DUA-2: a task's mark is what an objective looks for."""
    scene = Scene(tasks=(Task(id="press", seconds=1, at="6,5"),))
    aim = Objective(id="x", side="a", title="the button is pressed", needs=("press",))
    contest = combat(one("ann", "5,5"), one("bo", "20,5"), dice="20 10", scene=scene, objectives=(aim,))
    act(contest, "task", task="press")
    assert winner(contest) is None
    act(contest, "end")
    assert winner(contest) == "a"


# --- the game master -------------------------------------------------------------------------------------------


def test_overrules_have_their_consequences() -> None:
    """DUA-12, DUA-16: no HP left is down at once, also in his own turn; the game master may put anyone anywhere."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5"), one("ben", "16,5"), dice="20 10 5")
    contest.overrule("place", who="bo", at="7,7")
    assert RULESET.values(contest.state, contest.state.participants["bo"])["place"] == "7,7"
    contest.overrule("set", path="bo.hp", value=0)
    assert contest.state.participants["bo"].status == "out"
    assert contest.state.acting == "ann"
    contest.overrule("skip")
    assert contest.state.acting == "ben"
    contest.overrule("set", path="ben.hp", value=-1)
    assert winner(contest) == "a"


@pytest.mark.parametrize("at", ["north", "99,99", "3.5,4", "1,1,1", ""])
def test_a_place_that_is_none_is_refused(at: str) -> None:
    """DUA-16: the game master is told what a place is."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5"), dice="20 10")
    with pytest.raises(IllegalAction, match=r"a column and a row|on the map|text"):
        contest.overrule("place", who="bo", at=at)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [("bo.hp", 0, "Bo is out of it"), ("bo.status", "fled", "Bo is out of it")],
)
def test_an_attack_whose_target_is_gone_is_taken_back(path: str, value: str | int, why: str) -> None:
    """DUA-18: between what was shown and the word to go ahead; nothing is spent."""
    trait = Modifier(name="cruel", damage=1)
    contest = combat(one("ann", "5,5", traits=(trait,)), one("bo", "6,5"), one("ben", "30,5"), dice="20 10 5")
    act(contest, "attack", target="bo", weapon="knife")
    if path.endswith("status"):
        contest.overrule("status", who="bo", status=value)
    else:
        contest.overrule("set", path=path, value=value)
    act(contest, "confirm")
    told = last(contest, "taken_back")
    assert told.values == {"why": why}
    assert RULESET.narrate(told, {"ann": "Ann"}) == f"Ann thinks better of it: {why}."
    assert spent(state_of(contest), state_of(contest).participants["ann"]) == FREE


def test_an_attack_whose_target_is_out_of_reach_is_taken_back() -> None:
    """DUA-15, DUA-18."""
    contest = combat(one("ann", "5,5", traits=(Modifier(name="cruel", damage=1),)), one("bo", "6,5"), dice="20 10")
    act(contest, "attack", target="bo", weapon="knife")
    contest.overrule("place", who="bo", at="9,5")
    act(contest, "confirm")
    assert last(contest, "taken_back").values == {"why": "Bo is 4 m away, knife reaches 1 m"}
    act(contest, "attack", target="bo", weapon="pistol")


def test_a_turn_put_off_by_a_swap_goes_on_with_what_it_has_spent() -> None:
    """DUA-9: the game master's swap; the actions spent stay spent, nothing is renewed."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5"), dice="20 10")
    act(contest, "crouch")
    contest.overrule("swap", one="ann", other="bo")
    assert contest.state.acting == "bo"
    act(contest, "end")
    assert contest.state.acting == "ann"
    assert contest.state.round == 1
    assert spent(state_of(contest), state_of(contest).participants["ann"]) == SECONDARY


def test_a_joiner_acts_from_the_next_round_on() -> None:
    """DUA-3."""
    contest = combat(one("ann", "5,5"), one("bo", "15,5"), dice="20 10")
    contest.source = Seeded(1)
    contest.overrule("join", id="bob", name="Bob", side="b", sheet='{"hp": 12}', at="9,9")
    assert "bob" in contest.state.order.sequence
    assert RULESET.values(contest.state, contest.state.participants["bob"])["place"] == "9,9"
    act(contest, "end")
    act(contest, "end")
    assert contest.state.round == 2


def test_effects_of_abilities_survive_undo() -> None:
    """DUA-6: two turns of the user; undone, they are as they were."""
    focus = Ability(name="focus", cost="secondary", turns=2, to_hit=1)
    contest = combat(one("ann", abilities=(focus,)), one("bo"), dice="20 10")
    act(contest, "ability", ability="focus", target="ann")
    before = contest.state
    for _ in range(2):
        act(contest, "end")
    assert [effect.name for effect in effects_on(contest.state, "ann")] == ["focus"]
    for _ in range(2):
        act(contest, "end")
    assert effects_on(contest.state, "ann") == ()
    for _ in range(4):
        contest.pop()
    assert contest.state == before


def test_the_sheets_for_the_next_evening() -> None:
    """DUA-6, DUA-12, DUA-14: wounds, wear, what is loaded, thrown and used up."""
    gun = Weapon(name="gun", skill="infantry", damage="5-12", optimal=20, magazine=6, wear=2)
    axe = Weapon(name="axe", skill="melee", damage="3-8", thrown=9, count=3)
    ann = one(
        "ann",
        "5,5",
        weapons=(gun, axe, KNIFE),
        items=(Item(name="stim kit", count=2, heals=5),),
        wounds=3,
        skills={"infantry": 5},
    )
    contest = combat(ann, one("bo", "15,5", dr=3), dice="20 10")
    act(contest, "use", item="stim kit", target="ann")
    act(contest, "attack", "1 8", target="bo", weapon="gun")
    act(contest, "end")
    act(contest, "throw", "1", target="bo", weapon="axe")
    kept = {who: RULESET.export(contest.state, person) for who, person in contest.state.participants.items()}
    assert (kept["bo"].wounds, kept["bo"].worn) == (9, 2)
    assert kept["ann"].wounds == 0
    assert [weapon.loaded for weapon in kept["ann"].weapons] == [5, None, None]
    assert [weapon.count for weapon in kept["ann"].weapons] == [1, 2, 1]
    assert kept["ann"].items[0].count == 1
    again = combat(one("ann"), one("bo", dr=3, wounds=9, worn=2), dice="20 10")
    assert RULESET.values(again.state, again.state.participants["bo"])["hp"] == 21
    assert RULESET.values(again.state, again.state.participants["bo"])["dr"] == 1


def test_a_fight_that_cannot_end_is_stopped() -> None:
    """DUA-1: nobody can hurt anybody; the runner stops it and says so."""
    contest = combat(
        one("ann", "5,5", weapons=(), strength=1, dr=9), one("bo", "6,5", weapons=(), strength=1, dr=9), dice=""
    )
    outcome = run(contest, max_rounds=5)
    assert not outcome.ended
    assert "5 rounds" in outcome.reason
