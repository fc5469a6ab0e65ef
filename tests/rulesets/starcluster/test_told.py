"""What StarCluster's events tell: reckonings that add up, the rules and rulings they cite, and to whom."""

from typing import Any

from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.view import Seat, view
from certamen.rulesets.starcluster.ruleset import RULESET
from certamen.rulesets.starcluster.sheet import Scene, Sheet
from tests.rulesets.starcluster.arena import REVOLVER, fight, fighter, keep_all, last


def test_the_reckoning_of_an_attack_adds_up() -> None:
    """SC2-7, SC2-10: the rows of an attack give its target number and its quality."""
    people = (fighter("ann", "a", gun=5), fighter("bob", "b"))
    contest = fight(*people, faces=(40, 90, 64, 50, 30), scene=Scene(lighting=-3, cover={"bob": -4}))
    contest.answer("later", who="ann", points=9, quality=2)
    contest.answer("keep", who="bob")
    contest.answer("trade", who="ann", points=6, span="attack")
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    when, *parts = last(contest, "attack").parts
    assert (when.label, when.value, when.source) == ("at initiative", 49, "SC2-2")
    names = [part.label for part in parts]
    split = names.index("target number")
    assert sum(int(part.value) for part in parts[:split]) == parts[split].value == 65 - 4 - 3 + 7 - 6
    assert [part.value for part in parts[split + 1 : split + 2]] == [64]
    assert last(contest, "attack").values["result"] == "miss"
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    when, *parts = last(contest, "attack").parts
    assert (when.value, when.source) == (59, "SC2-9")
    split = [part.label for part in parts].index("target number")
    assert sum(int(part.value) for part in parts[:split]) == parts[split].value == 65 - 4 - 3 + 7
    assert [part.value for part in parts[split + 1 :]] == [50, 30, 15, 2, 47]
    assert last(contest, "attack").rules == ("SC2-9", "SC2-7", "SC2-6", "SC2-8", "SC2-10", "SC2-15")
    assert last(contest, "attack").rulings == (("success", "under"), ("base_target", 40), ("per_plus", 5))


ANN = Seat("player", ("ann",))


def shot_at(**more: Any) -> Contest:
    """Ann has made Bob, whom the game master plays, hindered; he has shot back and missed."""
    people = (fighter("ann", "a", player="Ann", gun=9), fighter("bob", "b", gun=5))
    contest = fight(*people, faces=(10, 90, 50, 99, 44, 20), **more)
    keep_all(contest)
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    contest.answer("pass", who="ann")
    contest.answer("attack", who="bob", target="ann", weapon="revolver")
    return contest


def told_of_bob(contest: Contest) -> Event:
    """His shot, as Ann's player may know it."""
    return next(event for event in view(contest, ANN).events if event.type == "attack" and event.actor == "bob")


def test_an_enemys_skill_is_his_own() -> None:
    """SC2-7: his plus and his target number are figures of his sheet; where all is exact they are told."""
    shot = told_of_bob(shot_at())
    assert "target_number" not in shot.values
    assert [part.label for part in shot.parts][:3] == ["at initiative", "range medium", "hindered"]
    assert not {"gun +5", "target number"} & {part.label for part in shot.parts}
    assert RULESET.narrate(shot, {"ann": "Ann", "bob": "Bob"}).startswith(
        "Bob attacks Ann with the revolver: 44, a hit"
    )
    open_shot = told_of_bob(shot_at(shown="exact"))
    assert open_shot.values["target_number"] == 45
    assert {"gun +5", "target number"} <= {part.label for part in open_shot.parts}
    assert view(shot_at(), ANN).participants[1].sheet.get("skills") is None


def test_where_nothing_is_shown_nothing_says_hindered() -> None:
    """SC2-12, SC2-14: neither a row, nor a value, nor the rules cited; the game master has them all."""
    contest = shot_at(shown="nothing")
    wound = next(event for event in view(contest, ANN).events if event.type == "wound")
    shot = told_of_bob(contest)
    for event in (wound, shot):
        assert not {"SC2-12", "SC2-14"} & set(event.rules)
        assert not {"hindered", "chances to come"} & {part.label for part in event.parts}
    assert "delay" not in wound.values
    assert ("hindered", -20) in [(part.label, part.value) for part in last(contest, "attack").parts]


def test_the_game_masters_secret_dice_show_in_no_value() -> None:
    """SC2-8: what a secret die showed, and what was reckoned with it, stays with the game master."""
    shot = told_of_bob(shot_at(gm_dice="secret"))
    assert (shot.dice, shot.parts) == ((), ())
    assert set(shot.values) == {"weapon", "result", "quality"}
    assert (
        RULESET.narrate(shot, {"ann": "Ann", "bob": "Bob"}) == "Bob attacks Ann with the revolver: a hit of quality 15."
    )


def test_each_number_names_the_rulings_it_came_by() -> None:
    """SC2-7, SC2-12, SC2-13, SC2-14: and only those."""
    contest = shot_at()
    shot = last(contest, "attack")
    assert [name for name, _ in shot.rulings] == ["success", "base_target", "per_plus", "hindered_quality"]
    assert [name for name, _ in next(e for e in contest.events if e.type == "wound").rulings] == ["threshold_round"]
    outright = Sheet(constitution=400, targets={"gun": 70, "overdo": 30}, weapons=(REVOLVER,))
    people = (fighter("ann", "a", sheet=outright), fighter("bob", "b", sheet=outright, gun=0))
    contest = fight(*people, faces=(10, 90, 69, 100, 1, 1), rulings={"mastery_checks": "combat_only"})
    keep_all(contest)
    contest.overrule("set", path="bob.constitution", value=250)
    contest.answer("attack", who="ann", target="bob", weapon="revolver")
    assert last(contest, "attack").rulings == (("success", "under"),)
    overdo = last(contest, "overdo")
    assert [(part.value, part.source) for part in overdo.parts][:2] == [
        (30, "the sheet's target number"),
        (-20, "SC2-12"),
    ]
    assert (overdo.values["target_number"], overdo.values["result"]) == (10, "up")
    assert overdo.rulings == (("success", "under"), ("mastery_checks", "combat_only"))
