"""StarCluster as a contest: what is told to whom, hidden ones, reckonings, sheets, what is wrong with an encounter."""

from pathlib import Path

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.errors import EncounterError
from certamen.kernel.run import run
from certamen.kernel.view import SPECTATOR, Seat, view
from certamen.rulesets.starcluster.ruleset import RULESET
from certamen.rulesets.starcluster.sheet import Range, Scene, Sheet, Task
from tests.rulesets.starcluster.arena import REVOLVER, fight, fighter, keep_all, last

EXAMPLES = Path(__file__).parents[3] / "examples" / "starcluster"


def test_no_shift_is_seen_before_all_are_in() -> None:
    """SC2-19: with `together`, an answer shows nowhere but with its owner until the last is in."""
    contest = fight(fighter("ann", "a", player="Ann"), fighter("bob", "b", player="Bob"), faces=(40, 90))
    contest.answer("sooner", who="ann", text="now or never", points=30, quality=0)
    seen = view(contest, Seat("player", ("bob",)))
    assert seen.events[-1].type == "initiative"
    assert seen.participants[0].values["initiative"] == 40
    own = view(contest, Seat("player", ("ann",)))
    assert (own.events[-1].type, own.events[-1].text) == ("declared", "now or never")
    contest.answer("keep", who="bob")
    shift = view(contest, Seat("player", ("bob",))).events[-2]
    assert (shift.type, shift.values["initiative"], shift.values["chance"]) == ("shift", 10, -30)


def test_figures_of_enemies_are_words() -> None:
    """SC2-10, SC2-14: what is left of another's Constitution is not told, how he looks is."""
    contest = fight(fighter("ann", "a", player="Ann", gun=9), fighter("bob", "b"), faces=(10, 90, 50, 99))
    keep_all(contest)
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    bob = view(contest, Seat("player", ("ann",))).participants[1]
    assert bob.words == "hindered"
    assert "constitution" not in bob.values
    wound = view(contest, Seat("player", ("ann",))).events[-1]
    assert (
        RULESET.narrate(wound, {"bob": "Bob"})
        == "Bob loses 114 Constitution: hindered, chances to come fall 20 points later."
    )
    assert (
        RULESET.narrate(last(contest, "wound"), {"bob": "Bob"})
        == "Bob loses 114 Constitution, 286 left: hindered, chances to come fall 20 points later."
    )


def test_shown_nothing_hides_the_words() -> None:
    """SC2-14: where the encounter shows nothing, a wound's name is for his own side."""
    contest = fight(
        fighter("ann", "a", player="Ann", gun=9), fighter("bob", "b"), faces=(10, 90, 50, 99), shown="nothing"
    )
    keep_all(contest)
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    seen = view(contest, Seat("player", ("ann",)))
    assert seen.participants[1].words == ""
    assert {"wound", "crossed", "left"}.isdisjoint(seen.events[-1].values)


def test_who_comes_in_while_shifts_are_declared_waits_for_the_next_round() -> None:
    """SC2-2, SC2-19: no chance without a base roll of this round, for one who is raised again as well."""
    people = (fighter("ann", "a"), fighter("bob", "b"), fighter("cid", "b"), fighter("dee", "b", arrives=9))
    contest = fight(*people, faces=(30, 40, 50, 60, 70, 80, 1, 2, 3, 4))
    contest.overrule("enter", who="dee")
    contest.overrule("status", who="cid", status="out")
    keep_all(contest)
    assert [contest.state.acting, *(slot.who for slot in contest.state.order.pending)] == ["ann", "bob"]
    while contest.state.round == 1:
        contest.take_default(contest.requests[0])
    assert [request.who for request in contest.requests] == ["ann", "bob", "dee"]
    contest.overrule("status", who="cid", status="in")
    keep_all(contest)
    assert [contest.state.acting, *(slot.who for slot in contest.state.order.pending)] == ["ann", "bob", "dee"]


def test_one_with_two_chances_at_once_is_not_tied_with_himself() -> None:
    """SC2-16: the game master has exchanged places so that two of Ann's fall together."""
    contest = fight(fighter("ann", "a", gun=10), fighter("bob", "b"), faces=(10, 30, 7, 8))
    keep_all(contest)
    contest.answer("pass", who="ann")
    contest.overrule("swap", one="ann", other="bob")
    contest.answer("pass", who="bob")
    assert [(slot.who, slot.at) for slot in contest.state.order.pending] == [("ann", 30)]
    contest.answer("pass", who="ann")
    assert contest.state.acting == "ann"


def test_openly_the_latest_base_roll_declares_first() -> None:
    """SC2-19, ruling `shift_declared: in_order`: the base roll counts, not what wounds add to it (SC2-12)."""
    hurt = Sheet(constitution=400, wounds=120, weapons=(REVOLVER,))
    people = (fighter("ann", "a", sheet=hurt, gun=0), fighter("bob", "b"))
    contest = fight(*people, faces=(30, 40), rulings={"shift_declared": "in_order"})
    assert contest.state.participants["ann"].initiative == 50  # type: ignore[attr-defined]  # a Combatant
    assert [request.who for request in contest.requests] == ["bob"]


def test_a_hidden_one_moves_nobodys_dice_and_shows_nowhere() -> None:
    """SC2-2, SC2-16: with a hidden third, even tied with ann, her dice and a spectator's events stay the same."""
    ann, bob = fighter("ann", "a", player="Ann"), fighter("bob", "b", player="Bob")
    without = fight(ann, bob, rulings={"tie": "reroll"})
    hidden = fight(ann, bob, fighter("eve", "b", hidden=True), rulings={"tie": "reroll"})
    late = hidden.state.participants["eve"].base - hidden.state.participants["ann"].base  # type: ignore[attr-defined]  # Combatants
    for contest in (without, hidden):
        keep = {request.who for request in contest.requests} - {"eve"}
        for who in sorted(keep):
            contest.answer("keep", who=who)
    hidden.answer(*(("sooner",) if late > 0 else ("later",)), who="eve", points=abs(late), quality=0)
    for contest in (without, hidden):
        while contest.state.round == 1:
            contest.take_default(contest.requests[0])
    assert any(event.type == "tie" and event.to == () for event in hidden.events)
    assert view(without, SPECTATOR).events == view(hidden, SPECTATOR).events


def test_a_hidden_attacker_is_felt_and_not_named() -> None:
    """SC2-10: the one who is hit sees the wound, not from whom."""
    contest = fight(
        fighter("ann", "a", player="Ann"),
        fighter("eve", "b", hidden=True),
        fighter("bob", "b"),
        faces=(90, 10, 95, 5, 50),
    )
    keep_all(contest)
    contest.answer("attack", who="eve", target="ann", weapon="revolver")
    seen = view(contest, Seat("player", ("ann",))).events
    assert [event.type for event in seen][-2:] == ["wound", "turn"]
    assert RULESET.narrate(seen[-2], {"ann": "Ann"}) == "Ann loses 65 Constitution, 335 left."


def test_nobody_known_to_fight() -> None:
    """SC2-18: against a hidden opponent alone an attack is closed, and the fight goes on."""
    contest = fight(fighter("ann", "a"), fighter("eve", "b", hidden=True), faces=(10, 90))
    keep_all(contest)
    closed = {offer.verb: offer.closed for offer in contest.offers()}
    assert closed["attack"] is not None
    assert closed["attack"].reason == "there is no opponent that you know of"
    assert "move" not in closed
    assert contest.outcome is None


def test_wounds_go_to_the_next_evening() -> None:
    """SC2-10: the sheet written back holds the Constitution lost."""
    contest = fight(fighter("ann", "a", gun=9), fighter("bob", "b"), faces=(10, 90, 50, 99))
    keep_all(contest)
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    assert RULESET.export(contest.state, contest.state.participants["bob"]).wounds == 114


def test_the_best_side_of_several_wins_a_contest_of_tasks() -> None:
    """SC2-17: more quality wins, equal quality wins nothing, a single side must do every task."""
    scene = Scene(contest="tasks", tasks=(Task(id="ode", name="an ode", skill="verse"),))
    for faces, winner in [((1, 50, 1, 49), "a"), ((1, 50, 1, 51), "b"), ((1, 50, 1, 50), "")]:
        contest = fight(fighter("ann", "a"), fighter("bob", "b"), faces=faces, scene=scene)
        for who in ("ann", "bob"):
            contest.answer("task", who=who, task="ode")
        assert contest.outcome is not None
        assert contest.outcome.winner == winner
    for face, winner in [((1, 50), "a"), ((99,), "")]:
        contest = fight(fighter("ann", "a"), faces=face, scene=scene)
        contest.answer("task", who="ann", task="ode")
        assert contest.outcome is not None
        assert contest.outcome.winner == winner


@pytest.mark.parametrize(
    ("people", "scene", "message"),
    [
        ((("ann", "a"), ("bob", "a")), Scene(), "a combat needs two sides"),
        ((("ann", "a"), ("bob", "b")), Scene(cover={"cid": 1}), "there is no participant cid"),
        ((("ann", "a"), ("bob", "b")), Scene(ranges=(Range(between=("ann", "cid"), band="long"),)), "participant cid"),
        ((("ann", "a"), ("bob", "b")), Scene(ranges=(Range(between=("ann", "ann"), band="long"),)), "at no range"),
        ((("ann", "a"), ("bob", "b")), Scene(contest="tasks"), "needs a task"),
        ((("ann", "a"), ("bob", "b")), Scene(tasks=(Task(id="x", name="x", skill="y", side="c"),)), "no side c"),
        ((("ann", "a"), ("bob", "b")), Scene(tasks=(Task(id="x", name="x", skill="y"),) * 2), "two tasks"),
    ],
)
def test_what_is_wrong_with_a_scene(people: tuple[tuple[str, str], ...], scene: Scene, message: str) -> None:
    with pytest.raises(EncounterError, match=message):
        fight(*(fighter(*one) for one in people), scene=scene)


def test_what_is_wrong_with_a_sheet() -> None:
    spent = Sheet(constitution=300, wounds=300)
    twice = Sheet(constitution=300, weapons=(REVOLVER, REVOLVER))
    for sheet, message in [(spent, "ann has no Constitution left"), (twice, "two weapons named revolver")]:
        with pytest.raises(EncounterError, match=message):
            fight(fighter("ann", "a", sheet=sheet), fighter("bob", "b"))


def test_the_ends_of_a_long_fight_cite_every_enforced_rule_of_attacks() -> None:
    """SC2-12, SC2-13: over some seeds the alley shows delays, Overdo up and down, misses and hits."""
    told: set[str] = set()
    for seed in range(12):
        contest = Contest(RULESET, load(EXAMPLES / "alley.yaml"), Seeded(seed))
        assert run(contest, {"travellers": "clever"}).ended
        told |= {str(event.values.get("result", event.type)) for event in contest.events}
    assert {"hit", "miss", "stunned", "shift", "wound", "outcome"} <= told


def test_one_who_joins_while_shifts_are_declared_rolls_in_the_next_round() -> None:
    """SC2-2: a chance belongs to a base initiative; without one there is none this round."""
    contest = fight(fighter("jack", "crew"), fighter("thug", "gang"), faces=(41, 75))
    contest.overrule("join", id="late", name="Late", side="gang", sheet='{"constitution": 300}')
    keep_all(contest)
    assert [contest.state.acting, *(slot.who for slot in contest.state.order.pending)] == ["jack", "thug"]
